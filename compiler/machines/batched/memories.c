/* memories.c: what Yosys makes of the memories of a leaf: of rtl-templates/batched/batch_store.v, batch_linker.v and
 * batch_fresh.v; with a degree of batch_free.v and batch_delivered.v, but none of batch_fresh.v. */
#include <limits.h>

#include "machines/batched/batched.h"
#include "network/cost.h"
#include "parse/family.h"
#include "util/message.h"
#include "util/number.h"

/* Yosys takes what costs least (memory_libmap, memory_libmap.cc, and the RAMs of techlibs): a bit of flip-flops costs
 * 1, a RAM what struct family says, a port to read 2, and 6 more if it must read what is being written. */
enum {
	READ_COST = 2, TRANSPARENCY_COST = 6,
	NIBBLE = 4,
	/* An ECP5's LUT RAM costs 4, and what chooses among several 2.5: 16 are cheaper than a block RAM, 130, and 32
	 * are not. */
	MOST_LUT_RAM_DEPTH = 16,
	ROUND_BITS = 4,
};

static unsigned blocks(unsigned long of, unsigned long each)
{
	return (unsigned)((of + each - 1) / each);
}

/* Without parity. */
static unsigned block_ram_data(const struct block_ram *ram)
{
	return ram->narrow_rows * ram->narrow_bits;
}

static struct batched_memory memory_with_lut_ram(const struct family *f, unsigned long rows, unsigned bits)
{
	unsigned deep = blocks(rows, f->lut_ram.words);

	if (deep > MOST_LUT_RAM_DEPTH)
		return (struct batched_memory){ .block_rams = blocks(rows * bits, block_ram_data(&f->block_ram)) };
	return (struct batched_memory){ .lut_rams = deep * blocks(bits, f->lut_ram.bits) };
}

static struct batched_memory memory_without_lut_ram(const struct family *f, unsigned long rows, unsigned bits,
						    unsigned read_cost)
{
	const struct block_ram *ram = &f->block_ram;
	unsigned rams = UINT_MAX;

	for (unsigned width = ram->narrow_bits; width <= ram->data_bits; width *= 2)
		rams = smaller(rams, blocks(rows, block_ram_data(ram) / width) * blocks(bits, width));
	if (rows * bits <= ram->cost * rams + read_cost)
		return (struct batched_memory){ .flip_flops = (unsigned)rows * bits };
	return (struct batched_memory){ .block_rams = rams };
}

static struct batched_memory memory_of(const struct family *f, unsigned long rows, unsigned bits, unsigned read_cost)
{
	return f->lut_ram.words > 0 ? memory_with_lut_ram(f, rows, bits) : memory_without_lut_ram(f, rows, bits, read_cost);
}

/* Of both parities, in fours. */
static unsigned long list_rows(const struct batched_shape *s)
{
	return (s->levels + 1) / 2 * 4ul;
}

/* Of the stack of batch_free. */
static unsigned long free_rows(const struct batched_shape *s)
{
	return s->places - 2;
}

static unsigned long delivered_rows(const struct batched_shape *s)
{
	return s->degree > 1 ? 2ul << digit_bits(s->degree) : 4;
}

struct batched_memories batched_memories(const struct batched_shape *s, const struct family *family)
{
	struct batched_memories m = {
		.store = memory_of(family, batched_queue_bits(s) / NIBBLE, NIBBLE, READ_COST),
		.lists = memory_of(family, list_rows(s), s->link_bits + s->list_count_bits, READ_COST + TRANSPARENCY_COST),
	};

	if (s->degree > 0) {
		m.free_places = memory_of(family, free_rows(s), s->link_bits, READ_COST);
		m.delivered = memory_of(family, delivered_rows(s), s->link_bits, READ_COST);
	} else if (s->ordered && s->round_words > 1) {
		m.rounds = memory_of(family, s->leaves, ROUND_BITS, READ_COST);
	}
	return m;
}

unsigned long batched_memory_bits(const struct batched_shape *s)
{
	unsigned long bits = batched_queue_bits(s) + list_rows(s) * (s->link_bits + s->list_count_bits);

	if (s->degree > 0)
		return bits + (free_rows(s) + delivered_rows(s)) * s->link_bits;
	return bits + (s->ordered && s->round_words > 1 ? (unsigned long)s->leaves * ROUND_BITS : 0);
}

unsigned batched_leaf_rams(const struct batched_memories *m)
{
	return m->store.block_rams + m->lists.block_rams + m->rounds.block_rams + m->free_places.block_rams + m->delivered.block_rams;
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
	const char *key = s.degree ? "degree" : "round-words";

	if (needed <= block_rams)
		return true;
	error("the network does not fit the %s: %u leaves need %lu block RAMs with %s: %u, it has %lu for them", board, s.leaves, needed, key,
	      s.round_words, block_rams);
	while (fit > 0 && all_rams(spec, fit) > block_rams)
		fit--;
	if (fit > 0)
		return suggest("--set %s=%u, the most that fits", key, fit);
	return suggest("fewer leaves; or a larger board");
}
