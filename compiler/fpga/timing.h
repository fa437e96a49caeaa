/* timing.h: what helps against a missed clock. */
#ifndef FTC_FPGA_TIMING_H
#define FTC_FPGA_TIMING_H

#include "fpga/flow.h"

/* Reports that the placement misses its clock, and suggests what can help in this case, and only that. */
void timing_explain(const struct flow *flow);

#endif
