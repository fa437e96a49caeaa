/* cost.c FAMILY [thorough]: ftc's cost estimates of plans, against Yosys' results for their Verilog, for FAMILY ecp5 or ice40; and
 * whether `auto` finds the kind that is cheaper by Yosys' count. Thorough: of all sizes, not of every second one.
 *
 * With Yosys 0.23 the estimates are exact for Batcher's plans, sorters and all flip-flops. The LUTs of a butterfly are
 * up to 7 % more or 5 % fewer than estimated, as ABC finds others for its parities, and the cells up to 4 % more. The
 * estimate was not fitted to other versions: 0.52 takes up to 19 % more LUTs and 7 % more cells. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "synthesized.h"
#include "util/process.h"
#include "util/text.h"

/* Tolerances of an estimate: percent, and cells in any case. */
struct tolerance {
	double percent;
	unsigned long cells;
};

#define FITTED "Yosys 0.23"
static const struct tolerance fitted_luts = { 8, 2 }, fitted_cells = { 5, 2 }, flip_flops = { 1, 0 };
static const struct tolerance other_luts = { 25, 2 }, other_cells = { 10, 2 };
static const double choice = 3;		/* percent that the kind which `auto` chose may be dearer than the other */

/* r, s; elements between registers: 1, 2 and 3 in turn. */
static const unsigned sizes[][2] = {
	{ 2, 1 }, { 3, 1 }, { 3, 2 }, { 4, 3 }, { 5, 2 }, { 6, 4 }, { 7, 3 }, { 8, 1 }, { 8, 4 }, { 9, 7 },
	{ 10, 4 }, { 11, 6 }, { 12, 8 }, { 13, 5 }, { 16, 8 }, { 9, 8 }, { 14, 7 }, { 40, 4 },
};
static const unsigned sorters[] = { 2, 4, 5, 8, 12, 9 };
enum { SIZES = sizeof sizes / sizeof sizes[0], SORTERS = sizeof sorters / sizeof sorters[0],
       TRIALS = 3 * SIZES + SORTERS };

static int number;
static bool all_right = true;

static void result(bool right, char *what)
{
	printf("%s %d - %s\n", right ? "ok" : "not ok", ++number, what);
	all_right = all_right && right;
	free(what);
}

static bool near(unsigned long estimate, unsigned long counted, struct tolerance t)
{
	unsigned long off = estimate > counted ? estimate - counted : counted - estimate;

	return off <= t.cells || (double)off <= t.percent / 100 * (double)counted;
}

static void judge(const struct trial *t, bool lone_flip_flops, bool fitted)
{
	const struct cost *e = &t->estimate, *c = &t->counted;
	bool right = near(e->lut4, c->lut4, fitted ? fitted_luts : other_luts) && near(e->ff, c->ff, flip_flops) &&
		     (lone_flip_flops || near(e->cells, c->cells, fitted ? fitted_cells : other_cells));

	result(right, format_string("%s %u -> %u, %u between registers: %lu LUTs (%lu by Yosys), %lu flip-flops (%lu), "
				    "%lu cells (%lu)", plan_kind_name(t->kind), t->r, t->s, t->spacing, e->lut4,
				    c->lut4, e->ff, c->ff, e->cells, c->cells));
}

/* As compiler/plan/plan.c weighs them. */
static unsigned long score(const struct trial *t, bool lone_flip_flops)
{
	return lone_flip_flops ? 4 * t->counted.lut4 + t->counted.ff : t->counted.cells;
}

static void judge_choice(const struct trial *batcher, const struct trial *butterfly, const struct trial *chosen,
			 bool lone_flip_flops)
{
	unsigned long a = score(batcher, lone_flip_flops), b = score(butterfly, lone_flip_flops);
	unsigned long least = a < b ? a : b, mine = score(chosen, lone_flip_flops);

	result((double)mine <= (1 + choice / 100) * (double)least,
	       format_string("auto %u -> %u, %u between registers: %lu (batcher %lu, butterfly %lu)", chosen->r,
			     chosen->s, chosen->spacing, mine, a, b));
}

static void run(bool lone_flip_flops, bool fitted, bool thorough)
{
	static const enum plan_kind kinds[] = { PLAN_BATCHER, PLAN_BUTTERFLY, PLAN_AUTO };
	struct trial trial[TRIALS];
	unsigned step = thorough ? 1 : 2, count = SIZES / step, trials = 3 * count + SORTERS;

	for (unsigned i = 0; i < 3 * count; i++)
		trial[i] = (struct trial){ .kind = kinds[i % 3], .r = sizes[i / 3 * step][0], .s = sizes[i / 3 * step][1],
					   .spacing = 1 + i / 3 % 3, .input_level = 1 };
	for (unsigned i = 0; i < SORTERS; i++)
		trial[3 * count + i] = (struct trial){ .kind = PLAN_SORTER, .r = sorters[i], .s = sorters[i],
						       .spacing = 1 + i % 3 };
	if (!synthesize(trial, trials, lone_flip_flops))
		exit(99);
	for (unsigned i = 0; i < trials; i++)
		judge(&trial[i], lone_flip_flops, fitted);
	for (unsigned i = 0; i < count; i++)
		judge_choice(&trial[3 * i], &trial[3 * i + 1], &trial[3 * i + 2], lone_flip_flops);
}

/* Is this the version of yosys for which the estimates were made? */
static bool is_fitted(const char *yosys)
{
	char *command = format_string("'%s' -V", yosys), version[64] = "";
	FILE *pipe = popen(command, "r");
	bool fitted = pipe && fgets(version, sizeof version, pipe) && strncmp(version, FITTED, strlen(FITTED)) == 0;

	if (pipe)
		pclose(pipe);
	free(command);
	return fitted;
}

int main(int argc, char **argv)
{
	char *yosys = find_tool("yosys");

	if (argc < 2 || !yosys) {
		printf("1..0 # SKIP no yosys\n");
		return 0;
	}
	run(strcmp(argv[1], "ecp5") == 0, is_fitted(yosys), argc > 2);
	free(yosys);
	printf("1..%d\n", number);
	return !all_right;
}
