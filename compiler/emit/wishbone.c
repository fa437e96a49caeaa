/* wishbone.c: a top module in which every leaf of the network is a slave of a Wishbone bus.
 *
 *   wb_* of leaf i --> [ wishbone_leaf ] --> s_axis_* of leaf i [ network ]
 *                                      <--- m_axis_* of leaf i [         ] --> what else the network has (root, faults, probes)
 */
#include <stdlib.h>
#include <string.h>

#include "emit/around.h"
#include "leaves/leaf.h"
#include "lower/builder.h"
#include "util/message.h"

enum { WIDEST_REGISTER = 32 };

bool wishbone_check(const struct network *net)
{
	const struct spec *spec = net->spec;

	if (!require_speech(spec, LEAF_SPEAKS_MESSAGES, "a Wishbone slave"))
		return false;
	unsigned bits = network_tdest_bits(net) + network_group_bits(spec);

	if (bits <= WIDEST_REGISTER)
		return true;
	error("%s tells the source of a message in %u bits: a register has %d", spec->source, bits, WIDEST_REGISTER);
	suggest("fewer leaves or groups");
	return false;
}

void wishbone_use(struct design *design)
{
	design_use(design, "wishbone_leaf");
}

char *wishbone_top_name(const struct network *net)
{
	return format_string("%s_wishbone", net->spec->name);
}

/* What the network has besides leaves, under its own names. */
static void print_other_ports(const struct module *top, struct text *out)
{
	for (size_t i = 0; i < top->net_count; i++) {
		const struct net *port = &top->net[i];

		if (port->direction == PORT_NONE || is_message_port(port) || is_common_port(port))
			continue;
		text_print(out, ",\n    %s wire ", port->direction == PORT_INPUT ? "input " : "output");
		print_port_range(out, port->width);
		text_add(out, port->name);
	}
}

static void print_ports(const struct network *net, const struct module *top, struct text *out)
{
	unsigned n = net->spec->leaves;

	text_print(out, "    input  wire wb_clk,\n"
		   "    input  wire wb_rst,                     // synchronous, active high, for at least 32 clocks\n"
		   "    // the slave of leaf i has the bits [i * width +: width]\n"
		   "    input  wire [%u:0] wb_adr,              // 5 bits each: byte addresses\n"
		   "    input  wire [%u:0] wb_dat,              // 32 bits\n"
		   "    input  wire [%u:0] wb_sel,              // 4 bits\n"
		   "    input  wire [%u:0] wb_we,\n"
		   "    input  wire [%u:0] wb_cyc,\n"
		   "    input  wire [%u:0] wb_stb,\n"
		   "    output wire [%u:0] wb_rdt,              // 32 bits: what is read\n"
		   "    output wire [%u:0] wb_ack,\n"
		   "    output wire [%u:0] irq", 5 * n - 1, 32 * n - 1, 4 * n - 1, n - 1, n - 1, n - 1, 32 * n - 1, n - 1, n - 1);
	print_other_ports(top, out);
	text_add(out, "\n);\n");
}

static enum joint joint_of_top(const struct net *port)
{
	(void)port;
	return JOINT_NAME;
}

static void print_leaves(const struct network *net, struct text *out)
{
	const struct spec *spec = net->spec;
	unsigned p = spec->payload_bits, to = network_tdest_bits(net), from = to + network_group_bits(spec);
	char *label = label_expression(net, "i");

	text_print(out, "\n    genvar i;\n    generate\n"
		   "        for (i = 0; i < %u; i = i + 1) begin : leaf\n"
		   "            localparam [31:0] LABEL = %s;\n\n"
		   "            %s_wishbone_leaf #(\n"
		   "                .PAYLOAD_BITS(%u),\n                .LABEL_BITS(%u),\n                .TO_BITS(%u),\n"
		   "                .FROM_BITS(%u),\n                .SEND_DEPTH(SEND_DEPTH),\n"
		   "                .RECEIVE_DEPTH(RECEIVE_DEPTH)\n            ) slave (\n",
		   spec->leaves, label, spec->name, p, net->label_bits, to, from);
	text_print(out, "                .wb_clk(wb_clk),\n                .wb_rst(wb_rst),\n"
		   "                .wb_adr(wb_adr[i*5 +: 5]),\n                .wb_dat(wb_dat[i*32 +: 32]),\n"
		   "                .wb_sel(wb_sel[i*4 +: 4]),\n                .wb_we(wb_we[i]),\n"
		   "                .wb_cyc(wb_cyc[i]),\n                .wb_stb(wb_stb[i]),\n"
		   "                .wb_rdt(wb_rdt[i*32 +: 32]),\n                .wb_ack(wb_ack[i]),\n"
		   "                .irq(irq[i]),\n                .label(LABEL[%u:0]),\n", net->label_bits - 1);
	text_print(out, "                .m_axis_tdata(s_axis_tdata[i*%u +: %u]),\n"
		   "                .m_axis_tdest(s_axis_tdest[i*%u +: %u]),\n"
		   "                .m_axis_tvalid(s_axis_tvalid[i]),\n                .m_axis_tready(s_axis_tready[i]),\n"
		   "                .s_axis_tdata(m_axis_tdata[i*%u +: %u]),\n"
		   "                .s_axis_tuser(m_axis_tuser[i*%u +: %u]),\n"
		   "                .s_axis_tvalid(m_axis_tvalid[i]),\n                .s_axis_tready(m_axis_tready[i])\n"
		   "            );\n", p, p, to, to, p, p, from, from);
	if (net->label_bits < 32)
		text_print(out, "            wire unused_label = &{LABEL[31:%u], 1'b0};\n", net->label_bits);
	text_add(out, "        end\n    endgenerate\n");
	free(label);
}

/* Adds the module to the list of files that emit_verilog() has made. */
static void add_to_list(const struct network *net, const char *path, struct output *out)
{
	char *list = format_string("%s.f", net->spec->name);

	for (size_t i = 0; i < out->count; i++)
		if (strcmp(out->files[i].path, list) == 0)
			text_print(&out->files[i].content, "%s\n", path);
	free(list);
}

void emit_wishbone(const struct design *design, const struct network *net, const char *invocation, struct output *out)
{
	const struct module *top = design_top(design);
	char *name = wishbone_top_name(net), *path = format_string("rtl/%s.v", name);
	char *purpose = format_string("the network %s with a classic Wishbone slave at every leaf.\n"
				      "// The registers of a slave are those at the head of %s_wishbone_leaf.v.\n", net->spec->name,
				      net->spec->name);
	struct text t = {0};

	print_banner(net, name, purpose, invocation, &t);
	text_print(&t, "`default_nettype none\n\nmodule %s #(\n"
		   "    parameter SEND_DEPTH    = 16,           // messages that the queues of a leaf hold: powers of two, 2 .. 2048\n"
		   "    parameter RECEIVE_DEPTH = 16\n) (\n", name);
	print_ports(net, top, &t);
	print_wires(top, is_message_port, &t);
	text_print(&t, "\n    %s network (\n        .clk(wb_clk),\n        .rst(wb_rst)", net->spec->name);
	print_connections(top, joint_of_top, &t);
	text_add(&t, "\n    );\n");
	print_leaves(net, &t);
	text_add(&t, "endmodule\n\n`default_nettype wire\n");
	output_add(out, path, &t);
	add_to_list(net, path, out);
	free(purpose);
	free(path);
	free(name);
}
