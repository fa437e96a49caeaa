/* bad_line.c: the Verilog of a bridge at the end of a bad serial line. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "bad_line.h"
#include "util/paths.h"

enum { MOST_SOURCES = 20, START_CLOCKS = 100 };

void bad_line_start(struct bad_line *l, const char *bench, const char *top, const char *const *names,
		    const struct verilate_port *ports, size_t port_count, unsigned long seed)
{
	const char *source[MOST_SOURCES] = { bench };
	char *path[MOST_SOURCES];
	size_t count = 0;

	for (; names[count]; count++) {
		char *file = format_string("%s.v", names[count]);

		source[count + 1] = path[count] = template_path(file);
		free(file);
	}
	struct verilate v = { .top = top, .port = ports, .port_count = port_count, .source = source,
			      .source_count = count + 1 };
	char *library = verilate(&v);
	assert_non_null(library);
	for (size_t i = 0; i < count; i++)
		free(path[i]);
	l->model = model_open(library);
	assert_non_null(l->model);
	free(library);
	uart_start(&l->uart, l->model, model_port(l->model, "uart_tx"), model_port(l->model, "uart_rx"), BAD_LINE_BIT_CLOCKS);
	random_start(&l->random, seed, 1);
	for (int i = 0; i < START_CLOCKS; i++)
		uart_clock(&l->uart);
}

unsigned bad_line_below(struct bad_line *l, unsigned bound)
{
	return (unsigned)random_below(&l->random, bound);
}

/* A byte on the line; returns the length of the body of a frame that it ends, or 0. Behind an escape the last bit
 * counts. */
static size_t hear(struct bad_line *l, uint8_t byte)
{
	size_t count = l->count;

	if (byte == FRAME_DELIMITER) {
		l->count = 0;
		l->escaped = false;
		if (count < FRAME_CRC_BYTES || count > l->most_bytes)
			return 0;
		const uint8_t *crc = l->bytes + count - FRAME_CRC_BYTES;
		uint32_t told = crc[0] | crc[1] << 8 | crc[2] << 16 | (uint32_t)crc[3] << 24;
		return told == frame_crc(l->bytes, count - FRAME_CRC_BYTES) ? count - FRAME_CRC_BYTES : 0;
	}
	if (byte == FRAME_ESCAPE) {
		l->escaped = true;
		return 0;
	}
	if (count < l->most_bytes)
		l->bytes[count] = !l->escaped ? byte : byte & 1 ? FRAME_ESCAPE : FRAME_DELIMITER;
	l->count += l->count <= l->most_bytes;
	l->escaped = false;
	return 0;
}

size_t bad_line_receive(struct bad_line *l, uint8_t body[FRAME_MOST_BYTES])
{
	struct frame_decoder d = {0};

	for (;;) {
		int byte = uart_receive(&l->uart, l->patience);
		if (byte < 0)
			fail_msg("no answer: %d, after %lu whole and %lu spoiled frames", byte, l->whole, l->spoiled);
		size_t length = frame_decode(&d, (uint8_t)byte);
		assert_int_equal(d.dropped, 0);
		if (length > 0) {
			memcpy(body, d.bytes, length);
			return length;
		}
	}
}

static void send_byte(struct bad_line *l, uint8_t byte)
{
	uart_send(&l->uart, byte);
	while (!uart_is_ready(&l->uart))
		assert_int_equal(uart_clock(&l->uart), UART_NOTHING);
}

void bad_line_send(struct bad_line *l, const uint8_t *line, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		send_byte(l, line[i]);
		size_t length = hear(l, line[i]);
		if (length > 0) {
			uint8_t request[FRAME_MOST_BYTES];

			memcpy(request, l->bytes, length);
			l->whole++;
			l->act(l->context, request, length);
			return;
		}
	}
	l->spoiled++;
}

size_t bad_line_ask(struct bad_line *l, const uint8_t *body, size_t length, uint8_t answer[FRAME_MOST_BYTES])
{
	uint8_t line[FRAME_MOST_ON_LINE];
	size_t count = frame_encode(body, length, line);

	for (size_t i = 0; i < count; i++)
		send_byte(l, line[i]);
	return bad_line_receive(l, answer);
}

size_t bad_line_spoil(struct bad_line *l, uint8_t line[BAD_LINE_BYTES], size_t count)
{
	unsigned errors = bad_line_below(l, 4) == 0 ? 0
			: bad_line_below(l, 16) == 0 ? 1 + bad_line_below(l, 30) : 1 + bad_line_below(l, 2);

	for (; errors > 0 && count > 1; errors--) {
		size_t at = bad_line_below(l, (unsigned)count);

		switch (bad_line_below(l, 4)) {
		case 0:
			line[at] ^= (uint8_t)(1u << bad_line_below(l, 8));
			break;
		case 1:
			line[at] = (uint8_t)(bad_line_below(l, 2) ? bad_line_below(l, 256) : bad_line_below(l, 2) ? 0xc0 : 0xdb);
			break;
		case 2:
			memmove(line + at, line + at + 1, --count - at);
			break;
		case 3:
			memmove(line + at + 1, line + at, count++ - at);
			line[at] = (uint8_t)bad_line_below(l, 256);
			break;
		}
	}
	return count;
}

size_t bad_line_make_long(struct bad_line *l, unsigned commands, uint8_t line[BAD_LINE_BYTES])
{
	uint8_t bytes[300];
	size_t body = l->most_bytes - FRAME_CRC_BYTES + 1 + bad_line_below(l, 40), count = 0;

	for (size_t i = 0; i < body; i++)
		bytes[i] = (uint8_t)(i == 1 ? bad_line_below(l, commands) : bad_line_below(l, 0xc0));
	uint32_t crc = frame_crc(bytes, body);
	for (unsigned i = 0; i < FRAME_CRC_BYTES; i++)
		bytes[body + i] = (uint8_t)(crc >> 8 * i);
	line[count++] = FRAME_DELIMITER;
	for (size_t i = 0; i < body + FRAME_CRC_BYTES; i++) {
		bool special = bytes[i] == FRAME_DELIMITER || bytes[i] == FRAME_ESCAPE;

		if (special)
			line[count++] = FRAME_ESCAPE;
		line[count++] = !special ? bytes[i] : bytes[i] == FRAME_ESCAPE ? FRAME_ESCAPED_ESCAPE
				: FRAME_ESCAPED_DELIMITER;
	}
	line[count++] = FRAME_DELIMITER;
	return count;
}
