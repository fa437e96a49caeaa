/* columnsort_hardware.c: the times of banks and rotator, and the parameters of the templates that move words. */
#include "machines/columnsort.h"

#include "lower/builder.h"
#include "machines/columnsort_parts.h"
#include "network/network.h"
#include "parse/family.h"
#include "util/number.h"

enum { MOST_MOVE_BITS = 4, DEPTH_BITS = 3 };	/* MOST_FLEXIBLE_MOVES are 16 */

/* The network's plans have the same elements between registers (network_elaborate()). */
static unsigned sorter_latency(const struct spec *spec, unsigned lines)
{
	struct plan_library library = { .spacing = network_spacing(spec), .lone_flip_flops = spec->family->lone_flip_flops };
	unsigned latency = plan_sorter(&library, lines)->latency;

	plan_library_free(&library);
	return latency;
}

struct flexible_way flexible_way(const struct spec *spec, unsigned lines)
{
	struct flexible_way way = { .sorter_latency = sorter_latency(spec, lines), .stage = network_spacing(spec) };

	way.rotator_latency = (digit_bits(lines) + way.stage - 1) / way.stage;
	/* Two registers behind the bank, one before the sorter, and the bank itself. */
	way.delay = way.sorter_latency + way.rotator_latency + 4;
	return way;
}

unsigned flexible_waves(unsigned lines, unsigned words)
{
	return words > lines ? (words + lines - 1) / lines : 1;
}

unsigned flexible_row_bit(const struct flexible_moves *m, unsigned column_bits, unsigned row, unsigned bit)
{
	unsigned turn_bits = digit_bits(m->lines);

	if (bit < turn_bits)
		return m->turn[row] >> bit & 1;
	bit -= turn_bits;
	return m->column[row * m->lines + bit / column_bits] >> bit % column_bits & 1;
}

void flexible_set_widths(struct instance *i, const struct flexible_moves *m, unsigned column_bits, unsigned row_number_bits)
{
	unsigned move_bits = digit_bits(3 * flexible_depth(m) + 1), moves = 1u << move_bits;
	unsigned lasts[MOST_FLEXIBLE_WIDTHS], depths[MOST_FLEXIBLE_WIDTHS], rows[MOST_FLEXIBLE_WIDTHS << MOST_MOVE_BITS];

	for (unsigned k = 0; k < m->widths; k++) {
		lasts[k] = m->width[k].columns - 1;
		depths[k] = m->width[k].depth;
		for (unsigned move = 0; move < moves; move++)
			rows[k * moves + move] = flexible_first_row(&m->width[k], move);
	}
	PARAMETERS(i, { "DEPTH", flexible_depth(m) }, { "ROW_BITS", row_number_bits }, { "WIDTHS", m->widths },
		   { "WIDTH_BITS", at_least_1(digit_bits(m->widths)) }, { "MOVE_BITS", move_bits });
	instance_long_parameter(i, "LASTS", packed_digits(lasts, m->widths, column_bits), m->widths * column_bits);
	instance_long_parameter(i, "DEPTHS", packed_digits(depths, m->widths, DEPTH_BITS), m->widths * DEPTH_BITS);
	instance_long_parameter(i, "ROWS", packed_digits(rows, m->widths * moves, row_number_bits), m->widths * moves * row_number_bits);
}
