/* parameters.c: what a generalized fat tree that plays a schedule can have. */
#include "leaves/leaf.h"
#include "machines/phased/phased.h"
#include "machines/players.h"
#include "machines/schedule_keys.h"
#include "machines/xgft.h"
#include "machines/xgft_kinds.h"
#include "util/message.h"

/* Keys for which a schedule leaves no use, why, and the value that a network without the key has. */
static bool refuse_useless(const struct request *q)
{
	static const struct { const struct key *key; const char *why, *value; } useless[] = {
		{ &link_width_key, "a link passes one message of a slot", "1" },
		{ &up_routing_key, "the schedule has the parents of each message", "destination" },
		{ &faults_key, "schedules do not avoid dead links", "[]" },
		{ &fault_registers_key, "schedules do not avoid dead links", "false" },
		{ &broadcast_every_key, "a message goes to one leaf", "0" },
		{ &broadcast_trees_key, "a message goes to one leaf", "one" },
		{ &groups_key, "a message goes to one leaf", "[]" },
	};

	for (size_t i = 0; i < sizeof useless / sizeof *useless; i++) {
		const struct entry *entry = given(q, useless[i].key);

		if (!entry || tree_key_is_idle(q, useless[i].key, entry))
			continue;
		error_at(entry->value_at, "%s is given, with switching: off-line: expected no %s, for %s", entry->key, entry->key,
			 useless[i].why);
		suggest_value(entry, useless[i].value);
		return false;
	}
	return true;
}

static bool check_settings(const struct request *q)
{
	const struct entry *entry = given(q, &xgft_settings_key);

	if (q->spec->settings == SETTINGS_IN_BAND)
		return true;
	error_at(entry->value_at, "settings is ram, in a generalized fat tree: expected in-band, for its routers take their settings from the "
		 "messages; only fat-trees have a RAM and a bus of settings");
	suggest_value(entry, "in-band");
	return false;
}

bool phased_read(const struct request *q)
{
	struct spec *spec = q->spec;

	if (!check_settings(q) || !read_schedule_path(q))
		return false;
	spec->leaf = spec->leaf_interface == LEAF_WIRES ? &wires_leaf : &header_leaf;
	return check_schedule_given(q) && check_packet(q) && check_turns(q) && require_on_line_concentrator(q) && refuse_useless(q)
	       && read_faults(q) && read_groups(q) && check_widths(q, spec->connections, xgft_channel_wires(spec));
}
