/* drawing.h: draws an XGFT with its links, its faults and paths through it. */
#ifndef FTC_MACHINES_GENERALIZED_DRAWING_H
#define FTC_MACHINES_GENERALIZED_DRAWING_H

#include <stddef.h>

#include "machines/generalized/xgft.h"
#include "util/text.h"

/* Draws the tree of a spec of generalized_machine as an SVG page, with `count` coloured paths and dashed dead parts.
 * Of a tree with too many nodes it draws only the nodes of the paths; without paths, of those from the first leaf to
 * the last. */
void xgft_drawing(const struct spec *spec, const struct xgft_path *paths, size_t count, struct text *svg);

#endif
