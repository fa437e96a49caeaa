/* loopback.c: the application that echoes a serial line through the network. See rtl-templates/board/loopback.v. */
#include "fpga/application.h"
#include "fpga/board.h"
#include "fpga/board_top.h"
#include "util/message.h"

static bool check(const struct network *net, const struct board *board)
{
	const struct spec *spec = net->spec;

	if (!application_check_clocks(spec, &loopback_application) || !application_check_leaves(spec) || !application_check_line(board))
		return false;
	if (spec->payload_bits < 8) {
		error("%s has messages of %u bits: a byte does not fit into one", spec->source, spec->payload_bits);
		return suggest("--set payload-bits=8");
	}
	return true;
}

static void add_loopback(const struct board_top *top, struct module *m, struct design *d)
{
	const struct spec *spec = top->net->spec;
	unsigned dest_bits = network_tdest_bits(top->net);
	struct instance *i = module_instance(m, d, "loopback", 1, "loopback");

	instance_parameter(i, "LEAVES", spec->leaves);
	instance_parameter(i, "DEST_BITS", dest_bits);
	instance_vector_parameter(i, "FIRST_LABEL", network_label(top->net, 0), dest_bits);
	instance_vector_parameter(i, "LAST_LABEL", network_label(top->net, spec->leaves - 1), dest_bits);
	instance_parameter(i, "PAYLOAD", spec->payload_bits);
	application_serial(top, i);
	instance_connect_net(m, i, "rx", "uart_rx");
	application_connect(top, m, true);
}

const struct application loopback_application = {
	.told = "an echo through it",
	.name = "echo",
	.serial = "What comes in crosses the network to its last leaf and back, and goes out.",
	.hears = true,
	.joins = application_joins,
	.check = check,
	.add = add_loopback,
};
