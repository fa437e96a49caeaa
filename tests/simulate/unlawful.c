/* unlawful.c: a master that breaks the rules of AXI4-Stream spoils its own words only.
 *
 *   unlawful FILE WORDS SEED [KEY=VALUE...]
 *
 * One leaf takes tvalid back, changes tdest, tdata and tlast before tready, offers words in resets, and takes words when it
 * likes. The other leaves obey. All words between those, and theirs to that leaf, arrive once, in order and unspoilt, under the
 * right labels, until WORDS have come; none waits forever; what is labelled with a leaf's number was sent by that leaf. Then the
 * offender obeys, too, and its words arrive again. Resets come amid. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "network/leaf.h"
#include "random.h"
#include "rtl_model.h"

enum { MOST_LEAVES = 64, SEQUENCE_BITS = 14, PAYLOAD_BITS = 32, RESET_RATE = 40000, MODES = 6, LONG_SLOT = 100 };

/* A leaf that obeys: the word that it offers. */
struct sender {
	bool offers, to_all;
	unsigned to;
	uint64_t since;			/* the clock in which it was offered */
};

struct run {
	const struct network *net;
	struct model *rtl;
	struct random random;
	unsigned leaves, label, user, offender;
	bool obeys;			/* the offender, too */
	unsigned mode;
	uint64_t clock, patience;
	unsigned long words, wanted, from_offender;
	struct sender sender[MOST_LEAVES];
	unsigned sent[MOST_LEAVES][MOST_LEAVES + 1];	/* [from][to]; to all: [leaves] */
	unsigned expected[MOST_LEAVES][MOST_LEAVES][2];	/* [from][at][to all] */
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

/* The payload says who sent it to whom, and as how many-th. */
static uint32_t payload_of(unsigned from, unsigned to, unsigned number)
{
	uint32_t mixed = (from * 64 + to + 1) * 2654435761u ^ number * 40503u;

	return (mixed ^ mixed >> 15) << SEQUENCE_BITS | (number & ((1u << SEQUENCE_BITS) - 1));
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

static void offer(struct run *r, unsigned leaf)
{
	struct sender *s = &r->sender[leaf];
	bool all = may_cast(r) && one_of(r, 10);
	unsigned to = all ? r->leaves : (unsigned)random_below(&r->random, r->leaves);

	if (s->offers || !one_of(r, 40))
		return;
	*s = (struct sender){ true, all, to, r->clock };
	set(r, "s_axis_tvalid", leaf, 1, 1);
	set(r, "s_axis_tlast", leaf, 1, 1);
	set(r, "s_axis_tdest", leaf * r->label, r->label, all ? 1u << r->net->label_bits : network_label(r->net, to));
	set(r, "s_axis_tdata", leaf * PAYLOAD_BITS, PAYLOAD_BITS, payload_of(leaf, to, r->sent[leaf][to]));
}

static bool offers_end(struct run *r, unsigned leaf, bool ready)
{
	struct sender *s = &r->sender[leaf];

	if (s->offers && ready) {
		s->offers = false;
		r->sent[leaf][s->to]++;
		set(r, "s_axis_tvalid", leaf, 1, 0);
	}
	return !s->offers || r->clock - s->since < r->patience || fails(r, leaf, "a word waits since clock", (unsigned long)s->since);
}

/* A word that is taken at this leaf. */
static bool receive(struct run *r, unsigned at)
{
	uint32_t user = (uint32_t)get(r, "m_axis_tuser", at * r->user, r->label), payload;
	uint32_t low = user & ((1u << r->net->label_bits) - 1);
	unsigned from = 0;
	bool all = may_cast(r) && user >> r->net->label_bits;

	while (from < r->leaves && network_label(r->net, from) != low)
		from++;
	if (from == r->leaves)
		return fails(r, at, "a word of no leaf", user);
	payload = (uint32_t)get(r, "m_axis_tdata", at * PAYLOAD_BITS, PAYLOAD_BITS);
	if (from == r->offender && !r->obeys) {
		r->from_offender++;
		return true;
	}
	if (payload != payload_of(from, all ? r->leaves : at, r->expected[from][at][all]++))
		return fails(r, at, "not the next word of its sender", (unsigned long)payload << 8 | from);
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
	if (one_of(r, 800))
		r->mode = (unsigned)random_below(&r->random, MODES);
	if (one_of(r, valid[r->mode]))
		set(r, "s_axis_tvalid", leaf, 1, r->mode == 0 || reset || !one_of(r, 3));
	if (one_of(r, dest[r->mode]))
		set(r, "s_axis_tdest", leaf * r->label, r->label, random_next(&r->random) & ((1u << r->label) - 1));
	if (one_of(r, 3))
		set(r, "s_axis_tdata", leaf * PAYLOAD_BITS, PAYLOAD_BITS, random_next(&r->random) & UINT32_MAX);
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
	memset(r->expected, 0, sizeof r->expected);
	set(r, "s_axis_tvalid", 0, r->leaves, 0);
	set(r, "rst", 0, 1, 1);
	for (unsigned k = 0; k < 32 && good; k++)
		good = step(r, true);
	set(r, "rst", 0, 1, 0);
	return good;
}

/* What the offender has begun passes; then its words count. */
static bool obey(struct run *r)
{
	bool good = true;

	set(r, "s_axis_tvalid", r->offender, 1, 0);
	r->mode = MODES;
	for (uint64_t end = r->clock + r->patience; r->clock < end && good;)
		good = step(r, false);
	return good;
}

static bool run(struct run *r)
{
	unsigned long before;
	bool good = reset(r);

	while (r->words < r->wanted && good)
		good = good && one_of(r, RESET_RATE) ? reset(r) : step(r, false);
	good = good && obey(r);
	r->obeys = true;
	memset(&r->sender[r->offender], 0, sizeof r->sender[0]);
	before = r->words;
	while (r->words < before + 20ul * r->leaves && good)
		good = step(r, false);
	return good;
}

int main(int argc, char **argv)
{
	struct spec spec;
	struct run r = { 0 };
	bool good;

	if (argc < 4 || !read_with_words(&spec, argv[1], argv + 4, (size_t)argc - 4))
		return 2;
	r.net = network_elaborate(&spec);
	random_start(&r.random, strtoull(argv[3], NULL, 10), 1);
	r.leaves = spec.leaves;
	r.label = network_tdest_bits(r.net);
	r.user = r.label + network_group_bits(&spec);
	r.wanted = strtoul(argv[2], NULL, 10);
	r.offender = (unsigned)random_below(&r.random, r.leaves);
	r.patience = (uint64_t)(r.net->slot_clocks > 0 ? r.net->slot_clocks : LONG_SLOT) * (60 * r.leaves + 400);
	r.rtl = spec.payload_bits == PAYLOAD_BITS && r.leaves <= MOST_LEAVES
		? open_network(r.net, "unlawful", &(struct model_start){ .random_registers = 1 }) : NULL;
	good = r.rtl && run(&r);
	printf("1..1\n%sok 1 - %lu words in %llu clocks, %lu words of leaf %u, which obeys no rule\n", good ? "" : "not ", r.words,
	       (unsigned long long)r.clock, r.from_offender, r.offender);
	model_close(r.rtl);
	network_free((struct network *)r.net);
	spec_free(&spec);
	return !good;
}
