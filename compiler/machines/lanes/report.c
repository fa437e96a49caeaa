/* report.c: the report of a network of lanes: switches, slot, throughput, logic. */
#include <stdlib.h>

#include "leaves/link_end.h"
#include "lower/cost.h"
#include "machines/lanes/lanes.h"
#include "machines/xgft.h"
#include "network/cost.h"
#include "network/report.h"
#include "parse/family.h"
#include "util/figures.h"
#include "util/json.h"
#include "util/message.h"
#include "util/output.h"

enum { SHOWN_MERGES = 4 };

/* Words of the packets for which throughput is reported. */
static const unsigned long packet_words[] = { 8, 100 };
enum { PACKETS = sizeof packet_words / sizeof *packet_words };

struct report {
	const struct spec *spec;
	struct lane_shape shape;
	struct lane_throughput saturated;		/* by single words */
	struct lane_throughput packets[PACKETS];	/* if there are any */
	struct network *net;
	const struct cost_table *table;
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

/* ---- a binary fat-tree ----------------------------------------------------------------------------------------------- */

static void say_numbers(const json_t *list, const char *separator, struct text *out)
{
	for (size_t i = 0; i < json_array_size(list); i++)
		text_print(out, "%s%lld", i ? separator : "", (long long)json_integer_value(json_array_get(list, i)));
}

/* The capacities of levels 1 .. L that the root's capacity gives, before they are rounded; NULL: none is. */
static json_t *universal_capacities(const struct spec *spec)
{
	unsigned list[MAXIMUM_LEVELS];
	bool rounded = false;

	for (unsigned k = 1; k <= spec->levels; k++) {
		list[k - 1] = k < spec->levels && spec->root_capacity ? spec_universal_capacity(spec, spec->root_capacity, k)
								      : spec->capacity[k];
		rounded = rounded || list[k - 1] != spec->capacity[k];
	}
	return rounded ? json_list(list, spec->levels) : NULL;
}

static void say_capacities(const struct spec *spec, const json_t *object, struct text *out)
{
	json_t *universal = universal_capacities(spec);

	figures_say(object, "  wires of a channel, root's children first: {channel_wires}", out);
	if (universal) {
		text_print(out, "\n  rounded up to powers of two; root-capacity %u gives ", spec->root_capacity);
		say_numbers(universal, ", ", out);
	}
	text_add(out, "\n");
	json_decref(universal);
}

static json_t *merges_json(const struct spec *spec)
{
	json_t *array = json_array();
	struct lane_merge *list;
	size_t count = lane_merges(spec, &list);

	for (size_t i = 0; i < count; i++) {
		json_t *object = json_object();

		json_object_set_new(object, "children", json_list(list[i].children + 1, list[i].height));
		json_object_set_new(object, "parents", json_list(list[i].parents + 1, list[i].height));
		JSON_NUMBERS(object, { "slot_clocks", list[i].slot }, { "lut4_estimated", list[i].lut4 });
		json_add_real(object, "accepted", list[i].accepted);
		json_add_real(object, "bits_per_clock_and_lut4", list[i].merit);
		json_array_append_new(array, object);
	}
	free(list);
	return array;
}

/* "4,4" and "1,4" */
static void say_merge(const json_t *merge, struct text *out)
{
	struct text children = {0}, parents = {0};

	say_numbers(json_object_get(merge, "children"), ",", &children);
	say_numbers(json_object_get(merge, "parents"), ",", &parents);
	text_print(out, "  %-10s  %-10s", children.bytes, parents.bytes);
	figures_say(merge, "  {slot_clocks:4}  {accepted:12.4f}  {lut4_estimated:6}", out);
	text_print(out, "  %22.4f", 1000 * json_real_value(json_object_get(merge, "bits_per_clock_and_lut4")));
	text_free(&children);
	text_free(&parents);
}

static void say_binary(const struct spec *spec, const json_t *object, struct text *out)
{
	const json_t *merges = json_object_get(object, "merges");
	size_t count = json_array_size(merges);

	text_print(out, "\nFat-tree of %u binary levels\n", spec->levels);
	say_capacities(spec, object, out);
	text_print(out, "  %zu way%s to merge levels, leaves first, by payload bits a clock in the whole network, "
		   "for each LUT4 of an ECP5:\n", count, count == 1 ? "" : "s");
	text_add(out, "  children    parents     slot  words a slot    LUT4  bits a clock, 1000 LUT4\n");
	for (size_t i = 0; i < count && i < SHOWN_MERGES; i++) {
		say_merge(json_array_get(merges, i), out);
		text_add(out, i == 0 ? "  taken\n" : "\n");
	}
	text_add(out, "  (words of a leaf in a slot, if words that are not taken went to any leaf again: 12 % off at most)\n");
}

static const struct column switch_columns[] = {
	{ "", -14, "{way}, level {level}" }, { "switches", 8, "{switches}" }, { "inputs", 6, "{inputs}" },
	{ "outputs", 7, "{outputs}" },
	{ "decides in clock", 16, "{decides_in_clock}" }, { .label = NULL },
};

static void say_slot(const struct report *r, const json_t *object, struct text *out)
{
	const struct lane_shape *s = &r->shape;

	figures_say(object, "\nSlot: {slot_clocks} clocks, in which a leaf sends a word of {word_bits} bits in "
		    "{slot_clocks} beats of {width}\n",
		    out);
	if (s->roots > 0)
		figures_say(json_object_get(object, "root"), "Outside: {streams} streams each way, a word each in a slot; a word to it takes "
			    "{clocks_to_it} clocks, one from it {clocks_from_it}\n", out);
	text_print(out, "Latency: %u clocks from s_axis to m_axis without contention, of which a word waits %u for its slot\n"
		   "  at most\n", s->done_at + s->slot, s->slot - 1);
}

static void say_throughput(const struct report *r, const json_t *object, struct text *out)
{
	const json_t *packets = json_object_get(object, "saturated_packets");
	double bits = saturated_bits(r);

	figures_say(json_object_get(object, "saturated"),
		    "\nThroughput, by the model, if all leaves always have a word for another leaf ({slots} slots)\n"
		    "  {accepted:.4f} words of a leaf and slot; {payload_bits_per_clock:.4g} payload bits a clock in "
		    "the whole network\n"
		    "  leaf {least_leaf}, the worst served, {least:.4f}; leaf {most_leaf}, the best, {most:.4f}; a "
		    "word was sent in at most "
		    "{longest_slots} slots\n", out);
	for (size_t i = 0; i < json_array_size(packets); i++)
		figures_say(json_array_get(packets, i),
			    "  packets of {words} words: {accepted:.4f} words of a leaf and slot; "
			    "a word was sent in at most {longest_slots} slots\n", out);
	if (r->spec->family->fitted)
		text_print(out, "  a MHz: %.4f Mbit/s per LUT4, %.4f per logic cell (the greater of LUT4 and flip-flops), by"
			   " the estimate\n  below\n", bits / (double)r->cost.lut4, bits / (double)cells(&r->cost));
}

static void print_logic(const struct report *r, struct text *out)
{
	struct report_part part[MOST_LANE_STAGES + 4];
	unsigned count = r->shape.stages;

	for (unsigned k = 0; k < count; k++) {
		char *stage = stage_name(&r->shape.stage[k]);

		part[k] = (struct report_part){ format_string("switches, %s", stage), lanes_stage_cost(r->spec, r->table, k) };
		free(stage);
	}
	part[count++] = (struct report_part){ copy_string("leaf adapters"), lanes_leaves_cost(r->spec, r->table) };
	part[count++] = (struct report_part){ copy_string("timer, and its copies"), lanes_timer_cost(r->spec, r->table) };
	if (r->shape.roots > 0)
		part[count++] = (struct report_part){ copy_string("streams of the roots"), lanes_outside_cost(r->spec, r->table) };
	if (network_has_root_link(r->net))
		part[count++] = (struct report_part){ copy_string("end of the link"), link_root_cost(r->net) };
	report_logic_parts(r->net, part, count, out);
	cost_table_say(r->table, r->spec->family, out);
	for (unsigned i = 0; i < count; i++)
		free(part[i].name);
}

static json_t *switches_json(const struct report *r)
{
	const struct lane_shape *s = &r->shape;
	json_t *list = json_array();

	for (unsigned k = 0; k < s->stages; k++) {
		const struct lane_stage *stage = &s->stage[k];
		struct cost cost = lanes_stage_cost(r->spec, r->table, k);
		json_t *object = json_object();

		json_object_set_new(object, "way", json_string(stage->down ? "down" : "up"));
		JSON_NUMBERS(object, { "level", stage->level }, { "switches", stage->switches }, { "inputs", stage->inputs },
			     { "outputs", stage->outputs }, { "decides_in_clock", 2 * k });
		json_object_set_new(object, "estimate", summary_cost(&cost, r->spec->family));
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

static json_t *packets_json(const struct report *r)
{
	json_t *list = json_array();

	for (unsigned i = 0; i < PACKETS; i++) {
		json_t *object = json_object();

		JSON_NUMBERS(object, { "words", packet_words[i] }, { "longest_slots", r->packets[i].longest });
		json_add_real(object, "accepted", r->packets[i].accepted);
		json_array_append_new(list, object);
	}
	return list;
}

/* The streams of the outside; NULL: there are none. */
static json_t *root_json(const struct report *r)
{
	const struct lane_shape *s = &r->shape;
	struct cost cost = lanes_outside_cost(r->spec, r->table);

	if (s->roots == 0)
		return NULL;
	unsigned begins = lane_outside_begins(s), to = s->slot + s->data_at + s->turn + 2, from = s->done_at + 1 - begins;
	json_t *object = json_pack("{s:i, s:i, s:i, s:f}", "streams", (int)s->roots, "clocks_to_it", (int)to, "clocks_from_it", (int)from,
				   "payload_bits_per_clock", (double)s->roots * r->spec->payload_bits / s->slot);

	json_object_set_new(object, "estimate", summary_cost(&cost, r->spec->family));
	return object;
}

static json_t *report_object(const struct report *r)
{
	const struct lane_shape *s = &r->shape;
	json_t *object = report_json(r->net, NULL);
	struct cost leaves = lanes_leaves_cost(r->spec, r->table), timer = lanes_timer_cost(r->spec, r->table);

	JSON_NUMBERS(object, { "slot_clocks", s->slot }, { "width", s->width }, { "word_bits", s->word_bits });
	if (lanes_is_binary(r->spec)) {
		json_object_set_new(object, "channel_wires", json_list(r->spec->capacity + 1, r->spec->levels));
		json_object_set_new(object, "merges", merges_json(r->spec));
	}
	json_object_set_new(object, "switches", switches_json(r));
	json_object_set_new(object, "root", root_json(r));
	cost_table_json(r->table, r->spec->family, object);
	json_object_set_new(object, "estimate_leaves", summary_cost(&leaves, r->spec->family));
	json_object_set_new(object, "estimate_timer", summary_cost(&timer, r->spec->family));
	json_object_set_new(object, "saturated", saturated_json(r));
	if (r->spec->packet)
		json_object_set_new(object, "saturated_packets", packets_json(r));
	return object;
}

int lanes_report(const struct spec *spec, bool files, struct findings *found)
{
	struct report r = { .spec = spec, .shape = lane_shape(spec),
			    .saturated = lane_saturate(spec, 1, SATURATED_SEED, SATURATED_SLOTS) };
	struct text *out = &found->text;
	char *name = xgft_name(spec);

	(void)files;
	for (unsigned i = 0; spec->packet && i < PACKETS; i++)
		r.packets[i] = lane_saturate(spec, packet_words[i], SATURATED_SEED, SATURATED_SLOTS);
	r.net = network_elaborate(spec);
	r.table = cost_table_at_hand(spec->family);
	r.cost = network_cost(r.net);
	text_print(out, "%s: %s of %u leaves, %u bits a clock on each wire\n\n", spec->name, name, spec->leaves, r.shape.width);
	free(name);
	report_parameters(spec, out);
	json_t *object = report_object(&r);

	if (lanes_is_binary(spec))
		say_binary(spec, object, out);
	text_add(out, "\nSwitches on the way of a word\n");
	figures_table(json_object_get(object, "switches"), switch_columns, out);
	say_slot(&r, object, out);
	say_throughput(&r, object, out);
	print_logic(&r, out);
	json_print(object, &found->json);
	network_free(r.net);
	return EXIT_DONE;
}
