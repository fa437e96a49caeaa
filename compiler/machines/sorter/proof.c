/* proof.c: proofs of a sorter of n bit-serial words.
 *
 *   order      of two words of any length the compare-exchange element passes the smaller one to `first`, the larger one
 *              to `second`, each bit in the clock of its arrival (by induction over the bits)
 *   sorts      the whole network sorts all 2^n sets of one-bit words
 *
 * By the 0-1 principle (Knuth, The Art of Computer Programming 3, 5.3.4, theorem Z) a network of comparators that sorts
 * all sequences of zeros and ones sorts all words.
 */
#include "machines/sorter/sorter.h"
#include <stdlib.h>

#include "lower/builder.h"
#include "prove/builder.h"

static void prove_element(struct proofs *list)
{
	struct circuit c = circuit_of(list, "compare_exchange");
	struct text circuit = { 0 }, t = { 0 };
	struct run run = { .monitor = "order", .steps = 8, .induction = true, .expose = { "element.decided",
			   "element.crossed" } };

	c.cells = 6;
	text_print(&circuit, "`default_nettype none\n\nmodule circuit (\n    input  wire clk,\n    input  wire start,\n"
			     "    input  wire a,\n    input  wire b,\n    output wire first,\n    output wire second\n);\n"
			     "    %s element (.clk(clk), .start(start), .a(a), .b(b), .first(first), .second(second));\n"
			     "endmodule\n\n`default_nettype wire\n", c.module);
	circuit_wrap(list, &c, &circuit);
	text_add(&t, "`default_nettype none\n\nmodule proof (\n    input  wire clk,\n    input  wire any_start,\n"
		     "    input  wire a,\n    input  wire b,\n    output wire [3:0] bits,\n    output wire ok\n);\n"
		     "    wire start, first, second, decided, crossed;\n\n"
		     "    assign bits = {second, first, b, a};\n"
		     "    circuit circuit (\n        .clk(clk),\n        .start(start),\n        .a(a),\n        .b(b),\n"
		     "        .\\element.decided (decided),\n        .\\element.crossed (crossed),\n"
		     "        .first(first),\n        .second(second)\n    );\n"
		     "    order monitor (\n        .clk(clk),\n        .any_start(any_start),\n        .start(start),\n"
		     "        .a(a),\n        .b(b),\n        .first(first),\n        .second(second),\n"
		     "        .decided(decided),\n        .crossed(crossed),\n        .ok(ok)\n    );\n"
		     "endmodule\n\n`default_nettype wire\n");
	circuit_prove(list, &c, "order", "compare-exchange element",
		      "of two words of any length the smaller leaves on `first`, unchanged", &run, &t)->shown[0] =
		(struct shown){ "bits", "of a, b, first, second (0 to 3) these were 1 in the last clock" };
	circuit_free(&c);
}

static void prove_whole(struct proofs *list, const struct plan *plan)
{
	struct circuit c = circuit_of(list, plan->name);
	unsigned n = plan->inputs, bits = 1;
	struct text circuit = { 0 }, t = { 0 };
	struct run run = { .monitor = "sorts", .steps = plan->latency + 4, .skip = plan->latency + 3 };
	char *what = format_string("sorter of %u words", n);

	while (1u << bits < n)
		bits++;
	circuit_reads(&c, "compare_exchange");
	c.cells = plan->cost.lut4 + plan->cost.ff;
	text_print(&circuit, "`default_nettype none\n\nmodule circuit (\n    input  wire clk,\n    input  wire start,\n"
			     "    input  wire [%u:0] in,\n    output wire [%u:0] out\n);\n    %s dut (\n        .clk(clk),\n%s"
			     "        .start(start),\n        .in(in),\n        .out(out)\n    );\nendmodule\n\n"
			     "`default_nettype wire\n", n - 1, n - 1, c.module,
		   plan_uses_reset(plan) ? "        .rst(1'b0),\n" : "");
	circuit_wrap(list, &c, &circuit);
	text_print(&t, "`default_nettype none\n\nmodule proof (\n    input  wire clk,\n    input  wire [%u:0] any,\n"
		       "    input  wire any_start,\n    input  wire [%u:0] any_wire,\n    output wire [%u:0] words,\n    output wire [%u:0] sorted,\n"
		       "    output wire ok\n);\n    wire start;\n    wire [%u:0] in, out;\n\n"
		       "    circuit circuit (.clk(clk), .start(start), .in(in), .out(out));\n"
		       "    sorts #(.N(%u)) monitor (\n        .clk(clk),\n        .any(any),\n        .any_start(any_start),\n"
		       "        .any_wire(any_wire),\n        .start(start),\n        .in(in),\n        .out(out),\n        .words(words),\n"
		       "        .sorted(sorted),\n        .ok(ok)\n    );\nendmodule\n\n`default_nettype wire\n",
		   n - 1, bits - 1, n - 1, n - 1, n - 1, n);
	struct proof *p = circuit_prove(list, &c, "sorts", what, "all one-bit words leave in order, none lost or made", &run,
					&t);

	p->shown[0] = (struct shown){ "words", "inputs that were 1" };
	p->shown[1] = (struct shown){ "sorted", "outputs that were 1" };
	circuit_free(&c);
	free(what);
}

void prove_sorter(struct proofs *list, const struct plan *plan)
{
	prove_element(list);
	prove_whole(list, plan);
}

void sorter_prove(struct proofs *list, const struct network *net)
{
	prove_sorter(list, net->sorter);
}
