/* universality.c: `ftc universality`: reference trees of networks, and the load factors of sets of messages on them.
 *
 * In: parameter files; a file of messages, a pattern, or neither for all patterns that suit the leaves. Out: text, JSON. */
#include <stdlib.h>
#include <string.h>

#include "commands/deliver.h"
#include "network/machine.h"
#include "schedule/sources.h"
#include "traffic.h"
#include "universal/area_universal.h"
#include "util/limit.h"
#include "util/message.h"

static const struct option options[] = {
	{ "--messages", "FILE", "the messages of a file, as ftc simulate reads it" },
	{ "--pattern", "NAME", "one message from each leaf: uniform, bit-complement, bit-reverse, transpose, shuffle, tornado,"
	  " neighbor, hotspot (all to leaf 0) or permutation; the default is all that suit the leaves" },
	{ "--seed", "NUMBER", "of uniform and permutation; default 1" },
	{ NULL, NULL, NULL }
};
enum { MESSAGES, PATTERN, SEED };
enum { MOST_NETWORKS = 64 };

/* The networks of a command line. */
struct compared {
	const struct command_line *line;
	unsigned long seed;
	unsigned pattern;		/* PATTERN_COUNT: all */
	struct spec *spec;
	struct area_universal *network;
	size_t count, specs;
};

static const char *file_of(const struct compared *c, size_t i)
{
	return i == 0 ? c->line->file : c->line->word[i - 1];
}

static bool read_options(struct compared *c)
{
	const char *const *value = c->line->value;

	c->seed = 1;
	c->pattern = PATTERN_COUNT;
	if (value[MESSAGES] && (value[PATTERN] || value[SEED])) {
		const char *name = options[value[PATTERN] ? PATTERN : SEED].name;

		error("%s is given beside --messages: expected one of a file and patterns", name);
		return suggest("without %s", name);
	}
	return option_word("--pattern", value[PATTERN], pattern_names, PATTERN_COUNT, &c->pattern)
	       && option_unsigned("--seed", value[SEED], 0, UINT32_MAX, &c->seed);
}

/* Reads network i and finds its trees. */
static bool read_network(struct compared *c, size_t i)
{
	struct spec *spec = &c->spec[i];

	if (!spec_read(spec, file_of(c, i), c->line->overrides, c->line->override_count))
		return false;
	c->specs++;
	if (!spec->machine->reference)
		return machine_lacks(spec, "ftc universality");
	if (c->line->value[MESSAGES] && spec->leaves != c->spec[0].leaves) {
		error("%s has %u leaves, but %s has %u: expected networks of as many leaves beside --messages", file_of(c, i),
		      spec->leaves, file_of(c, 0), c->spec[0].leaves);
		return suggest("without %s", shell_word(file_of(c, i)));
	}
	c->count++;
	return area_universal_start(&c->network[i], spec);
}

static bool load_file(struct compared *c, const char *path)
{
	const char *slash = strrchr(path, '/');
	const char *name = strcmp(path, "-") == 0 ? "standard input" : slash ? slash + 1 : path;
	struct message_set set;
	bool good = source_file(&set, path, &c->spec[0], "a load factor has no clocks");

	for (size_t i = 0; good && i < c->count; i++)
		area_universal_add(&c->network[i], name, &set);
	free(set.demand);
	return good;
}

static void load_pattern(struct compared *c, struct area_universal *u, unsigned pattern)
{
	struct message_set set;

	area_universal_pattern(pattern, u->spec->leaves, c->seed, &set);
	area_universal_add(u, pattern_names[pattern], &set);
	free(set.demand);
}

static bool load_patterns(struct compared *c, struct area_universal *u)
{
	const char *refusal = c->pattern < PATTERN_COUNT ? pattern_refusal(c->pattern, u->spec->leaves) : NULL;

	if (refusal) {
		error("--pattern %s %s: %s has %u leaves", pattern_names[c->pattern], refusal, u->spec->name, u->spec->leaves);
		return suggest("--pattern neighbor");
	}
	for (unsigned p = 0; p < PATTERN_COUNT; p++)
		if (c->pattern == p || (c->pattern == PATTERN_COUNT && !pattern_refusal(p, u->spec->leaves)))
			load_pattern(c, u, p);
	return true;
}

static bool load_all(struct compared *c)
{
	limit_stage("the comparison", "fewer leaves or messages");
	if (c->line->value[MESSAGES])
		return load_file(c, c->line->value[MESSAGES]);
	for (size_t i = 0; i < c->count; i++)
		if (!load_patterns(c, &c->network[i]))
			return false;
	return true;
}

static int deliver(const struct compared *c)
{
	struct findings found = {0};

	area_universal_print(c->network, c->count, &found.text);
	area_universal_json(c->network, c->count, &found.json);
	return deliver_report(c->line, c->spec[0].name, &found);
}

static int run(const struct command_line *line)
{
	struct compared c = {
		.line = line,
		.spec = allocate_array(line->word_count + 1, sizeof *c.spec),
		.network = allocate_array(line->word_count + 1, sizeof *c.network),
	};
	bool good = read_options(&c);
	int status = EXIT_USAGE;

	for (size_t i = 0; good && i <= line->word_count; i++)
		good = read_network(&c, i);
	if (good && load_all(&c))
		status = deliver(&c);
	for (size_t i = 0; i < c.count; i++)
		area_universal_free(&c.network[i]);
	for (size_t i = 0; i < c.specs; i++)
		spec_free(&c.spec[i]);
	free(c.network);
	free(c.spec);
	return status;
}

const struct command command_universality = {
	.name = "universality",
	.summary = "compare networks by Bay's measures: reference trees and load factors",
	.usage = "FILE.. [--messages FILE | --pattern NAME] [-o DIR]",
	.options = options,
	.needs_file = true,
	.words = MOST_NETWORKS - 1,
	.takes = TAKES_SET | TAKES_OUTPUT | TAKES_JSON | TAKES_LIMIT,
	.run = run,
};
