/* node.c: the sizes of a node, and its module: the sorter of its lines beside rtl-templates/sorting-fat-tree/sorting_node.v. */
#include "machines/sorting-fat-tree/node.h"

#include <stdlib.h>

#include "lower/builder.h"
#include "machines/columnsort_parts.h"
#include "plan/plan.h"
#include "util/number.h"
#include "util/text.h"

enum {
	MOST_REGISTERED = 18,		/* bits of a word that one port of an ECP5's block RAM gives, with its output register */
	MOST_TABLE_IN_LOGIC = 1024,	/* bits: a greater one takes a block RAM beside those of the banks */
};

struct sorting_node sorting_node_make(const struct sorting_shape *s, const struct spec *spec, unsigned level)
{
	const struct sorting_level *l = &s->level[level];
	struct sorting_node n = {
		.level = level, .root = level == 0, .lines = l->lines, .line_bits = digit_bits(l->lines),
		.up = level > 0 ? l->above : l->below, .last_beat = l->last_beat, .shared = l->shared, .period = s->period,
		.sort_period = l->sort_period, .column_bits = l->column_bits, .beat_bits = l->beat_bits,
		.sorter_latency = l->sorter_latency, .stage = network_spacing(spec), .rotator_latency = l->rotator_latency,
		.batch_bits = digit_bits(s->batches), .moves = flexible_moves_make(l->lines, l->terminals),
	};

	n.up_bits = digit_bits(n.up);
	n.row_bits = digit_bits(n.moves.rows);
	n.move_column_bits = at_least_1(digit_bits(l->columns));
	n.depth = flexible_depth(&n.moves);
	return n;
}

void sorting_node_free(struct sorting_node *n)
{
	flexible_moves_free(&n->moves);
}

/* ---- the module ---------------------------------------------------------------------------------------------------------- */

static void add_sorting_node_ports(struct module *m, const struct sorting_node *n)
{
	module_clock(m);
	module_reset(m);
	module_input(m, "round", 1, "a round begins");
	module_input(m, "stage", 1, "a stage begins");
	module_input(m, "sort_now", 1, "all batches are up");
	module_output(m, "idle", 1, "the last command is done here");
	if (!n->root) {
		module_output(m, "up", n->up, "to the parent");
		module_output(m, "up_start", 1, "in the clock of a wave's M bits");
		module_output(m, "up_batch", 1, "at the beginning of a stage in which this node sends up");
		module_input(m, "down", n->up, "from the parent");
		module_input(m, "down_start", 1, NULL);
		module_input(m, "down_batch", 1, NULL);
		module_input(m, "down_sending", 1, "waves of the batch may come");
	}
	module_input(m, "child_up", n->lines, "from the children, left one low");
	module_input(m, "child_start", 2, NULL);
	module_input(m, "child_batch", 2, NULL);
	module_output(m, "child_down", n->lines, "to the children");
	module_output(m, "child_down_start", 1, NULL);
	module_output(m, "child_down_batch", 1, NULL);
	module_output(m, "child_down_sending", 1, NULL);
	module_input(m, "child_room", 2, "of each child: a wave may begin");
}

unsigned sorting_node_row_bits(const struct sorting_node *n)
{
	return n->line_bits + n->lines * n->move_column_bits;
}

bool sorting_node_table_in_logic(const struct sorting_node *n)
{
	return n->moves.rows * sorting_node_row_bits(n) <= MOST_TABLE_IN_LOGIC;
}

unsigned sorting_node_low_row_bits(const struct sorting_node *n)
{
	unsigned bits = sorting_node_row_bits(n);

	return sorting_node_table_in_logic(n) || bits <= MOST_REGISTERED ? bits : (bits + 1) / 2;
}

static char *moves_digits(const struct sorting_node *n)
{
	const struct flexible_moves *m = &n->moves;
	unsigned row_bits = sorting_node_row_bits(n), low = sorting_node_low_row_bits(n), *bit = allocate_array((size_t)m->rows * row_bits, sizeof *bit);

	for (unsigned row = 0; row < m->rows; row++)
		for (unsigned b = 0; b < row_bits; b++)
			bit[b < low ? row * low + b : m->rows * low + row * (row_bits - low) + b - low] =
				flexible_row_bit(m, n->move_column_bits, row, b);
	char *digits = packed_digits(bit, (size_t)m->rows * row_bits, 1);

	free(bit);
	return digits;
}

static void set_tables(struct instance *i, const struct sorting_node *n)
{
	PARAMETERS(i, { "ROW_COUNT", n->moves.rows }, { "LOW_MOVE_BITS", sorting_node_low_row_bits(n) }, { "MOVE_COLUMN_BITS", n->move_column_bits });
	instance_string_parameter(i, "STYLE", sorting_node_table_in_logic(n) ? "logic" : "block");
	flexible_set_widths(i, &n->moves, n->column_bits, n->row_bits);
	instance_long_parameter(i, "MOVES", moves_digits(n), n->moves.rows * sorting_node_row_bits(n));
}

static void add_datapath(struct module *m, struct design *d, const struct sorting_node *n)
{
	struct instance *i = module_instance(m, d, "sorting_node", 1, "datapath");

	PARAMETERS(i, { "LINE_BITS", n->line_bits }, { "UP", n->up }, { "UP_BITS", n->up_bits }, { "ROOT", n->root },
		   { "COLUMN_BITS", n->column_bits }, { "BEAT_BITS", n->beat_bits }, { "LAST_BEAT", n->last_beat }, { "SHARED", n->shared },
		   { "PERIOD", n->period }, { "SORT_PERIOD", n->sort_period }, { "SORTER", n->sorter_latency }, { "STAGE", n->stage },
		   { "ROTATOR", n->rotator_latency }, { "BATCH_BITS", n->batch_bits });
	set_tables(i, n);
	if (n->root) {
		instance_connect(i, "down", bits_constant(0, n->up));
		instance_connect(i, "down_start", bits_constant(0, 1));
		instance_connect(i, "down_batch", bits_constant(0, 1));
		instance_connect(i, "down_sending", bits_constant(0, 1));
	}
	instance_connect_rest(m, d, i);
}

void sorting_add_sorter(struct module *m, struct design *d, const char *plan, unsigned lines)
{
	module_net(m, "fed", lines);
	module_net(m, "sorted", lines);
	module_net(m, "sorter_start", 1);
	struct instance *i = module_instance(m, d, plan, 1, "sorter");

	instance_connect_common(m, d, i);
	instance_connect_net(m, i, "start", "sorter_start");
	instance_connect_net(m, i, "in", "fed");
	instance_connect_net(m, i, "out", "sorted");
}

const char *sorting_node_lower(struct design *d, const struct sorting_node *n, const struct plan *sorter)
{
	char *name = format_string("sorting_node_%u", n->level);
	const struct module *there = design_find(d, name);

	if (there) {
		free(name);
		return there->name;
	}
	const char *plan = lower_plan(d, sorter);
	struct module *m = design_add(d, name, format_string("A node of level %u: %u lines, %u words.\n", n->level, n->lines,
							     n->lines * n->moves.columns));

	add_sorting_node_ports(m, n);
	sorting_add_sorter(m, d, plan, n->lines);
	add_datapath(m, d, n);
	return m->name;
}
