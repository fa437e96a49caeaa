/* simulated.c: libftc-host against the Verilog of the bridge, bit by bit through the serial line. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/library/ftc-host.h"
#include "host/simulated.h"
#include "random.h"
#include "share.h"
#include "terminal.h"

enum { MOST_OVERRIDES = 5 };

/* What is built. */
struct bench {
	const char *parameters;			/* file in SOURCE_ROOT/examples */
	const char *set[MOST_OVERRIDES];	/* --set, ends with NULL */
	const char *board;
	unsigned messages;
};

/* A host and a simulated board. */
struct desk {
	struct board board;
	struct spec spec;
	struct network *net;
	struct stack stack;
	struct pll pll;
	struct board_simulation simulation;
	struct ftc_host *host;
	struct ftc_host_identity who;
	char digest[17];
};

static void desk_make(struct desk *d, const struct bench *b, enum application_kind application)
{
	char *path = format_string(SOURCE_ROOT "/examples/%s", b->parameters);
	struct override overrides[MOST_OVERRIDES];
	double low, high;
	size_t count = 0;

	*d = (struct desk){0};
	for (; b->set[count]; count++)
		overrides[count].text = b->set[count];
	assert_true(network_read_spec(&d->spec, path, overrides, count));
	assert_true(board_read(&d->board, b->board));
	assert_true(pll_find(d->board.pll, d->board.oscillator_mhz, d->board.clock_mhz, &d->pll, &low, &high));
	d->spec.family = device_family(d->board.device);
	d->net = network_new(&d->spec);
	assert_non_null(d->net);
	assert_true(application_of(application, d->net->spec)->check(d->net, &d->board));
	spec_digest(d->net->spec, d->digest);
	d->stack = stack_lower(d->net);
	struct board_top top = {
		.board = &d->board, .pll = &d->pll, .net = d->net, .design = stack_top(&d->stack), .application = application,
		.baud = d->board.uart_baud, .invocation = "ftc run",
	};
	assert_true(board_simulation_start(&d->simulation, &d->stack, &top));
	free(path);
}

static void desk_connect(struct desk *d)
{
	struct ftc_host_options options = FTC_HOST_OPTIONS;

	options.timeout_ms = 60000;		/* simulated time is slow */
	options.attempts = 1;			/* and nothing is lost */
	d->host = ftc_host_create(&options);
	assert_non_null(d->host);
	assert_int_equal(ftc_host_open(d->host, d->simulation.port, d->board.uart_baud), FTC_HOST_DONE);
	if (ftc_host_identify(d->host, d->digest, &d->who) != FTC_HOST_DONE)
		fail_msg("%s", ftc_host_message(d->host));
}

static void desk_free(struct desk *d)
{
	ftc_host_free(d->host);
	board_simulation_stop(&d->simulation);
	stack_free(&d->stack);
	network_free(d->net);
	spec_free(&d->spec);
	board_free(&d->board);
}

/* The hardware identifies itself correctly. */
static void check_identity(const struct desk *d)
{
	assert_int_equal(d->who.version, 1);
	assert_string_equal(d->who.digest, d->digest);
	assert_int_equal(d->who.leaves, d->spec.leaves);
	assert_int_equal(d->who.payload_bits, d->spec.payload_bits);
	assert_int_equal(d->who.tdest_bits, network_tdest_bits(d->net));
	assert_int_equal(d->who.tuser_bits, network_tdest_bits(d->net) + network_group_bits(&d->spec));
	assert_int_equal((int)(d->who.clock_mhz * 10 + 0.5), (int)(d->pll.output_mhz * 10 + 0.5));
}

/* Random messages; each must be sent in order and arrive once, intact, and in order between two leaves. */
static void check_run(const struct bench *b)
{
	struct desk d;
	struct random random;

	desk_make(&d, b, APPLICATION_HOST);
	desk_connect(&d);
	check_identity(&d);
	random_start(&random, 7, 1);
	unsigned words = (d.spec.payload_bits + 63) / 64, rest = d.spec.payload_bits % 64;
	struct ftc_host_send *send = allocate_array(b->messages, sizeof *send);
	uint64_t *payload = allocate_array((size_t)b->messages * words, sizeof *payload);
	bool *arrived = allocate_array(b->messages, sizeof *arrived);
	for (unsigned i = 0; i < b->messages; i++) {
		uint32_t from = (uint32_t)random_below(&random, d.spec.leaves),
			to = (uint32_t)random_below(&random, d.spec.leaves);

		for (unsigned w = 0; w < words; w++)
			payload[i * words + w] = random_next(&random) & (w == words - 1 &&
									 rest ? ((uint64_t)1 << rest) - 1 : UINT64_MAX);
		send[i] = (struct ftc_host_send){ from, network_label(d.net, to), to, 0, payload + (size_t)i * words };
	}
	struct ftc_host_log log;
	if (ftc_host_run(d.host, send, b->messages, &log) != FTC_HOST_DONE)
		fail_msg("%s", ftc_host_message(d.host));
	unsigned sent = 0, received = 0;
	for (size_t e = 0; e < log.count; e++) {
		const struct ftc_host_event *event = &log.event[e];
		unsigned i;

		if (event->kind == FTC_HOST_SENT) {
			sent++;
			continue;
		}
		/* The first that is still on its way between the two. */
		for (i = 0; i < b->messages; i++)
			if (!arrived[i] && network_label(d.net, send[i].leaf) == event->tuser &&
			    send[i].receiver == event->leaf)
				break;
		assert_true(i < b->messages);
		if (memcmp(event->payload, send[i].payload, words * sizeof *payload) != 0)
			fail_msg("%s: batch %u, clock %u: leaf %u received %016" PRIx64 " from label %u: expected "
											"message %u, %016" PRIx64,
				 b->parameters, event->batch, event->clock, event->leaf, event->payload[0],
				 event->tuser, i, send[i].payload[0]);
		assert_int_equal(log.batch_of[i], event->batch);
		arrived[i] = true;
		received++;
	}
	assert_int_equal(sent, b->messages);
	assert_int_equal(received, b->messages);
	ftc_host_log_free(&log);
	free(arrived);
	free(payload);
	free(send);
	desk_free(&d);
}

static void trees_run(void **state)
{
	static const struct bench benches[] = {
		{ "tree8.yaml", { NULL }, "icebreaker", 120 },
		{ "tree8.yaml", { "leaves=3", "capacities=[2,2]", "payload-bits=40", NULL }, "hx8k-breakout", 50 },
		{ "tree8.yaml", { "leaves=2", "capacities=[1]", "payload-bits=1", NULL }, "icestick", 50 },
		/* two banks, wide messages */
		{ "tree16.yaml", { "leaves=18", "capacities=[4,4,2,2,1,1]", "payload-bits=70", NULL }, "ulx3s-85f",
		  90 },
		/* leaves of several wires; labels with gaps */
		{ "tree8.yaml", { "connections=2", "capacities=[4,4,4,2]", NULL }, "hx8k-breakout", 80 },
		{ "xgft6.yaml", { NULL }, "ulx3s-12f", 80 },
	};

	struct share share = { 0 };

	(void)state;
	for (size_t i = 0; i < sizeof benches / sizeof *benches; i++)
		if (share_takes(&share, 6))
			check_run(&benches[i]);
}

/* Bytes come back as they went, through the network and again through it. */
static void loopback_echoes(void **state)
{
	static const struct bench bench = { "tree8.yaml", { NULL }, "icebreaker", 0 };
	static const char words[] = "from leaf to leaf, and back";
	char heard[sizeof words] = {0};
	struct desk d;
	size_t count = 0;

	(void)state;
	desk_make(&d, &bench, APPLICATION_LOOPBACK);
	int port = open(d.simulation.port, O_RDWR | O_NOCTTY);
	assert_true(port >= 0);
	assert_int_equal(write(port, words, sizeof words - 1), sizeof words - 1);
	while (count < sizeof words - 1) {
		assert_int_equal(poll(&(struct pollfd){ .fd = port, .events = POLLIN }, 1, 60000), 1);
		ssize_t got = read(port, heard + count, sizeof words - 1 - count);
		assert_true(got > 0);
		count += (size_t)got;
	}
	assert_string_equal(heard, words);
	close(port);
	desk_free(&d);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(trees_run), cmocka_unit_test(loopback_echoes) };
	const char *why = no_terminal();

	if (why) {
		skip_all(why);
		return 0;
	}
	return cmocka_run_group_tests(tests, NULL, NULL);
}
