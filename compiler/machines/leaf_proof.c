/* leaf_proof.c: the streams of leaf adapters, in trees on serial wires, obey AXI4-Stream.
 *
 * A leaf shows a word in the register into which it came bit by bit. So none must come while one is shown, nor must one of
 * another lane follow. The leaf itself sees to that, if the strobes are those of frame_timer.v, with a slot so long that what
 * came in one is whole before the next one begins. These are the promises. */
#include "machines/leaf_proof.h"

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
		   "        ended      <= {ended[%u:0], ends};\n"
		   "        owned      <= {owned[%u:0], own};\n"
		   "        since      <= {since[%u:0], rst};\n"
		   "    end\n\n",
		   SILENT_CLOCKS + clocks, turned, clocks - 1, clocks + 1, turned, SILENT_CLOCKS + clocks - 1, SILENT_CLOCKS + clocks - 1,
		   SILENT_CLOCKS + clocks - 1);
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

void prove_tree_leaves(struct proofs *list, const struct network *net)
{
	if (net->spec->leaf != &stream_leaf)
		return;
	struct design *d = design_lower(net);

	prove_adapter(list, d, net->frame);
	prove_resets(list, d, "leaf_adapter");
	design_free(d);
}
