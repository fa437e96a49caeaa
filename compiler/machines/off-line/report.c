/* report.c: the report of an off-line fat-tree. */
#include "machines/fat_tree_measures_report.h"
#include "machines/in_band.h"
#include "machines/off-line/off_line.h"
#include "machines/off-line/partial_cost.h"
#include "machines/playback.h"
#include "network/report.h"
#include "util/figures.h"
#include "util/json.h"
#include "util/message.h"
#include "util/output.h"

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
	if (!is_in_band(net))
		report_plans(net, "Concentrators", out);
	playback_say(net, object, out);
	fat_tree_report_bandwidth(net, out);
	fat_tree_report_leiserson(net, out);
	if (net->spec->concentrator == CONCENTRATOR_PARTIAL)
		partial_say(net, json_object_get(object, "partial"), out);
}

int off_line_report(const struct spec *spec, bool files, struct findings *found)
{
	struct network *net = network_new(spec);
	json_t *object;

	if (!net)
		return EXIT_USAGE;
	object = report_object(net);
	write_text(net, object, &found->text);
	json_print(object, &found->json);
	if (files)
		fat_tree_report_files(net, &found->json, &found->files);
	network_free(net);
	return EXIT_DONE;
}
