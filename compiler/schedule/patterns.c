/* patterns.c: common communication patterns of parallel programs. */
#include <stdlib.h>
#include <string.h>

#include "schedule/sources.h"
#include "schedule/tree.h"
#include "util/message.h"
#include "util/text.h"

static void add_pattern_message(struct message_set *set, unsigned source, unsigned destination)
{
	set->demand[set->count++] = (struct demand){ source, destination };
}

/* The greatest divisor of n that is at most its square root. */
static unsigned short_side(unsigned n)
{
	unsigned side = 1;

	for (unsigned a = 1; a <= n / a; a++)
		if (n % a == 0)
			side = a;
	return side;
}

static bool read_sides(const char *text, unsigned leaves, unsigned *rows, unsigned *columns)
{
	char *first = format_string("%.*s", (int)strcspn(text, "x"), text);
	const char *x = strchr(text, 'x');
	unsigned long a, b;
	bool good = x && text_to_unsigned(first, &a) && text_to_unsigned(x + 1, &b) && a <= leaves && b <= leaves
		&& a * b == leaves;

	free(first);
	if (good) {
		*rows = (unsigned)a;
		*columns = (unsigned)b;
		return true;
	}
	error("--sides is '%s': expected two numbers with x between them that make %u, the number of leaves", text,
	      leaves);
	return suggest("--sides %ux%u", short_side(leaves), leaves / short_side(leaves));
}

static bool make_stencil(struct message_set *set, const struct pattern_wish *wish, unsigned leaves)
{
	unsigned rows = short_side(leaves), columns = leaves / rows;

	if (wish->sides && !read_sides(wish->sides, leaves, &rows, &columns))
		return false;
	set->demand = allocate_array(4 * (size_t)leaves + 1, sizeof *set->demand);
	for (unsigned i = 0; i < leaves; i++) {
		if (i >= columns)
			add_pattern_message(set, i, i - columns);
		if (i % columns > 0)
			add_pattern_message(set, i, i - 1);
		if (i % columns + 1 < columns)
			add_pattern_message(set, i, i + 1);
		if (i + columns < leaves)
			add_pattern_message(set, i, i + columns);
	}
	return true;
}

static bool make_fft(struct message_set *set, const struct pattern_wish *wish, unsigned leaves)
{
	unsigned steps = bit_length(leaves - 1), first = 0, end = steps;
	unsigned long step;

	if (leaves != 1u << steps) {
		error("--from fft needs leaves to be a power of two, but there are %u", leaves);
		return suggest("--set leaves=%u", 1u << (steps - 1));
	}
	if (wish->step) {
		if (!text_to_unsigned(wish->step, &step) || step >= steps) {
			error("--step is '%s': expected a whole number from 0 to %u", wish->step, steps - 1);
			return suggest("--step %lu", text_nearest_unsigned(wish->step, 0, steps - 1));
		}
		first = (unsigned)step;
		end = first + 1;
	}
	set->demand = allocate_array((size_t)leaves * (end - first) + 1, sizeof *set->demand);
	for (unsigned k = first; k < end; k++)
		for (unsigned i = 0; i < leaves; i++)
			add_pattern_message(set, i, i ^ 1u << k);
	return true;
}

static bool make_transpose(struct message_set *set, const struct pattern_wish *wish, unsigned leaves)
{
	unsigned side = short_side(leaves);

	(void)wish;
	if (side * side != leaves) {
		while (side * side < leaves)
			side++;
		error("--from transpose needs leaves to be a square number, but there are %u", leaves);
		return suggest("--set leaves=%u", (side - 1) * (side - 1) > 1 ? (side - 1) * (side - 1) : side * side);
	}
	set->demand = allocate_array(leaves + 1, sizeof *set->demand);
	for (unsigned i = 0; i < leaves; i++)
		add_pattern_message(set, i, i % side * side + i / side);
	return true;
}

static bool make_all_to_all(struct message_set *set, const struct pattern_wish *wish, unsigned leaves)
{
	enum { MOST = 1 << 14 };		/* 2^28 messages, 2 GB */

	(void)wish;
	if (leaves > MOST) {
		error("--from all-to-all is for at most %d leaves, but there are %u", MOST, leaves);
		return suggest("--set leaves=%d", MOST);
	}
	set->demand = allocate_array((size_t)leaves * (leaves - 1) + 1, sizeof *set->demand);
	for (unsigned i = 0; i < leaves; i++)
		for (unsigned j = 1; j < leaves; j++)
			add_pattern_message(set, i, (i + j) % leaves);
	return true;
}

static const struct pattern {
	const char *name;
	bool (*make)(struct message_set *set, const struct pattern_wish *wish, unsigned leaves);
	bool has_sides, has_steps;
} patterns[] = {
	{ "stencil", make_stencil, true, false },
	{ "fft", make_fft, false, true },
	{ "transpose", make_transpose, false, false },
	{ "all-to-all", make_all_to_all, false, false },
};
enum { PATTERNS = sizeof patterns / sizeof *patterns };

static bool unknown(const char *name)
{
	const char *names[PATTERNS];

	for (unsigned i = 0; i < PATTERNS; i++)
		names[i] = patterns[i].name;
	const char *nearest = nearest_name(name, names, PATTERNS);
	error("--from is '%s': expected stencil, fft, transpose or all-to-all", name);
	return suggest("--from %s", nearest ? nearest : names[0]);
}

static bool useless(const char *option, const char *value, const char *name)
{
	error("%s is '%s': expected no %s, --from %s has none", option, value, option, name);
	return suggest("--from %s", name);
}

bool source_pattern(struct message_set *set, const struct pattern_wish *wish, unsigned leaves)
{
	const struct pattern *p = patterns;

	*set = (struct message_set){ .count = 0 };
	while (p < patterns + PATTERNS && strcmp(p->name, wish->name) != 0)
		p++;
	if (p == patterns + PATTERNS)
		return unknown(wish->name);
	if (wish->sides && !p->has_sides)
		return useless("--sides", wish->sides, p->name);
	if (wish->step && !p->has_steps)
		return useless("--step", wish->step, p->name);
	return p->make(set, wish, leaves);
}
