/* device.h: the FPGAs that ftc builds for, whatever the board. */
#ifndef FTC_FPGA_DEVICE_H
#define FTC_FPGA_DEVICE_H

#include <stdbool.h>

#include "fpga/pll.h"
#include "fpga/tool.h"
#include "parse/family.h"

/* The tools of a device family and their options. */
struct toolchain {
	const char *name;		/* "iCE40" */
	const char *cells;		/* yosys' declarations of the family's own cells */
	const char *fast, *compact;	/* further options for faster but larger circuits, or for fewer LUTs; or "" */
	const char *map;		/* a script in rtl-templates/families/map/, for mapped memories; or NULL */
	const char *floorplan;		/* a script in rtl-templates/families/map/ that places arrays of elements (floorplan.h); or NULL */
	struct tool place, pack;	/* "nextpnr-ice40", "icepack" */
	const char *other_placer;	/* used when nextpnr's placer `heap` gives up */
	/* A design of more than `quick_cells` logic cells (0: none) goes to the other placer at once if it fills at
	 * most `other_fill` of the device and needs a clock above `other_mhz`; else `heap` refines it with nextpnr's newer
	 * engine. */
	unsigned long quick_cells;
	double other_fill, other_mhz;
	/* For --placer-heap-cell-placement-timeout, or NULL: `heap` gives up after max(10000, cells^2 / this) places
	 * tried for one cell; in designs of more than 46340 cells never. */
	const char *quick_limit;
	const char *constraints_option;	/* "--pcf" */
	const char *constraints_suffix;	/* "pcf" */
	const char *layout_option;	/* nextpnr's output: "--asc" */
	const char *layout_suffix;
	const char *bitstream_suffix;	/* "bin" */
	/* A block RAM's contents are there so many microseconds after configuration; until then it may read 0. 0: at once. */
	double ram_wait_us;
	/* The bytes, near its beginning, from which the device takes a bitstream for one. */
	unsigned char sync[4];
	bool lpf;			/* constraints are in Lattice's .lpf; else in .pcf */
	bool speed_grades;		/* a board names the speed grade of its part; else the device says it */
	/* PLLs that its devices have: 1 << kind (pll.h) of each; their words in board files, for a message; the usual one. */
	unsigned plls;
	const char *pll_words, *usual_pll;
	/* What --check takes: nextpnr's netlist, where no tool turns the bits back into one; else the bitstream. The models
	 * of the cells below rtl-templates/families/, and how an instance of a PLL begins there. */
	bool checks_netlist;
	const char *checked_cells, *checked_pll;
	const char *fusesoc, *fusesoc_options;	/* FuseSoC's flow, and lines of its options or "" */
	/* The resources in nextpnr's report: logic cells, flip-flops (NULL: part of a logic cell), block RAMs. */
	const char *logic, *flip_flop, *ram;
};

struct device {
	const char *name;		/* nextpnr's name: "up5k" for --up5k */
	const struct toolchain *tools;
	const char *family;		/* its word: device_family() */
	double speed;			/* of its logic and wires, beside the fastest parts of the family */
	const char *synthesis_option;	/* for yosys, or "" */
	const char *compact;		/* instead of the toolchain's, or NULL */
	unsigned long logic;		/* 4-input LUTs, each with a flip-flop */
	unsigned long ram;		/* block RAMs */
	double clock_limit_mhz;		/* limit of its clock tree at the slowest speed grade; unknown to nextpnr */
	double host_mhz;		/* default clock with a host bridge: even the largest network reaches it */
	double host_limit_mhz;		/* a clock that no network with a host bridge reaches */
	double fill_limit;		/* share of the logic up to which nextpnr places in minutes */
};

/* The row of its family. */
const struct family *device_family(const struct device *device);

/* The Yosys command and its options, without -top and -json. `compact`: prefer few LUTs to the fastest clock. Fresh. */
char *device_synthesis(const struct device *device, bool compact);

/* The commands of Yosys that synthesise the module `top` and write NETLIST.json: what device_synthesis() says, and the
 * toolchain's script, which Yosys finds in its directory. Fresh. */
char *device_script(const struct device *device, bool compact, const char *top, const char *netlist);

/* The device that nextpnr calls `name`, or NULL. */
const struct device *device_find(const char *name);
/* The one with the most logic, of those to whose family estimates are fitted. */
const struct device *device_largest(void);
/* Lists all names, for messages: names[0 .. return value-1]. At most `room`. */
unsigned device_names(const char **names, unsigned room);

#endif
