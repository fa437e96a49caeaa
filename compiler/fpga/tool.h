/* tool.h: a program of the build flow: found, new enough, run, its failure told in a few lines. */
#ifndef FTC_FPGA_TOOL_H
#define FTC_FPGA_TOOL_H

#include <stdbool.h>

#include "util/process.h"

struct tool {
	const char *name;		/* "yosys" */
	const char *package;		/* Debian package that has it */
	bool not_in_debian_12;
	const char *version_option;	/* prints a version; NULL: any version will do */
	unsigned major, minor;		/* the oldest that works */
};

/* The tool's absolute path, fresh; NULL after one message when it is missing or too old. */
char *tool_require(const struct tool *tool);
/* And adds to `identity` what tells it from any other version of the tool: path, size, time, what it prints as its version. */
char *tool_require_identified(const struct tool *tool, struct text *identity);

/* The version in what a tool prints: the first number.number behind "Yosys" or "Version". False when there is none. */
bool tool_version(const char *printed, unsigned *major, unsigned *minor);

/* Says that `tool` failed: the last lines of its output that tell why (at most five), and where all of it is. */
void tool_failed(const struct tool *tool, const struct process_result *result, const char *log);

#endif
