/* wrapper.h: module `proof`, which joins a circuit and its monitor, built as a module of a design. The one emitter
 * prints it (emit_wrapper() of emit/emit.h). */
#ifndef FTC_PROVE_WRAPPER_H
#define FTC_PROVE_WRAPPER_H

#include "lower/builder.h"
#include "util/text.h"

/* A design around that of the network, which must outlive it (NULL: none), with the monitor, whose name has no prefix.
 * The caller adds the wrapper, and frees the design. */
struct design *wrapper_design(const struct design *network, const char *monitor);
/* Adds another monitor, or circuit, whose name has no prefix: before the wrapper, which is the last module. */
void wrapper_watches(struct design *d, const char *monitor);
/* The next one of names that spaces part, a fresh string, and moves behind it; NULL: there is none. */
char *wrapper_next(const char **names);
/* Is it one of the names? NULL: none. */
bool wrapper_has(const char *names, const char *name);
/* The Verilog of the wrapper, the last module; frees the design. The caller frees the text. */
struct text wrapper_verilog(struct design *d, const char *prefix);
/* Adds nets of one width, at least 1; spaces part the names. */
void wrapper_nets(struct module *m, enum port_direction direction, unsigned width, const char *names);
/* Connects these ports to the nets of their names, which the module has; spaces part the names. */
void wrapper_connect(struct module *m, struct instance *i, const char *names);
/* Connects rows of `width` bits of the net, from row 0 on, to the ports BEFORE[k]BEHIND: registers in the instance. */
void wrapper_connect_rows(struct module *m, struct instance *i, const char *net, unsigned width, const char *before,
			  const char *behind);
/* Does so with a new net of so many rows. */
void wrapper_rows(struct module *m, struct instance *i, const char *net, unsigned width, unsigned rows,
		  const char *before, const char *behind);
/* Adds an instance like `like` of the network, with the numbers that are its parameters; its ports are open. */
struct instance *wrapper_part(struct module *m, struct design *d, const struct instance *like, const char *name);

#endif
