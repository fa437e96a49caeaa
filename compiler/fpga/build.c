/* build.c: settles what a board asks of a network. */
#include "fpga/build.h"

#include "fpga/clock.h"

bool build_for_board(const struct board *board, double wanted_mhz, struct spec *spec, struct pll *pll)
{
	spec->family = board->device->family;
	spec->probe = false;
	if (!application_of(APPLICATION_SELF_TEST)->check(spec, board)
	    || !clock_choose(board, spec, APPLICATION_SELF_TEST, wanted_mhz, pll))
		return false;
	spec->clock_mhz = clock_of_spec(pll);
	return true;
}
