/* bus_bench.c: the testbench of a network with a bus: rtl-templates/bench/bench_accesses.v, masters and slaves around it. */
#include <stdlib.h>
#include <string.h>

#include "emit/around.h"
#include "emit/crossing.h"
#include "network/leaf.h"
#include "parse/bus.h"
#include "parse/crossing.h"
#include "plan/plan.h"
#include "shells/bus.h"
#include "shells/bus_ports.h"
#include "util/number.h"

enum { MOST_ROUNDS = 64, LEAST_ROUNDS = 8, LONE_ROUNDS = 1, MOST_ACCESSES = 4096, LONGEST_PATIENCE = 2000000000, LONG_TIMEOUT = 1024 };

/* Accesses of each master; those to slave 0 take a timeout each, and bench_accesses.v goes there once if it is long. */
static unsigned rounds(const struct network *net)
{
	if (net->spec->bus->timeout > LONG_TIMEOUT)
		return bus_slaves(net->spec) > 1 ? LEAST_ROUNDS : LONE_ROUNDS;
	return larger(LEAST_ROUNDS, smaller(MOST_ROUNDS, MOST_ACCESSES / bus_masters(net->spec)));
}

static unsigned long wanted_accesses(const struct network *net)
{
	return (unsigned long)rounds(net) * bus_masters(net->spec);
}

/* Even if all accesses wait for each other, two words each. */
static unsigned long patience(const struct network *net)
{
	unsigned long clocks = (16ul * net->slot_clocks + net->spec->bus->timeout) * (wanted_accesses(net) + 16);

	return clocks < LONGEST_PATIENCE ? clocks : LONGEST_PATIENCE;
}

static bool is_in(uint64_t address, uint64_t base, uint64_t span)
{
	return address >= base && address - base < span;
}

/* Whether an address is that of a fence or a doorbell, or says what is to be done to a word. */
static bool has_meaning(const struct spec *spec, uint64_t address)
{
	const struct bus *bus = spec->bus;

	return (bus->fenced && address / BUS_WORD_BYTES == bus->fence / BUS_WORD_BYTES) || (address & bus_atomic_mask(bus))
	       || (bus->rung && is_in(address, bus->doorbells, bus_bells_span(spec)));
}

/* The first address behind some slave, or 0, that no slave has, and that means nothing else. False: there is none. */
static bool find_hole(const struct spec *spec, uint64_t *hole)
{
	const struct bus *bus = spec->bus;
	bool found = false;

	for (size_t k = 0; !found && k <= bus->region_count; k++) {
		const struct bus_region *r = k > 0 ? &bus->region[k - 1] : NULL;

		*hole = r ? r->base + (r->last - r->first + 1) * r->size : 0;
		found = *hole < (uint64_t)1 << bus->address_bits && (!r || r->role & BUS_SLAVE)
			&& !has_meaning(spec, *hole);
		for (size_t j = 0; found && j < bus->region_count; j++) {
			const struct bus_region *other = &bus->region[j];

			found = !(other->role & BUS_SLAVE) || !is_in(*hole, other->base, (other->last - other->first + 1) * other->size);
		}
	}
	return found;
}

static void list_slaves(struct instance *i, const struct spec *spec)
{
	enum { WORD = 32 };
	unsigned slaves = bus_slaves(spec), count = 0;
	unsigned *base = allocate_array(slaves, sizeof *base), *size = allocate_array(slaves, sizeof *size);

	for (unsigned leaf = 0; leaf < spec->leaves; leaf++)
		if (bus_is_slave(spec, leaf)) {
			base[count] = (unsigned)bus_base(spec, leaf);
			size[count++] = (unsigned)bus_region_of(spec, leaf)->size;
		}
	instance_long_parameter(i, "BASES", packed_digits(base, slaves, WORD), slaves * WORD);
	instance_long_parameter(i, "SIZES", packed_digits(size, slaves, WORD), slaves * WORD);
	free(base);
	free(size);
}

static bool bench_port(const struct net *port)
{
	static const char *const sides[] = { "master_", "slave_" };

	return strncmp(port->name, sides[0], strlen(sides[0])) == 0 || strncmp(port->name, sides[1], strlen(sides[1])) == 0
	       || strcmp(port->name, CROSSING_CLOCKS) == 0 || strcmp(port->name, CROSSING_RESETS) == 0;
}

/* Ports of other kinds behind pipelined ones; the rules that are broken there are counted, too. */
static void add_users(struct module *m, struct design *d, const struct network *net)
{
	bus_add_users(m, d, net);
	struct instance *i = module_instance(m, d, "bench_holds", 1, "holds");

	PARAMETERS(i, { "MASTERS", bus_masters(net->spec) }, { "SLAVES", bus_slaves(net->spec) },
		   { "TIMEOUT", net->spec->bus->timeout });
	CONNECT(m, i, { "found", module_net(m, "found", 32) });
	connect_rest(m);
}

static void add_bench(struct module *m, struct design *d, const struct network *net)
{
	const struct spec *spec = net->spec;
	uint64_t hole = 0;
	bool has_hole = find_hole(spec, &hole);

	bool converts = bus_converts(spec, BUS_MASTER) || bus_converts(spec, BUS_SLAVE);

	if (converts && crossing_count(spec) > 0) {
		module_net(m, CROSSING_CLOCKS, crossing_count(spec));
		module_net(m, CROSSING_RESETS, crossing_count(spec));
	}
	if (converts)
		add_users(m, d, net);
	else
		add_inner(m, d, design_top(d->base)->name, "clk", "rst", bench_port);
	if (!converts && crossing_count(spec) > 0)
		instance_parameter(&m->instance[m->instance_count - 1], CROSSING_METASTABLE, 1);
	bench_share_clock(m, d, net);
	struct instance *i = module_instance(m, d, "bench_accesses", 1, "accesses");

	PARAMETERS(i, { "MASTERS", bus_masters(spec) }, { "SLAVES", bus_slaves(spec) }, { "ADDRESS_BITS", spec->bus->address_bits },
		   { "SLAVE_BITS", bus_slave_bits(spec) + digit_bits(BUS_WORD_BYTES) }, { "ROUNDS", rounds(net) },
		   { "POSTED", spec->bus->posted }, { "TIMEOUT", spec->bus->timeout }, { "HOLE", has_hole },
		   { "FENCED", spec->bus->fenced });
	instance_vector_parameter(i, "FENCE", spec->bus->fence, 32);
	instance_vector_parameter(i, "UNMAPPED", has_hole ? hole : 0, 32);
	list_slaves(i, spec);
	if (converts)
		CONNECT(m, i, { "wrong", module_find(m, "found") });
	connect_rest(m);
}

const struct verilog_bench bus_bench = {
	.speech = LEAF_SPEAKS_MESSAGES,
	.what = "accesses",
	.wanted = wanted_accesses,
	.patience = patience,
	.add = add_bench,
};
