/* parameters.c: what a generalized fat tree on serial wires can have, and which trees can become hardware. */
#include "machines/generalized/dead_links.h"
#include "machines/generalized/generalized.h"
#include "machines/generalized/paths.h"
#include "machines/tree.h"
#include "machines/xgft.h"
#include "machines/xgft_kinds.h"
#include "network/network.h"
#include "util/message.h"
#include "util/number.h"

/* An answer returns by the parents that the message names; with first-free it names none. */
static bool check_first_free(const struct request *q)
{
	const struct entry *entry = given(q, &up_routing_key);

	if (q->spec->up_routing != UP_ROUTING_FIRST_FREE || q->spec->leaf_interface == LEAF_WIRES)
		return true;
	error_at(entry->value_at,
		 "up-routing is first-free, with leaf adapters: expected destination, source or random, for "
		 "an acknowledgement must find the way back");
	suggest_value(entry, "destination");
	return false;
}

/* With up-routing given, words bring parents and slots, and none may meet another: each link is one wire and lives, and all
 * words are for one leaf. */
static bool check_given(const struct request *q)
{
	const struct spec *spec = q->spec;
	const struct { const struct key *key; bool wrong; const char *found, *expected, *value; } rule[] = {
		{ &leaf_interface_key, spec->leaf_interface == LEAF_WIRES, "wires", "axi-stream, messages on bare wires name "
		  "their parents anyway", "axi-stream" },
		{ &link_width_key, spec->link_width > 1, "more than 1", "1, a link passes one word of a slot", "1" },
		{ &broadcast_every_key, spec->broadcast_every > 0, "not 0", "0, a broadcast would meet words of its slot", "0" },
		{ &fault_registers_key, spec->fault_registers, "true", "false, words do not try other links", "false" },
		{ &faults_key, spec->fault_count > 0, "not empty", "no faults, words do not try other links", "[]" },
	};

	for (size_t i = 0; spec->up_routing == UP_ROUTING_GIVEN && i < sizeof rule / sizeof *rule; i++) {
		if (!rule[i].wrong)
			continue;
		error_at(given(q, rule[i].key)->value_at, "%s is %s, with up-routing given: expected %s", rule[i].key->name,
			 rule[i].found, rule[i].expected);
		suggest_value(given(q, rule[i].key), rule[i].value);
		return false;
	}
	return true;
}

/* A bridge sends accesses of which nobody has said the parents. */
static bool check_given_bus(const struct request *q)
{
	if (q->spec->up_routing != UP_ROUTING_GIVEN || !q->spec->bus)
		return true;
	error_at(given(q, &up_routing_key)->value_at, "up-routing is given, with a bus: expected destination, as accesses bring no parents");
	suggest_value(given(q, &up_routing_key), "destination");
	return false;
}

enum { MAXIMUM_TDEST_BITS = 32 };

/* The bits of s_axis_tdest, of which programs and hosts take at most 32. */
static bool ways_fit(const struct request *q)
{
	const struct spec *spec = q->spec;
	unsigned bits = xgft_label_bits(spec) + larger(1, digit_bits(spec->phase_slots));

	for (unsigned l = 1; l <= spec->height; l++)
		bits += digit_bits(spec->parents[l]);
	if (spec->phase_slots == 0 || bits <= MAXIMUM_TDEST_BITS)
		return true;
	error_at(given(q, &up_routing_key)->value_at, "up-routing is given, and label, parents and slot take %u bits of "
		 "s_axis_tdest: expected at most %d", bits, MAXIMUM_TDEST_BITS);
	suggest_value(given(q, &up_routing_key), "destination");
	return false;
}

/* Every broadcast goes through one root and reaches all leaves or none: its parents must be known. */
static bool check_broadcast(const struct request *q)
{
	const struct entry *entry = given(q, &broadcast_every_key);
	unsigned every = q->spec->broadcast_every;

	if (every == 1) {
		error_at(entry->value_at,
			"broadcast-every is 1: expected 0, for none, or 2 to %d, or no slot is left for other messages",
			MAXIMUM_BROADCAST_EVERY);
		suggest_value(entry, "2");
		return false;
	}
	if (every == 0 || (q->spec->up_routing != UP_ROUTING_FIRST_FREE && q->spec->link_width == 1))
		return true;
	if (q->spec->link_width > 1)
		error_at(entry->value_at,
			 "broadcast-every is %u, with link-width %u: expected 0, for only one broadcast at a time "
			 "may reach the root",
			 every, q->spec->link_width);
	else
		error_at(entry->value_at,
			 "broadcast-every is %u, with up-routing first-free: expected 0, for a broadcast names its "
			 "root",
			 every);
	suggest_value(entry, "0");
	return false;
}

/* Leaves of one's own send broadcasts by the wires that they choose. */
static bool check_broadcast_trees(const struct request *q)
{
	const struct entry *entry = given(q, &broadcast_trees_key);
	const struct spec *spec = q->spec;

	if (spec->broadcast_trees == BROADCAST_BY_ONE || (spec->broadcast_every > 0 && spec->leaf_interface == LEAF_AXI_STREAM))
		return true;
	error_at(entry->value_at, "broadcast-trees is all, but %s: expected one, %s",
		 spec->broadcast_every == 0 ? "broadcast-every is 0" : "leaf-interface is wires",
		 spec->broadcast_every == 0 ? "as there are no broadcasts" : "for leaves on bare wires choose the trees");
	suggest_value(entry, "one");
	return false;
}

static void warn_of_broken_trees(const struct request *q)
{
	const struct spec *spec = q->spec;

	if (spec->broadcast_every == 0 || spec->fault_count == 0 || intact_spanning_trees(spec) > 0)
		return;
	warning_at((struct place){ .file = spec->source }, "the faults break all %u spanning tree%s: no broadcast passes, and leaves that send one wait",
		   spec->parents[1], spec->parents[1] == 1 ? "" : "s");
	suggest("--set broadcast-every=0, or more parents of a leaf");
}

bool generalized_accept(const struct spec *spec)
{
	return xgft_require_buildable(spec) && xgft_require_connected(spec);
}

bool generalized_read(const struct request *q)
{
	set_tree_leaf(q->spec);
	if (!check_given_bus(q) || !ways_fit(q) || !check_packet(q) || !check_first_free(q) || !check_turns(q))
		return false;
	if (q->spec->phase_slots > 0)
		q->spec->turns = false;
	bool good = check_broadcast(q) && check_broadcast_trees(q) && read_faults(q) && check_given(q) && read_groups(q)
		    && require_on_line_concentrator(q) && check_widths(q, 1, xgft_channel_wires(q->spec));

	if (good)
		warn_of_broken_trees(q);
	return good;
}
