/* partial_on_line.c: the worth of partial concentrators that find their matching in hardware.
 *
 * No circuit finds a maximum matching in a few clocks. The best cheap method colours the edges: edges of one colour
 * share no input and no output. In its clock, each colour takes those of its edges whose input still waits and whose
 * output is still free. The result is a maximal matching, which may be half of a maximum one. Printed for r -> 2/3 r:
 * how often some of `capacity` random messages are lost, the mean loss, the worst set found by hill climbing, and LUT4
 * beside those of a concentrator r -> capacity that loses nothing.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plan/partial.h"
#include "plan/plan.h"
#include "random.h"
#include "util/text.h"

enum { SETS = 100000, CLIMBS = 40, STEPS = 3000 };
/* LUTs of an edge: input still waiting, output now taken, edge used; and under one more to bring the message there. */
enum { LUT4_OF_AN_EDGE = 3 };

struct edge {
	unsigned input, output, colour;
};

struct on_line {
	struct edge *edge;		/* by colour */
	unsigned edges, colours, inputs, outputs;
	bool *taken;			/* [outputs] */
};

static int by_colour(const void *a, const void *b)
{
	const struct edge *x = a, *y = b;

	return (x->colour > y->colour) - (x->colour < y->colour);
}

/* The lowest colour that no earlier edge at either end has. */
static unsigned free_colour(const struct on_line *o, const struct edge *e)
{
	for (unsigned colour = 0;; colour++) {
		bool used = false;

		for (unsigned k = 0; k < o->edges && !used; k++)
			used = o->edge[k].colour == colour &&
			       (o->edge[k].input == e->input || o->edge[k].output == e->output);
		if (!used)
			return colour;
	}
}

static struct on_line on_line_of(const struct bipartite *graph)
{
	struct on_line o = { allocate_array(graph->first[graph->outputs], sizeof *o.edge), .inputs = graph->inputs,
			     .outputs = graph->outputs, .taken = allocate_array(graph->outputs, sizeof *o.taken) };

	for (unsigned j = 0; j < graph->outputs; j++)
		for (unsigned k = graph->first[j]; k < graph->first[j + 1]; k++) {
			struct edge e = { graph->source[k], j, 0 };

			e.colour = free_colour(&o, &e);
			o.edge[o.edges++] = e;
			if (e.colour >= o.colours)
				o.colours = e.colour + 1;
		}
	qsort(o.edge, o.edges, sizeof *o.edge, by_colour);
	return o;
}

/* How many messages get through. */
static unsigned passes(const struct on_line *o, const bool *occupied, bool *waits)
{
	unsigned count = 0;

	memcpy(waits, occupied, o->inputs * sizeof *waits);
	memset(o->taken, 0, o->outputs * sizeof *o->taken);
	for (unsigned k = 0; k < o->edges; k++) {
		const struct edge *e = &o->edge[k];

		if (!waits[e->input] || o->taken[e->output])
			continue;
		waits[e->input] = false;
		o->taken[e->output] = true;
		count++;
	}
	return count;
}

static void scatter(bool *occupied, unsigned r, unsigned messages, struct random *random)
{
	for (unsigned i = 0; i < r; i++) {
		occupied[i] = random_below(random, r - i) < messages;
		messages -= occupied[i];
	}
}

/* The smallest number of messages that pass, over sets found by moving one message at a time. */
static unsigned worst(const struct on_line *o, unsigned messages, bool *occupied, bool *waits, struct random *random)
{
	unsigned least = messages;

	for (unsigned climb = 0; climb < CLIMBS; climb++) {
		scatter(occupied, o->inputs, messages, random);
		unsigned now = passes(o, occupied, waits);

		for (unsigned step = 0; step < STEPS; step++) {
			unsigned from = (unsigned)random_below(random, o->inputs),
				to = (unsigned)random_below(random, o->inputs);

			if (!occupied[from] || occupied[to])
				continue;
			occupied[from] = false;
			occupied[to] = true;
			unsigned then = passes(o, occupied, waits);

			if (then <= now) {
				now = then;
			} else {
				occupied[from] = true;
				occupied[to] = false;
			}
		}
		if (now < least)
			least = now;
	}
	return least;
}

static void measure(struct partial_library *library, unsigned r)
{
	unsigned s = 2 * r / 3;
	const struct partial_concentrator *c = partial_concentrator(library, r, s);
	struct plan_library plans = { .wish = PLAN_AUTO, .spacing = 4, .input_level = 1, .lone_flip_flops = true };
	struct on_line o = on_line_of(&c->stage[0].graph);
	bool *occupied = allocate_array(r, sizeof *occupied), *waits = allocate_array(r, sizeof *waits);
	unsigned long lost = 0, lossy = 0;
	struct random random;

	random_start(&random, 1, r);
	for (unsigned k = 0; k < SETS; k++) {
		scatter(occupied, r, c->capacity, &random);
		unsigned passed = passes(&o, occupied, waits);

		lost += c->capacity - passed;
		lossy += passed < c->capacity;
	}
	printf("%3u -> %-3u any %2u, %2u clocks: %5.1f%% of the sets lose some, %4.2f%% of the messages are lost, of "
	       "the worst set %u; "
	       "%4u LUT4, nothing lost with %4lu\n", r, s, c->capacity, o.colours, 100.0 * (double)lossy / SETS,
	       100.0 * (double)lost / SETS / c->capacity, c->capacity - worst(&o, c->capacity, occupied, waits,
									      &random),
	       LUT4_OF_AN_EDGE * o.edges, plan_cost(plan_concentrator(&plans, r, c->capacity)).lut4);
	fflush(stdout);
	plan_library_free(&plans);
	free(o.edge);
	free(o.taken);
	free(occupied);
	free(waits);
}

int main(void)
{
	struct partial_library library = { .seed = 1 };

	for (unsigned r = 6; r <= 96; r += r < 48 ? 6 : 48)
		measure(&library, r);
	partial_library_free(&library);
	return 0;
}
