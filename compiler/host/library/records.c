/* records.c: decodes the records of a bridge's log. */
#include "records.h"

#include "bridge.h"

enum { RECORD_BYTES = 4, RECEIVED_BIT = 0, SENT_BIT = 1, FIRST_FIELD = 2 };

uint64_t vector_get(const uint8_t *vector, size_t at, unsigned count)
{
	uint64_t value = 0;

	for (unsigned have = 0; have < count;) {
		unsigned shift = (at + have) % 8, here = 8 - shift < count - have ? 8 - shift : count - have;

		value |= (uint64_t)(vector[(at + have) / 8] >> shift & ((1u << here) - 1)) << have;
		have += here;
	}
	return value;
}

void vector_put(uint8_t *vector, size_t at, unsigned count, uint64_t value)
{
	for (unsigned done = 0; done < count;) {
		unsigned shift = (at + done) % 8, here = 8 - shift < count - done ? 8 - shift : count - done;

		vector[(at + done) / 8] |= (uint8_t)((value >> done & ((1u << here) - 1)) << shift);
		done += here;
	}
}

/* The latest clock up to `last` with these last bits; false when there is none. */
static bool latest(uint32_t last, uint32_t low, uint32_t mask, uint32_t *clock)
{
	uint32_t back = (last - low) & mask;

	*clock = last - back;
	return back <= last;
}

size_t record_read(const struct ftc_host_identity *who, unsigned bank, const uint8_t *data, size_t bytes,
		   struct record *record)
{
	unsigned v = who->bank_bits;
	uint32_t mask = (1u << v) - 1, word, looked_at, arrival, handshake;
	size_t whole = RECORD_BYTES;

	if (bytes < whole)
		return 0;
	word = (uint32_t)vector_get(data, 0, 32);
	arrival = word >> FIRST_FIELD & mask;
	handshake = word >> (FIRST_FIELD + v) & mask;
	looked_at = word >> (FIRST_FIELD + 2 * v);
	*record = (struct record){ .leaf = (bank << v) + (looked_at & mask), .sent = word >> SENT_BIT & 1,
				   .received = word >> RECEIVED_BIT & 1, .tail = data + RECORD_BYTES };
	if (record->received)
		whole += bridge_tail_bytes(who);
	if (bytes < whole || record->leaf >= who->leaves || (!record->sent && !record->received))
		return 0;
	if (looked_at == 0 || (record->received && !latest(looked_at - 1, arrival, mask, &record->received_at)))
		return 0;
	if (record->sent && !latest(looked_at - 1, handshake, mask, &record->sent_at))
		return 0;
	return whole;
}

void record_tail(const struct ftc_host_identity *who, const uint8_t *tail, uint64_t *payload, uint32_t *tuser)
{
	unsigned bits = who->payload_bits;

	for (unsigned i = 0; i * 64 < bits; i++)
		payload[i] = vector_get(tail, i * 64, bits - i * 64 < 64 ? bits - i * 64 : 64);
	*tuser = (uint32_t)vector_get(tail, bits, who->tuser_bits);
}
