/* xgft_spread.c: paths of an XGFT that shall use its links evenly, and how evenly they can. */
#include "machines/xgft_spread.h"

#include <stdlib.h>
#include <string.h>

#include "machines/xgft.h"
#include "random.h"
#include "util/budget.h"
#include "util/number.h"
#include "util/text.h"

/* Passes over all paths, and ways that a path tries in a pass. Ways that are as good are taken, too, so that a path makes room for the
 * next; most sets need three passes. */
enum { MOST_PASSES = 12, MOST_WAYS = 4096 };
/* Where they stand still above the bound, the paths over the fullest links are drawn anew, so many times: of small sets, whose passes
 * take at most so many steps. */
enum { MOST_KICKS = 60, KICKED_STEPS = 1000000 };

struct spreading {
	const struct spec *spec;
	size_t links;			/* that are counted, */
	size_t second;			/* where the links down are counted, behind those up; 0: with them */
	unsigned *uses;			/* [link] */
};

/* The links on a path, and how full they are without it. */
struct path {
	size_t link[2 * MAXIMUM_LEVELS];
	unsigned count, fullest;
	unsigned long sum;
};

static unsigned turn(const struct spec *spec, const struct xgft_ends *path)
{
	return xgft_turn_level(spec, path->a, path->b);
}

static struct path path_of(const struct spreading *s, const struct xgft_ends *path, unsigned top, unsigned way)
{
	struct path p = { .count = 0 };

	p.count = xgft_path_links(s->spec, path->a, path->b, top, way, s->second, p.link);
	for (unsigned i = 0; i < p.count; i++) {
		p.fullest = larger(p.fullest, s->uses[p.link[i]]);
		p.sum += s->uses[p.link[i]];
	}
	return p;
}

static unsigned ways_up_to(const struct spec *spec, unsigned top)
{
	unsigned ways = 1;

	for (unsigned i = 1; i <= top; i++)
		ways *= spec->parents[i];
	return ways;
}

static void add_path(const struct path *p, int by, unsigned *uses)
{
	for (unsigned i = 0; i < p->count; i++)
		uses[p->link[i]] += by;
}

/* Gives a path the way whose fullest link is the least full, then the emptiest one. True if it is another way. */
static bool move(const struct spreading *s, struct xgft_ends *path)
{
	unsigned top = turn(s->spec, path), ways = ways_up_to(s->spec, top), own = path->way;
	struct path best = path_of(s, path, top, own);

	add_path(&best, -1, s->uses);
	best = path_of(s, path, top, own);
	for (unsigned k = 1; k < ways && k < MOST_WAYS; k++) {
		struct path other = path_of(s, path, top, (own + k) % ways);

		if (other.fullest < best.fullest || (other.fullest == best.fullest && other.sum <= best.sum)) {
			best = other;
			path->way = (own + k) % ways;
		}
	}
	add_path(&best, 1, s->uses);
	return path->way != own;
}

/* Steps of a pass. */
static uint64_t pass_steps(const struct spec *spec, const struct xgft_ends *path, size_t count)
{
	uint64_t steps = 0;

	for (size_t i = 0; i < count; i++) {
		unsigned top = turn(spec, &path[i]), ways = ways_up_to(spec, top);

		steps += 40 * (uint64_t)top * (ways < MOST_WAYS ? ways : MOST_WAYS);
	}
	return steps;
}

/* Passes until none moves, or the fullest link has `bound`. Returns what that link has. */
static unsigned settle(const struct spreading *s, struct xgft_ends *path, size_t count, uint64_t steps, unsigned bound)
{
	unsigned most = greatest_of(s->uses, s->links);
	bool moved = true;

	/* Half of what is left is for what comes behind. */
	for (unsigned pass = 0; pass < MOST_PASSES && moved && steps < budget_left() / 2 && most > bound; pass++) {
		budget_spend(steps);
		moved = false;
		for (size_t i = 0; i < count; i++)
			moved |= move(s, &path[i]);
		most = greatest_of(s->uses, s->links);
	}
	return most;
}

/* Sends the paths over the fullest links any way. */
static void kick(const struct spreading *s, struct xgft_ends *path, size_t count, unsigned most, struct random *random)
{
	for (size_t i = 0; i < count; i++) {
		unsigned top = turn(s->spec, &path[i]);
		struct path p = path_of(s, &path[i], top, path[i].way);

		if (p.fullest < most)
			continue;
		add_path(&p, -1, s->uses);
		path[i].way = (unsigned)random_below(random, ways_up_to(s->spec, top));
		p = path_of(s, &path[i], top, path[i].way);
		add_path(&p, 1, s->uses);
	}
}

static void count_uses(const struct spreading *s, const struct xgft_ends *path, size_t count)
{
	memset(s->uses, 0, s->links * sizeof *s->uses);
	for (size_t i = 0; i < count; i++) {
		struct path p = path_of(s, &path[i], turn(s->spec, &path[i]), path[i].way);

		add_path(&p, 1, s->uses);
	}
}

/* Free s.uses. */
static struct spreading spreading_of(const struct spec *spec, const struct xgft_ends *path, size_t count, bool directed)
{
	size_t all = xgft_all_links(spec), links = directed ? 2 * all : all;
	struct spreading s = { spec, links, directed ? all : 0, allocate_array(links, sizeof *s.uses) };

	count_uses(&s, path, count);
	return s;
}

unsigned xgft_congestion(const struct spec *spec, const struct xgft_ends *path, size_t count, bool directed)
{
	struct spreading s = spreading_of(spec, path, count, directed);
	unsigned most = greatest_of(s.uses, s.links);

	free(s.uses);
	return most;
}

void xgft_spread(const struct spec *spec, struct xgft_ends *path, size_t count, bool directed)
{
	size_t bytes = count * sizeof *path;
	struct spreading s = spreading_of(spec, path, count, directed);
	struct xgft_ends *best = allocate_array(count + 1, sizeof *best);
	uint64_t steps = pass_steps(spec, path, count);
	unsigned bound = xgft_cut_bound(spec, path, count, directed), least;
	struct random random;

	random_start(&random, 1, count);
	least = settle(&s, path, count, steps, bound);
	for (unsigned kicks = 0; kicks < MOST_KICKS && least > bound && steps < KICKED_STEPS; kicks++) {
		memcpy(best, path, bytes);
		kick(&s, path, count, least, &random);
		unsigned most = settle(&s, path, count, steps, bound);

		if (most > least) {
			memcpy(path, best, bytes);
			count_uses(&s, path, count);
		}
		least = most < least ? most : least;
	}
	free(best);
	free(s.uses);
}

unsigned xgft_cut_bound(const struct spec *spec, const struct xgft_ends *path, size_t count, bool directed)
{
	unsigned bound = 0, leaves = 1, up = 1;

	for (unsigned level = 0; level < spec->height; level++) {
		leaves *= level ? spec->children[level] : 1;
		up *= spec->parents[level + 1];
		unsigned trees = spec->leaves / leaves, *leaving = allocate_array(2 * (size_t)trees, sizeof *leaving);

		for (size_t i = 0; i < count; i++) {
			unsigned a = path[i].a / leaves, b = path[i].b / leaves;

			leaving[a] += a != b;
			leaving[b + (directed ? trees : 0)] += a != b;
		}
		for (unsigned s = 0; s < 2 * trees; s++)
			bound = larger(bound, (leaving[s] + up - 1) / up);
		free(leaving);
	}
	return bound;
}
