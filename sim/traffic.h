/* traffic.h: which leaf sends which messages, to whom and when.
 *
 * Traffic is made lazily, one message per leaf ahead: memory is needed only for messages under way, whatever their
 * number and backlog. The seed decides everything: the same parameters give the same messages on every machine.
 *
 * Load is in messages per leaf and frame slot. Each sending leaf runs a process of its own (enum injection). With packets it
 * creates whole packets, of which there are fewer by the mean number of their words.
 */
#ifndef FTC_SIM_TRAFFIC_H
#define FTC_SIM_TRAFFIC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "message_list.h"

/* Destination d of source s among n leaves; b = log2 n, x_i is bit i of x. "Digits" in other authors' definitions
 * are the coordinates of a mesh or torus; a tree has one dimension, so there is one digit of base n.
 *
 *   uniform         every other leaf equally likely. BookSim draws from all n, s included; here s is excluded
 *                   (as in Constellation), because a message to oneself never enters the network.
 *   bit-complement  d = n-1-s, that is d_i = not s_i. Any n (for odd n the middle leaf is silent).
 *   bit-reverse     d_i = s_(b-1-i). n a power of two.
 *   transpose       d_i = s_((i+b/2) mod b): the halves of s swapped (BookSim). n a power of four. ProNoC's
 *                   "transpose" on trees is bit-complement instead.
 *   shuffle         d_i = s_((i-1) mod b): s rotated left (Dally and Towles; ProNoC's "bit rotation" rotates right).
 *                   n a power of two.
 *   tornado         d = (s + ceil(n/2) - 1) mod n. Any n. ProNoC takes floor(n/2) - 1, the same for even n.
 *   neighbor        d = (s + 1) mod n. Any n. (BookSim adds 1 in every digit.)
 *   hotspot         d drawn from a list of leaves with weights (BookSim); see struct hotspot. Without a
 *                   list leaf 0 receives everything.
 *   permutation     one permutation of all leaves drawn at random from the seed, then kept (BookSim: randperm).
 *
 * A leaf whose destination is always itself, or dead, is silent: it sends nothing and is counted by
 * traffic_silent(). Transpose and bit-reverse of n = 2^b leaves have 2^ceil(b/2) of them, shuffle two. */
enum pattern {
	PATTERN_UNIFORM,
	PATTERN_BIT_COMPLEMENT,
	PATTERN_BIT_REVERSE,
	PATTERN_TRANSPOSE,
	PATTERN_SHUFFLE,
	PATTERN_TORNADO,
	PATTERN_NEIGHBOR,
	PATTERN_HOTSPOT,
	PATTERN_PERMUTATION,
	PATTERN_COUNT
};

extern const char *const pattern_names[PATTERN_COUNT];

/* Why `pattern` is not defined for so many leaves ("needs a power of two"), or NULL when it is. */
const char *pattern_refusal(enum pattern pattern, unsigned leaves);

/* d(s) of the patterns bit-complement to neighbor, for a number of leaves that is not refused. */
uint32_t pattern_destination(enum pattern pattern, unsigned leaves, uint32_t source);

/* A share of the destinations: leaf `leaf`, or all leaves equally (HOTSPOT_REST). Destinations are drawn in
 * proportion to the weights. A leaf never draws itself: only the weights of the others count. */
struct hotspot {
	uint32_t leaf;
	uint32_t weight;		/* 1 .. 1000000 */
};
#define HOTSPOT_REST UINT32_MAX

/* When a leaf of `load` messages per slot creates them. A slot has ceil(load) equal parts, each of which has the chance
 * load / ceil(load); a message is created at a clock of its part that is drawn uniformly (a user knows nothing of slots).
 *
 *   bernoulli       in each part with its chance.
 *   poisson         a Poisson process: gaps are exponential, and parts play no role.
 *   on-off          in bursts, in each part one (Heffes and Lucantoni's interrupted process): the lengths of the bursts are
 *                   exponential with mean `burst` parts, and so are the gaps, which are as long as the load wants.
 *   self-similar    the same with Pareto's lengths of shape 4/3: the sum of many has the Hurst parameter
 *                   (3 - 4/3) / 2 = 0.83 (Willinger, Taqqu, Sherman, Wilson 1997). Its mean converges slowly.
 */
enum injection { INJECTION_BERNOULLI, INJECTION_POISSON, INJECTION_ON_OFF, INJECTION_SELF_SIMILAR, INJECTION_COUNT };

extern const char *const injection_names[INJECTION_COUNT];

/* A pattern of a mixture: messages are drawn in proportion to the weights of those patterns in which their leaf sends. */
struct pattern_share {
	enum pattern pattern;
	uint32_t weight;		/* 1 .. 1000000 */
};

/* Which leaf sends how much to which other one, by rows of sources. Rows may be empty, the matrix may not. */
struct traffic_matrix {
	size_t *end;			/* [row]: the row's entries end before this one, where the next row's begin */
	uint32_t *column;		/* [entry]: never that of the row itself */
	double *sum;			/* [entry]: the values of the row up to this one */
	double total;			/* of all */
};

/* The sum of a row. */
double traffic_matrix_rate(const struct traffic_matrix *m, uint32_t row);
void traffic_matrix_free(struct traffic_matrix *m);

struct packet_size {
	uint32_t words, weight;		/* 1 .. 65535, 1 .. 1000000 */
};

/* Requests and their replies: each leaf has `window` places; in each of them it sends a request to a leaf of the pattern, which
 * answers when all words of it have arrived, and when all words of the reply have, the leaf thinks and asks again. */
struct loop_demand {
	unsigned window;		/* 0: no closed loop */
	uint64_t batch;			/* requests of each leaf in all; 0: the traffic's end ends them */
	unsigned think;			/* clocks on average: 0 .. 2 think are equally likely */
	unsigned request_words, reply_words;	/* packets, or trains; reply_words 0: the delivery of the request ends the round trip */
};

/* Of a request whose reply has arrived. */
struct round_trip {
	uint32_t leaf;			/* that has asked */
	uint64_t created;		/* its clock */
};

/* Who sends how much to whom, and when. All that is 0 or NULL is not asked for. */
struct traffic_demand {
	enum pattern pattern;
	struct pattern_share *mix;	/* [mix_count]: in place of it */
	size_t mix_count;
	struct traffic_matrix *matrix;	/* in place of both: the load is the mean of all leaves */
	struct hotspot *hotspot;	/* [hotspot_count] */
	size_t hotspot_count;
	struct loop_demand loop;	/* in place of the three below, of sizes, and of the load */
	enum injection injection;
	double burst;			/* of the last two injections: mean parts of a burst */
	double *rates;			/* [leaf]: its share of the load, 0 .. 64; NULL: 1 */
	unsigned packet_words;		/* packets have 1 .. as many words, all as likely; 0: as 1 */
	struct packet_size *size;	/* [size_count]: in place of them */
	size_t size_count;
	double outward;			/* share of the leaves' messages that go to the outside, to all its streams alike */
	double inward;			/* messages per stream of the outside and slot, 0 .. 1, each to a leaf drawn uniformly */
	const char *mix_text, *matrix_file, *rates_text, *size_text;	/* as the user gave them, for reports */
};

/* Frees what it points to. */
void demand_free(struct traffic_demand *demand);

/* A word, which is a message unless it belongs to a packet or a train. Its destination is a leaf's number; the number of leaves, for all of them; or that number + g, for the
 * members of group g, numbered from 1. A message to several leaves never returns to its source. */
struct message {
	uint32_t source, destination;
	uint64_t created;		/* clock in which its source wants to send it */
	uint64_t number;		/* identifies it among the messages of its source; increases */
	bool more;			/* the source's next word is of the same packet */
};

struct traffic_parameters {
	unsigned leaves;
	unsigned payload_bits;
	uint64_t seed;
	const struct message_list *list;	/* a list to send; NULL: a pattern */
	struct traffic_demand demand;		/* a pattern's */
	double load;			/* messages per sending leaf and period, above 0; divides the times of a list */
	double period;			/* clocks; 0: a slot */
	unsigned slot_clocks;		/* length of a frame slot */
	uint64_t end;			/* no message is created in or after this clock */
	bool packets;			/* the network has some; else a pattern sends single words */
	const bool *dead;		/* [leaf]: sends and gets nothing, two or more do; not for a list; NULL: none */
	/* Of a pattern: sources and destinations leaves .. leaves + outside - 1 are streams of the outside. */
	unsigned outside;
	unsigned chips;			/* with 2 the second half of the leaves is on another chip; `demand.outward`, unless it is
					   below 0, is then the share that goes to the other chip, and a leaf is drawn of each */
	unsigned named;			/* the first so many of them send and are sent to */
};

struct traffic;

/* Starts the traffic; what `p` points to must outlive it. The pattern must suit the number of leaves. */
struct traffic *traffic_create(const struct traffic_parameters *p);
void traffic_free(struct traffic *t);

/* The next message of a leaf, in order of creation; false when there is none left. */
bool traffic_next(struct traffic *t, uint32_t leaf, struct message *m);

/* Moves the end of a pattern's traffic: no further message is created in or after this clock. */
void traffic_set_end(struct traffic *t, uint64_t end);

/* Message `m` was delivered in `clock`: what waits for that, in a list with times or a closed loop, gets its clock. Whether it ends a
 * round trip. */
bool traffic_delivered(struct traffic *t, const struct message *m, uint64_t clock, struct round_trip *trip);
/* Whether the leaf sends requests of a closed loop. */
bool traffic_asks(const struct traffic *t, uint32_t leaf);
/* A leaf to which a delivery has given a message to send; false: no more. */
bool traffic_released(struct traffic *t, uint32_t *leaf);
/* If the leaf has a message that is created before `m`, from traffic_next(), exchanges the two. */
bool traffic_sooner(struct traffic *t, struct message *m);

/* The payload of a message that traffic_next() gave: (payload_bits + 63) / 64 words, the least significant first. */
void traffic_payload(const struct traffic *t, const struct message *m, uint64_t *words);

/* Leaves that never send because they are dead, or their pattern names the leaf itself or a dead one. 0 for a list. */
unsigned traffic_silent(const struct traffic *t);

#endif
