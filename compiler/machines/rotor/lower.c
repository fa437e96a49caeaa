/* lower.c: the top of a rotor: its template, with the ports of the leaves. */
#include "leaves/leaf.h"
#include "lower/builder.h"
#include "machines/rotor/rotor.h"
#include "util/text.h"

void rotor_set(const struct spec *spec, struct instance *i)
{
	struct rotor_shape s = rotor_shape(spec);

	PARAMETERS(i, { "LEAVES", s.leaves }, { "BIN_BITS", s.bin_bits }, { "BANK_BITS", s.bank_bits }, { "PLACES", s.places },
		   { "PLACE_BITS", s.place_bits }, { "QUEUE_BITS", s.queue_bits }, { "PAYLOAD_BITS", spec->payload_bits }, { "PREFER_BITS", ROTOR_PREFER_BITS },
		   { "BLOCK_RAM", s.block_ram }, { "STOP_BITS", s.stop_bits });
}

void rotor_lower(struct design *d, const struct network *net)
{
	struct rotor_shape s = rotor_shape(net->spec);
	struct module *top = design_add(d, copy_string(""), format_string(
		"A rotor of %u leaves: %u bins of %u bank%s, %u leaves a source, queues of %u words.\n", s.leaves, s.bins, s.banks,
		s.banks == 1 ? "" : "s", s.places, s.queue_words));

	module_clock(top);
	module_reset(top);
	leaf_ports_add(top, net, s.leaves);
	struct instance *i = module_instance(top, d, "rotor", 1, "rotor");

	rotor_set(net->spec, i);
	if (net->spec->probe)
		module_output(top, "probe", rotor_probe_bits(net->spec), "{bodies, heads} that come to the bins");
	instance_connect_rest(top, d, i);
}
