/* sets.c: trees and sets of messages for tests. */
#include "sets.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

unsigned draw(struct generator *g)
{
	g->x = 1664525 * g->x + 1013904223;
	return g->x >> 16;
}

unsigned draw_below(struct generator *g, unsigned below)
{
	unsigned high = draw(g);

	return (high << 16 | draw(g)) % below;
}

struct channel_tree universal_tree(unsigned n, unsigned w)
{
	struct channel_tree tree = { .leaves = n };

	while (1u << tree.levels < n)
		tree.levels++;
	for (unsigned k = 1; k <= tree.levels; k++) {
		unsigned most = (n + (1u << k) - 1) >> k, c = 1;

		/* c >= w / 2^(2k/3) <=> c^3 4^k >= w^3 */
		while (c < most && (unsigned __int128)c * c * c << (2 * k) < (unsigned __int128)w * w * w)
			c++;
		tree.capacity[k] = c;
	}
	return tree;
}

void add_demand(struct message_set *set, unsigned source, unsigned destination)
{
	if ((set->count & (set->count - 1)) == 0)
		set->demand = reallocate(set->demand, (set->count ? 2 * set->count : 1) * sizeof *set->demand);
	set->demand[set->count++] = (struct demand){ source, destination };
}

static void random_messages(struct message_set *set, unsigned n, unsigned each, bool hot, struct generator *g)
{
	for (unsigned i = 0; i < each * n; i++) {
		unsigned source = draw(g) % n, destination = draw(g) % n;

		if (hot && draw(g) % 4)
			destination %= n / 4 ? n / 4 : 1;
		add_demand(set, source, destination);
	}
}

static void random_permutation(struct message_set *set, unsigned n, struct generator *g)
{
	unsigned *to = allocate_array(n, sizeof *to);

	for (unsigned i = 0; i < n; i++)
		to[i] = i;
	for (unsigned i = n - 1; i > 0; i--) {
		unsigned j = draw(g) % (i + 1), other = to[j];

		to[j] = to[i];
		to[i] = other;
	}
	for (unsigned i = 0; i < n; i++)
		add_demand(set, i, to[i]);
	free(to);
}

/* Where leaf i of 2^bits sends in a permutation of that name; n for a name that is none. */
static unsigned permuted(const char *kind, unsigned i, unsigned n, unsigned bits)
{
	unsigned half = bits / 2, reversed = 0;

	for (unsigned b = 0; b < bits; b++)
		reversed |= (i >> b & 1) << (bits - 1 - b);
	if (!strcmp(kind, "bitrev"))
		return reversed;
	if (!strcmp(kind, "transpose"))
		return i >> (bits - half) | (i << half & (n - 1));
	if (!strcmp(kind, "shuffle"))
		return (i << 1 | i >> (bits - 1)) & (n - 1);
	if (!strcmp(kind, "complement"))
		return n - 1 - i;
	if (!strcmp(kind, "neighbor"))
		return (i + 1) % n;
	return n;
}

static bool all_pairs(struct message_set *set, const char *kind, unsigned n)
{
	bool from_all = strcmp(kind, "onetoall") != 0, to_all = strcmp(kind, "alltoone") != 0;

	if (strncmp(kind, "allto", 5) != 0 && from_all)
		return false;
	for (unsigned i = 0; i < (from_all ? n : 1); i++)
		for (unsigned j = 0; j < (to_all ? n : 1); j++)
			if (i != j)
				add_demand(set, i, j);
	return true;
}

bool named_set(const char *kind, unsigned n, unsigned seed, struct message_set *set)
{
	struct generator g = { seed };
	unsigned each = 0, bits = 0;

	*set = (struct message_set){ .count = 0 };
	while (1u << bits < n)
		bits++;
	if (sscanf(kind, "rand%u", &each) == 1 || sscanf(kind, "hot%u", &each) == 1) {
		random_messages(set, n, each, kind[0] == 'h', &g);
	} else if (sscanf(kind, "relation%u", &each) == 1) {
		while (each-- > 0)
			random_permutation(set, n, &g);
	} else if (!strcmp(kind, "randperm")) {
		random_permutation(set, n, &g);
	} else if (permuted(kind, 0, n, bits) < n) {
		for (unsigned i = 0; i < n; i++)
			add_demand(set, i, permuted(kind, i, n, bits));
	} else {
		return all_pairs(set, kind, n);
	}
	return true;
}
