/* bus_cost.c: what the bridges of a bus cost, fitted to Yosys 0.23 as `ftc build` runs it, and exact for flip-flops.
 *
 * The terms are those of the templates in rtl-templates/bus/: the queue's words and pointers, the entries of a table, the bits that
 * requests and answers share. tests/shells/cost.sh compares them with Yosys. */
#include <math.h>
#include <stdlib.h>

#include "network/cost.h"
#include "parse/bus.h"
#include "parse/family.h"
#include "plan/plan.h"
#include "shells/bus.h"

static struct bus_size sum(struct bus_size a, struct bus_size b)
{
	return (struct bus_size){ a.lut4 + b.lut4, a.ff + b.ff, a.alone + b.alone, a.rams + b.rams };
}

/* Of whom an answer is for. */
static unsigned back_bits(const struct network *net, const struct bus_leaf *leaf)
{
	return net->label_bits + leaf->tag_bits + 1;
}

/* rtl-templates/bus/bus_doorbell.v and bus_atomic.v. */
static struct bus_size chain_size(const struct network *net, const struct bus_leaf *leaf)
{
	double bits = net->spec->bus->doorbell_bits;
	bool fails = leaf->master && leaf->posted;
	struct bus_size size = { 0 };

	if (leaf->bell)
		size = (struct bus_size){ .lut4 = 14 + 4.9 * bits + (leaf->users_slave ? BUS_DATA_BITS : 0) + (fails ? 7 : 0),
				      .ff = 2 * bits + 1 + (fails ? 3 : 0) };
	if (leaf->atomic)
		size = sum(size, (struct bus_size){ .lut4 = 191, .ff = BUS_DATA_BITS + 4, .alone = BUS_DATA_BITS });
	return size;
}

/* rtl-templates/bus/bus_slave.v. */
static struct bus_size slave_size(const struct network *net, const struct bus_leaf *leaf, unsigned number)
{
	struct bus_read_bits read = bus_bits_read(net, leaf, number);
	unsigned back = back_bits(net, leaf), pointer = digit_bits(leaf->places), answer = back + read.data + read.error;
	unsigned timer = net->spec->bus->timeout > 0 ? digit_bits(net->spec->bus->timeout) + 1 : 0;
	struct bus_size own = { .lut4 = (net->spec->family->free_enables ? 4 : 12) + 5.0 * pointer + 2.0 * timer, .ff = answer + 3 + 2.0 * pointer + timer, .alone = answer };

	own = sum(own, chain_size(net, leaf));
	return sum(own, (leaf->block_ram ? bus_words_in_block_ram : bus_words_in_logic)(net->spec->family, leaf->places,
											bus_queue_bits(net, leaf, number)));
}

/* rtl-templates/bus/bus_master.v. With one access under way it does not matter to which slave. */
static struct bus_size strict_size(const struct network *net, const struct bus_leaf *leaf)
{
	double label = net->label_bits, bits = leaf->limit_bits;
	struct bus_size size = leaf->most > 1 ? (struct bus_size){ .lut4 = 5 + label + 3 * bits, .ff = label + bits + 2, .alone = label }
					  : (struct bus_size){ .lut4 = 8, .ff = 3 };

	if (leaf->posted)
		size = sum(size, (struct bus_size){ .lut4 = 4 + 2 * bits, .ff = bits + 1 });
	return size;
}

/* rtl-templates/bus/bus_master_relaxed.v. */
static struct bus_size relaxed_size(const struct network *net, const struct bus_leaf *leaf)
{
	double entries = 1u << leaf->tag_bits, label = net->label_bits;
	struct bus_size own = {
		.lut4 = 6 + entries * (10 + 0.75 * label + (leaf->lone ? 0 : 0.75) + (leaf->posted ? 1.25 : 0)),
		.ff = entries * (label + 5) + 2 * leaf->tag_bits + leaf->posted, .alone = entries * label,
	};

	return sum(own, bus_words_in_logic(net->spec->family, (unsigned)entries, BUS_DATA_BITS));
}

static struct bus_size turn_size(const struct network *net, const struct bus_leaf *leaf)
{
	return (struct bus_size){ .lut4 = back_bits(net, leaf) + 1 + BUS_DATA_BITS + 8, .ff = 3 };
}

static struct bus_size decoder_size(const struct network *net)
{
	unsigned blocks;

	free(bus_blocks(net, &blocks));
	return (struct bus_size){ .lut4 = 2 + 4.0 * blocks + (net->spec->bus->fenced ? 11 : 0) + (net->spec->bus->rung ? 8 : 0) };
}

/* rtl-templates/bus/axi_master.v with two axi_answers.v: the choice of an address, what is kept, and how much. */
static struct bus_size axi_master_size(const struct network *net, const struct bus_leaf *leaf)
{
	enum { RESPONSE = 2, OWN_FLAGS = 2 };
	const unsigned widths[] = { RESPONSE, RESPONSE + BUS_DATA_BITS, RESPONSE };	/* writes, reads, kinds */
	unsigned entries = bus_entries(leaf), bits = digit_bits(entries), address = net->spec->bus->address_bits - 2;
	struct bus_size size = { .lut4 = address + 59 + 14.0 * bits, .ff = OWN_FLAGS + 5.0 * bits + 6 };

	if (entries == 1)
		return (struct bus_size){ .lut4 = address + 57, .ff = OWN_FLAGS + 3.0 * RESPONSE + BUS_DATA_BITS + 4, .alone = BUS_DATA_BITS };
	for (size_t k = 0; k < sizeof widths / sizeof *widths; k++)
		size = sum(size, bus_words_in_logic(net->spec->family, entries, widths[k]));
	return size;
}

/* The converters at a leaf's ports. */
static struct bus_size master_port_size(const struct network *net, const struct bus_leaf *leaf, enum bus_protocol port)
{
	return port == BUS_AXI_LITE ? axi_master_size(net, leaf) : port == BUS_CLASSIC ? (struct bus_size){ .lut4 = 4, .ff = 1 } : (struct bus_size){ 0 };
}

static struct bus_size slave_port_size(const struct network *net, unsigned number)
{
	const struct bus_region *r = bus_region_of(net->spec, number);
	unsigned held = digit_bits((unsigned)(r->size / BUS_WORD_BYTES)) + BUS_WORD_BYTES + BUS_DATA_BITS + 1;
	struct bus_size size = r->port == BUS_AXI_LITE ? (struct bus_size){ .lut4 = 11, .ff = 2 }
			   : r->port == BUS_CLASSIC ? (struct bus_size){ .lut4 = 2 } : (struct bus_size){ 0 };

	if (!bus_holds(net->spec, number))
		return size;
	return sum(size, (struct bus_size){ .lut4 = 2, .ff = held + 1, .alone = held });
}

static void add(struct cost *all, const struct network *net, struct bus_size size)
{
	struct cost one = { .lut4 = (unsigned long)(size.lut4 + 0.5), .ff = (unsigned long)(size.ff + 0.5),
			    .cells = (unsigned long)(size.lut4 + size.alone + 0.5),
			    .ram_bits = (unsigned long)size.rams * net->spec->family->block_ram.bits };

	cost_add(all, &one, 1);
}

struct bus_costs bus_costs(const struct network *net)
{
	struct bus_costs cost = { 0 };

	for (unsigned k = 0; k < net->spec->leaves; k++) {
		struct bus_leaf leaf = bus_leaf_at(net, k);

		if (leaf.master) {
			add(&cost.masters, net, leaf.relaxed ? relaxed_size(net, &leaf) : strict_size(net, &leaf));
			add(&cost.decoders, net, decoder_size(net));
		}
		if (leaf.slave)
			add(&cost.slaves, net, slave_size(net, &leaf, k));
		if (leaf.master && leaf.slave)
			add(&cost.turns, net, turn_size(net, &leaf));
		if (leaf.master)
			add(&cost.ports, net, master_port_size(net, &leaf, bus_port(net->spec, k)));
		if (leaf.users_slave)
			add(&cost.ports, net, slave_port_size(net, k));
	}
	return cost;
}

struct cost bus_cost(const struct network *net)
{
	struct bus_costs parts = bus_costs(net);
	const struct cost *const part[] = { &parts.masters, &parts.slaves, &parts.turns, &parts.decoders, &parts.ports };
	struct cost all = { 0 };

	for (size_t k = 0; k < sizeof part / sizeof *part; k++)
		cost_add(&all, part[k], 1);
	return all;
}
