/* rtl.c: the verilated fabric with bare leaves: against the rounds of batches.h, and in every clock against clocks.h.
 *
 *   rtl sets MOST_LEAVES              the message sets of tests/schedule/sets.c
 *   rtl random NETWORKS FIRST_SEED    random networks, with random rounds; of each the leaves are ready at random times
 *
 * Leaves are played as the model of rounds has it: in each slot the words come that it says, by the wires that it says, bit for
 * bit. Stages, slots and rounds take the clocks of batched.h. Wires without a word are 0. A failure prints the parameters and
 * the clock; the same arguments repeat it. */
#include <stdlib.h>
#include <string.h>

#include "follow.h"
#include "rtl_model.h"

enum { RESET_CLOCKS = 3, MOST_TEST_LEAVES = 64 };

struct run {
	struct follow follow;
	struct network *net;
	const struct model_port *in[8];
	bool ready[MOST_TEST_LEAVES], wish[MOST_TEST_LEAVES];
	unsigned rounds_wanted;
	bool (*next_set)(struct run *r, struct message_set *set);
	void *of_next_set;
	struct random random;
};

/* The words of the next set; payloads are random. */
static void next_round(struct follow *f, void *context)
{
	struct run *r = context;
	struct message_set set = { 0 };

	r->next_set(r, &set);
	f->now.word = allocate_array(set.count + 1, sizeof *f->now.word);
	f->now.words = set.count;
	for (size_t i = 0; i < set.count; i++)
		f->now.word[i] = (struct batched_word){ set.demand[i].source, set.demand[i].destination,
							random_next(&r->random) & (~0ull >> (64 - f->shape.payload_bits)) };
	free(set.demand);
}

/* Leaves are always ready and wish for rounds, or at random times. */
static void complete_leaf(struct follow *f, unsigned leaf, struct batched_up *up, void *context)
{
	struct run *r = context;
	bool over = f->rounds_begun >= r->rounds_wanted;

	if (f->steady || random_below(&r->random, 8) == 0) {
		r->ready[leaf] = f->steady || random_below(&r->random, 16) > 0;
		r->wish[leaf] = !over && (f->steady || random_below(&r->random, f->shape.leaves) == 0);
	}
	if (over)
		r->wish[leaf] = false;
	up->ready = r->ready[leaf];
	up->wish = r->wish[leaf];
}

static void drive_rtl(struct run *r)
{
	const struct follow *f = &r->follow;
	unsigned n = f->shape.leaves;

	for (unsigned leaf = 0; leaf < n; leaf++) {
		const struct batched_up *up = &f->model->up[n + leaf];
		const uint8_t bits[7] = { up->strobe, up->sum, up->sum_valid, up->max, up->max_valid, up->ready, up->wish };

		for (unsigned w = 0; w < 2; w++)
			model_set(f->rtl, r->in[0], 2 * leaf + w, 1, up->wire[w]);
		for (unsigned k = 0; k < 7; k++)
			model_set(f->rtl, r->in[1 + k], leaf, 1, bits[k]);
	}
}

static void step(struct run *r)
{
	follow_leaves(&r->follow);
	drive_rtl(r);
	model_eval(r->follow.rtl);
	follow_fabric(&r->follow);
	model_edge(r->follow.rtl);
}

static bool find_ports(struct run *r, const struct model *rtl)
{
	static const char *const in[] = { "up", "up_strobe", "sum", "sum_valid", "max", "max_valid", "ready", "wish" };
	bool all = true;

	for (unsigned k = 0; k < 8; k++) {
		char *name = format_string("leaf_%s", in[k]);

		r->in[k] = model_port(rtl, name);
		all = all && r->in[k];
		free(name);
	}
	return all;
}

/* Before the first clock, nothing old is left in registers without a reset. */
static void reset(struct run *r)
{
	drive_rtl(r);
	model_reset(r->follow.rtl, RESET_CLOCKS);
	for (unsigned k = 0; k < FIRST_FOLLOWED_CLOCK; k++) {
		model_clock(r->follow.rtl);
		batched_clocks_step(r->follow.model);
	}
}

static bool open(struct run *r, const struct spec *spec, uint64_t seed)
{
	r->net = network_new(spec);
	r->follow.next_round = next_round;
	r->follow.leaf = complete_leaf;
	r->follow.context = r;
	struct model *rtl = open_network(r->net, "the test", &(struct model_start){ .random_registers = (uint32_t)seed | 1 });

	random_start(&r->random, seed, 3);
	if (!rtl || !find_ports(r, rtl) || !follow_begin(&r->follow, r->net, rtl))
		return false;
	reset(r);
	return true;
}

static void close_run(struct run *r)
{
	model_close(r->follow.rtl);
	follow_end(&r->follow);
	network_free(r->net);
}

enum { PATIENCE = 1000000 };		/* clocks without a round's beginning */

static void play(struct run *r, unsigned rounds)
{
	struct follow *f = &r->follow;
	unsigned long began = f->clock;
	unsigned seen = f->rounds_begun;

	r->rounds_wanted = f->rounds_begun + rounds;
	while (f->good && !(f->rounds_begun == r->rounds_wanted && follow_is_over(f))) {
		step(r);
		if (f->rounds_begun > seen)
			began = f->clock;
		seen = f->rounds_begun;
		if (f->clock > began + PATIENCE)
			FAIL(f, "no round begins or ends");
	}
}

/* ---- message sets -------------------------------------------------------------------------------------------------- */

struct which_set {
	unsigned kind, seed;
};

static bool next_set(struct run *r, struct message_set *set)
{
	const struct which_set *w = r->of_next_set;

	return named_set(set_kinds[w->kind].kind, r->follow.shape.leaves, w->seed, set);
}

static bool run_sets(unsigned leaves)
{
	struct run r = { .next_set = next_set, .follow.steady = true };
	struct which_set w;
	struct spec spec;
	unsigned sets = 0;

	if (!follow_read(&spec, leaves, 20, MOST_ROUND_WORDS, "wires", NULL))
		return false;
	r.of_next_set = &w;
	bool good = open(&r, &spec, leaves);

	for (w.kind = 0; good && w.kind < SET_KINDS; w.kind++)
		for (w.seed = 1; w.seed <= set_kinds[w.kind].seeds; w.seed++, sets++) {
			free(r.follow.what);
			r.follow.what = format_string("%u leaves, %s, seed %u", leaves, set_kinds[w.kind].kind, w.seed);
			play(&r, 1);
			good = good && r.follow.good;
		}
	printf("%s %u leaves: %u sets, %lu words, %lu clocks\n", good ? "ok" : "FAILED", leaves, sets, r.follow.words, r.follow.clock);
	fflush(stdout);
	close_run(&r);
	spec_free(&spec);
	return good;
}

/* ---- random networks and rounds ------------------------------------------------------------------------------------ */

static bool random_set(struct run *r, struct message_set *set)
{
	unsigned n = r->follow.shape.leaves, words = 1 + (unsigned)random_below(&r->random, r->follow.shape.round_words);
	unsigned among = 1u << random_below(&r->random, r->follow.shape.levels + 1), hot = (unsigned)random_below(&r->random, 3);
	unsigned first = (unsigned)random_below(&r->random, n / among) * among;

	for (unsigned leaf = 0; leaf < n; leaf++)
		for (unsigned i = (unsigned)random_below(&r->random, words + 1); i > 0; i--)
			add_demand(set, leaf, hot == 0 || random_below(&r->random, 4) == 0 ? (unsigned)random_below(&r->random, n)
				   : first + (unsigned)random_below(&r->random, among));
	return true;
}

static bool run_seed(uint64_t seed, unsigned rounds)
{
	struct run r = { .next_set = random_set };
	struct random random;
	struct spec spec;

	random_start(&random, seed, 0);
	unsigned leaves = 4u << random_below(&random, random_below(&random, 3) ? 3 : 5);
	unsigned payload = 1 + (unsigned)random_below(&random, random_below(&random, 3) ? 40 : 4);
	unsigned words = 1 + (unsigned)random_below(&random, random_below(&random, 3) ? 8 : MOST_ROUND_WORDS);
	unsigned spacing = 1 + (unsigned)random_below(&random, 6);

	char *more = format_string("elements-between-registers=%u", spacing);
	bool read = follow_read(&spec, leaves, payload, words, "wires", more);

	free(more);
	if (!read)
		return false;
	bool good = open(&r, &spec, seed);

	for (unsigned part = 0; good && part < 2; part++) {
		r.follow.steady = part == 0;
		free(r.follow.what);
		r.follow.what = format_string("seed %llu", (unsigned long long)seed);
		play(&r, rounds);
		good = r.follow.good;
	}
	printf("%s seed %llu: %u leaves, %u payload bits, %u words a round, %u elements between registers: %lu words, %lu clocks\n",
	       good ? "ok" : "FAILED", (unsigned long long)seed, leaves, payload, words, spacing, r.follow.words, r.follow.clock);
	fflush(stdout);
	close_run(&r);
	spec_free(&spec);
	return good;
}

static unsigned long argument(int argc, char **argv, int i, unsigned long otherwise)
{
	return argc > i ? strtoul(argv[i], NULL, 10) : otherwise;
}

int main(int argc, char **argv)
{
	bool good = argc > 1;

	if (good && strcmp(argv[1], "sets") == 0)
		for (unsigned leaves = 4; leaves <= argument(argc, argv, 2, 16) && leaves <= MOST_TEST_LEAVES; leaves *= 2)
			good = run_sets(leaves) && good;
	else
		for (unsigned long i = 0; i < argument(argc, argv, 2, 4); i++)
			good = run_seed(argument(argc, argv, 3, 1) + i, 6) && good;
	return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
