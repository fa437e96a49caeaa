/* clocks.c: a network of lanes with its adapters, clock by clock. See rtl-templates/lane_leaf.v. */
#include "machines/lanes/lanes.h"

#include <stdlib.h>

#include "util/text.h"

struct lane_adapter {
	struct lane_word word;		/* the one that is sent in this slot */
	/* the receiver */
	bool valid;			/* the last switch has granted a word in the slot that it decided last */
	bool comes;
	bool waits;
	struct lane_word behind;	/* the word that waits */
};

/* The place of the link to leaf 0. */
static unsigned last_place(const struct lane_clocks *c)
{
	return lane_first_place(&c->shape, c->shape.stages);
}

struct lane_clocks *lane_clocks_new(const struct spec *spec)
{
	struct lane_clocks *c = allocate(sizeof *c);
	unsigned leaves = spec->leaves;

	c->shape = lane_shape(spec);
	c->model = lane_model_new(spec);
	c->port = allocate_array(leaves, sizeof *c->port);
	c->adapter = allocate_array(leaves, sizeof *c->adapter);
	c->wants = allocate_array(leaves, sizeof *c->wants);
	c->busy = allocate_array(leaves, sizeof *c->busy);
	c->taken = allocate_array(leaves, sizeof *c->taken);
	for (unsigned i = 0; i < LANE_HISTORY; i++)
		c->word[i] = allocate_array(lane_model_places(c->model), sizeof *c->word[i]);
	return c;
}

void lane_clocks_free(struct lane_clocks *c)
{
	lane_model_free(c->model);
	for (unsigned i = 0; i < LANE_HISTORY; i++)
		free(c->word[i]);
	free(c->port);
	free(c->adapter);
	free(c->wants);
	free(c->busy);
	free(c->taken);
	free(c);
}

bool lane_clocks_is_busy(const struct lane_clocks *c, unsigned leaf)
{
	return c->busy[leaf];
}

/* Notes the words on the links from `first` to before `end` in this slot. */
static void note_words(struct lane_clocks *c, unsigned first, unsigned end)
{
	const int *on = lane_model_words(c->model);
	struct lane_word *word = c->word[c->clock / c->shape.slot % LANE_HISTORY];

	for (unsigned i = first; i < end; i++)
		word[i] = on[i] == LANE_IDLE ? (struct lane_word){0} : c->adapter[on[i]].word;
}

static void begin_slot(struct lane_clocks *c)
{
	for (unsigned leaf = 0; leaf < c->shape.leaves; leaf++) {
		const struct lane_port *port = &c->port[leaf];

		c->wants[leaf] = port->s_valid && c->clock > 0 ? (int)port->s_word.destination : LANE_IDLE;
		c->adapter[leaf].word = port->s_word;
		c->adapter[leaf].word.exists = true;
		c->adapter[leaf].word.source = leaf;
	}
	lane_model_begin(c->model, c->wants);
	note_words(c, 0, last_place(c));
}

static void decide(struct lane_clocks *c)
{
	lane_model_end(c->model, c->busy, c->taken);
	note_words(c, last_place(c), lane_model_places(c->model));
}

/* Whether this clock is `at` clocks after the beginning of a slot. */
static bool is_at(const struct lane_clocks *c, unsigned at)
{
	return c->clock >= at && (c->clock - at) % c->shape.slot == 0;
}

static void step_receiver(struct lane_clocks *c, unsigned leaf)
{
	struct lane_adapter *a = &c->adapter[leaf];
	struct lane_port *port = &c->port[leaf];
	bool full = port->m_valid && !port->m_ready, done = is_at(c, c->shape.done_at) && a->comes;
	bool ends = done || a->waits;

	/* With a single switch it is a register that is read. */
	if (is_at(c, c->shape.read_at - (c->shape.stages == 1)))
		c->busy[leaf] = (a->valid && a->waits) || ((a->valid || a->waits) && full);
	if (is_at(c, c->shape.catch_at))
		a->comes = a->valid;
	if (done)
		a->behind = c->word[(c->clock - c->shape.done_at) / c->shape.slot % LANE_HISTORY][last_place(c) + leaf];
	if (ends && !full)
		port->m_word = a->behind;
	a->waits = ends && full;
	port->m_valid = (ends && !full) || full;
}

void lane_clocks_step(struct lane_clocks *c)
{
	unsigned phase = c->clock % c->shape.slot;
	bool decides = phase == 2 * (c->shape.stages - 1);

	if (phase == 0)
		begin_slot(c);
	if (decides)
		decide(c);
	for (unsigned leaf = 0; leaf < c->shape.leaves; leaf++) {
		step_receiver(c, leaf);
		if (decides)
			c->adapter[leaf].valid = c->word[c->clock / c->shape.slot % LANE_HISTORY][last_place(c) + leaf].exists;
		c->port[leaf].s_ready = phase + 2 == c->shape.slot && c->taken[leaf];
	}
	c->clock++;
}
