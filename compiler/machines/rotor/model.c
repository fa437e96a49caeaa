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
#include "util/number.h"
#include "util/text.h"

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
	bool own, taken, empty, moved;
};

struct rotor_model {
	struct ported ports;		/* by their numbers */
	struct rotor_shape shape;
	unsigned payload_bits, payload_words;	/* words of 64 bits */
	unsigned long clock;		/* since the reset */
	unsigned long live;		/* the first clock in which nothing is cleared */
	unsigned visit;			/* of all banks */
	uint32_t random;		/* 16 bits: rotor_timer.v */
	bool resetting;
	struct decision *decision;	/* [clock % HISTORY][source] */
	int *visited;			/* [clock % HISTORY][bin]: the place that gets a word, or NOBODY */
	struct favourite *favourite;	/* [source] */
	unsigned *tail, *front;		/* [queue]: words that came, and that were given; queue = place x bins + bin */
	bool *shows;			/* [queue]: m_axis_tvalid; of places without a leaf, too */
	unsigned *sender;		/* [queue][tail % words]: leaves */
	uint64_t *payload;		/* likewise, payload_words each */
};

static struct decision *decision_at(const struct rotor_model *m, unsigned long clock, unsigned source)
{
	return &m->decision[clock % HISTORY * m->shape.bins + source];
}

static int *visit_at(const struct rotor_model *m, unsigned long clock, unsigned bin)
{
	return &m->visited[clock % HISTORY * m->shape.bins + bin];
}

/* The leaf at a place of a source; or NOBODY. */
static int leaf_of(const struct rotor_model *m, unsigned source, unsigned place)
{
	unsigned leaf = place * m->shape.bins + (source ^ (place % m->shape.bins));

	return leaf < m->shape.leaves ? (int)leaf : NOBODY;
}

static bool has_word(const struct rotor_model *m, const uint32_t *in, int leaf)
{
	return leaf != NOBODY && bits_get(in, m->ports.port[S_VALID].low + (unsigned)leaf, 1);
}

static unsigned destination(const struct rotor_model *m, const uint32_t *in, int leaf)
{
	unsigned bits = m->shape.bin_bits + m->shape.place_bits;

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

/* With four bins the next turn comes before the answer, and the favourite rests before its turn: rotor_source.v. */
static bool is_away(const struct rotor_model *m, unsigned source, unsigned place)
{
	bool waits = m->shape.bins < m->shape.stages + 6;

	if (!waits || m->clock == 0)
		return false;
	return decision_at(m, m->clock - TO_HEAD - 1, source)->sender == (int)place
	       || (turn_at(m, m->clock - 1) == (1u << ROTOR_PREFER_BITS) - 1 && m->favourite[source].before == place);
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
	bool moves = f->taken || (f->empty && !f->moved);
	struct favourite next = { .place = f->place, .before = f->place, .own = sent->sender == (int)f->place,
				  .taken = f->own && answered->taken,
				  .empty = !has_word(m, in, leaf_of(m, source, f->place)), .moved = moves };

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
	unsigned queue = destination(m, in, leaf);

	d->taken = true;
	if (queue / m->shape.bins >= m->shape.places)
		return;
	d->taken = m->tail[queue] - m->front[queue] < 1u << m->shape.queue_bits;
	if (d->taken)
		keep_word(m, in, queue, leaf);
}

/* A queue has a word for its leaf, which has none. */
static void look(struct rotor_model *m, unsigned bin)
{
	int *place = visit_at(m, m->clock, bin);
	unsigned queue = m->visit * m->shape.bins + bin;

	*place = NOBODY;
	if (m->visit < m->shape.places && m->clock + 1 >= m->live && m->tail[queue] != m->front[queue] && !m->shows[queue])
		*place = (int)m->visit;
}

static void give(struct rotor_model *m, unsigned bin)
{
	int place = *visit_at(m, m->clock - TO_POP, bin);

	if (place != NOBODY)
		m->front[(unsigned)place * m->shape.bins + bin]++;
}

/* ---- Leaves ---- */

static void show_word(struct rotor_model *m, uint32_t *out, unsigned queue)
{
	unsigned bits = m->payload_bits, label_bits = m->shape.bin_bits + m->shape.place_bits;
	unsigned words = 1u << m->shape.queue_bits, number = m->front[queue] - 1;
	const uint64_t *payload = payload_of(m, queue, number);
	size_t at = m->ports.port[M_DATA].low + (size_t)queue * bits;

	for (unsigned i = 0; i < m->payload_words; i++)
		bits_put(out, at + i * 64, smaller(64, bits - i * 64), payload[i]);
	bits_put(out, m->ports.port[M_USER].low + (size_t)queue * label_bits, label_bits, m->sender[queue * words + number % words]);
}

static void step_leaves(struct rotor_model *m, const uint32_t *in, uint32_t *out)
{
	unsigned queues = m->shape.places * m->shape.bins;

	for (unsigned queue = 0; queue < queues; queue++) {
		bool ready = queue >= m->shape.leaves || bits_get(in, m->ports.port[M_READY].low + queue, 1);
		bool loads = *visit_at(m, m->clock - TO_SHOW, queue % m->shape.bins) == (int)(queue / m->shape.bins);

		m->shows[queue] = loads || (m->shows[queue] && !ready);
		if (queue >= m->shape.leaves)
			continue;
		if (loads)
			show_word(m, out, queue);
		bits_put(out, m->ports.port[M_VALID].low + queue, 1, m->shows[queue]);
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
	unsigned all = 1u << m->shape.place_bits, period = m->shape.period, bits = digit_bits(period);
	bool wraps = m->visit == period - 1 && (m->clock >= m->live || period > all);

	m->visit = wraps ? 0 : (m->visit + 1) % (1u << bits);
}

static void clock(struct rotor_model *m, const uint32_t *in, uint32_t *out)
{
	unsigned bins = m->shape.bins;

	for (unsigned source = 0; source < bins; source++)
		decide(m, in, source);
	for (unsigned bin = 0; bin < bins; bin++)
		look(m, bin);
	step_leaves(m, in, out);
	for (unsigned source = 0; source < bins; source++) {
		meet(m, in, source);
		step_favourite(m, in, source);
		show_ready(m, out, source);
	}
	for (unsigned bin = 0; bin < bins; bin++)
		give(m, bin);
	step_visit(m);
	m->random = ((m->random << 1) | ((m->random >> 15 ^ m->random >> 14 ^ m->random >> 12 ^ m->random >> 3) & 1)) & 0xffff;
	m->clock++;
}

static void reset(struct rotor_model *m, uint32_t *out)
{
	unsigned bins = m->shape.bins, queues = m->shape.places * bins;

	ported_clear(&m->ports, out);
	for (unsigned i = 0; i < HISTORY * bins; i++) {
		m->decision[i] = (struct decision){ .sender = NOBODY };
		m->visited[i] = NOBODY;
	}
	for (unsigned source = 0; source < bins; source++)
		m->favourite[source] = (struct favourite){ .moved = true };
	memset(m->tail, 0, queues * sizeof *m->tail);
	memset(m->front, 0, queues * sizeof *m->front);
	memset(m->shows, 0, queues * sizeof *m->shows);
	m->visit = 0;
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
	free(m->sender);
	free(m->payload);
	free(m);
}

struct model *rotor_model(const struct network *net)
{
	struct rotor_model *m = allocate(sizeof *m);
	struct rotor_shape s = rotor_shape(net->spec);
	unsigned queues = s.places * s.bins, words = queues << s.queue_bits;
	unsigned longer = s.place_bits > s.stages ? s.place_bits : s.stages;

	*m = (struct rotor_model){ .shape = s, .payload_bits = net->spec->payload_bits,
				   .payload_words = (net->spec->payload_bits + 63) / 64, .live = 1ul << (longer + 3) };
	m->decision = allocate_array((size_t)HISTORY * s.bins, sizeof *m->decision);
	m->visited = allocate_array((size_t)HISTORY * s.bins, sizeof *m->visited);
	m->favourite = allocate_array(s.bins, sizeof *m->favourite);
	m->tail = allocate_array(queues, sizeof *m->tail);
	m->front = allocate_array(queues, sizeof *m->front);
	m->shows = allocate_array(queues, sizeof *m->shows);
	m->sender = allocate_array(words, sizeof *m->sender);
	m->payload = allocate_array((size_t)words, m->payload_words * sizeof *m->payload);
	ported_begin(&m->ports, eval, free_model);
	model_ports_add(&m->ports, net);
	uint32_t *none = allocate_array(m->ports.abi.out_words, sizeof *none);

	reset(m, none);
	free(none);
	return model_ports_around(&m->ports, net->spec, m);
}
