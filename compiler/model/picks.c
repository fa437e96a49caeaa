/* picks.c: follows an output of a plan back to the input that it shows. */
#include "model/picks.h"

#include <stdlib.h>

#include "util/text.h"

/* A place in a plan: an input, as its number; a pick, as the inputs' number and its own; or PLAN_IDLE. */
struct pick {
	int from[2];			/* places, by the setting */
	unsigned setting;
};

struct picks {
	int inputs;
	struct pick *pick;		/* in the order of the plan */
	int *output;			/* [output]: places */
};

/* [signal][wire]: places. */
typedef int *const *places;

static int place_of(places place, const struct operand *o, unsigned at)
{
	const struct wires *w = o->slice;

	for (; at >= w->width; w++)
		at -= w->width;
	return w->signal == PLAN_ZERO ? PLAN_IDLE : place[w->signal][w->low + at];
}

/* A register shows what its input showed: who follows a message need not see it. */
static void place_element(struct picks *p, size_t *picks, const struct element *e, places place)
{
	for (unsigned k = 0; k < e->count; k++) {
		int *out = &place[e->out[0]][k], first = place_of(place, &e->in[0], k);

		if (e->kind == ELEMENT_DELAY) {
			*out = first;
			continue;
		}
		*out = p->inputs + (int)*picks;
		p->pick[(*picks)++] = (struct pick){ { first, place_of(place, &e->in[1], k) }, e->setting + k };
	}
}

static size_t count_picks(const struct plan *plan)
{
	size_t count = 0;

	for (size_t i = 0; i < plan->element_count; i++)
		if (plan->element[i].kind == ELEMENT_PICK)
			count += plan->element[i].count;
	return count;
}

struct picks *picks_new(const struct plan *plan)
{
	struct picks *p = allocate(sizeof *p);
	int **place = allocate_array(plan->signal_count, sizeof *place);
	size_t picks = 0;

	p->inputs = (int)plan->inputs;
	p->pick = allocate_array(count_picks(plan) + 1, sizeof *p->pick);
	p->output = allocate_array(plan->outputs, sizeof *p->output);
	for (size_t i = 0; i < plan->signal_count; i++)
		place[i] = allocate_array(plan->signal[i].width, sizeof *place[i]);
	for (unsigned i = 0; i < plan->inputs; i++)
		place[PLAN_INPUT][i] = (int)i;
	for (size_t i = 0; i < plan->element_count; i++)
		place_element(p, &picks, &plan->element[i], place);
	for (unsigned j = 0; j < plan->outputs; j++)
		p->output[j] = place_of(place, &plan->output, j);
	for (size_t i = 0; i < plan->signal_count; i++)
		free(place[i]);
	free(place);
	return p;
}

void picks_free(struct picks *p)
{
	if (!p)
		return;
	free(p->pick);
	free(p->output);
	free(p);
}

int picks_source(const struct picks *p, unsigned output, const bool *setting)
{
	int at = p->output[output];

	while (at >= p->inputs) {
		const struct pick *pick = &p->pick[at - p->inputs];

		at = pick->from[setting[pick->setting]];
	}
	return at;
}
