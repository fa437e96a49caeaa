/* readers.h: a reader for each kind of file that holds a circuit. */
#ifndef FTC_OVERLAY_READERS_H
#define FTC_OVERLAY_READERS_H

#include "overlay/netlist.h"
#include "util/text.h"

/* Each returns false after one message, with nothing to free. `top`: the module that is meant, or NULL. */

/* Of text in Berkeley Logic Interchange Format, with gates of at most two inputs. */
bool blif_read(struct netlist *n, const char *path, const char *top);
/* Of JSON as Yosys writes it, from a file ... */
bool yosys_json_read(struct netlist *n, const char *path, const char *top);
/* ... or that is in memory; `path` names it in messages. n->json gets a copy. */
bool yosys_json_parse(struct netlist *n, const char *path, const char *top, const struct text *json);
/* Has Yosys turn a Verilog file, which has this content, into that JSON. *status: EXIT_WORK_FAILED if Yosys is missing or met a
 * limit. */
bool yosys_synthesise(const char *path, const struct text *content, const char *top, struct text *json, int *status);
/* Puts it under a plain name into the folder (util/plain.h), in which it is number 0, at "FOLDER/". Yosys is to work in the current
 * folder, where files that are included are looked for first. False after a message. */
bool yosys_write_source(const char *path, const struct text *content, const char *folder);
/* Whether a script of Yosys may hold this name of a module, or NULL. False after a message. */
bool yosys_check_top(const char *top);

/* The command that makes of a circuit in Verilog or BLIF one that ftc reads; for JSON, that which makes it of its Verilog
 * source. For suggestions: a fresh string. */
char *yosys_command(const char *path, const char *top);

#endif
