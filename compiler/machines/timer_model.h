/* timer_model.h: the model of the timer of delivery cycles, rtl-templates/off-line/playback_timer.v. */
#ifndef FTC_MACHINES_TIMER_MODEL_H
#define FTC_MACHINES_TIMER_MODEL_H

#include <stdbool.h>

struct playback;

/* Registers, by the names of the Verilog. */
struct timer {
	bool playing, sends, last, begin, end, restart, fall;
	unsigned count, cycle, sent_cycle, received_cycle;
};

/* A rising edge. `bits` of the number of a cycle. */
void timer_clock(struct timer *t, const struct playback *p, unsigned bits, bool rst, bool play, unsigned last_cycle);

#endif
