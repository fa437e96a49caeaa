/* around.h: modules that stand around a network: the Wishbone top, the testbench, the top of a board. What they share. */
#ifndef FTC_EMIT_AROUND_H
#define FTC_EMIT_AROUND_H

#include <stdbool.h>

#include "emit/emit.h"
#include "lower/builder.h"

/* Is it a port of the leaves, with an AXI4-Stream? */
bool is_message_port(const struct net *net);
/* Is it the clock or the reset, of a network or of its Wishbone top? */
bool is_common_port(const struct net *net);

/* Adds an instance of `inner`, the network ("") or a module around it. A port that is wanted joins the net of its name, which is added
 * unless the module has it; other inputs are held at 0, other outputs are open. `clock` and `reset` are nets of the module. */
void add_inner(struct module *m, struct design *d, const char *inner, const char *clock, const char *reset,
	       bool (*wanted)(const struct net *port));
/* Connects the ports of the latest instance that are not connected yet, if the module has nets of their names. */
void connect_rest(struct module *m);
/* Adds a net `labels`: those of all leaves. */
void add_labels(struct module *m, struct design *d, const struct network *net);

#endif
