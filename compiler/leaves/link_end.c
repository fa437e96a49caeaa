/* link_end.c: an end of a link: its frames, ports and instance, and what joins it to the streams of a root. */
#include "leaves/link_end.h"

#include <stdlib.h>

#include "leaves/root.h"
#include "lower/cost.h"
#include "network/cost.h"
#include "parse/family.h"
#include "util/number.h"
#include "util/text.h"

/* From the end of a frame until what it says has an effect in the other clock, at most: two walks of 16 clocks over the window, and the
 * crossing. */
enum { TELL_CLOCKS = 47, HEADER_BITS = 36, CRC_BITS = 16 };

struct link_shape link_shape(const struct spec *spec)
{
	return (struct link_shape){ .width = spec->payload_bits, .pins = spec->link_pins, .words = spec->link_words };
}

struct link_shape link_at_root(const struct network *net)
{
	const struct spec *spec = net->spec;

	if (!network_has_root_link(net))
		return (struct link_shape){ 0 };
	return (struct link_shape){ .width = 2 * net->label_bits + spec->payload_bits, .label_bits = net->label_bits,
				    .pins = spec->link_pins, .words = spec->link_words };
}

struct link_frame link_frame(const struct spec *spec, const struct link_shape *shape)
{
	unsigned pins = shape->pins, body = (shape->width + pins - 1) / pins;
	struct link_frame f = { .clocks = (HEADER_BITS + pins - 1) / pins + CRC_BITS / pins + shape->words * body };
	/* One frame is on its way, the answer to it begins within the next one, and takes a third. */
	unsigned trip = 3 + (2 * TELL_CLOCKS + f.clocks - 1) / f.clocks;

	f.trip = spec->link_trip > 0 ? spec->link_trip : smaller(trip, MOST_LINK_TRIP);
	/* The search for the begin of a frame tries all its clocks, a frame each. */
	f.silence = larger(7, digit_bits(f.clocks) + 1);
	return f;
}

/* ---- Modules ----------------------------------------------------------------------------------------------------- */

static const struct { const char *name; bool output, wide; const char *comment; } ports[] = {
	{ "tx_clk", true, false, "the cable: clk inverted, and pins that change with clk" },
	{ "tx_pins", true, true, NULL },
	{ "rx_clk", false, false, "those of the far end; rx_pins are read at its rising edges" },
	{ "rx_pins", false, true, NULL },
	{ "up", true, false, "both ends are there, and agree" },
	{ "differs", true, false, "they do not: other parameters at the far end" },
	{ "locked", true, false, "in step with rx_clk: frames are understood" },
	{ "bad", true, false, "in step with rx_clk, a clock long: a frame was wrong" },
	{ "again", true, false, "a clock long: a frame is sent again" },
	{ "lost", true, false, "a clock long: a session ends with words under way" },
};
enum { PORTS = sizeof ports / sizeof *ports };

void link_add_ports(struct module *m, const char *prefix, const struct link_shape *shape)
{
	for (unsigned k = 0; k < PORTS; k++) {
		char *name = format_string("%s%s", prefix, ports[k].name);

		(ports[k].output ? module_output : module_input)(m, name, ports[k].wide ? shape->pins : 1, ports[k].comment);
		free(name);
	}
}

struct instance *link_add(struct design *d, const struct spec *spec, struct module *m, const char *prefix, const struct link_shape *shape)
{
	struct link_frame f = link_frame(spec, shape);
	struct instance *i = module_instance(m, d, "link_end", 1, "end_of_link");

	PARAMETERS(i, { "WIDTH", shape->width }, { "LABEL_BITS", shape->label_bits }, { "WORDS", shape->words }, { "PINS", shape->pins },
		   { "TRIP", f.trip }, { "SILENCE", f.silence }, { "LUT_RAM", spec->family->lut_ram.words > 0 });
	for (unsigned k = 0; k < PORTS; k++) {
		char *name = format_string("%s%s", prefix, ports[k].name);

		instance_connect_net(m, i, ports[k].name, name);
		free(name);
	}
	return i;
}

/* The streams of the root, and one each way between them and the end. */
static void add_nets(const struct network *net, struct module *top, const struct link_shape *shape)
{
	struct leaf_port p[ROOT_PORTS];

	root_ports(net, p);
	for (unsigned k = 0; k < ROOT_PORTS; k++)
		module_net(top, p[k].name, network_root_streams(net) * p[k].width);
	for (unsigned way = 0; way < 2; way++) {
		module_named_net(top, shape->width, "%s_word", way == 0 ? "near" : "far");
		module_named_net(top, 1, "%s_valid", way == 0 ? "near" : "far");
		module_named_net(top, 1, "%s_ready", way == 0 ? "near" : "far");
	}
}

void link_add_at_root(struct design *d, const struct network *net, struct module *top)
{
	struct link_shape shape = link_at_root(net);
	static const char *const sides[] = { "link_gather", "link_spread" };

	link_add_ports(top, ROOT_LINK_PREFIX, &shape);
	add_nets(net, top, &shape);
	for (unsigned k = 0; k < 2; k++) {
		struct instance *i = module_instance(top, d, sides[k], 1, "%s", sides[k]);

		PARAMETERS(i, { "WIRES", network_root_streams(net) }, { "LABEL_BITS", net->label_bits },
			   { "PAYLOAD_BITS", net->spec->payload_bits });
		instance_connect_rest(top, d, i);
	}
	struct instance *end = link_add(d, net->spec, top, ROOT_LINK_PREFIX, &shape);

	CONNECT(top, end, { "s_axis_tdata", module_find(top, "near_word") }, { "s_axis_tvalid", module_find(top, "near_valid") },
		{ "s_axis_tready", module_find(top, "near_ready") }, { "m_axis_tdata", module_find(top, "far_word") },
		{ "m_axis_tvalid", module_find(top, "far_valid") }, { "m_axis_tready", module_find(top, "far_ready") });
	instance_connect_rest(top, d, end);
}

struct cost link_root_cost(const struct network *net)
{
	if (!network_has_root_link(net))
		return (struct cost){ 0 };
	struct design *d = design_around(NULL);
	struct module *m = design_add(d, copy_string(""), copy_string(""));

	link_add_at_root(d, net, m);
	struct cost sum = design_cost(cost_table_at_hand(net->spec->family), net->spec->family, d);

	design_free(d);
	return sum;
}
