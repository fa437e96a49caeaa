/* place.c: a directory of results, and which sweep it belongs to.
 *
 *   sweep.json     what makes it the same sweep: ftc's version, the commands, the parameter files and their digests
 *   points.jsonl   a point a line, with its settings and command lines
 *   points/NAME/   what a point has left; point.json comes last
 *   .lock          locked while an ftc sweep works here
 *
 * sweep.json is written first: without it, a directory that is not empty is somebody else's. */
#define _GNU_SOURCE		/* memmem */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sweep/sweep.h"
#include "util/file.h"
#include "util/json.h"
#include "util/message.h"

enum { MOST_RECORD_BYTES = 1 << 20, MOST_TASKS_BYTES = 1 << 30, MOST_POINT_BYTES = 1 << 20 };

static bool refuse(const struct sweep_place *p, int failure, const char *what, int *status)
{
	*status = failure_status(failure);
	return error("%s: %s: %s", p->asked, what, strerror(failure));
}

static bool refuse_place(int *status)
{
	*status = EXIT_USAGE;
	return suggest("-o with a directory that does not exist yet");
}

static char *path_in(const struct sweep_place *p, const char *name)
{
	return format_string("%s/%s", p->directory, name);
}

/* ---- reading ----------------------------------------------------------------------------------------------------- */

/* The JSON object that the file holds; NULL if there is none, or no object. */
static json_t *load_object(const char *path, size_t most)
{
	struct text content = {0}, dropped = {0};

	struct text *before = message_capture(&dropped);
	bool read = access(path, F_OK) == 0 && read_file(path, most, &content);
	message_capture(before);
	json_t *object = read ? json_loadb(content.bytes, content.length, 0, NULL) : NULL;

	text_free(&content);
	text_free(&dropped);
	if (!json_is_object(object)) {
		json_decref(object);
		return NULL;
	}
	return object;
}

static json_t *load_record(const struct sweep_place *p)
{
	char *path = path_in(p, "sweep.json");
	json_t *record = load_object(path, MOST_RECORD_BYTES);

	free(path);
	if (record && json_is_string(json_object_get(record, "ftc")) && json_is_array(json_object_get(record, "run"))
	    && json_is_array(json_object_get(record, "files")) && json_is_string(json_object_get(record, "folder")))
		return record;
	json_decref(record);
	return NULL;
}

json_t *place_point(const struct sweep_place *p, const char *name)
{
	char *path = format_string("%s/points/%s/point.json", p->directory, name);
	json_t *point = load_object(path, MOST_POINT_BYTES);

	free(path);
	return point;
}

enum point_state place_state(const struct sweep_place *p, const char *name)
{
	json_t *point = place_point(p, name);
	const char *status = json_string_value(json_object_get(point, "status"));
	enum point_state state = !status ? POINT_MISSING : strcmp(status, "done") == 0 ? POINT_DONE : POINT_FAILED;

	json_decref(point);
	return state;
}

/* ---- whose directory it is --------------------------------------------------------------------------------------- */

/* What an ftc sweep that was killed at its very beginning may have left. */
static bool is_ours(const char *name)
{
	return strcmp(name, ".") == 0 || strcmp(name, "..") == 0 || strcmp(name, ".lock") == 0
	       || strncmp(name, "sweep.json.tmp-", strlen("sweep.json.tmp-")) == 0;
}

/* A directory without a sweep must be empty. */
static bool check_empty(const struct sweep_place *p, int *status)
{
	DIR *directory = opendir(p->directory);
	struct dirent *entry;
	bool empty = true;

	if (!directory)
		return refuse(p, errno, "the output directory cannot be read", status);
	while (empty && (entry = readdir(directory)))
		if (!is_ours(entry->d_name)) {
			error("%s holds %s and no sweep: expected an empty directory, or one of an earlier ftc sweep", p->asked,
			      entry->d_name);
			empty = refuse_place(status);
		}
	closedir(directory);
	return empty;
}

/* Frees `why`. */
static bool another(const struct sweep_place *p, char *why, int *status)
{
	error("%s holds results of another sweep: %s", p->asked, why);
	free(why);
	return refuse_place(status);
}

/* "report and simulate", of a list of words. */
static char *list_run(const json_t *run)
{
	struct text text = {0};
	size_t i;
	json_t *word;

	text_add(&text, "");
	json_array_foreach(run, i, word)
		text_print(&text, "%s%s", i ? " and " : "", json_string_value(word));
	return text.bytes;
}

/* Is the sweep's file, if the record has it, still the same? */
static bool check_file(const struct sweep_place *p, const json_t *files, const struct sweep_file *file, int *status)
{
	size_t i;
	json_t *known;

	json_array_foreach(files, i, known) {
		const char *name = json_string_value(json_object_get(known, "name"));
		const char *digest = json_string_value(json_object_get(known, "digest"));

		if (name && digest && strcmp(name, file->name) == 0 && strcmp(digest, file->digest) != 0)
			return another(p, format_string("%s has changed since", file->name), status);
	}
	return true;
}

static bool load_tasks(struct sweep_place *p, const char *only);

/* A sweep that was extended, or made smaller, has points of the earlier one. Without points.jsonl there are none to lose. */
static bool check_points(struct sweep_place *p, const struct sweep *s, int *status)
{
	json_t *names = json_object(), *task;
	bool loaded = load_tasks(p, NULL), common = false;
	size_t i;

	for (i = 0; i < s->point_count; i++)
		json_object_set_new(names, s->point[i].name, json_true());
	json_array_foreach(p->tasks, i, task)
		common = common || json_object_get(names, json_string_value(json_object_get(task, "point")));
	json_decref(names);
	json_decref(p->tasks);
	p->tasks = NULL;
	return !loaded || common || another(p, copy_string("none of its points is one of this sweep's"), status);
}

/* May this sweep go on with what the old one has left? */
static bool check_same(struct sweep_place *p, const json_t *old, const json_t *new, const struct sweep *s, int *status)
{
	const char *version = json_string_value(json_object_get(old, "ftc"));
	const json_t *files = json_object_get(old, "files");
	char *was = list_run(json_object_get(old, "run")), *is = list_run(json_object_get(new, "run"));
	bool same = true;

	if (strcmp(version, FTC_VERSION) != 0)
		same = another(p, format_string("ftc %s made them, this is %s", version, FTC_VERSION), status);
	else if (strcmp(was, is) != 0)
		same = another(p, format_string("it runs %s, this one %s", was, is), status);
	for (size_t i = 0; same && i < s->file_count; i++)
		same = check_file(p, files, &s->file[i], status);
	same = same && check_points(p, s, status);
	free(was);
	free(is);
	return same;
}

/* ---- writing ----------------------------------------------------------------------------------------------------- */

static json_t *record_of(const struct sweep *s)
{
	json_t *record = json_object(), *run = json_array(), *files = json_array(), *columns = json_array();

	for (size_t i = 0; i < s->run_count; i++)
		json_array_append_new(run, json_string(s->run[i]->name));
	for (size_t i = 0; i < s->file_count; i++) {
		json_t *file = json_object();

		json_object_set_new(file, "name", json_string(s->file[i].name));
		json_object_set_new(file, "digest", json_string(s->file[i].digest));
		json_array_append_new(files, file);
	}
	if (s->file_count > 1)
		json_array_append_new(columns, json_string("file"));
	for (size_t i = 0; i < s->setting_count; i++)
		json_array_append_new(columns, json_string(s->setting[i].column));
	json_object_set_new(record, "ftc", json_string(FTC_VERSION));
	json_object_set_new(record, "run", run);
	json_object_set_new(record, "files", files);
	json_object_set_new(record, "folder", json_string(s->folder));
	json_object_set_new(record, "columns", columns);
	json_add_number(record, "points", s->point_count);
	return record;
}

/* A number if the text is one, as JSON writes it; else a string. */
static json_t *scalar_of(const char *text)
{
	json_t *value = json_loads(text, JSON_DECODE_ANY, NULL);

	if (json_is_number(value) || json_is_boolean(value))
		return value;
	json_decref(value);
	return json_string(text);
}

static json_t *task_of(const struct sweep *s, const struct sweep_point *point)
{
	json_t *task = json_object(), *settings = json_object(), *makes = json_array();

	if (s->file_count > 1)
		json_object_set_new(settings, "file", json_string(s->file[point->file].name));
	for (size_t i = 0; i < s->setting_count; i++)
		if (point->value[i])
			json_object_set_new(settings, s->setting[i].column, scalar_of(point->value[i]));
	for (size_t i = 0; i < s->run_count; i++)
		json_array_append_new(makes, json_boolean(s->run[i]->makes_files));
	json_object_set_new(task, "point", json_string(point->name));
	json_object_set_new(task, "settings", settings);
	json_object_set_new(task, "runs", sweep_runs(s, point));
	json_object_set_new(task, "makes_files", makes);
	return task;
}

static void make_tasks(struct sweep_place *p, const struct sweep *s, struct text *lines)
{
	p->tasks = json_array();
	text_add(lines, "");
	for (size_t i = 0; i < s->point_count; i++) {
		json_t *task = task_of(s, &s->point[i]);
		char *line = json_dumps(task, JSON_COMPACT);

		text_print(lines, "%s\n", line);
		free(line);
		json_array_append_new(p->tasks, task);
	}
}

/* Writes a file of ftc's own, for which there must be room. */
static bool write_own(const struct sweep_place *p, const char *name, const struct text *content, int *status)
{
	char *path = path_in(p, name);
	bool done = write_result(path, content, status);

	free(path);
	return done;
}

static bool write_plan(struct sweep_place *p, const struct sweep *s, int *status)
{
	struct text record = {0}, lines = {0};

	json_print(json_incref(p->record), &record);
	make_tasks(p, s, &lines);
	bool done = write_own(p, "sweep.json", &record, status) && write_own(p, "points.jsonl", &lines, status);
	char *points = path_in(p, "points"), *log = path_in(p, "log");

	if (done && ((mkdir(points, 0777) != 0 && errno != EEXIST) || (mkdir(log, 0777) != 0 && errno != EEXIST)))
		done = refuse(p, errno, "writing failed", status);
	free(points);
	free(log);
	text_free(&record);
	text_free(&lines);
	return done;
}

/* ---- the lock ---------------------------------------------------------------------------------------------------- */

/* File systems that know no locks have none. */
static bool lock(struct sweep_place *p, int *status)
{
	char *path = path_in(p, ".lock");

	p->lock = open_file(path, O_WRONLY | O_CREAT);
	free(path);
	if (p->lock < 0)
		return refuse(p, errno, "writing failed", status);
	if (flock(p->lock, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK)
		return true;
	*status = EXIT_USAGE;
	error("another ftc sweep works in %s: expected to be the only one", p->asked);
	return suggest("again when it has ended");
}

/* ---- opening ----------------------------------------------------------------------------------------------------- */

static bool find_directory(struct sweep_place *p, int *status)
{
	p->directory = realpath(p->asked, NULL);
	if (!p->directory)
		return refuse(p, errno, "the output directory cannot be found", status);
	if (json_can_say(p->directory))
		return true;
	*status = EXIT_USAGE;
	return error("%s is not in UTF-8, as all of JSON must be: expected another directory", p->directory);
}

static bool begin(struct sweep_place *p, const struct sweep *s, int *status)
{
	if (!find_directory(p, status))
		return false;
	json_t *old = load_record(p);

	p->record = record_of(s);
	bool good = old ? check_same(p, old, p->record, s, status) : check_empty(p, status);
	json_decref(old);
	if (!good || !lock(p, status))
		return false;
	/* Jobs read the plan. */
	*status = EXIT_USAGE;
	return slurm_is_idle(p) && write_plan(p, s, status);
}

/* A directory that was made for nothing goes. */
static void give_up(const struct sweep_place *p)
{
	char *lock = path_in(p, ".lock"), *record = path_in(p, "sweep.json"), *tasks = path_in(p, "points.jsonl");
	char *points = path_in(p, "points"), *log = path_in(p, "log");

	unlink(record);
	unlink(tasks);
	unlink(lock);
	rmdir(points);
	rmdir(log);
	rmdir(p->directory);
	free(lock);
	free(record);
	free(tasks);
	free(points);
	free(log);
}

bool place_begin(struct sweep_place *p, const char *asked, const struct sweep *s, int *status)
{
	*p = (struct sweep_place){ .asked = asked, .lock = -1 };
	if (!json_can_say(s->folder)) {
		*status = EXIT_USAGE;
		return error("%s is not in UTF-8, as all of JSON must be: expected another folder", s->folder);
	}
	size_t made;
	int failure = make_parents(asked, &made);
	bool fresh = !failure && mkdir(asked, 0777) == 0;

	failure = failure || fresh || errno == EEXIST ? failure : errno;
	if (failure)
		return refuse(p, failure, "no directory can be made here", status);
	if (begin(p, s, status))
		return true;
	if (fresh && p->directory)
		give_up(p);
	return false;
}

/* Takes in points.jsonl, or only the line of the point `only`. */
static bool load_tasks(struct sweep_place *p, const char *only)
{
	char *path = path_in(p, "points.jsonl");
	struct text content = {0};
	bool good = access(path, R_OK) == 0 && read_file(path, MOST_TASKS_BYTES, &content);

	free(path);
	p->tasks = json_array();
	for (const char *line = content.bytes; good && *line; line = text_next_line(line)) {
		size_t length = strcspn(line, "\n");

		if (only && !memmem(line, length, only, strlen(only)))
			continue;
		json_t *task = json_loadb(line, length, 0, NULL);

		good = json_is_string(json_object_get(task, "point")) && json_is_object(json_object_get(task, "settings"))
		       && json_is_array(json_object_get(task, "runs"));
		json_array_append_new(p->tasks, task);
	}
	text_free(&content);
	return good;
}

bool place_open(struct sweep_place *p, const char *asked, const char *only, int *status)
{
	*p = (struct sweep_place){ .asked = asked, .lock = -1 };
	if (!find_directory(p, status))
		return false;
	p->record = load_record(p);
	if (p->record && load_tasks(p, only))
		return true;
	*status = EXIT_USAGE;
	error("%s holds no sweep: expected the directory of one that has begun", asked);
	return suggest("ftc sweep SWEEP.yaml -o %s", shell_word(asked));
}

void place_close(struct sweep_place *p)
{
	if (p->lock >= 0)
		close(p->lock);
	json_decref(p->record);
	json_decref(p->tasks);
	free(p->directory);
	*p = (struct sweep_place){ .lock = -1 };
}
