/* estimate.c: what is known of a point without tools.
 *
 * Each point is estimated in a process of its own: two at a time on two processors, and one that asks for too much ends
 * without the others. */
#include <stdlib.h>
#include <string.h>

#include "fpga/board.h"
#include "network/cost.h"
#include "network/machine.h"
#include "network/prediction.h"
#include "points/points.h"
#include "util/file.h"
#include "util/message.h"
#include "util/process.h"

/* What passes from one process to another. */
struct estimate {
	struct figure figure[FIGURES];
};

static struct figure estimated(bool known, double value)
{
	return (struct figure){ known ? value : 0, known ? FIGURE_ESTIMATED : FIGURE_UNKNOWN };
}

/* In a process of its own. */
static int estimate_point(void *context, int output)
{
	const struct point *point = context;
	struct network *net = network_elaborate(&point->spec);
	struct cost cost = network_cost(net);
	struct prediction known = {0};
	struct estimate e = {0};

	if (point->spec.machine->predict)
		point->spec.machine->predict(net, &known);
	e.figure[FIGURE_LUT4] = estimated(true, (double)cost.lut4);
	e.figure[FIGURE_FF] = estimated(true, (double)cost.ff);
	e.figure[FIGURE_MHZ] = estimated(true, predict_mhz(net));
	e.figure[FIGURE_SLOT] = (struct figure){ net->slot_clocks, FIGURE_MEASURED };
	e.figure[FIGURE_ACCEPTED] = estimated(known.knows_accepted, known.accepted);
	e.figure[FIGURE_CLOCKS] = estimated(known.knows_latency, known.latency);
	return write_bytes(output, &e, sizeof e) == 0 ? EXIT_DONE : EXIT_WORK_FAILED;
}

/* The network alone, without the self test. */
static void check_size(struct point *point, const struct board *board)
{
	double cells = point->figure[FIGURE_CELLS].value;

	if (board && cells > (double)board->device->logic)
		point->failure = format_string("it does not fit the %s: it needs about %.0f logic cells of %lu", board->title, cells,
					       board->device->logic);
}

struct estimating {
	struct points *points;
	struct process_job *job;
	size_t done;
};

static bool end_point(struct process_job *job, void *context)
{
	struct estimating *all = context;
	struct point *point = &all->points->point[job - all->job];
	struct estimate e;

	if (job->result.output.length == sizeof e && process_succeeded(&job->result)) {
		memcpy(&e, job->result.output.bytes, sizeof e);
		memcpy(point->figure, e.figure, sizeof e.figure);
		figures_derive(point, all->points);
		check_size(point, all->points->board);
	} else {
		point->failure = copy_string("its estimate takes more than the limit of an analysis: --limit");
	}
	text_free(&job->result.output);
	all->done++;
	return false;
}

static void show(const struct process_job *job, size_t count, void *context)
{
	const struct estimating *all = context;

	(void)job;
	progress("estimating: %zu of %zu networks", all->done, count);
}

void points_estimate(struct points *p)
{
	struct estimating all = { .points = p, .job = allocate_array(p->count, sizeof *all.job) };
	struct process_watcher watcher = { .running = show, .ended = end_point, .context = &all };

	for (size_t i = 0; i < p->count; i++)
		all.job[i] = (struct process_job){ .work = estimate_point, .context = &p->point[i] };
	run_processes(all.job, p->count, processes_at_once(), &watcher);
	free(all.job);
}
