/* passage.h: which messages get through a plan: the plan run on whole messages instead of bits. */
#ifndef FTC_MACHINES_FAT_TREE_PASSAGE_H
#define FTC_MACHINES_FAT_TREE_PASSAGE_H

#include "plan/plan.h"

/* What a wire carries: the number of a message, from 0, or NOBODY. */
enum { NOBODY = -1 };

/* The plans of a library, ready to run. */
struct passage;

struct passage *passage_create(const struct plan_library *library);
/* From in[0 .. plan->inputs-1] to out[0 .. plan->outputs-1], without regard to time. The plan is one of the library's
 * and a concentrator. */
void passage_run(struct passage *p, const struct plan *plan, const int *in, int *out);
/* Wires that are set by one run: what its time is proportional to. */
unsigned long long passage_work(const struct passage *p, const struct plan *plan);
void passage_free(struct passage *p);

#endif
