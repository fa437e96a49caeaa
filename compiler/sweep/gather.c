/* gather.c: what all points have left becomes one table.
 *
 * In: points/NAME/point.json and COMMAND.json. Out: a row for each point: its settings, then all scalars of its results, objects
 * inside objects flattened ("latency.mean"); lists are left out. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sweep/sweep.h"
#include "util/file.h"
#include "util/message.h"

enum { MOST_RESULT_BYTES = 256 << 20 };

/* A row that is being made. */
struct gathering {
	json_t *values;
	const json_t *settings;
	const char *command;
};

/* Do both say the same? Numbers may be written in several ways. */
static bool same(const json_t *a, const json_t *b)
{
	if (json_is_number(a) && json_is_number(b))
		return json_number_value(a) == json_number_value(b);
	return json_equal((json_t *)a, (json_t *)b);
}

/* The setting of that name, whose '-' results write as '_', or NULL. */
static const json_t *find_setting(const struct gathering *g, const char *name)
{
	char *dashed = copy_string(name);

	for (char *c = dashed; *c; c++)
		*c = *c == '_' ? '-' : *c;
	const json_t *setting = json_object_get(g->settings, dashed);
	if (!setting)
		setting = json_object_get(g->settings, name);
	free(dashed);
	return setting;
}

/* A result that repeats a setting, or an earlier command's result, stands in the table once; one that differs has its command
 * before its name. */
static void add_scalar(struct gathering *g, const char *name, const json_t *value)
{
	const json_t *other = find_setting(g, name);

	if (!other)
		other = json_object_get(g->values, name);
	if (other && same(other, value))
		return;
	char *column = other ? format_string("%s.%s", g->command, name) : copy_string(name);
	json_object_set(g->values, column, (json_t *)value);
	free(column);
}

static void add_object(struct gathering *g, const char *before, const json_t *object)
{
	const char *key;
	json_t *value;

	json_object_foreach((json_t *)object, key, value) {
		char *name = format_string("%s%s", before, key);

		if (json_is_object(value)) {
			char *inside = format_string("%s.", name);

			add_object(g, inside, value);
			free(inside);
		} else if (!json_is_array(value)) {
			add_scalar(g, name, value);
		}
		free(name);
	}
}

static void add_result(struct gathering *g, const struct sweep_place *p, const char *name)
{
	char *path = format_string("%s/points/%s/%s.json", p->directory, name, g->command);
	struct text content = {0};

	if (access(path, R_OK) == 0 && read_file(path, MOST_RESULT_BYTES, &content)) {
		json_t *result = json_loadb(content.bytes, content.length, 0, NULL);

		/* The sweep's own. */
		json_object_del(result, "made");
		add_object(g, "", result);
		json_decref(result);
	}
	text_free(&content);
	free(path);
}

/* What follows from several results: payload that is delivered, in Mbit/s, at the clock that the bitstream reaches, or else at
 * the clock that the parameters ask for. With slots of another length, for the board's family of parts, the bitstream has another
 * pipeline than what was simulated: nothing follows. */
static void derive(const struct gathering *g)
{
	if (json_object_get(g->values, "build.slot_clocks"))
		return;
	const json_t *bits = json_object_get(g->values, "payload_bits_per_clock"), *mhz = json_object_get(g->values, "fmax_mhz");

	if (!mhz)
		mhz = json_object_get(g->values, "clock");
	if (!mhz)
		mhz = json_object_get(g->values, "parameters.clock");
	if (json_is_number(bits) && json_is_number(mhz))
		json_object_set_new(g->values, "accepted_mbps", json_real(json_number_value(bits) * json_number_value(mhz)));
}

static void read_row(struct results *r, struct sweep_place *p, json_t *task, struct result_row *row)
{
	json_t *settings = json_object_get(task, "settings"), *command;
	const char *key;
	size_t i;

	*row = (struct result_row){ .name = json_string_value(json_object_get(task, "point")), .values = json_object() };
	json_object_update(row->values, settings);
	json_t *point = place_point(p, row->name);
	const char *status = json_string_value(json_object_get(point, "status"));
	row->state = !status ? POINT_MISSING : strcmp(status, "done") == 0 ? POINT_DONE : POINT_FAILED;
	row->seconds = json_number_value(json_object_get(point, "seconds"));
	/* The task keeps the message, which lives on. */
	json_object_set(task, "message", json_object_get(point, "message"));
	row->message = json_string_value(json_object_get(task, "message"));
	json_decref(point);
	struct gathering g = { .values = row->values, .settings = settings };
	json_array_foreach(json_object_get(p->record, "run"), i, command) {
		g.command = json_string_value(command);
		if (row->state != POINT_MISSING)
			add_result(&g, p, row->name);
	}
	derive(&g);
	r->state[row->state]++;
	json_object_foreach(row->values, key, command)
		json_object_set_new(r->columns, key, json_true());
}

void results_read(struct results *r, struct sweep_place *p)
{
	json_t *column, *task;
	size_t i;

	*r = (struct results){ .record = p->record, .columns = json_object(), .count = json_array_size(p->tasks) };
	r->row = allocate_array(r->count + 1, sizeof *r->row);
	json_array_foreach(json_object_get(p->record, "columns"), i, column)
		json_object_set_new(r->columns, json_string_value(column), json_true());
	json_array_foreach(p->tasks, i, task)
		read_row(r, p, task, &r->row[i]);
}

void results_free(struct results *r)
{
	for (size_t i = 0; i < r->count; i++)
		json_decref(r->row[i].values);
	free(r->row);
	json_decref(r->columns);
	*r = (struct results){0};
}
