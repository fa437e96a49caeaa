/* in_band.c: nodes of heads in a tree, and the timing of a delivery cycle whose settings travel in the messages. */
#include "machines/in_band.h"

#include <stdlib.h>

#include "leaves/leaf.h"
#include "machines/playback.h"
#include "util/number.h"
#include "util/text.h"

bool in_band_resets(const struct network *net)
{
	return !net->spec->leaf->timing_bits;
}

struct in_band_clears in_band_clears(const struct node *node)
{
	return (struct in_band_clears){ at_least_1(node->up_latency), node->down_latency };
}

unsigned in_band_wires_below(const struct node *node)
{
	return node->routers > 0 ? node->shape.children * node->child_wires[0] : node->child_wires[0] + node->child_wires[1];
}

struct heads *in_band_heads(const struct network *net, const struct node *node)
{
	return net->playback->heads(node);
}

bool in_band_falls(const struct network *net, const struct subtree *tree)
{
	return net->playback->falls[tree->index];
}

bool in_band_falls_below(const struct network *net, const struct node *node)
{
	for (size_t i = 0; i < net->subtree_count; i++)
		for (unsigned j = 0; net->subtree[i]->node == node && j < net->subtree[i]->children; j++)
			if (net->subtree[i]->child[j] && in_band_falls(net, net->subtree[i]->child[j]))
				return true;
	return false;
}

unsigned in_band_rows(const struct network *net)
{
	return net->playback->header_bits + 2;
}

/* ---- Elaboration ---- */

/* Every stage has a register, that of its heads. All nodes of a level have as many stages. */
static void set_latencies(struct network *net, unsigned level)
{
	unsigned up = 0, down = 1;

	for (size_t i = 0; i < net->node_count; i++) {
		const struct node *node = net->node[i];

		if (node->level != level)
			continue;
		up = node->parent_wires > 0 ? larger(up, heads_stages(node->up)) : up;
		for (int side = 0; side < 2; side++)
			down = larger(down, heads_stages(node->down[side]));
	}
	for (size_t i = 0; i < net->node_count; i++) {
		struct node *node = net->node[i];

		if (node->level != level)
			continue;
		node->up_latency = up;
		node->down_latency = down;
		node->up_padding = node->down_padding[0] = node->down_padding[1] = 0;
		node->settings = 0;
	}
}

/* A leaf is told the headers' bits for its wires, and when they come. */
static void count_settings(struct network *net)
{
	for (size_t i = 0; i < net->subtree_count; i++) {
		struct subtree *tree = net->subtree[i];

		tree->settings = !tree->node && net->spec->leaf_interface == LEAF_AXI_STREAM ? tree->capacity + 1 : 0;
		for (unsigned j = 0; j < tree->children; j++)
			if (tree->child[j])
				tree->settings += tree->child[j]->settings;
	}
}

/* The most bits of a header from each wire of a channel on, by subtree below it. */
struct lengths {
	unsigned **up, **down;		/* [subtree][wire] */
};

static void raise(unsigned *to, const unsigned *from, unsigned count)
{
	for (unsigned i = 0; i < count; i++)
		to[i] = larger(to[i], from[i]);
}

/* The lengths of all wires of a node, if those of its outputs are known. A fresh array. */
static unsigned *node_lengths(const struct lengths *l, const struct subtree *tree, const struct heads *h)
{
	const struct node *node = tree->node;
	unsigned *longest = allocate_array(h->wires, sizeof *longest), *out = longest + h->wires - h->outputs;

	raise(out, l->up[tree->index], node->parent_wires);
	for (unsigned j = 0, at = node->parent_wires; j < tree->children; at += node->child_wires[j++ > 0])
		if (tree->child[j])
			raise(out + at, l->down[tree->child[j]->index], node->child_wires[j > 0]);
	heads_longest(h, longest);
	return longest;
}

/* Children come before their parents: first the ways down, from the leaves on, then the ways up, from the root on. A node's
 * wires from above depend on ways down only. */
static void spread(const struct lengths *l, const struct subtree *tree, const unsigned *longest)
{
	const struct node *node = tree->node;
	unsigned below = in_band_wires_below(node);

	raise(l->down[tree->index], longest + below, node->parent_wires);
	for (unsigned j = 0, at = 0; j < tree->children; at += node->child_wires[j++ > 0])
		if (tree->child[j])
			raise(l->up[tree->child[j]->index], longest + at, node->child_wires[j > 0]);
}

/* The first clock in which `fall` would come too late at a head of this node, whose header has so many bits left when it is there,
 * counted at the root. */
static void limit_fall(const struct network *net, const struct subtree *tree, const struct heads *h, const unsigned *longest,
		       unsigned *fall)
{
	const struct node *node = tree->node;
	unsigned k = node->level, H = net->playback->header_bits, up = in_band_clears(node).up;
	unsigned behind = net->down_arrival[k] - net->down_arrival[0];

	for (unsigned w = 0; w + h->outputs < h->wires; w++) {
		unsigned clear = h->wire[w].clear, comes = net->up_arrival[k];

		if (clear < up || h->wire[w].bits == 0)
			continue;
		/* From the parent come messages that turned there at least; behind the first stage, those from a child. */
		if (clear == up && k > 0)
			comes = net->up_arrival[k - 1] + network_node(net, k - 1)->down_latency;
		*fall = smaller(*fall, H - longest[w] + comes > behind ? H - longest[w] + comes - behind : 0);
	}
}

/* Children come first. */
static void note_falls(struct network *net, const struct subtree *tree, const struct heads *h)
{
	struct in_band_clears clears = in_band_clears(tree->node);
	bool falls = heads_clears(h, clears.up, clears.down);

	for (unsigned j = 0; j < tree->children; j++)
		falls = falls || (tree->child[j] && in_band_falls(net, tree->child[j]));
	net->playback->falls[tree->index] = falls;
}

static void plan_headers(struct network *net)
{
	struct lengths l = { allocate_array(net->subtree_count, sizeof *l.up), allocate_array(net->subtree_count, sizeof *l.down) };
	struct heads **heads = allocate_array(net->subtree_count, sizeof *heads);
	struct playback *p = net->playback;

	for (size_t i = 0; i < net->subtree_count; i++) {
		const struct subtree *tree = net->subtree[i];

		l.up[i] = allocate_array(tree->capacity + 1, sizeof **l.up);
		l.down[i] = allocate_array(tree->capacity + 1, sizeof **l.down);
		heads[i] = tree->node ? in_band_heads(net, tree->node) : NULL;
		if (heads[i])
			note_falls(net, tree, heads[i]);
	}
	for (int pass = 0; pass < 3; pass++) {		/* down, up, fall */
		if (pass == 2)
			p->fall = UINT32_MAX;
		for (size_t n = 0; n < net->subtree_count; n++) {
			size_t i = pass == 0 ? n : net->subtree_count - 1 - n;

			if (!heads[i])
				continue;
			unsigned *longest = node_lengths(&l, net->subtree[i], heads[i]);

			if (pass < 2)
				spread(&l, net->subtree[i], longest);
			else
				limit_fall(net, net->subtree[i], heads[i], longest, &p->fall);
			free(longest);
		}
		for (size_t i = 0; pass == 1 && i < net->subtree_count; i++)
			for (unsigned w = 0; !heads[i] && w < net->subtree[i]->capacity; w++)
				p->header_bits = larger(p->header_bits, l.up[i][w]);
	}
	for (size_t i = 0; i < net->subtree_count; i++) {
		free(l.up[i]);
		free(l.down[i]);
		heads_free(heads[i]);
	}
	free(l.up);
	free(l.down);
	free(heads);
}

/* See in_band.h. By the timer's count, which is levels + 2 ahead. */
static void plan_cycle(struct network *net)
{
	struct playback *p = net->playback;
	unsigned L = net->levels, sent = p->header_bits + net->spec->payload_bits + 2, whole;

	p->message_clocks = sent - 1;
	for (unsigned k = L, down = 0; k-- > 0;) {
		down += network_node(net, k)->down_latency;
		p->latency[k] = net->up_arrival[k] + down;
	}
	whole = sent + net->latency;		/* the clock in which all words are complete */
	p->fall = p->fall == UINT32_MAX ? 0 : p->fall;
	p->period = larger(sent, larger(4, L + 1));
	if (sent + net->up_arrival[0] > p->fall + p->period)
		p->period = sent + net->up_arrival[0] - p->fall;
	/* Leaves take words before the next ones come, and the timer's count has begun anew. */
	p->period = larger(p->period, larger((whole + 4) / 2, whole - smaller(whole, p->header_bits + p->latency[L - 1])));
	p->end_at = whole > p->period ? whole - p->period : 0;
	p->advance_at = L;
	p->fall_at = (p->fall + L + 1) % p->period;
	net->slot_clocks = p->period;
}

void in_band_plan(struct network *net, struct heads *(*heads)(const struct node *node))
{
	for (unsigned k = 0; k < net->levels; k++)
		set_latencies(net, k);
	network_set_arrivals(net);
	count_settings(net);
	/* The plans describe ways, not circuits. */
	net->use_count = 0;
	net->playback = allocate(sizeof *net->playback + net->subtree_count * sizeof *net->playback->falls);
	net->playback->heads = heads;
	plan_headers(net);
	plan_cycle(net);
}
