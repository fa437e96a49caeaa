/* self_test.h: the self test of a network on a board: the machine's part, and the expected behaviour of a good board.
 *
 * The bitstream tests its network in rounds and reports each on its serial line. The machine defines what is sent and
 * how it is judged (struct machine, board.self_test). Counting and reporting is the same for all (self_test.c).
 */
#ifndef FTC_FPGA_SELF_TEST_H
#define FTC_FPGA_SELF_TEST_H

#include <stdbool.h>
#include <stdint.h>

#include "lower/builder.h"
#include "parse/spec.h"

struct board_top;
struct network;
struct spec;

/* The self test of a machine's networks. */
struct self_test {
	const char *template;			/* name of the module: "self_test_tree" */
	const char *unit;			/* the unit of the counts: "messages" */
	bool in_steps;				/* sends until a counter of STEP_BITS is full */
	/* Can it test such a network? False after a message. NULL: any. */
	bool (*check)(const struct network *net);
	/* Units that are sent, and must arrive, in a round: at least 1. */
	unsigned long (*expected)(const struct board_top *top);
	/* An upper bound of the clocks between two arrivals while any unit is under way. */
	unsigned long (*slot)(const struct board_top *top);
	/* Sets the template's parameters, except those of every self test. */
	void (*parameters)(const struct board_top *top, struct instance *i);
	/* For the estimate of `ftc boards`: the number of generators with a checker, and their size relative to a
	 * leaf's. */
	unsigned (*judges)(const struct spec *spec);
	double share;
};

/* What a test that counts in steps sends per round from each source. */
unsigned long self_test_steps(const struct board_top *top);

/* For self_test_tree.v, in which all leaves send to all: as `check` and `expected` above. */
bool self_test_needs_messages(const struct network *net);
unsigned long self_test_all_messages(const struct board_top *top);

/* Block RAMs that its text takes. */
unsigned long self_test_rams(const struct family *family);

/* The line after round `round` (from 1), without its end. Fresh. */
char *self_test_line(const struct board_top *top, unsigned long round);
/* Units sent per round: messages, sets of words of a sorter, or delivery cycles of a schedule. */
unsigned long self_test_messages(const struct board_top *top);
/* The name of the unit: "messages". */
const char *self_test_unit(const struct board_top *top);
/* Upper bounds in clocks: from power-on to the first round, and from there to the verdict. */
uint64_t self_test_clocks_to_start(const struct board_top *top);
uint64_t self_test_clocks_of_round(const struct board_top *top);

#endif
