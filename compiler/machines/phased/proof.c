/* proof.c: proofs of a router of heads, and of the wires between a subtree's routers and its children.
 *
 *   - Each head of a router has its link and its strobe. Heads cut out: each output shows the message of that head whose code names it,
 *     by the rule that the page on the off-line machine gives, and is idle if none does. head_takes.v proves the heads.
 *   - Router b has wires b of each child's channel, and b w .. of the channel above. The strobes go up and down a clock a level, and
 *     each leaf gets its share of the settings.
 */
#include <stdlib.h>

#include "machines/heads.h"
#include "machines/in_band.h"
#include "machines/phased/phased.h"
#include "machines/xgft_channels.h"
#include "network/leaf.h"
#include "prove/builder.h"
#include "util/number.h"
#include "util/text.h"

struct router_proof {
	struct parts parts;
	const struct router_shape *shape;
};

/* ---- A router: what codes say ---- */

/* The port of `count` that the first bits of a code of `width` bits name: of a count that is no power of two the first ones take a
 * bit less. */
static unsigned named(unsigned code, unsigned width, unsigned count)
{
	unsigned bits = digit_bits(count), first = code >> (width - bits), spare = (1u << bits) - count;

	return first >> 1 < spare ? first >> 1 : first - spare;
}

/* Inputs are children, then parents. The bits of an input's code; where it leads: 0 .. w - 1 to a parent, then to a child. */
static unsigned code_bits(const struct router_shape *s, unsigned input)
{
	if (input >= s->children)
		return digit_bits(s->children);
	unsigned most = digit_bits(larger(s->parents, larger(s->children - 1, 1)));

	return s->parents > 0 && s->children > 1 ? 1 + most : most;
}

static unsigned sibling(const struct router_shape *s, unsigned child, unsigned number)
{
	return s->parents + number + (number >= child);
}

static unsigned leads_to(const struct router_shape *s, unsigned input, unsigned code)
{
	unsigned bits = code_bits(s, input), rest = bits > 0 ? code & ((1u << (bits - 1)) - 1) : 0;

	if (input >= s->children)
		return s->parents + named(code, bits, s->children);
	if (s->parents > 0 && s->children > 1)
		return code >> (bits - 1) ? named(rest, bits - 1, s->parents) : sibling(s, input, named(rest, bits - 1, s->children - 1));
	return s->parents > 0 ? named(code, bits, s->parents) : sibling(s, input, named(code, bits, s->children - 1));
}

/* ---- A router: its heads ---- */

/* The instance of an input's head; heads of children stand side by side, and those of parents. */
static const char *head_of(struct router_proof *rp, unsigned input)
{
	unsigned m = rp->shape->children, below = input < m, first = below ? 0 : m, count = below ? m : rp->shape->parents;

	return count > 1 ? parts_name(&rp->parts, "heads_%u[%u]", first, input - first) : parts_name(&rp->parts, "heads_%u", first);
}

static const char *link_of(struct router_proof *rp, unsigned input)
{
	unsigned m = rp->shape->children;

	return input < m ? parts_name(&rp->parts, "child_%u_in", input) : parts_name(&rp->parts, "parent_in[%u]", input - m);
}

/* What a head shows for an output, 1 if nothing: appended to `all`. */
static const char *add_head(struct router_proof *rp, unsigned input, unsigned output, const char *all)
{
	struct parts *p = &rp->parts;
	unsigned rest = code_bits(rp->shape, input) - 1;
	const char *bit[16];
	uint16_t *row = allocate_array(1u << rest, sizeof *row);

	for (unsigned k = 0; k < rest; k++)
		bit[k] = parts_name(p, "rest_%u[%u]", input, k);
	for (unsigned lead = 0; lead < 2; lead++) {
		const char *here = parts_name(p, "leads_%u_%u_%u", input, lead, output);

		for (unsigned code = 0; code < 1u << rest; code++)
			row[code] = leads_to(rp->shape, input, lead << rest | code) == output;
		if (rest > 0)
			parts_table(p, here, 1, bit, rest, row);
		else
			parts_wires(p, 1, here, row[0] ? "1'b1" : "1'b0");
		all = parts_and(p, 1, all, parts_or(p, 1, parts_name(p, "y_%u[%u]", input, lead), parts_not(p, 1, here)));
	}
	free(row);
	return all;
}

static void add_input(struct router_proof *rp, unsigned input)
{
	struct parts *p = &rp->parts;
	unsigned bits = code_bits(rp->shape, input);
	const char *head = head_of(rp, input);

	if (bits == 0) {
		parts_wires(p, 1, parts_name(p, "y_%u", input), parts_later(p, 1, link_of(rp, input), 1));
		return;
	}
	parts_port(p, false, parts_name(p, "%s.y", head), parts_name(p, "y_%u", input), 2);
	if (bits > 1)
		parts_port(p, false, parts_name(p, "%s.rest", head), parts_name(p, "rest_%u", input), bits - 1);
	parts_same_later(p, "each head has its link", 1, link_of(rp, input), 0, parts_cut(p, true, head, "x", 1));
	parts_same_later(p, "each head has its strobe", 1, input < rp->shape->children ? "start" : "fall", 0,
			 parts_cut(p, true, head, "clear", 1));
}

static void add_output(struct router_proof *rp, unsigned output)
{
	const struct router_shape *s = rp->shape;
	struct parts *p = &rp->parts;
	const char *all = "1'b1", *port = output < s->parents ? parts_name(p, "parent_out[%u]", output) :
								 parts_name(p, "child_%u_out", output - s->parents);

	for (unsigned input = 0; input < s->children + s->parents; input++)
		if (code_bits(s, input) > 0)
			all = add_head(rp, input, output, all);
		else if (leads_to(s, input, 0) == output)
			all = parts_and(p, 1, all, parts_name(p, "y_%u", input));
	parts_same_later(p, parts_name(p, "%s shows the message whose code names it", port), 1, all, 0, port);
}

static void add_ports(struct router_proof *rp)
{
	const struct router_shape *s = rp->shape;
	struct parts *p = &rp->parts;

	for (unsigned j = 0; j < s->children; j++) {
		const char *in = parts_name(p, "child_%u_in", j), *out = parts_name(p, "child_%u_out", j);

		parts_port(p, false, in, in, 1);
		parts_port(p, true, out, out, 1);
	}
	if (s->parents > 0) {
		parts_port(p, false, "parent_in", "parent_in", s->parents);
		parts_port(p, true, "parent_out", "parent_out", s->parents);
	}
	if (code_bits(s, 0) > 0)
		parts_port(p, false, "start", "start", 1);
	if (s->parents > 0 && code_bits(s, s->children) > 0)
		parts_port(p, false, "fall", "fall", 1);
}

static void prove_router(struct proofs *list, const struct network *net, const struct node *node)
{
	struct router_proof rp = { .shape = &node->shape };
	const struct router_shape *s = &node->shape;
	char *name = format_string("router_%u", net->levels - node->level);
	char *what = format_string("router of %u %s and %u %s", s->children, s->children == 1 ? "child" : "children", s->parents,
				   s->parents == 1 ? "parent" : "parents");
	struct circuit c = circuit_of(list, name);

	if (code_bits(s, 0) > 0 || (s->parents > 0 && code_bits(s, s->children) > 0))
		circuit_cuts_derived(&c, "head");
	if (s->children + s->parents > 2)
		circuit_reads(&c, "edges");
	parts_clock(&rp.parts, false);
	add_ports(&rp);
	for (unsigned input = 0; input < s->children + s->parents; input++)
		add_input(&rp, input);
	for (unsigned output = 0; output < s->children + s->parents; output++)
		add_output(&rp, output);
	c.cells = 4ul * (s->children + s->parents) * (s->children + s->parents);
	parts_prove(list, &c, "ways", what, "each output shows the message whose code names it, and no other", &rp.parts);
	circuit_free(&c);
	free(what);
	free(name);
}

/* ---- A subtree ---- */

/* The strobe of what comes from below, `clocks` ago. */
static const char *start_of(struct channels *ch, unsigned *clocks)
{
	*clocks = 0;
	if (ch->tree->child[0]->node)
		return channels_of_child(ch, false, 0, "up_start", 1);
	*clocks = !ch->bare;
	return ch->bare ? "start" : "timing[2]";
}

static void add_strobes(struct channels *ch)
{
	const struct subtree *tree = ch->tree;
	struct heads *h = phased_router(tree->node);
	bool root = tree->node->parent_wires == 0, starts = heads_clears(h, 0, 1);
	unsigned clocks;
	const char *start = starts || !root ? start_of(ch, &clocks) : "";

	if (starts)
		channels_add_router_bits(ch, "start", start, clocks, "each router gets the strobe from below");
	if (!root) {
		channels_join(ch, true, "up_start", 1);
		channels_same(ch, "the strobe goes up with the messages", 1, start, clocks + 1, "up_start");
	}
	if (in_band_falls(ch->net, tree))
		channels_join(ch, false, "fall", 1);
	if (heads_clears(h, 1, 1))
		channels_add_router_bits(ch, "fall", "fall", 0, "each router gets the strobe from above");
	for (unsigned j = 0; j < tree->children; j++)
		if (in_band_falls(ch->net, tree->child[j]))
			channels_same(ch, "the strobe goes down with the messages", 1, "fall", 1, channels_of_child(ch, true, j, "fall", 1));
	heads_free(h);
}

/* A leaf gets a bit for each wire, and one for all. */
static void add_settings(struct channels *ch)
{
	const struct subtree *tree = ch->tree;
	unsigned all = tree->settings, share = tree->child[0]->settings, lanes = share - 1;

	if (all > 0)
		channels_join(ch, false, "settings", all);
	for (unsigned j = 0; all > 0 && j < tree->children; j++) {
		const char *own = parts_slice(&ch->parts, "settings", all, j * share, share);

		if (tree->child[j]->node) {
			channels_same(ch, "each child gets its settings", share, own, 0, channels_of_child(ch, true, j, "settings", share));
			continue;
		}
		channels_same(ch, "each leaf gets the bits of its headers", lanes, parts_slice(&ch->parts, "settings", all, j * share, lanes), 0,
			      channels_of_child(ch, true, j, "header", lanes));
		channels_same(ch, "each leaf hears when they come", lanes,
			      parts_name(&ch->parts, "{%u{settings[%u]}}", lanes, j * share + lanes), 0,
			      channels_of_child(ch, true, j, "heading", lanes));
	}
}

/* Begin and end of a cycle, a clock a level. */
static void add_timing(struct channels *ch)
{
	const struct subtree *tree = ch->tree;
	unsigned bits = ch->net->spec->leaf->timing_bits(ch->net), lanes = ch->leaf_parts;

	channels_join(ch, false, "timing", bits);
	for (unsigned j = 0; j < tree->children; j++) {
		if (tree->child[j]->node) {
			channels_same(ch, "each child hears of cycles", bits, "timing", 1, channels_of_child(ch, true, j, "timing", bits));
			continue;
		}
		channels_same(ch, "each leaf hears when a cycle begins", lanes, parts_name(&ch->parts, "{%u{timing[0]}}", lanes), 1,
			      channels_of_child(ch, true, j, "begin_cycle", lanes));
		channels_same(ch, "each leaf hears when a cycle ends", lanes, parts_name(&ch->parts, "{%u{timing[1]}}", lanes), 1,
			      channels_of_child(ch, true, j, "end_cycle", lanes));
	}
}

static void read_modules(struct circuit *c, const struct channels *ch)
{
	unsigned l = ch->net->levels - ch->tree->level;
	char *router = format_string("router_%u", l), *child = format_string("subtree_%u", l - 1);

	circuit_cuts(c, router);
	if (l > 1)
		circuit_cuts(c, child);
	else if (!ch->bare)
		circuit_cuts_derived(c, "leaf_header_player");
	if (ch->net->spec->leaf->strobes)
		circuit_reads(c, "timing_relay");
	free(router);
	free(child);
}

static void prove_subtree(struct proofs *list, const struct network *net, const struct subtree *tree)
{
	bool players = net->spec->leaf->timing_bits;
	struct channels ch = { .net = net, .tree = tree, .leaf_parts = net->spec->connections, .bare = !tree->child[0]->node && !players };
	unsigned wires = tree->children * tree->child[0]->capacity;
	char *name = format_string("subtree_%u", net->levels - tree->level);
	char *what = format_string("subtree of height %u: %u children, %u router%s side by side", net->levels - tree->level, tree->children,
				   tree->node->routers, tree->node->routers == 1 ? "" : "s");
	struct circuit c = circuit_of(list, name);

	read_modules(&c, &ch);
	parts_clock(&ch.parts, players);
	if (!players)
		channels_join(&ch, false, "start", 1);
	if (ch.bare) {
		channels_join(&ch, false, "leaf_up", wires);
		channels_join(&ch, true, "leaf_down", wires);
	}
	if (wires <= MOST_CHANNEL_WIRES) {
		for (unsigned j = 0; j < tree->children; j++)
			channels_add_child(&ch, j);
		if (tree->node->parent_wires > 0)
			channels_add_above(&ch);
		add_strobes(&ch);
		add_settings(&ch);
		if (players)
			add_timing(&ch);
	} else {
		parts_same_later(&ch.parts, "not written: too large to try", 1, "1'b0", 0, "1'b0");
	}
	c.cells = wires <= MOST_CHANNEL_WIRES ? 2 * wires : MORE_THAN_FITS;
	parts_prove(list, &c, "channels", what, "each router has its wires, each leaf its settings, and strobes keep step with messages",
		    &ch.parts);
	circuit_free(&c);
	free(what);
	free(name);
}

void phased_prove(struct proofs *list, const struct network *net)
{
	prove_heads(list, net);
	for (size_t i = 0; i < net->node_count; i++)
		prove_router(list, net, net->node[i]);
	for (size_t i = 0; i < net->subtree_count; i++)
		if (net->subtree[i]->node)
			prove_subtree(list, net, net->subtree[i]);
}
