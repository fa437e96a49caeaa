/* fuzz.c: the Verilog of the host bridge on a bad line: frames with bits flipped, bytes lost and bytes added.
 *
 *   fuzz [FRAMES [SEED]]
 *
 * The bridge must do what docs/reference/host-protocol.md says for intact frames, and nothing for others. The test works out the
 * expected actions from the bytes sent. Now and then the line is good for a while: the messages in all leaves' memories
 * are then run, returned by the leaves and read from the log, and must be those of the intact frames. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bad_line.h"

enum {
	LEAVES = 3, PAYLOAD = 13, DEST_BITS = 3, ENTRIES = 256, ENTRY_BYTES = 3, TAIL_BYTES = 2, IDENTITY_BYTES = 20,
	RECORDS = 512, PATIENCE = 3000, INSPECT_EVERY = 500,
	IDENTIFY = 0, WRITE = 1, RUN = 2, HALT = 3, STATUS = 4, LOG = 5,
};

static unsigned long frames = 20000, seed = 1;

struct fuzz {
	struct bad_line line;
	bool running;
	uint32_t entry[LEAVES][ENTRIES];
	unsigned long inspected;
};

static const uint8_t identity[IDENTITY_BYTES] = {
	0x46, 0x01, 0xb2, 0xa1, 0xc0, 0xc0, 0xdb, 0xef, 0xcd, 0xab, 0x89, 0x67, 0x45, 0x23, 0x01, 0xdd, 0xdc, 0xdb,
	0xc0, 0xff,
};

static void act(void *context, const uint8_t *request, size_t length);

static void fuzz_start(struct fuzz *f)
{
	static const char *const names[] = {
		"host_bridge", "host_requests", "host_run", "host_turns", "host_leaf", "host_log", "host_link", "uart_receiver",
		"uart_transmitter", "accumulator", "power_on_reset", NULL,
	};
	static const struct verilate_port ports[] = { { "uart_rx", 1, false }, { "uart_tx", 1, true } };

	*f = (struct fuzz){ .line = { .act = act, .context = f, .most_bytes = FRAME_MOST_BYTES, .patience = PATIENCE } };
	bad_line_start(&f->line, BENCH, "bridge_bench", names, ports, 2, seed);
}

static unsigned below(struct fuzz *f, unsigned bound)
{
	return bad_line_below(&f->line, bound);
}

static size_t receive_answer(struct fuzz *f, uint8_t body[FRAME_MOST_BYTES])
{
	return bad_line_receive(&f->line, body);
}

/* The request that arrived intact, and the expected answer. */
static void act(void *context, const uint8_t *request, size_t length)
{
	struct fuzz *f = context;
	uint8_t answer[FRAME_MOST_BYTES], command = length > 1 ? request[1] : 0xff;
	size_t got;

	if (length < 2) {			/* its command is a byte of the checksum: anything may happen */
		receive_answer(f, answer);
		return;
	}
	bool refused = f->running && (command == WRITE || command == LOG);
	if (command == WRITE && !refused) {
		unsigned index = request[2], leaf = request[3], last = request[4];
		const uint8_t *entry = request + 5;

		for (; (index & 0xff) != last; index++, entry += ENTRY_BYTES)
			f->entry[leaf][index] = entry[0] | entry[1] << 8 | (uint32_t)entry[2] << 16;
	}
	got = receive_answer(f, answer);
	assert_int_equal(answer[0], request[0]);
	assert_int_equal(answer[1], command > LOG ? 1 : refused ? 2 : 0);
	assert_int_equal(got, 2u + (command == IDENTIFY ? IDENTITY_BYTES : command == STATUS ? 2 : 0));
	if (command == IDENTIFY)
		assert_memory_equal(answer + 2, identity, IDENTITY_BYTES);
	if (command == RUN || command == HALT)
		f->running = command == RUN;
	if (command == STATUS)
		assert_int_equal(answer[3] >> 7, f->running);
}

static size_t make_request(struct fuzz *f, uint8_t body[FRAME_MOST_BODY])
{
	static const uint8_t commands[] = { WRITE, WRITE, WRITE, WRITE, WRITE, IDENTIFY, STATUS, STATUS, HALT, HALT };
	size_t length = 2;

	body[0] = (uint8_t)below(f, 256);
	body[1] = commands[below(f, sizeof commands)];
	if (below(f, 20) == 0)
		body[1] = RUN;
	if (below(f, 20) == 0)
		body[1] = (uint8_t)(LOG + 1 + below(f, 256 - LOG - 1));
	if (body[1] == STATUS) {
		body[length++] = 0;
		body[length++] = 0;
	}
	if (body[1] == WRITE) {
		unsigned index = below(f, ENTRIES), most = ENTRIES - index,
			count = below(f, below(f, 10) == 0 ? 80 : 4);

		if (count > most)
			count = most;
		body[length++] = (uint8_t)index;
		body[length++] = (uint8_t)below(f, LEAVES);
		body[length++] = (uint8_t)(index + count);
		for (unsigned i = 0; i < count * ENTRY_BYTES; i++)
			body[length++] = below(f, 8) == 0 ? (below(f, 2) ? 0xc0 : 0xdb) : (uint8_t)below(f, 256);
	}
	return length;
}

static void request(struct fuzz *f, const uint8_t *body, size_t length)
{
	uint8_t line[FRAME_MOST_ON_LINE];

	bad_line_send(&f->line, line, frame_encode(body, length, line));
}

/* Reads the records of the log, and compares the messages in them with those that the leaves must have sent. */
static void check_log(struct fuzz *f, unsigned records)
{
	unsigned at[LEAVES] = {0};
	uint8_t body[5] = { 0, LOG }, answer[FRAME_MOST_BYTES];

	for (unsigned r = 0; r < records; r++) {
		body[2] = (uint8_t)r;
		body[3] = (uint8_t)(r >> 8);
		body[4] = (uint8_t)(r + 1);
		size_t length = bad_line_ask(&f->line, body, sizeof body, answer);
		uint32_t head = answer[2] | answer[3] << 8 | answer[4] << 16 | (uint32_t)answer[5] << 24;
		unsigned leaf = head >> 8 & 7;
		assert_int_equal(length, 6 + (head & 1 ? TAIL_BYTES : 0));
		if (!(head & 1))
			continue;
		assert_true(leaf < LEAVES && at[leaf] < ENTRIES);
		assert_int_equal(answer[6] | answer[7] << 8, f->entry[leaf][at[leaf]++] & 0xffff);
	}
	for (unsigned leaf = 0; leaf < LEAVES; leaf++) {
		unsigned messages = 0;

		while (messages < ENTRIES - 1 && f->entry[leaf][messages] >> (PAYLOAD + DEST_BITS) & 1)
			messages++;
		assert_int_equal(at[leaf], messages);
	}
}

/* Runs what is in the leaves' memories, halts, and returns the two bytes of the status of bank 0. */
static unsigned run_to_the_end(struct fuzz *f)
{
	static const uint8_t halt[] = { 1, HALT }, run[] = { 2, RUN }, status[] = { 3, STATUS, 0, 0 };
	uint8_t answer[FRAME_MOST_BYTES];

	request(f, run, sizeof run);
	for (unsigned i = 0; i < ENTRIES * 24; i++)
		assert_int_equal(uart_clock(&f->line.uart), UART_NOTHING);
	request(f, halt, sizeof halt);
	assert_int_equal(bad_line_ask(&f->line, status, sizeof status, answer), 4);
	return answer[2] | (unsigned)answer[3] << 8;
}

/* On a good line: makes sure that every leaf has an end, and runs. */
static void inspect(struct fuzz *f)
{
	static const uint8_t delimiter = FRAME_DELIMITER, halt[] = { 1, HALT };

	bad_line_send(&f->line, &delimiter, 1);
	f->line.spoiled--;
	request(f, halt, sizeof halt);
	for (unsigned leaf = 0; leaf < LEAVES; leaf++) {
		unsigned last = below(f, RECORDS / LEAVES);	/* the log has room for all */
		uint8_t end[] = { 4, WRITE, (uint8_t)last, (uint8_t)leaf, (uint8_t)(last + 1), 0, 0, 0 };

		request(f, end, sizeof end);
	}
	unsigned told = run_to_the_end(f);

	assert_int_equal(told >> 13, 0);		/* halted, nothing lost */
	check_log(f, told);
	f->inspected++;
}

/* More records than the log holds: the first ones stay, and the status says that some were lost, until the next run. */
static void a_full_log_is_told(void **state)
{
	struct fuzz f;
	uint8_t end[] = { 4, WRITE, 0, 0, 1, 0, 0, 0 };

	(void)state;
	fuzz_start(&f);
	for (unsigned leaf = 0; leaf < LEAVES; leaf++)
		for (unsigned index = 0; index < ENTRIES; index++) {
			uint8_t valid = index < ENTRIES - 1 ? 1u << (PAYLOAD + DEST_BITS - 16) : 0;
			uint8_t body[] = { 5, WRITE, (uint8_t)index, (uint8_t)leaf, (uint8_t)(index + 1), 0, 0, valid };

			request(&f, body, sizeof body);
		}
	unsigned told = run_to_the_end(&f);

	assert_int_equal(told & 0x1fff, RECORDS);
	assert_int_equal(told >> 13 & 1, 1);
	for (unsigned leaf = 0; leaf < LEAVES; leaf++) {
		end[3] = (uint8_t)leaf;
		request(&f, end, sizeof end);
	}
	assert_int_equal(run_to_the_end(&f), 0);
	model_close(f.line.model);
}

static void bad_lines_do_no_harm(void **state)
{
	struct fuzz f;

	(void)state;
	fuzz_start(&f);
	for (unsigned leaf = 0; leaf < LEAVES; leaf++)		/* no memory holds anything yet */
		for (unsigned index = 0; index < ENTRIES; index++) {
			uint8_t body[] = { 5, WRITE, (uint8_t)index, (uint8_t)leaf, (uint8_t)(index + 1), 0, 0, 0 };

			request(&f, body, sizeof body);
		}
	for (unsigned long i = 0; i < frames; i++) {
		uint8_t body[FRAME_MOST_BODY], line[BAD_LINE_BYTES];
		size_t length = make_request(&f, body), count = frame_encode(body, length, line);

		if (below(&f, 100) == 0)
			count = bad_line_make_long(&f.line, LOG, line);
		else
			count = bad_line_spoil(&f.line, line, count);
		bad_line_send(&f.line, line, count);
		if (i % INSPECT_EVERY == INSPECT_EVERY - 1)
			inspect(&f);
	}
	model_close(f.line.model);
	print_message("# %lu frames: %lu whole, %lu spoiled; memories compared %lu times\n", f.line.whole + f.line.spoiled,
		      f.line.whole, f.line.spoiled, f.inspected);
	assert_true(f.line.whole > frames / 8 && f.line.spoiled > frames / 4);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(bad_lines_do_no_harm), cmocka_unit_test(a_full_log_is_told) };

	if (argc > 1)
		frames = strtoul(argv[1], NULL, 10);
	if (argc > 2)
		seed = strtoul(argv[2], NULL, 10);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
