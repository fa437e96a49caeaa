/* shape.c: the sizes of a flexible sorter, and when everything happens. */
#include "machines/flexible-sorter/flexible_sorter.h"

#include "util/number.h"

struct flexible_shape flexible_shape(const struct spec *spec)
{
	const struct flexible_parameters *own = flexible_parameters(spec);
	struct flexible_shape s = { .lines = own->lines, .columns = own->words / own->lines };
	struct flexible_way way = flexible_way(spec, s.lines);

	s.word_bits = 1 + own->serial.key_bits + spec->payload_bits;
	s.column_bits = at_least_1(digit_bits(s.columns));
	s.sorter_latency = way.sorter_latency;
	s.stage = way.stage;
	s.rotator_latency = way.rotator_latency;
	s.delay = way.delay + FLEXIBLE_COUNT;
	s.period = s.word_bits > s.delay ? s.word_bits : s.delay;
	s.beat_bits = digit_bits(s.period);
	s.bank_bits = 2ul << (s.column_bits + s.beat_bits);
	s.row_bits = digit_bits(s.lines) + s.lines * s.column_bits;
	return s;
}

unsigned long flexible_sort_clocks(const struct flexible_shape *s, const struct flexible_moves *m, unsigned words)
{
	const struct flexible_width *w = flexible_width_of(m, words);
	/* The last wave is written; the columns behind the words are marked as empty, one in a clock; passes; the first
	 * column on its way out. */
	unsigned long before = s->period + s->delay + FLEXIBLE_FILL + w->columns - words / s->lines;

	return before + (unsigned long)w->passes * w->columns * s->period + s->sorter_latency + FLEXIBLE_OUT;
}

unsigned long flexible_batch_clocks(const struct flexible_shape *s, const struct flexible_moves *m, unsigned words)
{
	unsigned long more = flexible_waves(s->lines, words) - 1;

	return 2 * more * s->period + flexible_sort_clocks(s, m, words) + s->word_bits;
}

const struct plan *flexible_sorter_plan(const struct network *net)
{
	return net->use[0].plan;
}
