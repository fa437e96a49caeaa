/* clocks.c: a flexible sorter, clock by clock. The names are those of rtl-templates/flexible-sorter/flexible_control.v, flexible_bank.v,
 * flexible_rotator.v and flexible_table.v. */
#include "machines/flexible-sorter/clocks.h"

#include <stdlib.h>
#include <string.h>

#include "machines/columnsort_parts.h"
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
	bool ended, rests, ending, half, filling, filled, write, written, out_start, out_last, keep, at_end, last_pass, more, aligned;
	uint64_t late;			/* bit k: a step began k clocks ago */
	unsigned beat, column, ahead, tail, step, furthest, width, last_column, columns, passes, first_row, own_row, row, next_move;
	unsigned write_beat, place, feed, feed_soon;
	bool carries;			/* `carry` counts `place` up where a word goes into the next column */
	uint8_t *out, *none;		/* [line] */
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
	m->none = allocate(lines);
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
	free(m->none);
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

/* A column is marked in the next clock. */
static bool marks(const struct flexible_clocks *m)
{
	return m->state == FILL && (later(m, keeps_at(m) + 2) || m->filling) && m->more;
}

/* Of a half and a column. */
static unsigned column_of(const struct flexible_clocks *m, bool half, unsigned column)
{
	return (unsigned)half << m->shape.column_bits | column;
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
	wire = put(wire, m->row, digit_bits(m->moves.rows));
	wire = put(wire, read_at(m), 1 + s->column_bits + s->beat_bits);
	wire = put(wire, m->keep, 1);
	wire = put(wire, m->place, 1 + s->column_bits);
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
	unsigned next = table_column(m, i);
	uint8_t fed = m->feed & 2 ? 1 : m->feed & 1 ? b->came : b->held, read = b->memory[read_at(m)];

	if (m->write)
		b->memory[address(m, b->column, m->write_beat)] = rotated_bit;
	b->held = b->read;
	b->read = read;
	b->came = in;
	m->fed[i] = fed;
	if (m->keep)
		b->column = m->carries ? (m->place + next) % (2u << m->shape.column_bits) : m->place ^ next;
}

/* The registers that a reset clears, behind the others. */
static void reset(struct flexible_clocks *m)
{
	m->state = LOAD;
	m->rests = true;
	m->ended = m->ending = m->filling = m->filled = m->keep = m->write = m->half = m->out_start = m->out_last = false;
	m->late = 0;
	m->beat = m->column = m->ahead = m->tail = 0;
}

static void clock_lookups(struct flexible_clocks *m, struct flexible_clocks *n)
{
	const struct flexible_width *w = &m->moves.width[m->width];

	n->width = flexible_least_width(&m->moves, m->furthest);
	n->last_column = w->columns - 1;
	n->columns = m->last_column + 1;
	n->passes = w->depth > 0 ? 1u << 2 * w->depth : 0;
	n->next_move = flexible_move_number(flexible_depth(&m->moves), m->ahead);
	n->first_row = flexible_first_row(w, m->next_move);
}

static void clock_states(const struct flexible_clocks *m, struct flexible_clocks *n)
{
	bool at_end = m->at_end;

	n->at_end = m->column == (m->state == SHOW ? m->furthest % (1u << m->shape.column_bits) : m->last_column);
	n->last_pass = m->ahead == m->passes;
	n->out_start = later(m, m->shape.sorter_latency + 1) && m->state == SHOW;
	n->out_last = n->out_start && at_end;
	if (m->state != SORT)
		n->own_row = m->first_row;
	else if (m->ending)
		n->own_row = at_end ? m->first_row : m->own_row + 1;
	if (m->ending && m->state == LOAD && m->ended)
		n->state = FILL;
	if (m->filled) {
		n->state = m->passes > 0 ? SORT : SHOW;
		n->ahead = 1;
	}
	if (m->ending && (m->state == SORT || m->state == SHOW))
		n->column = at_end ? 0 : m->column + 1;
	if (m->ending && m->state == SORT && at_end) {
		n->half = !m->half;
		n->ahead = m->ahead + 1;
		if (m->last_pass)
			n->state = SHOW;
	}
	if (m->ending && m->state == SHOW && at_end) {
		n->state = LOAD;
		n->tail = n->ahead = 0;
	}
}

/* Words that come, and what is written. */
static void clock_words(struct flexible_clocks *m, struct flexible_clocks *n)
{
	unsigned lines = m->shape.lines;
	bool fills = m->state == FILL && (later(m, keeps_at(m) + 2) || m->filling);

	n->step = m->state == FILL ? lines : flexible_count(lines, m->none);
	if ((m->state == LOAD && later(m, keeps_at(m) + 2)) || marks(m))
		n->tail = (m->tail + m->step) % (lines << (m->shape.column_bits + 1));
	n->aligned = m->tail % lines == 0 && m->tail != 0;
	if (m->state == FILL && later(m, 1))
		n->furthest = tail_column(m) - m->aligned;
	n->more = tail_column(m) != (marks(m) ? m->last_column : m->columns);
	n->filling = marks(m);
	n->filled = fills && !m->more;
	n->keep = marks(m) || (later(m, keeps_at(m) - 1) && (m->state == LOAD || m->state == SORT));
	n->place = m->state == SORT ? column_of(m, !m->half, 0) : tail_column(m);
	n->carries = m->state != SORT;
	n->row = m->state == SORT && m->moves.rows > lines ? m->own_row : m->tail % lines;
	n->written = m->write_beat == m->shape.word_bits - 2 && !m->keep;
	n->write = m->keep || (m->write && !m->filled && !m->written);
	n->write_beat = m->keep ? 0 : (m->write_beat + 1) % (1u << m->shape.beat_bits);
}

static void clock_control(struct flexible_clocks *m, const struct flexible_inputs *in)
{
	struct flexible_clocks n = *m;
	bool begins = m->rests && (m->state == LOAD ? in->start : m->state != SHOW || in->out_ready);

	n.late = (m->late << 1 | (uint64_t)begins << 1) & ((1ull << m->shape.delay) - 1);
	n.feed = m->feed_soon;
	n.feed_soon = m->state == FILL ? 2 : m->state == LOAD;
	n.ending = m->beat == m->shape.period - 2 && m->state != FILL;
	n.rests = m->rests ? !begins : m->ending || m->filled;
	if (m->rests)
		n.ended = in->last;
	if (m->ending || m->filled)
		n.beat = 0;
	else if (!m->rests || begins)
		n.beat = (m->beat + 1) % (1u << m->shape.beat_bits);
	clock_words(m, &n);
	clock_lookups(m, &n);
	clock_states(m, &n);
	if (later(m, turns_at(m)))
		n.turn = table_turn(m);
	n.table_row = m->table_read;
	n.table_read = m->row;
	if (in->rst)
		reset(&n);
	*m = n;
}

void flexible_clocks_step(struct flexible_clocks *m, const struct flexible_inputs *in)
{
	const uint8_t *sorted = memcpy(m->out, plan_model_outputs(m->sorter), m->shape.lines);
	const uint8_t *rotated = flexible_rotator_out(&m->rotator);
	bool start = later(m, 2), comes = later(m, m->shape.sorter_latency + 3);

	plan_model_clock(m->sorter, m->fed, start);
	if (in->rst)
		plan_model_reset(m->sorter);
	for (unsigned i = 0; i < m->shape.lines; i++)
		clock_bank(m, i, in->in[i], rotated[i]);
	flexible_rotator_clock(&m->rotator, m->turn, sorted);
	clock_control(m, in);
	if (comes)
		memcpy(m->none, sorted, m->shape.lines);
}
