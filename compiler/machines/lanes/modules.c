/* modules.c: what the leaves and the streams of the outside have alike: the switches before them, adapters, copies of the timing. */
#include "machines/lanes/lower.h"

#include <string.h>

/* ---- Modules ---- */

struct instance *lane_lower_switch(const struct lowering *l, struct module *m, const struct lane_stage *stage, unsigned digits)
{
	unsigned inputs = stage->inputs, outputs = stage->outputs;
	struct instance *i = module_instance(m, l->d, "lane_switch", 1, "lane_switch");

	module_clock(m);
	module_input(m, "strobe", 1, "the switch decides in the next clock");
	module_input(m, "favor", stage->number_bits, "which inputs come first");
	module_input(m, "let_go", LANE_LET_GO_BITS, "all ones: no input comes first for its packet");
	module_input(m, "clear", 1, "nothing has been asked for since the reset");
	module_input(m, "request", inputs * outputs, "of each input, for one output at most");
	module_input(m, "digits", inputs * at_least_1(digits), "of each input: of the destination, for the switches to come");
	module_input(m, "in", inputs * l->shape.width, NULL);
	module_output(m, "taken", inputs, "in the last clock of a slot: the message has arrived");
	module_output(m, "out", outputs * l->shape.width, NULL);
	return i;
}

void lane_lower_last(struct module *m, struct instance *i, const struct lane_stage *stage)
{
	module_output(m, "valid", stage->outputs, "a message comes to a leaf ..");
	module_output(m, "from", stage->outputs * stage->number_bits, ".. from this input");
	module_output(m, "held", stage->outputs, "its packet goes on");
	instance_connect_net(m, i, "goes_on", "digits");
	instance_connect(i, "taken_out", bits_constant(0, stage->outputs));
}

/* What words carry lies below their payloads. */
bool lane_has_payload(const struct leaf_port *port)
{
	return strstr(port->name, "tdata") != NULL;
}

const char *lane_lower_adapter(const struct lowering *l, const struct adapter *a)
{
	const struct lane_shape *s = &l->shape;
	struct leaf_port ports[MAXIMUM_LEAF_PORTS];
	unsigned count = l->spec->leaf->ports(l->net, ports);
	struct module *m = design_add(l->d, copy_string(a->name), copy_string(a->purpose));
	struct instance *i = module_instance(m, l->d, "lane_leaf", 1, "lane_leaf");

	a->set(l->spec, s, i);
	module_clock(m);
	module_reset(m);
	module_input(m, "timing", LANE_TIMING_BITS + lane_pairs(s), "{pair, odd, done, catch, turn}");
	module_input(m, "label", s->label_bits, "of this leaf, constant");
	module_output(m, "request", a->asks, "for an output of the first switch");
	module_output(m, "digits", s->label_bits, "of the destination");
	module_output(m, "goes_on", 1, "the word is not the first of its packet");
	module_output(m, "out", s->width, NULL);
	module_input(m, "taken", 1, "the word has arrived");
	module_input(m, "valid", 1, "a word comes ..");
	module_input(m, "from", a->from_bits, ".. from this input of the last switch");
	module_input(m, "in", s->width, NULL);
	module_output(m, "busy", 1, "there is no room for another word");
	for (unsigned k = 0; k < count; k++)
		(ports[k].direction == PORT_INPUT ? module_input : module_output)(
			m, ports[k].name, ports[k].width + (lane_has_payload(&ports[k]) ? s->carried_bits : 0), ports[k].comment);
	if (!l->spec->packet) {
		module_input(m, "s_axis_tlast", 1, "every word is a packet");
		module_output(m, "m_axis_tlast", 1, NULL);
	}
	static const char *const event[LANE_TIMING_BITS] = { "turn", "catch", "done", "odd" };
	int timing = module_find(m, "timing");

	for (unsigned k = 0; k < LANE_TIMING_BITS; k++)
		instance_connect(i, event[k], bits_of(timing, k, 1));
	instance_connect(i, "pair", bits_of(timing, LANE_TIMING_BITS, lane_pairs(s)));
	instance_connect_rest(m, l->d, i);
	return m->name;
}

/* ---- Instances ---- */

/* The digits of an adapter are for the switches behind the first one; `request` has the others. */
static struct bits its_digits(const struct lowering *l, const struct link_set *set, unsigned index)
{
	unsigned packets = lane_packet_bits(&l->shape, 0), later = set->rest_bits - packets, asked = l->shape.label_bits - later;
	struct bits digits = {0};

	if (later > 0)
		digits = bits_of(set->digits, index * set->rest_bits + packets, later);
	if (later > 0 && asked > 0)
		bits_append(&digits, module_unused(l->top, asked));
	return digits;
}

/* Without packets every word is one by itself. */
static void connect_packets(const struct lowering *l, struct instance *i, const struct link_set *set, unsigned index)
{
	if (l->spec->packet) {
		instance_connect(i, "goes_on", bits_of(set->digits, index * set->rest_bits, 1));
		return;
	}
	instance_leave_open(i, "goes_on");
	instance_connect(i, "s_axis_tlast", bits_constant(1, 1));
	instance_leave_open(i, "m_axis_tlast");
}

struct instance *lane_add_adapter(const struct lowering *l, const char *module, const char *name, unsigned index,
				  const struct link_set *from, const struct link_set *to, struct bits timing)
{
	struct instance *i = module_instance(l->top, l->d, module, 1, "%s_%u", name, index);
	unsigned from_bits = l->top->net[to->from].width / to->links;

	instance_connect_clock(l->top, i);
	instance_connect(i, "rst", bits_of(module_reset(l->top), 0, 1));
	instance_connect(i, "timing", timing);
	instance_connect(i, "request", lane_share(from->request, index, from->asks));
	instance_connect(i, "digits", its_digits(l, from, index));
	instance_connect(i, "out", lane_share(from->data, index, l->shape.width));
	instance_connect(i, "taken", lane_share(from->taken, index, 1));
	instance_connect(i, "valid", lane_share(to->valid, index, 1));
	instance_connect(i, "from", lane_share(to->from, index, from_bits));
	instance_connect(i, "in", lane_share(to->data, index, l->shape.width));
	instance_connect(i, "busy", lane_share(to->busy, index, 1));
	connect_packets(l, i, from, index);
	return i;
}

int lane_copy_timing(const struct lowering *l, int timing, const char *name, unsigned count, unsigned together)
{
	unsigned width = l->top->net[timing].width;
	int copies = module_net(l->top, name, count / together * width);

	for (unsigned k = 0; k < count / together; k++)
		module_register_copy(l->top, lane_share(copies, k, width), bits_whole(l->top, timing));
	return copies;
}
