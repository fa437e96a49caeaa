/* strike.c: hypertrees in verilated Verilog: every word arrives once, whole and in order, whatever dies.
 *
 *   strike words NUMBER SEED KEY=VALUE...     so many words, as fast as the network takes them
 *   strike parts ROUNDS SEED KEY=VALUE...     every node and every link dies and lives again, in each round
 *
 * Every processor always has a word for another one. A part dies at a random clock under this load. Half of the links
 * that die are silent for some time before the fault register says so. Then their wires carry random bits until the part
 * lives again. While it is dead, processors offer no new words for a dead node, but those that were offered before wait
 * for it. Every living processor whose own words need not wait must get words through. At the end of each strike the
 * network runs empty, and nothing may be left. A failure prints the clock; the same seed repeats it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bits.h"
#include "machines/hypertree/model.h"
#include "noise.h"
#include "random.h"

enum {
	RESET_CLOCKS = 4, OF_ALL = 100, MOST_NODES = MOST_HYPERTREE_NODES + 1, WORDS_IN_ADAPTER = 2,
	FRAMES_BEFORE = 10, FRAMES_SILENT = 20, FRAMES_DEAD = 100, FRAMES_AFTER = 10, FRAMES_TO_COUNT = 3, FRAMES_TO_DRAIN = 5000,
};

/* An input port of a node's link, as bits of the model's ports. */
struct link_input {
	unsigned node, other, classes;
	unsigned noise;			/* in `noise`: a byte, then the rooms */
	unsigned data, room;		/* of the other end, in probe_data and probe_room */
};

enum link_state { WHOLE, SILENT, NOISY };

struct run {
	struct network *net;
	struct hypertree *h;
	struct model *rtl;
	const struct model_port *s_valid, *s_ready, *s_dest, *s_data, *m_valid, *m_ready, *m_user, *m_data, *bad,
				*probe_data, *probe_room, *dead, *fault_shift, *fault_in, *noise;
	unsigned frame_clocks, payload_bits, outstanding;
	struct random random;
	unsigned readiness;		/* chance of m_axis_tready, in OF_ALL */
	bool idle;			/* processors offer nothing new */
	uint64_t offers;		/* bit x - 1: s_axis_tvalid of node x */
	unsigned offered[MOST_NODES];	/* the destination */
	unsigned sent[MOST_NODES][MOST_NODES], received[MOST_NODES][MOST_NODES];
	unsigned long arrived_from[MOST_NODES], arrived_at[MOST_NODES], words_sent, words, clock;
	/* With fault registers. */
	struct hypertree_part part[MOST_HYPERTREE_PARTS];
	unsigned parts;
	struct link_input wires[MOST_NODES * HYPERTREE_PORTS];
	unsigned wires_count;
	const struct hypertree_part *struck;	/* or NULL */
	enum link_state state;		/* of its links */
	bool counts;			/* it is dead for the network, too */
	unsigned long words_meanwhile, went_on;	/* words that arrived, processors that were checked, while it was dead */
};

static bool complain(const struct run *r, const char *what)
{
	char *part = r->struck ? hypertree_part_text(r->struck) : copy_string("nothing");

	printf("# clock %lu, %s struck: %s\n", r->clock, part, what);
	free(part);
	return false;
}

/* ---- words ------------------------------------------------------------------------------------------------------- */

static uint64_t payload(const struct run *r, unsigned source, unsigned destination, unsigned number)
{
	return random_mix((uint64_t)source << 48 | (uint64_t)destination << 40 | number) & bits_low(r->payload_bits);
}

static unsigned draw_destination(struct run *r, unsigned source)
{
	unsigned dead = r->counts && !r->struck->other ? r->struck->node : 0, x;

	do
		x = 1 + (unsigned)random_below(&r->random, r->h->nodes);
	while (x == source || x == dead);
	return x;
}

static void offer(struct run *r, unsigned x)
{
	unsigned to = draw_destination(r, x), label_bits = r->net->label_bits;

	r->offered[x] = to;
	r->offers |= (uint64_t)1 << (x - 1);
	model_set(r->rtl, r->s_dest, (x - 1) * label_bits, label_bits, to);
	model_set(r->rtl, r->s_data, (x - 1) * r->payload_bits, r->payload_bits, payload(r, x, to, r->sent[x][to]));
}

/* What is wrong with a word that is not the next one. */
static bool refuse(const struct run *r, unsigned source, unsigned node, uint64_t word)
{
	char text[200];
	const char *what = "was never sent";

	for (unsigned k = 0; source && k < r->sent[source][node]; k++)
		if (payload(r, source, node, k) == word)
			what = k < r->received[source][node] ? "comes again" : "comes too early";
	snprintf(text, sizeof text, "a word from node %u at node %u, where %u of %u words have come, %s", source, node,
		 r->received[source][node], r->sent[source][node], what);
	return complain(r, text);
}

static bool receive(struct run *r, unsigned x)
{
	unsigned source = (unsigned)model_get(r->rtl, r->m_user, (x - 1) * r->net->label_bits, r->net->label_bits);
	uint64_t word = model_get(r->rtl, r->m_data, (x - 1) * r->payload_bits, r->payload_bits);

	if (source < 1 || source > r->h->nodes || r->received[source][x] == r->sent[source][x]
	    || word != payload(r, source, x, r->received[source][x]))
		return refuse(r, source < MOST_NODES ? source : 0, x, word);
	r->received[source][x]++;
	r->arrived_from[source]++;
	r->arrived_at[x]++;
	r->words++;
	r->words_meanwhile += r->counts;
	return true;
}

/* ---- wires ------------------------------------------------------------------------------------------------------- */

/* Notes which bits belong to each link's input port. */
static void find_wires(struct run *r)
{
	unsigned data[MOST_NODES][HYPERTREE_PORTS], room[MOST_NODES][HYPERTREE_PORTS];
	unsigned noise = 0, data_at = 0, room_at = 0;

	for (unsigned x = 1; x <= r->h->nodes; x++) {
		enum hypertree_port link[HYPERTREE_PORTS];
		unsigned links = hypertree_node_links(r->h, hypertree_level(x), link);

		for (unsigned k = 0; k < links; k++) {
			data[x][link[k]] = data_at;
			room[x][link[k]] = room_at;
			data_at += BYTE;
			room_at += hypertree_classes(r->h, link[k]);
		}
		room_at++;
	}
	for (unsigned x = 1; x <= r->h->nodes; x++) {
		enum hypertree_port link[HYPERTREE_PORTS];
		unsigned links = hypertree_node_links(r->h, hypertree_level(x), link);

		for (unsigned k = 0; k < links; k++) {
			unsigned other = hypertree_neighbour(r->h, x, link[k]), classes = hypertree_classes(r->h, link[k]);

			if (other) {
				enum hypertree_port far = hypertree_far_port(r->h, x, link[k]);

				r->wires[r->wires_count++] = (struct link_input){ x, other, classes, noise, data[other][far], room[other][far] };
			}
			noise += BYTE + classes;
		}
	}
}

static bool is_of(const struct link_input *w, const struct hypertree_part *part)
{
	if (!part->other)
		return w->node == part->node || w->other == part->node;
	return (w->node == part->node && w->other == part->other) || (w->node == part->other && w->other == part->node);
}

/* Silence is what the other end sends, once more. */
static void drive_wires(struct run *r)
{
	for (unsigned i = 0; i < r->wires_count && r->struck; i++) {
		const struct link_input *w = &r->wires[i];
		uint64_t bits = 0;

		if (!is_of(w, r->struck))
			continue;
		if (r->state == NOISY)
			bits = random_below(&r->random, 1u << (BYTE + w->classes));
		else if (r->state == SILENT)
			bits = model_get(r->rtl, r->probe_data, w->data, BYTE)
			       | model_get(r->rtl, r->probe_room, w->room, w->classes) << BYTE;
		model_set(r->rtl, r->noise, w->noise, BYTE + w->classes, bits);
	}
}

/* ---- clocks ------------------------------------------------------------------------------------------------------ */

static bool step(struct run *r)
{
	uint64_t ready = 0;

	for (unsigned x = 1; x <= r->h->nodes; x++) {
		if (!r->idle && !(r->offers >> (x - 1) & 1))
			offer(r, x);
		ready |= (uint64_t)(r->readiness == OF_ALL || random_below(&r->random, OF_ALL) < r->readiness) << (x - 1);
	}
	model_set(r->rtl, r->s_valid, 0, r->h->nodes, r->offers);
	model_set(r->rtl, r->m_ready, 0, r->h->nodes, ready);
	drive_wires(r);
	model_eval(r->rtl);
	uint64_t taken = r->offers & model_get(r->rtl, r->s_ready, 0, r->h->nodes);
	uint64_t shown = ready & model_get(r->rtl, r->m_valid, 0, r->h->nodes);

	if (taken && r->counts && !r->struck->other && taken >> (r->struck->node - 1) & 1)
		return complain(r, "the dead node takes a word from its processor");
	for (unsigned x = 1; x <= r->h->nodes; x++) {
		if (shown >> (x - 1) & 1 && !receive(r, x))
			return false;
		r->sent[x][r->offered[x]] += taken >> (x - 1) & 1;
		r->words_sent += taken >> (x - 1) & 1;
	}
	r->offers &= ~taken;
	if (model_get(r->rtl, r->bad, 0, r->h->nodes))
		return complain(r, "a destination is said to be bad");
	model_edge(r->rtl);
	r->clock++;
	return true;
}

static bool run_clocks(struct run *r, unsigned long clocks)
{
	while (clocks > 0 && step(r))
		clocks--;
	return clocks == 0;
}

static bool run_to_frame(struct run *r)
{
	return run_clocks(r, (r->frame_clocks - r->clock % r->frame_clocks) % r->frame_clocks);
}

/* Up to so many frames, and not a whole number of them. */
static bool run_frames(struct run *r, unsigned frames)
{
	return run_clocks(r, (frames / 2) * r->frame_clocks + random_below(&r->random, (frames + 1) / 2 * r->frame_clocks));
}

/* Nothing new is offered: what has been taken must arrive. */
static bool drain(struct run *r)
{
	r->idle = true;
	r->readiness = OF_ALL;
	for (unsigned f = 0; f < FRAMES_TO_DRAIN && (r->offers || r->words < r->words_sent); f++)
		if (!run_clocks(r, r->frame_clocks))
			return false;
	r->idle = false;
	if (r->offers || r->words < r->words_sent)
		return complain(r, "words are lost: the network is empty, or stands still, before all have arrived");
	return true;
}

/* ---- strikes ----------------------------------------------------------------------------------------------------- */

/* Shifts in that a part is dead, or none, and waits for the frame from which on it counts. */
static bool declare(struct run *r, bool is_dead)
{
	unsigned bit = (unsigned)(r->struck - r->part);

	for (unsigned i = 0; i < r->parts; i++) {
		model_set(r->rtl, r->fault_shift, 0, 1, 1);
		model_set(r->rtl, r->fault_in, 0, 1, is_dead && i == bit);
		if (!step(r))
			return false;
	}
	model_set(r->rtl, r->fault_shift, 0, 1, 0);
	for (unsigned c = 0; c < FRAMES_TO_COUNT * r->frame_clocks; c++) {
		if (model_get(r->rtl, r->dead, bit, 1) == is_dead)
			return run_to_frame(r);
		if (!step(r))
			return false;
	}
	return complain(r, "the fault register does not say so");
}

/* A living processor whose stream waits for no dead node: of several slots, one at most has a word for that. */
static bool is_free(const struct run *r, unsigned x)
{
	unsigned dead = r->struck->node;

	if (r->struck->other)
		return true;
	return x != dead && r->outstanding > 1 && !((r->offers >> (x - 1) & 1) && r->offered[x] == dead);
}

/* The part is dead: all others go on. */
static bool live_on(struct run *r)
{
	unsigned long from[MOST_NODES], at = r->arrived_at[r->struck->node];

	memcpy(from, r->arrived_from, sizeof from);
	if (!run_clocks(r, FRAMES_DEAD * r->frame_clocks) || !run_frames(r, FRAMES_DEAD))
		return false;
	for (unsigned x = 1; x <= r->h->nodes; x++) {
		if (!is_free(r, x))
			continue;
		if (r->arrived_from[x] == from[x])
			return complain(r, "a living node gets no word through");
		r->went_on++;
	}
	if (!r->struck->other && r->arrived_at[r->struck->node] > at + WORDS_IN_ADAPTER)
		return complain(r, "a dead node gets words");
	return true;
}

static bool strike(struct run *r, const struct hypertree_part *part)
{
	static const unsigned readiness[] = { OF_ALL, 60, 15 };

	r->readiness = readiness[random_below(&r->random, sizeof readiness / sizeof *readiness)];
	if (!run_frames(r, FRAMES_BEFORE))
		return false;
	r->struck = part;
	if (random_below(&r->random, 2)) {
		if (!run_to_frame(r))
			return false;
		r->state = SILENT;
		if (!run_frames(r, FRAMES_SILENT))
			return false;
	}
	if (!declare(r, true))
		return false;
	r->state = NOISY;
	r->counts = true;
	if (!live_on(r) || !declare(r, false))
		return false;
	r->counts = false;
	r->state = WHOLE;
	drive_wires(r);
	r->struck = NULL;
	return run_frames(r, FRAMES_AFTER) && drain(r);
}

/* ---- runs -------------------------------------------------------------------------------------------------------- */

static bool find_ports(struct run *r)
{
	bool registers = r->h->fault_registers;
	const struct wanted_port ports[] = {
		{ &r->s_valid, "s_axis_tvalid", false }, { &r->s_ready, "s_axis_tready", false }, { &r->s_dest, "s_axis_tdest", false },
		{ &r->s_data, "s_axis_tdata", false }, { &r->m_valid, "m_axis_tvalid", false }, { &r->m_ready, "m_axis_tready", false },
		{ &r->m_user, "m_axis_tuser", false }, { &r->m_data, "m_axis_tdata", false }, { &r->bad, "bad_destination", false },
		{ &r->probe_data, "probe_data", !registers }, { &r->probe_room, "probe_room", !registers },
		{ &r->noise, "noise", !registers }, { &r->dead, "dead", !registers },
		{ &r->fault_shift, "fault_shift", !registers }, { &r->fault_in, "fault_in", !registers },
	};

	return find_wanted_ports(r->rtl, ports, sizeof ports / sizeof *ports);
}

static bool run_words(struct run *r, unsigned long words)
{
	r->readiness = OF_ALL;
	while (r->words < words)
		if (!run_clocks(r, r->frame_clocks))
			return false;
	printf("# %.4f words of each node a frame\n",
	       (double)r->words * r->frame_clocks / (double)r->clock / r->h->nodes);
	return drain(r);
}

static bool run_parts(struct run *r, unsigned long rounds)
{
	for (unsigned long round = 0; round < rounds; round++)
		for (unsigned i = 0; i < r->parts; i++)
			if (!strike(r, &r->part[i]))
				return false;
	printf("# %u parts, %lu times each; while one was dead %lu words, at least one from each of %lu processors\n", r->parts, rounds,
	       r->words_meanwhile, r->went_on);
	return true;
}

static bool run_network(const struct spec *spec, bool strikes, unsigned long number, uint64_t seed)
{
	const struct hypertree_parameters *own = hypertree_parameters(spec);
	struct run *r = allocate(sizeof *r);

	*r = (struct run){ .net = network_new(spec), .h = hypertree_of(spec), .payload_bits = spec->payload_bits,
			   .outstanding = hypertree_outstanding(own) };
	r->rtl = open_with_noise(r->net, r->h, &(struct model_start){ .random_registers = (uint32_t)seed | 1 });
	r->frame_clocks = r->net->slot_clocks;
	r->parts = hypertree_parts(r->h, r->part);
	find_wires(r);
	random_start(&r->random, seed, 0);
	bool good = r->rtl && find_ports(r);

	if (good) {
		model_reset(r->rtl, RESET_CLOCKS);
		model_clock(r->rtl);
		good = strikes ? run_parts(r, number) : run_words(r, number);
	}
	printf("%s: %s, %u nodes, %u payload bits, %u buffers, %u outstanding%s, seed %llu: %lu words in %lu clocks\n",
	       good ? "ok" : "FAILED", spec->kind->word, r->h->nodes, r->payload_bits, own->buffers, r->outstanding,
	       r->h->fault_registers ? ", fault registers" : "", (unsigned long long)seed, r->words, r->clock);
	model_close(r->rtl);
	hypertree_free(r->h);
	network_free(r->net);
	free(r);
	return good;
}

int main(int argc, char **argv)
{
	struct spec spec;

	if (argc < 4 || !read_with_words(&spec, SOURCE_DIR "/rtl.yaml", argv + 4, (size_t)argc - 4))
		return 2;
	bool good = spec.leaves < 64 && spec.payload_bits <= 64
		    && run_network(&spec, !strcmp(argv[1], "parts"), strtoul(argv[2], NULL, 10), strtoull(argv[3], NULL, 10));

	spec_free(&spec);
	return !good;
}
