/* machine.c: finds the machine of a spec. */
#include "network/machine.h"

#include <stdlib.h>
#include <string.h>

#include "network/leaf.h"
#include "network/network.h"
#include "parse/bus.h"
#include "parse/crossing.h"
#include "parse/keys.h"
#include "parse/kind.h"
#include "schedule/messages.h"
#include "util/message.h"
#include "util/text.h"

/* Reports that this ftc was built without the machine of a choice; returns false. */
static bool refuse(const struct request *q, const struct machine_choice *choice)
{
	const struct entry *entry = choice->key ? given(q, choice->key) : NULL;
	char *condition = machine_choice_condition(choice);

	error_at((entry ? entry : given(q, &network_key))->value_at,
		 "network is %s%s%s: expected another one, for this ftc was built without the machine %s",
		 q->spec->kind->word, *condition ? ", with " : "", condition, choice->machine);
	free(condition);
	return suggest("meson configure -Dmachines=all");
}

static bool check_leaves(const struct request *q)
{
	const struct leaf *leaf = q->spec->leaf;

	bool messages = leaf->speaks & LEAF_SPEAKS_MESSAGES;

	return crossing_check(q, messages, leaf->says) && bus_check(q, messages, leaf->says);
}

bool machine_read(const struct request *q)
{
	const struct machine_choice *choice = machine_choice_of(q->spec);

	for (const struct machine *const *machine = network_machines; *machine; machine++)
		if (strcmp((*machine)->folder, choice->machine) == 0) {
			q->spec->machine = *machine;
			return (*machine)->read(q) && check_leaves(q);
		}
	return refuse(q, choice);
}

bool machine_lacks(const struct spec *spec, const char *what)
{
	const char *name = spec->machine->name;

	return error("%s is a%s %s: there is no %s for such networks", spec->source, strchr("aeiou", *name) ? "n" : "", name, what);
}

bool machine_on_one_chip(const struct spec *spec, const char *command)
{
	if (!spec_has_root_link(spec))
		return true;
	error("%s has root-interface: link, and %s runs one chip: expected wires or axi-stream, or no root channel", spec->source, command);
	return suggest("ftc simulate, which runs the two chips; or a file without external, root-interface and the keys of the link");
}

bool machine_messages(struct message_list *list, const char *path, const struct network *net, const struct message_form *form)
{
	const struct machine_model *model = &net->spec->machine->model;

	return model->messages ? model->messages(list, path, net, form) : messages_read(list, path, net->spec, form);
}

bool machine_draws_messages(const struct spec *spec)
{
	if (spec->phase_slots == 0)
		return true;
	error("the words of this network bring their parents and slots: expected --messages FILE with phases");
	return suggest("ftc schedule or ftc embed --write-phases, for such a file; or --set up-routing=destination");
}
