/* cells.c: is the Verilog recovered from a bitstream equivalent to the Verilog that it was made from?
 *
 * A circuit with all kinds of cells (cells.v) passes through the tools. The circuit and the output of check_netlist.h
 * are simulated side by side with random inputs, and must agree in every clock. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "fpga/check_netlist.h"
#include "fpga/device.h"
#include "model.h"
#include "random.h"
#include "util/paths.h"
#include "util/process.h"

enum { CLOCKS = 100000, PINS = 4 };

/* A device on a made-up board: its pins. */
struct device_case {
	const char *description;
	const char *suffix, *constraints;
	const char *define;			/* for cells.v */
	const char *synthesis;			/* NULL: as `ftc build` synthesises for `device` */
	const char *device;
	const char *place, *pack;		/* commands */
	const char *tool[3];
	const char *bitstream;
};

static const struct device_case ice40 = {
	.description =
		"title: cells\ndevice: hx1k\npackage: tq144\noscillator-mhz: 12\npll: none\nclock-mhz: 12\nleds: "
		"[running]\nuart: no\n"
		"programmer: [iceprog, \"{file}\"]\nprogrammer-package: fpga-icestorm\n",
	.suffix = "pcf",
	.constraints =
		"set_io clk_pin 21\n# options that icebox_vlog does not know\nset_io -nowarn -pullup yes in0 1\n"
		"set_io in1 2 # two\n"
		"set_io in2 3\nset_io in3 4\nset_io --warn-no-port out0 7\nset_io out1 8\nset_io out2 9\nset_io out3 "
		"10\n",
	.define = "ICE40",
	.synthesis = "synth_ice40 -device hx -top cells -json cells.json",
	.place = "nextpnr-ice40 --hx1k --package tq144 --pcf board.pcf --asc layout.asc",
	.pack = "icepack layout.asc bitstream.bin",
	.tool = { "yosys", "nextpnr-ice40", "icepack" },
	.bitstream = "bitstream.bin",
};

static const struct device_case ecp5 = {
	.description =
		"title: cells\ndevice: 25k\npackage: CABGA256\nspeed: 6\noscillator-mhz: 25\npll: none\nclock-mhz: "
		"25\nleds: [running]\n"
		"uart: no\nprogrammer: [openFPGALoader, \"{file}\"]\nprogrammer-package: openfpgaloader\n",
	.suffix = "lpf",
	.constraints = "LOCATE COMP \"clk_pin\" SITE \"P6\";\n",
	.define = "ECP5",
	.device = "25k",
	.place = "nextpnr-ecp5 --25k --package CABGA256 --lpf board.lpf --lpf-allow-unconstrained --textcfg "
		 "layout.config",
	.pack = "ecppack layout.config bitstream.bit",
	.tool = { "yosys", "nextpnr-ecp5", "ecppack" },
	.bitstream = "bitstream.bit",
};

static void write_in(const char *directory, const char *name, const char *content)
{
	char *path = format_string("%s/%s", directory, name);
	struct text text = {0};

	text_add(&text, content);
	assert_true(write_file(path, &text));
	text_free(&text);
	free(path);
}

/* A command of the shell, in the directory; the tools of .ci/install-tools are found as ftc finds them. */
static void run(const char *directory, const char *tool, const char *rest)
{
	char *path = find_tool(tool), *command = format_string("'%s'%s", path, rest);
	char *argv[] = { "/bin/sh", "-c", command, NULL };
	struct process_result result;

	if (!run_process(argv, directory, &result))
		fail_msg("%s failed:\n%s", command, result.output.bytes);
	text_free(&result.output);
	free(command);
	free(path);
}

/* The toolchain's script for Yosys. */
static void copy_map(const char *name, const char *directory)
{
	char *relative = format_string("map/%s", name), *path = template_path(relative);
	struct text script = {0};

	assert_true(read_file(path, 1 << 20, &script));
	write_in(directory, name, script.bytes);
	text_free(&script);
	free(path);
	free(relative);
}

static void make_bitstream(const struct device_case *c, const char *directory)
{
	char *constraints = format_string("board.%s", c->suffix);
	const struct device *device = c->synthesis ? NULL : device_find(c->device);
	char *script = c->synthesis ? copy_string(c->synthesis) : device_script(device, false, "cells", "cells");
	char *synthesis = format_string(" -q -p 'read_verilog -D %s %s; %s'", c->define, CELLS_V, script);
	char *place = format_string("%s --json cells.json --freq 12 --seed 1 --write layout.json",
				    c->place + strlen(c->tool[1]));

	write_in(directory, "board.yaml", c->description);
	write_in(directory, constraints, c->constraints);
	if (device && device->tools->map)
		copy_map(device->tools->map, directory);
	run(directory, "yosys", synthesis);
	run(directory, c->tool[1], place);
	run(directory, c->tool[2], c->pack + strlen(c->tool[2]));
	free(constraints);
	free(script);
	free(synthesis);
	free(place);
}

static struct model *open_netlist(const struct device_case *c, const char *directory)
{
	char *description = format_string("%s/board.yaml", directory);
	char *path = format_string("%s/%s", directory, c->bitstream);
	struct text bitstream = {0};
	struct output logs = {0};
	struct board board;
	struct check_tools tools;
	struct check_netlist netlist;

	assert_true(board_read(&board, description));
	assert_true(read_file(path, 1 << 24, &bitstream));
	assert_true(check_netlist_find_tools(&tools, &board));
	struct check_source source = {
		.board = &board, .tools = &tools, .bitstream = &bitstream, .directory = directory, .kept = "out",
		.logs = &logs,
	};
	assert_true(check_netlist_make(&netlist, &source));
	assert_true(netlist.mhz == board.oscillator_mhz);
	struct verilate v = {
		.top = CHECK_NETLIST_TOP, .clock = CHECK_NETLIST_CLOCK, .port = netlist.port,
		.port_count = netlist.port_count, .rtl = &netlist.rtl,
	};
	char *library = verilate(&v);
	assert_non_null(library);
	struct model *model = model_open(library);
	assert_non_null(model);
	free(library);
	check_netlist_free(&netlist);
	check_tools_free(&tools);
	output_free(&logs);
	text_free(&bitstream);
	board_free(&board);
	free(path);
	free(description);
	return model;
}

static const char *const inputs[PINS] = { "in0", "in1", "in2", "in3" };
static const char *const outputs[PINS] = { "out0", "out1", "out2", "out3" };

static struct model *open_verilog(const struct device_case *c)
{
	char *define = format_string("+define+%s", c->define);
	const char *source[] = { CELLS_V }, *option[] = { define };
	struct verilate_port port[2 * PINS];

	for (unsigned i = 0; i < PINS; i++) {
		port[i] = (struct verilate_port){ inputs[i], 1, false };
		port[PINS + i] = (struct verilate_port){ outputs[i], 1, true };
	}
	struct verilate v = {
		.top = "cells", .clock = "clk_pin", .port = port, .port_count = 2 * PINS, .source = source,
		.source_count = 1, .option = option, .option_count = 1,
	};
	char *library = verilate(&v);
	assert_non_null(library);
	struct model *model = model_open(library);
	assert_non_null(model);
	free(library);
	free(define);
	return model;
}

static const struct model_port *port_of(const struct model *m, const char *name)
{
	const struct model_port *port = model_port(m, name);

	if (!port)
		fail_msg("there is no port %s", name);
	return port;
}

/* Both with the same inputs. */
static void compare(struct model *verilog, struct model *netlist)
{
	const struct model_port *in[2][PINS], *out[2][PINS];
	unsigned long ones[PINS] = {0};
	struct random random;

	random_start(&random, 3, 0);
	for (unsigned i = 0; i < PINS; i++) {
		in[0][i] = port_of(verilog, inputs[i]);
		in[1][i] = port_of(netlist, inputs[i]);
		out[0][i] = port_of(verilog, outputs[i]);
		out[1][i] = port_of(netlist, outputs[i]);
	}
	for (unsigned long clock = 0; clock < CLOCKS; clock++) {
		for (unsigned i = 0; i < PINS; i++) {
			uint64_t bit = random_next(&random) >> 63;

			model_set(verilog, in[0][i], 0, 1, bit);
			model_set(netlist, in[1][i], 0, 1, bit);
		}
		model_clock(verilog);
		model_clock(netlist);
		for (unsigned i = 0; i < PINS; i++) {
			uint64_t wanted = model_get(verilog, out[0][i], 0, 1);

			ones[i] += wanted;
			if (model_get(netlist, out[1][i], 0, 1) != wanted)
				fail_msg("clock %lu: %s is %d", clock, outputs[i], !wanted);
		}
	}
	/* Something happened. */
	for (unsigned i = 0; i < PINS; i++)
		assert_in_range(ones[i], CLOCKS / 3, CLOCKS * 2 / 3);
}

static void check(const struct device_case *c)
{
	for (unsigned i = 0; i < sizeof c->tool / sizeof *c->tool; i++) {
		char *path = find_tool(c->tool[i]);

		if (!path)
			skip();
		free(path);
	}
	char *directory = temporary_directory();
	make_bitstream(c, directory);
	struct model *netlist = open_netlist(c, directory), *verilog = open_verilog(c);

	compare(verilog, netlist);
	model_close(netlist);
	model_close(verilog);
	free(directory);
}

static void bitstream_of_an_ice40(void **state)
{
	(void)state;
	check(&ice40);
}

static void netlist_of_an_ecp5(void **state)
{
	(void)state;
	check(&ecp5);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(bitstream_of_an_ice40),
		cmocka_unit_test(netlist_of_an_ecp5),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
