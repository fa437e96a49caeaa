/* version.c: `ftc --version`: the version, and the tools that ftc finds, with theirs. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "commands/command.h"
#include "util/process.h"

static const double patience = 2;	/* seconds for each tool */

/* The first number behind a blank or bracket: "5.006" of "Verilator 5.006 2023-01-22". Fresh. */
static char *number_in(const char *printed)
{
	while (*printed && !(strchr(" (", *printed) && isdigit((unsigned char)printed[1])))
		printed++;
	return *printed ? format_string("%.*s", (int)strspn(printed + 1, "0123456789."), printed + 1) : copy_string("found");
}

/* Fresh. */
static char *version_of(const char *path, const char *option)
{
	struct process_result result;

	if (!option)
		return copy_string("found");
	bool runs = run_process_within(patience, (char *const[]){ (char *)path, (char *)option, NULL }, NULL, &result);
	char *version = runs ? number_in(result.output.length ? result.output.bytes : "")
			     : copy_string(result.end == PROCESS_TIMED_OUT ? "no answer" : "does not run");
	text_free(&result.output);
	return version;
}

void version_print(const char *version)
{
	printf("ftc %s\n\nTools:\n", version);
	fflush(stdout);		/* tools may take their time; finish() notes a failure */
	for (const struct known_tool *tool = known_tools; tool->name && tool->purpose; tool++) {
		char *path = find_tool(tool->name), *found = path ? version_of(path, tool->version_option) : NULL;

		printf("  %-14s %-13s %s", tool->name, found ? found : "not found", tool->purpose);
		if (!found)
			printf("; Debian's package %s", tool_package(tool->name));
		puts("");
		free(path);
		free(found);
	}
}
