/* memories.c: what Yosys makes of the memories of a leaf, rtl-templates/batch_leaf.v and batch_store.v: its words, its lists
 * and, with `order: pairs`, the rounds of the last words to each leaf. */
#include "machines/batched/batched.h"
#include "network/cost.h"
#include "util/message.h"
#include "util/number.h"

enum {
	LUT_RAM_ROWS = 16, LUT_RAM_BITS = 4,	/* of an ECP5's TRELLIS_DPR16X4 */
	MOST_LUT_RAM_STORE = 320,		/* nibbles; more are in block RAM */
	BLOCK_RAM_NIBBLES = 4096,		/* of an ECP5 */
	BLOCK_RAM_ROWS = 256, BLOCK_RAM_WIDTH = 16,	/* of an iCE40; or 1024 nibbles */
	MOST_FLIP_FLOP_BITS = 68,		/* of an iCE40, for each block RAM; Yosys makes block RAM of more */
	ROUND_BITS = 4,
};

static unsigned blocks(unsigned long of, unsigned each)
{
	return (unsigned)((of + each - 1) / each);
}

struct memory {
	unsigned rows, bits;
};

static struct memory lists_of(const struct batched_shape *s)
{
	return (struct memory){ 2u << digit_bits(s->levels), s->link_bits + s->count_bits };
}

static struct memory rounds_of(const struct batched_shape *s)
{
	return (struct memory){ s->ordered && s->round_words > 1 ? s->leaves : 0, ROUND_BITS };
}

/* Adds a memory beside the store. */
static void add(const struct memory *m, enum family family, struct batched_memories *sum)
{
	unsigned rams = blocks(m->rows, BLOCK_RAM_ROWS) * blocks(m->bits, BLOCK_RAM_WIDTH);

	if (family == FAMILY_ECP5)
		sum->lut_rams += blocks(m->rows, LUT_RAM_ROWS) * blocks(m->bits, LUT_RAM_BITS);
	else if (m->rows * m->bits <= rams * MOST_FLIP_FLOP_BITS)
		sum->flip_flops += m->rows * m->bits;
	else
		sum->block_rams += rams;
}

struct batched_memories batched_memories(const struct batched_shape *s, enum family family)
{
	struct memory lists = lists_of(s), rounds = rounds_of(s);
	unsigned long nibbles = batched_queue_bits(s) / LUT_RAM_BITS;
	struct batched_memories sum = { 0 };

	if (family != FAMILY_ECP5)
		sum.block_rams = blocks(nibbles, BLOCK_RAM_ROWS * BLOCK_RAM_WIDTH / LUT_RAM_BITS);
	else if (nibbles > MOST_LUT_RAM_STORE)
		sum.block_rams = blocks(nibbles, BLOCK_RAM_NIBBLES);
	else
		sum.lut_rams = blocks(nibbles, LUT_RAM_ROWS);
	add(&lists, family, &sum);
	add(&rounds, family, &sum);
	return sum;
}

/* Of all leaves, with so many round-words. */
static unsigned long all_rams(const struct spec *spec, unsigned round_words)
{
	struct batched_shape s = batched_shape_with(spec, round_words);

	return (unsigned long)s.leaves * batched_memories(&s, spec->family).block_rams;
}

bool batched_check_rams(const struct network *net, const char *board, unsigned long block_rams)
{
	const struct spec *spec = net->spec;
	struct batched_shape s = batched_shape(spec);
	unsigned long needed = all_rams(spec, s.round_words);
	unsigned fit = s.round_words;

	if (needed <= block_rams)
		return true;
	error("the network does not fit the %s: %u leaves need %lu block RAMs for queues of %u words, it has %lu for them", board, s.leaves,
	      needed, s.queue_words, block_rams);
	while (fit > 0 && all_rams(spec, fit) > block_rams)
		fit--;
	if (fit > 0)
		return suggest("--set round-words=%u, the most that fits", fit);
	return suggest("fewer leaves; or a larger board");
}
