/* model.c: random rotors: the C model against the verilated RTL, port by port, clock by clock.
 *
 *   rotor-model [networks] [first seed] [clocks of each] [most leaves]
 *
 * Leaves send to any leaf, to few, or to leaves that do not exist, and are ready at random; some stop, for good or for a while. In
 * half of the networks words for such leaves are thrown away, in one of them at least. Resets of one
 * clock or more come amid full queues. Registers power up at random. A failure prints the parameters and the clock; the same
 * seed repeats it. */
#include <stdio.h>
#include <stdlib.h>

#include "machines/rotor/rotor.h"
#include "random.h"
#include "rtl_model.h"

enum { OF_ALL = 100, MOST_WORDS = 8, AWAKES = 1000, RESETS = 3, LONGEST_RESET = 3, FEW = 3, WORD = 64 };

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
	unsigned load, readiness, style;	/* chances, in OF_ALL; where words go */
	unsigned long clock, words, dropped;
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

/* A clock in which both are driven alike. */
static bool step(struct run *r)
{
	bool took[MOST_ROTOR_LEAVES], good = true;

	for (unsigned leaf = 0; leaf < r->leaves; leaf++) {
		bool ready = !r->dead[leaf] && chance(r, r->readiness);

		r->dead[leaf] = r->dead[leaf] && random_below(&r->random, AWAKES) > 0;
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
	}
	for (unsigned k = 0; k < 2; k++)
		model_edge(r->side[k].model);
	r->clock++;
	for (unsigned leaf = 0; good && leaf < r->leaves; leaf++)
		if (took[leaf]) {
			r->offered[leaf] = false;
			for (unsigned k = 0; k < 2; k++)
				model_set(r->side[k].model, r->side[k].s_valid, leaf, 1, 0);
		}
	return good;
}

/* Senders keep their words, or change them. */
static void reset(struct run *r)
{
	unsigned clocks = 1 + (unsigned)random_below(&r->random, LONGEST_RESET);

	for (unsigned k = 0; k < 2; k++)
		model_reset(r->side[k].model, clocks);
	for (unsigned leaf = 0; leaf < r->leaves; leaf++) {
		r->dead[leaf] = chance(r, 5);
		if (r->offered[leaf] && chance(r, 50))
			offer(r, leaf);
	}
	r->load = 1 + (unsigned)random_below(&r->random, OF_ALL);
	r->readiness = 1 + (unsigned)random_below(&r->random, OF_ALL);
	r->style = (unsigned)random_below(&r->random, 3);
}

static bool run(struct run *r, unsigned long clocks)
{
	bool good = r->side[0].model && r->side[1].model;

	for (unsigned k = 0; good && k < RESETS; k++) {
		reset(r);
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
	size_t count = 0;

	while (bins * 2 * (LEAST_PLACES - 1) < leaves && bins < MOST_BINS && random_below(random, 2))
		bins *= 2;
	word[count++] = format_string("leaves=%u", leaves);
	word[count++] = format_string("bins=%u", bins);
	word[count++] = format_string("queue-words=%u", 2u << random_below(random, 3));
	word[count++] = format_string("payload-bits=%u", LEAST_ROTOR_PAYLOAD + (unsigned)random_below(random, 90));
	word[count++] = format_string("storage=%s", storage[random_below(random, 3)]);
	if (random_below(random, 2)) {
		word[count++] = copy_string("stopped-reader=drop");
		word[count++] = copy_string("stopped-after=256");
	}
	if (leaves > bins * 2 * (LEAST_PLACES_OF_TWO_BANKS - 1))
		word[count++] = format_string("banks=%u", 1 + (unsigned)random_below(random, 2));
	return count;
}

static bool try_seed(unsigned long seed, unsigned long clocks, unsigned most, unsigned long *dropped)
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
	printf(", %lu words, %lu thrown away\n", r.words, r.dropped);
	*dropped += r.dropped;
	fflush(stdout);
	return good;
}

int main(int argc, char **argv)
{
	unsigned long networks = argc > 1 ? strtoul(argv[1], NULL, 10) : 4, first = argc > 2 ? strtoul(argv[2], NULL, 10) : 1;
	unsigned long clocks = argc > 3 ? strtoul(argv[3], NULL, 10) : 2000;
	unsigned most = argc > 4 ? (unsigned)strtoul(argv[4], NULL, 10) : 40;
	unsigned long dropped = 0;
	bool good = true;

	for (unsigned long k = 0; k < networks; k++)
		good = try_seed(first + k, clocks, most, &dropped) && good;
	if (dropped == 0)
		printf("# no word was thrown away\n");
	return !good || dropped == 0;
}
