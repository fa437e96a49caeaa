/* clocks.c: edges of clocks, drawn. */
#include "clocks.h"

#include <stdlib.h>

#include "model.h"
#include "random.h"
#include "util/text.h"

enum { STREAM_OF_CLOCKS = 1 << 24 };

struct clock {
	double period, next;		/* in periods of the network's clock */
	unsigned due;			/* edges until the network's next one */
	bool rises;			/* in this round */
};

struct clocks {
	const struct model_port *port;
	const struct model_port *resets;	/* or NULL */
	unsigned count;
	double now;
	struct random random;
	struct clock *clock;
};

struct clocks *clocks_new(const struct model *m, uint64_t seed)
{
	const struct model_port *port = model_port(m, CLOCKS_PORT);

	if (!port)
		return NULL;
	struct clocks *c = allocate(sizeof *c);

	*c = (struct clocks){ .port = port, .resets = model_port(m, CLOCKS_RESETS), .count = port->width, .clock = allocate_array(port->width, sizeof *c->clock) };
	random_start(&c->random, seed, STREAM_OF_CLOCKS);
	for (unsigned k = 0; k < c->count; k++) {
		double rate = CLOCKS_SLOWEST + (CLOCKS_FASTEST - CLOCKS_SLOWEST) * random_unit(&c->random);

		c->clock[k] = (struct clock){ .period = 1 / rate, .next = random_unit(&c->random) / rate };
	}
	return c;
}

void clocks_free(struct clocks *c)
{
	if (c)
		free(c->clock);
	free(c);
}

void clocks_advance(struct clocks *c)
{
	c->now += 1;
	for (unsigned k = 0; k < c->count; k++) {
		struct clock *clock = &c->clock[k];

		for (; clock->next < c->now; clock->due++)
			clock->next += clock->period * (1 + CLOCKS_JITTER * (2 * random_unit(&c->random) - 1));
	}
}

bool clocks_round(struct clocks *c, const struct model *m, bool *ticks)
{
	bool any = false;

	for (unsigned k = 0; k < c->count; k++) {
		struct clock *clock = &c->clock[k];

		clock->rises = clock->due > 0;
		clock->due -= clock->rises;
		any |= clock->rises;
		if (ticks)
			ticks[k] = clock->rises && !model_get(m, c->resets, k, 1);
	}
	return any;
}

static void set_all(const struct clocks *c, struct model *m, bool high)
{
	for (unsigned k = 0; k < c->count; k++)
		if (c->clock[k].rises)
			model_set(m, c->port, k, 1, high);
	model_eval(m);
}

void clocks_rise(struct clocks *c, struct model *m)
{
	set_all(c, m, true);
	set_all(c, m, false);
}
