/* proof.h: the proofs of a device, between the files that make them. */
#ifndef FTC_MACHINES_AREA_UNIVERSAL_PROOF_H
#define FTC_MACHINES_AREA_UNIVERSAL_PROOF_H

#include "overlay/overlay.h"
#include "prove/builder.h"

struct device_proving {
	struct proofs *list;
	const struct network *net;
	struct overlay o;
};

/* proof.c. Of struct machine. */
void device_prove(struct proofs *list, const struct network *net);

/* proof_mesh.c: elements, and how they are joined. */
void device_prove_element(const struct device_proving *p);
void device_prove_mesh(const struct device_proving *p);
/* proof_leaf.c: a mesh with its border. */
void device_prove_leaf(const struct device_proving *p);
/* proof_node.c: a node of a level, with its delay lines. */
void device_prove_node(const struct device_proving *p, const struct node *node);
/* proof_settings.c: the settings of leaves, and of the nodes of each level, up and down. */
void device_prove_settings(const struct device_proving *p);
/* proof_joints.c: the step timer, and how subtrees and the whole device are joined. */
void device_prove_timer(const struct device_proving *p);
void device_prove_joints(const struct device_proving *p);

/* The settings of a vertex of which the emitted module holds one kind, as its instance has them. */
struct settings_shape {
	unsigned level;				/* of a node; `leaf`: not used */
	bool leaf, down;
	struct overlay_ram ram;			/* of the first vertex */
	unsigned index_bits, vertices;
};
struct settings_shape leaf_settings_shape(const struct overlay *o, bool down);
struct settings_shape node_settings_shape(const struct overlay *o, unsigned level, bool down);
/* The first bank of vertex `index`. */
unsigned settings_bank(const struct overlay *o, const struct settings_shape *s, unsigned index);

/* Adds equations for an instance of cyclic_settings that was cut out and lists its parameters: these, its index, the
 * strobe `start`, and the wires of the bus of settings: Verilog expressions. Returns the name of its settings, which
 * are free; NULL if there is no such RAM, and so no instance. */
struct settings_wires {
	const char *start, *index, *write, *bank, *cycle, *data;
};
const char *parts_settings(struct parts *parts, const struct overlay *o, const struct settings_shape *s, const char *instance,
			   const struct settings_wires *w);

#endif
