/* parameters.c: the keys of a rotor, and which shapes it can have. */
#include <stdlib.h>

#include "machines/rotor/rotor.h"
#include "machines/streams.h"
#include "machines/tree.h"
#include "parse/bus.h"
#include "parse/crossing.h"
#include "parse/family.h"
#include "util/message.h"
#include "util/number.h"
#include "util/text.h"

static const struct key rotor_leaves_key = {
	.name = "leaves", .type = KEY_NUMBER, .field = offsetof(struct spec, leaves),
	.low = LEAST_ROTOR_LEAVES, .high = MOST_ROTOR_LEAVES, .required = "the number of leaves, from 12 to 1024",
	.example = "64", .help = "Number of leaves.", .size = true,
};
static const struct key rotor_payload_key = {
	.name = "payload-bits", .type = KEY_NUMBER, .field = offsetof(struct spec, payload_bits),
	.low = LEAST_ROTOR_PAYLOAD, .high = MOST_ROTOR_PAYLOAD, .preset = 32, .help = "Bits of payload in each word.",
};
static const struct key bins_key = {
	.name = "bins", .type = KEY_NUMBER_OR_AUTO, .own = true, .field = offsetof(struct rotor_parameters, bins),
	.low = LEAST_BINS, .high = MOST_BINS, .takes = "`auto`, 4, 8, 16, 32, 64", .otherwise = "`auto`",
	.help = "Groups of leaves; each group shares an exit of the rotor.",
};
static const struct key banks_key = {
	.name = "banks", .type = KEY_NUMBER, .own = true, .field = offsetof(struct rotor_parameters, banks),
	.low = 1, .high = 2, .preset = 1,
	.help = "Words that a bin accepts, and words that it delivers, per clock.",
};
static const struct key queue_words_key = {
	.name = "queue-words", .type = KEY_NUMBER_OR_AUTO, .own = true, .field = offsetof(struct rotor_parameters, queue_words),
	.low = 2, .high = MOST_QUEUE_WORDS, .takes = "`auto`, 2, 4, 8, 16, 32, 64", .otherwise = "`auto`",
	.help = "Rows of each leaf's queue in a bank; in block RAM three quarters of them hold words.",
};
static const char *const storage_words[] = {
	[STORAGE_AUTO] = "auto", [STORAGE_LUT_RAM] = "lut-ram", [STORAGE_BLOCK_RAM] = "block-ram", NULL
};
static const struct key storage_key = {
	.name = "storage", .type = KEY_WORD, .own = true, .field = offsetof(struct rotor_parameters, storage),
	.words = storage_words, .preset = STORAGE_AUTO,
	.help = "Memory of the queues; `auto`: LUT RAM where the family has it, else block RAM.",
};
static const char *const stopped_reader_words[] = { [STOPPED_HOLDS] = "hold", [STOPPED_DROPS] = "drop", NULL };
static const struct key stopped_reader_key = {
	.name = "stopped-reader", .type = KEY_WORD, .own = true, .field = offsetof(struct rotor_parameters, stopped_reader),
	.words = stopped_reader_words, .preset = STOPPED_HOLDS,
	.help = "Words for a leaf that does not read block their senders (`hold`) or are discarded (`drop`).",
};
static const struct key stopped_after_key = {
	.name = "stopped-after", .type = KEY_NUMBER, .own = true, .field = offsetof(struct rotor_parameters, stopped_after),
	.low = 1 << LEAST_STOP_BITS, .high = 1 << MOST_STOP_BITS, .preset = 1 << STOP_BITS, .takes = "a power of 2, 256 .. 16777216",
	.help = "A leaf that takes no word for this many clocks, or up to twice as many, counts as stopped.",
};

const struct key *const rotor_keys[] = {
	KEYS_FIRST, &rotor_leaves_key, &rotor_payload_key, &bins_key, &banks_key, &queue_words_key, &storage_key,
	&stopped_reader_key, &stopped_after_key, KEYS_STREAM, KEYS_BUS, KEYS_CROSSING,
	&family_key, &clock_key, &probe_key, NULL
};

/* Sizes are powers of 2. False after a message, which suggests one of up to `most`. */
static bool check_power(const struct request *q, const struct key *key, unsigned value, unsigned least, unsigned most)
{
	const struct entry *entry = given(q, key);
	unsigned nearest = least;

	if (!entry || value == key->automatic || is_power_of_2(value))
		return true;
	while (2 * nearest <= value && 2 * nearest <= most)
		nearest *= 2;
	error_at(entry->value_at, "%s is %u: expected %s", key->name, value, key->takes);
	char *text = format_string("%u", nearest);

	suggest_value(entry, text);
	free(text);
	return false;
}

/* See LEAST_PLACES. */
static bool check_places(const struct request *q)
{
	const struct spec *spec = q->spec;
	struct rotor_shape s = rotor_shape(spec);
	unsigned least = s.banks == 2 ? LEAST_PLACES_OF_TWO_BANKS : LEAST_PLACES;
	const struct key *key = given(q, &banks_key) && s.banks == 2 ? &banks_key : &bins_key;

	if (s.places >= least)
		return true;
	if (s.banks == 2)
		error_at(given(q, key)->value_at, "%u bins with 2 banks each have %u place%s a bank for %u leaves: expected %u or more", s.bins,
			 s.places, s.places == 1 ? "" : "s", s.leaves, least);
	else
		error_at(given(q, key)->value_at, "%u bins of %u leaves have %u place%s each: expected %u or more", s.bins, s.leaves,
			 s.places, s.places == 1 ? "" : "s", least);
	suggest_value(given(q, key), key == &banks_key ? "1" : "auto");
	return false;
}

static bool check_storage(const struct request *q)
{
	const struct entry *entry = given(q, &storage_key);
	const struct spec *spec = q->spec;

	if (rotor_parameters(spec)->storage != STORAGE_LUT_RAM || spec->family->lut_ram.words > 0)
		return true;
	error_at(entry->value_at, "storage is lut-ram, but LUTs of an %s make no RAM: expected block-ram", spec->family->name);
	suggest_value(entry, "block-ram");
	return false;
}

/* Room is counted in quarters there. */
static bool check_rows(const struct request *q)
{
	struct rotor_shape s = rotor_shape(q->spec);

	if (s.part > 0)
		return true;
	error_at(given(q, &queue_words_key)->value_at, "queue-words is %u in block-ram: expected 4 or more", 1u << s.queue_bits);
	suggest_value(given(q, &queue_words_key), "4");
	return false;
}

/* Who says when a leaf has stopped wants words for it thrown away. A report prints the value that is there without the key. */
static bool check_stopped(const struct request *q)
{
	const struct entry *entry = given(q, &stopped_after_key);
	const struct rotor_parameters *own = rotor_parameters(q->spec);

	if (!entry || own->stopped_reader == STOPPED_DROPS || own->stopped_after == stopped_after_key.preset)
		return true;
	error_at(entry->key_at, "stopped-after needs stopped-reader: drop");
	return suggest("stopped-reader: drop; or no stopped-after");
}

/* m_axis_dropped counts words in the network's clock: behind a FIFO it would belong to some word that is not lost. */
static bool check_crossing(const struct request *q)
{
	const struct spec *spec = q->spec;

	if (rotor_parameters(spec)->stopped_reader != STOPPED_DROPS || crossing_count(spec) == 0)
		return true;
	const struct entry *entry = given(q, &stopped_reader_key);
	char *leaves = crossing_leaves(spec);

	error_at(entry->value_at, "stopped-reader is drop, but m_axis_dropped does not cross to leaves with clocks of their own, %s:"
		 " expected hold, or the network's clock at all leaves", leaves);
	free(leaves);
	suggest_value(entry, stopped_reader_words[STOPPED_HOLDS]);
	return suggest("%s", spec->async ? "async-leaves: none" : "no clock: async in the map");
}

bool rotor_read(const struct request *q)
{
	const struct rotor_parameters *own = rotor_parameters(q->spec);

	q->spec->leaf = &rotor_leaf;
	q->spec->connections = 1;
	unsigned most_bins = q->spec->leaves / LEAST_PLACES;

	return bus_read(q, 0) && check_power(q, &bins_key, own->bins, 1, most_bins)
	       && check_power(q, &queue_words_key, own->queue_words, own->storage == STORAGE_BLOCK_RAM ? 4 : 1, MOST_QUEUE_WORDS)
	       && check_power(q, &stopped_after_key, own->stopped_after, 1, 1 << MOST_STOP_BITS) && check_places(q)
	       && check_storage(q) && check_rows(q) && check_stopped(q) && check_crossing(q) && check_streams(q) && check_widths(q, 1, rotor_probe_bits(q->spec));
}

bool rotor_check_rams(const struct network *net, const char *board, unsigned long block_rams)
{
	unsigned long needed = rotor_block_rams(net->spec);

	if (needed <= block_rams)
		return true;
	error("the network does not fit the %s: the queues of %u leaves need %lu block RAMs, it has %lu for them", board,
	      net->spec->leaves, needed, block_rams);
	return suggest("fewer leaves; or a larger board");
}
