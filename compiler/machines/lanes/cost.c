/* cost.c: estimates of switches, adapters and timer, rtl-templates/lanes/lane_*.v, fitted to Yosys 0.23 as `ftc build` runs it. */
#include "leaves/leaf.h"
#include "machines/lanes/lanes.h"
#include "network/cost.h"
#include "parse/family.h"

/* `lone`: the flip-flops that have no LUT in front of them, and so a cell of an iCE40 for themselves. */
static void add_lanes_cost(struct cost *sum, unsigned long times, unsigned long lut4, unsigned long ff, unsigned long lone)
{
	cost_add(sum, &(struct cost){ .lut4 = lut4, .ff = ff, .cells = lut4 + lone }, times);
}

/* Whether flip-flops with a common clock enable get LUTs in its place: few do on an iCE40. */
static bool is_unmapped(const struct spec *spec, unsigned long flip_flops)
{
	return !spec->family->free_enables && flip_flops < LEAST_ENABLED;
}

/* n signals or-ed, and n pairs of signals that are and-ed first. */
static unsigned or_luts(unsigned n)
{
	return (n + 1) / 3;
}

static unsigned or_of_pairs_luts(unsigned n)
{
	return (2 * n + 1) / 3;
}

/* ---- switches ---------------------------------------------------------------------------------------------- */

/* rtl-templates/lanes/lane_pick.v: LUTs of a bit. */
static unsigned pick_luts(unsigned inputs)
{
	return inputs > 1 ? (inputs + 1) / 2 : 0;
}

/* What an output has to grant one of its requests, and to know the winner's number. A last switch encodes numbers without
 * a register between. */
static unsigned arbiter_luts(unsigned inputs, bool at_once)
{
	static const unsigned char kept[] = { 0, 3, 9, 31, 62 }, now[] = { 0, 3, 10, 33, 70 };

	return (at_once ? now : kept)[digit_bits(inputs)];
}

/* The stage behind another one, and its place in the network. */
struct place {
	const struct spec *spec;
	const struct lane_shape *s;
	const struct lane_stage *stage, *next;	/* next: NULL behind the last stage */
	bool first;
	unsigned lag;				/* clocks between numbers and data */
	unsigned asked, rest;			/* digits for the next switch, and after these */
	bool goes_on;				/* reads whether words are not the first of their packet */
};

static struct place place_of(const struct spec *spec, const struct lane_shape *s, unsigned k)
{
	struct place p = { .spec = spec, .s = s, .stage = &s->stage[k], .first = k == 0,
			   .next = k + 1 < s->stages ? &s->stage[k + 1] : NULL,
			   .lag = lane_lag(s, k), .goes_on = lane_packet_bits(s, k) > lane_packet_bits(s, k + 1),
			   .rest = lane_packet_bits(s, k + 1) };

	if (!p.next)
		return p;
	p.asked = p.next->digit_bits;
	for (unsigned j = k + 2; j < s->stages; j++)
		p.rest += s->stage[j].digit_bits;
	return p;
}

static bool keeps_grants(const struct place *p)
{
	return p->first || p->next;
}

/* The flip-flops of a switch that load in the clock of a decision. */
static unsigned enabled(const struct place *p)
{
	unsigned n = p->stage->inputs, o = p->stage->outputs, numbers = n > 1 ? p->stage->number_bits : 0;
	unsigned loaded = o * (1 + (p->first ? 0 : numbers));

	if (keeps_grants(p))
		return loaded + (n > 1 ? o * n : 0);
	return loaded + n;
}

/* LUTs that stand for the clock enable: none where another LUT has room. */
static unsigned enable_luts(const struct place *p)
{
	unsigned n = p->stage->inputs, o = p->stage->outputs;

	if (!is_unmapped(p->spec, (unsigned long)p->stage->switches * enabled(p)))
		return 0;
	if (keeps_grants(p))
		return n > 1 ? o * n + (n > 2 ? o : 0) : o;
	return n == 2 ? enabled(p) / 2 : enabled(p);
}

/* The requests of the next switch: of each output, whose only input needs no choice. */
static unsigned ask_luts(const struct place *p)
{
	unsigned n = p->stage->inputs, asks = p->next->outputs, chosen = p->asked + p->rest + p->goes_on;
	bool next_last = p->next == &p->s->stage[p->s->stages - 1];
	unsigned decode = p->asked + 1 + next_last > 4 ? asks + asks / 2 : asks;

	if (p->goes_on)				/* held leaves */
		decode += asks;
	return decode + (n > 1 ? chosen * or_of_pairs_luts(n) : p->rest);
}

/* With one input all outputs have the same data, which pass a register. */
static void add_data(const struct place *p, struct cost *sum)
{
	unsigned n = p->stage->inputs, width = p->s->width, numbers = p->stage->number_bits;

	if (n == 1)
		add_lanes_cost(sum, 1, 0, width, width);
	else
		add_lanes_cost(sum, p->stage->outputs, pick_luts(n) * width, width + p->lag * numbers, p->lag * numbers);
}

/* What packets add to an output: who comes first, or whether the leaf is held. */
static void add_packets(const struct place *p, struct cost *sum)
{
	unsigned n = p->stage->inputs, numbers = n > 1 ? p->stage->number_bits : 0;

	if (p->s->packets && p->next)
		add_lanes_cost(sum, p->stage->outputs, numbers > 0 ? numbers + 1 : 0, numbers > 0 ? numbers + 1 : 0, 0);
	else if (p->s->packets)		/* an only switch masks its requests with it */
		add_lanes_cost(sum, p->stage->outputs, 1 + (p->first ? 2 * n : 0), 1, 0);
}

static struct cost switch_cost(const struct place *p)
{
	unsigned n = p->stage->inputs, o = p->stage->outputs, numbers = n > 1 ? p->stage->number_bits : 0;
	struct cost sum = {0};
	bool at_once = !keeps_grants(p), refuses = p->first && !p->next;	/* leaves without room */

	add_lanes_cost(&sum, o, arbiter_luts(n, at_once) + (refuses ? n : 0), numbers + 1 + (at_once || n == 1 ? 0 : n),
		       n == 2 ? numbers : 0);
	add_data(p, &sum);
	add_packets(p, &sum);
	if (p->next)
		add_lanes_cost(&sum, o, ask_luts(p), p->next->outputs + p->rest, 0);
	/* the way back */
	add_lanes_cost(&sum, n, p->next ? or_of_pairs_luts(o) : or_luts(o), !p->first, 0);
	add_lanes_cost(&sum, 1, enable_luts(p), 0, 0);
	return sum;
}

struct cost lanes_stage_cost(const struct spec *spec, unsigned k)
{
	struct lane_shape s = lane_shape(spec);
	struct place p = place_of(spec, &s, k);
	struct cost sum = {0}, one = switch_cost(&p);

	cost_add(&sum, &one, p.stage->switches);
	/* Yosys merges the copies of the strobe and of the favors in all switches of a stage. */
	add_lanes_cost(&sum, 1, 0, 1 + p.stage->number_bits, 1 + p.stage->number_bits);
	if (s.packets)			/* when beat 0 comes */
		add_lanes_cost(&sum, 1, 0, s.data_at + 1 - k, s.data_at + 1 - k);
	return sum;
}

/* ---- leaves ------------------------------------------------------------------------------------------------ */

/* A sender: beats, and the lines on which they wait. */
static void add_sender(const struct lane_shape *s, struct cost *sum)
{
	unsigned waiting = s->data_at * s->width;

	if (s->slot <= MOST_PICKED_BEATS) {
		add_lanes_cost(sum, 1, pick_luts(s->slot) * s->width, waiting, waiting - s->width);
		return;
	}
	/* The last beat's flip-flops have a reset in place of a LUT. */
	unsigned later = s->word_bits - s->width;

	add_lanes_cost(sum, 1, later, waiting + later, waiting);
}

/* Flip-flops that load together, and have nothing before them. */
static void add_loaded(const struct spec *spec, unsigned count, struct cost *sum)
{
	bool unmapped = is_unmapped(spec, count);

	add_lanes_cost(sum, 1, unmapped ? count : 0, count, unmapped ? 0 : count);
}

static void add_receiver(const struct spec *spec, const struct lane_shape *s, struct cost *sum)
{
	add_loaded(spec, s->slot * s->width, sum);
	add_loaded(spec, spec->payload_bits + s->label_bits, sum);
	if (s->known_bits > 0)
		add_loaded(spec, s->known_bits, sum);
	/* busy, comes, waits, m_axis_tvalid: of these one has a clock enable */
	add_lanes_cost(sum, 1, 6 + (is_unmapped(spec, 1) ? 1 : 0), 3 + (s->stages == 1), 1);
	add_lanes_cost(sum, 1, s->skewed_bits < s->known_bits ? s->skewed_bits : s->known_bits, 0, 0);
}

/* Whether a packet has begun; m_axis_tlast; whether more of it follows, and its destination, which asks. */
static void add_packet(const struct spec *spec, const struct lane_shape *s, struct cost *sum)
{
	add_lanes_cost(sum, 1, 3 + s->stage[0].digit_bits, 2, 0);
	add_loaded(spec, s->label_bits, sum);
	add_loaded(spec, 1, sum);
}

struct cost lanes_leaves_cost(const struct spec *spec)
{
	struct lane_shape s = lane_shape(spec);
	const struct lane_stage *first = &s.stage[0];
	struct cost sum = {0}, one = {0};
	unsigned asks = first->digit_bits > 0 ? first->outputs : 0;

	if (spec->leaf_interface == LEAF_WIRES)
		return sum;
	if (first->digit_bits > 3)	/* and that there is a word: five wires */
		asks += asks / 4;

	add_sender(&s, &one);
	add_receiver(spec, &s, &one);
	add_lanes_cost(&one, 1, asks, 0, 0);
	if (s.packets)
		add_packet(spec, &s, &one);
	cost_add(&sum, &one, s.leaves);
	return sum;
}

/* ---- timer ------------------------------------------------------------------------------------------------- */

struct cost lanes_timer_cost(const struct spec *spec)
{
	struct lane_shape s = lane_shape(spec);
	struct cost sum = {0};
	bool picks = s.slot <= MOST_PICKED_BEATS, unmapped = is_unmapped(spec, s.state_bits);
	unsigned timing = LANE_TIMING_BITS + lane_pairs(&s);

	add_lanes_cost(&sum, 1, 3 + (picks ? s.slot / 2 : 1) + or_luts(s.slot / 2) + (unmapped ? s.state_bits + 1 : 0), s.slot + s.state_bits + 2,
		       s.slot + (unmapped ? 0 : s.state_bits + 1));
	/* copies, one for the leaves of each node */
	add_lanes_cost(&sum, s.leaves / spec->children[1], 0, timing, timing);
	return sum;
}

struct cost lanes_spec_cost(const struct spec *spec)
{
	struct lane_shape s = lane_shape(spec);
	struct cost sum = lanes_leaves_cost(spec), timer = lanes_timer_cost(spec);

	for (unsigned k = 0; k < s.stages; k++) {
		struct cost stage = lanes_stage_cost(spec, k);

		cost_add(&sum, &stage, 1);
	}
	cost_add(&sum, &timer, 1);
	return sum;
}

struct cost lanes_cost(const struct network *net)
{
	return lanes_spec_cost(net->spec);
}
