/* slots.c: frame slots of a fat-tree, for model/slots.h.
 *
 * A station is a node, numbered from the left. A concentrator is its plan, run on whole messages instead of bits: it
 * passes the same messages as the circuit.
 */
#include <stdlib.h>

#include "machines/fat-tree/fat_tree.h"
#include "model/slot_walk.h"
#include "util/text.h"

struct nodes {
	struct slot_walk walk;		/* first */
	/* By level: the nodes of whole subtrees come first, and the one at the right edge last. */
	const struct node *whole[MAXIMUM_LEVELS], *edge[MAXIMUM_LEVELS];
	unsigned wholes[MAXIMUM_LEVELS];
};

static const struct node *node_of(const struct slot_walk *w, unsigned level, unsigned station)
{
	const struct nodes *n = (const struct nodes *)w;

	return station < n->wholes[level] ? n->whole[level] : n->edge[level];
}

static unsigned stations(const struct network *net, unsigned level)
{
	return network_vertices(net, level);
}

static bool leads_to(const struct slot_walk *w, unsigned level, unsigned station, const struct traveller *t)
{
	return t->destination >> (w->net->levels - level) == station;
}

/* Which child of a node of this level the message goes to. */
static unsigned side_of(const struct slot_walk *w, unsigned level, const struct traveller *t)
{
	return t->destination >> (w->net->levels - level - 1) & 1;
}

static void enter_above(struct slot_walk *w, unsigned level, unsigned station, unsigned message, unsigned wire)
{
	unsigned left;

	slot_count(w, true, level, station);
	if (level == 0) {
		slot_arrive(w, message, wire);	/* outside */
		return;
	}
	const unsigned *wires = node_of(w, level - 1, station / 2)->child_wires;

	slot_hop(w, message, trail_vertex(level, station), trail_vertex(level - 1, station / 2), wire, wires[station & 1]);
	left = station & 1 ? wires[0] : 0;
	slot_enter(w, true, level - 1, station / 2, message, left + wire);
}

static void send(struct slot_walk *w, unsigned message, unsigned leaf, unsigned lane)
{
	unsigned levels = w->net->levels, leaves = w->net->spec->leaves;

	w->traveller[message].destination = w->slot->destination[message];
	if (leaf >= leaves) {
		slot_count(w, false, 0, 0);
		slot_enter(w, false, 0, 0, message, message - leaves * w->slot->lanes);
		return;
	}
	const unsigned *wires = node_of(w, levels - 1, leaf / 2)->child_wires;

	slot_hop(w, message, trail_vertex(levels, leaf), trail_vertex(levels - 1, leaf / 2), lane, wires[leaf & 1]);
	slot_enter(w, true, levels - 1, leaf / 2, message, (leaf & 1 ? wires[0] : 0) + lane);
}

/* The clocks from the leaves' M bits to those before the concentrators: a node with selectors takes one for the route
 * bit. */
static unsigned before_concentrator(const struct slot_walk *w, const struct node *node, bool up)
{
	return (up ? w->net->up_arrival : w->net->down_arrival)[node->level] + (node->parent_wires > 0);
}

/* Selectors send those that turn here to the way down, where they come behind the wires from the parent. */
static void pass_up(struct slot_walk *w, unsigned level, unsigned station, int first)
{
	const struct node *node = node_of(w, level, station);
	unsigned count = 0;

	for (int m = first, next; m != NOBODY_HERE; m = next) {
		const struct traveller *t = &w->traveller[m];
		unsigned from_left = node->child_wires[0];

		next = t->next;
		if (leads_to(w, level, station, t))
			slot_enter(w, false, level, station, (unsigned)m,
				   node->parent_wires + (t->wire < from_left ? t->wire : t->wire - from_left));
		else
			w->passing[count++] = (struct passing){ .message = (uint32_t)m, .wire = t->wire };
	}
	if (count > 0)
		count = slot_pass(w, node->up, true, level, before_concentrator(w, node, true), count);
	for (unsigned i = 0; i < count; i++)
		enter_above(w, level, station, w->passing[i].message, w->passing[i].wire);
}

static void enter_below(struct slot_walk *w, unsigned level, unsigned child, unsigned message, unsigned wire)
{
	slot_count(w, false, level, child);
	slot_hop(w, message, trail_vertex(level - 1, child / 2), trail_vertex(level, child), wire,
		 node_of(w, level - 1, child / 2)->child_wires[child & 1]);
	if (level == w->net->levels)
		slot_arrive(w, message, wire);
	else
		slot_enter(w, false, level, child, message, wire);
}

/* The messages for one child. The root may need no concentrator. */
static void pass_to_child(struct slot_walk *w, unsigned level, unsigned station, int first, unsigned side)
{
	const struct node *node = node_of(w, level, station);
	unsigned count = 0;

	for (int m = first; m != NOBODY_HERE; m = w->traveller[m].next)
		w->passing[count++] = (struct passing){ .message = (uint32_t)m, .wire = w->traveller[m].wire };
	if (count > 0 && node->down[side])
		count = slot_pass(w, node->down[side], false, level, before_concentrator(w, node, false), count);
	for (unsigned i = 0; i < count; i++)
		enter_below(w, level + 1, 2 * station + side, w->passing[i].message, w->passing[i].wire);
}

static void pass_down(struct slot_walk *w, unsigned level, unsigned station, int first)
{
	int child[2] = { NOBODY_HERE, NOBODY_HERE };

	for (int m = first, next; m != NOBODY_HERE; m = next) {
		struct traveller *t = &w->traveller[m];
		unsigned side = side_of(w, level, t);

		next = t->next;
		t->next = child[side];
		child[side] = m;
	}
	for (unsigned side = 0; side < 2; side++)
		pass_to_child(w, level, station, child[side], side);
}

static const struct slot_steps steps = { stations, send, pass_up, pass_down };

static void *new(const struct network *net)
{
	struct nodes *n = allocate(sizeof *n);
	size_t most = 1;

	for (size_t i = 0; i < net->subtree_count; i++) {
		const struct subtree *type = net->subtree[i];
		const struct node *node = type->node;

		if (!node)
			continue;
		size_t inputs = (size_t)node->child_wires[0] + node->child_wires[1] + node->parent_wires;

		most = inputs > most ? inputs : most;
		if (type->leaves == 1u << (net->levels - node->level)) {
			n->whole[node->level] = node;
			n->wholes[node->level] = type->users;
		} else {
			n->edge[node->level] = node;
		}
	}
	slot_walk_init(&n->walk, net, &steps, most);
	return n;
}

static void free_nodes(void *own)
{
	struct nodes *n = own;

	slot_walk_finish(&n->walk);
	free(n);
}

static void play(void *own, struct slot *slot)
{
	slot_walk_play(own, slot);
}

static unsigned long long work(const struct network *net)
{
	struct passage *passage = passage_create(&net->plans);
	unsigned long long wires = 0;

	for (size_t i = 0; i < net->node_count; i++) {
		const struct node *node = net->node[i];
		const struct plan *plans[] = {node->up, node->down[0], node->down[1]};

		wires += (unsigned long long)node->users * (node->child_wires[0] + node->child_wires[1]);
		for (int j = 0; j < 3; j++)
			if (plans[j])
				wires += node->users * passage_work(passage, plans[j]);
	}
	passage_free(passage);
	return wires;
}

static unsigned leaves_below(const struct network *net, unsigned level)
{
	return 1u << (net->levels - level);
}

const struct slot_model fat_tree_slots = { work, new, free_nodes, play, NULL, leaves_below, slot_walk_share, NULL, NULL,
					    NULL, NULL };
