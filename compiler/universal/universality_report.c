/* universality_report.c: the cost of a guest's step on a fat-tree, as text and as JSON. */
#include <inttypes.h>
#include <stdlib.h>

#include "machines/fat_tree_measures.h"
#include "universal/emulation.h"
#include "util/figures.h"
#include "util/json.h"

static json_t *json_cutting(const struct cutting *c)
{
	json_t *levels = json_array();

	for (const struct box_level *level = c->level; level <= &c->level[c->depth]; level++) {
		json_t *object = json_pack("{s:i, s:i, s:i, s:f, s:f, s:I}", "level", (int)(level - c->level), "boxes",
					   level->boxes, "processors", level->most_processors, "surface",
					   level->surface, "surface_bound", level->surface_bound, "messages",
					   (json_int_t)level->most_out);

		json_array_append_new(levels, object);
	}
	return json_pack("{s:i, s:f, s:i, s:f, s:o}", "dimensions", c->dimensions, "side", c->side, "depth", c->depth,
			 "gamma", c->gamma, "levels", levels);
}

static json_t *json_levels(const struct universality *u)
{
	json_t *levels = json_array();

	for (unsigned k = 1; k <= u->spec->levels; k++) {
		const struct universal_level *level = &u->level[k];
		json_t *out = json_object();

		for (unsigned way = 0; way < IDENTIFICATIONS; way++)
			json_object_set_new(out, identification_words[way], json_integer((json_int_t)level->out[way]));
		json_t *object = json_pack("{s:i, s:i, s:i, s:I, s:o, s:o, s:I, s:I, s:o}", "level", k, "capacity",
					   level->capacity, "processors", level->most_processors, "by_forest",
					   (json_int_t)level->forest, "theorem_8",
					   u->balanced ? json_integer((json_int_t)level->theorem_8) : json_null(),
					   "corollary_9", u->balanced ? json_real(level->corollary_9) : json_null(),
					   "by_degree", (json_int_t)level->by_degree, "bound", (json_int_t)level->bound,
					   "messages", out);

		json_array_append_new(levels, object);
	}
	return levels;
}

static json_t *json_identifications(const struct universality *u)
{
	json_t *list = json_array();

	for (unsigned way = 0; way < IDENTIFICATIONS; way++) {
		const struct identified *by = &u->by[way];

		json_t *object = json_pack("{s:s, s:{s:I, s:I}, s:I, s:i, s:i, s:s, s:I}", "name",
					   identification_words[way], "load_factor", "numerator",
					   (json_int_t)by->lambda.numerator, "denominator",
					   (json_int_t)by->lambda.denominator, "lower_bound",
					   (json_int_t)load_factor_cycles(&by->lambda), "theorem_1_cycles",
					   by->theorem_1_cycles, "cycles", by->cycles, "method",
					   schedule_method_names[by->method], "clocks",
					   (json_int_t)by->cycles * u->slot_clocks);

		json_array_append_new(list, object);
	}
	return list;
}

static json_t *json_allowance(const struct allowance *a)
{
	if (!a->cycles)
		return json_null();
	return json_pack("{s:f, s:i, s:I}", "load_factor", a->load_factor, "level", a->level, "cycles",
			 (json_int_t)a->cycles);
}

static json_t *json_emulation(const struct universality *u, const struct emulation *e, enum identification way)
{
	if (!e)
		return json_null();
	json_t *capacities = json_array();
	for (unsigned k = 1; k <= u->spec->levels; k++)
		json_array_append_new(capacities, json_integer(e->capacity[k]));
	return json_pack("{s:s, s:b, s:b, s:o, s:o}", "identification", identification_words[way], "one_cycle",
			 e->one_cycle, "possible", !e->too_wide, "capacities", capacities, "root_capacity",
			 e->root_capacity && !e->too_wide ? json_integer(e->root_capacity) : json_null());
}

/* Text shows a name that is not in UTF-8, too; where JSON is printed, main.c refuses it. */
static json_t *universality_object(const struct universality *u, const struct emulation *emulation,
				   enum identification way)
{
	const struct placed *guest = u->guest;
	char *partitioner = identify_metis_version();
	json_t *object = spec_identity(u->spec);
	json_t *found = json_pack("{s:i, s:{s:o, s:i, s:I, s:I, s:I, s:i, s:b}, s:o, s:o, s:o, s:{s:o, s:o}, "
				   "s:f, s:i, s:s, s:o}", "leaves", u->spec->leaves, "guest",
				   "name", json_string_nocheck(guest->title), "processors", guest->processors, "edges",
				   (json_int_t)guest->wires, "degree", (json_int_t)u->degree, "messages",
				   (json_int_t)u->messages, "parts", u->components, "landmarks", guest->landmarks,
				   "cutting", json_cutting(&u->cutting), "levels", json_levels(u), "identifications",
				   json_identifications(u), "theorem_10", "as_cut", json_allowance(&u->by_cuts),
				   "by_volume", json_allowance(&u->by_volume), "fair_root_capacity",
				   u->fair_root_capacity, "slot_clocks", u->slot_clocks, "partitioner", partitioner,
				   "emulation", json_emulation(u, emulation, way));

	json_object_update_new(object, found);
	free(partitioner);
	return object;
}

/* ---- Text ---- */

static void say_head(const struct universality *u, const json_t *object, struct text *out)
{
	figures_say(object, "{name}: fat-tree of {leaves} leaves; guest {guest.name}: {guest.processors} processors, "
		    "{guest.edges} edge{guest.edges:s}, degree {guest.degree}, "
		    "{guest.messages} messages in a step\n", out);
	if (u->components > 1)
		figures_say(object, "the guest is in {guest.parts} parts that no edge joins\n", out);
	if (u->guest->landmarks)
		text_add(out, "the guest comes without places; these are made by landmarks\n");
}

static void say_cutting(const struct universality *u, const json_t *cutting, struct text *out)
{
	const char *surface = u->guest->dimensions == 3 ? "surface" : "circumference";
	const struct column columns[] = {
		{ "level", 5, "{level}" }, { "boxes", 5, "{boxes}" }, { "processors", 10, "{processors}" },
		{ surface, 13, "{surface:.5g}" }, { "Theorem 5", 9, "{surface_bound:.5g}" },
		{ "messages out", 12, "{messages}" }, { .label = NULL },
	};

	text_print(out, "\nCutting planes (Theorem 5): a %s", u->cutting.dimensions == 3 ? "cube" : "square");
	figures_say(cutting, " of side {side:.6g}, cut {depth} times; at most {gamma:.3g} messages a step "
		    "through a unit of ", out);
	text_print(out, "%s\n", surface);
	figures_table(json_object_get(cutting, "levels"), columns, out);
}

static const struct column level_columns[] = {
	{ "level", 5, "{level}" }, { "capacity", 8, "{capacity}" }, { "processors", 10, "{processors}" },
	{ "by forest", 9, "{by_forest}" }, { "Theorem 8", 9, "{theorem_8}" }, { "Corollary 9", 11, "{corollary_9:.0f}" },
	{ "by degree", 9, "{by_degree}" }, { "pearls", 6, "{messages.pearls}" }, { "metis", 6, "{messages.metis}" },
	{ "natural", 7, "{messages.natural}" }, { "random", 6, "{messages.random}" }, { .label = NULL },
};

static void say_levels(const struct universality *u, const json_t *object, struct text *out)
{
	text_add(out, "\nBalanced decomposition tree (Theorem 8) and the channels above its sets: most messages out in "
		 "a step\n"
		 "                              allowed                                       counted\n");
	figures_table(json_object_get(object, "levels"), level_columns, out);
	if (!u->balanced)
		text_add(out, "  Theorem 8 does not apply: some subtree has fewer leaves than half of the processors "
			 "need.\n");
}

static void say_allowance(const struct universality *u, const struct allowance *a, const json_t *object,
			  struct text *out)
{
	figures_say(object, "load factor {load_factor:-8.4g}  at level {level:-2}  {cycles:6} cycle{cycles:s}", out);
	if (a->load_factor > 1)
		text_print(out, ": %u levels, %" PRIu64 " each (Theorem 1)", u->spec->levels, a->cycles / u->spec->levels);
	text_add(out, "\n");
}

static const struct column slowdown_columns[] = {
	{ "identification", -14, "{name}" }, { "load factor", 11, "{load_factor.numerator}/{load_factor.denominator}" },
	{ "at least", 8, "{lower_bound}" }, { "Theorem 1", 9, "{theorem_1_cycles}" }, { "best", 5, "{cycles}" },
	{ "by", 0, "{method}" }, { .label = NULL },
};

static void say_slowdown(const struct universality *u, const json_t *object, struct text *out)
{
	const json_t *allowed = json_object_get(object, "theorem_10");

	text_add(out, "\nSlowdown: delivery cycles for one step of the guest\n");
	figures_table(json_object_get(object, "identifications"), slowdown_columns, out);
	text_add(out, "Theorem 10 allows\n  as cut            ");
	say_allowance(u, &u->by_cuts, json_object_get(allowed, "as_cut"), out);
	if (u->balanced) {
		text_add(out, "  by volume         ");
		say_allowance(u, &u->by_volume, json_object_get(allowed, "by_volume"), out);
	}
	figures_say(object, "A cycle is a slot of {slot_clocks} clocks, for ", out);
	text_print(out, "%u bits of payload. ", u->spec->payload_bits);
	figures_say(object, "The universal fat-tree of the guest's volume has a root capacity of\n"
		    "about {fair_root_capacity:.3g}, ", out);
	text_print(out, "this one has %u.\n", universal_root_capacity(u->spec));
}

static void say_emulation(const struct universality *u, const struct emulation *e, const json_t *object,
			  struct text *out)
{
	unsigned connections = e->capacity[u->spec->levels];

	figures_say(object, "\nEmulation, identified by {identification}: ", out);
	text_print(out, "a step is %s one-cycle message set on this tree.\n", e->one_cycle ? "a" : "no");
	if (e->too_wide) {
		text_print(out, "  No tree will do: a processor sends %u messages in a step, and a leaf has at most %d "
			   "connections.\n", connections, MAXIMUM_CONNECTIONS);
		return;
	}
	figures_say(object, "The least that will do:\n  capacities: [{capacities}]\n", out);
	if (e->root_capacity)
		text_print(out, "or, as a universal fat-tree:\n  connections: %u\n  root-capacity: %u\n", connections,
			   e->root_capacity);
}

/* ---- All ---- */

void universality_json(const struct universality *u, const struct emulation *emulation, enum identification way,
			struct text *out)
{
	json_print(universality_object(u, emulation, way), out);
}

void universality_print(const struct universality *u, const struct emulation *emulation, enum identification way,
			struct text *out)
{
	json_t *object = universality_object(u, emulation, way);

	say_head(u, object, out);
	say_cutting(u, json_object_get(object, "cutting"), out);
	say_levels(u, object, out);
	say_slowdown(u, object, out);
	if (emulation)
		say_emulation(u, emulation, json_object_get(object, "emulation"), out);
	json_decref(object);
}
