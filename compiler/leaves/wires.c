/* wires.c: leaves without a circuit: the wires of their channels are ports of the network. */
#include "leaves/leaf.h"
#include "lower/builder.h"

static unsigned ports(const struct network *net, struct leaf_port *ports)
{
	ports[0] = (struct leaf_port){ "leaf_up", PORT_INPUT, net->spec->connections, "from the leaves" };
	ports[1] = (struct leaf_port){ "leaf_down", PORT_OUTPUT, net->spec->connections, "to the leaves" };
	return 2;
}

static void add_wires_leaf(const struct leaf_site *s)
{
	unsigned c = s->net->spec->connections;
	struct module *m = s->m;

	module_assign(m, bits_whole(m, s->up), expression_of(bits_of(module_find(m, "leaf_up"), s->first * c, c)));
	module_assign(m, bits_of(module_find(m, "leaf_down"), s->first * c, c), expression_of(bits_whole(m, s->down)));
}

const struct leaf wires_leaf = {
	.name = "bare wires",
	.speaks = LEAF_SPEAKS_WIRES,
	.says = "has bare wires at its leaves",
	.instead = "--set leaf-interface=axi-stream",
	.ports = ports,
	.add = add_wires_leaf,
};
