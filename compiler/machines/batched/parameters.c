/* parameters.c: the keys of a pruned butterfly that routes in batches, and what does not go with them. */
#include "machines/batched/batched.h"

#include <stdlib.h>
#include <string.h>

#include "machines/tree.h"
#include "parse/kind.h"
#include "util/message.h"
#include "util/number.h"

/* Keys of a pruned butterfly that this machine has no use for, and why: "expected no faults, for .." */
static const struct {
	const char *key, *why;
} useless[] = {
	{ "lanes", "a wire carries one bit in a clock" },
	{ "packet", "words travel by themselves" },
	{ "switching", "sorters set themselves as words pass" },
	{ "link-width", "links are one wire wide" },
	{ "up-routing", "a word's rank decides by which parents it climbs" },
	{ "faults", "every link is needed" },
	{ "fault-registers", "every link is needed" },
	{ "broadcast-every", "a word goes to one leaf" },
	{ "broadcast-trees", "a word goes to one leaf" },
	{ "groups", "a word goes to one leaf" },
	{ "concentrator", "batches fit, and are sorted" },
	{ "turns", "all words of a round arrive" },
	{ "delay-ram-threshold", "words do not wait where they turn" },
};

static bool refuse_useless(const struct request *q)
{
	for (size_t i = 0; i < sizeof useless / sizeof *useless; i++) {
		const struct key *key = key_of(q->spec->kind, useless[i].key);
		const struct entry *entry = given(q, key);

		if (!entry || tree_key_is_idle(q, key, entry))
			continue;
		error_at(entry->value_at, "%s is given, with routing deterministic: expected no %s, for %s; or routing: greedy",
			 entry->key, entry->key, useless[i].why);
		return suggest("without %s", entry->key);
	}
	return true;
}

/* `overflow` is in the network's clock, and no stream: it stays with the streams of the network itself. */
static bool check_promise(const struct request *q)
{
	const struct butterfly_parameters *own = butterfly_parameters(q->spec);
	const struct entry *admission = given(q, key_of(q->spec->kind, "admission"));

	if (own->degree == 0 || own->admission == ADMISSION_SCAN || (!q->spec->bus && crossing_count(q->spec) == 0))
		return true;
	error_at(admission->value_at, "admission is promise, with %s: expected scan, as `overflow` is a port of the network's clock at each leaf",
		 q->spec->bus ? "a bus" : "leaves with clocks of their own");
	suggest_value(admission, "scan");
	return false;
}

bool batched_read(const struct request *q)
{
	struct spec *spec = q->spec;

	spec->leaf = spec->leaf_interface == LEAF_WIRES ? &batched_wires : &batched_leaf;
	return refuse_useless(q) && check_promise(q) && check_widths(q, 1, 0);
}
