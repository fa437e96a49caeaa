/* delay.c: proofs of the delay lines of turning messages: of each line by itself, and of its length. */
#include <stdlib.h>

#include "lower/builder.h"
#include "prove/builder.h"

static const struct node *any_node(const struct network *net, unsigned level)
{
	for (size_t i = 0; i < net->node_count; i++)
		if (net->node[i]->level == level)
			return net->node[i];
	return NULL;
}

/* Clocks from the strobe of messages from the children to that of messages from the parent, at a node of this level.
 * Above the root of a tree with an outside, the outside takes no time but what docs/protocol.md sets. */
static unsigned way_over_the_top(const struct network *net, unsigned level)
{
	const struct node *root = any_node(net, 0);
	unsigned clocks = root->parent_wires > 0 ? root->turn_delay : 0;

	for (unsigned k = 1; k <= level; k++)
		clocks += any_node(net, k - 1)->down_latency + any_node(net, k)->up_latency;
	return clocks;
}

/* A turning message waits for all of that time: in a node after its selectors, which messages from the parent pass,
 * too; in a router after its up part. */
static void add_meeting(struct parts *parts, const struct network *net, const struct node *node, unsigned before)
{
	char *over = format_string("32'd%u", way_over_the_top(net, node->level));
	char *wait = format_string("32'd%u", before + node->turn_delay);

	parts_same_later(parts, "messages that turn meet those that come down", 32, over, 0, wait);
	free(over);
	free(wait);
}

/* The line's parameters, at `port`. */
static void add_told(struct parts *parts, struct text *connections, const char *instance, const char *port, unsigned long value)
{
	char *name = format_string("%s_%s", instance, port), *full = format_string("%s.line.%s", instance, port);
	char *number = format_string("32'd%lu", value);

	parts_port(parts, connections, true, full, name, 32);
	parts_same_later(parts, "the delay line is the one that is proved", 32, number, 0, name);
	free(name);
	free(full);
	free(number);
}

void parts_delay(struct parts *parts, struct text *connections, const struct network *net, const struct node *node,
		 unsigned before, const char *instance, unsigned width, const char *in, const char *out)
{
	char *port[2] = { format_string("%s.line.in", instance), format_string("%s.line.out", instance) };

	parts_port(parts, connections, true, port[0], in, width);
	parts_port(parts, connections, false, port[1], out, width);
	add_told(parts, connections, instance, "depth", node->turn_delay);
	add_told(parts, connections, instance, "ram_from", net->spec->delay_ram_threshold);
	add_meeting(parts, net, node, before);
	free(port[0]);
	free(port[1]);
}

static struct circuit delay_circuit(struct proofs *list, unsigned width, unsigned depth, unsigned ram_from)
{
	struct circuit c = circuit_of(list, "delay_line");
	struct text t = { 0 };

	free(c.subject);
	c.subject = format_string("delay_line_%u_%u", width, depth);
	text_print(&t, "`default_nettype none\n\nmodule circuit (\n    input  wire clk,\n    input  wire [%u:0] in,\n"
		       "    output wire [%u:0] out\n);\n    %s #(.WIDTH(%u), .DEPTH(%u), .RAM_FROM(%u)) line (\n"
		       "        .clk(clk),\n        .in(in),\n        .out(out)\n    );\nendmodule\n\n`default_nettype wire\n",
		   width - 1, width - 1, c.module, width, depth, ram_from);
	circuit_wrap(list, &c, &t);
	return c;
}

static struct text monitor(unsigned width, unsigned depth, bool ram)
{
	struct text t = { 0 };

	text_print(&t, "`default_nettype none\n\nmodule proof (\n    input  wire clk,\n    input  wire [%u:0] in,\n"
		       "    output wire [%u:0] out,\n    output wire [%u:0] due,\n    output wire ok\n);\n", width - 1,
		   width - 1, width - 1);
	if (ram)
		text_print(&t, "    wire [$clog2(%u)-1:0] read_at, write_at;\n    reg  [%u:0] clock = 1;\n\n"
			       "    always @(posedge clk)\n        clock <= clock << 1;\n\n", depth, 2 * depth);
	text_print(&t, "    later #(.W(%u), .CLOCKS(%u)) monitor (.clk(clk), .in(in), .out(due));\n"
		       "    circuit circuit (\n        .clk(clk),\n        .in(in),\n", width, depth);
	if (ram)
		text_add(&t, "        .\\line.ram.read_at (read_at),\n        .\\line.ram.write_at (write_at),\n");
	text_add(&t, "        .out(out)\n    );\n\n    assign ok = out == due");
	if (ram)
		text_print(&t, " && (!clock[%u] || (read_at == 0 && write_at == %u))", depth, depth - 1);
	text_add(&t, ";\nendmodule\n\n`default_nettype wire\n");
	return t;
}

/* The output is the input of `depth` clocks ago. A line in RAM starts with the two addresses of power-up and any
 * contents. After `depth` clocks the addresses repeat: a proof for the clocks from depth to 2 depth holds for all
 * times. */
static void prove_line(struct proofs *list, const struct network *net, unsigned width, unsigned depth)
{
	unsigned ram_from = net->spec->delay_ram_threshold;
	bool ram = ram_from > 0 && depth >= ram_from;
	struct circuit c = delay_circuit(list, width, depth, ram_from);
	struct run run = { .monitor = "later", .steps = ram ? 2 * depth + 1 : depth + 1, .skip = depth };
	struct text t = monitor(width, depth, ram);
	char *what = format_string("delay line, %u wires, %u clocks%s", width, depth, ram ? ", RAM" : "");

	c.cells = (ram ? 4ul : 1ul) * width * depth;
	if (ram) {
		run.expose[0] = "line.ram.read_at";
		run.expose[1] = "line.ram.write_at";
	}
	struct proof *p = circuit_prove(list, &c, "delay", what, "what goes in comes out as many clocks later", &run, &t);

	p->shown[0] = (struct shown){ "due", "wires that should be 1" };
	p->shown[1] = (struct shown){ "out", "wires that are" };
	circuit_free(&c);
	free(what);
}

void prove_delay(struct proofs *list, const struct network *net, unsigned width, unsigned depth)
{
	char *proof = format_string("delay_line_%u_%u_delay", width, depth);

	if (!proofs_have(list, proof))
		prove_line(list, net, width, depth);
	free(proof);
}
