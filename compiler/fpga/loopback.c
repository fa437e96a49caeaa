/* loopback.c: the application that echoes a serial line through the network. See rtl-templates/loopback.v. */
#include <string.h>

#include "fpga/application.h"
#include "fpga/board.h"
#include "fpga/board_top.h"
#include "util/message.h"

static bool check(const struct network *net, const struct board *board)
{
	const struct spec *spec = net->spec;

	if (!application_check_leaves(spec) || !application_check_line(board))
		return false;
	if (spec->payload_bits < 8) {
		error("%s has messages of %u bits: a byte does not fit into one", spec->source, spec->payload_bits);
		suggest("--set payload-bits=8");
		return false;
	}
	return true;
}

static void print(const struct board_top *top, struct text *out)
{
	const struct module *m = application_network(top);
	const struct spec *spec = top->net->spec;
	unsigned dest_bits = network_tdest_bits(top->net);

	text_add(out, "\n    loopback #(\n");
	application_parameter(out, "LEAVES", spec->leaves);
	application_parameter(out, "DEST_BITS", dest_bits);
	text_print(out, "        .FIRST_LABEL(%u'd%u),\n", dest_bits, network_label(top->net, 0));
	text_print(out, "        .LAST_LABEL(%u'd%u),\n", dest_bits, network_label(top->net, spec->leaves - 1));
	application_parameter(out, "PAYLOAD", spec->payload_bits);
	application_serial(top, out);
	text_add(out, "    ) loopback (\n        .clk(clk),\n        .rst(rst),\n");
	for (size_t i = 0; i < m->net_count; i++)
		if (application_joins(&m->net[i]) && strcmp(m->net[i].name, "m_axis_tuser") != 0)
			application_port(top, &m->net[i], true, out);
	text_add(out, "        .rx(uart_rx),\n        .tx(tx),\n        .running(running),\n        .passed(passed),\n"
		 "        .failed(failed)\n    );\n\n");
}

static const char *const *templates(const struct board_top *top)
{
	static const char *const names[] = { "loopback", "uart_receiver", "uart_transmitter", "accumulator", NULL };

	(void)top;
	return names;
}

const struct application loopback_application = {
	.told = "an echo through it",
	.serial = "What comes in crosses the network to its last leaf and back, and goes out.",
	.hears = true,
	.check = check,
	.print = print,
	.templates = templates,
};
