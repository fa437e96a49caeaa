/* proof.c: what is proved of a link: a monitor of rtl-templates/link/proof/ for each part.
 *
 *   sends    the sender keeps each word until it has arrived
 *   repeats  it sends a frame again as it was
 *   takes    the window takes each frame once, and passes none that has not come
 *   reads    the reader gives out all words in order
 *   tells    what crosses between the clocks crosses whole
 *   keeps    a row of a small RAM stays as it was written
 *   settles, releases    of the synchronisers and the reset between the clocks, as of every crossing
 *
 * Not proved: the lock, the session, and that frames come as they are sent. Assumed: the CRC finds every wrong frame, and the cable neither makes up frames nor changes their order. */
#include "lower/builder.h"
#include "machines/link/link.h"
#include "network/network.h"
#include "parse/family.h"
#include "prove/catalogue.h"

void link_prove(struct proofs *list, const struct network *net)
{
	const struct link_parameters *own = link_parameters(net->spec);
	const struct named_value end[] = { { "WIDTH", net->spec->payload_bits }, { "WORDS", own->words },
					   { "TRIP", link_frame(net->spec).trip },
					   { "LUT_RAM", net->spec->family->lut_ram.words > 0 }, { "BITS", 50 }, { NULL, 0 } };
	const struct named_value sync[] = { { "BITS", 1 }, { "METASTABLE", 0 }, { NULL, 0 } };
	static const char *const monitors[] = { "link_sends", "link_repeats", "link_takes", "link_reads", "link_tells" };

	for (size_t k = 0; k < sizeof monitors / sizeof *monitors; k++)
		catalogue_prove(list, monitors[k], &(struct site){ .given = { end } });
	for (unsigned width = 1; width <= 8; width *= 8) {
		const struct named_value words[] = { { "ADDRESS_BITS", 4 }, { "WIDTH", width }, { "LUT_RAM", net->spec->family->lut_ram.words > 0 },
						     { "BLOCK_RAM", 0 }, { NULL, 0 } };

		catalogue_prove(list, "bus_keeps", &(struct site){ .given = { words } });
	}
	catalogue_prove(list, "crossing_settles", &(struct site){ .given = { sync } });
	catalogue_prove(list, "crossing_releases", &(struct site){ .given = { NULL } });
}
