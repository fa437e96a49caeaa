/* report.c: the report of an off-line generalized fat tree. */
#include <stdlib.h>

#include "machines/phased/phased.h"
#include "machines/playback.h"
#include "machines/xgft.h"
#include "network/report.h"
#include "util/figures.h"
#include "util/json.h"
#include "util/message.h"
#include "util/output.h"

static json_t *report_object(const struct network *net)
{
	json_t *object = report_json(net, "plans");
	char *name = xgft_name(net->spec);

	json_object_set_new(object, "xgft", json_string(name));
	json_object_set_new(object, "playback", playback_json(net));
	free(name);
	return object;
}

int phased_report(const struct spec *spec, bool files, struct findings *found)
{
	struct network *net = network_new(spec);

	(void)files;
	if (!net)
		return EXIT_USAGE;
	json_t *object = report_object(net);

	figures_say(object, "{name}: off-line {xgft}, {leaves} leaves\n\n", &found->text);
	report_parameters(spec, &found->text);
	report_logic(net, &found->text);
	playback_say(net, object, &found->text);
	json_print(object, &found->json);
	network_free(net);
	return EXIT_DONE;
}
