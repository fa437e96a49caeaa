/* model_ports.c: the ports of all leaves, as a model in C has them. */
#include "leaves/model_ports.h"

#include "lower/leaf.h"

void model_ports_add(struct ported *p, const struct network *net)
{
	struct leaf_port list[MAXIMUM_LEAF_PORTS];
	unsigned count = net->spec->leaf->ports(net, list);

	ported_add(p, "rst", 1, false);
	for (unsigned k = 0; k < count; k++)
		ported_add(p, list[k].name, net->spec->leaves * list[k].width, list[k].direction == PORT_OUTPUT);
}
