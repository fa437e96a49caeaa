/* element.h: the universal element: four sides, each with a wire in and a wire out, a NAND and a latch (Bay 1992,
 * chapter 6; rtl-templates/area-universal/element.v).
 *
 *   control word, 16 bits
 *     3k+2 .. 3k   what leaves on side k, one clock later:
 *                    0 nothing (0)    1, 2, 3: what comes in on side k+1, k+2, k+3 (mod 4)
 *                    4 g   5 not g   6 s   7 not s
 *     13 .. 12     side x, 15 .. 14 side y:   g = not (in[x] and in[y])
 *   s <= g at the end of a step
 */
#ifndef FTC_OVERLAY_ELEMENT_H
#define FTC_OVERLAY_ELEMENT_H

#include <stdint.h>

enum compass { NORTH, EAST, SOUTH, WEST, SIDES };

enum choice_of_side {
	CHOICE_NOTHING, CHOICE_NEXT, CHOICE_OPPOSITE, CHOICE_BEFORE, CHOICE_GATE, CHOICE_NOT_GATE, CHOICE_LATCH,
	CHOICE_NOT_LATCH, CHOICES
};

/* What leaves on side k. */
static inline unsigned element_choice(uint16_t control, unsigned k)
{
	return control >> (3 * k) & 7;
}
/* The side in whose wire choice 1 .. 3 of side k sends on. */
static inline unsigned element_from(unsigned k, unsigned choice)
{
	return (k + choice) % SIDES;
}
/* The choice of side k that sends on what comes in on side `from` (not k: there is no U-turn). */
static inline unsigned element_through(unsigned k, unsigned from)
{
	return (from + SIDES - k) % SIDES;
}
static inline uint16_t element_with_choice(uint16_t control, unsigned k, unsigned choice)
{
	return (uint16_t)((control & ~(7u << (3 * k))) | choice << (3 * k));
}
/* The sides that the gate reads: x (0), y (1). */
static inline unsigned element_operand(uint16_t control, unsigned which)
{
	return control >> (12 + 2 * which) & 3;
}
static inline uint16_t element_with_operand(uint16_t control, unsigned which, unsigned side)
{
	return (uint16_t)((control & ~(3u << (12 + 2 * which))) | side << (12 + 2 * which));
}

#endif
