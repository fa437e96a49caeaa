/* one_order.h: whether messages to several leaves come to all of them in one order.
 *
 * Two messages that no leaf has received both of may stand either way round. The list holds the messages that some leaf has
 * received, in an order that agrees with what each leaf has heard; where a leaf hears otherwise, it is rearranged, if that can be.
 */
#ifndef FTC_SIM_ONE_ORDER_H
#define FTC_SIM_ONE_ORDER_H

#include <stdbool.h>
#include <stdint.h>

#include "traffic.h"

/* Whether a leaf must receive a message. */
typedef bool concerns_leaf(const void *context, const struct message *m, uint32_t leaf);

struct one_order;

struct one_order *one_order_create(unsigned leaves, concerns_leaf *concerns, const void *context);
void one_order_free(struct one_order *o);
/* The leaf receives a message that concerns it, known by a number. False if no order agrees with that: then nothing has changed. */
bool one_order_receive(struct one_order *o, uint32_t leaf, uint32_t number, const struct message *m);
/* Whether it has received it. */
bool one_order_received(const struct one_order *o, uint32_t leaf, uint32_t number);
/* All have received the message: the number may stand for another. */
void one_order_finish(struct one_order *o, uint32_t number);

#endif
