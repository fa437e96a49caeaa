/* report.c: the report of an off-line fat-tree. */
#include "machines/fat_tree_measures_report.h"
#include "machines/off-line/off_line.h"
#include "machines/off-line/partial_cost.h"
#include "machines/off-line/playback.h"
#include "network/report.h"
#include "schedule/schedule.h"
#include "util/figures.h"
#include "util/json.h"
#include "util/message.h"
#include "util/output.h"

static json_t *playback_json(const struct network *net)
{
	const struct playback p = *net->playback;
	const struct schedule_file *file = net->schedule;
	json_t *object = json_object(), *latency = json_array();

	JSON_NUMBERS(object, { "cycle_clocks", p.period }, { "message_clocks", p.message_clocks },
			     { "settings_bits", network_root(net)->settings },
			     { "ram_cycles", net->spec->schedule_cycles });
	if (file)
		JSON_NUMBERS(object, { "cycles", file->schedule.cycles }, { "messages", file->set.count });
	for (unsigned k = 0; k < net->levels; k++)
		json_array_append_new(latency, json_integer(p.latency[k]));
	json_object_set_new(object, "latency_by_turn_level", latency);
	return object;
}

static void say_playback(const struct network *net, const json_t *object, struct text *out)
{
	const json_t *playback = json_object_get(object, "playback");
	const json_t *latency = json_object_get(playback, "latency_by_turn_level");
	const struct schedule_file *file = net->schedule;

	figures_say(object, "\nDelivery cycle: {playback.cycle_clocks} clocks, of which a message takes "
		    "{playback.message_clocks} (1 M, {payload_bits} payload)\n"
		    "  latency from leaf to leaf, by the level of the node at which a message turns:", out);
	for (size_t k = 0; k < json_array_size(latency); k++)
		text_print(out, " %lld", (long long)json_integer_value(json_array_get(latency, k)));
	figures_say(playback, "\n  settings: {settings_bits} bits a cycle", out);
	figures_say(playback, figures_has(playback, "ram_cycles") ? ", RAM for {ram_cycles} cycles\n" : "\n", out);
	if (!file)
		return;
	text_print(out, "  %s: ", net->spec->schedule_path);
	figures_say(playback, "{messages} messages in {cycles} cycles, ", out);
	text_print(out, "%lu clocks a round\n", (unsigned long)file->schedule.cycles * net->playback->period);
}

static json_t *report_object(const struct network *net)
{
	json_t *object = fat_tree_report_json(net);

	json_object_set_new(object, "playback", playback_json(net));
	json_object_set_new(object, "leiserson", fat_tree_leiserson_json(net));
	if (net->spec->concentrator == CONCENTRATOR_PARTIAL)
		json_object_set_new(object, "partial", partial_json(net));
	return object;
}

static void write_text(const struct network *net, const json_t *object, struct text *out)
{
	figures_say(object, "{name}: off-line fat-tree of {leaves} leaves\n\n", out);
	report_parameters(net->spec, out);
	fat_tree_report_capacities(net, NULL, out);
	report_logic(net, out);
	report_plans(net, "Concentrators", out);
	say_playback(net, object, out);
	fat_tree_report_bandwidth(net, out);
	fat_tree_report_leiserson(net, out);
	if (net->spec->concentrator == CONCENTRATOR_PARTIAL)
		partial_say(net, json_object_get(object, "partial"), out);
}

int off_line_report(const struct spec *spec, bool files, struct findings *found)
{
	struct network *net = network_new(spec);
	json_t *object;

	(void)files;
	if (!net)
		return EXIT_USAGE;
	object = report_object(net);
	write_text(net, object, &found->text);
	json_print(object, &found->json);
	network_free(net);
	return EXIT_DONE;
}
