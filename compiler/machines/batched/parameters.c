/* parameters.c: the keys of a pruned butterfly that routes in batches, and what does not go with them. */
#include "machines/batched/batched.h"

#include <stdlib.h>
#include <string.h>

#include "machines/tree.h"
#include "parse/kind.h"
#include "util/message.h"
#include "util/number.h"

const struct butterfly_parameters *butterfly_parameters(const struct spec *spec)
{
	return spec->own;
}

static bool routes_in_batches(const struct spec *spec)
{
	return butterfly_parameters(spec)->routing == ROUTING_DETERMINISTIC;
}

static const char *const routing_words[] = {
	[ROUTING_GREEDY] = "greedy", [ROUTING_DETERMINISTIC] = "deterministic", NULL
};
const struct key routing_key = {
	.name = "routing", .type = KEY_WORD, .own = true, .field = offsetof(struct butterfly_parameters, routing),
	.words = routing_words, .preset = ROUTING_GREEDY,
	.help = "Words that meet are dropped and sent again, or all go in rounds of batches that fit.",
};

const struct key round_words_key = {
	.name = "round-words", .type = KEY_NUMBER, .own = true, .has = routes_in_batches,
	.field = offsetof(struct butterfly_parameters, round_words), .low = 1, .high = MOST_ROUND_WORDS, .preset = 4,
	.help = "Words that a leaf sends in a round, at most.",
};

static const char *const order_words[] = { [ORDER_PAIRS] = "pairs", [ORDER_NONE] = "none", NULL };
const struct key order_key = {
	.name = "order", .type = KEY_WORD, .own = true, .has = routes_in_batches,
	.field = offsetof(struct butterfly_parameters, order), .words = order_words, .preset = ORDER_PAIRS,
	.help = "Whether words from one leaf to another stay in order.",
};

/* The power of 2 in 4 .. MOST_BATCHED_LEAVES nearest to `wanted`. */
static unsigned nearest_power_of_2(unsigned wanted)
{
	unsigned power = 4;

	while (power < MOST_BATCHED_LEAVES && wanted > power + power / 2)
		power *= 2;
	return power;
}

bool batched_check_leaves(const struct request *q, const struct key *key)
{
	const struct entry *entry = given(q, key);
	unsigned leaves = q->spec->leaves;

	if (is_power_of_2(leaves) && leaves >= 4 && leaves <= MOST_BATCHED_LEAVES)
		return true;
	char *nearest = format_string("%u", nearest_power_of_2(leaves));
	error_at(entry->value_at, "leaves is %u: expected a power of 2, from 4 to %d, with routing deterministic", leaves,
		 MOST_BATCHED_LEAVES);
	suggest_value(entry, nearest);
	free(nearest);
	return false;
}

/* Keys of a pruned butterfly that this machine has no use for, and why: "expected no faults, for .." */
static const struct {
	const char *key, *why;
} useless[] = {
	{ "lanes", "a wire carries one bit in a clock" },
	{ "packet", "words travel by themselves" },
	{ "link-width", "links are one wire wide" },
	{ "up-routing", "a word's rank decides by which parents it climbs" },
	{ "faults", "every link is needed" },
	{ "fault-registers", "every link is needed" },
	{ "broadcast-every", "a word goes to one leaf" },
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

bool batched_refuse_keys(const struct request *q)
{
	const struct key *const own[] = { &round_words_key, &order_key };

	for (size_t i = 0; i < sizeof own / sizeof *own; i++) {
		const struct entry *entry = given(q, own[i]);

		if (!entry)
			continue;
		error_at(entry->key_at, "%s is given, with routing greedy: expected no %s, for only routing deterministic has rounds",
			 entry->key, entry->key);
		const struct entry *routing = given(q, &routing_key);

		if (routing)
			suggest_value(routing, "deterministic");
		else
			suggest(entry->is_override ? "--set routing=deterministic" : "routing: deterministic");
		return false;
	}
	return true;
}

bool batched_read(const struct request *q)
{
	struct spec *spec = q->spec;

	spec->machine = &batched_machine;
	spec->leaf = spec->leaf_interface == LEAF_WIRES ? &batched_wires : &batched_leaf;
	return refuse_useless(q) && check_widths(q, 1, 0);
}
