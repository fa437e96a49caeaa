/* joint.c: edges of two clocks and of those on a cable, one after another. */
#include "joint.h"

#include <stdlib.h>

#include "random.h"
#include "util/text.h"

enum { STREAM_PHASE = 9, STREAM_CABLE = 10, PICOSECOND = 1000 };

const struct model_port *joint_port(struct model *const model[2], unsigned side, const char *name)
{
	char *whole = format_string("%s%s", model[0] != model[1] ? "" : side == 0 ? JOINT_FIRST : JOINT_SECOND, name);
	const struct model_port *port = model_port(model[side], whole);

	free(whole);
	return port;
}

static const struct model_port *find(struct model *const model[2], unsigned side, const char *prefix, const char *name)
{
	char *whole = format_string("%s%s", prefix, name);
	const struct model_port *port = joint_port(model, side, whole);

	free(whole);
	return port;
}

void joint_begin(struct joint *j, struct model *const model[2], const char *prefix, const struct joint_options *o)
{
	struct random random;

	random_start(&random, o->seed, STREAM_PHASE);
	j->clk = model_port(model[0], JOINT_SECOND_CLOCK);
	j->elapsed = model_port(model[0], JOINT_ELAPSED);
	j->delay = (int64_t)(o->delay * JOINT_PERIOD);
	for (unsigned side = 0; side < 2; side++) {
		struct joint_chip *c = &j->chip[side];

		*c = (struct joint_chip){ .model = model[side], .period = JOINT_PERIOD + (int64_t)(side * JOINT_PERIOD * o->drift * 1e-6),
					  .edge = side * (int64_t)random_below(&random, JOINT_PERIOD) };
		c->tx = find(model, side, prefix, "tx_pins");
		c->rx_clk = find(model, side, prefix, "rx_clk");
		c->rx = find(model, side, prefix, "rx_pins");
		c->bad = find(model, side, prefix, "bad");
		c->cable.pins = c->tx->width;
		c->cable.bit_errors = o->bit_errors;
		c->cable.longest = o->longest;
		c->cable.trouble_every = o->trouble_every;
		cable_start(&c->cable, o->seed, STREAM_CABLE + side);
	}
}

/* A waveform has no two evaluations at one time. */
static void pass_time(struct joint *j)
{
	int64_t passed = (j->now - j->shown) / PICOSECOND;

	passed = passed < 1 ? 1 : passed;
	model_set(j->chip[0].model, j->elapsed, 0, 32, (uint64_t)passed);
	j->shown += passed * PICOSECOND;
}

/* With the chip's clock at that level. Clocks that were high fall. */
static void evaluate(struct joint *j, unsigned side, bool high)
{
	struct joint_chip *c = &j->chip[side];

	if (j->elapsed)
		pass_time(j);
	if (j->elapsed && side == 1) {
		model_set(c->model, j->clk, 0, 1, high);
		model_eval(c->model);
	} else if (high) {
		model_edge(c->model);
	} else {
		model_eval(c->model);
	}
	c->high = high;
	c->rx_high = false;
}

void joint_eval(struct joint *j, unsigned side)
{
	evaluate(j, side, false);
}

/* An edge of the far chip's clock. */
static void receive(struct joint *j, unsigned side)
{
	struct joint_chip *c = &j->chip[side];

	if (c->rx_high)
		joint_eval(j, side);
	model_set(c->model, c->rx_clk, 0, 1, 1);
	model_set(c->model, c->rx, 0, c->cable.pins, cable_take(&j->chip[!side].cable));
	joint_eval(j, side);
	model_set(c->model, c->rx_clk, 0, 1, 0);
	c->rx_high = true;
	c->bad_frames += model_get(c->model, c->bad, 0, 1);
}

unsigned joint_next(struct joint *j)
{
	unsigned first = j->chip[1].edge < j->chip[0].edge;

	for (;;) {
		int64_t to[2] = { cable_next(&j->chip[1].cable), cable_next(&j->chip[0].cable) };
		unsigned side = to[1] < to[0];

		if (to[side] >= j->chip[first].edge)
			break;
		j->now = to[side];
		receive(j, side);
	}
	j->now = j->chip[first].edge;
	if (j->chip[first].high)
		joint_eval(j, first);
	return first;
}

void joint_edge(struct joint *j, unsigned side)
{
	struct joint_chip *c = &j->chip[side];

	evaluate(j, side, true);
	cable_put(&c->cable, c->edge + c->period / 2 + j->delay, (unsigned)model_get(c->model, c->tx, 0, c->cable.pins));
	c->edge += c->period;
}
