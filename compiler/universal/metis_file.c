/* metis_file.c: guests in METIS' graph format.
 *
 *   file   := header { vertex }        comments are lines that begin with "%"
 *   header := vertices edges [ format [ constraints ] ]
 *   vertex := [ size ] { weight } { neighbour [ edge weight ] }
 *
 * Vertices are numbered from 1. The digits of the format say whether sizes, weights and edge weights are present. An
 * edge is listed with both of its ends; its weight is the number of its messages. Weights and sizes of vertices are
 * ignored. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "universal/guest_file.h"

enum { MOST_CONSTRAINTS = 32 };

struct header {
	unsigned long vertices, edges, constraints;
	bool sizes, weights, edge_weights;
	struct place at;
};

static bool read_format(const struct words *w, struct header *h)
{
	const struct word *word = &w->word[2];

	if (w->count < 3)
		return true;
	if (word->length > 3 || strspn(word->at, "01") < word->length)
		return words_refuse(w, 2, "the format",
				    "up to three digits 0 or 1, for sizes, weights of vertices and weights of edges");
	h->edge_weights = word->at[word->length - 1] == '1';
	h->weights = word->length >= 2 && word->at[word->length - 2] == '1';
	h->sizes = word->length == 3 && *word->at == '1';
	h->constraints = 1;
	if (w->count > 3 && !words_unsigned(w, 3, "the number of weights", 1, MOST_CONSTRAINTS, &h->constraints))
		return false;
	h->constraints *= h->weights;
	return true;
}

static bool read_header(const struct words *w, struct header *h)
{
	*h = (struct header){ .at = word_place(w, 0) };
	return words_unsigned(w, 0, "the number of vertices", 2, MAXIMUM_LEAVES, &h->vertices)
	       && words_unsigned(w, 1, "the number of edges", 0, MOST_WIRES, &h->edges) && read_format(w, h)
	       && words_end(w, 4, "\"VERTICES EDGES [FORMAT [CONSTRAINTS]]\"");
}

/* Half an edge: vertex `a` lists `b`, or the reverse. */
struct half {
	unsigned a, b;			/* a < b, in either line */
	unsigned messages;
	bool of_b;			/* listed by b */
	size_t line;
};

struct reader {
	struct words *w;
	struct header header;
	struct half *half;
	size_t halves;
};

static bool read_vertex(struct reader *r, unsigned v)
{
	const struct words *w = r->w;
	size_t i = 0, ignored = (r->header.sizes ? 1 : 0) + r->header.constraints;
	unsigned long number, messages = 1;

	for (; i < ignored; i++)
		if (!words_unsigned(w, i, "a weight or size of the vertex", 0, ~0ul, &number))
			return false;
	while (i < w->count) {
		if (!words_unsigned(w, i, "a neighbor", 1, r->header.vertices, &number))
			return false;
		if (number - 1 == v)
			return error_at(word_place(w, i), "vertex %lu is its own neighbor: expected another", number);
		i++;
		if (r->header.edge_weights && !words_unsigned(w, i++, "the edge's weight", 1, MOST_MESSAGES, &messages))
			return false;
		unsigned other = (unsigned)number - 1;
		bool of_b = other < v;
		r->half = room_for_one(r->half, r->halves, sizeof *r->half);
		r->half[r->halves++] = (struct half){ of_b ? other : v, of_b ? v : other, (unsigned)messages, of_b,
						      w->number };
	}
	return true;
}

static int compare_halves(const void *left, const void *right)
{
	const struct half *l = left, *r = right;

	if (l->a != r->a)
		return l->a < r->a ? -1 : 1;
	if (l->b != r->b)
		return l->b < r->b ? -1 : 1;
	if (l->of_b != r->of_b)
		return l->of_b ? 1 : -1;
	return (l->line > r->line) - (l->line < r->line);
}

/* Two halves make an edge. */
static bool join_halves(const struct reader *r, struct placed *guest)
{
	uint64_t all = 0;

	for (size_t i = 0; i < r->halves; i += 2) {
		const struct half *h = &r->half[i], *o = i + 1 < r->halves ? h + 1 : NULL;
		bool pair = o && o->a == h->a && o->b == h->b;
		struct place at = { .file = r->w->path, .line = h->line };

		if (pair && o->of_b == h->of_b) {
			at.line = o->line;
			return error_at(at, "vertices %u and %u are joined twice: expected each neighbor once",
					h->a + 1, h->b + 1);
		}
		if (!pair)
			return error_at(at, "vertex %u has %u as a neighbor, but not the other way round: expected "
					"every edge in both lines", (h->of_b ? h->b : h->a) + 1,
					(h->of_b ? h->a : h->b) + 1);
		if (o->messages != h->messages) {
			at.line = o->line;
			return error_at(at, "the edge of vertices %u and %u has weight %u here and %u in line %zu: "
					"expected the same", h->a + 1, h->b + 1, o->messages, h->messages, h->line);
		}
		if (!guest_file_wire(r->w, 0, guest, h->a, h->b, h->messages, &all))
			return false;
	}
	if (guest->wires == r->header.edges)
		return true;
	return error_at(r->header.at, "the first line says %lu edges, but there are %zu: expected the same",
			r->header.edges, guest->wires);
}

/* A line with only a comment is skipped. An empty line counts: it is a vertex without neighbours. */
static bool next_vertex_line(struct words *w)
{
	do
		if (!words_line(w))
			return false;
	while (!w->count && strcspn(w->line, "#%\n") < strcspn(w->line, "\n"));
	return true;
}

static bool read_vertices(struct reader *r)
{
	for (unsigned v = 0; v < r->header.vertices; v++) {
		if (!next_vertex_line(r->w))
			return error_at((struct place){ .file = r->w->path, .line = r->w->number },
					"the file ends after %u of %lu vertices: expected a line for each", v,
					r->header.vertices);
		if (!read_vertex(r, v))
			return false;
	}
	if (!words_line_of_data(r->w))
		return true;
	return error_at(word_place(r->w, 0),
			"a line more than the %lu vertices of the first line have: expected no more",
			r->header.vertices);
}

bool metis_file_read(struct words *w, struct placed *guest)
{
	struct reader r = { .w = w };
	bool good = read_header(w, &r.header) && read_vertices(&r);

	if (good) {
		guest->processors = (unsigned)r.header.vertices;
		guest->name = allocate_array(guest->processors, sizeof *guest->name);
		for (unsigned i = 0; i < guest->processors; i++)
			guest->name[i] = format_string("%u", i + 1);
		if (r.halves)
			qsort(r.half, r.halves, sizeof *r.half, compare_halves);
		good = join_halves(&r, guest);
	}
	free(r.half);
	return good;
}

/* The place of the vertex with the next number. */
static bool read_place(struct words *w, struct placed *guest, unsigned vertex)
{
	if (vertex == guest->processors)
		return error_at(word_place(w, 0), "a line more than the graph has vertices (%u): expected one for each",
				vertex);
	guest->line[vertex] = w->number;
	return words_place(w, 0, guest->dimensions, placed_at(guest, vertex))
	       && words_end(w, guest->dimensions,
			    guest->dimensions == 2 ? "2 coordinates, as in the first line" : "3 coordinates at most");
}

bool coordinates_read(const char *path, struct placed *guest)
{
	struct words w;
	unsigned read = 0;
	bool good = words_open(&w, path, "#%", SIZE_MAX);

	guest->place_file = path;
	guest->line = allocate_array(guest->processors, sizeof *guest->line);
	for (; good && words_line_of_data(&w); read++) {
		if (!read) {
			guest->dimensions = w.count == 3 ? 3 : 2;
			guest->at = allocate_array((size_t)guest->processors * guest->dimensions, sizeof *guest->at);
		}
		good = read_place(&w, guest, read);
	}
	if (good && read < guest->processors)
		good = error_at((struct place){ .file = path, .line = w.number },
				"the file ends after the places of %u of %u vertices: expected a line for each", read,
				guest->processors);
	words_close(&w);
	return good;
}
