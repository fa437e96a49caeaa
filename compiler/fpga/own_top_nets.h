/* own_top_nets.h: the nets of a user's own top module with all modules in it, bit by bit.
 *
 *   flat.json of Yosys (own_top_read.c) --> what drives and what uses each bit (own_top_nets.c)
 *                                       --> loops of logic without a flip-flop (own_top_loops.c)
 */
#ifndef FTC_FPGA_OWN_TOP_NETS_H
#define FTC_FPGA_OWN_TOP_NETS_H

#include "fpga/own_top.h"

/* A bit, by the number that Yosys gives it. */
struct net_bit {
	const char *name;		/* of the net by which messages call it; NULL: a net of Yosys' own */
	unsigned index, width;		/* its place in that net */
	unsigned rank;			/* of that name: nets of the top before its ports, these before deeper nets */
	const char *source;		/* of that net, its attribute src; or NULL */
	const char *driver[2];		/* of its first two drivers, likewise; "": there is no attribute */
	unsigned drivers;
	bool input;			/* of the top module */
	bool outside;			/* a pin, or a cell that Yosys does not know, may drive it */
	bool used;			/* by a cell or an output */
	bool initial;			/* it has a first value, which stays if nothing drives it */
};

struct nets {
	const struct own_top *own;
	json_t *module;
	struct net_bit *bit;
	size_t count;
};

/* The name of a bit: "led[1]". Fresh. */
static inline char *net_bit_name(const struct net_bit *bit)
{
	return bit->width > 1 ? format_string("%s[%u]", bit->name, bit->index) : copy_string(bit->name);
}

/* Warns of loops of logic without a flip-flop. */
void own_top_warn_of_loops(const struct nets *nets);

#endif
