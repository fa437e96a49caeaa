/* bridge.c: the requests of the host protocol, each repeated until it is answered.
 *
 *   request --> tag --> frame --> line --> answer with this tag and a valid length --> data
 *                 ^                |
 *                 +--- timeout ----+
 *
 * All attempts of a request have one tag. The answer to any of them will do: every request may be repeated without
 * harm. */
#include "bridge.h"

#include <stdio.h>
#include <string.h>

#include "serial.h"

enum command { COMMAND_IDENTIFY, COMMAND_WRITE, COMMAND_RUN, COMMAND_HALT, COMMAND_STATUS, COMMAND_LOG };
static const char *const command_names[] = { "identify", "write", "run", "halt", "status", "log" };

enum { STATUS_DONE, STATUS_NO_COMMAND, STATUS_RUNS };
enum { ANSWER_HEAD = 2, IDENTITY_MARK = 0x46, IDENTITY_VERSION = 1, IDENTITY_BYTES = 20 };
enum { MOST_LEAVES = 256, MOST_BANKS = 16, MOST_LOG_BITS = 12, MOST_LABEL_BITS = 32, TIME_BITS = 32 };

/* A request, and the limits of its answer. */
struct request {
	uint8_t body[FRAME_MOST_BODY];	/* tag, command, arguments */
	size_t bytes;
	size_t least, most;		/* bytes of the answer's data */
};

/* What arrived instead of an answer. */
struct seen {
	bool bytes, frame, echo;
};

static struct request request_for(enum command command)
{
	return (struct request){ .body = { 0, (uint8_t)command }, .bytes = 2 };
}

static void add_byte(struct request *r, unsigned byte)
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
		   && (body[1] != STATUS_DONE ? bytes == ANSWER_HEAD
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

static int64_t deadline_of(const struct ftc_host *host, size_t bytes)
{
	int64_t line = host->baud ? (int64_t)(bytes + FRAME_MOST_ON_LINE) * 10 * 1000 / host->baud + 1 : 0;

	return serial_now() + host->options.timeout_ms + line;
}

static enum ftc_host_error lost(struct ftc_host *host)
{
	return host_fail(host, FTC_HOST_LOST,
			 "the line is gone: the cable was pulled, or the board has lost its power");
}

/* Explains a missing answer by what was received. */
static enum ftc_host_error explain_silence(struct ftc_host *host, const struct request *r, const struct seen *seen)
{
	const char *name = command_names[r->body[1]];

	if (seen->echo)
		return host_fail(host, FTC_HOST_ECHO,
				 "what is sent comes back, and no answer to %s: the line is a loop, or a terminal",
				 name);
	if (seen->frame)
		return host_fail(host, FTC_HOST_PROTOCOL,
				 "frames come, but none that answers %s: something else speaks there", name);
	if (seen->bytes)
		return host_fail(host, FTC_HOST_GARBAGE,
				 "bytes come, but no answer to %s: another speed, another device, or a bad line", name);
	return host_fail(host, FTC_HOST_NO_ANSWER,
			 "no answer to %s: another port, or no bitstream of ftc build --app host in the board", name);
}

static enum ftc_host_error refused(struct ftc_host *host, const struct request *r)
{
	const char *name = command_names[r->body[1]];

	if (host->answer[1] == STATUS_NO_COMMAND)
		return host_fail(host, FTC_HOST_PROTOCOL, "the bridge does not know the command %s", name);
	if (host->answer[1] == STATUS_RUNS)
		return host_fail(host, FTC_HOST_PROTOCOL,
				 "the bridge refuses %s while the network runs: somebody else has started it", name);
	return host_fail(host, FTC_HOST_PROTOCOL, "the bridge answers %s with status %u", name, host->answer[1]);
}

/* Sends a request until it is answered; its data are then in host->answer, after the header. */
static enum ftc_host_error ask(struct ftc_host *host, struct request *r)
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
		int64_t deadline = deadline_of(host, bytes);
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

unsigned bridge_entry_bytes(const struct ftc_host_identity *who)
{
	return (who->payload_bits + who->tdest_bits + 1 + 7) / 8;
}

unsigned bridge_tail_bytes(const struct ftc_host_identity *who)
{
	return (who->payload_bits + who->tuser_bits + 7) / 8;
}

static unsigned two_bytes(const uint8_t *at)
{
	return at[0] | (unsigned)at[1] << 8;
}

/* Are these numbers possible for a bridge? */
static bool makes_sense(const struct ftc_host_identity *who)
{
	return who->leaves > 0 && who->leaves <= MOST_LEAVES && who->log_bits <= MOST_LOG_BITS && who->bank_bits <= 8
	       && who->banks <= MOST_BANKS && who->payload_bits > 0 && who->tdest_bits > 0
	       && who->tdest_bits <= MOST_LABEL_BITS && who->tuser_bits <= MOST_LABEL_BITS
	       && who->log_bits >= who->bank_bits && bridge_entry_bytes(who) <= BRIDGE_ENTRY_ROOM
	       && bridge_tail_bytes(who) + 4 <= BRIDGE_RECORD_ROOM && 2 + 2 * who->bank_bits < TIME_BITS;
}

static void read_identity(const uint8_t *data, struct ftc_host_identity *who)
{
	who->version = data[1];
	for (unsigned i = 0; i < 8; i++)
		snprintf(who->digest + 2 * i, 3, "%02x", data[2 + i]);
	who->leaves = two_bytes(data + 10);
	who->log_bits = data[12];
	who->bank_bits = data[13];
	who->banks = who->bank_bits <= 8 ? (who->leaves + (1u << who->bank_bits) - 1) >> who->bank_bits : 0;
	who->payload_bits = two_bytes(data + 14);
	who->tdest_bits = data[16];
	who->tuser_bits = data[17];
	who->clock_mhz = two_bytes(data + 18) / 10.0;
}

enum ftc_host_error bridge_identify(struct ftc_host *host)
{
	struct request r = request_for(COMMAND_IDENTIFY);
	const uint8_t *data = host->answer + ANSWER_HEAD;
	enum ftc_host_error error;

	/* Another version may send more. */
	r.least = 2;
	r.most = FRAME_MOST_BODY - ANSWER_HEAD;
	error = ask(host, &r);
	if (error)
		return error;
	if (data[0] != IDENTITY_MARK)
		return host_fail(host, FTC_HOST_PROTOCOL,
				 "something answers, but it is no bridge of ftc build --app host");
	if (data[1] != IDENTITY_VERSION)
		return host_fail(host, FTC_HOST_VERSION, "the bridge speaks version %u of the protocol: expected %u",
				 data[1], IDENTITY_VERSION);
	if (host->answer_bytes - ANSWER_HEAD != IDENTITY_BYTES)
		return host_fail(host, FTC_HOST_PROTOCOL, "the bridge says %zu bytes of itself: expected %u",
				 host->answer_bytes - ANSWER_HEAD, IDENTITY_BYTES);
	read_identity(data, &host->who);
	if (!makes_sense(&host->who))
		return host_fail(host, FTC_HOST_PROTOCOL,
				 "what the bridge says of itself makes no sense: %u leaves, l = %u, v = %u, %u bits of"
				 " payload, %u of tdest, %u of tuser",
				 host->who.leaves, host->who.log_bits, host->who.bank_bits, host->who.payload_bits,
				 host->who.tdest_bits, host->who.tuser_bits);
	host->known = true;
	return FTC_HOST_DONE;
}

enum ftc_host_error bridge_write(struct ftc_host *host, unsigned leaf, unsigned index, unsigned count,
				 const uint8_t *entries)
{
	struct request r = request_for(COMMAND_WRITE);

	add_byte(&r, index);
	add_byte(&r, leaf);
	add_byte(&r, index + count);
	for (size_t i = 0; i < (size_t)count * bridge_entry_bytes(&host->who); i++)
		add_byte(&r, entries[i]);
	return ask(host, &r);
}

enum ftc_host_error bridge_run(struct ftc_host *host)
{
	struct request r = request_for(COMMAND_RUN);

	return ask(host, &r);
}

enum ftc_host_error bridge_halt(struct ftc_host *host)
{
	struct request r = request_for(COMMAND_HALT);

	return ask(host, &r);
}

enum ftc_host_error bridge_status(struct ftc_host *host, unsigned bank, struct bridge_status *status)
{
	struct request r = request_for(COMMAND_STATUS);
	const uint8_t *data = host->answer + ANSWER_HEAD;
	enum ftc_host_error error;

	add_byte(&r, 0);
	add_byte(&r, bank * 16);
	r.least = r.most = 2;
	error = ask(host, &r);
	if (error)
		return error;
	*status = (struct bridge_status){ two_bytes(data) & (BRIDGE_RUNS | BRIDGE_LOST | BRIDGE_CLOCK_FULL),
					  two_bytes(data) % BRIDGE_LOST };
	if (status->records > 1u << host->who.log_bits)
		return host_fail(host, FTC_HOST_PROTOCOL, "bank %u of the log holds %u records: there is room for %u",
				 bank, status->records, 1u << host->who.log_bits);
	return FTC_HOST_DONE;
}

enum ftc_host_error bridge_log(struct ftc_host *host, unsigned bank, unsigned index, unsigned count,
			       const uint8_t **data, size_t *bytes)
{
	struct request r = request_for(COMMAND_LOG);
	enum ftc_host_error error;

	add_byte(&r, index);
	add_byte(&r, bank * 16 + index / 256);
	add_byte(&r, index + count);
	r.least = (size_t)count * 4;
	r.most = (size_t)count * (4 + bridge_tail_bytes(&host->who));
	error = ask(host, &r);
	*data = host->answer + ANSWER_HEAD;
	*bytes = error ? 0 : host->answer_bytes - ANSWER_HEAD;
	return error;
}
