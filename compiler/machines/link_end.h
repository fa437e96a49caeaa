/* link_end.h: keys and proofs of a link, alone or at the root of a tree. */
#ifndef FTC_MACHINES_LINK_END_H
#define FTC_MACHINES_LINK_END_H

#include "leaves/link_end.h"
#include "parse/keys.h"

struct proofs;

extern const struct key link_pins_key, link_words_key, link_trip_key;
#define KEYS_LINK &link_pins_key, &link_words_key, &link_trip_key

/* Whether there can be such a link; else false after a message. `width` is the key to which too few clocks are due if no pins are given. */
bool check_link(const struct request *q, const struct link_shape *shape, const struct entry *width);
/* Adds the proofs of an end. */
void prove_link(struct proofs *list, const struct spec *spec, const struct link_shape *shape);
/* Of the end at the root, if there is one, with what joins it to the streams. */
void prove_root_link(struct proofs *list, const struct network *net);

#endif
