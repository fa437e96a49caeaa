/* limit.c: what goes beyond the limit, and what the user can do about it. */
#include "util/limit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "util/budget.h"
#include "util/message.h"

static const double steps_per_second = 1e9, bytes_per_second = 100e6, megabyte = 1e6;

static double limit = INFINITY;			/* in seconds */
static const char *stage = "the analysis", *remedy = "a smaller network", *quicker;
static char because[80];

/* A round number that is not much more: 20, 50, 100, .. */
static double round_up(double seconds)
{
	double round = pow(10, floor(log10(seconds)));

	return round * (seconds <= 2 * round ? 2 : seconds <= 5 * round ? 5 : 10);
}

static bool suggest_more(double seconds, const char *also)
{
	double enough = round_up(seconds);
	const char *comma = also ? ", " : "";

	also = also ? also : "";
	return enough <= GREATEST_LIMIT ? suggest("%s%s%s, or --limit %.12g", remedy, comma, also, enough)
					: suggest("%s%s%s, or --limit none", remedy, comma, also);
}

/* Work that is done bit by bit has no known end: the suggested limit may be too low, too. */
static void exceeded(double bytes)
{
	double allowed = limit;
	bool memory = bytes > allowed * bytes_per_second;
	const char *with = *because ? "with " : "", *then = *because ? " " : "";

	limit_end();
	message_capture(NULL);
	if (memory)
		error("%s%s%s%s takes more memory than the limit of %g MB: expected at most that", with, because, then,
		      stage, allowed * bytes_per_second / megabyte);
	else
		error("%s%s%s%s takes more work than the limit of %g s on a nominal machine: expected at most that",
		      with, because, then, stage, allowed);
	suggest_more(2.5 * allowed, memory ? NULL : quicker);
	exit(EXIT_USAGE);
}

bool limit_refuse_parts(size_t beyond, size_t count, const char *parts)
{
	double allowed = limit;

	error("%zu of %zu %s take more work or memory than the limit of %g s on a nominal machine and %g MB: expected at most that",
	      beyond, count, parts, allowed, allowed * bytes_per_second / megabyte);
	return suggest("--limit %.12g", round_up(fmax(USUAL_LIMIT, 2.5 * allowed)));
}

void limit_start(double seconds)
{
	limit = seconds;
	if (isfinite(seconds))
		budget_start(seconds * steps_per_second, seconds * bytes_per_second, exceeded);
}

void limit_stage(const char *what, const char *cheaper)
{
	stage = what;
	remedy = cheaper;
	quicker = NULL;
}

void limit_quicker(const char *saves_work)
{
	quicker = saves_work;
}

void limit_because(const char *reason)
{
	snprintf(because, sizeof because, "%s", reason ? reason : "");
}

void limit_end(void)
{
	limit = INFINITY;
	budget_end();
}
