/* tree.h: what the machines that are trees share. */
#ifndef FTC_MACHINES_TREE_H
#define FTC_MACHINES_TREE_H

#include <stdint.h>

#include "parse/keys.h"

struct cost;
struct node;
struct self_test;

extern const struct key concentrator_key, leaf_interface_key;
/* What every tree has behind its own keys: concentrators, and leaves that take messages. */
#define KEYS_TREE &concentrator_key, &leaf_interface_key, &payload_bits_key

/* Sets the leaf of an on-line tree whose leaf interface is read. */
void set_tree_leaf(struct spec *spec);
/* No port may be wider than MAXIMUM_PORT_BITS, neither those of the leaves, of which `lanes` messages pass at a time, nor a
 * probe, with so many wires in all channels: false after a message that names the keys. */
bool check_widths(const struct request *q, unsigned lanes, uint64_t channel_wires);
/* Partial concentrators are for settings that are made in advance: false after a message where they were asked for. */
bool require_on_line_concentrator(const struct request *q);

/* What a node, or all that turns in a router, waits with (rtl-templates/delay_line.v). */
struct cost tree_turn_cost(const struct node *node, const struct spec *spec);
/* Padding behind the concentrators, and the two strobes from end to end. */
struct cost tree_pace_cost(const struct node *node);
/* As struct machine has them. */
extern const struct self_test tree_self_test;	/* tree_self_test.c */
void tree_describe(const struct spec *spec, struct text *out);

#endif
