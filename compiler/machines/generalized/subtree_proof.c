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
#include "network/leaf.h"
#include "prove/builder.h"

/* With more wires between routers and children Yosys takes too long even to read them. */
enum { MOST_WIRES = 2048 };

struct channels {
	struct parts parts;
	const struct network *net;
	const struct subtree *tree;
	bool bare;			/* its children are bare leaves: ports of the network */
};

/* A port of the subtree. */
static void join(struct channels *ch, bool drives, const char *port, unsigned width)
{
	parts_port(&ch->parts, drives, port, port, width);
}

/* A port of all routers side by side, the first at the least significant end. */
static const char *of_routers(struct channels *ch, bool drives, const char *port, unsigned width)
{
	unsigned routers = ch->tree->node->routers;
	const char *all = "";

	for (unsigned b = 0; b < routers; b++) {
		const char *router = routers > 1 ? parts_name(&ch->parts, "router[%u]", b) : "router";
		const char *wire = parts_cut(&ch->parts, drives, router, port, width);

		all = *all ? parts_name(&ch->parts, "%s, %s", wire, all) : wire;
	}
	return parts_name(&ch->parts, "{%s}", all);
}

/* The port "up", "down", "up_start" or "down_start" of a child. */
static const char *of_child(struct channels *ch, bool drives, unsigned j, const char *port, unsigned width)
{
	bool leaf = !ch->tree->child[j]->node;

	if (!ch->bare)
		return parts_cut(&ch->parts, drives, parts_name(&ch->parts, leaf ? "child_%u_leaf" : "child_%u", j),
				 port, width);
	return parts_slice(&ch->parts, parts_name(&ch->parts, "leaf_%s", port), ch->tree->children * width, j * width,
			   width);
}

static void same(struct channels *ch, const char *meaning, unsigned width, const char *from, unsigned clocks,
		 const char *to)
{
	parts_same_later(&ch->parts, meaning, width, from, clocks, to);
}

static void add_child(struct channels *ch, unsigned j)
{
	const struct node *node = ch->tree->node;
	unsigned c = node->shape.link_width, width = node->routers * c;
	const char *in = of_routers(ch, true, parts_name(&ch->parts, "child_%u_in", j), c);
	const char *out = of_routers(ch, false, parts_name(&ch->parts, "child_%u_out", j), c);
	const char *up = of_child(ch, false, j, "up", width), *down = of_child(ch, true, j, "down", width);

	same(ch, parts_name(&ch->parts, "each router has its wires from child %u", j), width, up, 0, in);
	same(ch, parts_name(&ch->parts, "each router has its wires to child %u", j), width, out, 0, down);
}

/* The same bit for every router. */
static void add_router_bits(struct channels *ch, const char *port, const char *bit, unsigned clocks,
			    const char *meaning)
{
	unsigned routers = ch->tree->node->routers;

	same(ch, meaning, routers, parts_name(&ch->parts, "{%u{%s}}", routers, bit), clocks,
	     of_routers(ch, true, port, 1));
}

/* Adds the channel above and its strobes; `strobe` is that of the M bits from below. */
static void add_above(struct channels *ch, const char *strobe)
{
	const struct node *node = ch->tree->node;
	unsigned each = node->shape.parents * node->shape.link_width, width = node->parent_wires;

	join(ch, true, "up", width);
	join(ch, true, "up_start", 1);
	join(ch, false, "down", width);
	join(ch, false, "down_start", 1);
	same(ch, "each router has its wires to its parents", width, of_routers(ch, false, "parent_out", each), 0, "up");
	same(ch, "each router has its wires from its parents", width, "down", 0,
	     of_routers(ch, true, "parent_in", each));
	add_router_bits(ch, "up_start", strobe, 0, "each router gets the strobe of what comes from below");
	same(ch, "the strobe goes up with the M bits", 1, strobe, node->up_latency, "up_start");
}

static void add_children_strobes(struct channels *ch, const char *strobe)
{
	for (unsigned j = 0; j < (ch->bare ? 1 : ch->tree->children); j++)
		same(ch, "the strobe goes down with the M bits", 1, strobe, ch->tree->node->down_latency,
		     ch->bare ? "leaf_down_start" : of_child(ch, true, j, "down_start", 1));
}

/* The routers' own bits, router 0 first, then the children's shares, child 0 first. */
static void add_dead_links(struct channels *ch)
{
	const struct subtree *tree = ch->tree;
	unsigned l = ch->net->levels - tree->level, all = network_links(ch->net, l), m = tree->children;
	unsigned own = tree->node->routers * m, share = network_links(ch->net, l - 1);

	join(ch, false, "dead", all);
	same(ch, "each router hears of its own dead links", own, parts_slice(&ch->parts, "dead", all, 0, own), 0,
	     of_routers(ch, true, "dead", m));
	for (unsigned j = 0; j < m && share > 0; j++)
		same(ch, "each child subtree hears of its own dead links", share,
		     parts_slice(&ch->parts, "dead", all, own + j * share, share), 0,
		     of_child(ch, true, j, "dead", share));
}

/* `bus`, which carries the bit `copy`, reaches the routers bit by bit, and the children whole. */
static void add_broadcast_bus(struct channels *ch, const char *bus, unsigned width, const char *copy, unsigned clocks)
{
	if (plan_copies(ch->tree->node->router_down))
		add_router_bits(ch, "copy", copy, clocks, "each router hears of broadcasts");
	for (unsigned j = 0; j < ch->tree->children && !ch->bare; j++)
		same(ch, "each child hears of broadcasts", width, bus, clocks, of_child(ch, true, j, bus, width));
}

static void add_broadcasts(struct channels *ch)
{
	if (ch->net->spec->leaf_interface == LEAF_AXI_STREAM) {
		add_broadcast_bus(ch, "timing", ch->net->spec->leaf->timing_bits(ch->net),
				  parts_name(&ch->parts, "timing[%u]",
					     frame_turn_bits(ch->net->frame) + TIMING_BROADCAST), 1);
	} else {
		join(ch, false, "broadcast", 1);
		add_broadcast_bus(ch, "broadcast", 1, "broadcast", 0);
	}
}

/* The tokens go from child to child; what a child says goes up, whichever it is. */
static void add_turns(struct channels *ch, unsigned lanes)
{
	const char *token = "token_in", *said = "";
	unsigned children = ch->tree->children, clocks = (digit_bits(children) + 1) / 2;

	join(ch, false, "token_in", lanes);
	join(ch, true, "token_out", lanes);
	join(ch, true, "line_up", lanes);
	for (unsigned j = 0; j < children; j++) {
		const char *line = of_child(ch, false, j, "line_up", lanes);

		same(ch, "each child gets the turn from the one before", lanes, token, 0,
		     of_child(ch, true, j, "token_in", lanes));
		token = of_child(ch, false, j, "token_out", lanes);
		said = *said ? parts_or(&ch->parts, lanes, said, line) : line;
	}
	same(ch, "the last child hands the turn on", lanes, token, 0, "token_out");
	same(ch, "what a child says goes up", lanes, said, clocks > 0 ? clocks : 1, "line_up");
}

/* The bits of each child's leaves are side by side. */
static void add_members(struct channels *ch)
{
	unsigned groups = ch->net->spec->group_count, all = groups * ch->tree->leaves;

	join(ch, false, "members", all);
	for (unsigned j = 0; j < ch->tree->children; j++) {
		unsigned share = groups * ch->tree->child[j]->leaves;

		same(ch, "each child hears of which groups its leaves are", share,
		     parts_slice(&ch->parts, "members", all, j * share, share), 0,
		     of_child(ch, true, j, "members", share));
	}
}

/* Random bits reach the routers, and the children's subtrees, behind a register. */
static void add_chances(struct channels *ch)
{
	for (int up = 0; up < 2; up++) {
		const char *port = tree_chances[up];

		if (!ch->tree->chooses[up])
			continue;
		join(ch, false, port, 1);
		if (node_chooses(ch->tree->node, up))
			add_router_bits(ch, port, port, 1, "each router gets the random bits");
		for (unsigned j = 0; j < ch->tree->children; j++)
			if (ch->tree->child[j]->chooses[up])
				same(ch, "each child gets the random bits", 1, port, 1,
				     of_child(ch, true, j, port, 1));
	}
}

static void add_all(struct channels *ch)
{
	const struct subtree *tree = ch->tree;
	bool root = tree->node->parent_wires == 0;
	unsigned wires = tree->children * tree->child[0]->capacity;

	if (ch->bare) {
		join(ch, false, "leaf_up", wires);
		join(ch, true, "leaf_down", wires);
		join(ch, false, "leaf_up_start", 1);
		join(ch, true, "leaf_down_start", 1);
	}
	/* All children keep step: use the first one's strobe. */
	const char *below = ch->bare ? "leaf_up_start" : of_child(ch, false, 0, "up_start", 1);

	for (unsigned j = 0; j < tree->children; j++)
		add_child(ch, j);
	if (!root)
		add_above(ch, below);
	if (plan_uses_strobe(tree->node->router_down))
		add_router_bits(ch, "down_start", root ? below : "down_start", 0,
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
	struct channels ch = { .net = net, .tree = tree, .bare = !tree->child[0]->node && !adapters };
	char *name = generalized_subtree_name(net, tree), *router = router_name(net, tree->node);
	struct circuit c = circuit_of(list, name);
	unsigned wires = tree->children * tree->child[0]->capacity;
	char *what = format_string("subtree of height %u: %u children, %u %s side by side", net->levels - tree->level,
				   tree->children, tree->node->routers,
				   tree->node->routers == 1 ? "router" : "routers");

	read_modules(&c, &ch, router);
	parts_clock(&ch.parts, true);
	if (wires <= MOST_WIRES)
		add_all(&ch);
	else
		parts_same_later(&ch.parts, "not written: too large to try", 1, "1'b0", 0, "1'b0");
	if (adapters)
		join(&ch, false, "timing", net->spec->leaf->timing_bits(net));
	if (adapters && net->spec->leaf->add_timer)
		join(&ch, false, "leaf_rst", 1);
	c.cells = wires <= MOST_WIRES ? 2 * wires : MORE_THAN_FITS;
	parts_prove(list, &c, "channels", what, claim(net->spec), &ch.parts);
	circuit_free(&c);
	free(what);
	free(router);
	free(name);
}
