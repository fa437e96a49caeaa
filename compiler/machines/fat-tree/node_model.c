/* node_model.c: C model of a switching node: selectors, turn delays, concentrators. */
#include "machines/fat-tree/fat_tree.h"
#include "machines/fat_tree_faults.h"
#include "model/node_model.h"
#include "model/port_model.h"

struct fat_tree_node_model {
	uint8_t *m_child[2], *m_parent;	/* selectors: the bit one clock ago */
	struct line turn[2];		/* delay of the messages that come from child 0, 1 */
	struct port_model up, down[2];
	uint8_t *in;			/* room for the inputs of a port */
	bool has_dead;			/* wires may be dead */
	const uint8_t *dead_child[2];	/* among the bits that the node is told */
	uint8_t *living[2];		/* room for a child's wires */
	uint8_t *up_setting, *down_setting[2];
};

static unsigned told_bits(const struct network *net, const struct subtree *tree)
{
	return has_dead_wires(net->spec) ? fat_tree_wires(tree) : 0;
}

static void tell(const struct network *net, uint8_t *told)
{
	if (has_dead_wires(net->spec))
		fat_tree_set_dead(net, told);
}

/* Settings follow the dead wires of a port. */
static void set_port(struct port_model *port, const struct plan *plan, const uint8_t *dead, uint8_t *setting)
{
	plan_living_set(plan, dead, setting);
	for (unsigned k = 0; k < plan->settings; k++)
		setting[k] = (uint8_t)-setting[k];
	plan_model_set(port->model, setting);
}

static void add_settings(struct fat_tree_node_model *m, const struct vertex *v)
{
	const struct node *node = v->tree->node;
	const uint8_t *at = v->told + v->tree->capacity;

	m->has_dead = true;
	if (node->up)
		m->up_setting = allocate_array(node->up->settings, 1);
	for (int side = 0; side < 2 && v->tree->child[side]; side++) {
		m->dead_child[side] = at;
		m->down_setting[side] = allocate_array(node->down[side]->settings, 1);
		m->living[side] = allocate_array(node->child_wires[side], 1);
		at += fat_tree_wires(v->tree->child[side]);
	}
}

static void *new(const struct network *net, const struct vertex *v)
{
	const struct node *node = v->tree->node;
	unsigned p = node->parent_wires, below = node->child_wires[0] + node->child_wires[1];
	struct fat_tree_node_model *m = allocate(sizeof *m);

	if (has_dead_wires(net->spec))
		add_settings(m, v);
	m->in = allocate_array((size_t)p + below, 1);
	m->m_parent = allocate_array(p, 1);
	for (int side = 0; side < 2; side++) {
		unsigned c = node->child_wires[side], sibling = node->child_wires[1 - side];

		if (c == 0)
			continue;
		m->m_child[side] = allocate_array(c, 1);
		m->turn[side] = line_new(c, node->turn_delay);
		m->down[side] = port_new(node->down[side], p + sibling, c, node->down_padding[side]);
	}
	if (p > 0)
		m->up = port_new(node->up, below, p, node->up_padding);
	return m;
}

static void free_node(const struct vertex *v)
{
	struct fat_tree_node_model *m = v->node;

	for (int side = 0; side < 2; side++) {
		free(m->m_child[side]);
		line_free(&m->turn[side]);
		port_free(&m->down[side]);
		free(m->down_setting[side]);
		free(m->living[side]);
	}
	free(m->up_setting);
	port_free(&m->up);
	free(m->m_parent);
	free(m->in);
	free(m);
}

static void show_up(struct vertex *v)
{
	struct fat_tree_node_model *m = v->node;

	port_output(&m->up, NULL, v->up);
}

/* A bare root passes its children's wires on. */
static void show_down(struct vertex *v)
{
	struct fat_tree_node_model *m = v->node;
	bool top = v->tree->node->parent_wires == 0;

	for (int side = 0; side < 2; side++)
		if (v->child[side])
			port_output(&m->down[side], top ? v->child[1 - side]->up : NULL, v->child[side]->down);
}

/* The selector: at the strobe the bit before is M, and this one the route bit. */
static void select_wires(const uint8_t *before, const uint8_t *now, unsigned width, bool start, uint8_t want,
			 uint8_t *out)
{
	for (unsigned k = 0; k < width; k++)
		out[k] = start ? before[k] & (now[k] == want) : now[k];
}

/* A child's wire up, but for a dead one. */
static const uint8_t *living(struct vertex *v, int side)
{
	const struct fat_tree_node_model *m = v->node;
	uint8_t *up = v->child[side]->up;

	for (unsigned k = 0; m->has_dead && k < v->tree->node->child_wires[side]; k++)
		m->living[side][k] = up[k] & !m->dead_child[side][k];
	return m->has_dead ? m->living[side] : up;
}

static void set_ports(struct vertex *v)
{
	struct fat_tree_node_model *m = v->node;
	const struct node *node = v->tree->node;

	if (node->up)
		set_port(&m->up, node->up, v->told, m->up_setting);
	for (int side = 0; side < 2 && v->child[side]; side++)
		set_port(&m->down[side], node->down[side], m->dead_child[side], m->down_setting[side]);
}

static void clock_up(struct vertex *v, bool route, uint8_t chance)
{
	struct fat_tree_node_model *m = v->node;
	const unsigned *c = v->tree->node->child_wires;

	for (int side = 0; side < 2; side++)
		if (v->child[side])
			select_wires(m->m_child[side], living(v, side), c[side], route, 1,
				     m->in + (side ? c[0] : 0));
	port_clock(&m->up, m->in, route, chance);
}

static void clock_down(struct vertex *v, bool route, uint8_t chance)
{
	struct fat_tree_node_model *m = v->node;
	unsigned p = v->tree->node->parent_wires;

	for (int side = 0; side < 2; side++) {
		const struct line *turn = &m->turn[1 - side];

		if (!v->child[side])
			continue;
		select_wires(m->m_parent, v->down, p, route, (uint8_t)side, m->in);
		if (v->child[1 - side])
			memcpy(m->in + p, line_output(turn, NULL), turn->width);
		port_clock(&m->down[side], m->in, route, chance);
	}
	memcpy(m->m_parent, v->down, p);
}

static void clock_turns(struct vertex *v, bool route)
{
	struct fat_tree_node_model *m = v->node;

	for (int side = 0; side < 2; side++) {
		if (!v->child[side])
			continue;
		select_wires(m->m_child[side], living(v, side), m->turn[side].width, route, 0, m->in);
		line_clock(&m->turn[side], m->in);
		memcpy(m->m_child[side], living(v, side), m->turn[side].width);
	}
}

static void clock(struct vertex *v, const struct node_strobes *now)
{
	struct fat_tree_node_model *m = v->node;

	if (m->has_dead)
		set_ports(v);
	if (v->tree->node->parent_wires == 0) {
		for (int side = 0; side < 2; side++)
			port_clock(&m->down[side], living(v, 1 - side), now->from_below,
				   now->chance_down);
		return;
	}
	clock_up(v, v->up_strobe.stage[0], now->chance_up);
	clock_down(v, v->down_strobe.stage[0], now->chance_down);
	clock_turns(v, v->up_strobe.stage[0]);
}

const struct node_model fat_tree_node_model = { told_bits, tell, new, free_node, show_up, show_down, clock };
