/* run.c: `ftc run`: sends a set of messages over a board at the network's own speed; checks and reports as `ftc
 * simulate`.
 *
 * In: a parameter file, messages, and a board with the bitstream of `ftc build --app host`. Out: the report. */
#include <stdio.h>
#include <stdlib.h>

#include "commands/deliver.h"
#include "fpga/application.h"
#include "fpga/clock.h"
#include "fpga/host_bridge.h"
#include "host/lines.h"
#include "host/session.h"
#include "leaves/leaf.h"
#include "parse/keys.h"
#include "schedule/messages.h"
#include "util/limit.h"
#include "util/message.h"
#include "util/text.h"

enum {
	OPTION_BOARD, OPTION_PORT, OPTION_SIMULATED, OPTION_MESSAGES, OPTION_LINES, OPTION_SEED, OPTION_BAUD,
	OPTION_CLOCK, OPTION_WISHBONE,
	OPTION_COUNT
};

static const struct option options[] = {
	[OPTION_BOARD] = { "--board", "NAME", "the board; `ftc boards` lists them" },
	[OPTION_PORT] = { "--port", "DEVICE", "its serial port, /dev/ttyUSB0 or the like" },
	[OPTION_SIMULATED] = { "--simulated", NULL,
			       "simulate the board's top module and serial line, bit by bit, instead" },
	[OPTION_MESSAGES] = { "--messages", "FILE",
			      "send these, \"source destination [payload]\" a line, as for ftc simulate" },
	[OPTION_LINES] = { "--lines", NULL,
			   "read commands from standard input, one per line; answer on standard output" },
	[OPTION_SEED] = { "--seed", "S", "seed of payloads that FILE does not give (default 1)" },
	[OPTION_BAUD] = { "--baud", "RATE",
			  "rate of the serial line, if ftc build had one; simulated: default an eighth of the clock" },
	[OPTION_CLOCK] = { "--clock", "MHZ", "network clock, if ftc build was given one" },
	[OPTION_WISHBONE] = { "--wishbone", NULL, "the messages pass Wishbone slaves, if ftc build was given this" },
	[OPTION_COUNT] = { NULL, NULL, NULL }
};

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
	} else if (!value[OPTION_MESSAGES] == !value[OPTION_LINES]) {
		error(value[OPTION_LINES]
			      ? "--messages and --lines do not go together: messages come from one or the other"
			      : "no messages are given: expected a file of messages, or --lines");
		suggest(value[OPTION_LINES] ? "one of them" : "--messages FILE, or --lines");
	} else if (value[OPTION_LINES] && (line->json || line->output)) {
		error("%s has no meaning with --lines: its answers are all there is", line->json ? "--json" : "-o");
	} else {
		return true;
	}
	return false;
}

static bool read_options(struct session *s, const struct command_line *line, double *wanted_mhz)
{
	const char *const *value = line->value;
	struct simulate_options *o = &s->simulation.options;
	unsigned long baud = 0;

	*o = (struct simulate_options){ .seed = 1 };
	if (!check_together(line) || !option_unsigned("--seed", value[OPTION_SEED], 0, UINT64_MAX, &o->seed)
	    || !option_unsigned("--baud", value[OPTION_BAUD], LOWEST_BAUD, HIGHEST_BAUD, &baud)
	    || !option_real("--clock", value[OPTION_CLOCK], 1, 1000, wanted_mhz)
	    || !board_read(&s->board, value[OPTION_BOARD]))
		return false;
	s->port = value[OPTION_PORT];
	s->baud = baud || !s->port ? (unsigned)baud : application_baud(APPLICATION_HOST, &s->board);
	/* --lines reads no file, but the report still names a source of messages. */
	o->messages = value[OPTION_MESSAGES] ? value[OPTION_MESSAGES] : "standard input";
	return true;
}

/* Makes the network of the bitstream as build.c does: the digests must agree. */
static bool make_network(struct session *s, const struct command_line *line, double wanted_mhz)
{
	struct spec spec;

	if (!network_read_spec(&spec, line->file, line->overrides, line->override_count))
		return false;
	spec.wishbone = line->value[OPTION_WISHBONE];
	s->simulation.network = clock_network(&s->board, &spec, APPLICATION_HOST, wanted_mhz, &s->pll);
	spec_free(&spec);
	if (!s->simulation.network || !wishbone_check(s->simulation.network))
		return false;
	/* A simulated line has no cable to limit it, and slow lines cost time: use the highest rate the clock
	 * allows. */
	if (s->baud == 0)
		s->baud = (unsigned)(s->pll.output_mhz * 1e6 / LEAST_BIT_CLOCKS);
	return clock_makes_baud(&s->pll, s->baud);
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
		   family_words[s->simulation.network->spec->family], s->simulation.network->spec->clock_mhz);
	text_add_word(&t, s->simulation.options.messages);
	text_print(&t, " --seed %lu%s", s->simulation.options.seed,
		   s->simulation.network->spec->wishbone ? " --wishbone" : "");
	return t.bytes;
}

static int report(struct session *s, const struct command_line *line, const struct simulate_point *point,
		  const struct testbench_result *r)
{
	char *again = simulate_command(s, line);
	struct on_board on_board = {
		.board = s->board.name, .title = s->board.title, .port = s->port, .baud = s->baud,
		.clock_mhz = s->who.clock_mhz, .batches = s->batches, .again = again,
		.waits = point->local > 0 || host_bridge_waits(s->simulation.network),
	};
	struct findings found = {0};
	int status;

	s->simulation.on_board = &on_board;
	result_text(&s->simulation, point, r, &found.text);
	result_json(&s->simulation, point, r, &found.json);
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

	return messages_read(&s->list, file, s->network->spec, &form);
}

static int run_session(struct session *s, const struct command_line *line, double wanted_mhz)
{
	const char *messages = line->value[OPTION_MESSAGES];
	struct simulation *simulation = &s->simulation;
	int status = EXIT_USAGE;

	if (!make_network(s, line, wanted_mhz) || (messages && !read_messages(simulation, messages))
	    || (line->output && !output_check(line->output, line->command, simulation->network->spec->name, &status)))
		return status;
	simulation_plan(simulation);
	limit_end();
	if (!session_open(s, &status))
		return status;
	return messages ? run_messages(s, line) : lines_serve(s);
}

static int run(const struct command_line *line)
{
	struct session s = { .file = line->file, .again = line->invocation };
	double wanted_mhz = 0;
	int status = EXIT_USAGE;

	if (read_options(&s, line, &wanted_mhz))
		status = run_session(&s, line, wanted_mhz);
	progress_end();
	session_close(&s);
	simulation_free(&s.simulation);
	board_free(&s.board);
	return status;
}

const struct command command_run = {
	.name = "run",
	.summary = "run messages on a board, at the network's own speed, and check them",
	.usage = "FILE --board NAME --port DEVICE --messages FILE [--seed S] [-o DIR]",
	.options = options,
	.needs_file = true,
	.takes = TAKES_SET | TAKES_OUTPUT | TAKES_JSON | TAKES_TOOL_TIME | TAKES_TOOL_MEMORY | TAKES_LIMIT,
	.run = run,
};
