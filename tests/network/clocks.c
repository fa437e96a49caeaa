/* clocks.c: the clocks that ftc predicts of the networks in parameter files.
 *
 *   clocks FILE...		prints the error of the fit in per cent; then for each file MHz, and `fitted` or `unfitted` */
#include <stdio.h>

#include "network/network.h"
#include "network/prediction.h"

static bool print_clock(const char *path)
{
	struct spec spec;
	struct network *net = network_read_spec(&spec, path, NULL, 0) ? network_new(&spec) : NULL;

	if (!net)
		return false;
	printf("%.2f %s\n", predict_mhz(net), clock_is_fitted(&spec) ? "fitted" : "unfitted");
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
