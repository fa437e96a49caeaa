/* route.c: nets get wires, by negotiated congestion.
 *
 * A wire is what leaves an element on one side; beyond these are the registers of the border. A net's route is a tree of
 * wires; each sink hangs on the wire on which the net enters the sink's element, or is a border wire itself. A net may
 * take a wire that another one has, at a price that grows from round to round, until nobody shares.
 */
#include "overlay/router.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "overlay/element.h"
#include "overlay/mesh.h"
#include "util/text.h"

enum { NONE = -1 };

/* A wire of a net's tree. */
struct twig {
	int wire, parent;			/* parent: node; NONE: the driver */
	int next, previous;			/* in the net's list, or of the free */
	int delay;				/* wires from the driver up to here */
	int uses;				/* nodes and sinks that hang on it */
};
struct routed_net {
	int first;				/* node */
	int root;				/* wire that drives: a border register; NONE: a cell */
	int element;				/* of the driving cell */
	unsigned first_sink, sinks;
	bool constant;
};
struct routed_sink {
	int element;				/* at which it is; NONE: it is a border wire */
	int wire;				/* that wire */
	int row, column;
	int node;				/* on which it hangs */
};
struct entry {
	float key;
	int wire;
};

struct router {
	struct mesh_task *t;
	unsigned side, wires, all;		/* wires that elements drive; with the border's registers */
	int (*into)[SIDES];			/* [element] wires that come in */
	int *head;				/* [wire] element that it enters; NONE: it leaves the mesh */
	unsigned char *enters;			/* [wire] .. on which side */
	unsigned *owners;			/* [wire] */
	float *history;				/* [wire] */
	float pressure;
	struct routed_net *net;
	struct routed_sink *sink;
	unsigned *order;			/* of a net's sinks */
	struct twig *node;
	int nodes, free_node;
	/* Of a search. */
	unsigned *seen, searches;		/* [wire] */
	bool *mine;				/* [wire] in the tree */
	float *cost;				/* [wire] from the driver */
	int *from;				/* [wire] the wire before, or, of a wire in the tree, its node */
	struct entry *heap;
	unsigned heap_count;
	double shared, charge;
	float *rate; short *head_row, *head_column; float per_delay;
	double limit;
	unsigned used;
	bool flat;
};

/* ---- start ---- */

static int neighbour(const struct router *r, unsigned e, unsigned side)
{
	unsigned row = e / r->side, column = e % r->side, last = r->side - 1;

	switch ((enum compass)side) {
	case NORTH:
		return row > 0 ? (int)(e - r->side) : NONE;
	case EAST:
		return column < last ? (int)e + 1 : NONE;
	case SOUTH:
		return row < last ? (int)(e + r->side) : NONE;
	default:
		return column > 0 ? (int)e - 1 : NONE;
	}
}

static void lay_wires(struct router *r, const struct overlay *o)
{
	for (unsigned e = 0; e < r->side * r->side; e++)
		for (unsigned k = 0; k < SIDES; k++) {
			unsigned w = SIDES * e + k;

			r->head[w] = neighbour(r, e, k);
			r->enters[w] = (unsigned char)((k + 2) % SIDES);
			if (r->head[w] != NONE)
				r->into[r->head[w]][r->enters[w]] = (int)w;
		}
	for (unsigned b = 0; b < 4 * r->side; b++) {
		struct overlay_place at = overlay_border(o, b);
		unsigned w = r->wires + b, e = at.row * r->side + at.column;

		r->head[w] = (int)e;
		r->enters[w] = (unsigned char)at.side;
		r->into[e][at.side] = (int)w;
	}
}

static struct routed_sink sink_place(const struct router *r, const struct overlay *o, struct net_end end)
{
	const struct mesh_task *t = r->t;
	struct routed_sink sink = { .node = NONE, .wire = NONE };

	if (end.is_pad) {
		struct overlay_place at = overlay_border(o, t->pad[end.index].border);

		sink.row = (int)at.row;
		sink.column = (int)at.column;
		sink.element = NONE;
		sink.wire = (int)((at.row * r->side + at.column) * SIDES + at.side);
	} else {
		sink.row = (int)t->row[end.index];
		sink.column = (int)t->column[end.index];
		sink.element = sink.row * (int)r->side + sink.column;
	}
	return sink;
}

static void add_nets(struct router *r, const struct overlay *o)
{
	const struct mesh_task *t = r->t;
	unsigned sinks = 0;

	for (size_t i = 0; i < t->nets; i++) {
		const struct mesh_net *net = &t->net[i];
		struct routed_net *mine = &r->net[i];

		*mine = (struct routed_net){ NONE, NONE, NONE, sinks, (unsigned)net->sink_count, net_is_constant(net) };
		if (!mine->constant && net->driver.is_pad)
			mine->root = (int)(r->wires + t->pad[net->driver.index].border);
		else if (!mine->constant)
			mine->element = (int)(t->row[net->driver.index] * r->side + t->column[net->driver.index]);
		for (size_t k = 0; k < net->sink_count; k++)
			r->sink[sinks++] = sink_place(r, o, net->sink[k]);
	}
}

struct router *router_start(struct mesh_task *t, const struct overlay *o)
{
	struct router *r = allocate(sizeof *r);
	size_t n = (size_t)t->side * t->side, sinks = mesh_sinks(t);

	*r = (struct router){ .t = t, .side = t->side, .wires = (unsigned)(SIDES * n), .all = (unsigned)(SIDES * n + 4 * t->side),
			      .free_node = NONE };
	r->into = allocate_array(n, sizeof *r->into);
	r->head = allocate_array(r->all, sizeof *r->head);
	r->enters = allocate_array(r->all, sizeof *r->enters);
	r->owners = allocate_array(r->all, sizeof *r->owners);
	r->history = allocate_array(r->all, sizeof *r->history);
	r->net = allocate_array(t->nets + 1, sizeof *r->net);
	r->sink = allocate_array(sinks + 1, sizeof *r->sink);
	r->order = allocate_array(sinks + 1, sizeof *r->order);
	r->seen = allocate_array(r->all, sizeof *r->seen);
	r->mine = allocate_array(r->all, sizeof *r->mine);
	r->cost = allocate_array(r->all, sizeof *r->cost);
	r->from = allocate_array(r->all, sizeof *r->from);
	r->heap = allocate_array(4 * (size_t)r->all + 16, sizeof *r->heap);
	r->rate = allocate_array(r->all, sizeof *r->rate);
	r->head_row = allocate_array(r->all, sizeof(short));
	r->head_column = allocate_array(r->all, sizeof(short));
	lay_wires(r, o);
	for (unsigned w = 0; w < r->all; w++) { r->head_row[w] = r->head[w] / (int)r->side; r->head_column[w] = r->head[w] % (int)r->side; }
	add_nets(r, o);
	router_calm(r);
	return r;
}

void router_free(struct router *r)
{
	free(r->into);
	free(r->head);
	free(r->enters);
	free(r->owners);
	free(r->history);
	free(r->net);
	free(r->sink);
	free(r->order);
	free(r->node);
	free(r->seen);
	free(r->mine);
	free(r->cost);
	free(r->from);
	free(r->heap);
	free(r);
}

/* ---- trees ---- */

static int new_node(struct router *r, struct routed_net *net, int wire, int parent)
{
	int a = r->free_node;

	if (a != NONE) {
		r->free_node = r->node[a].next;
	} else {
		r->node = room_for_one(r->node, (size_t)r->nodes, sizeof *r->node);
		a = r->nodes++;
	}
	r->node[a] = (struct twig){ wire, parent, net->first, NONE, 1, 0 };
	if (net->first != NONE)
		r->node[net->first].previous = a;
	net->first = a;
	if (parent != NONE) {
		r->node[a].delay = r->node[parent].delay + 1;
		r->node[parent].uses++;
	}
	r->shared += r->owners[wire];
	r->used++;
	r->charge += r->history[wire];
	r->owners[wire]++;
	r->rate[wire] += r->pressure;
	return a;
}

static void drop_node(struct router *r, struct routed_net *net, int a)
{
	struct twig *node = &r->node[a];

	if (node->previous != NONE)
		r->node[node->previous].next = node->next;
	else
		net->first = node->next;
	if (node->next != NONE)
		r->node[node->next].previous = node->previous;
	r->owners[node->wire]--;
	r->rate[node->wire] -= r->pressure;
	r->shared -= r->owners[node->wire];
	r->used--;
	r->charge -= r->history[node->wire];
	node->next = r->free_node;
	r->free_node = a;
}

/* Takes a sink off its tree, with the wires that serve nobody else. */
static void drop_sink(struct router *r, struct routed_net *net, struct routed_sink *sink)
{
	int a = sink->node;

	sink->node = NONE;
	while (a != NONE && --r->node[a].uses == 0) {
		int parent = r->node[a].parent;

		drop_node(r, net, a);
		a = parent;
	}
}

static void drop_net(struct router *r, struct routed_net *net)
{
	for (unsigned i = 0; i < net->sinks; i++)
		drop_sink(r, net, &r->sink[net->first_sink + i]);
}

/* ---- search ---- */

static void push(struct router *r, float key, int wire)
{
	unsigned i = r->heap_count++;

	for (; i > 0 && r->heap[(i - 1) / 2].key > key; i = (i - 1) / 2)
		r->heap[i] = r->heap[(i - 1) / 2];
	r->heap[i] = (struct entry){ key, wire };
}

static struct entry pop(struct router *r)
{
	struct entry top = r->heap[0], last = r->heap[--r->heap_count];
	unsigned i = 0, child;

	while ((child = 2 * i + 1) < r->heap_count) {
		child += child + 1 < r->heap_count && r->heap[child + 1].key < r->heap[child].key;
		if (r->heap[child].key >= last.key)
			break;
		r->heap[i] = r->heap[child];
		i = child;
	}
	r->heap[i] = last;
	return top;
}

static inline float new_rate(const struct router *r, int wire)
{
	return 1 + r->history[wire] + r->pressure * (float)r->owners[wire];
}
static inline float price(const struct router *r, int wire, float weight)
{
	return r->rate[wire] + weight;
}
static void set_rates(struct router *r)
{
	for (unsigned w = 0; w < r->all; w++) r->rate[w] = new_rate(r, (int)w);
}

/* The least that is missing from the wire to the sink. */
static inline float at_least(const struct router *r, int wire, const struct routed_sink *sink)
{
	if (r->head[wire] == NONE)
		return wire == sink->wire ? 0 : 1e30f;
	return r->per_delay * (float)(abs(r->head_row[wire] - sink->row) + abs(r->head_column[wire] - sink->column) + (sink->element == NONE));
}

static void offer(struct router *r, int wire, int from, float cost, const struct routed_sink *sink)
{
	if (r->head[wire] == NONE && wire != sink->wire)
		return;
	if (r->seen[wire] == r->searches && (r->mine[wire] || r->cost[wire] <= cost))
		return;
	r->seen[wire] = r->searches;
	r->mine[wire] = false;
	r->cost[wire] = cost;
	r->from[wire] = from;
	push(r, cost + at_least(r, wire, sink), wire);
}

static void offer_tree(struct router *r, const struct routed_net *net, const struct routed_sink *sink, float criticality)
{
	for (int a = net->first; a != NONE; a = r->node[a].next) {
		int wire = r->node[a].wire;

		r->seen[wire] = r->searches;
		r->mine[wire] = true;
		r->cost[wire] = criticality * (float)r->node[a].delay;
		r->from[wire] = a;
		if (r->head[wire] != NONE || wire == sink->wire)
			push(r, r->cost[wire] + at_least(r, wire, sink), wire);
	}
}

static void offer_driver(struct router *r, const struct routed_net *net, const struct routed_sink *sink, float criticality)
{
	if (net->constant && sink->element == NONE)
		offer(r, sink->wire, NONE, price(r, sink->wire, criticality), sink);
	for (unsigned k = 0; net->constant && sink->element != NONE && k < SIDES; k++) {
		int wire = r->into[sink->element][k];

		if (wire < (int)r->wires)
			offer(r, wire, NONE, price(r, wire, criticality), sink);
	}
	if (net->root != NONE)
		offer(r, net->root, NONE, 0, sink);
	for (int k = 0; net->element != NONE && k < SIDES; k++)
		offer(r, SIDES * net->element + k, NONE, price(r, SIDES * net->element + k, criticality), sink);
}

static void go_on(struct router *r, int wire, const struct routed_sink *sink, float criticality)
{
	int e = r->head[wire], back = SIDES * e + r->enters[wire];

	for (int w = SIDES * e; w < SIDES * e + SIDES; w++)
		if (w != back)
			offer(r, w, wire, r->cost[wire] + price(r, w, criticality), sink);
}

static bool arrived(const struct router *r, int wire, const struct routed_sink *sink)
{
	return sink->element != NONE ? r->head[wire] == sink->element : wire == sink->wire;
}

/* The wire on which the net reaches the sink at the least price. */
static int search(struct router *r, const struct routed_net *net, const struct routed_sink *sink, float criticality, float limit)
{
	r->searches++;
	r->heap_count = 0;
	r->per_delay = 1 + criticality;
	if (!net->constant)
		offer_tree(r, net, sink, criticality);
	offer_driver(r, net, sink, criticality);
	for (;;) {
		struct entry next = pop(r);

		if (next.key > limit)
			return NONE;
		if (next.key > r->cost[next.wire] + at_least(r, next.wire, sink) + 1e-4f)
			continue;
		if (arrived(r, next.wire, sink))
			return next.wire;
		if (r->head[next.wire] != NONE)
			go_on(r, next.wire, sink, criticality);
	}
}

/* The tree gets the wires up to `wire`. Its node. */
static int grow(struct router *r, struct routed_net *net, int wire)
{
	int parent;

	if (r->mine[wire])
		return r->from[wire];
	parent = r->from[wire] == NONE ? NONE : grow(r, net, r->from[wire]);
	r->mine[wire] = true;
	r->from[wire] = new_node(r, net, wire, parent);
	if (wire == net->root)
		r->node[r->from[wire]].delay = 0;
	return r->from[wire];
}

static float route_sink(struct router *r, struct routed_net *net, struct routed_sink *sink, float criticality, float limit)
{
	int wire = search(r, net, sink, criticality, limit);
	float cost;

	if (wire == NONE) return -1;
	cost = r->cost[wire];
	sink->node = grow(r, net, wire);
	r->node[sink->node].uses++;
	return cost;
}

/* ---- rounds ---- */

static float most_critical = 1e9f;

static float critical(const double *criticality, unsigned sink)
{
	return criticality ? fminf((float)criticality[sink], most_critical) : 0;
}

/* The most critical sinks first. */
static void set_order(struct router *r, const struct routed_net *net, const double *criticality)
{
	for (unsigned i = 0; i < net->sinks; i++) {
		unsigned sink = net->first_sink + i, k = i;

		for (; k > 0 && critical(criticality, r->order[k - 1]) < critical(criticality, sink); k--)
			r->order[k] = r->order[k - 1];
		r->order[k] = sink;
	}
}

static void route_net(struct router *r, struct routed_net *net, const double *criticality)
{
	drop_net(r, net);
	set_order(r, net, criticality);
	for (unsigned i = 0; i < net->sinks; i++)
		route_sink(r, net, &r->sink[r->order[i]], critical(criticality, r->order[i]), INFINITY);
}

static bool in_conflict(const struct router *r, const struct routed_net *net)
{
	for (int a = net->first; a != NONE; a = r->node[a].next)
		if (r->owners[r->node[a].wire] > 1)
			return true;
	return false;
}

unsigned router_round(struct router *r, const double *criticality, bool all)
{
	unsigned conflicts = 0;

	set_rates(r);
	for (size_t i = 0; i < r->t->nets; i++)
		if (all || in_conflict(r, &r->net[i]))
			route_net(r, &r->net[i], criticality);
	for (unsigned w = 0; w < r->wires; w++)
		if (r->owners[w] > 1) {
			conflicts++;
			r->history[w] += (float)(r->owners[w] - 1) * 0.3f;
		}
	r->pressure = fminf(r->pressure * 1.3f, 1000);
	return conflicts;
}

void router_calm(struct router *r)
{
	r->pressure = 0.5f;
}

unsigned router_wires(const struct router *r)
{
	unsigned used = 0;

	for (unsigned w = 0; w < r->wires; w++)
		used += r->owners[w] > 0;
	return used;
}

/* ---- results ---- */

void router_store_hops(const struct router *r)
{
	for (size_t i = 0; i < r->t->nets; i++)
		for (unsigned k = 0; k < r->net[i].sinks; k++) {
			unsigned sink = r->net[i].first_sink + k;

			r->t->hops[sink] = r->net[i].constant ? r->sink[sink].element == NONE
							      : (unsigned)r->node[r->sink[sink].node].delay;
		}
}

static unsigned driver_choice(struct literal a, bool is_latch)
{
	return (is_latch ? CHOICE_LATCH : CHOICE_GATE) + a.complement;
}

static void store_wire(const struct router *r, const struct mesh_net *net, const struct twig *node)
{
	unsigned e = (unsigned)node->wire / SIDES, k = (unsigned)node->wire % SIDES, choice = CHOICE_NOTHING;

	if (node->wire >= (int)r->wires)
		return;
	if (node->parent != NONE)
		choice = element_through(k, r->enters[r->node[node->parent].wire]);
	else if (!net_is_constant(net))
		choice = driver_choice(net->literal, net->literal.of == LITERAL_LATCH);
	r->t->control[e] = element_with_choice(r->t->control[e], k, choice);
}

static void store_operand(const struct router *r, struct net_end end, const struct routed_sink *sink)
{
	uint16_t *control = &r->t->control[sink->element == NONE ? 0 : sink->element];

	for (unsigned which = 0; !end.is_pad && which < 2; which++)
		if (end.operand >> which & 1)
			*control = element_with_operand(*control, which, r->enters[r->node[sink->node].wire]);
}

void router_store(const struct router *r)
{
	memset(r->t->control, 0, (size_t)r->side * r->side * sizeof *r->t->control);
	for (size_t i = 0; i < r->t->nets; i++) {
		const struct mesh_net *net = &r->t->net[i];

		for (int a = r->net[i].first; a != NONE; a = r->node[a].next)
			store_wire(r, net, &r->node[a]);
		for (unsigned k = 0; k < net->sink_count; k++)
			store_operand(r, net->sink[k], &r->sink[r->net[i].first_sink + k]);
	}
	router_store_hops(r);
}

bool route_mesh(struct mesh_task *t, const struct overlay *o, const double *criticality, unsigned effort, unsigned *short_by)
{
	struct router *r = router_start(t, o);

	*short_by = router_round(r, criticality, true);
	for (unsigned i = 0; *short_by > 0 && i < 20 + 10 * effort; i++)
		*short_by = router_round(r, criticality, false);
	if (*short_by == 0)
		router_store(r);
	router_free(r);
	return *short_by == 0;
}

/* ---- refine ---- */
#include "random.h"
struct kept { int wire, parent; };
struct snapshot { unsigned net; unsigned first, count, first_sink; };
struct refiner {
	struct router *r;
	struct mesh_task *t;
	const struct overlay *o;
	struct random random;
	int *at_element;
	int *at_border[2];
	unsigned (*operand)[2];		/* [cell] sinks flat; ~0u none */
	unsigned *pad_sink;		/* [pad] */
	unsigned *sink_net;
	unsigned *driven, *driven_first;	/* [body] nets */
	unsigned *cells_net;
	unsigned *hit; unsigned hits; bool *is_hit;
	struct snapshot *snap; struct kept *kept; unsigned kept_count, kept_room;
	int *kept_sink; unsigned kept_sinks;
	int *index_of;			/* [node] */
	unsigned index_room;
	double pressure, balance;
	unsigned **choice, *choices;
	unsigned *conflict, conflicts;	/* wires */
	double focus;
};

struct refiner *refiner_start(struct mesh_task *t, const struct overlay *o, struct router *r, unsigned long seed)
{
	struct refiner *f = allocate(sizeof *f);
	unsigned n = t->side * t->side, bodies = t->cells + t->pads, sinks = (unsigned)mesh_sinks(t), at = 0;

	f->r = r; f->t = t; f->o = o;
	random_start(&f->random, seed, 1000 + t->mesh);
	f->at_element = allocate_array(n, sizeof(int));
	for (unsigned i = 0; i < n; i++) f->at_element[i] = NONE;
	for (unsigned i = 0; i < t->cells; i++) f->at_element[t->row[i] * t->side + t->column[i]] = (int)i;
	for (int w = 0; w < 2; w++) { f->at_border[w] = allocate_array(4 * t->side, sizeof(int)); for (unsigned b = 0; b < 4 * t->side; b++) f->at_border[w][b] = NONE; }
	for (unsigned i = 0; i < t->pads; i++) f->at_border[t->pad[i].in][t->pad[i].border] = (int)i;
	f->operand = allocate_array(t->cells + 1, sizeof *f->operand);
	memset(f->operand, 0xff, (t->cells + 1) * sizeof *f->operand);
	f->pad_sink = allocate_array(t->pads + 1, sizeof(unsigned));
	memset(f->pad_sink, 0xff, (t->pads + 1) * sizeof(unsigned));
	f->sink_net = allocate_array(sinks + 1, sizeof(unsigned));
	f->driven_first = allocate_array(bodies + 2, sizeof(unsigned));
	f->driven = allocate_array(t->nets + 1, sizeof(unsigned));
	for (unsigned i = 0; i < t->nets; i++) {
		struct mesh_net *net = &t->net[i];
		for (unsigned k = 0; k < net->sink_count; k++) {
			unsigned s = r->net[i].first_sink + k;
			f->sink_net[s] = i;
			if (net->sink[k].is_pad) f->pad_sink[net->sink[k].index] = s;
			else { unsigned *q = f->operand[net->sink[k].index]; q[q[0] != ~0u] = s; }
		}
	}
	for (unsigned b = 0; b < bodies; b++) {
		f->driven_first[b] = at;
		for (unsigned i = 0; i < t->nets; i++) {
			struct mesh_net *net = &t->net[i];
			if (!net_is_constant(net) && (net->driver.is_pad ? t->cells + net->driver.index : net->driver.index) == b) f->driven[at++] = i;
		}
	}
	f->driven_first[bodies] = at;
	f->conflict = allocate_array(r->all, sizeof(unsigned));
	f->focus = getenv("FOCUS") ? atof(getenv("FOCUS")) : 0.5;
	f->hit = allocate_array(t->nets + 1, sizeof(unsigned));
	f->is_hit = allocate_array(t->nets + 1, 1);
	f->snap = allocate_array(t->nets + 1, sizeof *f->snap);
	f->kept_sink = allocate_array(sinks + 1, sizeof(int));
	f->choice = allocate_array(t->pads + 1, sizeof(unsigned *));
	f->choices = allocate_array(t->pads + 1, sizeof(unsigned));
	for (unsigned i = 0; i < t->pads; i++) {
		f->choice[i] = allocate_array(4 * t->side, sizeof(unsigned));
		for (unsigned b = 0; b < 4 * t->side; b++) {
			int pin = overlay_border_pin(o, b), pos = overlay_border_position(o, b);
			if (t->pad[i].fixed >= 0 ? b == (unsigned)t->pad[i].fixed : t->pad[i].pin ? pin >= 0 : pos >= 0 && pos % o->wires == t->pad[i].wire)
				f->choice[i][f->choices[i]++] = b;
		}
	}
	return f;
}

static void take_snapshot(struct refiner *f, unsigned net)
{
	struct router *r = f->r;
	struct routed_net *rn = &r->net[net];
	struct snapshot *s = &f->snap[f->hits];
	int last = NONE;

	if (f->is_hit[net]) return;
	f->is_hit[net] = true;
	f->hit[f->hits++] = net;
	*s = (struct snapshot){ net, f->kept_count, 0, f->kept_sinks };
	if (f->index_room < (unsigned)r->nodes) { f->index_room = 2 * r->nodes + 64; f->index_of = reallocate(f->index_of, f->index_room * sizeof(int)); }
	for (int a = rn->first; a != NONE; a = r->node[a].next) last = a, s->count++;
	if (f->kept_count + s->count > f->kept_room) { f->kept_room = 2 * (f->kept_count + s->count); f->kept = reallocate(f->kept, f->kept_room * sizeof *f->kept); }
	/* list is newest first; parents are older: save in order oldest first */
	int i = 0;
	for (int a = last; a != NONE; a = r->node[a].previous) {
		f->index_of[a] = i++;
		f->kept[f->kept_count++] = (struct kept){ r->node[a].wire, r->node[a].parent == NONE ? NONE : f->index_of[r->node[a].parent] };
	}
	for (unsigned k = 0; k < rn->sinks; k++)
		f->kept_sink[f->kept_sinks++] = r->sink[rn->first_sink + k].node == NONE ? NONE : f->index_of[r->sink[rn->first_sink + k].node];
}

static void restore_snapshots(struct refiner *f)
{
	struct router *r = f->r;
	for (unsigned h = 0; h < f->hits; h++) drop_net(r, &r->net[f->hit[h]]);
	for (unsigned h = 0; h < f->hits; h++) {
		struct snapshot *s = &f->snap[h];
		struct routed_net *rn = &r->net[s->net];
		for (unsigned i = 0; i < s->count; i++) {
			struct kept *k = &f->kept[s->first + i];
			int parent = k->parent == NONE ? NONE : f->index_of[k->parent];
			if (f->index_room < (unsigned)r->nodes + s->count) { f->index_room = 2 * (r->nodes + s->count); f->index_of = reallocate(f->index_of, f->index_room * sizeof(int)); }
			int a = new_node(r, rn, k->wire, parent);
			if (k->wire == rn->root) r->node[a].delay = 0;
			f->index_of[i] = a;
		}
		for (unsigned k = 0; k < rn->sinks; k++) {
			int a = f->kept_sink[s->first_sink + k];
			r->sink[rn->first_sink + k].node = a == NONE ? NONE : f->index_of[a];
			if (a != NONE) r->node[f->index_of[a]].uses++;
		}
	}
}

static double hit_timing(struct refiner *f, const double *crit)
{
	double sum = 0;
	if (f->balance == 0) return 0;
	for (unsigned h = 0; h < f->hits; h++) {
		struct routed_net *rn = &f->r->net[f->hit[h]];
		for (unsigned k = 0; k < rn->sinks; k++)
			if (f->r->sink[rn->first_sink + k].node != NONE) sum += crit[rn->first_sink + k] * (rn->constant ? 0 : f->r->node[f->r->sink[rn->first_sink + k].node].delay);
	}
	return sum;
}

static void put_body(struct refiner *f, unsigned b, int place)
{
	struct mesh_task *t = f->t;
	struct router *r = f->r;
	if (b < t->cells) {
		t->row[b] = place / t->side; t->column[b] = place % t->side;
		f->at_element[place] = (int)b;
		for (int i = 0; i < 2; i++) if (f->operand[b][i] != ~0u) {
			struct routed_sink *s = &r->sink[f->operand[b][i]];
			s->row = t->row[b]; s->column = t->column[b]; s->element = place;
		}
		for (unsigned i = f->driven_first[b]; i < f->driven_first[b + 1]; i++) r->net[f->driven[i]].element = place;
	} else {
		unsigned p = b - t->cells;
		t->pad[p].border = place;
		f->at_border[t->pad[p].in][place] = (int)p;
		if (f->pad_sink[p] != ~0u) { int node = r->sink[f->pad_sink[p]].node; r->sink[f->pad_sink[p]] = sink_place(r, f->o, (struct net_end){ true, p, 0 }); r->sink[f->pad_sink[p]].node = node; }
		for (unsigned i = f->driven_first[b]; i < f->driven_first[b + 1]; i++) r->net[f->driven[i]].root = (int)(r->wires + place);
	}
}

static void loosen(struct refiner *f, unsigned b)
{
	struct mesh_task *t = f->t;
	unsigned ops[2] = { ~0u, ~0u };
	if (b < t->cells) memcpy(ops, f->operand[b], sizeof ops); else ops[0] = f->pad_sink[b - t->cells];
	for (int i = 0; i < 2; i++) if (ops[i] != ~0u) take_snapshot(f, f->sink_net[ops[i]]);
	for (unsigned i = f->driven_first[b]; i < f->driven_first[b + 1]; i++) take_snapshot(f, f->driven[i]);
}
static void loosen2(struct refiner *f, unsigned b)
{
	struct mesh_task *t = f->t;
	unsigned ops[2] = { ~0u, ~0u };
	if (b < t->cells) memcpy(ops, f->operand[b], sizeof ops); else ops[0] = f->pad_sink[b - t->cells];
	for (int i = 0; i < 2; i++) if (ops[i] != ~0u) drop_sink(f->r, &f->r->net[f->sink_net[ops[i]]], &f->r->sink[ops[i]]);
	for (unsigned i = f->driven_first[b]; i < f->driven_first[b + 1]; i++) drop_net(f->r, &f->r->net[f->driven[i]]);
}

static bool reroute_hits(struct refiner *f, const double *crit, double budget)
{
	struct router *r = f->r;
	for (unsigned h = 0; h < f->hits; h++) {
		struct routed_net *rn = &r->net[f->hit[h]];
		unsigned start = rn->sinks ? random_below(&f->random, rn->sinks) : 0;
		if (f->balance > 0) set_order(r, rn, crit);
		for (unsigned k = 0; k < rn->sinks; k++) {
			unsigned s = f->balance > 0 ? r->order[k] : rn->first_sink + (k + start) % rn->sinks;
			if (r->sink[s].node == NONE) {
				float cost = route_sink(r, rn, &r->sink[s], crit[s], budget + 0.001);
				if (cost < 0) return false;
				budget -= cost;
			}
		}
	}
	return true;
}
static double total(struct refiner *f) { return f->r->used + f->r->charge + f->pressure * f->r->shared; }

static void find_conflicts(struct refiner *f)
{
	f->conflicts = 0;
	for (unsigned w = 0; w < f->r->wires; w++)
		if (f->r->owners[w] > 1) f->conflict[f->conflicts++] = w;
}
/* a body or net near a conflict */
static bool focus_on(struct refiner *f, unsigned *body, unsigned *nets, unsigned *net_count)
{
	struct router *r = f->r;
	unsigned w = f->conflict[random_below(&f->random, f->conflicts)], own[8], owns = 0;
	if (r->owners[w] < 2) return false;
	for (unsigned i = 0; i < f->t->nets && owns < 8; i++)
		for (int a = r->net[i].first; a != NONE; a = r->node[a].next)
			if (r->node[a].wire == (int)w) { own[owns++] = i; break; }
	unsigned pick = (unsigned)random_below(&f->random, 4), net = own[random_below(&f->random, owns)];
	const struct mesh_net *n = &f->t->net[net];
	*net_count = 0;
	*body = ~0u;
	if (pick == 0) {
		*net_count = random_below(&f->random, 2) ? owns : 1;
		for (unsigned i = 0; i < owns; i++) nets[i] = own[i];
		if (*net_count == 1) nets[0] = net;
		return true;
	}
	if (pick == 1 && !net_is_constant(n)) { *body = n->driver.is_pad ? f->t->cells + n->driver.index : n->driver.index; return true; }
	if (pick == 2) { const struct net_end *e = &n->sink[random_below(&f->random, n->sink_count)]; *body = e->is_pad ? f->t->cells + e->index : e->index; return true; }
	int e = random_below(&f->random, 2) && r->head[w] >= 0 ? r->head[w] : (int)w / 4;
	if (f->at_element[e] != NONE) { *body = (unsigned)f->at_element[e]; return true; }
	return false;
}

unsigned long refiner_accepted;
double refiner_step(struct refiner *f, double temperature, double pressure, double balance, unsigned reach, unsigned long moves, const double *crit)
{
	struct mesh_task *t = f->t;
	struct router *r = f->r;
	unsigned bodies = t->cells + t->pads;
	unsigned long accepted = 0;

	f->pressure = pressure; f->balance = balance;
	r->pressure = (float)pressure;
	if (!r->flat) memset(r->history, 0, r->all * sizeof *r->history);
	r->flat = true;
	{
		static double hi = -1, hd, hn; if (hi < 0) { hi = getenv("HI") ? atof(getenv("HI")) : 0; hd = getenv("HD") ? atof(getenv("HD")) : 1; hn = getenv("HN") ? atof(getenv("HN")) : 0; }
		for (unsigned w = 0; w < r->wires; w++) if (r->owners[w] > 1) {
			r->history[w] += hi * (r->owners[w] - 1);
			if (hn > 0) {
				int ends[2] = { w / 4, r->head[w] };
				for (int i = 0; i < 2; i++) if (ends[i] >= 0) for (int k = 0; k < 4; k++) { r->history[4 * ends[i] + k] += hn; if (r->into[ends[i]][k] < (int)r->wires) r->history[r->into[ends[i]][k]] += hn; }
			}
		}
		for (unsigned w = 0; w < r->wires; w++) r->history[w] *= hd;
	}
	r->charge = 0;
	for (unsigned w = 0; w < r->wires; w++) r->charge += r->owners[w] * r->history[w];
	set_rates(r);
	double *sharp = allocate_array(mesh_sinks(t) + 1, sizeof(double));
	for (size_t i = 0; i < mesh_sinks(t); i++) sharp[i] = balance * (crit ? crit[i] : 0);
	crit = sharp;
	for (unsigned long m = 0; m < moves; m++) {
		unsigned b = (unsigned)random_below(&f->random, bodies);
		int from = -1, to = -1, other = NONE;
		bool reroute = random_below(&f->random, 8) == 0;
		double before, after;
		unsigned nets[8], net_count = 0;
		f->hits = f->kept_count = f->kept_sinks = 0;
		if (m % 64 == 0) find_conflicts(f);
		if (f->conflicts > 0 && random_unit(&f->random) < f->focus) {
			unsigned body = ~0u;
			if (!focus_on(f, &body, nets, &net_count)) continue;
			reroute = net_count > 0;
			if (!reroute) b = body;
		}
		if (net_count > 0) {
			for (unsigned i = 0; i < net_count; i++) take_snapshot(f, nets[i]);
		} else if (reroute) {
			unsigned net = (unsigned)random_below(&f->random, t->nets);
			take_snapshot(f, net);
		} else if (b < t->cells) {
			from = (int)(t->row[b] * t->side + t->column[b]);
			int row = (int)t->row[b] + (int)random_below(&f->random, 2 * reach + 1) - (int)reach, column = (int)t->column[b] + (int)random_below(&f->random, 2 * reach + 1) - (int)reach;
			if (row < 0 || column < 0 || row >= (int)t->side || column >= (int)t->side) continue;
			to = row * (int)t->side + column;
			if (to == from) continue;
			other = f->at_element[to];
		} else {
			unsigned p = b - t->cells;
			from = (int)t->pad[p].border;
			to = (int)f->choice[p][random_below(&f->random, f->choices[p])];
			if (to == from) continue;
			other = f->at_border[t->pad[p].in][to];
			if (other != NONE && t->pad[other].fixed >= 0) continue;
			if (other != NONE) other += t->cells;
		}
		if (!reroute) {
			loosen(f, b);
			if (other != NONE) loosen(f, (unsigned)other);
		}
		before = total(f) + hit_timing(f, crit);
		if (reroute) {
			for (unsigned h = 0; h < f->hits; h++) drop_net(r, &r->net[f->hit[h]]);
		} else {
			loosen2(f, b);
			if (other != NONE) loosen2(f, (unsigned)other);
			if (b < t->cells) f->at_element[from] = NONE; else f->at_border[t->pad[b - t->cells].in][from] = NONE;
			put_body(f, b, to);
			if (other != NONE) put_body(f, (unsigned)other, from);
		}
		double bound = before - temperature * log(random_unit(&f->random) + 1e-300);
		after = total(f) + hit_timing(f, crit);
		if (after <= bound && reroute_hits(f, crit, bound - after)) {
			accepted++;
		} else {
			for (unsigned h = 0; h < f->hits; h++) drop_net(r, &r->net[f->hit[h]]);
			if (!reroute) {
				if (b < t->cells) f->at_element[to] = NONE; else f->at_border[t->pad[b - t->cells].in][to] = NONE;
				put_body(f, b, from);
				if (other != NONE) put_body(f, (unsigned)other, to);
			}
			restore_snapshots(f);
		}
		for (unsigned h = 0; h < f->hits; h++) f->is_hit[f->hit[h]] = false;
	}
	free(sharp);
	refiner_accepted = accepted;
	return r->shared;
}
#include <stdio.h>
void router_show(const struct router *r)
{
	for (unsigned w = 0; w < r->wires; w++)
		if (r->owners[w] > 1) {
			printf("  wire (%u,%u) side %u:", w / 4 / r->side, w / 4 % r->side, w % 4);
			for (size_t i = 0; i < r->t->nets; i++)
				for (int a = r->net[i].first; a != NONE; a = r->node[a].next)
					if (r->node[a].wire == (int)w)
						printf(" net %zu (%d.%u%s, %u sinks, %s)", i, r->t->net[i].literal.of, r->t->net[i].literal.index, r->t->net[i].literal.complement ? "'" : "", r->net[i].sinks, r->node[a].parent == NONE ? "driver" : "");
			printf("\n");
		}
	unsigned use[64] = {0};
	for (unsigned e = 0; e < r->side * r->side; e++) {
		unsigned u = 0, c = 0;
		for (unsigned k = 0; k < 4; k++) u += r->owners[4 * e + k];
		for (unsigned i = 0; i < r->t->cells; i++) c |= r->t->row[i] * r->side + r->t->column[i] == e;
		printf("%u%c ", u, c ? '*' : ' ');
		if (e % r->side == r->side - 1) printf("\n");
	}
	(void)use;
}
