/* tool.h: a program of the build flow: found, new enough, run, and its failure summarized. */
#ifndef FTC_FPGA_TOOL_H
#define FTC_FPGA_TOOL_H

#include <stdbool.h>

#include "util/process.h"

struct tool {
	const char *name;		/* "yosys" */
	const char *package;		/* of a programmer, as the board has it; NULL: as util/tools.c has it */
	bool not_in_debian_12;
	unsigned major, minor;		/* the oldest that works; 0, 0: any does */
};

extern const struct tool tool_yosys;

/* Returns the tool's absolute path, fresh; NULL after one message when the tool is missing or too old. */
char *tool_require(const struct tool *tool);
/* Does the same, and adds to `identity` what distinguishes this version of the tool: path, size, time, printed
 * version. */
char *tool_require_identified(const struct tool *tool, struct text *identity);

/* Whether the tool, whose path this is, lists the option in its help. False, too, if it cannot be asked. */
bool tool_has_option(const char *path, const char *option);

/* Reads a file that `tool`, which has ended well, must have left in the directory. False after a message if there is
 * none, or an empty one. */
bool tool_result(const struct tool *tool, const char *directory, const char *name, struct text *content);

/* Reports that `tool` failed, with the last lines that explain it (at most five) and the path of the whole output. */
void tool_failed(const struct tool *tool, const struct process_result *result, const char *log);

#endif
