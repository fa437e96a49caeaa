/* board_line.c: a line to a board or to a simulated one, and what to do about its errors. */
#include "host/board_line.h"

#include <glob.h>
#include <grp.h>
#include <string.h>
#include <sys/stat.h>

#include "network/network.h"
#include "shells/shells.h"
#include "util/message.h"
#include "util/text.h"

/* A simulated board is slow to answer. */
enum { SIMULATED_PATIENCE_MS = 120000 };

/* Suggests the first serial port of those present. */
static void suggest_port(void)
{
	static const char *const patterns[] = {
		"/dev/ttyUSB*", "/dev/ttyACM*", "/dev/cu.usbserial*", "/dev/cu.usbmodem*"
	};
	bool found = false;

	for (size_t i = 0; i < sizeof patterns / sizeof patterns[0] && !found; i++) {
		glob_t ports;

		if (glob(patterns[i], 0, NULL, &ports) != 0)
			continue;
		found = ports.gl_pathc > 0;
		if (found)
			suggest("--port %s", shell_word(ports.gl_pathv[0]));
		globfree(&ports);
	}
	if (!found)
		suggest("plugging the board in; its port is /dev/ttyUSB0 or the like then, and `ls -l "
			"/dev/serial/by-id` says whose it is");
}

static void suggest_group(const char *port)
{
	struct stat status;
	bool writable = stat(port, &status) == 0 && status.st_mode & S_IWGRP;
	const struct group *group = writable ? getgrgid(status.st_gid) : NULL;

	suggest("sudo usermod -aG %s $USER, and log in again", group ? group->gr_name : "dialout");
}

/* Suggests the command that builds the expected bitstream. */
static void suggest_build(const struct board_line *c)
{
	const char *own = c->net->spec->shell->option;
	struct text others = { 0 };

	for (const struct shell *const *shell = shells; *shell && !own; shell++)
		text_print(&others, "%s%s", shell == shells ? " and without " : " or ", (*shell)->option);
	suggest("ftc build %s --board %s --app host%s%s -o out, with the same --set and --clock as here%s, then ftc flash"
		" --board %s out", shell_word(c->file), c->board.name, own ? " " : "", own ? own : "",
		own ? "" : others.bytes, c->board.name);
	text_free(&others);
}

static void suggest_remedy(const struct board_line *c, enum ftc_host_error error)
{
	switch (error) {
	case FTC_HOST_MISSING:
	case FTC_HOST_NOT_SERIAL:
		suggest_port();
		break;
	case FTC_HOST_PERMISSION:
		suggest_group(c->port);
		break;
	case FTC_HOST_BUSY:
		suggest("closing the program that has it; `fuser -v %s` names it", shell_word(c->port));
		break;
	case FTC_HOST_BAUD:
		suggest("--baud 115200, and the same for ftc build");
		break;
	case FTC_HOST_NO_ANSWER:
	case FTC_HOST_GARBAGE:
	case FTC_HOST_ECHO:
		suggest("the port and the --baud of ftc build; or that bitstream once more: ftc build %s --board %s"
			" --app host -o out, ftc flash --board %s out", shell_word(c->file), c->board.name,
			c->board.name);
		break;
	case FTC_HOST_DIGEST:
	case FTC_HOST_VERSION:
		suggest_build(c);
		break;
	case FTC_HOST_LOST:
	case FTC_HOST_RESTARTED:
		suggest("%s, once the board is connected again: nothing is left over from this run", c->again);
		break;
	default:
		break;
	}
}

void board_line_complain(const struct board_line *c, enum ftc_host_error error_is)
{
	bool named = c->port && strstr(ftc_host_message(c->host), c->port);

	error("%s%s%s", named ? "" : c->port ? c->port : "the simulated board", named ? "" : ": ",
	      ftc_host_message(c->host));
	suggest_remedy(c, error_is);
}

/* A port that cannot be the intended one is an error of the command line. */
int board_line_status(enum ftc_host_error error)
{
	bool usage = error == FTC_HOST_MISSING || error == FTC_HOST_NOT_SERIAL || error == FTC_HOST_BAUD;

	return usage ? EXIT_USAGE : EXIT_WORK_FAILED;
}

static bool start_simulated(struct board_line *c, const struct stack *stack)
{
	struct board_top top = {
		.board = &c->board, .pll = &c->pll, .net = c->net, .design = stack_top(stack), .application = APPLICATION_HOST,
		.baud = c->baud, .invocation = "ftc run",
	};

	return board_simulation_start(&c->simulated, stack, &top);
}

bool board_line_open(struct board_line *c, const struct stack *stack, const struct ftc_host_options *options, int *status)
{
	struct ftc_host_options own = *options;
	enum ftc_host_error error_is;

	*status = EXIT_WORK_FAILED;
	if (!c->port && !start_simulated(c, stack))
		return false;
	if (!c->port)
		own.timeout_ms = SIMULATED_PATIENCE_MS;
	c->host = ftc_host_create(&own);
	if (!c->host)
		return error("out of memory");
	error_is = c->port ? ftc_host_open(c->host, c->port, c->baud)
			   : ftc_host_attach(c->host, c->simulated.terminal, c->baud);
	if (!error_is)
		return true;
	board_line_complain(c, error_is);
	*status = board_line_status(error_is);
	return false;
}

void board_line_close(struct board_line *c)
{
	ftc_host_free(c->host);
	board_simulation_stop(&c->simulated);
	c->host = NULL;
}
