/* batched.h: Bay's pruned butterfly with its deterministic on-line routing (thesis, 1992, chapter 2).
 *
 * Leaves send in rounds: each hands in at most D words. A round has a stage for each level of the tree. Stage i moves the
 * words of peak i: those for which the tree node common to where they are and where they go, the turn, lies on level i.
 * The subtrees below the nodes of level i do so side by side, each in batches that fit through its channels: a leaf's
 * rank among the words of its subtree says in which batch a word goes, and to which vertex of the turn it climbs. There
 * the batch is sorted by destination, and goes down. Two words that want the same edge do not both get it: the one of the
 * larger destination is sidetracked, arrives at another leaf, and goes on from there in a later stage. All words have
 * arrived after the last stage, and nothing is lost or sent again.
 *
 * Levels count from the root, as Bay has them: leaves are level L = lg N. A node of level i consists of nv(i) =
 * 2^ceil((L-i)/2) vertices; the channel above it has nv(i) wires each way, or 2 nv(i) if L - i is even, when its vertices
 * have two parents. Bay has even L only; the same rules make networks of any power of two.
 */
#ifndef FTC_MACHINES_BATCHED_BATCHED_H
#define FTC_MACHINES_BATCHED_BATCHED_H

#include <stdint.h>

#include "machines/xgft_kinds.h"
#include "network/machine.h"
#include "network/network.h"

enum {
	LEAST_BATCH_PERIOD = 24,	/* clocks: a leaf moves two words out of its lists and two into them */
	/* The protocol of the timer: bits of a command, one a clock; clocks from SLOT's start bit at a leaf to its M bits. */
	BATCHED_COMMAND_CLOCKS = 3,
	BATCHED_SLOT_AHEAD = 4,
};

/* parameters.c */

/* What does not go with rounds. False after a message. See struct machine. */
bool batched_read(const struct request *q);

/* shape.c: the one place for sizes and times. */

/* The stage that moves the words of peak i. Its slots are P_i clocks apart: in each one every subtree sends a batch. */
struct batched_stage {
	unsigned period;		/* P_i */
	/* From the clock of COUNT's start bit on the command wire into the root to that of the first M bits on the leaves'
	 * up wires. */
	unsigned count_clocks;
	unsigned latency;		/* from M bits on the leaves' up wires to those on the leaves' down wires */
	unsigned sorter_latency;	/* sigma(nv(i)), a part of it */
};

struct batched_shape {
	unsigned levels;		/* L */
	unsigned leaves;		/* N */
	unsigned payload_bits;		/* P */
	unsigned round_words;		/* D */
	bool ordered;			/* order: pairs */
	unsigned degree;		/* d, which is then D; 0: any set of words */
	bool scan;			/* with degree: leaves admit no more words for a leaf; else no more may come */
	unsigned places;		/* with degree: words for which a leaf has room */
	unsigned side_words;		/* with degree: of these the sidetracked ones: Lemma 8 */
	unsigned count_bits;		/* C: of the number N D, that of all words of a round */
	unsigned body_bits;		/* 2L + P: destination, source, payload */
	unsigned queue_words;		/* the most words that lie in a leaf: (N + 1) D, N D of this round and D of the next; or `places` */
	unsigned link_bits;		/* of the index of a word of a round in the leaf's RAM, ceil(lg N D), or of a place */
	unsigned list_count_bits;	/* of the number of words in a list: C, or less */
	unsigned body_nibbles;		/* of the RAM for each word: its body .. */
	unsigned word_nibbles;		/* .. and before it the link to the next of its list, two at least */
	unsigned row_shift;		/* with degree: 1 + lg of the nibbles by which a word's rows are fewer than a power of two; or 0 */
	unsigned quiet_stage;		/* clocks of a stage without a word */
	unsigned between_rounds;	/* clocks of a round that are no stage's */
	struct batched_stage stage[MOST_BATCHED_LEVELS];	/* [i], i < L */
};

/* Of a spec of batched_machine. */
struct batched_shape batched_shape(const struct spec *spec);
/* The same with that many round-words, 1 .. MOST_ROUND_WORDS. */
struct batched_shape batched_shape_with(const struct spec *spec, unsigned round_words);
/* nv(i), 0 <= i <= L: vertices of a node of level i. */
unsigned batched_vertices(const struct batched_shape *s, unsigned level);
/* cap(i), 0 < i <= L: wires each way of the channel above a node of level i. */
unsigned batched_capacity(const struct batched_shape *s, unsigned level);
/* Bits of h that a word of peak i carries: one for each two-parent level that it climbs from below the leaf's own wires. */
unsigned batched_rank_bits(const struct batched_shape *s, unsigned stage);
/* Bits of a leaf's RAM: each of two rounds has a half of it, with room for N D words or more; or all places. */
unsigned long batched_queue_bits(const struct batched_shape *s);
/* The same with all memories of a leaf: lists; with a degree, free places and delivered words; else rounds, with `order: pairs`. */
unsigned long batched_memory_bits(const struct batched_shape *s);
/* Clocks from a stage's COUNT to the next stage's, or to the end of the round, if its longest subtree has that many
 * batches. */
unsigned long batched_stage_clocks(const struct batched_shape *s, unsigned stage, unsigned long batches);
/* Clocks from a ROUND to the next one if each stage i < L has batches[i] batches, and words wait. */
unsigned long batched_round_clocks(const struct batched_shape *s, const unsigned *batches);

/* plans.c: the plans of the nodes. */

/* Adds all of them to a network's, and to what it uses: of each level's nodes PLAN_SORTER and, but for the root, PLAN_GATHER and
 * PLAN_SPREAD. See network_plan(). */
void batched_add_plans(struct network *net);

/* lower.c */

struct leaf_port;
/* Constants of rtl-templates/batched/batch_timer.v, for each stage, and the bits of its clocks. */
struct batched_timer_constants {
	unsigned first[MOST_BATCHED_LEVELS], period[MOST_BATCHED_LEVELS], drain[MOST_BATCHED_LEVELS], rest, bits;
};
struct batched_timer_constants batched_timer_constants(const struct batched_shape *s);
void batched_lower(struct design *d, const struct network *net);
/* struct leaf's ports() of bare leaves. */
unsigned batched_wire_ports(const struct network *net, struct leaf_port *ports);

/* memories.c */

/* What Yosys makes of a memory of a leaf: one of these, the others are 0. */
struct batched_memory {
	unsigned block_rams;
	unsigned lut_rams;		/* struct family has their size */
	unsigned flip_flops;		/* its bits, where there is no LUT RAM */
};
struct batched_memories {
	struct batched_memory store;	/* the words */
	struct batched_memory lists;	/* the newest word of each list, and how many there are */
	struct batched_memory rounds;	/* `order: pairs`, without degree: the round of the last word to each leaf */
	struct batched_memory free_places, delivered;	/* with degree */
};
struct batched_memories batched_memories(const struct batched_shape *s, const struct family *family);
/* Block RAMs of a leaf. */
unsigned batched_leaf_rams(const struct batched_memories *m);
/* struct machine's: says how many round-words would fit. */
bool batched_check_rams(const struct network *net, const char *board, unsigned long block_rams);

/* cost.c: estimates what stands beside the plans: gates and control parts of the nodes of a level, the timer, the leaves. */
struct cost batched_level_cost(const struct network *net, unsigned level);
struct cost batched_timer_cost(const struct network *net);
struct cost batched_leaves_cost(const struct network *net);
/* All but the leaves, and all. */
struct cost batched_fabric_cost(const struct network *net);
struct cost batched_cost(const struct network *net);

/* The machine's entries and constants. */

struct proofs;
void batched_prove(struct proofs *list, const struct network *net);			/* proof.c */
int batched_report(const struct spec *spec, bool files, struct findings *found);	/* report.c */
int batched_report_messages(const struct spec *spec, const char *path, struct findings *found);	/* round_report.c */
/* route.c */
int batched_route(const struct spec *spec, const struct route_request *request, bool files, struct findings *found);
/* points.c */
struct proposals;
struct prediction;
void batched_propose(struct proposals *list);
void batched_predict(const struct network *net, struct prediction *p);
void batched_draw(const struct network *net, struct output *out);	/* drawing.c */

extern const struct leaf batched_leaf, batched_wires;	/* leaf.c */
extern const struct self_test batched_self_test;	/* self_test.c */
extern const struct machine batched_machine;

#endif
