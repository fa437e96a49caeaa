/* edge_list.c: vertices with numbers, and edges between them, become a guest; see guest_file.h.
 *
 * A list may be of a directed network, or have every edge twice: an edge of the guest carries as many messages each way as the
 * list has for the busier direction. A vertex needs no edge to itself.
 */
#include <stdlib.h>

#include "universal/guest_file.h"

struct edge {
	uint64_t a, b;			/* a < b, vertices */
	unsigned long messages;
	bool back;			/* from b to a */
};

void edge_list_vertex(struct edge_list *r, uint64_t vertex)
{
	r->vertex = room_for_one(r->vertex, r->vertices, sizeof *r->vertex);
	r->vertex[r->vertices++] = vertex;
}

void edge_list_edge(struct edge_list *r, uint64_t from, uint64_t to, unsigned long messages)
{
	if (from == to)
		return;
	r->edge = room_for_one(r->edge, r->edges, sizeof *r->edge);
	r->edge[r->edges++] = (struct edge){ from < to ? from : to, from < to ? to : from, messages, from > to };
}

static int compare_vertices(const void *left, const void *right)
{
	uint64_t l = *(const uint64_t *)left, r = *(const uint64_t *)right;

	return (l > r) - (l < r);
}

static int compare_edges(const void *left, const void *right)
{
	const struct edge *l = left, *r = right;

	if (l->a != r->a)
		return l->a < r->a ? -1 : 1;
	return (l->b > r->b) - (l->b < r->b);
}

/* Sorts the vertices, each once. */
static void sort_vertices(struct edge_list *r)
{
	size_t distinct = 0;

	if (r->vertices)
		qsort(r->vertex, r->vertices, sizeof *r->vertex, compare_vertices);
	for (size_t i = 0; i < r->vertices; i++)
		if (i == 0 || r->vertex[i] != r->vertex[i - 1])
			r->vertex[distinct++] = r->vertex[i];
	r->vertices = distinct;
}

static unsigned processor_of(const struct edge_list *r, uint64_t vertex)
{
	const uint64_t *found = bsearch(&vertex, r->vertex, r->vertices, sizeof vertex, compare_vertices);

	return (unsigned)(found - r->vertex);
}

/* Joins the ends of each edge once. */
static bool add_wires(struct edge_list *r, const struct words *w, struct placed *guest)
{
	uint64_t all = 0;

	if (r->edges)
		qsort(r->edge, r->edges, sizeof *r->edge, compare_edges);
	for (size_t i = 0, next; i < r->edges; i = next) {
		unsigned long there = 0, back = 0;

		for (next = i; next < r->edges && compare_edges(&r->edge[i], &r->edge[next]) == 0; next++)
			*(r->edge[next].back ? &back : &there) += r->edge[next].messages;
		if (!guest_file_wire(w, 0, guest, processor_of(r, r->edge[i].a), processor_of(r, r->edge[i].b),
				     there > back ? there : back, &all))
			return false;
	}
	return true;
}

bool edge_list_guest(struct edge_list *r, const struct words *w, struct placed *guest)
{
	struct place at = { .file = w->path };

	sort_vertices(r);
	if (r->vertices < 2)
		return error_at(at, "fewer than 2 vertices: expected edges between some");
	if (r->vertices > MAXIMUM_LEAVES)
		return error_at(at, "more than %d vertices: no fat-tree has so many leaves", MAXIMUM_LEAVES);
	guest->processors = (unsigned)r->vertices;
	guest->name = allocate_array(guest->processors, sizeof *guest->name);
	for (unsigned i = 0; i < guest->processors; i++)
		guest->name[i] = format_string("%llu", (unsigned long long)r->vertex[i]);
	return add_wires(r, w, guest);
}

void edge_list_free(struct edge_list *r)
{
	free(r->edge);
	free(r->vertex);
}
