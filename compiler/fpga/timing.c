/* timing.c: what helps against a missed clock. */
#include "fpga/timing.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fpga/pll.h"
#include "util/message.h"

/* Of the seeds of one design the best was never more than a tenth faster than another. */
static const double seeds_gain = 0.1;
enum { SEEDS = 8 };

/* Is the cell at this end of a part of a path in the network? The top module calls its instance `network`. */
static bool is_in_network(const json_t *part)
{
	const char *cell = json_string_value(json_object_get(json_object_get(part, "to"), "cell"));

	return cell && strncmp(cell, "network.", strlen("network.")) == 0;
}

/* The delay of a path from a clock edge to the next one of the same clock; of any other path 0. */
static double path_delay(const json_t *path)
{
	const char *from = json_string_value(json_object_get(path, "from"));
	const char *to = json_string_value(json_object_get(path, "to"));
	double delay = 0;
	json_t *part;
	size_t i;

	if (!from || !to || strcmp(from, to) != 0)
		return 0;
	json_array_foreach(json_object_get(path, "path"), i, part)
		delay += json_number_value(json_object_get(part, "delay"));
	return delay;
}

/* Does the slowest path begin and end in the network, by nextpnr's report? */
static bool is_network_slowest(const struct flow *flow)
{
	json_t *report = json_loadb(flow->report.bytes ? flow->report.bytes : "", flow->report.length, 0, NULL);
	const json_t *slowest = NULL, *path;
	double most = 0;
	size_t i;

	json_array_foreach(json_object_get(report, "critical_paths"), i, path)
		if (path_delay(path) > most) {
			most = path_delay(path);
			slowest = json_object_get(path, "path");
		}
	size_t parts = json_array_size(slowest);
	bool inside = parts > 0 && is_in_network(json_array_get(slowest, 0))
		      && is_in_network(json_array_get(slowest, parts - 1));
	json_decref(report);
	return inside;
}

/* Suggests the remedies: "a, b, or c". */
static void suggest_all(const char *const *remedy, size_t count)
{
	struct text list = {0};

	for (size_t i = 0; i < count; i++)
		text_print(&list, "%s%s%s", i > 0 && count > 2 ? "," : "", i == 0 ? "" : i + 1 == count ? " or " : " ",
			   remedy[i]);
	suggest("%s", list.bytes);
	text_free(&list);
}

static void explain_network(const struct flow *flow)
{
	const struct board *board = flow->board;
	double slower_mhz = fmax(1, round(0.95 * flow->fmax_mhz));
	char *slower = format_string("--clock %.0f", slower_mhz);
	char *smaller = format_string("%s; or a board with a faster device", flow->smaller);
	const char *remedy[4];
	size_t count = 0;
	struct pll pll;

	error("timing fails: the network clock reaches %.1f MHz, %.1f MHz are required; no bitstream is made",
	      flow->fmax_mhz, flow->required_mhz);
	if (pll_find_below(board->pll, board->oscillator_mhz, slower_mhz, &pll)) {
		remedy[count++] = slower;
		if (!flow->searched)
			remedy[count++] = "--clock max";
	}
	if (flow->seeds < SEEDS && flow->fmax_mhz * (1 + seeds_gain) >= flow->required_mhz)
		remedy[count++] = "--seeds 8";
	if (flow->spacing > 1 && is_network_slowest(flow))
		remedy[count++] = "--set elements-between-registers=1";
	if (count == 0)
		remedy[count++] = smaller;
	suggest_all(remedy, count);
	free(slower);
	free(smaller);
}

void timing_explain(const struct flow *flow)
{
	if (flow->fmax_mhz < flow->required_mhz)
		explain_network(flow);
	else
		domains_explain(&flow->domains);
}
