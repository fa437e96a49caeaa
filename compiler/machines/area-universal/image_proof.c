/* image_proof.c: proofs that an image computes a circuit: each step of the device is a clock of it.
 *
 *   user's file --Yosys, no synthesis--> gold: flip-flops cut --.
 *                                                               +--> same outputs, same next values?   for each port, and
 *   image --decoded, every wire back--> gate -------------------'                                     each group of flip-flops
 *
 * A flip-flop is an element's s or not s, as the image lists it, or a constant. If all are so at the begin of a step
 * (`begins`, then one step after the other), they are so at its end, and the outputs show what the circuit's show.
 * That a step is long enough for every wire to be steady is the decoder's: it comes first. What is kept nowhere may
 * have any value.
 */
#include "machines/area-universal/image_proof.h"

#include <stdlib.h>
#include <string.h>

#include "machines/area-universal/area_universal.h"
#include "machines/area-universal/gold.h"
#include "machines/area-universal/image_gate.h"
#include "machines/area-universal/same_circuit.h"
#include "machines/area-universal/source.h"
#include "overlay/check.h"
#include "prove/builder.h"
#include "util/message.h"
#include "util/text.h"

struct image_proving {
	struct proofs *list;
	const struct image_request *request;
	struct overlay o;
	struct image image;
	struct netlist netlist;
	struct decoded decoded;
	struct keeping keeping;
	struct source source;
	struct gold gold;
	struct image_gate gate;
	bool synthesised;		/* gold is what Yosys has synthesised */
	struct text missing;		/* flip-flops of the source that made it so */
};

/* ---- the two sides ---- */

static bool read_files(struct image_proving *p, int *status)
{
	*status = EXIT_USAGE;
	if (!image_read(&p->image, &p->o, p->request->image) || !image_has_clocks(&p->image, p->request->image)
	    || !netlist_read(&p->netlist, p->request->against, p->request->top, status))
		return false;
	*status = EXIT_USAGE;
	if (!image_lists_circuit(&p->image, p->request->image, &p->netlist))
		return false;
	*status = EXIT_WORK_FAILED;
	return true;
}

/* Every wire back to its source, and how long that takes. */
static bool decode(struct image_proving *p)
{
	char *why = NULL;

	if (!image_decode(&p->decoded, &p->o, &p->image, &why)) {
		error("the image %s is no circuit: %s", p->request->image, why);
		free(why);
		return false;
	}
	return p->image.step >= p->decoded.step
	       || error("a step of the image %s is %u clocks: expected at least %u, after which all is steady", p->request->image,
			p->image.step, p->decoded.step);
}

/* Names the flip-flops that matter and that are kept nowhere. */
static bool all_are_kept(struct image_proving *p)
{
	enum { SHOWN = 4 };
	size_t count = 0;

	for (size_t i = 0; i < p->gold.count; i++)
		if (p->gold.flip_flop[i].kept == KEPT_NOWHERE && count++ < SHOWN)
			text_print(&p->missing, "%s%s", count > 1 ? ", " : "", p->gold.flip_flop[i].name);
	if (count > SHOWN)
		text_print(&p->missing, " and %zu more", count - SHOWN);
	return count == 0;
}

/* Gates and flip-flops of one kind, but nothing optimised, and no flip-flop made anew. */
static const char to_gates[] =
	"setundef -undef -undriven\nmemory_collect\nmemory_map\ntechmap\ndfflegalize -cell $_DFF_P_ 01\n";

static bool make_gold(struct image_proving *p, int *status)
{
	struct source *s = &p->source;

	keeping_start(&p->keeping, &p->image, &p->netlist);
	if (!source_read(s, &p->netlist, p->request->top, to_gates, status))
		return false;
	*status = EXIT_WORK_FAILED;
	if (!gold_make(&p->gold, s->design, s->module, s->file, &p->keeping))
		return false;
	if (all_are_kept(p) || !p->keeping.synthesised)
		return true;
	const json_t *design = p->keeping.synthesised;

	p->synthesised = true;
	gold_free(&p->gold);
	return gold_make(&p->gold, design, json_object_get(json_object_get(design, "modules"), p->netlist.name), s->file,
			 &p->keeping);
}

/* ---- one group of bits ---- */

/* Bits that are compared in one proof, under construction. */
struct group {
	unsigned bits;
	struct text due, got;		/* Verilog: assignments */
	struct text names;		/* a line for each bit */
};

static void print_instances(const struct image_proving *p, struct text *t)
{
	const struct gold *g = &p->gold;
	const struct image *image = &p->image;
	const struct { const char *module, *port, *net; bool there; } connections[] = {
		{ "gold", "in", "in", image->input_count > 0 }, { "gold", "q", "q", g->count > 0 },
		{ "gold", "out", "due_out", image->output_count > 0 }, { "gold", "d", "d", g->count > 0 },
		{ "gate", "in", "in", image->input_count > 0 }, { "gate", "s", "s", p->gate.latches > 0 },
		{ "gate", "loose", "loose", p->gate.loose > 0 }, { "gate", "out", "out", image->output_count > 0 },
		{ "gate", "next", "next", p->gate.latches > 0 },
	};
	enum { CONNECTIONS = sizeof connections / sizeof *connections };
	const char *module = "";

	for (unsigned i = 0; i < CONNECTIONS; i++) {
		if (!connections[i].there)
			continue;
		bool first = strcmp(connections[i].module, module) != 0;

		if (first)
			text_print(t, "%s    %s %s (", *module ? ");\n" : "", connections[i].module, connections[i].module);
		module = connections[i].module;
		text_print(t, "%s.%s(%s)", first ? "" : ", ", connections[i].port, connections[i].net);
	}
	text_add(t, *module ? ");\n" : "");
}

/* What the circuit's flip-flops hold, by what the image's latches hold. */
static void print_held(const struct image_proving *p, struct text *t)
{
	const struct gold *g = &p->gold;
	unsigned free_bits = 0;

	for (size_t i = 0; i < g->count; i++) {
		const struct gold_flip_flop *f = &g->flip_flop[i];
		const struct image_latch *latch = &p->image.latch[f->latch];

		text_print(t, "    assign q[%zu] = ", i);
		if (f->kept == KEPT_IN_LATCH)
			text_print(t, "%ss[%u];\n", latch->complement ? "~" : "", image_gate_bit(&p->gate, latch));
		else if (f->kept == KEPT_CONSTANT)
			text_print(t, "1'b%d;\n", f->constant);
		else
			text_print(t, "free[%u];\n", free_bits++);
	}
}

static unsigned count_free(const struct gold *g)
{
	unsigned count = 0;

	for (size_t i = 0; i < g->count; i++)
		count += g->flip_flop[i].kept < KEPT_IN_LATCH;
	return count;
}

static void print_wires(struct text *t, const char *name, size_t width)
{
	if (width > 0)
		text_print(t, "    wire [%zu:0] %s;\n", width - 1, name);
}

/* Where x is, anything is right. */
static void print_comparison(const struct image_proving *p, const struct group *group, struct text *t)
{
	if (!p->gold.undefined) {
		text_add(t, "    assign parts = ~(due ^ got ^ {BITS{WRONG}});\n");
		return;
	}
	for (unsigned i = 0; i < group->bits; i++)
		text_print(t, "    assign parts[%u] = due[%u] === 1'bx || due[%u] === (got[%u] ^ WRONG);\n", i, i, i, i);
}

static void print_proof(const struct image_proving *p, const struct group *group, struct text *t)
{
	bool first = true;
	size_t flip_flops = p->gold.count, outputs = p->image.output_count;

	text_print(t, "`default_nettype none\n\nmodule proof #(\n    parameter [0:0] WRONG = 0       // the image's bits are inverted\n"
		   ") (\n");
	print_port(t, &first, "input ", (unsigned)p->image.input_count, "in");
	print_port(t, &first, "input ", p->gate.latches, "s");
	print_port(t, &first, "input ", p->gate.loose, "loose");
	print_port(t, &first, "input ", count_free(&p->gold), "free");
	print_port(t, &first, "output", (unsigned)flip_flops, "q");
	print_port(t, &first, "output", group->bits, "parts");
	text_print(t, ",\n    output wire ok\n);\n    localparam BITS = %u;\n    wire [BITS-1:0] due, got;\n", group->bits);
	print_wires(t, "due_out", outputs);
	print_wires(t, "out", outputs);
	print_wires(t, "d", flip_flops);
	print_wires(t, "next", p->gate.latches);
	text_add(t, "\n");
	print_held(p, t);
	print_instances(p, t);
	text_print(t, "%s%s", group->due.bytes, group->got.bytes);
	print_comparison(p, group, t);
	text_add(t, "    assign ok = &parts;\nendmodule\n\n`default_nettype wire\n");
}

static void print_commands(const char *name, bool wrong, struct text *t)
{
	text_print(t, "read_json proof/image_gold.json\nread_verilog proof/image_gate.v proof/%s.v\n%shierarchy -check -top proof\n"
		   "flatten\nopt_clean\n", name, wrong ? "chparam -set WRONG 1 proof\n" : "");
}

/* What is 1 in a counterexample. */
static void show(struct image_proving *p, struct proof *proof)
{
	unsigned k = 0;

	if (p->image.input_count > 0) {
		for (size_t i = 0; i < p->image.input_count; i++)
			text_print(&proof->bit_names[k], p->image.input[i].vector ? "%s[%u]\n" : "%s\n", p->image.input[i].port,
				   p->image.input[i].bit);
		proof->shown[k++] = (struct shown){ "in", "inputs that are 1" };
	}
	if (p->gold.count > 0) {
		for (size_t i = 0; i < p->gold.count; i++)
			text_print(&proof->bit_names[k], "%s\n", p->gold.flip_flop[i].name);
		proof->shown[k] = (struct shown){ "q", "flip-flops that are 1" };
	}
}

/* Adds the proof of a group, and frees the group. */
static void prove_group(struct image_proving *p, struct group *group, const char *subject, const char *property, const char *what,
			const char *claim)
{
	struct scripted s = { .monitor = "image", .subject = subject, .property = property, .what = what, .claim = claim,
			      .size = p->gold.gates_used + p->gate.gates, .undefined = p->gold.undefined };
	char *name = format_string("%s_%s", subject, property), *path = format_string("proof/%s.v", name);
	struct text verilog = { 0 };

	print_proof(p, group, &verilog);
	output_add(&p->list->files, path, &verilog);
	print_commands(name, false, &s.prepare);
	print_commands(name, true, &s.plant);
	struct proof *proof = prove_by_script(p->list, &s);

	proof->parts = group->names;
	show(p, proof);
	text_free(&group->due);
	text_free(&group->got);
	free(path);
	free(name);
}

static char *bits_told(const char *kind, const char *name, unsigned bits)
{
	return format_string("%s %s, %u bit%s", kind, name, bits, bits == 1 ? "" : "s");
}

/* ---- outputs ---- */

static bool is_first_of_port(const struct image *image, size_t output)
{
	for (size_t i = 0; i < output; i++)
		if (strcmp(image->output[i].port, image->output[output].port) == 0)
			return false;
	return true;
}

static void prove_output(struct image_proving *p, size_t first)
{
	const struct image *image = &p->image;
	const char *port = image->output[first].port;
	struct group group = { 0 };

	for (size_t i = first; i < image->output_count; i++) {
		if (strcmp(image->output[i].port, port) != 0)
			continue;
		text_print(&group.due, "    assign due[%u] = due_out[%zu];\n", group.bits, i);
		text_print(&group.got, "    assign got[%u] = out[%zu];\n", group.bits, i);
		text_print(&group.names, image->output[i].vector ? "%s[%u]\n" : "%s\n", port, image->output[i].bit);
		group.bits++;
	}
	char *what = bits_told("output", port, group.bits), *subject = format_string("image_output_%zu", first);

	prove_group(p, &group, subject, "same", what, p->gold.undefined ? "shows what the circuit shows, where that is defined" :
		    "shows what the circuit shows");
	free(subject);
	free(what);
}

/* ---- flip-flops ---- */

/* The length of a flip-flop's name without its index. */
static size_t base_length(const char *name)
{
	const char *bracket = strrchr(name, '[');

	return bracket && bracket > name ? (size_t)(bracket - name) : strlen(name);
}

static bool same_base(const char *a, const char *b)
{
	return base_length(a) == base_length(b) && strncmp(a, b, base_length(a)) == 0;
}

/* What becomes of it matters. */
static bool is_proved(const struct gold_flip_flop *f)
{
	return f->kept >= KEPT_IN_LATCH;
}

static bool is_first_of_group(const struct gold *g, size_t flip_flop)
{
	for (size_t i = 0; i < flip_flop; i++)
		if (is_proved(&g->flip_flop[i]) && same_base(g->flip_flop[i].name, g->flip_flop[flip_flop].name))
			return false;
	return is_proved(&g->flip_flop[flip_flop]);
}

static void add_flip_flop(const struct image_proving *p, struct group *group, size_t i)
{
	const struct gold_flip_flop *f = &p->gold.flip_flop[i];
	const struct image_latch *latch = &p->image.latch[f->latch];

	text_print(&group->due, "    assign due[%u] = d[%zu];\n", group->bits, i);
	if (f->kept == KEPT_CONSTANT)
		text_print(&group->got, "    assign got[%u] = 1'b%d;\n", group->bits, f->constant);
	else
		text_print(&group->got, "    assign got[%u] = %snext[%u];\n", group->bits, latch->complement ? "~" : "",
			   image_gate_bit(&p->gate, latch));
	text_print(&group->names, "%s\n", f->name);
	group->bits++;
}

static void prove_flip_flops(struct image_proving *p, size_t first)
{
	const struct gold *g = &p->gold;
	const char *name = g->flip_flop[first].name;
	struct group group = { 0 };

	for (size_t i = first; i < g->count; i++)
		if (is_proved(&g->flip_flop[i]) && same_base(g->flip_flop[i].name, name))
			add_flip_flop(p, &group, i);
	char *base = format_string("%.*s", (int)base_length(name), name), *what = bits_told("flip-flops", base, group.bits);
	char *subject = format_string("image_flip_flops_%zu", first);

	prove_group(p, &group, subject, "next", what, g->undefined ? "take what the circuit's take, where that is defined" :
		    "take what the circuit's take");
	free(subject);
	free(what);
	free(base);
}

/* What a flip-flop is before the first step: each s is 0 then. */
static bool begins_at(const struct image_proving *p, const struct gold_flip_flop *f)
{
	return f->kept == KEPT_CONSTANT ? f->constant : p->image.latch[f->latch].complement;
}

/* Before the first step each flip-flop is what the circuit says. The wrong goal: that it is the opposite. */
static void prove_beginning(struct image_proving *p)
{
	struct text wrong = { 0 };
	unsigned said = 0, opposite = 0;

	for (size_t i = 0; i < p->gold.count; i++) {
		const struct gold_flip_flop *f = &p->gold.flip_flop[i];

		if (!is_proved(f) || !f->initial)
			continue;
		said++;
		if (begins_at(p, f) == (f->initial == '1'))
			continue;
		opposite++;
		text_print(&wrong, "%s begins at %d: expected %c\n", f->name, begins_at(p, f), f->initial);
	}
	if (said == 0)
		return;
	char *what = format_string("the beginning of %u flip-flop%s", said, said == 1 ? "" : "s");

	prove_by_search(p->list, "begins", "image_flip_flops", what, "each begins at the circuit's initial value", opposite == 0,
			wrong.bytes, opposite == said);
	free(what);
}

/* ---- the whole ---- */

static void tell(struct image_proving *p)
{
	struct text *about = &p->list->about;
	const char *source = p->netlist.source;
	unsigned long flip_flops = p->gold.count - count_free(&p->gold);

	text_print(about, "image %s of %s: steps of %u clocks, of which %u are needed\n", p->request->image, p->image.circuit,
		   p->image.step, p->decoded.step);
	if (p->synthesised)
		text_print(about, "compared with what Yosys has synthesised of %s, which has other flip-flops than %s\n", source,
			   p->missing.bytes);
	else
		text_print(about, "compared with %s as Yosys reads it, without synthesis\n", source);
	p->list->facts = json_pack("{s:s, s:s, s:s, s:s, s:i, s:i, s:i, s:i}", "image", p->request->image, "circuit", p->image.circuit,
				   "against", source, "compared", p->synthesised ? "synthesised" : "source", "step_clocks",
				   (int)p->image.step, "step_clocks_needed", (int)p->decoded.step, "outputs",
				   (int)p->image.output_count, "flip_flops", (int)flip_flops);
}

static void add_sides(struct image_proving *p)
{
	struct text gold = { 0 }, gate = { 0 };

	gold_print(&p->gold, &gold);
	image_gate_print(&p->gate, &gate);
	output_add(&p->list->files, "proof/image_gold.json", &gold);
	output_add(&p->list->files, "proof/image_gate.v", &gate);
}

static void add_proofs(struct image_proving *p)
{
	image_gate_make(&p->gate, &p->o, &p->image, &p->decoded);
	tell(p);
	add_sides(p);
	for (size_t i = 0; i < p->image.output_count; i++)
		if (is_first_of_port(&p->image, i))
			prove_output(p, i);
	for (size_t i = 0; i < p->gold.count; i++)
		if (is_first_of_group(&p->gold, i))
			prove_flip_flops(p, i);
	prove_beginning(p);
	image_gate_free(&p->gate);
}

bool device_prove_image(struct proofs *list, const struct network *net, const struct image_request *q, int *status)
{
	struct image_proving p = { .list = list, .request = q };

	area_universal_overlay(net, &p.o);
	bool good = read_files(&p, status) && decode(&p) && make_gold(&p, status);

	if (good)
		add_proofs(&p);
	gold_free(&p.gold);
	keeping_end(&p.keeping);
	source_close(&p.source);
	decoded_free(&p.decoded);
	netlist_free(&p.netlist);
	image_free(&p.image);
	text_free(&p.missing);
	return good;
}
