/* table.c: a table of values as nets: a reduced ordered decision diagram (Bryant 1986), a choice for each vertex. */
#include <stdlib.h>

#include "prove/builder.h"
#include "util/text.h"

enum { NONE = 0 };

/* Vertex: which of two vertices a bit selects. Values are vertices, too. Numbers count from 1. */
struct vertex {
	unsigned bit, low, high;
};

/* A hash table of vertices that exist. */
struct diagram {
	struct parts *parts;
	const char *name;
	unsigned width;
	struct vertex *vertex;
	unsigned *number;		/* NONE: free */
	size_t places;			/* a power of two */
	unsigned count;
};

static size_t hash(const struct vertex *v)
{
	return ((size_t)v->low * 2654435761u) ^ ((size_t)v->high * 40503u) ^ ((size_t)v->bit * 97u);
}

/* The number of the vertex; `is_new` if there was none like it. */
static unsigned find(struct diagram *d, struct vertex v, bool *is_new)
{
	size_t at = hash(&v) & (d->places - 1);

	while (d->number[at] != NONE && (d->vertex[at].bit != v.bit || d->vertex[at].low != v.low ||
					 d->vertex[at].high != v.high))
		at = (at + 1) & (d->places - 1);
	*is_new = d->number[at] == NONE;
	if (*is_new) {
		d->vertex[at] = v;
		d->number[at] = ++d->count;
	}
	return d->number[at];
}

static const char *vertex_name(struct diagram *d, unsigned number)
{
	return parts_name(d->parts, "%s_%u", d->name, number);
}

/* A vertex below all bits. */
static unsigned value(struct diagram *d, unsigned of)
{
	bool is_new;
	unsigned number = find(d, (struct vertex){ ~0u, of, of }, &is_new);

	if (is_new)
		parts_wires(d->parts, d->width, vertex_name(d, number), parts_name(d->parts, "%u'd%u", d->width, of));
	return number;
}

static unsigned choice(struct diagram *d, unsigned bit, const char *signal, unsigned low, unsigned high)
{
	bool is_new;

	if (low == high)
		return low;
	unsigned number = find(d, (struct vertex){ bit, low, high }, &is_new);

	if (is_new)
		parts_wires(d->parts, d->width, vertex_name(d, number),
			    parts_choice(d->parts, d->width, signal, vertex_name(d, high), vertex_name(d, low)));
	return number;
}

void parts_table(struct parts *parts, const char *name, unsigned width, const char *const *bit, unsigned bits,
		 const uint16_t *row)
{
	size_t rows = (size_t)1 << bits;
	struct diagram d = { .parts = parts, .name = name, .width = width, .places = 4 * rows };
	unsigned *at = allocate_array(rows, sizeof *at);

	d.vertex = allocate_array(d.places, sizeof *d.vertex);
	d.number = allocate_array(d.places, sizeof *d.number);
	for (size_t i = 0; i < rows; i++)
		at[i] = value(&d, row[i]);
	for (unsigned b = 0; b < bits; b++) {
		rows /= 2;
		for (size_t i = 0; i < rows; i++)
			at[i] = choice(&d, b, bit[b], at[2 * i], at[2 * i + 1]);
	}
	parts_wires(parts, width, name, vertex_name(&d, at[0]));
	free(at);
	free(d.vertex);
	free(d.number);
}
