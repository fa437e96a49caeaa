/* better.h: whether a change of one key makes a network smaller and faster, by estimates. */
#ifndef FTC_POINTS_BETTER_H
#define FTC_POINTS_BETTER_H

#include "points/points.h"

/* A fresh object: "change", a key and its value, "lanes: auto"; "cells" and "mbps" of the network that it makes, and "times_mbps" of the one
 * without it; "own_cells". Null if no such change is known: it must save a sixth of the logic cells and deliver half as much again,
 * which is more than the estimates are off by. The network is that of the request; what reading it says is not said again. */
struct json_t *points_better(const struct points_request *r);
/* Says it in a line; nothing for null. */
void points_better_say(const struct json_t *better, struct text *out);

#endif
