/* batcher.c: Batcher's merge-exchange network, as a concentrator of M bits and as a sorter of words.
 *
 * The comparators are those of Batcher's odd-even merge exchange for any n (K. E. Batcher, 1968; the loop structure
 * is Knuth's, The Art of Computer Programming 3, 5.2.2, algorithm M). A sorter that puts messages first is a
 * concentrator; comparators that do not reach the first s outputs are left out.
 *
 * A comparator of which one output is used becomes a choice: its output carries a message if an input does. On the
 * first output the sorter does the same; on the second it shows a message only if both inputs carry one. One more does
 * no harm: all elements are monotone, so every output of the concentrator that would carry a message still does.
 * Messages are thus lost in choices only, to other messages, by random bits.
 */
#include <stdlib.h>

#include "plan/builder.h"
#include "util/text.h"

struct comparator {
	unsigned low, high;		/* positions; the first output goes to low */
	bool want_low, want_high;	/* outputs that are used */
};

struct comparators {
	struct comparator *item;
	size_t count;
};

static void add_comparator(struct comparators *list, unsigned low, unsigned high)
{
	list->item = room_for_one(list->item, list->count, sizeof *list->item);
	list->item[list->count++] = (struct comparator){ low, high, true, true };
}

static struct comparators merge_exchange(unsigned n)
{
	struct comparators list = { 0 };
	unsigned top = 1;

	while (2 * top < n)
		top *= 2;
	for (unsigned p = top; p > 0; p /= 2) {
		unsigned q = top, r = 0, d = p;

		for (;;) {
			for (unsigned i = 0; i + d < n; i++)
				if ((i & p) == r)
					add_comparator(&list, i, i + d);
			if (q == p)
				break;
			d = q - p;
			q /= 2;
			r = p;
		}
	}
	return list;
}

/* Marks the outputs that can reach the first s positions, from the outputs back. */
static void prune(struct comparators *list, unsigned n, unsigned s)
{
	bool *wanted = allocate_array(n, sizeof *wanted);

	for (unsigned i = 0; i < s; i++)
		wanted[i] = true;
	for (size_t k = list->count; k-- > 0;) {
		struct comparator *c = &list->item[k];

		c->want_low = wanted[c->low];
		c->want_high = wanted[c->high];
		if (c->want_low || c->want_high)
			wanted[c->low] = wanted[c->high] = true;
	}
	free(wanted);
}

static struct plan *from_comparators(struct plan *p, const struct comparators *list, enum element_kind kind)
{
	struct wires *at = allocate_array(p->inputs, sizeof *at);	/* the wire at each position */

	for (unsigned i = 0; i < p->inputs; i++)
		at[i] = (struct wires){ PLAN_INPUT, i, 1 };
	for (size_t k = 0; k < list->count; k++) {
		const struct comparator *c = &list->item[k];

		if (!c->want_low && !c->want_high)
			continue;
		bool both = kind != ELEMENT_EXCHANGE || (c->want_low && c->want_high);
		struct element *e = plan_add(p, both ? kind : ELEMENT_CHOOSE, 1, true, both);

		element_input(e, operand_of(at[c->low].signal, at[c->low].low, 1));
		element_input(e, operand_of(at[c->high].signal, at[c->high].low, 1));
		at[c->low] = (struct wires){ e->out[0], 0, 1 };
		at[c->high] = (struct wires){ e->out[both], 0, 1 };
	}
	for (unsigned i = 0; i < p->outputs; i++)
		operand_append(&p->output, at[i].signal, at[i].low, 1);
	free(at);
	free(list->item);
	return p;
}

struct plan *plan_batcher(unsigned r, unsigned s)
{
	struct comparators list = merge_exchange(r);

	prune(&list, r, s);
	return from_comparators(plan_new(PLAN_BATCHER, r, s), &list, ELEMENT_EXCHANGE);
}

struct plan *plan_batcher_sorter(unsigned n)
{
	struct comparators list = merge_exchange(n);

	return from_comparators(plan_new(PLAN_SORTER, n, n), &list, ELEMENT_COMPARE);
}
