/* synthesized.h: what Yosys makes of plans. */
#ifndef FTC_TESTS_PLAN_SYNTHESIZED_H
#define FTC_TESTS_PLAN_SYNTHESIZED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "plan/plan.h"

/* One plan: what is wanted, what `ftc` estimates, and what Yosys counts. */
struct trial {
	enum plan_kind kind;
	unsigned r, s, spacing, input_level;
	struct cost estimate;
	struct cost counted;
	uint64_t digest;		/* of its Verilog */
};

/* Fills in the last three of all trials: one run of Yosys, for ECP5 or iCE40. False after a message. */
bool synthesize(struct trial *trial, size_t count, bool lone_flip_flops);

#endif
