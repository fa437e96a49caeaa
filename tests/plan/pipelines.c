/* pipelines.c: the registers of plans: no path between two passes more elements than requested, all inputs of an
 * element belong to one clock, and the outputs come straight from flip-flops in the clock that the plan promises.
 * Clocks and levels are computed here again, not taken from the plan. */
#include <stdio.h>
#include <stdlib.h>

#include "plan/plan.h"
#include "util/text.h"

enum { MOST_SPACING = 5, NO_CLOCK = -1 };

/* Of a signal: when its M bits pass, and the elements since the last register. */
struct arrival {
	int clock;
	unsigned level;
};

static bool tell(const struct plan *plan, const char *what, size_t element)
{
	printf("# %s, %u between registers, element %zu: %s\n", plan->name, plan->spacing, element, what);
	return false;
}

/* The latest of an operand; false when two of its wires come in different clocks. `all` collects several operands. */
static bool join(struct arrival *all, const struct arrival *signal, const struct operand *o)
{
	for (size_t i = 0; i < o->count; i++) {
		const struct arrival *a = &signal[o->slice[i].signal];

		if (o->slice[i].signal == PLAN_ZERO)
			continue;
		if (all->clock != NO_CLOCK && a->clock != all->clock)
			return false;
		all->clock = a->clock;
		all->level = a->level > all->level ? a->level : all->level;
	}
	return true;
}

/* Elements on the longest path that ends here, before any register; where its outputs begin. */
static unsigned pass(const struct element *e, const struct arrival *in, bool lone_flip_flops, struct arrival *out)
{
	switch (e->kind) {
	case ELEMENT_EXCHANGE:
	case ELEMENT_CHOOSE:
		*out = (struct arrival){ in->clock + 1, 1 };
		return in->level + (e->in_count > 2 || !lone_flip_flops);
	case ELEMENT_DELAY:
		*out = (struct arrival){ in->clock + 1, 0 };
		return in->level;
	case ELEMENT_CALL:
		*out = (struct arrival){ in->clock + (int)e->plan->latency, 0 };
		return in->level;
	default:
		*out = (struct arrival){ in->clock + (e->kind == ELEMENT_SELECT), in->level + 1 };
		return in->level + 1;
	}
}

static bool right(const struct plan *plan, bool lone_flip_flops)
{
	struct arrival *signal = allocate_array(plan->signal_count, sizeof *signal);
	struct arrival last = { NO_CLOCK, 0 };
	bool ok = true;

	signal[PLAN_INPUT] = (struct arrival){ 0, plan->input_level };
	for (size_t i = 0; ok && i < plan->element_count; i++) {
		const struct element *e = &plan->element[i];
		struct arrival in = { NO_CLOCK, 0 }, out;

		for (unsigned k = 0; ok && k < e->in_count; k++)
			ok = join(&in, signal, &e->in[k]) || tell(plan, "its inputs come in different clocks", i);
		if (ok && e->kind != ELEMENT_DELAY && in.clock != (int)e->clock)
			ok = tell(plan, "it is looked for in another clock", i);
		if (pass(e, &in, lone_flip_flops, &out) > (e->kind == ELEMENT_CALL ? e->plan->input_level
							   : plan->spacing))
			ok = tell(plan, "its path is too long", i);
		for (int k = 0; k < 2; k++)
			if (e->out[k] != PLAN_NO_SIGNAL)
				signal[e->out[k]] = out;
	}
	if (ok && (!join(&last, signal, &plan->output) || last.clock != (int)plan->latency))
		ok = tell(plan, "outputs in another clock", plan->element_count);
	if (ok && last.level > 0)
		ok = tell(plan, "outputs not from flip-flops", plan->element_count);
	free(signal);
	return ok;
}

/* Those that a plan calls stand in the library, too. */
static bool all_right(struct plan_library *library)
{
	bool ok = true;

	for (size_t i = 0; i < library->count; i++)
		ok = right(library->plan[i], library->lone_flip_flops) && ok;
	plan_library_free(library);
	return ok;
}

static bool concentrators(struct plan_library library)
{
	static const unsigned wide[] = { 33, 64, 100, 129, 257, 1024, 5000 };

	for (unsigned r = 1; r <= 24; r++)
		for (unsigned s = 1; s <= r; s++)
			plan_concentrator(&library, r, s);
	for (size_t k = 0; k < sizeof wide / sizeof wide[0]; k++)
		if (library.wish != PLAN_BATCHER || wide[k] < 200) {
			plan_concentrator(&library, wide[k], wide[k] / 2);
			plan_concentrator(&library, wide[k], 3 * wide[k] / 4);
		}
	return all_right(&library);
}

static bool sorters(struct plan_library library)
{
	for (unsigned n = 2; n <= 40; n++)
		plan_sorter(&library, n);
	return all_right(&library);
}

int main(void)
{
	static const enum plan_kind kinds[] = { PLAN_BATCHER, PLAN_BUTTERFLY, PLAN_AUTO, PLAN_SORTER };
	int number = 0;
	bool all = true;

	for (unsigned k = 0; k < 4 * 4 * MOST_SPACING; k++) {
		bool sorter = kinds[k % 4] == PLAN_SORTER;
		struct plan_library library = { .wish = sorter ? PLAN_AUTO : kinds[k % 4], .lone_flip_flops = k / 4 % 2,
						.input_level = k / 8 % 2, .spacing = 1 + k / 16 };
		bool ok = sorter ? sorters(library) : concentrators(library);

		printf("%s %d - %s, %u between registers, inputs at level %u, %s\n", ok ? "ok" : "not ok", ++number,
		       plan_kind_name(kinds[k % 4]), library.spacing, library.input_level,
		       library.lone_flip_flops ? "ECP5" : "iCE40");
		all = all && ok;
	}
	printf("1..%d\n", number);
	return !all;
}
