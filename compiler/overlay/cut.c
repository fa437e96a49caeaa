/* cut.c: a circuit in parts: moves of vertices, with their cost. */
#include "overlay/cut.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bits.h"
#include "util/text.h"

/* ---- the hypergraph -------------------------------------------------------------------------------------------------- */

/* Literals by number: inputs, then for each cell g, not g, s and not s. */
static size_t literal_number(const struct cut_graph *g, const struct literal *literal)
{
	if (literal->of == LITERAL_INPUT)
		return literal->index;
	return g->inputs + 4 * (size_t)literal->index + 2 * (literal->of == LITERAL_LATCH) + literal->complement;
}

static unsigned driver_of(const struct cut_graph *g, size_t literal)
{
	return literal < g->inputs ? (unsigned)(g->cells + literal) : (unsigned)((literal - g->inputs) / 4);
}

/* The literals that a vertex reads: none for an input. */
static unsigned reads(const struct cut_graph *g, unsigned vertex, const struct literal *literal[2])
{
	const struct logic *l = g->l;
	unsigned count = 0;

	if (vertex < g->cells) {
		literal[0] = &l->cell[vertex].x;
		literal[1] = &l->cell[vertex].y;
		count = literal_number(g, literal[0]) == literal_number(g, literal[1]) ? 1 : 2;
	} else if (vertex >= g->cells + g->inputs) {
		literal[0] = &l->output[vertex - g->cells - g->inputs];
		count = 1;
	}
	return count > 0 && literal[0]->of == LITERAL_CONSTANT ? 0 : count;
}

/* Fills first_pin and pin with the nets that somebody reads. */
static void make_nets(struct cut_graph *g)
{
	size_t literals = g->inputs + 4 * g->cells, at = 0, *readers = allocate_array(literals + 1, sizeof *readers);
	const struct literal *literal[2];

	for (unsigned v = 0; v < g->vertices; v++)
		for (unsigned k = reads(g, v, literal); k-- > 0;)
			readers[literal_number(g, literal[k])]++;
	g->first_pin = allocate_array(literals + 1, sizeof *g->first_pin);
	g->pin = allocate_array(literals + 2 * g->vertices + 1, sizeof *g->pin);
	for (size_t i = 0; i < literals; i++) {
		size_t count = readers[i];

		if (count == 0)
			continue;
		g->pin[at] = driver_of(g, i);
		readers[i] = at + 1;
		at += 1 + count;
		g->first_pin[++g->nets] = at;
	}
	g->pins = at;
	for (unsigned v = 0; v < g->vertices; v++)
		for (unsigned k = reads(g, v, literal); k-- > 0;)
			g->pin[readers[literal_number(g, literal[k])]++] = v;
	free(readers);
}

/* A cell that reads its own latch is driver and reader of the net: for the cut that is one vertex. */
static void make_incidence(struct cut_graph *g)
{
	size_t *at;

	g->first_net = allocate_array(g->vertices + 1, sizeof *g->first_net);
	g->net = allocate_array(g->pins + 1, sizeof *g->net);
	for (size_t n = 0; n < g->nets; n++)
		for (size_t i = g->first_pin[n]; i < g->first_pin[n + 1]; i++)
			if (i == g->first_pin[n] || g->pin[i] != g->pin[g->first_pin[n]])
				g->first_net[g->pin[i] + 1]++;
	for (size_t v = 0; v < g->vertices; v++)
		g->first_net[v + 1] += g->first_net[v];
	at = allocate_array(g->vertices + 1, sizeof *at);
	memcpy(at, g->first_net, g->vertices * sizeof *at);
	for (unsigned n = 0; n < g->nets; n++)
		for (size_t i = g->first_pin[n]; i < g->first_pin[n + 1]; i++)
			if (i == g->first_pin[n] || g->pin[i] != g->pin[g->first_pin[n]])
				g->net[at[g->pin[i]]++] = n;
	free(at);
}

/* The cells whose gates a cell reads. */
static unsigned gates_read(const struct cut_graph *g, unsigned cell, unsigned from[2])
{
	const struct literal *literal[2];
	unsigned count = 0;

	for (unsigned k = reads(g, cell, literal); k-- > 0;)
		if (literal[k]->of == LITERAL_GATE)
			from[count++] = literal[k]->index;
	return count;
}

/* Depth first; a circuit has no loop of gates. */
static void order_cells(struct cut_graph *g)
{
	unsigned *stack = allocate_array(2 * g->cells + 1, sizeof *stack), from[2];
	unsigned char *state = allocate_array(g->cells + 1, 1);
	size_t depth, ordered = 0;

	g->cell_order = allocate_array(g->cells + 1, sizeof *g->cell_order);
	for (unsigned root = 0; root < g->cells; root++) {
		depth = 0;
		stack[depth++] = root;
		while (depth > 0) {
			unsigned cell = stack[depth - 1], count = gates_read(g, cell, from);

			if (state[cell] > 0) {
				depth--;
				if (state[cell] == 1)
					g->cell_order[ordered++] = cell;
				state[cell] = 2;
				continue;
			}
			state[cell] = 1;
			for (unsigned k = 0; k < count; k++)
				if (state[from[k]] == 0)
					stack[depth++] = from[k];
		}
	}
	free(stack);
	free(state);
}

void cut_graph_make(struct cut_graph *g, const struct logic *l)
{
	*g = (struct cut_graph){ .l = l, .cells = l->cell_count, .inputs = l->netlist->input_count,
				 .outputs = l->netlist->output_count };
	g->vertices = g->cells + g->inputs + g->outputs;
	make_nets(g);
	make_incidence(g);
	order_cells(g);
}

void cut_graph_free(struct cut_graph *g)
{
	free(g->first_pin);
	free(g->pin);
	free(g->first_net);
	free(g->net);
	free(g->cell_order);
	*g = (struct cut_graph){ 0 };
}

enum vertex_kind vertex_kind(const struct cut_graph *g, unsigned vertex)
{
	return vertex < g->cells ? VERTEX_CELL : vertex < g->cells + g->inputs ? VERTEX_INPUT : VERTEX_OUTPUT;
}

/* ---- the cut --------------------------------------------------------------------------------------------------------- */

void cut_start(struct cut *c, const struct cut_graph *g, const struct cut_limits *limits)
{
	*c = (struct cut){ .g = g, .limits = *limits };
	c->part = allocate_array(g->vertices + 1, sizeof *c->part);
	c->count = allocate_array(g->nets * limits->parts + 1, sizeof *c->count);
	c->present = allocate_array(g->nets + 1, sizeof *c->present);
	c->weight = allocate_array(g->pins + 1, sizeof *c->weight);
	for (unsigned v = 0; v < g->vertices; v++) {
		c->size[vertex_kind(g, v)][0]++;
		for (size_t i = g->first_net[v]; i < g->first_net[v + 1]; i++) {
			c->count[(size_t)g->net[i] * limits->parts]++;
			c->present[g->net[i]] = 1;
		}
	}
}

void cut_free(struct cut *c)
{
	free(c->part);
	free(c->count);
	free(c->present);
	free(c->weight);
	*c = (struct cut){ 0 };
}

/* One net more, or less, at a border. */
static void change(struct cut *c, unsigned *nets, unsigned positions, int step)
{
	c->excess -= *nets > positions ? *nets - positions : 0;
	*nets += (unsigned)step;
	c->excess += *nets > positions ? *nets - positions : 0;
}

/* Adds what a net costs to the sums, or takes it away. */
static void account(struct cut *c, unsigned net, int step)
{
	unsigned from = c->part[c->g->pin[c->g->first_pin[net]]];
	uint64_t others = c->present[net] & ~(UINT64_C(1) << from);

	if (others)
		change(c, &c->out[from], c->limits.leave, step);
	for (; others; others &= others - 1) {
		unsigned to = (unsigned)__builtin_ctzll(others);

		unsigned height = bit_length(from ^ to);

		c->messages += (unsigned long)(long)step;
		c->heights += (unsigned long)(step * (long)height);
		for (; height >= 1; height--)
			change(c, &c->in[height][to], c->limits.enter[height], step);
	}
}

/* The weights of a vertex's readers, and of itself as one. */
static double critical_of(const struct cut *c, unsigned net, unsigned vertex)
{
	const struct cut_graph *g = c->g;
	unsigned driver = g->pin[g->first_pin[net]];
	double sum = 0;

	for (size_t i = g->first_pin[net] + 1; i < g->first_pin[net + 1]; i++)
		if ((driver == vertex || g->pin[i] == vertex) && c->part[g->pin[i]] != c->part[driver])
			sum += (double)c->weight[i];
	return sum;
}

void cut_move(struct cut *c, unsigned vertex, unsigned part)
{
	const struct cut_graph *g = c->g;
	unsigned before = c->part[vertex], kind = vertex_kind(g, vertex);

	if (before == part)
		return;
	for (size_t i = g->first_net[vertex]; i < g->first_net[vertex + 1]; i++) {
		account(c, g->net[i], -1);
		c->critical -= critical_of(c, g->net[i], vertex);
	}
	c->part[vertex] = part;
	c->size[kind][before]--;
	c->size[kind][part]++;
	for (size_t i = g->first_net[vertex]; i < g->first_net[vertex + 1]; i++) {
		unsigned net = g->net[i], *count = c->count + (size_t)net * c->limits.parts;

		if (--count[before] == 0)
			c->present[net] &= ~(UINT64_C(1) << before);
		if (count[part]++ == 0)
			c->present[net] |= UINT64_C(1) << part;
		account(c, net, 1);
		c->critical += critical_of(c, net, vertex);
	}
}

/* A net without a position cannot be; a message by a higher node is slightly worse than another. */
double cut_cost(const struct cut *c)
{
	static const double of_excess = 16, of_height = 1.0 / 32;

	return (double)c->messages + of_height * (double)c->heights + of_excess * (double)c->excess + c->critical;
}

static bool is_fixed(const struct cut *c, unsigned vertex)
{
	return c->fixed && c->fixed[vertex] >= 0;
}

void cut_fix(struct cut *c, const int *fixed)
{
	c->fixed = fixed;
	for (unsigned v = 0; v < c->g->vertices; v++)
		if (is_fixed(c, v))
			cut_move(c, v, (unsigned)fixed[v]);
}

bool cut_may_move(const struct cut *c, unsigned vertex, unsigned part)
{
	unsigned kind = vertex_kind(c->g, vertex);

	return !is_fixed(c, vertex) && c->size[kind][part] < c->limits.most[kind] && c->size[kind][c->part[vertex]] > c->limits.least[kind];
}

void cut_weigh(struct cut *c, const float *weight)
{
	const struct cut_graph *g = c->g;

	memcpy(c->weight, weight, g->pins * sizeof *weight);
	c->critical = 0;
	for (size_t n = 0; n < g->nets; n++)
		for (size_t i = g->first_pin[n] + 1; i < g->first_pin[n + 1]; i++)
			if (c->part[g->pin[i]] != c->part[g->pin[g->first_pin[n]]])
				c->critical += (double)weight[i];
}

/* ---- repair ---------------------------------------------------------------------------------------------------------- */

/* The cost after a move. */
static double cost_of_move(struct cut *c, unsigned vertex, unsigned part)
{
	unsigned before = c->part[vertex];

	cut_move(c, vertex, part);
	double cost = cut_cost(c);

	cut_move(c, vertex, before);
	return cost;
}

/* Moves the vertex of a kind that costs least from part to part; either may be any part that may give or take. */
static void move_cheapest(struct cut *c, unsigned kind, int from, int to)
{
	unsigned best = 0, best_part = 0;
	double least = INFINITY;

	for (unsigned v = 0; v < c->g->vertices; v++) {
		unsigned at = c->part[v];

		if (vertex_kind(c->g, v) != kind || is_fixed(c, v) || (from >= 0 ? at != (unsigned)from : c->size[kind][at] <= c->limits.least[kind]))
			continue;
		for (unsigned part = 0; part < c->limits.parts; part++) {
			if (part == at || (to >= 0 ? part != (unsigned)to : c->size[kind][part] >= c->limits.most[kind]))
				continue;
			double cost = cost_of_move(c, v, part);

			if (cost < least) {
				least = cost;
				best = v;
				best_part = part;
			}
		}
	}
	cut_move(c, best, best_part);
}

void cut_repair(struct cut *c)
{
	for (unsigned kind = 0; kind < VERTEX_KINDS; kind++)
		for (unsigned part = 0; part < c->limits.parts; part++) {
			while (c->size[kind][part] > c->limits.most[kind])
				move_cheapest(c, kind, (int)part, -1);
			while (c->size[kind][part] < c->limits.least[kind])
				move_cheapest(c, kind, -1, (int)part);
		}
}

/* ---- annealing ------------------------------------------------------------------------------------------------------- */

/* The part of a vertex that shares a net with this one, or any. */
static unsigned draw_part(const struct cut *c, unsigned vertex, struct random *random)
{
	const struct cut_graph *g = c->g;
	size_t nets = g->first_net[vertex + 1] - g->first_net[vertex];

	if (nets == 0 || random_below(random, 8) == 0)
		return (unsigned)random_below(random, c->limits.parts);
	unsigned net = g->net[g->first_net[vertex] + random_below(random, nets)];

	return c->part[g->pin[g->first_pin[net] + random_below(random, g->first_pin[net + 1] - g->first_pin[net])]];
}

enum { NO_VERTEX = -1, DRAWS = 32 };

/* A vertex of that kind in a part. */
static int draw_partner(const struct cut *c, unsigned kind, unsigned part, struct random *random)
{
	const size_t first[] = { 0, c->g->cells, c->g->cells + c->g->inputs };
	const size_t count[] = { c->g->cells, c->g->inputs, c->g->outputs };

	for (unsigned draw = 0; draw < DRAWS; draw++) {
		unsigned v = (unsigned)(first[kind] + random_below(random, count[kind]));

		if (c->part[v] == part && !is_fixed(c, v))
			return (int)v;
	}
	return NO_VERTEX;
}

/* Moves a vertex, in exchange for another if that is the only way, and keeps it with a probability by what it costs. */
static void try_move(struct cut *c, struct random *random, double heat)
{
	unsigned v = (unsigned)random_below(random, c->g->vertices), part = draw_part(c, v, random), before = c->part[v];
	double cost = cut_cost(c);
	int partner = NO_VERTEX;

	if (part == before || is_fixed(c, v))
		return;
	if (!cut_may_move(c, v, part)) {
		partner = draw_partner(c, vertex_kind(c->g, v), part, random);
		if (partner == NO_VERTEX)
			return;
		cut_move(c, (unsigned)partner, before);
	}
	cut_move(c, v, part);
	double worse = cut_cost(c) - cost;

	if (worse <= 0 || random_unit(random) < exp(-worse / heat))
		return;
	cut_move(c, v, before);
	if (partner != NO_VERTEX)
		cut_move(c, (unsigned)partner, part);
}

void cut_anneal(struct cut *c, struct random *random, unsigned long moves, double hot)
{
	static const double cold = 0.05;

	for (unsigned long i = 0; i < moves; i++)
		try_move(c, random, hot * pow(cold / hot, (double)i / (double)moves));
}
