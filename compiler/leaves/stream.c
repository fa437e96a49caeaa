/* stream.c: leaf adapters: AXI4-Stream in, AXI4-Stream out; each message is sent until it has arrived. */
#include "leaves/leaf.h"

#include "leaves/frame.h"
#include "lower/builder.h"
#include "parse/family.h"

unsigned stream_ports(const struct network *net, struct leaf_port *ports)
{
	const struct spec *spec = net->spec;
	unsigned label = network_tdest_bits(net), count = 0;

	ports[count++] = (struct leaf_port){ "s_axis_tdata", PORT_INPUT, spec->payload_bits,
					     "messages to send: payload" };
	ports[count++] = (struct leaf_port){ "s_axis_tdest", PORT_INPUT, label, "destination leaf" };
	ports[count++] = (struct leaf_port){ "s_axis_tvalid", PORT_INPUT, 1, NULL };
	ports[count++] = (struct leaf_port){ "s_axis_tready", PORT_OUTPUT, 1, NULL };
	ports[count++] = (struct leaf_port){ "m_axis_tdata", PORT_OUTPUT, spec->payload_bits,
					     "messages received: payload" };
	ports[count++] = (struct leaf_port){ "m_axis_tuser", PORT_OUTPUT, label + network_group_bits(spec),
					     "source leaf" };
	ports[count++] = (struct leaf_port){ "m_axis_tvalid", PORT_OUTPUT, 1, NULL };
	ports[count++] = (struct leaf_port){ "m_axis_tready", PORT_INPUT, 1, NULL };
	return count;
}

static unsigned timing_bits(const struct network *net)
{
	return frame_timing_bits(net->frame);
}

/* Behind a reset no leaf hears of a part that began before it. */
static unsigned strobes(const struct network *net, unsigned *low)
{
	*low = frame_turn_bits(net->frame) + TIMING_START;
	return TIMING_ANSWER - TIMING_START + 1;
}

static unsigned turn_wires(const struct network *net)
{
	return net->frame->turns ? net->frame->lanes : 0;
}

static const char *lower(struct design *d, const struct network *net)
{
	/* Where LUT and flip-flop share a cell, eight flip-flops have one clock enable and one reset (iCE40). */
	return lower_adapter(d, net->frame, !net->spec->family->lone_flip_flops);
}

static void add_stream_leaf(const struct leaf_site *s)
{
	struct module *m = s->m;
	struct instance *i = module_instance(m, s->design, lower(s->design, s->net), 1, "%s", s->name);

	instance_connect_clock(m, i);
	CONNECT(m, i, { "rst", s->reset }, { "leaf_rst", s->leaf_reset }, { "timing", s->timing });
	instance_connect(i, "address", s->told[0]);
	if (s->net->spec->group_count > 0)
		instance_connect(i, "members", s->told[1]);
	CONNECT(m, i, { "up", s->up }, { "up_start", s->up_start }, { "down", s->down },
		      { "down_start", s->down_start });
	if (s->net->frame->turns)
		CONNECT(m, i, { "line_up", s->line_up }, { "token_in", s->token_in }, { "token_out", s->token_out });
	leaf_ports_connect(m, i, s->net, s->first, 1);
}

/* The nets that on_line_add_timer() connects to the tree; the frame timer drives `mark`. */
static void add_turn_timer(struct design *d, const struct network *net, struct module *top, int timing)
{
	const struct frame *f = net->frame;
	int turns = module_net(top, "turns", 1 + f->index_bits + f->lanes), mark = module_net(top, "mark", 1);
	struct instance *i = module_instance(top, d, "turn_timer", 1, "turn_timer");

	PARAMETERS(i, { "LANES", f->lanes }, { "INDEX_BITS", f->index_bits }, { "REGISTERS", f->line_registers });
	instance_connect_clock(top, i);
	CONNECT(top, i, { "rst", module_reset(top) }, { "line_up", module_net(top, "line_up", f->lanes) },
		{ "token_out", module_net(top, "token_out", f->lanes) },
		{ "token_in", module_net(top, "token_in", f->lanes) });
	instance_connect(i, "body", bits_of(timing, TIMING_BODY, 1));
	instance_connect(i, "index", bits_of(turns, 1, f->index_bits));
	instance_connect(i, "line", bits_of(turns, 1 + f->index_bits, f->lanes));
	module_assign(top, bits_of(turns, 0, 1), expression_of(bits_whole(top, mark)));
}

static void add_timer(struct design *d, const struct network *net, struct module *top)
{
	int timing = module_net(top, "timing", FRAME_TIMING_BITS);

	module_net(top, "leaf_rst", 1);
	if (net->spec->broadcast_every > 0)
		module_net(top, "slot", 1);
	if (net->frame->turns)
		add_turn_timer(d, net, top, timing);
	struct instance *timer = module_instance(top, d, "frame_timer", 1, "frame_timer");
	struct frame_parameter list[FRAME_TIMER_LIST];
	unsigned count = frame_list_timer(net->frame, list);

	for (unsigned k = 0; k < count; k++)
		instance_parameter(timer, list[k].name, list[k].value);
	instance_connect_rest(top, d, timer);
}

const struct leaf stream_leaf = {
	.name = "AXI4-Stream",
	.speaks = LEAF_SPEAKS_MESSAGES,
	.says = "sends and receives messages",
	.ports = stream_ports,
	.timing_bits = timing_bits,
	.timing_comment = "from the frame timer, in step at all leaves",
	.strobes = strobes,
	.lower = lower,
	.add = add_stream_leaf,
	.add_timer = add_timer,
	.turn_wires = turn_wires,
	.no_model = stream_no_model,
	.model = stream_model,
	.model_in_ranks = true,
	.cost = adapters_cost,
	.cost_is = "leaf adapters, frame timer",
};
