/* leaf_adapter.c NETWORK [SEED]: leaf adapters on a network modelled in C that follows docs/reference/protocol.md to the letter.
 *
 * All cases of leaf_adapter.h run side by side in one model. In every clock the ideal network takes the bits
 * of the `up` wires, and T clocks after a strobe it gives messages to `down` wires in random order, with the bits that
 * nodes strip taken out and noise wherever the protocol says that bits have no meaning. Some data messages are lost,
 * as in a concentrator that is too narrow; acknowledgements never are.
 *
 * Checked in every clock: AXI4-Stream rules, strobes at the planned clocks, every message's format. Checked per pair of
 * leaves: each word arrives once, in order, intact, with its source. At the end all words have arrived, and if none was
 * lost, every lane has used every slot.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bits.h"
#include "leaf_adapter.h"

enum {
	HISTORY = 1024,			/* clocks of bits that are kept; longer than two slots */
	LANES = 8,
	OUTSIDE = MAXIMUM_ADAPTERS,	/* the endpoint beyond the external channel */
	ENDPOINTS = MAXIMUM_ADAPTERS + 1,
	QUEUE = 64,
	PAYLOAD_WORDS = 4,
	OUTSIDE_WIRES = 16,
	NOBODY = -1,
	DISCARDED = -2,
};

struct scenario {
	const char *name;
	unsigned loss, stall, gap;	/* per cent: messages lost, sink not ready, source idle */
	enum { UNIFORM, HOT_SPOT, OWN_LEAF, NEIGHBOURS, STARVE, MIXED_OUTSIDE } traffic;
	unsigned slots;
	bool full_rate;			/* every lane must deliver in every slot */
	unsigned patience;		/* slots after which a word must have arrived; 0: no limit */
};

static const struct scenario scenarios[] = {
	/* name		loss stall gap traffic    slots rate patience */
	{ "calm",	 0,   0,  0, NEIGHBOURS,    40, true,   2 },
	{ "uniform",	 0,   0,  0, UNIFORM,       80, false,  0 },
	{ "losses",	40,   0, 20, UNIFORM,       80, false,  0 },
	{ "slow sinks",	 0,  90, 10, UNIFORM,       80, false,  0 },
	{ "very slow",	10,  99,  0, MIXED_OUTSIDE, 80, false,  0 },
	{ "hot spot",	10,  50, 50, HOT_SPOT,      80, false,  0 },
	{ "own leaf",	20,  30, 30, OWN_LEAF,      80, false,  0 },
	{ "fair",	 0,   0,  0, STARVE,        60, false,  4 },
	{ "idle",	 0,  10, 98, UNIFORM,       80, false,  0 },
	{ "outside",	20,  20, 20, MIXED_OUTSIDE, 80, false,  0 },
};

enum { SCENARIOS = sizeof scenarios / sizeof scenarios[0] };

struct payload {
	uint32_t word[PAYLOAD_WORDS];
};

/* Words on their way from one endpoint to another, in order. */
struct queue {
	struct payload payload[QUEUE];
	uint64_t since[QUEUE];		/* slot in which it was offered */
	unsigned label[QUEUE];		/* the source as the receiver is to see it */
	unsigned head, count;
};

struct agent {				/* at an adapter */
	bool valid;
	int to;				/* endpoint, or DISCARDED */
	unsigned destination;		/* tdest */
	struct payload payload;
	unsigned next;			/* for NEIGHBOURS */
	bool was_valid;			/* m_axis held in the clock before */
	struct payload was_payload;
	unsigned was_user;
	uint8_t up[LANES][HISTORY];	/* bits sent, by clock */
};

/* A message that the outside is sending, on the wire of its index. */
struct outside_wire {
	bool pending, delivered;
	int to;
	uint8_t bit[512];		/* of the data part, as sent by the outside */
};

/* What is on one down wire during one part. */
struct wire {
	bool m;
	int from, lane;			/* whose bits these are */
	unsigned stripped, length;
};

struct run {
	const struct test_case *test;
	struct frame frame;
	unsigned number;
	unsigned scenario;
	uint64_t clock;			/* since reset */
	unsigned reset_left;
	uint64_t strobe;		/* clock of the last strobe on `up` */
	uint64_t arrived;		/* strobe of the part that is arriving */
	bool arriving_part, sent_part;	/* false: data */
	bool any_strobe, any_arrival;
	uint64_t slots;
	bool draining, finished;
	unsigned long long in_rate;	/* words taken from sources, while that is to be the most possible */
	struct agent agent[MAXIMUM_ADAPTERS];
	struct outside_wire outside[OUTSIDE_WIRES];
	bool outside_ack[OUTSIDE_WIRES];
	struct wire down[MAXIMUM_ADAPTERS][LANES];
	bool taken_by_outside[MAXIMUM_ADAPTERS][LANES];	/* in this slot */
	bool given[MAXIMUM_ADAPTERS][MAXIMUM_ADAPTERS * LANES + OUTSIDE_WIRES];
	struct queue queue[ENDPOINTS][ENDPOINTS];
};

static struct run runs[CASES];
static uint32_t *in;			/* vectors of the model */
static const uint32_t *out;
static unsigned failures;
static uint64_t now;

/* ---- Small things ------------------------------------------------------------------------------------------------ */

static uint64_t random_state = 1;

static uint32_t random_bits(void)
{
	random_state ^= random_state >> 12;
	random_state ^= random_state << 25;
	random_state ^= random_state >> 27;
	return (uint32_t)((random_state * 0x2545f4914f6cdd1dULL) >> 32);
}

static unsigned random_below(unsigned n)
{
	return (unsigned)(((uint64_t)random_bits() * n) >> 32);
}

static bool chance(unsigned per_cent)
{
	return random_below(100) < per_cent;
}

static void put(unsigned at, unsigned value)
{
	bits_put(in, at, 1, value);
}

static void put_word(unsigned at, uint32_t value)
{
	in[at / 32] = value;
}

static unsigned get(unsigned at)
{
	return out[at / 32] >> at % 32 & 1;
}

static bool fail(struct run *r, const char *what)
{
	const struct test_case *c = r->test;

	if (failures++ < 20)
		printf("FAIL %s: L %u leaves %u c %u w %u P %u T %u, %s, slot %llu clock %llu (%llu)\n", what,
		       c->levels, c->leaves, c->lanes, c->external_wires, c->payload_bits, c->latency,
		       scenarios[r->scenario].name, (unsigned long long)r->slots,
		       (unsigned long long)(r->clock - r->strobe), (unsigned long long)now);
	return false;
}

static struct payload random_payload(unsigned bits)
{
	struct payload p = { { 0 } };

	for (unsigned i = 0; i < bits; i++)
		p.word[i / 32] |= (random_bits() & 1) << i % 32;
	return p;
}

static bool same_payload(const struct payload *a, const struct payload *b)
{
	return memcmp(a, b, sizeof *a) == 0;
}

static unsigned at(const struct run *r, unsigned a, unsigned field)
{
	return adapter_at(r->number, a) + field;
}

static int adapter_with_label(const struct run *r, unsigned label)
{
	for (unsigned a = 0; a < r->test->adapters; a++)
		if (r->test->label[a] == label)
			return (int)a;
	return NOBODY;
}

/* ---- The score board --------------------------------------------------------------------------------------------- */

static void expect_word(struct run *r, int from, int to, const struct payload *p, unsigned label)
{
	struct queue *q = &r->queue[from][to];
	unsigned i = (q->head + q->count++) % QUEUE;

	if (q->count > QUEUE)
		abort();
	q->payload[i] = *p;
	q->since[i] = r->slots;
	q->label[i] = label;
}

static void receive_word(struct run *r, int from, int to, const struct payload *p, unsigned label)
{
	struct queue *q = &r->queue[from][to];
	unsigned i = q->head;

	if (q->count == 0) {
		fail(r, "a word that nobody sent, or twice");
		return;
	}
	if (!same_payload(&q->payload[i], p))
		fail(r, "payload wrong or out of order");
	if (q->label[i] != label)
		fail(r, "source wrong");
	unsigned patience = scenarios[r->scenario].patience;
	/* Two more slots to pass the words that a lane register may hold before it. */
	if (patience != 0 && !r->draining && r->slots - q->since[i] > patience * r->test->lanes + 1)
		fail(r, "a word waited too long");
	q->head = (q->head + 1) % QUEUE;
	q->count--;
}

/* ---- Sources and sinks ------------------------------------------------------------------------------------------- */

static void choose_destination(struct run *r, unsigned a)
{
	const struct test_case *c = r->test;
	struct agent *g = &r->agent[a];
	unsigned outside_bit = c->external_wires > 0 ? 1u << c->levels : 0;
	unsigned spread = c->lanes < c->adapters - 1 ? c->lanes : c->adapters - 1;
	unsigned kind = random_below(100);

	g->to = (int)random_below(c->adapters);
	switch (scenarios[r->scenario].traffic) {
	case UNIFORM:
		break;
	case HOT_SPOT:
		if (kind < 60)
			g->to = 0;
		break;
	case OWN_LEAF:
		if (kind < 60)
			g->to = (int)a;
		break;
	case NEIGHBOURS:
		g->to = (int)((a + 1 + g->next++ % spread) % c->adapters);
		break;
	case STARVE:
		g->to = 0;
		break;
	case MIXED_OUTSIDE:
		if (kind < 40 && outside_bit)
			g->to = OUTSIDE;
		break;
	}
	if (g->to == OUTSIDE) {
		g->destination = outside_bit | random_below(1u << c->levels);
		return;
	}
	g->destination = c->label[g->to];
	if (scenarios[r->scenario].traffic == UNIFORM && kind < 10 && c->leaves < 1u << c->levels) {
		g->to = DISCARDED;
		g->destination = c->leaves + random_below((1u << c->levels) - c->leaves);
	}
}

static void offer_word(struct run *r, unsigned a)
{
	const struct scenario *s = &scenarios[r->scenario];
	struct agent *g = &r->agent[a];

	if (g->valid || r->draining || chance(s->gap) || (s->traffic == STARVE && a > 1))
		return;
	choose_destination(r, a);
	g->valid = true;
	g->payload = random_payload(r->test->payload_bits);
	if (g->to != DISCARDED)
		expect_word(r, (int)a, g->to, &g->payload, r->test->label[a]);
}

static void drive_source(struct run *r, unsigned a)
{
	struct agent *g = &r->agent[a];
	/* What is not valid is noise. */
	struct payload p = g->valid ? g->payload : random_payload(r->test->payload_bits);

	put(at(r, a, IN_VALID), g->valid);
	put_word(at(r, a, IN_DEST), g->valid ? g->destination : random_bits());
	for (unsigned i = 0; i < PAYLOAD_WORDS; i++)
		put_word(at(r, a, IN_DATA + 32 * i), p.word[i]);
}

static void read_sink(struct run *r, unsigned a)
{
	struct agent *g = &r->agent[a];
	struct payload p = { { 0 } };
	unsigned label = r->test->levels + (r->test->external_wires > 0);
	unsigned user = out[at(r, a, OUT_USER) / 32] & ((1u << label) - 1);
	bool valid = get(at(r, a, OUT_VALID)), ready = !chance(scenarios[r->scenario].stall) || r->draining;

	for (unsigned i = 0; i < r->test->payload_bits; i++)
		p.word[i / 32] |= get(at(r, a, OUT_DATA + i)) << i % 32;
	if (g->was_valid && !valid)
		fail(r, "m_axis_tvalid fell before the word was taken");
	if (g->was_valid && valid && (!same_payload(&p, &g->was_payload) || user != g->was_user))
		fail(r, "m_axis changed before the word was taken");
	put(at(r, a, IN_READY), ready);
	g->was_valid = valid && !ready;
	g->was_payload = p;
	g->was_user = user;
	if (!valid || !ready)
		return;
	if (user >> r->test->levels) {
		receive_word(r, OUTSIDE, (int)a, &p, user);
	} else {
		int from = adapter_with_label(r, user);

		if (from == NOBODY)
			fail(r, "source is no leaf");
		else
			receive_word(r, from, (int)a, &p, user);
	}
}

/* After the clock's inputs are known. */
static void finish_source(struct run *r, unsigned a)
{
	struct agent *g = &r->agent[a];

	if (!get(at(r, a, OUT_READY)) || !g->valid)
		return;
	g->valid = false;
	if (scenarios[r->scenario].full_rate && r->slots >= 2)
		r->in_rate++;
}

/* ---- The outside ------------------------------------------------------------------------------------------------- */

static unsigned outside_wires(const struct run *r)
{
	unsigned tags = 1u << r->frame.tag_bits, w = r->test->external_wires;

	/* More wires than tags can distinguish are of no use to a sender. */
	w = w < tags ? w : tags;
	return w < OUTSIDE_WIRES ? w : OUTSIDE_WIRES;
}

static void outside_message(struct run *r, unsigned wire)
{
	const struct test_case *c = r->test;
	struct outside_wire *o = &r->outside[wire];
	unsigned n = 0, name_bits = c->levels + r->frame.lane_bits;
	unsigned high = r->frame.tag_bits < name_bits ? random_below(1u << (name_bits - r->frame.tag_bits)) : 0;
	unsigned name = high << r->frame.tag_bits | wire;
	struct payload p = random_payload(c->payload_bits);

	if (o->pending || r->draining || scenarios[r->scenario].traffic == NEIGHBOURS
	    || scenarios[r->scenario].traffic == STARVE || chance(scenarios[r->scenario].gap))
		return;
	o->to = (int)random_below(c->adapters);
	for (unsigned i = 0; i < outside_wires(r); i++)
		if (i != wire && r->outside[i].pending && r->outside[i].to == o->to)
			return;
	o->pending = true;
	memset(o->bit, 0, sizeof o->bit);
	o->bit[n++] = 1;
	for (unsigned i = c->levels; i-- > 0; )
		o->bit[n++] = c->label[o->to] >> i & 1;
	n = r->frame.route_bits + 1;
	o->bit[n++] = 1;
	o->bit[n++] = 1;
	for (unsigned i = name_bits; i-- > 0; )
		o->bit[n++] = name >> i & 1;
	for (unsigned i = c->payload_bits; i-- > 0; )
		o->bit[n++] = p.word[i / 32] >> i % 32 & 1;
	expect_word(r, OUTSIDE, o->to, &p, 1u << c->levels | name >> r->frame.lane_bits);
}

/* ---- The network ------------------------------------------------------------------------------------------------- */

static unsigned sent_bit(const struct run *r, unsigned a, unsigned lane, uint64_t clock)
{
	return r->agent[a].up[lane][clock % HISTORY];
}

struct arrival {
	int to;				/* adapter, or OUTSIDE, or NOBODY */
	unsigned stripped;
};

/* Follows the route of a message that adapter `a` sent at strobe `t`. */
static struct arrival follow(struct run *r, unsigned a, unsigned lane, uint64_t t)
{
	const struct test_case *c = r->test;
	unsigned label = c->label[a], level = c->levels, n = 0;
	struct arrival to = { NOBODY, 0 };
	bool external = c->external_wires > 0;

	/* Up: at the node of level `level` - 1. */
	while (level > 0) {
		if (level == 1 && !external)
			break;
		n++;
		if (!sent_bit(r, a, lane, t + n))
			break;
		level--;
	}
	if (level == 0) {
		to.to = OUTSIDE;
		to.stripped = n;
		return to;
	}
	/* Turned: down into the other child of that node. */
	unsigned where = (label >> (c->levels - level)) ^ 1;

	while (level < c->levels) {
		n++;
		where = where << 1 | sent_bit(r, a, lane, t + n);
		level++;
	}
	to.to = adapter_with_label(r, where);
	to.stripped = n;
	return to;
}

static void check_zeros(struct run *r, unsigned a, unsigned lane, uint64_t t, unsigned from)
{
	for (unsigned n = from + 1; n <= r->frame.route_bits; n++)
		if (sent_bit(r, a, lane, t + n)) {
			fail(r, "route is followed by something else than zeros");
			return;
		}
}

/* Puts messages on the down wires of a leaf in random order. */
static bool place(struct run *r, int to, struct wire w)
{
	unsigned c = r->test->lanes, start = random_below(c);

	for (unsigned k = 0; k < c; k++) {
		struct wire *d = &r->down[to][(start + k) % c];

		if (!d->m) {
			*d = w;
			d->m = true;
			return true;
		}
	}
	return false;
}

static void arrive_data(struct run *r, uint64_t t)
{
	const struct test_case *c = r->test;
	unsigned loss = r->draining ? 10 : scenarios[r->scenario].loss;
	unsigned first = random_below(c->adapters);

	memset(r->taken_by_outside, 0, sizeof r->taken_by_outside);
	for (unsigned i = 0; i < c->adapters; i++)
		for (unsigned lane = 0; lane < c->lanes; lane++) {
			unsigned a = (first + i) % c->adapters;

			if (!sent_bit(r, a, lane, t))
				continue;
			struct arrival to = follow(r, a, lane, t);

			check_zeros(r, a, lane, t, to.stripped);
			if (to.to == NOBODY)
				fail(r, "a message goes to no leaf");
			else if (to.to == (int)a)
				fail(r, "a message for the own leaf entered the network");
			else if (to.to == OUTSIDE)
				r->taken_by_outside[a][lane] = !chance(loss) &&
							       !chance(scenarios[r->scenario].stall / 2);
			else if (!chance(loss))
				place(r, to.to, (struct wire){ .from = (int)a, .lane = (int)lane,
							       .stripped = to.stripped,
							       .length = r->frame.data_clocks });
		}
	for (unsigned wire = 0; wire < outside_wires(r) && c->external_wires > 0; wire++) {
		struct outside_wire *o = &r->outside[wire];

		outside_message(r, wire);
		if (o->pending && !chance(loss))
			place(r, o->to, (struct wire){ .from = OUTSIDE, .lane = (int)wire, .stripped = c->levels,
						       .length = r->frame.data_clocks });
	}
}

/* The message from adapter `a` has reached the outside: reads it, and puts it on the score board. */
static void outside_receive(struct run *r, unsigned a, unsigned lane, uint64_t t)
{
	const struct test_case *c = r->test;
	uint64_t n = t + r->frame.route_bits + 1;
	unsigned label = 0, number = 0;
	struct payload p = { { 0 } };

	if (!sent_bit(r, a, lane, n++))
		fail(r, "no start bit");
	if (sent_bit(r, a, lane, n++))
		fail(r, "a leaf's message seems to come from outside");
	for (unsigned i = 0; i < c->levels; i++)
		label = label << 1 | sent_bit(r, a, lane, n++);
	for (unsigned i = 0; i < r->frame.lane_bits; i++)
		number = number << 1 | sent_bit(r, a, lane, n++);
	for (unsigned i = c->payload_bits; i-- > 0; )
		p.word[i / 32] |= sent_bit(r, a, lane, n++) << i % 32;
	if (number != lane)
		fail(r, "lane wrong");
	if (label != c->label[a])
		fail(r, "label wrong");
	receive_word(r, (int)a, OUTSIDE, &p, label);
}

static void outside_acknowledged(struct run *r, unsigned a, unsigned lane, uint64_t t)
{
	uint64_t n = t + r->frame.route_bits + 1;
	unsigned tag = 0;

	if (r->frame.tag_bits > 0 && !sent_bit(r, a, lane, n++))
		fail(r, "no start bit before the tag");
	for (unsigned i = 0; i < r->frame.tag_bits; i++)
		tag = tag << 1 | sent_bit(r, a, lane, n++);
	if (tag >= outside_wires(r) || !r->outside[tag].pending || r->outside[tag].to != (int)a)
		fail(r, "the outside gets an acknowledgement that it does not expect");
	else
		r->outside[tag].pending = false;
}

/* Acknowledgements to the outside are read when they are complete. */
static void end_of_acknowledge(struct run *r, uint64_t t)
{
	const struct test_case *c = r->test;

	for (unsigned a = 0; a < c->adapters; a++)
		for (unsigned lane = 0; lane < c->lanes; lane++)
			if (sent_bit(r, a, lane, t) && follow(r, a, lane, t).to == OUTSIDE)
				outside_acknowledged(r, a, lane, t);
}

static void arrive_acknowledgements(struct run *r, uint64_t t)
{
	const struct test_case *c = r->test;
	uint64_t data = t - r->frame.acknowledge_at;

	for (unsigned a = 0; a < c->adapters; a++)
		for (unsigned lane = 0; lane < c->lanes; lane++) {
			if (r->taken_by_outside[a][lane]) {
				outside_receive(r, a, lane, data);
				place(r, (int)a, (struct wire){ .from = OUTSIDE, .lane = -1 - (int)lane,
								.stripped = c->levels,
								.length = r->frame.acknowledge_clocks });
			}
			if (!sent_bit(r, a, lane, t))
				continue;
			struct arrival to = follow(r, a, lane, t);

			check_zeros(r, a, lane, t, to.stripped);
			if (to.to == NOBODY)
				fail(r, "an acknowledgement goes to no leaf");
			else if (to.to != OUTSIDE
				 && !place(r, to.to, (struct wire){ .from = (int)a, .lane = (int)lane,
								    .stripped = to.stripped,
								    .length = r->frame.acknowledge_clocks }))
				fail(r, "more acknowledgements than messages");
		}
}

/* Bit n on a down wire, counted from the leaf's strobe. */
static unsigned down_bit(struct run *r, int a, const struct wire *w, uint64_t n)
{
	unsigned lane = (unsigned)w->lane;

	if (n == 0)
		return w->m;
	n += w->stripped;
	if (!w->m || n >= w->length)
		return random_bits() & 1;
	if (w->from != OUTSIDE)
		return sent_bit(r, (unsigned)w->from, lane, r->arrived + n);
	if (w->lane >= 0)
		return r->outside[lane].bit[n];
	/* From the outside an acknowledgement: route is used up, zeros, start bit, tag: the end of the source. */
	(void)a;
	lane = (unsigned)(-1 - w->lane);
	if (n <= r->frame.route_bits)
		return 0;
	if (n == r->frame.route_bits + 1)
		return 1;
	unsigned source = r->test->label[a] << r->frame.lane_bits | lane;

	return source >> (r->frame.tag_bits - 1 - (unsigned)(n - r->frame.route_bits - 2)) & 1;
}

static void drive_down(struct run *r, unsigned a)
{
	bool strobe = r->any_arrival && r->clock == r->arrived + r->frame.latency;

	put(at(r, a, IN_START), strobe);
	for (unsigned lane = 0; lane < r->test->lanes; lane++)
		put(at(r, a, IN_DOWN + lane), !r->any_arrival ? random_bits()
		    : down_bit(r, (int)a, &r->down[a][lane], r->clock - r->arrived - r->frame.latency));
}

/* Takes the bits that are on the up wires in this clock. */
static void record_up(struct run *r)
{
	const struct test_case *c = r->test;
	bool strobe = get(at(r, 0, OUT_START));
	uint64_t due = r->strobe + (r->sent_part ? r->frame.slot_clocks - r->frame.acknowledge_at
						 : r->frame.acknowledge_at);

	for (unsigned a = 0; a < c->adapters; a++) {
		if (get(at(r, a, OUT_START)) != strobe)
			fail(r, "the leaves' strobes differ");
		for (unsigned lane = 0; lane < c->lanes; lane++)
			r->agent[a].up[lane][r->clock % HISTORY] = (uint8_t)get(at(r, a, OUT_UP + lane));
	}
	if (r->any_strobe ? strobe != (r->clock == due) : (!strobe && r->clock > r->frame.slot_clocks + 20))
		fail(r, "a strobe at the wrong time");
	if (!strobe)
		return;
	if (r->any_strobe && r->sent_part)
		end_of_acknowledge(r, r->strobe);
	r->sent_part = r->any_strobe ? !r->sent_part : false;
	r->any_strobe = true;
	r->strobe = r->clock;
	if (!r->sent_part)
		r->slots++;
}

static void run_network(struct run *r)
{
	record_up(r);
	if (r->any_strobe && r->clock == r->strobe + r->frame.latency) {
		r->any_arrival = true;
		r->arrived = r->strobe;
		r->arriving_part = r->sent_part;
		memset(r->down, 0, sizeof r->down);
		if (r->arriving_part)
			arrive_acknowledgements(r, r->strobe);
		else
			arrive_data(r, r->strobe);
	}
}

/* ---- Runs -------------------------------------------------------------------------------------------------------- */

static void start_scenario(struct run *r, unsigned scenario)
{
	const struct test_case *test = r->test;
	struct frame frame = r->frame;
	unsigned number = r->number;

	memset(r, 0, sizeof *r);
	r->test = test;
	r->frame = frame;
	r->number = number;
	r->scenario = scenario;
	/* At first as long as the protocol wants, later as long as a timing pulse is on its way. */
	r->reset_left = scenario == 0 ? 32 : 3 + random_below(4);
	r->finished = scenario == SCENARIOS;
}

static bool all_arrived(const struct run *r)
{
	for (unsigned i = 0; i < ENDPOINTS; i++)
		for (unsigned k = 0; k < ENDPOINTS; k++)
			if (r->queue[i][k].count > 0)
				return false;
	for (unsigned i = 0; i < OUTSIDE_WIRES; i++)
		if (r->outside[i].pending)
			return false;
	for (unsigned a = 0; a < r->test->adapters; a++)
		if (r->agent[a].valid)
			return false;
	return true;
}

/* Over whole slots in which words were offered. */
static void check_rate(struct run *r)
{
	const struct scenario *s = &scenarios[r->scenario];
	const struct test_case *c = r->test;

	if (s->full_rate) {
		unsigned used = c->lanes < c->adapters - 1 ? c->lanes : c->adapters - 1;
		unsigned long long most = (unsigned long long)used * c->adapters * (s->slots - 2);

		if (r->in_rate < most)
			fail(r, "lanes missed slots");
	}
}

static void step_scenario(struct run *r)
{
	const struct scenario *s = &scenarios[r->scenario];

	if (!r->draining && r->slots >= s->slots) {
		check_rate(r);
		r->draining = true;
	}
	if (r->draining && r->slots >= s->slots + 4 && all_arrived(r) && r->sent_part) {
		start_scenario(r, r->scenario + 1);
	} else if (r->draining && r->slots > s->slots + 400) {
		fail(r, "words are lost or stuck");
		start_scenario(r, r->scenario + 1);
	}
}

static void step(struct run *r)
{
	const struct test_case *c = r->test;

	if (r->finished)
		return;
	put(at(r, 0, IN_RESET), r->reset_left > 0);
	if (r->reset_left > 0) {
		r->reset_left--;
		for (unsigned a = 0; a < c->adapters; a++) {
			drive_source(r, a);
			drive_down(r, a);
			put_word(at(r, a, IN_ADDRESS), c->label[a]);
		}
		return;
	}
	if (r->clock == 0)
		for (unsigned a = 0; a < c->adapters; a++)
			if (get(at(r, a, OUT_VALID)) || get(at(r, a, OUT_START)) || get(at(r, a, OUT_READY)))
				fail(r, "not quiet after reset");
	run_network(r);
	for (unsigned a = 0; a < c->adapters; a++) {
		offer_word(r, a);
		drive_source(r, a);
		read_sink(r, a);
		finish_source(r, a);
		drive_down(r, a);
	}
	r->clock++;
	step_scenario(r);
}

int main(int argc, char **argv)
{
	struct model *model = argc > 1 ? leaf_adapter_model(argv[1]) : NULL;
	bool busy = true;

	if (!model)
		return 99;
	random_state = argc > 2 ? strtoull(argv[2], NULL, 0) : 1;
	in = model_inputs(model);
	out = model_outputs(model);
	for (unsigned i = 0; i < CASES; i++) {
		runs[i].test = &cases[i];
		runs[i].number = i;
		plan_case(&runs[i].frame, &cases[i]);
		start_scenario(&runs[i], 0);
	}
	model_eval(model);
	for (now = 0; busy && failures < 20; now++) {
		busy = false;
		for (unsigned i = 0; i < CASES; i++) {
			step(&runs[i]);
			busy |= !runs[i].finished;
		}
		model_eval(model);
		model_edge(model);
	}
	model_close(model);
	printf("%s: %llu clocks, %u failures, seed %s\n", failures ? "FAIL" : "pass", (unsigned long long)now, failures,
	       argc > 2 ? argv[2] : "1");
	return failures > 0;
}
