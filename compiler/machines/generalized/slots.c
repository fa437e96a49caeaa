/* slots.c: frame slots of a generalized fat tree, for model/slots.h.
 *
 * A station is a router: router b of vertex x of its level, a vertex with r routers, is number x r + b. A router's parts
 * are their plans, run on whole messages: their selectors read the messages' routes, as in rtl-templates/leaves/leaf_path.v.
 */
#include <stdlib.h>

#include "leaves/frame.h"
#include "machines/generalized/dead_links.h"
#include "machines/generalized/elaborate.h"
#include "machines/generalized/generalized.h"
#include "machines/generalized/up_parents.h"
#include "machines/xgft.h"
#include "model/node_model.h"
#include "model/slot_walk.h"
#include "util/text.h"

/* Of a level in the paper's numbering (leaves 0). */
struct height {
	const struct node *node;
	unsigned label_at;		/* where the digit of a child is in a leaf's label */
	unsigned path_at, path_bits;	/* where the digit of a parent is in a path */
	unsigned up_digits, down_digits;	/* that the router's parts read */
	bool *dead;			/* [station x children + child]: the link there is; NULL: none ever is */
};

struct routers {
	struct slot_walk walk;		/* first */
	struct height height[MAXIMUM_LEVELS + 1];	/* 1 .. levels */
	uint32_t *label;		/* by leaf */
	uint32_t *path;			/* by leaf: of messages from it, or to it; NULL: each is random */
	uint32_t trees;			/* see struct slot_model */
};

static unsigned wires_below(const struct node *node)
{
	return node->shape.children * node->shape.link_width;
}

static unsigned stations(const struct network *net, unsigned level)
{
	const struct node *node = network_node(net, level);

	return node->users * node->routers;
}

/* By the label's highest digit that differs. */
static unsigned turn_height(const struct routers *r, unsigned source, unsigned destination)
{
	uint32_t differ = r->label[source] ^ r->label[destination];
	unsigned h = 1;

	while (h < r->walk.net->levels && differ >> r->height[h + 1].label_at > 0)
		h++;
	return h;
}

/* Of a router and one of its children: nothing passes, either way. */
static bool is_dead(const struct height *here, unsigned station, unsigned child)
{
	return here->dead && here->dead[(size_t)station * here->node->shape.children + child];
}

/* From the link of a child to the router above it. */
static void rise(struct slot_walk *w, unsigned h, unsigned station, unsigned message, unsigned child, unsigned wire)
{
	const struct height *here = &((const struct routers *)w)->height[h];

	if (!is_dead(here, station, child))
		slot_enter(w, true, here->node->level, station, message, child * here->node->shape.link_width + wire);
}

/* A wire of the channel from a leaf leads to router b of the vertex above. */
static void send(struct slot_walk *w, unsigned message, unsigned leaf, unsigned lane)
{
	const struct routers *r = (const struct routers *)w;
	const struct node *node = r->height[1].node;
	struct traveller *t = &w->traveller[message];
	unsigned c = node->shape.link_width, m = node->shape.children, destination = w->slot->destination[message];

	if (w->slot->to_all) {
		t->destination = t->path = 0;
		t->top = w->net->levels;
	} else {
		t->destination = r->label[destination];
		t->path = w->slot->path ? w->slot->path[message] : 0;
		t->top = turn_height(r, leaf, destination);
	}
	slot_hop(w, message, trail_vertex(0, leaf), trail_vertex(1, leaf / m * node->routers + lane / c), lane % c, c);
	rise(w, 1, leaf / m * node->routers + lane / c, message, leaf % m, lane % c);
}

/* The digits that the part for the way up reads: whether to go on, and by which parent. */
static uint32_t up_digits(const struct height *here, unsigned h, const struct traveller *t)
{
	uint32_t parent = t->path >> here->path_at & ((1u << here->path_bits) - 1);

	if (t->top == h || here->up_digits == 0)
		return 0;
	return 1u << (here->up_digits - 1) | (here->up_digits > 1 ? parent : 0);
}

/* From an output for the parents of a router to the router above: wire `wire` of its links upwards. */
static void enter_above(struct slot_walk *w, unsigned h, unsigned station, unsigned message, unsigned wire)
{
	const struct routers *r = (const struct routers *)w;
	const struct node *node = r->height[h].node, *above = r->height[h + 1].node;
	unsigned x = station / node->routers, b = station % node->routers;
	unsigned c = node->shape.link_width, parent = b * node->shape.parents + wire / c;

	unsigned to = x / above->shape.children * above->routers + parent;

	slot_count(w, true, node->level, x);
	slot_hop(w, message, trail_vertex(h, station), trail_vertex(h + 1, to), wire % c, c);
	rise(w, h + 1, to, message, x % above->shape.children, wire % c);
}

static unsigned collect(struct slot_walk *w, int first)
{
	unsigned count = 0;

	for (int m = first; m != NOBODY_HERE; m = w->traveller[m].next)
		w->passing[count++] = (struct passing){ .message = (uint32_t)m, .wire = w->traveller[m].wire };
	return count;
}

/* What turns leaves by the wires behind those to the parents, which are as many as come from them: it enters the way down
 * by the same number. */
static void pass_up(struct slot_walk *w, unsigned level, unsigned station, int first)
{
	const struct routers *r = (const struct routers *)w;
	unsigned h = w->net->levels - level, count = collect(w, first);
	const struct height *here = &r->height[h];
	unsigned rising = here->node->shape.parents * here->node->shape.link_width;

	if (here->node->router_up) {
		for (unsigned i = 0; i < count; i++)
			w->passing[i].digits = up_digits(here, h, &w->traveller[w->passing[i].message]);
		count = slot_pass(w, here->node->router_up, true, level, w->net->up_arrival[level], count);
	}
	for (unsigned i = 0; i < count; i++) {
		const struct passing *p = &w->passing[i];

		if (p->wire < rising)
			enter_above(w, h, station, p->message, p->wire);
		else
			slot_enter(w, false, level, station, p->message, p->wire);
	}
}

/* From an output for the children of a router to the router below, or the leaf. */
static void enter_below(struct slot_walk *w, unsigned h, unsigned station, unsigned message, unsigned wire)
{
	const struct routers *r = (const struct routers *)w;
	const struct node *node = r->height[h].node, *below = r->height[h - 1].node;
	unsigned x = station / node->routers, b = station % node->routers;
	unsigned c = node->shape.link_width, child = x * node->shape.children + wire / c;

	if (is_dead(&r->height[h], station, wire / c))
		return;
	unsigned to = h == 1 ? child : child * below->routers + b / below->shape.parents;

	slot_count(w, false, node->level + 1, child);
	slot_hop(w, message, trail_vertex(h, station), trail_vertex(h - 1, to), wire % c, c);
	if (h == 1)
		slot_arrive(w, message, b * c + wire % c);
	else
		slot_enter(w, false, below->level, to, message, b % below->shape.parents * c + wire % c);
}

static void pass_down(struct slot_walk *w, unsigned level, unsigned station, int first)
{
	const struct routers *r = (const struct routers *)w;
	unsigned h = w->net->levels - level, count = collect(w, first);
	const struct height *here = &r->height[h];
	const struct node *node = here->node;

	for (unsigned i = 0; i < count; i++) {
		uint32_t label = w->traveller[w->passing[i].message].destination;

		w->passing[i].digits = label >> here->label_at & ((1u << here->down_digits) - 1);
	}
	count = slot_pass(w, node->router_down, false, level, w->net->down_arrival[level], count);
	/* At the root the same message comes through to each child, here to child 0. Below, it is alone. */
	for (unsigned i = 0; i < count; i++)
		if (w->slot->to_all)
			slot_arrive(w, w->passing[i].message, w->passing[i].message % w->slot->lanes);
		else
			enter_below(w, h, station, w->passing[i].message, w->passing[i].wire);
}

static const struct slot_steps steps = { stations, send, pass_up, pass_down };

static void find_digits(struct routers *r)
{
	const struct network *net = r->walk.net;
	unsigned label_at = 0, path_at = 0;

	for (unsigned h = 1; h <= net->levels; h++) {
		struct height *here = &r->height[h];

		here->node = network_node(net, net->levels - h);
		here->label_at = label_at;
		here->path_at = path_at;
		here->path_bits = net->frame->shape.parent_bits[h];
		label_at += net->frame->shape.child_bits[h];
		path_at += h < net->levels ? here->path_bits : 0;
		if (here->node->router_up)
			here->up_digits = passage_digits(r->walk.passage, here->node->router_up);
		here->down_digits = passage_digits(r->walk.passage, here->node->router_down);
	}
}

static bool reaches(const void *own, unsigned tree, unsigned leaf)
{
	const struct routers *r = own;
	const struct network *net = r->walk.net;

	for (unsigned h = 1, below = leaf; h <= net->levels; h++) {
		const struct node *node = r->height[h].node;
		unsigned x = below / node->shape.children, b = spanning_tree_root(net->spec, h, tree);

		if (is_dead(&r->height[h], x * node->routers + b, below % node->shape.children))
			return false;
		below = x;
	}
	return true;
}

static bool reaches_all(const struct routers *r, unsigned tree)
{
	unsigned leaf = 0, leaves = r->height[1].dead ? r->walk.net->spec->leaves : 0;

	while (leaf < leaves && reaches(r, tree, leaf))
		leaf++;
	return leaf == leaves;
}

static void choose_trees(struct routers *r)
{
	const struct route_shape *shape = &r->walk.net->frame->shape;

	r->trees = 0;
	for (unsigned t = 0; t < shape->trees && (shape->trees_at_once > 1 || !r->trees); t++)
		r->trees |= (uint32_t)reaches_all(r, t) << t;
}

static uint32_t trees(const void *own)
{
	return ((const struct routers *)own)->trees;
}

static void tell(void *own, const uint8_t *told)
{
	struct routers *r = own;
	const struct network *net = r->walk.net;

	for (unsigned h = 1; h <= net->levels; h++) {
		bool *dead = r->height[h].dead;
		unsigned children = r->height[h].node->shape.children;

		for (unsigned i = 0, count = stations(net, net->levels - h); i < count; i++)
			for (unsigned j = 0; j < children; j++)
				*dead++ = told[network_link(net, h, i, j)];
	}
	choose_trees(r);
}

/* Those that are dead by the parameters. */
static void add_dead_links(struct routers *r)
{
	const struct network *net = r->walk.net;
	uint8_t *told = allocate_array(network_links(net, net->levels), 1);

	for (unsigned h = 1; h <= net->levels; h++)
		r->height[h].dead = allocate_array((size_t)stations(net, net->levels - h) * r->height[h].node->shape.children,
						   sizeof *r->height[h].dead);
	generalized_node_model.tell(net, told);
	tell(r, told);
	free(told);
}

/* The digits of up_parents(), side by side. Where the word that they come from is the same for all messages of a leaf or
 * to it, they are known beforehand. */
static uint32_t path_of(const struct network *net, const struct departure *d)
{
	unsigned beta[MAXIMUM_LEVELS + 1], at = 0;
	uint32_t path = 0;

	up_parents(net->spec, d, beta);
	for (unsigned l = 1; l < net->levels; l++) {
		path |= beta[l + 1] << at;
		at += net->frame->shape.parent_bits[l];
	}
	return path;
}

static void *new(const struct network *net)
{
	struct routers *r = allocate(sizeof *r);
	size_t most = 0;

	for (size_t i = 0; i < net->node_count; i++) {
		const struct router_shape *shape = &net->node[i]->shape;
		size_t wires = (size_t)(shape->children + shape->parents) * shape->link_width;

		most = wires > most ? wires : most;
	}
	slot_walk_init(&r->walk, net, &steps, most);
	find_digits(r);
	if (network_has_dead_links(net->spec))
		add_dead_links(r);
	else
		choose_trees(r);
	r->label = allocate_array(net->spec->leaves, sizeof *r->label);
	if (net->spec->up_routing != UP_ROUTING_RANDOM)
		r->path = allocate_array(net->spec->leaves, sizeof *r->path);
	for (unsigned leaf = 0; leaf < net->spec->leaves; leaf++) {
		r->label[leaf] = xgft_leaf_label(net->spec, leaf);
		if (r->path)
			r->path[leaf] = path_of(net, &(struct departure){ .source = leaf, .destination = leaf });
	}
	return r;
}

static void free_routers(void *own)
{
	struct routers *r = own;

	for (unsigned h = 1; h <= r->walk.net->levels; h++)
		free(r->height[h].dead);
	slot_walk_finish(&r->walk);
	free(r->label);
	free(r->path);
	free(r);
}

static void play(void *own, struct slot *slot)
{
	slot_walk_play(own, slot);
}

static uint32_t path(const void *own, unsigned leaf, unsigned lane, unsigned destination, uint16_t random)
{
	const struct routers *r = own;

	if (!r->path)
		return path_of(r->walk.net, &(struct departure){ .lane = lane, .random = random });
	return r->path[r->walk.net->spec->up_routing == UP_ROUTING_SOURCE ? leaf : destination];
}

static unsigned long long work(const struct network *net)
{
	struct passage *passage = passage_create(&net->plans);
	unsigned long long wires = 0;

	for (size_t i = 0; i < net->node_count; i++) {
		const struct node *node = net->node[i];
		unsigned long long routers = (unsigned long long)node->users * node->routers;

		wires += routers * wires_below(node);
		wires += routers * passage_work(passage, node->router_down);
		if (node->router_up)
			wires += routers * passage_work(passage, node->router_up);
	}
	passage_free(passage);
	return wires;
}

static bool detours(const struct network *net)
{
	return network_has_detours(net->spec);
}

static unsigned leaves_below(const struct network *net, unsigned level)
{
	unsigned leaves = 1;

	for (; level < net->levels; level++)
		leaves *= network_node(net, level)->shape.children;
	return leaves;
}

const struct slot_model generalized_slots = { work, new, free_routers, play, path, leaves_below, slot_walk_share,
					       tell, detours, trees, reaches };
