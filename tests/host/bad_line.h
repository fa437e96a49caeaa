/* bad_line.h: the Verilog of a bridge at the end of a serial line on which bits flip and bytes get lost and added. */
#ifndef FTC_TESTS_HOST_BAD_LINE_H
#define FTC_TESTS_HOST_BAD_LINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "host/library/frame.h"
#include "model.h"
#include "random.h"
#include "simulate/verilate.h"
#include "uart.h"

enum { BAD_LINE_BYTES = 600, BAD_LINE_BIT_CLOCKS = 8 };

struct bad_line {
	/* Works out what the bridge must do with a request that has arrived whole, and takes its answer. */
	void (*act)(void *context, const uint8_t *request, size_t length);
	void *context;
	unsigned most_bytes;			/* of a frame that the bridge takes */
	unsigned patience;			/* clocks in which an answer must begin */

	struct model *model;
	struct uart uart;
	struct random random;
	unsigned long whole, spoiled;
	/* What the bridge has heard since the last delimiter. */
	uint8_t bytes[FRAME_MOST_BYTES];
	size_t count;
	bool escaped;
};

/* Verilates the module `top` of the file `bench` with the templates `names`, and lets its reset pass. The first fields are
 * set. Its serial line has the ports uart_rx and uart_tx, at BAD_LINE_BIT_CLOCKS. */
void bad_line_start(struct bad_line *l, const char *bench, const char *top, const char *const *names,
		    const struct verilate_port *ports, size_t port_count, unsigned long seed);
unsigned bad_line_below(struct bad_line *l, unsigned bound);

/* The body of an answer, which must come. */
size_t bad_line_receive(struct bad_line *l, uint8_t body[FRAME_MOST_BYTES]);
/* Sends bytes until the bridge must have heard a whole frame; then calls act(). Whatever the bridge says at another time is
 * an error. */
void bad_line_send(struct bad_line *l, const uint8_t *line, size_t count);
/* Sends a request as a good frame and returns the length of its answer; nothing else may come. */
size_t bad_line_ask(struct bad_line *l, const uint8_t *body, size_t length, uint8_t answer[FRAME_MOST_BYTES]);

/* Flips, loses and adds bytes: mostly one or two of them, now and then a burst, now and then none. */
size_t bad_line_spoil(struct bad_line *l, uint8_t line[BAD_LINE_BYTES], size_t count);
/* A frame that is longer than it may be, by a byte or more, and right otherwise; its command is below `commands`. */
size_t bad_line_make_long(struct bad_line *l, unsigned commands, uint8_t line[BAD_LINE_BYTES]);

#endif
