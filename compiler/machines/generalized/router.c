/* router.c: a router of a generalized fat tree: the up part, delay lines for turning messages, and the down part. */
#include "machines/generalized/router.h"

#include <stdlib.h>

#include "machines/generalized/dead_links.h"
#include "lower/builder.h"
#include "lower/tree.h"
#include "util/text.h"

struct router_module {
	struct design *design;
	struct module *m;
	const struct network *net;
	const struct node *node;
	struct bits from_children, to_children;
	int turning, turned;		/* before and after the delay */
	int dead;			/* port: dead links to children */
};

static void add_child_ports(struct router_module *rm)
{
	unsigned m = rm->node->shape.children, c = rm->node->shape.link_width;

	for (int out = 0; out < 2; out++)
		for (unsigned j = 0; j < m; j++) {
			char *name = format_string(out ? "child_%u_out" : "child_%u_in", j);
			int port = out ? module_output(rm->m, name, c, NULL) : module_input(rm->m, name, c, NULL);

			bits_append(out ? &rm->to_children : &rm->from_children, bits_whole(rm->m, port));
			free(name);
		}
}

/* `out` is `in` without the wires of dead links. */
static void add_living_links(struct router_module *rm, struct bits in, struct bits out, const char *name)
{
	struct instance *i = module_instance(rm->m, rm->design, "living_links", 1, "%s", name);

	PARAMETERS(i, { "CHILDREN", rm->node->shape.children }, { "WIRES", rm->node->shape.link_width });
	instance_connect(i, "dead", bits_whole(rm->m, rm->dead));
	instance_connect(i, "in", in);
	instance_connect(i, "out", out);
}

static void add_dead_links(struct router_module *rm)
{
	unsigned wires = rm->node->shape.children * rm->node->shape.link_width;
	int up = module_net(rm->m, "living_up", wires), down = module_net(rm->m, "all_down", wires);

	rm->dead = module_input(rm->m, "dead", rm->node->shape.children, "dead links: [j] to child j");
	add_living_links(rm, rm->from_children, bits_whole(rm->m, up), "up_links");
	add_living_links(rm, bits_whole(rm->m, down), rm->to_children, "down_links");
	rm->from_children = bits_whole(rm->m, up);
	rm->to_children = bits_whole(rm->m, down);
}

static struct instance *add_part(struct router_module *rm, const struct plan *plan, const char *name, int start,
				 const char *chance)
{
	int random = plan_chooses(plan) ? module_input(rm->m, chance, 1, "random, for choices") : -1;
	int favor = -1;

	if (plan_needs_favor(plan))
		favor = lower_ties(rm->m, rm->design, name, &(struct strobe){ .first = start }, 0, random);
	struct instance *i = module_instance(rm->m, rm->design, lower_plan(rm->design, plan), 1, "%s", name);

	instance_connect_common(rm->m, rm->design, i);
	if (start >= 0)
		instance_connect(i, "start", bits_of(start, 0, 1));
	if (plan_needs_favor(plan))
		instance_connect(i, "favor", bits_of(favor, 0, 1));
	if (plan_needs_chance(plan))
		instance_connect(i, "chance", bits_of(random, 0, 1));
	return i;
}

static void add_way_up(struct router_module *rm)
{
	const struct router_shape *shape = &rm->node->shape;
	int start = module_input(rm->m, "up_start", 1, "strobe of the M bits that come from the children");
	struct bits out = bits_whole(rm->m, module_output(rm->m, "parent_out", shape->parents * shape->link_width,
							  "lowest parent first"));

	if (shape->children > 1) {
		rm->turning = module_net(rm->m, "turning", shape->children * shape->link_width);
		bits_append(&out, bits_whole(rm->m, rm->turning));
	}
	struct instance *i = add_part(rm, rm->node->router_up, "way_up", start, tree_chances[1]);

	instance_connect(i, "in", rm->from_children);
	instance_connect(i, "out", out);
}

/* Turning messages wait for messages from above. */
static void add_turn_delay(struct router_module *rm)
{
	rm->turned = module_net(rm->m, "turned", rm->m->net[rm->turning].width);
	lower_delay_line(rm->m, rm->design, rm->net, "turn_delay", bits_whole(rm->m, rm->turning),
			 bits_whole(rm->m, rm->turned), rm->node->turn_delay);
}

static void add_way_down(struct router_module *rm)
{
	const struct router_shape *shape = &rm->node->shape;
	bool root = shape->parents == 0;
	int start = -1;

	if (plan_uses_strobe(rm->node->router_down))
		start = module_input(rm->m, "down_start", 1, root ? "strobe of the M bits that come from the children"
							      : "strobe of the M bits that come from the parents");
	struct bits in = { 0 };

	if (root)
		in = rm->from_children;
	else
		in = bits_whole(rm->m, module_input(rm->m, "parent_in", shape->parents * shape->link_width, NULL));
	if (!root && shape->children > 1)
		bits_append(&in, bits_whole(rm->m, rm->turned));
	struct instance *i = add_part(rm, rm->node->router_down, "way_down", start, tree_chances[0]);

	if (plan_copies(rm->node->router_down))
		instance_connect(i, "copy",
				 bits_of(module_input(rm->m, "copy", 1, "messages go to all children"), 0, 1));
	instance_connect(i, "in", in);
	instance_connect(i, "out", rm->to_children);
}

static char *purpose(const struct network *net, const struct node *node)
{
	const struct router_shape *s = &node->shape;
	unsigned l = net->levels - node->level;

	if (s->parents == 0)
		return format_string("A router at the top, level %u: %u children, %u %s each way to each.\n"
				     "%u clocks from child to child.\n", l, s->children, s->link_width,
				     s->link_width == 1 ? "wire" : "wires", node->down_latency);
	return format_string("A router of level %u: %u children, %u parents, %u %s each way to each.\n"
			     "Up: %u clocks. Down: %u clocks. A message that turns here waits %u clocks for those\n"
			     "that come down.\n", l, s->children, s->parents, s->link_width,
			     s->link_width == 1 ? "wire" : "wires", node->up_latency, node->down_latency,
			     node->turn_delay);
}

char *router_name(const struct network *net, const struct node *node)
{
	return format_string("router_%u", net->levels - node->level);
}

const char *lower_router(struct design *d, const struct network *net, const struct node *node)
{
	char *name = router_name(net, node);
	const struct module *known = design_find(d, name);

	if (known) {
		free(name);
		return known->name;
	}
	if (node->router_up)
		lower_plan(d, node->router_up);
	lower_plan(d, node->router_down);

	struct router_module rm = { .design = d, .net = net, .node = node };

	rm.m = design_add(d, name, purpose(net, node));
	add_child_ports(&rm);
	if (network_has_dead_links(net->spec))
		add_dead_links(&rm);
	if (node->router_up) {
		add_way_up(&rm);
		if (node->shape.children > 1)
			add_turn_delay(&rm);
	}
	add_way_down(&rm);
	return rm.m->name;
}
