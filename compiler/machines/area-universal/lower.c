/* lower.c: an area-universal device: meshes at the leaves of a tree of nodes, and the timer of steps.
 *
 *   run, configure, settings --> [ step timer ] --timing--> tree --> subtree --> node, whose settings it writes
 *                                                            |          '------> meshes: load, take, step, start
 *   configure_in --> last mesh --> .. --> mesh 0 --> configure_out
 *
 * `timing` passes a register on each level, and one in each mesh. What must meet it there is as late.
 */
#include "machines/area-universal/lower.h"

#include <stdlib.h>

#include "lower/leaf.h"
#include "lower/tree.h"
#include "machines/area-universal/area_universal.h"
#include "machines/binary_node.h"
#include "parse/family.h"
#include "util/text.h"

enum { RUN_AHEAD = 2 };			/* rtl-templates/area-universal/step_timer.v: clocks from `run` to `take` */

/* ---- Subtrees ---- */

static char *purpose(const struct network *net, const struct subtree *tree)
{
	(void)net;
	return format_string("A subtree of %u meshes with its root at level %u, channel of %u wires above; %u of them in the "
			     "device.\n", tree->leaves, tree->level, tree->capacity, tree->users);
}

static void add_device_tree_ports(struct tree_module *t)
{
	module_input(t->m, "chain_in", 1, "control words, the first mesh's first");
	module_output(t->m, "chain_out", 1, NULL);
	module_net(t->m, "chain_between", 1);
}

/* What the first mesh takes passes through all others. */
static void connect_chain(struct tree_module *t, struct instance *i, unsigned j)
{
	instance_connect_net(t->m, i, "chain_in", j == 0 ? "chain_between" : "chain_in");
	instance_connect_net(t->m, i, "chain_out", j == 0 ? "chain_out" : "chain_between");
}

static void add_leaf(struct tree_module *t, unsigned j)
{
	tree_add_up_start(t, j, j == 0);
	struct instance *i = module_instance(t->m, t->design, "leaf", 1, "%s_leaf", tree_sides[j]);

	tree_connect_clock_and_reset(t, i, false);
	CONNECT(t->m, i, { "timing", t->timing });
	connect_chain(t, i, j);
	instance_connect(i, "index", tree_child_address(t, j));
	tree_connect_channel(t, i, j);
	tree_connect_leaf_ports(t, i, j);
}

static void connect_child(struct tree_module *t, struct instance *i, unsigned j)
{
	tree_add_up_start(t, j, j == 0);
	instance_connect(i, "address", tree_child_address(t, j));
	connect_chain(t, i, j);
	tree_connect_channel(t, i, j);
	tree_connect_leaf_ports(t, i, j);
}

static void connect_settings(struct tree_module *t, struct instance *i)
{
	struct overlay o;

	area_universal_overlay(t->net, &o);
	for (enum timing_signal s = TIMING_WRITE; s < TIMING_SIGNALS; s++)
		instance_connect(i, timing_names[s], timing_part(&o, t->timing, s));
	instance_connect(i, "index", bits_whole(t->m, t->address));
}

static void add_node(struct tree_module *t, const char *module)
{
	struct module *m = t->m;
	struct instance *i = module_instance(m, t->design, module, 1, "node");

	tree_connect_clock_and_reset(t, i, false);
	if (t->tree->node->settings > 0)
		connect_settings(t, i);
	instance_connect(i, "up_start", bits_of(t->up_start[0], 0, 1));
	tree_connect_sides(t, i);
	instance_connect(i, "down_start_out", bits_of(t->down_start, 0, 1));
	if (t->tree->node->parent_wires == 0)
		return;
	CONNECT(m, i, { "up_start_out", module_find(m, "up_start") }, { "parent_out", module_find(m, "up") },
		      { "down_start", module_find(m, "down_start") }, { "parent_in", module_find(m, "down") });
}

/* ---- The top ---- */

static void add_top_ports(const struct overlay *o, struct module *top)
{
	module_input(top, "run", 1, "steps follow each other");
	module_output(top, "pins_taken", 1, "pin_in is taken at the end of this clock: a step begins in the next one");
	module_output(top, "step_done", 1, "pin_out is new: the step that ended in the clock before has set it");
	module_input(top, "configure", 1, "the chain of control words takes configure_in; latches are cleared, no step ends");
	module_input(top, "configure_in", 1, "element 0 first, bit 0 first");
	module_output(top, "configure_out", 1, "the bit that leaves the chain, in the same order, while `configure_valid`");
	module_output(top, "configure_valid", 1, "`configure`, when it has reached the chain");
	module_input(top, "settings_write", 1, "settings_data goes into a bank; not while steps are under way");
	module_input(top, "settings_bank", bank_number_bits(o),
		     "0: the last delivery cycle, 1: the last clock of a step, 2 ..: settings of meshes and nodes");
	module_input(top, "settings_cycle", cycle_number_bits(o), "the delivery cycle, from bank 2 on");
	module_input(top, "settings_data", OVERLAY_BANK_BITS, NULL);
}

/* `clocks` later. */
static struct bits later(struct module *m, int net, const char *name, unsigned clocks)
{
	struct strobe s = strobe_make(m, net, name, clocks, true);

	return strobe_after(&s, clocks);
}

static void show_later(struct module *top, const char *port, const char *net, const char *name, unsigned clocks)
{
	module_assign(top, bits_whole(top, module_find(top, port)),
		      expression_of(later(top, module_find(top, net), name, clocks)));
}

static void add_step_timer(struct design *d, const struct overlay *o, struct module *top)
{
	unsigned delay = timing_delay(o);

	for (enum timing_signal s = 0; s <= TIMING_START; s++)
		if (s < TIMING_START || o->levels > 0)
			module_net(top, timing_names[s], 1);
	struct instance *i = module_instance(top, d, "step_timer", 1, "step_timer");

	PARAMETERS(i, { "CYCLE_BITS", cycle_number_bits(o) }, { "BANK_BITS", bank_number_bits(o) });
	module_reset(top);
	instance_connect_rest(top, d, i);
	show_later(top, "pins_taken", "take", "taken", delay);
	show_later(top, "step_done", "step", "stepped", delay + 1);
	show_later(top, "configure_valid", "configure", "configuring", delay);
}

static struct bits timing_bus(const struct overlay *o, const struct module *top)
{
	struct bits bus = { 0 };

	for (enum timing_signal s = 0; s < TIMING_SIGNALS; s++)
		if (timing_width(o, s) > 0)
			bits_append(&bus, bits_whole(top, module_find(top, timing_names[s])));
	return bus;
}

/* The tree, or the only mesh. */
static void connect_meshes(const struct overlay *o, struct module *top)
{
	struct bits chain = later(top, module_find(top, "configure_in"), "configured", timing_delay(o));
	struct instance *i = tree_root(top);

	instance_connect_clock(top, i);
	if (device_leaf_is_reset(o))
		instance_connect_net(top, i, "rst", "rst");
	instance_connect(i, "timing", timing_bus(o, top));
	instance_connect(i, "chain_in", chain);
	instance_connect_net(top, i, "chain_out", "configure_out");
}

static char *top_purpose(const struct network *net, const struct overlay *o)
{
	unsigned delay = timing_delay(o);
	char *tree = o->meshes > 1 ? format_string(", %u clocks from mesh to mesh", net->latency) : copy_string("");
	char *lines = format_string("An area-universal device of %u mesh%s of %u x %u elements%s.\n"
				    "A circuit is loaded at run time: control words by `configure`, the rest by `settings_write`.\n"
				    "`configure` reaches the chain %u clocks later. `run` decides %u clocks before `pins_taken`.\n",
				    o->meshes, o->meshes > 1 ? "es" : "", o->side, o->side, tree, delay,
				    delay + RUN_AHEAD);

	free(tree);
	return lines;
}

static struct module *lower_tree(struct design *d, const struct network *net, char *lines)
{
	static const struct tree_style style = {
		.child_name = tree_sides,
		.address_comment = "the number of this subtree in its level, constant",
		.down_strobes = true,
		.name = binary_subtree_name,
		.purpose = purpose,
		.lower_node = device_lower_node,
		.add_ports = add_device_tree_ports,
		.add_leaf = add_leaf,
		.connect_child = connect_child,
		.add_node = add_node,
	};

	return tree_lower(d, net, &style, lines);
}

static struct module *lower_mesh(struct design *d, const struct network *net, char *lines)
{
	const char *leaf = device_lower_leaf(d, net);
	struct module *top = design_add(d, copy_string(""), lines);

	module_instance(top, d, leaf, 1, "mesh");
	return top;
}

/* With one mesh there are no settings. */
static void leave_cycle(struct module *top)
{
	int cycle = module_find(top, "settings_cycle");

	module_assign(top, bits_whole(top, module_net(top, "settings_cycle_unused", top->net[cycle].width)),
		      expression_of(bits_whole(top, cycle)));
}

void area_universal_lower(struct design *d, const struct network *net)
{
	struct overlay o;

	area_universal_overlay(net, &o);
	char *lines = top_purpose(net, &o);
	struct module *top = o.levels > 0 ? lower_tree(d, net, lines) : lower_mesh(d, net, lines);

	add_top_ports(&o, top);
	tree_show_leaves(net, top);
	if (o.levels > 0)
		tree_show_probes(d, net, top);
	else
		leave_cycle(top);
	add_step_timer(d, &o, top);
	connect_meshes(&o, top);
	/* Flat, Yosys takes six minutes for 2304 elements, and half a minute so. Small parts leave out what nothing reads at
	 * borders. */
	if (net->spec->family->large_arrays)
		design_keep_apart(d, "element");
}
