/* properties.c: schedules of random sets on random trees, by every method: the verifier accepts them, their numbers of
 * cycles, and load factors against a walk along every message's way. The verifier must refuse schedules broken on
 * purpose.
 *
 *   schedule-properties [TREES [SEED]] */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "schedule/methods.h"
#include "sets.h"

enum { MOST_LEAVES = 70, MOST_LEVELS = 8 };

static unsigned long failed, checked, refused, corollaries, at_bound;

static void expect(bool good, unsigned long tree, const char *what)
{
	checked++;
	if (good)
		return;
	printf("tree %lu: %s\n", tree, what);
	failed++;
}

/* Any number of leaves, any capacities: narrow ones, wide ones, and such that grow towards the root or do not. */
static struct channel_tree random_tree(struct generator *g)
{
	struct channel_tree tree = { .leaves = 2 + draw_below(g, draw(g) % 4 ? 20 : MOST_LEAVES - 1) };
	unsigned most = draw(g) % 3 ? 4 : 12;

	while (1u << tree.levels < tree.leaves)
		tree.levels++;
	for (unsigned k = 1; k <= tree.levels; k++)
		tree.capacity[k] = 1 + draw(g) % most + (draw(g) % 4 ? 0 : tree.levels);
	if (draw(g) % 3 == 0)
		for (unsigned k = tree.levels; k-- > 1;)
			tree.capacity[k] = tree.capacity[k + 1] + draw(g) % (tree.capacity[k + 1] + 1);
	if (draw(g) % 4 == 0)
		for (unsigned k = 1; k <= tree.levels; k++)
			tree.capacity[k] += tree.levels;
	return tree;
}

static struct message_set random_set(struct generator *g, unsigned n)
{
	struct message_set set = { .count = 0 };
	unsigned count = draw_below(g, 5 * n), hot = draw(g) % 3 ? n : 1 + draw_below(g, n);

	for (unsigned i = 0; i < count; i++)
		add_demand(&set, draw_below(g, n), draw_below(g, draw(g) % 2 ? n : hot));
	return set;
}

/* [up][level][vertex] */
struct walked {
	unsigned load[2][MOST_LEVELS + 1][1 << MOST_LEVELS];
};

/* The load factor by its definition: every message is walked from its source to where it turns and down. */
static struct load_factor walk_all(const struct channel_tree *tree, const struct message_set *set, struct walked *w)
{
	struct load_factor lambda = { .denominator = 1 };

	memset(w, 0, sizeof *w);
	for (size_t i = 0; i < set->count; i++) {
		unsigned up = set->demand[i].source, down = set->demand[i].destination;

		for (unsigned level = tree->levels; up != down; level--, up /= 2, down /= 2) {
			w->load[1][level][up]++;
			w->load[0][level][down]++;
		}
	}
	for (unsigned level = 1; level <= tree->levels; level++)
		for (int up = 1; up >= 0; up--)
			for (unsigned v = 0; v < 1u << level; v++)
				if (w->load[up][level][v] * lambda.denominator >
				    lambda.numerator * tree->capacity[level])
					lambda = (struct load_factor){ w->load[up][level][v], tree->capacity[level],
								       level, up, v };
	return lambda;
}

static bool same(const struct load_factor *a, const struct load_factor *b)
{
	return a->numerator == b->numerator && a->denominator == b->denominator && a->level == b->level &&
	       a->up == b->up
		&& a->vertex == b->vertex;
}

/* A message that fits into no cycle meets a full channel in each: this number of cycles always suffices. */
static unsigned always_enough(const struct channel_tree *tree, const struct message_set *set, const struct walked *w)
{
	unsigned most = 0;

	for (size_t i = 0; i < set->count; i++) {
		unsigned up = set->demand[i].source, down = set->demand[i].destination, sum = up != down;

		for (unsigned level = tree->levels; up != down; level--, up /= 2, down /= 2)
			sum += w->load[1][level][up] / tree->capacity[level] +
			       w->load[0][level][down] / tree->capacity[level];
		most = sum > most ? sum : most;
	}
	return most;
}

static void check_method(unsigned long number, const struct channel_tree *tree, const struct message_set *set,
			 const struct walked *w, enum schedule_method method)
{
	struct load_factor lambda = load_factor(tree, set);
	unsigned least = (unsigned)load_factor_cycles(&lambda), bound, cycles = theorem_1_cycles(tree, set, &bound);
	struct schedule schedule;
	bool done = schedule_make(&schedule, tree, set, method);

	if (method == SCHEDULE_COROLLARY_2)
		expect(done == corollary_2_applies(tree), number, "corollary 2 applies or does not");
	if (!done)
		return;
	expect(schedule_check(&schedule, tree, set, NULL), number, "the verifier refuses");
	expect(schedule.cycles >= least, number, "fewer cycles than the lower bound");
	switch (method) {
	case SCHEDULE_THEOREM_1:
		expect(schedule.cycles <= cycles && cycles <= bound, number, "Theorem 1");
		break;
	case SCHEDULE_COROLLARY_2:
		expect(schedule.cycles <= corollary_2_cycles(tree, set), number, "corollary 2");
		corollaries++;
		break;
	case SCHEDULE_AUTO:
		expect(schedule.cycles <= cycles, number, "auto is longer than Theorem 1");
		at_bound += schedule.cycles == least;
		break;
	default:
		expect(schedule.cycles <= always_enough(tree, set, w), number, "packed");
	}
	schedule_free(&schedule);
}

/* What is done to schedules: the verifier must see it. */
static void break_it(unsigned long number, const struct channel_tree *tree, const struct message_set *set,
		     struct generator *g)
{
	struct schedule schedule;
	size_t i;
	uint32_t kept;

	if (set->count == 0)
		return;
	schedule_make(&schedule, tree, set, SCHEDULE_PACKED);
	i = draw_below(g, (unsigned)set->count);
	kept = schedule.cycle[i];
	schedule.cycle[i] = schedule.cycles;
	expect(!schedule_check(&schedule, tree, set, NULL), number, "a cycle that does not exist");
	schedule.cycle[i] = kept == SCHEDULE_LOCAL ? 0 : SCHEDULE_LOCAL;
	expect(!schedule_check(&schedule, tree, set, NULL), number, "a message dropped, or one to itself sent");
	schedule.cycle[i] = kept;
	set->demand[i].destination += tree->leaves;
	expect(!schedule_check(&schedule, tree, set, NULL), number, "a leaf that does not exist");
	set->demand[i].destination -= tree->leaves;
	schedule_free(&schedule);
}

/* Moves and doubles messages, and counts anew whether a channel is too full then. */
static void move_it(unsigned long number, const struct channel_tree *tree, const struct message_set *set,
		    struct walked *w, struct generator *g)
{
	struct message_set more = { allocate_array(set->count + 1, sizeof *more.demand), set->count };
	struct schedule schedule;
	size_t i;

	if (set->count > 0) {
		schedule_make(&schedule, tree, set, SCHEDULE_PACKED);
		memcpy(more.demand, set->demand, set->count * sizeof *more.demand);
		i = draw_below(g, (unsigned)set->count);
		if (draw(g) % 2 && schedule.cycle[i] != SCHEDULE_LOCAL) {
			schedule.cycle[i] = draw_below(g, schedule.cycles);
		} else {
			more.demand[more.count] = more.demand[i];
			schedule.cycle = reallocate(schedule.cycle, (set->count + 1) * sizeof *schedule.cycle);
			schedule.cycle[more.count++] = schedule.cycle[i];
		}
		bool full = false;
		for (unsigned c = 0; c < schedule.cycles; c++) {
			struct message_set one = { allocate_array(more.count, sizeof *one.demand), 0 };
			struct load_factor lambda;

			for (size_t k = 0; k < more.count; k++)
				if (schedule.cycle[k] == c)
					one.demand[one.count++] = more.demand[k];
			lambda = walk_all(tree, &one, w);
			full |= lambda.numerator > lambda.denominator;
			free(one.demand);
		}
		expect(schedule_check(&schedule, tree, &more, NULL) == !full, number, "a message moved or doubled");
		refused += full;
		schedule_free(&schedule);
	}
	free(more.demand);
}

static void check_tree(unsigned long number, struct generator *g)
{
	struct channel_tree tree = random_tree(g);
	struct message_set set = random_set(g, tree.leaves);
	static struct walked w;
	struct load_factor lambda = load_factor(&tree, &set), walked = walk_all(&tree, &set, &w);

	expect(same(&lambda, &walked), number, "load factor");
	for (enum schedule_method method = 0; method < SCHEDULE_METHODS; method++)
		check_method(number, &tree, &set, &w, method);
	break_it(number, &tree, &set, g);
	move_it(number, &tree, &set, &w, g);
	free(set.demand);
}

int main(int argc, char **argv)
{
	unsigned long trees = argc > 1 ? strtoul(argv[1], NULL, 10) : 10000;
	struct generator g = { argc > 2 ? (uint32_t)strtoul(argv[2], NULL, 10) : 1 };

	for (unsigned long i = 0; i < trees; i++)
		check_tree(i, &g);
	printf("%lu trees, %lu checks, %lu failures; %lu of auto at the lower bound, corollary 2 on %lu, "
	       "%lu broken ones refused\n", trees, checked, failed, at_bound, corollaries, refused);
	return failed > 0 || corollaries < trees / 20 || refused < trees / 10;
}
