/* delay.c: which delay lines are in RAM, and what they cost. */
#include "network/delay.h"

#include "network/network.h"
#include "parse/family.h"

enum { LEAST_WORDS = 4 };

/* Each bit of an address of a LUT's inputs or fewer is a LUT; a longer one has an adder and a comparison. */
static unsigned long address_luts(unsigned bits)
{
	return bits <= 4 ? bits : 2ul * bits;
}

struct cost delay_line_cost(const struct spec *spec, const struct delay_line *line)
{
	const struct lut_ram *ram = &spec->family->lut_ram;
	unsigned long wires = line->width;

	if (line->passes == 0)
		return (struct cost){ .ff = wires * line->depth, .cells = wires * line->depth };
	unsigned bits = digit_bits(line->words), stages = line->depth - line->passes * line->words;
	unsigned long rams = ram->words > 0 ? (wires * line->passes + ram->bits - 1) / ram->bits : 0;
	struct cost cost = {
		.lut4 = rams * ram->luts + address_luts(bits),
		.ff = 2ul * bits + wires * (line->passes + stages),
	};

	if (ram->words == 0) {
		/* A block RAM has its own output registers. */
		cost.ff -= wires;
		cost.ram_bits = wires * line->words;
	}
	/* On an iCE40 the flip-flops of one of the two addresses are in the cells of its LUTs. */
	cost.cells = cost.lut4 + cost.ff - bits;
	return cost;
}

struct delay_line delay_line_of(const struct spec *spec, unsigned width, unsigned depth)
{
	const struct lut_ram *ram = &spec->family->lut_ram;
	struct delay_line plain = { .width = width, .depth = depth }, line = plain;
	unsigned threshold = spec->delay_ram_threshold;

	/* A stage of flip-flops is always before the RAM. */
	line.passes = ram->words > 0 ? (depth - 1 + ram->words - 1) / ram->words : 1;
	line.words = line.passes > 0 ? (depth - 1) / line.passes : 0;
	if (threshold == 0 || line.words < LEAST_WORDS)
		return plain;
	if (threshold != DELAY_RAM_AUTO)
		return depth >= threshold ? line : plain;
	/* Where every element has a register, the RAM would hold back the clock. */
	if (ram->words == 0 || network_spacing(spec) == 1)
		return plain;
	/* It pays if LUTs and flip-flops together become fewer. */
	struct cost in_ram = delay_line_cost(spec, &line), in_flip_flops = delay_line_cost(spec, &plain);

	return in_ram.lut4 + in_ram.ff < in_flip_flops.ff ? line : plain;
}
