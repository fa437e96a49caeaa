/* lower.c: the top module of a flexible sorter: banks, the sorter of a column, the rotator, the table of moves, control. */
#include <stdlib.h>

#include "lower/builder.h"
#include "machines/flexible-sorter/flexible_sorter.h"
#include "machines/columnsort_parts.h"
#include "util/number.h"
#include "util/text.h"

struct lowering {
	struct design *d;
	struct module *m;
	const struct network *net;
	struct flexible_shape shape;
	struct flexible_moves moves;
	unsigned layers;		/* of the rotator: log2 of the lines */
	unsigned row_number_bits;
};

static void add_flexible_sorter_ports(const struct lowering *l)
{
	unsigned lines = l->shape.lines;

	module_clock(l->m);
	module_reset(l->m);
	module_input(l->m, "start", 1, "with `ready`: a wave comes, its first bits in the next clock");
	module_input(l->m, "last", 1, "with `start`: it is the batch's last");
	module_output(l->m, "ready", 1, "a wave may start");
	module_input(l->m, "in", lines, "a word per line: 0, or 1 if there is none; then key and payload, most significant bit first");
	module_output(l->m, "out_start", 1, "a wave leaves, its first bits in the next clock");
	module_output(l->m, "out_last", 1, "with `out_start`: it is the batch's last");
	module_input(l->m, "out_ready", 1, "there is room for one more wave");
	module_output(l->m, "out", lines, "likewise; words ascend from line 0, from wave to wave");
}

static void add_nets(const struct lowering *l)
{
	const struct flexible_shape *s = &l->shape;

	module_net(l->m, "feed", 2);
	module_net(l->m, "read_at", 1 + s->column_bits + s->beat_bits);
	module_net(l->m, "sorter_start", 1);
	module_net(l->m, "fed", s->lines);
	module_net(l->m, "sorted", s->lines);
	module_net(l->m, "row", l->row_number_bits);
	module_net(l->m, "settings", s->row_bits);
	module_net(l->m, "turns", 1);
	module_net(l->m, "rotated", s->lines);
	module_net(l->m, "keep", 1);
	module_net(l->m, "place", s->column_bits + 1);
	module_net(l->m, "carry", s->column_bits + 1);
	module_net(l->m, "write", 1);
	module_net(l->m, "write_beat", s->beat_bits);
}

static struct bits whole(const struct lowering *l, const char *name)
{
	return bits_whole(l->m, module_find(l->m, name));
}

static void add_banks(const struct lowering *l)
{
	const struct flexible_shape *s = &l->shape;
	struct instance *i = module_instance(l->m, l->d, "flexible_bank", s->lines, "bank");

	PARAMETERS(i, { "COLUMN_BITS", s->column_bits }, { "BEAT_BITS", s->beat_bits });
	instance_connect(i, "next", bits_of(module_find(l->m, "settings"), l->layers, s->lines * s->column_bits));
	instance_connect_rest(l->m, l->d, i);
}

static void add_sorter(const struct lowering *l, const char *sorter)
{
	struct instance *i = module_instance(l->m, l->d, sorter, 1, "sorter");

	instance_connect_common(l->m, l->d, i);
	instance_connect(i, "start", whole(l, "sorter_start"));
	instance_connect(i, "in", whole(l, "fed"));
	instance_connect(i, "out", whole(l, "sorted"));
}

static void add_rotator(const struct lowering *l)
{
	struct instance *i = module_instance(l->m, l->d, "flexible_rotator", 1, "rotator");

	PARAMETERS(i, { "LAYERS", l->layers }, { "STAGE", l->shape.stage });
	instance_connect_clock(l->m, i);
	instance_connect_net(l->m, i, "turn", "turn");
	instance_connect_net(l->m, i, "in", "sorted");
	instance_connect_net(l->m, i, "out", "rotated");
}

static char *table_digits(const struct lowering *l)
{
	const struct flexible_moves *m = &l->moves;
	size_t row_bits = l->shape.row_bits;
	unsigned *bit = allocate_array(m->rows * row_bits, sizeof *bit);

	for (unsigned row = 0; row < m->rows; row++)
		for (unsigned b = 0; b < row_bits; b++)
			bit[row * row_bits + b] = flexible_row_bit(m, l->shape.column_bits, row, b);
	char *digits = packed_digits(bit, m->rows * row_bits, 1);

	free(bit);
	return digits;
}

static void add_table(const struct lowering *l)
{
	unsigned bits = l->moves.rows * l->shape.row_bits;
	struct instance *i = module_instance(l->m, l->d, "flexible_table", 1, "moves");

	PARAMETERS(i, { "WIDTH", l->shape.row_bits }, { "ROWS", l->moves.rows }, { "ROW_BITS", l->row_number_bits });
	instance_string_parameter(i, "STYLE", bits <= MOST_LOGIC_BITS ? "logic" : "block");
	instance_long_parameter(i, "CONTENTS", table_digits(l), bits);
	instance_connect_rest(l->m, l->d, i);
}

static void add_control(const struct lowering *l)
{
	const struct flexible_shape *s = &l->shape;
	struct instance *i = module_instance(l->m, l->d, "flexible_control", 1, "control");

	PARAMETERS(i, { "LINE_BITS", l->layers }, { "COLUMN_BITS", s->column_bits }, { "BEAT_BITS", s->beat_bits },
		   { "BITS", s->word_bits }, { "PERIOD", s->period }, { "SORTER", s->sorter_latency }, { "ROTATOR", s->rotator_latency });
	flexible_set_widths(i, &l->moves, s->column_bits, l->row_number_bits);
	instance_connect_rest(l->m, l->d, i);
}

/* The rotator keeps its turn while the table goes on. */
static void add_turn(const struct lowering *l)
{
	struct instance *i;

	module_net(l->m, "turn", l->layers);
	i = module_instance(l->m, l->d, "settings_register", 1, "kept_turn");
	PARAMETERS(i, { "WIDTH", l->layers });
	instance_connect_clock(l->m, i);
	instance_connect_net(l->m, i, "start", "turns");
	instance_connect(i, "next", bits_of(module_find(l->m, "settings"), 0, l->layers));
	instance_connect_net(l->m, i, "now", "turn");
}

static const char *const probed[] = {
	"fed", "sorted", "rotated", "turn", "settings", "row", "read_at", "keep", "place", "write", "write_beat", "feed", "sorter_start",
	"turns", NULL
};

static void add_probe(const struct lowering *l)
{
	struct bits all = { 0 };

	for (unsigned k = 0; probed[k]; k++)
		bits_append(&all, whole(l, probed[k]));
	int port = module_output(l->m, "probe", bits_width(&all), "the wires between the parts");

	module_assign(l->m, bits_whole(l->m, port), expression_of(all));
}

void flexible_lower(struct design *d, const struct network *net)
{
	const char *sorter = lower_plan(d, flexible_sorter_plan(net));
	struct lowering l = { .d = d, .net = net, .shape = flexible_shape(net->spec) };
	unsigned words = l.shape.lines * l.shape.columns;

	l.moves = flexible_moves_make(l.shape.lines, words);
	l.layers = digit_bits(l.shape.lines);
	l.row_number_bits = digit_bits(l.moves.rows);
	l.m = design_add(d, copy_string(""),
			 format_string("A sorter of up to %u words of %u + %u bits through %u lines, by Columnsort.\n", words,
				       flexible_parameters(net->spec)->serial.key_bits, net->spec->payload_bits, l.shape.lines));
	add_flexible_sorter_ports(&l);
	add_nets(&l);
	add_turn(&l);
	add_banks(&l);
	add_sorter(&l, sorter);
	add_rotator(&l);
	add_table(&l);
	add_control(&l);
	if (net->spec->probe)
		add_probe(&l);
	module_assign(l.m, whole(&l, "out"), expression_of(whole(&l, "sorted")));
	flexible_moves_free(&l.moves);
}
