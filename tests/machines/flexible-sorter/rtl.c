/* rtl.c: flexible sorters of many sizes: the C model against the ports of the verilated RTL in every clock, also with
 * what no user should send: `start` without `ready`, more words than fit, resets amid a batch.
 *
 *   rtl BATCHES SEED */
#include "networks.h"

#include <stdio.h>
#include <stdlib.h>

#include "machines/flexible-sorter/clocks.h"
#include "model.h"
#include "random.h"
#include "rtl_model.h"
#include "util/text.h"

enum { RESET_CLOCKS = 32 };

static const char *const sizes[] = {
	"words: 2\nlines: 2\nkey-bits: 1\npayload-bits: 0", "words: 8\nlines: 2\nkey-bits: 2\npayload-bits: 1",
	"words: 16\nlines: 4\nkey-bits: 9\npayload-bits: 5\nelements-between-registers: 1",
	"words: 8\nlines: 8\nkey-bits: 20\npayload-bits: 0", "words: 32\nlines: 8\nkey-bits: 4\npayload-bits: 1\nfamily: ice40",
	"words: 64\nlines: 16\nkey-bits: 12\npayload-bits: 8\nelements-between-registers: 3",
	"words: 128\nlines: 32\nkey-bits: 6\npayload-bits: 2", "words: 128\nlines: 8\nkey-bits: 7\npayload-bits: 0",
};

struct run {
	struct network *net;
	struct model *rtl;
	struct flexible_clocks *model;
	struct random random;
	unsigned lines;
	const char *size;
	unsigned long clock, batches;
	bool leaves;			/* a wave's first bits are on `out` */
	unsigned long words;		/* that have left, in both */
};

static bool same(const struct run *r, const char *what, unsigned place, unsigned rtl, unsigned model)
{
	if (rtl != model)
		printf("# %s: clock %lu: %s %u is %u in the RTL, %u in the model\n", r->size, r->clock, what, place, rtl, model);
	return rtl == model;
}

static unsigned get(const struct run *r, const char *port, unsigned at)
{
	return (unsigned)model_get(r->rtl, model_port(r->rtl, port), at, 1);
}

static bool compare(const struct run *r)
{
	struct flexible_outputs out = flexible_clocks_outputs(r->model);
	const struct model_port *port = model_port(r->rtl, "out");

	for (unsigned i = 0; i < r->lines; i++)
		if (out.out[i] != FLEXIBLE_ANY && !same(r, "out", i, (unsigned)model_get(r->rtl, port, i, 1), out.out[i]))
			return false;
	return same(r, "ready", 0, get(r, "ready", 0), out.ready) && same(r, "out_start", 0, get(r, "out_start", 0), out.out_start)
	       && same(r, "out_last", 0, get(r, "out_last", 0), out.out_last);
}

static bool step(struct run *r, bool rst)
{
	static uint8_t in[MOST_FLEXIBLE_LINES];
	unsigned eager = r->batches % 3;
	struct flexible_inputs now = { .rst = rst, .start = random_below(&r->random, 4) >= eager, .last = random_below(&r->random, 5) == 0,
				       .out_ready = random_below(&r->random, 3) > 0, .in = in };

	for (unsigned i = 0; i < r->lines; i++) {
		in[i] = r->clock >= RESET_CLOCKS && random_next(&r->random) & 1;
		model_set(r->rtl, model_port(r->rtl, "in"), i, 1, in[i]);
	}
	model_set(r->rtl, model_port(r->rtl, "rst"), 0, 1, now.rst);
	model_set(r->rtl, model_port(r->rtl, "start"), 0, 1, now.start);
	model_set(r->rtl, model_port(r->rtl, "last"), 0, 1, now.last);
	model_set(r->rtl, model_port(r->rtl, "out_ready"), 0, 1, now.out_ready);
	model_eval(r->rtl);
	if (r->clock >= RESET_CLOCKS && !compare(r))
		return false;
	/* The first bits of a wave come in the clock behind its start: 0 is a word. */
	for (unsigned i = 0; r->leaves && i < r->lines; i++)
		r->words += !flexible_clocks_outputs(r->model).out[i];
	r->leaves = flexible_clocks_outputs(r->model).out_start;
	r->batches += flexible_clocks_outputs(r->model).out_last;
	model_edge(r->rtl);
	flexible_clocks_step(r->model, &now);
	r->clock++;
	return true;
}

static bool run_size(const char *size, unsigned long batches, unsigned long seed, unsigned long *words)
{
	char *yaml = format_string("network: flexible-sorter\n%s\nprobe: true\n", size);
	struct spec spec;
	struct run r = { .size = size };
	bool good = true;

	r.net = network_from(&spec, yaml);
	r.lines = r.net->ends;
	r.model = flexible_clocks_new(r.net);
	r.rtl = open_network(r.net, "the test", NULL);
	random_start(&r.random, seed, 1);
	while (good && r.batches < batches)
		good = step(&r, r.clock < RESET_CLOCKS || (r.batches > 0 && random_below(&r.random, 20000) == 0));
	*words += r.words;
	model_close(r.rtl);
	flexible_clocks_free(r.model);
	network_free(r.net);
	spec_free(&spec);
	free(yaml);
	return good;
}

int main(int count, char **argument)
{
	unsigned long words = 0;
	unsigned failed = 0, n = sizeof sizes / sizeof *sizes;

	if (count != 3)
		return 2;
	for (unsigned i = 0; i < n; i++) {
		bool good = run_size(sizes[i], strtoul(argument[1], NULL, 10), strtoul(argument[2], NULL, 10), &words);

		printf("%sok %u - size %u\n", good ? "" : "not ", i + 1, i);
		failed += !good;
	}
	printf("# %lu words\n1..%u\n", words, n);
	return failed > 0;
}
