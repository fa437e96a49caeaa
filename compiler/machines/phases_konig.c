/* phases_konig.c: slots and parents by Koenig's colouring, level after level (phases.h). */
#include <stdlib.h>

#include "machines/phases.h"
#include "machines/xgft.h"
#include "util/budget.h"
#include "util/text.h"

/* A bipartite multigraph whose edges are being coloured, so that no two of a colour meet. */
struct bipartite {
	unsigned colours;
	uint32_t *end[2];		/* [edge]: its vertex on each side */
	uint32_t *at[2];		/* [vertex * colours + colour]: its edge of the colour, + 1; 0: none */
	uint32_t *colour;		/* [edge] */
};

static struct bipartite bipartite(size_t edges, size_t vertices, unsigned colours)
{
	struct bipartite g = { .colours = colours, .colour = allocate_array(edges + 1, sizeof *g.colour) };

	for (unsigned side = 0; side < 2; side++) {
		g.end[side] = allocate_array(edges + 1, sizeof *g.end[side]);
		g.at[side] = allocate_array(vertices * colours + 1, sizeof *g.at[side]);
	}
	return g;
}

static void bipartite_free(struct bipartite *g)
{
	for (unsigned side = 0; side < 2; side++) {
		free(g->end[side]);
		free(g->at[side]);
	}
	free(g->colour);
}

static uint32_t *place(const struct bipartite *g, unsigned side, uint32_t edge, unsigned colour)
{
	return &g->at[side][(size_t)g->end[side][edge] * g->colours + colour];
}

static unsigned free_colour(const struct bipartite *g, unsigned side, uint32_t edge)
{
	unsigned c = 0;

	while (*place(g, side, edge, c))
		c++;
	budget_spend(c + 1);
	return c;
}

/* Frees colour a at the second end of `edge`, where b is free: exchanges both on the path that begins there. */
static void exchange(struct bipartite *g, uint32_t edge, unsigned a, unsigned b)
{
	unsigned side = 1;
	uint32_t carried = *place(g, side, edge, a);

	*place(g, side, edge, a) = 0;
	while (carried) {
		uint32_t next;

		*place(g, side, carried - 1, b) = carried;
		g->colour[carried - 1] = b;
		side = !side;
		next = *place(g, side, carried - 1, b);
		*place(g, side, carried - 1, a) = 0;
		*place(g, side, carried - 1, b) = carried;
		carried = next;
		unsigned c = a;
		a = b;
		b = c;
		budget_spend(4);
	}
}

/* Colours edges 0 .. count - 1, of which at most g->colours meet in a vertex. */
static void colour_edges(struct bipartite *g, size_t count)
{
	for (uint32_t e = 0; e < count; e++) {
		unsigned a = free_colour(g, 0, e), b = free_colour(g, 1, e);

		if (a != b)
			exchange(g, e, a, b);
		*place(g, 0, e, a) = *place(g, 1, e, a) = e + 1;
		g->colour[e] = a;
	}
}

/* Slots and beta_1: a colour is both. */
static void colour_leaves(struct phases *p)
{
	struct bipartite g = bipartite(p->count, p->spec->leaves, p->degree);
	unsigned wires = p->spec->parents[1];

	for (size_t i = 0; i < p->count; i++) {
		g.end[0][i] = p->message[i].source;
		g.end[1][i] = p->message[i].destination;
	}
	colour_edges(&g, p->count);
	for (size_t i = 0; i < p->count; i++) {
		p->message[i].slot = g.colour[i] / wires;
		p->message[i].way = g.colour[i] % wires;
	}
	p->slots = phases_least(p);
	bipartite_free(&g);
}

/* The node of level l above a leaf that the message passes; each slot has nodes of its own. */
static uint32_t node_of(const struct phases *p, const struct phase_message *m, unsigned leaf, unsigned l)
{
	unsigned subtree = leaf / xgft_subtree_leaves(p->spec, l);

	return m->slot * p->spec->level_nodes[l] + subtree * xgft_subtree_roots(p->spec, l) + m->way;
}

/* beta_(l+1) of the messages that turn above level l. */
static void colour_level(struct phases *p, unsigned l)
{
	const struct spec *spec = p->spec;
	struct bipartite g = bipartite(p->count, (size_t)p->slots * spec->level_nodes[l], spec->children[l]);
	size_t *who = allocate_array(p->count + 1, sizeof *who), count = 0;

	for (size_t i = 0; i < p->count; i++) {
		const struct phase_message *m = &p->message[i];

		if (xgft_turn_level(spec, m->source, m->destination) <= l)
			continue;
		g.end[0][count] = node_of(p, m, m->source, l);
		g.end[1][count] = node_of(p, m, m->destination, l);
		who[count++] = i;
	}
	colour_edges(&g, count);
	for (size_t k = 0; k < count; k++) {
		struct phase_message *m = &p->message[who[k]];

		m->way = m->way * spec->parents[l + 1] + g.colour[k];
	}
	free(who);
	bipartite_free(&g);
}

void phases_konig(struct phases *p)
{
	p->slots = 0;
	if (p->count == 0)
		return;
	colour_leaves(p);
	for (unsigned l = 1; l < p->spec->height; l++)
		colour_level(p, l);
}
