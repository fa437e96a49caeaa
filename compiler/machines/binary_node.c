/* binary_node.c: see binary_node.h. */
#include "machines/binary_node.h"

#include <stdlib.h>

#include "util/text.h"

char *binary_node_name(const struct network *net, const struct node *node)
{
	for (size_t i = 0; i < net->node_count; i++)
		if (net->node[i]->level == node->level && net->node[i] != node && node->index > i)
			return format_string("node_%u_edge", node->level);
	return format_string("node_%u", node->level);
}

char *binary_subtree_name(const struct network *net, const struct subtree *tree)
{
	for (unsigned i = 0; i < tree->index; i++)
		if (net->subtree[i]->level == tree->level)
			return format_string("subtree_%u_edge", tree->level);
	return format_string("subtree_%u", tree->level);
}

struct module *node_begin(struct design *d, const struct network *net, const struct node *node,
			  char *(*purpose)(const struct node *node), const char **known)
{
	const struct plan *plans[] = { node->up, node->down[0], node->down[1] };
	char *name = binary_node_name(net, node);
	const struct module *made = design_find(d, name);

	if (made) {
		free(name);
		*known = made->name;
		return NULL;
	}
	for (int i = 0; i < 3; i++)
		if (plans[i] && plans[i]->kind != PLAN_WIRES)
			lower_plan(d, plans[i]);
	return design_add(d, name, purpose(node));
}

static struct bits pad(struct module *m, const struct node_port *port)
{
	struct bits out = bits_whole(m, port->out);

	for (unsigned k = port->padding; k > 0; k--) {
		int net = module_named_net(m, m->net[port->out].width, "%s_early_%u", port->name, k);

		module_register(m, out, bits_whole(m, net), false);
		out = bits_whole(m, net);
	}
	return out;
}

void node_add_port(struct design *d, struct module *m, const struct node_port *port, struct bits in,
		   const char *control, struct bits value)
{
	const struct plan *plan = port->plan;
	struct bits target = pad(m, port);

	if (!plan || plan->kind == PLAN_WIRES) {
		bits_append(&in, bits_of(NET_ZERO, 0, bits_width(&target) - bits_width(&in)));
		if (plan)
			module_register(m, target, in, false);
		else
			module_assign(m, target, expression_of(in));
		free(value.slice);
		return;
	}
	struct instance *i = module_instance(m, d, lower_plan(d, plan), 1, "%s_concentrator", port->name);

	instance_connect_common(m, d, i);
	/* One input onto wires some of which may be dead: nothing is decided. */
	if (plan->kind == PLAN_LIVING && !plan_uses_strobe(plan))
		free(value.slice);
	else
		instance_connect(i, control, value);
	if (plan_needs_favor(plan))
		instance_connect(i, "favor", bits_of(port->favor, 0, 1));
	if (plan_needs_chance(plan))
		instance_connect_net(m, i, "chance", port->chance);
	if (plan->kind == PLAN_LIVING) {
		char *dead = format_string("%s_dead", port->name);

		instance_connect_net(m, i, "dead", dead);
		free(dead);
	}
	instance_connect(i, "in", in);
	instance_connect(i, "out", target);
}
