/* players_lower.c: what networks that play a schedule have beside their nodes: see players.h. */
#include <stdlib.h>

#include "lower/tree.h"
#include "machines/in_band.h"
#include "machines/playback.h"
#include "machines/players.h"
#include "machines/settings.h"
#include "network/leaf.h"
#include "util/text.h"

/* Bare leaves have no timer for the cycle's begin. Two of them are joined by wires, which need none. */
static bool bare_start(const struct network *net)
{
	return !net->spec->leaf->timing_bits && (net->levels > 1 || is_in_band(net));
}

/* In band: what a port `fall` is for. */
#define FALL_COMMENT "a clock before the first start bit may come from above: ends messages on the way down"

/* ---- Subtrees ---- */

void players_add_ports(struct tree_module *t)
{
	module_clock(t->m);
	if (bare_start(t->net))
		module_input(t->m, "start", 1, "a clock before M bits are on leaf_up");
	if (is_in_band(t->net) && in_band_falls(t->net, t->tree))
		module_input(t->m, "fall", 1, FALL_COMMENT);
	if (t->tree->settings > 0)
		module_input(
			t->m, "settings", t->tree->settings,
			is_in_band(t->net) ? "of each leaf: the bits of its headers, and whether they come" : t->timing >= 0 ?
				"of the cycle that begins: of the node here, of the left child, of the right "
				"child; a leaf's: send, receive" :
				"of the cycle that begins: of the node here, of the left child, of the right child");
}

/* `count` settings of child j, from `low` up. */
static struct bits child_settings(const struct tree_module *t, unsigned j, unsigned low, unsigned count)
{
	unsigned at = t->tree->node->settings + low;

	for (unsigned k = 0; k < j; k++)
		at += t->tree->child[k]->settings;
	return bits_of(module_find(t->m, "settings"), at, count);
}

void players_add_leaf(struct tree_module *t, unsigned j)
{
	unsigned all = t->tree->child[j]->settings, first = is_in_band(t->net) && all > 0 ? all - 1 : all / 2;

	tree_add_leaf(t, j, child_settings(t, j, 0, first), child_settings(t, j, first, all - first));
}

struct bits players_fall_below(struct tree_module *t)
{
	int net = module_find(t->m, "fall_below");

	return bits_of(net >= 0 ? net : module_net(t->m, "fall_below", 1), 0, 1);
}

void players_connect_child(struct tree_module *t, struct instance *i, unsigned j, bool starts)
{
	unsigned settings = t->tree->child[j]->settings;

	tree_add_up_start(t, j, j == 0 && starts);
	if (is_in_band(t->net) && in_band_falls(t->net, t->tree->child[j]))
		instance_connect(i, "fall", players_fall_below(t));
	if (t->timing < 0)
		instance_connect(i, "start", bits_of(module_find(t->m, "start"), 0, 1));
	if (settings > 0)
		instance_connect(i, "settings", child_settings(t, j, 0, settings));
	tree_connect_channel(t, i, j);
	tree_connect_leaf_ports(t, i, j);
}

struct bits players_start_below(const struct tree_module *t)
{
	if (t->up_start[0] >= 0)
		return bits_of(t->up_start[0], 0, 1);
	return t->timing >= 0 ? bits_of(t->timing, is_in_band(t->net) ? 2 : 0, 1) : bits_of(module_find(t->m, "start"), 0, 1);
}

void players_connect_strobes(struct tree_module *t, struct instance *i)
{
	const struct module *used = design_find(t->design, i->module);

	if (module_find(used, "start") >= 0)
		instance_connect(i, "start", players_start_below(t));
	else if (is_in_band(t->net) && t->timing >= 0 && t->up_start[0] < 0)
		module_assign(t->m, bits_of(module_net(t->m, "restart_unused", 1), 0, 1), expression_of(players_start_below(t)));
	if (module_find(used, "fall") >= 0)
		instance_connect(i, "fall", bits_of(module_find(t->m, "fall"), 0, 1));
}

/* ---- The RAM ---- */

/* `width` bits from bit `low` of every cycle, as hexadecimal digits, cycle 0 last. */
static char *bank_contents(const struct settings *settings, unsigned low, unsigned width, unsigned depth)
{
	size_t count = (size_t)width * depth;
	unsigned *bit = allocate_array(count, sizeof *bit);

	for (size_t b = 0; b < count && b / width < settings->rows; b++)
		bit[b] = settings->bit[b / width * settings->bits + low + b % width];
	char *digits = packed_digits(bit, count, 1);

	free(bit);
	return digits;
}

/* The inputs of the settings port, or constants. */
struct settings_port {
	int write, bank, address, data;		/* nets; -1: there is none */
};

static struct settings_port add_settings_port(const struct network *net, struct module *m)
{
	struct settings_port p = { -1, -1, -1, -1 };
	const struct settings_ram ram = settings_ram(net);

	if (!net->spec->settings_port)
		return p;
	p.write = module_input(m, "settings_write", 1, "settings_data goes into the RAM; not while `playing`");
	p.bank = module_input(m, "settings_bank", ram.bank_bits,
			      "bits of a cycle from bank * width of settings_data up");
	p.address = module_input(m, is_in_band(net) ? "settings_row" : "settings_cycle", ram.row_bits, NULL);
	p.data = module_input(m, "settings_data", ram.width, NULL);
	return p;
}

/* What walks through a bank of headers; its address. */
static struct bits add_reader(struct design *d, const struct network *net, struct module *m, unsigned bank)
{
	int address = module_named_net(m, settings_ram(net).row_bits, "row_%u", bank);
	struct instance *i = module_instance(m, d, "header_reader", 1, "reader_%u", bank);

	PARAMETERS(i, { "FRAME", in_band_rows(net) }, { "ADDRESS_BITS", settings_ram(net).row_bits });
	instance_connect_clock(m, i);
	CONNECT(m, i, { "rst", module_reset(m) }, { "go", module_find(m, "go") }, { "first", module_find(m, "first") },
		      { "address", address });
	instance_connect(i, "heading", bits_of(module_find(m, "heading"), bank, 1));
	return bits_whole(m, address);
}

static void add_bank(struct design *d, const struct network *net, struct module *m, const struct settings_port *port,
		     const struct settings *settings, unsigned bank)
{
	const struct settings_ram ram = settings_ram(net);
	unsigned low = bank * ram.width, rest = ram.bits - low, depth = ram.rows;
	unsigned width = rest < ram.width ? rest : ram.width;
	struct bits row = is_in_band(net) ? add_reader(d, net, m, bank) : bits_whole(m, module_find(m, "cycle"));
	struct instance *i = module_instance(m, d, "settings_bank", 1, "bank_%u", bank);

	PARAMETERS(i, { "WIDTH", width }, { "DEPTH", depth }, { "CYCLE_BITS", ram.row_bits },
		      { "BANK_BITS", ram.bank_bits });
	instance_vector_parameter(i, "BANK", bank, ram.bank_bits);
	instance_long_parameter(i, "CONTENTS", bank_contents(settings, low, width, depth), width * depth);
	instance_connect_clock(m, i);
	instance_connect(i, "write", port->write >= 0 ? bits_whole(m, port->write) : bits_constant(0, 1));
	instance_connect(i, "bank", port->write >= 0 ? bits_whole(m, port->bank) : bits_constant(0, ram.bank_bits));
	instance_connect(i, "address",
			 port->write >= 0 ? bits_whole(m, port->address) : bits_constant(0, ram.row_bits));
	instance_connect(i, "data", port->write >= 0 ? bits_of(port->data, 0, width) : bits_constant(0, width));
	instance_connect(i, "cycle", row);
	instance_connect(i, "settings", bits_of(module_find(m, is_in_band(net) ? "headers" : "settings"), low, width));
}

static void add_banks(struct design *d, const struct network *net, struct module *m)
{
	struct settings settings = net->schedule ? net->playback->settle(net, NULL) : (struct settings){ 0 };
	struct settings_port port = add_settings_port(net, m);

	for (unsigned b = 0; b < settings_ram(net).banks; b++)
		add_bank(d, net, m, &port, &settings, b);
	settings_free(&settings);
}

/* ---- The top ---- */

static void connect_or_leave(struct module *m, struct instance *i, const char *port, int net)
{
	if (net >= 0)
		instance_connect(i, port, bits_whole(m, net));
	else
		instance_leave_open(i, port);
}

/* Banks hear of a cycle's begin a clock before the leaves. */
static void add_go(const struct network *net, struct module *m)
{
	int go = module_net(m, "go", 1), before = net->levels > 1 ? module_net(m, "going", net->levels - 1) : -1;
	struct bits begin = bits_of(module_find(m, "timing"), 0, 1);

	if (before < 0) {
		module_assign(m, bits_whole(m, go), expression_of(begin));
		return;
	}
	if (net->levels > 2)
		bits_append(&begin, bits_of(before, 0, net->levels - 2));
	module_register(m, bits_whole(m, before), begin, true);
	module_assign(m, bits_whole(m, go), expression_of(bits_of(before, net->levels - 2, 1)));
}

/* What the leaves are told: the bits of their wires, and what the bank of their first wire says of its rows. */
static void add_headers(const struct network *net, struct module *m)
{
	unsigned lanes = net->spec->connections;
	int headers = module_net(m, "headers", settings_ram(net).bits), heading = module_net(m, "heading", settings_ram(net).banks);
	struct bits told = { 0 };

	add_go(net, m);
	for (unsigned leaf = 0; leaf < net->spec->leaves; leaf++) {
		bits_append(&told, bits_of(headers, leaf * lanes, lanes));
		bits_append(&told, bits_of(heading, leaf * lanes / settings_ram(net).width, 1));
	}
	module_assign(m, bits_whole(m, module_find(m, "settings")), expression_of(told));
}

static void add_timer(struct design *d, const struct network *net, struct module *m)
{
	const struct spec *spec = net->spec;
	const struct playback p = *net->playback;
	unsigned bits = settings_ram(net).cycle_bits, last = net->schedule && net->schedule->schedule.cycles > 0
						 ? net->schedule->schedule.cycles - 1 : 0;
	bool in_band = is_in_band(net);
	int play = module_input(m, "play", 1, "play the schedule, from its first cycle, again and again");
	int playing = module_output(m, "playing", 1, "a round is being played");
	int received = module_output(m, "received_cycle", bits, "in which the messages on m_axis were sent");
	int timing = module_net(m, "timing", in_band ? 3 : 2), cycle = in_band ? -1 : module_net(m, "cycle", bits);
	int fall = in_band && in_band_falls(net, network_root(net)) ? module_net(m, "fall", 1) : -1;
	struct instance *root = tree_root(m);

	instance_connect_clock(m, root);
	CONNECT(m, root, { "rst", module_reset(m) }, { "timing", timing });
	if (fall >= 0)
		CONNECT(m, root, { "fall", fall });
	struct instance *i = module_instance(m, d, "playback_timer", 1, "playback_timer");

	PARAMETERS(i, { "CYCLE_BITS", bits }, { "PERIOD", p.period }, { "END_AT", p.end_at },
		      { "ADVANCE_AT", p.advance_at }, { "FALL_AT", p.fall_at });
	instance_connect_clock(m, i);
	CONNECT(m, i, { "rst", module_reset(m) }, { "play", play }, { "playing", playing }, { "received_cycle", received });
	instance_connect(i, "timing", bits_of(timing, 0, 2));
	connect_or_leave(m, i, "cycle", cycle);
	connect_or_leave(m, i, "fall", fall);
	connect_or_leave(m, i, "first", in_band ? module_net(m, "first", 1) : -1);
	if (in_band)
		instance_connect(i, "restart", bits_of(timing, 2, 1));
	else
		instance_leave_open(i, "restart");
	instance_connect(i, "last_cycle", spec->settings_port
			 ? bits_whole(m, module_input(m, "last_cycle", bits, "of a round: 0 .. what the RAM holds - 1"))
			 : bits_constant(last, bits));
}

/* Makes the settings, and what says when cycles begin, ports. */
static void show_settings(const struct network *net, struct module *top)
{
	struct instance *root = tree_root(top);
	unsigned bits = network_root(net)->settings;

	if (bare_start(net))
		instance_connect(
			root, "start",
			bits_of(module_input(top, "start", 1, "a clock before a cycle's M bits are on leaf_up"), 0, 1));
	if (is_in_band(net) && in_band_falls(net, network_root(net)))
		instance_connect(root, "fall", bits_of(module_input(top, "fall", 1, FALL_COMMENT), 0, 1));
	if (bits > 0)
		instance_connect(root, "settings",
				 bits_whole(top, module_input(top, "settings", bits, "of the cycle that begins")));
}

void players_lower(struct design *d, const struct network *net, struct module *top)
{
	if (net->spec->leaf->timing_bits)
		module_reset(top);
	else
		instance_connect_common(top, d, tree_root(top));
	tree_show_leaves(net, top);
	tree_show_probes(d, net, top);
	if (!net->spec->leaf->timing_bits) {
		show_settings(net, top);
		return;
	}
	instance_connect(tree_root(top), "settings",
			 bits_whole(top, module_net(top, "settings", network_root(net)->settings)));
	add_timer(d, net, top);
	if (is_in_band(net))
		add_headers(net, top);
	add_banks(d, net, top);
}
