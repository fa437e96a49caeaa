/* picture.h: parts of the drawing of a compiled circuit.
 *
 *   picture_wires.c   what every wire carries, when it is steady, and the critical way
 *   picture_mesh.c    elements, wires, pins
 *   picture_tree.c    channels, and the messages of each delivery cycle
 *   picture.c         the page
 */
#ifndef FTC_OVERLAY_PICTURE_H
#define FTC_OVERLAY_PICTURE_H

#include <stdbool.h>

#include "overlay/check.h"
#include "overlay/compile_report.h"
#include "overlay/layout.h"
#include "util/text.h"

enum { NO_SOURCE = -1, NO_MESSAGE = -1 };

/* The wire that leaves an element on a side. */
struct side_wire {
	int source;			/* what it carries; NO_SOURCE: nothing. Of element e 4 e + 0 g, 1 not g, 2 s, 3 not s; behind
					   all elements the registers, 4 side mesh + border position */
	unsigned clock;			/* when it is steady */
	bool critical;			/* a part of the critical way */
};

struct picture {
	const struct compile_report *r;
	const struct overlay *o;
	const struct image *image;
	struct layout layout;
	struct decoded decoded;
	struct side_wire *wire;		/* [4 element + side] */
	int *message_at;		/* [4 side mesh + b]: the message that the register there gets, or NO_MESSAGE */
	unsigned *message_clock;	/* [message]: when its register is steady */
	int *critical_side;		/* [element]: by which the critical way comes to its gate; -1: it does not */
	bool *critical_message;		/* [message] */
	struct text body;
};

/* Fills in wire, message_at, message_clock and what is critical. */
void picture_trace(struct picture *p);
void picture_trace_free(struct picture *p);
/* What comes into an element on a side. */
struct picture_input {
	int source;
	unsigned clock;
	int wire;			/* the neighbour's, in picture.wire; -1: a register at the border */
};
struct picture_input picture_input(const struct picture *p, unsigned element, unsigned side);
/* The border position in a mesh whose wire a traveller is. */
unsigned picture_traveller_border(const struct picture *p, unsigned traveller);
/* What a source is, for people: "latch count[1]", "gate (0,6,4)", "input enable", "message from mesh 2". A fresh string. */
char *picture_source_name(const struct picture *p, int source);
/* "enable", "count[1]". A fresh string. */
char *picture_pin_name(const struct image_pin *pin);

/* The colour of what is steady at that clock, "#1b6ca8". */
struct colour {
	char hex[8];
};
struct colour picture_colour(const struct picture *p, unsigned clock);
/* The colour of a share, 0 .. 1, of a step; the last clock of the step, at least 1. */
struct colour picture_colour_at(double share);
unsigned picture_last_clock(const struct picture *p);

/* The title of a group, which a browser shows: <title>..</title>. */
void picture_title(struct picture *p, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Room on the west side of a mesh for the names of its pins. */
double picture_west(const struct compile_report *r);
void picture_meshes(struct picture *p);

/* A wire of the channel above a vertex, up or down. */
struct picture_wire {
	unsigned level, vertex, wire;
	bool down;
};
/* The wires by which a message comes, by the settings of all nodes: from its end to its beginning. */
struct picture_way {
	struct picture_wire step[2 * OVERLAY_MOST_LEVELS];
	unsigned steps;
};
struct picture_way picture_way_of(const struct picture *p, const struct message *m);
/* Channels and nodes, between the meshes. */
void picture_channels(struct picture *p);
/* A small tree with its messages for each delivery cycle, from y on, in rows at most `width` wide; returns its height. */
double picture_cycles(struct picture *p, double y, double width);

#endif
