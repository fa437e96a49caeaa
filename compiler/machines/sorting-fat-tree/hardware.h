/* hardware.h: the circuit of a sorting fat-tree: modules, leaves, cost, simulation. Nodes: node.h; clocks: clocks.h. */
#ifndef FTC_MACHINES_SORTING_FAT_TREE_HARDWARE_H
#define FTC_MACHINES_SORTING_FAT_TREE_HARDWARE_H

#include "machines/sorting-fat-tree/sorting_fat_tree.h"
#include "network/leaf.h"
#include "simulate/simulate.h"

struct leaf_port;
struct proofs;
struct output;

/* elaborate.c: struct machine's. A level's nodes have PLAN_SORTER; so have blocks, at level H. */
void sorting_elaborate(struct network *net);

/* lower.c: struct machine's, and struct leaf's ports() of bare leaves. */
void sorting_lower(struct design *d, const struct network *net);
unsigned sorting_wire_ports(const struct network *net, struct leaf_port *ports);

/* proof.c: struct machine's. */
void sorting_prove(struct proofs *list, const struct network *net);

/* leaf.c: terminals with AXI4-Stream ports, or the wires that a terminal would have. */
extern const struct leaf sorting_leaf, sorting_wires;

/* engine.c: as struct leaf has it, of sorting_leaf; with the ports for the watcher. */
struct model;
struct model *sorting_engine(const struct network *net);
const char *sorting_no_model(const struct network *net);

/* watch.c: message_simulator's, with the counts of rounds. It reads two more ports of the top: watch_command, the timer's
 * commands, and watch_vacant, the timer could begin a round. */
extern const struct simulator sorting_simulator;

/* points.c: struct machine's. */
struct prediction;
void sorting_predict(const struct network *net, struct prediction *p);

/* drawing.c: struct machine's draw(). */
void sorting_draw(const struct network *net, struct output *out);

/* memories.c: block RAMs of a node's banks and table, and of the whole network; struct machine's, which names a mesh that fits. */
struct sorting_node;
unsigned sorting_node_rams(const struct sorting_node *n, const struct family *family);
unsigned long sorting_rams(const struct spec *spec);
bool sorting_check_rams(const struct network *net, const char *board, unsigned long block_rams);

/* cost.c: estimates what stands beside the sorters: nodes and control parts of a level, the timer, the terminals, the blocks.
 * Blocks have their terminals in them: one of the last two is 0. */
struct cost sorting_level_cost(const struct network *net, unsigned level);
struct cost sorting_timer_cost(const struct network *net);
struct cost sorting_terminals_cost(const struct network *net);
struct cost sorting_blocks_cost(const struct network *net);
/* All but terminals and blocks, and all. */
struct cost sorting_fabric_cost(const struct network *net);
struct cost sorting_cost(const struct network *net);

/* self_test.c */
extern const struct self_test sorting_self_test;

#endif
