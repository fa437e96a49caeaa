/* parameters.c: the parameters of Leiserson's fat-tree (1985, sections II and IV). */
#include "machines/fat-tree/fat_tree.h"
#include "machines/off-line/off_line.h"
#include "machines/tree.h"
#include "parse/keys.h"
#include "plan/partial.h"

static unsigned levels_of(unsigned leaves)
{
	unsigned levels = 0;

	while ((1u << levels) < leaves)
		levels++;
	return levels;
}

/* Inputs of the widest concentrator. */
static unsigned widest_concentrator(const struct spec *spec)
{
	unsigned widest = 0;

	for (unsigned k = 0; k < spec->levels; k++) {
		unsigned above = k > 0 || spec->external ? spec->capacity[k] : 0, below = spec->capacity[k + 1];
		unsigned inputs = below + (above > below ? above : below);

		if (inputs > widest)
			widest = inputs;
	}
	return widest;
}

/* Partial concentrators find no matching by themselves, and where messages are lost that fit, acknowledgements are
 * (docs/concentrators.md). */
static bool check_partial(const struct request *q)
{
	const struct spec *spec = q->spec;
	const struct entry *entry = q->given[KEY_CONCENTRATOR];

	if (spec->concentrator != CONCENTRATOR_PARTIAL)
		return true;
	if (widest_concentrator(spec) > PARTIAL_MAXIMUM_INPUTS)
		error_at(entry->items[0].at, "concentrator is partial, and one has %u inputs: expected at most %d, or auto, batcher or "
			 "butterfly", widest_concentrator(spec), PARTIAL_MAXIMUM_INPUTS);
	else if (spec->switching == SWITCHING_OFF_LINE)
		return true;
	else
		error_at(entry->items[0].at, "concentrator is partial, which needs settings that are made in advance: expected auto, "
			 "batcher or butterfly, or switching: off-line");
	suggest_value(entry, concentrator_words[CONCENTRATOR_AUTO]);
	return false;
}

bool read_fat_tree(const struct request *q)
{
	struct spec *spec = q->spec;

	spec->connections = 1;
	if (!require(q, KEY_LEAVES, "the number of leaves, from 2 to 1048576"))
		return false;
	if (!read_number(q, KEY_LEAVES, 2, MAXIMUM_LEAVES, &spec->leaves)
	    || !read_flag(q, KEY_EXTERNAL, &spec->external) || !read_tree(q))
		return false;
	spec->levels = levels_of(spec->leaves);
	spec->machine = &fat_tree_machine;
	return read_capacities(q) && read_off_line(q) && check_partial(q);
}

static void print_capacities(const struct spec *spec, struct text *out)
{
	unsigned first = spec->capacity[0] ? 0 : 1;

	if (spec->root_capacity) {
		text_print(out, "%s: %u\n", key_names[KEY_ROOT_CAPACITY], spec->root_capacity);
		return;
	}
	text_print(out, "%s: [", key_names[KEY_CAPACITIES]);
	for (unsigned k = first; k <= spec->levels; k++)
		text_print(out, "%s%u", k == first ? "" : ", ", spec->capacity[k]);
	text_add(out, "]\n");
}

void print_fat_tree(const struct spec *spec, struct text *out)
{
	print_number(out, KEY_LEAVES, spec->leaves);
	print_capacities(spec, out);
	print_number(out, KEY_CONNECTIONS, spec->connections);
	print_word(out, KEY_EXTERNAL, spec->external ? "true" : "false");
	print_off_line(spec, out);
	print_tree(spec, out);
}
