/* lower.h: the modules of a device, between the files that make them. */
#ifndef FTC_MACHINES_AREA_UNIVERSAL_LOWER_H
#define FTC_MACHINES_AREA_UNIVERSAL_LOWER_H

#include "lower/builder.h"
#include "overlay/overlay.h"

/* What goes to all meshes and nodes: side by side in the bus `timing`, the first at the least significant end. */
enum timing_signal {
	TIMING_LOAD,			/* control words move on by a bit, or are cleared */
	TIMING_TAKE, TIMING_STEP,	/* in the clock before a step's first one, and in its last one */
	/* Not with one mesh: */
	TIMING_START,			/* two clocks before a pass of delivery cycles */
	TIMING_WRITE, TIMING_BANK, TIMING_CYCLE, TIMING_DATA,	/* settings that are written */
	TIMING_SIGNALS
};
extern const char *const timing_names[TIMING_SIGNALS];
/* 0: not in the bus. */
unsigned timing_width(const struct overlay *o, enum timing_signal signal);
unsigned timing_bus_width(const struct overlay *o);
/* One of them, of a net with the bus. */
struct bits timing_part(const struct overlay *o, int net, enum timing_signal signal);
/* Clocks by which the meshes hear of everything after the top: a register a level, and one in each mesh. */
unsigned timing_delay(const struct overlay *o);

/* Bits of a bank's and of a cycle's number. */
unsigned bank_number_bits(const struct overlay *o);
unsigned cycle_number_bits(const struct overlay *o);

/* The settings of vertex `index` among equal ones; `first` and `second` are the RAMs of the first two. */
struct cyclic_settings {
	const char *name;		/* of the net, "up_settings" */
	struct overlay_ram first, second;
	struct bits start;		/* two clocks before the messages of cycle 0 */
	struct bits index;
};
/* Adds them to a module with nets of the names of TIMING_WRITE to TIMING_DATA. Returns the net, or -1 if there are
 * none. Takes over the bits. */
int add_cyclic_settings(struct module *m, struct design *d, const struct overlay *o, const struct cyclic_settings *s);

/* leaf.c: makes the module of a mesh with its border, once; returns its name. */
const char *device_lower_leaf(struct design *d, const struct network *net);
/* Whether a mesh has something that a reset clears: pins or registers of the tree. */
bool device_leaf_is_reset(const struct overlay *o);
/* node.c: makes the module of a node, once; returns its name. */
const char *device_lower_node(struct design *d, const struct network *net, const struct node *node);

#endif
