/* passage.h: which messages pass a plan, and on which wire each leaves it: the plan run on whole messages, not on bits. */
#ifndef FTC_MODEL_PASSAGE_H
#define FTC_MODEL_PASSAGE_H

#include <stdint.h>

#include "model/chances.h"
#include "plan/plan.h"

/* A message at a plan's inputs, then at its outputs. */
struct passing {
	uint32_t message;
	uint32_t wire;
	uint32_t digits;		/* for a router: the next bits of the route, the first one on top: as many as
					   passage_digits() says */
};

/* The plans of a library, made ready to run when they first do. */
struct passage;

struct passage *passage_create(const struct plan_library *library);
/* Sets the settings of the plans that run from now on: as plan_model_set(). */
void passage_set(struct passage *p, const uint8_t *setting);
/* Runs a plan on `count` messages, each on a wire of its own. Those that pass move to the front with their new wires, in
 * any order; returns how many. The plan must be a concentrator of the library, or a router; its input `copy` is low. `view`:
 * the random bits that the plan sees, from the clock of its inputs' M bits on. */
unsigned passage_run(struct passage *p, const struct plan *plan, struct chance_view view, struct passing *passing,
		     unsigned count);
/* The most bits of a route that a router reads of one message. A message for which it reads fewer has its own on top. */
unsigned passage_digits(struct passage *p, const struct plan *plan);
/* Wires that one run sets if all inputs have messages; its time is at most in proportion. */
unsigned long long passage_work(const struct passage *p, const struct plan *plan);
void passage_free(struct passage *p);

#endif
