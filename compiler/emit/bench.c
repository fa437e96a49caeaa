/* bench.c: a testbench in plain Verilog that stands in the generated folder: every leaf sends, every message is checked.
 *
 *   leaves    each sends three messages, to the next leaf, to the one half of all further on, and to its mirror image; each of them
 *             must come once, to the right leaf, intact, with its source
 *   Wishbone  the same through the registers of the slaves
 *   sorters   some frames of random words: each must come out in order, every word once
 *
 * There is none for bare wires, whose leaves are the user's, and none for a network that plays a schedule.
 */
#include <stdlib.h>
#include <string.h>

#include "leaves/frame.h"
#include "emit/around.h"

enum { ROUNDS = 3, SORTER_FRAMES = 8, LONGEST_PATIENCE = 2000000000 };

bool bench_exists(const struct spec *spec)
{
	return spec->network == NETWORK_SORTER || has_message_ports(spec);
}

char *bench_name(const struct network *net)
{
	return format_string("%s_bench", net->spec->name);
}

/* Clocks until all must be there. At least one message is delivered in every slot, so there are at most as many slots as
 * messages; with broadcasts half of the slots are not for them, and around what is dead a message may need several tries. */
static unsigned long patience(const struct network *net)
{
	const struct spec *spec = net->spec;
	unsigned long clocks;
	struct frame frame;

	if (spec->network == NETWORK_SORTER)
		return 2ul * SORTER_FRAMES * (net->sorter->latency + spec->key_bits + spec->payload_bits + 16) + 1000;
	frame_plan_network(&frame, net);
	clocks = 8ul * frame.slot_clocks * ((unsigned long)ROUNDS * spec->leaves + 16);
	return clocks < LONGEST_PATIENCE ? clocks : LONGEST_PATIENCE;
}

static void print_head(const struct network *net, const char *invocation, struct text *out)
{
	char *name = bench_name(net);

	print_banner(net, name, "sends messages through the network and checks them. Prints `passed`, or what is wrong.\n"
		     "// For Icarus Verilog: iverilog -g2005; its status is 1 when something is wrong.\n", invocation, out);
	text_print(out, "`default_nettype none\n\nmodule %s;\n"
		   "    localparam PATIENCE = %lu;          // clocks\n\n"
		   "    reg     clk = 1'b0;\n    reg     rst = 1'b1;\n    integer clocks = 0;\n"
		   "    integer wrong  = 0;\n    integer done   = 0;\n\n"
		   "    always #5 clk = ~clk;\n\n"
		   "    // Changes between the edges, so that nothing depends on the order of events at an edge.\n"
		   "    always @(negedge clk) begin\n"
		   "        clocks <= clocks + 1;\n        rst    <= clocks < 40;\n    end\n\n", name, patience(net));
	free(name);
}

/* The verdict, once `done` things have come or nothing more will. Nothing else: Icarus 12 tells where it stopped, unless it is
 * $finish(0). */
static void print_tail(const char *wanted, const char *what, struct text *out)
{
	text_print(out, "\n    always @(posedge clk)\n"
		   "        if (done == %s || clocks == PATIENCE || wrong > 20) begin\n"
		   "            if (done == %s && wrong == 0) begin\n"
		   "                $display(\"passed: %%0d %s in %%0d clocks\", done, clocks);\n"
		   "                $finish(0);\n            end else begin\n"
		   "                $display(\"failed: %%0d of %%0d %s, %%0d of them wrong\", done, %s, wrong);\n"
		   "`ifdef __ICARUS__\n                $finish_and_return(1);\n`else\n                $stop;\n`endif\n"
		   "            end\n        end\nendmodule\n\n`default_nettype wire\n", wanted, wanted, what, what, wanted);
}

/* Who sends what to whom, as functions of the number of a leaf and the round. */
static void print_messages(const struct network *net, struct text *out)
{
	unsigned to = network_tdest_bits(net), p = net->spec->payload_bits;
	char *label = label_expression(net, "leaf");

	text_print(out, "    localparam LEAVES = %u;\n    localparam P      = %u;             // payload bits\n"
		   "    localparam T      = %u;             // bits of a destination\n"
		   "    localparam F      = %u;             // bits of a source\n"
		   "    localparam ROUNDS = %u;\n\n", net->spec->leaves, p, to, to + network_group_bits(net->spec), ROUNDS);
	text_print(out, "    function integer label_of;\n        input integer leaf;\n        label_of = %s;\n    endfunction\n\n", label);
	text_add(out, "    // To whom a leaf sends in a round, and who sends to it.\n"
		 "    function integer receiver;\n        input integer leaf, round;\n"
		 "        receiver = round == 0 ? (leaf + 1) % LEAVES : round == 1 ? (leaf + LEAVES / 2) % LEAVES : LEAVES - 1 - leaf;\n"
		 "    endfunction\n\n"
		 "    function integer sender;\n        input integer leaf, round;\n"
		 "        sender = round == 0 ? (leaf + LEAVES - 1) % LEAVES\n"
		 "               : round == 1 ? (leaf + LEAVES - LEAVES / 2) % LEAVES : LEAVES - 1 - leaf;\n"
		 "    endfunction\n\n"
		 "    function [P-1:0] payload;\n        input integer leaf, round;\n        integer at;\n"
		 "        reg [31:0] x;\n        begin\n"
		 "            x = (leaf * ROUNDS + round + 1) * 32'h9e3779b1;\n"
		 "            for (at = 0; at < P; at = at + 1) begin\n"
		 "                payload[at] = x[31];\n"
		 "                x = {x[30:0], x[31] ^ x[21] ^ x[1] ^ x[0]};\n            end\n        end\n    endfunction\n\n"
		 "    // A message at a leaf is one of those that it is to get and has not got yet.\n"
		 "    reg [LEAVES*ROUNDS-1:0] got = 0;\n\n"
		 "    task take;\n        input integer leaf;\n        input [F-1:0] from;\n        input [P-1:0] word;\n"
		 "        integer k, found;\n        begin\n            found = -1;\n"
		 "            for (k = ROUNDS - 1; k >= 0; k = k - 1)\n"
		 "                if (!got[leaf*ROUNDS+k] && from == label_of(sender(leaf, k)) && word === payload(sender(leaf, k), k))\n"
		 "                    found = k;\n"
		 "            if (found >= 0) begin\n                got[leaf*ROUNDS+found] = 1'b1;\n"
		 "            end else begin\n"
		 "                $display(\"leaf %0d got %h from %h, which nobody sent\", leaf, word, from);\n"
		 "                wrong = wrong + 1;\n            end\n            done = done + 1;\n        end\n    endtask\n\n");
	free(label);
}

static void print_port_wires(const struct module *top, struct text *out)
{
	for (size_t i = 0; i < top->net_count; i++) {
		const struct net *port = &top->net[i];

		if (!is_message_port(port))
			continue;
		text_print(out, "    %s ", port->direction == PORT_INPUT ? "reg " : "wire");
		print_port_range(out, port->width);
		text_print(out, "%s%s;\n", port->name, port->direction == PORT_INPUT ? " = 0" : "");
	}
}

static enum joint joint_of_streams(const struct net *port)
{
	return is_message_port(port) ? JOINT_NAME : JOINT_NOTHING;
}

/* AXI4-Stream: all leaves in one loop, between the edges. What is valid and ready there is taken at the next edge. */
static void print_streams(const struct network *net, const struct module *top, struct text *out)
{
	print_port_wires(top, out);
	text_print(out, "\n    %s network (\n        .clk(clk),\n        .rst(rst)", net->spec->name);
	print_connections(top, joint_of_streams, out);
	text_add(out, "\n    );\n\n"
		 "    integer round [0:LEAVES-1];\n    integer i;\n\n"
		 "    initial\n        for (i = 0; i < LEAVES; i = i + 1)\n            round[i] = 0;\n\n"
		 "    // What was valid and ready at the edge before has been taken.\n"
		 "    reg [LEAVES-1:0] taken = 0;\n\n"
		 "    always @(negedge clk) begin\n"
		 "        m_axis_tready = {LEAVES{1'b1}};\n"
		 "        for (i = 0; i < LEAVES; i = i + 1) begin\n"
		 "            if (taken[i])\n                round[i] = round[i] + 1;\n"
		 "            s_axis_tvalid[i] = clocks > 50 && round[i] < ROUNDS;\n"
		 "            s_axis_tdata[i*P +: P] = payload(i, round[i]);\n"
		 "            s_axis_tdest[i*T +: T] = label_of(receiver(i, round[i]));\n"
		 "        end\n        #1 taken = s_axis_tvalid & s_axis_tready;\n"
		 "        for (i = 0; i < LEAVES; i = i + 1)\n"
		 "            if (m_axis_tvalid[i] === 1'b1 && !rst)\n"
		 "                take(i, m_axis_tuser[i*F +: F], m_axis_tdata[i*P +: P]);\n"
		 "    end\n");
	print_tail("LEAVES * ROUNDS", "messages", out);
}

/* The leaves' streams end inside of the Wishbone top. */
static enum joint joint_of_wishbone(const struct net *port)
{
	return is_message_port(port) ? JOINT_ABSENT : JOINT_NOTHING;
}

/* Wishbone: a program for each leaf, which writes and reads registers. */
static void print_wishbone(const struct network *net, const struct module *top, struct text *out)
{
	text_print(out, "    localparam WORDS  = (P + 31) / 32;   // of a message\n\n"
		   "    reg  [LEAVES*5-1:0]  wb_adr = 0;\n    reg  [LEAVES*32-1:0] wb_dat = 0;\n"
		   "    reg  [LEAVES-1:0]    wb_we  = 0;\n    reg  [LEAVES-1:0]    wb_stb = 0;\n"
		   "    wire [LEAVES*32-1:0] wb_rdt;\n    wire [LEAVES-1:0]    wb_ack, irq;\n\n"
		   "    %s_wishbone network (\n        .wb_clk(clk),\n        .wb_rst(rst),\n        .wb_adr(wb_adr),\n"
		   "        .wb_dat(wb_dat),\n        .wb_sel({LEAVES*4{1'b1}}),\n        .wb_we(wb_we),\n        .wb_cyc(wb_stb),\n"
		   "        .wb_stb(wb_stb),\n        .wb_rdt(wb_rdt),\n        .wb_ack(wb_ack),\n        .irq(irq)", net->spec->name);
	print_connections(top, joint_of_wishbone, out);
	text_add(out, "\n    );\n\n"
		 "    genvar g;\n    generate\n        for (g = 0; g < LEAVES; g = g + 1) begin : leaf\n"
		 "            reg [31:0]         value;\n            reg [31:0]         from;\n"
		 "            reg [WORDS*32-1:0] word;\n            integer            k, w;\n\n"
		 "            task cycle;                     // of the bus\n"
		 "                input [4:0] address;\n                input write;\n                input [31:0] data;\n"
		 "                begin\n"
		 "                    wb_adr[g*5 +: 5]   = address;\n"
		 "                    wb_dat[g*32 +: 32] = data;\n"
		 "                    wb_we[g]           = write;\n"
		 "                    wb_stb[g]          = 1'b1;\n"
		 "                    @(negedge clk);\n"
		 "                    while (wb_ack[g] !== 1'b1)\n                        @(negedge clk);\n"
		 "                    value     = wb_rdt[g*32 +: 32];\n"
		 "                    @(posedge clk) #1 wb_stb[g] = 1'b0;\n                end\n            endtask\n\n"
		 "            initial begin\n"
		 "                wait (clocks > 50);\n"
		 "                @(negedge clk);\n"
		 "                cycle(5'h18, 1'b0, 0);          // LEAF\n"
		 "                if (value !== label_of(g)) begin\n"
		 "                    $display(\"leaf %0d has the label %h\", g, value);\n"
		 "                    wrong = wrong + 1;\n                end\n"
		 "                cycle(5'h04, 1'b1, 1);          // ENABLE: an interrupt when a message is there\n"
		 "                for (k = 0; k < ROUNDS; k = k + 1) begin\n"
		 "                    cycle(5'h08, 1'b1, label_of(receiver(g, k)));   // TO\n"
		 "                    word = payload(g, k);\n"
		 "                    for (w = 0; w < WORDS; w = w + 1)\n"
		 "                        cycle(5'h0c, 1'b1, word[w*32 +: 32]);       // SEND\n"
		 "                end\n"
		 "                for (k = 0; k < ROUNDS; k = k + 1) begin\n"
		 "                    while (irq[g] !== 1'b1)\n                        @(negedge clk);\n"
		 "                    cycle(5'h10, 1'b0, 0);      // FROM\n"
		 "                    from = value;\n"
		 "                    for (w = 0; w < WORDS; w = w + 1) begin\n"
		 "                        cycle(5'h14, 1'b0, 0);  // RECEIVE\n"
		 "                        word[w*32 +: 32] = value;\n                    end\n"
		 "                    take(g, from[F-1:0], word[P-1:0]);\n"
		 "                    @(negedge clk);\n"
		 "                    @(negedge clk);             // irq follows the queue\n"
		 "                end\n            end\n        end\n    endgenerate\n");
	print_tail("LEAVES * ROUNDS", "messages", out);
}

static void print_sorter(const struct network *net, struct text *out)
{
	const struct spec *spec = net->spec;

	text_print(out, "    localparam WIRES  = %u;\n    localparam KEY    = %u;\n    localparam WORD   = %u;             // key and payload\n"
		   "    localparam FRAMES = %u;\n\n", spec->wires, spec->key_bits, spec->key_bits + spec->payload_bits, SORTER_FRAMES);
	text_print(out, "    reg              start = 1'b0;\n    reg  [WIRES-1:0] in = 0;\n    wire             out_start;\n"
		   "    wire [WIRES-1:0] out;\n\n"
		   "    %s network (\n        .clk(clk),\n        .rst(rst),\n        .start(start),\n        .in(in),\n"
		   "        .out_start(out_start),\n        .out(out)\n    );\n\n", spec->name);
	text_add(out,
		 "    // The words of a frame, most significant bit first, and what has come out of it.\n"
		 "    reg [WORD-1:0]  word   [0:WIRES-1];\n    reg [WORD-1:0]  sorted [0:WIRES-1];\n"
		 "    reg [WIRES-1:0] used;\n    integer         at, i, k, found;\n    reg             bad;\n\n"
		 "    task check;\n        begin\n            bad  = 1'b0;\n            used = 0;\n"
		 "            for (i = 0; i < WIRES; i = i + 1) begin\n"
		 "                if (i > 0 && sorted[i-1] >> (WORD - KEY) > sorted[i] >> (WORD - KEY))\n                    bad = 1'b1;\n"
		 "                found = -1;\n"
		 "                for (k = 0; k < WIRES; k = k + 1)\n"
		 "                    if (!used[k] && word[k] === sorted[i])\n                        found = k;\n"
		 "                if (found >= 0)\n                    used[found] = 1'b1;\n"
		 "                else\n                    bad = 1'b1;\n            end\n"
		 "            if (bad) begin\n                $display(\"frame %0d is not in order, or has lost a word\", done);\n"
		 "                wrong = wrong + 1;\n            end\n            done = done + 1;\n        end\n    endtask\n\n"
		 "    initial begin\n        wait (clocks > 50);\n        while (done < FRAMES) begin\n"
		 "            for (i = 0; i < WIRES; i = i + 1)\n"
		 "                for (at = 0; at < WORD; at = at + 1)\n                    word[i][at] = $random;\n"
		 "            @(negedge clk) start = 1'b1;\n"
		 "            fork\n                begin : send\n                    integer bit_in;\n\n"
		 "                    for (bit_in = WORD - 1; bit_in >= 0; bit_in = bit_in - 1)\n"
		 "                        @(negedge clk) begin\n                            start = 1'b0;\n"
		 "                            for (i = 0; i < WIRES; i = i + 1)\n"
		 "                                in[i] = word[i][bit_in];\n                        end\n                end\n"
		 "                begin : receive\n                    integer bit_out, j;\n\n"
		 "                    #1 while (out_start !== 1'b1)\n                        @(negedge clk) #1;\n"
		 "                    for (bit_out = WORD - 1; bit_out >= 0; bit_out = bit_out - 1)\n"
		 "                        @(negedge clk) #1 for (j = 0; j < WIRES; j = j + 1)\n"
		 "                            sorted[j][bit_out] = out[j];\n                end\n            join\n"
		 "            check;\n        end\n    end\n");
	print_tail("FRAMES", "frames", out);
}

void emit_bench(const struct design *design, const struct network *net, bool wishbone, const char *invocation, struct output *out)
{
	char *name = bench_name(net), *path = format_string("bench/%s.v", name);
	struct text t = {0};

	print_head(net, invocation, &t);
	if (net->spec->network == NETWORK_SORTER) {
		print_sorter(net, &t);
	} else {
		print_messages(net, &t);
		(wishbone ? print_wishbone : print_streams)(net, design_top(design), &t);
	}
	output_add(out, path, &t);
	free(path);
	free(name);
}
