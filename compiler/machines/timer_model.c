/* timer_model.c: see timer_model.h. */
#include "machines/timer_model.h"

#include "machines/playback.h"

static void clock_cycle(struct timer *n, const struct timer *t, const struct playback *p, unsigned last_cycle, unsigned bits)
{
	if (t->count == 0) {
		n->sent_cycle = t->cycle;
		n->received_cycle = t->sent_cycle;
		n->last = t->cycle == last_cycle;
	}
	if (t->sends && t->count == p->advance_at)
		n->cycle = t->last ? 0 : (t->cycle + 1) & ((1u << bits) - 1);
}

void timer_clock(struct timer *n, const struct playback *p, unsigned bits, bool rst, bool play, unsigned last_cycle)
{
	const struct timer t = *n;
	bool over = t.count == p->period - 1;

	n->begin = t.playing && t.sends && t.count == 0;
	n->end = t.playing && t.count == p->end_at + 1;
	n->restart = t.playing && t.count == 1;
	n->fall = t.playing && t.count == p->fall_at;
	n->count = over || !t.playing ? 0 : t.count + 1;
	if (t.playing)
		clock_cycle(n, &t, p, last_cycle, bits);
	if (!t.playing) {
		n->playing = play;
		n->sends = true;
	} else if (over) {
		n->playing = t.sends;
		n->sends = t.sends && (play || !t.last);
	}
	if (rst)
		*n = (struct timer){ .playing = true, .last = n->last, .sent_cycle = n->sent_cycle, .received_cycle = n->received_cycle };
}
