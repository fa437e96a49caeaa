/* node_proof.c: proofs of an off-line node: with any settings, every output wire repeats the input wire named by
 * them, with the delay that the schedule assumes; and the settings are those of the cycle that the strobe begins.
 *
 *   settings, start --> ( register: cut out ) --> setting, free while steady --> concentrators --> ports
 *
 * That such settings exist for every one-cycle set is proved in the headers of plan/crossbar.c and plan/hall.h, not
 * by SAT. */
#include <stdlib.h>
#include <string.h>

#include "machines/fat-tree/node.h"
#include "machines/off-line/off_line.h"
#include "prove/builder.h"

static const char *const side_name[2] = { "left", "right" };

/* One node under proof. */
struct node_proof {
	const struct node *node;
	struct parts parts;
	struct text ports;
	unsigned used;			/* settings of the ports so far */
};

static void feed(struct node_proof *np, const char *port, const char *signal, unsigned width)
{
	parts_port(&np->parts, &np->ports, false, port, signal, width);
}

static void watch(struct node_proof *np, const char *port, const char *signal, unsigned width)
{
	parts_port(&np->parts, &np->ports, true, port, signal, width);
}

static void add_channels(struct node_proof *np)
{
	if (np->node->settings > 0 || np->node->parent_wires > 0)
		text_add(&np->ports, "        .\\clk (clk),\n");
	if (np->node->parent_wires > 0)
		text_add(&np->ports, "        .\\rst (1'b0),\n");
	for (int side = 0; side < 2; side++) {
		char *in = format_string("%s_in", side_name[side]), *out = format_string("%s_out", side_name[side]);

		if (np->node->child_wires[side] > 0) {
			feed(np, in, in, np->node->child_wires[side]);
			watch(np, out, out, np->node->child_wires[side]);
		}
		free(in);
		free(out);
	}
	if (np->node->parent_wires > 0) {
		watch(np, "parent_out", "parent_out", np->node->parent_wires);
		feed(np, "parent_in", "parent_in", np->node->parent_wires);
	}
}

/* Changing settings are not checked: `moving` tells whether they have been steady for the clocks of the slowest
 * port. */
static void add_steady(struct node_proof *np)
{
	const struct node *node = np->node;
	unsigned clocks = node->up_latency > node->down_latency ? node->up_latency : node->down_latency;
	struct text *t = &np->parts.body;

	for (unsigned k = 1; k <= clocks; k++) {
		text_print(t, "    reg  [%u:0] setting_%u;\n\n    always @(posedge clk)\n        setting_%u <= setting", node->settings - 1, k, k);
		text_print(t, k > 1 ? "_%u;\n" : ";\n", k - 1);
	}
	text_add(t, "    wire moving = ");
	for (unsigned k = 1; k <= clocks; k++)
		text_print(t, "%ssetting_%u != setting", k > 1 ? " || " : "", k);
	text_add(t, ";\n\n");
}

/* At the strobe the register takes its input; its output is compared with the ports. */
static void add_settings(struct node_proof *np)
{
	unsigned width = np->node->settings;

	feed(np, "settings", "settings", width);
	watch(np, "settings_register.next ", "register_next", width);
	watch(np, "settings_register.start ", "register_start", 1);
	parts_same_later(&np->parts, "the register gets the settings", width, "settings", 0, "register_next");
	parts_same_later(&np->parts, "the register gets the strobe", 1, "start", 0, "register_start");
	feed(np, "settings_register.now ", "setting", width);
	add_steady(np);
}

/* "{1'b0, setting[9], setting[5], setting[1]}": the number that selects an output's input. A fresh string. */
static char *number_of(const struct node_proof *np, const struct choice *choice)
{
	struct text t = { 0 };

	text_add(&t, "{1'b0");
	for (unsigned bit = digit_bits(choice->count); bit-- > 0;)
		text_print(&t, ", setting[%u]", np->used + choice->setting + bit * choice->step);
	text_add(&t, "}");
	return t.bytes;
}

/* The expected value of one output of a stage, as signal PORT_STAGE[j]; and, as PORT_named, whether its number names
 * a wire. */
static void add_choice(struct node_proof *np, const char *port, const struct plan *plan, unsigned stage, unsigned j)
{
	struct choice choice = plan_choice(plan, stage, j);
	char *number = number_of(np, &choice);
	struct text *t = &np->parts.body;

	text_print(t, "    wire [%u:0] %s_%u_%u = {", choice.count - 1, port, stage, j);
	for (unsigned k = choice.count; k-- > 0;)
		text_print(t, "%s_stage_%u[%u]%s", port, stage, choice.wire ? choice.wire[k] : choice.first + k, k > 0 ? ", " : "};\n");
	text_print(t, "    assign %s_stage_%u[%u] = %s_%u_%u[%s];\n", port, stage + 1, j, port, stage, j, number);
	text_print(t, "    assign %s_beyond_%u[%u] = %s >= %u;\n", port, stage, j, number, choice.count);
	free(number);
}

/* Describes a port's concentrator by its choices. Settings never name a wire that does not exist. The settings must
 * be steady no longer than the port's latency. */
static void add_choices(struct node_proof *np, const char *port, const struct plan *plan, unsigned clocks)
{
	unsigned stages = plan_stages(plan);
	char *meaning = format_string("%s_out shows the wires that the settings name", port), *out = format_string("%s_out", port);
	char *shown = format_string("%s_stage_%u", port, stages);
	struct text beyond = { 0 };

	for (unsigned stage = 0; stage < stages; stage++) {
		unsigned outputs = plan_stage_outputs(plan, stage);

		text_print(&np->parts.body, "    wire [%u:0] %s_stage_%u, %s_beyond_%u;\n", outputs - 1, port, stage + 1, port, stage);
		for (unsigned j = 0; j < outputs; j++)
			add_choice(np, port, plan, stage, j);
		text_print(&beyond, "%s|%s_beyond_%u", stage > 0 ? " | " : "", port, stage);
	}
	char *unless = format_string("(moving | %s)", beyond.bytes);

	parts_same_later_unless(&np->parts, meaning, plan->outputs, shown, clocks, out, unless);
	text_free(&beyond);
	free(unless);
	free(meaning);
	free(out);
	free(shown);
}

/* `in`: the wires that the port can pass, lowest last, as Verilog. */
static void add_port(struct node_proof *np, const char *port, const struct plan *plan, const char *in, unsigned width,
		     unsigned out_width, unsigned padding)
{
	unsigned clocks = padding + (plan ? plan->latency : 0);
	char *out = format_string("%s_out", port);

	if (plan && plan->settings > 0) {
		text_print(&np->parts.body, "    wire [%u:0] %s_stage_0 = %s;\n", width - 1, port, in);
		add_choices(np, port, plan, clocks);
		np->used += plan->settings;
	} else {
		char *meaning = format_string("%s_out is the wires that go there, those that nobody feeds idle", port);
		char *wires = width < out_width ? format_string("{%u'd0, %s}", out_width - width, in) : copy_string(in);

		parts_same_later(&np->parts, meaning, out_width, wires, clocks, out);
		free(meaning);
		free(wires);
	}
	free(out);
}

static void add_up_port(struct node_proof *np)
{
	const struct node *node = np->node;
	bool two = node->child_wires[1] > 0;

	add_port(np, "parent", node->up, two ? "{right_in, left_in}" : "left_in", node->child_wires[0] + node->child_wires[1],
		 node->parent_wires, node->up_padding);
	watch(np, "start_out", "start_out", 1);
	parts_same_later(&np->parts, "the strobe keeps step with the messages", 1, "start", node->up_latency, "start_out");
}

static void add_down_port(struct node_proof *np, int side)
{
	const struct node *node = np->node;
	unsigned above = node->parent_wires, sibling = node->child_wires[1 - side];
	const char *other = side_name[1 - side];
	char *in = above == 0 ? format_string("%s_in", other) : sibling == 0 ? copy_string("parent_in")
			      : format_string("{%s_in, parent_in}", other);

	add_port(np, side_name[side], node->down[side], in, above + sibling, node->child_wires[side], node->down_padding[side]);
	free(in);
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
	if (node->settings > 0 || node->parent_wires > 0)
		feed(&np, "start", "start", 1);
	if (node->settings > 0)
		add_settings(&np);
	if (node->parent_wires > 0)
		add_up_port(&np);
	for (int side = 0; side < 2; side++)
		if (node->child_wires[side] > 0)
			add_down_port(&np, side);
	c.cells = 4 * (node->child_wires[0] + node->child_wires[1] + node->parent_wires + node->settings);
	/* There is no comma after the last connection. */
	np.ports.bytes[np.ports.length - 2] = '\n';
	np.ports.bytes[np.ports.length - 1] = '\0';
	text_print(&np.parts.body, "    %s dut (\n%s    );\n\n", c.module, np.ports.bytes);
	parts_prove(list, &c, "setting", what, "every wire that leaves it shows the wire that the settings name", &np.parts);
	text_free(&np.ports);
	circuit_free(&c);
	free(what);
	free(name);
}
