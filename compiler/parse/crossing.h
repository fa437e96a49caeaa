/* crossing.h: which leaves have a clock of their own.
 *
 * Asynchronous FIFOs stand between such a leaf's streams and the network (emit/crossing.h), whatever machine that is and whatever
 * shell stands at the leaf. docs/how-to/clocks.md is the user's page.
 */
#ifndef FTC_PARSE_CROSSING_H
#define FTC_PARSE_CROSSING_H

#include <stdbool.h>
#include <stddef.h>

#include "util/message.h"

struct key;
struct request;
struct spec;

/* The row, printed only if a leaf is in it. */
extern const struct key async_leaves_key;
#define KEYS_CROSSING &async_leaves_key

/* For kinds whose leaves can send messages, once spec->leaves is known: reads the key. `first_end` is the number of leaf 0. False
 * after a message. */
bool crossing_read(const struct request *q, unsigned first_end);
/* When the leaf is set: whether this network can have such leaves. False after a message. */
bool crossing_check(const struct request *q, bool messages, const char *says);

/* Notes where a leaf is given a clock of its own, if none was noted before; and says where that was. */
void crossing_note(struct spec *spec, struct place at);
struct place crossing_place(const struct spec *spec);

/* Whether the leaf, from 0 on, has a clock of its own: by the key, or by the map of a bus. */
bool crossing_at(const struct spec *spec, unsigned leaf);
/* The leaf's place among those that have one; -1: it has none. */
int crossing_number(const struct spec *spec, unsigned leaf);
/* How many leaves have one. */
unsigned crossing_count(const struct spec *spec);
/* The leaves that have one, as people write them: "0-3, 8", by their numbers for people. A fresh string. */
char *crossing_leaves(const struct spec *spec);

#endif
