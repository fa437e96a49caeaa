/* router_model.c: C model of a vertex's routers: up part, turn delays, down part. */
#include "machines/generalized/dead_links.h"
#include "machines/generalized/generalized.h"
#include "model/node_model.h"
#include "model/plan_model.h"

struct router_model {
	struct plan_model *up, *down;	/* up: NULL at the root */
	struct line turn;
};

struct routers_model {
	struct router_model *router;	/* [node->routers] */
	uint8_t *below, *above;		/* room for the inputs of a router */
};

/* Bits that mark dead links for the routers. */
static unsigned told_bits(const struct network *net, const struct subtree *tree)
{
	return network_links(net, net->levels - tree->level);
}

static void tell(const struct network *net, uint8_t *told)
{
	struct dead_links dead;

	network_dead_links(net, &dead);
	for (size_t i = 0; i < dead.count; i++)
		told[dead.bit[i]] = 1;
	dead_links_free(&dead);
}

static void *new(const struct network *net, const struct vertex *v)
{
	const struct node *node = v->tree->node;
	const struct router_shape *s = &node->shape;
	unsigned wires = s->children * s->link_width, turning = s->children > 1 ? wires : 0;
	struct routers_model *m = allocate(sizeof *m);

	(void)net;
	m->below = allocate_array(wires, 1);
	m->above = allocate_array((size_t)node->router_down->inputs + 1, 1);
	m->router = allocate_array(node->routers, sizeof *m->router);
	for (unsigned b = 0; b < node->routers; b++) {
		m->router[b].down = plan_model_new(node->router_down);
		if (node->router_up) {
			m->router[b].up = plan_model_new(node->router_up);
			m->router[b].turn = line_new(turning, node->turn_delay);
		}
	}
	return m;
}

static void free_routers(const struct vertex *v)
{
	struct routers_model *m = v->node;

	for (unsigned b = 0; b < v->tree->node->routers; b++) {
		plan_model_free(m->router[b].up);
		plan_model_free(m->router[b].down);
		line_free(&m->router[b].turn);
	}
	free(m->router);
	free(m->below);
	free(m->above);
	free(m);
}

static bool is_dead(const struct vertex *v, unsigned b, unsigned j)
{
	return v->told[b * v->tree->node->shape.children + j];
}

static void copy_living(uint8_t *to, const uint8_t *from, size_t wires, bool dead)
{
	if (dead)
		memset(to, 0, wires);
	else
		memcpy(to, from, wires);
}

/* Wires to the parents: the first outputs of a router's up part. */
static void show_up(struct vertex *v)
{
	const struct routers_model *m = v->node;
	const struct node *node = v->tree->node;
	unsigned wires = node->shape.parents * node->shape.link_width;

	for (unsigned b = 0; b < node->routers; b++)
		memcpy(v->up + (size_t)b * wires, plan_model_outputs(m->router[b].up), wires);
}

/* Wires to the children: router b's share of every channel. */
static void show_down(struct vertex *v)
{
	const struct routers_model *m = v->node;
	const struct node *node = v->tree->node;
	unsigned c = node->shape.link_width;

	for (unsigned b = 0; b < node->routers; b++) {
		const uint8_t *out = plan_model_outputs(m->router[b].down);

		for (unsigned j = 0; j < node->shape.children; j++)
			copy_living(v->child[j]->down + (size_t)b * c, out + (size_t)j * c, c, is_dead(v, b, j));
	}
}

static void clock(struct vertex *v, const struct node_strobes *now)
{
	struct routers_model *m = v->node;
	const struct router_shape *s = &v->tree->node->shape;
	unsigned c = s->link_width, falling = s->parents * c;

	for (unsigned b = 0; b < v->tree->node->routers; b++) {
		struct router_model *r = &m->router[b];

		plan_model_copy(r->down, now->broadcast);
		plan_model_chance(r->down, now->chance_down);
		if (r->up)
			plan_model_chance(r->up, now->chance_up);
		for (unsigned j = 0; j < s->children; j++)
			copy_living(m->below + (size_t)j * c, v->child[j]->up + (size_t)b * c, c, is_dead(v, b, j));
		if (!r->up) {
			plan_model_clock(r->down, m->below, now->from_below);
			continue;
		}
		memcpy(m->above, v->down + (size_t)b * falling, falling);
		memcpy(m->above + falling, line_output(&r->turn, NULL), r->turn.width);
		plan_model_clock(r->down, m->above, now->from_above);
		line_clock(&r->turn, plan_model_outputs(r->up) + falling);
		plan_model_clock(r->up, m->below, now->from_below);
	}
}

const struct node_model generalized_node_model = { told_bits, tell, new, free_routers, show_up, show_down, clock };
