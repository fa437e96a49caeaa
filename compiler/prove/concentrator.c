/* concentrator.c: proofs of a concentrator: r inputs, s outputs, any k messages.
 *
 * Of the whole module, or of a butterfly's row:
 *
 *   paths      in a frame every output repeats one input or none, no two the same; M bits take the same paths
 *   hold       for the whole frame, however long, and whatever else happens
 *   delivery   a message is lost only when all outputs carry one         (whole)
 *   balance    the row deals messages out evenly to its two halves       (row)
 *   joints     the halves get the strobe with their M bits, and their outputs leave the concentrator        (row)
 *
 * Together: of k messages exactly min(k, s) leave, no two on one wire, and the payload follows unchanged. delivery.v
 * and hold.v argue this for the whole. A butterfly by rows is proved by induction over its halves. Its row is a
 * permutation (paths: every wire leads to exactly one of the halves' inputs), and its halves are concentrators (their
 * own proofs): each output repeats one input. balance.v argues that it is lossless when both halves are.
 */
#include <stdlib.h>

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

static void print_circuit_head(struct text *t, const struct plan *plan, unsigned outputs)
{
	text_print(t, "`default_nettype none\n\nmodule circuit (\n    input  wire clk,\n    input  wire start,\n"
		      "    input  wire [%u:0] in,\n    output wire ", plan->inputs - 1);
	print_width(t, outputs);
	text_add(t, "out\n);\n");
}

/* The module under proof, inside a module `circuit`, up to its last connection. */
static void print_instance(struct text *t, const struct circuit *c, const struct plan *plan)
{
	text_print(t, "    %s dut (\n        .clk(clk),\n%s        .start(start),\n        .in(in),\n", c->module,
		   plan_uses_reset(plan) ? "        .rst(1'b0),\n" : "");
}

static struct circuit whole_circuit(struct proofs *list, const struct plan *plan)
{
	struct circuit c = circuit_of(list, plan->name);
	struct text t = { 0 };

	read_modules(&c, plan, false);
	c.cells = plan->cost.lut4 + plan->cost.ff;
	print_circuit_head(&t, plan, plan->outputs);
	print_instance(&t, &c, plan);
	text_add(&t, "        .out(out)\n    );\nendmodule\n\n`default_nettype wire\n");
	circuit_wrap(list, &c, &t);
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

	if (wait == 0)
		text_print(t, "    assign out[%u:%u] = %s;\n", first + h->wires - 1, first, source);
	else
		text_print(t, "    later #(.W(%u), .CLOCKS(%u)) %s_later (.clk(clk), .in(%s), .out(out[%u:%u]));\n",
			   h->wires, wait, name, source, first + h->wires - 1, first);
	free(source);
}

/* A butterfly without its halves. Its outputs are the wires dealt to the even half, then those to the odd one. */
static struct circuit row_circuit(struct proofs *list, const struct plan *plan, const struct half half[2])
{
	static const char *const name[2] = { "even", "odd" };
	struct circuit c = circuit_of(list, plan->name);
	struct text t = { 0 };
	unsigned latency = row_latency(half);

	free(c.subject);
	c.subject = format_string("%s_row", plan->name);
	read_modules(&c, plan, true);
	c.cells = plan->cost.lut4 + plan->cost.ff;
	for (int k = 0; k < 2; k++)
		if (half[k].call)
			c.cells -= half[k].call->plan->cost.lut4 + half[k].call->plan->cost.ff;
	print_circuit_head(&t, plan, plan->inputs);
	text_print(&t, "    wire [%u:0] leaves;\n", plan->outputs - 1);
	for (int k = 0; k < 2; k++)
		if (half[k].call)
			text_print(&t, "    wire [%u:0] %s;\n", half[k].wires - 1, name[k]);
	text_add(&t, "\n");
	print_instance(&t, &c, plan);
	for (int k = 0; k < 2; k++)
		if (half[k].call)
			text_print(&t, "        .\\half_%u.in (%s),\n        .\\half_%u.out ({%u{1'b0}}),\n", half[k].ordinal,
				   name[k], half[k].ordinal, half[k].outputs);
	text_add(&t, "        .out(leaves)\n    );\n\n");
	print_half_wires(&t, name[0], &half[0], 0, latency - half[0].clock);
	print_half_wires(&t, name[1], &half[1], half[0].wires, latency - half[1].clock);
	text_add(&t, "endmodule\n\n`default_nettype wire\n");
	circuit_wrap(list, &c, &t);
	return c;
}

struct property {
	const char *monitor;
	const char *claim;
	bool asks;				/* the monitor follows a wire of its choice */
	unsigned inputs;			/* the first `inputs` of `shown` are inputs, the others outputs */
	struct shown shown[MAXIMUM_SHOWN];
};

static const struct property delivery = {
	"delivery", "a message is lost only when all outputs carry one", true, 2,
	{ { "messages", "inputs with a message" }, { "asked", "the one that is lost" },
	  { "arrived", "outputs with a message" }, { NULL, NULL } },
};
static const struct property paths = {
	"paths", "every output repeats one input, no two the same; so do the M bits", true, 2,
	{ { "messages", "inputs with a message" }, { "asked", "input that was followed" },
	  { "arrived", "outputs with a message" }, { "followed", "outputs that it reached" } },
};
static const struct property row_paths = {
	"paths", "every input of the row reaches one input of a half; so do the M bits", true, 2,
	{ { "messages", "inputs with a message" }, { "asked", "input that was followed" },
	  { "arrived", "the halves' inputs with a message, even half first" }, { "followed", "those that it reached" } },
};
static const struct property hold = {
	"hold", "the paths stay for the whole frame, and depend on its M bits only", false, 1,
	{ { "x", "inputs that were 1, in two clocks" }, { "before", "outputs that were 1 for the first" },
	  { "after", "for the second" }, { NULL, NULL } },
};
static const struct property balance = {
	"balance", "of k messages ceil(k/2) go to the even half, floor(k/2) to the odd one", false, 1,
	{ { "messages", "inputs with a message" }, { "arrived", "the halves' inputs with one, even half first" },
	  { NULL, NULL }, { NULL, NULL } },
};

/* Module `proof`: a circuit and a monitor. The monitor's signals are ports: optimization keeps those. */
static struct text join(const struct property *property, unsigned r, unsigned s, unsigned latency)
{
	const struct shown *shown = property->shown;
	struct text t = { 0 };
	unsigned bits = 1;

	while (1u << bits < r)
		bits++;
	text_print(&t, "`default_nettype none\n\nmodule proof (\n    input  wire clk,\n    input  wire [%u:0] any,\n"
		       "    input  wire any_start,\n", r - 1);
	if (property->asks) {
		text_add(&t, "    input  wire ");
		print_width(&t, bits);
		text_add(&t, "any_wire,\n");
	}
	for (unsigned k = 0; k < MAXIMUM_SHOWN && shown[k].signal; k++) {
		text_add(&t, "    output wire ");
		print_width(&t, k < property->inputs ? r : s);
		text_print(&t, "%s,\n", shown[k].signal);
	}
	text_print(&t, "    output wire ok\n);\n    wire start;\n    wire [%u:0] in;\n    wire ", r - 1);
	print_width(&t, s);
	text_add(&t, "out;\n\n    circuit circuit (.clk(clk), .start(start), .in(in), .out(out));\n\n");
	text_print(&t, "    %s #(.R(%u), ", property->monitor, r);
	if (property != &balance)
		text_print(&t, ".S(%u), ", s);
	text_print(&t, ".LATENCY(%u)%s) monitor (\n        .clk(clk),\n        .any(any),\n        .any_start(any_start),\n",
		   latency, property == &row_paths ? ", .ALL(1)" : "");
	if (property->asks)
		text_add(&t, "        .any_wire(any_wire),\n");
	text_add(&t, "        .start(start),\n        .in(in),\n        .out(out),\n");
	for (unsigned k = 0; k < MAXIMUM_SHOWN && shown[k].signal; k++)
		text_print(&t, "        .%s(%s),\n", shown[k].signal, shown[k].signal);
	text_add(&t, "        .ok(ok)\n    );\nendmodule\n\n`default_nettype wire\n");
	return t;
}

static void prove(struct proofs *list, const struct circuit *c, const char *what, const struct property *property,
		  unsigned r, unsigned s, unsigned latency)
{
	struct run run = { .monitor = property->monitor };
	struct text text = join(property, r, s, latency);

	run.fork = property == &hold;
	run.steps = property == &delivery ? latency + 2 : property == &balance ? latency + 1 :
		    property == &hold ? 2 * latency + 4 : latency + 6;
	run.skip = run.steps - 1;
	struct proof *p = circuit_prove(list, c, property->monitor, what, property->claim, &run, &text);

	for (unsigned k = 0; k < MAXIMUM_SHOWN; k++)
		p->shown[k] = property->shown[k];
}

/* One half: the strobe reaches it with its M bits, and its outputs leave the concentrator in time. */
static void add_joint(struct parts *parts, const struct plan *plan, const struct half *h)
{
	unsigned last = h->first_output + h->outputs - 1;
	char *meaning[2] = { format_string("half_%u gets the strobe with its M bits", h->ordinal),
			     format_string("what leaves half_%u leaves the concentrator", h->ordinal) };
	char *strobe = format_string("half_%u_start", h->ordinal), *sent = format_string("half_%u_out", h->ordinal);
	char *left = format_string("out[%u:%u]", last, h->first_output);

	text_print(&parts->body, "    wire %s;\n", strobe);
	parts_input(parts, h->outputs, sent);
	parts_same_later(parts, meaning[0], 1, "start", h->clock, strobe);
	parts_same_later(parts, meaning[1], h->outputs, sent, plan->latency - h->clock - h->call->plan->latency, left);
	free(meaning[0]);
	free(meaning[1]);
	free(strobe);
	free(sent);
	free(left);
}

static void prove_joints(struct proofs *list, struct circuit *c, const char *what, const struct plan *plan,
			 const struct half half[2])
{
	struct parts parts = { 0 };
	struct text *t = &parts.body;

	parts_input(&parts, 1, "start");
	parts_input(&parts, plan->inputs, "in");
	text_print(t, "    wire [%u:0] out;\n", plan->outputs - 1);
	for (int k = 0; k < 2; k++)
		if (half[k].call)
			add_joint(&parts, plan, &half[k]);
	print_instance(t, c, plan);
	for (int k = 0; k < 2; k++)
		if (half[k].call)
			text_print(t, "        .\\half_%u.start (half_%u_start),\n        .\\half_%u.out (half_%u_out),\n",
				   half[k].ordinal, half[k].ordinal, half[k].ordinal, half[k].ordinal);
	text_add(t, "        .out(out)\n    );\n");
	c->wrapped = false;
	parts_prove(list, c, "joints", what, "the halves get the strobe with their M bits, and what leaves them leaves",
		    &parts);
}

static void prove_whole(struct proofs *list, const struct plan *plan)
{
	char *what = format_string("concentrator %u -> %u, %s", plan->inputs, plan->outputs, plan_kind_name(plan->kind));
	struct circuit c = whole_circuit(list, plan);

	prove(list, &c, what, &delivery, plan->inputs, plan->outputs, plan->latency);
	prove(list, &c, what, &paths, plan->inputs, plan->outputs, plan->latency);
	prove(list, &c, what, &hold, plan->inputs, plan->outputs, plan->latency);
	circuit_free(&c);
	free(what);
}

static void prove_row(struct proofs *list, const struct plan *plan)
{
	struct half half[2] = { find_half(plan, false), find_half(plan, true) };
	char *what = format_string("concentrator %u -> %u, butterfly, its row", plan->inputs, plan->outputs);
	struct circuit c = row_circuit(list, plan, half);
	unsigned latency = row_latency(half);

	prove(list, &c, what, &balance, plan->inputs, plan->inputs, latency);
	prove(list, &c, what, &row_paths, plan->inputs, plan->inputs, latency);
	prove(list, &c, what, &hold, plan->inputs, plan->inputs, latency);
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
