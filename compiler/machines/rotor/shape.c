/* shape.c: what follows from the parameters of a rotor. */
#include "machines/rotor/rotor.h"
#include "parse/family.h"
#include "util/number.h"

const struct rotor_parameters *rotor_parameters(const struct spec *spec)
{
	return spec->own;
}

/* The bins that `auto` stands for. */
static unsigned auto_bins(unsigned leaves, unsigned banks)
{
	unsigned bins = LEAST_BINS;

	/* Up to three leaves in two sources: more sources make more words a clock, but empty turns, too. */
	while (bins < MOST_BINS && 2 * leaves > 3 * bins * banks * bins * banks)
		bins *= 2;
	return bins;
}

/* The rows of a queue that `auto` stands for: pointers of two bits, or with LUT RAM for them of up to four, as its cells have,
 * while one row of block RAMs suffices. */
static unsigned auto_queue_rows(const struct family *family, bool block_ram, unsigned queues)
{
	unsigned rows = block_ram ? 4 : 2;

	while (block_ram && family->lut_ram.words > 0 && rows < 16 && 2 * rows * queues <= family->block_ram.wide_rows)
		rows *= 2;
	return rows;
}

struct rotor_shape rotor_shape(const struct spec *spec)
{
	const struct rotor_parameters *own = rotor_parameters(spec);
	bool block_ram = own->storage == STORAGE_BLOCK_RAM || (own->storage == STORAGE_AUTO && spec->family->lut_ram.words == 0);
	unsigned leaves = spec->leaves, banks = own->banks, bins = own->bins ? own->bins : auto_bins(leaves, banks);
	unsigned groups = bins * banks;
	unsigned places = (leaves + groups - 1) / groups, place_bits = digit_bits(places);
	unsigned bin_bits = digit_bits(bins), bank_bits = digit_bits(banks), to_bits = place_bits + bank_bits;
	unsigned rows = own->queue_words ? own->queue_words : auto_queue_rows(spec->family, block_ram, 1u << to_bits);
	/* rtl-templates/rotor/rotor_bank.v: halves, or quarters. */
	unsigned part = rows / (block_ram ? 4 : 2), full_parts = block_ram ? 3 : 2;

	return (struct rotor_shape){
		.leaves = leaves, .bins = bins, .banks = banks, .groups = groups, .places = places,
		.bin_bits = bin_bits, .bank_bits = bank_bits, .place_bits = place_bits,
		.to_bits = to_bits, .label_bits = to_bits + bin_bits,
		.queue_bits = digit_bits(rows), .part = part, .full_parts = full_parts, .queue_words = full_parts * part, .pointer_bits = digit_bits(4 * part),
		.stages = (bin_bits + 1) / 2,
		.period = banks * places + 1 + (banks * places) % 2,
		.block_ram = block_ram,
		.stop_bits = own->stopped_reader == STOPPED_DROPS ? digit_bits(own->stopped_after) : 0,
	};
}

/* Asked, decided, picked, turned, met; written, seen at a visit, given, read, loaded. */
unsigned rotor_shortest_clocks(const struct rotor_shape *s)
{
	return s->stages + 8;
}

/* All leaves of a source are the favourite once, each for `clocks`. */
static unsigned long wait_for_all(const struct rotor_shape *s, unsigned long clocks)
{
	/* Behind an answer the next leaf is the favourite, and waits for its bin's turn. */
	return s->places * (clocks + s->bins + s->stages + 7);
}

unsigned long rotor_longest_wait(const struct rotor_shape *s)
{
	/* Room comes with a part of the queue, and waits for as many clocks as that has words at least. */
	return wait_for_all(s, ((unsigned long)s->bins * s->period << ROTOR_PREFER_BITS) + s->part - 1);
}

unsigned long rotor_tick_clocks(const struct rotor_shape *s)
{
	return 1ul << (s->label_bits + ROTOR_PREFER_BITS + 1);
}

unsigned long rotor_longest_wait_beside_stopped(const struct rotor_shape *s)
{
	/* When its time is over, a word of it may be under way: then it stays for two more clocks, until that is answered. */
	return wait_for_all(s, 2 * rotor_tick_clocks(s));
}

unsigned rotor_probe_bits(const struct spec *spec)
{
	struct rotor_shape s = rotor_shape(spec);

	return (s.to_bits + s.place_bits + spec->payload_bits + 1) << (s.bin_bits + s.bank_bits);
}

unsigned long rotor_block_rams(const struct spec *spec)
{
	struct rotor_shape s = rotor_shape(spec);
	const struct block_ram *ram = &spec->family->block_ram;
	unsigned bits = s.bin_bits + s.place_bits + spec->payload_bits, rows = 1u << (s.to_bits + s.queue_bits);
	unsigned wide = (bits + ram->wide_bits - 1) / ram->wide_bits, deep = (rows + ram->wide_rows - 1) / ram->wide_rows;

	return s.block_ram ? (unsigned long)s.groups * wide * deep : 0;
}
