/* compare_bus.c: `ftc compare --bus`: networks with a memory-mapped bus, ranked by accesses a second, alone and for each LUT4.
 *
 * The work is done in compiler/points/accesses.c. */
#include "commands/compare_bus.h"

#include <stdlib.h>

#include "commands/deliver.h"
#include "network/machine.h"
#include "parse/bus.h"
#include "parse/crossing.h"
#include "points/accesses.h"
#include "shells/shells.h"
#include "util/json.h"
#include "util/limit.h"
#include "util/message.h"

/* ---- What is compared ---- */

/* The bytes of slave `number`, in the order of leaves. */
static unsigned long long slave_size(const struct spec *spec, unsigned number)
{
	unsigned leaf = 0;

	while (!bus_is_slave(spec, leaf) || number-- > 0)
		leaf++;
	return bus_region_of(spec, leaf)->size;
}

/* The same accesses are drawn for buses with as many masters and the same slaves. */
static bool check_alike(const struct point *first, const struct spec *spec, const char *file)
{
	const struct spec *one = &first->spec;
	unsigned masters = bus_masters(spec), slaves = bus_slaves(spec);

	if (masters != bus_masters(one) || slaves != bus_slaves(one)) {
		error("%s has %u masters and %u slaves, and %s %u and %u: expected as many, for all get the same accesses", name_shown(file), masters, slaves,
		      first->name, bus_masters(one), bus_slaves(one));
		return suggest("the same map in both files");
	}
	for (unsigned k = 0; k < slaves; k++)
		if (slave_size(spec, k) != slave_size(one, k)) {
			char *here = bus_size_text(slave_size(spec, k)), *there = bus_size_text(slave_size(one, k));

			error("slave number %u of %s has %s, and that of %s %s: expected the same size, for all get the same accesses", k, name_shown(file),
			      here, first->name, there);
			free(here);
			free(there);
			return suggest("the same map in both files");
		}
	return true;
}

bool compare_bus_check(struct points *p, const char *file, const struct bus_values *value, struct bus_options *o)
{
	struct spec *spec = &p->point[p->count - 1].spec;

	if (!spec->bus) {
		error("--bus is given, but %s has no bus: expected the key bus", name_shown(file));
		return suggest("--set bus=%s", bus_words[0]);
	}
	if (crossing_count(spec) > 0) {
		error("%s has leaves with clocks of their own, which ftc does not know: expected one clock, for accesses a second", name_shown(file));
		return suggest("without clock: async");
	}
	if (!check_alike(&p->point[0], spec, file) || !shell_for_user(spec, &no_shell))
		return false;
	struct network *net = network_new(spec);
	bool good = net && shell_check(net) && simulate_bus_read(net, value, o);

	network_free(net);
	return good;
}

/* ---- Results ---- */

static int deliver(const struct command_line *line, const struct points *p, json_t *object)
{
	struct findings found = { 0 };

	accesses_say(object, p, &found.text);
	for (size_t i = 0; i < p->count; i++)
		deliver_about(&found, &p->point[i].spec);
	if (line->output) {
		struct text csv = { 0 };

		rows_csv(json_object_get(object, "networks"), &csv);
		output_add(&found.files, "compare.csv", &csv);
	}
	json_print(object, &found.json);
	if (line->output)
		output_add_copy(&found.files, "compare.json", &found.json);
	return deliver_findings(line, "compare", &found);
}

int compare_bus(const struct command_line *line, struct points *p, const struct bus_options *o)
{
	int status = EXIT_WORK_FAILED;
	bool good = true;

	if (line->output && !output_check(line->output, line->command, "compare", &status))
		return status;
	points_estimate(p);
	limit_end();
	json_t **run = accesses_measure(p, o);

	status = deliver(line, p, accesses_json(p, o, run));
	for (size_t i = 0; i < p->count; i++) {
		good = good && run[i];
		json_decref(run[i]);
	}
	free(run);
	return status == EXIT_DONE && !good ? EXIT_WORK_FAILED : status;
}
