/* bus_run.c: builds the model of a bus, runs it with each seed, and reports. */
#include "simulate/bus_run.h"

#include <inttypes.h>
#include <stdlib.h>

#include "bits.h"
#include "bus_bench.h"
#include "emit/emit.h"
#include "model.h"
#include "network/machine.h"
#include "network/network.h"
#include "parse/bus.h"
#include "parse/crossing.h"
#include "shells/bus_ports.h"
#include "random.h"
#include "simulate/delivery_log.h"
#include "simulate/simulate.h"
#include "simulate/verilate.h"
#include "util/figures.h"
#include "util/json.h"
#include "util/message.h"

enum { LEAST_PATIENCE = 20000, PATIENCE_TIMES = 50 };

/* What the bench knows of the map. */
struct map {
	unsigned *master_leaf;
	struct bus_window *slave;
	int *master_clock, *slave_clock;
	bool *split;			/* of masters */
	const char *const **master_rules, *const **slave_rules;
};

static struct map map_of(const struct network *net)
{
	const struct spec *spec = net->spec;
	unsigned masters = bus_masters(spec), slaves = bus_slaves(spec);
	struct map map = {
		allocate_array(masters, sizeof *map.master_leaf), allocate_array(slaves, sizeof *map.slave), allocate_array(masters, sizeof *map.master_clock),
		allocate_array(slaves, sizeof *map.slave_clock), allocate_array(masters, sizeof *map.split),
		allocate_array(masters, sizeof *map.master_rules), allocate_array(slaves, sizeof *map.slave_rules),
	};

	masters = slaves = 0;

	for (unsigned leaf = 0; leaf < spec->leaves; leaf++) {
		unsigned number = leaf + spec->machine->first_end;

		if (bus_is_master(spec, leaf)) {
			map.split[masters] = bus_side_of(bus_port(spec, leaf), BUS_MASTER)->split;
			map.master_rules[masters] = bus_side_of(bus_port(spec, leaf), BUS_MASTER)->rule;
			map.master_clock[masters] = crossing_number(spec, leaf);
			map.master_leaf[masters++] = number;
		}
		if (bus_is_slave(spec, leaf)) {
			map.slave_rules[slaves] = bus_side_of(bus_port(spec, leaf), BUS_SLAVE)->rule;
			map.slave_clock[slaves] = crossing_number(spec, leaf);
			map.slave[slaves++] = (struct bus_window){ bus_base(spec, leaf), bus_region_of(spec, leaf)->size, number };
		}
	}
	return map;
}

static void map_free(struct map *map)
{
	free(map->master_leaf);
	free(map->slave);
	free(map->master_clock);
	free(map->slave_clock);
	free(map->split);
	free(map->master_rules);
	free(map->slave_rules);
}

/* The slave at that leaf; NO_SLAVE: there is none. */
static int slave_at(const struct network *net, const struct map *map, unsigned long leaf)
{
	for (unsigned k = 0; k < bus_slaves(net->spec); k++)
		if (map->slave[k].leaf == leaf)
			return (int)k;
	return NO_SLAVE;
}

bool bus_check_slave(const struct network *net, const char *option, unsigned long leaf)
{
	struct map map = map_of(net);
	bool good = slave_at(net, &map, leaf) != NO_SLAVE;
	unsigned slave = map.slave[0].leaf;

	map_free(&map);
	if (good)
		return true;
	error("%s is %lu: expected a leaf that is a slave", option, leaf);
	return suggest("%s %u", option, slave);
}

/* The library with the model of the system. NULL after a message. */
static char *build(const struct network *net)
{
	struct stack stack = stack_lower(net);
	struct output rtl = { 0 };
	char *library = NULL;

	stack_bare(&stack);
	stack_unsettle(&stack);
	stack.drivers = bus_watched(stack.shell, net);
	/* Not the actual command line: it would change the Verilog, and so the library, of every run. */
	if (stack_emit(&stack, net, "ftc simulate --bus", &rtl)) {
		struct verilate v = { .rtl = &rtl };
		char *top = stack_top_name(&stack, net);
		struct verilate_port *port = verilate_ports(design_top(stack_top(&stack)), &v.port_count);

		v.top = top;
		v.port = port;
		library = verilate(&v);
		free(port);
		free(top);
	}
	output_free(&rtl);
	stack_free(&stack);
	return library;
}

/* In so many clocks the slowest system answers any access, with a margin: all accesses of all masters may wait for one slave. */
static uint64_t patience_of(const struct network *net, const struct bus_options *o)
{
	uint64_t under_way = (uint64_t)bus_masters(net->spec) * (net->spec->bus->outstanding + 1);

	return LEAST_PATIENCE + PATIENCE_TIMES * under_way * (net->slot_clocks + o->memory_high + 1 + net->spec->bus->timeout);
}

static struct bus_bench bench_of(const struct network *net, const struct bus_options *o, const struct map *map)
{
	const struct spec *spec = net->spec;

	return (struct bus_bench){
		.masters = bus_masters(spec), .slaves = bus_slaves(spec), .master_leaf = map->master_leaf, .slave = map->slave, .split = map->split,
		.master_rules = map->master_rules, .slave_rules = map->slave_rules, .holds = o->holds,
		.master_clock = map->master_clock, .slave_clock = map->slave_clock,
		.address_bits = spec->bus->address_bits, .offset_bits = bus_slave_bits(spec) + bit_length(BUS_WORD_BYTES) - 1,
		.strict = spec->bus->order == BUS_STRICT, .outstanding = spec->bus->outstanding, .posted = spec->bus->posted, .fenced = spec->bus->fenced, .fence = spec->bus->fence,
		.kept_base = spec->bus->doorbells, .kept_span = spec->bus->rung ? bus_bells_span(spec) : 0, .kept_bits = bus_atomic_mask(spec->bus),
		.reads = o->reads,
		.unmapped = o->unmapped, .errors = o->errors, .think = (unsigned)o->think, .memory_low = (unsigned)o->memory_low,
		.memory_high = (unsigned)o->memory_high, .hot = o->has_hot ? slave_at(net, map, o->hot) : NO_SLAVE, .dead = o->has_dead ? slave_at(net, map, o->dead) : NO_SLAVE,
		.warmup = o->warmup, .accesses = o->accesses, .patience = patience_of(net, o), .seed = o->seed, .show_progress = true,
	};
}

/* A word as a delivery: it is at its port when its access is raised, or performed. */
struct listener {
	const struct map *map;
	struct delivery_log *log;
};

static void hear(void *context, const struct bus_word *word)
{
	const struct listener *l = context;
	unsigned master = l->map->master_leaf[word->master] - l->log->first, slave = l->map->slave[word->slave].leaf - l->log->first;

	delivery_log_add(l->log, &(struct logged){ word->answer ? slave : master, word->answer ? master : slave, word->number, word->sent,
						   word->sent, word->arrived });
}

static bool run_seed(const char *library, struct bus_bench *b, struct bus_result *r)
{
	struct model_start start = { .random_registers = (uint32_t)random_mix(b->seed) | 1 };

	b->model = model_open_as(library, &start);
	bool passed = b->model && bus_bench_run(b, r);

	model_close(b->model);
	return passed;
}

/* ---- Results ------------------------------------------------------------------------------------------------------ */

/* Accesses a clock. */
static json_t *rate_json(const struct bus_result *r)
{
	return r->clocks > 0 ? json_real((double)r->answered / (double)r->clocks) : json_null();
}

/* Who got the fewest accesses done. */
static json_t *worst_json(const struct bus_bench *b, const struct bus_result *r)
{
	unsigned worst = 0;

	for (unsigned m = 1; m < b->masters; m++)
		if (r->master[m].answered < r->master[worst].answered)
			worst = m;
	const struct bus_service *w = &r->master[worst];

	return json_pack("{s:i, s:I, s:f, s:o, s:I}", "leaf", (int)b->master_leaf[worst], "answered", (json_int_t)w->answered, "share",
			 r->answered > 0 ? (double)w->answered * b->masters / (double)r->answered : 0.0, "mean",
			 w->answered > 0 ? json_real((double)w->waited / (double)w->answered) : json_null(), "longest",
			 (json_int_t)w->longest);
}

static json_t *request_json(const struct network *net, const struct bus_options *o, const struct bus_bench *b)
{
	json_t *object = spec_identity(net->spec);

	json_object_update_new(object, json_pack("{s:i, s:i, s:s, s:b, s:i, s:f, s:f, s:f, s:I, s:{s:I, s:I}, s:o, s:o, s:I, s:I, s:I}", "masters", (int)b->masters,
		"slaves", (int)b->slaves, "order", bus_order_words[net->spec->bus->order], "posted",
		net->spec->bus->posted, "outstanding", (int)b->outstanding, "reads",
		o->reads, "unmapped", o->unmapped, "error_share", o->errors, "think", (json_int_t)o->think, "memory_clocks", "least", (json_int_t)o->memory_low,
		"most", (json_int_t)o->memory_high, "hot", json_known(o->has_hot, o->hot), "dead", json_known(o->has_dead, o->dead), "warmup", (json_int_t)o->warmup, "seed", (json_int_t)o->seed,
		"seeds", (json_int_t)o->seeds));
	return object;
}

static json_t *result_json(const struct network *net, const struct bus_options *o, const struct bus_bench *b, const struct bus_result *r)
{
	json_t *object = request_json(net, o, b);
	struct latency_summary latency = latency_of(r->latency);

	json_object_set_new(object, "holds", json_real(o->holds));
	JSON_NUMBERS(object, { "answered", r->answered }, { "read", r->reads }, { "written", r->writes }, { "unmapped_answered", r->unmapped }, { "fences", r->fences }, { "errors", r->errors },
		     { "clocks", r->clocks }, { "performed", r->performed }, { "wrong", r->wrong }, { "lost", r->lost },
		     { "doubled", r->doubled });
	json_object_set_new(object, "accesses_per_clock", rate_json(r));
	json_object_set_new(object, "latency", latency_json(&latency));
	json_object_set_new(object, "worst_master", worst_json(b, r));
	json_object_set_new(object, "hung", json_boolean(r->hung));
	json_object_set_new(object, "passed", json_boolean(r->wrong + r->lost + r->doubled == 0 && !r->hung));
	return object;
}

static void say_request(const json_t *object, struct text *out)
{
	figures_say(object, "{name}: a bus of {masters} master{masters:s} and {slaves} slave{slaves:s}, order {order}, {outstanding} outstanding;"
		    " {reads:.0%} % reads", out);
	if (figures_has(object, "posted"))
		text_add(out, ", writes posted");
	if (figures_has(object, "unmapped"))
		figures_say(object, ", {unmapped:.1%} % unmapped", out);
	if (figures_has(object, "holds"))
		figures_say(object, ", channels wait in {holds:.0%} % of the clocks", out);
	if (figures_has(object, "think"))
		figures_say(object, ", masters think {think} clocks", out);
	if (figures_has(object, "memory_clocks.most"))
		figures_say(object, ", memories take {memory_clocks.least} to {memory_clocks.most} more clocks", out);
	if (!json_is_null(json_object_get(object, "hot")))
		figures_say(object, ", all to leaf {hot}", out);
	if (!json_is_null(json_object_get(object, "dead")))
		figures_say(object, ", leaf {dead} never answers", out);
	figures_say(object, json_integer_value(json_object_get(object, "seeds")) > 1 ? ", {seeds} seeds from {seed} on\n\n" : ", seed {seed}\n\n",
		    out);
}

static void say_result(const json_t *object, struct text *out)
{
	say_request(object, out);
	if (!figures_has(object, "passed"))
		text_add(out, "  FAILED: see the message above; what follows was counted until then\n\n");
	figures_say(object, "  rate         {accesses_per_clock:.4f} accesses a clock: {answered} in {clocks} clocks, {read} read, {written} written,"
		    " {unmapped_answered} of no slave", out);
	if (figures_has(object, "fences"))
		figures_say(object, ", {fences} fences", out);
	figures_say(object, figures_has(object, "errors") ? ", {errors} errors of slaves\n" : "\n", out);
	text_print(out, "  %-12s ", "latency");
	latency_say(json_object_get(object, "latency"), out);
	figures_say(json_object_get(object, "worst_master"), "\n  worst served the master at leaf {leaf}: {answered} accesses, {share:.2f} of the"
		    " mean; its latency: mean {mean:.1f}, max {longest}\n", out);
	figures_say(object, "  checked      {performed} accesses at slaves, and all answers: {wrong} wrong, {lost} lost, {doubled} doubled\n", out);
}

bool bus_simulate(const struct network *net, const struct bus_options *o, struct delivery_log *log, struct findings *found)
{
	char *library = build(net);
	struct map map = map_of(net);
	struct bus_bench b = bench_of(net, o, &map);
	struct listener listener = { &map, log };
	struct bus_result r = { 0 };
	json_t *rates = json_array();
	bool passed = library;

	b.hear = log ? hear : NULL;
	b.context = &listener;
	for (unsigned long i = 0; i < o->seeds && passed; i++) {
		struct bus_result one = { 0 };

		b.seed = o->seed + i;
		struct bus_result *here = i == 0 ? &r : &one;

		passed = run_seed(library, &b, here);
		json_array_append_new(rates, rate_json(here));
		if (one.latency)
			bus_result_add(&r, &one, b.masters);
		bus_result_free(&one);
	}
	progress_end();
	if (log)
		delivery_log_sort(log);
	if (r.latency) {
		json_t *object = result_json(net, o, &b, &r);

		json_object_set(object, "rates", rates);
		say_result(object, &found->text);
		json_print(object, &found->json);
	}
	json_decref(rates);
	bus_result_free(&r);
	map_free(&map);
	free(library);
	return passed;
}
