/* edges_file.c: guests as lists of edges, as SNAP and DIMACS have them, as BookSim's anynet, and as sparse matrices.
 *
 *   SNAP     [ from to [ messages ] ] [ "#" anything ]
 *   DIMACS   "c" anything | "p" problem vertices edges | "e" from to | "a" from to { value } | "n" vertex anything
 *   anynet   ( "router" router | "node" node ) { "router" router [ latency ] | "node" node [ latency ] }
 *
 * A vertex is a whole number; those that stand in the file are the processors, in the order of these numbers. Of DIMACS' they are
 * 1 to the number of vertices. An anynet's routers are the processors, each with its nodes. Of a matrix, which must be square,
 * each row is a processor, numbered from 1, and an entry at (i, j) joins i and j. Lengths, capacities, latencies and values of
 * entries are no numbers of messages, and have no effect.
 *
 * What becomes of directed edges and of edges that stand there twice: edge_list.c.
 */
#include <stdlib.h>
#include <string.h>

#include "schedule/matrix.h"
#include "universal/guest_file.h"

struct reader {
	struct matrix matrix;		/* the first member */
	struct words *w;
	struct edge_list list;
	unsigned long stated, lines;	/* DIMACS: edges of the problem line, and those that there are */
};

/* Whether there is room for one more edge. */
static bool check_room(const struct reader *r)
{
	return r->list.edges < MOST_WIRES || error_at(word_place(r->w, 0), "more than %d edges", MOST_WIRES);
}

/* A line of SNAP. */
static bool read_pair(struct reader *r)
{
	const struct words *w = r->w;
	unsigned long from, to, messages = 1;

	if (!words_unsigned(w, 0, "the vertex from which the edge comes", 0, INT64_MAX, &from)
	    || !words_unsigned(w, 1, "the vertex to which the edge goes", 0, INT64_MAX, &to)
	    || (w->count > 2 && !words_unsigned(w, 2, "the number of messages", 1, MOST_MESSAGES, &messages))
	    || !words_end(w, 3, "\"FROM TO [MESSAGES]\""))
		return false;
	if (!check_room(r))
		return false;
	edge_list_vertex(&r->list, from);
	edge_list_vertex(&r->list, to);
	edge_list_edge(&r->list, from, to, messages);
	return true;
}

/* The problem line of DIMACS: its vertices are processors, with edges or without. */
static bool read_problem(struct reader *r)
{
	unsigned long vertices;

	if (r->list.vertices)
		return error_at(word_place(r->w, 0), "a second problem line: expected one");
	if (!words_unsigned(r->w, 2, "the number of vertices", 2, MAXIMUM_LEAVES, &vertices)
	    || !words_unsigned(r->w, 3, "the number of edges", 0, INT64_MAX, &r->stated)
	    || !words_end(r->w, 4, "\"p PROBLEM VERTICES EDGES\""))
		return false;
	for (unsigned long v = 1; v <= vertices; v++)
		edge_list_vertex(&r->list, v);
	return true;
}

static bool read_dimacs(struct reader *r)
{
	enum { MOST_ARC_WORDS = 6 };	/* a FROM TO LOW HIGH COST */
	const struct words *w = r->w;
	unsigned long from, to;
	double value;

	if (word_is(w->word, "c") || word_is(w->word, "n"))
		return true;
	if (word_is(w->word, "p"))
		return read_problem(r);
	if (!word_is(w->word, "e") && !word_is(w->word, "a"))
		return words_refuse(w, 0, "the first word", "c, p, n, e or a, as DIMACS has them");
	if (!r->list.vertices)
		return error_at(word_place(w, 0), "an edge before the problem line: expected \"p PROBLEM VERTICES EDGES\" first");
	if (!words_unsigned(w, 1, "the vertex from which the edge comes", 1, r->list.vertices, &from)
	    || !words_unsigned(w, 2, "the vertex to which the edge goes", 1, r->list.vertices, &to)
	    || !words_end(w, word_is(w->word, "e") ? 3 : MOST_ARC_WORDS, "\"e FROM TO\" or \"a FROM TO VALUE ..\"") || !check_room(r))
		return false;
	for (size_t i = 3; i < w->count; i++)
		if (!words_real(w, i, "a value of the arc", &value))
			return false;
	r->lines++;
	edge_list_edge(&r->list, from, to, 1);
	return true;
}

/* A router or a node of an anynet, and what is joined to it. */
static bool read_router(struct reader *r)
{
	const struct words *w = r->w;
	unsigned long router, other, latency;
	bool of_node = word_is(w->word, "node");

	if (!of_node && !word_is(w->word, "router"))
		return words_refuse(w, 0, "the first word", "\"router\" or \"node\"");
	if (!words_unsigned(w, 1, "its number", 0, INT64_MAX, &router))
		return false;
	if (!of_node)
		edge_list_vertex(&r->list, router);
	for (size_t i = 2; i < w->count;) {
		bool to_router = word_is(&w->word[i], "router");

		if (!to_router && !word_is(&w->word[i], "node"))
			return words_refuse(w, i, "what is joined to it", "\"router\" or \"node\"");
		if (!words_unsigned(w, i + 1, "its number", 0, INT64_MAX, &other) || !check_room(r))
			return false;
		i += 2;
		if (i < w->count && *w->word[i].at >= '0' && *w->word[i].at <= '9'
		    && !words_unsigned(w, i++, "the latency", 0, INT64_MAX, &latency))
			return false;
		if (to_router)
			edge_list_vertex(&r->list, other);
		if (to_router && !of_node)
			edge_list_edge(&r->list, router, other, 1);
	}
	return true;
}

/* ---- files --------------------------------------------------------------------------------------------------- */

/* `ends`: up to NULL. */
static bool ends_with_one(const char *path, const char *const *ends)
{
	while (*ends && !text_ends_with(path, *ends))
		ends++;
	return *ends;
}

bool edges_file_is(const struct words *w)
{
	static const char *const edges[] = { ".edges", ".edgelist", ".el", NULL }, *const metis[] = { ".metis", ".graph", NULL };
	const char *first = w->content.bytes + strspn(w->content.bytes, " \t\r\n");

	return ends_with_one(w->path, edges) || (*first == '#' && !ends_with_one(w->path, metis));
}

/* The format whose files begin with the current line; NULL: none that begins with a word. */
static bool (*format_of(const struct words *w))(struct reader *r)
{
	if (w->count && (word_is(w->word, "router") || word_is(w->word, "node")))
		return read_router;
	return w->count && (word_is(w->word, "c") || word_is(w->word, "p")) ? read_dimacs : NULL;
}

bool edges_file_begins(const struct words *w)
{
	return format_of(w);
}

bool edges_file_read(struct words *w, struct placed *guest)
{
	struct reader r = { .w = w };
	bool (*format)(struct reader *r) = format_of(w);
	bool good = true;

	words_rewind(w);
	while (good && words_line_of_data(w))
		good = format ? format(&r) : read_pair(&r);
	if (good && r.lines < r.stated)
		good = error_at((struct place){ .file = w->path, .line = w->number }, "the file ends after %lu of the %lu edges of its problem line",
				r.lines, r.stated);
	good = good && edge_list_guest(&r.list, r.w, guest);
	edge_list_free(&r.list);
	return good;
}

static void take_entry(struct matrix *matrix, uint64_t row, uint64_t column)
{
	edge_list_edge(&((struct reader *)matrix)->list, row + 1, column + 1, 1);
}

bool matrix_guest_read(struct words *w, struct placed *guest)
{
	struct reader r = { .matrix = { .entry = take_entry }, .w = w };
	bool good = matrix_read(w, &r.matrix);

	if (good && r.matrix.rows != r.matrix.columns)
		good = error_at((struct place){ .file = w->path }, "a matrix of %lu rows and %lu columns: expected a square one, with a"
				" row for each processor", r.matrix.rows, r.matrix.columns);
	if (good && r.matrix.rows > MAXIMUM_LEAVES)
		good = error_at((struct place){ .file = w->path }, "a matrix of %lu rows: expected at most %d, a processor for each",
				r.matrix.rows, MAXIMUM_LEAVES);
	for (unsigned long i = 1; good && i <= r.matrix.rows; i++)
		edge_list_vertex(&r.list, i);
	good = good && edge_list_guest(&r.list, r.w, guest);
	edge_list_free(&r.list);
	return good;
}
