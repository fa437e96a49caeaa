/* settings.c: a schedule as settings of an off-line network's switches.
 *
 *   climb: leaves -> root     assigns messages to wires; those that turn leave the way up at their node
 *   fall:  root -> leaves     the turning messages join those from above
 */
#include <stdlib.h>

#include "machines/in_band.h"
#include "machines/off-line/off_line.h"
#include "machines/playback.h"
#include "machines/settings.h"
#include "trails.h"
#include "util/number.h"
#include "util/text.h"

/* A vertex of the tree in one cycle. */
struct vertex {
	const struct subtree *tree;
	unsigned first_leaf;
	bool *setting;			/* its share of the cycle's bits */
	int *up;			/* [capacity]: the message on each up wire, or PLAN_IDLE */
	struct vertex *child[2];
};

struct maker {
	const struct network *net;
	const struct message_set *set;
	struct settings *settings;
	uint32_t *first;		/* [leaf]: the first message that it sends in this cycle, or NONE */
	uint32_t *next;			/* [message]: the next one of the same leaf and cycle, or NONE */
	uint32_t *in_cycle;		/* [cycle]: its last message, in a chain by `earlier`, or NONE */
	uint32_t *earlier;		/* [message] */
	struct heads **heads;		/* [node of the network], in band; NULL: the RAM sets the switches */
	struct trails *trails;		/* NULL: nobody hears of the ways .. */
	uint32_t *trail;		/* .. [message] */
};

static const uint32_t NONE = UINT32_MAX;

static bool below(const struct vertex *v, uint32_t leaf)
{
	return leaf >= v->first_leaf && leaf < v->first_leaf + v->tree->leaves;
}

static int *idle_wires(unsigned count)
{
	int *wires = allocate_array(count + 1, sizeof *wires);

	for (unsigned i = 0; i < count; i++)
		wires[i] = PLAN_IDLE;
	return wires;
}

static uint64_t vertex_of(const struct maker *mk, const struct vertex *v)
{
	const struct subtree *tree = v->tree;

	return trail_vertex(tree->level, v->first_leaf >> (mk->net->levels - tree->level));
}

/* Messages on the wires between a node and its child, as wires[] has them. */
static void tell(const struct maker *mk, const struct vertex *node, const struct vertex *child, const int *wires, bool down)
{
	uint64_t above = vertex_of(mk, node), below_it = vertex_of(mk, child);
	struct trail_link link = { down ? above : below_it, down ? below_it : above, child->tree->capacity };

	for (unsigned i = 0; mk->trails && i < child->tree->capacity; i++)
		if (wires[i] != PLAN_IDLE)
			trails_hop(mk->trails, mk->trail[wires[i]], &link, i);
}

/* All messages of a schedule arrive. */
static void begin_trail(const struct maker *mk, uint32_t message)
{
	const struct demand *d = &mk->set->demand[message];

	if (!mk->trails)
		return;
	mk->trail[message] = trails_begin(mk->trails, d->source, d->destination);
	trails_end(mk->trails, mk->trail[message], TRAIL_ARRIVED);
}

/* A leaf with an adapter has two bits per lane, a bare one none. */
static void climb_leaf(struct maker *mk, struct vertex *v)
{
	uint32_t message = mk->first[v->first_leaf];

	for (unsigned lane = 0; message != NONE; message = mk->next[message], lane++) {
		v->up[lane] = (int)message;
		begin_trail(mk, message);
		mk->settings->passage[message].source_lane = lane;
		if (v->tree->settings > 0 && !mk->heads)
			v->setting[lane] = true;
	}
}

/* Copies the messages on `count` wires that go below `target` (inside) or elsewhere; the others become idle. */
static void keep(const struct maker *mk, const int *from, unsigned count, const struct vertex *target, bool inside,
		 int *to)
{
	for (unsigned i = 0; i < count; i++)
		if (from[i] != PLAN_IDLE && below(target, mk->set->demand[from[i]].destination) == inside)
			to[i] = from[i];
}

/* Appends the codes of a port's heads to the headers of the messages that leave it. */
static void append_codes(const struct maker *mk, const struct heads *h, unsigned port, unsigned outputs, const int *out,
			 const bool *setting)
{
	unsigned stages = h->port[port].stages, *wire = allocate_array(stages + 1, sizeof *wire);

	for (unsigned j = 0; j < outputs; j++) {
		if (out[j] == PLAN_IDLE)
			continue;
		heads_way(h, port, setting, j, wire);
		for (unsigned t = 0; t < stages; t++) {
			const struct heads_edge *e = heads_find(h, wire[t], wire[t + 1]);

			header_append(&mk->settings->header[out[j]], e->code, h->wire[wire[t]].bits);
		}
	}
	free(wire);
}

/* Passes messages through one port of a node. A checked schedule never exceeds its capacity. */
static void pass(const struct maker *mk, const struct node *node, unsigned port, const struct plan *plan, const int *in,
		 unsigned inputs, unsigned outputs, int *out, bool *setting)
{
	bool *own = mk->heads ? allocate_array(plan ? plan->settings + 1 : 1, sizeof *own) : NULL;

	if (!plan)
		for (unsigned i = 0; i < inputs && i < outputs; i++)
			out[i] = in[i];
	else if (!plan_set(plan, in, out, own ? own : setting))
		abort();
	if (own)
		append_codes(mk, mk->heads[node->index], port, outputs, out, own);
	free(own);
}

static void climb_node(struct maker *mk, struct vertex *v)
{
	const struct node *node = v->tree->node;
	int *in = idle_wires(node->child_wires[0] + node->child_wires[1]);

	if (node->parent_wires > 0) {
		for (unsigned j = 0; j < 2; j++)
			if (v->child[j])
				keep(mk, v->child[j]->up, node->child_wires[j], v, false,
				     in + (j > 0 ? node->child_wires[0] : 0));
		pass(mk, node, in_band_port(node, true, 0), node->up, in, node->child_wires[0] + node->child_wires[1],
		     node->parent_wires, v->up, v->setting);
	}
	free(in);
}

static struct vertex *climb(struct maker *mk, const struct subtree *tree, unsigned first_leaf, bool *setting)
{
	struct vertex *v = allocate(sizeof *v);
	unsigned leaf = first_leaf;

	*v = (struct vertex){ tree, first_leaf, setting, idle_wires(tree->capacity), { NULL, NULL } };
	if (!tree->node) {
		climb_leaf(mk, v);
		return v;
	}
	setting += tree->node->settings;
	for (unsigned j = 0; j < tree->children; j++) {
		if (!tree->child[j])
			continue;
		v->child[j] = climb(mk, tree->child[j], leaf, setting);
		tell(mk, v, v->child[j], v->child[j]->up, false);
		leaf += tree->child[j]->leaves;
		setting += tree->child[j]->settings;
	}
	climb_node(mk, v);
	return v;
}

static void fall_leaf(struct maker *mk, const struct vertex *v, const int *down)
{
	unsigned lanes = v->tree->capacity;

	for (unsigned lane = 0; lane < lanes; lane++) {
		if (down[lane] == PLAN_IDLE)
			continue;
		mk->settings->passage[down[lane]].destination_lane = lane;
		if (v->tree->settings > 0 && !mk->heads)
			v->setting[lanes + lane] = true;
	}
}

static void note_turns(struct maker *mk, const struct vertex *v, const int *turning, unsigned count)
{
	for (unsigned i = 0; i < count; i++)
		if (turning[i] != PLAN_IDLE)
			mk->settings->passage[turning[i]].turn_level = v->tree->level;
}

/* The messages that leave a node by one of its down ports. */
static int *fall_port(struct maker *mk, const struct vertex *v, unsigned side, const int *down)
{
	const struct node *node = v->tree->node;
	const struct vertex *child = v->child[side], *sibling = v->child[1 - side];
	unsigned above = node->parent_wires, turning = node->child_wires[1 - side];
	int *in = idle_wires(above + turning), *out = idle_wires(child->tree->capacity);
	bool *setting = v->setting + (node->up ? node->up->settings : 0);

	if (side == 1 && node->down[0])
		setting += node->down[0]->settings;
	keep(mk, down, above, child, true, in);
	if (sibling) {
		keep(mk, sibling->up, turning, child, true, in + above);
		note_turns(mk, v, in + above, turning);
	}
	pass(mk, node, in_band_port(node, false, side), node->down[side], in, above + turning, child->tree->capacity, out, setting);
	tell(mk, v, child, out, true);
	free(in);
	return out;
}

/* Consumes `v`. */
static void fall(struct maker *mk, struct vertex *v, const int *down)
{
	if (!v->tree->node)
		fall_leaf(mk, v, down);
	int *out[2] = { NULL, NULL };

	for (unsigned j = 0; j < 2; j++)
		if (v->child[j])
			out[j] = fall_port(mk, v, j, down);
	for (unsigned j = 0; j < 2; j++) {
		if (v->child[j])
			fall(mk, v->child[j], out[j]);
		free(out[j]);
	}
	free(v->up);
	free(v);
}

static void make_cycle(struct maker *mk, unsigned cycle)
{
	const struct subtree *root = network_root(mk->net);

	for (unsigned leaf = 0; leaf < root->leaves; leaf++)
		mk->first[leaf] = NONE;
	/* Chains go from the last message to the first: a leaf's lanes get the file's order. */
	for (uint32_t m = mk->in_cycle[cycle]; m != NONE; m = mk->earlier[m]) {
		uint32_t leaf = mk->set->demand[m].source;

		mk->next[m] = mk->first[leaf];
		mk->first[leaf] = m;
	}
	struct vertex *v = climb(mk, root, 0, mk->settings->bit + (mk->heads ? 0 : (size_t)cycle * mk->settings->bits));

	fall(mk, v, NULL);
	for (uint32_t m = mk->in_cycle[cycle]; mk->heads && m != NONE; m = mk->earlier[m])
		settings_add_header(mk->settings, mk->net, cycle, mk->set->demand[m].source, m);
}

static void chain_cycles(struct maker *mk, const struct schedule *schedule)
{
	for (unsigned c = 0; c < schedule->cycles; c++)
		mk->in_cycle[c] = NONE;
	for (size_t m = 0; m < mk->set->count; m++) {
		uint32_t cycle = schedule->cycle[m];

		if (cycle == SCHEDULE_LOCAL)
			continue;
		mk->earlier[m] = mk->in_cycle[cycle];
		mk->in_cycle[cycle] = (uint32_t)m;
	}
}

struct settings settings_make(const struct network *net, const struct message_set *set, const struct schedule *schedule)
{
	return settings_tell(net, set, schedule, NULL, 0);
}

static void add_heads(struct maker *mk)
{
	mk->heads = allocate_array(mk->net->node_count, sizeof(struct heads *));
	for (size_t i = 0; i < mk->net->node_count; i++)
		mk->heads[mk->net->node[i]->index] = in_band_heads(mk->net, mk->net->node[i]);
}

struct settings settings_tell(const struct network *net, const struct message_set *set, const struct schedule *schedule,
			      struct trails *trails, uint64_t cycle_clocks)
{
	struct settings settings = settings_new(net, schedule->cycles, set->count);
	struct maker mk = { .net = net, .set = set, .settings = &settings, .trails = trails };

	if (is_in_band(net))
		add_heads(&mk);
	mk.first = allocate_array(net->spec->leaves, sizeof *mk.first);
	mk.next = allocate_array(set->count + 1, sizeof *mk.next);
	mk.earlier = allocate_array(set->count + 1, sizeof *mk.earlier);
	mk.in_cycle = allocate_array(schedule->cycles + 1, sizeof *mk.in_cycle);
	chain_cycles(&mk, schedule);
	mk.trail = allocate_array(set->count + 1, sizeof *mk.trail);
	for (unsigned c = 0; c < schedule->cycles; c++) {
		if (trails)
			trails_step(trails, c * cycle_clocks);
		make_cycle(&mk, c);
	}
	free(mk.first);
	free(mk.next);
	free(mk.earlier);
	free(mk.in_cycle);
	free(mk.trail);
	for (size_t i = 0; mk.heads && i < net->node_count; i++)
		heads_free(mk.heads[i]);
	free(mk.heads);
	return settings;
}

struct settings off_line_settle(const struct network *net, struct trails *trails)
{
	return settings_tell(net, &net->schedule->set, &net->schedule->schedule, trails, net->playback->period);
}
