/* self_test.h: the self test of a network on a board: what is the machine's, and what a board does whose bitstream is one that passes.
 *
 * It tests its network round after round, and tells of each on its serial line. What is sent, and how it is judged, is the
 * machine's (struct machine, self_test); how it is counted and told is the same for all (self_test.c).
 */
#ifndef FTC_FPGA_SELF_TEST_H
#define FTC_FPGA_SELF_TEST_H

#include <stdbool.h>
#include <stdint.h>

#include "lower/builder.h"

struct board_top;
struct spec;

/* The self test of a machine's networks. */
struct self_test {
	const char *template;			/* what is instantiated: "self_test_tree" */
	const char *unit;			/* what is counted: "messages" */
	bool in_steps;				/* sends until a counter of STEP_BITS is full */
	/* Can it test such a network? False after a message. */
	bool (*check)(const struct network *net);
	/* How much of the unit is sent, and must come, in a round: at least 1. */
	unsigned long (*expected)(const struct board_top *top);
	/* Clocks in which at least one of it comes while any is under way, rather too many. */
	unsigned long (*slot)(const struct board_top *top);
	/* The template's parameters, those aside that all self tests have. */
	void (*parameters)(const struct board_top *top, struct instance *i);
	/* For the estimate of `ftc boards`: how many things have a generator and a judge, and how large those are beside a leaf's. */
	unsigned (*judges)(const struct spec *spec);
	double share;
};

/* What one that counts in steps sends in a round from each source. */
unsigned long self_test_steps(const struct board_top *top);

/* The line behind round `round` (from 1), its end left out. Fresh. */
char *self_test_line(const struct board_top *top, unsigned long round);
/* What is sent in a round: messages; sets of words of a sorter; delivery cycles of a schedule. */
unsigned long self_test_messages(const struct board_top *top);
/* What that is called: "messages". */
const char *self_test_unit(const struct board_top *top);
/* Clocks, rather too many: from power-on to the first round, and from there to the verdict. */
uint64_t self_test_clocks_to_start(const struct board_top *top);
uint64_t self_test_clocks_of_round(const struct board_top *top);

#endif
