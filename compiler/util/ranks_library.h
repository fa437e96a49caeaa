/* ranks_library.h: what libftc-mpi.so offers to ranks.c, under the name `ftc_ranks`. */
#ifndef FTC_UTIL_RANKS_LIBRARY_H
#define FTC_UTIL_RANKS_LIBRARY_H

#include <stdbool.h>

enum { RANKS_LIBRARY_VERSION = 1 };

struct ranks_library {
	unsigned version;		/* RANKS_LIBRARY_VERSION */
	bool (*join)(unsigned *rank, unsigned *count);
	/* All ranks give `each` bytes, and get those of all, in the order of the ranks. */
	void (*gather)(const void *mine, int each, void *all);
	/* The same for numbers of bytes that differ: those of rank r go to all + at[r]. */
	void (*gather_sized)(const void *mine, int bytes, void *all, const int *sizes, const int *at);
	void (*leave)(void);
};

#endif
