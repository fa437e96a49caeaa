/* around.h: Verilog that stands around a network: the Wishbone top, the testbench. What those two share. */
#ifndef FTC_EMIT_AROUND_H
#define FTC_EMIT_AROUND_H

#include <stdbool.h>

#include "emit/emit.h"

/* Is there an AXI4-Stream port each way at every leaf, with destinations and with tready both ways? So it is in trees that choose
 * on-line and have leaf adapters. */
bool has_message_ports(const struct spec *spec);

/* The label of the leaf whose number is the Verilog expression `leaf`: that itself, or its digits in their places. A fresh string. */
char *label_expression(const struct network *net, const char *leaf);

/* "[7:0] ", or nothing for one bit. */
void print_port_range(struct text *out, unsigned width);

/* How a port of the network is connected by what instantiates it. */
enum joint {
	JOINT_NAME,		/* to a net of its own name */
	JOINT_NOTHING,		/* an input to 0, an output to nothing */
	JOINT_ABSENT,		/* not at all: it is no port of what is instantiated */
};

/* Connections of the network's ports but clk and rst, each on a line of its own behind a comma. */
void print_connections(const struct module *top, enum joint (*joint)(const struct net *port), struct text *out);
/* A wire for each port of the network that is connected to one. */
void print_wires(const struct module *top, bool (*wanted)(const struct net *net), struct text *out);

/* Is it one of the ports of has_message_ports()? */
bool is_message_port(const struct net *net);
/* Is it clk or rst? */
bool is_common_port(const struct net *net);

/* The comment at the top of a file: its name, what it is, where it comes from. `purpose` lines end with newlines. */
void print_banner(const struct network *net, const char *name, const char *purpose, const char *invocation, struct text *out);

#endif
