/* report.c: `ftc report`: the parameters as understood, the resulting network, and its theory.
 *
 * Text for a person, one JSON object for a program. The machine fills in both. */
#include <stdio.h>

#include "commands/deliver.h"
#include "leaves/leaf.h"
#include "network/machine.h"
#include "network/network.h"
#include "util/message.h"

static bool check_output(const struct command_line *line, const struct spec *spec)
{
	if (!line->output || spec->machine->report_has_files)
		return true;
	machine_lacks(spec, "picture of ftc report");
	return suggest("ftc generate %s -o DIR, which draws the network", shell_word(line->file));
}

static int report_spec(const struct command_line *line, const struct spec *spec)
{
	struct findings found = {0};
	int status = EXIT_USAGE;

	if (check_output(line, spec))
		status = spec->machine->report(spec, line->output, &found);
	if (status == EXIT_DONE)
		status = deliver_findings(line, spec->name, &found);
	findings_free(&found);
	return status;
}

enum { OPTION_WISHBONE, OPTION_COUNT };

static const struct option options[] = {
	[OPTION_WISHBONE] = { "--wishbone", NULL, "with a Wishbone slave at every leaf, as ftc generate --wishbone" },
	[OPTION_COUNT] = { 0 },
};

static bool check_slaves(const struct spec *spec)
{
	struct network *net = network_elaborate(spec);
	bool good = wishbone_check(net);

	network_free(net);
	return good;
}

static int report(const struct command_line *line)
{
	struct spec spec;
	bool slaves = line->value[OPTION_WISHBONE];
	int status = EXIT_USAGE;

	/* There are reports of trees that are too large for hardware; slaves are hardware. */
	if (!(slaves ? network_read_spec : spec_read)(&spec, line->file, line->overrides, line->override_count))
		return EXIT_USAGE;
	spec.wishbone = slaves;
	if (!slaves || check_slaves(&spec))
		status = report_spec(line, &spec);
	spec_free(&spec);
	return fflush(stdout) == 0 ? status : EXIT_WORK_FAILED;
}

const struct command command_report = {
	.name = "report",
	.summary = "print the parameters as understood, the cost and the throughput",
	.usage = "FILE [-o DIR] [--wishbone]",
	.options = options,
	.needs_file = true,
	.takes = TAKES_SET | TAKES_OUTPUT | TAKES_JSON | TAKES_LIMIT,
	.run = report,
};
