/* area_universal.h: Bay's area-universal circuit (1992, chapter 6): meshes of universal elements at the leaves of a
 * fat-tree whose switches play a schedule with every clock. A circuit is loaded into it at run time (compiler/overlay).
 */
#ifndef FTC_MACHINES_AREA_UNIVERSAL_AREA_UNIVERSAL_H
#define FTC_MACHINES_AREA_UNIVERSAL_AREA_UNIVERSAL_H

#include <stdint.h>

#include "network/leaf.h"
#include "network/machine.h"
#include "overlay/overlay.h"
#include "parse/keys.h"
#include "parse/kind.h"

enum {
	LEAST_EXPANSION = 100, MOST_EXPANSION = 800, PRESET_EXPANSION = 200,	/* c in hundredths */
	LEAST_SETTINGS_DEPTH = 4, MOST_SETTINGS_DEPTH = 256, PRESET_SETTINGS_DEPTH = 16,
	MOST_DEVICE_CAPACITY = 256,		/* wires of a channel of hardware */
	PRESET_DEVICE_CAPACITY = 8,
	MOST_DEVICE_SIDE = 256,			/* of a mesh of area 2^32 with c = 8 */
	MOST_DEVICE_LEVELS = 22,		/* of Bay's device of area 2^32 */
};

/* The parameters of a device: spec->own. */
struct device_parameters {
	uint64_t area;				/* A: 16, 256, 65536 or 2^32; 0: the device is given by hand */
	unsigned expansion;			/* c in hundredths, with `area` */
	unsigned meshes;			/* 2^levels; up to 2^22 with `area`, else 1 .. OVERLAY_MOST_MESHES */
	unsigned levels;			/* H */
	unsigned side;				/* of a mesh, in elements: ceil(c lg A) with `area` */
	unsigned capacity[MOST_DEVICE_LEVELS + 1];	/* [k], k = 0 .. H: wires each way above depth k; [0], the root's own
						   channel, exists in the paper only, 0 without `area` */
	unsigned pins;				/* of a mesh, each way */
	unsigned depth;				/* delivery cycles that the settings' RAMs hold */
};
const struct device_parameters *device_parameters(const struct spec *spec);

extern const struct kind area_universal_kind;
extern const struct machine area_universal_machine;
extern const struct leaf device_leaf;		/* leaf.c */
extern const struct simulator device_simulator;	/* simulate.c */

/* parameters.c: see struct kind. */
extern const struct key *const area_universal_keys[];
bool area_universal_read(const struct request *q);
void area_universal_warn(const struct request *q);
/* Bay's lg A, 2 .. 32, and capacity of a channel above depth k: max(2 lg A, ceil(sqrt(n) / lg A)) with n = c^2 A / 2^k
 * elements below it; `expansion` in hundredths. */
unsigned bay_lg(uint64_t area);
unsigned bay_capacity(uint64_t area, unsigned expansion, unsigned depth);

/* The areas that make a whole number of meshes, a power of 2. */
enum { BAY_AREAS = 4 };
extern const uint64_t bay_areas[BAY_AREAS];
/* Bay's device of one of them, without pins and settings. */
struct device_parameters device_of_area(uint64_t area, unsigned expansion);
unsigned long device_elements(const struct device_parameters *own);

/* Whether hardware is made of so many and so large meshes. */
bool device_is_hardware(const struct device_parameters *own);

/* As struct machine has them. */
bool area_universal_accept(const struct spec *spec);
void area_universal_elaborate(struct network *net);
void area_universal_overlay(const struct network *net, struct overlay *o);
void area_universal_lower(struct design *d, const struct network *net);	/* lower.c */
int area_universal_report(const struct spec *spec, bool files, struct findings *found);	/* report.c */
void area_universal_draw(const struct network *net, struct output *out);		/* drawing.c */
/* cost.c */
void area_universal_add_node_logic(const struct network *net, const struct node *node, struct level_logic *logic);
struct cost area_universal_mesh_cost(const struct network *net);	/* of all meshes and the timer, see struct leaf */

#endif
