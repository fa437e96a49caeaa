/* node_proof.c: proofs of an off-line node: with any settings, every output wire repeats the input wire named by
 * them, with the delay that the schedule assumes; and the settings are those of the cycle that the strobe begins.
 *
 *   settings, start --> ( register: cut out ) --> setting, free while steady --> concentrators --> ports
 *
 * That such settings exist for every one-cycle set is proved in the headers of plan/crossbar.c and plan/hall.h, not
 * by SAT. */
#include <stdlib.h>
#include <string.h>

#include "lower/tree.h"
#include "machines/binary_node.h"
#include "machines/off-line/off_line.h"
#include "prove/builder.h"

/* One node under proof. */
struct node_proof {
	const struct node *node;
	struct parts parts;
	unsigned used;			/* settings of the ports so far */
};

static void feed(struct node_proof *np, const char *port, unsigned width)
{
	parts_port(&np->parts, false, port, port, width);
}

static void watch(struct node_proof *np, const char *port, unsigned width)
{
	parts_port(&np->parts, true, port, port, width);
}

static void add_channels(struct node_proof *np)
{
	const struct node *node = np->node;

	if (node->settings > 0 || node->parent_wires > 0 || node->down_padding[0] > 0 || node->down_padding[1] > 0)
		parts_clock(&np->parts, node->parent_wires > 0);
	if (node->settings > 0 || node->parent_wires > 0)
		feed(np, "start", 1);
	for (int side = 0; side < 2; side++)
		if (node->child_wires[side] > 0) {
			feed(np, tree_side_ports[side][0], node->child_wires[side]);
			watch(np, tree_side_ports[side][1], node->child_wires[side]);
		}
	if (node->parent_wires > 0) {
		watch(np, "parent_out", node->parent_wires);
		feed(np, "parent_in", node->parent_wires);
	}
}

/* At the strobe the register takes its input; its output, the settings that are compared with the ports, is free.
 * Changing settings are not checked: `moved` says whether they have been steady for the clocks of the slowest port. */
static void add_settings(struct node_proof *np)
{
	const struct node *node = np->node;
	struct parts *p = &np->parts;
	unsigned width = node->settings,
		 clocks = node->up_latency > node->down_latency ? node->up_latency : node->down_latency;

	feed(np, "settings", width);
	const char *next = parts_cut(p, true, "settings_register", "next", width);
	const char *start = parts_cut(p, true, "settings_register", "start", 1);

	parts_same_later(p, "the register gets the settings", width, "settings", 0, next);
	parts_same_later(p, "the register gets the strobe", 1, "start", 0, start);
	parts_port(p, false, "settings_register.now", "setting", width);
	parts_wires(p, 1, "moved", NULL);
	size_t i = parts_instance(p, "moving", "steady");

	parts_parameter(p, i, "W", width);
	parts_parameter(p, i, "CLOCKS", clocks);
	parts_connect(p, i, "clk", "clk");
	parts_connect(p, i, "in", "setting");
	parts_connect(p, i, "moved", "moved");
}

/* The expected value of one output of a stage, PORT_STAGE[j], by the number that selects its input; and whether this
 * number names a wire. */
static void add_choice(struct node_proof *np, const char *port, const struct plan *plan, unsigned stage, unsigned j)
{
	struct choice choice = plan_choice(plan, stage, j);
	unsigned bits = digit_bits(choice.count);
	struct parts *p = &np->parts;
	const char **from = allocate_array(choice.count, sizeof *from), **number = allocate_array(bits + 1, sizeof *number);
	size_t i = parts_instance(p, "chosen", "%s_%u_%u", port, stage, j);

	for (unsigned k = 0; k < choice.count; k++)
		from[k] = parts_name(p, "%s_%u[%u]", port, stage, choice.wire ? choice.wire[k] : choice.first + k);
	for (unsigned bit = 0; bit < bits; bit++)
		number[bit] = parts_name(p, "setting[%u]", np->used + choice.setting + bit * choice.step);
	number[bits] = "1'b0";
	parts_parameter(p, i, "COUNT", choice.count);
	parts_parameter(p, i, "BITS", bits + 1);
	parts_connect(p, i, "from", parts_beside(p, from, choice.count));
	parts_connect(p, i, "number", parts_beside(p, number, bits + 1));
	parts_connect(p, i, "to", parts_name(p, "%s_%u[%u]", port, stage + 1, j));
	parts_connect(p, i, "beyond", parts_name(p, "%s_beyond_%u[%u]", port, stage, j));
	free(from);
	free(number);
}

/* Describes a port's concentrator by its choices. Settings never name a wire that does not exist. The settings must
 * be steady no longer than the port's latency. */
static void add_choices(struct node_proof *np, const char *port, const struct plan *plan, unsigned clocks)
{
	struct parts *p = &np->parts;
	unsigned stages = plan_stages(plan);
	const char *beyond = "moved";

	for (unsigned stage = 0; stage < stages; stage++) {
		unsigned outputs = plan_stage_outputs(plan, stage);

		parts_wires(p, outputs, parts_name(p, "%s_%u", port, stage + 1), NULL);
		parts_wires(p, outputs, parts_name(p, "%s_beyond_%u", port, stage), NULL);
		for (unsigned j = 0; j < outputs; j++)
			add_choice(np, port, plan, stage, j);
		beyond = parts_or(p, 1, beyond, parts_any(p, parts_name(p, "%s_beyond_%u", port, stage)));
	}
	parts_same_later_unless(p, parts_name(p, "%s_out shows the wires that the settings name", port), plan->outputs,
				parts_name(p, "%s_%u", port, stages), clocks, parts_name(p, "%s_out", port), beyond);
}

/* `in`: the wires that the port can pass, lowest last. */
static void add_port(struct node_proof *np, const char *port, const struct plan *plan, const char *in, unsigned width,
		     unsigned out_width, unsigned padding)
{
	struct parts *p = &np->parts;
	unsigned clocks = padding + (plan ? plan->latency : 0);

	if (plan && plan->settings > 0) {
		parts_wires(p, width, parts_name(p, "%s_0", port), in);
		add_choices(np, port, plan, clocks);
		np->used += plan->settings;
	} else {
		parts_same_later(p,
				 parts_name(p, "%s_out is the wires that go there, those that nobody feeds idle", port),
				 out_width,
				 width < out_width ? parts_name(p, "{%u'd0, %s}", out_width - width, in) : in, clocks,
				 parts_name(p, "%s_out", port));
	}
}

static void add_up_port(struct node_proof *np)
{
	const struct node *node = np->node;

	add_port(np, "parent", node->up, node->child_wires[1] > 0 ? "{right_in, left_in}" : "left_in",
		 node->child_wires[0] + node->child_wires[1], node->parent_wires, node->up_padding);
	watch(np, "start_out", 1);
	parts_same_later(&np->parts, "the strobe keeps step with the messages", 1, "start", node->up_latency,
			 "start_out");
}

static void add_down_port(struct node_proof *np, int side)
{
	const struct node *node = np->node;
	unsigned above = node->parent_wires, sibling = node->child_wires[1 - side];
	const char *other = tree_sides[1 - side];

	add_port(np, tree_sides[side], node->down[side],
		 above == 0 ? tree_side_ports[1 - side][0] : sibling == 0 ? "parent_in" :
		 parts_name(&np->parts, "{%s_in, parent_in}", other), above + sibling, node->child_wires[side],
		 node->down_padding[side]);
}

static void read_modules(struct circuit *c, const struct node *node)
{
	const struct plan *plans[] = { node->up, node->down[0], node->down[1] };

	if (node->settings == 0)
		return;
	circuit_reads(c, "pick");
	circuit_cuts_derived(c, "settings_register");
	for (int i = 0; i < 3; i++)
		if (plans[i] && plans[i]->settings > 0)
			circuit_reads(c, plans[i]->name);
}

void prove_off_line_node(struct proofs *list, const struct network *net, const struct node *node)
{
	struct node_proof np = { .node = node };
	char *name = binary_node_name(net, node);
	struct circuit c = circuit_of(list, name);
	char *what = format_string("node of level %u%s", node->level, strstr(name, "_edge") ? ", at the edge" : "");

	read_modules(&c, node);
	add_channels(&np);
	if (node->settings > 0)
		add_settings(&np);
	if (node->parent_wires > 0)
		add_up_port(&np);
	for (int side = 0; side < 2; side++)
		if (node->child_wires[side] > 0)
			add_down_port(&np, side);
	c.cells = 4 * (node->child_wires[0] + node->child_wires[1] + node->parent_wires + node->settings);
	parts_prove(list, &c, "setting", what, "every wire that leaves it shows the wire that the settings name",
		    &np.parts);
	circuit_free(&c);
	free(what);
	free(name);
}
