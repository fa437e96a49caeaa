/* model.c: random rotors: the C model against the verilated RTL, port by port, clock by clock.
 *
 *   rotor-model [networks] [first seed] [clocks of each] [most leaves]
 *
 * Leaves send to any leaf, to few, or to leaves that do not exist. Of the readers some are slow, some are not ready for a while,
 * some stop, for good or for a while. In half of the networks words for such leaves are thrown away. Resets of one clock or more come amid full queues, half of them again before all queues are empty.
 * Registers power up at random. A failure prints the parameters and the clock; the same seed repeats it. All networks together
 * must have had a reset amid full queues, a slow and a stopped reader with words, and words thrown away. */
#include <stdio.h>
#include <stdlib.h>

#include "machines/rotor/rotor.h"
#include "random.h"
#include "rtl_model.h"

enum { OF_ALL = 100, MOST_WORDS = 8, RESETS = 3, LONGEST_RESET = 3, FEW = 3, WORD = 64, SLOWEST = 10, AWAKES = 1000 };
/* The reader of one leaf in so many changes in a clock. */
enum { LEAVES_A_CHANGE = 5000 };

struct side {
	struct model *model;
	const struct model_port *s_data, *s_dest, *s_valid, *s_ready, *m_data, *m_user, *m_valid, *m_ready, *m_dropped, *m_lost;
};

struct run {
	struct network *net;
	struct side side[2];		/* the model, the RTL */
	struct random random;
	unsigned leaves, label, payload;
	bool offered[MOST_ROTOR_LEAVES], dead[MOST_ROTOR_LEAVES];
	unsigned to[MOST_ROTOR_LEAVES];	/* where the offered word goes */
	unsigned readiness[MOST_ROTOR_LEAVES];	/* chances, in OF_ALL */
	unsigned inside[MOST_ROTOR_LEAVES];	/* words for this leaf in the network */
	unsigned load, style;		/* a chance, in OF_ALL; where words go */
	unsigned most_inside;		/* words in the queues of a leaf */
	unsigned long clock, words, dropped, full, slow, stopped;	/* resets amid full queues; words for slow readers and for stopped ones */
};

static bool chance(struct run *r, unsigned of_all)
{
	return random_below(&r->random, OF_ALL) < of_all;
}

static void open_side(struct side *s, struct model *m)
{
	*s = (struct side){ .model = m };
	if (!m)
		return;
	s->s_data = model_port(m, "s_axis_tdata");
	s->s_dest = model_port(m, "s_axis_tdest");
	s->s_valid = model_port(m, "s_axis_tvalid");
	s->s_ready = model_port(m, "s_axis_tready");
	s->m_data = model_port(m, "m_axis_tdata");
	s->m_user = model_port(m, "m_axis_tuser");
	s->m_valid = model_port(m, "m_axis_tvalid");
	s->m_ready = model_port(m, "m_axis_tready");
	s->m_dropped = model_port(m, "m_axis_dropped");
	s->m_lost = model_port(m, "m_axis_lost");
}

static unsigned piece(unsigned bits, unsigned at)
{
	return bits - at < WORD ? bits - at : WORD;
}

static unsigned drawn(struct run *r)
{
	if (r->style == 0)
		return (unsigned)random_below(&r->random, r->leaves);
	if (r->style == 1)
		return (unsigned)random_below(&r->random, FEW);
	return (unsigned)random_below(&r->random, 1u << r->label);	/* some do not exist */
}

static void offer(struct run *r, unsigned leaf)
{
	unsigned to = drawn(r);
	uint64_t part;

	for (unsigned at = 0; at < r->payload; at += WORD) {
		part = random_next(&r->random);
		for (unsigned k = 0; k < 2; k++)
			model_set(r->side[k].model, r->side[k].s_data, leaf * r->payload + at, piece(r->payload, at),
				  piece(r->payload, at) < WORD ? part & (((uint64_t)1 << piece(r->payload, at)) - 1) : part);
	}
	for (unsigned k = 0; k < 2; k++) {
		model_set(r->side[k].model, r->side[k].s_dest, leaf * r->label, r->label, to);
		model_set(r->side[k].model, r->side[k].s_valid, leaf, 1, 1);
	}
	r->offered[leaf] = true;
	r->to[leaf] = to;
}

static bool same(const struct run *r, const char *what, unsigned leaf, uint64_t model, uint64_t rtl)
{
	if (model == rtl)
		return true;
	printf("# clock %lu: %s of leaf %u is 0x%llx in Verilog, 0x%llx in the model\n", r->clock, what, leaf,
	       (unsigned long long)rtl, (unsigned long long)model);
	return false;
}

static uint64_t seen(const struct run *r, unsigned k, const struct model_port *p, unsigned at, unsigned bits)
{
	return model_get(r->side[k].model, p, at, bits);
}

static bool compare(struct run *r, unsigned leaf)
{
	const struct side *a = &r->side[0], *b = &r->side[1];
	bool valid = seen(r, 1, b->m_valid, leaf, 1), dropped = a->m_dropped && seen(r, 0, a->m_dropped, leaf, 1), good;

	good = same(r, "s_axis_tready", leaf, seen(r, 0, a->s_ready, leaf, 1), seen(r, 1, b->s_ready, leaf, 1))
	       && same(r, "m_axis_tvalid", leaf, seen(r, 0, a->m_valid, leaf, 1), valid)
	       && (!a->m_dropped || same(r, "m_axis_dropped", leaf, dropped, seen(r, 1, b->m_dropped, leaf, 1)))
	       && (!dropped || same(r, "m_axis_lost", leaf, seen(r, 0, a->m_lost, leaf * r->label, r->label),
				    seen(r, 1, b->m_lost, leaf * r->label, r->label)));
	r->dropped += dropped;
	r->inside[leaf] -= dropped;
	if (!good || !valid)
		return good;
	for (unsigned at = 0; good && at < r->payload; at += WORD) {
		unsigned bits = piece(r->payload, at), place = leaf * r->payload + at;

		good = same(r, "m_axis_tdata", leaf, seen(r, 0, a->m_data, place, bits), seen(r, 1, b->m_data, place, bits));
	}
	r->words++;
	return good && same(r, "m_axis_tuser", leaf, seen(r, 0, a->m_user, leaf * r->label, r->label),
			    seen(r, 1, b->m_user, leaf * r->label, r->label));
}

/* Always, often, seldom or never for a while. */
static unsigned drawn_readiness(struct run *r)
{
	switch (random_below(&r->random, 4)) {
	case 0: return OF_ALL;
	case 1: return 1 + (unsigned)random_below(&r->random, SLOWEST);
	case 2: return random_below(&r->random, 4) == 0 ? 0 : OF_ALL / 2;
	default: return 1 + (unsigned)random_below(&r->random, OF_ALL);
	}
}

/* A word for `leaf` is taken. */
static void enter(struct run *r, unsigned leaf)
{
	r->inside[leaf]++;
	r->slow += r->readiness[leaf] <= SLOWEST;
	r->stopped += r->dead[leaf];
}

/* A clock in which both are driven alike. */
static bool step(struct run *r)
{
	bool took[MOST_ROTOR_LEAVES], gave[MOST_ROTOR_LEAVES], good = true;

	for (unsigned leaf = 0; leaf < r->leaves; leaf++) {
		bool ready = !r->dead[leaf] && chance(r, r->readiness[leaf]);

		gave[leaf] = ready;
		r->dead[leaf] = r->dead[leaf] && random_below(&r->random, AWAKES) > 0;
		if (random_below(&r->random, LEAVES_A_CHANGE) == 0)
			r->readiness[leaf] = drawn_readiness(r);
		if (!r->offered[leaf] && chance(r, r->load))
			offer(r, leaf);
		for (unsigned k = 0; k < 2; k++)
			model_set(r->side[k].model, r->side[k].m_ready, leaf, 1, ready);
	}
	for (unsigned k = 0; k < 2; k++)
		model_eval(r->side[k].model);
	for (unsigned leaf = 0; good && leaf < r->leaves; leaf++) {
		good = compare(r, leaf);
		took[leaf] = seen(r, 1, r->side[1].s_ready, leaf, 1);
		gave[leaf] = gave[leaf] && seen(r, 1, r->side[1].m_valid, leaf, 1);
	}
	for (unsigned k = 0; k < 2; k++)
		model_edge(r->side[k].model);
	r->clock++;
	for (unsigned leaf = 0; good && leaf < r->leaves; leaf++) {
		if (took[leaf]) {
			if (r->to[leaf] < r->leaves)
				enter(r, r->to[leaf]);
			r->offered[leaf] = false;
			for (unsigned k = 0; k < 2; k++)
				model_set(r->side[k].model, r->side[k].s_valid, leaf, 1, 0);
		}
		r->inside[leaf] -= gave[leaf];
	}
	return good;
}

/* Senders keep their words, or change them. */
static void reset(struct run *r)
{
	unsigned clocks = 1 + (unsigned)random_below(&r->random, LONGEST_RESET);
	bool full = false;

	for (unsigned k = 0; k < 2; k++)
		model_reset(r->side[k].model, clocks);
	for (unsigned leaf = 0; leaf < r->leaves; leaf++) {
		full = full || r->inside[leaf] >= r->most_inside;
		r->inside[leaf] = 0;
		r->dead[leaf] = chance(r, 5);
		r->readiness[leaf] = drawn_readiness(r);
		if (r->offered[leaf] && chance(r, 50))
			offer(r, leaf);
	}
	r->full += full;
	r->load = 1 + (unsigned)random_below(&r->random, OF_ALL);
	r->style = (unsigned)random_below(&r->random, 3);
}

static bool run(struct run *r, unsigned long clocks)
{
	struct rotor_shape shape = rotor_shape(r->net->spec);
	unsigned emptying = 8u << (shape.to_bits > shape.stages ? shape.to_bits : shape.stages);	/* clocks behind a reset */
	bool good = r->side[0].model && r->side[1].model;

	r->most_inside = shape.banks * shape.queue_words;

	for (unsigned k = 0; good && k < RESETS; k++) {
		reset(r);
		if (chance(r, 50)) {	/* while it empties queues, or soon behind */
			for (unsigned c = (unsigned)random_below(&r->random, 2 * emptying); good && c > 0; c--)
				good = step(r);
			reset(r);
		}
		for (unsigned long c = 0; good && c < clocks / RESETS; c++)
			good = step(r);
	}
	if (good && r->words == 0)
		printf("# no word came\n");
	return good && r->words > 0;
}

/* Sets key=value words for a random rotor; returns how many. */
static size_t draw(struct random *random, unsigned most, char *word[])
{
	static const char *const storage[] = { "auto", "lut-ram", "block-ram" };
	unsigned leaves = LEAST_ROTOR_LEAVES + (unsigned)random_below(random, most - LEAST_ROTOR_LEAVES + 1), bins = LEAST_BINS;
	unsigned kind = (unsigned)random_below(random, 3), least = kind == 2 ? 4 : 2;	/* words of a queue */
	size_t count = 0;

	while (bins * 2 * (LEAST_PLACES - 1) < leaves && bins < MOST_BINS && random_below(random, 2))
		bins *= 2;
	word[count++] = format_string("leaves=%u", leaves);
	word[count++] = format_string("bins=%u", bins);
	unsigned queue_words = 2u << random_below(random, random_below(random, 4) ? 3 : 6);

	word[count++] = format_string("queue-words=%u", queue_words < least ? least : queue_words);
	word[count++] = format_string("payload-bits=%u", LEAST_ROTOR_PAYLOAD + (unsigned)random_below(random, 90));
	word[count++] = format_string("storage=%s", storage[kind]);
	if (random_below(random, 2)) {
		word[count++] = copy_string("stopped-reader=drop");
		word[count++] = copy_string("stopped-after=256");
	}
	if (leaves > bins * 2 * (LEAST_PLACES_OF_TWO_BANKS - 1))
		word[count++] = format_string("banks=%u", 1 + (unsigned)random_below(random, 2));
	return count;
}

/* What all networks together have had. */
struct covered {
	unsigned long full, slow, stopped, dropped;
};

static bool try_seed(unsigned long seed, unsigned long clocks, unsigned most, struct covered *all)
{
	struct run r = { 0 };
	struct spec spec;
	char *word[MOST_WORDS];
	bool good = false;

	random_start(&r.random, seed, 1);
	size_t count = draw(&r.random, most, word);

	if (read_with_words(&spec, SOURCE_DIR "/rotor.yaml", word, count)) {
		r.net = network_new(&spec);
		r.leaves = spec.leaves;
		r.label = r.net->label_bits;
		r.payload = spec.payload_bits;
		open_side(&r.side[0], rotor_model(r.net));
		open_side(&r.side[1], open_network(r.net, "the test", &(struct model_start){ .random_registers = (uint32_t)seed | 1 }));
		good = run(&r, clocks);
		model_close(r.side[0].model);
		model_close(r.side[1].model);
		network_free(r.net);
		spec_free(&spec);
	}
	printf("%sok - seed %lu:", good ? "" : "not ", seed);
	for (size_t k = 0; k < count; k++) {
		printf(" %s", word[k]);
		free(word[k]);
	}
	printf(": %lu words; %lu resets amid full queues; %lu words for slow readers, %lu for stopped ones, %lu thrown away\n", r.words, r.full,
	       r.slow, r.stopped, r.dropped);
	fflush(stdout);
	all->full += r.full;
	all->slow += r.slow;
	all->stopped += r.stopped;
	all->dropped += r.dropped;
	return good;
}

int main(int argc, char **argv)
{
	unsigned long networks = argc > 1 ? strtoul(argv[1], NULL, 10) : 4, first = argc > 2 ? strtoul(argv[2], NULL, 10) : 1;
	unsigned long clocks = argc > 3 ? strtoul(argv[3], NULL, 10) : 2000;
	unsigned most = argc > 4 ? (unsigned)strtoul(argv[4], NULL, 10) : 40;
	struct covered all = { 0 };
	bool good = true;

	for (unsigned long k = 0; k < networks; k++)
		good = try_seed(first + k, clocks, most, &all) && good;
	bool covered = all.full && all.slow && all.stopped && all.dropped;

	if (!covered)
		printf("not ok - resets amid full queues, slow or stopped readers, or words thrown away are lacking\n");
	return !good || !covered;
}
