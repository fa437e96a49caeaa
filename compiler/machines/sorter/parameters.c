/* parameters.c: the parameters of a sorter. */
#include "machines/sorter/sorter.h"
#include "parse/keys.h"

static const struct key wires_key = {
	.name = "wires", .type = KEY_NUMBER, .own = true,
	.field = offsetof(struct sorter_parameters, wires), .low = 2, .high = MAXIMUM_WIRES,
	.required = "the number of wires, from 2 to 1024", .example = "8",
	.help = "How many words are sorted at a time.",
	.size = true,
};
static const struct key key_bits_key = {
	.name = "key-bits", .type = KEY_NUMBER, .own = true,
	.field = offsetof(struct sorter_parameters, key_bits), .low = 1, .high = MAXIMUM_BITS, .preset = 32,
	.help = "Bits of the key by which words are sorted.",
};
static const struct key word_payload_bits_key = {
	.name = "payload-bits", .type = KEY_NUMBER, .field = offsetof(struct spec, payload_bits),
	.high = MAXIMUM_BITS, .preset = 32, .help = "Bits of payload behind each key.",
};

const struct key *const sorter_keys[] = {
	KEYS_FIRST, &wires_key, &key_bits_key, &word_payload_bits_key, KEYS_HARDWARE, NULL
};

const struct sorter_parameters *sorter_parameters(const struct spec *spec)
{
	return spec->own;
}

bool read_sorter(const struct request *q)
{
	q->spec->machine = &sorter_machine;
	q->spec->leaf = &words_leaf;
	return true;
}
