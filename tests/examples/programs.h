/* programs.h: random programs for a core, in the form of its memory's contents. */
#ifndef PROGRAMS_H
#define PROGRAMS_H

#include <stdint.h>

/* Number `index` of those of `seed`. Every other one loops through some 900 instructions, and loads and stores; those between
 * are random words of any kind, which soon stop the core. */
void program_draw(uint32_t memory[], unsigned seed, unsigned index);

#endif
