/* random_circuit.h: random circuits for tests, as if they had been read from a file. */
#ifndef FTC_TESTS_OVERLAY_RANDOM_CIRCUIT_H
#define FTC_TESTS_OVERLAY_RANDOM_CIRCUIT_H

#include "overlay/netlist.h"
#include "random.h"

struct random_circuit {
	unsigned gates, latches, inputs, outputs;
};
/* A circuit of about that size. Gates have 1 to 3 inputs and any function; they read mostly young nets, so that some ways
 * are long. Some nets are constant, some read by nobody, some flip-flops start at 1, some are equal to others. */
void random_circuit_make(struct netlist *n, const struct random_circuit *size, struct random *random);

#endif
