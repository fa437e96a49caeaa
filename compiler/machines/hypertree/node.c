/* node.c: the modules of nodes, one for each level: input ports, scan, route, crossbars, adapter (node.h).
 *
 * A module depends on the kind of network, the packet and the level, never on the number of nodes: links that the
 * network lacks are tied off outside. So a larger network has all modules and instances of a smaller one. */
#include <stdlib.h>

#include "lower/builder.h"
#include "lower/leaf.h"
#include "machines/hypertree/node.h"
#include "util/text.h"

enum {
	CHOICE_BITS = 3, PORT_OF_BITS = 48, CLASS_OF_BITS = 16,	/* of packet_scan.v */
	DETOUR_HEADER_BITS = 12, CONTROL_BITS = 5,		/* of packet_detour.v */
	SYMMETRIC_BIT = 3, CLASS_BIT = 6,			/* of byte 0 */
	NO_LEVEL = 7, LEVEL_BITS = 3,	/* of packet_route.v */
};

/* A module under construction. Ports are counted as the node has them: links first, the adapter's last. */
struct node_module {
	struct design *d;
	struct module *m;
	const struct network *net;
	const struct hypertree *h;
	unsigned level, bytes, frame, row_bits;
	bool detours;			/* parts can be dead */
	struct node_queue queue[MOST_NODE_QUEUES];
	unsigned queues, ports;
	enum hypertree_port port[HYPERTREE_PORTS];
	unsigned first_queue[HYPERTREE_PORTS];	/* of each port */
};

const char *hypertree_port_name(enum hypertree_port port)
{
	static const char *const names[HYPERTREE_PORTS] = {
		[PORT_UP] = "up", [PORT_LEFT] = "left", [PORT_RIGHT] = "right", [PORT_CROSS_0] = "cross_0",
		[PORT_CROSS_1] = "cross_1", [PORT_OWN] = "own",
	};

	return names[port];
}

static void list_ports(struct node_module *n)
{
	n->queues = hypertree_node_queues(n->h, n->level, n->queue);
	for (unsigned q = 0; q < n->queues; q++)
		if (n->queue[q].class == 0) {
			n->first_queue[n->ports] = q;
			n->port[n->ports++] = n->queue[q].port;
		}
}

static unsigned links(const struct node_module *n)
{
	return n->ports - 1;
}

static bool is_own(const struct node_module *n, unsigned p)
{
	return p == links(n);
}

static struct bits part(const struct node_module *n, const char *net, unsigned low, unsigned width)
{
	return bits_of(module_find(n->m, net), low, width);
}

static struct bits byte_of(const struct node_module *n, const char *vector, unsigned p)
{
	return part(n, vector, p * BYTE, BYTE);
}

static struct bits queues_of(const struct node_module *n, const char *vector, unsigned p)
{
	return part(n, vector, n->first_queue[p], hypertree_classes(n->h, n->port[p]));
}

/* Of what the scan and the route see of a packet. */
static unsigned header_bits(const struct node_module *n)
{
	return n->detours ? DETOUR_HEADER_BITS : BYTE;
}

/* The names of the links, for comments. */
static char *link_names(const struct node_module *n)
{
	struct text t = {0};

	for (unsigned p = 0; p < links(n); p++)
		text_print(&t, "%s%s", p ? ", " : "", hypertree_port_name(n->port[p]));
	return t.bytes;
}

/* The ports of the processor, with numbers of nodes as wide as any network has them. */
static void add_leaf_ports(struct node_module *n)
{
	struct leaf_port ports[MAXIMUM_LEAF_PORTS];
	unsigned count = hypertree_leaf_ports(n->net->spec->payload_bits, PATH_BITS, ports);

	for (unsigned k = 0; k < count; k++)
		(ports[k].direction == PORT_INPUT ? module_input : module_output)(n->m, ports[k].name, ports[k].width,
										  ports[k].comment);
	module_output(n->m, "bad_destination", 1, "a word was for no node");
}

static void add_hypertree_node_ports(struct node_module *n)
{
	char *names = link_names(n), *of_links = format_string("over the links %s, the first one lowest", names);

	module_clock(n->m);
	module_reset(n->m);
	module_input(n->m, "address", PATH_BITS, "this node's number, constant");
	module_input(n->m, "nodes", PATH_BITS, "the last node's number, constant");
	if (n->detours)
		module_input(n->m, "dead", 1, "this node is dead");
	if (n->h->fault_registers) {
		module_input(n->m, "any_dead", 1, "a part of the network is dead");
		module_input(n->m, "purge", 1, "the next frame is one");
	}
	module_input(n->m, "absent", links(n), n->detours ? "links that lead nowhere"
						       : "links that the network does not have, constant");
	module_input(n->m, "data_in", links(n) * BYTE, of_links);
	module_input(n->m, "room_in", n->queues - 1, "for packets of each class over each link");
	module_output(n->m, "data_out", links(n) * BYTE, NULL);
	module_output(n->m, "room_out", n->queues - 1, NULL);
	module_output(n->m, "own_room", 1, "for packets of the processor: for tests");
	if (n->detours)
		module_output(n->m, "lost", 1, "a packet was dropped; until the reset");
	add_leaf_ports(n);
	free(of_links);
	free(names);
}

static void add_nets(struct node_module *n)
{
	static const char *const single[] = { "restart", "wrap", "copy", "lead", "first", "head", "third", "look", "nearly",
					      "last", "come", "silent", "own", "own_room_out", NULL };
	const struct { const char *name; unsigned width; } vector[] = {
		{ "read_row", n->row_bits }, { "row", n->row_bits }, { "write_row", n->row_bits },
		{ "headers", n->ports * header_bits(n) }, { "packets", n->ports * BYTE }, { "own_in", BYTE }, { "own_out", BYTE },
		{ "header", header_bits(n) }, { "here", n->queues }, { "there", n->queues }, { "sent", n->queues },
		{ "way", n->ports }, { "granted", n->ports }, { "number", CHOICE_BITS }, { NULL, 0 },
	};

	static const char *const of_detours[] = { "in_class_1", "detoured", "stay", "drop", NULL };

	static const char *const of_registers[] = { "starts", "quiet", NULL };

	for (const char *const *name = single; *name; name++)
		module_net(n->m, *name, 1);
	for (const char *const *name = of_registers; n->h->fault_registers && *name; name++)
		module_net(n->m, *name, 1);
	for (const char *const *name = of_detours; n->detours && *name; name++)
		module_net(n->m, *name, 1);
	if (n->detours) {
		module_net(n->m, "changes", CONTROL_BITS);
		module_net(n->m, "control", CONTROL_BITS);
	}
	for (unsigned k = 0; vector[k].name; k++)
		module_net(n->m, vector[k].name, vector[k].width);
}

/* A reset of the node's own, which a long way from the top does not slow down. */
static void add_frame(struct node_module *n)
{
	int restart = module_find(n->m, "restart");

	module_register_copy(n->m, bits_whole(n->m, restart), bits_whole(n->m, module_reset(n->m)));
	struct instance *i = module_instance(n->m, n->d, "packet_frame", 1, "frame");

	PARAMETERS(i, { "FRAME", n->frame }, { "BYTES", n->bytes }, { "ROW_BITS", n->row_bits });
	instance_connect_net(n->m, i, "rst", "restart");
	if (n->h->fault_registers)
		instance_connect_net(n->m, i, "silent", "starts");
	instance_connect_rest(n->m, n->d, i);
	if (!n->h->fault_registers)
		return;
	i = module_instance(n->m, n->d, "packet_purge", 1, "purges");
	instance_connect_net(n->m, i, "rst", "restart");
	instance_connect_rest(n->m, n->d, i);
}

static void add_port(struct node_module *n, unsigned p)
{
	struct instance *i = module_instance(n->m, n->d, "packet_port", 1, "%s_port", hypertree_port_name(n->port[p]));

	PARAMETERS(i, { "CLASSES", hypertree_classes(n->h, n->port[p]) }, { "CLASS_BIT", n->detours ? CLASS_BIT : SYMMETRIC_BIT },
		   { "DETOURS", n->detours }, { "BUFFERS", hypertree_parameters(n->net->spec)->buffers }, { "BYTES", n->bytes }, { "FRAME", n->frame },
		   { "ROW_BITS", n->row_bits });
	instance_connect(i, "absent", is_own(n, p) ? bits_constant(0, 1) : part(n, "absent", p, 1));
	instance_connect(i, "data", is_own(n, p) ? part(n, "own_in", 0, BYTE) : byte_of(n, "data_in", p));
	instance_connect(i, "room", is_own(n, p) ? part(n, "own_room", 0, 1) : queues_of(n, "room_out", p));
	instance_connect(i, "here", queues_of(n, "here", p));
	instance_connect(i, "there", queues_of(n, "there", p));
	instance_connect(i, "header", part(n, "headers", p * header_bits(n), header_bits(n)));
	instance_connect(i, "sent", queues_of(n, "sent", p));
	instance_connect(i, "out", byte_of(n, "packets", p));
	instance_connect_rest(n->m, n->d, i);
}

static void add_scan(struct node_module *n)
{
	unsigned long port_of = 0, class_of = 0;
	struct bits room = part(n, "room_in", 0, n->queues - 1);
	struct instance *i = module_instance(n->m, n->d, "packet_scan", 1, "scan");

	for (unsigned q = 0, p = 0; q < n->queues; q++) {
		p += q > 0 && n->queue[q].class == 0;
		port_of |= (unsigned long)p << (q * CHOICE_BITS);
		class_of |= (unsigned long)n->queue[q].class << q;
	}
	bits_append(&room, part(n, "own_room_out", 0, 1));
	PARAMETERS(i, { "QUEUES", n->queues }, { "PORTS", n->ports }, { "ROW_BITS", n->row_bits },
		   { "DETOURS", n->detours });
	instance_vector_parameter(i, "PORT_OF", port_of, PORT_OF_BITS);
	instance_vector_parameter(i, "CLASS_OF", class_of, CLASS_OF_BITS);
	instance_connect_net(n->m, i, "rst", "restart");
	instance_connect(i, "room", room);
	instance_connect_net(n->m, i, "route", "way");
	if (n->detours) {
		instance_connect(i, "class_1", part(n, "changes", CONTROL_BITS - 1, 1));
	} else {
		instance_connect(i, "class_1", part(n, "header", BYTE - 1, 1));
		instance_connect(i, "stay", bits_constant(0, 1));
		instance_connect(i, "drop", bits_constant(0, 1));
		instance_leave_open(i, "in_class_1");
		instance_leave_open(i, "detoured");
		instance_leave_open(i, "lost");
		instance_connect(i, "changes", bits_constant(0, CONTROL_BITS));
		instance_leave_open(i, "control");
	}
	instance_connect_rest(n->m, n->d, i);
}

/* The first level from `level` on that has links across for a bit. */
static unsigned level_that_flips(const struct hypertree *h, unsigned level, unsigned bit)
{
	unsigned bits[MOST_CROSS_PORTS];

	for (; level < NO_LEVEL; level++) {
		hypertree_link_bits(h->kind, level, bits);
		if (bits[0] == bit || bits[1] == bit)
			break;
	}
	return level;
}

/* 0: never; 1: yes; 2: and links of an unfinished last level count. As hypertree_packet() and rule.c have it. */
static unsigned symmetry(const struct hypertree *h)
{
	return h->kind == HYPERTREE_1 ? 2 : h->kind == HYPERTREE_2;
}

/* An output of the route for each port that any node has: those that this node has. */
static struct bits ways(const struct node_module *n)
{
	struct bits all = {0};
	unsigned p = 0;

	for (enum hypertree_port port = PORT_UP; port < HYPERTREE_PORTS; port++)
		bits_append(&all, n->port[p] == port ? part(n, "way", p++, 1) : module_unused(n->m, 1));
	return all;
}

/* Which of the ports `from` and above that any node has lead nowhere. */
static struct bits absent_from(const struct node_module *n, enum hypertree_port from)
{
	struct bits all = {0};
	unsigned p = 0;

	for (enum hypertree_port port = PORT_UP; port < PORT_OWN; port++) {
		bool has = n->port[p] == port;

		if (port >= from)
			bits_append(&all, has ? part(n, "absent", p, 1) : bits_constant(1, 1));
		p += has;
	}
	return all;
}

/* What the route must know of the other levels to lead packets round. */
static void connect_detours(const struct node_module *n, struct instance *i)
{
	unsigned long link_bits[MOST_CROSS_PORTS] = {0};

	for (unsigned m = 1; m < NO_LEVEL; m++) {
		unsigned bit[MOST_CROSS_PORTS];

		hypertree_link_bits(n->h->kind, m, bit);
		for (unsigned k = 0; k < MOST_CROSS_PORTS; k++)
			link_bits[k] |= (unsigned long)bit[k] << (m * LEVEL_BITS);
	}
	instance_vector_parameter(i, "FIRST", link_bits[0], NO_LEVEL * LEVEL_BITS);
	instance_vector_parameter(i, "SECOND", link_bits[1], NO_LEVEL * LEVEL_BITS);
	instance_connect(i, "dead", absent_from(n, PORT_UP));
	if (!n->h->fault_registers)
		instance_connect(i, "any_dead", bits_constant(1, 1));
	instance_connect_net(n->m, i, "control", "changes");
}

/* What the route of a hypertree must know of the levels' links across. */
static void connect_link_bits(const struct node_module *n, struct instance *i)
{
	unsigned bit[MOST_CROSS_PORTS];
	unsigned long flips = 0;

	hypertree_link_bits(n->h->kind, n->level, bit);
	for (unsigned b = 1; b < NO_LEVEL; b++)
		flips |= (unsigned long)level_that_flips(n->h, n->level, b) << (b * LEVEL_BITS);
	PARAMETERS(i, { "BIT_0", bit[0] }, { "BIT_1", bit[1] },
		   { "AGAIN_0", level_that_flips(n->h, n->level + 1, bit[0]) },
		   { "AGAIN_1", level_that_flips(n->h, n->level + 1, bit[1]) }, { "SYMMETRIC", symmetry(n->h) });
	instance_vector_parameter(i, "FLIPS", flips, NO_LEVEL * LEVEL_BITS);
}

/* The module that has the rule, and what it must know of the links that lead nowhere. */
static const char *route_module(const struct node_module *n)
{
	return n->h->kind == FULL_RING ? "packet_route_full" : n->h->kind == HALF_RING ? "packet_route_half"
	       : n->detours ? "packet_detour" : "packet_route";
}

static void add_route(struct node_module *n)
{
	struct instance *i = module_instance(n->m, n->d, route_module(n), 1, "route");

	PARAMETERS(i, { "LEVEL", n->level });
	if (n->h->kind != FULL_RING && n->h->kind != HALF_RING)
		connect_link_bits(n, i);
	if (n->detours)
		connect_detours(n, i);
	else
		instance_connect(i, "absent", absent_from(n, n->h->kind == HALF_RING ? PORT_UP : PORT_CROSS_0));
	instance_connect(i, "out", ways(n));
	instance_connect_rest(n->m, n->d, i);
}

/* Whether packets that go out there are marked. */
static bool marks(const struct node_module *n, unsigned p)
{
	return n->h->kind == HALF_RING && (n->port[p] == PORT_LEFT || n->port[p] == PORT_RIGHT);
}

/* Where no packet turns back, the place of an output port's own input is the adapter's. A node sends packets to itself. */
static void add_crossbar(struct node_module *n, unsigned p)
{
	bool all = is_own(n, p) || hypertree_turns_back(n->h, n->level, n->port[p]);
	struct bits ins = {0};
	struct instance *i = module_instance(n->m, n->d, "packet_crossbar", 1, "%s_crossbar",
					     hypertree_port_name(n->port[p]));

	for (unsigned k = 0; k < links(n) + all; k++)
		bits_append(&ins, byte_of(n, "packets", k == p && !all ? links(n) : k));
	PARAMETERS(i, { "INPUTS", links(n) + all }, { "NUMBER", all ? links(n) : p }, { "BYTES", n->bytes },
		   { "FRAME", n->frame }, { "DETOURS", n->detours && !is_own(n, p) }, { "MARKS", marks(n, p) });
	instance_connect(i, "absent", is_own(n, p) ? bits_constant(0, 1) : part(n, "absent", p, 1));
	if (!n->detours)
		instance_connect(i, "control", bits_constant(0, CONTROL_BITS));
	if (n->h->fault_registers)
		instance_connect_net(n->m, i, "silent", "quiet");
	instance_connect(i, "granted", part(n, "granted", p, 1));
	instance_connect(i, "ins", ins);
	instance_connect(i, "out", is_own(n, p) ? part(n, "own_out", 0, BYTE) : byte_of(n, "data_out", p));
	instance_connect_rest(n->m, n->d, i);
}

/* On a full ring, says of each packet that enters whether it passes the place where the numbers of a level begin
 * again. */
static void add_wraps(struct node_module *n)
{
	if (n->h->kind != FULL_RING)
		return;
	struct instance *i = module_instance(n->m, n->d, "packet_wraps", 1, "wrapping");

	PARAMETERS(i, { "LEVEL", n->level });
	CONNECT(n->m, i, { "path", module_net(n->m, "sent_path", PATH_BITS) }, { "wraps", module_net(n->m, "wraps", 1) });
	instance_connect_rest(n->m, n->d, i);
}

static void connect_wraps(const struct node_module *n, struct instance *adapter)
{
	if (n->h->kind == FULL_RING)
		return;
	instance_leave_open(adapter, "sent_path");
	instance_connect(adapter, "wraps", bits_constant(0, 1));
}

/* What comes is always taken from the network: there is room at any time. */
static void add_acknowledged_adapter(struct node_module *n)
{
	struct instance *i = module_instance(n->m, n->d, "packet_leaf_acknowledged", 1, "adapter");

	PARAMETERS(i, { "PAYLOAD_BITS", n->net->spec->payload_bits }, { "LEVEL", n->level },
		   { "SYMMETRIC", symmetry(n->h) }, { "OUTSTANDING", hypertree_parameters(n->net->spec)->outstanding },
		   { "SEQUENCE", n->h->fault_registers }, { "ROW_BITS", n->row_bits });
	CONNECT(n->m, i, { "data_in", module_find(n->m, "own_in") },
		{ "room_in", module_find(n->m, "own_room") }, { "data_out", module_find(n->m, "own_out") });
	if (!n->h->fault_registers)
		instance_connect(i, "any_dead", bits_constant(n->h->any_dead, 1));
	if (!n->detours)
		instance_connect(i, "dead", bits_constant(0, 1));
	module_assign(n->m, part(n, "own_room_out", 0, 1), expression_of(bits_constant(1, 1)));
	connect_wraps(n, i);
	instance_connect_rest(n->m, n->d, i);
}

static void add_adapter(struct node_module *n)
{
	if (hypertree_parameters(n->net->spec)->acknowledge) {
		add_acknowledged_adapter(n);
		return;
	}
	struct instance *i = module_instance(n->m, n->d, "packet_leaf", 1, "adapter");

	PARAMETERS(i, { "PAYLOAD_BITS", n->net->spec->payload_bits }, { "LEVEL", n->level },
		   { "SYMMETRIC", n->h->any_dead && !n->h->fault_registers ? 0 : symmetry(n->h) },
		   { "ROW_BITS", n->row_bits });
	if (!n->detours)
		instance_connect(i, "dead", bits_constant(0, 1));
	CONNECT(n->m, i, { "data_in", module_find(n->m, "own_in") }, { "room_in", module_find(n->m, "own_room") },
		{ "data_out", module_find(n->m, "own_out") }, { "room_out", module_find(n->m, "own_room_out") });
	connect_wraps(n, i);
	instance_connect_rest(n->m, n->d, i);
}

const char *hypertree_lower_node(struct design *d, const struct network *net, const struct hypertree *h,
				 unsigned level)
{
	struct node_module n = { .d = d, .net = net, .h = h, .level = level, .detours = hypertree_has_detours(h),
				 .bytes = hypertree_packet_bytes(net->spec->payload_bits),
				 .frame = hypertree_frame(h, net->spec->payload_bits) };
	char *name = format_string("node_%u", level);
	const struct module *known = design_find(d, name);

	if (known) {
		free(name);
		return known->name;
	}
	n.row_bits = digit_bits(n.frame);
	n.m = design_add(d, name, format_string("A node of level %u.\n", level));
	list_ports(&n);
	add_hypertree_node_ports(&n);
	add_nets(&n);
	add_frame(&n);
	for (unsigned p = 0; p < n.ports; p++)
		add_port(&n, p);
	add_scan(&n);
	add_route(&n);
	for (unsigned p = 0; p < n.ports; p++)
		add_crossbar(&n, p);
	add_wraps(&n);
	add_adapter(&n);
	return name;
}
