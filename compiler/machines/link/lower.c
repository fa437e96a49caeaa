/* lower.c: an end of a link: one template, with the network's name. */
#include "lower/builder.h"
#include "lower/cost.h"
#include "machines/link/link.h"
#include "network/cost.h"
#include "util/text.h"

static void add_streams(struct module *m, const struct spec *spec)
{
	module_clock(m);
	module_reset(m);
	module_input(m, "s_axis_tdata", spec->payload_bits, "words for the far end");
	module_input(m, "s_axis_tvalid", 1, NULL);
	module_output(m, "s_axis_tready", 1, NULL);
	module_output(m, "m_axis_tdata", spec->payload_bits, "words from it, in order, each once");
	module_output(m, "m_axis_tvalid", 1, NULL);
	module_input(m, "m_axis_tready", 1, NULL);
}

void link_lower(struct design *d, const struct network *net)
{
	const struct spec *spec = net->spec;
	struct link_shape shape = link_shape(spec);
	struct module *m = design_add(d, copy_string(""), format_string("An end of a link of words of %u bits through %u pin%s.\n",
				      shape.width, shape.pins, shape.pins == 1 ? "" : "s"));

	add_streams(m, spec);
	link_add_ports(m, "", &shape);
	instance_connect_rest(m, d, link_add(d, spec, m, "", &shape));
}

/* An end. */
static struct cost cost(const struct network *net)
{
	struct design *d = design_lower(net);
	struct cost sum = design_cost(cost_table_at_hand(net->spec->family), net->spec->family, d);

	design_free(d);
	return sum;
}

const struct leaf link_leaf = {
	.name = "a stream of words",
	.speaks = 0,
	.says = "joins two chips",
	.cost = cost,
	.cost_is = "an end",
};
