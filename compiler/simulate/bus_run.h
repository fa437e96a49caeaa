/* bus_run.h: `ftc simulate --bus`: the Verilog of a bus, verilated, with random masters and memories (sim/bus_bench.h). */
#ifndef FTC_SIMULATE_BUS_RUN_H
#define FTC_SIMULATE_BUS_RUN_H

#include <stdbool.h>

struct delivery_log;
struct findings;
struct network;

struct bus_options {
	double reads, unmapped, errors;		/* shares of the accesses */
	double holds;			/* share of the clocks in which channels of ports wait */
	unsigned long think;		/* clocks, on average */
	unsigned long memory_low, memory_high;	/* clocks beyond the first */
	unsigned long hot;		/* a leaf, as users number it, if `has_hot` */
	bool has_hot;
	unsigned long dead;		/* likewise a slave that never answers */
	bool has_dead;
	unsigned long accesses, warmup;	/* answers that are measured, and answers before */
	unsigned long seed, seeds;	/* so many runs, with the seeds from `seed` on */
};

/* Whether the leaf that an option names is a slave. False after a message. */
bool bus_check_slave(const struct network *net, const char *option, unsigned long leaf);
/* Runs a network whose shell is the bus. `log`, if not NULL, gets the words of all accesses that slaves perform: a request, and its
 * answer, under the access's number among its master's. False after a message; findings, if any, are of what came before. */
bool bus_simulate(const struct network *net, const struct bus_options *o, struct delivery_log *log, struct findings *found);

#endif
