/* rounds.c: sizes and rounds of sorting fat-trees against tables that another program made, against Bay's definitions, and
 * against what can never happen.
 *
 *   rounds LINES PLANS LEAVES ROUNDS
 *
 * Lines of LINES with more than LEAVES leaves are left out; random rounds are ROUNDS of each kind for each network. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../schedule/sets.h"
#include "machines/sorting-fat-tree/rounds.h"
#include "plan/plan.h"
#include "util/text.h"

static const char *lines_path, *plans_path;
static unsigned most_leaves;
static unsigned long rounds;

/* The spec of a network; batches 0: the default. Free it with spec_free(). */
static struct spec network(unsigned leaves, unsigned side)
{
	char *text[] = { format_string("leaves=%u", leaves), format_string("mesh-side=%u", side) };
	struct override set[] = { { text[0] }, { text[1] } };
	struct spec spec;

	assert_true(spec_read(&spec, SOURCE_DIR "/network.yaml", set, side ? 2 : 1));
	free(text[0]);
	free(text[1]);
	return spec;
}

static struct sorting_shape shape_of(unsigned leaves, unsigned side, unsigned batches)
{
	struct spec spec = network(leaves, side);
	struct sorting_shape s = batches ? sorting_shape_with(&spec, batches) : sorting_shape(&spec);

	spec_free(&spec);
	return s;
}

/* ---- rounds as they are defined ---------------------------------------------------------------------------------------- */

/* Which words have arrived. */
struct arrivals {
	const uint32_t *destination;
	bool *arrived;			/* [source] */
	unsigned count;
};

static void arrive(void *context, unsigned leaf, uint64_t word)
{
	struct arrivals *a = context;
	unsigned source = sorting_source(word);

	assert_int_equal(a->destination[source], leaf);
	assert_int_equal(sorting_destination(word), leaf);
	assert_false(a->arrived[source]);
	a->arrived[source] = true;
	a->count++;
}

static unsigned level_of(const struct sorting_shape *s, unsigned source, unsigned to)
{
	unsigned level = 0;

	while (level < s->height && (source ^ to) >> (s->levels - 1 - level) == 0)
		level++;
	return level;
}

/* The words of a batch in each channel: [level k][vertex][batch], from definitions alone. */
struct loads {
	unsigned *up[MOST_SORTING_LEVELS + 1], *down[MOST_SORTING_LEVELS + 1];
};

static void load_up(const struct sorting_shape *s, const uint32_t *to, struct loads *l)
{
	unsigned rank[MOST_SORTING_LEVELS] = {0};

	for (unsigned i = 0; i < s->leaves; i++) {
		unsigned level = to[i] == SORTING_NOWHERE ? s->height : level_of(s, i, to[i]);

		if (level == s->height)
			continue;
		unsigned batch = rank[level]++ % s->batches;

		for (unsigned k = level + 1; k <= s->height; k++)
			l->up[k][(i >> (s->levels - k)) * s->batches + batch]++;
	}
}

/* Words for a leaf have neighbouring places in their node's order, so their sources do not matter. */
static void load_down(const struct sorting_shape *s, const uint32_t *to, struct loads *l)
{
	unsigned *words = allocate_array((size_t)s->leaves * s->height, sizeof *words), *place;

	for (unsigned i = 0; i < s->leaves; i++)
		if (to[i] != SORTING_NOWHERE && level_of(s, i, to[i]) < s->height)
			words[to[i] * s->height + level_of(s, i, to[i])]++;
	for (unsigned level = 0; level < s->height; level++) {
		place = allocate_array(1u << level, sizeof *place);
		for (unsigned leaf = 0; leaf < s->leaves; leaf++)
			for (unsigned w = words[leaf * s->height + level]; w > 0; w--) {
				unsigned batch = place[leaf >> (s->levels - level)]++ % s->batches;

				for (unsigned k = level + 1; k <= s->height; k++)
					l->down[k][(leaf >> (s->levels - k)) * s->batches + batch]++;
			}
		free(place);
	}
	free(words);
}

/* The waves of the stage in which the channel of level k carries batch j are those of its fullest channel. */
static void stage_waves(const struct sorting_shape *s, const struct loads *l, unsigned *up, unsigned *down)
{
	for (unsigned k = 1; k <= s->height; k++)
		for (unsigned v = 0; v < 1u << k; v++)
			for (unsigned j = 0; j < s->batches; j++) {
				unsigned wires = sorting_capacity(s, k), at = v * s->batches + j;
				unsigned *first = &up[s->height - k + 2 * j], *last = &down[k - 1 + 2 * j];
				unsigned waves[2] = { (l->up[k][at] + wires - 1) / wires, (l->down[k][at] + wires - 1) / wires };

				*first = waves[0] > *first ? waves[0] : *first;
				*last = waves[1] > *last ? waves[1] : *last;
			}
}

static void check_waves(const struct sorting_shape *s, const uint32_t *to, const struct sorting_round *r)
{
	unsigned up[MOST_SORTING_STAGES] = {0}, down[MOST_SORTING_STAGES] = {0}, lockstep[2] = { 1, 1 };
	struct loads l;

	for (unsigned k = 1; k <= s->height; k++) {
		l.up[k] = allocate_array((size_t)s->batches << k, sizeof(unsigned));
		l.down[k] = allocate_array((size_t)s->batches << k, sizeof(unsigned));
	}
	load_up(s, to, &l);
	load_down(s, to, &l);
	stage_waves(s, &l, up, down);
	for (unsigned t = 0; t < s->up_stages; t++) {
		assert_int_equal(r->up[t], up[t]);
		/* The root's own stage comes first on the way down; nodes and buses only make stages longer. */
		assert_true(r->down[t + 1] >= down[t]);
		lockstep[0] += up[t] > 0 ? up[t] : 1;
		lockstep[1] += down[t] > 0 ? down[t] : 1;
	}
	assert_int_equal(r->lockstep_up, lockstep[0]);
	assert_int_equal(r->lockstep_down, lockstep[1]);
	for (unsigned k = 1; k <= s->height; k++) {
		free(l.up[k]);
		free(l.down[k]);
	}
}

/* Bay's Theorem 3: no part of the round takes longer than its load factor allows. */
static void check_bound(const struct sorting_shape *s, const struct sorting_round *r)
{
	struct sorting_bound bound;

	sorting_bound(s, sorting_load_factor(r), &bound);
	for (unsigned p = 0; p < SORTING_PHASES; p++)
		assert_true(r->clocks[p] <= bound.clocks[p]);
	assert_true(r->all_clocks <= bound.all);
	assert_true(sorting_load_factor(r) <= sorting_greatest_load(s));
}

/* Every word arrives once, and nothing happens that cannot. */
static void play(struct sorting_model *m, const struct sorting_shape *s, const uint32_t *to, struct sorting_round *r)
{
	struct arrivals a = { .destination = to, .arrived = allocate_array(s->leaves, sizeof *a.arrived) };
	const struct sorting_watch watch = { .context = &a, .arrive = arrive };
	unsigned words = 0;

	sorting_model_round(m, to, &watch, r);
	for (unsigned i = 0; i < s->leaves; i++)
		words += to[i] != SORTING_NOWHERE;
	assert_int_equal(a.count, words);
	assert_int_equal(r->words, words);
	assert_int_equal(r->violations.banks, 0);
	assert_int_equal(r->violations.depth, 0);
	assert_int_equal(r->violations.lemma, 0);
	assert_int_equal(r->violations.blocks, 0);
	for (unsigned i = 0; i < s->height; i++) {
		assert_true(r->x_most[i] <= s->level[i].fifo_words);
		assert_true(r->y_most[i] <= s->level[i].fifo_words);
	}
	assert_true(r->peak_set.words <= r->peak_set.wires);
	check_waves(s, to, r);
	check_bound(s, r);
	free(a.arrived);
}

/* ---- the tables -------------------------------------------------------------------------------------------------------- */

/* A cursor in a line. */
static unsigned number(const char **at)
{
	*at += strcspn(*at, "0123456789");
	return (unsigned)strtoul(*at, (char **)at, 10);
}

static void expect_quotient(const struct sorting_load *l, const char **at)
{
	unsigned numerator = number(at), denominator = **at == '/' ? number(at) : 1;

	assert_int_equal((uint64_t)l->words * denominator, (uint64_t)numerator * l->wires);
}

static void check_set(const char *line)
{
	char kind[16];
	unsigned seed, leaves, side, height, batches, words, local, others;
	struct message_set set;
	struct sorting_round r;
	const char *at = strchr(line, '|') + 1;

	assert_int_equal(sscanf(line, "SFT %15s s%u %u %u %u %u %u %u %u", kind, &seed, &leaves, &side, &height, &batches, &words,
				&local, &others), 9);
	if (leaves > most_leaves)
		return;
	assert_true(named_set(kind, leaves, seed, &set));
	struct sorting_shape s = shape_of(leaves, side, batches);
	struct sorting_rounds all = sorting_deal(&s, &set);
	struct sorting_model *m = sorting_model_new(&s);
	uint32_t *to = allocate_array(leaves, sizeof *to);

	assert_int_equal(s.height, height);
	assert_int_equal(all.count, 1);
	sorting_round_words(&all, 0, to);
	play(m, &s, to, &r);
	assert_int_equal(r.words, words);
	assert_int_equal(r.local, local);
	assert_int_equal(r.words - r.local, others);
	for (unsigned i = 0; i < height; i++)
		assert_int_equal(r.peak[i], number(&at));
	expect_quotient(&r.up_load, &at);
	expect_quotient(&r.down_load, &at);
	expect_quotient(&r.batch_load, &at);
	assert_int_equal(r.most_waves, number(&at));
	assert_int_equal(r.lockstep_up, number(&at));
	assert_int_equal(r.lockstep_down, number(&at));
	expect_quotient(&r.peak_set, &at);
	free(to);
	sorting_model_free(m);
	sorting_rounds_free(&all);
	free(set.demand);
}

static void check_sizes(const char *at)
{
	unsigned leaves = number(&at), side = number(&at);
	struct sorting_shape s = shape_of(leaves, side, 1);

	for (unsigned k = 1; k <= s.height; k++)
		assert_int_equal(sorting_capacity(&s, k), number(&at));
	for (unsigned i = 0; i < s.height; i++)
		assert_int_equal(s.level[i].lines, number(&at));
	for (unsigned i = 0; i < s.height; i++)
		assert_int_equal(s.level[i].terminals, number(&at));
}

/* Bay's sizes are defaults, as far as there are two blocks and more. */
static void check_legal(const char *at)
{
	unsigned levels = number(&at), terminals, meshes;

	number(&at);
	terminals = number(&at);
	meshes = number(&at);
	if (levels < 2 || levels > 16 || meshes < 2)
		return;
	struct sorting_shape s = shape_of(1u << levels, 0, 0);

	assert_int_equal(s.block, terminals);
	assert_int_equal(1u << s.height, meshes);
	assert_int_equal(s.mesh_side, levels);
	assert_int_equal(s.batches, levels);
}

static void sets_and_sizes_are_those_of_the_table(void **state)
{
	FILE *table = fopen(lines_path, "r");
	char line[512];
	unsigned sets = 0, sizes = 0, legal = 0;

	(void)state;
	assert_non_null(table);
	while (fgets(line, sizeof line, table)) {
		if (strncmp(line, "SFT", 3) == 0) {
			check_set(line);
			sets++;
		} else if (strncmp(line, "CAP", 3) == 0) {
			check_sizes(line);
			sizes++;
		} else if (strncmp(line, "LEGAL", 5) == 0) {
			check_legal(line);
			legal++;
		}
	}
	fclose(table);
	assert_int_equal(sets, 34);
	assert_int_equal(sizes, 5);
	assert_int_equal(legal, 6);
}

/* A line's n, s, w and r, and the phases of the sort: the last one, of the way out, comes on top, unless it is the only one. */
static void sorts_are_those_of_the_plans(void **state)
{
	FILE *table = fopen(plans_path, "r");
	char line[256];
	unsigned lines = 0;

	(void)state;
	assert_non_null(table);
	while (fgets(line, sizeof line, table)) {
		const char *at = line;

		if (strncmp(line, "PLAN", 4) != 0)
			continue;
		unsigned n = number(&at), s = number(&at), l = number(&at), w = number(&at), r = number(&at);

		number(&at);
		unsigned phases = number(&at), columns;

		if (n < LEAST_SORTING_LEAVES)
			continue;
		struct sorting_shape shape = shape_of(n, 1, 1);

		lines++;
		assert_int_equal(shape.level[0].lines, s);
		assert_int_equal(shape.level[0].terminals, l);
		assert_int_equal(sorting_column_sorts(&shape, 0, r, &columns), w == 1 ? 1 : (phases + 1) * w);
		assert_int_equal(columns, w);
		assert_int_equal(sorting_column_sorts(&shape, 0, 0, NULL), 0);
	}
	fclose(table);
	assert_true(lines >= 50);
}

/* ---- random rounds and the worst ---------------------------------------------------------------------------------------- */

/* Permutations, then words for all, for few, or for one leaf, from all leaves or from some. */
static void draw_round(struct generator *g, unsigned kind, unsigned leaves, uint32_t *to)
{
	unsigned most = 1u << draw_below(g, digit_bits(leaves) + 1), first = draw_below(g, leaves), share = 1 + draw(g) % 4;

	for (unsigned i = 0; i < leaves; i++)
		to[i] = i;
	for (unsigned i = leaves - 1; i > 0; i--) {
		unsigned j = draw_below(g, i + 1);
		uint32_t other = to[j];

		to[j] = to[i];
		to[i] = other;
	}
	if (kind == 0)
		return;
	for (unsigned i = 0; i < leaves; i++) {
		if (kind > 1)
			to[i] = (first + draw_below(g, most)) % leaves;
		if (draw(g) % 4 >= share)
			to[i] = SORTING_NOWHERE;
	}
}

static void all_to_one(const struct sorting_shape *s, unsigned leaf, uint32_t *to)
{
	for (unsigned i = 0; i < s->leaves; i++)
		to[i] = i == leaf ? SORTING_NOWHERE : leaf;
}

/* The network's words, waves and FIFOs where all words go to one leaf: a FIFO on its way is as full as it can be. */
static void check_all_to_one(struct sorting_model *m, const struct sorting_shape *s, unsigned leaf, uint32_t *to)
{
	struct sorting_round r;

	all_to_one(s, leaf, to);
	play(m, s, to, &r);
	assert_int_equal(r.local, s->block - 1);
	for (unsigned i = 0; i < s->height; i++) {
		bool right = leaf >> (s->levels - 1 - i) & 1;

		assert_int_equal(right ? r.y_most[i] : r.x_most[i], s->level[i].fifo_words);
		/* In columns a FIFO is at most as long as with Bay's bound of a batch, H + ceil(N / B) words. */
		assert_true(s->level[i].fifo_columns <= (s->height + (s->leaves + s->batches - 1) / s->batches) / s->level[i].lines + 1);
	}
	/* The last channel brings m words at a time, all for one terminal, which takes one in a pass. */
	assert_int_equal(r.local_waves, s->block - 1);
	assert_true(r.down_waves >= s->leaves - s->block);
}

static void words_of_any_round_arrive_once(void **state)
{
	struct generator g = { 5 };
	unsigned long networks = 0, words = 0;

	(void)state;
	for (unsigned leaves = 4; leaves <= 256; leaves *= 2)
		for (unsigned side = 1; side <= 8 && 2 * side * side <= leaves; side *= 2)
			for (unsigned batches = 1; batches <= 9; batches++) {
				struct sorting_shape s = shape_of(leaves, side, batches);
				struct sorting_model *m = sorting_model_new(&s);
				uint32_t *to = allocate_array(leaves, sizeof *to);
				struct sorting_round r;

				for (unsigned kind = 0; kind < 3; kind++)
					for (unsigned long i = 0; i < rounds; i++) {
						draw_round(&g, kind, leaves, to);
						play(m, &s, to, &r);
						words += r.words;
					}
				check_all_to_one(m, &s, 0, to);
				check_all_to_one(m, &s, leaves - 1, to);
				check_all_to_one(m, &s, draw_below(&g, leaves), to);
				networks++;
				free(to);
				sorting_model_free(m);
			}
	printf("# %lu networks, %lu words\n", networks, words);
}

/* The widest load of a FIFO on the way up: i - 1 words of one peak level each and all others of another, in batch 0. */
static void fifos_hold_the_widest_batch_up(void **state)
{
	(void)state;
	for (unsigned leaves = 8; leaves <= 256; leaves *= 2)
		for (unsigned batches = 1; batches <= 8; batches *= 2) {
			struct sorting_shape s = shape_of(leaves, 1, batches);
			struct sorting_model *m = sorting_model_new(&s);
			uint32_t *to = allocate_array(leaves, sizeof *to);

			for (unsigned i = 1; i < s.height; i++) {
				unsigned n = leaves >> i;
				struct sorting_round r;

				for (unsigned leaf = 0; leaf < leaves; leaf++)
					to[leaf] = leaf < n ? leaf ^ leaves >> (leaf < i - 1 ? leaf + 1 : i) : SORTING_NOWHERE;
				play(m, &s, to, &r);
				if (n >= i)
					assert_true(r.x_most[i] >= i + (n - i) / batches);
			}
			free(to);
			sorting_model_free(m);
		}
}

static void small_rounds_are_what_they_must(void **state)
{
	(void)state;
	for (unsigned leaves = 4; leaves <= 64; leaves *= 2)
		for (unsigned side = 1; 2 * side * side <= leaves; side *= 2) {
			struct sorting_shape s = shape_of(leaves, side, 0);
			struct sorting_model *m = sorting_model_new(&s);
			uint32_t *to = allocate_array(leaves, sizeof *to);
			struct sorting_round r;

			for (unsigned i = 0; i < leaves; i++)
				to[i] = SORTING_NOWHERE;
			play(m, &s, to, &r);
			assert_int_equal(r.up_waves + r.down_waves + r.local_waves + r.column_sorts, 0);
			/* Nothing but the signals between the parts, and the places that are marked as empty before a sort. */
			unsigned long sort = 0;

			for (unsigned level = 0; level < s.height; level++)
				sort = sorting_sort_stage(&s, level, 0) > sort ? sorting_sort_stage(&s, level, 0) : sort;
			assert_int_equal(r.all_clocks, sorting_rank_stage(&s) + sorting_order_stage(&s, 0, NULL)
							       + (unsigned long)(s.up_stages + s.down_stages) * s.times.pause
							       + sort);
			for (unsigned i = 0; i < leaves; i++)
				for (unsigned j = 0; j < leaves; j++) {
					unsigned level = level_of(&s, i, j);

					to[i] = j;
					play(m, &s, to, &r);
					assert_int_equal(r.up_waves, s.height - level);
					/* The turn reads it, and then each channel carries it. */
					assert_int_equal(r.down_waves, level < s.height ? s.height - level + 1 : 0);
					assert_int_equal(r.local_waves, level == s.height);
					assert_int_equal(r.column_sorts, level < s.height);
					to[i] = SORTING_NOWHERE;
				}
			free(to);
			sorting_model_free(m);
		}
}

/* ---- the longest rounds ------------------------------------------------------------------------------------------------- */

/* The next of all maps of leaves to leaves and to nowhere, or false behind the last one. */
static bool next_map(uint32_t *to, unsigned leaves)
{
	for (unsigned i = 0; i < leaves; i++) {
		if (to[i] != SORTING_NOWHERE) {
			to[i] = to[i] + 1 < leaves ? to[i] + 1 : SORTING_NOWHERE;
			return true;
		}
		to[i] = 0;
	}
	return false;
}

/* The longest round of all maps of 4 leaves, which `play` holds against the bound, beside the bound of all load factors. */
static void bounds_hold_in_all_rounds_of_four_leaves(void **state)
{
	(void)state;
	for (unsigned batches = 1; batches <= 2; batches++) {
		struct sorting_shape s = shape_of(4, 1, batches);
		struct sorting_model *m = sorting_model_new(&s);
		struct sorting_bound bound;
		struct sorting_round r;
		uint32_t to[4] = {0};
		unsigned long most = 0, maps = 0;

		do {
			play(m, &s, to, &r);
			most = r.all_clocks > most ? r.all_clocks : most;
			maps++;
		} while (next_map(to, 4));
		sorting_bound(&s, sorting_greatest_load(&s), &bound);
		printf("# 4 leaves, %u batches: %lu rounds, the longest %lu clocks, at most %lu\n", batches, maps, most, bound.all);
		assert_int_equal(maps, 625);
		assert_int_equal(most, bound.all);
		sorting_model_free(m);
	}
}

/* Changes a leaf's destination, and keeps the change unless the round becomes shorter. */
static unsigned long climb(struct sorting_model *m, const struct sorting_shape *s, struct generator *g, unsigned long steps)
{
	uint32_t *to = allocate_array(s->leaves, sizeof *to);
	struct sorting_round r;
	unsigned long most = 0;

	for (unsigned i = 0; i < s->leaves; i++)
		to[i] = draw_below(g, s->leaves);
	while (steps-- > 0) {
		unsigned leaf = draw_below(g, s->leaves);
		uint32_t before = to[leaf];

		to[leaf] = draw(g) % 8 ? draw_below(g, s->leaves) : SORTING_NOWHERE;
		play(m, s, to, &r);
		if (r.all_clocks < most)
			to[leaf] = before;
		else
			most = r.all_clocks;
	}
	free(to);
	return most;
}

static void bounds_hold_in_the_longest_rounds_found(void **state)
{
	struct generator g = { 11 };

	(void)state;
	for (unsigned leaves = 8; leaves <= 16; leaves *= 2)
		for (unsigned side = 1; 2 * side * side <= leaves; side *= 2)
			for (unsigned batches = 1; batches <= 4; batches *= 2) {
				struct sorting_shape s = shape_of(leaves, side, batches);
				struct sorting_model *m = sorting_model_new(&s);
				struct sorting_bound bound;
				unsigned long most = 0;

				for (unsigned long i = 0; i < rounds; i++) {
					unsigned long found = climb(m, &s, &g, 400);

					most = found > most ? found : most;
				}
				sorting_bound(&s, sorting_greatest_load(&s), &bound);
				printf("# %u leaves, mesh side %u, %u batches: the longest round found %lu clocks, at most %lu\n", leaves, side,
				       batches, most, bound.all);
				assert_true(most <= bound.all);
				assert_true(2 * most >= bound.all);
				sorting_model_free(m);
			}
}

/* ---- the order of a node's words, and means ----------------------------------------------------------------------------- */

/* Where a bank is read for a group of a batch's words there is a word of that batch and group. */
static void banks_are_read_where_words_lie(void **state)
{
	(void)state;
	for (unsigned leaves = 4; leaves <= 1024; leaves *= 2)
		for (unsigned batches = 1; batches <= 16; batches *= 2) {
			struct sorting_shape s = shape_of(leaves, 1, batches);

			for (unsigned i = 0; i < s.height; i++) {
				unsigned lines = s.level[i].lines;

				for (unsigned batch = 0; batch < batches; batch++)
					for (unsigned group = 0; group * lines * batches < s.level[i].terminals; group++)
						for (unsigned bank = 0; bank < lines; bank++) {
							unsigned c = sorting_feed_column(&s, i, batch, group, bank);
							unsigned place = c * lines + (bank + lines - sorting_turn(&s, i, c)) % lines;

							assert_int_equal(place % batches, batch);
							assert_int_equal(place / batches / lines, group);
						}
			}
		}
}

/* Means of random permutations by another program, rounded. It counted an idle stage more each way. Its column sorts, 10 or
 * 15 a round, were 11 to 12 on the average. */
static void permutations_take_their_time(void **state)
{
	static const struct {
		unsigned side, batches;
		double up, down;
	} known[] = {
		{ 4, 1, 7.1, 11 }, { 4, 2, 8, 11 }, { 4, 4, 9, 14 }, { 4, 8, 17, 26 },
		{ 1, 1, 13, 20 }, { 1, 2, 13, 19 }, { 1, 4, 14, 21 }, { 1, 8, 22, 33 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
		struct sorting_shape s = shape_of(64, known[i].side, known[i].batches);
		struct sorting_means means = sorting_play(&s, SORTING_PERMUTATION, 7, 100);
		const double got[] = { means.up + 1, means.down + 1 }, expected[] = { known[i].up, known[i].down };

		assert_true(means.column_sorts > 10.5 && means.column_sorts < 12.5);
		for (unsigned k = 0; k < 2; k++)
			if (got[k] < 0.97 * expected[k] - 0.5 || got[k] > 1.03 * expected[k] + 0.5)
				fail_msg("side %u, batches %u: %g, not %g", known[i].side, known[i].batches, got[k], expected[k]);
	}
}

static void leaves_send_one_word_in_a_round(void **state)
{
	struct sorting_shape s = shape_of(8, 1, 0);
	struct message_set set = {0};

	(void)state;
	struct sorting_rounds r = sorting_deal(&s, &set);

	assert_int_equal(r.count, 1);
	sorting_rounds_free(&r);
	add_demand(&set, 3, 1);
	add_demand(&set, 2, 1);
	add_demand(&set, 3, 7);
	add_demand(&set, 3, 1);
	r = sorting_deal(&s, &set);
	assert_int_equal(r.count, 3);
	for (unsigned i = 0; i < 3; i++) {
		static const uint32_t third[] = { 1, 7, 1 };
		uint32_t to[8];

		sorting_round_words(&r, i, to);
		for (unsigned leaf = 0; leaf < 8; leaf++)
			assert_int_equal(to[leaf], leaf == 3 ? third[i] : leaf == 2 && i == 0 ? 1 : SORTING_NOWHERE);
	}
	sorting_rounds_free(&r);
	free(set.demand);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sets_and_sizes_are_those_of_the_table),
		cmocka_unit_test(sorts_are_those_of_the_plans),
		cmocka_unit_test(words_of_any_round_arrive_once),
		cmocka_unit_test(fifos_hold_the_widest_batch_up),
		cmocka_unit_test(bounds_hold_in_all_rounds_of_four_leaves),
		cmocka_unit_test(bounds_hold_in_the_longest_rounds_found),
		cmocka_unit_test(small_rounds_are_what_they_must),
		cmocka_unit_test(banks_are_read_where_words_lie),
		cmocka_unit_test(permutations_take_their_time),
		cmocka_unit_test(leaves_send_one_word_in_a_round),
	};

	if (argc != 5)
		return 2;
	lines_path = argv[1];
	plans_path = argv[2];
	most_leaves = (unsigned)strtoul(argv[3], NULL, 10);
	rounds = strtoul(argv[4], NULL, 10);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
