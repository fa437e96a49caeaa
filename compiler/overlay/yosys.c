/* yosys.c: has Yosys turn Verilog into single gates and flip-flops. */
#include <stdlib.h>
#include <string.h>

#include "overlay/readers.h"
#include "util/file.h"
#include "util/message.h"
#include "util/process.h"

enum { MOST_BYTES = 1 << 30 };

/* All that Yosys does between reading and writing. */
static char *script_of(const char *read, const char *path, const char *top, const char *write, const char *result)
{
	return format_string("%s %s; synth -flatten%s%s; dfflegalize -cell $_DFF_P_ 01; abc -g NAND; opt_clean; %s %s",
			     read, path, top ? " -top " : "", top ? top : "", write, result);
}

/* A path as a word of Yosys' scripts, fresh. */
static char *script_word(const char *path)
{
	return is_plain_path(path) ? copy_string(path) : format_string("\"%s\"", path);
}

char *yosys_command(const char *path, const char *top)
{
	const char *point = strrchr(path, '.');
	size_t stem = point && !strchr(point, '/') ? (size_t)(point - path) : strlen(path);
	bool blif = text_ends_with(path, ".blif");
	char *source = format_string("%.*s.%s", (int)stem, path, blif ? "blif" : "v");
	char *result = format_string("%.*s.json", (int)stem, path);
	char *source_word = script_word(source), *result_word = script_word(result);
	char *script = script_of(blif ? "read_blif" : "read_verilog", source_word, top, "write_json", result_word);
	struct text command = { 0 };

	text_add(&command, "yosys -p ");
	text_add_word(&command, script);
	free(source);
	free(result);
	free(source_word);
	free(result_word);
	free(script);
	return command.bytes;
}

/* ---- Yosys runs -------------------------------------------------------------------------------------------- */

/* A name that stands in a script as it is. */
static bool check_top(const char *top)
{
	static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_$";

	return !top || (*top && strspn(top, letters) == strlen(top))
	       || error("--top is '%s': expected the name of a module, letters, digits, _ and $", top);
}

/* A quoted word of a script ends at a quote, and a script at a newline. */
static bool check_path(const char *path)
{
	return !strpbrk(path, "\"\n")
	       || error("the file's name is '%s': expected one without quotes and newlines, for Yosys", path);
}

enum { SHOWN_LINES = 12 };

/* Shows what Yosys has said from its first error on. */
static void tell_errors(const char *output)
{
	const char *error = strstr(output, "ERROR: "), *line = error ? error : output;

	/* The line of an error begins with its place in the source. */
	while (line > output && line[-1] != '\n')
		line--;
	for (unsigned shown = 0; *line && shown < SHOWN_LINES; line = text_next_line(line), shown++)
		detail("  yosys: %.*s", (int)strcspn(line, "\n"), line);
}

static bool refuse_run(const char *path, const struct process_result *result)
{
	if (result->end == PROCESS_EXITED && result->status != 0) {
		error_at((struct place){ .file = path }, "Yosys makes no circuit of it");
		tell_errors(result->output.bytes ? result->output.bytes : "");
		return false;
	}
	char *told = process_end_told(result);
	error("yosys %s", told);
	process_suggest_more(result);
	free(told);
	return false;
}

/* Of what Yosys only warns, and then makes something else of it. */
static const char GRAVE[] = "has no driver|conflicting drivers|support for tri-state";

/* A fault of the Verilog is the user's; that Yosys was ended is not. */
static bool run_yosys(char *yosys, const char *script, const char *path, int *status)
{
	char *const argv[] = { yosys, "-e", (char *)GRAVE, "-p", (char *)script, NULL };
	struct process_result result;
	bool good = run_process(argv, NULL, &result);

	if (!good) {
		*status = result.end == PROCESS_EXITED ? EXIT_USAGE : EXIT_WORK_FAILED;
		refuse_run(path, &result);
	}
	text_free(&result.output);
	return good;
}

bool yosys_synthesise(const char *path, const char *top, struct text *json, int *status)
{
	*status = EXIT_USAGE;
	if (!check_top(top) || !check_path(path))
		return false;
	*status = EXIT_WORK_FAILED;
	char *yosys = require_tool("yosys", "yosys");
	if (!yosys)
		return false;
	char *folder = temporary_directory(), *result = format_string("%s/circuit.json", folder);
	char *source_word = script_word(path), *result_word = script_word(result);
	char *script = script_of("read_verilog", source_word, top, "write_json", result_word);

	progress("yosys: %s", path);
	bool good = run_yosys(yosys, script, path, status) && read_file(result, MOST_BYTES, json);
	free(yosys);
	free(folder);
	free(result);
	free(source_word);
	free(result_word);
	free(script);
	return good;
}
