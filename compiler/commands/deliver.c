/* deliver.c: writes results to standard output, to the directory of -o, or to single files. */
#include "commands/deliver.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "commands/report_page.h"
#include "network/about.h"
#include "util/message.h"

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

int deliver_directory(const struct command_line *line, const char *name, struct output *out)
{
	int status = EXIT_DONE;

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

int deliver_shown(const struct command_line *line, const char *name, const struct findings *found)
{
	progress_end();
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
