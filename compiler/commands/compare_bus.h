/* compare_bus.h: `ftc compare --bus`: accesses over memory-mapped buses instead of messages. */
#ifndef FTC_COMMANDS_COMPARE_BUS_H
#define FTC_COMMANDS_COMPARE_BUS_H

#include "commands/simulate_bus.h"
#include "points/points.h"

/* Reads the options for the network that was added last, has its bus stand around it, and compares its masters and slaves with the
 * first network's. `file` is the network's. False after a message. */
bool compare_bus_check(struct points *p, const char *file, const struct bus_values *value, struct bus_options *o);
/* Compares them, and delivers; returns an exit status. */
int compare_bus(const struct command_line *line, struct points *p, const struct bus_options *o);

#endif
