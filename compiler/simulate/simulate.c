/* simulate.c: turns a network into a model, and runs messages through it once. */
#include "simulate/simulate.h"

#include <stdlib.h>
#include <string.h>

#include "chips.h"
#include "emit/around.h"
#include "leaves/link_end.h"
#include "lower/builder.h"
#include "network/leaf.h"
#include "model.h"
#include "model/share.h"
#include "network/machine.h"
#include "parse/crossing.h"
#include "parse/shell.h"
#include "random.h"
#include "scoreboard.h"
#include "simulate/chips_beside.h"
#include "simulate/delivery_log.h"
#include "simulate/message_classes.h"
#include "simulate/pieces.h"
#include "simulate/series.h"
#include "simulate/trials.h"
#include "simulate/verilate.h"
#include "trails.h"
#include "util/mapped.h"
#include "util/message.h"
#include "util/ranks.h"
#include "util/text.h"

enum { DRAIN_SLOTS = 100 };
static const uint64_t FOREVER = (uint64_t)1 << 62;	/* clocks */

unsigned port_leaves(const struct simulation *s, const char *port, unsigned bits)
{
	const struct module *top = design_top(s->stack.network);
	int whole = module_find(top, port);

	if (whole < 0 || !is_message_port(&top->net[whole]))
		return 0;
	return (unsigned)((size_t)bits * s->network->spec->leaves / top->net[whole].width);
}

/* The number of leaves whose ports a module has; 0: none. */
static unsigned module_leaves(const struct simulation *s, const struct module *m)
{
	for (size_t i = 0; i < m->net_count; i++)
		if (is_message_port(&m->net[i]))
			return port_leaves(s, m->net[i].name, m->net[i].width);
	return 0;
}

/* The module of some 64 leaves that is verilated separately in a large network; NULL in a small one. */
static char *hierarchical_module(const struct simulation *s)
{
	const struct spec *spec = s->network->spec;
	enum { LARGE = 512, BLOCK = 64 };

	for (size_t i = 0; i + 1 < s->stack.network->module_count && spec->leaves > LARGE && !s->options.trace; i++)
		if (module_leaves(s, s->stack.network->module[i]) >= BLOCK)
			return format_string("%s_%s", spec->name, s->stack.network->module[i]->name);
	return NULL;
}

const char *const engine_names[ENGINES] = { "auto", "rtl", "model" };

const char *simulation_unshared(const struct simulation *s)
{
	if (!s->network->spec->leaf->model_in_ranks || network_root_streams(s->network) > 0)
		return "the model of this network runs in one process";
	if (s->list.after || s->options.demand.loop.window > 0)
		return "messages cannot wait for each other in several processes";
	return NULL;
}

/* Why the model in C cannot run this; NULL: it can. */
static const char *no_model(const struct simulation *s)
{
	const struct spec *spec = s->network->spec;

	if (crossing_count(spec) > 0)
		return "leaves with clocks of their own are simulated in Verilog only";
	if (spec->shell->no_model)
		return spec->shell->no_model;
	if (network_no_model(s->network))
		return network_no_model(s->network);
	if (ranks_count() > 1 && simulation_unshared(s))
		return simulation_unshared(s);
	if (s->options.trace)
		return "a waveform is of the Verilog";
	if (s->options.whole || s->options.cuts > 0)
		return "it has no pieces";
	if (s->strike_count > 0 && !spec->leaf->model_strikes)
		return "nothing dies in the model";
	return NULL;
}

bool simulation_choose(struct simulation *s)
{
	const char *why = s->options.engine == ENGINE_RTL ? "" : no_model(s);

	s->engine = why ? ENGINE_RTL : ENGINE_MODEL;
	if (s->options.engine == ENGINE_AUTO && ranks_count() > 1 && ranks_rank() == 0 && why && why == simulation_unshared(s))
		warning("%s: the Verilog runs, which is verilated first", why);
	if (s->options.engine != ENGINE_MODEL || !why)
		return true;
	error("--engine model: %s", why);
	return suggest(ranks_count() > 1 && why == simulation_unshared(s) ? "--processes 1" : "--engine rtl");
}

/* One library. */
static bool build_whole(struct simulation *s)
{
	struct verilate v = { .rtl = &s->rtl, .trace = s->options.trace };
	struct verilate_port *port;
	char *block, *top;

	if (chips_are_beside(s)) {
		s->library = chips_beside_verilate(s);
		return s->library;
	}
	top = stack_top_name(&s->stack, s->network);
	port = verilate_ports(design_top(stack_top(&s->stack)), &v.port_count);
	block = hierarchical_module(s);
	v.top = top;
	v.port = port;
	v.hierarchical = block;
	s->library = verilate(&v);
	free(block);
	free(top);
	free(port);
	return s->library;
}

/* Do pieces have their roots at this level, as the user numbers it? */
static bool can_cut(const struct simulation *s, unsigned level)
{
	return level < s->network->levels && pieces_can_cut(s->stack.network, network_level_number(s->network, level));
}

/* The levels as messages name them; NULL: there are none. */
static char *cut_levels(const struct simulation *s)
{
	struct text t = { 0 };

	for (unsigned level = 1; level < s->network->levels; level++)
		if (can_cut(s, level))
			text_print(&t, "%s%u", t.length ? ", " : "", level);
	return t.bytes;
}

/* 0: there is none. */
static unsigned nearest_cut(const struct simulation *s, long wanted)
{
	unsigned nearest = 0;

	for (unsigned level = 1; level < s->network->levels; level++)
		if (can_cut(s, level) && (nearest == 0 || labs(level - wanted) < labs(nearest - wanted)))
			nearest = level;
	return nearest;
}

/* Suggests the levels that are nearest to the wanted ones, each once. */
static void suggest_cuts(const struct simulation *s)
{
	unsigned suggested[MOST_CUTS], count = 0, k;
	struct text t = {0};

	for (unsigned i = 0; i < s->options.cuts; i++) {
		unsigned level = nearest_cut(s, s->options.cut[i]);

		for (k = 0; k < count && suggested[k] != level;)
			k++;
		if (k < count)
			continue;
		suggested[count++] = level;
		text_print(&t, "%s%u", t.length ? "," : "", level);
	}
	suggest("--pieces %s", t.bytes);
	text_free(&t);
}

static bool refuse_cut(const struct simulation *s, unsigned level)
{
	const struct spec *spec = s->network->spec;
	char *levels = cut_levels(s);

	if (!levels) {
		error("--pieces %u: %s has no subtrees that could be cut out", level, spec->name);
		suggest("--pieces 0, which cuts nothing");
	} else {
		error("--pieces %u: no subtrees of %s have their roots at level %u: expected level%s %s", level, spec->name, level,
		      strchr(levels, ',') ? "s" : "", levels);
		suggest_cuts(s);
	}
	free(levels);
	return false;
}

bool simulation_lower(struct simulation *s)
{
	const struct simulate_options *o = &s->options;

	if (s->engine == ENGINE_MODEL)
		return true;
	s->stack = stack_lower(s->network);
	stack_unsettle(&s->stack);
	if (s->stack.crossing && o->cuts > 0)
		return error("--pieces is given, but leaves have clocks of their own: they are simulated as one") || suggest("without --pieces");
	for (unsigned i = 0; i < o->cuts; i++)
		if (!can_cut(s, o->cut[i]))
			return refuse_cut(s, o->cut[i]);
	return true;
}

/* Ranks need pieces, even of a small network: cuts at the highest level with enough of them, or at the lowest. */
static unsigned cut_for_ranks(const struct simulation *s, unsigned *level)
{
	unsigned cuts = 0;

	for (unsigned k = 1; k < s->network->levels && (cuts == 0 || network_vertices(s->network, *level) < ranks_count()); k++)
		if (pieces_can_cut(s->stack.network, k)) {
			*level = k;
			cuts = 1;
		}
	return cuts;
}

/* The levels to cut at, counted from the root. */
static unsigned cuts_of(const struct simulation *s, unsigned level[MOST_CUTS])
{
	const struct simulate_options *o = &s->options;

	/* A waveform shows the network as one. A shell has the ports of all leaves, and so has
	 * a crossing. */
	if (o->whole || o->trace || s->stack.drivers || s->stack.crossing || simulation_chips(s) > 1)
		return 0;
	/* The two ways to number levels are each other's inverse. */
	for (unsigned i = 0; i < o->cuts; i++)
		level[i] = network_level_number(s->network, o->cut[i]);
	if (o->cuts > 0)
		return o->cuts;
	unsigned cuts = pieces_choose(s->stack.network, level);

	return cuts == 0 && ranks_count() > 1 ? cut_for_ranks(s, level) : cuts;
}

/* Ranks with a part each. */
static bool check_parts(struct simulation *s)
{
	size_t parts = s->pieces->composition.parts;

	if (ranks_count() <= parts)
		return true;
	s->refused = true;
	error("%u processes: the Verilog of %s is in %zu pieces, and each process needs one", ranks_count(), s->network->spec->name,
	      parts);
	return suggest("--processes %zu, or --pieces with a lower level", parts);
}

/* Rank 0 verilates first; then the others find what it has made, or on another machine do likewise. */
static bool verilate_in_turn(struct simulation *s)
{
	bool first = ranks_rank() == 0, good = check_parts(s);

	good = ranks_agree(good && (!first || pieces_verilate(s->pieces, s->network, &s->rtl)));
	good = ranks_agree(good && (first || pieces_verilate(s->pieces, s->network, &s->rtl)));
	if (good)
		pieces_share(s->pieces, ranks_count());
	return good;
}

static bool build_pieces(struct simulation *s, const unsigned *level, unsigned levels)
{
	s->pieces = pieces_cut(s->stack.network, s->network, level, levels, &s->rtl);
	if (!s->pieces)
		return false;
	return ranks_count() > 1 ? verilate_in_turn(s) : pieces_verilate(s->pieces, s->network, &s->rtl);
}

bool simulation_build(struct simulation *s)
{
	unsigned level[MOST_CUTS], levels;

	if (s->engine == ENGINE_AUTO && !simulation_choose(s))
		return false;
	if (s->engine == ENGINE_MODEL)
		return true;
	if (!s->stack.network && !simulation_lower(s))
		return false;
	/* Not the actual command line: it would change the Verilog, and so the library, of every run. */
	if (!stack_emit(&s->stack, s->network, "ftc simulate", &s->rtl))
		return false;
	levels = cuts_of(s, level);
	s->refused = levels == 0 && ranks_count() > 1;
	if (s->refused)
		return error("%u processes: the Verilog of %s is one piece", ranks_count(), s->network->spec->name)
		       || suggest("--processes 1");
	return levels > 0 ? build_pieces(s, level, levels) : build_whole(s);
}

/* Two chips, whose link must come up in a time in which all places of a frame's begin could be tried. */
static struct model *open_chips(const struct simulation *s, const struct model_start *start)
{
	struct link_shape shape = link_at_root(s->network);
	struct link_frame f = link_frame(s->network->spec, &shape);
	const struct link_options *o = &s->options.link;
	uint64_t run = (s->options.warmup + s->options.frames) * s->network->slot_clocks;
	struct model *chip[2] = { model_open_as(s->library, start), NULL };

	chip[1] = !chip[0] || chips_are_beside(s) ? chip[0] : model_open_as(s->library, start);
	if (chip[1])
		return chips_model(chip, &(struct joint_options){ .bit_errors = o->bit_errors, .drift = o->drift, .delay = o->delay,
			.longest = f.clocks << (f.silence - 2), .trouble_every = o->cuts > 0 ? (double)run / (double)o->cuts : 0,
			.seed = s->options.seed }, (uint64_t)16 * f.clocks << f.silence);
	model_close(chip[0]);
	return NULL;
}

/* Traces start from zeros as in an FPGA. Other runs start from random registers: nothing may depend on their
 * contents before reset. */
struct model *simulation_open(const struct simulation *s)
{
	struct model_start start = { .trace = s->trace_file, .trace_failed = mapped_failed };

	if (s->engine == ENGINE_MODEL)
		return s->network->spec->leaf->model(s->network);
	if (!s->trace_file)
		start.random_registers = (uint32_t)random_mix(s->options.seed) | 1;
	else
		mapped_begin(s->options.trace);		/* Verilator maps the waveform's files */
	if (simulation_chips(s) > 1)
		return open_chips(s, &start);
	struct model *m = s->pieces ? model_open_composed(&s->pieces->composition, &start) : model_open_as(s->library, &start);

	if (m)
		model_run_clocks(m, s->options.seed);
	return m;
}

/* Who hears of the deliveries and clocks of a run. */
struct audience {
	const struct simulation *s;
	const struct watcher *watcher;	/* NULL: nobody watches */
};

static void hear_clock(void *context, const struct model *model, uint64_t now)
{
	const struct audience *a = context;

	a->watcher->clock(a->s->watched, model, now);
}

static void hear_delivery(void *context, const struct flight *which, uint32_t leaf, uint64_t now)
{
	const struct audience *a = context;

	if (a->watcher && a->watcher->delivery)
		a->watcher->delivery(a->s->watched, which, leaf, now);
	if (a->s->series && a->s->options.demand.loop.window > 0)
		series_note_created(a->s->series, which->message.created);
	if (a->s->series)
		series_note(a->s->series, which, leaf, now);
	if (a->s->classes)
		message_classes_add(a->s->classes, which->message.number, now - which->message.created);
	if (a->s->log)
		delivery_log_add(a->s->log, &(struct logged){ which->message.source, leaf, which->message.number,
							      which->message.created, which->offered, now });
}

/* Ranks share the leaves of the model. */
static bool run_testbench(const struct simulation *s, const struct testbench *tb, struct testbench_result *r)
{
	bool passed;

	if (!tb->rank_end)
		return testbench_run(tb, r);
	passed = ranks_agree(testbench_run(tb, r));
	ranks_compare();
	if (s->log)
		delivery_log_gather(s->log);
	if (s->classes)
		message_classes_gather(s->classes);
	return passed;
}

void simulation_serve(const struct simulation *s)
{
	struct model *model = simulation_open(s);

	if (model)
		model_serve(model);
	model_close(model);
}

/* Whether the model in C, at the same ports, does what the Verilog does. */
static bool has_twin(const struct simulation *s)
{
	return ranks_count() == 1 && !s->options.one_round && s->strike_count == 0 && !s->network->spec->shell->no_model
	       && !network_no_model(s->network) && crossing_count(s->network->spec) == 0;
}

bool simulation_tells_trails(const struct simulation *s)
{
	if (s->network->spec->machine->model.simulator->tells_trails)
		return true;
	struct model *model = s->engine == ENGINE_MODEL || has_twin(s) ? s->network->spec->leaf->model(s->network) : NULL;
	bool tells = model && model_trails(model, NULL);

	model_close(model);
	return tells;
}

/* Whether it tells what happens in the network. */
static bool speaks(const struct simulation *s, struct model *model)
{
	struct model_counts counts;
	bool tells = s->trails && model_trails(model, s->trails);

	return model_counts(model, &counts) || tells;
}

/* The model in C, to see in the network what the Verilog does not show. NULL: there is none that could. */
static struct model *open_beside(const struct simulation *s)
{
	if (s->engine != ENGINE_RTL || !has_twin(s))
		return NULL;
	struct model *model = s->network->spec->leaf->model(s->network);

	if (!model || speaks(s, model))
		return model;
	model_close(model);
	return NULL;
}

/* One run, whose deliveries `series` takes if it is one of a pattern. */
static bool run_seed(const struct simulation *s, double load, struct series *series, struct testbench_result *r)
{
	const struct simulate_options *o = &s->options;
	uint64_t slot = s->network->slot_clocks, warmup = o->warmup * slot, measured = o->frames * slot;
	struct testbench tb = simulation_testbench(s);
	struct simulation heard = *s;
	uint32_t *rank_end;
	struct audience audience = { &heard, s->watched ? s->network->spec->machine->model.simulator->watcher : NULL };
	bool passed = false;

	heard.series = simulation_ends_itself(o) ? NULL : series;
	tb.model = simulation_open(s);
	if (tb.model && s->trails && s->engine == ENGINE_MODEL)
		model_trails(tb.model, s->trails);
	tb.beside = tb.model ? open_beside(s) : NULL;
	tb.traffic = simulation_traffic(s, load, warmup + measured);
	tb.warmup_clocks = simulation_ends_itself(o) ? 0 : warmup;
	tb.measured_clocks = simulation_ends_itself(o) ? 0 : measured;
	/* A closed loop ends by itself when nobody asks anew. */
	tb.drain_clocks = o->demand.loop.window > 0 ? FOREVER : measured / 4 + DRAIN_SLOTS * slot;
	tb.patience_clocks = SIMULATION_PATIENCE_SLOTS * slot;
	tb.show_progress = !o->sweep && !s->quiet && ranks_rank() == 0;
	tb.rank_end = rank_end = ranks_count() > 1 && s->engine == ENGINE_MODEL ? share_ends(s->network, ranks_count()) : NULL;
	tb.together = o->one_round;
	tb.clock = audience.watcher && audience.watcher->clock ? hear_clock : NULL;
	tb.failed = tb.clock && audience.watcher->failed ? audience.watcher->failed(s->watched) : NULL;
	tb.delivery = hear_delivery;
	tb.context = &audience;
	if (tb.model)
		passed = run_testbench(s, &tb, r);
	if (tb.model && tb.rank_end && heard.series)
		series_gather(series);
	traffic_free(tb.traffic);
	model_close(tb.model);
	model_close(tb.beside);
	free(rank_end);
	return passed;
}

/* Adds what the sources have created, and returns how many of them never send. */
static unsigned note_created(const struct simulation *s, double load, struct series *series)
{
	const struct simulate_options *o = &s->options;
	uint64_t end = (uint64_t)(o->warmup + o->frames) * s->network->slot_clocks;
	struct series_source *head = allocate_array(simulation_ends(s), sizeof *head);
	struct traffic *traffic = simulation_traffic(s, load, end);
	unsigned silent = traffic_silent(traffic);

	/* Requests that wait for replies are noted as they arrive. */
	if (!o->messages && o->demand.loop.window == 0)
		series_note_traffic(series, traffic, head, simulation_ends(s), end);
	traffic_free(traffic);
	free(head);
	return silent;
}

static void judge(const struct simulation *s, struct series *series, size_t runs, struct simulate_point *point)
{
	const struct simulate_options *o = &s->options;
	struct series *run[TRIALS_MOST_SEEDS];

	for (size_t i = 0; i < runs; i++)
		run[i] = &series[i];
	point->judged = true;
	point->judgement = series_judge(run, runs, o->warmup, o->warmup + o->frames, &usual_closeness);
}

bool simulate_once(const struct simulation *s, double load, struct simulate_point *point,
		   struct testbench_result *r)
{
	size_t runs = s->options.seeds > 1 ? s->options.seeds : 1;
	struct series *series = allocate_array(runs, sizeof *series);

	memset(point, 0, sizeof *point);
	memset(r, 0, sizeof *r);
	point->runs = (unsigned)runs;
	point->passed = true;
	for (size_t i = 0; i < runs && point->passed; i++) {
		struct simulation one = *s;
		struct testbench_result result = { 0 };

		one.options.seed += i;
		/* The watcher has begun for one run. */
		one.watched = i == 0 ? s->watched : NULL;
		series[i].slot_clocks = s->network->slot_clocks;
		point->passed = run_seed(&one, load, &series[i], i == 0 ? r : &result);
		point->silent = note_created(&one, load, &series[i]);
		if (result.latency)
			testbench_add(r, &result);
		testbench_result_free(&result);
	}
	if (point->passed && !simulation_ends_itself(&s->options) && ranks_rank() == 0)
		judge(s, series, runs, point);
	if (r->latency)
		simulation_point(s, load, r, point);
	for (size_t i = 0; i < runs; i++)
		series_free(&series[i]);
	free(series);
	return point->passed;
}
