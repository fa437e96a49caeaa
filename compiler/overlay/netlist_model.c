/* netlist_model.c: evaluates the gates of a circuit in their order, 64 copies at a time. */
#include "overlay/netlist_model.h"

#include <stdlib.h>

#include "util/text.h"

void netlist_model_start(struct netlist_model *m, const struct netlist *n)
{
	*m = (struct netlist_model){ .netlist = n };
	m->value = allocate_array(n->nets + NET_FIRST, sizeof *m->value);
	m->latch = allocate_array(n->latch_count + 1, sizeof *m->latch);
	for (size_t i = 0; i < n->latch_count; i++)
		m->latch[i] = n->latch[i].initial ? ~UINT64_C(0) : 0;
	m->value[NET_CONSTANT_1] = ~UINT64_C(0);
}

static uint64_t gate_value(const struct netlist_model *m, const struct netlist_gate *g)
{
	uint64_t sum = 0;

	for (unsigned row = 0; row < 1u << g->inputs; row++) {
		uint64_t here = g->truth >> row & 1 ? ~UINT64_C(0) : 0;

		for (unsigned i = 0; i < g->inputs; i++)
			here &= row >> i & 1 ? m->value[g->in[i]] : ~m->value[g->in[i]];
		sum |= here;
	}
	return sum;
}

void netlist_model_settle(struct netlist_model *m, const uint64_t *input)
{
	const struct netlist *n = m->netlist;

	for (size_t i = 0; i < n->input_count; i++)
		m->value[n->input[i].net] = input[i];
	for (size_t i = 0; i < n->latch_count; i++)
		m->value[n->latch[i].q] = m->latch[i];
	for (size_t i = 0; i < n->gate_count; i++)
		m->value[n->gate[i].out] = gate_value(m, &n->gate[i]);
}

void netlist_model_clock(struct netlist_model *m)
{
	for (size_t i = 0; i < m->netlist->latch_count; i++)
		m->latch[i] = m->value[m->netlist->latch[i].d];
}

void netlist_model_free(struct netlist_model *m)
{
	free(m->value);
	free(m->latch);
}
