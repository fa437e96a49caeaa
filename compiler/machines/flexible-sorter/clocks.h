/* clocks.h: a flexible sorter by its words: equal to the Verilog at its ports in every clock, but for what lines show
 * that no word is on. */
#ifndef FTC_MACHINES_FLEXIBLE_SORTER_CLOCKS_H
#define FTC_MACHINES_FLEXIBLE_SORTER_CLOCKS_H

#include "machines/flexible-sorter/flexible_sorter.h"

struct flexible_clocks;

/* Behind a reset; the network outlives it. */
struct flexible_clocks *flexible_clocks_new(const struct network *net);
void flexible_clocks_free(struct flexible_clocks *m);

/* In a clock. */
struct flexible_inputs {
	bool rst, start, last, out_ready;
	const uint8_t *in;		/* [line], 0 or 1 */
};
/* A bit on a line that may be any: behind the first one where no word is; if no wave leaves; of more words than fit. */
enum { FLEXIBLE_ANY = 2 };
struct flexible_outputs {
	bool ready, out_start, out_last;
	const uint8_t *out;		/* [line]: 0, 1 or FLEXIBLE_ANY; valid until the next clock */
};
/* The outputs in this clock do not depend on the inputs. */
struct flexible_outputs flexible_clocks_outputs(const struct flexible_clocks *m);
/* One clock edge. */
void flexible_clocks_step(struct flexible_clocks *m, const struct flexible_inputs *in);

#endif
