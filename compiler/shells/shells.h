/* shells.h: the table of shells (parse/shell.h). */
#ifndef FTC_SHELLS_SHELLS_H
#define FTC_SHELLS_SHELLS_H

#include <stdbool.h>

#include "network/network.h"
#include "parse/shell.h"

/* A row each. */
extern const struct shell wishbone_shell;	/* wishbone.c */
extern const struct shell bus_shell;		/* bus.c */

/* All shells that a user can ask for by an option; ends with NULL. */
extern const struct shell *const shells[];

enum { MOST_SHELLS = 8 };

/* Lists the words of all shells, ended by NULL; returns how many. */
unsigned shell_words(const char *words[MOST_SHELLS + 1]);
/* The shell of that word, or NULL. */
const struct shell *shell_find(const char *word);

/* Sets the spec's shell, once the spec is read: the one that an option has asked for, `asked`, or the one that its keys ask for.
 * False after a message: not both. */
bool shell_for_user(struct spec *spec, const struct shell *asked);
/* The same for what uses streams: a shell without drivers is left out, as the streams are those of the network itself. */
bool shell_for_streams(struct spec *spec, const struct shell *asked);

/* Whether what uses streams goes without the shell that the spec's keys ask for. */
bool shell_hides_streams(const struct spec *spec);

/* Can the leaves of this network have the shell of its spec? False after a message. */
bool shell_check(const struct network *net);

#endif
