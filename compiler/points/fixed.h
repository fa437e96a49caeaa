/* fixed.h: what the user holds fixed while networks are compared: a parameter file, and --set. */
#ifndef FTC_POINTS_FIXED_H
#define FTC_POINTS_FIXED_H

#include "parse/document.h"
#include "points/points.h"

/* The keys that hold for all points. */
struct fixed {
	struct document *document;	/* [count]: the file, then all --set */
	size_t count;
	bool some;			/* only those of target and leaves: the file describes a network */
};

/* Reads them into an empty *f, and compares them with the options that say the same. False after a message. */
bool fixed_read(struct fixed *f, const struct points_request *r);
void fixed_free(struct fixed *f);
/* The entry that gives the key: the last one. NULL: there is none. */
const struct entry *fixed_find(const struct fixed *f, const char *key);
/* A number, from `low` to `high`, that an option gives, or else the file; 0: neither does. False after a message. */
bool fixed_number(const struct fixed *f, const char *key, unsigned long option, unsigned low, unsigned high, unsigned *number);

#endif
