/* run.c: see run.h. */
#include "points/run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/file.h"
#include "util/message.h"
#include "util/process.h"

struct piece {
	const struct points_work *work;
	size_t number;
};

struct running {
	const struct points_work *work;
	struct process_job *job;
	size_t done;
};

static int do_piece(void *context, int output)
{
	const struct piece *piece = context;
	struct text result = {0};

	progress_silence();
	bool good = piece->work->work(piece->work->context, piece->number, &result);

	good = write_bytes(output, result.bytes, result.length) == 0 && good;
	text_free(&result);
	fflush(NULL);
	return good ? EXIT_DONE : EXIT_WORK_FAILED;
}

static bool end_piece(struct process_job *job, void *context)
{
	static const struct text nothing;
	struct running *all = context;
	bool ended = job->result.end == PROCESS_EXITED;

	all->work->take(all->work->context, (size_t)(job - all->job), process_succeeded(&job->result), ended ? &job->result.output : &nothing);
	text_free(&job->result.output);
	all->done++;
	return false;
}

static void show(const struct process_job *job, size_t count, void *context)
{
	const struct running *all = context;
	const struct points_work *w = all->work;

	(void)job;
	(void)count;
	progress_counted(w->what, w->before + all->done, 0, w->total, seconds_now() - w->began);
}

void points_run(size_t count, const struct points_work *work)
{
	struct running all = { .work = work, .job = allocate_array(count + 1, sizeof *all.job) };
	struct piece *piece = allocate_array(count + 1, sizeof *piece);
	struct process_watcher watcher = { .running = show, .ended = end_piece, .context = &all };

	for (size_t i = 0; i < count; i++) {
		piece[i] = (struct piece){ work, i };
		all.job[i] = (struct process_job){ .work = do_piece, .context = &piece[i] };
	}
	run_processes(all.job, count, processes_at_once(), &watcher);
	progress_end();
	free(all.job);
	free(piece);
}

void result_add(struct text *result, const void *bytes, size_t count)
{
	text_add_bytes(result, &count, sizeof count);
	text_add_bytes(result, bytes, count);
}

const char *result_next(const struct text *result, size_t *at, size_t *count)
{
	const char *part;

	if (result->length - *at < sizeof *count)
		return NULL;
	memcpy(count, result->bytes + *at, sizeof *count);
	*at += sizeof *count;
	if (result->length - *at < *count)
		return NULL;
	part = result->bytes + *at;
	*at += *count;
	return part;
}
