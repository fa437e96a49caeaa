/* model.c: a sorter as a model without Verilog: its plan, clock by clock, and the strobe beside it. It has the ports of the
 * Verilog and equals it in every clock, but for words that are inside while it is reset. */
#include <stdlib.h>

#include "bits.h"
#include "machines/sorter/sorter.h"
#include "model/line.h"
#include "model/plan_model.h"
#include "model/ported.h"

struct sorter_model {
	struct ported ported;		/* first */
	size_t start, in, rst, out_start, out;	/* ports */
	unsigned wires;
	struct plan_model *plan;
	struct line started;		/* the strobe, behind as many registers as the words */
	uint8_t *bit;			/* [wire]: of `in` */
};

static void show(struct sorter_model *m, uint32_t *out)
{
	const uint8_t *bit = plan_model_outputs(m->plan);

	for (unsigned w = 0; w < m->wires; w++)
		bits_put(out, m->out + w, 1, bit[w]);
	bits_put(out, m->out_start, 1, *line_output(&m->started, NULL));
}

/* All outputs come from registers. */
static void eval(void *instance, int clk, const uint32_t *in, uint32_t *out)
{
	struct sorter_model *m = instance;
	uint8_t start = bits_get(in, m->start, 1);

	if (!clk)
		return;
	for (unsigned w = 0; w < m->wires; w++)
		m->bit[w] = bits_get(in, m->in + w, 1);
	plan_model_clock(m->plan, m->bit, start);
	line_clock(&m->started, &start);
	if (bits_get(in, m->rst, 1)) {
		plan_model_reset(m->plan);
		memset(m->started.stage, 0, m->started.depth);
	}
	show(m, out);
}

static void free_model(void *instance)
{
	struct sorter_model *m = instance;

	plan_model_free(m->plan);
	line_free(&m->started);
	free(m->bit);
	free(m);
}

struct model *sorter_model(const struct network *net)
{
	struct sorter_model *m = allocate(sizeof *m);

	*m = (struct sorter_model){ .wires = net->ends, .plan = plan_model_new(net->sorter), .started = line_new(1, net->latency),
				    .bit = allocate_array(net->ends, 1) };
	ported_begin(&m->ported, eval, free_model);
	m->start = ported_add(&m->ported, "start", 1, false);
	m->in = ported_add(&m->ported, "in", m->wires, false);
	m->rst = ported_add(&m->ported, "rst", 1, false);
	m->out_start = ported_add(&m->ported, "out_start", 1, true);
	m->out = ported_add(&m->ported, "out", m->wires, true);
	return model_around(&m->ported.abi, m);
}
