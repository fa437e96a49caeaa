/* plan_model.h: a simulation of one plan.
 *
 * A wire is a byte of eight independent bits: eight copies of the circuit with a common strobe. To use one copy, keep
 * the upper bits 0.
 */
#ifndef FTC_MODEL_PLAN_MODEL_H
#define FTC_MODEL_PLAN_MODEL_H

#include <stdbool.h>
#include <stdint.h>

#include "plan/plan.h"

struct plan_model;

/* All flip-flops 0. */
struct plan_model *plan_model_new(const struct plan *plan);
void plan_model_free(struct plan_model *m);

/* The outputs in this clock, one byte per wire: they come from flip-flops and do not depend on the inputs. */
const uint8_t *plan_model_outputs(struct plan_model *m);
/* Sets the input `copy` from now on. */
void plan_model_copy(struct plan_model *m, bool copy);
/* Sets the input `chance` of the coming clock, 0 or all ones. */
void plan_model_chance(struct plan_model *m, uint8_t chance);
/* Sets the settings from now on: plan->settings bytes, 0 or all ones. They must live until the next call. */
void plan_model_set(struct plan_model *m, const uint8_t *setting);
/* Sets the input `stop` from now on; false at first. */
void plan_model_stop(struct plan_model *m, bool stop);
/* Sets the inputs `turned` from now on: plan->turned bytes, which must live until the next call; zeros at first. */
void plan_model_turned(struct plan_model *m, const uint8_t *turned);
/* As the input `rst` does in a clock, after plan_model_clock(): forgets the strobes, and what elements keep from one message
 * to the next. */
void plan_model_reset(struct plan_model *m);
/* One clock edge with these inputs and this strobe. */
void plan_model_clock(struct plan_model *m, const uint8_t *in, bool start);

#endif
