/* outside.c: the streams of the roots in the Verilog of a network of lanes.
 *
 *   s_root --> [adapter] --------------------> an input more of a root's own switch
 *   m_root <-- [adapter] <-- [switch of one output] <-- what comes up to the root
 *
 * Who asks a root asks its own switch, by a leaf's digit, or the one beside it. Only one of them takes the word. An adapter is that of a
 * leaf, whose slots begin when the roots decide; a timer of its own keeps them. */
#include "leaves/link_end.h"
#include "leaves/root.h"
#include "machines/lanes/lower.h"
#include "util/number.h"
#include "util/text.h"

static const char adapter_name[] = "outside", timer_name[] = "outside_timer";

void lane_lower_outside(struct lowering *l)
{
	const struct lane_stage *stage = &l->shape.outside;
	struct module *m = design_add(l->d, copy_string("out"), format_string("A root's switch to the outside: %u inputs.\n", stage->inputs));
	struct instance *i = lane_lower_switch(l, m, stage, 0);

	lane_set_outside_switch(&l->shape, i);
	module_input(m, "busy", 1, "the stream has no room");
	lane_lower_last(m, i, stage);
	instance_connect_rest(m, l->d, i);
	l->outside_switch = m->name;
	l->outside_module = lane_lower_adapter(l, &(struct adapter){
		adapter_name, "The adapter of a stream each way between a root and the outside.\n", l->shape.stage[l->shape.turn].outputs,
		stage->number_bits, lane_set_outside });
}

static int add_net(const struct lowering *l, const char *name, unsigned width)
{
	return module_net(l->top, name, l->shape.roots * width);
}

static void add_sets(struct lowering *l)
{
	unsigned asks = l->shape.stage[l->shape.turn].outputs, rest = l->set[l->shape.turn].rest_bits;

	l->from_outside = (struct link_set){
		.links = l->shape.roots, .asks = asks, .rest_bits = rest, .data = add_net(l, "inward_data", l->shape.width),
		.request = add_net(l, "inward_request", asks), .digits = rest > 0 ? add_net(l, "inward_digits", rest) : -1,
		.taken = add_net(l, "inward_taken", 1) };
	l->to_outside = (struct link_set){
		.links = l->shape.roots, .data = add_net(l, "outward_data", l->shape.width), .valid = add_net(l, "outward_valid", 1),
		.from = add_net(l, "outward_from_unused", l->shape.outside.number_bits),
		.held = add_net(l, "outward_held_unused", 1), .busy = add_net(l, "outward_busy", 1) };
}

/* An input of a root is taken by the one switch or by the other. */
static void join_taken(struct lowering *l)
{
	const struct lane_stage *stage = &l->shape.stage[l->shape.turn];
	unsigned inputs = l->shape.outside.inputs;
	struct bits taken = { 0 };

	l->turned = add_net(l, "turned", inputs);
	l->left = add_net(l, "left", inputs);
	for (unsigned i = 0; i < stage->switches; i++)
		for (unsigned j = 0; j < inputs; j++) {
			struct lane_link link = lane_input(l->spec, stage, i, j);

			bits_append(&taken, bits_of(l->set[lane_stages_before(&l->shape, link)].taken, link.index, 1));
		}
	module_assign(l->top, taken, (struct expression){ .term = { bits_whole(l->top, l->turned), bits_whole(l->top, l->left) }, .count = 2,
							  .operation = OPERATION_OR });
}

void lane_add_outside(struct lowering *l)
{
	if (network_has_root_link(l->net))
		link_add_at_root(l->d, l->net, l->top);
	else
		root_add_ports(l->net, l->top);
	add_sets(l);
	join_taken(l);
}

/* ---- Adapters ---- */

static int add_timer(const struct lowering *l)
{
	struct instance *i = module_instance(l->top, l->d, "lane_timer", 1, timer_name);
	int timing = module_net(l->top, "outside_timing", LANE_TIMING_BITS + lane_pairs(&l->shape));

	lane_set_outside_timer(&l->shape, i);
	instance_connect_clock(l->top, i);
	instance_connect(i, "rst", bits_of(module_reset(l->top), 0, 1));
	instance_leave_open(i, "strobes");
	instance_leave_open(i, "favors");
	instance_leave_open(i, "quiet");
	instance_connect(i, "timing", bits_whole(l->top, timing));
	return timing;
}

/* A root's share of a port of its streams, with further bits below it and above it. */
static void connect_stream(const struct lowering *l, struct instance *i, const char *port, unsigned root, struct bits below,
			   enum root_port_number which, struct bits above)
{
	struct leaf_port ports[ROOT_PORTS];

	root_ports(l->net, ports);
	bits_append(&below, bits_of(module_find(l->top, ports[which].name), root * ports[which].width, ports[which].width));
	bits_append(&below, above);
	instance_connect(i, port, below);
}

static void add_adapter(const struct lowering *l, unsigned root, struct bits timing)
{
	const struct bits none = { 0 };
	struct instance *i = lane_add_adapter(l, l->outside_module, adapter_name, root, &l->from_outside, &l->to_outside, timing);
	unsigned carried = l->shape.carried_bits;
	struct leaf_port ports[ROOT_PORTS];

	root_ports(l->net, ports);
	connect_stream(l, i, "label", root, none, ROOT_S_USER, bits_constant(1, 1));
	connect_stream(l, i, "s_axis_tdata", root, bits_constant(0, carried), ROOT_S_DATA, none);
	connect_stream(l, i, "s_axis_tdest", root, none, ROOT_S_DEST, bits_constant(0, 1));
	connect_stream(l, i, "s_axis_tvalid", root, none, ROOT_S_VALID, none);
	connect_stream(l, i, "s_axis_tready", root, none, ROOT_S_READY, none);
	connect_stream(l, i, "m_axis_tdata", root, bits_of(module_find(l->top, ports[ROOT_M_DEST].name), root * carried, carried), ROOT_M_DATA,
		       none);
	connect_stream(l, i, "m_axis_tuser", root, none, ROOT_M_USER, module_unused(l->top, 1));
	connect_stream(l, i, "m_axis_tvalid", root, none, ROOT_M_VALID, none);
	connect_stream(l, i, "m_axis_tready", root, none, ROOT_M_READY, none);
}

/* As many adapters as a leaf's node has leaves share a copy of the timing. */
void lane_add_outside_adapters(const struct lowering *l)
{
	int timing = add_timer(l);
	unsigned width = l->top->net[timing].width, together = smaller(l->shape.roots, l->spec->children[1]);
	int copies = lane_copy_timing(l, timing, "outside_timing_copies", l->shape.roots, together);

	for (unsigned root = 0; root < l->shape.roots; root++)
		add_adapter(l, root, bits_of(copies, root / together * width, width));
}

void lane_add_outside_switch(const struct lowering *l, unsigned root, int strobes, int favors, int quiet)
{
	const struct lane_stage *stage = &l->shape.stage[l->shape.turn], *own = &l->shape.outside;
	struct instance *x = module_instance(l->top, l->d, l->outside_switch, 1, "out_%u", root);
	struct bits request = { 0 }, in = { 0 };

	instance_connect_clock(l->top, x);
	instance_connect(x, "strobe", bits_of(strobes, l->shape.turn, 1));
	instance_connect(x, "favor", bits_of(favors, own->favor, own->number_bits));
	instance_connect(x, "let_go", bits_constant(0, LANE_LET_GO_BITS));
	instance_connect(x, "clear", bits_of(quiet, 0, 1));
	for (unsigned j = 0; j < own->inputs; j++) {
		struct lane_link link = lane_input(l->spec, stage, root, j);
		const struct link_set *set = &l->set[lane_stages_before(&l->shape, link)];

		bits_append(&request, bits_of(set->request, link.index * set->asks + set->asks - 1, 1));
		bits_append(&in, bits_of(set->data, link.index * l->shape.width, l->shape.width));
	}
	instance_connect(x, "request", request);
	instance_connect(x, "digits", bits_constant(0, own->inputs));
	instance_connect(x, "in", in);
	instance_connect(x, "taken", bits_of(l->left, root * own->inputs, own->inputs));
	instance_connect(x, "out", bits_of(l->to_outside.data, root * l->shape.width, l->shape.width));
	instance_connect(x, "valid", bits_of(l->to_outside.valid, root, 1));
	instance_connect(x, "from", bits_of(l->to_outside.from, root * own->number_bits, own->number_bits));
	instance_connect(x, "held", bits_of(l->to_outside.held, root, 1));
	instance_connect(x, "busy", bits_of(l->to_outside.busy, root, 1));
}
