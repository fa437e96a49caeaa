/* slots.c: frame slots of a fat-tree, for model/slots.h.
 *
 * A station is a node, numbered from the left. A concentrator is its plan, run on whole messages instead of bits: it
 * passes the same messages as the circuit.
 */
#include <stdlib.h>
#include <string.h>

#include "machines/fat-tree/fat_tree.h"
#include "machines/fat_tree_faults.h"
#include "model/slot_walk.h"
#include "util/number.h"
#include "util/text.h"

/* A message's hops in this slot, for trails_whole(). */
struct passed {
	uint8_t hops, wires, wire[2 * MAXIMUM_LEVELS];
};

struct nodes {
	struct slot_walk walk;		/* first */
	/* By level: the nodes of whole subtrees come first, and the one at the right edge last. */
	const struct node *whole[MAXIMUM_LEVELS], *edge[MAXIMUM_LEVELS];
	unsigned wholes[MAXIMUM_LEVELS];
	/* Where wires may be dead: what the nodes are told, and by level and vertex where the channel above it begins there. */
	uint8_t *dead;
	uint32_t *channel[MAXIMUM_LEVELS + 1];
	uint8_t *setting;		/* room for those of a port */
	struct passed *passed;		/* [message]; NULL: nobody asks */
	bool *entered[2][MAXIMUM_LEVELS + 1];	/* down, up; by level and vertex: the trails have the channel above it */
};

/* The dead wires of the channel above a vertex; NULL: none ever is. */
static const uint8_t *dead_wires(const struct slot_walk *w, unsigned level, unsigned vertex)
{
	const struct nodes *n = (const struct nodes *)w;

	return n->dead ? n->dead + n->channel[level][vertex] : NULL;
}

/* Sends w->passing onto the channel above a vertex, up from it or down to it. */
static unsigned pass(struct slot_walk *w, const struct plan *plan, bool up, unsigned level, unsigned vertex, unsigned delay,
		     unsigned count)
{
	const struct nodes *n = (const struct nodes *)w;

	if (n->dead) {
		plan_living_set(plan, dead_wires(w, level, vertex), n->setting);
		passage_set(w->passage, n->setting);
	}
	return slot_pass(w, plan, up, up ? level : level - 1, delay, count);
}

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

static void add_link(struct trails *t, bool up, unsigned level, unsigned vertex, unsigned wires)
{
	uint64_t below = trail_vertex(level, vertex), above = trail_vertex(level - 1, vertex / 2);

	trails_link(t, up ? &(struct trail_link){ below, above, wires } : &(struct trail_link){ above, below, wires });
	t->wide |= wires > UINT8_MAX + 1;
}

/* A message enters a channel above a vertex. */
static void hop(struct slot_walk *w, unsigned message, bool up, unsigned level, unsigned vertex, unsigned wire, unsigned wires)
{
	struct nodes *n = (struct nodes *)w;

	if (!w->slot->trails)
		return;
	struct passed *p = &n->passed[message];

	if (!n->entered[up][level][vertex])
		add_link(w->slot->trails, up, level, vertex, wires);
	n->entered[up][level][vertex] = true;
	p->hops++;
	if (wires > 1)
		p->wire[p->wires++] = (uint8_t)wire;
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

	hop(w, message, true, level, station, wire, wires[station & 1]);
	left = station & 1 ? wires[0] : 0;
	slot_enter(w, true, level - 1, station / 2, message, left + wire);
}

static void send(struct slot_walk *w, unsigned message, unsigned leaf, unsigned lane)
{
	unsigned levels = w->net->levels, leaves = w->net->spec->leaves;
	struct nodes *n = (struct nodes *)w;

	if (w->slot->trails)
		n->passed[message].hops = n->passed[message].wires = 0;
	w->traveller[message].destination = w->slot->destination[message];
	if (leaf >= leaves) {
		slot_count(w, false, 0, 0);
		slot_enter(w, false, 0, 0, message, message - leaves * w->slot->lanes);
		return;
	}
	if (dead_wires(w, levels, leaf) && dead_wires(w, levels, leaf)[lane])
		return;
	const unsigned *wires = node_of(w, levels - 1, leaf / 2)->child_wires;

	hop(w, message, true, levels, leaf, lane, wires[leaf & 1]);
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
		count = pass(w, node->up, true, level, station, before_concentrator(w, node, true), count);
	for (unsigned i = 0; i < count; i++)
		enter_above(w, level, station, w->passing[i].message, w->passing[i].wire);
}

static void enter_below(struct slot_walk *w, unsigned level, unsigned child, unsigned message, unsigned wire)
{
	slot_count(w, false, level, child);
	hop(w, message, false, level, child, wire, node_of(w, level - 1, child / 2)->child_wires[child & 1]);
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
		count = pass(w, node->down[side], false, level + 1, 2 * station + side, before_concentrator(w, node, false), count);
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

/* Notes where the channels of a subtree begin, from bit `at` on; returns where the next one's do. */
static uint32_t place_channels(struct nodes *n, const struct subtree *tree, unsigned vertex, uint32_t at)
{
	n->channel[tree->level][vertex] = at;
	at += tree->capacity;
	for (unsigned j = 0; j < tree->children; j++)
		if (tree->child[j])
			at = place_channels(n, tree->child[j], 2 * vertex + j, at);
	return at;
}

static void tell(void *own, const uint8_t *told)
{
	struct nodes *n = own;

	memcpy(n->dead, told, fat_tree_wires(network_root(n->walk.net)));
}

static void add_dead(struct nodes *n)
{
	const struct network *net = n->walk.net;
	unsigned most = 1;

	for (unsigned k = 0; k <= net->levels; k++)
		n->channel[k] = allocate_array(network_vertices(net, k), sizeof *n->channel[k]);
	n->dead = allocate_array(place_channels(n, network_root(net), 0, 0), 1);
	fat_tree_set_dead(net, n->dead);
	for (size_t i = 0; i < net->plans.count; i++)
		most = larger(most, net->plans.plan[i]->settings);
	n->setting = allocate_array(most, 1);
}

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
	if (has_dead_wires(net->spec))
		add_dead(n);
	return n;
}

static void free_nodes(void *own)
{
	struct nodes *n = own;

	slot_walk_finish(&n->walk);
	for (unsigned k = 0; k <= MAXIMUM_LEVELS; k++) {
		free(n->channel[k]);
		free(n->entered[0][k]);
		free(n->entered[1][k]);
	}
	free(n->passed);
	free(n->dead);
	free(n->setting);
	free(n);
}

static void begin_trails(struct nodes *n, size_t messages)
{
	const struct network *net = n->walk.net;

	n->passed = allocate_array(messages, sizeof *n->passed);
	for (unsigned k = 0; k <= net->levels; k++)
		for (int up = 0; up < 2; up++)
			n->entered[up][k] = allocate_array(network_vertices(net, k), sizeof *n->entered[up][k]);
}

static void play(void *own, struct slot *slot)
{
	struct nodes *n = own;

	if (slot->trails && !n->passed)
		begin_trails(n, slot->messages);
	slot_walk_play(own, slot);
	for (size_t i = 0; slot->trails && i < slot->sent_count; i++) {
		const struct passed *p = &n->passed[slot->sent[i]];

		trails_whole(slot->trails, slot->trail[slot->sent[i]], p->hops, p->wire, p->wires);
	}
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

static bool detours(const struct network *net)
{
	return has_dead_wires(net->spec) && (net->spec->connections > 1 || net->dead_ends);
}

const struct slot_model fat_tree_slots = { work, new, free_nodes, play, NULL, leaves_below, slot_walk_share, tell, detours,
					    NULL, NULL };
