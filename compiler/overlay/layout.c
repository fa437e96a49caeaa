/* layout.c: lays a device out for drawings. */
#include "overlay/layout.h"

#include <math.h>
#include <stdlib.h>

#include "overlay/element.h"
#include "util/text.h"

static const double widest_bundle = 96, most_pitch = 3.2, least_gap = 34, gap_margin = 20;

struct size {
	double width, height;
};

/* Children lie beside each other if an even number of levels is above them. */
static bool is_across(unsigned level)
{
	return level % 2 == 0;
}

double layout_bundle(const struct layout *l, unsigned level)
{
	return level > 0 ? 2 * l->o->net->capacity[level] * l->pitch : 0;
}

/* Between the two halves of a vertex of that level: its own channel runs there. */
static double gap(const struct layout *l, unsigned level)
{
	return fmax(least_gap, layout_bundle(l, level) + 2 * gap_margin);
}

static struct size size_of(const struct layout *l, unsigned level)
{
	double mesh = l->o->side * l->cell + 2 * l->margin;

	if (level == l->o->levels)
		return (struct size){ mesh + l->west, mesh };
	struct size half = size_of(l, level + 1);

	if (is_across(level))
		return (struct size){ 2 * half.width + gap(l, level), half.height };
	return (struct size){ half.width, 2 * half.height + gap(l, level) };
}

static void place(struct layout *l, unsigned level, unsigned index, struct layout_point corner)
{
	if (level == l->o->levels) {
		l->mesh[index] = (struct layout_point){ corner.x + l->west + l->margin, corner.y + l->margin };
		return;
	}
	struct size whole = size_of(l, level), half = size_of(l, level + 1);
	struct layout_node *node = &l->node[(1u << level) - 1 + index];

	node->at = (struct layout_point){ corner.x + whole.width / 2, corner.y + whole.height / 2 };
	node->across = is_across(level);
	place(l, level + 1, 2 * index, corner);
	if (node->across)
		corner.x += half.width + gap(l, level);
	else
		corner.y += half.height + gap(l, level);
	place(l, level + 1, 2 * index + 1, corner);
}

struct layout layout_make(const struct overlay *o, double cell, double margin, double west)
{
	struct layout l = { .o = o, .cell = cell, .margin = margin, .west = west, .pitch = most_pitch };

	for (unsigned k = 1; k <= o->levels; k++)
		l.pitch = fmin(l.pitch, widest_bundle / (2 * o->net->capacity[k]));
	l.mesh = allocate_array(o->meshes, sizeof *l.mesh);
	l.node = o->meshes > 1 ? allocate_array(o->meshes - 1, sizeof *l.node) : NULL;
	struct size all = size_of(&l, 0);

	l.width = all.width;
	l.height = all.height;
	place(&l, 0, 0, (struct layout_point){ 0, 0 });
	return l;
}

void layout_free(struct layout *l)
{
	free(l->mesh);
	free(l->node);
}

const struct layout_node *layout_node(const struct layout *l, unsigned level, unsigned index)
{
	return &l->node[(1u << level) - 1 + index];
}

void layout_channel(const struct layout *l, unsigned level, unsigned index, struct layout_point *from, struct layout_point *to)
{
	const struct layout_node *above = layout_node(l, level - 1, index / 2);
	double half = gap(l, level - 1) / 2, towards = index % 2 == 0 ? -1 : 1;

	*from = *to = above->at;
	if (level < l->o->levels)
		*to = layout_node(l, level, index)->at;
	else if (above->across)
		to->x += towards * half;
	else
		to->y += towards * half;
}

struct layout_point layout_element(const struct layout *l, unsigned mesh, unsigned row, unsigned column)
{
	return (struct layout_point){ l->mesh[mesh].x + (column + 0.5) * l->cell, l->mesh[mesh].y + (row + 0.5) * l->cell };
}

struct layout_point layout_border(const struct layout *l, unsigned mesh, unsigned b, double out)
{
	struct overlay_place place = overlay_border(l->o, b);
	struct layout_point p = layout_element(l, mesh, place.row, place.column);
	double away = l->cell / 2 + out;

	p.x += place.side == EAST ? away : place.side == WEST ? -away : 0;
	p.y += place.side == SOUTH ? away : place.side == NORTH ? -away : 0;
	return p;
}
