/* passage.c: runs plans on whole messages. */
#include "model/passage.h"

#include <stdlib.h>
#include <string.h>

#include "util/text.h"

/* Where the wires of a plan's signals are in its memory. */
struct frame {
	size_t *base;			/* by signal */
	size_t wires;			/* all signals together */
	size_t room;			/* wires, operands and the memory of called plans */
	unsigned long long work;
};

struct passage {
	const struct plan_library *library;
	struct frame *frame;		/* by plan.index */
	size_t most;			/* room that a plan needs */
	int *room;			/* NULL before the first run: who asks for the work only needs none */
	const uint8_t **next;		/* by message */
	uint32_t random;
	unsigned odds;			/* ties of the present run go to the second in one case of so many */
};

/* One of so many, as the streams `even` and `rare` of rtl-templates/chances.v. */
enum { EVEN = 2, RARE = 32 };

static size_t element_room(const struct element *e)
{
	size_t wires = 0;

	for (unsigned k = 0; k < e->in_count; k++)
		wires += operand_width(&e->in[k]);
	return wires;
}

static void measure(struct passage *p, const struct plan *plan)
{
	struct frame *f = &p->frame[plan->index];
	size_t most = 0;

	f->base = allocate_array(plan->signal_count, sizeof *f->base);
	for (size_t i = 0; i < plan->signal_count; i++) {
		f->base[i] = f->wires;
		f->wires += plan->signal[i].width;
	}
	f->work = f->wires;
	for (size_t i = 0; i < plan->element_count; i++) {
		const struct element *e = &plan->element[i];
		size_t need = element_room(e);

		if (e->kind == ELEMENT_CALL) {
			need += p->frame[e->plan->index].room;
			f->work += p->frame[e->plan->index].work;
		}
		most = need > most ? need : most;
	}
	f->room = f->wires + most;
}

struct passage *passage_create(const struct plan_library *library)
{
	struct passage *p = allocate(sizeof *p);

	p->library = library;
	p->frame = allocate_array(library->count, sizeof *p->frame);
	for (size_t i = 0; i < library->count; i++) {	/* called plans come before their callers */
		measure(p, library->plan[i]);
		p->most = p->frame[i].room > p->most ? p->frame[i].room : p->most;
	}
	p->random = 1;
	return p;
}

static void gather(const struct frame *f, const int *wires, const struct operand *o, int *to)
{
	for (size_t i = 0; i < o->count; i++) {
		const struct wires *w = &o->slice[i];

		for (unsigned k = 0; k < w->width; k++)
			*to++ = w->signal == PLAN_ZERO ? NOBODY : wires[f->base[w->signal] + w->low + k];
	}
}

/* xorshift32 */
static bool draw_tie(struct passage *p)
{
	p->random ^= p->random << 13;
	p->random ^= p->random >> 17;
	p->random ^= p->random << 5;
	return (p->random >> 8) % p->odds == 0;
}

/* Parallel choices, which share a random bit: `in` holds a, then b. */
static void choose(const struct element *e, bool turned, const int *in, int *first)
{
	for (unsigned i = 0; i < e->count; i++) {
		int a = in[i], b = in[e->count + i];

		first[i] = a == NOBODY || (turned && b != NOBODY) ? b : a;
	}
}

/* Parallel exchanges: `in` holds a, b and the earlier choice, e->count wires each. */
static void exchange(const struct element *e, const int *in, int *first, int *second)
{
	for (unsigned i = 0; i < e->count; i++) {
		int a = in[i], b = in[e->count + i];
		bool straight = a != NOBODY;

		for (unsigned k = 2; k < e->in_count; k++)
			straight ^= in[k * e->count + i] != NOBODY;
		if (first)
			first[i] = straight ? a : b;
		if (second)
			second[i] = straight ? b : a;
	}
}

static void parity(const struct element *e, const int *in, int *first)
{
	for (unsigned i = 0; i < e->count; i++) {
		bool odd = false;

		for (unsigned k = 0; k < e->in_count; k++)
			odd ^= in[k * e->count + i] != NOBODY;
		first[i] = odd ? 0 : NOBODY;
	}
}

/* Parallel selectors: a message's next bit says which way it goes. */
static void divert(struct passage *p, const struct element *e, const int *in, int *first, int *second)
{
	for (unsigned i = 0; i < e->count; i++) {
		bool one = in[i] != NOBODY && *p->next[in[i]]++;

		if (first)
			first[i] = one ? NOBODY : in[i];
		if (second)
			second[i] = one ? in[i] : NOBODY;
	}
}

/* Are all wires idle? Then those behind them are, too. */
static bool idle(const int *wire, unsigned count)
{
	for (unsigned i = 0; i < count; i++)
		if (wire[i] != NOBODY)
			return false;
	return true;
}

static void run(struct passage *p, const struct plan *plan, const int *in, int *out, int *room)
{
	if (idle(in, plan->inputs)) {
		for (unsigned i = 0; i < plan->outputs; i++)
			out[i] = NOBODY;
		return;
	}
	const struct frame *f = &p->frame[plan->index];
	int *operands = room + f->wires;

	memcpy(room + f->base[PLAN_INPUT], in, plan->inputs * sizeof *in);
	for (size_t i = 0; i < plan->element_count; i++) {
		const struct element *e = &plan->element[i];
		int *first = e->out[0] == PLAN_NO_SIGNAL ? NULL : room + f->base[e->out[0]];
		int *second = e->out[1] == PLAN_NO_SIGNAL ? NULL : room + f->base[e->out[1]];
		int *next = operands;

		for (unsigned k = 0; k < e->in_count; k++) {
			gather(f, room, &e->in[k], next);
			next += operand_width(&e->in[k]);
		}
		if (e->kind == ELEMENT_CALL)
			run(p, e->plan, operands, first, next);
		else if (e->kind == ELEMENT_PARITY)
			parity(e, operands, first);
		else if (e->kind == ELEMENT_CHOOSE)
			choose(e, draw_tie(p), operands, first);
		else if (e->kind == ELEMENT_SELECT)
			divert(p, e, operands, first, second);
		else if (e->kind == ELEMENT_DELAY)
			memcpy(first, operands, e->count * sizeof *first);
		else
			exchange(e, operands, first, second);
	}
	gather(f, room, &plan->output, out);
}

void passage_run(struct passage *p, const struct plan *plan, bool up, const int *in, int *out)
{
	p->odds = up ? EVEN : RARE;
	if (!p->room)
		p->room = allocate_array(p->most, sizeof *p->room);
	run(p, plan, in, out, p->room);
}

void passage_route(struct passage *p, const uint8_t **next)
{
	p->next = next;
}

unsigned long long passage_work(const struct passage *p, const struct plan *plan)
{
	return p->frame[plan->index].work;
}

void passage_free(struct passage *p)
{
	for (size_t i = 0; i < p->library->count; i++)
		free(p->frame[i].base);
	free(p->frame);
	free(p->room);
	free(p);
}
