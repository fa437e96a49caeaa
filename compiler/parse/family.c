/* family.c: the table of families. */
#include "parse/family.h"

#include <string.h>

const struct family families[] = {
	{
		/* Lattice ECP5, speed grade 6. */
		.word = "ecp5", .name = "ECP5", .yosys = "ecp5", .fitted = true,
		/* Measured with nextpnr 0.7, as those below: shift registers with one and two LUTs between stages, plus a
		 * network's overhead. */
		.first_ns = 1.6, .element_ns = 1.5,
		.lone_flip_flops = true, .free_enables = true, .text_in_luts = true, .large_arrays = true,
		/* TRELLIS_DPR16X4 takes two slices, and a third one's wires to write. */
		.lut_ram = { .words = 16, .bits = 4, .luts = 6, .cost = 4 },
		.block_ram = {
			.bits = 18432, .narrow_rows = 16384, .narrow_bits = 1, .wide_rows = 512, .wide_bits = 36, .data_bits = 32,
			.port_rows = 1024, .port_bits = 18, .registered_bits = 36, .cost = 130, .luts = 402,
		},
	},
	{
		/* Lattice iCE40 HX and LP. Its block RAMs are few and far apart. */
		.word = "ice40", .name = "iCE40", .yosys = "ice40", .fitted = true,
		.first_ns = 1.5, .element_ns = 1.6,
		.block_ram = {
			.bits = 4096, .narrow_rows = 2048, .narrow_bits = 2, .wide_rows = 256, .wide_bits = 16, .data_bits = 16,
			.port_rows = 256, .port_bits = 16, .cost = 64, .luts = 240,
		},
	},
	{
		/* Lattice iCE40 UltraPlus: two and a half times slower. */
		.word = "ice40up", .name = "iCE40 UltraPlus", .yosys = "ice40", .fitted = true,
		.first_ns = 2.4, .element_ns = 4.4,
		.block_ram = {
			.bits = 4096, .narrow_rows = 2048, .narrow_bits = 2, .wide_rows = 256, .wide_bits = 16, .data_bits = 16,
			.port_rows = 256, .port_bits = 16, .cost = 64, .luts = 176,
		},
		.large_rams = 4,
	},
	{ 0 }
};

_Static_assert(sizeof families / sizeof *families <= MOST_FAMILIES + 1, "more families than MOST_FAMILIES");

const struct family *family_find(const char *word)
{
	for (const struct family *family = families; family->word; family++)
		if (strcmp(family->word, word) == 0)
			return family;
	return NULL;
}

void family_words(const char *words[MOST_FAMILIES + 1])
{
	size_t count = 0;

	for (const struct family *family = families; family->word; family++)
		words[count++] = family->word;
	words[count] = NULL;
}
