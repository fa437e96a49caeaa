/* proof_joints.c: proofs of the step timer, and of how subtrees and the whole device are joined.
 *
 * Each subtree hands `timing` and `rst` to both of its halves a clock later, and so does each leaf: by induction over
 * the levels all meshes hear of everything in the same clock, which the top's own delays meet. A node is a level
 * nearer to the timer than the leaves below it; it hears strobes with the messages, and only settings by the bus. */
#include <stdlib.h>

#include "lower/leaf.h"
#include "lower/tree.h"
#include "machines/area-universal/lower.h"
#include "machines/area-universal/proof.h"
#include "machines/binary_node.h"
#include "network/leaf.h"
#include "network/network.h"
#include "prove/catalogue.h"
#include "util/text.h"

/* ---- the step timer ---- */

void device_prove_timer(const struct device_proving *p)
{
	const struct named_value given[] = { { "CYCLE_BITS", cycle_number_bits(&p->o) }, { "BANK_BITS", bank_number_bits(&p->o) },
					     { NULL, 0 } };

	catalogue_prove(p->list, "device_steps", &(struct site){ .given = { given } });
}

/* ---- a subtree ---- */

struct subtree_proof {
	const struct device_proving *p;
	const struct subtree *tree;
	struct parts parts;
	bool leaves;			/* its halves are leaves */
	const char *half[2];		/* instances */
};

static const struct overlay *overlay_of(const struct subtree_proof *sp)
{
	return &sp->p->o;
}

static bool is_whole(const struct subtree_proof *sp)
{
	return sp->tree->node->parent_wires == 0;
}

static void feed(struct subtree_proof *sp, const char *port, unsigned width)
{
	parts_port(&sp->parts, false, port, port, width);
}

static void watch(struct subtree_proof *sp, const char *port, unsigned width)
{
	parts_port(&sp->parts, true, port, port, width);
}

/* An input or output of half `side`. */
static const char *into(struct subtree_proof *sp, unsigned side, const char *port, unsigned width)
{
	return parts_cut(&sp->parts, true, sp->half[side], port, width);
}

static const char *out_of(struct subtree_proof *sp, unsigned side, const char *port, unsigned width)
{
	return parts_cut(&sp->parts, false, sp->half[side], port, width);
}

static void equal(struct subtree_proof *sp, const char *meaning, unsigned width, const char *due, const char *is)
{
	parts_same_later(&sp->parts, meaning, width, due, 0, is);
}

static void add_timing(struct subtree_proof *sp)
{
	unsigned width = timing_bus_width(overlay_of(sp));

	feed(sp, "rst", 1);
	feed(sp, "timing", width);
	for (unsigned side = 0; side < 2; side++) {
		parts_same_later(&sp->parts, parts_name(&sp->parts, "the %s half hears of the timing a clock later", tree_sides[side]),
				 width, "timing", 1, into(sp, side, "timing", width));
		parts_same_later(&sp->parts, parts_name(&sp->parts, "the %s half is reset a clock later", tree_sides[side]), 1, "rst", 1,
				 into(sp, side, "rst", 1));
	}
}

static void add_chain(struct subtree_proof *sp)
{
	feed(sp, "chain_in", 1);
	watch(sp, "chain_out", 1);
	equal(sp, "control words enter at the last mesh", 1, "chain_in", into(sp, 1, "chain_in", 1));
	equal(sp, "they go on to the mesh before", 1, out_of(sp, 1, "chain_out", 1), into(sp, 0, "chain_in", 1));
	equal(sp, "they leave from the first mesh", 1, out_of(sp, 0, "chain_out", 1), "chain_out");
}

/* The number of a half: that of the subtree, and a bit. */
static void add_numbers(struct subtree_proof *sp)
{
	unsigned level = sp->tree->level;
	const char *port = sp->leaves ? "index" : "address";

	if (level > 0)
		feed(sp, "address", level);
	for (unsigned side = 0; side < 2; side++)
		equal(sp, "meshes and nodes are numbered from the left", level + 1,
		      level > 0 ? parts_name(&sp->parts, "{address, 1'b%u}", side) : side > 0 ? "1'b1" : "1'b0",
		      into(sp, side, port, level + 1));
}

static void add_pins(struct subtree_proof *sp)
{
	struct leaf_port ports[MAXIMUM_LEAF_PORTS];
	unsigned count = sp->p->net->spec->leaf->ports(sp->p->net, ports), leaves = sp->tree->leaves;

	for (unsigned i = 0; i < count; i++) {
		bool input = ports[i].direction == PORT_INPUT;
		unsigned half = leaves / 2 * ports[i].width;

		parts_port(&sp->parts, !input, ports[i].name, ports[i].name, 2 * half);
		for (unsigned side = 0; side < 2; side++) {
			const char *outside = parts_name(&sp->parts, "%s[%u:%u]", ports[i].name, (side + 1) * half - 1, side * half);
			const char *meaning = parts_name(&sp->parts, "the %s half has its own `%s`", tree_sides[side], ports[i].name);

			if (input)
				equal(sp, meaning, half, outside, into(sp, side, ports[i].name, half));
			else
				equal(sp, meaning, half, out_of(sp, side, ports[i].name, half), outside);
		}
	}
}

/* ---- its node ---- */

static const char *into_node(struct subtree_proof *sp, const char *port, unsigned width)
{
	return parts_cut(&sp->parts, true, "node", port, width);
}

static const char *out_of_node(struct subtree_proof *sp, const char *port, unsigned width)
{
	return parts_cut(&sp->parts, false, "node", port, width);
}

/* All strobes of a level are equal, as all meshes hear of them at once: the node has one for both halves. */
static void add_channels(struct subtree_proof *sp)
{
	const struct node *node = sp->tree->node;
	const char *down_start = out_of_node(sp, "down_start_out", 1);

	for (unsigned side = 0; side < 2; side++) {
		unsigned wires = node->child_wires[side];
		const char *start = out_of(sp, side, "up_start", 1);

		equal(sp, "what a half sends comes to its side of the node", wires, out_of(sp, side, "up", wires),
		      into_node(sp, tree_side_ports[side][0], wires));
		equal(sp, "what the node sends to a side comes to that half", wires, out_of_node(sp, tree_side_ports[side][1], wires),
		      into(sp, side, "down", wires));
		equal(sp, "both halves hear the node's strobe", 1, down_start, into(sp, side, "down_start", 1));
		if (side == 0)
			equal(sp, "the node hears the strobe of the left half", 1, start, into_node(sp, "up_start", 1));
	}
}

static void add_parent(struct subtree_proof *sp)
{
	unsigned wires = sp->tree->node->parent_wires;

	watch(sp, "up", wires);
	watch(sp, "up_start", 1);
	feed(sp, "down", wires);
	feed(sp, "down_start", 1);
	equal(sp, "the node sends up", wires, out_of_node(sp, "parent_out", wires), "up");
	equal(sp, "the node's strobe goes up", 1, out_of_node(sp, "up_start_out", 1), "up_start");
	equal(sp, "what comes from above comes to the node", wires, "down", into_node(sp, "parent_in", wires));
	equal(sp, "the strobe from above comes to the node", 1, "down_start", into_node(sp, "down_start", 1));
}

/* The part of the bus by which settings are written. */
static void add_bus(struct subtree_proof *sp)
{
	const struct overlay *o = overlay_of(sp);
	unsigned low = 0, level = sp->tree->level;

	for (enum timing_signal s = 0; s < TIMING_SIGNALS; s++) {
		unsigned width = timing_width(o, s);

		if (s >= TIMING_WRITE)
			parts_same_later(&sp->parts, parts_name(&sp->parts, "the node hears `%s` a clock later", timing_names[s]), width,
					 parts_name(&sp->parts, "timing[%u:%u]", low + width - 1, low), 1,
					 into_node(sp, timing_names[s], width));
		low += width;
	}
	equal(sp, "the node has its number", level, "address", into_node(sp, "index", level));
}

static void prove_subtree(const struct device_proving *p, const struct subtree *tree)
{
	char *name = binary_subtree_name(p->net, tree), *node = binary_node_name(p->net, tree->node);
	struct circuit c = circuit_of(p->list, name);
	struct subtree_proof sp = { .p = p, .tree = tree, .leaves = !tree->child[0]->node };
	char *what = format_string("subtree of %u meshes", tree->leaves);
	char *half = sp.leaves ? copy_string("leaf") : binary_subtree_name(p->net, tree->child[0]);

	for (unsigned side = 0; side < 2; side++)
		sp.half[side] = sp.leaves ? side > 0 ? "right_leaf" : "left_leaf" : tree_sides[side];
	c.cells = 2 * timing_bus_width(&p->o) + 10 * tree->capacity;
	circuit_cuts(&c, half);
	circuit_cuts(&c, node);
	parts_clock(&sp.parts, false);
	add_timing(&sp);
	add_chain(&sp);
	add_numbers(&sp);
	add_pins(&sp);
	add_channels(&sp);
	if (!is_whole(&sp))
		add_parent(&sp);
	if (tree->node->settings > 0)
		add_bus(&sp);
	parts_prove(p->list, &c, "joints", what, "halves and node are joined, and hear of everything in the same clock", &sp.parts);
	circuit_free(&c);
	free(what);
	free(half);
	free(node);
	free(name);
}

/* ---- the top ---- */

struct top_proof {
	const struct device_proving *p;
	struct parts parts;
	const char *tree;		/* instance */
	const char *signal[TIMING_SIGNALS];	/* in the bus */
	const char *recently_reset;	/* within the greatest delay */
};

static void feed_top(struct top_proof *tp, const char *port, unsigned width)
{
	parts_port(&tp->parts, false, port, port, width);
}

static void add_top_ports(struct top_proof *tp)
{
	const struct overlay *o = &tp->p->o;
	static const char *const bits[] = { "rst", "run", "configure", "configure_in" }, *const shown[] = {
		"pins_taken", "step_done", "configure_out", "configure_valid" };

	parts_clock(&tp->parts, false);
	for (unsigned i = 0; i < sizeof bits / sizeof *bits; i++)
		feed_top(tp, bits[i], 1);
	for (unsigned i = 0; i < sizeof shown / sizeof *shown; i++)
		parts_port(&tp->parts, true, shown[i], shown[i], 1);
	feed_top(tp, timing_names[TIMING_WRITE], 1);
	feed_top(tp, timing_names[TIMING_BANK], bank_number_bits(o));
	feed_top(tp, timing_names[TIMING_CYCLE], cycle_number_bits(o));
	feed_top(tp, timing_names[TIMING_DATA], OVERLAY_BANK_BITS);
	const char *recent = "rst";

	for (unsigned k = 1; k <= timing_delay(o) + 1; k++)
		recent = parts_or(&tp->parts, 1, recent, parts_later(&tp->parts, 1, "rst", k));
	parts_wires(&tp->parts, 1, "recently_reset", recent);
}

/* The timer, cut out: what it hears and says. */
static void add_timer(struct top_proof *tp)
{
	const struct overlay *o = &tp->p->o;
	struct parts *p = &tp->parts;
	const struct { const char *port; unsigned width; } heard[] = {
		{ "rst", 1 }, { "run", 1 }, { "configure", 1 }, { "settings_write", 1 }, { "settings_bank", bank_number_bits(o) },
		{ "settings_data", OVERLAY_BANK_BITS },
	};

	for (unsigned i = 0; i < sizeof heard / sizeof *heard; i++)
		parts_same_later(p, parts_name(p, "the timer hears `%s`", heard[i].port), heard[i].width, heard[i].port, 0,
				 parts_cut(p, true, "step_timer", heard[i].port, heard[i].width));
	for (enum timing_signal s = 0; s <= TIMING_START; s++)
		tp->signal[s] = parts_cut(p, false, "step_timer", timing_names[s], 1);
	for (enum timing_signal s = TIMING_WRITE; s < TIMING_SIGNALS; s++)
		tp->signal[s] = timing_names[s];
}

static void add_bus_of_tree(struct top_proof *tp)
{
	const struct overlay *o = &tp->p->o;
	struct parts *p = &tp->parts;
	unsigned low = 0, whole = timing_bus_width(o);
	const char *bus = parts_cut(p, true, tp->tree, "timing", whole);

	for (enum timing_signal s = 0; s < TIMING_SIGNALS; s++) {
		unsigned width = timing_width(o, s);

		if (width > 0)
			parts_same_later(p, parts_name(p, "`%s` goes to all meshes", timing_names[s]), width, tp->signal[s], 0,
					 parts_name(p, "%s[%u:%u]", bus, low + width - 1, low));
		low += width;
	}
	if (device_leaf_is_reset(o))
		parts_same_later(p, "the reset goes to all meshes", 1, "rst", 0, parts_cut(p, true, tp->tree, "rst", 1));
}

/* What is shown outside, or goes in, in the clock in which the meshes hear of it. */
static void add_delays(struct top_proof *tp)
{
	struct parts *p = &tp->parts;
	unsigned delay = timing_delay(&tp->p->o);
	const struct { const char *meaning, *of; unsigned clocks; const char *is; } delays[] = {
		{ "`pins_taken` is the clock in which pins are taken", tp->signal[TIMING_TAKE], delay, "pins_taken" },
		{ "`step_done` is a clock behind the end of a step", tp->signal[TIMING_STEP], delay + 1, "step_done" },
		{ "`configure_valid` is when the chain moves", "configure", delay, "configure_valid" },
		{ "`configure_in` reaches the chain with `configure`", "configure_in", delay, parts_cut(p, true, tp->tree, "chain_in", 1) },
	};

	for (unsigned i = 0; i < sizeof delays / sizeof *delays; i++)
		parts_same_later_unless(p, delays[i].meaning, 1, delays[i].of, delays[i].clocks, delays[i].is, "recently_reset");
	parts_same_later(p, "`configure_out` is what leaves the chain", 1, parts_cut(p, false, tp->tree, "chain_out", 1), 0,
			 "configure_out");
}

static void add_top_pins(struct top_proof *tp)
{
	struct leaf_port ports[MAXIMUM_LEAF_PORTS];
	struct parts *p = &tp->parts;
	unsigned count = tp->p->net->spec->leaf->ports(tp->p->net, ports);

	for (unsigned i = 0; i < count; i++) {
		bool input = ports[i].direction == PORT_INPUT;
		unsigned width = tp->p->o.meshes * ports[i].width;
		const char *meaning = parts_name(p, "`%s` goes outside", ports[i].name);

		parts_port(p, !input, ports[i].name, ports[i].name, width);
		const char *inside = parts_cut(p, input, tp->tree, ports[i].name, width);

		parts_same_later(p, meaning, width, input ? ports[i].name : inside, 0, input ? inside : ports[i].name);
	}
}

static void prove_top(const struct device_proving *p)
{
	struct circuit c = circuit_of(p->list, "");
	struct top_proof tp = { .p = p, .tree = p->o.levels > 0 ? "tree" : "mesh" };
	char *tree = p->o.levels > 0 ? binary_subtree_name(p->net, network_root(p->net)) : copy_string("leaf");

	free(c.subject);
	c.subject = copy_string("device");
	c.cells = 10 * timing_delay(&p->o) + 100;
	circuit_cuts(&c, tree);
	circuit_cuts_derived(&c, "step_timer");
	add_top_ports(&tp);
	add_timer(&tp);
	add_bus_of_tree(&tp);
	add_delays(&tp);
	add_top_pins(&tp);
	parts_prove(p->list, &c, "joints", "the whole device", "what is outside meets what the meshes do, clock for clock", &tp.parts);
	circuit_free(&c);
	free(tree);
}

void device_prove_joints(const struct device_proving *p)
{
	for (size_t i = 0; i < p->net->subtree_count && p->o.levels > 0; i++)
		if (p->net->subtree[i]->node)
			prove_subtree(p, p->net->subtree[i]);
	prove_top(p);
}
