/* clocks.h: a flexible sorter, clock by clock: every register of rtl-templates/flexible-sorter/flexible_*.v. */
#ifndef FTC_MACHINES_FLEXIBLE_SORTER_CLOCKS_H
#define FTC_MACHINES_FLEXIBLE_SORTER_CLOCKS_H

#include "machines/flexible-sorter/flexible_sorter.h"

struct flexible_clocks;

/* All registers and banks 0; the network outlives it. */
struct flexible_clocks *flexible_clocks_new(const struct network *net);
void flexible_clocks_free(struct flexible_clocks *m);

/* In a clock. */
struct flexible_inputs {
	bool rst, start, last, out_ready;
	const uint8_t *in;		/* [line], 0 or 1 */
};
struct flexible_outputs {
	bool ready, out_start, out_last;
	const uint8_t *out;		/* [line]; valid until the next clock */
};
/* The outputs in this clock do not depend on the inputs. */
struct flexible_outputs flexible_clocks_outputs(const struct flexible_clocks *m);
/* The wires of the port `probe`, flexible_probe_bits() of them, in this clock. */
void flexible_clocks_probe(const struct flexible_clocks *m, uint8_t *wire);
/* One clock edge. */
void flexible_clocks_step(struct flexible_clocks *m, const struct flexible_inputs *in);

/* lower.c: the nets of the port `probe`, lowest first: fed, sorted, rotated (a line each), turn, settings, row, read_at, keep,
 * place, write, write_beat, feed, sorter_start, turns. */
unsigned flexible_probe_bits(const struct network *net);

#endif
