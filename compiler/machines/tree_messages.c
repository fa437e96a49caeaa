/* tree_messages.c: what becomes of messages that all are there at once, in an on-line serial tree: `ftc report --messages`.
 *
 * The model of slots sends them (model/slots.h): each leaf its own in their order, those that a concentrator drops again. */
#include <stdlib.h>

#include "leaves/frame.h"
#include "machines/tree.h"
#include "model/slots.h"
#include "network/leaf.h"
#include "network/machine.h"
#include "schedule/sources.h"
#include "util/figures.h"
#include "util/json.h"
#include "util/message.h"
#include "util/output.h"

/* Tries of a word that may be late: words take turns then, from when on depends on where the token is. Before, slots are those of the
 * Verilog; but with several connections, where a token says which lane takes a word. */
enum { LEAST_LATE = 15 };

static const struct column columns[] = {
	{ "message", 7, "{message}" }, { "source", 6, "{source}" }, { "destination", 11, "{destination}" }, { "slot", 4, "{slot}" },
	{ "tries", 5, "{tries}" }, { "clock", 7, "{clock}" }, { .label = NULL },
};

/* The bit length of the difference of two labels. */
static unsigned peak_of(const struct demand *d)
{
	unsigned peak = 0;

	while (d->source >> peak != d->destination >> peak)
		peak++;
	return peak;
}

/* A message to its own leaf crosses no network: what is of slots is null. */
static json_t *message_json(const struct network *net, const struct demand *d, const struct slot_fate *fate, size_t i)
{
	bool crosses = d->source != d->destination;
	json_t *object = json_pack("{s:I, s:i, s:i}", "message", (json_int_t)i + 1, "source", (int)d->source, "destination",
				   (int)d->destination);

	json_object_set_new(object, "slot", json_known(crosses, fate->slot + 1));
	json_object_set_new(object, "tries", json_known(crosses, fate->tries));
	json_object_set_new(object, "clock", json_known(crosses, net->first_clock + fate->slot * net->slot_clocks + net->direct_clocks[peak_of(d)]));
	return object;
}

static json_t *set_json(const struct network *net, const struct message_set *set)
{
	struct slot_fate *fate = allocate_array(set->count + 1, sizeof *fate);
	unsigned long slots = slots_of_set(net, set, net->spec->turns && net->spec->leaf->turn_wires, net->frame->first_clock, fate);
	json_t *object = spec_identity(net->spec), *list = json_array();
	unsigned long tries = 0, crossing = 0, most = 0;

	for (size_t i = 0; i < set->count; i++) {
		json_array_append_new(list, message_json(net, &set->demand[i], &fate[i], i));
		tries += fate[i].tries;
		most = fate[i].tries > most ? fate[i].tries : most;
		crossing += set->demand[i].source != set->demand[i].destination;
	}
	JSON_NUMBERS(object, { "slots", slots }, { "slot_clocks", net->slot_clocks }, { "crossing", crossing }, { "lost", tries - crossing });
	json_object_set_new(object, "exact", json_boolean(net->spec->connections == 1 && (!net->spec->turns || most < LEAST_LATE)));
	json_object_set_new(object, "messages", list);
	free(fate);
	return object;
}

int tree_report_messages(const struct spec *spec, const char *path, struct findings *found)
{
	struct network *net = network_elaborate(spec);
	struct message_set set = {0};
	int status = EXIT_USAGE;

	if (!net->frame) {
		error("ftc report --messages is about leaf adapters, which try again: expected leaf-interface: axi-stream");
		suggest("--set leaf-interface=axi-stream");
	} else if (spec->fault_count > 0 || net->dead_ends) {
		error("%s has faults, which may keep a message away for ever: expected a tree without faults", name_shown(spec->source));
		suggest("ftc simulate %s --messages FILE", shell_word(spec->source));
	} else if (source_file(&set, path, spec, "all messages are there at once")) {
		json_t *object = set_json(net, &set);

		figures_say(object, "{name}: {crossing} message{crossing:s} in {slots} slot{slots:s} of {slot_clocks} clocks, by the model; tries in vain:"
			    " {lost}\n", &found->text);
		figures_table(json_object_get(object, "messages"), columns, &found->text);
		if (!figures_has(object, "exact"))
			text_print(&found->text, "%s: the Verilog may serve them in another order\n",
				   spec->connections > 1 ? "Leaves with several wires choose one for each word" : "Late words take turns");
		figures_say(object, "slot: in which it arrives; clock: of m_axis_tvalid, from the first clock after the reset on\n", &found->text);
		json_print(object, &found->json);
		status = EXIT_DONE;
	}
	free(set.demand);
	network_free(net);
	return status;
}
