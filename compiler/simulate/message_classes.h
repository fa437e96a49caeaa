/* message_classes.h: latencies by the classes of messages (schedule/messages.h). */
#ifndef FTC_SIMULATE_MESSAGE_CLASSES_H
#define FTC_SIMULATE_MESSAGE_CLASSES_H

#include "message_list.h"
#include "statistics.h"

struct message_classes;

/* NULL: no message has a class. */
struct message_classes *message_classes_new(const struct message_list *list);
/* Word `number` of the list was delivered, so many clocks behind its creation. Words of no class do not count. */
void message_classes_add(struct message_classes *c, uint64_t number, uint64_t latency);
/* An exchange of ranks: each gets the deliveries of all. */
void message_classes_gather(struct message_classes *c);
/* How many classes there are; the name of one, from 0; and the latencies of its words. */
unsigned message_classes_count(const struct message_classes *c);
const char *message_classes_name(const struct message_classes *c, unsigned class);
const struct histogram *message_classes_latency(const struct message_classes *c, unsigned class);
/* Accepts NULL. */
void message_classes_free(struct message_classes *c);

#endif
