/* bench.c: the testbench of a flexible sorter: batches of random words, a full one, an empty one, and others. */
#include <string.h>

#include "emit/around.h"
#include "machines/flexible-sorter/flexible_sorter.h"
#include "network/leaf.h"

enum { BATCHES = 4, MORE_CLOCKS = 1000 };

static unsigned long wanted(const struct network *net)
{
	(void)net;
	return BATCHES;
}

/* A line is without a word, and the receiver not ready, every other time. */
static unsigned long patience(const struct network *net)
{
	struct flexible_shape s = flexible_shape(net->spec);
	struct flexible_moves m = flexible_moves_make(s.lines, s.lines * s.columns);
	unsigned long clocks = flexible_batch_clocks(&s, &m, s.lines * s.columns);

	flexible_moves_free(&m);
	return 4ul * BATCHES * clocks + MORE_CLOCKS;
}

static bool bench_port(const struct net *port)
{
	return strcmp(port->name, "probe") != 0;
}

static void add_flexible_bench(struct module *m, struct design *d, const struct network *net)
{
	struct flexible_shape s = flexible_shape(net->spec);

	add_inner(m, d, "", "clk", "rst", bench_port);
	struct instance *i = module_instance(m, d, "bench_flexible", 1, "batches");

	PARAMETERS(i, { "LINES", s.lines }, { "WORDS", s.lines * s.columns }, { "KEY", flexible_parameters(net->spec)->serial.key_bits },
		   { "WORD", s.word_bits - 1 }, { "BATCHES", BATCHES });
	connect_rest(m);
}

const struct verilog_bench flexible_bench = {
	.speech = LEAF_SPEAKS_WORDS,
	.what = "batches",
	.wanted = wanted,
	.patience = patience,
	.add = add_flexible_bench,
};
