/* pruned_butterfly_kind.c: the keys of Bay's pruned butterfly (thesis, 1992, chapter 2).
 *
 * In: `leaves`, `routing` and the keys of rounds. Out: the butterfly as an XGFT. */
#include "machines/schedule_keys.h"
#include "machines/xgft_kinds.h"

#include <stdlib.h>

#include "network/network.h"
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

/* The words of a bus stay in order; with one, the key of that name is the bus's. */
static bool has_order(const struct spec *spec)
{
	return routes_in_batches(spec) && !spec->bus;
}

static json_t *order_value(const struct spec *spec);

static const char *const routing_words[] = {
	[ROUTING_GREEDY] = "greedy", [ROUTING_DETERMINISTIC] = "deterministic", NULL
};
static const struct key routing_key = {
	.name = "routing", .type = KEY_WORD, .own = true, .field = offsetof(struct butterfly_parameters, routing),
	.words = routing_words, .preset = ROUTING_GREEDY,
	.help = "`greedy`: words that collide are dropped and sent again; `deterministic`: all words go in rounds of"
		" collision-free batches.",
};

static const struct key round_words_key = {
	.name = "round-words", .type = KEY_NUMBER, .own = true, .has = routes_in_batches,
	.field = offsetof(struct butterfly_parameters, round_words), .low = 1, .high = MOST_ROUND_WORDS, .preset = 4,
	.help = "Maximum words that a leaf sends in a round.",
};

static bool has_degree(const struct spec *spec)
{
	return routes_in_batches(spec) && butterfly_parameters(spec)->degree > 0;
}

static const struct key degree_key = {
	.name = "degree", .type = KEY_NUMBER, .own = true, .has = routes_in_batches,
	.field = offsetof(struct butterfly_parameters, degree), .low = 0, .high = MOST_ROUND_WORDS, .preset = 0,
	.otherwise = "0: any number", .help = "Maximum words from a leaf, and to a leaf, in a round; leaves have"
		" room for no more.",
};

static const char *const admission_words[] = { [ADMISSION_PROMISE] = "promise", [ADMISSION_SCAN] = "scan", NULL };
static const struct key admission_key = {
	.name = "admission", .type = KEY_WORD, .own = true, .has = has_degree,
	.field = offsetof(struct butterfly_parameters, admission), .words = admission_words, .preset = ADMISSION_SCAN,
	.help = "With `degree`: `scan`: the leaves limit the words to a leaf; `promise`: you guarantee the limit.",
};

static const char *const order_words[] = { [ORDER_PAIRS] = "pairs", [ORDER_NONE] = "none", NULL };
static const struct key order_key = {
	.name = "order", .type = KEY_OWN, .has = has_order, .value = order_value, .words = order_words,
	.takes = "`pairs`, `none`", .otherwise = "`pairs`",
	.help = "`pairs`: words from one leaf to another stay in order; `none`: they may pass each other.",
};

static json_t *order_value(const struct spec *spec)
{
	return json_string(order_words[butterfly_parameters(spec)->order]);
}

static const struct key butterfly_leaves_key = {
	.name = "leaves", .type = KEY_NUMBER, .field = offsetof(struct spec, leaves), .low = 4, .high = MAXIMUM_LEAVES,
	.required = "the number of leaves, a power of 4 from 4 to 1048576", .example = "16",
	.takes = "4, 16, 64 .. 1048576; with `routing: deterministic` 4, 8, 16 .. 4096", .help = "Number of leaves.",
	.size = true,
};

static const struct key *const keys[] = {
	KEYS_FIRST, &butterfly_leaves_key, &routing_key, &round_words_key, &order_key, &degree_key, &admission_key, KEYS_XGFT
};

/* The power of 2 in 4 .. MOST_BATCHED_LEAVES nearest to `wanted`. */
static unsigned nearest_power_of_2(unsigned wanted)
{
	unsigned power = 4;

	while (power < MOST_BATCHED_LEAVES && wanted > power + power / 2)
		power *= 2;
	return power;
}

static bool check_power_of_2(const struct request *q)
{
	const struct entry *entry = given(q, &butterfly_leaves_key);
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

/* Refuses keys of a network that routes in batches. False after a message. */
static bool refuse_keys_of_rounds(const struct request *q)
{
	const struct key *const own[] = { &round_words_key, &order_key, &degree_key, &admission_key };

	for (size_t i = 0; i < sizeof own / sizeof *own; i++) {
		const struct entry *entry = given(q, own[i]);

		if (!entry || (own[i] == &order_key && bus_is_given(q)))
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

/* round-words are those of the degree. */
static bool read_degree(const struct request *q)
{
	struct butterfly_parameters *own = q->spec->own;
	const struct entry *words = given(q, &round_words_key), *degree = given(q, &degree_key);
	const struct entry *admission = given(q, &admission_key);

	if (own->degree == 0 && admission) {
		error_at(admission->key_at, "admission is given, without degree: expected no admission, for any words may go to a leaf");
		return suggest(admission->is_override ? "--set degree=%u" : "degree: %u", own->round_words);
	}
	if (own->degree == 0)
		return true;
	if (words && own->round_words != own->degree) {
		char *right = format_string("%u", own->degree), *place = where(degree);

		error_at(words->value_at, "round-words is %u, but degree is %u in %s: expected the same, or no round-words",
			 own->round_words, own->degree, place);
		suggest_value(words, right);
		free(right);
		free(place);
		return false;
	}
	own->round_words = own->degree;
	return true;
}

/* A level of Bay's graph is lg N minus ours; his nodes of even levels have two parents (thesis, chapter 2). */
static bool read_pruned_butterfly(const struct request *q)
{
	struct spec *spec = q->spec;
	unsigned power;

	if (!bus_is_given(q) && !read_word(q, &order_key, order_words, &((struct butterfly_parameters *)spec->own)->order))
		return false;
	if (routes_in_batches(spec) ? !check_power_of_2(q)
				    : !refuse_keys_of_rounds(q) || !read_power_of_4(q, " with routing greedy", &power))
		return false;
	if (routes_in_batches(spec) && !read_degree(q))
		return false;
	spec->height = digit_bits(spec->leaves);
	for (unsigned i = 1; i <= spec->height; i++) {
		spec->children[i] = 2;
		spec->parents[i] = i % 2 ? 2 : 1;
	}
	return xgft_read(q);
}

static const struct machine_choice choices[] = {
	{ .machine = "batched", .key = &routing_key, .value = ROUTING_DETERMINISTIC },
	CHOICE_OF_LANES,
	CHOICE_OF_SCHEDULE("phased", xgft_switching_key),
	{ .machine = "generalized" },
};

const struct kind pruned_butterfly_kind = {
	.word = "pruned-butterfly", .name = "pruned_butterfly", .keys = keys, .choices = choices,
	.own_size = sizeof(struct butterfly_parameters), .read = read_pruned_butterfly,
};
