/* cost.c: estimates what a plan takes on an FPGA with 4-input look-up tables after synthesis.
 *
 * Look-up tables: one for each parity, pick, output of an exchange, select or compare, decision that is a xor, and
 * state bit of a compare (two each). On iCE40 the LUT of a decision also holds the decision between strobes, as ftc
 * lets Yosys use clock enables for large groups of flip-flops only.
 *
 * Flip-flops: those of elements and delays; flip-flops that read the same wire are merged into one. Strobes, and what
 * breaks ties, are apart (pace): neighbours with the same strobe share them.
 *
 * Cells: on iCE40 a flip-flop shares a cell with the LUT in front of it if it is that LUT's only reader, and otherwise
 * takes a cell of its own. The readers of each wire are therefore recorded.
 */
#include <stdlib.h>

#include "plan/builder.h"
#include "plan/ranges.h"
#include "util/text.h"

/* Readers of a wire; the greater is noted of both. */
enum { FLIP_FLOP = 1, LUT = 2 };

/* The readers of a signal's wires. */
struct readers {
	struct ranges any;		/* with FLIP_FLOP or LUT */
	struct ranges flip_flops;	/* those that are flip-flops */
};

/* One plan being counted. */
struct count {
	struct plan *plan;
	struct readers *reader;		/* [signal] */
};

static void note_reader(struct readers *reader, unsigned low, unsigned width, bool stored, bool used)
{
	ranges_add(&reader->any, low, width, used ? LUT : FLIP_FLOP);
	if (stored)
		ranges_add(&reader->flip_flops, low, width, FLIP_FLOP);
}

static void note_readers(struct readers *reader, const struct operand *o, bool stored, bool used)
{
	for (size_t i = 0; i < o->count; i++)
		if (o->slice[i].signal != PLAN_ZERO)
			note_reader(&reader[o->slice[i].signal], o->slice[i].low, o->slice[i].width, stored, used);
}

/* Copies the readers of the called plan's inputs `from` .. to those of the wires `w`, on which they are. */
static void note_inputs(struct ranges *to, const struct ranges *inputs, unsigned from, const struct wires *w)
{
	for (size_t i = 0; i < inputs->count; i++) {
		const struct range *r = &inputs->item[i];
		unsigned low = r->low > from ? r->low : from, end = from + w->width;
		unsigned high = r->high < end ? r->high : end;

		if (low < high)
			ranges_add(to, w->low + low - from, high - low, r->value);
	}
}

/* Notes how the called plan reads each of its inputs. */
static void note_call(struct readers *reader, const struct element *e)
{
	unsigned at = 0;

	for (size_t i = 0; i < e->in[0].count; i++) {
		const struct wires *w = &e->in[0].slice[i];

		if (w->signal != PLAN_ZERO) {
			note_inputs(&reader[w->signal].any, &e->plan->input_readers, at, w);
			note_inputs(&reader[w->signal].flip_flops, &e->plan->input_flip_flops, at, w);
		}
		at += w->width;
	}
}

/* Fills in the readers of all signals. */
static void find_readers(const struct plan *p, struct readers *reader)
{
	for (size_t i = 0; i < p->element_count; i++) {
		const struct element *e = &p->element[i];
		bool decides = e->kind == ELEMENT_EXCHANGE || e->kind == ELEMENT_CHOOSE;

		if (e->kind == ELEMENT_CALL)
			note_call(reader, e);
		for (unsigned k = 0; e->kind != ELEMENT_CALL && k < e->in_count; k++) {
			bool stored = e->kind == ELEMENT_DELAY || e->kind == ELEMENT_SELECT ||
				      e->kind == ELEMENT_SPREAD || (decides && k < 2);

			note_readers(reader, &e->in[k], stored, e->kind != ELEMENT_DELAY && !(decides && k == 1));
		}
	}
	note_readers(reader, &p->output, false, true);
	for (size_t i = 0; i < p->signal_count; i++) {
		ranges_sort(&reader[i].any);
		ranges_sort(&reader[i].flip_flops);
	}
}

/* How many flip-flops are merged into others: those that read a wire that another one reads. */
static unsigned merged(const struct ranges *flip_flops)
{
	unsigned all = 0;

	for (size_t i = 0; i < flip_flops->count; i++)
		all += flip_flops->item[i].high - flip_flops->item[i].low;
	return all - ranges_width(flip_flops, FLIP_FLOP);
}

/* The same wires as ranges that do not overlap. */
static struct ranges runs_of(const struct ranges *r, unsigned least)
{
	struct ranges runs = {0};
	size_t at = 0;

	for (struct range run = ranges_next(r, &at, least); run.high > 0; run = ranges_next(r, &at, least))
		ranges_add(&runs, run.low, run.high - run.low, least);
	return runs;
}

/* Keeps how the inputs are read, for the plans that call this one. */
static void keep_inputs(struct plan *p, const struct readers *inputs)
{
	struct ranges luts = runs_of(&inputs->any, LUT);

	p->input_flip_flops = runs_of(&inputs->flip_flops, FLIP_FLOP);
	p->input_readers = runs_of(&inputs->any, FLIP_FLOP);
	for (size_t i = 0; i < luts.count; i++)
		ranges_add(&p->input_readers, luts.item[i].low, luts.item[i].high - luts.item[i].low, LUT);
	ranges_sort(&p->input_readers);
	ranges_free(&luts);
}

/* How many wires of a LUT's output are read by one flip-flop only, which shares the cell. */
static unsigned shared(const struct plan *p, int signal, const struct ranges *readers)
{
	return p->signal[signal].level > 0 ? ranges_width(readers, FLIP_FLOP) - ranges_width(readers, LUT) : 0;
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

/* Adds up the decisions of each clock, those of called plans included. */
static void count_decisions(struct plan *p)
{
	p->decisions = allocate_array(p->latency + 2, sizeof *p->decisions);
	for (size_t i = 0; i < p->element_count; i++) {
		const struct element *e = &p->element[i];
		struct decisions *d = &p->decisions[e->clock];

		for (unsigned k = 0; e->kind == ELEMENT_CALL && k < e->plan->latency + 2; k++) {
			d[k].all += e->plan->decisions[k].all;
			d[k].plain += e->plan->decisions[k].plain;
			d[k].with_parity += e->plan->decisions[k].with_parity;
			d[k].choices += e->plan->decisions[k].choices;
		}
		if (e->kind != ELEMENT_EXCHANGE && e->kind != ELEMENT_CHOOSE)
			continue;
		d->all += e->count;
		d->plain += e->count - xor_decisions(e);
		d->with_parity += takes_parity(p, e) ? e->count : 0;
		d->choices += e->kind == ELEMENT_CHOOSE ? e->count : 0;
	}
}

/* The LUTs before decisions that need none otherwise, but are too few in their clock for an enable, less those of
 * parities that find room in the LUT of a decision with an enable. */
static void add_few_decisions(struct plan *p)
{
	count_decisions(p);
	for (unsigned clock = 0; clock < p->latency + 2; clock++) {
		const struct decisions *d = &p->decisions[clock];

		p->few_decisions += d->all < LEAST_ENABLED ? d->plain : -d->with_parity;
		p->few_decisions += d->choices;		/* what breaks ties never has an enable (choose.v) */
	}
	p->cost.lut4 = (unsigned long)((long)p->cost.lut4 + p->few_decisions);
}

/* Adds a called plan's own estimate, which cannot know the other readers of its inputs. */
static void add_call(struct cost *cost, const struct plan *called)
{
	cost->lut4 += (unsigned long)((long)called->cost.lut4 - called->few_decisions);
	cost->ff += called->cost.ff;
	cost->cells += called->cost.cells + shared(called, PLAN_INPUT, &called->input_readers);
	cost->ram_bits += called->cost.ram_bits;
}

/* Of vertices with one parent, and with two. */
static void add_vertices(struct cost *cost, const struct element *e)
{
	static const struct cost gather[2] = { { .lut4 = 1, .ff = 1, .cells = 1 }, { .lut4 = 7, .ff = 6, .cells = 7 } };
	static const struct cost spread[2] = { { .lut4 = 6, .ff = 7, .cells = 9 }, { .lut4 = 21, .ff = 10, .cells = 25 } };
	const struct cost *each = e->kind == ELEMENT_GATHER ? &gather[e->out[1] != PLAN_NO_SIGNAL] : &spread[e->in_count > 1];

	cost->lut4 += each->lut4 * e->count;
	cost->ff += each->ff * e->count;
	cost->cells += each->cells * e->count;
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
	} else if (e->kind == ELEMENT_GATHER || e->kind == ELEMENT_SPREAD) {
		add_vertices(cost, e);
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
	p->unfitted = library->unfitted;
	p->cost = (struct cost){ 0 };
	for (size_t i = 0; i < p->element_count; i++)
		add_element(&c, &p->element[i]);
	find_readers(p, c.reader);
	for (size_t i = 0; i < p->signal_count; i++) {
		unsigned less = merged(&c.reader[i].flip_flops);

		p->cost.ff -= less;
		p->cost.cells -= less + shared(p, (int)i, &c.reader[i].any);
	}
	keep_inputs(p, &c.reader[PLAN_INPUT]);
	for (size_t i = 0; i < p->signal_count; i++) {
		ranges_free(&c.reader[i].any);
		ranges_free(&c.reader[i].flip_flops);
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
