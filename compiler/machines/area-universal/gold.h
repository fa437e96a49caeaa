/* gold.h: a circuit with its flip-flops cut, beside the image that shall be it: module `gold` for Yosys.
 *
 *   in --> [                ] --> out        in, out: as the image lists the circuit's pins
 *   q  --> [ gates in front ] --> d          q, d: a bit for each flip-flop that matters: what it holds, what it takes
 */
#ifndef FTC_MACHINES_AREA_UNIVERSAL_GOLD_H
#define FTC_MACHINES_AREA_UNIVERSAL_GOLD_H

#include <jansson.h>
#include <stdbool.h>

#include "overlay/image.h"
#include "overlay/netlist.h"

/* Where the image keeps a flip-flop. */
enum kept {
	KEPT_NOWHERE,			/* nobody knows: Yosys has made others instead of it in synthesis, or left it out */
	KEPT_UNUSED,			/* the compiler of circuits has left it out */
	KEPT_IN_LATCH,
	KEPT_CONSTANT,
};
struct gold_flip_flop {
	char *name;			/* "count[3]" */
	char initial;			/* '0' or '1'; 0: the circuit leaves it open */
	enum kept kept;
	size_t latch;			/* KEPT_IN_LATCH: in image->latch */
	bool constant;			/* KEPT_CONSTANT: its value */
	bool listed;			/* the image lists it by its name */
	const json_t *d, *q;		/* bits of the design */
};

struct gold {
	const struct image *image;
	const json_t *design, *module;
	struct gold_flip_flop *flip_flop;	/* as bits of q and d: those that an output or a flip-flop of the image depends
						   on, and those that the image lists */
	size_t count;
	const json_t **input, **output;	/* [as the image's]: bits */
	struct gold_net *net;		/* [bit] */
	size_t nets;
	struct gold_gate *gate;
	size_t gates;
	size_t gates_used;		/* that anything above depends on */
	bool undefined;			/* one of these reads x */
};

/* What a flip-flop's name says about where it is kept; made of the netlist that was compiled. */
struct keeping {
	const struct image *image;
	json_t *latch;			/* object: name --> number in image->latch */
	json_t *unused;			/* object: names of the netlist's other flip-flops */
	json_t *synthesised;		/* design that Yosys has synthesised, or NULL */
	const json_t *wires;		/* its "netnames" */
	json_t *bit;			/* object: name in it --> bit */
	json_t *name;			/* object: bit that a flip-flop drives, as digits --> its name */
};
void keeping_start(struct keeping *k, const struct image *image, const struct netlist *n);
void keeping_end(struct keeping *k);

/* Cuts a module of a design of Yosys' write_json, of gates of one bit, which must outlive it. `file` names it in
 * messages. False after one message. The caller calls gold_free() in any case. */
bool gold_make(struct gold *g, const json_t *design, const json_t *module, const char *file, const struct keeping *k);
/* The design with module `gold`, as text for Yosys' read_json. */
void gold_print(const struct gold *g, struct text *out);
void gold_free(struct gold *g);

#endif
