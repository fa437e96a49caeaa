/* around.h: the common parts of modules around a network: a shell, its drivers, the testbench, the top of a board. */
#ifndef FTC_EMIT_AROUND_H
#define FTC_EMIT_AROUND_H

#include <stdbool.h>

#include "emit/emit.h"
#include "lower/builder.h"

/* Whether the net is an AXI4-Stream port of the leaves. */
bool is_message_port(const struct net *net);
/* Whether it is s_axis_tlast or m_axis_tlast: 1 where all packets are single words. */
bool is_last_port(const struct net *net);
/* So many bits, all 1. */
struct bits ones(unsigned width);
/* Whether the net is the clock or the reset of a network or of its shell. */
bool is_common_port(const struct net *net);

/* Adds an input or an output; `comment` may be NULL. */
void add_shown_port(struct module *m, enum port_direction direction, const char *name, unsigned width, const char *comment);
/* Adds the ports of the network that are neither streams nor clock or reset. */
void add_network_ports(struct module *m, const struct module *network);

/* Adds an instance of `inner`, the network ("") or a module around it. A wanted port is connected to the net of its name inside
 * (lower/streams.h), which is added if missing; other inputs are 0 (s_axis_tlast: 1), other outputs open. `clock` and `reset` are
 * nets of the module. */
void add_inner(struct module *m, struct design *d, const char *inner, const char *clock, const char *reset,
	       bool (*wanted)(const struct net *port));
/* Connects the open ports of the latest instance to nets of their names, if the module has such nets. */
void connect_rest(struct module *m);
/* Adds a net `labels` with the labels of all leaves. */
void add_labels(struct module *m, struct design *d, const struct network *net);

#endif
