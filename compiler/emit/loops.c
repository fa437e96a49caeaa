/* loops.c: finds runs of instances that differ only in their number. */
#include "emit/loops.h"

#include <stdlib.h>
#include <string.h>

#include "lower/builder.h"

/* Where a slice begins in instance k: low + step * (k / period). */
struct stride {
	unsigned low, step;
	size_t period;			/* 0: no step has been seen */
};

/* Goes on to instance k, whose slice begins at `low`. False if that is no such place. */
static bool stride_takes(struct stride *s, size_t k, unsigned low)
{
	if (s->period == 0 && low > s->low) {
		s->step = low - s->low;
		s->period = k;
	}
	return low == s->low + (s->period > 0 ? s->step * (unsigned)(k / s->period) : 0);
}

/* ---- What must be equal ---------------------------------------------------------------------------------------- */

static bool equal_or_null(const char *a, const char *b)
{
	return a && b ? strcmp(a, b) == 0 : a == b;
}

static bool same_parameters(const struct instance *a, const struct instance *b)
{
	bool same = a->parameter_count == b->parameter_count;

	for (size_t k = 0; same && k < a->parameter_count; k++) {
		const struct parameter *x = &a->parameter[k], *y = &b->parameter[k];

		same = strcmp(x->name, y->name) == 0 && x->value == y->value && x->width == y->width
			&& equal_or_null(x->digits, y->digits) && equal_or_null(x->text, y->text);
	}
	return same;
}

static bool is_constant(const struct expression *e)
{
	bool constant = e->count == 1 && e->term[0].count > 0 && bits_width(&e->term[0]) <= 32;

	for (size_t k = 0; constant && k < e->term[0].count; k++)
		constant = e->term[0].slice[k].net < 0;
	return constant;
}

static unsigned long constant_value(const struct bits *b)
{
	unsigned long value = 0;
	unsigned at = 0;

	for (size_t k = 0; k < b->count; at += b->slice[k++].width)
		if (b->slice[k].net == NET_ONE)
			value |= ((1ul << b->slice[k].width) - 1) << at;
	return value;
}

/* Two terms that differ in places only. */
static bool same_but_places(const struct bits *a, const struct bits *b)
{
	bool same = a->count == b->count;

	for (size_t k = 0; same && k < a->count; k++)
		same = a->slice[k].net == b->slice[k].net && a->slice[k].width == b->slice[k].width;
	return same;
}

static bool same_but_place(const struct connection *a, const struct connection *b)
{
	bool same = strcmp(a->port, b->port) == 0 && a->value.count == b->value.count;

	if (is_constant(&a->value) && is_constant(&b->value))
		return same && bits_width(&a->value.term[0]) == bits_width(&b->value.term[0]);
	for (size_t k = 0; same && k < a->value.count; k++)
		same = same_but_places(&a->value.term[k], &b->value.term[k]);
	return same;
}

/* NAME_k. */
static bool has_name(const struct instance *i, const char *name, size_t length, size_t k)
{
	char *wanted = format_string("%.*s_%zu", (int)length, name, k);
	bool same = strcmp(i->name, wanted) == 0;

	free(wanted);
	return same;
}

static bool same_but_number(const struct instance *a, const struct instance *b)
{
	bool same = strcmp(a->module, b->module) == 0 && b->count == 1 && !b->comment && same_parameters(a, b)
		&& a->connection_count == b->connection_count;

	for (size_t k = 0; same && k < a->connection_count; k++)
		same = same_but_place(&a->connection[k], &b->connection[k]);
	return same;
}

/* ---- The run --------------------------------------------------------------------------------------------------- */

static size_t count_slices(const struct instance *i)
{
	size_t count = 0;

	for (size_t c = 0; c < i->connection_count; c++)
		for (size_t t = 0; t < i->connection[c].value.count; t++)
			count += i->connection[c].value.term[t].count;
	return count;
}

/* Goes on with instance k of the run, equal to the first but for places. */
static bool strides_take(struct stride *stride, size_t k, const struct instance *i)
{
	bool good = true;

	for (size_t c = 0; good && c < i->connection_count; c++) {
		const struct expression *e = &i->connection[c].value;

		for (size_t t = 0; good && !is_constant(e) && t < e->count; t++)
			for (size_t s = 0; good && s < e->term[t].count; s++, stride++) {
				if (k == 0)
					*stride = (struct stride){ .low = e->term[t].slice[s].low };
				good = stride_takes(stride, k, e->term[t].slice[s].low);
			}
	}
	return good;
}

struct loop loop_at(const struct module *m, size_t index)
{
	const struct instance *first = &m->instance[index];
	const char *end = strrchr(first->name, '_');
	struct loop loop = { .first = first, .name_length = end ? (size_t)(end - first->name) : 0 };

	if (!m->loops || !end || strcmp(end, "_0") != 0 || first->count != 1 || first->comment)
		return (struct loop){ 0 };
	struct stride *stride = allocate_array(count_slices(first) + 1, sizeof *stride);
	bool good = strides_take(stride, 0, first);

	while (good) {
		const struct instance *next = first + ++loop.count;

		good = index + loop.count < m->instance_count && same_but_number(first, next)
			&& has_name(next, first->name, loop.name_length, loop.count) && strides_take(stride, loop.count, next);
	}
	free(stride);
	return loop.count < SHORTEST_LOOP ? (struct loop){ 0 } : loop;
}

char *loop_instance_name(const struct module *m, size_t index)
{
	const struct instance *i = &m->instance[index];
	const char *end = strrchr(i->name, '_');
	size_t number = end ? strtoul(end + 1, NULL, 10) : 0;
	struct loop loop = end && number <= index ? loop_at(m, index - number) : (struct loop){ 0 };

	if (number >= loop.count || !has_name(i, loop.first->name, loop.name_length, number))
		return copy_string(i->name);
	return format_string("%.*s[%zu].%s", (int)loop.name_length, i->name, number, i->module);
}

/* ---- What is printed of it ------------------------------------------------------------------------------------- */

static unsigned long value_in(const struct loop *loop, size_t index, size_t k)
{
	return constant_value(&loop->first[k].connection[index].value.term[0]);
}

bool loop_constant_differs(const struct loop *loop, size_t index)
{
	bool differs = false;

	if (is_constant(&loop->first->connection[index].value))
		for (size_t k = 1; !differs && k < loop->count; k++)
			differs = value_in(loop, index, k) != value_in(loop, index, 0);
	return differs;
}

char *loop_constant_digits(const struct loop *loop, size_t index)
{
	unsigned *value = allocate_array(loop->count, sizeof *value);

	for (size_t k = 0; k < loop->count; k++)
		value[k] = (unsigned)value_in(loop, index, k);
	char *digits = packed_digits(value, loop->count, bits_width(&loop->first->connection[index].value.term[0]));

	free(value);
	return digits;
}

bool loop_print_place(const struct loop *loop, size_t index, size_t term, size_t slice, struct text *out)
{
	const struct slice *first = &loop->first->connection[index].value.term[term].slice[slice];
	struct stride s = { .low = first->low };

	for (size_t k = 0; k < loop->count; k++)
		stride_takes(&s, k, loop->first[k].connection[index].value.term[term].slice[slice].low);
	if (s.period == 0)
		return false;
	text_add(out, "[");
	if (s.low > 0)
		text_print(out, "%u + ", s.low);
	if (s.step > 1)
		text_print(out, "%u * ", s.step);
	if (s.period > 1)
		text_print(out, "(k / %zu)", s.period);
	else
		text_add(out, "k");
	if (first->width > 1)
		text_print(out, " +: %u", first->width);
	text_add(out, "]");
	return true;
}
