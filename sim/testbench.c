/* testbench.c: drives a network's AXI4-Stream leaves with traffic and checks every message.
 *
 * Of several ranks each drives its own leaves. Once a slot they meet: each accounts for what has happened to its messages
 * (diary.h), and all learn whether everything has arrived.
 */
#include "testbench.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "account.h"
#include "bits.h"
#include "chips.h"
#include "diary.h"
#include "heap.h"
#include "random.h"
#include "util/keeper.h"
#include "util/message.h"
#include "util/ranks.h"
#include "util/text.h"

enum { RESET_CLOCKS = 32, QUIET_SLOTS = 2 };
static const double progress_seconds = 0.5;

/* What ranks exchange when they meet. */
struct standing {
	bool failed;
	uint64_t offering, pending;	/* leaves whose message is on the port; or will be */
	uint64_t offered, received;	/* messages so far; those to several leaves, once for each of these */
	uint64_t quiet_from;		/* the clock behind the last handshake; 0: there was none */
};

/* A port that two models have. */
struct twin {
	size_t low, other;		/* first bits, multiples of 64 */
	unsigned words;			/* of 32 bits */
	bool output;			/* s_axis_tready or m_axis_tvalid */
};

/* Ports of the root's streams. */
enum root_port { ROOT_S_DATA, ROOT_S_DEST, ROOT_S_USER, ROOT_S_VALID, ROOT_S_READY, ROOT_M_DATA, ROOT_M_DEST, ROOT_M_USER, ROOT_M_VALID,
		 ROOT_M_READY, ROOT_PORTS };

struct bench {
	const struct testbench *tb;
	struct account account;
	struct random random;
	uint64_t last_handshake;
	bool begun;			/* the model can be driven */
	double began, told;		/* seconds_now(): the run, and the last word of its progress */
	bool closed;			/* the sources load no further message .. */
	uint64_t *rest;			/* .. but these, by leaf: of the packet whose message it sends */
	const struct model_port *fault_shift, *fault_in;	/* with strikes */
	size_t strikes;			/* those whose last bit has entered */
	unsigned shifted;		/* bits of the next one that have */

	struct twin *twin;		/* [twins]: the ports of the model beside this one */
	size_t twins;
	bool apart;			/* it gave other outputs */
	struct model_counts early, late;	/* when the measured clocks begin and end */
	bool counted;			/* `late` is known */

	uint32_t *in;			/* the model's inputs and outputs */
	const uint32_t *out;
	size_t s_data, s_dest, m_data, m_user, s_last, m_last;	/* the ports' first bits */
	const struct model_port *root[ROOT_PORTS];	/* of the streams of the outside; NULL: there are none */
	const struct model_port *dropped, *lost;	/* a message for the leaf was thrown away, and who had sent it; NULL: none ever is */
	const struct model_port *m_id, *m_keep;	/* m_axis_tid beside m_axis_tuser, and m_axis_tkeep; NULL: there is none */
	size_t s_valid, m_ready, s_ready, m_valid;	/* the ports' first 32-bit words */

	unsigned words;			/* 64 leaves each; .. */
	unsigned first_word, end_word;	/* .. those with leaves that this rank drives */
	uint64_t *valid;		/* s_axis_tvalid as it is set */
	uint64_t *ready;		/* m_axis_tready as it is set */
	uint64_t *taken;		/* s_axis handshakes of this clock */
	uint64_t *stalled;		/* m_axis was valid and not ready in the clock before */
	uint64_t *arrived;		/* by leaf, while stalled: clock in which m_axis became valid */
	uint64_t *all;			/* leaves that exist */
	uint64_t *stopped;		/* those that take nothing; NULL: there are none */
	struct message *head;		/* by leaf: the message it is sending or will send */
	bool *pending;			/* by leaf: its message is not due yet */
	unsigned pending_count;
	/* Leaves whose message is not due yet. When a message that comes into being sooner has replaced a leaf's
	 * message, the leaf may be there several times. */
	struct heap waiting;
	uint64_t offering;		/* leaves whose tvalid is high */
	uint32_t first, end;		/* the leaves that this rank drives */
	struct diary *diary;		/* of a rank; NULL: alone */
	struct standing own, everywhere;	/* as of the last meeting */
	uint64_t meeting;		/* clock of the next one */
	uint64_t deadline;		/* clock in which the sources are closed */
	bool holding;			/* no leaf is ready, until all messages are in their leaves .. */
	bool held;			/* .. and leaf 0 has a word that is not counted */
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

/* Leaves that are none of the outside's streams, which come behind them. */
static uint32_t inner_leaves(const struct bench *b)
{
	return b->tb->leaves - b->tb->outside;
}

/* Bits of the leaves of a word: those of a port of leaves, from 32-bit word `port` on, and of the root's streams. */
static uint64_t load_ends(const struct bench *b, const uint32_t *vector, size_t port, enum root_port root, unsigned word)
{
	uint32_t first = word * 64, inner = inner_leaves(b);

	if (b->tb->outside == 0 || first + 64 <= inner)
		return load_word(vector, port + word * 2);
	uint64_t own = first < inner ? load_word(vector, port + word * 2) & bits_low(inner - first) : 0;
	unsigned skip = first < inner ? 0 : first - inner, place = first < inner ? inner - first : 0;
	unsigned count = b->tb->outside - skip < 64 - place ? b->tb->outside - skip : 64 - place;

	return own | bits_get(vector, b->root[root]->low + skip, count) << place;
}

static void store_ends(const struct bench *b, size_t port, enum root_port root, unsigned word, uint64_t value)
{
	uint32_t first = word * 64, inner = inner_leaves(b);

	if (b->tb->outside == 0 || first + 64 <= inner) {
		store_word(b->in, port + word * 2, value);
		return;
	}
	unsigned skip = first < inner ? 0 : first - inner, place = first < inner ? inner - first : 0;
	unsigned count = b->tb->outside - skip < 64 - place ? b->tb->outside - skip : 64 - place;

	if (first < inner)
		store_word(b->in, port + word * 2, value & bits_low(inner - first));
	bits_put(b->in, b->root[root]->low + skip, count, value >> place);
}

/* The first bit of an end's share. */
static size_t share_of(const struct bench *b, size_t port, enum root_port root, uint32_t end, unsigned bits)
{
	uint32_t inner = inner_leaves(b);

	return end < inner ? port + (size_t)end * bits : b->root[root]->low + (size_t)(end - inner) * bits;
}

static uint32_t first_leaf(uint64_t mask)
{
	return (uint32_t)__builtin_ctzll(mask);
}

/* A leaf's message is on its port from `clock` on. */
static void note_offered(struct bench *b, const struct message *m, uint64_t clock)
{
	b->own.offered += scoreboard_receivers(b->account.scoreboard, m);
	if (!b->diary)
		account_offered(&b->account, m, clock);
	else if (clock == b->account.now)
		diary_due(b->diary, clock, m);
	else
		diary_next(b->diary, b->account.now, m);
}

/* A stream of the outside names itself as the source. */
static void put_destination(struct bench *b, uint32_t leaf)
{
	const struct testbench *tb = b->tb;
	uint32_t to = account_tdest_of(tb, &b->head[leaf]), inner = inner_leaves(b);

	if (leaf < inner) {
		bits_put(b->in, b->s_dest + (size_t)leaf * tb->label_bits, tb->label_bits, to);
		return;
	}
	bits_put(b->in, share_of(b, 0, ROOT_S_DEST, leaf, tb->levels), tb->levels, to);
	bits_put(b->in, share_of(b, 0, ROOT_S_USER, leaf, tb->levels), tb->levels, leaf - inner);
}

/* Puts the leaf's message on its s_axis for `clock`. */
static void offer(struct bench *b, uint32_t leaf, uint64_t clock)
{
	const struct testbench *tb = b->tb;
	size_t at = share_of(b, b->s_data, ROOT_S_DATA, leaf, tb->payload_bits);
	unsigned bits = tb->payload_bits;

	traffic_payload(tb->traffic, &b->head[leaf], b->account.payload);
	for (unsigned i = 0; bits; i++) {
		unsigned here = bits < 64 ? bits : 64;

		bits_put(b->in, at, here, b->account.payload[i]);
		at += here;
		bits -= here;
	}
	put_destination(b, leaf);
	if (tb->packets)
		bits_put(b->in, b->s_last + leaf, 1, !b->head[leaf].more);
	b->valid[leaf / 64] |= (uint64_t)1 << leaf % 64;
	store_ends(b, b->s_valid, ROOT_S_VALID, leaf / 64, b->valid[leaf / 64]);
	note_offered(b, &b->head[leaf], clock);
	b->offering++;
}

static void stop_waiting(struct bench *b, uint32_t leaf)
{
	b->pending[leaf] = false;
	b->pending_count--;
}

/* Offers the leaf's message, from `clock` on, or once it is due. */
static void offer_or_wait(struct bench *b, uint32_t leaf, uint64_t clock)
{
	if (b->head[leaf].created <= clock) {
		offer(b, leaf, clock);
		return;
	}
	b->pending[leaf] = true;
	b->pending_count++;
	heap_push(&b->waiting, (struct due){ b->head[leaf].created, leaf });
}

/* The leaf's next message of a packet that had begun when the sources were closed; false: it is over. */
static bool next_of_rest(struct bench *b, uint32_t leaf)
{
	struct message *m = &b->head[leaf];

	if (b->rest[leaf] == 0)
		return false;
	m->number++;
	m->more = --b->rest[leaf] > 0;
	return true;
}

/* Makes the leaf's next message ready to be offered from `clock` on. */
static void load_next(struct bench *b, uint32_t leaf, uint64_t clock)
{
	if (b->closed ? !next_of_rest(b, leaf) : !account_next(&b->account, leaf, &b->head[leaf]))
		return;
	offer_or_wait(b, leaf, clock);
}

static void offer_due(struct bench *b)
{
	while (b->waiting.count && b->waiting.item[0].clock <= b->account.now) {
		uint32_t leaf = heap_pop(&b->waiting).what;

		if (!b->pending[leaf] || b->head[leaf].created > b->account.now)
			continue;
		stop_waiting(b, leaf);
		offer(b, leaf, b->account.now);
	}
}

/* Deliveries have given messages to leaves: those that wait for a later one, or have had none, go on with them. */
static void offer_released(struct bench *b)
{
	uint64_t clock = b->account.now + 1;
	uint32_t leaf;

	while (traffic_released(b->tb->traffic, &leaf)) {
		if (b->valid[leaf / 64] >> leaf % 64 & 1)
			continue;
		if (!b->pending[leaf]) {
			load_next(b, leaf, clock);
		} else if (traffic_sooner(b->tb->traffic, &b->head[leaf])) {
			stop_waiting(b, leaf);
			offer_or_wait(b, leaf, clock);
		}
	}
}

/* The leaves of a word whose readers are ready in this clock. */
static uint64_t ask_readers(const struct bench *b, unsigned word)
{
	uint64_t ready = 0;

	for (uint32_t bit = 0; bit < 64 && word * 64 + bit < b->tb->leaves; bit++)
		ready |= (uint64_t)b->tb->reader(b->tb->context, word * 64 + bit, b->account.now) << bit;
	return ready;
}

/* Some readers take nothing in this clock. */
static bool are_stopped(const struct bench *b)
{
	return b->stopped && b->account.now < b->account.window_end;
}

/* Draws the leaves that are ready in this clock. */
static void press_back(struct bench *b)
{
	for (unsigned w = 0; w < b->words && !b->holding; w++) {
		b->ready[w] = b->tb->reader ? ask_readers(b, w) : b->all[w] & ~random_mask(&b->random, b->tb->back_pressure);
		if (are_stopped(b))
			b->ready[w] &= ~b->stopped[w];
		store_ends(b, b->m_ready, ROOT_M_READY, w, b->ready[w]);
	}
}

static void complain(struct bench *b, uint32_t leaf, const char *port, uint64_t got, uint64_t expected)
{
	error("clock %" PRIu64 ": %s %" PRIu32 " shows %" PRIu64 " on %s: expected %" PRIu64, b->account.now, testbench_end(b->tb),
	      leaf + b->tb->first_end, got, port, expected);
	b->account.failed = true;
}

/* Two ports show the source, and all bytes are part of the word. */
static void check_shown(struct bench *b, uint32_t leaf, uint64_t user, unsigned user_bits)
{
	unsigned bytes = b->tb->payload_bits / 8;
	uint64_t id = b->m_id ? bits_get(b->out, b->m_id->low + (size_t)leaf * user_bits, user_bits) : user;

	if (id != user)
		complain(b, leaf, b->m_id->name, id, user);
	for (unsigned i = 0; b->m_keep && i < bytes; i++)
		if (!bits_get(b->out, b->m_keep->low + (size_t)leaf * bytes + i, 1)) {
			complain(b, leaf, b->m_keep->name, 0, 1);
			return;
		}
}

/* A stream of the root gives a message for the outside, whose label says for which of its streams: any may bring it. */
static void receive_outside(struct bench *b, uint32_t leaf, uint64_t arrived)
{
	const struct testbench *tb = b->tb;
	uint32_t to = (uint32_t)bits_get(b->out, share_of(b, 0, ROOT_M_DEST, leaf, tb->levels), tb->levels);
	uint64_t user = bits_get(b->out, share_of(b, 0, ROOT_M_USER, leaf, tb->levels), tb->levels);

	b->own.received++;
	if (to < tb->outside) {
		account_received(&b->account, inner_leaves(b) + to, user, true, arrived);
		return;
	}
	error("clock %" PRIu64 ": m_root_tdest is %" PRIu32 ", and nothing was sent to more than %u", b->account.now, to, tb->outside - 1);
	b->account.failed = true;
}

/* Leaf `leaf` has taken the message on its m_axis. */
static void receive(struct bench *b, uint32_t leaf, uint64_t arrived)
{
	const struct testbench *tb = b->tb;
	size_t at = share_of(b, b->m_data, ROOT_M_DATA, leaf, tb->payload_bits);
	unsigned user_bits = tb->label_bits + tb->group_bits, bits = tb->payload_bits;
	uint64_t user;
	bool last;

	for (unsigned i = 0; bits; i++) {
		unsigned here = bits < 64 ? bits : 64;

		b->account.payload[i] = bits_get(b->out, at, here);
		at += here;
		bits -= here;
	}
	if (leaf >= inner_leaves(b)) {
		receive_outside(b, leaf, arrived);
		return;
	}
	user = bits_get(b->out, b->m_user + (size_t)leaf * user_bits, user_bits);
	if (b->m_id || b->m_keep)
		check_shown(b, leaf, user, user_bits);
	last = !tb->packets || bits_get(b->out, b->m_last + leaf, 1);
	b->own.received++;
	if (b->diary)
		diary_received(b->diary, b->account.now, leaf, account_source(tb, leaf, user), user, last, arrived,
			       b->account.payload);
	else
		account_received(&b->account, leaf, user, last, arrived);
}

static void note_handshake(struct bench *b)
{
	b->last_handshake = b->account.now;
	b->own.quiet_from = b->account.now + 1;
}

static void check_held(struct bench *b, unsigned word, uint64_t valid)
{
	uint64_t withdrawn = b->stalled[word] & ~valid;

	if (!withdrawn)
		return;
	error("clock %" PRIu64 ": %s %" PRIu32 " lowered m_axis_tvalid before m_axis_tready", b->account.now,
	      testbench_end(b->tb), word * 64 + first_leaf(withdrawn) + b->tb->first_end);
	b->account.failed = true;
}

/* The leaf's reader is shown a message from this source. */
static bool is_shown(const struct bench *b, uint32_t leaf, uint32_t source)
{
	unsigned bits = b->tb->label_bits + b->tb->group_bits;
	bool valid = load_word(b->out, b->m_valid + leaf / 64 * 2) >> leaf % 64 & 1;

	return valid && account_source(b->tb, leaf, bits_get(b->out, b->m_user + (size_t)leaf * bits, bits)) == source;
}

/* The network has thrown away messages in the clock before. */
static void note_thrown(struct bench *b)
{
	unsigned bits = b->tb->label_bits;

	for (unsigned w = b->first_word; w < b->end_word; w++)
		for (uint64_t hits = load_word(b->out, b->dropped->low / 32 + w * 2) & b->all[w]; hits; hits &= hits - 1) {
			uint32_t leaf = w * 64 + first_leaf(hits);
			uint32_t source = account_source(b->tb, leaf, bits_get(b->out, b->lost->low + (size_t)leaf * bits, bits));

			account_thrown(&b->account, leaf, source, is_shown(b, leaf, source));
			note_handshake(b);
		}
}

static void receive_all(struct bench *b)
{
	for (unsigned w = b->first_word; w < b->end_word; w++) {
		uint64_t valid = load_ends(b, b->out, b->m_valid, ROOT_M_VALID, w) & b->all[w];
		uint64_t hits = valid & b->ready[w], waits = valid & ~b->ready[w];

		check_held(b, w, valid);
		if (b->held && w == 0 && hits & 1) {
			hits--;
			b->held = false;
		}
		for (; hits; hits &= hits - 1) {
			uint32_t bit = first_leaf(hits), leaf = w * 64 + bit;

			receive(b, leaf, b->stalled[w] >> bit & 1 ? b->arrived[leaf] : b->account.now);
			note_handshake(b);
		}
		for (uint64_t fresh = waits & ~b->stalled[w]; fresh; fresh &= fresh - 1)
			b->arrived[w * 64 + first_leaf(fresh)] = b->account.now;
		b->stalled[w] = waits;
	}
}

/* Notes the leaves whose messages the network takes at the coming edge. */
static void note_taken(struct bench *b)
{
	uint64_t now = b->account.now;

	for (unsigned w = b->first_word; w < b->end_word; w++) {
		uint64_t hits = b->taken[w] = load_ends(b, b->out, b->s_ready, ROOT_S_READY, w) & b->valid[w];

		for (; hits; hits &= hits - 1)
			if (b->diary)
				diary_taken(b->diary, now, w * 64 + first_leaf(hits));
			else
				scoreboard_taken(b->account.scoreboard, w * 64 + first_leaf(hits), now);
	}
}

/* After the edge: leaves whose messages were taken go on to the next. */
static void advance_taken(struct bench *b)
{
	for (unsigned w = b->first_word; w < b->end_word; w++) {
		uint64_t hits = b->taken[w];

		if (!hits)
			continue;
		note_handshake(b);
		b->valid[w] &= ~hits;
		store_ends(b, b->s_valid, ROOT_S_VALID, w, b->valid[w]);
		for (; hits; hits &= hits - 1) {
			b->offering--;
			load_next(b, w * 64 + first_leaf(hits), b->account.now + 1);
		}
	}
}

/* Shifts in a bit of the fault register, if it is time. */
static void strike(struct bench *b)
{
	const struct testbench *tb = b->tb;

	if (b->strikes == tb->strike_count && b->shifted == 0)
		return;
	if (b->shifted == tb->dead_links) {
		b->strikes++;
		b->shifted = 0;
		model_set(tb->model, b->fault_shift, 0, 1, 0);
	} else if (b->account.now >= tb->strikes[b->strikes].clock) {
		b->account.result->strikes = b->strikes + 1;
		model_set(tb->model, b->fault_shift, 0, 1, 1);
		model_set(tb->model, b->fault_in, 0, 1, tb->strikes[b->strikes].dead[b->shifted++]);
	}
}

static bool is_finished(const struct bench *b)
{
	const struct standing *all = &b->everywhere;

	if (b->diary)
		return !all->offering && !all->pending && all->offered == all->received;
	return !b->offering && !b->pending_count && !scoreboard_in_flight(b->account.scoreboard);
}

/* Slots of those in which messages come into being; then, or if these are known, messages. */
static void show_progress(struct bench *b)
{
	const struct testbench *tb = b->tb;
	double now = seconds_now();
	uint64_t slots = b->account.window_end == UINT64_MAX ? 0 : b->account.window_end / tb->slot_clocks;
	uint64_t slot = b->account.now / tb->slot_clocks, delivered = scoreboard_delivered_count(b->account.scoreboard);

	if (now < b->told + progress_seconds)
		return;
	b->told = now;
	if (slot <= slots)
		progress_counted("slots", slot, 0, slots, now - b->began);
	else
		progress_counted("messages delivered", delivered, 0, tb->messages ? tb->messages : scoreboard_offered_count(b->account.scoreboard), now - b->began);
}

static void watch(struct bench *b)
{
	const struct testbench *tb = b->tb;
	bool expecting = b->offering || scoreboard_in_flight(b->account.scoreboard);

	if (tb->show_progress && b->account.now % tb->slot_clocks == 0)
		show_progress(b);
	if (b->diary)
		return;
	/* What is struck, or has stopped, may be what all wait for. */
	if (!expecting || b->strikes < tb->strike_count || are_stopped(b))
		b->last_handshake = b->account.now;
	else if (b->account.now - b->last_handshake > tb->patience_clocks)
		account_stalled(&b->account, b->last_handshake);
}

/* ---- Ranks ---- */

/* A leaf that does not exist is everybody's own: the account complains of it. */
static unsigned rank_of(const void *context, uint32_t leaf)
{
	const struct testbench *tb = context;

	return leaf < tb->leaves ? ranks_find(tb->rank_end, leaf) : ranks_rank();
}

/* Of the oldest messages of all ranks, the oldest is noted. */
static void end_window_together(struct bench *b)
{
	struct word_service mine, oldest = { 0 };
	unsigned winner = 0;

	account_oldest(&b->account, &mine);
	ranks_exchange(&mine, sizeof mine);
	for (unsigned r = 0; r < ranks_count(); r++) {
		struct word_service word;
		size_t bytes;

		memcpy(&word, ranks_given(r, &bytes), sizeof word);
		if (!word.exists || (oldest.exists && oldest.offered <= word.offered))
			continue;
		oldest = word;
		winner = r;
	}
	account_window_ended_with(&b->account, &oldest, winner == ranks_rank());
}

static void add_standing(struct standing *all, const struct standing *one)
{
	all->failed |= one->failed;
	all->offering += one->offering;
	all->pending += one->pending;
	all->offered += one->offered;
	all->received += one->received;
	if (one->quiet_from > all->quiet_from)
		all->quiet_from = one->quiet_from;
}

/* All ranks wait, and nothing has happened for long. */
static void watch_together(struct bench *b)
{
	struct standing *all = &b->everywhere;
	uint64_t missing = all->offered - all->received;

	if ((!all->offering && !missing) || are_stopped(b))
		b->last_handshake = b->account.now;
	else if (all->quiet_from > b->last_handshake)
		b->last_handshake = all->quiet_from;
	if (b->account.now - b->last_handshake <= b->tb->patience_clocks)
		return;
	all->failed = b->account.failed = true;
	if (ranks_rank() == 0)
		error("no progress: nothing was sent or delivered from clock %" PRIu64 " to clock %" PRIu64 "; %" PRIu64
		      " of %" PRIu64 " messages are missing", b->last_handshake, b->account.now, missing, all->offered);
}

/* Sets the clock of the next meeting: a slot later, or where something ends for all. */
static void plan_meeting(struct bench *b)
{
	const uint64_t ends[] = { b->account.window_end, b->deadline };

	b->meeting = b->account.now + b->tb->slot_clocks;
	for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
		if (ends[i] > b->account.now && ends[i] < b->meeting)
			b->meeting = ends[i];
}

static void meet(struct bench *b)
{
	b->own.failed = b->account.failed;
	b->own.offering = b->offering;
	b->own.pending = b->pending_count;
	ranks_exchange(&b->own, sizeof b->own);
	b->everywhere = (struct standing){ 0 };
	for (unsigned r = 0; r < ranks_count(); r++) {
		struct standing one;
		size_t bytes;

		memcpy(&one, ranks_given(r, &bytes), sizeof one);
		add_standing(&b->everywhere, &one);
	}
	diary_settle(b->diary, &b->account);
	if (b->account.now == b->account.window_end)
		end_window_together(b);
	watch_together(b);
	plan_meeting(b);
}

/* Has this rank failed, or, as far as is known, any? Ranks stop together. */
static bool has_failed(const struct bench *b)
{
	if (b->tb->failed && *b->tb->failed)
		return true;
	return b->diary ? b->everywhere.failed : b->account.failed;
}

/* Makes all leaves ready, once all messages are in. */
static void release(struct bench *b)
{
	if (!b->holding || b->offering || b->pending_count)
		return;
	b->holding = false;
	for (unsigned w = 0; w < b->words; w++) {
		b->ready[w] = b->all[w];
		store_word(b->in, b->m_ready + w * 2, b->ready[w]);
	}
}

/* ---- Counting models ---- */

static const struct model *counting_model(const struct bench *b)
{
	return b->tb->beside ? b->tb->beside : b->tb->model;
}

static void find_twins(struct bench *b)
{
	static const char *const name[] = { "s_axis_tdata", "s_axis_tdest", "s_axis_tlast", "s_axis_tvalid", "m_axis_tready",
					    "s_root_tdata", "s_root_tdest", "s_root_tuser", "s_root_tvalid", "m_root_tready",
					    "s_axis_tready", "m_axis_tvalid", "s_root_tready", "m_root_tvalid" };
	enum { FIRST_OUTPUT = 10, NAMES = sizeof name / sizeof *name };

	b->twin = allocate_array(NAMES, sizeof *b->twin);
	for (unsigned i = 0; i < NAMES && b->tb->beside; i++) {
		const struct model_port *one = model_port(b->tb->model, name[i]), *other = model_port(b->tb->beside, name[i]);

		if (one && other)
			b->twin[b->twins++] = (struct twin){ one->low / 32, other->low / 32, (one->width + 31) / 32,
							     i >= FIRST_OUTPUT };
	}
}

/* The model beside does what the other one does. Its outputs come from registers. */
static void step_beside(struct bench *b)
{
	struct model *beside = b->tb->beside;

	for (size_t i = 0; i < b->twins; i++) {
		const struct twin *t = &b->twin[i];

		if (t->output)
			b->apart |= memcmp(b->out + t->low, model_outputs(beside) + t->other, t->words * sizeof *b->out) != 0;
		else
			memcpy(model_inputs(beside) + t->other, b->in + t->low, t->words * sizeof *b->in);
	}
	model_edge(beside);
}

static void note_counts(struct bench *b)
{
	uint64_t now = b->account.now;

	if (now == b->tb->warmup_clocks)
		model_counts(counting_model(b), &b->early);
	if (now == b->account.window_end)
		b->counted = model_counts(counting_model(b), &b->late);
}

static uint64_t counter(const struct bench *b, const char *name)
{
	const struct model_port *port = model_port(b->tb->model, name);

	return port ? model_get(b->tb->model, port, 0, 64) : 0;
}

/* At the end, which is that of the measured clocks if these have none. */
static void take_counts(struct bench *b)
{
	struct testbench_result *r = b->account.result;
	struct model_counts end;
	bool knows = model_counts(counting_model(b), &end);

	if (!b->counted)
		b->late = end;
	r->counted = knows && !b->apart;
	r->lost = end.sent - end.taken;
	r->cable = (struct cable_counts){ counter(b, CHIPS_WRONG_BITS), counter(b, CHIPS_BAD_FRAMES), counter(b, CHIPS_AGAIN),
					  counter(b, CHIPS_LOST) };
	for (unsigned k = 0; k < MODEL_LEVELS; k++) {
		r->carried_up[k] = b->late.up[k] - b->early.up[k];
		r->carried_down[k] = b->late.down[k] - b->early.down[k];
	}
}

static void step(struct bench *b)
{
	offer_due(b);
	strike(b);
	release(b);
	if (b->tb->back_pressure || b->tb->reader || b->stopped)
		press_back(b);
	model_eval(b->tb->model);
	if (b->tb->clock)
		b->tb->clock(b->tb->context, b->tb->model, b->account.now);
	note_taken(b);
	if (b->dropped)
		note_thrown(b);
	receive_all(b);
	if (b->tb->beside)
		step_beside(b);
	model_edge(b->tb->model);
	advance_taken(b);
	offer_released(b);
	b->account.now++;
	note_counts(b);
	if (!b->diary && b->account.now == b->account.window_end)
		account_window_ended(&b->account);
	watch(b);
	if (b->diary && b->account.now == b->meeting)
		meet(b);
}

/* Counts the messages that the sources had made when they were closed, and those that they would have made in the
 * window; but a packet that has begun is sent to its end. */
static void count_unsent(struct bench *b)
{
	uint64_t before = b->account.result->created;

	b->closed = true;
	b->account.result->unsent += b->pending_count;
	b->pending_count = 0;
	heap_free(&b->waiting);
	for (uint32_t leaf = b->first; leaf < b->end; leaf++) {
		struct message m = { .more = b->head[leaf].more && b->valid[leaf / 64] >> leaf % 64 & 1 };

		for (bool begun = m.more; account_next(&b->account, leaf, &m); begun = begun && m.more)
			b->rest[leaf] += begun;
		b->account.result->unsent -= b->rest[leaf];
	}
	b->account.result->unsent += b->account.result->created - before;
}

/* Steps until everything has arrived; `until` at the latest. */
static void run_until(struct bench *b, uint64_t until)
{
	while (!has_failed(b) && !is_finished(b) && b->account.now < until)
		step(b);
}

static void run_begin(struct bench *b)
{
	uint64_t end = b->account.window_end;

	b->deadline = end == UINT64_MAX ? UINT64_MAX : end + b->tb->drain_clocks;
	b->began = b->told = seconds_now();
	for (uint32_t leaf = b->first; leaf < b->end; leaf++)
		load_next(b, leaf, 0);
	if (b->diary)
		meet(b);
}

static void run_end(struct bench *b)
{
	uint64_t quiet, least = 0;

	run_until(b, b->deadline);
	if (!is_finished(b))
		least = b->account.now;
	if (!has_failed(b))
		count_unsent(b);
	if (b->diary)
		meet(b);
	run_until(b, UINT64_MAX);
	/* Ranks learn of the end at a meeting behind it. */
	b->account.result->clocks = !b->diary ? b->account.now
					      : least > b->everywhere.quiet_from ? least : b->everywhere.quiet_from;
	/* From here on no message may arrive. */
	for (quiet = b->account.now + QUIET_SLOTS * b->tb->slot_clocks; !has_failed(b) && b->account.now < quiet;)
		step(b);
	if (b->diary)
		meet(b);
}

/* Nothing is created from now on: messages that were drawn for later clocks never were. */
static void end_traffic(struct bench *b)
{
	traffic_set_end(b->tb->traffic, b->account.now);
	for (uint32_t leaf = b->first; leaf < b->end; leaf++) {
		if (!b->pending[leaf] || b->head[leaf].created < b->account.now)
			continue;
		stop_waiting(b, leaf);
		b->account.result->created--;
		b->account.result->measured_created--;
	}
	b->deadline = b->account.now;
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

/* False after a message: one of these ports is there, but has another width. */
static bool find_shown(struct bench *b, unsigned source_bits)
{
	const struct testbench *tb = b->tb;
	const char *id = "m_axis_tid", *keep = "m_axis_tkeep";
	bool has_id = model_port(tb->model, "m_axis_tuser") && model_port(tb->model, id), has_keep = model_port(tb->model, keep);

	b->m_id = has_id ? need_port(tb, id, source_bits) : NULL;
	b->m_keep = has_keep ? need_port(tb, keep, tb->leaves * (tb->payload_bits / 8)) : NULL;
	return (b->m_id || !has_id) && (b->m_keep || !has_keep);
}

/* False after a message. A diary has no word for what is thrown away. */
static bool find_dropped(struct bench *b)
{
	const struct testbench *tb = b->tb;

	if (!model_port(tb->model, "m_axis_dropped"))
		return true;
	if (b->diary)
		return error("the network may throw messages away: expected one process");
	b->account.result->throws = true;
	b->dropped = need_port(tb, "m_axis_dropped", tb->leaves);
	b->lost = need_port(tb, "m_axis_lost", tb->leaves * tb->label_bits);
	return b->dropped && b->lost;
}

/* False after a message. */
static bool find_root(struct bench *b)
{
	static const char *const name[ROOT_PORTS] = { "s_root_tdata", "s_root_tdest", "s_root_tuser", "s_root_tvalid", "s_root_tready",
						      "m_root_tdata", "m_root_tdest", "m_root_tuser", "m_root_tvalid", "m_root_tready" };
	const struct testbench *tb = b->tb;
	const unsigned width[ROOT_PORTS] = { tb->payload_bits, tb->levels, tb->levels, 1, 1, tb->payload_bits, tb->levels, tb->levels, 1, 1 };
	bool found = true;

	for (unsigned k = 0; k < ROOT_PORTS && tb->outside > 0 && found; k++) {
		b->root[k] = need_port(tb, name[k], tb->outside * width[k]);
		found = b->root[k];
	}
	return found;
}

static bool find_ports(struct bench *b)
{
	const struct testbench *tb = b->tb;
	unsigned n = inner_leaves(b), source_bits = n * (tb->label_bits + tb->group_bits);
	const char *source = model_port(tb->model, "m_axis_tuser") ? "m_axis_tuser" : "m_axis_tid";
	const struct model_port *p[] = {
		need_port(tb, "s_axis_tdata", n * tb->payload_bits), need_port(tb, "s_axis_tdest", n * tb->label_bits),
		need_port(tb, "m_axis_tdata", n * tb->payload_bits),
		need_port(tb, source, source_bits),
		need_port(tb, "s_axis_tvalid", n), need_port(tb, "s_axis_tready", n),
		need_port(tb, "m_axis_tvalid", n), need_port(tb, "m_axis_tready", n),
	};

	for (unsigned i = 0; i < sizeof p / sizeof p[0]; i++)
		if (!p[i])
			return false;
	if (!find_shown(b, source_bits))
		return false;
	if (tb->packets) {
		const struct model_port *s_last = need_port(tb, "s_axis_tlast", n), *m_last = need_port(tb, "m_axis_tlast", n);

		if (!s_last || !m_last)
			return false;
		b->s_last = s_last->low;
		b->m_last = m_last->low;
	}
	if (!find_dropped(b) || !find_root(b))
		return false;
	if (tb->strike_count > 0) {
		b->fault_shift = need_port(tb, "fault_shift", 1);
		b->fault_in = need_port(tb, "fault_in", 1);
		if (!b->fault_shift || !b->fault_in)
			return false;
	}
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

	testbench_own(tb, &b->first, &b->end);
	if (tb->rank_end)
		b->diary = diary_new(tb->payload_bits, rank_of, tb);
	b->words = (tb->leaves + 63) / 64;
	b->first_word = b->first / 64;
	b->end_word = (b->end + 63) / 64;
	b->valid = allocate_array(b->words, sizeof *b->valid);
	b->ready = allocate_array(b->words, sizeof *b->ready);
	b->taken = allocate_array(b->words, sizeof *b->taken);
	b->stalled = allocate_array(b->words, sizeof *b->stalled);
	b->all = allocate_array(b->words, sizeof *b->all);
	b->arrived = allocate_array(tb->leaves, sizeof *b->arrived);
	b->head = allocate_array(tb->leaves, sizeof *b->head);
	b->rest = allocate_array(tb->leaves, sizeof *b->rest);
	b->pending = allocate_array(tb->leaves, sizeof *b->pending);
	if (tb->stopped)
		b->stopped = allocate_array(b->words, sizeof *b->stopped);
	for (uint32_t leaf = 0; leaf < tb->leaves; leaf++) {
		b->all[leaf / 64] |= (uint64_t)1 << leaf % 64;
		if (tb->stopped)
			b->stopped[leaf / 64] |= (uint64_t)tb->stopped[leaf] << leaf % 64;
	}
}

static void free_bench(struct bench *b)
{
	free(b->valid);
	free(b->ready);
	free(b->taken);
	free(b->stalled);
	free(b->all);
	free(b->arrived);
	free(b->stopped);
	free(b->head);
	free(b->rest);
	free(b->pending);
	free(b->twin);
	diary_free(b->diary);
	heap_free(&b->waiting);
}

/* Reset with idle sources and ready sinks. */
static void start(struct bench *b)
{
	const struct testbench *tb = b->tb;

	for (unsigned w = 0; w < b->words; w++) {
		b->ready[w] = b->all[w];
		store_ends(b, b->s_valid, ROOT_S_VALID, w, 0);
		store_ends(b, b->m_ready, ROOT_M_READY, w, b->ready[w]);
	}
	for (unsigned i = 0; i < 2; i++) {
		struct model *model = i == 0 ? tb->model : tb->beside;

		if (model)
			model_reset(model, RESET_CLOCKS);
		if (model && tb->dead)
			model_shift_faults(model, tb->dead, tb->dead_links);
	}
	random_start(&b->random, tb->seed, 2);
}

static bool is_set(const struct bench *b, size_t word)
{
	return load_word(b->out, word) & 1;
}

/* Lets leaf 0 send itself a word that it does not take. False after a message. */
static bool hold(struct bench *b)
{
	uint64_t patience = b->tb->patience_clocks;
	bool sending = true;

	for (unsigned w = 0; w < b->words; w++) {
		b->ready[w] = 0;
		store_word(b->in, b->m_ready + w * 2, 0);
	}
	bits_put(b->in, b->s_dest, b->tb->label_bits, account_tdest(b->tb, 0));
	store_word(b->in, b->s_valid, 1);
	b->holding = b->held = true;
	for (model_eval(b->tb->model); sending || !is_set(b, b->m_valid); model_eval(b->tb->model)) {
		bool taken = sending && is_set(b, b->s_ready);

		if (b->tb->clock)
			b->tb->clock(b->tb->context, b->tb->model, UINT64_MAX);
		if (patience-- == 0)
			return error("%s 0 got no word from itself in %" PRIu64 " clocks", testbench_end(b->tb), b->tb->patience_clocks);
		model_edge(b->tb->model);
		if (taken) {
			sending = false;
			store_word(b->in, b->s_valid, 0);
		}
	}
	return true;
}

static struct bench *bench_new(const struct testbench *tb, struct testbench_result *result)
{
	struct bench *b = allocate(sizeof *b);

	b->tb = tb;
	account_start(&b->account, tb, result);
	b->account.delivery = tb->delivery;
	b->account.context = tb->context;
	allocate_bench(b);
	b->account.failed = !find_ports(b);
	if (!b->account.failed) {
		find_twins(b);
		start(b);
		b->account.failed = tb->together && !hold(b);
	}
	b->begun = !b->account.failed;
	if (b->begun)
		run_begin(b);
	return b;
}

static bool bench_end(struct bench *b)
{
	bool failed;

	if (b->begun)
		run_end(b);
	if (b->begun)
		take_counts(b);
	account_end(&b->account);
	failed = b->account.failed;
	free_bench(b);
	free(b);
	return !failed;
}

bool testbench_run(const struct testbench *tb, struct testbench_result *result)
{
	bool passed = bench_end(bench_new(tb, result));

	if (tb->rank_end)
		testbench_gather(tb, result);
	return passed;
}

struct bench *testbench_begin(const struct testbench *tb, struct testbench_result *result)
{
	return bench_new(tb, result);
}

bool testbench_advance(struct bench *b, uint64_t clock)
{
	while (!has_failed(b) && b->account.now < clock)
		step(b);
	return !has_failed(b);
}

bool testbench_finish(struct bench *b)
{
	if (b->begun && !has_failed(b))
		end_traffic(b);
	return bench_end(b);
}

void testbench_result_free(struct testbench_result *result)
{
	service_free(&result->service);
	histogram_free(result->latency);
	histogram_free(result->network_latency);
	histogram_free(result->round_trip);
	crossings_free(result->crossings);
	memset(result, 0, sizeof *result);
}
