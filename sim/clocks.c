/* clocks.c: edges of clocks, drawn. */
#include "clocks.h"

#include <stdlib.h>

#include "random.h"
#include "util/text.h"

enum { STREAM_OF_CLOCKS = 1 << 24 };

struct clock {
	double period, next;		/* in periods of the network's clock */
	unsigned due;			/* edges until the network's next one */
	bool rises;			/* in this round */
};

struct clocks {
	unsigned count;
	double now;
	struct random random;
	struct clock *clock;
};

struct clocks *clocks_new(unsigned count, uint64_t seed)
{
	struct clocks *c = allocate(sizeof *c);

	*c = (struct clocks){ .count = count, .clock = allocate_array(count, sizeof *c->clock) };
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

bool clocks_round(struct clocks *c)
{
	bool any = false;

	for (unsigned k = 0; k < c->count; k++) {
		struct clock *clock = &c->clock[k];

		clock->rises = clock->due > 0;
		clock->due -= clock->rises;
		any |= clock->rises;
	}
	return any;
}

bool clocks_rises(const struct clocks *c, unsigned clock)
{
	return c->clock[clock].rises;
}
