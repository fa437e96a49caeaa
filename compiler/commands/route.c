/* route.c: `ftc route`: one path between two leaves or nodes, or all disjoint ones, as text and as a drawing. */
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "commands/deliver.h"
#include "network/machine.h"
#include "util/message.h"

static const struct option options[] = {
	{ "--all", NULL, "all paths that share only their end nodes; of generalized fat trees" },
	{ "--payload", "WORD", "the word whose bits are shown, decimal or with 0x before it; of serial fat-trees (default 0)" },
	{ "--seed", "S", "seed of up-routing random; the default is 1" },
	{ NULL, NULL, NULL }
};
enum { ALL, PAYLOAD, SEED, ENDS = 2 };

static bool read_ends(const struct command_line *line, const struct spec *spec, struct route_request *request)
{
	static const char *const names[ENDS] = { "source", "destination" };
	unsigned first = spec->machine->first_end;
	unsigned long end[ENDS];

	if (line->word_count < ENDS) {
		error("ftc route is given no %s: expected ftc route FILE SOURCE DESTINATION", names[line->word_count]);
		return suggest("ftc route %s %u %u", shell_word(line->file), first, first + 1);
	}
	for (unsigned i = 0; i < ENDS; i++)
		if (!option_unsigned(names[i], line->word[i], first, first + spec->leaves - 1, &end[i]))
			return false;
	request->source = (unsigned)end[0];
	request->destination = (unsigned)end[1];
	if (end[0] != end[1])
		return true;
	error("source and destination are both %lu: expected two different %s", end[0], spec->machine->ends);
	return suggest("destination %lu", end[0] < first + spec->leaves - 1 ? end[0] + 1 : end[0] - 1);
}

/* The word, of at most 64 bits. */
static bool read_payload(const struct spec *spec, const char *text, uint64_t *payload)
{
	unsigned bits = spec->payload_bits < 64 ? spec->payload_bits : 64;
	uint64_t most = UINT64_MAX >> (64 - bits);
	bool hexadecimal = text && strncmp(text, "0x", 2) == 0;
	char *end = NULL;

	if (!text)
		return true;
	if (!spec->machine->report.shows_word) {
		error("--payload is given, but ftc route shows no words in a %s: expected a serial fat-tree", spec->machine->name);
		return suggest("without --payload");
	}
	errno = 0;
	*payload = isxdigit((unsigned char)text[hexadecimal ? 2 : 0]) ? strtoull(text + (hexadecimal ? 2 : 0), &end, hexadecimal ? 16 : 10) : 0;
	if (end && !*end && errno == 0 && *payload <= most)
		return true;
	error("--payload is '%s': expected a word of %u bits, from 0 to %llu, or 0x%llx", text, bits, (unsigned long long)most,
	      (unsigned long long)most);
	return suggest("--payload 0x%llx", (unsigned long long)(0xc0ffee01 & most));
}

static int route(const struct command_line *line, const struct spec *spec, const struct route_request *request)
{
	struct findings found = {0};
	int status = spec->machine->report.route(spec, request, line->output || line->html, &found);

	deliver_about(&found, spec);
	if (status == EXIT_DONE)
		status = deliver_report(line, spec->name, &found);
	findings_free(&found);
	return status;
}

static int run_route(const struct command_line *line)
{
	struct route_request request = {0};
	unsigned long seed = 1;
	struct spec spec;
	int status = EXIT_USAGE;

	if (!option_unsigned("--seed", line->value[SEED], 0, 4294967295u, &seed)
	    || !spec_read(&spec, line->file, line->overrides, line->override_count))
		return EXIT_USAGE;
	request.all = line->value[ALL];
	request.seed = (unsigned)seed;
	request.seeded = line->value[SEED];
	if (!spec.machine->report.route)
		machine_lacks(&spec, "ftc route");
	else if (read_ends(line, &spec, &request) && read_payload(&spec, line->value[PAYLOAD], &request.payload))
		status = route(line, &spec, &request);
	spec_free(&spec);
	return status;
}

const struct command command_route = {
	.name = "route",
	.summary = "print paths from leaf to leaf, a word's bits on them, or a packet's way",
	.page = "docs/explanation/generalized-fat-trees.md",
	.usage = "FILE SOURCE DESTINATION [--all] [--payload WORD] [--seed S] [-o DIR]",
	.options = options,
	.needs_file = true,
	.words = ENDS,
	.takes = TAKES_SET | TAKES_OUTPUT | TAKES_DRAWINGS | TAKES_JSON | TAKES_LIMIT | TAKES_PAGE,
	.run = run_route,
};
