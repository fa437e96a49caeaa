/* rtl.c: random networks of lanes: the C model against the verilated RTL.
 *
 *   rtl [networks] [first seed] [clocks of each] [most leaves]
 *
 * Every fourth is a binary fat-tree, whose levels are merged, the others are generalized ones.
 * Leaves send and are ready at random, in half of the networks in packets of random lengths, amid which senders pause. In
 * every clock their handshakes and words are compared; in the clock of a decision
 * all requests of its stage; and in every clock the beats of all words on all links. Registers power up at random. A
 * failure prints the parameters and the clock; the same seed repeats it. */
#include <stdio.h>
#include <stdlib.h>

#include "machines/lanes/lanes.h"
#include "random.h"
#include "rtl_model.h"

enum { RESET_CLOCKS = 3, OF_ALL = 100, WORDS = 16, LONGEST_PACKET = 12 };

struct run {
	struct network *net;
	struct lane_clocks *model;
	struct model *rtl;
	const struct model_port *s_data, *s_dest, *s_valid, *s_ready, *m_data, *m_user, *m_valid, *m_ready, *requests, *beats;
	const struct model_port *s_last, *m_last;	/* with packets */
	unsigned left[MOST_LANE_LEAVES];		/* words of a leaf's packet that are to come */
	unsigned begun[MOST_LANE_LEAVES];		/* the source of the packet that a leaf gets, plus 1; 0: none */
	struct random random;
	unsigned load, readiness;	/* chances, in OF_ALL */
	uint64_t words;			/* made so far */
	unsigned long received;
};

static bool chance(struct run *r, unsigned of_all)
{
	return random_below(&r->random, OF_ALL) < of_all;
}

static uint64_t payload_part(uint64_t tag, unsigned i)
{
	return random_mix(tag * 64 + i + 1);
}

static bool payload_bit(uint64_t tag, unsigned bit)
{
	return payload_part(tag, bit / 64) >> bit % 64 & 1;
}

static unsigned bits_left(unsigned bits, unsigned at)
{
	return bits - at < 64 ? bits - at : 64;
}

static bool same(const struct run *r, const char *what, unsigned where, uint64_t found, uint64_t expected)
{
	unsigned long clock = r->model->clock, slot = r->model->shape.slot;

	if (found == expected)
		return true;
	printf("# clock %lu, clock %lu of slot %lu: %s %u is 0x%llx in Verilog, 0x%llx in the model\n", clock, clock % slot,
	       clock / slot, what, where, (unsigned long long)found, (unsigned long long)expected);
	return false;
}

/* ---- leaves ------------------------------------------------------------------------------------------------------- */

static void set_payload(struct run *r, unsigned leaf, uint64_t tag)
{
	unsigned bits = r->net->spec->payload_bits;

	for (unsigned at = 0; at < bits; at += 64) {
		unsigned count = bits_left(bits, at);

		model_set(r->rtl, r->s_data, leaf * bits + at, count, payload_part(tag, at / 64) & (~0ull >> (64 - count)));
	}
}

/* A word that has been offered stays until it is taken. */
static void drive(struct run *r)
{
	const struct lane_shape *s = &r->model->shape;

	for (unsigned leaf = 0; leaf < s->leaves; leaf++) {
		struct lane_port *port = &r->model->port[leaf];

		if (!port->s_valid && chance(r, r->load)) {
			port->s_valid = true;
			if (r->left[leaf] == 0) {
				port->s_word.destination = (unsigned)random_below(&r->random, s->leaves);
				r->left[leaf] = r->s_last ? 1 + (unsigned)random_below(&r->random, LONGEST_PACKET) : 1;
			}
			port->s_word.more = --r->left[leaf] > 0;
			if (r->s_last)
				model_set(r->rtl, r->s_last, leaf, 1, !port->s_word.more);
			port->s_word.tag = r->words++;
			set_payload(r, leaf, port->s_word.tag);
			model_set(r->rtl, r->s_dest, leaf * s->label_bits, s->label_bits, port->s_word.destination);
		}
		port->m_ready = chance(r, r->readiness);
		model_set(r->rtl, r->s_valid, leaf, 1, port->s_valid);
		model_set(r->rtl, r->m_ready, leaf, 1, port->m_ready);
	}
}

static bool same_word(const struct run *r, unsigned leaf, const struct lane_word *word)
{
	unsigned bits = r->net->spec->payload_bits, label = r->model->shape.label_bits;

	for (unsigned at = 0; at < bits; at += 64) {
		unsigned count = bits_left(bits, at);

		if (!same(r, "m_axis_tdata of leaf", leaf, model_get(r->rtl, r->m_data, leaf * bits + at, count),
			  payload_part(word->tag, at / 64) & (~0ull >> (64 - count))))
			return false;
	}
	if (r->m_last && !same(r, "m_axis_tlast of leaf", leaf, model_get(r->rtl, r->m_last, leaf, 1), !word->more))
		return false;
	return same(r, "m_axis_tuser of leaf", leaf, model_get(r->rtl, r->m_user, leaf * label, label), word->source)
	       && same(r, "the destination of a word at leaf", leaf, leaf, word->destination);
}

static bool same_leaves(const struct run *r)
{
	for (unsigned leaf = 0; leaf < r->model->shape.leaves; leaf++) {
		const struct lane_port *port = &r->model->port[leaf];

		if (!same(r, "s_axis_tready of leaf", leaf, model_get(r->rtl, r->s_ready, leaf, 1), port->s_ready)
		    || !same(r, "m_axis_tvalid of leaf", leaf, model_get(r->rtl, r->m_valid, leaf, 1), port->m_valid)
		    || (port->m_valid && !same_word(r, leaf, &port->m_word)))
			return false;
	}
	return true;
}

/* ---- links -------------------------------------------------------------------------------------------------------- */

/* Outputs that a link of that stage asks for. */
static unsigned asks(const struct lane_shape *s, unsigned stage)
{
	return stage < s->stages ? s->stage[stage].outputs : 1;
}

/* The words of the slot that began `ago` slots before this one. */
static const struct lane_word *words_of(const struct run *r, unsigned long slot, unsigned stage)
{
	return r->model->word[slot % LANE_HISTORY] + lane_first_place(&r->model->shape, stage);
}

static unsigned links_behind(const struct run *r, unsigned stage)
{
	const struct lane_shape *s = &r->model->shape;

	return stage == 0 ? s->leaves : s->stage[stage - 1].switches * s->stage[stage - 1].outputs;
}

/* Requests at stage k, in the clock in which it decides. Words that a leaf has no room for ask the last one for nothing. */
static bool same_requests(const struct run *r, unsigned k)
{
	const struct lane_shape *s = &r->model->shape;
	const struct lane_word *word = words_of(r, r->model->clock / s->slot, k);
	unsigned at = 0, shift = s->label_bits;

	for (unsigned j = 0; j < k; j++)
		at += links_behind(r, j) * asks(s, j);
	for (unsigned j = 0; j <= k; j++)
		shift -= s->stage[j].digit_bits;
	for (unsigned i = 0; i < links_behind(r, k); i++) {
		uint64_t expected = 0;

		if (word[i].exists && (k == 0 || k + 1 < s->stages || !lane_clocks_refuses(r->model, lane_first_place(s, k) + i)))
			expected = 1ull << (word[i].destination >> shift & (s->stage[k].outputs - 1));
		if (!same(r, "the request on a link into the switches, link", i,
			  model_get(r->rtl, r->requests, at + i * asks(s, k), asks(s, k)), expected))
			return false;
	}
	return true;
}

/* Bits of a word in its beats, from bit `from` on: with packets whether more follow, the source without the bits that the
 * last switch knows, the payload, zeros. */
static uint64_t beat_bits(const struct run *r, const struct lane_word *word, unsigned from, unsigned count)
{
	const struct lane_shape *s = &r->model->shape;
	unsigned label = s->word_bits - r->net->spec->payload_bits;
	uint64_t bits = 0;

	for (unsigned b = 0; b < count; b++) {
		unsigned at = from + b;

		if (at < s->packets)
			bits |= (uint64_t)word->more << b;
		else if (at < label)
			bits |= (uint64_t)(word->source >> (s->known_bits + at - s->packets) & 1) << b;
		else if (at < s->word_bits)
			bits |= (uint64_t)payload_bit(word->tag, at - label) << b;
	}
	return bits;
}

/* `lanes: auto` may take more than 64 lanes. */
static bool same_beat(const struct run *r, const struct lane_word *word, unsigned beat, unsigned link, unsigned at)
{
	unsigned width = r->model->shape.width;

	for (unsigned from = 0; from < width; from += 64) {
		unsigned count = bits_left(width, from);

		if (!same(r, "the beat on a link behind the switches, link", link,
			  model_get(r->rtl, r->beats, at * width + from, count),
			  beat_bits(r, word, beat * width + from, count)))
			return false;
	}
	return true;
}

/* Data of the links behind k stages. */
static bool same_beats(const struct run *r, unsigned k)
{
	const struct lane_shape *s = &r->model->shape;
	unsigned long start = s->data_at + k, clock = r->model->clock;
	unsigned at = 0;

	if (clock < start)
		return true;
	const struct lane_word *word = words_of(r, (clock - start) / s->slot, k);
	unsigned beat = (clock - start) % s->slot;

	for (unsigned j = 0; j < k; j++)
		at += links_behind(r, j);
	for (unsigned i = 0; i < links_behind(r, k); i++)
		if (word[i].exists && !same_beat(r, &word[i], beat, i, at + i))
			return false;
	return true;
}

static bool same_links(const struct run *r)
{
	const struct lane_shape *s = &r->model->shape;
	unsigned phase = r->model->clock % s->slot;

	/* In the first slot, switches have not decided yet, and ask for anything. */
	for (unsigned k = 0; k < s->stages && r->model->clock >= s->slot; k++)
		if (phase == 2 * k && !same_requests(r, k))
			return false;
	for (unsigned k = 0; k <= s->stages; k++)
		if (!same_beats(r, k))
			return false;
	return true;
}

/* A word that is taken is not amid another source's packet. */
static bool receive(struct run *r, unsigned leaf)
{
	const struct lane_port *port = &r->model->port[leaf];
	unsigned begun = r->begun[leaf];

	if (!port->m_valid || !port->m_ready)
		return true;
	r->received++;
	r->begun[leaf] = port->m_word.more ? port->m_word.source + 1 : 0;
	if (begun == 0 || begun == port->m_word.source + 1)
		return true;
	printf("# clock %lu: leaf %u gets a word from leaf %u amid a packet from leaf %u\n", r->model->clock, leaf,
	       port->m_word.source, begun - 1);
	return false;
}

/* ---- a run -------------------------------------------------------------------------------------------------------- */

/* The words on the links of a slot are known in the model behind its first clock, but for the last links. */
static bool step(struct run *r)
{
	drive(r);
	model_eval(r->rtl);
	bool good = same_leaves(r);

	for (unsigned leaf = 0; leaf < r->model->shape.leaves; leaf++)
		good = receive(r, leaf) && good;
	bool taken[MOST_LANE_LEAVES];

	for (unsigned leaf = 0; leaf < r->model->shape.leaves; leaf++)
		taken[leaf] = r->model->port[leaf].s_ready;
	lane_clocks_step(r->model);
	r->model->clock--;
	good = good && same_links(r);
	r->model->clock++;
	for (unsigned leaf = 0; leaf < r->model->shape.leaves; leaf++)
		if (taken[leaf])
			r->model->port[leaf].s_valid = false;
	model_edge(r->rtl);
	return good;
}

static bool run(struct run *r, unsigned long clocks)
{
	static const unsigned loads[] = { 2, 20, 100 }, readiness[] = { 5, 50, 100, 100 };

	model_reset(r->rtl, RESET_CLOCKS);
	for (unsigned long i = 0; i < clocks; i++) {
		if (i % 200 == 0) {
			r->load = loads[random_below(&r->random, 3)];
			r->readiness = readiness[random_below(&r->random, 4)];
		}
		if (!step(r))
			return false;
	}
	return true;
}

static bool find_ports(struct run *r)
{
	const struct { const struct model_port **port; const char *name; } list[] = {
		{ &r->s_data, "s_axis_tdata" }, { &r->s_dest, "s_axis_tdest" }, { &r->s_valid, "s_axis_tvalid" },
		{ &r->s_ready, "s_axis_tready" }, { &r->m_data, "m_axis_tdata" }, { &r->m_user, "m_axis_tuser" },
		{ &r->m_valid, "m_axis_tvalid" }, { &r->m_ready, "m_axis_tready" }, { &r->requests, "probe_request" },
		{ &r->beats, "probe_data" }, { &r->s_last, "s_axis_tlast" }, { &r->m_last, "m_axis_tlast" },
	};
	size_t count = sizeof list / sizeof *list - (r->net->spec->packet ? 0 : 2);

	for (size_t i = 0; i < count; i++) {
		*list[i].port = model_port(r->rtl, list[i].name);
		if (!*list[i].port) {
			printf("# no port %s\n", list[i].name);
			return false;
		}
	}
	return true;
}

static bool run_network(const struct spec *spec, uint64_t seed, unsigned long clocks)
{
	struct run r = { .net = network_new(spec), .model = lane_clocks_new(spec) };
	const struct lane_shape *s = &r.model->shape;

	r.rtl = open_network(r.net, "the test", &(struct model_start){ .random_registers = (uint32_t)seed | 1 });
	random_start(&r.random, seed, 1);
	bool good = r.rtl && find_ports(&r) && run(&r, clocks);

	printf("%s seed %llu: %u leaves, %u stages, %u payload bits, slots of %u clocks, %u lanes%s: %lu words\n",
	       good ? "ok" : "FAILED", (unsigned long long)seed, s->leaves, s->stages, spec->payload_bits, s->slot, s->width,
	       spec->packet ? ", packets" : "", r.received);
	fflush(stdout);
	model_close(r.rtl);
	lane_clocks_free(r.model);
	network_free(r.net);
	return good && r.received > 0;
}

/* "children=[4, 2]" and "parents=[1, 4]" of a tree of at most `most` leaves. */
static void draw_tree(struct random *random, unsigned most, char **children, char **parents)
{
	struct text c = {0}, p = {0};
	unsigned leaves = 1, last = 1, levels = 0;

	do {
		unsigned m = 2u << random_below(random, 4);

		while (leaves * m > most)
			m /= 2;
		text_print(&c, "%s%u", levels ? ", " : "children=[", m);
		text_print(&p, "%s%u", levels ? ", " : "parents=[", levels ? last >> random_below(random, 3) ? : 1 : 1);
		last = m;
		leaves *= m;
		levels++;
	} while (leaves * 2 <= most && random_below(random, 3));
	text_add(&c, "]");
	text_add(&p, "]");
	*children = c.bytes;
	*parents = p.bytes;
}

/* "leaves=16" and "capacities=[4, 4, 2, 1]" of a binary fat-tree of at most `most` leaves. */
static void draw_binary(struct random *random, unsigned most, char **leaves, char **capacities)
{
	struct text list = {0};
	unsigned levels = 2, wires = 1;

	while (2u << levels <= most && random_below(random, 5))
		levels++;
	for (unsigned k = 1; k < levels; k++)
		wires <<= random_below(random, 4) > 0;
	*leaves = format_string("leaves=%u", 1u << levels);
	/* Root first: of what is left to halve, each level halves it or not. */
	for (unsigned k = 1; k < levels; k++) {
		unsigned halvings = digit_bits(wires), left = levels - k;

		text_print(&list, "%s%u", k > 1 ? ", " : "capacities=[", wires);
		if (random_below(random, left) < halvings)
			wires /= 2;
	}
	text_print(&list, "%s1]", levels > 1 ? ", " : "capacities=[");
	*capacities = list.bytes;
}

static bool run_seed(uint64_t seed, unsigned long clocks, unsigned most)
{
	char *word[WORDS];
	struct random random;
	struct spec spec;
	size_t words = 0;

	bool binary = seed % 4 == 3;

	random_start(&random, seed, 0);
	(binary ? draw_binary : draw_tree)(&random, most, &word[0], &word[1]);
	words = 2;
	unsigned payload = 2 + (unsigned)random_below(&random, random_below(&random, 4) ? 80 : 300);

	word[words++] = format_string("payload-bits=%u", payload);
	word[words++] = random_below(&random, 3) ? copy_string("lanes=auto")
		: format_string("lanes=%u", 2 + (unsigned)random_below(&random, payload - 1 < 63 ? payload - 1 : 63));
	if (random_below(&random, 2))
		word[words++] = copy_string("packet=true");
	bool good = read_with_words(&spec, binary ? SOURCE_DIR "/binary.yaml" : SOURCE_DIR "/rtl.yaml", word, words);

	if (good) {
		good = run_network(&spec, seed, clocks);
		spec_free(&spec);
	}
	for (size_t i = 0; i < words; i++)
		free(word[i]);
	return good;
}

static unsigned long argument(int argc, char **argv, int i, unsigned long otherwise)
{
	return argc > i ? strtoul(argv[i], NULL, 10) : otherwise;
}

int main(int argc, char **argv)
{
	unsigned long networks = argument(argc, argv, 1, 5), first = argument(argc, argv, 2, 1);
	bool good = true;

	for (unsigned long i = 0; i < networks; i++)
		good = run_seed(first + i, argument(argc, argv, 3, 1000), (unsigned)argument(argc, argv, 4, 32)) && good;
	return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
