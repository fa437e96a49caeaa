/* cost.c: estimates of switches, adapters and timer, rtl-templates/lane_*.v, fitted to Yosys 0.23 as `ftc build` runs it. */
#include "leaves/leaf.h"
#include "machines/lanes/lanes.h"
#include "network/cost.h"

static unsigned at_least_1(unsigned n)
{
	return n > 0 ? n : 1;
}

static void add(struct cost *sum, unsigned long times, unsigned long lut4, unsigned long ff)
{
	sum->lut4 += times * lut4;
	sum->ff += times * ff;
	/* Most flip-flops have a LUT in front of them. */
	sum->cells += times * (lut4 > ff ? lut4 : ff);
}

/* rtl-templates/lane_pick.v: LUTs for each bit. */
static unsigned pick_luts(unsigned inputs)
{
	return inputs > 1 ? (inputs + 1) / 2 : 0;
}

static unsigned or_luts(unsigned inputs)
{
	return inputs > 1 ? (inputs + 1) / 3 : 0;
}

/* One of `inputs` requests is granted: see rtl-templates/lane_arbiter.v. */
static unsigned arbiter_luts(unsigned inputs)
{
	unsigned levels = digit_bits(inputs);

	return inputs <= 1 ? 0 : inputs * (1 + (levels > 2 ? 1 : 0)) + inputs / 2 + levels * at_least_1(or_luts(inputs / 2));
}

static void add_output(const struct lane_shape *s, unsigned k, unsigned digits, unsigned long outputs, struct cost *sum)
{
	const struct lane_stage *stage = &s->stage[k];
	unsigned n = stage->inputs, lag = s->data_at + k - (2 * k + 1), numbers = n > 1 ? stage->number_bits : 0;
	bool last = k + 1 == s->stages;

	add(sum, outputs, arbiter_luts(n) + or_luts(n), numbers + 1);
	add(sum, outputs, pick_luts(n) * s->width, s->width + lag * numbers);
	if (last)
		return;
	const struct lane_stage *next = &s->stage[k + 1];

	add(sum, outputs, pick_luts(n) * digits + next->outputs, n + next->outputs + digits - next->digit_bits);
}

static void add_stage(const struct lane_shape *s, unsigned k, unsigned digits, struct cost *sum)
{
	const struct lane_stage *stage = &s->stage[k];
	unsigned terms = k + 1 < s->stages ? 2 * stage->outputs : stage->outputs;

	add_output(s, k, digits, (unsigned long)stage->switches * stage->outputs, sum);
	add(sum, (unsigned long)stage->switches * stage->inputs, or_luts(terms), 1);
	add(sum, stage->switches, 0, 1 + stage->number_bits);
}

enum { SHIFT_FROM = 9 };	/* beats; rtl-templates/lane_leaf.v picks from fewer */

static void add_leaves(const struct lane_shape *s, unsigned payload, struct cost *sum)
{
	unsigned word = s->slot * s->width, asks = s->stage[0].outputs, digits = s->label_bits - s->stage[0].digit_bits;
	unsigned send = s->slot < SHIFT_FROM ? pick_luts(s->slot) * s->width : word;

	add(sum, s->leaves, send + asks + 8, word + s->width + asks + digits + 2);
	add(sum, s->leaves, 0, word + payload + s->label_bits + s->known_bits + 4);
}

struct cost lanes_cost(const struct network *net)
{
	struct lane_shape s = lane_shape(net->spec);
	struct cost sum = {0};
	unsigned digits = s.label_bits;

	for (unsigned k = 0; k < s.stages; k++) {
		digits -= s.stage[k].digit_bits;
		add_stage(&s, k, digits, &sum);
	}
	if (net->spec->leaf_interface == LEAF_AXI_STREAM)
		add_leaves(&s, net->spec->payload_bits, &sum);
	add(&sum, 1, 4 + digit_bits(s.slot), s.slot + s.state_bits + digit_bits(s.slot) + 2);
	add(&sum, s.leaves / net->spec->children[1], 0, 5 + digit_bits(s.slot));
	return sum;
}
