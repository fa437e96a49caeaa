/* uart.h: the far end of a model's serial line: bytes to bits and back, in the model's clocks.
 *
 * 8 data bits, no parity, one stop bit, least significant bit first. Each bit from the model is sampled in its middle,
 * as a receiver does.
 */
#ifndef FTC_SIM_UART_H
#define FTC_SIM_UART_H

#include <stdbool.h>
#include <stdint.h>

#include "model.h"

struct uart {
	struct model *model;
	const struct model_port *from_model;	/* its output: tx; NULL: nothing is received */
	const struct model_port *to_model;	/* its input: rx; NULL: nothing is sent */
	double clocks_per_bit;

	/* receiving */
	bool receiving;
	uint64_t begun;			/* clock in which the start bit was first seen */
	uint64_t look;			/* clock of the next sample */
	unsigned seen;			/* sampled bits, stop bit included */
	unsigned bits;
	/* sending */
	bool sending;
	unsigned frame;			/* bits still to send, the current one lowest, and a 1 above them all */
	uint64_t sent_from;		/* clock in which the start bit began */
	unsigned sent;			/* bits begun */
	uint64_t change;		/* clock in which the next one begins */
};

/* The line is idle. Lines of a model: model_port(); clocks_per_bit: at least 4. */
void uart_start(struct uart *u, struct model *model, const struct model_port *from_model,
		const struct model_port *to_model, double clocks_per_bit);
/* Is there room for a byte to send? */
static inline bool uart_is_ready(const struct uart *u)
{
	return !u->sending;
}
/* Begins to send a byte; only when uart_is_ready(). */
void uart_send(struct uart *u, uint8_t byte);
/* Between two bytes of the model, and nothing to send. */
static inline bool uart_is_idle(const struct uart *u)
{
	return !u->sending && !u->receiving;
}
/* Runs one clock of the model. Returns the byte received, UART_NOTHING or, for a byte without a stop bit,
 * UART_BROKEN. */
int uart_clock(struct uart *u);
enum { UART_NOTHING = -1, UART_BROKEN = -2 };

/* Clocks the model until a byte has arrived; UART_NOTHING after `patience` clocks without a start bit. */
int uart_receive(struct uart *u, uint64_t patience);

#endif
