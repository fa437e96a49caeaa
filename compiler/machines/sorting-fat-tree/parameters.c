/* parameters.c: the parameters of a sorting fat-tree.
 *
 * In: `leaves`, `mesh-side`, `batches`. Out: powers of two such that there are at least two blocks, and no more batches than
 * Bay has, rounded up. */
#include "machines/sorting-fat-tree/sorting_fat_tree.h"

#include <stdlib.h>

#include "machines/sorting-fat-tree/hardware.h"
#include "machines/streams.h"
#include "machines/tree.h"
#include "plan/plan.h"
#include "util/message.h"
#include "util/number.h"

static const struct key sorting_leaves_key = {
	.name = "leaves", .type = KEY_NUMBER, .field = offsetof(struct spec, leaves), .low = LEAST_SORTING_LEAVES,
	.high = MOST_SORTING_LEAVES, .required = "the number of leaves, a power of 2 from 4 to 65536", .example = "64",
	.takes = "4, 8, 16 .. 65536", .help = "Number of leaves.", .size = true,
};
static const struct key mesh_side_key = {
	.name = "mesh-side", .type = KEY_NUMBER, .own = true, .field = offsetof(struct sorting_parameters, mesh_side),
	.low = 1, .high = MOST_MESH_SIDE, .preset = 0, .takes = "1, 2, 4 .. 32, its square at most `leaves` / 2",
	.otherwise = "the greatest up to lg `leaves` whose square is at most `leaves` / 4",
	.help = "Side m of each block of leaves: its m^2 leaves share a channel of m wires.",
};
static const struct key batches_key = {
	.name = "batches", .type = KEY_NUMBER, .own = true, .field = offsetof(struct sorting_parameters, batches),
	.low = 1, .high = MOST_SORTING_BATCHES, .preset = 0, .takes = "1, 2, 4, 8, 16, up to lg `leaves`, rounded up to a power of 2",
	.otherwise = "the most", .help = "Number of batches in a round.",
};

const struct key *const sorting_keys[] = {
	KEYS_FIRST, &sorting_leaves_key, &mesh_side_key, &batches_key, &leaf_interface_key, &payload_bits_key, KEYS_STREAM, KEYS_BUS, KEYS_CROSSING, &family_key,
	&elements_key, &clock_key, &probe_key, NULL
};

const struct sorting_parameters *sorting_parameters(const struct spec *spec)
{
	return spec->own;
}

unsigned sorting_most_batches(unsigned leaves)
{
	return 1u << digit_bits(digit_bits(leaves));
}

/* The greatest side up to `most` that leaves `blocks` blocks. */
static unsigned greatest_side(unsigned leaves, unsigned most, unsigned blocks)
{
	unsigned side = 1;

	while (2 * side <= most && 4 * side * side <= leaves / blocks)
		side *= 2;
	return side;
}

/* The power of 2 in low .. high, both powers of 2, nearest to `wanted`. */
static unsigned nearest(unsigned wanted, unsigned low, unsigned high)
{
	unsigned power = low;

	while (power < high && wanted > power + power / 2)
		power *= 2;
	return power;
}

/* Refuses what is not a power of 2 in low .. high. */
static bool check_power(const struct request *q, const struct key *key, unsigned value, unsigned low, unsigned high)
{
	const struct entry *entry = given(q, key);

	if (is_power_of_2(value) && value >= low && value <= high)
		return true;
	char *other = format_string("%u", nearest(value, low, high));
	error_at(entry->value_at, "%s is %u: expected a power of 2, from %u to %u", key->name, value, low, high);
	suggest_value(entry, other);
	free(other);
	return false;
}

static bool check_mesh(const struct request *q, unsigned side)
{
	const struct entry *entry = given(q, &mesh_side_key);
	unsigned leaves = q->spec->leaves, most = greatest_side(leaves, MOST_MESH_SIDE, 2);

	if (!is_power_of_2(side) || side <= most)
		return check_power(q, &mesh_side_key, side, 1, MOST_MESH_SIDE);
	char *largest = format_string("%u", most);
	error_at(entry->value_at, "mesh-side is %u: a mesh of %u x %u holds all %u leaves, and there would be no tree; expected at "
		 "most %u", side, side, side, leaves, most);
	suggest_value(entry, largest);
	free(largest);
	return false;
}

/* In a block the wires of a terminal lead to its neighbours. */
static bool check_wires(const struct request *q, unsigned side)
{
	const struct entry *entry = given(q, &leaf_interface_key);

	if (side == 1 || q->spec->leaf_interface != LEAF_WIRES)
		return true;
	error_at(entry->value_at, "leaf-interface is wires, with mesh-side %u: expected axi-stream, for in a mesh no leaf has wires of "
		 "its own; or mesh-side 1", side);
	suggest_value(entry, "axi-stream");
	return false;
}

bool sorting_read(const struct request *q)
{
	struct spec *spec = q->spec;
	struct sorting_parameters *own = spec->own;
	unsigned most_batches;

	spec->leaf = spec->leaf_interface == LEAF_WIRES ? &sorting_wires : &sorting_leaf;
	if (!check_power(q, &sorting_leaves_key, spec->leaves, LEAST_SORTING_LEAVES, MOST_SORTING_LEAVES))
		return false;
	most_batches = sorting_most_batches(spec->leaves);
	if (!given(q, &mesh_side_key))
		own->mesh_side = greatest_side(spec->leaves, digit_bits(spec->leaves), 4);
	if (!given(q, &batches_key))
		own->batches = most_batches;
	return check_mesh(q, own->mesh_side) && check_power(q, &batches_key, own->batches, 1, most_batches)
	       && check_wires(q, own->mesh_side) && bus_read(q, 0) && check_widths(q, 1, 0)
	       && check_streams(q);
}
