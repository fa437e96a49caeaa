/* chips.c: two chips that a link joins, as one model. */
#include "chips.h"

#include <stdlib.h>
#include <string.h>

#include "bits.h"
#include "model_abi.h"
#include "util/message.h"
#include "util/text.h"

enum { RESET_CLOCKS = 40, COUNTERS = 4 };

/* A port of the leaves, and those of the chips, which are alike. */
struct share {
	struct model_port whole;
	const struct model_port *part[2];
	unsigned flips;			/* the field of a leaf whose top bit is the chip; 0: none */
};

struct chips {
	struct joint joint;
	struct model_abi abi;
	struct model_port *port;	/* as the abi has them */
	struct share *share;
	size_t shares;
	unsigned leaves;		/* of a chip */
	const struct model_port *rst[2], *up[2], *again[2], *lost[2];
	struct share *s_ready, *m_valid, *m_ready;
	bool resets;
	uint64_t clocks;		/* patience for the link */
	uint64_t repeated, ended;
	bool *taken;			/* [leaf]: of the slower chip: its reader has taken the word in a clock that it lacked */
};

static unsigned fast(const struct chips *c)
{
	return c->joint.chip[1].period < c->joint.chip[0].period;
}

/* Has the chip an edge in this clock? */
static bool is_due(const struct chips *c, unsigned side)
{
	const struct joint_chip *lead = &c->joint.chip[fast(c)];

	return c->joint.chip[side].edge < lead->edge + lead->period;
}

/* Copies `count` bits from bit `from` of one vector to bit `to` of another one. */
static void copy(uint32_t *out, size_t to, const uint32_t *in, size_t from, unsigned count)
{
	for (unsigned here; count > 0; count -= here, to += here, from += here) {
		here = count < 64 ? count : 64;
		bits_put(out, to, here, bits_get(in, from, here));
	}
}

/* In the share of the second chip the other one is the first. */
static void flip(const struct chips *c, const struct share *s, uint32_t *vector, size_t at)
{
	for (unsigned leaf = 0; s->flips > 0 && leaf < c->leaves; leaf++) {
		size_t top = at + (size_t)(leaf + 1) * s->flips - 1;

		bits_put(vector, top, 1, !bits_get(vector, top, 1));
	}
}

static void set_inputs(struct chips *c, unsigned side, const uint32_t *in)
{
	uint32_t *to = model_inputs(c->joint.chip[side].model);

	for (struct share *s = c->share; s < c->share + c->shares; s++) {
		if (s->whole.output)
			continue;
		copy(to, s->part[side]->low, in, s->whole.low + (size_t)side * s->part[side]->width, s->part[side]->width);
		if (side == 1)
			flip(c, s, to, s->part[side]->low);
	}
	for (unsigned leaf = 0; side != fast(c) && leaf < c->leaves; leaf++)
		if (c->taken[leaf])
			bits_put(to, c->m_ready->part[side]->low + leaf, 1, 1);
}

static void show(const struct chips *c, const struct share *s, unsigned side, uint32_t *out)
{
	const uint32_t *from = model_outputs(c->joint.chip[side].model);
	size_t at = s->whole.low + (size_t)side * s->part[side]->width;

	copy(out, at, from, s->part[side]->low, s->part[side]->width);
	if (side == 1)
		flip(c, s, out, at);
	for (unsigned leaf = 0; side != fast(c) && leaf < c->leaves; leaf++) {
		if ((s == c->s_ready && !is_due(c, side)) || (s == c->m_valid && c->taken[leaf]))
			bits_put(out, at + leaf, 1, 0);
	}
}

static void show_counts(const struct chips *c, uint32_t *out)
{
	const struct joint_chip *one = &c->joint.chip[0], *other = &c->joint.chip[1];
	const uint64_t counts[COUNTERS] = { one->cable.wrong + other->cable.wrong, one->bad_frames + other->bad_frames, c->repeated, c->ended };

	for (unsigned k = 0; k < COUNTERS; k++)
		bits_put(out, c->port[c->abi.port_count - COUNTERS + k].low, 64, counts[k]);
}

static void settle(struct chips *c, const uint32_t *in, uint32_t *out)
{
	for (unsigned side = 0; side < 2; side++) {
		set_inputs(c, side, in);
		model_set(c->joint.chip[side].model, c->rst[side], 0, 1, c->resets);
		joint_eval(&c->joint, side);
	}
	for (struct share *s = c->share; s < c->share + c->shares; s++)
		for (unsigned side = 0; side < 2 && s->whole.output; side++)
			show(c, s, side, out);
	show_counts(c, out);
}

/* A chip's edge, whose inputs are set. */
static void edge(struct chips *c, unsigned side)
{
	c->repeated += model_get(c->joint.chip[side].model, c->again[side], 0, 1);
	c->ended += model_get(c->joint.chip[side].model, c->lost[side], 0, 1);
	joint_edge(&c->joint, side);
	if (side != fast(c))
		memset(c->taken, 0, c->leaves * sizeof *c->taken);
}

/* All edges of a clock of the faster chip. */
static void advance(struct chips *c, const uint32_t *in, uint32_t *out)
{
	const struct joint_chip *lead = &c->joint.chip[fast(c)];
	int64_t end = lead->edge + lead->period;
	unsigned slow = !fast(c);

	if (!is_due(c, slow))
		for (unsigned leaf = 0; leaf < c->leaves; leaf++)
			c->taken[leaf] |= bits_get(out, c->m_valid->whole.low + (size_t)slow * c->leaves + leaf, 1)
					  && bits_get(in, c->m_ready->whole.low + (size_t)slow * c->leaves + leaf, 1);
	for (unsigned side; c->joint.chip[side = joint_next(&c->joint)].edge < end;)
		edge(c, side);
}

/* Ends the reset of each chip after clocks of its own, and waits for the link. */
static void bring_up(struct chips *c)
{
	uint64_t clock[2] = { 0, 0 }, least;

	do {
		unsigned side = joint_next(&c->joint);

		model_set(c->joint.chip[side].model, c->rst[side], 0, 1, clock[side] < RESET_CLOCKS);
		edge(c, side);
		clock[side]++;
		least = clock[clock[1] < clock[0]];
	} while (least < c->clocks && (least <= RESET_CLOCKS || !model_get(c->joint.chip[0].model, c->up[0], 0, 1)
				       || !model_get(c->joint.chip[1].model, c->up[1], 0, 1)));
	c->repeated = c->ended = 0;
	if (least == c->clocks)
		error("the link does not come up in %lu clocks", (unsigned long)c->clocks);
}

static void evaluate(void *instance, int clk, const uint32_t *in, uint32_t *out)
{
	struct chips *c = instance;
	bool resets = bits_get(in, c->port[0].low, 1);

	if (clk) {
		advance(c, in, out);
		return;
	}
	if (c->resets && !resets)
		bring_up(c);
	c->resets = resets;
	settle(c, in, out);
}

static void destroy(void *instance)
{
	struct chips *c = instance;

	if (!c->joint.elapsed)
		model_close(c->joint.chip[1].model);
	model_close(c->joint.chip[0].model);
	free(c->port);
	free(c->share);
	free(c->taken);
	free(c);
}

/* Adds a port of the model. */
static struct model_port *add_port(struct chips *c, const char *name, unsigned width, bool output)
{
	unsigned *words = output ? &c->abi.out_words : &c->abi.in_words;
	struct model_port *port = &c->port[c->abi.port_count++];

	*port = (struct model_port){ name, *words * 32, width, output };
	*words += (width + 63) / 64 * 2;
	return port;
}

/* The ports of leaves that testbenches know (testbench.c). */
static void add_shares(struct chips *c, struct model *const chip[2])
{
	static const struct { const char *name; bool output, label; } known[] = {
		{ "s_axis_tdata", false, false }, { "s_axis_tdest", false, true }, { "s_axis_tlast", false, false }, { "s_axis_tvalid", false, false },
		{ "s_axis_tready", true, false }, { "m_axis_tdata", true, false }, { "m_axis_tuser", true, true }, { "m_axis_tid", true, true },
		{ "m_axis_tlast", true, false }, { "m_axis_tkeep", true, false }, { "m_axis_tvalid", true, false }, { "m_axis_tready", false, false },
	};
	enum { KNOWN = sizeof known / sizeof *known };

	c->port = allocate_array(KNOWN + 1 + COUNTERS, sizeof *c->port);
	c->share = allocate_array(KNOWN, sizeof *c->share);
	add_port(c, "rst", 1, false);
	for (unsigned k = 0; k < KNOWN; k++) {
		const struct model_port *part = joint_port(chip, 0, known[k].name);
		struct share *s = &c->share[c->shares];

		if (!part)
			continue;
		*s = (struct share){ *add_port(c, known[k].name, 2 * part->width, known[k].output), { part, joint_port(chip, 1, known[k].name) },
				     known[k].label ? part->width / c->leaves : 0 };
		c->s_ready = strcmp(known[k].name, "s_axis_tready") == 0 ? s : c->s_ready;
		c->m_valid = strcmp(known[k].name, "m_axis_tvalid") == 0 ? s : c->m_valid;
		c->m_ready = strcmp(known[k].name, "m_axis_tready") == 0 ? s : c->m_ready;
		c->shares++;
	}
	static const char *const counters[COUNTERS] = { CHIPS_WRONG_BITS, CHIPS_BAD_FRAMES, CHIPS_AGAIN, CHIPS_LOST };

	for (unsigned k = 0; k < COUNTERS; k++)
		add_port(c, counters[k], 64, true);
}

struct model *chips_model(struct model *const chip[2], const struct joint_options *o, uint64_t clocks)
{
	struct chips *c = allocate(sizeof *c);

	c->clocks = clocks;
	c->leaves = joint_port(chip, 0, "s_axis_tvalid")->width;
	c->taken = allocate_array(c->leaves, sizeof *c->taken);
	for (unsigned side = 0; side < 2; side++) {
		c->rst[side] = joint_port(chip, side, "rst");
		c->up[side] = joint_port(chip, side, "link_up");
		c->again[side] = joint_port(chip, side, "link_again");
		c->lost[side] = joint_port(chip, side, "link_lost");
	}
	add_shares(c, chip);
	joint_begin(&c->joint, chip, "link_", o);
	c->abi.port = c->port;
	c->abi.eval = evaluate;
	c->abi.destroy = destroy;
	return model_around(&c->abi, c);
}
