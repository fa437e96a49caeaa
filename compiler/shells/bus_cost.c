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

enum { LUT_RAM_WORDS = 16, LUT_RAM_BITS = 4, RAM_LUTS = 6 };

/* LUTs, flip-flops, and those of them that no LUT stands before. */
struct size {
	double lut4, ff, alone;
};

static struct size sum(struct size a, struct size b)
{
	return (struct size){ a.lut4 + b.lut4, a.ff + b.ff, a.alone + b.alone };
}

/* LUTs for each bit of a multiplexer of `count` inputs. */
static double choice(double count)
{
	return count <= 1 ? 0 : count <= 4 ? count / 2 : 0.83 * (count - 1);
}

/* rtl-templates/bus/bus_words.v. */
static struct size words_size(const struct bus_leaf *leaf, unsigned words, unsigned width)
{
	double rams = ceil((double)words / LUT_RAM_WORDS), bits = (double)words * width;

	if (!leaf->lut_ram)
		return (struct size){ .lut4 = width * choice(words), .ff = bits, .alone = bits };
	return (struct size){ .lut4 = width * choice(rams) + RAM_LUTS * rams * ceil((double)width / LUT_RAM_BITS) };
}

/* Of whom an answer is for. */
static unsigned back_bits(const struct network *net, const struct bus_leaf *leaf)
{
	return net->label_bits + leaf->tag_bits + 1;
}

/* rtl-templates/bus/bus_doorbell.v and bus_atomic.v. */
static struct size chain_size(const struct network *net, const struct bus_leaf *leaf)
{
	double bits = net->spec->bus->doorbell_bits;
	bool fails = leaf->master && leaf->posted;
	struct size size = { 0 };

	if (leaf->bell)
		size = (struct size){ .lut4 = 14 + 4.9 * bits + (leaf->users_slave ? BUS_DATA_BITS : 0) + (fails ? 7 : 0),
				      .ff = 2 * bits + 1 + (fails ? 3 : 0) };
	if (leaf->atomic)
		size = sum(size, (struct size){ .lut4 = 187, .ff = BUS_DATA_BITS + 4, .alone = BUS_DATA_BITS });
	return size;
}

/* What a leaf reads of a request, and gives back: a doorbell alone has few bits, and nothing reads the address bits that a larger
 * slave has. */
struct read_bits {
	unsigned address, select, data, error;
};

static struct read_bits bits_read(const struct network *net, const struct bus_leaf *leaf, unsigned number)
{
	unsigned word = digit_bits((unsigned)(bus_region_of(net->spec, number)->size / BUS_WORD_BYTES)), bell = net->spec->bus->doorbell_bits;
	bool fails = leaf->master && leaf->posted;

	if (!leaf->users_slave)
		return (struct read_bits){ DOORBELL_WORD_BITS + 1, (bell + 7) / 8 + (fails && bell <= 24), bell + fails, net->spec->bus->timeout > 0 };
	if (leaf->bell && !leaf->atomic && word < DOORBELL_WORD_BITS)
		word = DOORBELL_WORD_BITS;
	return (struct read_bits){ word + leaf->bell + (leaf->atomic ? ATOMIC_BITS : 0), BUS_WORD_BYTES, BUS_DATA_BITS, 1 };
}

/* rtl-templates/bus/bus_slave.v. */
static struct size slave_size(const struct network *net, const struct bus_leaf *leaf, unsigned number)
{
	struct read_bits read = bits_read(net, leaf, number);
	unsigned back = back_bits(net, leaf), pointer = digit_bits(leaf->places), answer = back + read.data + read.error;
	unsigned timer = net->spec->bus->timeout > 0 ? digit_bits(net->spec->bus->timeout) + 1 : 0;
	struct size own = { .lut4 = 4 + 5.0 * pointer + 2.0 * timer, .ff = answer + 3 + 3.0 * pointer + timer, .alone = answer };

	own = sum(own, chain_size(net, leaf));
	return sum(own, words_size(leaf, leaf->places, back + read.address + read.select + read.data));
}

/* rtl-templates/bus/bus_master.v. With one access under way it does not matter to which slave. */
static struct size strict_size(const struct network *net, const struct bus_leaf *leaf)
{
	double label = net->label_bits, bits = leaf->limit_bits;
	struct size size = leaf->most > 1 ? (struct size){ .lut4 = 5 + label + 3 * bits, .ff = label + bits + 2, .alone = label }
					  : (struct size){ .lut4 = 8, .ff = 3 };

	if (leaf->posted)
		size = sum(size, (struct size){ .lut4 = 4 + 2 * bits, .ff = bits + 1 });
	return size;
}

/* rtl-templates/bus/bus_master_relaxed.v. */
static struct size relaxed_size(const struct network *net, const struct bus_leaf *leaf)
{
	double entries = 1u << leaf->tag_bits, label = net->label_bits;
	struct size own = {
		.lut4 = 8 + entries * (12 + 0.75 * label + (leaf->lone ? 0 : 0.75) + (leaf->posted ? 1.25 : 0)),
		.ff = entries * (label + 5) + 3 * leaf->tag_bits + leaf->posted, .alone = entries * label,
	};

	return sum(own, words_size(leaf, (unsigned)entries, BUS_DATA_BITS));
}

static struct size turn_size(const struct network *net, const struct bus_leaf *leaf)
{
	return (struct size){ .lut4 = back_bits(net, leaf) + 1 + BUS_DATA_BITS + 8, .ff = 3 };
}

static struct size decoder_size(const struct network *net)
{
	unsigned blocks;

	free(bus_blocks(net, &blocks));
	return (struct size){ .lut4 = 2 + 4.0 * blocks + (net->spec->bus->fenced ? 11 : 0) + (net->spec->bus->rung ? 8 : 0) };
}

/* rtl-templates/bus/axi_master.v with two axi_answers.v: the choice of an address, what is kept, and how much. */
static struct size axi_master_size(const struct network *net, const struct bus_leaf *leaf)
{
	enum { RESPONSE = 2, OWN_FLAGS = 2 };
	const unsigned widths[] = { RESPONSE, RESPONSE + BUS_DATA_BITS, RESPONSE };	/* writes, reads, kinds */
	unsigned entries = bus_entries(leaf), bits = digit_bits(entries), address = net->spec->bus->address_bits - 2;
	struct size size = { .lut4 = address + 59 + 14.0 * bits, .ff = OWN_FLAGS + 2.0 * bits + 6.0 * (bits + 1) };

	if (entries == 1)
		return (struct size){ .lut4 = address + 57, .ff = OWN_FLAGS + 3.0 * RESPONSE + BUS_DATA_BITS + 4, .alone = BUS_DATA_BITS };
	for (size_t k = 0; k < sizeof widths / sizeof *widths; k++)
		size = sum(size, words_size(leaf, entries, widths[k]));
	return size;
}

/* The converters at a leaf's ports. */
static struct size master_port_size(const struct network *net, const struct bus_leaf *leaf, enum bus_protocol port)
{
	return port == BUS_AXI_LITE ? axi_master_size(net, leaf) : port == BUS_CLASSIC ? (struct size){ .lut4 = 4, .ff = 1 } : (struct size){ 0 };
}

static struct size slave_port_size(const struct network *net, unsigned number)
{
	const struct bus_region *r = bus_region_of(net->spec, number);
	unsigned held = digit_bits((unsigned)(r->size / BUS_WORD_BYTES)) + BUS_WORD_BYTES + BUS_DATA_BITS + 1;
	struct size size = r->port == BUS_AXI_LITE ? (struct size){ .lut4 = 11, .ff = 2 }
			   : r->port == BUS_CLASSIC ? (struct size){ .lut4 = 2 } : (struct size){ 0 };

	if (!bus_holds(net->spec, number))
		return size;
	return sum(size, (struct size){ .lut4 = 2, .ff = held + 1, .alone = held });
}

static void add(struct cost *all, struct size size)
{
	struct cost one = { .lut4 = (unsigned long)(size.lut4 + 0.5), .ff = (unsigned long)(size.ff + 0.5),
			    .cells = (unsigned long)(size.lut4 + size.alone + 0.5) };

	cost_add(all, &one, 1);
}

struct bus_costs bus_costs(const struct network *net)
{
	struct bus_costs cost = { 0 };

	for (unsigned k = 0; k < net->spec->leaves; k++) {
		struct bus_leaf leaf = bus_leaf_at(net, k);

		if (leaf.master) {
			add(&cost.masters, leaf.relaxed ? relaxed_size(net, &leaf) : strict_size(net, &leaf));
			add(&cost.decoders, decoder_size(net));
		}
		if (leaf.slave)
			add(&cost.slaves, slave_size(net, &leaf, k));
		if (leaf.master && leaf.slave)
			add(&cost.turns, turn_size(net, &leaf));
		if (leaf.master)
			add(&cost.ports, master_port_size(net, &leaf, bus_port(net->spec, k)));
		if (leaf.users_slave)
			add(&cost.ports, slave_port_size(net, k));
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
