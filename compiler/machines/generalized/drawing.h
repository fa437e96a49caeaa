/* drawing.h: an XGFT with its links, its faults and paths through it, for a person. */
#ifndef FTC_MACHINES_GENERALIZED_DRAWING_H
#define FTC_MACHINES_GENERALIZED_DRAWING_H

#include <stddef.h>

#include "machines/generalized/xgft.h"
#include "util/text.h"

/* Draws the tree of a spec of generalized_machine as an SVG page, `count` paths in colours and what is dead in dashes. A tree
 * with too many nodes to be drawn is shown by the nodes of the paths alone; without paths by those from the first leaf to
 * the last. */
void xgft_drawing(const struct spec *spec, const struct xgft_path *paths, size_t count, struct text *svg);

#endif
