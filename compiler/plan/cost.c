/* cost.c: estimates what a plan takes on an FPGA with 4-input look-up tables after synthesis.
 *
 * Look-up tables: one for each parity, pick, output of an exchange, select or compare, decision that is a xor, and
 * state bit of a compare (two each). On iCE40 the LUT of a decision also holds the decision between strobes, as Yosys
 * is told to use clock enables for large groups of flip-flops only.
 *
 * Flip-flops: those of elements and delays; flip-flops that read the same wire are merged into one. Strobes, and what
 * breaks ties, are apart (pace): neighbours with the same strobe share them.
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
	uint8_t **reader;		/* [signal][wire] */
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

/* Adds the decisions of a plan whose strobe comes in clock `from`: [clock] of those with that clock's enable. */
static void count_decisions(const struct plan *p, unsigned from, unsigned *decisions)
{
	for (size_t i = 0; i < p->element_count; i++) {
		const struct element *e = &p->element[i];
		unsigned clock = from + e->clock;

		if (e->kind == ELEMENT_CALL)
			count_decisions(e->plan, clock, decisions);
		if (e->kind == ELEMENT_EXCHANGE || e->kind == ELEMENT_CHOOSE)
			decisions[clock] += e->count;
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
	unsigned outputs = (e->out[0] >= 0) + (e->out[1] >= 0), flip_flops = 3 + (e->kind == ELEMENT_CHOOSE);

	cost->lut4 += outputs * e->count + xor_decisions(e);
	cost->ff += flip_flops * e->count;
	cost->cells += (outputs + flip_flops) * e->count;
}

/* Whether an exchange alone reads the parity by which it decides, and both fit into one LUT. */
static bool takes_parity(const struct plan *p, const struct element *e)
{
	if (e->kind != ELEMENT_EXCHANGE || e->in_count != 3 || e->in[2].count != 1)
		return false;
	for (size_t i = 0; i < p->element_count; i++)
		if (p->element[i].out[0] == e->in[2].slice[0].signal)
			return p->element[i].kind == ELEMENT_PARITY && p->element[i].in_count <= 3 &&
			       p->element[i].count == e->count;
	return false;
}

/* The LUTs before decisions that need none otherwise, but are too few in their clock for an enable, less those of
 * parities that find room in the LUT of a decision with an enable. */
static long few_decisions(const struct plan *p, unsigned from, const unsigned *decisions)
{
	long luts = 0;

	for (size_t i = 0; i < p->element_count; i++) {
		const struct element *e = &p->element[i];
		unsigned clock = from + e->clock;

		if (e->kind == ELEMENT_CALL)
			luts += few_decisions(e->plan, clock, decisions);
		if (e->kind != ELEMENT_EXCHANGE && e->kind != ELEMENT_CHOOSE)
			continue;
		if (decisions[clock] < LEAST_ENABLED)
			luts += e->count - xor_decisions(e);
		else if (takes_parity(p, e))
			luts -= e->count;
		if (e->kind == ELEMENT_CHOOSE)		/* what breaks ties never has an enable (choose.v) */
			luts += e->count;
	}
	return luts;
}

static void add_few_decisions(struct plan *p)
{
	unsigned *decisions = allocate_array(p->latency + 2, sizeof *decisions);

	count_decisions(p, 0, decisions);
	p->few_decisions = few_decisions(p, 0, decisions);
	p->cost.lut4 = (unsigned long)((long)p->cost.lut4 + p->few_decisions);
	free(decisions);
}

/* Adds a called plan's own estimate, which cannot know the other readers of its inputs. */
static void add_call(struct cost *cost, const struct plan *called)
{
	uint8_t *reader = input_readers(called);

	cost->lut4 += (unsigned long)((long)called->cost.lut4 - called->few_decisions);
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

static struct cost pace_of(const struct plan *p)
{
	unsigned rows = 0;

	for (unsigned clock = 1; clock <= p->latency; clock++)
		rows += p->choices[clock];
	return (struct cost){ .lut4 = rows, .ff = p->deepest_strobe + rows, .cells = p->deepest_strobe + rows };
}

void plan_estimate(struct plan *p, const struct plan_library *library)
{
	struct count c = { .plan = p, .reader = allocate_array(p->signal_count, sizeof *c.reader) };

	p->lone_flip_flops = library->lone_flip_flops;
	p->cost = (struct cost){ 0 };
	for (size_t i = 0; i < p->signal_count; i++)
		c.reader[i] = allocate_array(p->signal[i].width, 1);
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
	if (!library->lone_flip_flops)
		add_few_decisions(p);
	p->pace = pace_of(p);
}

struct cost plan_cost(const struct plan *plan)
{
	struct cost c = plan->pace;

	c.lut4 += plan->cost.lut4;
	c.ff += plan->cost.ff;
	c.cells += plan->cost.cells;
	c.ram_bits += plan->cost.ram_bits;
	return c;
}
