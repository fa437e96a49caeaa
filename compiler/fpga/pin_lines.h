/* pin_lines.h: what happens at the pins of a user's own top module in a simulation, read from a file (`ftc simulate --pins`).
 *
 *   @0       switch 0x5              a vector, or a bit of it: an input has this level from this clock on
 *   @2ms     button[0] 1             1: pressed, closed, lit, whatever the board's wiring
 *   @30000   led[0] 1                an output: checked in this clock
 *   @50us    uart_rx "go\n"          bytes that the other end of the line begins to send
 *   @900000  uart_tx "gone\n"        all that the top module has sent since the last such line: checked
 *
 * Clock 0 is the first one after the reset. `us`, `ms` and `s` are time by CLOCK_HZ. Levels of clock 0 are there from power-on. A comment
 * begins with #. Lines may be in any order.
 */
#ifndef FTC_FPGA_PIN_LINES_H
#define FTC_FPGA_PIN_LINES_H

#include <stdint.h>

#include "fpga/own_top.h"
#include "util/words.h"

enum { WIDEST_LEVEL = 64 };		/* bits that a line may name at once */

/* Of a run of a top module. */
#define MOST_TOP_CLOCKS UINT64_C(1000000000000)

/* A line. */
struct pin_event {
	uint64_t clock;
	const struct own_port *port;
	unsigned low, width;		/* bits of the port */
	uint64_t value;
	char *bytes;			/* of a serial line; or NULL */
	size_t length;			/* of bytes */
	struct place at;
};

struct pin_lines {
	struct words words;		/* the file: places point into it */
	struct pin_event *event;	/* by clock; of one clock in the order of the file */
	size_t count;
};

/* Whether the port is a serial line of the board, or has the name of one. */
bool pin_is_sent(const struct own_port *port);		/* uart_tx */
bool pin_is_heard(const struct own_port *port);		/* uart_rx */

/* Reads the file; `clock_hz` is CLOCK_HZ, `last` the last clock that is run. False after a message. */
bool pin_lines_read(struct pin_lines *lines, const char *path, const struct own_top *own, double clock_hz, uint64_t last);
void pin_lines_free(struct pin_lines *lines);

/* Adds such bytes as the file has them between quotes. */
void pin_bytes_print(const char *bytes, size_t length, struct text *out);

#endif
