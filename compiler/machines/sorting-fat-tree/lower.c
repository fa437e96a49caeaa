/* lower.c: the modules of a sorting fat-tree. The hierarchy is the tree, with one module for each level's node and one for
 * each level's subtree; the root's has no channel above it but commands.
 *
 *   top --> timer
 *     \---> tree --> node, sorting_command
 *             \----> two subtrees, or sorting_pace and two terminals, or two blocks of terminals (block.h)
 *
 * Signals of channels and of terminals are tables: ports of a subtree, nets to a child, ports of bare leaves, probes. */
#include <stdlib.h>
#include <string.h>

#include "leaves/leaf.h"
#include "lower/builder.h"
#include "machines/sorting-fat-tree/block.h"
#include "machines/sorting-fat-tree/clocks.h"
#include "machines/sorting-fat-tree/hardware.h"
#include "machines/sorting-fat-tree/node.h"
#include "util/number.h"
#include "util/text.h"

static const char *const side_name[SORTING_CHILDREN] = { "left", "right" };

/* Which networks have a signal: those with several batches; those with terminals on channels of their own, or in blocks. */
enum who { ALL = 0, RANKED = 1, ALONE = 2, BLOCKS = 4 };
/* How wide it is. */
enum width { ONE, CHANNEL, BATCH };

struct wire_kind {
	const char *name, *comment;
	unsigned who;			/* of enum who, all of these */
	enum width width;
	bool is_up;
	const char *common;		/* the net of a signal that is the same for both children; NULL: each has its own */
	bool is_of_root;		/* also above the root */
	bool is_same;			/* both children's are, and the left one's is read */
};

/* Of a channel, in the order of probes. */
static const struct wire_kind channel_signals[] = {
	{ "up", "words on their way up", .width = CHANNEL, .is_up = true },
	{ "up_start", "M bits are on `up`", .is_up = true },
	{ "up_batch", "a batch begins", .is_up = true },
	{ "done", "the last command is done below", .is_up = true, .is_of_root = true },
	{ "ready", "all terminals below have room", .is_up = true, .is_of_root = true },
	{ "wish", "a terminal below wishes for a round", .is_up = true, .is_of_root = true },
	{ "sum", "words of a level below, least significant bit first", .who = RANKED, .is_up = true },
	{ "sum_first", "the first bit", .who = RANKED, .is_up = true, .is_same = true },
	{ "down", "words on their way down", .width = CHANNEL },
	{ "down_start", "M bits are on `down`", .common = "child_down_start" },
	{ "down_batch", "a batch begins", .common = "child_down_batch" },
	{ "down_sending", "waves of the batch may come", .common = "child_down_sending" },
	{ "command", "RANK, STAGE, SORT, ROUND, bit by bit", .common = "child_command", .is_of_root = true },
	{ "prefix", "words of a level left of here, least significant bit first", .who = RANKED },
	{ "prefix_first", "the first bit", .who = RANKED, .common = "child_prefix_first" },
};
/* Of a terminal, or of a block. */
static const struct wire_kind terminal_signals[] = {
	{ "up", "words on their way up", .width = CHANNEL, .is_up = true },
	{ "up_start", "M bits are on `up`", .is_up = true },
	{ "done", "all words of the batch have left", .who = BLOCKS, .is_up = true },
	{ "room", "for words", .is_up = true },
	{ "wish", "a word waits for a round", .is_up = true },
	{ "sum", "a clock behind a step: the words that turn at its level", .who = RANKED, .is_up = true },
	{ "sum_first", "the first bit", .who = RANKED | BLOCKS, .is_up = true, .is_same = true },
	{ "down", "words on their way down", .width = CHANNEL },
	{ "down_start", "M bits are on `down`", .common = "child_down_start" },
	{ "round", "a round begins", .common = "child_round" },
	{ "stage", "a stage begins", .who = ALONE, .common = "child_stage" },
	{ "rises", "from the begin of a round until its words have left", .who = BLOCKS, .common = "rises" },
	{ "order", "the words are put in order", .who = BLOCKS, .common = "order" },
	{ "send", "M bits of this batch are due in the next clock", .common = "send" },
	{ "batch", "its number", .who = RANKED, .width = BATCH, .common = "batch" },
	{ "step", "to the next level", .who = RANKED, .common = "step" },
	{ "opens", "to the first level", .who = RANKED, .common = "opens" },
	{ "count_first", "the first bit of a terminal's `sum`", .who = RANKED | BLOCKS, .common = "count_first" },
	{ "prefix", "a bit of the number of words to the left, lowest first", .who = RANKED },
	{ "prefix_first", "the first bit", .who = RANKED | BLOCKS, .common = "child_prefix_first" },
};
enum {
	CHANNEL_SIGNALS = sizeof channel_signals / sizeof *channel_signals,
	TERMINAL_SIGNALS = sizeof terminal_signals / sizeof *terminal_signals,
};

struct lowering {
	struct design *d;
	const struct network *net;
	struct sorting_shape shape;
};

/* A subtree's module under construction. */
struct subtree_module {
	const struct lowering *l;
	struct module *m;
	unsigned level;			/* of its node */
	int address;			/* the label bits that all leaves here share; -1: none */
};

static bool is_there(const struct sorting_shape *s, const struct wire_kind *signal)
{
	unsigned is = (s->batches > 1 ? RANKED : ALL) | (s->mesh_side > 1 ? BLOCKS : ALONE);

	return (signal->who & is) == signal->who;
}

/* In a channel above a vertex of that level. */
static unsigned signal_width(const struct sorting_shape *s, const struct wire_kind *signal, unsigned level)
{
	return signal->width == CHANNEL ? sorting_capacity(s, level) : signal->width == BATCH ? s->batch_bits : 1;
}

static bool has_leaves(const struct subtree_module *t)
{
	return t->level + 1 == t->l->shape.height;
}

/* Terminals get their numbers through sorting_pace, blocks straight from above. */
static bool has_pace_numbers(const struct subtree_module *t)
{
	return has_leaves(t) && t->l->shape.mesh_side == 1;
}

/* The signals between a node of this subtree and its children, and their number. */
static const struct wire_kind *child_signals(const struct subtree_module *t, unsigned *count)
{
	*count = has_leaves(t) ? TERMINAL_SIGNALS : CHANNEL_SIGNALS;
	return has_leaves(t) ? terminal_signals : channel_signals;
}

/* Of networks with mesh-side 1, whose terminals have wires of their own. */
unsigned sorting_wire_ports(const struct network *net, struct leaf_port *ports)
{
	struct sorting_shape s = sorting_shape(net->spec);
	static const char *const names[TERMINAL_SIGNALS] = {
		"leaf_up", "leaf_up_start", NULL, "leaf_room", "leaf_wish", "leaf_sum", NULL, "leaf_down", "leaf_down_start", "leaf_round",
		"leaf_stage", NULL, NULL, "leaf_send", "leaf_batch", "leaf_step", "leaf_opens", NULL, "leaf_prefix", NULL,
	};
	unsigned count = 0;

	for (unsigned k = 0; k < TERMINAL_SIGNALS; k++) {
		const struct wire_kind *t = &terminal_signals[k];

		if (is_there(&s, t))
			ports[count++] = (struct leaf_port){ names[k], t->is_up ? PORT_INPUT : PORT_OUTPUT,
							     signal_width(&s, t, s.height), t->comment };
	}
	return count;
}

static bool has_terminals(const struct lowering *l)
{
	return l->net->spec->leaf != &sorting_wires;
}

/* ---- nets ------------------------------------------------------------------------------------------------------------ */

static char *child_net_name(const struct wire_kind *signal, unsigned side)
{
	bool unread = signal->is_same && side == RIGHT_CHILD;

	return signal->common ? copy_string(signal->common)
			      : format_string("%s_%s%s", side_name[side], signal->name, unread ? "_unused" : "");
}

static struct bits child_net(const struct subtree_module *t, const struct wire_kind *signal, unsigned side)
{
	char *name = child_net_name(signal, side);
	struct bits bits = bits_whole(t->m, module_find(t->m, name));

	free(name);
	return bits;
}

/* Signal `name` of both children, the left one's lowest. */
static struct bits of_both(const struct subtree_module *t, const char *name)
{
	struct bits both = { 0 };

	for (unsigned side = 0; side < SORTING_CHILDREN; side++) {
		char *net = format_string("%s_%s", side_name[side], name);

		bits_append(&both, bits_whole(t->m, module_find(t->m, net)));
		free(net);
	}
	return both;
}

static void add_child_nets(struct subtree_module *t)
{
	unsigned count;
	const struct wire_kind *signal = child_signals(t, &count);

	for (unsigned k = 0; k < count; k++) {
		unsigned width = signal_width(&t->l->shape, &signal[k], t->level + 1);

		if (!is_there(&t->l->shape, &signal[k]))
			continue;
		for (unsigned side = 0; side < (signal[k].common ? 1 : SORTING_CHILDREN); side++) {
			char *name = child_net_name(&signal[k], side);

			module_net(t->m, name, width);
			free(name);
		}
	}
}

/* The label bits that all leaves below a child share. */
static struct bits child_address(const struct subtree_module *t, unsigned side)
{
	return bits_child_address(t->m, t->address, side, 1);
}

/* ---- parts of a subtree ------------------------------------------------------------------------------------------------ */

static void add_node(struct subtree_module *t, const char *node)
{
	struct instance *i = module_instance(t->m, t->l->d, node, 1, "node");
	struct bits batch = { 0 };

	instance_connect(i, "child_up", of_both(t, "up"));
	instance_connect(i, "child_start", of_both(t, "up_start"));
	if (has_leaves(t)) {
		bits_append(&batch, bits_whole(t->m, module_find(t->m, "child_batch")));
		bits_append(&batch, bits_constant(0, 1));
	} else {
		batch = of_both(t, "up_batch");
	}
	instance_connect(i, "child_batch", batch);
	instance_connect(i, "child_down", of_both(t, "down"));
	instance_connect(i, "child_room", has_leaves(t) ? of_both(t, "room") : bits_constant(3, 2));
	instance_connect_rest(t->m, t->l->d, i);
}

/* Without ranks, their inputs are idle. */
static void add_command(struct subtree_module *t)
{
	const struct sorting_shape *s = &t->l->shape;
	struct instance *i = module_instance(t->m, t->l->d, "sorting_command", 1, "commands");
	bool ranked = s->batches > 1;

	PARAMETERS(i, { "RANKED", ranked }, { "DELAY", sorting_rank_delay(s, t->level) }, { "ROOT", t->level == 0 });
	instance_connect(i, "child_done", has_leaves(t) && s->mesh_side == 1 ? bits_constant(3, 2) : of_both(t, "done"));
	instance_connect(i, "child_ready", of_both(t, has_leaves(t) ? "room" : "ready"));
	instance_connect(i, "child_wish", of_both(t, "wish"));
	instance_connect(i, "child_sum", ranked ? of_both(t, "sum") : bits_constant(0, 2));
	if (!ranked || !has_pace_numbers(t))
		instance_connect(i, "child_sum_first", ranked ? bits_whole(t->m, module_find(t->m, "left_sum_first")) : bits_constant(0, 1));
	if (!ranked || t->level == 0) {
		instance_connect(i, "prefix", bits_constant(0, 1));
		instance_connect(i, "prefix_first", bits_constant(0, 1));
	}
	if (ranked)
		instance_connect(i, "child_prefix", has_pace_numbers(t) ? bits_whole(t->m, module_find(t->m, "numbers")) : of_both(t, "prefix"));
	instance_connect_rest(t->m, t->l->d, i);
}

static void add_pace(struct subtree_module *t)
{
	const struct sorting_shape *s = &t->l->shape;
	struct instance *i = module_instance(t->m, t->l->d, "sorting_pace", 1, "pace");
	bool ranked = s->batches > 1, blocks = s->mesh_side > 1;

	PARAMETERS(i, { "BATCH_BITS", s->batch_bits }, { "BLOCKS", blocks }, { "WAIT", s->times.wait });
	if (ranked && !blocks) {
		instance_connect_net(t->m, i, "prefix", "numbers");
		instance_connect_net(t->m, i, "sum_first", "child_sum_first");
		instance_connect(i, "child_prefix", of_both(t, "prefix"));
	} else {
		instance_connect(i, "prefix", bits_constant(0, SORTING_CHILDREN));
		instance_leave_open(i, "child_prefix");
	}
	if (ranked) {
		instance_connect_net(t->m, i, "prefix_first", "child_prefix_first");
	} else {
		for (const char *const *name = (const char *const []){ "sum_first", "batch", "step", "opens", NULL }; *name; name++)
			instance_leave_open(i, *name);
		instance_connect(i, "rank", bits_constant(0, 1));
		instance_connect(i, "prefix_first", bits_constant(0, 1));
	}
	if (ranked && blocks)
		instance_connect_net(t->m, i, "sum_first", "count_first");
	for (const char *const *name = blocks ? (const char *const []){ "child_stage", NULL } : (const char *const []){ "order", "rises", NULL };
	     *name; name++)
		instance_leave_open(i, *name);
	instance_connect_rest(t->m, t->l->d, i);
}

/* A signal that is not in these networks is idle where it is read. */
static void connect_terminal(struct subtree_module *t, struct instance *i, unsigned side, unsigned who)
{
	const struct sorting_shape *s = &t->l->shape;

	instance_connect_clock(t->m, i);
	instance_connect(i, "rst", bits_of(module_reset(t->m), 0, 1));
	instance_connect(i, "address", child_address(t, side));
	for (unsigned k = 0; k < TERMINAL_SIGNALS; k++) {
		const struct wire_kind *signal = &terminal_signals[k];

		if ((signal->who & (ALONE | BLOCKS) & ~who) != 0)
			continue;
		if (is_there(s, signal))
			instance_connect(i, signal->name, child_net(t, signal, side));
		else if (signal->is_up)
			instance_leave_open(i, signal->name);
		else
			instance_connect(i, signal->name, bits_constant(0, 1));
	}
}

static void add_terminal(struct subtree_module *t, unsigned side)
{
	const struct sorting_shape *s = &t->l->shape;
	struct instance *i = module_instance(t->m, t->l->d, "sorting_terminal", 1, "%s_terminal", side_name[side]);

	PARAMETERS(i, { "LABEL_BITS", s->levels }, { "PAYLOAD_BITS", s->payload_bits }, { "BATCH_BITS", s->batch_bits });
	connect_terminal(t, i, side, ALONE);
	leaf_ports_connect(t->m, i, t->l->net, side, 1);
	instance_connect_rest(t->m, t->l->d, i);
}

static void add_block(struct subtree_module *t, unsigned side)
{
	const struct lowering *l = t->l;
	const char *block = sorting_block_lower(l->d, l->net, &l->shape);
	struct instance *i = module_instance(t->m, l->d, block, 1, "%s_block", side_name[side]);

	connect_terminal(t, i, side, BLOCKS);
	leaf_ports_connect(t->m, i, l->net, side * l->shape.block, l->shape.block);
}

static void add_bare_leaf(struct subtree_module *t, unsigned side)
{
	for (unsigned k = 0; k < TERMINAL_SIGNALS; k++) {
		const struct wire_kind *signal = &terminal_signals[k];

		if (!is_there(&t->l->shape, signal))
			continue;
		unsigned width = signal_width(&t->l->shape, signal, t->level + 1);
		char *name = format_string("leaf_%s", signal->name);
		struct bits port = bits_of(module_find(t->m, name), side * width, width), net = child_net(t, signal, side);

		if (signal->is_up)
			module_assign(t->m, net, expression_of(port));
		else
			module_assign(t->m, port, expression_of(net));
		free(name);
	}
}

/* ---- probes ---------------------------------------------------------------------------------------------------------- */

static const char *const probe_name[2] = { "probe_down", "probe_up" };

/* Bits that a probe shows of a subtree's children: of each its signals, then what is inside, left child first. */
static unsigned probe_width(const struct lowering *l, bool up, unsigned level)
{
	struct subtree_module t = { .l = l, .level = level };
	unsigned count, bits = 0;
	const struct wire_kind *signal = child_signals(&t, &count);

	for (unsigned k = 0; k < count; k++)
		if (signal[k].is_up == up && is_there(&l->shape, &signal[k]))
			bits += signal_width(&l->shape, &signal[k], level + 1);
	return SORTING_CHILDREN * (bits + (has_leaves(&t) ? 0 : probe_width(l, up, level + 1)));
}

static void add_probes(struct subtree_module *t)
{
	unsigned count;
	const struct wire_kind *signal = child_signals(t, &count);

	for (int up = 0; up < 2; up++) {
		struct bits all = { 0 };

		for (unsigned side = 0; side < SORTING_CHILDREN; side++) {
			for (unsigned k = 0; k < count; k++)
				if (signal[k].is_up == up && is_there(&t->l->shape, &signal[k]))
					bits_append(&all, child_net(t, &signal[k], side));
			if (has_leaves(t))
				continue;
			char *name = format_string("%s_%s", side_name[side], probe_name[up]);

			bits_append(&all, bits_whole(t->m, module_find(t->m, name)));
			free(name);
		}
		int port = module_output(t->m, probe_name[up], bits_width(&all),
					 "every channel below: the left child's, those inside it, the right child's, ..");

		module_assign(t->m, bits_whole(t->m, port), expression_of(all));
	}
}

/* ---- a subtree ------------------------------------------------------------------------------------------------------- */

static void add_child(struct subtree_module *t, unsigned side, const char *module)
{
	const struct lowering *l = t->l;
	unsigned leaves = l->shape.leaves >> (t->level + 1);
	struct instance *i = module_instance(t->m, l->d, module, 1, "%s", side_name[side]);

	instance_connect_common(t->m, l->d, i);
	if (has_terminals(l))
		instance_connect(i, "address", child_address(t, side));
	for (unsigned k = 0; k < CHANNEL_SIGNALS; k++)
		if (is_there(&l->shape, &channel_signals[k]))
			instance_connect(i, channel_signals[k].name, child_net(t, &channel_signals[k], side));
	leaf_ports_connect(t->m, i, l->net, side * leaves, leaves);
	for (int up = 0; l->net->spec->probe && up < 2; up++) {
		int net = module_named_net(t->m, probe_width(l, up, t->level + 1), "%s_%s", side_name[side], probe_name[up]);

		instance_connect(i, probe_name[up], bits_whole(t->m, net));
	}
}

static void add_channel_ports(struct subtree_module *t)
{
	const struct sorting_shape *s = &t->l->shape;

	for (unsigned k = 0; k < CHANNEL_SIGNALS; k++) {
		const struct wire_kind *signal = &channel_signals[k];

		if (is_there(s, signal) && (t->level > 0 || signal->is_of_root))
			(signal->is_up ? module_output : module_input)(t->m, signal->name, signal_width(s, signal, t->level), signal->comment);
	}
}

/* Nets inside, beside those to the children. */
static void add_own_nets(struct subtree_module *t)
{
	bool ranked = t->l->shape.batches > 1;

	for (const char *const *name = (const char *const []){ "round", "stage", "sort_now", "idle", NULL }; *name; name++)
		module_net(t->m, *name, 1);
	if (!has_leaves(t))
		return;
	module_net(t->m, "child_batch", 1);
	if (!ranked)
		return;
	module_net(t->m, "rank", 1);
	if (!has_pace_numbers(t))
		return;
	module_net(t->m, "numbers", SORTING_CHILDREN);
	module_net(t->m, "child_prefix_first", 1);
	module_net(t->m, "child_sum_first", 1);
}

static const char *lower_node(const struct lowering *l, unsigned level)
{
	struct sorting_node n = sorting_node_make(&l->shape, l->net->spec, level);
	const char *name = sorting_node_lower(l->d, &n, network_plan(l->net, PLAN_SORTER, level));

	sorting_node_free(&n);
	return name;
}

static const char *lower_subtree(const struct lowering *l, unsigned level)
{
	struct subtree_module t = { .l = l, .level = level, .address = -1 };
	const char *child = has_leaves(&t) ? NULL : lower_subtree(l, level + 1), *node = lower_node(l, level);
	unsigned leaves = l->shape.leaves >> level;

	t.m = design_add(l->d, level > 0 ? format_string("subtree_%u", level) : copy_string("tree"),
			 format_string("A subtree of %u leaves, and the channel above its node.\n", leaves));
	module_clock(t.m);
	module_reset(t.m);
	if (has_terminals(l) && level > 0)
		t.address = module_input(t.m, "address", level, "the label bits that all leaves below share");
	add_channel_ports(&t);
	leaf_ports_add(t.m, l->net, leaves);
	add_child_nets(&t);
	add_own_nets(&t);
	for (unsigned side = 0; side < SORTING_CHILDREN; side++)
		if (!has_leaves(&t))
			add_child(&t, side, child);
		else if (l->shape.mesh_side > 1)
			add_block(&t, side);
		else if (has_terminals(l))
			add_terminal(&t, side);
		else
			add_bare_leaf(&t, side);
	if (has_leaves(&t))
		add_pace(&t);
	add_command(&t);
	add_node(&t, node);
	if (l->net->spec->probe)
		add_probes(&t);
	return t.m->name;
}

/* ---- the top --------------------------------------------------------------------------------------------------------- */

enum { TIMER_AHEAD = 2 };		/* rtl-templates/sorting-fat-tree/sorting_timer.v */

static void add_timer(const struct lowering *l, struct module *top)
{
	const struct sorting_shape *s = &l->shape;
	struct sorting_times t = s->times;
	struct instance *i = module_instance(top, l->d, "sorting_timer", 1, "timer");
	bool watched = l->net->spec->watched;

	PARAMETERS(i, { "STAGES", s->up_stages }, { "ORDER", s->mesh_side > 1 }, { "RANKS", s->batches > 1 ? s->height : 0 },
		   { "COUNT_BITS", digit_bits(s->up_stages + 2) }, { "CLOCK_BITS", digit_bits(t.pause - TIMER_AHEAD + 1) },
		   { "PAUSE", t.pause - TIMER_AHEAD }, { "SPACING", t.spacing - TIMER_AHEAD });
	if (watched)
		instance_connect(i, "vacant", bits_of(module_output(top, "watch_vacant", 1, "a round may begin"), 0, 1));
	instance_connect_rest(top, l->d, i);
	if (!watched)
		return;
	int port = module_output(top, "watch_command", 1, "the timer's commands");

	module_assign(top, bits_whole(top, port), expression_of(bits_whole(top, module_find(top, "command"))));
}

void sorting_lower(struct design *d, const struct network *net)
{
	struct lowering l = { .d = d, .net = net, .shape = sorting_shape(net->spec) };
	const char *tree = lower_subtree(&l, 0);
	struct module *top = design_add(d, copy_string(""), format_string("A sorting fat-tree of %u leaves.\n", l.shape.leaves));

	module_clock(top);
	module_reset(top);
	leaf_ports_add(top, net, l.shape.leaves);
	for (unsigned k = 0; k < CHANNEL_SIGNALS; k++)
		if (channel_signals[k].is_of_root)
			module_net(top, channel_signals[k].name, 1);
	add_timer(&l, top);
	for (int up = 0; net->spec->probe && up < 2; up++)
		module_output(top, probe_name[up], probe_width(&l, up, 0), "every channel's signals");
	struct instance *i = module_instance(top, d, tree, 1, "tree");

	instance_connect_rest(top, d, i);
}
