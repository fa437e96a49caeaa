/* stream_model.c: a whole network with leaf adapters, as a model without Verilog.
 *
 *   s_axis --> adapters --m at `load`--> slots of the machine --down--> adapters --> m_axis
 *              (adapter_model.c)         (model/slots.h)
 *
 * It has the ports of the Verilog, but for the bare wires of an outside, where nobody sends, and equals it in every clock. A unit,
 * which is the adapter of a leaf, or those of up to 64 leaves of one lane (adapter_model.h), acts only in clocks in which it can
 * change: when its ports or its wires do, and in those of a slot in which all adapters act. The network acts once in a slot.
 * Lanes are numbered leaf by leaf, leaf x lanes + lane, and so unit by unit.
 *
 * Of several ranks (util/ranks.h) each has some of the leaves. They exchange, all in the same clocks:
 *
 *   at each `load`   messages that leave a rank's subtrees (slot_walk.c), or answers for other ranks' leaves, or whether
 *                    some leaf refuses a broadcast
 *   in between       what owners of turns have said, and where the tokens are: before others hear it, and before a token
 *                    can reach another rank's leaf
 */
#include <stdlib.h>
#include <string.h>

#include "bits.h"
#include "leaves/adapter_model.h"
#include "leaves/leaf.h"
#include "leaves/model_ports.h"
#include "leaves/root_model.h"
#include "model/node_model.h"
#include "model/share.h"
#include "model/slots.h"
#include "network/machine.h"
#include "util/number.h"
#include "util/ranks.h"
#include "util/text.h"

/* A message that a leaf gets, by the wire on which it does. */
struct reception {
	uint32_t from;			/* the sending lane: leaf x lanes + lane; or leaves x lanes + the root's wire */
	uint32_t next;			/* of those that are complete in the same clock; NONE: the last one */
	uint32_t several;		/* above the label in m_axis_tuser: the number of a group, and whether it is a broadcast; 1: from outside */
	uint32_t label;			/* from outside: what its source says */
};
static const uint32_t none = UINT32_MAX;

/* An arrival on wires. */
struct arrival {
	uint32_t to;			/* leaf x lanes + wire, or lane that is answered */
	uint32_t from;			/* likewise; of an answer not used */
};

enum { SIGNALS = 16, RANDOM_PERIOD = 65535, RANDOM_SEED = 0x1d05, TICK_STATES = 15 };
enum port_number { FAULT_SHIFT = LEAF_PORTS, FAULT_IN, FAULT_OUT };	/* with fault registers */

/* fault_register.v: `next`, as a ring, and whether it differs from what the routers know. */
struct fault_register {
	unsigned bits;			/* 0: there is no register */
	uint8_t *ring, *told;		/* [bits]: 0 or 1 each; told: in order, for slot_model.tell() */
	unsigned first;			/* where bit 0 is */
	bool changed;
};

/* The broadcasts, as broadcast_timer.v has them. */
struct broadcasts {
	unsigned every;			/* one of so many slots; 0: there are none */
	uint32_t trees;			/* that they take now: see struct slot_model */
	uint32_t refused;		/* some leaf refuses this slot's, by trees */
	uint32_t from[ADAPTER_MOST_LANES], group[ADAPTER_MOST_LANES];	/* of those that come through, by tree: the sending
					   lane; 0: all leaves */
};

struct stream_model {
	struct ported ports;		/* by their numbers */
	const struct network *net;
	const struct frame *frame;
	const struct slot_model *slots;
	void *own;			/* the machine's */
	struct slot slot;
	struct root_model *root;	/* streams at the root channel; NULL: there are none */
	uint64_t root_strobe;		/* with them: the clock in which the data part that has been loaded is played */
	struct adapter_kind kind;
	struct adapter_times *times;	/* [slot_clocks] */
	unsigned leaves, lanes, label_bits;	/* label_bits: of s_axis_tdest, .. */
	unsigned way_bits;		/* .. of which these are above the label */
	unsigned slot_next;		/* leaf_phase.v */
	struct broadcasts broadcasts;

	bool resetting;
	uint64_t now;			/* the clock that comes, from the reset on */
	unsigned phase;			/* of it in its slot, from the clock that `times` begins with */
	struct adapter_signals signals[SIGNALS];	/* of the last clocks */
	uint8_t ticks;			/* slots[] of turn_timer.v */
	uint32_t *spoken;		/* [line_clocks]: by clock, what owners of turns have said */
	unsigned line_clocks;
	uint32_t *token;		/* [lane]: the leaf with the turn; `leaves`: the timer */
	uint64_t *has_token;		/* [unit]: lanes */

	char *adapter;			/* [unit], adapter_size() each */
	size_t adapter_size;
	unsigned units, unit_leaves;	/* unit_leaves: leaves of a unit, at most */
	uint64_t *busy, *unsteady, *active;	/* units, a bit each: not idle; to act in the next clock; in this one */
	unsigned unit_words;		/* of these */
	uint64_t *valid, *ready;	/* ports a clock ago, a bit for each leaf */
	uint64_t *renewed;		/* of one lane: the word on the port was taken then */
	unsigned words;			/* of these; .. */
	unsigned first_word, end_word;	/* .. those with own leaves */
	uint32_t *label;		/* [leaf] */

	uint32_t *sent;			/* messages of this slot */
	uint32_t *destination, *path;	/* by message */
	int *arrived_at;
	struct arrival *arrival, *answer;	/* of this part, until they arrive */
	size_t arrivals, answers;
	uint64_t *down, *complete;	/* [unit]: wires, in this clock */
	struct reception *reception;	/* [leaf x lanes + wire] */
	uint32_t *calendar;		/* [2 x slot_clocks]: by clock, the first reception that is complete then */
	unsigned payload_words;
	uint32_t *word, *held;		/* payloads: of words in lanes, of received messages; by lane */
	uint32_t *label_leaf;		/* [label]; none: no leaf */
	struct fault_register faults;
	struct share share;		/* of one rank: all leaves */
	struct slot_share slot_share;
	uint32_t *rank_end;		/* [rank]: behind its leaves; one rank: NULL */
	unsigned *keeper;		/* [lane]: the rank that knows where the token is */
	uint64_t meeting;		/* clock of the next exchange about turns */
	uint32_t *turn_news;		/* [line_clocks + lanes]: what is exchanged then */
	uint32_t *guest;		/* messages from other ranks in this slot, or answers for their lanes */
	size_t guests;
	const uint32_t *in;		/* the ports, while a slot is played */
	uint64_t tries, taken;		/* words to one leaf: sent, and taken by their leaves */
	struct trails *trails;		/* of these; or NULL */
	uint32_t *trail;		/* [message]: its number there, in this slot */
	uint16_t *random;		/* [RANDOM_PERIOD]: states of leaf_random.v in their order .. */
	uint16_t *random_from;		/* [leaf]: .. and where each begins */
};

static struct adapter *adapter_at(const struct stream_model *m, uint32_t unit)
{
	return (struct adapter *)(m->adapter + unit * m->adapter_size);
}

/* Of a lane: its unit, .. */
static uint32_t unit_of(const struct stream_model *m, uint32_t lane)
{
	return lane / m->kind.width;
}

/* .. and its bit there. */
static uint64_t bit_of(const struct stream_model *m, uint32_t lane)
{
	return UINT64_C(1) << lane % m->kind.width;
}

/* The same by leaf and lane, without a division. */
static uint32_t unit_of_leaf(const struct stream_model *m, uint32_t leaf)
{
	return m->unit_leaves > 1 ? leaf / ADAPTER_MOST_LEAVES : leaf;
}

static uint64_t bit_of_leaf(const struct stream_model *m, uint32_t leaf, unsigned lane)
{
	return UINT64_C(1) << (m->unit_leaves > 1 ? leaf % ADAPTER_MOST_LEAVES : lane);
}

static struct adapter_lane *lane_at(const struct stream_model *m, uint32_t lane)
{
	return &adapter_at(m, unit_of(m, lane))->lane[lane % m->kind.width];
}

/* ---- Time ---- */

/* Of this clock, or of the next one. */
static const struct adapter_times *times_of(const struct stream_model *m, bool next)
{
	return &m->times[m->phase + next < m->frame->slot_clocks ? m->phase + next : 0];
}

/* Clock 0: where it is in a slot. */
static unsigned first_phase(const struct frame *f)
{
	return (f->slot_clocks - f->first_clock % f->slot_clocks) % f->slot_clocks;
}

/* Leaves are in reset until the first, silent slot is over. */
static uint64_t reset_end(const struct stream_model *m)
{
	return m->frame->slot_clocks + m->frame->depth;
}

static uint16_t random_state(const struct stream_model *m, uint32_t leaf, uint64_t clock)
{
	return m->random[(m->random_from[leaf] + clock - reset_end(m)) % RANDOM_PERIOD];
}

static unsigned index_of(const struct stream_model *m, uint64_t clock)
{
	return clock < m->frame->depth ? 0 : (unsigned)(clock - m->frame->depth) & ((1u << m->frame->index_bits) - 1);
}

/* What leaves hear: the tick, or what an owner of a turn said. */
static uint32_t hear(struct stream_model *m, bool load_body)
{
	bool tick = m->ticks == TICK_STATES;

	if (!m->frame->turns)
		return 0;
	if (!load_body)
		return m->spoken[m->now % m->line_clocks];
	m->ticks = (uint8_t)((m->ticks << 1 | ((m->ticks >> 3 ^ m->ticks >> 2) & 1)) & TICK_STATES);
	return tick ? m->kind.all : 0;
}

/* ---- Broadcasts ---- */

/* How often broadcast_timer.v has turned before the leaves' `clock`; they see it as late as they see when a slot begins, and
 * a clock later. */
static uint64_t timer_turns(const struct stream_model *m, uint64_t clock)
{
	uint64_t slot = m->frame->slot_clocks, first = m->frame->first_clock - slot + m->frame->broadcast_at;

	return clock < first ? 0 : (clock - first) / slot + 1;
}

static void set_broadcast_signals(struct stream_model *m, struct adapter_signals *s)
{
	uint64_t turns = timer_turns(m, m->now);

	/* What is dead changes when a slot begins, not between what the timer knows and what leaves hear of it. */
	if (m->now > 0 && turns != timer_turns(m, m->now - 1))
		m->broadcasts.trees = m->slots->trees(m->own);
	s->broadcast = turns > 0 && turns % m->broadcasts.every == 0;
	s->tree = m->broadcasts.trees;
	s->verdict = times_of(m, false)->verdict && s->broadcast;
	s->known = times_of(m, false)->known;
}

static bool is_member(const struct stream_model *m, uint32_t leaf, uint32_t group)
{
	const struct spec *spec = m->net->spec;

	return group == 0 || (group <= spec->group_count && spec->member_of[leaf] >> (group - 1) & 1);
}

/* The group of a word to several leaves. */
static uint32_t group_of(const struct stream_model *m, uint32_t to)
{
	return to & ((1u << m->frame->group_bits) - 1);
}

static const struct adapter_signals *past(const struct stream_model *m, unsigned clocks)
{
	return &m->signals[(m->now - clocks) % SIGNALS];
}

/* The signals of this clock. Before the first slot only `mark` comes, and what loads its first part. */
static void set_signals(struct stream_model *m)
{
	const struct adapter_times *t = times_of(m, false);
	struct adapter_signals *s = &m->signals[m->now % SIGNALS];
	bool awake = m->now >= m->frame->first_clock, begins = m->now + 1 >= m->frame->first_clock;

	*s = (struct adapter_signals){
		.now = m->now, .rst = m->now < reset_end(m), .mark = t->mark, .load = t->load && begins,
		.load_body = t->load_body && begins, .answering = t->answering && awake,
		.answering_next = times_of(m, true)->answering && begins,
		.down_start = t->down_start && awake, .decide = t->decide && awake,
		.marked = m->now > 0 && past(m, 1)->mark,
		.index = m->now > 0 ? index_of(m, m->now - 1) : 0,
		.index_before = m->now > 1 ? index_of(m, m->now - 2) : 0,
	};
	s->slot = m->slot_next;
	if (s->load_body && m->frame->slot_bits > 0)
		m->slot_next = m->slot_next + 1 < m->frame->shape.phase_slots ? m->slot_next + 1 : 0;
	s->line = hear(m, s->load_body);
	if (m->broadcasts.every > 0)
		set_broadcast_signals(m, s);
}

/* ---- Turns ---- */

static bool is_own(const struct stream_model *m, uint32_t leaf)
{
	return leaf >= m->share.first && leaf < m->share.end;
}

/* Clocks until a token, which moves on by at most a leaf a clock, can be at another rank's leaf. */
static uint64_t clocks_to_others(const struct stream_model *m, uint32_t leaf)
{
	unsigned keeper = ranks_find(m->rank_end, leaf);

	return (keeper + 1 == ranks_count() ? m->leaves + 1 : m->rank_end[keeper]) - leaf;
}

/* A lane's token comes to the leaf that it is at, or goes. The timer has no adapter. */
static void move_token(struct stream_model *m, unsigned lane, bool comes)
{
	uint32_t leaf = m->token[lane];
	uint64_t *has, bit;

	if (leaf >= m->leaves)
		return;
	has = &m->has_token[unit_of_leaf(m, leaf)];
	bit = bit_of_leaf(m, leaf, lane);
	*has = comes ? *has | bit : *has & ~bit;
}

/* Another rank says where a token is now. Returns the clock in which it can be at a leaf of a third one. */
static uint64_t place_token(struct stream_model *m, unsigned lane, uint32_t leaf)
{
	move_token(m, lane, false);
	m->token[lane] = leaf;
	/* That of the last leaf has it in the timer, too. */
	m->keeper[lane] = ranks_find(m->rank_end, leaf);
	if (is_own(m, leaf))
		move_token(m, lane, true);
	return m->now + clocks_to_others(m, leaf);
}

/* Exchanges what has been said since the last exchange, and the tokens' places. */
static void meet(struct stream_model *m)
{
	unsigned clocks = m->line_clocks;
	size_t bytes;

	memcpy(m->turn_news, m->spoken, clocks * sizeof *m->spoken);
	memcpy(m->turn_news + clocks, m->token, m->lanes * sizeof *m->token);
	ranks_exchange(m->turn_news, (clocks + m->lanes) * sizeof *m->turn_news);
	for (unsigned r = 0; r < ranks_count(); r++) {
		const uint32_t *given = ranks_given(r, &bytes);

		for (unsigned i = 0; i < clocks; i++)
			m->spoken[i] |= given[i];
	}
	m->meeting = m->now + clocks;
	for (unsigned i = 0; i < m->lanes; i++) {
		const uint32_t *given = ranks_given(m->keeper[i], &bytes);
		uint64_t soonest = place_token(m, i, given[clocks + i]);

		m->meeting = soonest < m->meeting ? soonest : m->meeting;
	}
}

/* Owners of turns speak. Returns the lanes whose token rests: at a late word. */
static uint32_t speak(struct stream_model *m, const struct adapter_signals *s)
{
	uint32_t said = 0, rests = 0;

	for (unsigned i = 0; m->frame->turns && i < m->lanes; i++) {
		uint32_t leaf = m->token[i];
		uint64_t bit = bit_of_leaf(m, leaf, i);
		const struct adapter *a;

		if (m->keeper[i] != ranks_rank() || leaf == m->leaves)
			continue;
		a = adapter_at(m, unit_of_leaf(m, leaf));
		if (!(a->r.late & bit))
			continue;
		rests |= 1u << i;
		said |= (uint32_t)(adapter_says(&m->kind, a, s, bit) != 0) << i;
	}
	m->spoken[m->now % m->line_clocks] = said;
	return rests;
}

/* Behind the edge: the other tokens go on to the next leaf, and from the last one to the timer. */
static void pass_tokens(struct stream_model *m, uint32_t rests)
{
	for (unsigned i = 0; m->frame->turns && i < m->lanes; i++) {
		if (rests >> i & 1 || m->keeper[i] != ranks_rank())
			continue;
		move_token(m, i, false);
		m->token[i] = m->token[i] < m->leaves ? m->token[i] + 1 : 0;
		move_token(m, i, true);
	}
}

/* ---- The network ---- */

static uint32_t wish_of(const struct stream_model *m, unsigned lane, uint16_t random)
{
	uint32_t wish = 0;

	for (unsigned k = 0; k < m->frame->path_bits; k++)
		wish |= (uint32_t)(random >> (5 * lane + k) % 16 & 1) << k;
	return frame_parents(m->frame, wish);
}

/* The parents that a lane's word takes, as leaf_choice.v has stored them a clock before `load`. */
static uint32_t path_of(const struct stream_model *m, uint32_t leaf, unsigned lane, uint32_t destination)
{
	uint32_t at = leaf * m->lanes + lane;
	const struct adapter *a = adapter_at(m, unit_of(m, at));
	/* One lane chooses its word, and the parents with it, as late as possible; several follow until the word is loaded. */
	uint64_t chosen = m->now - 1 - (m->lanes == 1 ? m->frame->label_clocks : 0);
	uint16_t random = random_state(m, leaf, chosen < reset_end(m) ? reset_end(m) : chosen);
	uint64_t vain = m->lanes > 1 ? a->r.tried : a->r.in_vain;

	if (m->frame->shape.phase_slots > 0)
		return frame_parents(m->frame, lane_at(m, at)->way >> m->frame->lane_bits);
	if (m->kind.retries && vain & bit_of(m, at))
		return wish_of(m, lane, random);
	return m->slots->path(m->own, leaf, lane, destination, random);
}

static void add_message(struct stream_model *m, uint32_t message)
{
	uint32_t to = lane_at(m, message)->to;

	/* Of a broadcast the network does not read it: it names the group for other ranks. */
	if (m->slot.to_all)
		m->destination[message] = group_of(m, to);
	else
		m->destination[message] = to >> m->frame->levels ? SLOT_OUTSIDE : m->label_leaf[to];
	if (m->slots->path && !m->slot.to_all)
		m->path[message] = path_of(m, message / m->lanes, message % m->lanes, m->destination[message]);
	m->sent[m->slot.sent_count++] = message;
}

/* Messages from here on come from the root's wires. */
static uint32_t root_messages(const struct stream_model *m)
{
	return m->leaves * m->lanes;
}

static void read_payload(const struct stream_model *m, const uint32_t *in, uint32_t leaf, uint32_t *to);
static uint32_t *word_at(const struct stream_model *m, uint32_t message);
static void copy_payload(const struct stream_model *m, uint32_t *to, const uint32_t *from);

/* A message comes out at the root, on a wire. */
static void leave(struct stream_model *m, uint32_t message, unsigned wire)
{
	struct root_word *word = root_model_bring(m->root, wire);

	if (!word)
		return;
	word->message = message;
	word->label = lane_at(m, message)->address;
	word->other = lane_at(m, message)->to & ((1u << m->frame->levels) - 1);
	if (m->lanes > 1)
		copy_payload(m, word->payload, word_at(m, message));
	else
		read_payload(m, m->in, message, word->payload);
}

/* The words of the root's wires join those of the leaves. Returns how many. */
static unsigned enter_from_root(struct stream_model *m)
{
	unsigned count = 0;

	for (uint64_t set = root_model_sends(m->root); set; set &= set - 1, count++) {
		unsigned wire = (unsigned)__builtin_ctzll(set);
		uint32_t message = root_messages(m) + wire;

		m->destination[message] = m->label_leaf[root_model_word(m->root, wire)->label];
		m->sent[m->slot.sent_count++] = message;
	}
	return count;
}

static void note_arrivals(struct stream_model *m, const uint32_t *message, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		int wire = m->arrived_at[message[i]];

		if (wire != SLOT_LOST && m->root && m->destination[message[i]] == SLOT_OUTSIDE)
			leave(m, message[i], (unsigned)wire);
		else if (wire != SLOT_LOST && is_own(m, m->destination[message[i]]))
			m->arrival[m->arrivals++] = (struct arrival){
				m->destination[message[i]] * m->lanes + (uint32_t)wire, message[i] };
	}
}

/* The broadcasts that come through, of these. They arrive at all leaves. */
static void note_broadcasts(struct stream_model *m, const uint32_t *message, size_t count)
{
	struct broadcasts *b = &m->broadcasts;

	for (size_t i = 0; i < count; i++) {
		int lane = m->arrived_at[message[i]];

		if (lane == SLOT_LOST)
			continue;
		b->from[lane] = message[i];
		b->group[lane] = m->destination[message[i]];
		for (uint32_t leaf = m->share.first; leaf < m->share.end; leaf++)
			if (m->slots->reaches(m->own, (unsigned)lane, leaf))
				m->arrival[m->arrivals++] = (struct arrival){ leaf * m->lanes + (uint32_t)lane, message[i] };
	}
}

/* Each message of this slot begins a trail. */
static void begin_trails(struct stream_model *m)
{
	trails_step(m->trails, m->now);
	for (size_t i = 0; i < m->slot.sent_count; i++) {
		uint32_t message = m->sent[i];

		m->trail[message] = trails_begin(m->trails, message / m->lanes, m->destination[message]);
	}
}

/* Those that come to their leaf are refused there until it is known that it takes them. */
static void note_trails(struct stream_model *m)
{
	for (size_t i = 0; i < m->arrivals; i++)
		trails_end(m->trails, m->trail[m->arrival[i].from], TRAIL_REFUSED);
}

/* The data part: runs the slot, and keeps what arrives until it does. */
static void send_messages(struct stream_model *m, const uint32_t *in)
{
	struct slot before = m->slot;

	m->arrivals = m->guests = 0;
	m->in = in;
	m->slot.trails = m->slot.to_all ? NULL : m->trails;
	unsigned entered = m->root ? enter_from_root(m) : 0;

	if (m->slot.trails)
		begin_trails(m);
	m->slots->play(m->own, &m->slot);
	/* Only words to one leaf are counted. */
	if (m->slot.to_all) {
		memcpy(m->slot.up, before.up, sizeof before.up);
		memcpy(m->slot.down, before.down, sizeof before.down);
	} else {
		m->slot.up[m->net->levels] += m->slot.sent_count - entered;
		for (size_t i = 0; i < m->slot.sent_count - entered; i++)
			m->tries += m->destination[m->sent[i]] != SLOT_OUTSIDE || !m->root;
	}
	(m->slot.to_all ? note_broadcasts : note_arrivals)(m, m->sent, m->slot.sent_count);
	(m->slot.to_all ? note_broadcasts : note_arrivals)(m, m->guest, m->guests);
	if (m->slot.trails)
		note_trails(m);
}

/* All leaves hear of each tree whether any refuses its broadcast. */
static void spread_refusals(struct stream_model *m)
{
	uint32_t refused = m->broadcasts.refused;
	size_t bytes;

	if (ranks_count() > 1)
		ranks_exchange(&refused, sizeof refused);
	for (unsigned r = 0; ranks_count() > 1 && r < ranks_count(); r++)
		refused |= *(const uint32_t *)ranks_given(r, &bytes);
	for (; refused; refused &= refused - 1) {
		unsigned tree = (unsigned)__builtin_ctz(refused);

		for (uint32_t leaf = m->share.first; leaf < m->share.end; leaf++)
			if (m->slots->reaches(m->own, tree, leaf))
				m->answer[m->answers++].to = leaf * m->lanes + tree;
	}
}

/* Exchanges the answers for other ranks' leaves, which are in `guest` as lanes. */
static void exchange_answers(struct stream_model *m)
{
	ranks_exchange(m->guest, m->guests * sizeof *m->guest);
	for (unsigned r = 0; r < ranks_count(); r++) {
		size_t bytes;
		const uint32_t *given = ranks_given(r, &bytes);

		for (size_t i = 0; r != ranks_rank() && i < bytes / sizeof *given; i++)
			if (is_own(m, given[i] / m->lanes))
				m->answer[m->answers++].to = given[i];
	}
}

static void add_answer(struct stream_model *m, uint32_t to)
{
	if (to >= root_messages(m))
		root_model_acknowledge(m->root, to - root_messages(m));
	else if (is_own(m, to / m->lanes))
		m->answer[m->answers++].to = to;
	else
		m->guest[m->guests++] = to;
}

/* The root acknowledges what it has taken in this slot. */
static void answer_from_root(struct stream_model *m)
{
	for (uint64_t set = root_model_takes(m->root); set; set &= set - 1)
		add_answer(m, root_model_taken(m->root, (unsigned)__builtin_ctzll(set))->message);
}

/* What lanes send in the part that begins. */
static void load(struct stream_model *m, const uint32_t *in)
{
	bool answers = past(m, 0)->answering, broadcast = past(m, 0)->broadcast;

	m->slot.to_all = broadcast;
	m->broadcasts.refused = 0;
	m->slot.sent_count = m->answers = m->guests = 0;
	for (unsigned w = 0; w < m->unit_words; w++)
		for (uint64_t set = m->busy[w]; set; set &= set - 1) {
			uint32_t unit = w * 64 + (uint32_t)__builtin_ctzll(set);

			for (uint64_t lanes = adapter_sends(adapter_at(m, unit)); lanes; lanes &= lanes - 1) {
				uint32_t lane = unit * m->kind.width + (uint32_t)__builtin_ctzll(lanes);

				if (answers && broadcast)
					m->broadcasts.refused |= 1u << lane % m->lanes;
				else if (answers)
					add_answer(m, m->reception[lane].from);
				else
					add_message(m, lane);
			}
		}
	if (answers && m->root)
		answer_from_root(m);
	m->slot.clock = m->now + 1;
	if (!answers && m->root)
		m->root_strobe = root_model_strobe(m->root, m->slot.clock);
	else if (!answers)
		send_messages(m, in);
	else if (broadcast)
		spread_refusals(m);
	else if (ranks_count() > 1)
		exchange_answers(m);
}

/* ---- Faults ---- */

static void show_fault(const struct stream_model *m, uint32_t *out)
{
	if (m->faults.bits > 0)
		bits_put(out, m->ports.port[FAULT_OUT].low, 1, m->faults.ring[m->faults.first]);
}

/* The routers learn what is in the register. */
static void tell_faults(struct stream_model *m)
{
	struct fault_register *f = &m->faults;
	unsigned behind = f->bits - f->first;

	memcpy(f->told, f->ring + f->first, behind);
	memcpy(f->told + behind, f->ring, f->first);
	m->slots->tell(m->own, f->told);
	f->changed = false;
}

/* In reset: what is dead by the parameters. */
static void reset_faults(struct stream_model *m)
{
	struct fault_register *f = &m->faults;

	if (f->bits == 0)
		return;
	memset(f->ring, 0, f->bits);
	m->net->spec->machine->model.node->tell(m->net, f->ring);
	f->first = 0;
	tell_faults(m);
}

/* The strobe of a data part is at the leaves, as many registers ahead of the wires. */
static bool data_begins(const struct stream_model *m)
{
	uint64_t ahead = m->now + FRAME_START_AHEAD;

	return ahead >= m->frame->first_clock && (ahead - m->frame->first_clock) % m->frame->slot_clocks == 0;
}

static void clock_faults(struct stream_model *m, const uint32_t *in, uint32_t *out)
{
	struct fault_register *f = &m->faults;

	if (f->bits == 0)
		return;
	if (in[m->ports.port[FAULT_SHIFT].low / 32] & 1) {
		f->ring[f->first] = in[m->ports.port[FAULT_IN].low / 32] & 1;
		f->first = (f->first + 1) % f->bits;
		f->changed = true;
		show_fault(m, out);
	} else if (f->changed && data_begins(m)) {
		tell_faults(m);
	}
}

/* ---- Messages at their leaves ---- */

/* Of a word in a lane. Of leaves with one lane, only those of other ranks. */
static uint32_t *word_at(const struct stream_model *m, uint32_t message)
{
	return m->word + (size_t)lane_at(m, message)->payload * m->payload_words;
}

static void copy_payload(const struct stream_model *m, uint32_t *to, const uint32_t *from)
{
	memcpy(to, from, m->payload_words * sizeof *to);
}

static void read_payload(const struct stream_model *m, const uint32_t *in, uint32_t leaf, uint32_t *to)
{
	unsigned bits = m->frame->payload_bits;
	size_t at = m->ports.port[S_DATA].low + (size_t)leaf * bits;

	for (unsigned i = 0; i * 32 < bits; i++)
		to[i] = (uint32_t)bits_get(in, at + i * 32, smaller(32, bits - i * 32));
}

static uint32_t source_shown(const struct stream_model *m, const struct reception *r)
{
	return r->from < root_messages(m) ? m->label[r->from / m->lanes] : r->label;
}

/* Puts the message of wire 0 on m_axis. */
static void show_message(const struct stream_model *m, uint32_t leaf, uint32_t *out)
{
	unsigned bits = m->frame->payload_bits, user = m->ports.port[M_USER].width / m->leaves;
	size_t at = m->ports.port[M_DATA].low + (size_t)leaf * bits;
	const uint32_t *payload = m->held + (size_t)leaf * m->lanes * m->payload_words;
	const struct reception *r = &m->reception[leaf * m->lanes];
	uint64_t from = source_shown(m, r) | (uint64_t)r->several << m->frame->levels;

	for (unsigned i = 0; i * 32 < bits; i++)
		bits_put(out, at + i * 32, smaller(32, bits - i * 32), payload[i]);
	bits_put(out, m->ports.port[M_USER].low + (size_t)leaf * user, user, from);
}

static uint32_t *held_at(const struct stream_model *m, uint32_t wire)
{
	return m->held + (size_t)wire * m->payload_words;
}

/* Notes that a wire's message will be complete in `clock`. */
static void complete_at(struct stream_model *m, uint32_t wire, uint64_t clock)
{
	uint32_t *first = &m->calendar[clock % (2 * m->frame->slot_clocks)];

	m->reception[wire].next = *first;
	*first = wire;
}

/* A wire takes the message of a lane. */
static void receive(struct stream_model *m, const uint32_t *in, uint32_t wire, uint32_t from)
{
	uint32_t source = from / m->lanes;

	m->reception[wire].from = from;
	m->reception[wire].several = 0;
	if (from >= root_messages(m)) {
		const struct root_word *word = root_model_word(m->root, from - root_messages(m));

		m->reception[wire].several = 1;
		m->reception[wire].label = word->other;
		copy_payload(m, held_at(m, wire), word->payload);
	} else if (m->lanes > 1 || !is_own(m, source))
		copy_payload(m, held_at(m, wire), word_at(m, from));
	else
		read_payload(m, in, source, held_at(m, wire));
}

/* For struct slot_share. */
static void give_payload(void *context, uint32_t message, struct text *to)
{
	struct stream_model *m = context;

	/* A port shows the word until its answer has come. */
	if (m->lanes == 1)
		read_payload(m, m->in, message, word_at(m, message));
	text_add_bytes(to, word_at(m, message), m->payload_words * sizeof *m->word);
}

static void take_guest(void *context, uint32_t message, unsigned destination, const void *extra)
{
	struct stream_model *m = context;

	m->guest[m->guests++] = message;
	m->destination[message] = destination;
	memcpy(word_at(m, message), extra, m->payload_words * sizeof *m->word);
}

/* The messages that leaves take from the network, of those that have come in this clock. */
static void receive_arrivals(struct stream_model *m, const uint32_t *in)
{
	const struct frame *f = m->frame;

	for (size_t i = 0; i < m->arrivals; i++) {
		const struct arrival *a = &m->arrival[i];
		uint32_t leaf = a->to / m->lanes, source = a->from / m->lanes;
		/* From outside: a bit for each level. */
		unsigned peak = source < m->leaves ? bit_length(m->label[leaf] ^ m->label[source]) : 0;
		unsigned stripped = source < m->leaves ? frame_stripped_bits(f, peak) : f->levels;

		/* Its bit of `down` is still set if the adapter takes it. */
		if (!(m->down[unit_of(m, a->to)] & bit_of(m, a->to)))
			continue;
		receive(m, in, a->to, a->from);
		m->taken += !m->slot.to_all && source < m->leaves;
		if (m->slot.trails)
			trails_end(m->trails, m->trail[a->from], TRAIL_ARRIVED);
		if (m->slot.to_all) {
			m->reception[a->to].several = m->broadcasts.group[a->to % m->lanes] << 1 | 1;
			stripped = frame_stripped_bits(f, f->levels);
		}
		complete_at(m, a->to, m->now + f->data_clocks - stripped);
	}
}

/* Words of a leaf for itself. */
static void receive_own(struct stream_model *m, const uint32_t *in, uint32_t unit, uint64_t lanes)
{
	/* The slot's clock 0: `take_own` comes a clock, or two, behind `load_body`, which comes a clock before body_at. */
	uint64_t zero = m->now - m->frame->body_at - (m->frame->shape.height > 1);

	for (; lanes; lanes &= lanes - 1) {
		uint32_t wire = unit * m->kind.width + (uint32_t)__builtin_ctzll(lanes);

		receive(m, in, wire, wire);
		complete_at(m, wire, zero + m->frame->data_clocks);
	}
}

/* Received messages go on to the next lower lane. */
static void move_received(struct stream_model *m, uint32_t leaf, uint64_t lanes)
{
	for (; lanes; lanes &= lanes - 1) {
		uint32_t wire = leaf * m->lanes + (uint32_t)__builtin_ctzll(lanes);

		m->reception[wire].from = m->reception[wire + 1].from;
		m->reception[wire].several = m->reception[wire + 1].several;
		m->reception[wire].label = m->reception[wire + 1].label;
		copy_payload(m, held_at(m, wire), held_at(m, wire + 1));
	}
}

/* ---- Adapters ---- */

static uint32_t destination_on_port(const struct stream_model *m, const uint32_t *in, uint32_t leaf)
{
	unsigned bits = m->label_bits;

	return (uint32_t)bits_get(in, m->ports.port[S_DEST].low + (size_t)leaf * bits, bits);
}

static bool coin_of(const struct stream_model *m, uint32_t leaf, uint64_t clock)
{
	return m->lanes > 1 && m->frame->shape.detour && clock >= reset_end(m) && random_state(m, leaf, clock) >> 15;
}

/* Runs an idle adapter through the last clocks. */
static void wake(struct stream_model *m, uint32_t unit)
{
	struct adapter *a = adapter_at(m, unit);
	struct adapter_inputs in = { .ready = UINT64_MAX, .to = a->port_to, .way = a->port_way };
	struct adapter_events e;
	unsigned back = m->now < ADAPTER_MEMORY ? (unsigned)m->now : ADAPTER_MEMORY;

	bits_set(m->busy, unit, true);
	for (; back > 0; back--) {
		in.coin = coin_of(m, unit, m->now - back);
		adapter_clock(&m->kind, a, past(m, back), &in, &e);
	}
}

static void rouse(struct stream_model *m, uint32_t unit)
{
	if (!bits_has(m->busy, unit))
		wake(m, unit);
	bits_set(m->active, unit, true);
}

/* What comes on the wires of leaves in this clock. */
static void bring(struct stream_model *m)
{
	const struct adapter_signals *s = past(m, 0);
	const struct arrival *list = s->answering ? m->answer : m->arrival;
	size_t count = s->answering ? m->answers : m->arrivals;
	uint32_t *due = &m->calendar[m->now % (2 * m->frame->slot_clocks)];

	for (size_t i = 0; s->down_start && i < count; i++) {
		m->down[unit_of(m, list[i].to)] |= bit_of(m, list[i].to);
		rouse(m, unit_of(m, list[i].to));
	}
	for (; *due != none; *due = m->reception[*due].next) {
		m->complete[unit_of(m, *due)] |= bit_of(m, *due);
		rouse(m, unit_of(m, *due));
	}
}

/* A leaf of one lane shows another word. */
static void show_port(struct stream_model *m, const uint32_t *in, uint32_t leaf)
{
	uint32_t to = destination_on_port(m, in, leaf);
	unsigned label = m->label_bits - m->way_bits;

	adapter_port(adapter_at(m, unit_of(m, leaf)), leaf % m->kind.width, to & (uint32_t)bits_low(label),
		     m->way_bits > 0 ? to >> label : 0);
}

/* Leaves whose ports have changed. */
static void look_at_ports(struct stream_model *m, const uint32_t *in, const uint32_t *out)
{
	size_t valid = m->ports.port[S_VALID].low, takes = m->ports.port[S_READY].low;
	size_t ready = m->ports.port[M_READY].low, gives = m->ports.port[M_VALID].low;

	for (unsigned w = m->first_word; w < m->end_word; w++) {
		uint64_t v = bits_get(in, valid + w * 64, 64), r = bits_get(in, ready + w * 64, 64);
		uint64_t changed = (v ^ m->valid[w]) | ((r ^ m->ready[w]) & bits_get(out, gives + w * 64, 64));
		uint64_t other = m->lanes > 1 ? 0 : v & (~m->valid[w] | m->renewed[w]);

		m->valid[w] = v;
		m->ready[w] = r;
		m->renewed[w] = v & bits_get(out, takes + w * 64, 64);
		for (changed |= other; changed; changed &= changed - 1)
			rouse(m, unit_of_leaf(m, w * 64 + (uint32_t)__builtin_ctzll(changed)));
		for (; other; other &= other - 1)
			show_port(m, in, w * 64 + (uint32_t)__builtin_ctzll(other));
	}
}

/* Of the broadcasts that come, by trees; of one alone, by all bits. */
static void add_broadcast_inputs(const struct stream_model *m, uint32_t leaf, struct adapter_inputs *in)
{
	const struct broadcasts *b = &m->broadcasts;

	for (uint32_t trees = b->trees; trees; trees &= trees - 1) {
		unsigned tree = (unsigned)__builtin_ctz(trees);
		uint32_t bit = m->frame->shape.trees_at_once > 1 ? 1u << tree : UINT32_MAX;

		in->mine |= b->from[tree] / m->lanes == leaf ? bit : 0;
		in->member |= is_member(m, leaf, b->group[tree]) ? bit : 0;
	}
}

/* A bit for each leaf of a unit, from those for all leaves. */
static uint64_t of_unit(const struct stream_model *m, const uint64_t *set, uint32_t unit)
{
	return m->unit_leaves > 1 ? set[unit] : bits_has(set, unit);
}

/* What comes into a unit in this clock. Where it is of several leaves, these have one lane each and no broadcasts: the rest is of
 * units that are a leaf. */
static struct adapter_inputs inputs_of(const struct stream_model *m, const uint32_t *in, uint32_t unit)
{
	struct adapter_inputs i = {
		.valid = of_unit(m, m->valid, unit), .ready = of_unit(m, m->ready, unit), .down = m->down[unit],
		.complete = m->complete[unit], .token = m->has_token[unit], .coin = coin_of(m, unit, m->now),
	};

	if (m->lanes > 1) {
		uint32_t to = destination_on_port(m, in, unit);
		unsigned label = m->label_bits - m->way_bits;

		i.to = to & (uint32_t)bits_low(label);
		i.way = m->way_bits > 0 ? to >> label : 0;
	}
	if (m->broadcasts.every > 0)
		add_broadcast_inputs(m, unit, &i);
	return i;
}

/* The outputs of a unit; `shown`: lanes whose message is new, and on m_axis if it is the leaf's first lane. */
static void show_unit(struct stream_model *m, uint32_t unit, uint64_t shown, uint32_t *out)
{
	const struct adapter *a = adapter_at(m, unit);
	size_t takes = m->ports.port[S_READY].low, gives = m->ports.port[M_VALID].low;
	uint32_t first = unit * m->unit_leaves;

	for (shown &= m->lanes > 1 ? 1 : UINT64_MAX; shown; shown &= shown - 1)
		show_message(m, first + (uint32_t)__builtin_ctzll(shown), out);
	/* Ports fill words of 64 bits. */
	if (m->unit_leaves > 1) {
		bits_put(out, takes + first, 64, adapter_takes(&m->kind, a));
		bits_put(out, gives + first, 64, adapter_gives(&m->kind, a));
	} else {
		bits_put(out, takes + first, 1, adapter_takes(&m->kind, a));
		bits_put(out, gives + first, 1, adapter_gives(&m->kind, a));
	}
}

static void clock_adapter(struct stream_model *m, uint32_t unit, const uint32_t *in, uint32_t *out)
{
	struct adapter *a = adapter_at(m, unit);
	struct adapter_inputs i = inputs_of(m, in, unit);
	struct adapter_events e;

	adapter_clock(&m->kind, a, past(m, 0), &i, &e);
	m->down[unit] = e.take;
	if (e.fresh)
		read_payload(m, in, unit, word_at(m, unit * m->lanes + (uint32_t)__builtin_ctzll(e.fresh)));
	if (e.take_own)
		receive_own(m, in, unit, e.take_own);
	if (e.move)
		move_received(m, unit, e.move);
	m->complete[unit] = 0;
	show_unit(m, unit, i.complete | e.move, out);
	bits_set(m->unsteady, unit, e.changed);
	if (!e.changed && m->unit_leaves == 1 && adapter_idle(&m->kind, a, i.valid))
		bits_set(m->busy, unit, false);
}

static void clock_adapters(struct stream_model *m, const uint32_t *in, uint32_t *out)
{
	bool all = times_of(m, false)->awake || m->now == reset_end(m);

	for (unsigned w = 0; w < m->unit_words; w++) {
		uint64_t set = m->active[w] | m->unsteady[w] | (all ? m->busy[w] : 0);

		m->active[w] = 0;
		for (; set; set &= set - 1)
			clock_adapter(m, w * 64 + (uint32_t)__builtin_ctzll(set), in, out);
	}
}

/* Bits of `down` are those that were taken; then none. */
static void end_arrivals(struct stream_model *m, const uint32_t *in)
{
	const struct adapter_signals *s = past(m, 0);

	if (!s->down_start)
		return;
	if (!s->answering)
		receive_arrivals(m, in);
	for (size_t i = 0; i < m->arrivals; i++)
		m->down[unit_of(m, m->arrival[i].to)] = 0;
	for (size_t i = 0; i < m->answers; i++)
		m->down[unit_of(m, m->answer[i].to)] = 0;
}

static void clock(struct stream_model *m, const uint32_t *in, uint32_t *out)
{
	uint32_t rests;

	if (ranks_count() > 1 && m->frame->turns && m->now == m->meeting)
		meet(m);
	set_signals(m);
	if (past(m, 0)->load)
		load(m, in);
	if (m->root && m->now == m->root_strobe)
		send_messages(m, in);
	look_at_ports(m, in, out);
	bring(m);
	rests = speak(m, past(m, 0));
	clock_adapters(m, in, out);
	if (!past(m, 0)->rst)
		pass_tokens(m, rests);
	end_arrivals(m, in);
	if (m->root)
		root_model_clock(m->root, m->now, in, out);
	clock_faults(m, in, out);
	m->phase = m->phase + 1 < m->frame->slot_clocks ? m->phase + 1 : 0;
	m->now++;
}

/* ---- A model ---- */

static void clear(struct stream_model *m, uint32_t *out)
{
	ported_clear(&m->ports, out);
	memset(m->adapter, 0, m->units * m->adapter_size);
	memset(m->busy, 0, m->unit_words * sizeof *m->busy);
	memset(m->unsteady, 0, m->unit_words * sizeof *m->unsteady);
	memset(m->active, 0, m->unit_words * sizeof *m->active);
	memset(m->valid, 0, m->words * sizeof *m->valid);
	memset(m->ready, 0, m->words * sizeof *m->ready);
	memset(m->renewed, 0, m->words * sizeof *m->renewed);
	memset(m->spoken, 0, m->line_clocks * sizeof *m->spoken);
	memset(m->has_token, 0, m->units * sizeof *m->has_token);
	memset(m->down, 0, m->units * sizeof *m->down);
	memset(m->complete, 0, m->units * sizeof *m->complete);
	memset(m->calendar, 0xff, 2 * m->frame->slot_clocks * sizeof *m->calendar);
	memset(m->signals, 0, sizeof m->signals);
	memset(m->slot.up, 0, sizeof m->slot.up);
	memset(m->slot.down, 0, sizeof m->slot.down);
	m->tries = m->taken = 0;
	m->arrivals = m->answers = 0;
	m->ticks = 1;
	m->now = 0;
	m->phase = first_phase(m->frame);
	m->slot_next = m->frame->shape.phase_slots > 1 ? m->frame->shape.phase_slots - 1 : 1;
	for (uint32_t lane = 0; lane < m->leaves * m->lanes; lane++) {
		lane_at(m, lane)->address = m->label[lane / m->lanes];
		lane_at(m, lane)->payload = lane;
	}
	for (uint32_t unit = 0; unit < m->units; unit++) {
		adapter_reset(&m->kind, adapter_at(m, unit));
		/* Units of several leaves are never idle, but for those of other ranks. */
		bits_set(m->busy, unit, m->unit_leaves > 1 && unit * m->unit_leaves < m->share.end
					&& (unit + 1) * m->unit_leaves > m->share.first);
	}
	memset(m->token, 0, m->lanes * sizeof *m->token);
	memset(m->keeper, 0, m->lanes * sizeof *m->keeper);
	m->meeting = 0;
	m->broadcasts.trees = 0;
	for (unsigned i = 0; i < m->lanes; i++)
		move_token(m, i, true);
	m->root_strobe = UINT64_MAX;
	if (m->root)
		root_model_reset(m->root);
	reset_faults(m);
	show_fault(m, out);
}

static void eval(void *instance, int clk, const uint32_t *in, uint32_t *out)
{
	struct stream_model *m = instance;
	bool rst = in[m->ports.port[RST].low / 32] & 1;

	/* All outputs come from registers. */
	if (!clk)
		return;
	if (rst && !m->resetting)
		clear(m, out);
	m->resetting = rst;
	if (!rst)
		clock(m, in, out);
}

static void count(const void *instance, struct model_counts *counts)
{
	const struct stream_model *m = instance;

	_Static_assert((int)MAXIMUM_LEVELS < (int)MODEL_LEVELS, "all levels are counted");
	counts->sent = m->tries;
	counts->taken = m->taken;
	for (unsigned k = 0; k <= m->net->levels; k++) {
		counts->up[k] = m->slot.up[k];
		counts->down[k] = m->slot.down[k];
	}
}

static void tell_trails(void *instance, struct trails *trails)
{
	((struct stream_model *)instance)->trails = trails;
}

static void free_model(void *instance)
{
	struct stream_model *m = instance;
	void *all[] = { m->times, m->spoken, m->token, m->has_token, m->adapter, m->busy, m->unsteady, m->active, m->valid,
			m->ready, m->renewed, m->label, m->sent, m->destination, m->path, m->arrived_at, m->arrival, m->answer, m->down, m->complete,
			m->reception, m->calendar, m->word, m->held, m->label_leaf, m->random, m->random_from, m->rank_end, m->keeper,
			m->turn_news, m->guest, m->trail, m->faults.ring, m->faults.told };

	m->slots->free(m->own);
	root_model_free(m->root);
	for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
		free(all[i]);
	free(m);
}

static void add_stream_model_ports(struct stream_model *m)
{
	ported_begin(&m->ports, eval, free_model);
	model_ports_add(&m->ports, m->net);
	m->root = root_model_new(m->net, &m->ports);
	if (m->faults.bits > 0) {
		ported_add(&m->ports, "fault_shift", 1, false);
		ported_add(&m->ports, "fault_in", 1, false);
		ported_add(&m->ports, "fault_out", 1, true);
	}
}

/* The state of leaf_random.v at the end of the reset. */
static uint16_t random_seed(const struct stream_model *m, uint32_t address)
{
	uint16_t seed = RANDOM_SEED;

	for (unsigned i = 1; i < 16; i++)
		seed ^= (uint16_t)((address >> (i - 1) % m->frame->levels & 1) << i);
	return seed;
}

/* The sequence of leaf_random.v. */
static void set_random(struct stream_model *m)
{
	uint16_t *place = allocate_array(RANDOM_PERIOD + 1, sizeof *place), state = 1;

	m->random = allocate_array(RANDOM_PERIOD, sizeof *m->random);
	m->random_from = allocate_array(m->leaves, sizeof *m->random_from);
	for (unsigned i = 0; i < RANDOM_PERIOD; i++) {
		m->random[i] = state;
		place[state] = (uint16_t)i;
		state = (uint16_t)(state << 1 | ((state >> 15 ^ state >> 13 ^ state >> 12 ^ state >> 10) & 1));
	}
	for (uint32_t leaf = 0; leaf < m->leaves; leaf++)
		m->random_from[leaf] = place[random_seed(m, m->label[leaf])];
	free(place);
}

static void set_labels(struct stream_model *m)
{
	size_t labels = (size_t)1 << m->frame->levels;

	m->label = allocate_array(m->leaves, sizeof *m->label);
	m->label_leaf = allocate_array(labels, sizeof *m->label_leaf);
	memset(m->label_leaf, 0xff, labels * sizeof *m->label_leaf);
	for (uint32_t leaf = 0; leaf < m->leaves; leaf++) {
		m->label[leaf] = network_label(m->net, leaf);
		m->label_leaf[m->label[leaf]] = leaf;
	}
}

static void allocate_all(struct stream_model *m)
{
	size_t n = m->leaves, lanes = n * m->lanes, messages = lanes + network_root_streams(m->net);

	m->words = (m->leaves + 63) / 64;
	m->unit_leaves = m->kind.width / m->lanes;
	m->units = (m->leaves + m->unit_leaves - 1) / m->unit_leaves;
	m->unit_words = (m->units + 63) / 64;
	m->payload_words = (m->frame->payload_bits + 31) / 32;
	m->line_clocks = m->frame->turns ? adapter_line_clocks(m->frame) : 1;
	m->times = allocate_array(m->frame->slot_clocks, sizeof *m->times);
	m->spoken = allocate_array(m->line_clocks, sizeof *m->spoken);
	m->token = allocate_array(m->lanes, sizeof *m->token);
	m->has_token = allocate_array(m->units, sizeof *m->has_token);
	m->keeper = allocate_array(m->lanes, sizeof *m->keeper);
	m->turn_news = allocate_array(m->line_clocks + m->lanes, sizeof *m->turn_news);
	m->guest = allocate_array(lanes, sizeof *m->guest);
	m->adapter_size = adapter_size(&m->kind);
	m->adapter = allocate_array(m->units, m->adapter_size);
	m->busy = allocate_array(m->unit_words, sizeof *m->busy);
	m->unsteady = allocate_array(m->unit_words, sizeof *m->unsteady);
	m->active = allocate_array(m->unit_words, sizeof *m->active);
	m->valid = allocate_array(m->words, sizeof *m->valid);
	m->ready = allocate_array(m->words, sizeof *m->ready);
	m->renewed = allocate_array(m->words, sizeof *m->renewed);
	m->sent = allocate_array(messages, sizeof *m->sent);
	m->destination = allocate_array(messages, sizeof *m->destination);
	m->path = allocate_array(messages, sizeof *m->path);
	m->arrived_at = allocate_array(messages, sizeof *m->arrived_at);
	m->trail = allocate_array(messages, sizeof *m->trail);
	m->arrival = allocate_array(messages, sizeof *m->arrival);
	m->answer = allocate_array(messages, sizeof *m->answer);
	m->down = allocate_array(m->units, sizeof *m->down);
	m->complete = allocate_array(m->units, sizeof *m->complete);
	m->reception = allocate_array(lanes, sizeof *m->reception);
	m->calendar = allocate_array(2 * m->frame->slot_clocks, sizeof *m->calendar);
	m->word = allocate_array(lanes, m->payload_words * sizeof *m->word);
	m->held = allocate_array(lanes, m->payload_words * sizeof *m->held);
	m->slot = (struct slot){ .lanes = m->lanes, .messages = messages, .sent = m->sent, .trail = m->trail, .destination = m->destination,
				 .path = m->path, .arrived_at = m->arrived_at };
}

static void add_faults(struct stream_model *m)
{
	struct fault_register *f = &m->faults;

	if (!m->net->spec->fault_registers)
		return;
	f->bits = m->net->spec->machine->model.node->told_bits(m->net, network_root(m->net));
	f->ring = allocate_array(f->bits, sizeof *f->ring);
	f->told = allocate_array(f->bits, sizeof *f->told);
}

/* Of one rank, all are its own. */
static void share_leaves(struct stream_model *m)
{
	m->share = (struct share){ .end = m->leaves };
	m->end_word = m->words;
	if (ranks_count() == 1)
		return;
	m->rank_end = share_ends(m->net, ranks_count());
	m->share = share_of(m->net, ranks_rank(), ranks_count());
	m->slot_share = (struct slot_share){ m->share.level, m->share.first, m->share.end,
					     m->payload_words * sizeof *m->word, give_payload, take_guest, m };
	m->slots->share(m->own, &m->slot_share);
	m->first_word = m->share.first / 64;
	m->end_word = (m->share.end + 63) / 64;
}

const char *stream_no_model(const struct network *net)
{
	const struct slot_model *slots = net->spec->machine->model.slots;

	if (!net->frame || !slots || slots->work(net) == 0)
		return "this network has no model in C";
	if (network_has_root_link(net))
		return "a link is simulated in Verilog only";
	return adapter_no_model(net->frame);
}

struct model *stream_model(const struct network *net)
{
	struct stream_model *m = allocate(sizeof *m);

	*m = (struct stream_model){ .net = net, .frame = net->frame, .slots = net->spec->machine->model.slots,
				    .leaves = net->spec->leaves, .lanes = net->frame->lanes,
				    .label_bits = network_tdest_bits(net), .way_bits = network_way_bits(net), .broadcasts.every = net->spec->broadcast_every };
	adapter_kind_set(&m->kind, m->frame);
	allocate_all(m);
	adapter_times_set(m->times, m->frame);
	add_faults(m);
	add_stream_model_ports(m);
	set_labels(m);
	set_random(m);
	m->own = m->slots->new(net);
	share_leaves(m);
	struct model *model = model_ports_around(&m->ports, net->spec, m);

	model_counts_by(model, count);
	/* Of several ranks each would tell its part only; no trail leads outside. */
	if (ranks_count() == 1 && !m->root)
		model_trails_by(model, tell_trails);
	return model;
}
