/* better.c: whether a change of one key makes a network smaller and faster: two estimates, where `ftc explore` makes dozens. */
#include "points/better.h"

#include <jansson.h>
#include <stdlib.h>

#include "network/machine.h"
#include "parse/keys.h"
#include "parse/kind.h"
#include "util/figures.h"
#include "util/message.h"

/* Beyond, an estimate takes longer than the rest of a report. */
enum { MOST_ENDS = 128 };
#define LANES "lanes"
#define VALUE "auto"

/* The network, and what the change makes of it. False: there is no such change. */
static bool collect(struct points *p, const struct points_request *r)
{
	struct override *all = allocate_array(r->override_count + 1, sizeof *all);
	struct points_request changed = *r;

	for (size_t i = 0; i < r->override_count; i++)
		all[i] = r->overrides[i];
	all[r->override_count].text = LANES "=" VALUE;
	changed.overrides = all;
	changed.override_count++;
	bool good = points_add(p, r) && p->ends <= MOST_ENDS && key_of(p->point[0].spec.kind, LANES)
		    && !p->point[0].spec.machine->model.predicts_for && points_add(p, &changed) && points_estimate(p);

	free(all);
	return good && !p->point[0].failure && !p->point[1].failure;
}

static double value(const struct points *p, size_t i, enum figure_name name)
{
	const struct figure *f = &p->point[i].figure[name];

	return f->source == FIGURE_UNKNOWN ? 0 : f->value;
}

json_t *points_better(const struct points_request *r)
{
	struct points p = {0};
	struct text said = {0}, *before = message_capture(&said);
	bool known = collect(&p, r);

	message_capture(before);
	double own_cells = known ? value(&p, 0, FIGURE_CELLS) : 0, own = known ? value(&p, 0, FIGURE_MBPS) : 0;
	double cells = known ? value(&p, 1, FIGURE_CELLS) : 0, mbps = known ? value(&p, 1, FIGURE_MBPS) : 0;
	bool better = cells > 0 && own > 0 && cells * 6 <= own_cells * 5 && mbps * 2 >= own * 3;

	points_free(&p);
	text_free(&said);
	return better ? json_pack("{s:s, s:f, s:f, s:f, s:f}", "change", LANES ": " VALUE, "cells", cells, "own_cells", own_cells, "mbps", mbps,
				  "times_mbps", mbps / own) : json_null();
}

void points_better_say(const json_t *better, struct text *out)
{
	if (!json_is_null(better))
		figures_say(better, "\nWith {change} it has {cells:.0f} logic cells instead of {own_cells:.0f}, and {times_mbps:.1f} times the Mbit/s"
			    " (estimates): ftc explore\n", out);
}
