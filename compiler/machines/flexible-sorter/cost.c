/* cost.c: estimates of what stands beside the sorter: banks, rotator, table of moves, control; fitted to Yosys 0.23 as `ftc
 * build` runs it. */
#include "machines/flexible-sorter/flexible_sorter.h"
#include "machines/columnsort_parts.h"
#include "parse/family.h"

enum {
	LOGIC_BITS_PER_LUT = 33,	/* of a table in LUTs, a row for each column of the next pass */
	CONTROL_LUT4 = 53, CONTROL_COLUMN_LUT4 = 32,	/* the latter for each bit of a column's number */
	CONTROL_FF = 39, CONTROL_COLUMN_FF = 7, CONTROL_ROW_FF = 3, CONTROL_DEPTH_FF = 3,	/* for each bit, for each level */
	ICE40_LUT4 = 53,		/* carries, which an ECP5 has in cells of their own, and LUTs for clock enables */
	ICE40_LONE_FF = 24,		/* flip-flops of the control without a LUT before them */
};

struct cost flexible_cost(const struct network *net)
{
	struct flexible_shape s = flexible_shape(net->spec);
	struct flexible_moves m = flexible_moves_make(s.lines, s.lines * s.columns);
	unsigned layers = digit_bits(s.lines), c = s.column_bits;
	unsigned long table_bits = (unsigned long)m.rows * s.row_bits;
	bool in_logic = table_bits <= MOST_LOGIC_BITS, enabled = net->spec->family->free_enables;
	struct cost sum = { 0 };

	/* A line: its feed, its column with the half, a layer of the rotator each, its share in the count of words, and the bit that
	 * is counted. */
	sum.lut4 = s.lines * (layers + c + 3) - 1 + CONTROL_LUT4 + CONTROL_COLUMN_LUT4 * c + (enabled ? 0 : ICE40_LUT4);
	sum.ff = s.lines * (c + 5 + s.rotator_latency) + layers * s.rotator_latency + s.row_bits;
	sum.ff += CONTROL_FF + CONTROL_COLUMN_FF * c + CONTROL_ROW_FF * digit_bits(m.rows) + CONTROL_DEPTH_FF * flexible_depth(&m);
	sum.ff += 2 * s.beat_bits + 2 * layers + s.sorter_latency + s.rotator_latency;
	if (in_logic) {
		sum.lut4 += (m.rows - s.lines) * c * s.row_bits / LOGIC_BITS_PER_LUT;
		sum.ff += s.row_bits;
	}
	sum.ram_bits = s.lines * s.bank_bits + (in_logic ? 0 : table_bits);
	sum.cells = sum.lut4 + 3 * s.lines + s.row_bits + ICE40_LONE_FF;
	flexible_moves_free(&m);
	return sum;
}
