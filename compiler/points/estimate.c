/* estimate.c: what is known of a point without tools.
 *
 * Each point is estimated in a process of its own: two at a time on two processors, and one that asks for too much ends
 * without the others. */
#include <string.h>

#include "fpga/board.h"
#include "network/cost.h"
#include "network/machine.h"
#include "network/prediction.h"
#include "parse/family.h"
#include "points/points.h"
#include "points/run.h"
#include "util/keeper.h"
#include "util/limit.h"
#include "util/message.h"

static struct figure estimated(bool known, double value)
{
	return (struct figure){ known ? value : 0, known ? FIGURE_ESTIMATED : FIGURE_UNKNOWN };
}

static bool estimate_point(void *context, size_t number, struct text *result)
{
	const struct points *p = context;

	message_silence();
	const struct point *point = &p->point[number];
	struct network *net = network_elaborate(&point->spec);
	struct cost cost = network_cost(net);
	struct prediction known = {0};
	struct figure figure[FIGURES] = {0};

	if (point->spec.machine->model.predict)
		point->spec.machine->model.predict(net, &known);
	bool fitted = point->spec.family->fitted;
	double mhz = predict_mhz(net);
	unsigned chips = spec_chips(&point->spec);

	figure[FIGURE_LUT4] = estimated(fitted, chips * (double)cost.lut4);
	figure[FIGURE_FF] = estimated(fitted, chips * (double)cost.ff);
	figure[FIGURE_MHZ] = estimated(mhz > 0, mhz);
	figure[FIGURE_SLOT] = (struct figure){ net->slot_clocks, FIGURE_MEASURED };
	/* Of words within a chip; of those through the link nothing is known in advance. */
	figure[FIGURE_ACCEPTED] = estimated(known.knows_accepted && chips == 1, known.accepted);
	figure[FIGURE_CLOCKS] = estimated(known.knows_latency && chips == 1, known.latency);
	text_add_bytes(result, figure, sizeof figure);
	return true;
}

/* The network alone, without the self test, each chip on a board. */
static void check_size(struct point *point, const struct board *board)
{
	double cells = point->figure[FIGURE_CELLS].value / spec_chips(&point->spec);

	if (board && cells > (double)board->device->logic)
		point->failure = format_string("it does not fit the %s: it needs about %.0f logic cells of %lu", board->title, cells,
					       board->device->logic);
}

static void take_estimate(void *context, size_t number, bool good, const struct text *result)
{
	struct points *p = context;
	struct point *point = &p->point[number];

	if (good && result->length == sizeof point->figure) {
		memcpy(point->figure, result->bytes, sizeof point->figure);
		figures_derive(point, p);
		check_size(point, p->board);
	} else {
		point->failure = copy_string("its estimate takes more than the limit of an analysis: --limit");
		p->beyond_limit++;
	}
}

bool points_estimate(struct points *p)
{
	struct points_work work = { .work = estimate_point, .take = take_estimate, .context = p, .what = "networks estimated",
				    .total = p->count, .began = seconds_now() };

	points_run(p->count, &work);
	bool within = p->beyond_limit == 0 || limit_refuse_parts(p->beyond_limit, p->count, "networks");

	/* The table of what there is takes little. */
	limit_end();
	return within;
}
