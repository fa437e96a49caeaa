/* clocks.c: the clocks that ftc predicts of the networks in parameter files.
 *
 *   clocks FILE...		prints the error of the fit in per cent; then for each file MHz, `fitted` or `unfitted`, the cells and
 *			the fit's three coefficients */
#include <stdio.h>

#include "network/cost.h"
#include "network/machine.h"
#include "network/network.h"
#include "network/prediction.h"

static bool print_clock(const char *path)
{
	struct spec spec;
	struct network *net = network_read_spec(&spec, path, NULL, 0) ? network_new(&spec) : NULL;

	if (!net)
		return false;
	struct cost cost = network_cost(net);
	const struct clock_fit *fit = &machine_clock(spec.machine, spec.family)->fit;
	printf("%.2f %s %lld %g, %g, %g\n", predict_mhz(net), clock_is_fitted(&spec) ? "fitted" : "unfitted",
	       (long long)(cost.lut4 > cost.ff ? cost.lut4 : cost.ff), fit->first, fit->element, fit->wire);
	network_free(net);
	spec_free(&spec);
	return true;
}

int main(int count, char **path)
{
	printf("%d\n", CLOCK_ERROR);
	for (int i = 1; i < count; i++)
		if (!print_clock(path[i]))
			return 1;
	return 0;
}
