/* ways.c: how long the ways of a circuit in parts are, roughly: so many clocks a gate, so many more for each crossing. */
#include <stdlib.h>

#include "overlay/cut.h"
#include "util/number.h"
#include "util/text.h"

/* A way up to somewhere, or on from there: its clocks, and how often it crosses. */
struct way_length {
	unsigned clocks, crossings;
};

struct ways {
	const struct cut *c;
	struct way_clocks clocks;
	struct way_length *up_to, *on_from;	/* [cell]: its gate */
};

static struct way_length longer(struct way_length a, struct way_length b)
{
	return b.clocks > a.clocks || (b.clocks == a.clocks && b.crossings > a.crossings) ? b : a;
}

static struct way_length along(const struct ways *w, struct way_length before, unsigned from, unsigned to)
{
	bool cross = w->c->part[from] != w->c->part[to];

	return (struct way_length){ before.clocks + w->clocks.hop + (cross ? w->clocks.cross : 0), before.crossings + cross };
}

/* The vertex that a literal comes from. */
static unsigned source(const struct cut_graph *g, const struct literal *literal)
{
	return literal->of == LITERAL_INPUT ? (unsigned)(g->cells + literal->index) : literal->index;
}

/* The longest way to the end of a literal at a vertex. */
static struct way_length at_reader(const struct ways *w, const struct literal *literal, unsigned vertex)
{
	if (literal->of == LITERAL_CONSTANT)
		return (struct way_length){ 0, 0 };
	return along(w, literal->of == LITERAL_GATE ? w->up_to[literal->index] : (struct way_length){ 0, 0 },
		     source(w->c->g, literal), vertex);
}

static void lengthen(struct ways *w, const struct literal *literal, unsigned vertex, struct way_length on)
{
	if (literal->of == LITERAL_GATE)
		w->on_from[literal->index] = longer(w->on_from[literal->index], along(w, on, literal->index, vertex));
}

/* Forwards: the way up to each gate. Returns the longest that ends. */
static struct way_length forwards(struct ways *w)
{
	const struct cut_graph *g = w->c->g;
	struct way_length longest = { 0, 0 };

	for (size_t i = 0; i < g->cells; i++) {
		unsigned c = g->cell_order[i];
		const struct cell *cell = &g->l->cell[c];

		w->up_to[c] = longer(at_reader(w, &cell->x, c), at_reader(w, &cell->y, c));
		if (cell->latch)
			longest = longer(longest, w->up_to[c]);
	}
	for (size_t i = 0; i < g->outputs; i++)
		longest = longer(longest, at_reader(w, &g->l->output[i], (unsigned)(g->cells + g->inputs + i)));
	return longest;
}

/* Backwards: the way on from each gate. */
static void backwards(struct ways *w)
{
	const struct cut_graph *g = w->c->g;

	for (size_t i = 0; i < g->outputs; i++)
		lengthen(w, &g->l->output[i], (unsigned)(g->cells + g->inputs + i), (struct way_length){ 0, 0 });
	for (size_t i = g->cells; i-- > 0;) {
		unsigned c = g->cell_order[i];

		lengthen(w, &g->l->cell[c].x, c, w->on_from[c]);
		lengthen(w, &g->l->cell[c].y, c, w->on_from[c]);
	}
}

/* The literal by which a vertex reads from another. */
static bool reads_gate(const struct cut_graph *g, unsigned reader, unsigned from)
{
	const struct literal *x, *y;

	if (reader >= g->cells)
		x = y = &g->l->output[reader - g->cells - g->inputs];
	else {
		x = &g->l->cell[reader].x;
		y = &g->l->cell[reader].y;
	}
	return (x->of == LITERAL_GATE && x->index == from) || (y->of == LITERAL_GATE && y->index == from);
}

static void set_criticality(const struct ways *w, unsigned longest, float *criticality)
{
	const struct cut_graph *g = w->c->g;

	for (size_t n = 0; n < g->nets; n++) {
		unsigned driver = g->pin[g->first_pin[n]];

		for (size_t i = g->first_pin[n] + 1; i < g->first_pin[n + 1]; i++) {
			unsigned reader = g->pin[i];
			bool gate = driver < g->cells && reads_gate(g, reader, driver);
			unsigned clocks = along(w, gate ? w->up_to[driver] : (struct way_length){ 0, 0 }, driver, reader).clocks;

			clocks += reader < g->cells ? w->on_from[reader].clocks : 0;
			criticality[i] = longest > 0 ? (float)clocks / (float)longest : 0;
		}
	}
}

unsigned longest_way(const struct cut *c, struct way_clocks clocks, unsigned *crossings, float *criticality)
{
	struct ways w = { .c = c, .clocks = clocks };

	w.up_to = allocate_array(c->g->cells + 1, sizeof *w.up_to);
	w.on_from = allocate_array(c->g->cells + 1, sizeof *w.on_from);
	struct way_length longest = forwards(&w);

	*crossings = longest.crossings;
	if (criticality) {
		backwards(&w);
		set_criticality(&w, longest.clocks, criticality);
	}
	free(w.up_to);
	free(w.on_from);
	return longest.clocks;
}
