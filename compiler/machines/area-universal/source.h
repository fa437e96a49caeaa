/* source.h: a circuit as its author wrote it: Yosys reads the file and joins its modules into one. */
#ifndef FTC_MACHINES_AREA_UNIVERSAL_SOURCE_H
#define FTC_MACHINES_AREA_UNIVERSAL_SOURCE_H

#include <jansson.h>
#include <stdbool.h>

#include "overlay/netlist.h"
#include "util/plain.h"
#include "util/text.h"

enum { MOST_SOURCE_BYTES = 1 << 30 };

/* The clock that a BLIF file gets whose latches name none. */
extern const char source_clock[];

struct source {
	const char *file, *top;			/* of the user's; top NULL: Yosys finds it */
	bool clocked;				/* the file names a clock */
	char *yosys, *folder;			/* in the folder it works and writes */
	json_t *design, *module;		/* what Yosys' write_json has written of it; the flattened module */
	struct plain_names names;		/* of the file, for Yosys */
};

/* Has Yosys read the file that `n` was read from, flatten it, and run further `commands`, a line each, on it. False
 * after one message; *status is then the exit status. The caller calls source_close() in any case. */
bool source_read(struct source *s, const struct netlist *n, const char *top, const char *commands, int *status);
/* Runs a script. It names files in the source's folder by their whole paths: Yosys works in the current folder, where it looks for
 * what the file includes. Likewise. */
bool source_run(struct source *s, const struct text *script, int *status);
void source_close(struct source *s);

#endif
