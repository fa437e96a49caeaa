/* flash.c: `ftc flash`: loads a bitstream with the board's programmer.
 *
 * In: a bitstream, or the output directory of `ftc build`. Out: a board that runs it, or the obstacle: no board,
 * another board, no permission, no tool. The programmer's own output is shown only if it fails for another reason. */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "fpga/board.h"
#include "fpga/tool.h"
#include "fpga/usb.h"
#include "commands/command.h"
#include "util/message.h"
#include "util/output.h"
#include "util/plain.h"

/* The file in `directory` that ends with .`suffix`; NULL after a message unless there is exactly one. */
static char *find_bitstream(const char *directory, const char *suffix)
{
	DIR *d = opendir(directory);
	char *found = NULL;
	unsigned count = 0;
	struct dirent *e;

	while (d && (errno = 0, e = readdir(d))) {
		const char *dot = strrchr(e->d_name, '.');

		if (!dot || dot == e->d_name || strcmp(dot + 1, suffix) != 0)
			continue;
		if (count++ == 0)
			found = format_string("%s/%s", directory, e->d_name);
	}
	int failure = errno;
	if (d)
		closedir(d);
	if (count == 1 && !failure)
		return found;
	if (failure)
		error("%s cannot be read: %s", directory, strerror(failure));
	else
		error("%s holds %s: expected one file *.%s, as ftc build leaves it", directory,
		      count ? "several bitstreams" : "no bitstream for this board", suffix);
	free(found);
	return NULL;
}

/* The bitstream to which `path`, a file or a directory, refers. */
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

/* ---- the programmer's commands ----------------------------------------------------------------------------- */

enum { MOST_COMMANDS = 8, LARGEST_BITSTREAM = 1 << 26 };

/* One of the board's commands, as words. */
struct programming {
	struct tool tool;
	struct arguments words;		/* the first is the tool's name; once found, its path */
	char *input;			/* the file on standard input, or NULL */
	bool loads;			/* its words or its input name the bitstream */
};

/* Replaces the placeholders in a word by the files' names. */
static char *fill_in(const char *word, const char *file, const char *dfu)
{
	const char *at = strstr(word, "{file}"), *name = file;
	size_t length = strlen("{file}");

	if (!at) {
		at = strstr(word, "{dfu}");
		name = dfu;
		length = strlen("{dfu}");
	}
	return at ? format_string("%.*s%s%s", (int)(at - word), word, name, at + length) : copy_string(word);
}

/* What is to be done: a board, and the commands that load a bitstream into one of its memories. */
struct job {
	const struct board *board;
	const struct board_list *programmer;
	enum board_memory memory;
};

/* Reads the job's commands; returns their number. */
static size_t read_commands(const struct job *job, const char *file, const char *dfu, struct programming *commands)
{
	size_t count = 1;

	memset(commands, 0, MOST_COMMANDS * sizeof *commands);
	for (size_t i = 0; i < job->programmer->count; i++) {
		struct programming *c = &commands[count - 1];
		const char *text = job->programmer->items[i].text;
		char *word;

		c->loads |= strstr(text, "{file}") || strstr(text, "{dfu}");
		if (strcmp(text, "then") == 0) {
			count += count < MOST_COMMANDS;
			continue;
		}
		if (strcmp(text, "<") == 0 && i + 1 < job->programmer->count) {
			c->loads = true;
			c->input = fill_in(job->programmer->items[++i].text, file, dfu);
			continue;
		}
		word = fill_in(text, file, dfu);
		if (c->words.count == 0)
			c->tool = (struct tool){ .name = text, .package = job->board->programmer_package };
		arguments_add(&c->words, "%s", word);
		free(word);
	}
	return count;
}

static void free_commands(struct programming *commands)
{
	for (size_t i = 0; i < MOST_COMMANDS; i++) {
		arguments_free(&commands[i].words);
		free(commands[i].input);
	}
}

/* Does any command need a copy that it may change? */
static bool wants_copy(const struct job *job)
{
	for (size_t i = 0; i < job->programmer->count; i++)
		if (strstr(job->programmer->items[i].text, "{dfu}"))
			return true;
	return false;
}

/* The last command that names the bitstream, which is the one that loads it. */
static size_t find_loading(const struct programming *commands, size_t count)
{
	while (count > 1 && !commands[count - 1].loads)
		count--;
	return count - 1;
}

/* Prints all commands as a user can type them, with the memory that they write in a comment. */
static int print_commands(const struct job *job, const char *given)
{
	struct programming commands[MOST_COMMANDS];
	/* No tool may take it for an option. */
	char *file = format_string("%s%s", *given == '-' ? "./" : "", given);
	char *dfu = format_string("%.*s.dfu", (int)(strrchr(file, '.') - file), file);
	size_t count = read_commands(job, file, dfu, commands);
	const char *memory = board_memory_text(job->memory);
	size_t loading = find_loading(commands, count);
	struct text t = {0};

	if (wants_copy(job)) {
		text_add(&t, "cp ");
		text_add_word(&t, file);
		text_add(&t, " ");
		text_add_word(&t, dfu);
		text_add(&t, "\n");
	}
	for (size_t i = 0; i < count; i++) {
		for (size_t w = 0; w < commands[i].words.count; w++) {
			text_add(&t, w ? " " : "");
			text_add_word(&t, commands[i].words.items[w]);
		}
		if (commands[i].input) {
			text_add(&t, " < ");
			text_add_word(&t, commands[i].input);
		}
		if (memory && i == loading)
			text_print(&t, "  # into %s", memory);
		text_add(&t, "\n");
	}
	show_text(t.bytes);
	text_free(&t);
	free_commands(commands);
	free(dfu);
	free(file);
	return EXIT_DONE;
}

/* ---- obstacles --------------------------------------------------------------------------------------------- */

/* The board's device among those plugged in, or NULL. */
static const struct usb_device *find_device(const struct board *board, const struct usb_list *usb)
{
	const struct usb_device *found = NULL;

	for (size_t i = 0; !found && i < board->usb.count; i++)
		found = usb_find(usb, board->usb.items[i].text);
	return found;
}

static void print_ids(const struct board *board, struct text *out)
{
	for (size_t i = 0; i < board->usb.count; i++)
		text_print(out, "%s%s", i ? " or " : "", board->usb.items[i].text);
}

static void print_note(const struct board *board)
{
	if (board->note)
		detail("  board       %s", board->note);
}

/* Lists the titles of other boards that are plugged in; returns the name of one, or NULL. */
static const char *find_others(const struct usb_list *usb, struct text *titles)
{
	const char *first = NULL;
	size_t count;
	const char *const *names = board_names(&count);

	for (size_t i = 0; i < count; i++) {
		struct board other;

		/* board_read() has reported a bad description. */
		const struct usb_device *device = board_read(&other, names[i]) ? find_device(&other, usb) : NULL;
		if (device) {
			text_print(titles, "%s%s (%s)", titles->length ? ", " : "", other.title, device->id);
			first = first ? first : names[i];
		}
		board_free(&other);
	}
	return first;
}

static void say_not_plugged_in(const struct board *board, const struct usb_list *usb)
{
	struct text ids = {0}, titles = {0};

	print_ids(board, &ids);
	error("no %s is plugged in: expected a USB device %s", board->title, ids.bytes);
	const char *first = find_others(usb, &titles);
	if (first) {
		fprintf(stderr, "  another     what is plugged in looks like: %s\n", titles.bytes);
		suggest("ftc flash --board %s with a bitstream that was built for it", first);
	} else {
		fprintf(stderr, "  cable       it must carry data, not only power; the board must have power\n");
	}
	print_note(board);
	text_free(&ids);
	text_free(&titles);
}

/* Prints the udev rules that let a user open the board. ATTRS also matches serial ports and hidraw below the device. */
static void print_rules(const struct board *board)
{
	fprintf(stderr, "  permission  put into /etc/udev/rules.d/60-ftc.rules:\n");
	for (size_t i = 0; i < board->usb.count; i++)
		fprintf(stderr,
			"ATTRS{idVendor}==\"%.4s\", ATTRS{idProduct}==\"%s\", MODE=\"0660\", GROUP=\"plugdev\","
			" TAG+=\"uaccess\"\n", board->usb.items[i].text, board->usb.items[i].text + 5);
	fprintf(stderr, "              then: sudo udevadm control --reload; plug the board in again; over ssh also:\n"
		"              sudo usermod -aG plugdev $USER, and log in again\n");
}

/* Does the programmer's output contain one of the phrases? */
static bool says(const char *said, const char *const *phrases)
{
	for (; *phrases; phrases++)
		if (strstr(said, *phrases))
			return true;
	return false;
}

/* Programmers' messages for a board that is absent or may not be opened. */
static const char *const no_board_phrases[] = {
	"Can't find", "can't find", "not found", "No device", "no device", "No DFU capable USB device",
	"unable to open", "Unable to open", "Cannot find", "cannot find", "Cannot open", "can't open device",
	"LIBUSB_ERROR", "JTAG init failed", "inaccessible", "ermission denied", NULL
};
static const char *const wrong_device_phrases[] = {
	"mismatch between target's idcode and bitstream idcode", "does not match device", NULL
};

/* Explains why the programmer failed. */
static void explain(const struct board *board, const struct tool *tool, const struct process_result *result,
		    const struct usb_list *usb)
{
	const struct usb_device *device = find_device(board, usb);
	const char *said = result->output.bytes;

	if (says(said, wrong_device_phrases)) {
		error("the bitstream is for a %s, and %s finds another device on the board", board->title, tool->name);
		suggest("ftc boards, for the name of the board that is there; then build for that one");
	} else if (device && device->node && access(device->node, R_OK | W_OK) != 0) {
		error("the %s is plugged in, USB device %s, but %s cannot be opened: %s", board->title, device->id,
		      device->node, strerror(errno));
		print_rules(board);
	} else if (!says(said, no_board_phrases)) {
		tool_failed(tool, result, NULL);
	} else if (device) {
		error("the %s is plugged in, USB device %s, but %s cannot use it", board->title, device->id,
		      tool->name);
		fprintf(stderr, "  other use   no other program has it open (a serial terminal on the same cable is "
				"fine)\n");
		if (!device->node)
			print_rules(board);
		print_note(board);
	} else {
		struct text ids = {0};

		print_ids(board, &ids);
		error("%s found no %s", tool->name, board->title);
		if (ids.length)
			fprintf(stderr,
				"  cable       the board is plugged in and powered, by a cable that carries data:"
				" lsusb lists %s\n", ids.bytes);
		if (ids.length)
			print_rules(board);
		print_note(board);
		text_free(&ids);
	}
}

/* ---- loading ----------------------------------------------------------------------------------------------- */

/* A programmer sees the bitstream under a plain name: of a name that begins with '-' it would take the letters for options. */
static char *link_bitstream(const struct job *job, const char *file)
{
	char *work = temporary_directory(), *plain = format_string("bitstream.%s", job->board->device->tools->bitstream_suffix);
	char *link = plain_link(work, plain, file);

	free(plain);
	free(work);
	return link;
}

/* Replaces the tool's name by its path; a message when it is not installed. */
static bool find_programmer(const struct board *board, struct programming *c)
{
	char *path = board->programmer_package ? tool_require(&c->tool) : find_tool(c->tool.name);

	if (!path && board->programmer_source) {
		error("%s is not installed, and Debian has no package of it", c->tool.name);
		suggest("%s", board->programmer_source);
		print_note(board);
	}
	if (!path)
		return false;
	free(c->words.items[0]);
	c->words.items[0] = path;
	return true;
}

/* Runs one command, in a shell if it reads from a file. */
static bool run_programmer(const struct programming *c, struct process_result *result)
{
	struct arguments a = {0};

	progress("%s", c->tool.name);
	if (!c->input)
		return run_process(c->words.items, NULL, result);
	arguments_add_all(&a, "/bin/sh", "-c", "exec \"$@\" <\"$0\"", c->input, NULL);
	for (size_t i = 0; i < c->words.count; i++)
		arguments_add(&a, "%s", c->words.items[i]);
	bool done = run_process(a.items, NULL, result);
	arguments_free(&a);
	return done;
}

/* Runs the commands in order until one fails. */
static bool run_commands(const struct board *board, const struct usb_list *usb, const struct plain_names *names,
			 struct programming *commands, size_t count)
{
	bool done = true;

	for (size_t i = 0; i < count && done; i++)
		done = find_programmer(board, &commands[i]);
	for (size_t i = 0; i < count && done; i++) {
		struct process_result result;

		done = run_programmer(&commands[i], &result);
		plain_names_translate(names, &result.output);
		if (!done)
			explain(board, &commands[i].tool, &result, usb);
		text_free(&result.output);
	}
	return done;
}

/* Copies the bitstream to a directory that is removed on exit; NULL after a message. */
static char *make_copy(const char *file)
{
	char *directory = temporary_directory(), *path = format_string("%s/bitstream.dfu", directory);
	struct text content = {0};
	bool done = read_file(file, LARGEST_BITSTREAM, &content) && write_file(path, &content);

	text_free(&content);
	free(directory);
	if (done)
		return path;
	free(path);
	return NULL;
}

/* Says what the board runs now, and from where. */
static void say_loaded(const struct job *job, const char *file)
{
	const char *memory = board_memory_text(job->memory);
	bool other = job->memory == MEMORY_SRAM && job->board->permanent_programmer.count;

	printf("%s runs %s%s%s%s\n", name_shown(job->board->title), name_shown(file), memory ? " from " : "", memory ? memory : "",
	       other ? "; --permanent writes the flash" : "");
}

/* Loads the bitstream under its plain names. */
static bool load_plain(const struct job *job, const struct usb_list *usb, const char *file)
{
	struct programming commands[MOST_COMMANDS];
	struct plain_names names = {0};
	char *link = link_bitstream(job, file), *dfu = link && wants_copy(job) ? make_copy(file) : NULL;
	bool done = link && (dfu || !wants_copy(job));

	if (done) {
		plain_names_add(&names, link, file);
		if (dfu)
			plain_names_add(&names, dfu, file);
		done = run_commands(job->board, usb, &names, commands, read_commands(job, link, dfu, commands));
		free_commands(commands);
		plain_names_free(&names);
	}
	free(dfu);
	free(link);
	return done;
}

static int load(const struct job *job, const char *file)
{
	const struct board *board = job->board;
	struct usb_list usb = usb_list();
	bool done = false;

	if (usb.known && board->usb.count && !find_device(board, &usb))
		say_not_plugged_in(board, &usb);
	else
		done = load_plain(job, &usb, file);
	if (done)
		say_loaded(job, file);
	usb_free(&usb);
	return done ? EXIT_DONE : EXIT_WORK_FAILED;
}

enum { OPTION_BOARD, OPTION_PERMANENT, OPTION_DRY_RUN, OPTION_COUNT };

static const struct option options[] = {
	[OPTION_BOARD] = { "--board", "NAME", "the board that is connected; `ftc boards` lists them" },
	[OPTION_PERMANENT] = { "--permanent", NULL, "write the flash, which keeps the bitstream at power-off, even"
			       " where SRAM is the default; `ftc boards NAME` shows the default" },
	[OPTION_DRY_RUN] = { "--dry-run", NULL, "print the commands instead of running them" },
	[OPTION_COUNT] = { 0 },
};

/* Chooses the commands; false after a message if none write the memory that is wanted. */
static bool choose(struct job *job, const struct board *board, bool permanent)
{
	*job = (struct job){ board, &board->programmer, board->memory };
	if (!permanent || board->memory == MEMORY_FLASH)
		return true;
	*job = (struct job){ board, &board->permanent_programmer, MEMORY_FLASH };
	if (board->permanent_programmer.count)
		return true;
	error("--permanent is given, but the description of the %s names no command that writes its flash:"
	      " expected a permanent-programmer in it", board->title);
	return suggest("without --permanent");
}

static int flash(const struct command_line *line)
{
	const char *const *values = line->value;
	struct board board = {0};
	struct job job;
	int status = EXIT_USAGE;

	if (!values[OPTION_BOARD]) {
		error("no board is named: expected the board that is plugged in");
		suggest("ftc flash --board icebreaker %s", shell_word(line->file));
		return EXIT_USAGE;
	}
	if (board_read(&board, values[OPTION_BOARD]) && choose(&job, &board, values[OPTION_PERMANENT])) {
		char *file = bitstream_at(&board, line->file);

		if (file)
			status = values[OPTION_DRY_RUN] ? print_commands(&job, file) : load(&job, file);
		free(file);
	}
	board_free(&board);
	return status;
}

const struct command command_flash = {
	.name = "flash",
	.summary = "load a bitstream into a board",
	.page = "docs/tutorial/guide.md",
	.usage = "--board NAME FILE-or-DIR [--permanent] [--dry-run]",
	.options = options,
	.needs_file = true,
	.takes = TAKES_TOOL_TIME | TAKES_TOOL_MEMORY,
	.run = flash,
};
