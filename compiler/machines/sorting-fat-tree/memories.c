/* memories.c: the block RAMs of a sorting fat-tree, as Yosys takes them: banks of its nodes, and tables that are not in logic. */
#include "machines/sorting-fat-tree/hardware.h"
#include "machines/sorting-fat-tree/node.h"
#include "parse/family.h"
#include "util/message.h"

static unsigned blocks(unsigned long of, unsigned each)
{
	return (unsigned)((of + each - 1) / each);
}

static unsigned table_rams(const struct block_ram *ram, unsigned rows, unsigned row_bits)
{
	return blocks(rows, ram->port_rows) * blocks(row_bits, ram->port_bits);
}

unsigned sorting_node_rams(const struct sorting_node *n, const struct family *family)
{
	const struct block_ram *ram = &family->block_ram;
	unsigned low = sorting_node_low_row_bits(n), high = sorting_node_row_bits(n) - low;
	/* A bank X has one half only. */
	unsigned bits = n->column_bits + n->beat_bits;
	unsigned rams = n->lines * (blocks(1ul << bits, ram->narrow_rows) + blocks(2ul << bits, ram->narrow_rows));

	if (sorting_node_table_in_logic(n))
		return rams;
	return rams + table_rams(ram, n->moves.rows, low) + table_rams(ram, n->moves.rows, high);
}

unsigned long sorting_rams(const struct spec *spec)
{
	struct sorting_shape s = sorting_shape(spec);
	unsigned long sum = 0;

	for (unsigned level = 0; level < s.height; level++) {
		struct sorting_node n = sorting_node_make(&s, spec, level);

		sum += (unsigned long)s.level[level].nodes * sorting_node_rams(&n, spec->family);
		sorting_node_free(&n);
	}
	return sum;
}

/* The least mesh with which it would fit; 0: none. */
static unsigned fitting_side(const struct spec *spec, unsigned long rams)
{
	struct sorting_parameters own = *sorting_parameters(spec);
	struct spec other = *spec;

	other.own = &own;
	for (own.mesh_side *= 2; own.mesh_side <= MOST_MESH_SIDE && 2 * own.mesh_side * own.mesh_side <= spec->leaves; own.mesh_side *= 2)
		if (sorting_rams(&other) <= rams)
			return own.mesh_side;
	return 0;
}

bool sorting_check_rams(const struct network *net, const char *board, unsigned long rams)
{
	const struct spec *spec = net->spec;
	unsigned long needed = sorting_rams(spec);

	if (needed <= rams)
		return true;
	error("the network does not fit the %s: the banks of %u leaves need %lu block RAMs, it has %lu for them", board, spec->leaves,
	      needed, rams);
	unsigned side = fitting_side(spec, rams);

	if (side > 0)
		return suggest("--set mesh-side=%u, with which it has fewer", side);
	return suggest("fewer leaves; or a larger board");
}
