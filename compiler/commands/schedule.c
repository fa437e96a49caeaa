/* schedule.c: `ftc schedule`: load factors of a message set and a schedule for it, as text and as JSON. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "commands/deliver.h"
#include "commands/phases.h"
#include "network/machine.h"
#include "network/network.h"
#include "parse/kind.h"
#include "schedule/methods.h"
#include "schedule/pictures.h"
#include "schedule/sources.h"
#include "schedule/splitting.h"
#include "schedule/tree.h"
#include "util/budget.h"
#include "util/limit.h"
#include "util/message.h"
#include "util/output.h"

static const struct option options[] = {
	{ "--method", "METHOD",
	  "auto (default), theorem-1, corollary-2 or packed; in a generalized fat tree auto, konig or paths" },
	{ "--from-matrix", "FILE",
	  "the messages of a product y = Ax, instead of a file of messages; A in Matrix Market format" },
	{ "--rows", "LAYOUT", "distribution of rows and columns over the leaves: block (default) or cyclic" },
	{ "--from", "PATTERN", "messages of a pattern: stencil, fft, transpose or all-to-all" },
	{ "--sides", "AxB", "sides of the stencil's grid of leaves; default: as square as possible" },
	{ "--step", "K", "only this exchange of the fft, 0 .. L-1" },
	{ "--write-messages", "FILE", "write the messages, as ftc simulate reads them" },
	{ "--picture", "FILE.svg", "draw the loads, and the cycles into FILE-cycles.svg; .pdf or .tex: as PDF or TikZ" },
	{ NULL, NULL, NULL }
};
enum { METHOD, FROM_MATRIX, ROWS, FROM, SIDES, STEP, MESSAGES, PICTURE, OPTION_COUNT };
static const char *const whose[OPTION_COUNT] = { [PICTURE] = "fat-tree" };

/* As a page names them. */
static const char loads_name[] = "loads.svg", cycles_name[] = "loads-cycles.svg", schedule_name[] = "schedule.json";

/* A message set, its schedule, and the measures of both. */
struct report {
	const struct spec *spec;
	struct channel_tree tree;
	struct message_set set;
	char *source;			/* the file or pattern of the messages */
	size_t local;
	struct channel_loads loads;
	struct load_factor lambda;
	struct schedule schedule;
	unsigned theorem_1, theorem_1_bound;
	unsigned corollary_2;		/* 0: does not apply */
};

/* Requires exactly one of a file, a matrix and a pattern, and no option of another. */
static bool check_source(const struct command_line *line)
{
	const char *const *values = line->value;
	static const struct { unsigned option, of; } own[] = { { ROWS, FROM_MATRIX }, { SIDES, FROM }, { STEP, FROM } };
	unsigned given = (line->word[0] != NULL) + (values[FROM_MATRIX] != NULL) + (values[FROM] != NULL);

	if (given == 0) {
		error("ftc schedule is given no messages: expected a file of messages, --from-matrix FILE or --from "
		      "PATTERN");
		return suggest("ftc schedule %s --from stencil", shell_word(line->file));
	}
	if (given > 1) {
		error("ftc schedule is given messages from %u places: expected one of a file, --from-matrix and --from",
		      given);
		return suggest("ftc schedule --help");
	}
	for (size_t i = 0; i < sizeof own / sizeof *own; i++) {
		if (values[own[i].option] && !values[own[i].of]) {
			error("%s is for %s only", options[own[i].option].name, options[own[i].of].name);
			return suggest("%s %s", options[own[i].of].name, options[own[i].of].value);
		}
	}
	return true;
}

/* Makes the tree without its schedule: the command may be about to write that very file. */
static void find_tree(struct report *r)
{
	struct network *net = network_elaborate(r->spec);

	r->tree = channel_tree_of(net);
	network_free(net);
}

/* The output must not depend on the input's folder. */
static const char *base_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return strcmp(path, "-") == 0 ? "standard input" : slash ? slash + 1 : path;
}

static bool read_set(struct report *r, const char *file, const char *const *values, enum row_layout layout)
{
	if (file) {
		r->source = copy_string(base_name(file));
		return source_file(&r->set, file, r->spec,
				   "a schedule may put any message into any delivery cycle");
	}
	if (values[FROM_MATRIX]) {
		r->source = format_string("y = Ax, A being %s, rows %s", base_name(values[FROM_MATRIX]),
					  layout == ROWS_BLOCK ? "block" : "cyclic");
		return source_matrix(&r->set, values[FROM_MATRIX], r->spec->leaves, layout);
	}
	r->source = copy_string(values[FROM]);
	return source_pattern(&r->set, &(struct pattern_wish){ values[FROM], values[SIDES], values[STEP] },
			      r->spec->leaves);
}

static void tell_messages(const struct report *r)
{
	char *count = format_string("%zu messages", r->set.count);

	limit_stage("the schedule", "fewer messages");
	limit_because(count);
	free(count);
}

/* Counts the cycles of theorem 1, and proposes it for other methods that take too much work, if what is left of the
 * limit suffices for it. It takes what counting them takes, a check, and a halving of all messages for each power of two
 * cycles. */
static void find_theorem_1(struct report *r, enum schedule_method method)
{
	uint64_t before = budget_spent();

	r->theorem_1 = theorem_1_cycles(&r->tree, &r->set, &r->theorem_1_bound);
	uint64_t counting = budget_spent() - before;
	uint64_t halving = HALVING * (uint64_t)r->set.count * bit_length(r->theorem_1);
	if (method != SCHEDULE_THEOREM_1 && 3 * counting + halving < budget_left())
		limit_quicker("--method theorem-1");
}

static bool make(struct report *r, enum schedule_method method)
{
	find_theorem_1(r, method);
	if (!schedule_make(&r->schedule, &r->tree, &r->set, method)) {
		error("corollary 2 needs more than L = %u wires in every channel: expected another method",
		      r->tree.levels);
		return suggest("--method auto");
	}
	for (size_t i = 0; i < r->set.count; i++)
		r->local += r->schedule.cycle[i] == SCHEDULE_LOCAL;
	r->loads = channel_loads_of(&r->tree, &r->set);
	r->lambda = load_factor_of(&r->tree, &r->loads);
	r->corollary_2 = corollary_2_applies(&r->tree) ? corollary_2_cycles(&r->tree, &r->set) : 0;
	return true;
}

static void say_loads(const struct report *r, struct text *out)
{
	text_add(out, "  level  channels each way  capacity     most up   most down  load factor\n");
	for (unsigned k = 1; k <= r->tree.levels; k++) {
		uint32_t up = channel_loads_most(r->loads.up, k), down = channel_loads_most(r->loads.down, k);

		text_print(out, "  %5u  %17u  %8u  %10u  %10u  %11.3f\n", k, level_channels(&r->tree, k), r->tree.capacity[k],
		       up, down, (double)(up > down ? up : down) / r->tree.capacity[k]);
	}
}

static void say_lambda(const struct report *r, struct text *out)
{
	const struct load_factor *l = &r->lambda;

	if (l->numerator == 0) {
		text_add(out, "\nNothing passes any channel.\n");
		return;
	}
	text_print(out, "\nLoad factor: %llu/%llu = %.3f, first on the channel %s vertex %u of level %u\n",
		   (unsigned long long)l->numerator, (unsigned long long)l->denominator,
		   (double)l->numerator / (double)l->denominator, l->up ? "up from" : "down to",
		   l->vertex, l->level);
}

static void say_report(const struct report *r, struct text *out)
{
	unsigned long long least = load_factor_cycles(&r->lambda);

	text_print(out, "%s: fat-tree of %u leaves; %zu message%s: %s\n", r->spec->name, r->tree.leaves, r->set.count,
		   r->set.count == 1 ? "" : "s", name_shown(r->source));
	if (r->local > 0)
		text_print(out, "%zu of them to %s: delivered locally, in no cycle\n", r->local,
			   r->local == 1 ? "its own sender" : "their own senders");
	text_add(out, "\n");
	say_loads(r, out);
	say_lambda(r, out);
	text_print(out, "Cycles: %u by %s; at least %llu by the load factor", r->schedule.cycles,
		   schedule_method_names[r->schedule.method], least);
	if (least > 0)
		text_print(out, ", %.3f times that", r->schedule.cycles / (double)least);
	text_print(out, "\nTheorem 1: %u, at most %u", r->theorem_1, r->theorem_1_bound);
	if (r->corollary_2)
		text_print(out, "; corollary 2: %u\n", r->corollary_2);
	else
		text_add(out, "; corollary 2 does not apply\n");
}

/* Prints a JSON string with its quotes. */
static void print_string(const char *string, struct text *out)
{
	json_t *value = json_string(string);
	char *dumped = value ? json_dumps(value, JSON_ENCODE_ANY)
			     : copy_string("null"); /* a file name that is no UTF-8 */

	text_add(out, dumped);
	free(dumped);
	json_decref(value);
}

static void report_json(const struct report *r, struct text *out)
{
	char digest[17];

	channel_tree_digest(&r->tree, digest);
	text_print(out, "{\n  \"network\": \"%s\",\n  \"name\": \"%s\",\n", r->spec->kind->word,
		   r->spec->name);
	text_print(out,
		   "  \"tree\": {\"leaves\": %u, \"levels\": %u, \"digest\": \"%s\"},\n  \"source\": ", r->tree.leaves,
		   r->tree.levels, digest);
	print_string(r->source, out);
	text_print(out, ",\n  \"messages\": %zu,\n  \"local\": %zu,\n", r->set.count, r->local);
	channel_loads_print(&r->tree, &r->loads, out);
	text_print(out, "  \"theorem_1\": {\"cycles\": %u, \"bound\": %u},\n", r->theorem_1, r->theorem_1_bound);
	if (r->corollary_2)
		text_print(out, "  \"corollary_2\": {\"cycles\": %u},\n", r->corollary_2);
	else
		text_add(out, "  \"corollary_2\": null,\n");
	text_print(out, "  \"cycles\": %u,\n  \"method\": \"%s\"\n}\n", r->schedule.cycles,
		   schedule_method_names[r->schedule.method]);
}

static int write_messages(const struct report *r, const char *path)
{
	struct text out = {0};

	text_print(&out, "# %zu messages on %u leaves (%s): source destination\n", r->set.count, r->spec->leaves,
		   r->source);
	for (size_t i = 0; i < r->set.count; i++)
		text_print(&out, "%u %u\n", r->set.demand[i].source, r->set.demand[i].destination);
	return deliver_file(path, &out);
}

/* "loads.svg" to "loads-cycles.svg" */
static char *second_picture(const char *path)
{
	const char *ending = strrchr(path, '.');

	return format_string("%.*s-cycles%s", (int)(ending - path), path, ending);
}

/* The schedule and, where they are wanted, its pictures. */
static void find_files(const struct report *r, const struct command_line *line, struct output *files)
{
	struct scheduled s = { r->spec->name, r->source, &r->tree, &r->set, &r->schedule, &r->loads };
	struct text loads = {0}, cycles = {0}, schedule = {0};

	if (line->value[PICTURE] || line->html) {
		load_picture(&s, &loads);
		cycle_picture(&s, &cycles);
		output_add(files, loads_name, &loads);
		output_add(files, cycles_name, &cycles);
	}
	if (line->output || line->html) {
		schedule_file_print(&r->tree, &r->set, &r->schedule, &schedule);
		output_add(files, schedule_name, &schedule);
	}
}

static const struct text *content_of(const struct output *files, const char *name)
{
	size_t i = 0;

	while (strcmp(files->files[i].path, name) != 0)
		i++;
	return &files->files[i].content;
}

static int write_pictures(const struct output *files, const char *path)
{
	char *second = second_picture(path);
	int status = deliver_picture(path, content_of(files, loads_name));

	if (status == EXIT_DONE)
		status = deliver_picture(second, content_of(files, cycles_name));
	free(second);
	return status;
}

/* Writes files first: a report printed before a failed write would look like success. */
static int write_results(const struct report *r, const struct command_line *line)
{
	const char *const *values = line->value;
	struct findings found = {0};
	int status = EXIT_DONE;

	find_files(r, line, &found.files);
	if (values[MESSAGES])
		status = write_messages(r, values[MESSAGES]);
	if (status == EXIT_DONE && values[PICTURE])
		status = write_pictures(&found.files, values[PICTURE]);
	if (status == EXIT_DONE && line->output)
		write_result(line->output, content_of(&found.files, schedule_name), &status);
	if (status == EXIT_DONE) {
		say_report(r, &found.text);
		report_json(r, &found.json);
		deliver_chip(&found, r->spec);
		status = deliver_shown(line, r->spec->name, &found);
	}
	findings_free(&found);
	return status;
}

static void report_free(struct report *r)
{
	free(r->source);
	free(r->set.demand);
	channel_loads_free(&r->loads);
	schedule_free(&r->schedule);
}

/* The second picture is named by no option. */
static bool check_second(const struct command_line *line)
{
	char *second = line->html && line->value[PICTURE] ? second_picture(line->value[PICTURE]) : NULL;
	bool same = second && strcmp(second, line->html) == 0;

	if (same)
		error("--html and the second picture of --picture are the same file: %s", second);
	free(second);
	return !same || suggest("another file for one of them");
}

static bool has_channels(const struct spec *spec)
{
	if (!spec->machine->shape.channels)
		return machine_lacks(spec, "ftc schedule");
	if (spec->fault_count > 0) {
		error_at((struct place){ .file = spec->source },
			 "faults has %zu fault%s: expected none, for schedules do not avoid dead wires", spec->fault_count,
			 spec->fault_count == 1 ? "" : "s");
		return suggest("--set faults=[]");
	}
	return spec->levels > 0 || error("%s has one %s: expected several, between which messages pass", spec->source,
					 spec->machine->end);
}

/* Into delivery cycles of a fat-tree. */
static int schedule_cycles(const struct command_line *line, struct report *r, enum row_layout layout)
{
	const char *const *values = line->value;
	unsigned method = SCHEDULE_AUTO;

	if (!has_channels(r->spec) || !check_source(line) || !option_picture(values[PICTURE], "loads", false) || !check_second(line)
	    || !option_word("--method", values[METHOD], schedule_method_names, SCHEDULE_METHODS, &method))
		return EXIT_USAGE;
	find_tree(r);
	limit_stage("the schedule", "fewer messages");
	if (!read_set(r, line->word[0], values, layout))
		return EXIT_USAGE;
	tell_messages(r);
	return make(r, method) ? write_results(r, line) : EXIT_USAGE;
}

/* Into slots of a generalized fat tree. */
static int schedule_slots(const struct command_line *line, struct report *r, enum row_layout layout)
{
	const char *const *values = line->value;
	unsigned method = PHASES_AUTO;
	struct phases p;

	if (!options_fit(&command_schedule, values, "generalized fat tree") || !check_source(line)
	    || !phases_check_network(r->spec) || !phases_method(values[METHOD], r->spec, &method))
		return EXIT_USAGE;
	limit_stage("the phases", "fewer messages");
	if (!read_set(r, line->word[0], values, layout))
		return EXIT_USAGE;
	tell_messages(r);
	phases_take(&p, r->spec, &r->set);
	if (method == PHASES_PATHS)
		phases_spread(&p);
	phases_make(&p, method);
	int status = values[MESSAGES] ? write_messages(r, values[MESSAGES]) : EXIT_DONE;
	if (status == EXIT_DONE)
		status = phases_deliver(&p, r->source, line);
	phases_free(&p);
	return status;
}

static int run_schedule(const struct command_line *line)
{
	static const char *const layouts[] = { [ROWS_BLOCK] = "block", [ROWS_CYCLIC] = "cyclic" };
	unsigned layout = ROWS_BLOCK;
	struct spec spec;
	struct report r = { .spec = &spec };
	int status = EXIT_USAGE;

	if (!network_read_spec(&spec, line->file, line->overrides, line->override_count))
		return EXIT_USAGE;
	if (option_word("--rows", line->value[ROWS], layouts, 2, &layout))
		status = (spec.machine->shape.phases ? schedule_slots : schedule_cycles)(line, &r, layout);
	report_free(&r);
	spec_free(&spec);
	return status;
}

const struct command command_schedule = {
	.name = "schedule",
	.summary = "schedule messages off-line: into delivery cycles of a fat-tree, or into slots",
	.page = "docs/how-to/schedules.md",
	.usage = "FILE [MESSAGES | --from-matrix FILE | --from PATTERN] [--method METHOD] [-o FILE]",
	.options = options,
	.whose = whose,
	.needs_file = true,
	.words = 1,
	.takes = TAKES_SET | TAKES_OUTPUT_FILE | TAKES_JSON | TAKES_LIMIT | TAKES_PAGE,
	.run = run_schedule,
};
