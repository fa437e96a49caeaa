/* fit.h: whether a network fits a board, by estimates: the network's as in `ftc report`, that of the application which `ftc
 * build` takes by default as measured (docs/how-to/boards.md). Only `ftc build` gives exact numbers. */
#ifndef FTC_FPGA_FIT_H
#define FTC_FPGA_FIT_H

#include <stdbool.h>

#include "fpga/application.h"
#include "fpga/board.h"
#include "parse/spec.h"

/* Does a network fit? */
enum fits { FITS_YES, FITS_TIGHT, FITS_NO, FITS_UNKNOWN };
extern const char *const fits_words[];	/* "yes", "tight", "no", "unknown" */

/* What a bitstream needs. An iCE40 cell holds a LUT and the flip-flop that it drives; an ECP5 counts the two
 * separately. */
struct need {
	double lut4, ff, cells;
	double ram;			/* block RAMs */
	double clock_mhz;		/* at this clock */
	bool alone;			/* without an application: no self test has the network with its shell, only a top module of the user's */
	bool hears;			/* a board without a serial line is of no use */
	bool known;
	bool fitted;			/* estimates are fitted to the board's family; else lut4, ff, cells and ram are not to be shown */
};

/* The clock of a network on a board if the user gives none but in the parameter file, in MHz. */
double fit_clock(const struct spec *spec, const struct board *board);

/* What the network of `spec` needs at that clock, with its default application; alone where that is a self test which it cannot
 * have, or that would leave out the shell. Unknown, after a message, where `ftc build --top` would fail, too. */
struct need fit_need(const struct spec *spec, const struct board *board);

/* Fills need[0 .. count - 1] for these boards. Boards of the same family and clock share one estimate. False after a
 * message. */
bool fit_all(const struct spec *spec, const struct board *boards, unsigned long count, struct need *need);

/* Warns of a network that is larger than the largest known part, by its estimate there. */
void fit_warn(const struct spec *spec);

/* The share of the device in use: of cells or, where counted separately, the larger of LUTs and flip-flops. */
double fit_share(const struct board *board, const struct need *need);
/* An estimate of logic may be off by a tenth. That of block RAMs is too low where a RAM is not full, and on an ECP5
 * counts the RAMs that are made of LUTs, which have no room for as many bits. */
enum fits fit_judge(const struct board *board, const struct need *need);

/* Suggests what would make a network fit that `board` does not hold: the parameters that make a network of its kind smaller, and
 * the smallest larger boards, three at most, that hold it with its default application, can run `application` and make the clock:
 * `mhz`, or if that is 0 the one of the parameter file or their own. Returns false. */
bool fit_suggest(const struct spec *spec, const struct board *board, enum application_kind application, double mhz);

#endif
