/* phases.c: phases of a generalized fat tree in commands. */
#include "commands/phases.h"

#include <stdlib.h>

#include "commands/deliver.h"
#include "machines/xgft.h"
#include "util/figures.h"
#include "util/json.h"
#include "util/message.h"
#include "util/output.h"

bool phases_check_network(const struct spec *spec)
{
	struct place at = { .file = spec->source };

	if (spec->fault_count > 0) {
		error_at(at, "faults has %zu fault%s: expected none, phases use the whole tree", spec->fault_count,
			 spec->fault_count == 1 ? "" : "s");
		return suggest("--set faults=[]");
	}
	if (spec->link_width == 1)
		return true;
	error_at(at, "link-width is %u: expected 1, in a slot a link passes one message of a phase", spec->link_width);
	return suggest("--set link-width=1");
}

bool phases_method(const char *text, const struct spec *spec, unsigned *method)
{
	unsigned level;

	if (!option_word("--method", text, phase_method_names, PHASE_METHODS, method))
		return false;
	bool applies = phases_konig_applies(spec, &level);
	if (*method == PHASES_AUTO)
		*method = applies ? PHASES_KONIG : PHASES_PATHS;
	if (*method != PHASES_KONIG || applies)
		return true;
	error("--method konig needs as many parents on every level as children below: a node of level %u has %u children and "
	      "%u parents", level, spec->children[level], spec->parents[level + 1]);
	return suggest("--method paths");
}

json_t *phases_json(const struct phases *p)
{
	return json_pack("{s:i, s:s, s:i, s:i, s:i}", "slots", (int)p->slots, "method", phase_method_names[p->method],
			 "congestion", (int)p->congestion, "degree", (int)p->degree, "least", (int)phases_least(p));
}

static json_t *report_json(const struct phases *p, const char *source)
{
	json_t *object = spec_identity(p->spec);
	char *tree = xgft_name(p->spec);

	json_object_update_new(object, json_pack("{s:s, s:s, s:I, s:I, s:i}", "xgft", tree, "source", source, "messages",
						 (json_int_t)(p->count + p->local), "local", (json_int_t)p->local,
						 "leaf_links", (int)p->spec->parents[1]));
	json_object_update_new(object, phases_json(p));
	free(tree);
	return object;
}

static void say_report(const json_t *object, struct text *out)
{
	figures_say(object, "{name}: {xgft}; {messages} messages: {source}\n", out);
	if (figures_has(object, "local"))
		figures_say(object, "{local} of them to their own senders: delivered locally, in no slot\n", out);
	figures_say(object, "\nSlots: {slots} by {method}; at least {least}, the degree {degree} over a leaf's {leaf_links} "
		    "links\nCongestion: {congestion}, the most messages over one link in one direction\n", out);
}

int phases_deliver(const struct phases *p, const char *source, const struct command_line *line)
{
	struct findings found = {0};
	struct text file = {0};
	int status = EXIT_DONE;

	if (line->output) {
		char *what = format_string("%zu messages (%s)", p->count, name_shown(source));

		phases_print(p, what, &file);
		free(what);
		status = deliver_file(line->output, &file);
	}
	if (status == EXIT_DONE) {
		json_t *object = report_json(p, name_shown(source));

		say_report(object, &found.text);
		json_print(object, &found.json);
		deliver_about(&found, p->spec);
		status = deliver_shown(line, p->spec->name, &found);
	}
	findings_free(&found);
	return status;
}
