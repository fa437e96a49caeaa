/* motion.h: the ways of the words of a sorter, frame by frame, for logs and pages. */
#ifndef FTC_MACHINES_SORTER_MOTION_H
#define FTC_MACHINES_SORTER_MOTION_H

#include "machines/serial_words.h"
#include "simulate/simulate.h"

/* A frame that has left. */
struct sorted_frame {
	uint64_t number;
	uint64_t begun, left;		/* the clocks of start and of the last bits that leave */
	const uint64_t *sent, *got;	/* by wire, before words_check() */
};

/* Adds the words of a frame to s->log, and their ways through the comparators to s->trails; each may be NULL. A frame whose words
 * have not left as comparators sort them is left out: words_check() says what is wrong. */
void sorter_note_frame(const struct simulation *s, const struct word_form *form, const struct sorted_frame *frame);

#endif
