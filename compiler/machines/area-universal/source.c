/* source.c: has Yosys read a user's file. */
#include "machines/area-universal/source.h"

#include <stdlib.h>
#include <string.h>

#include "util/file.h"
#include "util/message.h"
#include "util/process.h"

const char source_clock[] = "ftc_clock";

bool source_run(struct source *s, const struct text *script, int *status)
{
	struct process_result result;
	char *argv[] = { s->yosys, "-q", "script.ys", NULL };
	bool good = write_file_in(s->folder, "script.ys", script) && run_process(argv, s->folder, &result);

	*status = EXIT_WORK_FAILED;
	if (!good) {
		error("yosys cannot read %s", s->file);
		detail("yosys: %s", result.output.bytes ? result.output.bytes : "");
		process_suggest_more(&result);
	}
	text_free(&result.output);
	return good;
}

/* A BLIF latch without a clock gets one: Yosys would take it for a latch of no clock at all. */
static void add_latch(struct text *out, char *line)
{
	char *word[6], *rest = line, *next;
	unsigned words = 0;

	while (words < 6 && (next = strtok_r(rest, " \t", &rest)))
		word[words++] = next;
	if (words == 3 || words == 4)
		text_print(out, ".latch %s %s re %s %s\n", word[1], word[2], source_clock, words == 4 ? word[3] : "3");
	else
		for (unsigned i = 0; i < words; i++)
			text_print(out, "%s%s", word[i], i + 1 < words ? " " : "\n");
}

static void add_blif_line(struct text *out, const char *line, bool clocked)
{
	if (strncmp(line, ".latch", 6) == 0 && !clocked) {
		char *copy = copy_string(line);

		add_latch(out, copy);
		free(copy);
		return;
	}
	text_add(out, line);
	text_add(out, "\n");
	if (strncmp(line, ".model", 6) == 0 && !clocked)
		text_print(out, ".inputs %s\n", source_clock);
}

/* Copies a BLIF file: continued lines are joined. */
static bool copy_blif(const struct source *s)
{
	struct text in = { 0 }, line = { 0 }, out = { 0 };
	bool good = read_file(s->file, MOST_SOURCE_BYTES, &in);

	for (const char *at = in.bytes; good && at && *at; at = text_next_line(at)) {
		size_t length = strcspn(at, "\r\n");
		bool more = length > 0 && at[length - 1] == '\\';

		text_add(&line, "");
		text_add_bytes(&line, at, more ? length - 1 : length);
		if (more)
			continue;
		add_blif_line(&out, line.bytes, s->clocked);
		text_free(&line);
	}
	good = good && write_file_in(s->folder, "circuit.blif", &out);
	text_free(&in);
	text_free(&line);
	text_free(&out);
	return good;
}

/* The commands that read the file. */
static bool add_reading(const struct source *s, struct text *script)
{
	char *path = realpath(s->file, NULL);

	if (text_ends_with(s->file, ".blif")) {
		text_add(script, "read_blif circuit.blif\n");
		free(path);
		return copy_blif(s);
	}
	if (text_ends_with(s->file, ".json"))
		text_print(script, "read_json \"%s\"\n", path);
	else
		text_print(script, "read_verilog \"%s\"\n", path);
	if (s->top)
		text_print(script, "hierarchy -check -top %s\n", s->top);
	else
		text_add(script, "hierarchy -check -auto-top\n");
	text_add(script, "proc\nflatten\n");
	free(path);
	return true;
}

/* After flattening one module is left, or the only one of a BLIF or JSON file. */
static bool load_design(struct source *s)
{
	char *path = format_string("%s/flat.json", s->folder);

	s->design = json_load_file(path, 0, NULL);
	free(path);
	void *only = json_object_iter(json_object_get(s->design, "modules"));

	if (!only)
		return error("yosys finds no module in %s", s->file);
	s->module_name = copy_string(json_object_iter_key(only));
	s->module = json_object_iter_value(only);
	return true;
}

bool source_read(struct source *s, const struct netlist *n, const char *top, const char *commands, int *status)
{
	struct text script = { 0 };

	*s = (struct source){ .file = n->source, .top = top, .clocked = n->clock, .yosys = require_tool("yosys", "yosys") };
	*status = EXIT_WORK_FAILED;
	if (!s->yosys)
		return false;
	s->folder = temporary_directory();
	bool good = add_reading(s, &script);

	text_print(&script, "%swrite_json flat.json\n", commands);
	good = good && source_run(s, &script, status) && load_design(s);
	text_free(&script);
	return good;
}

void source_close(struct source *s)
{
	json_decref(s->design);
	free(s->module_name);
	free(s->yosys);
	free(s->folder);
}
