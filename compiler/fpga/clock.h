/* clock.h: which clock a network gets on a board, and what follows from it. */
#ifndef FTC_FPGA_CLOCK_H
#define FTC_FPGA_CLOCK_H

#include <stdbool.h>

#include "fpga/application.h"
#include "fpga/board.h"
#include "fpga/pll.h"
#include "parse/spec.h"

/* What the board's PLL makes of the wish: `wanted_mhz`, or with 0 the parameters' clock-mhz, or the board's own. At most
 * 1 % off. False after a message: more than the device carries, or nothing near is made. */
bool clock_choose(const struct board *board, const struct spec *spec, enum application_kind application, double wanted_mhz,
		  struct pll *pll);

/* The clock where nobody says anything else. */
double clock_default(const struct board *board, const struct spec *spec, enum application_kind application);

/* `spec` with the family of the board, that clock and no probes. It borrows what `spec` points to. */
struct spec clock_spec(const struct spec *spec, const struct board *board, const struct pll *pll);

/* The network that parameters make on a board, at the clock that clock_choose() finds. NULL after a message: there is
 * no such clock or no such network, or the application can do nothing with it. */
struct network *clock_network(const struct board *board, const struct spec *spec, enum application_kind application,
			      double wanted_mhz, struct pll *pll);

/* Does it divide down to a serial line's rate? False after a message. */
bool clock_makes_baud(const struct pll *pll, unsigned baud);

/* The rate of an application's serial line on a board, unless the user wishes another. */
unsigned application_baud(enum application_kind application, const struct board *board);

#endif
