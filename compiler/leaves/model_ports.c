/* model_ports.c: the ports of all leaves, as a model in C has them. */
#include "leaves/model_ports.h"

#include <string.h>

#include "lower/leaf.h"
#include "lower/streams.h"
#include "model.h"

enum { BYTE = 8 };

void model_ports_add(struct ported *p, const struct network *net)
{
	struct leaf_port list[MAXIMUM_LEAF_PORTS];
	unsigned count = net->spec->leaf->ports(net, list);

	ported_add(p, "rst", 1, false);
	for (unsigned k = 0; k < count; k++)
		ported_add(p, list[k].name, net->spec->leaves * list[k].width, list[k].direction == PORT_OUTPUT);
}

static struct model_port *find(struct ported *p, const char *name)
{
	size_t k = 0;

	while (strcmp(p->port[k].name, name) != 0)
		k++;
	return &p->port[k];
}

static void name_source(struct ported *p, const struct spec *spec)
{
	if (spec->stream_source == STREAM_SOURCE_TID)
		find(p, SOURCE_PORT_TUSER)->name = SOURCE_PORT_TID;
	else if (spec->stream_source == STREAM_SOURCE_BOTH)
		ported_add_name(p, SOURCE_PORT_TID, find(p, SOURCE_PORT_TUSER));
}

struct model *model_ports_around(struct ported *p, const struct spec *spec, void *instance)
{
	name_source(p, spec);
	if (spec->stream_keep)
		ported_add_held(p, KEEP_PORT, find(p, "m_axis_tdata")->width / BYTE);
	struct model *m = model_around(&p->abi, instance);

	if (spec->stream_keep)
		model_hold(m, model_port(m, KEEP_PORT));
	return m;
}
