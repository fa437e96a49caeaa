/* proof_node.c: proofs of a node, whose settings and delay line are cut out: in every clock, every wire that leaves
 * it repeats the wire that the settings of that clock name, after the clocks that the compiler of circuits assumes.
 *
 *   up_start   --> [ settings ] --> free --.                       up_start_out: with the messages
 *   left_in, right_in --------------> concentrator --> parent_out
 *                '--> [ delay ] --> free --.
 *   parent_in  ----------------------> concentrators --> left_out, right_out
 *   down_start --> [ settings ] --> free --'                       down_start_out: with the messages
 */
#include <stdlib.h>
#include <string.h>

#include "lower/tree.h"
#include "machines/area-universal/lower.h"
#include "machines/area-universal/proof.h"
#include "machines/binary_node.h"
#include "util/text.h"

/* One node under proof. */
struct node_proof {
	const struct overlay *o;
	const struct node *node;
	struct parts parts;
	const char *turned[2];		/* what comes out of the delay line */
};

static bool is_root(const struct node_proof *np)
{
	return np->node->parent_wires == 0;
}

static void feed(struct node_proof *np, const char *port, unsigned width)
{
	parts_port(&np->parts, false, port, port, width);
}

static void watch(struct node_proof *np, const char *port, unsigned width)
{
	parts_port(&np->parts, true, port, port, width);
}

static void add_bus(struct node_proof *np)
{
	feed(np, "settings_write", 1);
	feed(np, "settings_bank", bank_number_bits(np->o));
	feed(np, "settings_cycle", cycle_number_bits(np->o));
	feed(np, "settings_data", OVERLAY_BANK_BITS);
	feed(np, "index", np->node->level);
}

static bool has_registers(const struct node *node)
{
	return node->parent_wires > 0 || node->down_padding[0] > 0 || node->down_padding[1] > 0 || node->down_latency > 0;
}

static void add_device_node_proof_ports(struct node_proof *np)
{
	const struct node *node = np->node;

	if (has_registers(node))
		parts_clock(&np->parts, true);
	if (node->settings > 0)
		add_bus(np);
	feed(np, "up_start", 1);
	watch(np, "down_start_out", 1);
	for (int side = 0; side < 2; side++) {
		feed(np, tree_side_ports[side][0], node->child_wires[side]);
		watch(np, tree_side_ports[side][1], node->child_wires[side]);
	}
	if (is_root(np))
		return;
	watch(np, "up_start_out", 1);
	watch(np, "parent_out", node->parent_wires);
	feed(np, "down_start", 1);
	feed(np, "parent_in", node->parent_wires);
}

static void add_turns(struct node_proof *np, const struct network *net)
{
	unsigned left = np->node->child_wires[0], both = left + np->node->child_wires[1];
	const char *turned = parts_delay(&np->parts, net, np->node, 0, "turn_delay", both, "{right_in, left_in}",
					 "all messages from the children may turn");

	np->turned[0] = parts_slice(&np->parts, turned, both, 0, left);
	np->turned[1] = parts_slice(&np->parts, turned, both, left, both - left);
}

/* ---- what the settings name ---- */

/* A port's concentrator: the wires PORT_STAGE, from what comes in, PORT_0, to what goes out. */
struct port {
	const char *name;
	const struct plan *plan;	/* NULL: straight wires */
	const char *in;			/* a vector of parts */
	unsigned in_width, out_width, padding;
	const char *settings;		/* the vector, and the lowest bit of these */
	unsigned low;
};

/* The wire that the number of one output names, and whether there is no such wire. */
static void add_choice(struct node_proof *np, const struct port *port, unsigned stage, unsigned j)
{
	struct choice choice = plan_choice(port->plan, stage, j);
	unsigned bits = digit_bits(choice.count);
	struct parts *p = &np->parts;
	const char **from = allocate_array(choice.count, sizeof *from), **number = allocate_array(bits + 1, sizeof *number);
	size_t i = parts_instance(p, "chosen", "%s_%u_%u", port->name, stage, j);

	for (unsigned k = 0; k < choice.count; k++)
		from[k] = parts_name(p, "%s_%u[%u]", port->name, stage, choice.wire ? choice.wire[k] : choice.first + k);
	for (unsigned bit = 0; bit < bits; bit++)
		number[bit] = parts_name(p, "%s[%u]", port->settings, port->low + choice.setting + bit * choice.step);
	number[bits] = "1'b0";
	parts_parameter(p, i, "COUNT", choice.count);
	parts_parameter(p, i, "BITS", bits + 1);
	parts_connect(p, i, "from", parts_beside(p, from, choice.count));
	parts_connect(p, i, "number", parts_beside(p, number, bits + 1));
	parts_connect(p, i, "to", parts_name(p, "%s_%u[%u]", port->name, stage + 1, j));
	parts_connect(p, i, "beyond", parts_name(p, "%s_beyond_%u[%u]", port->name, stage, j));
	free(from);
	free(number);
}

static void add_switched(struct node_proof *np, const struct port *port)
{
	struct parts *p = &np->parts;
	unsigned stages = plan_stages(port->plan), clocks = port->plan->latency + port->padding;
	const char *beyond = "1'b0";

	parts_wires(p, port->in_width, parts_name(p, "%s_0", port->name), port->in);
	for (unsigned stage = 0; stage < stages; stage++) {
		unsigned outputs = plan_stage_outputs(port->plan, stage);

		parts_wires(p, outputs, parts_name(p, "%s_%u", port->name, stage + 1), NULL);
		parts_wires(p, outputs, parts_name(p, "%s_beyond_%u", port->name, stage), NULL);
		for (unsigned j = 0; j < outputs; j++)
			add_choice(np, port, stage, j);
		beyond = parts_or(p, 1, beyond, parts_any(p, parts_name(p, "%s_beyond_%u", port->name, stage)));
	}
	parts_same_later_unless(p, parts_name(p, "%s_out shows the wires that the settings of the clock name", port->name),
				port->plan->outputs, parts_name(p, "%s_%u", port->name, stages), clocks,
				parts_name(p, "%s_out", port->name), parts_later(p, 1, beyond, clocks));
}

static void add_port(struct node_proof *np, const struct port *port)
{
	struct parts *p = &np->parts;

	if (port->plan && port->plan->settings > 0) {
		add_switched(np, port);
		return;
	}
	parts_same_later(p, parts_name(p, "%s_out is the wires that go there", port->name), port->out_width,
			 port->in_width < port->out_width ? parts_name(p, "{%u'd0, %s}", port->out_width - port->in_width, port->in) : port->in,
			 (port->plan ? port->plan->latency : 0) + port->padding, parts_name(p, "%s_out", port->name));
}

/* The strobe to the settings comes two clocks before the messages, as they need it; so does the one that leaves. */
static const char *add_settings(struct node_proof *np, bool down)
{
	struct settings_shape shape = node_settings_shape(np->o, np->node->level, down);
	const struct settings_wires wires = { down ? "down_start" : "up_start", "index", "settings_write", "settings_bank",
					      "settings_cycle", "settings_data" };

	return parts_settings(&np->parts, np->o, &shape, down ? "cyclic_down_settings" : "cyclic_up_settings", &wires);
}

static void add_up(struct node_proof *np)
{
	const struct node *node = np->node;

	add_port(np, &(struct port){ "parent", node->up, "{right_in, left_in}", node->child_wires[0] + node->child_wires[1],
				     node->parent_wires, node->up_padding, add_settings(np, false), 0 });
	parts_same_later(&np->parts, "the strobe up keeps step with the messages", 1, "up_start", node->up_latency, "up_start_out");
}

static void add_down(struct node_proof *np)
{
	const struct node *node = np->node;
	const char *settings = add_settings(np, true);
	unsigned low = 0;

	for (unsigned side = 0; side < 2; side++) {
		const char *in = is_root(np) ? tree_side_ports[1 - side][0] :
				 parts_name(&np->parts, "{%s, parent_in}", np->turned[1 - side]);

		add_port(np, &(struct port){ tree_sides[side], node->down[side], in, node->parent_wires + node->child_wires[1 - side],
					     node->child_wires[side], node->down_padding[side], settings, low });
		low += node->down[side] ? node->down[side]->settings : 0;
	}
	parts_same_later(&np->parts, "the strobe down keeps step with the messages", 1, is_root(np) ? "up_start" : "down_start",
			 node->down_latency, "down_start_out");
}

static void read_modules(const struct device_proving *p, struct circuit *c, const struct node *node)
{
	const struct plan *plans[] = { node->up, node->down[0], node->down[1] };

	if (node->parent_wires > 0)
		circuit_cuts_lines(p->list, c);
	if (node->settings == 0)
		return;
	circuit_cuts_telling(p->list, c, "cyclic_settings", "cyclic");
	circuit_reads(c, "pick");
	for (unsigned i = 0; i < sizeof plans / sizeof *plans; i++)
		if (plans[i] && plans[i]->settings > 0)
			circuit_reads(c, plans[i]->name);
}

void device_prove_node(const struct device_proving *p, const struct node *node)
{
	struct node_proof np = { .o = &p->o, .node = node };
	char *name = binary_node_name(p->net, node), *what = format_string("node of level %u", node->level);
	struct circuit c = circuit_of(p->list, name);

	read_modules(p, &c, node);
	add_device_node_proof_ports(&np);
	if (!is_root(&np)) {
		add_turns(&np, p->net);
		add_up(&np);
	}
	add_down(&np);
	c.cells = 4 * (node->child_wires[0] + node->child_wires[1] + node->parent_wires + node->settings);
	parts_prove(p->list, &c, "setting", what, "every wire that leaves it shows the wire that the settings of the clock name",
		    &np.parts);
	if (node->parent_wires > 0)
		prove_delay(p->list, p->net, node->child_wires[0] + node->child_wires[1], node->turn_delay);
	circuit_free(&c);
	free(what);
	free(name);
}
