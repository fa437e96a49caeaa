/* compare_paired.c: `ftc compare` of the same messages at the same time. The work is done in compiler/points/paired.c. */
#include "commands/compare_paired.h"

#include <stdlib.h>

#include "commands/deliver.h"
#include "network/machine.h"
#include "points/accesses.h"
#include "util/json.h"
#include "util/limit.h"
#include "util/message.h"

bool compare_paired_check(const struct points *p, const char *file)
{
	const struct spec *one = &p->point[0].spec, *spec = &p->point[p->count - 1].spec;
	unsigned leaves = spec_all_leaves(spec), wanted = spec_all_leaves(one);

	if (leaves == wanted)
		return true;
	error("%s has %u %s%s, and %s %u: expected as many, for all get the same messages", name_shown(file), leaves, spec->machine->ends,
	      spec_chips(spec) > 1 ? " of two chips" : "", p->point[0].name, wanted);
	if (wanted % spec_chips(spec) == 0 && wanted / spec_chips(spec) >= 2)
		return suggest("without --paired, or leaves: %u", wanted / spec_chips(spec));
	return suggest("without --paired");
}

static bool knows_clocks(const struct points *p)
{
	for (size_t i = 0; i < p->count; i++)
		if (p->point[i].figure[FIGURE_MHZ].source == FIGURE_UNKNOWN)
			return error("%s: no estimate of its clock, and the same messages are to come at the same time", p->point[i].name);
	return true;
}

/* The rows of the networks, each with what all have in common. */
static void write_csv(const json_t *object, struct text *csv)
{
	static const char *const common[] = { "pattern", "workload", "injection", "rates", "packet_words", "seed", "seeds", "slots" };
	json_t *rows = json_deep_copy(json_object_get(object, "networks")), *row, *value;
	const char *key;
	size_t i;

	json_array_foreach(rows, i, row) {
		for (size_t k = 0; k < sizeof common / sizeof *common; k++)
			if (json_object_get(object, common[k]))
				json_object_set(row, common[k], json_object_get(object, common[k]));
		json_object_foreach(json_object_get(object, "closed_loop"), key, value) {
			char *column = format_string("closed_loop_%s", key);

			json_object_set(row, column, value);
			free(column);
		}
	}
	rows_csv(rows, csv);
	json_decref(rows);
}

int compare_paired(const struct command_line *line, struct points *p, const struct paired_request *r)
{
	struct findings found = { 0 };
	struct text csv = { 0 };
	bool done;
	int status = EXIT_WORK_FAILED;

	if (line->output && !output_check(line->output, line->command, "compare", &status))
		return status;
	points_estimate(p);
	limit_end();
	if (!knows_clocks(p))
		return EXIT_WORK_FAILED;
	json_t *object = paired_json(p, r, &done);

	paired_say(object, p, r, &found.text);
	for (size_t i = 0; i < p->count; i++)
		deliver_about(&found, &p->point[i].spec);
	write_csv(object, &csv);
	json_print(object, &found.json);
	if (line->output) {
		output_add(&found.files, "compare.csv", &csv);
		output_add_copy(&found.files, "compare.json", &found.json);
	}
	text_free(&csv);
	status = deliver_findings(line, "compare", &found);
	return status == EXIT_DONE && !done ? EXIT_WORK_FAILED : status;
}
