/* leaf.h: the kinds of leaves, and the templates of the one with AXI4-Stream. */
#ifndef FTC_LEAVES_LEAF_H
#define FTC_LEAVES_LEAF_H

#include <stdbool.h>

#include "lower/leaf.h"

struct frame;

/* stream.c: leaf adapters, which send each message until it has arrived; wires.c: bare wires. */
extern const struct leaf stream_leaf, wires_leaf;
/* stream.c: as struct leaf has it, of every leaf with AXI4-Stream ports. */
unsigned stream_ports(const struct network *net, struct leaf_port *ports);

/* stream_model.c: as struct leaf has it, of stream_leaf. */
struct model *stream_model(const struct network *net);
const char *stream_no_model(const struct network *net);

/* cost.c: as struct leaf has it, of stream_leaf and of players of a schedule. */
struct cost adapters_cost(const struct network *net);
struct cost players_cost(const struct network *net);
struct cost header_players_cost(const struct network *net);

/* speech.c: whether the leaves speak one of `speech`, enum leaf_speech, or-ed; false after a message, which names `who`
 * needs it. */
bool require_speech(const struct spec *spec, unsigned speech, const char *who);

/* Adds, once, the module of a leaf adapter; returns its name. `plain`: for devices where every flip-flop has a LUT in
 * front and few have a clock enable and reset of their own. */
const char *lower_adapter(struct design *d, const struct frame *frame, bool plain);

#endif
