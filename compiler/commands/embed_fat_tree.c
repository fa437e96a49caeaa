/* embed_fat_tree.c: `ftc embed` for fat-trees: any guest, the bounds of Theorem 10, and its emulation. */
#include <stdio.h>
#include <stdlib.h>

#include "commands/deliver.h"
#include "commands/embed_fat_tree.h"
#include "network/machine.h"
#include "universal/emulation.h"
#include "util/limit.h"
#include "util/message.h"
#include "util/output.h"

/* State of one run. */
struct run {
	const struct command_line *line;
	const struct embed_options *wishes;
	const struct spec *spec;
	struct named_guest named;
	struct universality u;
	struct emulation emulation;
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

static bool read_guest(const struct embed_options *wishes, const struct spec *spec, unsigned long seed, struct placed *guest)
{
	if (!wishes->network)
		return placed_generate(guest, wishes->guest, wishes->size, spec->leaves, seed);
	if (!placed_read(guest, wishes->network, wishes->coordinates))
		return false;
	if (!guest->at)
		placed_by_landmarks(guest);
	return true;
}

static bool check_size(const struct embed_options *wishes, const struct spec *spec, const struct placed *guest)
{
	const char *file = wishes->network;

	if (guest->processors <= spec->leaves)
		return true;
	if (file)
		error_at((struct place){ .file = file },
			 "the guest has %u processors, the tree %u leaves: expected no more processors than leaves",
			 guest->processors, spec->leaves);
	else
		error("the %s has %u processors, the tree %u leaves: expected no more processors than leaves",
		      guest->title, guest->processors, spec->leaves);
	unsigned leaves = guest->processors;

	/* Bay's networks have a power of two, the pruned butterfly one of four. */
	if (spec->machine->shape.guests != GUESTS_BY_UNIVERSALITY)
		for (leaves = 4; leaves < guest->processors; leaves *= 4)
			;
	return suggest("--set leaves=%u", leaves);
}

bool embed_read_guest(const struct embed_options *wishes, const struct spec *spec, struct named_guest *named)
{
	named->seed = 1;
	if (!check_wishes(wishes)
	    || !option_word("--identification", wishes->identification, identification_words, IDENTIFICATIONS, &named->way)
	    || !option_unsigned("--seed", wishes->seed, 0, 4294967295ul, &named->seed))
		return false;
	limit_stage("the embedding", "a smaller guest");
	return read_guest(wishes, spec, named->seed, &named->guest) && check_size(wishes, spec, &named->guest);
}

void embed_write_messages(const struct named_guest *named, const struct message_set *set, struct text *out)
{
	text_print(out, "# one step of %s, identified by %s: source destination\n", named->guest.title,
		   identification_words[named->way]);
	for (size_t i = 0; i < set->count; i++)
		text_print(out, "%u %u\n", set->demand[i].source, set->demand[i].destination);
}

static void write_placement(const struct named_guest *named, const unsigned *leaf, struct text *out)
{
	text_add(out, "processor,leaf\n");
	for (unsigned i = 0; i < named->guest.processors; i++) {
		char *name = placed_name(&named->guest, i);

		text_print(out, "%s,%u\n", name, leaf[i]);
		free(name);
	}
}

void embed_add_files(const struct named_guest *named, const struct message_set *set, const unsigned *leaf, struct findings *found)
{
	struct text messages = {0}, placement = {0};

	embed_write_messages(named, set, &messages);
	write_placement(named, leaf, &placement);
	output_add_copy(&found->files, "embedding.json", &found->json);
	output_add(&found->files, "messages.txt", &messages);
	output_add(&found->files, "placement.csv", &placement);
}

int embed_deliver(const struct command_line *line, const struct spec *spec, const struct embed_options *wishes,
		  const struct named_guest *named, const struct message_set *set, struct findings *found)
{
	struct text messages = {0}, network = {0};

	deliver_chip(found, spec);
	int status = deliver_shown(line, spec->name, found);

	if (status == EXIT_DONE && wishes->messages) {
		embed_write_messages(named, set, &messages);
		status = deliver_file(wishes->messages, &messages);
	}
	if (status == EXIT_DONE && wishes->write_network) {
		placed_write(&named->guest, &network);
		status = deliver_file(wishes->write_network, &network);
	}
	if (status == EXIT_DONE)
		status = deliver_directory(line, spec->name, &found->files);
	findings_free(found);
	return status;
}

void embed_warn_of_parts(const struct embed_options *wishes, const struct placed *guest)
{
	unsigned *component = allocate_array(guest->processors, sizeof *component), parts = placed_components(guest, component), v = 0;
	const char *file = wishes->network;

	while (parts > 1 && component[v] == 0)
		v++;
	char *first = placed_name(guest, 0), *other = placed_name(guest, v);

	if (parts > 1)
		warning_at((struct place){ .file = file ? file : guest->title },
			   "the guest is in %u parts that no edge joins: none leads from processor %s to processor %s", parts, first, other);
	free(first);
	free(other);
	free(component);
}

static const struct emulation *emulation_of(const struct run *run)
{
	return run->wishes->emulate ? &run->emulation : NULL;
}

/* The files of -o. */
static void add_files(const struct run *run, struct findings *found)
{
	struct text parameters = {0};

	embed_add_files(&run->named, &run->u.by[run->named.way].set, run->u.by[run->named.way].leaf, found);
	if (run->wishes->emulate && !run->emulation.too_wide) {
		emulation_parameters(&run->emulation, run->spec, &parameters);
		output_add(&found->files, "tree.yaml", &parameters);
	}
}

static int write_results(const struct run *run)
{
	struct findings found = {0};

	universality_print(&run->u, emulation_of(run), run->named.way, &found.text);
	universality_json(&run->u, emulation_of(run), run->named.way, &found.json);
	add_files(run, &found);
	return embed_deliver(run->line, run->spec, run->wishes, &run->named, &run->u.by[run->named.way].set, &found);
}

int universal_run(const struct command_line *line, const struct spec *spec, const struct embed_options *wishes)
{
	struct run run = { .line = line, .wishes = wishes, .spec = spec };
	int status = EXIT_USAGE;

	if (embed_read_guest(wishes, spec, &run.named) && universality_measure(&run.u, spec, &run.named.guest, run.named.seed)) {
		embed_warn_of_parts(wishes, &run.named.guest);
		if (wishes->emulate)
			emulation_find(&run.emulation, &run.u, run.named.way);
		status = write_results(&run);
		universality_free(&run.u);
	}
	placed_free(&run.named.guest);
	return status;
}
