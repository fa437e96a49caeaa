/* lower.c: the top module of a network of lanes: leaves, the switches of all stages, and the links between them.
 *
 * The links behind a stage, or behind the leaves, are one set. A set has a vector for each kind of signal, with a share for
 * each link. What a link's driver gives, the next stage reads; what that stage has taken goes back. */
#include "machines/lanes/lower.h"

#include <stdlib.h>

#include "util/text.h"

static const struct lane_stage *last_stage(const struct lowering *l)
{
	return &l->shape.stage[l->shape.stages - 1];
}

/* The set k stages behind the leaves, without nets. */
static struct link_set set_behind(const struct lowering *l, unsigned k)
{
	const struct lane_stage *before = k > 0 ? &l->shape.stage[k - 1] : NULL;
	const struct lane_stage *next = k < l->shape.stages ? &l->shape.stage[k] : NULL;

	return (struct link_set){ .name = before ? lane_stage_name(before) : copy_string("leaf"),
				  .links = before ? before->switches * before->outputs : l->shape.leaves,
				  .asks = lane_asks(&l->shape, k), .digit_bits = next ? next->digit_bits : 0,
				  .rest_bits = lane_rest_bits(&l->shape, k), .data = -1, .request = -1, .digits = -1, .taken = -1,
				  .valid = -1, .from = -1, .held = -1, .busy = -1 };
}

/* Bare wires at the leaves are ports of the top: what a leaf gives is an input. The meaning is a port's. */
static int set_net(const struct lowering *l, const struct link_set *set, const char *what, unsigned width, bool from_leaf,
		   const char *meaning)
{
	bool first = set == &l->set[0], last = set == &l->set[l->shape.stages];

	if (l->spec->leaf_interface != LEAF_WIRES || !(first || last))
		return module_named_net(l->top, set->links * width, "%s_%s", set->name, what);
	char *name = format_string(first ? "leaf_%s" : "leaf_in_%s", what);
	int net = (from_leaf ? module_input : module_output)(l->top, name, set->links * width, meaning);

	free(name);
	return net;
}

static void add_nets(struct lowering *l, struct link_set *set, bool last)
{
	bool first = set == &l->set[0];

	set->data = set_net(l, set, "data", l->shape.width, first, first ? "beats of the word that a leaf sends"
			    : "beats of the word that comes");
	if (!last) {
		set->request = set_net(l, set, "request", set->asks, first,
				       "the output of the first switch that the word asks for: one bit at most");
		if (set->rest_bits > 0)
			set->digits = set_net(l, set, "digits", set->rest_bits, first,
					      "the rest of its destination, the next digit highest");
		set->taken = set_net(l, set, "taken", 1, false, "in the last clock of a slot: the word has been taken");
	} else {
		set->valid = set_net(l, set, "valid", 1, false, "a word comes");
		set->from = set_net(l, set, l->shape.known_bits ? "from" : "from_unused", last_stage(l)->number_bits, false,
				    "the input of the last switch by which it comes");
		if (l->spec->packet)
			set->held = module_named_net(l->top, set->links, "%s_held%s", set->name,
						     l->shape.stages > 1 ? "" : "_unused");
		set->busy = set_net(l, set, "busy", 1, true, "the leaf has no room for another word");
	}
}

/* Ports to the next switches, and the nets by which lane_switch tells lane_ask who has won. */
static void add_next(const struct link_set *set, const struct lane_stage *stage, struct module *m)
{
	module_output(m, "request_out", stage->outputs * set->asks, NULL);
	module_output(m, "digits_out", stage->outputs * at_least_1(set->rest_bits), NULL);
	module_input(m, "taken_out", stage->outputs, NULL);
	module_input(m, "held_behind", stage->outputs * set->asks, "leaves whose packets go on");
	module_net(m, "valid", stage->outputs);
	module_net(m, "granted", stage->outputs * stage->inputs);
}

static void add_ask(const struct lowering *l, struct module *m, unsigned k)
{
	struct instance *i = module_instance(m, l->d, "lane_ask", l->shape.stage[k].outputs, "ask");

	lane_set_ask(l->spec, &l->shape, k, i);
	instance_connect_net(m, i, "some", "valid");
	instance_connect_rest(m, l->d, i);
}

/* The module of a stage's switches: lane_switch and, unless its outputs are leaves', a lane_ask for each of them. */
static const char *lower_switch(const struct lowering *l, unsigned k)
{
	const struct lane_stage *stage = &l->shape.stage[k];
	bool last = k + 1 == l->shape.stages;
	char *purpose = format_string("A switch of a node of level %u, on the way %s: %u inputs, %u output%s.\n", stage->level,
				      stage->down ? "down" : "up", stage->inputs, stage->outputs, stage->outputs == 1 ? "" : "s");
	struct module *m = design_add(l->d, lane_stage_name(stage), purpose);
	struct instance *i = lane_lower_switch(l, m, stage, l->set[k].rest_bits);

	lane_set_switch(l->spec, &l->shape, k, i);
	module_input(m, "busy", stage->outputs * l->set[k + 1].asks, "leaves that have no room");
	if (last) {
		lane_lower_last(m, i, stage);
	} else {
		add_next(&l->set[k + 1], stage, m);
		instance_connect(i, "goes_on", bits_constant(0, stage->inputs));
		instance_connect(i, "busy", bits_constant(0, stage->outputs));
	}
	instance_connect_rest(m, l->d, i);
	if (!last)
		add_ask(l, m, k);
	return m->name;
}

static void append(struct bits *b, int net, unsigned index, unsigned width)
{
	bits_append(b, bits_of(net, index * width, width));
}

/* What a net has of the leaves behind an output of a stage before the last one: those that its links ask for. */
static struct bits of_leaves_behind(const struct lowering *l, const struct lane_stage *stage, unsigned i, int net)
{
	const struct lane_stage *last = last_stage(l);
	struct bits all = {0};

	for (unsigned o = 0; o < stage->outputs; o++) {
		struct lane_link link = lane_output(l->spec, stage, i, o);
		unsigned node = last->level < l->spec->height ? link.index / l->spec->parents[last->level + 1] : i;

		for (unsigned j = 0; j < last->outputs; j++)
			append(&all, net, lane_output(l->spec, last, node, j).index, 1);
	}
	return all;
}

/* The same, of the leaves that a stage must not ask for; or zeros. */
static struct bits of_leaves(const struct lowering *l, unsigned k, unsigned i, int net)
{
	const struct lane_stage *stage = &l->shape.stage[k];
	struct bits all = {0};

	if (net < 0)
		return bits_constant(0, stage->outputs * l->set[k + 1].asks);
	if (k + 2 == l->shape.stages)
		return of_leaves_behind(l, stage, i, net);
	if (k + 1 < l->shape.stages)
		return bits_constant(0, stage->outputs * l->set[k + 1].asks);
	for (unsigned o = 0; o < stage->outputs; o++)
		append(&all, net, lane_output(l->spec, stage, i, o).index, 1);
	return all;
}

static void connect_inputs(const struct lowering *l, struct instance *x, unsigned k, unsigned i)
{
	const struct lane_stage *stage = &l->shape.stage[k];
	struct bits request = {0}, digits = {0}, in = {0}, taken = {0};
	unsigned inputs = stage->inputs - stage->outside;

	for (unsigned j = 0; j < inputs; j++) {
		struct lane_link link = lane_input(l->spec, stage, i, j);
		const struct link_set *set = &l->set[lane_stages_before(&l->shape, link)];

		bits_append(&request, bits_of(set->request, link.index * set->asks, set->asks - stage->outside));
		if (set->rest_bits > 0)
			append(&digits, set->digits, link.index, set->rest_bits);
		else
			bits_append(&digits, bits_constant(0, 1));
		append(&in, set->data, link.index, l->shape.width);
		append(&taken, stage->outside ? l->turned : set->taken, stage->outside ? i * inputs + j : link.index, 1);
	}
	for (unsigned j = 0; j < stage->outside; j++) {
		const struct link_set *set = &l->from_outside;

		append(&request, set->request, i, set->asks);
		bits_append(&digits, set->rest_bits > 0 ? bits_of(set->digits, i * set->rest_bits, set->rest_bits) : bits_constant(0, 1));
		append(&in, set->data, i, l->shape.width);
		append(&taken, set->taken, i, 1);
	}
	instance_connect(x, "request", request);
	instance_connect(x, "digits", digits);
	instance_connect(x, "in", in);
	instance_connect(x, "taken", taken);
}

static void connect_outputs(const struct lowering *l, struct instance *x, unsigned k, unsigned i)
{
	const struct lane_stage *stage = &l->shape.stage[k];
	const struct link_set *set = &l->set[k + 1], *leaves = &l->set[l->shape.stages];
	struct bits request = {0}, digits = {0}, out = {0}, taken = {0}, valid = {0}, from = {0}, held = {0};

	for (unsigned o = 0; o < stage->outputs; o++) {
		unsigned index = lane_output(l->spec, stage, i, o).index;

		append(&out, set->data, index, l->shape.width);
		if (set == leaves) {
			append(&valid, set->valid, index, 1);
			append(&from, set->from, index, stage->number_bits);
			if (set->held >= 0)
				append(&held, set->held, index, 1);
		} else {
			append(&request, set->request, index, set->asks);
			if (set->rest_bits > 0)
				append(&digits, set->digits, index, set->rest_bits);
			append(&taken, set->taken, index, 1);
		}
	}
	instance_connect(x, "out", out);
	instance_connect(x, "busy", of_leaves(l, k, i, leaves->busy));
	if (set == leaves) {
		instance_connect(x, "valid", valid);
		instance_connect(x, "from", from);
		instance_connect(x, "held", held);
	} else {
		instance_connect(x, "request_out", request);
		instance_connect(x, "digits_out", digits);
		instance_connect(x, "taken_out", taken);
		instance_connect(x, "held_behind", of_leaves(l, k, i, leaves->held));
	}
}

static void add_stage(const struct lowering *l, unsigned k, int strobes, int favors, int quiet)
{
	const struct lane_stage *stage = &l->shape.stage[k];

	for (unsigned i = 0; i < stage->switches; i++) {
		struct instance *x = module_instance(l->top, l->d, l->switch_module[k], 1, "%s_%u", l->set[k + 1].name, i);

		instance_connect_clock(l->top, x);
		instance_connect(x, "strobe", bits_of(strobes, k, 1));
		instance_connect(x, "favor", bits_of(favors, stage->favor, stage->number_bits));
		instance_connect(x, "let_go", l->spec->packet ? bits_of(favors, l->shape.let_go, LANE_LET_GO_BITS)
							      : bits_constant(0, LANE_LET_GO_BITS));
		instance_connect(x, "clear", bits_of(quiet, 0, 1));
		connect_inputs(l, x, k, i);
		connect_outputs(l, x, k, i);
		if (stage->outside)
			lane_add_outside_switch(l, i, strobes, favors, quiet);
	}
}

/* Its words carry the destination below the uppermost bit. */
static void connect_streams(const struct lowering *l, struct instance *i, unsigned leaf)
{
	struct leaf_port ports[MAXIMUM_LEAF_PORTS];
	unsigned count = l->spec->leaf->ports(l->net, ports), carried = l->shape.carried_bits;

	for (unsigned k = 0; k < count; k++) {
		struct bits all = {0};

		if (lane_has_payload(&ports[k]) && carried > 0)
			all = ports[k].direction == PORT_OUTPUT ? module_unused(l->top, carried)
				: bits_of(module_find(l->top, "s_axis_tdest"), leaf * l->shape.label_bits, carried);
		bits_append(&all, lane_share(module_find(l->top, ports[k].name), leaf, ports[k].width));
		instance_connect(i, ports[k].name, all);
	}
}

/* Leaves of a node of level 1 share a copy of the timing. */
static void add_leaves(const struct lowering *l, int timing)
{
	unsigned together = l->spec->children[1], leaves = l->shape.leaves, width = l->top->net[timing].width;
	int copies = lane_copy_timing(l, timing, "timing_copies", leaves, together);

	for (unsigned leaf = 0; leaf < leaves; leaf++) {
		struct instance *i = lane_add_adapter(l, l->leaf_module, "leaf", leaf, &l->set[0], &l->set[l->shape.stages],
						      lane_share(copies, leaf / together, width));

		instance_connect(i, "label", bits_constant(leaf, l->shape.label_bits));
		connect_streams(l, i, leaf);
	}
}

static void add_timer(const struct lowering *l, int strobes, int favors, int quiet, int timing)
{
	const struct lane_shape *s = &l->shape;
	struct instance *i = module_instance(l->top, l->d, "lane_timer", 1, "timer");

	lane_set_timer(s, i);
	instance_connect_clock(l->top, i);
	instance_connect(i, "rst", bits_of(module_reset(l->top), 0, 1));
	CONNECT(l->top, i, { "strobes", strobes }, { "favors", favors }, { "quiet", quiet }, { "timing", timing });
}

static void add_probes(const struct lowering *l)
{
	struct bits asked = {0}, data = {0};

	for (unsigned k = 0; k <= l->shape.stages; k++) {
		bits_append(&asked, bits_whole(l->top, k < l->shape.stages ? l->set[k].request : l->set[k].valid));
		bits_append(&data, bits_whole(l->top, l->set[k].data));
	}
	int asked_port = module_output(l->top, "probe_request", bits_width(&asked), "requests of all links, `valid` of the last");
	int data_port = module_output(l->top, "probe_data", bits_width(&data), "beats of all links");

	module_assign(l->top, bits_whole(l->top, asked_port), expression_of(asked));
	module_assign(l->top, bits_whole(l->top, data_port), expression_of(data));
}

/* Leaves of the user's own: they keep time with this. */
static void show_timing(const struct lowering *l, int timing)
{
	unsigned width = LANE_TIMING_BITS + lane_pairs(&l->shape);
	int copy = module_output(l->top, "leaf_timing", width, "{pair, odd, done, catch, turn}: see rtl-templates/lanes/lane_leaf.v");

	module_register_copy(l->top, bits_whole(l->top, copy), bits_whole(l->top, timing));
}

void lanes_lower(struct design *d, const struct network *net)
{
	struct lowering l = { .d = d, .net = net, .spec = net->spec, .shape = lane_shape(net->spec) };
	unsigned stages = l.shape.stages;
	bool wires = net->spec->leaf_interface == LEAF_WIRES;

	for (unsigned k = 0; k <= stages; k++)
		l.set[k] = set_behind(&l, k);
	if (!wires)
		l.leaf_module = lane_lower_adapter(&l, &(struct adapter){
			"leaf", "The adapter of a leaf.\n", l.set[0].asks, last_stage(&l)->number_bits, lane_set_leaf });
	if (l.shape.roots > 0)
		lane_lower_outside(&l);
	for (unsigned k = 0; k < stages; k++)
		l.switch_module[k] = lower_switch(&l, k);
	struct module *top = l.top = design_add(d, copy_string(""), format_string(
		"A network of %u leaves: %u bits a clock on each wire, slots of %u clocks.\n", l.shape.leaves, l.shape.width,
		l.shape.slot));

	top->loops = true;
	module_clock(top);
	module_reset(top);
	if (!wires)
		leaf_ports_add(top, net, l.shape.leaves);
	int strobes = module_net(top, "strobes", stages), favors = module_net(top, "favors", l.shape.favors);
	int quiet = module_net(top, "quiet", 1), timing = module_net(top, "timing", LANE_TIMING_BITS + lane_pairs(&l.shape));

	for (unsigned k = 0; k <= stages; k++)
		add_nets(&l, &l.set[k], k == stages);
	if (l.shape.roots > 0)
		lane_add_outside(&l);
	add_timer(&l, strobes, favors, quiet, timing);
	if (wires)
		show_timing(&l, timing);
	else
		add_leaves(&l, timing);
	if (l.shape.roots > 0)
		lane_add_outside_adapters(&l);
	for (unsigned k = 0; k < stages; k++)
		add_stage(&l, k, strobes, favors, quiet);
	if (net->spec->probe)
		add_probes(&l);
	for (unsigned k = 0; k <= stages; k++)
		free(l.set[k].name);
}
