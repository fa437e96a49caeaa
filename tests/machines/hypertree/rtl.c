/* rtl.c: random hypertrees: the C model against the verilated RTL, every byte on every link and every room, every clock.
 *
 *   rtl [networks] [first seed] [frames of each] [most nodes]
 *
 * Processors send and are ready at random, some to nodes that do not exist. What the ports of the processors show is
 * compared, too. A failure prints the parameters, the clock and the node; the same seed repeats it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bits.h"
#include "machines/hypertree/model.h"
#include "random.h"
#include "rtl_model.h"

enum { RESET_CLOCKS = 4, OF_ALL = 100, SCAN_CLOCK = 3 };

/* A processor and its adapter. */
struct processor {
	bool sends, bad;		/* s_axis_tvalid; the destination does not exist */
	bool was_bad;			/* one of its destinations did not exist */
	unsigned destination, word;
	bool taking;			/* s_axis_tready will be high in this frame */
	bool shows;			/* m_axis_tvalid .. */
	struct model_packet shown;	/* .. and the word there */
	struct model_packet behind;	/* the word that has come after that */
	bool coming;			/* a word is coming in this frame */
	bool ready;			/* m_axis_tready */
};

/* A network as Verilog and as a model. */
struct run {
	struct network *net;
	struct hypertree *h;
	struct hypertree_model *model;
	struct model *rtl;
	const struct model_port *s_valid, *s_ready, *s_dest, *s_data, *m_valid, *m_ready, *m_user, *m_data, *bad,
			        *probe_data, *probe_room;
	unsigned bytes, frame_clocks, payload_bits;
	struct random random;
	unsigned load, readiness, badness;	/* chances, in OF_ALL */
	struct processor *processor;	/* [node] */
	unsigned words;			/* made so far */
	unsigned long sent, received, clock;
};

static bool chance(struct run *r, unsigned of_all)
{
	return random_below(&r->random, OF_ALL) < of_all;
}

/* ---- payloads and bytes on wires --------------------------------------------------------------------------------- */

static uint64_t payload_word(unsigned word, unsigned i)
{
	return random_mix(word * 16ull + i + 1);
}

/* Bits `at` .. `at + 7` of a word's payload, those beyond the last one 0; `at` may be negative. */
static uint8_t payload_byte(const struct run *r, unsigned word, int at)
{
	uint8_t byte = 0;

	for (int b = 0; b < 8; b++) {
		int bit = at + b;

		if (bit >= 0 && bit < (int)r->payload_bits)
			byte |= (payload_word(word, (unsigned)bit / 64) >> bit % 64 & 1) << b;
	}
	return byte;
}

/* Byte i of a packet, as node.h says. */
static uint8_t packet_byte(const struct run *r, const struct model_packet *packet, unsigned i)
{
	const struct hypertree_packet *h = &packet->header;

	if (!packet->exists || i >= r->bytes)
		return 0;
	if (i == 0)
		return PACKET_VALID | (h->symmetric ? PACKET_SYMMETRIC : 0);
	if (i == 1)
		return (uint8_t)hypertree_path(h->destination);
	if (i == 2)
		return (uint8_t)h->source;
	return payload_byte(r, packet->word, (int)r->payload_bits - 8 * ((int)i - 2));
}

/* ---- comparison -------------------------------------------------------------------------------------------------- */

static bool same(const struct run *r, unsigned node, const char *what, uint64_t found, uint64_t expected)
{
	if (found == expected)
		return true;
	printf("# clock %lu, frame %lu, clock %lu of it, node %u: %s is 0x%llx in Verilog, 0x%llx in the model\n", r->clock,
	       r->clock / r->frame_clocks, r->clock % r->frame_clocks, node, what, (unsigned long long)found,
	       (unsigned long long)expected);
	return false;
}

static bool same_links(const struct run *r, unsigned x, unsigned *at)
{
	const struct model_node *node = &r->model->node[x];

	for (enum hypertree_port port = PORT_UP; port < PORT_OWN; port++) {
		if (node->queue_of[port][0] == NO_QUEUE)
			continue;
		if (!same(r, x, "the byte on a link", model_get(r->rtl, r->probe_data, 8 * (*at)++, 8),
			  packet_byte(r, &node->wire[port], r->clock % r->frame_clocks)))
			return false;
	}
	return true;
}

static bool same_rooms(const struct run *r, unsigned x, unsigned *at)
{
	const struct model_node *node = &r->model->node[x];

	for (unsigned q = 0; q < node->queue_count; q++) {
		bool room = model_get(r->rtl, r->probe_room, (*at)++, 1);

		if (r->clock % r->frame_clocks > 0 && hypertree_neighbour(r->h, x, node->queue[q].port)
		    && !same(r, x, "room", room, node->queue[q].count < r->model->buffers))
			return false;
	}
	return true;
}

static bool same_word(const struct run *r, unsigned x)
{
	const struct processor *p = &r->processor[x];
	unsigned end = x - 1;

	if (!same(r, x, "m_axis_tuser", model_get(r->rtl, r->m_user, end * r->net->label_bits, r->net->label_bits),
		  p->shown.header.source))
		return false;
	for (unsigned i = 0; 64 * i < r->payload_bits; i++) {
		unsigned bits = r->payload_bits - 64 * i < 64 ? r->payload_bits - 64 * i : 64;

		if (!same(r, x, "m_axis_tdata", model_get(r->rtl, r->m_data, end * r->payload_bits + 64 * i, bits),
			  payload_word(p->shown.word, i) & bits_low(bits)))
			return false;
	}
	return true;
}

static bool same_processor(const struct run *r, unsigned x)
{
	const struct processor *p = &r->processor[x];
	bool ready = p->taking && r->clock % r->frame_clocks == r->bytes - 1;

	return same(r, x, "s_axis_tready", model_get(r->rtl, r->s_ready, x - 1, 1), ready)
	       && same(r, x, "m_axis_tvalid", model_get(r->rtl, r->m_valid, x - 1, 1), p->shows)
	       && (!p->shows || same_word(r, x))
	       && same(r, x, "bad_destination", model_get(r->rtl, r->bad, x - 1, 1), p->was_bad);
}

static bool compare(const struct run *r)
{
	unsigned links = 0, rooms = 0;

	for (unsigned x = 1; x <= r->h->nodes; x++)
		if (!same_links(r, x, &links) || !same_rooms(r, x, &rooms) || !same_processor(r, x))
			return false;
	return true;
}

/* ---- processors -------------------------------------------------------------------------------------------------- */

/* The number of a node, of the sender, too; or of none. */
static unsigned draw_destination(struct run *r, bool bad)
{
	unsigned absent = (1u << r->net->label_bits) - r->h->nodes;
	unsigned none = (unsigned)random_below(&r->random, absent);

	return !bad ? 1 + (unsigned)random_below(&r->random, r->h->nodes) : none ? r->h->nodes + none : 0;
}

static void put_word(struct run *r, unsigned x)
{
	struct processor *p = &r->processor[x];
	unsigned label_bits = r->net->label_bits;

	p->word = r->words++;
	p->bad = chance(r, r->badness);
	p->destination = draw_destination(r, p->bad);
	model_set(r->rtl, r->s_dest, (x - 1) * label_bits, label_bits, p->destination);
	for (unsigned i = 0; 64 * i < r->payload_bits; i++) {
		unsigned bits = r->payload_bits - 64 * i < 64 ? r->payload_bits - 64 * i : 64;

		model_set(r->rtl, r->s_data, (x - 1) * r->payload_bits + 64 * i, bits,
			  payload_word(p->word, i) & bits_low(bits));
	}
}

static void drive(struct run *r)
{
	for (unsigned x = 1; x <= r->h->nodes; x++) {
		struct processor *p = &r->processor[x];

		if (!p->sends && chance(r, r->load)) {
			p->sends = true;
			put_word(r, x);
		}
		p->ready = chance(r, r->readiness);
		model_set(r->rtl, r->s_valid, x - 1, 1, p->sends);
		model_set(r->rtl, r->m_ready, x - 1, 1, p->ready);
	}
}

/* Clock 0: what is offered enters, if there is room. */
static void begin_frame(struct run *r)
{
	for (unsigned x = 1; x <= r->h->nodes; x++) {
		const struct processor *p = &r->processor[x];

		r->model->node[x].offer.exists = false;
		if (p->sends && !p->bad)
			r->model->node[x].offer = model_packet_of(r->h, x, p->destination, p->word);
	}
	hypertree_model_begin(r->model);
	for (unsigned x = 1; x <= r->h->nodes; x++) {
		struct processor *p = &r->processor[x];

		p->taking = p->sends && r->clock >= r->frame_clocks && (p->bad || !r->model->node[x].offer.exists);
		p->coming = r->model->node[x].wire[PORT_OWN].exists;
		r->sent += p->taking && !p->bad;
	}
}

/* Clock 3: the adapter has room for a word behind the one that comes in this frame. */
static void scan(struct run *r)
{
	for (unsigned x = 1; x <= r->h->nodes; x++) {
		const struct processor *p = &r->processor[x];

		r->model->node[x].is_busy = p->shows + p->behind.exists + p->coming >= 2;
	}
	hypertree_model_scan(r->model);
}

/* The edge at the end of a clock, at a node's adapter. */
static void clock_adapter(struct run *r, unsigned x)
{
	struct processor *p = &r->processor[x];
	unsigned clock = r->clock % r->frame_clocks;
	bool leaves = p->shows && p->ready, moves = p->behind.exists && (!p->shows || p->ready);

	if (clock == r->bytes - 1 && p->taking)
		p->taking = p->sends = false;
	r->received += leaves;
	p->shows = moves || (p->shows && !leaves);
	if (moves) {
		p->shown = p->behind;
		p->behind.exists = false;
	}
	if (clock == r->bytes - 1 && p->coming) {
		p->behind = r->model->node[x].wire[PORT_OWN];
		p->coming = false;
	}
	p->was_bad = p->was_bad || (clock == 0 && p->taking && p->bad);
}

static bool step(struct run *r)
{
	drive(r);
	if (r->clock % r->frame_clocks == 0)
		begin_frame(r);
	if (r->clock % r->frame_clocks == SCAN_CLOCK)
		scan(r);
	model_eval(r->rtl);
	if (!compare(r))
		return false;
	for (unsigned x = 1; x <= r->h->nodes; x++)
		clock_adapter(r, x);
	model_edge(r->rtl);
	r->clock++;
	return true;
}

/* ---- runs -------------------------------------------------------------------------------------------------------- */

/* Sends nothing more, and takes everything. */
static bool drain(struct run *r, unsigned long frames)
{
	r->load = 0;
	r->readiness = OF_ALL;
	for (unsigned long c = 0; c < frames * r->frame_clocks; c++)
		if (!step(r))
			return false;
	return same(r, 0, "the number of words received", r->received, r->sent)
	       && same(r, 0, "the number of packets left", 0, hypertree_model_packets(r->model));
}

/* Runs with loads that change, from none to more than the network takes. */
static bool run(struct run *r, unsigned long frames)
{
	enum { PIECES = 8 };
	static const unsigned loads[] = { OF_ALL, 1, 30, 5 }, readiness[] = { OF_ALL, 20, 90, 5, 60 };

	model_reset(r->rtl, RESET_CLOCKS);
	model_clock(r->rtl);
	for (unsigned piece = 0; piece < PIECES; piece++) {
		r->load = loads[random_below(&r->random, sizeof loads / sizeof *loads)];
		r->readiness = readiness[random_below(&r->random, sizeof readiness / sizeof *readiness)];
		r->badness = piece == PIECES - 1 ? 3 : 0;
		for (unsigned long c = 0; c < frames * r->frame_clocks / PIECES; c++)
			if (!step(r))
				return false;
	}
	return drain(r, frames);
}

static bool find_ports(struct run *r)
{
	const struct { const struct model_port **port; const char *name; } ports[] = {
		{ &r->s_valid, "s_axis_tvalid" }, { &r->s_ready, "s_axis_tready" }, { &r->s_dest, "s_axis_tdest" },
		{ &r->s_data, "s_axis_tdata" }, { &r->m_valid, "m_axis_tvalid" }, { &r->m_ready, "m_axis_tready" },
		{ &r->m_user, "m_axis_tuser" }, { &r->m_data, "m_axis_tdata" }, { &r->bad, "bad_destination" },
		{ &r->probe_data, "probe_data" }, { &r->probe_room, "probe_room" },
	};

	for (size_t i = 0; i < sizeof ports / sizeof *ports; i++) {
		*ports[i].port = model_port(r->rtl, ports[i].name);
		if (!*ports[i].port) {
			printf("# there is no port %s\n", ports[i].name);
			return false;
		}
	}
	return true;
}

static bool run_network(const struct spec *spec, uint64_t seed, unsigned long frames)
{
	struct run r = { .net = network_new(spec), .h = hypertree_of(spec), .payload_bits = spec->payload_bits };

	r.rtl = open_network(r.net, "rtl", &(struct model_start){ .random_registers = (uint32_t)seed | 1 });
	r.model = hypertree_model_new(r.h, hypertree_parameters(spec)->buffers, 0);
	r.bytes = hypertree_packet_bytes(spec->payload_bits);
	r.frame_clocks = r.net->slot_clocks;
	r.processor = allocate_array(r.h->nodes + 1, sizeof *r.processor);
	random_start(&r.random, seed, 1);
	bool good = r.rtl && find_ports(&r) && run(&r, frames);

	printf("%s seed %llu: %s, %u nodes, %u payload bits, %u buffers: %lu words\n", good ? "ok" : "FAILED",
	       (unsigned long long)seed, spec->kind->word, r.h->nodes, r.payload_bits, r.model->buffers, r.received);
	fflush(stdout);
	if (r.rtl)
		model_close(r.rtl);
	hypertree_model_free(r.model);
	hypertree_free(r.h);
	network_free(r.net);
	free(r.processor);
	return good;
}

/* One random network. */
static bool run_seed(uint64_t seed, unsigned long frames, unsigned most_nodes)
{
	struct random random;
	struct override set[5];
	struct spec spec;

	random_start(&random, seed, 0);
	set[0].text = format_string("network=%s", hypertree_kinds[seed % 2 ? HYPERTREE_1 : HYPERTREE_2].word);
	set[1].text = format_string("nodes=%u", 2 + (unsigned)random_below(&random, most_nodes - 1));
	set[2].text = format_string("payload-bits=%u", 8 + (unsigned)random_below(&random, random_below(&random, 4) ? 60 : 200));
	set[3].text = format_string("buffers=%u", random_below(&random, 3) ? 2 : 4);
	set[4].text = copy_string("probe=true");
	bool good = network_read_spec(&spec, SOURCE_DIR "/rtl.yaml", set, 5);

	if (good) {
		good = run_network(&spec, seed, frames);
		spec_free(&spec);
	}
	for (unsigned i = 0; i < 5; i++)
		free((char *)set[i].text);
	return good;
}

int main(int argc, char **argv)
{
	unsigned networks = argc > 1 ? (unsigned)atoi(argv[1]) : 4;
	uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
	unsigned long frames = argc > 3 ? strtoul(argv[3], NULL, 10) : 1000;
	unsigned most_nodes = argc > 4 ? (unsigned)atoi(argv[4]) : 31;

	for (unsigned i = 0; i < networks; i++)
		if (!run_seed(seed + i, frames, most_nodes))
			return 1;
	return 0;
}
