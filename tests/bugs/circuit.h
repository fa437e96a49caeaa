/* circuit.h: the circuits of tests/bugs/circuits, in which bugs are planted. */
#ifndef TEST_BUGS_CIRCUIT_H
#define TEST_BUGS_CIRCUIT_H

#include <stdbool.h>
#include <stddef.h>

#include "subject.h"

enum { MOST_SETTINGS = 7, MOST_WORDS = MOST_SETTINGS + 4 };

/* A line of the table. */
struct circuit_row {
	char *words[MOST_WORDS + 1];	/* name, part, where it is proved, what it is; ends with NULL */
	char *line;			/* holds them */
};

struct circuits {
	struct circuit_row *row;
	size_t count;
	char *root;
};

/* Reads ROOT/tests/bugs/circuits. False after a message with its place. */
bool circuits_read(const char *root, struct circuits *circuits);
void circuits_free(struct circuits *circuits);

/* The circuit of that name, or NULL. */
const struct circuit_row *circuit_find(const struct circuits *circuits, const char *name);
/* Its part: circuits whose bugs are one test. */
const char *circuit_part(const struct circuit_row *row);
/* Whether the test `proofs` proves it without a bug. */
bool circuit_proved_elsewhere(const struct circuit_row *row);
/* Its Verilog and its proofs. Free with subject_free(). */
struct subject circuit_make(const struct circuits *circuits, const struct circuit_row *row);

#endif
