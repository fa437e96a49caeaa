/* report.c: the report of an off-line fat-tree. */
#include "machines/fat_tree_measures_report.h"
#include "machines/off-line/off_line.h"
#include "machines/off-line/partial_cost.h"
#include "machines/off-line/playback.h"
#include "network/report.h"
#include "schedule/schedule.h"
#include "util/json.h"
#include "util/message.h"
#include "util/output.h"

static json_t *json_playback(const struct network *net)
{
	const struct playback p = *net->playback;
	const struct schedule_file *file = net->schedule;
	json_t *object = json_object(), *latency = json_array();

	JSON_NUMBERS(object, { "cycle_clocks", p.period }, { "message_clocks", p.message_clocks },
			     { "settings_bits", network_root(net)->settings },
			     { "ram_cycles", net->spec->schedule_cycles });
	if (file) {
		JSON_NUMBERS(object, { "cycles", file->schedule.cycles }, { "messages", file->set.count });
	}
	for (unsigned k = 0; k < net->levels; k++)
		json_array_append_new(latency, json_integer(p.latency[k]));
	json_object_set_new(object, "latency_by_turn_level", latency);
	return object;
}

static void print_playback(const struct network *net, struct text *out)
{
	const struct playback p = *net->playback;
	const struct schedule_file *file = net->schedule;

	text_print(out, "\nDelivery cycle: %u clocks, of which a message takes %u (1 M, %u payload)\n", p.period,
		   p.message_clocks, net->spec->payload_bits);
	text_add(out, "  latency from leaf to leaf, by the level of the node at which a message turns:");
	for (unsigned k = 0; k < net->levels; k++)
		text_print(out, " %u", p.latency[k]);
	text_print(out, "\n  settings: %u bits a cycle", network_root(net)->settings);
	if (net->spec->schedule_cycles > 0)
		text_print(out, ", RAM for %u cycles", net->spec->schedule_cycles);
	text_add(out, "\n");
	if (file)
		text_print(out, "  %s: %zu messages in %u cycles, %lu clocks a round\n", net->spec->schedule_path,
			   file->set.count, file->schedule.cycles, (unsigned long)file->schedule.cycles * p.period);
}

static void write_text(const struct network *net, struct text *out)
{
	text_print(out, "%s: off-line fat-tree of %u leaves\n\n", net->spec->name, net->spec->leaves);
	report_parameters(net->spec, out);
	fat_tree_report_capacities(net, NULL, out);
	report_logic(net, out);
	report_plans(net, "Concentrators", out);
	print_playback(net, out);
	fat_tree_report_bandwidth(net, out);
	fat_tree_report_leiserson(net, out);
	if (net->spec->concentrator == CONCENTRATOR_PARTIAL)
		partial_print(net, out);
}

static void write_json(const struct network *net, struct text *out)
{
	json_t *object = fat_tree_report_json(net);

	json_object_set_new(object, "playback", json_playback(net));
	json_object_set_new(object, "leiserson", fat_tree_leiserson_json(net));
	if (net->spec->concentrator == CONCENTRATOR_PARTIAL)
		json_object_set_new(object, "partial", partial_json(net));
	json_print(object, out);
}

int off_line_report(const struct spec *spec, bool files, struct findings *found)
{
	struct network *net = network_new(spec);

	(void)files;
	if (!net)
		return EXIT_USAGE;
	write_text(net, &found->text);
	write_json(net, &found->json);
	network_free(net);
	return EXIT_DONE;
}
