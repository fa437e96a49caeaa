/* columnsort_moves.c: the table of moves: by how much each column is turned, and where its words are written.
 *
 * A move is a permutation of all words between two passes. The next pass reads a column from all banks at once, and sorts
 * it. So the words may lie in its banks in any order, but each in a bank of its own. A turn of the lines
 * suffices; a search that goes back finds one for each column. For powers of two the first that fits is always right. */
#include <stdlib.h>
#include <string.h>

#include "machines/columnsort.h"
#include "util/text.h"

enum { LEAST_LINES_OF_THREE = 8 };	/* 2 (3 - 1)^2 */

unsigned flexible_widths(unsigned lines, unsigned columns, unsigned width[MOST_FLEXIBLE_WIDTHS])
{
	unsigned count = 0;

	for (unsigned w = 1; w <= columns; w *= 2) {
		width[count++] = w;
		if (w == 2 && columns > 2 && lines >= LEAST_LINES_OF_THREE)
			width[count++] = 3;
	}
	return count;
}

unsigned flexible_move_behind(const struct flexible_width *w, unsigned pass)
{
	unsigned level = 0;

	/* The last of four steps ends a Columnsort, and the step of the one around it follows. */
	for (; level < w->depth && pass % 4 == 3; level++)
		pass /= 4;
	return 3 * level + (level < w->depth ? pass % 4 : 0);
}

unsigned flexible_move(unsigned lines, unsigned width, unsigned move, unsigned position)
{
	struct columnsort_level level[MOST_FLEXIBLE_DEPTH];
	unsigned depth = columnsort_levels(lines, width, level);

	for (unsigned j = 0; j <= move / 3 && j < depth; j++) {
		const struct columnsort_level *l = &level[depth - 1 - j];
		unsigned words = l->rows * l->columns, step = j < move / 3 ? 3 : move % 3;

		position += columnsort_move(l->rows, l->columns, step, position % words) - position % words;
	}
	return position;
}

/* A move under construction. */
struct search {
	unsigned lines, width;
	const unsigned *to;		/* [column * lines + word]: the next column */
	bool *used;			/* [next column * lines + bank] */
	uint16_t *turn;			/* [column] */
};

static bool fits(const struct search *s, unsigned column, unsigned turn)
{
	for (unsigned i = 0; i < s->lines; i++)
		if (s->used[s->to[column * s->lines + i] * s->lines + (i + turn) % s->lines])
			return false;
	return true;
}

static void use(const struct search *s, unsigned column, unsigned turn, bool used)
{
	for (unsigned i = 0; i < s->lines; i++)
		s->used[s->to[column * s->lines + i] * s->lines + (i + turn) % s->lines] = used;
}

/* Finds turns for this column and those behind it. */
static bool find_turns(const struct search *s, unsigned column)
{
	if (column == s->width)
		return true;
	for (unsigned turn = 0; turn < s->lines; turn++) {
		if (!fits(s, column, turn))
			continue;
		use(s, column, turn, true);
		s->turn[column] = (uint16_t)turn;
		if (find_turns(s, column + 1))
			return true;
		use(s, column, turn, false);
	}
	return false;
}

static void make_move(struct flexible_moves *m, const struct flexible_width *w, unsigned move)
{
	unsigned lines = m->lines, words = lines * w->columns, first = w->row + move * w->columns;
	unsigned *to = allocate_array(words, sizeof *to);
	struct search s = { .lines = lines, .width = w->columns, .to = to, .used = allocate_array(words, sizeof *s.used),
			    .turn = m->turn + first };

	for (unsigned p = 0; p < words; p++)
		to[p] = flexible_move(lines, w->columns, move, p) / lines;
	if (!find_turns(&s, 0))
		abort();		/* tests/machines/flexible-sorter/moves.c has tried all sizes */
	for (unsigned c = 0; c < w->columns; c++)
		for (unsigned i = 0; i < lines; i++)
			m->column[(first + c) * lines + (i + s.turn[c]) % lines] = (uint8_t)to[c * lines + i];
	free(s.used);
	free(to);
}

/* A wave whose first word goes to bank `turn` fills the banks behind it in the same column, the others in the next. */
static void make_appends(struct flexible_moves *m)
{
	for (unsigned turn = 0; turn < m->lines; turn++) {
		m->turn[turn] = (uint16_t)turn;
		for (unsigned bank = 0; bank < turn; bank++)
			m->column[turn * m->lines + bank] = 1;
	}
}

struct flexible_moves flexible_moves_make(unsigned lines, unsigned words)
{
	struct flexible_moves m = { .lines = lines, .columns = words / lines, .rows = lines };
	unsigned width[MOST_FLEXIBLE_WIDTHS];

	m.widths = flexible_widths(lines, m.columns, width);
	for (unsigned k = 0; k < m.widths; k++) {
		struct columnsort_level level[MOST_FLEXIBLE_DEPTH];
		unsigned depth = columnsort_levels(lines, width[k], level);

		m.width[k] = (struct flexible_width){ .columns = width[k], .depth = depth, .passes = depth > 0 ? 1u << 2 * depth : 0,
						      .moves = depth > 0 ? 3 * depth + 1 : 0, .row = m.rows };
		m.rows += m.width[k].moves * width[k];
	}
	m.turn = allocate_array(m.rows, sizeof *m.turn);
	m.column = allocate_array((size_t)m.rows * lines, sizeof *m.column);
	make_appends(&m);
	for (unsigned k = 0; k < m.widths; k++)
		for (unsigned move = 0; move < m.width[k].moves; move++)
			make_move(&m, &m.width[k], move);
	return m;
}

void flexible_moves_free(struct flexible_moves *m)
{
	free(m->turn);
	free(m->column);
}

const struct flexible_width *flexible_width_of(const struct flexible_moves *m, unsigned words)
{
	const struct flexible_width *w = m->width;

	while (w->columns * m->lines < words)
		w++;
	return w;
}
