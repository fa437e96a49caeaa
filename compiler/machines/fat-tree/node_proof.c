/* node_proof.c: proofs of a switching node: its wiring around the concentrators and delay lines, which are cut out and
 * have their own proofs.
 *
 *   - In the clock after a strobe a wire carries its route bit. The concentrator of the port named by that bit then
 *     gets M, and every other gets 0: a message goes to the right port only. In all other clocks the bit passes
 *     unchanged. The route bit is thus stripped: the new M bit takes its place.
 *   - The concentrator gets its strobe in that clock.
 *   - A message that turns at this node passes the delay line first.
 *   - The concentrator's outputs leave the node `padding` clocks later. The outgoing strobe is the incoming one,
 *     delayed like the M bits.
 *
 *   - Messages that turn meet those that come down: the delay line waits as long as a strobe takes from here over the top
 *     of the tree and back, the sum of the proved latencies of the nodes above.
 */
#include <stdlib.h>
#include <string.h>

#include "machines/fat-tree/node.h"
#include "prove/builder.h"

static const char *const side_name[2] = { "left", "right" };

/* One proof of a node under construction. */
struct node_proof {
	struct parts parts;
	struct text ports;		/* connections of the node */
	const struct node *node;
	bool top;			/* no parent: no route bit, nothing turns */
};

static void connect(struct node_proof *np, const char *port, const char *signal)
{
	text_print(&np->ports, "        .%s(%s),\n", port, signal);
}

/* Watches wires out of the node, or into a part cut out of it. */
static void watch(struct node_proof *np, const char *port, const char *signal, unsigned width)
{
	text_add(&np->parts.body, "    wire ");
	print_width(&np->parts.body, width);
	text_print(&np->parts.body, "%s;\n", signal);
	connect(np, port, signal);
}

/* Feeds free wires into it. */
static void feed(struct node_proof *np, const char *port, const char *signal, unsigned width)
{
	parts_input(&np->parts, width, signal);
	connect(np, port, signal);
}

/* Prints the two choices of a wire as they must be: NAME_zero and NAME_one. */
static void print_choice(struct node_proof *np, const char *name, const char *strobe, unsigned width)
{
	struct text *t = &np->parts.body;

	text_print(t, "    reg  %s_chooses;\n    reg  ", name);
	print_width(t, width);
	text_print(t, "%s_m;\n    always @(posedge clk) begin\n        %s_chooses <= %s;\n        %s_m <= %s_in;\n    end\n", name,
		   name, strobe, name, name);
	for (int one = 0; one < 2; one++) {
		text_add(t, "    wire ");
		print_width(t, width);
		text_print(t, "%s_%s = %s_chooses ? %s_m & %s%s_in : %s_in;\n", name, one ? "one" : "zero", name, name,
			   one ? "" : "~", name, name);
	}
}

static void add_ports(struct node_proof *np)
{
	const struct node *node = np->node;

	connect(np, "clk", "clk");
	connect(np, "rst", "1'b0");
	feed(np, "up_start", "up_start", 1);
	watch(np, "down_start_out", "down_start_out", 1);
	for (int side = 0; side < 2; side++) {
		char *in = format_string("%s_in", side_name[side]), *out = format_string("%s_out", side_name[side]);

		if (node->child_wires[side] > 0) {
			feed(np, in, in, node->child_wires[side]);
			watch(np, out, out, node->child_wires[side]);
			if (!np->top)
				print_choice(np, side_name[side], "up_start", node->child_wires[side]);
		}
		free(in);
		free(out);
	}
	if (np->top)
		return;
	feed(np, "down_start", "down_start", 1);
	feed(np, "parent_in", "parent_in", node->parent_wires);
	watch(np, "parent_out", "parent_out", node->parent_wires);
	watch(np, "up_start_out", "up_start_out", 1);
	print_choice(np, "parent", "down_start", node->parent_wires);
}

/* Adds a turn through the delay line. Its input must be what the child's route bit turns; its output is free. */
static void add_turn(struct node_proof *np, const struct network *net, int side)
{
	const char *name = side_name[side];
	unsigned width = np->node->child_wires[side];
	char *instance = format_string("%s_turn_delay", name), *turns = format_string("%s_turns", name);
	char *turned = format_string("%s_turned", name), *zero = format_string("%s_zero", name);
	char *meaning = format_string("a message from the %s child with route bit 0 turns, no other", name);

	parts_delay(&np->parts, &np->ports, net, np->node, 0, instance, width, turns, turned);
	parts_same_later(&np->parts, meaning, width, zero, 0, turns);
	free(instance);
	free(turns);
	free(turned);
	free(zero);
	free(meaning);
}

/* An output port of the node. */
struct port {
	const char *name;		/* "parent", "left", "right" */
	const struct plan *plan;	/* NULL: straight wires, as at a root where all fit */
	const char *strobe;		/* of the M bits that come in */
	const char *in;			/* all wires that may leave here, as Verilog */
	unsigned in_width, out_width;
	unsigned choosing;		/* clocks from that strobe to the new M bits: 1; at the top 0 */
	unsigned padding, latency;
	const char *strobe_out;
};

static unsigned port_clocks(const struct port *port)
{
	return port->plan ? port->plan->latency : 0;
}

/* Each wire passes one register or none. */
static void add_wires(struct node_proof *np, const struct port *port)
{
	unsigned idle = port->out_width - port->in_width;
	char *meaning = format_string("the %s port sends what its route bits name, and nothing else", port->name);
	char *in = idle > 0 ? format_string("{{%u{1'b0}}, %s}", idle, port->in) : copy_string(port->in);
	char *out = format_string("%s_out", port->name);

	parts_same_later(&np->parts, meaning, port->out_width, in, port_clocks(port) + port->padding, out);
	free(meaning);
	free(in);
	free(out);
}

/* The wires go through a concentrator. */
static void add_concentrated(struct node_proof *np, const struct port *port)
{
	static const char *const wire[] = { "in", "out", "start" };
	char *meaning[] = {
		format_string("the concentrator of the %s port gets what the route bits name, and nothing else", port->name),
		format_string("what leaves the concentrator of the %s port leaves there", port->name),
		format_string("the concentrator of the %s port gets the strobe with the new M bits", port->name),
	};
	char *inside[3], *signal[3], *out = format_string("%s_out", port->name);

	for (int k = 0; k < 3; k++) {
		inside[k] = format_string("\\%s_concentrator.%s ", port->name, wire[k]);
		signal[k] = format_string("%s_concentrator_%s", port->name, wire[k]);
	}
	watch(np, inside[0], signal[0], port->in_width);
	feed(np, inside[1], signal[1], port->out_width);
	watch(np, inside[2], signal[2], 1);
	parts_same_later(&np->parts, meaning[0], port->in_width, port->in, 0, signal[0]);
	parts_same_later(&np->parts, meaning[1], port->out_width, signal[1], port->padding, out);
	parts_same_later(&np->parts, meaning[2], 1, port->strobe, port->choosing, signal[2]);
	for (int k = 0; k < 3; k++) {
		free(meaning[k]);
		free(inside[k]);
		free(signal[k]);
	}
	free(out);
}

static void add_port(struct node_proof *np, const struct port *port)
{
	char *meaning = format_string("the strobe leaves with the M bits of the %s port", port->name);

	if (!port->plan || port->plan->kind == PLAN_WIRES)
		add_wires(np, port);
	else
		add_concentrated(np, port);
	/* Its latency is the M bits': for choosing, the concentrator, and the registers behind it. */
	parts_same_later(&np->parts, meaning, 1, port->strobe, port->choosing + port_clocks(port) + port->padding,
			 port->strobe_out);
	free(meaning);
}

static void add_up_port(struct node_proof *np)
{
	const struct node *node = np->node;
	bool two = node->child_wires[1] > 0;
	struct port port = { .name = "parent", .plan = node->up, .strobe = "up_start", .strobe_out = "up_start_out",
			     .in = two ? "{right_one, left_one}" : "left_one",
			     .in_width = node->child_wires[0] + node->child_wires[1], .out_width = node->parent_wires,
			     .choosing = 1, .padding = node->up_padding };

	add_port(np, &port);
}

static void add_down_port(struct node_proof *np, int side)
{
	const struct node *node = np->node;
	unsigned sibling = node->child_wires[1 - side];
	const char *branch = side == 0 ? "parent_zero" : "parent_one";
	char *in = np->top ? format_string("%s_in", side_name[1 - side]) :
		   sibling > 0 ? format_string("{%s_turned, %s}", side_name[1 - side], branch) : copy_string(branch);
	struct port port = { .name = side_name[side], .plan = node->down[side], .strobe_out = "down_start_out",
			     .strobe = np->top ? "up_start" : "down_start", .in = in,
			     .in_width = node->parent_wires + sibling, .out_width = node->child_wires[side],
			     .choosing = !np->top, .padding = node->down_padding[side] };

	add_port(np, &port);
	free(in);
}

static void read_modules(struct proofs *list, struct circuit *c, const struct node_proof *np)
{
	const struct plan *plans[] = { np->node->up, np->node->down[0], np->node->down[1] };

	if (!np->top)
		circuit_reads(c, "selector");
	if (!np->top && np->node->child_wires[1] > 0)
		circuit_cuts_lines(list, c);
	for (int i = 0; i < 3; i++)
		if (plans[i] && plans[i]->kind != PLAN_WIRES)
			circuit_cuts(c, plans[i]->name);
}

static void prove_wiring(struct proofs *list, const struct network *net, const char *name, const struct node *node)
{
	struct node_proof np = { .node = node, .top = node->parent_wires == 0 };
	struct circuit c = circuit_of(list, name);
	char *what = format_string("node of level %u%s", node->level, strstr(name, "_edge") ? ", at the edge" : "");

	read_modules(list, &c, &np);
	add_ports(&np);
	for (int side = 0; side < 2 && !np.top && node->child_wires[1] > 0; side++)
		add_turn(&np, net, side);
	if (!np.top)
		add_up_port(&np);
	for (int side = 0; side < 2; side++)
		if (node->child_wires[side] > 0)
			add_down_port(&np, side);
	np.parts.depth++;		/* the selectors look back one clock */
	c.cells = 4 * (node->child_wires[0] + node->child_wires[1] + node->parent_wires);
	/* There is no comma after the last connection. */
	np.ports.bytes[np.ports.length - 2] = '\n';
	np.ports.bytes[np.ports.length - 1] = '\0';
	text_print(&np.parts.body, "    %s dut (\n%s    );\n\n", c.module, np.ports.bytes);
	parts_prove(list, &c, "wiring", what, np.top ? "what comes from one side goes to the other" :
		    "a message goes to the port of its route bit, to no other, without that bit", &np.parts);
	text_free(&np.ports);
	circuit_free(&c);
	free(what);
}

void prove_node(struct proofs *list, const struct network *net, const struct node *node)
{
	char *name = binary_node_name(net, node);

	prove_wiring(list, net, name, node);
	for (int side = 0; side < 2 && node->parent_wires > 0 && node->child_wires[1] > 0; side++)
		prove_delay(list, net, node->child_wires[side], node->turn_delay);
	free(name);
}
