/* ways.c: see ways.h. */
#include "plan/ways.h"

#include <stdlib.h>
#include <string.h>

#include "util/text.h"

/* The wire at a place of an operand. Comparators and registers read no constants. */
static size_t wire_at(const struct wire_places *p, const struct operand *o, unsigned i)
{
	for (size_t k = 0; k < o->count; k++) {
		if (i < o->slice[k].width)
			return p->base[o->slice[k].signal] + o->slice[k].low + i;
		i -= o->slice[k].width;
	}
	abort();
}

static bool only_compares(const struct plan *plan)
{
	for (size_t n = 0; n < plan->element_count; n++)
		if (plan->element[n].kind != ELEMENT_COMPARE && plan->element[n].kind != ELEMENT_DELAY)
			return false;
	return true;
}

/* The wires behind an element: each keeps its line. */
static void place_outputs(struct wire_places *p, const struct element *e, unsigned i)
{
	size_t a = wire_at(p, &e->in[0], i), b = e->kind == ELEMENT_COMPARE ? wire_at(p, &e->in[1], i) : a;
	unsigned column = (p->column[a] > p->column[b] ? p->column[a] : p->column[b]) + (e->kind == ELEMENT_COMPARE);

	for (int k = 0; k < 2; k++) {
		if (e->out[k] == PLAN_NO_SIGNAL)
			continue;
		p->line[p->base[e->out[k]] + i] = p->line[k ? b : a];
		p->column[p->base[e->out[k]] + i] = column;
	}
	p->columns = column > p->columns ? column : p->columns;
}

struct wire_places wire_places_new(const struct plan *plan)
{
	struct wire_places p = { .base = allocate_array(plan->signal_count + 1, sizeof *p.base) };

	if (!only_compares(plan))
		return p;
	for (size_t k = 0; k < plan->signal_count; k++)
		p.base[k + 1] = p.base[k] + plan->signal[k].width;
	p.line = allocate_array(p.base[plan->signal_count] + 1, sizeof *p.line);
	p.column = allocate_array(p.base[plan->signal_count] + 1, sizeof *p.column);
	for (unsigned i = 0; i < plan->inputs; i++)
		p.line[p.base[PLAN_INPUT] + i] = i;
	for (size_t n = 0; n < plan->element_count; n++)
		for (unsigned i = 0; i < plan->element[n].count; i++)
			place_outputs(&p, &plan->element[n], i);
	return p;
}

void wire_places_free(struct wire_places *p)
{
	free(p->base);
	free(p->line);
	free(p->column);
}

unsigned ways_columns(const struct plan *plan)
{
	struct wire_places p = wire_places_new(plan);
	unsigned columns = p.columns;

	wire_places_free(&p);
	return columns;
}

/* In a column a word stays on its line unless a comparator moves it. */
static void fill_column(struct ways *w, const struct plan *plan, const struct wire_places *p, const unsigned *rank, unsigned column)
{
	unsigned *before = w->at + (size_t)(column - 1) * w->lines, *here = before + w->lines;

	memcpy(here, before, w->lines * sizeof *here);
	for (size_t n = 0; n < plan->element_count; n++) {
		const struct element *e = &plan->element[n];

		for (unsigned i = 0; e->kind == ELEMENT_COMPARE && i < e->count; i++) {
			int out = e->out[e->out[0] == PLAN_NO_SIGNAL];
			unsigned a = p->line[wire_at(p, &e->in[0], i)], b = p->line[wire_at(p, &e->in[1], i)];

			if (p->column[p->base[out] + i] == column && rank[before[b]] < rank[before[a]]) {
				here[a] = before[b];
				here[b] = before[a];
			}
		}
	}
}

struct ways ways_new(const struct plan *plan, const unsigned *rank)
{
	struct wire_places p = wire_places_new(plan);
	struct ways w = { plan->inputs, p.columns, allocate_array((size_t)(p.columns + 1) * plan->inputs, sizeof *w.at),
			  allocate_array(plan->inputs, sizeof *w.output) };

	for (unsigned i = 0; i < w.lines; i++)
		w.at[i] = i;
	for (unsigned column = 1; column <= w.columns; column++)
		fill_column(&w, plan, &p, rank, column);
	for (unsigned i = 0; i < plan->outputs; i++)
		w.output[p.line[wire_at(&p, &plan->output, i)]] = i;
	wire_places_free(&p);
	return w;
}

void ways_free(struct ways *w)
{
	free(w->at);
	free(w->output);
}
