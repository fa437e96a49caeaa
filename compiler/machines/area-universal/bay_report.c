/* bay_report.c: what Bay's formulas say of a device, as JSON, and as text that is made of it. */
#include "machines/area-universal/bay_report.h"

#include "util/figures.h"
#include "util/json.h"

/* A device and its measures. */
struct bay {
	const struct device_parameters *own;
	const struct device_measures *m;
};

static double expansion(const struct device_parameters *own)
{
	return own->expansion / 100.0;
}

/* ---- JSON ---- */

static json_t *depths_json(const struct bay *r)
{
	json_t *list = json_array();

	for (unsigned k = 0; k <= r->m->levels; k++) {
		const struct device_depth *d = &r->m->depth[k];
		json_t *object = json_object();

		JSON_NUMBERS(object, { "depth", k }, { "channels", 1ul << k }, { "capacity", d->capacity });
		json_add_real(object, "elements", d->elements);
		json_add_real(object, "border", d->border);
		json_add_real(object, "load_bound", d->load);
		if (r->own->area > 0)
			json_add_real(object, "circuit_load_bound", d->target_load);
		json_object_set_new(object, "chain", json_known(k < r->m->levels, d->chain));
		json_array_append_new(list, object);
	}
	return list;
}

json_t *bay_json(const struct device_parameters *own, const struct device_measures *m)
{
	const struct bay both = { own, m }, *r = &both;
	json_t *object = json_object();

	if (r->own->area > 0) {
		JSON_NUMBERS(object, { "area", r->own->area }, { "lg_area", bay_lg(r->own->area) });
		json_add_real(object, "expansion", expansion(r->own));
		json_add_real(object, "elements", expansion(r->own) * expansion(r->own) * (double)r->own->area);
	}
	json_object_set_new(object, "depths", depths_json(r));
	JSON_NUMBERS(object, { "hops", r->m->hops }, { "longest_wire", r->m->longest_wire },
		     { "cycles_bound", r->m->cycles }, { "step_bound", device_step_bound(r->m, r->m->hops) });
	json_add_real(object, "load_bound", r->m->load);
	return object;
}

/* ---- Text ---- */

static void say_head(const struct device_parameters *own, const json_t *bay, struct text *out)
{
	if (own->area == 0) {
		text_print(out, "\nBy Bay's formulas (1992, chapter 6), without an area: height of the tree H = %u\n", own->levels);
		return;
	}
	figures_say(bay, "\nBy Bay's formulas (1992, chapter 6): A = {area}, lg A = {lg_area}, c = {expansion:g}\n",
		    out);
	text_print(out, "  meshes A / lg^2 A = %u, their side ceil(c lg A) = %u, height of the tree H = %u\n", own->meshes, own->side,
		   own->levels);
	figures_say(bay, "  elements c^2 A = {elements:.10g}, ", out);
	text_print(out, "with whole sides %lu\n", device_elements(own));
}

static void say_depths(const struct device_parameters *own, const json_t *bay, struct text *out)
{
	const struct column circuit = { "circuit", 9, "{circuit_load_bound:.4g}" }, chain = { "", 5, "{chain}" },
			    end = { .label = NULL };
	bool area = own->area > 0;
	/* The second line of the headings. */
	const struct column columns[] = {
		{ "", 5, "{depth}" }, { "", 9, "{channels}" }, { "", 15, "{elements:.10g}" },
		{ "", 9, "{border:.10g}" }, { "", 8, "{capacity:?}" }, { "at most", 7, "{load_bound:?.4g}" },
		area ? circuit : chain, area ? chain : end, end,
	};

	text_print(out, "  depth   channels         elements     border  capacity     load%s  chain\n", area ? "     of the" : "");
	figures_table(json_object_get(bay, "depths"), columns, out);
	text_print(out, "  (A channel has so many elements below it and, at the border of their square or two squares, so many wires each\n"
		   "  way; load: border / capacity, its load factor at most%s;\n"
		   "  chain: registers of a delay chain in the node below it, 2 k. Depth 0 leads outside: only the paper has it.)\n",
		   area ? "; of the circuit: before its layout grows by c" : "");
	if (own->levels > 0)
		figures_say(bay, "  leaf to leaf: 2 H = {hops} hops, delay chains included, whichever leaves they "
			    "are\n", out);
}

static void say_step(const struct bay *r, const json_t *bay, struct text *out)
{
	text_print(out, "\nA step of the model gates-latched, in clocks%s\n", r->own->area > 0 ? "" : ", by the same formulas");
	if (r->m->levels == 0) {
		figures_say(bay, "  P + 1 = {step_bound}, ", out);
		text_print(out, "as P <= 8 x %u", r->own->side);
		figures_say(bay, " = {longest_wire} elements on the longest wire (Lemma 20)\n", out);
		return;
	}
	figures_say(bay, "  P_out + (d - 1) + L + 2 + P_in + 1 <= {longest_wire} + ", out);
	text_print(out, "%lu", r->m->cycles - 1);
	figures_say(bay, " + {hops} + 2 + {longest_wire} + 1 = {step_bound}\n", out);
	text_print(out, "  P <= 8 x %u", r->own->side);
	figures_say(bay, " = {longest_wire}   elements on the longest wire between latch and border (Lemma 20)\n"
		    "  d <= max(1, 4 lambda) = {cycles_bound}   delivery cycles (Lemma 21, a = 2); "
		    "lambda <= {load_bound:.4g}, the greatest load above\n"
		    "  L = 2 H = {hops}   clocks from leaf to leaf, one a hop\n", out);
}

/* The same bound for all areas, with this c. */
static void print_growth(const struct bay *r, struct text *out)
{
	text_print(out, "  With c = %g and any A: P <= 8 ceil(c lg A), lambda <= 3 sqrt(2) lg A, H < lg A; so a step is O(lg A):\n",
		   expansion(r->own));
	text_add(out, "             A  lg A     P  lambda     d   L   step  step / lg A\n");
	for (unsigned i = 0; i < BAY_AREAS; i++) {
		struct device_parameters own = device_of_area(bay_areas[i], r->own->expansion);
		struct device_measures m = device_measures(&own);
		unsigned long step = device_step_bound(&m, m.hops);

		text_print(out, "  %12llu  %4u  %4u  %6.4g  %4lu  %2u  %5lu  %11.4g\n", (unsigned long long)own.area, bay_lg(own.area),
			   m.longest_wire, m.load, m.cycles, m.hops, step, (double)step / bay_lg(own.area));
	}
}

static void print_claims(const struct bay *r, struct text *out)
{
	if (r->own->area == 0) {
		text_add(out, "  Without A and c these are no terms of Theorem 11. `ftc compile` finds each circuit's own d and step.\n");
		return;
	}
	text_print(out, "  These are the terms of Theorem %s for this A and c, and no more. They hold for circuits whose layout of\n"
		   "  area A, normalised, %s. `ftc compile` places by other rules, and finds\n"
		   "  each circuit's own%s step. Nothing is claimed of other circuits, nor of the area or the clock of a chip.\n",
		   r->m->levels > 0 ? "11" : "10", r->m->levels > 0 ? "is cut among the meshes by the grid" : "is laid on the mesh",
		   r->m->levels > 0 ? " d and" : "");
}

void bay_say(const struct device_parameters *own, const struct device_measures *m, const json_t *bay, struct text *out)
{
	const struct bay r = { own, m };

	say_head(own, bay, out);
	say_depths(own, bay, out);
	say_step(&r, bay, out);
	if (own->area > 0)
		print_growth(&r, out);
	print_claims(&r, out);
}
