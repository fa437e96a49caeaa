/* leaf.c: is docs/reference/protocol.md sufficient to write a leaf? These leaves were written from that page alone, without ftc's
 * own adapter. They drive the bare wires of a verilated network, and the outside of a network with an external channel.
 * Every word must arrive once and in order, although receivers refuse some of them. With leaf-interface=axi-stream the
 * leaves are ftc's, and only the outside is implemented here.
 *
 *   leaf TREE.yaml [KEY=VALUE ..]
 *
 * All values that the page defines are computed here again, not taken from compiler/leaves/frame.c. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rtl_model.h"
#include "network/network.h"
#include "model.h"
#include "util/text.h"

/* docs/reference/protocol.md, docs/tutorial/guide.md: one clock for the network, more for the registers of ftc's own leaves. */
enum { RESET_CLOCKS = 16 };

enum { SLOTS = 400, LONGEST_PART = 256, MOST_ENDS = 65, MOST_LANES = 8, SETS = 16 };

/* The numbers of docs/reference/protocol.md. */
struct protocol {
	unsigned L, c, w, leaves;	/* w: wires of the external channel, 0: none */
	unsigned R, lane_bits, source_bits, tag_bits, payload_bits;
	unsigned data, acknowledge;	/* clocks of the parts on a wire */
	unsigned A, S;
};

enum hearing { DEAF, FIELD_START, FIELD_BITS, COMPLETE };

/* One wire each way at a leaf, or at the outside. */
struct lane {
	bool pending;			/* a word is on its way */
	unsigned to;			/* its destination: a leaf, or `leaves` for the outside */
	uint32_t number;		/* its payload: how many words of the pair went before */
	bool acknowledged;

	char out[LONGEST_PART];		/* bits of the part being sent */
	unsigned out_at;

	enum hearing hearing;
	unsigned bits;			/* received behind the start bit */
	uint64_t source;
	uint32_t payload;
	bool taken;			/* this leaf takes the message */
	bool owing;			/* and has yet to acknowledge it, often before its last bit is here */
	uint64_t answer;		/* the source to acknowledge */
};

/* A leaf, or the outside. */
struct end {
	unsigned label;
	bool outside;
	unsigned lanes;
	struct lane lane[MOST_LANES];
	bool answers_arrive;		/* the part that began with the last strobe is one of acknowledgements */
	unsigned strobes;		/* heard */
	unsigned sent;			/* parts */
	bool ready;			/* AXI4-Stream only */
};

struct world {
	const struct protocol *p;
	struct end end[MOST_ENDS];
	unsigned ends;
	uint32_t next_sent[MOST_ENDS][MOST_ENDS], next_expected[MOST_ENDS][MOST_ENDS];
	unsigned long delivered, refused, again;
	bool axi, draining, wrong;
};

static uint64_t state = 1;

static unsigned draw(unsigned below)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return (unsigned)(state >> 33) % below;
}

static unsigned bits_for(unsigned n)
{
	unsigned k = 0;

	while (1u << k < n)
		k++;
	return k;
}

static unsigned larger(unsigned a, unsigned b)
{
	return a > b ? a : b;
}

static unsigned smaller(unsigned a, unsigned b)
{
	return a < b ? a : b;
}

static struct protocol numbers(const struct network *net)
{
	const struct spec *spec = net->spec;
	struct protocol p = { .L = net->levels, .c = spec->connections, .leaves = spec->leaves,
			      .w = spec->external ? spec->capacity[0] : 0, .payload_bits = spec->payload_bits };

	p.R = 2 * p.L - (p.w > 0 ? 1 : 2);
	p.lane_bits = bits_for(p.c);
	p.source_bits = (p.w > 0) + p.L + p.lane_bits;
	p.tag_bits = p.w > 0 ? larger(p.lane_bits, smaller(bits_for(p.w), p.L + p.lane_bits)) : p.lane_bits;
	p.data = 1 + p.R + 1 + p.source_bits + p.payload_bits;
	p.acknowledge = 1 + p.R + (p.tag_bits > 0 ? 1 + p.tag_bits : 0);
	/* Leaves that need no clock to think: a bit that comes in one clock can change what goes out in the next. */
	p.A = larger(p.data, net->latency + p.R + p.source_bits + (p.R == 0) + 1);
	p.S = p.A + net->latency + (p.tag_bits > 0 ? p.R + p.tag_bits + (p.R == 0) : 0) + 1;
	return p;
}

/* --- sending ----------------------------------------------------------------------------------------------------- */

static void put(struct lane *lane, unsigned *length, uint64_t value, unsigned bits)
{
	while (bits-- > 0)
		lane->out[(*length)++] = (char)(value >> bits & 1);
}

/* The route, filled up to R bits. */
static void put_route(const struct protocol *p, const struct end *from, struct lane *lane, unsigned to,
		      unsigned *length)
{
	unsigned end = *length + p->R, h = 0;

	if (to == p->leaves) {
		put(lane, length, (1u << p->L) - 1, p->L);
	} else if (from->outside) {
		put(lane, length, to, p->L);
	} else {
		while ((from->label ^ to) >> h != 0)
			h++;
		put(lane, length, (1u << (h - 1)) - 1, h - 1);
		if (h < p->L || p->w > 0)
			put(lane, length, 0, 1);
		put(lane, length, to & ((1u << (h - 1)) - 1), h - 1);
	}
	put(lane, length, 0, end - *length);
}

static void send_data(const struct world *x, const struct end *e, unsigned number)
{
	const struct protocol *p = x->p;
	struct lane *lane = (struct lane *)&e->lane[number];
	unsigned length = 0;

	memset(lane->out, 0, sizeof lane->out);
	lane->out_at = 0;
	put(lane, &length, lane->pending, 1);
	if (!lane->pending)
		return;
	put_route(p, e, lane, lane->to, &length);
	put(lane, &length, 1, 1);
	if (p->w > 0)
		put(lane, &length, e->outside, 1);
	if (e->outside) {
		put(lane, &length, number, p->L + p->lane_bits);
	} else {
		put(lane, &length, e->label, p->L);
		put(lane, &length, number, p->lane_bits);
	}
	put(lane, &length, lane->number, p->payload_bits);
}

static void send_acknowledgement(const struct world *x, const struct end *e, struct lane *lane)
{
	const struct protocol *p = x->p;
	unsigned length = 0;
	bool from_outside = p->w > 0 && lane->answer >> (p->source_bits - 1) != 0;
	unsigned label = (unsigned)(lane->answer >> p->lane_bits) & ((1u << p->L) - 1);

	memset(lane->out, 0, sizeof lane->out);
	lane->out_at = 0;
	put(lane, &length, lane->owing, 1);
	if (!lane->owing)
		return;
	lane->owing = false;
	put_route(p, e, lane, from_outside ? p->leaves : label, &length);
	if (p->tag_bits > 0) {
		put(lane, &length, 1, 1);
		put(lane, &length, lane->answer, p->tag_bits);
	}
}

static bool busy_with(const struct end *e, unsigned to)
{
	for (unsigned i = 0; i < e->lanes; i++)
		if (e->lane[i].pending && e->lane[i].to == to)
			return true;
	return false;
}

/* Drops acknowledged words, keeps the others, and gives idle lanes new words. */
static void next_words(struct world *x, struct end *e)
{
	for (unsigned i = 0; i < e->lanes; i++) {
		struct lane *lane = &e->lane[i];

		x->again += lane->pending && !lane->acknowledged;
		if (lane->acknowledged)
			lane->pending = false;
		lane->acknowledged = false;
	}
	for (unsigned i = 0; i < e->lanes; i++) {
		struct lane *lane = &e->lane[i];
		unsigned to = draw(x->ends);

		if (x->draining || lane->pending || to == e->label || busy_with(e, to) || draw(4) == 0)
			continue;
		lane->pending = true;
		lane->to = to;
		lane->number = x->next_sent[e->label][to]++;
	}
}

static void begin_part(struct world *x, struct end *e)
{
	if (e->sent++ % 2 == 0) {
		next_words(x, e);
		for (unsigned i = 0; i < e->lanes; i++)
			send_data(x, e, i);
	} else {
		for (unsigned i = 0; i < e->lanes; i++)
			send_acknowledgement(x, e, &e->lane[i]);
	}
}

/* --- receiving ---------------------------------------------------------------------------------------------------- */

static void take(struct world *x, struct end *e, struct lane *lane)
{
	const struct protocol *p = x->p;
	bool from_outside = p->w > 0 && lane->source >> (p->source_bits - 1) != 0;
	unsigned from = from_outside ? p->leaves : (unsigned)(lane->source >> p->lane_bits) & ((1u << p->L) - 1);

	if (from >= x->ends || lane->payload != x->next_expected[from][e->label]) {
		if (!x->wrong)
			fprintf(stderr, "leaf %u got word %u of leaf %u, which sent %u\n", e->label, lane->payload,
				from, from < x->ends ? x->next_expected[from][e->label] : 0);
		x->wrong = true;
		return;
	}
	x->next_expected[from][e->label]++;
	x->delivered++;
}

static void hear_tag(struct world *x, struct end *e, unsigned number)
{
	unsigned mask = e->outside ? (1u << x->p->tag_bits) - 1 : (1u << x->p->lane_bits) - 1;
	unsigned named = (unsigned)e->lane[number].source & mask;

	if (named >= e->lanes || !e->lane[named].pending || e->lane[named].acknowledged) {
		fprintf(stderr, "leaf %u: an acknowledgement of lane %u, which waits for none\n", e->label, named);
		x->wrong = true;
		return;
	}
	e->lane[named].acknowledged = true;
}

/* A bit behind the M bit: zeros, a start bit, then a field. */
static void hear(struct world *x, struct end *e, unsigned number, bool bit)
{
	const struct protocol *p = x->p;
	struct lane *lane = &e->lane[number];
	unsigned source_bits = e->answers_arrive ? p->tag_bits : p->source_bits;

	if (lane->hearing == FIELD_START) {
		if (bit)
			lane->hearing = FIELD_BITS;
		return;
	}
	if (lane->bits++ < source_bits)
		lane->source = lane->source << 1 | bit;
	else
		lane->payload = lane->payload << 1 | bit;
	if (lane->bits == source_bits && !e->answers_arrive) {
		lane->taken = lane->owing = draw(8) != 0;
		lane->answer = lane->source;
		x->refused += !lane->taken;
	}
	if (lane->bits < source_bits + (e->answers_arrive ? 0 : p->payload_bits))
		return;
	if (e->answers_arrive)
		hear_tag(x, e, number);
	lane->hearing = COMPLETE;
}

/* What the wires bring in this clock. */
static void end_hears(struct world *x, struct end *e, const bool *wire, bool strobe)
{
	if (strobe)
		e->answers_arrive = e->strobes++ % 2 != 0;
	for (unsigned i = 0; i < e->lanes; i++) {
		struct lane *lane = &e->lane[i];

		if (!strobe && (lane->hearing == FIELD_START || lane->hearing == FIELD_BITS)) {
			hear(x, e, i, wire[i]);
			if (!e->answers_arrive && lane->taken && lane->hearing == COMPLETE)
				take(x, e, lane);
		}
		if (!strobe)
			continue;
		lane->hearing = wire[i] ? FIELD_START : DEAF;
		lane->bits = 0;
		lane->source = lane->payload = 0;
		if (wire[i] && e->answers_arrive && x->p->tag_bits == 0) {
			lane->hearing = COMPLETE;
			hear_tag(x, e, i);
		}
	}
}

/* --- the network between ------------------------------------------------------------------------------------------ */

static void set_wires(struct model *m, const char *port, unsigned at, struct end *e)
{
	for (unsigned i = 0; i < e->lanes; i++) {
		struct lane *lane = &e->lane[i];
		bool bit = lane->out_at < LONGEST_PART && lane->out[lane->out_at++] != 0;

		model_set(m, model_port(m, port), at + i, 1, bit);
	}
}

static void get_wires(struct world *x, struct model *m, const char *port, const char *strobe, unsigned at,
		      struct end *e)
{
	bool wire[MOST_LANES];

	for (unsigned i = 0; i < e->lanes; i++)
		wire[i] = model_get(m, model_port(m, port), at + i, 1);
	end_hears(x, e, wire, model_get(m, model_port(m, strobe), 0, 1));
}

static void clock_leaves(struct world *x, struct model *m, bool strobe)
{
	const struct protocol *p = x->p;

	model_set(m, model_port(m, "leaf_up_start"), 0, 1, strobe);
	for (unsigned i = 0; i < p->leaves; i++) {
		if (strobe)
			begin_part(x, &x->end[i]);
		set_wires(m, "leaf_up", i * p->c, &x->end[i]);
	}
	model_eval(m);
	for (unsigned i = 0; i < p->leaves; i++)
		get_wires(x, m, "leaf_down", "leaf_down_start", i * p->c, &x->end[i]);
}

/* ftc's own leaves: a word stays on s_axis until it is taken; readers are ready in three of four clocks. */
static void offer_axi(struct world *x, struct model *m, struct end *e)
{
	const struct protocol *p = x->p;
	unsigned label = p->L + (p->w > 0), i = e->label, to = draw(x->ends);
	struct lane *lane = &e->lane[0];

	if (!lane->pending && !x->draining && to != i && draw(64) == 0) {
		lane->pending = true;
		lane->to = to;
		lane->number = x->next_sent[i][to]++;
	}
	model_set(m, model_port(m, "s_axis_tvalid"), i, 1, lane->pending);
	model_set(m, model_port(m, "s_axis_tdata"), i * p->payload_bits, p->payload_bits, lane->number);
	model_set(m, model_port(m, "s_axis_tdest"), i * label, label, lane->to < p->leaves ? lane->to : 1u << p->L);
	e->ready = draw(4) != 0;
	model_set(m, model_port(m, "m_axis_tready"), i, 1, e->ready);
}

static void take_axi(struct world *x, struct model *m, struct end *e)
{
	const struct protocol *p = x->p;
	unsigned label = p->L + (p->w > 0), i = e->label;
	struct lane got = { .payload = 0 };

	if (e->lane[0].pending && model_get(m, model_port(m, "s_axis_tready"), i, 1))
		e->lane[0].pending = false;
	if (!e->ready || !model_get(m, model_port(m, "m_axis_tvalid"), i, 1))
		return;
	/* The label of the source, as if it had come with a lane of 0 behind it. */
	got.source = model_get(m, model_port(m, "m_axis_tuser"), i * label, label) << p->lane_bits;
	got.payload = (uint32_t)model_get(m, model_port(m, "m_axis_tdata"), i * p->payload_bits, p->payload_bits);
	take(x, e, &got);
}

static void clock_axi_leaves(struct world *x, struct model *m)
{
	for (unsigned i = 0; i < x->p->leaves; i++)
		offer_axi(x, m, &x->end[i]);
	model_eval(m);
	for (unsigned i = 0; i < x->p->leaves; i++)
		take_axi(x, m, &x->end[i]);
}

/* The outside's M bits go down in the clock in which the others come up. */
static void clock_outside(struct world *x, struct model *m)
{
	struct end *e = &x->end[x->p->leaves];

	if (model_get(m, model_port(m, "root_start"), 0, 1))
		begin_part(x, e);
	get_wires(x, m, "root_up", "root_start", 0, e);
	set_wires(m, "root_down", 0, e);
}

static void run(struct world *x, struct model *m)
{
	const struct protocol *p = x->p;

	model_reset(m, x->axi ? RESET_CLOCKS : 1);
	for (unsigned slot = 0; slot < 2 * SLOTS && !x->wrong; slot++) {
		x->draining = slot >= SLOTS;
		for (unsigned t = 0; t < p->S; t++) {
			if (x->axi)
				clock_axi_leaves(x, m);
			else
				clock_leaves(x, m, t == 0 || t == p->A);
			if (p->w > 0)
				clock_outside(x, m);
			model_clock(m);
		}
	}
}

static unsigned long missing(const struct world *x)
{
	unsigned long missing = 0;

	for (unsigned i = 0; i < x->ends; i++)
		for (unsigned j = 0; j < x->ends; j++)
			missing += x->next_sent[i][j] - x->next_expected[i][j];
	return missing;
}

int main(int argc, char **argv)
{
	struct override set[SETS] = { { "leaf-interface=wires" } };
	size_t sets = 1;
	struct spec spec;

	for (int i = 2; i < argc && sets < SETS; i++)
		set[sets++].text = argv[i];
	if (argc < 2 || !spec_read(&spec, argv[1], set, sets))
		return 2;

	struct network *net = network_elaborate(&spec);
	struct protocol p = numbers(net);
	struct world *x = allocate(sizeof *x);
	/* Whatever the flip-flops hold at power-up. */
	struct model *model = open_network(net, "leaf", &(struct model_start){ .random_registers = 7 });

	x->p = &p;
	x->ends = p.leaves + (p.w > 0);
	x->axi = spec.leaf_interface == LEAF_AXI_STREAM;
	if (!model || x->ends > MOST_ENDS || p.c > MOST_LANES || p.w > MOST_LANES || p.data > LONGEST_PART)
		return 1;
	for (unsigned i = 0; i < x->ends; i++)
		x->end[i] = (struct end){ .label = i, .outside = i == p.leaves, .lanes = i == p.leaves ? p.w : p.c };
	run(x, model);
	printf("A = %u, S = %u: %lu words delivered, %lu refused, %lu sent again, %lu missing\n", p.A, p.S,
	       x->delivered, x->refused, x->again, missing(x));
	bool ok = !x->wrong && missing(x) == 0 && x->delivered > SLOTS / 4 && x->refused > 0 && x->again > 0;

	free(x);
	model_close(model);
	network_free(net);
	spec_free(&spec);
	return !ok;
}
