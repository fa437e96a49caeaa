/* meets.c: within the time that rotor_longest_wait() gives to a favourite, its turn meets room in every queue that is kept full.
 *
 * Room comes with every part of a queue that has been given, a word at each visit, and lasts for as many clocks as the part has
 * words (bank_queue). A favourite's word comes in one of 2^ROTOR_PREFER_BITS turns (source_sends). Here for all shapes of up to
 * 1,024 leaves, and wherever the turns lie beside the visits, clock by clock. */
#include <stdio.h>
#include <stdlib.h>

#include "machines/rotor/rotor.h"
#include "parse/family.h"
#include "rtl_model.h"

enum { MOST_PERIOD = 1024, MOST_QUEUE_BITS = 6 };

/* Clocks from that in which room comes to that in which a turn, `turn` clocks later for the first time, meets it or later room;
 * 0: never. */
static unsigned long until_they_meet(unsigned long turn, unsigned long turns, unsigned long rooms, unsigned long part)
{
	for (unsigned long k = 0; k <= turns; k++) {
		unsigned long came = k * rooms, meets = came <= turn ? turn : turn + (came - turn + turns - 1) / turns * turns;

		if (meets < came + part)
			return meets + 1;
	}
	return 0;
}

/* Whether all turns meet room in time. The favourite has become that a clock behind room that came before. */
static bool all_meet(const struct rotor_shape *s)
{
	unsigned long turns = (unsigned long)s->bins << ROTOR_PREFER_BITS, part = s->part, rooms = part * s->period;
	unsigned long most = rotor_longest_wait(s) / s->places - (s->bins + s->stages + 7);

	for (unsigned long turn = 0; turn < turns; turn++) {
		unsigned long clocks = until_they_meet(turn, turns, rooms, part);

		if (clocks == 0 || rooms - 1 + clocks - 1 > most) {
			printf("# %u bins, visits every %u clocks, room for %lu words: a turn meets room after %lu clocks, at most %lu are"
			       " expected\n", s->bins, s->period, part, rooms - 1 + clocks - 1, most);
			return false;
		}
	}
	return true;
}

int main(void)
{
	static bool seen[MOST_BINS + 1][MOST_PERIOD + 1][MOST_QUEUE_BITS + 1];
	unsigned shapes = 0;
	bool good = true;

	for (unsigned leaves = LEAST_ROTOR_LEAVES; leaves <= MOST_ROTOR_LEAVES; leaves++)
		for (unsigned bins = LEAST_BINS; bins <= MOST_BINS; bins *= 2)
			for (unsigned k = 0; k < 2 * MOST_QUEUE_BITS; k++) {
				struct rotor_parameters own = { .bins = bins, .banks = k % 2 + 1, .queue_words = 2u << k / 2,
								 .storage = STORAGE_LUT_RAM };
				struct rotor_shape s = rotor_shape(&(struct spec){ .leaves = leaves, .own = &own, .family = &families[0] });

				if (s.places < (own.banks == 2 ? LEAST_PLACES_OF_TWO_BANKS : LEAST_PLACES)
				    || seen[bins][s.period][s.queue_bits])
					continue;
				seen[bins][s.period][s.queue_bits] = true;
				good = all_meet(&s) && good;
				shapes++;
			}
	printf("1..1\n%sok 1 - %u shapes\n", good && shapes > 1000 ? "" : "not ", shapes);
	return !good || shapes <= 1000;
}
