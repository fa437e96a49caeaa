/* verify.c: `ftc verify`: proves the concentrators, nodes and routers of a network, or that an image is a circuit.
 *
 * In: a parameter file; with --image, also an image of that device, and a circuit. Out: which properties of the
 * Verilog of `ftc generate`, or of the image, are proved, which fail on what input, and which took too long. Status
 * 0: all are proved. 1: one fails, or Yosys went wrong. EXIT_NOT_ALL: neither, but some were too large, or time or
 * memory ran out. */
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "commands/command.h"
#include "commands/made.h"
#include "network/machine.h"
#include "emit/emit.h"
#include "prove/crossing.h"
#include "prove/proof.h"
#include "shells/shells.h"
#include "util/figures.h"
#include "util/limit.h"
#include "util/message.h"
#include "util/process.h"

enum { DEFAULT_TIMEOUT = 60, LONGEST_TIMEOUT = 1000000 };

enum { OPTION_TIMEOUT, OPTION_IMAGE, OPTION_AGAINST, OPTION_TOP };
static const struct option options[] = {
	[OPTION_TIMEOUT] = { "--timeout", "SECONDS", "time limit of each proof, or none; default 60" },
	[OPTION_IMAGE] = { "--image", "FILE", "prove that this image, made by `ftc compile`, equals the circuit of"
			   " --against" },
	[OPTION_AGAINST] = { "--against", "FILE", "circuit to compare the image with, .v, .blif or Yosys' .json" },
	[OPTION_TOP] = { "--top-module", "NAME", "the circuit's module (default: Yosys finds it)" },
	{ 0 },
};

/* What is to be proved. */
struct verification {
	const struct command_line *line;
	const struct network *net;
	unsigned long timeout;			/* seconds; 0: none */
	bool of_image;
	struct image_request image;
};

/* Collects all proofs of a network; list->files gets the RTL and the proofs. */
static bool collect_network(struct proofs *list, const struct network *net, const char *invocation)
{
	struct stack stack = stack_lower(net);
	bool ok = stack_emit(&stack, net, invocation, &list->files);

	if (ok)
		net->spec->machine->hardware.prove(list, net);
	if (ok && stack.crossing)
		crossing_prove(list, net, stack.crossing);
	if (ok && net->spec->shell->prove)
		net->spec->shell->prove(list, net, stack.shell);
	stack_free(&stack);
	return ok;
}

static bool collect(struct proofs *list, const struct verification *v, int *status)
{
	list->prefix = v->net->spec->name;
	*status = EXIT_WORK_FAILED;
	bool ok = v->of_image ? v->net->spec->machine->circuits.prove_image(list, v->net, &v->image, status) :
		  collect_network(list, v->net, v->line->invocation);

	if (ok)
		proofs_add_plants(list);
	return ok && !list->incomplete;
}

static json_t *proof_json(const struct proof *p)
{
	json_t *item = json_pack("{s:s, s:s, s:s, s:s, s:f}", "subject", p->subject, "what", p->what,
				 "claim", p->claim, "result", proof_result_name(p->result), "seconds", p->seconds);

	if (p->counterexample)
		json_object_set_new(item, "counterexample", json_string(p->counterexample));
	return item;
}

static void show_result(const struct proof *p, const json_t *item, const struct proof *before)
{
	struct text out = {0};

	if (!before || strcmp(before->subject, p->subject) != 0)
		text_print(&out, "\n%s\n", name_shown(p->what));
	figures_say(item, "  {claim:-76} {result}", &out);
	figures_say(item, p->result == PROOF_TOO_LARGE ? "\n" : ", {seconds:.1f} s\n", &out);
	for (const char *line = p->counterexample; line && *line; line = text_next_line(line))
		text_print(&out, "      %.*s\n", (int)strcspn(line, "\n"), line);
	show_text(out.bytes);
	text_free(&out);
	fflush(stdout);
}

static unsigned count_results(const struct proofs *list, enum proof_result result)
{
	unsigned count = 0;

	for (size_t i = 0; i < list->count; i++)
		count += list->item[i].result == result;
	return count;
}

/* Runs the proofs, and shows each unless JSON is wanted. A fresh list of them. */
static json_t *run_all(struct proofs *list, const char *yosys, const char *directory, unsigned long timeout, bool json)
{
	json_t *items = json_array();

	for (size_t i = 0; i < list->count; i++) {
		struct proof *p = &list->item[i];

		progress("%zu of %zu: %s: %s", i + 1, list->count, p->what, p->claim);
		proofs_run(list, p, yosys, directory, timeout);
		progress_end();
		json_array_append_new(items, proof_json(p));
		if (!json)
			show_result(p, json_array_get(items, i), i > 0 ? &list->item[i - 1] : NULL);
	}
	return items;
}

/* A plant that failed: the solver has found what is wrong about a wrong goal. */
static bool is_refuted(const struct plant *plant)
{
	return plant->proof.result == PROOF_FAILED;
}

/* timeout: 0 if there is none. */
static void print_head(const struct proofs *list, const struct spec *spec, unsigned long timeout)
{
	size_t searches = 0;

	for (size_t i = 0; i < list->count; i++)
		searches += list->item[i].by_search;
	printf("%s: %zu proofs with Yosys", spec->name, list->count - searches);
	if (searches > 0)
		printf(", %zu by search", searches);
	if (timeout > 0)
		printf(", at most %lu s each", timeout);
	printf("\n");
	show_text(list->about.bytes ? list->about.bytes : "");
}

static json_t *plants_json(const struct proofs *list)
{
	json_t *plants = json_array();

	for (size_t i = 0; i < list->plant_count; i++) {
		const struct plant *plant = &list->plant[i];
		const char *result = is_refuted(plant) ? "refuted" : proof_result_name(plant->proof.result);

		json_array_append_new(plants, json_pack("{s:s, s:s}", "kind", plant->proof.monitor, "result", result));
	}
	return plants;
}

/* The exit status. */
static int status_of(const struct proofs *list)
{
	static const enum proof_result wrong[] = { PROOF_FAILED, PROOF_KILLED, PROOF_BROKEN, PROOF_DOUBTED };

	for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
		if (count_results(list, wrong[i]) > 0)
			return EXIT_WORK_FAILED;
	return count_results(list, PROOF_DONE) == list->count ? EXIT_DONE : EXIT_NOT_ALL;
}

static void say_plants(const json_t *plants, struct text *out)
{
	unsigned tried = 0, refuted = 0;

	for (size_t i = 0; i < json_array_size(plants); i++) {
		const char *result = json_string_value(json_object_get(json_array_get(plants, i), "result"));

		tried += strcmp(result, proof_result_name(PROOF_WAITING)) != 0;
		refuted += strcmp(result, "refuted") == 0;
	}
	text_print(out, "\n%u of %u wrong goals refuted%s\n", refuted, tried,
		   refuted < tried ? "; all must be" : ", as they must be");
}

static void say_summary(const struct proofs *list, const json_t *object, unsigned long timeout, struct text *out)
{
	static const enum proof_result others[] = { PROOF_OUT_OF_MEMORY, PROOF_KILLED, PROOF_BROKEN, PROOF_DOUBTED };
	unsigned large = count_results(list, PROOF_TOO_LARGE), late = count_results(list, PROOF_TIMED_OUT);

	say_plants(json_object_get(object, "wrong-goals"), out);
	figures_say(object, "{proved} of ", out);
	text_print(out, "%zu", list->count);
	figures_say(object, " proved, {failed} failed", out);
	for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
		if (count_results(list, others[i]) > 0)
			text_print(out, ", %u %s", count_results(list, others[i]), proof_result_name(others[i]));
	if (count_results(list, PROOF_OUT_OF_MEMORY) > 0 && process_more_megabytes() > 0)
		text_print(out, " (out of memory: try --tool-memory %.12g or none)", process_more_megabytes());
	if (late > 0)
		text_print(out, ", %u not done in %lu s (no failure: try --timeout %lu or none)", late, timeout,
			   10 * timeout);
	if (large > 0)
		text_print(out, ", %u too large to try", large);
	text_add(out, "\n");
}

/* Takes `items`. */
static json_t *results_json(const struct proofs *list, const struct spec *spec, json_t *items)
{
	json_t *object = spec_identity(spec);

	if (list->facts)
		json_object_update(object, list->facts);
	json_object_update_new(object, json_pack("{s:o, s:o, s:i, s:i, s:i}", "proofs", items,
						 "wrong-goals", plants_json(list),
						 "proved", (int)count_results(list, PROOF_DONE),
						 "failed", (int)count_results(list, PROOF_FAILED),
						 "status", status_of(list)));
	return object;
}

static void show_results(const struct proofs *list, const json_t *object, const struct verification *v)
{
	struct text out = {0};

	if (v->line->json) {
		made_show(v->line, v->net->spec, object, 4);
	} else {
		say_summary(list, object, v->timeout, &out);
		show_text(out.bytes);
	}
	text_free(&out);
}

/* The line of the log, or of a text, that explains most; NULL: none does. */
static const char *explanation(const struct text *log)
{
	const char *line = log->bytes ? strstr(log->bytes, "Warning:") : NULL;

	return line || !log->bytes ? line : strstr(log->bytes, "ERROR:");
}

static void tell_broken(const struct proof *p)
{
	const char *line = explanation(&p->log);

	if (p->result == PROOF_KILLED)
		error("yosys was killed in proof/%s.ys: expected an end by itself", p->name);
	else if (line)
		error("yosys' answer to proof/%s.ys is not understood: %.*s", p->name, (int)strcspn(line, "\n"), line);
	else
		error("yosys' answer to proof/%s.ys is not understood: expected one verdict on this goal", p->name);
}

/* Reports what went wrong with Yosys. Such goals are neither proved nor failed. */
static void tell_what_went_wrong(const struct proofs *list)
{
	for (size_t i = 0; i < list->plant_count; i++) {
		const struct proof *p = &list->plant[i].proof;

		if (p->result == PROOF_DONE)
			error("the solver proves a wrong goal: proof/%s.ys must fail", p->name);
		else if (p->result == PROOF_BROKEN || p->result == PROOF_KILLED)
			tell_broken(p);
		else if (count_results(list, PROOF_DOUBTED) > 0 && p->result != PROOF_FAILED)
			error("yosys does not refute the wrong goal proof/%s.ys: %s", p->name,
			      proof_result_name(p->result));
	}
	for (size_t i = 0; i < list->count; i++)
		if (list->item[i].result == PROOF_BROKEN || list->item[i].result == PROOF_KILLED)
			tell_broken(&list->item[i]);
}

static void keep_log(struct proofs *list, struct proof *p)
{
	char *path = format_string("proof/%s.log", p->name);

	if (p->log.length > 0)
		output_add(&list->files, path, &p->log);
	free(path);
}

/* Adds Yosys' output beside its scripts. */
static void keep_logs(struct proofs *list)
{
	for (size_t i = 0; i < list->plant_count; i++)
		keep_log(list, &list->plant[i].proof);
	for (size_t i = 0; i < list->count; i++)
		keep_log(list, &list->item[i]);
}

/* Writes the files to a temporary directory and runs the proofs there. */
static int prove_all(struct proofs *list, const struct verification *v, const char *yosys)
{
	const struct command_line *line = v->line;
	const struct spec *spec = v->net->spec;
	char *base = temporary_directory(), *directory = format_string("%s/proofs", base);
	int status = EXIT_WORK_FAILED;

	if (output_commit(&list->files, directory, "verify", spec->name, &status)) {
		if (!line->json)
			print_head(list, spec, v->timeout);
		limit_end();
		json_t *items = run_all(list, yosys, directory, v->timeout, line->json);
		json_t *object = results_json(list, spec, items);

		show_results(list, object, v);
		json_decref(object);
		tell_what_went_wrong(list);
		status = status_of(list);
		keep_logs(list);
		int written;

		if (line->output && !output_commit(&list->files, line->output, "verify", spec->name, &written))
			status = written;
	}
	free(directory);
	free(base);
	return status;
}

static bool has_proofs(const struct verification *v)
{
	const struct spec *spec = v->net->spec;

	if (v->of_image)
		return spec->machine->circuits.prove_image || machine_lacks(spec, "image");
	return spec->machine->hardware.prove || machine_lacks(spec, "proof");
}

/* Proves, if such networks have proofs and the place of -o is good. */
static int verify_network(const struct verification *v)
{
	struct proofs list = {0};
	int status = EXIT_WORK_FAILED;

	if (!has_proofs(v))
		return EXIT_USAGE;
	if (v->line->output && !output_check(v->line->output, "verify", v->net->spec->name, &status))
		return status;
	char *yosys = require_tool("yosys");
	if (yosys && collect(&list, v, &status))
		status = prove_all(&list, v, yosys);
	proofs_free(&list);
	free(yosys);
	return status;
}

/* --image and --against go together. */
static bool read_image_options(struct verification *v)
{
	const char *const *value = v->line->value;

	v->of_image = value[OPTION_IMAGE] || value[OPTION_AGAINST] || value[OPTION_TOP];
	v->image = (struct image_request){ value[OPTION_IMAGE], value[OPTION_AGAINST], value[OPTION_TOP] };
	if (!v->of_image || (v->image.image && v->image.against))
		return true;
	error("%s is missing: an image is proved beside the circuit that it shall be", v->image.image ? "--against" : "--image");
	return suggest("--image circuit.image.json --against circuit.v");
}

/* The network, with the shell that its keys ask for; NULL after a message. */
static struct network *read_network(const struct command_line *line)
{
	struct network *net = NULL;
	struct spec spec;

	if (!network_read_spec(&spec, line->file, line->overrides, line->override_count))
		return NULL;
	if (shell_for_user(&spec, &no_shell))
		net = network_new(&spec);
	spec_free(&spec);
	if (!net || shell_check(net))
		return net;
	network_free(net);
	return NULL;
}

static int verify(const struct command_line *line)
{
	struct verification v = { .line = line };
	const char *timeout = line->value[OPTION_TIMEOUT];
	double limit = DEFAULT_TIMEOUT;

	if ((timeout && !option_limit("--timeout", timeout, 1, LONGEST_TIMEOUT, &limit)) || !read_image_options(&v))
		return EXIT_USAGE;
	v.timeout = isfinite(limit) ? (unsigned long)ceil(limit) : 0;
	struct network *net = read_network(line);
	if (!net)
		return EXIT_USAGE;
	v.net = net;
	int status = verify_network(&v);
	network_free(net);
	return status;
}

const struct command command_verify = {
	.name = "verify",
	.summary = "prove the network's concentrators, nodes and routers, or an image, with Yosys",
	.page = "docs/explanation/proofs.md",
	.usage = "FILE [--image IMAGE --against CIRCUIT [--top-module NAME]] [--timeout SECONDS] [-o DIR]",
	.options = options,
	.needs_file = true,
	.takes = TAKES_SET | TAKES_OUTPUT | TAKES_JSON | TAKES_TOOL_MEMORY | TAKES_LIMIT,
	.run = verify,
};
