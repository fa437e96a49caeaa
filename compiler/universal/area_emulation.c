/* area_emulation.c: a competitor's step on a network: Lemma 14 and Theorem 5 of Bay's thesis as numbers. */
#include "universal/area_emulation.h"

#include <math.h>
#include <stdlib.h>

#include "network/machine.h"
#include "parse/kind.h"
#include "universal/universality.h"
#include "util/figures.h"
#include "util/json.h"
#include "util/message.h"

/* The square is as large as its busiest border needs, a unit for a message of a step, and has a unit of area for each processor. */
static double area_of(const struct area_emulation *e)
{
	double side = e->cutting.gamma * e->cutting.side;

	return fmax(side * side, e->guest->processors);
}

static double lemma_14(const struct area_emulation *e, const struct leaf_tree *tree, const unsigned *leaf)
{
	uint64_t out[MAXIMUM_LEVELS + 1];
	double most = 0;

	universality_loads(e->guest, tree, leaf, out);
	for (unsigned d = 1; d <= tree->levels; d++)
		most = fmax(most, (double)out[d] / sqrt(area_of(e) / exp2(d)));
	return most;
}

static void name_processors(struct area_emulation *e, enum identification way, const struct leaf_tree *tree, uint64_t seed)
{
	struct named_step *by = &e->by[way];

	by->leaf = identify(e->guest, &e->cutting, way, tree, seed, NULL, NULL);
	by->lemma_14 = lemma_14(e, tree, by->leaf);
	placed_step(e->guest, by->leaf, &by->set);
	area_universal_add(&e->network, identification_words[way], &by->set);
}

bool area_emulation_make(struct area_emulation *e, const struct spec *spec, const struct placed *guest, uint64_t seed)
{
	*e = (struct area_emulation){ .guest = guest };
	if (guest->dimensions != 2) {
		error("%s lies in space: expected a guest in the plane, whose area Bay's theorem counts", guest->title);
		return suggest("--guest mesh 4x4");
	}
	if (!area_universal_start(&e->network, spec, STANDARD_CEIL) || !area_universal_measure(&e->network)
	    || !cutting_make(&e->cutting, guest))
		return false;
	struct leaf_tree tree = { spec->leaves, e->network.standard.levels };

	for (unsigned way = 0; way < IDENTIFICATIONS; way++)
		name_processors(e, way, &tree, seed);
	return true;
}

void area_emulation_free(struct area_emulation *e)
{
	for (unsigned way = 0; way < IDENTIFICATIONS; way++) {
		free(e->by[way].leaf);
		free(e->by[way].set.demand);
	}
	cutting_free(&e->cutting);
	area_universal_free(&e->network);
}

static json_t *json_step(const struct area_emulation *e, unsigned way)
{
	const struct loaded_set *s = &e->network.set[way];
	double loss = (double)s->delivery.clocks / area_universal_bits(&e->network);
	json_t *object = json_object();

	json_object_set_new(object, "identification", json_string(identification_words[way]));
	json_add_real(object, "lemma_14", e->by[way].lemma_14);
	json_object_set_new(object, "eta", reference_factor_json(&s->standard.both));
	json_object_set_new(object, "lambda", reference_factor_json(&s->load.both));
	JSON_NUMBERS(object, { s->delivery.unit, s->delivery.steps }, { "clocks", s->delivery.clocks });
	json_add_real(object, "r", area_universal_rate(&e->network, s));
	json_add_real(object, "loss", loss);
	json_add_real(object, "by_theorem", loss / (sqrt(area_of(e) / e->network.spec->leaves) * e->network.standard.levels));
	return object;
}

json_t *area_emulation_json(const struct area_emulation *e)
{
	json_t *object = spec_identity(e->network.spec), *list = json_array();

	json_object_set_new(object, "guest", json_string_nocheck(e->guest->title));
	JSON_NUMBERS(object, { "processors", e->guest->processors }, { "wires", e->guest->wires }, { "messages", e->by[0].set.count },
		     { "bits", area_universal_bits(&e->network) });
	json_add_real(object, "area", area_of(e));
	json_add_real(object, "theorem", sqrt(area_of(e) / e->network.spec->leaves) * e->network.standard.levels);
	for (unsigned way = 0; way < IDENTIFICATIONS; way++)
		json_array_append_new(list, json_step(e, way));
	json_object_set_new(object, "steps", list);
	return object;
}

void area_emulation_say(const struct area_emulation *e, const json_t *object, struct text *out)
{
	const char *unit = e->network.set[0].delivery.unit;
	char *steps = format_string("{%s}", unit);
	const struct column columns[] = {
		{ "named by", -12, "{identification}" }, { "Lemma 14", 8, "{lemma_14:.2f}" },
		{ "eta", 10, "{eta.numerator}/{eta.denominator}" }, { "lambda", 10, "{lambda.numerator}/{lambda.denominator}" }, { unit, 8, steps },
		{ "clocks", 8, "{clocks}" }, { "r", 8, "{r:.3f}" }, { "loss", 8, "{loss:.2f}" }, { "/ Theorem 5", 11, "{by_theorem:.2f}" },
		{ .label = NULL },
	};

	text_print(out, "%s: %s of %u leaves; ", e->network.spec->name, e->network.spec->kind->word, e->network.spec->leaves);
	figures_say(object, "guest {guest}: {processors} processors, {wires} edges, {messages} messages in a step, in an area A = {area:.4g}\n"
		    "A step, its words of b = {bits} bits (Bay's Theorem 5)\n", out);
	figures_table(json_object_get(object, "steps"), columns, out);
	figures_say(object, "  (Lemma 14: messages that leave a set of depth d, each way, at most so many times sqrt(A / 2^d); r: clocks / (b eta);\n"
		    "  loss: clocks / b, as the guest takes b clocks; Theorem 5: O(sqrt(A/N) lg N), which is {theorem:.4g})\n", out);
	free(steps);
}
