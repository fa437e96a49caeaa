/* session.c: a session with a board's host bridge: sets of messages in, checked results out. */
#include "host/session.h"

#include <glob.h>
#include <grp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "account.h"
#include "network/machine.h"
#include "util/message.h"
#include "util/text.h"

struct message_form session_form(const struct network *net)
{
	const struct machine *machine = net->spec->machine;

	return (struct message_form){
		.end = machine->end, .first_end = machine->first_end, .slot_clocks = 1, .dead = net->dead_ends,
		.instead = "a number: a board has no times, it sends every message as soon as it can",
	};
}

/* A simulated board is slow to answer. */
enum { SIMULATED_PATIENCE_MS = 120000, SLOT_MARGIN = 2 };

/* ---- advice after errors */

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
static void suggest_build(const struct session *s)
{
	bool slaves = s->simulation.network->spec->wishbone;

	suggest("ftc build %s --board %s --app host%s -o out, with the same --set and --clock as here%s, then ftc flash"
		" --board %s out", shell_word(s->file), s->board.name, slaves ? " --wishbone" : "",
		slaves ? "" : " and without --wishbone", s->board.name);
}

static void suggest_remedy(const struct session *s, enum ftc_host_error error)
{
	switch (error) {
	case FTC_HOST_MISSING:
	case FTC_HOST_NOT_SERIAL:
		suggest_port();
		break;
	case FTC_HOST_PERMISSION:
		suggest_group(s->port);
		break;
	case FTC_HOST_BUSY:
		suggest("closing the program that has it; `fuser -v %s` names it", shell_word(s->port));
		break;
	case FTC_HOST_BAUD:
		suggest("--baud 115200, and the same for ftc build");
		break;
	case FTC_HOST_NO_ANSWER:
	case FTC_HOST_GARBAGE:
	case FTC_HOST_ECHO:
		suggest("the port and the --baud of ftc build; or that bitstream once more: ftc build %s --board %s"
			" --app host -o out, ftc flash --board %s out", shell_word(s->file), s->board.name,
			s->board.name);
		break;
	case FTC_HOST_DIGEST:
	case FTC_HOST_VERSION:
		suggest_build(s);
		break;
	case FTC_HOST_LOST:
	case FTC_HOST_RESTARTED:
		suggest("%s, once the board is connected again: nothing is left over from this run", s->again);
		break;
	default:
		break;
	}
}

static void complain(const struct session *s, enum ftc_host_error error_is)
{
	bool named = s->port && strstr(ftc_host_message(s->host), s->port);

	error("%s%s%s", named ? "" : s->port ? s->port : "the simulated board", named ? "" : ": ",
	      ftc_host_message(s->host));
	suggest_remedy(s, error_is);
}

/* A port that cannot be the intended one is an error of the command line. */
static int status_of(enum ftc_host_error error)
{
	bool usage = error == FTC_HOST_MISSING || error == FTC_HOST_NOT_SERIAL || error == FTC_HOST_BAUD;

	return usage ? EXIT_USAGE : EXIT_WORK_FAILED;
}

/* ---- the line */

static int show_progress(void *context, enum ftc_host_phase phase, size_t batch, size_t batches, size_t done,
			 size_t total)
{
	static const char *const doing[] = { "loading messages", "running", "reading the log" };

	(void)context;
	progress("board: batch %zu of %zu, %s: %.0f %%", batch + 1, batches, doing[phase],
		 total ? 100.0 * (double)done / (double)total : 100.0);
	return 0;
}

static bool start_simulated(struct session *s)
{
	struct simulation *simulation = &s->simulation;

	simulation->stack = stack_lower(simulation->network);
	struct board_top top = {
		.board = &s->board, .pll = &s->pll, .net = simulation->network, .design = stack_top(&simulation->stack),
		.application = APPLICATION_HOST, .baud = s->baud, .invocation = "ftc run",
	};

	return board_simulation_start(&s->simulated, &simulation->stack, &top);
}

static struct ftc_host_options host_options(const struct session *s)
{
	struct ftc_host_options o = FTC_HOST_OPTIONS;
	unsigned every = s->simulation.network->spec->broadcast_every;

	o.slot_clocks = SLOT_MARGIN * s->simulation.network->slot_clocks * (every > 0 ? every : 1);
	o.progress = show_progress;
	if (!s->port)
		o.timeout_ms = SIMULATED_PATIENCE_MS;
	return o;
}

bool session_open(struct session *s, int *status)
{
	struct ftc_host_options options = host_options(s);
	enum ftc_host_error error_is;

	*status = EXIT_WORK_FAILED;
	spec_digest(s->simulation.network->spec, s->digest);
	if (!s->port && !start_simulated(s))
		return false;
	s->host = ftc_host_create(&options);
	if (!s->host)
		return error("out of memory");
	error_is = s->port ? ftc_host_open(s->host, s->port, s->baud)
			   : ftc_host_attach(s->host, s->simulated.terminal, s->baud);
	if (!error_is)
		error_is = ftc_host_identify(s->host, s->digest, &s->who);
	if (!error_is)
		return true;
	complain(s, error_is);
	*status = status_of(error_is);
	return false;
}

void session_close(struct session *s)
{
	ftc_host_free(s->host);
	board_simulation_stop(&s->simulated);
	s->host = NULL;
}

/* ---- a set of messages */

/* How many leaves get a message to several. */
static uint32_t count_copies(const struct spec *spec, const struct message *m)
{
	uint32_t copies = 0;

	for (uint32_t leaf = 0; leaf < spec->leaves; leaf++)
		copies += leaf != m->source && (m->destination == spec->leaves
						|| spec->member_of[leaf] >> (m->destination - spec->leaves - 1) & 1);
	return copies;
}

/* The messages as the library takes them, numbered as in the list. */
struct sends {
	struct ftc_host_send *send;
	uint64_t *payload;
	size_t count;
};

static struct sends make_sends(const struct session *s, const struct testbench *tb)
{
	const struct simulation *simulation = &s->simulation;
	struct traffic *traffic = simulation_traffic(simulation, 0, 0);
	size_t words = (simulation->network->spec->payload_bits + 63) / 64;
	struct sends sends = { .count = simulation->list.count };
	struct message m;

	sends.send = allocate_array(sends.count + 1, sizeof *sends.send);
	sends.payload = allocate_array(sends.count + 1, words * sizeof *sends.payload);
	for (uint32_t leaf = 0; leaf < tb->leaves; leaf++) {
		while (traffic_next(traffic, leaf, &m)) {
			uint64_t *payload = sends.payload + m.number * words;
			bool several = m.destination >= tb->leaves;

			traffic_payload(traffic, &m, payload);
			sends.send[m.number] = (struct ftc_host_send){
				.leaf = leaf, .tdest = account_tdest(tb, m.destination),
				.receiver = several ? FTC_HOST_SEVERAL : m.destination,
				.copies = several ? count_copies(simulation->network->spec, &m) : 1, .payload = payload,
			};
		}
	}
	traffic_free(traffic);
	return sends;
}

/* Checks the log. */
static bool check_log(const struct session *s, struct testbench *tb, const struct ftc_host_log *log,
		      testbench_delivery *delivery, void *context, struct testbench_result *r)
{
	struct recorded_event *event = allocate_array(log->count + 1, sizeof *event);
	struct recording recording = {
		.event = event, .count = log->count, .batch_of = log->batch_of, .batches = s->batches,
		.delivery = delivery, .context = context,
	};
	bool good;

	for (size_t i = 0; i < log->count; i++) {
		const struct ftc_host_event *e = &log->event[i];

		event[i] = (struct recorded_event){
			.received = e->kind == FTC_HOST_RECEIVED, .batch = e->batch, .leaf = e->leaf,
			.clock = e->clock, .user = e->tuser, .payload = e->payload,
		};
	}
	tb->traffic = simulation_traffic(&s->simulation, 0, 0);
	good = recording_run(tb, &recording, r);
	traffic_free(tb->traffic);
	free(event);
	return good;
}

/* Errors that leave a log with details. */
static bool has_log(enum ftc_host_error error)
{
	return error == FTC_HOST_DONE || error == FTC_HOST_LOG_FULL || error == FTC_HOST_CLOCK_FULL
	       || error == FTC_HOST_NO_PROGRESS;
}

bool session_run(struct session *s, testbench_delivery *delivery, void *context, struct simulate_point *point,
		 struct testbench_result *r)
{
	struct testbench tb = simulation_testbench(&s->simulation);
	struct sends sends = make_sends(s, &tb);
	struct ftc_host_log log;
	enum ftc_host_error error_is = ftc_host_run(s->host, sends.send, sends.count, &log);

	*point = (struct simulate_point){ 0 };
	*r = (struct testbench_result){ 0 };
	progress_end();
	if (error_is)
		complain(s, error_is);
	s->batches = (unsigned)log.batches + (error_is != FTC_HOST_DONE);
	if (has_log(error_is)) {
		point->passed = check_log(s, &tb, &log, delivery, context, r) && error_is == FTC_HOST_DONE;
		simulation_point(&s->simulation, 0, r, point);
	}
	ftc_host_log_free(&log);
	free(sends.send);
	free(sends.payload);
	return point->passed;
}
