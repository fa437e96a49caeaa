/* packet.c: sizes of packets, frames and queues. */
#include "machines/hypertree/node.h"

/* B bytes pass a link, one a clock; the Q queues of a node are looked at one a clock, and six more clocks lie before
 * and behind that. */
enum { HEADER_BYTES = 3, SCAN_CLOCKS = 6 };

unsigned hypertree_classes(const struct hypertree *h, enum hypertree_port port)
{
	if (port == PORT_OWN || h->kind == BINARY_TREE)
		return 1;
	return hypertree_has_detours(h) || hypertree_is_cross(port) ? 2 : 1;
}

unsigned hypertree_queues(const struct hypertree *h)
{
	return 1 + 3 * hypertree_classes(h, PORT_UP) + h->cross_ports * hypertree_classes(h, PORT_CROSS_0);
}

unsigned hypertree_packet_bytes(unsigned payload_bits)
{
	return HEADER_BYTES + (payload_bits + 7) / 8;
}

unsigned hypertree_frame(const struct hypertree *h, unsigned payload_bits)
{
	unsigned bytes = hypertree_packet_bytes(payload_bits), scan = hypertree_queues(h) + SCAN_CLOCKS;

	return bytes > scan ? bytes : scan;
}

/* Whether nodes of a level have that port in the unlimited tree. */
static bool has_port(const struct hypertree *h, unsigned level, enum hypertree_port port)
{
	unsigned bit[MOST_CROSS_PORTS];

	if (!hypertree_is_cross(port))
		return level > 0 || port != PORT_UP;
	if (level == 0 || h->kind > HYPERTREE_2)
		return level > (port == PORT_CROSS_1) && (unsigned)port < PORT_CROSS_0 + h->cross_ports;
	hypertree_link_bits(h->kind, level, bit);
	return bit[port - PORT_CROSS_0];
}

unsigned hypertree_node_queues(const struct hypertree *h, unsigned level, struct node_queue queue[MOST_NODE_QUEUES])
{
	unsigned count = 0;

	for (enum hypertree_port port = PORT_UP; port < HYPERTREE_PORTS; port++)
		for (unsigned class = 0; has_port(h, level, port) && class < hypertree_classes(h, port); class++)
			queue[count++] = (struct node_queue){ port, class };
	return count;
}

unsigned hypertree_node_links(const struct hypertree *h, unsigned level, enum hypertree_port link[HYPERTREE_PORTS])
{
	unsigned count = 0;

	for (enum hypertree_port port = PORT_UP; port < PORT_OWN; port++)
		if (has_port(h, level, port))
			link[count++] = port;
	return count;
}

unsigned hypertree_path(unsigned node)
{
	unsigned all = (1u << PATH_BITS) - 1;

	return (2 * node + 1) << (PATH_BITS - 1 - hypertree_level(node)) & all;
}
