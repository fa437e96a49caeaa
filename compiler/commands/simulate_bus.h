/* simulate_bus.h: `ftc simulate --bus`: accesses over a memory-mapped bus instead of messages. */
#ifndef FTC_COMMANDS_SIMULATE_BUS_H
#define FTC_COMMANDS_SIMULATE_BUS_H

#include "commands/command.h"

/* Its options, by place; NULL: not given. */
struct bus_values {
	const char *reads, *unmapped, *errors, *holds, *think, *memory_clocks, *hot, *dead, *accesses, *warmup, *seed, *seeds, *log, *html;
};

/* Runs it; returns the exit status. */
int simulate_bus(const struct command_line *line, const struct bus_values *value);

#endif
