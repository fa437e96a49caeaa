/* serial_words.h: what sorters of bit-serial words share: the keys of their words, and words in simulations.
 *
 * In a simulation a word is left-aligned in some 64-bit words: its first bit on the wire is the top bit of the first. */
#ifndef FTC_MACHINES_SERIAL_WORDS_H
#define FTC_MACHINES_SERIAL_WORDS_H

#include <stdbool.h>
#include <stdint.h>

#include "parse/keys.h"

struct random;
struct text;

/* The first member of the spec->own of every sorter. */
struct serial_words {
	unsigned key_bits;		/* 1 .. MAXIMUM_BITS */
};
/* `key-bits`, and `payload-bits` from 0. */
extern const struct key serial_key_bits_key, serial_payload_bits_key;

/* How long words are. */
struct word_form {
	unsigned key_bits, bits;	/* bits: of key and payload */
	unsigned words;			/* 64-bit words that hold one */
};
struct word_form word_form_of(const struct spec *spec);

void word_put(uint64_t *word, unsigned bit, uint64_t value);
uint64_t word_get(const uint64_t *word, unsigned bit);
/* A random word whose key differs from others in its first `varied` bits only; the rest of the key is 0. */
void word_draw(const struct word_form *f, uint64_t *word, unsigned varied, struct random *random);
/* "0110 1011": the bits of key and payload. */
void word_print(const struct word_form *f, const uint64_t *word, struct text *t);
/* Checks words that have been sorted against those that were sent, `count` of each, and leaves both sorted by all bits.
 * Returns `count`, or the place of a word that is wrong; then *what says why. */
unsigned words_check(const struct word_form *f, uint64_t *sent, uint64_t *got, unsigned count, const char **what);

#endif
