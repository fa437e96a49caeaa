/* picks.h: which input each output of a plan shows, if settings choose: of a plan of picks and registers alone (plan/plan.h).
 *
 * It follows the plan's own picks, so that settings which no schedule makes lead where they do in the Verilog. */
#ifndef FTC_MODEL_PICKS_H
#define FTC_MODEL_PICKS_H

#include <stdbool.h>

#include "plan/plan.h"

struct picks;

/* `plan` has kind PLAN_WIRES, PLAN_CROSSBAR or PLAN_PARTIAL, and need not outlive them. */
struct picks *picks_new(const struct plan *plan);
/* Accepts NULL. */
void picks_free(struct picks *p);
/* The input that output 0 .. outputs - 1 shows with these settings, plan->settings of them; PLAN_IDLE: it is always 0. */
int picks_source(const struct picks *p, unsigned output, const bool *setting);

#endif
