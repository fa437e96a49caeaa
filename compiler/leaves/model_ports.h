/* model_ports.h: the ports of a model in C of a network whose leaves have AXI4-Stream ports. */
#ifndef FTC_LEAVES_MODEL_PORTS_H
#define FTC_LEAVES_MODEL_PORTS_H

#include "model/ported.h"

struct network;
struct spec;

/* Their numbers; from LEAF_PORTS on come those that only some kinds of leaves, or of networks, have. */
enum leaf_port_number { RST, S_DATA, S_DEST, S_VALID, S_READY, M_DATA, M_USER, M_VALID, M_READY, LEAF_PORTS };

/* Adds `rst`, and the ports of all leaves (struct leaf.ports), of which the first are in the order above. No port was added before. */
void model_ports_add(struct ported *p, const struct network *net);
/* A model with these ports, the last that is done to them: as the top of the Verilog does, it shows the streams by the names, and
 * with the ports, that parameters ask for. `instance` as in model_around(). */
struct model;
struct model *model_ports_around(struct ported *p, const struct spec *spec, void *instance);

#endif
