/* judge.c: what an answer of Yosys proves.
 *
 * In: how a run ended, what it printed, and its log. Out: a verdict. Tools crash, are killed, are replaced by scripts
 * and run out of disk: an answer that is not the whole of what Yosys says about this goal proves nothing. */
#define _GNU_SOURCE		/* memmem */
#include <stdlib.h>
#include <string.h>

#include "prove/proof.h"

static const char success[] = "SAT proof finished - no model found: SUCCESS!";
static const char induction_success[] = "Induction step proven: SUCCESS!";
/* Behind these lines comes a counterexample; .. */
static const char *const failures[] = {
	"SAT proof finished - model found: FAIL!",
	"SAT temporal induction proof finished - model found for base case: FAIL!",
};
/* .. in front of this one, of the last step that was tried. */
static const char induction_failure[] = "Reached maximum number of time steps -> proof failed.";
enum { FAILURES = sizeof failures / sizeof failures[0] };

/* What a program prints that finds no memory. */
static const char *const no_memory[] = { "std::bad_alloc", "OutOfMemoryException", "Cannot allocate memory" };
enum { NO_MEMORY = sizeof no_memory / sizeof no_memory[0] };

/* Is it anywhere in the text, which may have NULs? */
static bool has(const struct text *t, const char *words)
{
	return t->length > 0 && memmem(t->bytes, t->length, words, strlen(words));
}

/* What the lines of a log say. */
struct said {
	bool goal;			/* the line that names this goal comes before all verdicts */
	unsigned success, failure;	/* verdicts */
	bool shown;			/* a clock in which `ok` is 0, of this goal */
	bool refuted;			/* such a clock belongs to the failure */
};

static bool is_line(const char *line, size_t length, const char *words)
{
	return length == strlen(words) && memcmp(line, words, length) == 0;
}

static bool is_failure(const char *line, size_t length)
{
	for (unsigned i = 0; i < FAILURES; i++)
		if (is_line(line, length, failures[i]))
			return true;
	return false;
}

/* "     6 \ok                   0         0                       0" */
static bool is_refuting(const char *line, size_t length)
{
	static const char name[] = " \\ok ";
	const char *found = memmem(line, length, name, strlen(name));

	return found && strspn(line, " 0123456789") == (size_t)(found - line) + 1 && length >= 2
	       && line[length - 1] == '0' && line[length - 2] == ' ';
}

static void hear(struct said *said, const struct proof *p, const char *line, size_t length)
{
	char *goal = format_string("goal %s", p->name);
	unsigned verdicts = said->success + said->failure;

	if (is_line(line, length, goal)) {
		said->goal = verdicts == 0;
		said->shown = false;
	} else if (is_line(line, length, p->induction ? induction_success : success)) {
		said->success++;
	} else if (is_failure(line, length)) {
		said->failure++;
	} else if (p->induction && is_line(line, length, induction_failure)) {
		said->failure++;
		said->refuted = said->shown;
	} else if (is_refuting(line, length)) {
		said->shown = said->goal;
		said->refuted = said->refuted || said->failure > 0;
	}
	free(goal);
}

static struct said listen(const struct proof *p, const struct text *log)
{
	const char *end = log->bytes + log->length;
	struct said said = { 0 };

	for (const char *line = log->bytes; line < end;) {
		const char *stop = memchr(line, '\n', (size_t)(end - line));

		if (!stop)	/* a line without an end may be the beginning of another */
			break;
		hear(&said, p, line, (size_t)(stop - line));
		line = stop + 1;
	}
	return said;
}

/* Does the log end with the mark? It loses it, and Yosys' announcement of the command that prints it. */
static bool take_mark(struct text *log, const struct proof_mark *mark)
{
	char *line = format_string("\n%s%s\n", mark->half[0], mark->half[1]);
	size_t length = strlen(line);
	bool there = log->length >= length && memcmp(log->bytes + log->length - length, line, length) == 0;
	char *command = format_string("\n-- Running command `log -n %s;", mark->half[0]);
	const char *at = log->length > 0 ? memmem(log->bytes, log->length, command, strlen(command)) : NULL;

	if (there)
		log->length -= length - 1;
	if (at)
		log->length = (size_t)(at - log->bytes);
	log->bytes[log->length] = '\0';
	free(line);
	free(command);
	return there;
}

static bool is_out_of_memory(const struct process_result *result, const struct text *log)
{
	for (unsigned i = 0; i < NO_MEMORY; i++)
		if (has(&result->output, no_memory[i]) || has(log, no_memory[i]))
			return true;
	return false;
}

/* Of a run that did not end by itself with status 0. */
static enum proof_result judge_end(const struct process_result *result, const struct text *log)
{
	if (result->end == PROCESS_TIMED_OUT)
		return PROOF_TIMED_OUT;
	if (result->end == PROCESS_OUT_OF_MEMORY || is_out_of_memory(result, log))
		return PROOF_OUT_OF_MEMORY;
	return result->end == PROCESS_SIGNALLED ? PROOF_KILLED : PROOF_BROKEN;
}

/* After a warning nothing is proved: Yosys may have understood the files differently. */
static bool has_warning(const struct process_result *result, const struct text *log)
{
	return has(&result->output, "Warning:") || has(log, "Warning:");
}

static bool has_error(const struct process_result *result, const struct text *log)
{
	return has(&result->output, "ERROR:") || has(log, "ERROR:");
}

enum proof_result proof_judge(const struct proof *proof, const struct process_result *result, struct text *log,
			      const struct proof_mark *mark)
{
	bool whole = take_mark(log, mark);
	struct said said = listen(proof, log);

	if (has_warning(result, log))
		return PROOF_BROKEN;
	if (process_succeeded(result))
		return whole && said.goal && said.success == 1 && said.failure == 0 && !has_error(result, log) ?
			       PROOF_DONE : PROOF_BROKEN;
	bool ended = result->end == PROCESS_EXITED && result->status == 1;
	if (ended && said.goal && said.failure == 1 && said.success == 0 && said.refuted && !whole)
		return PROOF_FAILED;
	return judge_end(result, log);
}
