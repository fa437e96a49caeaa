/* pictures.h: drawings of a schedule: where the load is, and when. */
#ifndef FTC_SCHEDULE_PICTURES_H
#define FTC_SCHEDULE_PICTURES_H

#include "schedule/tree.h"

struct scheduled {
	const char *name;		/* of the network */
	const char *source;		/* what the messages are of */
	const struct channel_tree *tree;
	const struct message_set *set;
	const struct schedule *schedule;
	const struct channel_loads *loads;
};

/* The tree, every channel coloured by how much of what it could carry in all cycles it does carry. Up to 64 leaves as vertices
 * and lines, more as bars on top of each other. */
void load_picture(const struct scheduled *s, struct text *svg);
/* Cycles from left to right, channels from the root's down, coloured by how full they are. Of many, neighbours share a cell. */
void cycle_picture(const struct scheduled *s, struct text *svg);

#endif
