/* parameters.c: the keys of a link. */
#include "machines/link/link.h"
#include "parse/keys.h"

static const struct key payload_key = {
	.name = "payload-bits", .type = KEY_NUMBER, .field = offsetof(struct spec, payload_bits),
	.low = 1, .high = MOST_LINK_BITS, .preset = 32, .help = "Bits of a word.",
};

const struct key *const link_keys[] = { KEYS_FIRST, &payload_key, KEYS_LINK, &family_key, &clock_key, NULL };

bool link_read(const struct request *q)
{
	struct link_shape shape = link_shape(q->spec);

	q->spec->leaf = &link_leaf;
	q->spec->root_interface = ROOT_LINK;	/* what is outside comes through the link */
	return check_link(q, &shape, given(q, &payload_key));
}

double link_best_rate(const struct spec *spec)
{
	struct link_shape shape = link_shape(spec);

	return (double)shape.words * shape.width / ((double)link_frame(spec, &shape).clocks * shape.pins);
}
