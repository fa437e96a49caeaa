/* noise.c: the host's end of the serial line under noise: requests through a line that flips, drops and inserts bytes.
 *
 *   noise FRAMES SEED
 *
 * Every answer that the library accepts must be, byte for byte, the last one that the bridge has sent; every request
 * that the bridge executes must be one that the library has sent; and every request must terminate. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/library/bridge.h"
#include "line.h"
#include "terminal.h"

static unsigned long frames_wanted = 10000, seed = 1;

static const struct bridge_model_parameters parameters = {
	.version = 1, .digest = { 0xc0, 0xdb, 0xdc, 0xdd, 0x00, 0xff, 0xc0, 0xdb }, .leaves = 6, .log_bits = 8,
	.bank_bits = 3, .payload_bits = 90, .tdest_bits = 4, .tuser_bits = 4, .clock_100khz = 480, .clocks_per_byte = 8,
};

/* From a good line over a bad one to one that next to nothing survives; and bad in one way only. */
static const struct noise weather[] = {
	{ 0, 0, 0 }, { 100, 0, 0 }, { 0, 100, 0 }, { 0, 0, 100 }, { 300, 300, 300 }, { 1000, 500, 500 },
	{ 8000, 4000, 4000 }, { 40, 40, 40 },
};
enum { WEATHERS = sizeof weather / sizeof weather[0], REQUESTS_OF_A_WEATHER = 200 };

struct bench {
	struct toy_network *toy;
	struct line line;
	struct ftc_host *host;
	struct random random;
	unsigned long done, failed, frames;
};

/* The body of the last answer as it left the bridge. */
static size_t last_answer(struct bench *b, uint8_t *body)
{
	size_t count = 0;

	pthread_mutex_lock(&b->line.lock);
	for (size_t i = 1; i + 1 < b->line.answer_bytes; i++) {
		uint8_t byte = b->line.answer[i];

		body[count++] = byte != 0xdb ? byte : b->line.answer[++i] == 0xdc ? 0xc0 : 0xdb;
	}
	pthread_mutex_unlock(&b->line.lock);
	return count - 4;
}

static enum ftc_host_error write_something(struct bench *b)
{
	uint8_t entries[BRIDGE_ENTRY_ROOM];
	unsigned bytes = bridge_entry_bytes(&b->host->who), most = BRIDGE_ENTRY_ROOM / bytes;
	unsigned count = 1 + (unsigned)random_below(&b->random, most);
	unsigned index = (unsigned)random_below(&b->random, 257 - count);

	for (size_t i = 0; i < (size_t)count * bytes; i++)
		entries[i] = random_below(&b->random, 4) ? (uint8_t)random_next(&b->random) : 0xc0;
	return bridge_write(b->host, (unsigned)random_below(&b->random, parameters.leaves), index, count, entries);
}

/* Runs for a while, so that the log is not empty. */
static enum ftc_host_error run_a_little(struct bench *b)
{
	enum ftc_host_error error = bridge_run(b->host);
	struct bridge_status status;

	for (unsigned i = 0; !error && i < 5; i++)
		error = bridge_status(b->host, 0, &status);
	/* A network that goes on running would answer the same question in two ways. */
	do
		error = bridge_halt(b->host);
	while (error);
	return error;
}

static enum ftc_host_error read_something(struct bench *b)
{
	const uint8_t *data;
	struct bridge_status status;
	size_t bytes;
	enum ftc_host_error error = bridge_status(b->host, 0, &status);
	unsigned most = BRIDGE_RECORD_ROOM / (4 + bridge_tail_bytes(&b->host->who));

	if (error || status.records == 0)
		return error;
	return bridge_log(b->host, 0, 0, status.records < most ? status.records : most, &data, &bytes);
}

static void one_request(struct bench *b)
{
	enum ftc_host_error error;
	uint8_t sent[MODEL_MOST_ANSWER];
	size_t bytes;

	switch (random_below(&b->random, 16)) {
	case 0:
		error = run_a_little(b);
		break;
	case 1: case 2: case 3:
		error = bridge_identify(b->host);
		break;
	case 4: case 5: case 6: case 7:
		error = write_something(b);
		break;
	case 8:
		error = bridge_halt(b->host);
		break;
	default:
		error = read_something(b);
		break;
	}
	if (error) {
		assert_true(error == FTC_HOST_NO_ANSWER || error == FTC_HOST_GARBAGE || error == FTC_HOST_PROTOCOL);
		assert_true(strlen(ftc_host_message(b->host)) > 0);
		b->failed++;
		return;
	}
	b->done++;
	bytes = last_answer(b, sent);
	assert_int_equal(b->host->answer_bytes, bytes);
	assert_memory_equal(b->host->answer, sent, bytes);
}

static void count_frames(struct bench *b)
{
	struct ftc_host_counts counts = ftc_host_line_counts(b->host);

	pthread_mutex_lock(&b->line.lock);
	b->frames = counts.requests + counts.repeated + b->line.heard;
	assert_int_equal(b->line.wrong_requests, 0);
	pthread_mutex_unlock(&b->line.lock);
}

static void set_weather(struct bench *b, const struct noise *noise)
{
	pthread_mutex_lock(&b->line.lock);
	b->line.noise = *noise;
	pthread_mutex_unlock(&b->line.lock);
}

static void test_noise(void **state)
{
	struct ftc_host_options o = FTC_HOST_OPTIONS;
	struct bridge_model_parameters p = parameters;
	struct bench b = { .done = 0 };
	struct ftc_host_counts counts;

	(void)state;
	o.timeout_ms = 2;
	o.attempts = 5;
	random_start(&b.random, seed, 1);
	b.toy = toy_create(p.leaves, 2, 64, 8);
	p.network = toy_as_network(b.toy);
	b.line.bridge = bridge_model_create(&p);
	line_start(&b.line, seed);
	b.host = ftc_host_create(&o);
	assert_int_equal(ftc_host_open(b.host, b.line.path, 4000000), FTC_HOST_DONE);
	while (bridge_identify(b.host))
		;
	for (unsigned long i = 0; b.frames < frames_wanted; i++) {
		if (i % REQUESTS_OF_A_WEATHER == 0)
			set_weather(&b, &weather[i / REQUESTS_OF_A_WEATHER % WEATHERS]);
		one_request(&b);
		count_frames(&b);
	}
	counts = ftc_host_line_counts(b.host);
	/* There was something to withstand, and it was withstood. */
	assert_true(b.line.spoiled > frames_wanted / 20);
	assert_true(bridge_model_dropped(b.line.bridge) > frames_wanted / 200);
	assert_true(counts.dropped > frames_wanted / 200);
	assert_true(b.done > 2 * b.failed);
	printf("# seed %lu: %lu frames, %lu bytes spoiled; %lu requests answered, %lu given up; dropped by the host "
	       "%llu, by the"
	       " bridge %lu\n", seed, b.frames, b.line.spoiled, b.done, b.failed, (unsigned long long)counts.dropped,
	       bridge_model_dropped(b.line.bridge));
	ftc_host_free(b.host);
	line_stop(&b.line);
	bridge_model_free(b.line.bridge);
	toy_free(b.toy);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_noise) };
	const char *why = no_terminal();

	if (why) {
		skip_all(why);
		return 0;
	}
	if (argc > 1)
		frames_wanted = strtoul(argv[1], NULL, 10);
	if (argc > 2)
		seed = strtoul(argv[2], NULL, 10);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
