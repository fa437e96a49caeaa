/* peers_report.c: the networks that a user could take in place of a sorting fat-tree, for the same words. */
#include <stdlib.h>

#include "machines/peers.h"
#include "machines/sorting-fat-tree/rounds.h"
#include "network/cost.h"
#include "network/prediction.h"
#include "parse/family.h"
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

struct peer {
	const char *name;
	bool exists;			/* there is one of so many leaves */
	struct peer_clocks clocks[SORTING_TRAFFICS];
	bool knows_cost;
	struct cost cost;
	double mhz;
};

struct sorting_peers {
	unsigned leaves;
	bool fitted;				/* costs and clocks are known of the family */
	struct peer peer[1 + CANDIDATES];	/* [0]: the sorting fat-tree itself */
};

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

static void set_cost(struct peer *peer, const struct network *net)
{
	peer->knows_cost = net->spec->family->fitted;
	peer->cost = network_cost(net);
	peer->mhz = predict_mhz(net);
}

struct sorting_peers *sorting_peers_play(const struct spec *spec, const struct network *own, const struct sorting_shape *s,
					 const struct sorting_means *means)
{
	struct sorting_peers *p = allocate(sizeof *p);
	struct message_set *sets[SORTING_TRAFFICS];

	p->leaves = s->leaves;
	p->fitted = spec->family->fitted;
	p->peer[0] = (struct peer){ .name = "sorting fat-tree", .exists = true };
	for (unsigned t = 0; t < SORTING_TRAFFICS; t++) {
		p->peer[0].clocks[t] = (struct peer_clocks){ means[t].clocks, means[t].most_clocks };
		sets[t] = sorting_traffic_sets(s, t, SORTING_SEED, means[t].rounds);
	}
	for (unsigned c = 0; c < CANDIDATES; c++) {
		struct peer *peer = &p->peer[1 + c];
		char *keys = keys_of(c, s);
		struct network *net = s->leaves <= MOST_COMPARED ? peer_new(spec, keys) : NULL;

		free(keys);
		*peer = (struct peer){ .name = candidates[c].name, .exists = net };
		if (!net)
			continue;
		for (unsigned t = 0; t < SORTING_TRAFFICS; t++)
			peer->clocks[t] = peer_send(net, sets[t], means[t].rounds);
		set_cost(peer, net);
		network_free(net);
	}
	if (own)
		set_cost(&p->peer[0], own);
	for (unsigned t = 0; t < SORTING_TRAFFICS; t++)
		free_sets(sets[t], means[t].rounds);
	return p;
}

void sorting_peers_free(struct sorting_peers *p)
{
	free(p);
}

static double fewest_clocks(const struct sorting_peers *p, enum sorting_traffic traffic)
{
	double fewest = p->peer[0].clocks[traffic].mean;

	for (unsigned i = 1; i <= CANDIDATES; i++)
		if (p->peer[i].exists && p->peer[i].clocks[traffic].mean < fewest)
			fewest = p->peer[i].clocks[traffic].mean;
	return fewest;
}

static void print_peer(const struct sorting_peers *p, const struct peer *peer, struct text *out)
{
	text_print(out, "  %-25s", peer->name);
	if (!peer->exists) {
		text_add(out, "not of so many leaves\n");
		return;
	}
	for (unsigned t = 0; t < SORTING_TRAFFICS; t++) {
		const struct peer_clocks *clocks = &peer->clocks[t];
		bool ends = t + 1 == SORTING_TRAFFICS && !peer->knows_cost;

		text_print(out, " %11.1f%s", clocks->mean, clocks->mean <= fewest_clocks(p, t) ? "*" : ends ? "" : " ");
		if (t == SORTING_PERMUTATION)
			text_print(out, "  %8lu", clocks->most);
	}
	if (peer->knows_cost)
		text_print(out, "  %8lu  %8lu  %5.0f", peer->cost.lut4, peer->cost.ff, peer->mhz);
	text_add(out, "\n");
}

void sorting_peers_print(const struct sorting_peers *p, struct text *out)
{
	if (p->leaves > MOST_COMPARED) {
		text_print(out, "\nOther networks are compared up to %u leaves\n", MOST_COMPARED);
		return;
	}
	text_print(out, "\nOther networks of %u leaves, by their models: clocks until the last of the same words has arrived\n", p->leaves);
	text_print(out, "  %-25s", "");
	for (unsigned t = 0; t < SORTING_TRAFFICS; t++)
		text_print(out, " %12s%s", sorting_traffic_names[t], t == SORTING_PERMUTATION ? "      most" : "");
	text_add(out, p->fitted ? "     ~LUT4       ~FF   ~MHz\n" : "\n");
	for (unsigned i = 0; i <= CANDIDATES; i++)
		print_peer(p, &p->peer[i], out);
	text_print(out, "  * the fewest clocks%s. Greedy butterfly and fat-trees: whole slots, in which words are sent until"
		   " they get\n  through\n", p->fitted ? "; ~ estimated" : "");
}

json_t *sorting_peers_json(const struct sorting_peers *p)
{
	json_t *list = json_array();

	for (unsigned i = 0; i <= CANDIDATES; i++) {
		const struct peer *peer = &p->peer[i];

		if (!peer->exists)
			continue;
		json_t *object = json_object(), *clocks = json_array();

		json_object_set_new(object, "network", json_string(peer->name));
		for (unsigned t = 0; t < SORTING_TRAFFICS; t++) {
			json_t *times = json_object();

			json_object_set_new(times, "traffic", json_string(sorting_traffic_names[t]));
			json_add_real(times, "clocks", peer->clocks[t].mean);
			json_add_number(times, "most_clocks", peer->clocks[t].most);
			json_array_append_new(clocks, times);
		}
		json_object_set_new(object, "rounds", clocks);
		if (peer->knows_cost) {
			json_add_number(object, "lut4", peer->cost.lut4);
			json_add_number(object, "ff", peer->cost.ff);
			json_add_real(object, "mhz", peer->mhz);
		}
		json_array_append_new(list, object);
	}
	return list;
}
