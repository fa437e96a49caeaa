/* peers_report.c: the networks that a user could take in place of a sorting fat-tree, for the same words. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "machines/peers.h"
#include "machines/sorting-fat-tree/rounds.h"
#include "network/cost.h"
#include "network/prediction.h"
#include "parse/family.h"
#include "util/figures.h"
#include "util/json.h"
#include "util/text.h"

static const struct {
	const char *name, *keys;
	bool channels;			/* with as many wires in each channel as here */
} candidates[] = {
	/* Rounds of a word from each leaf, as here. */
	{ "deterministic butterfly", "network: pruned-butterfly\nrouting: deterministic\nround-words: 1\n", false },
	{ "greedy butterfly", "network: pruned-butterfly\n", false },
	{ "fat-tree, same channels", "network: fat-tree\n", true },
	{ "fat-tree, full bisection", "network: fat-tree\n", false },
};
enum { CANDIDATES = sizeof candidates / sizeof *candidates };
/* The others take too long with more leaves. */
enum { MOST_COMPARED = 1024 };

/* The keys of a candidate. */
static char *keys_of(unsigned candidate, const struct sorting_shape *s)
{
	struct text keys = {0};

	text_add(&keys, candidates[candidate].keys);
	if (candidates[candidate].channels) {
		text_add(&keys, "capacities: [");
		for (unsigned k = 1; k <= s->levels; k++)
			text_print(&keys, "%s%u", k > 1 ? ", " : "", sorting_capacity(s, k));
		text_add(&keys, "]\n");
	}
	return keys.bytes;
}

static void free_sets(struct message_set *set, unsigned long sets)
{
	for (unsigned long i = 0; i < sets; i++)
		free(set[i].demand);
	free(set);
}

/* What a network takes for the sets of each traffic. */
static json_t *peer_json(const char *name, const struct peer_clocks *clocks, const struct network *net)
{
	json_t *object = json_object(), *rounds = json_array();

	json_object_set_new(object, "network", json_string(name));
	for (unsigned t = 0; t < SORTING_TRAFFICS; t++)
		json_array_append_new(rounds, json_pack("{s:s, s:f, s:I}", "traffic", sorting_traffic_names[t], "clocks", clocks[t].mean,
							"most_clocks", (json_int_t)clocks[t].most));
	json_object_set_new(object, "rounds", rounds);
	if (net && net->spec->family->fitted) {
		struct cost cost = network_cost(net);

		JSON_NUMBERS(object, { "lut4", cost.lut4 }, { "ff", cost.ff });
		json_add_real(object, "mhz", predict_mhz(net));
	}
	return object;
}

/* NULL: there is no such network of so many leaves. */
static json_t *candidate_json(unsigned c, const struct spec *spec, const struct sorting_shape *s,
			      struct message_set *const *sets, const struct sorting_means *means)
{
	struct peer_clocks clocks[SORTING_TRAFFICS];
	char *keys = keys_of(c, s);
	struct network *net = peer_new(spec, keys);
	json_t *object = NULL;

	free(keys);
	if (!net)
		return NULL;
	for (unsigned t = 0; t < SORTING_TRAFFICS; t++)
		clocks[t] = peer_send(net, sets[t], means[t].rounds);
	object = peer_json(candidates[c].name, clocks, net);
	network_free(net);
	return object;
}

json_t *sorting_peers_json(const struct spec *spec, const struct network *own, const struct sorting_shape *s,
			   const struct sorting_means *means)
{
	struct peer_clocks clocks[SORTING_TRAFFICS];
	struct message_set *sets[SORTING_TRAFFICS];
	json_t *list = json_array();

	for (unsigned t = 0; t < SORTING_TRAFFICS; t++) {
		clocks[t] = (struct peer_clocks){ means[t].clocks, means[t].most_clocks };
		sets[t] = sorting_traffic_sets(s, t, SORTING_SEED, means[t].rounds);
	}
	json_array_append_new(list, peer_json("sorting fat-tree", clocks, own));
	for (unsigned c = 0; c < CANDIDATES && s->leaves <= MOST_COMPARED; c++)
		json_array_append_new(list, candidate_json(c, spec, s, sets, means));
	for (unsigned t = 0; t < SORTING_TRAFFICS; t++)
		free_sets(sets[t], means[t].rounds);
	return list;
}

static const json_t *clocks_of(const json_t *peer, size_t traffic)
{
	return json_array_get(json_object_get(peer, "rounds"), traffic);
}

static double fewest_clocks(const json_t *peers, size_t traffic)
{
	double fewest = INFINITY;

	for (size_t i = 0; i < json_array_size(peers); i++)
		fewest = fmin(fewest, json_real_value(json_object_get(clocks_of(json_array_get(peers, i), traffic), "clocks")));
	return fewest;
}

static void say_peer(const json_t *peers, const json_t *peer, struct text *out)
{
	bool knows_cost = json_object_get(peer, "lut4");

	for (unsigned t = 0; t < SORTING_TRAFFICS; t++) {
		const json_t *clocks = clocks_of(peer, t);
		bool ends = t + 1 == SORTING_TRAFFICS && !knows_cost;
		bool least = json_real_value(json_object_get(clocks, "clocks")) <= fewest_clocks(peers, t);

		figures_say(clocks, " {clocks:11.1f}", out);
		text_add(out, least ? "*" : ends ? "" : " ");
		figures_say(clocks, t == SORTING_PERMUTATION ? "  {most_clocks:8}" : "", out);
	}
	figures_say(peer, knows_cost ? "  {lut4:8}  {ff:8}  {mhz:5.0f}\n" : "\n", out);
}

/* Of the sorting fat-tree, then of all candidates: those of which there are none of so many leaves are not in the list. */
static void say_peers(const json_t *peers, struct text *out)
{
	size_t said = 0;

	for (unsigned i = 0; i <= CANDIDATES; i++) {
		const json_t *peer = json_array_get(peers, said);
		const char *name = i > 0 ? candidates[i - 1].name : "sorting fat-tree";

		text_print(out, "  %-25s", name);
		if (peer && strcmp(json_string_value(json_object_get(peer, "network")), name) == 0) {
			say_peer(peers, peer, out);
			said++;
		} else {
			text_add(out, "not of so many leaves\n");
		}
	}
}

void sorting_peers_say(const struct spec *spec, const json_t *peers, struct text *out)
{
	bool fitted = spec->family->fitted;

	if (spec->leaves > MOST_COMPARED) {
		text_print(out, "\nOther networks are compared up to %u leaves\n", MOST_COMPARED);
		return;
	}
	text_print(out, "\nOther networks of %u leaves, by their models: clocks until the last of the same words has arrived\n", spec->leaves);
	text_print(out, "  %-25s", "");
	for (unsigned t = 0; t < SORTING_TRAFFICS; t++)
		text_print(out, " %12s%s", sorting_traffic_names[t], t == SORTING_PERMUTATION ? "      most" : "");
	text_add(out, fitted ? "     ~LUT4       ~FF   ~MHz\n" : "\n");
	say_peers(peers, out);
	text_print(out, "  * the fewest clocks%s. Greedy butterfly and fat-trees: whole slots, in which words are sent until"
		   " they get\n  through\n", fitted ? "; ~ estimated" : "");
}
