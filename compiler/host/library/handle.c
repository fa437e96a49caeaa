/* handle.c: opens and closes lines, and words the errors. */
#include "handle.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "serial.h"

static const char *const error_texts[FTC_HOST_ERROR_COUNT] = {
	[FTC_HOST_DONE] = "done",
	[FTC_HOST_NO_MEMORY] = "there is not enough memory",
	[FTC_HOST_MISSING] = "there is no such port",
	[FTC_HOST_PERMISSION] = "this user may not open the port",
	[FTC_HOST_BUSY] = "another program has the port",
	[FTC_HOST_NOT_SERIAL] = "it is no serial port",
	[FTC_HOST_BAUD] = "the port cannot have this rate",
	[FTC_HOST_CLOSED] = "no port is open",
	[FTC_HOST_LOST] = "the line is gone",
	[FTC_HOST_NO_ANSWER] = "nobody answers",
	[FTC_HOST_GARBAGE] = "what comes is no answer",
	[FTC_HOST_ECHO] = "what is sent comes back",
	[FTC_HOST_VERSION] = "the bridge speaks another version of the protocol",
	[FTC_HOST_DIGEST] = "another network is in the board",
	[FTC_HOST_PROTOCOL] = "the bridge answers what it must not",
	[FTC_HOST_MESSAGE] = "a message does not suit the network",
	[FTC_HOST_RESTARTED] = "the board was reset in the midst of the run",
	[FTC_HOST_LOG_FULL] = "the log was full and records are lost",
	[FTC_HOST_CLOCK_FULL] = "the run was longer than the clock counts",
	[FTC_HOST_NO_PROGRESS] = "nothing happens any more and not everything has arrived",
	[FTC_HOST_CANCELLED] = "it was cancelled",
	[FTC_HOST_VERIFY] = "the device does not hold what was loaded",
};

const char *ftc_host_error_text(enum ftc_host_error error)
{
	return (unsigned)error < FTC_HOST_ERROR_COUNT ? error_texts[error] : "unknown error";
}

const char *ftc_host_message(const struct ftc_host *host)
{
	return host->message;
}

struct ftc_host_counts ftc_host_line_counts(const struct ftc_host *host)
{
	struct ftc_host_counts counts = host->counts;

	counts.dropped += host->decoder.dropped;
	return counts;
}

enum ftc_host_error host_fail(struct ftc_host *host, enum ftc_host_error error, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(host->message, sizeof host->message, format, args);
	va_end(args);
	return error;
}

struct ftc_host *ftc_host_create(const struct ftc_host_options *options)
{
	static const struct ftc_host_options usual = FTC_HOST_OPTIONS;
	struct ftc_host *host = calloc(1, sizeof *host);

	if (!host)
		return NULL;
	host->options = options ? *options : usual;
	host->descriptor = -1;
	/* Take the first tag from the clock: an answer that an earlier program left unread must not match this
	 * program's requests. */
	host->tag = (uint8_t)(serial_now() * 37);
	return host;
}

void ftc_host_close(struct ftc_host *host)
{
	if (host->descriptor >= 0 && host->attached)
		serial_restore(host->descriptor, host->flags);
	else if (host->descriptor >= 0)
		serial_close(host->descriptor);
	host->descriptor = -1;
	host->known = host->device_known = false;
	host->decoder = (struct frame_decoder){ .dropped = host->decoder.dropped };
}

void ftc_host_free(struct ftc_host *host)
{
	if (!host)
		return;
	ftc_host_close(host);
	free(host);
}

enum ftc_host_error ftc_host_open(struct ftc_host *host, const char *path, unsigned baud)
{
	enum ftc_host_error error;
	int number, descriptor;

	ftc_host_close(host);
	error = serial_open(path, baud, &descriptor, &number);
	if (error == FTC_HOST_BAUD)
		return host_fail(host, error, "%s cannot have %u baud", path, baud);
	if (error != FTC_HOST_DONE)
		return host_fail(host, error, "%s cannot be opened: %s%s%s%s", path, error_texts[error],
				 number ? " (" : "", number ? strerror(number) : "", number ? ")" : "");
	host->descriptor = descriptor;
	host->attached = false;
	host->baud = baud;
	return FTC_HOST_DONE;
}

enum ftc_host_error ftc_host_attach(struct ftc_host *host, int descriptor, unsigned baud)
{
	ftc_host_close(host);
	host->flags = serial_unblock(descriptor);
	if (host->flags < 0)
		return host_fail(host, FTC_HOST_MISSING, "descriptor %d is not open", descriptor);
	host->descriptor = descriptor;
	host->attached = true;
	host->baud = baud;
	return FTC_HOST_DONE;
}
