/* plain.h: the user's files under plain names, for tools.
 *
 *   dir[x]/a b.v --copy--> WORK/ftc_user0.v     its first line says that it is ftc_user0//it.v
 *   dir[x]/      --link--> WORK/ftc_user0       with what the file includes, or reads with $readmemh, beside it
 *
 * Tools expand names: Yosys takes brackets for patterns even between quotes, and a name that begins with '-' for an option. So no
 * name that a user chose stands in a script or on a command line: a tool gets a plain one, and what it says is translated back.
 */
#ifndef FTC_UTIL_PLAIN_H
#define FTC_UTIL_PLAIN_H

#include <stdbool.h>
#include <stddef.h>

#include "util/process.h"
#include "util/text.h"

/* Plain names, and what stands for them in what a user sees. */
struct plain_names {
	struct plain_name {
		char *plain, *shown;
	} *item;
	size_t count;
};

/* Adds a pair. Of pairs that fit in one place, the one added first counts. */
void plain_names_add(struct plain_names *names, const char *plain, const char *shown);
void plain_names_free(struct plain_names *names);
/* Replaces each plain name in what a tool has said by what a terminal may show of the user's (message.h). */
void plain_names_translate(const struct plain_names *names, struct text *said);
/* Likewise in strings of JSON. */
void plain_names_translate_json(const struct plain_names *names, struct text *json);

/* A file of the user's in Verilog, or in SystemVerilog if its name ends with .sv. */
struct plain_verilog {
	const char *name;		/* as the user wrote it */
	unsigned number;		/* another one for each file in a folder */
	const char *at;			/* leads from where Yosys works to the folder of plain names: "", or with '/' at its end */
};

/* Puts the file, which holds `content`, into the folder `work` under its plain name, and a link to `beside`, the absolute path of the
 * folder of what it includes. Both may be there already. False after a message. */
bool plain_verilog_write(const struct plain_verilog *file, const struct text *content, const char *beside, const char *work);
/* Adds the command of Yosys that reads it, with these options: "", or with a blank behind each. */
void plain_verilog_print_command(const struct plain_verilog *file, const char *options, struct text *script);
/* Adds the arguments by which Verilator, which works in the folder of plain names, reads it. */
void plain_verilog_add_arguments(const struct plain_verilog *file, struct arguments *a);
/* Adds what Yosys calls the file and those beside it. */
void plain_verilog_add_names(const struct plain_verilog *file, struct plain_names *names);
/* What Yosys calls the file in messages and attributes. Fresh. */
char *plain_verilog_called(const struct plain_verilog *file);

/* The absolute path of the folder in which the file `path` lies: that of a link, not of what it links to. Fresh; NULL and errno. */
char *plain_folder(const char *path);

/* Makes a link WORK/PLAIN to the file or folder `path`. A fresh path of the link; NULL after a message. */
char *plain_link(const char *work, const char *plain, const char *path);

#endif
