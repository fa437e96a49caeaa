/* boards.c: board descriptions, their pins, and the PLL settings behind their clocks. */
#define _GNU_SOURCE		/* memfd_create */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "fpga/board.h"
#include "fpga/board_report.h"
#include "fpga/board_top.h"
#include "fpga/clock.h"
#include "fpga/constraints.h"
#include "fpga/tool.h"
#include "machines/fat-tree/fat_tree.h"
#include "machines/off-line/off_line.h"
#include "network/machine.h"
#include "network/network.h"
#include "network/prediction.h"
#include "util/process.h"
#include "util/text.h"

static void every_board_is_complete(void **state)
{
	size_t count;
	const char *const *names = board_names(&count);

	(void)state;
	assert_true(count >= 21);
	for (size_t i = 0; i < count; i++) {
		struct board board;

		assert_true(board_read(&board, names[i]));
		assert_true(constraints_check(&board));
		/* The self test and the bridge divide the clock for the serial line. */
		assert_true(board.uart_baud >= DEFAULT_BAUD && board.uart_baud <= HIGHEST_BAUD);
		assert_true(!board.uart || board.clock_mhz * 1e6 / board.uart_baud >= 8);
		assert_true(!board.programmer_package != !board.programmer_source);
		assert_string_equal(board.name, names[i]);
		board_free(&board);
	}
}

/* At the default clock of a host bridge, which the device may lower, its PLL and serial line do work. */
static void every_board_with_a_line_serves_a_host(void **state)
{
	size_t count;
	const char *const *names = board_names(&count);
	const struct spec spec = { .machine = &fat_tree_machine };

	(void)state;
	for (size_t i = 0; i < count; i++) {
		struct board board;
		struct pll pll;

		assert_true(board_read(&board, names[i]));
		assert_true(clock_choose(&board, &spec, APPLICATION_HOST, 0, &pll));
		assert_true(fabs(pll.output_mhz - fmin(board.clock_mhz, board.device->host_mhz)) < 1);
		assert_true(!board.uart || clock_makes_baud(&pll, application_baud(APPLICATION_HOST, &board)));
		board_free(&board);
	}
}

/* The microseconds that a reset lasts at least, whatever the PLL's lock reports. */
static double shortest_reset_us(const struct board_top *top)
{
	return ldexp(1, (int)board_top_reset_bits(top)) / pll_fastest_mhz(top->pll);
}

/* The block RAMs of an iCE40 hold their contents 15 us after configuration, those of an ECP5 at once. */
static void resets_outlast_block_rams(void **state)
{
	static const double clocks[] = { 16, 20, 24, 33, 48, 66, 80, 100, 133, 133.5, 150, 200, 266, 267, 275 };
	size_t count, ice40 = 0;
	const char *const *names = board_names(&count);

	(void)state;
	for (size_t i = 0; i < count; i++) {
		struct board board;
		struct pll pll;
		struct board_top top = { .board = &board, .pll = &pll };
		double low, high;

		assert_true(board_read(&board, names[i]));
		bool late = strcmp(board.device->family, "ecp5") != 0;
		ice40 += late;
		for (size_t k = 0; k < sizeof clocks / sizeof *clocks; k++) {
			if (!pll_find(board.pll, board.oscillator_mhz, clocks[k], &pll, &low, &high))
				continue;
			assert_true(pll_fastest_mhz(&pll) >= pll.output_mhz && pll_fastest_mhz(&pll) < 2.1 * pll.output_mhz);
			assert_true(late ? shortest_reset_us(&top) >= 15 : board_top_reset_bits(&top) == 5);
			/* No more than what rounding up to powers of two costs twice. */
			assert_true(!late || shortest_reset_us(&top) <= 30);
		}
		pll = (struct pll){ .kind = PLL_NONE, .input_mhz = board.oscillator_mhz, .output_mhz = board.oscillator_mhz };
		assert_true(!late || shortest_reset_us(&top) >= 15);
		assert_true(board_top_reset_bits(&top) >= 5);
		board_free(&board);
	}
	assert_int_equal(ice40, 9);
}

/* A network that reads its settings from the block RAM of an ECP5 runs at 120 MHz at most. */
static void settings_are_read_in_time(void **state)
{
	size_t count;
	const char *const *names = board_names(&count);
	const struct spec spec = { .machine = &off_line_machine };

	(void)state;
	for (size_t i = 0; i < count; i++) {
		struct board board;

		assert_true(board_read(&board, names[i]));
		double limit = strcmp(board.device->family, "ecp5") == 0 ? 120 : board.clock_mhz;
		assert_true(clock_default(&board, &spec, APPLICATION_SELF_TEST) == fmin(board.clock_mhz, limit));
		board_free(&board);
	}
}

/* Devices and measured clocks name their families by words. */
static void families_exist(void **state)
{
	const char *names[64];
	unsigned devices = device_names(names, 64), clocks = 0;

	(void)state;
	assert_true(devices >= 14);
	for (unsigned i = 0; i < devices; i++)
		assert_non_null(device_family(device_find(names[i])));
	for (const struct machine *const *machine = network_machines; *machine; machine++)
		for (unsigned i = 0; i < MEASURED && (*machine)->board.clock[i].family; i++, clocks++) {
			const struct family *family = family_find((*machine)->board.clock[i].family);

			assert_non_null(family);
			assert_ptr_equal(machine_clock(*machine, family), &(*machine)->board.clock[i]);
		}
	assert_true(clocks > 0);
	assert_null(family_find("ecp"));
}

/* A kind of network that is slower than a board: an LP part has half the speed of its family. */
static void slow_networks_have_slow_clocks(void **state)
{
	static const struct machine slow = { .board.clock = { { .family = "ice40", .fastest_mhz = 90 } } };
	static const struct { const char *board; double self_test, host; } expected[] = {
		{ "hx8k-breakout", 90, 90 }, { "tinyfpga-bx", 45, 45 }, { "icebreaker", 48, 48 }, { "ulx3s-25f", 150, 96 },
	};
	const struct spec spec = { .machine = &slow };

	(void)state;
	for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
		struct board board;

		assert_true(board_read(&board, expected[i].board));
		assert_true(clock_default(&board, &spec, APPLICATION_SELF_TEST) == expected[i].self_test);
		assert_true(clock_default(&board, &spec, APPLICATION_HOST) == expected[i].host);
		board_free(&board);
	}
}

/* The default clock of the network of this file and setting, KEY=VALUE, with the application: the PLL makes it, and the line its
 * baud. It is the usual one of such networks, of any size, or the fit leaves a margin. */
static double default_of(const struct board *board, enum application_kind application, const char *file, const char *setting)
{
	const struct device *device = board->device;
	char *path = format_string("%s/%s", SOURCE_ROOT, file), *word = copy_string(setting);
	struct spec spec;
	struct pll pll;

	assert_true(network_read_spec(&spec, path, &(struct override){ .text = word }, 1));
	spec.family = device_family(device);
	double mhz = clock_default(board, &spec, application), fastest = machine_clock(spec.machine, spec.family)->fastest_mhz;
	double usual = fastest > 0 ? fmin(device->speed * fastest, board->clock_mhz) : board->clock_mhz;
	struct network *net = network_elaborate(&spec);

	if (application == APPLICATION_HOST)
		usual = fmin(usual, device->host_mhz);
	assert_true(clock_choose(board, &spec, application, 0, &pll));
	assert_true(fabs(pll.output_mhz / mhz - 1) <= 0.01);
	assert_true(!board->uart || clock_makes_baud(&pll, application_baud(application, board)));
	assert_true(mhz == usual || (mhz < usual && mhz <= device->speed * predict_mhz(net) * (1 - CLOCK_ERROR / 100.0)));
	assert_true(mhz == usual || spec.machine != &fat_tree_machine);
	network_free(net);
	spec_free(&spec);
	free(word);
	free(path);
	return mhz;
}

/* A network whose clock is fitted gets one that so large a network reaches; a tree has more registers instead. */
static void large_networks_have_slow_clocks(void **state)
{
	static const char rotor[] = "tests/machines/rotor/rotor.yaml", lanes[] = "examples/lanes16.yaml";
	static const char hypertree[] = "examples/hypertree15.yaml";
	static const struct { const char *file, *setting; double ulx3s, tinyfpga; } networks[] = {
		{ rotor, "leaves=12", 150, 45 }, { rotor, "leaves=64", 132, 45 }, { rotor, "leaves=300", 90, 45 }, { rotor, "leaves=560", 78, 45 },
		{ lanes, "payload-bits=32", 150, 48 }, { lanes, "payload-bits=500", 78, 24 },
		{ hypertree, "nodes=15", 100, 48 }, { hypertree, "nodes=63", 78, 48 }, { "examples/tree16.yaml", "root-capacity=16", 150, 80 },
	};
	size_t count;
	const char *const *names = board_names(&count);

	(void)state;
	for (size_t i = 0; i < count; i++) {
		struct board board;

		assert_true(board_read(&board, names[i]));
		for (size_t k = 0; k < sizeof networks / sizeof *networks; k++) {
			double mhz = default_of(&board, APPLICATION_SELF_TEST, networks[k].file, networks[k].setting);

			default_of(&board, APPLICATION_HOST, networks[k].file, networks[k].setting);
			assert_true(strcmp(names[i], "ulx3s-85f") != 0 || mhz == networks[k].ulx3s);
			assert_true(strcmp(names[i], "tinyfpga-bx") != 0 || mhz == networks[k].tinyfpga);
		}
		board_free(&board);
	}
}

/* The network must reach at least the clock that the PLL makes. */
static void a_fraction_of_a_megahertz_counts(void **state)
{
	const struct spec spec = { .machine = &fat_tree_machine };
	struct board board;

	(void)state;
	assert_true(board_read(&board, "ulx3s-85f"));
	assert_int_equal(clock_spec(&spec, &board, &(struct pll){ .output_mhz = 46.875 }).clock_mhz, 47);
	assert_int_equal(clock_spec(&spec, &board, &(struct pll){ .output_mhz = 50 }).clock_mhz, 50);
	board_free(&board);
}

/* Boards of one series share their pins, and each has its own device. */
static void series_share_their_constraints(void **state)
{
	static const char *const series[][4] = {
		{ "ulx3s-12f", "ulx3s-25f", "ulx3s-45f", "ulx3s-85f" },
		{ "orangecrab-25f", "orangecrab-85f" },
		{ "ecpix-5-45f", "ecpix-5-85f" },
	};

	(void)state;
	for (unsigned s = 0; s < sizeof series / sizeof *series; s++) {
		struct board first, other;

		assert_true(board_read(&first, series[s][0]));
		for (unsigned i = 1; i < 4 && series[s][i]; i++) {
			assert_true(board_read(&other, series[s][i]));
			assert_string_equal(other.constraints_path, first.constraints_path);
			assert_string_not_equal(other.name, first.name);
			assert_ptr_not_equal(other.device, first.device);
			board_free(&other);
		}
		board_free(&first);
	}
}

/* What a tool prints; a fresh string, or NULL where it is not installed. */
static char *said(const char *tool, const char *format, double input, double output)
{
	struct arguments a = {0};
	struct process_result result;
	char *path = find_tool(tool), *words = format_string(format, input, output);

	if (!path)
		return NULL;
	arguments_add(&a, "%s", path);
	for (char *word = strtok(words, " "); word; word = strtok(NULL, " "))
		arguments_add(&a, "%s", word);
	run_process(a.items, NULL, &result);
	arguments_free(&a);
	free(words);
	free(path);
	return result.output.bytes;
}

static double number_behind(const char *text, const char *label)
{
	const char *at = strstr(text, label);

	if (!at)
		fail_msg("no '%s' in '%s'", label, text);
	for (at += strlen(label); *at && (*at < '0' || *at > '9');)
		at++;
	return strtod(at, NULL);
}

/* Frequencies of `pll` against what the vendor's formulas give for its settings, and against another program's. */
static void ice40_settings_are_as_near_as_icepll(void **state)
{
	static const double inputs[] = { 12, 16, 25, 48, 100 };

	(void)state;
	for (unsigned i = 0; i < 5; i++)
		for (double wanted = 17; wanted < 275; wanted += 13.7) {
			struct pll pll;
			double low, high;
			char *told = said("icepll", "-i %g -o %g", inputs[i], wanted);

			if (!told)
				skip();
			assert_true(pll_find(PLL_ICE40_CORE, inputs[i], wanted, &pll, &low, &high));
			double made = inputs[i] / (pll.reference + 1) * (pll.feedback + 1) / (1 << pll.divide);
			assert_true(fabs(made - pll.output_mhz) < 1e-6);
			/* icepll shows which frequency it reaches last, with three decimals. */
			double theirs = number_behind(strstr(told, "requested"), "F_PLLOUT:");
			assert_true(fabs(pll.output_mhz - wanted) <= fabs(theirs - wanted) + 0.001);
			free(told);
		}
}

static void same_settings_as_icepll_where_both_are_exact(void **state)
{
	static const double outputs[] = { 16.5, 24, 48, 60, 96, 120, 150, 192, 240 };

	(void)state;
	for (unsigned i = 0; i < sizeof outputs / sizeof *outputs; i++) {
		struct pll pll;
		double low, high;
		char *told = said("icepll", "-i %g -o %g", 12, outputs[i]);

		if (!told)
			skip();
		assert_true(pll_find(PLL_ICE40_PAD, 12, outputs[i], &pll, &low, &high));
		assert_int_equal(pll.reference, number_behind(told, "DIVR:"));
		assert_int_equal(pll.feedback, number_behind(told, "DIVF:"));
		assert_int_equal(pll.divide, number_behind(told, "DIVQ:"));
		assert_int_equal(pll.filter, number_behind(told, "FILTER_RANGE:"));
		free(told);
	}
}

static void ecp5_settings_are_as_near_as_ecppll(void **state)
{
	static const double inputs[] = { 12, 25, 48, 100 };

	(void)state;
	for (unsigned i = 0; i < 4; i++)
		for (double wanted = 11; wanted < 390; wanted += 17.3) {
			struct pll pll;
			double low, high;
			char *told = said("ecppll", "-i %g -o %g", inputs[i], wanted);

			if (!told)
				skip();
			assert_true(pll_find(PLL_ECP5, inputs[i], wanted, &pll, &low, &high));
			assert_true(fabs(inputs[i] / pll.reference * pll.feedback - pll.output_mhz) < 1e-6);
			assert_in_range(pll.output_mhz * pll.divide, 400, 800);
			double theirs = number_behind(told, "clkout0 frequency:");
			assert_true(fabs(pll.output_mhz - wanted) <= fabs(theirs - wanted) + 0.01);
			free(told);
		}
}

static void impossible_clocks_are_refused(void **state)
{
	struct pll pll;
	double low, high;

	(void)state;
	assert_false(pll_find(PLL_ICE40_PAD, 12, 5, &pll, &low, &high));
	assert_true(low == 16 && high == 275);
	assert_false(pll_find(PLL_ICE40_PAD, 12, 320, &pll, &low, &high));
	assert_false(pll_find(PLL_ECP5, 25, 500, &pll, &low, &high));
	assert_false(pll_find(PLL_NONE, 12, 48, &pll, &low, &high));
	assert_true(low == 12 && high == 12);
	assert_true(pll_find(PLL_NONE, 12, 12, &pll, &low, &high));
	assert_true(pll.output_mhz == 12);
}

/* Asks for a clock. If it is refused, each suggestion must be accepted; returns how many there are. */
static unsigned follow_suggestions(const struct board *board, enum application_kind application, double mhz,
				   bool by_option, int said)
{
	const struct spec spec = { .machine = &fat_tree_machine, .clock_mhz = by_option ? 0 : (unsigned)mhz };
	struct pll pll;
	double clock;
	char text[1000] = "";
	unsigned count = 0;

	assert_int_equal(ftruncate(said, 0), 0);
	if (clock_choose(board, &spec, application, by_option ? mhz : 0, &pll))
		return 0;
	assert_true(pread(said, text, sizeof text - 1, 0) > 0);
	for (const char *at = text; (at = strstr(at, "try: ")); at += strlen("try: ")) {
		const struct spec other = { .machine = &fat_tree_machine, .clock_mhz = by_option ? 0 : (unsigned)atoi(strchr(at, '=') + 1) };

		clock = by_option ? atof(at + strlen("try: --clock ")) : 0;
		assert_true(clock_choose(board, &other, application, clock, &pll));
		count++;
	}
	return count;
}

static void clocks_that_are_suggested_are_possible(void **state)
{
	size_t count;
	const char *const *names = board_names(&count);
	unsigned followed = 0;
	int said = memfd_create("said", 0), before = dup(STDERR_FILENO);

	(void)state;
	dup2(said, STDERR_FILENO);
	fcntl(said, F_SETFL, O_APPEND);
	for (size_t i = 0; i < count; i++) {
		struct board board;

		assert_true(board_read(&board, names[i]));
		for (enum application_kind a = 0; a < APPLICATIONS; a++)
			for (unsigned step = 0; step < 250; step++) {
				followed += follow_suggestions(&board, a, 1 + 1.7 * step, true, said);
				followed += follow_suggestions(&board, a, 1 + step, false, said);
			}
		board_free(&board);
	}
	dup2(before, STDERR_FILENO);
	close(before);
	close(said);
	assert_true(followed > 5000);
}

/* The statements for those ports, with the user's file of that text. */
static void check_chosen(const char *board_name, const struct constrained_port *port, size_t count, const char *own,
			 const char *wanted)
{
	struct board board;
	struct text said = {0};
	char path[64];
	int file = memfd_create("own", 0);

	assert_true(file >= 0 && write(file, own, strlen(own)) == (ssize_t)strlen(own));
	snprintf(path, sizeof path, "/proc/self/fd/%d", file);
	assert_true(board_read(&board, board_name) && constraints_check(&board));
	assert_true(constraints_select(&board, port, count, path, &said));
	assert_string_equal(said.bytes, wanted);
	text_free(&said);
	board_free(&board);
	close(file);
}

static void pins_of_a_top_module_are_chosen(void **state)
{
	static const struct constrained_port ports[] = {
		{ "clk_pin", 1, {0} }, { "button", 2, {0} }, { "led", 1, {0} }, { "mine", 1, {0} },
	};

	(void)state;
	/* Of a vector the lowest bits; the user's own pins, also in the place of the board's. */
	check_chosen("icebreaker", ports, 4, "set_io --warn-no-port mine[0] 4 # a comment\nset_io -pullup yes button[1] 2\n",
		     "set_io clk_pin 35\nset_io button[0] 20\nset_io -pullup yes button[1] 2\nset_io led 26\n"
		     "set_io --warn-no-port mine 4\n");
	check_chosen("ulx3s-12f", ports, 4, "LOCATE COMP \"mine\"\n SITE \"A2\"; BLOCK RESETPATHS;",
		     "BLOCK RESETPATHS;\nBLOCK RESETPATHS;\nBLOCK ASYNCPATHS;\n"
		     "LOCATE COMP \"clk_pin\" SITE \"G2\";\nIOBUF PORT \"clk_pin\" PULLMODE=NONE IO_TYPE=LVCMOS33;\n"
		     "LOCATE COMP \"button[0]\" SITE \"R1\";\nIOBUF PORT \"button[0]\" PULLMODE=DOWN IO_TYPE=LVCMOS33;\n"
		     "LOCATE COMP \"button[1]\" SITE \"T1\";\nIOBUF PORT \"button[1]\" PULLMODE=DOWN IO_TYPE=LVCMOS33;\n"
		     "LOCATE COMP \"led\" SITE \"B2\";\nIOBUF PORT \"led\" PULLMODE=NONE IO_TYPE=LVCMOS33 DRIVE=4;\n"
		     "LOCATE COMP \"mine\" SITE \"A2\";\n");
}

static void pins_are_told(void **state)
{
	struct board board;
	struct text said = {0};

	(void)state;
	assert_true(board_read(&board, "hx8k-breakout"));
	board_report(&board, &said);
	assert_non_null(strstr(said.bytes, "ports        led[7:0]          led, on while the pin is high\n"
			       "               button[3:0]       button, on while the pin is low\n"
			       "               j2[26:0]          header\n"
			       "               uart_tx           output\n"
			       "               uart_rx           input\n"));
	assert_int_equal(board_pin_find(&board, "button")->width, 4);
	assert_null(board_pin_find(&board, "butto"));
	text_free(&said);
	board_free(&board);
}

static void versions_are_found(void **state)
{
	static const struct { const char *printed; bool known; unsigned major, minor; } cases[] = {
		{ "Yosys 0.23 (git sha1 7ce5011c24b)\n", true, 0, 23 },
		{ "Yosys 0.52+41 (git sha1 abc)\n", true, 0, 52 },
		{ "\"nextpnr-ice40\" -- Next Generation Place and Route (Version 0.4-1+b1)\n", true, 0, 4 },
		{ "\"nextpnr-ecp5\" -- Next Generation Place and Route (Version nextpnr-0.7-32-gabc)\n", true, 0, 7 },
		{ "\"nextpnr-ecp5\" -- Next Generation Place and Route (Version 3c1b2)\n", false, 0, 0 },
		{ "", false, 0, 0 },
	};

	(void)state;
	for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
		unsigned major = 0, minor = 0;
		bool known = tool_version(cases[i].printed, &major, &minor);

		assert_int_equal(known, cases[i].known);
		if (known) {
			assert_int_equal(major, cases[i].major);
			assert_int_equal(minor, cases[i].minor);
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_board_is_complete),
		cmocka_unit_test(every_board_with_a_line_serves_a_host),
		cmocka_unit_test(resets_outlast_block_rams),
		cmocka_unit_test(settings_are_read_in_time),
		cmocka_unit_test(families_exist),
		cmocka_unit_test(slow_networks_have_slow_clocks),
		cmocka_unit_test(large_networks_have_slow_clocks),
		cmocka_unit_test(a_fraction_of_a_megahertz_counts),
		cmocka_unit_test(series_share_their_constraints),
		cmocka_unit_test(ice40_settings_are_as_near_as_icepll),
		cmocka_unit_test(same_settings_as_icepll_where_both_are_exact),
		cmocka_unit_test(ecp5_settings_are_as_near_as_ecppll),
		cmocka_unit_test(impossible_clocks_are_refused),
		cmocka_unit_test(clocks_that_are_suggested_are_possible),
		cmocka_unit_test(versions_are_found),
		cmocka_unit_test(pins_of_a_top_module_are_chosen),
		cmocka_unit_test(pins_are_told),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
