/* network_model.c: simulates a whole tree. */
#include "network_model.h"

#include "model/node_model.h"
#include "network/machine.h"

/* rtl-templates/plan/chances.v: state[] after a reset. */
enum { FIRST_CHANCES = 0x15a3c };

struct network_model {
	const struct network *net;
	const struct node_model *kind;
	struct vertex *root;
	bool start, broadcast;
	uint8_t *told;			/* the bits of the bus down the tree */
	uint32_t chances;		/* rtl-templates/plan/chances.v: state[] */
	bool rare;
	uint8_t chance[2][MAXIMUM_LEVELS + 1];	/* random bits for choices down, up: behind a register per level */
};

/* Bits of the bus for the subtree of a vertex. */
static unsigned told_bits(const struct network_model *m, const struct subtree *tree)
{
	return m->kind->told_bits ? m->kind->told_bits(m->net, tree) : 0;
}

/* Where child j's share begins within that of its parent's subtree; the shares are in the order of the children. */
static unsigned child_told_at(const struct network_model *m, const struct subtree *tree, unsigned j)
{
	unsigned at = told_bits(m, tree);

	for (unsigned k = j; k < tree->children; k++)
		if (tree->child[k])
			at -= told_bits(m, tree->child[k]);
	return at;
}

static struct vertex *vertex_new(const struct network_model *m, const struct subtree *tree, const uint8_t *told)
{
	const struct node *node = tree->node;
	struct vertex *v = allocate(sizeof *v);

	*v = (struct vertex){ .tree = tree, .told = told, .up = allocate_array(tree->capacity, 1),
			      .down = allocate_array(tree->capacity, 1),
			      .child = allocate_array(tree->children + 1, sizeof(struct vertex *)) };
	for (unsigned j = 0; j < tree->children; j++)
		if (tree->child[j])
			v->child[j] = vertex_new(m, tree->child[j], told + child_told_at(m, tree, j));
	if (!node)
		return v;
	v->up_strobe = line_new(1, node->parent_wires > 0 ? node->up_latency : node->down_latency);
	v->down_strobe = line_new(1, node->parent_wires > 0 ? node->down_latency : 0);
	v->node = m->kind->new(m->net, v);
	return v;
}

struct network_model *network_model_new(const struct network *net)
{
	struct network_model *m = NULL;

	if (!net->spec->machine->model.node) {
		machine_lacks(net->spec, "model in C");
		return NULL;
	}
	m = allocate(sizeof *m);
	m->net = net;
	m->kind = net->spec->machine->model.node;
	m->told = allocate_array(told_bits(m, network_root(net)) + 1, 1);
	if (m->kind->tell)
		m->kind->tell(net, m->told);
	m->root = vertex_new(m, network_root(net), m->told);
	m->chances = FIRST_CHANCES;
	return m;
}

static void vertex_free(const struct network_model *m, struct vertex *v)
{
	if (!v)
		return;
	for (unsigned j = 0; j < v->tree->children; j++)
		vertex_free(m, v->child[j]);
	if (v->tree->node)
		m->kind->free(v);
	line_free(&v->up_strobe);
	line_free(&v->down_strobe);
	free(v->child);
	free(v->up);
	free(v->down);
	free(v);
}

void network_model_free(struct network_model *m)
{
	if (!m)
		return;
	vertex_free(m, m->root);
	free(m->told);
	free(m);
}

/* The strobe on the channel above a vertex, going up. */
static bool up_start(const struct network_model *m, const struct vertex *v)
{
	uint8_t below;

	if (!v->tree->node)
		return m->start;
	below = up_start(m, v->child[0]);
	return *line_output(&v->up_strobe, &below);
}

/* The wires up from a vertex: a leaf's inputs, or a node's outputs. */
static const uint8_t *show_up(struct network_model *m, struct vertex *v, const uint8_t *leaf_up)
{
	unsigned c = m->net->spec->connections;

	if (!v->tree->node) {
		memcpy(v->up, leaf_up, c);
		return leaf_up + c;
	}
	for (unsigned j = 0; j < v->tree->children; j++)
		if (v->child[j])
			leaf_up = show_up(m, v->child[j], leaf_up);
	if (v->tree->node->parent_wires > 0)
		m->kind->show_up(v);
	return leaf_up;
}

static void show_down(struct network_model *m, struct vertex *v)
{
	if (!v->tree->node)
		return;
	m->kind->show_down(v);
	for (unsigned j = 0; j < v->tree->children; j++)
		if (v->child[j])
			show_down(m, v->child[j]);
}

void network_model_set(struct network_model *m, const uint8_t *leaf_up, bool leaf_up_start, const uint8_t *root_down)
{
	m->start = leaf_up_start;
	show_up(m, m->root, leaf_up);
	if (root_down)
		memcpy(m->root->down, root_down, m->root->tree->capacity);
	show_down(m, m->root);
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
	if (!v->tree->node)
		return;
	unsigned level = v->tree->level;
	struct node_strobes now = { up_start(m, v->child[0]), from_above, m->broadcast, m->chance[1][level],
				    m->chance[0][level] };
	bool down = sent_down(m, v, from_above);

	for (unsigned j = 0; j < v->tree->children; j++)
		if (v->child[j])
			clock_vertex(m, v->child[j], down);
	m->kind->clock(v, &now);
	line_clock(&v->up_strobe, &(uint8_t){ now.from_below });
	line_clock(&v->down_strobe, &(uint8_t){ now.from_above });
}

static void clock_chances(struct network_model *m)
{
	uint32_t s = m->chances;
	uint8_t now[2] = { m->rare, s >> 16 & 1 };

	for (int up = 0; up < 2; up++) {
		memmove(m->chance[up] + 1, m->chance[up], MAXIMUM_LEVELS);
		m->chance[up][0] = now[up];
	}
	m->rare = (s & s >> 3 & s >> 6 & s >> 9 & s >> 12) & 1;
	m->chances = (s << 1 | ((s >> 16 ^ s >> 13) & 1)) & 0x1ffff;
}

void network_model_clock(struct network_model *m)
{
	clock_vertex(m, m->root, network_model_root_start(m));
	clock_chances(m);
}

static uint8_t *probe(const struct vertex *v, bool up, uint8_t *wires)
{
	for (unsigned j = 0; j < v->tree->children; j++) {
		const struct vertex *child = v->child[j];

		if (!child)
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
		if (tree->child[j])
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

void network_model_tell(struct network_model *m, unsigned bit, bool value)
{
	m->told[bit] = value;
}

unsigned network_model_told_bits(const struct network_model *m)
{
	return told_bits(m, m->root->tree);
}

bool network_model_root_start(const struct network_model *m)
{
	return m->root->tree->node->parent_wires > 0 && up_start(m, m->root);
}

bool network_model_down_start(const struct network_model *m)
{
	bool start = network_model_root_start(m);

	for (const struct vertex *v = m->root; v->tree->node; v = v->child[0])
		start = sent_down(m, v, start);
	return start;
}

void network_model_outputs(const struct network_model *m, uint8_t *wires)
{
	memcpy(wires, m->root->up, m->root->tree->capacity);
}
