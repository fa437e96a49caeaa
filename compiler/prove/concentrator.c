/* concentrator.c: proofs of a concentrator: r inputs, s outputs, any k messages.
 *
 * Of the whole module, or of a butterfly's row:
 *
 *   paths      in a frame every output repeats one input or none, no two the same; M bits take the same paths
 *   hold       for the whole frame, however long, and whatever else happens
 *   delivery   a message is lost only when all outputs carry one         (whole)
 *   balance    the row deals messages out evenly to its two halves       (row)
 *   joints     the halves get the strobe with their M bits, and chances, and their outputs leave            (row)
 *   turns      with some random bits a message passes, whatever its place and its rivals                    (whole)
 *
 * Together: of k messages exactly min(k, s) leave, no two on one wire, and the payload follows unchanged. delivery.v
 * and hold.v argue this for the whole. A butterfly by rows is proved by induction over its halves. Its row is a
 * permutation (paths: every wire leads to exactly one of the halves' inputs), and its halves are concentrators (their
 * own proofs): each output repeats one input. balance.v argues that it is lossless when both halves are.
 */
#include <stdlib.h>
#include <string.h>

#include "lower/builder.h"
#include "prove/builder.h"

/* With up to so many inputs a whole butterfly takes less than a minute. Larger ones are proved by rows. */
enum { WHOLE_BUTTERFLY_INPUTS = 16 };

/* A half of a butterfly: the called concentrator, or wires where there is no choice. */
struct half {
	const struct element *call;	/* NULL: wires */
	unsigned ordinal;		/* of the call, from 1: the instance is half_1 */
	unsigned wires;			/* that the row deals to it */
	unsigned outputs;
	unsigned first_output;
	unsigned clock;			/* in which the M bits reach it */
};

static const struct element *maker(const struct plan *plan, int signal)
{
	for (size_t i = 0; i < plan->element_count; i++)
		if (plan->element[i].out[0] == signal || plan->element[i].out[1] == signal)
			return &plan->element[i];
	return NULL;
}

/* The call that drives the output wire, through any number of registers; NULL: no call. */
static const struct element *calling(const struct plan *plan, unsigned output)
{
	const struct wires *w = plan->output.slice;

	while (output >= w->width)
		output -= w++->width;
	if (w->signal == PLAN_ZERO)
		return NULL;
	const struct element *e = maker(plan, w->signal);

	while (e && e->kind == ELEMENT_DELAY)
		e = maker(plan, e->in[0].slice[0].signal);
	return e && e->kind == ELEMENT_CALL ? e : NULL;
}

static struct half find_half(const struct plan *plan, bool odd)
{
	struct half h = { .wires = odd ? plan->inputs / 2 : plan->inputs - plan->inputs / 2,
			  .outputs = odd ? plan->outputs / 2 : plan->outputs - plan->outputs / 2,
			  .first_output = odd ? plan->outputs - plan->outputs / 2 : 0,
			  .clock = plan->latency };

	h.call = calling(plan, h.first_output);
	if (!h.call)
		return h;
	h.clock = h.call->clock;
	for (const struct element *e = plan->element; e <= h.call; e++)
		h.ordinal += e->kind == ELEMENT_CALL;
	return h;
}

static bool has_row(const struct plan *plan)
{
	return plan->kind == PLAN_BUTTERFLY && plan->outputs > 1;
}

static void read_modules(struct circuit *c, const struct plan *plan, bool cut)
{
	for (size_t i = 0; i < plan->element_count; i++) {
		const struct element *e = &plan->element[i];

		if (e->kind == ELEMENT_EXCHANGE)
			circuit_reads(c, "exchange");
		if (e->kind == ELEMENT_CHOOSE)
			circuit_reads(c, "choose");
		if (plan_needs_chance(plan))
			circuit_reads(c, "tie_strobe");
		if (e->kind != ELEMENT_CALL)
			continue;
		if (cut) {
			circuit_cuts(c, e->plan->name);
		} else {
			circuit_reads(c, e->plan->name);
			read_modules(c, e->plan, false);
		}
	}
}

/* The beginning of a module `circuit`. The ties of the first clock are broken as by a node
 * (rtl-templates/plan/tie_strobe.v). */
static void print_head(struct text *t, unsigned inputs, unsigned outputs)
{
	text_print(t, "`default_nettype none\n\nmodule circuit (\n    input  wire clk,\n    input  wire start,\n"
		      "    input  wire chance,\n    input  wire [%u:0] in,\n    output wire [%u:0] out\n);\n"
		      "    reg  kept;\n    wire favor = start | kept;\n\n"
		      "    always @(posedge clk)\n        kept <= start & ~chance;\n\n", inputs - 1, outputs - 1);
}

/* The concentrator and its ports up to `in`. */
static void print_dut(struct text *t, const struct circuit *c, const struct plan *plan)
{
	text_print(t, "    %s dut (\n        .clk(clk),\n        .start(start),\n", c->module);
	if (plan_uses_reset(plan))
		text_add(t, "        .rst(1'b0),\n");
	if (plan_needs_favor(plan))
		text_add(t, "        .favor(favor),\n");
	if (plan_needs_chance(plan))
		text_add(t, "        .chance(chance),\n");
	text_add(t, "        .in(in),\n");
}

static void wrap_whole(struct proofs *list, struct circuit *c, const struct plan *plan)
{
	struct text t = { 0 };

	print_head(&t, plan->inputs, plan->outputs);
	print_dut(&t, c, plan);
	text_add(&t, "        .out(out)\n    );\nendmodule\n\n`default_nettype wire\n");
	circuit_wrap(list, c, &t);
}

static unsigned long cells(const struct plan *plan)
{
	struct cost c = plan_cost(plan);

	return c.lut4 + c.ff;
}

static struct circuit whole_circuit(struct proofs *list, const struct plan *plan)
{
	struct circuit c = circuit_of(list, plan->name);

	read_modules(&c, plan, false);
	c.cells = cells(plan);
	wrap_whole(list, &c, plan);
	return c;
}

/* The clock in which the last output of a row appears. */
static unsigned row_latency(const struct half half[2])
{
	return half[0].clock > half[1].clock ? half[0].clock : half[1].clock;
}

/* Prints a half's wires, delayed by `wait` clocks, as its share of `out`. */
static void print_half_wires(struct text *t, const char *name, const struct half *h, unsigned first, unsigned wait)
{
	char *source = h->call ? copy_string(name) :
		       format_string("leaves[%u:%u]", h->first_output + h->wires - 1, h->first_output);

	text_print(t, "    later #(.W(%u), .CLOCKS(%u)) %s_later (.clk(clk), .in(%s), .out(out[%u:%u]));\n",
		   h->wires, wait, name, source, first + h->wires - 1, first);
	free(source);
}

/* A butterfly without its halves. Its outputs are the wires dealt to the even half, then those to the odd one. */
static void wrap_row(struct proofs *list, struct circuit *c, const struct plan *plan, const struct half half[2])
{
	static const char *const name[2] = { "even", "odd" };
	struct text t = { 0 }, joined = { 0 };
	unsigned latency = row_latency(half);

	print_head(&t, plan->inputs, plan->inputs);
	text_print(&t, "    wire [%u:0] leaves;\n", plan->outputs - 1);
	for (int k = 0; k < 2; k++) {
		const struct half *h = &half[k];

		if (!h->call)
			continue;
		text_print(&t, "    wire [%u:0] %s;\n", h->wires - 1, name[k]);
		text_print(&joined, ",\n        .\\half_%u.in (%s),\n        .\\half_%u.out ({%u{1'b0}})", h->ordinal,
			   name[k], h->ordinal, h->outputs);
	}
	text_add(&t, "\n");
	print_dut(&t, c, plan);
	text_print(&t, "        .out(leaves)%s\n    );\n\n", joined.bytes ? joined.bytes : "");
	print_half_wires(&t, name[0], &half[0], 0, latency - half[0].clock);
	print_half_wires(&t, name[1], &half[1], half[0].wires, latency - half[1].clock);
	text_add(&t, "endmodule\n\n`default_nettype wire\n");
	circuit_wrap(list, c, &t);
	text_free(&joined);
}

static struct circuit row_circuit(struct proofs *list, const struct plan *plan, const struct half half[2])
{
	struct circuit c = circuit_of(list, plan->name);

	free(c.subject);
	c.subject = format_string("%s_row", plan->name);
	read_modules(&c, plan, true);
	c.cells = cells(plan);
	for (int k = 0; k < 2; k++)
		if (half[k].call)
			c.cells -= half[k].call->plan->cost.lut4 + half[k].call->plan->cost.ff;
	wrap_row(list, &c, plan, half);
	return c;
}

struct property {
	const char *monitor;
	const char *claim;
	struct shown shown[MAXIMUM_SHOWN];
	unsigned rounds, more;			/* clocks to unroll: `rounds` times the latency, and `more` */
};

static const struct property delivery = {
	"delivery", "a message is lost only when all outputs carry one",
	{ { "messages", "inputs with a message" }, { "asked", "the one that is lost" },
	  { "arrived", "outputs with a message" } }, 1, 2,
};
static const struct property paths = {
	"paths", "every output repeats one input, no two the same; so do the M bits",
	{ { "messages", "inputs with a message" }, { "asked", "input that was followed" },
	  { "arrived", "outputs with a message" }, { "followed", "outputs that it reached" } }, 1, 6,
};
static const struct property row_paths = {
	"paths", "every input of the row reaches one input of a half; so do the M bits",
	{ { "messages", "inputs with a message" }, { "asked", "input that was followed" },
	  { "arrived", "the halves' inputs with a message, even half first" }, { "followed", "those that it "
											     "reached" } }, 1, 6,
};
static const struct property hold = {
	"hold", "the paths stay for the whole frame, and depend on its M bits only",
	{ { "x", "inputs that were 1, in two clocks" }, { "before", "outputs that were 1 for the first" },
	  { "after", "for the second" } }, 2, 4,
};
static const struct property turns = {
	"turns", "with some random bits a message passes, whatever its place and its rivals",
	{ { "messages", "inputs with a message" }, { "asked", "the one that never passes" } }, 1, 2,
};
static const struct property balance = {
	"balance", "of k messages ceil(k/2) go to the even half, floor(k/2) to the odd one",
	{ { "messages", "inputs with a message" }, { "arrived", "the halves' inputs with one, even half first" } },
	1, 1,
};

/* The clocks after which what breaks ties is in step with the strobes. */
static unsigned warm_clocks(const struct plan *plan)
{
	return plan->deepest_strobe + 1;
}

static void add_proof(struct proofs *list, const struct circuit *c, const char *what, const struct property *property,
		      const char *parameters, unsigned steps)
{
	struct run run = { .monitor = property->monitor, .parameters = parameters, .fork = property == &hold,
			   .steps = steps, .skip = steps - 1 };

	memcpy(circuit_prove(list, c, property->monitor, what, property->claim, &run, NULL)->shown, property->shown,
	       sizeof property->shown);
}

static void prove(struct proofs *list, const struct circuit *c, const char *what, const struct property *property,
		  const struct plan *plan, unsigned s, unsigned latency)
{
	unsigned warm = property == &balance ? 0 : warm_clocks(plan);
	struct text parameters = { 0 };

	text_print(&parameters, "-chparam R %u -chparam LATENCY %u", plan->inputs, latency);
	if (property != &balance)
		text_print(&parameters, " -chparam S %u -chparam WARM %u", s, warm);
	if (property == &row_paths)
		text_add(&parameters, " -chparam ALL 1");
	add_proof(list, c, what, property, parameters.bytes, property->rounds * (warm + latency) + property->more);
	text_free(&parameters);
}

/* Whatever the rivals, some random bits let a message through. Of a butterfly by rows its halves' proofs say so: the
 * row loses nothing. */
static void prove_turns(struct proofs *list, const struct circuit *c, const char *what, const struct plan *plan)
{
	struct text parameters = { 0 }, clocks = { 0 };
	unsigned rows = 0;

	for (unsigned clock = plan->latency + 1; clock-- > 0;)
		if (plan->choices[clock]) {
			rows++;
			text_print(&clocks, "%02x", clock);
		}
	text_print(&parameters, "-chparam R %u -chparam S %u -chparam LATENCY %u -chparam WARM %u -chparam ROWS %u "
				"-chparam AT %u'h%s", plan->inputs, plan->outputs, plan->latency, warm_clocks(plan),
		   rows, 8 * rows, clocks.bytes);
	add_proof(list, c, what, &turns, parameters.bytes, warm_clocks(plan) + plan->latency + 2);
	text_free(&parameters);
	text_free(&clocks);
}

/* One half: the strobe reaches it with its M bits, and its outputs leave the concentrator in time. */
static void add_joint(struct parts *parts, const struct plan *plan, const struct half *h)
{
	const char *name = parts_name(parts, "half_%u", h->ordinal);
	const char *strobe = parts_cut(parts, true, name, "start", 1);
	const char *sent = parts_cut(parts, false, name, "out", h->outputs);

	parts_same_later(parts, parts_name(parts, "%s gets the strobe with its M bits", name), 1, "start", h->clock,
			 strobe);
	parts_chances(parts, h->call->plan, name, "start", h->clock, h->clock == 0 ? "favor" : NULL, "chance");
	parts_same_later(parts, parts_name(parts, "what leaves %s leaves the concentrator", name), h->outputs, sent,
			 plan->latency - h->clock - h->call->plan->latency,
			 parts_name(parts, "out[%u:%u]", h->first_output + h->outputs - 1, h->first_output));
}

static void prove_joints(struct proofs *list, struct circuit *c, const char *what, const struct plan *plan,
			 const struct half half[2])
{
	struct parts parts = { 0 };

	parts_clock(&parts, plan_uses_reset(plan));
	parts_port(&parts, false, "start", "start", 1);
	if (plan_needs_favor(plan))
		parts_port(&parts, false, "favor", "favor", 1);
	if (plan_needs_chance(plan))
		parts_port(&parts, false, "chance", "chance", 1);
	parts_port(&parts, false, "in", "in", plan->inputs);
	parts_port(&parts, true, "out", "out", plan->outputs);
	for (int k = 0; k < 2; k++)
		if (half[k].call)
			add_joint(&parts, plan, &half[k]);
	c->wrapped = false;
	parts_prove(list, c, "joints", what,
		    "the halves get the strobe with their M bits, and chances, and what leaves them leaves", &parts);
}

static void prove_whole(struct proofs *list, const struct plan *plan)
{
	char *what = format_string("concentrator %u -> %u, %s", plan->inputs, plan->outputs,
				   plan_kind_name(plan->kind));
	struct circuit c = whole_circuit(list, plan);

	prove(list, &c, what, &delivery, plan, plan->outputs, plan->latency);
	prove(list, &c, what, &paths, plan, plan->outputs, plan->latency);
	prove(list, &c, what, &hold, plan, plan->outputs, plan->latency);
	prove_turns(list, &c, what, plan);
	circuit_free(&c);
	free(what);
}

static void prove_row(struct proofs *list, const struct plan *plan)
{
	struct half half[2] = { find_half(plan, false), find_half(plan, true) };
	char *what = format_string("concentrator %u -> %u, butterfly, its row", plan->inputs, plan->outputs);
	struct circuit c = row_circuit(list, plan, half);
	unsigned latency = row_latency(half);

	prove(list, &c, what, &balance, plan, plan->inputs, latency);
	prove(list, &c, what, &row_paths, plan, plan->inputs, latency);
	prove(list, &c, what, &hold, plan, plan->inputs, latency);
	prove_joints(list, &c, what, plan, half);
	circuit_free(&c);
	free(what);
}

void prove_concentrator(struct proofs *list, const struct plan *plan, enum proof_method method)
{
	bool by_rows = method == PROOF_BY_ROWS || (method == PROOF_AUTO && plan->inputs > WHOLE_BUTTERFLY_INPUTS);

	if (plan->kind == PLAN_WIRES)
		return;
	if (by_rows && has_row(plan))
		prove_row(list, plan);
	else
		prove_whole(list, plan);
}
