/* check_netlist.c: turns a bitstream back into Verilog.
 *
 * In: the bytes of an iCE40's bitstream, or nextpnr's netlist of an ECP5. Out: a module for verilator, its ports,
 * and the frequency of its PLL. The tools' Verilog is almost suitable. The rest is a matter of text, and edited
 * here: constructs that verilator refuses, and cells unknown to icebox_vlog. */
#include "fpga/check_netlist.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fpga/tool.h"
#include "util/message.h"
#include "util/paths.h"

enum { FILE_LIMIT = 1 << 28 };

static const struct tool icepack = { .name = "icepack" };
static const struct tool icebox_vlog = { .name = "icebox_vlog" };
static const struct tool python = { .name = "python3" };
static const struct tool yosys = { .name = "yosys" };

/* nextpnr's netlist instead of the bitstream. */
static bool takes_netlist(const struct board *board)
{
	return board->device->tools->checks_netlist;
}

bool check_netlist_find_tools(struct check_tools *tools, const struct board *board)
{
	*tools = (struct check_tools){0};
	if (takes_netlist(board)) {
		tools->convert = tool_require(&yosys);
		return tools->convert;
	}
	tools->unpack = tool_require(&icepack);
	tools->convert = tool_require(&icebox_vlog);
	tools->python = tool_require(&python);
	return tools->unpack && tools->convert && tools->python;
}

void check_tools_free(struct check_tools *tools)
{
	free(tools->unpack);
	free(tools->convert);
	free(tools->python);
}

/* Runs a tool in the flow's directory. Its output goes to `said`; if `said` is NULL or the tool fails, into a log. */
static bool run_netlist_tool(const struct check_source *source, const struct tool *tool, char *const argv[], struct text *said)
{
	struct process_result result;
	char *log = format_string("log/check-%s.log", tool->name), *told = format_string("%s/%s", source->kept, log);

	progress("check: %s", tool->name);
	bool done = run_process(argv, source->directory, &result);
	if (!done)
		tool_failed(tool, &result, told);
	if (done && said)
		*said = result.output;
	else
		output_add(source->logs, log, &result.output);
	free(log);
	free(told);
	return done;
}

/* Replaces `length` bytes at `at`, inside text->bytes, by `with`. */
static void replace(struct text *text, const char *at, size_t length, const char *with)
{
	struct text whole = {0};

	text_add_bytes(&whole, text->bytes, (size_t)(at - text->bytes));
	text_add(&whole, with);
	text_add(&whole, at + length);
	text_free(text);
	*text = whole;
}

static void add_port(struct check_netlist *n, const char *name, size_t length, unsigned width, bool output)
{
	n->port = reallocate(n->port, (n->port_count + 1) * sizeof *n->port);
	n->port[n->port_count++] = (struct verilate_port){ format_string("%.*s", (int)length, name), width, output };
}

/* ---- iCE40 ------------------------------------------------------------------------------------------------- */

/* Has only a user's own top module this port, a bit of one of the board's `pins`? The serial line is everybody's. */
static bool is_for_own_tops(const struct board *board, const char *port)
{
	char *name = format_string("%.*s", (int)strcspn(port, "["), port);
	bool own = board_pin_find(board, name) && strncmp(name, "uart_", 5) != 0;

	free(name);
	return own;
}

/* Writes the constraints as icebox_vlog knows them. It would take nextpnr's options before a port for the port, and of two names of
 * a pin the latter. */
static bool write_pins(const struct check_source *source)
{
	struct text content = {0}, pins = {0};
	bool done = read_text(source->board->constraints_path, FILE_LIMIT, &content);

	for (const char *line = done ? content.bytes : ""; *line; line = text_next_line(line)) {
		char *copy = format_string("%.*s", (int)strcspn(line, "#\n"), line), *rest = NULL;
		char *word = strtok_r(copy, " \t\r", &rest), *port = NULL;

		bool pins_follow = word && strcmp(word, "set_io") == 0;

		while (pins_follow && (word = strtok_r(NULL, " \t\r", &rest)))
			if (strcmp(word, "-pullup") == 0 || strcmp(word, "-pullup_resistor") == 0)
				strtok_r(NULL, " \t\r", &rest);
			else if (*word != '-' && port && !is_for_own_tops(source->board, port))
				text_print(&pins, "set_io %s %s\n", port, word);
			else if (*word != '-' && !port)
				port = word;
		free(copy);
	}
	text_add(&pins, "");
	done = done && write_file_in(source->directory, "check.pcf", &pins);
	text_free(&content);
	text_free(&pins);
	return done;
}

/* For a PLL of the core kind icebox_vlog asks for settings under other names than its database of an UltraPlus has. */
static const char run_icebox_vlog[] =
	"import os, runpy, sys\n"
	"sys.argv = sys.argv[1:]\n"
	"sys.path.insert(0, os.path.dirname(os.path.realpath(sys.argv[0])))\n"
	"import icebox\n"
	"pll = icebox.pllinfo_db['5k']\n"
	"pll.setdefault('SHIFTREG_DIV_MODE', pll.get('SHIFTREG_DIV_MODE_0'))\n"
	"runpy.run_path(sys.argv[0], run_name='__main__')\n";

static bool unpack_ice40(const struct check_source *source, struct text *verilog)
{
	/* -u: also called iceunpack. -W ignore: newer Pythons warn about icebox_vlog. */
	char *const unpack[] = { source->tools->unpack, "-u", "check.bin", "check.asc", NULL };
	char *const convert[] = {
		source->tools->python, "-W", "ignore", "-c", (char *)run_icebox_vlog, source->tools->convert, "-s",
		"-d", (char *)source->board->package, "-p", "check.pcf", "check.asc", NULL
	};

	return write_file_in(source->directory, "check.bin", source->bitstream) && write_pins(source)
	       && run_netlist_tool(source, &icepack, unpack, NULL) && run_netlist_tool(source, &icebox_vlog, convert, verilog);
}

/* Adds a port of the header, "output led_passed" or "output [1:0] led", to the list. */
static void read_ice40_port(struct check_netlist *n, const char *port, const char *name, size_t length)
{
	unsigned last = 0;

	if (sscanf(port, "%*[a-z] [%u:0]", &last) != 1 || last >= MAXIMUM_PORT_BITS)
		last = 0;
	if (length != strlen(CHECK_NETLIST_CLOCK) || strncmp(name, CHECK_NETLIST_CLOCK, length) != 0)
		add_port(n, name, length, last + 1, strncmp(port, "output", 6) == 0);
}

/* The blank before the name of a port whose text has `length` bytes; NULL: it has none. */
static const char *before_name(const char *port, size_t length)
{
	const char *range = memchr(port, ']', length);

	return range ? memchr(range, ' ', length - (size_t)(range - port)) : memchr(port, ' ', length);
}

/* icebox_vlog declares ports in the header and again as wires or registers. That is legal only if the header has
 * names alone. */
static bool mend_header(struct check_netlist *n, struct text *verilog)
{
	static const char start[] = "module " CHECK_NETLIST_TOP " (";
	const char *header = strstr(verilog->bytes, start), *end = header ? strstr(header, ");") : NULL;
	struct text names = {0}, declared = {0};

	if (!end)
		return false;
	text_add(&names, start);
	for (const char *port = header + strlen(start); port < end;) {
		size_t length = strcspn(port, ",)");
		const char *name = before_name(port, length);

		if (name && name + 1 < port + length) {
			size_t width = (size_t)(port + length - ++name);

			text_print(&names, "%s%.*s", declared.length ? ", " : "", (int)width, name);
			text_print(&declared, "%.*s;\n", (int)length, port);
			read_ice40_port(n, port, name, width);
		}
		port += length + 1;
		port += strspn(port, " ");
	}
	text_print(&names, ");\n%s", declared.bytes);
	replace(verilog, header, (size_t)(end + 2 - header), names.bytes);
	text_free(&names);
	text_free(&declared);
	return true;
}

/* icebox_vlog does not treat the pad of a PLL (pad kind) as a pin. There is only one such pad, and
 * constraints_check() has compared the constraints with it. */
static void mend_pad(struct text *verilog)
{
	static const char pad[] = ".PACKAGEPIN(";
	const char *at = strstr(verilog->bytes, pad);

	if (at)
		replace(verilog, at + strlen(pad), strcspn(at + strlen(pad), ")"), CHECK_NETLIST_CLOCK);
}

/* ---- ECP5 -------------------------------------------------------------------------------------------------- */

static bool convert_ecp5(const struct check_source *source, struct text *verilog)
{
	char *const argv[] = {
		source->tools->convert, "-q", "-p",
		"read_json layout.json; rename -top " CHECK_NETLIST_TOP "; write_verilog -noattr check.v", NULL
	};

	return run_netlist_tool(source, &yosys, argv, NULL) && tool_result(&yosys, source->directory, "check.v", verilog);
}

/* "  output [3:0] o;" */
static void read_ecp5_port(struct check_netlist *n, const char *line)
{
	char direction[7], name[64];
	unsigned last = 0;

	if (sscanf(line, "  %6[a-z] [%u:0] %63[^;\n];", direction, &last, name) != 3) {
		last = 0;
		if (sscanf(line, "  %6[a-z] %63[^;\n];", direction, name) != 2)
			return;
	}
	bool is_port = strcmp(direction, "input") == 0 || strcmp(direction, "output") == 0;

	if (is_port && last < MAXIMUM_PORT_BITS && strcmp(name, CHECK_NETLIST_CLOCK) != 0)
		add_port(n, name, strlen(name), last + 1, direction[0] == 'o');
}

/* Does `word` occur before `end`? */
static bool has_word(const char *from, const char *end, const char *word)
{
	const char *at = strstr(from, word);

	return at && at < end;
}

/* Cells that nextpnr does not distinguish but the models do: pins by direction, multiplexers by their select input. */
static const struct kind {
	const char *cell, *mark, *instead;
} kinds[] = {
	{ "TRELLIS_IO", ".DIR(\"INPUT\")", "TRELLIS_IO_INPUT" },
	{ "TRELLIS_IO", ".DIR(\"OUTPUT\")", "TRELLIS_IO_OUTPUT" },
	{ "TRELLIS_COMB", ".FXA(", "TRELLIS_COMB_WIDE" },
};

/* The inputs that read 1, or 0, where they are unconnected. */
static const struct open_inputs {
	const char *cell;
	char level;
	const char *inputs;
} open_inputs[] = {
	{ "TRELLIS_COMB", '1', "A B C D M WD WAD0 WAD1 WAD2 WAD3 WRE" },
	{ "TRELLIS_COMB_WIDE", '1', "A B C D M" },
	{ "TRELLIS_RAMW", '1', "A0 A1 B0 B1 C0 C1 D0 D1" },
	{ "TRELLIS_FF", '0', "CE LSR DI M" },
	{ "DP16KD", '1', "CLKA CEA OCEA RSTA WEA CSA0 CSA1 CSA2 ADA0 ADA1 ADA2 ADA3 ADA4 ADA5 ADA6 ADA7 ADA8 ADA9 ADA10"
	  " ADA11 ADA12 ADA13 DIA0 DIA1 DIA2 DIA3 DIA4 DIA5 DIA6 DIA7 DIA8 DIA9 DIA10 DIA11 DIA12 DIA13 DIA14 DIA15"
	  " DIA16 DIA17 CLKB CEB OCEB RSTB WEB CSB0 CSB1 CSB2 ADB0 ADB1 ADB2 ADB3 ADB4 ADB5 ADB6 ADB7 ADB8 ADB9"
	  " ADB10 ADB11 ADB12 ADB13 DIB0 DIB1 DIB2 DIB3 DIB4 DIB5 DIB6 DIB7 DIB8 DIB9 DIB10 DIB11 DIB12 DIB13 DIB14"
	  " DIB15 DIB16 DIB17" },
};

/* Connects the open inputs of the instance between `cell` and `end`. */
static void connect(struct text *out, const char *cell, const char *end, const struct open_inputs *open)
{
	for (const char *input = open->inputs; *input; input += strspn(input, " ")) {
		int length = (int)strcspn(input, " ");
		char *connection = format_string("    .%.*s(", length, input);

		if (!has_word(cell, end, connection))
			text_print(out, "%s\n%s1'b%c)", out->bytes[out->length - 1] == '(' ? "" : ",", connection,
				   open->level);
		free(connection);
		input += length;
	}
}

/* Is the cell of this type? */
static bool is_cell(const char *cell, const char *name)
{
	size_t length = strlen(name);

	return strncmp(cell, name, length) == 0 && cell[length] == ' ';
}

/* Copies an instance, from its cell's name to the closing ");", in the form that the models need. */
static void copy_cell(struct text *out, const char *cell, const char *close)
{
	const char *name = NULL, *connections = close;

	for (const struct kind *k = kinds; k < kinds + sizeof kinds / sizeof *kinds; k++)
		if (is_cell(cell, k->cell) && has_word(cell, close, k->mark))
			name = k->instead;
	char *own = name ? copy_string(name) : format_string("%.*s", (int)strcspn(cell, " \n"), cell);
	text_add(out, own);
	cell += strcspn(cell, " \n");
	while (connections > cell && (connections[-1] == ' ' || connections[-1] == '\n'))
		connections--;
	text_add_bytes(out, cell, (size_t)(connections - cell));
	for (size_t i = 0; i < sizeof open_inputs / sizeof *open_inputs; i++)
		if (strcmp(open_inputs[i].cell, own) == 0)
			connect(out, cell, close, &open_inputs[i]);
	text_add(out, "\n  ");
	free(own);
}

/* Does an instance begin here: two blanks and the cell's name in capitals? */
static bool begins_cell(const char *line)
{
	return strncmp(line, "  ", 2) == 0 && line[2] >= 'A' && line[2] <= 'Z';
}

static void mend_cells(struct check_netlist *n, struct text *verilog)
{
	struct text out = {0};

	text_add(&out, "");
	for (const char *line = verilog->bytes, *end; *line; line = end) {
		const char *close = begins_cell(line) ? strstr(line, "\n  );\n") : NULL;

		end = text_next_line(close ? close + 1 : line);
		if (close) {
			text_add(&out, "  ");
			copy_cell(&out, line + 2, close + 3);
			line = close + 3;
		} else {
			read_ecp5_port(n, line);
		}
		text_add_bytes(&out, line, (size_t)(end - line));
	}
	text_free(verilog);
	*verilog = out;
}

/* ---- the PLL ----------------------------------------------------------------------------------------------- */

/* A parameter's value in an instance: 4'b0101, 32'd7 or 7. False when the parameter is absent. */
static bool parameter(const char *instance, const char *name, unsigned *value)
{
	char *start = format_string(".%s(", name);
	const char *at = strstr(instance, start), *end = strstr(instance, ");");
	bool found = at && at < end;

	if (found) {
		at += strlen(start);
		const char *quote = at + strcspn(at, "')");
		bool binary = *quote == '\'' && quote[1] == 'b';

		at = *quote == '\'' ? quote + 2 : at;
		*value = (unsigned)strtoul(at, NULL, binary ? 2 : 10);
	}
	free(start);
	return found;
}

/* Reads settings as ftc makes them (pll.h): feedback through the divider only, no phase shift. */
static bool read_pll(struct check_netlist *n, const char *verilog, const struct board *board)
{
	const char *pll = strstr(verilog, board->device->tools->checked_pll);
	unsigned reference, feedback, divide;

	n->mhz = board->oscillator_mhz;
	if (!pll)
		return true;
	const char *end = strstr(pll, ");");
	if (takes_netlist(board)) {
		if (!has_word(pll, end, ".FEEDBK_PATH(\"CLKOP\")") || !parameter(pll, "CLKI_DIV", &reference)
		    || !parameter(pll, "CLKFB_DIV", &feedback) || reference == 0)
			return false;
		n->mhz *= (double)feedback / reference;
		return true;
	}
	if (!has_word(pll, end, ".FEEDBACK_PATH(\"SIMPLE\")") || !has_word(pll, end, ".PLLOUT_SELECT(\"GENCLK\")")
	    || !parameter(pll, "DIVR", &reference) || !parameter(pll, "DIVF", &feedback)
	    || !parameter(pll, "DIVQ", &divide))
		return false;
	n->mhz *= ldexp((feedback + 1.0) / (reference + 1.0), -(int)divide);
	return true;
}

/* ---- together ---------------------------------------------------------------------------------------------- */

bool check_netlist_add_models(struct check_netlist *n, const struct board *board)
{
	char *path = template_path(board->device->tools->checked_cells);
	struct text content = {0}, models = {0};
	bool done = read_file(path, FILE_LIMIT, &content);

	if (done) {
		text_print(&models, "`define FTC_DEAD_CLOCKS %.0f\n%s", ceil(board->device->tools->ram_wait_us * n->mhz),
			   content.bytes);
		output_add(&n->rtl, "cells.v", &models);
	}
	text_free(&content);
	free(path);
	return done;
}

bool check_netlist_read(struct check_netlist *n, const struct board *board, struct text *verilog)
{
	bool netlist = takes_netlist(board);

	text_add(verilog, "");		/* a tool that says nothing has no text */
	if (netlist)
		mend_cells(n, verilog);
	else
		mend_pad(verilog);
	if ((netlist || mend_header(n, verilog)) && read_pll(n, verilog->bytes, board))
		return true;
	return error("%s has written Verilog that cannot be read", netlist ? yosys.name : icebox_vlog.name);
}

bool check_netlist_make(struct check_netlist *n, const struct check_source *source)
{
	struct text verilog = {0};

	*n = (struct check_netlist){0};
	if (!(takes_netlist(source->board) ? convert_ecp5 : unpack_ice40)(source, &verilog))
		return false;
	if (!check_netlist_read(n, source->board, &verilog)) {
		text_free(&verilog);
		return false;
	}
	output_add(&n->rtl, "check.v", &verilog);
	return check_netlist_add_models(n, source->board);
}

void check_netlist_free(struct check_netlist *n)
{
	for (size_t i = 0; i < n->port_count; i++)
		free((char *)n->port[i].name);
	free(n->port);
	output_free(&n->rtl);
}
