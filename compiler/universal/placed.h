/* placed.h: the guest of a fat-tree: any network of processors, and where they are (Leiserson 1985, sections V and VI).
 *
 *   file, or a generator --> struct placed --> cutting.h --> pearls.h, identify.h --> universality.h
 *
 * A step of the guest sends over every wire `messages` messages each way.
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
	GUEST_FILE_LIMIT = 1 << 30,	/* bytes */
};

struct wire {
	unsigned a, b;			/* its two processors, a != b */
	unsigned messages;		/* in a step, each way, at least 1 */
};

struct placed {
	char *title;			/* "mesh 8x8", or the file's name */
	unsigned processors;		/* 2 .. MAXIMUM_LEAVES */
	char **name;			/* [processor] as in the file, or NULL: its number */
	unsigned dimensions;		/* 2 or 3 */
	double *at;			/* [processor * dimensions + axis], finite; NULL: not known yet */
	size_t *line;			/* [processor]: where its place was said, or NULL */
	const char *place_file;		/* in which file */
	double low[MOST_DIMENSIONS], side;	/* the cube that the guest fills; side 0: the smallest that there is */
	bool landmarks;			/* the places are our own, not the user's */
	struct wire *wire;
	size_t wires, room;
};

/* Joins a and b. */
void placed_wire(struct placed *guest, unsigned a, unsigned b, unsigned messages);
void placed_free(struct placed *guest);

/* "a7" or "7". A fresh string. */
char *placed_name(const struct placed *guest, unsigned processor);

/* Messages that each processor sends in a step; it receives as many. A fresh array. */
unsigned long *placed_degrees(const struct placed *guest);

/* Parts that no wire joins. component[] gets the part of each processor, numbered in the order of their first processors. */
unsigned placed_components(const struct placed *guest, unsigned *component);

/* The wires of each processor, one after another: those of v are neighbour[first[v]] .. neighbour[first[v + 1] - 1], and
 * messages[] belongs to them. */
struct adjacency {
	size_t *first;			/* [processors + 1] */
	unsigned *neighbour, *messages;
};
void adjacency_make(struct adjacency *adjacency, const struct placed *guest);
void adjacency_free(struct adjacency *adjacency);

/* Reads a guest: a list of processors and edges, or a METIS graph, which is told by the number that it begins with; `coordinates`
 * is a file with the places of a METIS graph's vertices, or NULL. Both formats are in docs/universality.md. Where no places are
 * given, guest->at is NULL. On an error prints one message and returns false. */
bool placed_read(struct placed *guest, const char *path, const char *coordinates);

/* The list of processors and edges, as placed_read() reads it. */
void placed_write(const struct placed *guest, struct text *out);

/* Places by landmarks, for a guest that has none. Three processors far from one another are the landmarks of the axes. A cube is
 * halved across the first axis, and each half gets the half of the processors that is nearer to, or farther from, the first
 * landmark, counted in wires; then across the second, and so on, until every box holds one. Ties are broken by the other
 * landmarks, then by number. So the guest fills the cube, and few wires are long. */
void placed_by_landmarks(struct placed *guest);

/* The guests that need no file: "mesh 8x8" and others, with the size in `name` or behind it in `size` (NULL: as large as
 * fits into `leaves`). Prints one message and returns false when there is no such guest. */
bool placed_generate(struct placed *guest, const char *name, const char *size, unsigned leaves, uint64_t seed);

#endif
