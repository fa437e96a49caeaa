/* placed_file.c: guests in files: processors with places, and the edges between them.
 *
 *   file      := { line }
 *   line      := [ cube | processor | edge ] [ "#" anything ] newline
 *   cube      := "cube" x y [ z ] side
 *   processor := "processor" name x y [ z ]
 *   edge      := "edge" name name [ messages ]
 *
 * A METIS graph begins with a number instead; metis_file.c reads it. So does a list of edges, and a matrix has a banner:
 * edges_file.c reads these. GraphML: graphml_file.c. */
#include <stdio.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "schedule/matrix.h"
#include "universal/guest_file.h"

/* A processor's name, for lookup. */
struct named {
	const char *name;
	unsigned processor;
};

struct reader {
	struct words w;
	struct placed *guest;
	struct named *named;		/* sorted by name */
	uint64_t messages;
	size_t cube_line;		/* 0: none yet */
	unsigned cube_dimensions;
};

static int compare_names(const void *left, const void *right)
{
	return strcmp(((const struct named *)left)->name, ((const struct named *)right)->name);
}

static bool read_processor(struct reader *r)
{
	struct placed *guest = r->guest;
	const struct words *w = &r->w;
	unsigned dimensions = w->count > 4 ? 3 : 2;
	size_t n = guest->processors;

	if (w->count < 2)
		return words_refuse(w, 1, "the processor's name", "\"processor NAME X Y [Z]\"");
	if (!words_end(w, 2 + MOST_DIMENSIONS, "\"processor NAME X Y [Z]\""))
		return false;
	if (n && w->count >= 4 && dimensions != guest->dimensions)
		return error_at(word_place(w, 2), "processor %.*s has %u coordinates, but the one in line %zu has %u: "
				"expected as many for all", (int)w->word[1].length, w->word[1].at, dimensions,
				guest->line[0], guest->dimensions);
	if (n == MAXIMUM_LEAVES)
		return error_at(word_place(w, 0), "more than %d processors: no fat-tree has so many leaves",
				MAXIMUM_LEAVES);
	guest->name = room_for_one(guest->name, n, sizeof *guest->name);
	guest->line = room_for_one(guest->line, n, sizeof *guest->line);
	guest->at = room_for_one(guest->at, n, MOST_DIMENSIONS * sizeof *guest->at);
	guest->dimensions = dimensions;
	if (!words_place(w, 2, dimensions, &guest->at[n * dimensions]))
		return false;
	guest->line[n] = w->number;
	guest->name[guest->processors++] = format_string("%.*s", (int)w->word[1].length, w->word[1].at);
	return true;
}

static bool read_cube(struct reader *r)
{
	const struct words *w = &r->w;
	unsigned dimensions = w->count > 4 ? 3 : 2;

	if (r->cube_line)
		return error_at(word_place(w, 0), "a cube has stood in line %zu before: expected one", r->cube_line);
	r->cube_line = w->number;
	r->cube_dimensions = dimensions;
	if (!words_place(w, 1, dimensions, r->guest->low)
	    || !words_real(w, 1 + dimensions, "the side of the cube", &r->guest->side)
	    || !words_end(w, 2 + MOST_DIMENSIONS, "\"cube X Y [Z] SIDE\""))
		return false;
	return r->guest->side > 0 || words_refuse(w, 1 + dimensions, "the side of the cube", "a number above 0");
}

/* Does the cube contain all processors? */
static bool check_cube(const struct reader *r)
{
	const struct placed *guest = r->guest;

	if (!r->cube_line || !guest->processors)
		return true;
	if (r->cube_dimensions != guest->dimensions)
		return error_at((struct place){ .file = r->w.path, .line = r->cube_line },
				"the cube has %u coordinates, the processors have %u: expected as many",
				r->cube_dimensions, guest->dimensions);
	for (unsigned i = 0; i < guest->processors; i++) {
		for (unsigned axis = 0; axis < guest->dimensions; axis++) {
			double at = placed_at(guest, i)[axis] - guest->low[axis];

			if (at >= 0 && at < guest->side)
				continue;
			return error_at((struct place){ .file = r->w.path, .line = guest->line[i] },
					"processor %s is not inside the cube of line %zu: expected %s from %g to less "
					"than %g", guest->name[i], r->cube_line,
					axis == 0 ? "x" : axis == 1 ? "y" : "z", guest->low[axis],
					guest->low[axis] + guest->side);
		}
	}
	return true;
}

/* Sorts the names; a duplicate is an error. */
static bool sort_names(struct reader *r)
{
	const struct placed *guest = r->guest;

	r->named = allocate_array(guest->processors, sizeof *r->named);
	for (unsigned i = 0; i < guest->processors; i++)
		r->named[i] = (struct named){ guest->name[i], i };
	qsort(r->named, guest->processors, sizeof *r->named, compare_names);
	for (unsigned i = 1; i < guest->processors; i++) {
		unsigned a = r->named[i - 1].processor, b = r->named[i].processor;

		if (compare_names(&r->named[i - 1], &r->named[i]) != 0)
			continue;
		return error_at((struct place){ .file = r->w.path, .line = guest->line[a > b ? a : b] },
				"processor %s has stood in line %zu before: expected a name of its own", guest->name[a],
				guest->line[a > b ? b : a]);
	}
	return true;
}

static bool find_end(const struct reader *r, size_t i, unsigned *processor)
{
	const struct words *w = &r->w;

	if (i >= w->count)
		return words_refuse(w, i, "end of the edge", "\"edge NAME NAME [MESSAGES]\"");
	struct named wanted = { .name = format_string("%.*s", (int)w->word[i].length, w->word[i].at) };
	const struct named *found = bsearch(&wanted, r->named, r->guest->processors, sizeof *r->named, compare_names);
	free((char *)wanted.name);
	if (!found)
		return words_refuse(w, i, "end of the edge",
				    "a processor that a line \"processor NAME X Y [Z]\" places");
	*processor = found->processor;
	return true;
}

static bool read_edge(struct reader *r)
{
	const struct words *w = &r->w;
	unsigned long messages = 1;
	unsigned a, b;

	return find_end(r, 1, &a) && find_end(r, 2, &b)
	       && (w->count < 4 || words_unsigned(w, 3, "the number of messages", 1, MOST_MESSAGES, &messages))
	       && words_end(w, 4, "\"edge NAME NAME [MESSAGES]\"")
	       && guest_file_wire(w, 2, r->guest, a, b, messages, &r->messages);
}

/* Reads the file once for the processors, then for the edges: their order is free. */
static bool read_list(struct reader *r, bool edges)
{
	const struct words *w = &r->w;
	bool good = true;

	words_rewind(&r->w);
	while (good && words_line_of_data(&r->w)) {
		if (word_is(w->word, "processor"))
			good = edges || read_processor(r);
		else if (word_is(w->word, "edge"))
			good = !edges || read_edge(r);
		else if (word_is(w->word, "cube"))
			good = edges || read_cube(r);
		else
			good = words_refuse(w, 0, "the first word", "\"processor NAME X Y [Z]\", "
					    "\"edge NAME NAME [MESSAGES]\" or \"cube X Y [Z] SIDE\"");
	}
	return good;
}

static bool check_size(const struct placed *guest, const char *path)
{
	if (guest->processors < 2)
		return error_at((struct place){ .file = path }, "the guest has %u processor%s: expected at least 2",
				guest->processors, guest->processors == 1 ? "" : "s");
	return guest->wires || error_at((struct place){ .file = path }, "the guest has no edge: expected at least one, "
					"nobody has anything to send");
}

/* The title of "a/b/placed.txt" is placed.txt. */
static char *file_title(const char *path)
{
	const char *slash = strrchr(path, '/');

	return copy_string(slash && slash[1] ? slash + 1 : path);
}

/* Reads the first line. Is it that of a graph without places? */
static bool is_graph(struct words *w)
{
	return graphml_file_is(w) || (words_line_of_data(w) && ((*w->word->at >= '0' && *w->word->at <= '9') || edges_file_begins(w)))
	       || matrix_banner(w);
}

static bool read_graph(struct words *w, struct placed *guest)
{
	if (graphml_file_is(w))
		return graphml_file_read(w, guest);
	if (matrix_banner(w))
		return matrix_guest_read(w, guest);
	return edges_file_begins(w) || edges_file_is(w) ? edges_file_read(w, guest) : metis_file_read(w, guest);
}

bool placed_read(struct placed *guest, const char *path, const char *coordinates)
{
	struct reader r = { .guest = guest };
	bool good;

	*guest = (struct placed){0};
	if (!words_open(&r.w, path, "#%", SIZE_MAX))
		return false;
	if (is_graph(&r.w)) {
		good = read_graph(&r.w, guest) && (!coordinates || coordinates_read(coordinates, guest));
	} else if (coordinates) {
		error_at((struct place){ .file = path },
			 "has coordinates of its own: expected a METIS graph with --coordinates");
		suggest("without --coordinates");
		good = false;
	} else {
		guest->place_file = path;
		good = read_list(&r, false) && check_cube(&r) && sort_names(&r) && read_list(&r, true);
	}
	good = good && check_size(guest, path);
	free(r.named);
	words_close(&r.w);
	guest->title = file_title(path);
	if (!good)
		placed_free(guest);
	return good;
}

void placed_write(const struct placed *guest, struct text *out)
{
	text_print(out, "# %s: %u processors, %zu edges\n", guest->title, guest->processors, guest->wires);
	if (guest->side > 0) {
		text_add(out, "cube");
		for (unsigned axis = 0; axis < guest->dimensions; axis++)
			text_print(out, " %.17g", guest->low[axis]);
		text_print(out, " %.17g\n", guest->side);
	}
	for (unsigned i = 0; i < guest->processors; i++) {
		char *name = placed_name(guest, i);

		text_print(out, "processor %s", name);
		for (unsigned axis = 0; axis < guest->dimensions; axis++)
			text_print(out, " %.17g", placed_at(guest, i)[axis]);
		text_add(out, "\n");
		free(name);
	}
	for (size_t i = 0; i < guest->wires; i++) {
		char *a = placed_name(guest, guest->wire[i].a), *b = placed_name(guest, guest->wire[i].b);

		text_print(out, "edge %s %s", a, b);
		if (guest->wire[i].messages > 1)
			text_print(out, " %u", guest->wire[i].messages);
		text_add(out, "\n");
		free(a);
		free(b);
	}
}
