/* rtl.c: how long words wait in the Verilog of a rotor, what a leaf that takes none costs the others, and millions of words.
 *
 *   rotor-rtl waits|rates|shares CLOCKS SEED [KEY=VALUE...]
 *   rotor-rtl words WORDS SEED [KEY=VALUE...]
 *
 * waits: all leaves always have a word, for leaf 0, then for random leaves, then for few leaves; readers take each at once. Then
 * leaf 0 has stopped: half of the leaves send to it, half to one beside it. No word for a reader that takes words is on s_axis longer
 * than `ftc report` says.
 * rates: all leaves always have a word; those that never send to leaf 0 keep nine tenths of their rate when leaf 0 stops.
 * shares: all leaves always have a word for leaf 0, whose reader takes longer for each than the next of two banks takes to come by:
 * of each bank it gets an eighth of its words at least.
 * words: all leaves have words for random leaves, until there were so many; of the readers some are slow, others rest now and then.
 * Each word arrives once, whole, and in order of those from its sender. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "machines/rotor/rotor.h"
#include "random.h"
#include "rtl_model.h"

enum { DEAD = 0, BESIDE_DEAD = 8, SETTLING = 2000, LONGEST_SILENCE = 100000, RESTS = 200 };

struct run {
	const struct network *net;
	struct model *rtl;
	struct random random;
	unsigned leaves, label;
	unsigned *to;			/* [leaf]: where its word goes; `leaves`: it has none */
	unsigned long *since;		/* [leaf]: the clock from which on it has waited */
	unsigned long clock, longest, taken;
	unsigned longest_leaf;
	bool stopped;			/* leaf DEAD: its words wait for ever */
};

/* Where a leaf's next word goes. */
typedef unsigned pattern(struct run *r, unsigned leaf);

static unsigned to_one(struct run *r, unsigned leaf)
{
	(void)r;
	(void)leaf;
	return DEAD;
}

static unsigned to_any(struct run *r, unsigned leaf)
{
	(void)leaf;
	return (unsigned)random_below(&r->random, r->leaves);
}

/* Three leaves, of which two share a bin. */
static unsigned to_few(struct run *r, unsigned leaf)
{
	static const unsigned few[] = { 1, 1, 1, 1, 2, 5 };

	(void)leaf;
	return few[random_below(&r->random, sizeof few / sizeof *few)];
}

static bool avoids_dead(unsigned leaf)
{
	return leaf % 2 == 1;
}

static unsigned past_dead(struct run *r, unsigned leaf)
{
	unsigned skipped = avoids_dead(leaf) ? DEAD + 1 : 0;

	return skipped + (unsigned)random_below(&r->random, r->leaves - skipped);
}

static unsigned beside_dead(struct run *r, unsigned leaf)
{
	(void)r;
	return avoids_dead(leaf) ? BESIDE_DEAD : DEAD;
}

static const struct model_port *port(const struct run *r, const char *name)
{
	return model_port(r->rtl, name);
}

static void offer(struct run *r, unsigned leaf, unsigned to)
{
	r->to[leaf] = to;
	r->since[leaf] = r->clock;
	model_set(r->rtl, port(r, "s_axis_tdest"), leaf * r->label, r->label, to);
	model_set(r->rtl, port(r, "s_axis_tvalid"), leaf, 1, 1);
}

/* A clock. A word counts if its sender never sends to the dead leaf. */
static void step(struct run *r, pattern *next)
{
	bool ready[MOST_ROTOR_LEAVES];

	for (unsigned leaf = 0; leaf < r->leaves; leaf++)
		if (r->to[leaf] == r->leaves)
			offer(r, leaf, next(r, leaf));
	model_eval(r->rtl);
	for (unsigned leaf = 0; leaf < r->leaves; leaf++)
		ready[leaf] = model_get(r->rtl, port(r, "s_axis_tready"), leaf, 1);
	model_edge(r->rtl);
	r->clock++;
	for (unsigned leaf = 0; leaf < r->leaves; leaf++) {
		unsigned long waited = r->clock - r->since[leaf];

		if (waited > r->longest && !(r->stopped && r->to[leaf] == DEAD)) {
			r->longest = waited;
			r->longest_leaf = leaf;
		}
		if (ready[leaf]) {
			r->to[leaf] = r->leaves;
			model_set(r->rtl, port(r, "s_axis_tvalid"), leaf, 1, 0);
			r->taken += avoids_dead(leaf);
		}
	}
}

static void run(struct run *r, pattern *next, unsigned long clocks)
{
	for (unsigned long k = 0; k < clocks; k++)
		step(r, next);
}

static void reset(struct run *r)
{
	for (unsigned leaf = 0; leaf < r->leaves; leaf++) {
		r->to[leaf] = r->leaves;
		model_set(r->rtl, port(r, "s_axis_tvalid"), leaf, 1, 0);
		model_set(r->rtl, port(r, "m_axis_tready"), leaf, 1, leaf != DEAD || !r->stopped);
	}
	model_reset(r->rtl, 1);
	r->longest = 0;
}

static bool waits(struct run *r, unsigned long clocks)
{
	static const struct { pattern *next; const char *name; bool stopped; } patterns[] = {
		{ to_one, "leaf 0", false }, { to_any, "random leaves", false }, { to_few, "three leaves", false },
		{ beside_dead, "leaf 0, which has stopped, or 8", true },
	};
	struct rotor_shape shape = rotor_shape(r->net->spec);
	bool good = true;

	for (unsigned k = 0; k < sizeof patterns / sizeof *patterns; k++) {
		unsigned long most = patterns[k].stopped ? rotor_longest_wait_beside_stopped(&shape) : rotor_longest_wait(&shape);

		r->stopped = patterns[k].stopped;
		reset(r);
		run(r, patterns[k].next, clocks);
		bool fits = r->longest <= most && r->longest > 0;

		printf("%sok %u - %u leaves in %u bins, words for %s: one waits %lu clocks (leaf %u), at most %lu are allowed\n",
		       fits ? "" : "not ", k + 1, r->leaves, shape.bins, patterns[k].name, r->longest, r->longest_leaf, most);
		good = good && fits;
	}
	printf("1..%zu\n", sizeof patterns / sizeof *patterns);
	return good;
}

static bool rates(struct run *r, unsigned long clocks)
{
	unsigned long before, after;

	reset(r);
	run(r, past_dead, SETTLING);
	r->taken = 0;
	run(r, past_dead, clocks);
	before = r->taken;
	model_set(r->rtl, port(r, "m_axis_tready"), DEAD, 1, 0);
	run(r, past_dead, SETTLING);
	r->taken = 0;
	run(r, past_dead, clocks);
	after = r->taken;
	double kept = (double)after / before;
	bool good = before > 0 && kept >= 0.9;

	printf("1..1\n%sok 1 - %u leaves: those that never send to leaf %d keep %.4f of their rate, %.4f words a clock, when it stops\n",
	       good ? "" : "not ", r->leaves, DEAD, kept, (double)before / clocks);
	return good;
}

/* The bank that gives leaf DEAD the word that it is shown: the sender is leaf {place, bus, bin}, and sends by {bus, bin} ^ place. */
static unsigned bank_of_shown(const struct run *r, const struct rotor_shape *s)
{
	unsigned sender = (unsigned)model_get(r->rtl, port(r, "m_axis_tuser"), DEAD * r->label, r->label);

	return (sender ^ sender / s->groups) >> s->bin_bits & (s->banks - 1);
}

static bool shares(struct run *r, unsigned long clocks)
{
	struct rotor_shape s = rotor_shape(r->net->spec);
	unsigned long words[2] = { 0 }, shown = 0, pause = s.places + s.places / 2;

	reset(r);
	for (unsigned long k = 0; k < clocks; k++) {
		bool valid = model_get(r->rtl, port(r, "m_axis_tvalid"), DEAD, 1), takes = valid && shown == pause;

		model_set(r->rtl, port(r, "m_axis_tready"), DEAD, 1, takes);
		words[bank_of_shown(r, &s)] += takes;
		shown = takes || !valid ? 0 : shown + 1;
		step(r, to_one);
	}
	unsigned long all = words[0] + words[1];
	bool good = all > clocks / (4 * s.places) && 8 * words[0] >= all && 8 * words[1] >= all;

	printf("1..1\n%sok 1 - %u leaves: a reader that takes a word in %lu clocks gets %lu words of bank 0, %lu of bank 1, in %lu clocks\n",
	       good ? "" : "not ", r->leaves, pause, words[0], words[1], clocks);
	return good;
}

/* What `words` knows of those from each sender to each leaf, [sender * leaves + leaf]: how many were offered, and have arrived. */
struct carried {
	const struct model_port *s_data, *s_ready, *m_data, *m_user, *m_valid, *m_ready;
	unsigned payload;
	uint32_t *to, *from;
	bool *rests;			/* [leaf]: its reader takes none, for RESTS clocks in the mean */
	unsigned long offered, arrived, last;	/* the clock in which one has arrived */
};

/* Number, sender and leaf tell words apart: the factor is odd. */
static uint64_t word(const struct carried *c, uint32_t number, unsigned sender, unsigned leaf)
{
	return (number * UINT64_C(2654435769) + sender * UINT64_C(40503) + leaf * UINT64_C(9973)) & ((UINT64_C(1) << c->payload) - 1);
}

static bool is_ready(struct run *r, struct carried *c, unsigned leaf)
{
	static const unsigned of_clocks[] = { 1, 2, 6, 16 };	/* it takes a word in one of them */

	if (random_below(&r->random, c->rests[leaf] ? RESTS : 100 * RESTS) == 0)
		c->rests[leaf] = !c->rests[leaf];
	return !c->rests[leaf] && random_below(&r->random, of_clocks[leaf % 4]) == 0;
}

/* A leaf gets a word. */
static bool arrives(struct run *r, struct carried *c, unsigned leaf)
{
	unsigned sender = (unsigned)model_get(r->rtl, c->m_user, leaf * r->label, r->label);
	uint64_t data = model_get(r->rtl, c->m_data, leaf * c->payload, c->payload);
	unsigned pair = sender * r->leaves + leaf;

	if (sender >= r->leaves || c->from[pair] == c->to[pair] || data != word(c, c->from[pair], sender, leaf)) {
		printf("# clock %lu: leaf %u has 0x%llx from leaf %u, not its next word\n", r->clock, leaf, (unsigned long long)data, sender);
		return false;
	}
	c->from[pair]++;
	c->arrived++;
	c->last = r->clock;
	return true;
}

static bool carry(struct run *r, struct carried *c, unsigned long words)
{
	bool ready[MOST_ROTOR_LEAVES], taken[MOST_ROTOR_LEAVES], good = true;

	for (unsigned leaf = 0; leaf < r->leaves; leaf++) {
		if (r->to[leaf] == r->leaves && c->offered < words) {
			offer(r, leaf, to_any(r, leaf));
			model_set(r->rtl, c->s_data, leaf * c->payload, c->payload,
				  word(c, c->to[leaf * r->leaves + r->to[leaf]]++, leaf, r->to[leaf]));
			c->offered++;
		}
		ready[leaf] = is_ready(r, c, leaf);
		model_set(r->rtl, c->m_ready, leaf, 1, ready[leaf]);
	}
	model_eval(r->rtl);
	for (unsigned leaf = 0; good && leaf < r->leaves; leaf++) {
		taken[leaf] = r->to[leaf] != r->leaves && model_get(r->rtl, c->s_ready, leaf, 1);
		if (ready[leaf] && model_get(r->rtl, c->m_valid, leaf, 1))
			good = arrives(r, c, leaf);
	}
	model_edge(r->rtl);
	r->clock++;
	for (unsigned leaf = 0; good && leaf < r->leaves; leaf++)
		if (taken[leaf]) {
			r->to[leaf] = r->leaves;
			model_set(r->rtl, port(r, "s_axis_tvalid"), leaf, 1, 0);
		}
	return good;
}

static bool words(struct run *r, unsigned long words)
{
	struct carried c = {
		.s_data = port(r, "s_axis_tdata"), .s_ready = port(r, "s_axis_tready"), .m_data = port(r, "m_axis_tdata"),
		.m_user = port(r, "m_axis_tuser"), .m_valid = port(r, "m_axis_tvalid"), .m_ready = port(r, "m_axis_tready"),
		.payload = r->net->spec->payload_bits, .to = allocate_array((size_t)r->leaves * r->leaves, sizeof *c.to),
		.from = allocate_array((size_t)r->leaves * r->leaves, sizeof *c.from), .rests = allocate_array(r->leaves, sizeof *c.rests),
	};
	bool good = true;

	reset(r);
	while (good && c.arrived < words && r->clock - c.last < LONGEST_SILENCE)
		good = carry(r, &c, words);
	for (unsigned k = 0; good && k < SETTLING; k++)		/* and no word twice */
		good = carry(r, &c, words);
	good = good && c.arrived == words;
	printf("1..1\n%sok 1 - %u leaves: %lu of %lu words arrived, once and in order, in %lu clocks\n", good ? "" : "not ", r->leaves,
	       c.arrived, words, r->clock);
	free(c.to);
	free(c.from);
	free(c.rests);
	return good;
}

int main(int argc, char **argv)
{
	struct run r = { 0 };
	struct spec spec;

	if (argc < 4 || !read_with_words(&spec, SOURCE_DIR "/rotor.yaml", argv + 4, (size_t)argc - 4))
		return 2;
	r.net = network_new(&spec);
	r.leaves = spec.leaves;
	r.label = r.net->label_bits;
	r.to = allocate_array(r.leaves, sizeof *r.to);
	r.since = allocate_array(r.leaves, sizeof *r.since);
	random_start(&r.random, strtoull(argv[3], NULL, 10), 1);
	r.rtl = open_network(r.net, "the test", &(struct model_start){ .random_registers = 1 });
	unsigned long clocks = strtoul(argv[2], NULL, 10);
	bool (*run)(struct run *r, unsigned long clocks) = strcmp(argv[1], "waits") == 0 ? waits
							     : strcmp(argv[1], "words") == 0 ? words
							     : strcmp(argv[1], "shares") == 0 ? shares : rates;
	bool good = r.rtl && run(&r, clocks);

	model_close(r.rtl);
	free(r.since);
	free(r.to);
	network_free((struct network *)r.net);
	spec_free(&spec);
	return !good;
}
