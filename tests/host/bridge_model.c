/* bridge_model.c: a bridge in software, written from docs/reference/host-protocol.md alone. */
#include "bridge_model.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_FRAME = 256, ENTRIES = 256, MOST_RECORD = 4 + 8 * MODEL_MOST_WORDS + 4, MOST_BANKS = 16 };

struct bank {
	uint8_t (*record)[MOST_RECORD];
	unsigned count;
	bool lost;
};

struct bridge_model {
	struct bridge_model_parameters p;
	unsigned entry_bytes, tail_bytes, banks;
	uint8_t *memory;		/* [leaf][entry][entry_bytes] */
	struct bank bank[MOST_BANKS];

	bool runs, clock_full;
	uint64_t now;
	struct model_leaf leaf[MODEL_MOST_LEAVES];
	unsigned next[MODEL_MOST_LEAVES];	/* entry that is offered */
	bool sent[MODEL_MOST_LEAVES], received[MODEL_MOST_LEAVES];
	uint64_t sent_at[MODEL_MOST_LEAVES], received_at[MODEL_MOST_LEAVES];
	uint64_t got[MODEL_MOST_LEAVES][MODEL_MOST_WORDS];
	uint32_t got_user[MODEL_MOST_LEAVES];

	uint8_t frame[MOST_FRAME];	/* as it comes */
	unsigned have;
	bool escape, bad;
	uint8_t last[MOST_FRAME];
	size_t last_bytes;
	unsigned long requests, dropped;
};

static uint32_t crc32(const uint8_t *bytes, size_t count)
{
	/* The polynomial 04C11DB7, most significant bit first, of reflected bytes. */
	uint32_t crc = 0xffffffff, reflected = 0;

	for (size_t i = 0; i < count; i++)
		for (unsigned bit = 0; bit < 8; bit++) {
			uint32_t top = crc >> 31 ^ (bytes[i] >> bit & 1u);

			crc = crc << 1 ^ (top ? 0x04c11db7u : 0);
		}
	for (unsigned bit = 0; bit < 32; bit++)
		reflected |= (crc >> bit & 1) << (31 - bit);
	return ~reflected;
}

static uint64_t bits_of(const uint8_t *bytes, unsigned at, unsigned count)
{
	uint64_t value = 0;

	for (unsigned i = 0; i < count; i++)
		value |= (uint64_t)(bytes[(at + i) / 8] >> (at + i) % 8 & 1) << i;
	return value;
}

static void set_bits(uint8_t *bytes, unsigned at, unsigned count, uint64_t value)
{
	for (unsigned i = 0; i < count; i++)
		bytes[(at + i) / 8] |= (uint8_t)((value >> i & 1) << (at + i) % 8);
}

static uint8_t *entry_of(struct bridge_model *m, unsigned leaf, unsigned index)
{
	return m->memory + ((size_t)leaf * ENTRIES + index) * m->entry_bytes;
}

/* Puts the leaf's next entry on s_axis. */
static void present(struct bridge_model *m, unsigned leaf)
{
	const uint8_t *entry = entry_of(m, leaf, m->next[leaf]);
	struct model_leaf *l = &m->leaf[leaf];
	unsigned bits = m->p.payload_bits;

	l->offers = bits_of(entry, bits + m->p.tdest_bits, 1);
	l->tdest = (uint32_t)bits_of(entry, bits, m->p.tdest_bits);
	for (unsigned i = 0; i * 64 < bits; i++)
		l->payload[i] = bits_of(entry, i * 64, bits - i * 64 < 64 ? bits - i * 64 : 64);
}

static void add_record(struct bridge_model *m, unsigned leaf)
{
	unsigned v = m->p.bank_bits, bits = m->p.payload_bits;
	struct bank *b = &m->bank[leaf >> v];
	uint32_t mask = (1u << v) - 1;
	uint8_t *r;

	if (b->count == 1u << m->p.log_bits) {
		b->lost = true;
		return;
	}
	r = b->record[b->count++];
	memset(r, 0, MOST_RECORD);
	set_bits(r, 0, 1, m->received[leaf]);
	set_bits(r, 1, 1, m->sent[leaf]);
	set_bits(r, 2, v, (uint32_t)m->received_at[leaf] & mask);
	set_bits(r, 2 + v, v, (uint32_t)m->sent_at[leaf] & mask);
	set_bits(r, 2 + 2 * v, 30 - 2 * v, m->now);
	for (unsigned i = 0; i * 64 < bits; i++)
		set_bits(r, 32 + i * 64, bits - i * 64 < 64 ? bits - i * 64 : 64, m->got[leaf][i]);
	set_bits(r, 32 + bits, m->p.tuser_bits, m->got_user[leaf]);
}

/* One leaf of each bank is visited per clock, for events before that clock. */
static void look(struct bridge_model *m)
{
	for (unsigned bank = 0; bank < m->banks; bank++) {
		unsigned leaf = (bank << m->p.bank_bits) + (unsigned)(m->now & ((1u << m->p.bank_bits) - 1));
		bool sent_now, received_now;

		if (leaf >= m->p.leaves)
			continue;
		/* A handshake of this very clock is for the next time. */
		sent_now = m->sent[leaf] && m->sent_at[leaf] == m->now;
		received_now = m->received[leaf] && m->received_at[leaf] == m->now;
		m->sent[leaf] = m->sent[leaf] && !sent_now;
		m->received[leaf] = m->received[leaf] && !received_now;
		if (!m->clock_full && (m->sent[leaf] || m->received[leaf]))
			add_record(m, leaf);
		m->sent[leaf] = sent_now;
		m->received[leaf] = received_now;
	}
}

static void one_clock(struct bridge_model *m)
{
	for (unsigned i = 0; i < m->p.leaves; i++) {
		present(m, i);
		m->leaf[i].ready = !m->received[i];
	}
	m->p.network.clock(m->p.network.context, m->leaf);
	for (unsigned i = 0; i < m->p.leaves; i++) {
		struct model_leaf *l = &m->leaf[i];

		if (l->offers && l->taken) {
			m->sent[i] = true;
			m->sent_at[i] = m->now;
			m->next[i]++;
		}
		if (l->arrives && l->ready) {
			m->received[i] = true;
			m->received_at[i] = m->now;
			memcpy(m->got[i], l->received, sizeof m->got[i]);
			m->got_user[i] = l->tuser;
		}
	}
	look(m);
	m->now++;
	m->clock_full |= m->now >> (30 - 2 * m->p.bank_bits) != 0;
}

static void pass_time(struct bridge_model *m, unsigned bytes)
{
	for (uint64_t i = 0; m->runs && i < (uint64_t)bytes * m->p.clocks_per_byte; i++)
		one_clock(m);
}

static void start(struct bridge_model *m)
{
	m->p.network.reset(m->p.network.context);
	m->runs = true;
	m->clock_full = false;
	m->now = 0;
	memset(m->next, 0, sizeof m->next);
	memset(m->sent, 0, sizeof m->sent);
	memset(m->received, 0, sizeof m->received);
	for (unsigned i = 0; i < m->banks; i++)
		m->bank[i].count = m->bank[i].lost = 0;
}

static size_t identify(const struct bridge_model *m, uint8_t *out)
{
	out[0] = 0x46;
	out[1] = m->p.version;
	memcpy(out + 2, m->p.digest, 8);
	out[10] = (uint8_t)m->p.leaves;
	out[11] = (uint8_t)(m->p.leaves >> 8);
	out[12] = (uint8_t)m->p.log_bits;
	out[13] = (uint8_t)m->p.bank_bits;
	out[14] = (uint8_t)m->p.payload_bits;
	out[15] = (uint8_t)(m->p.payload_bits >> 8);
	out[16] = (uint8_t)m->p.tdest_bits;
	out[17] = (uint8_t)m->p.tuser_bits;
	out[18] = (uint8_t)m->p.clock_100khz;
	out[19] = (uint8_t)(m->p.clock_100khz >> 8);
	return 20;
}

/* Arguments that were left out are anything; here 0. */
static uint8_t argument(const uint8_t *body, size_t bytes, size_t number)
{
	return 2 + number < bytes ? body[2 + number] : 0;
}

static void write_entries(struct bridge_model *m, const uint8_t *body, size_t bytes)
{
	unsigned index = argument(body, bytes, 0), leaf = argument(body, bytes, 1), end = argument(body, bytes, 2);
	unsigned count = end == index ? 0 : (end ? end : ENTRIES) - index;

	assert(count <= ENTRIES);
	for (unsigned i = 0; i < count && leaf < m->p.leaves; i++)
		for (unsigned b = 0; b < m->entry_bytes; b++)
			entry_of(m, leaf, (index + i) % ENTRIES)[b] = argument(body, bytes,
									       3 + (size_t)i * m->entry_bytes + b);
}

static size_t read_records(struct bridge_model *m, const uint8_t *body, size_t bytes, uint8_t *out)
{
	unsigned index = argument(body, bytes, 0) + (argument(body, bytes, 1) & 15) * 256u;
	unsigned bank = argument(body, bytes, 1) >> 4, count = (argument(body, bytes, 2) - index) & 255;
	size_t size = 0;

	for (unsigned i = 0; i < count && bank < m->banks && index + i < 1u << m->p.log_bits; i++) {
		const uint8_t *r = m->bank[bank].record[index + i];
		unsigned here = 4 + (r[0] & 1 ? m->tail_bytes : 0);

		if (size + here > MOST_FRAME - 6)
			break;
		memcpy(out + size, r, here);
		size += here;
	}
	return size;
}

static size_t tell_status(const struct bridge_model *m, const uint8_t *body, size_t bytes, uint8_t *out)
{
	unsigned number = argument(body, bytes, 1) >> 4;
	const struct bank *bank = &m->bank[number < m->banks ? number : 0];

	unsigned told = bank->count | (unsigned)bank->lost << 13 | (unsigned)m->clock_full << 14 |
			(unsigned)m->runs << 15;

	out[0] = (uint8_t)told;
	out[1] = (uint8_t)(told >> 8);
	return 2;
}

/* Carries out a request; the answer's body goes to `out`. */
static size_t carry_out(struct bridge_model *m, const uint8_t *body, size_t bytes, uint8_t *out)
{
	size_t data = 0;

	out[0] = body[0];
	out[1] = 0;
	if ((body[1] == 1 || body[1] == 5) && m->runs) {
		out[1] = 2;
		return 2;
	}
	switch (body[1]) {
	case 0:
		data = identify(m, out + 2);
		break;
	case 1:
		write_entries(m, body, bytes);
		break;
	case 2:
		start(m);
		break;
	case 3:
		m->runs = false;
		break;
	case 4:
		data = tell_status(m, body, bytes, out + 2);
		break;
	case 5:
		data = read_records(m, body, bytes, out + 2);
		break;
	default:
		out[1] = 1;
	}
	return 2 + data;
}

static size_t escape_byte(uint8_t *out, uint8_t byte)
{
	out[0] = 0xdb;
	out[1] = byte == 0xc0 ? 0xdc : 0xdd;
	if (byte == 0xc0 || byte == 0xdb)
		return 2;
	out[0] = byte;
	return 1;
}

static size_t answer_frame(struct bridge_model *m, uint8_t *answer)
{
	uint8_t body[MOST_FRAME + MOST_RECORD];
	size_t bytes = carry_out(m, m->frame, m->have - 4, body), at = 0;
	uint32_t crc = crc32(body, bytes);

	m->requests++;
	memcpy(m->last, m->frame, m->have - 4);
	m->last_bytes = m->have - 4;
	for (unsigned i = 0; i < 4; i++)
		body[bytes++] = (uint8_t)(crc >> 8 * i);
	answer[at++] = 0xc0;
	for (size_t i = 0; i < bytes; i++)
		at += escape_byte(answer + at, body[i]);
	answer[at++] = 0xc0;
	pass_time(m, (unsigned)at);
	return at;
}

static bool is_whole(const struct bridge_model *m)
{
	const uint8_t *crc = m->frame + m->have - 4;

	return m->have >= 6 && !m->escape && !m->bad
	       && crc32(m->frame, m->have - 4) == (crc[0] | crc[1] << 8 | crc[2] << 16 | (uint32_t)crc[3] << 24);
}

size_t bridge_model_hear(struct bridge_model *m, uint8_t byte, uint8_t answer[MODEL_MOST_ANSWER])
{
	size_t bytes = 0;

	pass_time(m, 1);
	if (byte == 0xc0) {
		if (is_whole(m))
			bytes = answer_frame(m, answer);
		else
			m->dropped += m->have > 0;
		m->have = 0;
		m->escape = m->bad = false;
		return bytes;
	}
	if (byte == 0xdb) {
		m->bad |= m->escape;
		m->escape = true;
		return 0;
	}
	if (m->escape && byte != 0xdc && byte != 0xdd)
		m->bad = true;
	if (m->escape)
		byte = byte == 0xdc ? 0xc0 : 0xdb;
	m->escape = false;
	if (m->have < MOST_FRAME)
		m->frame[m->have++] = byte;
	else
		m->bad = true;
	return 0;
}

struct bridge_model *bridge_model_create(const struct bridge_model_parameters *p)
{
	struct bridge_model *m = calloc(1, sizeof *m);

	assert(m && p->leaves <= MODEL_MOST_LEAVES && p->payload_bits <= 64 * MODEL_MOST_WORDS);
	m->p = *p;
	m->entry_bytes = (p->payload_bits + p->tdest_bits + 1 + 7) / 8;
	m->tail_bytes = (p->payload_bits + p->tuser_bits + 7) / 8;
	m->banks = (p->leaves + (1u << p->bank_bits) - 1) >> p->bank_bits;
	assert(m->banks <= MOST_BANKS);
	m->memory = malloc((size_t)p->leaves * ENTRIES * m->entry_bytes);
	/* Uninitialized RAM holds anything. */
	memset(m->memory, 0xa5, (size_t)p->leaves * ENTRIES * m->entry_bytes);
	for (unsigned i = 0; i < m->banks; i++)
		m->bank[i].record = calloc((size_t)1 << p->log_bits, MOST_RECORD);
	return m;
}

void bridge_model_reset(struct bridge_model *m)
{
	m->runs = m->clock_full = false;
	m->have = 0;
	for (unsigned i = 0; i < m->banks; i++)
		m->bank[i].count = m->bank[i].lost = 0;
}

void bridge_model_free(struct bridge_model *m)
{
	for (unsigned i = 0; i < m->banks; i++)
		free(m->bank[i].record);
	free(m->memory);
	free(m);
}

unsigned long bridge_model_requests(const struct bridge_model *m)
{
	return m->requests;
}

unsigned long bridge_model_dropped(const struct bridge_model *m)
{
	return m->dropped;
}

const uint8_t *bridge_model_last(const struct bridge_model *m, size_t *bytes)
{
	*bytes = m->last_bytes;
	return m->last;
}

struct toy_network {
	unsigned leaves, words, slot;
	uint32_t all;			/* the bit of tdest and tuser that means all */
	uint64_t now;
	int from[MODEL_MOST_LEAVES];	/* [receiver] in this slot: who sends to it, or -1 */
	bool wins[MODEL_MOST_LEAVES];	/* [sender] */
	struct model_leaf at_start[MODEL_MOST_LEAVES];
	unsigned copies, lost;
};

struct toy_network *toy_create(unsigned leaves, unsigned payload_words, unsigned slot, uint32_t all)
{
	struct toy_network *t = calloc(1, sizeof *t);

	assert(t && slot > 40);
	*t = (struct toy_network){ .leaves = leaves, .words = payload_words, .slot = slot, .all = all };
	return t;
}

void toy_free(struct toy_network *t)
{
	free(t);
}

void toy_lose(struct toy_network *t, unsigned number)
{
	t->lost = number;
}

static void toy_reset(void *context)
{
	struct toy_network *t = context;

	t->now = 0;
	t->copies = 0;
	memset(t->wins, 0, sizeof t->wins);
	for (unsigned i = 0; i < t->leaves; i++)
		t->from[i] = -1;
}

/* Would everybody whom leaf `i` sends to still be free in this slot? */
static bool toy_free_way(const struct toy_network *t, unsigned i)
{
	uint32_t to = t->at_start[i].tdest;

	for (unsigned r = 0; r < t->leaves; r++)
		if ((to & t->all ? r != i : r == to) && t->from[r] >= 0)
			return false;
	return true;
}

static void toy_begin_slot(struct toy_network *t, const struct model_leaf *leaf)
{
	memcpy(t->at_start, leaf, t->leaves * sizeof *leaf);
	for (unsigned i = 0; i < t->leaves; i++)
		t->from[i] = -1;
	for (unsigned i = 0; i < t->leaves; i++) {
		uint32_t to = t->at_start[i].tdest;

		t->wins[i] = t->at_start[i].offers && toy_free_way(t, i);
		for (unsigned r = 0; t->wins[i] && r < t->leaves; r++)
			if (to & t->all ? r != i : r == to)
				t->from[r] = (int)i;
	}
}

static void toy_clock(void *context, struct model_leaf *leaf)
{
	struct toy_network *t = context;
	unsigned in_slot = (unsigned)(t->now % t->slot);

	if (in_slot == 0)
		toy_begin_slot(t, leaf);
	for (unsigned i = 0; i < t->leaves; i++) {
		struct model_leaf *l = &leaf[i];

		l->taken = t->wins[i] && in_slot == 30 + i % 5;
		l->arrives = t->from[i] >= 0 && in_slot == 20 + i % 7 && ++t->copies != t->lost;
		if (!l->arrives)
			continue;
		memcpy(l->received, t->at_start[t->from[i]].payload, t->words * sizeof *l->received);
		l->tuser = (uint32_t)t->from[i] | (t->at_start[t->from[i]].tdest & t->all);
	}
	t->now++;
}

struct model_network toy_as_network(struct toy_network *t)
{
	return (struct model_network){ toy_reset, toy_clock, t };
}
