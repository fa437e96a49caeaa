/* wishbone.c: rtl-templates/shells/wishbone_leaf.v against a model of its header's promises.
 *
 *   random bus cycles --> [ wishbone_leaf ] --> m_axis, taken now and then
 *                               |      ^------- s_axis, messages now and then
 *   every output of every clock against the model: acknowledge, data read, irq, both streams
 *
 * The model keeps messages with the clocks in which they were written and taken; it has no pointers, and only the
 * registers that a program sees. In phases the queues are full, empty and both; at the end every possible event must
 * have occurred.
 */
#include <stdlib.h>
#include <string.h>

#include "bench.h"

enum {
	STATUS, ENABLE, TO, SEND, FROM, RECEIVE, LEAF, SHAPE,
	MOST_WORDS = 4, MOST_DEPTH = 16, MOST_REGISTERS = 4, PHASE_CLOCKS = 1500, LABEL = 2,
};

/* The parameters of an instance. */
struct shape {
	unsigned payload, to_bits, from_bits, send_depth, receive_depth;
};

static const struct shape shapes[] = {
	{ 32, 4, 4, 4, 4 },
	{ 1, 2, 3, 2, 2 },
	{ 33, 32, 32, 4, 16 },
	{ 64, 5, 9, 16, 2 },
	{ 100, 20, 27, 2, 8 },
};

/* In percent: how often a bus cycle begins, is one of SEND, is one of RECEIVE; the network takes a message, and brings
 * one. */
static const struct phase {
	unsigned bus, send, receive, taken, brought;
} phases[] = {
	{ 60, 30, 30, 50, 50 },
	{ 95, 70, 10, 2, 90 },		/* both full */
	{ 95, 10, 70, 90, 2 },		/* both empty */
	{ 100, 45, 45, 100, 100 },
	{ 20, 40, 40, 10, 10 },
};

struct message {
	uint32_t word[MOST_WORDS], address;
	uint64_t written;
};

/* A queue and when its oldest message can be seen. */
struct queue {
	unsigned late, apart;		/* clocks after it was written, and after the one before it could be seen */
	struct message message[MOST_DEPTH];
	unsigned count;
	uint64_t next;			/* not before this clock, which is behind that in which the last one was taken */
};

/* The bus cycle that is asked for, and the message that the network brings. */
struct inputs {
	bool asks, write, taken, brought, reset;
	uint32_t where, dat, sel;
	struct message arriving;
};

/* What is expected of the leaf. */
struct leaf {
	const struct shape *shape;
	unsigned words;
	uint64_t now;
	struct queue send, receive;
	struct message writing;
	unsigned written, read;		/* words of a message */
	uint32_t to, enable;
	bool lost, ack, irq;
	struct inputs acknowledged;	/* the cycle, and in its first clock: */
	bool full, takes;		/* no room to send; it takes the oldest message */
	bool reads;			/* the acknowledged cycle, ... */
	uint32_t value;			/* ... and what it reads */
};

/* Events that have occurred; all of them must. */
static struct seen {
	unsigned sent, received, lost, cleared, send_full, receive_full, write_forgotten, read_forgotten, no_select,
		some_select, by[4], reset;
} seen;

static uint32_t draw_word(void)
{
	return bench_draw(0x10000) << 16 | bench_draw(0x10000);
}

static bool chance(unsigned percent)
{
	return bench_draw(100) < percent;
}

static uint32_t low_bits(uint32_t word, unsigned bits)
{
	return bits < 32 ? word & ((1u << bits) - 1) : word;
}

static unsigned bits_of_word(const struct leaf *l, unsigned word)
{
	unsigned rest = l->shape->payload - 32 * word;

	return rest < 32 ? rest : 32;
}

/* ---- The model --------------------------------------------------------------------------------------------------- */

/* In registers a message passes all places; from a RAM to the network, a register more. */
static struct queue queue_of(unsigned depth, bool to_network)
{
	bool registers = depth <= MOST_REGISTERS;

	return (struct queue){ .late = registers ? depth : to_network ? 3 : 2, .apart = !registers && to_network ? 2 : 1 };
}

static struct leaf leaf_of(const struct shape *s, uint64_t now)
{
	return (struct leaf){ .shape = s, .words = (s->payload + 31) / 32, .now = now,
			      .send = queue_of(s->send_depth, true), .receive = queue_of(s->receive_depth, false) };
}

static uint64_t seen_from(const struct queue *q)
{
	uint64_t written = q->message[0].written + q->late;

	return written > q->next ? written : q->next;
}

static bool there(const struct leaf *l, const struct queue *q)
{
	return q->count > 0 && l->now >= seen_from(q);
}

static void queue_add(struct leaf *l, struct queue *q, const struct message *m)
{
	q->message[q->count] = *m;
	q->message[q->count++].written = l->now;
}

static void queue_take(struct leaf *l, struct queue *q)
{
	uint64_t apart = seen_from(q) + q->apart;

	q->next = l->now + 1 > apart ? l->now + 1 : apart;
	memmove(&q->message[0], &q->message[1], --q->count * sizeof q->message[0]);
}

static uint32_t status_flags(const struct leaf *l)
{
	return (uint32_t)there(l, &l->receive) | (uint32_t)(l->send.count == 0) << 1
	       | (uint32_t)(l->send.count < l->shape->send_depth) << 2 | (uint32_t)l->lost << 3;
}

static uint32_t value_of(const struct leaf *l, uint32_t where)
{
	const struct shape *s = l->shape;

	switch (where) {
	case STATUS:
		return (s->send_depth - l->send.count) << 16 | l->receive.count << 4 | status_flags(l);
	case ENABLE: return l->enable;
	case TO: return l->to;
	case FROM: return there(l, &l->receive) ? l->receive.message[0].address : 0;
	case RECEIVE: return there(l, &l->receive) ? l->receive.message[0].word[l->read] : 0;
	case LEAF: return LABEL;
	case SHAPE: return 1u << 28 | s->from_bits << 22 | s->to_bits << 16 | s->payload;
	default: return 0;
	}
}

static uint32_t mask_of(uint32_t sel)
{
	uint32_t mask = 0;

	for (unsigned i = 0; i < 4; i++)
		if (sel >> i & 1)
			mask |= 0xffu << 8 * i;
	return mask;
}

static void write_word(struct leaf *l, uint32_t dat, bool full)
{
	l->writing.word[l->written] = low_bits(dat, bits_of_word(l, l->written));
	if (++l->written < l->words)
		return;
	l->written = 0;
	l->writing.address = l->to;
	l->lost |= full;
	seen.lost += full;
	if (!full)
		queue_add(l, &l->send, &l->writing);
}

/* A cycle's first clock: what it reads, and what it writes to ENABLE and TO. */
static void begin_cycle(struct leaf *l, const struct inputs *in)
{
	uint32_t mask = mask_of(in->sel), dat = in->dat & mask;

	l->acknowledged = *in;
	l->full = l->send.count == l->shape->send_depth;
	l->takes = false;
	if (in->write && in->where == ENABLE)
		l->enable = ((l->enable & ~mask) | dat) & 15;
	if (in->write && in->where == TO)
		l->to = low_bits((l->to & ~mask) | dat, l->shape->to_bits);
	if (!in->write && in->where == RECEIVE && in->sel != 0 && there(l, &l->receive) && ++l->read == l->words) {
		l->read = 0;
		l->takes = true;
	}
}

/* The clock in which it is acknowledged: what it does to messages. */
static void end_cycle(struct leaf *l)
{
	const struct inputs *in = &l->acknowledged;
	uint32_t dat = in->dat & mask_of(in->sel);

	if (l->takes) {
		seen.received++;
		queue_take(l, &l->receive);
	}
	if (!in->write)
		return;
	if (in->where == STATUS && dat >> 3 & 1) {
		seen.cleared += l->lost;
		l->lost = false;
	}
	if (in->where == STATUS && dat >> 31) {
		seen.write_forgotten += l->written > 0;
		seen.read_forgotten += l->read > 0;
		l->written = l->read = 0;
	}
	if (in->where == SEND && in->sel != 0)
		write_word(l, dat, l->full);
}

static void count_seen(const struct leaf *l, const struct inputs *in, uint32_t flags)
{
	seen.no_select += in->asks && in->sel == 0 && (in->where == SEND || in->where == RECEIVE);
	seen.some_select += in->asks && in->write && in->sel != 0 && in->sel != 15;
	seen.send_full += l->send.count == l->shape->send_depth;
	seen.receive_full += l->receive.count == l->shape->receive_depth && in->brought;
	for (unsigned i = 0; i < 4; i++)
		seen.by[i] += (flags & l->enable) == 1u << i;
}

/* A rising edge. What happens in one clock sees the state of that clock. */
static void model_step(struct leaf *l, const struct inputs *in)
{
	bool access = in->asks && !l->ack;
	bool sends = there(l, &l->send) && in->taken;
	bool brings = in->brought && l->receive.count < l->shape->receive_depth;
	uint32_t flags = status_flags(l);

	count_seen(l, in, flags);
	l->irq = (flags & l->enable) != 0;
	l->reads = access && !in->write;
	l->value = value_of(l, in->where);
	if (l->ack)
		end_cycle(l);
	if (access)
		begin_cycle(l, in);
	l->ack = access;
	if (sends) {
		seen.sent++;
		queue_take(l, &l->send);
	}
	if (brings)
		queue_add(l, &l->receive, &in->arriving);
	if (in->reset) {
		*l = leaf_of(l->shape, l->now);
		seen.reset++;
	}
	l->now++;
}

/* ---- The hardware ------------------------------------------------------------------------------------------------ */

/* A module with the ports of the leaf, which gives it its parameters. */
static void print_around(const struct shape *s, const struct verilate_port *port, size_t count, struct text *out)
{
	text_add(out, "module leaf (input wire wb_clk");
	for (size_t i = 0; i < count; i++)
		text_print(out, ", %s wire [%u:0] %s", port[i].output ? "output" : "input", port[i].width - 1,
			   port[i].name);
	text_print(out, ");\n    wishbone_leaf #(.PAYLOAD_BITS(%u), .LABEL_BITS(3), .TO_BITS(%u), .FROM_BITS(%u), "
			".SEND_DEPTH(%u), "
		   ".RECEIVE_DEPTH(%u)) inner (.wb_clk(wb_clk)", s->payload, s->to_bits, s->from_bits, s->send_depth,
		   s->receive_depth);
	for (size_t i = 0; i < count; i++)
		text_print(out, ", .%s(%s)", port[i].name, port[i].name);
	text_add(out, ");\nendmodule\n");
}

static struct model *open_leaf(const struct shape *s)
{
	const struct verilate_port ports[] = {
		{ "wb_rst", 1, false }, { "wb_adr", 5, false }, { "wb_dat", 32, false }, { "wb_sel", 4, false },
		{ "wb_we", 1, false }, { "wb_cyc", 1, false }, { "wb_stb", 1, false }, { "wb_rdt", 32, true },
		{ "wb_ack", 1, true }, { "irq", 1, true }, { "label", 3, false }, { "m_axis_tdata", s->payload, true },
		{ "m_axis_tdest", s->to_bits, true }, { "m_axis_tvalid", 1, true }, { "m_axis_tready", 1, false },
		{ "s_axis_tdata", s->payload, false }, { "s_axis_tuser", s->from_bits, false },
		{ "s_axis_tvalid", 1, false }, { "s_axis_tready", 1, true },
	};
	char *source[] = { template_path("wishbone_leaf.v"), template_path("wishbone_fifo.v"), template_path("wishbone_step.v"),
			   template_path("wishbone_registers.v") };
	struct output rtl = {0};
	struct text around = {0};

	print_around(s, ports, COUNT(ports), &around);
	output_add(&rtl, "around.v", &around);
	const struct verilate v = { .top = "leaf", .clock = "wb_clk", .port = ports, .port_count = COUNT(ports),
				    .rtl = &rtl, .source = (const char **)source, .source_count = COUNT(source) };
	char *library = verilate(&v);
	struct model *m = library ? model_open_as(library, &(struct model_start){ .random_registers = 7 }) : NULL;

	free(library);
	for (size_t i = 0; i < COUNT(source); i++)
		free(source[i]);
	output_free(&rtl);
	if (!m)
		exit(1);
	return m;
}

static void set_inputs(struct model *m, const struct leaf *l, const struct inputs *in)
{
	bench_set(m, "wb_rst", in->reset);
	bench_set(m, "wb_cyc", in->asks || chance(20));
	bench_set(m, "wb_stb", in->asks);
	bench_set(m, "wb_adr", in->where << 2 | bench_draw(4));
	bench_set(m, "wb_dat", in->dat);
	bench_set(m, "wb_sel", in->sel);
	bench_set(m, "wb_we", in->write);
	bench_set(m, "label", LABEL);
	bench_set(m, "m_axis_tready", in->taken);
	bench_set(m, "s_axis_tvalid", in->brought);
	bench_set(m, "s_axis_tuser", in->arriving.address);
	for (unsigned i = 0; i < l->words; i++)
		model_set(m, model_port(m, "s_axis_tdata"), 32 * i, bits_of_word(l, i), in->arriving.word[i]);
}

static void check_outputs(struct model *m, const struct leaf *l)
{
	unsigned clock = (unsigned)l->now;
	const struct message *head = &l->send.message[0];

	bench_expect(bench_get(m, "wb_ack") == l->ack, "wb_ack", clock);
	bench_expect(!l->reads || bench_get(m, "wb_rdt") == l->value, "wb_rdt", clock);
	bench_expect(bench_get(m, "irq") == l->irq, "irq", clock);
	bench_expect(bench_get(m, "s_axis_tready") == (l->receive.count < l->shape->receive_depth), "s_axis_tready",
		     clock);
	bench_expect(bench_get(m, "m_axis_tvalid") == there(l, &l->send), "m_axis_tvalid", clock);
	if (!there(l, &l->send))
		return;
	bench_expect(bench_get(m, "m_axis_tdest") == head->address, "m_axis_tdest", clock);
	for (unsigned i = 0; i < l->words; i++)
		bench_expect(model_get(m, model_port(m, "m_axis_tdata"), 32 * i, bits_of_word(l, i)) == head->word[i],
			     "m_axis_tdata", clock);
}

/* ---- Traffic ----------------------------------------------------------------------------------------------------- */

static void choose_cycle(const struct phase *p, struct inputs *in)
{
	unsigned dice = bench_draw(100);

	in->asks = chance(p->bus);
	in->write = chance(50);
	in->where = bench_draw(8);
	in->sel = chance(70) ? 15 : bench_draw(16);
	in->dat = draw_word();
	if (in->where == STATUS && chance(40))
		in->dat &= 0x7ffffff7;	/* neither clears nor begins anew */
	if (chance(2)) {
		in->where = STATUS;
		in->write = true;
		in->dat |= 1u << 31 | 1u << 3;
	} else if (dice < p->send) {
		in->where = SEND;
		in->write = true;
	} else if (dice < p->send + p->receive) {
		in->where = RECEIVE;
		in->write = false;
	}
}

static void choose_arrival(const struct leaf *l, struct inputs *in)
{
	in->brought = true;
	in->arriving.address = low_bits(draw_word(), l->shape->from_bits);
	for (unsigned i = 0; i < l->words; i++)
		in->arriving.word[i] = low_bits(draw_word(), bits_of_word(l, i));
}

/* A cycle stays until it is acknowledged, a message until it is taken. */
static void choose_inputs(const struct leaf *l, const struct phase *p, struct inputs *in, bool arrival_taken)
{
	if (!in->asks)
		choose_cycle(p, in);
	if (!in->brought || arrival_taken) {
		in->brought = false;
		if (chance(p->brought))
			choose_arrival(l, in);
	}
	in->taken = chance(p->taken);
	in->reset = bench_draw(1000) == 0;
}

static void run_shape(const struct shape *s)
{
	struct model *m = open_leaf(s);
	struct leaf l = leaf_of(s, 0);
	struct inputs in = { .reset = true };
	bool taken = false;

	/* The first edges reset it; until then anything may come out. */
	for (unsigned i = 0; i < 2; i++) {
		set_inputs(m, &l, &in);
		model_clock(m);
		model_step(&l, &in);
	}
	for (unsigned clock = 0; clock < PHASE_CLOCKS * COUNT(phases); clock++) {
		choose_inputs(&l, &phases[clock / PHASE_CLOCKS], &in, taken);
		set_inputs(m, &l, &in);
		model_eval(m);
		check_outputs(m, &l);
		taken = l.receive.count < s->receive_depth;
		if (l.ack)
			in.asks = false;	/* the acknowledged cycle ends in this clock */
		model_clock(m);
		model_step(&l, &in);
	}
	model_close(m);
}

static void check_seen(void)
{
	const struct { const char *what; unsigned times; } all[] = {
		{ "sent", seen.sent }, { "received", seen.received }, { "lost", seen.lost },
		{ "lost cleared", seen.cleared }, { "send queue full", seen.send_full },
		{ "receive queue full", seen.receive_full }, { "words written forgotten", seen.write_forgotten },
		{ "words read forgotten", seen.read_forgotten }, { "no byte selected", seen.no_select },
		{ "some bytes selected", seen.some_select }, { "irq by received", seen.by[0] },
		{ "irq by sent", seen.by[1] }, { "irq by room", seen.by[2] }, { "irq by lost", seen.by[3] },
		{ "reset", seen.reset },
	};

	for (unsigned i = 0; i < COUNT(all); i++) {
		printf("  %-24s %6u\n", all[i].what, all[i].times);
		bench_expect(all[i].times >= 10, all[i].what, 0);
	}
}

int main(void)
{
	for (unsigned i = 0; i < COUNT(shapes); i++)
		run_shape(&shapes[i]);
	check_seen();
	return bench_end("wishbone");
}
