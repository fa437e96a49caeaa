/* proof.c: proofs of a flexible sorter, of each of its parts: see the monitors, rtl-templates/flexible-sorter/proof/flexible_*.v.
 *
 *   order, sorts    the sorter of a column, as of any sorter
 *   moves           the table of moves does Columnsort's steps, and never needs a bank twice: by search (proof_moves.c)
 *   rows            the table of moves in the Verilog is this table
 *   turns           the rotator turns the lines as the table says
 *   places          a bank gives back each bit from the place at which it was written
 *   steps           the control part says what all do in each clock */
#include <stdlib.h>
#include <string.h>

#include "lower/builder.h"
#include "machines/flexible-sorter/flexible_sorter.h"
#include "machines/sorter_proof.h"
#include "prove/builder.h"
#include "prove/catalogue.h"
#include "util/number.h"
#include "util/text.h"

struct proving {
	struct proofs *list;
	const struct network *net;
	struct flexible_shape shape;
	struct flexible_moves moves;
	struct design *d;		/* its Verilog */
};

/* The parameters of a template's instance, but for `except`. A fresh string. */
static char *parameters_of(const struct proving *p, const char *template, const char *except)
{
	return parameter_options(module_first(design_top(p->d), template), except);
}

/* ---- rotator ----------------------------------------------------------------------------------------------------- */

/* The lines `in`, turned: in two copies side by side, a turn is a shift. */
static const char *turned(struct parts *parts, unsigned lines, unsigned layers)
{
	unsigned width = 2 * lines;
	const char *copies = "copies";

	parts_wires(parts, width, copies, "{in, in}");
	for (unsigned k = 0; k < layers; k++) {
		unsigned shift = 1u << k;

		copies = parts_choice(parts, width, parts_name(parts, "turn[%u]", k),
				      parts_name(parts, "{%s[%u:0], %u'd0}", copies, width - 1 - shift, shift), copies);
	}
	return parts_slice(parts, copies, width, lines, lines);
}

static void prove_turns(const struct proving *p)
{
	const struct flexible_shape *s = &p->shape;
	struct circuit c = circuit_of(p->list, "flexible_rotator");
	struct parts parts = { 0 };
	unsigned layers = digit_bits(s->lines);
	char *what = format_string("rotator of %u lines", s->lines);

	c.parameters = parameters_of(p, "flexible_rotator", NULL);
	c.cells = s->lines * (layers + s->rotator_latency);
	parts_clock(&parts, false);
	parts_port(&parts, false, "in", "in", s->lines);
	parts_port(&parts, false, "turn", "turn", layers);
	parts_port(&parts, true, "out", "out", s->lines);
	parts_same_later(&parts, "the lines turn", s->lines, turned(&parts, s->lines, layers), s->rotator_latency, "out");
	parts_prove(p->list, &c, "turns", what, "line i leaves on line i + turn, modulo the lines", &parts);
	circuit_free(&c);
	free(what);
}

/* ---- table ------------------------------------------------------------------------------------------------------- */

/* A row: columns of all banks, the last one first, then the turn. Before them stands whether there is no such row. */
static const char *row_vector(const struct proving *p, struct parts *parts, unsigned row)
{
	const struct flexible_shape *s = &p->shape;
	const char **field = allocate_array(s->lines + 2, sizeof *field), *vector;

	if (row >= p->moves.rows) {
		free(field);
		return parts_name(parts, "{1'b1, %u'd0}", s->row_bits);
	}
	field[0] = parts_name(parts, "%u'd%u", digit_bits(s->lines), p->moves.turn[row]);
	for (unsigned bank = 0; bank < s->lines; bank++)
		field[bank + 1] = parts_name(parts, "%u'd%u", s->column_bits, p->moves.column[row * s->lines + bank]);
	field[s->lines + 1] = "1'b0";
	vector = parts_beside(parts, field, s->lines + 2);
	free(field);
	return vector;
}

/* The row that `row` names. */
static const char *named_row(const struct proving *p, struct parts *parts, unsigned bits)
{
	unsigned rows = 1u << bits;
	const char **at = allocate_array(rows, sizeof *at), *found;

	for (unsigned row = 0; row < rows; row++)
		at[row] = row_vector(p, parts, row);
	for (unsigned bit = 0; bit < bits; bit++) {
		rows /= 2;
		for (unsigned k = 0; k < rows; k++)
			at[k] = parts_choice(parts, p->shape.row_bits + 1, parts_name(parts, "row[%u]", bit), at[2 * k + 1], at[2 * k]);
	}
	found = at[0];
	free(at);
	return found;
}

static void prove_rows(const struct proving *p)
{
	const struct flexible_shape *s = &p->shape;
	struct circuit c = circuit_of(p->list, "flexible_table");
	struct parts parts = { 0 };
	unsigned row_number_bits = digit_bits(p->moves.rows);
	char *what = format_string("table of %u moves of columns, %u bits each", p->moves.rows, s->row_bits);

	c.parameters = parameters_of(p, "flexible_table", NULL);
	c.cells = (unsigned long)p->moves.rows * s->row_bits / 4;
	parts_clock(&parts, false);
	parts_port(&parts, false, "row", "row", row_number_bits);
	parts_port(&parts, true, "settings", "settings", s->row_bits);
	parts_wires(&parts, s->row_bits + 1, "due", named_row(p, &parts, row_number_bits));
	parts_same_later_unless(&parts, "a row is there after two clocks", s->row_bits,
				parts_slice(&parts, "due", s->row_bits + 1, 0, s->row_bits), 2, "settings",
				parts_later(&parts, 1, parts_name(&parts, "due[%u]", s->row_bits), 2));
	parts_prove(p->list, &c, "rows", what, "every row holds its move", &parts);
	circuit_free(&c);
	free(what);
}

/* ---- banks ------------------------------------------------------------------------------------------------------- */

static void prove_places(const struct proving *p)
{
	const struct named_value given[] = { { "BITS", p->shape.bank_bits }, { NULL, 0 } };

	catalogue_prove(p->list, "flexible_places",
			&(struct site){ .instance = module_first(design_top(p->d), "flexible_bank"), .given = { given } });
}

/* ---- control ----------------------------------------------------------------------------------------------------- */

/* The first row of each width, as digits. */
static char *first_rows(const struct proving *p, unsigned bits)
{
	unsigned first[MOST_FLEXIBLE_WIDTHS];

	for (unsigned k = 0; k < p->moves.widths; k++)
		first[k] = p->moves.width[k].moves > 0 ? p->moves.width[k].row : 0;
	return packed_digits(first, p->moves.widths, bits);
}

static void prove_steps(const struct proving *p)
{
	const struct flexible_shape *s = &p->shape;
	unsigned bits = digit_bits(p->moves.rows);
	const struct named_value given[] = { { "LINES", s->lines }, { "COLUMNS", s->columns },
					     { "PASSES", p->moves.rows > s->lines }, { NULL, 0 } };
	const struct parameter vectors[] = { { .name = "FIRSTS", .width = p->moves.widths * bits, .digits = first_rows(p, bits) },
					     { .name = NULL } };

	catalogue_prove(p->list, "flexible_steps",
			&(struct site){ .instance = module_first(design_top(p->d), "flexible_control"), .given = { given },
					.vectors = vectors });
	free(vectors[0].digits);
}

void flexible_prove(struct proofs *list, const struct network *net)
{
	struct proving p = { .list = list, .net = net, .shape = flexible_shape(net->spec), .d = design_lower(net) };

	p.moves = flexible_moves_make(p.shape.lines, p.shape.lines * p.shape.columns);
	prove_sorter(list, flexible_sorter_plan(net));
	flexible_prove_moves(list, "columnsort", &p.moves);
	prove_rows(&p);
	prove_turns(&p);
	prove_places(&p);
	prove_steps(&p);
	flexible_moves_free(&p.moves);
	design_free(p.d);
}
