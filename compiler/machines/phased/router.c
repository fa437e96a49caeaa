/* router.c: a router of heads: a message from a child turns to another child or goes up to a parent, one from a parent goes down to a
 * child. A link is one wire each way. */
#include <stdlib.h>

#include "lower/builder.h"
#include "machines/in_band.h"
#include "machines/phased/phased.h"
#include "network/cost.h"
#include "util/text.h"

/* `routers` side by side: router b has wire b of each child's, and wires b w .. b w + w - 1 of the parents'. */
static void add_edges(struct heads *h, const struct router_shape *s, unsigned routers, unsigned b)
{
	unsigned m = s->children, w = s->parents, above = routers * m + b * w;

	for (unsigned j = 0; j < m; j++) {
		/* First bits from a child: 0 turns, 1 goes up. */
		for (unsigned k = 0; k < m; k++)
			if (k != j)
				heads_edge(h, j * routers + b, routers * w + k * routers + b, 0);
		for (unsigned p = 0; p < w; p++)
			heads_edge(h, j * routers + b, b * w + p, 1);
	}
	for (unsigned p = 0; p < w; p++)
		for (unsigned k = 0; k < m; k++)
			heads_edge(h, above + p, routers * w + k * routers + b, 0);
}

static struct heads *side_by_side(const struct node *node, unsigned routers)
{
	const struct router_shape *s = &node->shape;
	unsigned below = routers * s->children, all = below + routers * s->parents;
	unsigned *clear = allocate_array(all + 1, sizeof *clear);

	for (unsigned i = below; i < all; i++)
		clear[i] = in_band_clears(node).up;
	struct heads *h = heads_new(all, all, clear);

	for (unsigned b = 0; b < routers; b++)
		add_edges(h, s, routers, b);
	free(clear);
	heads_seal(h);
	return h;
}

struct heads *phased_router(const struct node *node)
{
	return side_by_side(node, 1);
}

struct heads *phased_heads(const struct node *node)
{
	return side_by_side(node, node->routers);
}

/* ---- The module ---- */

static void append_port(struct module *m, bool out, unsigned child, struct bits *all)
{
	char *name = format_string(out ? "child_%u_out" : "child_%u_in", child);

	bits_append(all, bits_whole(m, out ? module_output(m, name, 1, NULL) : module_input(m, name, 1, NULL)));
	free(name);
}

static void add_ways(struct module *m, struct design *d, const struct router_shape *s, const struct heads *h, const struct bits *clear, bool resets)
{
	struct bits in = { 0 }, out = { 0 };

	if (s->parents > 0)
		bits_append(&out, bits_whole(m, module_output(m, "parent_out", s->parents, "lowest parent first")));
	for (unsigned j = 0; j < s->children; j++) {
		append_port(m, false, j, &in);
		append_port(m, true, j, &out);
	}
	if (s->parents > 0)
		bits_append(&in, bits_whole(m, module_input(m, "parent_in", s->parents, NULL)));
	heads_lower(h, m, d, in, out, clear, resets);
}

const char *phased_lower_router(struct design *d, const struct network *net, const struct node *node)
{
	const struct router_shape *s = &node->shape;
	unsigned l = net->levels - node->level;
	char *name = format_string("router_%u", l);
	const struct module *made = design_find(d, name);

	if (made) {
		free(name);
		return made->name;
	}
	struct heads *h = phased_router(node);
	struct module *m = design_add(d, name, format_string("A router of level %u: %u children, %u parents. Messages bring its settings; "
							     "each way\ntakes a clock.\n", l, s->children, s->parents));
	struct bits clear[2] = { { 0 } };

	module_clock(m);
	if (heads_clears(h, 0, 1))
		clear[0] = bits_whole(m, module_input(m, "start", 1, "a clock before the first start bit may come from a child: ends messages"));
	if (heads_clears(h, 1, 1))
		clear[1] = bits_whole(m, module_input(m, "fall", 1, "likewise, from a parent"));
	add_ways(m, d, s, h, clear, in_band_resets(net));
	free(clear[0].slice);
	free(clear[1].slice);
	heads_free(h);
	return m->name;
}

/* ---- Cost ---- */

/* A vertex has two strobes, of a register each, for all its routers. */
void phased_add_node_logic(const struct network *net, const struct node *node, struct level_logic *logic)
{
	unsigned long long times = (unsigned long long)node->users * node->routers;
	unsigned long strobes = (node->parent_wires > 0) + in_band_falls_below(net, node);
	struct heads *h = phased_router(node);
	struct cost heads = heads_cost(h), pace = { .ff = strobes, .cells = strobes };

	heads.lut4 += in_band_resets(net) ? heads_clears(h, 0, 1) + heads_clears(h, 1, 1) : 0;
	logic->nodes += times;
	cost_add(&logic->concentrators, &heads, times);
	cost_add(&logic->pace, &pace, node->users);
	heads_free(h);
}
