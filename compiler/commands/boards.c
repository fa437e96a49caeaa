/* boards.c: `ftc boards`: the supported boards, and which of them a network fits.
 *
 * In: the descriptions in boards/ and an optional parameter file. Out: a table, or JSON. Sizes are estimates
 * (fpga/fit.h). */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fpga/board.h"
#include "fpga/application.h"
#include "fpga/fit.h"
#include "network/cost.h"
#include "commands/command.h"
#include "network/machine.h"
#include "parse/spec.h"
#include "util/message.h"

/* The listing. */
struct listing {
	const struct command_line *line;
	const char *file;		/* parameter file, or NULL */
	struct board *board;
	struct need *need;		/* NULL without a parameter file, else one per board */
	size_t count;
	const char *with;		/* what is estimated with it: "the self test" */
};

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
				"fits", fits_words[fit_judge(b, &l->need[i])]));
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
	       b->device->logic, need->clock_mhz, need->lut4, need->ff, 100 * fit_share(b, need), fits_words[fit_judge(b, need)]);
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
		printf("Estimated, with %sthe %s; `ftc build` knows. tight: it may not fit, or take long to place.\n",
		       l->line->value[OPTION_WISHBONE] ? "Wishbone slaves and " : "", l->with);
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
		l->with = application_of(application_default(&spec), &spec)->name;
		done = fit_all(&spec, l->board, l->count, l->need);
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
