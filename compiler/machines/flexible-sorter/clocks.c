/* clocks.c: a flexible sorter, clock by clock. The names are those of rtl-templates/flexible_control.v, flexible_bank.v,
 * flexible_rotator.v and flexible_table.v. */
#include "machines/flexible-sorter/clocks.h"

#include <stdlib.h>
#include <string.h>

#include "machines/flexible-sorter/parts.h"
#include "model/plan_model.h"
#include "util/text.h"

enum state { LOAD, FILL, SORT, SHOW };

struct bank {
	uint8_t *memory;
	uint8_t read, held, came;
	unsigned column;		/* with the half above it */
};

struct flexible_clocks {
	struct flexible_shape shape;
	struct flexible_moves moves;
	unsigned layers, late_bits;
	struct plan_model *sorter;
	struct bank *bank;		/* [line] */
	uint8_t *fed;			/* [line] */
	struct flexible_rotator rotator;
	unsigned turn;
	/* The rows of which `read` and `settings` are the contents; -1: zeros. */
	long table_read, table_row;
	/* Control. */
	enum state state;
	bool ended, rests, ending, half, filling, write, out_start, out_last;
	uint64_t late;			/* bit k: a step began k clocks ago */
	unsigned beat, column, ahead, tail, came, furthest, width, last_column, passes, first_row, own_row, next_move, write_beat;
	unsigned feed, feed_soon;
	uint8_t *out;			/* [line] */
};

struct flexible_clocks *flexible_clocks_new(const struct network *net)
{
	struct flexible_clocks *m = allocate(sizeof *m);
	unsigned lines;

	m->shape = flexible_shape(net->spec);
	lines = m->shape.lines;
	m->moves = flexible_moves_make(lines, lines * m->shape.columns);
	m->layers = digit_bits(lines);
	m->sorter = plan_model_new(flexible_sorter_plan(net));
	m->bank = allocate_array(lines, sizeof *m->bank);
	for (unsigned i = 0; i < lines; i++)
		m->bank[i].memory = allocate(m->shape.bank_bits);
	m->fed = allocate(lines);
	m->out = allocate(lines);
	m->rotator = flexible_rotator_new(lines, m->shape.stage, m->shape.rotator_latency);
	m->table_read = m->table_row = -1;
	return m;
}

void flexible_clocks_free(struct flexible_clocks *m)
{
	for (unsigned i = 0; i < m->shape.lines; i++)
		free(m->bank[i].memory);
	plan_model_free(m->sorter);
	flexible_moves_free(&m->moves);
	flexible_rotator_free(&m->rotator);
	free(m->bank);
	free(m->fed);
	free(m->out);
	free(m);
}

/* Combinational wires ----------------------------------------------------------------------------------------------- */

static bool later(const struct flexible_clocks *m, unsigned clocks)
{
	return m->late >> clocks & 1;
}

static unsigned tail_column(const struct flexible_clocks *m)
{
	return m->tail / m->shape.lines;
}

static unsigned turns_at(const struct flexible_clocks *m)
{
	return m->shape.sorter_latency + 2;
}

static unsigned keeps_at(const struct flexible_clocks *m)
{
	return m->shape.sorter_latency + m->shape.rotator_latency + 2;
}

static bool fills(const struct flexible_clocks *m)
{
	return m->state == FILL && (later(m, keeps_at(m)) || m->filling);
}

static bool more(const struct flexible_clocks *m)
{
	return tail_column(m) <= m->last_column;
}

static bool keep(const struct flexible_clocks *m)
{
	return m->state == FILL ? fills(m) && more(m) : later(m, keeps_at(m)) && m->state != SHOW;
}

/* Of a half and a column. */
static unsigned column_of(const struct flexible_clocks *m, bool half, unsigned column)
{
	return (unsigned)half << m->shape.column_bits | column;
}

static unsigned place(const struct flexible_clocks *m)
{
	return m->state == SORT ? column_of(m, !m->half, 0) : tail_column(m);
}

static unsigned row(const struct flexible_clocks *m)
{
	return m->state == SORT && m->moves.rows > m->shape.lines ? m->own_row : m->tail % m->shape.lines;
}

static unsigned address(const struct flexible_clocks *m, unsigned column, unsigned beat)
{
	return column << m->shape.beat_bits | beat;
}

static unsigned read_at(const struct flexible_clocks *m)
{
	return address(m, column_of(m, m->half, m->column), m->beat);
}

static unsigned table_turn(const struct flexible_clocks *m)
{
	return m->table_row < 0 ? 0 : m->moves.turn[m->table_row];
}

static unsigned table_column(const struct flexible_clocks *m, unsigned bank)
{
	return m->table_row < 0 ? 0 : m->moves.column[(size_t)m->table_row * m->shape.lines + bank];
}

struct flexible_outputs flexible_clocks_outputs(const struct flexible_clocks *m)
{
	return (struct flexible_outputs){ m->state == LOAD && m->rests, m->out_start, m->out_last, plan_model_outputs(m->sorter) };
}

static uint8_t *put(uint8_t *wire, unsigned value, unsigned bits)
{
	for (unsigned b = 0; b < bits; b++)
		*wire++ = value >> b & 1;
	return wire;
}

void flexible_clocks_probe(const struct flexible_clocks *m, uint8_t *wire)
{
	const struct flexible_shape *s = &m->shape;
	const uint8_t *sorted = plan_model_outputs(m->sorter);

	memcpy(wire, m->fed, s->lines);
	memcpy(wire + s->lines, sorted, s->lines);
	memcpy(wire + 2 * s->lines, flexible_rotator_out(&m->rotator), s->lines);
	wire = put(wire + 3 * s->lines, m->turn, m->layers);
	wire = put(wire, table_turn(m), m->layers);
	for (unsigned i = 0; i < s->lines; i++)
		wire = put(wire, table_column(m, i), s->column_bits);
	wire = put(wire, row(m), digit_bits(m->moves.rows));
	wire = put(wire, read_at(m), 1 + s->column_bits + s->beat_bits);
	wire = put(wire, keep(m), 1);
	wire = put(wire, place(m), 1 + s->column_bits);
	wire = put(wire, m->write, 1);
	wire = put(wire, m->write_beat, s->beat_bits);
	wire = put(wire, m->feed, 2);
	wire = put(wire, later(m, 2), 1);
	put(wire, later(m, turns_at(m)), 1);
}

/* Clock edges ------------------------------------------------------------------------------------------------------- */

static void clock_bank(struct flexible_clocks *m, unsigned i, uint8_t in, uint8_t rotated_bit)
{
	struct bank *b = &m->bank[i];
	unsigned next = table_column(m, i), at = place(m);
	uint8_t fed = m->feed & 2 ? 1 : m->feed & 1 ? b->came : b->held, read = b->memory[read_at(m)];

	if (m->write)
		b->memory[address(m, b->column, m->write_beat)] = rotated_bit;
	b->held = b->read;
	b->read = read;
	b->came = in;
	m->fed[i] = fed;
	if (keep(m))
		b->column = m->state == SORT ? at | next : (at + next) % (2u << m->shape.column_bits);
}

/* The registers that a reset clears, behind the others. */
static void reset(struct flexible_clocks *m)
{
	m->state = LOAD;
	m->rests = true;
	m->ended = m->ending = m->filling = m->write = m->half = m->out_start = m->out_last = false;
	m->late = 0;
	m->beat = m->column = m->ahead = m->tail = 0;
}

static void clock_lookups(struct flexible_clocks *m, struct flexible_clocks *n)
{
	const struct flexible_width *w = &m->moves.width[m->width];

	n->width = flexible_least_width(&m->moves, m->furthest);
	n->last_column = w->columns - 1;
	n->passes = w->depth > 0 ? 1u << 2 * w->depth : 0;
	n->next_move = flexible_move_number(flexible_depth(&m->moves), m->ahead);
	n->first_row = flexible_first_row(w, m->next_move);
}

static void clock_states(const struct flexible_clocks *m, struct flexible_clocks *n, bool filled)
{
	bool at_end = m->column == (m->state == SHOW ? m->furthest % (1u << m->shape.column_bits) : m->last_column);

	n->out_start = later(m, m->shape.sorter_latency + 1) && m->state == SHOW;
	n->out_last = n->out_start && at_end;
	if (m->state != SORT)
		n->own_row = m->first_row;
	else if (m->ending)
		n->own_row = at_end ? m->first_row : m->own_row + 1;
	if (m->ending && m->state == LOAD && m->ended)
		n->state = FILL;
	if (filled) {
		n->state = m->passes > 0 ? SORT : SHOW;
		n->ahead = 1;
	}
	if (m->ending && (m->state == SORT || m->state == SHOW))
		n->column = at_end ? 0 : m->column + 1;
	if (m->ending && m->state == SORT && at_end) {
		n->half = !m->half;
		n->ahead = m->ahead + 1;
		if (m->ahead == m->passes)
			n->state = SHOW;
	}
	if (m->ending && m->state == SHOW && at_end) {
		n->state = LOAD;
		n->tail = n->ahead = 0;
	}
}

static void clock_control(struct flexible_clocks *m, const struct flexible_inputs *in, const uint8_t *sorted)
{
	struct flexible_clocks n = *m;
	unsigned lines = m->shape.lines;
	bool begins = m->rests && (m->state == LOAD ? in->start : m->state != SHOW || in->out_ready);
	bool filled = fills(m) && !more(m);

	n.late = (m->late << 1 | (uint64_t)begins << 1) & ((2ull << m->shape.delay) - 1);
	n.feed = m->feed_soon;
	n.feed_soon = m->state == FILL ? 2 : m->state == LOAD;
	n.ending = m->beat == m->shape.period - 2;
	if (begins) {
		n.rests = false;
		n.beat = 1;
		n.ended = in->last;
	} else if (m->ending || filled) {
		n.rests = true;
		n.beat = 0;
	} else if (!m->rests && m->state != FILL) {
		n.beat = m->beat + 1;
	}
	if (later(m, m->shape.sorter_latency + 3))
		n.came = flexible_count(lines, sorted);
	if (m->state == LOAD && later(m, keeps_at(m) + 1))
		n.tail = m->tail + m->came;
	if (fills(m) && more(m))
		n.tail = m->tail + lines;
	n.tail %= lines << (m->shape.column_bits + 1);
	if (m->state == FILL && begins)
		n.furthest = tail_column(m) - (m->tail % lines == 0 && m->tail != 0);
	clock_lookups(m, &n);
	n.filling = fills(m) && more(m);
	if (keep(m)) {
		n.write = true;
		n.write_beat = 0;
	} else if (filled || m->write_beat == m->shape.word_bits - 1) {
		n.write = false;
	} else {
		n.write_beat = (m->write_beat + 1) % (1u << m->shape.beat_bits);
	}
	clock_states(m, &n, filled);
	if (later(m, turns_at(m)))
		n.turn = table_turn(m);
	n.table_row = m->table_read;
	n.table_read = row(m);
	if (in->rst)
		reset(&n);
	*m = n;
}

void flexible_clocks_step(struct flexible_clocks *m, const struct flexible_inputs *in)
{
	const uint8_t *sorted = memcpy(m->out, plan_model_outputs(m->sorter), m->shape.lines);
	const uint8_t *rotated = flexible_rotator_out(&m->rotator);
	bool start = later(m, 2);

	plan_model_clock(m->sorter, m->fed, start);
	if (in->rst)
		plan_model_reset(m->sorter);
	for (unsigned i = 0; i < m->shape.lines; i++)
		clock_bank(m, i, in->in[i], rotated[i]);
	flexible_rotator_clock(&m->rotator, m->turn, sorted);
	clock_control(m, in, sorted);
}
