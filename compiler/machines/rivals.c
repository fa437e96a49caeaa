/* rivals.c: products of rings, arrays and complete graphs, as in Table 1 but for any sides. */
#include "machines/rivals.h"

#include <stdlib.h>

static unsigned long product(const struct sides *sides)
{
	unsigned long nodes = 1;

	for (unsigned i = 0; i < sides->count; i++)
		nodes *= sides->side[i];
	return nodes;
}

static int by_length(const void *a, const void *b)
{
	unsigned first = *(const unsigned *)a, second = *(const unsigned *)b;

	return (first < second) - (first > second);
}

/* The same sides, longest first, without those of one node, which have no links. */
static struct sides sorted(const struct sides *sides)
{
	struct sides s = {0};

	for (unsigned i = 0; i < sides->count; i++)
		if (sides->side[i] > 1)
			s.side[s.count++] = sides->side[i];
	qsort(s.side, s.count, sizeof *s.side, by_length);
	return s;
}

/* Links of an array's bisection: a cut across the longest side. If that is odd, the middle layer, an array with one
 * dimension less, is cut in the same way, and so on. With `wrap` every cut counts twice, except in a ring of two. */
static unsigned long layers(const struct sides *longest_first, bool wrap)
{
	unsigned long rest = product(longest_first), cut = 0;

	for (unsigned i = 0; i < longest_first->count; i++) {
		rest /= longest_first->side[i];
		cut += wrap && longest_first->side[i] > 2 ? 2 * rest : rest;
		if (longest_first->side[i] % 2 == 0)
			break;
	}
	return cut;
}

/* Sends one unit between any two nodes by shortest paths, evenly. An equal split needs a quarter of n^2 (less for
 * odd n) over links that carry n k / 8 in rings of even k, n (k^2 - 1) / 8k in those of odd k, and n / 2 for k = 2. */
static unsigned long flow_bound(const struct sides *sides, unsigned long n)
{
	double most = 0;

	for (unsigned i = 0; i < sides->count; i++) {
		double k = sides->side[i];
		double load = k == 2 ? n / 2.0 : sides->side[i] % 2 ? n * (k * k - 1) / (8 * k) : n * k / 8;

		most = load > most ? load : most;
	}
	double pairs = (double)(n / 2) * (double)(n - n / 2), bound = most > 0 ? pairs / most : 0;
	/* A rounding error would only lower the bound, which stays valid. */
	unsigned long whole = (unsigned long)(bound + 1e-9);
	return whole + (bound - (double)whole > 1e-6);
}

static bool has_pair(const struct sides *sides)
{
	for (unsigned i = 0; i < sides->count; i++)
		if (sides->side[i] == 2)
			return true;
	return false;
}

static void bisect_torus(const struct sides *sides, struct rival *t)
{
	unsigned long n = t->nodes;

	if (sides->count == 0)
		return;
	t->bisection_upper = layers(sides, true);
	t->bisection_lower = flow_bound(sides, n);
	if (has_pair(sides)) {
		/* The alternative: a cut between the two nodes of that side. */
		t->bisection_upper = t->bisection_upper < n / 2 ? t->bisection_upper : n / 2;
	} else {
		t->bisection_lower = t->bisection_upper;
	}
}

struct rival torus(const struct sides *given)
{
	struct sides sides = sorted(given);
	struct rival t = { .nodes = product(&sides) };

	for (unsigned i = 0; i < sides.count; i++) {
		t.degree += sides.side[i] == 2 ? 1 : 2;
		t.diameter += sides.side[i] / 2;
	}
	t.cost = (unsigned long)t.degree * t.diameter;
	bisect_torus(&sides, &t);
	return t;
}

struct rival mesh(const struct sides *given)
{
	struct sides sides = sorted(given);
	struct rival m = { .nodes = product(&sides) };

	for (unsigned i = 0; i < sides.count; i++) {
		m.degree += sides.side[i] == 2 ? 1 : 2;
		m.diameter += sides.side[i] - 1;
	}
	m.cost = (unsigned long)m.degree * m.diameter;
	m.bisection_lower = m.bisection_upper = layers(&sides, false);
	return m;
}

/* Links from the first `half` nodes, in the order in which the last side's number counts most, to the others. Layers
 * across the shortest side are full; the rest is in one layer. */
static unsigned long lexicographic_cut(const struct sides *longest_first, unsigned long half)
{
	unsigned long layer = product(longest_first), cut = 0;

	for (unsigned i = longest_first->count; i-- > 0;) {
		unsigned long k = longest_first->side[i], full, rest;

		layer /= k;
		full = half / layer;
		rest = half % layer;
		/* Across this side: `rest` of the layer's columns hold full + 1 nodes, the others full. */
		cut += rest * (full + 1) * (k - full - 1) + (layer - rest) * full * (k - full);
		half = rest;
	}
	return cut;
}

struct rival generalized_hypercube(const struct sides *given)
{
	struct sides sides = sorted(given);
	struct rival g = { .nodes = product(&sides), .diameter = sides.count };

	for (unsigned i = 0; i < sides.count; i++)
		g.degree += sides.side[i] - 1;
	g.cost = (unsigned long)g.degree * g.diameter;
	g.bisection_lower = g.bisection_upper = lexicographic_cut(&sides, g.nodes / 2);
	return g;
}

struct sides squarest(unsigned nodes)
{
	struct sides s = { 2, { nodes, 1 } };

	for (unsigned b = 1; (unsigned long)b * b <= nodes; b++)
		if (nodes % b == 0)
			s = (struct sides){ 2, { nodes / b, b } };
	return s;
}

struct sides hypercube_sides(unsigned nodes)
{
	struct sides s = {0};

	if (nodes & (nodes - 1))
		return s;
	for (; nodes > 1; nodes /= 2)
		s.side[s.count++] = 2;
	return s;
}
