/* stream_model.c: a whole hypertree with the ports of its Verilog, clock by clock, around the model of frames (model.c).
 *
 *   s_axis --> offers --clock 0--> [ frame after frame ] --clock B - 1--> come --> m_axis
 *
 * It equals the Verilog in every clock, but has no probes. The network acts in two clocks of a frame, those of
 * hypertree_model_begin() and hypertree_model_scan(). In the others only m_axis and the fault register act. Times are those
 * of node.h. In sets of nodes and in vectors, node x has place x - 1.
 */
#include <stdlib.h>
#include <string.h>

#include "bits.h"
#include "leaves/model_ports.h"
#include "machines/hypertree/model.h"
#include "network/network.h"
#include "util/number.h"
#include "util/text.h"

/* First the ports of the processors, as hypertree_leaf_ports() lists them. Some networks have no `lost`, and those without
 * fault registers nothing behind it. */
enum port_number { BAD = LEAF_PORTS, LOST, FAULT_SHIFT, FAULT_IN, FAULT_OUT, DEAD };

/* Clocks of a frame, from its begin and, F - .., from its end. */
enum { ROOM_CLOCK = 1, SCAN_CLOCK = 3, LOST_BEFORE_END = 2, TAKE_BEFORE_END = 4 };
enum { PAYLOAD_WORDS = MOST_HYPERTREE_PAYLOAD / 32 };

/* Nodes, a bit each. */
struct set {
	uint64_t word[NODE_WORDS];
};

struct payload {
	uint32_t word[PAYLOAD_WORDS];
};

/* Payloads by the numbers of their words. */
struct pool {
	struct payload *payload;
	unsigned *free;			/* [frees]: numbers that no word has */
	unsigned size, frees;
};

/* What has come to a processor: the word that m_axis shows next. */
struct come {
	unsigned source;
	struct payload payload;
};

/* The fault register, with packet_faults.v. */
struct fault_bits {
	struct hypertree_part part[MOST_HYPERTREE_PARTS];
	unsigned parts;
	bool next[MOST_HYPERTREE_PARTS];	/* shifted in */
	bool dead[MOST_HYPERTREE_PARTS];	/* taken over .. */
	bool are_new;			/* .. and to count from the next frame on */
	bool shifted;			/* since the register was looked at */
	bool purges;			/* the next frame is a purge */
};

struct stream_model {
	struct ported ports;		/* by their numbers */
	const struct network *net;
	struct hypertree *h;		/* its dead parts are those that count */
	struct hypertree_model *frames;
	unsigned payload_bits, label_bits, bytes, frame_clocks, words;

	struct trails *trails;		/* NULL, or what takes the words' ways */
	uint64_t now;			/* the clock that comes, from the reset on */
	bool resetting, restarting;	/* in reset; the first clock behind it, in which nodes still are */
	unsigned clock;			/* of the frame */
	struct set offers, taking;	/* s_axis: what may enter in clock 0, and what has been taken then */
	struct set coming, behind, shown;	/* words that come in this frame, wait, and are on m_axis */
	struct set was_busy, busy;	/* who had no room in ROOM_CLOCK; is_busy of the frames' nodes */
	unsigned *offered;		/* [place]: number of the word that s_axis may show */
	struct come *come;		/* [place] */
	struct pool pool;
	struct fault_bits faults;
	unsigned long dropped;		/* packets, when `lost` was last set */
};

/* ---- Payloads ---- */

static unsigned pool_take(struct pool *p)
{
	if (p->frees == 0) {
		unsigned more = p->size ? p->size : MOST_HYPERTREE_NODES;

		p->payload = reallocate(p->payload, (p->size + more) * sizeof *p->payload);
		p->free = reallocate(p->free, (p->size + more) * sizeof *p->free);
		while (p->frees < more)
			p->free[p->frees++] = p->size++;
	}
	return p->free[--p->frees];
}

static void pool_give(struct pool *p, unsigned word)
{
	p->free[p->frees++] = word;
}

/* For struct hypertree_model. */
static void end_word(void *context, unsigned word)
{
	pool_give(&((struct stream_model *)context)->pool, word);
}

static void read_payload(const struct stream_model *m, const uint32_t *in, unsigned place, struct payload *to)
{
	size_t at = m->ports.port[S_DATA].low + (size_t)place * m->payload_bits;

	for (unsigned i = 0; i * 32 < m->payload_bits; i++)
		to->word[i] = (uint32_t)bits_get(in, at + i * 32, smaller(32, m->payload_bits - i * 32));
}

/* ---- Sets ---- */

static uint64_t vector_word(const struct stream_model *m, const uint32_t *vector, unsigned port, unsigned w)
{
	const uint32_t *word = vector + m->ports.port[port].low / 32 + 2 * w;

	return word[0] | (uint64_t)word[1] << 32;
}

static void show_word(const struct stream_model *m, uint32_t *out, unsigned port, unsigned w, uint64_t value)
{
	uint32_t *word = out + m->ports.port[port].low / 32 + 2 * w;

	word[0] = (uint32_t)value;
	word[1] = (uint32_t)(value >> 32);
}

static void show_set(const struct stream_model *m, uint32_t *out, unsigned port, const struct set *set)
{
	for (unsigned w = 0; w < m->words; w++)
		show_word(m, out, port, w, set->word[w]);
}

static struct model_node *node_at(const struct stream_model *m, unsigned place)
{
	return &m->frames->node[place + 1];
}

/* ---- s_axis ---- */

/* A processor's word, which may enter. One for no node is taken and dropped. */
static void offer(struct stream_model *m, const uint32_t *in, uint32_t *out, unsigned place)
{
	unsigned to = (unsigned)bits_get(in, m->ports.port[S_DEST].low + (size_t)place * m->label_bits, m->label_bits);
	uint64_t bit = (uint64_t)1 << place % 64;

	if (m->h->dead_node[place + 1])
		return;
	if (to == 0 || to > m->h->nodes) {
		m->taking.word[place / 64] |= bit;
		bits_put(out, m->ports.port[BAD].low + place, 1, 1);
		return;
	}
	m->offers.word[place / 64] |= bit;
	node_at(m, place)->offer = model_packet_of(m->h, place + 1, to, m->offered[place]);
}

static void offer_all(struct stream_model *m, const uint32_t *in, uint32_t *out)
{
	bool is_open = m->frames->frame >= m->frames->first_frame && !m->frames->purges;

	for (unsigned w = 0; w < m->words && is_open; w++)
		for (uint64_t set = vector_word(m, in, S_VALID, w); set; set &= set - 1)
			offer(m, in, out, w * 64 + (unsigned)__builtin_ctzll(set));
}

/* What has entered is taken. The other offers are made anew in the next frame. */
static void take_all(struct stream_model *m, const uint32_t *in)
{
	for (unsigned w = 0; w < m->words; w++) {
		for (uint64_t set = m->offers.word[w]; set; set &= set - 1) {
			unsigned place = w * 64 + (unsigned)__builtin_ctzll(set);

			if (node_at(m, place)->offer.exists) {
				node_at(m, place)->offer.exists = false;
				continue;
			}
			m->taking.word[w] |= (uint64_t)1 << place % 64;
			read_payload(m, in, place, &m->pool.payload[m->offered[place]]);
			m->offered[place] = pool_take(&m->pool);
		}
		m->offers.word[w] = 0;
	}
}

/* ---- m_axis ---- */

/* SCAN_CLOCK: whose adapters have no room for a word. */
static void tell_busy(struct stream_model *m)
{
	for (unsigned w = 0; w < m->words; w++) {
		uint64_t shown = m->shown.word[w], behind = m->behind.word[w], coming = m->coming.word[w];
		uint64_t busy = m->frames->outstanding ? m->was_busy.word[w] : shown & (behind | coming);

		for (uint64_t changed = busy ^ m->busy.word[w]; changed; changed &= changed - 1) {
			unsigned bit = (unsigned)__builtin_ctzll(changed);

			node_at(m, w * 64 + bit)->is_busy = busy >> bit & 1;
		}
		m->busy.word[w] = busy;
	}
}

static void scan(struct stream_model *m)
{
	tell_busy(m);
	hypertree_model_scan(m->frames);
	if (m->frames->outstanding)
		memcpy(m->coming.word, m->frames->delivers, sizeof m->coming.word);
}

static void show(const struct stream_model *m, uint32_t *out, unsigned place)
{
	const struct come *come = &m->come[place];
	size_t at = m->ports.port[M_DATA].low + (size_t)place * m->payload_bits;

	for (unsigned i = 0; i * 32 < m->payload_bits; i++)
		bits_put(out, at + i * 32, smaller(32, m->payload_bits - i * 32), come->payload.word[i]);
	bits_put(out, m->ports.port[M_USER].low + (size_t)place * m->label_bits, m->label_bits, come->source);
}

/* Processors take words, and those behind them move up. */
static void hand_over(struct stream_model *m, const uint32_t *in, uint32_t *out)
{
	for (unsigned w = 0; w < m->words; w++) {
		uint64_t stays = m->shown.word[w] & ~vector_word(m, in, M_READY, w), moves = m->behind.word[w] & ~stays;

		m->behind.word[w] &= ~moves;
		m->shown.word[w] = stays | moves;
		show_word(m, out, M_VALID, w, m->shown.word[w]);
		for (; moves; moves &= moves - 1)
			show(m, out, w * 64 + (unsigned)__builtin_ctzll(moves));
	}
}

/* The last bytes have come. */
static void end_packets(struct stream_model *m, uint32_t *out)
{
	for (unsigned w = 0; w < m->words; w++) {
		m->behind.word[w] |= m->coming.word[w];
		for (uint64_t set = m->coming.word[w]; set; set &= set - 1) {
			unsigned place = w * 64 + (unsigned)__builtin_ctzll(set);
			const struct model_packet *packet = &node_at(m, place)->delivered;

			m->come[place].source = packet->header.source;
			m->come[place].payload = m->pool.payload[packet->word];
			/* An acknowledged word stays at its sender. */
			if (!m->frames->outstanding)
				pool_give(&m->pool, packet->word);
		}
	}
	m->coming = m->taking = (struct set){{0}};
	show_set(m, out, S_READY, &m->taking);
}

/* ---- Faults ---- */

/* Clock 0: bits begin to count. */
static void count_faults(struct stream_model *m)
{
	struct fault_bits *f = &m->faults;

	if (f->are_new) {
		hypertree_revive(m->h);
		for (unsigned i = 0; i < f->parts; i++)
			if (f->dead[i])
				hypertree_kill(m->h, &f->part[i]);
	}
	if (f->purges)
		hypertree_model_purge(m->frames);
	f->are_new = f->purges = false;
}

static void show_dead(const struct stream_model *m, uint32_t *out)
{
	for (unsigned i = 0; i < m->faults.parts; i++)
		bits_put(out, m->ports.port[DEAD].low + i, 1, m->faults.dead[i]);
}

/* The register takes over its bits, if none is being shifted in. */
static void take_faults(struct stream_model *m, uint32_t *out, bool shift)
{
	struct fault_bits *f = &m->faults;

	f->purges = f->shifted && !shift;
	f->shifted = false;
	if (shift || !memcmp(f->dead, f->next, f->parts * sizeof *f->dead))
		return;
	memcpy(f->dead, f->next, f->parts * sizeof *f->dead);
	f->are_new = true;
	show_dead(m, out);
}

/* The edge of a clock. A bit that comes in the first one is not seen to come. */
static void clock_faults(struct stream_model *m, const uint32_t *in, uint32_t *out)
{
	struct fault_bits *f = &m->faults;
	bool shift = m->h->fault_registers && bits_get(in, m->ports.port[FAULT_SHIFT].low, 1);

	if (!m->h->fault_registers)
		return;
	if (!m->restarting && m->clock == m->frame_clocks - TAKE_BEFORE_END)
		take_faults(m, out, shift);
	if (!shift)
		return;
	f->shifted = !m->restarting;
	memmove(&f->next[0], &f->next[1], (f->parts - 1) * sizeof *f->next);
	f->next[f->parts - 1] = bits_get(in, m->ports.port[FAULT_IN].low, 1);
	bits_put(out, m->ports.port[FAULT_OUT].low, 1, f->next[0]);
}

static void show_lost(struct stream_model *m, uint32_t *out)
{
	if (m->dropped == m->frames->dropped)
		return;
	m->dropped = m->frames->dropped;
	for (unsigned place = 0; place < m->h->nodes; place++)
		bits_put(out, m->ports.port[LOST].low + place, 1, node_at(m, place)->has_lost);
}

/* ---- Clocks ---- */

static void begin_frame(struct stream_model *m, const uint32_t *in, uint32_t *out)
{
	count_faults(m);
	offer_all(m, in, out);
	m->frames->trails = m->trails;
	if (m->trails)
		trails_step(m->trails, m->now);
	hypertree_model_begin(m->frames);
	take_all(m, in);
	if (!m->frames->outstanding)
		memcpy(m->coming.word, m->frames->delivers, sizeof m->coming.word);
}

static void clock(struct stream_model *m, const uint32_t *in, uint32_t *out)
{
	unsigned clock = m->clock;

	if (clock == 0)
		begin_frame(m, in, out);
	else if (clock == ROOM_CLOCK)
		m->was_busy = m->behind;
	else if (clock == SCAN_CLOCK)
		scan(m);
	hand_over(m, in, out);
	if (clock == m->bytes - 2)
		show_set(m, out, S_READY, &m->taking);
	else if (clock == m->bytes - 1)
		end_packets(m, out);
	if (clock == m->frame_clocks - LOST_BEFORE_END)
		show_lost(m, out);
	clock_faults(m, in, out);
	m->clock = clock + 1 == m->frame_clocks ? 0 : clock + 1;
	m->now++;
}

/* ---- A model ---- */

static void new_frames(struct stream_model *m)
{
	const struct hypertree_parameters *own = hypertree_parameters(m->net->spec);

	m->h = hypertree_of(m->net->spec);
	m->frames = hypertree_model_new(m->h, own->buffers, hypertree_outstanding(own));
	m->frames->first_frame = hypertree_first_frame(m->h, m->payload_bits);
	m->frames->word_ends = end_word;
	m->frames->context = m;
}

static void free_frames(struct stream_model *m)
{
	hypertree_model_free(m->frames);
	hypertree_free(m->h);
}

/* The faults with which the register begins. */
static void reset_faults(struct stream_model *m)
{
	const struct hypertree_parameters *own = hypertree_parameters(m->net->spec);
	struct fault_bits *f = &m->faults;

	*f = (struct fault_bits){0};
	f->parts = hypertree_parts(m->h, f->part);
	for (unsigned i = 0; i < f->parts; i++)
		for (unsigned k = 0; k < own->fault_count; k++)
			if (f->part[i].node == own->fault[k].node && f->part[i].other == own->fault[k].other)
				f->next[i] = f->dead[i] = true;
}

static void begin(struct stream_model *m)
{
	new_frames(m);
	reset_faults(m);
	m->clock = 0;
	m->now = 0;
	m->dropped = 0;
	m->offers = m->taking = m->coming = m->behind = m->shown = m->was_busy = m->busy = (struct set){{0}};
	m->pool.size = m->pool.frees = 0;
	for (unsigned place = 0; place < m->h->nodes; place++)
		m->offered[place] = pool_take(&m->pool);
}

static void reset(struct stream_model *m, uint32_t *out)
{
	free_frames(m);
	begin(m);
	ported_clear(&m->ports, out);
	if (m->h->fault_registers) {
		bits_put(out, m->ports.port[FAULT_OUT].low, 1, m->faults.next[0]);
		show_dead(m, out);
	}
}

static void eval(void *instance, int clk, const uint32_t *in, uint32_t *out)
{
	struct stream_model *m = instance;
	bool rst = bits_get(in, m->ports.port[RST].low, 1);

	/* All outputs come from registers. */
	if (!clk)
		return;
	if (rst && !m->resetting)
		reset(m, out);
	m->resetting = rst;
	if (rst) {
		m->restarting = true;
	} else if (m->restarting) {
		clock_faults(m, in, out);
		m->restarting = false;
	} else {
		clock(m, in, out);
	}
}

static void free_model(void *instance)
{
	struct stream_model *m = instance;

	free_frames(m);
	free(m->offered);
	free(m->come);
	free(m->pool.payload);
	free(m->pool.free);
	free(m);
}

static void tell_trails(void *instance, struct trails *trails)
{
	((struct stream_model *)instance)->trails = trails;
}

static void add_hypertree_stream_ports(struct stream_model *m)
{
	unsigned nodes = m->h->nodes;

	model_ports_add(&m->ports, m->net);
	ported_add(&m->ports, "bad_destination", nodes, true);
	if (hypertree_has_detours(m->h))
		ported_add(&m->ports, "lost", nodes, true);
	if (m->h->fault_registers) {
		ported_add(&m->ports, "fault_shift", 1, false);
		ported_add(&m->ports, "fault_in", 1, false);
		ported_add(&m->ports, "fault_out", 1, true);
		ported_add(&m->ports, "dead", m->faults.parts, true);
	}
}

struct model *hypertree_stream_model(const struct network *net)
{
	struct stream_model *m = allocate(sizeof *m);

	m->net = net;
	m->payload_bits = net->spec->payload_bits;
	m->label_bits = network_tdest_bits(net);
	m->bytes = hypertree_packet_bytes(m->payload_bits);
	m->frame_clocks = net->slot_clocks;
	m->words = (net->ends + 63) / 64;
	m->offered = allocate_array(net->ends, sizeof *m->offered);
	m->come = allocate_array(net->ends, sizeof *m->come);
	begin(m);
	ported_begin(&m->ports, eval, free_model);
	add_hypertree_stream_ports(m);
	struct model *model = model_ports_around(&m->ports, m->net->spec, m);

	model_trails_by(model, tell_trails);
	return model;
}
