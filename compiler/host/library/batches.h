/* batches.h: divides messages into batches that fit into the memories of a bridge. */
#ifndef FTC_HOST_BATCHES_H
#define FTC_HOST_BATCHES_H

#include "ftc-host.h"

/* The batch of each message, and its place in the memory of its leaf. */
struct batches {
	size_t count;
	uint32_t *of;			/* [message]: its batch */
	size_t *order;			/* messages by batch, then leaf, then as given */
	size_t *first;			/* [batch * leaves + leaf]: index in `order` of a leaf's first; then the end */
};

/* Divides messages that suit the network by the rule of ftc_host_run(); slot_clocks as in its options.
 * FTC_HOST_DONE, FTC_HOST_NO_MEMORY or, when a single message does not fit, FTC_HOST_MESSAGE. The caller frees `b`
 * in every case. */
enum ftc_host_error batches_make(struct batches *b, const struct ftc_host_identity *who, unsigned slot_clocks,
				 const struct ftc_host_send *messages, size_t count);
void batches_free(struct batches *b);

#endif
