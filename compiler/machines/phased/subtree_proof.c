/* subtree_proof.c: proofs of the wires between a subtree's routers and its children: router b has wire b of each child's channel, and
 * wires b w .. of the channel above; strobes go up and down a clock a level; each leaf has its share of the settings. */
#include <stdlib.h>

#include "machines/heads.h"
#include "machines/in_band.h"
#include "machines/phased/phased.h"
#include "machines/xgft_channels.h"
#include "network/leaf.h"
#include "util/text.h"

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

void phased_prove_subtree(struct proofs *list, const struct network *net, const struct subtree *tree)
{
	bool players = net->spec->leaf->timing_bits;
	struct channels ch = { .net = net, .tree = tree, .leaf_parts = net->spec->connections, .bare = !tree->child[0]->node && !players };
	unsigned wires = tree->children * tree->child[0]->capacity;
	char *name = format_string("subtree_%u", net->levels - tree->level);
	char *what = format_string("subtree of height %u: %u children, %u router%s side by side", net->levels - tree->level, tree->children,
				   tree->node->routers, tree->node->routers == 1 ? "" : "s");
	struct circuit c = circuit_of(list, name);

	read_modules(&c, &ch);
	parts_clock(&ch.parts, true);
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
