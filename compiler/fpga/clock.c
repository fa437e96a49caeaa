/* clock.c: the network's clock on a board, and what depends on it. */
#include "fpga/clock.h"

#include <math.h>

#include "fpga/board_top.h"
#include "network/machine.h"
#include "network/network.h"
#include "network/prediction.h"
#include "util/message.h"

/* Multiples of it make 1, 2 and 3 Mbaud. */
enum { FITTED_STEP_MHZ = 6 };

/* The clock that a network of this size reaches by the fit of its machine, less the fit's greatest error, if that is below
 * `mhz`; else `mhz`. A machine with an `element` puts as many registers as the clock needs. What a network with files of its own
 * costs is known once they are read. */
static double fitted_default(const struct device *device, const struct spec *spec, double mhz)
{
	const struct clock_fit *fit = &machine_clock(spec->machine, device_family(device))->fit;
	struct spec settled = *spec;

	if (fit->first == 0 || fit->element > 0 || spec->machine->load)
		return mhz;
	settled.family = device_family(device);
	settled.probe = false;
	settled.clock_mhz = (unsigned)ceil(mhz);
	struct network *net = network_elaborate(&settled);
	double reached = device->speed * predict_mhz(net) * (100 - CLOCK_ERROR) / 100;

	network_free(net);
	return reached < mhz ? fmax(FITTED_STEP_MHZ, FITTED_STEP_MHZ * floor(reached / FITTED_STEP_MHZ)) : mhz;
}

/* The greatest deviation from the wanted clock; the report gives the actual one. */
static const double clock_tolerance = 0.01;

/* Does the board make this clock, nearly and within the limit? Without a PLL it makes one. */
static bool is_possible(const struct board *board, double mhz, double limit)
{
	struct pll pll;
	double low, high;

	if (board->pll == PLL_NONE)
		return mhz <= limit && fabs(mhz - board->oscillator_mhz) <= clock_tolerance * mhz;
	return mhz <= limit && pll_find(board->pll, board->oscillator_mhz, mhz, &pll, &low, &high)
	       && fabs(pll.output_mhz - mhz) <= clock_tolerance * mhz && pll.output_mhz <= limit;
}

/* The clock nearest to `mhz` that the board makes out of its own, no faster; `mhz` if it makes that nearly, or none as slow. */
static double makeable(const struct board *board, double mhz)
{
	struct pll below;

	return !is_possible(board, mhz, mhz * (1 + clock_tolerance)) && pll_find_below(board->pll, board->oscillator_mhz, mhz, &below)
		       ? below.output_mhz
		       : mhz;
}

double clock_default(const struct board *board, const struct spec *spec, enum application_kind application)
{
	const struct device *device = board->device;
	double mhz = board->clock_mhz, machine_mhz = device->speed * machine_clock(spec->machine, device_family(device))->fastest_mhz;

	if (board->pll == PLL_NONE)
		return mhz;
	if (machine_mhz > 0)
		mhz = fmin(mhz, machine_mhz);
	if (application_of(application, spec)->reads_memories)
		mhz = fmin(mhz, device->host_mhz);
	return makeable(board, fitted_default(device, spec, mhz));
}

/* Suggests a clock on the command line or in the parameter file, where the impossible one was given, if the board makes
 * it: a parameter file has whole megahertz. False if not. */
static bool suggest_clock(const struct board *board, bool by_option, double mhz, double limit)
{
	if (by_option && is_possible(board, mhz, limit))
		suggest("--clock %.6g", mhz);
	else if (!by_option && is_possible(board, ceil(mhz), limit))
		suggest("--set clock=%.0f", ceil(mhz));
	else if (!by_option && is_possible(board, floor(mhz), limit))
		suggest("--set clock=%.0f", floor(mhz));
	else
		return false;
	return true;
}

/* Suggests the fastest clock up to the limit. */
static void suggest_fastest(const struct board *board, bool by_option, double limit)
{
	struct pll below;

	if (board->pll == PLL_NONE)
		suggest_clock(board, by_option, board->oscillator_mhz, limit);
	else if (!suggest_clock(board, by_option, limit, limit)
		 && pll_find_below(board->pll, board->oscillator_mhz, limit, &below))
		suggest_clock(board, by_option, below.output_mhz, limit);
}

double clock_limit(const struct board *board, const struct spec *spec, enum application_kind application)
{
	const struct device *device = board->device;
	bool host = application_of(application, spec)->reads_memories;

	return host ? fmin(device->clock_limit_mhz, device->host_limit_mhz) : device->clock_limit_mhz;
}

/* Refuses a clock above the limit. */
static bool refuse_fast(const struct board *board, const struct application *application, double limit, double wanted,
			bool by_option)
{
	if (limit < board->device->clock_limit_mhz)
		error("a clock of %g MHz is wanted: with %s, no network on the %s reaches more than %g MHz", wanted,
		      application->told, board->title, limit);
	else
		error("a clock of %g MHz is wanted: the clock tree of the %s carries at most %g MHz", wanted,
		      board->title, limit);
	suggest_fastest(board, by_option, limit);
	return false;
}

/* Reports that the PLL has no output near the wanted clock and within the limit. */
static void refuse_clock(const struct board *board, double wanted, double limit, bool by_option)
{
	struct pll below, above;
	bool slower = pll_find_below(board->pll, board->oscillator_mhz, wanted, &below);
	bool faster = pll_find_above(board->pll, board->oscillator_mhz, wanted, &above);

	error("a clock of %g MHz is wanted: the nearest that the %s makes out of its %g MHz are %g and %g MHz", wanted,
	      board->title, board->oscillator_mhz, below.output_mhz, above.output_mhz);
	if (slower)
		suggest_clock(board, by_option, below.output_mhz, limit);
	if (faster)
		suggest_clock(board, by_option, above.output_mhz, limit);
}

bool clock_choose(const struct board *board, const struct spec *spec, enum application_kind application,
		  double wanted_mhz, struct pll *pll)
{
	double wanted = wanted_mhz > 0 ? wanted_mhz : spec->clock_mhz > 0 ? spec->clock_mhz
									   : clock_default(board, spec, application);
	double limit = clock_limit(board, spec, application), low, high;

	if (wanted > limit)
		return refuse_fast(board, application_of(application, spec), limit, wanted, wanted_mhz > 0);
	if (board->pll == PLL_NONE && fabs(wanted - board->oscillator_mhz) > clock_tolerance * wanted) {
		error("a clock of %g MHz is wanted: the %s has no PLL, its clock is %g MHz", wanted, board->title,
		      board->oscillator_mhz);
		suggest_clock(board, wanted_mhz > 0, board->oscillator_mhz, limit);
		return false;
	}
	if (board->pll == PLL_NONE)
		wanted = board->oscillator_mhz;
	if (!pll_find(board->pll, board->oscillator_mhz, wanted, pll, &low, &high)) {
		error("a clock of %g MHz is wanted: the %s makes %g to %g MHz out of its %g MHz", wanted, board->title,
		      low, fmin(high, limit), board->oscillator_mhz);
		if (wanted < low)
			suggest_clock(board, wanted_mhz > 0, low, limit);
		else
			suggest_fastest(board, wanted_mhz > 0, fmin(high, limit));
		return false;
	}
	if (fabs(pll->output_mhz - wanted) > clock_tolerance * wanted || pll->output_mhz > limit) {
		refuse_clock(board, wanted, limit, wanted_mhz > 0);
		return false;
	}
	return true;
}

struct spec clock_spec(const struct spec *spec, const struct board *board, const struct pll *pll)
{
	struct spec settled = *spec;

	settled.family = device_family(board->device);
	settled.probe = false;
	settled.clock_mhz = (unsigned)ceil(pll->output_mhz - 1e-6);	/* whole megahertz, rounded up */
	return settled;
}

struct network *clock_network(const struct board *board, const struct spec *spec, enum application_kind application,
			      double wanted_mhz, struct pll *pll)
{
	if (!clock_choose(board, spec, application, wanted_mhz, pll))
		return NULL;
	struct spec settled = clock_spec(spec, board, pll);
	struct network *net = network_new(&settled);

	if (!net || application_of(application, spec)->check(net, board))
		return net;
	network_free(net);
	return NULL;
}

bool clock_makes_baud(const struct pll *pll, unsigned baud)
{
	struct serial_rate rate;

	if (serial_rate_find(pll->output_mhz, baud, &rate))
		return true;
	error("a serial line of %u baud is wanted: a clock of %g MHz does not make it, to within 1 %%", baud,
	      pll->output_mhz);
	return suggest("--baud 115200, or another --clock");
}

unsigned application_baud(enum application_kind application, const struct board *board)
{
	return application == APPLICATION_HOST ? board->uart_baud : SELF_TEST_BAUD;
}
