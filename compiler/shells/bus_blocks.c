/* bus_blocks.c: what a bus is built of: a bridge for each leaf, and blocks of leaves whose addresses decoders tell apart. */
#include "parse/bus.h"
#include "parse/family.h"
#include "plan/plan.h"
#include "shells/bus.h"

void bus_limits(const struct bus *bus, unsigned *least, unsigned *most)
{
	*least = bus->outstanding;
	*most = 1;
	for (size_t k = 0; k < bus->region_count; k++) {
		const struct bus_region *r = &bus->region[k];

		if (!(r->role & BUS_SLAVE) && !bus->rung)
			continue;
		*least = r->per_slave < *least ? r->per_slave : *least;
		*most = r->per_slave > *most ? r->per_slave : *most;
	}
}

struct bus_leaf bus_leaf_at(const struct network *net, unsigned leaf)
{
	const struct spec *spec = net->spec;
	bool relaxed = spec->bus->order == BUS_RELAXED;
	unsigned least, most;

	bus_limits(spec->bus, &least, &most);
	struct bus_leaf l = {
		.master = bus_is_master(spec, leaf), .slave = bus_serves(spec, leaf), .users_slave = bus_is_slave(spec, leaf),
		.bell = spec->bus->rung && bus_serves(spec, leaf), .atomic = spec->bus->atomic && bus_is_slave(spec, leaf), .relaxed = relaxed,
		.posted = spec->bus->posted, .lone = relaxed && most == 1, .most = most, .tag_bits = bus_tag_bits(spec),
		.limit_bits = relaxed ? bus_tag_bits(spec) + 1 : digit_bits(most + 1), .word_bits = bus_field_bits(spec),
		.slave_bits = bus_slave_bits(spec),
		.lut_ram = spec->family->lut_ram.words > 0, .places = bus_serves(spec, leaf) ? bus_places(spec, leaf) : 0,
	};

	l.block_ram = l.slave && bus_queue_in_block_ram(spec, l.places, bus_queue_bits(net, &l, leaf));
	return l;
}

/* How many leaves from `first` on, at most `left`, lie in one block: a power of two whose multiple `index` is. */
static unsigned block_leaves(const struct network *net, unsigned first, unsigned index, unsigned left)
{
	unsigned count = 1;

	while (2 * count <= left && index % (2 * count) == 0
	       && network_label(net, first + 2 * count - 1) == network_label(net, first) + 2 * count - 1)
		count *= 2;
	return count;
}

/* `index`: of the first leaf, among those that have their bytes side by side. */
static unsigned add_blocks(const struct network *net, const struct bus_region *r, unsigned index, struct bus_block *block)
{
	unsigned added = 0;

	for (unsigned i = 0; i <= r->last - r->first;) {
		unsigned count = block_leaves(net, r->first + i, index + i, r->last - r->first + 1 - i);

		block[added++] = (struct bus_block){
			.base = (uint32_t)(r->base + i * r->size), .label = network_label(net, r->first + i),
			.size_bits = digit_bits((unsigned)r->size), .count_bits = digit_bits(count), .limit = r->per_slave,
		};
		i += count;
	}
	return added;
}

/* Doorbells are those of leaves with a role, whatever region they are in; but all accesses to a leaf have one limit. */
static unsigned add_bells(const struct network *net, struct bus_block *block)
{
	const struct spec *spec = net->spec;
	unsigned added = 0;

	for (unsigned leaf = 0, last; leaf < spec->leaves; leaf = last + 1) {
		const struct bus_region *its = bus_region_of(spec, leaf), *next;

		last = leaf;
		while (its && last + 1 < spec->leaves && (next = bus_region_of(spec, last + 1)) && next->per_slave == its->per_slave)
			last++;
		struct bus_region bells = {
			.first = leaf, .last = last, .base = bus_bell(spec, leaf), .size = DOORBELL_BYTES, .per_slave = its ? its->per_slave : 0,
		};

		added += its ? add_blocks(net, &bells, leaf, block + added) : 0;
	}
	return added;
}

struct bus_block *bus_blocks(const struct network *net, unsigned *count)
{
	const struct bus *bus = net->spec->bus;
	struct bus_block *block = allocate_array(bus_slaves(net->spec) + (bus->rung ? net->spec->leaves : 0), sizeof *block);

	*count = 0;
	for (size_t k = 0; k < bus->region_count; k++)
		if (bus->region[k].role & BUS_SLAVE)
			*count += add_blocks(net, &bus->region[k], 0, block + *count);
	*count += bus->rung ? add_bells(net, block + *count) : 0;
	return block;
}
