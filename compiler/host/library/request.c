/* request.c: a request, repeated until it is answered.
 *
 *   request --> tag --> frame --> line --> answer with this tag and a valid length --> data
 *                 ^                |
 *                 +--- timeout ----+
 *
 * All attempts of a request have one tag. The answer to any of them will do: every request may be repeated without
 * harm. */
#include "request.h"

#include <stdio.h>
#include <string.h>

#include "serial.h"

/* What arrived instead of an answer. */
struct seen {
	bool bytes, frame, echo;
};

struct request request_for(unsigned command, const char *name)
{
	return (struct request){ .body = { 0, (uint8_t)command }, .bytes = 2, .name = name };
}

void request_add(struct request *r, unsigned byte)
{
	r->body[r->bytes++] = (uint8_t)byte;
}

/* Keeps the decoder's frame if it is the answer. */
static bool take_frame(struct ftc_host *host, const struct request *r, size_t bytes, struct seen *seen)
{
	const uint8_t *body = host->decoder.bytes;

	seen->frame = true;
	if (bytes == r->bytes && memcmp(body, r->body, bytes) == 0) {
		seen->echo = true;
	} else if (bytes >= ANSWER_HEAD && body[0] == r->body[0]
		   && (body[1] != STATUS_DONE ? bytes - ANSWER_HEAD == r->refused
					      : bytes - ANSWER_HEAD >= r->least && bytes - ANSWER_HEAD <= r->most)) {
		memcpy(host->answer, body, bytes);
		host->answer_bytes = bytes;
		host->counts.answers++;
		return true;
	}
	host->counts.dropped++;
	return false;
}

/* Reads until the answer arrives; at the deadline FTC_HOST_NO_ANSWER. */
static enum ftc_host_error wait_for_answer(struct ftc_host *host, const struct request *r, int64_t deadline,
					   struct seen *seen)
{
	uint8_t bytes[FRAME_MOST_ON_LINE];
	bool answered = false;

	while (!answered) {
		size_t got;
		enum ftc_host_error error = serial_read(host->descriptor, bytes, sizeof bytes, deadline, &got);

		if (error)
			return error;
		seen->bytes = true;
		/* After the answer only an older one can follow. */
		for (size_t i = 0; i < got; i++) {
			size_t body = frame_decode(&host->decoder, bytes[i]);

			if (body && !answered)
				answered = take_frame(host, r, body, seen);
		}
		/* A device that never stops sending must not block the caller for ever. */
		if (!answered && serial_now() >= deadline)
			return FTC_HOST_NO_ANSWER;
	}
	return FTC_HOST_DONE;
}

static int64_t deadline_of(const struct ftc_host *host, size_t bytes, unsigned work_ms)
{
	int64_t line = host->baud ? (int64_t)(bytes + FRAME_MOST_ON_LINE) * 10 * 1000 / host->baud + 1 : 0;

	return serial_now() + host->options.timeout_ms + line + work_ms;
}

static enum ftc_host_error lost(struct ftc_host *host)
{
	return host_fail(host, FTC_HOST_LOST,
			 "the line is gone: the cable was pulled, or the board has lost its power");
}

/* Explains a missing answer by what was received. */
static enum ftc_host_error explain_silence(struct ftc_host *host, const struct request *r, const struct seen *seen)
{
	if (seen->echo)
		return host_fail(host, FTC_HOST_ECHO,
				 "what is sent comes back, and no answer to %s: the line is a loop, or a terminal",
				 r->name);
	if (seen->frame)
		return host_fail(host, FTC_HOST_PROTOCOL,
				 "frames come, but none that answers %s: something else speaks there", r->name);
	if (seen->bytes)
		return host_fail(host, FTC_HOST_GARBAGE,
				 "bytes come, but no answer to %s: another speed, another device, or a bad line", r->name);
	return host_fail(host, FTC_HOST_NO_ANSWER,
			 "no answer to %s: another port, or no bitstream of ftc build --app host in the board", r->name);
}

static enum ftc_host_error refused(struct ftc_host *host, const struct request *r)
{
	if (host->answer[1] == STATUS_NO_COMMAND)
		return host_fail(host, FTC_HOST_PROTOCOL, "the bridge does not know the command %s", r->name);
	if (host->answer[1] == STATUS_REFUSED && r->refusal_is)
		return host_fail(host, r->refusal, "%s", r->refusal_is);
	return host_fail(host, FTC_HOST_PROTOCOL, "the bridge answers %s with status %u", r->name, host->answer[1]);
}

enum ftc_host_error request_ask(struct ftc_host *host, struct request *r)
{
	uint8_t line[FRAME_MOST_ON_LINE];
	struct seen seen = { false, false, false };
	size_t bytes;

	if (host->descriptor < 0)
		return host_fail(host, FTC_HOST_CLOSED, "no port is open");
	r->body[0] = ++host->tag;
	bytes = frame_encode(r->body, r->bytes, line);
	host->counts.requests++;
	for (unsigned attempt = 0; attempt == 0 || attempt < host->options.attempts; attempt++) {
		int64_t deadline = deadline_of(host, bytes, r->work_ms);
		enum ftc_host_error error = serial_write(host->descriptor, line, bytes, deadline);

		host->counts.repeated += attempt > 0;
		if (error == FTC_HOST_DONE)
			error = wait_for_answer(host, r, deadline, &seen);
		if (error == FTC_HOST_LOST)
			return lost(host);
		if (error == FTC_HOST_DONE)
			return host->answer[1] == STATUS_DONE ? FTC_HOST_DONE : refused(host, r);
	}
	return explain_silence(host, r, &seen);
}

unsigned two_bytes(const uint8_t *at)
{
	return at[0] | (unsigned)at[1] << 8;
}

void read_digest(const uint8_t *at, char digest[17])
{
	for (unsigned i = 0; i < 8; i++)
		snprintf(digest + 2 * i, 3, "%02x", at[i]);
}

/* Behind an answer that begins with another mark. */
static enum ftc_host_error other_bridge(struct ftc_host *host, uint8_t mark)
{
	if (mark == DEVICE_MARK)
		return host_fail(host, FTC_HOST_DIGEST,
				 "an area-universal device is in the board, which takes images and no messages");
	if (mark == NETWORK_MARK)
		return host_fail(host, FTC_HOST_DIGEST, "a network for messages is in the board, which takes no images");
	return host_fail(host, FTC_HOST_PROTOCOL, "something answers, but it is no bridge of ftc build --app host");
}

enum ftc_host_error request_identify(struct ftc_host *host, uint8_t mark, size_t bytes)
{
	struct request r = request_for(COMMAND_IDENTIFY, "identify");
	const uint8_t *data = host->answer + ANSWER_HEAD;
	enum ftc_host_error error;

	/* Another version may send more. */
	r.least = 2;
	r.most = FRAME_MOST_BODY - ANSWER_HEAD;
	error = request_ask(host, &r);
	if (error)
		return error;
	if (data[0] != mark)
		return other_bridge(host, data[0]);
	if (data[1] != PROTOCOL_VERSION)
		return host_fail(host, FTC_HOST_VERSION, "the bridge speaks version %u of the protocol: expected %u",
				 data[1], PROTOCOL_VERSION);
	if (host->answer_bytes - ANSWER_HEAD != bytes)
		return host_fail(host, FTC_HOST_PROTOCOL, "the bridge says %zu bytes of itself: expected %zu",
				 host->answer_bytes - ANSWER_HEAD, bytes);
	return FTC_HOST_DONE;
}

enum ftc_host_error check_digest(struct ftc_host *host, const char *what, const char *expected, const char *found)
{
	if (!expected || strcmp(expected, found) == 0)
		return FTC_HOST_DONE;
	return host_fail(host, FTC_HOST_DIGEST, "another %s is in the board: its parameters have the digest %s, expected %s", what,
			 found, expected);
}
