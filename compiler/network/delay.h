/* delay.h: the delay lines of turning messages, in flip-flops or in RAM (rtl-templates/plan/delay_line.v). */
#ifndef FTC_NETWORK_DELAY_H
#define FTC_NETWORK_DELAY_H

#include "network/network.h"

/* A line of `width` wires, at least 1, and `depth` clocks, at least 1. */
struct delay_line {
	unsigned width, depth;
	unsigned passes;		/* through a RAM; 0: flip-flops only */
	unsigned words;			/* of the RAM: (depth - 1) / passes, at least 4; or 0 */
};

/* The line as spec->delay_ram_threshold wants it. */
struct delay_line delay_line_of(const struct spec *spec, unsigned width, unsigned depth);

/* An estimate, in cells of spec->family. LUTs that are RAM count as lut4; ram_bits are of block RAM. */
struct cost delay_line_cost(const struct spec *spec, const struct delay_line *line);

#endif
