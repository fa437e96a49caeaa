/* compile_report.c: what the compiler of circuits has found, as text and as JSON. */
#include "overlay/compile_report.h"

#include <jansson.h>
#include <stdlib.h>

#include "overlay/usage.h"
#include "schedule/tree.h"
#include "util/figures.h"
#include "util/json.h"
#include "util/message.h"

/* No wire has to be longer than so many sides of a mesh (Bay 1992, Lemma 20). */
enum { LEMMA_20_SIDES = 8 };

/* ---- counts ------------------------------------------------------------------------------------------------ */

/* What has become of the user's flip-flops. */
struct flip_flops {
	size_t cells, equal, constant, unused;
	size_t merged;				/* of `cells`, those behind a NAND of two */
};

static bool is_inverter(const struct cell *cell)
{
	return cell->x.of == cell->y.of && cell->x.index == cell->y.index && cell->x.complement == cell->y.complement;
}

static struct flip_flops count_flip_flops(const struct logic *l)
{
	struct flip_flops f = { 0 };

	for (size_t i = 0; i < l->netlist->latch_count; i++) {
		const struct logic_latch *latch = &l->latch[i];
		bool own = latch->where == LATCH_IN_CELL && l->cell[latch->cell].latch_of == i;

		f.constant += latch->where == LATCH_CONSTANT;
		f.unused += latch->where == LATCH_UNUSED;
		f.equal += latch->where == LATCH_IN_CELL && !own;
		f.cells += own;
		f.merged += own && !is_inverter(&l->cell[latch->cell]);
	}
	return f;
}

/* Lemma 21, with a = 2: no more delivery cycles than 4 lambda are needed, nor than one. */
static double lemma_21(const struct load_factor *lambda)
{
	double bound = 4.0 * (double)lambda->numerator / (double)lambda->denominator;

	return bound > 1 ? bound : 1;
}

static double steps_per_second(const struct compile_report *r)
{
	return r->mhz * 1e6 / r->c->timing.step;
}

/* ---- JSON -------------------------------------------------------------------------------------------------- */

/* null for a string that JSON cannot hold. */
static json_t *string_of(const char *string)
{
	return json_can_say(string) ? json_string(string) : json_null();
}

static void add_circuit(const struct compile_report *r, json_t *object)
{
	const struct logic *l = &r->c->logic;
	struct flip_flops f = count_flip_flops(l);
	json_t *flip_flops = json_object();

	json_object_set_new(object, "device", string_of(r->device));
	json_object_set_new(object, "circuit", string_of(l->netlist->name));
	json_object_set_new(object, "source", string_of(l->netlist->source));
	json_object_set_new(object, "model", json_string(logic_model_names[r->c->image.model]));
	JSON_NUMBERS(object, { "inputs", l->netlist->input_count }, { "outputs", l->netlist->output_count },
		     { "gates_read", l->netlist->gate_count }, { "nands", l->gates - l->inverters },
		     { "inverters", l->inverters });
	JSON_NUMBERS(flip_flops, { "read", l->netlist->latch_count }, { "in_elements", f.cells }, { "behind_nands", f.merged },
		     { "equal", f.equal }, { "constant", f.constant }, { "unused", f.unused });
	json_object_set_new(object, "flip_flops", flip_flops);
}

static void add_meshes(const struct compile_report *r, json_t *object)
{
	json_t *list = json_array();

	for (unsigned mesh = 0; mesh < r->o->meshes; mesh++) {
		struct mesh_usage u = mesh_usage(r->o, &r->c->image, &r->c->task[mesh]);
		json_t *item = json_object();

		JSON_NUMBERS(item, { "gates", u.cells }, { "passing", u.passing }, { "fan_out", u.fan_out },
			     { "side_wires", u.wires }, { "all_side_wires", u.all_wires });
		json_array_append_new(list, item);
	}
	JSON_NUMBERS(object, { "mesh_side", r->o->side }, { "elements", overlay_elements(r->o) },
		     { "meshes_used", r->c->partition.meshes }, { "attempts", r->c->attempts });
	json_object_set_new(object, "meshes", list);
}

static void add_wires(const struct compile_report *r, json_t *object)
{
	struct wire_lengths w = wire_lengths(r->o, r->c->task);
	json_t *wires = json_object(), *list = json_array();

	for (unsigned k = 0; k < LENGTH_CLASSES; k++)
		json_array_append_new(list, json_integer((json_int_t)w.count[k]));
	JSON_NUMBERS(wires, { "count", w.wires }, { "hops", w.hops }, { "longest", w.longest },
		     { "lemma_20", LEMMA_20_SIDES * r->o->side });
	json_object_set_new(wires, "by_length", list);
	json_object_set_new(object, "wires", wires);
}

static void add_messages(const struct compile_report *r, json_t *object)
{
	const struct messages *m = &r->c->messages;
	json_t *messages = json_object();

	JSON_NUMBERS(messages, { "count", m->count }, { "nets", m->traveller_count }, { "cycles", m->cycles },
		     { "least_cycles", load_factor_cycles(&m->lambda) });
	json_add_real(messages, "load_factor", (double)m->lambda.numerator / (double)m->lambda.denominator);
	json_add_real(messages, "lemma_21", lemma_21(&m->lambda));
	json_object_set_new(object, "messages", messages);
}

static void add_step(const struct compile_report *r, json_t *object)
{
	const struct timing *t = &r->c->timing;
	json_t *way = json_array();

	for (size_t i = 0; i < t->ways; i++)
		json_array_append_new(way, json_pack("{s:I, s:o}", "clock", (json_int_t)t->way[i].clock, "what",
						     string_of(t->way[i].what)));
	json_add_number(object, "step", t->step);
	json_add_real(object, "clock_mhz", r->mhz);
	json_add_real(object, "steps_per_second", steps_per_second(r));
	json_object_set_new(object, "critical_way", way);
}

/* ---- text -------------------------------------------------------------------------------------------------- */

static void say_circuit(const struct compile_report *r, const json_t *object, struct text *out)
{
	const struct netlist *n = r->c->logic.netlist;

	text_print(out, "%s: %s of %s, ", name_shown(r->device), name_shown(n->name), name_shown(n->source));
	figures_say(object, "{model}; {inputs} bit{inputs:s} in, {outputs} out\n\n"
		    "Gates: {nands} NAND{nands:s} of two and {inverters} that complement or hold a flip-flop, "
		    "of {gates_read} gate{gates_read:s}\n"
		    "Flip-flops: {flip_flops.in_elements}, {flip_flops.behind_nands} of them behind a NAND in its "
		    "element", out);
	if (figures_has(object, "flip_flops.equal") || figures_has(object, "flip_flops.constant")
	    || figures_has(object, "flip_flops.unused"))
		figures_say(object, "; left out are {flip_flops.equal} equal to others, {flip_flops.constant} constant "
			    "and {flip_flops.unused} unused", out);
	text_add(out, "\n");
}

static double share(const json_t *mesh, const char *part, double of)
{
	return 100 * json_number_value(json_object_get(mesh, part)) / of;
}

static void say_meshes(const struct compile_report *r, const json_t *object, struct text *out)
{
	json_t *mesh;
	size_t i;

	figures_say(object, "\nMeshes: {meshes_used} of ", out);
	text_print(out, "%u", r->o->meshes);
	figures_say(object, ", of {mesh_side} x {mesh_side} elements; {attempts} attempt{attempts:s}\n"
		    "  mesh  gates  of elements  passed by wires  fan out  side wires\n", out);
	json_array_foreach(json_object_get(object, "meshes"), i, mesh) {
		if (!figures_has(mesh, "gates") && !figures_has(mesh, "passing"))
			continue;
		text_print(out, "  %4zu", i);
		figures_say(mesh, "  {gates:5}", out);
		text_print(out, "  %10.1f%%", share(mesh, "gates", r->o->side * r->o->side));
		figures_say(mesh, "  {passing:15}  {fan_out:7}", out);
		text_print(out, "  %9.1f%%\n",
			   share(mesh, "side_wires", json_number_value(json_object_get(mesh, "all_side_wires"))));
	}
}

static void say_wires(const json_t *wires, struct text *out)
{
	const json_t *count = json_object_get(wires, "by_length");
	size_t last = json_array_size(count);

	while (last > 1 && json_integer_value(json_array_get(count, last - 1)) == 0)
		last--;
	figures_say(wires, "\nWires: {count}, of {hops} hops in all\n  hops ", out);
	for (size_t k = 0; k < last; k++) {
		char *class = k == 0 ? copy_string("1") : format_string("%u-%u", 1u << k, (2u << k) - 1);

		text_print(out, " %9s", class);
		free(class);
	}
	text_add(out, "\n  wires");
	for (size_t k = 0; k < last; k++)
		text_print(out, " %9" JSON_INTEGER_FORMAT, json_integer_value(json_array_get(count, k)));
	bool within = json_integer_value(json_object_get(wires, "longest"))
		      <= json_integer_value(json_object_get(wires, "lemma_20"));

	figures_say(wires, "\n  The longest has {longest}, ", out);
	text_add(out, within ? "within" : "more than");
	figures_say(wires, " the {lemma_20} of Lemma 20 ", out);
	text_print(out, "(%d sides of a mesh).\n", LEMMA_20_SIDES);
}

static void print_loads(const struct compile_report *r, struct text *out)
{
	struct channel_loads loads = channel_loads_of(r->tree, &r->c->messages.set);

	text_add(out, "  level  capacity     most up   most down  load factor\n");
	for (unsigned k = 1; k <= r->tree->levels; k++) {
		uint32_t up = channel_loads_most(loads.up, k), down = channel_loads_most(loads.down, k);

		text_print(out, "  %5u  %8u  %10u  %10u  %11.3f\n", k, r->tree->capacity[k], up, down,
			   (double)(up > down ? up : down) / r->tree->capacity[k]);
	}
	channel_loads_free(&loads);
}

static void say_messages(const struct compile_report *r, const json_t *messages, struct text *out)
{
	figures_say(messages, "\nMessages between meshes: {count}, of {nets} net{nets:s}\n", out);
	if (!figures_has(messages, "count"))
		return;
	print_loads(r, out);
	figures_say(messages, "  Load factor: {load_factor:.3f}. Delivery cycles: d = {cycles}; at least "
		    "{least_cycles}; at most {lemma_21:.3f} by Lemma 21\n", out);
}

static void say_step(const struct timing *t, const json_t *object, struct text *out)
{
	figures_say(object, "\nStep: {step} clocks; {steps_per_second:.0f} steps a second at {clock_mhz:.0f} MHz. "
		    "The critical way, and the clocks by which it is steady:\n", out);
	for (size_t i = 0; i < t->ways; i++)
		text_print(out, "  %5u  %s\n", t->way[i].clock, name_shown(t->way[i].what));
}

/* ---- all --------------------------------------------------------------------------------------------------- */

void compile_report(const struct compile_report *r, struct findings *found)
{
	json_t *object = json_object();

	add_circuit(r, object);
	add_meshes(r, object);
	add_wires(r, object);
	if (r->tree)
		add_messages(r, object);
	add_step(r, object);
	say_circuit(r, object, &found->text);
	say_meshes(r, object, &found->text);
	say_wires(json_object_get(object, "wires"), &found->text);
	if (r->tree)
		say_messages(r, json_object_get(object, "messages"), &found->text);
	say_step(&r->c->timing, object, &found->text);
	json_print(object, &found->json);
}
