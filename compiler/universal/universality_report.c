/* universality_report.c: the cost of a guest's step on a fat-tree, as text and as JSON. */
#include <inttypes.h>
#include <stdlib.h>

#include "machines/fat_tree_measures.h"
#include "universal/emulation.h"
#include "util/json.h"

static const char *surface_word(const struct universality *u)
{
	return u->guest->dimensions == 3 ? "surface" : "circumference";
}

static void print_head(const struct universality *u, struct text *t)
{
	const struct placed *guest = u->guest;

	text_print(t, "%s: fat-tree of %u leaves; guest %s: %u processors, %zu edge%s, degree %lu, %lu messages in a "
		   "step\n", u->spec->name, u->spec->leaves, guest->title, guest->processors, guest->wires,
		   guest->wires == 1 ? "" : "s", u->degree, u->messages);
	if (u->components > 1)
		text_print(t, "the guest is in %u parts that no edge joins\n", u->components);
	if (guest->landmarks)
		text_add(t, "the guest comes without places; these are made by landmarks\n");
}

static void print_cutting(const struct universality *u, struct text *t)
{
	const struct cutting *c = &u->cutting;

	text_print(t, "\nCutting planes (Theorem 5): a %s of side %.6g, cut %u times; at most %.3g messages a step "
		   "through a unit of %s\n", c->dimensions == 3 ? "cube" : "square", c->side, c->depth, c->gamma,
		   surface_word(u));
	text_print(t, "  level  boxes  processors  %13s  Theorem 5  messages out\n", surface_word(u));
	for (unsigned i = 0; i <= c->depth; i++)
		text_print(t, "  %5u  %5u  %10u  %13.5g  %9.5g  %12" PRIu64 "\n", i, c->level[i].boxes,
			   c->level[i].most_processors, c->level[i].surface, c->level[i].surface_bound,
			   c->level[i].most_out);
}

/* A bound, or a dash if unknown. */
static void print_bound(struct text *t, unsigned width, bool known, double bound)
{
	if (known)
		text_print(t, "  %*.0f", (int)width, bound);
	else
		text_print(t, "  %*s", (int)width, "-");
}

static void print_levels(const struct universality *u, struct text *t)
{
	text_add(t, "\nBalanced decomposition tree (Theorem 8) and the channels above its sets: most messages out in "
		 "a step\n"
		 "                              allowed                                       counted\n"
		 "  level  capacity  processors  by forest  Theorem 8  Corollary 9  by degree  pearls   metis  "
		 "natural  random\n");
	for (unsigned k = 1; k <= u->spec->levels; k++) {
		const struct universal_level *level = &u->level[k];

		text_print(t, "  %5u  %8u  %10u  %9" PRIu64, k, level->capacity, level->most_processors, level->forest);
		print_bound(t, 9, u->balanced, (double)level->theorem_8);
		print_bound(t, 11, u->balanced, level->corollary_9);
		text_print(t, "  %9" PRIu64 "  %6" PRIu64 "  %6" PRIu64 "  %7" PRIu64 "  %6" PRIu64 "\n",
			   level->by_degree, level->out[IDENTIFY_PEARLS], level->out[IDENTIFY_METIS],
			   level->out[IDENTIFY_NATURAL], level->out[IDENTIFY_RANDOM]);
	}
	if (!u->balanced)
		text_add(t, "  Theorem 8 does not apply: some subtree has fewer leaves than half of the processors "
			 "need.\n");
}

static void print_allowance(const struct allowance *a, const char *by, const struct universality *u, struct text *t)
{
	text_print(t, "  %-16s  load factor %-8.4g  at level %-2u  %6" PRIu64 " cycle%s", by, a->load_factor, a->level,
		   a->cycles, a->cycles == 1 ? "" : "s");
	if (a->load_factor > 1)
		text_print(t, ": %u levels, %" PRIu64 " each (Theorem 1)", u->spec->levels,
			   a->cycles / u->spec->levels);
	text_add(t, "\n");
}

static void print_slowdown(const struct universality *u, struct text *t)
{
	text_add(t, "\nSlowdown: delivery cycles for one step of the guest\n"
		 "  identification  load factor  at least  Theorem 1   best  by\n");
	for (unsigned way = 0; way < IDENTIFICATIONS; way++) {
		const struct identified *by = &u->by[way];
		char *lambda = format_string("%" PRIu64 "/%" PRIu64, by->lambda.numerator, by->lambda.denominator);

		text_print(t, "  %-14s  %11s  %8" PRIu64 "  %9u  %5u  %s\n", identification_words[way], lambda,
			   load_factor_cycles(&by->lambda), by->theorem_1_cycles, by->cycles,
			   schedule_method_names[by->method]);
		free(lambda);
	}
	text_add(t, "Theorem 10 allows\n");
	print_allowance(&u->by_cuts, "as cut", u, t);
	if (u->balanced)
		print_allowance(&u->by_volume, "by volume", u, t);
	text_print(t, "A cycle is a slot of %u clocks, for %u bits of payload. The universal fat-tree of the guest's "
		   "volume has a root capacity of\n"
		   "about %.3g, this one has %u.\n", u->slot_clocks, u->spec->payload_bits, u->fair_root_capacity,
		   universal_root_capacity(u->spec));
}

static void print_capacities(const struct emulation *e, unsigned levels, struct text *t)
{
	text_add(t, "[");
	for (unsigned k = 1; k <= levels; k++)
		text_print(t, "%s%u", k > 1 ? ", " : "", e->capacity[k]);
	text_add(t, "]");
}

static void print_emulation(const struct universality *u, const struct emulation *e, enum identification way,
			    struct text *t)
{
	text_print(t, "\nEmulation, identified by %s: ", identification_words[way]);
	text_print(t, "a step is %s one-cycle message set on this tree.\n", e->one_cycle ? "a" : "no");
	if (e->too_wide) {
		text_print(t, "  No tree will do: a processor sends %u messages in a step, and a leaf has at most %d "
			   "connections.\n", e->capacity[u->spec->levels], MAXIMUM_CONNECTIONS);
		return;
	}
	text_add(t, "The least that will do:\n  capacities: ");
	print_capacities(e, u->spec->levels, t);
	text_add(t, "\n");
	if (e->root_capacity)
		text_print(t, "or, as a universal fat-tree:\n  connections: %u\n  root-capacity: %u\n",
			   e->capacity[u->spec->levels], e->root_capacity);
}

void universality_print(const struct universality *u, const struct emulation *emulation, enum identification way,
			struct text *out)
{
	print_head(u, out);
	print_cutting(u, out);
	print_levels(u, out);
	print_slowdown(u, out);
	if (emulation)
		print_emulation(u, emulation, way, out);
}

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

void universality_json(const struct universality *u, const struct emulation *emulation, enum identification way,
			struct text *out)
{
	const struct placed *guest = u->guest;
	char *partitioner = identify_metis_version();
	json_t *object = spec_identity(u->spec);
	json_t *found = json_pack("{s:i, s:{s:s, s:i, s:I, s:I, s:I, s:i, s:b}, s:o, s:o, s:o, s:{s:o, s:o}, "
				   "s:f, s:i, s:s, s:o}", "leaves", u->spec->leaves, "guest",
				   "name", guest->title, "processors", guest->processors, "edges",
				   (json_int_t)guest->wires, "degree", (json_int_t)u->degree, "messages",
				   (json_int_t)u->messages, "parts", u->components, "landmarks", guest->landmarks,
				   "cutting", json_cutting(&u->cutting), "levels", json_levels(u), "identifications",
				   json_identifications(u), "theorem_10", "as_cut", json_allowance(&u->by_cuts),
				   "by_volume", json_allowance(&u->by_volume), "fair_root_capacity",
				   u->fair_root_capacity, "slot_clocks", u->slot_clocks, "partitioner", partitioner,
				   "emulation", json_emulation(u, emulation, way));

	json_object_update_new(object, found);
	free(partitioner);
	json_print(object, out);
}
