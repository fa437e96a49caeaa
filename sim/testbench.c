/* testbench.c: drives a network's AXI4-Stream leaves with traffic and checks every message. */
#include "testbench.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "bits.h"
#include "random.h"
#include "scoreboard.h"
#include "util/message.h"
#include "util/text.h"

enum { RESET_CLOCKS = 32, QUIET_SLOTS = 2, PROGRESS_CLOCKS = 1 << 16 };

/* A leaf whose next message is not due yet. */
struct waiting {
	uint64_t clock;
	uint32_t leaf;
};

struct bench {
	const struct testbench *tb;
	struct testbench_result *result;
	struct scoreboard *scoreboard;
	struct random random;
	uint64_t now;
	uint64_t window_end;		/* first clock that is not measured any more */
	uint64_t last_handshake;
	bool closed;			/* the sources load no further message */
	bool failed;

	uint32_t *in;			/* the model's inputs and outputs */
	const uint32_t *out;
	size_t s_data, s_dest, m_data, m_user;		/* first bits of the ports */
	size_t s_valid, m_ready, s_ready, m_valid;	/* and first 32-bit words */

	unsigned words;			/* 64 leaves each */
	unsigned payload_words;
	uint64_t *valid;		/* s_axis_tvalid as it is set */
	uint64_t *ready;		/* m_axis_tready as it is set */
	uint64_t *taken;		/* s_axis handshakes of this clock */
	uint64_t *stalled;		/* m_axis was valid and not ready in the clock before */
	uint64_t *arrived;		/* by leaf, while stalled: clock in which m_axis became valid */
	uint64_t *all;			/* leaves that exist */
	uint64_t *payload;
	struct message *head;		/* by leaf: the message it is sending or will send */
	struct waiting *waiting;	/* a heap, the earliest first */
	unsigned waiting_count;
	uint64_t offering;		/* leaves whose tvalid is high */
};

static uint64_t load_word(const uint32_t *vector, size_t word)
{
	return vector[word] | (uint64_t)vector[word + 1] << 32;
}

static void store_word(uint32_t *vector, size_t word, uint64_t value)
{
	vector[word] = (uint32_t)value;
	vector[word + 1] = (uint32_t)(value >> 32);
}

static uint32_t first_leaf(uint64_t mask)
{
	return (uint32_t)__builtin_ctzll(mask);
}

static void heap_push(struct bench *b, struct waiting w)
{
	unsigned at = b->waiting_count++;

	for (; at && b->waiting[(at - 1) / 2].clock > w.clock; at = (at - 1) / 2)
		b->waiting[at] = b->waiting[(at - 1) / 2];
	b->waiting[at] = w;
}

static struct waiting heap_pop(struct bench *b)
{
	struct waiting top = b->waiting[0], moved = b->waiting[--b->waiting_count];
	unsigned at = 0, child;

	while ((child = 2 * at + 1) < b->waiting_count) {
		if (child + 1 < b->waiting_count && b->waiting[child + 1].clock < b->waiting[child].clock)
			child++;
		if (b->waiting[child].clock >= moved.clock)
			break;
		b->waiting[at] = b->waiting[child];
		at = child;
	}
	b->waiting[at] = moved;
	return top;
}

static bool is_measured(const struct bench *b, uint64_t clock)
{
	return clock >= b->tb->warmup_clocks && clock < b->window_end;
}

static uint32_t label_of(const struct testbench *tb, uint32_t leaf)
{
	return tb->labels ? tb->labels[leaf] : leaf;
}

/* The leaf with that label, or one that does not exist. */
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

/* s_axis_tdest for a destination: the label of the leaf; or a bit above it and the number of the group, 0 for all leaves. */
static uint32_t tdest_of(const struct testbench *tb, uint32_t destination)
{
	return destination < tb->leaves ? label_of(tb, destination) : 1u << tb->levels | (destination - tb->leaves);
}

/* Where a message to leaf `leaf` with that m_axis_tuser comes from, and to whom it was sent. */
static uint32_t source_of(const struct testbench *tb, uint32_t leaf, uint64_t user, uint32_t *to)
{
	*to = leaf;
	if (!tb->broadcasts)
		return leaf_of(tb, (uint32_t)user);
	if (user >> tb->levels & 1)
		*to = tb->leaves + (uint32_t)(user >> tb->label_bits);
	return leaf_of(tb, (uint32_t)(user & bits_low(tb->levels)));
}

/* Puts the leaf's message on its s_axis for `clock`. */
static void offer(struct bench *b, uint32_t leaf, uint64_t clock)
{
	const struct testbench *tb = b->tb;
	size_t at = b->s_data + (size_t)leaf * tb->payload_bits;
	unsigned bits = tb->payload_bits;

	traffic_payload(tb->traffic, &b->head[leaf], b->payload);
	for (unsigned i = 0; bits; i++) {
		unsigned here = bits < 64 ? bits : 64;

		bits_put(b->in, at, here, b->payload[i]);
		at += here;
		bits -= here;
	}
	bits_put(b->in, b->s_dest + (size_t)leaf * tb->label_bits, tb->label_bits, tdest_of(tb, b->head[leaf].destination));
	b->valid[leaf / 64] |= (uint64_t)1 << leaf % 64;
	store_word(b->in, b->s_valid + leaf / 64 * 2, b->valid[leaf / 64]);
	scoreboard_offered(b->scoreboard, &b->head[leaf], clock);
	b->result->local += b->head[leaf].destination == leaf;
	b->result->to_all += b->head[leaf].destination == tb->leaves;
	b->result->to_groups += b->head[leaf].destination > tb->leaves;
	b->offering++;
}

/* The leaf's next message; false when there is none. */
static bool next_message(struct bench *b, uint32_t leaf, struct message *m)
{
	if (!traffic_next(b->tb->traffic, leaf, m))
		return false;
	b->result->created++;
	b->result->measured_created += is_measured(b, m->created);
	return true;
}

/* Makes the leaf's next message ready to be offered from `clock` on. */
static void load_next(struct bench *b, uint32_t leaf, uint64_t clock)
{
	if (b->closed || !next_message(b, leaf, &b->head[leaf]))
		return;
	if (b->head[leaf].created <= clock)
		offer(b, leaf, clock);
	else
		heap_push(b, (struct waiting){ b->head[leaf].created, leaf });
}

static void offer_due(struct bench *b)
{
	while (b->waiting_count && b->waiting[0].clock <= b->now)
		offer(b, heap_pop(b).leaf, b->now);
}

/* Draws which leaves are ready in this clock. */
static void press_back(struct bench *b)
{
	for (unsigned w = 0; w < b->words; w++) {
		b->ready[w] = b->all[w] & ~random_mask(&b->random, b->tb->back_pressure);
		store_word(b->in, b->m_ready + w * 2, b->ready[w]);
	}
}

static void print_payload(const struct bench *b, const uint64_t *payload, struct text *t)
{
	text_add(t, "0x");
	for (unsigned i = b->payload_words; i--;)
		text_print(t, i + 1 == b->payload_words ? "%" PRIx64 : "%016" PRIx64, payload[i]);
}

static void print_destination(const struct bench *b, uint32_t destination, struct text *t)
{
	if (destination < b->tb->leaves)
		text_print(t, "leaf %" PRIu32, destination);
	else if (destination == b->tb->leaves)
		text_add(t, "all leaves");
	else
		text_print(t, "group %" PRIu32, destination - b->tb->leaves);
}

/* What is known of the message that a wrong delivery is, or should have been. */
static void explain(const struct bench *b, enum verdict verdict, const struct flight *which, struct text *t)
{
	uint64_t *words;

	if (verdict == DELIVERY_CORRUPT) {
		words = allocate_array(b->payload_words, sizeof(*words));
		traffic_payload(b->tb->traffic, &which->message, words);
		text_add(t, ": expected ");
		print_payload(b, words, t);
		text_print(t, ", sent from clock %" PRIu64 " on", which->offered);
		free(words);
	} else if (verdict == DELIVERY_MISROUTED || verdict == DELIVERY_MISLABELLED || verdict == DELIVERY_REORDERED) {
		text_print(t, ": it was sent from clock %" PRIu64 " on for ", which->offered);
		print_destination(b, which->message.destination, t);
	}
}

static void complain(struct bench *b, enum verdict verdict, uint32_t leaf, uint32_t source,
		     const struct flight *which)
{
	struct text got = {0}, more = {0};

	print_payload(b, b->payload, &got);
	explain(b, verdict, which, &more);
	error("clock %" PRIu64 " (slot %" PRIu64 "): what leaf %" PRIu32 " received from leaf %" PRIu32
	      ", payload %s, %s%s", b->now, b->now / b->tb->slot_clocks, leaf, source, got.bytes,
	      verdict_words[verdict], more.length ? more.bytes : "");
	text_free(&got);
	text_free(&more);
	b->failed = true;
}

static unsigned bit_length(uint32_t value)
{
	return value ? 32 - (unsigned)__builtin_clz(value) : 0;
}

/* Counts the tries of a message that was on m_axis from clock `arrived` on. */
static void count_tries(struct bench *b, const struct flight *f, uint64_t arrived)
{
	const struct testbench *tb = b->tb;
	uint64_t came = tb->lanes && f->taken != FLIGHT_NOT_TAKEN ? f->taken : f->offered;
	uint64_t start = came > tb->first_clock ? came : tb->first_clock;
	uint64_t direct = start + tb->direct_clocks[bit_length(label_of(tb, f->message.source) ^
										  label_of(tb, f->message.destination))];
	uint64_t retries = arrived > direct ? (arrived - direct) / tb->slot_clocks : 0;
	int64_t wait = (int64_t)(arrived - direct);

	if (wait < b->result->least_wait)
		b->result->least_wait = wait;
	b->result->retries += retries;
	b->result->retried += retries > 0;
	if (retries > b->result->most_retries)
		b->result->most_retries = retries;
}

/* Leaf `leaf` has taken what its m_axis shows. */
static void receive(struct bench *b, uint32_t leaf, uint64_t arrived)
{
	const struct testbench *tb = b->tb;
	size_t at = b->m_data + (size_t)leaf * tb->payload_bits;
	unsigned user_bits = tb->label_bits + tb->group_bits;
	uint32_t to, source = source_of(tb, leaf, bits_get(b->out, b->m_user + (size_t)leaf * user_bits, user_bits), &to);
	unsigned bits = tb->payload_bits;
	struct flight which = {0};
	enum verdict verdict;

	for (unsigned i = 0; bits; i++) {
		unsigned here = bits < 64 ? bits : 64;

		b->payload[i] = bits_get(b->out, at, here);
		at += here;
		bits -= here;
	}
	verdict = scoreboard_delivered(b->scoreboard, leaf, to, source, b->payload, &which);
	if (verdict != DELIVERY_GOOD) {
		complain(b, verdict, leaf, source, &which);
		return;
	}
	/* One to several leaves waits for its slot, and goes by all channels of a spanning tree. */
	b->result->copies += to >= tb->leaves;
	if (to < tb->leaves)
		count_tries(b, &which, arrived);
	if (is_measured(b, b->now)) {
		b->result->accepted++;
		if (to < tb->leaves)
			crossings_add(b->result->crossings, label_of(tb, source), label_of(tb, leaf));
	}
	if (is_measured(b, which.message.created)) {
		histogram_add(b->result->latency, b->now - which.message.created);
		histogram_add(b->result->network_latency, b->now - which.offered);
	}
}

static void check_held(struct bench *b, unsigned word, uint64_t valid)
{
	uint64_t withdrawn = b->stalled[word] & ~valid;

	if (!withdrawn)
		return;
	error("clock %" PRIu64 ": leaf %" PRIu32 " lowered m_axis_tvalid before m_axis_tready", b->now,
	      word * 64 + first_leaf(withdrawn));
	b->failed = true;
}

static void receive_all(struct bench *b)
{
	for (unsigned w = 0; w < b->words; w++) {
		uint64_t valid = load_word(b->out, b->m_valid + w * 2) & b->all[w];
		uint64_t hits = valid & b->ready[w], waits = valid & ~b->ready[w];

		check_held(b, w, valid);
		for (; hits; hits &= hits - 1) {
			uint32_t bit = first_leaf(hits), leaf = w * 64 + bit;

			receive(b, leaf, b->stalled[w] >> bit & 1 ? b->arrived[leaf] : b->now);
			b->last_handshake = b->now;
		}
		for (uint64_t fresh = waits & ~b->stalled[w]; fresh; fresh &= fresh - 1)
			b->arrived[w * 64 + first_leaf(fresh)] = b->now;
		b->stalled[w] = waits;
	}
}

/* Notes which leaves' messages the network takes at the coming edge. */
static void note_taken(struct bench *b)
{
	for (unsigned w = 0; w < b->words; w++) {
		uint64_t hits = b->taken[w] = load_word(b->out, b->s_ready + w * 2) & b->valid[w];

		for (; hits; hits &= hits - 1)
			scoreboard_taken(b->scoreboard, w * 64 + first_leaf(hits), b->now);
	}
}

/* Behind the edge: the leaves whose messages were taken go on to the next. */
static void advance_taken(struct bench *b)
{
	for (unsigned w = 0; w < b->words; w++) {
		uint64_t hits = b->taken[w];

		if (!hits)
			continue;
		b->last_handshake = b->now;
		b->valid[w] &= ~hits;
		store_word(b->in, b->s_valid + w * 2, b->valid[w]);
		for (; hits; hits &= hits - 1) {
			b->offering--;
			load_next(b, w * 64 + first_leaf(hits), b->now + 1);
		}
	}
}

static bool is_finished(const struct bench *b)
{
	return !b->offering && !b->waiting_count && !scoreboard_in_flight(b->scoreboard);
}

static void report_stall(struct bench *b)
{
	struct text more = {0};
	struct flight oldest;

	if (scoreboard_oldest(b->scoreboard, &oldest)) {
		text_print(&more, "; the oldest left leaf %" PRIu32 " for ", oldest.message.source);
		print_destination(b, oldest.message.destination, &more);
		text_print(&more, " at clock %" PRIu64, oldest.offered);
	}
	error("no progress: nothing was sent or delivered from clock %" PRIu64 " to clock %" PRIu64 "; %" PRIu64
	      " of %" PRIu64 " messages are missing%s", b->last_handshake, b->now,
	      scoreboard_in_flight(b->scoreboard), scoreboard_offered_count(b->scoreboard),
	      more.length ? more.bytes : "");
	text_free(&more);
	b->failed = true;
}

static void watch(struct bench *b)
{
	const struct testbench *tb = b->tb;
	bool expecting = b->offering || scoreboard_in_flight(b->scoreboard);

	if (!expecting)
		b->last_handshake = b->now;
	else if (b->now - b->last_handshake > tb->patience_clocks)
		report_stall(b);
	if (tb->show_progress && b->now % PROGRESS_CLOCKS == 0)
		progress("simulating: slot %" PRIu64 ", %" PRIu64 " messages delivered", b->now / tb->slot_clocks,
			 scoreboard_delivered_count(b->scoreboard));
}

static void step(struct bench *b)
{
	offer_due(b);
	if (b->tb->back_pressure)
		press_back(b);
	model_eval(b->tb->model);
	note_taken(b);
	receive_all(b);
	model_edge(b->tb->model);
	advance_taken(b);
	b->now++;
	watch(b);
}

/* Messages that the sources had made when they were closed, and those that they would have made in the window. */
static void count_unsent(struct bench *b)
{
	uint64_t before = b->result->created;
	struct message m;

	b->closed = true;
	while (b->waiting_count) {
		heap_pop(b);
		b->result->unsent++;
	}
	for (uint32_t leaf = 0; leaf < b->tb->leaves; leaf++)
		while (next_message(b, leaf, &m))
			;
	b->result->unsent += b->result->created - before;
}

static void run(struct bench *b)
{
	uint64_t deadline = b->window_end == UINT64_MAX ? UINT64_MAX : b->window_end + b->tb->drain_clocks, quiet;

	for (uint32_t leaf = 0; leaf < b->tb->leaves; leaf++)
		load_next(b, leaf, 0);
	while (!b->failed && !is_finished(b) && b->now < deadline)
		step(b);
	if (!b->failed)
		count_unsent(b);
	while (!b->failed && !is_finished(b))
		step(b);
	b->result->clocks = b->now;
	/* Nothing may come any more. */
	for (quiet = b->now + QUIET_SLOTS * b->tb->slot_clocks; !b->failed && b->now < quiet;)
		step(b);
}

static const struct model_port *need_port(const struct testbench *tb, const char *name, unsigned width)
{
	const struct model_port *p = model_port(tb->model, name);

	if (!p)
		error("the model has no port %s", name);
	else if (p->width != width)
		error("port %s of the model has %u bits: expected %u", name, p->width, width);
	return p && p->width == width ? p : NULL;
}

static bool find_ports(struct bench *b)
{
	const struct testbench *tb = b->tb;
	unsigned n = tb->leaves;
	const struct model_port *p[] = {
		need_port(tb, "s_axis_tdata", n * tb->payload_bits), need_port(tb, "s_axis_tdest", n * tb->label_bits),
		need_port(tb, "m_axis_tdata", n * tb->payload_bits), need_port(tb, "m_axis_tuser", n * (tb->label_bits + tb->group_bits)),
		need_port(tb, "s_axis_tvalid", n), need_port(tb, "s_axis_tready", n),
		need_port(tb, "m_axis_tvalid", n), need_port(tb, "m_axis_tready", n),
	};

	for (unsigned i = 0; i < sizeof(p) / sizeof(p[0]); i++)
		if (!p[i])
			return false;
	b->s_data = p[0]->low;
	b->s_dest = p[1]->low;
	b->m_data = p[2]->low;
	b->m_user = p[3]->low;
	b->s_valid = p[4]->low / 32;
	b->s_ready = p[5]->low / 32;
	b->m_valid = p[6]->low / 32;
	b->m_ready = p[7]->low / 32;
	b->in = model_inputs(tb->model);
	b->out = model_outputs(tb->model);
	return true;
}

static void allocate_bench(struct bench *b)
{
	const struct testbench *tb = b->tb;

	b->words = (tb->leaves + 63) / 64;
	b->payload_words = (tb->payload_bits + 63) / 64;
	b->valid = allocate_array(b->words, sizeof(*b->valid));
	b->ready = allocate_array(b->words, sizeof(*b->ready));
	b->taken = allocate_array(b->words, sizeof(*b->taken));
	b->stalled = allocate_array(b->words, sizeof(*b->stalled));
	b->all = allocate_array(b->words, sizeof(*b->all));
	b->arrived = allocate_array(tb->leaves, sizeof(*b->arrived));
	b->payload = allocate_array(b->payload_words, sizeof(*b->payload));
	b->head = allocate_array(tb->leaves, sizeof(*b->head));
	b->waiting = allocate_array(tb->leaves, sizeof(*b->waiting));
	for (uint32_t leaf = 0; leaf < tb->leaves; leaf++)
		b->all[leaf / 64] |= (uint64_t)1 << leaf % 64;
	b->result->latency = histogram_create();
	b->result->network_latency = histogram_create();
	b->result->crossings = crossings_create(tb->levels);
}

static void free_bench(struct bench *b)
{
	free(b->valid);
	free(b->ready);
	free(b->taken);
	free(b->stalled);
	free(b->all);
	free(b->arrived);
	free(b->payload);
	free(b->head);
	free(b->waiting);
	scoreboard_free(b->scoreboard);
}

static void payload_from_traffic(const void *context, const struct message *m, uint64_t *words)
{
	traffic_payload(context, m, words);
}

/* Reset with idle sources and ready sinks. */
static void start(struct bench *b)
{
	const struct testbench *tb = b->tb;

	for (unsigned w = 0; w < b->words; w++) {
		b->ready[w] = b->all[w];
		store_word(b->in, b->s_valid + w * 2, 0);
		store_word(b->in, b->m_ready + w * 2, b->ready[w]);
	}
	model_reset(tb->model, RESET_CLOCKS);
	if (tb->dead != NULL)
		model_shift_faults(tb->model, tb->dead, tb->dead_links);
	random_start(&b->random, tb->seed, 2);
}

bool testbench_run(const struct testbench *tb, struct testbench_result *result)
{
	struct bench b = { .tb = tb, .result = result };

	memset(result, 0, sizeof(*result));
	result->least_wait = INT64_MAX;
	allocate_bench(&b);
	b.scoreboard = scoreboard_create(tb->leaves, tb->payload_bits, payload_from_traffic, tb->traffic);
	scoreboard_groups(b.scoreboard, tb->member_of);
	b.window_end = tb->measured_clocks ? tb->warmup_clocks + tb->measured_clocks : UINT64_MAX;
	b.failed = !find_ports(&b);
	if (!b.failed) {
		start(&b);
		run(&b);
	}
	result->sent = scoreboard_offered_count(b.scoreboard);
	result->delivered = scoreboard_delivered_count(b.scoreboard);
	if (!result->delivered)
		result->least_wait = 0;
	free_bench(&b);
	return !b.failed;
}

void testbench_result_free(struct testbench_result *result)
{
	histogram_free(result->latency);
	histogram_free(result->network_latency);
	crossings_free(result->crossings);
	memset(result, 0, sizeof(*result));
}
