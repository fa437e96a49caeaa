/* xgft_groups.c: groups of leaves of an XGFT, as destinations of a message.
 *
 * In: a list of lists of leaves, numbers or ranges: [[0, 1, 2], [4-7, 12]]. Out: the groups of each leaf, or one
 * message. Groups are numbered from 1, as in `s_axis_tdest`, where 0 stands for all leaves. */
#include "machines/xgft_kinds.h"

#include <stdlib.h>
#include <string.h>

#include "machines/xgft.h"

/* The label's bits name the group: there are at most as many groups as labels, less the number of all leaves. */
static unsigned most_groups(const struct spec *spec)
{
	unsigned bits = xgft_label_bits(spec);

	return bits < 7 && (1u << bits) - 1 < MAXIMUM_GROUPS ? (1u << bits) - 1 : MAXIMUM_GROUPS;
}

/* "7" or "4-7". */
static bool split(const char *text, unsigned long *first, unsigned long *last)
{
	const char *dash = strchr(text, '-');
	char *low = format_string("%.*s", dash ? (int)(dash - text) : (int)strlen(text), text);
	bool good = text_to_unsigned(low, first) && text_to_unsigned(dash ? dash + 1 : low, last);

	free(low);
	return good;
}

static bool wrong_leaf(const struct spec *spec, const struct value *value, size_t group, unsigned long low,
		       const char *what)
{
	const char *rest = strlen(value->text) > SHOWN_BYTES ? "..." : "";

	error_at(value->at, "group %zu: %.*s%s %s: expected a leaf from 0 to %u, or several as 0-%u", group + 1,
		 SHOWN_BYTES, *value->text ? value->text : "an empty text", rest, what, spec->leaves - 1,
		 spec->leaves - 1);
	suggest("%lu", low < spec->leaves ? low : spec->leaves - 1);
	return false;
}

/* Makes the leaves of one item members. */
static bool read_members(const struct request *q, size_t group, const struct value *value)
{
	struct spec *spec = q->spec;
	unsigned long first = 0, last = 0;
	uint64_t bit = UINT64_C(1) << group;

	if (!split(value->text, &first, &last))
		return wrong_leaf(spec, value, group, first, "is no leaf");
	if (last >= spec->leaves)
		return wrong_leaf(spec, value, group, first, "names no leaf of this tree");
	if (last < first)
		return wrong_leaf(spec, value, group, last, "ends before it begins");
	for (unsigned long leaf = first; leaf <= last; leaf++) {
		if (spec->member_of[leaf] & bit) {
			error_at(value->at, "group %zu: leaf %lu stands there twice: expected each leaf once",
				 group + 1, leaf);
			suggest("without %.*s", SHOWN_BYTES, value->text);
			return false;
		}
		spec->member_of[leaf] |= bit;
	}
	return true;
}

/* Checks that the network has broadcasts and leaf adapters. */
static bool check_possible(const struct request *q, const struct entry *entry)
{
	const struct spec *spec = q->spec;

	if (spec->broadcast_every == 0) {
		error_at(entry->key_at,
			"groups are given, but broadcast-every is 0: expected 2 to %d, as messages to a group take the "
			"slots for broadcasts",
			MAXIMUM_BROADCAST_EVERY);
		suggest(entry->is_override ? "--set broadcast-every=8" : "broadcast-every: 8");
		return false;
	}
	if (spec->leaf_interface != LEAF_AXI_STREAM) {
		error_at(entry->key_at,
			 "groups are given, but leaf-interface is wires: expected axi-stream, as the adapters know who "
			 "is a member");
		suggest(entry->is_override ? "--set leaf-interface=axi-stream" : "leaf-interface: axi-stream");
		return false;
	}
	return true;
}

bool read_groups(const struct request *q)
{
	const struct entry *entry = given(q, &groups_key);
	struct spec *spec = q->spec;

	if (!entry || (entry->is_list && entry->count == 0 && entry->list_count == 0))
		return true;
	if (entry->list_count == 0) {
		error_at(entry->value_at, "groups is %s: expected a list of lists of leaves",
			 entry->is_list ? "a flat list" : "no list");
		suggest(entry->is_override ? "--set groups=[[0,1]]" : "groups: [[0, 1]]");
		return false;
	}
	if (!check_possible(q, entry))
		return false;
	if (entry->list_count > most_groups(spec)) {
		error_at(entry->lists[most_groups(spec)].at, "groups has %zu groups: expected at most %u%s",
			 entry->list_count, most_groups(spec),
			 most_groups(spec) < MAXIMUM_GROUPS ? ", as many as a label has values above 0" : "");
		return false;
	}
	spec->member_of = allocate_array(spec->leaves, sizeof *spec->member_of);
	spec->group_count = (unsigned)entry->list_count;
	for (size_t g = 0; g < entry->list_count; g++) {
		const struct sublist *list = &entry->lists[g];

		if (list->count == 0) {
			error_at(list->at, "group %zu is empty: expected at least one leaf", g + 1);
			return false;
		}
		for (size_t i = 0; i < list->count; i++)
			if (!read_members(q, g, &entry->items[list->first + i]))
				return false;
	}
	return true;
}

/* The leaves of a group, with ranges: [0, "4-7"]. */
static json_t *group_value(const struct spec *spec, unsigned group)
{
	json_t *list = json_array();

	for (unsigned leaf = 0, end; leaf < spec->leaves; leaf = end) {
		end = leaf + 1;
		if (!(spec->member_of[leaf] >> group & 1))
			continue;
		while (end < spec->leaves && spec->member_of[end] >> group & 1)
			end++;
		json_array_append_new(list,
				      end == leaf + 1 ? json_integer(leaf) : json_sprintf("%u-%u", leaf, end - 1));
	}
	return list;
}

static json_t *groups_value(const struct spec *spec)
{
	json_t *list = spec->group_count ? json_array() : NULL;

	for (unsigned g = 0; g < spec->group_count; g++)
		json_array_append_new(list, group_value(spec, g));
	return list;
}

const struct key groups_key = {
	.name = "groups", .type = KEY_OWN, .value = groups_value, .nests = true, .takes = "list of lists of leaves",
	.otherwise = "there are none", .serial = "a word goes to one leaf",
	.help = "Groups of leaves that a message can address.",
};
