/* injection.c: when messages come into being. */
#include <math.h>

#include "traffic_parts.h"

const char *const injection_names[INJECTION_COUNT] = {
	[INJECTION_BERNOULLI] = "bernoulli",
	[INJECTION_POISSON] = "poisson",
	[INJECTION_ON_OFF] = "on-off",
	[INJECTION_SELF_SIMILAR] = "self-similar",
};

/* Beyond every simulation; times a few trials it is still a number of 64 bits. */
static const uint64_t FOREVER = (uint64_t)1 << 56;

/* Exponential, of mean 1, by von Neumann's comparisons: uses no logarithm, which libraries round differently. */
static double draw_exponential(struct random *random)
{
	for (double whole = 0;; whole++) {
		double first = random_unit(random), least = first, next = random_unit(random);
		unsigned falling = 1;

		for (; next < least; falling++) {
			least = next;
			next = random_unit(random);
		}
		if (falling % 2 == 1)
			return whole + first;
	}
}

/* Pareto's, of mean 1 and shape 4/3: x > 1/4 has the probability (4 x)^(-4/3). */
static double draw_pareto(struct random *random)
{
	double root = sqrt(1 - random_unit(random));

	return 0.25 / (root * sqrt(root));
}

/* What is left of Pareto's at a clock that knows nothing of its begin: below 1/4 a quarter of the time, beyond with shape 1/3. Runs
 * that began with a fresh burst or gap would have too many of the short ones. */
static double draw_pareto_rest(struct random *random)
{
	double left = 1 - random_unit(random);

	return random_unit(random) < 0.25 ? 0.25 * left : 0.25 / (left * left * left);
}

/* A burst begins or ends: how long, in parts, that lasts. Bursts are `burst` parts, so that gaps have the rest. */
static void turn(struct arrivals *a, const struct traffic_parameters *p, struct random *random)
{
	double drawn = p->demand.injection == INJECTION_SELF_SIMILAR ? draw_pareto(random) : draw_exponential(random);

	a->on = !a->on;
	a->until += drawn * p->demand.burst * (a->on ? 1 : (1 - a->chance) / a->chance);
}

void arrivals_start(struct arrivals *a, const struct traffic_parameters *p, struct random *random, double rate)
{
	*a = (struct arrivals){ .trials = (unsigned)rate + ((double)(unsigned)rate < rate) };
	if (rate <= 0)
		return;
	if (p->demand.injection == INJECTION_POISSON)
		a->trials = 1;
	a->chance = rate / a->trials;
	a->threshold = (uint64_t)ceil(a->chance * 0x1p53);
	if (p->demand.injection == INJECTION_POISSON)
		a->until = draw_exponential(random) / rate;
	else if (p->demand.injection == INJECTION_ON_OFF)
		a->on = random_unit(random) >= a->chance;	/* turn() will change it; an exponential has no memory */
	else if (p->demand.injection == INJECTION_SELF_SIMILAR) {
		a->on = random_unit(random) < a->chance;
		a->until = draw_pareto_rest(random) * p->demand.burst * (a->on ? 1 : (1 - a->chance) / a->chance);
	}
}

/* The clock in which part `trial` % trials of period trial / trials begins. */
static uint64_t trial_start(const struct arrivals *a, const struct traffic_parameters *p, uint64_t trial)
{
	if (p->period > 0)
		return (uint64_t)((double)trial * p->period / a->trials);
	if (a->trials == 1)
		return trial * p->slot_clocks;
	return trial / a->trials * p->slot_clocks + trial % a->trials * p->slot_clocks / a->trials;
}

/* The first part that begins in or behind p->end. */
static uint64_t end_trial(struct arrivals *a, const struct traffic_parameters *p)
{
	if (a->end == p->end)
		return a->end_trial;
	uint64_t end = p->end < FOREVER ? p->end : FOREVER;
	uint64_t trial = (p->period > 0 ? (uint64_t)((double)end / p->period) : end / p->slot_clocks) * a->trials;

	while (trial_start(a, p, trial) < end)
		trial++;
	a->end = p->end;
	a->end_trial = trial;
	return trial;
}

static bool happens(struct arrivals *a, const struct traffic_parameters *p, struct random *random, uint64_t trial)
{
	if (p->demand.injection == INJECTION_BERNOULLI)
		return random_next(random) >> 11 < a->threshold;
	while (a->until <= (double)trial)
		turn(a, p, random);
	return a->on;
}

static bool next_of_poisson(struct arrivals *a, const struct traffic_parameters *p, struct random *random, uint64_t *clock)
{
	double at = a->until * (p->period > 0 ? p->period : p->slot_clocks);

	if (at >= (double)p->end)
		return false;
	*clock = (uint64_t)at;
	a->until += draw_exponential(random) / a->chance;
	return true;
}

bool arrivals_next(struct arrivals *a, const struct traffic_parameters *p, struct random *random, uint64_t *clock)
{
	if (a->trials == 0)
		return false;
	if (p->demand.injection == INJECTION_POISSON)
		return next_of_poisson(a, p, random, clock);
	uint64_t end = end_trial(a, p), trial = a->trial;

	while (trial < end && !happens(a, p, random, trial))
		trial++;
	a->trial = trial < end ? trial + 1 : trial;
	if (trial == end)
		return false;
	if (p->period > 0) {
		*clock = (uint64_t)(((double)trial + random_unit(random)) * p->period / a->trials);
		return true;
	}
	uint64_t start = trial_start(a, p, trial);

	*clock = start + random_below(random, trial_start(a, p, trial + 1) - start);
	return true;
}
