/* overlay_fuzz.c: the Verilog of a device's bridge on a bad line: frames with bits flipped, bytes lost and bytes added.
 *
 *   overlay_fuzz [FRAMES [SEED]]
 *
 * A toy is behind the bridge (overlay_bench.v). The test works out what docs/reference/host-protocol.md says for each request that
 * arrives whole, and compares the answer, the toy's chain and the words of settings. Repeated requests, which must do
 * nothing and be answered as before, are among them. */
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
	IDENTIFY, WRITE, SHIFT, STEP, COMMANDS,
	HEAD = 4, RECORD = 8, CHAIN_BYTES = 6, IDENTITY_BYTES = 19, MOST_FRAME = 223, MOST_BODY = MOST_FRAME - FRAME_CRC_BYTES,
	/* The longest steps: 256 of 60 clocks and the bridge's own for each row. */
	MOST_ROWS = 105, PATIENCE = MOST_ROWS * 256 * 80, LONGEST_STEP = 60, MOST_PIN_BYTES = 10,
};

static unsigned long frames = 4000, seed = 1;

__extension__ typedef unsigned __int128 pins;

struct fuzz {
	struct bad_line line;
	unsigned pin_count, pin_bytes;
	/* The bridge. */
	bool known, loaded, identified;		/* .. the last request was `identify` */
	uint8_t last_tag;
	uint8_t answer[FRAME_MOST_BYTES];	/* the last one */
	size_t answer_bytes;
	/* The toy. */
	uint64_t chain, written;
	pins state, pin_out;
	unsigned long repeats, steps, shifts, words;
};

static const uint8_t identity[IDENTITY_BYTES] = {
	0x01, 0xb2, 0xa1, 0xc0, 0xc0, 0xdb, 0xef, 0xcd, 0xab, 0x89, 0x67, 0x45, 0x23, 0x01, 0xdd, 0xdc, 0xdb, 0xc0, 0xff,
};

static unsigned below(struct fuzz *f, unsigned bound)
{
	return bad_line_below(&f->line, bound);
}

static uint64_t port(const struct fuzz *f, const char *name)
{
	const struct model_port *p = model_port(f->line.model, name);

	return model_get(f->line.model, p, 0, p->width);
}

/* ---- what a request does */

static void write_word(struct fuzz *f, const uint8_t *r)
{
	uint64_t cycle = r[0] & 15, bank = r[2] & 31, word = r[4] | r[5] << 8 | r[6] << 16 | (uint64_t)r[7] << 24;

	f->written = (f->written << 1 | f->written >> 63) ^ (cycle << 48 | bank << 32 | word);
	f->words++;
}

static uint8_t shift(struct fuzz *f, uint8_t in)
{
	uint8_t out = (uint8_t)f->chain;

	f->chain = f->chain >> 8 | (uint64_t)in << (8 * (CHAIN_BYTES - 1));
	f->state = 0;
	f->loaded = true;
	f->shifts++;
	return out;
}

static void step(struct fuzz *f, pins in, unsigned times)
{
	pins mask = ((pins)1 << f->pin_count) - 1;

	for (; times > 0; times--, f->steps++) {
		f->pin_out = (in ^ f->state) & mask;
		f->state = (5 * f->state + in + 1) & mask;
	}
}

/* Each row takes the pins before it, and all but the last make steps. */
static void step_rows(struct fuzz *f, uint8_t *data, size_t bytes, unsigned times)
{
	pins mask = ((pins)1 << f->pin_count) - 1;

	for (size_t at = 0; at < bytes; at += f->pin_bytes) {
		pins in = 0, out = f->pin_out;

		for (unsigned i = 0; i < f->pin_bytes; i++) {
			in |= (pins)data[at + i] << 8 * i;
			data[at + i] = (uint8_t)(out >> 8 * i);
		}
		if (at + f->pin_bytes < bytes)
			step(f, in & mask, times);
	}
}

/* Turns the request into its answer. */
static void carry_out(struct fuzz *f, uint8_t *body, size_t length)
{
	uint8_t command = body[1];

	body[1] = command >= COMMANDS ? 1 : command == STEP && !f->loaded ? 2 : 0;
	if (body[1] != 0)
		return;
	if (command == WRITE)
		for (size_t at = HEAD; at < length; at += RECORD)
			write_word(f, body + at);
	if (command == SHIFT)
		for (size_t at = HEAD; at < length; at++)
			body[at] = shift(f, body[at]);
	if (command == STEP)
		step_rows(f, body + HEAD, length - HEAD, body[3] + 1u);
}

static void act(void *context, const uint8_t *request, size_t length)
{
	struct fuzz *f = context;
	uint8_t got[FRAME_MOST_BYTES];
	bool identify = request[1] == IDENTIFY, repeated = f->known && !identify && ((request[0] ^ f->last_tag) & 1) == 0;

	if (!repeated) {
		memcpy(f->answer, request, length);
		f->answer_bytes = length;
		if (identify) {
			memcpy(f->answer + 2, identity, IDENTITY_BYTES);
			f->answer_bytes = 2 + IDENTITY_BYTES;
		} else {
			carry_out(f, f->answer, length);
		}
	}
	f->repeats += repeated;
	f->known = true;
	f->last_tag = request[0];
	f->identified = identify;
	size_t bytes = bad_line_receive(&f->line, got);
	assert_int_equal(bytes, f->answer_bytes);
	assert_memory_equal(got, f->answer, bytes);
	assert_true(port(f, "chain") == f->chain);
	assert_true(port(f, "written") == f->written);
}

/* ---- requests */

static size_t add_data(struct fuzz *f, uint8_t *body, size_t length, size_t bytes)
{
	for (size_t i = 0; i < bytes; i++)
		body[length++] = below(f, 8) == 0 ? (below(f, 2) ? 0xc0 : 0xdb) : (uint8_t)below(f, 256);
	return length;
}

/* Bank 1 sets the clocks of a step: not too many. */
static size_t add_records(struct fuzz *f, uint8_t *body, unsigned count)
{
	add_data(f, body, HEAD, count * RECORD);
	for (uint8_t *r = body + HEAD; r < body + HEAD + count * RECORD; r += RECORD)
		if ((r[2] & 31) == 1) {
			r[4] = (uint8_t)(3 + below(f, LONGEST_STEP - 3));
			r[5] = 0;
		}
	return HEAD + count * RECORD;
}

static size_t add_rows(struct fuzz *f, uint8_t *body, unsigned most)
{
	unsigned rows = below(f, below(f, 10) == 0 ? most : 4);

	body[3] = (uint8_t)(below(f, 4) ? 0 : below(f, 8) ? below(f, 6) : below(f, 256));
	return add_data(f, body, HEAD, rows * f->pin_bytes);
}

static size_t make_request(struct fuzz *f, uint8_t body[MOST_BODY])
{
	static const uint8_t commands[] = { WRITE, WRITE, SHIFT, SHIFT, STEP, STEP, STEP, STEP, STEP, STEP, IDENTIFY };
	unsigned room = MOST_BODY - HEAD;
	size_t length = HEAD;

	/* Nobody repeats something else than `identify` behind it. */
	body[0] = (uint8_t)(f->last_tag + (f->identified || below(f, 8) ? 1 : 2 * below(f, 3)));
	body[1] = commands[below(f, sizeof commands)];
	body[3] = (uint8_t)below(f, 256);
	if (below(f, 40) == 0)
		body[1] = (uint8_t)(COMMANDS + below(f, 256 - COMMANDS));
	if (body[1] == IDENTIFY)
		return 2;
	if (body[1] == WRITE)
		length = add_records(f, body, below(f, below(f, 10) == 0 ? room / RECORD + 1 : 3));
	else if (body[1] == SHIFT)
		length = add_data(f, body, HEAD, below(f, below(f, 10) == 0 ? room + 1 : CHAIN_BYTES + 2));
	else
		length = add_rows(f, body, room / f->pin_bytes + 1);
	body[2] = (uint8_t)length;
	return length;
}

static void fuzz_start(struct fuzz *f, const char *top, unsigned pin_count)
{
	static const char *const names[] = {
		"overlay_host", "host_link", "uart_receiver", "uart_transmitter", "accumulator", "power_on_reset", "step_timer", NULL,
	};
	static const struct verilate_port ports[] = {
		{ "uart_rx", 1, false }, { "uart_tx", 1, true }, { "chain", 48, true }, { "written", 64, true },
	};

	*f = (struct fuzz){
		.line = { .act = act, .context = f, .most_bytes = MOST_FRAME, .patience = PATIENCE },
		.pin_count = pin_count, .pin_bytes = (pin_count + 7) / 8,
	};
	bad_line_start(&f->line, BENCH, top, names, ports, sizeof ports / sizeof *ports, seed);
}

static void request(struct fuzz *f, const uint8_t *body, size_t length)
{
	uint8_t line[FRAME_MOST_ON_LINE];

	bad_line_send(&f->line, line, frame_encode(body, length, line));
}

/* After a reset steps are refused, whatever the tag; a repetition of that is answered alike. */
static void begin(struct fuzz *f)
{
	uint8_t steps[HEAD + 3 * MOST_PIN_BYTES] = { 0, STEP, (uint8_t)(HEAD + 2 * f->pin_bytes), 0, 0xc0, 0xdb };

	request(f, steps, HEAD + 2 * f->pin_bytes);
	assert_int_equal(f->answer[1], 2);
	request(f, steps, HEAD + 2 * f->pin_bytes);
	assert_int_equal(f->repeats, 1);
}

/* A request that lies about its end does what it likes to the chain, but the bridge knows itself afterwards. */
static void end_is_beyond(struct fuzz *f)
{
	const uint8_t lie[] = { (uint8_t)(f->last_tag + 1), SHIFT, 0xff, 0 }, identify[] = { (uint8_t)(f->last_tag + 2), IDENTIFY };
	uint8_t answer[FRAME_MOST_BYTES];

	bad_line_ask(&f->line, lie, sizeof lie, answer);
	assert_int_equal(bad_line_ask(&f->line, identify, sizeof identify, answer), 2 + IDENTITY_BYTES);
	assert_memory_equal(answer + 2, identity, IDENTITY_BYTES);
}

static void bad_lines_do_no_harm(const char *top, unsigned pin_count)
{
	struct fuzz f;

	fuzz_start(&f, top, pin_count);
	begin(&f);
	for (unsigned long i = 0; i < frames; i++) {
		uint8_t body[MOST_BODY], line[BAD_LINE_BYTES];
		size_t count = frame_encode(body, make_request(&f, body), line);

		if (below(&f, 100) == 0)
			count = bad_line_make_long(&f.line, COMMANDS, line);
		else
			count = bad_line_spoil(&f.line, line, count);
		bad_line_send(&f.line, line, count);
	}
	bad_line_send(&f.line, &(uint8_t){ FRAME_DELIMITER }, 1);
	f.line.spoiled--;
	end_is_beyond(&f);
	model_close(f.line.model);
	print_message("# %lu frames: %lu whole, %lu spoiled; %lu repetitions, %lu steps, %lu bytes through the chain, %lu words\n",
		      f.line.whole + f.line.spoiled, f.line.whole, f.line.spoiled, f.repeats, f.steps, f.shifts, f.words);
	assert_true(f.line.whole > frames / 8 && f.line.spoiled > frames / 4);
	assert_true(f.repeats > frames / 100 && f.steps > frames / 2 && f.shifts > frames / 10 && f.words > frames / 20);
}

static void a_byte_of_pins(void **state)
{
	(void)state;
	bad_lines_do_no_harm("overlay_bench_5", 5);
}

static void two_bytes_of_pins(void **state)
{
	(void)state;
	bad_lines_do_no_harm("overlay_bench", 11);
}

static void ten_bytes_of_pins(void **state)
{
	(void)state;
	bad_lines_do_no_harm("overlay_bench_76", 76);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(two_bytes_of_pins), cmocka_unit_test(a_byte_of_pins), cmocka_unit_test(ten_bytes_of_pins),
	};

	if (argc > 1)
		frames = strtoul(argv[1], NULL, 10);
	if (argc > 2)
		seed = strtoul(argv[2], NULL, 10);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
