/* banks.h: FIFOs of words in banks, as the nodes of a sorting fat-tree have them.
 *
 * Word number n that goes in lies in bank n mod s, column n / s, whatever waves it came in: so full waves can go out. A wave
 * comes sorted, on consecutive lines; a rotator turns them to the banks. */
#ifndef FTC_MACHINES_SORTING_FAT_TREE_BANKS_H
#define FTC_MACHINES_SORTING_FAT_TREE_BANKS_H

#include <stdbool.h>
#include <stdint.h>

/* A word on a wire or in a bank: destination, then source, as they are compared. */
#define SORTING_IDLE UINT64_MAX
enum { SORTING_LABEL_BITS = 20 };
static inline uint64_t sorting_word(unsigned source, unsigned destination)
{
	return (uint64_t)destination << SORTING_LABEL_BITS | source;
}
static inline unsigned sorting_source(uint64_t word)
{
	return (unsigned)(word & ((1u << SORTING_LABEL_BITS) - 1));
}
static inline unsigned sorting_destination(uint64_t word)
{
	return (unsigned)(word >> SORTING_LABEL_BITS & ((1u << SORTING_LABEL_BITS) - 1));
}

/* What cannot happen, and how often it did. */
struct sorting_violations {
	unsigned long banks;		/* a bank is read or written twice in a wave, or a word is written over another */
	unsigned long depth;		/* a FIFO has no column left for a word, which is lost */
	unsigned long lemma;		/* a batch has more words in a channel than Lemma 11 says */
	unsigned long blocks;		/* a word comes to a block that is not that of its destination */
};

struct sorting_fifo {
	unsigned lines, columns;	/* of words in each bank */
	unsigned made;			/* columns with a place in memory: those that have been used */
	uint64_t *bank;			/* [column * lines + bank]; SORTING_IDLE: empty */
	unsigned long *written;		/* [bank]: the wave in which it was written last */
	unsigned long wave;
	unsigned head, tail;		/* words that have gone out and in */
	unsigned most;			/* words that it has held */
};

void sorting_fifo_start(struct sorting_fifo *f, unsigned lines, unsigned columns);
void sorting_fifo_free(struct sorting_fifo *f);
/* Begins a batch: the FIFO is empty, and words go in from bank 0 on. */
void sorting_fifo_begin(struct sorting_fifo *f);
/* Appends the words on the lines first .. first + count - 1 of a wave. */
void sorting_fifo_append(struct sorting_fifo *f, const uint64_t *line, unsigned first, unsigned count,
			 struct sorting_violations *v);
/* Takes the next words, at most one for each wire, which divide the lines. */
void sorting_fifo_send(struct sorting_fifo *f, uint64_t *wire, unsigned wires, struct sorting_violations *v);
static inline unsigned sorting_fifo_words(const struct sorting_fifo *f)
{
	return f->tail - f->head;
}

#endif
