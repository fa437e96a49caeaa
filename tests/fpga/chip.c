/* chip.c: what is in a bitstream, as Verilog that simulators take: check.v, and cells.v with models of its cells.
 *
 *   chip BOARD VERILOG FOLDER
 *
 * VERILOG: by icebox_vlog from the bitstream of an iCE40, or by Yosys from nextpnr's netlist of an ECP5 (fpga/check_netlist.h). Its
 * clock port then takes the network's clock. */
#include <stdio.h>

#include "fpga/check_netlist.h"
#include "util/file.h"

enum { FILE_LIMIT = 1 << 28 };

int main(int argc, char **argv)
{
	struct board board = {0};
	struct check_netlist netlist = {0};
	struct text verilog = {0};

	if (argc != 4)
		return 2;
	bool done = board_read(&board, argv[1]) && read_file(argv[2], FILE_LIMIT, &verilog)
		&& check_netlist_read(&netlist, &board, &verilog) && check_netlist_add_models(&netlist, &board)
		&& write_file_in(argv[3], "check.v", &verilog) && write_file_in(argv[3], "cells.v", &netlist.rtl.files[0].content);

	if (done)
		printf("%.3f MHz\n", netlist.mhz);
	text_free(&verilog);
	check_netlist_free(&netlist);
	board_free(&board);
	return done ? 0 : 1;
}
