/* slot_walk.h: a part of a frame slot as one pass up a tree and one down, for model/slots.h.
 *
 * The walk goes from level to level, first up and then down, to those stations that messages have entered. A station is
 * where messages meet: a node, or a router of it. Its messages are chained, and nothing is kept by wire: stations without
 * messages take no time. A machine says what happens at a station.
 */
#ifndef FTC_MODEL_SLOT_WALK_H
#define FTC_MODEL_SLOT_WALK_H

#include "model/passage.h"
#include "model/slots.h"
#include "util/text.h"

/* A message on its way. */
struct traveller {
	int next;			/* in the same station, or NOBODY_HERE */
	uint32_t wire;			/* of the station's inputs from below, or of those of its way down */
	uint32_t destination, path;	/* for the machine */
	uint32_t top;			/* likewise: where it turns */
};

enum { NOBODY_HERE = -1 };

struct slot_walk;

/* What is the machine's. Level numbers are those of nodes: 0 for the root. */
struct slot_steps {
	/* Stations of a level, 0 .. levels - 1. */
	unsigned (*stations)(const struct network *net, unsigned level);
	/* A leaf sends a message in a lane: it enters a station of level levels - 1. */
	void (*send)(struct slot_walk *walk, unsigned message, unsigned leaf, unsigned lane);
	/* The messages from below at a station, the chain that begins with `first`, enter stations of the level above, or
	 * the same station's way down. */
	void (*up)(struct slot_walk *walk, unsigned level, unsigned station, int first);
	/* Those on the way down enter stations of the level below, or arrive at a leaf. */
	void (*down)(struct slot_walk *walk, unsigned level, unsigned station, int first);
};

/* The stations of a level with messages, on the way up or down. */
struct slot_level {
	int *first;			/* by station: a message, or NOBODY_HERE */
	unsigned *busy;			/* stations with messages, in any order */
	unsigned count;
};

struct slot_walk {
	const struct network *net;
	const struct slot_steps *steps;
	struct slot_level level[2][MAXIMUM_LEVELS];	/* down, up */
	struct traveller *traveller;	/* by message */
	size_t travellers;
	struct passage *passage;
	struct chances *chances;
	struct passing *passing;	/* room for the messages of a plan, for the machine */
	struct slot *slot;		/* the present one */
	const struct slot_share *share;	/* NULL: the walk is through the whole network */
	struct text parcel;		/* messages that go to other ranks */
};

/* Makes the walk through a network in which at most so many messages meet. */
void slot_walk_init(struct slot_walk *walk, const struct network *net, const struct slot_steps *steps, size_t most);
/* Frees what the walk holds. */
void slot_walk_finish(struct slot_walk *walk);

/* A message enters a station by one of its wires. */
static inline void slot_enter(struct slot_walk *walk, bool up, unsigned level, unsigned station, unsigned message,
			      unsigned wire)
{
	struct slot_level *here = &walk->level[up][level];
	struct traveller *t = &walk->traveller[message];

	if (here->first[station] == NOBODY_HERE)
		here->busy[here->count++] = station;
	t->next = here->first[station];
	t->wire = wire;
	here->first[station] = (int)message;
}

/* Counts a message on the channel above a vertex, up or down; of those that ranks share, the rank with the vertex's first leaf
 * does. */
void slot_count(struct slot_walk *walk, bool up, unsigned level, unsigned vertex);

/* A message enters a link of so many wires, from a vertex to a vertex of the drawing (trail_vertex()). */
static inline void slot_hop(struct slot_walk *walk, unsigned message, uint64_t from, uint64_t to, unsigned wire, unsigned wires)
{
	if (walk->slot->trails)
		trails_hop(walk->slot->trails, walk->slot->trail[message], &(struct trail_link){ from, to, wires }, wire);
}

/* A message arrives at its leaf. */
static inline void slot_arrive(struct slot_walk *walk, unsigned message, unsigned wire)
{
	walk->slot->arrived_at[message] = (int)wire;
}

/* Sends w->passing through a plan of a station. `delay`: clocks from the M bits on the leaves' wires to those at the
 * plan's inputs. Returns how many pass. */
unsigned slot_pass(struct slot_walk *walk, const struct plan *plan, bool up, unsigned level, unsigned delay,
		   unsigned count);

/* See struct slot_model; of a machine whose `own` begins with a walk. */
void slot_walk_share(void *walk, const struct slot_share *share);

/* Sends the messages through the network. */
void slot_walk_play(struct slot_walk *walk, struct slot *slot);

#endif
