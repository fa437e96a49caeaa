/* columnsort_parts.c: a rotator, and what the control looks up, clock by clock. */
#include "machines/columnsort_parts.h"

#include <stdlib.h>

#include "plan/plan.h"
#include "util/text.h"

struct flexible_rotator flexible_rotator_new(unsigned lines, unsigned stage, unsigned latency)
{
	return (struct flexible_rotator){
		.lines = lines, .layers = digit_bits(lines), .stage = stage, .latency = latency, .bits = allocate_array(latency, lines),
		.turn = allocate_array(latency, sizeof(unsigned)),
	};
}

void flexible_rotator_free(struct flexible_rotator *r)
{
	free(r->bits);
	free(r->turn);
}

/* Register k lies behind the layers from k * stage up. */
void flexible_rotator_clock(struct flexible_rotator *r, unsigned turn_now, const uint8_t *in)
{
	for (unsigned k = r->latency; k-- > 0;) {
		const uint8_t *from = k > 0 ? r->bits + (size_t)(k - 1) * r->lines : in;
		unsigned turn = k > 0 ? r->turn[k - 1] : turn_now, first = k * r->stage, last = (k + 1) * r->stage, by;

		if (last > r->layers)
			last = r->layers;
		by = turn & ((1u << last) - (1u << first));
		for (unsigned i = 0; i < r->lines; i++)
			r->bits[(size_t)k * r->lines + (i + by) % r->lines] = from[i];
		r->turn[k] = turn;
	}
}

const uint8_t *flexible_rotator_out(const struct flexible_rotator *r)
{
	return r->bits + (size_t)(r->latency - 1) * r->lines;
}

unsigned flexible_count(unsigned lines, const uint8_t *none)
{
	unsigned at = 0;

	if (!none[lines - 1])
		return lines;
	for (unsigned step = lines / 2; step > 0; step /= 2)
		if (!none[at + step - 1])
			at += step;
	return at;
}

unsigned flexible_move_number(unsigned depth, unsigned pass)
{
	unsigned move = 3 * depth;

	for (unsigned d = depth; d-- > 0;)
		if ((pass >> 2 * d & 3) != 3)
			move = 3 * d + (pass >> 2 * d & 3);
	return move;
}

unsigned flexible_depth(const struct flexible_moves *m)
{
	unsigned depth = 1;

	for (unsigned k = 0; k < m->widths; k++)
		if (m->width[k].depth > depth)
			depth = m->width[k].depth;
	return depth;
}

unsigned flexible_least_width(const struct flexible_moves *m, unsigned furthest)
{
	unsigned width = 0;

	for (unsigned k = 0; k + 1 < m->widths; k++)
		if (furthest > m->width[k].columns - 1)
			width = k + 1;
	return width;
}

unsigned flexible_first_row(const struct flexible_width *w, unsigned move)
{
	return move < w->moves ? w->row + move * w->columns : 0;
}
