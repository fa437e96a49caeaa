/* fastest.h: the search for the fastest clock that closes timing.
 *
 *   fastest_next() --> build at this clock --> Fmax --> fastest_add() --> fastest_next() ... 0: done
 *
 * Only a placement gives Fmax, and a placement for another clock has an Fmax a few per cent higher or lower. The search
 * begins at the fastest clock and continues with the Fmax of each placement, until a clock is met and is within
 * FASTEST_SHARE of the Fmax of its own placement. A clock that is met with room to spare goes up, one that fails goes
 * down; clocks met and clocks failed bound the rest.
 */
#ifndef FTC_FPGA_FASTEST_H
#define FTC_FPGA_FASTEST_H

#include <stdbool.h>

#include "fpga/pll.h"

enum { FASTEST_STEPS = 10 };
#define FASTEST_SHARE 0.95

struct fastest_step {
	double mhz;		/* output of the PLL */
	double fmax_mhz;	/* of the placement for it; 0: no placement */
};

struct fastest {
	enum pll_kind pll;
	double input_mhz;
	double limit_mhz;	/* of the clock tree */
	struct fastest_step step[FASTEST_STEPS];
	unsigned count;
};

/* The next clock to build for: untried, and one that the PLL makes; 0: the search is over. */
double fastest_next(const struct fastest *search);
/* Records the result of a clock. */
void fastest_add(struct fastest *search, double mhz, double fmax_mhz);
/* The step with the fastest clock that was met, or NULL. */
const struct fastest_step *fastest_best(const struct fastest *search);
/* Is the best clock within FASTEST_SHARE of its Fmax, or does the PLL make none between the two? */
bool fastest_is_close(const struct fastest *search);

#endif
