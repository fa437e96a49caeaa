/* lower.c: the top module of a hypertree: all nodes, and the links between them.
 *
 * Node x drives a net for each of its links, up_x, left_x and so on, and one for the room of the queues there, which the
 * node at the other end reads. Where the network has no such node, `absent` says so: no packet comes, there is no room,
 * and what the node drives is used by probes at most. So it is with dead links. */
#include <assert.h>
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
	/* With fault registers: the parts that can die, and the nets that say which are dead. */
	struct hypertree_part part[MOST_HYPERTREE_PARTS];
	unsigned parts;
	int dead_nodes, dead_links, any_dead, purge;
};

/* Whether a link may pass packets. */
static bool leads_anywhere(const struct lowering *l, unsigned node, enum hypertree_port port)
{
	return l->h->fault_registers ? hypertree_neighbour(l->h, node, port) > 0 : !hypertree_is_dead(l->h, node, port);
}

/* Whether anything reads what a node gives at a port. */
static bool is_read(const struct lowering *l, unsigned node, enum hypertree_port port)
{
	return l->net->spec->probe || (port != PORT_OWN && leads_anywhere(l, node, port));
}

/* The net with the packets, or the room, that a node gives at a port. */
static char *net_name(const char *what, unsigned node, enum hypertree_port port)
{
	return format_string("%s%s_%u", hypertree_port_name(port), what, node);
}

static void add_net(const struct lowering *l, const char *what, unsigned node, enum hypertree_port port, unsigned width)
{
	char *name = net_name(what, node, port);

	if (is_read(l, node, port))
		module_named_net(l->top, width, "%s", name);
	free(name);
}

static struct bits net_of(const struct lowering *l, const char *what, unsigned node, enum hypertree_port port)
{
	char *name = net_name(what, node, port);
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

/* What node x gives at all its links: packets ("") or room ("_room"). */
static struct bits given_by(const struct lowering *l, const char *what, unsigned node)
{
	enum hypertree_port link[HYPERTREE_PORTS];
	unsigned links = hypertree_node_links(l->h, hypertree_level(node), link);
	struct bits all = {0};

	for (unsigned k = 0; k < links; k++) {
		unsigned width = *what ? hypertree_classes(l->h, link[k]) : BYTE;

		bits_append(&all, is_read(l, node, link[k]) ? net_of(l, what, node, link[k]) : module_unused(l->top, width));
	}
	return all;
}

/* What comes from the other end of a link; zeros if it leads nowhere. */
static struct bits from_neighbour(const struct lowering *l, const char *what, unsigned node, enum hypertree_port port,
				  unsigned width)
{
	if (!leads_anywhere(l, node, port))
		return bits_constant(0, width);
	return net_of(l, what, hypertree_neighbour(l->h, node, port), hypertree_far_port(l->h, node, port));
}

/* Whether a link leads nowhere. */
static struct bits absence(const struct lowering *l, unsigned node, enum hypertree_port port)
{
	unsigned other = hypertree_neighbour(l->h, node, port), low = node < other ? node : other;

	if (!l->h->fault_registers || !other)
		return bits_constant(!leads_anywhere(l, node, port), 1);
	for (unsigned i = l->h->nodes; i < l->parts; i++)
		if (l->part[i].node == low && l->part[i].other == node + other - low)
			return bits_of(l->dead_links, i - l->h->nodes, 1);
	assert(!"a link that is no part");
	return bits_constant(1, 1);
}

static void connect_links(const struct lowering *l, struct instance *i, unsigned node)
{
	enum hypertree_port link[HYPERTREE_PORTS];
	unsigned links = hypertree_node_links(l->h, hypertree_level(node), link);
	struct bits data = {0}, room = {0}, absent = {0};

	for (unsigned k = 0; k < links; k++) {
		bits_append(&data, from_neighbour(l, "", node, link[k], BYTE));
		bits_append(&room, from_neighbour(l, "_room", node, link[k], hypertree_classes(l->h, link[k])));
		bits_append(&absent, absence(l, node, link[k]));
	}
	instance_connect(i, "absent", absent);
	instance_connect(i, "data_in", data);
	instance_connect(i, "room_in", room);
	instance_connect(i, "data_out", given_by(l, "", node));
	instance_connect(i, "room_out", given_by(l, "_room", node));
	if (is_read(l, node, PORT_OWN))
		instance_connect(i, "own_room", net_of(l, "_room", node, PORT_OWN));
	else
		instance_leave_open(i, "own_room");
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
			bits_append(&b, module_unused(l->top, more));
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
		instance_connect(i, "dead", l->h->fault_registers ? bits_of(l->dead_nodes, node - 1, 1)
								   : bits_constant(l->h->dead_node[node], 1));
		instance_connect(i, "lost", bits_of(module_find(l->top, "lost"), node - 1, 1));
	}
	if (l->h->fault_registers) {
		instance_connect(i, "any_dead", bits_of(l->any_dead, 0, 1));
		instance_connect(i, "purge", bits_of(l->purge, 0, 1));
	}
	connect_links(l, i, node);
	connect_processor(l, i, node);
}

/* The faults with which the register begins. */
static struct bits built_in(const struct lowering *l)
{
	const struct hypertree_parameters *own = hypertree_parameters(l->net->spec);
	struct bits all = {0};

	for (unsigned i = 0; i < l->parts; i++) {
		bool dead = false;

		for (unsigned k = 0; k < own->fault_count; k++)
			dead = dead || (own->fault[k].node == l->part[i].node && own->fault[k].other == l->part[i].other);
		bits_append(&all, bits_constant(dead, 1));
	}
	return all;
}

/* A link dies with a node at one of its ends. */
static void add_dead_links(struct lowering *l, int bits, int count)
{
	unsigned links = l->parts - l->h->nodes;
	struct instance *i = module_instance(l->top, l->d, "packet_dead_link", links, "links");
	struct bits end[2] = {{0}};

	for (unsigned k = l->h->nodes; k < l->parts; k++) {
		bits_append(&end[0], bits_of(bits, l->part[k].node - 1, 1));
		bits_append(&end[1], bits_of(bits, l->part[k].other - 1, 1));
	}
	instance_connect_clock(l->top, i);
	instance_connect(i, "count", bits_of(count, 0, 1));
	instance_connect(i, "itself", bits_of(bits, l->h->nodes, links));
	instance_connect(i, "end_0", end[0]);
	instance_connect(i, "end_1", end[1]);
	instance_connect(i, "dead", bits_of(l->dead_links, 0, links));
}

static void add_fault_registers(struct lowering *l)
{
	unsigned frame = hypertree_frame(l->h, l->net->spec->payload_bits);
	struct instance *bits, *faults;

	l->parts = hypertree_parts(l->h, l->part);
	int shift = module_input(l->top, "fault_shift", 1, "a bit of the dead parts is on fault_in (docs/explanation/hypertree.md)");
	int in = module_input(l->top, "fault_in", 1, NULL), out = module_output(l->top, "fault_out", 1, "what is shifted out");
	int shown = module_output(l->top, "dead", l->parts, "what is dead: nodes, links up, links across");
	int dead = module_net(l->top, "fault_bits", l->parts), take = module_net(l->top, "fault_take", 1);
	int count = module_net(l->top, "fault_count", 1);

	l->dead_nodes = module_net(l->top, "dead_nodes", l->h->nodes);
	l->dead_links = module_net(l->top, "dead_links", l->parts - l->h->nodes);
	l->any_dead = module_net(l->top, "any_dead", 1);
	l->purge = module_net(l->top, "purge", 1);
	module_assign(l->top, bits_whole(l->top, shown), expression_of(bits_whole(l->top, dead)));
	bits = module_instance(l->top, l->d, "fault_register", 1, "fault_register");
	instance_parameter(bits, "LINKS", l->parts);
	instance_connect_clock(l->top, bits);
	instance_connect(bits, "rst", bits_of(module_reset(l->top), 0, 1));
	instance_connect(bits, "built_in", built_in(l));
	instance_connect(bits, "answer", bits_constant(0, 1));
	CONNECT(l->top, bits, { "shift", shift }, { "in", in }, { "out", out }, { "start", take }, { "dead", dead });
	faults = module_instance(l->top, l->d, "packet_faults", 1, "faults");
	PARAMETERS(faults, { "NODES", l->h->nodes }, { "PARTS", l->parts }, { "FRAME", frame },
		   { "ROW_BITS", digit_bits(frame) });
	instance_connect_clock(l->top, faults);
	instance_connect(faults, "rst", bits_of(module_reset(l->top), 0, 1));
	CONNECT(l->top, faults, { "shift", shift }, { "take", take }, { "dead", dead }, { "purge", l->purge },
		{ "count", count }, { "dead_nodes", l->dead_nodes }, { "any_dead", l->any_dead });
	add_dead_links(l, dead, count);
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
	if (h->fault_registers)
		add_fault_registers(&l);
	for (unsigned x = 1; x <= h->nodes; x++)
		add_nets(&l, x);
	for (unsigned x = 1; x <= h->nodes; x++)
		add_node(&l, x);
	if (net->spec->probe)
		add_probes(&l);
	hypertree_free(h);
}
