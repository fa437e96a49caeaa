/* terminal_model.c: the words that a terminal of a sorting fat-tree receives, and shows. */
#include "machines/sorting-fat-tree/clocks.h"

static uint64_t number_from(const char *bits, unsigned count)
{
	uint64_t number = 0;

	for (unsigned k = 0; k < count; k++)
		number = 2 * number + (bits[k] == '1');
	return number;
}

void sorting_terminal_receive(struct sorting_terminal *l, const struct sorting_shape *s, const char *bits,
			      unsigned long now)
{
	l->room = 0;
	l->m_source = (unsigned)number_from(bits, s->levels);
	l->m_data = number_from(bits + s->levels, s->payload_bits);
	l->whole = now + s->levels + s->payload_bits + 1;
}

void sorting_terminal_show(struct sorting_terminal *l, bool ready, unsigned long now)
{
	if (l->m_valid && ready) {
		l->room = 1;
		l->m_valid = 0;
	} else if (!l->room && !l->m_valid) {
		l->m_valid = now + 1 == l->whole;
	}
}
