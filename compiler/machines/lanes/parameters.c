/* parameters.c: which trees, keys and payloads a network of lanes can have. */
#include "machines/lanes/lanes.h"

#include <stdlib.h>

#include "machines/xgft.h"
#include "machines/tree.h"
#include "parse/kind.h"
#include "util/message.h"
#include "util/number.h"

static const struct entry *given_lanes(const struct request *q)
{
	return given(q, &tree_lanes_key);
}

/* Serial networks have no packets. */
static void suggest_serial(const struct request *q)
{
	const struct entry *lanes = given_lanes(q), *packet = given(q, &packet_key);

	if (!packet || !q->spec->packet)
		suggest_value(lanes, "1");
	else
		suggest(lanes->is_override || packet->is_override ? "--set lanes=1 --set packet=false" : "lanes: 1 and packet: false");
}

/* "9", or "auto". A fresh string. */
static char *lanes_text(const struct spec *spec)
{
	return spec->lanes ? format_string("%u", spec->lanes) : copy_string("auto");
}

static bool refuse_serial_keys(const struct request *q)
{
	for (const struct key *const *key = q->spec->kind->keys; *key; key++) {
		const struct entry *entry = (*key)->serial ? given(q, *key) : NULL;

		if (!entry || tree_key_is_idle(q, *key, entry))
			continue;
		char *lanes = lanes_text(q->spec);
		error_at(entry->value_at, "%s is given, with lanes %s: expected no %s, for %s; or lanes: 1", entry->key, lanes,
			 entry->key, (*key)->serial);
		suggest_serial(q);
		free(lanes);
		return false;
	}
	return true;
}

static bool check_leaves(const struct request *q)
{
	const struct spec *spec = q->spec;

	if (spec->leaves <= MOST_LANE_LEAVES)
		return true;
	error_at(given_lanes(q)->value_at, "the tree has %u leaves: expected at most %d with several lanes", spec->leaves,
		 MOST_LANE_LEAVES);
	suggest_serial(q);
	return false;
}

/* What is wrong with level l, for a message; NULL: nothing. */
static const char *wrong_level(const struct spec *spec, unsigned l)
{
	if (!is_power_of_2(spec->children[l]) || spec->children[l] < 2 || spec->children[l] > MOST_LANE_INPUTS)
		return "2, 4, 8 or 16 children";
	if (l == 1 && spec->parents[1] != 1)
		return "1 parent for each leaf";
	if (l < spec->height && (!is_power_of_2(spec->parents[l + 1]) || spec->parents[l + 1] > spec->children[l]))
		return "as many parents as children, or a half, a quarter .. of them,";
	return NULL;
}

static bool check_tree(const struct request *q)
{
	const struct spec *spec = q->spec;

	for (unsigned l = 1; l <= spec->height; l++) {
		const char *expected = wrong_level(spec, l);

		if (!expected)
			continue;
		char *name = xgft_name(spec);
		error_at(given_lanes(q)->value_at, "%s: expected %s at level %u with several lanes", name, expected, l);
		free(name);
		suggest("network: xgft, children: [4, 4], parents: [1, 4]; or lanes: 1");
		return false;
	}
	return true;
}

/* A beat carries two bits or more, and a word takes one beat or more. */
static bool check_payload(const struct request *q)
{
	const struct spec *spec = q->spec;

	if (spec->lanes <= spec->payload_bits && spec->payload_bits >= 2)
		return true;
	if (spec->payload_bits < 2) {
		error_at(given_lanes(q)->value_at, "payload-bits is %u: expected 2 or more with several lanes", spec->payload_bits);
		suggest_serial(q);
	} else {
		error_at(given_lanes(q)->value_at, "lanes is %u, and payload-bits is %u: expected no more lanes than bits",
			 spec->lanes, spec->payload_bits);
		suggest_value(given_lanes(q), "auto");
	}
	return false;
}

/* What stands between the roots and the outside. */
static bool check_outside(const struct request *q)
{
	const struct spec *spec = q->spec;
	const struct entry *entry = spec->external ? given(q, key_of(spec->kind, "external")) : NULL;
	const struct entry *leaves = given(q, &leaf_interface_key);

	if (!entry)
		return !lanes_is_binary(spec) || check_root(q);
	if (spec->packet) {
		error_at(entry->value_at, "external is true, with packet: true: expected one of them, for streams of the outside have no packets");
		suggest_value(given(q, &packet_key), "false");
		return false;
	}
	if (spec->leaf_interface == LEAF_WIRES) {
		error_at(leaves->value_at, "leaf-interface is wires, with several lanes and external: true: expected axi-stream, for words have "
			 "the labels that adapters give them");
		suggest_value(leaves, "axi-stream");
		return false;
	}
	if (spec->bus) {
		error_at(entry->value_at, "external is true, with several lanes and a bus: expected false, for no bridge stands at a root");
		return suggest("external: false, without root-interface");
	}
	if (spec->root_interface != LEAF_WIRES)
		return check_root(q);
	error_at(entry->value_at, "external is true, with several lanes and root-interface wires: expected axi-stream or link, for switches "
		 "have no bare wires to the outside");
	return suggest(entry->is_override ? "--set root-interface=axi-stream" : "root-interface: axi-stream");
}

bool lanes_read(const struct request *q)
{
	struct spec *spec = q->spec;

	spec->leaf = spec->leaf_interface == LEAF_WIRES ? &lane_wires : &lane_leaf;
	if (!refuse_serial_keys(q) || !check_leaves(q) || !check_payload(q))
		return false;
	return (spec->height == 0 ? lanes_read_binary(q) : check_tree(q)) && check_outside(q) && check_widths(q, 1, 0);
}
