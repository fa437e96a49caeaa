/* model.c: a rotor as a model without Verilog.
 *
 * It has the ports of the Verilog and equals it in every clock, as long as words stay on s_axis until they are taken. A clock
 * has five parts: sources decide on what asks; banks take the words that were decided on 3 + STAGES clocks ago, or not; leaves
 * see which of theirs were taken 2 clocks later; banks visit a queue; and words that were given 3 clocks ago reach m_axis. */
#include <stdlib.h>
#include <string.h>

#include "bits.h"
#include "leaves/model_ports.h"
#include "machines/rotor/rotor.h"
#include "trails.h"
#include "util/number.h"
#include "util/text.h"

enum rotor_port { M_DROPPED = LEAF_PORTS, M_LOST };	/* with `stopped-reader: drop` */

enum {
	HISTORY = 16,			/* clocks for which decisions and visits are kept: a power of two, more than any delay */
	TO_HEAD = 3,			/* clocks from a decision to its head at the rotor */
	TO_READY = 2,			/* from the bank to s_axis_tready */
	TO_POP = 2, TO_SHOW = 3,	/* from a visit: the queue is shorter; m_axis_tvalid rises with the edge of this clock */
	NOBODY = -1,
};

/* What a source has decided in a clock. */
struct decision {
	int sender;			/* a place, or NOBODY */
	bool taken;			/* by its bank */
};

/* rotor_favourite.v */
struct favourite {
	unsigned place, before;		/* a clock ago */
	bool own, taken, empty, moved, old, late;
};

struct rotor_model {
	struct ported ports;		/* by their numbers */
	struct rotor_shape shape;
	unsigned payload_bits, payload_words;	/* words of 64 bits */
	unsigned long clock;		/* since the reset */
	unsigned long live;		/* the first clock in which nothing is cleared */
	unsigned visit, half;		/* of all banks: a place, and the bus of banks 0 */
	uint32_t random;		/* 16 bits: rotor_timer.v */
	bool resetting;
	struct decision *decision;	/* [clock % HISTORY][source] */
	int *visited;			/* [clock % HISTORY][group]: the leaf that gets a word from this bank, or NOBODY */
	struct favourite *favourite;	/* [source] */
	unsigned *tail, *front;		/* [queue]: words that came, and that were given; queue = bank x ends + leaf */
	bool *shows;			/* [end]: m_axis_tvalid; of places without a leaf, too */
	bool *old, *stopped;		/* [end]: its word was there at the last tick; and at the one before */
	unsigned *last;			/* [end]: the bank that gave last, of two; and whether the other one was turned away since */
	bool *owed;
	unsigned *given;		/* [end]: the queue of the last word that it was given */
	unsigned *sender;		/* [queue][tail % words]: leaves */
	uint64_t *payload;		/* likewise, payload_words each */
	struct trails *trails;		/* NULL, or what takes the words' ways .. */
	uint32_t *trail;		/* .. [queue][tail % words]: their numbers there */
	unsigned step_clocks;		/* of a step there */
};

static struct decision *decision_at(const struct rotor_model *m, unsigned long clock, unsigned source)
{
	return &m->decision[clock % HISTORY * m->shape.groups + source];
}

static int *visit_at(const struct rotor_model *m, unsigned long clock, unsigned group)
{
	return &m->visited[clock % HISTORY * m->shape.groups + group];
}

/* The leaf at a place of a source; or NOBODY. */
static int leaf_of(const struct rotor_model *m, unsigned source, unsigned place)
{
	unsigned leaf = place * m->shape.groups + (source ^ (place % m->shape.groups));

	return leaf < m->shape.leaves ? (int)leaf : NOBODY;
}

static bool has_word(const struct rotor_model *m, const uint32_t *in, int leaf)
{
	return leaf != NOBODY && bits_get(in, m->ports.port[S_VALID].low + (unsigned)leaf, 1);
}

static unsigned destination(const struct rotor_model *m, const uint32_t *in, int leaf)
{
	unsigned bits = m->shape.label_bits;

	return (unsigned)bits_get(in, m->ports.port[S_DEST].low + (size_t)leaf * bits, bits);
}

/* ---- Sources ---- */

/* The bin that a source meets with what it decides in this clock. */
static unsigned bin_now(const struct rotor_model *m, unsigned source)
{
	return (unsigned)(source - m->clock) % m->shape.bins;
}

/* The number of the turn, of those between two turns of favourites. */
static unsigned turn_at(const struct rotor_model *m, unsigned long clock)
{
	return (unsigned)(clock / m->shape.bins) % (1u << ROTOR_PREFER_BITS);
}

static unsigned favor(const struct rotor_model *m, unsigned source)
{
	unsigned low = source * 3 % (16 - m->shape.place_bits);

	if (m->clock > 0 && turn_at(m, m->clock - 1) == 0)
		return m->favourite[source].place;
	return m->random >> low & ((1u << m->shape.place_bits) - 1);
}

/* With four bins the next turn comes before the answer, and the favourite rests before its turn, and with it every second leaf:
 * rotor_source.v. */
static bool is_away(const struct rotor_model *m, unsigned source, unsigned place)
{
	bool waits = m->shape.bins < m->shape.stages + 6;

	if (!waits || m->clock == 0)
		return false;
	return decision_at(m, m->clock - TO_HEAD - 1, source)->sender == (int)place
	       || (turn_at(m, m->clock - 1) == (1u << ROTOR_PREFER_BITS) - 1 && m->favourite[source].before % 2 == place % 2);
}

/* Places of all groups: leaves, and those that the last place lacks. */
static unsigned ends(const struct rotor_model *m)
{
	return m->shape.places * m->shape.groups;
}

/* Whether the place goes before the best so far: where they first differ, the one that agrees with `favor` wins. */
static bool goes_before(unsigned place, int best, unsigned favor)
{
	return best == NOBODY || (place ^ favor) < ((unsigned)best ^ favor);
}

static void decide(struct rotor_model *m, const uint32_t *in, unsigned source)
{
	unsigned bin = bin_now(m, source), first = favor(m, source);
	struct decision *d = decision_at(m, m->clock, source);

	*d = (struct decision){ .sender = NOBODY };
	if (m->clock + 1 < m->live)
		return;
	for (unsigned place = 0; place < m->shape.places; place++) {
		int leaf = leaf_of(m, source, place);

		if (has_word(m, in, leaf) && destination(m, in, leaf) % m->shape.bins == bin && goes_before(place, d->sender, first)
		    && !is_away(m, source, place))
			d->sender = (int)place;
	}
}

static void step_favourite(struct rotor_model *m, const uint32_t *in, unsigned source)
{
	struct favourite *f = &m->favourite[source];
	unsigned late = TO_HEAD + m->shape.stages + 1;
	const struct decision *sent = decision_at(m, m->clock - late, source);
	const struct decision *answered = decision_at(m, m->clock - late - 1, source);
	bool asks = sent->sender == (int)f->place, ticks = m->clock > 0 && m->clock % rotor_tick_clocks(&m->shape) == 0;
	bool moves = f->taken || (f->empty && !f->moved) || (f->late && !f->own && !asks);
	struct favourite next = { .place = f->place, .before = f->place, .own = asks,
				  .taken = f->own && answered->taken,
				  .empty = !has_word(m, in, leaf_of(m, source, f->place)), .moved = moves,
				  .old = !moves && (f->old || ticks), .late = !moves && (f->late || (f->old && ticks)) };

	if (moves)
		next.place = (f->place + 1) % m->shape.places;
	*f = m->clock < m->live ? (struct favourite){ .moved = true } : next;
}

/* ---- Banks ---- */

static uint64_t *payload_of(const struct rotor_model *m, unsigned queue, unsigned number)
{
	unsigned words = 1u << m->shape.queue_bits;

	return m->payload + ((size_t)queue * words + number % words) * m->payload_words;
}

/* ---- Trails: an end is a vertex of level 0, a bank one of level 1. ---- */

static struct trail_link to_bank(const struct rotor_model *m, unsigned leaf, unsigned queue)
{
	unsigned bank = queue / ends(m) * m->shape.bins + queue % m->shape.bins;

	return (struct trail_link){ trail_vertex(0, leaf), trail_vertex(1, bank), 1 };
}

/* A leaf's word has asked the bank for a place in this queue. */
static void tell_ask(struct rotor_model *m, unsigned leaf, unsigned queue, bool taken)
{
	unsigned words = 1u << m->shape.queue_bits, to = queue % ends(m);

	if (!m->trails)
		return;
	uint32_t trail = trails_begin(m->trails, leaf, to);
	struct trail_link link = to_bank(m, leaf, queue);

	trails_hop(m->trails, trail, &link, 0);
	if (taken)
		m->trail[queue * words + (m->tail[queue] - 1) % words] = trail;
}

/* The queue's first word goes to its leaf. */
static void tell_give(struct rotor_model *m, unsigned queue)
{
	unsigned words = 1u << m->shape.queue_bits, leaf = queue % ends(m);

	if (!m->trails)
		return;
	uint32_t trail = m->trail[queue * words + (m->front[queue] - 1) % words];
	struct trail_link up = to_bank(m, leaf, queue), link = { up.to, up.from, 1 };

	trails_hop(m->trails, trail, &link, 0);
	trails_end(m->trails, trail, TRAIL_ARRIVED);
}

/* ---- */

static void keep_word(struct rotor_model *m, const uint32_t *in, unsigned queue, int leaf)
{
	unsigned bits = m->payload_bits, number = m->tail[queue]++, words = 1u << m->shape.queue_bits;
	uint64_t *payload = payload_of(m, queue, number);
	size_t at = m->ports.port[S_DATA].low + (size_t)leaf * bits;

	m->sender[queue * words + number % words] = (unsigned)leaf;
	for (unsigned i = 0; i < m->payload_words; i++)
		payload[i] = bits_get(in, at + i * 64, smaller(64, bits - i * 64));
}

/* A word meets its bank. A queue that is longer since this clock, or shorter, is not so yet. */
static void meet(struct rotor_model *m, const uint32_t *in, unsigned source)
{
	struct decision *d = decision_at(m, m->clock - TO_HEAD - m->shape.stages, source);

	if (d->sender == NOBODY)
		return;
	int leaf = leaf_of(m, source, (unsigned)d->sender);
	unsigned to = destination(m, in, leaf), queue = source / m->shape.bins * ends(m) + to, part = m->shape.part;

	d->taken = true;
	if (to >= ends(m))
		return;
	/* Halves of the queue, or quarters: rotor_bank.v. */
	d->taken = m->tail[queue] / part - m->front[queue] / part < m->shape.full_parts;
	if (d->taken)
		keep_word(m, in, queue, leaf);
	tell_ask(m, (unsigned)leaf, queue, d->taken);
}

/* rotor_share.v. */
static bool yields(const struct rotor_model *m)
{
	return m->clock > 0 && (m->clock - 1) / m->shape.bins % 4 == 0;
}

/* A queue has a word for its leaf, which has none. */
static void look(struct rotor_model *m, unsigned group)
{
	unsigned bank = group / m->shape.bins, bus = bank ^ m->half;
	unsigned leaf = m->visit * m->shape.groups + bus * m->shape.bins + group % m->shape.bins, queue = bank * ends(m) + leaf;
	int *gets = visit_at(m, m->clock, group);

	*gets = NOBODY;
	if (m->visit >= m->shape.places || m->clock + 1 < m->live || m->tail[queue] == m->front[queue])
		return;
	bool room = !m->shows[leaf] || m->stopped[leaf], holds_back = yields(m) && m->owed[leaf] && m->last[leaf] == bank;

	if (room && !holds_back) {
		*gets = (int)leaf;
		m->last[leaf] = bank;
		m->owed[leaf] = false;
	} else if (!room && m->last[leaf] != bank) {
		m->owed[leaf] = true;
	}
}

static void give(struct rotor_model *m, unsigned group)
{
	int leaf = *visit_at(m, m->clock - TO_POP, group);

	if (leaf == NOBODY)
		return;
	m->given[leaf] = group / m->shape.bins * ends(m) + (unsigned)leaf;
	m->front[m->given[leaf]]++;
	tell_give(m, m->given[leaf]);
}

/* ---- Leaves ---- */

/* Who has sent the last word that the leaf was given. */
static unsigned given_by(const struct rotor_model *m, unsigned leaf)
{
	unsigned queue = m->given[leaf], words = 1u << m->shape.queue_bits;

	return m->sender[queue * words + (m->front[queue] - 1) % words];
}

static void show_word(struct rotor_model *m, uint32_t *out, unsigned leaf)
{
	unsigned bits = m->payload_bits, label_bits = m->shape.label_bits;
	unsigned queue = m->given[leaf];
	unsigned number = m->front[queue] - 1;
	const uint64_t *payload = payload_of(m, queue, number);
	size_t at = m->ports.port[M_DATA].low + (size_t)leaf * bits;

	for (unsigned i = 0; i < m->payload_words; i++)
		bits_put(out, at + i * 64, smaller(64, bits - i * 64), payload[i]);
	bits_put(out, m->ports.port[M_USER].low + (size_t)leaf * label_bits, label_bits, given_by(m, leaf));
}

static void show_dropped(struct rotor_model *m, uint32_t *out, unsigned leaf, bool dropped)
{
	unsigned label_bits = m->shape.label_bits;

	bits_put(out, m->ports.port[M_DROPPED].low + leaf, 1, dropped);
	if (dropped)
		bits_put(out, m->ports.port[M_LOST].low + (size_t)leaf * label_bits, label_bits, given_by(m, leaf));
}

/* One of the banks has given it a word, which comes now. */
static bool is_given(const struct rotor_model *m, unsigned leaf)
{
	for (unsigned group = leaf % m->shape.bins; group < m->shape.groups; group += m->shape.bins)
		if (*visit_at(m, m->clock - TO_SHOW, group) == (int)leaf)
			return true;
	return false;
}

/* rotor_bus.v. */
static void note_stopped(struct rotor_model *m, unsigned leaf, bool stays)
{
	bool ticks = m->shape.stop_bits > 0 && m->clock > 0 && m->clock % (1ul << m->shape.stop_bits) == 0;

	m->stopped[leaf] = stays && (m->stopped[leaf] || (m->old[leaf] && ticks));
	m->old[leaf] = stays && (m->old[leaf] || ticks);
}

static void step_leaves(struct rotor_model *m, const uint32_t *in, uint32_t *out)
{
	for (unsigned leaf = 0; leaf < ends(m); leaf++) {
		bool ready = leaf >= m->shape.leaves || bits_get(in, m->ports.port[M_READY].low + leaf, 1);
		bool comes = is_given(m, leaf), stays = m->shows[leaf] && !ready, loads = comes && !stays;

		m->shows[leaf] = loads || stays;
		note_stopped(m, leaf, stays);
		if (leaf >= m->shape.leaves)
			continue;
		if (loads)
			show_word(m, out, leaf);
		if (m->shape.stop_bits > 0)
			show_dropped(m, out, leaf, comes && stays);
		bits_put(out, m->ports.port[M_VALID].low + leaf, 1, m->shows[leaf]);
	}
}

/* Of the next clock. */
static void show_ready(struct rotor_model *m, uint32_t *out, unsigned source)
{
	const struct decision *d = decision_at(m, m->clock + 1 - TO_HEAD - m->shape.stages - TO_READY, source);

	for (unsigned place = 0; place < m->shape.places; place++) {
		int leaf = leaf_of(m, source, place);

		if (leaf != NOBODY)
			bits_put(out, m->ports.port[S_READY].low + (unsigned)leaf, 1, d->taken && d->sender == (int)place);
	}
}

/* ---- Clocks ---- */

/* Where queues are emptied, all places that a number has room for come. */
static void step_visit(struct rotor_model *m)
{
	unsigned all = 1u << m->shape.place_bits, longer = m->shape.period - (m->shape.banks - 1) * m->shape.places;
	unsigned last = (m->half + 1 == m->shape.banks ? longer : m->shape.places) - 1;

	if (m->clock < m->live && longer <= all)
		last = all - 1;
	if (m->visit == last)
		m->half = (m->half + 1) % m->shape.banks;
	m->visit = m->visit == last ? 0 : (m->visit + 1) % (1u << digit_bits(longer));
}

static void clock(struct rotor_model *m, const uint32_t *in, uint32_t *out)
{
	unsigned groups = m->shape.groups;

	if (m->trails && m->clock % m->step_clocks == 0)
		trails_step(m->trails, m->clock);
	for (unsigned source = 0; source < groups; source++)
		decide(m, in, source);
	for (unsigned group = 0; group < groups; group++)
		look(m, group);
	step_leaves(m, in, out);
	for (unsigned source = 0; source < groups; source++) {
		meet(m, in, source);
		step_favourite(m, in, source);
		show_ready(m, out, source);
	}
	for (unsigned group = 0; group < groups; group++)
		give(m, group);
	step_visit(m);
	m->random = ((m->random << 1) | ((m->random >> 15 ^ m->random >> 14 ^ m->random >> 12 ^ m->random >> 3) & 1)) & 0xffff;
	m->clock++;
}

static void reset(struct rotor_model *m, uint32_t *out)
{
	unsigned groups = m->shape.groups, queues = m->shape.banks * ends(m);

	ported_clear(&m->ports, out);
	for (unsigned i = 0; i < HISTORY * groups; i++) {
		m->decision[i] = (struct decision){ .sender = NOBODY };
		m->visited[i] = NOBODY;
	}
	for (unsigned source = 0; source < groups; source++)
		m->favourite[source] = (struct favourite){ .moved = true };
	memset(m->tail, 0, queues * sizeof *m->tail);
	memset(m->front, 0, queues * sizeof *m->front);
	memset(m->shows, 0, ends(m) * sizeof *m->shows);
	memset(m->last, 0, ends(m) * sizeof *m->last);
	memset(m->owed, 0, ends(m) * sizeof *m->owed);
	memset(m->old, 0, ends(m) * sizeof *m->old);
	memset(m->stopped, 0, ends(m) * sizeof *m->stopped);
	m->visit = 0;
	m->half = 0;
	m->random = 1;
	m->clock = 0;
}

static void eval(void *instance, int clk, const uint32_t *in, uint32_t *out)
{
	struct rotor_model *m = instance;
	bool rst = in[m->ports.port[RST].low / 32] & 1;

	/* All outputs come from registers. */
	if (!clk)
		return;
	if (rst && !m->resetting)
		reset(m, out);
	m->resetting = rst;
	if (!rst)
		clock(m, in, out);
}

static void free_model(void *instance)
{
	struct rotor_model *m = instance;

	free(m->decision);
	free(m->visited);
	free(m->favourite);
	free(m->tail);
	free(m->front);
	free(m->shows);
	free(m->last);
	free(m->owed);
	free(m->old);
	free(m->stopped);
	free(m->given);
	free(m->sender);
	free(m->payload);
	free(m->trail);
	free(m);
}

static void tell_trails(void *instance, struct trails *trails)
{
	((struct rotor_model *)instance)->trails = trails;
}

struct model *rotor_model(const struct network *net)
{
	struct rotor_model *m = allocate(sizeof *m);
	struct rotor_shape s = rotor_shape(net->spec);
	unsigned ends = s.places * s.groups, queues = s.banks * ends, words = queues << s.queue_bits;
	unsigned longer = s.to_bits > s.stages ? s.to_bits : s.stages;

	*m = (struct rotor_model){ .shape = s, .payload_bits = net->spec->payload_bits,
				   .payload_words = (net->spec->payload_bits + 63) / 64, .live = 1ul << (longer + 3) };
	m->decision = allocate_array((size_t)HISTORY * s.groups, sizeof *m->decision);
	m->visited = allocate_array((size_t)HISTORY * s.groups, sizeof *m->visited);
	m->favourite = allocate_array(s.groups, sizeof *m->favourite);
	m->tail = allocate_array(queues, sizeof *m->tail);
	m->front = allocate_array(queues, sizeof *m->front);
	m->shows = allocate_array(ends, sizeof *m->shows);
	m->last = allocate_array(ends, sizeof *m->last);
	m->owed = allocate_array(ends, sizeof *m->owed);
	m->old = allocate_array(ends, sizeof *m->old);
	m->stopped = allocate_array(ends, sizeof *m->stopped);
	m->given = allocate_array(ends, sizeof *m->given);
	m->sender = allocate_array(words, sizeof *m->sender);
	m->payload = allocate_array((size_t)words, m->payload_words * sizeof *m->payload);
	m->trail = allocate_array(words, sizeof *m->trail);
	m->step_clocks = net->slot_clocks;
	ported_begin(&m->ports, eval, free_model);
	model_ports_add(&m->ports, net);
	uint32_t *none = allocate_array(m->ports.abi.out_words, sizeof *none);

	reset(m, none);
	free(none);
	struct model *model = model_ports_around(&m->ports, net->spec, m);

	model_trails_by(model, tell_trails);
	return model;
}
