/* simulate_bus.h: `ftc simulate --bus`: accesses over a memory-mapped bus instead of messages. */
#ifndef FTC_COMMANDS_SIMULATE_BUS_H
#define FTC_COMMANDS_SIMULATE_BUS_H

#include "commands/command.h"
#include "simulate/bus_run.h"

struct network;

/* Its options, by place; NULL: not given. */
struct bus_values {
	const char *reads, *unmapped, *errors, *holds, *think, *memory_clocks, *hot, *dead, *accesses, *warmup, *seed, *seeds, *log, *html;
};

/* Reads them for a network with a bus, what is not given as `ftc simulate --bus` has it. False after a message. */
bool simulate_bus_read(const struct network *net, const struct bus_values *value, struct bus_options *o);
/* Runs it; returns the exit status. */
int simulate_bus(const struct command_line *line, const struct bus_values *value);

#endif
