/* lower.c: an end of a link: one template, with the network's name. */
#include "lower/builder.h"
#include "lower/cost.h"
#include "machines/link/link.h"
#include "network/cost.h"
#include "parse/family.h"
#include "util/text.h"

static void add_ports(struct module *m, const struct spec *spec)
{
	unsigned pins = link_parameters(spec)->pins;

	module_clock(m);
	module_reset(m);
	module_input(m, "s_axis_tdata", spec->payload_bits, "words for the far end");
	module_input(m, "s_axis_tvalid", 1, NULL);
	module_output(m, "s_axis_tready", 1, NULL);
	module_output(m, "m_axis_tdata", spec->payload_bits, "words from it, in order, each once");
	module_output(m, "m_axis_tvalid", 1, NULL);
	module_input(m, "m_axis_tready", 1, NULL);
	module_output(m, "tx_clk", 1, "the cable: clk inverted, and pins that change with clk");
	module_output(m, "tx_pins", pins, NULL);
	module_input(m, "rx_clk", 1, "those of the far end; rx_pins are read at its rising edges");
	module_input(m, "rx_pins", pins, NULL);
	module_output(m, "up", 1, "both ends are there, and agree");
	module_output(m, "differs", 1, "they do not: other parameters at the far end");
	module_output(m, "locked", 1, "in step with rx_clk: frames are understood");
	module_output(m, "bad", 1, "in step with rx_clk, a clock long: a frame was wrong");
	module_output(m, "again", 1, "a clock long: a frame is sent again");
	module_output(m, "lost", 1, "a clock long: a session ends with words under way");
}

void link_lower(struct design *d, const struct network *net)
{
	const struct spec *spec = net->spec;
	const struct link_parameters *own = link_parameters(spec);
	struct module *m = design_add(d, copy_string(""), format_string("An end of a link of words of %u bits through %u pin%s.\n",
				      spec->payload_bits, own->pins, own->pins == 1 ? "" : "s"));

	add_ports(m, spec);
	struct instance *i = module_instance(m, d, "link_end", 1, "end_of_link");

	PARAMETERS(i, { "WIDTH", spec->payload_bits }, { "WORDS", own->words }, { "PINS", own->pins }, { "TRIP", link_frame(spec).trip },
		   { "SILENCE", link_frame(spec).silence }, { "LUT_RAM", spec->family->lut_ram.words > 0 });
	instance_connect_rest(m, d, i);
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
