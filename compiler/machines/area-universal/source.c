/* source.c: has Yosys read a user's file. */
#include "machines/area-universal/source.h"

#include <stdlib.h>
#include <string.h>

#include "overlay/readers.h"
#include "util/file.h"
#include "util/message.h"
#include "util/process.h"

const char source_clock[] = "ftc_clock";

bool source_run(struct source *s, const struct text *script, int *status)
{
	char *path = format_string("%s/script.ys", s->folder);
	struct process_result result = { 0 };
	char *argv[] = { s->yosys, "-q", path, NULL };
	bool written = write_file(path, script), good = written && run_process(argv, NULL, &result);

	*status = EXIT_WORK_FAILED;
	if (written && !good) {
		plain_names_translate(&s->names, &result.output);
		error("yosys cannot read %s", s->file);
		detail("yosys: %s", result.output.bytes ? result.output.bytes : "");
		process_suggest_more(&result);
	}
	text_free(&result.output);
	free(path);
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
	bool good = read_text(s->file, MOST_SOURCE_BYTES, &in);

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

/* Puts the file, as it stands, under a plain name into the folder. */
static bool copy_file(struct source *s, const char *name)
{
	struct text content = { 0 };
	bool good = read_text(s->file, MOST_SOURCE_BYTES, &content);

	good = good && (name ? write_file_in(s->folder, name, &content) : yosys_write_source(s->file, &content, s->folder));
	text_free(&content);
	return good;
}

static bool copy_verilog(struct source *s, struct text *script)
{
	char *at = format_string("%s/", s->folder);
	struct plain_verilog file = { .name = s->file, .at = at };

	plain_verilog_print_command(&file, "", script);
	plain_verilog_add_names(&file, &s->names);
	text_add(script, "\n");
	free(at);
	return copy_file(s, NULL);
}

/* The commands that read the file. */
static bool add_reading(struct source *s, struct text *script)
{
	bool good;

	if (text_ends_with(s->file, ".blif")) {
		text_print(script, "read_blif %s/circuit.blif\n", s->folder);
		return copy_blif(s);
	}
	if (text_ends_with(s->file, ".json")) {
		text_print(script, "read_json %s/circuit.json\n", s->folder);
		good = copy_file(s, "circuit.json");
	} else {
		good = copy_verilog(s, script);
	}
	text_print(script, "hierarchy -check %s%s\nproc\nflatten\n", s->top ? "-top " : "-auto-top", s->top ? s->top : "");
	return good;
}

/* After flattening one module is left, or the only one of a BLIF or JSON file. */
static bool load_design(struct source *s)
{
	struct text flat = { 0 };

	if (!read_file_in(s->folder, "flat.json", MOST_SOURCE_BYTES, &flat))
		return false;
	plain_names_translate_json(&s->names, &flat);
	s->design = json_loadb(flat.bytes, flat.length, 0, NULL);
	text_free(&flat);
	void *only = json_object_iter(json_object_get(s->design, "modules"));

	if (!only)
		return error("yosys finds no module in %s", s->file);
	s->module = json_object_iter_value(only);
	return true;
}

bool source_read(struct source *s, const struct netlist *n, const char *top, const char *commands, int *status)
{
	struct text script = { 0 };

	*status = EXIT_USAGE;
	*s = (struct source){ .file = n->source, .top = top, .clocked = n->clock, .yosys = require_tool("yosys") };
	if (!yosys_check_top(top))
		return false;
	*status = EXIT_WORK_FAILED;
	if (!s->yosys)
		return false;
	s->folder = temporary_directory();
	bool good = add_reading(s, &script);

	text_print(&script, "%swrite_json %s/flat.json\n", commands, s->folder);
	good = good && source_run(s, &script, status) && load_design(s);
	text_free(&script);
	return good;
}

void source_close(struct source *s)
{
	json_decref(s->design);
	plain_names_free(&s->names);
	free(s->yosys);
	free(s->folder);
}
