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
 *   living     in the place of delivery, for living outputs, whichever others are dead                      (with settings)
 *
 * Together: of k messages exactly min(k, s) leave, no two on one wire, and the payload follows unchanged. delivery.v
 * and hold.v argue this for the whole. A butterfly by rows is proved by induction over its halves. Its row is a
 * permutation (paths: every wire leads to exactly one of the halves' inputs), and its halves are concentrators (their
 * own proofs): each output repeats one input. balance.v argues that it is lossless when both halves are.
 */
#include <stdlib.h>
#include <string.h>

#include "emit/emit.h"
#include "lower/builder.h"
#include "prove/builder.h"
#include "prove/wrapper.h"

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
		if (e->kind == ELEMENT_PICK)
			circuit_reads(c, "pick");
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

/* Module `circuit`, under construction: the concentrator with ports that are the same for all. */
struct wrapping {
	const struct plan *plan;
	struct design *d;
	struct module *m;
};

static struct bits whole(const struct wrapping *w, const char *net)
{
	return bits_whole(w->m, module_find(w->m, net));
}

static void assign(struct wrapping *w, const char *net, enum operation operation, const char *a, const char *b)
{
	struct expression e = { .term = { whole(w, a) }, .count = 1, .operation = operation };

	if (b)
		e.term[e.count++] = whole(w, b);
	module_assign(w->m, whole(w, net), e);
}

/* Its ports, and ties of the first clock, broken as by a node (rtl-templates/plan/tie_strobe.v). */
static struct wrapping begin_wrapping(const struct circuit *c, const struct plan *plan, unsigned outputs)
{
	struct wrapping w = { .plan = plan, .d = wrapper_design(NULL, c->module) };

	wrapper_watches(w.d, "later");
	if (plan->settings > 0)
		wrapper_watches(w.d, "dead_outputs");
	w.m = design_add(w.d, copy_string("circuit"), NULL);
	wrapper_nets(w.m, PORT_INPUT, 1, "clk start chance");
	wrapper_nets(w.m, PORT_INPUT, plan->inputs, "in");
	wrapper_nets(w.m, PORT_OUTPUT, outputs, "out");
	wrapper_nets(w.m, PORT_NONE, 1, "no_chance keeps kept favor");
	assign(&w, "no_chance", OPERATION_NOT, "chance", NULL);
	assign(&w, "keeps", OPERATION_AND, "start", "no_chance");
	module_register(w.m, whole(&w, "kept"), whole(&w, "keeps"), false);
	assign(&w, "favor", OPERATION_OR, "start", "kept");
	return w;
}

/* The concentrator and its ports but `out`. */
static struct instance *add_dut(struct wrapping *w, const struct circuit *c)
{
	struct instance *i = module_instance(w->m, w->d, c->module, 1, "dut");

	wrapper_connect(w->m, i, plan_uses_strobe(w->plan) ? "clk start in" : "clk in");
	if (plan_uses_reset(w->plan))
		instance_connect(i, "rst", bits_constant(0, 1));
	if (plan_needs_favor(w->plan))
		wrapper_connect(w->m, i, "favor");
	if (plan_needs_chance(w->plan))
		wrapper_connect(w->m, i, "chance");
	return i;
}

static void end_wrapping(struct proofs *list, struct circuit *c, struct wrapping *w)
{
	struct text verilog = emit_wrapper(w->d, "");

	design_free(w->d);
	circuit_wrap(list, c, &verilog);
}

/* Clocks in which the inputs say which outputs are dead. */
static unsigned dead_clocks(const struct plan *plan)
{
	return plan->settings > 0 ? (plan->outputs + plan->inputs - 1) / plan->inputs : 0;
}

/* Any outputs are dead, but not all, and always the same. */
static void add_dead(struct wrapping *w, struct instance *dut)
{
	wrapper_nets(w->m, PORT_OUTPUT, w->plan->outputs, "dead");
	wrapper_connect(w->m, dut, "dead");
	struct instance *i = module_instance(w->m, w->d, "dead_outputs", 1, "outputs");

	PARAMETERS(i, { "R", w->plan->inputs }, { "S", w->plan->outputs }, { "CLOCKS", dead_clocks(w->plan) });
	wrapper_connect(w->m, i, "clk in dead");
}

static void wrap_whole(struct proofs *list, struct circuit *c, const struct plan *plan)
{
	struct wrapping w = begin_wrapping(c, plan, plan->outputs);

	struct instance *dut = add_dut(&w, c);

	wrapper_connect(w.m, dut, "out");
	if (plan->settings > 0)
		add_dead(&w, dut);
	end_wrapping(list, c, &w);
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
	if (plan->settings > 0)
		circuit_reads(&c, "living_settings");
	c.cells = cells(plan);
	wrap_whole(list, &c, plan);
	return c;
}

/* The clock in which the last output of a row appears. */
static unsigned row_latency(const struct half half[2])
{
	return half[0].clock > half[1].clock ? half[0].clock : half[1].clock;
}

/* Adds a half's wires, delayed by `wait` clocks, as its share of `out`. */
static void add_half_wires(struct wrapping *w, const char *name, const struct half *h, unsigned first, unsigned wait)
{
	struct instance *i = module_instance(w->m, w->d, "later", 1, "%s_later", name);

	PARAMETERS(i, { "W", h->wires }, { "CLOCKS", wait });
	wrapper_connect(w->m, i, "clk");
	instance_connect(i, "in", h->call ? whole(w, name) : bits_of(module_find(w->m, "leaves"), h->first_output, h->wires));
	instance_connect(i, "out", bits_of(module_find(w->m, "out"), first, h->wires));
}

/* A butterfly without its halves. Its outputs are the wires dealt to the even half, then those to the odd one. */
static void wrap_row(struct proofs *list, struct circuit *c, const struct plan *plan, const struct half half[2])
{
	static const char *const name[2] = { "even", "odd" };
	struct wrapping w = begin_wrapping(c, plan, plan->inputs);
	struct instance *dut = add_dut(&w, c);
	unsigned latency = row_latency(half);

	wrapper_nets(w.m, PORT_NONE, plan->outputs, "leaves");
	instance_connect_net(w.m, dut, "out", "leaves");
	for (int k = 0; k < 2; k++) {
		const struct half *h = &half[k];

		if (!h->call)
			continue;
		wrapper_nets(w.m, PORT_NONE, h->wires, name[k]);
		instance_connect_named(dut, whole(&w, name[k]), "half_%u.in", h->ordinal);
		instance_connect_named(dut, bits_constant(0, h->outputs), "half_%u.out", h->ordinal);
	}
	add_half_wires(&w, name[0], &half[0], 0, latency - half[0].clock);
	add_half_wires(&w, name[1], &half[1], half[0].wires, latency - half[1].clock);
	end_wrapping(list, c, &w);
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
static const struct property living = {
	"living", "a message is lost only when all living outputs carry one, dead ones none",
	{ { "messages", "inputs with a message" }, { "asked", "the one that is lost" },
	  { "arrived", "outputs with a message" }, { "dead", "outputs that are dead" } }, 1, 2,
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

/* The clocks after which what breaks ties is in step with the strobes, and dead outputs are named. */
static unsigned warm_clocks(const struct plan *plan)
{
	return plan->deepest_strobe + 1 + 2 * dead_clocks(plan);
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

	prove(list, &c, what, plan->settings > 0 ? &living : &delivery, plan, plan->outputs, plan->latency);
	prove(list, &c, what, &paths, plan, plan->outputs, plan->latency);
	prove(list, &c, what, &hold, plan, plan->outputs, plan->latency);
	if (plan_chooses(plan))
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
