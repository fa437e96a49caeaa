/* echo.c: commands that print their arguments.
 *
 * Linked with main.c in place of ftc's own commands, to compare the parsing of a command line word by word, whatever
 * the commands do with it. */
#include <stdio.h>

#include "commands/command.h"
#include "util/message.h"

static const struct option options[] = {
	{ "--load", "RATE", "how much traffic is offered, 0 to 1" },
	{ "--frames", "N", "how many frame slots are simulated" },
	{ "--an-option-with-a-long-name", "VALUE",
	  "does nothing, but says it in so many words that they need two "
						   "lines" },
	{ "--quick", NULL, "do less" },
	{ NULL, NULL, NULL }
};
enum { LOAD, FRAMES, LONG, QUICK, MOST_WORDS = 2 };

static void print_line(const struct command_line *line)
{
	printf("command %s\nfile %s\noutput %s\njson %d\n", line->command, line->file ? line->file : "-",
	       line->output ? line->output : "-", line->json);
	for (size_t i = 0; i < line->override_count; i++)
		printf("set %s\n", line->overrides[i].text);
	printf("invocation %s\n", line->invocation);
}

static int echo(const struct command_line *line)
{
	static const char *const none[] = { NULL, NULL, NULL, NULL };
	const char *const *values = line->command[0] == 's' ? line->value : none;	/* ftc flash has no options here */
	unsigned long frames = 0;
	double load = 0;

	if (!option_unsigned("--frames", values[FRAMES], 1, 1000, &frames)
	    || !option_real("--load", values[LOAD], 0, 1, &load))
		return EXIT_USAGE;
	print_line(line);
	printf("load %g frames %lu quick %d\n", load, frames, values[QUICK] != NULL);
	for (size_t i = 0; i < line->word_count; i++)
		printf("word %s\n", line->word[i]);
	return EXIT_DONE;
}

static int fail(const struct command_line *line)
{
	(void)line;
	return EXIT_WORK_FAILED;
}

const struct command command_simulate = {
	"simulate", "run the network", "docs/README.md", "FILE [--load RATE] [--frames N] [--quick]", options, true, MOST_WORDS,
	TAKES_SET | TAKES_OUTPUT | TAKES_JSON, echo, NULL, NULL, NULL, false
};
const struct command command_flash = {
	"flash", "write the bitstream into the board", "docs/README.md", "[FILE ...]", NULL, false, MOST_WORDS, 0, echo, NULL, NULL, NULL, false
};
const struct command command_report = { "report", "say what it is", "docs/README.md", "FILE", NULL, true, 0, TAKES_SET | TAKES_JSON, fail,
					NULL, NULL, NULL, false };
const struct command command_new = { "new", "begin", "docs/README.md", "NAME", NULL, false, 1, 0, fail, NULL, NULL, NULL, false };
const struct command command_explore = { "explore", "find the best one", "docs/README.md", "[FILE]", NULL, false, 1, TAKES_SET, fail, NULL, NULL, NULL, false };
const struct command command_route = { "route", "find a way", "docs/README.md", "FILE", NULL, true, 0, TAKES_SET, fail, NULL, NULL, NULL, false };
const struct command command_embed = { "embed", "take in a guest", "docs/README.md", "FILE", NULL, true, 0, TAKES_SET, fail, NULL, NULL, NULL, false };
const struct command command_universality = { "universality", "load it", "docs/README.md", "FILE", NULL, true, 0, TAKES_SET, fail, NULL, NULL, NULL, false };
const struct command command_schedule = { "schedule", "plan it", "docs/README.md", "FILE", NULL, true, 0, TAKES_SET, fail, NULL, NULL, NULL, false };
const struct command command_import = { "import", "read a trace of others", "docs/README.md", "FORMAT FILE", NULL, false, 2, TAKES_OUTPUT_FILE, fail, NULL, NULL, NULL, false };
const struct command command_compile = { "compile", "turn it into an image", "docs/README.md", "FILE", NULL, true, 0, TAKES_SET, fail, NULL, NULL, NULL, false };
const struct command command_generate = { "generate", "write it", "docs/README.md", "FILE -o DIR", NULL, true, 0, TAKES_OUTPUT, fail, NULL,
					  NULL, NULL, false };
const struct command command_verify = { "verify", "prove the network", "docs/README.md", "FILE", NULL, true, 0, TAKES_SET, fail, NULL,
					NULL, NULL, false };
const struct command command_boards = { "boards", "say where it fits", "docs/README.md", "[FILE]", NULL, false, 0, TAKES_SET | TAKES_JSON,
					fail, NULL, NULL, NULL, false };
const struct command command_build = { "build", "place and route it", "docs/README.md", "FILE", NULL, true, 0, TAKES_OUTPUT, fail, NULL,
				       NULL, NULL, false };
const struct command command_run = { "run", "run it on a board", "docs/README.md", "FILE --board NAME", NULL, true, 0,
				     TAKES_SET | TAKES_OUTPUT | TAKES_JSON, fail, NULL, NULL, NULL, false };
const struct command command_fusesoc = { "fusesoc", "make a network for FuseSoC", "docs/README.md", "FILE", NULL, true, 0, 0, fail, NULL,
					 NULL, NULL, false };
