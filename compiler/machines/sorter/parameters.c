/* parameters.c: the parameters of a sorter. */
#include "machines/sorter/sorter.h"
#include "parse/keys.h"

bool read_sorter(const struct request *q)
{
	struct spec *spec = q->spec;

	spec->key_bits = 32;
	spec->machine = &sorter_machine;
	spec->leaf = &words_leaf;
	return require(q, KEY_WIRES, "the number of wires, from 2 to 1024")
	       && read_number(q, KEY_WIRES, 2, MAXIMUM_WIRES, &spec->wires)
	       && read_number(q, KEY_KEY_BITS, 1, MAXIMUM_BITS, &spec->key_bits)
	       && read_number(q, KEY_PAYLOAD_BITS, 0, MAXIMUM_BITS, &spec->payload_bits);
}

void print_sorter(const struct spec *spec, struct text *out)
{
	print_number(out, KEY_WIRES, spec->wires);
	print_number(out, KEY_KEY_BITS, spec->key_bits);
}
