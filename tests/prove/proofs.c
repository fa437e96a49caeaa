/* proofs.c: concentrators of each kind and sorters, proved.
 *
 *   proofs                                       the cases below, as TAP; equal circuits are proved once
 *   proofs KIND R S SPACING METHOD SECONDS       one case by hand: batcher, butterfly or sorter; whole or rows; prints
 *                                                the CPU seconds of every proof
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "share.h"
#include "single.h"
#include "subject.h"
#include "util/process.h"

struct job {
	enum plan_kind kind;
	unsigned r, s;
	enum proof_method method;
};

/* Each with one and with three elements between registers. Sizes above 9 are not proved as a whole: their halves, and the step to
 * the whole, are those of smaller ones. */
static const struct job jobs[] = {
	{ PLAN_BATCHER, 2, 1, PROOF_WHOLE }, { PLAN_BATCHER, 3, 1, PROOF_WHOLE }, { PLAN_BATCHER, 3, 2, PROOF_WHOLE },
	{ PLAN_BATCHER, 5, 3, PROOF_WHOLE }, { PLAN_BATCHER, 8, 4, PROOF_WHOLE }, { PLAN_BATCHER, 9, 3, PROOF_WHOLE },
	{ PLAN_BATCHER, 6, 4, PROOF_WHOLE },
	{ PLAN_BUTTERFLY, 2, 1, PROOF_WHOLE }, { PLAN_BUTTERFLY, 3, 1, PROOF_WHOLE },
	{ PLAN_BUTTERFLY, 3, 2, PROOF_WHOLE }, { PLAN_BUTTERFLY, 5, 3, PROOF_WHOLE },
	{ PLAN_BUTTERFLY, 8, 4, PROOF_WHOLE }, { PLAN_BUTTERFLY, 6, 3, PROOF_WHOLE },
	{ PLAN_BUTTERFLY, 4, 3, PROOF_BY_ROWS }, { PLAN_BUTTERFLY, 9, 5, PROOF_BY_ROWS },
	{ PLAN_BUTTERFLY, 14, 10, PROOF_BY_ROWS }, { PLAN_BUTTERFLY, 24, 8, PROOF_BY_ROWS },
	{ PLAN_SORTER, 2, 2, PROOF_WHOLE }, { PLAN_SORTER, 3, 3, PROOF_WHOLE }, { PLAN_SORTER, 7, 7, PROOF_WHOLE },
};
enum { JOBS = sizeof jobs / sizeof jobs[0], TIMEOUT = 600 };

enum { PROVED_OF = 5 };	/* `./check` proves one case in so many */

static double cpu_seconds(void)
{
	struct rusage usage;

	getrusage(RUSAGE_CHILDREN, &usage);
	return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
	       (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

static bool prove(struct subject *s, const char *yosys, unsigned long timeout, bool tell)
{
	bool ok = subject_write(s);

	for (size_t i = 0; ok && i < s->proofs.count; i++) {
		struct proof *p = &s->proofs.item[i];
		double before = cpu_seconds();

		proof_run(p, yosys, s->directory, timeout);
		if (tell || p->result != PROOF_DONE)
			printf("# %s: %s, %.1f s\n", p->name, proof_result_name(p->result), cpu_seconds() - before);
		if (p->counterexample)
			printf("# %s", p->counterexample);
		if (p->result == PROOF_BROKEN)
			printf("# %s", p->log.bytes + (p->log.length > 1000 ? p->log.length - 1000 : 0));
		fflush(stdout);
		ok = p->result == PROOF_DONE || (tell && p->result != PROOF_FAILED && p->result != PROOF_BROKEN);
	}
	return ok;
}

/* Circuits whose proofs have been made, with their proofs. */
static uint64_t proved[2 * JOBS];
static unsigned proved_count;

static bool was_proved(uint64_t digest)
{
	for (unsigned i = 0; i < proved_count; i++)
		if (proved[i] == digest)
			return true;
	return false;
}

static bool run(const struct job *job, unsigned spacing, const char *yosys, unsigned long timeout, bool tell)
{
	struct subject s = subject_plan(job->kind, job->r, job->s, spacing, job->method);
	uint64_t digest = single_digest(&s.proofs.files);
	bool ok = was_proved(digest);

	if (!ok) {
		ok = prove(&s, yosys, timeout, tell);
		if (ok)
			proved[proved_count++] = digest;
	}
	subject_free(&s);
	return ok;
}

static int by_hand(char **argument, const char *yosys)
{
	struct job job = { .r = (unsigned)atoi(argument[1]), .s = (unsigned)atoi(argument[2]) };

	job.kind = strcmp(argument[0], "batcher") == 0 ? PLAN_BATCHER : strcmp(argument[0], "sorter") == 0
		   ? PLAN_SORTER :
		   PLAN_BUTTERFLY;
	job.method = strcmp(argument[4], "rows") == 0 ? PROOF_BY_ROWS : PROOF_WHOLE;
	return !run(&job, (unsigned)atoi(argument[3]), yosys, strtoul(argument[5], NULL, 10), true);
}

int main(int argc, char **argv)
{
	static const unsigned spacing[] = { 1, 3 };
	char *yosys = find_tool("yosys");
	bool all = true;

	if (!yosys) {
		printf("1..0 # SKIP yosys is not installed\n");
		return 0;
	}
	if (argc == 7)
		return by_hand(argv + 1, yosys);
	int count = 0;
	struct share share = { 0 };

	for (int k = 0; k < 2 * JOBS; k++) {
		const struct job *job = &jobs[k / 2];

		if (!share_takes(&share, PROVED_OF))
			continue;
		bool ok = run(job, spacing[k % 2], yosys, TIMEOUT, false);

		printf("%s %d - %s %u -> %u, %u between registers%s\n", ok ? "ok" : "not ok", ++count,
		       plan_kind_name(job->kind), job->r, job->s, spacing[k % 2],
		       job->method == PROOF_BY_ROWS ? ", by rows" : "");
		fflush(stdout);
		all = all && ok;
	}
	bool enough = 2 * proved_count > (unsigned)count;
	printf("%s %d - proved %u different circuits\n1..%d\n", enough ? "ok" : "not ok", count + 1, proved_count, count + 1);
	free(yosys);
	return !all || !enough;
}
