/* run.c: runs a proof with Yosys, and words its counterexample. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "prove/proof.h"
#include "util/output.h"
#include "util/process.h"

/* Above this number of LUTs and flip-flops times clocks a proof takes more than two gigabytes. */
enum { LARGEST_SIZE = 200000, LOG_LIMIT = 1 << 30 };

/* Exit statuses of `timeout` (GNU core utilities): time is up; it had to kill. */
enum { STATUS_TIME_IS_UP = 124, STATUS_KILLED = 137 };

const char *proof_result_name(enum proof_result result)
{
	static const char *const names[] = {
		[PROOF_WAITING] = "waiting",
		[PROOF_DONE] = "proved",
		[PROOF_FAILED] = "FAILED",
		[PROOF_TIMED_OUT] = "time ran out",
		[PROOF_TOO_LARGE] = "too large",
		[PROOF_BROKEN] = "not understood by Yosys",
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

/* The numbers of the bits that are 1. */
static void print_ones(struct text *t, const char *bits, int length)
{
	bool any = false;

	for (int k = 0; k < length; k++)
		if (bits[length - 1 - k] == '1') {
			text_print(t, any ? " %d" : "%d", k);
			any = true;
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
			print_ones(&t, bits, length);
		else
			text_add(&t, "not shown\n");
	}
	return t.bytes;
}

/* After a warning nothing is proved: Yosys may have understood the files differently. */
static enum proof_result judge(const struct process_result *result)
{
	if (strstr(result->output.bytes, "Warning:"))
		return PROOF_BROKEN;
	if (result->status == 0)
		return PROOF_DONE;
	if (result->status == STATUS_TIME_IS_UP || result->status == STATUS_KILLED)
		return PROOF_TIMED_OUT;
	return strstr(result->output.bytes, "proof did fail") ? PROOF_FAILED : PROOF_BROKEN;
}

/* Reads Yosys' own log. Through a pipe, its end would be lost when a proof fails. */
static struct text read_log(const struct proof *p, const char *directory)
{
	char *path = format_string("%s/proof/%s.log", directory, p->name);
	struct text log = { 0 };

	text_add(&log, "");
	if (access(path, R_OK) == 0)
		read_file(path, LOG_LIMIT, &log);
	free(path);
	return log;
}

void proof_run(struct proof *p, const char *yosys, const char *directory, unsigned long timeout)
{
	struct arguments a = { 0 };
	struct process_result result;
	char *limit = find_tool("timeout");

	if (p->size > LARGEST_SIZE) {
		p->result = PROOF_TOO_LARGE;
		free(limit);
		return;
	}
	if (limit) {
		arguments_add_all(&a, limit, "--kill-after=2", NULL);
		arguments_add(&a, "%lu", timeout);
	}
	arguments_add_all(&a, yosys, "-qQT", "-L", NULL);
	arguments_add(&a, "proof/%s.log", p->name);
	arguments_add(&a, "proof/%s.ys", p->name);
	run_process(a.items, directory, &result);
	p->seconds = result.seconds;
	p->result = judge(&result);
	p->log = read_log(p, directory);
	text_free(&result.output);
	if (p->result == PROOF_FAILED)
		p->counterexample = counterexample(p);
	arguments_free(&a);
	free(limit);
}
