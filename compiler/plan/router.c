/* router.c: a router of a generalized fat tree: its upward and its downward part.
 *
 * Both consist of selectors, which read the route, and concentrators. Upwards a message takes any wire to the parent
 * that its digit names or, in a router that is not directed, to any parent; downwards its digit names the child.
 */
#include <stdlib.h>

#include "plan/builder.h"
#include "util/text.h"

/* Sends messages by a digit of `bits` bits: out[d], d < values, gets the wires for digit d, idle if there is no
 * message. out[unwanted] is left out. With `copies` a message can go to all. */
static void spread(struct plan *p, struct operand in, unsigned bits, unsigned values, int unwanted, bool copies,
		   struct operand *out)
{
	if (bits == 0) {
		*out = in;
		return;
	}
	unsigned half = 1u << (bits - 1), low = values < half ? values : half;
	bool first = !(low == 1 && unwanted == 0);
	bool second = values > half && !(values - half == 1 && unwanted == (int)half);
	struct element *e = plan_add(p, ELEMENT_SELECT, operand_width(&in), first, second);
	int zero = e->out[0], one = e->out[1];
	unsigned width = e->count;

	e->copies = copies;
	element_input(e, in);
	if (first)
		spread(p, operand_of(zero, 0, width), bits - 1, low, unwanted, copies, out);
	if (second)
		spread(p, operand_of(one, 0, width), bits - 1, values - half, unwanted - (int)half, copies, out + half);
}

/* "router_up_4_2", for wider links "router_up_4_2_of_3", followed by `how`. */
static char *router_name(const char *part, const struct router_shape *shape, const char *how)
{
	if (shape->link_width > 1)
		return format_string("router_%s_%u_%u_of_%u%s", part, shape->children, shape->parents,
				     shape->link_width, how);
	return format_string("router_%s_%u_%u%s", part, shape->children, shape->parents, how);
}

static const struct plan *finish(struct plan_library *library, struct plan *raw, char *name)
{
	return library_add(library, plan_pipeline(raw, library), name);
}

const struct plan *plan_router_up(struct plan_library *library, const struct router_shape *shape)
{
	unsigned m = shape->children, w = shape->parents, c = shape->link_width, wires = m * c;
	char *name = router_name("up", shape, shape->directed || w == 1 ? "" : "_any");
	const struct plan *known = library_named(library, name);

	if (known) {
		free(name);
		return known;
	}
	struct plan *p = plan_new(PLAN_ROUTER_UP, wires, w * c + (m > 1 ? wires : 0));
	struct element *e = plan_add(p, ELEMENT_SELECT, wires, m > 1, true);
	int turn = e->out[0], climb = e->out[1];
	struct operand to_parent[ROUTER_MAXIMUM_PORTS];

	element_input(e, operand_of(PLAN_INPUT, 0, wires));
	if (shape->directed) {
		spread(p, operand_of(climb, 0, wires), digit_bits(w), w, -1, false, to_parent);
		for (unsigned t = 0; t < w; t++)
			plan_concentrate(library, p, to_parent[t], c, plan_concentrator);
	} else {
		plan_concentrate(library, p, operand_of(climb, 0, wires), w * c, plan_concentrator);
	}
	if (m > 1)
		operand_append(&p->output, turn, 0, wires);
	return finish(library, p, name);
}

const struct plan *plan_router_down(struct plan_library *library, const struct router_shape *shape)
{
	unsigned m = shape->children, c = shape->link_width, falling = shape->parents * c;
	bool own = shape->copies && shape->parents == 0 && m > 1;	/* a copy returns to the sender's child, too */
	char *name = router_name("down", shape, shape->copies ? "_to_all" : "");
	const struct plan *known = library_named(library, name);

	if (known) {
		free(name);
		return known;
	}
	struct plan *p = plan_new(PLAN_ROUTER_DOWN, falling + (m > 1 ? m * c : 0), m * c);
	struct operand (*way)[ROUTER_MAXIMUM_PORTS] = allocate_array(m + 1, sizeof *way);

	if (falling > 0)
		spread(p, operand_of(PLAN_INPUT, 0, falling), digit_bits(m), m, -1, shape->copies, way[m]);
	for (unsigned i = 0; i < m && m > 1; i++) {
		struct operand in = operand_of(PLAN_INPUT, falling + i * c, c);

		if (own)
			spread(p, in, digit_bits(m), m, -1, true, way[i]);
		else if (turn_bits(m) > 0)
			spread(p, in, turn_bits(m), m, (int)i, false, way[i]);
		else
			way[i][1 - i] = in;
	}
	for (unsigned j = 0; j < m; j++) {
		struct operand in = falling > 0 ? way[m][j] : (struct operand){ 0 };

		for (unsigned i = 0; i < m; i++)
			if (own || i != j) {
				operand_append_operand(&in, &way[i][j]);
				operand_free(&way[i][j]);
			}
		plan_concentrate(library, p, in, c, plan_concentrator);
	}
	free(way);
	return finish(library, p, name);
}
