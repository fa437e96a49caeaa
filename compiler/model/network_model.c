/* network_model.c: a whole network in motion. */
#include "model/network_model.h"

#include <stdlib.h>
#include <string.h>

#include "machines/generalized/dead_links.h"
#include "model/plan_model.h"
#include "util/text.h"

/* A line of registers, `width` wires wide; [0] is the newest. Depth 0 passes what comes in. */
struct line {
	unsigned width, depth;
	uint8_t *stage;
};

/* A concentrator with the registers behind it, or bare wires. */
struct port_model {
	const struct plan *plan;	/* NULL: wires */
	struct plan_model *model;
	unsigned in_width, out_width;
	struct line padding;		/* PLAN_WIRES: its register is the first of these */
};

/* A router of a generalized fat tree. */
struct router_model {
	struct plan_model *up, *down;	/* up: NULL at the root */
	struct line turn;
	uint8_t *dead;			/* [child]: no message passes the link to it; see elaborate/dead_links.h */
};

/* A vertex of the tree, expanded, with the channel above it. */
struct vertex {
	const struct subtree *tree;
	struct vertex **child;		/* [tree->children] */
	struct router_model *router;	/* [node->routers]; NULL for Leiserson's node, which has what follows */
	uint8_t *up, *down;		/* wires of the channel above, in this clock */
	uint8_t *m_child[2], *m_parent;	/* selectors: the bit of the clock before */
	struct line turn[2];		/* delay of the messages that come from child 0, 1 */
	struct line up_strobe, down_strobe;
	struct port_model up_port, down_port[2];
	uint8_t *scratch;
};

struct network_model {
	const struct network *net;
	struct vertex *root;
	struct plan_model *sorter;
	struct line sorter_strobe;
	uint8_t *in;			/* leaf_up, or the sorter's inputs */
	uint8_t *root_down;
	bool start, broadcast;
	uint8_t *dead;			/* the bus */
};

static struct line line_new(unsigned width, unsigned depth)
{
	return (struct line){ width, depth, allocate_array((size_t)width * (depth + 1), 1) };
}

/* What comes out of the line in this clock when `in` goes in. */
static const uint8_t *line_output(const struct line *line, const uint8_t *in)
{
	return line->depth == 0 ? in : line->stage + (size_t)line->width * (line->depth - 1);
}

static void line_clock(struct line *line, const uint8_t *in)
{
	if (line->depth == 0)
		return;
	memmove(line->stage + line->width, line->stage, (size_t)line->width * (line->depth - 1));
	memcpy(line->stage, in, line->width);
}

static struct port_model port_new(const struct plan *plan, unsigned in_width, unsigned out_width, unsigned padding)
{
	bool decides = plan != NULL && plan->kind != PLAN_WIRES;

	return (struct port_model){ .plan = decides ? plan : NULL, .model = decides ? plan_model_new(plan) : NULL,
				    .in_width = in_width, .out_width = out_width,
				    .padding = line_new(out_width, padding + (plan != NULL && !decides)) };
}

/* The port's wires in this clock; `in` matters only where there is no register at all. */
static void port_output(struct port_model *port, const uint8_t *in, uint8_t *out, uint8_t *scratch)
{
	memset(scratch, 0, port->out_width);
	if (port->model != NULL)
		memcpy(scratch, plan_model_outputs(port->model), port->out_width);
	else if (in != NULL)
		memcpy(scratch, in, port->in_width);
	memcpy(out, line_output(&port->padding, scratch), port->out_width);
}

static void port_clock(struct port_model *port, const uint8_t *in, bool start, uint8_t *scratch)
{
	memset(scratch, 0, port->out_width);
	if (port->model != NULL)
		memcpy(scratch, plan_model_outputs(port->model), port->out_width);
	else
		memcpy(scratch, in, port->in_width);
	line_clock(&port->padding, scratch);
	if (port->model != NULL)
		plan_model_clock(port->model, in, start);
}

static void add_node(struct vertex *v)
{
	const struct node *node = v->tree->node;
	unsigned p = node->parent_wires, all = p + node->child_wires[0] + node->child_wires[1];

	v->scratch = allocate_array(4 * (size_t)all + 4, 1);
	v->up_strobe = line_new(1, p > 0 ? node->up_latency : node->down_latency);
	v->down_strobe = line_new(1, p > 0 ? node->down_latency : 0);
	v->m_parent = allocate_array(p, 1);
	for (int side = 0; side < 2; side++) {
		unsigned c = node->child_wires[side], sibling = node->child_wires[1 - side];

		if (c == 0)
			continue;
		v->m_child[side] = allocate_array(c, 1);
		v->turn[side] = line_new(c, node->turn_delay);
		v->down_port[side] = port_new(node->down[side], p + sibling, c, node->down_padding[side]);
	}
	if (p > 0)
		v->up_port = port_new(node->up, node->child_wires[0] + node->child_wires[1], p, node->up_padding);
}

/* `dead`: where the bits of this subtree begin on the bus. */
static void add_routers(struct vertex *v, uint8_t *dead)
{
	const struct node *node = v->tree->node;
	const struct router_shape *s = &node->shape;
	unsigned turning = s->children > 1 ? s->children * s->link_width : 0;

	v->scratch = allocate_array((size_t)node->router_down->inputs + node->router_down->outputs, 1);
	v->up_strobe = line_new(1, s->parents > 0 ? node->up_latency : node->down_latency);
	v->down_strobe = line_new(1, s->parents > 0 ? node->down_latency : 0);
	v->router = allocate_array(node->routers, sizeof *v->router);
	for (unsigned b = 0; b < node->routers; b++) {
		v->router[b].down = plan_model_new(node->router_down);
		v->router[b].dead = dead + (size_t)b * s->children;
		if (node->router_up != NULL) {
			v->router[b].up = plan_model_new(node->router_up);
			v->router[b].turn = line_new(turning, node->turn_delay);
		}
	}
}

/* Where child j's share of the bus of dead links begins. */
static size_t child_links_at(const struct network *net, const struct subtree *tree, unsigned j)
{
	unsigned l = net->levels - tree->level;

	if (net->spec->height == 0)
		return 0;
	return network_links(net, l) - (size_t)(tree->children - j) * network_links(net, l - 1);
}

static struct vertex *vertex_new(const struct network *net, const struct subtree *tree, uint8_t *dead)
{
	struct vertex *v = allocate(sizeof *v);

	v->tree = tree;
	v->up = allocate_array(tree->capacity, 1);
	v->down = allocate_array(tree->capacity, 1);
	v->child = allocate_array(tree->children + 1, sizeof(struct vertex *));
	for (unsigned j = 0; j < tree->children; j++)
		if (tree->child[j] != NULL)
			v->child[j] = vertex_new(net, tree->child[j], dead + child_links_at(net, tree, j));
	if (tree->node != NULL && tree->node->routers > 0)
		add_routers(v, dead);
	else if (tree->node != NULL)
		add_node(v);
	return v;
}

static void add_dead_links(struct network_model *m)
{
	struct dead_links dead;

	network_dead_links(m->net, &dead);
	for (size_t i = 0; i < dead.count; i++)
		m->dead[dead.bit[i]] = 1;
	dead_links_free(&dead);
}

struct network_model *network_model_new(const struct network *net)
{
	struct network_model *m = allocate(sizeof *m);

	m->net = net;
	if (net->sorter != NULL) {
		m->sorter = plan_model_new(net->sorter);
		m->sorter_strobe = line_new(1, net->latency);
		m->in = allocate_array(net->spec->wires, 1);
		return m;
	}
	m->dead = allocate_array(net->spec->height > 0 ? network_links(net, net->levels) : 0, 1);
	add_dead_links(m);
	m->root = vertex_new(net, network_root(net), m->dead);
	m->in = allocate_array((size_t)net->spec->leaves * net->spec->connections, 1);
	m->root_down = allocate_array(network_root(net)->capacity, 1);
	return m;
}

static void port_free(struct port_model *port)
{
	plan_model_free(port->model);
	free(port->padding.stage);
}

static void vertex_free(struct vertex *v)
{
	if (v == NULL)
		return;
	for (unsigned j = 0; j < v->tree->children; j++)
		vertex_free(v->child[j]);
	for (unsigned b = 0; v->router != NULL && b < v->tree->node->routers; b++) {
		plan_model_free(v->router[b].up);
		plan_model_free(v->router[b].down);
		free(v->router[b].turn.stage);
	}
	free(v->router);
	free(v->child);
	for (int side = 0; side < 2; side++) {
		free(v->m_child[side]);
		free(v->turn[side].stage);
		port_free(&v->down_port[side]);
	}
	port_free(&v->up_port);
	free(v->up_strobe.stage);
	free(v->down_strobe.stage);
	free(v->m_parent);
	free(v->up);
	free(v->down);
	free(v->scratch);
	free(v);
}

void network_model_free(struct network_model *m)
{
	if (m == NULL)
		return;
	vertex_free(m->root);
	plan_model_free(m->sorter);
	free(m->sorter_strobe.stage);
	free(m->in);
	free(m->dead);
	free(m->root_down);
	free(m);
}

/* The strobe on the channel above a vertex, going up. */
static bool up_start(const struct network_model *m, const struct vertex *v)
{
	uint8_t below;

	if (v->tree->node == NULL)
		return m->start;
	below = up_start(m, v->child[0]);
	return *line_output(&v->up_strobe, &below);
}

static void copy_living(uint8_t *to, const uint8_t *from, size_t wires, bool dead)
{
	if (dead)
		memset(to, 0, wires);
	else
		memcpy(to, from, wires);
}

/* Wires to the parents: the first that a router's part that goes up puts out. */
static void show_routers_up(struct vertex *v)
{
	const struct node *node = v->tree->node;
	unsigned wires = node->shape.parents * node->shape.link_width;

	for (unsigned b = 0; b < node->routers && wires > 0; b++)
		memcpy(v->up + (size_t)b * wires, plan_model_outputs(v->router[b].up), wires);
}

/* Wires to the children: router b's share of every channel. */
static void show_routers_down(struct vertex *v)
{
	const struct node *node = v->tree->node;
	unsigned c = node->shape.link_width;

	for (unsigned b = 0; b < node->routers; b++) {
		const uint8_t *out = plan_model_outputs(v->router[b].down);

		for (unsigned j = 0; j < node->shape.children; j++)
			copy_living(v->child[j]->down + (size_t)b * c, out + (size_t)j * c, c, v->router[b].dead[j]);
	}
}

/* Wires that go up: from the leaves, or out of a node's registers. */
static const uint8_t *show_up(struct network_model *m, struct vertex *v, const uint8_t *leaf_up)
{
	unsigned c = m->net->spec->connections;

	if (v->tree->node == NULL) {
		memcpy(v->up, leaf_up, c);
		return leaf_up + c;
	}
	for (unsigned j = 0; j < v->tree->children; j++)
		if (v->child[j] != NULL)
			leaf_up = show_up(m, v->child[j], leaf_up);
	if (v->router != NULL)
		show_routers_up(v);
	else if (v->tree->node->parent_wires > 0)
		port_output(&v->up_port, NULL, v->up, v->scratch);
	return leaf_up;
}

/* Wires that go down. A bare root passes its children's wires on. */
static void show_down(struct vertex *v)
{
	if (v->tree->node == NULL)
		return;
	if (v->router != NULL) {
		show_routers_down(v);
		for (unsigned j = 0; j < v->tree->children; j++)
			show_down(v->child[j]);
		return;
	}
	bool top = v->tree->node->parent_wires == 0;

	for (int side = 0; side < 2; side++)
		if (v->child[side] != NULL) {
			port_output(&v->down_port[side], top ? v->child[1 - side]->up : NULL, v->child[side]->down,
				    v->scratch);
			show_down(v->child[side]);
		}
}

void network_model_set(struct network_model *m, const uint8_t *leaf_up, bool leaf_up_start, const uint8_t *root_down)
{
	m->start = leaf_up_start;
	if (m->sorter != NULL) {
		memcpy(m->in, leaf_up, m->net->spec->wires);
		return;
	}
	memcpy(m->in, leaf_up, (size_t)m->net->spec->leaves * m->net->spec->connections);
	show_up(m, m->root, m->in);
	if (root_down != NULL)
		memcpy(m->root->down, root_down, m->root->tree->capacity);
	show_down(m->root);
}

/* The selector: behind the strobe the bit before is M and this one the route bit. */
static void select_wires(const uint8_t *before, const uint8_t *now, unsigned width, bool start, uint8_t want,
			 uint8_t *out)
{
	for (unsigned k = 0; k < width; k++)
		out[k] = start ? before[k] & (now[k] == want) : now[k];
}

/* A bare root: what comes from one side goes to the other. */
static void clock_top(struct vertex *v, bool start)
{
	for (int side = 0; side < 2; side++)
		port_clock(&v->down_port[side], v->child[1 - side]->up, start, v->scratch);
	line_clock(&v->up_strobe, &(uint8_t){ start });
}

static void clock_node(struct vertex *v, bool from_below, bool from_above)
{
	const struct node *node = v->tree->node;
	unsigned p = node->parent_wires, all = p + node->child_wires[0] + node->child_wires[1];
	uint8_t *in = v->scratch, *spare = v->scratch + all, *turn = v->scratch + 2 * (size_t)all;
	bool up_route = v->up_strobe.stage[0], down_route = v->down_strobe.stage[0];

	select_wires(v->m_child[0], v->child[0]->up, node->child_wires[0], up_route, 1, in);
	if (v->child[1] != NULL)
		select_wires(v->m_child[1], v->child[1]->up, node->child_wires[1], up_route, 1,
			     in + node->child_wires[0]);
	port_clock(&v->up_port, in, up_route, spare);

	for (int side = 0; side < 2; side++) {
		const struct line *from = &v->turn[1 - side];

		if (v->child[side] == NULL)
			continue;
		select_wires(v->m_parent, v->down, p, down_route, (uint8_t)side, in);
		if (v->child[1 - side] != NULL)
			memcpy(in + p, line_output(from, NULL), from->width);
		port_clock(&v->down_port[side], in, down_route, spare);
	}
	for (int side = 0; side < 2; side++) {
		if (v->child[side] == NULL)
			continue;
		select_wires(v->m_child[side], v->child[side]->up, node->child_wires[side], up_route, 0, turn);
		line_clock(&v->turn[side], turn);
		memcpy(v->m_child[side], v->child[side]->up, node->child_wires[side]);
	}
	memcpy(v->m_parent, v->down, p);
	line_clock(&v->up_strobe, &(uint8_t){ from_below });
	line_clock(&v->down_strobe, &(uint8_t){ from_above });
}

static void clock_routers(const struct network_model *model, struct vertex *v, bool from_below, bool from_above)
{
	const struct node *node = v->tree->node;
	unsigned m = node->shape.children, c = node->shape.link_width, falling = node->shape.parents * c;
	uint8_t *below = v->scratch, *above = v->scratch + (size_t)m * c;

	for (unsigned b = 0; b < node->routers; b++) {
		struct router_model *r = &v->router[b];

		plan_model_copy(r->down, model->broadcast);
		for (unsigned j = 0; j < m; j++)
			copy_living(below + (size_t)j * c, v->child[j]->up + (size_t)b * c, c, r->dead[j]);
		if (r->up == NULL) {
			plan_model_clock(r->down, below, from_below);
			continue;
		}
		memcpy(above, v->down + (size_t)b * falling, falling);
		memcpy(above + falling, line_output(&r->turn, NULL), r->turn.width);
		plan_model_clock(r->down, above, from_above);
		line_clock(&r->turn, plan_model_outputs(r->up) + falling);
		plan_model_clock(r->up, below, from_below);
	}
	line_clock(&v->up_strobe, &(uint8_t){ from_below });
	line_clock(&v->down_strobe, &(uint8_t){ from_above });
}

/* The strobe that a node sends down to its children in this clock. */
static bool sent_down(const struct network_model *m, const struct vertex *v, bool from_above)
{
	if (v->tree->node->parent_wires > 0)
		return *line_output(&v->down_strobe, &(uint8_t){ from_above });
	return *line_output(&v->up_strobe, &(uint8_t){ up_start(m, v->child[0]) });
}

static void clock_vertex(struct network_model *m, struct vertex *v, bool from_above)
{
	if (v->tree->node == NULL)
		return;
	bool below = up_start(m, v->child[0]), down = sent_down(m, v, from_above);

	for (unsigned j = 0; j < v->tree->children; j++)
		if (v->child[j] != NULL)
			clock_vertex(m, v->child[j], down);
	if (v->router != NULL)
		clock_routers(m, v, below, from_above);
	else if (v->tree->node->parent_wires > 0)
		clock_node(v, below, from_above);
	else
		clock_top(v, below);
}

void network_model_clock(struct network_model *m)
{
	if (m->sorter != NULL) {
		plan_model_clock(m->sorter, m->in, m->start);
		line_clock(&m->sorter_strobe, &(uint8_t){ m->start });
		return;
	}
	clock_vertex(m, m->root, network_model_root_start(m));
}

static uint8_t *probe(const struct vertex *v, bool up, uint8_t *wires)
{
	for (unsigned j = 0; j < v->tree->children; j++) {
		const struct vertex *child = v->child[j];

		if (child == NULL)
			continue;
		memcpy(wires, up ? child->up : child->down, child->tree->capacity);
		wires = probe(child, up, wires + child->tree->capacity);
	}
	return wires;
}

void network_model_probe(const struct network_model *m, bool up, uint8_t *wires)
{
	probe(m->root, up, wires);
}

static size_t probe_width(const struct subtree *tree)
{
	size_t width = 0;

	for (unsigned j = 0; j < tree->children; j++)
		if (tree->child[j] != NULL)
			width += tree->child[j]->capacity + probe_width(tree->child[j]);
	return width;
}

size_t network_model_probe_width(const struct network_model *m)
{
	return probe_width(m->root->tree);
}

void network_model_broadcast(struct network_model *m, bool broadcast)
{
	m->broadcast = broadcast;
}

void network_model_set_dead(struct network_model *m, unsigned link, bool dead)
{
	m->dead[link] = dead;
}

bool network_model_root_start(const struct network_model *m)
{
	return m->root->tree->node->parent_wires > 0 && up_start(m, m->root);
}

bool network_model_down_start(const struct network_model *m)
{
	if (m->sorter != NULL)
		return *line_output(&m->sorter_strobe, &(uint8_t){ m->start });

	bool start = network_model_root_start(m);

	for (const struct vertex *v = m->root; v->tree->node != NULL; v = v->child[0])
		start = sent_down(m, v, start);
	return start;
}

void network_model_outputs(const struct network_model *m, uint8_t *wires)
{
	if (m->sorter != NULL)
		memcpy(wires, plan_model_outputs(m->sorter), m->net->spec->wires);
	else
		memcpy(wires, m->root->up, m->root->tree->capacity);
}
