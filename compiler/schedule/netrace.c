/* netrace.c: traces of Netrace, version 1.0, become messages with times (messages.h).
 *
 *   file    := header notes region* packet*           all numbers little-endian
 *   header  := magic4 version4 name30 nodes1 pad1 cycles8 packets8 notes-bytes4 regions4 pad8
 *   region  := offset8 cycles8 packets8
 *   packet  := cycle8 id4 address4 type1 source1 destination1 node-types1 count1 id4*
 *
 * A packet lists those that wait for its delivery, which come behind it; a line of messages lists those that it waits for. The
 * cycle is the earliest one. (J. Hestness, B. Grot, S. W. Keckler: "Netrace: dependency-driven trace-based network-on-chip
 * simulation", NoCArc 2010.)
 */
#include "schedule/netrace.h"

#include <bzlib.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "message_list.h"
#include "schedule/messages.h"
#include "util/file.h"
#include "util/message.h"

enum { MAGIC = 0x484a5455, HEADER = 72, REGION = 24, PACKET = 21, DEPENDENCY = 4, MOST_TRACE_BYTES = 1 << 30, CHUNK = 1 << 20, TYPES = 31 };
enum { AT_NAME = 8, NAME = 30, AT_NODES = 38, AT_PACKETS = 48, AT_NOTES = 56, AT_REGIONS = 60 };

/* Bytes of a packet by its type, a command of the caches; 0: there is no such type. */
static const uint8_t bytes_of[TYPES] = {
	[1] = 8, [2] = 72, [3] = 72, [4] = 72, [5] = 8, [6] = 72, [13] = 8, [14] = 8, [15] = 8, [16] = 72, [25] = 8, [27] = 8, [28] = 8,
	[29] = 8, [30] = 72,
};

static const char *const name_of[TYPES] = {
	[1] = "ReadReq", [2] = "ReadResp", [3] = "ReadRespWithInvalidate", [4] = "WriteReq", [5] = "WriteResp", [6] = "Writeback",
	[13] = "UpgradeReq", [14] = "UpgradeResp", [15] = "ReadExReq", [16] = "ReadExResp", [25] = "BadAddressError", [27] = "InvalidateReq",
	[28] = "InvalidateResp", [29] = "DowngradeReq", [30] = "DowngradeResp",
};

struct packet {
	uint64_t cycle;
	size_t at;			/* its dependents */
	uint32_t id, words;
	uint8_t source, destination, count, type;
};

struct trace {
	const char *path;
	struct text bytes;
	unsigned nodes;
	struct packet *packet;
	size_t count;
};

static uint64_t number_at(const struct trace *t, size_t at, unsigned bytes)
{
	uint64_t number = 0;

	for (unsigned i = bytes; i-- > 0;)
		number = number << 8 | (unsigned char)t->bytes.bytes[at + i];
	return number;
}

static bool refuse(const struct trace *t, const char *format, ...) __attribute__((format(printf, 2, 3)));

static bool refuse(const struct trace *t, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	char *what = format_list(format, args);
	va_end(args);
	error_at((struct place){ .file = t->path }, "%s", what);
	free(what);
	return false;
}

/* ---- bz2 ------------------------------------------------------------------------------------------------------- */

static void *checked_memory(void *context, int count, int size)
{
	(void)context;
	return allocate_array((size_t)count, (size_t)size);
}

static void free_memory(void *context, void *memory)
{
	(void)context;
	free(memory);
}

/* Expands one stream of `from`, behind what *used says, and adds its length there. */
static int expand_stream(const struct text *from, size_t *used, struct text *to)
{
	bz_stream stream = { .next_in = from->bytes + *used, .avail_in = (unsigned)(from->length - *used), .bzalloc = checked_memory,
			     .bzfree = free_memory };
	char *chunk = allocate(CHUNK);
	int state = BZ2_bzDecompressInit(&stream, 0, 0);

	while (state == BZ_OK && to->length <= MOST_TRACE_BYTES) {
		unsigned left = stream.avail_in;

		stream.next_out = chunk;
		stream.avail_out = CHUNK;
		state = BZ2_bzDecompress(&stream);
		text_add_bytes(to, chunk, CHUNK - stream.avail_out);
		if (state == BZ_OK && stream.avail_in == left && stream.avail_out > 0)
			state = BZ_UNEXPECTED_EOF;
	}
	*used = from->length - stream.avail_in;
	BZ2_bzDecompressEnd(&stream);
	free(chunk);
	return state;
}

/* A file may be several streams, one behind the other. */
static bool expand(struct trace *t)
{
	struct text whole = {0};
	size_t used = 0;
	int state = BZ_STREAM_END;

	while (state == BZ_STREAM_END && used < t->bytes.length)
		state = expand_stream(&t->bytes, &used, &whole);
	text_free(&t->bytes);
	t->bytes = whole;
	if (state == BZ_STREAM_END)
		return true;
	if (state == BZ_OK)
		return refuse(t, "more than %d bytes when expanded", MOST_TRACE_BYTES);
	return refuse(t, state == BZ_UNEXPECTED_EOF ? "its bz2 data ends too early: expected the whole file, and part of it is missing"
						    : "its bz2 data is damaged");
}

/* ---- the trace ------------------------------------------------------------------------------------------------- */

static bool read_header(struct trace *t, size_t *behind)
{
	static const char version[] = "\0\0\x80\x3f";		/* 1.0f */

	if (t->bytes.length < HEADER || number_at(t, 0, 4) != MAGIC)
		return refuse(t, "no trace of Netrace: expected the bytes 55 54 4a 48 at its beginning, or a bz2 file with them");
	if (memcmp(t->bytes.bytes + 4, version, 4) != 0)
		return refuse(t, "a trace of another version of Netrace: expected 1.0");
	t->nodes = (unsigned)number_at(t, AT_NODES, 1);
	if (t->nodes == 0)
		return refuse(t, "a trace of no nodes: expected 1 to 255");
	*behind = HEADER + number_at(t, AT_NOTES, 4) + REGION * number_at(t, AT_REGIONS, 4);
	return *behind <= t->bytes.length || refuse(t, "ends in its header");
}

/* Reads the packet at *at, and moves *at behind it. */
static bool read_packet(struct trace *t, size_t *at, unsigned word_bits)
{
	const uint64_t before = t->count > 0 ? t->packet[t->count - 1].cycle : 0;
	size_t number = t->count + 1;

	if (t->bytes.length - *at < PACKET)
		return refuse(t, "ends in packet %zu", number);
	unsigned type = (unsigned)number_at(t, *at + 16, 1);
	struct packet p = {
		.cycle = number_at(t, *at, 8), .id = (uint32_t)number_at(t, *at + 8, 4), .at = *at + PACKET,
		.source = (uint8_t)number_at(t, *at + 17, 1), .destination = (uint8_t)number_at(t, *at + 18, 1),
		.count = (uint8_t)number_at(t, *at + 20, 1), .type = (uint8_t)type,
	};

	if (type >= TYPES || bytes_of[type] == 0)
		return refuse(t, "packet %zu is of type %u: expected a type of Netrace 1.0", number, type);
	if (p.source >= t->nodes || p.destination >= t->nodes)
		return refuse(t, "packet %zu goes from node %u to node %u: expected nodes from 0 to %u", number, p.source, p.destination,
			      t->nodes - 1);
	if (p.cycle > MOST_MESSAGE_CLOCKS)
		return refuse(t, "packet %zu is of cycle %" PRIu64 ": expected at most %lu, the latest clock of a message", number, p.cycle,
			      MOST_MESSAGE_CLOCKS);
	if (p.cycle < before)
		return refuse(t, "packet %zu is of cycle %" PRIu64 ", the one before it of %" PRIu64 ": expected cycles that do not decrease",
			      number, p.cycle, before);
	p.words = (bytes_of[type] * 8u + word_bits - 1) / word_bits;
	*at += PACKET + (size_t)p.count * DEPENDENCY;
	if (*at > t->bytes.length)
		return refuse(t, "ends in packet %zu", number);
	t->packet = room_for_one(t->packet, t->count, sizeof *t->packet);
	t->packet[t->count++] = p;
	return true;
}

static int by_id(const void *a, const void *b)
{
	const struct packet *const *one = a, *const *other = b;

	return ((*one)->id > (*other)->id) - ((*one)->id < (*other)->id);
}

/* The packets in the order of their identifiers. NULL after a message: two have the same. */
static const struct packet **sort_packets(const struct trace *t)
{
	const struct packet **sorted = allocate_array(t->count + 1, sizeof *sorted);

	for (size_t i = 0; i < t->count; i++)
		sorted[i] = &t->packet[i];
	qsort(sorted, t->count, sizeof *sorted, by_id);
	for (size_t i = 1; i < t->count; i++)
		if (sorted[i]->id == sorted[i - 1]->id) {
			refuse(t, "two packets have the identifier %" PRIu32, sorted[i]->id);
			free(sorted);
			return NULL;
		}
	return sorted;
}

/* Who waits for packet i: dependent k of it. MESSAGE_NONE after a message. */
static uint32_t find_dependent(const struct trace *t, const struct packet **sorted, size_t i, unsigned k)
{
	const struct packet wanted = { .id = (uint32_t)number_at(t, t->packet[i].at + (size_t)k * DEPENDENCY, DEPENDENCY) }, *key = &wanted;
	const struct packet **found = bsearch(&key, sorted, t->count, sizeof *sorted, by_id);

	if (!found)
		refuse(t, "packet %zu lets packet %" PRIu32 " wait for it, and there is none", i + 1, wanted.id);
	else if ((size_t)(*found - t->packet) <= i)
		refuse(t, "packet %zu lets packet %" PRIu32 " wait for it, which is not behind it: packets might wait in a circle", i + 1,
		       wanted.id);
	else
		return (uint32_t)(*found - t->packet);
	return MESSAGE_NONE;
}

/* Fills, for each packet, end[i], and from end[i - 1] on in `after` those that it waits for. */
static bool turn_round(const struct trace *t, uint32_t **after, uint32_t *end)
{
	const struct packet **sorted = sort_packets(t);
	bool good = sorted;

	for (unsigned pass = 0; pass < 2 && good; pass++) {
		for (size_t i = 0; i < t->count && good; i++)
			for (unsigned k = 0; k < t->packet[i].count && good; k++) {
				uint32_t waits = find_dependent(t, sorted, i, k);

				good = waits != MESSAGE_NONE;
				if (good && pass == 0)
					end[waits]++;
				else if (good)
					(*after)[end[waits]++] = (uint32_t)i;
			}
		uint32_t sum = 0;
		for (size_t i = 0; i < t->count && pass == 0; i++) {
			uint32_t own = end[i];

			end[i] = sum;
			sum += own;
		}
		if (pass == 0)
			*after = allocate_array(sum + 1, sizeof **after);
	}
	free(sorted);
	return good;
}

static void print_packets(const struct trace *t, const uint32_t *after, const uint32_t *end, struct text *out)
{
	for (size_t i = 0; i < t->count; i++) {
		const struct packet *p = &t->packet[i];
		const char *between = " after ";

		text_print(out, "@%" PRIu64, p->cycle);
		for (uint32_t k = i > 0 ? end[i - 1] : 0; k < end[i]; k++, between = ",")
			text_print(out, "%s%" PRIu32, between, after[k] + 1);
		text_print(out, " %u %u", p->source, p->destination);
		if (p->words > 1)
			text_print(out, " words %" PRIu32, p->words);
		text_print(out, " class %s\n", name_of[p->type]);
	}
}

static void print_head(const struct trace *t, unsigned word_bits, struct text *out)
{
	size_t length = strnlen(t->bytes.bytes + AT_NAME, NAME), words = 0;

	for (size_t i = 0; i < t->count; i++)
		words += t->packet[i].words;
	text_add(out, "# ");
	for (size_t i = 0; i < length; i++) {
		char c = t->bytes.bytes[AT_NAME + i];

		text_print(out, "%c", c >= ' ' && c <= '~' ? c : '?');
	}
	text_print(out, ", of Netrace: %u nodes, %zu packets, %zu words of %u bits\n", t->nodes, t->count, words, word_bits);
}

bool netrace_import(const char *path, unsigned word_bits, struct text *out)
{
	struct trace t = { .path = strcmp(path, "-") == 0 ? "standard input" : path };
	size_t at = 0;
	bool good = read_input(path, MOST_TRACE_BYTES, &t.bytes) && (t.bytes.length < 3 || memcmp(t.bytes.bytes, "BZh", 3) != 0 || expand(&t))
		    && read_header(&t, &at);
	uint32_t *after = NULL, *end = NULL;

	while (good && at < t.bytes.length)
		good = read_packet(&t, &at, word_bits);
	if (good && t.count != number_at(&t, AT_PACKETS, 8))
		good = refuse(&t, "%zu packets, and its header says %" PRIu64, t.count, number_at(&t, AT_PACKETS, 8));
	end = allocate_array(t.count + 1, sizeof *end);
	good = good && turn_round(&t, &after, end);
	if (good) {
		print_head(&t, word_bits, out);
		print_packets(&t, after, end, out);
	}
	free(after);
	free(end);
	free(t.packet);
	text_free(&t.bytes);
	return good;
}
