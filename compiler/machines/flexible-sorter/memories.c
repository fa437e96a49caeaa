/* memories.c: the block RAMs of a flexible sorter: its banks, and a table of moves that is not in logic. */
#include "machines/flexible-sorter/flexible_sorter.h"

#include "network/cost.h"
#include "parse/family.h"
#include "util/message.h"

static unsigned long blocks(unsigned long of, unsigned long each)
{
	return (of + each - 1) / each;
}

unsigned long flexible_block_rams(const struct spec *spec)
{
	struct flexible_shape s = flexible_shape(spec);
	struct flexible_moves m = flexible_moves_make(s.lines, s.lines * s.columns);
	const struct block_ram *ram = &spec->family->block_ram;
	bool in_logic = (unsigned long)m.rows * s.row_bits <= MOST_LOGIC_BITS;
	unsigned long banks = s.lines * blocks(s.bank_bits, ram->bits);
	unsigned long table = blocks(m.rows, ram->wide_rows) * blocks(s.row_bits, ram->wide_bits);

	flexible_moves_free(&m);
	return banks + (in_logic ? 0 : table);
}

bool flexible_check_rams(const struct network *net, const char *board, unsigned long block_rams)
{
	const struct spec *spec = net->spec;
	unsigned long needed = flexible_block_rams(spec);

	if (needed <= block_rams)
		return true;
	error("the network does not fit the %s: banks and table of %u lines need %lu block RAMs, it has %lu for them", board,
	      flexible_parameters(spec)->lines, needed, block_rams);
	return suggest("fewer lines; shorter words; or a larger board");
}
