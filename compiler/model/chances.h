/* chances.h: the random bits by which choices are made (rtl-templates/plan/chances.v), at any clock.
 *
 * The bits go down the tree from the root, behind a register on each level. A node of level k sees in clock t what
 * chances.v showed in clock t - 1 - k, and zeros before. Clock 0 is the first clock after the reset.
 */
#ifndef FTC_MODEL_CHANCES_H
#define FTC_MODEL_CHANCES_H

#include <stdbool.h>
#include <stdint.h>

struct chances;

/* The whole period, 2^17 - 1 clocks: 32 KiB. */
struct chances *chances_new(void);
void chances_free(struct chances *c);

/* A stretch of one of the two streams, as a node sees it from a clock on. */
struct chance_view {
	const uint8_t *bits;		/* bit k: bits[k / 8] >> k % 8 & 1 */
	unsigned at;			/* of the view's first clock */
};

/* From `clock` on, at nodes of a level: stream `even` on the way up, `rare` on the way down. For CHANCE_CLOCKS. */
enum { CHANCE_CLOCKS = 4096 };
struct chance_view chances_view(const struct chances *c, bool up, unsigned level, uint64_t clock);

/* The bit so many clocks later. */
static inline bool chance_after(struct chance_view view, unsigned clocks)
{
	unsigned k = view.at + clocks;

	return view.bits[k / 8] >> k % 8 & 1;
}

#endif
