/* tables.c: load factors, first channels, and the cycles of Theorem 1 and Corollary 2 against leiserson-load.txt. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "schedule/methods.h"
#include "sets.h"

static int failed;

__attribute__((format(printf, 2, 3)))
static void expect(bool good, const char *format, ...)
{
	va_list args;

	if (good)
		return;
	va_start(args, format);
	vprintf(format, args);
	va_end(args);
	putchar('\n');
	failed++;
}

/* Do num / den and the load factor agree? */
static bool equals(const struct load_factor *lambda, unsigned numerator, unsigned denominator)
{
	return lambda->numerator * denominator == lambda->denominator * numerator;
}

/* r of every level as in the table. */
static void check_sets(const char *line, const struct channel_tree *tree, const struct message_set *set, const char *r)
{
	uint32_t *cycle = allocate_array(set->count + 1, sizeof *cycle);
	unsigned cycles = theorem_1(tree, set, cycle), first = 0;
	struct schedule schedule = { SCHEDULE_THEOREM_1, cycles, cycle };
	char *why = NULL;

	expect(schedule_check(&schedule, tree, set, &why), "%s: %s", line, why ? why : "");
	for (unsigned level = 0; level < tree->levels; level++) {
		unsigned own = (unsigned)strtoul(r, (char **)&r, 10);

		for (size_t i = 0; i < set->count; i++) {
			unsigned turn = 0;

			while (set->demand[i].source >> turn != set->demand[i].destination >> turn)
				turn++;
			if (turn > 0 && tree->levels - turn == level)
				expect(cycle[i] >= first && cycle[i] < first + own,
				       "%s: message %zu of level %u in cycle %u",
				       line, i, level, cycle[i]);
		}
		first += own;
	}
	free(why);
	free(cycle);
}

static bool load_row(const char *line)
{
	unsigned n, seed, w, count, numerator, denominator, level, vertex, load, least, cycles, bound, own_bound;
	char kind[16], direction;
	int at;
	struct channel_tree tree;
	struct message_set set;
	struct load_factor lambda;

	if (sscanf(line, "%15[a-z0-9]_n%u_s%u %*u %u %u | %u %u | %u %c %u %u | %u | %u %u | %n", kind, &n, &seed, &w,
		   &count, &numerator, &denominator, &level, &direction, &vertex, &load, &least, &cycles, &bound,
		   &at) != 14)
		return false;
	tree = universal_tree(n, w);
	expect(named_set(kind, n, seed, &set) && set.count == count, "%s: %zu messages", line, set.count);
	lambda = load_factor(&tree, &set);
	expect(equals(&lambda, numerator, denominator) && lambda.numerator == load, "%s: load factor %llu/%llu", line,
	       (unsigned long long)lambda.numerator, (unsigned long long)lambda.denominator);
	expect(lambda.level == level && lambda.up == (direction == 'u') && (1u << level) + lambda.vertex == vertex,
	       "%s: channel %u %c %u", line, lambda.level, lambda.up ? 'u' : 'd', (1u << level) + lambda.vertex);
	expect(load_factor_cycles(&lambda) == least, "%s: at least %llu cycles", line,
	       (unsigned long long)load_factor_cycles(&lambda));
	expect(theorem_1_cycles(&tree, &set, &own_bound) == cycles && own_bound <= bound && cycles <= own_bound,
	       "%s: Theorem 1 gives %u, bound %u", line, theorem_1_cycles(&tree, &set, &own_bound), own_bound);
	check_sets(line, &tree, &set, line + at);
	free(set.demand);
	return true;
}

static struct channel_tree listed_tree(unsigned n, const char *capacities)
{
	struct channel_tree tree = { .leaves = n };
	char *rest;

	strtoul(capacities, &rest, 10);		/* the outside's */
	while (*rest == ',')
		tree.capacity[++tree.levels] = (unsigned)strtoul(rest + 1, &rest, 10);
	return tree;
}

/* "8/3" or "4" */
static void read_quotient(const char *text, unsigned *numerator, unsigned *denominator)
{
	*denominator = 1;
	sscanf(text, "%u/%u", numerator, denominator);
}

static bool corollary_row(const char *line)
{
	unsigned n, seed, cycles, numerator, denominator;
	char kind[16], capacities[80], text[16], less[16];
	struct channel_tree tree, fictitious;
	struct message_set set;
	struct load_factor lambda;
	struct schedule schedule;

	if (sscanf(line, "COR2 n=%u a=%*u gen=%15s seed=%u cap=%79s lam=%15s lamprime=%15s d=%u", &n, kind, &seed,
		   capacities, text, less, &cycles) != 7)
		return false;
	fictitious = tree = listed_tree(n, capacities);
	for (unsigned k = 1; k <= tree.levels; k++)
		fictitious.capacity[k] -= tree.levels;
	expect(named_set(kind, n, seed, &set), "%s: no set", line);
	lambda = load_factor(&tree, &set);
	read_quotient(text, &numerator, &denominator);
	expect(equals(&lambda, numerator, denominator), "%s: lambda", line);
	lambda = load_factor(&fictitious, &set);
	read_quotient(less, &numerator, &denominator);
	expect(equals(&lambda, numerator, denominator), "%s: lambda of less", line);
	expect(corollary_2_applies(&tree) && schedule_make(&schedule, &tree, &set, SCHEDULE_COROLLARY_2),
	       "%s: does not apply",
	       line);
	expect(schedule.cycles == cycles, "%s: %u cycles", line, schedule.cycles);
	schedule_free(&schedule);
	free(set.demand);
	return true;
}

int main(int argc, char **argv)
{
	FILE *table = argc > 1 ? fopen(argv[1], "r") : NULL;
	char line[512];
	int loads = 0, corollaries = 0;

	if (!table)
		return 2;
	while (fgets(line, sizeof line, table)) {
		line[strcspn(line, "\n")] = 0;
		if (line[0] == '#')
			continue;
		if (load_row(line))
			loads++;
		else if (corollary_row(line))
			corollaries++;
		else
			expect(false, "not understood: %s", line);
	}
	fclose(table);
	expect(loads == 231 && corollaries == 48, "%d and %d rows", loads, corollaries);
	printf("%d load factors, %d of corollary 2, %d failures\n", loads, corollaries, failed);
	return failed > 0;
}
