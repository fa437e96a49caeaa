/* parameters.c: the keys of a link. */
#include <stdlib.h>

#include "machines/link/link.h"
#include "parse/keys.h"
#include "util/message.h"
#include "util/number.h"
#include "util/text.h"

/* Of a frame: in as many the sender looks at all frames under way. And from the end of a frame until what it says has an effect in the
 * other clock, at most: two walks of 16 clocks over the window, and the crossing. */
enum { LEAST_CLOCKS = 20, TELL_CLOCKS = 43, HEADER_BITS = 36, CRC_BITS = 16 };

static const struct key payload_key = {
	.name = "payload-bits", .type = KEY_NUMBER, .field = offsetof(struct spec, payload_bits),
	.low = 1, .high = MOST_LINK_BITS, .preset = 32, .help = "Bits of a word.",
};
static const struct key pins_key = {
	.name = "pins", .type = KEY_NUMBER, .own = true, .field = offsetof(struct link_parameters, pins), .low = 1, .high = 8,
	.preset = 1, .takes = "1, 2, 4 or 8", .help = "Pins for data each way, beside one for their clock.",
};
static const struct key frame_words_key = {
	.name = "frame-words", .type = KEY_NUMBER, .own = true, .field = offsetof(struct link_parameters, words),
	.low = 1, .high = MOST_LINK_WORDS, .preset = 8,
	.help = "Words of a frame: more of them cost a smaller share of the pins for the frame itself, and more to send again after an error.",
};
static const struct key trip_key = {
	.name = "trip-frames", .type = KEY_NUMBER_OR_AUTO, .own = true, .field = offsetof(struct link_parameters, trip),
	.low = 2, .high = MOST_LINK_TRIP,
	.help = "Frames from the begin of one to its answer, behind which it is sent again. `auto` is for a cable that takes a few clocks.",
};

const struct key *const link_keys[] = {
	KEYS_FIRST, &payload_key, &pins_key, &frame_words_key, &trip_key, &family_key, &clock_key, NULL
};

const struct link_parameters *link_parameters(const struct spec *spec)
{
	return spec->own;
}

struct link_frame link_frame(const struct spec *spec)
{
	const struct link_parameters *own = link_parameters(spec);
	struct link_frame f = { .head = (HEADER_BITS + own->pins - 1) / own->pins, .body = (spec->payload_bits + own->pins - 1) / own->pins,
				.tail = CRC_BITS / own->pins };

	f.clocks = f.head + f.tail + own->words * f.body;
	/* One frame is on its way, the answer to it begins within the next one, and takes a third. */
	unsigned trip = 3 + (2 * TELL_CLOCKS + f.clocks - 1) / f.clocks;

	f.trip = own->trip != trip_key.automatic ? own->trip : trip < MOST_LINK_TRIP ? trip : MOST_LINK_TRIP;
	/* The search for the begin of a frame tries all its clocks, a frame each. */
	f.silence = digit_bits(f.clocks) + 1;
	if (f.silence < 7)
		f.silence = 7;
	return f;
}

double link_best_rate(const struct spec *spec)
{
	const struct link_parameters *own = link_parameters(spec);

	return (double)own->words * spec->payload_bits / ((double)link_frame(spec).clocks * own->pins);
}

static bool check_pins(const struct request *q)
{
	const struct entry *entry = given(q, &pins_key);
	unsigned pins = link_parameters(q->spec)->pins;

	if (is_power_of_2(pins))
		return true;
	error_at(entry->value_at, "pins is %u: expected 1, 2, 4 or 8", pins);
	suggest_value(entry, pins < 6 ? "4" : "8");
	return false;
}

static bool check_clocks(const struct request *q)
{
	const struct entry *entry = given(q, &pins_key);
	unsigned clocks = link_frame(q->spec).clocks;

	if (clocks >= LEAST_CLOCKS)
		return true;
	error_at((entry ? entry : given(q, &payload_key))->value_at, "a frame of this link takes %u clocks: expected %d or more, for in fewer "
		 "the ends do not get ready for the next one", clocks, LEAST_CLOCKS);
	return suggest("--set pins=%u", link_parameters(q->spec)->pins / 2);
}

bool link_read(const struct request *q)
{
	q->spec->leaf = &link_leaf;
	return check_pins(q) && check_clocks(q);
}
