/* deliver.c: writes results to standard output, to the directory of -o, or to single files. */
#include "commands/deliver.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "commands/made.h"
#include "commands/report_page.h"
#include "network/about.h"
#include "util/message.h"
#include "util/vector.h"

/* Does the file lie in the folder, or below? Neither need be there. */
static bool lies_in(const char *file, const char *folder)
{
	char *whole = realpath(folder, NULL), *place = result_folder(file), *above = realpath(*place ? place : ".", NULL);
	size_t length = whole ? strlen(whole) : 0;
	bool inside = whole && above && strncmp(above, whole, length) == 0 && (!above[length] || above[length] == '/');

	free(whole);
	free(place);
	free(above);
	return inside;
}

bool deliver_check_file(const char *option, const char *file, const char *example, const struct command_line *line, int *status)
{
	if (file && !*file) {
		error("%s is empty: expected a file", option);
		return suggest("%s %s", option, example);
	}
	if (file && line->output && lies_in(file, line->output)) {
		error("%s %s lies in the directory of -o, whose files are made anew", option, file);
		return suggest("another directory for one of them");
	}
	return !file || check_result(file, status);
}

/* Whether --html and another option name one file. */
static bool shares(const struct command_line *line, const char *option, const char *file)
{
	if (!file || strcmp(line->html, file) != 0)
		return false;
	error("--html and %s are the same file: %s", option, file);
	suggest("another file for one of them");
	return true;
}

bool deliver_check(const struct command_line *line, int *status)
{
	if (line->drawings && !line->output)
		return error("--drawings is given without -o: expected both, for the drawings are among its files")
		       || suggest("-o %s --drawings %s", line->command, line->drawings == DRAWN_PDF ? "pdf" : line->drawings == DRAWN_TIKZ ? "tikz"
				  : "pdf,tikz");
	if (line->html && *line->html && shares(line, "-o", line->output))
		return false;
	for (size_t i = 0; line->html && i < line->given_count; i++)
		if (strncmp(line->given[i].option->value, "FILE", 4) == 0 && shares(line, line->given[i].option->name, line->given[i].value))
			return false;
	return deliver_check_file("--html", line->html, "report.html", line, status);
}

void deliver_about(struct findings *found, const struct spec *spec)
{
	if (!found->networks)
		found->networks = json_array();
	json_array_append_new(found->networks, network_about(spec));
}

void deliver_chip(struct findings *found, const struct spec *spec)
{
	deliver_about(found, spec);
	if (spec_chips(spec) > 1)
		text_print(&found->text, "\n%s is one of two chips that a link joins: all figures are of one chip, and of words within it; ftc simulate runs both\n",
			   spec->name);
}

/* ---- drawings in other formats ---- */

static const struct format {
	enum drawn drawn;
	const char *suffix;
	void (*print)(const struct vector *v, struct text *out);
} formats[] = { { DRAWN_PDF, "pdf", vector_pdf }, { DRAWN_TIKZ, "tex", vector_tikz } };
static const char *const format_words[] = { "pdf", "tikz" };
enum { FORMATS = sizeof formats / sizeof *formats };

static bool add_format(const struct option_part *part, void *context)
{
	unsigned *wanted = context, format;

	if (!part_word(part, format_words, FORMATS, &format))
		return false;
	*wanted |= formats[format].drawn;
	return true;
}

bool deliver_read_drawings(const char *list, unsigned *wanted)
{
	return option_each_part("--drawings", list, add_format, wanted);
}

static bool has_file(const struct output *out, const char *path)
{
	size_t i = 0;

	while (i < out->count && strcmp(out->files[i].path, path) != 0)
		i++;
	return i < out->count;
}

/* Adds the drawing `svg` in a format to `out`. False: it has shapes that only SVG has. */
static bool print_drawn(const struct text *svg, const struct format *format, struct text *out)
{
	struct vector v;
	bool known = vector_read(svg->bytes, &v);

	if (known)
		format->print(&v, out);
	vector_free(&v);
	return known;
}

/* Adds a drawing in a format, unless its maker has done so. False: it has shapes that only SVG has. */
static bool add_drawn(struct output *out, size_t file, const struct format *format)
{
	int stem = (int)(strlen(out->files[file].path) - strlen("svg"));
	char *path = format_string("%.*s%s", stem, out->files[file].path, format->suffix);
	bool there = has_file(out, path), known = there;
	struct text content = { 0 };

	if (!there && (known = print_drawn(&out->files[file].content, format, &content)))
		output_add(out, path, &content);
	free(path);
	return known;
}

static void add_formats(struct output *out, size_t file, unsigned wanted)
{
	for (unsigned i = 0; i < FORMATS; i++)
		if ((wanted & formats[i].drawn) && !add_drawn(out, file, &formats[i]))
			warning("%s is not there as %s: it has shapes that only SVG has", out->files[file].path, format_words[i]);
}

static void add_drawings(const struct command_line *line, struct output *out)
{
	for (size_t i = 0, count = out->count; line->output && line->drawings && i < count; i++)
		if (text_ends_with(out->files[i].path, ".svg"))
			add_formats(out, i, line->drawings);
}

int deliver_directory(const struct command_line *line, const char *name, struct output *out)
{
	int status = EXIT_DONE;

	add_drawings(line, out);
	if (line->output && !output_commit(out, line->output, line->command, name, &status) && status == EXIT_DONE)
		status = EXIT_WORK_FAILED;
	output_free(out);
	return status;
}

static int write_page(const struct command_line *line, const char *name, const struct findings *found)
{
	struct text html = { 0 };
	int status = EXIT_WORK_FAILED;

	if (report_page_print(line, name, found, &html))
		return deliver_file(line->html, &html);
	text_free(&html);
	return status;
}

int deliver_shown(const struct command_line *line, const char *name, struct findings *found)
{
	progress_end();
	made_add(line, found);
	if (line->json)
		fputs(found->json.bytes, stdout);
	else
		show_text(found->text.bytes);
	fflush(stdout);	/* a message about the files comes after it */
	return line->html ? write_page(line, name, found) : EXIT_DONE;
}

int deliver_findings(const struct command_line *line, const char *name, struct findings *found)
{
	int shown = deliver_shown(line, name, found), status = deliver_directory(line, name, &found->files);

	findings_free(found);
	return shown == EXIT_DONE ? status : shown;
}

/* Adds a copy of `text` as COMMAND.SUFFIX. */
static void add_file(const struct command_line *line, const char *suffix, const struct text *text, struct output *out)
{
	char *path = format_string("%s.%s", line->command, suffix);

	output_add_copy(out, path, text);
	free(path);
}

int deliver_report(const struct command_line *line, const char *name, struct findings *found)
{
	made_add(line, found);
	if (found->files.count == 0) {
		add_file(line, "txt", &found->text, &found->files);
		add_file(line, "json", &found->json, &found->files);
	}
	return deliver_findings(line, name, found);
}

int deliver_file(const char *path, struct text *text)
{
	int status;

	write_result(path, text, &status);
	text_free(text);
	return status;
}

int deliver_picture(const char *path, const struct text *svg)
{
	struct text drawn = { 0 };
	int status;

	for (unsigned i = 0; i < FORMATS; i++) {
		if (!text_ends_with(path, formats[i].suffix))
			continue;
		if (print_drawn(svg, &formats[i], &drawn))
			return deliver_file(path, &drawn);
		error("%s cannot be drawn: it has shapes that only SVG has", path);
		return EXIT_USAGE;
	}
	write_result(path, svg, &status);
	return status;
}
