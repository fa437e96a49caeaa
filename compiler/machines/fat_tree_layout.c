/* fat_tree_layout.c: the boxes of a fat-tree in three dimensions, from the leaves upwards. */
#include "machines/fat_tree_layout.h"

#include <math.h>

#include "machines/fat_tree_common.h"
#include "network/h_tree.h"
#include "network/reference.h"
#include "util/figures.h"
#include "util/json.h"

/* The boxes lie along their shortest side, as the whole is to be a cube; but across the slab below, which must touch this one. */
static unsigned shortest(const struct fat_tree_box *below, bool leaves)
{
	unsigned best = leaves ? 0 : (below->axis + 1) % 3;

	for (unsigned a = 0; a < 3; a++)
		if ((leaves || a != below->axis) && below->side[a] < below->side[best])
			best = a;
	return best;
}

static uint64_t whole_up(double a, double b)
{
	return (uint64_t)ceil(a / b - 1e-9);
}

/* h is at least 1: a slab has no less area than its node has wires. */
static void widen(uint64_t *a, uint64_t *b, uint64_t wires)
{
	while (*a * *b < wires)
		++*(*a <= *b ? a : b);
}

static void enclose(const struct fat_tree_box *below, bool leaves, uint64_t wires, struct fat_tree_box *box)
{
	*box = *below;
	box->wires = wires;
	box->axis = shortest(below, leaves);
	uint64_t *a = &box->side[(box->axis + 1) % 3], *b = &box->side[(box->axis + 2) % 3];

	widen(a, b, wires);
	box->slab = whole_up((double)wires, sqrt((double)*a * (double)*b));
	box->side[box->axis] = 2 * below->side[box->axis] + box->slab;
}

/* Along the sides of a slab from corner to corner. */
static uint64_t across(const struct fat_tree_box *box)
{
	return box->side[(box->axis + 1) % 3] + box->side[(box->axis + 2) % 3] + box->slab;
}

void fat_tree_layout(const struct network *net, struct fat_tree_layout *l)
{
	const unsigned *cap = net->spec->capacity;
	struct reference_tree tree;
	unsigned levels = net->spec->levels;

	*l = (struct fat_tree_layout){ .levels = levels, .volume = 1 };
	l->box[levels] = (struct fat_tree_box){ .side = { 1, 1, 1 } };
	for (unsigned k = levels; k-- > 0;)
		enclose(&l->box[k + 1], k + 1 == levels, 2 * (cap[k] + 2ull * cap[k + 1]), &l->box[k]);
	for (unsigned k = 1; k <= levels; k++)
		l->wire[k] = across(&l->box[k - 1]) + (k < levels ? across(&l->box[k]) : 1);
	for (unsigned a = 0; a < 3; a++)
		l->volume *= (double)l->box[0].side[a];
	if (net->spec->fault_count == 0 && fat_tree_reference(net->spec, &tree))
		h_tree_wires(&tree, l->flat);
}

/* Leaves have no slab, and the root no channel: null. */
static void add_unless_0(json_t *object, const char *name, uint64_t number)
{
	json_object_set_new(object, name, number ? json_integer((json_int_t)number) : json_null());
}

json_t *fat_tree_layout_json(const struct network *net, double bound)
{
	struct fat_tree_layout l;
	json_t *object = json_object(), *list = json_array();

	fat_tree_layout(net, &l);
	JSON_NUMBERS(object, { "x", l.box[0].side[0] }, { "y", l.box[0].side[1] }, { "z", l.box[0].side[2] });
	json_add_real(object, "volume", l.volume);
	json_add_real(object, "by_bound", l.volume / bound);
	for (unsigned k = 0; k <= l.levels; k++) {
		const struct fat_tree_box *b = &l.box[k];
		json_t *level = json_object();

		JSON_NUMBERS(level, { "level", k }, { "x", b->side[0] }, { "y", b->side[1] }, { "z", b->side[2] });
		add_unless_0(level, "node_wires", b->wires);
		add_unless_0(level, "slab", b->slab);
		add_unless_0(level, "longest_wire", l.wire[k]);
		add_unless_0(level, "longest_flat_wire", l.flat[k]);
		json_array_append_new(list, level);
	}
	json_object_set_new(object, "levels", list);
	return object;
}

void fat_tree_layout_say(const json_t *object, struct text *out)
{
	static const struct column columns[] = {
		{ "level", 5, "{level}" }, { "box", 20, "{x} x {y} x {z}" }, { "node's wires", 12, "{node_wires}" }, { "slab", 6, "{slab}" },
		{ "longest wire up", 15, "{longest_wire}" }, { "in an H-tree", 12, "{longest_flat_wire}" },
		{ .label = NULL },
	};

	figures_say(object, "Layout in boxes (Lemma 3, its constants 1): {x} x {y} x {z} = {volume:.0f}, {by_bound:.1f} times (w lg(n/w))^(3/2)\n",
		    out);
	figures_table(json_object_get(object, "levels"), columns, out);
}
