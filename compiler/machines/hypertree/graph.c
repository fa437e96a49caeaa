/* graph.c: shortest distances by breadth-first search from 64 nodes at a time, and loads by adding up flows. */
#include "machines/hypertree/graph.h"

#include <assert.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "util/budget.h"
#include "util/text.h"

enum { SOURCES = 64, UNKNOWN = -1 };

struct graph graph_new(unsigned nodes)
{
	return (struct graph){ .nodes = nodes, .node = allocate_array(nodes, sizeof(struct graph_node)) };
}

void graph_free(struct graph *g)
{
	free(g->node);
	*g = (struct graph){0};
}

static bool is_neighbour(const struct graph_node *node, unsigned of)
{
	for (unsigned k = 0; k < node->degree; k++)
		if (node->neighbour[k] == of)
			return true;
	return false;
}

void graph_join(struct graph *g, unsigned a, unsigned b)
{
	struct graph_node *first = &g->node[a], *second = &g->node[b];

	if (a == b || is_neighbour(first, b))
		return;
	assert(first->degree < MOST_NEIGHBOURS && second->degree < MOST_NEIGHBOURS);
	first->neighbour[first->degree++] = b;
	second->neighbour[second->degree++] = a;
}

unsigned graph_degree(const struct graph *g)
{
	unsigned most = 0;

	for (unsigned x = 0; x < g->nodes; x++)
		most = g->node[x].degree > most ? g->node[x].degree : most;
	return most;
}

unsigned graph_port(const struct graph *g, unsigned from, unsigned to)
{
	unsigned k = 0;

	while (g->node[from].neighbour[k] != to)
		k++;
	assert(k < g->node[from].degree);
	return k;
}

/* Shortest distances ---------------------------------------------------------------------------------------------- */

/* A search from up to 64 nodes: bit i of reached[x] says that source i has reached x. */
struct search {
	uint64_t *reached, *further;
};

/* Goes one link further. */
static bool spread(const struct graph *g, struct search *s)
{
	bool grown = false;

	budget_spend((uint64_t)g->nodes * 2);
	for (unsigned x = 0; x < g->nodes; x++) {
		const struct graph_node *node = &g->node[x];
		uint64_t word = s->reached[x];

		for (unsigned k = 0; k < node->degree; k++)
			word |= s->reached[node->neighbour[k]];
		s->further[x] = word;
		grown |= word != s->reached[x];
	}
	return grown;
}

/* Counts the pairs that the last step has reached, at this distance. */
static void count(const struct graph *g, unsigned first, const struct search *s, unsigned distance,
		  struct distances *d)
{
	unsigned long long found = 0;
	uint64_t finders = 0;
	double local;

	for (unsigned x = first; x < g->nodes; x++) {
		uint64_t new = s->further[x] & ~s->reached[x];

		found += (unsigned)__builtin_popcountll(new);
		finders |= new;
	}
	local = ldexp(__builtin_popcountll(finders), -(int)distance);
	d->local_messages += local;
	d->local_sum += local * distance;
	d->pairs += found;
	d->sum += found * distance;
	if (found && distance > d->longest)
		d->longest = distance;
}

static void search_from(const struct graph *g, unsigned first, unsigned source, struct search *s, struct distances *d)
{
	memset(s->reached, 0, g->nodes * sizeof *s->reached);
	for (unsigned i = 0; i < SOURCES && source + i < g->nodes; i++) {
		s->reached[source + i] = UINT64_C(1) << i;
		d->pairs++;
	}
	for (unsigned distance = 1; spread(g, s); distance++) {
		uint64_t *old = s->reached;

		count(g, first, s, distance, d);
		s->reached = s->further;
		s->further = old;
	}
}

struct distances graph_distances(const struct graph *g, unsigned first)
{
	struct search s = {
		.reached = allocate_array(g->nodes, sizeof *s.reached),
		.further = allocate_array(g->nodes, sizeof *s.further),
	};
	struct distances d = {0};

	for (unsigned source = first; source < g->nodes; source += SOURCES)
		search_from(g, first, source, &s, &d);
	free(s.reached);
	free(s.further);
	return d;
}

void graph_search(const struct graph *g, unsigned from, unsigned to, unsigned *steps, unsigned *reached)
{
	unsigned count = 0;

	budget_spend(g->nodes);
	memset(steps, 0, g->nodes * sizeof *steps);
	reached[count++] = from;
	steps[from] = 1;
	for (unsigned i = 0; i < count && (to == from || !steps[to]); i++) {
		const struct graph_node *node = &g->node[reached[i]];

		for (unsigned k = 0; k < node->degree; k++) {
			unsigned next = node->neighbour[k];

			if (steps[next] || (i == 0 && next == to))
				continue;
			steps[next] = steps[reached[i]] + 1;
			reached[count++] = next;
		}
	}
}

struct distances graph_detours(const struct graph *g)
{
	unsigned *steps = allocate_array(g->nodes, sizeof *steps), *reached = allocate_array(g->nodes, sizeof *reached);
	struct distances d = {0};

	for (unsigned x = 0; x < g->nodes; x++)
		for (unsigned k = 0; k < g->node[x].degree; k++) {
			unsigned other = g->node[x].neighbour[k];

			if (other < x)
				continue;
			graph_search(g, x, other, steps, reached);
			unsigned links = steps[other] ? steps[other] - 1 : 0;

			d.pairs += links > 0;
			d.sum += links;
			d.longest = links > d.longest ? links : d.longest;
		}
	free(steps);
	free(reached);
	return d;
}

/* Loads ----------------------------------------------------------------------------------------------------------- */

/* The ways to one target in one mode are a tree with the target as its root. A flow adds up towards it. */
struct flow {
	const struct graph *g;
	const struct graph_rule *rule;
	unsigned mode, target, weight;
	int *steps;			/* to the target; UNKNOWN: no message has come here */
	unsigned *next;			/* of a node whose steps are known */
	unsigned *order;		/* the nodes whose steps are known, except the target, as they became known */
	unsigned known;
	unsigned long long *messages;	/* that leave a node */
	unsigned *trail;
};

/* Follows the rule from x to where the way is known. */
static void follow(struct flow *f, unsigned x)
{
	unsigned length = 0;

	while (f->steps[x] == UNKNOWN) {
		assert(length < f->g->nodes);
		f->trail[length++] = x;
		f->next[x] = f->rule->next(f->rule->network, f->mode, x, f->target);
		x = f->next[x];
	}
	for (int steps = f->steps[x]; length > 0;) {
		x = f->trail[--length];
		f->steps[x] = ++steps;
		f->order[f->known++] = x;
	}
}

/* A node becomes known after all nodes on its way, so the reverse order carries every message on. */
static void add_up(struct flow *f, struct graph_loads *loads)
{
	while (f->known > 0) {
		unsigned x = f->order[--f->known], y = f->next[x];

		loads->leaving[(size_t)x * MOST_NEIGHBOURS + graph_port(f->g, x, y)] += f->messages[x];
		loads->sum += f->messages[x];
		f->messages[y] += f->messages[x];
	}
}

static void route_to(struct flow *f, unsigned first, struct graph_loads *loads)
{
	const struct graph_rule *rule = f->rule;

	budget_spend((uint64_t)f->g->nodes * 20);
	for (unsigned x = 0; x < f->g->nodes; x++) {
		f->steps[x] = UNKNOWN;
		f->messages[x] = 0;
	}
	f->steps[f->target] = 0;
	for (unsigned x = first; x < f->g->nodes; x++) {
		if (x == f->target || (rule->mode && rule->mode(rule->network, x, f->target) != f->mode))
			continue;
		follow(f, x);
		f->messages[x] += f->weight;
		if ((unsigned)f->steps[x] > loads->longest)
			loads->longest = (unsigned)f->steps[x];
	}
	add_up(f, loads);
}

struct graph_loads graph_loads(const struct graph *g, unsigned first, const struct graph_rule *rule)
{
	struct graph_loads loads = {
		.leaving = allocate_array((size_t)g->nodes * MOST_NEIGHBOURS, sizeof *loads.leaving)
	};
	struct flow f = {
		.g = g,
		.rule = rule,
		.steps = allocate_array(g->nodes, sizeof *f.steps),
		.next = allocate_array(g->nodes, sizeof *f.next),
		.order = allocate_array(g->nodes, sizeof *f.order),
		.messages = allocate_array(g->nodes, sizeof *f.messages),
		.trail = allocate_array(g->nodes, sizeof *f.trail),
	};

	for (f.target = first; f.target < g->nodes; f.target++) {
		f.weight = rule->weight ? rule->weight(rule->network, f.target) : 1;
		for (f.mode = 0; f.weight > 0 && f.mode < rule->modes; f.mode++)
			route_to(&f, first, &loads);
	}
	free(f.steps);
	free(f.next);
	free(f.order);
	free(f.messages);
	free(f.trail);
	return loads;
}

unsigned long long graph_load(const struct graph *g, const struct graph_loads *loads, unsigned from, unsigned to)
{
	return loads->leaving[(size_t)from * MOST_NEIGHBOURS + graph_port(g, from, to)];
}

void graph_loads_free(struct graph_loads *loads)
{
	free(loads->leaving);
	*loads = (struct graph_loads){0};
}
