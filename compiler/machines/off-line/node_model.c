/* node_model.c: C model of an off-line node: the settings at the start of a cycle hold throughout it. */
#include "machines/off-line/off_line.h"
#include "model/node_model.h"
#include "model/port_model.h"

struct off_line_node_model {
	struct port_model up, down[2];
	uint8_t *setting;		/* of this cycle, 0 or all ones each: of `up`, of down[0], of down[1] */
	uint8_t *in;			/* room for the inputs of a port */
};

/* Nodes get the settings of the cycle that begins; leaves are bare. */
static unsigned told_bits(const struct network *net, const struct subtree *tree)
{
	(void)net;
	return tree->node ? tree->settings : 0;
}

static unsigned set_port(const struct port_model *port, const struct plan *plan, const uint8_t *setting)
{
	if (port->model)
		plan_model_set(port->model, setting);
	return plan ? plan->settings : 0;
}

static void *new(const struct network *net, const struct vertex *v)
{
	const struct node *node = v->tree->node;
	unsigned p = node->parent_wires, below = node->child_wires[0] + node->child_wires[1], used = 0;
	struct off_line_node_model *m = allocate(sizeof *m);

	(void)net;
	m->in = allocate_array((size_t)p + below, 1);
	m->setting = allocate_array((size_t)node->settings + 1, 1);
	if (p > 0) {
		m->up = port_new(node->up, below, p, node->up_padding);
		used += set_port(&m->up, node->up, m->setting);
	}
	for (int side = 0; side < 2; side++) {
		unsigned c = node->child_wires[side], sibling = node->child_wires[1 - side];

		if (c == 0)
			continue;
		m->down[side] = port_new(node->down[side], p + sibling, c, node->down_padding[side]);
		used += set_port(&m->down[side], node->down[side], m->setting + used);
	}
	return m;
}

static void free_node(const struct vertex *v)
{
	struct off_line_node_model *m = v->node;

	port_free(&m->up);
	port_free(&m->down[0]);
	port_free(&m->down[1]);
	free(m->setting);
	free(m->in);
	free(m);
}

/* The inputs of the port up: both children. */
static const uint8_t *from_children(const struct vertex *v)
{
	struct off_line_node_model *m = v->node;
	const unsigned *c = v->tree->node->child_wires;

	for (int side = 0; side < 2; side++)
		if (v->child[side])
			memcpy(m->in + (side ? c[0] : 0), v->child[side]->up, c[side]);
	return m->in;
}

/* The inputs of a child's port: the parent and the sibling. */
static const uint8_t *from_others(const struct vertex *v, int side)
{
	struct off_line_node_model *m = v->node;
	unsigned p = v->tree->node->parent_wires;

	memcpy(m->in, v->down, p);
	if (v->child[1 - side])
		memcpy(m->in + p, v->child[1 - side]->up, v->tree->node->child_wires[1 - side]);
	return m->in;
}

static void show_up(struct vertex *v)
{
	struct off_line_node_model *m = v->node;

	port_output(&m->up, from_children(v), v->up);
}

static void show_down(struct vertex *v)
{
	struct off_line_node_model *m = v->node;

	for (int side = 0; side < 2; side++)
		if (v->child[side])
			port_output(&m->down[side], from_others(v, side), v->child[side]->down);
}

static void clock(struct vertex *v, const struct node_strobes *now)
{
	struct off_line_node_model *m = v->node;

	if (v->tree->node->parent_wires > 0)
		port_clock(&m->up, from_children(v), false, 0);
	for (int side = 0; side < 2; side++)
		if (v->child[side])
			port_clock(&m->down[side], from_others(v, side), false, 0);
	for (unsigned k = 0; now->from_below && k < v->tree->node->settings; k++)
		m->setting[k] = v->told[k] ? 0xff : 0;
}

const struct node_model off_line_node_model = { told_bits, NULL, new, free_node, show_up, show_down, clock };
