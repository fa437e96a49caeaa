/* node.c: nodes of sorting fat-trees of many sizes. The test plays children, parent and commands.
 *
 *   node rounds ROUNDS SEED    the C model against the ports of the verilated RTL in every clock, while rounds of
 *                              words pass; each word must leave once, in its batch, by the right channel; and the
 *                              times must be those of times.c
 *   node noise CLOCKS SEED     the same, behind inputs of which none makes sense, and a reset
 *   node verilog LEAVES,LEVEL,BATCHES,PAYLOAD-BITS [PARAMETER]   prints a node */
#include "networks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "emit/emit.h"
#include "lower/builder.h"
#include "machines/sorting-fat-tree/node.h"
#include "model.h"
#include "parse/family.h"
#include "plan/plan.h"
#include "random.h"
#include "simulate/verilate.h"
#include "util/text.h"
#include "wires.h"

enum { MOST_LINES = 64, MOST_BITS = 160, MOST_WORDS = 4096, RESET_CLOCKS = 64, PATIENCE = 400000,
       MOST_TEXTS = 1 << 14, NOISES = 10 };

static const struct size {
	unsigned leaves, level, batches, payload;
	const char *more;
} sizes[] = {
	{ 4, 0, 1, 1, "" },			/* 4 words on 4 lines: a single column */
	{ 4, 1, 2, 3, "" },			/* 2 words on 2 lines, 2 wires up */
	{ 8, 2, 4, 1, "" },			/* 2 lines, more batches than lines */
	{ 8, 1, 2, 2, "" },			/* 4 words on 4 lines, 2 wires up */
	{ 8, 0, 2, 2, "" },
	{ 16, 0, 4, 4, "" },			/* 16 words on 8 lines */
	{ 16, 1, 1, 2, "" },			/* 8 words on 4 lines, 4 wires up */
	{ 16, 1, 4, 8, "elements-between-registers: 1" },
	{ 16, 3, 4, 5, "family: ice40" },
	{ 32, 1, 8, 1, "elements-between-registers: 3" },	/* 16 words on 8 lines */
	{ 64, 0, 2, 2, "" },			/* 64 words on 16 lines */
	{ 64, 1, 4, 3, "" },			/* 32 words on 8 lines */
	{ 64, 2, 8, 1, "" },			/* 16 words on 8 lines, 8 wires up */
	{ 64, 4, 2, 1, "" },
	{ 256, 1, 1, 2, "" },			/* 128 words on 16 lines */
	{ 256, 2, 8, 1, "elements-between-registers: 4" },	/* 64 words on 16 lines, 16 wires up */
};

/* A word on a wire, from its M bit on. */
struct word {
	uint8_t bit[MOST_BITS];
};

struct words {
	struct word word[MOST_WORDS];
	unsigned count;
};

/* What comes by a channel in a stage. */
struct seen {
	struct words words;
	unsigned waves, batches;
	unsigned age;			/* clocks since the M bits; 0: of no wave */
	struct word now[MOST_LINES];
};

/* The node's inputs in a clock. */
struct inputs {
	bool rst, round, stage, sort_now, down_start, down_batch, down_sending, child_start[2], child_batch[2], child_room[2];
	uint8_t down[MOST_LINES], child_up[MOST_LINES];
	const char *wave[MOST_LINES];	/* words whose M bits these are, for the model */
};

struct bench {
	const struct size *size;
	struct spec spec;
	struct network *net;
	struct sorting_shape shape;
	struct sorting_node n;
	const struct plan *sorter;
	struct model *rtl;
	struct sorting_node_model *model;
	char (*text)[MOST_BITS];	/* words of the round, for the model */
	unsigned texts;
	struct random random;
	unsigned long clock;
	bool good, steady;		/* steady: children always have room */
	struct inputs in;
	unsigned long up_began, down_began;	/* clocks of the last waves' M bits */
	struct seen up, left, right;
};

static void complain(struct bench *b, const char *what, unsigned long is, unsigned long expected)
{
	if (b->good)
		printf("# %u leaves, level %u, %u batches: clock %lu: %s is %lu: expected %lu\n", b->size->leaves, b->size->level,
		       b->size->batches, b->clock, what, is, expected);
	b->good = false;
}

static void expect(struct bench *b, const char *what, unsigned long is, unsigned long expected)
{
	if (is != expected)
		complain(b, what, is, expected);
}

/* ---- clocks
 * -------------------------------------------------------------------------------------------------------------- */

static void set(struct bench *b, const char *port, unsigned at, unsigned value)
{
	model_set(b->rtl, model_port(b->rtl, port), at, 1, value);
}

static unsigned get(struct bench *b, const char *port, unsigned at)
{
	return (unsigned)model_get(b->rtl, model_port(b->rtl, port), at, 1);
}

static void set_inputs(struct bench *b)
{
	const struct inputs *in = &b->in;

	set(b, "rst", 0, in->rst);
	set(b, "round", 0, in->round);
	set(b, "stage", 0, in->stage);
	set(b, "sort_now", 0, in->sort_now);
	for (unsigned c = 0; c < 2; c++) {
		set(b, "child_start", c, in->child_start[c]);
		set(b, "child_batch", c, in->child_batch[c]);
		set(b, "child_room", c, in->child_room[c]);
	}
	for (unsigned i = 0; i < b->n.lines; i++)
		set(b, "child_up", i, in->child_up[i]);
	if (b->n.root)
		return;
	set(b, "down_start", 0, in->down_start);
	set(b, "down_batch", 0, in->down_batch);
	set(b, "down_sending", 0, in->down_sending);
	for (unsigned i = 0; i < b->n.up; i++)
		set(b, "down", i, in->down[i]);
}

static void read_wires(struct bench *b, const char *port, uint8_t *bit, unsigned count)
{
	for (unsigned i = 0; i < count; i++)
		bit[i] = get(b, port, i);
}

static void compare_wires(struct bench *b, const char *port, const char *const *word, unsigned count, unsigned long began)
{
	uint8_t is[MOST_LINES];

	read_wires(b, port, is, count);
	for (unsigned i = 0; i < count; i++) {
		unsigned bit = began > 0 ? wire_bit(word[i], b->clock - began, b->n.period, false) : 0;

		if (bit != ANY_BIT)
			expect(b, port, is[i], bit);
	}
}

static void compare(struct bench *b, const struct sorting_node_outputs *out)
{
	if (out->up_start)
		b->up_began = b->clock;
	if (out->child_down_start)
		b->down_began = b->clock;
	expect(b, "idle in the RTL", get(b, "idle", 0), out->idle);
	expect(b, "child_down_start in the RTL", get(b, "child_down_start", 0), out->child_down_start);
	expect(b, "child_down_batch in the RTL", get(b, "child_down_batch", 0), out->child_down_batch);
	expect(b, "child_down_sending in the RTL", get(b, "child_down_sending", 0), out->child_down_sending);
	compare_wires(b, "child_down", out->child_down, b->n.lines, b->down_began);
	if (b->n.root)
		return;
	expect(b, "up_start in the RTL", get(b, "up_start", 0), out->up_start);
	expect(b, "up_batch in the RTL", get(b, "up_batch", 0), out->up_batch);
	compare_wires(b, "up", out->up, b->n.up, b->up_began);
}

static void step_model(struct bench *b)
{
	const struct inputs *in = &b->in;
	bool starts = in->child_start[0] || in->child_start[1] || in->down_start;

	sorting_node_model_step(b->model, &(struct sorting_node_inputs){
		.round = in->round, .stage = in->stage, .sort_now = in->sort_now, .above_sends = in->down_sending,
		.batch = in->child_batch[0] || in->child_batch[1] || in->down_batch, .room = in->child_room[0] && in->child_room[1],
		.wave = starts ? in->wave : NULL,
	});
}

/* One clock with b->in. */
static void step(struct bench *b)
{
	struct sorting_node_outputs out = sorting_node_model_outputs(b->model);

	set_inputs(b);
	model_eval(b->rtl);
	compare(b, &out);
	model_edge(b->rtl);
	step_model(b);
	b->clock++;
}

/* Both begin afresh. */
static void reset(struct bench *b)
{
	sorting_node_model_free(b->model);
	b->model = sorting_node_model_new(&b->shape, &b->n);
	b->up_began = b->down_began = 0;
	memset(&b->in, 0, sizeof b->in);
	b->in.rst = true;
	for (unsigned i = 0; i < RESET_CLOCKS; i++) {
		set_inputs(b);
		model_edge(b->rtl);
		b->clock++;
	}
	b->in.rst = false;
}

/* Watches a channel: `bits` of each word. Wires without a word stay 0 till the next wave. */
static void watch(struct bench *b, struct seen *s, const uint8_t *wire, unsigned wires, bool start, unsigned bits)
{
	if (start) {
		if (s->age > 0 && s->age < b->n.period)
			complain(b, "clocks from wave to wave", s->age, b->n.period);
		s->age = 0;
		s->waves++;
	} else if (s->age == 0) {
		for (unsigned i = 0; i < wires; i++)
			expect(b, "a wire between waves", wire[i], 0);
		return;
	}
	for (unsigned i = 0; i < wires; i++) {
		if (s->age < bits)
			s->now[i].bit[s->age] = wire[i];
		if (s->age < b->n.period && !s->now[i].bit[0])
			expect(b, "a wire without a word", wire[i], 0);
		if (s->age >= b->n.period)
			expect(b, "a wire behind a word", wire[i], 0);
		if (s->age == bits - 1 && s->now[i].bit[0])
			s->words.word[s->words.count++] = s->now[i];
	}
	s->age++;
}

/* Bits of a word on a channel: above a node of that level. */
static unsigned up_bits(const struct bench *b, unsigned level)
{
	return 1 + level + 2 * b->shape.levels + b->shape.payload_bits;
}

static unsigned down_bits(const struct bench *b, unsigned level)
{
	return 1 + 2 * b->shape.levels - level + b->shape.payload_bits;
}

/* A clock with b->in, whose strobes and wires are then cleared. */
static void turn(struct bench *b)
{
	unsigned half = b->n.lines / 2, level = b->n.level;
	uint8_t up[MOST_LINES], down[MOST_LINES];

	for (unsigned c = 0; c < 2; c++)
		b->in.child_room[c] = b->steady || random_below(&b->random, 4) > 0;
	read_wires(b, "child_down", down, b->n.lines);
	if (!b->n.root) {
		read_wires(b, "up", up, b->n.up);
		watch(b, &b->up, up, b->n.up, get(b, "up_start", 0), up_bits(b, level));
		b->up.batches += get(b, "up_batch", 0);
	}
	watch(b, &b->left, down, half, get(b, "child_down_start", 0), down_bits(b, level + 1));
	watch(b, &b->right, down + half, half, get(b, "child_down_start", 0), down_bits(b, level + 1));
	b->left.batches += get(b, "child_down_batch", 0);
	step(b);
	b->in = (struct inputs){ .down_sending = b->in.down_sending };
}

static void turns(struct bench *b, unsigned clocks)
{
	for (unsigned i = 0; i < clocks && b->good; i++)
		turn(b);
}

/* Clocks from now on until the node is idle. */
static unsigned long until_idle(struct bench *b)
{
	unsigned long begun = b->clock;

	while (b->good && !sorting_node_model_outputs(b->model).idle) {
		if (b->clock - begun > PATIENCE)
			complain(b, "clocks until the node is idle", b->clock - begun, PATIENCE);
		turn(b);
	}
	return b->clock - begun;
}

static void look_afresh(struct bench *b)
{
	b->up.words.count = b->left.words.count = b->right.words.count = 0;
	b->up.waves = b->left.waves = b->right.waves = b->up.batches = b->left.batches = 0;
	b->up.age = b->left.age = b->right.age = 0;
}

/* ---- words
 * --------------------------------------------------------------------------------------------------------------- */

static unsigned draw(struct bench *b, unsigned below)
{
	return (unsigned)random_below(&b->random, below);
}

static void random_bits(struct bench *b, uint8_t *bit, unsigned count)
{
	for (unsigned i = 0; i < count; i++)
		bit[i] = draw(b, 2);
}

static void add(struct words *w, const struct word *word)
{
	w->word[w->count++] = *word;
}

static int order(const void *a, const void *b)
{
	return memcmp(a, b, sizeof(struct word));
}

/* The same words, in any order; both are sorted. */
static void expect_words(struct bench *b, const char *what, struct words *is, struct words *expected)
{
	expect(b, what, is->count, expected->count);
	qsort(is->word, is->count, sizeof is->word[0], order);
	qsort(expected->word, expected->count, sizeof expected->word[0], order);
	for (unsigned i = 0; i < is->count && b->good; i++)
		if (order(&is->word[i], &expected->word[i]))
			complain(b, what, i, i);
}

/* The bits behind M, for the model. */
static const char *text_of(struct bench *b, const struct word *w, unsigned bits)
{
	char *text = b->text[b->texts++ % MOST_TEXTS];

	for (unsigned k = 1; k < bits; k++)
		text[k - 1] = w->bit[k] ? '1' : '0';
	text[bits - 1] = '\0';
	return text;
}

/* Sends words as waves by `wires` wires of `wire`; a child or the parent starts them. */
static void send(struct bench *b, const struct words *w, uint8_t *wire, unsigned wires, unsigned bits, bool from_above)
{
	unsigned next = 0, extra = draw(b, 3) ? 0 : draw(b, 9);
	unsigned always = draw(b, 2);

	while ((next < w->count || draw(b, 8) == 0) && b->good) {
		int on[MOST_LINES];
		bool any[2] = { false, false };

		for (unsigned i = 0; i < wires; i++) {
			on[i] = next < w->count && (always || draw(b, 3)) ? (int)next++ : -1;
			any[i >= wires / 2] |= on[i] >= 0;
		}
		if (from_above) {
			b->in.down_start = true;
		} else {
			b->in.child_start[0] = any[0] || draw(b, 2);
			b->in.child_start[1] = any[1] || !b->in.child_start[0] || draw(b, 2);
		}
		for (unsigned i = 0; i < wires; i++)
			b->in.wave[i] = on[i] < 0 ? NULL : text_of(b, &w->word[on[i]], bits);
		for (unsigned t = 0; t < b->n.period + extra; t++) {
			for (unsigned i = 0; i < wires; i++)
				wire[i] = on[i] < 0 ? 0 : t < bits ? w->word[on[i]].bit[t] : draw(b, 2);
			if (t >= b->n.period)
				memset(wire, 0, wires);
			turn(b);
		}
	}
}

static void shuffle(struct bench *b, struct words *w)
{
	for (unsigned i = w->count; i > 1; i--) {
		unsigned k = draw(b, i);
		struct word other = w->word[k];

		w->word[k] = w->word[i - 1];
		w->word[i - 1] = other;
	}
}

/* ---- a round
 * ------------------------------------------------------------------------------------------------------------- */

struct round {
	struct words peak;		/* that turn: destination, source, payload, from bit 0 on */
	struct words coming[16], going[16];	/* of a batch: on the wires from the children, and to the parent */
};

/* All words of a round on their way up. */
static void make_words(struct bench *b, struct round *r)
{
	unsigned L = b->shape.levels, P = b->shape.payload_bits, v = b->n.level, B = b->size->batches, n = b->n.lines * b->n.moves.columns;
	unsigned how = draw(b, 4), turn_count = how == 0 ? 0 : how == 1 ? n : draw(b, n + 1);
	unsigned most = b->shape.level[v].fifo_columns * b->n.lines, same = draw(b, 3) == 0, prefix = draw(b, 1u << v), target = draw(b, n);
	unsigned batch_of_all = draw(b, 4) ? 16 : draw(b, B);

	r->peak.count = 0;
	for (unsigned j = 0; j < B; j++)
		r->coming[j].count = r->going[j].count = 0;
	for (unsigned k = 0; k < turn_count; k++) {
		struct word word = { { 0 } }, key = { { 0 } };
		unsigned destination = prefix << (L - v) | (same ? target : draw(b, n));

		for (unsigned i = 0; i < L; i++) {
			key.bit[i] = destination >> (L - 1 - i) & 1;
			key.bit[L + i] = k >> (L - 1 - i) & 1;
		}
		random_bits(b, key.bit + 2 * L, P);
		word.bit[0] = 1;
		memcpy(word.bit + 2 + v, key.bit, 2 * L + P);
		add(&r->peak, &key);
		add(&r->coming[batch_of_all < 16 ? batch_of_all : draw(b, B)], &word);
	}
	qsort(r->peak.word, r->peak.count, sizeof r->peak.word[0], order);
	for (unsigned j = 0; j < B; j++) {
		unsigned climb = v == 0 ? 0 : draw(b, 3) ? draw(b, most + 1) : most * draw(b, 2);

		for (unsigned k = 0; k < climb; k++) {
			struct word word = { { 1, 1 } }, on = { { 1 } };

			random_bits(b, word.bit + 2, v + 2 * L + P);
			memcpy(on.bit + 1, word.bit + 2, v + 2 * L + P);
			add(&r->coming[j], &word);
			add(&r->going[j], &on);
		}
		shuffle(b, &r->coming[j]);
	}
}

static void climb(struct bench *b, struct round *r)
{
	for (unsigned j = 0; j < b->size->batches && b->good; j++) {
		look_afresh(b);
		b->in.stage = true;
		turns(b, 3 + draw(b, 4));
		b->in.child_batch[draw(b, 2)] = true;
		turns(b, 1 + draw(b, 6));
		send(b, &r->coming[j], b->in.child_up, b->n.lines, up_bits(b, b->n.level + 1), false);
		until_idle(b);
		turns(b, draw(b, 5));
		expect(b, "waves that leave while a batch comes", b->up.waves + b->left.waves, 0);
		b->in.stage = true;
		turns(b, 4);
		unsigned long clocks = 4 + until_idle(b);

		turns(b, 4);
		unsigned waves = (r->going[j].count + b->n.up - 1) / b->n.up;

		expect(b, "clocks until a batch is up", clocks, sorting_send_clocks(&b->shape, waves));
		if (b->n.root)
			continue;
		expect(b, "batches told up", b->up.batches, 1);
		expect(b, "waves up", b->up.waves, waves);
		expect_words(b, "words up", &b->up.words, &r->going[j]);
	}
}

static void sort(struct bench *b, const struct round *r)
{
	b->in.sort_now = true;
	turns(b, 4);
	expect(b, "clocks of a sort", 4 + until_idle(b), sorting_sort_clocks(&b->shape, b->n.level, r->peak.count));
	turns(b, draw(b, 5));
}

/* The node's own words of a batch, as the children get them. */
static void own_words(struct bench *b, const struct round *r, unsigned batch, struct words *left, struct words *right)
{
	unsigned L = b->shape.levels, v = b->n.level;

	for (unsigned k = batch; k < r->peak.count; k += b->size->batches) {
		struct word word = { { 1 } };

		memcpy(word.bit + 1, r->peak.word[k].bit + v + 1, 2 * L - v - 1 + b->shape.payload_bits);
		add(r->peak.word[k].bit[v] ? right : left, &word);
	}
}

/* Words from above, in addition. */
static void words_from_above(struct bench *b, struct words *coming, struct words *left, struct words *right)
{
	unsigned rest = down_bits(b, b->n.level) - 2, most = b->shape.level[b->n.level].fifo_columns * b->n.lines;
	unsigned want = b->n.root ? 0 : draw(b, 3) ? draw(b, 2 * most + 1) : 0, lean = draw(b, 3);

	coming->count = 0;
	for (unsigned k = 0; k < want; k++) {
		struct word word = { { 1 } }, on = { { 1 } };
		bool right_child = lean == 0 ? 0 : lean == 1 ? 1 : draw(b, 2);
		struct words *to = right_child ? right : left;

		if (to->count >= most)
			continue;
		word.bit[1] = right_child;
		random_bits(b, word.bit + 2, rest);
		memcpy(on.bit + 1, word.bit + 2, rest);
		add(coming, &word);
		add(to, &on);
	}
}

static void descend(struct bench *b, struct round *r)
{
	static struct words left, right, coming;
	unsigned half = b->n.lines / 2;

	for (unsigned j = 0; j < b->size->batches && b->good; j++) {
		unsigned long begun;
		unsigned own_waves = sorting_feed_waves(&b->shape, b->n.level, r->peak.count, j);

		left.count = right.count = 0;
		own_words(b, r, j, &left, &right);
		words_from_above(b, &coming, &left, &right);
		look_afresh(b);
		b->in.stage = true;
		begun = b->clock + 1;
		turns(b, 1);
		if (!b->n.root) {
			turns(b, draw(b, 3));
			b->in.down_sending = true;
			turns(b, 1 + draw(b, 2));
			b->in.down_batch = true;
			turns(b, 1 + draw(b, 5));
			send(b, &coming, b->in.down, b->n.up, down_bits(b, b->n.level), true);
			b->in.down_sending = false;
			begun = b->clock;
		}
		turns(b, 4);
		until_idle(b);
		if (own_waves > 0)
			expect(b, "clocks until the node's words are fed", b->clock - begun, sorting_feed_clocks(&b->shape, b->n.level, own_waves));
		turns(b, draw(b, 5));
		expect(b, "waves that leave while a batch comes", b->up.waves + b->left.waves, 0);

		unsigned waves = ((left.count > right.count ? left.count : right.count) + half - 1) / half;

		b->steady = draw(b, 2);
		b->in.stage = true;
		turns(b, 4);
		unsigned long clocks = 4 + until_idle(b);

		turns(b, 4);
		if (b->steady)
			expect(b, "clocks until a batch is down", clocks, sorting_send_clocks(&b->shape, waves));
		b->steady = true;
		expect(b, "batches told down", b->left.batches, 1);
		expect(b, "waves down", b->left.waves, waves);
		expect_words(b, "words to the left", &b->left.words, &left);
		expect_words(b, "words to the right", &b->right.words, &right);
	}
}

static void run_round(struct bench *b)
{
	static struct round r;

	make_words(b, &r);
	b->in.round = true;
	turns(b, 2);
	climb(b, &r);
	sort(b, &r);
	descend(b, &r);
	for (unsigned k = b->n.root ? 3 : 0; k > 0; k--) {
		look_afresh(b);
		b->in.stage = true;
		turns(b, 20);
		expect(b, "waves behind the last batch", b->left.waves + b->left.batches, 0);
	}
}

/* ---- all ----------------------------------------------------------------------------------------------------- */

/* The node's module, in a fresh design. */
static const char *lower(struct bench *b, struct design **design)
{
	*design = allocate(sizeof **design);
	return sorting_node_lower(*design, &b->n, b->sorter);
}

static struct model *verilated(struct bench *b)
{
	struct design *design;
	struct output rtl = { 0 };
	struct model *model = NULL;
	const char *module = lower(b, &design);

	if (design_check(design) && emit_verilog(design, b->net, "the test", &rtl)) {
		char *top = format_string("%s_%s", b->net->spec->name, module);
		struct verilate v = { .top = top, .rtl = &rtl };
		struct verilate_port *ports = verilate_ports(design_find(design, module), &v.port_count);

		v.port = ports;
		char *library = verilate(&v);

		model = library ? model_open(library) : NULL;
		free(library);
		free(ports);
		free(top);
	}
	output_free(&rtl);
	design_free(design);
	return model;
}

static bool print_verilog(struct bench *b)
{
	struct design *design;
	struct output rtl = { 0 };

	lower(b, &design);
	bool good = design_check(design) && emit_verilog(design, b->net, "the test", &rtl);

	for (size_t i = 0; i < rtl.count && good; i++)
		if (strstr(rtl.files[i].path, ".v"))
			fputs(rtl.files[i].content.bytes, stdout);
	output_free(&rtl);
	design_free(design);
	return good;
}

static void make_bench(struct bench *b, const struct size *size)
{
	char *yaml = format_string("network: sorting-fat-tree\nleaves: %u\nmesh-side: 1\nbatches: %u\npayload-bits: %u\n%s\n", size->leaves,
				   size->batches, size->payload, size->more);

	memset(b, 0, sizeof *b);
	b->size = size;
	b->good = b->steady = true;
	spec_from(&b->spec, yaml);
	free(yaml);
	b->net = allocate(sizeof *b->net);
	b->net->spec = b->net->own = spec_copy(&b->spec);
	b->net->plans = (struct plan_library){ .spacing = network_spacing(&b->spec),
							.lone_flip_flops = b->spec.family->lone_flip_flops };
	b->shape = sorting_shape(&b->spec);
	b->n = sorting_node_make(&b->shape, &b->spec, size->level);
	b->sorter = plan_sorter(&b->net->plans, b->n.lines);
}

static void open_bench(struct bench *b, const struct size *size, unsigned long seed)
{
	make_bench(b, size);
	b->rtl = verilated(b);
	b->good = b->rtl;
	b->model = sorting_node_model_new(&b->shape, &b->n);
	b->text = allocate_array(MOST_TEXTS, sizeof *b->text);
	random_start(&b->random, seed, 1);
	if (b->good)
		reset(b);
}

static void close_bench(struct bench *b)
{
	model_close(b->rtl);
	sorting_node_model_free(b->model);
	free(b->text);
	sorting_node_free(&b->n);
	network_free(b->net);
	spec_free(&b->spec);
}

static bool often(struct bench *b, unsigned of)
{
	return draw(b, of) == 0;
}

/* Random inputs; strobes at times often, at times seldom. Nobody knows what the node does. */
static void make_noise(struct bench *b, unsigned long clocks)
{
	unsigned of = 2;

	for (unsigned long i = 0; i < clocks; i++) {
		if (often(b, 1000))
			of = 1 + draw(b, 300);
		b->in.rst = often(b, 20000);
		b->in.round = often(b, 3000);
		b->in.stage = often(b, of);
		b->in.sort_now = often(b, 20 * of);
		b->in.down_start = often(b, of);
		b->in.down_batch = often(b, of);
		b->in.down_sending = often(b, 2);
		for (unsigned c = 0; c < 2; c++) {
			b->in.child_start[c] = often(b, of);
			b->in.child_batch[c] = often(b, of);
			b->in.child_room[c] = !often(b, 3);
		}
		random_bits(b, b->in.down, b->n.up);
		random_bits(b, b->in.child_up, b->n.lines);
		set_inputs(b);
		model_edge(b->rtl);
		b->clock++;
	}
}

static void noise(struct bench *b, unsigned long clocks)
{
	for (unsigned k = 0; k < NOISES && b->good; k++) {
		make_noise(b, clocks / NOISES);
		reset(b);
		run_round(b);
	}
}

int main(int count, char **argument)
{
	static struct bench b;
	unsigned failed = 0, n = sizeof sizes / sizeof *sizes;

	if (count >= 3 && !strcmp(argument[1], "verilog")) {
		struct size size = { .more = count > 3 ? argument[3] : "" };

		if (sscanf(argument[2], "%u,%u,%u,%u", &size.leaves, &size.level, &size.batches, &size.payload) != 4)
			return 2;
		make_bench(&b, &size);
		return !print_verilog(&b);
	}
	if (count != 4)
		return 2;
	for (unsigned i = 0; i < n; i++) {
		unsigned long much = strtoul(argument[2], NULL, 10);

		open_bench(&b, &sizes[i], strtoul(argument[3], NULL, 10) + i);
		if (!strcmp(argument[1], "noise"))
			noise(&b, much);
		else
			for (unsigned long k = 0; k < much && b.good; k++)
				run_round(&b);
		printf("%sok %u - level %u of %u leaves, %u batches: %u words on %u lines\n", b.good ? "" : "not ", i + 1, sizes[i].level,
		       sizes[i].leaves, sizes[i].batches, b.n.lines * b.n.moves.columns, b.n.lines);
		fflush(stdout);
		failed += !b.good;
		close_bench(&b);
	}
	printf("1..%u\n", n);
	return failed > 0;
}
