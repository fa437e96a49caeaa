/* cutting.c: the decomposition tree made by cutting planes. */
#include "universal/cutting.h"

#include <math.h>
#include <stdlib.h>

#include "util/budget.h"
#include "util/message.h"

static int compare_numbers(const void *left, const void *right)
{
	double l = *(const double *)left, r = *(const double *)right;

	return (l > r) - (l < r);
}

/* The least nonzero distance along an axis; 0: all processors are in one place. */
static double least_distance(const struct placed *guest)
{
	double *sorted = allocate_array(guest->processors, sizeof *sorted), least = 0;

	for (unsigned axis = 0; axis < guest->dimensions; axis++) {
		for (unsigned i = 0; i < guest->processors; i++)
			sorted[i] = placed_at(guest, i)[axis];
		qsort(sorted, guest->processors, sizeof *sorted, compare_numbers);
		for (unsigned i = 1; i < guest->processors; i++) {
			double distance = sorted[i] - sorted[i - 1];

			if (distance > 0 && (least == 0 || distance < least))
				least = distance;
		}
	}
	free(sorted);
	return least;
}

static void find_cube(struct cutting *c, const struct placed *guest)
{
	double margin, high[MOST_DIMENSIONS];

	c->side = guest->side;
	for (unsigned axis = 0; axis < c->dimensions; axis++)
		c->low[axis] = guest->low[axis];
	if (c->side > 0)
		return;
	margin = least_distance(guest) / 2;
	for (unsigned axis = 0; axis < c->dimensions; axis++) {
		c->low[axis] = high[axis] = placed_at(guest, 0)[axis];
		for (unsigned i = 1; i < guest->processors; i++) {
			c->low[axis] = fmin(c->low[axis], placed_at(guest, i)[axis]);
			high[axis] = fmax(high[axis], placed_at(guest, i)[axis]);
		}
		c->low[axis] -= margin;
		c->side = fmax(c->side, high[axis] + margin - c->low[axis]);
	}
}

enum { SEATING = 12 };			/* steps of the budget, for each processor and cut */

/* The leaf of a processor in the tree of all MOST_CUTS_OF_AXIS * dimensions cuts. A point on a plane counts as
 * behind it. */
static leaf_number find_leaf(const struct cutting *c, const struct placed *guest, unsigned processor)
{
	double low[MOST_DIMENSIONS], side[MOST_DIMENSIONS];
	leaf_number leaf = 0;

	for (unsigned axis = 0; axis < c->dimensions; axis++) {
		low[axis] = c->low[axis];
		side[axis] = c->side;
	}
	for (unsigned cut = 0; cut < MOST_CUTS_OF_AXIS * c->dimensions; cut++) {
		unsigned axis = cut % c->dimensions;
		bool behind;

		side[axis] /= 2;
		behind = placed_at(guest, processor)[axis] >= low[axis] + side[axis];
		if (behind)
			low[axis] += side[axis];
		leaf = leaf << 1 | behind;
	}
	return leaf;
}

struct seat {
	leaf_number leaf;
	unsigned processor;
};

static int compare_seats(const void *left, const void *right)
{
	const struct seat *l = left, *r = right;

	if (l->leaf != r->leaf)
		return l->leaf < r->leaf ? -1 : 1;
	return l->processor < r->processor ? -1 : 1;
}

static bool refuse_pair(const struct placed *guest, unsigned a, unsigned b)
{
	char *name_a = placed_name(guest, a), *name_b = placed_name(guest, b), *before = NULL;
	unsigned earlier = guest->line && guest->line[a] > guest->line[b] ? b : a, later = earlier == a ? b : a;
	struct place at = { .file = guest->place_file, .line = guest->line ? guest->line[later] : 0 };
	bool same = true;

	for (unsigned axis = 0; axis < guest->dimensions; axis++)
		same &= placed_at(guest, a)[axis] == placed_at(guest, b)[axis];
	before = guest->line ? format_string(" (line %zu)", guest->line[earlier]) : copy_string("");
	if (same)
		error_at(at, "processor %s is where processor %s%s is: expected places of their own, no plane parts "
			 "these two", later == a ? name_a : name_b, later == a ? name_b : name_a, before);
	else
		error_at(at, "processor %s is so near to processor %s%s that %u cutting planes do not part them: "
			 "expected 2^-%d of the side or more between two", later == a ? name_a : name_b,
			 later == a ? name_b : name_a, before, MOST_CUTS_OF_AXIS * guest->dimensions,
			 MOST_CUTS_OF_AXIS - 1);
	suggest("other coordinates for processor %s", later == a ? name_a : name_b);
	free(name_a);
	free(name_b);
	free(before);
	return false;
}

/* The number of levels, out of `cuts`, that the ways to two leaves share. */
static unsigned common_levels(leaf_number a, leaf_number b, unsigned cuts)
{
	leaf_number different = a ^ b;

	for (; different; different >>= 1)
		cuts--;
	return cuts;
}

/* Sorts the processors by leaf, finds r, and shortens the leaf numbers to r bits. */
static bool seat(struct cutting *c, const struct placed *guest)
{
	unsigned cuts = MOST_CUTS_OF_AXIS * c->dimensions;
	struct seat *seats = allocate_array(c->processors, sizeof *seats);
	bool good = true;

	budget_spend(SEATING * (uint64_t)c->processors * cuts);
	for (unsigned i = 0; i < c->processors; i++)
		seats[i] = (struct seat){ find_leaf(c, guest, i), i };
	qsort(seats, c->processors, sizeof *seats, compare_seats);
	c->depth = 0;
	for (unsigned i = 1; i < c->processors && good; i++) {
		unsigned common = common_levels(seats[i - 1].leaf, seats[i].leaf, cuts);

		good = common < cuts || refuse_pair(guest, seats[i - 1].processor, seats[i].processor);
		c->depth = common + 1 > c->depth ? common + 1 : c->depth;
	}
	for (unsigned i = 0; i < c->processors && good; i++) {
		c->processor[i] = seats[i].processor;
		c->leaf[i] = seats[i].leaf >> (cuts - c->depth);
	}
	free(seats);
	return good;
}

/* A box of level i has been halved floor or ceil of i / dimensions times across each axis. */
static void find_surfaces(struct cutting *c)
{
	for (unsigned i = 0; i <= c->depth; i++) {
		double edge[MOST_DIMENSIONS], volume = pow(c->side, c->dimensions) / exp2(i);

		for (unsigned axis = 0; axis < c->dimensions; axis++)
			edge[axis] = c->side / exp2((i + c->dimensions - 1 - axis) / c->dimensions);
		if (c->dimensions == 3) {
			c->level[i].surface = 2 * (edge[0] * edge[1] + edge[1] * edge[2] + edge[2] * edge[0]);
			c->level[i].surface_bound = 4 * cbrt(4) * cbrt(volume * volume);
		} else {
			c->level[i].surface = 2 * (edge[0] + edge[1]);
			c->level[i].surface_bound = 3 * sqrt(2) * sqrt(volume);
		}
	}
}

/* Measures one level: `out` is indexed by the first processor of each box, in the order of the leaves. */
static void measure_level(struct cutting *c, unsigned i, const uint64_t *out)
{
	unsigned shift = c->depth - i;
	struct box_level *level = &c->level[i];

	for (unsigned first = 0, next; first < c->processors; first = next) {
		leaf_number box = c->leaf[first] >> shift;

		for (next = first; next < c->processors && c->leaf[next] >> shift == box; next++)
			;
		level->boxes++;
		if (next - first > level->most_processors)
			level->most_processors = next - first;
		if (out[first] > level->most_out)
			level->most_out = out[first];
		/* A box that shares its parent with another processor. */
		if (i == 0 || next - first > 1 || (first > 0 && c->leaf[first - 1] >> shift >> 1 == box >> 1)
		    || (next < c->processors && c->leaf[next] >> shift >> 1 == box >> 1))
			c->gamma = fmax(c->gamma, (double)out[first] / level->surface);
	}
}

/* Counts the wires that leave each box. A box of level i + 1 is a run of processors inside one box of level i. */
static void measure_boxes(struct cutting *c, const struct placed *guest)
{
	unsigned *rank = allocate_array(c->processors,
					sizeof *rank), *first = allocate_array(c->processors, sizeof *first);
	uint64_t *out = allocate_array(c->processors, sizeof *out);

	for (unsigned i = 0; i < c->processors; i++)
		rank[c->processor[i]] = i;
	for (unsigned i = 0; i <= c->depth; i++) {
		unsigned shift = c->depth - i;

		for (unsigned k = 0; k < c->processors; k++) {
			first[k] = k && c->leaf[k] >> shift == c->leaf[k - 1] >> shift ? first[k - 1] : k;
			out[k] = 0;
		}
		for (size_t w = 0; w < guest->wires; w++) {
			unsigned a = first[rank[guest->wire[w].a]], b = first[rank[guest->wire[w].b]];

			if (a == b)
				continue;
			out[a] += guest->wire[w].messages;
			out[b] += guest->wire[w].messages;
		}
		measure_level(c, i, out);
	}
	free(rank);
	free(first);
	free(out);
}

bool cutting_make(struct cutting *c, const struct placed *guest)
{
	*c = (struct cutting){ .dimensions = guest->dimensions, .processors = guest->processors };
	c->processor = allocate_array(c->processors, sizeof *c->processor);
	c->leaf = allocate_array(c->processors, sizeof *c->leaf);
	find_cube(c, guest);
	if (!seat(c, guest)) {
		cutting_free(c);
		return false;
	}
	c->level = allocate_array(c->depth + 1u, sizeof *c->level);
	find_surfaces(c);
	measure_boxes(c, guest);
	return true;
}

void cutting_free(struct cutting *c)
{
	free(c->processor);
	free(c->leaf);
	free(c->level);
	*c = (struct cutting){0};
}
