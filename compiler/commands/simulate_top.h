/* simulate_top.h: `ftc simulate --top`. */
#ifndef FTC_COMMANDS_SIMULATE_TOP_H
#define FTC_COMMANDS_SIMULATE_TOP_H

#include "commands/command.h"

/* Values of its options; NULL: not given. The files of --top are among those given on the command line. */
struct top_values {
	const char *board, *top_module, *constraints, *clock, *clock_hz, *baud, *pins, *clocks, *engine, *trace;
};

int simulate_top(const struct command_line *line, const struct top_values *value);

#endif
