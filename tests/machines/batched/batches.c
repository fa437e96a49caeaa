/* batches.c: rounds of the deterministic algorithm against a table that another program made, and against what Bay has proved.
 *
 *   batches BATCHES [ROUNDS] [SIZE]
 *
 * Random rounds are ROUNDS for each number of leaves from 16 to 256, or of SIZE leaves only. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../schedule/sets.h"
#include "butterfly.h"
#include "machines/batched/rounds.h"

static const char *table_path;
static unsigned long rounds = 200;
static unsigned only;

/* What a watch has seen of a round, and checks. */
struct witness {
	const struct batched_shape *shape;
	const struct batched_word *word;
	size_t count;
	bool *arrived;				/* [word] */
	unsigned *at;				/* [word]: the leaf where it is */
	const struct batched_count *now;	/* [leaf] */
};

static unsigned larger(unsigned a, unsigned b)
{
	return a > b ? a : b;
}

/* The batches of a subtree as nodes compute them: those with L - level odd, and the leaves of a subtree that is a leaf. */
static unsigned needed_by_odd_nodes(const struct batched_shape *s, const struct batched_count *count, unsigned first,
				    unsigned leaves)
{
	unsigned most = leaves == 1 ? (count[first].words + 1) / 2 : 0;

	for (unsigned below = 2; below <= leaves; below *= 4) {
		unsigned level = s->levels - digit_bits(below), capacity = batched_capacity(s, level);

		for (unsigned v = first; v < first + leaves; v += below) {
			unsigned words = 0;

			for (unsigned leaf = v; leaf < v + below; leaf++)
				words += count[leaf].words;
			most = larger(most, (words + capacity - 1) / capacity);
		}
	}
	return most;
}

static void see_stage(void *context, unsigned stage, const struct batched_count *count)
{
	struct witness *w = context;
	unsigned leaves = w->shape->leaves, each = leaves >> (stage + 1), before = 0;

	w->now = count;
	for (unsigned leaf = 0; leaf < leaves; leaf++) {
		unsigned first = leaf / each * each;

		if (leaf == first) {
			before = 0;
			assert_int_equal(count[leaf].batches, needed_by_odd_nodes(w->shape, count, first, each));
		}
		assert_int_equal(count[leaf].batches, count[first].batches);
		assert_int_equal(count[leaf].before, before);
		before += count[leaf].words;
	}
}

/* The ranks of a batch are consecutive, from the left, and equally far apart. */
static void see_ranks(struct witness *w, unsigned stage, unsigned slot, const struct batched_wire (*up)[2])
{
	unsigned leaves = w->shape->leaves, each = leaves >> (stage + 1), next = 0;

	for (unsigned leaf = 0; leaf < leaves; leaf++) {
		const struct batched_count *c = &w->now[leaf];
		unsigned sent = 0;

		next = leaf % each == 0 ? 0 : next;
		for (unsigned h = next; sent < 2; h++, sent++) {
			const struct batched_wire *wire = &up[leaf][h % 2];

			if (wire->word == BATCHED_IDLE)
				break;
			assert_int_equal(wire->rank, h);
			assert_true(h * c->batches + slot >= c->before && h * c->batches + slot < c->before + c->words);
			assert_int_equal(w->at[wire->word], leaf);
			next = h + 1;
		}
		assert_int_equal((up[leaf][0].word != BATCHED_IDLE) + (up[leaf][1].word != BATCHED_IDLE), sent);
	}
}

static void see_slot(void *context, unsigned stage, unsigned slot, const struct batched_wire (*up)[2],
		     const struct batched_wire (*down)[2])
{
	struct witness *w = context;
	unsigned sent = 0, got = 0;

	see_ranks(w, stage, slot, up);
	for (unsigned leaf = 0; leaf < w->shape->leaves; leaf++)
		for (unsigned wire = 0; wire < 2; wire++) {
			size_t word = down[leaf][wire].word;

			sent += up[leaf][wire].word != BATCHED_IDLE;
			if (word == BATCHED_IDLE)
				continue;
			got++;
			assert_false(w->arrived[word]);
			assert_int_equal(down[leaf][wire].active, w->word[word].destination == leaf);
			w->arrived[word] = down[leaf][wire].active;
			w->at[word] = leaf;
		}
	assert_int_equal(sent, got);
}

static unsigned degree(const struct batched_word *word, size_t count, unsigned leaves)
{
	unsigned *out = allocate_array(2 * leaves, sizeof *out), *in = out + leaves, most = 0;

	for (size_t i = 0; i < count; i++) {
		most = larger(most, ++out[word[i].source]);
		most = larger(most, ++in[word[i].destination]);
	}
	free(out);
	return most;
}

static unsigned long up_to(const struct reference_factor *f, bool round_up)
{
	return (f->load + (round_up ? f->capacity - 1 : 0)) / f->capacity;
}

/* What Bay has proved of any round: Lemmas 2, 5, 7, 8, Corollary 1. */
static void check_bounds(const struct batched_shape *s, const struct batched_round *r, unsigned d)
{
	unsigned long lambda = up_to(&r->load.both, true), directed = up_to(&r->load.up, true) + up_to(&r->load.down, false);

	for (unsigned i = 0; i < s->levels; i++) {
		assert_true(r->batches[i] <= 2 * lambda);
		assert_true(r->batches[i] <= directed);
	}
	assert_int_equal(r->violations.edges, 0);
	assert_int_equal(r->violations.conflicts, 0);
	assert_int_equal(r->beside_full, batched_round_sidetracked(s, r));
	assert_int_equal(r->violations.peaks, 0);
	assert_int_equal(r->violations.pairs, 0);
	assert_int_equal(r->violations.stored, 0);
	assert_int_equal(r->degree, d);
	assert_true(r->waiting_most <= (d + 1) * s->levels + d);
}

static void play(struct batched_model *m, const struct batched_word *word, size_t count, struct batched_round *r)
{
	struct witness w = { .shape = batched_model_shape(m), .word = word, .count = count };
	const struct batched_watch watch = { &w, see_stage, see_slot };

	w.arrived = allocate_array(count, sizeof *w.arrived);
	w.at = allocate_array(count, sizeof *w.at);
	for (size_t i = 0; i < count; i++)
		w.at[i] = word[i].source;
	batched_model_round(m, word, count, &watch, r);
	for (size_t i = 0; i < count; i++)
		assert_true(w.at[i] == word[i].destination && w.arrived[i] == (word[i].source != word[i].destination));
	check_bounds(w.shape, r, degree(word, count, w.shape->leaves));
	assert_true(r->queue_most <= count);
	assert_int_equal(r->clocks, batched_round_clocks(w.shape, r->batches));
	free(w.arrived);
	free(w.at);
}

static struct batched_model *model_of(unsigned leaves, unsigned round_words)
{
	struct spec spec = butterfly(leaves, round_words, 32);
	struct batched_model *m = batched_model_new(&spec);

	spec_free(&spec);
	return m;
}

static struct batched_word *words_of(const struct message_set *set)
{
	struct batched_word *word = allocate_array(set->count, sizeof *word);

	for (size_t i = 0; i < set->count; i++)
		word[i] = (struct batched_word){ set->demand[i].source, set->demand[i].destination, i };
	return word;
}

static void expect_factor(const struct reference_factor *f, const char **expected)
{
	unsigned long long numerator = strtoull(*expected, (char **)expected, 10), denominator = 1;

	if (**expected == '/')
		denominator = strtoull(*expected + 1, (char **)expected, 10);
	assert_int_equal(f->load * denominator, numerator * f->capacity);
}

/* What stands behind the n-th bar of the line. */
static const char *column(const char *line, unsigned n)
{
	while (n-- > 0)
		line = strchr(line, '|') + 1;
	return line;
}

static void sets_take_the_batches_of_the_table(void **state)
{
	FILE *table = fopen(table_path, "r");
	char line[512], kind[16];
	unsigned seed, leaves, count, d, rows = 0, by_stacks = 0;

	(void)state;
	assert_non_null(table);
	while (fgets(line, sizeof line, table)) {
		struct batched_round r;
		struct message_set set;
		const char *at;

		if (line[0] == '#')
			continue;
		assert_int_equal(sscanf(line, "%15[a-z0-9]_n%*u_s%u %u %u %u", kind, &seed, &leaves, &count, &d), 5);
		assert_true(named_set(kind, leaves, seed, &set));
		assert_int_equal(set.count, count);
		struct batched_word *word = words_of(&set);
		struct batched_model *m = model_of(leaves, 4);
		bool stacks = strspn(column(line, 5), " \n") < strlen(column(line, 5));

		assert_int_equal(degree(word, count, leaves), d);
		play(m, word, count, &r);
		at = column(line, 1);
		expect_factor(&r.load.both, &at);
		expect_factor(&r.load.up, &at);
		expect_factor(&r.load.down, &at);
		at = column(line, stacks ? 5 : 2);
		for (unsigned i = 0; i < batched_model_shape(m)->levels; i++)
			if (r.batches[i] != strtoul(at, (char **)&at, 10))
				fail_msg("stage %u has %u batches: %s", i, r.batches[i], line);
		at = column(line, stacks ? 6 : 3);
		assert_int_equal(batched_round_sidetracked(batched_model_shape(m), &r), strtoul(at, NULL, 10));
		at = column(line, stacks ? 7 : 4);
		assert_int_equal(r.waiting_most, strtoul(at, NULL, 10));
		rows++;
		by_stacks += stacks;
		batched_model_free(m);
		free(word);
		free(set.demand);
	}
	fclose(table);
	assert_int_equal(rows, 86);
	assert_int_equal(by_stacks, 28);
}

/* Rounds of all densities: each leaf with up to D words, for all leaves, for few, or for one. */
static void random_round(struct generator *g, unsigned leaves, struct message_set *set)
{
	unsigned words = 1 + draw(g) % 8, most = 1u << draw_below(g, digit_bits(leaves) + 1), hot = draw(g) % 3;

	set->count = 0;
	for (unsigned leaf = 0; leaf < leaves; leaf++)
		for (unsigned i = draw(g) % (words + 1); i > 0; i--)
			add_demand(set, leaf, hot == 0 || draw(g) % 4 == 0 ? draw_below(g, leaves) : draw(g) % most);
}

static void random_rounds_keep_the_bounds(void **state)
{
	struct generator g = { 17 };

	(void)state;
	for (unsigned leaves = 16; leaves <= 256; leaves *= 2) {
		struct batched_model *m;
		unsigned long batches = 0, sidetracked = 0, words = 0;

		if (only && leaves != only)
			continue;
		m = model_of(leaves, 8);
		for (unsigned long i = 0; i < rounds; i++) {
			struct message_set set = {0};
			struct batched_round r;

			random_round(&g, leaves, &set);
			struct batched_word *word = words_of(&set);
			play(m, word, set.count, &r);
			words += set.count;
			batches += batched_round_batches(batched_model_shape(m), &r);
			sidetracked += batched_round_sidetracked(batched_model_shape(m), &r);
			free(word);
			free(set.demand);
		}
		printf("# %u leaves, %lu rounds: %lu words, %lu batches, %lu times sidetracked\n", leaves, rounds, words, batches,
		       sidetracked);
		assert_true(sidetracked > 0);
		batched_model_free(m);
	}
}

/* Of one word nothing is known but its peak; words of a leaf to itself travel in no stage. */
static void small_rounds_are_what_they_must(void **state)
{
	(void)state;
	for (unsigned leaves = 4; leaves <= 64; leaves *= 2) {
		struct batched_model *m = model_of(leaves, 1);
		const struct batched_shape *s = batched_model_shape(m);
		struct batched_round r;

		play(m, NULL, 0, &r);
		assert_int_equal(r.clocks, s->between_rounds + s->levels * s->quiet_stage);
		for (unsigned source = 0; source < leaves; source++)
			for (unsigned to = 0; to < leaves; to++) {
				const struct batched_word word = { source, to, 5 };
				unsigned turn = s->levels - digit_bits((source ^ to) + 1);

				play(m, &word, 1, &r);
				for (unsigned i = 0; i < s->levels; i++)
					assert_int_equal(r.batches[i], i == turn);
				assert_int_equal(r.queue_most, 1);
				assert_int_equal(r.waiting_most, 0);
			}
		batched_model_free(m);
	}
}

/* Means of rounds by another program, whose sorters took `slower` clocks more in all stages. */
static void rounds_of_traffic_take_their_time(void **state)
{
	static const struct {
		unsigned leaves, words;
		unsigned long uniform, to_one, slower;
	} known[] = { { 16, 4, 669, 1544, 4 }, { 64, 4, 1348, 6580, 4 } };

	(void)state;
	for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
		struct spec spec = butterfly(known[i].leaves, known[i].words, 32);
		struct butterfly_parameters *own = spec.own;
		struct batched_rounds uniform = batched_play(&spec, BATCHED_UNIFORM, 7, 300), to_one;
		double expected = (double)(known[i].uniform - known[i].slower);

		assert_true(uniform.clocks > 0.98 * expected && uniform.clocks < 1.02 * expected);
		assert_int_equal(uniform.words, known[i].leaves * known[i].words);
		own->order = ORDER_NONE;
		to_one = batched_play(&spec, BATCHED_TO_ONE, 7, 1);
		assert_int_equal(to_one.words, (known[i].leaves - 1) * known[i].words);
		assert_int_equal(to_one.most_clocks, known[i].to_one - known[i].slower);
		spec_free(&spec);
	}
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sets_take_the_batches_of_the_table),
		cmocka_unit_test(random_rounds_keep_the_bounds),
		cmocka_unit_test(small_rounds_are_what_they_must),
		cmocka_unit_test(rounds_of_traffic_take_their_time),
	};

	table_path = argv[1];
	if (argc > 2)
		rounds = strtoul(argv[2], NULL, 10);
	if (argc > 3)
		only = (unsigned)strtoul(argv[3], NULL, 10);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
