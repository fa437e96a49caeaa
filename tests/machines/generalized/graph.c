/* graph.c: graphs built from the definitions, and slow but obvious ways to measure them. */
#include "graph.h"

#include <stdlib.h>

static void *get(size_t count, size_t size)
{
	void *memory = calloc(count ? count : 1, size);

	if (!memory)
		abort();
	return memory;
}

void graph_start(struct graph *g, unsigned count)
{
	g->count = count;
	g->degree = get(count, sizeof *g->degree);
	g->neighbour = get(count, sizeof *g->neighbour);
}

static void add_neighbour(struct graph *g, unsigned a, unsigned b)
{
	g->neighbour[a] = realloc(g->neighbour[a], (g->degree[a] + 1) * sizeof **g->neighbour);
	if (!g->neighbour[a])
		abort();
	g->neighbour[a][g->degree[a]++] = b;
}

void graph_link(struct graph *g, unsigned a, unsigned b)
{
	add_neighbour(g, a, b);
	add_neighbour(g, b, a);
}

bool graph_linked(const struct graph *g, unsigned a, unsigned b)
{
	for (unsigned i = 0; i < g->degree[a]; i++)
		if (g->neighbour[a][i] == b)
			return true;
	return false;
}

void graph_free(struct graph *g)
{
	for (unsigned i = 0; i < g->count; i++)
		free(g->neighbour[i]);
	free(g->neighbour);
	free(g->degree);
}

/* A link between (level, a) and (level + 1, b). */
struct link {
	unsigned level, a, b;
};

struct links {
	struct link *items;
	unsigned count;
};

static void add_link(struct links *l, unsigned level, unsigned a, unsigned b)
{
	l->items = realloc(l->items, (l->count + 1) * sizeof *l->items);
	if (!l->items)
		abort();
	l->items[l->count++] = (struct link){ level, a, b };
}

/* From XGFT(height) with its links in `old` and nodes[] per level to XGFT(height + 1). */
static void grow(struct links *old, unsigned height, unsigned *nodes, unsigned m, unsigned w)
{
	struct links grown = {0};
	unsigned roots = nodes[height];

	for (unsigned j = 0; j < m; j++)
		for (unsigned i = 0; i < old->count; i++) {
			unsigned l = old->items[i].level;

			add_link(&grown, l, old->items[i].a + j * nodes[l], old->items[i].b + j * nodes[l + 1]);
		}
	for (unsigned l = 0; l <= height; l++)
		nodes[l] *= m;
	nodes[height + 1] = roots * w;
	for (unsigned a = 0; a < nodes[height]; a++)
		for (unsigned b = 0; b < nodes[height + 1]; b++)
			if (a % roots == b / w)
				add_link(&grown, height, a, b);
	free(old->items);
	*old = grown;
}

void xgft_build(struct xgft_graph *x, unsigned height, const unsigned *m, const unsigned *w)
{
	struct links links = {0};

	x->height = height;
	x->nodes[0] = 1;
	for (unsigned l = 0; l < height; l++)
		grow(&links, l, x->nodes, m[l], w[l]);
	x->first[0] = 0;
	for (unsigned l = 0; l <= height; l++)
		x->first[l + 1] = x->first[l] + x->nodes[l];
	graph_start(&x->g, x->first[height + 1]);
	for (unsigned i = 0; i < links.count; i++) {
		unsigned l = links.items[i].level;

		graph_link(&x->g, x->first[l] + links.items[i].a, x->first[l + 1] + links.items[i].b);
	}
	free(links.items);
}

/* How many k there are on level i: sqrt(N) 2^(-floor(i/2)). */
static unsigned bay_width(unsigned q, unsigned i)
{
	return (1u << q) >> i / 2;
}

unsigned bay_node(unsigned q, unsigned i, unsigned j, unsigned k)
{
	unsigned before = 0;

	for (unsigned level = 0; level < i; level++)
		before += (1u << level) * bay_width(q, level);
	return before + j * bay_width(q, i) + k;
}

void bay_build(struct graph *g, unsigned q)
{
	graph_start(g, bay_node(q, 2 * q + 1, 0, 0));
	for (unsigned i = 1; i <= 2 * q; i++)
		for (unsigned j = 0; j < 1u << i; j++)
			for (unsigned k = 0; k < bay_width(q, i); k++) {
				unsigned node = bay_node(q, i, j, k);

				graph_link(g, node, bay_node(q, i - 1, j / 2, k));
				if (i % 2 == 0)
					graph_link(g, node, bay_node(q, i - 1, j / 2, k + bay_width(q, i)));
			}
}

void product_build(struct graph *g, const unsigned *side, unsigned count, bool wrap, bool complete)
{
	unsigned nodes = 1, stride = 1;

	for (unsigned i = 0; i < count; i++)
		nodes *= side[i];
	graph_start(g, nodes);
	for (unsigned i = 0; i < count; stride *= side[i++])
		for (unsigned a = 0; a < nodes; a++)
			for (unsigned b = a + 1; b < nodes; b++) {
				unsigned x = a / stride % side[i], y = b / stride % side[i];
				bool near = y == x + 1 || (wrap && x == 0 && y == side[i] - 1) || complete;

				if (b - a == (y - x) * stride && x < y && near)
					graph_link(g, a, b);
			}
}

void graph_distances(const struct graph *g, unsigned from, const bool *dead, unsigned *distance)
{
	unsigned *queue = get(g->count, sizeof *queue), head = 0, tail = 0;

	for (unsigned i = 0; i < g->count; i++)
		distance[i] = UNREACHED;
	if (!dead || !dead[from]) {
		distance[from] = 0;
		queue[tail++] = from;
	}
	while (head < tail) {
		unsigned at = queue[head++];

		for (unsigned i = 0; i < g->degree[at]; i++) {
			unsigned next = g->neighbour[at][i];

			if (distance[next] == UNREACHED && !(dead && dead[next])) {
				distance[next] = distance[at] + 1;
				queue[tail++] = next;
			}
		}
	}
	free(queue);
}

/* Maximum flow with every node split in two: 2 v is where one comes in, 2 v + 1 where one goes out. flow[] is kept per
 * split node and per link. */
struct flow {
	const struct graph *g;
	unsigned s, t;
	bool *through;		/* of a node: used by a path */
	bool **out;		/* of a link: used in the direction from the node */
	unsigned *from;		/* search: the state from which one came */
	unsigned *queue;
};

static bool *out_of(struct flow *f, unsigned a, unsigned b)
{
	for (unsigned i = 0; i < f->g->degree[a]; i++)
		if (f->g->neighbour[a][i] == b)
			return &f->out[a][i];
	abort();
}

/* One more path, if there is one. */
static bool augment(struct flow *f)
{
	unsigned states = 2 * f->g->count, none = states, head = 0, tail = 0;

	for (unsigned i = 0; i < states; i++)
		f->from[i] = none;
	f->queue[tail++] = 2 * f->s + 1;
	f->from[2 * f->s + 1] = 2 * f->s + 1;
	while (head < tail && f->from[2 * f->t] == none) {
		unsigned state = f->queue[head++], v = state / 2;

		if (state % 2) {
			for (unsigned i = 0; i < f->g->degree[v]; i++) {
				unsigned u = f->g->neighbour[v][i];

				if (!f->out[v][i] && f->from[2 * u] == none && u != f->s) {
					f->from[2 * u] = state;
					f->queue[tail++] = 2 * u;
				}
			}
			if (f->through[v] && f->from[2 * v] == none && v != f->s) {
				f->from[2 * v] = state;
				f->queue[tail++] = 2 * v;
			}
			continue;
		}
		if (!f->through[v] && f->from[2 * v + 1] == none) {
			f->from[2 * v + 1] = state;
			f->queue[tail++] = 2 * v + 1;
		}
		for (unsigned i = 0; i < f->g->degree[v]; i++) {
			unsigned u = f->g->neighbour[v][i];

			if (*out_of(f, u, v) && f->from[2 * u + 1] == none) {
				f->from[2 * u + 1] = state;
				f->queue[tail++] = 2 * u + 1;
			}
		}
	}
	if (f->from[2 * f->t] == none)
		return false;
	for (unsigned state = 2 * f->t; state != 2 * f->s + 1; state = f->from[state]) {
		unsigned before = f->from[state], v = state / 2, u = before / 2;

		if (u == v)
			f->through[v] = state % 2;
		else if (before % 2)
			*out_of(f, u, v) = true;
		else
			*out_of(f, v, u) = false;
	}
	return true;
}

unsigned graph_disjoint_paths(const struct graph *g, unsigned s, unsigned t)
{
	struct flow f = { g, s, t, get(g->count, sizeof(bool)), get(g->count, sizeof(bool *)),
			  get(2 * g->count, sizeof(unsigned)), get(2 * g->count, sizeof(unsigned)) };
	unsigned paths = 0;

	for (unsigned i = 0; i < g->count; i++)
		f.out[i] = get(g->degree[i], sizeof(bool));
	while (augment(&f))
		paths++;
	for (unsigned i = 0; i < g->count; i++)
		free(f.out[i]);
	free(f.through);
	free(f.out);
	free(f.from);
	free(f.queue);
	return paths;
}

unsigned graph_connectivity(const struct graph *g)
{
	unsigned least = g->count - 1;

	for (unsigned a = 0; a < g->count; a++)
		for (unsigned b = a + 1; b < g->count; b++) {
			unsigned paths;

			if (graph_linked(g, a, b))
				continue;
			paths = graph_disjoint_paths(g, a, b);
			least = paths < least ? paths : least;
		}
	return least;
}

/* Branch and bound over the sides of the nodes, in breadth-first order. */
struct cut {
	const struct graph *g;
	const bool *counted;
	unsigned *order;
	unsigned *towards[2];	/* of a node: links to nodes already placed on either side */
	unsigned room[2];	/* counted nodes that may still go to either side */
	unsigned best;
};

static void place(struct cut *c, unsigned at, unsigned so_far)
{
	unsigned bound = so_far;

	for (unsigned i = at; i < c->g->count && bound < c->best; i++) {
		unsigned v = c->order[i], a = c->towards[0][v], b = c->towards[1][v];

		bound += a < b ? a : b;
	}
	if (bound >= c->best)
		return;
	if (at == c->g->count) {
		c->best = so_far;
		return;
	}
	unsigned v = c->order[at], first = c->towards[0][v] < c->towards[1][v];
	for (unsigned i = 0; i < 2; i++) {
		unsigned side = first ^ i;

		if (c->counted[v] && c->room[side] == 0)
			continue;
		c->room[side] -= c->counted[v];
		for (unsigned j = 0; j < c->g->degree[v]; j++)
			c->towards[side][c->g->neighbour[v][j]]++;
		place(c, at + 1, so_far + c->towards[!side][v]);
		for (unsigned j = 0; j < c->g->degree[v]; j++)
			c->towards[side][c->g->neighbour[v][j]]--;
		c->room[side] += c->counted[v];
		if (at == 0 && c->room[0] == c->room[1])
			return;		/* the sides are alike */
	}
}

static void breadth_first(const struct graph *g, unsigned *order)
{
	bool *seen = get(g->count, sizeof *seen);
	unsigned head = 0, tail = 0;

	order[tail++] = 0;
	seen[0] = true;
	while (head < tail) {
		unsigned at = order[head++];

		for (unsigned i = 0; i < g->degree[at]; i++)
			if (!seen[g->neighbour[at][i]]) {
				seen[g->neighbour[at][i]] = true;
				order[tail++] = g->neighbour[at][i];
			}
	}
	free(seen);
}

unsigned graph_bisection(const struct graph *g, const bool *counted)
{
	struct cut c = { g, counted, get(g->count, sizeof(unsigned)),
			 { get(g->count, sizeof(unsigned)), get(g->count, sizeof(unsigned)) }, {0}, UNREACHED };
	unsigned all = 0;

	for (unsigned i = 0; i < g->count; i++)
		all += counted[i];
	c.room[0] = all / 2;
	c.room[1] = all - all / 2;
	breadth_first(g, c.order);
	place(&c, 0, 0);
	free(c.order);
	free(c.towards[0]);
	free(c.towards[1]);
	return c.best;
}
