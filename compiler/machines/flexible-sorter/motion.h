/* motion.h: the ways of the words of a flexible sorter, batch by batch, for logs and pages. */
#ifndef FTC_MACHINES_FLEXIBLE_SORTER_MOTION_H
#define FTC_MACHINES_FLEXIBLE_SORTER_MOTION_H

#include "machines/flexible-sorter/flexible_sorter.h"
#include "simulate/simulate.h"

/* How a word has come in. */
struct flexible_coming {
	uint64_t clock;			/* of its wave's start */
	unsigned line;
};

/* A batch that has left. */
struct flexible_batch {
	uint64_t number;
	unsigned words;
	const uint64_t *sent;		/* [words]: before words_check() */
	const struct flexible_coming *coming;	/* [words]: waves ascending, and in each its lines */
	const uint64_t *left;		/* [wave]: the clock of its last bits */
};

/* Adds the words of a batch to s->log, and their ways through the columns of each pass to s->trails; each may be NULL. Vertex
 * P.C is column C before pass P. */
void flexible_note_batch(const struct simulation *s, const struct flexible_moves *m, const struct word_form *form,
			 const struct flexible_batch *batch);

#endif
