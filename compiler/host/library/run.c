/* run.c: a run: batch after batch into the leaves, through the network, and out of the log.
 *
 *   messages --> batches --> [ halt, write, run, status .., halt, status, log .. ] --> events, sorted by time
 *                                      ^                         |
 *                                      +-- an event is missing --+
 *
 * The log gives the number of records so far, not whether more will follow: a record may hold two events. A batch
 * therefore runs until the least number is there and no more have come for a while. If an event is missing then, the
 * batch runs again with more patience. Every run starts from reset and repeats the one before. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "batches.h"
#include "bridge.h"
#include "records.h"
#include "request.h"

enum {
	MOST_BANKS = 16, PATIENCE_FACTOR = 4, QUIET_SLOTS = 8, LEAST_QUIET = 1 << 12, USUAL_QUIET = 1 << 17,
	FASTEST_BAUD = 4000000, BITS_OF_A_BYTE = 10
};

struct run {
	struct ftc_host *host;
	const struct ftc_host_identity *who;
	const struct ftc_host_send *messages;
	struct batches batches;
	struct ftc_host_log *log;
	size_t room;			/* for events */
	size_t payload_words;
	size_t payload_count, payload_room;

	/* The current batch. */
	size_t batch;
	size_t first_event, first_payload;
	size_t expected_sent, expected_received;
	size_t least[MOST_BANKS];	/* records expected, at least */
	size_t least_sum;
	size_t *sent;			/* [leaf]: handshakes in the log */
	size_t requests, request;	/* for writing and reading: in total, and done */
};

static enum ftc_host_error no_memory(struct run *r)
{
	return host_fail(r->host, FTC_HOST_NO_MEMORY, "there is not enough memory");
}

static enum ftc_host_error report(struct run *r, enum ftc_host_phase phase, size_t done, size_t total)
{
	const struct ftc_host_options *o = &r->host->options;

	if (o->progress && o->progress(o->context, phase, r->batch, r->batches.count, done, total))
		return host_fail(r->host, FTC_HOST_CANCELLED, "the run was cancelled");
	return FTC_HOST_DONE;
}

/* The messages of a leaf in the current batch. */
static const size_t *messages_of(const struct run *r, unsigned leaf, size_t *count)
{
	const size_t *first = &r->batches.first[r->batch * r->who->leaves + leaf];

	*count = first[1] - first[0];
	return r->batches.order + first[0];
}

static void make_entry(const struct run *r, const struct ftc_host_send *m, uint8_t *entry)
{
	unsigned bits = r->who->payload_bits;

	for (unsigned i = 0; i * 64 < bits; i++)
		vector_put(entry, i * 64, bits - i * 64 < 64 ? bits - i * 64 : 64, m->payload[i]);
	vector_put(entry, bits, r->who->tdest_bits, m->tdest);
	vector_put(entry, bits + r->who->tdest_bits, 1, 1);
}

/* Writes the messages of a leaf and an entry of 0 as their end. */
static enum ftc_host_error write_leaf(struct run *r, unsigned leaf)
{
	unsigned bytes = bridge_entry_bytes(r->who), together = BRIDGE_ENTRY_ROOM / bytes;
	uint8_t entries[BRIDGE_ENTRY_ROOM];
	size_t count;
	const size_t *message = messages_of(r, leaf, &count);

	for (size_t index = 0; index <= count; index += together) {
		unsigned here = (unsigned)(count + 1 - index < together ? count + 1 - index : together);
		enum ftc_host_error error;

		memset(entries, 0, sizeof entries);
		for (unsigned i = 0; i < here && index + i < count; i++)
			make_entry(r, &r->messages[message[index + i]], entries + (size_t)i * bytes);
		error = bridge_write(r->host, leaf, (unsigned)index, here, entries);
		if (!error)
			error = report(r, FTC_HOST_WRITING, ++r->request, r->requests);
		if (error)
			return error;
	}
	return FTC_HOST_DONE;
}

static enum ftc_host_error write_all(struct run *r)
{
	unsigned together = BRIDGE_ENTRY_ROOM / bridge_entry_bytes(r->who);
	enum ftc_host_error error = FTC_HOST_DONE;
	size_t count;

	r->request = r->requests = 0;
	for (unsigned leaf = 0; leaf < r->who->leaves; leaf++) {
		messages_of(r, leaf, &count);
		r->requests += count / together + 1;
	}
	for (unsigned leaf = 0; leaf < r->who->leaves && !error; leaf++)
		error = write_leaf(r, leaf);
	return error;
}

/* Counts the records expected in the log. */
static void count_expected(struct run *r)
{
	size_t sent[MOST_BANKS] = {0}, received[MOST_BANKS] = {0}, count;

	r->expected_sent = r->expected_received = 0;
	for (unsigned leaf = 0; leaf < r->who->leaves; leaf++) {
		const size_t *message = messages_of(r, leaf, &count);

		sent[leaf >> r->who->bank_bits] += count;
		r->expected_sent += count;
		for (size_t i = 0; i < count; i++) {
			const struct ftc_host_send *m = &r->messages[message[i]];

			r->expected_received += m->receiver == FTC_HOST_SEVERAL ? m->copies : 1;
			if (m->receiver != FTC_HOST_SEVERAL)
				received[m->receiver >> r->who->bank_bits]++;
		}
	}
	r->least_sum = 0;
	for (unsigned bank = 0; bank < r->who->banks; bank++) {
		r->least[bank] = sent[bank] > received[bank] ? sent[bank] : received[bank];
		r->least_sum += r->least[bank];
	}
}

/* Progress of a running network, gathered from its banks. */
struct watch {
	size_t records, changed_records;
	bool enough;			/* every bank has the expected records */
	bool full;			/* no more can come */
	double clocks, changed_at;	/* of the network, a lower bound of those passed */
};

/* Network clocks that pass, at least, during a byte on the line. */
static double clocks_of_byte(const struct run *r)
{
	unsigned baud = r->host->baud ? r->host->baud : FASTEST_BAUD;

	return BITS_OF_A_BYTE * r->who->clock_mhz * 1e6 / baud;
}

static enum ftc_host_error look(struct run *r, struct watch *w)
{
	w->records = 0;
	w->enough = true;
	for (unsigned bank = 0; bank < r->who->banks; bank++) {
		struct bridge_status status;
		enum ftc_host_error error = bridge_status(r->host, bank, &status);

		if (error)
			return error;
		if (!(status.flags & BRIDGE_RUNS))
			return host_fail(r->host, FTC_HOST_RESTARTED,
					 "the network does not run any more: the board was reset"
					 " or configured anew, or somebody else has stopped it");
		w->full |= (status.flags & (BRIDGE_LOST | BRIDGE_CLOCK_FULL)) != 0;
		w->records += status.records;
		w->enough &= status.records >= r->least[bank];
		w->clocks += BRIDGE_STATUS_BYTES * clocks_of_byte(r);
	}
	return FTC_HOST_DONE;
}

/* Lets the network run until nothing more is expected. */
static enum ftc_host_error wait_for_end(struct run *r, double quiet)
{
	struct watch w = { .records = 0 };
	enum ftc_host_error error = FTC_HOST_DONE;
	double patience = r->host->options.patience_clocks;

	if (patience < quiet)
		patience = quiet;
	do {
		error = look(r, &w);
		if (!error)
			error = report(r, FTC_HOST_RUNNING, w.records < r->least_sum ? w.records : r->least_sum,
				       r->least_sum);
		if (error || w.full)
			return error;
		if (w.records != w.changed_records) {
			w.changed_records = w.records;
			w.changed_at = w.clocks;
		}
	} while (w.clocks - w.changed_at < (w.enough ? quiet : patience));
	return FTC_HOST_DONE;
}

/* Makes room for one more event and its payload. */
static bool make_room(struct run *r)
{
	if (r->log->count == r->room) {
		size_t room = r->room ? 2 * r->room : 1024;
		struct ftc_host_event *event = realloc(r->log->event, room * sizeof *event);

		if (!event)
			return false;
		r->log->event = event;
		r->room = room;
	}
	if (r->payload_count == r->payload_room) {
		size_t room = r->payload_room ? 2 * r->payload_room : 1024;
		uint64_t *payloads = realloc(r->log->payloads, room * r->payload_words * sizeof *payloads);

		if (!payloads)
			return false;
		r->log->payloads = payloads;
		r->payload_room = room;
	}
	return true;
}

static void add_event(struct run *r, enum ftc_host_kind kind, const struct record *record)
{
	struct ftc_host_event *e = &r->log->event[r->log->count];

	*e = (struct ftc_host_event){ .kind = kind, .batch = (uint32_t)r->batch, .leaf = record->leaf,
				      .clock = kind == FTC_HOST_SENT ? record->sent_at : record->received_at };
	if (kind == FTC_HOST_SENT) {
		e->message = r->sent[record->leaf]++;
	} else {
		record_tail(r->who, record->tail, r->log->payloads + r->payload_count * r->payload_words, &e->tuser);
		/* Growing moves the payloads: until the end an event holds its payload's number. */
		e->message = r->payload_count++;
	}
	r->log->count++;
}

static enum ftc_host_error take_records(struct run *r, unsigned bank, unsigned count, const uint8_t *data, size_t bytes)
{
	for (unsigned i = 0; i < count; i++) {
		struct record record;
		size_t size = record_read(r->who, bank, data, bytes, &record);

		if (size == 0)
			return host_fail(r->host, FTC_HOST_PROTOCOL, "a record in bank %u of the log makes no sense",
					 bank);
		data += size;
		bytes -= size;
		if (!make_room(r))
			return no_memory(r);
		if (record.sent)
			add_event(r, FTC_HOST_SENT, &record);
		if (!make_room(r))
			return no_memory(r);
		if (record.received)
			add_event(r, FTC_HOST_RECEIVED, &record);
	}
	if (bytes)
		return host_fail(r->host, FTC_HOST_PROTOCOL, "%zu bytes too many behind the records of bank %u", bytes,
				 bank);
	return FTC_HOST_DONE;
}

/* Records that fit into one answer, whatever their length. */
static unsigned records_together(const struct ftc_host_identity *who)
{
	unsigned fit = BRIDGE_RECORD_ROOM / (4 + bridge_tail_bytes(who));

	return fit < BRIDGE_MOST_RECORDS ? fit : BRIDGE_MOST_RECORDS;
}

static enum ftc_host_error read_bank(struct run *r, unsigned bank, unsigned records)
{
	unsigned together = records_together(r->who);

	for (unsigned index = 0; index < records; index += together) {
		unsigned here = records - index < together ? records - index : together;
		const uint8_t *data;
		size_t bytes;
		enum ftc_host_error error = bridge_log(r->host, bank, index, here, &data, &bytes);

		if (!error)
			error = take_records(r, bank, here, data, bytes);
		if (!error)
			error = report(r, FTC_HOST_READING, ++r->request, r->requests);
		if (error)
			return error;
	}
	return FTC_HOST_DONE;
}

static int compare_events(const void *left, const void *right)
{
	const struct ftc_host_event *a = left, *b = right;

	if (a->clock != b->clock)
		return a->clock < b->clock ? -1 : 1;
	if (a->kind != b->kind)
		return a->kind < b->kind ? -1 : 1;
	return a->leaf < b->leaf ? -1 : a->leaf > b->leaf;
}

/* Handshake number `e->message` of a leaf becomes that message. A number beyond the last is an error. */
static enum ftc_host_error name_messages(struct run *r)
{
	for (size_t i = r->first_event; i < r->log->count; i++) {
		struct ftc_host_event *e = &r->log->event[i];
		size_t count;
		const size_t *message = messages_of(r, e->leaf, &count);

		if (e->kind == FTC_HOST_SENT && e->message >= count)
			return host_fail(r->host, FTC_HOST_PROTOCOL, "leaf %" PRIu32 " has sent %zu messages of %zu",
					 e->leaf, e->message + 1, count);
		if (e->kind == FTC_HOST_SENT)
			e->message = message[e->message];
	}
	return FTC_HOST_DONE;
}

/* Reads the log of the halted network. *flags: of all banks. */
static enum ftc_host_error read_log(struct run *r, unsigned *flags)
{
	unsigned records[MOST_BANKS], together = records_together(r->who);
	enum ftc_host_error error = FTC_HOST_DONE;

	*flags = 0;
	r->request = r->requests = 0;
	r->log->count = r->first_event;
	r->payload_count = r->first_payload;
	memset(r->sent, 0, r->who->leaves * sizeof *r->sent);
	for (unsigned bank = 0; bank < r->who->banks && !error; bank++) {
		struct bridge_status status;

		error = bridge_status(r->host, bank, &status);
		if (!error) {
			records[bank] = status.records;
			*flags |= status.flags;
			r->requests += (status.records + together - 1) / together;
		}
	}
	for (unsigned bank = 0; bank < r->who->banks && !error; bank++)
		error = read_bank(r, bank, records[bank]);
	if (error)
		return error;
	/* Records of one leaf are ordered by time: number the handshakes before sorting. Without any there is no array. */
	if (r->log->count > r->first_event)
		qsort(r->log->event + r->first_event, r->log->count - r->first_event, sizeof *r->log->event, compare_events);
	return name_messages(r);
}

/* Is every message sent and received? */
static bool is_complete(const struct run *r)
{
	size_t sent = 0, received = 0;

	for (size_t i = r->first_event; i < r->log->count; i++) {
		sent += r->log->event[i].kind == FTC_HOST_SENT;
		received += r->log->event[i].kind == FTC_HOST_RECEIVED;
	}
	return sent >= r->expected_sent && received >= r->expected_received;
}

/* Reports missing and surplus messages. */
static enum ftc_host_error incomplete(struct run *r, unsigned flags)
{
	size_t received = 0, all = r->expected_received;

	for (size_t i = r->first_event; i < r->log->count; i++)
		received += r->log->event[i].kind == FTC_HOST_RECEIVED;
	if (flags & BRIDGE_LOST)
		return host_fail(r->host, FTC_HOST_LOG_FULL,
				 "the log was full: more has happened in the network than %zu messages can cause",
				 r->expected_sent);
	if (flags & BRIDGE_CLOCK_FULL)
		return host_fail(r->host, FTC_HOST_CLOCK_FULL,
				 "the clock of the log has overflowed: %zu of %zu deliveries were logged until then",
				 received, all);
	return host_fail(r->host, FTC_HOST_NO_PROGRESS, "nothing happens any more: %zu of %zu deliveries were logged",
			 received, all);
}

static enum ftc_host_error run_once(struct run *r, double quiet, unsigned *flags)
{
	enum ftc_host_error error = bridge_run(r->host);

	if (!error)
		error = wait_for_end(r, quiet);
	if (!error)
		error = bridge_halt(r->host);
	if (!error)
		error = read_log(r, flags);
	/* An incomplete log is useless. */
	if (error)
		r->log->count = r->first_event;
	return error;
}

/* After so many clocks without a new record, everything has probably arrived. */
static double quiet_clocks(const struct run *r)
{
	double slots = (double)r->host->options.slot_clocks * QUIET_SLOTS;

	return slots == 0 ? USUAL_QUIET : slots < LEAST_QUIET ? LEAST_QUIET : slots;
}

static enum ftc_host_error run_batch(struct run *r)
{
	double quiet = quiet_clocks(r), patience = r->host->options.patience_clocks;
	enum ftc_host_error error;
	unsigned flags = 0;

	r->first_event = r->log->count;
	r->first_payload = r->payload_count;
	count_expected(r);
	error = bridge_halt(r->host);
	if (!error)
		error = write_all(r);
	for (; !error; quiet *= PATIENCE_FACTOR) {
		error = run_once(r, quiet, &flags);
		if (error || flags & BRIDGE_LOST)
			break;
		if (is_complete(r))
			return FTC_HOST_DONE;
		if (flags & BRIDGE_CLOCK_FULL || quiet >= patience)
			break;
	}
	return error ? error : incomplete(r, flags);
}

static enum ftc_host_error check_message(struct run *r, size_t number)
{
	const struct ftc_host_send *m = &r->messages[number];
	const struct ftc_host_identity *who = r->who;
	unsigned top = who->payload_bits % 64, words = (who->payload_bits + 63) / 64;

	if (m->leaf >= who->leaves || (m->receiver >= who->leaves && m->receiver != FTC_HOST_SEVERAL))
		return host_fail(r->host, FTC_HOST_MESSAGE,
				 "message %zu is from leaf %" PRIu32 " to leaf %" PRIu32 ": the network has"
				 " the leaves 0 to %u", number, m->leaf, m->receiver, who->leaves - 1);
	if (m->receiver == FTC_HOST_SEVERAL && m->copies > who->leaves)
		return host_fail(r->host, FTC_HOST_MESSAGE, "message %zu is for %" PRIu32 " leaves: the network has %u",
				 number, m->copies, who->leaves);
	if (who->tdest_bits < 32 && m->tdest >> who->tdest_bits)
		return host_fail(r->host, FTC_HOST_MESSAGE,
				 "message %zu has the tdest %" PRIu32 ", which does not fit into %u bits", number,
				 m->tdest, who->tdest_bits);
	if (top && m->payload[words - 1] >> top)
		return host_fail(r->host, FTC_HOST_MESSAGE, "the payload of message %zu does not fit into %u bits",
				 number, who->payload_bits);
	return FTC_HOST_DONE;
}

static enum ftc_host_error prepare(struct run *r, size_t count)
{
	enum ftc_host_error error = r->host->known ? FTC_HOST_DONE : bridge_identify(r->host);

	if (error)
		return error;
	for (size_t i = 0; i < count && !error; i++)
		error = check_message(r, i);
	if (error)
		return error;
	r->payload_words = (r->who->payload_bits + 63) / 64;
	r->sent = calloc(r->who->leaves, sizeof *r->sent);
	error = r->sent ? batches_make(&r->batches, r->who, r->host->options.slot_clocks, r->messages, count)
			: FTC_HOST_NO_MEMORY;
	if (error == FTC_HOST_MESSAGE)
		return host_fail(r->host, error, "a message alone does not fit into the log of %u records a bank",
				 1u << r->who->log_bits);
	return error ? no_memory(r) : FTC_HOST_DONE;
}

/* The payloads no longer move: points each received event to its payload. */
static void point_to_payloads(struct run *r)
{
	for (size_t i = 0; i < r->log->count; i++) {
		struct ftc_host_event *e = &r->log->event[i];

		if (e->kind != FTC_HOST_RECEIVED)
			continue;
		e->payload = r->log->payloads + e->message * r->payload_words;
		e->message = SIZE_MAX;
	}
}

enum ftc_host_error ftc_host_run(struct ftc_host *host, const struct ftc_host_send *messages, size_t count,
				 struct ftc_host_log *log)
{
	struct run r = { .host = host, .who = &host->who, .messages = messages, .log = log };
	enum ftc_host_error error;

	*log = (struct ftc_host_log){ 0 };
	host->message[0] = 0;
	error = prepare(&r, count);
	for (; !error && r.batch < r.batches.count; r.batch++) {
		error = run_batch(&r);
		log->batches += !error;
	}
	point_to_payloads(&r);
	log->batch_of = r.batches.of;
	r.batches.of = NULL;
	batches_free(&r.batches);
	free(r.sent);
	return error;
}

void ftc_host_log_free(struct ftc_host_log *log)
{
	free(log->event);
	free(log->batch_of);
	free(log->payloads);
	*log = (struct ftc_host_log){ 0 };
}

enum ftc_host_error ftc_host_identify(struct ftc_host *host, const char *digest, struct ftc_host_identity *who)
{
	enum ftc_host_error error;

	host->message[0] = 0;
	host->known = false;
	error = bridge_identify(host);
	if (error)
		return error;
	*who = host->who;
	return check_digest(host, "network", digest, who->digest);
}
