/* clock.h: the network's clock on a board, and what depends on it. */
#ifndef FTC_FPGA_CLOCK_H
#define FTC_FPGA_CLOCK_H

#include <stdbool.h>

#include "fpga/application.h"
#include "fpga/board.h"
#include "fpga/pll.h"
#include "parse/spec.h"

/* Sets the board's PLL to `wanted_mhz` or, if that is 0, to the parameters' clock or the board's own, to within 1 %.
 * False after a message: the device is too slow, or the PLL makes no clock near it. */
bool clock_choose(const struct board *board, const struct spec *spec, enum application_kind application,
		  double wanted_mhz, struct pll *pll);

/* A clock that no such network with the application reaches on the board, as far as is known without building it. */
double clock_limit(const struct board *board, const struct spec *spec, enum application_kind application);
/* The clock if the user gives none: the board's, or what the network or the application reaches (struct machine,
 * struct device) if that is slower. A large network gets a slower one, where its machine's clock is fitted to placements. */
double clock_default(const struct board *board, const struct spec *spec, enum application_kind application);

/* A copy of `spec` with the board's family, that clock and no probes. It borrows what `spec` points to. */
struct spec clock_spec(const struct spec *spec, const struct board *board, const struct pll *pll);

/* The network of these parameters on a board, at the clock of clock_choose(). NULL after a message: no such clock,
 * no such network, or one that the application cannot use. */
struct network *clock_network(const struct board *board, const struct spec *spec, enum application_kind application,
			      double wanted_mhz, struct pll *pll);

/* Can the clock be divided down to this rate of a serial line? False after a message. */
bool clock_makes_baud(const struct pll *pll, unsigned baud);

/* The rate of an application's serial line on a board, if the user gives none. */
unsigned application_baud(enum application_kind application, const struct board *board);

#endif
