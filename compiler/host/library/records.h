/* records.h: what the records of a bridge's log say. */
#ifndef FTC_HOST_RECORDS_H
#define FTC_HOST_RECORDS_H

#include <stdbool.h>

#include "ftc-host.h"

/* A record. */
struct record {
	unsigned leaf;
	bool sent, received;
	uint32_t sent_at, received_at;	/* clocks */
	const uint8_t *tail;		/* if received */
};

/* Reads one record of a bank from `bytes` bytes; returns how many it has, or 0 when it makes no sense or is not whole. */
size_t record_read(const struct ftc_host_identity *who, unsigned bank, const uint8_t *data, size_t bytes, struct record *record);

/* Payload (whole words) and tuser out of a tail. */
void record_tail(const struct ftc_host_identity *who, const uint8_t *tail, uint64_t *payload, uint32_t *tuser);

/* `count` bits of a little-endian vector from bit `at`, and the other way round (into zeros). */
uint64_t vector_get(const uint8_t *vector, size_t at, unsigned count);
void vector_put(uint8_t *vector, size_t at, unsigned count, uint64_t value);

#endif
