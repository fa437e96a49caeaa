/* handle.h: struct ftc_host, for the library itself. */
#ifndef FTC_HOST_HANDLE_H
#define FTC_HOST_HANDLE_H

#include <stdbool.h>

#include "frame.h"
#include "ftc-host.h"

struct ftc_host {
	struct ftc_host_options options;
	int descriptor;			/* -1: none */
	bool attached;			/* the caller opened it */
	int flags;			/* if attached: its flags before */
	unsigned baud;			/* 0: bytes take no time */
	struct ftc_host_identity who;
	bool known;			/* is `who` filled? */
	struct ftc_host_device device;
	bool device_known;		/* is `device` filled, and has no request failed since? */
	unsigned step_clocks;		/* of the image that has been loaded, or the most of any */

	uint8_t tag;			/* of the last request */
	struct frame_decoder decoder;
	uint8_t answer[FRAME_MOST_BODY];	/* tag, status, data */
	size_t answer_bytes;
	struct ftc_host_counts counts;
	char message[320];
};

/* Stores a message and returns the error: "return host_fail(host, FTC_HOST_LOST, "...")". */
enum ftc_host_error host_fail(struct ftc_host *host, enum ftc_host_error error, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

#endif
