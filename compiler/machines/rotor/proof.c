/* proof.c: proofs of a rotor, of each kind of module that it has: a monitor of rtl-templates/rotor/proof/ for each.
 *
 *   picks    an arbiter picks one leaf that asks
 *   sends    a source sends a word in its bin's turn, and takes it if, and only if, the bank takes it
 *   turns    a stage of the rotor turns
 *   shows    a bus shows each word to its leaf until it is taken */
#include "lower/builder.h"
#include "machines/rotor/rotor.h"
#include "prove/builder.h"
#include "prove/catalogue.h"

static void prove_stages(struct proofs *list, const struct design *d, const struct rotor_shape *s, unsigned payload_bits)
{
	for (unsigned stage = 0; stage < s->stages; stage++) {
		const struct named_value given[] = { { "STAGE", stage }, { "HEAD", s->place_bits + 1 },
						     { "BODY", s->place_bits + payload_bits }, { NULL, 0 } };

		catalogue_prove_each(list, d, "rotor_turns", &(struct site){ .given = { given } });
	}
}

void rotor_prove(struct proofs *list, const struct network *net)
{
	struct design *d = design_lower(net);
	struct rotor_shape s = rotor_shape(net->spec);
	const struct named_value given[] = { { "STAGES", s.stages }, { "SOURCE", 0 }, { NULL, 0 } };
	const struct site site = { .given = { given } };

	catalogue_prove_each(list, d, "rotor_picks", &site);
	catalogue_prove_each(list, d, "rotor_sends", &site);
	prove_stages(list, d, &s, net->spec->payload_bits);
	catalogue_prove_each(list, d, "rotor_shows", &site);
	design_free(d);
}
