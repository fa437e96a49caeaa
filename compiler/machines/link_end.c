/* link_end.c: the keys of a link, and what is proved of it: a monitor of rtl-templates/link/proof for each part.
 *
 *   sends    the sender keeps each word until it has arrived
 *   repeats  it sends a frame again as it was
 *   takes    the window takes each frame once, and passes none that has not come
 *   reads    the reader gives out all words in order
 *   tells    what crosses between the clocks crosses whole
 *   gathers, spreads    the streams of a root become one, and the other way round
 *   keeps    a row of a small RAM stays as it was written
 *   settles, releases    of the synchronisers and the reset between the clocks, as of every crossing
 *
 * Not proved: the lock, the session, and that frames come as they are sent. Assumed: the CRC finds every wrong frame, and the cable
 * neither makes up frames nor changes their order. */
#include "machines/link_end.h"

#include "parse/family.h"
#include "prove/catalogue.h"
#include "util/message.h"
#include "util/number.h"

/* Of a frame: in as many the sender looks at all frames under way. */
enum { LEAST_CLOCKS = 20 };

static bool has_link(const struct spec *spec)
{
	return spec->root_interface == ROOT_LINK;
}

const struct key link_pins_key = {
	.name = "pins", .type = KEY_NUMBER, .has = has_link, .field = offsetof(struct spec, link_pins), .low = 1, .high = 8,
	.preset = 1, .takes = "1, 2, 4 or 8", .help = "Of a link: data pins each way, besides a clock pin each way.",
};
const struct key link_words_key = {
	.name = "frame-words", .type = KEY_NUMBER, .has = has_link, .field = offsetof(struct spec, link_words),
	.low = 1, .high = MOST_LINK_WORDS, .preset = 8,
	.help = "Of a link: words per frame. Longer frames have less overhead, but resend more after an error.",
};
const struct key link_trip_key = {
	.name = "trip-frames", .type = KEY_NUMBER_OR_AUTO, .has = has_link, .field = offsetof(struct spec, link_trip),
	.low = 2, .high = MOST_LINK_TRIP,
	.help = "Of a link: an unacknowledged frame is sent again after this many frames. `auto` suits a cable with"
		" a delay of a few clocks.",
};

static bool check_pins(const struct request *q, unsigned pins)
{
	const struct entry *entry = given(q, &link_pins_key);

	if (is_power_of_2(pins))
		return true;
	error_at(entry->value_at, "pins is %u: expected 1, 2, 4 or 8", pins);
	suggest_value(entry, pins < 6 ? "4" : "8");
	return false;
}

bool check_link(const struct request *q, const struct link_shape *shape, const struct entry *width)
{
	const struct entry *entry = given(q, &link_pins_key);
	unsigned clocks = link_frame(q->spec, shape).clocks;

	if (!check_pins(q, shape->pins))
		return false;
	if (clocks >= LEAST_CLOCKS)
		return true;
	error_at((entry ? entry : width)->value_at, "a frame of this link takes %u clocks: expected %d or more, for in fewer "
		 "the ends do not get ready for the next one", clocks, LEAST_CLOCKS);
	struct link_shape fewer = *shape;

	do
		fewer.pins /= 2;
	while (link_frame(q->spec, &fewer).clocks < LEAST_CLOCKS);
	return suggest("--set pins=%u", fewer.pins);
}

void prove_link(struct proofs *list, const struct spec *spec, const struct link_shape *shape)
{
	bool lut_ram = spec->family->lut_ram.words > 0;
	const struct named_value end[] = { { "WIDTH", shape->width }, { "WORDS", shape->words }, { "TRIP", link_frame(spec, shape).trip },
					   { "LUT_RAM", lut_ram }, { "BITS", 50 }, { NULL, 0 } };
	const struct named_value sync[] = { { "BITS", 1 }, { "METASTABLE", 0 }, { NULL, 0 } };
	static const char *const monitors[] = { "link_sends", "link_repeats", "link_takes", "link_reads", "link_tells" };

	for (size_t k = 0; k < sizeof monitors / sizeof *monitors; k++)
		catalogue_prove(list, monitors[k], &(struct site){ .given = { end } });
	for (unsigned width = 1; width <= 8; width *= 8) {
		const struct named_value words[] = { { "ADDRESS_BITS", 4 }, { "WIDTH", width }, { "LUT_RAM", lut_ram }, { "BLOCK_RAM", 0 },
						     { NULL, 0 } };

		catalogue_prove(list, "bus_keeps", &(struct site){ .given = { words } });
	}
	catalogue_prove(list, "crossing_settles", &(struct site){ .given = { sync } });
	catalogue_prove(list, "crossing_releases", &(struct site){ .given = { NULL } });
}

void prove_root_link(struct proofs *list, const struct network *net)
{
	struct link_shape shape = link_at_root(net);
	const struct named_value root[] = { { "WIRES", network_root_streams(net) }, { "LABEL_BITS", shape.label_bits },
					    { "PAYLOAD_BITS", net->spec->payload_bits }, { NULL, 0 } };

	if (!network_has_root_link(net))
		return;
	catalogue_prove(list, "link_gathers", &(struct site){ .given = { root } });
	catalogue_prove(list, "link_spreads", &(struct site){ .given = { root } });
	prove_link(list, net->spec, &shape);
}
