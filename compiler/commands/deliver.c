/* deliver.c: writes results to standard output, to the directory of -o, or to single files. */
#include "commands/deliver.h"

#include <stdio.h>
#include <stdlib.h>

#include "util/message.h"

int deliver_directory(const struct command_line *line, const char *name, struct output *out)
{
	int status = EXIT_DONE;

	if (line->output && !output_commit(out, line->output, line->command, name, &status) && status == EXIT_DONE)
		status = EXIT_WORK_FAILED;
	output_free(out);
	return status;
}

int deliver_findings(const struct command_line *line, const char *name, struct findings *found)
{
	progress_end();
	if (line->json)
		fputs(found->json.bytes, stdout);
	else
		show_text(found->text.bytes);
	fflush(stdout);	/* a message about the files comes after it */
	int status = deliver_directory(line, name, &found->files);
	findings_free(found);
	return status;
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
