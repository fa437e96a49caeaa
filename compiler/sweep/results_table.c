/* results_table.c: the results of a sweep as CSV, as JSON, and for people. */
#include <string.h>

#include "sweep/sweep.h"
#include "util/figures.h"
#include "util/json.h"
#include "util/message.h"

static const char *const state_words[] = { [POINT_MISSING] = "missing", [POINT_DONE] = "done", [POINT_FAILED] = "failed" };

/* Of CSV (RFC 4180). */
static void add_cell(const char *text, struct text *out)
{
	bool quoted = strpbrk(text, ",\"\r\n");

	if (quoted)
		text_add(out, "\"");
	for (const char *c = text; *c; c++)
		text_print(out, *c == '"' ? "\"\"" : "%c", *c);
	if (quoted)
		text_add(out, "\"");
}

static void add_value(const json_t *value, struct text *out)
{
	if (json_is_string(value))
		add_cell(json_string_value(value), out);
	else if (json_is_integer(value))
		text_print(out, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
	else if (json_is_real(value))
		text_print(out, "%.9g", json_real_value(value));
	else if (json_is_boolean(value))
		text_print(out, "%d", json_is_true(value));
}

void results_csv(const struct results *r, struct text *out)
{
	const char *column;
	json_t *ignored;

	text_add(out, "point,status");
	json_object_foreach(r->columns, column, ignored) {
		text_add(out, ",");
		add_cell(column, out);
	}
	text_add(out, ",wall_seconds,message\n");
	for (size_t i = 0; i < r->count; i++) {
		const struct result_row *row = &r->row[i];

		text_print(out, "%s,%s", row->name, state_words[row->state]);
		json_object_foreach(r->columns, column, ignored) {
			text_add(out, ",");
			add_value(json_object_get(row->values, column), out);
		}
		text_add(out, ",");
		if (row->state != POINT_MISSING)
			text_print(out, "%.3f", row->seconds);
		text_add(out, ",");
		add_cell(row->message ? row->message : "", out);
		text_add(out, "\n");
	}
}

static json_t *results_object(const struct results *r)
{
	json_t *all = json_object(), *points = json_array();

	json_object_set(all, "run", json_object_get(r->record, "run"));
	json_object_set(all, "files", json_object_get(r->record, "files"));
	json_add_number(all, "done", r->state[POINT_DONE]);
	json_add_number(all, "failed", r->state[POINT_FAILED]);
	json_add_number(all, "missing", r->state[POINT_MISSING]);
	for (size_t i = 0; i < r->count; i++) {
		const struct result_row *row = &r->row[i];
		json_t *point = json_object();

		json_object_set_new(point, "point", json_string(row->name));
		json_object_set_new(point, "status", json_string(state_words[row->state]));
		if (row->state != POINT_MISSING)
			json_add_real(point, "wall_seconds", row->seconds);
		if (row->message)
			json_object_set_new(point, "message", json_string(row->message));
		json_object_set(point, "values", row->values);
		json_array_append_new(points, point);
	}
	json_object_set_new(all, "points", points);
	return all;
}

/* "leaves=3 load=0.1": what the sweep gives the point. */
static void add_settings(const struct results *r, const struct result_row *row, struct text *out)
{
	size_t i;
	json_t *column;

	json_array_foreach(json_object_get(r->record, "columns"), i, column) {
		const json_t *value = json_object_get(row->values, json_string_value(column));

		if (!value)
			continue;
		text_print(out, " %s=", json_string_value(column));
		add_value(value, out);
	}
}

/* More of them are in the table. */
enum { TOLD_FAILURES = 50 };

static void say_results(const struct results *r, const json_t *all, const char *directory, struct text *out)
{
	text_print(out, r->count == 1 ? "%zu point: " : "%zu points: ", r->count);
	figures_say(all, figures_has(all, "missing") ? "{done} done, {failed} failed, {missing} missing\n" : "{done} done, {failed} failed\n",
		    out);
	for (size_t i = 0, told = 0; i < r->count && told < TOLD_FAILURES; i++) {
		const struct result_row *row = &r->row[i];
		struct text line = { 0 };

		if (row->state != POINT_FAILED)
			continue;
		told++;
		text_print(&line, "  failed: %s", row->name);
		add_settings(r, row, &line);
		text_print(&line, ": %s", row->message ? row->message : "?");
		text_print(out, "%s\n", name_shown(line.bytes));
		text_free(&line);
	}
	if (r->state[POINT_FAILED] > TOLD_FAILURES)
		text_print(out, "  and %zu more\n", r->state[POINT_FAILED] - TOLD_FAILURES);
	text_print(out, "results: %s/results.csv, %s/results.json\n", name_shown(directory), name_shown(directory));
}

void results_report(const struct results *r, const char *directory, struct findings *found)
{
	json_t *all = results_object(r);

	say_results(r, all, directory, &found->text);
	json_print(all, &found->json);
}
