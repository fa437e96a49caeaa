/* new.c: `ftc new`: a folder in which one's own design begins.
 *
 * In: a name, a number of leaves, a payload, maybe a board. Out: the parameters of a network, the one that `ftc explore` puts first of
 * those that deliver most for their logic cells; a top module around it, what a simulation does at its pins, a page of commands. The texts are in new/. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "commands/deliver.h"
#include "fpga/board.h"
#include "network/network.h"
#include "parse/keys.h"
#include "points/points.h"
#include "util/message.h"
#include "util/paths.h"

enum { OPTION_LEAVES, OPTION_PAYLOAD, OPTION_BOARD, OPTION_COUNT };
enum { USUAL_LEAVES = 8, USUAL_PAYLOAD = 16, LONGEST = 50, MOST_BYTES = 1 << 16 };
#define NETWORK "_network"	/* the network's module is NAME_network */

static const struct option options[] = {
	[OPTION_LEAVES] = { "--leaves", "N", "number of leaves; default 8" },
	[OPTION_PAYLOAD] = { "--payload", "BITS", "bits of payload in each word; default 16" },
	[OPTION_BOARD] = { "--board", "NAME", "target board: sets FPGA family and fastest clock; default icebreaker" },
	[OPTION_COUNT] = { 0 },
};

/* What stands between two @ in a text, and in its place. */
struct blank {
	const char *name;		/* NULL ends a list */
	char *value;
};

/* What the design is made of. */
struct design_of {
	const char *name;
	struct board board;
	struct points_request request;
};

/* The name is that of a folder, of files and of a module. */
static bool check_name(const char *name)
{
	if (is_module_name(name) && strlen(name) <= LONGEST)
		return true;
	char *near = *name ? nearest_module_name(name) : copy_string("blink");

	error("'%s' is no name for a module and a folder: expected a letter a-z, then a-z, 0-9 and _, at most %d in all, and no word of Verilog",
	      name, LONGEST);
	suggest("ftc new %.*s", LONGEST, near);
	free(near);
	return false;
}

/* Adds the text of new/`from` as the file NAME`to`, with all blanks filled. */
static bool add_text(const char *name, const char *from, const char *to, const struct blank *blanks, struct output *out)
{
	char *relative = format_string("compiler/commands/new/%s", from), *path = data_path(relative), *file = format_string("%s%s", name, to);
	struct text text = {0}, filled = {0};
	bool good = read_file(path, MOST_BYTES, &text);

	for (const char *at = good ? text.bytes : "", *mark; *at; at = mark) {
		const struct blank *b = blanks;

		mark = at + strcspn(at, "@");
		text_add_bytes(&filled, at, (size_t)(mark - at));
		while (*mark && b->name && (strncmp(mark + 1, b->name, strlen(b->name)) != 0 || mark[1 + strlen(b->name)] != '@'))
			b++;
		if (*mark) {
			text_add(&filled, b->name ? b->value : "@");
			mark += b->name ? strlen(b->name) + 2 : 1;
		}
	}
	if (good)
		output_add(out, file, &filled);
	text_free(&text);
	free(file);
	free(path);
	free(relative);
	return good;
}

/* The files, with this network in it. */
static bool add_files(const struct design_of *d, const struct command_line *line, const struct point *point, struct output *out)
{
	struct network *net = network_new(&point->spec);
	struct text parameters = {0};

	if (!net)
		return false;
	struct blank blanks[] = {
		{ "NAME", copy_string(d->name) }, { "NETWORK", format_string("%s" NETWORK, d->name) },
		{ "LEAVES", format_string("%lu", d->request.ends) }, { "LAST", format_string("%lu", d->request.ends - 1) },
		{ "PAYLOAD", format_string("%lu", d->request.payload_bits) }, { "LABEL", format_string("%u", net->label_bits) },
		{ "BOARD", copy_string(d->board.name) }, { NULL, NULL },
	};
	text_print(&parameters, "# Made by `%s`. `ftc help keys` lists what else a network may have.\nname: %s" NETWORK "\n%s",
		   line->invocation, d->name, point->parameters);
	char *file = format_string("%s.yaml", d->name);
	output_add(out, file, &parameters);
	bool good = add_text(d->name, "top.v", ".v", blanks, out) && add_text(d->name, "pins", ".pins", blanks, out)
		    && add_text("", "README.md", "README.md", blanks, out);
	for (struct blank *b = blanks; b->name; b++)
		free(b->value);
	free(file);
	network_free(net);
	return good;
}

/* The first of the front: leaves that send when they like, most Mbit/s for a logic cell. */
static const struct point *choose(struct points *p)
{
	points_rank(p, FIGURE_CELLS, FIGURE_PER_CELL);
	for (size_t i = 0; i < p->count; i++)
		if (p->point[i].front && !p->point[i].failure)
			return &p->point[i];
	return NULL;
}

/* What a user has written into a folder stays: also into one that this command has made. */
static bool check_place(const char *name)
{
	struct stat there;

	if (lstat(name, &there) != 0)
		return true;
	error("%s is there already: expected the name of a new folder", name);
	return suggest("ftc new %.*s_2", LONGEST - 2, name);
}

/* The top module has one light, `led`. */
static bool check_light(const struct board *board)
{
	if (board_pin_find(board, "led"))
		return true;
	error("the %s has no pin of the name led, which the top module lights: expected a board that has one", board->title);
	return suggest("--board icebreaker");
}

static int make(const struct design_of *d, const struct command_line *line, struct points *p)
{
	struct output out = {0};
	int status = EXIT_USAGE;

	if (!check_place(d->name) || !output_check(d->name, line->command, d->name, &status))
		return status;
	if (!points_estimate(p))
		return EXIT_WORK_FAILED;
	const struct point *point = choose(p);
	if (!point) {
		error("no network of %lu leaves and words of %lu bits has a place on the %s: expected fewer leaves, fewer bits or a larger board",
		      d->request.ends, d->request.payload_bits, d->board.title);
		suggest("ftc boards, which lists the boards and their sizes");
		return EXIT_USAGE;
	}
	if (!add_files(d, line, point, &out))
		status = EXIT_WORK_FAILED;
	else if (output_commit(&out, d->name, line->command, d->name, &status)) {
		printf("%s: a network of %lu leaves (%s), a top module and its pins; README.md has the commands. Then:\n"
		       "  cd %s\n  ftc simulate %s.yaml --top %s.v --board %s --pins %s.pins --clock-hz 4000 --clocks 8000\n"
		       "  ftc build %s.yaml --board %s --top %s.v -o build\n",
		       d->name, d->request.ends, point->name, d->name, d->name, d->name, d->board.name, d->name, d->name, d->board.name, d->name);
		status = EXIT_DONE;
	}
	output_free(&out);
	return status;
}

static int new(const struct command_line *line)
{
	struct design_of d = { .name = line->word[0], .request = { .ends = USUAL_LEAVES, .payload_bits = USUAL_PAYLOAD } };
	const char *board = line->value[OPTION_BOARD];
	struct points p = {0};
	int status = EXIT_USAGE;

	if (!d.name) {
		error("ftc new is given no name: expected that of the folder and of the top module");
		suggest("ftc new blink");
		return status;
	}
	if (!check_name(d.name) || !option_unsigned("--leaves", line->value[OPTION_LEAVES], 2, MAXIMUM_LEAVES, &d.request.ends)
	    || !option_unsigned("--payload", line->value[OPTION_PAYLOAD], 1, MAXIMUM_BITS, &d.request.payload_bits))
		return status;
	d.request.board = &d.board;
	if (board_read(&d.board, board ? board : "icebreaker") && check_light(&d.board) && points_collect(&p, &d.request))
		status = make(&d, line, &p);
	points_free(&p);
	board_free(&d.board);
	return status;
}

const struct command command_new = {
	.name = "new",
	.summary = "create a design folder: parameters, top module and pins to simulate",
	.page = "docs/tutorial/own-top.md",
	.usage = "NAME [--leaves N] [--payload BITS] [--board NAME]",
	.options = options,
	.words = 1,
	.run = new,
};
