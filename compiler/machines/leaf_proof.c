/* leaf_proof.c: the streams of leaf adapters, in trees on serial wires, obey AXI4-Stream.
 *
 * A leaf shows a word in the register into which it came bit by bit. So none must come while one is shown, nor must one of
 * another lane follow. The leaf itself sees to that, if the strobes are those of frame_timer.v, with a slot so long that what
 * came in one is whole before the next one begins. These are the promises. */
#include "machines/leaf_proof.h"

#include <stdlib.h>
#include <string.h>

#include "leaves/frame.h"
#include "leaves/leaf.h"
#include "lower/builder.h"
#include "prove/stream.h"
#include "util/text.h"

/* Clocks of the induction at most, and for how long a leaf is silent behind a reset. */
enum { CLOCKS = 16, SILENT_CLOCKS = 6 };

/* The proof under construction. Verilog as in struct stream_proof. */
struct leaf_proof {
	struct seen seen[MOST_EXPOSED];
	unsigned seen_count;
	struct text body, promised, holds;
};

static void see(struct leaf_proof *p, const char *name, unsigned width)
{
	p->seen[p->seen_count++] = (struct seen){ name, width };
}

/* Clocks from a message's end until its leaf takes no other: the lane is full, another register with broadcasts, and all lanes
 * are asked. */
static unsigned closing_clocks(const struct frame *f)
{
	return 3 + (f->lanes > 1 ? 1 + frame_gather_clocks(f->lanes) : 0);
}

static void see_leaf(struct leaf_proof *p, const struct frame *f)
{
	static const char *const one[] = { "lane.take", "lane.in_source", "lane.in_payload", "lane.clear", "lane.turning", NULL };
	static const char *const first[] = { "lane[0].take", "lane[0].in_source", "lane[0].in_payload", "lane[0].clear",
					     "lane[0].turning", NULL };
	static const char *const strobes[] = { "load", "load_body", "answering", NULL };

	for (const char *const *name = f->lanes > 1 ? first : one; *name; name++)
		see(p, *name, 1);
	for (const char *const *name = strobes; *name; name++)
		see(p, *name, 1);
	see(p, "turned", f->lanes);
	if (f->lanes > 1) {
		see(p, "complete", f->lanes);
		see(p, "move", f->lanes);
		see(p, "stream.full", f->lanes);
		see(p, "stream.words[0].last_bit", 1);
		see(p, "stream.stay", 1);
	}
	if (f->shape.trees > 0)
		see(p, "verdict", 1);
}

/* What is derived of the strobes:
 *
 *   storing   the lane stores a message
 *   stores    so it does, or did so until a few clocks ago, or broadcasts are judged
 *   begins    M bits of a data part are on `down`, and might be heard
 *   loaded    since the last `load`, or in it, nothing has been stored, and no part has followed */
static void add_body(struct leaf_proof *p, const struct frame *f)
{
	unsigned clocks = closing_clocks(f);
	const char *lane = f->lanes > 1 ? "lane_0" : "lane", *turned = f->lanes > 1 ? "turned[0]" : "turned";

	text_print(&p->body, "    wire storing = %s_take | %s_in_source | %s_in_payload | %s_clear;\n", lane, lane, lane, lane);
	text_print(&p->body, "    wire own     = %s;\n", f->lanes > 1 ? "|(complete & turned)" : "1'b0");
	text_print(&p->body, "    wire ends    = storing%s%s;\n", f->lanes > 1 ? " | |(complete & ~turned)" : "",
		   f->shape.trees > 0 ? " | verdict" : "");
	text_print(&p->body,
		   "    reg  answered, was_silent, was_turned, loaded;\n    reg  [1:0] ran;\n    reg  [%u:0] ended, owned, since;\n"
		   "    wire hears   = down_start & ~(answering & answered) & ~(leaf_rst & was_silent);\n"
		   "    wire begins  = hears & ~(%s & was_turned);\n"
		   "    wire stores  = ends | |ended[%u:0];\n"
		   "    wire owns    = own | |owned[%u:0];\n\n"
		   "    always @(posedge clk) begin\n"
		   "        answered   <= answering;\n"
		   "        was_silent <= leaf_rst;\n"
		   "        was_turned <= %s;\n"
		   "        loaded     <= ~rst & ~stores & ~owns & (load | loaded & ~load_body);\n"
		   "        ran        <= {ran[0], load_body};\n"
		   "        ended      <= {ended[%u:0], ends} & {%u{~rst}};\n"
		   "        owned      <= {owned[%u:0], own} & {%u{~rst}};\n"
		   "        since      <= {since[%u:0], rst};\n"
		   "    end\n\n",
		   SILENT_CLOCKS + clocks, turned, clocks - 1, clocks + 1, turned, SILENT_CLOCKS + clocks - 1,
		   SILENT_CLOCKS + clocks + 1, SILENT_CLOCKS + clocks - 1, SILENT_CLOCKS + clocks + 1, SILENT_CLOCKS + clocks - 1);
}

/* Behind a reset the leaf is silent; then parts come in order, each when the message before is whole. */
static void add_promises(struct leaf_proof *p, const struct frame *f)
{
	text_print(&p->promised,
		   "rst | (|since[%u:0] ? leaf_rst & (since[0] | ~load & ~load_body) : ~(begins & stores) & ~(hears & (load_body | ran[0])) & "
		   "(~load_body | %s & ~stores & ~owns & ~|ran)",
		   SILENT_CLOCKS - 1, f->levels > 1 ? "loaded & ~load" : "(load | loaded)");
	if (f->shape.trees > 0)
		text_add(&p->promised, " & ~(verdict & (storing | begins | load_body | |ran) & ~(leaf_rst & was_silent))");
	if (f->lanes > 1)
		text_add(&p->promised, " & (stream_stay | ~owns & (~(storing | stream_words_0_last_bit) | ~|stream_full))");
	text_add(&p->promised, ")");
}

static void add_claims(struct leaf_proof *p, const struct frame *f)
{
	const char *lane = f->lanes > 1 ? "lane_0" : "lane";

	text_print(&p->holds, "~(%s_in_payload & (%s_take | %s_in_source | %s_clear)) & ~(%s_in_source & %s_take) & ", lane, lane, lane,
		   lane, lane, lane);
	text_print(&p->holds, "~(storing & (m_axis_tvalid%s)) & ~(loaded & %s_turning & %s)",
		   f->lanes > 1 ? " | stream_words_0_last_bit | move[0]" : "", lane, f->lanes > 1 ? "|stream_full" : "m_axis_tvalid");
}

/* What says where words go, and when: the proof holds whatever it says. */
static bool is_freed(const char *part)
{
	static const char *const freed[] = {
		"leaf_announce", "leaf_detour", "leaf_dispatch", "leaf_label", "leaf_own", "leaf_parents", "leaf_path", "leaf_random",
		"leaf_retry", "leaf_route", "leaf_sender", "leaf_tags", "leaf_turns",
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
	struct circuit c = circuit_of(list, "leaf_adapter");
	struct leaf_proof p = { .seen_count = 0 };

	see_leaf(&p, f);
	add_body(&p, f);
	add_promises(&p, f);
	add_claims(&p, f);
	read_parts(&c, d, "leaf_adapter");
	c.cells = 100 + f->lanes * (f->source_bits + f->group_bits + f->payload_bits);
	prove_stream(list, &c, d, "leaf_adapter", "adapter of a leaf",
		     &(struct stream_proof){ .seen = p.seen, .body = p.body.bytes, .promised = p.promised.bytes, .holds = p.holds.bytes,
					     .clocks = CLOCKS });
	text_free(&p.body);
	text_free(&p.promised);
	text_free(&p.holds);
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

static void print_parameters(struct text *t, const struct instance *i)
{
	const char *before = "";

	for (size_t k = 0; k < i->parameter_count; k++, before = ", ")
		text_print(t, "%s.%s(%lu)", before, i->parameter[k].name, i->parameter[k].value);
}

/* Module `strobes`: the timer, as the network has it, a relay for each level, a leaf's strobes, and registers for the tree. */
static struct text strobes_chain(const struct proofs *list, const struct design *d, const struct frame *f)
{
	struct text t = { 0 };
	const char *prefix = list->prefix;

	text_print(&t,
		   "`default_nettype none\n\nmodule strobes (\n    input  wire clk,\n    input  wire rst,\n    output wire [%u:0] starts,\n"
		   "    output wire [%u:0] bodies,\n    output wire [%u:0] answers,\n    output wire [%u:0] silent\n);\n"
		   "    wire [4:0] timing;\n    wire slot, mark;\n    genvar k;\n\n    %s_frame_timer #(",
		   f->depth + f->latency + 2, f->depth + 1, f->depth + 1, f->depth, prefix);
	print_parameters(&t, instance_of(d, "frame_timer"));
	text_print(&t,
		   ") timer (\n        .clk(clk), .rst(rst), .timing(timing), .leaf_rst(silent[0]), .slot(slot), .mark(mark)\n    );\n"
		   "    assign {answers[0], bodies[0], starts[0]} = timing[2:0];\n\n    generate\n"
		   "        for (k = 0; k < %u; k = k + 1) begin : level\n"
		   "            %s_timing_relay #(.WIDTH(4), .RESET(4'd8)) relay (\n                .clk(clk), .rst(rst), "
		   ".in({silent[k], answers[k], bodies[k], starts[k]}),\n"
		   "                .out({silent[k+1], answers[k+1], bodies[k+1], starts[k+1]})\n            );\n        end\n"
		   "        for (k = %u; k < %u; k = k + 1) begin : tree\n            reg start;\n\n"
		   "            always @(posedge clk)\n                start <= starts[k];\n            assign starts[k+1] = start;\n"
		   "        end\n    endgenerate\n\n"
		   "    %s_leaf_strobes leaf (\n        .clk(clk), .rst(rst), .start(starts[%u]), .answer(answers[%u]), .body(bodies[%u]),\n"
		   "        .load(starts[%u]), .load_body(bodies[%u]), .answering(answers[%u]), .up_start(starts[%u])\n    );\n"
		   "endmodule\n\n`default_nettype wire\n",
		   f->depth, prefix, f->depth + 2, f->depth + f->latency + 2, prefix, f->depth, f->depth, f->depth, f->depth + 1,
		   f->depth + 1, f->depth + 1, f->depth + 2);
	return t;
}

/* Connects the registers of the timer to vectors with the bits of all digits and comparisons. */
static void see_timer(struct text *connections, struct text *vectors, unsigned digits)
{
	static const unsigned events[] = { 7, 4, 3, 2, 1, 0 };	/* of frame_timer.v */
	const char *const of_digits[] = { "moved", "wrapped" };

	for (unsigned k = 0; k < digits; k++)
		text_print(connections, ",\n        .\\timer.digit[%u].now (now[%u:%u])", k, 2 * k + 1, 2 * k);
	for (unsigned k = 1; k < digits; k++)
		for (unsigned w = 0; w < 2; w++)
			text_print(connections, ",\n        .\\timer.digit[%u].after.%s (%s[%u])", k, of_digits[w], of_digits[w], k);
	for (unsigned e = 0; e < 6; e++)
		text_print(connections, ",\n        .\\timer.event_at[%u].match (match[%u:%u])", events[e], (6 - e) * digits - 1,
			   (5 - e) * digits);
	text_print(vectors, "    wire [%u:0] now;\n    wire [%u:0] moved, wrapped;\n    wire [%u:0] match;\n"
			    "    assign {moved[0], wrapped[0]} = 2'd0;\n", 2 * digits - 1, digits - 1, 6 * digits - 1);
}

/* What the promises speak of, for a leaf that stores whatever may come for as long as it can. A lane stores either its own
 * message or one of the network's: `mine`. `full`: messages may wait; but a lane takes one only where none does. */
static void add_stand_ins(struct text *t, const struct frame *f)
{
	const char *lane = f->lanes > 1 ? "lane_0" : "lane";
	unsigned c = f->lanes;

	text_print(t,
		   "    reg  mine;\n    wire leaf_rst = silent[%u], load = starts[%u], load_body = bodies[%u], answering = answers[%u], "
		   "down_start = starts[%u];\n"
		   "    wire network, taken, own_now, fresh, settled, own_ends;\n\n"
		   "    always @(posedge clk)\n        mine <= ~leaf_rst & (load_body ? own_comes : mine);\n\n"
		   "    wire %s_take = taken & ~mine, %s_in_source = (mine ? own_now : network & ~taken), %s_in_payload = 1'b0, %s_clear = 1'b0;\n",
		   f->depth, f->depth + 1, f->depth + 1, f->depth + 1, f->depth + f->latency + 2, lane, lane, lane, lane);
	if (f->lanes == 1)
		text_add(t, "    wire turned = mine;\n");
	else
		text_print(t,
			   "    reg  others;\n    wire [%u:0] turned = {{%u{others}}, mine}, complete = {own_ends, {%u{1'b0}}};\n"
			   "    wire [%u:0] stream_full = {%u{waits & ~(mine ? fresh : taken)}};\n    wire stream_words_0_last_bit = 1'b0;\n"
			   "    reg  stream_stay, early;\n\n"
			   "    always @(posedge clk) begin\n        others      <= ~leaf_rst & (load_body ? others_come : others);\n        early       <= load_body | early & ~answering;\n"
			   "        stream_stay <= answering | early & (mine | others) & settled;\n    end\n\n",
			   c - 1, c - 1, c - 1, c - 1, c);
	if (f->shape.trees > 0)
		text_add(t, "    reg  [2:0] heard;\n    wire verdict = heard[2];\n\n    always @(posedge clk)\n"
			    "        heard <= {heard[1:0], down_start & answering};\n\n");
}

static void print_monitor(struct text *t, const struct frame *f, const char *promised)
{
	text_print(t,
		   "    frame_strobes #(\n        .SLOT(%u), .ACKNOWLEDGE_AT(%u), .BODY_AT(%u), .ANSWER_FROM(%u), .ANSWER_TO(%u), .DIGITS(%u),\n"
		   "        .DEPTH(%u), .LATENCY(%u), .NETWORK(%u), .OWN(%u), .CLOCKS(%u)\n    ) watch (\n"
		   "        .clk(clk), .rst(rst), .now(now), .moved(moved), .wrapped(wrapped), .match(match), .starts(starts), .bodies(bodies),\n"
		   "        .answers(answers), .silent(silent), .loaded(loaded), .early(%s), .network(network), .taken(taken), .own(own_now), .fresh(fresh), .settled(settled), "
		   ".own_ends(own_ends),\n        .promised(%s),\n        .ok(ok), .parts(parts)\n    );\nendmodule\n\n`default_nettype wire\n",
		   f->slot_clocks, f->acknowledge_at, f->body_at, f->answer_from, f->answer_to, frame_gather_clocks(f->slot_clocks), f->depth,
		   f->latency, network_clocks(f), own_clocks(f), SILENT_CLOCKS + closing_clocks(f) + 1, f->lanes > 1 ? "early" : "1'b1", promised);
}

static struct text strobes_proof(const struct frame *f)
{
	struct leaf_proof p = { .seen_count = 0 };
	struct text t = { 0 }, connections = { 0 }, vectors = { 0 };

	see_timer(&connections, &vectors, frame_gather_clocks(f->slot_clocks));
	add_body(&p, f);
	add_promises(&p, f);
	text_print(&t,
		   "`default_nettype none\n\nmodule proof (\n    input  wire clk,\n    input  wire rst,\n    input  wire own_comes,\n"
		   "    input  wire others_come,\n    input  wire waits,\n    output wire ok,\n    output wire [5:0] parts\n);\n%s"
		   "    wire [%u:0] starts;\n    wire [%u:0] bodies, answers;\n    wire [%u:0] silent;\n\n"
		   "    strobes dut (\n        .clk(clk), .rst(rst), .starts(starts), .bodies(bodies), .answers(answers), .silent(silent)%s\n"
		   "    );\n\n", vectors.bytes, f->depth + f->latency + 2, f->depth + 1, f->depth, connections.bytes);
	add_stand_ins(&t, f);
	text_add(&t, p.body.bytes);
	print_monitor(&t, f, p.promised.bytes);
	text_free(&p.body);
	text_free(&p.promised);
	text_free(&connections);
	text_free(&vectors);
	return t;
}

/* What the proof of the adapter takes for granted of strobes holds. */
static void prove_strobes(struct proofs *list, const struct design *d, const struct frame *f)
{
	struct circuit c = circuit_of(list, "frame_timer");
	unsigned clocks = SILENT_CLOCKS + closing_clocks(f) + 1;
	struct run run = { .monitor = "frame_strobes", .steps = clocks + 1, .skip = clocks, .expose = { "timer.digit*", "timer.event_at*" } };
	struct text chain = strobes_chain(list, d, f), proof = strobes_proof(f);

	circuit_reads(&c, "timing_relay");
	circuit_reads(&c, "leaf_strobes");
	circuit_watches(list, &c, "still");
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
			     : parts_name(p, "%s & {%u{~rst}}", strobe_slice(w, "timing", w->low), w->strobes),
			 !top, strobe_slice(w, timing, w->low));
	parts_same_later(p, parts_name(p, "%s is silent behind a reset, as long as all", name), 1,
			 top ? "frame_timer_leaf_rst" : "leaf_rst | rst", !top, silent);
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

void prove_tree_leaves(struct proofs *list, const struct network *net)
{
	if (net->spec->leaf != &stream_leaf)
		return;
	struct design *d = design_lower(net);

	prove_adapter(list, d, net->frame);
	prove_strobes(list, d, net->frame);
	prove_strobe_ways(list, net, d);
	prove_resets(list, d, "leaf_adapter");
	design_free(d);
}
