/* living.c: a concentrator onto channels some of whose wires are dead, which its settings name.
 *
 *   r inputs --> Batcher's network --> n = min(r, s) ranks --> fold --> spread --> s outputs
 *
 * Of k messages Batcher's network puts those that go on first: message i is on rank i. With L living outputs the ranks from
 * L on are `surplus`. They hold a message only if all ranks below L do: to be dropped it meets one of those by chance, so
 * that no place is hopeless. A row of the fold halves the ranks that may be surplus:
 *
 *   h ranks, g = ceil(h / 2):     rank p, g <= p < h, if surplus, and rank p - g  -->  choose  -->  rank p - g
 *
 * The spread shows rank j - d on output j if d outputs before it are dead, and nothing on one that is dead itself.
 */
#include <stdlib.h>

#include "plan/builder.h"
#include "util/text.h"

/* Layers of picks that choose one of the ranks, or nothing, for an output. */
static unsigned layers(unsigned s)
{
	return digit_bits(s + 1);
}

/* A row of the fold, of `high` ranks; sets the wires of those below `low`. Settings 0 .. n - 2: whether ranks 1 .. n - 1
 * are surplus. */
static void fold(struct plan *p, struct operand *ranks, unsigned low, unsigned high)
{
	unsigned count = high - low;
	struct element *gate = plan_add(p, ELEMENT_PICK, count, true, false);
	int surplus = gate->out[0];

	gate->setting = low - 1;
	element_input(gate, operand_of(PLAN_ZERO, 0, count));
	element_input(gate, operand_part(ranks, low, count));
	struct element *e = plan_add(p, ELEMENT_CHOOSE, count, true, false);
	struct operand next = operand_of(e->out[0], 0, count);
	struct operand rest = operand_part(ranks, count, operand_width(ranks) - count);

	element_input(e, operand_part(ranks, 0, count));
	element_input(e, operand_of(surplus, 0, count));
	operand_append_operand(&next, &rest);
	operand_free(&rest);
	operand_free(ranks);
	*ranks = next;
}

/* Candidate d of output j is rank j - d; that number `s` is none. */
static struct operand spread(struct plan *p, const struct operand *ranks, unsigned s)
{
	unsigned n = operand_width(ranks);
	struct operand *of = allocate_array(s + 1, sizeof *of);

	for (unsigned d = 0; d <= s; d++) {
		unsigned shown = d + n < s ? n : s - d;
		struct operand part = operand_part(ranks, 0, shown);

		operand_append(&of[d], PLAN_ZERO, 0, d);
		operand_append_operand(&of[d], &part);
		operand_append(&of[d], PLAN_ZERO, 0, s - d - shown);
		operand_free(&part);
	}
	struct operand out = plan_pick(p, of, s + 1, s);

	free(of);
	return out;
}

const struct plan *plan_living(struct plan_library *library, unsigned r, unsigned s)
{
	char *name = format_string("living_%u_%u", r, s);
	const struct plan *known = library_named(library, name);
	unsigned n = r < s ? r : s;

	if (known) {
		free(name);
		return known;
	}
	struct plan *p = plan_batcher(r, n);
	struct operand ranks = p->output;

	p->kind = PLAN_LIVING;
	p->outputs = s;
	p->settings = n - 1;
	for (unsigned high = n; high > 1; high = (high + 1) / 2)
		fold(p, &ranks, (high + 1) / 2, high);
	p->output = spread(p, &ranks, s);
	operand_free(&ranks);
	return library_add(library, plan_pipeline(p, library), name);
}

void plan_living_set(const struct plan *plan, const uint8_t *dead, uint8_t *setting)
{
	unsigned s = plan->outputs, ranks = plan->inputs < s ? plan->inputs : s, living = 0, before = 0;

	for (unsigned j = 0; j < s; j++)
		living += !dead[j];
	for (unsigned p = 1; p < ranks; p++)
		*setting++ = living <= p;
	for (unsigned j = 0; j < s; j++) {
		unsigned number = dead[j] ? s : before;

		for (unsigned b = 0; b < layers(s); b++)
			setting[b * s + j] = number >> b & 1;
		before += dead[j];
	}
}

unsigned plan_living_layers(const struct plan *plan)
{
	return layers(plan->outputs);
}
