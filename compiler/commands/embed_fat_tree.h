/* embed_fat_tree.h: `ftc embed` for fat-trees; embed/embed.c hands over to it what is not an XGFT. */
#ifndef FTC_COMMANDS_EMBED_FAT_TREE_H
#define FTC_COMMANDS_EMBED_FAT_TREE_H

#include "commands/command.h"

/* What the command line asks for; NULL is not given. */
struct universal_wishes {
	const char *guest, *size;		/* --guest and the word behind it, or .. */
	const char *network, *coordinates;	/* .. --network and --coordinates */
	const char *identification;
	const char *seed;
	const char *messages, *write_network;	/* files to write */
	bool emulate;
};

/* Measures, prints and writes. Returns an exit status. */
int universal_run(const struct command_line *line, const struct spec *spec, const struct universal_wishes *wishes);

#endif
