/* schedule.h: which messages of a known set pass the tree in which delivery cycle (Leiserson 1985, sections III and IV).
 *
 * A delivery cycle takes a one-cycle set: for every channel and direction at most `capacity` messages. A schedule divides a
 * set of messages into one-cycle sets; lambda, the load factor, is the greatest quotient of load and capacity over all
 * channels, so at least ceil(lambda) cycles are needed. Channels are directed: up and down count apart.
 *
 * A message to oneself uses no channel: it is delivered locally, in no cycle, and counts for nothing here.
 */
#ifndef FTC_SCHEDULE_SCHEDULE_H
#define FTC_SCHEDULE_SCHEDULE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "parse/spec.h"

/* The tree as a scheduler sees it: the complete binary tree, or what is left of it when its leaves n .. 2^L - 1 are left out. */
struct channel_tree {
	unsigned leaves;				/* n, 2 .. MAXIMUM_LEAVES */
	unsigned levels;				/* L, least with 2^L >= n */
	unsigned capacity[MAXIMUM_LEVELS + 1];		/* [k], k = 1 .. L: messages each way per cycle on a channel of level
							   k, at least 1: its wires, or alpha of them with partial
							   concentrators. [0], the outside's, is not used */
};

/* 16 hex digits and a NUL: a digest (FNV-1a, 64 bits) of leaves and capacities. Trees that take the same schedules have
 * the same. */
void channel_tree_digest(const struct channel_tree *tree, char digest[17]);

/* Messages, in the order of the file they came from. Both ends are 0 .. n - 1. */
struct demand {
	uint32_t source, destination;
};
struct message_set {
	struct demand *demand;
	size_t count;			/* below 2^32 - 1 */
};

struct load_factor {
	uint64_t numerator, denominator;		/* lambda = load / capacity of that channel, not reduced; 0 / 1: none */
	unsigned level;					/* of the first channel, by level from the root, up before down, from
							   left to right, that attains it; 0: none */
	bool up;
	unsigned vertex;				/* 0 .. 2^level - 1, from the left */
};

/* Time O(messages + n). */
struct load_factor load_factor(const struct channel_tree *tree, const struct message_set *set);
/* ceil(lambda) */
uint64_t load_factor_cycles(const struct load_factor *lambda);

enum schedule_method {
	SCHEDULE_AUTO,			/* as a wish only: the shortest of all that apply */
	SCHEDULE_THEOREM_1,		/* matching and tracing, level after level */
	SCHEDULE_COROLLARY_2,		/* the same cycles for all levels; needs capacities of at least a lg n, a > 1 */
	SCHEDULE_PACKED,		/* our own: packing, then local search */
	SCHEDULE_METHODS
};

enum { SCHEDULE_LOCAL = UINT32_MAX };	/* the cycle of a message to oneself */

struct schedule {
	enum schedule_method method;
	unsigned cycles;
	uint32_t *cycle;		/* [message]: 0 .. cycles - 1, or SCHEDULE_LOCAL */
};

/* False where the method does not apply (corollary 2), and then there is nothing to free. What comes out has passed
 * schedule_check(). */
bool schedule_make(struct schedule *schedule, const struct channel_tree *tree, const struct message_set *set,
		   enum schedule_method method);
void schedule_free(struct schedule *schedule);

/* Is it a schedule of that set on that tree? Knows nothing of how schedules are made: walks every message's way and counts.
 * On false `why`, unless NULL, is a fresh string with the first thing that is wrong. */
bool schedule_check(const struct schedule *schedule, const struct channel_tree *tree, const struct message_set *set,
		    char **why);

/* "auto", "theorem-1", .. */
extern const char *const schedule_method_names[SCHEDULE_METHODS];

/* A schedule in a file (JSON; docs/schedules.md), with the set that it is of and the tree that it is for. */
struct schedule_file {
	struct channel_tree tree;
	struct message_set set;
	struct schedule schedule;
};

/* Reads and checks `path` ("-": standard input). On an error prints one message with the place and returns false; nothing
 * to free then. The messages are in the order of the file: cycle after cycle, those to oneself last. */
bool schedule_file_read(struct schedule_file *file, const char *path);
/* Was it made for this tree? If not, prints one message that names `path` and both trees. */
bool schedule_file_fits(const struct schedule_file *file, const char *path, const struct channel_tree *tree);
void schedule_file_free(struct schedule_file *file);
/* The text of such a file. Within a cycle the messages stand in the order of the set. */
void schedule_file_print(const struct channel_tree *tree, const struct message_set *set, const struct schedule *schedule,
			 struct text *out);

#endif
