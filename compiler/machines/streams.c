/* streams.c: keys for the ports of AXI4-Streams, which all machines whose leaves have such ports have. */
#include "machines/streams.h"

#include "network/leaf.h"
#include "util/message.h"

enum { BYTE = 8 };

static const char *const stream_source_words[] = {
	[STREAM_SOURCE_TUSER] = "tuser", [STREAM_SOURCE_TID] = "tid", [STREAM_SOURCE_BOTH] = "both", NULL
};

static bool shows_otherwise(const struct spec *spec)
{
	return spec->stream_source != STREAM_SOURCE_TUSER;
}

const struct key stream_source_key = {
	.name = "stream-source", .type = KEY_WORD, .has = shows_otherwise, .field = offsetof(struct spec, stream_source),
	.words = stream_source_words, .preset = STREAM_SOURCE_TUSER,
	.help = "Port with the source of a message: `m_axis_tuser`, `m_axis_tid`, or both.",
};

static bool keeps(const struct spec *spec)
{
	return spec->stream_keep;
}

const struct key stream_keep_key = {
	.name = "stream-keep", .type = KEY_FLAG, .has = keeps, .field = offsetof(struct spec, stream_keep),
	.help = "Adds `m_axis_tkeep`, always 1, with a bit per payload byte; needs a payload of whole bytes.",
};

static bool check_source(const struct request *q)
{
	const struct entry *entry = given(q, &stream_source_key);
	const struct spec *spec = q->spec;

	if (!shows_otherwise(spec) || spec->leaf->speaks & LEAF_SPEAKS_MESSAGES)
		return true;
	error_at(entry->value_at, "stream-source is %s, but the network %s: expected tuser, for no leaf shows a source",
		 stream_source_words[spec->stream_source], spec->leaf->says);
	suggest_value(entry, stream_source_words[STREAM_SOURCE_TUSER]);
	return false;
}

/* The next multiple of 8, or the last one below the limit. */
static unsigned whole_bytes(unsigned bits)
{
	unsigned more = (bits + BYTE - 1) / BYTE * BYTE;

	return more <= MAXIMUM_BITS ? more : more - BYTE;
}

static bool check_keep(const struct request *q)
{
	const struct entry *entry = given(q, &stream_keep_key);
	const struct spec *spec = q->spec;

	if (!keeps(spec))
		return true;
	if (!(spec->leaf->speaks & (LEAF_SPEAKS_MESSAGES | LEAF_SPEAKS_SCHEDULE))) {
		error_at(entry->value_at, "stream-keep is true, but the network %s: expected false, for no leaf has a stream",
			 spec->leaf->says);
		suggest_value(entry, "false");
		return false;
	}
	if (spec->payload_bits % BYTE == 0)
		return true;
	error_at(entry->value_at, "stream-keep is true, with payload-bits %u: expected false, or a payload of whole bytes",
		 spec->payload_bits);
	return suggest(entry->is_override ? "--set payload-bits=%u" : "payload-bits: %u", whole_bytes(spec->payload_bits));
}

bool check_streams(const struct request *q)
{
	return check_source(q) && check_keep(q);
}
