/* network_model.h: a cycle-accurate model of a tree in C, read off its plans.
 *
 * It knows the tree, the latencies and the plans, but nothing of the structural RTL and the Verilog that are made of them: what
 * an element does is said again in plan_model.c, and how a node is put together by its machine (node_model.h). tests/model holds it
 * against the verilated RTL, every wire of every channel, clock by clock.
 */
#ifndef FTC_MODEL_NETWORK_MODEL_H
#define FTC_MODEL_NETWORK_MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "network/network.h"

struct network_model;

/* A tree with bare leaves (leaf-interface: wires), in the state of flip-flops at power-up: all 0. NULL after a message for a
 * machine that has no such model. Memory grows with the leaves. */
struct network_model *network_model_new(const struct network *net);
void network_model_free(struct network_model *m);

/* Inputs of the coming clock, one byte per wire: the leaves' up wires (leaf i's at [i * connections]) and their strobe; for
 * an external channel the wires that come down. */
void network_model_set(struct network_model *m, const uint8_t *leaf_up, bool leaf_up_start, const uint8_t *root_down);

/* All wires of a direction as they are in this clock with these inputs, in the order of the `probe_up` and
 * `probe_down` ports: per subtree the left child's channel, what is inside it, the right child's, what is inside.
 * `wires` has room for network_model_probe_width() bytes. */
void network_model_probe(const struct network_model *m, bool up, uint8_t *wires);
size_t network_model_probe_width(const struct network_model *m);
/* Is the strobe of the leaves' down channels high, and the root's strobe to the outside? */
bool network_model_down_start(const struct network_model *m);
bool network_model_root_start(const struct network_model *m);
/* Wires that leave to the outside (external channel). */
void network_model_outputs(const struct network_model *m, uint8_t *wires);

/* With broadcasts: do messages go to all leaves, from now on? */
void network_model_broadcast(struct network_model *m, bool broadcast);

/* What the nodes are told from now on, by a bus that goes down the tree: the dead links of a generalized fat tree, those of the
 * parameters to begin with (dead_links.h); the settings of an off-line tree (struct subtree), taken over at the strobe. */
void network_model_tell(struct network_model *m, unsigned bit, bool value);
unsigned network_model_told_bits(const struct network_model *m);

/* One rising clock edge. */
void network_model_clock(struct network_model *m);

#endif
