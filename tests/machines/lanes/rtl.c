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

enum { RESET_CLOCKS = 3, OF_ALL = 100, WORDS = 16, LONGEST_PACKET = 12, HISTORY = 4 };

/* A word at a leaf, or on a link. */
struct word {
	bool exists, more;		/* more: further words of its packet follow */
	unsigned source, destination;
	uint64_t tag;			/* of which its payload is made */
};

enum port_number { S_DATA, S_DEST, S_VALID, S_READY, M_DATA, M_USER, M_VALID, M_READY, S_LAST, M_LAST, PORTS };
static const char *const port_name[PORTS] = { "s_axis_tdata", "s_axis_tdest", "s_axis_tvalid", "s_axis_tready", "m_axis_tdata",
					      "m_axis_tuser", "m_axis_tvalid", "m_axis_tready", "s_axis_tlast", "m_axis_tlast" };

/* A network with its ports; without packets the last two are NULL. */
struct side {
	struct model *model;
	const struct model_port *port[PORTS];
};

struct run {
	struct network *net;
	struct lane_shape shape;
	struct lane_clocks *clocks;	/* of `c` */
	struct side c, rtl;
	const struct model_port *requests, *beats;
	unsigned long clock;		/* since the reset */
	struct word offered[MOST_LANE_LEAVES];
	struct word *word[HISTORY];	/* [slot % HISTORY][place]: the words of a slot */
	unsigned left[MOST_LANE_LEAVES];		/* words of a leaf's packet that are to come */
	unsigned begun[MOST_LANE_LEAVES];		/* the source of the packet that a leaf gets, plus 1; 0: none */
	struct random random;
	bool ready[MOST_LANE_LEAVES];	/* m_axis_tready */
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
	unsigned slot = r->shape.slot;

	if (found == expected)
		return true;
	printf("# clock %lu, clock %lu of slot %lu: %s %u is 0x%llx in Verilog, 0x%llx in the model\n", r->clock, r->clock % slot,
	       r->clock / slot, what, where, (unsigned long long)found, (unsigned long long)expected);
	return false;
}

/* ---- leaves ------------------------------------------------------------------------------------------------------- */

/* Sets bits of a leaf's input on both sides. */
static void set(struct run *r, enum port_number port, unsigned at, unsigned count, uint64_t value)
{
	model_set(r->rtl.model, r->rtl.port[port], at, count, value);
	model_set(r->c.model, r->c.port[port], at, count, value);
}

static uint64_t get(const struct side *side, enum port_number port, unsigned at, unsigned count)
{
	return model_get(side->model, side->port[port], at, count);
}

static void set_payload(struct run *r, unsigned leaf, uint64_t tag)
{
	unsigned bits = r->net->spec->payload_bits;

	for (unsigned at = 0; at < bits; at += 64) {
		unsigned count = bits_left(bits, at);

		set(r, S_DATA, leaf * bits + at, count, payload_part(tag, at / 64) & (~0ull >> (64 - count)));
	}
}

static void offer(struct run *r, unsigned leaf)
{
	const struct lane_shape *s = &r->shape;
	struct word *word = &r->offered[leaf];

	word->exists = true;
	word->source = leaf;
	if (r->left[leaf] == 0) {
		word->destination = (unsigned)random_below(&r->random, s->leaves);
		r->left[leaf] = s->packets ? 1 + (unsigned)random_below(&r->random, LONGEST_PACKET) : 1;
	}
	word->more = --r->left[leaf] > 0;
	if (s->packets)
		set(r, S_LAST, leaf, 1, !word->more);
	word->tag = r->words++;
	set_payload(r, leaf, word->tag);
	set(r, S_DEST, leaf * s->label_bits, s->label_bits, word->destination);
}

/* A word that has been offered stays until it is taken. */
static void drive(struct run *r)
{
	for (unsigned leaf = 0; leaf < r->shape.leaves; leaf++) {
		if (!r->offered[leaf].exists && chance(r, r->load))
			offer(r, leaf);
		set(r, S_VALID, leaf, 1, r->offered[leaf].exists);
		r->ready[leaf] = chance(r, r->readiness);
		set(r, M_READY, leaf, 1, r->ready[leaf]);
	}
}

static bool same_output(const struct run *r, enum port_number port, unsigned leaf, unsigned bits)
{
	for (unsigned at = 0; at < bits; at += 64) {
		unsigned count = bits_left(bits, at);

		if (!same(r, port_name[port], leaf, get(&r->rtl, port, leaf * bits + at, count),
			  get(&r->c, port, leaf * bits + at, count)))
			return false;
	}
	return true;
}

static bool same_leaves(const struct run *r)
{
	const struct lane_shape *s = &r->shape;

	for (unsigned leaf = 0; leaf < s->leaves; leaf++) {
		if (!same_output(r, S_READY, leaf, 1) || !same_output(r, M_VALID, leaf, 1))
			return false;
		if (get(&r->rtl, M_VALID, leaf, 1) && !(same_output(r, M_DATA, leaf, r->net->spec->payload_bits)
							&& same_output(r, M_USER, leaf, s->label_bits)
							&& (!s->packets || same_output(r, M_LAST, leaf, 1))))
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

static const struct lane_model *slots(const struct run *r)
{
	return lane_clocks_slots(r->clocks);
}

static struct word *words_of(const struct run *r, unsigned long slot, unsigned stage)
{
	return r->word[slot % HISTORY] + lane_first_place(&r->shape, stage);
}

/* Behind the clock in which they are known: the words on the links behind k stages in this slot. */
static void note_words(struct run *r, unsigned k)
{
	unsigned first = lane_first_place(&r->shape, k), end = k < r->shape.stages ? lane_first_place(&r->shape, k + 1)
									 : lane_model_places(slots(r));
	struct word *word = words_of(r, r->clock / r->shape.slot, k);

	for (unsigned i = first; i < end; i++) {
		int leaf = lane_model_words(slots(r))[i];

		*word++ = leaf == LANE_IDLE ? (struct word){0} : r->offered[leaf];
	}
}

static unsigned links_behind(const struct run *r, unsigned stage)
{
	const struct lane_shape *s = &r->shape;

	return stage == 0 ? s->leaves : s->stage[stage - 1].switches * s->stage[stage - 1].outputs;
}

/* Requests at stage k, in the clock in which it decides. Words that a leaf has no room for ask the last one for nothing. */
static bool same_requests(const struct run *r, unsigned k)
{
	const struct lane_shape *s = &r->shape;
	const struct word *word = words_of(r, r->clock / s->slot, k);
	unsigned at = 0, shift = s->label_bits;

	for (unsigned j = 0; j < k; j++)
		at += links_behind(r, j) * asks(s, j);
	for (unsigned j = 0; j <= k; j++)
		shift -= s->stage[j].digit_bits;
	for (unsigned i = 0; i < links_behind(r, k); i++) {
		uint64_t expected = 0;

		if (word[i].exists && (k == 0 || k + 1 < s->stages || !lane_model_refuses(slots(r), lane_first_place(s, k) + i)))
			expected = 1ull << (word[i].destination >> shift & (s->stage[k].outputs - 1));
		if (!same(r, "the request on a link into the switches, link", i,
			  model_get(r->rtl.model, r->requests, at + i * asks(s, k), asks(s, k)), expected))
			return false;
	}
	return true;
}

/* Bits of a word in its beats, from bit `from` on: with packets whether more follow, the source without the bits that the
 * last switch knows, the payload, zeros. */
static uint64_t beat_bits(const struct run *r, const struct word *word, unsigned from, unsigned count)
{
	const struct lane_shape *s = &r->shape;
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
static bool same_beat(const struct run *r, const struct word *word, unsigned beat, unsigned link, unsigned at)
{
	unsigned width = r->shape.width;

	for (unsigned from = 0; from < width; from += 64) {
		unsigned count = bits_left(width, from);

		if (!same(r, "the beat on a link behind the switches, link", link,
			  model_get(r->rtl.model, r->beats, at * width + from, count),
			  beat_bits(r, word, beat * width + from, count)))
			return false;
	}
	return true;
}

/* Data of the links behind k stages. */
static bool same_beats(const struct run *r, unsigned k)
{
	const struct lane_shape *s = &r->shape;
	unsigned long start = s->data_at + k;
	unsigned at = 0;

	if (r->clock < start)
		return true;
	const struct word *word = words_of(r, (r->clock - start) / s->slot, k);
	unsigned beat = (r->clock - start) % s->slot;

	for (unsigned j = 0; j < k; j++)
		at += links_behind(r, j);
	for (unsigned i = 0; i < links_behind(r, k); i++)
		if (word[i].exists && !same_beat(r, &word[i], beat, i, at + i))
			return false;
	return true;
}

static bool same_links(const struct run *r)
{
	const struct lane_shape *s = &r->shape;
	unsigned phase = r->clock % s->slot;

	/* In the first slot, switches have not decided yet, and ask for anything. */
	for (unsigned k = 0; k < s->stages && r->clock >= s->slot; k++)
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
	unsigned begun = r->begun[leaf], source;

	if (!get(&r->c, M_VALID, leaf, 1) || !r->ready[leaf])
		return true;
	r->received++;
	source = (unsigned)get(&r->c, M_USER, leaf * r->shape.label_bits, r->shape.label_bits);
	r->begun[leaf] = r->shape.packets && !get(&r->c, M_LAST, leaf, 1) ? source + 1 : 0;
	if (begun == 0 || begun == source + 1)
		return true;
	printf("# clock %lu: leaf %u gets a word from leaf %u amid a packet from leaf %u\n", r->clock, leaf, source, begun - 1);
	return false;
}

/* ---- a run -------------------------------------------------------------------------------------------------------- */

/* A clock of the model. The words on the links of a slot are known behind its first clock, but for the last links. */
static void step_model(struct run *r)
{
	unsigned phase = r->clock % r->shape.slot;

	model_edge(r->c.model);
	for (unsigned k = 0; k < r->shape.stages && phase == 0; k++)
		note_words(r, k);
	if (phase == 2 * (r->shape.stages - 1))
		note_words(r, r->shape.stages);
}

static bool step(struct run *r)
{
	bool taken[MOST_LANE_LEAVES], good;

	drive(r);
	model_eval(r->rtl.model);
	model_eval(r->c.model);
	good = same_leaves(r);
	for (unsigned leaf = 0; leaf < r->shape.leaves; leaf++) {
		good = receive(r, leaf) && good;
		taken[leaf] = get(&r->c, S_READY, leaf, 1);
	}
	step_model(r);
	good = good && same_links(r);
	for (unsigned leaf = 0; leaf < r->shape.leaves; leaf++)
		r->offered[leaf].exists &= !taken[leaf];
	model_edge(r->rtl.model);
	r->clock++;
	return good;
}

static bool run(struct run *r, unsigned long clocks)
{
	static const unsigned loads[] = { 2, 20, 100 }, readiness[] = { 5, 50, 100, 100 };

	model_reset(r->rtl.model, RESET_CLOCKS);
	model_reset(r->c.model, RESET_CLOCKS);
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

static const struct model_port *find_port(const struct model *model, const char *name)
{
	const struct model_port *port = model_port(model, name);

	if (!port)
		printf("# no port %s\n", name);
	return port;
}

static bool find_ports(struct run *r)
{
	for (unsigned i = 0; i < (r->shape.packets ? PORTS : S_LAST); i++) {
		r->rtl.port[i] = find_port(r->rtl.model, port_name[i]);
		r->c.port[i] = find_port(r->c.model, port_name[i]);
		if (!r->rtl.port[i] || !r->c.port[i])
			return false;
	}
	r->requests = find_port(r->rtl.model, "probe_request");
	r->beats = find_port(r->rtl.model, "probe_data");
	return r->requests && r->beats;
}

static bool run_network(const struct spec *spec, uint64_t seed, unsigned long clocks)
{
	struct run r = { .net = network_new(spec), .shape = lane_shape(spec) };
	const struct lane_shape *s = &r.shape;

	r.clocks = lane_clocks_new(r.net);
	r.c.model = lane_clocks_model(r.clocks);
	for (unsigned i = 0; i < HISTORY; i++)
		r.word[i] = allocate_array(lane_model_places(slots(&r)), sizeof *r.word[i]);
	r.rtl.model = open_network(r.net, "the test", &(struct model_start){ .random_registers = (uint32_t)seed | 1 });
	random_start(&r.random, seed, 1);
	bool good = r.rtl.model && find_ports(&r) && run(&r, clocks);

	printf("%s seed %llu: %u leaves, %u stages, %u payload bits, slots of %u clocks, %u lanes%s: %lu words\n",
	       good ? "ok" : "FAILED", (unsigned long long)seed, s->leaves, s->stages, spec->payload_bits, s->slot, s->width,
	       spec->packet ? ", packets" : "", r.received);
	fflush(stdout);
	for (unsigned i = 0; i < HISTORY; i++)
		free(r.word[i]);
	model_close(r.rtl.model);
	model_close(r.c.model);
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
