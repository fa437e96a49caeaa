/* sources.h: the sources of sets of messages: a file of messages, a matrix, a pattern.
 *
 * All return false after one message about the error in the input. Free set->demand afterwards.
 */
#ifndef FTC_SCHEDULE_SOURCES_H
#define FTC_SCHEDULE_SOURCES_H

#include "schedule/schedule.h"

/* Lines of "source destination [payload]" (schedule/messages.h); payloads are checked and then ignored. Times
 * likewise, with a warning that says `why`. */
bool source_file(struct message_set *set, const char *path, const struct spec *spec, const char *why);

/* The leaf that owns row or column i of `count`. */
enum row_layout {
	ROWS_BLOCK,			/* neighbouring rows together, as evenly as possible: floor(i n / count) */
	ROWS_CYCLIC,			/* i mod n */
};
unsigned row_owner(enum row_layout layout, unsigned leaves, uint64_t count, uint64_t i);

/* The messages of y = A x for a matrix A in a Matrix Market file ("-": standard input). The owner of column j stores
 * x_j, the owner of row i computes y_i. The owner of column j sends x_j once to each other leaf that owns a row i with
 * an entry a_ij. Messages are in the order of columns, then of destinations. Supports coordinate and array format,
 * every field and symmetry. A stored entry of value 0 counts, except in array format, which stores every entry. */
bool source_matrix(struct message_set *set, const char *path, unsigned leaves, enum row_layout layout);

/* Patterns, on leaves numbered row by row where there is a grid:
 *
 *   stencil	every leaf of a grid a x b to its neighbours above, below, left and right: 5-point stencil, no wrapping
 *   fft	the butterfly's exchanges, i with i xor 2^k, for k = 0, 1, .. in turn, or for one k only; n = 2^L
 *   transpose	(r, c) to (c, r) of a square grid; the diagonal sends to itself
 *   all-to-all	every leaf to every other: a matrix that is stored by rows is transposed
 */
struct pattern_wish {
	const char *name;
	const char *sides;		/* "8x4", or NULL: as square as possible */
	const char *step;		/* of fft: "3", or NULL: all */
};
bool source_pattern(struct message_set *set, const struct pattern_wish *wish, unsigned leaves);

#endif
