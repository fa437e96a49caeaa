/* embed_fat_tree.c: `ftc embed` for fat-trees: any guest, the bounds of Theorem 10, and its emulation. */
#include <stdio.h>
#include <stdlib.h>

#include "commands/deliver.h"
#include "commands/embed_fat_tree.h"
#include "universal/emulation.h"
#include "util/limit.h"
#include "util/message.h"
#include "util/output.h"

/* State of one run. */
struct run {
	const struct command_line *line;
	const struct embed_options *wishes;
	const struct spec *spec;
	struct placed guest;
	struct universality u;
	struct emulation emulation;
	unsigned way;			/* enum identification */
	unsigned long seed;
};

static bool check_wishes(const struct embed_options *wishes)
{
	if (wishes->network && wishes->guest) {
		error("--guest and --network each name a guest: expected one of them");
		return suggest("without --guest");
	}
	if (wishes->network && wishes->size) {
		error("'%s' is one word too many for ftc embed --network", wishes->size);
		return suggest("ftc embed --help");
	}
	if (wishes->coordinates && !wishes->network)
		return error("--coordinates is given without a graph: expected --network FILE, a METIS graph");
	return true;
}

/* A disconnected guest works, but is rarely intended. */
static void warn_of_parts(const struct run *run)
{
	unsigned *component = allocate_array(run->guest.processors, sizeof *component), v = 0;

	placed_components(&run->guest, component);
	while (component[v] == 0)
		v++;
	char *first = placed_name(&run->guest, 0), *other = placed_name(&run->guest, v);
	const char *file = run->wishes->network;

	warning_at((struct place){ .file = file ? file : run->guest.title },
		   "the guest is in %u parts that no edge joins: none leads from processor %s to processor %s",
		   run->u.components, first, other);
	free(first);
	free(other);
	free(component);
}

static bool read_guest(struct run *run)
{
	const struct embed_options *wishes = run->wishes;

	if (!wishes->network)
		return placed_generate(&run->guest, wishes->guest, wishes->size, run->spec->leaves, run->seed);
	if (!placed_read(&run->guest, wishes->network, wishes->coordinates))
		return false;
	if (!run->guest.at)
		placed_by_landmarks(&run->guest);
	return true;
}

static bool check_size(const struct run *run)
{
	const char *file = run->wishes->network;

	if (run->guest.processors <= run->spec->leaves)
		return true;
	if (file)
		error_at((struct place){ .file = file },
			 "the guest has %u processors, the tree %u leaves: expected no more processors than leaves",
			 run->guest.processors, run->spec->leaves);
	else
		error("the %s has %u processors, the tree %u leaves: expected no more processors than leaves",
		      run->guest.title, run->guest.processors, run->spec->leaves);
	return suggest("--set leaves=%u", run->guest.processors);
}

static void write_messages(const struct run *run, struct text *out)
{
	const struct message_set *set = &run->u.by[run->way].set;

	text_print(out, "# one step of %s, identified by %s: source destination\n", run->guest.title,
		   identification_words[run->way]);
	for (size_t i = 0; i < set->count; i++)
		text_print(out, "%u %u\n", set->demand[i].source, set->demand[i].destination);
}

static void write_placement(const struct run *run, struct text *out)
{
	text_add(out, "processor,leaf\n");
	for (unsigned i = 0; i < run->guest.processors; i++) {
		char *name = placed_name(&run->guest, i);

		text_print(out, "%s,%u\n", name, run->u.by[run->way].leaf[i]);
		free(name);
	}
}

static const struct emulation *emulation_of(const struct run *run)
{
	return run->wishes->emulate ? &run->emulation : NULL;
}

/* The files of -o. */
static void add_files(const struct run *run, struct findings *found)
{
	struct text messages = {0}, placement = {0}, parameters = {0};

	write_messages(run, &messages);
	write_placement(run, &placement);
	output_add_copy(&found->files, "embedding.json", &found->json);
	output_add(&found->files, "messages.txt", &messages);
	output_add(&found->files, "placement.csv", &placement);
	if (run->wishes->emulate && !run->emulation.too_wide) {
		emulation_parameters(&run->emulation, run->spec, &parameters);
		output_add(&found->files, "tree.yaml", &parameters);
	}
}

static int write_results(const struct run *run)
{
	struct findings found = {0};
	struct text messages = {0}, network = {0};

	universality_print(&run->u, emulation_of(run), run->way, &found.text);
	universality_json(&run->u, emulation_of(run), run->way, &found.json);
	add_files(run, &found);
	deliver_about(&found, run->spec);
	int status = deliver_shown(run->line, run->spec->name, &found);

	if (status == EXIT_DONE && run->wishes->messages) {
		write_messages(run, &messages);
		status = deliver_file(run->wishes->messages, &messages);
	}
	if (status == EXIT_DONE && run->wishes->write_network) {
		placed_write(&run->guest, &network);
		status = deliver_file(run->wishes->write_network, &network);
	}
	if (status == EXIT_DONE)
		status = deliver_directory(run->line, run->spec->name, &found.files);
	findings_free(&found);
	return status;
}

int universal_run(const struct command_line *line, const struct spec *spec, const struct embed_options *wishes)
{
	struct run run = { .line = line, .wishes = wishes, .spec = spec, .seed = 1 };
	int status = EXIT_USAGE;

	if (!check_wishes(wishes)
	    || !option_word("--identification", wishes->identification, identification_words, IDENTIFICATIONS, &run.way)
	    || !option_unsigned("--seed", wishes->seed, 0, 4294967295ul, &run.seed))
		return EXIT_USAGE;
	limit_stage("the embedding", "a smaller guest");
	if (read_guest(&run) && check_size(&run) && universality_measure(&run.u, spec, &run.guest, run.seed)) {
		if (run.u.components > 1)
			warn_of_parts(&run);
		if (wishes->emulate)
			emulation_find(&run.emulation, &run.u, run.way);
		status = write_results(&run);
		universality_free(&run.u);
	}
	placed_free(&run.guest);
	return status;
}
