/* run.c: runs a proof with Yosys, and words its counterexample. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "prove/proof.h"
#include "util/message.h"
#include "util/output.h"
#include "util/process.h"

/* Above this number of LUTs and flip-flops times clocks a proof takes more than two gigabytes. */
enum { LARGEST_SIZE = 200000, LOG_LIMIT = 1 << 28 };

const char *proof_result_name(enum proof_result result)
{
	static const char *const names[] = {
		[PROOF_WAITING] = "waiting",
		[PROOF_DONE] = "proved",
		[PROOF_FAILED] = "FAILED",
		[PROOF_TIMED_OUT] = "time ran out",
		[PROOF_TOO_LARGE] = "too large",
		[PROOF_OUT_OF_MEMORY] = "out of memory",
		[PROOF_KILLED] = "killed",
		[PROOF_BROKEN] = "not understood",
		[PROOF_DOUBTED] = "not believed",
	};

	return names[result];
}

/* The bits, last first, of a signal in the last clock in which Yosys shows it; NULL: in none. Its lines are
 * "   17 \messages      20     14     010100". */
static const char *last_value(const char *log, const char *signal, int *length)
{
	char *name = format_string(" \\%s ", signal);
	const char *found = NULL;

	for (const char *at = log; (at = strstr(at, name));) {
		const char *end = at + strcspn(at, "\n"), *start = end;

		while (start > at && (start[-1] == '0' || start[-1] == '1'))
			start--;
		if (start < end && start[-1] == ' ') {
			found = start;
			*length = (int)(end - start);
		}
		at = end;
	}
	free(name);
	return found;
}

/* The names or numbers of the bits that are 1. */
static void print_ones(struct text *t, const char *bits, int length, const struct text *names)
{
	const char *name = names->bytes;
	bool any = false;

	for (int k = 0; k < length; k++) {
		if (bits[length - 1 - k] == '1') {
			text_add(t, any ? " " : "");
			if (name)
				text_print(t, "%.*s", (int)strcspn(name, "\n"), name);
			else
				text_print(t, "%d", k);
			any = true;
		}
		name = name ? text_next_line(name) : NULL;
	}
	text_add(t, any ? "\n" : "none\n");
}

/* The parts of `ok` that are 0. */
static void print_broken_parts(struct text *t, const struct proof *p)
{
	int length = 0;
	const char *bits = last_value(p->log.bytes, "parts", &length), *line = p->parts.bytes;

	for (int k = 0; bits && k < length; k++) {
		size_t width = strcspn(line, "\n");

		if (bits[length - 1 - k] == '0')
			text_print(t, "not so: %.*s\n", (int)width, line);
		line += width + (line[width] == '\n');
	}
}

static char *counterexample(const struct proof *p)
{
	struct text t = { 0 };

	text_add(&t, "");
	if (p->parts.length > 0)
		print_broken_parts(&t, p);
	for (unsigned k = 0; k < MAXIMUM_SHOWN && p->shown[k].signal; k++) {
		int length;
		const char *bits = last_value(p->log.bytes, p->shown[k].signal, &length);

		text_print(&t, "%s: ", p->shown[k].meaning);
		if (bits)
			print_ones(&t, bits, length, &p->bit_names[k]);
		else
			text_add(&t, "not shown\n");
	}
	return t.bytes;
}

/* Reads Yosys' own log. Through a pipe, its end would be lost when a proof fails. Only a file ends for certain. */
static struct text read_log(const struct proof *p, const char *directory)
{
	char *path = format_string("%s/proof/%s.log", directory, p->name);
	struct text log = { 0 };
	struct stat status;

	text_add(&log, "");
	if (lstat(path, &status) == 0 && S_ISREG(status.st_mode))
		read_file(path, LOG_LIMIT, &log);
	free(path);
	return log;
}

static struct proof_mark new_mark(void)
{
	struct proof_mark mark;
	uint64_t random[2];

	if (getentropy(random, sizeof random) != 0) {
		error("no random numbers can be had: %s", strerror(errno));
		exit(EXIT_WORK_FAILED);
	}
	for (unsigned i = 0; i < 2; i++)
		snprintf(mark.half[i], sizeof mark.half[i], "%016" PRIx64, random[i]);
	return mark;
}

static struct arguments arguments(const struct proof *p, const char *yosys, const struct proof_mark *mark)
{
	struct arguments a = { 0 };

	arguments_add_all(&a, yosys, "-qQT", "-L", NULL);
	arguments_add(&a, "proof/%s.log", p->name);
	/* Yosys runs the command after the script, unless the script fails. */
	arguments_add(&a, "-p");
	arguments_add(&a, "log -n %s; log %s", mark->half[0], mark->half[1]);
	arguments_add(&a, "proof/%s.ys", p->name);
	return a;
}

void proof_run(struct proof *p, const char *yosys, const char *directory, unsigned long timeout)
{
	struct process_result result;
	struct proof_mark mark = new_mark();

	if (p->size > LARGEST_SIZE) {
		p->result = PROOF_TOO_LARGE;
		return;
	}
	struct arguments a = arguments(p, yosys, &mark);

	run_process_within((double)timeout, a.items, directory, &result);
	p->seconds = result.seconds;
	p->log = read_log(p, directory);
	p->result = proof_judge(p, &result, &p->log, &mark);
	text_free(&result.output);
	if (p->result == PROOF_FAILED)
		p->counterexample = counterexample(p);
	arguments_free(&a);
}

static struct proof *plant_of(struct proofs *list, const struct proof *p)
{
	size_t i = 0;

	while (strcmp(list->plant[i].proof.monitor, p->monitor) != 0)
		i++;
	return &list->plant[i].proof;
}

void proofs_run(struct proofs *list, struct proof *p, const char *yosys, const char *directory, unsigned long timeout)
{
	struct proof *plant = plant_of(list, p);

	if (plant->result == PROOF_WAITING && p->size <= LARGEST_SIZE)
		proof_run(plant, yosys, directory, timeout);
	if (!p->by_search)
		proof_run(p, yosys, directory, timeout);
	if (p->result == PROOF_DONE && plant->result != PROOF_FAILED)
		p->result = PROOF_DOUBTED;
}
