/* fault_spans.h: what one fault takes from whom. */
#ifndef FTC_MACHINES_GENERALIZED_FAULT_SPANS_H
#define FTC_MACHINES_GENERALIZED_FAULT_SPANS_H

#include "machines/generalized/spans.h"
#include "machines/generalized/xgft.h"

/* The root positions, 0 .. W_h - 1, that no path through the dead node or link can come to; which is all positions whose
 * betas begin as its own. */
struct span fault_span(const struct spec *spec, const struct fault *fault);

/* The leaves that lose them: those of this sub-tree of height fault->level, sub-trees of one height being counted from
 * the left. */
unsigned fault_subtree(const struct spec *spec, const struct fault *fault);

#endif
