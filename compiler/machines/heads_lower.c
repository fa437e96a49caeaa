/* heads_lower.c: a node of heads as instances: heads of neighbouring wires with equal codes side by side, and the edges that lead
 * to each wire. */
#include <stdlib.h>
#include <string.h>

#include "lower/builder.h"
#include "machines/heads.h"
#include "prove/catalogue.h"
#include "prove/proof.h"
#include "util/number.h"
#include "util/text.h"

struct lowered {
	const struct heads *heads;
	struct module *m;
	struct design *design;
	struct bits in, out;
	int between;			/* net: the wires between stages; -1: none */
	int *y, *rest;			/* [wire]: nets of its heads .. */
	unsigned *place;		/* .. and its place there */
	bool resets;
};

static struct bits part_of(const struct bits *b, unsigned at, unsigned width)
{
	struct bits part = { 0 };

	for (size_t i = 0; i < b->count && width > 0; i++) {
		struct slice s = b->slice[i];

		if (at >= s.width) {
			at -= s.width;
			continue;
		}
		unsigned here = s.width - at < width ? s.width - at : width;

		bits_append(&part, bits_of(s.net, s.low + at, here));
		width -= here;
		at = 0;
	}
	return part;
}

/* `count` wires from wire w on: inputs, or wires between. */
static struct bits wires(const struct lowered *l, unsigned w, unsigned count)
{
	const struct heads *h = l->heads;

	if (w < h->inputs)
		return part_of(&l->in, w, count);
	if (w + h->outputs < h->wires)
		return bits_of(l->between, w - h->inputs, count);
	return part_of(&l->out, w + h->outputs - h->wires, count);
}

/* Wires from w on whose heads are alike. */
static unsigned run_of(const struct lowered *l, unsigned w)
{
	const struct heads *h = l->heads;
	unsigned end = w < h->inputs ? h->inputs : h->wires - h->outputs, count = 1;

	while (w + count < end && h->wire[w + count].bits == h->wire[w].bits && h->wire[w + count].clear == h->wire[w].clear)
		count++;
	return count;
}

/* What ends the messages of heads: the strobe, or a reset. */
static struct bits clear_of(struct lowered *l, unsigned number, const struct bits *strobe)
{
	if (!l->resets)
		return part_of(strobe, 0, 1);
	char *name = format_string("clear_%u", number);
	int net = module_find(l->m, name);

	if (net < 0) {
		net = module_net(l->m, name, 1);
		module_assign(l->m, bits_of(net, 0, 1), (struct expression){
			.term = { part_of(strobe, 0, 1), bits_whole(l->m, module_reset(l->m)) }, .count = 2, .operation = OPERATION_OR });
	}
	free(name);
	return bits_of(net, 0, 1);
}

/* A register for wires, which idle at 1. */
static void add_register(struct lowered *l, int y, unsigned w, unsigned count)
{
	struct bits from = wires(l, w, count), ones = { 0 };

	if (l->resets) {
		int next = module_named_net(l->m, count, "next_%u", w);

		for (unsigned k = 0; k < count; k++)
			bits_append(&ones, bits_constant(1, 1));
		module_assign(l->m, bits_whole(l->m, next), (struct expression){
			.term = { bits_whole(l->m, module_reset(l->m)), ones, from }, .count = 3, .operation = OPERATION_CHOICE });
		from = bits_whole(l->m, next);
	}
	module_register(l->m, bits_whole(l->m, y), from, false);
}

static void add_heads(struct lowered *l, unsigned w, unsigned count, const struct bits *clear)
{
	unsigned bits = l->heads->wire[w].bits;
	struct module *m = l->m;
	int y = module_named_net(m, bits > 0 ? 2 * count : count, "y_%u", w), rest = -1;

	if (bits > 0) {
		struct instance *i = module_instance(m, l->design, "head", count, "heads_%u", w);

		instance_parameter(i, "B", bits);
		instance_connect_clock(m, i);
		instance_connect(i, "clear", clear_of(l, l->heads->wire[w].clear, &clear[l->heads->wire[w].clear]));
		instance_connect(i, "x", wires(l, w, count));
		CONNECT(m, i, { "y", y });
		instance_leave_open(i, "code");
		instance_leave_open(i, "waits");
		if (bits > 1) {
			rest = module_named_net(m, (bits - 1) * count, "rest_%u", w);
			CONNECT(m, i, { "rest", rest });
		} else {
			instance_leave_open(i, "rest");
		}
	} else {
		add_register(l, y, w, count);
	}
	for (unsigned k = 0; k < count; k++) {
		l->y[w + k] = y;
		l->rest[w + k] = rest;
		l->place[w + k] = k;
	}
}

static struct bits y_of(const struct lowered *l, const struct heads_edge *e)
{
	unsigned bits = l->heads->wire[e->from].bits, place = l->place[e->from];

	return bits > 0 ? bits_of(l->y[e->from], 2 * place + (e->code >> (bits - 1) & 1), 1) : bits_of(l->y[e->from], place, 1);
}

/* The bits of the code that the edge looks at behind the first one. */
static unsigned rest_of(const struct lowered *l, const struct heads_edge *e)
{
	unsigned bits = l->heads->wire[e->from].bits;

	return bits > 0 ? e->looks & ((1u << (bits - 1)) - 1) : 0;
}

/* Appends those bits, and constants up to `width`; their values go to value[]. */
static void add_code(const struct lowered *l, const struct heads_edge *e, unsigned width, struct bits *code, unsigned *value)
{
	unsigned bits = l->heads->wire[e->from].bits, rest = rest_of(l, e), used = 0;

	for (unsigned k = 0; k + 1 < bits; k++)
		if (rest >> k & 1) {
			bits_append(code, bits_of(l->rest[e->from], l->place[e->from] * (bits - 1) + k, 1));
			value[used++] = e->code >> k & 1;
		}
	if (used < width)
		bits_append(code, bits_constant(0, width - used));
}

static void add_edges(struct lowered *l, unsigned w)
{
	const struct heads *h = l->heads;
	size_t first = h->into[w], count = h->into[w + 1] - first;
	unsigned width = 0;

	for (size_t i = 0; i < count; i++)
		width = larger(width, (unsigned)__builtin_popcount(rest_of(l, &h->edge[first + i])));
	if (count == 0 || (count == 1 && width == 0)) {
		module_assign(l->m, wires(l, w, 1),
			      expression_of(count ? y_of(l, &h->edge[first]) : bits_constant(1, 1)));
		return;
	}
	struct instance *i = module_instance(l->m, l->design, "edges", 1, "edges_%u", w);
	struct bits y = { 0 }, code = { 0 };

	width = larger(width, 1);
	unsigned *value = allocate_array(count * width, sizeof *value);

	for (size_t k = 0; k < count; k++) {
		bits_append(&y, y_of(l, &h->edge[first + k]));
		add_code(l, &h->edge[first + k], width, &code, value + k * width);
	}
	PARAMETERS(i, { "EDGES", count }, { "BITS", width });
	instance_long_parameter(i, "NUMBERS", packed_digits(value, count * width, 1), (unsigned)count * width);
	instance_connect(i, "y", y);
	instance_connect(i, "code", code);
	instance_connect(i, "out", wires(l, w, 1));
	free(value);
}

void heads_lower(const struct heads *h, struct module *m, struct design *d, struct bits in, struct bits out,
		 const struct bits *clear, bool resets)
{
	struct lowered l = { .heads = h, .m = m, .design = d, .in = in, .out = out, .between = -1, .resets = resets,
			     .y = allocate_array(h->wires + 1, sizeof *l.y), .rest = allocate_array(h->wires + 1, sizeof *l.rest),
			     .place = allocate_array(h->wires + 1, sizeof *l.place) };
	unsigned end = h->wires - h->outputs;

	if (end > h->inputs)
		l.between = module_net(m, "between", end - h->inputs);
	for (unsigned w = 0, count; w < end; w += count) {
		count = run_of(&l, w);
		add_heads(&l, w, count, clear);
	}
	for (unsigned w = h->inputs; w < h->wires; w++)
		add_edges(&l, w);
	free(in.slice);
	free(out.slice);
	free(l.y);
	free(l.rest);
	free(l.place);
}

void prove_heads(struct proofs *list, const struct network *net)
{
	struct design *d = design_lower(net);

	catalogue_prove_each(list, d, "head_takes", NULL);
	design_free(d);
}
