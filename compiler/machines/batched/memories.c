/* memories.c: what Yosys makes of the memories of a leaf, rtl-templates/batched/batch_leaf.v and batch_store.v. */
#include <limits.h>

#include "machines/batched/batched.h"
#include "network/cost.h"
#include "util/message.h"
#include "util/number.h"

/* Yosys takes what costs least (memory_libmap, memory_libmap.cc, and the RAMs of techlibs): a bit of flip-flops costs 1, a
 * block RAM of an iCE40 64, a port to read 2, and 6 more if it must read what is being written. */
enum {
	BLOCK_RAM_COST = 64, READ_COST = 2, TRANSPARENCY_COST = 6,
	BLOCK_RAM_BITS = 4096,			/* of an iCE40, in words of 2, 4, 8 or 16 bits */
	NARROWEST = 2, WIDEST = 16,
	LUT_RAM_ROWS = 16, LUT_RAM_BITS = 4,	/* of an ECP5's TRELLIS_DPR16X4 */
	/* A LUT RAM costs 4, and what chooses among several 2.5: 16 are cheaper than a block RAM of an ECP5, 130, and 32 are not. */
	MOST_LUT_RAM_DEPTH = 16,
	ECP5_BLOCK_RAM_BITS = 16384,		/* in words of 4 bits and less */
	ROUND_BITS = 4,
};

static unsigned blocks(unsigned long of, unsigned long each)
{
	return (unsigned)((of + each - 1) / each);
}

static struct batched_memory ecp5_memory(unsigned long rows, unsigned bits)
{
	unsigned deep = blocks(rows, LUT_RAM_ROWS);

	if (deep > MOST_LUT_RAM_DEPTH)
		return (struct batched_memory){ .block_rams = blocks(rows * bits, ECP5_BLOCK_RAM_BITS) };
	return (struct batched_memory){ .lut_rams = deep * blocks(bits, LUT_RAM_BITS) };
}

static struct batched_memory ice40_memory(unsigned long rows, unsigned bits, unsigned read_cost)
{
	unsigned rams = UINT_MAX;

	for (unsigned width = NARROWEST; width <= WIDEST; width *= 2)
		rams = smaller(rams, blocks(rows, BLOCK_RAM_BITS / width) * blocks(bits, width));
	if (rows * bits <= BLOCK_RAM_COST * rams + read_cost)
		return (struct batched_memory){ .flip_flops = (unsigned)rows * bits };
	return (struct batched_memory){ .block_rams = rams };
}

static struct batched_memory memory_of(enum family family, unsigned long rows, unsigned bits, unsigned read_cost)
{
	return family == FAMILY_ECP5 ? ecp5_memory(rows, bits) : ice40_memory(rows, bits, read_cost);
}

struct batched_memories batched_memories(const struct batched_shape *s, enum family family)
{
	struct batched_memories m = {
		.store = memory_of(family, batched_queue_bits(s) / LUT_RAM_BITS, LUT_RAM_BITS, READ_COST),
		.lists = memory_of(family, 2u << digit_bits(s->levels), s->link_bits + s->count_bits, READ_COST + TRANSPARENCY_COST),
	};

	if (s->ordered && s->round_words > 1)
		m.rounds = memory_of(family, s->leaves, ROUND_BITS, READ_COST);
	return m;
}

unsigned batched_leaf_rams(const struct batched_memories *m)
{
	return m->store.block_rams + m->lists.block_rams + m->rounds.block_rams;
}

/* Of all leaves, with so many round-words. */
static unsigned long all_rams(const struct spec *spec, unsigned round_words)
{
	struct batched_shape s = batched_shape_with(spec, round_words);
	struct batched_memories m = batched_memories(&s, spec->family);

	return (unsigned long)s.leaves * batched_leaf_rams(&m);
}

bool batched_check_rams(const struct network *net, const char *board, unsigned long block_rams)
{
	const struct spec *spec = net->spec;
	struct batched_shape s = batched_shape(spec);
	unsigned long needed = all_rams(spec, s.round_words);
	unsigned fit = s.round_words;

	if (needed <= block_rams)
		return true;
	error("the network does not fit the %s: %u leaves need %lu block RAMs with round-words: %u, it has %lu for them", board, s.leaves,
	      needed, s.round_words, block_rams);
	while (fit > 0 && all_rams(spec, fit) > block_rams)
		fit--;
	if (fit > 0)
		return suggest("--set round-words=%u, the most that fits", fit);
	return suggest("fewer leaves; or a larger board");
}
