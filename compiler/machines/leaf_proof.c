/* leaf_proof.c: the streams of leaf adapters, in trees on serial wires, obey AXI4-Stream. What they need of strobes is
 * monitor leaf_promises.v, and that strobes are so is monitor frame_strobes.v. */
#include "machines/leaf_proof.h"
#include "machines/link_end.h"

#include <stdlib.h>
#include <string.h>

#include "leaves/frame.h"
#include "leaves/leaf.h"
#include "lower/builder.h"
#include "prove/catalogue.h"
#include "prove/stream.h"
#include "prove/wrapper.h"
#include "util/text.h"

/* Clocks of the induction at most, and for how long a leaf is silent behind a reset. */
enum { CLOCKS = 16, SILENT_CLOCKS = 6 };

/* The monitor's inputs, of any leaf, and of one with several lanes. The nets of the proof have the same names. */
static const char lane_inputs[] = "clk rst leaf_rst down_start load load_body answering lane_take lane_in_source "
				  "lane_in_payload lane_clear lane_turning turned m_axis_tvalid";
static const char lanes_inputs[] = "complete move full last_bit stay";
enum { MOST_SEEN_OF_LEAF = 16 };

/* Clocks from a message's end until its leaf takes no other: the lane is full, another register with broadcasts, and all lanes
 * are asked. */
static unsigned closing_clocks(const struct frame *f)
{
	return 3 + (f->lanes > 1 ? 1 + frame_gather_clocks(f->lanes) : 0);
}

static unsigned see(struct seen *seen, unsigned count, const char *name, unsigned width, const char *net)
{
	seen[count] = (struct seen){ name, width, net };
	return count + 1;
}

static void see_leaf(struct seen *seen, const struct frame *f)
{
	static const char *const lane[][3] = {
		{ "lane.take", "lane[0].take", "lane_take" }, { "lane.in_source", "lane[0].in_source", "lane_in_source" },
		{ "lane.in_payload", "lane[0].in_payload", "lane_in_payload" }, { "lane.clear", "lane[0].clear", "lane_clear" },
		{ "lane.turning", "lane[0].turning", "lane_turning" },
	};
	static const char *const strobes[] = { "load", "load_body", "answering" };
	unsigned count = 0;

	for (size_t k = 0; k < sizeof lane / sizeof *lane; k++)
		count = see(seen, count, lane[k][f->lanes > 1], 1, lane[k][2]);
	for (size_t k = 0; k < sizeof strobes / sizeof *strobes; k++)
		count = see(seen, count, strobes[k], 1, NULL);
	count = see(seen, count, "turned", f->lanes, NULL);
	if (f->lanes > 1) {
		count = see(seen, count, "complete", f->lanes, NULL);
		count = see(seen, count, "move", f->lanes, NULL);
		count = see(seen, count, "stream.full", f->lanes, "full");
		count = see(seen, count, "stream.words[0].last_bit", 1, "last_bit");
		count = see(seen, count, "stream.stay", 1, "stay");
	}
	if (f->shape.trees > 0)
		see(seen, count, "verdict", 1, NULL);
}

/* What says where words go, and when: the proof holds whatever it says. */
static bool is_freed(const char *part)
{
	static const char *const freed[] = {
		"leaf_announce", "leaf_detour", "leaf_dispatch", "leaf_due", "leaf_label", "leaf_own", "leaf_parents", "leaf_path", "leaf_phase",
		"leaf_random", "leaf_retry", "leaf_route", "leaf_sender", "leaf_tags", "leaf_turns",
	};

	for (size_t k = 0; k < sizeof freed / sizeof freed[0]; k++)
		if (!strncmp(part, freed[k], strlen(freed[k])))
			return true;
	return false;
}

/* `whole` is the module or template whose part it is. */
static void free_part(struct circuit *c, const char *whole, const char *part)
{
	const char *prefix = c->list->prefix;

	if (is_freed(part))
		text_print(&c->boxes, "cutpoint *%s_%s*/t:*%s_%s*\n", prefix, whole, prefix, part);
}

static void read_template(struct circuit *c, const char *name)
{
	circuit_reads(c, name);
	for (const char *const *need = template_find(name)->needs; need && *need; need++) {
		read_template(c, *need);
		free_part(c, name, *need);
	}
}

static void read_parts(struct circuit *c, const struct design *d, const char *module)
{
	const struct module *m = design_find(d, module);

	for (size_t k = 0; k < m->instance_count; k++) {
		const char *part = m->instance[k].module;

		if (!design_find(d, part)) {
			read_template(c, part);
			free_part(c, module, part);
			continue;
		}
		circuit_reads(c, part);
		read_parts(c, d, part);
	}
}

/* Whatever a lane sends: a word to the leaf itself is any word. */
static void prove_adapter(struct proofs *list, const struct design *d, const struct frame *f)
{
	const struct named_value given[] = { { "LANES", f->lanes }, { "LEVELS", f->levels },
					     { "BROADCAST", f->shape.trees > 0 }, { "CLOSING", closing_clocks(f) },
					     { "SILENT", SILENT_CLOCKS }, { NULL, 0 } };
	struct circuit c = circuit_of(list, "leaf_adapter");
	struct seen seen[MOST_SEEN_OF_LEAF] = { { NULL, 0, NULL } };
	char *inputs = format_string("%s %s%s", lane_inputs, f->lanes > 1 ? lanes_inputs : "",
				     f->shape.trees > 0 ? " verdict" : "");

	see_leaf(seen, f);
	read_parts(&c, d, "leaf_adapter");
	c.cells = 100 + f->lanes * (f->source_bits + f->group_bits + f->payload_bits);
	prove_stream(list, &c, d, "leaf_adapter", "adapter of a leaf",
		     &(struct stream_proof){ .seen = seen, .claims = "leaf_promises", .given = given, .inputs = inputs,
					     .clocks = CLOCKS });
	free(inputs);
	circuit_free(&c);
}

/* ---- the strobes --------------------------------------------------------------------------------------------- */

/* Clocks for which a lane stores a message behind its M bit on `down`: until the start bit is there, which is the last one behind
 * the longest route, then source and word, each bit two clocks behind the wire. */
static unsigned network_clocks(const struct frame *f)
{
	return f->route_bits + 1 - f->stripped_bits + f->source_bits + f->group_bits + f->payload_bits + 1;
}

/* .. and one of the leaf's own behind `load_body`: its start bit passes the registers of the longest way up. */
static unsigned own_clocks(const struct frame *f)
{
	return f->up_bits + 2 + f->source_bits + f->group_bits + f->payload_bits + 1;
}

/* Bits from `low` up of a net of the module. */
static struct bits part_of(const struct module *m, const char *net, unsigned low, unsigned width)
{
	return bits_of(module_find(m, net), low, width);
}

/* Bit `k` of the strobes. */
static struct bits strobes_behind(const struct module *m, unsigned k)
{
	struct bits b = part_of(m, "starts", k, 1);

	bits_append(&b, part_of(m, "bodies", k, 1));
	bits_append(&b, part_of(m, "answers", k, 1));
	return b;
}

static struct bits relayed(const struct module *m, unsigned k)
{
	struct bits b = strobes_behind(m, k);

	bits_append(&b, part_of(m, "silent", k, 1));
	return b;
}

static void add_strobe_nets(struct module *m, enum port_direction direction, const struct frame *f)
{
	wrapper_nets(m, direction, f->depth + f->latency + 3, "starts");
	wrapper_nets(m, direction, f->depth + 2, "bodies answers");
	wrapper_nets(m, direction, f->depth + 1, "silent");
}

/* The timer, as the network has it. */
static void add_chain_timer(struct module *m, struct design *d, const struct design *network)
{
	struct instance *i = wrapper_part(m, d, instance_of(network, "frame_timer"), "timer");
	struct bits timing = strobes_behind(m, 0);

	bits_append(&timing, module_unused(m, 2));
	wrapper_connect(m, i, "clk rst");
	instance_connect(i, "timing", timing);
	instance_connect(i, "leaf_rst", part_of(m, "silent", 0, 1));
	instance_leave_open(i, "slot");
	instance_leave_open(i, "mark");
}

static void add_relay(struct module *m, struct design *d, unsigned level)
{
	struct instance *i = module_instance(m, d, "timing_relay", 1, "relay_%u", level);

	instance_parameter(i, "WIDTH", 4);
	instance_vector_parameter(i, "RESET", 8, 4);
	wrapper_connect(m, i, "clk rst");
	instance_connect(i, "in", relayed(m, level));
	instance_connect(i, "out", relayed(m, level + 1));
}

static void add_leaf(struct module *m, struct design *d, unsigned depth)
{
	struct instance *i = module_instance(m, d, "leaf_strobes", 1, "leaf");

	wrapper_connect(m, i, "clk rst");
	instance_connect(i, "start", part_of(m, "starts", depth, 1));
	instance_connect(i, "answer", part_of(m, "answers", depth, 1));
	instance_connect(i, "body", part_of(m, "bodies", depth, 1));
	instance_connect(i, "load", part_of(m, "starts", depth + 1, 1));
	instance_connect(i, "load_body", part_of(m, "bodies", depth + 1, 1));
	instance_connect(i, "answering", part_of(m, "answers", depth + 1, 1));
	instance_connect(i, "up_start", part_of(m, "starts", depth + 2, 1));
}

/* Module `strobes`: the timer, a relay for each level, a leaf's strobes, and registers for the tree. */
static struct text strobes_chain(const struct proofs *list, const struct design *network, const struct frame *f)
{
	struct design *d = design_around(network);
	struct module *m = design_add(d, copy_string("strobes"), NULL);

	wrapper_nets(m, PORT_INPUT, 1, "clk rst");
	add_strobe_nets(m, PORT_OUTPUT, f);
	add_chain_timer(m, d, network);
	for (unsigned level = 0; level < f->depth; level++)
		add_relay(m, d, level);
	add_leaf(m, d, f->depth);
	int tree = module_net(m, "tree", f->latency);

	module_register(m, bits_whole(m, tree), part_of(m, "starts", f->depth + 2, f->latency), false);
	module_assign(m, part_of(m, "starts", f->depth + 3, f->latency), expression_of(bits_whole(m, tree)));
	return wrapper_verilog(d, list->prefix);
}

/* Connects the registers of the timer to vectors with the bits of all digits and comparisons. */
static void see_timer(struct module *m, struct instance *dut, unsigned digits)
{
	static const unsigned events[] = { 7, 4, 3, 2, 1, 0 };	/* of frame_timer.v */
	const char *const of_digits[] = { "moved", "wrapped" };

	for (unsigned k = 0; k < digits; k++)
		instance_connect_named(dut, part_of(m, "now", 2 * k, 2), "timer.digit[%u].now", k);
	for (unsigned k = 1; k < digits; k++)
		for (unsigned w = 0; w < 2; w++)
			instance_connect_named(dut, part_of(m, of_digits[w], k, 1), "timer.digit[%u].after.%s", k, of_digits[w]);
	for (unsigned e = 0; e < 6; e++)
		instance_connect_named(dut, part_of(m, "match", (5 - e) * digits, digits), "timer.event_at[%u].match", events[e]);
	for (unsigned w = 0; w < 2; w++)
		module_assign(m, part_of(m, of_digits[w], 0, 1), expression_of(bits_constant(0, 1)));
}

static const char chain_nets[] = "clk rst starts bodies answers silent";

static void add_strobes_monitor(struct module *m, struct design *d, const struct frame *f)
{
	struct instance *i = module_instance(m, d, "frame_strobes", 1, "watch");

	PARAMETERS(i, { "SLOT", f->slot_clocks }, { "ACKNOWLEDGE_AT", f->acknowledge_at }, { "BODY_AT", f->body_at },
		   { "ANSWER_FROM", f->answer_from }, { "ANSWER_TO", f->answer_to },
		   { "DIGITS", frame_gather_clocks(f->slot_clocks) }, { "DEPTH", f->depth }, { "LATENCY", f->latency },
		   { "NETWORK", network_clocks(f) }, { "OWN", own_clocks(f) }, { "LANES", f->lanes }, { "LEVELS", f->levels },
		   { "BROADCAST", f->shape.trees > 0 }, { "CLOSING", closing_clocks(f) }, { "SILENT", SILENT_CLOCKS });
	wrapper_connect(m, i, chain_nets);
	wrapper_connect(m, i, "own_comes others_come waits now moved wrapped match ok parts");
}

static struct text strobes_proof(const struct proofs *list, const struct frame *f)
{
	unsigned digits = frame_gather_clocks(f->slot_clocks);
	struct design *d = wrapper_design(NULL, "frame_strobes");

	wrapper_watches(d, "strobes");
	struct module *m = design_add(d, copy_string("proof"), NULL);

	wrapper_nets(m, PORT_INPUT, 1, "clk rst own_comes others_come waits");
	wrapper_nets(m, PORT_OUTPUT, 1, "ok");
	wrapper_nets(m, PORT_OUTPUT, 6, "parts");
	wrapper_nets(m, PORT_NONE, 2 * digits, "now");
	wrapper_nets(m, PORT_NONE, digits, "moved wrapped");
	wrapper_nets(m, PORT_NONE, 6 * digits, "match");
	add_strobe_nets(m, PORT_NONE, f);
	struct instance *dut = module_instance(m, d, "strobes", 1, "dut");

	wrapper_connect(m, dut, chain_nets);
	see_timer(m, dut, digits);
	add_strobes_monitor(m, d, f);
	return wrapper_verilog(d, list->prefix);
}

/* What the proof of the adapter takes for granted of strobes holds. */
static void prove_strobes(struct proofs *list, const struct design *d, const struct frame *f)
{
	struct circuit c = circuit_of(list, "frame_timer");
	unsigned clocks = SILENT_CLOCKS + closing_clocks(f) + 1;
	struct run run = { .monitor = "frame_strobes", .steps = clocks + 1, .skip = clocks, .expose = { "timer.digit*", "timer.event_at*" } };
	struct text chain = strobes_chain(list, d, f), proof = strobes_proof(list, f);

	circuit_reads(&c, "timing_relay");
	circuit_reads(&c, "leaf_strobes");
	circuit_watches(list, &c, "still");
	circuit_watches(list, &c, "leaf_promises");
	text_add(&c.reads, "read_verilog proof/frame_timer_chain.v\n");
	output_add(&list->files, "proof/frame_timer_chain.v", &chain);
	free(c.module);
	c.module = copy_string("strobes");
	c.cells = 100 + 5 * f->depth + f->latency;
	struct proof *p = circuit_prove(list, &c, "strobes", "strobes of leaves",
					"all strobes come in their clocks, as the proof of the leaf assumes", &run, &proof);

	text_add(&p->parts, "the counter of the monitor\n"
			    "each register of the timer is that of its clock\nstarts and bodies come in their clocks\n"
			    "answers and the silence behind a reset do\nnothing is stored between load and load_body\n"
			    "what the proof of the leaf assumes\n");
	circuit_free(&c);
}

/* ---- the way of the strobes ---------------------------------------------------------------------------------- */

/* The proof of one module, and the strobes among the bits of the port `timing`. */
struct way {
	struct circuit c;
	struct parts parts;
	const struct network *net;
	unsigned low, strobes, bits;
	struct text kept;		/* instances that stay: an operation on a selection of Yosys' */
};

static const char *strobe_slice(struct way *w, const char *vector, unsigned low)
{
	return parts_name(&w->parts, "%s[%u:%u]", vector, low + w->strobes - 1, low);
}

/* The other instances say nothing of strobes. What they drive is free. */
static void keep(struct way *w, const char *module)
{
	text_print(&w->kept, " %s/t:*%s_%s* %%d", w->c.module, w->c.list->prefix, module);
}

/* What the instance gets is what the module got a clock ago, or a reset; of the timer, in the top, it is that of this clock. */
static void add_next(struct way *w, const char *name, bool top)
{
	struct parts *p = &w->parts;
	const char *timing = parts_cut(p, true, name, "timing", w->bits), *silent = parts_cut(p, true, name, "leaf_rst", 1);

	parts_same_later(p, parts_name(p, "the strobes reach %s in their clock, a reset at once", name), w->strobes,
			 top ? "frame_timer_timing[2:0]"
			     : parts_and(p, w->strobes, strobe_slice(w, "timing", w->low),
					 parts_not(p, w->strobes, parts_name(p, "{%u{rst}}", w->strobes))),
			 !top, strobe_slice(w, timing, w->low));
	parts_same_later(p, parts_name(p, "%s is silent behind a reset, as long as all", name), 1,
			 top ? "frame_timer_leaf_rst" : parts_or(p, 1, "leaf_rst", "rst"), !top, silent);
}

/* All that an instance cut out drives is free. */
static void free_outputs(struct way *w, const struct design *d, const struct instance *i, const char *name)
{
	const struct module *m = design_find(d, i->module);

	for (size_t k = 0; m && k < m->net_count; k++)
		if (m->net[k].direction == PORT_OUTPUT)
			parts_cut(&w->parts, false, name, m->net[k].name, m->net[k].width);
	if (m)
		return;
	for (const struct template_port *p = template_find(i->module)->port; p->name; p++)
		if (p->direction == PORT_OUTPUT)
			parts_cut(&w->parts, false, name, p->name, p->width ? p->width(i) : 1);
}

/* In the leaf, its own copies. */
static void add_copies(struct way *w)
{
	static const char *const port[] = { "start", "body", "answer" };

	for (unsigned k = 0; k < 3; k++)
		parts_same_later(&w->parts, parts_name(&w->parts, "%s of the leaf's copies is that of all", port[k]), 1,
				 parts_name(&w->parts, "timing[%u]", w->low + k), 0, parts_cut(&w->parts, true, "strobes", port[k], 1));
	parts_same_later(&w->parts, "the reset reaches the leaf's copies", 1, "rst", 0, parts_cut(&w->parts, true, "strobes", "rst", 1));
}

static void add_timer(struct way *w)
{
	parts_same_later(&w->parts, "the reset reaches the timer", 1, "rst", 0, parts_cut(&w->parts, true, "frame_timer", "rst", 1));
}

/* All inputs are free. */
static void begin_way(struct way *w, const struct module *m)
{
	parts_clock(&w->parts, false);
	for (size_t k = 0; k < m->net_count; k++)
		if (m->net[k].direction == PORT_INPUT && strcmp(m->net[k].name, "clk"))
			parts_port(&w->parts, false, m->net[k].name, m->net[k].name, m->net[k].width);
	if (*m->name)
		return;
	free(w->c.subject);
	w->c.subject = copy_string("network");
}

/* Instances on the way are cut out, and relays stay. */
static void add_instance(struct way *w, const struct design *d, const struct instance *i)
{
	if (!strcmp(i->module, "timing_relay")) {
		circuit_reads(&w->c, i->module);
		keep(w, i->module);
	} else if (leads_to(d, i->module, "leaf_strobes") || !strcmp(i->module, "frame_timer")) {
		circuit_cuts(&w->c, i->module);
		keep(w, i->module);
	}
	if (!strcmp(i->module, "leaf_strobes"))
		add_copies(w);
	else if (!strcmp(i->module, "frame_timer"))
		add_timer(w);
}

static void add_ways(struct way *w, const struct design *d, const struct instance *i, bool top)
{
	bool timer = !strcmp(i->module, "frame_timer"), leads = leads_to(d, i->module, "leaf_strobes");

	for (unsigned k = 0; (timer || leads) && k < i->count; k++) {
		const char *name = i->count > 1 ? parts_name(&w->parts, "%s[%u]", i->name, k) : i->name;

		free_outputs(w, d, i, name);
		if (leads && strcmp(i->module, "leaf_strobes"))
			add_next(w, name, top);
	}
}

static void prove_strobe_way(struct proofs *list, const struct network *net, const struct design *d, const struct module *m)
{
	struct way w = { .c = circuit_of(list, m->name), .net = net, .bits = net->spec->leaf->timing_bits(net) };

	w.strobes = net->spec->leaf->strobes(net, &w.low);
	begin_way(&w, m);
	for (size_t k = 0; k < m->instance_count; k++)
		add_instance(&w, d, &m->instance[k]);
	for (size_t k = 0; k < m->instance_count; k++)
		add_ways(&w, d, &m->instance[k], !*m->name);
	w.c.cells = 20 * m->instance_count;
	text_print(&w.c.reads, "delete %s/t:*%s_*%s\n", w.c.module, list->prefix, w.kept.bytes);
	text_print(&w.c.boxes, "setundef -undriven -anyseq %s\n", w.c.module);
	char *what = format_string("strobes in module %s", w.c.module);

	parts_prove(list, &w.c, "strobes", what, "strobes reach all leaves in their clock, and a reset clears them on their way",
		    &w.parts);
	free(what);
	text_free(&w.kept);
	circuit_free(&w.c);
}

static void prove_strobe_ways(struct proofs *list, const struct network *net, const struct design *d)
{
	for (size_t k = 0; k < d->module_count; k++)
		if (leads_to(d, d->module[k]->name, "leaf_strobes"))
			prove_strobe_way(list, net, d, d->module[k]);
}

/* A wire of the root channel. */
static void prove_root(struct proofs *list, const struct network *net, const struct design *d)
{
	static const struct seen seen[] = { { "taking", 1, NULL }, { "sent", 1, NULL }, { "sending", 1, NULL }, { "nowhere", 1, NULL }, { NULL, 0, NULL } };
	struct circuit c = circuit_of(list, "root_wire");

	c.parameters = parameter_options(instance_of(d, "root_wire"), NULL);
	c.cells = 8 * net->label_bits + 2 * net->spec->payload_bits;
	prove_stream(list, &c, d, "root_wire", "wire of the root channel",
		     &(struct stream_proof){ .name = "m_root", .seen = seen, .claims = "root_custody",
					     .inputs = "clk rst start start_data receive received load_answer decide load_word busy acknowledged"
						       " up down s_root_tvalid s_root_tready m_root_tvalid m_root_tready taking sent sending nowhere" });
	circuit_free(&c);
}

void prove_tree_leaves(struct proofs *list, const struct network *net)
{
	if (net->spec->leaf != &stream_leaf)
		return;
	struct design *d = design_lower(net);

	prove_adapter(list, d, net->frame);
	if (net->frame->shape.trees > 0)
		catalogue_prove_each(list, d, "broadcast_trees", NULL);
	prove_strobes(list, d, net->frame);
	prove_strobe_ways(list, net, d);
	prove_resets(list, d, "leaf_adapter");
	if (network_root_streams(net) > 0)
		prove_root(list, net, d);
	prove_root_link(list, net);
	design_free(d);
}
