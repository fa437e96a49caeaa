/* netlist.c: fuzz target: the Verilog that tools make of a bitstream's image, of an iCE40 and of an ECP5. Ports have
 * names and widths, and the frequency of the PLL is a number. */
#include <math.h>
#include <stdlib.h>

#include "fpga/check_netlist.h"
#include "input.h"

enum { ICE40, ECP5, NETLISTS };

/* A board of that family; it is read once. */
static const struct board *board_of(unsigned family)
{
	static const char *const names[NETLISTS] = { "icebreaker", "ulx3s-85f" };
	static struct board board[NETLISTS];

	require(board[family].name || board_read(&board[family], names[family]));
	return &board[family];
}

static void read_netlist(const uint8_t *data, size_t size, const struct board *board)
{
	struct check_netlist netlist = { .port_count = 0 };
	struct text verilog = {0};

	if (size > 0)
		text_add_bytes(&verilog, data, size);
	if (check_netlist_read(&netlist, board, &verilog)) {
		require(!isnan(netlist.mhz));
		for (size_t i = 0; i < netlist.port_count; i++)
			require(netlist.port[i].width > 0 && *netlist.port[i].name);
	}
	text_free(&verilog);
	check_netlist_free(&netlist);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	for (unsigned family = 0; family < NETLISTS && size <= MOST_INPUT; family++)
		read_netlist(data, size, board_of(family));
	return 0;
}
