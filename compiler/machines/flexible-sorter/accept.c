/* accept.c: words that are too long for a bank. */
#include "machines/flexible-sorter/flexible_sorter.h"

#include "util/message.h"

/* The most bits of key and payload with which a bank is one block RAM. */
static unsigned most_bits(unsigned columns)
{
	return MOST_BANK_BITS / 2 / columns - 1;
}

bool flexible_accept(const struct spec *spec)
{
	struct flexible_shape s = flexible_shape(spec);
	unsigned key_bits = flexible_parameters(spec)->serial.key_bits, most = most_bits(1u << s.column_bits);

	if (s.bank_bits <= MOST_BANK_BITS)
		return true;
	error("%s has words of %u + %u bits: expected at most %u bits of key and payload, so that %u columns of them fit a block "
	      "RAM twice", spec->source, key_bits, spec->payload_bits, most, s.columns);
	if (key_bits <= most)
		return suggest("--set payload-bits=%u", most - key_bits);
	return suggest("--set key-bits=%u --set payload-bits=0", most);
}
