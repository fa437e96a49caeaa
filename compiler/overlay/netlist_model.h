/* netlist_model.h: a circuit as it was read, step by step, in 64 copies: bit i of each word is copy i. */
#ifndef FTC_OVERLAY_NETLIST_MODEL_H
#define FTC_OVERLAY_NETLIST_MODEL_H

#include <stdint.h>

#include "overlay/netlist.h"

struct netlist_model {
	const struct netlist *netlist;
	uint64_t *value;			/* [net] */
	uint64_t *latch;			/* [latch] */
};

/* All flip-flops at their initial values. The netlist must outlive the model. */
void netlist_model_start(struct netlist_model *m, const struct netlist *n);
/* Lets the circuit settle with input[input_count]; then m->value holds every net. */
void netlist_model_settle(struct netlist_model *m, const uint64_t *input);
/* The clock edge after that. */
void netlist_model_clock(struct netlist_model *m);
/* An output, once settled. */
static inline uint64_t netlist_model_output(const struct netlist_model *m, size_t output)
{
	return m->value[m->netlist->output[output].net];
}
void netlist_model_free(struct netlist_model *m);

#endif
