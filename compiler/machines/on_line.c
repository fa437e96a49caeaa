/* on_line.c: adds strobes from the leaves to the root and back. */
#include "machines/on_line.h"

#include "leaves/frame.h"
#include "network/leaf.h"
#include "network/machine.h"
#include "util/text.h"

void on_line_add_ports(struct tree_module *t)
{
	if (t->timing >= 0)
		return;
	module_input(t->m, "leaf_up_start", 1, "strobe: M bits are on leaf_up");
	module_output(t->m, "leaf_down_start", 1, "strobe: M bits are on leaf_down");
}

void on_line_add_leaf(struct tree_module *t, unsigned j, struct bits members)
{
	bool bare = t->timing < 0;

	if (bare)
		t->up_start[j] = module_find(t->m, "leaf_up_start");
	else
		tree_add_up_start(t, j, j == 0);
	tree_add_leaf(t, j, bare ? (struct bits){ 0 } : tree_child_address(t, j), members);
	if (bare && j == 0)
		module_assign(t->m, bits_of(module_find(t->m, "leaf_down_start"), 0, 1),
			      expression_of(bits_of(t->down_start, 0, 1)));
}

static void connect_leaf_strobes(struct tree_module *t, struct instance *i, unsigned j)
{
	int start = j == 0 ? module_find(t->m, "leaf_down_start") : tree_child_net(t, j, "_leaf_down_start_unused", 1);
	int broadcast = module_find(t->m, "broadcast");

	instance_connect(i, "leaf_up_start", bits_of(module_find(t->m, "leaf_up_start"), 0, 1));
	if (broadcast >= 0)
		instance_connect(i, "broadcast", bits_of(broadcast, 0, 1));
	instance_connect(i, "leaf_down_start", bits_of(start, 0, 1));
}

void on_line_connect_child(struct tree_module *t, struct instance *i, unsigned j)
{
	tree_add_up_start(t, j, j == 0);
	if (t->timing >= 0)
		instance_connect(i, "address", tree_child_address(t, j));
	else
		connect_leaf_strobes(t, i, j);
	tree_connect_channel(t, i, j);
	tree_connect_leaf_ports(t, i, j);
}

static void show_leaf_strobes(struct design *d, const struct network *net, struct module *top)
{
	struct instance *root = tree_root(top);

	instance_connect_common(top, d, root);
	int start = module_input(top, "leaf_up_start", 1, "strobe: M bits are on leaf_up");

	instance_connect(root, "leaf_up_start", bits_of(start, 0, 1));
	if (net->spec->broadcast_every > 0) {
		int broadcast = module_input(top, "broadcast", 1,
					     "to all leaves: steady while messages are on their way");

		instance_connect(root, "broadcast", bits_whole(top, broadcast));
	}
	start = module_output(top, "leaf_down_start", 1, "strobe: M bits are on leaf_down");
	instance_connect(root, "leaf_down_start", bits_of(start, 0, 1));
}

/* Random bits for all choices. On the way down, what comes from above mostly goes first: it has come further, and
 * dropping it costs more. On the way up all are equal. */
static void add_chances(struct design *d, const struct network *net, struct module *top)
{
	static const char *const stream[2] = { "rare", "even" };
	const bool *wanted = network_root(net)->chooses;

	if (!wanted[0] && !wanted[1])
		return;
	for (int way = 0; way < 2; way++) {
		if (wanted[way])
			instance_connect(tree_root(top), tree_chances[way], bits_of(module_net(top, tree_chances[way], 1), 0, 1));
	}
	struct instance *i = module_instance(top, d, "chances", 1, "chances");

	instance_connect_clock(top, i);
	instance_connect(i, "rst", bits_of(module_reset(top), 0, 1));
	for (int way = 0; way < 2; way++) {
		if (wanted[way])
			instance_connect_net(top, i, stream[way], tree_chances[way]);
		else
			instance_leave_open(i, stream[way]);
	}
}

struct module *on_line_lower(struct design *d, const struct network *net, const struct tree_style *style)
{
	struct module *top = tree_lower(d, net, style,
					format_string("A %s of %u leaves. Latency leaf to leaf: %u clocks.\n",
						      net->spec->machine->name, net->spec->leaves, net->latency));

	if (!net->spec->leaf->timing_bits)
		show_leaf_strobes(d, net, top);
	tree_show_leaves(net, top);
	add_chances(d, net, top);
	return top;
}

void on_line_add_timer(struct design *d, const struct network *net, struct module *top)
{
	if (!net->spec->leaf->add_timer)
		return;
	net->spec->leaf->add_timer(d, net, top);
	bool turns = network_turn_wires(net) > 0;
	struct bits time = turns ? bits_whole(top, module_find(top, "turns")) : (struct bits){ 0 };

	bits_append(&time, bits_whole(top, module_find(top, "timing")));

	if (net->spec->broadcast_every > 0)
		bits_append(&time, bits_whole(top, module_net(top, "broadcast_timing", 1 + net->spec->parents[1])));
	if (turns)
		CONNECT(top, tree_root(top), { "line_up", module_find(top, "line_up") },
			{ "token_in", module_find(top, "token_in") },
			{ "token_out", module_find(top, "token_out") });
	instance_connect_clock(top, tree_root(top));
	instance_connect(tree_root(top), "rst", bits_whole(top, module_reset(top)));
	instance_connect(tree_root(top), "leaf_rst", bits_whole(top, module_find(top, "leaf_rst")));
	instance_connect(tree_root(top), "timing", time);
}

/* With adapters a change takes effect with the strobe of a data part, when it is at the leaves: all messages of the slot
 * before have then left. */
static void add_fault_register(struct design *d, const struct network *net, struct module *m, struct bits built_in, int dead)
{
	struct instance *i = module_instance(m, d, "fault_register", 1, "faults");
	int timing = module_find(m, "timing");

	PARAMETERS(i, { "LINKS", m->net[dead].width }, { "WAIT", timing >= 0 ? net->frame->depth : 0 });
	instance_connect_clock(m, i);
	instance_connect(i, "rst", bits_of(module_reset(m), 0, 1));
	instance_connect(i, "built_in", built_in);
	int shift = module_input(m, "fault_shift", 1, "a bit of the dead links is on fault_in (docs/reference/protocol.md)");
	int in = module_input(m, "fault_in", 1, NULL), out = module_output(m, "fault_out", 1, "what is shifted out");

	CONNECT(m, i, { "shift", shift }, { "in", in }, { "out", out }, { "dead", dead });
	instance_connect(i, "start", timing >= 0 ? bits_of(timing, TIMING_START, 1) : bits_constant(1, 1));
	instance_connect(i, "answer", timing >= 0 ? bits_of(timing, TIMING_ANSWER, 1) : bits_constant(0, 1));
}

void on_line_add_dead(struct design *d, const struct network *net, struct module *top, const uint8_t *built_in, unsigned bits)
{
	int dead = module_find(top, "dead");
	struct bits constant = { 0 };

	for (unsigned k = 0, end; k < bits; k = end) {
		for (end = k + 1; end < bits && built_in[end] == built_in[k]; end++)
			;
		bits_append(&constant, bits_of(built_in[k] ? NET_ONE : NET_ZERO, 0, end - k));
	}
	if (net->spec->fault_registers)
		add_fault_register(d, net, top, constant, dead);
	else
		module_assign(top, bits_whole(top, dead), expression_of(constant));
}
