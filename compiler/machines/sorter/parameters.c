/* parameters.c: the parameters of a sorter. */
#include "machines/sorter/sorter.h"
#include "parse/keys.h"

static const struct key wires_key = {
	.name = "wires", .type = KEY_NUMBER, .own = true,
	.field = offsetof(struct sorter_parameters, wires), .low = 2, .high = MAXIMUM_WIRES,
	.required = "the number of wires, from 2 to 1024", .example = "8",
	.help = "Number of words sorted at a time.",
	.size = true,
};

const struct key *const sorter_keys[] = {
	KEYS_FIRST, &wires_key, &serial_key_bits_key, &serial_payload_bits_key, KEYS_HARDWARE, NULL
};

const struct sorter_parameters *sorter_parameters(const struct spec *spec)
{
	return spec->own;
}

bool read_sorter(const struct request *q)
{
	q->spec->leaf = &words_leaf;
	return true;
}
