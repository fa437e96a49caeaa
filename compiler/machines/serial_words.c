/* serial_words.c: the keys of bit-serial words, and such words in simulations. */
#define _GNU_SOURCE		/* qsort_r */
#include "machines/serial_words.h"

#include <stddef.h>
#include <stdlib.h>

#include "random.h"
#include "util/text.h"

const struct key serial_key_bits_key = {
	.name = "key-bits", .type = KEY_NUMBER, .own = true,
	.field = offsetof(struct serial_words, key_bits), .low = 1, .high = MAXIMUM_BITS, .preset = 32,
	.help = "Bits of the key by which words are sorted.",
};
const struct key serial_payload_bits_key = {
	.name = "payload-bits", .type = KEY_NUMBER, .field = offsetof(struct spec, payload_bits),
	.high = MAXIMUM_BITS, .preset = 32, .help = "Bits of payload behind each key.",
};

struct word_form word_form_of(const struct spec *spec)
{
	struct word_form f = { .key_bits = ((const struct serial_words *)spec->own)->key_bits };

	f.bits = f.key_bits + spec->payload_bits;
	f.words = (f.bits + 63) / 64;
	return f;
}

void word_put(uint64_t *word, unsigned bit, uint64_t value)
{
	word[bit / 64] |= value << (63 - bit % 64);
}

uint64_t word_get(const uint64_t *word, unsigned bit)
{
	return word[bit / 64] >> (63 - bit % 64) & 1;
}

/* Words are left-aligned, first bit on top: they compare like numbers. */
static int compare_words(const uint64_t *a, const uint64_t *b, unsigned bits)
{
	for (unsigned i = 0; i * 64 < bits; i++) {
		uint64_t mask = bits - i * 64 >= 64 ? ~(uint64_t)0 : ~(~(uint64_t)0 >> (bits - i * 64));

		if ((a[i] ^ b[i]) & mask)
			return (a[i] & mask) < (b[i] & mask) ? -1 : 1;
	}
	return 0;
}

void word_draw(const struct word_form *f, uint64_t *word, unsigned varied, struct random *random)
{
	for (unsigned i = 0; i < f->words; i++)
		word[i] = random_next(random);
	for (unsigned bit = varied; bit < f->key_bits; bit++)
		word[bit / 64] &= ~((uint64_t)1 << (63 - bit % 64));
	if (f->bits % 64)
		word[f->words - 1] &= ~(~(uint64_t)0 >> f->bits % 64);
}

void word_print(const struct word_form *f, const uint64_t *word, struct text *t)
{
	for (unsigned bit = 0; bit < f->bits; bit++) {
		if (bit == f->key_bits)
			text_add(t, " ");
		text_add(t, word_get(word, bit) ? "1" : "0");
	}
}

static int compare_whole(const void *a, const void *b, void *bits)
{
	return compare_words(a, b, *(const unsigned *)bits);
}

unsigned words_check(const struct word_form *f, uint64_t *sent, uint64_t *got, unsigned count, const char **what)
{
	size_t size = f->words * sizeof *sent;
	unsigned bits = f->bits;

	*what = "its key is smaller than the one before";
	for (unsigned i = 1; i < count; i++)
		if (compare_words(got + (i - 1) * f->words, got + i * f->words, f->key_bits) > 0)
			return i;
	qsort_r(sent, count, size, compare_whole, &bits);
	qsort_r(got, count, size, compare_whole, &bits);
	*what = "no such word entered";
	for (unsigned i = 0; i < count; i++)
		if (compare_words(sent + i * f->words, got + i * f->words, bits))
			return i;
	return count;
}
