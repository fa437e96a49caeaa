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
 *   tokens          with a degree, instead: a place is free, or holds one word
 *   shown           m_axis is given the words for this leaf, each once, in order
 *   admits          with `admission: scan`: no more words are admitted for a leaf than its degree
 *   waits           a word waits until it is admitted, and joins one round
 *   stream          what a leaf shows on m_axis obeys AXI4-Stream
 *   reset           a reset reaches every leaf at once
 */
#include <stdlib.h>
#include <string.h>

#include "lower/builder.h"
#include "machines/batched/batched.h"
#include "machines/sorter_proof.h"
#include "prove/builder.h"
#include "prove/catalogue.h"
#include "prove/stream.h"
#include "util/text.h"

struct proving {
	struct proofs *list;
	const struct network *net;
	struct batched_shape shape;
};

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

/* Monitors of a vertex by itself, and of all vertices of a node together. */
static void prove_vertices(const struct proving *p, const struct plan *plan)
{
	bool down = plan->kind == PLAN_SPREAD;
	unsigned vertices = (down ? plan->outputs : plan->inputs) / 2;
	const struct named_value given[] = { { "VERTICES", vertices }, { "PARENTS", (down ? plan->inputs : plan->outputs) / vertices },
					     { "CELLS", plan->cost.lut4 + plan->cost.ff }, { "RESETS", plan_uses_reset(plan) }, { NULL, 0 } };
	const struct site site = { .around = plan->name, .given = { given } };

	if (down)
		catalogue_prove(p->list, "batch_spread", &site);
	catalogue_prove(p->list, down ? "batch_edges" : "batch_climbs", &site);
}

/* ---- control ----------------------------------------------------------------------------------------------------- */

static unsigned shift_of(const struct batched_shape *s, unsigned level)
{
	return level > 0 && (s->levels - level) % 2 == 1 ? digit_bits(batched_vertices(s, level)) : 0;
}

static void prove_numbers(const struct proving *p, unsigned shift)
{
	const struct named_value given[] = { { "COUNT_BITS", p->shape.count_bits }, { "SHIFT", shift }, { NULL, 0 } };

	catalogue_prove(p->list, "batch_numbers", &(struct site){ .given = { given } });
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
				 parts_xor(parts, v, parts_and(parts, v, up, parts_name(parts, "{%u{%s}}", v, turn)),
					   parts_name(parts, "{%u{child_up_strobe}}", v)), 1,
				 parts_cut(parts, true, instance, "in", v));
		parts_cut(parts, false, instance, "out", v);
	}
	parts_wires(parts, 1, "sorted_strobe", parts_later(parts, 1, "child_up_strobe", sorter->latency + 1));
	parts->depth = sorter->latency + 2;	/* with the register behind */
	parts_wires(parts, 2 * v, "turned", parts_xor(parts, 2 * v, "{from_left_out, from_right_out}",
						      parts_name(parts, "{%u{sorted_strobe}}", 2 * v)));
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
	parts_same_later(parts, "the strobe goes up, below the turn", 1,
			 parts_and(parts, 1, parts_later(parts, 1, "child_up_strobe", gather->latency - 1), below), 1, "up_strobe");
}

static void connect_way_down(struct parts *parts, const struct proving *p, unsigned level, const char *turn)
{
	unsigned v = batched_vertices(&p->shape, level);

	own_port(parts, true, "child_down_strobe", 1);
	if (level == 0) {
		parts_same_later(parts, "what turns goes down", 2 * v, "turned", 1, "{right_down, left_down}");
		parts_same_later(parts, "its strobe, too", 1, parts_and(parts, 1, "sorted_strobe", turn), 1, "child_down_strobe");
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
	parts_same_later(parts, "the strobe goes down, from the parents or at the turn", 1,
			 parts_or(parts, 1, parts_later(parts, 1, "down_strobe", 2), parts_and(parts, 1, "sorted_strobe", turn)), 1,
			 "child_down_strobe");
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

/* The clocks of batched.h, by stage. */
static void set_times(const struct batched_shape *s, unsigned bits, struct parameter *vector)
{
	unsigned n = s->levels, first[MOST_BATCHED_LEVELS], period[MOST_BATCHED_LEVELS], drain[MOST_BATCHED_LEVELS];

	for (unsigned i = 0; i < n; i++) {
		const struct batched_stage *stage = &s->stage[i];

		first[i] = stage->count_clocks - n - 4;	/* SLOT takes so long to the leaves' M bits */
		period[i] = stage->period;
		drain[i] = stage->period + stage->latency + 6;
	}
	*vector++ = (struct parameter){ .name = "FIRSTS", .width = n * bits, .digits = packed_digits(first, n, bits) };
	*vector++ = (struct parameter){ .name = "PERIODS", .width = n * bits, .digits = packed_digits(period, n, bits) };
	*vector++ = (struct parameter){ .name = "DRAINS", .width = n * bits, .digits = packed_digits(drain, n, bits) };
	*vector = (struct parameter){ .name = NULL };
}

static void prove_timer(const struct proving *p)
{
	const struct batched_shape *s = &p->shape;
	const struct named_value given[] = { { "LEAD", 2 * s->levels + s->count_bits + 4 }, { "REST", s->between_rounds - 3 },
					     { NULL, 0 } };
	struct design *d = design_lower(p->net);
	struct parameter vectors[4];

	set_times(s, batched_timer_constants(s).bits + 1, vectors);
	catalogue_prove(p->list, "batch_times",
			&(struct site){ .instance = module_first(design_top(d), "batch_timer"), .given = { given }, .vectors = vectors });
	for (unsigned k = 0; vectors[k].name; k++)
		free(vectors[k].digits);
	design_free(d);
}

/* ---- a leaf ------------------------------------------------------------------------------------------------------ */

static void prove_shares(const struct proving *p)
{
	const struct named_value given[] = { { "COUNT_BITS", p->shape.count_bits },
					     { "RANK_BITS", digit_bits(batched_vertices(&p->shape, 0)) + 1 }, { NULL, 0 } };

	catalogue_prove(p->list, "batch_shares", &(struct site){ .given = { given } });
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

static void prove_lists(const struct proving *p)
{
	const struct batched_shape s = small_shape(p->net->spec);
	const struct named_value given[] = { { "LABEL_BITS", s.levels }, { "PAYLOAD_BITS", s.payload_bits },
					     { "ROUND_WORDS", s.round_words }, { "COUNT_BITS", s.count_bits }, { "ORDERED", s.ordered },
					     { "LEAVES", s.leaves }, { "PERIOD", s.stage[s.levels - 1].period }, { NULL, 0 } };

	catalogue_prove(p->list, "batch_lists", &(struct site){ .given = { given } });
}

/* The free places and the delivered words of a leaf with a degree; larger ones differ in the widths of registers only. */
static void prove_places(const struct proving *p)
{
	static const struct named_value free_list[] = { { "PLACES", 10 }, { "DEGREE", 2 }, { "INDEX_BITS", 4 }, { NULL, 0 } };
	static const struct named_value delivered[] = { { "DEGREE", 3 }, { "INDEX_BITS", 3 }, { NULL, 0 } };

	static const struct named_value buckets[] = { { "LABEL_BITS", 2 }, { "DEGREE", 2 }, { NULL, 0 } };
	const struct named_value waiting[] = { { "LABEL_BITS", 2 }, { "INDEX_BITS", 3 }, { "WORDS", 3 }, { "ORDERED", p->shape.ordered },
					       { NULL, 0 } };

	catalogue_prove(p->list, "batch_tokens", &(struct site){ .given = { free_list } });
	catalogue_prove(p->list, "batch_shown", &(struct site){ .given = { delivered } });
	if (p->shape.scan) {
		catalogue_prove(p->list, "batch_admits", &(struct site){ .given = { buckets } });
		catalogue_prove(p->list, "batch_waits", &(struct site){ .given = { waiting } });
	}
}

static void prove_leaf_stream(const struct proving *p)
{
	static const struct seen seen[] = {
		{ "looks", 1, NULL }, { "got_out", 1, NULL }, { "reader.comes_out", 1, NULL }, { "has_out", 1, NULL },
		{ "deliverer.comes_last", 1, NULL }, { "deliverer.has_last", 1, NULL }, { "deliverer.judges", 1, NULL },
		{ NULL, 0, NULL },
	};
	static const struct stream_proof stream = {
		.seen = seen,
		.claims = "batch_stream",
		.inputs = "looks got_out reader_comes_out has_out deliverer_comes_last deliverer_has_last deliverer_judges "
			  "m_axis_tvalid",
	};
	static const char *const boxes[] = { "batch_store", "batch_ranks", NULL };
	struct design *d = design_lower(p->net);
	char *own = parameter_options(instance_of(d, "batch_leaf"), NULL);
	struct circuit c = template_circuit(p, "batch_leaf", "batch_leaf", own);

	circuit_reads_parts(&c, "batch_leaf", boxes);
	for (size_t k = 0; boxes[k]; k++)
		circuit_frees(&c, boxes[k]);
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
		else
			prove_vertices(&p, plan);
	}
	prove_timer(&p);
	if (net->spec->leaf != &batched_wires) {	/* else the leaf is the user's */
		prove_shares(&p);
		if (p.shape.degree == 0)
			prove_lists(&p);
		else
			prove_places(&p);
		prove_leaf_stream(&p);
	}
	catalogue_prove(list, "batch_roles", &(struct site){ 0 });
	for (unsigned level = 0; level < p.shape.levels; level++) {
		prove_numbers(&p, shift_of(&p.shape, level));
		prove_wiring(&p, level);
	}
}
