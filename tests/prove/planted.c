/* planted.c: bugs planted in the emitted Verilog, each of which a named proof must find.
 *
 *   planted                     all bugs
 *   planted NUMBER              one
 *   planted PART [all]          of a part of the circuits (below), or of "streams", of all: the first bug of each proof, or all
 *   planted wrong-goals         the plants of `ftc verify`: the solver refutes one for each monitor
 *
 * A bug replaces a text in a file of the RTL, or of the proofs ("proof/NAME"), by another. The proofs of the circuit without the
 * bug hold: see proofs.c, and for hypertrees, lanes, batches, flexible sorters and sorting fat-trees holds(). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "subject.h"
#include "util/process.h"

/* Circuits to break. */
enum circuit {
	BATCHER,			/* 6 -> 3 */
	BUTTERFLY,			/* 8 -> 4 as a whole */
	ROW,				/* 8 -> 4, its row */
	TREE,				/* four leaves, each node of another kind */
	TWO_LEAVES,			/* without a route: nothing reads some strobes of a leaf */
	RAM_TREE,			/* with delay lines in RAM */
	OFF_LINE,			/* set beforehand */
	PARTIAL,			/* likewise, with partial concentrators */
	PLAYERS,			/* likewise, with players of a schedule */
	SORTER,				/* four words */
	ROUTERS,			/* three levels of routers, each of another shape */
	WIDE_ROUTERS,			/* with links of two wires */
	ANY_ROUTERS,			/* with links of two wires, of which any will do, and more of them than messages */
	FAULTY_ROUTERS,			/* like ROUTERS, with dead links and broadcasts */
	WIDE_FAULTY_ROUTERS,		/* like WIDE_ROUTERS, with dead links */
	BARE_FAULTY_ROUTERS,		/* likewise with two levels and no adapters */
	GROUPED_ROUTERS,		/* two levels, with groups */
	HYPERTREE,			/* seven nodes */
	DEEP_HYPERTREE,			/* with four packets in a queue, short ones */
	FAULTY_HYPERTREE,		/* with a dead node */
	DYING_HYPERTREE,		/* with fault registers */
	UNFINISHED_HYPERTREE,		/* of the second kind, six nodes */
	FULL_RING_TREE, HALF_RING_TREE,	/* 15 nodes */
	UNFINISHED_RING_TREE,		/* half ring, nine nodes */
	TALKING_HYPERTREE,		/* three nodes with fault registers, two lanes: its adapters */
	LANES,				/* two switches on the way */
	DEEP_LANES,			/* five, two of them on the way up */
	LONE_LANES,			/* one */
	PACKET_LANES,			/* two, with packets */
	LONE_PACKET_LANES,		/* one, likewise */
	BATCHES,			/* a pruned butterfly of 16 leaves */
	SMALL_BATCHES,			/* of four: slots and timer, whose proofs grow with the leaves */
	FLEXIBLE,			/* 16 words on four lines */
	SORTING,			/* a sorting fat-tree of eight leaves, two batches */
	SORTING_BLOCKS,			/* likewise, in blocks of 2 x 2 */
	DEVICE,				/* an area-universal device of four meshes */
	DEEP_DEVICE,			/* of eight, in which some turns wait for longer */
};

struct bug {
	enum circuit circuit;
	const char *file, *from, *to;
	const char *proof;		/* end of the name of the proof that must fail; "!": it must not even be tried, for
					   the circuit is none: a solver would prove anything of two drivers */
};

static const struct bug bugs[] = {
	/* the element */
	{ BATCHER, "exchange", "first  = straight ? a_late : b_late", "first  = straight ? b_late : a_late", "_delivery" },
	{ BATCHER, "exchange", "second = straight ? b_late : a_late", "second = straight ? a_late : b_late", "_paths" },
	{ BUTTERFLY, "exchange", "second = straight ? b_late : a_late", "second = a_late", "_paths" },
	{ BUTTERFLY, "exchange", "first  = straight ? a_late : b_late", "first  = a_late | b_late", "_paths" },
	{ BUTTERFLY, "exchange", "if (start)\n", "\n", "_paths" },
	{ BATCHER, "exchange", "if (start)\n", "if (start | a_late)\n", "_hold" },
	{ BUTTERFLY, "exchange", "a ^ odd", "a", "_delivery" },
	{ ROW, "exchange", "a ^ odd", "b ^ odd", "_balance" },
	{ ROW, "exchange", "a ^ odd", "~a ^ odd", "_balance" },
	{ ROW, "exchange", "b_late <= b", "b_late <= b & ~start", "_paths" },
	{ BATCHER, "choose", "a_waits <= a", "a_waits <= ~a", "_delivery" },
	{ BUTTERFLY, "choose", "if (start)\n", "\n", "_paths" },
	{ BUTTERFLY, "choose", "if (start)\n", "if (start | b_late)\n", "_hold" },
	/* a priority that never changes */
	{ BATCHER, "choose", "b_leads <= b_late", "b_leads <= 1'b0", "_turns" },
	{ BUTTERFLY, "choose", "b_leads <= b_late", "b_leads <= 1'b0", "_turns" },
	{ BUTTERFLY, "tie_strobe", "start & ~chance", "start", "_turns" },
	{ ROW, "concentrator_8_4", ".chance(chance)", ".chance(1'b0)", "_joints" },
	{ TREE, "node_1", ".chance(chance_down)", ".chance(1'b0)", "node_1_wiring" },
	{ ROUTERS, "subtree_2", ".chance_down(chance_down_below)", ".chance_down(1'b0)", "subtree_2_channels" },
	{ ROUTERS, "router_up_4_2", ".soon(started[", ".soon(start & started[", "up_4_2_wiring" },
	/* the wiring of a concentrator */
	{ BUTTERFLY, "concentrator_8_4", "parity_1 = in_at_1[0] ^ in_at_1[4] ^", "parity_1 = in_at_1[0] ^", "_delivery" },
	{ ROW, "concentrator_8_4", "parity_1 = in_at_1[0] ^ in_at_1[4] ^", "parity_1 = in_at_1[0] ^", "_balance" },
	{ BUTTERFLY, "concentrator_8_4", "out = {from_half_2, from_half_1}", "out = {from_half_2, from_half_2}", "_paths" },
	{ BUTTERFLY, "concentrator_8_4", "out = {from_half_2, from_half_1}", "out = {2'b00, from_half_1}", "_delivery" },
	{ BUTTERFLY, "concentrator_8_4", "out = {from_half_2, from_half_1}", "out = ~{from_half_2, from_half_1}", "_paths" },
	{ ROW, "concentrator_8_4", "out = {from_half_2, from_half_1}", "out = {from_half_1, from_half_2}", "_joints" },
	{ ROW, "concentrator_8_4", ".start(started[2])", ".start(started[1])", "_joints" },
	{ BUTTERFLY, "concentrator_8_4", ".start(started[1])", ".start(started[0])", "_delivery" },
	{ BUTTERFLY, "concentrator_4_2", ".start(started[0])", ".start(start)", "_delivery" },
	{ BATCHER, "concentrator_6_3", ".a(in[0])", ".a(in[1])", "_paths" },
	{ BATCHER, "concentrator_6_3", ".start(started[0])", ".start(start)", "_delivery" },
	{ BATCHER, "concentrator_6_3", ".b(in[5])", ".b(1'b0)", "_delivery" },
	/* nodes */
	{ TREE, "selector", "zero = start ? m & ~in : in", "zero = start ? m & in : in", "_wiring" },
	{ TREE, "selector", "zero = start ? m & ~in : in", "zero = start ? m : in", "_wiring" },
	{ TREE, "selector", "one  = start ? m & in : in", "one  = m & in", "_wiring" },
	{ TREE, "node_1", ".start(up_started[0])", ".start(up_start)", "node_1_wiring" },
	{ TREE, "node_1", ".start(down_started[0]),\n        .in(parent_in)", ".start(down_start),\n        .in(parent_in)", "node_1_wiring" },
	{ TREE, "node_1", "in({right_turning, falling_left})", "in({left_turning, falling_left})", "node_1_wiring" },
	{ TREE, "node_1", "in({right_climbing, left_climbing})", "in({left_climbing, left_climbing})", "node_1_wiring" },
	{ TREE, "node_1", "down_started[0]", "down_start", "node_1_wiring" },
	{ TREE, "node_1", "up_start_out = up_started[", "up_start_out = up_started[0 * ", "node_1_wiring" },
	{ TREE, "delay_line", "stage <= {stage[(STAGES-1)*WIDTH-1:0], in}", "stage <= {STAGES{in}}", "_delay" },
	{ RAM_TREE, "delay_line", "LAST_WORD = WORDS - 1", "LAST_WORD = WORDS - 2", "_delay" },
	{ RAM_TREE, "delay_line", "memory[write_at] <=", "memory[write_at ^ 1] <=", "_delay" },
	{ RAM_TREE, "delay_line", "passed   = {late, ", "passed   = {~late, ", "_delay" },
	{ TREE, "node_1", ".DEPTH(", ".DEPTH(1 + ", "node_1_wiring" },
	{ RAM_TREE, "node_1", ".PASSES(", ".PASSES(1 + ", "node_1_wiring" },
	{ TREE, "node_1", ".one(left_climbing)", ".one(left_turn)", "!node_1_wiring" },
	{ TREE, "node_1", ".zero(falling_left)", ".zero()", "!node_1_wiring" },
	/* nodes that are set */
	{ OFF_LINE, "pick", "setting ? b : a", "setting ? a : b", "node_2_setting" },
	{ OFF_LINE, "pick", "setting ? b : a", "setting ? b : a | b", "node_1_setting" },
	{ OFF_LINE, "concentrator_4_3", ".b(in[3:1])", ".b(in[2:0])", "node_1_setting" },
	{ OFF_LINE, "concentrator_4_3", ".setting(setting)", ".setting({setting[1:0], setting[2]})", "node_1_setting" },
	{ OFF_LINE, "concentrator_4_3", "picked_1_at_1 <= picked_1", "picked_1_at_1 <= ~picked_1", "node_1_setting" },
	{ OFF_LINE, "concentrator_4_3", "out = picked_1_at_1", "out = picked_1", "node_1_setting" },
	{ OFF_LINE, "node_1", "setting[6:3]", "setting[7:4]", "node_1_setting" },
	{ OFF_LINE, "node_1", ".in({left_in, parent_in})", ".in({right_in, parent_in})", "node_1_setting" },
	{ OFF_LINE, "node_1", ".next(settings)", ".next(~settings)", "node_1_setting" },
	{ OFF_LINE, "node_1", ".start(start)", ".start(started)", "node_1_setting" },
	{ OFF_LINE, "node_1", "start_out = started", "start_out = start", "node_1_setting" },
	{ OFF_LINE, "node_0", "left_out = right_in", "left_out = left_in", "node_0_setting" },
	{ PARTIAL, "concentrator_5_2", ".b(in[4])", ".b(in[3])", "node_1_setting" },
	{ PARTIAL, "concentrator_5_2", ".setting(setting[3])", ".setting(setting[2])", "node_1_setting" },
	/* sorters */
	{ SORTER, "compare_exchange", "decided <= a ^ b", "decided <= a | b", "_order" },
	{ SORTER, "compare_exchange", "crossed <= a & ~b", "crossed <= ~a & b", "_order" },
	{ SORTER, "compare_exchange", "decided <= 1'b0", "decided <= decided", "_order" },
	{ SORTER, "compare_exchange", ": a | b", ": b", "_order" },
	{ SORTER, "compare_exchange", "if (start)", "if (start & a)", "_order" },
	{ SORTER, "sorter_4", ".a(in[0])", ".a(in[1])", "_sorts" },
	{ SORTER, "sorter_4", ".first(small_1),\n        .second(large_1)", ".first(large_1),\n        .second(small_1)",
	  "_sorts" },
	{ SORTER, "sorter_4", ".start(started[0])", ".start(start)", "_sorts" },
	/* routers: the way up */
	{ ROUTERS, "router_up_4_2", ".in(zero_2_at_4)", ".in(one_2_at_4)", "up_4_2_wiring" },
	{ ROUTERS, "router_up_4_2", ".in(zero_2_at_4)", ".in(one_1_at_2)", "up_4_2_wiring" },
	{ ROUTERS, "router_up_4_2", "from_port_2, from_port_1}", "from_port_1, from_port_2}", "up_4_2_wiring" },
	{ ROUTERS, "router_up_4_2", "{zero_1_at_7, ", "{zero_1_at_6, ", "up_4_2_wiring" },
	{ ROUTERS, "router_up_4_2", "zero_1_at_2 <= zero_1", "zero_1_at_2 <= one_1", "up_4_2_wiring" },
	{ ROUTERS, "router_up_4_2", ".start(started[2]),\n        .in(one_1_at_2)", ".start(started[1]),\n        .in(one_1_at_2)",
	  "up_4_2_wiring" },
	{ ROUTERS, "router_up_4_2", ".start(started[3]),\n        .favor", ".start(started[2]),\n        .favor",
	  "up_4_2_wiring" },
	{ ROUTERS, "router_up_2_2", ".in(in)", ".in({in[0], in[1]})", "up_2_2_wiring" },
	{ ROUTERS, "router_up_2_2", "one_1_at_2 <= one_1", "one_1_at_2 <= one_1 | zero_1", "up_2_2_wiring" },
	{ ROUTERS, "router_up_2_2", "one_1_at_2 <= one_1", "one_1_at_2 <= in", "up_2_2_wiring" },
	{ ROUTERS, "router_up_2_2", "one_1_at_2 <= one_1", "one_1_at_2 <= one_1 & ~{2{start}}", "up_2_2_wiring" },
	{ ROUTERS, "router_up_2_2", "{zero_1_at_6, ", "{zero_1_at_6[0], zero_1_at_6[1], ", "up_2_2_wiring" },
	{ ROUTERS, "router_up_2_2", ".zero(zero_2),\n        .one(one_2)", ".zero(one_2),\n        .one(zero_2)", "up_2_2_wiring" },
	{ ROUTERS, "router_up_2_2", ".one(one_2)", ".one(zero_2)", "!up_2_2_wiring" },
	{ ROUTERS, "selector", "zero = start ? m & ~in : in", "zero = start ? ~in : in", "up_2_2_wiring" },
	{ ROUTERS, "selector", "one  = start ? m & in : in", "one  = start ? m & in : in & m", "up_2_2_wiring" },
	{ WIDE_ROUTERS, "router_up_2_2_of_2", ".in(zero_2_at_4)", ".in({1'b0, zero_2_at_4[2:0]})", "up_2_2_of_2_wiring" },
	{ WIDE_ROUTERS, "router_up_2_2_of_2", ".in(zero_2_at_4)", ".in({zero_2_at_4[2], zero_2_at_4[2:0]})", "up_2_2_of_2_wiring" },
	{ ANY_ROUTERS, "router_up_2_4_of_2_any", "4'b0000, one_1_at_2}", "one_1_at_2, one_1_at_2}", "_any_wiring" },
	{ ANY_ROUTERS, "router_up_2_4_of_2_any", "4'b0000, one_1_at_2}", "{5{1'b0}}, one_1_at_2[2:0]}", "_any_wiring" },
	{ ANY_ROUTERS, "router_up_2_4_of_2_any", "one_1_at_2 <= one_1", "one_1_at_2 <= zero_1", "_any_wiring" },
	/* the way down */
	{ ROUTERS, "router_down_4_2", "{zero_14_at_4, zero_11_at_4, ", "{zero_15_at_4, zero_11_at_4, ", "down_4_2_wiring" },
	{ ROUTERS, "router_down_4_2", "zero_11_at_4, zero_8_at_4, ", "zero_11_at_4, unused_5, ", "down_4_2_wiring" },
	{ ROUTERS, "router_down_4_2", "zero_6_at_4, zero_3_at_4}", "zero_6_at_4, 2'b00}", "down_4_2_wiring" },
	{ ROUTERS, "router_down_4_2", "zero_6_at_4, zero_3_at_4}", "zero_6_at_4, zero_2_at_4}", "down_4_2_wiring" },
	{ ROUTERS, "router_down_4_2", ".zero(unused_5),\n        .one(one_5)", ".zero(one_5),\n        .one(unused_5)",
	  "down_4_2_wiring" },
	{ ROUTERS, "router_down_4_2", ".in(in[2])", ".in(in[3])", "down_4_2_wiring" },
	{ ROUTERS, "router_down_4_2", ".in(in[1:0])", ".in({in[0], in[0]})", "down_4_2_wiring" },
	{ ROUTERS, "router_down_4_2", ".start(started[0]),\n        .in(in[1:0])", ".start(started[1]),\n        .in(in[1:0])",
	  "down_4_2_wiring" },
	{ ROUTERS, "router_down_4_2", "one_1_at_2 <= one_1", "one_1_at_2 <= zero_1", "down_4_2_wiring" },
	{ ROUTERS, "router_down_4_2", "from_port_4, from_port_3", "from_port_3, from_port_4", "down_4_2_wiring" },
	{ ROUTERS, "router_down_4_2", "{started[2:0], start}", "{started[1:0], start, start}", "down_4_2_wiring" },
	{ ROUTERS, "router_down_2_2", "in_at_2_from_2[1], zero_1", "in_at_2_from_2[0], zero_1", "down_2_2_wiring" },
	{ ROUTERS, "router_down_2_2", "in_at_1_from_2 <= in[3:2]", "in_at_1_from_2 <= in[1:0]", "down_2_2_wiring" },
	{ ROUTERS, "router_down_2_2", "{in_at_2_from_2[0], one_1_at_2}", "{in[2], one_1_at_2}", "down_2_2_wiring" },
	{ ROUTERS, "router_down_3_0", ".zero(zero_6),\n        .one(unused_6)", ".zero(unused_6),\n        .one(zero_6)",
	  "down_3_0_wiring" },
	{ ROUTERS, "router_down_3_0", "{zero_6_at_4, zero_3_at_4}", "{zero_6_at_4, one_2_at_4}", "down_3_0_wiring" },
	{ ROUTERS, "router_down_3_0", "{zero_6_at_4, zero_3_at_4}", "{zero_6_at_4, one_1_at_2}", "down_3_0_wiring" },
	{ WIDE_ROUTERS, "router_down_2_2_of_2", "{from_port_2, from_port_1}", "{from_port_1, from_port_2}",
	  "down_2_2_of_2_wiring" },
	/* the two together */
	{ ROUTERS, "router_1", ".start(up_start)", ".start(down_start)", "router_1_joints" },
	{ ROUTERS, "router_1", ".start(down_start)", ".start(up_start)", "router_1_joints" },
	{ ROUTERS, "router_1", "{child_3_in, child_2_in, ", "{child_2_in, child_3_in, ", "router_1_joints" },
	{ ROUTERS, "router_1", "{child_3_out, child_2_out, ", "{child_2_out, child_3_out, ", "router_1_joints" },
	{ ROUTERS, "router_1", "{turned, parent_in}", "{turning, parent_in}", "router_1_joints" },
	{ ROUTERS, "router_1", "{turning, parent_out}", "{parent_out, turning}", "router_1_joints" },
	{ ROUTERS, "router_1", ".DEPTH(", ".DEPTH(1 + ", "router_1_joints" },
	{ ROUTERS, "delay_line", "stage <= {stage[(STAGES-1)*WIDTH-1:0], in}", "stage <= {STAGES{in}}", "_delay" },
	{ ROUTERS, "router_3", "{child_2_in, child_1_in, ", "{child_1_in, child_2_in, ", "router_3_joints" },
	/* what is around them */
	{ ROUTERS, "subtree_1", "child_0_in(child_0_up)", "child_0_in(child_1_up)", "subtree_1_channels" },
	{ ROUTERS, "subtree_2", "child_0_in(child_0_up)", "child_0_in({child_0_up[0], child_0_up[1]})", "subtree_2_channels" },
	{ ROUTERS, "subtree_2", "parent_out(up)", "parent_out({up[1:0], up[3:2]})", "subtree_2_channels" },
	{ ROUTERS, "subtree_2", "parent_in(down)", "parent_in({down[2], down[3], down[1:0]})", "subtree_2_channels" },
	{ ROUTERS, "subtree_2", ".up_start(child_0_up_start),\n        .parent_out", ".up_start(down_start),\n        .parent_out",
	  "subtree_2_channels" },
	{ ROUTERS, "subtree_2", "children_down_start = down_started[", "children_down_start = down_started[0 * ",
	  "subtree_2_channels" },
	{ ROUTERS, "subtree_2", "up_start = up_started[", "up_start = up_started[0 * ", "subtree_2_channels" },
	{ ROUTERS, "subtree_3", "child_2_out(child_2_down)", "child_2_out({child_2_down[2:0], child_2_down[3]})",
	  "subtree_3_channels" },
	{ ROUTERS, "subtree_3", ".down_start(child_0_up_start)\n", ".down_start(children_down_start)\n", "subtree_3_channels" },
	/* dead links, in a router */
	{ FAULTY_ROUTERS, "living_links", "& {WIRES{~dead[j]}}", "", "router_1_joints" },
	{ FAULTY_ROUTERS, "living_links", "~dead[j]", "dead[j]", "router_2_joints" },
	{ FAULTY_ROUTERS, "living_links", "~dead[j]", "~dead[CHILDREN-1-j]", "router_3_joints" },
	{ FAULTY_ROUTERS, "router_1", ".in(living_up)", ".in({child_3_in, child_2_in, child_1_in, child_0_in})", "router_1_joints" },
	{ FAULTY_ROUTERS, "router_1", ".dead(dead),\n        .in(all_down)", ".dead(4'd0),\n        .in(all_down)",
	  "router_1_joints" },
	{ FAULTY_ROUTERS, "router_1", ".dead(dead)", ".dead({dead[2:0], dead[3]})", "router_1_joints" },
	{ FAULTY_ROUTERS, "router_3", ".in(living_up)", ".in({child_2_in, child_1_in, child_0_in})", "router_3_joints" },
	{ FAULTY_ROUTERS, "router_3", ".dead(dead),\n        .in(all_down)", ".dead({dead[0], dead[2:1]}),\n        .in(all_down)",
	  "router_3_joints" },
	{ WIDE_FAULTY_ROUTERS, "living_links", "{WIRES{~dead[j]}}", "{{WIRES-1{1'b1}}, ~dead[j]}", "router_1_joints" },
	{ WIDE_FAULTY_ROUTERS, "living_links", "assign out[j*WIRES +: WIRES]", "assign out[(CHILDREN-1-j)*WIRES +: WIRES]",
	  "router_2_joints" },
	/* their bus */
	{ FAULTY_ROUTERS, "subtree_2", "dead[7:4]", "dead[8:5]", "subtree_2_channels" },
	{ FAULTY_ROUTERS, "subtree_2", "dead[11:8]", "dead[7:4]", "subtree_2_channels" },
	{ FAULTY_ROUTERS, "subtree_2", ".dead(dead[3:0])", ".dead({dead[1:0], dead[3:2]})", "subtree_2_channels" },
	{ FAULTY_ROUTERS, "subtree_3", "dead[11:0]", "dead[12:1]", "subtree_3_channels" },
	{ BARE_FAULTY_ROUTERS, "subtree_1", ".dead(dead)", ".dead({dead[0], dead[3:1]})", "subtree_1_channels" },
	/* broadcasts: the way down */
	{ FAULTY_ROUTERS, "copying_selector", "m & (~in | copy)", "m & ~in", "down_2_2_to_all_wiring" },
	{ FAULTY_ROUTERS, "copying_selector", "m & (in | copy)", "m & in", "down_4_2_to_all_wiring" },
	{ FAULTY_ROUTERS, "copying_selector", "m & (in | copy)", "m & in | copy", "down_2_2_to_all_wiring" },
	{ FAULTY_ROUTERS, "copying_selector", "m & (~in | copy) : in", "m & (~in | copy) : in | copy", "down_2_2_to_all_wiring" },
	{ FAULTY_ROUTERS, "router_down_4_2_to_all", "selector_2 [1:0] (\n        .clk(clk),\n        .copy(copy)",
	  "selector_2 [1:0] (\n        .clk(clk),\n        .copy(1'b0)", "down_4_2_to_all_wiring" },
	{ FAULTY_ROUTERS, "router_down_4_2_to_all", "c_selector selector_4 (\n", "c_copying_selector selector_4 (\n        .copy(copy),\n",
	  "down_4_2_to_all_wiring" },
	{ FAULTY_ROUTERS, "router_down_3_0_to_all", ".copy(copy)", ".copy(1'b1)", "down_3_0_to_all_wiring" },
	{ FAULTY_ROUTERS, "router_down_3_0_to_all", "zero_5_at_4, zero_2_at_4}", "zero_5_at_4, 1'b0}", "down_3_0_to_all_wiring" },
	{ BARE_FAULTY_ROUTERS, "router_down_2_0_to_all", "{one_2_at_2, one_1_at_2}", "{1'b0, one_1_at_2}", "down_2_0_to_all_wiring" },
	/* who hears of them */
	{ FAULTY_ROUTERS, "router_2", ".copy(copy)", ".copy(1'b0)", "router_2_joints" },
	{ FAULTY_ROUTERS, "router_3", ".copy(copy)", ".copy(down_start)", "router_3_joints" },
	{ FAULTY_ROUTERS, "subtree_1", "timing_below[10]", "1'b1", "subtree_1_channels" },
	{ FAULTY_ROUTERS, "subtree_2", "timing_below[10]", "timing[10]", "subtree_2_channels" },
	{ FAULTY_ROUTERS, "subtree_3", "timing_below[10]", "timing_below[9]", "subtree_3_channels" },
	{ FAULTY_ROUTERS, "subtree_3", ".timing(timing_below)", ".timing({2'b00, timing_below[9:0]})", "subtree_3_channels" },
	/* turns */
	{ FAULTY_ROUTERS, "subtree_1", ".token_in(child_1_token_out)", ".token_in(child_0_token_out)", "subtree_1_channels" },
	{ FAULTY_ROUTERS, "subtree_2", "token_out = child_1_token_out", "token_out = child_0_token_out", "subtree_2_channels" },
	{ FAULTY_ROUTERS, "subtree_3", "child_1_line_up, child_0_line_up})", "child_0_line_up, child_0_line_up})", "subtree_3_channels" },
	{ BARE_FAULTY_ROUTERS, "subtree_2", ".copy(broadcast)", ".copy(child_0_up_start)", "subtree_2_channels" },
	{ BARE_FAULTY_ROUTERS, "subtree_2", ".broadcast(broadcast)", ".broadcast(1'b0)", "subtree_2_channels" },
	/* who is a member of which groups */
	{ GROUPED_ROUTERS, "subtree_1", ".members(members[3:2])", ".members(members[1:0])", "subtree_1_channels" },
	{ GROUPED_ROUTERS, "subtree_1", ".members(members[1:0])", ".members({members[0], members[1]})", "subtree_1_channels" },
	{ GROUPED_ROUTERS, "subtree_2", ".members(members[7:4])", ".members(members[6:3])", "subtree_2_channels" },
	/* hypertrees: the strobes of a node */
	{ HYPERTREE, "packet_frame", "RESET_ROW = 2", "RESET_ROW = 1", "frame_frames" },
	{ HYPERTREE, "packet_frame", "if (wrap)\n            silent", "if (copy)\n            silent", "frame_frames" },
	{ HYPERTREE, "packet_frame", "6'b000100", "6'b001000", "frame_frames" },
	{ HYPERTREE, "packet_frame", "nearly = next_row == LAST", "nearly = read_row == LAST", "frame_frames" },
	/* routes */
	{ UNFINISHED_HYPERTREE, "packet_route", "nears[1] & ~nears[0]", "nears[1]", "route_2_rule" },
	{ HYPERTREE, "packet_route", "turns       = ~again & bit_differs", "turns       = bit_differs", "route_1_rule" },
	{ UNFINISHED_HYPERTREE, "packet_route", "~absent;", "~2'b00;", "route_2_rule" },
	{ HYPERTREE, "packet_route", "down & ~arrived & path[6-LEVEL]", "down & ~arrived & ~path[6-LEVEL]", "route_0_rule" },
	{ HYPERTREE, "packet_route", "~reaches[LEVEL+1];", "~reaches[LEVEL];", "route_1_rule" },
	{ HYPERTREE, "packet_route", "differ[6:0] & bits_above & ~flippable", "differ[6:0] & bits_above", "route_2_rule" },
	{ HYPERTREE, "packet_path", "{number[1:0], 5'b10000}", "{number[0], number[1], 5'b10000}", "route_2_rule" },
	{ FULL_RING_TREE, "packet_route_full", "{upwards, downwards} & ~absent", "{downwards, upwards} & ~absent", "route_2_rule" },
	{ FULL_RING_TREE, "packet_route_full", "~above & ~|across", "~above", "route_1_rule" },
	{ FULL_RING_TREE, "packet_ring", "MOST_UP   = LEVEL > 2 ? 3 : LEVEL == 2 ? 2", "MOST_UP   = LEVEL > 2 ? 3 : LEVEL == 2 ? 3", "route_2_rule" },
	{ FULL_RING_TREE, "packet_ring", "reaches   = |path[6-LEVEL:0]", "reaches   = 1'b1", "route_2_rule" },
	{ FULL_RING_TREE, "packet_ring", "wraps     = LEVEL > 1 &&", "wraps     =", "wrapping_1_rule" },
	{ FULL_RING_TREE, "packet_ring", "up_wraps[k]   = above[7]", "up_wraps[k]   = below[7]", "wrapping_2_rule" },
	{ FULL_RING_TREE, "packet_wraps", "~|(walks >> (m + 1))", "1'b1", "wrapping_3_rule" },
	{ HALF_RING_TREE, "packet_route_half", "odd ? own + DISTANCE[6:0] : own - DISTANCE[6:0]", "own + DISTANCE[6:0]", "route_2_rule" },
	{ HALF_RING_TREE, "packet_route_half", "ahead[2] | ahead[4] : ahead[1]", "ahead[1] | ahead[4] : ahead[1]", "route_2_rule" },
	{ HALF_RING_TREE, "packet_route_half", "below && goal ==", "goal ==", "route_2_rule" },
	{ HALF_RING_TREE, "packet_route_half", "{beside & ~odd, beside & odd}", "{beside & odd, beside & ~odd}", "route_2_rule" },
	{ UNFINISHED_RING_TREE, "packet_route_half", "crosses & ~absent[3]", "crosses", "route_3_rule" },
	{ UNFINISHED_RING_TREE, "packet_route_half", "& ~absent[2:1];", ";", "route_2_rule" },
	/* scans */
	{ HYPERTREE, "packet_scan", "own | ~|conflict", "1'b1", "scan_23688_10_grants" },
	{ HYPERTREE, "packet_scan", "allowed & open", "allowed & (open | reserved)", "scan_88_0_grants" },
	{ HYPERTREE, "packet_scan", "grant   = there_checked &", "grant   = 1'b1 &", "scan_88_0_grants" },
	{ HYPERTREE, "packet_scan", "reserved & ~{QUEUES{is_member}}", "reserved & {QUEUES{is_member}}", "scan_88_0_grants" },
	{ HYPERTREE, "packet_scan", "reserved & ~{QUEUES{is_member}}", "reserved & left & ~{QUEUES{is_member}}", "scan_88_0_waits" },
	{ HYPERTREE, "packet_scan", "grant & (lane[q] | lane[OTHER])", "grant & lane[q]", "scan_23688_10_grants" },
	{ HYPERTREE, "packet_scan", "class_1 == SECOND", "class_1 != SECOND", "scan_23688_10_grants" },
	{ HYPERTREE, "packet_scan", "(own_first ? active_too : active)", "(active)", "scan_88_0_grants" },
	{ HYPERTREE, "packet_scan", "{frames[QUEUES-2:0], frames[QUEUES-1]}", "frames", "scan_88_0_grants" },
	{ HYPERTREE, "packet_scan", "{ring[LINKS-2:0], ring[LINKS-1]}", "ring", "scan_88_0_grants" },
	{ HYPERTREE, "packet_scan", "granted_now | sent & ~{QUEUES{first}}", "granted_now | sent", "scan_88_0_grants" },
	{ HYPERTREE, "packet_scan", "stays_now | members & ~granted_now", "stays_now | members", "scan_88_0_waits" },
	{ HYPERTREE, "packet_scan", "left | lane & {QUEUES{stays}}", "left | {QUEUES{stays}}", "scan_88_0_grants" },
	{ HYPERTREE, "packet_scan", "reserved <= left;", "reserved <= {QUEUES{|left}};", "scan_88_0_grants" },
	{ HYPERTREE, "packet_scan", "rings[1 +: LINKS]", "rings[0 +: LINKS]", "scan_88_0_grants" },
	{ HYPERTREE, "packet_scan", "rings[2 +: LINKS]", "rings[1 +: LINKS]", "scan_88_0_grants" },
	/* input ports */
	{ HYPERTREE, "packet_port", "comes[c] | full | some & ~sent[c]", "comes[c] | full | some", "port_1_queue" },
	{ HYPERTREE, "packet_port", "~sent[c] & (full | some & comes[c])", "full | some & comes[c]", "port_2_queue" },
	{ HYPERTREE, "packet_port", "~sent[c] & (full | some & comes[c])", "~sent[c] & full", "port_1_queue" },
	{ HYPERTREE, "packet_port", "head_slot ^ sent[c]", "head_slot ^ some", "port_1_queue" },
	{ HYPERTREE, "packet_port", "tail_slot ^ comes[c]", "tail_slot ^ comes[0]", "port_2_queue" },
	{ HYPERTREE, "packet_port", "room[c]  = ~full", "room[c]  = ~some", "port_1_queue" },
	{ HYPERTREE, "packet_port", "room[c]  = ~full", "room[c]  = ~full | sent[c]", "port_1_queue" },
	{ HYPERTREE, "packet_port", "in[3], data[6:0]}", "data[3], data[6:0]}", "port_1_queue" },
	{ HYPERTREE, "packet_port", "{second, ~second}", "{~second, second}", "port_2_queue" },
	{ HYPERTREE, "packet_port", "if (wrap)\n                    place", "if (first)\n                    place", "port_1_queue" },
	{ HYPERTREE, "packet_port", "!copy ? place", "!first ? place", "port_2_queue" },
	{ HYPERTREE, "packet_port", "head_place = {here[1]", "head_place = {here[0]", "port_2_queue" },
	{ HYPERTREE, "packet_port", "{sent_place, read_row", "{head_place, read_row", "port_1_queue" },
	{ HYPERTREE, "packet_port", "read_row[BYTE_BITS-1:0]}", "write_row[BYTE_BITS-1:0]}", "port_1_queue" },
	{ HYPERTREE, "packet_port", "if (coming)\n", "if (coming | head)\n", "port_1_queue" },
	{ DEEP_HYPERTREE, "packet_port", "room[c]  = ~count[2]", "room[c]  = ~&count[1:0]", "port_2_queue" },
	{ DEEP_HYPERTREE, "packet_port", "- {2'b0, sent[c]}", "- {2'b0, sent[0]}", "port_2_queue" },
	{ DEEP_HYPERTREE, "packet_port", "tail_slot + {1'b0, comes[c]}", "tail_slot + {comes[c], 1'b0}", "port_1_queue" },
	/* output ports */
	{ HYPERTREE, "packet_crossbar", "granted | next & ~copy", "granted | next", "crossbar_4_0_passes" },
	{ HYPERTREE, "packet_crossbar", "idle <= ~(copy & next)", "idle <= ~(copy | next)", "crossbar_2_0_passes" },
	{ HYPERTREE, "packet_crossbar", "if (copy)\n            input_now", "input_now", "crossbar_4_3_passes" },
	{ HYPERTREE, "packet_crossbar", "N[BITS-1:0] & {BITS{own}}", "{BITS{1'b0}}", "crossbar_4_3_passes" },
	{ HYPERTREE, "packet_crossbar", "number[BITS-1:0] & ~{BITS{own}}", "number[BITS-1:0]", "crossbar_5_4_passes" },
	{ HYPERTREE, "packet_crossbar", "out <= 8'd0", "out <= out", "crossbar_3_2_passes" },
	{ HALF_RING_TREE, "packet_crossbar", "MARKS != 0 && lead", "MARKS != 0 && nearly", "crossbar_4_1_down_passes" },
	{ DEEP_HYPERTREE, "packet_crossbar", "copy || SHORT && nearly", "copy", "crossbar_4_0_passes" },
	/* from node to node: a scan that does not see that a port is taken, or that looks too early; a port that says too late
	 * that it is full; a crossbar that passes packets twice */
	{ HYPERTREE, "packet_scan", "look ? room : open & ~closed", "look ? room | open : open & ~closed", "link_23688_10_0_link" },
	{ HYPERTREE, "packet_scan", "class_1 == SECOND", "class_1 != SECOND", "link_23688_10_3_link" },
	{ HYPERTREE, "packet_scan", "look ? room", "first ? room", "link_23688_10_0_link" },
	{ HYPERTREE, "packet_port", "room[c]  = ~full", "room[c]  = ~(full & sent[c])", "link_88_0_1_link" },
	{ HYPERTREE, "packet_crossbar", "granted | next & ~copy", "granted | next", "link_88_0_0_link" },
	/* faults */
	{ DYING_HYPERTREE, "packet_detour", "any_dead ? had_begun : header[7] & |across", "had_begun", "route_1_rule" },
	{ DYING_HYPERTREE, "packet_detour", "any_dead ? had_begun : header[7] & |across", "header[7] & |across", "route_0_round_rule" },
	{ DYING_HYPERTREE, "packet_detour", "|(way[2:1] & dead[2:1])", "(way[1] & dead[1])", "route_1_dead_2_rule" },
	{ DYING_HYPERTREE, "packet_detour", "crosses    = free & way[0] & dead[0]", "crosses    = 1'b0", "route_2_dead_0_rule" },
	{ DYING_HYPERTREE, "packet_detour", "{2{free}} & way[2:1] & ~dead[2:1]", "{2{free}} & way[2:1]", "route_0_dead_1_rule" },
	{ FAULTY_HYPERTREE, "packet_crossbar", "bits[4:3], packet_byte[4:3]", "packet_byte[6:3]", "_passes" },
	{ FAULTY_HYPERTREE, "packet_scan", "begins | begun & ~granted_now", "begins", "_grants" },
	{ FAULTY_HYPERTREE, "packet_scan", "grant | drops", "grant", "_grants" },
	{ FAULTY_HYPERTREE, "packet_scan", "drop_checked & (own | ~|conflict)", "drop_checked", "_grants" },
	{ FAULTY_HYPERTREE, "packet_scan", "dropped       <= drops", "dropped       <= detours", "_grants" },
	{ FAULTY_HYPERTREE, "packet_port", "{in[5], in[2:0]", "{in[6], in[2:0]", "port_2_queue" },
	{ FAULTY_HYPERTREE, "packet_detour", "blocked & ~had_begun & exists", "blocked & exists", "route_0_rule" },
	{ FAULTY_HYPERTREE, "packet_detour", "forced | free & way[0]", "free & way[0]", "route_2_rule" },
	{ FAULTY_HYPERTREE, "packet_detour", "detour & {3{~at_waypoint}}", "detour", "route_2_rule" },
	{ FAULTY_HYPERTREE, "packet_detour", "is_child ? BELOW[2:0] : FAR[2:0]", "BELOW[2:0]", "route_0_rule" },
	/* adapters: what is sent */
	{ TALKING_HYPERTREE, "packet_leaf_acknowledged", "is_taken      = seen[2]", "is_taken      = seen[2] & due[0]", "adapter_sends" },
	{ TALKING_HYPERTREE, "packet_leaf_acknowledged", "word_comes & ~head, frees}", "word_comes, frees}", "adapter_takes" },
	{ TALKING_HYPERTREE, "packet_leaf_acknowledged", "found[2] ^ (frees | fills)", "found[2] | fills", "adapter_sends" },
	{ TALKING_HYPERTREE, "packet_leaf_acknowledged", "head ? slot : found", "head ? pick : found", "adapter_sends" },
	{ TALKING_HYPERTREE, "packet_leaf_acknowledged", "is_due ? word[7] : seen[0]", "seen[0]", "adapter_sends" },
	{ TALKING_HYPERTREE, "packet_leaf_acknowledged", "due[k]  <= ~first & ~accepts;", "due[k]  <= ~first & accepts;", "adapter_sends" },
	{ TALKING_HYPERTREE, "packet_leaf_acknowledged", "due <= used;", "due <= due;", "adapter_sends" },
	{ TALKING_HYPERTREE, "packet_leaf_acknowledged", "taking      <= enters_new |", "taking      <= enters_word |", "adapter_sends" },
	{ TALKING_HYPERTREE, "packet_leaf_acknowledged", "frees   = answered & said", "frees   = answered", "adapter_sends" },
	/* what is taken */
	{ TALKING_HYPERTREE, "packet_leaf_acknowledged", "head ? word_comes & ~waiting", "head ? word_comes", "adapter_takes" },
	{ TALKING_HYPERTREE, "packet_leaf_acknowledged", "word_comes & coming & ~differs | frees", "word_comes & ~differs | frees", "adapter_takes" },
	{ TALKING_HYPERTREE, "packet_leaf_acknowledged", "accepted        = coming | differs", "accepted        = coming", "adapter_takes" },
	{ TALKING_HYPERTREE, "packet_leaf_acknowledged", "again           = look & differs", "again           = 1'b0", "adapter_takes" },
	{ TALKING_HYPERTREE, "packet_leaf_acknowledged", "waiting | m_axis_tvalid & ~m_axis_tready", "waiting", "adapter_takes" },
	/* what is answered */
	{ TALKING_HYPERTREE, "packet_leaf_acknowledged", "queue[newest] <= {accepted, source}", "queue[oldest] <= {accepted, source}", "adapter_replies" },
	{ TALKING_HYPERTREE, "packet_leaf_acknowledged", "if (enters_answer)\n            oldest", "if (answered)\n            oldest", "adapter_replies" },
	{ TALKING_HYPERTREE, "packet_leaf_acknowledged", "(~|ready | ~has_answered)", "(~|ready & ~has_answered)", "adapter_replies" },
	{ TALKING_HYPERTREE, "packet_leaf_acknowledged", "accepts_now <= enters_answer & answer[7]", "accepts_now <= answer[7] & ~answer_waits", "adapter_replies" },
	{ TALKING_HYPERTREE, "packet_leaf_acknowledged", "oldest <= newest;", "oldest <= newest - 7'd1;", "adapter_replies" },
	/* lanes: arbiters */
	{ LANES, "lane_arbiter", "OTHER > i ? favor[l] : ~favor[l]", "OTHER > i ? ~favor[l] : favor[l]", "arbiter_4_grants" },
	{ LANES, "lane_arbiter", "|request[END-1:OTHER]", "request[OTHER]", "arbiter_4_grants" },
	{ LANES, "lane_arbiter", "grant[i] = request[i] & ~|by", "grant[i] = ~|by", "arbiter_4_grants" },
	{ LANES, "lane_arbiter", "request[i] & ~|by", "request[i] & ~&by", "arbiter_4_grants" },
	{ LANES, "lane_arbiter", "favor[l] : ~favor[l]", "favor[0] : ~favor[0]", "arbiter_4_grants" },
	{ LANES, "lane_arbiter", "OTHER > i ? favor[l] : ~favor[l]", "OTHER > i", "arbiter_4_grants" },
	{ DEEP_LANES, "lane_arbiter", "favor[l] : ~favor[l]", "favor[l] : 1'b0", "arbiter_2_grants" },
	{ LANES, "lane_arbiter", "|request[END-1:OTHER]", "request[OTHER]", "down_1_switches" },
	/* what picks */
	{ LANES, "lane_pick", ".odd(all[(2*k+1)*WIDTH +: WIDTH])", ".odd(all[2*k*WIDTH +: WIDTH])", "down_1_switches" },
	{ LANES, "lane_pick", "odd ? all[WIDTH +: WIDTH] : all[0 +: WIDTH]", "odd ? all[0 +: WIDTH] : all[WIDTH +: WIDTH]",
	  "down_1_switches" },
	{ LANES, "lane_pick", "!pair[0] ? {WIDTH{odd}}", "!pair[0] ? {WIDTH{1'b0}}", "leaf_sender" },
	{ LANES, "lane_link", "previous & odd | ~previous & even : previous", "previous & odd | ~previous & even : even", "leaf_sender" },
	/* switches: who wins, and for how long */
	{ LANES, "lane_switch", "order  <= favor", "order  <= {BITS{1'b0}}", "down_2_switches" },
	{ LANES, "lane_switch", "decide <= strobe", "decide <= 1'b1", "down_1_switches" },
	{ LANES, "lane_switch", "if (decide)\n                            for_slot", "for_slot", "down_2_switches" },
	{ LANES, "lane_switch", "FIRST != 0 ? granted[j] : grant[j]", "grant[j]", "down_2_switches" },
	{ LANES, "lane_switch", "if (FIRST != 0 || decide)\n", "\n", "down_1_switches" },
	{ LANES, "lane_switch", "if (decide)\n                    some", "some", "down_1_switches" },
	{ LANES, "lane_switch", "some <= |asks", "some <= some | |asks", "down_1_switches" },
	{ LONE_LANES, "lane_switch", "(busy[o*NEXT] | held[o] & ~goes_on)", "(held[o] & ~goes_on)", "down_1_switches" },
	/* what they ask the next one */
	{ LANES, "lane_switch", "some & free & picked", "free & picked", "down_2_switches" },
	{ LANES, "lane_switch", "some & free & picked", "some & picked", "down_2_switches" },
	{ LANES, "lane_switch", "busy[o*NEXT+i]", "busy[i]", "down_2_switches" },
	{ LANES, "lane_switch", "{ALL_DIGITS{granted[i]}}", "{ALL_DIGITS{1'b1}}", "down_2_switches" },
	{ DEEP_LANES, "lane_switch", "rest <= picked[MORE-1:0]", "rest <= digits[MORE-1:0]", "down_3_switches" },
	{ DEEP_LANES, "lane_switch", "ahead[i] <= some & free;", "ahead[i] <= free;", "up_1_switches" },
	/* what they pass on */
	{ DEEP_LANES, "lane_switch", "then_won <= numbers[i*BITS +: BITS]", "then_won <= won", "up_1_switches" },
	{ DEEP_LANES, "lane_switch", "numbers[LAG*BITS +: BITS]", "numbers[0 +: BITS]", "up_2_switches" },
	{ DEEP_LANES, "lane_switch", ".odd(number[0])", ".odd(won[0])", "up_1_switches" },
	{ DEEP_LANES, "lane_switch", "<= beat;", "<= beat & {WIDTH{some}};", "up_1_switches" },
	/* what they say of it */
	{ LANES, "lane_switch", "(LAST != 0 || taken_out[o])", "1'b1", "down_2_switches" },
	{ LANES, "lane_switch", "taken_out[o])", "taken_out[0])", "down_2_switches" },
	{ LANES, "lane_switch", "got[i*OUTPUTS+o] = grant[i];", "got[i*OUTPUTS+o] = request[i*OUTPUTS+o];", "down_1_switches" },
	{ LANES, "lane_switch", "if (LAST == 0 || decide)\n", "\n", "down_1_switches" },
	{ LANES, "lane_switch", "took <= |got[i*OUTPUTS +: OUTPUTS]", "took <= got[i*OUTPUTS]", "down_1_switches" },
	{ LANES, "lane_switch", "taken[i] = |got[i*OUTPUTS +: OUTPUTS]", "taken[i] = got[i*OUTPUTS]", "down_2_switches" },
	{ LANES, "lane_switch", "LAST != 0 && some;", "LAST != 0 && |asks;", "down_1_switches" },
	/* their modules */
	{ LANES, "down_2", ".FIRST(1)", ".FIRST(0)", "down_2_switches" },
	{ DEEP_LANES, "down_3", ".LAG(", ".LAG(1 + ", "down_3_switches" },
	/* the timer */
	{ LANES, "lane_timer", "(SLOT-1+2*k) % SLOT", "(SLOT+2*k) % SLOT", "lane_timer_slots" },
	{ LANES, "lane_timer", "clocks[SLOT-2] & once", "clocks[SLOT-2]", "lane_timer_slots" },
	{ LANES, "lane_timer", "clocks[CATCH_AT] & twice", "clocks[CATCH_AT] & once", "lane_timer_slots" },
	{ LANES, "lane_timer", ", clocks[DONE_AT],", ", clocks[CATCH_AT],", "lane_timer_slots" },
	{ LANES, "lane_timer", "^ state[TAP-1]", "^ state[TAP]", "lane_timer_slots" },
	{ LANES, "lane_timer", "if (clocks[SLOT-3])", "if (clocks[SLOT-1])", "lane_timer_slots" },
	{ LANES, "lane_timer", "{{STATE_BITS-1{1'b0}}, 1'b1}", "{STATE_BITS{1'b0}}", "lane_timer_slots" },
	{ LANES, "lane_timer", "favors = state[FAVORS-1:0]", "favors = state[FAVORS:1]", "lane_timer_slots" },
	{ LANES, "lane_timer", "twice <= once", "twice <= 1'b1", "lane_timer_slots" },
	{ LANES, "lane_timer", "once   <= 1'b0", "once   <= once", "lane_timer_slots" },
	{ LANES, "lane_timer", "twice  <= 1'b0", "twice  <= twice", "lane_timer_slots" },
	{ DEEP_LANES, "lane_timer", "k % 2 == 0 && k + 1 < SLOT", "k % 2 == 0", "lane_timer_slots" },
	{ LANES, "lane_timer", "clocks[(2*k+SLOT-1) % SLOT] | clocks[2*k]", "clocks[2*k]", "lane_timer_slots" },
	/* leaves: what they send */
	{ LANES, "lane_leaf", "s_axis_tvalid & to", "to", "leaf_sender" },
	{ DEEP_LANES, "lane_leaf", "request[k] = s_axis_tvalid;", "request[k] = 1'b1;", "leaf_sender" },
	{ LANES, "lane_leaf", "turn & taken", "taken", "leaf_sender" },
	{ LANES, "lane_leaf", "turn & taken", "turn", "leaf_sender" },
	{ LANES, "lane_leaf", "label[LABEL_BITS-1 -:", "label[SENT_BITS-1 -:", "leaf_sender" },
	{ LANES, "lane_leaf", "line[DELAY*WIDTH +: WIDTH]", "line[(DELAY-1)*WIDTH +: WIDTH]", "leaf_sender" },
	{ DEEP_LANES, "lane_leaf", "later <= word[ALL_BITS-1:WIDTH]", "later <= word[ALL_BITS-WIDTH-1:0]", "leaf_sender" },
	{ DEEP_LANES, "lane_leaf", "pair[0] & ~odd", "pair[0]", "leaf_sender" },
	{ LANES, "leaf", ".odd(timing[4])", ".odd(timing[3])", "leaf_sender" },
	/* when they are busy */
	{ LANES, "lane_leaf", "valid & waits | (valid | waits) & full", "1'b0", "leaf_receiver" },
	{ LANES, "lane_leaf", "(valid | waits) & full", "waits & full", "leaf_receiver" },
	{ LANES, "lane_leaf", "(valid | waits) & full", "valid & full", "leaf_receiver" },
	{ LONE_LANES, "lane_leaf", "(valid | waits) & full", "(valid & waits) & full", "leaf_receiver" },
	{ DEEP_LANES, "lane_leaf", "valid & waits | (valid | waits) & full", "waits", "leaf_receiver" },
	{ LONE_LANES, "lane_leaf", "kept_busy <= no_room", "kept_busy <= waits & no_room", "leaf_receiver" },
	{ LANES, "lane_leaf", "assign busy = no_room", "assign busy = no_room & waits", "leaf_receiver" },
	{ LANES, "leaf", ".ALONE(0)", ".ALONE(1)", "leaf_receiver" },
	/* what they receive */
	{ LANES, "lane_leaf", "if (catch)\n            comes", "comes", "leaf_receiver" },
	{ LANES, "lane_leaf", "if (catch & valid)", "if (done & valid)", "leaf_receiver" },
	{ LANES, "lane_leaf", "if (~stays)", "if (~waits)", "leaf_receiver" },
	{ LANES, "lane_leaf", "if (~stays)\n", "\n", "leaf_receiver" },
	{ LANES, "lane_leaf", "done & comes | waits", "done & comes", "leaf_receiver" },
	{ LANES, "lane_leaf", "done & comes | waits", "catch & comes | waits", "leaf_receiver" },
	{ LANES, "lane_leaf", "waits <= stays", "waits <= stays & ~done", "leaf_receiver" },
	{ LANES, "lane_leaf", "m_axis_tvalid <= moves | full", "m_axis_tvalid <= moves", "leaf_receiver" },
	{ LANES, "lane_leaf", "moves = ends & ~full", "moves = ends", "leaf_receiver" },
	{ LANES, "lane_leaf", "m_axis_tvalid & ~m_axis_tready", "m_axis_tvalid", "leaf_receiver" },
	{ LANES, "lane_leaf", "{in, come[ALL_BITS-1:WIDTH]}", "{come[ALL_BITS-WIDTH-1:0], in}", "leaf_receiver" },
	{ LANES, "lane_leaf", "comes         <= 1'b0", "comes         <= comes", "leaf_receiver" },
	{ LANES, "lane_leaf", "waits         <= 1'b0", "waits         <= waits", "leaf_receiver" },
	{ LANES, "lane_leaf", "{come[SENT_BITS > 0 ? HEAD_BITS-1 : PACKETS:PACKETS], lowest}",
	  "{lowest, come[SENT_BITS > 0 ? HEAD_BITS-1 : PACKETS:PACKETS]}",
	  "leaf_receiver" },
	{ LANES, "lane_leaf", "come[HEAD_BITS - SKEWED_BITS + k]", "come[0]", "leaf_receiver" },
	{ LANES, "leaf", ".SKEWED_BITS(2)", ".SKEWED_BITS(0)", "leaf_receiver" },
	{ DEEP_LANES, "lane_leaf", "source = come[LABEL_BITS+PACKETS-1:PACKETS]", "source = come[LABEL_BITS:1]", "leaf_receiver" },
	{ LANES, "lane_leaf", "come[WORD_BITS-1:HEAD_BITS]", "come[PAYLOAD_BITS-1:0]", "leaf_receiver" },
	/* packets: trains */
	{ PACKET_LANES, "lane_switch", "taken_out[o] & goes & ~lapse", "goes & ~lapse", "down_2_switches" },
	{ PACKET_LANES, "lane_switch", "taken_out[o] & goes & ~lapse", "taken_out[o] & ~lapse", "down_2_switches" },
	{ PACKET_LANES, "lane_switch", "taken_out[o] & goes & ~lapse", "taken_out[o] & goes", "down_2_switches" },
	{ PACKET_LANES, "lane_switch", "? won : favor", "? favor : won", "down_2_switches" },
	{ PACKET_LANES, "lane_switch", "lapse  <= &let_go", "lapse  <= |let_go", "down_2_switches" },
	{ PACKET_LANES, "lane_switch", "SOON != 0 ? out[o*WIDTH]", "SOON != 0 ? out[0]", "down_2_switches" },
	{ PACKET_LANES, "lane_switch", "assign first = own", "assign first = order", "down_2_switches" },
	/* held leaves */
	{ PACKET_LANES, "lane_switch", "{since[BEAT-2:0], strobe}", "{since[BEAT-2:0], decide}", "down_1_switches" },
	{ PACKET_LANES, "lane_switch", "if (shows & some)", "if (shows)", "down_1_switches" },
	{ PACKET_LANES, "lane_switch", "if (shows & some)", "if (some)", "down_1_switches" },
	{ PACKET_LANES, "lane_switch", "hold <= out[o*WIDTH]", "hold <= out[0]", "down_1_switches" },
	{ PACKET_LANES, "lane_switch", "hold <= 1'b0", "hold <= hold", "down_1_switches" },
	{ PACKET_LANES, "lane_switch", "held_behind[o*NEXT+i] & ~goes_on", "held_behind[o*NEXT+i] & goes_on", "down_2_switches" },
	{ PACKET_LANES, "lane_switch", "held_behind[o*NEXT+i] & ~goes_on", "held_behind[i] & ~goes_on", "down_2_switches" },
	{ PACKET_LANES, "lane_switch", " | held_behind[o*NEXT+i] & ~goes_on & PACKETS != 0", "", "down_2_switches" },
	{ PACKET_LANES, "down_1", ".BEAT(", ".BEAT(1 + ", "down_1_switches" },
	{ LONE_PACKET_LANES, "lane_switch", "(busy[o*NEXT] | held[o] & ~goes_on)", "busy[o*NEXT]", "down_1_switches" },
	{ LONE_PACKET_LANES, "lane_switch", "GOES_ON != 0 && digits[i*ALL_DIGITS]", "1'b0", "down_1_switches" },
	{ PACKET_LANES, "lane_timer", "quiet  = ~once", "quiet  = ~twice", "lane_timer_slots" },
	/* their leaves */
	{ PACKET_LANES, "lane_leaf", "begun <= more", "begun <= 1'b1", "leaf_sender" },
	{ PACKET_LANES, "lane_leaf", "begun <= more", "begun <= ~s_axis_tlast", "leaf_sender" },
	{ PACKET_LANES, "lane_leaf", "kept <= to", "kept <= s_axis_tdest", "leaf_sender" },
	{ PACKET_LANES, "lane_leaf", "digits        = PACKETS != 0 ? kept : s_axis_tdest", "digits        = s_axis_tdest", "leaf_sender" },
	{ PACKET_LANES, "lane_leaf", "if (s_axis_tready)", "if (turn)", "leaf_sender" },
	{ PACKET_LANES, "lane_leaf", "begun <= 1'b0", "begun <= begun", "leaf_sender" },
	{ PACKET_LANES, "lane_leaf", "word[0] = ~s_axis_tlast", "word[0] = s_axis_tlast", "leaf_sender" },
	{ PACKET_LANES, "lane_leaf", "PACKETS != 0 && ~come[0]", "PACKETS != 0 && come[0]", "leaf_receiver" },
	{ PACKET_LANES, "lane_leaf", "come[WORD_BITS-1:HEAD_BITS]", "come[WORD_BITS-2:HEAD_BITS-1]", "leaf_receiver" },
	/* batches: vertices on the way up */
	{ BATCHES, "gather", "(route & a)", "(route & b)", "gather_2_2_ranks" },
	{ BATCHES, "gather", "(~route | a)", "(~route | ~a)", "gather_2_2_ranks" },
	{ BATCHES, "gather", "(a ^ route) & a_first", "a & a_first", "gather_2_2_ranks" },
	{ BATCHES, "gather", "{first, other} <= 2'd0", "first <= 1'b0", "gather_2_2_ranks" },
	{ BATCHES, "gather", "if (stop)", "if (stop & route)", "gather_2_2_ranks" },
	{ BATCHES, "gather", "~stop & (a | b)", "~stop & a", "gather_4_1_ranks" },
	{ BATCHES, "gather", "~stop & (a | b)", "a | b", "gather_2_1_ranks" },
	{ BATCHES, "gather_2_2", "out = {second_1, first_1}", "out = {first_1, second_1}", "gather_2_2_ranks" },
	/* vertices on the way down */
	{ BATCHES, "spread", "flip ^ ((a_2 ^ b_2) & ~a_1 & ~b_1)", "flip", "spread_2_table" },
	{ BATCHES, "spread", "flip ^ (a_2 & ~a_1)", "flip", "spread_1_table" },
	{ BATCHES, "spread", "~(after_d & open & crossed)", "~(after_d & open & ~crossed)", "spread_2_table" },
	{ BATCHES, "spread", "differ = a ^ b", "differ = a_1 ^ b_1", "spread_2_table" },
	{ BATCHES, "spread", "crossed <= a ^ crossed", "crossed <= b ^ crossed", "spread_2_2_edges" },
	{ BATCHES, "spread", "b_1 ? ~b : free_way", "b_1 ? b : free_way", "spread_2_table" },
	{ BATCHES, "spread", "(a_1 ^ b_1) & (flip ^ b_1)", "flip ^ b_1", "spread_2_table" },
	{ BATCHES, "spread", "a_1 & b_1 & ~differ", "a_1 & ~differ", "spread_2_table" },
	{ BATCHES, "spread", "late ? a_2 : a_1", "at_d ? a_2 : a_1", "spread_1_table" },
	{ BATCHES, "spread", "& ~at_s & ~(after_d", "& ~(after_d", "spread_2_table" },
	{ BATCHES, "spread", "turned_left | ((swap", "((swap", "spread_2_table" },
	{ BATCHES, "spread", "if (rst)\n                    flip <= 1'b0;", "if (rst)\n                    flip <= flip;", "spread_2_table" },
	{ BATCHES, "spread_2_2", ".b(in[3:2])", ".b({in[2], in[3]})", "spread_2_2_edges" },
	{ BATCHES, "spread_4_1", ".at_d(started[1])", ".at_d(started[0])", "spread_4_1_edges" },
	/* the turn */
	{ BATCHES, "compare_exchange", "crossed <= a & ~b", "crossed <= ~a & b", "compare_exchange_order" },
	{ BATCHES, "batch_turn", "(up & {LINES{turn}})", "up", "node_1_wiring" },
	{ BATCHES, "batch_turn", "started[SORTER]}}", "started[SORTER-1]}}", "node_1_wiring" },
	{ BATCHES, "batch_turn", "below & (STRIPS", "(STRIPS", "node_2_wiring" },
	{ BATCHES, "batch_turn", "STRIPS != 0 ? started[0] : start", "start", "node_2_wiring" },
	{ BATCHES, "batch_turn", "(turn & started[SORTER])", "started[SORTER]", "node_0_wiring" },
	{ BATCHES, "batch_turn", "falling[1] |", "falling[0] |", "node_1_wiring" },
	{ BATCHES, "node_1", ".in(sorting[3:0])", ".in(sorting[7:4])", "node_1_wiring" },
	{ BATCHES, "node_2", ".in({right_up, left_up})", ".in({left_up, right_up})", "node_2_wiring" },
	/* control parts */
	{ BATCHES, "batch_count", "command & ~(count & ~done)", "command", "batch_count_roles" },
	{ BATCHES, "batch_count", "turn  <= command & ~done", "turn  <= command", "batch_count_roles" },
	{ BATCHES, "batch_count", "else if (third & command)", "else if (third)", "batch_count_roles" },
	{ BATCHES, "batch_count", "rounding | total", "rounding & total", "batch_count_1_numbers" },
	{ BATCHES, "batch_count", "rounding & ~leading", "rounding", "batch_count_2_numbers" },
	{ BATCHES, "batch_count", "below & child_max_valid &", "child_max_valid &", "batch_count_1_numbers" },
	{ BATCHES, "batch_count", "number_valid & (prefix ^ keep[0] ^ prefix_carry)", "prefix ^ keep[0] ^ prefix_carry", "batch_count_0_numbers" },
	{ BATCHES, "batch_count", "child_max & {2{turn}}", "child_max", "batch_count_0_numbers" },
	{ BATCHES, "batch_count", "right ? child_max[1] : child_max[0]", "right ? child_max[0] : child_max[1]", "batch_count_0_numbers" },
	{ BATCHES, "batch_count", "keep <= {child_sum[0]", "keep <= {child_sum[1]", "batch_count_2_numbers" },
	{ BATCHES, "batch_count", "rounding ^ total, quotient", "total, quotient", "batch_count_2_numbers" },
	/* their timer */
	{ SMALL_BATCHES, "batch_timer", " & ~event_now;", ";", "batch_timer_times" },
	{ SMALL_BATCHES, "batch_timer", "left == {{COUNT_BITS-1{1'b0}}, 1'b1}", "left == {COUNT_BITS{1'b0}}", "batch_timer_times" },
	{ SMALL_BATCHES, "batch_timer", "= vacant & wish;", "= vacant;", "batch_timer_times" },
	{ SMALL_BATCHES, "batch_timer", "~max_valid & ~some & ~seen", "~max_valid & ~some", "batch_timer_times" },
	{ SMALL_BATCHES, "batch_timer", "sent_last ? drain : sent ? period", "sent_last ? period : sent ? drain", "batch_timer_times" },
	{ SMALL_BATCHES, "batch_timer", "bits[3] | go | send", "bits[3] | send", "batch_timer_times" },
	{ SMALL_BATCHES, "batch_timer", "stage <= stage + 1'b1", "stage <= stage", "batch_timer_times" },
	/* their leaves */
	{ SMALL_BATCHES, "batch_ranks", "(state == TESTS)", "(state == ADDS)", "batch_ranks_shares" },
	{ SMALL_BATCHES, "batch_ranks", "first <= first - 1'b1", "first <= first + 1'b1", "batch_ranks_shares" },
	{ SMALL_BATCHES, "batch_ranks", "wraps <= ~positive", "wraps <= positive", "batch_ranks_shares" },
	{ SMALL_BATCHES, "batch_ranks", "divided | goes_on | state == TESTS;", "divided | goes_on;", "batch_ranks_shares" },
	{ SMALL_BATCHES, "batch_ranks", " | state == BACK | state == TESTS)", " | state == BACK)", "batch_ranks_shares" },
	{ SMALL_BATCHES, "batch_ranks", "{two, one & ~two}", "{two, one}", "batch_ranks_shares" },
	{ SMALL_BATCHES, "batch_ranks", "if (divided)", "if (divided & positive)", "batch_ranks_shares" },
	{ SMALL_BATCHES, "batch_ranks", "{borrow & ~prefix, prefix ^ borrow", "{1'b0, prefix ^ borrow", "batch_ranks_shares" },
	{ SMALL_BATCHES, "batch_ranks", "goes_on & rest[C-1:0] == begin_rest)", "1'b0)", "batch_ranks_shares" },
	{ BATCHES, "batch_leaf", "ready <= idle & all_out & ~cleans & ~coming", "ready <= idle & all_out & ~cleans", "batch_leaf_lists" },
	{ BATCHES, "batch_leaf", "ready <= idle & all_out", "ready <= all_out", "batch_leaf_lists" },
	{ BATCHES, "batch_leaf", "room & ~(commit & admitted == LAST_WORD[DB-1:0])", "room", "batch_leaf_lists" },
	{ BATCHES, "batch_leaf", "stored <= next_own", "stored <= {C{1'b0}}", "batch_leaf_lists" },
	{ BATCHES, "batch_leaf", "next_1      <= both &", "next_1      <= (stored_now ? both : on_1) &", "batch_leaf_lists" },
	{ BATCHES, "batch_leaf", "parity ^ ~for_lanes", "parity", "batch_leaf_lists" },
	{ BATCHES, "batch_leaf", "(rst | round_now)\n            take_at", "(rst)\n            take_at", "batch_leaf_lists" },
	{ BATCHES, "batch_leaf", "if (rst | round_now) begin\n            writes", "if (rst) begin\n            writes", "batch_leaf_lists" },
	{ BATCHES, "batch_leaf", "link_number != 0 | quiet;", "link_number != 0 | 1'b1;", "batch_leaf_lists" },
	{ BATCHES, "batch_leaf", "links & own & quiet", "links & own", "batch_leaf_lists" },
	{ BATCHES, "batch_leaf", "(sets | sum_end | told | cleans)", "(sets | sum_end | cleans)", "batch_leaf_lists" },
	{ BATCHES, "batch_leaf", ": {~parity, list_taken}", ": {parity, list_taken}", "batch_leaf_lists" },
	{ BATCHES, "batch_leaf", "same_0 & ~differs_0;", "same_0;", "batch_leaf_lists" },
	{ BATCHES, "batch_leaf", "written      <= first_in ? lane_0[4:1]", "written      <= first_in ? lane_0[3:0]", "batch_leaf_lists" },
	{ BATCHES, "batch_leaf", "room <= cleans ? &list_at", "room <= cleans ? 1'b1", "batch_leaf_lists" },
	{ BATCHES, "batch_leaf", "~nibble_now & (linking ?", "(linking ?", "batch_leaf_lists" },
	{ BATCHES, "batch_leaf", "stored_now | first_in | ~nibble_now", "stored_now | ~nibble_now", "batch_leaf_lists" },
	{ BATCHES, "batch_leaf", "command & ~hears | has_start", "command & ~hears", "batch_leaf_lists" },
	{ BATCHES, "batch_leaf", "lane_0[2] : on_0) | first_in & on_1", "lane_0[2] : on_0)", "batch_leaf_lists" },
	{ BATCHES, "batch_leaf", "LAST_SAID = C - 2", "LAST_SAID = C - 1", "batch_leaf_lists" },
	{ BATCHES, "batch_leaf", "says_max & said == 2", "says_max & said == 3", "batch_leaf_lists" },
	{ BATCHES, "batch_leaf", "count_late <= count;", "if (~linking) count_late <= count;", "batch_leaf_lists" },
	{ BATCHES, "batch_leaf", "count_late + 1'b1", "count_late + linking", "batch_leaf_lists" },
	{ BATCHES, "batch_leaf", "other           <= asks_link", "other           <= looks", "batch_leaf_lists" },
	{ BATCHES, "batch_leaf", "link_now    = linking & ~write_lanes", "link_now    = linking & ~comes & ~write_lanes", "batch_leaf_stores" },
	/* a flexible sorter: its banks, its rotator, its table */
	{ FLEXIBLE, "flexible_bank", "memory[{at, write_beat}]", "memory[{at, write_beat ^ 1'b1}]", "flexible_bank_places" },
	{ FLEXIBLE, "flexible_bank", "read <= memory[read_at]", "read <= memory[{1'b0, read_at[COLUMN_BITS+BEAT_BITS-1:0]}]", "flexible_bank_places" },
	{ FLEXIBLE, "flexible_bank", "if (write)\n", "if (write | keep)\n", "flexible_bank_places" },
	{ FLEXIBLE, "flexible_bank", "feed[0] ? arrives : held", "feed[0] ? in : held", "flexible_bank_places" },
	{ FLEXIBLE, "flexible_bank", "feed[1] |", "feed[1] &", "flexible_bank_places" },
	{ FLEXIBLE, "flexible_bank", "^ place ^", "^ {1'b0, place[COLUMN_BITS-1:0]} ^", "flexible_bank_places" },
	{ FLEXIBLE, "flexible_bank", "{COLUMN_BITS+1{next[0]}}", "{COLUMN_BITS+1{next[1]}}", "flexible_bank_places" },
	{ FLEXIBLE, "flexible_rotator", "by[q] ?", "~by[q] ?", "flexible_rotator_turns" },
	{ FLEXIBLE, "flexible_rotator", "{from[LINES-1-(1<<q):0], from[LINES-1:LINES-(1<<q)]}", "{from[(1<<q)-1:0], from[LINES-1:1<<q]}",
	  "flexible_rotator_turns" },
	{ FLEXIBLE, "flexible_rotator", "last <= layer[LAYERS-1].turned", "last <= layer[LAYERS-1].from", "flexible_rotator_turns" },
	{ FLEXIBLE, "flexible_table", "CONTENTS[i*WIDTH +: WIDTH]", "CONTENTS[i*WIDTH +: WIDTH] ^ (i == ROWS - 1)", "flexible_table_rows" },
	{ FLEXIBLE, "flexible_table", "settings <= read", "settings <= memory[row]", "flexible_table_rows" },
	/* its control */
	{ FLEXIBLE, "flexible_control", "(show & out_ready)", "show", "flexible_control_steps" },
	{ FLEXIBLE, "flexible_control", "fill & (late[LATE] | filling)", "fill & (late[LATE-1] | filling)", "flexible_control_steps" },
	{ FLEXIBLE, "flexible_control", "tail_column != (marks ?", "tail_column != (~marks ?", "flexible_control_steps" },
	{ FLEXIBLE, "flexible_control", "show ? furthest[COLUMN_BITS-1:0] : last_column", "last_column", "flexible_control_steps" },
	{ FLEXIBLE, "flexible_control", "turns        = late[SORTER+2]", "turns        = late[SORTER+1]", "flexible_control_steps" },
	{ FLEXIBLE, "flexible_control", "{half, column, beat}", "{~half, column, beat}", "flexible_control_steps" },
	{ FLEXIBLE, "flexible_control", "late[KEEPS-1] & (load | sort)", "late[KEEPS-1]", "flexible_control_steps" },
	{ FLEXIBLE, "flexible_control", "{~half, {COLUMN_BITS{1'b0}}} : tail", "{half, {COLUMN_BITS{1'b0}}} : tail", "flexible_control_steps" },
	{ FLEXIBLE, "flexible_control", "carries & {COLUMN_BITS+1{~sort}}", "carries", "flexible_control_steps" },
	{ FLEXIBLE, "flexible_control", "carries[q] = &tail", "carries[q] = |tail", "flexible_control_steps" },
	{ FLEXIBLE, "flexible_control", "fill ? {1'b1, {LINE_BITS{1'b0}}} : count", "count", "flexible_control_steps" },
	{ FLEXIBLE, "flexible_control", "load & late[LATE] | marks", "load & late[LATE-1] | marks", "flexible_control_steps" },
	{ FLEXIBLE, "flexible_control", "{1'b0, last_column} + 1'b1", "{1'b0, last_column}", "flexible_control_steps" },
	{ FLEXIBLE, "flexible_control", "unasked} <= 3'b010", "unasked} <= 3'b011", "flexible_control_steps" },
	{ FLEXIBLE, "flexible_control", "if (rests)\n            ended <= last", "if (~rests)\n            ended <= last", "flexible_control_steps" },
	{ FLEXIBLE, "flexible_control", "if (late[SORTER+3])\n", "if (late[SORTER+4])\n", "flexible_control_steps" },
	{ FLEXIBLE, "flexible_control", "WRITTEN_SOON[BEAT_BITS-1:0] && ~keep", "WRITTEN_SOON[BEAT_BITS-1:0]", "flexible_control_steps" },
	{ FLEXIBLE, "flexible_count", "count[LINE_BITS] = ~none", "count[LINE_BITS] = none", "flexible_control_steps" },
	{ FLEXIBLE, "flexible_move", "!= 2'd3)", "!= 2'd2)", "flexible_control_steps" },
	{ FLEXIBLE, "flexible_widths", "if (furthest > {1'b0, LASTS", "if (furthest >= {1'b0, LASTS", "flexible_control_steps" },
	{ FLEXIBLE, "flexible_control", "ENDS_SOON    = PERIOD - 2", "ENDS_SOON    = PERIOD - 3", "flexible_control_steps" },
	{ FLEXIBLE, "flexible_control", "ENDS_SOON[BEAT_BITS-1:0] && ~fill", "ENDS_SOON[BEAT_BITS-1:0]", "flexible_control_steps" },
	{ FLEXIBLE, "flexible_control", "tail[LINE_BITS-1:0] == {LINE_BITS{1'b0}} && tail_column", "tail[LINE_BITS-1:0] == {LINE_BITS{1'b1}} && tail_column", "flexible_control_steps" },
	{ FLEXIBLE, "flexible_control", "~(filled | written)", "~written", "flexible_control_steps" },
	{ FLEXIBLE, "flexible_control", "own_row <= at_end ? first_row : own_row + 1'b1", "own_row <= own_row + 1'b1", "flexible_control_steps" },
	{ FLEXIBLE, "flexible_control", "ending & load & ended", "ending & load & ~ended", "flexible_control_steps" },
	{ FLEXIBLE, "flexible_control", "half  <= ~half", "half  <= half", "flexible_control_steps" },
	{ FLEXIBLE, "flexible_control", "ahead == passes", "ahead == passes - 1'b1", "flexible_control_steps" },
	{ FLEXIBLE, "flexible_control", "{show, load, tail, ahead} <= {2'b01, {TAIL_BITS{1'b0}}, {PASS_BITS{1'b0}}}", "{show, load} <= 2'b01",
	  "flexible_control_steps" },
	{ FLEXIBLE, "flexible_control", "late[SORTER+1] & show & at_end", "late[SORTER+1] & at_end", "flexible_control_steps" },
	/* a sorting fat-tree: how its nodes part and append words */
	{ SORTING, "sorting_node", "entered ^ {LINES{flip}}", "entered", "node_2_parts" },
	{ SORTING, "sorting_node", "part ? entered & ~parted : parted", "part ? entered : parted", "node_2_parts" },
	{ SORTING, "sorting_node", "reversed[i] = sorted[LINES-1-i]", "reversed[i] = sorted[i]", "node_2_parts" },
	{ SORTING, "sorting_node", "i < {{32-LINE_BITS{1'b0}}, x_next_turn}", "i <= {{32-LINE_BITS{1'b0}}, x_next_turn}",
	  "node_2_parts" },
	{ SORTING, "sorting_control", "flip         = late[3] & wires", "flip         = late[3]", "node_2_parts" },
	{ SORTING, "sorting_control", "late[SORTER+6])\n            y_step", "late[SORTER+5])\n            y_step",
	  "node_2_parts" },
	{ SORTING, "sorting_control", "x_carries[q] = &x_tail[LINE_BITS +: q]", "x_carries[q] = x_tail[LINE_BITS]",
	  "node_2_parts" },
	{ SORTING, "flexible_table", "CONTENTS[i*WIDTH +: WIDTH]", "CONTENTS[i*WIDTH +: WIDTH] ^ (i == ROWS - 1)", "node_2_parts" },
	{ SORTING, "flexible_bank", "WAITS != 0 ? came : in", "came", "x_bank_2_4_places" },
	{ SORTING, "flexible_bank", "KEEPS != 0 ? column : found", "column", "x_bank_2_4_places" },
	/* what they send */
	{ SORTING, "sorting_node", "(first | (odd ?", "((odd ?", "node_2_heads" },
	{ SORTING, "sorting_node", "odd ? x_bits[i+HALF] : x_bits[i]);\n            end", "x_bits[i]);\n            end",
	  "node_2_heads" },
	{ SORTING, "sorting_control", "x_full ? x_wave[LINE_BITS:0] : {1'b0, x_tail[LINE_BITS-1:0]}", "x_wave[LINE_BITS:0]",
	  "node_2_heads" },
	{ SORTING, "sorting_control", "{column, upper} <= {column, upper} + 1'b1", "{column, upper} <= {column + 1'b1, upper}",
	  "node_2_heads" },
	/* the timer, and what it says */
	{ SORTING, "sorting_timer", "over & (ranking | done)", "over", "timer_times" },
	{ SORTING, "sorting_timer", "~(resting & ~(ready & wish))", "~(resting & ~(ready | wish))", "timer_times" },
	{ SORTING, "sorting_timer", "over & (ranking | done)", "over & (rising | done)", "timer_times" },
	{ SORTING, "sorting_timer", "UP_STAGES = STAGES + ORDER", "UP_STAGES = STAGES + ORDER - 1", "timer_times" },
	{ SORTING, "sorting_timer", "& ~next;", ";", "timer_times" },
	{ SORTING, "sorting_command", "second        <= command & ~second & ~third", "second        <= command & ~second",
	  "command_commands" },
	{ SORTING, "sorting_command", "idle & (&child_done)", "idle & (|child_done)", "command_commands" },
	{ SORTING, "sorting_command", "wish     <= |child_wish", "wish     <= child_wish[0]", "command_commands" },
	{ SORTING, "sorting_ranks", "carry & ~child_sum_first", "carry", "command_root_ranks" },
	{ SORTING, "sorting_ranks", "left_carry & ~number_first", "left_carry", "command_2_ranks" },
	{ SORTING, "sorting_ranks", "{child_sum[0], keep[DELAY-1:1]}", "{child_sum[1], keep[DELAY-1:1]}", "command_2_ranks" },
	{ SORTING, "sorting_ranks", "ROOT == 0 & prefix", "prefix", "command_root_ranks" },
	{ SORTING, "sorting_ranks", "number ^ kept ^ left_carried, number", "number ^ left_carried, number", "command_2_ranks" },
	/* its terminals */
	{ SORTING, "sorting_pace", "next & rising & ~odd", "next & rising", "pace_paces" },
	{ SORTING, "sorting_pace", "~(next & odd & last)", "~(next & last)", "pace_paces" },
	{ SORTING, "sorting_pace", "if (next & odd)", "if (next & ~odd)", "pace_paces" },
	{ SORTING, "sorting_pace", "send        = begun[3]", "send        = begun[2]", "pace_paces" },
	{ SORTING, "sorting_pace", "rank | passed[BATCH_BITS-1]", "rank | comes", "pace_paces" },
	{ SORTING, "sorting_pace", "asked & ~comes", "asked", "pace_paces" },
	{ SORTING, "sorting_terminal", "~(accepts | wish | mine | goes) | gone", "~(wish | mine | goes) | gone", "terminal_words" },
	{ SORTING, "sorting_terminal", "accepts | (wish & ~round)", "accepts | wish", "terminal_words" },
	{ SORTING, "sorting_terminal", "due = number == batch", "due = number != batch", "terminal_words" },
	{ SORTING, "sorting_terminal", "own ? m_axis_tvalid : stage", "stage", "terminal_words" },
	{ SORTING, "sorting_terminal", "turn = step & mine", "turn = step", "terminal_words" },
	{ SORTING, "sorting_terminal", "counts(mine & ~own)", "counts(mine)", "terminal_words" },
	{ SORTING, "sorting_number", "seeks & ~(turns_here & step)", "seeks & ~turns_here", "terminal_words" },
	{ SORTING, "sorting_receiver", "rst | taken | (room & ~begins)", "rst | valid | (room & ~begins)", "terminal_words" },
	{ SORTING, "sorting_receiver", "begins | ~(room | valid)", "begins | ~room", "terminal_words" },
	{ SORTING, "sorting_terminal", "rest[BODY-1]) | down", "rest[BODY]) | down", "terminal_words" },
	/* terminals of a block and its buses */
	{ SORTING_BLOCKS, "sorting_member", "takes = hits & (~hits + 1'b1)", "takes = hits", "member_buses" },
	{ SORTING_BLOCKS, "sorting_member", "asks[k] & room & labels", "asks[k] & labels", "member_buses" },
	{ SORTING_BLOCKS, "sorting_member", "labels[k*NEAR +: NEAR] == address[NEAR-1:0]",
	  "labels[k*NEAR +: NEAR-1] == address[NEAR-2:0]", "member_buses" },
	{ SORTING_BLOCKS, "sorting_member", "labels[k*NEAR +: NEAR] == address[NEAR-1:0]",
	  "labels[k*NEAR +: NEAR] == address[LABEL_BITS-1 -: NEAR]", "member_buses" },
	{ SORTING_BLOCKS, "sorting_member", "if (|hits)\n", "\n", "member_buses" },
	{ SORTING_BLOCKS, "sorting_member", "begins(|hits)", "begins(hits[0])", "member_buses" },
	{ SORTING_BLOCKS, "sorting_member", "bit_in(|(bus & bits))", "bit_in(|(bus | bits))", "member_buses" },
	{ SORTING_BLOCKS, "sorting_receiver", "rst | taken | (room & ~begins)", "rst | valid | (room & ~begins)", "member_buses" },
	{ SORTING_BLOCKS, "sorting_member", "asks[k] & room & labels", "(asks[k] | address[0]) & room & labels", "block_takes" },
	{ SORTING_BLOCKS, "sorting_block", ": waits & ~taken", ": waits", "block_takes" },
	{ SORTING_BLOCKS, "sorting_block", "turn == NEAR_BITS[RING_BITS-1:0] & ~room", "turn == NEAR_BITS[RING_BITS-1:0]", "block_takes" },
	{ SORTING_BLOCKS, "sorting_block", "{address, NUMBER[NEAR_BITS-1:0]}", "{address, NUMBER[NEAR_BITS:1]}", "block_takes" },
	{ SORTING_BLOCKS, "sorting_block", "takers[i] = takes[i*SIDE+w]", "takers[i] = takes[i*SIDE+SIDE-1-w]", "block_takes" },
	/* area-universal devices: elements */
	{ DEVICE, "element", "in[(k+3)%4]", "in[(k+2)%4]", "element_table" },
	{ DEVICE, "element", "in[(k+1)%4]", "in[(k+3)%4]", "element_table" },
	{ DEVICE, "element", "choice[0] & in[(k+1)%4]", "in[(k+1)%4]", "element_table" },
	{ DEVICE, "element", "own ^ choice[0]", "own", "element_table" },
	{ DEVICE, "element", "choice[1] ? s : g", "choice[1] ? g : s", "element_table" },
	{ DEVICE, "element", "else if (step)\n", "else\n", "element_table" },
	{ DEVICE, "element", "s <= 1'b0", "s <= s", "element_table" },
	{ DEVICE, "element", "{chain_in, control[15:1]}", "{control[14:0], chain_in}", "element_table" },
	{ DEVICE, "element", "chain_out = control[0]", "chain_out = control[1]", "element_table" },
	{ DEVICE, "element", "in[control[13:12]] & in", "in[control[13:12]] | in", "element_table" },
	{ DEVICE, "element", "in[control[15:14]]", "in[control[14:13]]", "element_table" },
	/* meshes */
	{ DEVICE, "mesh", "sides[4*(HERE+1) + 3]", "sides[4*(HERE+1) + 1]", "mesh_joints" },
	{ DEVICE, "mesh", ".chain_in(chain[HERE+1])", ".chain_in(chain[HERE == 0 ? 2 : HERE+1])", "mesh_joints" },
	{ DEVICE, "mesh", "border_in[3*SIDE-1 - column]", "border_in[2*SIDE + column]", "mesh_joints" },
	{ DEVICE, "mesh", "border_out[4*SIDE-1 - column] = sides[4*column*SIDE + 3]",
	  "border_out[4*SIDE-1 - column] = sides[4*column*SIDE + 1]", "mesh_joints" },
	{ DEVICE, "mesh", "{west, south, east, north}", "{west, east, south, north}", "mesh_joints" },
	{ DEVICE, "mesh", ".step(step)", ".step(step & (row > 0))", "mesh_joints" },
	{ DEVICE, "mesh", "chain[SIDE*SIDE] = chain_in", "chain[SIDE*SIDE] = chain_out", "mesh_joints" },
	{ DEVICE, "mesh", ".chain_in(chain[HERE+1])", ".chain_in(chain[HERE == 0 ? 2 : HERE+1])", "small_mesh_words" },
	{ DEVICE, "element", "if (load)\n            control", "if (load & ~step)\n            control", "small_mesh_words" },
	/* their border */
	{ DEVICE, "mesh_receiver", "NAME = 1 + p / WIRES", "NAME = 2 + p / WIRES", "leaf_border" },
	{ DEVICE, "mesh_receiver", "WIRE = p % WIRES", "WIRE = (p + 1) % WIRES", "leaf_border" },
	{ DEVICE, "mesh_receiver", "settings[WIRE*BITS +: BITS] ==", "settings[0 +: BITS] ==", "leaf_border" },
	{ DEVICE, "mesh_receiver", "if (clear)\n", "if (1'b0)\n", "leaf_border" },
	{ DEVICE, "mesh_sender", "group[settings[w*BITS +: BITS]]", "group[settings[0 +: BITS]]", "leaf_border" },
	{ DEVICE, "mesh_sender", "out[n * WIRES + w]", "out[POSITIONS - 1 - n * WIRES - w]", "leaf_border" },
	{ DEVICE, "mesh_pins", "else if (take)\n", "else\n", "leaf_border" },
	{ DEVICE, "mesh_pins", "else if (step)\n", "else if (take)\n", "leaf_border" },
	{ DEVICE, "leaf", ".start(start)", ".start(down_start)", "leaf_border" },
	{ DEVICE, "leaf", ".start(down_start)", ".start(start)", "leaf_border" },
	{ DEVICE, "leaf", "up_start <= start", "up_start <= timing[3]", "leaf_border" },
	{ DEVICE, "leaf", "step <= timing[2]", "step <= timing[1]", "leaf_border" },
	{ DEVICE, "leaf", "{positions_in[9], pins_in,", "{pins_in, positions_in[9],", "leaf_border" },
	{ DEVICE, "leaf", ".FIRST(2)", ".FIRST(3)", "leaf_border" },
	/* settings that change with every clock */
	{ DEVICE, "cyclic_settings", "cycle + 1'b1", "next + 1'b1", "settings_up_of_leaf_words" },
	{ DEVICE, "cyclic_settings", "next & ~{CYCLE_BITS{start}}", "next", "settings_down_of_leaf_words" },
	{ DEVICE, "cyclic_settings", "bank} == own", "bank} == FIRST + b", "settings_up_of_node_1_words" },
	{ DEVICE, "cyclic_settings", "index} * STRIDE", "index} * (STRIDE + 1)", "settings_up_of_leaf_words" },
	{ DEVICE, "cyclic_settings", "memory[address] <=", "memory[~address] <=", "settings_up_of_leaf_words" },
	{ DEVICE, "cyclic_settings", "+: BITS] <= read", "+: BITS] <= ~read", "settings_down_of_node_1_words" },
	{ DEVICE, "cyclic_settings", "if (write && ", "if (", "settings_down_of_node_1_words" },
	/* nodes */
	{ DEVICE, "node_1", ".start(up_start)", ".start(down_start)", "node_1_setting" },
	{ DEVICE, "node_1", "in({right_turning, parent_in})", "in({left_turning, parent_in})", "node_1_setting" },
	{ DEVICE, "node_1", "in({right_in, left_in}),\n        .out(parent_out)", "in({left_in, right_in}),\n        .out(parent_out)",
	  "node_1_setting" },
	{ DEVICE, "node_1", "1'd0 : down_start", "1'd0 : up_start", "node_1_setting" },
	{ DEVICE, "node_1", ".FIRST(11)", ".FIRST(10)", "node_1_setting" },
	{ DEVICE, "node_1", ".DEPTH(1)", ".DEPTH(2)", "node_1_setting" },
	{ DEVICE, "node_1", ".bank(settings_bank)", ".bank(settings_bank ^ 1'b1)", "node_1_setting" },
	{ DEVICE, "pick", "setting ? b : a", "setting ? a : b", "node_1_setting" },
	{ DEVICE, "node_0", "left_out = right_in", "left_out = left_in", "node_0_setting" },
	{ DEVICE, "delay_line", "stage <= in", "stage <= ~in", "_delay" },
	{ DEEP_DEVICE, "node_2", ".DEPTH(3)", ".DEPTH(2)", "node_2_setting" },
	/* the step timer */
	{ DEVICE, "step_timer", "clock == last_clock", "clock + 16'd1 == last_clock", "step_timer_steps" },
	{ DEVICE, "step_timer", "cycle == last_cycle", "cycle + 1'b1 == last_cycle", "step_timer_steps" },
	{ DEVICE, "step_timer", "(begins | repeats) ? {CYCLE", "repeats ? {CYCLE", "step_timer_steps" },
	{ DEVICE, "step_timer", "takes  <= began", "takes  <= begins", "step_timer_steps" },
	{ DEVICE, "step_timer", "steps  <= ended", "steps  <= over", "step_timer_steps" },
	{ DEVICE, "step_timer", "load = configure | rst", "load = configure", "step_timer_steps" },
	{ DEVICE, "step_timer", "run & (over | !active)", "run & !active", "step_timer_steps" },
	{ DEVICE, "step_timer", "active & !over & !configure", "active & !over", "step_timer_steps" },
	{ DEVICE, "step_timer", "step = steps & !configure", "step = steps", "step_timer_steps" },
	{ DEVICE, "step_timer", "start  <= begins | repeats", "start  <= repeats", "step_timer_steps" },
	/* how it is joined */
	{ DEVICE, "subtree_1", ".chain_in(chain_between)", ".chain_in(chain_in)", "subtree_1_joints" },
	{ DEVICE, "subtree_1", "rst_below <= rst", "rst_below <= 1'b0", "subtree_1_joints" },
	{ DEVICE, "subtree_1", ".timing(timing_below)", ".timing(timing)", "subtree_1_joints" },
	{ DEVICE, "subtree_1", ".down_start(children_down_start)", ".down_start(down_start)", "subtree_1_joints" },
	{ DEVICE, "subtree_1", "pin_in[1 * 2", "pin_in[0 * 2", "subtree_1_joints" },
	{ DEVICE, "subtree_1", ".left_in(left_up)", ".left_in(right_up)", "subtree_1_joints" },
	{ DEVICE, "subtree_1", ".index(address)", ".index(1'b0)", "subtree_1_joints" },
	{ DEVICE, "subtree_0", ".address(1'b1)", ".address(1'b0)", "subtree_0_joints" },
	{ DEVICE, "", "pins_taken = taken[2]", "pins_taken = taken[1]", "device_joints" },
	{ DEVICE, "", "step_done = stepped[3]", "step_done = stepped[2]", "device_joints" },
	{ DEVICE, "", ".chain_in(configured[2])", ".chain_in(configured[1])", "device_joints" },
	{ DEVICE, "", "start, step, take, load}", "start, take, step, load}", "device_joints" },
	/* a sorting fat-tree again */
	{ SORTING, "sorting_node", "part ? entered | parted", "part ? entered", "node_2_parts" },
	{ SORTING, "sorting_node", ".none(~reversed)", ".none(reversed)", "node_2_parts" },
	{ SORTING, "sorting_node", "child_up[i] | from_above[i]", "child_up[i]", "node_2_parts" },
	{ SORTING, "sorting_node", "x_turn <= x_next_turn", "x_turn <= settings[LINE_BITS-1:0]", "node_2_parts" },
	{ SORTING, "sorting_node", "if (turns) begin", "if (turns | keep) begin", "node_2_parts" },
	{ SORTING, "sorting_control", "sorter_start = late[4]", "sorter_start = late[5]", "node_2_parts" },
	{ SORTING, "sorting_control", "keep         = fills ? fills_now : late[KEEPS]", "keep         = fills ? fills_now : late[KEEPS-1]",
	  "node_2_parts" },
	{ SORTING, "sorting_control", "parts & late[ADDS-1]", "late[ADDS]", "node_2_parts" },
	{ SORTING, "sorting_control", "write_beat == LAST_BEAT", "write_beat == LAST_BEAT - 1", "node_2_parts" },
	{ SORTING, "sorting_node", "up_shows & i < {{31-LINE_BITS{1'b0}}, x_words}", "up_shows & i <= {{31-LINE_BITS{1'b0}}, x_words}",
	  "node_2_heads" },
	{ SORTING, "sorting_control", "y_full       <= |y_tail[TAIL_BITS-1:LINE_BITS-1]", "y_full       <= |y_tail[TAIL_BITS-1:LINE_BITS]",
	  "node_0_heads" },
	{ SORTING, "sorting_control", "sent[1] & ~x_full", "1'b0", "node_2_heads" },
	{ SORTING, "sorting_control", "odd     <= upper", "odd     <= ~upper", "node_2_heads" },
	{ SORTING, "sorting_control", "more         <= (|x_tail) |", "more         <=", "node_2_heads" },
	{ SORTING, "sorting_control", "up_start     <= sent[2] & ~down", "up_start     <= sent[2]", "node_2_heads" },
	{ SORTING, "sorting_timer", "last <= resting | left ==", "last <= left ==", "timer_times" },
	{ SORTING, "sorting_timer", "resting | (ranking & ~last)", "ranking & ~last", "timer_times" },
	{ SORTING, "sorting_timer", "vacant  = resting & over", "vacant  = over", "timer_times" },
	{ SORTING, "sorting_command", "stage    <= third & ~kind & command", "stage    <= third & command",
	  "command_commands" },
	{ SORTING, "sorting_command", "ready    <= &child_ready", "ready    <= |child_ready", "command_commands" },
	{ SORTING, "sorting_pace", "{prefix, later};", "{prefix, prefix};", "pace_paces" },
	{ SORTING, "sorting_terminal", "differs[LABEL_BITS-1:LABEL_BITS-k]", "differs[LABEL_BITS-1:LABEL_BITS-k-1]",
	  "terminal_words" },
	/* what leaves show on m_axis: a word before it may, or for too short a time; after a reset */
	{ TREE, "leaf_receiver", "~closed & ~turned", "~turned", "adapter_stream" },
	{ TREE, "leaf_receiver", "~closed & ~turned", "~closed", "adapter_stream" },
	{ TREE, "leaf_receiver", "in_payload <= 1'b0", "in_payload <= in_payload", "adapter_stream" },
	{ TREE, "leaf_receiver", "in_source & ~source_top) & ~leaf_rst", "in_source & ~source_top)", "adapter_stream" },
	{ TREE, "leaf_choice", "own_then & ~closed", "own_then", "adapter_stream" },
	{ TREE, "leaf_adapter_one", "m_axis_tvalid & ~m_axis_tready | arrived", "arrived", "adapter_stream" },
	{ TREE, "leaf_adapter_one", "m_axis_tvalid <= 1'b0", "m_axis_tvalid <= m_axis_tvalid", "adapter_stream" },
	{ TREE, "leaf_adapter", ".closed(m_axis_tvalid)", ".closed(1'b0)", "adapter_stream" },
	/* the strobes on which the streams of serial trees rely: the timer, what is between it and a leaf, and the way there */
	{ TREE, "timing_relay", "out <= RESET", "out <= in", "frame_timer_strobes" },
	{ TREE, "frame_timer", "(answer | found[ANSWER_ON]) & ~found[ANSWER_OFF]", "answer | found[ANSWER_ON]", "frame_timer_strobes" },
	{ TREE, "frame_timer", ": SLOT_CLOCKS - 1 - DIGITS", ": SLOT_CLOCKS - 4 - DIGITS", "frame_timer_strobes" },
	{ TREE, "frame_timer", "e == START_ANSWER ? ACKNOWLEDGE_AT", "e == START_ANSWER ? ACKNOWLEDGE_AT - 1", "frame_timer_strobes" },
	{ TREE, "frame_timer", "awake  <= 1'b0", "awake  <= awake", "frame_timer_strobes" },
	{ TREE, "frame_timer", "found[BODY] & awake", "found[BODY]", "frame_timer_strobes" },
	{ TREE, "frame_timer", "&count[2*k-2 +: 2] & carry[k-1]", "&count[2*k-2 +: 2]", "frame_timer_strobes" },
	{ TREE, "proof/frame_timer_chain", ".BODY_AT(", ".BODY_AT(1 + ", "frame_timer_strobes" },
	{ TREE, "leaf_strobes", "load_body <= body", "load_body <= load", "frame_timer_strobes" },
	{ WIDE_ROUTERS, "frame_timer", "answer <= 1'b0", "answer <= answer", "frame_timer_strobes" },
	{ WIDE_ROUTERS, "proof/frame_timer_chain", ".ANSWER_TO(", ".ANSWER_TO(-6 + ", "frame_timer_strobes" },
	{ FAULTY_ROUTERS, "proof/frame_timer_chain", ".ACKNOWLEDGE_AT(", ".ACKNOWLEDGE_AT(1 + ", "frame_timer_strobes" },
	{ TREE, "timing_relay", "out <= RESET", "out <= in", "subtree_1_strobes" },
	{ TREE, "timing_relay", "out <= in", "out <= {WIDTH{1'b0}}", "subtree_1_strobes" },
	{ TREE, "subtree_1", ".RESET(4'd8)", ".RESET(4'd0)", "subtree_1_strobes" },
	{ TREE, "subtree_2", "relay (\n        .clk(clk),\n        .rst(rst)", "relay (\n        .clk(clk),\n        .rst(1'b0)", "subtree_2_strobes" },
	{ TREE, "subtree_2", ".leaf_rst(leaf_rst_below)", ".leaf_rst(leaf_rst)", "subtree_2_strobes" },
	{ TREE, "", ".leaf_rst(leaf_rst),\n        .timing(", ".leaf_rst(rst),\n        .timing(", "network_strobes" },
	{ TREE, "leaf_adapter", ".rst(rst),\n        .start", ".rst(1'b0),\n        .start", "leaf_adapter_strobes" },
	{ TREE, "leaf_adapter", ".answer(timing[", ".answer(timing[1 - 1 + 0 * ", "leaf_adapter_strobes" },
	/* a wrong claim about a strobe that nothing reads: were it removed, it would hold */
	{ TWO_LEAVES, "proof/leaf_adapter_stream", ".holds(", ".holds((~load | load_body) & ", "adapter_stream" },
	{ FAULTY_ROUTERS, "leaf_broadcast", "closed    <= holds |", "closed    <=", "adapter_stream" },
	{ FAULTY_ROUTERS, "leaf_to_all", "pending <= 1'b0", "pending <= pending", "adapter_stream" },
	{ GROUPED_ROUTERS, "leaf_group", "known <= {SETTLE+1{1'b0}}", "known <= known", "adapter_stream" },
	{ WIDE_ROUTERS, "leaf_adapter_many", "~full[i-1] & ~go & ~stay", "~go & ~stay", "adapter_stream" },
	{ WIDE_ROUTERS, "leaf_adapter_many", "~go & ~stay", "~go & ~(stay & m_axis_tready)", "adapter_stream" },
	{ WIDE_ROUTERS, "leaf_adapter_many", "full[i] & ~free[i] | last_bit", "last_bit", "adapter_stream" },
	{ WIDE_ROUTERS, "leaf_adapter_many", "full[i]  <= 1'b0", "full[i]  <= full[i]", "adapter_stream" },
	{ WIDE_ROUTERS, "leaf_adapter_many", "last_bit <= 1'b0", "last_bit <= last_bit", "adapter_stream" },
	{ WIDE_ROUTERS, "leaf_adapter", ".closed(holds)", ".closed(1'b0)", "adapter_stream" },
	{ PLAYERS, "leaf_player", "expects <= 1'b0", "expects <= expects", "player_stream" },
	{ LANES, "lane_leaf", "moves = ends & ~full", "moves = ends", "leaf_stream" },
	{ LANES, "lane_leaf", "m_axis_tvalid <= moves | full", "m_axis_tvalid <= moves", "leaf_stream" },
	{ LANES, "lane_leaf", "m_axis_tvalid <= 1'b0", "m_axis_tvalid <= m_axis_tvalid", "leaf_stream" },
	{ PACKET_LANES, "lane_leaf", "PACKETS != 0 && ~come[0];\n        end", "m_axis_tlast;\n        end\n        m_axis_tlast <= ~come[0];",
	  "leaf_stream" },
	{ HYPERTREE, "packet_leaf", "waiting | m_axis_tvalid & ~m_axis_tready", "waiting", "adapter_stream" },
	{ HYPERTREE, "packet_leaf", "waiting & (~m_axis_tvalid | m_axis_tready)", "waiting", "adapter_stream" },
	{ HYPERTREE, "packet_leaf", "m_axis_tvalid & ~m_axis_tready;\n        if (rst)", "m_axis_tvalid & ~m_axis_tready;\n        if (silent)",
	  "adapter_stream" },
	{ TALKING_HYPERTREE, "packet_leaf_acknowledged", "if (rst) begin\n            coming", "if (restart) begin\n            coming",
	  "adapter_stream" },
	{ TALKING_HYPERTREE, "packet_leaf_acknowledged", "waiting & (~m_axis_tvalid | m_axis_tready)", "waiting", "adapter_stream" },
	{ BATCHES, "batch_leaf", "~judges & ~m_axis_tvalid;", "~judges;", "batch_leaf_stream" },
	{ BATCHES, "batch_leaf", "~has_last & ~judges & ~m_axis_tvalid;", "~judges & ~m_axis_tvalid;", "batch_leaf_stream" },
	{ BATCHES, "batch_leaf", "got_out         <= ask_out & ~got_last", "got_out         <= ask_out", "batch_leaf_stream" },
	{ BATCHES, "batch_leaf", "m_axis_tvalid <= 1'b0;\n            ready", "ready", "batch_leaf_stream" },
	{ SORTING, "sorting_receiver", "rst | taken | (room & ~begins)", "rst | valid | (room & ~begins)", "terminal_stream" },
	{ SORTING, "sorting_receiver", "if (rst | taken)", "if (taken)", "terminal_stream" },
	{ SORTING, "sorting_receiver", "begins | ~(room | valid)", "begins | ~room", "terminal_stream" },
	{ SORTING_BLOCKS, "sorting_member", "asks[k] & room & labels", "asks[k] & labels", "member_stream" },
	{ SORTING_BLOCKS, "sorting_receiver", "if (rst | taken)", "if (taken)", "member_stream" },
	/* and how the reset reaches them: late, or not */
	{ TREE, "subtree_2", "left_leaf (\n        .clk(clk),\n        .rst(rst)", "left_leaf (\n        .clk(clk),\n        .rst(1'b0)", "subtree_2_reset" },
	{ LANES, "", "leaf (\n                .clk(clk),\n                .rst(rst)", "leaf (\n                .clk(clk),\n                .rst(timing_copies[0])", "network_reset" },
	{ HYPERTREE, "", ".rst(rst)", ".rst(1'b0)", "network_reset" },
	{ HYPERTREE, "node_1", "adapter (\n        .clk(clk),\n        .rst(rst)", "adapter (\n        .clk(clk),\n        .rst(restart)", "node_1_reset" },
	{ TALKING_HYPERTREE, "node_1", "adapter (\n        .clk(clk),\n        .rst(rst)", "adapter (\n        .clk(clk),\n        .rst(~rst)",
	  "node_1_reset" },
	{ BATCHES, "subtree_3", "right_leaf (\n        .clk(clk),\n        .rst(rst)", "right_leaf (\n        .clk(clk),\n        .rst(1'b0)", "subtree_3_reset" },
	{ SORTING, "subtree_1", ".rst(rst)", ".rst(round)", "subtree_1_reset" },
	{ SORTING_BLOCKS, "sorting_block", ") terminal (\n                .clk(clk), .rst(rst)", ") terminal (\n                .clk(clk), .rst(rst & i < 3)",
	  "sorting_block_reset" },
};
enum { BUGS = sizeof bugs / sizeof bugs[0], TIMEOUT = 600 };

static struct subject make(enum circuit circuit)
{
	static const char *const none[] = { NULL };
	static const char *const deep[] = { "buffers=4", "payload-bits=8", NULL };
	static const char *const dead[] = { "payload-bits=8", "faults=[node:3]", NULL };
	static const char *const dying[] = { "payload-bits=8", "fault-registers=true", NULL };
	static const char *const talking[] = { "payload-bits=8", "fault-registers=true", "lanes=2", "nodes=3", NULL };
	static const char *const unfinished[] = { "network=hypertree-2", "nodes=6", NULL };
	static const char *const full_ring[] = { "network=full-ring", "nodes=15", "payload-bits=8", NULL };
	static const char *const half_ring[] = { "network=half-ring", "nodes=15", "payload-bits=8", NULL };
	static const char *const ring_of_nine[] = { "network=half-ring", "payload-bits=8", "nodes=9", NULL };
	static const char *const plain[] = { "elements-between-registers=1", NULL };
	static const char *const two_leaves[] = { "leaves=2", "capacities=[1]", NULL };
	static const char *const ram[] = { "elements-between-registers=1", "delay-ram-threshold=4", NULL };

	static const char *const wide[] = { "elements-between-registers=1", "link-width=2", "children=[2, 2]", "parents=[1, 2]",
					    NULL };
	static const char *const any[] = { "elements-between-registers=1", "link-width=2", "children=[2, 2]", "parents=[1, 4]",
					   "up-routing=first-free", "leaf-interface=wires", NULL };
	static const char *const faulty[] = { "elements-between-registers=1", "fault-registers=true", "broadcast-every=4", NULL };
	static const char *const wide_faulty[] = { "elements-between-registers=1", "link-width=2", "children=[2, 2]",
						   "parents=[1, 2]", "faults=[link:0:3:0]", NULL };
	static const char *const bare_faulty[] = { "elements-between-registers=1", "children=[2, 2]", "parents=[2, 2]",
						   "leaf-interface=wires", "fault-registers=true", "broadcast-every=4", NULL };

	static const char *const deep_lanes[] = { "children=[4, 2, 4]", "parents=[1, 2, 1]", NULL };
	static const char *const packet_lanes[] = { "packet=true", NULL };
	static const char *const lone_packet_lanes[] = { "children=[4]", "parents=[1]", "lanes=2", "packet=true", NULL };
	static const char *const lone_lanes[] = { "children=[4]", "parents=[1]", "lanes=2", NULL };
	static const char *const small_batches[] = { "leaves=4", NULL };
	static const char *const blocks[] = { "mesh-side=2", NULL };
	static const char *const eight_meshes[] = { "meshes=8", "capacities=[2, 2, 2]", NULL };
	static const char *const off_line[] = { "elements-between-registers=1", "switching=off-line", "leaf-interface=wires", NULL };
	static const char *const players[] = { "switching=off-line", "settings-port=true", "schedule-cycles=4", "payload-bits=8", NULL };
	static const char *const partial[] = { "elements-between-registers=1", "switching=off-line", "leaf-interface=wires",
					       "concentrator=partial", NULL };
	static const char *const grouped[] = { "elements-between-registers=1", "children=[2, 2]", "parents=[1, 2]",
					       "broadcast-every=4", "groups=[[0, 1], [3]]", NULL };

	switch (circuit) {
	case BATCHER: return subject_plan(PLAN_BATCHER, 6, 3, 1, PROOF_WHOLE);
	case BUTTERFLY: return subject_plan(PLAN_BUTTERFLY, 8, 4, 1, PROOF_WHOLE);
	case ROW: return subject_plan(PLAN_BUTTERFLY, 8, 4, 1, PROOF_BY_ROWS);
	case TREE: return subject_network(TREE_FILE, plain);
	case TWO_LEAVES: return subject_network(TREE_FILE, two_leaves);
	case RAM_TREE: return subject_network(TREE_FILE, ram);
	case OFF_LINE: return subject_network(TREE_FILE, off_line);
	case PARTIAL: return subject_network(TREE_FILE, partial);
	case PLAYERS: return subject_network(TREE_FILE, players);
	case ROUTERS: return subject_network(ROUTERS_FILE, plain);
	case WIDE_ROUTERS: return subject_network(ROUTERS_FILE, wide);
	case ANY_ROUTERS: return subject_network(ROUTERS_FILE, any);
	case FAULTY_ROUTERS: return subject_network(ROUTERS_FILE, faulty);
	case WIDE_FAULTY_ROUTERS: return subject_network(ROUTERS_FILE, wide_faulty);
	case BARE_FAULTY_ROUTERS: return subject_network(ROUTERS_FILE, bare_faulty);
	case HYPERTREE: return subject_network(HYPERTREE_FILE, none);
	case DEEP_HYPERTREE: return subject_network(HYPERTREE_FILE, deep);
	case FAULTY_HYPERTREE: return subject_network(HYPERTREE_FILE, dead);
	case DYING_HYPERTREE: return subject_network(HYPERTREE_FILE, dying);
	case TALKING_HYPERTREE: return subject_network(HYPERTREE_FILE, talking);
	case UNFINISHED_HYPERTREE: return subject_network(HYPERTREE_FILE, unfinished);
	case FULL_RING_TREE: return subject_network(HYPERTREE_FILE, full_ring);
	case HALF_RING_TREE: return subject_network(HYPERTREE_FILE, half_ring);
	case UNFINISHED_RING_TREE: return subject_network(HYPERTREE_FILE, ring_of_nine);
	case LANES: return subject_network(LANES_FILE, none);
	case DEEP_LANES: return subject_network(LANES_FILE, deep_lanes);
	case LONE_LANES: return subject_network(LANES_FILE, lone_lanes);
	case PACKET_LANES: return subject_network(LANES_FILE, packet_lanes);
	case LONE_PACKET_LANES: return subject_network(LANES_FILE, lone_packet_lanes);
	case BATCHES: return subject_network(BATCHES_FILE, none);
	case SMALL_BATCHES: return subject_network(BATCHES_FILE, small_batches);
	case FLEXIBLE: return subject_network(FLEXIBLE_FILE, none);
	case SORTING_BLOCKS: return subject_network(SORTING_FILE, blocks);
	case DEVICE: return subject_network(DEVICE_FILE, none);
	case DEEP_DEVICE: return subject_network(DEVICE_FILE, eight_meshes);
	case SORTING: return subject_network(SORTING_FILE, none);
	case GROUPED_ROUTERS: return subject_network(ROUTERS_FILE, grouped);
	case SORTER: break;
	}
	return subject_plan(PLAN_SORTER, 4, 4, 1, PROOF_WHOLE);
}

static bool ends_with(const char *name, const char *end)
{
	size_t length = strlen(name), tail = strlen(end);

	return length >= tail && strcmp(name + length - tail, end) == 0;
}

/* Does the named proof fail, with a counterexample? */
static bool is_found(const struct bug *bug, const char *yosys)
{
	struct subject s = make(bug->circuit);
	bool found = false, refused = bug->proof[0] == '!';

	if (!subject_break(&s, bug->file, bug->from, bug->to)) {
		printf("# %s.v has no such text\n", bug->file);
	} else if (subject_write(&s)) {
		for (size_t i = 0; i < s.proofs.count && !found; i++) {
			struct proof *p = &s.proofs.item[i];

			if (!ends_with(p->name, bug->proof + refused))
				continue;
			proof_run(p, yosys, s.directory, TIMEOUT);
			found = refused ? p->result == PROOF_BROKEN :
				p->result == PROOF_FAILED && p->counterexample && p->counterexample[0] != '\0';
			if (!found)
				printf("# %s: %s\n", p->name, proof_result_name(p->result));
		}
	}
	subject_free(&s);
	return found;
}

/* No bug in front of it is for the same proof. */
static bool is_first(const struct bug *bug)
{
	for (const struct bug *b = bugs; b < bug; b++)
		if (b->circuit == bug->circuit && !strcmp(b->proof, bug->proof))
			return false;
	return true;
}

/* Does the bug break a stream that leaves show, the strobes that it relies on, or how the reset reaches them? */
static bool is_of_streams(const struct bug *bug)
{
	return ends_with(bug->proof, "_stream") || ends_with(bug->proof, "_reset") || ends_with(bug->proof, "_strobes");
}

/* Does a proof hold without the bug? No other test proves whole hypertrees, networks of lanes, or leaves. Asked once for each proof. */
static bool holds(const struct bug *bug, const char *yosys)
{
	if ((bug->circuit < HYPERTREE && !is_of_streams(bug)) || bug->proof[0] == '!' || !is_first(bug))
		return true;
	struct subject s = make(bug->circuit);
	bool held = subject_write(&s);

	for (size_t i = 0; i < s.proofs.count && held; i++) {
		struct proof *p = &s.proofs.item[i];

		if (!ends_with(p->name, bug->proof))
			continue;
		proof_run(p, yosys, s.directory, TIMEOUT);
		held = p->result == PROOF_DONE;
		if (!held)
			printf("# %s without the bug: %s\n", p->name, proof_result_name(p->result));
	}
	subject_free(&s);
	return held;
}

/* Circuits whose bugs are one test: from .. to. */
static const struct part {
	const char *name;
	enum circuit from, to;
} parts[] = {
	{ "plans", BATCHER, ROW }, { "trees", TREE, PLAYERS }, { "sorters", SORTER, SORTER }, { "routers", ROUTERS, ANY_ROUTERS },
	{ "faulty-routers", FAULTY_ROUTERS, GROUPED_ROUTERS }, { "hypertrees", HYPERTREE, UNFINISHED_RING_TREE },
	{ "adapters", TALKING_HYPERTREE, TALKING_HYPERTREE }, { "lanes", LANES, LONE_LANES },
	{ "packets", PACKET_LANES, LONE_PACKET_LANES }, { "batches", BATCHES, SMALL_BATCHES },
	{ "flexible-sorters", FLEXIBLE, FLEXIBLE }, { "sorting-fat-trees", SORTING, SORTING_BLOCKS },
	{ "devices", DEVICE, DEEP_DEVICE },
};
enum { PARTS = sizeof parts / sizeof parts[0] };

/* Is the bug selected: all bugs, one by its number, or those of a part? */
static bool is_wanted(int bug, const char *what, bool all)
{
	if (!what || atoi(what) == bug + 1)
		return true;
	if (!strcmp(what, "streams"))
		return is_of_streams(&bugs[bug]) && (all || is_first(&bugs[bug]));
	for (size_t i = 0; i < PARTS; i++)
		if (!strcmp(parts[i].name, what))
			return bugs[bug].circuit >= parts[i].from && bugs[bug].circuit <= parts[i].to &&
			       (all || is_first(&bugs[bug]));
	return false;
}

/* Runs the plants of a circuit; returns how many are not refuted. */
static int run_plants(enum circuit circuit, const char *yosys, int *count)
{
	struct subject s = make(circuit);
	int missed = 0;

	proofs_add_plants(&s.proofs);
	bool written = subject_write(&s);
	for (size_t i = 0; i < s.proofs.plant_count; i++) {
		struct proof *p = &s.proofs.plant[i].proof;

		if (written && p->result == PROOF_WAITING)	/* of a search it has a result */
			proof_run(p, yosys, s.directory, TIMEOUT);
		bool refuted = p->result == PROOF_FAILED;
		printf("%s %d - circuit %d, %s: %s\n", refuted ? "ok" : "not ok", ++*count, circuit, p->name,
		       proof_result_name(p->result));
		missed += !refuted;
	}
	subject_free(&s);
	return missed;
}

static int wrong_goals(const char *yosys)
{
	static const enum circuit circuits[] = { BATCHER, ROW, RAM_TREE, OFF_LINE, SORTER, WIDE_FAULTY_ROUTERS, HYPERTREE,
						 LANES, BATCHES, FLEXIBLE, SORTING, SORTING_BLOCKS, DEVICE };
	int missed = 0, count = 0;

	for (size_t i = 0; i < sizeof circuits / sizeof circuits[0]; i++)
		missed += run_plants(circuits[i], yosys, &count);
	printf("1..%d\n", count);
	return missed > 0 || count == 0;
}

int main(int argc, char **argv)
{
	char *yosys = find_tool("yosys");
	int count = 0;
	bool all = true;

	if (!yosys) {
		printf("1..0 # SKIP yosys is not installed\n");
		return 0;
	}
	if (argc > 1 && strcmp(argv[1], "wrong-goals") == 0) {
		int status = wrong_goals(yosys);

		free(yosys);
		return status;
	}
	for (int k = 0; k < BUGS; k++) {
		if (!is_wanted(k, argc > 1 ? argv[1] : NULL, argc > 2))
			continue;
		bool found = is_found(&bugs[k], yosys) && holds(&bugs[k], yosys);
		const char *from = bugs[k].from;

		printf("%s %d - bug %d, %s.v: %.*s: %s\n", found ? "ok" : "not ok", ++count, k + 1, bugs[k].file,
		       (int)strcspn(from, "\n"), from, bugs[k].proof);
		fflush(stdout);
		all = all && found;
	}
	printf("1..%d\n", count);
	free(yosys);
	return !all || count == 0;
}
