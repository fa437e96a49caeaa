/* cable.c: bit errors by geometric gaps, and troubles: the clock stops, all bits are noise, an edge is missing or comes twice. */
#include "cable.h"

#include <math.h>

/* How many go well before the next one that does not. */
static double gap(struct random *r, double share)
{
	return share > 0 ? floor(log(1 - random_unit(r)) / log1p(-share)) : INFINITY;
}

void cable_start(struct cable *c, uint64_t seed, unsigned way)
{
	random_start(&c->random, seed, way);
	c->until_error = gap(&c->random, c->bit_errors);
	c->until_trouble = c->trouble_every > 0 ? gap(&c->random, 1 / c->trouble_every) : INFINITY;
}

static void add(struct cable *c, int64_t at, unsigned bits)
{
	c->edge[c->in % MOST_UNDER_WAY].at = at;
	c->edge[c->in++ % MOST_UNDER_WAY].bits = bits;
}

static unsigned with_errors(struct cable *c, unsigned bits)
{
	while (c->until_error < c->pins) {
		bits ^= 1u << (unsigned)c->until_error;
		c->wrong++;
		c->until_error += 1 + gap(&c->random, c->bit_errors);
	}
	c->until_error -= c->pins;
	return bits;
}

static void begin_trouble(struct cable *c)
{
	c->trouble = 1 + (enum cable_trouble)random_below(&c->random, CABLE_TROUBLES - 1);
	c->rest = c->trouble >= CABLE_SKIPS ? 1 : 1 + (unsigned)random_below(&c->random, c->longest);
	c->until_trouble = gap(&c->random, 1 / c->trouble_every);
	c->troubles++;
}

void cable_put(struct cable *c, int64_t at, unsigned bits)
{
	bits = with_errors(c, bits);
	if (c->rest == 0 && --c->until_trouble < 0)
		begin_trouble(c);
	enum cable_trouble trouble = c->rest > 0 ? c->trouble : CABLE_GOOD;

	c->rest -= c->rest > 0;
	if (trouble == CABLE_NOISE)
		bits = (unsigned)random_below(&c->random, 1u << c->pins);
	if (trouble == CABLE_REPEATS)
		add(c, at, bits);
	if (trouble != CABLE_STOPS && trouble != CABLE_SKIPS)
		add(c, at, bits);
}

int64_t cable_next(const struct cable *c)
{
	return c->in == c->out ? INT64_MAX : c->edge[c->out % MOST_UNDER_WAY].at;
}

unsigned cable_take(struct cable *c)
{
	return c->edge[c->out++ % MOST_UNDER_WAY].bits;
}
