/* unlawful.c: a master that breaks the rules of AXI4-Stream spoils its own words only.
 *
 *   unlawful FILE WORDS SEED [KEY=VALUE...]
 *
 * One leaf takes tvalid back, changes tdest, tdata and tlast before tready, offers words in resets, and takes words when it
 * likes. The other leaves obey. All words between those, and theirs to that leaf, arrive once, in order and unspoilt, under the
 * right labels, until WORDS have come; none waits forever; what is labelled with a leaf's number was sent by that leaf. Then the
 * offender obeys, too, and its words arrive again. Resets come amid. At the end nothing is missing.
 *
 * Packets arrive whole, too. A packet that the offender has begun holds its reader until its last word comes, as it may: the
 * offender ends its packets now and then, and before it obeys. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "network/leaf.h"
#include "random.h"
#include "rtl_model.h"
#include "util/message.h"

enum { MOST_LEAVES = 32, KINDS = 8, RESET_RATE = 40000, MODES = 6, LONG_SLOT = 100, NOBODY = MOST_LEAVES };

/* A leaf that obeys: the word that it offers. `to`: a leaf; behind them group 0, which is all leaves, and the others. */
struct sender {
	bool offers, packet, last;	/* packet: more of it follows */
	unsigned to;
	uint64_t since;			/* the clock in which it was offered */
};

/* The words from a leaf at another one, by themselves or to one group. */
struct flow {
	unsigned offered, next;		/* all before `next` have come, .. */
	uint64_t come;			/* .. and these behind it, where words may overtake */
};

struct run {
	const struct network *net;
	struct model *rtl;
	struct random random;
	unsigned leaves, label, user, payload, groups, window, offender;
	bool obeys, ends;		/* the offender, too; there are no new words */
	unsigned mode;
	unsigned long keeps;		/* one of so many clocks changes the mode */
	uint64_t clock, patience;
	unsigned long words, wanted, from_offender;
	struct sender sender[MOST_LEAVES];
	unsigned sent[MOST_LEAVES][MOST_LEAVES + KINDS];	/* [from][to], offered */
	struct flow flow[MOST_LEAVES][MOST_LEAVES][1 + KINDS];	/* [from][at][by itself, or 1 + group] */
	unsigned holder[MOST_LEAVES];				/* [at] whose packet comes */
};

static bool one_of(struct run *r, unsigned many)
{
	return random_below(&r->random, many) == 0;
}

static void set(struct run *r, const char *port, unsigned at, unsigned bits, uint64_t value)
{
	if (model_port(r->rtl, port))
		model_set(r->rtl, model_port(r->rtl, port), at, bits, value);
}

static uint64_t get(const struct run *r, const char *port, unsigned at, unsigned bits)
{
	return model_get(r->rtl, model_port(r->rtl, port), at, bits);
}

/* A part of the payload says who sent it to whom, and as how many-th. */
static uint32_t payload_of(unsigned from, unsigned to, unsigned number, unsigned part)
{
	uint64_t mixed = ((from * 64ull + to + 1) << 32 | number) + (part + 1ull) * 0x9e3779b97f4a7c15;

	mixed = (mixed ^ mixed >> 30) * 0xbf58476d1ce4e5b9;
	mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111eb;
	return (uint32_t)(mixed >> 32);
}

static unsigned part_bits(const struct run *r, unsigned part)
{
	return r->payload - 32 * part < 32 ? r->payload - 32 * part : 32;
}

/* Whether m_axis of a leaf shows this word. */
static bool is_shown(const struct run *r, unsigned at, unsigned from, unsigned to, unsigned number)
{
	for (unsigned part = 0; 32 * part < r->payload; part++) {
		unsigned bits = part_bits(r, part);
		uint64_t shown = get(r, "m_axis_tdata", at * r->payload + 32 * part, bits);

		if ((payload_of(from, to, number, part) ^ shown) << (64 - bits))
			return false;
	}
	return true;
}

static bool is_last(unsigned from, unsigned to, unsigned number)
{
	return payload_of(from, to, number, 64) % 3 == 0;
}

static bool fails(const struct run *r, unsigned at, const char *what, unsigned long found)
{
	fprintf(stderr, "clock %llu, leaf %u%s: %s: %lx\n", (unsigned long long)r->clock, at,
		at == r->offender ? " (offender)" : "", what, found);
	return false;
}

/* ---- Those who obey ---- */

static bool may_cast(const struct run *r)
{
	return r->net->spec->broadcast_every > 0;
}

/* Whether a leaf gets this leaf's words to `to`. */
static bool gets(const struct run *r, unsigned at, unsigned from, unsigned to)
{
	unsigned group = to - r->leaves;

	if (to < r->leaves)
		return at == to;
	return at != from && (group == 0 || r->net->spec->member_of[at] >> (group - 1) & 1);
}

static uint32_t destination(const struct run *r, unsigned to)
{
	return to < r->leaves ? network_label(r->net, to) : 1u << r->net->label_bits | (to - r->leaves);
}

static void show(struct run *r, unsigned leaf)
{
	const struct sender *s = &r->sender[leaf];
	unsigned number = r->sent[leaf][s->to]++;

	for (unsigned at = 0; at < r->leaves; at++)
		if (gets(r, at, leaf, s->to))
			r->flow[leaf][at][s->to < r->leaves ? 0 : 1 + s->to - r->leaves].offered++;
	set(r, "s_axis_tvalid", leaf, 1, 1);
	set(r, "s_axis_tlast", leaf, 1, s->last);
	set(r, "s_axis_tdest", leaf * r->label, r->label, destination(r, s->to));
	for (unsigned part = 0; 32 * part < r->payload; part++)
		set(r, "s_axis_tdata", leaf * r->payload + 32 * part, part_bits(r, part), payload_of(leaf, s->to, number, part));
}

static void offer(struct run *r, unsigned leaf)
{
	struct sender *s = &r->sender[leaf];
	bool all = may_cast(r) && one_of(r, 10);
	unsigned to = all ? r->leaves + (unsigned)random_below(&r->random, r->groups + 1)
			  : (unsigned)random_below(&r->random, r->leaves);

	if (s->offers || !one_of(r, 40) || (r->ends && !s->packet))
		return;
	if (s->packet)
		to = s->to;
	*s = (struct sender){ .offers = true, .to = to, .since = r->clock };
	s->last = !r->net->spec->packet || is_last(leaf, to, r->sent[leaf][to]);
	s->packet = !s->last;
	show(r, leaf);
}

static bool offers_end(struct run *r, unsigned leaf, bool ready)
{
	struct sender *s = &r->sender[leaf];

	if (s->offers && ready) {
		s->offers = false;
		set(r, "s_axis_tvalid", leaf, 1, 0);
	}
	return !s->offers || r->clock - s->since < r->patience || fails(r, leaf, "a word waits since clock", (unsigned long)s->since);
}

/* Takes it from the words that are to come. */
static bool expected(struct run *r, unsigned from, unsigned at, unsigned kind)
{
	struct flow *f = &r->flow[from][at][kind];
	unsigned to = kind == 0 ? at : r->leaves + kind - 1;

	for (unsigned k = 0; k < r->window && f->next + k < f->offered; k++)
		if (!(f->come >> k & 1) && is_shown(r, at, from, to, f->next + k)) {
			bool last = r->net->spec->packet && is_last(from, to, f->next + k);

			f->come |= (uint64_t)1 << k;
			for (; f->come & 1; f->come >>= 1)
				f->next++;
			return !r->net->spec->packet || last == get(r, "m_axis_tlast", at, 1);
		}
	return false;
}

/* Nobody's word comes amid the packet of a leaf that obeys. */
static bool is_whole(struct run *r, unsigned at, unsigned from)
{
	unsigned holder = r->holder[at];

	r->holder[at] = r->net->spec->packet && !get(r, "m_axis_tlast", at, 1) ? from : NOBODY;
	return holder == NOBODY || holder == from || (holder == r->offender && !r->obeys);
}

/* A word that is taken at this leaf. */
static bool receive(struct run *r, unsigned at)
{
	uint32_t user = (uint32_t)get(r, "m_axis_tuser", at * r->user, r->user);
	uint32_t low = user & ((1u << r->net->label_bits) - 1);
	unsigned from = 0, kind = 0;

	if (may_cast(r) && user >> r->net->label_bits & 1)
		kind = 1 + (user >> r->net->label_bits >> 1);
	while (from < r->leaves && network_label(r->net, from) != low)
		from++;
	if (from == r->leaves || kind > r->groups + 1)
		return fails(r, at, "a word of no leaf", user);
	if (!is_whole(r, at, from))
		return fails(r, at, "a word amid another leaf's packet", from);
	if (from == r->offender && !r->obeys) {
		r->from_offender++;
		return true;
	}
	if (!expected(r, from, at, kind))
		return fails(r, at, "not the next word of its sender", from);
	r->words++;
	return true;
}

/* ---- The one who does not ---- */

/* How long it keeps what it says: by mode, one of so many clocks changes it. */
static void misbehave(struct run *r, bool reset)
{
	static const unsigned valid[MODES] = { 1000, 1, 2, 20, 60, 3 }, dest[MODES] = { 1, 1000, 3, 60, 1, 40 };
	unsigned leaf = r->offender;

	if (r->mode == MODES)
		return;
	if (random_below(&r->random, r->keeps) == 0) {
		bool stays = one_of(r, 40);	/* longer than anybody may wait */

		r->mode = stays ? 0 : (unsigned)random_below(&r->random, MODES);
		r->keeps = stays ? r->patience + r->patience / 4 : 800;
	}
	if (one_of(r, valid[r->mode]))
		set(r, "s_axis_tvalid", leaf, 1, r->mode == 0 || reset || !one_of(r, 3));
	if (one_of(r, dest[r->mode]))
		set(r, "s_axis_tdest", leaf * r->label, r->label, random_next(&r->random) & ((1u << r->label) - 1));
	for (unsigned part = 0; 32 * part < r->payload; part++)
		if (one_of(r, 3))
			set(r, "s_axis_tdata", leaf * r->payload + 32 * part, part_bits(r, part), random_next(&r->random) & UINT32_MAX);
	set(r, "s_axis_tlast", leaf, 1, one_of(r, 2));
}

static bool step(struct run *r, bool reset)
{
	uint64_t ready = get(r, "s_axis_tready", 0, r->leaves), valid = get(r, "m_axis_tvalid", 0, r->leaves), takes = 0;
	bool good = true;

	for (unsigned leaf = 0; leaf < r->leaves; leaf++) {
		bool take = one_of(r, leaf == r->offender ? 5 : 2);

		set(r, "m_axis_tready", leaf, 1, take);
		takes |= (uint64_t)take << leaf;
		if (leaf == r->offender && !r->obeys)
			misbehave(r, reset);
		else if (!reset)
			offer(r, leaf);
	}
	for (unsigned leaf = 0; leaf < r->leaves && good && !reset; leaf++)
		if ((takes & valid) >> leaf & 1)
			good = receive(r, leaf);
	model_clock(r->rtl);
	r->clock++;
	for (unsigned leaf = 0; leaf < r->leaves && good && !reset; leaf++)
		if (leaf != r->offender || r->obeys)
			good = offers_end(r, leaf, ready >> leaf & 1);
	if (good && reset && get(r, "m_axis_tvalid", 0, r->leaves) != 0)
		good = fails(r, 0, "tvalid in a reset", get(r, "m_axis_tvalid", 0, r->leaves));
	return good;
}

/* All begin anew. */
static bool reset(struct run *r)
{
	bool good = true;

	memset(r->sender, 0, sizeof r->sender);
	memset(r->sent, 0, sizeof r->sent);
	memset(r->flow, 0, sizeof r->flow);
	for (unsigned at = 0; at < r->leaves; at++)
		r->holder[at] = NOBODY;
	set(r, "s_axis_tvalid", 0, r->leaves, 0);
	set(r, "rst", 0, 1, 1);
	for (unsigned k = 0; k < 32 && good; k++)
		good = step(r, true);
	set(r, "rst", 0, 1, 0);
	return good;
}

/* What the offender has begun passes, then the last word of a packet: the second one that is taken, as the first may have begun
 * before. Then its words count. */
static bool obey(struct run *r)
{
	unsigned words = r->net->spec->packet ? 2 : 0;
	uint64_t quiet = r->patience / 8;
	bool good = true;

	r->mode = MODES;
	set(r, "s_axis_tlast", r->offender, 1, 1);
	for (uint64_t end = r->clock + r->patience; good && r->clock < end && (words > 0 || quiet > 0); quiet -= words == 0) {
		set(r, "s_axis_tvalid", r->offender, 1, words > 0);
		words -= words > 0 && get(r, "s_axis_tready", r->offender, 1);
		good = step(r, false);
	}
	r->obeys = true;
	return good && (words == 0 || fails(r, r->offender, "does not end its packet", words));
}

/* The leaf at which words are missing, of whom; false if there is none. */
static bool misses(const struct run *r, unsigned *at, unsigned *from)
{
	for (*at = 0; *at < r->leaves; ++*at)
		for (*from = 0; *from < r->leaves; ++*from)
			for (unsigned kind = 0; kind < 1 + KINDS; kind++)
				if (r->flow[*from][*at][kind].next != r->flow[*from][*at][kind].offered)
					return true;
	return false;
}

static bool drain(struct run *r)
{
	unsigned at, from;
	bool good = true;

	r->ends = true;
	for (uint64_t end = r->clock + r->patience; misses(r, &at, &from) && good;)
		good = r->clock < end ? step(r, false) : fails(r, at, "words are missing of leaf", from);
	return good;
}

static bool run(struct run *r)
{
	unsigned long before;
	bool good = reset(r);

	while (r->words < r->wanted && good)
		good = good && one_of(r, RESET_RATE) ? reset(r) : step(r, false);
	good = good && obey(r);
	before = r->words;
	while (r->words < before + 20ul * r->leaves && good)
		good = step(r, false);
	return good && drain(r);
}

/* False after a message, if the test does not fit the network. */
static bool start(struct run *r)
{
	const struct spec *spec = r->net->spec;
	unsigned slot = r->net->slot_clocks > 0 ? r->net->slot_clocks : LONG_SLOT;

	r->leaves = spec->leaves;
	r->payload = spec->payload_bits;
	r->groups = spec->group_count;
	if (r->leaves > MOST_LEAVES || r->groups + 1 > KINDS)
		return error("at most %d leaves and %d groups", MOST_LEAVES, KINDS - 1);
	r->label = network_tdest_bits(r->net);
	r->user = r->label + network_group_bits(spec);
	r->window = r->net->may_overtake ? 64 : 1;
	r->patience = (uint64_t)slot * (60 * r->leaves + 400);
	r->keeps = 800;
	r->offender = (unsigned)random_below(&r->random, r->leaves);
	r->rtl = open_network(r->net, "unlawful", &(struct model_start){ .random_registers = 1 });
	return r->rtl != NULL;
}

int main(int argc, char **argv)
{
	static struct run r;
	struct spec spec;
	bool good;

	if (argc < 4 || !read_with_words(&spec, argv[1], argv + 4, (size_t)argc - 4))
		return 2;
	r.net = network_elaborate(&spec);
	r.wanted = strtoul(argv[2], NULL, 10);
	random_start(&r.random, strtoull(argv[3], NULL, 10), 1);
	good = start(&r) && run(&r);
	printf("1..1\n%sok 1 - %lu words in %llu clocks, %lu words of leaf %u, which obeys no rule\n", good ? "" : "not ", r.words,
	       (unsigned long long)r.clock, r.from_offender, r.offender);
	model_close(r.rtl);
	network_free((struct network *)r.net);
	spec_free(&spec);
	return !good;
}
