/* board_model.c: the top module of a bitstream as a model. */
#include "build/board_model.h"

#include <stdlib.h>

#include "simulate/verilate.h"
#include "util/paths.h"

/* Everything but the clock. The names of lights are fresh, the caller frees them. */
static size_t list_ports(const struct board_top *top, struct verilate_port *port, char **light)
{
	const struct board *board = top->board;
	size_t count = 0;

	for (unsigned i = 0; i < LED_COUNT; i++) {
		light[i] = format_string("led_%s", board_led_names[i]);
		if (board->led[i])
			port[count++] = (struct verilate_port){ light[i], 1, true };
	}
	if (board->uart)
		port[count++] = (struct verilate_port){ "uart_tx", 1, true };
	if (application_of(top->application)->hears)
		port[count++] = (struct verilate_port){ "uart_rx", 1, false };
	for (size_t i = 0; i < board->drive_high.count; i++)
		port[count++] = (struct verilate_port){ board->drive_high.items[i].text, 1, true };
	for (size_t i = 0; i < board->drive_low.count; i++)
		port[count++] = (struct verilate_port){ board->drive_low.items[i].text, 1, true };
	return count;
}

char *board_model(const struct board_top *top, const struct output *rtl, const char *const *option, size_t option_count)
{
	const struct board *board = top->board;
	struct verilate_port *port = allocate_array(LED_COUNT + 2 + board->drive_high.count + board->drive_low.count, sizeof *port);
	char *light[LED_COUNT], *models = data_path("sim/pll_models.v"), *name = board_top_name(top->net);
	const char *sources[] = { models };
	struct verilate v = {
		.top = name, .clock = "clk_pin", .port = port, .port_count = list_ports(top, port, light), .rtl = rtl,
		.source = sources, .source_count = 1, .option = option, .option_count = option_count,
	};
	char *library = verilate(&v);

	for (unsigned i = 0; i < LED_COUNT; i++)
		free(light[i]);
	free(name);
	free(models);
	free(port);
	return library;
}
