/* tree.c: lowers subtrees: the node at the top, the children, and the channels between them. */
#include "lower/tree.h"

#include <stdlib.h>

#include "lower/leaf.h"
#include "util/text.h"

const char *const tree_sides[2] = { "left", "right" };
const char *const tree_side_ports[2][2] = { { "left_in", "left_out" }, { "right_in", "right_out" } };

const char *const tree_chances[2] = { "chance_down", "chance_up" };

/* "left_up" or "child_3_up". A fresh string. */
static char *child_name(const struct tree_module *t, unsigned j, const char *what)
{
	if (t->style->child_name)
		return format_string("%s%s", t->style->child_name[j], what);
	return format_string("child_%u%s", j, what);
}

int tree_child_net(struct tree_module *t, unsigned j, const char *what, unsigned width)
{
	char *name = child_name(t, j, what);
	int net = module_net(t->m, name, width);

	free(name);
	return net;
}

void tree_add_up_start(struct tree_module *t, unsigned j, bool used)
{
	t->up_start[j] = tree_child_net(t, j, used ? "_up_start" : "_up_start_unused", 1);
}

unsigned tree_leaves_before(const struct tree_module *t, unsigned j)
{
	return j == 0 ? 0 : j * t->tree->child[0]->leaves;
}

/* The digit of child j, below the address bits that all leaves here share. */
struct bits tree_child_address(const struct tree_module *t, unsigned j)
{
	return bits_child_address(t->m, t->address, j, t->tree->digit_bits);
}

void tree_connect_clock_and_reset(struct tree_module *t, struct instance *i, bool silence)
{
	const struct module *used = design_find(t->design, i->module);

	if (t->reset < 0) {
		instance_connect_common(t->m, t->design, i);
		return;
	}
	if (!used || module_find(used, "clk") >= 0)
		instance_connect_clock(t->m, i);
	if (used && module_find(used, "rst") < 0)
		return;
	instance_connect(i, "rst", silence ? bits_constant(0, 1) : bits_whole(t->m, t->reset));
	if (used && module_find(used, "leaf_rst") >= 0)
		instance_connect(i, "leaf_rst", bits_whole(t->m, t->leaf_reset));
	if (silence)
		i->comment = copy_string(
			"rst is 0: after a reset the leaves are silent until old strobes have left the tree");
}

void tree_connect_channel(struct tree_module *t, struct instance *i, unsigned j)
{
	CONNECT(t->m, i, { "up", t->up[j] }, { "up_start", t->up_start[j] }, { "down", t->down[j] });
	if (t->style->down_strobes)
		instance_connect(i, "down_start", bits_of(t->down_start, 0, 1));
}

void tree_connect_leaf_ports(struct tree_module *t, struct instance *i, unsigned j)
{
	leaf_ports_connect(t->m, i, t->net, tree_leaves_before(t, j), t->tree->child[j]->leaves);
}

void tree_connect_chances(struct tree_module *t, struct instance *i, bool down, bool up)
{
	for (int way = 0; way < 2; way++)
		if (way ? up : down)
			instance_connect(i, tree_chances[way], bits_whole(t->m, t->chance[way]));
}

void tree_connect_sides(struct tree_module *t, struct instance *i)
{
	for (unsigned j = 0; j < 2; j++)
		if (t->tree->child[j])
			CONNECT(t->m, i, { tree_side_ports[j][0], t->up[j] }, { tree_side_ports[j][1], t->down[j] });
}

void tree_add_leaf(struct tree_module *t, unsigned j, struct bits told, struct bits told_too)
{
	char *name = child_name(t, j, "_leaf");

	t->net->spec->leaf->add(&(struct leaf_site){
		.design = t->design, .m = t->m, .net = t->net, .name = name, .first = tree_leaves_before(t, j),
		.up = t->up[j], .down = t->down[j], .up_start = t->up_start[j], .down_start = t->down_start,
		.timing = t->timing, .reset = t->reset, .leaf_reset = t->leaf_reset, .line_up = t->line_up[j], .token_in = t->token_in,
		.token_out = t->token_out[j], .told = { told, told_too } });
	free(name);
}

/* Bits that a probe shows of a subtree: the channel above every vertex below it, first child first, each followed by
 * the channels inside. */
static unsigned probe_width(const struct subtree *tree)
{
	unsigned width = 0;

	for (unsigned j = 0; j < tree->children; j++)
		if (tree->child[j])
			width += tree->child[j]->capacity + probe_width(tree->child[j]);
	return width;
}

static const char *lower_subtree(struct design *d, const struct network *net, const struct tree_style *style,
				 const struct subtree *tree);

static void add_child_subtree(struct tree_module *t, unsigned j)
{
	const struct subtree *child = t->tree->child[j];
	const char *module = lower_subtree(t->design, t->net, t->style, child);
	char *name = child_name(t, j, "");
	struct instance *i = module_instance(t->m, t->design, module, 1, "%s", name);

	free(name);
	tree_connect_clock_and_reset(t, i, false);
	if (t->timing >= 0)
		instance_connect(i, "timing", bits_whole(t->m, t->timing));
	if (t->turn_wires > 0)
		CONNECT(t->m, i, { "line_up", t->line_up[j] }, { "token_in", t->token_in },
			{ "token_out", t->token_out[j] });
	tree_connect_chances(t, i, child->chooses[false], child->chooses[true]);
	t->style->connect_child(t, i, j);
	for (int up = 0; t->net->spec->probe && up < 2; up++)
		instance_connect(i, up ? "probe_up" : "probe_down",
				 bits_whole(t->m, tree_child_net(t, j, up ? "_probe_up" : "_probe_down",
								 probe_width(child))));
}

static void add_child(struct tree_module *t, unsigned j)
{
	const struct subtree *child = t->tree->child[j];

	t->up[j] = tree_child_net(t, j, "_up", child->capacity);
	t->down[j] = tree_child_net(t, j, "_down", child->capacity);
	t->up_start[j] = -1;
	if (t->turn_wires > 0) {
		t->line_up[j] = tree_child_net(t, j, "_line_up", t->turn_wires);
		t->token_out[j] = tree_child_net(t, j, "_token_out", t->turn_wires);
	}
	if (child->node)
		add_child_subtree(t, j);
	else
		t->style->add_leaf(t, j);
	t->token_in = t->token_out[j];
}

static void add_probe(struct tree_module *t)
{
	for (int up = 0; up < 2; up++) {
		struct bits all = { 0 };

		for (unsigned j = 0; j < t->tree->children; j++) {
			const struct subtree *child = t->tree->child[j];

			if (!child)
				continue;
			bits_append(&all, bits_whole(t->m, up ? t->up[j] : t->down[j]));
			if (child->node) {
				char *name = child_name(t, j, up ? "_probe_up" : "_probe_down");

				bits_append(&all, bits_whole(t->m, module_find(t->m, name)));
				free(name);
			}
		}
		int port = module_output(t->m, up ? "probe_up" : "probe_down", bits_width(&all),
					 "every channel below: first child's wires, what is inside, next child's, ..");

		module_assign(t->m, bits_whole(t->m, port), expression_of(all));
	}
}

/* The reset reaches leaves with streams at once, and clears strobes that are on their way to them: nothing is left over from
 * before. A leaf that then rests until the others begin hears with them when it is over. */
static void add_relay(struct tree_module *t, unsigned width, struct bits timing)
{
	struct module *m = t->m;
	struct instance *i = module_instance(m, t->design, "timing_relay", 1, "relay");
	struct bits in = timing, out = bits_whole(m, module_net(m, "strobes_below", width));

	t->reset = module_reset(m);
	instance_connect_common(m, t->design, i);
	instance_connect(i, "rst", bits_whole(m, t->reset));
	if (t->net->spec->leaf->add_timer) {
		bits_append(&in, bits_whole(m, module_input(m, "leaf_rst", 1, "from the clock after `rst` on, for a slot")));
		t->leaf_reset = module_net(m, "leaf_rst_below", 1);
		bits_append(&out, bits_whole(m, t->leaf_reset));
	}
	instance_parameter(i, "WIDTH", bits_width(&in));
	instance_vector_parameter(i, "RESET", bits_width(&in) > width ? 1ul << width : 0, bits_width(&in));
	instance_connect(i, "in", in);
	instance_connect(i, "out", out);
}

static void append_some(struct bits *all, int net, unsigned low, unsigned width)
{
	if (width > 0)
		bits_append(all, bits_of(net, low, width));
}

/* Strobes, from bit `low` on, go by a relay, and the others by plain registers. */
static void add_relayed(struct tree_module *t, int timing, unsigned bits)
{
	unsigned low, strobes = t->net->spec->leaf->strobes(t->net, &low), above = bits - low - strobes;
	struct module *m = t->m;
	struct bits others = { 0 }, below = { 0 };
	int copy = -1;

	add_relay(t, strobes, bits_of(timing, low, strobes));
	append_some(&others, timing, 0, low);
	append_some(&others, timing, low + strobes, above);
	if (low + above > 0) {
		copy = module_net(m, "others_below", low + above);
		module_register_copy(m, bits_whole(m, copy), others);
	}
	append_some(&below, copy, 0, low);
	append_some(&below, module_find(m, "strobes_below"), 0, strobes);
	append_some(&below, copy, low, above);
	module_assign(m, bits_whole(m, t->timing), expression_of(below));
}

/* Timing descends the tree through a register per level, with or without the reset. */
static void add_timing(struct tree_module *t, unsigned bits)
{
	struct module *m = t->m;
	const struct leaf *leaf = t->net->spec->leaf;
	unsigned address_bits = network_address_bits(t->net, t->tree->level);

	module_clock(m);
	int timing = module_input(m, "timing", bits, leaf->timing_comment);

	if (t->style->address_comment && address_bits > 0)
		t->address = module_input(m, "address", address_bits, t->style->address_comment);
	t->timing = module_net(m, "timing_below", bits);
	if (leaf->strobes) {
		add_relayed(t, timing, bits);
		return;
	}
	t->reset = module_net(m, "rst_below", 1);
	module_register_copy(m, bits_whole(m, t->reset), bits_of(module_reset(m), 0, 1));
	module_register_copy(m, bits_whole(m, t->timing), bits_whole(m, timing));
}

static void add_turn_ports(struct tree_module *t)
{
	t->turn_wires = network_turn_wires(t->net);
	if (t->turn_wires == 0)
		return;
	module_output(t->m, "line_up", t->turn_wires, "what the owner of a turn says, for all leaves");
	t->token_in = module_input(t->m, "token_in", t->turn_wires, "the turn, from the leaves before these ..");
	module_output(t->m, "token_out", t->turn_wires, ".. to those behind");
}

/* What one of the children says goes up through registers, from each child through as many: four inputs at a time. The
 * last child hands the tokens on. */
static void add_turns(struct tree_module *t)
{
	for (unsigned v = 0; v < t->turn_wires; v++) {
		struct instance *i = module_instance(t->m, t->design, "leaf_any", 1, "line_%u", v);
		struct bits said = { 0 };
		unsigned whole;

		for (unsigned j = 0; j < t->tree->children; j++)
			if (t->tree->child[j])
				bits_append(&said, bits_of(t->line_up[j], v, 1));
		for (whole = bits_width(&said) > 4 ? 16 : bits_width(&said); whole < bits_width(&said);)
			whole *= 4;
		if (whole > bits_width(&said))
			bits_append(&said, bits_constant(0, whole - bits_width(&said)));
		instance_parameter(i, "WIDTH", whole);
		instance_connect_clock(t->m, i);
		instance_connect(i, "in", said);
		instance_connect(i, "any", bits_of(module_find(t->m, "line_up"), v, 1));
	}
	if (t->turn_wires > 0)
		module_assign(t->m, bits_whole(t->m, module_find(t->m, "token_out")),
			      expression_of(bits_whole(t->m, t->token_in)));
}

/* Random bits descend the tree through a register per level, too: the nodes on a path look at different ones. */
static void add_chances(struct tree_module *t)
{
	static const char *const below[2] = { "chance_down_below", "chance_up_below" };

	for (int up = 0; up < 2; up++) {
		if (!t->tree->chooses[up])
			continue;
		int port = module_input(t->m, tree_chances[up], 1, up ? "random, for choices on the way up"
								      : "random, for choices on the way down");

		t->chance[up] = module_net(t->m, below[up], 1);
		if (t->timing >= 0)	/* no strobe comes before these have been filled */
			module_register_copy(t->m, bits_whole(t->m, t->chance[up]), bits_whole(t->m, port));
		else
			module_register(t->m, bits_whole(t->m, t->chance[up]), bits_whole(t->m, port), true);
	}
}

static void add_tree_ports(struct tree_module *t)
{
	struct module *m = t->m;
	unsigned capacity = t->tree->capacity;

	t->timing = t->reset = t->leaf_reset = t->address = t->down_start = -1;
	if (t->net->spec->leaf->timing_bits)
		add_timing(t, t->net->spec->leaf->timing_bits(t->net));
	add_turn_ports(t);
	add_chances(t);
	t->style->add_ports(t);
	leaf_ports_add(m, t->net, t->tree->leaves);
	if (capacity > 0) {
		module_output(m, "up", capacity, "the channel above");
		module_output(m, "up_start", 1, t->style->down_strobes ? NULL : "a clock before M bits are on `up`");
		module_input(m, "down", capacity, NULL);
	}
	if (capacity > 0 && t->style->down_strobes)
		module_input(m, "down_start", 1, NULL);
	if (t->style->down_strobes)
		t->down_start = module_net(m, "children_down_start", 1);
}

static void fill(struct tree_module *t, const char *node)
{
	unsigned children = t->tree->children;

	t->up = allocate_array(children, sizeof *t->up);
	t->down = allocate_array(children, sizeof *t->down);
	t->up_start = allocate_array(children, sizeof *t->up_start);
	t->line_up = allocate_array(children, sizeof *t->line_up);
	t->token_out = allocate_array(children, sizeof *t->token_out);
	add_tree_ports(t);
	for (unsigned j = 0; j < children; j++)
		if (t->tree->child[j])
			add_child(t, j);
	t->style->add_node(t, node);
	add_turns(t);
	if (t->net->spec->probe)
		add_probe(t);
	free(t->up);
	free(t->down);
	free(t->up_start);
	free(t->line_up);
	free(t->token_out);
}

static const char *lower_subtree(struct design *d, const struct network *net, const struct tree_style *style,
				 const struct subtree *tree)
{
	char *name = style->name(net, tree);
	const struct module *known = design_find(d, name);

	if (known) {
		free(name);
		return known->name;
	}
	for (unsigned j = 0; j < tree->children; j++)
		if (tree->child[j] && tree->child[j]->node)
			lower_subtree(d, net, style, tree->child[j]);
	if (net->spec->leaf->lower)
		net->spec->leaf->lower(d, net);
	const char *node = style->lower_node(d, net, tree->node);
	struct tree_module t = { .design = d, .net = net, .tree = tree, .style = style };

	t.m = design_add(d, name, style->purpose(net, tree));
	t.m->level = tree->level;
	fill(&t, node);
	return t.m->name;
}

struct module *tree_lower(struct design *d, const struct network *net, const struct tree_style *style, char *purpose)
{
	const char *root = lower_subtree(d, net, style, network_root(net));
	struct module *top = design_add(d, copy_string(""), purpose);

	module_instance(top, d, root, 1, "tree");
	return top;
}

struct instance *tree_root(struct module *top)
{
	return &top->instance[0];
}

void tree_show_leaves(const struct network *net, struct module *top)
{
	leaf_ports_add(top, net, net->spec->leaves);
	leaf_ports_connect(top, tree_root(top), net, 0, net->spec->leaves);
}

void tree_show_probes(const struct design *d, const struct network *net, struct module *top)
{
	const struct module *used = design_find(d, tree_root(top)->module);

	for (int up = 0; net->spec->probe && up < 2; up++) {
		const char *name = up ? "probe_up" : "probe_down";
		unsigned width = used->net[module_find(used, name)].width;

		instance_connect(tree_root(top), name,
				 bits_whole(top, module_output(top, name, width, "every channel's wires")));
	}
}
