/* tool.c: programs of the build flow. */
#include "fpga/tool.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "util/message.h"
#include "util/output.h"

const struct tool tool_yosys = { .name = "yosys", .minor = 23 };

enum { TOLD_LINES = 5, LONGEST_TOLD = 300, FILE_LIMIT = 1 << 28 };

static const char *package_of(const struct tool *tool)
{
	return tool->package ? tool->package : tool_package(tool->name);
}

/* Prints the version, as the tool does. False after a message if the tool cannot be run or heard. */
static bool ask_version(const struct tool *tool, const char *path, struct process_result *result)
{
	char *const argv[] = { (char *)path, (char *)known_tool(tool->name)->version_option, NULL };

	run_process(argv, NULL, result);
	if (result->end == PROCESS_EXITED)
		return true;
	tool_failed(tool, result, NULL);
	text_free(&result->output);
	return false;
}

/* A version that cannot be read counts as new enough: development builds print anything. */
static bool is_new_enough(const struct tool *tool, const char *path, struct text *printed)
{
	struct process_result result;
	unsigned major = 0, minor = 0;

	if (!ask_version(tool, path, &result))
		return false;
	bool known = tool_version(result.output.bytes, &major, &minor);
	text_add(printed, result.output.bytes);
	text_free(&result.output);
	if (!known || major > tool->major || (major == tool->major && minor >= tool->minor))
		return true;
	error("%s is version %u.%u: at least %u.%u is needed", path, major, minor, tool->major, tool->minor);
	return suggest("sudo apt-get install %s", package_of(tool));
}

/* What distinguishes one tool from another, and an upgraded one from its forerunner. Without all of it, results of one might
 * be taken for those of another. */
static bool identify(const char *path, const struct text *printed, struct text *identity)
{
	struct stat status;

	if (stat(path, &status) != 0)
		return error("%s cannot be looked at: %s", path, strerror(errno));
	text_print(identity, "%s %lld %lld.%09ld %s\n", path, (long long)status.st_size,
		   (long long)status.st_mtim.tv_sec, status.st_mtim.tv_nsec, printed->length ? printed->bytes : "");
	return true;
}

char *tool_require_identified(const struct tool *tool, struct text *identity)
{
	char *path = require_tool_of(tool->name, package_of(tool)), *absolute = NULL;
	struct text printed = {0};

	if (!path && tool->not_in_debian_12)
		suggest(".ci/install-tools, where apt-get knows no %s (Debian 12)", package_of(tool));
	/* Make the path absolute: the tool may run in another directory. */
	if (path && (!(tool->major || tool->minor) || is_new_enough(tool, path, &printed))) {
		absolute = realpath(path, NULL);
		if (!absolute)
			error("%s cannot be found: %s", path, strerror(errno));
	}
	if (absolute && !identify(absolute, &printed, identity)) {
		free(absolute);
		absolute = NULL;
	}
	text_free(&printed);
	free(path);
	return absolute;
}

char *tool_require(const struct tool *tool)
{
	struct text identity = {0};
	char *path = tool_require_identified(tool, &identity);

	text_free(&identity);
	return path;
}

bool tool_has_option(const char *path, const char *option)
{
	char *const argv[] = { (char *)path, "--help", NULL };
	struct process_result result;

	run_process(argv, NULL, &result);
	bool has = result.end == PROCESS_EXITED && strstr(result.output.bytes, option);
	text_free(&result.output);
	return has;
}

bool tool_result(const struct tool *tool, const char *directory, const char *name, struct text *content)
{
	char *path = format_string("%s/%s", directory, name);
	struct stat status;
	bool there = stat(path, &status) == 0 && S_ISREG(status.st_mode) && read_file(path, FILE_LIMIT, content);

	free(path);
	if (there && content->length > 0)
		return true;
	return error(there ? "%s wrote nothing into %s" : "%s wrote no %s", tool->name, name);
}

/* Is the line marked as an error? If any are, only those are shown. */
static bool is_marked(const char *line)
{
	static const char *const marks[] = { "ERROR", "error", "Error", "fatal", "terminate called" };

	for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
		if (strncmp(line, marks[i], strlen(marks[i])) == 0)
			return true;
	return false;
}

void tool_failed(const struct tool *tool, const struct process_result *result, const char *log)
{
	const char *told[TOLD_LINES];
	unsigned count = 0;
	bool marked = false;

	for (const char *line = result->output.bytes; *line; line = text_next_line(line))
		marked = marked || is_marked(line);
	for (const char *line = result->output.bytes; *line; line = text_next_line(line))
		if (*line != '\n' && (!marked || is_marked(line)))
			told[count++ % TOLD_LINES] = line;
	char *how = process_end_told(result);
	error("%s %s", tool->name, how);
	free(how);
	for (unsigned i = count > TOLD_LINES ? count - TOLD_LINES : 0; i < count; i++) {
		const char *line = told[i % TOLD_LINES];
		size_t length = strcspn(line, "\n");

		detail("  %s: %.*s", tool->name, (int)(length < LONGEST_TOLD ? length : LONGEST_TOLD), line);
	}
	if (log)
		detail("  all it said is in %s", log);
	process_suggest_more(result);
}
