/* placed.h: the guest of a fat-tree: any network of processors with places (Leiserson 1985, sections V and VI).
 *
 *   file, or a generator --> struct placed --> cutting.h --> pearls.h, identify.h --> universality.h
 *
 * In one step of the guest, every wire carries `messages` messages each way.
 */
#ifndef FTC_UNIVERSAL_PLACED_H
#define FTC_UNIVERSAL_PLACED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "parse/spec.h"
#include "util/text.h"

enum {
	MOST_DIMENSIONS = 3,
	MOST_WIRES = 1 << 26,
	MOST_MESSAGES = 1 << 28,	/* of all wires together, each way */
};

struct wire {
	unsigned a, b;			/* its two processors, a != b */
	unsigned messages;		/* in a step, each way, at least 1 */
};

struct placed {
	char *title;			/* "mesh 8x8", or the file's name */
	unsigned processors;		/* 2 .. MAXIMUM_LEAVES */
	char **name;			/* [processor]: as in the file, or NULL: its number */
	unsigned dimensions;		/* 2 or 3 */
	double *at;			/* [processor * dimensions + axis], finite; NULL: not yet known */
	size_t *line;			/* [processor]: the line that gives its place, or NULL */
	const char *place_file;		/* the file that gives the places */
	double low[MOST_DIMENSIONS], side;	/* the cube of the guest; side 0: the smallest */
	bool landmarks;			/* ftc chose the places, not the user */
	struct wire *wire;
	size_t wires;
};

/* The coordinates of a processor. */
static inline double *placed_at(const struct placed *guest, unsigned processor)
{
	return &guest->at[(size_t)processor * guest->dimensions];
}

/* Joins a and b. */
void placed_wire(struct placed *guest, unsigned a, unsigned b, unsigned messages);
void placed_free(struct placed *guest);

/* "a7" or "7". A fresh string. */
char *placed_name(const struct placed *guest, unsigned processor);

/* The messages that each processor sends in a step; it receives equally many. A fresh array. */
unsigned long *placed_degrees(const struct placed *guest);

/* The number of connected components. component[] gets the component of each processor, in the order of their first
 * processors. */
unsigned placed_components(const struct placed *guest, unsigned *component);

/* The messages of a step between leaves, processor p being at leaf[p]: those of each wire, both ways. Free set->demand afterwards. */
struct message_set;
void placed_step(const struct placed *guest, const unsigned *leaf, struct message_set *set);

/* The wires of each processor: those of v have the indices first[v] .. first[v + 1] - 1 in neighbour[] and
 * messages[]. */
struct adjacency {
	size_t *first;			/* [processors + 1] */
	unsigned *neighbour, *messages;
};
void adjacency_make(struct adjacency *adjacency, const struct placed *guest);
void adjacency_free(struct adjacency *adjacency);

/* Reads a guest: a list of processors and edges, or a METIS graph, which begins with a number. `coordinates` is a
 * file with the places of a METIS graph's vertices, or NULL. docs/papers/universality.md defines both formats. Without
 * places guest->at is NULL. On an error prints one message and returns false. */
bool placed_read(struct placed *guest, const char *path, const char *coordinates);

/* Writes the list of processors and edges that placed_read() reads. */
void placed_write(const struct placed *guest, struct text *out);

/* Gives places to a guest that has none. Three processors far from one another are the landmarks, one for each axis.
 * A plane halves a cube across the first axis; the processors nearer to the first landmark, counted in wires, go to
 * one half. The second axis follows, and so on, until every box holds one processor. The other landmarks break ties,
 * then the number. The guest fills the cube, and few wires are long. */
void placed_by_landmarks(struct placed *guest);

/* Makes a guest that needs no file: "mesh 8x8" and others, with the size in `name` or in `size` (NULL: as large as
 * fits into `leaves`). Prints one message and returns false when there is no such guest. */
bool placed_generate(struct placed *guest, const char *name, const char *size, unsigned leaves, uint64_t seed);

#endif
