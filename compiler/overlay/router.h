/* router.h: ways of nets through a mesh at the prices of now (trees.h).
 */
#ifndef FTC_OVERLAY_ROUTER_H
#define FTC_OVERLAY_ROUTER_H

#include <limits.h>

#include "overlay/trees.h"

struct router;
enum { NO_WAY = -1, ANY_PRICE = INT_MAX / 2 };

/* The trees must outlive it. */
struct router *router_start(struct trees *s);
void router_free(struct router *r);
/* Hangs a sink on its net's tree by the cheapest way: the prices of the wires that the tree gets, and `weight` for each wire
 * between driver and sink. That cost; NO_WAY, with the tree as it was, if it were more than `most`. */
int router_add(struct router *r, unsigned sink, int weight, int most);
/* Hangs all sinks on their nets' trees that do not hang there, those with the greatest weight first. weight[sink]. */
void router_add_all(struct router *r, const int *weight);
/* The sinks of a net in the order in which they are best added, the greatest weight first; the router's own memory, until
 * the next call. */
const unsigned *router_order(struct router *r, unsigned net, const int *weight);

#endif
