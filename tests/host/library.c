/* library.c: libftc-host against a bridge in software: frames, runs, and all errors of a line. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "host/library/batches.h"
#include "host/library/frame.h"
#include "host/library/ftc-host.h"
#include "line.h"
#include "terminal.h"

enum { LEAVES = 11, SLOT = 64, ALL = 16 };

static const struct bridge_model_parameters usual = {
	.version = 1, .digest = { 0x01, 0x23, 0x45, 0x67, 0x89, 0xab, 0xcd, 0xef }, .leaves = LEAVES, .log_bits = 9,
	.bank_bits = 3, .payload_bits = 40, .tdest_bits = 5, .tuser_bits = 5, .clock_100khz = 480,
	.clocks_per_byte = 200,
};
#define USUAL_DIGEST "0123456789abcdef"

/* A line, the bridge at its end and a handle. */
struct bench {
	struct bridge_model_parameters p;
	struct toy_network *toy;
	struct line line;
	struct ftc_host *host;
};

static struct ftc_host_options quick(void)
{
	struct ftc_host_options o = FTC_HOST_OPTIONS;

	o.timeout_ms = 40;
	o.attempts = 3;
	o.patience_clocks = 1 << 18;
	return o;
}

/* Fields of b->p and b->line that are not 0 stay. */
static void bench_start(struct bench *b, const struct ftc_host_options *options)
{
	struct ftc_host_options o = options ? *options : quick();

	if (!b->p.leaves)
		b->p = usual;
	b->toy = toy_create(b->p.leaves, (b->p.payload_bits + 63) / 64, SLOT, ALL);
	b->p.network = toy_as_network(b->toy);
	b->line.bridge = bridge_model_create(&b->p);
	line_start(&b->line, 1);
	b->host = ftc_host_create(&o);
	assert_int_equal(ftc_host_open(b->host, b->line.path, 115200), FTC_HOST_DONE);
}

static void bench_stop(struct bench *b)
{
	ftc_host_free(b->host);
	line_stop(&b->line);
	bridge_model_free(b->line.bridge);
	toy_free(b->toy);
}

/* ---- frames */

static void test_crc(void **state)
{
	(void)state;
	assert_int_equal(frame_crc((const uint8_t *)"123456789", 9), 0xcbf43926);
	assert_int_equal(frame_crc((const uint8_t *)"", 0), 0);
}

static void test_known_frame(void **state)
{
	/* identify with the tag C0: CRC-32 of C0 00. */
	static const uint8_t body[] = { 0xc0, 0x00 };
	uint8_t line[FRAME_MOST_ON_LINE];
	uint32_t crc = frame_crc(body, 2);
	size_t count = frame_encode(body, 2, line);

	(void)state;
	assert_int_equal(line[0], 0xc0);
	assert_int_equal(line[1], 0xdb);
	assert_int_equal(line[2], 0xdc);
	assert_int_equal(line[3], 0x00);
	assert_int_equal(line[4], crc & 0xff);
	assert_int_equal(line[count - 1], 0xc0);
}

/* Any body of any length comes back, whatever stood on the line before. */
static void test_round_trips(void **state)
{
	struct frame_decoder d = { .count = 0 };
	struct random random;
	uint8_t body[FRAME_MOST_BODY], line[FRAME_MOST_ON_LINE];

	(void)state;
	random_start(&random, 1, 1);
	for (unsigned i = 0; i < 20000; i++) {
		size_t bytes = 1 + random_below(&random, FRAME_MOST_BODY), count, got = 0, frames = 0;

		for (size_t j = 0; j < bytes; j++)
			body[j] = random_below(&random, 4) ? (uint8_t)random_next(&random) : random_below(&random, 2)
				  ? 0xc0 : 0xdb;
		count = frame_encode(body, bytes, line);
		assert_true(count <= FRAME_MOST_ON_LINE);
		for (unsigned j = 0; j < random_below(&random, 3) * 300; j++)
			frame_decode(&d, (uint8_t)random_next(&random));
		for (size_t j = 0; j < count; j++) {
			size_t now = frame_decode(&d, line[j]);

			frames += now > 0;
			got = now ? now : got;
		}
		assert_int_equal(frames, 1);
		assert_int_equal(got, bytes);
		assert_memory_equal(d.bytes, body, bytes);
	}
}

static size_t decode_all(struct frame_decoder *d, const uint8_t *bytes, size_t count)
{
	size_t frames = 0;

	for (size_t i = 0; i < count; i++)
		frames += frame_decode(d, bytes[i]) > 0;
	return frames;
}

/* Every single bit that flips, byte that is lost and byte that is added is noticed. */
static void test_one_fault(void **state)
{
	static const uint8_t body[] = { 7, 0, 0xc0, 0xdb, 1, 2, 3, 0xdc, 0xdd };
	uint8_t line[FRAME_MOST_ON_LINE], bad[FRAME_MOST_ON_LINE + 1];
	size_t count = frame_encode(body, sizeof body, line);

	(void)state;
	for (size_t i = 1; i + 1 < count; i++) {
		for (unsigned bit = 0; bit < 8; bit++) {
			struct frame_decoder d = { .count = 0 };

			memcpy(bad, line, count);
			bad[i] ^= (uint8_t)(1u << bit);
			assert_int_equal(decode_all(&d, bad, count), 0);
			assert_true(d.dropped > 0);
		}
		struct frame_decoder d = { .count = 0 };
		memcpy(bad, line, i);
		memcpy(bad + i, line + i + 1, count - i - 1);
		assert_int_equal(decode_all(&d, bad, count - 1), 0);
		for (unsigned byte = 0; byte < 256; byte++) {
			if (byte == FRAME_DELIMITER && i == 1)
				continue;
			memcpy(bad, line, i);
			bad[i] = (uint8_t)byte;
			memcpy(bad + i + 1, line + i, count - i);
			assert_int_equal(decode_all(&d, bad, count + 1), 0);
		}
	}
}

static void test_too_long(void **state)
{
	struct frame_decoder d = { .count = 0 };
	uint8_t body[300], line[2 * 300 + 10];
	size_t at = 0;
	uint32_t crc;

	(void)state;
	/* 253 bytes and a right CRC: one more than there may be. */
	memset(body, 0x11, sizeof body);
	crc = frame_crc(body, FRAME_MOST_BODY + 1);
	line[at++] = FRAME_DELIMITER;
	memcpy(line + at, body, FRAME_MOST_BODY + 1);
	at += FRAME_MOST_BODY + 1;
	for (unsigned i = 0; i < 4; i++)
		line[at++] = (uint8_t)(crc >> 8 * i);
	line[at++] = FRAME_DELIMITER;
	assert_int_equal(decode_all(&d, line, at), 0);
	assert_int_equal(d.dropped, 1);
}

/* ---- who is there */

static void test_identify(void **state)
{
	struct bench b = { .host = NULL };
	struct ftc_host_identity who;

	(void)state;
	bench_start(&b, NULL);
	assert_int_equal(ftc_host_identify(b.host, USUAL_DIGEST, &who), FTC_HOST_DONE);
	assert_int_equal(who.version, 1);
	assert_string_equal(who.digest, USUAL_DIGEST);
	assert_int_equal(who.leaves, LEAVES);
	assert_int_equal(who.log_bits, 9);
	assert_int_equal(who.bank_bits, 3);
	assert_int_equal(who.banks, 2);
	assert_int_equal(who.payload_bits, 40);
	assert_int_equal(who.tdest_bits, 5);
	assert_int_equal(who.tuser_bits, 5);
	assert_true(who.clock_mhz == 48.0);
	assert_string_equal(ftc_host_message(b.host), "");
	assert_int_equal(ftc_host_identify(b.host, "fedcba9876543210", &who), FTC_HOST_DIGEST);
	assert_non_null(strstr(ftc_host_message(b.host), USUAL_DIGEST));
	assert_non_null(strstr(ftc_host_message(b.host), "fedcba9876543210"));
	bench_stop(&b);
}

/* ---- runs */

enum { MOST_MESSAGES = 20000 };

struct set {
	struct ftc_host_send send[MOST_MESSAGES];
	uint64_t payload[MOST_MESSAGES];
	size_t count;
};

static void add(struct set *s, uint32_t from, uint32_t to, uint64_t payload)
{
	s->payload[s->count] = payload;
	s->send[s->count] = (struct ftc_host_send){ from, to, to < ALL ? to : FTC_HOST_SEVERAL, LEAVES - 1,
						    &s->payload[s->count] };
	s->count++;
}

static struct set *random_set(size_t count, unsigned broadcasts_of_100, uint64_t seed)
{
	struct set *s = calloc(1, sizeof *s);
	struct random random;

	random_start(&random, seed, 3);
	while (s->count < count)
		add(s, (uint32_t)random_below(&random, LEAVES),
		    random_below(&random, 100) < broadcasts_of_100 ? ALL : (uint32_t)random_below(&random, LEAVES),
		    random_next(&random) >> 24);
	return s;
}

static size_t find_received(const struct ftc_host_log *log, size_t from, uint32_t leaf, uint32_t tuser,
			    uint64_t payload)
{
	for (size_t i = from; i < log->count; i++)
		if (log->event[i].kind == FTC_HOST_RECEIVED && log->event[i].leaf == leaf &&
		    log->event[i].tuser == tuser
		    && log->event[i].payload[0] == payload)
			return i;
	return SIZE_MAX;
}

/* Every message is sent once and arrives once at each of its receivers, in the clocks of the toy. Nothing else
 * happens. */
static void check_log(const struct set *s, const struct ftc_host_log *log)
{
	size_t sent = 0, received = 0, expected = 0;
	bool *seen = calloc(s->count, sizeof *seen);

	for (size_t i = 0; i < log->count; i++) {
		const struct ftc_host_event *e = &log->event[i];

		if (i > 0)
			assert_true(e->batch > e[-1].batch || (e->batch == e[-1].batch && e->clock >= e[-1].clock));
		assert_true(e->leaf < LEAVES);
		if (e->kind == FTC_HOST_SENT) {
			assert_true(e->message < s->count && !seen[e->message]);
			seen[e->message] = true;
			assert_int_equal(s->send[e->message].leaf, e->leaf);
			assert_int_equal(log->batch_of[e->message], e->batch);
			assert_int_equal(e->clock % SLOT, 30 + e->leaf % 5);
			sent++;
		} else {
			assert_int_equal(e->clock % SLOT, 20 + e->leaf % 7);
			received++;
		}
	}
	for (size_t i = 0; i < s->count; i++) {
		const struct ftc_host_send *m = &s->send[i];

		for (uint32_t leaf = 0; leaf < LEAVES; leaf++) {
			if (m->tdest & ALL ? leaf == m->leaf : leaf != m->tdest)
				continue;
			expected++;
			assert_true(find_received(log, 0, leaf, m->leaf | (m->tdest & ALL), *m->payload) != SIZE_MAX);
		}
	}
	assert_int_equal(sent, s->count);
	assert_int_equal(received, expected);
	free(seen);
}

static void test_run(void **state)
{
	struct set *s = calloc(1, sizeof *s);
	struct bench b = { .host = NULL };
	struct ftc_host_log log;

	(void)state;
	bench_start(&b, NULL);
	add(s, 3, 9, 0xc0dbc0dbc0);
	add(s, 4, 9, 1);
	add(s, 3, 3, 0);
	add(s, 10, ALL, 0xffffffffff);
	assert_int_equal(ftc_host_run(b.host, s->send, s->count, &log), FTC_HOST_DONE);
	check_log(s, &log);
	assert_int_equal(log.batches, 1);
	/* 3 to 9 in the first slot, with 10 in vain; then 4 to 9 beside 3 to itself; then to all. */
	assert_int_equal(log.event[0].clock, 20 + 9 % 7);
	assert_int_equal(log.event[0].tuser, 3);
	assert_int_equal(log.event[1].kind, FTC_HOST_SENT);
	assert_int_equal(log.event[1].message, 0);
	assert_int_equal(log.event[2].clock, SLOT + 20 + 9 % 7);
	assert_int_equal(log.event[log.count - 1].clock, 2 * SLOT + 30);
	assert_int_equal(log.event[log.count - 1].message, 3);
	ftc_host_log_free(&log);
	/* Once more: what was in the memories does not matter. */
	s->count = 1;
	assert_int_equal(ftc_host_run(b.host, s->send, s->count, &log), FTC_HOST_DONE);
	check_log(s, &log);
	ftc_host_log_free(&log);
	assert_int_equal(ftc_host_run(b.host, s->send, 0, &log), FTC_HOST_DONE);
	assert_int_equal(log.count, 0);
	ftc_host_log_free(&log);
	bench_stop(&b);
	free(s);
}

/* More than fits: by the memory of a leaf, and by the log. */
static void test_batches(void **state)
{
	struct set *s = random_set(1500, 4, 5);
	struct bench b = { .host = NULL };
	struct ftc_host_log log;

	(void)state;
	bench_start(&b, NULL);
	assert_int_equal(ftc_host_run(b.host, s->send, s->count, &log), FTC_HOST_DONE);
	assert_true(log.batches > 3);
	check_log(s, &log);
	ftc_host_log_free(&log);
	s->count = 0;
	for (unsigned i = 0; i < 600; i++)
		add(s, 5, i % LEAVES, i);
	assert_int_equal(ftc_host_run(b.host, s->send, s->count, &log), FTC_HOST_DONE);
	check_log(s, &log);
	assert_int_equal(log.batches, 3);
	assert_int_equal(log.batch_of[254], 0);
	assert_int_equal(log.batch_of[255], 1);
	ftc_host_log_free(&log);
	bench_stop(&b);
	free(s);
}

static void test_lost_message(void **state)
{
	struct set *s = random_set(100, 0, 6);
	struct bench b = { .host = NULL };
	struct ftc_host_log log;

	(void)state;
	bench_start(&b, NULL);
	toy_lose(b.toy, 50);
	assert_int_equal(ftc_host_run(b.host, s->send, s->count, &log), FTC_HOST_NO_PROGRESS);
	assert_non_null(strstr(ftc_host_message(b.host), "99 of 100"));
	assert_int_equal(log.count, 199);
	ftc_host_log_free(&log);
	toy_lose(b.toy, 0);
	assert_int_equal(ftc_host_run(b.host, s->send, s->count, &log), FTC_HOST_DONE);
	check_log(s, &log);
	ftc_host_log_free(&log);
	bench_stop(&b);
	free(s);
}

/* ---- faults of a line */

static void test_noisy_line(void **state)
{
	struct set *s = random_set(700, 3, 7);
	struct ftc_host_options o = quick();
	struct bench b = { .line = { .noise = { 40, 20, 20 } } };
	struct ftc_host_counts counts;
	struct ftc_host_log log;

	(void)state;
	o.attempts = 40;
	o.timeout_ms = 20;
	bench_start(&b, &o);
	assert_int_equal(ftc_host_run(b.host, s->send, s->count, &log), FTC_HOST_DONE);
	check_log(s, &log);
	ftc_host_log_free(&log);
	counts = ftc_host_line_counts(b.host);
	pthread_mutex_lock(&b.line.lock);
	assert_true(b.line.spoiled > 10);
	assert_true(counts.repeated > 0);
	assert_int_equal(b.line.wrong_requests, 0);
	pthread_mutex_unlock(&b.line.lock);
	bench_stop(&b);
	free(s);
}

/* The result of `identify`, and its message. */
static void check_identify(enum line_kind kind, enum ftc_host_error expected, const char *word)
{
	struct bench b = { .line = { .kind = kind } };
	struct ftc_host_identity who;

	bench_start(&b, NULL);
	assert_int_equal(ftc_host_identify(b.host, NULL, &who), expected);
	if (!strstr(ftc_host_message(b.host), word))
		fail_msg("'%s' does not say '%s'", ftc_host_message(b.host), word);
	bench_stop(&b);
}

static void test_somebody_else(void **state)
{
	(void)state;
	check_identify(LINE_SILENT, FTC_HOST_NO_ANSWER, "no bitstream");
	check_identify(LINE_GARBAGE, FTC_HOST_GARBAGE, "another speed");
	check_identify(LINE_CONSOLE, FTC_HOST_GARBAGE, "another device");
	check_identify(LINE_ECHO, FTC_HOST_ECHO, "comes back");
	check_identify(LINE_ALIEN, FTC_HOST_PROTOCOL, "something else speaks");
}

static void test_other_bridges(void **state)
{
	struct bench b = { .p = usual };
	struct ftc_host_identity who;

	(void)state;
	b.p.version = 2;
	bench_start(&b, NULL);
	assert_int_equal(ftc_host_identify(b.host, NULL, &who), FTC_HOST_VERSION);
	assert_non_null(strstr(ftc_host_message(b.host), "version 2 of the protocol: expected 1"));
	bench_stop(&b);
	memset(&b, 0, sizeof b);
	b.p = usual;
	b.p.tuser_bits = 40;
	bench_start(&b, NULL);
	assert_int_equal(ftc_host_identify(b.host, NULL, &who), FTC_HOST_PROTOCOL);
	assert_non_null(strstr(ftc_host_message(b.host), "makes no sense"));
	bench_stop(&b);
}

/* The cable is pulled behind any number of requests; plugged in again, everything works, whatever was left over. */
static void test_pulled_cable(void **state)
{
	struct set *s = random_set(200, 3, 8);
	struct ftc_host_log log;

	(void)state;
	/* identify, halt, writes, run, status, halt, status of both banks and the log are 32 at least. */
	for (unsigned after = 1; after < 32; after += 3) {
		struct bench b = { .line = { .hang_up_after = after } };
		enum ftc_host_error error;

		bench_start(&b, NULL);
		error = ftc_host_run(b.host, s->send, s->count, &log);
		assert_true(error == FTC_HOST_LOST);
		assert_non_null(strstr(ftc_host_message(b.host), "the cable was pulled"));
		assert_int_equal(log.batches, 0);
		ftc_host_log_free(&log);
		/* The line is another one now, the bridge the same, as it was left. */
		line_stop(&b.line);
		b.line.hang_up_after = 0;
		line_start(&b.line, 2);
		assert_int_equal(ftc_host_open(b.host, b.line.path, 115200), FTC_HOST_DONE);
		assert_int_equal(ftc_host_run(b.host, s->send, s->count, &log), FTC_HOST_DONE);
		check_log(s, &log);
		ftc_host_log_free(&log);
		bench_stop(&b);
	}
	free(s);
}

static void test_reset_board(void **state)
{
	struct set *s = random_set(50, 0, 9);
	struct bench b = { .line = { .reset_after = 2 + LEAVES + 1 + 1 } };
	struct ftc_host_log log;

	(void)state;
	bench_start(&b, NULL);
	/* identify, halt, a write for each leaf, run, status: then somebody presses the button. */
	assert_int_equal(ftc_host_run(b.host, s->send, s->count, &log), FTC_HOST_RESTARTED);
	ftc_host_log_free(&log);
	assert_int_equal(ftc_host_run(b.host, s->send, s->count, &log), FTC_HOST_DONE);
	check_log(s, &log);
	ftc_host_log_free(&log);
	bench_stop(&b);
	free(s);
}

static void check_open(const char *path, unsigned baud, enum ftc_host_error expected, const char *words)
{
	struct ftc_host *host = ftc_host_create(NULL);
	struct ftc_host_identity who;

	assert_int_equal(ftc_host_open(host, path, baud), expected);
	if (!strstr(ftc_host_message(host), words) || !strstr(ftc_host_message(host), path))
		fail_msg("'%s' does not say '%s' of %s", ftc_host_message(host), words, path);
	assert_int_equal(ftc_host_identify(host, NULL, &who), FTC_HOST_CLOSED);
	ftc_host_free(host);
}

static bool is_exclusive(const struct line *line)
{
	int set = 0;

	return ioctl(line->slave, TIOCGEXCL, &set) == 0 && set;
}

/* Another program that claims the port without a lock keeps its claim; root may open the port nevertheless. */
static void test_claimed_port(void **state)
{
	struct bench b = { .line = { .kind = LINE_BRIDGE } };

	(void)state;
	bench_start(&b, NULL);
	ftc_host_close(b.host);
	assert_false(is_exclusive(&b.line));
	assert_int_equal(ioctl(b.line.slave, TIOCEXCL), 0);
	check_open(b.line.path, 115200, FTC_HOST_BUSY, "another program has the port");
	assert_true(is_exclusive(&b.line));
	assert_int_equal(ioctl(b.line.slave, TIOCNXCL), 0);
	bench_stop(&b);
}

static void test_bad_ports(void **state)
{
	struct bench b = { .line = { .kind = LINE_BRIDGE } };
	struct ftc_host_identity who;

	(void)state;
	check_open("/dev/there-is-none", 115200, FTC_HOST_MISSING, "there is no such port");
	check_open("/dev/null", 115200, FTC_HOST_NOT_SERIAL, "it is no serial port");
	check_open("/tmp", 115200, FTC_HOST_NOT_SERIAL, "it is no serial port");
	bench_start(&b, NULL);
	check_open(b.line.path, 123456, FTC_HOST_BAUD, "123456 baud");
	check_open(b.line.path, 115200, FTC_HOST_BUSY, "another program has the port");
	assert_true(is_exclusive(&b.line));
	/* The one that has it is not disturbed; and gives it up. */
	assert_int_equal(ftc_host_identify(b.host, NULL, &who), FTC_HOST_DONE);
	ftc_host_close(b.host);
	assert_int_equal(ftc_host_identify(b.host, NULL, &who), FTC_HOST_CLOSED);
	for (unsigned i = 0; i < 2; i++) {
		assert_int_equal(ftc_host_open(b.host, b.line.path, 3000000), FTC_HOST_DONE);
		assert_int_equal(ftc_host_identify(b.host, NULL, &who), FTC_HOST_DONE);
	}
	bench_stop(&b);
}

/* A descriptor of the caller's stays as it was. */
static void test_attach(void **state)
{
	struct bench b = { .line = { .kind = LINE_BRIDGE } };
	struct ftc_host_identity who;
	int descriptor;

	(void)state;
	bench_start(&b, NULL);
	ftc_host_close(b.host);
	descriptor = open(b.line.path, O_RDWR | O_NOCTTY);
	assert_int_equal(ftc_host_attach(b.host, descriptor, 0), FTC_HOST_DONE);
	assert_int_equal(ftc_host_identify(b.host, USUAL_DIGEST, &who), FTC_HOST_DONE);
	ftc_host_close(b.host);
	assert_int_equal(fcntl(descriptor, F_GETFL) & O_NONBLOCK, 0);
	close(descriptor);
	assert_int_equal(ftc_host_attach(b.host, descriptor, 0), FTC_HOST_MISSING);
	bench_stop(&b);
}

/* The other end is gone, though writing still works: at once, not when patience ends. */
static void test_end_of_file(void **state)
{
	struct ftc_host_options o = quick();
	struct ftc_host_identity who;
	struct ftc_host *host;
	int ends[2];

	(void)state;
	o.timeout_ms = 100000;
	host = ftc_host_create(&o);
	assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
	assert_int_equal(shutdown(ends[1], SHUT_WR), 0);
	assert_int_equal(ftc_host_attach(host, ends[0], 0), FTC_HOST_DONE);
	errno = EAGAIN;
	assert_int_equal(ftc_host_identify(host, NULL, &who), FTC_HOST_LOST);
	ftc_host_free(host);
	close(ends[0]);
	close(ends[1]);
}

static void check_message(struct bench *b, struct ftc_host_send m, const char *words)
{
	struct ftc_host_log log;

	assert_int_equal(ftc_host_run(b->host, &m, 1, &log), FTC_HOST_MESSAGE);
	if (!strstr(ftc_host_message(b->host), words))
		fail_msg("'%s' does not say '%s'", ftc_host_message(b->host), words);
	assert_int_equal(log.count, 0);
	ftc_host_log_free(&log);
}

static void test_bad_messages(void **state)
{
	struct bench b = { .line = { .kind = LINE_BRIDGE } };
	const uint64_t payload = 1, wide = (uint64_t)1 << 40;

	(void)state;
	bench_start(&b, NULL);
	check_message(&b, (struct ftc_host_send){ LEAVES, 0, 0, 0, &payload }, "from leaf 11");
	check_message(&b, (struct ftc_host_send){ 0, 0, LEAVES, 0, &payload }, "leaves 0 to 10");
	check_message(&b, (struct ftc_host_send){ 0, 32, 0, 0, &payload }, "does not fit into 5 bits");
	check_message(&b, (struct ftc_host_send){ 0, 0, 0, 0, &wide }, "does not fit into 40 bits");
	check_message(&b, (struct ftc_host_send){ 0, ALL, FTC_HOST_SEVERAL, 12, &payload }, "is for 12 leaves");
	bench_stop(&b);
}

static int cancel(void *context, enum ftc_host_phase phase, size_t batch, size_t batches, size_t done, size_t total)
{
	unsigned *calls = context;

	(void)batch;
	(void)batches;
	assert_true(done <= total);
	calls[phase]++;
	return calls[FTC_HOST_READING] == 2;
}

static void test_progress(void **state)
{
	struct set *s = random_set(200, 0, 10);
	unsigned calls[3] = {0};
	struct ftc_host_options o = quick();
	struct bench b = { .line = { .kind = LINE_BRIDGE } };
	struct ftc_host_log log;

	(void)state;
	o.progress = cancel;
	o.context = calls;
	bench_start(&b, &o);
	assert_int_equal(ftc_host_run(b.host, s->send, s->count, &log), FTC_HOST_CANCELLED);
	assert_int_equal(calls[FTC_HOST_WRITING], LEAVES);
	assert_true(calls[FTC_HOST_RUNNING] > 0);
	assert_int_equal(calls[FTC_HOST_READING], 2);
	ftc_host_log_free(&log);
	bench_stop(&b);
	free(s);
}

/* ---- batches by themselves: they fit, keep the order of each leaf, and do not depend on how leaves are mixed */

static void check_batches(const struct ftc_host_identity *who, const struct set *s, unsigned slot_clocks)
{
	struct batches b;
	size_t total = 0;

	assert_int_equal(batches_make(&b, who, slot_clocks, s->send, s->count), FTC_HOST_DONE);
	for (size_t batch = 0; batch < b.count; batch++) {
		size_t load[16] = {0}, messages = 0;

		for (unsigned leaf = 0; leaf < who->leaves; leaf++) {
			size_t first = b.first[batch * who->leaves + leaf],
				end = b.first[batch * who->leaves + leaf + 1];

			assert_true(end - first <= FTC_HOST_MOST_MESSAGES);
			for (size_t i = first; i < end; i++) {
				const struct ftc_host_send *m = &s->send[b.order[i]];

				assert_int_equal(m->leaf, leaf);
				assert_int_equal(b.of[b.order[i]], batch);
				if (i > first)
					assert_true(b.order[i] > b.order[i - 1]);
				messages++;
				load[m->leaf >> who->bank_bits]++;
				for (unsigned bank = 0; bank < who->banks; bank++)
					load[bank] += m->receiver == FTC_HOST_SEVERAL ? 1u << who->bank_bits
						      : m->receiver >> who->bank_bits == bank;
			}
		}
		for (unsigned bank = 0; bank < who->banks; bank++)
			assert_true(load[bank] <= 1u << who->log_bits);
		assert_true(!slot_clocks || messages * slot_clocks <= 1u << (30 - 2 * who->bank_bits));
		total += messages;
	}
	assert_int_equal(total, s->count);
	batches_free(&b);
}

static void test_batch_limits(void **state)
{
	struct ftc_host_identity who = { .leaves = LEAVES, .log_bits = 8, .bank_bits = 3, .banks = 2,
					 .payload_bits = 40, .tdest_bits = 5, .tuser_bits = 5 };
	struct set *s = random_set(5000, 5, 11), *mixed = calloc(1, sizeof *mixed);
	struct batches a, b;

	(void)state;
	check_batches(&who, s, 0);
	check_batches(&who, s, 1u << 18);
	who.log_bits = 12;
	check_batches(&who, s, 0);
	/* The same messages leaf by leaf. */
	for (uint32_t leaf = 0; leaf < LEAVES; leaf++)
		for (size_t i = 0; i < s->count; i++)
			if (s->send[i].leaf == leaf)
				mixed->send[mixed->count++] = s->send[i];
	assert_int_equal(batches_make(&a, &who, 0, s->send, s->count), FTC_HOST_DONE);
	assert_int_equal(batches_make(&b, &who, 0, mixed->send, s->count), FTC_HOST_DONE);
	assert_int_equal(a.count, b.count);
	for (size_t i = 0; i < s->count; i++)
		assert_ptr_equal(s->send[a.order[i]].payload, mixed->send[b.order[i]].payload);
	batches_free(&a);
	batches_free(&b);
	/* A log that not even one message fits into. */
	who.log_bits = 3;
	s->send[0] = (struct ftc_host_send){ 0, ALL, FTC_HOST_SEVERAL, LEAVES - 1, s->payload };
	assert_int_equal(batches_make(&a, &who, 0, s->send, 1), FTC_HOST_MESSAGE);
	batches_free(&a);
	free(mixed);
	free(s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_crc), cmocka_unit_test(test_known_frame), cmocka_unit_test(test_round_trips),
		cmocka_unit_test(test_one_fault), cmocka_unit_test(test_too_long), cmocka_unit_test(test_identify),
		cmocka_unit_test(test_run), cmocka_unit_test(test_batches), cmocka_unit_test(test_lost_message),
		cmocka_unit_test(test_noisy_line), cmocka_unit_test(test_somebody_else),
		cmocka_unit_test(test_other_bridges), cmocka_unit_test(test_pulled_cable),
		cmocka_unit_test(test_reset_board), cmocka_unit_test(test_bad_ports),
		cmocka_unit_test(test_claimed_port), cmocka_unit_test(test_attach),
		cmocka_unit_test(test_end_of_file), cmocka_unit_test(test_bad_messages),
		cmocka_unit_test(test_progress), cmocka_unit_test(test_batch_limits),
	};
	const char *why = no_terminal();

	if (why) {
		skip_all(why);
		return 0;
	}
	return cmocka_run_group_tests(tests, NULL, NULL);
}
