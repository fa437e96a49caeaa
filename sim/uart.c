/* uart.c: the far end of a model's serial line. */
#include "uart.h"

enum { FRAME_BITS = 10 };

void uart_start(struct uart *u, struct model *model, const struct model_port *from_model,
		const struct model_port *to_model, double clocks_per_bit)
{
	*u = (struct uart){ .model = model, .from_model = from_model, .to_model = to_model,
			    .clocks_per_bit = clocks_per_bit };
	if (to_model)
		model_set(model, to_model, 0, 1, 1);
}

void uart_send(struct uart *u, uint8_t byte)
{
	u->frame = 1u << FRAME_BITS | 1u << (FRAME_BITS - 1) | (unsigned)byte << 1;
	u->sending = true;
	u->sent_from = u->change = model_clocks(u->model);
	u->sent = 0;
}

/* The next bit of the frame, or its end. */
static void send_bit(struct uart *u)
{
	if (u->sent == FRAME_BITS) {
		u->sending = false;
		return;
	}
	model_set(u->model, u->to_model, 0, 1, u->frame & 1);
	u->frame >>= 1;
	u->sent++;
	u->change = u->sent_from + (uint64_t)(u->sent * u->clocks_per_bit + 0.5);
}

static int receive_bit(struct uart *u, unsigned level)
{
	if (u->seen < 8)
		u->bits |= level << u->seen;
	u->seen++;
	u->look = u->begun + (uint64_t)((u->seen + 1.5) * u->clocks_per_bit);
	if (u->seen < 9)
		return UART_NOTHING;
	u->receiving = false;
	return level ? (int)u->bits : UART_BROKEN;
}

int uart_clock(struct uart *u)
{
	if (u->sending && model_clocks(u->model) >= u->change)
		send_bit(u);
	model_clock(u->model);
	uint64_t now = model_clocks(u->model);
	if (!u->from_model || (u->receiving && now < u->look))
		return UART_NOTHING;
	unsigned level = model_outputs(u->model)[u->from_model->low / 32] & 1;
	if (u->receiving)
		return receive_bit(u, level);
	if (level == 0) {
		u->receiving = true;
		u->begun = now;
		u->look = now + (uint64_t)(1.5 * u->clocks_per_bit);
		u->seen = u->bits = 0;
	}
	return UART_NOTHING;
}

int uart_receive(struct uart *u, uint64_t patience)
{
	for (uint64_t most = model_clocks(u->model) + patience; u->receiving || model_clocks(u->model) < most;) {
		int byte = uart_clock(u);

		if (byte != UART_NOTHING)
			return byte;
	}
	return UART_NOTHING;
}
