/* service.h: how a network serves its leaves, one by one: totals hide who waits.
 *
 * A word waits from the clock in which it is first on its leaf's s_axis until its delivery; its queue before that is
 * not counted. A try is a frame slot in which its leaf sends it. The ports do not show tries. They are counted by
 * clocks (direct_clocks of testbench.h), which is exact for leaves of one wire: these send the word on their port in
 * every slot until it is delivered. A word to several leaves has no tries: it waits for the slot of its tree.
 */
#ifndef FTC_SIM_SERVICE_H
#define FTC_SIM_SERVICE_H

#include <stdbool.h>
#include <stdint.h>

#include "traffic.h"

struct testbench;

/* One word, and how it was served. */
struct word_service {
	bool exists;
	uint32_t source, destination;	/* as in struct message */
	uint64_t offered;		/* clock in which it was first on s_axis */
	uint64_t waited;		/* clocks since */
	uint64_t tries;			/* 0: to several leaves, or not tried yet */
	uint32_t receiver;		/* among words of one clock those of lower receivers are first; UINT32_MAX: none has it */
};

/* A leaf as a source. */
struct leaf_service {
	uint64_t delivered;		/* words delivered during the measured clocks */
	uint64_t most_tries, longest_wait;	/* of one of its words */
	uint64_t next_slot;		/* the first slot after its last delivery */
	bool asks;			/* it is a client of a closed loop: */
	uint64_t answered;		/* its requests that were answered during the measured clocks */
	uint64_t last_answer;		/* the clock of the last answer in the whole run; 0: none */
	bool paused;			/* in some measured slot it had nothing to send */
};

struct service {
	unsigned leaves;
	struct leaf_service *leaf;	/* [leaves] */
	struct word_service most_tried, longest_wait;	/* of all words, delivered or not; the first of several */
	struct word_service waiting;	/* the oldest undelivered word on a port at the end of the measured clocks */
	bool ended;			/* `waiting` is known */
	uint64_t slot_clocks, first_clock;	/* as in struct testbench */
	uint64_t first_slot, end_slot;	/* the measured ones; equal: none are */
};

/* Who was served least and most. Least: of the leaves that had something to send in every measured slot. Most: of all
 * leaves. (A leaf that wins all the time may sometimes have nothing left to send.) */
struct served {
	unsigned waiting;		/* leaves that had something to send in every measured slot; 0: nothing below */
	unsigned starved;		/* of those, without one delivery */
	uint32_t least_leaf, most_leaf;
	uint64_t least, most;		/* words delivered during the measured clocks */
};

void service_start(struct service *s, const struct testbench *tb);
void service_free(struct service *s);

/* A message is on its leaf's port from `clock` on. `alone`: no other word of that leaf is under way. */
void service_offered(struct service *s, const struct message *m, uint64_t clock, bool alone);
/* It was delivered, or it is still waiting for that. */
void service_waited(struct service *s, const struct word_service *word);
/* It was delivered in `clock`. `measured`: during the measured clocks. */
void service_delivered(struct service *s, const struct word_service *word, uint64_t clock, bool measured);
/* A request of the leaf was answered in `clock`. */
void service_answered(struct service *s, uint32_t leaf, uint64_t clock, bool measured);
/* The measured clocks have ended; `oldest` is the oldest word that waits, if one exists. Later calls do nothing. */
void service_ended(struct service *s, const struct word_service *oldest);
/* The run has ended: the leaves that no word is under way from had nothing to send since. */
void service_closed(struct service *s, uint32_t leaf);

/* Adds the words that another rank has found; its leaves are not read. */
void service_merge(struct service *s, const struct service *other);

struct served service_summary(const struct service *s);
/* Of the leaves that ask: whose requests were answered least in the measured clocks, and most; whose last answer came first, and last.
 * Of several leaves the lowest. */
struct answered {
	unsigned clients;		/* 0: nothing below */
	uint64_t all;			/* requests answered */
	uint32_t least_leaf, most_leaf, first_leaf, last_leaf;
	uint64_t least, most, first, last;
};
struct answered service_answers(const struct service *s);
/* Least over most, 0 to 1; 1 if nothing was delivered from any leaf. */
double served_ratio(const struct served *s);

#endif
