/* carve.h: takes a design apart: chosen modules become pieces of their own, and what is left of the modules around them
 * becomes pieces, too.
 *
 *   top                            top_rest      hole      hole
 *    |-- tree                          |          |         |
 *         |-- left   (chosen)  -->     +----------+         |
 *         |-- node                     |        left_rest  right_rest
 *         |-- right  (chosen)          +--------------------+
 *
 * A module with holes has, in place of the instances that are cut out of it and of the modules below it, ports for what
 * these read from its own logic, and for what its own logic reads from them. What only passes by (a leaf's port on its
 * way from the top to the leaf, a bit of an address) has no port: sources say where it comes from.
 */
#ifndef FTC_LOWER_CARVE_H
#define FTC_LOWER_CARVE_H

#include "lower/design.h"

/* Where bits come from. Ports are numbers of nets. */
struct source {
	enum source_kind {
		SOURCE_ZERO, SOURCE_ONE,	/* constant bits */
		SOURCE_OWN,		/* the output `port` of the piece's module */
		SOURCE_PORT,		/* the input `port` of the original module */
		SOURCE_HOLE,		/* the output `port` of the module that belongs into hole `hole` */
	} kind;
	unsigned hole;
	int port;
	unsigned low, width;
};

/* Put together, the first at the least significant end. */
struct sources {
	struct source *part;
	size_t count;
};

/* For a loop over the bits *at .. *at + *width - 1, part by part: the next one, cut to them. `k` is 0 at first; all three move on.
 * False: there is none left. */
bool sources_next(const struct sources *s, size_t *k, unsigned *at, unsigned *width, struct source *part);

/* The place of an instance that was cut out. */
struct hole {
	const struct module *cut;
	struct sources *input;		/* [net of `cut`]: what its inputs read; empty for outputs and for clk */
};

/* An input of a piece's module: an input of the original module (`hole` is -1), or an output of what is in a hole. */
struct inlet {
	int net;			/* of `made` */
	int hole;
	int port;
};

/* A module after its instances of chosen modules, and those of the modules below it, have been cut out. */
struct carved {
	const struct module *original;
	const struct module *made;	/* the original if there is nothing to cut out */
	struct hole *hole;
	size_t hole_count;
	struct inlet *inlet;		/* but clk */
	size_t inlet_count;
	struct sources *output;		/* [net of the original]: what its outputs are; empty for others */
};

/* A design that is being taken apart. */
struct carving {
	struct design *design;		/* around the original one: the modules that were made */
	bool (*is_cut)(const struct module *m, const void *context);
	const void *context;
	struct carved **carved;
	size_t carved_count;
};

/* Begins. Modules for which is_cut() is true are cut out wherever they are instantiated one by one and without
 * parameters. Free it with carving_free(). */
struct carving carving_begin(const struct design *design, bool (*is_cut)(const struct module *m, const void *context),
			     const void *context);
/* Takes apart the module, which is one of the design and itself no matter whether it is cut. */
const struct carved *carve(struct carving *c, const struct module *module);
void carving_free(struct carving *c);

#endif
