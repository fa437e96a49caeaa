/* serial.c: fuzz target: both ends of the serial line.
 *
 *   lines of `ftc run --lines` --> session --> host library ~~~ line ~~~ bridge in software
 *             first part                                     ^
 *                                        behind a separator: what is wrong with the line and with the board
 *
 * Here are the functions of host/library/serial.h: a line without a descriptor, with a clock of its own. */
#define _GNU_SOURCE
#include "host/library/serial.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../host/bridge_model.h"
#include "host/library/handle.h"
#include "host/lines.h"
#include "input.h"
#include "network/network.h"

enum {
	LEAVES = 6, CLOCKS_PER_BYTE = 2, DESCRIPTOR = 99, MOST_READ = 64, MOST_EMPTY = 40, PATIENCE = 1 << 14,
	WAITING_ROOM = 4 * MODEL_MOST_ANSWER,
};

/* ---- the line ---------------------------------------------------------------------------------------------------- */

/* What happens to a frame, by the low bits of its byte of the input. */
enum fate { FATE_GOOD, FATE_CHANGED = 3, FATE_REPLACED, FATE_RAW, FATE_LOST, FATE_SPOILED };

static struct line {
	struct bridge_model *bridge;
	const uint8_t *fate;		/* the input's bytes that are left */
	size_t fates;
	uint8_t waiting[WAITING_ROOM];	/* bytes for the host */
	size_t count;
	int64_t now;
	unsigned empty;			/* reads that have found nothing, one after the other */
} line;

static uint8_t next_fate(void)
{
	if (!line.fates)
		return 0;
	line.fates--;
	return *line.fate++;
}

static void put(const uint8_t *bytes, size_t count)
{
	if (line.count + count <= WAITING_ROOM) {
		memcpy(line.waiting + line.count, bytes, count);
		line.count += count;
	}
}

static void put_body(const uint8_t *body, size_t count)
{
	uint8_t frame[FRAME_MOST_ON_LINE];

	if (count > 0 && count <= FRAME_MOST_BODY)
		put(frame, frame_encode(body, count, frame));
}

/* A body with a true check sum whose bytes the board has wrong. */
static void put_changed(uint8_t *body, size_t count, unsigned changes)
{
	for (unsigned i = 0; i < changes && count > 2; i++) {
		size_t at = 2 + next_fate() % (count - 2);

		body[at] = next_fate();
	}
	put_body(body, count);
}

/* Another answer of the input's bytes, to this request. */
static void put_replaced(uint8_t *body)
{
	size_t count = next_fate();

	for (size_t i = 1; i < count + 2 && i < FRAME_MOST_BODY; i++)
		body[i] = next_fate();
	put_body(body, count + 2);
}

static void put_raw(void)
{
	for (size_t i = next_fate(); i > 0; i--) {
		uint8_t byte = next_fate();

		put(&byte, 1);
	}
}

/* The bridge's answer goes to the host, or something else does. */
static void answer(uint8_t *bytes, size_t count)
{
	struct frame_decoder d = {0};
	uint8_t fate = next_fate();
	size_t length = 0;

	for (size_t i = 0; i < count && !length; i++)
		length = frame_decode(&d, bytes[i]);
	require(length > 0 && d.dropped == 0);
	switch (fate & 7) {
	case FATE_CHANGED:
		put_changed(d.bytes, length, 1 + (fate >> 5));
		break;
	case FATE_REPLACED:
		put_replaced(d.bytes);
		break;
	case FATE_RAW:
		put_raw();
		put(bytes, count);
		break;
	case FATE_SPOILED:
		bytes[next_fate() % count] ^= next_fate();
		put(bytes, count);
		break;
	case FATE_LOST:
		if (fate >> 3 == 31)
			bridge_model_reset(line.bridge);
		break;
	default:
		put(bytes, count);
	}
}

enum ftc_host_error serial_write(int descriptor, const uint8_t *bytes, size_t count, int64_t deadline)
{
	uint8_t fate = next_fate(), said[MODEL_MOST_ANSWER];
	size_t spoiled = fate ? fate % count : count;

	(void)descriptor, (void)deadline;
	line.now++;
	for (size_t i = 0; i < count; i++) {
		size_t length = bridge_model_hear(line.bridge, i == spoiled ? next_fate() : bytes[i], said);

		if (length)
			answer(said, length);
	}
	return FTC_HOST_DONE;
}

enum ftc_host_error serial_read(int descriptor, uint8_t *bytes, size_t room, int64_t deadline, size_t *got)
{
	(void)descriptor;
	*got = line.count < MOST_READ ? line.count : MOST_READ;
	if (*got > room)
		*got = room;
	memcpy(bytes, line.waiting, *got);
	memmove(line.waiting, line.waiting + *got, line.count - *got);
	line.count -= *got;
	line.now++;
	if (*got) {
		line.empty = 0;
		return FTC_HOST_DONE;
	}
	line.now = deadline;
	return ++line.empty > MOST_EMPTY ? FTC_HOST_LOST : FTC_HOST_NO_ANSWER;
}

int64_t serial_now(void)
{
	return line.now;
}

enum ftc_host_error serial_open(const char *path, unsigned baud, int *descriptor, int *number)
{
	(void)path, (void)baud, (void)descriptor;
	*number = 0;
	return FTC_HOST_MISSING;
}

void serial_close(int descriptor)
{
	(void)descriptor;
}

int serial_unblock(int descriptor)
{
	return descriptor == DESCRIPTOR ? 0 : -1;
}

void serial_restore(int descriptor, int flags)
{
	(void)descriptor, (void)flags;
}

/* ---- the ends ---------------------------------------------------------------------------------------------------- */

static const char parameters[] = "network: fat-tree\nleaves: 6\nroot-capacity: 4\npayload-bits: 16\n";

static struct network *network_of_board(void)
{
	static struct network *net;
	struct text content = {0};

	if (!net) {
		text_add(&content, parameters);
		net = network_read(input_file(1, "network.yaml", &content), NULL, 0);
		require(net != NULL);
		text_free(&content);
	}
	return net;
}

static struct bridge_model *start_bridge(struct toy_network *toy)
{
	struct bridge_model_parameters p = {
		.version = 1, .leaves = LEAVES, .log_bits = 8, .bank_bits = 3, .payload_bits = 16, .tdest_bits = 3,
		.tuser_bits = 3, .clock_100khz = 480, .clocks_per_byte = CLOCKS_PER_BYTE,
		.network = toy_as_network(toy),
	};

	return bridge_model_create(&p);
}

/* Has the board told that it is the one of the session? */
static bool is_expected(const struct ftc_host_identity *who)
{
	return who->leaves == LEAVES && who->payload_bits == 16 && who->tdest_bits == 3;
}

static void check_event(const struct ftc_host_event *e, const struct ftc_host_identity *who,
			const struct ftc_host_send *send)
{
	unsigned words = (who->payload_bits + 63) / 64, top = who->payload_bits % 64;

	require(e->leaf < who->leaves);
	if (e->kind == FTC_HOST_SENT)
		require(e->message < who->leaves && send[e->message].leaf == e->leaf);
	else
		require(!top || e->payload[words - 1] >> top == 0);
}

/* A program that takes whatever network there is: every leaf sends to the next one. */
static void run_any(struct ftc_host *host, const struct ftc_host_identity *who)
{
	uint64_t *payload = allocate_array((who->payload_bits + 63) / 64, sizeof *payload);
	struct ftc_host_send *send = allocate_array(who->leaves, sizeof *send);
	struct ftc_host_log log;

	for (unsigned i = 0; i < who->leaves; i++)
		send[i] = (struct ftc_host_send){ .leaf = i, .tdest = who->tdest_bits > 8 ? i : 0, .copies = 1,
						  .receiver = (i + 1) % who->leaves, .payload = payload };
	ftc_host_run(host, send, who->leaves, &log);
	for (size_t i = 0; i < log.count; i++)
		check_event(&log.event[i], who, send);
	ftc_host_log_free(&log);
	free(send);
	free(payload);
}

static void serve(struct session *session, const struct text *lines)
{
	FILE *own = stdin;

	stdin = fmemopen(lines->bytes, lines->length, "r");
	require(stdin != NULL);
	lines_serve(session);
	fclose(stdin);
	stdin = own;
}

static void talk(const struct input *input)
{
	struct ftc_host_options options = FTC_HOST_OPTIONS;
	struct session session = { .line = { .file = "tree.yaml", .again = "ftc run", .board.name = "icebreaker" } };

	options.patience_clocks = PATIENCE;
	options.slot_clocks = 2 * 64;
	session.simulation.network = network_of_board();
	session.line.net = session.simulation.network;
	session.simulation.options = (struct simulate_options){ .seed = 1, .messages = "standard input" };
	simulation_plan(&session.simulation);
	session.line.host = ftc_host_create(&options);
	require(session.line.host && ftc_host_attach(session.line.host, DESCRIPTOR, 0) == FTC_HOST_DONE);
	session.line.host->tag = 0;		/* not that of the clock: every run is like the others */
	if (ftc_host_identify(session.line.host, NULL, &session.who) == FTC_HOST_DONE) {
		if (is_expected(&session.who) && input->part[0].length)
			serve(&session, &input->part[0]);
		else
			run_any(session.line.host, &session.who);
	}
	ftc_host_free(session.line.host);
	free(session.simulation.labels);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct input input = input_split(data, size);
	struct toy_network *toy = toy_create(LEAVES, 1, 64, LEAVES);
	size_t text = input.part[0].length;

	line = (struct line){ .bridge = start_bridge(toy) };
	/* Behind the first separator every byte is one of the line's, another separator, too. */
	if (size > text) {
		line.fate = data + text + 1;
		line.fates = size - text - 1;
	}
	if (size <= MOST_INPUT)
		talk(&input);
	input_close();
	bridge_model_free(line.bridge);
	toy_free(toy);
	input_free(&input);
	return 0;
}
