/* joint.c: edges of two clocks and of those on a cable, one after another. */
#include "joint.h"

#include <stdlib.h>

#include "random.h"
#include "util/text.h"

enum { STREAM_PHASE = 9, STREAM_CABLE = 10 };

static const struct model_port *find(const struct model *m, const char *prefix, const char *name)
{
	char *whole = format_string("%s%s", prefix, name);
	const struct model_port *port = model_port(m, whole);

	free(whole);
	return port;
}

void joint_begin(struct joint *j, struct model *const model[2], const char *prefix, const struct joint_options *o)
{
	struct random random;

	random_start(&random, o->seed, STREAM_PHASE);
	j->delay = (int64_t)(o->delay * JOINT_PERIOD);
	for (unsigned side = 0; side < 2; side++) {
		struct joint_chip *c = &j->chip[side];

		*c = (struct joint_chip){ .model = model[side], .period = JOINT_PERIOD + (int64_t)(side * JOINT_PERIOD * o->drift * 1e-6),
					  .edge = side * (int64_t)random_below(&random, JOINT_PERIOD) };
		c->tx = find(c->model, prefix, "tx_pins");
		c->rx_clk = find(c->model, prefix, "rx_clk");
		c->rx = find(c->model, prefix, "rx_pins");
		c->bad = find(c->model, prefix, "bad");
		c->cable.pins = c->tx->width;
		c->cable.bit_errors = o->bit_errors;
		c->cable.longest = o->longest;
		c->cable.trouble_every = o->trouble_every;
		cable_start(&c->cable, o->seed, STREAM_CABLE + side);
	}
}

/* An edge of the far chip's clock. */
static void receive(struct joint *j, unsigned side)
{
	struct joint_chip *c = &j->chip[side];

	model_set(c->model, c->rx_clk, 0, 1, 1);
	model_set(c->model, c->rx, 0, c->cable.pins, cable_take(&j->chip[!side].cable));
	model_eval(c->model);
	model_set(c->model, c->rx_clk, 0, 1, 0);
	model_eval(c->model);
	c->high = false;
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
		receive(j, side);
	}
	if (j->chip[first].high)
		model_eval(j->chip[first].model);
	j->chip[first].high = false;
	return first;
}

void joint_edge(struct joint *j, unsigned side)
{
	struct joint_chip *c = &j->chip[side];

	model_edge(c->model);
	c->high = true;
	cable_put(&c->cable, c->edge + c->period / 2 + j->delay, (unsigned)model_get(c->model, c->tx, 0, c->cable.pins));
	c->edge += c->period;
}
