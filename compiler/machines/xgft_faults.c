/* xgft_faults.c: the dead nodes and links of an XGFT.
 *
 * In: texts `node:LEVEL:INDEX` and `link:LEVEL:INDEX:PARENT`. Out: distinct faults, each of a node or link of the
 * tree; or one message with the nearest valid fault. */
#include "machines/xgft_kinds.h"

#include <stdlib.h>
#include <string.h>

#include "machines/fault_words.h"

/* Reports a fault outside this tree; high[]: the maximum of each number. */
static bool names_nothing(const struct value *value, const struct spec *spec, const struct fault_words *words,
			  const unsigned long high[MOST_FAULT_NUMBERS], const struct fault *nearest)
{
	char *text = spec_fault_text(nearest);

	if (words->number[0] > high[0])
		error_at(value->at, "fault %.*s names nothing: expected a level from 0 to %lu, the tree has height %u",
			 SHOWN_BYTES, value->text, high[0], spec->height);
	else if (words->number[1] > high[1])
		error_at(value->at, "fault %.*s names nothing: expected a node from 0 to %lu, level %u has no more",
			 SHOWN_BYTES, value->text, high[1], nearest->level);
	else
		error_at(value->at,
			 "fault %.*s names nothing: expected a parent from 0 to %lu, nodes of level %u have no more",
			 SHOWN_BYTES, value->text, high[2], nearest->level);
	suggest("%s", text);
	free(text);
	return false;
}

static unsigned least(unsigned long a, unsigned long b)
{
	return (unsigned)(a < b ? a : b);
}

static bool read_fault(const struct spec *spec, const struct value *value, struct fault *fault)
{
	unsigned long high[MOST_FAULT_NUMBERS];
	struct fault_words words;

	bool formed = read_fault_words(value->text, 2, &words);
	high[0] = spec->height - words.is_link;
	fault->is_link = words.is_link;
	fault->level = least(words.number[0], high[0]);
	high[1] = spec->level_nodes[fault->level] - 1;
	fault->index = least(words.number[1], high[1]);
	high[2] = words.is_link ? spec->parents[fault->level + 1] - 1 : 0;
	fault->parent = least(words.number[2], high[2]);
	if (!formed) {
		char *nearest = spec_fault_text(fault);

		refuse_fault_form(value, "node:LEVEL:INDEX or link:LEVEL:INDEX:PARENT", nearest);
		free(nearest);
		return false;
	}
	for (unsigned i = 0; i < MOST_FAULT_NUMBERS; i++)
		if (words.number[i] > high[i])
			return names_nothing(value, spec, &words, high, fault);
	return true;
}

struct place fault_place(const struct spec *spec, size_t fault)
{
	const struct fault_place *at = spec->fault_places ? &spec->fault_places[fault] : NULL;

	if (!at)
		return (struct place){ .file = spec->source };
	return (struct place){ spec->fault_file, at->line, at->column,
			       spec->fault_lines ? spec->fault_lines + at->text : NULL };
}

bool read_faults(const struct request *q)
{
	return read_fault_list(q, &faults_key, read_fault);
}

const struct key faults_key = {
	.name = "faults", .type = KEY_OWN, .value = fault_list_value, .takes = "list of nodes and links",
	.otherwise = "none are dead", .serial = "there is one way for each pair of leaves",
	.help = "Dead nodes and links.",
};
