/* report.c: the report of a sorter. */
#include "machines/sorter/sorter.h"
#include "network/report.h"
#include "util/json.h"
#include "util/message.h"
#include "util/output.h"

int sorter_report(const struct spec *spec, bool files, struct findings *found)
{
	struct network *net = network_elaborate(spec);
	const struct sorter_parameters *sorter = sorter_parameters(spec);
	double slot = net->slot_clocks, all = sorter->wires * ((double)spec->payload_bits + sorter->serial.key_bits) / slot;
	struct text *out = &found->text;
	json_t *object = report_json(net, "sorters");

	(void)files;
	text_print(out, "%s: sorter of %u words\n\n", spec->name, sorter->wires);
	report_parameters(spec, out);
	report_plans(net, "Sorter", out);
	text_print(out, "\nLatency: %u clocks\nFrame: %u clocks a word, back to back\n", net->latency,
		   net->slot_clocks);
	text_print(out, "Bandwidth: %.4g bits per clock\n", all);
	json_object_set_new(object, "bandwidth", json_pack("{s:f, s:f}", "leaf_bits_per_clock", all / sorter->wires,
							   "peak_bits_per_clock", all));
	json_print(object, &found->json);
	network_free(net);
	return EXIT_DONE;
}
