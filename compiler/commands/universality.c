/* universality.c: `ftc universality`: reference trees of networks, and the load factors of sets of messages on them.
 *
 * In: parameter files; files of messages and patterns, or none for all patterns that suit the leaves. Out: text, JSON. */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "commands/deliver.h"
#include "network/machine.h"
#include "parse/kind.h"
#include "schedule/sources.h"
#include "traffic.h"
#include "universal/area_universal.h"
#include "util/limit.h"
#include "util/message.h"
#include "util/process.h"
#include "util/text.h"

static const struct option options[] = {
	{ "--messages", "FILE", "a file of messages, as ftc simulate reads it; may be repeated" },
	{ "--pattern", "NAME", "one message from each leaf: uniform, bit-complement, bit-reverse, transpose, shuffle, tornado,"
	  " neighbor, hotspot (all to leaf 0) or permutation; may be repeated; the default is all that suit the leaves" },
	{ "--seed", "NUMBER", "seed of uniform, permutation and --gamma; default 1" },
	{ "--standard", "ROUNDING", "rounding of d/2 in the standard capacity sqrt(N) / 2^(d/2): ceil (default) or"
	  " floor" },
	{ "--gamma", "PAIRS", "measure gamma on this many random pairs of sets of leaves; with at most 4 leaves on"
	  " all" },
	{ "--flow", "A:B", "maximum flow from leaves A to leaves B, each a list such as 0-3,8" },
	{ "--paths", NULL, "with --flow, in a pruned butterfly: its edge-disjoint paths" },
	{ "--loss", NULL, "simulate the sets in the network's model: clocks, and the loss against competitors of"
	  " given areas" },
	{ NULL, NULL, NULL }
};
enum { MESSAGES, PATTERN, SEED, STANDARD, GAMMA, FLOW, PATHS, LOSS };
enum { MOST_NETWORKS = 64, MOST_LAID = 1024, MOST_PAIRS = 1000000 };

/* The networks of a command line. */
struct compared {
	const struct command_line *line;
	unsigned long seed, pairs;	/* pairs: 0 without --gamma */
	unsigned reading;		/* enum standard */
	struct spec *spec;
	struct area_universal *network;
	size_t count, specs;
};

static const char *file_of(const struct compared *c, size_t i)
{
	return i == 0 ? c->line->file : c->line->word[i - 1];
}

/* Is option number `which` of `options` given before place `end` of the command line with this value? */
static bool is_given(const struct compared *c, unsigned which, const char *value, size_t end)
{
	for (size_t i = 0; i < end; i++)
		if (c->line->given[i].option == &options[which] && strcmp(c->line->given[i].value, value) == 0)
			return true;
	return false;
}

/* Each set of messages has a name of its own. */
static bool check_sets(const struct compared *c)
{
	for (size_t i = 0; i < c->line->given_count; i++) {
		const struct given *g = &c->line->given[i];
		unsigned which = (unsigned)(g->option - options), pattern;

		if (which == PATTERN && !option_word(g->option->name, g->value, pattern_names, PATTERN_COUNT, &pattern))
			return false;
		if ((which == PATTERN || which == MESSAGES) && is_given(c, which, g->value, i)) {
			error("%s %s is given twice: expected each set once", g->option->name, shell_word(g->value));
			return suggest("without the second one");
		}
	}
	return true;
}

static bool read_options(struct compared *c)
{
	const char *const *value = c->line->value;

	c->seed = 1;
	c->reading = STANDARD_CEIL;
	if (value[SEED] && value[MESSAGES] && !value[PATTERN] && !value[GAMMA]) {
		error("--seed is given, but nothing is drawn: expected --pattern or --gamma beside it");
		return suggest("without --seed");
	}
	if (value[PATHS] && !value[FLOW]) {
		error("--paths is given without --flow: expected the leaves from which and to which paths lead");
		return suggest("--flow 0:1");
	}
	return check_sets(c) && option_unsigned("--seed", value[SEED], 0, UINT32_MAX, &c->seed)
	       && option_unsigned("--gamma", value[GAMMA], 1, MOST_PAIRS, &c->pairs)
	       && option_word("--standard", value[STANDARD], standard_names, STANDARD_COUNT, &c->reading);
}

/* Reads network i and finds its trees. */
static bool read_network(struct compared *c, size_t i)
{
	struct spec *spec = &c->spec[i];

	if (!spec_read(spec, file_of(c, i), c->line->overrides, c->line->override_count))
		return false;
	c->specs++;
	if (!spec->machine->shape.reference)
		return machine_lacks(spec, "ftc universality");
	if (c->line->value[MESSAGES] && spec->leaves != c->spec[0].leaves) {
		error("%s has %u leaves, but %s has %u: expected networks of as many leaves beside --messages", file_of(c, i),
		      spec->leaves, file_of(c, 0), c->spec[0].leaves);
		return suggest("without %s", shell_word(file_of(c, i)));
	}
	c->count++;
	return area_universal_start(&c->network[i], spec, (enum standard)c->reading)
	       && (!c->line->value[LOSS] || area_universal_measure(&c->network[i]));
}

static bool is_taken(const struct compared *c, const char *name)
{
	for (unsigned p = 0; p < PATTERN_COUNT; p++)
		if (strcmp(pattern_names[p], name) == 0)
			return true;
	for (size_t i = 0; i < c->network[0].sets; i++)
		if (strcmp(c->network[0].set[i].name, name) == 0)
			return true;
	return false;
}

/* The file's name without folders, or more of it where a pattern or another file has that name. A fresh string. */
static char *set_name(const struct compared *c, const char *path)
{
	const char *slash = strrchr(path, '/'), *name = strcmp(path, "-") == 0 ? "standard input" : slash ? slash + 1 : path;

	if (!is_taken(c, name))
		return copy_string(name_shown(name));
	return slash ? copy_string(name_shown(path)) : format_string("%s (file)", name_shown(name));
}

static bool load_file(struct compared *c, const char *path)
{
	struct message_set set;
	bool good = source_file(&set, path, &c->spec[0], "a load factor has no clocks");
	char *name = set_name(c, path);

	for (size_t i = 0; good && i < c->count; i++)
		area_universal_add(&c->network[i], name, &set);
	free(name);
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

/* The pattern of that name, on every network. */
static bool load_named(struct compared *c, const char *name)
{
	unsigned pattern = 0;

	while (strcmp(pattern_names[pattern], name) != 0)
		pattern++;
	for (size_t i = 0; i < c->count; i++) {
		struct area_universal *u = &c->network[i];
		const char *refusal = pattern_refusal(pattern, u->spec->leaves);

		if (refusal) {
			error("--pattern %s %s: %s has %u leaves", name, refusal, u->spec->name, u->spec->leaves);
			return suggest("--pattern neighbor");
		}
		load_pattern(c, u, pattern);
	}
	return true;
}

/* All sets that are asked for, in their order; or all patterns that suit the leaves of a network. */
static bool load_sets(struct compared *c)
{
	bool good = true;

	for (size_t i = 0; good && i < c->line->given_count; i++) {
		const struct given *g = &c->line->given[i];

		if (g->option == &options[MESSAGES])
			good = load_file(c, g->value);
		else if (g->option == &options[PATTERN])
			good = load_named(c, g->value);
	}
	if (c->line->value[MESSAGES] || c->line->value[PATTERN])
		return good;
	for (size_t i = 0; i < c->count; i++)
		for (unsigned p = 0; p < PATTERN_COUNT; p++)
			if (!pattern_refusal(p, c->spec[i].leaves))
				load_pattern(c, &c->network[i], p);
	return true;
}

static bool refuse_flow(const char *text, const char *why, ...) __attribute__((format(printf, 2, 3)));
static bool refuse_flow(const char *text, const char *why, ...)
{
	va_list args;

	va_start(args, why);
	char *reason = format_list(why, args);
	va_end(args);
	error("--flow is '%s': %s", text, reason);
	free(reason);
	return suggest("--flow 0:1");
}

/* Reads the digits at *at and moves it behind them. False if there are none. */
static bool read_leaf(const char **at, unsigned long *leaf)
{
	size_t length = strspn(*at, "0123456789");
	char *digits = format_string("%.*s", (int)length, *at);
	bool good = text_to_unsigned(digits, leaf);

	free(digits);
	*at += length;
	return good;
}

/* Reads "0-3,8" up to `end` and gives these leaves to a side. */
static bool read_side(const char *text, const char **at, char end, const struct spec *spec, uint8_t own, uint8_t *side)
{
	unsigned long low, high;

	do {
		if (!read_leaf(at, &low))
			return refuse_flow(text, "expected leaves on both sides of one ':', each side a list as 0-3,8");
		high = low;
		if (**at == '-') {
			(*at)++;
			if (!read_leaf(at, &high) || high < low)
				return refuse_flow(text, "expected behind '-' a leaf that is not before leaf %lu", low);
		}
		if (high >= spec->leaves)
			return refuse_flow(text, "there is no leaf %lu: expected leaves from 0 to %u of %s", high,
					   spec->leaves - 1, spec->name);
		for (unsigned long leaf = low; leaf <= high; leaf++) {
			if (side[leaf] != SIDE_NONE && side[leaf] != own)
				return refuse_flow(text, "leaf %lu is on both sides: expected each on one", leaf);
			side[leaf] = own;
		}
	} while (**at == ',' && (*at)++);
	if (**at != end)
		return refuse_flow(text, "expected leaves on both sides of one ':', each side a list as 0-3,8");
	*at += end != '\0';
	return true;
}

static bool check_paths(const struct area_universal *u)
{
	if (u->tree.is_butterfly && u->spec->leaves <= MOST_LAID)
		return true;
	error("--paths is for pruned butterflies of at most %d leaves: %s is a %s of %u leaves", MOST_LAID, u->spec->name,
	      u->spec->kind->word, u->spec->leaves);
	return suggest("without --paths");
}

static bool find_flow(struct compared *c, struct area_universal *u)
{
	const char *text = c->line->value[FLOW], *at = text;
	uint8_t *side = allocate(u->spec->leaves);
	bool good = (!c->line->value[PATHS] || check_paths(u)) && read_side(text, &at, ':', u->spec, SIDE_A, side)
		    && read_side(text, &at, '\0', u->spec, SIDE_B, side);

	if (good)
		area_universal_flow(u, side, c->line->value[PATHS]);
	free(side);
	return good;
}

static bool load_all(struct compared *c)
{
	limit_stage("the comparison", c->pairs > 0 ? "fewer leaves, messages or pairs" : "fewer leaves or messages");
	for (size_t i = 0; c->line->value[FLOW] && i < c->count; i++)
		if (!find_flow(c, &c->network[i]))
			return false;
	if (!load_sets(c))
		return false;
	for (size_t i = 0; c->pairs > 0 && i < c->count; i++)
		area_universal_gamma(&c->network[i], c->pairs, c->seed);
	return true;
}

/* Networks of one name and size get titles with their files: a default name does not show a routing or a root capacity. */
static void tell_apart(const struct compared *c)
{
	for (size_t i = 0; i < c->count; i++) {
		const struct spec *spec = c->network[i].spec;
		unsigned alike = 0;

		for (size_t j = 0; j < c->count; j++)
			alike += c->network[j].spec->leaves == spec->leaves && strcmp(c->network[j].spec->name, spec->name) == 0;
		if (alike < 2)
			continue;
		free(c->network[i].title);
		c->network[i].title = format_string("%s (%s)", spec->name, name_shown(file_of(c, i)));
	}
}

/* Adds the files of -o. */
static bool add_files(const struct compared *c, struct findings *found)
{
	char *gnuplot = require_tool("gnuplot");
	bool good = gnuplot && area_universal_figure(c->network, c->count, gnuplot, &found->files);

	output_add_copy(&found->files, "universality.txt", &found->text);
	output_add_copy(&found->files, "universality.json", &found->json);
	free(gnuplot);
	return good;
}

static int deliver(const struct compared *c)
{
	struct findings found = {0};
	int status = EXIT_WORK_FAILED;

	tell_apart(c);
	area_universal_print(c->network, c->count, &found.text);
	area_universal_json(c->network, c->count, &found.json);
	for (size_t i = 0; i < c->count; i++)
		deliver_chip(&found, &c->spec[i]);
	if (!c->line->output || add_files(c, &found))
		status = deliver_findings(c->line, c->spec[0].name, &found);
	findings_free(&found);
	return status;
}

static int run_universality(const struct command_line *line)
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
	.page = "docs/papers/area-universality.md",
	.usage = "FILE.. [--messages FILE | --pattern NAME].. [--gamma PAIRS] [--flow A:B] [--loss] [-o DIR]",
	.options = options,
	.needs_file = true,
	.words = MOST_NETWORKS - 1,
	.takes = TAKES_SET | TAKES_OUTPUT | TAKES_DRAWINGS | TAKES_JSON | TAKES_LIMIT | TAKES_PAGE,
	.run = run_universality,
};
