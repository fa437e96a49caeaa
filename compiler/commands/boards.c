/* boards.c: `ftc boards`: the supported boards, one of them explained, and which of them a network fits.
 *
 * In: the descriptions in boards/ and an optional parameter file. Out: a table or a page, or JSON. Sizes are estimates
 * (fpga/fit.h). */
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "fpga/board.h"
#include "fpga/application.h"
#include "fpga/board_report.h"
#include "fpga/fit.h"
#include "network/cost.h"
#include "commands/command.h"
#include "commands/made.h"
#include "network/machine.h"
#include "parse/shell.h"
#include "shells/shells.h"
#include "parse/spec.h"
#include "util/beside.h"
#include "util/figures.h"
#include "util/json.h"
#include "util/message.h"

/* The listing. */
struct listing {
	const struct command_line *line;
	const char *file;		/* parameter file, or NULL */
	struct board *board;
	struct need *need;		/* NULL without a parameter file, else one per board */
	size_t count;
	const struct shell *shell;	/* of the network; none without one */
	bool hides;			/* the self test leaves it out */
	bool joined;			/* each board has a chip of several */
	const char *with;		/* what is estimated with it: "the self test" */
};

/* ---- printing ---------------------------------------------------------------------------------------------- */

static void dump_json(json_t *object, const struct command_line *line)
{
	made_show(line, NULL, object, 6);
	json_decref(object);
}

/* Estimates are fractional; both faces of the listing round them here. */
static void add_fit(const struct board *b, const struct need *need, json_t *o)
{
	json_add_real(o, "network_mhz", need->clock_mhz);
	if (need->fitted) {
		JSON_NUMBERS(o, { "needs_lut4", (json_int_t)rint(need->lut4) }, { "needs_ff", (json_int_t)rint(need->ff) },
				{ "needs_cells", (json_int_t)rint(need->cells) });
		json_add_real(o, "filled", fit_share(b, need));
	}
	json_object_set_new(o, "needs_own_top", json_boolean(need->alone));
	json_object_set_new(o, "fits", json_string(fits_words[fit_judge(b, need)]));
}

static json_t *listed(const struct listing *l)
{
	json_t *boards = json_array();

	for (size_t i = 0; i < l->count; i++) {
		json_t *o = board_report_json(&l->board[i]);

		if (l->file)
			add_fit(&l->board[i], &l->need[i], o);
		json_array_append_new(boards, o);
	}
	return boards;
}

static void say_board(const json_t *board, struct text *out)
{
	figures_say(board, "{name:-17} {title:-25} {device:-9} {lut4:6} {ram_kbit:5} kbit {clock_mhz:4g} MHz ", out);
	figures_say(board, figures_has(board, "uart_baud") ? "{uart_baud:9}" : "     none", out);
	figures_say(board, "  {programmer}\n", out);
}

static void say_fit(const json_t *board, struct text *out)
{
	figures_say(board, "{name:-17} {title:-25} {device:-9} {lut4:6} {network_mhz:4g} MHz ", out);
	if (json_object_get(board, "filled"))
		figures_say(board, "{needs_lut4:7} {needs_ff:7}  {filled:4.0%} %", out);
	else
		text_print(out, "%7s %7s  %6s", "", "", "");
	figures_say(board, "  {fits}\n", out);
}

static void say_table(const struct listing *l, const json_t *boards, struct text *out)
{
	const char *shell = l->shell->many;

	if (l->file)
		text_print(out, "%-17s %-25s %-9s %6s %8s %7s %7s  %6s  %s\n", "name", "board", "device", "LUT4", "clock",
			   "needs", "FF", "filled", "fits");
	else
		text_print(out, "%-17s %-25s %-9s %6s %10s %8s %9s  %s\n", "name", "board", "device", "LUT4",
			   "block RAM", "clock", "baud", "programmer");
	for (size_t i = 0; i < json_array_size(boards); i++)
		(l->file ? say_fit : say_board)(json_array_get(boards, i), out);
	if (l->file && l->count && l->need[0].alone)
		text_print(out, "Estimated%s%s, for a top module of your own: %s. tight: it may not fit, or take long to"
			   " place.\n", shell ? ", with " : "", shell ? shell : "",
			   l->hides ? "its self test is without them" : "the network can have no self test");
	else if (l->file)
		text_print(out, "Estimated, with %s%sthe %s; `ftc build` knows. tight: it may not fit, or take long to place.\n",
			   shell ? shell : "", shell ? " and " : "", l->with);
	if (l->joined)
		text_add(out, "A board has one of the two chips that a link joins.\n");
}

static void print_listing(const struct listing *l)
{
	json_t *boards = listed(l);
	struct text table = {0};

	if (l->line->json) {
		dump_json(json_pack("{s:o}", "boards", boards), l->line);
		return;
	}
	say_table(l, boards, &table);
	show_text(table.bytes);
	text_free(&table);
	json_decref(boards);
}

/* ---- the command ------------------------------------------------------------------------------------------- */

static bool read_boards(struct listing *l)
{
	const char *const *names = board_names(&l->count);
	bool done = l->count > 0;

	l->board = allocate_array(l->count + 1, sizeof *l->board);
	l->need = allocate_array(l->count + 1, sizeof *l->need);
	for (size_t i = 0; i < l->count && done; i++)
		done = board_read(&l->board[i], names[i]);
	return done;
}

/* --set and a shell change a network. */
static bool check_options(const struct command_line *line)
{
	if (line->override_count) {
		error("--set is given, but no parameter file that it could change");
		return suggest("ftc boards tree.yaml --set %s", shell_word(line->overrides[0].text));
	}
	if (line->shell->option) {
		error("%s is given, but no parameter file: boards fit or not with a network", line->shell->option);
		return suggest("ftc boards tree.yaml %s", line->shell->option);
	}
	return true;
}

static int list_boards(struct listing *l)
{
	struct spec spec;
	bool done = !l->file;

	if (!l->file && !check_options(l->line))
		return EXIT_USAGE;
	if (!read_boards(l))
		return EXIT_WORK_FAILED;
	if (l->file && network_read_spec(&spec, l->file, l->line->overrides, l->line->override_count)) {
		l->with = application_of(application_default(&spec), &spec)->name;
		done = shell_for_user(&spec, l->line->shell) && fit_all(&spec, l->board, l->count, l->need);
		l->shell = spec.shell;
		l->hides = shell_hides_streams(&spec);
		l->joined = spec_chips(&spec) > 1;
		spec_free(&spec);
	}
	if (!done)
		return EXIT_USAGE;
	print_listing(l);
	return EXIT_DONE;
}

static int explain_board(const struct command_line *line)
{
	struct board board = {0};
	struct text page = {0};
	bool done = check_options(line) && board_read(&board, line->word[0]);

	if (done && line->json) {
		json_t *object = board_report_json(&board);

		json_object_set_new(object, "ports", board_ports_json(&board));
		dump_json(object, line);
	} else if (done) {
		board_report(&board, &page);
		show_text(page.bytes);
	}
	text_free(&page);
	board_free(&board);
	return done ? EXIT_DONE : EXIT_USAGE;
}

/* Is there such a file? Not a folder: `ftc build -o icebreaker` makes one with the name of a board. */
static bool is_file(const char *path)
{
	struct stat status;

	return strcmp(path, "-") == 0 || (stat(path, &status) == 0 && !S_ISDIR(status.st_mode));
}

/* Refuses a word that is the name of no board and of no file, unless it looks like that of a file. */
static bool check_word(const char *word)
{
	static const char *const ends[] = { ".yaml", ".yml", NULL };

	if (is_file(word) || strpbrk(word, "./") || access(word, F_OK) == 0)
		return true;
	error("'%s' is neither a board nor a file: expected one that `ftc boards` lists, or a parameter file", word);
	return board_suggest(word, "ftc boards ") ? false : suggest_beside(word, ends);
}

static int boards(const struct command_line *line)
{
	struct listing l = { .line = line, .shell = &no_shell, .file = line->word[0] };
	int status = EXIT_USAGE;

	if (l.file && board_exists(l.file) && !is_file(l.file))
		return explain_board(line);
	if (!l.file || check_word(l.file))
		status = list_boards(&l);
	for (size_t i = 0; i < l.count; i++)
		board_free(&l.board[i]);
	free(l.board);
	free(l.need);
	return status;
}

const struct command command_boards = {
	.name = "boards",
	.summary = "list the boards, describe one, or show which a network fits",
	.page = "docs/how-to/boards.md",
	.usage = "[NAME | FILE]",
	.words = 1,
	.takes = TAKES_SET | TAKES_JSON | TAKES_LIMIT | TAKES_SHELL,
	.run = boards,
};
