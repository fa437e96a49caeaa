/* run.c: `ftc run`: sends a set of messages over a board at the network's own speed; checks and reports as `ftc
 * simulate`. Or loads an image into a device and steps it.
 *
 * In: a parameter file, messages, and a board with the bitstream of `ftc build --app host`. Out: the report.
 * In: a parameter file, an image, and lines of pins. Out: lines of pins. */
#include <stdio.h>
#include <stdlib.h>

#include "commands/deliver.h"
#include "fpga/application.h"
#include "fpga/clock.h"
#include "fpga/host_bridge.h"
#include "host/device_session.h"
#include "host/lines.h"
#include "host/session.h"
#include "leaves/leaf.h"
#include "network/machine.h"
#include "parse/family.h"
#include "parse/keys.h"
#include "schedule/messages.h"
#include "shells/shells.h"
#include "util/limit.h"
#include "util/message.h"
#include "util/text.h"

enum {
	OPTION_BOARD, OPTION_PORT, OPTION_SIMULATED, OPTION_MESSAGES, OPTION_LINES, OPTION_IMAGE, OPTION_SEED, OPTION_BAUD,
	OPTION_CLOCK,
	OPTION_COUNT
};

static const struct option options[] = {
	[OPTION_BOARD] = { "--board", "NAME", "the board; `ftc boards` lists them" },
	[OPTION_PORT] = { "--port", "DEVICE", "its serial port, /dev/ttyUSB0 or the like" },
	[OPTION_SIMULATED] = { "--simulated", NULL,
			       "instead of a board: simulate its top module and serial line, bit by bit" },
	[OPTION_MESSAGES] = { "--messages", "FILE",
			      "send these messages, each line \"source destination [payload]\", as for ftc simulate" },
	[OPTION_LINES] = { "--lines", NULL,
			   "read commands from standard input, one per line; answer on standard output" },
	[OPTION_IMAGE] = { "--image", "FILE", "load this image into a device, and step it with the pins on standard input" },
	[OPTION_SEED] = { "--seed", "S", "seed of payloads that FILE does not give (default 1)" },
	[OPTION_BAUD] = { "--baud", "RATE",
			  "rate of the serial line, if given to ftc build; simulated: default an eighth of the clock" },
	[OPTION_CLOCK] = { "--clock", "MHZ", "network clock, if given to ftc build" },
	[OPTION_COUNT] = { NULL, NULL, NULL }
};

/* An option of messages that is given. */
static const char *work_beside_image(const struct command_line *line)
{
	return line->value[OPTION_MESSAGES] ? "--messages" : line->value[OPTION_LINES] ? "--lines" : line->shell->option;
}

/* Refuses missing and contradictory options. */
static bool check_together(const struct command_line *line)
{
	const char *const *value = line->value;

	if (!value[OPTION_BOARD]) {
		error("no board is named: expected the board that runs the messages");
		suggest("ftc run %s --board icebreaker %s --messages set.txt", shell_word(line->file),
			value[OPTION_SIMULATED] ? "--simulated" : "--port /dev/ttyUSB0");
	} else if (!value[OPTION_PORT] == !value[OPTION_SIMULATED]) {
		error(value[OPTION_PORT] ? "--port and --simulated do not go together: a simulated board has no port"
					 : "no port is named: expected the serial port of the board");
		suggest(value[OPTION_PORT] ? "one of them" : "--port /dev/ttyUSB0, or --simulated");
	} else if (value[OPTION_PORT] && !*value[OPTION_PORT]) {
		error("--port is empty: expected the device where the board is connected");
		suggest("--port /dev/ttyUSB0");
	} else if (value[OPTION_MESSAGES] && value[OPTION_LINES]) {
		error("--messages and --lines do not go together: messages come from one or the other");
		suggest("one of them");
	} else if (value[OPTION_IMAGE] && work_beside_image(line)) {
		error("--image and %s do not go together: a device runs circuits, and knows no messages", work_beside_image(line));
	} else if (!value[OPTION_MESSAGES] && !value[OPTION_LINES] && !value[OPTION_IMAGE]) {
		error("no messages are given: expected a file of messages, or --lines; for a device, --image");
		suggest("--messages FILE, or --lines, or --image FILE");
	} else if (!value[OPTION_MESSAGES] && (line->json || line->output)) {
		error("%s has no meaning with %s: its answers are all there is", line->json ? "--json" : "-o",
		      value[OPTION_IMAGE] ? "--image" : "--lines");
	} else {
		return true;
	}
	return false;
}

static bool read_options(struct board_line *c, const struct command_line *line, double *wanted_mhz)
{
	const char *const *value = line->value;
	unsigned long baud = 0;

	if (!check_together(line) || !option_unsigned("--baud", value[OPTION_BAUD], LOWEST_BAUD, HIGHEST_BAUD, &baud)
	    || !option_real("--clock", value[OPTION_CLOCK], 1, 1000, wanted_mhz)
	    || !board_read(&c->board, value[OPTION_BOARD]))
		return false;
	c->port = value[OPTION_PORT];
	c->baud = baud || !c->port ? (unsigned)baud : application_baud(APPLICATION_HOST, &c->board);
	return true;
}

/* Makes the network of the bitstream as build.c does: the digests must agree. */
static struct network *make_network(struct board_line *c, const struct command_line *line, double wanted_mhz)
{
	bool image = line->value[OPTION_IMAGE];
	struct network *net = NULL;
	struct spec spec;

	if (!network_read_spec(&spec, line->file, line->overrides, line->override_count))
		return NULL;
	if (shell_for_streams(&spec, line->shell)
	    && require_speech(&spec, image ? LEAF_SPEAKS_STEPS : LEAF_SPEAKS_MESSAGES, image ? "--image" : "ftc run without --image"))
		net = clock_network(&c->board, &spec, APPLICATION_HOST, wanted_mhz, &c->pll);
	spec_free(&spec);
	/* A simulated line has no cable to limit it, and slow lines cost time: use the highest rate the clock
	 * allows. */
	if (net && c->baud == 0)
		c->baud = (unsigned)(c->pll.output_mhz * 1e6 / LEAST_BIT_CLOCKS);
	if (net && shell_check(net) && clock_makes_baud(&c->pll, c->baud))
		return net;
	network_free(net);
	return NULL;
}

/* The command line that simulates the same messages in the same network. */
static char *simulate_command(const struct session *s, const struct command_line *line)
{
	struct text t = {0};

	text_add(&t, "ftc simulate ");
	text_add_word(&t, line->file);
	for (size_t i = 0; i < line->override_count; i++) {
		text_add(&t, " --set ");
		text_add_word(&t, line->overrides[i].text);
	}
	text_print(&t, " --set family=%s --set clock=%u --messages ",
		   s->simulation.network->spec->family->word, s->simulation.network->spec->clock_mhz);
	text_add_word(&t, s->simulation.options.messages);
	const char *shell = s->simulation.network->spec->shell->option;

	text_print(&t, " --seed %lu%s%s", s->simulation.options.seed, shell ? " " : "", shell ? shell : "");
	return t.bytes;
}

static int report(struct session *s, const struct command_line *line, const struct simulate_point *point,
		  const struct testbench_result *r)
{
	char *again = simulate_command(s, line);
	struct on_board on_board = {
		.board = s->line.board.name, .title = s->line.board.title, .port = s->line.port,
		.baud = s->line.baud,
		.clock_mhz = s->who.clock_mhz, .batches = s->batches, .again = again,
		.waits = point->local > 0 || host_bridge_waits(s->simulation.network),
	};
	struct findings found = {0};
	int status;

	s->simulation.on_board = &on_board;
	result_report(&s->simulation, point, r, &found);
	deliver_about(&found, s->simulation.network->spec);
	status = deliver_report(line, s->simulation.network->spec->name, &found);
	free(again);
	return point->passed || status != EXIT_DONE ? status : EXIT_WORK_FAILED;
}

static int run_messages(struct session *s, const struct command_line *line)
{
	struct simulate_point point;
	struct testbench_result r;
	int status = EXIT_WORK_FAILED;

	session_run(s, NULL, NULL, &point, &r);
	if (r.latency)
		status = report(s, line, &point, &r);
	testbench_result_free(&r);
	return status;
}

static bool read_messages(struct simulation *s, const char *file)
{
	struct message_form form = session_form(s->network);

	return machine_messages(&s->list, file, s->network, &form);
}

static int run_session(struct session *s, const struct command_line *line, double wanted_mhz)
{
	const char *messages = line->value[OPTION_MESSAGES];
	struct simulation *simulation = &s->simulation;
	int status = EXIT_USAGE;

	/* --lines reads no file, but the report still names a source of messages. */
	simulation->options = (struct simulate_options){ .seed = 1, .messages = messages ? messages : "standard input" };
	if (!option_unsigned("--seed", line->value[OPTION_SEED], 0, UINT64_MAX, &simulation->options.seed))
		return status;
	simulation->network = make_network(&s->line, line, wanted_mhz);
	if (!simulation->network || !machine_on_one_chip(simulation->network->spec, "ftc run")
	    || (messages ? !read_messages(simulation, messages) : !machine_draws_messages(simulation->network->spec))
	    || (line->output && !output_check(line->output, line->command, simulation->network->spec->name, &status)))
		return status;
	simulation_plan(simulation);
	limit_end();
	if (!session_open(s, &status))
		return status;
	return messages ? run_messages(s, line) : lines_serve(s);
}

/* With --image. */
static int run_device(struct device_session *s, const struct command_line *line, double wanted_mhz)
{
	int status = EXIT_USAGE;

	s->network = make_network(&s->line, line, wanted_mhz);
	if (!s->network || !device_session_read(s, line->value[OPTION_IMAGE]))
		return status;
	limit_end();
	if (device_session_open(s, &status) && device_session_load(s, &status))
		status = device_session_serve(s);
	return status;
}

static int run_on_board(const struct command_line *line)
{
	struct board_line board_line = { .file = line->file, .again = line->invocation };
	double wanted_mhz = 0;
	int status = EXIT_USAGE;

	if (!read_options(&board_line, line, &wanted_mhz)) {
		board_free(&board_line.board);
		return status;
	}
	if (line->value[OPTION_IMAGE]) {
		struct device_session s = { .line = board_line };

		status = run_device(&s, line, wanted_mhz);
		progress_end();
		device_session_close(&s);
		network_free(s.network);
	} else {
		struct session s = { .line = board_line };

		status = run_session(&s, line, wanted_mhz);
		progress_end();
		session_close(&s);
		simulation_free(&s.simulation);
	}
	board_free(&board_line.board);
	return status;
}

const struct command command_run = {
	.name = "run",
	.summary = "send messages through a board and check them, or run a circuit in a device",
	.page = "docs/how-to/host.md",
	.usage = "FILE --board NAME {--port DEVICE | --simulated} {--messages FILE | --lines | --image FILE} [--seed S] [-o DIR]",
	.options = options,
	.needs_file = true,
	.takes = TAKES_SET | TAKES_OUTPUT | TAKES_JSON | TAKES_TOOL_TIME | TAKES_TOOL_MEMORY | TAKES_LIMIT | TAKES_SHELL,
	.run = run_on_board,
};
