/* quality.c: the cycles of schedules, over the lower bound of the load factor, and the time to compute them.
 *
 *   schedule-quality check MATRICES    universal trees of 64 to 1024 leaves, all kinds of sets: `auto` takes at most
 *                                      1.15 times the bound, for h-relations and matrices exactly the bound, and
 *                                      Theorem 1 at most its own bound
 *   schedule-quality table MATRICES    the same, printed; times for a million messages, and for load factors of ten
 *
 * 2-relations may take one cycle more. Example: relation2, n = 256, w = 128, seed 2. There are 128 ways to divide it
 * among two cycles without collisions at leaves, and each exceeds the capacity of a channel further up.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "schedule/methods.h"
#include "schedule/sources.h"
#include "sets.h"

static const double most_ratio = 1.15;

static const char *const kinds[] = {
	"rand1", "rand4", "rand16", "hot4", "relation2", "relation4", "relation16", "randperm", "bitrev", "transpose",
	"shuffle",
	"complement", "neighbor", "alltoone", "onetoall",
};
static const char *const matrices[] = { "karate", "west0067", "jagmesh7", "olm1000" };
enum { KINDS = sizeof kinds / sizeof *kinds, MATRICES = sizeof matrices / sizeof *matrices, SEEDS = 3 };

static bool printing;
static unsigned failed, cases, at_bound;

static double seconds(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void expect(bool good, const char *name, unsigned n, unsigned w, const char *what)
{
	if (good)
		return;
	printf("%s, n = %u, w = %u: %s\n", name, n, w, what);
	failed++;
}

/* One set on one tree: auto takes at most `ratio` times the load factor, or `more` cycles beyond it. */
static void measure(const char *name, unsigned n, unsigned w, const struct message_set *set, double ratio,
		    unsigned more)
{
	struct channel_tree tree = universal_tree(n, w);
	struct load_factor lambda = load_factor(&tree, set);
	unsigned least = (unsigned)load_factor_cycles(&lambda), bound, theorem = theorem_1_cycles(&tree, set, &bound);
	struct schedule schedule;
	double start = seconds();

	schedule_make(&schedule, &tree, set, SCHEDULE_AUTO);
	start = seconds() - start;
	expect(theorem <= bound, name, n, w, "Theorem 1 misses its bound");
	expect(schedule.cycles <= ratio * least + more, name, n, w, "too many cycles");
	cases++;
	at_bound += schedule.cycles == least;
	if (printing)
		printf("| %u | %u | %s | %zu | %.2f | %u | %u (%.2f) | %u (%.2f) | %.3f |\n", n, w, name, set->count,
		       (double)lambda.numerator / (double)lambda.denominator, least, schedule.cycles,
		       schedule.cycles / fmax(least, 1), theorem, theorem / fmax(least, 1), start);
	schedule_free(&schedule);
}

static void measure_kinds(unsigned n, unsigned w)
{
	for (int k = 0; k < KINDS; k++) {
		bool random = strpbrk(kinds[k], "0123456789") || strcmp(kinds[k], "randperm") == 0;

		for (unsigned seed = 1; seed <= (random && !printing ? SEEDS : 1); seed++) {
			struct message_set set;

			named_set(kinds[k], n, seed, &set);
			measure(kinds[k], n, w, &set, strncmp(kinds[k], "relation", 8) == 0 ? 1 : most_ratio,
				strcmp(kinds[k], "relation2") == 0);
			free(set.demand);
		}
	}
}

static void measure_matrices(unsigned n, unsigned w, const char *folder)
{
	for (int m = 0; m < MATRICES; m++) {
		for (enum row_layout layout = ROWS_BLOCK; layout <= ROWS_CYCLIC; layout++) {
			char *path = format_string("%s/%s.mtx", folder, matrices[m]);
			char *name = format_string("%s, %s", matrices[m], layout == ROWS_BLOCK ? "block" : "cyclic");
			struct message_set set;

			if (!source_matrix(&set, path, n, layout))
				exit(2);
			measure(name, n, w, &set, 1, 0);
			free(set.demand);
			free(path);
			free(name);
		}
	}
}

/* The root capacities: the least of a universal fat-tree, the most, and two between. */
static void measure_all(const char *folder)
{
	if (printing)
		printf("| n | w | set | messages | load factor | bound | auto | Theorem 1 | s |\n"
		       "| --- | --- | --- | --- | --- | --- | --- | --- | --- |\n");
	for (unsigned n = 64; n <= 1024; n *= 4) {
		unsigned least = (unsigned)ceil(cbrt((double)n * n) - 1e-9);
		unsigned widths[] = { least, (3 * least + n) / 4, n / 2, n };

		for (int i = 0; i < 4; i++) {
			measure_kinds(n, widths[i]);
			measure_matrices(n, widths[i], folder);
		}
	}
}

static void measure_million(void)
{
	static const char *const large[] = { "rand1000", "relation1000", "hot1000", "alltoall" };

	printf("\nA million messages, n = 1024\n\n| n | w | set | messages | load factor | bound | auto | Theorem 1 | "
	       "s |\n"
	       "| --- | --- | --- | --- | --- | --- | --- | --- | --- |\n");
	for (int k = 0; k < 4; k++) {
		struct message_set set;

		named_set(large[k], 1024, 1, &set);
		for (unsigned w = 102; w <= 1024; w = w == 102 ? 300 : w == 300 ? 512 : 2 * w)
			measure(large[k], 1024, w, &set, most_ratio, 0);
		free(set.demand);
	}
}

static void measure_ten_million(void)
{
	struct channel_tree tree = universal_tree(1 << 20, 10322);
	struct message_set set = { allocate_array(10000000, sizeof *set.demand), 10000000 };
	struct generator g = { 1 };
	struct load_factor lambda;
	double start;

	for (size_t i = 0; i < set.count; i++)
		set.demand[i] = (struct demand){ draw_below(&g, tree.leaves), draw_below(&g, tree.leaves) };
	start = seconds();
	lambda = load_factor(&tree, &set);
	printf("\nLoad factor of ten million messages, n = 2^20: %llu/%llu in %.3f s\n",
	       (unsigned long long)lambda.numerator, (unsigned long long)lambda.denominator, seconds() - start);
	free(set.demand);
}

int main(int argc, char **argv)
{
	struct rusage usage;

	if (argc != 3)
		return 2;
	printing = strcmp(argv[1], "table") == 0;
	measure_all(argv[2]);
	printf("%u cases, %u at the lower bound, %u failures\n", cases, at_bound, failed);
	if (printing) {
		measure_million();
		getrusage(RUSAGE_SELF, &usage);
		printf("\nMost memory: %ld MB\n", usage.ru_maxrss / 1024);
		measure_ten_million();
	}
	return failed > 0;
}
