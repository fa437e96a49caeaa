/* subtree_proof.c: proofs of a subtree of a generalized fat tree: the wires between its routers and its children, and
 * the strobes. Routers keep step and share strobes that are made outside of them; Leiserson's node makes its own
 * (node.c).
 *
 *   - Router b has wires b c .. of the channel to each child, and b w c .. of the channel above.
 *   - Every router gets the strobes with the M bits from below and from above.
 *   - An outgoing strobe is the incoming one, delayed like the M bits, as router_proof.c proves.
 *   - Every router and every child subtree has its own share of the bus of dead links (dead_links.h).
 *   - Tokens of leaves that take turns go from child to child, and what a child says goes up.
 *   - Every child has its leaves' share of the bus of members of groups.
 *   - Broadcasts are announced to every router and every child: with adapters by the timing bus, a clock per level.
 */
#include <stdlib.h>

#include "leaves/frame.h"
#include "lower/tree.h"
#include "machines/generalized/dead_links.h"
#include "lower/builder.h"
#include "machines/generalized/router.h"
#include "machines/xgft_channels.h"
#include "network/leaf.h"
#include "prove/builder.h"

/* Adds the channel above and its strobes; `strobe` is that of the M bits from below. */
static void add_above(struct channels *ch, const char *strobe)
{
	const struct node *node = ch->tree->node;

	channels_add_above(ch);
	channels_join(ch, true, "up_start", 1);
	channels_join(ch, false, "down_start", 1);
	channels_add_router_bits(ch, "up_start", strobe, 0, "each router gets the strobe of what comes from below");
	channels_same(ch, "the strobe goes up with the M bits", 1, strobe, node->up_latency, "up_start");
}

static void add_children_strobes(struct channels *ch, const char *strobe)
{
	for (unsigned j = 0; j < (ch->bare ? 1 : ch->tree->children); j++)
		channels_same(ch, "the strobe goes down with the M bits", 1, strobe, ch->tree->node->down_latency,
		     ch->bare ? "leaf_down_start" : channels_of_child(ch, true, j, "down_start", 1));
}

/* The routers' own bits, router 0 first, then the children's shares, child 0 first. */
static void add_dead_links(struct channels *ch)
{
	const struct subtree *tree = ch->tree;
	unsigned l = ch->net->levels - tree->level, all = network_links(ch->net, l), m = tree->children;
	unsigned own = tree->node->routers * m, share = network_links(ch->net, l - 1);

	channels_join(ch, false, "dead", all);
	channels_same(ch, "each router hears of its own dead links", own, parts_slice(&ch->parts, "dead", all, 0, own), 0,
	     channels_of_routers(ch, true, "dead", m));
	for (unsigned j = 0; j < m && share > 0; j++)
		channels_same(ch, "each child subtree hears of its own dead links", share,
		     parts_slice(&ch->parts, "dead", all, own + j * share, share), 0,
		     channels_of_child(ch, true, j, "dead", share));
}

/* `bus`, which carries the bit `copy`, reaches the routers bit by bit, and the children whole. */
static void add_broadcast_bus(struct channels *ch, const char *bus, unsigned width, const char *copy, unsigned clocks)
{
	if (plan_copies(ch->tree->node->router_down))
		channels_add_router_bits(ch, "copy", copy, clocks, "each router hears of broadcasts");
	for (unsigned j = 0; j < ch->tree->children && !ch->bare; j++)
		channels_same(ch, "each child hears of broadcasts", width, bus, clocks, channels_of_child(ch, true, j, bus, width));
}

static void add_broadcasts(struct channels *ch)
{
	if (ch->net->spec->leaf_interface == LEAF_AXI_STREAM) {
		add_broadcast_bus(ch, "timing", ch->net->spec->leaf->timing_bits(ch->net),
				  parts_name(&ch->parts, "timing[%u]",
					     frame_turn_bits(ch->net->frame) + TIMING_BROADCAST), 1);
	} else {
		channels_join(ch, false, "broadcast", 1);
		add_broadcast_bus(ch, "broadcast", 1, "broadcast", 0);
	}
}

/* The tokens go from child to child; what a child says goes up, whichever it is. */
static void add_turns(struct channels *ch, unsigned lanes)
{
	const char *token = "token_in", *said = "";
	unsigned children = ch->tree->children, clocks = (digit_bits(children) + 1) / 2;

	channels_join(ch, false, "token_in", lanes);
	channels_join(ch, true, "token_out", lanes);
	channels_join(ch, true, "line_up", lanes);
	for (unsigned j = 0; j < children; j++) {
		const char *line = channels_of_child(ch, false, j, "line_up", lanes);

		channels_same(ch, "each child gets the turn from the one before", lanes, token, 0,
		     channels_of_child(ch, true, j, "token_in", lanes));
		token = channels_of_child(ch, false, j, "token_out", lanes);
		said = *said ? parts_or(&ch->parts, lanes, said, line) : line;
	}
	channels_same(ch, "the last child hands the turn on", lanes, token, 0, "token_out");
	channels_same(ch, "what a child says goes up", lanes, said, clocks > 0 ? clocks : 1, "line_up");
}

/* The bits of each child's leaves are side by side. */
static void add_members(struct channels *ch)
{
	unsigned groups = ch->net->spec->group_count, all = groups * ch->tree->leaves;

	channels_join(ch, false, "members", all);
	for (unsigned j = 0; j < ch->tree->children; j++) {
		unsigned share = groups * ch->tree->child[j]->leaves;

		channels_same(ch, "each child hears of which groups its leaves are", share,
		     parts_slice(&ch->parts, "members", all, j * share, share), 0,
		     channels_of_child(ch, true, j, "members", share));
	}
}

/* Random bits reach the routers, and the children's subtrees, behind a register. */
static void add_chances(struct channels *ch)
{
	for (int up = 0; up < 2; up++) {
		const char *port = tree_chances[up];

		if (!ch->tree->chooses[up])
			continue;
		channels_join(ch, false, port, 1);
		if (node_chooses(ch->tree->node, up))
			channels_add_router_bits(ch, port, port, 1, "each router gets the random bits");
		for (unsigned j = 0; j < ch->tree->children; j++)
			if (ch->tree->child[j]->chooses[up])
				channels_same(ch, "each child gets the random bits", 1, port, 1,
				     channels_of_child(ch, true, j, port, 1));
	}
}

static void add_all(struct channels *ch)
{
	const struct subtree *tree = ch->tree;
	bool root = tree->node->parent_wires == 0;
	unsigned wires = tree->children * tree->child[0]->capacity;

	if (ch->bare) {
		channels_join(ch, false, "leaf_up", wires);
		channels_join(ch, true, "leaf_down", wires);
		channels_join(ch, false, "leaf_up_start", 1);
		channels_join(ch, true, "leaf_down_start", 1);
	}
	/* All children keep step: use the first one's strobe. */
	const char *below = ch->bare ? "leaf_up_start" : channels_of_child(ch, false, 0, "up_start", 1);

	for (unsigned j = 0; j < tree->children; j++)
		channels_add_child(ch, j);
	if (!root)
		add_above(ch, below);
	if (plan_uses_strobe(tree->node->router_down))
		channels_add_router_bits(ch, "down_start", root ? below : "down_start", 0,
				"each router gets the strobe of what comes from above");
	add_children_strobes(ch, root ? below : "down_start");
	add_chances(ch);
	if (network_has_dead_links(ch->net->spec))
		add_dead_links(ch);
	if (ch->net->spec->broadcast_every > 0)
		add_broadcasts(ch);
	if (ch->net->spec->group_count > 0)
		add_members(ch);
	if (!ch->bare && network_turn_wires(ch->net) > 0)
		add_turns(ch, network_turn_wires(ch->net));
}

static void read_modules(struct circuit *c, const struct channels *ch, const char *router)
{
	const struct subtree *child = ch->tree->child[0];

	circuit_cuts(c, router);
	if (network_turn_wires(ch->net) > 0)
		circuit_reads(c, "leaf_any");
	if (ch->net->spec->leaf->strobes)
		circuit_reads(c, "timing_relay");
	if (child->node) {
		char *name = format_string("subtree_%u", ch->net->levels - child->level);

		circuit_cuts(c, name);
		free(name);
	} else if (!ch->bare) {
		circuit_cuts(c, "leaf_adapter");
	}
}

static const char *claim(const struct spec *spec)
{
	static const char *const claims[2][2] = {
		{ "each router has its wires, and its strobes come with the M bits",
		  "each router has its wires, hears of broadcasts, gets strobes with the M bits" },
		{ "each router has its wires and dead links, and its strobes with the M bits",
		  "each router has its wires, dead links, broadcasts, and strobes with M bits" },
	};

	if (spec->group_count > 0)
		return "each router has its wires and what it hears of, each leaf its groups";
	return claims[network_has_dead_links(spec)][spec->broadcast_every > 0];
}

void prove_subtree(struct proofs *list, const struct network *net, const struct subtree *tree)
{
	bool adapters = net->spec->leaf->timing_bits;
	struct channels ch = { .net = net, .tree = tree, .leaf_parts = 1, .bare = !tree->child[0]->node && !adapters };
	char *name = generalized_subtree_name(net, tree), *router = router_name(net, tree->node);
	struct circuit c = circuit_of(list, name);
	unsigned wires = tree->children * tree->child[0]->capacity;
	char *what = format_string("subtree of height %u: %u children, %u %s side by side", net->levels - tree->level,
				   tree->children, tree->node->routers,
				   tree->node->routers == 1 ? "router" : "routers");

	read_modules(&c, &ch, router);
	parts_clock(&ch.parts, true);
	if (wires <= MOST_CHANNEL_WIRES)
		add_all(&ch);
	else
		parts_same_later(&ch.parts, "not written: too large to try", 1, "1'b0", 0, "1'b0");
	if (adapters)
		channels_join(&ch, false, "timing", net->spec->leaf->timing_bits(net));
	if (adapters && net->spec->leaf->add_timer)
		channels_join(&ch, false, "leaf_rst", 1);
	c.cells = wires <= MOST_CHANNEL_WIRES ? 2 * wires : MORE_THAN_FITS;
	parts_prove(list, &c, "channels", what, claim(net->spec), &ch.parts);
	circuit_free(&c);
	free(what);
	free(router);
	free(name);
}
