/* leaves.c: whole networks with AXI4-Stream leaves, verilated.
 *
 *   leaves sets MOST_LEAVES [exact]         the message sets of tests/schedule/sets.c, each in one round; exact: `round-words`
 *                                           is what the busiest leaf sends, else 64
 *   leaves random NETWORKS FIRST_SEED       random networks and traffic, followed in every clock (follow.h)
 *   leaves degree NETWORKS FIRST_SEED       the same with a degree, which the traffic keeps
 *   leaves soak WORDS FIRST_SEED [NETWORKS] the first ones of a list, until so many words have arrived in all, with
 *                                           store_watch.v in each leaf
 *   leaves places WORDS FIRST_SEED [NETWORKS] the same with a degree, and any traffic, as leaves admit no more; with place_watch.v
 *   leaves attack                           a reader that stops, gaps of all lengths, resets amid rounds, old entries of `order`
 *   leaves large LEAVES                     a word of each leaf, followed
 *
 * Each word must arrive once and, with `order: pairs`, behind those of its pair (sim/testbench.h). A failure prints the
 * parameters; the same arguments repeat it. */
#include <stdlib.h>
#include <string.h>

#include "bits.h"
#include "follow.h"
#include "network/leaf.h"
#include "rtl_model.h"
#include "testbench.h"

/* ---- a network and what is known of it ----------------------------------------------------------------------------- */

struct queue {
	struct batched_word *word;
	size_t count, room, out;		/* the first `out` are gone */
};

struct run {
	struct network *net;
	struct batched_shape shape;
	char *library, *name;
	uint64_t seed;
	struct random random;
	bool good;
	unsigned long words, clocks;

	/* While it is followed. */
	bool follows;
	struct follow follow;
	const struct model_port *s_valid, *s_ready, *s_data, *s_dest, *m_valid, *m_ready, *m_data, *m_user, *vacant, *command;
	struct queue *admitted, *due;		/* [leaf]: words of the next round; what m_axis will show in this one */
	unsigned rounds_known;
	bool rests;				/* the next round has not begun */
	unsigned long late;			/* clocks by which readers have delayed rounds; with `expected`: the second */
	const struct message_set *expected;	/* the words of the second round, or NULL */
	struct batched_round round_2;
	unsigned long rounds;

	/* What is done to it. */
	uint64_t reads_from;			/* leaf 0's reader is not ready before this clock */
	unsigned long rounds_before;		/* rounds that had begun then */
	unsigned long disturbed;		/* clocks amid which it is reset: all leaves have sent at random before */
};

static void push(struct queue *q, struct batched_word w)
{
	if (q->count == q->room) {
		q->room = q->room ? 2 * q->room : 16;
		q->word = reallocate(q->word, q->room * sizeof *q->word);
	}
	q->word[q->count++] = w;
}

static uint64_t input(const struct run *r, const struct model_port *p, unsigned at, unsigned count)
{
	return bits_get(model_inputs(r->follow.rtl), p->low + at, count);
}

static uint64_t output(const struct run *r, const struct model_port *p, unsigned at, unsigned count)
{
	return model_get(r->follow.rtl, p, at, count);
}

/* ---- following ----------------------------------------------------------------------------------------------------- */

/* Whether the words of the leaf in the set are those in its queue, in their order. */
static bool is_expected(const struct run *r, unsigned leaf)
{
	const struct queue *q = &r->admitted[leaf];
	size_t k = 0;

	for (size_t i = 0; i < r->expected->count; i++)
		if (r->expected->demand[i].source == leaf &&
		    (k == q->count || q->word[k++].destination != r->expected->demand[i].destination))
			return false;
	return k == q->count;
}

/* The words that the leaves have admitted are those of the round. */
static void next_round(struct follow *f, void *context)
{
	struct run *r = context;
	size_t count = 0;

	for (unsigned leaf = 0; leaf < f->shape.leaves; leaf++) {
		const struct queue *q = &r->admitted[leaf];

		count += q->count;
		if (q->count > f->shape.round_words)
			FAIL(f, "leaf %u has %zu words in a round of %u", leaf, q->count, f->shape.round_words);
		for (size_t i = 0; f->shape.ordered && i < q->count; i++)
			for (size_t j = 0; j < i; j++)
				if (q->word[i].destination == q->word[j].destination)
					FAIL(f, "leaf %u has two words for leaf %u in a round", leaf, q->word[i].destination);
		if (r->expected && f->rounds_begun == 2 && !is_expected(r, leaf))
			FAIL(f, "leaf %u does not have its words of the set in the round", leaf);
		if (r->due[leaf].out != r->due[leaf].count)
			FAIL(f, "a round begins before leaf %u has given its words", leaf);
	}
	f->now.word = allocate_array(count + 1, sizeof *f->now.word);
	f->now.words = count;
	count = 0;
	for (unsigned leaf = 0; leaf < f->shape.leaves; leaf++) {
		for (size_t i = 0; i < r->admitted[leaf].count; i++)
			f->now.word[count++] = r->admitted[leaf].word[i];
		r->admitted[leaf].count = 0;
	}
	r->rounds++;
	r->rounds_before += f->clock < FIRST_FOLLOWED_CLOCK + r->reads_from;
}

/* Leaves give their own words, then those that arrive, in the order in which they do. */
static void foresee_deliveries(struct run *r)
{
	const struct round_record *now = &r->follow.now;

	for (unsigned leaf = 0; leaf < r->shape.leaves; leaf++)
		r->due[leaf].count = r->due[leaf].out = 0;
	for (size_t i = 0; i < now->words; i++)
		if (now->word[i].source == now->word[i].destination)
			push(&r->due[now->word[i].source], now->word[i]);
	for (size_t i = 0; i < now->slots; i++)
		for (unsigned leaf = 0; leaf < r->shape.leaves; leaf++)
			for (unsigned w = 0; w < 2; w++)
				if (now->slot[i].down[leaf][w].word != BATCHED_IDLE && now->slot[i].down[leaf][w].active)
					push(&r->due[leaf], now->word[now->slot[i].down[leaf][w].word]);
}

/* Compares a leaf's wires with what is foreseen. */
static void check_leaf(struct follow *f, unsigned leaf, struct batched_up *up, void *context)
{
	struct run *r = context;
	uint64_t bits = follow_channel(f, r->shape.leaves + leaf, true), w = bits & 3, rest = bits >> 2;
	uint8_t found[] = { w & 1, w >> 1 & 1, rest & 1, rest >> 1 & 1, rest >> 2 & 1, rest >> 3 & 1, rest >> 4 & 1 };
	uint8_t foreseen[] = { up->wire[0], up->wire[1], up->strobe, up->sum, up->sum_valid, up->max, up->max_valid };
	static const char *const name[] = { "wire 0", "wire 1", "strobe", "sum", "sum_valid", "max", "max_valid" };

	for (unsigned k = 0; k < 7; k++)
		if (found[k] != foreseen[k])
			FAIL(f, "%s of leaf %u is %u, expected %u", name[k], leaf, found[k], foreseen[k]);
	up->ready = rest >> 5 & 1;
	up->wish = rest >> 6 & 1;
}

static void check_delivery(struct run *r, unsigned leaf)
{
	struct queue *due = &r->due[leaf];
	struct follow *f = &r->follow;

	if (due->out == due->count) {
		FAIL(f, "leaf %u gives a word that its round has not brought", leaf);
		return;
	}
	const struct batched_word *w = &due->word[due->out++];
	uint64_t data = output(r, r->m_data, leaf * r->shape.payload_bits, r->shape.payload_bits);
	uint64_t user = output(r, r->m_user, leaf * r->shape.levels, r->shape.levels);

	if (data != w->payload || user != w->source)
		FAIL(f, "leaf %u gives a word of leaf %u, expected one of leaf %u or another word", leaf, (unsigned)user, w->source);
}

static void watch_streams(struct run *r)
{
	for (unsigned leaf = 0; leaf < r->shape.leaves; leaf++) {
		if (input(r, r->s_valid, leaf, 1) && output(r, r->s_ready, leaf, 1))
			push(&r->admitted[leaf], (struct batched_word){
				leaf, (unsigned)input(r, r->s_dest, leaf * r->shape.levels, r->shape.levels),
				input(r, r->s_data, leaf * r->shape.payload_bits, r->shape.payload_bits) });
		if (output(r, r->m_valid, leaf, 1) && input(r, r->m_ready, leaf, 1))
			check_delivery(r, leaf);
	}
}

/* The next round can begin when the clocks of this one are over and the leaves have been ready for as long as the tree takes to
 * tell. */
static void check_vacancy(struct run *r)
{
	struct follow *f = &r->follow;
	bool over = f->clock + 1 >= f->round_at + f->now.round.clocks;
	bool ready = f->ready[(f->clock - r->shape.levels) % FOLLOW_HISTORY];

	if (over && output(r, r->command, 0, 1))
		r->rests = false;
	if (r->rests && output(r, r->vacant, 0, 1) != (over && ready))
		FAIL(f, "%lu clocks behind a ROUND, the next one %s begin, in a round of %lu clocks", f->clock - f->round_at,
		     over && ready ? "could not" : "could", f->now.round.clocks);
	r->late += r->rests && over && !ready && (!r->expected || f->rounds_begun == 2);
}

static void see(void *context, const struct model *m, uint64_t now)
{
	struct run *r = context;
	struct follow *f = &r->follow;

	(void)m;
	(void)now;
	if (!f->good)
		return;
	follow_leaves(f);
	if (f->rounds_begun != r->rounds_known) {
		foresee_deliveries(r);
		r->rests = true;
		if (f->rounds_begun == 2)
			r->round_2 = f->now.round;
	}
	if (r->shape.degree > 0 && f->now.round.waiting_most > r->shape.side_words)
		FAIL(f, "%u sidetracked words at a leaf, expected %u at most", f->now.round.waiting_most, r->shape.side_words);
	r->rounds_known = f->rounds_begun;
	check_vacancy(r);
	watch_streams(r);
	follow_fabric(f);
}

static bool begin_following(struct run *r, struct model *m)
{
	const struct { const struct model_port **port; const char *name; } wanted[] = {
		{ &r->s_valid, "s_axis_tvalid" }, { &r->s_ready, "s_axis_tready" }, { &r->s_data, "s_axis_tdata" },
		{ &r->s_dest, "s_axis_tdest" }, { &r->m_valid, "m_axis_tvalid" }, { &r->m_ready, "m_axis_tready" },
		{ &r->m_data, "m_axis_tdata" }, { &r->m_user, "m_axis_tuser" }, { &r->vacant, "watch_vacant" },
		{ &r->command, "watch_command" },
	};

	r->follow = (struct follow){ .next_round = next_round, .leaf = check_leaf, .context = r, .what = copy_string(r->name) };
	for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
		*wanted[i].port = model_port(m, wanted[i].name);
		if (!*wanted[i].port)
			return false;
	}
	r->admitted = allocate_array(r->shape.leaves, sizeof *r->admitted);
	r->due = allocate_array(r->shape.leaves, sizeof *r->due);
	r->rounds_known = 0;
	return follow_begin(&r->follow, r->net, m);
}

static void end_following(struct run *r)
{
	if (!r->follow.model)
		return;
	for (unsigned leaf = 0; leaf < r->shape.leaves; leaf++) {
		free(r->admitted[leaf].word);
		free(r->due[leaf].word);
	}
	free(r->admitted);
	free(r->due);
	follow_end(&r->follow);
	r->follow.model = NULL;
}

/* ---- traffic ------------------------------------------------------------------------------------------------------- */

static struct message_list *list_new(unsigned leaves, unsigned payload_bits)
{
	struct message_list *l = allocate(sizeof *l);

	message_list_start(l, leaves, payload_bits);
	return l;
}

static void list_free(struct message_list *l)
{
	messages_free(l);
	free(l);
}

/* Adds a message that is created in clock `time` or, if it waits for another, `time` clocks after its delivery. */
static void list_add(struct message_list *l, unsigned source, unsigned destination, uint64_t time, uint32_t after)
{
	bool waits = after != MESSAGE_NONE;

	message_list_add(l, &(struct new_message){ source, destination, .words = 1, .timed = true, .time = waits ? 0 : time,
						   .delay = time, .after = &after, .after_count = waits });
}

enum shape_of_traffic { UNIFORM, PERMUTATION, TO_ONE, HOT, SELF, PAIRS, SHAPES, RELATION = SHAPES };
static const char *const shape_name[] = { "uniform", "permutation", "to one", "hot", "self", "pairs", "relation" };

struct wish {
	enum shape_of_traffic shape;
	uint64_t gap;			/* the mean clocks between a leaf's words; 0: none */
	unsigned senders;		/* leaves that send: one of so many */
};

/* With RELATION a leaf has `degree` destinations, and as many leaves have one in common. */
static unsigned choose(struct random *random, const struct wish *w, unsigned n, unsigned source, const unsigned *permutation,
		       unsigned degree)
{
	unsigned any = (unsigned)random_below(random, n);

	switch (w->shape) {
	case PERMUTATION:
		return permutation[source];
	case RELATION:
		return permutation[(source + random_below(random, degree)) % n];
	case TO_ONE:
		return permutation[0];
	case HOT:
		return random_below(random, 4) ? permutation[random_below(random, 2)] : any;
	case SELF:
		return random_below(random, 3) ? source : any;
	case PAIRS:
		return random_below(random, 2) ? source ^ 1 : (source + n / 2) % n;
	default:
		return any;
	}
}

static struct message_list *make_traffic(const struct run *r, struct random *random, const struct wish *w, size_t words)
{
	unsigned n = r->shape.leaves, permutation[MOST_BATCHED_LEAVES];
	size_t each = (words * w->senders + n - 1) / n;
	struct message_list *l = list_new(n, r->shape.payload_bits);

	for (unsigned i = 0; i < n; i++) {
		unsigned j = (unsigned)random_below(random, i + 1);

		permutation[i] = permutation[j];
		permutation[j] = i;
	}
	for (unsigned source = 0; source < n; source++) {
		uint64_t time = 0;

		if (permutation[source] % w->senders != 0)
			continue;
		for (size_t i = 0; i < each; i++) {
			/* Gaps come in bursts: most are none, a few are long. */
			if (w->gap > 0 && random_below(random, 4) == 0)
				time += random_below(random, 8 * w->gap);
			list_add(l, source, choose(random, w, n, source, permutation, r->shape.degree), time, MESSAGE_NONE);
		}
	}
	return l;
}

/* ---- runs ---------------------------------------------------------------------------------------------------------- */

static bool open_run(struct run *r, const struct spec *spec, const char *name, uint64_t seed, const char *source)
{
	*r = (struct run){ .net = network_new(spec), .shape = batched_shape(spec), .name = copy_string(name), .seed = seed, .good = true };
	random_start(&r->random, seed, 5);
	r->library = verilate_network_with(r->net, "the test", source);
	return r->library;
}

static void close_run(struct run *r)
{
	network_free(r->net);
	free(r->library);
	free(r->name);
}

static bool read_late(void *context, uint32_t leaf, uint64_t now)
{
	const struct run *r = context;

	return leaf > 0 || now >= r->reads_from;
}

/* Words come and go, at random, until the reset comes. */
static void disturb(struct run *r, struct model *m)
{
	const struct model_port *valid = model_port(m, "s_axis_tvalid"), *dest = model_port(m, "s_axis_tdest");
	const struct model_port *ready = model_port(m, "m_axis_tready");

	model_reset(m, 32);
	for (unsigned long k = 0; k < r->disturbed; k++) {
		for (unsigned leaf = 0; leaf < r->shape.leaves; leaf++) {
			model_set(m, valid, leaf, 1, random_below(&r->random, 4) > 0);
			model_set(m, ready, leaf, 1, random_below(&r->random, 4) > 0);
			model_set(m, dest, leaf * r->shape.levels, r->shape.levels, random_below(&r->random, r->shape.leaves));
		}
		model_clock(m);
	}
}

/* Sends a list through a fresh instance. The settings are those of `tb`. */
static bool send(struct run *r, const struct message_list *l, struct testbench tb)
{
	const struct network *net = r->net;
	struct traffic_parameters p = { .leaves = r->shape.leaves, .payload_bits = r->shape.payload_bits,
					.seed = random_next(&r->random), .list = l, .load = 1, .slot_clocks = net->slot_clocks,
					.end = UINT64_MAX };
	struct testbench_result result;
	struct model *m = model_open_as(r->library, &(struct model_start){ .random_registers = (uint32_t)random_next(&r->random) | 1 });

	if (!m || (r->follows && !begin_following(r, m)))
		return false;
	tb.model = m;
	tb.traffic = traffic_create(&p);
	tb.leaves = r->shape.leaves;
	tb.levels = net->label_bits;
	tb.payload_bits = r->shape.payload_bits;
	tb.label_bits = network_tdest_bits(net);
	tb.slot_clocks = net->slot_clocks;
	tb.may_overtake = net->may_overtake;
	tb.lanes = net->takes_early;
	tb.patience_clocks = 1000000 + 2000 * batched_round_clocks(&r->shape, (unsigned[MOST_BATCHED_LEVELS]){ 0 });
	tb.seed = random_next(&r->random);
	tb.context = r;
	if (r->follows)
		tb.clock = see;
	if (r->reads_from > 0)
		tb.reader = read_late;
	if (r->disturbed > 0)
		disturb(r, m);
	memcpy(tb.direct_clocks, net->direct_clocks, sizeof tb.direct_clocks);
	bool good = testbench_run(&tb, &result);

	if (good && result.delivered != l->count) {
		printf("# %s: %lu words of %zu have arrived\n", r->name, (unsigned long)result.delivered, l->count);
		good = false;
	}
	r->words += result.delivered;
	r->clocks += result.clocks;
	testbench_result_free(&result);
	traffic_free(tb.traffic);
	model_close(m);
	return good && (!r->follows || r->follow.good);
}

/* ---- message sets -------------------------------------------------------------------------------------------------- */

static unsigned largest_degree(const struct message_set *set, unsigned leaves)
{
	unsigned *words = allocate_array(leaves, sizeof *words), most = 1;

	for (size_t i = 0; i < set->count; i++)
		if (++words[set->demand[i].source] > most)
			most = words[set->demand[i].source];
	free(words);
	return most;
}

/* A set in one round: words, slots and clocks are those of the models. */
static bool run_set(unsigned leaves, const char *kind, unsigned seed, bool exact)
{
	struct message_set set = { 0 };
	struct spec spec;
	struct run r;

	named_set(kind, leaves, seed, &set);
	unsigned degree = largest_degree(&set, leaves);
	char *name = format_string("%s_n%u_s%u", kind, leaves, seed);

	if (degree > MOST_ROUND_WORDS || !follow_read(&spec, leaves, 20, exact ? degree : MOST_ROUND_WORDS, "axi-stream", "order=none"))
		return false;
	spec.watched = true;
	bool good = open_run(&r, &spec, name, seed, NULL);
	struct message_list *l = list_new(leaves, 20);

	for (size_t i = 0; i < set.count; i++)
		list_add(l, set.demand[i].source, set.demand[i].destination, 0, MESSAGE_NONE);
	/* A last round tells that this one is over. */
	list_add(l, 0, 0, 300, (uint32_t)l->count - 1);
	r.follows = true;
	r.expected = &set;
	good = good && send(&r, l, (struct testbench){ .together = true });
	const struct batched_round *round = &r.round_2;

	if (good && r.rounds != 3) {
		printf("# %s: %lu rounds, expected 3\n", name, r.rounds);
		good = false;
	}
	printf("%s %s: %zu words, %lu batches, %lu sidetracked, %lu clocks, %lu more for readers\n", good ? "ok" : "FAILED", name, set.count,
	       batched_round_batches(&r.shape, round), batched_round_sidetracked(&r.shape, round), round->clocks, r.late);
	fflush(stdout);
	end_following(&r);
	list_free(l);
	close_run(&r);
	spec_free(&spec);
	free(set.demand);
	free(name);
	return good;
}

static bool run_sets(unsigned most_leaves, bool exact)
{
	bool good = true;

	for (unsigned leaves = 4; leaves <= most_leaves; leaves *= 2)
		for (unsigned k = 0; k < SET_KINDS; k++)
			for (unsigned seed = 1; seed <= set_kinds[k].seeds; seed++)
				good = run_set(leaves, set_kinds[k].kind, seed, exact) && good;
	return good;
}

/* ---- random networks ----------------------------------------------------------------------------------------------- */

static bool run_random(uint64_t seed, bool bounded)
{
	struct random random;
	struct spec spec;
	struct run r;

	random_start(&random, seed, 6);
	unsigned leaves = 4u << random_below(&random, random_below(&random, 3) ? 3 : 5);
	unsigned payload = 1 + (unsigned)random_below(&random, random_below(&random, 3) ? 40 : 4);
	unsigned words = 1 + (unsigned)random_below(&random, random_below(&random, 3) ? 8 : MOST_ROUND_WORDS);
	unsigned spacing = 1 + (unsigned)random_below(&random, 6), ordered = (unsigned)random_below(&random, 2);
	char *more = format_string("elements-between-registers=%u", spacing);
	char *name = format_string("seed %llu: %u leaves, %u payload bits, %u words a round%s, %u elements between registers, order: %s",
				   (unsigned long long)seed, leaves, payload, words, bounded ? " (degree)" : "", spacing,
				   ordered ? "pairs" : "none");

	if (!follow_read(&spec, leaves, payload, words, "axi-stream", more))
		return false;
	((struct butterfly_parameters *)spec.own)->order = ordered ? ORDER_PAIRS : ORDER_NONE;
	((struct butterfly_parameters *)spec.own)->degree = bounded ? words : 0;
	((struct butterfly_parameters *)spec.own)->admission = ADMISSION_PROMISE;
	spec.watched = true;
	bool good = open_run(&r, &spec, name, seed, NULL);

	r.follows = true;
	for (unsigned part = 0; good && part < 4; part++) {
		struct wish w = { (enum shape_of_traffic)random_below(&random, SHAPES), part % 2 ? random_below(&random, 800) : 0,
				  1u << random_below(&random, 3) };

		if (bounded)
			w.shape = ordered ? RELATION : PERMUTATION;
		struct message_list *l = make_traffic(&r, &random, &w, 4 * leaves);
		uint32_t pressure = random_below(&random, 2) ? (uint32_t)random_below(&random, 60000) : 0;

		good = send(&r, l, (struct testbench){ .back_pressure = pressure });
		if (!good)
			printf("# %s, traffic %s, gaps of %lu, one sender of %u, back-pressure %u\n", name, shape_name[w.shape],
			       (unsigned long)w.gap, w.senders, pressure);
		end_following(&r);
		list_free(l);
	}
	printf("%s %s: %lu words, %lu rounds, %lu clocks\n", good ? "ok" : "FAILED", name, r.words, r.rounds, r.clocks);
	fflush(stdout);
	close_run(&r);
	spec_free(&spec);
	free(more);
	free(name);
	return good;
}

/* ---- soak ---------------------------------------------------------------------------------------------------------- */

static const struct soaked {
	unsigned leaves, payload, round_words;
	const char *order;
} soaked[] = {
	{ 8, 8, 4, "order=pairs" }, { 4, 32, 1, "order=pairs" }, { 8, 2, 64, "order=none" }, { 16, 24, 4, "order=pairs" },
	{ 32, 8, 4, "order=pairs" }, { 16, 16, 64, "order=pairs" }, { 16, 20, 1, "order=none" },
}, placed[] = {
	{ 8, 8, 2, "order=pairs" }, { 16, 14, 4, "order=none" }, { 4, 5, 1, "order=pairs" },
	{ 4, 9, 7, "order=none" },
};
enum { SOAKED = sizeof soaked / sizeof *soaked, PLACED = sizeof placed / sizeof *placed };

/* bounded: with a degree, and leaves that keep it. */
static bool run_soak(const struct soaked *s, size_t words, uint64_t seed, bool bounded)
{
	char *name = format_string("%u leaves, %u payload bits, %u words a round, %s", s->leaves, s->payload, s->round_words, s->order);
	struct spec spec;
	struct run r;

	if (!follow_read(&spec, s->leaves, s->payload, s->round_words, "axi-stream", s->order))
		return false;
	spec.probe = false;
	((struct butterfly_parameters *)spec.own)->degree = bounded ? s->round_words : 0;
	bool good = open_run(&r, &spec, name, seed, bounded ? SOURCE_DIR "/place_watch.v" : SOURCE_DIR "/store_watch.v");

	for (unsigned part = 0; good && r.words < words; part++) {
		static const uint64_t gaps[] = { 0, 30, 0, 300, 100, 3000 };
		struct wish w = { part % SHAPES, gaps[random_below(&r.random, 6)], 1u << random_below(&r.random, 3) };
		size_t wanted = w.gap > 1000 ? 100 + words / 1000 : 400 + words / 20;
		struct message_list *l = make_traffic(&r, &r.random, &w, wanted);
		uint32_t pressure = random_below(&r.random, 3) ? (uint32_t)random_below(&r.random, 62000) : 0;

		printf("# traffic %s, %zu words, gaps of %lu, one sender of %u, back-pressure %u\n", shape_name[w.shape], l->count,
		       (unsigned long)w.gap, w.senders, pressure);
		fflush(stdout);
		good = send(&r, l, (struct testbench){ .back_pressure = pressure });
		list_free(l);
	}
	printf("%s %s, seed %lu: %lu words, %lu clocks\n", good ? "ok" : "FAILED", name, (unsigned long)seed, r.words, r.clocks);
	fflush(stdout);
	close_run(&r);
	spec_free(&spec);
	free(name);
	return good;
}

/* ---- attacks ------------------------------------------------------------------------------------------------------- */

/* Opens a network to be followed. */
static bool open_followed(struct run *r, struct spec *spec, unsigned leaves, unsigned payload, unsigned words, const char *order,
			  const char *name)
{
	if (!follow_read(spec, leaves, payload, words, "axi-stream", order))
		return false;
	spec->watched = true;
	if (!open_run(r, spec, name, 1, NULL))
		return false;
	r->follows = true;
	return true;
}

static bool attack(struct run *r, struct message_list *l)
{
	bool good = send(r, l, (struct testbench){ 0 });

	end_following(r);
	list_free(l);
	return good;
}

static bool told(const struct run *r, bool good)
{
	printf("%s %s: %lu words, %lu rounds, %lu clocks\n", good ? "ok" : "FAILED", r->name, r->words, r->rounds, r->clocks);
	fflush(stdout);
	return good;
}

/* Lone words, each some clocks after the last one's delivery: of all numbers, until the timer's clocks have passed zero. */
static struct message_list *lone_words(const struct run *r, unsigned count)
{
	struct message_list *l = list_new(r->shape.leaves, r->shape.payload_bits);

	for (unsigned i = 0; i < count; i++) {
		unsigned source = i % r->shape.leaves;

		list_add(l, source, (source + 1 + i / r->shape.leaves) % r->shape.leaves, i, i ? i - 1 : MESSAGE_NONE);
	}
	return l;
}

/* Leaf 0 sends a word to leaf 1 in each 16th round, when the entry of the last one looks new, and to leaf 2 in the others. */
static struct message_list *old_entries(const struct run *r, unsigned count)
{
	struct message_list *l = list_new(r->shape.leaves, r->shape.payload_bits);

	for (unsigned i = 0; i < count; i++)
		list_add(l, 0, i % 16 ? 2 : 1, 1, i ? i - 1 : MESSAGE_NONE);
	return l;
}

/* `each` words of each leaf, to leaf 0 or to itself. */
static struct message_list *equal_words(const struct run *r, unsigned each, bool to_self)
{
	struct message_list *l = list_new(r->shape.leaves, r->shape.payload_bits);

	for (unsigned source = 0; source < r->shape.leaves; source++)
		for (unsigned i = 0; i < each; i++)
			list_add(l, source, to_self ? source : 0, 0, MESSAGE_NONE);
	return l;
}

static bool run_attacks(void)
{
	enum { LONG = 100000, RESETS = 24, ENTRIES = 200 };
	struct spec spec;
	struct run r;
	bool good = true;

	if (!open_followed(&r, &spec, 4, 1, 1, "order=pairs", "gaps of all lengths"))
		return false;
	good = told(&r, attack(&r, lone_words(&r, (1u << batched_timer_constants(&r.shape).bits) + 100))) && good;
	good = told(&r, attack(&r, equal_words(&r, 20, true))) && good;
	close_run(&r);
	spec_free(&spec);

	if (!open_followed(&r, &spec, 8, 6, 3, "order=none", "a reader that stops"))
		return false;
	r.reads_from = LONG;
	bool stopped = attack(&r, equal_words(&r, 30, false));

	/* The rounds of the first word that is not read, and one whose words come from all leaves. */
	if (stopped && r.rounds_before != 1) {
		printf("# %lu rounds while leaf 0 does not read, expected 1\n", r.rounds_before);
		stopped = false;
	}
	good = told(&r, stopped) && good;
	close_run(&r);
	spec_free(&spec);

	if (!open_followed(&r, &spec, 4, 8, 2, "order=pairs", "old entries of order, and resets"))
		return false;
	bool survived = attack(&r, old_entries(&r, ENTRIES));

	for (unsigned i = 0; survived && i < RESETS; i++) {
		struct wish w = { .shape = HOT, .senders = 1 };

		r.disturbed = 1 + random_below(&r.random, 1500);
		survived = attack(&r, make_traffic(&r, &r.random, &w, 30));
	}
	good = told(&r, survived) && good;
	close_run(&r);
	spec_free(&spec);
	return good;
}

static bool run_large(unsigned leaves)
{
	struct wish w = { .shape = PERMUTATION, .senders = 1 };
	struct spec spec;
	struct run r;

	if (!open_followed(&r, &spec, leaves, 1, 1, "order=none", "a large network"))
		return false;
	bool good = told(&r, attack(&r, make_traffic(&r, &r.random, &w, leaves)));

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
	const char *what = argc > 1 ? argv[1] : "";
	unsigned long count = argument(argc, argv, 2, 4), seed = argument(argc, argv, 3, 1);
	bool good = true;

	if (strcmp(what, "sets") == 0)
		good = run_sets((unsigned)count, argc > 3);
	else if (strcmp(what, "random") == 0)
		for (unsigned long i = 0; i < count; i++)
			good = run_random(seed + i, false) && good;
	else if (strcmp(what, "degree") == 0)
		for (unsigned long i = 0; i < count; i++)
			good = run_random(seed + i, true) && good;
	else if (strcmp(what, "soak") == 0)
		for (unsigned i = 0, networks = (unsigned)argument(argc, argv, 4, SOAKED); i < networks && i < SOAKED; i++)
			good = run_soak(&soaked[i], count / networks + 1, seed, false) && good;
	else if (strcmp(what, "places") == 0)
		for (unsigned i = 0, networks = (unsigned)argument(argc, argv, 4, PLACED); i < networks && i < PLACED; i++)
			good = run_soak(&placed[i], count / networks + 1, seed, true) && good;
	else if (strcmp(what, "attack") == 0)
		good = run_attacks();
	else if (strcmp(what, "large") == 0)
		good = run_large((unsigned)count);
	else
		good = false;
	return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
