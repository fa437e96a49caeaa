/* leaf.c: the ports of many leaves side by side. */
#include "lower/leaf.h"

#include "lower/builder.h"

void leaf_ports_add(struct module *m, const struct network *net, unsigned leaves)
{
	struct leaf_port ports[MAXIMUM_LEAF_PORTS];
	unsigned count = net->spec->leaf->ports(net, ports);

	for (unsigned k = 0; k < count; k++) {
		int port = (ports[k].direction == PORT_INPUT ? module_input : module_output)(
			m, ports[k].name, ports[k].width * leaves, ports[k].comment);

		m->net[port].share = ports[k].width;
	}
}

void leaf_ports_connect(struct module *m, struct instance *i, const struct network *net, unsigned first,
			unsigned leaves)
{
	struct leaf_port ports[MAXIMUM_LEAF_PORTS];
	unsigned count = net->spec->leaf->ports(net, ports);

	for (unsigned k = 0; k < count; k++)
		instance_connect(i, ports[k].name,
				 bits_of(module_find(m, ports[k].name), first * ports[k].width,
					 leaves * ports[k].width));
}
