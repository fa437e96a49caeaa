/* expand.c: the product of files, rows and lists of values.
 *
 *   files x rows x axis x axis x ..., the last changing fastest; a point that comes twice is one point
 */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "sweep/sweep.h"
#include "util/digest.h"
#include "util/file.h"
#include "util/message.h"

/* Files that points name are read, so that a point with a file that has changed is another point; greater ones are not. */
enum { MOST_NAMED_BYTES = 64 << 20 };

/* Does a command of this sweep's have the option? */
static const struct sweep_option *own_option(const struct sweep_command *command, const struct setting *setting)
{
	for (size_t i = 0; i < command->count; i++)
		if (strcmp(command->option[i].name, setting->name) == 0)
			return &command->option[i];
	return NULL;
}

static void add_word(json_t *words, const char *format, const char *name, const char *value)
{
	char *word = format_string(format, name, value);

	json_array_append_new(words, json_string(word));
	free(word);
}

static json_t *command_words(const struct sweep *s, const struct sweep_point *point, const struct sweep_command *command)
{
	json_t *words = json_array();

	json_array_append_new(words, json_string(command->name));
	/* No name begins like an option. */
	add_word(words, "%s%s", *s->file[point->file].name == '-' ? "./" : "", s->file[point->file].name);
	for (size_t i = 0; i < s->setting_count; i++) {
		const struct setting *setting = &s->setting[i];
		const struct sweep_option *option = setting->is_option ? own_option(command, setting) : NULL;
		const char *value = point->value[i];

		if (!value)
			continue;
		if (!setting->is_option)
			add_word(words, "--set=%s=%s", setting->name, value);
		else if (option && option->flag && strcmp(value, "true") == 0)
			add_word(words, "%s%s", option->name, "");
		else if (option && !option->flag)
			add_word(words, option->name[1] == '-' ? "%s=%s" : "%s%s", option->name, value);
	}
	json_array_append_new(words, json_string("--json"));
	return words;
}

json_t *sweep_runs(const struct sweep *s, const struct sweep_point *point)
{
	json_t *runs = json_array();

	for (size_t i = 0; i < s->run_count; i++)
		json_array_append_new(runs, command_words(s, point, s->run[i]));
	return runs;
}

/* What the value names, if it is a file beside the sweep file. */
static void add_named_file(const struct sweep *s, const char *value, struct text *all)
{
	char *path = *value == '/' ? copy_string(value) : format_string("%s/%s", s->folder, value);
	struct text content = {0};
	struct stat status;
	char digest[SWEEP_NAME];

	if (stat(path, &status) == 0 && S_ISREG(status.st_mode) && status.st_size <= MOST_NAMED_BYTES
	    && read_file(path, MOST_NAMED_BYTES, &content)) {
		digest_text(&content, digest);
		text_print(all, "%s\n", digest);
	}
	text_free(&content);
	free(path);
}

static void name_point(const struct sweep *s, struct sweep_point *point)
{
	json_t *runs = sweep_runs(s, point);
	char *words = json_dumps(runs, JSON_COMPACT);
	struct text all = {0};

	text_print(&all, "%s\n%s\n", words, s->file[point->file].digest);
	for (size_t i = 0; i < s->setting_count; i++)
		if (point->value[i])
			add_named_file(s, point->value[i], &all);
	digest_text(&all, point->name);
	text_free(&all);
	free(words);
	json_decref(runs);
}

/* Makes point number `number` of the product. */
static void make_point(const struct sweep *s, size_t number, struct sweep_point *point)
{
	size_t rows = s->row_count ? s->row_count : 1;

	*point = (struct sweep_point){ .value = allocate_array(s->setting_count + 1, sizeof *point->value) };
	for (size_t i = s->axis_count; i-- > 0; number /= s->axis[i].count)
		point->value[s->axis[i].setting] = s->axis[i].value[number % s->axis[i].count];
	const struct sweep_row *row = s->row_count ? &s->row[number % rows] : NULL;
	for (size_t i = 0; row && i < row->count; i++)
		if (row->value[i])
			point->value[i] = row->value[i];
	point->file = number / rows;
	name_point(s, point);
}

bool sweep_expand(struct sweep *s)
{
	size_t count = s->file_count * (s->row_count ? s->row_count : 1);
	json_t *names = json_object();

	for (size_t i = 0; i < s->axis_count && count <= SWEEP_MOST_POINTS; i++)
		count *= s->axis[i].count;
	if (count > SWEEP_MOST_POINTS) {
		json_decref(names);
		return error_at((struct place){ .file = s->document.source }, "more than %d points: expected at most so many",
				SWEEP_MOST_POINTS);
	}
	s->point = allocate_array(count, sizeof *s->point);
	for (size_t i = 0; i < count; i++) {
		struct sweep_point *point = &s->point[s->point_count];

		make_point(s, i, point);
		if (json_object_get(names, point->name)) {
			free(point->value);
			continue;
		}
		json_object_set_new(names, point->name, json_true());
		s->point_count++;
	}
	if (s->point_count < count)
		warning_at((struct place){ .file = s->document.source }, "points that repeat earlier ones: %zu of %zu; each point runs once",
			   count - s->point_count, count);
	json_decref(names);
	return true;
}
