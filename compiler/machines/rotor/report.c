/* report.c: the report of a rotor: its shape, the times of words, its logic. */
#include "lower/cost.h"
#include "machines/rotor/rotor.h"
#include "network/report.h"
#include "parse/family.h"
#include "util/figures.h"
#include "util/json.h"
#include "util/message.h"
#include "util/number.h"
#include "util/output.h"

static json_t *saturated_json(const struct network *net)
{
	struct rotor_throughput t = rotor_saturate(net, ROTOR_SATURATED_SEED, ROTOR_SATURATED_CLOCKS);
	json_t *object = json_object();

	JSON_NUMBERS(object, { "clocks", t.clocks }, { "least_leaf", t.least_leaf }, { "most_leaf", t.most_leaf },
		     { "longest_clocks", t.longest });
	json_add_real(object, "accepted", t.accepted_in_slot);
	json_add_real(object, "accepted_per_clock", t.accepted);
	json_add_real(object, "least", t.least);
	json_add_real(object, "most", t.most);
	json_add_real(object, "payload_bits_per_clock", t.accepted * net->spec->payload_bits);
	return object;
}

static json_t *shape_json(const struct network *net)
{
	struct rotor_shape s = rotor_shape(net->spec);
	json_t *object = report_json(net, NULL);

	JSON_NUMBERS(object, { "bins", s.bins }, { "banks", s.banks }, { "sources", s.groups }, { "places", s.places },
		     { "queue_words", s.queue_words },
		     { "rotor_stages", s.stages }, { "visit_clocks", s.period },
		     { "send_clocks", s.stages + 6 }, { "shortest_clocks", rotor_shortest_clocks(&s) }, { "longest_wait_clocks", rotor_longest_wait(&s) },
		     { "longest_wait_beside_stopped_clocks", rotor_longest_wait_beside_stopped(&s) },
		     { "block_rams", rotor_block_rams(net->spec) });
	json_add_real(object, "throughput_bound", smaller(s.groups * s.period, s.leaves * s.banks) / (double)s.period);
	json_object_set_new(object, "saturated", saturated_json(net));
	report_rates_json(net, json_number_value(json_object_get(json_object_get(object, "saturated"), "accepted_per_clock")), object);
	json_object_set_new(object, "stopped_reader", json_string(s.stop_bits > 0 ? "drop" : "hold"));
	json_object_set_new(object, "stopped_after_clocks", json_known(s.stop_bits > 0, 1ul << s.stop_bits));
	json_object_set_new(object, "stopped_after_most_clocks", json_known(s.stop_bits > 0, 2ul << s.stop_bits));
	json_object_set_new(object, "storage", json_string(s.block_ram ? "block-ram" : "lut-ram"));
	cost_table_json(cost_table_at_hand(net->spec->family), net->spec->family, object);
	return object;
}

static void say_shape(const json_t *object, struct text *out)
{
	figures_say(object, "\nRotor: {sources} sources and {bins} bins; {places} leaves a source; every source meets every bin in {bins} clocks\n"
		    "Queues: {banks} of {queue_words} words for each leaf, in {storage}, each visited every {visit_clocks} clocks\n"
		    "Latency: {shortest_clocks} clocks at least, when the word's turn comes at once; up to {bins} more for its turn,"
		    " and {visit_clocks} for a visit\n"
		    "Longest wait: a word is on s_axis for {longest_wait_clocks} clocks at most, if all readers take each word at once;\n"
		    "  {longest_wait_beside_stopped_clocks} clocks if its own does, and others have stopped\n",
		    out);
	if (figures_has(object, "stopped_after_clocks"))
		figures_say(object, "Stopped readers: a leaf that takes no word for {stopped_after_clocks} to {stopped_after_most_clocks} clocks has"
			    " stopped; words for it are thrown away until it takes one\n", out);
	figures_say(json_object_get(object, "saturated"),
		    "\nThroughput, by the model, if all leaves always have a word for another leaf ({clocks} clocks)\n"
		    "  {accepted_per_clock:.4f} words a clock, {payload_bits_per_clock:.4g} payload bits, in the whole network\n"
		    "  leaf {least_leaf}, the worst served, {least:.4f}; leaf {most_leaf}, the best, {most:.4f}; a word was on s_axis "
		    "for at most {longest_clocks} clocks\n", out);
	figures_say(object, "  at most {throughput_bound:.4g} words a clock, {banks} in {visit_clocks} clocks to a leaf, 1 in {send_clocks} clocks "
		    "from one\n", out);
}

int rotor_report(const struct spec *spec, bool files, struct findings *found)
{
	struct network *net = network_elaborate(spec);
	struct report_part part = { (char []){ "rotor" }, rotor_cost(net) };
	json_t *object = shape_json(net);

	(void)files;
	text_print(&found->text, "%s: rotor of %u leaves\n\n", spec->name, spec->leaves);
	report_parameters(spec, &found->text);
	say_shape(object, &found->text);
	report_logic_parts(net, &part, 1, &found->text);
	cost_table_say(cost_table_at_hand(spec->family), spec->family, &found->text);
	report_rates_say(object, spec->family, &found->text);
	json_print(object, &found->json);
	network_free(net);
	return EXIT_DONE;
}
