/* yosys.c: has Yosys turn Verilog into single gates and flip-flops. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "overlay/readers.h"
#include "util/file.h"
#include "util/message.h"
#include "util/plain.h"
#include "util/process.h"

enum { MOST_BYTES = 1 << 30 };

/* All that Yosys does between reading and writing. */
static char *script_of(const char *read, const char *top, const char *write)
{
	return format_string("%s; synth -flatten%s%s; dfflegalize -cell $_DFF_P_ 01; abc -g NAND; opt_clean; %s",
			     read, top ? " -top " : "", top ? top : "", write);
}

/* Yosys would take it for a pattern or an option. */
static bool is_odd(const char *path)
{
	return !is_plain_path(path) || *path == '-';
}

/* The path in front of its suffix. Fresh. */
static char *stem_of(const char *path)
{
	const char *point = strrchr(path, '.');

	return format_string("%.*s", (int)(point && !strchr(point, '/') ? (size_t)(point - path) : strlen(path)), path);
}

char *yosys_command(const char *path, const char *top)
{
	bool blif = text_ends_with(path, ".blif");
	char *stem = is_odd(path) ? copy_string("circuit") : stem_of(path), *given = stem_of(path);
	char *read = format_string(blif ? "read_blif %s.blif" : "read_verilog %s.v", stem);
	char *write = format_string("write_json %s.json", stem), *script = script_of(read, top, write);
	char *source = format_string(blif ? "%s.blif" : "%s.v", given);
	struct text command = { 0 };

	if (is_odd(path)) {
		text_add(&command, "cp -- ");
		text_add_word(&command, source);
		text_print(&command, " circuit.%s; ", blif ? "blif" : "v");
	}
	text_add(&command, "yosys -p ");
	text_add_word(&command, script);
	free(source);
	free(script);
	free(write);
	free(read);
	free(given);
	free(stem);
	return command.bytes;
}

/* ---- Yosys runs -------------------------------------------------------------------------------------------- */

bool yosys_check_top(const char *top)
{
	static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_$";

	return !top || (*top && strspn(top, letters) == strlen(top))
	       || error("--top-module is '%s': expected the name of a module, letters, digits, _ and $", top);
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
static bool run_yosys(char *yosys, const char *script, const char *path, const struct plain_names *names, int *status)
{
	char *const argv[] = { yosys, "-e", (char *)GRAVE, "-p", (char *)script, NULL };
	struct process_result result;
	bool good = run_process(argv, NULL, &result);

	if (!good) {
		*status = result.end == PROCESS_EXITED ? EXIT_USAGE : EXIT_WORK_FAILED;
		plain_names_translate(names, &result.output);
		refuse_run(path, &result);
	}
	text_free(&result.output);
	return good;
}

bool yosys_write_source(const char *path, const struct text *content, const char *folder)
{
	char *at = format_string("%s/", folder), *beside = plain_folder(path);
	struct plain_verilog file = { .name = path, .at = at };
	bool good = beside ? plain_verilog_write(&file, content, beside, folder)
			   : error("the folder of %s cannot be found: %s", path, strerror(errno));

	free(beside);
	free(at);
	return good;
}

static bool synthesise(char *yosys, const char *path, const char *top, const char *folder, struct text *json, int *status)
{
	char *at = format_string("%s/", folder), *write = format_string("write_json %scircuit.json", at);
	struct plain_verilog file = { .name = path, .at = at };
	struct plain_names names = { 0 };
	struct text read = { 0 };

	plain_verilog_print_command(&file, "", &read);
	plain_verilog_add_names(&file, &names);
	char *script = script_of(read.bytes, top, write);
	bool good = run_yosys(yosys, script, path, &names, status) && read_file_in(folder, "circuit.json", MOST_BYTES, json);
	plain_names_translate_json(&names, json);
	plain_names_free(&names);
	free(script);
	text_free(&read);
	free(write);
	free(at);
	return good;
}

bool yosys_synthesise(const char *path, const struct text *content, const char *top, struct text *json, int *status)
{
	*status = EXIT_USAGE;
	if (!yosys_check_top(top))
		return false;
	*status = EXIT_WORK_FAILED;
	char *yosys = require_tool("yosys");
	if (!yosys)
		return false;
	char *folder = temporary_directory();

	progress("yosys: %s", path);
	bool good = yosys_write_source(path, content, folder) && synthesise(yosys, path, top, folder, json, status);
	free(yosys);
	free(folder);
	return good;
}
