/* cost.c: what a plan takes on an FPGA with 4-input look-up tables.
 *
 * Counted element by element, as the synthesizer will find it: the output of an exchange is a 3-input LUT each, its
 * decision a LUT only when it is a xor, a parity and an output of a select one LUT, an output of a compare and each of its two state bits one LUT.
 * On iCE40 a flip-flop shares a cell with the LUT that feeds it and otherwise takes a cell of its own.
 */
#include "plan/builder.h"

/* Wires of an operand that come straight from flip-flops in that clock. */
static unsigned from_registers(const struct plan *p, const struct operand *o)
{
	unsigned wires = 0;

	for (size_t i = 0; i < o->count; i++)
		if (o->slice[i].signal != PLAN_ZERO && p->signal[o->slice[i].signal].level == 0)
			wires += o->slice[i].width;
	return wires;
}

/* Elements of an array whose decision is a xor: those with any `before` that is not constant. */
static unsigned xor_decisions(const struct element *e)
{
	unsigned plain = e->count;

	for (unsigned k = 2; k < e->in_count; k++) {
		unsigned zeros = e->in[k].slice[0].signal == PLAN_ZERO ? e->in[k].slice[0].width : 0;

		if (zeros < plain)
			plain = zeros;
	}
	return e->in_count > 2 ? e->count - plain : 0;
}

static void add(struct cost *sum, const struct cost *more)
{
	sum->lut4 += more->lut4;
	sum->ff += more->ff;
	sum->cells += more->cells;
	sum->ram_bits += more->ram_bits;
}

static void add_exchange(struct cost *c, const struct plan *p, const struct element *e)
{
	unsigned outputs = (e->out[0] >= 0) + (e->out[1] >= 0);
	unsigned xors = xor_decisions(e);

	c->lut4 += outputs * e->count + xors;
	c->ff += 3 * e->count;
	c->cells += outputs * e->count + e->count + from_registers(p, &e->in[0]) + from_registers(p, &e->in[1]);
}

void plan_estimate(struct plan *p)
{
	struct cost *c = &p->cost;

	*c = (struct cost){ .ff = p->latency - 1, .cells = p->latency - 1 };	/* the strobe's registers */
	for (size_t i = 0; i < p->element_count; i++) {
		const struct element *e = &p->element[i];

		switch (e->kind) {
		case ELEMENT_EXCHANGE:
		case ELEMENT_CHOOSE:
			add_exchange(c, p, e);
			break;
		case ELEMENT_PARITY:
			c->lut4 += e->count;
			c->cells += e->count;
			break;
		case ELEMENT_COMPARE:
			c->lut4 += 4 * e->count;
			c->ff += 2 * e->count;
			c->cells += 4 * e->count;
			break;
		case ELEMENT_SELECT: {
			unsigned outputs = (e->out[0] >= 0) + (e->out[1] >= 0);

			c->lut4 += outputs * e->count;
			c->ff += e->count;
			c->cells += outputs * e->count + from_registers(p, &e->in[0]);
			break;
		}
		case ELEMENT_CALL:
			add(c, &e->plan->cost);
			break;
		case ELEMENT_DELAY:
			c->ff += e->count;
			c->cells += from_registers(p, &e->in[0]);
			break;
		}
	}
}
