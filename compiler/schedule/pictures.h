/* pictures.h: drawings of a schedule: its load by channel and by cycle. */
#ifndef FTC_SCHEDULE_PICTURES_H
#define FTC_SCHEDULE_PICTURES_H

#include "schedule/tree.h"

struct scheduled {
	const char *name;		/* of the network */
	const char *source;		/* the origin of the messages */
	const struct channel_tree *tree;
	const struct message_set *set;
	const struct schedule *schedule;
	const struct channel_loads *loads;
};

/* The tree, every channel coloured by its utilization over all cycles. Up to 64 leaves as vertices and lines, larger
 * trees as stacked bars. */
void load_picture(const struct scheduled *s, struct text *svg);
/* Cycles from left to right, channels from the root's down, coloured by utilization. If there are many, neighbours
 * share a cell. */
void cycle_picture(const struct scheduled *s, struct text *svg);

#endif
