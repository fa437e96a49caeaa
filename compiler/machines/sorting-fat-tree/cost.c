/* cost.c: estimates of what stands beside the sorters of a sorting fat-tree: rtl-templates/sorting-fat-tree/sorting_node.v with its control,
 * sorting_command.v, sorting_pace.v, sorting_terminal.v, sorting_block.v with its parts, and sorting_timer.v, in Yosys 0.23 as
 * `ftc build` runs it. Flip-flops are counted, LUTs and cells are fitted: tests/machines/sorting-fat-tree/cost.sh
 * says how closely. */
#include "machines/columnsort_parts.h"
#include "machines/sorting-fat-tree/clocks.h"
#include "machines/sorting-fat-tree/hardware.h"
#include "machines/sorting-fat-tree/node.h"
#include "network/cost.h"
#include "parse/family.h"
#include "util/number.h"

/* Widths in rtl-templates/sorting-fat-tree/sorting_node.v and sorting_control.v, by their names there. */
struct node_widths {
	unsigned s, LB, CB, BB, RB, TAIL, D, W, WB, MB;
	bool in_logic;			/* the table of moves */
	unsigned table;			/* bits of its rows */
};

static struct node_widths widths_of(const struct sorting_node *n)
{
	return (struct node_widths){
		.s = n->lines, .LB = n->line_bits, .CB = n->column_bits, .BB = n->beat_bits, .RB = n->row_bits,
		.TAIL = n->line_bits + n->column_bits + 1, .D = n->depth, .W = n->moves.widths,
		.WB = at_least_1(digit_bits(n->moves.widths)), .MB = digit_bits(3 * n->depth + 1),
		.in_logic = sorting_node_table_in_logic(n), .table = sorting_node_row_bits(n),
	};
}

/* ---- flip-flops ------------------------------------------------------------------------------------------------------- */

/* Bits that are 1 in some case: of a register behind constants that are looked up, Yosys leaves out the others. */
static unsigned count_bits(unsigned long cases)
{
	unsigned count = 0;

	for (; cases > 0; cases >>= 1)
		count += cases & 1;
	return count;
}

static unsigned last_column_bits(const struct sorting_node *n)
{
	unsigned long all = 0;

	for (unsigned k = 0; k < n->moves.widths; k++)
		all |= n->moves.width[k].columns - 1;
	return count_bits(all);
}

static unsigned first_row_bits(const struct sorting_node *n)
{
	unsigned long all = 0;

	for (unsigned k = 0; k < n->moves.widths; k++)
		for (unsigned move = 0; move <= 3 * n->depth; move++)
			all |= flexible_first_row(&n->moves.width[k], move);
	return count_bits(all);
}

/* Depths of the recursion beside 0: each has its bit in `passes`. */
static unsigned depths(const struct sorting_node *n)
{
	unsigned count = 0;

	for (unsigned k = 1; k < n->moves.widths; k++)
		count += n->moves.width[k].depth != n->moves.width[k - 1].depth;
	return count;
}

/* What a node needs to sort more than a column; without it: `sorts`, `pass_half`, `at_end` and so on are constant. */
static unsigned moves_flip_flops(const struct sorting_node *n, const struct node_widths *w)
{
	enum { ALONE = 8 };

	if (w->W == 1)
		return 0;
	/* furthest, width, last_column, passes, ahead, next_move, first_row, own_row */
	return ALONE + w->CB + 1 + w->WB + last_column_bits(n) + depths(n) + 2 * w->D + 1 + w->MB + first_row_bits(n) + w->RB;
}

/* Of a node as it is alone. */
static unsigned node_flip_flops(const struct sorting_node *n, const struct node_widths *w, const struct family *family)
{
	enum { CONTROL = 33, BEHIND_WAYS = 6, NOT_OF_ROOT = 3 };
	unsigned way = n->sorter_latency + n->rotator_latency, registers = n->batch_bits + n->root;
	bool registered = family->block_ram.registered_bits > 0;
	/* A line: parted, into, x_below but of the last one, its child's wire, both rotators, the column in bank Y, fed.
	 * Some block RAMs have the register behind it. */
	unsigned sum = w->s * (5 + 2 * n->rotator_latency + w->CB + (registered ? 0 : 2)) + w->s - 1 + (n->root ? 0 : n->up);

	for (unsigned q = n->stage; q < w->LB; q += n->stage)
		sum += 2 * (w->LB - q);
	sum += 2 * w->LB + (w->in_logic ? 2 * w->table : registered ? 0 : w->table);
	/* column, beat, write_beat, x_place, x_carry, x_words, y_words, late; tails, words, steps, of which the upper bits are equal;
	 * group, number */
	sum += CONTROL + 2 * w->BB + 3 * w->CB + 2 * w->LB + way + BEHIND_WAYS + 3 * w->TAIL + 2 * (w->LB + 2);
	sum += w->CB - n->batch_bits + 1 + registers + moves_flip_flops(n, w);
	return sum + (w->s == 2) + (n->root ? 0 : NOT_OF_ROOT);
}

/* ---- nodes ------------------------------------------------------------------------------------------------------------ */

/* Fitted to 28 nodes of 4 .. 64 leaves, 1 .. 8 batches, 8 .. 64 bits of payload. */
static long enabled_luts(const struct sorting_node *n, const struct node_widths *w)
{
	long sorts = w->W > 1 ? 26 + 24 * (w->W - 1) : 0, ranked = n->batch_bits > 0 ? 8 : 0;

	return 76 + (143 * w->s + 125 * w->TAIL + 20 * w->s * w->CB) / 10 + sorts + ranked - (n->root ? 13 : 0);
}

/* To 13 nodes of 4 .. 16 leaves; a network, where some inputs are constant, has 8 fewer. Clock enables are LUTs. */
static long luts_as_enables(const struct sorting_node *n, const struct node_widths *w)
{
	return 46 + (139 * w->s + 268 * w->TAIL) / 10 + (w->W > 1 ? 49 : 0) - (n->root ? 22 : 0);
}

/* Flip-flops without a LUT in front of them. */
static long lone_flip_flops(const struct node_widths *w)
{
	return 18 + 11 * w->s / 2 + (w->W > 1 ? 9 : 0);
}

static struct cost node_cost(const struct network *net, const struct sorting_shape *s, unsigned level)
{
	struct sorting_node n = sorting_node_make(s, net->spec, level);
	struct node_widths w = widths_of(&n);
	bool lowest = level + 1 == s->height;
	long luts = net->spec->family->free_enables ? enabled_luts(&n, &w) : luts_as_enables(&n, &w);
	struct cost cost = { .lut4 = (unsigned long)luts, .cells = (unsigned long)(luts + lone_flip_flops(&w)),
			     .ff = node_flip_flops(&n, &w, net->spec->family),
			     .ram_bits = sorting_node_rams(&n, net->spec->family) * net->spec->family->block_ram.bits };

	/* Nobody reads down_batch and down_sending of a lowest node, and has_room is constant in the others. The strobes of a sorter,
	 * which its plan has counted, are those of the control. */
	cost.ff -= (lowest ? 2 : 1) + 2 * network_plan(net, PLAN_SORTER, level)->deepest_strobe;
	sorting_node_free(&n);
	return cost;
}

/* ---- control parts ---------------------------------------------------------------------------------------------------- */

static struct cost parts(unsigned lut4, unsigned ff, unsigned lone)
{
	return (struct cost){ .lut4 = lut4, .ff = ff, .cells = lut4 + lone };
}

/* Flip-flops that nothing reads, or that are constant. Nobody needs the sums of the rightmost subtrees, nor the first bit of a right
 * child's sum, or of that of a left one whose parent has no sum; no words are to the left of the leftmost subtrees. */
static unsigned long unread_of_ranks(unsigned level)
{
	return level > 0 ? 2 + (1ul << (level - 1)) + (level > 1) + 1 : 0;
}

/* Yosys makes one register of those in which all nodes of a level keep what comes from above: a command's bit, and the mark of the
 * first bit of ranks. */
static struct cost command_cost(const struct sorting_shape *s, unsigned level)
{
	bool ranked = s->batches > 1, root = level == 0, lowest = level + 1 == s->height;
	unsigned delay = ranked ? sorting_rank_delay(s, level) : 0;
	struct cost sum = parts(0, 1 + (ranked ? 1 + root * delay : 0), 1);
	struct cost each = parts(4 + (ranked ? 2 : 0), 8 + (ranked ? (root ? 2 : 6) + lowest + delay : 0), 2 + delay);

	cost_add(&sum, &each, s->level[level].nodes);
	sum.ff -= ranked ? unread_of_ranks(level) : 0;
	return sum;
}

/* The pace of each two leaves: what comes from above is kept once. No words are to the left of the leftmost leaf, and
 * nobody reads the mark of the rightmost one's sum. */
static struct cost pace_cost(const struct sorting_shape *s)
{
	unsigned b = s->batch_bits;
	struct cost sum = { .ff = b }, each = b > 0 ? parts(4 + b, 17 + b, 7 + b) : parts(3, 8, 7);

	cost_add(&sum, &each, s->leaves / 2);
	sum.ff -= b > 0 ? 4 : 0;
	return sum;
}

/* The pace of each two blocks. They get numbers from above, and an order stage. */
static struct cost block_pace_cost(const struct sorting_shape *s)
{
	enum { STAGES = 10, RANKED = 5 };
	unsigned b = s->batch_bits, shared = b > 0 ? b + s->times.wait : 0;
	struct cost sum = { .ff = shared, .cells = shared }, each = b > 0 ? parts(6 + b, STAGES + RANKED + b, 7) : parts(5, STAGES, 7);

	cost_add(&sum, &each, s->leaves / s->block / 2);
	return sum;
}

struct cost sorting_level_cost(const struct network *net, unsigned level)
{
	struct sorting_shape s = sorting_shape(net->spec);
	struct cost pace = s.mesh_side > 1 ? block_pace_cost(&s) : pace_cost(&s);
	struct cost sum = command_cost(&s, level), node = node_cost(net, &s, level);

	cost_add(&sum, &node, s.level[level].nodes);
	if (level + 1 == s.height)
		cost_add(&sum, &pace, 1);
	return sum;
}

struct cost sorting_timer_cost(const struct network *net)
{
	struct sorting_shape s = sorting_shape(net->spec);
	bool ranked = s.batches > 1;
	unsigned bits = digit_bits(s.up_stages + 1) + digit_bits(s.times.pause - 1);

	return parts(10 + 2 * bits + (ranked ? 6 : 0), 7 + ranked + bits, 4);
}

/* ---- leaves ----------------------------------------------------------------------------------------------------------- */

/* LUTs and cells are fitted. An iCE40 has a LUT in place of a clock enable for fewer than 32 flip-flops; a longer shift
 * register of words that come has no LUT at all. */
static struct cost terminal_cost(const struct family *family, unsigned L, unsigned P, unsigned b)
{
	enum { LEAST_ENABLED = 32 };
	unsigned sent = 2 * L + P, comes = L + P + 1, luts = (190 + 15 * L + 12 * P + 60 * b) / 10;

	if (!family->free_enables)
		luts += 5 + (sent < LEAST_ENABLED ? sent : 0) + (comes < LEAST_ENABLED ? comes : 0);
	return parts(luts, 9 + 4 * L + 2 * P + (b > 0 ? 2 + b : 0), 2 + (comes < LEAST_ENABLED ? 0 : comes));
}

/* ---- blocks ----------------------------------------------------------------------------------------------------------- */

/* rtl-templates/sorting-fat-tree/sorting_member.v and its parts */
static unsigned member_flip_flops(const struct sorting_shape *s)
{
	enum { SINGLE = 5, OF_RANKS = 2 };	/* none, far, s_axis_tready, room, the receiver's topmost bit; sum, seeks */
	unsigned rest = 2 * s->levels + s->payload_bits, comes = s->levels + s->payload_bits;

	return SINGLE + s->height + rest + comes + 2 * s->mesh_side + (s->batches > 1 ? OF_RANKS + 2 * s->batch_bits : 0);
}

/* The adders of a block, without marks: total, carry, left, left_carry, and the left sums that are kept. */
static unsigned adders_flip_flops(const struct sorting_shape *s)
{
	enum { OF_ADDER = 5 };
	unsigned sum = 0;

	for (unsigned l = 0; s->batches > 1 && l < s->mesh.label_bits; l++)
		sum += (OF_ADDER + sorting_rank_delay(s, s->height) + 2 * l) << l;
	return sum;
}

/* Of a block in a network. */
static unsigned block_flip_flops(const struct sorting_shape *s)
{
	enum { SINGLE = 12, EACH_WIRE = 4 };	/* moving, up, turned, waits */
	const struct sorting_mesh *b = &s->mesh;
	unsigned beat = digit_bits(larger(b->wave, b->order) + 1), turn = digit_bits(b->ring + 1);

	return SINGLE + beat + turn + s->mesh_side * (EACH_WIRE + b->ring) + s->block * member_flip_flops(s) + adders_flip_flops(s);
}

/* Yosys makes one register of those in which both blocks of a lowest node keep the mark of the first bit of a sum, and of their
 * strobes; the marks of numbers are those of sorting_pace. What nothing reads, or is constant: the rightmost sums and one of
 * their marks, the numbers to the left of the leftmost terminals. */
static long shared_flip_flops(const struct network *net, const struct sorting_shape *s)
{
	unsigned pairs = s->leaves / s->block / 2, adders = s->mesh.label_bits;
	long sum = -(long)(pairs * network_plan(net, PLAN_SORTER, s->height)->deepest_strobe);

	if (s->batches > 1)
		sum += (long)(pairs * adders) - 3 * adders - (s->height > 1) - 1 - s->batch_bits;
	return sum;
}

/* Fitted to 13 blocks by themselves, of 2 x 2 and 4 x 4 terminals in networks of 8 .. 64, with 1 .. 8 batches and 8 .. 32 bits of
 * payload. Each bit of a word that is sent has a LUT. */
static unsigned block_luts(const struct sorting_shape *s)
{
	unsigned sent = 2 * s->levels + s->payload_bits + s->height, ranks = s->batches > 1 ? 81 + 13 * s->batch_bits : 0;

	return 32 + s->block * (10 * sent + 209 + ranks) / 10;
}

/* More on an iCE40, fitted to 7 blocks: a LUT in place of a clock enable for fewer than 32 flip-flops. */
static unsigned enable_luts(const struct sorting_shape *s)
{
	unsigned sent = 2 * s->levels + s->payload_bits, comes = s->levels + s->payload_bits + 1;

	return s->block * ((sent < LEAST_ENABLED ? sent : 0) + (comes < LEAST_ENABLED ? comes : 0) + 3 * (s->mesh_side - 1));
}

/* Flip-flops without a LUT in front of them: of buses, left sums, and long registers of words that come. */
static unsigned lone_block_flip_flops(const struct sorting_shape *s)
{
	enum { WITH_LUT = 5 };		/* of an adder */
	unsigned comes = s->levels + s->payload_bits + 1, kept = s->batches > 1 ? adders_flip_flops(s) - WITH_LUT * (s->block - 1) : 0;

	return s->mesh_side * (s->mesh.ring - 1) + kept + (comes < LEAST_ENABLED ? 0 : s->block * comes);
}

static struct cost block_cost(const struct family *family, const struct sorting_shape *s)
{
	unsigned luts = block_luts(s) + (family->free_enables ? 0 : enable_luts(s));

	return parts(luts, block_flip_flops(s), lone_block_flip_flops(s));
}

struct cost sorting_blocks_cost(const struct network *net)
{
	struct sorting_shape s = sorting_shape(net->spec);
	struct cost sum = { 0 };

	if (s.mesh_side == 1)
		return sum;
	struct cost each = block_cost(net->spec->family, &s);

	cost_add(&sum, &each, s.leaves / s.block);
	sum.ff += (unsigned long)shared_flip_flops(net, &s);
	return sum;
}

/* The leftmost terminal's number is 0, and nobody reads the rightmost one's sum. */
struct cost sorting_terminals_cost(const struct network *net)
{
	struct sorting_shape s = sorting_shape(net->spec);
	unsigned b = s.batch_bits;

	if (s.mesh_side > 1)
		return (struct cost){ 0 };
	struct cost sum = { 0 }, each = terminal_cost(net->spec->family, s.levels, s.payload_bits, b);

	cost_add(&sum, &each, s.leaves);
	sum.ff -= b > 0 ? 1 + b : 0;
	return sum;
}

/* ---- sums ------------------------------------------------------------------------------------------------------------- */

struct cost sorting_fabric_cost(const struct network *net)
{
	struct sorting_shape s = sorting_shape(net->spec);
	struct cost sum = sorting_timer_cost(net);

	for (unsigned level = 0; level < s.height; level++) {
		struct cost cost = sorting_level_cost(net, level);

		cost_add(&sum, &cost, 1);
	}
	return sum;
}

struct cost sorting_cost(const struct network *net)
{
	struct cost sum = sorting_fabric_cost(net), terminals = sorting_terminals_cost(net), blocks = sorting_blocks_cost(net);

	cost_add(&sum, &terminals, 1);
	cost_add(&sum, &blocks, 1);
	return sum;
}
