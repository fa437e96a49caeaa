/* leaf.c [rounds] [seed] [shape] [least period]: rtl-templates/batched/batch_leaf.v against a model of what it promises.
 *
 *   commands, x and A, random arrivals --> [ batch_leaf ] --> up, strobe, y and ceil(y/2), in every clock
 *   random words, now and then         --> s_axis  m_axis --> taken now and then
 *
 * The rest of the network is played: it begins rounds, counts, sends slots one period apart, mostly the least one, and lets
 * words arrive, up to the (N-1) D that a round can bring. The model knows the words of every list, x, y and A; it predicts
 * each wire of each clock, which words a round takes, and the order in which m_axis delivers. With a degree d no more than d
 * words of a round are for the leaf, and no more sidetracked ones lie there than Lemma 8 allows; in the last rounds this promise is
 * broken, `overflow` must be seen, and only the model in C is asked. At the end every event that matters must have occurred. The model in C (adapter_clocks.h) gets what the leaf gets and must show what it shows, in every
 * clock.
 */
#include <string.h>

#include "bench.h"
#include "bits.h"
#include "lower/builder.h"
#include "machines/batched/adapter_clocks.h"

enum { RING = 1 << 14, MOST_WORDS = 1 << 17, MOST_LISTS = 16, RESET_CLOCKS = 4, PATIENCE = 200000, MOST_PARTS = 32 };

struct shape {
	unsigned label_bits, payload_bits, round_words, ordered;
	unsigned degree;			/* 0, or round_words */
};

static const struct shape shapes[] = {
	{ 4, 32, 4, 1, 0 }, { 2, 1, 1, 1, 0 }, { 3, 8, 2, 0, 0 }, { 6, 32, 4, 1, 0 }, { 2, 64, 64, 0, 0 }, { 4, 33, 1, 0, 0 }, { 5, 7, 2, 1, 0 },
	{ 3, 1, 8, 1, 0 }, { 8, 16, 2, 1, 0 }, { 4, 31, 4, 1, 0 }, { 4, 29, 4, 1, 0 }, { 10, 1, 1, 0, 0 }, { 10, 32, 4, 1, 0 }, { 2, 33, 4, 0, 0 },
	{ 4, 1, 1, 1, 0 }, { 6, 1, 4, 0, 0 }, { 3, 16, 64, 1, 0 }, { 7, 32, 1, 1, 0 }, { 9, 8, 1, 0, 0 }, { 5, 64, 8, 1, 0 },
	{ 4, 17, 22, 0, 0 }, { 8, 17, 32, 0, 0 },
	{ 4, 32, 4, 1, 4 }, { 2, 1, 1, 1, 1 }, { 3, 8, 2, 0, 2 }, { 6, 31, 4, 0, 4 }, { 2, 16, 64, 1, 64 }, { 10, 32, 4, 1, 4 },
	{ 4, 33, 1, 0, 1 }, { 8, 17, 32, 0, 32 }, { 3, 1, 8, 1, 8 },
};

/* In percent: a word is offered, taken; a lane brings a word in a slot; an arriving word is for this leaf; offered words for
 * this leaf; offered words for a few leaves only; a further slot after the last of the leaf's own; extra A. */
static const struct traffic {
	unsigned offered, taken, arrives, mine, own, few, extra, slack;
} traffics[] = {
	{ 50, 50, 50, 50, 10, 20, 30, 30 },
	{ 100, 100, 100, 30, 0, 0, 0, 0 },
	{ 100, 5, 100, 100, 5, 0, 50, 0 },
	{ 5, 100, 20, 50, 50, 0, 50, 100 },
	{ 100, 50, 70, 10, 5, 90, 20, 20 },
	{ 100, 100, 100, 0, 0, 0, 0, 0 },
	{ 1, 100, 30, 50, 5, 50, 20, 20 },
	{ 0, 100, 30, 50, 0, 0, 20, 20 },
};

struct word {
	unsigned destination, source;
	uint64_t payload;
	bool arrived;				/* it is not one of the leaf's own */
};

struct list {
	unsigned count, room;
	struct word *word;
};

static struct seen {
	unsigned long sent_two, sent_one, sent_none, delivered, full_queue, full_round, held, empty_rounds, crossed, late_words;
	unsigned long full_side, all_mine;	/* with a degree */
} seen;

/* What is to be on the wires: ring buffers by clock. */
struct timing_bus {
	unsigned char command, valid, prefix, batches, strobe, down;	/* into the leaf */
	unsigned char up, up_strobe, sum, sum_valid, max, max_valid;	/* out of it */
};

static struct run {
	const struct shape *s;
	struct model *m;
	struct batched_adapter *beside;	/* in C; NULL: words are too long */
	const struct traffic *t;
	unsigned L, N, D, P, C, body, address, least_period;
	unsigned long now;
	struct timing_bus ring[RING];
	struct list list[2][MOST_LISTS];	/* this round's and the next one's: highest bit that differs; L: own */
	struct list due;			/* to be delivered, in order */
	unsigned due_at, parity, taken_words;
	struct word offered;
	bool offers;
	unsigned long offers_since;
	bool named[1 << 10];			/* destinations of the next round's words */
	bool m_held;
	unsigned arrivals;			/* in this round */
	unsigned side, mine;			/* with a degree: sidetracked words in the leaf; words of the round for it */
	bool breaks;				/* its promise */
	unsigned long serial, next_serial;
} r;

/* As in batch_leaf.v. */
static unsigned places_of(const struct shape *s)
{
	return (s->degree + 1) * s->label_bits + 4 * s->degree + 2;
}

static bool chance(unsigned percent)
{
	return bench_draw(100) < percent;
}

static void push(struct list *l, const struct word *w)
{
	if (l->count == l->room)
		l->word = realloc(l->word, (l->room = l->room ? 2 * l->room : 16) * sizeof *w);
	l->word[l->count++] = *w;
}

static struct timing_bus *at(unsigned long clock)
{
	return &r.ring[clock % RING];
}

/* The highest bit in which the destination differs from the leaf's address; L if none does. */
static unsigned list_of(unsigned destination)
{
	unsigned differs = destination ^ r.address, bit = r.L;

	for (unsigned i = 0; i < r.L; i++)
		if (differs >> i & 1)
			bit = i;
	return bit;
}

static uint64_t payload(void)
{
	uint64_t value = (uint64_t)bench_draw(1u << 31) << 33 ^ (uint64_t)bench_draw(1u << 31) << 16 ^ bench_draw(1u << 16);

	return r.P == 64 ? value : value & ((1ull << r.P) - 1);
}

static void fail(const char *what)
{
	if (bench_failures == 0)
		fprintf(stderr, "L %u, P %u, D %u, order %u: ", r.L, r.P, r.D, r.s->ordered);
	bench_expect(false, what, (unsigned)r.now);
}

/* ---- one clock ----------------------------------------------------------------------------------------------------- */

static void offer(void)
{
	if (r.offers || !chance(r.t->offered))
		return;
	r.offers = true;
	r.offers_since = r.now;
	r.offered = (struct word){ .source = r.address, .payload = payload(), .destination = bench_draw(r.N) };
	if (chance(r.t->few))
		r.offered.destination = bench_draw(2) ? r.address ^ 1 : (r.address + 1) % r.N;
	if (chance(r.t->own))
		r.offered.destination = r.address;
}

static void check_taken(void)
{
	unsigned list = list_of(r.offered.destination);

	if (!r.offers)
		fail("s_axis_tready without a word");
	if (++r.taken_words > r.D)
		fail("more words of a round than it takes");
	if (r.s->ordered && r.D > 1 && r.named[r.offered.destination])
		fail("two words of a round have the same destination");
	r.named[r.offered.destination] = true;
	push(&r.list[!r.parity][list], &r.offered);
	r.offers = false;
}

static void check_delivered(bool ready)
{
	const struct word *w = &r.due.word[r.due_at];

	if (r.due_at == r.due.count) {
		fail("m_axis_tvalid without a word");
		return;
	}
	if (bench_get(r.m, "m_axis_tdata") != w->payload)
		fail("m_axis_tdata");
	if (bench_get(r.m, "m_axis_tuser") != w->source)
		fail("m_axis_tuser");
	if (ready) {
		r.due_at++;
		seen.delivered++;
	} else {
		seen.held++;
	}
}

static void compare(const char *port, unsigned expected)
{
	if (bench_get(r.m, port) != expected)
		fail(port);
}

/* A bit, or more, of an input port. */
static uint64_t input(const char *port)
{
	const struct model_port *p = model_port(r.m, port);

	return bits_get(model_inputs(r.m), p->low, p->width);
}

/* The same clock in C. */
static void clock_beside(void)
{
	uint8_t up_wire[2], down_wire[2] = { input("down") & 1, input("down") >> 1 };
	struct batched_up up = { .wire = up_wire };
	struct batched_stream_outputs out = batched_adapter_streams(r.beside);
	const struct batched_down down = { down_wire, input("down_strobe"), input("command"), input("number_valid"), input("prefix"),
					   input("batches") };
	const struct batched_streams in = { input("rst"), input("s_axis_tvalid"), input("m_axis_tready"), (unsigned)input("s_axis_tdest"),
					    .s_data = input("s_axis_tdata") };

	batched_adapter_show(r.beside, &up);
	compare("up", up_wire[0] | up_wire[1] << 1);
	compare("up_strobe", up.strobe);
	compare("sum", up.sum);
	compare("sum_valid", up.sum_valid);
	compare("max", up.max);
	compare("max_valid", up.max_valid);
	compare("ready", up.ready);
	compare("wish", up.wish);
	compare("overflow", out.overflow);
	compare("s_axis_tready", out.s_ready);
	compare("m_axis_tvalid", out.m_valid);
	if (out.m_valid && (bench_get(r.m, "m_axis_tdata") != out.m_data || bench_get(r.m, "m_axis_tuser") != out.m_source))
		fail("in C another word is delivered");
	batched_adapter_step(r.beside, &in, &down);
}

static void open_beside(void)
{
	static struct batched_shape shape;
	const struct batched_down idle = { .wire = (uint8_t[]){ 0, 0 } };

	if (r.body > MOST_ADAPTER_BODY)
		return;
	shape = (struct batched_shape){ .levels = r.L, .payload_bits = r.P, .round_words = r.D, .ordered = r.s->ordered, .count_bits = r.C,
					.body_bits = r.body, .degree = r.s->degree, .places = places_of(r.s) };
	r.beside = batched_adapter_new(&shape, r.address);
	for (unsigned i = 0; i < RESET_CLOCKS; i++)
		batched_adapter_step(r.beside, &(struct batched_streams){ .rst = true }, &idle);
}

static void check_outputs(const struct timing_bus *w, bool m_ready)
{
	compare("up", w->up);
	compare("up_strobe", w->up_strobe);
	compare("sum", w->sum);
	compare("sum_valid", w->sum_valid);
	compare("max", w->max);
	compare("max_valid", w->max_valid);
	compare("overflow", 0);
	if (r.m_held && !bench_get(r.m, "m_axis_tvalid"))
		fail("m_axis_tvalid fell");
	if (bench_get(r.m, "m_axis_tvalid"))
		check_delivered(m_ready);
	r.m_held = bench_get(r.m, "m_axis_tvalid") && !m_ready;
}

static void clock_once(void)
{
	struct timing_bus *w = at(r.now);
	bool m_ready = chance(r.t->taken);

	offer();
	bench_set(r.m, "command", w->command);
	bench_set(r.m, "number_valid", w->valid);
	bench_set(r.m, "prefix", w->valid ? w->prefix : bench_draw(2));
	bench_set(r.m, "batches", w->valid ? w->batches : bench_draw(2));
	bench_set(r.m, "down_strobe", w->strobe);
	bench_set(r.m, "down", w->down);
	bench_set(r.m, "s_axis_tvalid", r.offers);
	bench_set(r.m, "s_axis_tdata", r.offers ? r.offered.payload : payload());
	bench_set(r.m, "s_axis_tdest", r.offers ? r.offered.destination : bench_draw(r.N));
	bench_set(r.m, "m_axis_tready", m_ready);
	model_eval(r.m);
	if (bench_get(r.m, "s_axis_tready"))
		check_taken();
	if (!r.breaks)
		check_outputs(w, m_ready);
	if (r.beside)
		clock_beside();
	model_edge(r.m);
	*w = (struct timing_bus){ 0 };
	r.now++;
}

static void run_to(unsigned long clock)
{
	while (r.now < clock && bench_failures == 0)
		clock_once();
}

/* ---- one round ----------------------------------------------------------------------------------------------------- */

static void put_command(unsigned long clock, unsigned kind, unsigned third)
{
	at(clock)->command = 1;
	at(clock + 1)->command = (unsigned char)kind;
	at(clock + 2)->command = (unsigned char)third;
}

static void put_bits(unsigned long clock, unsigned wire, uint64_t value, unsigned bits, bool up)
{
	for (unsigned i = 0; i < bits; i++)
		if (value >> (bits - 1 - i) & 1)
			*(up ? &at(clock + i)->up : &at(clock + i)->down) |= 1u << wire;
}

static void put_body(unsigned long clock, unsigned wire, const struct word *w, bool up)
{
	put_bits(clock, wire, w->destination, r.L, up);
	put_bits(clock + r.L, wire, w->source, r.L, up);
	put_bits(clock + 2 * r.L, wire, w->payload, r.P, up);
}

/* A message of stage with a = `below`, whose M is on the wire in this clock. */
static void put_message(unsigned long clock, unsigned below, unsigned rank, const struct word *w)
{
	unsigned wire = rank % 2, ranks = below / 2;

	put_bits(clock++, wire, 1, 1, true);
	for (unsigned bit = 1; bit <= ranks; bit++)
		put_bits(clock++, wire, rank >> bit & 1, 1, true);
	put_bits(clock++, wire, 1, 1, true);
	put_bits(clock, wire, w->destination & ((1u << below) - 1), below, true);
	put_body(clock + below, wire, w, true);
	seen.crossed += wire == 1;
}

/* Of words that lie in the leaf beside its own. */
static unsigned most_sidetracked(void)
{
	return (r.D + 1) * r.L + r.D;
}

static void check_store(void)
{
	unsigned all = r.due.count - r.due_at;

	seen.full_side += r.s->degree > 0 && r.side == most_sidetracked();
	seen.all_mine += r.s->degree > 0 && r.mine == r.D;

	for (unsigned i = 0; i < r.L; i++)
		all += r.list[0][i].count + r.list[1][i].count;
	seen.full_queue += r.arrivals == (r.N - 1) * r.D;
	if (all > (r.N + 1) * r.D && !r.breaks)
		fail("the test itself: more words than can be");
}

/* Words that come from the turn of the stage: their destinations agree with the address above bit `below`. Pushed at once
 * in the model: the stage that sends them comes later. */
static void put_arrivals(unsigned long clock, unsigned below)
{
	at(clock)->strobe = 1;
	for (unsigned wire = 0; wire < 2; wire++) {
		struct word w = { .source = bench_draw(r.N), .payload = payload() };
		unsigned mask = (1u << below) - 1;

		if (r.arrivals == (r.N - 1) * r.D || !chance(r.t->arrives))
			continue;
		w.destination = chance(r.t->mine) ? r.address : (r.address & ~mask) | (bench_draw(r.N) & mask);
		if (r.s->degree > 0 && !r.breaks && (w.destination == r.address ? r.mine == r.D : r.side == most_sidetracked()))
			continue;
		*(w.destination == r.address ? &r.mine : &r.side) += 1;
		w.arrived = true;
		r.arrivals++;
		put_bits(clock, wire, 1, 1, false);
		put_bits(clock + 1, wire, w.destination == r.address, 1, false);
		put_body(clock + 2, wire, &w, false);
		if (w.destination == r.address)
			push(&r.due, &w);
		else
			push(&r.list[r.parity][list_of(w.destination)], &w);
	}
	check_store();
}

static void put_slot(unsigned long clock, unsigned below, unsigned x, unsigned y, unsigned batches, unsigned slot)
{
	struct list *l = &r.list[r.parity][below];
	unsigned sent = 0;

	put_command(clock - 4, 1, 0);
	at(clock)->up_strobe = 1;
	for (unsigned rank = x; rank < x + y; rank++)
		if (rank % batches == slot) {
			if (l->count == 0) {
				fail("the test itself: no word left");
				return;
			}
			put_message(clock, below, rank / batches, &l->word[--l->count]);
			r.side -= l->word[l->count].arrived;
			sent++;
		}
	seen.sent_two += sent == 2;
	seen.sent_one += sent == 1;
	seen.sent_none += sent == 0;
}

static unsigned larger(unsigned a, unsigned b)
{
	return a > b ? a : b;
}

/* Plays a stage whose COUNT's start bit comes now; returns the clock of the next one's. */
static unsigned long run_stage(unsigned stage)
{
	unsigned below = r.L - 1 - stage, vertices = 1u << (below / 2 + 1), y = r.list[r.parity][below].count;
	unsigned long start = r.now, numbers = start + 2 * r.L - 2 * stage + 2 * r.C + 3 - (r.C - 1);
	unsigned batches, x, slots, half = (y + 1) / 2;

	for (unsigned i = 0; i < r.C; i++) {
		at(start + 4 + i)->sum_valid = at(start + 4 + r.C + i)->max_valid = 1;
		at(start + 4 + i)->sum = y >> i & 1;
		at(start + 4 + r.C + i)->max = half >> (r.C - 1 - i) & 1;
	}
	put_command(start, 0, 0);
	batches = half + (chance(r.t->slack) ? bench_draw(r.N * r.D / 2 - half + 1) : 0);
	if (batches > 40 && half <= 40)
		batches = half + bench_draw(41 - half);
	x = batches * vertices > r.N * r.D ? r.N * r.D - y : batches * vertices - y;
	x = y == 0 && batches == 0 ? 0 : chance(20) ? x : chance(20) ? 0 : bench_draw(x + 1);
	for (unsigned i = 0; i < r.C; i++) {
		at(numbers + i)->valid = 1;
		at(numbers + i)->prefix = x >> i & 1;
		at(numbers + i)->batches = batches >> (r.C - 1 - i) & 1;
	}
	slots = batches + (chance(r.t->extra) ? bench_draw(6) : 0);
	if (slots == 0)
		return start + 2 * r.L + 2 * r.C + 6;

	unsigned period = larger(r.least_period, 2 + below / 2 + below + r.body) + (chance(30) ? bench_draw(24) : 0);
	unsigned latency = 2 + 2 * (below / 2) + (below + 1) / 2 + 1 + bench_draw(4) + 3 * below;
	unsigned long first = start + 2 * r.L - 2 * stage + 4 * r.C + 7;

	for (unsigned slot = 0; slot < slots && bench_failures == 0; slot++) {
		unsigned long m = first + (unsigned long)slot * period;

		run_to(m - 5);
		put_slot(m, below, x, slot < batches ? y : 0, batches ? batches : 1, slot);
		put_arrivals(m + latency, below);
	}
	if (bench_failures == 0 && r.list[r.parity][below].count != 0)
		fail("the test itself: words left");
	return first + (unsigned long)slots * period + latency + 2;
}

/* The words that were taken before the command is known are those of the round. */
static void begin_round(void)
{
	struct list own;

	put_command(r.now, 1, 1);
	run_to(r.now + 2);
	seen.full_round += r.taken_words == r.D;
	seen.empty_rounds += r.taken_words == 0;
	seen.late_words += r.offers && r.taken_words < r.D;
	r.parity = !r.parity;
	own = r.list[r.parity][r.L];
	r.due.count = r.due_at = 0;
	for (unsigned i = 0; i < own.count; i++)
		push(&r.due, &own.word[i]);
	r.list[r.parity][r.L].count = 0;
	r.taken_words = r.arrivals = 0;
	r.mine = own.count;
	memset(r.named, 0, sizeof r.named);
	run_to(r.now + 1 + (chance(50) ? bench_draw(30) : 0));
}

static void run_round(void)
{
	unsigned long wait = r.now, next;

	/* A round begins when all leaves are ready and one wishes, not always this one. */
	while (bench_failures == 0 && !(bench_get(r.m, "ready") && (bench_get(r.m, "wish") || chance(2)))) {
		if (bench_get(r.m, "ready") && r.due_at < r.due.count && !r.breaks)
			fail("ready with words to deliver");
		clock_once();
		if (r.now > wait + PATIENCE)
			fail("never ready");
	}
	if (r.due_at < r.due.count && !r.breaks)
		fail("ready with words to deliver");
	run_to(r.now + bench_draw(chance(50) ? 4 : 60));
	/* In the midst of a word that is taken. */
	if (r.taken_words < r.D && chance(50)) {
		for (wait = r.now; !r.offers && r.now < wait + 500 && bench_failures == 0;)
			clock_once();
		run_to(r.now + bench_draw(r.body / 4 + 14));
	}
	begin_round();
	for (unsigned stage = 0; stage < r.L && bench_failures == 0; stage++) {
		next = run_stage(stage);
		run_to(next);
	}
	run_to(r.now + r.L + 3);
	if (r.offers && r.now > r.offers_since + r.body + 40 && !bench_get(r.m, "wish"))	/* it has not just come */
		fail("a word waits and the leaf does not wish");
}

/* ---- shapes -------------------------------------------------------------------------------------------------------- */

/* A module with the ports of the leaf, which gives it its parameters. */
static void print_around(const struct shape *s, const struct verilate_port *port, size_t count, struct text *out)
{
	text_add(out, "module leaf (input wire clk");
	for (size_t i = 0; i < count; i++)
		text_print(out, ", %s wire [%u:0] %s", port[i].output ? "output" : "input", port[i].width - 1, port[i].name);
	text_print(out, ");\n    batch_leaf #(.LABEL_BITS(%u), .PAYLOAD_BITS(%u), .ROUND_WORDS(%u), .COUNT_BITS(%u), .ORDERED(%u), "
		   ".DEGREE(%u)) inner (.clk(clk)", s->label_bits, s->payload_bits, s->round_words,
		   bit_length(s->round_words << s->label_bits), s->ordered, s->degree);
	for (size_t i = 0; i < count; i++)
		text_print(out, ", .%s(%s)", port[i].name, port[i].name);
	text_add(out, ");\nendmodule\n");
}

/* The files of a template and of what it is made of. */
static void add_sources(const char *template, char *source[MOST_PARTS], size_t *count)
{
	char *file = format_string("%s.v", template);

	source[(*count)++] = template_path(file);
	free(file);
	for (const char *const *part = template_find(template)->needs; *part; part++)
		add_sources(*part, source, count);
}

static struct model *open_leaf(const struct shape *s)
{
	unsigned L = s->label_bits, P = s->payload_bits;
	const struct verilate_port ports[] = {
		{ "rst", 1, false }, { "address", L, false }, { "up", 2, true }, { "up_strobe", 1, true }, { "down", 2, false },
		{ "down_strobe", 1, false }, { "command", 1, false }, { "number_valid", 1, false }, { "prefix", 1, false },
		{ "batches", 1, false }, { "sum", 1, true }, { "sum_valid", 1, true }, { "max", 1, true },
		{ "max_valid", 1, true }, { "ready", 1, true }, { "wish", 1, true }, { "s_axis_tdata", P, false },
		{ "s_axis_tdest", L, false }, { "s_axis_tvalid", 1, false }, { "s_axis_tready", 1, true },
		{ "m_axis_tdata", P, true }, { "m_axis_tuser", L, true }, { "m_axis_tvalid", 1, true },
		{ "m_axis_tready", 1, false }, { "overflow", 1, true },
	};
	char *source[MOST_PARTS];
	size_t sources = 0;
	struct output rtl = { 0 };
	struct text around = { 0 };

	add_sources("batch_leaf", source, &sources);
	print_around(s, ports, COUNT(ports), &around);
	output_add(&rtl, "around.v", &around);
	const struct verilate v = { .top = "leaf", .port = ports, .port_count = COUNT(ports), .rtl = &rtl,
				    .source = (const char **)source, .source_count = sources };
	char *library = verilate(&v);
	struct model *m = library ? model_open_as(library, &(struct model_start){ .random_registers = 7 }) : NULL;

	free(library);
	while (sources > 0)
		free(source[--sources]);
	output_free(&rtl);
	if (!m)
		exit(1);
	return m;
}

/* Nibbles of a link, as in batch_leaf.v: the index of any word of a round. */
static unsigned link_nibbles(const struct shape *s)
{
	unsigned words = s->degree ? places_of(s) : s->round_words << s->label_bits, link = 2;

	while (words > 1u << 4 * link)
		link++;
	return link;
}

/* Clocks from slot to slot that a leaf needs at least, found by trial: see shape.c. */
static unsigned least_period(const struct shape *s)
{
	unsigned L = s->label_bits, body = 2 * L + s->payload_bits, pad = (4 - body % 4) % 4, link = link_nibbles(s);
	unsigned links = 4 * link + L + pad + 14, nibbles = pad == 3 ? body + 4 : 0;

	return larger(larger(24, nibbles), links);
}

/* More words than the degree allows come for the leaf, and more stay in it. */
static void break_promise(void)
{
	enum { BROKEN_ROUNDS = 6, FEW = 8 };	/* more than these do not come in a round */

	r.breaks = true;
	for (unsigned i = 0; i < BROKEN_ROUNDS && bench_failures == 0; i++) {
		r.t = &traffics[i % 2 ? 2 : 1];
		run_round();
	}
	bench_expect(bench_get(r.m, "overflow") || r.D > FEW, "the promise is broken, without overflow", (unsigned)r.now);
}

static void run_shape(const struct shape *s, unsigned rounds, unsigned period)
{
	memset(&r, 0, sizeof r);
	r.s = s;
	r.L = s->label_bits;
	r.N = 1u << r.L;
	r.P = s->payload_bits;
	r.D = s->round_words;
	r.C = bit_length(r.N * r.D);
	r.body = 2 * r.L + r.P;
	r.address = bench_draw(r.N);
	r.least_period = period ? period : least_period(s);
	r.t = &traffics[0];
	r.m = open_leaf(s);
	bench_set(r.m, "address", r.address);
	bench_set(r.m, "rst", 1);
	bench_set(r.m, "s_axis_tvalid", 0);
	bench_set(r.m, "command", 0);
	bench_set(r.m, "number_valid", 0);
	bench_set(r.m, "down_strobe", 0);
	for (unsigned i = 0; i < RESET_CLOCKS; i++)
		model_clock(r.m);
	bench_set(r.m, "rst", 0);
	open_beside();
	for (unsigned i = 0; i < rounds && bench_failures == 0; i++) {
		r.t = &traffics[i < 2 * COUNT(traffics) ? i / 2 : bench_draw(COUNT(traffics))];
		run_round();
	}
	if (r.s->degree > 0 && r.beside && bench_failures == 0)
		break_promise();
	model_close(r.m);
	if (r.beside)
		batched_adapter_free(r.beside);
	for (unsigned i = 0; i < MOST_LISTS; i++) {
		free(r.list[0][i].word);
		free(r.list[1][i].word);
	}
	free(r.due.word);
}

static void check_seen(void)
{
	const struct { const char *what; unsigned long times; } all[] = {
		{ "two words in a slot", seen.sent_two }, { "one", seen.sent_one }, { "none", seen.sent_none },
		{ "words on wire 1", seen.crossed }, { "words delivered", seen.delivered },
		{ "clocks of a word held", seen.held }, { "full queues", seen.full_queue },
		{ "rounds with D words", seen.full_round }, { "rounds without words", seen.empty_rounds },
		{ "rounds that a word just missed", seen.late_words },
		{ "slots with all sidetracked words", seen.full_side }, { "slots with d words for the leaf", seen.all_mine },
	};

	for (unsigned i = 0; i < COUNT(all); i++) {
		printf("  %-32s %8lu\n", all[i].what, all[i].times);
		bench_expect(all[i].times >= 10, all[i].what, 0);
	}
}

int main(int argc, char **argv)
{
	unsigned rounds = argc > 1 ? (unsigned)atoi(argv[1]) : 40, shape = argc > 3 ? (unsigned)atoi(argv[3]) : COUNT(shapes);

	bench_state = argc > 2 ? (uint64_t)atoi(argv[2]) : 1;
	for (unsigned i = 0; i < COUNT(shapes) && bench_failures == 0; i++)
		if (shape == COUNT(shapes) || shape == i)
			run_shape(&shapes[i], rounds, argc > 4 ? (unsigned)atoi(argv[4]) : 0);
	if (bench_failures == 0 && shape == COUNT(shapes))
		check_seen();
	return bench_end("the leaf of batches");
}
