/* hardware.h: the circuit of a sorting fat-tree: modules, leaves, cost, simulation. Nodes: node.h; clocks: clocks.h. */
#ifndef FTC_MACHINES_SORTING_FAT_TREE_HARDWARE_H
#define FTC_MACHINES_SORTING_FAT_TREE_HARDWARE_H

#include "machines/sorting-fat-tree/sorting_fat_tree.h"
#include "network/leaf.h"
#include "simulate/simulate.h"

struct leaf_port;
struct output;

/* elaborate.c: struct machine's. A level's nodes have PLAN_SORTER. */
void sorting_elaborate(struct network *net);

/* lower.c: struct machine's, and struct leaf's ports() of bare leaves. */
void sorting_lower(struct design *d, const struct network *net);
unsigned sorting_wire_ports(const struct network *net, struct leaf_port *ports);

/* leaf.c: terminals with AXI4-Stream ports, or the wires that a terminal would have. */
extern const struct leaf sorting_leaf, sorting_wires;

/* watch.c: message_simulator's, with the counts of rounds. It reads two more ports of the top: watch_command, the timer's
 * commands, and watch_vacant, the timer could begin a round. */
extern const struct simulator sorting_simulator;

/* drawing.c: struct machine's draw(). */
void sorting_draw(const struct network *net, struct output *out);

/* self_test.c */
extern const struct self_test sorting_self_test;

#endif
