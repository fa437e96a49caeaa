/* embed_fat_tree.h: `ftc embed` for fat-trees; embed.c calls it for every tree that is no XGFT. */
#ifndef FTC_COMMANDS_EMBED_FAT_TREE_H
#define FTC_COMMANDS_EMBED_FAT_TREE_H

#include "commands/command.h"

/* The command's options; NULL: not given. */
struct embed_options {
	const char *guest, *size;		/* --guest and the word after it, or .. */
	const char *network, *coordinates;	/* .. --network and --coordinates */
	const char *identification;
	const char *seed;
	const char *messages, *write_network;	/* files to write */
	bool emulate;
};

/* Measures, prints and writes. Returns an exit status. */
int universal_run(const struct command_line *line, const struct spec *spec, const struct embed_options *wishes);

#endif
