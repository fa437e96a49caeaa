/* cost.c: estimates of what stands beside the sorter: rotator, banks, table of moves, control; fitted to Yosys 0.23. */
#include "machines/flexible-sorter/flexible_sorter.h"

static unsigned long table_bits(const struct flexible_shape *s, const struct flexible_moves *m)
{
	return (unsigned long)m->rows * s->row_bits;
}

struct cost flexible_cost(const struct network *net)
{
	struct flexible_shape s = flexible_shape(net->spec);
	struct flexible_moves m = flexible_moves_make(s.lines, s.lines * s.columns);
	unsigned layers = digit_bits(s.lines);
	struct cost sum = { .lut4 = s.lines * (layers + s.column_bits + 3) + 110, .ff = s.lines * (s.rotator_latency + s.column_bits + 4) + 80,
			    .ram_bits = s.lines * s.bank_bits + table_bits(&s, &m) };

	sum.cells = sum.lut4 + sum.ff / 2;
	flexible_moves_free(&m);
	return sum;
}
