/* records.h: decodes the records of a bridge's log. */
#ifndef FTC_HOST_RECORDS_H
#define FTC_HOST_RECORDS_H

#include <stdbool.h>

#include "ftc-host.h"

struct record {
	unsigned leaf;
	bool sent, received;
	uint32_t sent_at, received_at;	/* clocks */
	const uint8_t *tail;		/* if received */
};

/* Reads one record of a bank from `bytes` bytes; returns its length, or 0 when it is invalid or incomplete. */
size_t record_read(const struct ftc_host_identity *who, unsigned bank, const uint8_t *data, size_t bytes,
		   struct record *record);

/* Extracts the payload (whole words) and tuser from a tail. */
void record_tail(const struct ftc_host_identity *who, const uint8_t *tail, uint64_t *payload, uint32_t *tuser);

/* `count` bits of a little-endian vector from bit `at`, read, and written into zeros. */
uint64_t vector_get(const uint8_t *vector, size_t at, unsigned count);
void vector_put(uint8_t *vector, size_t at, unsigned count, uint64_t value);

#endif
