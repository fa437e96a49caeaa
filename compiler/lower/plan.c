/* plan.c: turns a plan into a module: elements into arrays of instances, parities into assignments, delays into
 * registers. */
#include <stdlib.h>
#include <string.h>

#include "lower/builder.h"
#include "util/text.h"

struct plan_module {
	struct design *design;
	struct module *m;
	const struct plan *plan;
	int *net;			/* of each signal */
	unsigned *ordinal;		/* [element]: its number among those of its kind, from 1 */
	struct strobe start;
	int *favor;			/* [clock]: net that breaks ties of the choices there; -1: none */
};

bool plan_uses_reset(const struct plan *plan)
{
	if (plan_last_strobe(plan) > 0)
		return true;
	for (size_t i = 0; i < plan->element_count; i++)
		if (plan->element[i].kind == ELEMENT_CALL && plan_uses_reset(plan->element[i].plan))
			return true;
	return false;
}

static struct bits operand_bits(const struct plan_module *pm, const struct operand *o)
{
	struct bits b = { 0 };

	for (size_t i = 0; i < o->count; i++) {
		const struct wires *w = &o->slice[i];

		bits_append(&b, bits_of(w->signal == PLAN_ZERO ? NET_ZERO : pm->net[w->signal],
					w->signal == PLAN_ZERO ? 0 : w->low, w->width));
	}
	return b;
}

static const char *const kind_name[] = {
	[ELEMENT_EXCHANGE] = "exchange",
	[ELEMENT_CHOOSE] = "choose",
	[ELEMENT_PARITY] = "parity",
	[ELEMENT_COMPARE] = "compare",
	[ELEMENT_SELECT] = "selector",
	[ELEMENT_GATHER] = "gather",
	[ELEMENT_SPREAD] = "spread",
	[ELEMENT_PICK] = "pick",
	[ELEMENT_CALL] = "half",
	[ELEMENT_DELAY] = "delay",
};

/* A called plan is half of a butterfly or, in a router, the concentrator of a port. */
static const char *kind_of(const struct plan_module *pm, const struct element *e)
{
	bool router = pm->plan->kind == PLAN_ROUTER_UP || pm->plan->kind == PLAN_ROUTER_DOWN;

	return e->kind == ELEMENT_CALL && router ? "port" : kind_name[e->kind];
}

/* Numbers the elements of each kind from 1 in the order of the plan. */
static unsigned *number_elements(const struct plan *plan)
{
	unsigned *ordinal = allocate_array(plan->element_count + 1, sizeof *ordinal);
	unsigned count[sizeof kind_name / sizeof kind_name[0]] = { 0 };

	for (size_t i = 0; i < plan->element_count; i++)
		ordinal[i] = ++count[plan->element[i].kind];
	return ordinal;
}

/* A delayed vector is named after its source and the clock of its M bits: in_at_2; if only some wires are delayed, also
 * after the first of them: in_at_2_from_3. */
static char *delay_name(const struct plan_module *pm, const struct element *e)
{
	const struct wires *w = &e->in[0].slice[0];
	const struct net *source = &pm->m->net[pm->net[w->signal]];
	const char *old = strstr(source->name, "_at_");
	int base = old ? (int)(old - source->name) : (int)strlen(source->name);
	const char *from = strstr(source->name, "_from_");
	unsigned first = (from ? (unsigned)strtoul(from + 6, NULL, 10) : 0) + w->low;

	if (first == 0 && !from && w->width == source->width)
		return format_string("%.*s_at_%u", base, source->name, e->clock + 1);
	return format_string("%.*s_at_%u_from_%u", base, source->name, e->clock + 1, first);
}

/* Other vectors are named after their element: first_2 and second_2 come from exchange_2. */
static void name_outputs(struct plan_module *pm, size_t index)
{
	static const char *const names[][2] = {
		[ELEMENT_EXCHANGE] = { "first", "second" },
		[ELEMENT_CHOOSE] = { "chosen", "" },
		[ELEMENT_PARITY] = { "parity", "" },
		[ELEMENT_COMPARE] = { "small", "large" },
		[ELEMENT_SELECT] = { "zero", "one" },
		[ELEMENT_GATHER] = { "first", "second" },
		[ELEMENT_SPREAD] = { "left", "right" },
		[ELEMENT_PICK] = { "picked", "" },
	};
	const struct element *e = &pm->plan->element[index];

	for (int k = 0; k < 2; k++) {
		char *name;

		if (e->out[k] == PLAN_NO_SIGNAL)
			continue;
		name = e->kind == ELEMENT_DELAY ? delay_name(pm, e) :
			e->kind == ELEMENT_CALL ? format_string("from_%s_%u", kind_of(pm, e), pm->ordinal[index]) :
			format_string("%s_%u", names[e->kind][k], pm->ordinal[index]);
		pm->net[e->out[k]] = module_net(pm->m, name, e->count);
		free(name);
	}
}

/* An instance per array of elements, named after its kind, with the clock of its decision as a comment. */
static struct instance *add_element_instance(struct plan_module *pm, size_t index, const char *module, unsigned count)
{
	const struct element *e = &pm->plan->element[index];
	struct instance *i = module_instance(pm->m, pm->design, module, count, "%s_%u", kind_of(pm, e),
					     pm->ordinal[index]);

	i->comment = format_string("decides %u %s after `start`", element_strobe(e),
				   element_strobe(e) == 1 ? "clock" : "clocks");
	return i;
}

static struct expression xor_of(const struct plan_module *pm, const struct element *e, unsigned from)
{
	struct expression x = { 0 };

	for (unsigned k = from; k < e->in_count; k++)
		x.term[x.count++] = operand_bits(pm, &e->in[k]);
	if (x.count == 0)
		x = expression_of(bits_constant(0, e->count));
	return x;
}

static struct bits output_bits(const struct plan_module *pm, const struct element *e, int k)
{
	return bits_whole(pm->m, pm->net[e->out[k]]);
}

/* The first output of an exchange needs a wire even if it is not used. */
static struct bits unused_output(const struct plan_module *pm, size_t index)
{
	unsigned count = pm->plan->element[index].count;

	return bits_whole(pm->m, module_named_net(pm->m, count, "unused_%u", pm->ordinal[index]));
}

/* What breaks the ties of all choices in a clock: in the first a port, else made at the first of them. */
static struct bits favor_of(struct plan_module *pm, unsigned clock)
{
	if (pm->favor[clock] < 0) {
		char *name = format_string("clock_%u", clock);

		pm->favor[clock] = lower_ties(pm->m, pm->design, name, &pm->start, clock, module_find(pm->m, "chance"));
		free(name);
	}
	return bits_of(pm->favor[clock], 0, 1);
}

static void lower_exchange(struct plan_module *pm, size_t index)
{
	const struct element *e = &pm->plan->element[index];
	const char *module = e->kind == ELEMENT_COMPARE ? "compare_exchange" : "exchange";
	struct instance *i = add_element_instance(pm, index, module, e->count);

	instance_connect_clock(pm->m, i);
	instance_connect(i, "start", strobe_after(&pm->start, e->clock));
	if (e->kind == ELEMENT_EXCHANGE)
		instance_connect_expression(i, "odd", xor_of(pm, e, 2));
	instance_connect(i, "a", operand_bits(pm, &e->in[0]));
	instance_connect(i, "b", operand_bits(pm, &e->in[1]));
	instance_connect(i, "first", e->out[0] >= 0 ? output_bits(pm, e, 0) : unused_output(pm, index));
	instance_connect(i, "second", e->out[1] >= 0 ? output_bits(pm, e, 1) : unused_output(pm, index));
}

static void lower_choose(struct plan_module *pm, size_t index)
{
	const struct element *e = &pm->plan->element[index];
	struct bits favor = favor_of(pm, e->clock);
	struct instance *i = add_element_instance(pm, index, "choose", e->count);

	instance_parameter(i, "PLAIN", !pm->plan->lone_flip_flops);
	instance_connect_clock(pm->m, i);
	instance_connect(i, "start", strobe_after(&pm->start, e->clock));
	instance_connect(i, "after", strobe_after(&pm->start, e->clock + 1));
	instance_connect(i, "favor", favor);
	instance_connect(i, "a", operand_bits(pm, &e->in[0]));
	instance_connect(i, "b", operand_bits(pm, &e->in[1]));
	instance_connect(i, "first", output_bits(pm, e, 0));
}

static void lower_select(struct plan_module *pm, size_t index)
{
	const struct element *e = &pm->plan->element[index];
	struct instance *i = add_element_instance(pm, index, e->copies ? "copying_selector" : "selector", e->count);

	instance_connect_clock(pm->m, i);
	if (e->copies)
		instance_connect(i, "copy", bits_of(module_find(pm->m, "copy"), 0, 1));
	instance_connect(i, "start", strobe_after(&pm->start, element_strobe(e)));
	instance_connect(i, "in", operand_bits(pm, &e->in[0]));
	instance_connect(i, "zero", e->out[0] >= 0 ? output_bits(pm, e, 0) : unused_output(pm, index));
	instance_connect(i, "one", e->out[1] >= 0 ? output_bits(pm, e, 1) : unused_output(pm, index));
}

/* A strobe so many clocks after the element's; or 0 if the element needs none. */
static struct bits later_strobe(const struct plan_module *pm, const struct element *e, unsigned clocks)
{
	return element_last_strobe(e) > 0 ? strobe_after(&pm->start, e->clock + clocks) : bits_constant(0, 1);
}

static void lower_gather(struct plan_module *pm, size_t index)
{
	const struct element *e = &pm->plan->element[index];
	bool two = e->out[1] >= 0;
	struct instance *i = two ? add_element_instance(pm, index, "gather", e->count)
				 : module_instance(pm->m, pm->design, "gather", e->count, "gather_%u", pm->ordinal[index]);

	instance_parameter(i, "PARENTS", two ? 2 : 1);
	instance_connect_clock(pm->m, i);
	instance_connect(i, "start", later_strobe(pm, e, 0));
	instance_connect(i, "route", later_strobe(pm, e, 1));
	instance_connect_net(pm->m, i, "stop", "stop");
	instance_connect(i, "a", operand_bits(pm, &e->in[0]));
	instance_connect(i, "b", operand_bits(pm, &e->in[1]));
	instance_connect(i, "first", output_bits(pm, e, 0));
	instance_connect(i, "second", two ? output_bits(pm, e, 1) : unused_output(pm, index));
}

static void lower_spread(struct plan_module *pm, size_t index)
{
	const struct element *e = &pm->plan->element[index];
	bool two = e->in_count > 1;
	int turned = module_find(pm->m, "turned");
	struct instance *i = add_element_instance(pm, index, "spread", e->count);

	instance_parameter(i, "PARENTS", two ? 2 : 1);
	instance_connect_clock(pm->m, i);
	instance_connect(i, "rst", bits_of(module_reset(pm->m), 0, 1));
	instance_connect(i, "at_s", later_strobe(pm, e, 1));
	instance_connect(i, "at_d", later_strobe(pm, e, 2));
	instance_connect(i, "after_d", later_strobe(pm, e, 3));
	instance_connect(i, "a", operand_bits(pm, &e->in[0]));
	instance_connect(i, "b", two ? operand_bits(pm, &e->in[1]) : bits_constant(0, e->count));
	instance_connect(i, "turned_left", bits_of(turned, 0, e->count));
	instance_connect(i, "turned_right", bits_of(turned, e->count, e->count));
	instance_connect(i, "left", output_bits(pm, e, 0));
	instance_connect(i, "right", output_bits(pm, e, 1));
}

static void lower_pick(struct plan_module *pm, size_t index)
{
	const struct element *e = &pm->plan->element[index];
	struct instance *i = module_instance(pm->m, pm->design, "pick", e->count, "pick_%u", pm->ordinal[index]);

	instance_connect(i, "setting", bits_of(module_find(pm->m, "setting"), e->setting, e->count));
	instance_connect(i, "a", operand_bits(pm, &e->in[0]));
	instance_connect(i, "b", operand_bits(pm, &e->in[1]));
	instance_connect(i, "picked", output_bits(pm, e, 0));
}

static void lower_call(struct plan_module *pm, size_t index)
{
	const struct element *e = &pm->plan->element[index];
	struct bits favor = plan_needs_favor(e->plan) ? favor_of(pm, e->clock) : (struct bits){ 0 };
	struct instance *i = add_element_instance(pm, index, e->plan->name, 1);

	instance_connect_common(pm->m, pm->design, i);
	instance_connect(i, "start", strobe_after(&pm->start, e->clock));
	if (plan_needs_favor(e->plan))
		instance_connect(i, "favor", favor);
	if (plan_needs_chance(e->plan))
		instance_connect_net(pm->m, i, "chance", "chance");
	instance_connect(i, "in", operand_bits(pm, &e->in[0]));
	instance_connect(i, "out", output_bits(pm, e, 0));
}

static void lower_element(struct plan_module *pm, size_t index)
{
	const struct element *e = &pm->plan->element[index];

	name_outputs(pm, index);
	switch (e->kind) {
	case ELEMENT_EXCHANGE:
	case ELEMENT_COMPARE:
		lower_exchange(pm, index);
		break;
	case ELEMENT_CHOOSE:
		lower_choose(pm, index);
		break;
	case ELEMENT_SELECT:
		lower_select(pm, index);
		break;
	case ELEMENT_GATHER:
		lower_gather(pm, index);
		break;
	case ELEMENT_SPREAD:
		lower_spread(pm, index);
		break;
	case ELEMENT_PICK:
		lower_pick(pm, index);
		break;
	case ELEMENT_CALL:
		lower_call(pm, index);
		break;
	case ELEMENT_PARITY:
		module_assign(pm->m, output_bits(pm, e, 0), xor_of(pm, e, 0));
		break;
	case ELEMENT_DELAY:
		module_register(pm->m, output_bits(pm, e, 0), operand_bits(pm, &e->in[0]), false);
		break;
	}
}

/* What a plan other than a sorter does. A fresh string. */
static char *duty(const struct plan *plan)
{
	unsigned r = plan->inputs, s = plan->outputs;

	if (plan->kind == PLAN_ROUTER_UP)
		return copy_string("The part of a router that goes up. in: from the children, lowest first; out: to "
				   "the parents,\nlowest first, then what turns, by the child it comes from.\n");
	if (plan->kind == PLAN_ROUTER_DOWN)
		return copy_string("The part of a router that goes down. in: from the parents, lowest first, then what "
				   "turns, by the\nchild it comes from; out: to the children, lowest first.\n");
	if (plan->kind == PLAN_GATHER)
		return copy_string("The vertices of a node of a pruned butterfly, on the way up. in: from the left child, by "
				   "vertex,\nthen from the right one; out: to the first parents, by vertex, then to the "
				   "second ones.\n");
	if (plan->kind == PLAN_SPREAD)
		return copy_string("The vertices of a node of a pruned butterfly, on the way down. in: from the first parents, "
				   "by\nvertex, then from the second ones; out: to the left child, by vertex, then to the right "
				   "one.\n");
	if (plan->kind == PLAN_CROSSBAR)
		return format_string("Concentrator of %u inputs onto %u outputs, set from outside: output j picks one "
				     "of the inputs\nj .. j + %u. Any %u messages or fewer get through.\n", r, s,
				     r - s, s);
	if (plan->kind == PLAN_PARTIAL)
		return format_string("Partial concentrator of %u inputs onto %u outputs, set from outside, %zu "
				     "stages.\nAny %u messages or fewer get through.\n", r, s, plan->partial->stages,
				     plan_passes(plan));
	if (plan->kind == PLAN_LIVING)
		return format_string("Concentrator of %u inputs onto %u %s, of which some may be dead, Batcher's network.\n"
				     "As many messages get through as there are living outputs, or all.\n", r, s,
				     s == 1 ? "output" : "outputs");
	return format_string("Concentrator of %u inputs onto %u %s (%s).\n"
			     "Any %u messages or fewer get through; of more, exactly %u.\n", r, s,
			     s == 1 ? "output" : "outputs", plan->kind == PLAN_BATCHER ? "Batcher's network" :
			     s == 1 ? "a tree of choices" : "rank-based reverse butterfly", s, s);
}

static char *purpose(const struct plan *plan)
{
	if (plan->kind == PLAN_SORTER)
		return format_string("Batcher's sorter of %u bit-serial words, smallest on out[0].\n"
				     "%u clocks from in to out; `start` one clock before the first bit.\n",
				     plan->inputs, plan->latency);
	struct cost cost = plan_cost(plan);
	char *what = duty(plan);
	char *size = plan->unfitted ? copy_string("")
				    : format_string("; about %lu LUT4 and %lu flip-flops", cost.lut4, cost.ff);
	char *lines = format_string("%s%u clocks from in to out%s.\n", what, plan->latency, size);

	free(size);
	free(what);
	return lines;
}

static void add_living_settings(struct plan_module *pm)
{
	const struct plan *plan = pm->plan;
	int dead = module_input(pm->m, "dead", plan->outputs, "outputs that are dead: steady while messages pass");
	int setting = module_net(pm->m, "setting", plan->settings);
	struct instance *i = module_instance(pm->m, pm->design, "living_settings", 1, "settings");

	PARAMETERS(i, { "RANKS", plan->inputs < plan->outputs ? plan->inputs : plan->outputs }, { "WIRES", plan->outputs },
		      { "LAYERS", plan_living_layers(plan) });
	CONNECT(pm->m, i, { "dead", dead }, { "setting", setting });
}

const char *lower_plan(struct design *d, const struct plan *plan)
{
	const struct module *known = design_find(d, plan->name);

	if (known)
		return known->name;
	for (size_t i = 0; i < plan->element_count; i++)
		if (plan->element[i].kind == ELEMENT_CALL)
			lower_plan(d, plan->element[i].plan);

	struct plan_module pm = { .design = d, .plan = plan,
				  .net = allocate_array(plan->signal_count, sizeof *pm.net),
				  .favor = allocate_array(plan->latency + 1, sizeof *pm.favor) };

	for (unsigned clock = 0; clock <= plan->latency; clock++)
		pm.favor[clock] = -1;
	pm.ordinal = number_elements(plan);
	pm.m = design_add(d, copy_string(plan->name), purpose(plan));
	int start = -1;

	if (plan_uses_strobe(plan))
		start = module_input(pm.m, "start", 1, plan->kind == PLAN_SORTER ? "one clock before the first bit"
								: "strobe: M bits are on `in`");

	if (plan->kind == PLAN_LIVING)
		add_living_settings(&pm);
	else if (plan->settings > 0)
		module_input(pm.m, "setting", plan->settings, plan->kind == PLAN_CROSSBAR ?
			     "steady while messages pass: bit b of all outputs' choices, b = 0, 1, .." :
			     "steady while messages pass: each output's choice, stage after stage");
	if (plan_needs_favor(plan))
		pm.favor[0] = module_input(pm.m, "favor", 1,
					   "with the strobe, and after it if of two messages the first goes on");
	if (plan_needs_chance(plan))
		module_input(pm.m, "chance", 1, "random: of two messages that meet now, the second goes on");
	if (plan_stops(plan))
		module_input(pm.m, "stop", 1, "nothing goes up");
	if (plan->turned > 0)
		module_input(pm.m, "turned", plan->turned, "what turns here, or'd into `out` a clock later");
	if (plan_copies(plan))
		module_input(pm.m, "copy", 1, "messages go to all children");
	pm.net[PLAN_INPUT] = module_input(pm.m, "in", plan->inputs, NULL);
	int out = module_output(pm.m, "out", plan->outputs, NULL);

	/* Equal strobes of neighbouring plans become one. */
	pm.start = strobe_make(pm.m, start, "started", plan_last_strobe(plan), true);
	for (size_t i = 0; i < plan->element_count; i++)
		lower_element(&pm, i);
	module_assign(pm.m, bits_whole(pm.m, out), expression_of(operand_bits(&pm, &plan->output)));
	free(pm.net);
	free(pm.favor);
	free(pm.ordinal);
	return pm.m->name;
}
