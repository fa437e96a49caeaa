/* node_clocks.c: a node of a sorting fat-tree, clock by clock. The names are those of rtl-templates/sorting-fat-tree/sorting_control.v and
 * sorting_node.v. */
#include "machines/sorting-fat-tree/node.h"

#include <stdlib.h>
#include <string.h>

#include "machines/columnsort_parts.h"
#include "model/plan_model.h"
#include "util/text.h"

enum { SENT = 2 };		/* clocks for which a wave that is sent is followed */

struct bank {
	uint8_t *memory;
	uint8_t read, held, fed;
	unsigned column;
};

/* Registers of the control. */
struct control {
	bool idle, up_start, up_batch, down_start, down_batch, down_sending;
	bool down, holds, begun, sends, waits, feeds, fills, sorts, lays, last_fill, has_room, at_end, begun_sending, eager, own, rests, more, some, ending, pass_half, upper, filling,
		filled, adds, all, x_full, y_full, wires, wires_soon, write, odd, first, up_shows, down_shows;
	unsigned sent;			/* bit k: a wave to be sent began k clocks ago */
	uint64_t late;			/* likewise any other step */
	unsigned column, beat, batch, group, x_tail, y_tail, x_step, y_step, words, furthest, width, last_column, passes, ahead, next_move,
		first_row, own_row, write_beat, x_words, y_words;
};

struct sorting_node_clocks {
	const struct sorting_node *n;
	unsigned keeps;			/* clocks from a step's begin until its words' columns are kept */
	struct plan_model *sorter;
	struct flexible_rotator x_rotator, y_rotator;
	struct bank *x, *y;		/* [line] */
	unsigned x_turn, y_turn;
	long table_read, table_row;	/* rows of the table in its registers; -1: zeros */
	uint8_t *parted, *into, *sorted, *reversed, *none;	/* [line] */
	uint8_t *up, *down;		/* registers of the wires */
	struct control c;
};

static struct bank *banks_new(const struct sorting_node *n)
{
	struct bank *bank = allocate_array(n->lines, sizeof *bank);

	for (unsigned i = 0; i < n->lines; i++)
		bank[i].memory = allocate((size_t)2 << (n->column_bits + n->beat_bits));
	return bank;
}

static void banks_free(struct bank *bank, unsigned lines)
{
	for (unsigned i = 0; i < lines; i++)
		free(bank[i].memory);
	free(bank);
}

struct sorting_node_clocks *sorting_node_clocks_new(const struct sorting_node *n, const struct plan *sorter)
{
	struct sorting_node_clocks *m = allocate(sizeof *m);

	m->n = n;
	m->keeps = n->sorter_latency + n->rotator_latency + 4;
	m->sorter = plan_model_new(sorter);
	m->x_rotator = flexible_rotator_new(n->lines, n->stage, n->rotator_latency);
	m->y_rotator = flexible_rotator_new(n->lines, n->stage, n->rotator_latency);
	m->x = banks_new(n);
	m->y = banks_new(n);
	m->table_read = m->table_row = -1;
	m->parted = allocate(n->lines);
	m->into = allocate(n->lines);
	m->sorted = allocate(n->lines);
	m->reversed = allocate(n->lines);
	m->none = allocate(n->lines);
	m->up = allocate(n->up);
	m->down = allocate(n->lines);
	return m;
}

void sorting_node_clocks_free(struct sorting_node_clocks *m)
{
	plan_model_free(m->sorter);
	flexible_rotator_free(&m->x_rotator);
	flexible_rotator_free(&m->y_rotator);
	banks_free(m->x, m->n->lines);
	banks_free(m->y, m->n->lines);
	free(m->parted);
	free(m->into);
	free(m->sorted);
	free(m->reversed);
	free(m->none);
	free(m->up);
	free(m->down);
	free(m);
}

struct sorting_node_outputs sorting_node_clocks_outputs(const struct sorting_node_clocks *m)
{
	const struct control *c = &m->c;

	return (struct sorting_node_outputs){
		.idle = c->idle, .up = m->up, .up_start = c->up_start, .up_batch = c->up_batch, .child_down = m->down,
		.child_down_start = c->down_start, .child_down_batch = c->down_batch, .child_down_sending = c->down_sending,
	};
}

/* Combinational wires --------------------------------------------------------------------------------------------------- */

static bool later(const struct sorting_node_clocks *m, unsigned clocks)
{
	return m->c.late >> clocks & 1;
}

void sorting_node_clocks_probe(const struct sorting_node_clocks *m, uint8_t *wire)
{
	unsigned lines = m->n->lines;

	memcpy(wire, m->into, lines);
	memcpy(wire + lines, plan_model_outputs(m->sorter), lines);
	wire[2 * lines] = later(m, 4);
}

static bool passing(const struct control *c)
{
	return c->sorts || c->lays;
}

static bool parts(const struct control *c)
{
	return !passing(c) && !c->fills;
}

/* A wave up has as many words as the node has lines. */
static bool sends_lines(const struct sorting_node_clocks *m)
{
	return !m->n->root && m->n->up == m->n->lines && !m->c.down;
}

static unsigned columns_of_both_halves(const struct sorting_node_clocks *m)
{
	return 2u << m->n->column_bits;
}

static bool fills_now(const struct sorting_node_clocks *m)
{
	return m->c.fills && (later(m, m->keeps) || m->c.filling);
}

static bool fills_last(const struct sorting_node_clocks *m)
{
	return fills_now(m) && m->c.last_fill;
}

static bool keep(const struct sorting_node_clocks *m)
{
	return m->c.fills ? fills_now(m) : later(m, m->keeps);
}

static unsigned row(const struct sorting_node_clocks *m)
{
	return m->c.sorts && m->n->row_bits > m->n->line_bits ? m->c.own_row : m->c.y_tail % m->n->lines;
}

/* The column of bank `line` with words of batch `batch`, in wave `column`. */
static unsigned own_column(const struct sorting_node_clocks *m, unsigned line)
{
	const struct control *c = &m->c;
	unsigned batches = 1u << m->n->batch_bits, lines = m->n->lines, least = batches < lines ? batches : lines;
	unsigned low = (line + least - c->batch % least) % least;

	return (c->column * batches + low * (batches / least) + c->batch % batches / least) % (1u << m->n->column_bits);
}

static unsigned lay_turn(const struct sorting_node_clocks *m)
{
	unsigned batches = 1u << m->n->batch_bits, lines = m->n->lines;

	return batches == 1 ? 0 : m->c.column / (batches > lines ? batches / lines : 1) % lines;
}

static unsigned table_turn(const struct sorting_node_clocks *m)
{
	return m->table_row < 0 ? 0 : m->n->moves.turn[m->table_row];
}

static unsigned table_column(const struct sorting_node_clocks *m, unsigned bank)
{
	return m->table_row < 0 ? 0 : m->n->moves.column[(size_t)m->table_row * m->n->lines + bank];
}

static size_t address(const struct sorting_node_clocks *m, unsigned column, unsigned beat)
{
	return (size_t)column << m->n->beat_bits | beat;
}

/* Banks ------------------------------------------------------------------------------------------------------------------- */

static void clock_bank(const struct sorting_node_clocks *m, struct bank *b, size_t read_at, bool wire, uint8_t in, uint8_t rotated)
{
	uint8_t read = b->memory[read_at];

	if (m->c.write)
		b->memory[address(m, b->column, m->c.write_beat)] = rotated;
	b->fed = wire ? in : b->held;
	b->held = b->read;
	b->read = read;
}

/* The column of the tail or, if `next` is 1, the next one; of `columns` columns, the last of which has none behind it. */
static unsigned appended(unsigned tail, unsigned next, unsigned columns)
{
	unsigned carries = tail == columns - 1 ? 0 : (tail ^ (tail + 1)) & ~1u;

	return tail ^ next ^ (next & 1 ? carries : 0);
}

static void clock_banks(struct sorting_node_clocks *m, const struct sorting_node_inputs *in)
{
	const struct sorting_node *n = m->n;
	const struct control *c = &m->c;
	const uint8_t *x_turned = flexible_rotator_out(&m->x_rotator), *y_turned = flexible_rotator_out(&m->y_rotator);
	unsigned half = 1u << n->column_bits, reads = c->feeds || (c->sorts && c->pass_half) ? half : 0;

	for (unsigned i = 0; i < n->lines; i++) {
		uint8_t wire = in->child_up[i] | (!n->root && i < n->up ? in->down[i] : 0);
		unsigned column = reads | (c->feeds ? own_column(m, i) : c->column);

		clock_bank(m, &m->x[i], address(m, c->column, c->beat), false, 0, x_turned[i]);
		clock_bank(m, &m->y[i], address(m, column, c->beat), c->wires, wire, y_turned[i]);
		if (!keep(m))
			continue;
		m->x[i].column = (c->x_tail / n->lines + (i < c->x_tail % n->lines)) % (2 * half);
		if (passing(c))
			m->y[i].column = (c->pass_half ? 0 : half) | ((c->lays ? c->column : 0) ^ table_column(m, i));
		else
			m->y[i].column = appended(c->y_tail / n->lines, table_column(m, i), 2 * half);
	}
}

/* Wires that leave, from registers of banks. */
static void clock_wires(struct sorting_node_clocks *m)
{
	const struct sorting_node *n = m->n;
	const struct control *c = &m->c;
	unsigned half = n->lines / 2, upper = c->odd ? half : 0;

	for (unsigned i = 0; i < half; i++) {
		m->down[i] = c->down_shows && i < c->y_words && (c->first || m->y[i + upper].held);
		m->down[half + i] = c->down_shows && i < c->x_words && m->x[i + upper].held;
	}
	for (unsigned i = 0; i < n->up && !n->root; i++)
		m->up[i] = c->up_shows && i < c->x_words && m->x[i + (n->up == n->lines ? 0 : upper)].held;
}

static void clock_entry(struct sorting_node_clocks *m)
{
	const struct control *c = &m->c;
	bool flip = later(m, 3) && c->wires, part = later(m, 4) && parts(c);

	for (unsigned i = 0; i < m->n->lines; i++) {
		uint8_t entered = m->y[i].fed, parted = m->parted[i];

		m->parted[i] = part ? entered | parted : entered ^ flip;
		m->into[i] = c->fills || (part ? entered && !parted : parted);
	}
}

/* Control ----------------------------------------------------------------------------------------------------------------- */

static void clock_steps(const struct sorting_node_clocks *m, struct control *n, bool begins, bool sends_now)
{
	const struct control *c = &m->c;
	unsigned jump = m->n->shared + 2, beats = 1u << m->n->beat_bits;

	n->ending = c->beat == (c->sends ? m->n->period - 1 : m->n->shared + m->n->sort_period - 1) % beats;
	if (begins || sends_now) {
		n->rests = false;
		n->beat = (c->sends ? 2 : jump) % beats;
	} else if (c->ending || fills_last(m)) {
		n->rests = true;
		n->beat = c->sends;
	} else if (c->rests) {
		n->beat = c->sends;
	} else if (!c->fills) {
		n->beat = (c->beat + 1) % beats;
	}
}

static void clock_tails(const struct sorting_node_clocks *m, struct control *n)
{
	const struct control *c = &m->c;
	unsigned lines = m->n->lines, x_wave = sends_lines(m) ? lines : lines / 2, y_wave = lines / 2;
	unsigned most = lines * columns_of_both_halves(m);
	bool sent = c->sent >> 1 & 1;

	for (unsigned i = 0; i < lines; i++) {
		m->reversed[i] = m->sorted[lines - 1 - i];
		m->none[i] = !m->reversed[i];
	}
	n->x_full = c->x_tail >= x_wave;
	n->y_full = c->y_tail >= y_wave;
	n->adds = parts(c) && later(m, m->keeps + 1);
	if (c->sends)
		n->x_step = most - x_wave;
	else if (later(m, m->n->sorter_latency + 5))
		n->x_step = flexible_count(lines, m->none);
	if (c->fills)
		n->y_step = lines;
	else if (c->sends)
		n->y_step = most - y_wave;
	else if (later(m, m->n->sorter_latency + 6))
		n->y_step = flexible_count(lines, m->sorted);
	if (sent) {
		n->x_words = c->x_full ? x_wave : c->x_tail % lines;
		n->y_words = c->y_full ? y_wave : c->y_tail % lines;
		n->odd = c->upper;
	}
	if (sent && !c->x_full)
		n->x_tail = 0;
	else if (sent || c->adds)
		n->x_tail = (c->x_tail + c->x_step) % most;
	if ((sent && c->down && !c->y_full) || fills_last(m))
		n->y_tail = 0;
	else if ((sent && c->down) || c->adds || fills_now(m))
		n->y_tail = (c->y_tail + c->y_step) % most;
}

static void clock_lookups(const struct sorting_node_clocks *m, struct control *n, bool sort_now)
{
	const struct control *c = &m->c;
	const struct flexible_moves *moves = &m->n->moves;
	const struct flexible_width *w = &moves->width[c->width];

	if (sort_now) {
		n->words = c->y_tail;
		n->furthest = c->y_tail > 0 ? (c->y_tail - 1) / m->n->lines : 0;
	}
	n->width = flexible_least_width(moves, c->furthest);
	n->last_column = w->columns - 1;
	n->passes = w->passes;
	n->next_move = flexible_move_number(m->n->depth, c->ahead);
	n->first_row = flexible_first_row(w, c->next_move);
}

static void clock_write(const struct sorting_node_clocks *m, struct control *n)
{
	const struct control *c = &m->c;
	unsigned beats = 1u << m->n->beat_bits;

	n->filling = fills_now(m) && !fills_last(m);
	n->filled = fills_last(m);
	n->last_fill = fills_now(m) && c->y_tail / m->n->lines == columns_of_both_halves(m) - 2;
	if (keep(m)) {
		n->write = true;
		n->write_beat = 0;
	} else if (c->filled || c->write_beat == m->n->last_beat) {
		n->write = false;
	} else {
		n->write_beat = (passing(c) && c->write_beat == 0 ? m->n->shared + 2 : c->write_beat + 1) % beats;
	}
}

static void clock_passes(const struct sorting_node_clocks *m, struct control *n)
{
	const struct control *c = &m->c;
	bool at_end = c->at_end;
	unsigned columns = 1u << m->n->column_bits;

	if (!c->sorts)
		n->own_row = c->first_row;
	else if (c->ending)
		n->own_row = at_end ? c->first_row : (c->own_row + 1) % (1u << m->n->row_bits);
	if (fills_last(m)) {
		n->fills = false;
		n->sorts = c->passes > 0;
		n->lays = c->passes == 0;
		n->ahead = 1;
	}
	if (c->ending && passing(c)) {
		n->column = at_end ? 0 : (c->column + 1) % columns;
	} else if (c->ending && (c->feeds || sends_lines(m))) {
		n->column = (c->column + 1) % columns;
	} else if (c->ending) {
		n->column = (c->column + c->upper) % columns;
		n->upper = !c->upper;
	}
	if (c->ending && c->sorts && at_end) {
		n->pass_half = !c->pass_half;
		n->ahead = (c->ahead + 1) % (2u << 2 * m->n->depth);
		if (c->ahead == c->passes) {
			n->sorts = false;
			n->lays = true;
		}
	}
	if (c->ending && c->lays && at_end) {
		n->lays = false;
		n->down = true;
		n->ahead = 0;
	}
}

/* All batches of the root's own words have been fed. */
static bool over(const struct sorting_node_clocks *m)
{
	return m->n->root && m->c.batch >> m->n->batch_bits;
}

static void clock_commands(const struct sorting_node_clocks *m, struct control *n, const struct sorting_node_inputs *in, bool batches)
{
	const struct control *c = &m->c;
	bool sends_batch = in->stage && c->holds, own = m->n->root && in->stage && c->down && !c->holds && !over(m);

	n->begun = sends_batch;
	n->up_batch = c->begun && !c->down;
	n->down_batch = c->begun && c->down;
	n->down_sending = c->down && (c->sends || sends_batch);
	if (c->waits && (m->n->root || !in->down_sending)) {
		n->waits = false;
		n->feeds = true;
	}
	if (sends_batch) {
		n->sends = true;
		n->holds = false;
	}
	if (batches || own) {
		n->holds = true;
		n->waits = c->down;
	}
	if (in->sort_now) {
		n->fills = true;
		n->holds = false;
	}
	if (in->rst || in->round) {
		n->down = n->holds = n->pass_half = false;
		n->x_tail = n->y_tail = n->ahead = n->batch = 0;
	}
}

static void reset(struct control *n)
{
	n->sends = n->waits = n->feeds = n->fills = n->sorts = n->lays = n->ending = n->begun = n->filling = n->filled = n->adds = n->write = false;
	n->up_start = n->up_batch = n->down_start = n->down_batch = n->down_sending = n->up_shows = n->down_shows = n->last_fill = n->upper = n->all = n->eager = n->own = false;
	n->rests = true;
	n->sent = n->beat = n->column = n->group = 0;
	n->late = 0;
}

static void clock_control(struct sorting_node_clocks *m, const struct sorting_node_inputs *in)
{
	struct control *c = &m->c, n = *c;
	unsigned batches = 1u << m->n->batch_bits, groups = 2u << (m->n->column_bits - m->n->batch_bits);
	bool starts = in->child_start[0] || in->child_start[1] || (!m->n->root && in->down_start);
	bool came = in->child_batch[0] || in->child_batch[1] || (!m->n->root && in->down_batch);
	bool sends_now = c->rests && c->eager && c->has_room;
	bool begins = c->rests && (c->fills || passing(c) || c->own);
	bool shows = c->sent >> 1 & 1;

	n.idle = !(in->stage || in->sort_now || came || starts || c->begun || c->sends || c->waits || c->feeds || c->fills || passing(c)
		   || c->late || c->write);
	n.begun_sending = c->sends;
	n.has_room = !c->down || (in->child_room[0] && in->child_room[1]);
	n.at_end = c->column == c->last_column;
	n.eager = c->sends && c->more;
	n.own = c->some && (c->feeds || (c->waits && (m->n->root || !in->down_sending)));
	n.all = c->rests && !c->all && ((c->feeds && !c->some) || (c->sends && c->begun_sending && !c->more));
	n.sent = (c->sent << 1 | (unsigned)sends_now << 1) & ((2u << SENT) - 1);
	n.late = (c->late << 1 | (uint64_t)begins << 1 | (uint64_t)starts << 3) & ((2ull << (m->keeps + 2)) - 1);
	n.wires = c->wires_soon;
	n.wires_soon = !(passing(c) || c->feeds);
	n.up_start = c->sent >> 2 & 1 && !c->down;
	n.down_start = c->sent >> 2 & 1 && c->down;
	n.up_shows = !c->down && (shows || (c->up_shows && !c->rests));
	n.down_shows = c->down && (shows || (c->down_shows && !c->rests));
	n.first = shows;
	n.more = c->x_tail > 0 || (c->down && c->y_tail > 0);
	n.some = c->group * m->n->lines * batches + c->batch % batches < c->words;
	clock_steps(m, &n, begins, sends_now);
	clock_tails(m, &n);
	clock_lookups(m, &n, in->sort_now);
	clock_write(m, &n);
	clock_passes(m, &n);
	if (begins && c->feeds)
		n.group = (c->group + 1) % groups;
	if (c->all && c->feeds)
		n.batch = (c->batch + 1) % (m->n->root ? 2 * batches : batches);
	if (c->all) {
		n.feeds = n.sends = n.upper = false;
		n.column = n.group = 0;
	}
	clock_commands(m, &n, in, came);
	if (in->rst)
		reset(&n);
	*c = n;
}

void sorting_node_clocks_step(struct sorting_node_clocks *m, const struct sorting_node_inputs *in)
{
	unsigned x_turn = m->x_turn, y_turn = m->y_turn, next_row = row(m);

	memcpy(m->sorted, plan_model_outputs(m->sorter), m->n->lines);
	if (later(m, m->n->sorter_latency + 4)) {
		m->x_turn = m->c.x_tail % m->n->lines;
		m->y_turn = m->c.lays ? lay_turn(m) : table_turn(m);
	}
	plan_model_clock(m->sorter, m->into, later(m, 4));
	if (in->rst)
		plan_model_reset(m->sorter);
	clock_wires(m);
	clock_entry(m);
	clock_banks(m, in);
	clock_control(m, in);
	flexible_rotator_clock(&m->x_rotator, x_turn, m->reversed);
	flexible_rotator_clock(&m->y_rotator, y_turn, m->sorted);
	m->table_row = m->table_read;
	m->table_read = next_row < m->n->moves.rows ? (long)next_row : -1;
}
