/* account.c: records what was sent and received, when, and checks it. */
#include "account.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "bits.h"
#include "util/message.h"
#include "util/text.h"

static bool is_measured(const struct account *a, uint64_t clock)
{
	return clock >= a->tb->warmup_clocks && clock < a->window_end;
}

static uint32_t label_of(const struct testbench *tb, uint32_t leaf)
{
	return tb->labels ? tb->labels[leaf] : leaf;
}

/* The leaf with this label, or a number beyond all leaves. */
static uint32_t leaf_of(const struct testbench *tb, uint32_t label)
{
	uint32_t low = 0, high = tb->leaves;

	if (!tb->labels)
		return label;
	while (low < high) {
		uint32_t middle = low + (high - low) / 2;

		if (tb->labels[middle] < label)
			low = middle + 1;
		else
			high = middle;
	}
	return low < tb->leaves && tb->labels[low] == label ? low : UINT32_MAX;
}

uint32_t account_tdest(const struct testbench *tb, uint32_t destination)
{
	return destination < tb->leaves ? label_of(tb, destination) : 1u << tb->levels | (destination - tb->leaves);
}

uint32_t account_tdest_of(const struct testbench *tb, const struct message *m)
{
	return account_tdest(tb, m->destination) | (tb->way ? tb->way[m->number] << tb->levels : 0);
}

/* The source and destination of a message to leaf `leaf` with this m_axis_tuser. */
static uint32_t source_of(const struct testbench *tb, uint32_t leaf, uint64_t user, uint32_t *to)
{
	*to = leaf;
	if (!tb->broadcasts)
		return leaf_of(tb, (uint32_t)user);
	if (user >> tb->levels & 1)
		*to = tb->leaves + (uint32_t)(user >> tb->label_bits);
	return leaf_of(tb, (uint32_t)(user & bits_low(tb->levels)));
}

uint32_t account_source(const struct testbench *tb, uint32_t leaf, uint64_t user)
{
	uint32_t to;

	return source_of(tb, leaf, user, &to);
}

static void print_payload(const struct account *a, const uint64_t *payload, struct text *t)
{
	text_add(t, "0x");
	for (unsigned i = a->payload_words; i--;)
		text_print(t, i + 1 == a->payload_words ? "%" PRIx64 : "%016" PRIx64, payload[i]);
}

/* Whether it is a stream of the outside. */
static bool is_outside(const struct testbench *tb, uint32_t leaf)
{
	return tb->outside > 0 && leaf >= tb->leaves - tb->outside && leaf < tb->leaves;
}

/* "leaf 3" */
static void print_leaf(const struct account *a, uint32_t leaf, struct text *t)
{
	if (is_outside(a->tb, leaf))
		text_print(t, "stream %" PRIu32 " of the root", leaf - (a->tb->leaves - a->tb->outside));
	else
		text_print(t, "%s %" PRIu32, testbench_end(a->tb), leaf + a->tb->first_end);
}

static void print_destination(const struct account *a, uint32_t destination, struct text *t)
{
	if (destination < a->tb->leaves)
		print_leaf(a, destination, t);
	else if (destination == a->tb->leaves)
		text_add(t, "all leaves");
	else
		text_print(t, "group %" PRIu32, destination - a->tb->leaves);
}

/* Describes the message that was delivered wrongly or missing. */
static void explain(const struct account *a, enum verdict verdict, const struct flight *which, struct text *t)
{
	uint64_t *words;

	if (verdict == DELIVERY_CORRUPT) {
		words = allocate_array(a->payload_words, sizeof *words);
		traffic_payload(a->tb->traffic, &which->message, words);
		text_add(t, ": expected ");
		print_payload(a, words, t);
		text_print(t, ", sent from clock %" PRIu64 " on", which->offered);
		free(words);
	} else if (verdict == DELIVERY_MISROUTED || verdict == DELIVERY_MISLABELLED || verdict == DELIVERY_REORDERED) {
		text_print(t, ": it was sent from clock %" PRIu64 " on for ", which->offered);
		print_destination(a, which->message.destination, t);
	}
}

static void complain(struct account *a, enum verdict verdict, uint32_t leaf, uint32_t source,
		     const struct flight *which)
{
	struct text got = {0};

	text_print(&got, "clock %" PRIu64 " (slot %" PRIu64 "): what ", a->now, a->now / a->tb->slot_clocks);
	print_leaf(a, leaf, &got);
	text_add(&got, " received from ");
	print_leaf(a, source, &got);
	text_add(&got, ", payload ");
	print_payload(a, a->payload, &got);
	text_print(&got, ", %s", verdict_words[verdict]);
	explain(a, verdict, which, &got);
	error("%s", got.bytes);
	text_free(&got);
	a->failed = true;
}

/* A message that arrived as it was sent is the next one of its packet, and no other packet is amid it. */
static void check_packet(struct account *a, uint32_t leaf, const struct flight *f, bool last)
{
	uint32_t source = f->message.source, begun = a->begun[leaf];
	struct text got = {0};

	a->begun[leaf] = f->message.more ? source : UINT32_MAX;
	if (last != f->message.more && (begun == UINT32_MAX || begun == source))
		return;
	text_print(&got, "clock %" PRIu64 " (slot %" PRIu64 "): what ", a->now, a->now / a->tb->slot_clocks);
	print_leaf(a, leaf, &got);
	text_add(&got, " received from ");
	print_leaf(a, source, &got);
	if (last == f->message.more) {
		text_print(&got, ", has m_axis_tlast %d: expected %d", last, !last);
	} else {
		text_add(&got, ", came amid a packet from ");
		print_leaf(a, begun, &got);
	}
	error("%s", got.bytes);
	text_free(&got);
	a->failed = true;
}

/* The clock from which a message waits for its first slot. */
static uint64_t tries_start(const struct testbench *tb, const struct flight *f)
{
	uint64_t came = tb->lanes && f->taken != FLIGHT_NOT_TAKEN ? f->taken : f->offered;

	return came > tb->first_clock ? came : tb->first_clock;
}

/* Counts the retries of a message that has been on m_axis since clock `arrived`; returns its tries. */
static uint64_t count_tries(struct account *a, const struct flight *f, uint64_t arrived)
{
	const struct testbench *tb = a->tb;
	uint32_t differ = label_of(tb, f->message.source) ^ label_of(tb, f->message.destination);
	uint64_t direct = tries_start(tb, f) + tb->direct_clocks[bit_length(differ)];
	uint64_t retries = arrived > direct ? (arrived - direct) / tb->slot_clocks : 0;
	int64_t wait = (int64_t)(arrived - direct);

	if (wait < a->result->least_wait)
		a->result->least_wait = wait;
	a->result->retries += retries;
	a->result->retried += retries > 0;
	if (retries > a->result->most_retries)
		a->result->most_retries = retries;
	return retries + 1;
}

/* A message to nobody is done before it is on its port. */
static struct word_service word_of(const struct account *a, const struct flight *f, uint64_t tries)
{
	uint64_t waited = a->now > f->offered ? a->now - f->offered : 0;

	return (struct word_service){ true, f->message.source, f->message.destination, f->offered,
				      waited, tries, f->message.destination };
}

/* The tries, until now, of a message that waits: the slots that have begun since its first. */
static uint64_t tries_so_far(const struct account *a, const struct flight *f)
{
	const struct testbench *tb = a->tb;
	uint64_t start = tries_start(tb, f), past = start - tb->first_clock;
	uint64_t first = start + (tb->slot_clocks - past % tb->slot_clocks) % tb->slot_clocks;

	return f->message.destination < tb->leaves && a->now >= first ? (a->now - first) / tb->slot_clocks + 1 : 0;
}

bool account_oldest(const struct account *a, struct word_service *oldest)
{
	struct flight flight;

	*oldest = (struct word_service){ 0 };
	if (!scoreboard_oldest(a->scoreboard, &flight))
		return false;
	*oldest = word_of(a, &flight, tries_so_far(a, &flight));
	oldest->receiver = UINT32_MAX;
	return true;
}

void account_window_ended_with(struct account *a, const struct word_service *oldest, bool own)
{
	if (oldest->exists && own)
		service_waited(&a->result->service, oldest);
	service_ended(&a->result->service, oldest);
}

void account_window_ended(struct account *a)
{
	struct word_service oldest;

	account_oldest(a, &oldest);
	account_window_ended_with(a, &oldest, true);
}

/* The last leaf that waited for a message has received it. */
static void note_delivered(struct account *a, const struct flight *f, uint64_t tries)
{
	struct word_service word = word_of(a, f, tries);
	struct round_trip trip;

	service_delivered(&a->result->service, &word, a->now, is_measured(a, a->now));
	if (!traffic_delivered(a->tb->traffic, &f->message, a->now, &trip))
		return;
	service_answered(&a->result->service, trip.leaf, a->now, is_measured(a, a->now));
	if (is_measured(a, trip.created))
		histogram_add(a->result->round_trip, a->now - trip.created);
}

void account_received(struct account *a, uint32_t leaf, uint64_t user, bool last, uint64_t arrived)
{
	const struct testbench *tb = a->tb;
	uint32_t to, source = source_of(tb, leaf, user, &to);
	struct flight which = {0};
	uint64_t before = scoreboard_delivered_count(a->scoreboard), tries = 0;
	enum verdict verdict = scoreboard_delivered(a->scoreboard, leaf, to, source, a->payload, &which);

	if (verdict != DELIVERY_GOOD) {
		complain(a, verdict, leaf, source, &which);
		return;
	}
	check_packet(a, leaf, &which, last);
	if (a->delivery)
		a->delivery(a->context, &which, leaf, a->now);
	/* A message to several leaves waits for its slot, and uses all channels of a spanning tree. */
	a->result->copies += to >= tb->leaves;
	bool out = is_outside(tb, to), in = is_outside(tb, source);

	/* It is not known when a message from or to the outside could arrive. */
	if (to < tb->leaves && !in && !out)
		tries = count_tries(a, &which, arrived);
	if (scoreboard_delivered_count(a->scoreboard) > before)
		note_delivered(a, &which, tries);
	if (is_measured(a, a->now)) {
		a->result->accepted++;
		a->result->went_out += out;
		a->result->came_in += in;
		if (out || in)
			crossings_add_outside(a->result->crossings, out ? CROSSING_UP : CROSSING_DOWN, label_of(tb, out ? source : leaf));
		else if (to < tb->leaves)
			crossings_add(a->result->crossings, label_of(tb, source), label_of(tb, leaf));
	}
	if (is_measured(a, which.message.created)) {
		histogram_add(a->result->latency, a->now - which.message.created);
		histogram_add(a->result->network_latency, a->now - which.offered);
	}
}

void account_thrown(struct account *a, uint32_t leaf, uint32_t source, bool shown)
{
	struct text got = {0};

	if (scoreboard_thrown(a->scoreboard, leaf, source, shown)) {
		a->result->thrown++;
		return;
	}
	text_print(&got, "clock %" PRIu64 ": the network throws away a message from ", a->now);
	print_leaf(a, source, &got);
	text_add(&got, " to ");
	print_leaf(a, leaf, &got);
	error("%s: none is under way", got.bytes);
	text_free(&got);
	a->failed = true;
}

void account_stalled(struct account *a, uint64_t last)
{
	struct text more = {0};
	struct flight oldest;

	if (scoreboard_oldest(a->scoreboard, &oldest)) {
		text_add(&more, "; the oldest left ");
		print_leaf(a, oldest.message.source, &more);
		text_add(&more, " for ");
		print_destination(a, oldest.message.destination, &more);
		text_print(&more, " at clock %" PRIu64, oldest.offered);
	}
	error("no progress: nothing was sent or delivered from clock %" PRIu64 " to clock %" PRIu64 "; %" PRIu64
	      " of %" PRIu64 " messages are missing%s", last, a->now,
	      scoreboard_in_flight(a->scoreboard), scoreboard_offered_count(a->scoreboard),
	      more.length ? more.bytes : "");
	text_free(&more);
	a->failed = true;
}

static void payload_from_traffic(const void *context, const struct message *m, uint64_t *words)
{
	traffic_payload(context, m, words);
}

void account_start(struct account *a, const struct testbench *tb, struct testbench_result *result)
{
	memset(result, 0, sizeof *result);
	result->least_wait = INT64_MAX;
	result->latency = histogram_create();
	result->network_latency = histogram_create();
	result->round_trip = histogram_create();
	result->crossings = crossings_create(tb->levels);
	service_start(&result->service, tb);
	for (uint32_t leaf = 0; leaf < tb->leaves; leaf++)
		result->service.leaf[leaf].asks = traffic_asks(tb->traffic, leaf);
	*a = (struct account){ .tb = tb, .result = result, .payload_words = (tb->payload_bits + 63) / 64 };
	a->window_end = tb->measured_clocks ? tb->warmup_clocks + tb->measured_clocks : UINT64_MAX;
	a->payload = allocate_array(a->payload_words, sizeof *a->payload);
	a->begun = allocate_array(tb->leaves, sizeof *a->begun);
	memset(a->begun, 0xff, tb->leaves * sizeof *a->begun);
	a->scoreboard = scoreboard_create(tb->leaves, tb->payload_bits, payload_from_traffic, tb->traffic);
	if (tb->may_overtake)
		scoreboard_allow_overtaking(a->scoreboard);
	scoreboard_groups(a->scoreboard, tb->member_of);
}

void account_end(struct account *a)
{
	account_window_ended(a);
	for (uint32_t leaf = 0; leaf < a->tb->leaves; leaf++)
		if (scoreboard_is_idle(a->scoreboard, leaf))
			service_closed(&a->result->service, leaf);
	a->result->sent = scoreboard_offered_count(a->scoreboard);
	a->result->delivered = scoreboard_delivered_count(a->scoreboard);
	scoreboard_free(a->scoreboard);
	free(a->payload);
	free(a->begun);
}

bool account_next(struct account *a, uint32_t leaf, struct message *m)
{
	if (!traffic_next(a->tb->traffic, leaf, m))
		return false;
	a->result->created++;
	a->result->measured_created += is_measured(a, m->created);
	if (m->created > a->result->last_created)
		a->result->last_created = m->created;
	return true;
}

void account_offered(struct account *a, const struct message *m, uint64_t clock)
{
	uint64_t before = scoreboard_delivered_count(a->scoreboard);

	service_offered(&a->result->service, m, clock, scoreboard_is_idle(a->scoreboard, m->source));
	scoreboard_offered(a->scoreboard, m, clock);
	/* To a group whose only member is the source: no leaf waits for it. */
	if (scoreboard_delivered_count(a->scoreboard) > before)
		note_delivered(a, &(struct flight){ *m, clock, clock }, 0);
	a->result->local += m->destination == m->source;
	a->result->to_all += m->destination == a->tb->leaves;
	a->result->to_groups += m->destination > a->tb->leaves;
}
