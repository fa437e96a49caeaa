/* schedule.h: divides a known set of messages among delivery cycles (Leiserson 1985, sections III and IV).
 *
 * A delivery cycle takes a one-cycle set: for every channel and direction at most `capacity` messages. A schedule
 * divides a set of messages into one-cycle sets. The load factor lambda is the greatest quotient of load and capacity
 * over all channels; every schedule has at least ceil(lambda) cycles. Channels are directed: up and down are counted
 * separately.
 *
 * A message from a leaf to itself uses no channel: it is delivered locally, in no cycle, and adds no load.
 */
#ifndef FTC_SCHEDULE_SCHEDULE_H
#define FTC_SCHEDULE_SCHEDULE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "parse/spec.h"

/* The tree as a scheduler sees it: the complete binary tree without its leaves n .. 2^L - 1. */
struct channel_tree {
	unsigned leaves;		/* n, 2 .. MAXIMUM_LEAVES */
	unsigned levels;		/* L, least with 2^L >= n */
	/* [k], k = 1 .. L: messages each way per cycle on a channel of level k, at least 1: its wires, or alpha of them
	 * with partial concentrators. [0], the outside's, is not used. */
	unsigned capacity[MAXIMUM_LEVELS + 1];
};

/* 16 hex digits and a NUL: a digest (FNV-1a, 64 bits) of leaves and capacities, equal for trees that accept the same
 * schedules. */
void channel_tree_digest(const struct channel_tree *tree, char digest[17]);

/* Messages, in the order of their file. Both ends are 0 .. n - 1. */
struct demand {
	uint32_t source, destination;
};
struct message_set {
	struct demand *demand;
	size_t count;			/* below 2^32 - 1 */
};

struct load_factor {
	uint64_t numerator, denominator;	/* lambda = load / capacity of that channel, not reduced; 0 / 1: none */
	unsigned level;			/* of the first channel, by level from the root, up before down, from left to
					   right, that attains it; 0: none */
	bool up;
	unsigned vertex;		/* 0 .. 2^level - 1, from the left */
};

/* Time O(messages + n). */
struct load_factor load_factor(const struct channel_tree *tree, const struct message_set *set);
/* ceil(lambda) */
uint64_t load_factor_cycles(const struct load_factor *lambda);

enum schedule_method {
	SCHEDULE_AUTO,			/* only as a request: the shortest of all that apply */
	SCHEDULE_THEOREM_1,		/* matching and tracing, level after level */
	SCHEDULE_COROLLARY_2,		/* all levels at once; requires capacities of at least a lg n, a > 1 */
	SCHEDULE_PACKED,		/* our own: packing, then local search */
	SCHEDULE_METHODS
};

enum { SCHEDULE_LOCAL = UINT32_MAX };	/* the cycle of a message from a leaf to itself */

struct schedule {
	enum schedule_method method;
	unsigned cycles;
	uint32_t *cycle;		/* [message]: 0 .. cycles - 1, or SCHEDULE_LOCAL */
};

/* Makes a schedule, verified by schedule_check(). False, with nothing to free, if the method does not apply
 * (corollary 2). */
bool schedule_make(struct schedule *schedule, const struct channel_tree *tree, const struct message_set *set,
		   enum schedule_method method);
void schedule_free(struct schedule *schedule);

/* Whether it is a schedule of that set on that tree. Independent of the methods: counts along every message's path. If
 * false, `why`, unless NULL, is a fresh string with the first error. */
bool schedule_check(const struct schedule *schedule, const struct channel_tree *tree, const struct message_set *set,
		    char **why);

/* "auto", "theorem-1", .. */
extern const char *const schedule_method_names[SCHEDULE_METHODS];

/* A schedule in a file (JSON; docs/how-to/schedules.md), with its set of messages and its tree. */
struct schedule_file {
	struct channel_tree tree;
	struct message_set set;
	struct schedule schedule;
	uint32_t *way;			/* [message]: in a network with several ways, as machines/phases.h has it; NULL: in none */
};

/* Reads and checks `path` ("-": standard input). The messages are in the order of the file: cycle after cycle, local
 * ones last. On an error prints one message with the place and returns false, with nothing to free. */
bool schedule_file_read(struct schedule_file *file, const char *path);
void schedule_file_free(struct schedule_file *file);
/* Prints the text of such a file. Within a cycle the messages are in the order of the set. */
void schedule_file_print(const struct channel_tree *tree, const struct message_set *set,
			 const struct schedule *schedule, struct text *out);

#endif
