/* partition.c: every cell gets a mesh, every bit of a port a pin.
 *
 *   hypergraph of literals --METIS halves it, and each half again--> parts, of which siblings are close
 *       --annealing: messages, and what longest ways cross--> --exchanges that lower (messages, longest way)--> meshes
 *
 * That is done from several seeds; the best goes on.
 */
#include "overlay/compile.h"

#include <limits.h>
#include <math.h>
#include <metis.h>
#include <stdlib.h>

#include "overlay/cut.h"
#include "overlay/wires.h"
#include "util/number.h"
#include "util/text.h"

enum {
	STARTS = 8, MANY_VERTICES = 4000,	/* from so many on there is one start */
	ROUNDS = 4,				/* of annealing, each with the criticalities that the one before has left */
	MOVES = 1000, MOST_MOVES = 8000000,	/* of a round: for each vertex; in all */
	MOST_WAYS = 20000000,			/* cells that the last exchanges look at */
};

/* ---- METIS ----------------------------------------------------------------------------------------------------------- */

/* The readers of a net are joined to its driver. Both directions, as METIS wants them. */
struct joined {
	idx_t *first, *neighbour;
};

static struct joined joined_make(const struct cut_graph *g)
{
	struct joined j = { allocate_array(g->vertices + 1, sizeof *j.first), allocate_array(2 * g->pins + 1, sizeof *j.neighbour) };
	idx_t *at = allocate_array(g->vertices + 1, sizeof *at);

	for (unsigned fill = 0; fill < 2; fill++) {
		for (size_t v = 0; v < g->vertices; v++)
			at[v] = j.first[v];
		for (size_t n = 0; n < g->nets; n++)
			for (size_t i = g->first_pin[n] + 1; i < g->first_pin[n + 1]; i++) {
				unsigned a = g->pin[g->first_pin[n]], b = g->pin[i];

				if (a == b)
					continue;
				if (fill == 0) {
					j.first[a + 1]++;
					j.first[b + 1]++;
				} else {
					j.neighbour[at[a]++] = (idx_t)b;
					j.neighbour[at[b]++] = (idx_t)a;
				}
			}
		for (size_t v = 0; v < g->vertices && fill == 0; v++)
			j.first[v + 1] += j.first[v];
	}
	free(at);
	return j;
}

/* Moves the vertices to the parts that METIS finds; without edges, and for very few cells, they stay in part 0. */
static void cut_by_metis(struct cut *c, uint64_t seed)
{
	const struct cut_graph *g = c->g;
	struct joined j = joined_make(g);
	idx_t vertices = (idx_t)g->vertices, constraints = 1, parts = (idx_t)c->limits.parts, cut, options[METIS_NOPTIONS];
	idx_t *weight = allocate_array(g->vertices + 1, sizeof *weight), *part = allocate_array(g->vertices + 1, sizeof *part);

	for (size_t v = 0; v < g->cells; v++)
		weight[v] = 1;
	METIS_SetDefaultOptions(options);
	options[METIS_OPTION_SEED] = (idx_t)(seed & 0x7fffffff);
	if (g->cells > 2 * c->limits.parts && j.first[g->vertices] > 0
	    && METIS_PartGraphRecursive(&vertices, &constraints, j.first, j.neighbour, weight, NULL, NULL, &parts, NULL, NULL, options,
					&cut, part) == METIS_OK)
		for (unsigned v = 0; v < g->vertices; v++)
			cut_move(c, v, (unsigned)part[v]);
	free(j.first);
	free(j.neighbour);
	free(weight);
	free(part);
}

/* ---- better ---------------------------------------------------------------------------------------------------------- */

/* What is to be lowered, the first first. */
struct quality {
	unsigned long excess, messages;
	unsigned clocks;
	unsigned long heights;
};

static bool is_better(const struct quality *a, const struct quality *b)
{
	if (a->excess != b->excess)
		return a->excess < b->excess;
	if (a->messages != b->messages)
		return a->messages < b->messages;
	if (a->clocks != b->clocks)
		return a->clocks < b->clocks;
	return a->heights < b->heights;
}

struct maker {
	const struct overlay *o;
	struct cut cut;
	struct way_clocks clocks;
	float *criticality;			/* [pin] */
	struct random random;
};

static struct quality quality_of(const struct maker *m)
{
	struct quality q = { m->cut.excess, m->cut.messages, 0, m->cut.heights };
	unsigned crossings;

	/* A message waits for its cycle, half of them on the average. */
	q.clocks = longest_way(&m->cut, m->clocks, &crossings, NULL);
	q.clocks += crossings * (cut_cycles(&m->cut) - 1) / 2;
	return q;
}

/* Nets on ways that are nearly the longest weigh most. */
static void weigh(struct maker *m)
{
	static const double of_critical = 0.5, power = 8;
	unsigned crossings;

	longest_way(&m->cut, m->clocks, &crossings, m->criticality);
	for (size_t i = 0; i < m->cut.g->pins; i++)
		m->criticality[i] = (float)(of_critical * pow((double)m->criticality[i], power));
	cut_weigh(&m->cut, m->criticality);
}

static void anneal(struct maker *m)
{
	unsigned long moves = MOVES * m->cut.g->vertices;
	double hot = 1;

	moves = moves < MOST_MOVES / ROUNDS ? moves : MOST_MOVES / ROUNDS;
	for (unsigned round = 0; round < ROUNDS; round++, hot /= 2) {
		weigh(m);
		cut_anneal(&m->cut, &m->random, moves, hot);
	}
}

/* Tries the vertex in another part. Keeps it there if that is better. */
static bool try_part(struct maker *m, unsigned vertex, unsigned part, struct quality *best, unsigned long *work)
{
	unsigned before = m->cut.part[vertex];

	if (part == before || !cut_may_move(&m->cut, vertex, part))
		return false;
	cut_move(&m->cut, vertex, part);
	struct quality now = { m->cut.excess, m->cut.messages, 0, 0 };

	/* The longest way, which takes time, only where all else is no worse. */
	if (now.excess <= best->excess && now.messages <= best->messages) {
		now = quality_of(m);
		*work += m->cut.g->cells;
		if (is_better(&now, best)) {
			*best = now;
			return true;
		}
	}
	cut_move(&m->cut, vertex, before);
	return false;
}

/* Moves vertices to parts in which their nets are, as long as that makes something better. */
static void polish(struct maker *m)
{
	const struct cut_graph *g = m->cut.g;
	struct quality best = quality_of(m);
	unsigned long work = 0;

	for (bool moved = true; moved && work < MOST_WAYS;) {
		moved = false;
		for (unsigned v = 0; v < g->vertices && work < MOST_WAYS; v++) {
			uint64_t parts = 0;

			for (size_t i = g->first_net[v]; i < g->first_net[v + 1]; i++)
				parts |= m->cut.present[g->net[i]];
			for (; parts; parts &= parts - 1)
				moved |= try_part(m, v, (unsigned)__builtin_ctzll(parts), &best, &work);
		}
	}
}

/* ---- all ------------------------------------------------------------------------------------------------------------- */

static struct cut_limits limits_of(const struct overlay *o, const struct cut_graph *g, unsigned parts, unsigned most_cells)
{
	unsigned even = (unsigned)((g->cells + parts - 1) / parts), few = (unsigned)(g->cells / parts);

	struct cut_limits limits = { .parts = parts, .least = { few - few / 5, 0, 0 }, .leave = o->positions,
				     .most = { smaller(most_cells, even + larger(even / 10, 1)), o->pins, o->pins } };

	for (unsigned height = 1; height <= o->levels; height++)
		limits.enter[height] = positions_from(o, height);
	limits.levels = o->levels;
	for (unsigned level = 1; level <= o->levels; level++)
		limits.wires[level] = level < o->levels ? o->net->capacity[level] : smaller(o->wires, o->positions);
	return limits;
}

static void use(const struct maker *m, struct partition *p)
{
	const struct cut_graph *g = m->cut.g;
	bool used[OVERLAY_MOST_MESHES] = { false };

	p->meshes = 0;
	for (unsigned v = 0; v < g->vertices; v++) {
		unsigned part = m->cut.part[v];

		if (v < g->cells)
			p->cell_mesh[v] = part;
		else if (v < g->cells + g->inputs)
			p->input_mesh[v - g->cells] = part;
		else
			p->output_mesh[v - g->cells - g->inputs] = part;
		p->meshes += !used[part];
		used[part] = true;
	}
}

/* The meshes of the bits that have one already, as cut_fix() wants them. A fresh array, or NULL. */
static int *fixed_vertices(const struct cut_graph *g, const struct pin_places *pins)
{
	int *fixed;

	if (!pins)
		return NULL;
	fixed = allocate_array(g->vertices + 1, sizeof *fixed);
	for (size_t v = 0; v < g->vertices; v++)
		fixed[v] = -1;
	for (size_t i = 0; i < g->inputs; i++)
		if (pins->input[i].given)
			fixed[g->cells + i] = (int)pins->input[i].mesh;
	for (size_t i = 0; i < g->outputs; i++)
		if (pins->output[i].given)
			fixed[g->cells + g->inputs + i] = (int)pins->output[i].mesh;
	return fixed;
}

/* One partition; keeps it if it is better than the best so far. */
static void make_one(const struct overlay *o, const struct cut_graph *g, const struct cut_limits *limits, const int *fixed,
		     unsigned long seed, struct quality *best, struct partition *p)
{
	/* A gate's neighbour is some elements away; a message passes the border twice, too, and waits for its cycle. */
	unsigned hop = 2 + o->side / 5;
	struct maker m = { .o = o, .clocks = { hop, o->latency + 3 + hop } };

	m.criticality = allocate_array(g->pins + 1, sizeof *m.criticality);
	random_start(&m.random, seed, 0);
	cut_start(&m.cut, g, limits);
	cut_by_metis(&m.cut, seed);
	cut_fix(&m.cut, fixed);
	cut_repair(&m.cut);
	anneal(&m);
	polish(&m);
	struct quality now = quality_of(&m);

	if (is_better(&now, best)) {
		*best = now;
		use(&m, p);
	}
	cut_free(&m.cut);
	free(m.criticality);
}

static bool make_parts(struct partition *p, const struct overlay *o, const struct logic *l, unsigned parts, unsigned most_cells,
		       const struct partition_request *q, char **why)
{
	struct cut_graph g;
	struct quality best = { ULONG_MAX, 0, 0, 0 };

	cut_graph_make(&g, l);
	struct cut_limits limits = limits_of(o, &g, parts, most_cells);
	int *fixed = fixed_vertices(&g, q->pins);

	for (unsigned start = 0; start < (g.vertices < MANY_VERTICES ? STARTS : 1); start++)
		make_one(o, &g, &limits, fixed, q->seed * STARTS + start, &best, p);
	free(fixed);
	cut_graph_free(&g);
	if (best.excess > 0)
		*why = format_string("%lu nets too many for the borders of %u meshes, which have %u positions each for nets that leave "
				     "and as many for nets that enter", best.excess, parts, o->positions);
	return best.excess == 0;
}

/* Whether there is room for cells and pins. */
static bool room_suffices(const struct overlay *o, const struct logic *l, unsigned meshes, unsigned most_cells, char **why)
{
	const struct netlist *n = l->netlist;
	size_t pins = (size_t)meshes * o->pins;

	if (l->cell_count > (size_t)meshes * most_cells)
		*why = format_string("%zu cells, but %u mesh%s of %u x %u elements hold%s %zu at this density", l->cell_count, meshes,
				     meshes > 1 ? "es" : "", o->side, o->side, meshes > 1 ? "" : "s", (size_t)meshes * most_cells);
	else if (n->input_count > pins || n->output_count > pins)
		*why = format_string("%zu bits of inputs and %zu of outputs, but %u mesh%s %zu pins each way", n->input_count,
				     n->output_count, meshes, meshes > 1 ? "es have" : " has", pins);
	else
		return true;
	return false;
}

bool partition_make(struct partition *p, const struct overlay *o, const struct logic *l, const struct partition_request *q,
		    char **why)
{
	unsigned meshes = smaller(larger(q->most_meshes, 1), o->meshes);
	unsigned most_cells = (unsigned)(q->fullest * o->side * o->side);

	if (!room_suffices(o, l, meshes, most_cells, why))
		return false;
	*p = (struct partition){ .meshes = 1 };
	p->cell_mesh = allocate_array(l->cell_count + 1, sizeof *p->cell_mesh);
	p->input_mesh = allocate_array(l->netlist->input_count + 1, sizeof *p->input_mesh);
	p->output_mesh = allocate_array(l->netlist->output_count + 1, sizeof *p->output_mesh);
	bool good = meshes == 1 || make_parts(p, o, l, meshes, most_cells, q, why);

	if (!good)
		partition_free(p);
	return good;
}

void partition_free(struct partition *p)
{
	free(p->cell_mesh);
	free(p->input_mesh);
	free(p->output_mesh);
	*p = (struct partition){ 0 };
}
