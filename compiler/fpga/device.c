/* device.c: the table of devices. Sizes are those that nextpnr reports. */
#include "fpga/device.h"

#include <stdlib.h>
#include <string.h>

#include "util/text.h"

static const struct toolchain ice40 = {
	.name = "iCE40",
	.cells = "+/ice40/cells_sim.v",
	/* Clock enables of few flip-flops cost more on the way to a global buffer than as LUT inputs. 32: LEAST_ENABLED
	 * of plan/plan.h. */
	.fast = "-dffe_min_ce_use 32", .compact = "",
	/* nextpnr writes its report since 0.2; Debian 12 has 0.4. */
	.place = { .name = "nextpnr-ice40", .minor = 4 },
	.pack = { .name = "icepack" },
	.other_placer = "sa",
	.constraints_option = "--pcf", .constraints_suffix = "pcf",
	.layout_option = "--asc", .layout_suffix = "asc",
	.bitstream_suffix = "bin", .sync = { 0x7e, 0xaa, 0x99, 0x7e },
	/* Users have measured 3 us (icestorm, issue 76); no data sheet gives a limit. */
	.ram_wait_us = 15,
	.plls = 1u << PLL_ICE40_PAD | 1u << PLL_ICE40_CORE, .pll_words = "pad or core", .usual_pll = "core",
	.checked_cells = "check/ice40_cells.v", .checked_pll = "SB_PLL40_",
	.fusesoc = "icestorm", .fusesoc_options = "        pnr: next\n",
	.logic = "ICESTORM_LC", .flip_flop = NULL, .ram = "ICESTORM_RAM",
};

/* Unmapping clock enables and resets of few flip-flops (dfflegalize -mince 5 -minsrst 5) does not pay on an ECP5: 6
 * to 9 % more LUTs, and placements that take as long and are 3 to 5 % slower (docs/measured/benchmarks.md).
 * HeAP finds no legal places for the 41,000 flip-flops of a CM-5 with 64 leaves, or takes hours to fail. In networks
 * of 6000 cells, where it succeeds, nextpnr's static placer (since 0.7) reaches a clock that is 17 % faster
 * (docs/measured/benchmarks.md). In small networks the two are equal and HeAP is quicker. In devices more than half full the
 * static placer does not end: flip-flops keep overlapping. HeAP then leaves a few flip-flops far from their best places;
 * only the parallel refinement moves them there. What needs no fast clock needs no static placer either, which nextpnr
 * refines by annealing: sixteen cores (examples/many-core) need 25 MHz and reach 58 by HeAP, in 218 s of CPU time with
 * routing; by the other placer routing had not begun after 6.5 minutes. */
static const struct toolchain ecp5 = {
	.name = "ECP5",
	.cells = "+/ecp5/cells_sim.v +/ecp5/cells_bb.v",
	/* Wide multiplexers save a level of logic, and cost a host bridge of eight leaves 200 LUTs, one of 16 670. With a
	 * network of 16 leaves and lanes they cost a self test 14 % more LUTs, and gain a tenth of the clock. */
	.fast = "", .compact = "-nowidelut", .map = "ecp5_map.ys",
	.floorplan = "ecp5_floorplan.py",
	.place = { .name = "nextpnr-ecp5", .not_in_debian_12 = true, .minor = 7 },
	.pack = { .name = "ecppack", .not_in_debian_12 = true },
	.other_placer = "static", .quick_cells = 5000, .other_fill = 0.5, .other_mhz = 50, .quick_limit = "100",
	.constraints_option = "--lpf", .constraints_suffix = "lpf",
	.layout_option = "--textcfg", .layout_suffix = "config",
	.bitstream_suffix = "bit", .sync = { 0xff, 0xff, 0xbd, 0xb3 },
	.lpf = true, .speed_grades = true, .plls = 1u << PLL_ECP5, .pll_words = "ehxplll", .usual_pll = "ehxplll",
	.checks_netlist = true, .checked_cells = "check/ecp5_cells.v", .checked_pll = "EHXPLLL #(",
	.fusesoc = "trellis", .fusesoc_options = "",
	.logic = "TRELLIS_COMB", .flip_flop = "TRELLIS_FF", .ram = "DP16KD",
};

/* Clocks of a host bridge: the boards' table, rounded down, for each kind of logic and not for each board. An
 * LP's wires are slow; an ECP5's block RAM needs 5.8 ns to its outputs, and a bridge has one at each leaf, at some
 * distance from the flip-flops that take them. All make the 3 Mbaud of an FT2232H.
 * Their limits: a quarter above the fastest that a bridge of 2 or 8 leaves has reached (56.5, 131.1, 82.9 and 137.7
 * MHz). 5G parts have not been tried: theirs is in proportion to the clocks of boards.
 * Limits of the clock trees, from Lattice's data sheets: 275 MHz for HX and LP, 185 for UltraPlus; 257 and 370 for
 * ECP5 at speed 6 and 8 (5G parts exist in speed 8 only).
 * Fill: on UltraPlus HeAP often gives up above 80 % where clock enables and resets are mixed. Simulated annealing
 * succeeds but takes twenty times as long, and at 94 % has not ended after ten minutes. On an HX1K tiles run out before
 * cells, as the flip-flops of a tile share clock enable and reset. A host bridge of two leaves keeps HeAP busy without
 * end at 73 % of the cells if all clock enables are kept; without those of few flip-flops it takes seconds at 75 %, and
 * gives up with some seeds at 81 %. */
static const struct device devices[] = {
	{ "hx1k", &ice40, "ice40", 1, "-device hx", "-dffe_min_ce_use 16", 1280, 16, 275, 120, 165, 0.78 },
	{ "hx8k", &ice40, "ice40", 1, "-device hx", NULL, 7680, 32, 275, 120, 165, 1 },
	{ "lp8k", &ice40, "ice40", 0.5, "-device lp", NULL, 7680, 32, 275, 60, 105, 1 },
	{ "up5k", &ice40, "ice40up", 1, "-device u -spram", NULL, 5280, 30, 185, 48, 70, 0.92 },
	{ "12k", &ecp5, "ecp5", 1, "", NULL, 24288, 56, 257, 96, 170, 1 },
	{ "25k", &ecp5, "ecp5", 1, "", NULL, 24288, 56, 257, 96, 170, 1 },
	{ "45k", &ecp5, "ecp5", 1, "", NULL, 43848, 108, 257, 96, 170, 1 },
	{ "85k", &ecp5, "ecp5", 1, "", NULL, 83640, 208, 257, 96, 170, 1 },
	{ "um-25k", &ecp5, "ecp5", 1, "", NULL, 24288, 56, 257, 96, 170, 1 },
	{ "um-45k", &ecp5, "ecp5", 1, "", NULL, 43848, 108, 257, 96, 170, 1 },
	{ "um-85k", &ecp5, "ecp5", 1, "", NULL, 83640, 208, 257, 96, 170, 1 },
	{ "um5g-25k", &ecp5, "ecp5", 1, "", NULL, 24288, 56, 370, 96, 225, 1 },
	{ "um5g-45k", &ecp5, "ecp5", 1, "", NULL, 43848, 108, 370, 96, 225, 1 },
	{ "um5g-85k", &ecp5, "ecp5", 1, "", NULL, 83640, 208, 370, 96, 225, 1 },
};

enum { DEVICE_COUNT = sizeof devices / sizeof *devices };

const struct family *device_family(const struct device *device)
{
	return family_find(device->family);
}

char *device_synthesis(const struct device *device, bool compact)
{
	const char *few = device->compact ? device->compact : device->tools->compact;
	const char *style = compact ? few : device->tools->fast, *own = device->synthesis_option;

	return format_string("synth_%s%s%s%s%s", device_family(device)->yosys, *style ? " " : "", style, *own ? " " : "", own);
}

char *device_script(const struct device *device, bool compact, const char *top, const char *netlist)
{
	char *synthesis = device_synthesis(device, compact);
	const char *map = device->tools->map;
	struct text script = {0};

	if (map)
		text_print(&script, "%s -top %s -run begin:map_ffs; script %s; %s -run map_ffs: -json %s.json", synthesis,
			   top, map, synthesis, netlist);
	else
		text_print(&script, "%s -top %s -json %s.json", synthesis, top, netlist);
	free(synthesis);
	return script.bytes;
}

const struct device *device_find(const char *name)
{
	for (unsigned i = 0; i < DEVICE_COUNT; i++)
		if (strcmp(devices[i].name, name) == 0)
			return &devices[i];
	return NULL;
}

const struct device *device_largest(void)
{
	const struct device *largest = devices;

	for (unsigned i = 1; i < DEVICE_COUNT; i++)
		if (devices[i].logic > largest->logic && device_family(&devices[i])->fitted)
			largest = &devices[i];
	return largest;
}

unsigned device_names(const char **names, unsigned room)
{
	unsigned count = 0;

	for (; count < DEVICE_COUNT && count < room; count++)
		names[count] = devices[count].name;
	return count;
}
