/* matrix.h: sparse matrices in Matrix Market files: coordinate and array format, every field and symmetry. */
#ifndef FTC_SCHEDULE_MATRIX_H
#define FTC_SCHEDULE_MATRIX_H

#include <stdint.h>

#include "util/words.h"

/* A matrix being read. */
struct matrix {
	unsigned long rows, columns;	/* known when the first entry comes */
	/* Takes an entry that is stored, in array format one that is not 0: row and column from 0. Those that the symmetry of the file
	 * omits come, too. */
	void (*entry)(struct matrix *matrix, uint64_t row, uint64_t column);
};

/* Does the file begin as a Matrix Market file does? */
bool matrix_banner(const struct words *w);
/* Reads the whole file, from its beginning, and gives the entries. False after a message. */
bool matrix_read(struct words *w, struct matrix *matrix);

#endif
