/* proof.c: proofs of a pruned butterfly that routes in batches: see the headers of the monitors, rtl-templates/batched/proof/batch_*.v.
 *
 *   order, sorts    the sorters at the turns, as of any sorter
 *   table           a vertex on the way down sends any two messages where Bay says
 *   edges           all vertices of a node together keep his invariant of occupied edges (Lemma 2)
 *   ranks           on the way up no two words meet (Corollary 1)
 *   roles, numbers  a node's control part
 *   wiring          a node joins these as it must: what turns, goes up, comes down, and what its role lets through
 *   times           the timer says what it must in each clock
 *   shares          a leaf finds its ranks in each slot
 *   lists           it loses no word that it stores, and counts them right
 *   stores          words are stored and linked before the next ones come
 *   stream          what a leaf shows on m_axis obeys AXI4-Stream
 *   reset           a reset reaches every leaf at once
 */
#include <stdlib.h>
#include <string.h>

#include "lower/builder.h"
#include "machines/batched/batched.h"
#include "machines/sorter_proof.h"
#include "prove/builder.h"
#include "prove/stream.h"
#include "util/text.h"

struct proving {
	struct proofs *list;
	const struct network *net;
	struct batched_shape shape;
};

static bool is_proved(const struct proving *p, const char *subject, const char *property)
{
	char *name = format_string("%s_%s", subject, property);
	bool known = proofs_have(p->list, name);

	free(name);
	return known;
}

/* The circuit of a template with parameters: "-chparam PARENTS 2". */
static struct circuit template_circuit(const struct proving *p, const char *template, const char *subject,
				       const char *parameters)
{
	struct circuit c = circuit_of(p->list, template);

	free(c.subject);
	c.subject = copy_string(subject);
	c.parameters = copy_string(parameters);
	return c;
}

/* ---- vertices ---------------------------------------------------------------------------------------------------- */

enum { TABLE_CLOCKS = 12, SPREAD_CELLS = 31, GATHER_CELLS = 13, CONTROL_CELLS = 90 };

static void prove_table(const struct proving *p, unsigned parents)
{
	char *subject = format_string("spread_%u", parents), *parameters = format_string("-chparam PARENTS %u", parents);
	struct run run = { .monitor = "batch_spread", .parameters = parameters, .steps = TABLE_CLOCKS, .skip = TABLE_CLOCKS - 1,
			   .expose = { "flip", "crossed", parents == 2 ? "two.open" : NULL } };

	if (!is_proved(p, subject, "table")) {
		struct circuit c = template_circuit(p, "spread", subject, parameters);

		c.cells = SPREAD_CELLS;
		circuit_watches(p->list, &c, "still");
		struct proof *proof = circuit_prove(p->list, &c, "table",
						    parents == 2 ? "vertex on the way down, two parents"
								 : "vertex on the way down, one parent",
						    "messages of any length leave by the table, none lost or made", &run, NULL);

		proof->shown[0] = (struct shown){ "parts", "claims that held, of 0 to 3" };
		proof->shown[1] = (struct shown){ "age_shown", "bits of the clocks since the M bits" };
		proof->shown[2] = (struct shown){ "messages", "S and M of b (0, 1), S and M of a (2, 3)" };
		circuit_free(&c);
	}
	free(parameters);
	free(subject);
}

static void prove_edges(const struct proving *p, const struct plan *plan)
{
	struct circuit c = circuit_of(p->list, plan->name);
	unsigned vertices = plan->outputs / 2, parents = plan->inputs / vertices, clocks = digit_bits(plan->inputs) + 10;
	char *parameters = format_string("-chparam VERTICES %u -chparam PARENTS %u", vertices, parents);
	char *what = format_string("%u vertices on the way down, %u parent%s each", vertices, parents, parents == 1 ? "" : "s");
	struct run run = { .monitor = "batch_edges", .parameters = parameters, .steps = clocks, .skip = clocks - 1 };

	circuit_reads(&c, "spread");
	c.resets = true;
	c.cells = plan->cost.lut4 + plan->cost.ff;
	struct proof *proof = circuit_prove(p->list, &c, "edges", what,
					    "words in order on consecutive edges stay so; only from a full channel one is sidetracked",
					    &run, NULL);

	proof->shown[0] = (struct shown){ "parts", "claims that held, of 0 to 3" };
	proof->shown[1] = (struct shown){ "first", "bits of the first edge" };
	proof->shown[2] = (struct shown){ "count", "bits of the number of active messages" };
	proof->shown[3] = (struct shown){ "lefts", "bits of how many of them go left" };
	circuit_free(&c);
	free(what);
	free(parameters);
}

static void prove_ranks(const struct proving *p, const struct plan *plan)
{
	struct circuit c = circuit_of(p->list, plan->name);
	unsigned vertices = plan->inputs / 2, parents = plan->outputs / vertices;
	unsigned clocks = digit_bits(plan->outputs) + parents + 3;
	char *parameters = format_string("-chparam VERTICES %u -chparam PARENTS %u", vertices, parents);
	char *what = format_string("%u vertices on the way up, %u parent%s each", vertices, parents, parents == 1 ? "" : "s");
	struct run run = { .monitor = "batch_climbs", .parameters = parameters, .steps = clocks, .skip = clocks - 1 };

	circuit_reads(&c, "gather");
	c.resets = plan_uses_reset(plan);
	c.cells = plan->cost.lut4 + plan->cost.ff;
	struct proof *proof = circuit_prove(p->list, &c, "ranks", what, "successive ranks keep to their edges: no two words meet",
					    &run, NULL);

	proof->shown[0] = (struct shown){ "parts", "claims that held, of 0 to 2" };
	proof->shown[1] = (struct shown){ "first", "bits of the first rank" };
	proof->shown[2] = (struct shown){ "lefts", "bits of the number of the left child's words" };
	proof->shown[3] = (struct shown){ "rights", "bits of the number of the right child's words" };
	circuit_free(&c);
	free(what);
	free(parameters);
}

/* ---- control ----------------------------------------------------------------------------------------------------- */

static unsigned shift_of(const struct batched_shape *s, unsigned level)
{
	return level > 0 && (s->levels - level) % 2 == 1 ? digit_bits(batched_vertices(s, level)) : 0;
}

static void prove_roles(const struct proving *p)
{
	struct circuit c = circuit_of(p->list, "batch_count");
	struct run run = { .monitor = "batch_roles", .steps = 8, .expose = { "done" } };

	c.cells = CONTROL_CELLS;
	struct proof *proof = circuit_prove(p->list, &c, "roles", "control part of a node",
					    "commands give roles, and go on with z cleared at the turn", &run, NULL);

	proof->shown[0] = (struct shown){ "parts", "claims that held, of 0 to 4" };
	proof->shown[1] = (struct shown){ "came", "the third bit (0) and the second bit (1) of the command" };
	proof->shown[2] = (struct shown){ "was_done", "the node had been the turn" };
	circuit_free(&c);
}

static void prove_numbers(const struct proving *p, unsigned shift)
{
	unsigned bits = p->shape.count_bits, clocks = shift + 8 + 4 * bits + 6;
	char *subject = format_string("batch_count_%u", shift);
	char *parameters = format_string("-chparam COUNT_BITS %u -chparam SHIFT %u", bits, shift);
	char *what = shift > 0 ? format_string("counts of %u bits, and batches for %u wires", bits, 1u << shift)
			       : format_string("counts of %u bits", bits);
	struct run run = { .monitor = "batch_numbers", .parameters = parameters, .steps = clocks, .skip = clocks - 1 };

	if (!is_proved(p, subject, "numbers")) {
		struct circuit c = template_circuit(p, "batch_count", subject, parameters);

		c.cells = CONTROL_CELLS;
		struct proof *proof = circuit_prove(p->list, &c, "numbers", what,
						    "all numbers are added, divided, compared and handed down", &run, NULL);

		proof->shown[0] = (struct shown){ "parts", "claims that held, of 0 to 7" };
		proof->shown[1] = (struct shown){ "left", "bits of the words of the left child" };
		proof->shown[2] = (struct shown){ "right", "bits of the words of the right child" };
		proof->shown[3] = (struct shown){ "got_max", "bits of the batches that go up" };
		circuit_free(&c);
	}
	free(what);
	free(parameters);
	free(subject);
}

/* ---- a node ------------------------------------------------------------------------------------------------------ */

/* A port of the node itself: a wire of the proof if the node drives it, else free. */
static void own_port(struct parts *parts, bool drives, const char *name, unsigned width)
{
	parts_port(parts, drives, name, name, width);
}

static void connect_control(struct parts *parts, unsigned level)
{
	static const char *const up[] = { "max", "max_valid", "ready", "wish", "sum", "sum_valid" };
	static const char *const down[] = { "command", "number_valid", "prefix", "batches" };

	for (unsigned k = 0; k < sizeof up / sizeof *up; k++) {
		const char *out = parts_cut(parts, false, "control", up[k], 1);

		if (level == 0 && k >= 4)
			continue;
		own_port(parts, true, up[k], 1);
		parts_same_later(parts, parts_name(parts, "`%s` goes up", up[k]), 1, out, 0, up[k]);
	}
	for (unsigned k = 0; k < sizeof down / sizeof *down; k++) {
		const char *in = parts_cut(parts, true, "control", down[k], 1);
		bool is_there = level > 0 || k == 0;

		if (is_there)
			own_port(parts, false, down[k], 1);
		parts_same_later(parts, parts_name(parts, "`%s` reaches the control part", down[k]), 1,
				 is_there ? down[k] : "1'b0", 0, in);
	}
}

/* What the control part and the children say to each other. */
static void connect_children(struct parts *parts)
{
	static const char *const up[] = { "sum", "max", "ready", "wish" }, *const down[] = { "prefix", "batches" };
	static const char *const common_up[] = { "child_sum_valid", "child_max_valid" };
	static const char *const common_down[] = { "child_command", "child_number_valid" };

	for (unsigned k = 0; k < 6; k++) {
		const char *name = k < 4 ? up[k] : down[k - 4];
		const char *left = parts_name(parts, "left_%s", name), *right = parts_name(parts, "right_%s", name);
		const char *both = parts_name(parts, "{%s, %s}", right, left);
		const char *port = parts_cut(parts, k < 4, "control", parts_name(parts, "child_%s", name), 2);

		own_port(parts, k >= 4, left, 1);
		own_port(parts, k >= 4, right, 1);
		parts_same_later(parts, parts_name(parts, "`%s` of both children", name), 2, k < 4 ? both : port, 0,
				 k < 4 ? port : both);
	}
	for (unsigned k = 0; k < 2; k++) {
		own_port(parts, false, common_up[k], 1);
		own_port(parts, true, common_down[k], 1);
		parts_same_later(parts, parts_name(parts, "`%s` is heard", common_up[k]), 1, common_up[k], 0,
				 parts_cut(parts, true, "control", common_up[k], 1));
		parts_same_later(parts, parts_name(parts, "`%s` is said", common_down[k]), 1,
				 parts_cut(parts, false, "control", common_down[k], 1), 0, common_down[k]);
	}
}

/* Strobes and the registers before and behind the sorters. */
static void connect_turn(struct parts *parts, const struct proving *p, unsigned level, const char *turn)
{
	unsigned v = batched_vertices(&p->shape, level);
	const struct plan *sorter = network_plan(p->net, PLAN_SORTER, level);
	static const char *const side[2] = { "left", "right" };

	for (unsigned k = 0; k < 2; k++) {
		const char *instance = parts_name(parts, "from_%s", side[k]), *up = parts_name(parts, "%s_up", side[k]);

		own_port(parts, false, up, v);
		own_port(parts, true, parts_name(parts, "%s_down", side[k]), v);
		parts_same_later(parts, parts_name(parts, "the sorter of the %s child's words starts", side[k]), 1,
				 "child_up_strobe", 0, parts_cut(parts, true, instance, "start", 1));
		parts_same_later(parts, parts_name(parts, "it gets them at the turn, else idle lines, M inverted"), v,
				 parts_name(parts, "(%s & {%u{%s}}) ^ {%u{child_up_strobe}}", up, v, turn, v), 1,
				 parts_cut(parts, true, instance, "in", v));
		parts_cut(parts, false, instance, "out", v);
	}
	parts_wires(parts, 1, "sorted_strobe", NULL);
	text_print(&parts->body,
		   "    later #(.W(1), .CLOCKS(%u)) sorted_later (.clk(clk), .in(child_up_strobe), .out(sorted_strobe));\n",
		   sorter->latency + 1);
	parts->depth = sorter->latency + 2;	/* with the register behind */
	parts_wires(parts, 2 * v, "turned", parts_name(parts, "{from_left_out, from_right_out} ^ {%u{sorted_strobe}}", 2 * v));
}

static void connect_way_up(struct parts *parts, const struct proving *p, unsigned level, const char *below, const char *stop)
{
	unsigned v = batched_vertices(&p->shape, level), capacity = batched_capacity(&p->shape, level);
	const struct plan *gather = network_plan(p->net, PLAN_GATHER, level);

	own_port(parts, true, "up", capacity);
	own_port(parts, true, "up_strobe", 1);
	if (plan_uses_strobe(gather))
		parts_same_later(parts, "gathers start", 1, "child_up_strobe", 0, parts_cut(parts, true, "gathers", "start", 1));
	parts_same_later(parts, "they stop as the control part says", 1, stop, 0, parts_cut(parts, true, "gathers", "stop", 1));
	parts_same_later(parts, "they get what comes from the children", 2 * v, "{right_up, left_up}", 0,
			 parts_cut(parts, true, "gathers", "in", 2 * v));
	parts_same_later(parts, "their words go up", capacity, parts_cut(parts, false, "gathers", "out", capacity), 0, "up");
	parts_wires(parts, 1, "gathered_strobe", NULL);
	text_print(&parts->body,
		   "    later #(.W(1), .CLOCKS(%u)) gathered_later (.clk(clk), .in(child_up_strobe), .out(gathered_strobe));\n",
		   gather->latency - 1);
	parts_same_later(parts, "the strobe goes up, below the turn", 1, parts_name(parts, "gathered_strobe & %s", below), 1,
			 "up_strobe");
}

static void connect_way_down(struct parts *parts, const struct proving *p, unsigned level, const char *turn)
{
	unsigned v = batched_vertices(&p->shape, level);

	own_port(parts, true, "child_down_strobe", 1);
	if (level == 0) {
		parts_same_later(parts, "what turns goes down", 2 * v, "turned", 1, "{right_down, left_down}");
		parts_same_later(parts, "its strobe, too", 1, parts_name(parts, "sorted_strobe & %s", turn), 1, "child_down_strobe");
		return;
	}
	unsigned capacity = batched_capacity(&p->shape, level);

	own_port(parts, false, "down", capacity);
	own_port(parts, false, "down_strobe", 1);
	parts_same_later(parts, "spreads start", 1, "down_strobe", 0, parts_cut(parts, true, "spreads", "start", 1));
	parts_same_later(parts, "they get what comes from the parents", capacity, "down", 0,
			 parts_cut(parts, true, "spreads", "in", capacity));
	parts_same_later(parts, "and what turns", 2 * v, "turned", 0, parts_cut(parts, true, "spreads", "turned", 2 * v));
	parts_same_later(parts, "their words go down", 2 * v, parts_cut(parts, false, "spreads", "out", 2 * v), 0,
			 "{right_down, left_down}");
	parts_wires(parts, 1, "falling_strobe", NULL);
	text_add(&parts->body,
		 "    later #(.W(1), .CLOCKS(2)) falling_later (.clk(clk), .in(down_strobe), .out(falling_strobe));\n");
	parts_same_later(parts, "the strobe goes down, from the parents or at the turn", 1,
			 parts_name(parts, "falling_strobe | (sorted_strobe & %s)", turn), 1, "child_down_strobe");
}

static void prove_wiring(const struct proving *p, unsigned level)
{
	char *name = format_string("node_%u", level);
	char *what = level > 0 ? format_string("node of level %u", level) : copy_string("root");
	struct circuit c = circuit_of(p->list, name);
	struct parts parts = { 0 };
	static const enum plan_kind kinds[] = { PLAN_GATHER, PLAN_SPREAD, PLAN_SORTER };

	circuit_reads(&c, "batch_turn");
	circuit_cuts_derived(&c, "batch_count");
	for (size_t k = 0; k < 3; k++) {
		const struct plan *plan = network_plan(p->net, kinds[k], level);

		if (plan)
			circuit_cuts(&c, plan->name);
	}
	c.resets = true;
	c.cells = 12 * batched_vertices(&p->shape, level) + 20;
	parts_clock(&parts, false);
	own_port(&parts, false, "child_up_strobe", 1);
	const char *turn = parts_cut(&parts, false, "control", "turn", 1), *below = parts_cut(&parts, false, "control", "below", 1);
	const char *stop = parts_cut(&parts, false, "control", "stop", 1);

	connect_control(&parts, level);
	connect_children(&parts);
	connect_turn(&parts, p, level, turn);
	if (level > 0)
		connect_way_up(&parts, p, level, below, stop);
	connect_way_down(&parts, p, level, turn);
	parts_prove(p->list, &c, "wiring", what, "words turn, go up and come down as the node's role says", &parts);
	circuit_free(&c);
	free(what);
	free(name);
}

/* ---- the timer --------------------------------------------------------------------------------------------------- */

/* The monitor's parameters: the clocks of batched.h. */
static void add_times(struct text *t, const struct batched_shape *s, unsigned clock_bits)
{
	unsigned n = s->levels, first[MOST_BATCHED_LEVELS], period[MOST_BATCHED_LEVELS], drain[MOST_BATCHED_LEVELS];
	const struct {
		const char *name;
		const unsigned *value;
	} list[] = { { "FIRSTS", first }, { "PERIODS", period }, { "DRAINS", drain } };

	for (unsigned i = 0; i < n; i++) {
		const struct batched_stage *stage = &s->stage[i];

		first[i] = stage->count_clocks - n - 4;	/* SLOT takes so long to the leaves' M bits */
		period[i] = stage->period;
		drain[i] = stage->period + stage->latency + 6;
	}
	text_print(t, "-chparam STAGES %u -chparam STAGE_BITS %u -chparam COUNT_BITS %u -chparam CLOCK_BITS %u -chparam TIME_BITS %u "
		   "-chparam LEAD %u -chparam REST %u", n, digit_bits(n), s->count_bits, clock_bits, clock_bits + 1,
		   2 * n + s->count_bits + 4, s->between_rounds - 3);
	for (size_t k = 0; k < 3; k++) {
		char *digits = packed_digits(list[k].value, n, clock_bits + 1);

		text_print(t, " -chparam %s %u'h%s", list[k].name, n * (clock_bits + 1), digits);
		free(digits);
	}
}

static void prove_timer(const struct proving *p)
{
	static const char *const seen[] = { "resting", "counting", "sending", "rested", "some", "over", "sent", "sent_last",
					    "rests", "stage", "clocks", "left", "set" };
	struct design *d = design_lower(p->net);
	unsigned bits = batched_timer_constants(&p->shape).bits, clocks = p->shape.count_bits + 9;
	char *own = parameter_options(module_first(design_top(d), "batch_timer"), NULL);
	struct text monitor = { 0 };

	add_times(&monitor, &p->shape, bits);
	struct circuit c = template_circuit(p, "batch_timer", "batch_timer", own);
	struct run run = { .monitor = "batch_times", .parameters = monitor.bytes, .steps = clocks + 1, .skip = clocks };

	memcpy(run.expose, seen, sizeof seen);
	c.cells = 12 * bits + 4 * p->shape.count_bits + 40;
	circuit_watches(p->list, &c, "still");
	struct proof *proof = circuit_prove(p->list, &c, "times", "timer", "each command comes in its clock, for any numbers of batches",
					    &run, NULL);

	proof->shown[0] = (struct shown){ "parts", "claims that held, of 0 to 7" };
	proof->shown[1] = (struct shown){ "age_shown", "bits of the clocks since the last command" };
	proof->shown[2] = (struct shown){ "kind_shown", "which it was, in bits: 0 ROUND, 1 COUNT, 0 and 1 SLOT" };
	circuit_free(&c);
	free(own);
	text_free(&monitor);
	design_free(d);
}

/* ---- a leaf ------------------------------------------------------------------------------------------------------ */

static void prove_shares(const struct proving *p)
{
	static const char *const seen[] = { "state", "comes", "borrow", "wraps", "begun", "one", "two", "divisor", "rest",
					    "begin_rest", "level", "takes_y", "subtracts", "carry" };
	unsigned bits = p->shape.count_bits;
	char *parameters = format_string("-chparam COUNT_BITS %u -chparam RANK_BITS %u", bits,
					 digit_bits(batched_vertices(&p->shape, 0)) + 1);
	struct circuit c = template_circuit(p, "batch_ranks", "batch_ranks", parameters);
	struct run run = { .monitor = "batch_shares", .parameters = parameters, .steps = 2, .skip = 1 };

	memcpy(run.expose, seen, sizeof seen);
	c.cells = 12 * bits + 40;
	circuit_watches(p->list, &c, "still");
	struct proof *proof = circuit_prove(p->list, &c, "shares", "slots of a leaf",
					    "in each slot the leaf sends its ranks of that slot, and no others", &run, NULL);

	proof->shown[0] = (struct shown){ "parts", "claims that held, of 0 to 4" };
	proof->shown[1] = (struct shown){ "x_shown", "bits of the first rank" };
	proof->shown[2] = (struct shown){ "y_shown", "bits of the number of words" };
	proof->shown[3] = (struct shown){ "slots_shown", "bits of the slots before" };
	circuit_free(&c);
	free(parameters);
}

/* The leaf whose lists are proved: of 8 or 16 leaves, with short words. Its store has as many words as the network's, up to
 * 1024. Larger ones differ in the widths of registers only. */
static struct batched_shape small_shape(const struct spec *spec)
{
	enum { LEAST_LEVELS = 3, MOST_LEVELS = 4, MOST_BITS = 8 };
	struct spec s = *spec;
	unsigned words = batched_shape(spec).round_words;

	for (; s.height > MOST_LEVELS; s.height--, s.leaves /= 2)
		words = 2 * words > MOST_ROUND_WORDS ? MOST_ROUND_WORDS : 2 * words;
	for (; s.height < LEAST_LEVELS; s.height++)
		s.leaves *= 2;
	if (s.payload_bits > MOST_BITS)		/* as many bits in the last nibble */
		s.payload_bits = MOST_BITS - 3 + (s.payload_bits - 1) % 4;
	return batched_shape_with(&s, words);
}

static void prove_leaf(const struct proving *p, const struct batched_shape *s, bool timed)
{
	unsigned period = s->stage[s->levels - 1].period;
	char *parameters = format_string("-chparam LABEL_BITS %u -chparam PAYLOAD_BITS %u -chparam ROUND_WORDS %u -chparam COUNT_BITS %u",
					 s->levels, s->payload_bits, s->round_words, s->count_bits);
	char *own = format_string("%s -chparam ORDERED %d", parameters, s->ordered);
	char *all = format_string("%s -chparam PERIOD %u -chparam TIMED %d", parameters, period, timed);
	char *what = format_string("leaf of %u, %u words of a round, %u bits of payload", s->leaves, s->round_words, s->payload_bits);
	struct circuit c = template_circuit(p, "batch_leaf", "batch_leaf", own);
	struct run run = { .monitor = "batch_lists", .parameters = all, .steps = timed ? period + 1 : 2, .skip = timed ? period : 1,
			   .expose = { "*" } };

	circuit_cuts_derived(&c, "batch_store");
	circuit_cuts_derived(&c, "batch_ranks");
	c.cells = 12 * s->count_bits + 900;
	circuit_watches(p->list, &c, "still");
	struct proof *proof = circuit_prove(p->list, &c, timed ? "stores" : "lists", what,
					    timed ? "words are stored and linked before the next ones come"
						  : "no word is lost or overwritten from round to round, and each list counts its words",
					    &run, NULL);

	proof->shown[0] = (struct shown){ "parts", "claims that held, of 0 to 13" };
	proof->shown[1] = (struct shown){ "age_shown", "bits of the clocks since words came" };
	proof->shown[2] = (struct shown){ "gap_shown", "bits of the clocks since COUNT" };
	circuit_free(&c);
	free(what);
	free(all);
	free(own);
	free(parameters);
}

static void prove_lists(const struct proving *p)
{
	struct batched_shape s = small_shape(p->net->spec);

	prove_leaf(p, &s, false);
	prove_leaf(p, &s, true);
}

/* A word that has been found is read nibble by nibble, then looked at, then shown: one at a time. */
static void prove_leaf_stream(const struct proving *p)
{
	static const struct seen seen[] = {
		{ "looks", 1 }, { "got_out", 1 }, { "comes_out", 1 }, { "has_out", 1 }, { "comes_last", 1 }, { "has_last", 1 }, { "judges", 1 },
		{ NULL, 0 },
	};
	static const struct stream_proof stream = {
		.seen = seen,
		.holds = "(~got_out | looks) & ~(looks & (comes_last | has_last | judges | m_axis_tvalid)) & "
			 "(~(has_last | judges | m_axis_tvalid) | ~comes_out & ~comes_last) & "
			 "(~(judges | m_axis_tvalid) | ~has_out & ~has_last) & ~(judges & m_axis_tvalid)",
	};
	struct design *d = design_lower(p->net);
	char *own = parameter_options(instance_of(d, "batch_leaf"), NULL);
	struct circuit c = template_circuit(p, "batch_leaf", "batch_leaf", own);

	circuit_frees(&c, "batch_store");
	circuit_frees(&c, "batch_ranks");
	c.cells = 12 * p->shape.count_bits + 900;
	prove_stream(p->list, &c, d, "batch_leaf", "leaf", &stream);
	circuit_free(&c);
	free(own);
	prove_resets(p->list, d, "batch_leaf");
	design_free(d);
}

/* ---- all --------------------------------------------------------------------------------------------------------- */

void batched_prove(struct proofs *list, const struct network *net)
{
	struct proving p = { .list = list, .net = net, .shape = batched_shape(net->spec) };

	for (size_t i = 0; i < net->plans.count; i++) {
		const struct plan *plan = net->plans.plan[i];

		if (plan->kind == PLAN_SORTER)
			prove_sorter(list, plan);
		else if (plan->kind == PLAN_SPREAD) {
			prove_table(&p, plan->inputs / (plan->outputs / 2));
			prove_edges(&p, plan);
		} else {
			prove_ranks(&p, plan);
		}
	}
	prove_timer(&p);
	if (net->spec->leaf != &batched_wires) {	/* else the leaf is the user's */
		prove_shares(&p);
		prove_lists(&p);
		prove_leaf_stream(&p);
	}
	prove_roles(&p);
	for (unsigned level = 0; level < p.shape.levels; level++) {
		prove_numbers(&p, shift_of(&p.shape, level));
		prove_wiring(&p, level);
	}
}
