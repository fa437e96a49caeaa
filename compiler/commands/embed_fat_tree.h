/* embed_fat_tree.h: `ftc embed` for fat-trees; embed.c calls it for every tree that is no XGFT. */
#ifndef FTC_COMMANDS_EMBED_FAT_TREE_H
#define FTC_COMMANDS_EMBED_FAT_TREE_H

#include "commands/command.h"
#include "universal/identify.h"

/* The command's options; NULL: not given. */
struct embed_options {
	const char *guest, *size;		/* --guest and the word after it, or .. */
	const char *network, *coordinates;	/* .. --network and --coordinates */
	const char *identification;
	const char *seed;
	const char *messages, *write_network;	/* files to write */
	bool emulate;
};

/* A guest, and how its processors are named in the files that are written. */
struct named_guest {
	struct placed guest;
	unsigned way;			/* enum identification */
	unsigned long seed;
};

struct findings;
struct message_set;
/* Reads or generates the guest. False after one message. Free named->guest in any case. */
bool embed_read_guest(const struct embed_options *wishes, const struct spec *spec, struct named_guest *named);
/* A disconnected guest works, but is rarely intended. */
void embed_warn_of_parts(const struct embed_options *wishes, const struct placed *guest);
/* The messages of a step as a file. */
void embed_write_messages(const struct named_guest *named, const struct message_set *set, struct text *out);
/* The files of -o: the JSON, the messages of a step and each processor's leaf. */
void embed_add_files(const struct named_guest *named, const struct message_set *set, const unsigned *leaf, struct findings *found);
/* Prints what was found and writes the files that were asked for; frees it. Returns an exit status. */
int embed_deliver(const struct command_line *line, const struct spec *spec, const struct embed_options *wishes,
		  const struct named_guest *named, const struct message_set *set, struct findings *found);

/* embed_area.c: the same for networks with a reference tree, by Bay's theorem. */
int area_run(const struct command_line *line, const struct spec *spec, const struct embed_options *wishes);

/* Measures, prints and writes. Returns an exit status. */
int universal_run(const struct command_line *line, const struct spec *spec, const struct embed_options *wishes);

#endif
