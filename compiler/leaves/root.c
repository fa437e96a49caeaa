/* root.c: adapters at the root channel: their times, ports, modules and cost, with those of a link behind them. */
#include "leaves/root.h"

#include "leaves/link_end.h"
#include "lower/builder.h"
#include "network/cost.h"
#include "util/number.h"
#include "util/text.h"

/* rtl-templates/leaves/leaf_tags.v has at least two lanes. */
static unsigned lanes_of(unsigned wires)
{
	return larger(2, wires);
}

void root_add_ports(const struct network *net, struct module *m)
{
	struct leaf_port p[ROOT_PORTS];

	root_ports(net, p);
	for (unsigned k = 0; k < ROOT_PORTS; k++)
		(p[k].direction == PORT_INPUT ? module_input : module_output)(m, p[k].name, network_root_streams(net) * p[k].width,
									      p[k].comment);
}

static void add_timer(struct design *d, const struct network *net, struct module *m)
{
	static const char *const pulses[] = { "start_data", "heard", "receive", "received", "load_answer", "skip", "decide", "load_word" };
	struct root_times t = root_times(net->frame);
	struct instance *i = module_instance(m, d, "root_timer", 1, "timer");

	for (size_t k = 0; k < sizeof pulses / sizeof *pulses; k++)
		module_net(m, pulses[k], 1);
	PARAMETERS(i, { "LABEL_BITS", net->label_bits }, { "MESSAGE_BITS", t.message_bits }, { "ANSWER_AT", t.answer_at },
		   { "DECIDE_AT", t.decide_at }, { "LOAD_AT", t.load_at });
}

/* Acknowledgements of leaves: a tag on any wire names the wire of the word. Of one wire, the second lane is silent. */
static void add_tags(struct design *d, const struct network *net, struct module *m)
{
	unsigned w = network_root_streams(net), lanes = lanes_of(w);
	struct instance *i = module_instance(m, d, "leaf_tags", 1, "tags");
	struct bits in = bits_whole(m, module_net(m, "tag_bit", w)), out = bits_whole(m, module_net(m, "acknowledged", w));

	if (lanes > w) {
		bits_append(&in, bits_constant(0, lanes - w));
		bits_append(&out, module_unused(m, lanes - w));
	}
	PARAMETERS(i, { "LANES", lanes }, { "LANE_BITS", digit_bits(lanes) }, { "TAG_BITS", net->frame->tag_bits });
	instance_connect(i, "bit_in", in);
	instance_connect(i, "acknowledged", out);
}

static void add_wires(struct design *d, const struct network *net, struct module *m)
{
	unsigned w = network_root_streams(net), bits = net->frame->number_bits;
	struct instance *any = module_instance(m, d, "leaf_any", 1, "any_waits");
	struct bits number = { 0 };

	for (unsigned k = 0; k < w; k++)
		bits_append(&number, bits_constant(k, bits));
	instance_parameter(any, "WIDTH", w);
	CONNECT(m, any, { "in", module_find(m, "m_root_tvalid") }, { "any", module_net(m, "busy", 1) });
	struct instance *i = module_instance(m, d, "root_wire", w, "channel");

	PARAMETERS(i, { "LABEL_BITS", net->label_bits }, { "NUMBER_BITS", bits }, { "PAYLOAD_BITS", net->spec->payload_bits },
		   { "LAST_LEAF", net->spec->leaves - 1 });
	instance_connect(i, "number", number);
}

void root_lower(struct design *d, const struct network *net)
{
	unsigned w = network_root_streams(net);
	struct module *m = design_add(d, copy_string("root_adapter"),
				      copy_string("The outside of the root channel: a stream each way for each wire. Words are sent until\n"
						  "their leaf has them; those to the outside are acknowledged if they are taken.\n"));

	module_clock(m);
	module_reset(m);
	module_input(m, "leaf_rst", 1, "from the clock after `rst` on, for a slot");
	module_input(m, "start", 1, "strobe: M bits are on `up`, and are taken from `down`");
	module_input(m, "up", w, "the root channel");
	module_output(m, "down", w, NULL);
	root_add_ports(net, m);
	add_timer(d, net, m);
	add_tags(d, net, m);
	add_wires(d, net, m);
	for (size_t k = 0; k < m->instance_count; k++)
		instance_connect_rest(m, d, &m->instance[k]);
}

void root_add(struct design *d, const struct network *net, struct module *top)
{
	if (network_has_root_link(net))
		link_add_at_root(d, net, top);
	else
		root_add_ports(net, top);
	struct instance *i = module_instance(top, d, "root_adapter", 1, "root_adapter");

	instance_connect_common(top, d, i);
	CONNECT(top, i, { "start", module_find(top, "root_start") }, { "up", module_find(top, "root_up") },
		{ "down", module_find(top, "root_down") });
	instance_connect_rest(top, d, i);
}

/* Gates of rtl-templates/leaves/leaf_any.v. */
static unsigned long gates(unsigned inputs)
{
	return inputs > 1 ? (inputs + 1) / 3 : 1;
}

/* rtl-templates/leaves/root_timer.v, root_wire.v, leaf_tags.v, by Yosys 0.23 for 1 to 16 wires: flip-flops by 1, LUTs by 8 % at most. */
struct cost root_cost(const struct network *net)
{
	unsigned w = network_root_streams(net), label = net->label_bits;

	if (w == 0)
		return (struct cost){ 0 };
	unsigned lanes = lanes_of(w), number = net->frame->number_bits, count = digit_bits(root_times(net->frame).answer_at + 1);
	unsigned long line = 3ul + 3ul * label + number + net->spec->payload_bits, answer = 2ul + 2ul * label + number;
	unsigned long got = line - label - 1, names = lanes * (lanes + gates(lanes));
	struct cost one = { .lut4 = line + answer + 4, .ff = line + got + 5, .cells = line + answer + 4 + got };
	struct cost sum = { .lut4 = names + count + 14, .ff = names + lanes * (number + 2ul) + gates(w) + count + 7 };

	sum.cells = sum.lut4 + lanes * number;
	cost_add(&sum, &one, w);
	struct cost link = link_root_cost(net);

	cost_add(&sum, &link, 1);
	return sum;
}
