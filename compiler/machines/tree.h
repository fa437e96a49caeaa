/* tree.h: what the machines that are trees share. */
#ifndef FTC_MACHINES_TREE_H
#define FTC_MACHINES_TREE_H

#include <stdint.h>

#include "machines/streams.h"
#include "parse/bus.h"
#include "parse/crossing.h"
#include "parse/keys.h"

struct board_top;
struct cost;
struct findings;
struct instance;
struct network;
struct node;
struct self_test;
struct spec;

extern const struct key concentrator_key, leaf_interface_key, root_interface_key, turns_key, tree_lanes_key, packet_key;
/* The keys of every tree after its own: concentrators, and leaves that take messages. */
#define KEYS_TREE &concentrator_key, &leaf_interface_key, &turns_key, &payload_bits_key, KEYS_STREAM, KEYS_BUS, KEYS_CROSSING

/* Of a kind: with several bits in a clock on each wire. */
#define CHOICE_OF_LANES { .machine = "lanes", .key = &tree_lanes_key, .value = 1, .differs = true }

/* Sets the leaf of an on-line tree, once its leaf interface is read. */
void set_tree_leaf(struct spec *spec);
/* Only leaf adapters that send on-line take turns. False after a message if others were asked to. */
bool check_turns(const struct request *q);
/* Whether the root can have streams, if they are asked for; else false after a message. */
bool check_root(const struct request *q);
/* Only networks with lanes have packets. False after a message if others were asked to. */
bool check_packet(const struct request *q);
/* Checks that no port is wider than MAXIMUM_PORT_BITS: neither those of the leaves, which pass `lanes` messages at a
 * time, nor a probe of `channel_wires` wires. False after a message that names the keys. */
bool check_widths(const struct request *q, unsigned lanes, uint64_t channel_wires);
/* Whether an entry of a tree's key gives what a network is that cannot have the key, as printed parameters do: no turns, no
 * RAM, no faults, the preset of others. */
bool tree_key_is_idle(const struct request *q, const struct key *key, const struct entry *entry);
/* For struct machine, hardware.resolved: of trees with concentrators. */
unsigned tree_resolved(const struct network *net, const char *key);
/* Partial concentrators need settings made in advance. False after a message if they were asked for. */
bool require_on_line_concentrator(const struct request *q);

/* For struct machine, board.clock: serial wires between on-line concentrators. */
#define CLOCK_OF_SERIAL_TREES { \
	{ .family = "ecp5", .fit = { 1.4, 0.557, 0.0206 } }, \
	{ .family = "ice40", .fit = { 0.58, 0.857, 0.0305 } }, \
	{ .family = "ice40up", .fit = { 4.8, 2.34, 0 } }, \
}

/* The delay line of the messages that turn in a node or a router. */
struct cost tree_turn_cost(const struct node *node, const struct spec *spec);
/* Padding after the concentrators, the two strobes from end to end and inside, and what breaks ties. */
struct cost tree_pace_cost(const struct node *node);
/* See struct machine. */
extern const struct self_test tree_self_test;	/* tree_self_test.c */
/* Entries of it. */
void tree_add_parameters(const struct board_top *top, struct instance *i);
unsigned tree_judges(const struct spec *spec);
/* tree_messages.c: for struct machine, report.messages, of trees with slots. */
int tree_report_messages(const struct spec *spec, const char *path, struct findings *found);
void tree_describe(const struct spec *spec, struct text *out);

#endif
