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
#include "lower/builder.h"
#include "prove/builder.h"
#include "prove/wrapper.h"
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

static const char image_monitor[] = "image_same";

/* A bit of the circuit and one of the image, of these nets. */
struct compared {
	const char *due, *got;		/* got: NULL: 0 */
	size_t due_bit, got_bit;
	bool complement;		/* of the image's bit */
};

/* Bits that are compared in one proof, under construction. */
struct group {
	unsigned bits;
	struct compared *compared;
	struct text names;		/* a line for each bit */
};

static void add_compared(struct group *group, struct compared c)
{
	group->compared = room_for_one(group->compared, group->bits, sizeof *group->compared);
	group->compared[group->bits++] = c;
}

/* A bit of a net of `m`; NULL: 0. */
static struct bits bit_of(const struct module *m, const char *net, size_t bit)
{
	return net ? bits_of(module_find(m, net), (unsigned)bit, 1) : bits_constant(0, 1);
}

/* Those bits inverted for which there is a 1 in `inverted`; takes over both. */
static struct expression xored(struct bits b, struct bits inverted)
{
	bool none = inverted.count == 1 && inverted.slice[0].net == NET_ZERO;

	if (none)
		free(inverted.slice);
	return none ? expression_of(b) : (struct expression){ .term = { b, inverted }, .count = 2 };
}

static void add_net(struct module *m, enum port_direction direction, size_t width, const char *name)
{
	if (width > 0)
		module_port(m, name, (unsigned)width, direction);
}

static unsigned count_free(const struct gold *g)
{
	unsigned count = 0;

	for (size_t i = 0; i < g->count; i++)
		count += g->flip_flop[i].kept < KEPT_IN_LATCH;
	return count;
}

static void add_nets(const struct image_proving *p, const struct group *group, struct module *m)
{
	size_t flip_flops = p->gold.count, outputs = p->image.output_count;

	module_parameter(m, "WRONG", 0);
	add_net(m, PORT_INPUT, p->image.input_count, "in");
	add_net(m, PORT_INPUT, p->gate.latches, "s");
	add_net(m, PORT_INPUT, p->gate.loose, "loose");
	add_net(m, PORT_INPUT, count_free(&p->gold), "free");
	add_net(m, PORT_OUTPUT, flip_flops, "q");
	add_net(m, PORT_OUTPUT, group->bits, "parts");
	add_net(m, PORT_OUTPUT, 1, "ok");
	add_net(m, PORT_NONE, outputs, "due_out");
	add_net(m, PORT_NONE, outputs, "out");
	add_net(m, PORT_NONE, flip_flops, "d");
	add_net(m, PORT_NONE, p->gate.latches, "next");
}

/* What the circuit's flip-flops hold, by what the image's latches hold. */
static void add_held(const struct image_proving *p, struct module *m)
{
	const struct gold *g = &p->gold;
	struct bits held = { 0 }, inverted = { 0 };
	unsigned free_bits = 0;

	for (size_t i = 0; i < g->count; i++) {
		const struct gold_flip_flop *f = &g->flip_flop[i];
		const struct image_latch *latch = &p->image.latch[f->latch];
		bool in_latch = f->kept == KEPT_IN_LATCH;

		if (in_latch)
			bits_append(&held, bit_of(m, "s", image_gate_bit(&p->gate, latch)));
		else if (f->kept == KEPT_CONSTANT)
			bits_append(&held, bits_constant(f->constant, 1));
		else
			bits_append(&held, bit_of(m, "free", free_bits++));
		bits_append(&inverted, bits_constant(in_latch && latch->complement, 1));
	}
	if (g->count > 0)
		module_assign(m, bits_whole(m, module_find(m, "q")), xored(held, inverted));
}

/* Circuit or image, unless nothing of it is asked. The ports, in pairs with nets, end with NULL; those whose net has no
 * bits are not there. */
static void add_side(struct design *d, struct module *m, const char *module, const char *const (*port)[2])
{
	struct instance *i = NULL;

	for (; (*port)[0]; port++) {
		if (module_find(m, (*port)[1]) < 0)
			continue;
		i = i ? i : module_instance(m, d, module, 1, "%s", module);
		instance_connect_net(m, i, (*port)[0], (*port)[1]);
	}
}

static void add_comparison(const struct image_proving *p, const struct group *group, struct design *d, struct module *m)
{
	struct instance *i = module_instance(m, d, image_monitor, 1, "same");
	struct bits due = { 0 }, got = { 0 }, inverted = { 0 };

	for (unsigned k = 0; k < group->bits; k++) {
		const struct compared *c = &group->compared[k];

		bits_append(&due, bit_of(m, c->due, c->due_bit));
		bits_append(&got, bit_of(m, c->got, c->got_bit));
		bits_append(&inverted, bits_constant(c->complement, 1));
	}
	PARAMETERS(i, { "BITS", group->bits }, { "UNDEFINED", p->gold.undefined });
	instance_same_parameter(i, "WRONG");
	instance_connect(i, "due", due);
	instance_connect_expression(i, "got", xored(got, inverted));
	wrapper_connect(m, i, "parts ok");
}

/* Module `proof`: circuit, image, and the comparison. */
static struct text group_proof(const struct image_proving *p, const struct group *group)
{
	static const char *const gold[][2] = { { "in", "in" }, { "q", "q" }, { "out", "due_out" }, { "d", "d" },
					       { NULL, NULL } };
	static const char *const gate[][2] = { { "in", "in" }, { "s", "s" }, { "loose", "loose" }, { "out", "out" },
					       { "next", "next" }, { NULL, NULL } };
	struct design *d = wrapper_design(NULL, image_monitor);

	wrapper_watches(d, "gold");
	wrapper_watches(d, "gate");
	struct module *m = design_add(d, copy_string("proof"), NULL);

	add_nets(p, group, m);
	add_held(p, m);
	add_side(d, m, "gold", gold);
	add_side(d, m, "gate", gate);
	add_comparison(p, group, d, m);
	return wrapper_verilog(d, "");
}

static void print_commands(const char *name, bool wrong, struct text *t)
{
	text_print(t, "read_json proof/image_gold.json\nread_verilog proof/image_gate.v proof/%s.v proof/%s.v\n"
		   "%shierarchy -check -top proof\nflatten\nopt_clean\n", image_monitor, name,
		   wrong ? "chparam -set WRONG 1 proof\n" : "");
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
	struct text verilog = group_proof(p, group);

	proofs_watch(p->list, image_monitor);
	output_add(&p->list->files, path, &verilog);
	print_commands(name, false, &s.prepare);
	print_commands(name, true, &s.plant);
	struct proof *proof = prove_by_script(p->list, &s);

	proof->parts = group->names;
	show(p, proof);
	free(group->compared);
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
		text_print(&group.names, image->output[i].vector ? "%s[%u]\n" : "%s\n", port, image->output[i].bit);
		add_compared(&group, (struct compared){ .due = "due_out", .due_bit = i, .got = "out", .got_bit = i });
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

	if (f->kept == KEPT_CONSTANT)
		add_compared(group, (struct compared){ .due = "d", .due_bit = i, .complement = f->constant });
	else
		add_compared(group, (struct compared){ .due = "d", .due_bit = i, .got = "next",
						       .got_bit = image_gate_bit(&p->gate, latch), .complement = latch->complement });
	text_print(&group->names, "%s\n", f->name);
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
	struct text gold = { 0 }, gate = image_gate_verilog(&p->gate);

	gold_print(&p->gold, &gold);
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
