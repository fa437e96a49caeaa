/* boards.c: `ftc boards`: the supported boards, and which of them a network fits.
 *
 * In: the descriptions in boards/ and an optional parameter file. Out: a table, or JSON. Sizes are estimates: the
 * network's as in `ftc report`, the self test's from add_self_test(). Only `ftc build` gives exact numbers. */
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "network/cost.h"
#include "fpga/application.h"
#include "fpga/board.h"
#include "fpga/clock.h"
#include "fpga/self_test.h"
#include "commands/command.h"
#include "leaves/leaf.h"
#include "network/machine.h"
#include "parse/spec.h"
#include "util/message.h"

/* Does a network fit? */
enum fits { FITS_YES, FITS_TIGHT, FITS_NO };
static const char *const fits_words[] = { "yes", "tight", "no" };

/* What a bitstream needs. An iCE40 cell holds a LUT and the flip-flop that it drives; an ECP5 counts the two
 * separately. */
struct need {
	double lut4, ff, cells;
	double ram;			/* block RAMs */
	double clock_mhz;		/* at this clock */
	bool known;
};

/* The listing. */
struct listing {
	const struct command_line *line;
	const char *file;		/* parameter file, or NULL */
	struct board *board;
	struct need *need;		/* NULL without a parameter file, else one per board */
	size_t count;
};

static bool is_ecp5(const struct board *b)
{
	return b->device->family == FAMILY_ECP5;
}

/* The tool that loads a bitstream: the first word of the board's last command. */
static const char *loader(const struct board *b)
{
	const char *name = b->programmer.items[0].text;

	for (size_t i = 0; i + 1 < b->programmer.count; i++)
		if (strcmp(b->programmer.items[i].text, "then") == 0)
			name = b->programmer.items[i + 1].text;
	return name;
}

static unsigned long ram_kbit(const struct board *b)
{
	return b->device->ram * block_ram_bits(b->device->family) / 1024;
}

/* ---- what fits --------------------------------------------------------------------------------------------- */

/* Adds the self test, the reset and the serial line, as measured (docs/boards.md). The fixed part keeps the report's
 * text in a block RAM on an iCE40, in LUTs on an ECP5. Each leaf adds a generator and a checker, whose size is in
 * proportion to a message leaf's, but for their LUTs on an ECP5. */
static void add_self_test(struct need *need, const struct spec *spec, const struct board *board)
{
	const struct self_test *self_test = spec->machine->self_test;
	double all = self_test ? self_test->judges(spec) : 0, leaves = self_test ? all * self_test->share : 0;
	double judged = 0.4 * spec->payload_bits;

	need->lut4 += is_ecp5(board) ? 465 + all * (34 + judged) : 240 + leaves * (58 + judged);
	need->ff += 200 + leaves * (50 + judged);
	need->cells += 320 + leaves * (48 + judged);
	need->ram += (double)self_test_rams(board->device->family);
}

/* Adds the masters through which the self test uses Wishbone slaves (rtl-templates/wishbone_master.v), as measured with
 * 8 leaves of 16 bits on an iCEBreaker. */
static void add_masters(struct need *need, const struct network *net)
{
	double leaves = net->spec->leaves, payload = net->spec->payload_bits, from = network_tdest_bits(net);

	need->lut4 += leaves * (32 + 1.2 * payload);
	need->ff += leaves * (30 + payload + from);
	need->cells += leaves * (33 + 1.2 * payload);
}

/* The clock of a network on a board if the user gives none but in the parameter file. */
static double clock_of(const struct spec *spec, const struct board *board)
{
	return spec->clock_mhz > 0 ? spec->clock_mhz : clock_default(board, spec, APPLICATION_SELF_TEST);
}

/* What the network of `spec` needs at that clock. Unknown, after a message, where `ftc build` would fail, too. */
static struct need estimate(const struct spec *spec, const struct board *board)
{
	struct spec changed = *spec;
	struct need need = { .clock_mhz = clock_of(spec, board) };

	changed.family = board->device->family;
	changed.clock_mhz = (unsigned)need.clock_mhz;
	changed.probe = false;
	struct network *net = network_new(&changed);
	if (!net)
		return (struct need){ .known = false };
	struct cost cost = network_cost(net);

	need.known = wishbone_check(net) && application_of(APPLICATION_SELF_TEST)->check(net, board);
	need.lut4 = cost.lut4;
	need.ff = cost.ff;
	need.cells = cost.cells;
	need.ram = (double)cost_block_rams(&cost, board->device->family);
	add_self_test(&need, spec, board);
	if (spec->wishbone)
		add_masters(&need, net);
	network_free(net);
	return need;
}

/* The share of the device in use: of cells or, where counted separately, the larger of LUTs and flip-flops. */
static double share(const struct board *board, const struct need *need)
{
	double logic = (double)board->device->logic;

	return (is_ecp5(board) ? fmax(need->lut4, need->ff) : need->cells) / logic;
}

/* An estimate of logic may be off by a tenth. That of block RAMs is too low where a RAM is not full, and on an ECP5
 * counts the RAMs that are made of LUTs, which have no room for as many bits. */
static enum fits judge(const struct board *board, const struct need *need)
{
	if (need->ram > (double)board->device->ram)
		return FITS_NO;
	double full = share(board, need) / board->device->fill_limit;

	return full <= 0.85 ? FITS_YES : full <= 1.1 ? FITS_TIGHT : FITS_NO;
}

/* Boards of the same family and clock share one estimate. */
static bool estimate_all(struct listing *l, const struct spec *spec)
{
	bool known = true;

	for (size_t i = 0; i < l->count && known; i++) {
		for (size_t k = 0; k < i && !l->need[i].known; k++)
			if (l->board[k].device->family == l->board[i].device->family
			    && l->need[k].clock_mhz == clock_of(spec, &l->board[i]))
				l->need[i] = l->need[k];
		if (!l->need[i].known)
			l->need[i] = estimate(spec, &l->board[i]);
		known = l->need[i].known;
	}
	return known;
}

enum { OPTION_WISHBONE, OPTION_COUNT };

static const struct option options[] = {
	[OPTION_WISHBONE] = { "--wishbone", NULL, "with a Wishbone slave at every leaf, as ftc build --wishbone" },
	[OPTION_COUNT] = { 0 },
};

/* ---- printing ---------------------------------------------------------------------------------------------- */

static void print_json(const struct listing *l)
{
	json_t *boards = json_array(), *root;

	for (size_t i = 0; i < l->count; i++) {
		const struct board *b = &l->board[i];
		json_t *o = json_pack("{s:s, s:s, s:s, s:s, s:I, s:I, s:I, s:f, s:o, s:s}", "name", b->name,
			"title", b->title, "device", b->device->name, "package", b->package,
			"lut4", (json_int_t)b->device->logic, "block_rams", (json_int_t)b->device->ram,
			"ram_kbit", (json_int_t)ram_kbit(b), "clock_mhz", b->clock_mhz,
			"uart_baud", b->uart ? json_integer(b->uart_baud) : json_null(), "programmer", loader(b));

		if (l->file)
			json_object_update_new(o, json_pack("{s:f, s:I, s:I, s:I, s:s}",
				"network_mhz", l->need[i].clock_mhz, "needs_lut4", (json_int_t)l->need[i].lut4, "needs_ff", (json_int_t)l->need[i].ff,
				"needs_cells", (json_int_t)l->need[i].cells,
				"fits", fits_words[judge(b, &l->need[i])]));
		json_array_append_new(boards, o);
	}
	root = json_pack("{s:o}", "boards", boards);
	json_dumpf(root, stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(6));
	putchar('\n');
	json_decref(root);
}

static void print_board(const struct board *b)
{
	char uart[16] = "none";

	if (b->uart)
		snprintf(uart, sizeof uart, "%u", b->uart_baud);
	printf("%-17s %-25s %-9s %6lu %5lu kbit %4g MHz %9s  %s\n", b->name, b->title, b->device->name,
	       b->device->logic, ram_kbit(b), b->clock_mhz, uart, loader(b));
}

static void print_fit(const struct board *b, const struct need *need)
{
	printf("%-17s %-25s %-9s %6lu %4g MHz %7.0f %7.0f  %4.0f %%  %s\n", b->name, b->title, b->device->name,
	       b->device->logic, need->clock_mhz, need->lut4, need->ff, 100 * share(b, need), fits_words[judge(b, need)]);
}

static void print_table(const struct listing *l)
{
	if (l->file)
		printf("%-17s %-25s %-9s %6s %8s %7s %7s  %6s  %s\n", "name", "board", "device", "LUT4", "clock",
		       "needs", "FF", "filled", "fits");
	else
		printf("%-17s %-25s %-9s %6s %10s %8s %9s  %s\n", "name", "board", "device", "LUT4",
		       "block RAM", "clock", "baud", "programmer");
	for (size_t i = 0; i < l->count; i++)
		if (l->file)
			print_fit(&l->board[i], &l->need[i]);
		else
			print_board(&l->board[i]);
	if (l->file)
		printf("Estimated, with %sthe self test; `ftc build` knows. tight: it may not fit, or take long to"
		       " place.\n", l->line->value[OPTION_WISHBONE] ? "Wishbone slaves and " : "");
}

/* ---- the command ------------------------------------------------------------------------------------------- */

static bool read_boards(struct listing *l)
{
	bool done = true;
	const char *const *names = board_names(&l->count);

	l->board = allocate_array(l->count + 1, sizeof *l->board);
	l->need = allocate_array(l->count + 1, sizeof *l->need);
	for (size_t i = 0; i < l->count && done; i++)
		done = board_read(&l->board[i], names[i]);
	return done;
}

static int list_boards(struct listing *l)
{
	struct spec spec;
	bool done = !l->file;

	if (!l->file && l->line->override_count) {
		error("--set is given, but no parameter file that it could change");
		suggest("ftc boards tree.yaml --set %s", shell_word(l->line->overrides[0].text));
		return EXIT_USAGE;
	}
	if (!l->file && l->line->value[OPTION_WISHBONE]) {
		error("--wishbone is given, but no parameter file: boards fit or not with a network");
		suggest("ftc boards tree.yaml --wishbone");
		return EXIT_USAGE;
	}
	if (!read_boards(l))
		return EXIT_USAGE;
	if (l->file && network_read_spec(&spec, l->file, l->line->overrides, l->line->override_count)) {
		spec.wishbone = l->line->value[OPTION_WISHBONE];
		done = estimate_all(l, &spec);
		spec_free(&spec);
	}
	if (!done)
		return EXIT_USAGE;
	(l->line->json ? print_json : print_table)(l);
	return EXIT_DONE;
}

static int boards(const struct command_line *line)
{
	struct listing l = { .line = line, .file = line->word[0] };
	int status = list_boards(&l);
	for (size_t i = 0; i < l.count; i++)
		board_free(&l.board[i]);
	free(l.board);
	free(l.need);
	return status;
}

const struct command command_boards = {
	.name = "boards",
	.summary = "list the boards, and on which of them a network fits",
	.usage = "[FILE] [--wishbone]",
	.options = options,
	.words = 1,
	.takes = TAKES_SET | TAKES_JSON | TAKES_LIMIT,
	.run = boards,
};
