/* cost.c: estimates of what stands beside the plans of a pruned butterfly that routes in batches: rtl-templates/batched/batch_turn.v,
 * batch_count.v, batch_timer.v and batch_leaf.v, in Yosys 0.23 as `ftc build` runs it. Flip-flops are counted, LUTs and
 * cells are fitted. */
#include "machines/batched/batched.h"
#include "network/cost.h"
#include "parse/family.h"
#include "util/number.h"

/* `lone`: flip-flops without a LUT in front of them, which have a cell of an iCE40 for themselves. */
static struct cost parts(unsigned lut4, unsigned ff, int lone)
{
	return (struct cost){ .lut4 = lut4, .ff = ff, .cells = (unsigned long)((long)lut4 + lone) };
}

/* Whether the node says how many batches its own words take. */
static bool is_counted(const struct batched_shape *s, unsigned level)
{
	return level > 0 && (s->levels - level) % 2 == 1;
}

static struct cost control_cost(const struct network *net, const struct batched_shape *s, unsigned level)
{
	unsigned c = s->count_bits, shift = digit_bits(batched_vertices(s, level));
	bool enabled = net->spec->family->free_enables;	/* else LUTs stand in for clock enables */

	if (level == 0)		/* nobody counts its words */
		return parts(15, 18, 4);
	unsigned kept = enabled ? 0 : c;

	if (!is_counted(s, level))
		return parts(23 + kept, 26 + c, 6);
	return parts(31 + c - shift + (shift == 1) + kept + (enabled ? 0 : c - shift), 28 + 2 * c + (shift == 1),
		     6 + (int)shift);
}

/* The registers before and behind sorters, and the strobes, less those that the plans have counted. */
static struct cost turn_cost(const struct network *net, const struct batched_shape *s, unsigned level)
{
	unsigned vertices = batched_vertices(s, level), lines = 2 * vertices;
	const struct plan *sorter = network_plan(net, PLAN_SORTER, level);
	unsigned strobes = sorter->latency + 1, counted = 2 * sorter->deepest_strobe;

	if (level == 0)
		return parts(2 * lines + 1, 2 * lines + strobes + 1 - counted, (int)(strobes - counted));
	unsigned turned = (s->levels - level) % 2 == 0 ? lines : 0;	/* where the spread's LUT is full */

	counted += network_plan(net, PLAN_SPREAD, level)->deepest_strobe +
		   network_plan(net, PLAN_GATHER, level)->deepest_strobe;
	return parts(lines + 3 + turned, lines + strobes + 5 - counted, (int)(strobes + 3 - counted));
}

/* Those without a LUT that the two nodes of a pair have equal: not_count, falling, and strobes of the spread. */
static unsigned long lone_spared(const struct network *net, unsigned level)
{
	return level > 0 ? (1ul << (level - 1)) * (1 + 2 + network_plan(net, PLAN_SPREAD, level)->deepest_strobe - 1) : 0;
}

/* Flip-flops of a level that nothing reads, or that are equal to others: Yosys leaves them out. A node reads the valid bits
 * and strobes of its left child only, and says the same to both. No words are left of the first ones: their sums are 0. */
static unsigned long spared_flip_flops(const struct network *net, const struct batched_shape *s, unsigned level)
{
	unsigned long pairs = level > 0 ? 1ul << (level - 1) : 0, spared = 0;
	bool counted = is_counted(s, level), kept_sum_valid = counted && batched_vertices(s, level) > 2;

	if (level == 0)
		return 0;
	spared += lone_spared(net, level);
	spared += pairs * (1 + !counted);							/* right: max_valid, below */
	spared += 2;										/* child_prefix[0] */
	if (level == 1)		/* the root needs no sums */
		spared += 2 * (1 + !kept_sum_valid + !counted);					/* sum, sum_valid, carry */
	else
		spared += pairs * (!kept_sum_valid + (level == 2 && !is_counted(s, 1)));	/* right: sum_valid, sum */
	return spared;
}

struct cost batched_level_cost(const struct network *net, unsigned level)
{
	struct batched_shape s = batched_shape(net->spec);
	struct cost sum = { 0 }, control = control_cost(net, &s, level), turn = turn_cost(net, &s, level);

	cost_add(&sum, &control, 1ul << level);
	cost_add(&sum, &turn, 1ul << level);
	sum.ff -= spared_flip_flops(net, &s, level);
	sum.cells -= lone_spared(net, level);
	return sum;
}

/* Registers behind the timer's tables: one for each bit that is not the same in all stages, if no other one is equal to it. */
static unsigned table_registers(const struct batched_shape *s, const struct batched_timer_constants *t)
{
	enum { TABLES = 3 };
	const unsigned *table[TABLES] = { t->first, t->period, t->drain };
	uint64_t seen[TABLES * 32];
	unsigned count = 0, stages = 1u << digit_bits(s->levels);

	seen[count++] = 1ull << (s->levels - 1);	/* last_stage */
	for (unsigned bit = 0; bit < TABLES * t->bits; bit++) {
		uint64_t column = 0;
		bool is_new = true;

		for (unsigned k = 0; k < s->levels; k++)
			column |= (uint64_t)(table[bit / t->bits][k] >> bit % t->bits & 1) << k;
		for (unsigned i = stages == 2 ? 0 : 1; i < count; i++)
			is_new = is_new && seen[i] != column;
		if (is_new && column != 0 && column != (1ull << stages) - 1)
			seen[count++] = column;
	}
	return count;
}

struct cost batched_timer_cost(const struct network *net)
{
	struct batched_shape s = batched_shape(net->spec);
	struct batched_timer_constants t = batched_timer_constants(&s);
	unsigned c = s.count_bits;

	return parts(14 + 3 * c + 3 * t.bits + (net->spec->family->free_enables ? 0 : 3 * c),
		     22 + digit_bits(s.levels) + 2 * c + 2 * t.bits + table_registers(&s, &t), 10);
}

struct cost batched_fabric_cost(const struct network *net)
{
	struct batched_shape s = batched_shape(net->spec);
	struct cost sum = batched_timer_cost(net);

	for (unsigned level = 0; level < s.levels; level++) {
		struct cost cost = batched_level_cost(net, level);

		cost_add(&sum, &cost, 1);
	}
	return sum;
}

/* ---- leaves ------------------------------------------------------------------------------------------------ */

enum {
	NIBBLE = 4,
	/* Two leaves of a node hear the same commands and strobes, and it reads the left one's only: Yosys leaves out of the
	 * right one kind, after_1, after_2, starts, and comes of batch_ranks; sum_valid, max_valid, up_strobe. */
	MERGED_FLIP_FLOPS = 8,
	/* Registers of the leaf's parts that no parameter widens. */
	FIXED_FLIP_FLOPS = 145,
	ORDER_FLIP_FLOPS = NIBBLE,		/* round_next; round_read lies in a block RAM */
};

/* Widths in rtl-templates/batched/batch_leaf.v and its parts (IB: batch_teller.v, PB: batch_shifter.v), by their names there. */
struct leaf_widths {
	unsigned IW, C, LC, SB, LB, NB, KB, IB, DB, PB, RB;
	unsigned doublings, doubling;		/* D and LEVEL_BITS of batch_ranks */
};

static struct leaf_widths widths_of(const struct batched_shape *s)
{
	struct leaf_widths w = {
		.IW = s->link_bits, .C = s->count_bits, .LC = s->list_count_bits, .SB = digit_bits(s->places + 1), .LB = digit_bits(s->levels), .NB = digit_bits(s->word_nibbles),
		.KB = digit_bits(s->word_nibbles - s->body_nibbles), .IB = digit_bits(s->count_bits + 1),
		.DB = digit_bits(s->round_words + 1), .PB = digit_bits(s->levels + NIBBLE * s->body_nibbles - s->body_bits + 1),
		.RB = (s->levels - 1) / 2 + 2,
	};

	if ((1u << (w.RB - 1)) + 3 > 2 * w.C) {
		w.doublings = w.RB - 2;
		w.doubling = larger(digit_bits(w.doublings + 1), 1);
	}
	return w;
}

/* Memories of that depth, one behind the other, for so many rows. */
static unsigned deep(unsigned long rows, unsigned depth)
{
	return (unsigned)((rows + depth - 1) / depth);
}

static unsigned long store_rows(const struct batched_shape *s)
{
	return batched_queue_bits(s) / NIBBLE;
}

/* Of batch_halves and of what is wider without a degree. */
static unsigned numbered_flip_flops(const struct leaf_widths *w)
{
	return 2 * w->C + 1 + 2 * (w->C - w->LC);
}

/* Bits of an entry of batch_queue: destination, list, own, place. */
static unsigned entry_bits(const struct batched_shape *s, const struct leaf_widths *w)
{
	return s->levels + w->LB + 1 + w->IW;
}

/* Of batch_queue and batch_bucket, less what batch_intake and batch_placed do not need beside them. */
static unsigned scan_flip_flops(const struct batched_shape *s, const struct leaf_widths *w)
{
	enum { FLAGS = 4, SPARED = 2 };

	return s->degree * (entry_bits(s, w) + FLAGS) + w->LB + 1 + w->IW + w->DB + 2 + w->DB + 2 * s->levels - w->DB - SPARED;
}

static bool has_names(const struct batched_shape *s)
{
	return s->ordered && s->degree > 1 && !s->scan;
}

/* Of batch_free, batch_delivered and batch_named, and of batch_fetcher what these need; of what admits words. */
static unsigned placed_flip_flops(const struct batched_shape *s, const struct leaf_widths *w)
{
	enum { FLAGS = 15 };

	return 13 * w->IW + w->SB + 4 * w->DB + FLAGS + (has_names(s) ? s->degree * (s->levels + 1) + 1 : 0) +
	       (s->scan ? scan_flip_flops(s, w) : 0);
}

/* LUTs of the parts with a degree: fitted to each part by itself, with 2 .. 10 levels and degrees of 1 .. 8, within 6 LUTs
 * on an ECP5. On an iCE40 clock enables take LUTs, and memories of flip-flops. */
static unsigned placed_luts(const struct batched_shape *s, const struct batched_memories *m, const struct family *f)
{
	struct leaf_widths w = widths_of(s);
	bool enabled = f->free_enables;
	unsigned L = s->levels, d = s->degree, bits = m->free_places.flip_flops + m->delivered.flip_flops;
	unsigned luts = (enabled ? 22 * w.IW - (s->places > 16 ? 23 : 34) : 31 * (w.IW - 1)) + 3 * w.IW + 6 * w.DB + 14 + 2 * bits;
	unsigned queue = d * (17 * entry_bits(s, &w) + 300) / 20 - 4;

	if (s->row_shift > 0)
		luts += 2 * (w.IW + w.NB + 1 - s->row_shift);
	if (has_names(s))
		luts += d * (15 * L + 12) / (enabled ? 20 : 10);
	if (s->scan)
		luts += (enabled ? queue : 3 * queue / 2) + 6 * L + 3 * w.DB - (enabled && L < 6 ? 7 : 2);
	return luts + f->lut_ram.luts * (m->free_places.lut_rams + m->delivered.lut_rams);
}

/* Of the registers that the leaf's parts declare, and of memories. Exact but for the constant bits of an address that Yosys
 * finds in the body's nibbles of the shortest words: L = 2, P = 1. */
static unsigned long leaf_flip_flops(const struct batched_shape *s, const struct batched_memories *m,
				     const struct family *family)
{
	struct leaf_widths w = widths_of(s);
	unsigned long sum = FIXED_FLIP_FLOPS + 7 * w.LB + 8 * w.IW + 5 * w.NB + 8 * w.C + 2 * w.KB + w.IB + w.DB +
			    w.PB + s->body_nibbles + s->body_bits + 3 * s->levels + w.doublings + w.doubling;

	sum += s->levels > 2 ? 2 * w.RB + 1 : 1;	/* first, rank, carry, ranks: of 4 leaves none has a rank's other bits */
	unsigned in_a_row = deep(store_rows(s), family->block_ram.narrow_rows);

	if (s->degree > 0)
		sum += placed_flip_flops(s, &w) - numbered_flip_flops(&w);
	/* batch_store's `comes` and `read`: a block RAM takes the first one, and one with a register at its output the
	 * second one, too, unless it has to be chosen from several. */
	if (m->store.lut_rams > 0)
		sum += 2 * NIBBLE;
	else if (family->block_ram.registered_bits == 0 || in_a_row > 1)
		sum += NIBBLE + digit_bits(in_a_row);
	/* A block RAM does not give what is being written: that is kept beside it. Otherwise list_at is there twice. */
	sum += m->lists.block_rams > 0 ? 1 + w.IW + w.LC : w.LB + 1;
	if (s->ordered && s->round_words > 1 && s->degree == 0)
		sum += ORDER_FLIP_FLOPS + (m->rounds.block_rams > 0 ? 0 : NIBBLE);
	return sum + m->lists.flip_flops + m->rounds.flip_flops + m->free_places.flip_flops + m->delivered.flip_flops;
}

/* What chooses among block RAMs that lie one behind the other. */
static unsigned chooser(unsigned long rows, unsigned depth)
{
	return NIBBLE * (deep(rows, depth) - 1);
}

/* LUTs are fitted, in halves: those that are always there; those for each bit of an entry of a list (what makes, moves and
 * compares indices and counts), each nibble of a body, each bit of a rank's number, and each doubling of batch_ranks; and
 * what memories need.
 *
 * 2 .. 10 levels, 1 .. 128 bits of payload, 1 .. 64 round-words, up to 52 block RAMs: 55 shapes, within 2.3 %. Each LUT RAM
 * behind another takes 5 LUTs to choose among them. */
static struct cost leaf_with_lut_ram(const struct family *f, const struct batched_shape *s,
				     const struct batched_memories *m)
{
	struct leaf_widths w = widths_of(s);
	unsigned long halves = 2 * 182 + 21 * (w.IW + w.C) + 9 * s->body_nibbles + 2 * 16 * w.RB + 2 * 12 * w.doublings;
	unsigned lut_rams = m->store.lut_rams + m->lists.lut_rams + m->rounds.lut_rams, more = 0;

	if (m->store.lut_rams > 0)
		more += 5 * (m->store.lut_rams - 1);
	else
		more += chooser(store_rows(s), f->block_ram.narrow_rows);
	if (m->rounds.lut_rams > 0)
		more += 5 * (m->rounds.lut_rams - 1);
	if (s->degree > 0)
		more += placed_luts(s, m, f);
	else if (s->ordered && s->round_words > 1)
		more += 9;		/* is a word fresh? */
	return (struct cost){ .lut4 = halves / 2 + more + f->lut_ram.luts * lut_rams };
}

/* 2 .. 10 levels, likewise, up to 16 block RAMs: 44 shapes, LUTs within 4.5 %, cells within 2.7 %. A bit of a memory of
 * flip-flops has a LUT for its clock enable and a share of a multiplexer; lists in block RAM have what keeps the entry that
 * is written. Cells are LUTs, and flip-flops and carries alone. */
static struct cost leaf_without_lut_ram(const struct family *f, const struct batched_shape *s,
					const struct batched_memories *m)
{
	struct leaf_widths w = widths_of(s);
	unsigned long entry = w.IW + w.C, kept = m->lists.block_rams > 0, bits = m->lists.flip_flops + m->rounds.flip_flops;
	unsigned more = chooser(store_rows(s), f->block_ram.narrow_rows) + (s->degree > 0 ? placed_luts(s, m, f) : 0);

	return (struct cost){
		.lut4 = (2 * 167 + 29 * entry + 9 * s->body_nibbles + 2 * 38 * w.RB + 4 * bits + 2 * 37 * kept) / 2 + more,
		.cells = (2 * 189 + 32 * entry + 19 * s->body_nibbles + 2 * 40 * w.RB + 9 * bits / 2 + 2 * 46 * kept) / 2 + more,
	};
}

struct cost batched_leaves_cost(const struct network *net)
{
	struct batched_shape s = batched_shape(net->spec);
	const struct family *family = net->spec->family;
	struct batched_memories m = batched_memories(&s, family);
	struct cost one = (family->lut_ram.words > 0 ? leaf_with_lut_ram : leaf_without_lut_ram)(family, &s, &m), sum = { 0 };

	one.ff = leaf_flip_flops(&s, &m, family);
	one.ram_bits = batched_leaf_rams(&m) * family->block_ram.bits;
	cost_add(&sum, &one, s.leaves);
	sum.ff -= s.leaves / 2 * (MERGED_FLIP_FLOPS + (s.scan ? s.levels : 0));	/* `turn` of batch_bucket, too */
	return sum;
}

struct cost batched_cost(const struct network *net)
{
	struct cost sum = batched_fabric_cost(net), leaves = batched_leaves_cost(net);

	cost_add(&sum, &leaves, 1);
	return sum;
}
