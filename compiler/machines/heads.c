/* heads.c: the description of a node of heads: wires, edges, codes, and what they cost. See heads.h. */
#include "machines/heads.h"

#include <stdlib.h>

#include "util/number.h"
#include "util/text.h"

/* Until they are sealed, outputs have these numbers, behind all other wires. */
enum { OUTPUT = 1 << 30 };

struct heads *heads_new(unsigned inputs, unsigned outputs, const unsigned *clear)
{
	struct heads *h = allocate(sizeof *h);

	*h = (struct heads){ .inputs = inputs, .outputs = outputs, .wires = inputs };
	h->wire = allocate_array(inputs + 1, sizeof *h->wire);
	for (unsigned i = 0; i < inputs; i++)
		h->wire[i].clear = clear[i];
	return h;
}

static void add_edge(struct heads *h, unsigned from, unsigned to, unsigned group)
{
	h->edge = reallocate(h->edge, (h->edges + 1) * sizeof *h->edge);
	h->edge[h->edges++] = (struct heads_edge){ from, to, group, 0, 0 };
}

void heads_edge(struct heads *h, unsigned input, unsigned output, unsigned group)
{
	add_edge(h, input, OUTPUT + output, group);
}

static unsigned add_wires(struct heads *h, unsigned count, unsigned clear)
{
	unsigned first = h->wires;

	h->wires += count;
	h->wire = reallocate(h->wire, h->wires * sizeof *h->wire);
	for (unsigned i = 0; i < count; i++)
		h->wire[first + i] = (struct heads_wire){ 0, clear };
	return first;
}

unsigned heads_stages(const struct plan *plan)
{
	return plan ? larger(plan_stages(plan), 1) : 1;
}

/* Input i .. of a stage that chooses nothing is its output i. */
static void add_straight(struct heads *h, const unsigned *in, unsigned inputs, unsigned first, unsigned outputs, unsigned group)
{
	for (unsigned i = 0; i < inputs && i < outputs; i++)
		add_edge(h, in[i], first + i, group);
}

static void add_stage(struct heads *h, const struct plan *plan, unsigned stage, const unsigned *in, unsigned first, unsigned group)
{
	for (unsigned j = 0; j < plan_stage_outputs(plan, stage); j++) {
		struct choice choice = plan_choice(plan, stage, j);

		for (unsigned k = 0; k < choice.count; k++)
			add_edge(h, in[choice.wire ? choice.wire[k] : choice.first + k], first + j, group);
	}
}

void heads_port(struct heads *h, const struct plan *plan, unsigned stages, const unsigned *in, unsigned inputs, unsigned first,
		unsigned count, unsigned clear)
{
	unsigned choosing = plan ? plan_stages(plan) : 0, *from = allocate_array(inputs + count + 1, sizeof *from);
	struct heads_port port = { plan, stages, allocate_array(inputs + 1, sizeof *in), inputs,
				   allocate_array(stages, sizeof *port.first) };

	for (unsigned i = 0; i < inputs; i++)
		from[i] = port.in[i] = in[i];
	for (unsigned t = 0; t < stages; t++) {
		unsigned outputs = t < choosing ? plan_stage_outputs(plan, t) : count;
		unsigned to = t + 1 == stages ? OUTPUT + first : add_wires(h, outputs, clear + t);

		if (t < choosing)
			add_stage(h, plan, t, from, to, h->ports);
		else
			add_straight(h, from, inputs, to, outputs, h->ports);
		from = reallocate(from, (outputs + 1) * sizeof *from);
		for (unsigned j = 0; j < outputs; j++)
			from[j] = to + j;
		inputs = outputs;
		port.first[t] = to;
	}
	h->port = reallocate(h->port, (h->ports + 1) * sizeof *h->port);
	h->port[h->ports++] = port;
	free(from);
}

/* ---- Codes ---- */

static int by_ends(const void *a, const void *b)
{
	const struct heads_edge *x = a, *y = b;

	return x->to != y->to ? (x->to > y->to) - (x->to < y->to) : (x->from > y->from) - (x->from < y->from);
}

/* The edges of a wire in each group. */
struct fan {
	unsigned count[2], used[2];
};

/* The code of edge `number` of `count` in `width` bits, and the bits that it needs. The first ones need one bit less if there
 * are codes to spare. */
static void number_edge(struct heads_edge *e, unsigned number, unsigned count, unsigned width)
{
	unsigned bits = digit_bits(count), spare = (1u << bits) - count, needs = number < spare ? bits - 1 : bits;
	unsigned code = number < spare ? number << 1 : number + spare;

	e->code = code << (width - bits);
	e->looks = bits == 0 ? 0 : ((1u << needs) - 1) << (width - needs);
}

static void give_code(struct heads *h, struct fan *fan, struct heads_edge *e)
{
	unsigned bits = h->wire[e->from].bits, *count = fan[e->from].count, width = bits;

	if (count[0] > 0 && count[1] > 0)
		width--;
	number_edge(e, fan[e->from].used[e->group]++, count[e->group], width);
	if (width < bits) {
		e->code |= e->group << width;
		e->looks |= 1u << width;
	}
}

static void give_bits(struct heads *h, const struct fan *fan)
{
	for (unsigned w = 0; w < h->wires; w++) {
		const unsigned *count = fan[w].count;
		bool ports = count[0] > 0 && count[1] > 0;

		h->wire[w].bits = digit_bits(larger(larger(count[0], count[1]), 1)) + ports;
	}
}

/* The lower of two groups of a wire becomes 0, the other 1. */
static void number_groups(struct heads *h, struct fan *fan)
{
	unsigned *least = allocate_array(h->wires, sizeof *least);

	for (unsigned w = 0; w < h->wires; w++)
		least[w] = UINT32_MAX;
	for (size_t i = 0; i < h->edges; i++)
		least[h->edge[i].from] = smaller(least[h->edge[i].from], h->edge[i].group);
	for (size_t i = 0; i < h->edges; i++) {
		struct heads_edge *e = &h->edge[i];

		e->group = e->group != least[e->from];
		fan[e->from].count[e->group]++;
	}
	free(least);
}

void heads_seal(struct heads *h)
{
	unsigned first = add_wires(h, h->outputs, 0);
	struct fan *fan = allocate_array(h->wires, sizeof *fan);

	for (size_t i = 0; i < h->edges; i++)
		h->edge[i].to = h->edge[i].to >= OUTPUT ? h->edge[i].to - OUTPUT + first : h->edge[i].to;
	number_groups(h, fan);
	for (unsigned p = 0; p < h->ports; p++)
		h->port[p].first[h->port[p].stages - 1] += first - OUTPUT;
	qsort(h->edge, h->edges, sizeof *h->edge, by_ends);
	give_bits(h, fan);
	h->into = allocate_array(h->wires + 1, sizeof *h->into);
	for (size_t i = 0; i < h->edges; i++) {
		give_code(h, fan, &h->edge[i]);
		h->into[h->edge[i].to + 1] = i + 1;
	}
	for (unsigned w = 0; w < h->wires; w++)
		if (h->into[w + 1] < h->into[w])
			h->into[w + 1] = h->into[w];
	free(fan);
}

void heads_free(struct heads *h)
{
	for (unsigned p = 0; h && p < h->ports; p++) {
		free(h->port[p].in);
		free(h->port[p].first);
	}
	if (h) {
		free(h->port);
		free(h->wire);
		free(h->edge);
		free(h->into);
	}
	free(h);
}

/* ---- Ways ---- */

const struct heads_edge *heads_find(const struct heads *h, unsigned from, unsigned to)
{
	for (size_t i = h->into[to]; i < h->into[to + 1]; i++)
		if (h->edge[i].from == from)
			return &h->edge[i];
	return NULL;
}

void heads_way(const struct heads *h, unsigned port, const bool *setting, unsigned output, unsigned *wire)
{
	const struct heads_port *p = &h->port[port];
	unsigned choosing = p->plan ? plan_stages(p->plan) : 0;

	for (unsigned t = p->stages; t-- > 0;) {
		wire[t + 1] = p->first[t] + output;
		if (t >= choosing)
			continue;
		struct choice choice = plan_choice(p->plan, t, output);
		unsigned number = 0;

		for (unsigned bit = 0; bit < digit_bits(choice.count); bit++)
			number |= (unsigned)setting[choice.setting + bit * choice.step] << bit;
		output = choice.wire ? choice.wire[number] : choice.first + number;
	}
	wire[0] = p->in[output];
}

void heads_longest(const struct heads *h, unsigned *longest)
{
	for (size_t i = h->edges; i-- > 0;) {
		const struct heads_edge *e = &h->edge[i];

		longest[e->from] = larger(longest[e->from], h->wire[e->from].bits + longest[e->to]);
	}
}

bool heads_clears(const struct heads *h, unsigned low, unsigned count)
{
	for (unsigned w = 0; w < h->wires; w++)
		if (h->wire[w].bits > 0 && h->wire[w].clear - low < count)
			return true;
	return false;
}

/* ---- Cost ---- */

/* rtl-templates/off-line/head.v and edges.v: an edge that looks at b bits behind the first one is a term of 1 + b inputs. */
struct cost heads_cost(const struct heads *h)
{
	struct cost sum = { 0 };
	unsigned long inputs = 0;

	for (unsigned w = 0; w + h->outputs < h->wires; w++) {
		unsigned bits = h->wire[w].bits;

		sum.lut4 += bits > 1 ? 2 : 3 * bits;
		sum.ff += bits > 0 ? bits + 3 : 1;
		sum.cells += bits > 0 ? bits + 3 : 1;
	}
	for (size_t i = 0; i < h->edges; i++) {
		unsigned bits = h->wire[h->edge[i].from].bits, rest = bits > 0 ? h->edge[i].looks & ((1u << (bits - 1)) - 1) : 0;

		inputs += 1 + (unsigned)__builtin_popcount(rest);
	}
	for (unsigned w = 0; w < h->wires; w++)
		inputs -= h->into[w + 1] > h->into[w];
	sum.lut4 += (inputs + 2) / 3;
	sum.cells += (inputs + 2) / 3;
	return sum;
}
