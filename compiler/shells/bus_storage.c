/* bus_storage.c: where words of a bus wait: in logic, as the RAM of LUTs or registers, or in block RAM; and what that costs.
 *
 * The sizes are those of rtl-templates/bus/bus_words.v. */
#include <math.h>

#include "parse/bus.h"
#include "parse/family.h"
#include "plan/plan.h"
#include "shells/bus.h"

/* LUTs for each bit of a multiplexer of `count` inputs. */
static double choice(double count)
{
	return count <= 1 ? 0 : count <= 4 ? count / 2 : 0.83 * (count - 1);
}

static unsigned parts(unsigned whole, unsigned each)
{
	return (whole + each - 1) / each;
}

struct bus_size bus_words_in_logic(const struct family *family, unsigned words, unsigned width)
{
	const struct lut_ram *ram = &family->lut_ram;
	double bits = (double)words * width, address = digit_bits(words);	/* which Yosys keeps twice */

	if (ram->words == 0)
		return (struct bus_size){ .lut4 = width * choice(words), .ff = bits + address, .alone = bits };
	unsigned deep = parts(words, ram->words);

	return (struct bus_size){ .ff = address, .lut4 = width * choice(deep) + (double)ram->luts * deep * parts(width, ram->bits) };
}

/* A comparison of two addresses; a register beside the RAM, and a choice between the two. */
struct bus_size bus_words_in_block_ram(const struct family *family, unsigned words, unsigned width)
{
	const struct block_ram *ram = &family->block_ram;
	double compares = digit_bits(words) * 0.67 + 1;
	unsigned row_bits = ram->wide_bits, rows = ram->wide_rows;

	while (rows < words && row_bits > 1) {
		rows *= 2;
		row_bits = (row_bits + 1) / 2;
	}
	return (struct bus_size){ .lut4 = width + compares, .ff = width + 1, .alone = width, .rams = parts(width, row_bits) };
}

struct bus_read_bits bus_bits_read(const struct network *net, const struct bus_leaf *leaf, unsigned number)
{
	unsigned word = digit_bits((unsigned)(bus_region_of(net->spec, number)->size / BUS_WORD_BYTES)), bell = net->spec->bus->doorbell_bits;
	bool fails = leaf->master && leaf->posted;

	if (!leaf->users_slave)
		return (struct bus_read_bits){ DOORBELL_WORD_BITS + 1, (bell + 7) / 8 + (fails && bell <= 24), bell + fails, net->spec->bus->timeout > 0 };
	if (leaf->bell && !leaf->atomic && word < DOORBELL_WORD_BITS)
		word = DOORBELL_WORD_BITS;
	return (struct bus_read_bits){ word + leaf->bell + (leaf->atomic ? ATOMIC_BITS : 0), BUS_WORD_BYTES, BUS_DATA_BITS, 1 };
}

unsigned bus_queue_bits(const struct network *net, const struct bus_leaf *leaf, unsigned number)
{
	struct bus_read_bits read = bus_bits_read(net, leaf, number);

	return net->label_bits + leaf->tag_bits + 1 + read.address + read.select + read.data;
}

bool bus_queue_in_block_ram(const struct spec *spec, unsigned words, unsigned width)
{
	struct bus_size logic = bus_words_in_logic(spec->family, words, width);
	struct bus_size block = bus_words_in_block_ram(spec->family, words, width);
	bool packs = !spec->family->lone_flip_flops;	/* a flip-flop by itself takes a cell of LUT and flip-flop */
	double saved = logic.lut4 + packs * logic.alone - block.lut4 - packs * block.alone;

	if (spec->bus->queue_storage != BUS_STORAGE_AUTO)
		return spec->bus->queue_storage == BUS_STORAGE_BLOCK_RAM;
	return saved >= (double)block.rams * spec->family->block_ram.luts;
}
