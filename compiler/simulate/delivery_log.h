/* delivery_log.h: a run as a table, a line for each delivery, for comparing runs and for other programs.
 *
 *   source,number,destination,created,offered,delivered
 *   3,0,9,17,17,171
 *
 * Leaves are numbered as their users number them. The number is the message's among those of its source, from 0. The
 * clocks, from the reset on, are those in which the message came into being, was first offered at its leaf's port, and
 * was taken from the port of the leaf that got it. A message to several leaves has a line for each that gets it. Lines
 * are in order of delivery; those of one clock in order of the leaves that get them.
 */
#ifndef FTC_SIMULATE_DELIVERY_LOG_H
#define FTC_SIMULATE_DELIVERY_LOG_H

#include <stdint.h>

#include "util/text.h"

/* A message that has arrived. */
struct logged {
	uint32_t source, leaf;		/* from 0 */
	uint64_t number;
	uint64_t created, offered, delivered;	/* clocks */
};

struct delivery_log {
	unsigned first;			/* the number of leaf 0 */
	struct logged *entry;		/* [count] */
	size_t count;
};

/* An empty log. */
struct delivery_log *delivery_log_new(unsigned first);
void delivery_log_add(struct delivery_log *log, const struct logged *logged);
/* Puts entries in the order of the table, which is that of a testbench's deliveries. */
void delivery_log_sort(struct delivery_log *log);
/* An exchange of ranks: rank 0 gets all deliveries. */
void delivery_log_gather(struct delivery_log *log);
/* Writes the table. */
void delivery_log_print(const struct delivery_log *log, struct text *out);
/* Accepts NULL. */
void delivery_log_free(struct delivery_log *log);

#endif
