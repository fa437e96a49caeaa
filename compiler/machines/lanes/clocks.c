/* clocks.c: a network of lanes with its adapters, as a model without Verilog. See rtl-templates/lanes/lane_leaf.v.
 *
 *   s_axis --> slots (model.c) --> words that come --> m_axis
 *
 * It has the ports of the Verilog and equals it in every clock. The switches act thrice in a slot: when words begin, when the roots
 * decide, and when the last switches do. The receivers of 64 leaves act together, a bit each. A word itself is read in the last clock of
 * the slot in which it is taken, before it leaves s_axis, and is kept until m_axis shows it. The streams of the outside are ends like
 * the leaves, with a slot that begins when the roots decide. */
#include "machines/lanes/lanes.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "bits.h"
#include "leaves/model_ports.h"
#include "leaves/root.h"
#include "machines/xgft.h"
#include "network/network.h"
#include "trails.h"
#include "util/number.h"
#include "util/text.h"

/* Words that a leaf may have between s_axis and m_axis: one that waits behind m_axis, and those of the slots that a word is
 * under way after it was taken. A power of two. */
enum { LANE_COMING = 4 };

/* The words that a leaf gets, in their order. */
struct coming {
	uint32_t source[LANE_COMING];
	uint32_t carried[LANE_COMING];	/* the destination's label, as the outside gets it */
	bool more[LANE_COMING];		/* further words of the packet follow */
	unsigned first, count;
};

enum port_number { S_LAST = LEAF_PORTS, M_LAST };	/* with packets */

/* What a port's share of an end has. */
struct field {
	size_t low;			/* the port's first bit; */
	unsigned bits;			/* of a share. 0: there is no such port */
};

/* Ends that keep the same time: the leaves, or the streams of the outside. */
struct end_group {
	unsigned first_word, words, first;	/* of sets of ends; the first end */
	struct field data, dest, user, valid, ready;	/* in */
	struct field m_data, m_dest, m_user, m_valid, m_ready;	/* out */
	/* Clocks of the slot: the group's slot begins; `busy` is read; an end looks whether a word comes; a word is whole. */
	unsigned begins, read, catch, done;
	bool silent;			/* in its first slot, in which it asks for nothing */
	bool running;			/* that slot has begun */
};

enum { LEAVES, OUTSIDE, GROUPS };

struct lane_clocks {
	struct ported ports;		/* by their numbers */
	struct lane_shape shape;
	struct lane_model *slots;
	unsigned payload_bits, payload_words;	/* words of 64 bits */
	unsigned words;			/* of a set of ends, a bit each */
	struct end_group group[GROUPS];
	unsigned groups;
	const struct spec *spec;

	struct trails *trails;		/* NULL, or what takes the words' ways */
	uint64_t now;			/* the clock that comes, from the reset on */
	bool resetting;
	unsigned phase;			/* the clock of the slot that comes */
	unsigned decide;		/* that in which the last switches decide */
	/* senders */
	uint64_t *asks;			/* ends with a word in this slot */
	int *wants;			/* [end]: the label that it is for */
	uint64_t *more;			/* leaves whose packets go on with further words; NULL: no packets */
	uint64_t *taken;		/* ends whose words are taken */
	/* receivers: ends .. */
	uint64_t *busy;			/* .. without room, as the last switches see it */
	uint64_t *valid;		/* .. to which the last switch has granted a word in the slot that it decided last */
	uint64_t *comes;		/* .. to which the beats of a word come */
	uint64_t *waits;		/* .. with a whole word behind m_axis */
	uint64_t *shows;		/* m_axis_tvalid */
	struct coming *coming;		/* [end] */
	uint64_t *payload;		/* [end x LANE_COMING], payload_words each: their payloads */
};

static unsigned first_of(uint64_t set)
{
	return (unsigned)__builtin_ctzll(set);
}

/* Of ends of word `word` of a set. */
static uint64_t ends_of(const struct end_group *g, const uint32_t *ports, struct field port, unsigned word)
{
	return bits_get(ports, port.low + (size_t)(word - g->first_word) * 64, 64);
}

static void show_ends(const struct end_group *g, uint32_t *out, struct field port, unsigned word, uint64_t ends)
{
	bits_put(out, port.low + (size_t)(word - g->first_word) * 64, 64, ends);
}

static uint32_t read_share(const struct end_group *g, const uint32_t *ports, struct field port, unsigned end)
{
	return (uint32_t)bits_get(ports, port.low + (size_t)(end - g->first) * port.bits, port.bits);
}

static void show_share(const struct end_group *g, uint32_t *out, struct field port, unsigned end, uint32_t value)
{
	bits_put(out, port.low + (size_t)(end - g->first) * port.bits, port.bits, value);
}

/* ---- Senders ---- */

/* What the ends of a group offer when its slot begins. */
static void read_offers(struct lane_clocks *c, struct end_group *g, const uint32_t *in)
{
	for (unsigned w = g->first_word; w < g->first_word + g->words; w++) {
		c->asks[w] = g->silent ? 0 : ends_of(g, in, g->valid, w);
		if (c->more)
			c->more[w] = ~ends_of(g, in, (struct field){ c->ports.port[S_LAST].low, 1 }, w);
		for (uint64_t set = c->asks[w]; set; set &= set - 1) {
			unsigned end = w * 64 + first_of(set);

			c->wants[end] = (int)read_share(g, in, g->dest, end);
		}
	}
}

/* The way of a leaf's word in this slot: to the switch that has not granted it its output, or to its leaf. */
static void tell_way(const struct lane_clocks *c, unsigned leaf)
{
	unsigned to = (unsigned)c->wants[leaf], k = lane_model_passed(c->slots, leaf);

	if (to >= c->shape.leaves || leaf >= c->shape.leaves)
		return;			/* no page shows the outside */
	uint32_t trail = trails_begin(c->trails, leaf, to);
	struct xgft_path path;

	lane_path(c->spec, leaf, to, &path);
	unsigned hops = 2 * path.top;

	if (k < c->shape.stages)
		hops = c->shape.stage[k].down ? hops - c->shape.stage[k].level : c->shape.stage[k].level;
	for (unsigned j = 0; j < hops; j++)
		trails_hop(c->trails, trail, &(struct trail_link){
				   trail_vertex(xgft_path_level(&path, j), path.node[j]),
				   trail_vertex(xgft_path_level(&path, j + 1), path.node[j + 1]), 1 }, 0);
	if (k == c->shape.stages)
		trails_end(c->trails, trail, TRAIL_ARRIVED);
	else if (lane_model_refused(c->slots, leaf))
		trails_end(c->trails, trail, TRAIL_REFUSED);
}

static void tell_ways(const struct lane_clocks *c)
{
	trails_step(c->trails, c->now - c->phase);
	for (unsigned w = 0; w < c->words; w++)
		for (uint64_t set = c->asks[w]; set; set &= set - 1)
			tell_way(c, w * 64 + first_of(set));
}

/* The end that a word is for. */
static unsigned destination(const struct lane_clocks *c, unsigned end)
{
	unsigned to = (unsigned)c->wants[end];

	return to < c->shape.leaves ? to : lane_model_stream(c->slots, end);
}

/* The switches to the outside have decided. */
static void note_gone(struct lane_clocks *c)
{
	const struct end_group *g = &c->group[OUTSIDE];
	const unsigned *gone;
	unsigned count = lane_model_gone(c->slots, &gone);

	memset(c->valid + g->first_word, 0, g->words * sizeof *c->valid);
	for (unsigned i = 0; i < count; i++)
		bits_set(c->valid, lane_model_stream(c->slots, gone[i]), true);
}

static void turn(struct lane_clocks *c)
{
	lane_model_turn(c->slots, c->asks, c->busy);
	if (c->shape.roots > 0)
		note_gone(c);
}

static void decide(struct lane_clocks *c)
{
	lane_model_end(c->slots, c->busy, c->taken);
	if (c->trails)
		tell_ways(c);
	memset(c->valid, 0, c->group[LEAVES].words * sizeof *c->valid);
	for (unsigned w = 0; w < c->words; w++)
		for (uint64_t set = c->taken[w]; set; set &= set - 1) {
			unsigned to = (unsigned)c->wants[w * 64 + first_of(set)];

			if (to < c->shape.leaves)
				bits_set(c->valid, to, true);
		}
	if (c->shape.roots > 0 && c->shape.stages == 1)
		note_gone(c);
}

static uint64_t *payload_of(const struct lane_clocks *c, unsigned end, unsigned which)
{
	return c->payload + ((size_t)end * LANE_COMING + which) * c->payload_words;
}

/* What an end's word says of its sender. */
static uint32_t source_of(const struct lane_clocks *c, const struct end_group *g, const uint32_t *in, unsigned end)
{
	return g->user.bits == 0 ? end : 1u << c->shape.carried_bits | read_share(g, in, g->user, end);
}

/* An end's word leaves its stream. */
static void send(struct lane_clocks *c, const struct end_group *g, const uint32_t *in, unsigned end)
{
	unsigned to = destination(c, end), bits = c->payload_bits;
	struct coming *coming = &c->coming[to];
	unsigned last = (coming->first + coming->count++) % LANE_COMING;
	uint64_t *payload = payload_of(c, to, last);
	size_t at = g->data.low + (size_t)(end - g->first) * bits;

	assert(coming->count <= LANE_COMING);
	coming->source[last] = source_of(c, g, in, end);
	coming->carried[last] = (uint32_t)c->wants[end];
	coming->more[last] = c->more && bits_has(c->more, end);
	for (unsigned i = 0; i < c->payload_words; i++)
		payload[i] = bits_get(in, at + i * 64, smaller(64, bits - i * 64));
}

/* The last clock of a slot, in which ends see that their words are taken. */
static void end_slot(struct lane_clocks *c, const struct end_group *g, const uint32_t *in, uint32_t *out)
{
	for (unsigned w = g->first_word; w < g->first_word + g->words; w++) {
		for (uint64_t set = c->taken[w]; set; set &= set - 1)
			send(c, g, in, w * 64 + first_of(set));
		show_ends(g, out, g->ready, w, 0);
	}
}

/* ---- Receivers ---- */

/* An end's next word goes to its stream. */
static void show_word(struct lane_clocks *c, const struct end_group *g, uint32_t *out, unsigned end)
{
	struct coming *coming = &c->coming[end];
	unsigned first = coming->first, bits = c->payload_bits;
	const uint64_t *payload = payload_of(c, end, first);
	size_t at = g->m_data.low + (size_t)(end - g->first) * bits;

	for (unsigned i = 0; i < c->payload_words; i++)
		bits_put(out, at + i * 64, smaller(64, bits - i * 64), payload[i]);
	show_share(g, out, g->m_user, end, coming->source[first]);
	if (g->m_dest.bits > 0)
		show_share(g, out, g->m_dest, end, coming->carried[first]);
	if (c->more)
		bits_put(out, c->ports.port[M_LAST].low + end, 1, !coming->more[first]);
	coming->first = (first + 1) % LANE_COMING;
	coming->count--;
}

static void step_receivers(struct lane_clocks *c, const struct end_group *g, const uint32_t *in, uint32_t *out, unsigned w)
{
	uint64_t full = c->shows[w] & ~ends_of(g, in, g->m_ready, w);
	uint64_t ends = (c->phase == g->done ? c->comes[w] : 0) | c->waits[w];

	if (c->phase == g->read)
		c->busy[w] = (c->valid[w] & c->waits[w]) | ((c->valid[w] | c->waits[w]) & full);
	for (uint64_t moves = ends & ~full; moves; moves &= moves - 1)
		show_word(c, g, out, w * 64 + first_of(moves));
	c->waits[w] = ends & full;
	if (c->shows[w] == (ends | full))
		return;
	c->shows[w] = ends | full;
	show_ends(g, out, g->m_valid, w, c->shows[w]);
}

/* ---- Clocks ---- */

static void begin_slots(struct lane_clocks *c, const uint32_t *in)
{
	for (unsigned i = 0; i < c->groups; i++) {
		struct end_group *g = &c->group[i];

		if (c->phase != g->begins)
			continue;
		read_offers(c, g, in);
		g->running = true;
	}
	if (c->phase == 0)
		lane_model_begin(c->slots, c->asks, c->wants, c->more);
}

static void receive(struct lane_clocks *c, const struct end_group *g, const uint32_t *in, uint32_t *out)
{
	for (unsigned w = g->first_word; w < g->first_word + g->words; w++)
		step_receivers(c, g, in, out, w);
	if (c->phase == g->catch)
		memcpy(c->comes + g->first_word, c->valid + g->first_word, g->words * sizeof *c->comes);
}

/* What ends see at the end of their slots. */
static void end_slots(struct lane_clocks *c, const uint32_t *in, uint32_t *out)
{
	unsigned slot = c->shape.slot;

	for (unsigned i = 0; i < c->groups; i++) {
		struct end_group *g = &c->group[i];
		unsigned left = (g->begins + slot - 1 - c->phase) % slot;	/* clocks of its slot behind this one */

		for (unsigned w = g->first_word; left == 1 && w < g->first_word + g->words; w++)
			show_ends(g, out, g->ready, w, c->taken[w]);
		if (left > 0)
			continue;
		end_slot(c, g, in, out);
		g->silent = g->silent && !g->running;
	}
}

static void clock(struct lane_clocks *c, const uint32_t *in, uint32_t *out)
{
	begin_slots(c, in);
	for (unsigned i = 0; i < c->groups; i++)
		receive(c, &c->group[i], in, out);
	if (c->phase == (c->groups > 1 ? c->group[OUTSIDE].begins : 0))
		turn(c);
	if (c->phase == c->decide)
		decide(c);
	end_slots(c, in, out);
	c->now++;
	c->phase = (c->phase + 1) % c->shape.slot;
}

static void reset(struct lane_clocks *c, uint32_t *out)
{
	uint64_t *sets[] = { c->asks, c->taken, c->busy, c->valid, c->comes, c->waits, c->shows };

	lane_model_free(c->slots);
	c->slots = lane_model_new(c->spec);
	ported_clear(&c->ports, out);
	memset(c->coming, 0, (c->words * 64ul) * sizeof *c->coming);
	for (size_t i = 0; i < sizeof sets / sizeof *sets; i++)
		memset(sets[i], 0, c->words * sizeof *sets[i]);
	c->phase = 0;
	c->now = 0;
	for (unsigned i = 0; i < c->groups; i++) {
		c->group[i].silent = true;
		c->group[i].running = false;
	}
}

static void eval(void *instance, int clk, const uint32_t *in, uint32_t *out)
{
	struct lane_clocks *c = instance;
	bool rst = in[c->ports.port[RST].low / 32] & 1;

	/* All outputs come from registers. */
	if (!clk)
		return;
	if (rst && !c->resetting)
		reset(c, out);
	c->resetting = rst;
	if (!rst)
		clock(c, in, out);
}

/* ---- A model ---- */

static void free_clocks(void *instance)
{
	struct lane_clocks *c = instance;
	void *all[] = { c->asks, c->wants, c->more, c->taken, c->busy, c->valid, c->comes, c->waits, c->shows, c->coming, c->payload };

	lane_model_free(c->slots);
	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		free(all[i]);
	free(c);
}

static uint64_t *new_set(const struct lane_clocks *c)
{
	return allocate_array(c->words, sizeof(uint64_t));
}

static void allocate_all(struct lane_clocks *c)
{
	size_t ends = c->words * 64ul;

	c->asks = new_set(c);
	c->wants = allocate_array(ends, sizeof *c->wants);
	c->more = c->shape.packets ? new_set(c) : NULL;
	c->taken = new_set(c);
	c->busy = new_set(c);
	c->valid = new_set(c);
	c->comes = new_set(c);
	c->waits = new_set(c);
	c->shows = new_set(c);
	c->coming = allocate_array(ends, sizeof *c->coming);
	c->payload = allocate_array(ends * LANE_COMING, c->payload_words * sizeof *c->payload);
}

static struct field leaf_field(const struct lane_clocks *c, enum leaf_port_number port)
{
	return (struct field){ c->ports.port[port].low, c->ports.port[port].width / c->shape.leaves };
}

static void add_leaves(struct lane_clocks *c, const struct network *net)
{
	const struct lane_shape *s = &c->shape;

	model_ports_add(&c->ports, net);
	c->group[c->groups++] = (struct end_group){
		.words = lane_first_outside(s) / 64, .data = leaf_field(c, S_DATA), .dest = leaf_field(c, S_DEST),
		.valid = leaf_field(c, S_VALID), .ready = leaf_field(c, S_READY), .m_data = leaf_field(c, M_DATA),
		.m_user = leaf_field(c, M_USER), .m_valid = leaf_field(c, M_VALID), .m_ready = leaf_field(c, M_READY), .silent = true,
		/* With a single switch it is a register that is read. */
		.read = (s->read_at - (s->stages == 1)) % s->slot, .catch = s->catch_at % s->slot, .done = s->done_at % s->slot };
}

static void add_outside(struct lane_clocks *c, const struct network *net)
{
	const struct lane_shape *s = &c->shape;
	unsigned begins = lane_outside_begins(s), first = lane_first_outside(s);
	struct leaf_port list[ROOT_PORTS];
	struct field at[ROOT_PORTS];

	root_ports(net, list);
	for (unsigned k = 0; k < ROOT_PORTS; k++)
		at[k] = (struct field){ ported_add(&c->ports, list[k].name, s->roots * list[k].width, list[k].direction == PORT_OUTPUT),
					list[k].width };
	c->group[c->groups++] = (struct end_group){
		.first_word = first / 64, .words = c->words - first / 64, .first = first, .data = at[ROOT_S_DATA], .dest = at[ROOT_S_DEST],
		.user = at[ROOT_S_USER], .valid = at[ROOT_S_VALID], .ready = at[ROOT_S_READY], .m_data = at[ROOT_M_DATA],
		.m_dest = at[ROOT_M_DEST], .m_user = at[ROOT_M_USER], .m_valid = at[ROOT_M_VALID], .m_ready = at[ROOT_M_READY],
		.silent = true, .begins = begins, .read = (begins + s->slot - 1) % s->slot, .catch = begins,
		.done = (begins + lane_outside_done(s)) % s->slot };
}

struct lane_clocks *lane_clocks_new(const struct network *net)
{
	const struct spec *spec = net->spec;
	struct lane_clocks *c = allocate(sizeof *c);
	struct lane_shape s = lane_shape(spec);

	*c = (struct lane_clocks){ .shape = s, .spec = spec, .slots = lane_model_new(spec), .payload_bits = spec->payload_bits,
				   .payload_words = (spec->payload_bits + 63) / 64, .words = lane_end_words(&s),
				   .decide = 2 * (s.stages - 1) };
	allocate_all(c);
	ported_begin(&c->ports, eval, free_clocks);
	add_leaves(c, net);
	if (s.roots > 0)
		add_outside(c, net);
	return c;
}

const struct lane_model *lane_clocks_slots(const struct lane_clocks *c)
{
	return c->slots;
}

static void tell_trails(void *instance, struct trails *trails)
{
	((struct lane_clocks *)instance)->trails = trails;
}

struct model *lane_clocks_model(struct lane_clocks *c)
{
	struct model *model = model_ports_around(&c->ports, c->spec, c);

	model_trails_by(model, tell_trails);
	return model;
}

struct model *lanes_model(const struct network *net)
{
	return lane_clocks_model(lane_clocks_new(net));
}
