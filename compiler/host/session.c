/* session.c: a session with a board's host bridge: sets of messages in, checked results out. */
#include "host/session.h"

#include <stdlib.h>

#include "account.h"
#include "network/machine.h"
#include "util/message.h"
#include "util/text.h"

struct message_form session_form(const struct network *net)
{
	const struct machine *machine = net->spec->machine;

	return (struct message_form){
		.end = machine->end, .first_end = machine->first_end, .slot_clocks = 1, .dead = net->dead_ends,
		.one_word = "a board sends each as soon as it can",
		.instead = "a number: a board has no times, it sends every message as soon as it can",
	};
}

enum { SLOT_MARGIN = 2 };

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

static struct ftc_host_options host_options(const struct session *s)
{
	struct ftc_host_options o = FTC_HOST_OPTIONS;
	unsigned every = s->simulation.network->spec->broadcast_every;

	o.slot_clocks = SLOT_MARGIN * s->simulation.network->slot_clocks * (every > 0 ? every : 1);
	o.progress = show_progress;
	return o;
}

bool session_open(struct session *s, int *status)
{
	struct ftc_host_options options = host_options(s);
	struct simulation *simulation = &s->simulation;

	*status = EXIT_WORK_FAILED;
	spec_digest(simulation->network->spec, s->digest);
	s->line.net = simulation->network;
	if (!s->line.port)
		simulation->stack = stack_lower(simulation->network);
	if (!board_line_open(&s->line, &simulation->stack, &options, status))
		return false;
	enum ftc_host_error error_is = ftc_host_identify(s->line.host, s->digest, &s->who);
	if (!error_is)
		return true;
	board_line_complain(&s->line, error_is);
	*status = board_line_status(error_is);
	return false;
}

void session_close(struct session *s)
{
	board_line_close(&s->line);
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
				.leaf = leaf, .tdest = account_tdest_of(tb, &m),
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
	enum ftc_host_error error_is = ftc_host_run(s->line.host, sends.send, sends.count, &log);

	*point = (struct simulate_point){ 0 };
	*r = (struct testbench_result){ 0 };
	progress_end();
	if (error_is)
		board_line_complain(&s->line, error_is);
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
