/* chances.c: the random bits by which choices are made. */
#include "model/chances.h"

#include <stdlib.h>

#include "parse/spec.h"
#include "util/text.h"

/* As in rtl-templates/plan/chances.v. */
enum { STATE_BITS = 17, FIRST_STATE = 0x15a3c, PERIOD = (1 << STATE_BITS) - 1 };

/* Bit k of a stream is that of clock k - BEFORE. Clock 0 is not repeated: `rare` is then 0 by the reset. */
enum { BEFORE = MAXIMUM_LEVELS + 1, BITS = BEFORE + 1 + PERIOD + CHANCE_CLOCKS };

struct chances {
	uint8_t stream[2][BITS / 8 + 1];	/* rare, even */
};

struct chances *chances_new(void)
{
	struct chances *c = allocate(sizeof *c);
	uint32_t s = FIRST_STATE;
	bool rare = false;

	for (unsigned k = BEFORE; k < BITS; k++) {
		c->stream[0][k / 8] |= (uint8_t)(rare << k % 8);
		c->stream[1][k / 8] |= (uint8_t)((s >> 16 & 1) << k % 8);
		rare = s & s >> 3 & s >> 6 & s >> 9 & s >> 12 & 1;
		s = (s << 1 | ((s >> 16 ^ s >> 13) & 1)) & PERIOD;
	}
	return c;
}

void chances_free(struct chances *c)
{
	free(c);
}

struct chance_view chances_view(const struct chances *c, bool up, unsigned level, uint64_t clock)
{
	/* Those before clock 0 are the same for all: zeros. */
	uint64_t k = BEFORE + clock - 1 - level;

	return (struct chance_view){ c->stream[up], (unsigned)(k <= BEFORE ? k : BEFORE + 1 + (k - BEFORE - 1) % PERIOD) };
}
