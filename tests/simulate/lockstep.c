/* lockstep.c: the model in C shows at its ports what the verilated Verilog shows, in every clock, also while links die and live
 * again.
 *
 *   lockstep FILE CLOCKS SEED [KEY=VALUE...]
 *
 * Leaves offer words to any label, their own and those of no leaf too, and to all leaves and groups, those that do not
 * exist too, or outside; streams of the root to any label. They take what arrives or let it wait, some for slots. In a network with fault registers, sets of
 * dead links are shifted in, whole or in part, at any time; now and then a reset comes amid, a clock long or more. What of the outputs has no
 * meaning, the payload and the source of no message, is not compared. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/node_model.h"
#include "network/leaf.h"
#include "network/machine.h"
#include "random.h"
#include "rtl_model.h"

enum { RESET_CLOCKS = 4, SIDES = 2, MOST_LEAVES = 64, SLOW_SLOTS = 5 };

struct run {
	const struct network *net;
	struct model *side[SIDES];	/* the Verilog, the model */
	struct random random;
	unsigned leaves, label, user;	/* bits */
	unsigned links;			/* that can die; 0: the network has no fault registers */
	unsigned offers;		/* a leaf offers a word in one of so many clocks */
	unsigned reads[MOST_LEAVES];	/* [leaf]: it takes a word in one of so many clocks */
	unsigned apart;			/* one of so many words goes to several leaves, or outside; 0: none */
	unsigned streams;		/* of the root */
	unsigned root_reads;		/* one of so many clocks, it takes a word */
	unsigned rate;			/* one of so many links is dead */
	unsigned shifts;		/* bits that are still to be shifted in */
	uint64_t clock;
	uint64_t root_offered;		/* streams of the root with a word */
	unsigned long taken, given, changes, resets, in, out;
};

static bool one_of(struct run *r, unsigned many)
{
	return random_below(&r->random, many) == 0;
}

static void set(struct run *r, const char *port, unsigned at, unsigned bits, uint64_t value)
{
	for (int k = 0; k < SIDES; k++)
		model_set(r->side[k], model_port(r->side[k], port), at, bits, value);
}

static uint64_t get(const struct run *r, int side, const char *port, unsigned at, unsigned bits)
{
	return model_get(r->side[side], model_port(r->side[side], port), at, bits);
}

/* In this clock a word that is taken goes, and then another one may come. */
static void offer(struct run *r, unsigned leaf, uint64_t *offered)
{
	unsigned payload = r->net->spec->payload_bits;
	uint64_t to = random_next(&r->random) & ((1u << r->net->label_bits) - 1);

	if (*offered >> leaf & 1 || !one_of(r, r->offers))
		return;
	*offered |= (uint64_t)1 << leaf;
	set(r, "s_axis_tvalid", leaf, 1, 1);
	if (r->apart > 0 && one_of(r, r->apart))
		to |= 1u << r->net->label_bits;
	set(r, "s_axis_tdest", leaf * r->label, r->label, to);
	set(r, "s_axis_tdata", leaf * payload, payload, random_next(&r->random) & ((1u << payload) - 1));
}

static void drive_root(struct run *r)
{
	unsigned payload = r->net->spec->payload_bits, label = r->net->label_bits;

	for (unsigned v = 0; v < r->streams; v++) {
		set(r, "m_root_tready", v, 1, one_of(r, r->root_reads));
		if (r->root_offered >> v & 1 || !one_of(r, r->offers))
			continue;
		r->root_offered |= (uint64_t)1 << v;
		set(r, "s_root_tvalid", v, 1, 1);
		set(r, "s_root_tdest", v * label, label, random_below(&r->random, 1u << label));
		set(r, "s_root_tuser", v * label, label, random_below(&r->random, 1u << label));
		set(r, "s_root_tdata", v * payload, payload, random_next(&r->random) & ((1u << payload) - 1));
	}
}

static void drive_leaves(struct run *r, uint64_t *offered)
{
	drive_root(r);
	for (unsigned leaf = 0; leaf < r->leaves; leaf++) {
		offer(r, leaf, offered);
		set(r, "m_axis_tready", leaf, 1, one_of(r, r->reads[leaf]));
	}
}

/* Begins with a set of dead links, goes on with it, or leaves it where it is for some clocks. */
static void drive_faults(struct run *r)
{
	bool shift;

	if (r->links == 0)
		return;
	if (r->shifts == 0 && one_of(r, 300)) {
		r->shifts = one_of(r, 4) ? 1 + (unsigned)random_below(&r->random, r->links) : r->links;
		r->rate = 1 + (unsigned)random_below(&r->random, 20);
		r->changes++;
	}
	shift = r->shifts > 0 && !one_of(r, 40);
	r->shifts -= shift;
	set(r, "fault_shift", 0, 1, shift);
	set(r, "fault_in", 0, 1, one_of(r, r->rate));
}

static bool same(const struct run *r, const char *port, unsigned at, unsigned bits)
{
	uint64_t rtl = get(r, 0, port, at, bits), model = get(r, 1, port, at, bits);

	if (rtl != model)
		fprintf(stderr, "clock %llu: %s, bit %u: %llx in the Verilog, %llx in the model\n", (unsigned long long)r->clock,
			port, at, (unsigned long long)rtl, (unsigned long long)model);
	return rtl == model;
}

static bool compare_root(const struct run *r)
{
	unsigned payload = r->net->spec->payload_bits, label = r->net->label_bits;
	bool good = r->streams == 0 || (same(r, "s_root_tready", 0, r->streams) && same(r, "m_root_tvalid", 0, r->streams));

	for (unsigned v = 0; v < r->streams && good; v++)
		if (get(r, 0, "m_root_tvalid", v, 1))
			good = same(r, "m_root_tuser", v * label, label) && same(r, "m_root_tdest", v * label, label)
			       && same(r, "m_root_tdata", v * payload, payload);
	return good;
}

static bool compare(struct run *r)
{
	unsigned payload = r->net->spec->payload_bits;
	bool good = compare_root(r) && same(r, "s_axis_tready", 0, r->leaves) && same(r, "m_axis_tvalid", 0, r->leaves)
		    && (r->links == 0 || same(r, "fault_out", 0, 1));

	for (unsigned leaf = 0; leaf < r->leaves && good; leaf++)
		if (get(r, 0, "m_axis_tvalid", leaf, 1))
			good = same(r, "m_axis_tuser", leaf * r->user, r->user) && same(r, "m_axis_tdata", leaf * payload, payload);
	return good;
}

static void step(struct run *r)
{
	for (int k = 0; k < SIDES; k++)
		model_clock(r->side[k]);
	r->clock++;
}

/* From the first clock of the reset on nothing of what was before shows. Leaves rest for a slot. */
static bool reset(struct run *r, uint64_t *offered)
{
	unsigned clocks = 1 + (unsigned)random_below(&r->random, RESET_CLOCKS);
	bool good = true;

	*offered = 0;
	for (unsigned leaf = 0; leaf < r->leaves; leaf++)
		set(r, "s_axis_tvalid", leaf, 1, 0);
	for (unsigned v = 0; v < r->streams; v++)
		set(r, "s_root_tvalid", v, 1, 0);
	r->root_offered = 0;
	set(r, "rst", 0, 1, 1);
	while (clocks-- > 0 && good) {
		step(r);
		good = compare(r) && get(r, 0, "m_axis_tvalid", 0, r->leaves) == 0;
	}
	set(r, "rst", 0, 1, 0);
	r->shifts = 0;
	r->offers = 1 + (unsigned)random_below(&r->random, one_of(r, 3) ? SLOW_SLOTS * r->net->slot_clocks : 60);
	r->root_reads = 1 + (unsigned)random_below(&r->random, one_of(r, 3) ? r->net->slot_clocks : 3);
	for (unsigned leaf = 0; leaf < r->leaves; leaf++)
		r->reads[leaf] = 1 + (unsigned)random_below(&r->random, one_of(r, 3) ? SLOW_SLOTS * r->net->slot_clocks : 3);
	r->resets++;
	return good;
}

/* Behind the edge: words that were taken are gone. */
static void take(struct run *r, uint64_t ready, uint64_t *offered)
{
	uint64_t gone = ready & *offered;

	*offered &= ~gone;
	for (; gone; gone &= gone - 1) {
		set(r, "s_axis_tvalid", (unsigned)__builtin_ctzll(gone), 1, 0);
		r->taken++;
	}
}

static void take_root(struct run *r, uint64_t gone)
{
	r->root_offered &= ~gone;
	for (; gone; gone &= gone - 1)
		set(r, "s_root_tvalid", (unsigned)__builtin_ctzll(gone), 1, 0);
}

static bool run(struct run *r, uint64_t clocks)
{
	uint64_t offered = 0, before = 0, root = 0;
	bool good = reset(r, &offered);

	while (r->clock < clocks && good) {
		uint64_t ready = get(r, 0, "s_axis_tready", 0, r->leaves), now = get(r, 0, "m_axis_tvalid", 0, r->leaves);

		uint64_t done = r->streams ? get(r, 0, "s_root_tready", 0, r->streams) & r->root_offered : 0;

		r->given += (unsigned)__builtin_popcountll(now & ~before);
		r->in += (unsigned)__builtin_popcountll(done);
		r->out += r->streams ? (unsigned)__builtin_popcountll(get(r, 0, "m_root_tvalid", 0, r->streams) & ~root) : 0;
		root = r->streams ? get(r, 0, "m_root_tvalid", 0, r->streams) : 0;
		before = now;
		drive_leaves(r, &offered);
		drive_faults(r);
		step(r);
		take(r, ready, &offered);
		take_root(r, done);
		good = compare(r);
		if (good && one_of(r, 15000))
			good = reset(r, &offered);
	}
	return good;
}

static bool start(struct run *r)
{
	r->leaves = r->net->spec->leaves;
	r->label = network_tdest_bits(r->net);
	r->user = r->label + network_group_bits(r->net->spec);
	r->streams = network_root_streams(r->net);
	/* Without streams the outside takes no word: its leaf goes on trying. */
	r->apart = r->net->spec->broadcast_every > 0 || r->streams > 0 ? 3 : r->net->spec->external ? 300 : 0;
	r->rate = 1;
	if (network_no_model(r->net)) {
		fprintf(stderr, "%s\n", network_no_model(r->net));
		return false;
	}
	r->side[0] = open_network(r->net, "dead_links", &(struct model_start){ .random_registers = 1 });
	r->side[1] = r->net->spec->leaf->model(r->net);
	if (!r->side[0] || !r->side[1])
		return false;
	r->links = model_port(r->side[0], "fault_in") ? r->net->spec->machine->model.node->told_bits(r->net, network_root(r->net)) : 0;
	return true;
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
	good = start(&r) && run(&r, strtoull(argv[2], NULL, 10));
	printf("1..1\n%sok 1 - in %llu clocks, %lu words taken, %lu shown, %lu other sets of dead links, %lu resets, %lu words in and %lu out\n",
	       good ? "" : "not ", (unsigned long long)r.clock, r.taken, r.given, r.changes, r.resets, r.in, r.out);
	for (int k = 0; k < SIDES; k++)
		model_close(r.side[k]);
	network_free((struct network *)r.net);
	spec_free(&spec);
	return !good;
}
