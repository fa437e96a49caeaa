/* engine.c: a flexible sorter as a model without Verilog: its clocks (clocks.h) behind the ports of the Verilog. */
#include <stdlib.h>

#include "bits.h"
#include "machines/flexible-sorter/clocks.h"
#include "model/ported.h"
#include "util/text.h"

struct flexible_engine {
	struct ported ported;		/* first */
	size_t rst, start, last, out_ready, in, ready, out_start, out_last, out;	/* ports */
	unsigned lines;
	struct flexible_clocks *clocks;
	uint8_t *bit;			/* [line]: of `in` */
};

static void show(struct flexible_engine *m, uint32_t *out)
{
	struct flexible_outputs now = flexible_clocks_outputs(m->clocks);

	bits_put(out, m->ready, 1, now.ready);
	bits_put(out, m->out_start, 1, now.out_start);
	bits_put(out, m->out_last, 1, now.out_last);
	for (unsigned i = 0; i < m->lines; i++)
		bits_put(out, m->out + i, 1, now.out[i] != 0);
}

static void eval(void *instance, int clk, const uint32_t *in, uint32_t *out)
{
	struct flexible_engine *m = instance;
	struct flexible_inputs now = {
		.rst = bits_get(in, m->rst, 1), .start = bits_get(in, m->start, 1), .last = bits_get(in, m->last, 1),
		.out_ready = bits_get(in, m->out_ready, 1), .in = m->bit,
	};

	if (!clk)
		return;
	for (unsigned i = 0; i < m->lines; i++)
		m->bit[i] = bits_get(in, m->in + i, 1);
	flexible_clocks_step(m->clocks, &now);
	show(m, out);
}

static void free_engine(void *instance)
{
	struct flexible_engine *m = instance;

	flexible_clocks_free(m->clocks);
	free(m->bit);
	free(m);
}

struct model *flexible_model(const struct network *net)
{
	struct flexible_engine *m = allocate(sizeof *m);
	struct ported *p = &m->ported;

	*m = (struct flexible_engine){ .lines = net->ends, .clocks = flexible_clocks_new(net), .bit = allocate_array(net->ends, 1) };
	ported_begin(p, eval, free_engine);
	m->rst = ported_add(p, "rst", 1, false);
	m->start = ported_add(p, "start", 1, false);
	m->last = ported_add(p, "last", 1, false);
	m->out_ready = ported_add(p, "out_ready", 1, false);
	m->in = ported_add(p, "in", m->lines, false);
	m->ready = ported_add(p, "ready", 1, true);
	m->out_start = ported_add(p, "out_start", 1, true);
	m->out_last = ported_add(p, "out_last", 1, true);
	m->out = ported_add(p, "out", m->lines, true);
	return model_around(&p->abi, m);
}
