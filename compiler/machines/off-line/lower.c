/* lower.c: a fat-tree that plays a schedule: nodes of nothing but set concentrators, leaf players, and the RAM with the
 * settings (Leiserson 1985, section IV).
 *
 *   banks --settings--> tree --> subtree --> node: [ settings register ] --> crossbars
 *     ^                   \                    ^ strobe: up with the messages, one clock ahead
 *   cycle                  \-> leaf players ---+
 *     |                           ^ begin, end
 *   [ playback timer ] -----------+
 */
#include <stdlib.h>
#include <string.h>

#include "machines/off-line/playback.h"
#include "lower/builder.h"
#include "leaves/leaf.h"
#include "machines/off-line/off_line.h"
#include "machines/off-line/settings.h"
#include "util/text.h"

static const char *const side_name[2] = { "left", "right" };

/* Bits of the settings that one bank holds: a block RAM of 256 words, or 512. */
static unsigned bank_width(const struct network *net)
{
	unsigned most = net->spec->family == FAMILY_ECP5 ? 32 : 16, all = network_root(net)->settings;

	return all < most ? all : most;
}

static unsigned bank_count(const struct network *net)
{
	return (network_root(net)->settings + bank_width(net) - 1) / bank_width(net);
}

/* Two bare leaves are joined by wires: nothing asks when a cycle begins. */
static bool bare_start(const struct network *net)
{
	return net->spec->leaf_interface == LEAF_WIRES && net->levels > 1;
}

/* ---- Nodes --------------------------------------------------------------------------------------------------- */

struct off_line_node {
	struct design *design;
	struct module *m;
	const struct network *net;
	const struct node *node;
	int in[2], out[2];			/* channels of the children; -1: no such child */
	int parent_in, parent_out;		/* -1 at the root */
	int settings;				/* as they are now; -1: none */
	unsigned used;				/* how many of them are connected */
};

static char *side_port(unsigned side, const char *what)
{
	return format_string("%s_%s", side_name[side], what);
}

static void add_node_ports(struct off_line_node *n)
{
	struct module *m = n->m;
	const struct node *node = n->node;

	if (node->settings > 0 || node->parent_wires > 0)
		module_clock(m);
	n->parent_in = n->parent_out = n->settings = -1;
	for (unsigned side = 0; side < 2; side++) {
		char *in = side_port(side, "in"), *out = side_port(side, "out");

		n->in[side] = node->child_wires[side] > 0 ? module_input(m, in, node->child_wires[side], NULL) : -1;
		n->out[side] = node->child_wires[side] > 0 ? module_output(m, out, node->child_wires[side], NULL) : -1;
		free(in);
		free(out);
	}
	if (node->parent_wires > 0) {
		n->parent_out = module_output(m, "parent_out", node->parent_wires, NULL);
		n->parent_in = module_input(m, "parent_in", node->parent_wires, NULL);
	}
}

/* The strobe goes on to the parent, and stores the settings. */
static void add_strobe(struct off_line_node *n)
{
	const struct node *node = n->node;
	struct module *m = n->m;

	if (node->settings == 0 && n->parent_out < 0)
		return;
	int start = module_input(m, "start", 1, "a clock before a cycle's M bits come from below");

	if (n->parent_out >= 0) {
		int out = module_output(m, "start_out", 1, "a clock before they are on parent_out");
		struct strobe s = strobe_make(m, start, "started", node->up_latency);

		module_assign(m, bits_of(out, 0, 1), expression_of(strobe_after(&s, node->up_latency)));
	}
	if (node->settings == 0)
		return;
	int next = module_input(m, "settings", node->settings, "of the cycle that begins: of the port up, to the left, to the right");
	struct instance *i = module_instance(m, n->design, "settings_register", 1, "settings_register");

	n->settings = module_net(m, "setting", node->settings);
	instance_parameter(i, "WIDTH", node->settings);
	instance_connect_clock(m, i);
	instance_connect(i, "start", bits_of(start, 0, 1));
	instance_connect(i, "next", bits_whole(m, next));
	instance_connect(i, "now", bits_whole(m, n->settings));
}

/* Registers behind a port so that all nodes of a level keep step. */
static struct bits padded(struct off_line_node *n, const char *port, int out, unsigned clocks)
{
	struct bits target = bits_whole(n->m, out);

	for (unsigned k = 0; k < clocks; k++) {
		char *name = format_string("%s_early_%u", port, k + 1);
		int net = module_net(n->m, name, n->m->net[out].width);

		module_register(n->m, target, bits_whole(n->m, net), false);
		target = bits_whole(n->m, net);
		free(name);
	}
	return target;
}

static void add_port(struct off_line_node *n, const char *port, const struct plan *plan, struct bits in, int out,
		     unsigned padding)
{
	struct bits target = padded(n, port, out, padding);

	if (plan == NULL || plan->kind == PLAN_WIRES) {
		bits_append(&in, bits_of(NET_ZERO, 0, bits_width(&target) - bits_width(&in)));
		if (plan == NULL)
			module_assign(n->m, target, expression_of(in));
		else
			module_register(n->m, target, in, false);
		return;
	}
	struct instance *i = module_instance(n->m, n->design, plan->name, 1, "%s_concentrator", port);

	instance_connect_common(n->m, n->design, i);
	instance_connect(i, "setting", bits_of(n->settings, n->used, plan->settings));
	instance_connect(i, "in", in);
	instance_connect(i, "out", target);
	n->used += plan->settings;
}

static struct bits child_wires(const struct off_line_node *n, unsigned side)
{
	return n->in[side] >= 0 ? bits_whole(n->m, n->in[side]) : (struct bits){ 0 };
}

static char *node_purpose(const struct node *node)
{
	return format_string("A switching node of level %u: %u + %u wires below, %u above, each way; %u bits of settings.\n"
			     "Up: %u clocks. Down: %u clocks.\n", node->level, node->child_wires[0], node->child_wires[1],
			     node->parent_wires, node->settings, node->up_latency, node->down_latency);
}

static const char *lower_off_line_node(struct design *d, const struct network *net, const struct node *node)
{
	const struct plan *plans[] = { node->up, node->down[0], node->down[1] };

	for (int i = 0; i < 3; i++)
		if (plans[i] != NULL && plans[i]->kind != PLAN_WIRES)
			lower_plan(d, plans[i]);
	struct off_line_node n = { .design = d, .net = net, .node = node };

	n.m = design_add(d, lower_node_name(net, node), node_purpose(node));
	add_node_ports(&n);
	add_strobe(&n);
	if (node->parent_wires > 0) {
		struct bits in = child_wires(&n, 0);

		bits_append(&in, child_wires(&n, 1));
		add_port(&n, "parent", node->up, in, n.parent_out, node->up_padding);
	}
	for (unsigned side = 0; side < 2; side++) {
		struct bits in = n.parent_in >= 0 ? bits_whole(n.m, n.parent_in) : (struct bits){ 0 };

		if (n.out[side] < 0)
			continue;
		bits_append(&in, child_wires(&n, 1 - side));
		add_port(&n, side_name[side], node->down[side], in, n.out[side], node->down_padding[side]);
	}
	return n.m->name;
}

/* ---- Subtrees ------------------------------------------------------------------------------------------------ */

struct off_line_subtree {
	struct design *design;
	struct module *m;
	const struct network *net;
	const struct subtree *tree;
	bool players;				/* not bare wires */
	int timing, reset;			/* with players: a register later than the ports */
	int up[2], down[2];
	int start;				/* a clock before M bits come from below; -1: nobody asks */
	unsigned used;				/* settings that are connected */
};

static int child_net(struct off_line_subtree *s, unsigned j, const char *what, unsigned width)
{
	char *name = side_port(j, what);
	int net = module_net(s->m, name, width);

	free(name);
	return net;
}

static void add_leaf_port_vectors(struct off_line_subtree *s)
{
	struct leaf_port ports[MAXIMUM_LEAF_PORTS];
	unsigned count = leaf_ports(s->net, ports);

	for (unsigned k = 0; k < count; k++)
		if (ports[k].direction == PORT_INPUT)
			module_input(s->m, ports[k].name, ports[k].width * s->tree->leaves, ports[k].comment);
		else
			module_output(s->m, ports[k].name, ports[k].width * s->tree->leaves, ports[k].comment);
}

static void add_subtree_ports(struct off_line_subtree *s)
{
	struct module *m = s->m;
	unsigned capacity = s->tree->capacity;

	module_clock(m);
	if (s->players) {
		int timing = module_input(m, "timing", 2, "begin and end of a delivery cycle, in step at all leaves");

		s->timing = module_net(m, "timing_below", 2);
		s->reset = module_net(m, "rst_below", 1);
		module_register_copy(m, bits_whole(m, s->reset), bits_of(module_reset(m), 0, 1));
		module_register_copy(m, bits_whole(m, s->timing), bits_whole(m, timing));
	}
	if (bare_start(s->net))
		module_input(m, "start", 1, "a clock before M bits are on leaf_up");
	if (s->tree->settings > 0)
		module_input(m, "settings", s->tree->settings, s->players
			     ? "of the cycle that begins: of the node here, of the left child, of the right child; a leaf's: send, receive"
			     : "of the cycle that begins: of the node here, of the left child, of the right child");
	add_leaf_port_vectors(s);
	if (capacity > 0) {
		module_output(m, "up", capacity, "the channel above");
		module_output(m, "up_start", 1, "a clock before M bits are on `up`");
		module_input(m, "down", capacity, NULL);
	}
}

/* The next `count` bits of the settings. */
static struct bits next_settings(struct off_line_subtree *s, unsigned count)
{
	struct bits b = bits_of(module_find(s->m, "settings"), s->used, count);

	s->used += count;
	return b;
}

/* The share of the leaf ports of `leaves` leaves from `first` on. */
static void connect_leaf_ports(struct off_line_subtree *s, struct instance *i, unsigned first, unsigned leaves)
{
	struct leaf_port ports[MAXIMUM_LEAF_PORTS];
	unsigned count = leaf_ports(s->net, ports);

	for (unsigned k = 0; k < count; k++)
		instance_connect(i, ports[k].name, bits_of(module_find(s->m, ports[k].name), first * ports[k].width,
							   leaves * ports[k].width));
}

static void connect_clock_and_reset(struct off_line_subtree *s, struct instance *i)
{
	const struct module *used = design_find(s->design, i->module);

	if (module_find(used, "clk") >= 0)
		instance_connect_clock(s->m, i);
	if (module_find(used, "rst") >= 0)
		instance_connect(i, "rst", s->players ? bits_whole(s->m, s->reset) : bits_of(module_reset(s->m), 0, 1));
}

static void add_leaf(struct off_line_subtree *s, unsigned j, unsigned first)
{
	struct module *m = s->m;
	unsigned lanes = s->net->spec->connections;

	if (!s->players) {
		module_assign(m, bits_whole(m, s->up[j]), expression_of(bits_of(module_find(m, "leaf_up"), first * lanes, lanes)));
		module_assign(m, bits_of(module_find(m, "leaf_down"), first * lanes, lanes), expression_of(bits_whole(m, s->down[j])));
		return;
	}
	struct instance *i = module_instance(m, s->design, "leaf_player", lanes, "%s_leaf", side_name[j]);

	instance_parameter(i, "PAYLOAD_BITS", s->net->spec->payload_bits);
	instance_connect_clock(m, i);
	instance_connect(i, "rst", bits_whole(m, s->reset));
	instance_connect(i, "begin_cycle", bits_of(s->timing, 0, 1));
	instance_connect(i, "end_cycle", bits_of(s->timing, 1, 1));
	instance_connect(i, "send", next_settings(s, lanes));
	instance_connect(i, "receive", next_settings(s, lanes));
	instance_connect(i, "up", bits_whole(m, s->up[j]));
	instance_connect(i, "down", bits_whole(m, s->down[j]));
	connect_leaf_ports(s, i, first, 1);
}

static const char *lower_off_line_subtree(struct design *d, const struct network *net, const struct subtree *tree);

static void add_child_subtree(struct off_line_subtree *s, unsigned j, unsigned first)
{
	const struct subtree *child = s->tree->child[j];
	struct module *m = s->m;
	struct instance *i = module_instance(m, s->design, lower_off_line_subtree(s->design, s->net, child), 1, "%s", side_name[j]);
	/* All strobes of a level are the same; the first child's is used, if any. */
	bool used = j == 0 && (s->tree->node->settings > 0 || s->tree->capacity > 0);
	int start = child_net(s, j, used ? "up_start" : "up_start_unused", 1);

	connect_clock_and_reset(s, i);
	if (s->players) {
		instance_connect(i, "timing", bits_whole(m, s->timing));
	} else {
		instance_connect(i, "start", bits_of(module_find(m, "start"), 0, 1));
	}
	if (child->settings > 0)
		instance_connect(i, "settings", next_settings(s, child->settings));
	instance_connect(i, "up", bits_whole(m, s->up[j]));
	instance_connect(i, "up_start", bits_of(start, 0, 1));
	instance_connect(i, "down", bits_whole(m, s->down[j]));
	connect_leaf_ports(s, i, first, child->leaves);
	if (j == 0)
		s->start = start;
}

static void add_node_instance(struct off_line_subtree *s)
{
	const struct node *node = s->tree->node;
	struct module *m = s->m;
	char *name = lower_node_name(s->net, node);
	struct instance *i = module_instance(m, s->design, name, 1, "node");
	const struct module *used = design_find(s->design, name);
	bool lowest = s->tree->child[0]->node == NULL;

	free(name);
	connect_clock_and_reset(s, i);
	if (module_find(used, "start") >= 0)
		instance_connect(i, "start", !lowest ? bits_of(s->start, 0, 1) : s->players ? bits_of(s->timing, 0, 1)
						     : bits_of(module_find(m, "start"), 0, 1));
	if (node->settings > 0)
		instance_connect(i, "settings", bits_of(module_find(m, "settings"), 0, node->settings));
	for (unsigned j = 0; j < 2; j++)
		if (s->tree->child[j] != NULL) {
			instance_connect(i, j > 0 ? "right_in" : "left_in", bits_whole(m, s->up[j]));
			instance_connect(i, j > 0 ? "right_out" : "left_out", bits_whole(m, s->down[j]));
		}
	if (node->parent_wires == 0)
		return;
	instance_connect(i, "parent_out", bits_whole(m, module_find(m, "up")));
	instance_connect(i, "parent_in", bits_whole(m, module_find(m, "down")));
	instance_connect(i, "start_out", bits_of(module_find(m, "up_start"), 0, 1));
}

static char *subtree_purpose(const struct subtree *tree)
{
	return format_string("A subtree of %u leaves with its root at level %u, channel of %u wires above, %u bits of settings;\n"
			     "%u of them in the network.\n", tree->leaves, tree->level, tree->capacity, tree->settings, tree->users);
}

static const char *lower_off_line_subtree(struct design *d, const struct network *net, const struct subtree *tree)
{
	char *name = lower_subtree_name(net, tree);
	const struct module *known = design_find(d, name);

	if (known != NULL) {
		free(name);
		return known->name;
	}
	for (unsigned j = 0; j < tree->children; j++)
		if (tree->child[j] != NULL && tree->child[j]->node != NULL)
			lower_off_line_subtree(d, net, tree->child[j]);
	lower_off_line_node(d, net, tree->node);

	struct off_line_subtree s = { .design = d, .net = net, .tree = tree, .start = -1,
				      .players = net->spec->leaf_interface == LEAF_AXI_STREAM, .used = tree->node->settings };

	s.m = design_add(d, name, subtree_purpose(tree));
	add_subtree_ports(&s);
	for (unsigned j = 0, first = 0; j < tree->children; j++) {
		if (tree->child[j] == NULL)
			continue;
		s.up[j] = child_net(&s, j, "up", tree->child[j]->capacity);
		s.down[j] = child_net(&s, j, "down", tree->child[j]->capacity);
		if (tree->child[j]->node == NULL)
			add_leaf(&s, j, first);
		else
			add_child_subtree(&s, j, first);
		first += tree->child[j]->leaves;
	}
	add_node_instance(&s);
	return s.m->name;
}

/* ---- The top ------------------------------------------------------------------------------------------------- */

static unsigned bank_bits(const struct network *net)
{
	return bank_count(net) > 1 ? digit_bits(bank_count(net)) : 1;
}

static unsigned cycle_bits(const struct spec *spec)
{
	unsigned bits = digit_bits(spec->schedule_cycles);

	return bits > 0 ? bits : 1;
}

/* `width` bits of every cycle from bit `low` up, as hexadecimal digits, cycle 0 last. */
static char *bank_contents(const struct settings *settings, unsigned low, unsigned width, unsigned depth)
{
	size_t bits = (size_t)width * depth, digits = (bits + 3) / 4;
	char *text = allocate(digits + 1);

	for (size_t d = 0; d < digits; d++) {
		unsigned digit = 0;

		for (size_t b = 4 * d; b < 4 * d + 4 && b < bits; b++) {
			size_t cycle = b / width;

			if (cycle < settings->cycles && settings->bit[cycle * settings->bits + low + b % width])
				digit |= 1u << (b - 4 * d);
		}
		text[digits - 1 - d] = "0123456789abcdef"[digit];
	}
	return text;
}

/* The inputs of the settings port, or constants. */
struct settings_port {
	int write, bank, address, data;		/* nets; -1: there is none */
};

static struct settings_port add_settings_port(const struct network *net, struct module *m)
{
	struct settings_port p = { -1, -1, -1, -1 };

	if (!net->spec->settings_port)
		return p;
	p.write = module_input(m, "settings_write", 1, "settings_data goes into the RAM; not while `playing`");
	p.bank = module_input(m, "settings_bank", bank_bits(net), "bits of a cycle from bank * width of settings_data up");
	p.address = module_input(m, "settings_cycle", cycle_bits(net->spec), NULL);
	p.data = module_input(m, "settings_data", bank_width(net), NULL);
	return p;
}

static void add_bank(struct design *d, const struct network *net, struct module *m, const struct settings_port *port,
		     const struct settings *settings, unsigned bank)
{
	unsigned low = bank * bank_width(net), rest = network_root(net)->settings - low, depth = net->spec->schedule_cycles;
	unsigned width = rest < bank_width(net) ? rest : bank_width(net), number_bits = bank_bits(net);
	struct instance *i = module_instance(m, d, "settings_bank", 1, "bank_%u", bank);

	instance_parameter(i, "WIDTH", width);
	instance_parameter(i, "DEPTH", depth);
	instance_parameter(i, "CYCLE_BITS", cycle_bits(net->spec));
	instance_parameter(i, "BANK_BITS", number_bits);
	instance_vector_parameter(i, "BANK", bank, number_bits);
	instance_long_parameter(i, "CONTENTS", bank_contents(settings, low, width, depth), width * depth);
	instance_connect_clock(m, i);
	instance_connect(i, "write", port->write >= 0 ? bits_whole(m, port->write) : bits_constant(0, 1));
	instance_connect(i, "bank", port->write >= 0 ? bits_whole(m, port->bank) : bits_constant(0, number_bits));
	instance_connect(i, "address", port->write >= 0 ? bits_whole(m, port->address) : bits_constant(0, cycle_bits(net->spec)));
	instance_connect(i, "data", port->write >= 0 ? bits_of(port->data, 0, width) : bits_constant(0, width));
	instance_connect(i, "cycle", bits_whole(m, module_find(m, "cycle")));
	instance_connect(i, "settings", bits_of(module_find(m, "settings"), low, width));
}

static void add_banks(struct design *d, const struct network *net, struct module *m)
{
	const struct schedule_file *file = net->schedule;
	struct settings settings = { 0 };

	if (file != NULL)
		settings = settings_make(net, &file->set, &file->schedule);
	struct settings_port port = add_settings_port(net, m);

	for (unsigned b = 0; b < bank_count(net); b++)
		add_bank(d, net, m, &port, &settings, b);
	settings_free(&settings);
}

static void add_timer(struct design *d, const struct network *net, struct module *m, struct instance *root)
{
	const struct spec *spec = net->spec;
	const struct playback p = *net->playback;
	unsigned bits = cycle_bits(spec), last = net->schedule && net->schedule->schedule.cycles > 0
						 ? net->schedule->schedule.cycles - 1 : 0;
	int play = module_input(m, "play", 1, "play the schedule, from its first cycle, again and again");
	int playing = module_output(m, "playing", 1, "a round is being played");
	int received = module_output(m, "received_cycle", bits, "in which the messages on m_axis were sent");
	int timing = module_net(m, "timing", 2), cycle = module_net(m, "cycle", bits);

	instance_connect_clock(m, root);
	instance_connect(root, "rst", bits_of(module_reset(m), 0, 1));
	instance_connect(root, "timing", bits_whole(m, timing));
	struct instance *i = module_instance(m, d, "playback_timer", 1, "playback_timer");

	instance_parameter(i, "CYCLE_BITS", bits);
	instance_parameter(i, "PERIOD", p.period);
	instance_parameter(i, "END_AT", p.end_at);
	instance_parameter(i, "ADVANCE_AT", p.advance_at);
	instance_connect_clock(m, i);
	instance_connect(i, "rst", bits_of(module_reset(m), 0, 1));
	instance_connect(i, "play", bits_whole(m, play));
	instance_connect(i, "playing", bits_whole(m, playing));
	instance_connect(i, "timing", bits_whole(m, timing));
	instance_connect(i, "cycle", bits_whole(m, cycle));
	instance_connect(i, "received_cycle", bits_whole(m, received));
	instance_connect(i, "last_cycle", spec->settings_port
			 ? bits_whole(m, module_input(m, "last_cycle", bits, "of a round: 0 .. what the RAM holds - 1"))
			 : bits_constant(last, bits));
}

void off_line_lower(struct design *d, const struct network *net)
{
	const struct spec *spec = net->spec;
	const char *root_name = lower_off_line_subtree(d, net, network_root(net));
	const struct playback p = *net->playback;
	struct module *m = design_add(d, copy_string(""), format_string("An off-line fat-tree of %u leaves: it plays a schedule, a delivery cycle every %u clocks.\n",
									spec->leaves, p.period));
	struct instance *root = module_instance(m, d, root_name, 1, "tree");
	struct leaf_port ports[MAXIMUM_LEAF_PORTS];
	unsigned count = leaf_ports(net, ports), bits = network_root(net)->settings;

	if (spec->leaf_interface == LEAF_WIRES)
		instance_connect_common(m, d, root);
	else
		module_reset(m);
	for (unsigned k = 0; k < count; k++) {
		unsigned width = ports[k].width * spec->leaves;

		instance_connect(root, ports[k].name,
				 bits_whole(m, ports[k].direction == PORT_INPUT ? module_input(m, ports[k].name, width, ports[k].comment)
										: module_output(m, ports[k].name, width, ports[k].comment)));
	}
	if (spec->leaf_interface == LEAF_WIRES) {
		if (bare_start(net))
			instance_connect(root, "start", bits_of(module_input(m, "start", 1, "a clock before a cycle's M bits are on leaf_up"), 0, 1));
		if (bits > 0)
			instance_connect(root, "settings", bits_whole(m, module_input(m, "settings", bits, "of the cycle that begins")));
		return;
	}
	instance_connect(root, "settings", bits_whole(m, module_net(m, "settings", bits)));
	add_timer(d, net, m, root);
	add_banks(d, net, m);
}
