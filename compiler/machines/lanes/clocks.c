/* clocks.c: a network of lanes with its adapters, as a model without Verilog. See rtl-templates/lanes/lane_leaf.v.
 *
 *   s_axis --> slots (model.c) --> words that come --> m_axis
 *
 * It has the ports of the Verilog and equals it in every clock. The switches act twice in a slot: when words begin, and when the
 * last switches decide. The receivers of 64 leaves act together, a bit each. A word itself is read in the last clock of the
 * slot in which it is taken, before it leaves s_axis, and is kept until m_axis shows it. */
#include "machines/lanes/lanes.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "bits.h"
#include "leaves/model_ports.h"
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
	bool more[LANE_COMING];		/* further words of the packet follow */
	unsigned first, count;
};

enum port_number { S_LAST = LEAF_PORTS, M_LAST };	/* with packets */

struct lane_clocks {
	struct ported ports;		/* by their numbers */
	struct lane_shape shape;
	struct lane_model *slots;
	unsigned payload_bits, payload_words;	/* words of 64 bits */
	unsigned words;			/* of a set of leaves, a bit each */
	const struct spec *spec;

	struct trails *trails;		/* NULL, or what takes the words' ways */
	uint64_t now;			/* the clock that comes, from the reset on */
	bool resetting, silent;		/* in the first slot, in which leaves ask for nothing */
	unsigned phase;			/* the clock of the slot that comes */
	/* The clocks of a slot in which `busy` is read, the last switches decide, leaves look whether a word comes, and a word is
	 * whole. */
	unsigned read, decide, catch, done;
	/* senders */
	uint64_t *asks;			/* leaves with a word in this slot */
	int *wants;			/* [leaf]: which leaf it is for */
	uint64_t *more;			/* leaves whose packets go on with further words; NULL: no packets */
	uint64_t *taken;		/* leaves whose words are taken */
	/* receivers: leaves .. */
	uint64_t *busy;			/* .. without room, as the last switches see it */
	uint64_t *valid;		/* .. to which the last switch has granted a word in the slot that it decided last */
	uint64_t *comes;		/* .. to which the beats of a word come */
	uint64_t *waits;		/* .. with a whole word behind m_axis */
	uint64_t *shows;		/* m_axis_tvalid */
	struct coming *coming;		/* [leaf] */
	uint64_t *payload;		/* [leaf x LANE_COMING], payload_words each: their payloads */
};

static unsigned first_of(uint64_t set)
{
	return (unsigned)__builtin_ctzll(set);
}

static uint64_t leaves_of(const struct lane_clocks *c, const uint32_t *ports, unsigned port, unsigned word)
{
	return bits_get(ports, c->ports.port[port].low + word * 64, 64);
}

static void show_leaves(const struct lane_clocks *c, uint32_t *out, unsigned port, unsigned word, uint64_t leaves)
{
	bits_put(out, c->ports.port[port].low + word * 64, 64, leaves);
}

/* ---- Senders ---- */

static void begin_slot(struct lane_clocks *c, const uint32_t *in)
{
	unsigned label_bits = c->shape.label_bits;

	for (unsigned w = 0; w < c->words; w++) {
		c->asks[w] = c->silent ? 0 : leaves_of(c, in, S_VALID, w);
		if (c->more)
			c->more[w] = ~leaves_of(c, in, S_LAST, w);
		for (uint64_t set = c->asks[w]; set; set &= set - 1) {
			unsigned leaf = w * 64 + first_of(set);

			c->wants[leaf] = (int)bits_get(in, c->ports.port[S_DEST].low + (size_t)leaf * label_bits, label_bits);
		}
	}
	lane_model_begin(c->slots, c->asks, c->wants, c->more);
}

/* The way of a leaf's word in this slot: to the switch that has not granted it its output, or to its leaf. */
static void tell_way(const struct lane_clocks *c, unsigned leaf)
{
	unsigned to = (unsigned)c->wants[leaf], k = lane_model_passed(c->slots, leaf);
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

static void decide(struct lane_clocks *c)
{
	lane_model_end(c->slots, c->busy, c->taken);
	if (c->trails)
		tell_ways(c);
	memset(c->valid, 0, c->words * sizeof *c->valid);
	for (unsigned w = 0; w < c->words; w++)
		for (uint64_t set = c->taken[w]; set; set &= set - 1)
			bits_set(c->valid, (unsigned)c->wants[w * 64 + first_of(set)], true);
}

static uint64_t *payload_of(const struct lane_clocks *c, unsigned leaf, unsigned which)
{
	return c->payload + ((size_t)leaf * LANE_COMING + which) * c->payload_words;
}

/* A leaf's word leaves s_axis. */
static void send(struct lane_clocks *c, const uint32_t *in, unsigned leaf)
{
	unsigned to = (unsigned)c->wants[leaf], bits = c->payload_bits;
	struct coming *coming = &c->coming[to];
	unsigned last = (coming->first + coming->count++) % LANE_COMING;
	uint64_t *payload = payload_of(c, to, last);
	size_t at = c->ports.port[S_DATA].low + (size_t)leaf * bits;

	assert(coming->count <= LANE_COMING);
	coming->source[last] = leaf;
	coming->more[last] = c->more && bits_has(c->more, leaf);
	for (unsigned i = 0; i < c->payload_words; i++)
		payload[i] = bits_get(in, at + i * 64, smaller(64, bits - i * 64));
}

/* The last clock of a slot, in which leaves see that their words are taken. */
static void end_slot(struct lane_clocks *c, const uint32_t *in, uint32_t *out)
{
	for (unsigned w = 0; w < c->words; w++) {
		for (uint64_t set = c->taken[w]; set; set &= set - 1)
			send(c, in, w * 64 + first_of(set));
		show_leaves(c, out, S_READY, w, 0);
	}
}

/* ---- Receivers ---- */

/* A leaf's next word goes to m_axis. */
static void show_word(struct lane_clocks *c, uint32_t *out, unsigned leaf)
{
	struct coming *coming = &c->coming[leaf];
	unsigned first = coming->first, bits = c->payload_bits, label_bits = c->shape.label_bits;
	const uint64_t *payload = payload_of(c, leaf, first);
	size_t at = c->ports.port[M_DATA].low + (size_t)leaf * bits;

	for (unsigned i = 0; i < c->payload_words; i++)
		bits_put(out, at + i * 64, smaller(64, bits - i * 64), payload[i]);
	bits_put(out, c->ports.port[M_USER].low + (size_t)leaf * label_bits, label_bits, coming->source[first]);
	if (c->more)
		bits_put(out, c->ports.port[M_LAST].low + leaf, 1, !coming->more[first]);
	coming->first = (first + 1) % LANE_COMING;
	coming->count--;
}

static void step_receivers(struct lane_clocks *c, const uint32_t *in, uint32_t *out, unsigned w)
{
	uint64_t full = c->shows[w] & ~leaves_of(c, in, M_READY, w);
	uint64_t ends = (c->phase == c->done ? c->comes[w] : 0) | c->waits[w];

	if (c->phase == c->read)
		c->busy[w] = (c->valid[w] & c->waits[w]) | ((c->valid[w] | c->waits[w]) & full);
	for (uint64_t moves = ends & ~full; moves; moves &= moves - 1)
		show_word(c, out, w * 64 + first_of(moves));
	c->waits[w] = ends & full;
	if (c->shows[w] == (ends | full))
		return;
	c->shows[w] = ends | full;
	show_leaves(c, out, M_VALID, w, c->shows[w]);
}

/* ---- Clocks ---- */

static void clock(struct lane_clocks *c, const uint32_t *in, uint32_t *out)
{
	if (c->phase == 0)
		begin_slot(c, in);
	for (unsigned w = 0; w < c->words; w++)
		step_receivers(c, in, out, w);
	if (c->phase == c->catch)
		memcpy(c->comes, c->valid, c->words * sizeof *c->comes);
	if (c->phase == c->decide)
		decide(c);
	if (c->phase + 2 == c->shape.slot)
		for (unsigned w = 0; w < c->words; w++)
			show_leaves(c, out, S_READY, w, c->taken[w]);
	c->now++;
	if (++c->phase < c->shape.slot)
		return;
	end_slot(c, in, out);
	c->phase = 0;
	c->silent = false;
}

static void reset(struct lane_clocks *c, uint32_t *out)
{
	uint64_t *sets[] = { c->asks, c->taken, c->busy, c->valid, c->comes, c->waits, c->shows };

	lane_model_free(c->slots);
	c->slots = lane_model_new(c->spec);
	ported_clear(&c->ports, out);
	memset(c->coming, 0, c->shape.leaves * sizeof *c->coming);
	for (size_t i = 0; i < sizeof sets / sizeof *sets; i++)
		memset(sets[i], 0, c->words * sizeof *sets[i]);
	c->phase = 0;
	c->now = 0;
	c->silent = true;
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
	unsigned leaves = c->shape.leaves;

	c->asks = new_set(c);
	c->wants = allocate_array(leaves, sizeof *c->wants);
	c->more = c->shape.packets ? new_set(c) : NULL;
	c->taken = new_set(c);
	c->busy = new_set(c);
	c->valid = new_set(c);
	c->comes = new_set(c);
	c->waits = new_set(c);
	c->shows = new_set(c);
	c->coming = allocate_array(leaves, sizeof *c->coming);
	c->payload = allocate_array((size_t)leaves * LANE_COMING, c->payload_words * sizeof *c->payload);
}

struct lane_clocks *lane_clocks_new(const struct network *net)
{
	const struct spec *spec = net->spec;
	struct lane_clocks *c = allocate(sizeof *c);
	struct lane_shape s = lane_shape(spec);

	*c = (struct lane_clocks){ .shape = s, .spec = spec, .silent = true, .slots = lane_model_new(spec),
				   .payload_bits = spec->payload_bits, .payload_words = (spec->payload_bits + 63) / 64,
				   .words = (s.leaves + 63) / 64, .decide = 2 * (s.stages - 1), .catch = s.catch_at % s.slot,
				   .done = s.done_at % s.slot,
				   /* With a single switch it is a register that is read. */
				   .read = (s.read_at - (s.stages == 1)) % s.slot };
	allocate_all(c);
	ported_begin(&c->ports, eval, free_clocks);
	model_ports_add(&c->ports, net);
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
