/* leaf.h: the kinds of leaves, and the templates of the one with AXI4-Stream. */
#ifndef FTC_LEAVES_LEAF_H
#define FTC_LEAVES_LEAF_H

#include "lower/leaf.h"

struct frame;

/* stream.c: leaf adapters, which send until a message has arrived; player.c: what plays a schedule; wires.c: bare wires, and the
 * bit-serial words of a sorter. */
extern const struct leaf stream_leaf, player_leaf, wires_leaf, words_leaf;

/* cost.c: as struct leaf has it, of stream_leaf and player_leaf. */
struct cost adapters_cost(const struct network *net);
struct cost players_cost(const struct network *net);

/* speech.c: do the leaves speak that? False after a message if not, which says what needs it: "a Wishbone slave". */
bool require_speech(const struct spec *spec, enum leaf_speech speech, const char *who);

/* The module of a leaf adapter: made once; returns its name. `plain`: for devices where every flip-flop has a LUT and few
 * have pins of their own. */
const char *lower_adapter(struct design *d, const struct frame *frame, bool plain);

#endif
