/* flash.c: `ftc flash`: loads a bitstream with the board's programmer.
 *
 * In: a bitstream, or the output directory of `ftc build`. The programmer's own words are shown only when it
 * fails in a way that is not a missing board. */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "build/board.h"
#include "build/tool.h"
#include "commands.h"
#include "util/message.h"

/* The file in `directory` that ends with .`suffix`; NULL after a message unless there is exactly one. */
static char *find_bitstream(const char *directory, const char *suffix)
{
	DIR *d = opendir(directory);
	char *found = NULL;
	unsigned count = 0;
	struct dirent *e;

	while (d && (e = readdir(d))) {
		const char *dot = strrchr(e->d_name, '.');

		if (!dot || dot == e->d_name || strcmp(dot + 1, suffix) != 0)
			continue;
		if (count++ == 0)
			found = format_string("%s/%s", directory, e->d_name);
	}
	if (d)
		closedir(d);
	if (count == 1)
		return found;
	if (!d)
		error("%s cannot be read: %s", directory, strerror(errno));
	else
		error("%s holds %s: expected one file *.%s, as ftc build leaves it", directory,
		      count ? "several bitstreams" : "no bitstream for this board", suffix);
	free(found);
	return NULL;
}

/* The bitstream that the user means by `path`. */
static char *bitstream_at(const struct board *board, const char *path)
{
	const char *suffix = board->device->tools->bitstream_suffix, *dot = strrchr(path, '.');
	struct stat status;

	if (stat(path, &status) != 0) {
		error("%s cannot be read: %s", path, strerror(errno));
		return NULL;
	}
	if (S_ISDIR(status.st_mode))
		return find_bitstream(path, suffix);
	if (dot && strcmp(dot + 1, suffix) == 0)
		return copy_string(path);
	error("%s is no bitstream for the %s: expected a file *.%s", path, board->title, suffix);
	return NULL;
}

/* The board's command with `file` in the place of {file}. */
static struct arguments programmer_arguments(const struct board *board, const char *program, const char *file)
{
	struct arguments a = {0};

	arguments_add(&a, "%s", program);
	for (size_t i = 1; i < board->programmer.count; i++) {
		const char *word = board->programmer.items[i].text, *at = strstr(word, "{file}");

		if (at)
			arguments_add(&a, "%.*s%s%s", (int)(at - word), word, file, at + strlen("{file}"));
		else
			arguments_add(&a, "%s", word);
	}
	return a;
}

/* A word as a shell reads it. */
static void print_word(const char *word)
{
	static const char harmless[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_=./,:+@%";

	if (*word && strspn(word, harmless) == strlen(word)) {
		fputs(word, stdout);
		return;
	}
	putchar('\'');
	for (; *word; word++) {
		if (*word == '\'')
			fputs("'\\''", stdout);
		else
			putchar(*word);
	}
	putchar('\'');
}

static int print_command(const struct board *board, const char *file)
{
	struct arguments a = programmer_arguments(board, board->programmer.items[0].text, file);

	for (size_t i = 0; i < a.count; i++) {
		if (i)
			putchar(' ');
		print_word(a.items[i]);
	}
	putchar('\n');
	arguments_free(&a);
	return EXIT_DONE;
}

/* Is this what programmers say when they find no board, or may not open it? */
static bool is_no_board(const char *said)
{
	static const char *const phrases[] = {
		"Can't find", "can't find", "not found", "No device", "no device", "unable to open", "Cannot find",
		"cannot find", "LIBUSB_ERROR", "JTAG init failed", "inaccessible", "ermission denied",
	};

	for (unsigned i = 0; i < sizeof phrases / sizeof *phrases; i++)
		if (strstr(said, phrases[i]))
			return true;
	return false;
}

static void advise(const struct board *board, const char *tool)
{
	struct text usb = {0};

	for (size_t i = 0; i < board->usb.count; i++)
		text_print(&usb, "%s%s", i ? " or " : "", board->usb.items[i].text);
	error("%s found no %s", tool, board->title);
	fprintf(stderr, "  cable       the board is plugged in and powered, by a cable that carries data: lsusb lists %s\n"
		"  permission  you may open it: `id` lists the group plugdev (sudo usermod -aG plugdev $USER, then log in\n"
		"              again), and a file in /lib/udev/rules.d or /etc/udev/rules.d names %.4s\n"
		"              (package %s; then unplug the board and plug it in again)\n"
		"  other use   no other program has it open (a serial terminal on the same cable is fine)\n",
		usb.bytes, board->usb.items[0].text, board->programmer_package);
	if (board->note)
		fprintf(stderr, "  board       %s\n", board->note);
	text_free(&usb);
}

static int load(const struct board *board, const char *file)
{
	struct tool tool = { board->programmer.items[0].text, board->programmer_package, false, NULL, 0, 0 };
	char *program = tool_require(&tool);
	struct process_result result;

	if (!program)
		return EXIT_WORK_FAILED;
	struct arguments a = programmer_arguments(board, program, file);
	progress("%s", tool.name);
	bool done = run_process(a.items, NULL, &result);
	if (done)
		printf("%s runs %s\n", board->title, file);
	else if (is_no_board(result.output.bytes))
		advise(board, tool.name);
	else
		tool_failed(&tool, &result, NULL);
	text_free(&result.output);
	arguments_free(&a);
	free(program);
	return done ? EXIT_DONE : EXIT_WORK_FAILED;
}

enum { OPTION_BOARD, OPTION_DRY_RUN, OPTION_COUNT };

static const struct option options[] = {
	[OPTION_BOARD] = { "--board", "NAME", "the board that is connected" },
	[OPTION_DRY_RUN] = { "--dry-run", NULL, "print the command instead of running it" },
	[OPTION_COUNT] = { 0 },
};

static int flash(const struct command_line *line)
{
	const char *values[OPTION_COUNT] = {0};
	size_t positional;
	struct board board = {0};
	int status = EXIT_USAGE;

	if (!options_read(line, options, values, NULL, 0, &positional))
		return EXIT_USAGE;
	if (!values[OPTION_BOARD]) {
		error("no board is named: which programmer to use");
		suggest("ftc flash --board icebreaker %s", line->file);
		return EXIT_USAGE;
	}
	if (board_read(&board, values[OPTION_BOARD])) {
		char *file = bitstream_at(&board, line->file);

		if (file)
			status = values[OPTION_DRY_RUN] ? print_command(&board, file) : load(&board, file);
		free(file);
	}
	board_free(&board);
	return status;
}

const struct command command_flash = {
	.name = "flash",
	.summary = "load a bitstream into a board",
	.usage = "--board NAME FILE-or-DIR [--dry-run]",
	.options = options,
	.needs_file = true,
	.run = flash,
};
