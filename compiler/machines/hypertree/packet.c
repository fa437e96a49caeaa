/* packet.c: sizes of packets, frames and queues. */
#include "machines/hypertree/hypertree.h"

/* B bytes pass a link, one a clock; the Q queues of a node are looked at one a clock, and six more clocks lie before
 * and behind that. */
enum { HEADER_BYTES = 3, SCAN_CLOCKS = 6 };

unsigned hypertree_classes(const struct hypertree *h, enum hypertree_port port)
{
	if (port == PORT_OWN || h->kind == BINARY_TREE)
		return 1;
	return h->any_dead || hypertree_is_cross(port) ? 2 : 1;
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
