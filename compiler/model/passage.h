/* passage.h: which messages pass a plan: the plan run on whole messages instead of bits. */
#ifndef FTC_MODEL_PASSAGE_H
#define FTC_MODEL_PASSAGE_H

#include <stdint.h>

#include "plan/plan.h"

/* A wire carries the number of a message, from 0, or NOBODY. */
enum { NOBODY = -1 };

/* The plans of a library, ready to run. */
struct passage;

struct passage *passage_create(const struct plan_library *library);
/* Runs a plan from in[0 .. plan->inputs-1] to out[0 .. plan->outputs-1], without time. The plan must be a
 * concentrator of the library, or a router without copies. Choices are random as those on the way up, or down
 * (rtl-templates/chances.v), and the same in every run of the program. */
void passage_run(struct passage *p, const struct plan *plan, bool up, const int *in, int *out);
/* Gives the messages routes, for selectors: next[m] is the next bit of message m, 0 or 1. A selector moves it on. */
void passage_route(struct passage *p, const uint8_t **next);
/* Wires set by one run; its time is in proportion. */
unsigned long long passage_work(const struct passage *p, const struct plan *plan);
void passage_free(struct passage *p);

#endif
