/* bench.c: the testbench of a sorter: frames of random words, each of which must come out sorted, with every word
 * once. */
#include <string.h>

#include "emit/around.h"
#include "leaves/leaf.h"
#include "machines/sorter/sorter.h"

enum { FRAMES = 8 };

static unsigned long wanted(const struct network *net)
{
	(void)net;
	return FRAMES;
}

static unsigned long patience(const struct network *net)
{
	return 2ul * FRAMES * (net->latency + net->slot_clocks + 16) + 1000;
}

static bool bench_port(const struct net *port)
{
	return strcmp(port->name, "probe") != 0;
}

static void add_sorter_bench(struct module *m, struct design *d, const struct network *net)
{
	const struct spec *spec = net->spec;

	add_inner(m, d, "", "clk", "rst", bench_port);
	struct instance *i = module_instance(m, d, "bench_sorter", 1, "frames");

	PARAMETERS(i, { "WIRES", sorter_parameters(spec)->wires }, { "KEY", sorter_parameters(spec)->serial.key_bits },
		      { "WORD", sorter_parameters(spec)->serial.key_bits + spec->payload_bits }, { "FRAMES", FRAMES });
	connect_rest(m);
}

const struct verilog_bench sorter_bench = {
	.speech = LEAF_SPEAKS_WORDS,
	.what = "frames",
	.wanted = wanted,
	.patience = patience,
	.add = add_sorter_bench,
};
