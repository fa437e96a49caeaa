/* bus_chain.c: what stands between a bridge and the user's slave: a doorbell, and what changes a word by one access.
 *
 *   [ bus_leaf ] <--> [ bus_doorbell ] <--> [ bus_atomic ] <--> the user's slave
 *
 * Each has the ports slave_* towards the user and bus_* towards the bridge. */
#include <stdlib.h>

#include "emit/around.h"
#include "emit/crossing.h"
#include "parse/bus.h"
#include "shells/bus.h"

/* What joins two of them: the names of ports without bus_ or slave_. */
static const struct wire {
	const char *name;
	unsigned width;			/* 0: of the address */
} wires[] = {
	{ "cyc", 1 }, { "stb", 1 }, { "we", 1 }, { "adr", 0 }, { "dat", BUS_DATA_BITS }, { "sel", BUS_WORD_BYTES }, { "stall", 1 },
	{ "ack", 1 }, { "err", 1 }, { "rdt", BUS_DATA_BITS },
};

bool bus_has_chain(const struct bus_leaf *leaf)
{
	return leaf->bell || leaf->atomic;
}

/* Connects the ports of one side of an instance to the nets NAME_cyc .. */
static void join(struct module *m, struct instance *i, const char *side, const char *name, unsigned address_bits)
{
	for (size_t k = 0; k < sizeof wires / sizeof *wires; k++) {
		char *net = format_string("%s_%s", name, wires[k].name);
		int wire = module_find(m, net);

		if (wire < 0)
			wire = module_net(m, net, wires[k].width > 0 ? wires[k].width : address_bits);
		instance_connect_named(i, bits_whole(m, wire), "%s_%s", side, wires[k].name);
		free(net);
	}
}

static struct instance *add_bell(struct module *m, struct design *d, const struct network *net, const struct bus_leaf *leaf,
				 unsigned number, struct bits failed, struct bits irq)
{
	struct instance *i = module_instance(m, d, "bus_doorbell", 1, "bell_%u", number);

	PARAMETERS(i, { "SLAVE", leaf->users_slave }, { "ADDRESS_BITS", leaf->word_bits - 1 }, { "BITS", net->spec->bus->doorbell_bits },
		   { "FAILS", failed.count > 0 });
	instance_connect(i, "clk", crossing_clock_of(m, net->spec, number, "clk"));
	instance_connect(i, "rst", crossing_reset_of(m, net->spec, number, "rst"));
	instance_connect(i, "failed", failed.count > 0 ? failed : bits_constant(0, 1));
	instance_connect(i, "irq", irq);
	return i;
}

static struct instance *add_atomic(struct module *m, struct design *d, const struct network *net, const struct bus_leaf *leaf,
				   unsigned number)
{
	struct instance *i = module_instance(m, d, "bus_atomic", 1, "atomic_%u", number);

	PARAMETERS(i, { "ADDRESS_BITS", leaf->slave_bits });
	instance_connect(i, "clk", crossing_clock_of(m, net->spec, number, "clk"));
	instance_connect(i, "rst", crossing_reset_of(m, net->spec, number, "rst"));
	return i;
}

struct instance *bus_add_chain(struct module *m, struct design *d, const struct network *net, struct instance *bridge,
			       const struct bus_leaf *leaf, unsigned number, struct bits failed, struct bits irq)
{
	char *served = format_string("served_%u", number), *rest = format_string("passed_%u", number);
	struct instance *last = bridge;

	join(m, last, "slave", served, leaf->word_bits);
	if (leaf->bell) {
		last = add_bell(m, d, net, leaf, number, failed, irq);
		join(m, last, "bus", served, leaf->word_bits);
	}
	if (leaf->bell && leaf->atomic)
		join(m, last, "slave", rest, leaf->word_bits - 1);
	if (leaf->atomic) {
		last = add_atomic(m, d, net, leaf, number);
		join(m, last, "bus", leaf->bell ? rest : served, leaf->word_bits - leaf->bell);
	}
	free(served);
	free(rest);
	return last;
}
