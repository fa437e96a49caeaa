/* bridge.h: the requests of the host protocol, version 1, each repeated until it is answered. */
#ifndef FTC_HOST_BRIDGE_H
#define FTC_HOST_BRIDGE_H

#include "handle.h"

/* The numbers of memory entries and records that fit into a frame. */
enum {
	BRIDGE_ENTRY_ROOM = FRAME_MOST_BODY - 5,	/* after tag, command, index, leaf and count */
	BRIDGE_RECORD_ROOM = FRAME_MOST_BODY - 2,	/* after tag and status */
	BRIDGE_ENTRIES = 256,				/* of a leaf's memory, the last one the end */
};

enum bridge_flag { BRIDGE_LOST = 1 << 13, BRIDGE_CLOCK_FULL = 1 << 14, BRIDGE_RUNS = 1 << 15 };

struct bridge_status {
	unsigned flags;			/* enum bridge_flag, or-ed */
	unsigned records;
};

/* Least bytes on the line for a request of `status` and its answer, each with delimiters, tag and CRC. */
enum { BRIDGE_STATUS_BYTES = (2 + 4 + FRAME_CRC_BYTES) + (2 + 4 + FRAME_CRC_BYTES) - 1 };
/* Records that one request of `log` can ask for. */
enum { BRIDGE_MOST_RECORDS = 255 };

/* Bytes of an entry in a leaf's memory, and of the tail of a record. */
unsigned bridge_entry_bytes(const struct ftc_host_identity *who);
unsigned bridge_tail_bytes(const struct ftc_host_identity *who);

enum ftc_host_error bridge_identify(struct ftc_host *host);
/* `entries`: `count` entries of bridge_entry_bytes() each, at most BRIDGE_ENTRY_ROOM in total. */
enum ftc_host_error bridge_write(struct ftc_host *host, unsigned leaf, unsigned index, unsigned count,
				 const uint8_t *entries);
enum ftc_host_error bridge_run(struct ftc_host *host);
enum ftc_host_error bridge_halt(struct ftc_host *host);
enum ftc_host_error bridge_status(struct ftc_host *host, unsigned bank, struct bridge_status *status);
/* `count` records, at most BRIDGE_MOST_RECORDS; *data points to them until the next request. */
enum ftc_host_error bridge_log(struct ftc_host *host, unsigned bank, unsigned index, unsigned count,
			       const uint8_t **data, size_t *bytes);

#endif
