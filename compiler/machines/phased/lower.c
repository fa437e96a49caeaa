/* lower.c: a generalized fat tree that plays a schedule: parallel routers of heads, in the frame of players.h. */
#include "lower/tree.h"
#include "machines/in_band.h"
#include "machines/phased/phased.h"
#include "machines/playback.h"
#include "machines/players.h"
#include "util/text.h"

static char *subtree_name(const struct network *net, const struct subtree *tree)
{
	return format_string("subtree_%u", net->levels - tree->level);
}

static char *purpose(const struct network *net, const struct subtree *tree)
{
	return format_string("A subtree of height %u: %u children, %u routers side by side, %u leaves, channel of %u wires\n"
			     "above; %u of them in the network.\n", net->levels - tree->level, tree->children, tree->node->routers,
			     tree->leaves, tree->capacity, tree->users);
}

/* Whether something here needs the strobe that comes from below. */
static bool starts(const struct tree_module *t)
{
	struct heads *h = phased_router(t->tree->node);
	bool needed = t->tree->node->parent_wires > 0 || heads_clears(h, 0, 1);

	heads_free(h);
	return needed;
}

static void connect_child(struct tree_module *t, struct instance *i, unsigned j)
{
	players_connect_child(t, i, j, starts(t));
}

/* Routers side by side keep step and share their strobes: one goes up with the messages, one down. */
static void add_routers(struct tree_module *t, const char *module)
{
	const struct node *node = t->tree->node;
	struct module *m = t->m;
	struct instance *i = module_instance(m, t->design, module, node->routers, "router");

	tree_connect_clock_and_reset(t, i, false);
	players_connect_strobes(t, i);
	for (unsigned j = 0; j < t->tree->children; j++) {
		instance_connect_named(i, bits_whole(m, t->up[j]), "child_%u_in", j);
		instance_connect_named(i, bits_whole(m, t->down[j]), "child_%u_out", j);
	}
	if (in_band_falls_below(t->net, node))
		module_register(m, players_fall_below(t), bits_of(module_find(m, "fall"), 0, 1), in_band_resets(t->net));
	if (node->parent_wires == 0)
		return;
	CONNECT(m, i, { "parent_out", module_find(m, "up") }, { "parent_in", module_find(m, "down") });
	module_register(m, bits_of(module_find(m, "up_start"), 0, 1), players_start_below(t), in_band_resets(t->net));
}

void phased_lower(struct design *d, const struct network *net)
{
	static const struct tree_style style = {
		.name = subtree_name,
		.purpose = purpose,
		.lower_node = phased_lower_router,
		.add_ports = players_add_ports,
		.add_leaf = players_add_leaf,
		.connect_child = connect_child,
		.add_node = add_routers,
	};
	struct module *top = tree_lower(
		d, net, &style, format_string("An off-line generalized fat tree of %u leaves: it plays a schedule, a slot every %u clocks.\n",
					      net->spec->leaves, net->playback->period));

	players_lower(d, net, top);
}
