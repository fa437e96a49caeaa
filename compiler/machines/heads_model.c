/* heads_model.c: the model of a node of heads. Names are those of rtl-templates/off-line/head.v. */
#include <stdlib.h>

#include "machines/heads.h"
#include "util/text.h"

enum { MOST_BITS = 16 };		/* of a head: a wire has fewer edges than any node has wires */

struct head_state {
	uint8_t c[MOST_BITS];		/* [0] came last */
	uint8_t waits;
	uint8_t y[2];			/* without bits: y[0] */
};

struct heads_model *heads_model_new(const struct heads *h)
{
	struct heads_model *m = allocate(sizeof *m);

	*m = (struct heads_model){ h, allocate_array(h->wires + 1, 1), allocate_array(h->wires + 1, sizeof *m->state) };
	return m;
}

void heads_model_free(struct heads_model *m)
{
	if (m) {
		free(m->wire);
		free(m->state);
	}
	free(m);
}

/* The message of an edge. */
static uint8_t shown(const struct heads_model *m, const struct heads_edge *e)
{
	const struct head_state *s = &m->state[e->from];
	unsigned bits = m->heads->wire[e->from].bits;

	if (bits == 0)
		return s->y[0];
	uint8_t y = s->y[e->code >> (bits - 1) & 1];

	for (unsigned k = 0; k + 1 < bits && y; k++)
		if (e->looks >> k & 1)
			y &= e->code >> k & 1 ? s->c[k] : (uint8_t)~s->c[k];
	return y;
}

void heads_model_show(struct heads_model *m)
{
	const struct heads *h = m->heads;

	for (unsigned w = h->inputs; w < h->wires; w++) {
		m->wire[w] = 0;
		for (size_t i = h->into[w]; i < h->into[w + 1]; i++)
			m->wire[w] |= shown(m, &h->edge[i]);
	}
}

static void clock_head(struct head_state *s, unsigned bits, uint8_t x)
{
	uint8_t top = s->c[bits - 1], lead = (uint8_t)((s->waits & (bits > 1 ? s->c[bits - 2] : x)) | (~s->waits & top));
	uint8_t next = (uint8_t)((s->waits & top) | (~s->waits & x));

	s->y[1] = next & lead;
	s->y[0] = (uint8_t)(next & ~lead);
	for (unsigned k = bits; k-- > 0;)
		s->c[k] = (uint8_t)((s->waits & (k > 0 ? s->c[k - 1] : x)) | (~s->waits & s->c[k]));
	s->waits &= (uint8_t)~top;
}

void heads_model_clock(struct heads_model *m, const uint8_t *clear)
{
	const struct heads *h = m->heads;

	for (unsigned w = 0; w + h->outputs < h->wires; w++) {
		struct head_state *s = &m->state[w];
		unsigned bits = h->wire[w].bits;

		if (bits == 0) {
			s->y[0] = m->wire[w];
			continue;
		}
		uint8_t stays = (uint8_t)~clear[h->wire[w].clear];

		clock_head(s, bits, m->wire[w]);
		s->waits |= (uint8_t)~stays;
		s->y[0] &= stays;
		s->y[1] &= stays;
		for (unsigned k = 0; k < bits; k++)
			s->c[k] &= stays;
	}
}
