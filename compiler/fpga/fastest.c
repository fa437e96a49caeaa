/* fastest.c: the search for the fastest clock that closes timing. */
#include "fpga/fastest.h"

#include <math.h>
#include <stddef.h>

/* The step down after each failure but the first. The Fmax of the last placement would be met by only every other
 * placement. */
static const double yield = 0.01;

static bool is_met(const struct fastest_step *step)
{
	return step->fmax_mhz >= step->mhz;
}

const struct fastest_step *fastest_best(const struct fastest *search)
{
	const struct fastest_step *best = NULL;

	for (const struct fastest_step *s = search->step; s < search->step + search->count; s++)
		if (is_met(s) && (!best || s->mhz > best->mhz))
			best = s;
	return best;
}

/* The slowest clock above `best` that failed, or NULL. A failure below a clock that was met means nothing. */
static const struct fastest_step *lowest_failure(const struct fastest *search, const struct fastest_step *best)
{
	const struct fastest_step *lowest = NULL;

	for (const struct fastest_step *s = search->step; s < search->step + search->count; s++)
		if (!is_met(s) && (!best || s->mhz > best->mhz) && (!lowest || s->mhz < lowest->mhz))
			lowest = s;
	return lowest;
}

/* The fastest clock of the PLL that is at most `mhz`; 0: none. */
static double below(const struct fastest *search, double mhz)
{
	struct pll pll;

	return pll_find_below(search->pll, search->input_mhz, fmin(mhz, search->limit_mhz), &pll) ? pll.output_mhz : 0;
}

bool fastest_is_close(const struct fastest *search)
{
	const struct fastest_step *best = fastest_best(search);

	return best && (best->mhz >= FASTEST_SHARE * best->fmax_mhz || best->mhz >= below(search, best->fmax_mhz));
}

static double next_lower(const struct fastest *search, const struct fastest_step *failure)
{
	double reached = failure->fmax_mhz > 0 ? failure->fmax_mhz : failure->mhz / 2;

	return below(search, fmin(reached * (1 - yield * (search->count - 1)), failure->mhz * (1 - yield)));
}

static bool is_tried(const struct fastest *search, double mhz)
{
	for (const struct fastest_step *s = search->step; s < search->step + search->count; s++)
		if (fabs(s->mhz - mhz) < 1e-6)
			return true;
	return false;
}

/* The slowest untried clock above `mhz` and up to `most`; 0: none. */
static double untried_above(const struct fastest *search, double mhz, double most)
{
	struct pll pll;

	for (pll.output_mhz = mhz; pll_find_above(search->pll, search->input_mhz, pll.output_mhz + 1e-4, &pll);) {
		if (pll.output_mhz > fmin(most, search->limit_mhz))
			return 0;
		if (!is_tried(search, pll.output_mhz))
			return pll.output_mhz;
	}
	return 0;
}

/* A clock above the best if its own placement has room: first the Fmax of that placement, then half way to the
 * lowest failure. Failing these, the nearest clock beyond: one failed placement does not mean that faster clocks
 * fail, too. */
static double next_higher(const struct fastest *search, const struct fastest_step *best,
			  const struct fastest_step *failure)
{
	double guess = best->fmax_mhz;

	if (failure && guess > failure->mhz * (1 - yield))
		guess = fmin(fmax(failure->fmax_mhz, sqrt(best->mhz * failure->mhz)), failure->mhz * (1 - yield));
	double mhz = below(search, guess);
	return mhz > best->mhz && !is_tried(search, mhz) ? mhz : untried_above(search, best->mhz, best->fmax_mhz);
}

double fastest_next(const struct fastest *search)
{
	const struct fastest_step *best = fastest_best(search), *failure = lowest_failure(search, best);

	if (search->count == FASTEST_STEPS || fastest_is_close(search))
		return 0;
	if (search->count == 0)
		return below(search, INFINITY);
	return best ? next_higher(search, best, failure) : next_lower(search, failure);
}

void fastest_add(struct fastest *search, double mhz, double fmax_mhz)
{
	search->step[search->count++] = (struct fastest_step){ mhz, fmax_mhz };
}
