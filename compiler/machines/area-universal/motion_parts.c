/* motion_parts.c: see motion_parts.h. */
#include "machines/area-universal/motion_parts.h"

#include <stdlib.h>

#include "overlay/element.h"
#include "overlay/picture.h"

static json_t *point_json(struct layout_point at)
{
	return json_pack("[f, f]", at.x, at.y);
}

static json_t *pins_json(const struct overlay *o, const struct image_pin *pin, size_t count)
{
	json_t *list = json_array();

	for (size_t i = 0; i < count; i++) {
		char *name = picture_pin_name(&pin[i]);

		json_array_append_new(list, json_pack("{s:s, s:i}", "name", name, "at", (int)(pin[i].mesh * o->pins + pin[i].pin)));
		free(name);
	}
	return list;
}

static json_t *latches_json(const struct overlay *o, const struct image *image)
{
	json_t *list = json_array();

	for (size_t i = 0; i < image->latch_count; i++) {
		const struct image_latch *l = &image->latch[i];
		int element = l->constant ? -1 : (int)overlay_element(o, l->mesh, l->row, l->column);

		json_array_append_new(list, json_pack("{s:s, s:i, s:b}", "name", l->name, "element", element, "complement", l->complement));
	}
	return list;
}

/* From the border of a mesh along the channels to the border of another one: the points of a message's way. */
static json_t *points_json(const struct device_parts *h, const struct picture_way *way, unsigned from, unsigned to)
{
	json_t *points = json_array();
	unsigned levels = h->o->levels, mesh = way->step[way->steps - 1].vertex;

	json_array_append_new(points, point_json(layout_border(h->layout, mesh, from, 6)));
	for (unsigned k = way->steps; k-- > 0;) {
		const struct picture_wire *w = &way->step[k];
		struct layout_point above, below;

		layout_channel(h->layout, w->level, w->vertex, &above, &below);
		if (w->level == levels)
			json_array_append_new(points, point_json(w->down ? above : below));
		json_array_append_new(points, point_json(w->down ? below : above));
	}
	json_array_append_new(points, point_json(layout_border(h->layout, way->step[0].vertex, to, 6)));
	return points;
}

/* A message of each delivery cycle that a register takes. */
static void add_way(const struct device_parts *h, const struct message *m, unsigned taken, json_t *list)
{
	const struct overlay *o = h->o;
	struct picture_way way = picture_way_of(&(struct picture){ .o = o, .image = h->image }, m);
	const struct picture_wire *first = &way.step[way.steps - 1];
	uint32_t sent = image_get(h->image, overlay_leaf_ram(o, first->vertex, false), m->cycle, first->wire * o->up_bits, o->up_bits);
	unsigned from = overlay_tree_border(o, sent * o->wires + first->wire);
	struct overlay_place at = overlay_border(o, from);

	json_array_append_new(list, json_pack("{s:i, s:i, s:i, s:i, s:o}", "from", (int)first->vertex, "to", (int)m->to, "cycle", (int)m->cycle,
			      "wire", (int)(SIDES * overlay_element(o, first->vertex, at.row, at.column) + at.side), "points",
			      points_json(h, &way, from, overlay_tree_border(o, taken * o->wires + m->wire))));
}

static json_t *ways_json(const struct device_parts *h)
{
	const struct overlay *o = h->o;
	json_t *list = json_array();

	for (unsigned leaf = 0; leaf < o->meshes && o->levels > 0; leaf++)
		for (unsigned cycle = 0; cycle < h->image->cycles; cycle++)
			for (unsigned w = 0; w < o->wires; w++) {
				uint32_t taken = image_get(h->image, overlay_leaf_ram(o, leaf, true), cycle, w * o->down_bits, o->down_bits);

				if (taken > 0)
					add_way(h, &(struct message){ .to = leaf, .cycle = cycle, .wire = w }, taken - 1, list);
			}
	return list;
}

static json_t *channels_json(const struct device_parts *h)
{
	json_t *list = json_array();

	for (unsigned level = 1; level <= h->o->levels; level++)
		for (unsigned index = 0; index < 1u << level; index++) {
			struct layout_point from, to;

			layout_channel(h->layout, level, index, &from, &to);
			json_array_append_new(list, json_pack("[o, o, f]", point_json(from), point_json(to), layout_bundle(h->layout, level)));
		}
	return list;
}

json_t *device_parts_json(const struct device_parts *h)
{
	const struct overlay *o = h->o;
	const struct image *image = h->image;
	json_t *meshes = json_array(), *nodes = json_array();

	for (unsigned i = 0; i < o->meshes; i++)
		json_array_append_new(meshes, point_json(h->layout->mesh[i]));
	for (unsigned i = 0; o->levels > 0 && i < o->meshes - 1; i++)
		json_array_append_new(nodes, point_json(h->layout->node[i].at));
	return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "meshes", meshes, "nodes", nodes, "channels", channels_json(h), "ways",
			 ways_json(h), "inputs", pins_json(o, image->input, image->input_count), "outputs",
			 pins_json(o, image->output, image->output_count), "latches", latches_json(o, image));
}
