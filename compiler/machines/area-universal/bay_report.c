/* bay_report.c: what Bay's formulas say of a device, as text and JSON. */
#include "machines/area-universal/bay_report.h"

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

/* ---- Text ---- */

static void print_head(const struct bay *r, struct text *out)
{
	const struct device_parameters *own = r->own;

	if (own->area == 0) {
		text_print(out, "\nBy Bay's formulas (1992, chapter 6), without an area: height of the tree H = %u\n", own->levels);
		return;
	}
	text_print(out, "\nBy Bay's formulas (1992, chapter 6): A = %llu, lg A = %u, c = %g\n", (unsigned long long)own->area, bay_lg(own->area),
		   expansion(own));
	text_print(out, "  meshes A / lg^2 A = %u, their side ceil(c lg A) = %u, height of the tree H = %u\n", own->meshes, own->side,
		   own->levels);
	text_print(out, "  elements c^2 A = %.10g, with whole sides %lu\n", expansion(own) * expansion(own) * (double)own->area, device_elements(own));
}

static void print_depth(const struct bay *r, unsigned k, struct text *out)
{
	const struct device_depth *d = &r->m->depth[k];

	text_print(out, "  %5u  %9lu  %15.10g  %9.10g", k, 1ul << k, d->elements, d->border);
	if (d->capacity > 0)
		text_print(out, "  %8u  %7.4g", d->capacity, d->load);
	else
		text_add(out, "         -        -");
	if (r->own->area > 0)
		text_print(out, "  %9.4g", d->target_load);
	if (k < r->m->levels)
		text_print(out, "  %5u\n", d->chain);
	else
		text_add(out, "      -\n");
}

static void print_depths(const struct bay *r, struct text *out)
{
	bool area = r->own->area > 0;

	text_print(out, "  depth   channels         elements     border  capacity     load%s  chain\n", area ? "     of the" : "");
	text_print(out, "                                                          at most%s\n", area ? "    circuit" : "");
	for (unsigned k = 0; k <= r->m->levels; k++)
		print_depth(r, k, out);
	text_print(out, "  (A channel has so many elements below it and, at the border of their square or two squares, so many wires each\n"
		   "  way; load: border / capacity, its load factor at most%s;\n"
		   "  chain: registers of a delay chain in the node below it, 2 k. Depth 0 leads outside: only the paper has it.)\n",
		   area ? "; of the circuit: before its layout grows by c" : "");
	if (r->m->levels > 0)
		text_print(out, "  leaf to leaf: 2 H = %u hops, delay chains included, whichever leaves they are\n", r->m->hops);
}

static void print_step(const struct bay *r, struct text *out)
{
	const struct device_measures *m = r->m;
	unsigned long step = device_step_bound(m, m->hops);

	text_print(out, "\nA step of the model gates-latched, in clocks%s\n", r->own->area > 0 ? "" : ", by the same formulas");
	if (m->levels == 0) {
		text_print(out, "  P + 1 = %lu, as P <= 8 x %u = %u elements on the longest wire (Lemma 20)\n", step, r->own->side, m->longest_wire);
		return;
	}
	text_print(out, "  P_out + (d - 1) + L + 2 + P_in + 1 <= %u + %lu + %u + 2 + %u + 1 = %lu\n", m->longest_wire, m->cycles - 1, m->hops,
		   m->longest_wire, step);
	text_print(out, "  P <= 8 x %u = %u   elements on the longest wire between latch and border (Lemma 20)\n", r->own->side,
		   m->longest_wire);
	text_print(out, "  d <= max(1, 4 lambda) = %lu   delivery cycles (Lemma 21, a = 2); lambda <= %.4g, the greatest load above\n", m->cycles,
		   m->load);
	text_print(out, "  L = 2 H = %u   clocks from leaf to leaf, one a hop\n", m->hops);
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

void bay_print(const struct device_parameters *own, const struct device_measures *m, struct text *out)
{
	const struct bay r = { own, m };

	print_head(&r, out);
	print_depths(&r, out);
	print_step(&r, out);
	if (own->area > 0)
		print_growth(&r, out);
	print_claims(&r, out);
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
	JSON_NUMBERS(object, { "hops", r->m->hops }, { "longest_wire", r->m->longest_wire }, { "cycles_bound", r->m->cycles },
		     { "step_bound", device_step_bound(r->m, r->m->hops) });
	json_add_real(object, "load_bound", r->m->load);
	return object;
}
