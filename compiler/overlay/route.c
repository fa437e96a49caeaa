/* route.c: ways of nets through a mesh, at the prices that the nets' conflicts have made (PathFinder: McMurchie and Ebeling
 * 1995).
 *
 * The search (A*) begins at all twigs of the net's tree and at its driver. No wire is cheaper than WIRE_COST, so that the
 * distance to the sink bounds what is missing.
 */
#include "overlay/router.h"

#include <stdlib.h>

#include "overlay/mesh.h"
#include "util/text.h"

struct entry {
	int key, wire;
};
/* A wire that the search has reached. */
struct reached {
	unsigned search;			/* the last that has */
	bool in_tree;
	int cost;				/* from the driver, including this wire */
	int from;				/* the wire before, or NO_WIRE; of one in the tree, its twig */
};

struct router {
	struct trees *s;
	struct reached *reached;		/* [wire] */
	unsigned search;
	struct entry *heap;
	unsigned entries, room;
	unsigned *order;			/* of a net's sinks */
	/* Of a search. */
	const struct tree_sink *sink;
	int weight;
};

struct router *router_start(struct trees *s)
{
	struct router *r = allocate(sizeof *r);

	*r = (struct router){ .s = s, .room = 4 * s->all };
	r->reached = allocate_array(s->all, sizeof *r->reached);
	r->heap = allocate_array(r->room, sizeof *r->heap);
	r->order = allocate_array(mesh_sinks(s->t) + 1, sizeof *r->order);
	return r;
}

void router_free(struct router *r)
{
	free(r->reached);
	free(r->heap);
	free(r->order);
	free(r);
}

/* ---- queue ------------------------------------------------------------------------------------------------- */

static void push(struct router *r, int key, int wire)
{
	unsigned i = r->entries++;

	if (r->entries > r->room) {
		r->room *= 2;
		r->heap = reallocate(r->heap, r->room * sizeof *r->heap);
	}
	for (; i > 0 && r->heap[(i - 1) / 2].key > key; i = (i - 1) / 2)
		r->heap[i] = r->heap[(i - 1) / 2];
	r->heap[i] = (struct entry){ key, wire };
}

static struct entry pop(struct router *r)
{
	struct entry top = r->heap[0], last = r->heap[--r->entries];
	unsigned i = 0, child;

	while ((child = 2 * i + 1) < r->entries) {
		child += child + 1 < r->entries && r->heap[child + 1].key < r->heap[child].key;
		if (r->heap[child].key >= last.key)
			break;
		r->heap[i] = r->heap[child];
		i = child;
	}
	r->heap[i] = last;
	return top;
}

/* ---- search ------------------------------------------------------------------------------------------------ */

/* The least that is missing from the end of a wire to the sink. */
static int missing(const struct router *r, int wire)
{
	const struct head *head = &r->s->head[wire];
	int wires = abs(head->row - r->sink->row) + abs(head->column - r->sink->column) + (r->sink->element == NO_ELEMENT);

	return head->element == NO_ELEMENT ? 0 : wires * (WIRE_COST + r->weight);
}

static void reach(struct router *r, int wire, int from, int before)
{
	struct reached *here = &r->reached[wire];
	int cost = before + r->s->price[wire] + r->weight;

	if (r->s->head[wire].element == NO_ELEMENT && wire != r->sink->wire)
		return;
	if (here->search == r->search && (here->in_tree || here->cost <= cost))
		return;
	*here = (struct reached){ r->search, false, cost, from };
	push(r, cost + missing(r, wire), wire);
}

/* What is in the tree costs this sink only its delay. */
static void begin_at_tree(struct router *r, const struct tree *tree)
{
	for (int a = tree->first; a != NO_TWIG; a = r->s->twig[a].next) {
		const struct twig *twig = &r->s->twig[a];

		r->reached[twig->wire] = (struct reached){ r->search, true, twig->delay * r->weight, a };
		if (r->s->head[twig->wire].element != NO_ELEMENT)
			push(r, twig->delay * r->weight + missing(r, twig->wire), twig->wire);
	}
}

/* A wire that carries nothing is the sink's alone. */
static void begin_at_nothing(struct router *r)
{
	for (unsigned k = 0; r->sink->element != NO_ELEMENT && k < SIDES; k++) {
		int wire = r->s->into[r->sink->element][k];

		if (wire < (int)r->s->wires)
			reach(r, wire, NO_WIRE, 0);
	}
	if (r->sink->element == NO_ELEMENT)
		reach(r, r->sink->wire, NO_WIRE, 0);
}

static void begin(struct router *r, const struct tree *tree)
{
	if (tree->constant) {
		begin_at_nothing(r);
		return;
	}
	begin_at_tree(r, tree);
	if (tree->root != NO_WIRE)
		reach(r, tree->root, NO_WIRE, -r->weight);
	for (int k = 0; tree->element != NO_ELEMENT && k < SIDES; k++)
		reach(r, SIDES * tree->element + k, NO_WIRE, 0);
}

static void go_on(struct router *r, int wire)
{
	const struct head *head = &r->s->head[wire];
	int cost = r->reached[wire].cost, first = SIDES * head->element;

	for (unsigned k = 0; k < SIDES; k++)
		if (k != head->side)
			reach(r, first + (int)k, wire, cost);
}

static bool arrived(const struct router *r, int wire)
{
	return r->sink->element != NO_ELEMENT ? r->s->head[wire].element == r->sink->element : wire == r->sink->wire;
}

/* The last wire of the cheapest way. */
static int search(struct router *r, const struct tree *tree, int most)
{
	r->search++;
	r->entries = 0;
	begin(r, tree);
	while (r->entries > 0) {
		struct entry next = pop(r);

		if (next.key > most)
			return NO_WIRE;
		if (next.key > r->reached[next.wire].cost + missing(r, next.wire))
			continue;
		if (arrived(r, next.wire))
			return next.wire;
		if (r->s->head[next.wire].element != NO_ELEMENT)
			go_on(r, next.wire);
	}
	return NO_WIRE;
}

/* The tree gets the wires of the way up to this one. Its twig. */
static int grow(struct router *r, unsigned net, int wire)
{
	struct reached *here = &r->reached[wire];

	if (!here->in_tree) {
		int parent = here->from == NO_WIRE ? NO_TWIG : grow(r, net, here->from);

		here->in_tree = true;
		here->from = trees_add(r->s, net, wire, parent);
	}
	return here->from;
}

int router_add(struct router *r, unsigned sink, int weight, int most)
{
	struct tree_sink *mine = &r->s->sink[sink];
	int wire, cost;

	r->sink = mine;
	r->weight = weight;
	wire = search(r, &r->s->tree[mine->net], most);
	if (wire == NO_WIRE)
		return NO_WAY;
	cost = r->reached[wire].cost;
	mine->twig = grow(r, mine->net, wire);
	r->s->twig[mine->twig].uses++;
	return cost;
}

/* ---- nets -------------------------------------------------------------------------------------------------- */

const unsigned *router_order(struct router *r, unsigned net, const int *weight)
{
	const struct tree *tree = &r->s->tree[net];

	for (unsigned i = 0; i < tree->sinks; i++) {
		unsigned sink = tree->first_sink + i, k = i;

		for (; k > 0 && weight[r->order[k - 1]] < weight[sink]; k--)
			r->order[k] = r->order[k - 1];
		r->order[k] = sink;
	}
	return r->order;
}

void router_add_all(struct router *r, const int *weight)
{
	for (unsigned net = 0; net < r->s->t->nets; net++) {
		const unsigned *order = router_order(r, net, weight);

		for (unsigned i = 0; i < r->s->tree[net].sinks; i++)
			if (r->s->sink[order[i]].twig == NO_TWIG)
				router_add(r, order[i], weight[order[i]], ANY_PRICE);
	}
}
