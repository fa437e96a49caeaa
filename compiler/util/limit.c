/* limit.c: what goes beyond the limit, and what the user can do about it. */
#include "util/limit.h"

#include <math.h>
#include <stdlib.h>

#include "util/budget.h"
#include "util/message.h"

static const double steps_per_second = 1e9, bytes_per_second = 100e6, megabyte = 1e6;

static double limit = INFINITY;			/* in seconds */
static const char *stage = "the analysis", *remedy = "a smaller network";

/* A round number that is not much more: 20, 50, 100, .. */
static double round_up(double seconds)
{
	double round = pow(10, floor(log10(seconds)));

	return round * (seconds <= 2 * round ? 2 : seconds <= 5 * round ? 5 : 10);
}

static bool suggest_more(double seconds)
{
	double enough = round_up(seconds);

	return enough <= GREATEST_LIMIT ? suggest("%s, or --limit %.12g", remedy, enough)
					: suggest("%s, or --limit none", remedy);
}

/* Work that is done bit by bit tells nothing about what is left: the limit that is suggested may not do either. */
static void exceeded(double bytes)
{
	double allowed = limit;

	limit_end();
	message_capture(NULL);
	if (bytes > allowed * bytes_per_second)
		error("%s takes more memory than the limit of %g MB: expected at most that", stage,
		      allowed * bytes_per_second / megabyte);
	else
		error("%s takes more work than the limit of %g s on a nominal machine: expected at most that", stage,
		      allowed);
	suggest_more(2.5 * allowed);
	exit(EXIT_USAGE);
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
}

void limit_end(void)
{
	limit = INFINITY;
	budget_end();
}
