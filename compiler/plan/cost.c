/* cost.c: estimates what a plan takes on an FPGA with 4-input look-up tables after synthesis.
 *
 * Look-up tables: one for each parity, pick, output of an exchange, select or compare, decision that is a xor, and
 * state bit of a compare (two each). On iCE40 the LUT of a decision also holds the decision between strobes, as Yosys
 * is told to use clock enables for large groups of flip-flops only.
 *
 * Flip-flops: those of elements, delays and strobes; flip-flops that read the same wire are merged into one.
 *
 * Cells: on iCE40 a flip-flop shares a cell with the LUT in front of it if it is that LUT's only reader, and otherwise
 * takes a cell of its own. The readers of each wire are therefore recorded.
 */
#include <stdint.h>
#include <stdlib.h>

#include "plan/builder.h"
#include "util/text.h"

/* iCE40: with fewer flip-flops of one clock enable, Yosys puts a LUT before each instead (compiler/fpga/device.c). */
enum { LEAST_ENABLED = 32 };

/* Readers of a wire, or-ed. */
enum { FLIP_FLOP = 1, LUT = 2 };

/* One plan being counted. */
struct count {
	struct plan *plan;
	bool lone_flip_flops;
	uint8_t **reader;		/* [signal][wire] */
	unsigned *decisions;		/* [clock]: exchanges and choices, which have one clock enable */
};

/* Returns how many flip-flops will be merged: 1 if one reads the wire already. */
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

/* Notes how the called plan reads each of its inputs. */
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

/* Fills in the readers of all signals with a row in `reader`. Returns how many flip-flops are merged into others. */
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

/* How many wires of a LUT's output are read by one flip-flop only, which shares the cell. */
static unsigned shared(const struct plan *p, int signal, const uint8_t *reader)
{
	unsigned wires = 0;

	for (unsigned k = 0; p->signal[signal].level > 0 && k < p->signal[signal].width; k++)
		wires += reader[k] == FLIP_FLOP;
	return wires;
}

/* How many elements of an array decide by a xor: those with a `before` that is not constant. */
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

/* Adds a called plan's own estimate, which cannot know the other readers of its inputs. */
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
	/* Of one element; a select has a LUT for each output, too. */
	static const struct cost each[] = {
		[ELEMENT_PARITY] = { .lut4 = 1, .cells = 1 }, [ELEMENT_PICK] = { .lut4 = 1, .cells = 1 },
		[ELEMENT_COMPARE] = { .lut4 = 4, .ff = 2, .cells = 4 }, [ELEMENT_SELECT] = { .ff = 1, .cells = 1 },
		[ELEMENT_DELAY] = { .ff = 1, .cells = 1 },
	};
	struct cost *cost = &c->plan->cost;
	unsigned outputs = e->kind == ELEMENT_SELECT ? (e->out[0] >= 0) + (e->out[1] >= 0) : 0;

	if (e->kind == ELEMENT_EXCHANGE || e->kind == ELEMENT_CHOOSE) {
		add_exchange(c, e);
	} else if (e->kind == ELEMENT_CALL) {
		add_call(cost, e->plan);
	} else {
		cost->lut4 += (each[e->kind].lut4 + outputs) * e->count;
		cost->ff += each[e->kind].ff * e->count;
		cost->cells += (each[e->kind].cells + outputs) * e->count;
	}
}

void plan_estimate(struct plan *p, const struct plan_library *library)
{
	struct count c = { .plan = p, .lone_flip_flops = library->lone_flip_flops,
			   .reader = allocate_array(p->signal_count, sizeof *c.reader),
			   .decisions = allocate_array(p->latency + 1, sizeof *c.decisions) };

	/* Each called plan delays the strobe itself, in registers that are kept (compiler/emit/verilog.c). */
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
