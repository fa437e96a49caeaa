/* sources.h: where sets of messages come from: a file of messages, a matrix, a pattern.
 *
 * All return false after one message that says what is wrong with the input. Free set->demand afterwards.
 */
#ifndef FTC_SCHEDULE_SOURCES_H
#define FTC_SCHEDULE_SOURCES_H

#include "schedule/schedule.h"

/* Lines of "source destination [payload]" (simulate/messages.h); payloads are checked and then ignored. */
bool source_file(struct message_set *set, const char *path, const struct spec *spec);

/* Which leaf owns row or column i of `count`. */
enum row_layout {
	ROWS_BLOCK,			/* neighbouring rows together, as evenly as can be: floor(i n / count) */
	ROWS_CYCLIC,			/* i mod n */
};
unsigned row_owner(enum row_layout layout, unsigned leaves, uint64_t count, uint64_t i);

/* The messages of y = A x, A being a Matrix Market file ("-": standard input). x_j lives where column j does, y_i is made where
 * row i is; so the owner of column j sends x_j to each other leaf that owns a row i with an entry a_ij: once, however
 * many such rows it has. In the order of columns, then of destinations. Coordinate and array format, every
 * field and symmetry; an entry that is stored counts though its value be 0, but in array format, where every entry
 * is stored, it does not. */
bool source_matrix(struct message_set *set, const char *path, unsigned leaves, enum row_layout layout);

/* Patterns, on leaves numbered row by row where there is a grid:
 *
 *   stencil	every leaf of a grid a x b to its neighbours above, below, left and right: 5-point stencil, no wrapping
 *   fft	the butterfly's exchanges, i with i xor 2^k, for k = 0, 1, .. one after the other, or one k only; n = 2^L
 *   transpose	(r, c) to (c, r) of a square grid; the diagonal sends to itself
 *   all-to-all	every leaf to every other: a matrix that is stored by rows is transposed
 */
struct pattern_wish {
	const char *name;
	const char *sides;		/* "8x4", or NULL: as square as can be */
	const char *step;		/* of fft: "3", or NULL: all */
};
bool source_pattern(struct message_set *set, const struct pattern_wish *wish, unsigned leaves);

#endif
