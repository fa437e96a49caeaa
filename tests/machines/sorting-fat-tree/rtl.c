/* rtl.c: sorting fat-trees with random words and readers.
 *
 *   rtl rtl SEEDS FIRST_SEED ROUNDS MOST_LEAVES    verilated ones beside the model of clocks
 *   rtl model MOST_LEAVES FIRST_SEED ROUNDS        the model of clocks alone, of all sizes and numbers of batches
 *   rtl clocks LEAVES SEED ROUNDS BATCHES MESH     the same: clocks of rounds of random permutations of words of 32
 *                                                  bits, and of their parts, against those of the model of rounds
 *
 * In every clock every channel is that of clocks.h, but for what is left open behind words; ranks are what counting
 * says; each word arrives once, intact, and in order behind those of its pair; waves of each stage are those of the
 * model of rounds (model.h). Each fifth RTL has bare wires at its leaves, where the terminals of the model stand.
 * With each fourth seed registers and banks are random before the reset. A failure prints parameters and clock; the
 * same arguments repeat it. */
#include <stdlib.h>
#include <string.h>

#include "networks.h"
#include "machines/sorting-fat-tree/control.h"
#include "machines/sorting-fat-tree/model.h"
#include "random.h"
#include "rtl_model.h"
#include "wires.h"

enum { MOST_LEAVES = 64, MOST_PROBE = 1 << 14, RESET_CLOCKS = 64, MOST_PAIR_WORDS = 1 << 10, PATIENCE = 40000 };
enum { BARE_INPUTS = 5 };

/* In percent: words offered; readers ready; words for one leaf, near ones, own ones; of a clock: a reader stops for
 * long. */
static const struct traffic {
	const char *name;
	unsigned offered, ready, one, near, own, stops;
	bool permutations;		/* word number k of each leaf is of permutation k */
} permutations = { "permutations", .offered = 100, .ready = 100, .permutations = true }, traffics[] = {
	{ "uniform", 100, 100, 0, 0, 0, 0, false },
	{ "to one", 100, 100, 100, 0, 0, 0, false },
	{ "a few", 1, 60, 10, 30, 10, 0, false },
	{ "slow readers", 100, 3, 20, 20, 10, 0, false },
	{ "readers stop", 60, 90, 30, 0, 5, 3, false },
	{ "own", 50, 50, 0, 0, 100, 0, false },
};

/* Words under way from one leaf to another, in their order. */
struct pair {
	uint64_t word[MOST_PAIR_WORDS];
	unsigned sent, come;
};

struct run {
	struct spec spec;
	struct network *net;
	struct model *rtl;
	struct sorting_clocks *model;
	const struct sorting_shape *shape;	/* of the model */
	unsigned ends;			/* leaves with channels of their own, or blocks */
	struct sorting_model *rounds;
	struct random random;
	const struct traffic *traffic;
	const struct model_port *probe[2], *s_data, *s_dest, *s_valid, *s_ready, *m_data, *m_user, *m_valid, *m_ready;
	const struct model_port *bare[BARE_INPUTS];	/* of leaves with bare wires; NULL without ranks, or with terminals */
	struct sorting_streams streams[MOST_LEAVES];
	unsigned offered[MOST_LEAVES];	/* words so far, of permutations */
	unsigned stopped[MOST_LEAVES];	/* clocks for which a reader is not ready */
	struct pair *pair;		/* [source * leaves + destination] */
	unsigned long clock, words, rounds_begun, moved;	/* moved: the clock in which a word last did */
	unsigned long busy_at, command_at;	/* clocks in which some node last was, and of the last command's first bit */
	bool waited;			/* a stage has waited for a reader for long */
	unsigned long part_begun, clocks[SORTING_PHASES];	/* of the round */
	unsigned long part_clocks[SORTING_PHASES], foreseen_clocks[SORTING_PHASES];	/* of rounds that have ended */
	enum sorting_phase part;
	bool good, offers;
	/* The round. */
	struct sorting_round foreseen;
	unsigned up_stages, down_stages, waves_up[2 * MOST_LEAVES], waves_down[2 * MOST_LEAVES];
	unsigned long lockstep_up, lockstep_down;
	bool falling, stage_open, orders;	/* orders: the stage is that of the blocks' order */
};

static void complain(struct run *r, const char *what, unsigned long is, unsigned long expected)
{
	if (r->good)
		printf("# %u leaves, mesh-side %u, %u batches, %u payload bits, %s, clock %lu: %s is %lu: expected %lu\n",
		       r->shape->leaves, r->shape->mesh_side, r->shape->batches, r->shape->payload_bits,
		       r->traffic->name, r->clock, what, is, expected);
	r->good = false;
}

static void expect(struct run *r, const char *what, unsigned long is, unsigned long expected)
{
	if (is != expected)
		complain(r, what, is, expected);
}

static bool chance(struct run *r, unsigned percent)
{
	return random_below(&r->random, 100) < percent;
}

/* ---- rounds
 * ---------------------------------------------------------------------------------------------------------- */

/* The highest level at which labels differ; the levels of the tree, if they are of one block. */
static unsigned peak(const struct run *r, unsigned a, unsigned b)
{
	unsigned level = 0;

	while (level < r->shape->height && (a ^ b) >> (r->shape->levels - 1 - level) == 0)
		level++;
	return level;
}

/* Before the first batch is sent: words of the same peak to the left, modulo the batches. */
static void check_ranks(struct run *r)
{
	unsigned before[MOST_SORTING_LEVELS] = { 0 };
	uint32_t destination[MOST_LEAVES];

	for (unsigned k = 0; k < r->shape->leaves; k++) {
		const struct sorting_terminal *leaf = &r->model->terminal[k];

		destination[k] = leaf->state == TERMINAL_IN_ROUND ? leaf->destination : SORTING_NOWHERE;
		if (destination[k] == SORTING_NOWHERE || peak(r, k, destination[k]) == r->shape->height)
			continue;
		expect(r, "a rank", leaf->number, before[peak(r, k, destination[k])]++ % r->shape->batches);
	}
	sorting_model_round(r->rounds, destination, NULL, &r->foreseen);
}

static unsigned most(unsigned *wave, unsigned count)
{
	unsigned result = 0;

	for (unsigned v = 1; v < count; v++)
		result = wave[v] > result ? wave[v] : result;
	memset(wave, 0, count * sizeof *wave);
	return result;
}

static void end_stage(struct run *r)
{
	unsigned n = r->ends, up = most(r->waves_up, 2 * n), down = most(r->waves_down, n);

	if (!r->stage_open)
		return;
	r->stage_open = false;
	if (r->orders) {
		expect(r, "waves while words are put in order", up + down, 0);
		r->orders = false;
	} else if (r->falling) {
		expect(r, "waves up in a stage down", up, 0);
		r->lockstep_down += down > 1 ? down : 1;
		r->down_stages++;
	} else {
		expect(r, "waves down in a stage up", down, 0);
		expect(r, "waves up", up, r->foreseen.up[r->up_stages]);
		r->up_stages++;
	}
}

/* A stage, or the sort, lasts until all nodes are idle, and no longer: the root knows H + 1 clocks later, if the
 * pause is over. Nodes are busy as long as words cannot be handed over. */
static void check_patience(struct run *r)
{
	enum { STROBE = 3 };		/* clocks from a command's first bit to the root's strobe */
	unsigned command = sorting_control_obeyed(r->model->control, 0);
	unsigned long begun = r->clock - STROBE, known = r->busy_at + r->shape->height + 2;
	unsigned long pause = r->command_at + r->shape->times.pause;

	if (r->rounds_begun > 0 && (command == COMMAND_STAGE || command == COMMAND_SORT)) {
		if (begun <= r->busy_at)
			complain(r, "a command while a node is busy, clock", begun, r->busy_at + 1);
		if (begun > (known > pause ? known : pause))
			complain(r, "a late command, clock", begun, known > pause ? known : pause);
	}
	/* With one batch, only the last stage does. */
	r->waited = r->waited || (r->rounds_begun > 0 && (command == COMMAND_STAGE || command == COMMAND_ROUND) && r->falling
				  && r->busy_at > pause + 1000);
	if (command)
		r->command_at = begun;
	if (!sorting_clocks_idle(r->model))
		r->busy_at = r->clock;
}

/* Which part of the round begins with the command that the root has got. */
static enum sorting_phase next_part(const struct run *r)
{
	unsigned command = sorting_control_obeyed(r->model->control, 0);

	if (command == COMMAND_ROUND)
		return SORTING_RANKS;
	if (command == COMMAND_SORT)
		return SORTING_SORT;
	if (r->part == SORTING_RANKS && r->shape->mesh_side > 1)
		return SORTING_LOCAL;
	return r->part == SORTING_SORT || r->part == SORTING_DOWN ? SORTING_DOWN : SORTING_UP;
}

static void note_parts(struct run *r)
{
	unsigned command = sorting_control_obeyed(r->model->control, 0);

	if (!command || command == COMMAND_RANK)
		return;
	if (r->rounds_begun > 0)
		r->clocks[r->part] += r->clock - r->part_begun;
	for (unsigned p = 0; command == COMMAND_ROUND && p < SORTING_PHASES; p++) {
		r->part_clocks[p] += r->clocks[p];
		r->clocks[p] = 0;
	}
	r->part_begun = r->clock;
	r->part = next_part(r);
}

static void watch_rounds(struct run *r)
{
	const struct sorting_shape *shape = r->shape;
	struct sorting_pace pace = sorting_control_pace(r->model->control);
	unsigned command = sorting_control_obeyed(r->model->control, 0);

	check_patience(r);
	if (command && command != COMMAND_RANK)
		end_stage(r);
	note_parts(r);
	if (command == COMMAND_ROUND) {
		if (r->rounds_begun > 0) {
			expect(r, "stages up", r->up_stages, shape->up_stages);
			expect(r, "stages down", r->down_stages, shape->down_stages);
			expect(r, "waves down", r->lockstep_down, r->foreseen.lockstep_down);
		}
		r->rounds_begun++;
		for (unsigned p = 0; r->rounds_begun > 1 && p < SORTING_PHASES; p++)
			r->foreseen_clocks[p] += r->foreseen.clocks[p];
		r->up_stages = r->down_stages = 0;
		r->lockstep_down = 0;
		r->falling = false;
		r->orders = shape->mesh_side > 1;
	}
	r->stage_open = r->stage_open || command == COMMAND_STAGE;
	if (shape->mesh_side > 1 ? pace.order : pace.send && pace.batch == 0)
		check_ranks(r);
	if (command == COMMAND_SORT)
		r->falling = true;
	for (unsigned v = 2; v < 2 * r->ends; v++) {
		r->waves_up[v] += sorting_clocks_up(r->model, v).start;
		r->waves_down[v / 2] += v % 2 && sorting_clocks_down(r->model, v).start;
	}
}

/* ---- leaves
 * ---------------------------------------------------------------------------------------------------------- */

/* The leaf that many words are for. */
static unsigned popular(const struct run *r)
{
	return r->shape->leaves / 3;
}

/* Of leaf `leaf` in permutation `number`. */
static unsigned permuted(unsigned n, unsigned number, unsigned leaf)
{
	unsigned image[MOST_LEAVES] = { 0 };
	struct random random;

	random_start(&random, number, 1);
	for (unsigned k = 0; k < n; k++) {
		unsigned other = (unsigned)random_below(&random, k + 1ul);

		image[k] = image[other];
		image[other] = k;
	}
	return image[leaf];
}

static unsigned draw_destination(struct run *r, unsigned leaf)
{
	unsigned n = r->shape->leaves;

	if (r->traffic->permutations)
		return permuted(n, r->offered[leaf]++, leaf);
	if (chance(r, r->traffic->own))
		return leaf;
	if (chance(r, r->traffic->one))
		return popular(r);
	if (chance(r, r->traffic->near))
		return leaf ^ 1;
	return (unsigned)random_below(&r->random, n);
}

static void play_leaves(struct run *r)
{
	for (unsigned k = 0; k < r->shape->leaves; k++) {
		struct sorting_streams *s = &r->streams[k];

		if (!s->s_valid && r->offers && chance(r, r->traffic->offered)) {
			s->s_valid = 1;
			s->s_destination = draw_destination(r, k);
			s->s_data = random_next(&r->random) >> (64 - r->shape->payload_bits);
		}
		if (r->stopped[k] > 0)
			r->stopped[k]--;
		else if (r->traffic->stops && random_below(&r->random, 10000) < r->traffic->stops * (k == popular(r) ? 30ul : 1ul))
			r->stopped[k] = 2000;
		s->m_ready = r->stopped[k] == 0 && chance(r, r->traffic->ready);
		if (!r->rtl || r->bare[0])
			continue;
		model_set(r->rtl, r->s_valid, k, 1, s->s_valid);
		model_set(r->rtl, r->s_dest, k * r->shape->levels, r->shape->levels, s->s_destination);
		model_set(r->rtl, r->s_data, k * r->shape->payload_bits, r->shape->payload_bits, s->s_data);
		model_set(r->rtl, r->m_ready, k, 1, s->m_ready);
	}
}

static void compare_leaves(struct run *r)
{
	unsigned n = r->shape->leaves, levels = r->shape->levels, bits = r->shape->payload_bits;

	for (unsigned k = 0; k < n && r->good; k++) {
		const struct sorting_terminal *t = &r->model->terminal[k];
		struct sorting_streams *s = &r->streams[k];

		if (r->rtl && !r->bare[0]) {
			expect(r, "s_axis_tready", model_get(r->rtl, r->s_ready, k, 1), t->s_ready);
			expect(r, "m_axis_tvalid", model_get(r->rtl, r->m_valid, k, 1), t->m_valid);
		}
		if (s->s_valid && t->s_ready) {
			struct pair *p = &r->pair[k * n + s->s_destination];

			p->word[p->sent++ % MOST_PAIR_WORDS] = s->s_data;
			s->s_valid = 0;		/* the model has not seen it yet: step() does */
			r->moved = r->clock;
		}
		if (!t->m_valid)
			continue;
		struct pair *p = &r->pair[t->m_source * n + k];

		if (r->rtl && !r->bare[0]) {
			expect(r, "the source", model_get(r->rtl, r->m_user, k * levels, levels), t->m_source);
			expect(r, "the payload", model_get(r->rtl, r->m_data, k * bits, bits), t->m_data);
		}
		if (p->come == p->sent) {
			complain(r, "words from a source", p->come + 1ul, p->sent);
		} else if (s->m_ready) {
			expect(r, "the word", t->m_data, p->word[p->come++ % MOST_PAIR_WORDS]);
			r->words++;
			r->moved = r->clock;
		}
	}
}

/* ---- clocks
 * ---------------------------------------------------------------------------------------------------------- */

/* Appends bits of a probe, in the orders of lower.c. */
static uint8_t *append(uint8_t *at, const uint8_t *bit, unsigned count)
{
	memcpy(at, bit, count);
	return at + count;
}

static uint8_t *append_wires(const struct run *r, uint8_t *at, const struct sorting_wires *w, unsigned count, bool ends)
{
	for (unsigned i = 0; i < count; i++)
		*at++ = w->used ? wire_bit(w->word[i], r->clock - w->began, r->shape->period, ends) : 0;
	return at;
}

static uint8_t *up_bits(const struct run *r, unsigned v, uint8_t *at)
{
	struct sorting_up up = sorting_clocks_up(r->model, v);
	bool ranked = r->shape->batches > 1, is_end = v >= r->ends, has_blocks = r->shape->mesh_side > 1;
	const uint8_t batch[] = { up.batch }, done[] = { up.done }, rest[] = { up.ready, up.wish, up.sum, up.sum_first };

	at = append(append_wires(r, at, &up.wires, sorting_capacity(r->shape, digit_bits(v + 1) - 1), is_end), &up.start, 1);
	at = append(at, batch, !is_end);
	at = append(at, done, !is_end || has_blocks);
	return append(at, rest, !ranked ? 2 : is_end && !has_blocks ? 3 : 4);
}

/* What the pace says, and the channel of the lowest node. */
static uint8_t *end_down_bits(const struct run *r, unsigned v, uint8_t *at)
{
	struct sorting_down down = sorting_clocks_down(r->model, v);
	struct sorting_pace p = sorting_control_pace(r->model->control);
	bool ranked = r->shape->batches > 1, has_blocks = r->shape->mesh_side > 1;
	const uint8_t leaf[] = { down.start, p.round, p.stage, p.send };
	const uint8_t block[] = { down.start, p.round, p.rises, p.order, p.send };
	const uint8_t leaf_ranks[] = { p.step, p.opens, has_blocks ? 0 : sorting_clocks_number_bit(r->model, v - r->ends) };
	const uint8_t block_ranks[] = { p.step, p.opens, p.sum_first, down.prefix, down.prefix_first };

	at = append_wires(r, at, &down.wires, r->shape->mesh_side, false);
	at = has_blocks ? append(at, block, sizeof block) : append(at, leaf, sizeof leaf);
	for (unsigned b = 0; b < r->shape->batch_bits; b++)
		*at++ = p.batch >> b & 1;
	if (!ranked)
		return at;
	return has_blocks ? append(at, block_ranks, sizeof block_ranks) : append(at, leaf_ranks, sizeof leaf_ranks);
}

static uint8_t *down_bits(const struct run *r, unsigned v, uint8_t *at)
{
	if (v >= r->ends)
		return end_down_bits(r, v, at);
	struct sorting_down down = sorting_clocks_down(r->model, v);
	const uint8_t bits[] = { down.start, down.batch, down.sending, down.command, down.prefix, down.prefix_first };

	at = append_wires(r, at, &down.wires, sorting_capacity(r->shape, digit_bits(v + 1) - 1), false);
	return append(at, bits, r->shape->batches > 1 ? 6 : 4);
}

static uint8_t *probe_bits(const struct run *r, unsigned v, bool up, uint8_t *at)
{
	for (unsigned child = 2 * v; child <= 2 * v + 1; child++) {
		at = (up ? up_bits : down_bits)(r, child, at);
		if (child < r->ends)
			at = probe_bits(r, child, up, at);
	}
	return at;
}

static void compare_channels(struct run *r)
{
	static uint8_t bit[MOST_PROBE];

	for (int up = 0; up < 2; up++) {
		size_t bits = (size_t)(probe_bits(r, 1, up, bit) - bit);

		expect(r, "width of a probe", r->probe[up]->width, bits);
		for (size_t at = 0; at < bits && r->good; at += 64) {
			unsigned count = bits - at < 64 ? (unsigned)(bits - at) : 64;
			uint64_t is = model_get(r->rtl, r->probe[up], (unsigned)at, count);

			for (unsigned k = 0; k < count && r->good; k++)
				if (bit[at + k] != ANY_BIT && (is >> k & 1) != bit[at + k]) {
					printf("# bit %zu of %s, from 0:\n", at + k, up ? "probe_up" : "probe_down");
					complain(r, "it", is >> k & 1, bit[at + k]);
				}
		}
	}
}

/* What the terminals of the model show is what bare leaves get; what these show is in the probe, too. */
static void play_bare_leaves(struct run *r)
{
	for (unsigned k = 0; k < r->shape->leaves; k++) {
		struct sorting_up up = sorting_clocks_up(r->model, r->ends + k);
		const struct sorting_wires *w = &up.wires;
		const uint8_t bit = w->used ? wire_bit(w->word[0], r->clock - w->began, r->shape->period, true) : 0;
		const uint8_t shown[BARE_INPUTS] = { bit, up.start, up.ready, up.wish, up.sum };

		for (unsigned i = 0; i < BARE_INPUTS; i++)
			if (r->bare[i])
				model_set(r->rtl, r->bare[i], k, 1, shown[i]);
	}
}

static void step(struct run *r)
{
	static struct sorting_streams seen[MOST_LEAVES];

	play_leaves(r);
	memcpy(seen, r->streams, sizeof seen);
	if (r->bare[0])
		play_bare_leaves(r);
	if (r->rtl)
		model_eval(r->rtl);
	if (r->rtl)
		compare_channels(r);
	compare_leaves(r);
	watch_rounds(r);
	sorting_clocks_step(r->model, seen);
	if (r->rtl)
		model_edge(r->rtl);
	r->clock++;
}

static bool is_empty(const struct run *r)
{
	unsigned n = r->shape->leaves;

	for (unsigned i = 0; i < n * n; i++)
		if (r->pair[i].come != r->pair[i].sent)
			return false;
	for (unsigned k = 0; k < n; k++)
		if (r->streams[k].s_valid)
			return false;
	return true;
}

static bool find_ports(struct run *r)
{
	static const char *const names[] = { "probe_down", "probe_up", "s_axis_tdata", "s_axis_tdest", "s_axis_tvalid", "s_axis_tready",
					     "m_axis_tdata", "m_axis_tuser", "m_axis_tvalid", "m_axis_tready" };
	const struct model_port **port[] = { &r->probe[0], &r->probe[1], &r->s_data, &r->s_dest, &r->s_valid, &r->s_ready, &r->m_data,
					     &r->m_user, &r->m_valid, &r->m_ready };
	static const char *const inputs[BARE_INPUTS] = { "leaf_up", "leaf_up_start", "leaf_room", "leaf_wish", "leaf_sum" };
	bool all = true, bare = r->spec.leaf_interface == LEAF_WIRES;

	for (unsigned i = 0; bare && i < BARE_INPUTS; i++)
		r->bare[i] = model_port(r->rtl, inputs[i]);
	for (unsigned i = 0; i < (bare ? 2 : sizeof names / sizeof *names); i++) {
		*port[i] = model_port(r->rtl, names[i]);
		all = all && *port[i];
	}
	return all;
}

/* Which network. */
struct which {
	unsigned leaves, mesh, batches, payload;
	const char *more;
};

static struct which draw_network(uint64_t seed, unsigned most_leaves)
{
	static const struct which first[] = {
		{ 4, 1, 1, 3, "" }, { 8, 2, 2, 1, "" }, { 8, 1, 4, 5, "" }, { 16, 2, 1, 7, "elements-between-registers: 1\n" },
		{ 16, 2, 4, 8, "" }, { 8, 1, 1, 33, "" }, { 32, 4, 8, 2, "" }, { 32, 1, 8, 1, "" },
	};
	struct which w = { .leaves = 4, .mesh = 1, .more = "" };
	struct random random;

	if (seed <= sizeof first / sizeof *first)
		return first[seed - 1];
	random_start(&random, seed, 3);
	while (w.leaves < most_leaves && random_below(&random, 100) < 60)
		w.leaves *= 2;
	while (8 * w.mesh * w.mesh <= w.leaves && random_below(&random, 100) < 60)
		w.mesh *= 2;
	w.batches = 1u << random_below(&random, digit_bits(sorting_most_batches(w.leaves)) + 1);
	w.payload = 1 + (unsigned)random_below(&random, 40);
	return w;
}

static bool open_run(struct run *r, const struct which *w, uint64_t seed, bool has_rtl)
{
	memset(r, 0, sizeof *r);
	random_start(&r->random, seed, 7);
	char *yaml = format_string("network: sorting-fat-tree\nleaves: %u\nmesh-side: %u\nbatches: %u\npayload-bits: %u\nprobe: true\n"
				   "leaf-interface: %s\n%s", w->leaves, w->mesh, w->batches, w->payload,
				   has_rtl && w->mesh == 1 && seed % 5 == 0 ? "wires" : "axi-stream", w->more);

	spec_from(&r->spec, yaml);
	free(yaml);
	r->net = network_elaborate(&r->spec);
	r->model = sorting_clocks_new(r->net);
	r->shape = &r->model->shape;
	r->ends = r->model->ends;
	r->rounds = sorting_model_new(r->shape);
	r->pair = allocate_array((size_t)w->leaves * w->leaves, sizeof *r->pair);
	r->traffic = traffics;
	r->good = true;
	if (!has_rtl)
		return true;
	uint32_t registers = seed % 4 ? 0 : (uint32_t)seed | 1;

	r->rtl = open_network(r->net, "the test", &(struct model_start){ .random_registers = registers });
	if (!r->rtl || !find_ports(r))
		return false;
	if (r->bare[0]) {
		play_bare_leaves(r);
	} else {
		model_set(r->rtl, r->s_valid, 0, w->leaves, 0);
		model_set(r->rtl, r->m_ready, 0, w->leaves, 0);
	}
	model_reset(r->rtl, RESET_CLOCKS);
	return true;
}

static void close_run(struct run *r)
{
	if (r->rtl)
		model_close(r->rtl);
	sorting_clocks_free(r->model);
	sorting_model_free(r->rounds);
	free(r->pair);
	network_free(r->net);
	spec_free(&r->spec);
}

static void play(struct run *r, const struct traffic *traffic, unsigned rounds)
{
	unsigned long last = r->rounds_begun + rounds;

	r->traffic = traffic;
	r->moved = r->clock;
	while (r->good && (r->rounds_begun < last || !is_empty(r))) {
		r->offers = r->rounds_begun < last;
		step(r);
		if (r->clock > r->moved + PATIENCE)
			complain(r, "words that move", 0, 1);
	}
}

/* Adds the words that have arrived to *words. */
static bool run(const struct which *w, uint64_t seed, unsigned rounds, bool has_rtl, unsigned long *words)
{
	static struct run r;
	bool good = open_run(&r, w, seed, has_rtl);

	for (unsigned t = 0; good && r.good && t < sizeof traffics / sizeof *traffics; t++)
		play(&r, &traffics[t], rounds);
	if (w->leaves >= 16 && rounds >= 3 && !r.waited)
		complain(&r, "stages that wait for a reader", 0, 1);
	good = good && r.good;
	printf("%s seed %llu: %u leaves, mesh-side %u, %u batches, %u payload bits: %lu rounds, %lu words, %lu clocks\n",
	       good ? "ok" : "FAILED", (unsigned long long)seed, w->leaves, w->mesh, w->batches, w->payload, r.rounds_begun, r.words, r.clock);
	fflush(stdout);
	*words += r.words;
	close_run(&r);
	return good;
}

/* Rounds that follow each other, and their parts, take just the clocks of the model of rounds. */
static bool measure(const struct which *w, uint64_t seed, unsigned rounds)
{
	static struct run r;
	bool good = open_run(&r, w, seed, false);
	unsigned long clocks = 0;

	play(&r, &permutations, rounds);
	for (unsigned p = 0; p < SORTING_PHASES; p++) {
		expect(&r, sorting_phase_names[p], r.part_clocks[p], r.foreseen_clocks[p]);
		clocks += r.part_clocks[p];
	}
	good = good && r.good && r.rounds_begun > rounds / 2;
	printf("%s %u leaves, mesh-side %u, %u batches: %lu rounds, %lu clocks\n", good ? "ok" : "FAILED", w->leaves, w->mesh, w->batches,
	       r.rounds_begun - 1, clocks);
	close_run(&r);
	return good;
}

int main(int argc, char **argv)
{
	bool good = true;

	if (argc < 5)
		return 2;
	unsigned number = (unsigned)strtoul(argv[2], NULL, 10), rounds = (unsigned)strtoul(argv[4], NULL, 10);
	uint64_t first = strtoull(argv[3], NULL, 10);
	unsigned long words = 0;

	if (strcmp(argv[1], "model") == 0) {
		for (unsigned leaves = 4; leaves <= number && leaves <= MOST_LEAVES; leaves *= 2)
			for (unsigned batches = 1; batches <= sorting_most_batches(leaves); batches *= 2)
				for (unsigned mesh = 1; 2 * mesh * mesh <= leaves; mesh *= 2)
					good = run(&(struct which){ leaves, mesh, batches, 4, "" }, first, rounds, false, &words) && good;
		return good ? EXIT_SUCCESS : EXIT_FAILURE;
	}
	if (strcmp(argv[1], "clocks") == 0 && argc == 7) {
		struct which w = { number, (unsigned)strtoul(argv[6], NULL, 10), (unsigned)strtoul(argv[5], NULL, 10), 32, "" };

		return measure(&w, first, rounds) ? EXIT_SUCCESS : EXIT_FAILURE;
	}
	for (uint64_t seed = first; argc == 6 && seed < first + number; seed++) {
		struct which w = draw_network(seed, (unsigned)strtoul(argv[5], NULL, 10));

		good = run(&w, seed, rounds, true, &words) && good;
	}
	printf("%lu words in all\n", words);
	return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
