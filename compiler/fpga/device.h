/* device.h: what ftc knows about the FPGAs it builds for, board or no board. */
#ifndef FTC_FPGA_DEVICE_H
#define FTC_FPGA_DEVICE_H

#include <stdbool.h>

#include "parse/spec.h"

/* The tools of a device family and how they are spoken to. */
struct toolchain {
	const char *name;		/* "iCE40" */
	const char *synthesis;		/* yosys command, without options */
	const char *few_enables;	/* and with this it makes faster, but larger circuits; or "" */
	const char *place;		/* "nextpnr-ice40" */
	const char *place_package;	/* Debian package of it */
	bool not_in_debian_12;		/* nextpnr and the packer */
	unsigned place_minor;		/* the oldest nextpnr that works: 0.this */
	const char *other_placer;	/* nextpnr's placer is `heap`; when that gives up, this one */
	/* What needs more than `quick_cells` logic cells (0: nothing) is placed by the other one at once, up to `other_fill` of
	 * the device; above, `heap` refines it with nextpnr's newer engine. */
	unsigned long quick_cells;
	double other_fill;
	/* For --placer-heap-cell-placement-timeout, or NULL: `heap` gives up when it has tried max(10000, cells^2 / this) places
	 * for one cell. */
	const char *quick_limit;
	const char *constraints_option;	/* "--pcf" */
	const char *constraints_suffix;	/* "pcf" */
	const char *layout_option;	/* what nextpnr writes: "--asc" */
	const char *layout_suffix;
	const char *pack;		/* "icepack" */
	const char *pack_package;
	const char *bitstream_suffix;	/* "bin" */
	/* Names of the resources in nextpnr's report: logic cells, flip-flops (NULL: part of a logic cell), block RAMs. */
	const char *logic, *flip_flop, *ram;
};

struct device {
	const char *name;		/* as nextpnr calls it: "up5k" for --up5k */
	const struct toolchain *tools;
	enum family family;		/* of struct spec: how fast its logic is */
	const char *synthesis_option;	/* for yosys, or "" */
	unsigned long logic;		/* 4-input LUTs, each with a flip-flop */
	unsigned long ram;		/* block RAMs */
	double clock_limit_mhz;		/* what its clock tree carries at the slowest speed grade; nextpnr does not know it */
	double fill_limit;		/* share of the logic up to which nextpnr finds places in minutes */
};

/* Yosys' command for it with its options, without -top and -json. `compact`: rather few LUTs than the fastest clock. Fresh. */
char *device_synthesis(const struct device *device, bool compact);

/* The device nextpnr calls `name`, or NULL. */
const struct device *device_find(const char *name);
/* All of them, for messages: names[0 .. return value-1]. At most `room`. */
unsigned device_names(const char **names, unsigned room);

#endif
