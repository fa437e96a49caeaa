/* verify.c: `ftc verify`: proves the concentrators, nodes and routers of a network.
 *
 * In: a parameter file. Out: which properties of the Verilog of `ftc generate` are proved, which fail on what input,
 * and which took too long. Status 1 when one fails; a timeout is no failure. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "commands/command.h"
#include "network/machine.h"
#include "emit/emit.h"
#include "prove/proof.h"
#include "util/message.h"
#include "util/process.h"

enum { DEFAULT_TIMEOUT = 60, LONGEST_TIMEOUT = 1000000 };

static const struct option options[] = {
	{ "--timeout", "SECONDS", "time limit of each proof; default 60" },
	{ 0 },
};

/* Collects all proofs of a network; list->files gets the RTL and the proofs. */
static bool collect(struct proofs *list, const struct network *net, const char *invocation)
{
	struct design *design = design_lower(net);
	bool ok = design_check(design) && emit_verilog(design, net, invocation, &list->files);

	list->prefix = net->spec->name;
	if (ok)
		net->spec->machine->prove(list, net);
	design_free(design);
	return ok;
}

static void print_result(const struct proof *p, const struct proof *before)
{
	if (!before || strcmp(before->subject, p->subject) != 0)
		printf("\n%s\n", p->what);
	if (p->result == PROOF_TOO_LARGE)
		printf("  %-76s too large\n", p->claim);
	else
		printf("  %-76s %s, %.1f s\n", p->claim, proof_result_name(p->result), p->seconds);
	for (const char *line = p->counterexample; line && *line; line = text_next_line(line))
		printf("      %.*s\n", (int)strcspn(line, "\n"), line);
	fflush(stdout);
}

static unsigned count_results(const struct proofs *list, enum proof_result result)
{
	unsigned count = 0;

	for (size_t i = 0; i < list->count; i++)
		count += list->item[i].result == result;
	return count;
}

static void run_all(struct proofs *list, const char *yosys, const char *directory, unsigned long timeout, bool json)
{
	for (size_t i = 0; i < list->count; i++) {
		struct proof *p = &list->item[i];

		progress("%zu of %zu: %s: %s", i + 1, list->count, p->what, p->claim);
		proof_run(p, yosys, directory, timeout);
		progress_end();
		if (!json)
			print_result(p, i > 0 ? &list->item[i - 1] : NULL);
	}
}

static void print_summary(const struct proofs *list, unsigned long timeout)
{
	unsigned large = count_results(list, PROOF_TOO_LARGE), late = count_results(list, PROOF_TIMED_OUT);

	printf("\n%u of %zu proved, %u failed", count_results(list, PROOF_DONE), list->count,
	       count_results(list, PROOF_FAILED));
	if (late > 0)
		printf(", %u not done in %lu s (no failure: try --timeout %lu)", late, timeout, 10 * timeout);
	if (large > 0)
		printf(", %u too large to try", large);
	printf("\n");
}

static void print_json(const struct proofs *list, const struct spec *spec)
{
	json_t *items = json_array(), *object;

	for (size_t i = 0; i < list->count; i++) {
		const struct proof *p = &list->item[i];
		json_t *item = json_pack("{s:s, s:s, s:s, s:s, s:f}", "subject", p->subject, "what", p->what,
					 "claim", p->claim, "result", proof_result_name(p->result),
					 "seconds", p->seconds);

		if (p->counterexample)
			json_object_set_new(item, "counterexample", json_string(p->counterexample));
		json_array_append_new(items, item);
	}
	object = spec_identity(spec);
	json_object_update_new(object, json_pack("{s:o, s:i, s:i}", "proofs", items,
						 "proved", (int)count_results(list, PROOF_DONE),
						 "failed", (int)count_results(list, PROOF_FAILED)));
	json_dumpf(object, stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(4));
	printf("\n");
	json_decref(object);
}

/* Reports scripts that Yosys did not understand: a defect of ftc, neither a proof nor a failed one. */
static void tell_broken(const struct proofs *list)
{
	for (size_t i = 0; i < list->count; i++) {
		const struct proof *p = &list->item[i];

		if (p->result != PROOF_BROKEN)
			continue;
		const char *message = strstr(p->log.bytes, "Warning:");
		if (!message)
			message = strstr(p->log.bytes, "ERROR:");
		error("yosys did not understand proof/%s.ys", p->name);
		if (message)
			fprintf(stderr, "  yosys: %.*s\n", (int)strcspn(message, "\n"), message);
	}
}

/* Adds Yosys' output beside its scripts. */
static void keep_logs(struct proofs *list)
{
	for (size_t i = 0; i < list->count; i++) {
		struct proof *p = &list->item[i];
		char *path = format_string("proof/%s.log", p->name);

		if (p->log.length > 0)
			output_add(&list->files, path, &p->log);
		free(path);
	}
}

/* Writes the files to a temporary directory and runs the proofs there. */
static int prove_all(struct proofs *list, const struct command_line *line, const struct spec *spec, const char *yosys,
		     unsigned long timeout)
{
	char *base = temporary_directory(), *directory = format_string("%s/proofs", base);
	int status = EXIT_WORK_FAILED;

	if (output_commit(&list->files, directory, "verify", spec->name, &status)) {
		if (!line->json)
			printf("%s: %zu proofs with Yosys, at most %lu s each\n", spec->name, list->count, timeout);
		run_all(list, yosys, directory, timeout, line->json);
		if (line->json)
			print_json(list, spec);
		else
			print_summary(list, timeout);
		tell_broken(list);
		if (count_results(list, PROOF_FAILED) + count_results(list, PROOF_BROKEN) == 0)
			status = EXIT_DONE;
		keep_logs(list);
		int written;

		if (line->output && !output_commit(&list->files, line->output, "verify", spec->name, &written))
			status = written;
	}
	free(directory);
	free(base);
	return status;
}

/* Proves, if such networks have proofs and the place of -o is good. */
static int verify_network(const struct command_line *line, const struct network *net, unsigned long timeout)
{
	struct proofs list = {0};
	int status = EXIT_WORK_FAILED;

	if (!net->spec->machine->prove) {
		machine_lacks(net->spec, "proof");
		return EXIT_USAGE;
	}
	if (line->output && !output_check(line->output, "verify", net->spec->name, &status))
		return status;
	char *yosys = require_tool("yosys", "yosys");
	if (yosys && collect(&list, net, line->invocation))
		status = prove_all(&list, line, net->spec, yosys, timeout);
	proofs_free(&list);
	free(yosys);
	return status;
}

static int verify(const struct command_line *line)
{
	unsigned long timeout = DEFAULT_TIMEOUT;

	if (!option_unsigned("--timeout", line->value[0], 1, LONGEST_TIMEOUT, &timeout))
		return EXIT_USAGE;
	struct network *net = network_read(line->file, line->overrides, line->override_count);
	if (!net)
		return EXIT_USAGE;
	int status = verify_network(line, net, timeout);
	network_free(net);
	return status;
}

const struct command command_verify = {
	.name = "verify",
	.summary = "prove the concentrators and nodes or routers of the network with Yosys",
	.usage = "FILE [--timeout SECONDS] [-o DIR]",
	.options = options,
	.needs_file = true,
	.takes = TAKES_SET | TAKES_OUTPUT | TAKES_JSON,
	.run = verify,
};
