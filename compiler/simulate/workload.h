/* workload.h: collective operations of parallel programs, as messages that wait for each other.
 *
 * The ranks are the living leaves, in order; P of them. `words` are those of MPI's calls:
 *
 *   barrier         dissemination: in round k rank i sends a word to i + 2^k mod P, and has heard of all before it.
 *   broadcast       `words` from rank 0 to all, over a binomial tree.
 *   reduce          `words` of each rank into rank 0, over the same tree.
 *   all-reduce      `words` of each rank into all. ring: reduce-scatter and all-gather of P parts, 2 (P - 1) steps; tree: reduce, then
 *                   broadcast; recursive-doubling: in step k exchanged with rank i xor 2^k, P a power of two.
 *   all-gather      `words` of each rank to all, over a ring: P - 1 steps.
 *   all-to-all      `words` from each rank to each other one, in the order i + 1, i + 2 ..; nobody waits.
 *   halo-2d, -3d    `words` to each neighbour in an open grid, which is as square as P allows; nobody waits.
 *   fft             binary exchange: in step k `words` exchanged with rank i xor 2^k, P a power of two.
 *
 * R. Thakur, R. Rabenseifner, W. Gropp: "Optimization of collective communication operations in MPICH", 2005, has all
 * of these algorithms. Computing takes no time.
 */
#ifndef FTC_SIMULATE_WORKLOAD_H
#define FTC_SIMULATE_WORKLOAD_H

#include "message_list.h"
#include "network/network.h"

enum workload_kind {
	WORKLOAD_BARRIER, WORKLOAD_BROADCAST, WORKLOAD_REDUCE, WORKLOAD_ALL_REDUCE, WORKLOAD_ALL_GATHER, WORKLOAD_ALL_TO_ALL, WORKLOAD_HALO_2D,
	WORKLOAD_HALO_3D, WORKLOAD_FFT, WORKLOAD_COUNT
};
enum workload_algorithm { ALGORITHM_RING, ALGORITHM_TREE, ALGORITHM_RECURSIVE_DOUBLING, ALGORITHM_COUNT };
extern const char *const workload_names[WORKLOAD_COUNT], *const workload_algorithm_names[ALGORITHM_COUNT];

struct collective {
	enum workload_kind kind;
	enum workload_algorithm algorithm;	/* of all-reduce */
	uint32_t words;
};

/* Makes the messages; false after a message: the number of ranks does not suit, or there are too many messages. Free the list in
 * either case. */
bool workload_make(struct message_list *list, const struct collective *w, const struct network *net);
/* "all-reduce by ring, 64 words": a fresh string. */
char *workload_title(const struct collective *w);

/* Clocks before which no network of these slots and channels can have delivered the messages; 0: not known. A word takes the clocks
 * of an idle network (to another chip at least those to the far half of its own), a leaf sends, and receives, one in a slot over each of its connections, a channel takes one in a slot over
 * each of its wires. */
struct workload_bounds {
	uint64_t latency;		/* of the longest chain of messages that wait for each other */
	uint64_t leaf;			/* of the leaf that sends or receives the most */
	uint64_t bisection;		/* of the channel that is loaded the most for its wires; of two chips a root's, with its link, is one */
	unsigned level;			/* its level, as the user numbers it */
};
struct workload_bounds workload_bounds(const struct message_list *list, const struct network *net);

#endif
