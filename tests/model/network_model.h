/* network_model.h: a cycle-accurate model of a tree in C, derived from its plans.
 *
 * The model uses the tree, the latencies and the plans, but neither the structural RTL nor the Verilog made of them. It
 * describes the elements independently (plan_model.c), and each machine describes its nodes (node_model.h). tests/model
 * compares it with the verilated RTL: every wire of every channel, clock by clock.
 */
#ifndef NETWORK_MODEL_H
#define NETWORK_MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "network/network.h"

struct network_model;

/* A tree with bare leaves (leaf-interface: wires), all flip-flops 0 as at power-up. NULL after a message for a machine
 * without a C model. Memory grows with the leaves. */
struct network_model *network_model_new(const struct network *net);
void network_model_free(struct network_model *m);

/* Inputs of the coming clock, one byte per wire: the leaves' up wires (leaf i's at [i * connections]) and their strobe;
 * the external channel's wires down, if it exists. */
void network_model_set(struct network_model *m, const uint8_t *leaf_up, bool leaf_up_start, const uint8_t *root_down);

/* All wires of a direction in this clock with these inputs, in the order of the `probe_up` and `probe_down` ports: per
 * subtree each child's channel, first child first, followed by the channels inside the child. `wires` has room for
 * network_model_probe_width() bytes. */
void network_model_probe(const struct network_model *m, bool up, uint8_t *wires);
size_t network_model_probe_width(const struct network_model *m);
/* Whether the strobes of the leaves' down channels, and the root's strobe to the outside, are high. */
bool network_model_down_start(const struct network_model *m);
bool network_model_root_start(const struct network_model *m);
/* Wires that leave to the outside (external channel). */
void network_model_outputs(const struct network_model *m, uint8_t *wires);

/* With broadcasts: sets whether messages go to all leaves from now on. */
void network_model_broadcast(struct network_model *m, bool broadcast);

/* Sets a bit of the bus that goes down the tree to the nodes: the dead links of a generalized fat tree, initially those
 * of the parameters (dead_links.h); or the settings of an off-line tree (struct subtree), taken over at the strobe. */
void network_model_tell(struct network_model *m, unsigned bit, bool value);
unsigned network_model_told_bits(const struct network_model *m);

/* One rising clock edge. */
void network_model_clock(struct network_model *m);

#endif
