/* columnsort.c: Leighton's Columnsort (1985), and Bay's recursion for fewer lines (1992, Lemma 9). */
#include "machines/columnsort.h"

bool columnsort_sorts(unsigned rows, unsigned columns)
{
	return rows >= 2 * (columns - 1) * (columns - 1);
}

unsigned columnsort_move(unsigned rows, unsigned columns, unsigned step, unsigned position)
{
	unsigned all = rows * columns, half = rows / 2;

	switch (step) {
	case 0:
		return position % columns * rows + position / columns;
	case 1:
		return position % rows * columns + position / rows;
	case 2:
		return (position + half) % all;
	default:
		if (position < half)
			return position;
		return position < rows ? all - rows + position : position - half;
	}
}

unsigned columnsort_levels(unsigned lines, unsigned width, struct columnsort_level level[MOST_FLEXIBLE_DEPTH])
{
	unsigned depth = 0;

	for (unsigned words = lines * width; words > lines; words = level[depth++].rows) {
		unsigned rows = lines;

		while (!columnsort_sorts(rows, words / rows))
			rows *= 2;
		level[depth] = (struct columnsort_level){ rows, words / rows };
	}
	return depth;
}
