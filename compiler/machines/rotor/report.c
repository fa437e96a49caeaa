/* report.c: the report of a rotor: its shape, the times of words, its logic. */
#include "lower/cost.h"
#include "machines/rotor/rotor.h"
#include "network/report.h"
#include "parse/family.h"
#include "util/figures.h"
#include "util/json.h"
#include "util/message.h"
#include "util/output.h"

static json_t *shape_json(const struct network *net)
{
	struct rotor_shape s = rotor_shape(net->spec);
	json_t *object = report_json(net, NULL);

	JSON_NUMBERS(object, { "bins", s.bins }, { "places", s.places }, { "queue_words", 1u << s.queue_bits },
		     { "rotor_stages", s.stages }, { "visit_clocks", s.period },
		     { "shortest_clocks", rotor_shortest_clocks(&s) }, { "longest_wait_clocks", rotor_longest_wait(&s) },
		     { "block_rams", rotor_block_rams(net->spec) });
	json_object_set_new(object, "storage", json_string(s.block_ram ? "block-ram" : "lut-ram"));
	cost_table_json(cost_table_at_hand(net->spec->family), net->spec->family, object);
	return object;
}

static void say_shape(const json_t *object, struct text *out)
{
	figures_say(object, "\nRotor: {bins} sources and {bins} bins of {places} places; every source meets every bin in {bins} clocks\n"
		    "Queues: {queue_words} words for each leaf, in {storage}, visited every {visit_clocks} clocks\n"
		    "Throughput: at most {bins} words a clock in the whole network, 1 in {visit_clocks} clocks to a leaf\n"
		    "Latency: {shortest_clocks} clocks at least, when the word's turn comes at once; up to {bins} more for its turn,"
		    " and {visit_clocks} for a visit\n"
		    "Longest wait: a word is on s_axis for {longest_wait_clocks} clocks at most, if its reader takes each word at once\n",
		    out);
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
	json_print(object, &found->json);
	network_free(net);
	return EXIT_DONE;
}
