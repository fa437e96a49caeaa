/* board_model.c: the top module of a bitstream as a model. */
#include "fpga/board_model.h"

#include <stdlib.h>

#include "simulate/verilate.h"
#include "util/paths.h"

/* Everything but the clock. */
static struct verilate_port *list_ports(const struct board_top *top, size_t *count)
{
	const char **outputs = board_outputs(top->board, count);
	struct verilate_port *port = allocate_array(*count + 1, sizeof *port);

	for (size_t i = 0; i < *count; i++)
		port[i] = (struct verilate_port){ outputs[i], 1, true };
	if (application_of(top->application, top->net->spec)->hears)
		port[(*count)++] = (struct verilate_port){ "uart_rx", 1, false };
	free(outputs);
	return port;
}

char *board_model(const struct board_top *top, const struct output *rtl, const char *const *option, size_t option_count)
{
	size_t port_count;
	struct verilate_port *port = list_ports(top, &port_count);
	char *models = data_path("sim/pll_models.v"), *name = board_top_name(top->net);
	const char *sources[] = { models };
	struct verilate v = {
		.top = name, .clock = "clk_pin", .port = port, .port_count = port_count, .rtl = rtl,
		.source = sources, .source_count = 1, .option = option, .option_count = option_count,
	};
	char *library = verilate(&v);

	free(name);
	free(models);
	free(port);
	return library;
}
