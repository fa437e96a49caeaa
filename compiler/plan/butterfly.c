/* butterfly.c: the rank-based concentrator: a reverse butterfly set by prefix parities.
 *
 * The rank of a message is the number of messages before it. The first stage of the reverse butterfly sends even ranks
 * to one half and odd ranks to the other. There is no conflict: two messages that meet in an exchange are neighbours in
 * the order, and one rank is even, the other odd. Ranks within a half are the old ones halved. Each half is therefore
 * again a concentrator, of half the width, and parities suffice:
 *
 *        r inputs --> row of r/2 exchanges --+--> concentrator of the even ranks, ceil(s/2) outputs
 *                         ^                  +--> concentrator of the odd ranks, floor(s/2) outputs
 *              prefix parities of the M bits
 *
 * With more than s messages the halves drop the surplus and all s outputs carry one.
 *
 * Any order will do; this one makes every operand contiguous. Pair i is (in[i], in[i + m]), m = r/2. Pairs come in
 * blocks of two: block j is the leading pair j and the following pair j + h, h = ceil(m/2). If r is odd, the input
 * without a partner comes first: its rank is 0 and it goes straight to the even half.
 */
#include "plan/builder.h"

/* One output: the first message wins, in a tree of choose elements. */
static struct plan *one_of(unsigned r)
{
	struct plan *p = plan_new(PLAN_BUTTERFLY, r, 1);
	struct operand left = operand_of(PLAN_INPUT, 0, r);

	for (unsigned width = r; width > 1;) {
		unsigned pairs = width / 2;
		struct element *e = plan_add(p, ELEMENT_CHOOSE, pairs, true, false);
		struct operand next = operand_of(e->out[0], 0, pairs);
		struct operand odd = operand_part(&left, 2 * pairs, width - 2 * pairs);

		element_input(e, operand_part(&left, 0, pairs));
		element_input(e, operand_part(&left, pairs, pairs));
		operand_append_operand(&next, &odd);
		operand_free(&odd);
		operand_free(&left);
		left = next;
		width -= pairs;
	}
	p->output = left;
	return p;
}

/* The wires of a row of exchanges. */
struct row {
	unsigned pairs;			/* m */
	unsigned leading;		/* h: pairs that lead a block */
	unsigned following;		/* m - h */
	bool single;			/* an input without a partner */
};

/* Wires a or b of the first `width` of the pairs that lead a block, or follow in it. */
static struct operand wires_of(const struct row *row, bool b, bool follow, unsigned width)
{
	return operand_of(PLAN_INPUT, (b ? row->pairs : 0) + (follow ? row->leading : 0), width);
}

/* Inclusive prefix parities of `values`, four at a time (a Kogge-Stone scan of radix 4). */
static struct operand prefix_parities(struct plan *p, struct operand values)
{
	unsigned width = operand_width(&values);

	for (unsigned span = 1; span < width; span *= 4) {
		unsigned changed = width - span;
		unsigned terms = 1 + (width - 1) / span < 4 ? 1 + (width - 1) / span : 4;
		struct element *e = plan_add(p, ELEMENT_PARITY, changed, true, false);
		struct operand next = operand_part(&values, 0, span);

		for (unsigned t = 0; t < terms; t++) {
			/* term t of value i is value i - t*span, 0 where there is none */
			unsigned missing = t * span > span ? (t - 1) * span : 0;
			struct operand term = operand_of(PLAN_ZERO, 0, missing);
			struct operand part = operand_part(&values, t == 0 ? span : 0, changed - missing);

			operand_append_operand(&term, &part);
			operand_free(&part);
			element_input(e, term);
		}
		operand_append(&next, e->out[0], 0, changed);
		operand_free(&values);
		values = next;
	}
	return values;
}

/* [j]: the parity of the messages before block j, for every block. */
static struct operand parities_before_blocks(struct plan *p, const struct row *row)
{
	unsigned whole = row->leading - 1;	/* all blocks but the last */
	struct operand values = { 0 };

	if (row->single)
		operand_append(&values, PLAN_INPUT, 2 * row->pairs, 1);
	if (whole > 0) {
		struct element *block = plan_add(p, ELEMENT_PARITY, whole, true, false);

		for (unsigned k = 0; k < 4; k++)
			element_input(block, wires_of(row, k % 2, k / 2, whole));
		operand_append(&values, block->out[0], 0, whole);
	}

	struct operand scanned = prefix_parities(p, values);
	struct operand before = { 0 };

	if (!row->single)
		operand_append(&before, PLAN_ZERO, 0, 1);
	operand_append_operand(&before, &scanned);
	operand_free(&scanned);
	return before;
}

static bool all_zero(const struct operand *o)
{
	return o->count == 1 && o->slice[0].signal == PLAN_ZERO;
}

/* The parities before the following pairs: the parity before the block, xor the leading pair. Reduced to one wire each
 * where a decision's LUT has room for one xor input only, as it also holds the decision (!library.lone_flip_flops). */
static void add_following_parity(const struct plan_library *library, struct plan *p, const struct row *row,
				 struct operand before[3], unsigned *terms)
{
	*terms = 0;
	if (!all_zero(&before[0]))
		before[(*terms)++] = before[0];
	else
		operand_free(&before[0]);
	before[(*terms)++] = wires_of(row, false, false, row->following);
	before[(*terms)++] = wires_of(row, true, false, row->following);
	if (library->lone_flip_flops)
		return;
	struct element *e = plan_add(p, ELEMENT_PARITY, row->following, true, false);

	for (unsigned k = 0; k < *terms; k++)
		element_input(e, before[k]);
	before[0] = operand_of(e->out[0], 0, row->following);
	*terms = 1;
}

/* Adds the row of exchanges; `even` and `odd` become the inputs of the halves. */
static void add_row(const struct plan_library *library, struct plan *p, const struct row *row, struct operand *even,
		    struct operand *odd)
{
	struct operand before = parities_before_blocks(p, row);

	*even = (struct operand){ 0 };
	*odd = (struct operand){ 0 };
	for (int follows = 0; follows <= (row->following > 0); follows++) {
		unsigned count = follows ? row->following : row->leading, terms;
		struct operand parity[3] = { operand_part(&before, 0, count) };

		if (follows) {
			add_following_parity(library, p, row, parity, &terms);
		} else {
			terms = !all_zero(&parity[0]);
			if (terms == 0)
				operand_free(&parity[0]);
		}
		struct element *e = plan_add(p, ELEMENT_EXCHANGE, count, true, true);

		element_input(e, wires_of(row, false, follows, count));
		element_input(e, wires_of(row, true, follows, count));
		for (unsigned k = 0; k < terms; k++)
			element_input(e, parity[k]);
		operand_append(even, e->out[0], 0, count);
		operand_append(odd, e->out[1], 0, count);
	}
	if (row->single)
		operand_append(even, PLAN_INPUT, 2 * row->pairs, 1);
	operand_free(&before);
}

struct plan *plan_butterfly(struct plan_library *library, unsigned r, unsigned s, make_plan *make)
{
	if (s == 1)
		return one_of(r);

	struct plan *p = plan_new(PLAN_BUTTERFLY, r, s);
	struct row row = { .pairs = r / 2, .leading = (r / 2 + 1) / 2, .single = r % 2 != 0 };
	struct operand even, odd;

	row.following = row.pairs - row.leading;
	add_row(library, p, &row, &even, &odd);
	plan_concentrate(library, p, even, (s + 1) / 2, make);
	plan_concentrate(library, p, odd, s / 2, make);
	return p;
}
