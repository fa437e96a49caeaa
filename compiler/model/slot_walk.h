/* slot_walk.h: a frame slot as one pass up a tree and one down, for model/slots.h.
 *
 * The walk knows the vertices of the unshared tree, the wires between them and the leaves. A machine says what happens
 * at a vertex on the way up and on the way down.
 */
#ifndef FTC_MODEL_SLOT_WALK_H
#define FTC_MODEL_SLOT_WALK_H

#include "model/passage.h"
#include "model/slots.h"

/* A vertex of the unshared tree. */
struct slot_vertex {
	const struct subtree *type;
	size_t child;		/* where its children's numbers start in walk.child */
	unsigned children;
	unsigned first;		/* leftmost leaf below */
	size_t up, down;	/* where its channel's wires start in walk.wire */
	size_t own;		/* and those of the machine */
};

struct slot_walk;

/* What is the machine's. */
struct slot_steps {
	/* Wires that a vertex of this kind keeps from the way up to the way down. NULL: none. */
	size_t (*own)(const struct subtree *type);
	/* A leaf sends a message in a lane. NULL: nothing happens but that. */
	void (*send)(struct slot_walk *walk, size_t message, unsigned leaf, unsigned lane);
	/* From the children's channels to the vertex' own, and back. */
	void (*up)(struct slot_walk *walk, const struct slot_vertex *v);
	void (*down)(struct slot_walk *walk, const struct slot_vertex *v);
};

/* A wire carries the number of a message, or NOBODY. */
struct slot_walk {
	const struct network *net;
	const struct slot_steps *steps;
	struct slot_vertex *vertex;	/* children before parents; the last one is the root */
	size_t vertex_count;
	size_t *child;
	size_t child_count;
	int *wire;
	size_t wire_count;
	struct passage *passage;
	int *input, *output;		/* of a plan, for the machine */
	struct slot *slot;		/* the present one */
};

/* Makes the walk through a network whose plans have at most so many inputs, and as many outputs. */
void slot_walk_init(struct slot_walk *walk, const struct network *net, const struct slot_steps *steps,
		    size_t most_inputs);
/* Frees what the walk holds. */
void slot_walk_finish(struct slot_walk *walk);

/* Child j of a vertex. */
const struct slot_vertex *slot_child(const struct slot_walk *walk, const struct slot_vertex *v, unsigned j);

/* Sends the messages through the network. */
void slot_walk_play(struct slot_walk *walk, struct slot *slot);

#endif
