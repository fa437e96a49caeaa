/* fastest.h: the search for the fastest clock that closes timing.
 *
 *   fastest_next() --> build at this clock --> Fmax --> fastest_add() --> fastest_next() ... 0: enough
 *
 * Fmax is known only after a placement, and a placement for another clock has another Fmax, a few per cent up or down.
 * So the search begins at the fastest clock there is, takes what the placement reaches for the next try, and goes on
 * until a clock is met and is within FASTEST_SHARE of the Fmax of its own placement. A clock that is met but has more room goes
 * up, one that fails goes down; what has been met and what has failed bound the rest.
 */
#ifndef FTC_FPGA_FASTEST_H
#define FTC_FPGA_FASTEST_H

#include <stdbool.h>

#include "fpga/pll.h"

enum { FASTEST_STEPS = 10 };
#define FASTEST_SHARE 0.95

struct fastest_step {
	double mhz;		/* what the PLL makes */
	double fmax_mhz;	/* of the placement for it; 0: there is none */
};

struct fastest {
	enum pll_kind pll;
	double input_mhz;
	double limit_mhz;	/* of the clock tree */
	struct fastest_step step[FASTEST_STEPS];
	unsigned count;
};

/* The next clock to build for, one that the PLL makes and that has not been tried; 0: the search is over. */
double fastest_next(const struct fastest *search);
/* What came of it. */
void fastest_add(struct fastest *search, double mhz, double fmax_mhz);
/* The step with the fastest clock that was met, or NULL. */
const struct fastest_step *fastest_best(const struct fastest *search);
/* Is the best one within FASTEST_SHARE of its Fmax, or does the PLL make nothing between the two? */
bool fastest_is_close(const struct fastest *search);

#endif
