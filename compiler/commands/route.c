/* route.c: `ftc route`: the path between two leaves of an XGFT, or all disjoint ones, as text and as a drawing. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

#include "machines/generalized/generalized.h"
#include "machines/generalized/pruned_butterfly.h"
#include "machines/generalized/up_parents.h"
#include "machines/generalized/paths.h"
#include "machines/generalized/xgft.h"
#include "commands/deliver.h"
#include "machines/generalized/drawing.h"
#include "parse/kind.h"
#include "util/message.h"
#include "util/output.h"

static const struct option options[] = {
	{ "--all", NULL, "all paths that have no node in common but their ends" },
	{ "--seed", "S", "of up-routing random; the default is 1" },
	{ NULL, NULL, NULL }
};
enum { ALL, SEED, OPTION_COUNT, ENDS = 2 };

struct route {
	const struct command_line *line;
	const struct spec *spec;
	unsigned end[ENDS];		/* source, destination */
	bool all;
	unsigned seed;
	struct xgft_path path[MAXIMUM_PARENTS];
	unsigned first[MAXIMUM_PARENTS];	/* beta_1 of each */
	unsigned count;
};

static bool read_ends(struct route *r, const char *const *words, size_t count)
{
	static const char *const names[ENDS] = { "source", "destination" };

	if (count < ENDS) {
		error("ftc route is given no %s: expected ftc route FILE SOURCE DESTINATION", names[count]);
		suggest("ftc route %s 0 1", r->line->file);
		return false;
	}
	for (unsigned i = 0; i < ENDS; i++) {
		unsigned long leaf;

		if (!option_unsigned(names[i], words[i], 0, r->spec->leaves - 1, &leaf))
			return false;
		r->end[i] = (unsigned)leaf;
	}
	if (r->end[0] != r->end[1])
		return true;
	error("source and destination are both leaf %u: expected two leaves", r->end[0]);
	return false;
}

static bool check_kind(const struct spec *spec)
{
	if (spec_is_xgft(spec))
		return true;
	error("network is %s: expected xgft, gft, cm-5 or pruned-butterfly for ftc route", spec->kind->word);
	return false;
}

static void find_paths(struct route *r)
{
	unsigned beta[MAXIMUM_LEVELS + 1];

	if (!r->all) {
		up_parents_alone(r->spec, r->end[0], r->end[1], r->seed, beta);
		r->count = xgft_route(r->spec, r->end[0], r->end[1], beta, &r->path[0]);
		return;
	}
	for (unsigned i = 0; i < r->spec->parents[1]; i++)
		if (xgft_disjoint_route(r->spec, r->end[0], r->end[1], i, &r->path[r->count]))
			r->first[r->count++] = i;
}

static void print_path(const struct route *r, const struct xgft_path *path)
{
	for (unsigned j = 0; j <= 2 * path->top; j++)
		printf(" (%u,%u)", xgft_path_level(path, j), path->node[j]);
	putchar('\n');
	if (r->spec->network != NETWORK_PRUNED_BUTTERFLY)
		return;
	printf("    as Bay names them:");
	for (unsigned j = 0; j <= 2 * path->top; j++) {
		struct bay_label bay = bay_label(r->spec, xgft_path_level(path, j), path->node[j]);

		printf(" <%u,%u,%u>", bay.i, bay.j, bay.k);
	}
	putchar('\n');
}

static void print_text(const struct route *r)
{
	char *name = xgft_name(r->spec);
	unsigned top = xgft_turn_level(r->spec, r->end[0], r->end[1]);

	printf("%s: %s, from leaf %u to leaf %u: %u links, turning at level %u\n", r->spec->name, name, r->end[0], r->end[1],
	       2 * top, top);
	if (r->all)
		printf("%u of %u disjoint paths%s, nodes as (level,index):\n", r->count, r->spec->parents[1],
		       r->count < r->spec->parents[1] ? " (the others are dead)" : "");
	else
		printf("up-routing %s, nodes as (level,index):\n", up_routing_words[r->spec->up_routing]);
	for (unsigned i = 0; i < r->count; i++) {
		if (r->all)
			printf("  path %u:", r->first[i]);
		else
			printf(" ");
		print_path(r, &r->path[i]);
	}
	free(name);
}

static void print_json(const struct route *r)
{
	json_t *paths = json_array(), *object;

	for (unsigned i = 0; i < r->count; i++) {
		json_t *nodes = json_array();

		for (unsigned j = 0; j <= 2 * r->path[i].top; j++)
			json_array_append_new(nodes, json_pack("[i, i]", (int)xgft_path_level(&r->path[i], j),
							       (int)r->path[i].node[j]));
		json_array_append_new(paths, nodes);
	}
	object = json_pack("{s:s, s:i, s:i, s:i, s:o}", "name", r->spec->name, "source", (int)r->end[0], "destination",
			   (int)r->end[1], "links", (int)(2 * r->path[0].top), "paths", paths);
	json_dumpf(object, stdout, JSON_COMPACT);
	putchar('\n');
	json_decref(object);
}

static int write_drawing(const struct route *r)
{
	char *path = format_string("%s.svg", r->spec->name);
	struct output out = {0};
	struct text svg = {0};

	xgft_drawing(r->spec, r->path, r->count, &svg);
	output_add(&out, path, &svg);
	free(path);
	return deliver_directory(r->line, r->spec->name, &out);
}

static int route(struct route *r)
{
	find_paths(r);
	if (r->count == 0) {
		error("the faults leave no path from leaf %u to leaf %u", r->end[0], r->end[1]);
		suggest("ftc report, which says what they leave");
		return EXIT_WORK_FAILED;
	}
	if (r->line->json)
		print_json(r);
	else
		print_text(r);
	return r->line->output ? write_drawing(r) : EXIT_DONE;
}

static int run(const struct command_line *line)
{
	const char *values[OPTION_COUNT], *words[ENDS];
	struct spec spec;
	struct route r = { .line = line, .spec = &spec };
	unsigned long seed = 1;
	size_t count;
	int status = EXIT_USAGE;

	if (!options_read(line, options, values, words, ENDS, &count))
		return EXIT_USAGE;
	if (values[SEED] && !option_unsigned("--seed", values[SEED], 0, 4294967295u, &seed))
		return EXIT_USAGE;
	r.all = values[ALL];
	r.seed = (unsigned)seed;
	if (!spec_read(&spec, line->file, line->overrides, line->override_count))
		return EXIT_USAGE;
	if (check_kind(&spec) && read_ends(&r, words, count))
		status = route(&r);
	spec_free(&spec);
	return status;
}

const struct command command_route = {
	.name = "route",
	.summary = "print paths between two leaves of a generalized fat tree, and draw them",
	.usage = "FILE SOURCE DESTINATION [--all] [--seed S] [-o DIR]",
	.options = options,
	.needs_file = true,
	.takes = TAKES_SET | TAKES_OUTPUT | TAKES_JSON,
	.run = run,
};
