/* shape.c: what follows from the parameters of a rotor. */
#include "machines/rotor/rotor.h"
#include "parse/family.h"
#include "util/number.h"

const struct rotor_parameters *rotor_parameters(const struct spec *spec)
{
	return spec->own;
}

/* The bins that `auto` stands for. */
static unsigned auto_bins(unsigned leaves)
{
	unsigned bins = LEAST_BINS;

	/* Up to three places for two bins: more bins make more words a clock, but empty turns, too. */
	while (bins < MOST_BINS && 2 * leaves > 3 * bins * bins)
		bins *= 2;
	return bins;
}

struct rotor_shape rotor_shape(const struct spec *spec)
{
	const struct rotor_parameters *own = rotor_parameters(spec);
	unsigned leaves = spec->leaves, bins = own->bins ? own->bins : auto_bins(leaves);
	unsigned places = (leaves + bins - 1) / bins, bin_bits = digit_bits(bins);

	return (struct rotor_shape){
		.leaves = leaves, .bins = bins, .places = places,
		.bin_bits = bin_bits, .place_bits = digit_bits(places), .queue_bits = digit_bits(own->queue_words),
		.stages = (bin_bits + 1) / 2,
		.period = places + 1 + places % 2,
		.block_ram = own->storage == STORAGE_BLOCK_RAM
			     || (own->storage == STORAGE_AUTO && spec->family->lut_ram.words == 0),
	};
}

/* Asked, decided, picked, turned, met; written, seen at a visit, given, read, loaded. */
unsigned rotor_shortest_clocks(const struct rotor_shape *s)
{
	return s->stages + 8;
}

unsigned long rotor_longest_wait(const struct rotor_shape *s)
{
	unsigned long meets = (unsigned long)s->bins * s->period << ROTOR_PREFER_BITS;

	/* Behind an answer the next leaf is the favourite, and waits for its bin's turn. */
	return s->places * (meets + s->bins + s->stages + 7);
}

unsigned rotor_probe_bits(const struct spec *spec)
{
	struct rotor_shape s = rotor_shape(spec);

	return (2 * s.place_bits + spec->payload_bits + 1) << s.bin_bits;
}

unsigned long rotor_block_rams(const struct spec *spec)
{
	struct rotor_shape s = rotor_shape(spec);
	const struct block_ram *ram = &spec->family->block_ram;
	unsigned bits = s.bin_bits + s.place_bits + spec->payload_bits, rows = 1u << (s.place_bits + s.queue_bits);
	unsigned wide = (bits + ram->wide_bits - 1) / ram->wide_bits, deep = (rows + ram->wide_rows - 1) / ram->wide_rows;

	return s.block_ram ? (unsigned long)s.bins * wide * deep : 0;
}
