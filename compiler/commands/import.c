/* import.c: `ftc import`: traffic in the formats of others becomes messages for `ftc simulate`.
 *
 * In: the format's name and a file. Out: lines of messages. */
#include <stdio.h>
#include <string.h>

#include "commands/command.h"
#include "commands/deliver.h"
#include "parse/keys.h"
#include "schedule/netrace.h"
#include "util/message.h"

enum { OPTION_WORD_BITS, OPTION_COUNT };
enum { USUAL_WORD_BITS = 64, MOST_WORD_BITS = 1024 };

static const struct option options[] = {
	[OPTION_WORD_BITS] = { "--word-bits", "N", "payload bits of a word; a larger packet becomes several words"
			       " (default 64)" },
	[OPTION_COUNT] = { 0 },
};

static int import(const struct command_line *line)
{
	unsigned long bits = USUAL_WORD_BITS;
	struct text out = {0};
	int status = EXIT_USAGE;

	if (line->word_count < 2) {
		error("ftc import is given no %s: expected ftc import netrace FILE", line->word_count == 0 ? "format" : "file");
		suggest("ftc import --help");
		return status;
	}
	if (strcmp(line->word[0], "netrace") != 0) {
		error("'%s' is no format that ftc import reads: expected netrace", line->word[0]);
		suggest("ftc import netrace %s", shell_word(line->word[1]));
		return status;
	}
	if (!option_unsigned("--word-bits", line->value[OPTION_WORD_BITS], 1, MOST_WORD_BITS, &bits)
	    || !netrace_import(line->word[1], (unsigned)bits, &out))
		return status;
	status = EXIT_DONE;
	if (line->output)
		status = deliver_file(line->output, &out);
	else
		fwrite(out.bytes, 1, out.length, stdout);
	text_free(&out);
	return status;
}

const struct command command_import = {
	.name = "import",
	.summary = "convert another program's trace into messages for simulate",
	.page = "docs/how-to/traffic.md",
	.usage = "netrace FILE [--word-bits N] [-o FILE]",
	.options = options,
	.words = 2,
	.takes = TAKES_OUTPUT_FILE,
	.run = import,
};
