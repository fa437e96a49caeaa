/* lower.c: the modules of a pruned butterfly that routes in batches. The hierarchy is the tree, with one module for each
 * level's node and one for each level's subtree; the root's has no channel above it but commands.
 *
 *   top --> timer
 *     \---> tree --> node --> gather, spread, sorters, batch_turn, batch_count
 *             \----> two subtrees, or leaves
 *
 * A channel is one table of signals: the ports of a subtree, the nets to a child, and the ports of bare leaves. */
#include <stdlib.h>
#include <string.h>

#include "leaves/leaf.h"
#include "lower/builder.h"
#include "lower/leaf.h"
#include "machines/batched/batched.h"
#include "util/number.h"
#include "util/text.h"

enum { LEFT, RIGHT, CHILDREN };
static const char *const side_name[CHILDREN] = { "left", "right" };

/* The signals of a channel. */
enum channel_part {
	UP, UP_STROBE, SUM, SUM_VALID, MAX, MAX_VALID, READY, WISH,
	DOWN, DOWN_STROBE, COMMAND, NUMBER_VALID, PREFIX, BATCHES,
	SIGNALS
};
struct channel_signal {
	const char *name, *comment;
	const char *of_leaf, *of_child;	/* names as a leaf's port, and as a port of the node above */
	bool is_up, is_wide;		/* wide: of all wires of the channel */
	bool is_common;			/* the same for both children; of_child is the port for both, else for one */
};
#define SIGNAL(name) #name, .of_leaf = "leaf_" #name, .of_child = "child_" #name
static const struct channel_signal channel_signals[SIGNALS] = {
	[UP] = { SIGNAL(up), .comment = "words on their way up", .is_up = true, .is_wide = true },
	[UP_STROBE] = { SIGNAL(up_strobe), .comment = "M bits are on `up`", .is_up = true, .is_common = true },
	[SUM] = { SIGNAL(sum), .comment = "words below, least significant bit first", .is_up = true },
	[SUM_VALID] = { SIGNAL(sum_valid), .is_up = true, .is_common = true },
	[MAX] = { SIGNAL(max), .comment = "batches below, most significant bit first", .is_up = true },
	[MAX_VALID] = { SIGNAL(max_valid), .is_up = true, .is_common = true },
	[READY] = { SIGNAL(ready), .comment = "all leaves below are ready for a round", .is_up = true },
	[WISH] = { SIGNAL(wish), .comment = "a leaf below wishes for a round", .is_up = true },
	[DOWN] = { SIGNAL(down), .comment = "words on their way down", .is_wide = true },
	[DOWN_STROBE] = { SIGNAL(down_strobe), .comment = "M bits are on `down`", .is_common = true },
	[COMMAND] = { SIGNAL(command), .comment = "COUNT, SLOT, ROUND, bit by bit", .is_common = true },
	[NUMBER_VALID] = { SIGNAL(number_valid), .is_common = true },
	[PREFIX] = { SIGNAL(prefix), .comment = "words left of here, least significant bit first" },
	[BATCHES] = { SIGNAL(batches), .comment = "of the stage, most significant bit first" },
};

/* The nets of a channel in a module; -1: it has none. */
struct channel {
	int net[SIGNALS];
};

struct lowering {
	struct design *d;
	const struct network *net;
	struct batched_shape shape;
};

/* A subtree's module under construction. */
struct subtree_module {
	const struct lowering *l;
	struct module *m;
	unsigned level;			/* of its node */
	struct channel child[CHILDREN];
	int address;			/* the label bits that all leaves here share; -1: none */
};

static unsigned signal_width(const struct lowering *l, enum channel_part s, unsigned level)
{
	return channel_signals[s].is_wide ? batched_capacity(&l->shape, level) : 1;
}

/* A root's subtree has no words above it, and nobody counts its words. */
static bool has_signal(enum channel_part s, unsigned level)
{
	return level > 0 || s == COMMAND || s == MAX || s == MAX_VALID || s == READY || s == WISH;
}

unsigned batched_wire_ports(const struct network *net, struct leaf_port *ports)
{
	struct lowering l = { .net = net, .shape = batched_shape(net->spec) };

	for (unsigned s = 0; s < SIGNALS; s++)
		ports[s] = (struct leaf_port){ channel_signals[s].of_leaf,
					       channel_signals[s].is_up ? PORT_INPUT : PORT_OUTPUT,
					       signal_width(&l, s, l.shape.levels), channel_signals[s].comment };
	return SIGNALS;
}

/* Adds the channel above a node or a subtree of a level: ports of its module. */
static void add_channel_ports(const struct lowering *l, struct module *m, unsigned level)
{
	for (unsigned s = 0; s < SIGNALS; s++)
		if (has_signal(s, level))
			(channel_signals[s].is_up ? module_output : module_input)(m, channel_signals[s].name,
										   signal_width(l, s, level),
										   channel_signals[s].comment);
}

static const struct plan *plan_of(const struct lowering *l, enum plan_kind kind, unsigned level)
{
	return network_plan(l->net, kind, level);
}

/* ---- a node ---------------------------------------------------------------------------------------------------- */

/* The ports of a node to its children: left_up, right_up, .., and without a side those that are common. Common signals
 * that come up are those of the left child. */
static void add_child_ports(const struct lowering *l, struct module *m, unsigned level)
{
	for (unsigned s = 0; s < SIGNALS; s++) {
		const struct channel_signal *c = &channel_signals[s];

		for (int side = 0; side < (c->is_common ? 1 : CHILDREN); side++) {
			char *name = c->is_common ? copy_string(c->of_child) : format_string("%s_%s", side_name[side], c->name);

			(c->is_up ? module_input : module_output)(m, name, signal_width(l, s, level + 1),
								  side == LEFT ? c->comment : NULL);
			free(name);
		}
	}
}

/* A signal of both children, the left one's first. */
static struct bits of_both(const struct module *m, enum channel_part s)
{
	struct bits both = { 0 };

	for (int side = 0; side < CHILDREN; side++) {
		char *name = format_string("%s_%s", side_name[side], channel_signals[s].name);

		bits_append(&both, bits_whole(m, module_find(m, name)));
		free(name);
	}
	return both;
}

static void add_count(const struct lowering *l, struct module *m, unsigned level)
{
	static const enum channel_part both[] = { SUM, MAX, READY, WISH, PREFIX, BATCHES };
	struct instance *i = module_instance(m, l->d, "batch_count", 1, "control");
	bool odd = (l->shape.levels - level) % 2 == 1 && level > 0;

	PARAMETERS(i, { "COUNT_BITS", l->shape.count_bits },
		   { "SHIFT", odd ? digit_bits(batched_capacity(&l->shape, level)) : 0 });
	for (size_t k = 0; k < sizeof both / sizeof *both; k++)
		instance_connect(i, channel_signals[both[k]].of_child, of_both(m, both[k]));
	for (unsigned s = NUMBER_VALID; level == 0 && s < SIGNALS; s++)
		instance_connect(i, channel_signals[s].name, bits_constant(0, 1));
	instance_connect_rest(m, l->d, i);
}

/* Both sorters: what comes from one child turns to the other. */
static void add_sorters(const struct lowering *l, struct module *m, unsigned level, int sorting, int sorted)
{
	unsigned lines = batched_vertices(&l->shape, level);
	const struct plan *plan = plan_of(l, PLAN_SORTER, level);
	const char *module = lower_plan(l->d, plan);

	for (unsigned side = 0; side < CHILDREN; side++) {
		struct instance *i = module_instance(m, l->d, module, 1, "from_%s", side_name[side]);

		instance_connect_common(m, l->d, i);
		instance_connect_net(m, i, "start", "child_up_strobe");
		instance_connect(i, "in", bits_of(sorting, side * lines, lines));
		instance_connect(i, "out", bits_of(sorted, (1 - side) * lines, lines));
	}
}

static void add_turn(const struct lowering *l, struct module *m, unsigned level, int turned)
{
	unsigned lines = 2 * batched_vertices(&l->shape, level);
	int sorting = module_net(m, "sorting", lines), sorted = module_net(m, "sorted", lines);
	struct instance *i = module_instance(m, l->d, "batch_turn", 1, "turns");

	PARAMETERS(i, { "LINES", lines }, { "SORTER", plan_of(l, PLAN_SORTER, level)->latency },
		   { "STRIPS", level > 0 && plan_of(l, PLAN_GATHER, level)->latency > 1 });
	instance_connect_net(m, i, "start", "child_up_strobe");
	instance_connect_net(m, i, "down_strobe", "child_down_strobe");
	instance_connect(i, "down_start", level > 0 ? bits_whole(m, module_find(m, "down_strobe")) : bits_constant(0, 1));
	instance_connect(i, "up", of_both(m, UP));
	instance_connect(i, "turned", bits_whole(m, turned));
	instance_connect_rest(m, l->d, i);
	add_sorters(l, m, level, sorting, sorted);
}

/* The vertices of a node that has parents. */
static void add_vertices(const struct lowering *l, struct module *m, unsigned level, int turned)
{
	const struct plan *gather = plan_of(l, PLAN_GATHER, level), *spread = plan_of(l, PLAN_SPREAD, level);
	struct instance *i = module_instance(m, l->d, lower_plan(l->d, gather), 1, "gathers");

	instance_connect_common(m, l->d, i);
	if (plan_uses_strobe(gather))
		instance_connect_net(m, i, "start", "child_up_strobe");
	instance_connect_net(m, i, "stop", "stop");
	instance_connect(i, "in", of_both(m, UP));
	instance_connect_net(m, i, "out", "up");
	i = module_instance(m, l->d, lower_plan(l->d, spread), 1, "spreads");
	instance_connect_common(m, l->d, i);
	instance_connect_net(m, i, "start", "down_strobe");
	instance_connect(i, "turned", bits_whole(m, turned));
	instance_connect_net(m, i, "in", "down");
	instance_connect(i, "out", of_both(m, DOWN));
}

/* Adds the modules of a node's plans. */
static void lower_plans(const struct lowering *l, unsigned level)
{
	static const enum plan_kind kinds[] = { PLAN_GATHER, PLAN_SPREAD, PLAN_SORTER };

	for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
		if (level > 0 || kinds[k] == PLAN_SORTER)
			lower_plan(l->d, plan_of(l, kinds[k], level));
}

static const char *lower_node(const struct lowering *l, unsigned level)
{
	unsigned vertices = batched_vertices(&l->shape, level);
	char *name = format_string("node_%u", level), *purpose = level == 0
		? format_string("The root: %u vertices, at which all words of stage 0 turn.\n", vertices)
		: format_string("A node of level %u: %u vertices, each with %s.\n"
				"Words from one child turn to the other in stage %u; in earlier stages they go up and down.\n",
				level, vertices, (l->shape.levels - level) % 2 ? "one parent" : "two parents", level);

	lower_plans(l, level);
	struct module *m = design_add(l->d, name, purpose);

	module_clock(m);
	module_reset(m);
	add_channel_ports(l, m, level);
	add_child_ports(l, m, level);
	module_net(m, "turn", 1);
	module_net(m, "below", 1);
	if (level > 0)
		module_net(m, "stop", 1);
	int turned = module_net(m, "turned", 2 * vertices);

	add_count(l, m, level);
	add_turn(l, m, level, turned);
	if (level > 0)
		add_vertices(l, m, level, turned);
	else
		module_register(m, of_both(m, DOWN), bits_whole(m, turned), false);
	return m->name;
}

/* ---- a subtree ------------------------------------------------------------------------------------------------- */

static int child_net(const struct subtree_module *t, int side, enum channel_part s)
{
	const struct channel_signal *c = &channel_signals[s];
	bool shared = c->is_common && !c->is_up, unread = c->is_common && c->is_up && side == RIGHT;
	char *name = format_string("%s_%s%s", shared ? "child" : side_name[side], c->name, unread ? "_unused" : "");
	int net = module_find(t->m, name);

	if (net < 0)
		net = module_net(t->m, name, signal_width(t->l, s, t->level + 1));
	free(name);
	return net;
}

/* The label bits that all leaves below a child share. */
static struct bits child_address(const struct subtree_module *t, unsigned side)
{
	return bits_child_address(t->m, t->address, side, 1);
}

static bool has_addresses(const struct lowering *l)
{
	return l->net->spec->leaf != &batched_wires;
}

static void add_bare_leaf(struct subtree_module *t, unsigned side)
{
	for (unsigned s = 0; s < SIGNALS; s++) {
		unsigned width = signal_width(t->l, s, t->level + 1);
		struct bits port = bits_of(module_find(t->m, channel_signals[s].of_leaf), side * width, width);
		struct bits net = bits_whole(t->m, t->child[side].net[s]);

		if (channel_signals[s].is_up)
			module_assign(t->m, net, expression_of(port));
		else
			module_assign(t->m, port, expression_of(net));
	}
}

/* Buckets go through the leaves of the left child, then through those of the right one. */
static void add_buckets(const struct subtree_module *t, struct instance *i, unsigned side)
{
	instance_connect_net(t->m, i, "count_in", side == LEFT ? "count_in" : "count_between");
	instance_connect_net(t->m, i, "count_out", side == LEFT ? "count_between" : "count_out");
}

static bool has_buckets(const struct lowering *l)
{
	return l->shape.scan && has_addresses(l);
}

static void add_leaf(struct subtree_module *t, unsigned side)
{
	const struct batched_shape *s = &t->l->shape;
	struct instance *i = module_instance(t->m, t->l->d, "batch_leaf", 1, "%s_leaf", side_name[side]);

	PARAMETERS(i, { "LABEL_BITS", s->levels }, { "PAYLOAD_BITS", s->payload_bits }, { "ROUND_WORDS", s->round_words },
		   { "COUNT_BITS", s->count_bits }, { "ORDERED", s->ordered }, { "DEGREE", s->degree },
		   { "SCAN", s->scan });
	if (s->degree == 0 || s->scan)
		instance_leave_open(i, "overflow");
	if (s->scan) {
		add_buckets(t, i, side);
	} else {
		instance_connect(i, "count_in", bits_constant(0, larger(digit_bits(s->degree + 1), 1)));
		instance_leave_open(i, "count_out");
	}
	instance_connect_clock(t->m, i);
	instance_connect(i, "rst", bits_of(module_reset(t->m), 0, 1));
	instance_connect(i, "address", child_address(t, side));
	for (unsigned k = 0; k < SIGNALS; k++)
		instance_connect(i, channel_signals[k].name, bits_whole(t->m, t->child[side].net[k]));
	leaf_ports_connect(t->m, i, t->l->net, side, 1);
}

/* Bits that a probe shows of a subtree's children: of each the channel, then what is inside, left child first. */
static unsigned probe_width(const struct lowering *l, bool up, unsigned level)
{
	unsigned channel = 0;

	if (level == l->shape.levels)
		return 0;
	for (unsigned s = 0; s < SIGNALS; s++)
		if (channel_signals[s].is_up == up)
			channel += signal_width(l, s, level + 1);
	return 2 * (channel + probe_width(l, up, level + 1));
}

static const char *const probe_name[2] = { "probe_down", "probe_up" };

static void add_probes(struct subtree_module *t)
{
	for (int up = 0; up < 2; up++) {
		struct bits all = { 0 };

		for (int side = 0; side < CHILDREN; side++) {
			for (unsigned s = 0; s < SIGNALS; s++)
				if (channel_signals[s].is_up == up)
					bits_append(&all, bits_whole(t->m, t->child[side].net[s]));
			if (t->level + 1 < t->l->shape.levels) {
				char *name = format_string("%s_%s", side_name[side], probe_name[up]);

				bits_append(&all, bits_whole(t->m, module_find(t->m, name)));
				free(name);
			}
		}
		int port = module_output(t->m, probe_name[up], bits_width(&all),
					 "every channel below: the left child's, those inside it, the right child's, ..");

		module_assign(t->m, bits_whole(t->m, port), expression_of(all));
	}
}

/* What a watcher sees of the leaves (watch.h): all wires, and strobes of the left leaf. */
static const struct watched_signal {
	enum channel_part signal;
	const char *name;
} watched_signals[] = {
	{ UP, "watch_up" }, { UP_STROBE, "watch_up_strobe" }, { DOWN, "watch_down" }, { DOWN_STROBE, "watch_down_strobe" },
};
enum { WATCHED_SIGNALS = sizeof watched_signals / sizeof *watched_signals };

static unsigned watched_width(const struct lowering *l, const struct watched_signal *w, unsigned level)
{
	return channel_signals[w->signal].is_wide ? signal_width(l, w->signal, l->shape.levels) * (l->shape.leaves >> level) : 1;
}

/* The net with what a child of this subtree shows. */
static int watched_net(const struct subtree_module *t, unsigned side, const struct watched_signal *w)
{
	bool unread = side == RIGHT && !channel_signals[w->signal].is_wide;
	char *name = format_string("%s_%s%s", side_name[side], w->name, unread ? "_unused" : "");
	int net = module_find(t->m, name);

	if (net < 0)
		net = module_net(t->m, name, watched_width(t->l, w, t->level + 1));
	free(name);
	return net;
}

static void show_watched(struct subtree_module *t)
{
	bool has_leaves = t->level + 1 == t->l->shape.levels;

	for (unsigned k = 0; k < WATCHED_SIGNALS; k++) {
		const struct watched_signal *w = &watched_signals[k];
		struct bits all = { 0 };

		for (unsigned side = 0; side < (channel_signals[w->signal].is_wide ? CHILDREN : 1); side++)
			bits_append(&all, bits_whole(t->m, has_leaves ? t->child[side].net[w->signal] : watched_net(t, side, w)));
		int port = module_output(t->m, w->name, bits_width(&all), k == 0 ? "the leaves' wires, for a watcher" : NULL);

		module_assign(t->m, bits_whole(t->m, port), expression_of(all));
	}
}

static void add_child(struct subtree_module *t, unsigned side, const char *module)
{
	const struct lowering *l = t->l;
	unsigned leaves = l->shape.leaves >> (t->level + 1);
	struct instance *i = module_instance(t->m, l->d, module, 1, "%s", side_name[side]);

	instance_connect_common(t->m, l->d, i);
	if (has_addresses(l))
		instance_connect(i, "address", child_address(t, side));
	if (has_buckets(l))
		add_buckets(t, i, side);
	for (unsigned s = 0; s < SIGNALS; s++)
		instance_connect(i, channel_signals[s].name, bits_whole(t->m, t->child[side].net[s]));
	leaf_ports_connect(t->m, i, l->net, side * leaves, leaves);
	for (unsigned k = 0; l->net->spec->watched && k < WATCHED_SIGNALS; k++)
		instance_connect(i, watched_signals[k].name, bits_whole(t->m, watched_net(t, side, &watched_signals[k])));
	for (int up = 0; l->net->spec->probe && up < 2; up++) {
		int net = module_named_net(t->m, probe_width(l, up, t->level + 1), "%s_%s", side_name[side], probe_name[up]);

		instance_connect(i, probe_name[up], bits_whole(t->m, net));
	}
}

static void add_node(struct subtree_module *t, const char *module)
{
	struct instance *i = module_instance(t->m, t->l->d, module, 1, "node");

	instance_connect_common(t->m, t->l->d, i);
	for (unsigned s = 0; s < SIGNALS; s++)
		if (channel_signals[s].is_common && channel_signals[s].is_up)	/* those of the right child are equal */
			instance_connect(i, channel_signals[s].of_child, bits_whole(t->m, t->child[LEFT].net[s]));
	instance_connect_rest(t->m, t->l->d, i);
}

static const char *lower_subtree(const struct lowering *l, unsigned level)
{
	bool has_leaves = level + 1 == l->shape.levels;
	const char *child = has_leaves ? NULL : lower_subtree(l, level + 1), *node = lower_node(l, level);
	unsigned leaves = l->shape.leaves >> level;
	char *name = level > 0 ? format_string("subtree_%u", level) : copy_string("tree");
	struct subtree_module t = { .l = l, .level = level, .address = -1 };

	t.m = design_add(l->d, name, format_string("A subtree of %u leaves, and the channel above its node.\n", leaves));
	module_clock(t.m);
	module_reset(t.m);
	if (has_addresses(l) && level > 0)
		t.address = module_input(t.m, "address", level, "the label bits that all leaves below share");
	add_channel_ports(l, t.m, level);
	if (has_buckets(l)) {
		unsigned width = digit_bits(l->shape.degree + 1);

		module_input(t.m, "count_in", width, "words of the next round for one leaf after the other");
		module_output(t.m, "count_out", width, NULL);
		module_net(t.m, "count_between", width);
	}
	leaf_ports_add(t.m, l->net, leaves);
	for (int side = 0; side < CHILDREN; side++)
		for (unsigned s = 0; s < SIGNALS; s++)
			t.child[side].net[s] = child_net(&t, side, s);
	for (unsigned side = 0; side < CHILDREN; side++)
		if (!has_leaves)
			add_child(&t, side, child);
		else if (has_addresses(l))
			add_leaf(&t, side);
		else
			add_bare_leaf(&t, side);
	add_node(&t, node);
	if (l->net->spec->watched)
		show_watched(&t);
	if (l->net->spec->probe)
		add_probes(&t);
	return t.m->name;
}

/* ---- the top --------------------------------------------------------------------------------------------------- */

enum {
	TIMER_AHEAD = 5,		/* rtl-templates/batched/batch_timer.v */
};

struct batched_timer_constants batched_timer_constants(const struct batched_shape *s)
{
	struct batched_timer_constants t = { .rest = s->between_rounds - BATCHED_COMMAND_CLOCKS - TIMER_AHEAD };

	t.bits = digit_bits(t.rest + 1);
	for (unsigned k = 0; k < s->levels; k++) {
		unsigned first = s->stage[k].count_clocks - BATCHED_SLOT_AHEAD - s->levels;

		t.period[k] = s->stage[k].period - TIMER_AHEAD;
		t.drain[k] = (unsigned)batched_stage_clocks(s, k, 1) - first - TIMER_AHEAD;
		t.first[k] = first + (k == 0 ? BATCHED_COMMAND_CLOCKS : 0) - TIMER_AHEAD;	/* of stage 0 from ROUND */
		t.bits = larger(t.bits, digit_bits(larger(t.first[k], t.drain[k]) + 1));
	}
	return t;
}

static void add_timer(const struct lowering *l, struct module *top)
{
	const struct batched_shape *s = &l->shape;
	struct batched_timer_constants t = batched_timer_constants(s);
	unsigned stages = s->levels, width = stages * t.bits;
	struct instance *i = module_instance(top, l->d, "batch_timer", 1, "timer");

	PARAMETERS(i, { "STAGES", stages }, { "STAGE_BITS", digit_bits(stages) }, { "COUNT_BITS", s->count_bits },
		   { "CLOCK_BITS", t.bits }, { "REST", t.rest });
	instance_long_parameter(i, "FIRSTS", packed_digits(t.first, stages, t.bits), width);
	instance_long_parameter(i, "PERIODS", packed_digits(t.period, stages, t.bits), width);
	instance_long_parameter(i, "DRAINS", packed_digits(t.drain, stages, t.bits), width);
	if (l->net->spec->watched)
		instance_connect(i, "vacant", bits_of(module_output(top, "watch_vacant", 1, "a round may begin"), 0, 1));
	instance_connect_rest(top, l->d, i);
}

/* The ports that a watcher reads, but `watch_vacant`. */
static void watch_tree(const struct lowering *l, struct module *top)
{
	int port = module_output(top, "watch_command", 1, "the timer's commands");

	module_assign(top, bits_whole(top, port), expression_of(bits_whole(top, module_find(top, "command"))));
	for (unsigned k = 0; k < WATCHED_SIGNALS; k++)
		module_output(top, watched_signals[k].name, watched_width(l, &watched_signals[k], 0), NULL);
}

void batched_lower(struct design *d, const struct network *net)
{
	struct lowering l = { .d = d, .net = net, .shape = batched_shape(net->spec) };
	const char *tree = lower_subtree(&l, 0);
	struct module *top = design_add(d, copy_string(""), format_string(
		"A pruned butterfly of %u leaves, which routes in batches.\n", l.shape.leaves));

	module_clock(top);
	module_reset(top);
	leaf_ports_add(top, net, l.shape.leaves);
	for (unsigned s = 0; s < SIGNALS; s++)
		if (has_signal(s, 0))
			module_net(top, channel_signals[s].name, 1);
	add_timer(&l, top);
	if (net->spec->watched)
		watch_tree(&l, top);
	for (int up = 0; net->spec->probe && up < 2; up++)
		module_output(top, probe_name[up], probe_width(&l, up, 0), "every channel's signals");
	struct instance *i = module_instance(top, d, tree, 1, "tree");

	if (has_buckets(&l)) {
		module_net(top, "count", digit_bits(l.shape.degree + 1));
		instance_connect_net(top, i, "count_in", "count");
		instance_connect_net(top, i, "count_out", "count");
	}
	instance_connect_rest(top, d, i);
}
