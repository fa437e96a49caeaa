/* message_classes.h: latencies by the classes of messages (schedule/messages.h). */
#ifndef FTC_SIMULATE_MESSAGE_CLASSES_H
#define FTC_SIMULATE_MESSAGE_CLASSES_H

#include <jansson.h>

#include "message_list.h"
#include "util/text.h"

struct message_classes;

/* NULL: no message has a class. */
struct message_classes *message_classes_new(const struct message_list *list);
/* Word `number` of the list was delivered, so many clocks behind its creation. Words of no class do not count. */
void message_classes_add(struct message_classes *c, uint64_t number, uint64_t latency);
/* An exchange of ranks: each gets the deliveries of all. */
void message_classes_gather(struct message_classes *c);
/* An array: of each class its name, the words delivered, and their latency. */
json_t *message_classes_json(const struct message_classes *c);
/* The same, a line for each class. */
void message_classes_say(const json_t *classes, struct text *out);
/* Accepts NULL. */
void message_classes_free(struct message_classes *c);

#endif
