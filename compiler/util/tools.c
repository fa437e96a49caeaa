/* tools.c: the programs that ftc runs. Which version of one is needed, who needs it says. */
#include <string.h>

#include "util/process.h"

const struct known_tool known_tools[] = {
	{ "verilator", NULL, "--version", "simulates Verilog" },
	{ "make", NULL, "--version", "builds Verilator's models" },
	{ "g++", NULL, "--version", "compiles them" },
	{ "yosys", NULL, "-V", "proves and synthesises" },
	{ "nextpnr-ice40", NULL, "--version", "places and routes for iCE40" },
	{ "icepack", "fpga-icestorm", NULL, "packs bitstreams for iCE40" },
	{ "nextpnr-ecp5", NULL, "--version", "places and routes for ECP5" },
	{ "ecppack", "fpga-trellis", "--version", "packs bitstreams for ECP5" },
	{ "mpirun", "openmpi-bin", "--version", "simulates in several processes" },
	{ "parallel", NULL, "--version", "runs sweeps" },
	{ "gnuplot", "gnuplot-nox", "--version", "draws plots" },
	{ "icebox_vlog", "fpga-icestorm", NULL, NULL },
	{ "sbatch", "slurm-client", NULL, NULL },
	{ NULL, NULL, NULL, NULL },
};

const struct known_tool *known_tool(const char *tool)
{
	const struct known_tool *row = known_tools;

	while (row->name && strcmp(row->name, tool) != 0)
		row++;
	return row->name ? row : NULL;
}

const char *tool_package(const char *tool)
{
	const struct known_tool *row = known_tool(tool);

	return row && row->package ? row->package : tool;
}
