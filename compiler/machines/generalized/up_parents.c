/* up_parents.c: the parents on a message's way up. */
#include "machines/generalized/up_parents.h"

#include "machines/xgft.h"
#include "network/network.h"

/* Lanes use different bits of the random word, as far as it has enough. */
enum { RANDOM_BITS = 16, RANDOM_STEP = 5 };

/* Bit k of the word from which the digits beta_2, beta_3, .. are taken. */
static unsigned wish(const struct spec *spec, const struct departure *d, unsigned k)
{
	unsigned by = spec->up_routing == UP_ROUTING_SOURCE ? d->source : d->destination;

	if (spec->up_routing == UP_ROUTING_RANDOM)
		return d->random >> (RANDOM_STEP * d->lane + k) % RANDOM_BITS & 1;
	return xgft_leaf_label(spec, by) >> (digit_bits(spec->connections) + k) % xgft_label_bits(spec) & 1;
}

void up_parents(const struct spec *spec, const struct departure *departure, unsigned *beta)
{
	unsigned k = 0;

	beta[1] = departure->lane / spec->link_width;
	for (unsigned l = 2; l <= spec->height; l++) {
		beta[l] = 0;
		if (spec->up_routing == UP_ROUTING_FIRST_FREE || spec->up_routing == UP_ROUTING_GIVEN)
			continue;
		for (unsigned bit = 0; bit < digit_bits(spec->parents[l]); bit++)
			beta[l] |= wish(spec, departure, k++) << bit;
		if (beta[l] >= spec->parents[l])
			beta[l] -= spec->parents[l];
	}
}

unsigned up_lane(const struct spec *spec, unsigned leaf)
{
	unsigned lane = xgft_leaf_label(spec, leaf) & ((1u << digit_bits(spec->connections)) - 1);

	return lane < spec->connections ? lane : lane - spec->connections;
}

static unsigned next_random(unsigned *state)
{
	*state = *state * 1664525u + 1013904223u;
	return *state >> 8;
}

void up_parents_alone(const struct spec *spec, unsigned source, unsigned destination, unsigned seed, unsigned *beta)
{
	struct departure d = { .source = source, .destination = destination };
	unsigned state = seed ^ (source * 2654435761u) ^ (destination * 40503u);

	switch (spec->up_routing) {
	case UP_ROUTING_DESTINATION:
		d.lane = up_lane(spec, destination);
		break;
	case UP_ROUTING_SOURCE:
		d.lane = up_lane(spec, source);
		break;
	case UP_ROUTING_RANDOM:
		d.lane = next_random(&state) % spec->connections;
		d.random = (uint16_t)next_random(&state);
		break;
	case UP_ROUTING_FIRST_FREE: case UP_ROUTING_GIVEN:
		break;
	}
	up_parents(spec, &d, beta);
}
