/* wires.h: what a wire of a sorting fat-tree shows of a word, which is a string of '0' and '1' behind its M bit. */
#ifndef FTC_TESTS_SORTING_WIRES_H
#define FTC_TESTS_SORTING_WIRES_H

#include <stdbool.h>
#include <string.h>

/* Behind a word, until the next wave may come, a node's wires show what its banks hold. */
enum { ANY_BIT = 2 };

/* `age` clocks behind the M bits of a wave; word: NULL if that wire has none. `ends`: wires are 0 behind a word, too.
 * */
static inline unsigned wire_bit(const char *word, unsigned long age, unsigned long period, bool ends)
{
	size_t bits = word ? strlen(word) : 0;

	if (!word || age >= period)
		return 0;
	if (age == 0)
		return 1;
	return age <= bits ? word[age - 1] == '1' : ends ? 0 : ANY_BIT;
}

#endif
