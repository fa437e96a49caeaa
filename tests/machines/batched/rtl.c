/* rtl.c: the verilated fabric with bare leaves: against the rounds of batches.h, and in every clock against clocks.h.
 *
 *   rtl sets MOST_LEAVES              the message sets of tests/schedule/sets.c
 *   rtl random NETWORKS FIRST_SEED    random networks, with random rounds; of each the leaves are ready at random times
 *
 * Leaves are players: they read commands bit by bit, count and send as the model of rounds has it, and note what comes. In each
 * slot the words come that the model says, by the wires that it says, bit for bit. Stages, slots and rounds take the clocks of
 * batched.h. Wires without a word are 0. A failure prints the parameters and the clock; the same arguments repeat it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../schedule/sets.h"
#include "machines/batched/batches.h"
#include "machines/batched/clocks.h"
#include "random.h"
#include "rtl_model.h"

enum { RESET_CLOCKS = 3, SETTLING_CLOCKS = 60, MOST_WORD_BITS = 4 * MOST_BATCHED_LEVELS + 64, SLOT_TO_M = 4, COUNT_TO_SUM = 4,
       HISTORY = 64, MOST_TEST_LEAVES = 64 };

/* ---- what the model of rounds says --------------------------------------------------------------------------------- */

struct slot_record {
	unsigned stage;
	struct batched_wire (*up)[2], (*down)[2];	/* [leaf] */
};
struct round_record {
	struct batched_word *word;
	size_t words;
	struct batched_round round;
	struct batched_count *count[MOST_BATCHED_LEVELS];	/* [stage][leaf] */
	struct slot_record *slot;				/* of all stages */
	size_t slots;
	size_t first[MOST_BATCHED_LEVELS + 1];			/* [stage]: its first slot */
	unsigned leaves;
};

static void *copy(const void *from, size_t size)
{
	return memcpy(allocate(size), from, size);
}

static void note_stage(void *context, unsigned stage, const struct batched_count *count)
{
	struct round_record *r = context;

	r->count[stage] = copy(count, r->leaves * sizeof *count);
	r->first[stage] = r->slots;
}

static void note_slot(void *context, unsigned stage, unsigned slot, const struct batched_wire (*up)[2],
		      const struct batched_wire (*down)[2])
{
	struct round_record *r = context;

	(void)slot;
	r->slot = reallocate(r->slot, (r->slots + 1) * sizeof *r->slot);
	r->slot[r->slots++] = (struct slot_record){ stage, copy(up, r->leaves * sizeof *up), copy(down, r->leaves * sizeof *down) };
}

static void free_record(struct round_record *r)
{
	for (size_t i = 0; i < r->slots; i++) {
		free(r->slot[i].up);
		free(r->slot[i].down);
	}
	for (unsigned i = 0; i < MOST_BATCHED_LEVELS; i++)
		free(r->count[i]);
	free(r->slot);
	free(r->word);
	*r = (struct round_record){ 0 };
}

/* ---- players ------------------------------------------------------------------------------------------------------- */

struct wire_player {
	uint8_t out[MOST_WORD_BITS], in[MOST_WORD_BITS];
	unsigned out_bits;
};
struct player {
	unsigned bit, command;		/* of a command */
	long stage;			/* -1: none yet */
	unsigned slots;			/* that have begun in this stage */
	unsigned arrived;		/* slots whose words have come */
	unsigned long started;		/* clock of the command's start bit */
	unsigned long sum_at, m_at;	/* clocks in which numbers and words begin; 0: none */
	unsigned long next_m_at;	/* likewise, while the words before are still on their way */
	unsigned long come_at;		/* likewise, of the words that come */
	struct wire_player wire[2];
	unsigned numbers;
	uint64_t prefix, batches;
	bool ready, wish;
};

struct run {
	struct network *net;
	struct batched_shape shape;
	struct batched_clocks *model;
	struct model *rtl;
	const struct model_port *in[8], *probe_up, *probe_down;
	struct player player[MOST_TEST_LEAVES];
	struct batched_model *rounds;
	struct round_record now;
	unsigned long clock, count_at, round_at;	/* of start bits at the root */
	unsigned rounds_begun, rounds_wanted;
	bool steady;			/* leaves are always ready, and wish */
	bool history[HISTORY];		/* [clock % HISTORY]: all leaves were ready, and one wished */
	bool (*next_round)(struct run *r, struct message_set *set);
	void *of_next_round;
	struct random random;
	bool good;
	char *what;			/* that runs */
	unsigned long words;
};

#define FAIL(r, ...) do { \
	if ((r)->good) { \
		printf("# %s, clock %lu: ", (r)->what, (r)->clock); \
		printf(__VA_ARGS__); \
		printf("\n"); \
	} \
	(r)->good = false; \
} while (0)

static void expect(struct run *r, const char *what, unsigned leaf, unsigned long found, unsigned long expected)
{
	if (found != expected)
		FAIL(r, "%s at leaf %u: %lu, expected %lu", what, leaf, found, expected);
}

static unsigned put(uint8_t *bits, unsigned at, uint64_t value, unsigned count)
{
	for (unsigned k = count; k-- > 0;)
		bits[at++] = value >> k & 1;
	return at;
}

static unsigned put_body(const struct run *r, uint8_t *bits, unsigned at, const struct batched_word *w)
{
	at = put(bits, at, w->destination, r->shape.levels);
	at = put(bits, at, w->source, r->shape.levels);
	return put(bits, at, w->payload, r->shape.payload_bits);
}

/* A word as its leaf sends it. */
static void load(const struct run *r, struct wire_player *p, unsigned stage, const struct batched_wire *wire)
{
	unsigned below = r->shape.levels - 1 - stage, at = 0;

	p->out_bits = 0;
	if (wire->word == BATCHED_IDLE)
		return;
	const struct batched_word *w = &r->now.word[wire->word];

	at = put(p->out, at, 1, 1);
	for (unsigned k = 1; k <= below / 2; k++)
		at = put(p->out, at, wire->rank >> k & 1, 1);
	at = put(p->out, at, 1, 1);
	at = put(p->out, at, w->destination, below);
	p->out_bits = put_body(r, p->out, at, w);
}

/* In the clock of a command's last bit. Commands come to all leaves at once. */
static void obey(struct run *r, unsigned leaf, struct player *p)
{
	const struct batched_shape *s = &r->shape;
	unsigned long at_root = p->started - s->levels;

	if (p->command == 4) {				/* COUNT, z = 0 */
		p->stage++;
		if (leaf == 0) {
			unsigned long clocks = p->stage == 0 ? 3 : batched_stage_clocks(s, p->stage - 1,
											r->now.round.batches[p->stage - 1]);

			expect(r, "clocks since the last COUNT, or ROUND,", leaf,
			       at_root - (p->stage == 0 ? r->round_at : r->count_at), clocks);
			r->count_at = at_root;
		}
		if (p->stage > 0)
			expect(r, "slots of the last stage", leaf, p->arrived, r->now.round.batches[p->stage - 1]);
		p->slots = p->arrived = 0;
		p->sum_at = p->started + COUNT_TO_SUM;
	} else if (p->command == 5) {
		FAIL(r, "a COUNT for no stage comes to leaf %u", leaf);
	} else if (p->command == 6) {
		unsigned long m_at = p->started + SLOT_TO_M;

		if (p->stage < 0 || p->slots >= r->now.round.batches[p->stage]) {
			FAIL(r, "one SLOT too many comes to leaf %u", leaf);
			return;
		}
		expect(r, "the clock of M bits", leaf, m_at - r->count_at,
		       s->stage[p->stage].count_clocks + p->slots * s->stage[p->stage].period);
		p->next_m_at = m_at;
		p->slots++;
	} else {
		if (leaf == 0) {
			if (r->steady && r->rounds_begun > 0)
				expect(r, "clocks of a round", leaf, at_root - r->round_at,
				       batched_round_clocks(s, r->now.round.batches));
			if (!r->history[(at_root - 1 - s->levels) % HISTORY])
				FAIL(r, "a round begins unasked");
			free_record(&r->now);
			r->round_at = at_root;
			r->rounds_begun++;
			struct message_set set = { 0 };

			r->now.leaves = s->leaves;
			r->next_round(r, &set);
			r->now.word = allocate_array(set.count + 1, sizeof *r->now.word);
			r->now.words = set.count;
			for (size_t i = 0; i < set.count; i++)
				r->now.word[i] = (struct batched_word){
					set.demand[i].source, set.demand[i].destination,
					random_next(&r->random) & (~0ull >> (64 - s->payload_bits)) };
			batched_model_round(r->rounds, r->now.word, set.count,
					    &(struct batched_watch){ &r->now, note_stage, note_slot }, &r->now.round);
			r->words += set.count;
			free(set.demand);
		}
		p->stage = -1;
	}
}

static void read_command(struct run *r, unsigned leaf, struct player *p, bool bit)
{
	if (p->bit == 0 && !bit)
		return;
	if (p->bit == 0)
		p->started = r->clock;
	p->command = p->command << 1 | bit;
	if (++p->bit < 3)
		return;
	p->command &= 7;
	obey(r, leaf, p);
	p->bit = p->command = 0;
}

static void read_numbers(struct run *r, unsigned leaf, struct player *p, const struct batched_down *down)
{
	const struct batched_shape *s = &r->shape;

	if (!down->number_valid) {
		expect(r, "a number between numbers", leaf, down->prefix | down->batches, 0);
		return;
	}
	if (p->stage < 0) {
		FAIL(r, "a number comes to leaf %u before a stage", leaf);
		return;
	}
	if (p->numbers == 0)
		p->prefix = p->batches = 0;
	p->prefix |= (uint64_t)down->prefix << p->numbers;
	p->batches = p->batches << 1 | down->batches;
	if (++p->numbers < s->count_bits)
		return;
	p->numbers = 0;
	const struct batched_count *c = &r->now.count[p->stage][leaf];

	expect(r, "the last clock of numbers", leaf, r->clock - r->count_at,
	       3 * s->levels - 2 * (unsigned)p->stage + 2 * s->count_bits + 3);
	expect(r, "x", leaf, p->prefix, c->before);
	expect(r, "A", leaf, p->batches, c->batches);
}

/* Words that come: of both wires at once. */
static void read_words(struct run *r, unsigned leaf, struct player *p, const struct batched_down *down)
{
	const struct batched_shape *s = &r->shape;

	if (down->strobe) {
		if (p->stage < 0 || p->arrived >= p->slots) {
			FAIL(r, "M bits come to leaf %u, and none are awaited", leaf);
			return;
		}
		expect(r, "the clock of M bits that come", leaf, r->clock - r->count_at,
		       s->stage[p->stage].count_clocks + p->arrived * s->stage[p->stage].period + s->stage[p->stage].latency);
		p->come_at = r->clock;
		const struct slot_record *slot = &r->now.slot[r->now.first[p->stage] + p->arrived++];

		for (unsigned w = 0; w < 2; w++) {
			const struct batched_wire *wire = &slot->down[leaf][w];

			memset(p->wire[w].in, 0, sizeof p->wire[w].in);
			if (wire->word != BATCHED_IDLE)
				put_body(r, p->wire[w].in, put(p->wire[w].in, 0, wire->active ? 3 : 2, 2), &r->now.word[wire->word]);
		}
	}
	for (unsigned w = 0; w < 2; w++) {
		unsigned long at = p->come_at ? r->clock - p->come_at : MOST_WORD_BITS;

		if (down->wire[w] != (at < 2 + s->body_bits ? p->wire[w].in[at] : 0))
			FAIL(r, "leaf %u, wire %u: bit %lu of a word is %u", leaf, w, at, down->wire[w]);
	}
}

static void drive(struct run *r, unsigned leaf, struct player *p, struct batched_up *up)
{
	const struct batched_shape *s = &r->shape;
	if (p->next_m_at == r->clock)
		p->m_at = r->clock;
	unsigned long at = r->clock - p->m_at, bit = r->clock - p->sum_at;
	uint64_t y = p->sum_at && p->stage >= 0 ? r->now.count[p->stage][leaf].words : 0;
	bool numbers = p->sum_at && r->clock >= p->sum_at, words = p->m_at > 0;

	up->strobe = words && at == 0;
	if (up->strobe)
		for (unsigned w = 0; w < 2; w++)
			load(r, &p->wire[w], p->stage, &r->now.slot[r->now.first[p->stage] + p->slots - 1].up[leaf][w]);
	for (unsigned w = 0; w < 2; w++)
		up->wire[w] = words && at < p->wire[w].out_bits ? p->wire[w].out[at] : 0;
	up->sum_valid = numbers && bit < s->count_bits;
	up->sum = up->sum_valid && (y >> bit & 1);
	up->max_valid = numbers && !up->sum_valid && bit < 2 * s->count_bits;
	up->max = up->max_valid && ((y + 1) / 2 >> (2 * s->count_bits - 1 - bit) & 1);
	bool over = r->rounds_begun >= r->rounds_wanted;

	if (r->steady || random_below(&r->random, 8) == 0) {
		p->ready = r->steady || random_below(&r->random, 16) > 0;
		p->wish = !over && (r->steady || random_below(&r->random, r->shape.leaves) == 0);
	}
	if (over)
		p->wish = false;
	up->ready = p->ready;
	up->wish = p->wish;
}

/* ---- both circuits ------------------------------------------------------------------------------------------------- */

static void drive_rtl(struct run *r)
{
	unsigned n = r->shape.leaves;

	for (unsigned leaf = 0; leaf < n; leaf++) {
		const struct batched_up *up = &r->model->up[n + leaf];
		const uint8_t bits[7] = { up->strobe, up->sum, up->sum_valid, up->max, up->max_valid, up->ready, up->wish };

		for (unsigned w = 0; w < 2; w++)
			model_set(r->rtl, r->in[0], 2 * leaf + w, 1, up->wire[w]);
		for (unsigned k = 0; k < 7; k++)
			model_set(r->rtl, r->in[1 + k], leaf, 1, bits[k]);
	}
}

/* Bits of a channel as the probes have them. */
static unsigned probe_up(const struct batched_up *up, unsigned wires, uint8_t *bits)
{
	memcpy(bits, up->wire, wires);
	memcpy(bits + wires, (uint8_t[]){ up->strobe, up->sum, up->sum_valid, up->max, up->max_valid, up->ready, up->wish }, 7);
	return wires + 7;
}

static unsigned probe_down(const struct batched_down *down, unsigned wires, uint8_t *bits)
{
	memcpy(bits, down->wire, wires);
	memcpy(bits + wires, (uint8_t[]){ down->strobe, down->command, down->number_valid, down->prefix, down->batches }, 5);
	return wires + 5;
}

/* The channels below a vertex, in the order of the probes; returns the bits before the next. */
static unsigned compare(struct run *r, unsigned vertex, bool up, unsigned at)
{
	uint8_t bits[2 * MOST_TEST_LEAVES + 8];

	for (unsigned v = 2 * vertex; v <= 2 * vertex + 1; v++) {
		unsigned level = digit_bits(v + 1) - 1, wires = batched_capacity(&r->shape, level);
		unsigned count = up ? probe_up(&r->model->up[v], wires, bits) : probe_down(&r->model->down[v], wires, bits);

		for (unsigned k = 0; k < count; k++) {
			uint64_t found = model_get(r->rtl, up ? r->probe_up : r->probe_down, at + k, 1);

			if (found != bits[k])
				FAIL(r, "bit %u of the channel %s vertex %u of level %u is %u in Verilog, %u in the model", k,
				     up ? "up from" : "down to", v - (1u << level), level, (unsigned)found, bits[k]);
		}
		at += count;
		if (level < r->shape.levels)
			at = compare(r, v, up, at);
	}
	return at;
}

static void step(struct run *r)
{
	unsigned n = r->shape.leaves;
	bool ready = true, wish = false;

	for (unsigned leaf = 0; leaf < n; leaf++) {
		struct player *p = &r->player[leaf];
		const struct batched_down *down = &r->model->down[n + leaf];

		read_command(r, leaf, p, down->command);
		read_numbers(r, leaf, p, down);
		read_words(r, leaf, p, down);
		drive(r, leaf, p, &r->model->up[n + leaf]);
		ready = ready && p->ready;
		wish = wish || p->wish;
	}
	r->history[r->clock % HISTORY] = ready && wish;
	drive_rtl(r);
	model_eval(r->rtl);
	compare(r, 1, true, 0);
	compare(r, 1, false, 0);
	batched_clocks_step(r->model);
	model_edge(r->rtl);
	r->clock++;
}

static bool find_ports(struct run *r)
{
	static const char *const in[] = { "up", "up_strobe", "sum", "sum_valid", "max", "max_valid", "ready", "wish" };
	bool all = true;

	for (unsigned k = 0; k < 8; k++) {
		char *name = format_string("leaf_%s", in[k]);

		r->in[k] = model_port(r->rtl, name);
		all = all && r->in[k];
		free(name);
	}
	r->probe_up = model_port(r->rtl, "probe_up");
	r->probe_down = model_port(r->rtl, "probe_down");
	return all && r->probe_up && r->probe_down;
}

/* Before the first clock, nothing old is left in registers without a reset. */
static void reset(struct run *r)
{
	drive_rtl(r);
	model_reset(r->rtl, RESET_CLOCKS);
	for (unsigned k = 0; k < SETTLING_CLOCKS; k++) {
		model_clock(r->rtl);
		batched_clocks_step(r->model);
	}
	r->clock = SETTLING_CLOCKS;
}

static bool open(struct run *r, const struct spec *spec, uint64_t seed)
{
	r->net = network_new(spec);
	r->shape = batched_shape(spec);
	r->model = batched_clocks_new(r->net);
	r->rounds = batched_model_new(spec);
	r->rtl = open_network(r->net, "the test", &(struct model_start){ .random_registers = (uint32_t)seed | 1 });
	r->good = true;
	random_start(&r->random, seed, 3);
	if (!r->rtl || !find_ports(r))
		return false;
	reset(r);
	return true;
}

static void close_run(struct run *r)
{
	free_record(&r->now);
	model_close(r->rtl);
	batched_model_free(r->rounds);
	batched_clocks_free(r->model);
	network_free(r->net);
	free(r->what);
}

enum { PATIENCE = 1000000 };		/* clocks without a round's beginning */

/* Whether the last stage of the last round is over: its COUNT, had there been a next one, has come to the leaves. */
static bool is_over(const struct run *r)
{
	long last = (long)r->shape.levels - 1;

	return r->rounds_begun == r->rounds_wanted && r->player[0].stage == last &&
	       r->player[0].arrived == r->now.round.batches[last] &&
	       r->clock > r->count_at + batched_stage_clocks(&r->shape, last, r->now.round.batches[last]) + r->shape.levels;
}

static void play(struct run *r, unsigned rounds)
{
	unsigned long began = r->clock;
	unsigned seen = r->rounds_begun;

	r->rounds_wanted = r->rounds_begun + rounds;
	while (r->good && !is_over(r)) {
		step(r);
		if (r->rounds_begun > seen)
			began = r->clock;
		seen = r->rounds_begun;
		if (r->clock > began + PATIENCE)
			FAIL(r, "no round begins or ends");
	}
}

static bool read_butterfly(struct spec *spec, unsigned leaves, unsigned payload, unsigned round_words, char *more)
{
	char *word[] = { format_string("leaves=%u", leaves), format_string("payload-bits=%u", payload),
			 format_string("round-words=%u", round_words), copy_string("leaf-interface=wires"),
			 copy_string("probe=true"), more };
	bool good = read_with_words(spec, SOURCE_DIR "/butterfly.yaml", word, more ? 6 : 5);

	for (unsigned k = 0; k < 6; k++)
		free(word[k]);
	return good;
}

/* ---- message sets -------------------------------------------------------------------------------------------------- */

static const struct {
	const char *kind;
	unsigned seeds;
} kinds[] = {
	{ "bitrev", 1 }, { "transpose", 1 }, { "alltoone", 1 }, { "onetoall", 1 }, { "neighbor", 1 }, { "complement", 1 },
	{ "shuffle", 1 }, { "randperm", 2 }, { "rand1", 2 }, { "rand3", 2 }, { "hot2", 2 }, { "hot4", 2 },
};
enum { KINDS = sizeof kinds / sizeof *kinds };

struct which_set {
	unsigned kind, seed;
};

static bool next_set(struct run *r, struct message_set *set)
{
	const struct which_set *w = r->of_next_round;

	return named_set(kinds[w->kind].kind, r->shape.leaves, w->seed, set);
}

static bool run_sets(unsigned leaves)
{
	struct run r = { .next_round = next_set, .steady = true };
	struct which_set w;
	struct spec spec;
	unsigned sets = 0;

	if (!read_butterfly(&spec, leaves, 20, MOST_ROUND_WORDS, NULL))
		return false;
	r.of_next_round = &w;
	bool good = open(&r, &spec, leaves);

	for (w.kind = 0; good && w.kind < KINDS; w.kind++)
		for (w.seed = 1; w.seed <= kinds[w.kind].seeds; w.seed++, sets++) {
			free(r.what);
			r.what = format_string("%u leaves, %s, seed %u", leaves, kinds[w.kind].kind, w.seed);
			play(&r, 1);
			good = good && r.good;
		}
	printf("%s %u leaves: %u sets, %lu words, %lu clocks\n", good ? "ok" : "FAILED", leaves, sets, r.words, r.clock);
	fflush(stdout);
	close_run(&r);
	spec_free(&spec);
	return good;
}

/* ---- random networks and rounds ------------------------------------------------------------------------------------ */

static bool random_set(struct run *r, struct message_set *set)
{
	unsigned n = r->shape.leaves, words = 1 + (unsigned)random_below(&r->random, r->shape.round_words);
	unsigned among = 1u << random_below(&r->random, r->shape.levels + 1), hot = (unsigned)random_below(&r->random, 3);
	unsigned first = (unsigned)random_below(&r->random, n / among) * among;

	for (unsigned leaf = 0; leaf < n; leaf++)
		for (unsigned i = (unsigned)random_below(&r->random, words + 1); i > 0; i--)
			add_demand(set, leaf, hot == 0 || random_below(&r->random, 4) == 0 ? (unsigned)random_below(&r->random, n)
				   : first + (unsigned)random_below(&r->random, among));
	return true;
}

static bool run_seed(uint64_t seed, unsigned rounds)
{
	struct run r = { .next_round = random_set };
	struct random random;
	struct spec spec;

	random_start(&random, seed, 0);
	unsigned leaves = 4u << random_below(&random, random_below(&random, 3) ? 3 : 5);
	unsigned payload = 1 + (unsigned)random_below(&random, random_below(&random, 3) ? 40 : 4);
	unsigned words = 1 + (unsigned)random_below(&random, random_below(&random, 3) ? 8 : MOST_ROUND_WORDS);
	unsigned spacing = 1 + (unsigned)random_below(&random, 6);

	if (!read_butterfly(&spec, leaves, payload, words, format_string("elements-between-registers=%u", spacing)))
		return false;
	bool good = open(&r, &spec, seed);

	for (unsigned part = 0; good && part < 2; part++) {
		r.steady = part == 0;
		free(r.what);
		r.what = format_string("seed %llu", (unsigned long long)seed);
		play(&r, rounds);
		good = r.good;
	}
	printf("%s seed %llu: %u leaves, %u payload bits, %u words a round, %u elements between registers: %lu words, %lu clocks\n",
	       good ? "ok" : "FAILED", (unsigned long long)seed, leaves, payload, words, spacing, r.words, r.clock);
	fflush(stdout);
	close_run(&r);
	spec_free(&spec);
	return good;
}

static unsigned long argument(int argc, char **argv, int i, unsigned long otherwise)
{
	return argc > i ? strtoul(argv[i], NULL, 10) : otherwise;
}

int main(int argc, char **argv)
{
	bool good = argc > 1;

	if (good && strcmp(argv[1], "sets") == 0)
		for (unsigned leaves = 4; leaves <= argument(argc, argv, 2, 16) && leaves <= MOST_TEST_LEAVES; leaves *= 2)
			good = run_sets(leaves) && good;
	else
		for (unsigned long i = 0; i < argument(argc, argv, 2, 4); i++)
			good = run_seed(argument(argc, argv, 3, 1) + i, 6) && good;
	return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
