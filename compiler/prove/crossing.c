/* crossing.c: proofs of asynchronous FIFOs: a monitor of rtl-templates/crossing/proof/ for each part.
 *
 *   carries     no word is lost, doubled or overtaken, whatever both clocks do, and however bits of a count are seen that change
 *   keeps       a row of the RAM stays as it was written
 *   settles     a synchroniser has a whole clock between its flip-flops
 *   releases    neither side leaves a reset before both have been in it, for two edges of their clocks
 *
 * `carries` assumes what the others show. */
#include "prove/crossing.h"

#include "lower/builder.h"
#include "network/crossing.h"
#include "parse/family.h"
#include "parse/spec.h"
#include "plan/plan.h"
#include "prove/catalogue.h"

static void prove_fifo(struct proofs *list, const struct spec *spec, unsigned long width)
{
	unsigned places = crossing_places(spec);
	bool lut_ram = spec->family->lut_ram.words > 0;
	const struct named_value fifo[] = { { "WIDTH", width }, { "PLACES", places }, { "LUT_RAM", lut_ram }, { "METASTABLE", 0 }, { NULL, 0 } };
	const struct named_value words[] = {
		{ "ADDRESS_BITS", digit_bits(places) }, { "WIDTH", width }, { "LUT_RAM", lut_ram }, { "BLOCK_RAM", 0 },
		{ NULL, 0 }
	};

	catalogue_prove(list, "crossing_carries", &(struct site){ .given = { fifo } });
	catalogue_prove(list, "bus_keeps", &(struct site){ .given = { words } });
}

void crossing_prove(struct proofs *list, const struct network *net, const struct design *crossing)
{
	const struct instance *i = module_first(design_top(crossing), "crossing_leaf");
	const struct named_value sync[] = { { "BITS", digit_bits(crossing_places(net->spec)) + 1ul }, { "METASTABLE", 0 }, { NULL, 0 } };

	prove_fifo(list, net->spec, parameter_value(i, "UP_BITS", 0));
	prove_fifo(list, net->spec, parameter_value(i, "DOWN_BITS", 0));
	catalogue_prove(list, "crossing_settles", &(struct site){ .given = { sync } });
	catalogue_prove(list, "crossing_releases", &(struct site){ .given = { NULL } });
}
