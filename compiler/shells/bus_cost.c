/* bus_cost.c: estimates of the bridges of a bus and of its decoders, fitted to what Yosys 0.23 makes of bus_leaf.v and
 * bus_decoder.v alone, on an ECP5 and on an iCE40, for 2 to 16 accesses under way and 4 to 256 places. */
#include "shells/bus.h"

#include <stdlib.h>

#include "network/cost.h"
#include "parse/bus.h"
#include "parse/family.h"
#include "plan/plan.h"
#include "util/number.h"

enum { BACK_EXTRA = 1, SELECTS = BUS_WORD_BYTES };

/* An instance's LUTs and flip-flops; of these some without a LUT in front of them. */
struct part {
	double lut4, ff, lone;
};

/* LUT4 of a multiplexer of `inputs` bits, as Yosys makes them. */
static double multiplexer(unsigned inputs)
{
	return inputs <= 1 ? 0 : inputs == 2 ? 1 : 0.85 * inputs - 1.3;
}

/* `rows` words that are read without a clock: LUT RAM, or flip-flops. */
static struct part words(const struct family *f, unsigned rows, unsigned width)
{
	if (f->lut_ram.words == 0)
		return (struct part){ .lut4 = width * multiplexer(rows) + rows / 2.0, .ff = (double)rows * width,
				      .lone = (double)rows * width };
	unsigned banks = (rows + f->lut_ram.words - 1) / f->lut_ram.words, columns = (width + f->lut_ram.bits - 1) / f->lut_ram.bits;

	return (struct part){ .lut4 = (double)banks * columns * f->lut_ram.luts + width * multiplexer(banks) };
}

static struct part sum(struct part a, struct part b)
{
	return (struct part){ a.lut4 + b.lut4, a.ff + b.ff, a.lone + b.lone };
}

static struct part strict_master(const struct bus_leaf *b, unsigned label_bits)
{
	struct part p = { .lut4 = 11 + 3.0 * b->limit_bits, .ff = 2.0 + label_bits + b->limit_bits };

	return b->posted ? sum(p, (struct part){ .lut4 = 10, .ff = b->limit_bits + 1 }) : p;
}

static struct part relaxed_master(const struct family *f, const struct bus_leaf *b, unsigned label_bits)
{
	double entries = 1u << b->tag_bits, label = label_bits;
	struct part p = { .lut4 = 8 + entries * (12 + 0.75 * label) + (b->lone ? 0 : 4) + (b->posted ? 6 : 0),
			  .ff = 3 + entries * (5.6 + label) };

	return sum(p, words(f, 1u << b->tag_bits, BUS_DATA_BITS));
}

/* Bits that tell where an answer goes. */
static unsigned back_bits(const struct bus_leaf *b, unsigned label_bits)
{
	return label_bits + b->tag_bits + BACK_EXTRA;
}

static struct part slave(const struct family *f, const struct bus_leaf *b, unsigned label_bits)
{
	unsigned pointer = digit_bits(b->places), width = back_bits(b, label_bits) + b->word_bits + SELECTS + BUS_DATA_BITS;
	struct part p = { .lut4 = 5 + 5.0 * pointer, .ff = BUS_DATA_BITS + 4 + back_bits(b, label_bits) + 3.0 * pointer };

	return sum(p, words(f, b->places, width));
}

/* The multiplexer in front of the network, of a leaf that is both. */
static struct part turn(const struct bus_leaf *b, unsigned label_bits)
{
	return (struct part){ .lut4 = back_bits(b, label_bits) + BUS_DATA_BITS + 6, .ff = 3 };
}

/* The blocks of the map share most of what compares the upper bits of an address. */
static struct part decoder(const struct network *net)
{
	unsigned count, most = 0;
	struct bus_block *block = bus_blocks(net, &count);

	for (unsigned i = 0; i < count; i++)
		most = larger(most, net->spec->bus->address_bits - block[i].size_bits - block[i].count_bits);
	free(block);
	return (struct part){ .lut4 = most / 3.0 + 0.7 * count + (count > 1 ? net->label_bits / 2.0 : 0) };
}

static void add_part(struct cost *sum, struct part p)
{
	unsigned long lut4 = (unsigned long)(p.lut4 + 0.5), ff = (unsigned long)(p.ff + 0.5);
	struct cost one = { .lut4 = lut4, .ff = ff, .cells = larger((unsigned)(lut4 + (unsigned long)p.lone), (unsigned)ff) };

	cost_add(sum, &one, 1);
}

struct bus_costs bus_costs(const struct network *net)
{
	const struct family *f = net->spec->family;
	struct bus_costs all = { 0 };
	struct part decodes = decoder(net);

	for (unsigned leaf = 0; leaf < net->spec->leaves; leaf++) {
		struct bus_leaf b = bus_leaf_at(net, leaf);

		if (b.master) {
			add_part(&all.masters, b.relaxed ? relaxed_master(f, &b, net->label_bits) : strict_master(&b, net->label_bits));
			add_part(&all.decoders, decodes);
		}
		if (b.slave)
			add_part(&all.slaves, slave(f, &b, net->label_bits));
		if (b.master && b.slave)
			add_part(&all.turns, turn(&b, net->label_bits));
	}
	return all;
}

struct cost bus_cost(const struct network *net)
{
	struct bus_costs parts = bus_costs(net);
	struct cost all = { 0 };

	cost_add(&all, &parts.masters, 1);
	cost_add(&all, &parts.slaves, 1);
	cost_add(&all, &parts.turns, 1);
	cost_add(&all, &parts.decoders, 1);
	return all;
}
