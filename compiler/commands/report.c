/* report.c: `ftc report`: the parameters as understood, the resulting network, and its theory.
 *
 * Text for a person, one JSON object for a program. The machine fills in both. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "commands/deliver.h"
#include "leaves/link_end.h"
#include "network/bus_report.h"
#include "network/crossing.h"
#include "parse/crossing.h"
#include "network/machine.h"
#include "network/network.h"
#include "network/paper.h"
#include "network/report.h"
#include "parse/family.h"
#include "parse/kind.h"
#include "shells/bus.h"
#include "shells/shells.h"
#include "util/figures.h"
#include "util/json.h"
#include "util/limit.h"
#include "util/message.h"

enum { OPTION_MESSAGES, OPTION_PAPER, OPTION_COUNT };

static const struct option options[] = {
	[OPTION_MESSAGES] = { "--messages", "FILE", "report the fate of these messages, all sent at once, instead of"
			      " the network; format as for ftc simulate" },
	[OPTION_PAPER] = { "--paper", NULL, "report the tables and figures of the paper NAME, computed by ftc,"
			   " instead of a network" },
	[OPTION_COUNT] = { 0 },
};

static int report_messages(const struct command_line *line, const struct spec *spec, struct findings *found)
{
	if (!spec->machine->report.messages) {
		machine_lacks(spec, "ftc report --messages");
		suggest("ftc simulate %s --messages FILE", shell_word(line->file));
		return EXIT_USAGE;
	}
	const char *other = line->output ? "-o" : line->shell->option;

	if (other) {
		error("%s is given beside --messages: expected a report of messages alone", other);
		suggest("without %s", other);
		return EXIT_USAGE;
	}
	return spec->machine->report.messages(spec, line->value[OPTION_MESSAGES], found);
}

static bool check_output(const struct command_line *line, const struct spec *spec)
{
	if (!line->output || spec->machine->report.has_files)
		return true;
	machine_lacks(spec, "picture of ftc report");
	return spec->machine->report.draw
	       && suggest("ftc generate %s -o DIR, which draws the network", shell_word(line->file));
}

/* Adds the parts of the estimate, if there is one for the family. */
static void add_bus_costs(const struct network *net, json_t *bus)
{
	struct bus_costs costs = bus_costs(net);
	const struct { const char *key, *name; const struct cost *cost; } parts[] = {
		{ "masters", "masters", &costs.masters }, { "slaves", "slaves, places", &costs.slaves },
		{ "turns", "where both meet", &costs.turns }, { "decoders", "decoders", &costs.decoders },
		{ "ports", "ports", &costs.ports },
	};
	json_t *list = json_array();

	for (size_t i = 0; net->spec->family->fitted && i < sizeof parts / sizeof *parts; i++)
		if (parts[i].cost->lut4 > 0 || parts[i].cost != &costs.ports)
			json_array_append_new(list, json_pack("{s:s, s:s, s:o}", "part", parts[i].key, "name", parts[i].name, "estimate",
						      summary_cost(parts[i].cost, net->spec->family)));
	json_object_set_new(bus, "parts", list);
}

/* Adds a section, which the text has already, to what the machine has found. */
static void add_section(const char *name, json_t *section, struct findings *found)
{
	json_t *whole = json_loads(found->json.bytes, 0, NULL);

	json_object_set_new(whole, name, section);
	text_free(&found->json);
	json_print(whole, &found->json);
}

/* The section about the bus. */
static void add_bus(const struct spec *spec, struct findings *found)
{
	struct network *net = network_elaborate(spec);
	json_t *bus = bus_report_json(net);

	add_bus_costs(net, bus);
	bus_report_say(bus, &found->text);
	add_section("bus", bus, found);
	network_free(net);
}

/* Likewise that about clocks of leaves. */
static void add_crossing(const struct spec *spec, struct findings *found)
{
	struct network *net = network_elaborate(spec);
	json_t *clocks = crossing_report_json(net);

	crossing_report_say(clocks, &found->text);
	add_section("clocks", clocks, found);
	network_free(net);
}

/* Likewise that about a link at the root. */
static void add_link(const struct spec *spec, struct findings *found)
{
	struct network *net = network_elaborate(spec);
	struct link_shape shape = link_at_root(net);
	unsigned clocks = link_frame(spec, &shape).clocks;
	json_t *link = json_pack("{s:i, s:i, s:i, s:i, s:f}", "chips", (int)spec_chips(spec), "pins", (int)shape.pins, "frame_words", (int)shape.words, "frame_clocks",
				 (int)clocks, "payload_bits_per_clock", (double)shape.words * spec->payload_bits / clocks);

	figures_say(link, "\nLink at the root: {pins} pins each way, {frame_words} words in a frame of {frame_clocks} clocks, at most"
		    " {payload_bits_per_clock:.4g} payload bits per clock each way\n", &found->text);
	add_section("link", link, found);
	network_free(net);
}

/* For a page, the drawing of a network whose report has no files. Of machines that may refuse hardware those have their own, or none. */
static void add_drawing(const struct spec *spec, struct output *drawings)
{
	const struct machine *machine = spec->machine;

	if (machine->report.has_files || !machine->report.draw || machine->accept)
		return;
	struct network *net = network_elaborate(spec);

	machine->report.draw(net, drawings);
	network_free(net);
}

static int report_spec(const struct command_line *line, const struct spec *spec)
{
	struct findings found = {0};
	int status = EXIT_USAGE;

	if (line->value[OPTION_MESSAGES])
		status = report_messages(line, spec, &found);
	else if (check_output(line, spec))
		status = spec->machine->report.show(spec, line->output || line->html, &found);
	if (status == EXIT_DONE && spec->bus && !line->value[OPTION_MESSAGES])
		add_bus(spec, &found);
	if (status == EXIT_DONE && crossing_count(spec) > 0 && !line->value[OPTION_MESSAGES])
		add_crossing(spec, &found);
	if (status == EXIT_DONE && spec_chips(spec) > 1 && !line->value[OPTION_MESSAGES])
		add_link(spec, &found);
	if (status == EXIT_DONE && line->html && !line->value[OPTION_MESSAGES])
		add_drawing(spec, &found.files);
	deliver_chip(&found, spec);
	if (status == EXIT_DONE)
		status = deliver_findings(line, spec->name, &found);
	findings_free(&found);
	return status;
}

static bool check_hardware(const struct spec *spec)
{
	if (spec->machine->accept && !spec->machine->accept(spec))
		return false;
	struct network *net = network_elaborate(spec);
	bool good = shell_check(net);

	network_free(net);
	return good;
}

enum { MOST_PAPERS = 8 };

/* All papers, each once. */
static size_t list_papers(const struct paper *papers[MOST_PAPERS], const char *names[MOST_PAPERS])
{
	size_t count = 0, i;

	for (const struct kind *const *kind = network_kinds; *kind; kind++) {
		for (i = 0; i < count && papers[i] != (*kind)->paper; i++)
			;
		if (!(*kind)->paper || i < count)
			continue;
		assert(count < MOST_PAPERS);
		names[count] = (*kind)->paper->name;
		papers[count++] = (*kind)->paper;
	}
	return count;
}

static char *paper_names(void)
{
	const struct paper *papers[MOST_PAPERS];
	const char *names[MOST_PAPERS];
	size_t count = list_papers(papers, names);

	return count > 0 ? list_words(names, count) : NULL;
}

/* The paper of this name; NULL: the only one. NULL after a message. */
static const struct paper *find_paper(const char *name)
{
	const struct paper *papers[MOST_PAPERS];
	const char *names[MOST_PAPERS];
	size_t count = list_papers(papers, names), i;

	if (count == 0) {
		error("--paper: this ftc was built without the machines whose papers have tables");
		suggest("meson configure -Dmachines=all");
		return NULL;
	}
	if (!name && count == 1)
		return papers[0];
	for (i = 0; i < count; i++)
		if (name && strcmp(names[i], name) == 0)
			return papers[i];
	char *list = list_words(names, count);

	if (name)
		error("there is no paper '%s': expected %s", name, list);
	else
		error("--paper has no name behind it: expected %s", list);
	suggest("ftc report --paper %s", names[0]);
	free(list);
	return NULL;
}

static int report_paper(const struct command_line *line)
{
	struct findings found = {0};

	if (line->override_count > 0 || line->shell->option || line->value[OPTION_MESSAGES]) {
		error("a paper has no parameters: expected no --set, --fault, %s or --messages beside --paper",
		      line->shell->option ? line->shell->option : shells[0]->option);
		suggest("ftc report --paper%s%s", line->file ? " " : "", line->file ? shell_word(line->file) : "");
		return EXIT_USAGE;
	}
	limit_stage("the paper", "--limit none");
	const struct paper *paper = find_paper(line->file);
	int status = paper ? paper->report(line->output || line->html, &found) : EXIT_USAGE;

	if (status == EXIT_DONE)
		status = deliver_findings(line, paper->name, &found);
	findings_free(&found);
	return fflush(stdout) == 0 ? status : EXIT_WORK_FAILED;
}

static int report(const struct command_line *line)
{
	struct spec spec;
	bool hardware = line->shell->circuit;
	int status = EXIT_USAGE;

	if (line->value[OPTION_PAPER])
		return report_paper(line);
	/* There are reports of trees that are too large for hardware; a shell is hardware. */
	if (!(hardware ? network_read_spec : spec_read)(&spec, line->file, line->overrides, line->override_count))
		return EXIT_USAGE;
	if (shell_for_user(&spec, line->shell) && (!spec.shell->circuit || check_hardware(&spec)))
		status = report_spec(line, &spec);
	spec_free(&spec);
	return fflush(stdout) == 0 ? status : EXIT_WORK_FAILED;
}

const struct command command_report = {
	.name = "report",
	.summary = "print the network's parameters, cost and throughput",
	.page = "docs/tutorial/guide.md",
	.usage = "FILE [-o DIR] | FILE --messages FILE | --paper [NAME] [-o DIR]",
	.options = options,
	.needs_file = true,
	.alone = &options[OPTION_PAPER],
	.alone_names = paper_names,
	.takes = TAKES_SET | TAKES_OUTPUT | TAKES_DRAWINGS | TAKES_JSON | TAKES_LIMIT | TAKES_PAGE | TAKES_SHELL,
	.run = report,
};
