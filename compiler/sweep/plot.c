/* plot.c: the value of --plot, and the columns that it names. */
#include <stdlib.h>
#include <string.h>

#include "sweep/sweep.h"
#include "util/message.h"

/* ---- the value of --plot ----------------------------------------------------------------------------------------- */

/* The index of `word` among `count` words; -1 if it is none. */
static int word_index(const char *const *words, int count, const char *word)
{
	for (int i = 0; i < count; i++)
		if (strcmp(words[i], word) == 0)
			return i;
	return -1;
}

static bool take_front(struct sweep_plot *plot, const char *word)
{
	static const char *const words[] = { "more", "less", "none" };
	int front = word_index(words, 3, word);

	if (front >= 0) {
		plot->front = front;
		return true;
	}
	error("--plot: front is '%s': expected more, less or none", word);
	return suggest("front=more, if more of y is better");
}

static bool take_lines(struct sweep_plot *plot, const char *word)
{
	static const char *const words[] = { "none", "mean" };
	int lines = word_index(words, 2, word);

	if (lines >= 0) {
		plot->lines = lines == 1;
		return true;
	}
	error("--plot: lines is '%s': expected mean or none", word);
	return suggest("lines=mean, a line through the mean of the points at each x");
}

static bool take_piece(const char *piece, void *context)
{
	static const char *const names[] = { "x", "y", "by", "also", "front", "lines" };
	struct sweep_plot *plot = context;
	char **places[] = { &plot->x, &plot->y, &plot->by, &plot->also };
	size_t length = strcspn(piece, "=");

	for (unsigned i = 0; i < sizeof names / sizeof *names; i++) {
		if (strlen(names[i]) != length || strncmp(names[i], piece, length) != 0 || !piece[length] || !piece[length + 1])
			continue;
		if (i >= sizeof places / sizeof *places)
			return names[i][0] == 'f' ? take_front(plot, piece + length + 1) : take_lines(plot, piece + length + 1);
		if (*places[i]) {
			error("--plot gives %s twice: expected it once", names[i]);
			return suggest("without the second one");
		}
		*places[i] = copy_string(piece + length + 1);
		return true;
	}
	error("--plot holds '%s': expected x=COLUMN, y=COLUMN, by=COLUMN, front=more, less or none, lines=mean or also=COLUMN",
	      piece);
	return suggest("--plot x=lut4,y=accepted_mbps,by=leaves");
}

bool sweep_plot_read(struct sweep_plot *plot, const char *text)
{
	*plot = (struct sweep_plot){0};
	if (!text_each_piece(text, take_piece, plot))
		return false;
	if (plot->x && plot->y && plot->also && !plot->lines) {
		error("--plot: also is %s: expected it with lines=mean, for it is a line", plot->also);
		return suggest("--plot %s,lines=mean", text);
	}
	if (plot->x && plot->y)
		return true;
	error("--plot gives no %s: expected x=COLUMN,y=COLUMN", plot->x ? "y" : "x");
	return suggest("--plot %s,%s", text, plot->x ? "y=accepted_mbps" : "x=lut4");
}

void sweep_plot_free(struct sweep_plot *plot)
{
	free(plot->x);
	free(plot->y);
	free(plot->by);
	free(plot->also);
	*plot = (struct sweep_plot){0};
}

/* ---- columns ----------------------------------------------------------------------------------------------------- */

/* Equal, or the same but for '-' and '_'. */
static bool same_name(const char *a, const char *b)
{
	for (; *a && *b; a++, b++)
		if (*a != *b && !((*a == '-' || *a == '_') && (*b == '-' || *b == '_')))
			return false;
	return *a == *b;
}

static bool unknown_column(const struct results *r, const char *axis, const char *name)
{
	size_t count = 0;
	const char **names = allocate_array(json_object_size(r->columns) + 1, sizeof *names), *column;
	json_t *ignored;

	json_object_foreach(r->columns, column, ignored)
		names[count++] = column;
	const char *nearest = nearest_name(name, names, count);

	error("--plot: %s is %s, but the results have no such column: expected one of results.csv", axis, name);
	/* The network's own cost, or another value inside an object. */
	for (size_t i = 0; i < count && !nearest; i++) {
		const char *dot = strrchr(names[i], '.');

		nearest = dot && same_name(dot + 1, name) ? names[i] : NULL;
	}
	free(names);
	return nearest ? suggest("%s=%s", axis, nearest) : suggest("head -n 1 results.csv, in the directory of -o");
}

const char *sweep_plot_column(const struct results *r, const char *axis, const char *name)
{
	const char *column;
	json_t *ignored;

	json_object_foreach(r->columns, column, ignored)
		if (same_name(column, name))
			return column;
	unknown_column(r, axis, name);
	return NULL;
}
