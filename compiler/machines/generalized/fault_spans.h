/* fault_spans.h: which root positions a fault takes from which leaves. */
#ifndef FTC_MACHINES_GENERALIZED_FAULT_SPANS_H
#define FTC_MACHINES_GENERALIZED_FAULT_SPANS_H

#include "machines/spans.h"
#include "machines/xgft.h"

/* The root positions, 0 .. W_h - 1, that no path through the dead node or link can reach: all positions whose betas
 * begin like its own. */
struct span fault_span(const struct spec *spec, const struct fault *fault);

/* The leaves that lose these positions: those of this sub-tree of height fault->level. Sub-trees of a height are
 * counted from the left. */
unsigned fault_subtree(const struct spec *spec, const struct fault *fault);

#endif
