/* xgft_channels.c: see xgft_channels.h. */
#include "machines/xgft_channels.h"

void channels_join(struct channels *ch, bool drives, const char *port, unsigned width)
{
	parts_port(&ch->parts, drives, port, port, width);
}

/* A port of `count` equal instances side by side. */
static const char *of_instances(struct channels *ch, bool drives, const char *name, unsigned count, const char *port, unsigned width)
{
	const char *all = "";

	for (unsigned b = 0; b < count; b++) {
		const char *instance = count > 1 ? parts_name(&ch->parts, "%s[%u]", name, b) : name;
		const char *wire = parts_cut(&ch->parts, drives, instance, port, width);

		all = *all ? parts_name(&ch->parts, "%s, %s", wire, all) : wire;
	}
	return parts_name(&ch->parts, "{%s}", all);
}

const char *channels_of_routers(struct channels *ch, bool drives, const char *port, unsigned width)
{
	return of_instances(ch, drives, "router", ch->tree->node->routers, port, width);
}

const char *channels_of_child(struct channels *ch, bool drives, unsigned j, const char *port, unsigned width)
{
	bool leaf = !ch->tree->child[j]->node;
	unsigned count = leaf ? ch->leaf_parts : 1;

	if (!ch->bare)
		return of_instances(ch, drives, parts_name(&ch->parts, leaf ? "child_%u_leaf" : "child_%u", j), count, port, width / count);
	return parts_slice(&ch->parts, parts_name(&ch->parts, "leaf_%s", port), ch->tree->children * width, j * width, width);
}

void channels_same(struct channels *ch, const char *meaning, unsigned width, const char *from, unsigned clocks, const char *to)
{
	parts_same_later(&ch->parts, meaning, width, from, clocks, to);
}

void channels_add_router_bits(struct channels *ch, const char *port, const char *bit, unsigned clocks, const char *meaning)
{
	unsigned routers = ch->tree->node->routers;

	channels_same(ch, meaning, routers, parts_name(&ch->parts, "{%u{%s}}", routers, bit), clocks,
		      channels_of_routers(ch, true, port, 1));
}

void channels_add_child(struct channels *ch, unsigned j)
{
	const struct node *node = ch->tree->node;
	unsigned c = node->shape.link_width, width = node->routers * c;
	const char *in = channels_of_routers(ch, true, parts_name(&ch->parts, "child_%u_in", j), c);
	const char *out = channels_of_routers(ch, false, parts_name(&ch->parts, "child_%u_out", j), c);
	const char *up = channels_of_child(ch, false, j, "up", width), *down = channels_of_child(ch, true, j, "down", width);

	channels_same(ch, parts_name(&ch->parts, "each router has its wires from child %u", j), width, up, 0, in);
	channels_same(ch, parts_name(&ch->parts, "each router has its wires to child %u", j), width, out, 0, down);
}

void channels_add_above(struct channels *ch)
{
	const struct node *node = ch->tree->node;
	unsigned each = node->shape.parents * node->shape.link_width, width = node->parent_wires;

	channels_join(ch, true, "up", width);
	channels_join(ch, false, "down", width);
	channels_same(ch, "each router has its wires to its parents", width, channels_of_routers(ch, false, "parent_out", each), 0, "up");
	channels_same(ch, "each router has its wires from its parents", width, "down", 0,
		      channels_of_routers(ch, true, "parent_in", each));
}
