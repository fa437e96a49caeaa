/* report.c: the report of a link: its frames and its logic. */
#include "machines/link/link.h"
#include "network/cost.h"
#include "network/report.h"
#include "util/figures.h"
#include "util/json.h"
#include "util/message.h"
#include "util/output.h"

int link_report(const struct spec *spec, bool files, struct findings *found)
{
	struct network *net = network_elaborate(spec);
	struct link_shape shape = link_shape(spec);
	struct link_frame f = link_frame(spec, &shape);
	struct report_part part = { (char []){ "an end" }, network_cost(net) };
	json_t *object = report_json(net, NULL);

	(void)files;
	JSON_NUMBERS(object, { "pins", shape.pins }, { "frame_words", shape.words }, { "frame_clocks", f.clocks }, { "window_frames", 16 },
		     { "store_words", 16 * shape.words }, { "silence_frames", 1ul << f.silence });
	json_add_real(object, "best_rate", link_best_rate(spec));
	text_print(&found->text, "%s: link of words of %u bits\n\n", spec->name, spec->payload_bits);
	report_parameters(spec, &found->text);
	figures_say(object, "\nFrame: {frame_clocks} clocks for {frame_words} words; {best_rate:.3f} of the pins' rate, if no bit is wrong\n"
		    "Window: {window_frames} frames; each end keeps up to {store_words} words each way\n"
		    "Session: ends after some {silence_frames} frames without an answer\n", &found->text);
	report_logic_parts(net, &part, 1, &found->text);
	json_print(object, &found->json);
	network_free(net);
	return EXIT_DONE;
}
