/* report.c: the report of a network of lanes: switches, slot, throughput, logic. */
#include <stdlib.h>

#include "machines/lanes/lanes.h"
#include "machines/generalized/xgft.h"
#include "network/cost.h"
#include "network/report.h"
#include "util/json.h"
#include "util/message.h"
#include "util/output.h"

struct report {
	const struct spec *spec;
	struct lane_shape shape;
	struct lane_throughput saturated;
	struct network *net;
	struct cost cost;
};

/* Payload bits that reach leaves in a clock, in the whole network. */
static double saturated_bits(const struct report *r)
{
	return r->saturated.accepted * r->shape.leaves * r->spec->payload_bits / r->shape.slot;
}

static unsigned long cells(const struct cost *cost)
{
	return cost->lut4 > cost->ff ? cost->lut4 : cost->ff;
}

static char *stage_name(const struct lane_stage *stage)
{
	return format_string("%s, level %u", stage->down ? "down" : "up", stage->level);
}

static void print_switches(const struct report *r, struct text *out)
{
	const struct lane_shape *s = &r->shape;

	text_add(out, "\nSwitches on the way of a word\n");
	text_print(out, "  %-14s  %8s  %6s  %7s  %s\n", "", "switches", "inputs", "outputs", "decides in clock");
	for (unsigned k = 0; k < s->stages; k++) {
		const struct lane_stage *stage = &s->stage[k];
		char *name = stage_name(stage);

		text_print(out, "  %-14s  %8u  %6u  %7u  %16u\n", name, stage->switches, stage->inputs, stage->outputs, 2 * k);
		free(name);
	}
}

static void print_slot(const struct report *r, struct text *out)
{
	const struct lane_shape *s = &r->shape;

	text_print(out, "\nSlot: %u clocks, in which a leaf sends a word of %u bits in %u beats of %u\n", s->slot, s->word_bits,
		   s->slot, s->width);
	text_print(out, "Latency: %u clocks from s_axis to m_axis without contention, of which a word waits %u for its slot\n"
		   "  at most\n", s->done_at + 1 + s->slot, s->slot - 1);
}

static void print_throughput(const struct report *r, struct text *out)
{
	const struct lane_throughput *t = &r->saturated;
	double bits = saturated_bits(r);

	text_print(out, "\nThroughput, by the model, if all leaves always have a word for another leaf (%lu slots)\n", t->slots);
	text_print(out, "  %.4f words of a leaf and slot; %.4g payload bits a clock in the whole network\n", t->accepted, bits);
	text_print(out, "  leaf %u, the worst served, %.4f; leaf %u, the best, %.4f; a word was sent in at most %lu slots\n",
		   t->least_leaf, t->least, t->most_leaf, t->most, t->longest);
	text_print(out, "  a MHz: %.4f Mbit/s per LUT4, %.4f per logic cell (the greater of LUT4 and flip-flops), by the estimate\n"
		   "  below\n", bits / (double)r->cost.lut4, bits / (double)cells(&r->cost));
}

static void print_logic(const struct report *r, struct text *out)
{
	struct report_part part[MOST_LANE_STAGES + 2];
	unsigned count = r->shape.stages;

	for (unsigned k = 0; k < count; k++) {
		char *stage = stage_name(&r->shape.stage[k]);

		part[k] = (struct report_part){ format_string("switches, %s", stage), lanes_stage_cost(r->net, k) };
		free(stage);
	}
	part[count++] = (struct report_part){ copy_string("leaf adapters"), lanes_leaves_cost(r->net) };
	part[count++] = (struct report_part){ copy_string("timer, and its copies"), lanes_timer_cost(r->net) };
	report_logic_parts(r->net, part, count, out);
	for (unsigned i = 0; i < count; i++)
		free(part[i].name);
}

static json_t *switches_json(const struct report *r)
{
	const struct lane_shape *s = &r->shape;
	json_t *list = json_array();

	for (unsigned k = 0; k < s->stages; k++) {
		const struct lane_stage *stage = &s->stage[k];
		struct cost cost = lanes_stage_cost(r->net, k);
		json_t *object = json_object();

		json_object_set_new(object, "way", json_string(stage->down ? "down" : "up"));
		JSON_NUMBERS(object, { "level", stage->level }, { "switches", stage->switches }, { "inputs", stage->inputs },
			     { "outputs", stage->outputs }, { "decides_in_clock", 2 * k });
		json_object_set_new(object, "estimate", summary_cost(&cost));
		json_array_append_new(list, object);
	}
	return list;
}

static json_t *saturated_json(const struct report *r)
{
	const struct lane_throughput *t = &r->saturated;
	json_t *object = json_object();

	JSON_NUMBERS(object, { "slots", t->slots }, { "least_leaf", t->least_leaf }, { "most_leaf", t->most_leaf },
		     { "longest_slots", t->longest });
	json_add_real(object, "accepted", t->accepted);
	json_add_real(object, "least", t->least);
	json_add_real(object, "most", t->most);
	json_add_real(object, "payload_bits_per_clock", saturated_bits(r));
	return object;
}

static json_t *report_object(const struct report *r)
{
	const struct lane_shape *s = &r->shape;
	json_t *object = report_json(r->net, NULL);
	struct cost leaves = lanes_leaves_cost(r->net), timer = lanes_timer_cost(r->net);

	JSON_NUMBERS(object, { "slot_clocks", s->slot }, { "width", s->width }, { "word_bits", s->word_bits });
	json_object_set_new(object, "switches", switches_json(r));
	json_object_set_new(object, "estimate_leaves", summary_cost(&leaves));
	json_object_set_new(object, "estimate_timer", summary_cost(&timer));
	json_object_set_new(object, "saturated", saturated_json(r));
	return object;
}

int lanes_report(const struct spec *spec, bool files, struct findings *found)
{
	struct report r = { .spec = spec, .shape = lane_shape(spec),
			    .saturated = lane_saturate(spec, SATURATED_SEED, SATURATED_SLOTS) };
	struct text *out = &found->text;
	char *name = xgft_name(spec);

	(void)files;
	r.net = network_elaborate(spec);
	r.cost = network_cost(r.net);
	text_print(out, "%s: %s of %u leaves, %u bits a clock on each wire\n\n", spec->name, name, spec->leaves, r.shape.width);
	free(name);
	report_parameters(spec, out);
	print_switches(&r, out);
	print_slot(&r, out);
	print_throughput(&r, out);
	print_logic(&r, out);
	json_t *object = report_object(&r);

	json_print(object, &found->json);
	network_free(r.net);
	return EXIT_DONE;
}
