/* point.c: one point, in a process of its own: `ftc sweep --point NAME -o DIR`.
 *
 *   command line --sh--> standard output: COMMAND.json, standard error: COMMAND.log, files of -o: COMMAND/
 *
 * All of them are there before point.json says what became of the point. A disk that is full is no failure of the point, which
 * then is left missing. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sweep/sweep.h"
#include "util/cleanup.h"
#include "util/file.h"
#include "util/json.h"
#include "util/message.h"
#include "util/process.h"

enum { MOST_LOG_BYTES = 64 << 20, MOST_MESSAGE = 400 };

/* Who ends a job by signals may end its processes one by one, the last one first. */
enum { SECONDS_TO_LIVE = 1 };

/* A point that runs. */
struct running {
	struct sweep_place place;
	const char *ftc;
	const char *name;
	char *directory;		/* DIR/points/NAME */
	json_t *runs;			/* what point.json will say of them */
	char *message;			/* why it failed; NULL: it did not */
	bool refused;			/* its command line or parameters are wrong: it would fail again */
	char *stop;			/* why no point can write; NULL: they can */
	double seconds;
};

/* No point can write, because of an error of the system, or as a command has reported. */
static void stop(struct running *r, const char *why)
{
	if (!r->stop)
		r->stop = format_string("writing failed: %s", why);
}

static bool tells_of_full_disk(const char *log)
{
	return strstr(log, strerror(ENOSPC)) || strstr(log, strerror(EDQUOT));
}

/* The first error of the log, without "ftc: error: " before it, or NULL. A fresh string. */
static char *find_error(const char *log)
{
	static const char mark[] = "error: ";
	const char *found = strstr(log, mark);
	int length;

	if (!found)
		return NULL;
	/* Of a place, all of the line. */
	while (found > log && found[-1] != '\n')
		found--;
	if (strncmp(found, "ftc: error: ", strlen("ftc: error: ")) == 0)
		found += strlen("ftc: error: ");
	length = (int)strcspn(found, "\n");
	return format_string("%.*s", length < MOST_MESSAGE ? length : MOST_MESSAGE, found);
}

/* Writes a file of the point's. */
static void keep(struct running *r, const char *name, const char *end, const struct text *content)
{
	char *path = format_string("%s/%s%s", r->directory, name, end);
	int failure = write_new_file(path, content);

	if (failure)
		stop(r, strerror(failure));
	free(path);
}

/* sh: the two streams of a tool apart. */
static void add_words(struct arguments *a, const struct running *r, const char *log, const json_t *words, bool makes_files)
{
	size_t i;
	json_t *word;

	arguments_add_all(a, "/bin/sh", "-c", "log=$1; shift; exec \"$@\" 2>\"$log\"", "sh", log, r->ftc, NULL);
	json_array_foreach(words, i, word)
		arguments_add(a, "%s", json_string_value(word) ? json_string_value(word) : "");
	if (makes_files)
		arguments_add(a, "--output=%s/%s", r->directory, json_string_value(json_array_get(words, 0)));
}

/* Judges how a command ended. */
static void judge(struct running *r, const char *command, const struct process_result *result, const char *log)
{
	json_t *run = json_object();

	json_object_set_new(run, "command", json_string(command));
	json_add_number(run, "status", (unsigned)result->status);
	json_add_real(run, "seconds", result->seconds);
	json_array_append_new(r->runs, run);
	r->seconds += result->seconds;
	if (process_succeeded(result))
		return;
	/* An interrupted point has not failed. */
	if (result->signal)
		sleep(SECONDS_TO_LIVE);
	r->refused = result->end == PROCESS_EXITED && result->status == EXIT_USAGE;
	r->message = find_error(log);
	if (!r->message) {
		char *how = process_end_told(result);

		r->message = format_string("ftc %s %s", command, how);
		free(how);
	}
	if (tells_of_full_disk(log))
		stop(r, r->message);
}

static void run_command(struct running *r, const json_t *words, bool makes_files)
{
	const char *command = json_string_value(json_array_get(words, 0));
	char *work = temporary_directory(), *log_path = format_string("%s/log", work);
	struct arguments a = {0};
	struct process_result result = {0};
	struct text log = {0};

	add_words(&a, r, log_path, words, makes_files);
	run_process(a.items, json_string_value(json_object_get(r->place.record, "folder")), &result);
	text_add(&log, "");
	if (!read_file(log_path, MOST_LOG_BYTES, &log))
		stop(r, "the log cannot be read");
	judge(r, command, &result, log.bytes);
	keep(r, command, ".json", &result.output);
	keep(r, command, ".log", &log);
	text_free(&log);
	text_free(&result.output);
	arguments_free(&a);
	cleanup_remove(work);
	free(log_path);
	free(work);
}

/* The last thing that is written. */
static void finish(struct running *r)
{
	json_t *point = json_object();
	struct text text = {0};

	json_object_set_new(point, "point", json_string(r->name));
	json_object_set_new(point, "status", json_string(r->message ? "failed" : "done"));
	if (r->message) {
		json_object_set_new(point, "message", json_can_say(r->message) ? json_string(r->message) : json_string("?"));
		json_object_set_new(point, "refused", json_boolean(r->refused));
	}
	json_add_real(point, "seconds", r->seconds);
	json_object_set(point, "runs", r->runs);
	json_print(point, &text);
	char *temporary = format_string("%s/point.json.new", r->directory), *path = format_string("%s/point.json", r->directory);
	int failure = write_new_file(temporary, &text);

	if (!failure && rename(temporary, path) != 0)
		failure = errno;
	if (failure)
		stop(r, strerror(failure));
	free(temporary);
	free(path);
	text_free(&text);
}

/* What an attempt that was interrupted has left goes first. */
static void run_point(struct running *r, const json_t *task)
{
	size_t i;
	json_t *words;

	if (!remove_tree(r->directory) || mkdir(r->directory, 0777) != 0)
		stop(r, strerror(errno));
	json_array_foreach(json_object_get(task, "runs"), i, words)
		if (!r->stop && !r->message)
			run_command(r, words, json_is_true(json_array_get(json_object_get(task, "makes_files"), i)));
	if (!r->stop)
		finish(r);
	if (r->stop)
		remove_tree(r->directory);
}

/* The point's task, or NULL after a message. */
static const json_t *find_task(const struct running *r)
{
	const char *version = json_string_value(json_object_get(r->place.record, "ftc"));
	size_t i;
	json_t *task;

	if (strcmp(version, FTC_VERSION) != 0) {
		error("this is ftc %s, but %s began with ftc %s: expected the same everywhere", FTC_VERSION, r->place.asked, version);
		return NULL;
	}
	json_array_foreach(r->place.tasks, i, task)
		if (strcmp(json_string_value(json_object_get(task, "point")), r->name) == 0)
			return task;
	error("%s has no point %s: expected one of points.jsonl", r->place.asked, r->name);
	return NULL;
}

static int tell(const struct running *r)
{
	if (r->stop)
		printf("stop %s\n", r->stop);
	else
		printf("point %s %s\n", r->name, r->message ? "failed" : "done");
	fflush(stdout);
	return r->stop || (r->message && !r->refused) ? EXIT_WORK_FAILED : EXIT_DONE;
}

int point_run(const char *directory, const char *name, const char *ftc)
{
	struct running r = { .ftc = ftc, .name = name, .runs = json_array() };
	int status = EXIT_USAGE;
	const json_t *task = place_open(&r.place, directory, name, &status) ? find_task(&r) : NULL;

	if (task) {
		r.directory = format_string("%s/points/%s", r.place.directory, name);
		if (place_state(&r.place, name) != POINT_DONE)
			run_point(&r, task);
		status = tell(&r);
	}
	free(r.directory);
	free(r.message);
	free(r.stop);
	json_decref(r.runs);
	place_close(&r.place);
	return status;
}
