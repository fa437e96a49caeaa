/* rtl.c: random hypertrees: the C model against the verilated RTL, every byte on every link and every room, every clock.
 *
 *   rtl [networks] [first seed] [frames of each] [most nodes]
 *
 * Processors send and are ready at random, some to nodes that do not exist. What the ports of the processors show is
 * compared, too, and all ports with those of the model of `ftc simulate`. Some networks have dead parts, some acknowledge
 * words. With fault registers, parts are declared dead, show noise, and live again; and in a second run they may fall
 * silent before, which that model does not know. A failure prints the parameters, the clock and the node; the same seed
 * repeats it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bits.h"
#include "machines/hypertree/model.h"
#include "noise.h"
#include "random.h"

enum { RESET_CLOCKS = 4, OF_ALL = 100, ROOM_CLOCK = 1, SCAN_CLOCK = 3, CLOCKS_BEHIND_SHIFT = 4 };

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
	bool was_busy;			/* acknowledged: no room in ROOM_CLOCK */
};

/* The fault register, and what the test is about to do with it. */
struct fault_bits {
	struct hypertree_part part[MOST_HYPERTREE_PARTS];
	unsigned parts;
	bool next[MOST_HYPERTREE_PARTS];	/* shifted in */
	bool counts[MOST_HYPERTREE_PARTS];	/* they count, or will from the purge on */
	bool want[MOST_HYPERTREE_PARTS];	/* what is shifted in next */
	unsigned rest;			/* bits to shift still, the last one of the register last */
	unsigned long due;		/* clock in which shifting begins */
	bool are_silent;		/* parts that are going to be declared dead are silent now */
	bool shift, has_shifted, purges;	/* fault_shift; since the register was looked at; in the next frame */
	bool quiet;			/* all live, and stay so */
	bool break_early;		/* parts may fall silent before they are declared dead */
};

/* A network as Verilog and as a model. */
struct run {
	struct network *net;
	struct hypertree *h;
	struct hypertree_model *model;
	struct model *rtl;
	struct model *ports;		/* stream_model.c; NULL: it is not compared */
	const struct model_port *s_valid, *s_ready, *s_dest, *s_data, *m_valid, *m_ready, *m_user, *m_data, *bad,
			        *probe_data, *probe_room, *lost, *dead, *fault_shift, *fault_in, *fault_out, *noise;
	unsigned bytes, frame_clocks, payload_bits;
	struct random random;
	unsigned load, readiness, badness;	/* chances, in OF_ALL */
	struct processor *processor;	/* [node] */
	struct fault_bits faults;	/* with fault registers */
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
	bool shows_class = r->h->any_dead || r->h->fault_registers;

	if (!packet->exists || i >= r->bytes)
		return 0;
	if (i == 0)
		return (uint8_t)(PACKET_VALID | (shows_class && h->class ? PACKET_CLASS : 0) | (h->forced ? PACKET_FORCED : 0)
				 | (packet->is_answer ? PACKET_ANSWER : 0) | (h->symmetric || h->wraps || h->descends ? PACKET_SYMMETRIC : 0) | h->detour);
	if (i == 1)
		return (uint8_t)(hypertree_path(h->destination) | (packet->sequence ? PACKET_SEQUENCE : 0));
	if (i == 2)
		return (uint8_t)(h->source | (packet->accepted ? PACKET_ACCEPTED : 0));
	return packet->is_answer ? 0 : payload_byte(r, packet->word, (int)r->payload_bits - 8 * ((int)i - 2));
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

		if (r->clock % r->frame_clocks > 0 && !hypertree_is_dead(r->h, x, node->queue[q].port)
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

/* Bits that a purge will make count may be seen a few clocks before it. */
static bool same_faults(const struct run *r)
{
	const struct fault_bits *f = &r->faults;
	unsigned clock = r->clock % r->frame_clocks;

	if (!r->h->fault_registers)
		return true;
	for (unsigned i = 0; i < f->parts && clock <= r->frame_clocks - CLOCKS_BEHIND_SHIFT; i++)
		if (!same(r, f->part[i].node, "dead", model_get(r->rtl, r->dead, i, 1), f->counts[i]))
			return false;
	return same(r, 0, "fault_out", model_get(r->rtl, r->fault_out, 0, 1), f->next[0]);
}

/* Words that are dropped in a frame show at its end. */
static bool same_losses(const struct run *r)
{
	for (unsigned x = 1; x <= r->h->nodes && r->lost && r->clock % r->frame_clocks == r->frame_clocks - 1; x++)
		if (!same(r, x, "lost", model_get(r->rtl, r->lost, x - 1, 1), r->model->node[x].has_lost))
			return false;
	return true;
}

/* The model of all ports gets what the Verilog gets. */
static void copy_inputs(const struct run *r)
{
	static const char *const names[] = { "s_axis_tdata", "s_axis_tdest", "s_axis_tvalid", "m_axis_tready", "fault_shift",
					     "fault_in" };

	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		const struct model_port *from = model_port(r->rtl, names[i]), *to = model_port(r->ports, names[i]);

		for (unsigned at = 0; from && at < from->width; at++)
			model_set(r->ports, to, at, 1, bits_get(model_inputs(r->rtl), (size_t)from->low + at, 1));
	}
}

/* Bits of a port, which both have or none has. Node 0, count 0: all of it. */
static bool same_bits(const struct run *r, unsigned node, const char *name, unsigned count)
{
	const struct model_port *rtl = model_port(r->rtl, name), *ports = model_port(r->ports, name);

	if (!rtl && !ports)
		return true;
	if (!rtl || !ports || rtl->width != ports->width)
		return same(r, 0, name, rtl ? rtl->width : 0, ports ? ports->width : 0);
	unsigned begin = node ? (node - 1) * count : 0, end = node ? node * count : rtl->width;

	for (unsigned at = begin; at < end; at++)
		if (!same(r, node, name, model_get(r->rtl, rtl, at, 1), model_get(r->ports, ports, at, 1)))
			return false;
	return true;
}

static bool same_ports(const struct run *r)
{
	static const char *const names[] = { "s_axis_tready", "m_axis_tvalid", "bad_destination", "lost", "dead", "fault_out" };

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (!same_bits(r, 0, names[i], 0))
			return false;
	for (unsigned x = 1; x <= r->h->nodes; x++)
		if (r->processor[x].shows && (!same_bits(r, x, "m_axis_tdata", r->payload_bits)
					      || !same_bits(r, x, "m_axis_tuser", r->net->label_bits)))
			return false;
	return true;
}

static bool compare(const struct run *r)
{
	if (r->ports && !same_ports(r))
		return false;
	unsigned links = 0, rooms = 0;

	for (unsigned x = 1; x <= r->h->nodes; x++)
		if (!same_links(r, x, &links) || !same_rooms(r, x, &rooms) || !same_processor(r, x))
			return false;
	return same_faults(r) && same_losses(r);
}

/* ---- processors -------------------------------------------------------------------------------------------------- */

/* The number of a node, of the sender, too; or of none. */
static unsigned draw_destination(struct run *r, bool bad)
{
	unsigned absent = (1u << r->net->label_bits) - r->h->nodes;
	unsigned none = (unsigned)random_below(&r->random, absent);

	return !bad ? 1 + (unsigned)random_below(&r->random, r->h->nodes) : none ? r->h->nodes + none : 0;
}

/* A word for a dead node keeps its slot for ever, where parts do not live again. */
static bool must_live(const struct run *r)
{
	return r->model->outstanding && !r->h->fault_registers;
}

static void put_word(struct run *r, unsigned x)
{
	struct processor *p = &r->processor[x];
	unsigned label_bits = r->net->label_bits;

	p->word = r->words++;
	p->bad = chance(r, r->badness);
	do
		p->destination = draw_destination(r, p->bad);
	while (!p->bad && must_live(r) && r->h->dead_node[p->destination]);
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
	bool is_open = r->model->frame >= r->model->first_frame && !r->model->purges;

	for (unsigned x = 1; x <= r->h->nodes; x++) {
		const struct processor *p = &r->processor[x];

		r->model->node[x].offer.exists = false;
		if (p->sends && !p->bad)
			r->model->node[x].offer = model_packet_of(r->h, x, p->destination, p->word);
	}
	hypertree_model_begin(r->model);
	for (unsigned x = 1; x <= r->h->nodes; x++) {
		struct processor *p = &r->processor[x];

		p->taking = p->sends && is_open && !r->h->dead_node[x] && (p->bad || !r->model->node[x].offer.exists);
		p->coming = !r->model->outstanding && r->model->node[x].delivered.exists;
		r->sent += p->taking && !p->bad;
	}
}

/* Clock 1: an adapter of acknowledged words looks whether the word that comes has room. */
static void see_room(struct run *r)
{
	for (unsigned x = 1; x <= r->h->nodes; x++)
		r->processor[x].was_busy = r->processor[x].behind.exists;
}

/* Clock 3: another adapter has room for a word behind the one that comes in this frame. */
static void scan(struct run *r)
{
	for (unsigned x = 1; x <= r->h->nodes; x++) {
		const struct processor *p = &r->processor[x];

		r->model->node[x].is_busy = r->model->outstanding ? p->was_busy : p->shows + p->behind.exists + p->coming >= 2;
	}
	hypertree_model_scan(r->model);
	for (unsigned x = 1; x <= r->h->nodes && r->model->outstanding; x++)
		r->processor[x].coming = r->model->node[x].delivered.exists;
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
		p->behind = r->model->node[x].delivered;
		p->coming = false;
	}
	p->was_bad = p->was_bad || (clock == 0 && p->taking && p->bad);
}

/* ---- fault registers --------------------------------------------------------------------------------------------- */

/* Some parts, mostly one, to die next; those that are dead now live again. Some fall silent before. */
static void plan_faults(struct run *r)
{
	static const unsigned counts[] = { 0, 0, 1, 1, 1, 1, 2, 3 };
	struct fault_bits *f = &r->faults;

	memset(f->want, 0, sizeof f->want);
	for (unsigned k = f->quiet ? 0 : counts[random_below(&r->random, sizeof counts / sizeof *counts)]; k > 0; k--)
		f->want[random_below(&r->random, f->parts)] = true;
	f->rest = f->parts;
	f->are_silent = f->break_early && chance(r, 50);
	f->due = r->clock + random_below(&r->random, (f->quiet ? 1 : 40) * r->frame_clocks);
}

/* A bit in most clocks, until all are in. */
static void drive_faults(struct run *r)
{
	struct fault_bits *f = &r->faults;

	if (!r->h->fault_registers)
		return;
	f->shift = f->rest > 0 && r->clock >= f->due && !chance(r, 1);
	model_set(r->rtl, r->fault_shift, 0, 1, f->shift);
	model_set(r->rtl, r->fault_in, 0, 1, f->shift ? f->want[f->parts - f->rest] : chance(r, 50));
}

static bool is_end(const struct hypertree_part *part, unsigned node, unsigned other)
{
	if (!part->other)
		return node == part->node || other == part->node;
	return (node == part->node && other == part->other) || (node == part->other && other == part->node);
}

/* Between two frames, parts that will be declared dead fall silent. */
static void break_parts(struct run *r)
{
	const struct fault_bits *f = &r->faults;

	for (unsigned x = 1; x <= r->h->nodes; x++) {
		r->model->node[x].broken_ports = 0;
		for (enum hypertree_port port = PORT_UP; port < PORT_OWN; port++)
			for (unsigned i = 0; i < f->parts && f->are_silent; i++)
				if (f->want[i] && !f->counts[i] && hypertree_neighbour(r->h, x, port)
				    && is_end(&f->part[i], x, hypertree_neighbour(r->h, x, port)))
					r->model->node[x].broken_ports |= 1u << port;
	}
}

/* Clock 0: the frame may be a purge. */
static void begin_purge(struct run *r)
{
	struct fault_bits *f = &r->faults;

	if (!r->h->fault_registers)
		return;
	if (f->purges) {
		hypertree_revive(r->h);
		for (unsigned i = 0; i < f->parts; i++)
			if (f->counts[i])
				hypertree_kill(r->h, &f->part[i]);
		hypertree_model_purge(r->model);
	}
	f->purges = false;
	break_parts(r);
}

/* The edge at the end of a clock. */
static void clock_faults(struct run *r)
{
	struct fault_bits *f = &r->faults;

	if (!r->h->fault_registers)
		return;
	if (r->clock % r->frame_clocks == r->frame_clocks - CLOCKS_BEHIND_SHIFT && !f->shift && f->has_shifted) {
		memcpy(f->counts, f->next, sizeof f->counts);
		f->has_shifted = false;
		f->purges = true;
	}
	if (f->shift) {
		memmove(&f->next[0], &f->next[1], (f->parts - 1) * sizeof *f->next);
		f->next[f->parts - 1] = f->want[f->parts - f->rest--];
		f->has_shifted = true;
	}
	if (f->rest == 0 && !f->has_shifted && !f->purges && !f->quiet)
		plan_faults(r);
}

/* What an input port gets, beside what its neighbour sends: noise if the link is dead; if it is broken, what makes zeros
 * of it. */
static void drive_noise(struct run *r)
{
	unsigned at = 0, clock = r->clock % r->frame_clocks;

	for (unsigned x = 1; x <= r->h->nodes && r->noise; x++)
		for (enum hypertree_port port = PORT_UP; port < PORT_OWN; port++) {
			const struct model_node *node = &r->model->node[x];
			unsigned other = hypertree_neighbour(r->h, x, port), classes = hypertree_classes(r->h, port);
			uint64_t noise = 0;

			if (node->queue_of[port][0] == NO_QUEUE)
				continue;
			if (other && hypertree_is_dead(r->h, x, port))
				noise = random_below(&r->random, 1u << (BYTE + classes));
			if (other && node->broken_ports >> port & 1) {
				enum hypertree_port far = hypertree_far_port(r->h, x, port);
				const struct model_node *next = &r->model->node[other];

				noise = packet_byte(r, &next->wire[far], clock);
				for (unsigned c = 0; c < classes; c++)
					noise |= (uint64_t)(next->queue[next->queue_of[far][c]].count < r->model->buffers)
						 << (BYTE + c);
			}
			model_set(r->rtl, r->noise, at, BYTE + classes, noise);
			at += BYTE + classes;
		}
}

static bool step(struct run *r)
{
	unsigned clock = r->clock % r->frame_clocks;

	drive(r);
	drive_faults(r);
	if (clock == 0) {
		begin_purge(r);
		begin_frame(r);
	}
	if (clock == ROOM_CLOCK)
		see_room(r);
	if (clock == SCAN_CLOCK)
		scan(r);
	drive_noise(r);
	model_eval(r->rtl);
	if (r->ports) {
		copy_inputs(r);
		model_eval(r->ports);
	}
	if (!compare(r))
		return false;
	for (unsigned x = 1; x <= r->h->nodes; x++)
		clock_adapter(r, x);
	clock_faults(r);
	model_edge(r->rtl);
	if (r->ports)
		model_edge(r->ports);
	r->clock++;
	return true;
}

/* ---- runs -------------------------------------------------------------------------------------------------------- */

/* Sends nothing more, and takes everything. All parts live again, if they can. Words for dead nodes are dropped, and lost
 * unless they are acknowledged. */
static bool drain(struct run *r, unsigned long frames)
{
	r->load = 0;
	r->readiness = OF_ALL;
	if (r->h->fault_registers) {
		r->faults.quiet = true;
		while (r->faults.rest > 0 || r->faults.has_shifted || r->faults.purges)
			if (!step(r))
				return false;
		plan_faults(r);
	}
	for (unsigned long c = 0; c < frames * r->frame_clocks; c++)
		if (!step(r))
			return false;
	return same(r, 0, "the number of words received", r->received,
		    r->sent - (r->model->outstanding ? 0 : r->model->dropped))
	       && same(r, 0, "the number of packets left", 0, hypertree_model_packets(r->model));
}

/* Runs with loads that change, from none to more than the network takes. */
static bool run(struct run *r, unsigned long frames)
{
	enum { PIECES = 8 };
	static const unsigned loads[] = { OF_ALL, 1, 30, 5 }, readiness[] = { OF_ALL, 20, 90, 5, 60 };

	model_reset(r->rtl, RESET_CLOCKS);
	model_clock(r->rtl);
	if (r->ports) {
		model_reset(r->ports, RESET_CLOCKS);
		model_clock(r->ports);
	}
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
	bool registers = r->h->fault_registers;
	const struct wanted_port ports[] = {
		{ &r->s_valid, "s_axis_tvalid", false }, { &r->s_ready, "s_axis_tready", false }, { &r->s_dest, "s_axis_tdest", false },
		{ &r->s_data, "s_axis_tdata", false }, { &r->m_valid, "m_axis_tvalid", false }, { &r->m_ready, "m_axis_tready", false },
		{ &r->m_user, "m_axis_tuser", false }, { &r->m_data, "m_axis_tdata", false }, { &r->bad, "bad_destination", false },
		{ &r->probe_data, "probe_data", false }, { &r->probe_room, "probe_room", false },
		{ &r->lost, "lost", !r->h->any_dead && !registers }, { &r->noise, "noise", !registers },
		{ &r->dead, "dead", !registers }, { &r->fault_shift, "fault_shift", !registers },
		{ &r->fault_in, "fault_in", !registers }, { &r->fault_out, "fault_out", !registers },
	};

	return find_wanted_ports(r->rtl, ports, sizeof ports / sizeof *ports);
}

static bool run_network(const struct spec *spec, uint64_t seed, unsigned long frames, bool break_early)
{
	struct run r = { .net = network_new(spec), .h = hypertree_of(spec), .payload_bits = spec->payload_bits };

	const struct hypertree_parameters *own = hypertree_parameters(spec);

	r.rtl = open_with_noise(r.net, r.h, &(struct model_start){ .random_registers = (uint32_t)seed | 1 });
	r.ports = break_early ? NULL : hypertree_stream_model(r.net);
	r.faults.break_early = break_early;
	r.model = hypertree_model_new(r.h, own->buffers, hypertree_outstanding(own));
	r.model->first_frame = hypertree_first_frame(r.h, spec->payload_bits);
	r.faults.parts = hypertree_parts(r.h, r.faults.part);
	r.bytes = hypertree_packet_bytes(spec->payload_bits);
	r.frame_clocks = r.net->slot_clocks;
	r.processor = allocate_array(r.h->nodes + 1, sizeof *r.processor);
	random_start(&r.random, seed, 1);
	for (unsigned i = 0; i < r.faults.parts; i++)
		for (unsigned k = 0; k < own->fault_count; k++)
			if (r.faults.part[i].node == own->fault[k].node && r.faults.part[i].other == own->fault[k].other)
				r.faults.next[i] = r.faults.counts[i] = true;
	plan_faults(&r);
	bool good = r.rtl && find_ports(&r) && run(&r, frames);

	printf("%s seed %llu: %s, %u nodes, %u payload bits, %u buffers, %u outstanding, %u faults%s: %lu words,"
	       " %lu refused, %lu dropped\n", good ? "ok" : "FAILED", (unsigned long long)seed, spec->kind->word, r.h->nodes,
	       r.payload_bits, r.model->buffers, r.model->outstanding, own->fault_count, r.h->fault_registers ? " at first" : "",
	       r.received, r.model->refused, r.model->dropped);
	fflush(stdout);
	model_close(r.rtl);
	model_close(r.ports);
	hypertree_model_free(r.model);
	hypertree_free(r.h);
	network_free(r.net);
	free(r.processor);
	return good;
}

/* "[node:3, link:2:5]": a fault or two that leave a network. */
static char *draw_faults(struct random *random, enum hypertree_kind kind, unsigned nodes)
{
	struct hypertree_part part[MOST_HYPERTREE_PARTS];
	struct hypertree *h = hypertree_new(kind, nodes);
	unsigned parts = hypertree_parts(h, part);
	char *text = copy_string("[]");

	for (unsigned tries = 0; tries < 20 && !h->any_dead; tries++) {
		const struct hypertree_part *a = &part[random_below(random, parts)], *b = &part[random_below(random, parts)];
		struct hypertree_dependencies found;

		hypertree_kill(h, a);
		hypertree_kill(h, b);
		struct hypertree_islands islands = hypertree_islands(h);

		if (hypertree_depend(h, false, &found) && found.lost == 0 && islands.count == 1 && islands.nodes[0] > 1) {
			char *first = hypertree_part_text(a), *second = hypertree_part_text(b);

			free(text);
			text = format_string("[%s, %s]", first, second);
			free(first);
			free(second);
		} else {
			hypertree_revive(h);
		}
		hypertree_dependencies_free(&found);
		hypertree_islands_free(&islands);
	}
	hypertree_free(h);
	return text;
}

/* Of ten seeds seven have hypertrees, three the other kinds. */
static enum hypertree_kind kind_of_seed(uint64_t seed)
{
	enum { PERIOD = 10, HYPERTREES = 7 };
	unsigned place = (unsigned)((seed + PERIOD - 1) % PERIOD);

	if (place >= HYPERTREES)
		return FULL_RING + (place - HYPERTREES);
	return seed % 2 ? HYPERTREE_1 : HYPERTREE_2;
}

/* One random network. Of each four seeds of hypertrees one has faults, one acknowledges words, and one has fault registers;
 * of other kinds, every second one acknowledges words. */
static bool run_seed(uint64_t seed, unsigned long frames, unsigned most_nodes)
{
	enum { WORDS = 9, LEAST_RING_TREE = 12 };
	enum hypertree_kind kind = kind_of_seed(seed);
	unsigned special = (unsigned)(seed / 2 % 4), nodes, words = 0;
	bool has_faults = kind <= HYPERTREE_2;
	struct random random;
	struct override set[WORDS];
	struct spec spec;

	random_start(&random, seed, 0);
	/* A small ring tree has no place that is passed, and none to walk to. */
	unsigned least = has_faults || most_nodes < LEAST_RING_TREE ? 2 : LEAST_RING_TREE;

	nodes = least + (unsigned)random_below(&random, most_nodes - least + 1);
	set[words++].text = format_string("network=%s", hypertree_kinds[kind].word);
	set[words++].text = format_string("nodes=%u", nodes);
	set[words++].text = format_string("payload-bits=%u", 8 + (unsigned)random_below(&random, random_below(&random, 4) ? 60 : 200));
	set[words++].text = format_string("buffers=%u", random_below(&random, 3) ? 2 : 4);
	set[words++].text = copy_string("probe=true");
	if (has_faults) {
		char *faults = special == 1 || (special > 1 && random_below(&random, 2)) ? draw_faults(&random, kind, nodes)
			       : copy_string("[]");

		set[words++].text = format_string("faults=%s", faults);
		set[words++].text = format_string("fault-registers=%s", special == 3 ? "true" : "false");
		free(faults);
	}
	set[words++].text = format_string("acknowledge=%s", special > 1 ? "true" : "false");
	if (special > 1)
		set[words++].text = format_string("outstanding=%u", 1 + (unsigned)random_below(&random, MOST_OUTSTANDING));
	bool good = network_read_spec(&spec, SOURCE_DIR "/rtl.yaml", set, words);

	if (good) {
		good = run_network(&spec, seed, frames, false)
		       && (!spec.fault_registers || run_network(&spec, seed, frames, true));
		spec_free(&spec);
	}
	for (unsigned i = 0; i < words; i++)
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
