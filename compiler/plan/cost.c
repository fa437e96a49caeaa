/* cost.c: what a plan takes on an FPGA with 4-input look-up tables, as the synthesizer will find it.
 *
 * Look-up tables: an output of an exchange is one, its decision another if it is a xor; a parity is one, a pick, an output of a select,
 * an output of a compare, and each of a compare's two state bits. On iCE40 the LUT of a decision also holds it between
 * strobes: Yosys is told to use clock enables for many flip-flops at a time only.
 *
 * Flip-flops: those of the elements, delays and strobes; of several that read the same wire one is left.
 *
 * Cells: on iCE40 a flip-flop shares a cell with the LUT in front of it if nobody else reads that LUT, and otherwise takes a cell
 * of its own. So it is found out who reads each wire.
 */
#include <stdint.h>
#include <stdlib.h>

#include "plan/builder.h"
#include "util/text.h"

/* iCE40: with fewer flip-flops of one clock enable, Yosys puts a LUT before each instead (compiler/fpga/device.c). */
enum { LEAST_ENABLED = 32 };

/* Who reads a wire. */
enum { FLIP_FLOP = 1, LUT = 2 };

/* One plan being counted. */
struct count {
	struct plan *plan;
	bool lone_flip_flops;
	uint8_t **reader;		/* [signal][wire] */
	unsigned *decisions;		/* [clock]: exchanges and choices, which have one clock enable */
};

/* Returns how many flip-flops too many that makes: 1 when one reads the wire already. */
static unsigned note_reader(uint8_t *reader, uint8_t by)
{
	unsigned merged = *reader & by & FLIP_FLOP;

	*reader |= by;
	return merged;
}

static unsigned note_readers(uint8_t **reader, const struct operand *o, uint8_t by)
{
	unsigned merged = 0;

	for (size_t i = 0; i < o->count; i++) {
		const struct wires *w = &o->slice[i];

		if (w->signal == PLAN_ZERO || !reader[w->signal])
			continue;
		for (unsigned k = w->low; k < w->low + w->width; k++)
			merged += note_reader(&reader[w->signal][k], by);
	}
	return merged;
}

static uint8_t *input_readers(const struct plan *p);

/* The plan that is called reads each of its inputs in its own way. */
static unsigned note_call(uint8_t **reader, const struct element *e)
{
	uint8_t *by = NULL;
	unsigned at = 0, merged = 0;

	for (size_t i = 0; i < e->in[0].count; i++) {
		const struct wires *w = &e->in[0].slice[i];

		if (w->signal != PLAN_ZERO && reader[w->signal]) {
			by = by ? by : input_readers(e->plan);
			for (unsigned k = 0; k < w->width; k++)
				merged += note_reader(&reader[w->signal][w->low + k], by[at + k]);
		}
		at += w->width;
	}
	free(by);
	return merged;
}

/* Of those signals that have a row in `reader`. Returns how many flip-flops are merged into others. */
static unsigned find_readers(const struct plan *p, uint8_t **reader)
{
	unsigned merged = 0;

	for (size_t i = 0; i < p->element_count; i++) {
		const struct element *e = &p->element[i];
		bool decides = e->kind == ELEMENT_EXCHANGE || e->kind == ELEMENT_CHOOSE;

		if (e->kind == ELEMENT_CALL)
			merged += note_call(reader, e);
		for (unsigned k = 0; e->kind != ELEMENT_CALL && k < e->in_count; k++) {
			bool stored = e->kind == ELEMENT_DELAY || e->kind == ELEMENT_SELECT || (decides && k < 2);
			bool used = e->kind != ELEMENT_DELAY && !(decides && k == 1);
			uint8_t by = (stored ? FLIP_FLOP : 0) | (used ? LUT : 0);

			merged += note_readers(reader, &e->in[k], by);
		}
	}
	note_readers(reader, &p->output, LUT);
	return merged;
}

static uint8_t *input_readers(const struct plan *p)
{
	uint8_t **reader = allocate_array(p->signal_count, sizeof *reader), *inputs = allocate_array(p->inputs, 1);

	reader[PLAN_INPUT] = inputs;
	find_readers(p, reader);
	free(reader);
	return inputs;
}

static void count_decisions(struct count *c)
{
	for (size_t i = 0; i < c->plan->element_count; i++) {
		const struct element *e = &c->plan->element[i];

		if (e->kind == ELEMENT_EXCHANGE || e->kind == ELEMENT_CHOOSE)
			c->decisions[e->clock] += e->count;
	}
}

/* Of the wires of a signal that comes out of LUTs, those that only a flip-flop reads: they share a cell. */
static unsigned shared(const struct plan *p, int signal, const uint8_t *reader)
{
	unsigned wires = 0;

	for (unsigned k = 0; p->signal[signal].level > 0 && k < p->signal[signal].width; k++)
		wires += reader[k] == FLIP_FLOP;
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

static void add_exchange(struct count *c, const struct element *e)
{
	struct cost *cost = &c->plan->cost;
	bool enabled = c->lone_flip_flops || c->decisions[e->clock] >= LEAST_ENABLED;
	unsigned outputs = (e->out[0] >= 0) + (e->out[1] >= 0), decisions = enabled ? xor_decisions(e) : e->count;

	cost->lut4 += outputs * e->count + decisions;
	cost->ff += 3 * e->count;
	cost->cells += (outputs + 3) * e->count;
}

/* What the plan counted for itself; of its inputs it cannot know who else reads them. */
static void add_call(struct cost *cost, const struct plan *called)
{
	uint8_t *reader = input_readers(called);

	cost->lut4 += called->cost.lut4;
	cost->ff += called->cost.ff;
	cost->cells += called->cost.cells + shared(called, PLAN_INPUT, reader);
	cost->ram_bits += called->cost.ram_bits;
	free(reader);
}

static void add_element(struct count *c, const struct element *e)
{
	struct cost *cost = &c->plan->cost;
	unsigned outputs = (e->out[0] >= 0) + (e->out[1] >= 0);

	switch (e->kind) {
	case ELEMENT_EXCHANGE:
	case ELEMENT_CHOOSE:
		add_exchange(c, e);
		break;
	case ELEMENT_PARITY:
	case ELEMENT_PICK:
		cost->lut4 += e->count;
		cost->cells += e->count;
		break;
	case ELEMENT_COMPARE:
		cost->lut4 += 4 * e->count;
		cost->ff += 2 * e->count;
		cost->cells += 4 * e->count;
		break;
	case ELEMENT_SELECT:
		cost->lut4 += outputs * e->count;
		cost->ff += e->count;
		cost->cells += (outputs + 1) * e->count;
		break;
	case ELEMENT_CALL:
		add_call(cost, e->plan);
		break;
	case ELEMENT_DELAY:
		cost->ff += e->count;
		cost->cells += e->count;
		break;
	}
}

void plan_estimate(struct plan *p, const struct plan_library *library)
{
	struct count c = { .plan = p, .lone_flip_flops = library->lone_flip_flops,
			   .reader = allocate_array(p->signal_count, sizeof *c.reader),
			   .decisions = allocate_array(p->latency + 1, sizeof *c.decisions) };

	/* Called plans have their own copies of the strobe, and keep them (compiler/emit/verilog.c). */
	p->cost = (struct cost){ .ff = plan_last_strobe(p), .cells = plan_last_strobe(p) };
	for (size_t i = 0; i < p->signal_count; i++)
		c.reader[i] = allocate_array(p->signal[i].width, 1);
	count_decisions(&c);
	for (size_t i = 0; i < p->element_count; i++)
		add_element(&c, &p->element[i]);

	unsigned merged = find_readers(p, c.reader);

	p->cost.ff -= merged;
	p->cost.cells -= merged;
	for (size_t i = 0; i < p->signal_count; i++) {
		p->cost.cells -= shared(p, (int)i, c.reader[i]);
		free(c.reader[i]);
	}
	free(c.reader);
	free(c.decisions);
}
