/* sets.h: trees and sets of messages for tests. */
#ifndef FTC_TESTS_SCHEDULE_SETS_H
#define FTC_TESTS_SCHEDULE_SETS_H

#include "schedule/schedule.h"

/* x = 1664525 x + 1013904223 mod 2^32, of which the upper 16 bits are given out. */
struct generator {
	uint32_t x;
};
/* 0 .. 65535 */
unsigned draw(struct generator *g);
/* 0 .. below - 1, below at most 2^20 */
unsigned draw_below(struct generator *g, unsigned below);

/* The universal fat-tree of n leaves and root capacity w, by the definition of its capacities. */
struct channel_tree universal_tree(unsigned n, unsigned w);

/* A set by the name of its kind, on n = 2^L leaves:
 *
 *   rand4 		4 n messages from anywhere to anywhere
 *   hot4		as rand4, but of four destinations three are taken modulo n/4
 *   relation4		4 random permutations: every leaf sends four and gets four
 *   randperm		a random permutation
 *   bitrev, transpose, shuffle, complement, neighbor	permutations; see sets.c
 *   alltoone, onetoall, alltoall
 *
 * False for a name that is none. */
bool named_set(const char *kind, unsigned n, unsigned seed, struct message_set *set);

/* Appends a message. */
void add_demand(struct message_set *set, unsigned source, unsigned destination);

#endif
