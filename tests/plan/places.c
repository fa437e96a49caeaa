/* places.c: in concentrators no place is hopeless: whatever the rivals of a message, there are random bits with which
 * it passes. All choices in a clock share a bit (rtl-templates/plan/tie_strobe.v).
 *
 * Small concentrators are tried: all sets of messages, or random sets of larger ones, with all bits, until every
 * message has passed. Large ones are looked at: the claim follows from their structure. The way of a message depends on
 * the set alone, as no exchange reads a random bit, and random bits do not change which wires carry messages. A message
 * is lost in a choice only, where two meet, and each choice on its way has a random bit of its own.
 *
 *   places                     the cases below, as TAP
 *   places R                   by hand: all sets of up to R messages
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "random.h"
#include "plan/plan.h"
#include "util/text.h"

enum { MOST_BITS = 7, MOST_ROWS = 31, NO_ROW = -1 };
/* Greatest numbers of inputs, and steps between them. */
enum { ALL_SETS = 16, SOME_SETS = 40, SOME_STEP = 5, BY_STRUCTURE = 128, STRUCTURE_STEP = 7 };
enum { WORDS = 2 };			/* of 64 sets each, where not all are tried */

/* Bit k of every word belongs to the set k. */
struct wire {
	uint64_t message;		/* is there one? */
	uint64_t who[MOST_BITS];	/* bits of its input's number */
};

/* An element of a plan or of one that it calls. Wires are numbers; wire 0 is idle. */
struct step {
	enum element_kind kind;
	unsigned in[ELEMENT_MAXIMUM_INPUTS], in_count, out[2];
	unsigned clock;
};

/* A plan and those that it calls, wire by wire. */
struct circuit {
	const struct plan *plan;
	struct step *step;
	size_t count;
	unsigned wires, bits;		/* bits of an input's number */
	int *row;			/* [clock]: number of the random bit, or NO_ROW */
	unsigned rows;
	unsigned *in, *out;
	struct wire *wire;
	uint64_t *asked, *passed;	/* [input] */
	uint64_t turned;		/* [row]: the random bits */
};

static int number;
static bool all_right = true;

static void result(bool right, char *what)
{
	printf("%s %d - %s\n", right ? "ok" : "not ok", ++number, what);
	fflush(stdout);
	all_right = all_right && right;
	free(what);
}

/* The plan, wire by wire ------------------------------------------------------------------------------------------- */

static unsigned *fresh(struct circuit *c, unsigned width)
{
	unsigned *wire = allocate_array(width + 1, sizeof *wire);

	for (unsigned i = 0; i < width; i++)
		wire[i] = c->wires++;
	return wire;
}

/* A fresh array of the operand's wires. */
static unsigned *wires_of(unsigned *const *signal, const struct operand *o)
{
	unsigned *wire = allocate_array(operand_width(o) + 1, sizeof *wire), at = 0;

	for (size_t i = 0; i < o->count; i++)
		for (unsigned k = 0; k < o->slice[i].width; k++)
			wire[at++] = o->slice[i].signal == PLAN_ZERO ? 0 :
				signal[o->slice[i].signal][o->slice[i].low + k];
	return wire;
}

static void add_row(struct circuit *c, unsigned clock)
{
	if (c->row[clock] == NO_ROW)
		c->row[clock] = (int)c->rows++;
}

static void add_steps(struct circuit *c, const struct element *e, unsigned *const *signal, unsigned clock)
{
	unsigned *in[ELEMENT_MAXIMUM_INPUTS];

	if (e->kind == ELEMENT_CHOOSE)
		add_row(c, clock);
	for (unsigned k = 0; k < e->in_count; k++)
		in[k] = wires_of(signal, &e->in[k]);
	c->step = reallocate(c->step, (c->count + e->count) * sizeof *c->step);
	for (unsigned i = 0; i < e->count; i++) {
		struct step *s = &c->step[c->count++];

		*s = (struct step){ .kind = e->kind, .in_count = e->in_count, .clock = clock };
		for (unsigned k = 0; k < e->in_count; k++)
			s->in[k] = in[k][i];
		for (int k = 0; k < 2; k++)
			s->out[k] = e->out[k] == PLAN_NO_SIGNAL ? 0 : signal[e->out[k]][i];
	}
	for (unsigned k = 0; k < e->in_count; k++)
		free(in[k]);
}

/* Returns the wires of the plan's outputs; takes over those of its inputs. */
static unsigned *flatten(struct circuit *c, const struct plan *plan, unsigned *in, unsigned clock)
{
	unsigned **signal = allocate_array(plan->signal_count, sizeof *signal), *out;

	signal[PLAN_INPUT] = in;
	for (size_t i = 0; i < plan->element_count; i++) {
		const struct element *e = &plan->element[i];
		unsigned at = clock + e->clock;

		for (int k = 0; k < 2; k++)
			if (e->out[k] != PLAN_NO_SIGNAL)
				signal[e->out[k]] = e->kind == ELEMENT_DELAY ? wires_of(signal, &e->in[0]) :
					e->kind == ELEMENT_CALL ? flatten(c, e->plan, wires_of(signal, &e->in[0]), at) :
					fresh(c, e->count);
		if (e->kind != ELEMENT_DELAY && e->kind != ELEMENT_CALL)
			add_steps(c, e, signal, at);
	}
	out = wires_of(signal, &plan->output);
	for (size_t i = 0; i < plan->signal_count; i++)
		if (i != PLAN_INPUT || clock > 0)
			free(signal[i]);
	free(signal);
	return out;
}

static struct circuit open_circuit(const struct plan *plan)
{
	struct circuit c = { .plan = plan, .wires = 1, .bits = digit_bits(plan->inputs) };

	c.row = allocate_array(plan->latency + 1, sizeof *c.row);
	for (unsigned clock = 0; clock <= plan->latency; clock++)
		c.row[clock] = NO_ROW;
	c.in = fresh(&c, plan->inputs);
	c.out = flatten(&c, plan, c.in, 0);
	c.wire = allocate_array(c.wires, sizeof *c.wire);
	c.asked = allocate_array(plan->inputs, sizeof *c.asked);
	c.passed = allocate_array(plan->inputs, sizeof *c.passed);
	return c;
}

static void close_circuit(struct circuit *c)
{
	free(c->step);
	free(c->row);
	free(c->in);
	free(c->out);
	free(c->wire);
	free(c->asked);
	free(c->passed);
}

/* By brute force --------------------------------------------------------------------------------------------------- */

/* Bit by bit: condition ? a : b. */
static uint64_t either(uint64_t condition, uint64_t a, uint64_t b)
{
	return (condition & a) | (~condition & b);
}

static void run_step(struct circuit *c, const struct step *s)
{
	const struct wire a = c->wire[s->in[0]], b = c->wire[s->in[1]];
	uint64_t others = 0, turned = 0;

	for (unsigned k = s->kind == ELEMENT_PARITY ? 0 : 2; k < s->in_count; k++)
		others ^= c->wire[s->in[k]].message;
	if (s->kind == ELEMENT_PARITY) {
		c->wire[s->out[0]].message = others;
		return;
	}
	if (s->kind == ELEMENT_CHOOSE)
		turned = c->turned >> c->row[s->clock] & 1 ? b.message : 0;
	for (unsigned k = 0; k < 2; k++) {
		struct wire *out = &c->wire[s->out[k]];
		uint64_t straight = ((a.message ^ others) & ~turned) ^ (k ? ~0ull : 0);

		if (s->out[k] == 0)
			continue;
		out->message = either(straight, a.message, b.message);
		for (unsigned bit = 0; bit < c->bits; bit++)
			out->who[bit] = either(straight, a.who[bit], b.who[bit]);
	}
}

/* Notes who passes with these random bits. Returns whether all have passed by now. */
static bool run(struct circuit *c)
{
	uint64_t waiting = 0;

	for (unsigned i = 0; i < c->plan->inputs; i++) {
		c->wire[c->in[i]].message = c->asked[i];
		for (unsigned bit = 0; bit < c->bits; bit++)
			c->wire[c->in[i]].who[bit] = i >> bit & 1 ? ~0ull : 0;
	}
	for (size_t k = 0; k < c->count; k++)
		run_step(c, &c->step[k]);
	for (unsigned i = 0; i < c->plan->inputs; i++) {
		for (unsigned o = 0; o < c->plan->outputs; o++) {
			uint64_t is = c->wire[c->out[o]].message;

			for (unsigned bit = 0; bit < c->bits; bit++)
				is &= ~(c->wire[c->out[o]].who[bit] ^ (i >> bit & 1 ? ~0ull : 0));
			c->passed[i] |= is;
		}
		waiting |= c->asked[i] & ~c->passed[i];
	}
	return waiting == 0;
}

static void tell(const struct circuit *c, unsigned input)
{
	uint64_t never = c->asked[input] & ~c->passed[input];
	unsigned set = 0;

	while (!(never >> set & 1))
		set++;
	printf("# %s %u -> %u, inputs with a message:", plan_kind_name(c->plan->kind), c->plan->inputs,
	       c->plan->outputs);
	for (unsigned i = 0; i < c->plan->inputs; i++)
		if (c->asked[i] >> set & 1)
			printf(" %u", i);
	printf("; never passes: %u\n", input);
}

/* The 64 sets asked for, with all random bits. */
static bool all_pass(struct circuit *c)
{
	memset(c->passed, 0, c->plan->inputs * sizeof *c->passed);
	for (c->turned = 0; c->turned < 1ull << c->rows; c->turned++)
		if (run(c))
			return true;
	for (unsigned i = 0; i < c->plan->inputs; i++)
		if (c->asked[i] & ~c->passed[i]) {
			tell(c, i);
			break;
		}
	return false;
}

static bool all_sets(const struct plan *plan)
{
	struct circuit c = open_circuit(plan);
	bool right = c.rows <= MOST_ROWS;

	for (uint64_t set = 0; right && set < 1ull << plan->inputs; set += 64) {
		for (unsigned i = 0; i < plan->inputs; i++) {
			c.asked[i] = 0;
			for (unsigned k = 0; k < 64; k++)
				c.asked[i] |= ((set + k) >> i & 1) << k;
		}
		right = all_pass(&c);
	}
	close_circuit(&c);
	return right;
}

/* Half of the wires have a message, or three quarters. */
static bool some_sets(const struct plan *plan)
{
	struct circuit c = open_circuit(plan);
	struct random random;
	bool right = c.rows <= MOST_ROWS;

	random_start(&random, plan->inputs, plan->outputs);
	for (unsigned k = 0; right && k < WORDS; k++) {
		for (unsigned i = 0; i < plan->inputs; i++)
			c.asked[i] = random_next(&random) | (k % 2 ? random_next(&random) : 0);
		right = all_pass(&c);
	}
	close_circuit(&c);
	return right;
}

/* By structure ----------------------------------------------------------------------------------------------------- */

/* How many elements pass on what is on each wire, or outputs; fresh. */
static unsigned *readers(const struct circuit *c)
{
	unsigned *reader = allocate_array(c->wires, sizeof *reader);

	for (size_t k = 0; k < c->count; k++)
		for (unsigned i = 0; i < 2 && c->step[k].kind != ELEMENT_PARITY; i++)
			reader[c->step[k].in[i]]++;
	for (unsigned o = 0; o < c->plan->outputs; o++)
		reader[c->out[o]]++;
	return reader;
}

/* No message is lost but in choices, each of which has another random bit than those before. after[w]: the first clock
 * in which a choice behind wire w has a bit of its own. */
static bool by_structure(const struct plan *plan)
{
	struct circuit c = open_circuit(plan);
	unsigned *reader = readers(&c), *after = allocate_array(c.wires, sizeof *after);
	bool right = true;

	for (unsigned i = 0; i < plan->inputs; i++)
		right = right && reader[c.in[i]] == 1;
	for (size_t k = 0; k < c.count; k++) {
		const struct step *s = &c.step[k];
		unsigned clock = after[s->in[0]] > after[s->in[1]] ? after[s->in[0]] : after[s->in[1]];

		if (s->kind == ELEMENT_PARITY)
			continue;
		if (s->kind == ELEMENT_CHOOSE) {
			right = right && s->clock >= clock && s->out[1] == 0;
			clock = s->clock + 1;
		} else {
			right = right && s->kind == ELEMENT_EXCHANGE && reader[s->out[1]] == 1;
			after[s->out[1]] = clock;
		}
		right = right && s->out[0] != 0 && reader[s->out[0]] == 1;
		after[s->out[0]] = clock;
	}
	if (!right)
		printf("# %s %u -> %u\n", plan_kind_name(plan->kind), plan->inputs, plan->outputs);
	free(reader);
	free(after);
	close_circuit(&c);
	return right;
}

/* All of them ------------------------------------------------------------------------------------------------------ */

static void sizes(struct plan_library library, const char *how, unsigned from, unsigned to, unsigned step,
		  bool (*test)(const struct plan *plan))
{
	bool right = true;

	for (unsigned r = from; r <= to; r += step)
		for (unsigned s = 1; s < r; s += step)
			right = test(plan_concentrator(&library, r, s)) && right;
	result(right, format_string("%s, %u to %u inputs, %s, %u between registers, %s", plan_kind_name(library.wish),
				    from, to, how, library.spacing, library.lone_flip_flops ? "ECP5" : "iCE40"));
	plan_library_free(&library);
}

int main(int argc, char **argv)
{
	static const enum plan_kind kinds[] = { PLAN_BATCHER, PLAN_BUTTERFLY };

	for (unsigned k = 0; k < 4; k++) {
		struct plan_library library = { .wish = kinds[k / 2], .spacing = 1 + k % 2, .input_level = 1,
						.lone_flip_flops = k % 2 };

		sizes(library, "all sets", 2, argc == 2 ? (unsigned)atoi(argv[1]) : ALL_SETS, 1, all_sets);
		if (argc == 2)
			continue;
		sizes(library, "some sets", ALL_SETS + 1, SOME_SETS, SOME_STEP, some_sets);
		sizes(library, "by structure", 2, BY_STRUCTURE, STRUCTURE_STEP, by_structure);
	}
	printf("1..%d\n", number);
	return !all_right;
}
