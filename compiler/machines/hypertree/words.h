/* words.h: ports, queues and reasons in words, for people and for JSON. */
#ifndef FTC_MACHINES_HYPERTREE_WORDS_H
#define FTC_MACHINES_HYPERTREE_WORDS_H

#include "machines/hypertree/hypertree.h"

/* "cross 0" */
const char *hypertree_port_word(enum hypertree_port port);
/* "no-bit" */
const char *hypertree_reason_word(enum hypertree_reason reason);
/* Appends why a packet goes where it goes. */
void hypertree_say_reason(const struct hypertree *h, const struct hypertree_hop *hop, struct text *out);

#endif
