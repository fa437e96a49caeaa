/* quality.c: how many cycles schedules have over ceil(lambda), and how long it takes to make them: a table in Markdown.
 *
 *   quality        universal trees of 64 to 1024 leaves, sets of structure and random ones, up to a million messages */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "schedule/methods.h"
#include "sets.h"

static const struct { unsigned leaves, root; } trees[] = { { 64, 16 }, { 64, 64 }, { 256, 64 }, { 1024, 128 }, { 1024, 1024 } };
static const char *const kinds[] = { "bitrev", "transpose", "shuffle", "complement", "neighbor", "randperm", "rand1", "rand3", "hot2",
				     "hot4", "relation10", "rand1000", "relation1000" };
enum { TREES = sizeof trees / sizeof trees[0], KINDS = sizeof kinds / sizeof kinds[0], LARGE_SETS = 2, LARGE_LEAVES = 1024 };

static double cpu_seconds(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* One row. Returns cycles over the bound, 0 when there is no such set. */
static double row(unsigned leaves, unsigned root, const char *kind)
{
	struct channel_tree tree = universal_tree(leaves, root);
	struct message_set set;
	struct schedule schedule;
	unsigned bound;

	if (!named_set(kind, leaves, 1, &set))
		return 0;
	double seconds = cpu_seconds();
	struct load_factor lambda = load_factor(&tree, &set);
	double loads = cpu_seconds() - seconds, over = 0;

	seconds = cpu_seconds();
	if (schedule_make(&schedule, &tree, &set, SCHEDULE_PACKED)) {
		unsigned long long least = load_factor_cycles(&lambda);

		seconds = cpu_seconds() - seconds;
		over = (double)schedule.cycles / (double)least;
		printf("| %u | %u | %s | %zu | %llu | %u | %.3f | %u | %.4f | %.3f |\n", leaves, root, kind, set.count, least, schedule.cycles,
		       over, theorem_1_cycles(&tree, &set, &bound), loads, seconds);
		schedule_free(&schedule);
	}
	free(set.demand);
	return over;
}

int main(void)
{
	double worst = 1;

	puts("| leaves | root capacity | set | messages | ceil(lambda) | packed | over it | theorem 1 | s for lambda | s for packed |\n"
	     "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |");
	for (unsigned t = 0; t < TREES; t++)
		for (unsigned k = 0; k < KINDS; k++) {
			if (k >= KINDS - LARGE_SETS && trees[t].leaves < LARGE_LEAVES)
				continue;
			double over = row(trees[t].leaves, trees[t].root, kinds[k]);

			worst = over > worst ? over : worst;
		}
	printf("\nat most %.3f times the lower bound\n", worst);
	return 0;
}
