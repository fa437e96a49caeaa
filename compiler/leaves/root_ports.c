/* root_ports.c: the ports of the root's streams. */
#include "leaves/root.h"

void root_ports(const struct network *net, struct leaf_port p[ROOT_PORTS])
{
	unsigned payload = net->spec->payload_bits, label = net->label_bits;

	p[ROOT_S_DATA] = (struct leaf_port){ "s_root_tdata", PORT_INPUT, payload, "words from the outside, a stream for each wire" };
	p[ROOT_S_DEST] = (struct leaf_port){ "s_root_tdest", PORT_INPUT, label, "destination leaf" };
	p[ROOT_S_USER] = (struct leaf_port){ "s_root_tuser", PORT_INPUT, label, "what the leaf gets as their source, below a 1" };
	p[ROOT_S_VALID] = (struct leaf_port){ "s_root_tvalid", PORT_INPUT, 1, NULL };
	p[ROOT_S_READY] = (struct leaf_port){ "s_root_tready", PORT_OUTPUT, 1, "the leaf has acknowledged the word" };
	p[ROOT_M_DATA] = (struct leaf_port){ "m_root_tdata", PORT_OUTPUT, payload, "words to the outside" };
	p[ROOT_M_DEST] = (struct leaf_port){ "m_root_tdest", PORT_OUTPUT, label, "what their label has below the 1" };
	p[ROOT_M_USER] = (struct leaf_port){ "m_root_tuser", PORT_OUTPUT, label, "source leaf" };
	p[ROOT_M_VALID] = (struct leaf_port){ "m_root_tvalid", PORT_OUTPUT, 1, NULL };
	p[ROOT_M_READY] = (struct leaf_port){ "m_root_tready", PORT_INPUT, 1, NULL };
}
