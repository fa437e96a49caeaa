/* results.c: the results of a simulation, as JSON for a program, and as text that says it to a person.
 *
 * Programs rely on the fields of the JSON object: fields may be added, but never removed. Latencies are in clocks,
 * offered and accepted in messages per leaf and slot, use of channels from 0 to 1. What is not known, or of nothing, is null. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "network/machine.h"
#include "parse/shell.h"
#include "simulate/class_report.h"
#include "simulate/simulate.h"
#include "util/figures.h"
#include "util/json.h"
#include "util/message.h"
#include "util/ranks.h"
#include "util/text.h"

/* Packets of sizes that are drawn. */
static bool has_sizes(const struct simulation *s)
{
	return !s->options.messages && s->options.demand.loop.window == 0 && simulation_has_packets(s);
}

void result_title(const struct simulation *s, struct text *out)
{
	const struct simulate_options *o = &s->options;

	if (o->works) {
		char *title = workload_title(&o->workload);

		text_add(out, title);
		free(title);
	} else if (o->messages) {
		text_print(out, "%zu message%s", s->list.count, s->list.count == 1 ? "" : "s");
		if (s->list.words > s->list.count)
			text_print(out, ", %zu words,", s->list.words);
		text_print(out, " of %s", name_shown(o->messages));
	} else {
		char *name = simulation_traffic_name(&o->demand);

		text_add(out, name);
		free(name);
	}
	if (!o->messages && o->demand.loop.window > 0)
		loop_title(&o->demand.loop, out);
	else if ((!o->messages || s->list.time) && !o->sweep && !o->works)
		text_print(out, ", load %g", o->load);
	if (!has_sizes(s))
		;
	else if (o->demand.size)
		text_print(out, ", packets of words %s", o->demand.size_text);
	else
		text_print(out, ", packets of %s%u word%s", o->demand.packet_words > 1 ? "1 to " : "", o->demand.packet_words,
			   o->demand.packet_words > 1 ? "s" : "");
	if (o->back_pressure > 0)
		text_print(out, ", receivers not ready %g of the time", o->back_pressure);
	if (o->stopped)
		text_print(out, ", %u of them stopped", simulation_stopped(s));
	if (o->seeds > 1)
		text_print(out, ", %lu seeds from %lu on", o->seeds, o->seed);
	else
		text_print(out, ", seed %lu", o->seed);
}

/* The messages on a level's channels, as a share of their capacity, 0 .. 1; by enum crossing_direction. */
struct level_use {
	unsigned capacity, channels;
	double mean, busiest[2];	/* of those that were delivered */
	double carried[2];		/* of all that entered, whether they were delivered or lost further on */
};

static struct level_use level_use(const struct simulation *s, const struct simulate_point *p,
				  const struct testbench_result *r, unsigned level)
{
	struct level_use use = { s->network->capacity[level], simulation_chips(s) * network_vertices(s->network, level), 0, { 0, 0 }, { 0, 0 } };
	double most = use.capacity * simulation_slots(s, p->clocks) * (p->runs > 0 ? p->runs : 1);

	use.carried[CROSSING_UP] = (double)r->carried_up[level] / (most * use.channels);
	use.carried[CROSSING_DOWN] = (double)r->carried_down[level] / (most * use.channels);

	/* Crossings are counted by prefixes of labels. */
	level = network_address_bits(s->network, level) + simulation_chips(s) - 1;
	use.mean = (double)crossings_level(r->crossings, level) / (most * use.channels);
	for (unsigned d = CROSSING_UP; d <= CROSSING_DOWN; d++)
		use.busiest[d] = (double)crossings_busiest(r->crossings, d, level) / most;
	return use;
}

/* Half of the interval of the mean latency; INFINITY: it has none. */
static double latency_half(const struct simulate_point *p)
{
	return p->judged && !p->judgement.saturated ? p->judgement.latency.half : INFINITY;
}

void judgement_json(const struct simulation *s, const struct simulate_point *p, json_t *object)
{
	const struct judgement *j = &p->judgement;
	double half = p->judged && j->messages > 0 ? j->accepted.half / simulation_senders(s) : INFINITY;

	json_object_set_new(json_object_get(object, "latency"), "half95", json_finite(latency_half(p)));
	json_object_update_new(object, json_pack("{s:o, s:o, s:o, s:o, s:i}", "accepted_half95", json_finite(half),
		"saturated", json_known_truth(p->judged, j->saturated),
		"steady", json_known_truth(p->judged, j->steady),
		"converged", json_known_truth(p->judged, j->converged), "seeds", (int)(p->runs ? p->runs : 1)));
}

static json_t *json_levels(const struct simulation *s, const struct simulate_point *p, const struct testbench_result *r)
{
	json_t *levels = json_array();

	for (unsigned k = 1; k <= s->network->levels; k++) {
		struct level_use use = level_use(s, p, r, k);

		json_array_append_new(levels, json_pack("{s:i, s:i, s:i, s:f, s:f, s:f, s:o, s:o}",
			"level", (int)network_level_number(s->network, k), "channels", (int)use.channels,
			"capacity", (int)use.capacity, "use", use.mean, "busiest_up", use.busiest[CROSSING_UP],
			"busiest_down", use.busiest[CROSSING_DOWN], "carried_up", json_finite(r->counted ? use.carried[CROSSING_UP] : NAN),
			"carried_down", json_finite(r->counted ? use.carried[CROSSING_DOWN] : NAN)));
	}
	return levels;
}

static json_t *json_request(const struct simulation *s)
{
	const struct spec *spec = s->network->spec;
	const struct simulate_options *o = &s->options;
	json_t *object = spec_identity(spec);

	JSON_NUMBERS(object, { spec->machine->ends, simulation_leaves(s) }, { "payload_bits", spec->payload_bits },
		     { "slot_clocks", s->network->slot_clocks });
	if (o->messages) {
		json_object_set_new(object, "messages", json_string(o->messages));
	} else {
		demand_json(&o->demand, object);
		if (!simulation_ends_itself(o))
			JSON_NUMBERS(object, { "frames", o->frames }, { "warmup", o->warmup });
	}
	if (simulation_outside(s) > 0) {
		json_add_real(object, "to_outside", o->demand.outward);
		json_add_real(object, "from_outside", o->demand.inward);
	} else if (simulation_chips(s) > 1) {
		json_object_set_new(object, "to_outside", o->demand.outward < 0 ? json_null() : json_real(o->demand.outward));
		json_object_update_new(object, json_pack("{s:f, s:f, s:f}", "bit_errors", o->link.bit_errors, "drift", o->link.drift,
							 "delay", o->link.delay));
	}
	json_add_real(object, "back_pressure", o->back_pressure);
	json_add_number(object, "stopped", simulation_stopped(s));
	if (has_sizes(s))
		json_object_set_new(object, "packet_words", o->demand.size ? json_string(o->demand.size_text) : json_integer((json_int_t)o->demand.packet_words));
	/* JSON has no unsigned numbers: seeds from 2^63 on are strings. */
	json_object_set_new(object, "seed", o->seed > INT64_MAX ? json_sprintf("%lu", o->seed)
								: json_integer((json_int_t)o->seed));
	return object;
}

static void json_counts(const struct simulate_point *p, json_t *object)
{
	json_object_update_new(object, json_pack(
		"{s:I, s:I, s:o, s:I, s:I, s:I, s:I, s:I, s:o, s:o, s:o, s:o, s:o, s:o, s:i, s:I}", "sent", (json_int_t)p->sent,
		"delivered", (json_int_t)p->delivered, "thrown_away", json_known(p->throws, p->thrown), "local", (json_int_t)p->local, "to_all", (json_int_t)p->to_all,
		"to_groups", (json_int_t)p->to_groups, "copies", (json_int_t)p->copies, "unsent", (json_int_t)p->unsent,
		"retries", json_known(p->knows_tries, p->retries),
		"lost", json_known(p->counted, p->lost), "held", json_known(p->counted, p->held),
		"retried", json_known(p->knows_tries, p->retried),
		"most_retries", json_known(p->knows_tries, p->most_retries),
		"least_wait", json_known(p->knows_tries && p->least_wait != INT64_MAX, (unsigned long long)p->least_wait),
		"silent_leaves", (int)p->silent, "clocks", (json_int_t)p->clocks));
}

static json_t *json_strikes(const struct simulation *s, const struct testbench_result *r)
{
	json_t *strikes = json_array();

	for (size_t i = 0; i < s->strike_count; i++)
		json_array_append_new(strikes, json_pack("{s:I, s:s, s:b}", "clock", (json_int_t)s->strikes[i].clock, "dead",
							 s->strikes[i].what, "reached", i < r->strikes));
	return strikes;
}

static json_t *json_board(const struct on_board *b)
{
	/* A simulated board has no port: null. So is a name that JSON cannot say, which only text needs. */
	return json_pack("{s:s, s:o, s:i, s:f, s:i}", "board", b->board, "port",
			 b->port && json_can_say(b->port) ? json_string(b->port) : json_null(), "baud", (int)b->baud,
			 "clock_mhz", b->clock_mhz, "batches", (int)b->batches);
}

void engine_json(const struct simulation *s, json_t *object)
{
	json_object_set_new(object, "engine", json_string(engine_names[s->engine]));
	if (ranks_count() > 1)
		json_object_update_new(object, json_pack("{s:i, s:I, s:I, s:f}", "processes", (int)ranks_count(), "meetings",
			(json_int_t)ranks_effort().exchanges, "meeting_bytes", (json_int_t)ranks_effort().bytes,
			"longest_computing", ranks_effort().seconds));
	if (s->engine == ENGINE_MODEL)
		return;
	json_object_update_new(object, json_pack("{s:i, s:i}", "pieces",
		s->pieces ? (int)s->pieces->composition.parts : 1, "piece_kinds", s->pieces ? (int)pieces_kinds(s->pieces) : 1));
}

/* Null: not known. Clocks are those of an idle network from clock 0 on. */
static json_t *json_workload(const struct simulation *s)
{
	const struct collective *w = &s->options.workload;
	struct workload_bounds b = workload_bounds(&s->list, s->network);

	return json_pack("{s:s, s:o, s:i, s:I, s:o, s:o, s:o, s:o}", "name", workload_names[w->kind], "algorithm",
			 w->kind == WORKLOAD_ALL_REDUCE ? json_string(workload_algorithm_names[w->algorithm]) : json_null(), "words",
			 w->kind == WORKLOAD_BARRIER ? 1 : (int)w->words, "messages", (json_int_t)s->list.count, "latency_bound",
			 json_known(b.latency > 0, b.latency), "leaf_bound", json_known(b.leaf > 0, b.leaf), "bisection_bound",
			 json_known(b.bisection > 0, b.bisection), "bisection_level", json_known(b.bisection > 0, b.level));
}

static void say_workload(const json_t *workload, struct text *out)
{
	if (!workload || !figures_has(workload, "latency_bound"))
		return;
	figures_say(workload, "  at least     {latency_bound} clocks by the longest chain of messages, {leaf_bound} by the busiest leaf", out);
	if (figures_has(workload, "bisection_bound"))
		figures_say(workload, ", {bisection_bound} by the channels of level {bisection_level}", out);
	text_add(out, "\n");
}

static json_t *result_object(const struct simulation *s, const struct simulate_point *p, const struct testbench_result *r)
{
	json_t *object = json_request(s);
	double bits = p->accepted * simulation_senders(s) / s->network->slot_clocks * s->network->spec->payload_bits;

	if (s->options.messages ? s->list.time != NULL : s->options.demand.loop.window == 0)
		json_add_real(object, "load", p->load);
	json_object_update_new(object, json_pack("{s:b, s:f, s:f, s:f, s:f, s:f, s:o, s:o}",
		"passed", p->passed, "offered", p->offered, "accepted", p->accepted,
		"offered_per_clock", p->offered / s->network->slot_clocks,
		"accepted_per_clock", p->accepted / s->network->slot_clocks, "payload_bits_per_clock", bits,
		"latency", latency_json(&p->latency), "network_latency", latency_json(&p->network_latency)));
	judgement_json(s, p, object);
	if (s->options.demand.loop.window > 0)
		loop_json(s, p, object);
	if (s->options.works)
		json_object_set_new(object, "workload", json_workload(s));
	if (simulation_outside(s) > 0)
		json_object_set_new(object, "root", json_pack("{s:i, s:f, s:f}", "wires", (int)simulation_outside(s), "out", p->went_out,
							       "in", p->came_in));
	if (simulation_chips(s) > 1)
		json_object_set_new(object, "cable", json_pack("{s:I, s:I, s:I, s:I}", "wrong_bits", (json_int_t)r->cable.wrong_bits,
			"bad_frames", (json_int_t)r->cable.bad_frames, "frames_again", (json_int_t)r->cable.frames_again, "sessions_lost",
			(json_int_t)r->cable.sessions_lost));
	json_counts(p, object);
	if (s->classes)
		json_object_set_new(object, "classes", class_report_json(s->classes));
	service_json(s, p, &r->service, object);
	json_object_set_new(object, "levels", json_levels(s, p, r));
	if (s->strike_count > 0)
		json_object_set_new(object, "strikes", json_strikes(s, r));
	if (s->watched) {
		/* Of several runs, that of the first seed is watched. */
		json_object_set_new(object, "watched_seed", json_integer((json_int_t)s->options.seed));
		s->network->spec->machine->model.simulator->watcher->json(s->watched, object);
	}
	if (!s->on_board)
		engine_json(s, object);
	else
		json_object_set_new(object, "on_board", json_board(s->on_board));
	return object;
}

/* `saturated`: what is added where the network is. */
static void say_latency(const json_t *object, const char *key, const char *name, const char *note, const char *saturated,
			struct text *out)
{
	const json_t *latency = json_object_get(object, key);

	text_print(out, "  %-12s ", name);
	latency_say(latency, out);
	text_print(out, " %s", note);
	figures_say(latency, ", of {count} messages", out);
	text_print(out, "%s\n", figures_has(object, "saturated") ? saturated : "");
}

/* Why the figures of a pattern are not those that last. */
static void text_converged(const struct simulate_point *p, struct text *out)
{
	const struct judgement *j = &p->judgement;
	const struct interval *x = j->saturated ? &j->accepted : &j->latency;

	if (!p->judged || j->converged)
		return;
	text_print(out, "  %-12s ", "converged");
	if (!(x->mean > 0) || !isfinite(x->half))
		text_add(out, "no: there is too little to judge; more --frames\n");
	else if (!j->steady)
		text_add(out, "no: a trend runs through the measured slots; more --warmup and --frames\n");
	else
		text_print(out, "no: half of the 95 %% interval is %.2g %% of the %s, or follows from batches that are too short;"
			   " more --frames or --seeds\n", 100 * x->half / x->mean, j->saturated ? "messages accepted" : "latency");
}

static void say_rate(const struct simulation *s, const json_t *object, const char *key, struct text *out)
{
	const struct spec *spec = s->network->spec;
	double rate = json_number_value(json_object_get(object, key));
	double per_clock = rate * simulation_senders(s) / s->network->slot_clocks;

	text_print(out,
		   "  %-12s %.4f messages per %s and slot; whole network %.4g messages, %.4g payload bits per"
		   " clock\n", key, rate, spec->machine->end, per_clock, per_clock * spec->payload_bits);
}

static void say_levels(const json_t *levels, struct text *out)
{
	struct column columns[] = {
		{ "level", 5, "{level}" }, { "channels", 8, "{channels}" }, { "capacity", 8, "{capacity}" },
		{ "carried up", 10, "{carried_up:.1%}%" }, { "carried down", 12, "{carried_down:.1%}%" },
		{ "delivered", 9, "{use:.1%}%" }, { "most up", 7, "{busiest_up:.1%}%" }, { "most down", 9, "{busiest_down:.1%}%" },
		{ .label = NULL },
	};

	if (json_array_size(levels) == 0)
		return;
	/* Not every network knows what entered its channels and was lost further on. */
	if (json_is_null(json_object_get(json_array_get(levels, 0), "carried_up")))
		memmove(&columns[3], &columns[5], sizeof columns - 5 * sizeof *columns);
	text_add(out, "\n");
	figures_table(levels, columns, out);
}

static void say_retries(const json_t *object, struct text *out)
{
	if (json_is_null(json_object_get(object, "retries")))
		return;
	figures_say(object, "  retries      {retries} in all, by {retried} messages; at most {most_retries} for one", out);
	if (!json_is_null(json_object_get(object, "lost")))
		figures_say(object, "; {lost} lost on their way, {held} held for a turn and not sent", out);
	text_add(out, "\n");
}

static void say_messages(const struct simulation *s, const json_t *object, struct text *out)
{
	const struct machine *machine = s->network->spec->machine;
	bool passed = figures_has(object, "passed");

	figures_say(object, "  messages     {sent} sent, {delivered} delivered", out);
	if (passed)
		text_add(out, s->network->may_overtake ? ": each once, intact" : ": each once, in order, intact");
	if (figures_has(object, "thrown_away"))
		figures_say(object, "; {thrown_away} thrown away", out);
	if (passed && simulation_has_packets(s))
		text_add(out, ", in whole packets");
	if (figures_has(object, "local")) {
		figures_say(object, "; {local} of them to their own ", out);
		text_add(out, machine->end);
	}
	if (figures_has(object, "unsent")) {
		figures_say(object, "; {unsent} still queued at their ", out);
		text_add(out, machine->ends);
	}
	text_add(out, "\n");
	say_retries(object, out);
	service_say(machine, object, out);
	/* Each process compares the orders of its own leaves. */
	if (figures_has(object, "to_all") || figures_has(object, "to_groups")) {
		figures_say(object, "  broadcasts   {to_all} to all leaves, {to_groups} to groups: {copies} copies", out);
		text_print(out, "%s\n", !passed ? "" : ranks_count() > 1 ? ", in one order at the leaves of each process"
			   : ", in one order at all leaves");
	}
	if (figures_has(object, "silent_leaves")) {
		figures_say(object, "  silent       {silent_leaves} of ", out);
		text_print(out, "%u %s: %sthe pattern sends them to themselves\n", simulation_leaves(s), machine->ends,
			   s->network->dead_ends ? "dead, or " : "");
	}
}

/* What was dead from which clock on. */
static void say_strikes(const json_t *strikes, struct text *out)
{
	for (size_t i = 0; i < json_array_size(strikes); i++) {
		const json_t *strike = json_array_get(strikes, i);

		text_print(out, "  %-12s ", i ? "" : "dead");
		figures_say(strike, figures_has(strike, "reached") ? "from clock {clock} on: {dead}\n"
			    : "from clock {clock} on: {dead}; not reached: all had arrived before\n", out);
	}
}

static void say_board(const struct on_board *b, const json_t *object, struct text *out)
{
	text_print(out, "\n  %-12s %s%s%s", "board", b->title, b->port ? " at " : ", ", b->port ? b->port : "simulated");
	figures_say(object, ", {on_board.baud} baud; {clocks} clocks of {on_board.clock_mhz:g} MHz are ", out);
	text_print(out, "%.3g ms", json_number_value(json_object_get(object, "clocks")) / b->clock_mhz / 1000);
	if (b->batches > 1)
		figures_say(object, "\n  batches      {on_board.batches}, each from reset: all messages of one are created in its"
			    " clock 0, and clocks are the sum of theirs", out);
	text_print(out, "\n  %-12s %s\n", "simulated by", b->again);
	if (b->waits)
		text_print(out,
			   "  %-12s clocks%s may differ: a message may wait until the log has noted the one before it\n",
			   "", json_is_null(json_object_get(object, "retries")) ? "" : " and retries");
}

void engine_say(const json_t *object, struct text *out)
{
	json_int_t pieces = json_integer_value(json_object_get(object, "pieces"));

	figures_say(object, "  engine       {engine}, ", out);
	figures_say(object, pieces == 0 ? "in every clock as the Verilog" : pieces == 1 ? "one piece"
		    : "{pieces} pieces of {piece_kinds} kinds", out);
	if (figures_has(object, "processes"))
		figures_say(object, "; {processes} processes, which met {meetings} times", out);
	text_add(out, "\n");
}

/* How long the run was, and whether all had arrived then. */
static void text_end(const struct simulation *s, const struct simulate_point *p, struct text *out)
{
	if (simulation_ends_itself(&s->options)) {
		text_print(out, "\n  %s after %" PRIu64 " clocks, %.0f slots\n\n", p->passed ? "all delivered" : "stopped", p->clocks,
			   simulation_slots(s, p->clocks));
		return;
	}
	text_print(out, "\n  %lu slots to warm up, %lu measured, ", s->options.warmup, s->options.frames);
	if (!p->passed)
		text_print(out, "stopped at clock %" PRIu64, p->clocks);
	else if (p->unsent)
		text_print(out, "ended at clock %" PRIu64 " with %" PRIu64 " messages still queued", p->clocks, p->unsent);
	else
		text_print(out, "drained at clock %" PRIu64, p->clocks);
	text_add(out, "\n\n");
}

static void say_result(const struct simulation *s, const struct simulate_point *p, const json_t *object, struct text *out)
{
	const struct spec *spec = s->network->spec;
	const char *shell = spec->shell->many;

	text_print(out, "%s: %u %s%s%s%s, payload of %u bits, slot of %u clocks; ", spec->name, simulation_leaves(s),
		   spec->machine->ends, simulation_chips(s) > 1 ? " of two chips" : "", shell ? " with " : "", shell ? shell : "",
		   spec->payload_bits, s->network->slot_clocks);
	result_title(s, out);
	text_end(s, p, out);
	if (!p->passed)
		text_add(out, "  FAILED: see the message above; what follows was counted until then\n\n");
	say_workload(json_object_get(object, "workload"), out);
	loop_say(spec->machine, json_object_get(object, "closed_loop"), out);
	say_rate(s, object, "offered", out);
	say_rate(s, object, "accepted", out);
	if (simulation_outside(s) > 0)
		figures_say(json_object_get(object, "root"), "  outside      {out:.4f} messages to it and {in:.4f} from it per wire of the root and"
			    " slot, of those accepted; {wires} wires\n", out);
	if (simulation_chips(s) > 1)
		figures_say(json_object_get(object, "cable"), "  cable        {wrong_bits} wrong bits, {bad_frames} bad frames, {frames_again} frames sent again;"
			    " {sessions_lost} sessions ended with words under way\n", out);
	say_latency(object, "latency", "latency", "from creation to delivery",
		    " that got through; saturated: it grows with the run", out);
	say_latency(object, "network_latency", "in network", "from s_axis_tvalid to delivery", " that got through", out);
	class_report_say(json_object_get(object, "classes"), out);
	text_converged(p, out);
	say_messages(s, object, out);
	say_strikes(json_object_get(object, "strikes"), out);
	if (!s->on_board)
		engine_say(object, out);
	say_levels(json_object_get(object, "levels"), out);
	if (s->watched && p->runs > 1)
		text_print(out, "\nOf seed %lu alone, the first of %u:\n", s->options.seed, p->runs);
	if (s->watched)
		spec->machine->model.simulator->watcher->say(object, out);
	if (s->on_board)
		say_board(s->on_board, object, out);
}

void result_report(const struct simulation *s, const struct simulate_point *p, const struct testbench_result *r,
		   struct findings *found)
{
	json_t *object = result_object(s, p, r);

	say_result(s, p, object, &found->text);
	json_print(object, &found->json);
}
