/* lower.c: the top module of a hypertree: all nodes, and the links between them.
 *
 * Node x drives a net for each of its links, up_x, left_x and so on, and one for the room of the queues there, which the
 * node at the other end reads. Where the network has no such node, `absent` says so: no packet comes, there is no room,
 * and what the node drives is used by probes at most. So it is with dead links. */
#include <stdlib.h>

#include "lower/builder.h"
#include "lower/leaf.h"
#include "machines/hypertree/node.h"
#include "util/text.h"

struct lowering {
	struct design *d;
	struct module *top;
	const struct network *net;
	const struct hypertree *h;
};

/* The net with the packets, or the room, that a node gives at a port. */
static char *net_name(const struct lowering *l, const char *what, unsigned node, enum hypertree_port port)
{
	bool is_used = port == PORT_OWN ? l->net->spec->probe : !hypertree_is_dead(l->h, node, port);

	return format_string("%s%s_%u%s", hypertree_port_name(port), what, node, is_used ? "" : "_unused");
}

static void add_net(const struct lowering *l, const char *what, unsigned node, enum hypertree_port port, unsigned width)
{
	char *name = net_name(l, what, node, port);

	module_named_net(l->top, width, "%s", name);
	free(name);
}

static struct bits net_of(const struct lowering *l, const char *what, unsigned node, enum hypertree_port port)
{
	char *name = net_name(l, what, node, port);
	struct bits b = bits_whole(l->top, module_find(l->top, name));

	free(name);
	return b;
}

static void add_nets(const struct lowering *l, unsigned node)
{
	enum hypertree_port link[HYPERTREE_PORTS];
	unsigned links = hypertree_node_links(l->h, hypertree_level(node), link);

	for (unsigned k = 0; k < links; k++) {
		add_net(l, "", node, link[k], BYTE);
		add_net(l, "_room", node, link[k], hypertree_classes(l->h, link[k]));
	}
	add_net(l, "_room", node, PORT_OWN, 1);
}

/* What node x gives at all its links. */
static struct bits given_by(const struct lowering *l, const char *what, unsigned node)
{
	enum hypertree_port link[HYPERTREE_PORTS];
	unsigned links = hypertree_node_links(l->h, hypertree_level(node), link);
	struct bits all = {0};

	for (unsigned k = 0; k < links; k++)
		bits_append(&all, net_of(l, what, node, link[k]));
	return all;
}

/* What comes from the other end of a link; zeros if it leads nowhere. */
static struct bits from_neighbour(const struct lowering *l, const char *what, unsigned node, enum hypertree_port port,
				  unsigned width)
{
	if (hypertree_is_dead(l->h, node, port))
		return bits_constant(0, width);
	return net_of(l, what, hypertree_neighbour(l->h, node, port), hypertree_far_port(l->h, node, port));
}

static void connect_links(const struct lowering *l, struct instance *i, unsigned node)
{
	enum hypertree_port link[HYPERTREE_PORTS];
	unsigned links = hypertree_node_links(l->h, hypertree_level(node), link);
	struct bits data = {0}, room = {0}, absent = {0};

	for (unsigned k = 0; k < links; k++) {
		bits_append(&data, from_neighbour(l, "", node, link[k], BYTE));
		bits_append(&room, from_neighbour(l, "_room", node, link[k], hypertree_classes(l->h, link[k])));
		bits_append(&absent, bits_constant(hypertree_is_dead(l->h, node, link[k]), 1));
	}
	instance_connect(i, "absent", absent);
	instance_connect(i, "data_in", data);
	instance_connect(i, "room_in", room);
	instance_connect(i, "data_out", given_by(l, "", node));
	instance_connect(i, "room_out", given_by(l, "_room", node));
	instance_connect(i, "own_room", net_of(l, "_room", node, PORT_OWN));
}

/* A processor's ports: its share of the vectors, with the node's numbers cut to what the network needs. */
static void connect_processor(const struct lowering *l, struct instance *i, unsigned node)
{
	struct leaf_port ports[MAXIMUM_LEAF_PORTS], wide[MAXIMUM_LEAF_PORTS];
	unsigned count = l->net->spec->leaf->ports(l->net, ports);

	hypertree_leaf_ports(l->net->spec->payload_bits, PATH_BITS, wide);
	for (unsigned k = 0; k < count; k++) {
		unsigned width = ports[k].width, more = wide[k].width - width;
		struct bits b = bits_of(module_find(l->top, ports[k].name), (node - 1) * width, width);

		if (more > 0 && ports[k].direction == PORT_INPUT)
			bits_append(&b, bits_constant(0, more));
		else if (more > 0)
			bits_append(&b, bits_of(module_named_net(l->top, more, "%s_%u_unused", ports[k].name, node), 0, more));
		instance_connect(i, ports[k].name, b);
	}
	instance_connect(i, "bad_destination", bits_of(module_find(l->top, "bad_destination"), node - 1, 1));
}

static void add_node(const struct lowering *l, unsigned node)
{
	const char *module = hypertree_lower_node(l->d, l->net, l->h, hypertree_level(node));
	struct instance *i = module_instance(l->top, l->d, module, 1, "node_%u", node);

	instance_connect_common(l->top, l->d, i);
	instance_connect(i, "address", bits_constant(node, PATH_BITS));
	instance_connect(i, "nodes", bits_constant(l->h->nodes, PATH_BITS));
	if (hypertree_has_detours(l->h)) {
		instance_connect(i, "dead", bits_constant(l->h->dead_node[node], 1));
		instance_connect(i, "lost", bits_of(module_find(l->top, "lost"), node - 1, 1));
	}
	connect_links(l, i, node);
	connect_processor(l, i, node);
}

static void add_probes(const struct lowering *l)
{
	struct bits data = {0}, room = {0};

	for (unsigned x = 1; x <= l->h->nodes; x++) {
		bits_append(&data, given_by(l, "", x));
		bits_append(&room, given_by(l, "_room", x));
		bits_append(&room, net_of(l, "_room", x, PORT_OWN));
	}
	int data_port = module_output(l->top, "probe_data", bits_width(&data), "the bytes of all nodes' links");
	int room_port = module_output(l->top, "probe_room", bits_width(&room), "which queues of all nodes have room");

	module_assign(l->top, bits_whole(l->top, data_port), expression_of(data));
	module_assign(l->top, bits_whole(l->top, room_port), expression_of(room));
}

void hypertree_lower(struct design *d, const struct network *net)
{
	struct hypertree *h = hypertree_of(net->spec);
	struct lowering l = { .d = d, .net = net, .h = h };

	for (unsigned level = 0; level <= h->levels; level++)
		hypertree_lower_node(d, net, h, level);
	l.top = design_add(d, copy_string(""), format_string("A %s of %u nodes.\n", net->spec->kind->word, h->nodes));
	module_clock(l.top);
	module_reset(l.top);
	leaf_ports_add(l.top, net, h->nodes);
	module_output(l.top, "bad_destination", h->nodes, "a word was for no node, and was dropped; until the reset");
	if (hypertree_has_detours(h))
		module_output(l.top, "lost", h->nodes, "a node dropped a packet, as faults left it no way; until the reset");
	for (unsigned x = 1; x <= h->nodes; x++)
		add_nets(&l, x);
	for (unsigned x = 1; x <= h->nodes; x++)
		add_node(&l, x);
	if (net->spec->probe)
		add_probes(&l);
	hypertree_free(h);
}
