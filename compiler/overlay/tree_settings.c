/* tree_settings.c: messages with cycles and wires up become settings of the tree's nodes.
 *
 *   leaves -> root   the messages that go on up pass `up` of their node
 *   root -> leaves   those from above and those that turn pass `down` of the child
 *
 * An output of a crossbar shows one of the inputs from its own number on. So a message from above keeps its wire or goes to
 * one with a lower number, node by node, until only wire 0 is left; one that turns at a node begins again, with the more
 * choice the lower its wire is, but at the root, which is wires. Up ports are set by plan_set(), which packs messages on the
 * lowest wires; down ports, and those up to the root, pack them on the highest. Before a leaf, whose wires take so many messages over all cycles, all cycles are set together, as a
 * flow.
 */
#include "overlay/wires.h"

#include <stdlib.h>

#include "util/number.h"
#include "util/text.h"

/* The messages on the wires of all channels of a direction, cycle after cycle, or PLAN_IDLE. */
struct channels {
	int *message;
	size_t cycle;				/* wires of all channels together */
	size_t first[OVERLAY_MOST_LEVELS + 1];	/* [level]: of its channels */
};

struct walk {
	const struct overlay *o;
	const struct messages *m;
	struct image *image;
	struct channels up, down;
};

static unsigned width(const struct walk *w, unsigned level)
{
	return w->o->net->capacity[level];
}

static struct channels channels_new(const struct walk *w)
{
	struct channels c = { NULL, 0, { 0 } };

	for (unsigned k = 1; k <= w->o->levels; k++) {
		c.first[k] = c.cycle;
		c.cycle += (size_t)width(w, k) << k;
	}
	c.message = allocate_array(c.cycle * w->m->cycles, sizeof *c.message);
	for (size_t i = 0; i < c.cycle * w->m->cycles; i++)
		c.message[i] = PLAN_IDLE;
	return c;
}

/* The wires of the channel above a vertex in a cycle. */
static int *channel(const struct walk *w, const struct channels *c, unsigned level, unsigned vertex, unsigned cycle)
{
	return c->message + cycle * c->cycle + c->first[level] + (size_t)vertex * width(w, level);
}

static bool goes_below(const struct walk *w, int message, unsigned level, unsigned vertex)
{
	return w->m->message[message].to >> (w->o->levels - level) == vertex;
}

/* Copies the messages that go below a vertex (inside), or elsewhere. */
static void keep(const struct walk *w, const int *from, unsigned count, unsigned level, unsigned vertex, bool inside, int *to)
{
	for (unsigned i = 0; i < count; i++)
		to[i] = from[i] != PLAN_IDLE && goes_below(w, from[i], level, vertex) == inside ? from[i] : PLAN_IDLE;
}

/* ---- a port ---------------------------------------------------------------------------------------------------------- */

/* A port of a node: its plan, and what all cycles bring and take. */
struct port {
	const struct plan *plan;		/* NULL: output i is input i */
	unsigned inputs, outputs;
	int *in, *out;				/* [cycle * inputs + i], [cycle * outputs + j]: messages */
	struct overlay_ram ram;
	unsigned low;				/* its first setting in the RAM */
	bool high;				/* packs messages on the highest wires */
	const unsigned *room;			/* [output]: most messages over all cycles; NULL: any number */
};

static void set_closely(const struct walk *w, const struct port *p, unsigned cycle)
{
	const int *in = p->in + (size_t)cycle * p->inputs;
	int *out = p->out + (size_t)cycle * p->outputs;
	bool *setting = allocate_array((p->plan ? p->plan->settings : 0) + 1, sizeof *setting);

	for (unsigned j = 0; j < p->outputs && !p->plan; j++)
		out[j] = j < p->inputs ? in[j] : PLAN_IDLE;
	/* A checked schedule never exceeds its capacity. */
	if (p->plan && !plan_set(p->plan, in, out, setting))
		abort();
	for (unsigned k = 0; p->plan && k < p->plan->settings; k++)
		image_set(w->image, p->ram, cycle, p->low + k, 1, setting[k]);
	free(setting);
}

/* The messages of all cycles on their way through a crossbar: a flow of one unit each, by way of a place (an output in the
 * cycle) to an output, which takes some. */
struct flow {
	const struct port *p;
	unsigned cycles;
	struct item {
		unsigned cycle, input;
		int output;			/* -1: none yet */
	} *item;
	size_t count;
	int *at;				/* [cycle * outputs + output]: the item there, or -1 */
	unsigned *users;			/* [output] */
	bool *tried_place, *tried_output;	/* in the search at hand */
	unsigned most;				/* users of an output without `room` */
};

static unsigned room_of(const struct flow *f, unsigned output)
{
	return f->p->room ? smaller(f->p->room[output], f->most) : f->most;
}

static void flow_start(struct flow *f, const struct port *p, unsigned cycles)
{
	*f = (struct flow){ .p = p, .cycles = cycles };
	f->item = allocate_array((size_t)cycles * p->inputs + 1, sizeof *f->item);
	for (unsigned cycle = 0; cycle < cycles; cycle++)
		for (unsigned i = 0; i < p->inputs; i++)
			if (p->in[(size_t)cycle * p->inputs + i] != PLAN_IDLE)
				f->item[f->count++] = (struct item){ cycle, i, -1 };
	f->at = allocate_array((size_t)cycles * p->outputs, sizeof *f->at);
	f->users = allocate_array(p->outputs, sizeof *f->users);
	f->tried_place = allocate_array((size_t)cycles * p->outputs, sizeof *f->tried_place);
	f->tried_output = allocate_array(p->outputs, sizeof *f->tried_output);
}

static void flow_free(struct flow *f)
{
	free(f->item);
	free(f->at);
	free(f->users);
	free(f->tried_place);
	free(f->tried_output);
}

static void move_item(struct flow *f, size_t i, unsigned output)
{
	struct item *item = &f->item[i];
	size_t first = (size_t)item->cycle * f->p->outputs;

	if (item->output >= 0) {
		f->at[first + (unsigned)item->output] = -1;
		f->users[item->output]--;
	}
	item->output = (int)output;
	f->at[first + output] = (int)i;
	f->users[output]++;
}

static bool find_place(struct flow *f, size_t i);

/* Makes room for one more at an output, by another place for one of its items. */
static bool free_output(struct flow *f, unsigned output)
{
	if (f->users[output] < room_of(f, output))
		return true;
	if (f->tried_output[output])
		return false;
	f->tried_output[output] = true;
	for (unsigned cycle = 0; cycle < f->cycles; cycle++) {
		size_t place = (size_t)cycle * f->p->outputs + output;

		if (f->at[place] < 0 || f->tried_place[place])
			continue;
		/* Nobody may take its place in the meantime. */
		f->tried_place[place] = true;
		if (find_place(f, (size_t)f->at[place]))
			return true;
	}
	return false;
}

/* Moves an item to an output within its reach, and others on, if need be. */
static bool find_place(struct flow *f, size_t i)
{
	const struct item item = f->item[i];
	unsigned spare = f->p->inputs - f->p->outputs, first = item.input > spare ? item.input - spare : 0;

	for (unsigned j = first; j <= item.input && j < f->p->outputs; j++) {
		size_t place = (size_t)item.cycle * f->p->outputs + j;

		if (f->tried_place[place] || (int)j == item.output)
			continue;
		f->tried_place[place] = true;
		if (f->at[place] >= 0 ? !find_place(f, (size_t)f->at[place]) : !free_output(f, j))
			continue;
		move_item(f, i, j);
		return true;
	}
	return false;
}

static bool flow_all(struct flow *f, unsigned most)
{
	bool good = true;

	f->most = most;
	for (size_t i = 0; i < f->count; i++)
		f->item[i].output = -1;
	for (size_t i = 0; i < (size_t)f->cycles * f->p->outputs; i++)
		f->at[i] = -1;
	for (unsigned j = 0; j < f->p->outputs; j++)
		f->users[j] = 0;
	for (size_t i = 0; i < f->count && good; i++) {
		for (size_t k = 0; k < (size_t)f->cycles * f->p->outputs; k++)
			f->tried_place[k] = false;
		for (unsigned j = 0; j < f->p->outputs; j++)
			f->tried_output[j] = false;
		good = find_place(f, i);
	}
	return good;
}

/* Writes what an output chooses. */
static void set_output(const struct walk *w, const struct port *p, unsigned cycle, unsigned input, unsigned output)
{
	struct choice choice = plan_choice(p->plan, 0, output);

	for (unsigned bit = 0; bit < digit_bits(choice.count); bit++)
		image_set(w->image, p->ram, cycle, p->low + choice.setting + bit * choice.step, 1, (input - output) >> bit & 1);
	p->out[(size_t)cycle * p->outputs + output] = p->in[(size_t)cycle * p->inputs + input];
}

/* Each message, the last first, goes to the last free output that reaches its input: plan_set() in a mirror. */
static void set_high(const struct walk *w, const struct port *p, unsigned cycle)
{
	unsigned next = p->outputs;

	for (unsigned i = p->inputs; i-- > 0;) {
		if (p->in[(size_t)cycle * p->inputs + i] == PLAN_IDLE)
			continue;
		next = smaller(i, next - 1);
		set_output(w, p, cycle, i, next);
	}
}

/* Uses the outputs as evenly as can be. False if one would have more than its room in any case. */
static bool set_within_room(const struct walk *w, const struct port *p)
{
	struct flow f;
	bool good = false;

	flow_start(&f, p, w->m->cycles);
	for (unsigned most = (unsigned)(f.count + p->outputs - 1) / p->outputs; most <= w->m->cycles && !good; most++)
		good = flow_all(&f, most);
	for (size_t i = 0; i < f.count && good; i++)
		set_output(w, p, f.item[i].cycle, f.item[i].input, (unsigned)f.item[i].output);
	flow_free(&f);
	return good;
}

static bool fits_room(const struct walk *w, const struct port *p)
{
	for (unsigned j = 0; j < p->outputs && p->room; j++) {
		unsigned users = 0;

		for (unsigned cycle = 0; cycle < w->m->cycles; cycle++)
			users += p->out[(size_t)cycle * p->outputs + j] != PLAN_IDLE;
		if (users > p->room[j])
			return false;
	}
	return true;
}

static bool set_port(const struct walk *w, const struct port *p)
{
	bool crossbar = p->plan && p->plan->kind == PLAN_CROSSBAR;

	if (crossbar && p->room)
		return set_within_room(w, p);
	for (unsigned cycle = 0; cycle < w->m->cycles; cycle++)
		if (crossbar && p->high)
			set_high(w, p, cycle);
		else
			set_closely(w, p, cycle);
	return fits_room(w, p);
}

/* ---- the tree -------------------------------------------------------------------------------------------------------- */

static void port_start(const struct walk *w, struct port *p)
{
	p->in = allocate_array((size_t)w->m->cycles * p->inputs, sizeof *p->in);
	p->out = allocate_array((size_t)w->m->cycles * p->outputs, sizeof *p->out);
	for (size_t i = 0; i < (size_t)w->m->cycles * p->outputs; i++)
		p->out[i] = PLAN_IDLE;
}

/* Copies the outputs to a channel. */
static void port_end(const struct walk *w, struct port *p, const struct channels *c, unsigned level, unsigned vertex)
{
	for (unsigned cycle = 0; cycle < w->m->cycles; cycle++) {
		int *to = channel(w, c, level, vertex, cycle);

		for (unsigned j = 0; j < p->outputs; j++)
			to[j] = p->out[(size_t)cycle * p->outputs + j];
	}
	free(p->in);
	free(p->out);
}

static bool climb_node(const struct walk *w, unsigned level, unsigned vertex)
{
	const struct node *node = network_node(w->o->net, level);
	unsigned left = node->child_wires[0];
	struct port p = { .plan = node->up, .inputs = left + node->child_wires[1], .outputs = node->parent_wires,
			  .ram = overlay_node_ram(w->o, level, vertex, false), .high = level == 1 };

	port_start(w, &p);
	for (unsigned cycle = 0; cycle < w->m->cycles; cycle++)
		for (unsigned j = 0; j < 2; j++)
			keep(w, channel(w, &w->up, level + 1, 2 * vertex + j, cycle), node->child_wires[j], level, vertex, false,
			     p.in + (size_t)cycle * p.inputs + j * left);
	bool good = set_port(w, &p);

	port_end(w, &p, &w->up, level, vertex);
	return good;
}

static bool fall_port(const struct walk *w, unsigned level, unsigned vertex, unsigned side, const unsigned *room)
{
	const struct node *node = network_node(w->o->net, level);
	unsigned above = node->parent_wires, turning = node->child_wires[1 - side], child = 2 * vertex + side;
	struct port p = { .plan = node->down[side], .inputs = above + turning, .outputs = node->child_wires[side],
			  .ram = overlay_node_ram(w->o, level, vertex, true),
			  .low = side == 1 && node->down[0] ? node->down[0]->settings : 0,
			  .high = true, .room = level + 1 == w->o->levels ? room : NULL };

	port_start(w, &p);
	for (unsigned cycle = 0; cycle < w->m->cycles; cycle++) {
		int *in = p.in + (size_t)cycle * p.inputs;

		if (above > 0)
			keep(w, channel(w, &w->down, level, vertex, cycle), above, level + 1, child, true, in);
		keep(w, channel(w, &w->up, level + 1, child ^ 1, cycle), turning, level + 1, child, true, in + above);
	}
	bool good = set_port(w, &p);

	port_end(w, &p, &w->down, level + 1, child);
	return good;
}

static void begin_climb(const struct walk *w)
{
	for (size_t i = 0; i < w->m->count; i++) {
		const struct message *message = &w->m->message[i];
		const struct traveller *t = &w->m->traveller[message->traveller];

		channel(w, &w->up, w->o->levels, t->mesh, message->cycle)[t->wire] = (int)i;
	}
}

/* Notes where the messages have arrived: each once, at its mesh, in its cycle, or the walk is wrong. */
static void end_fall(const struct walk *w, struct messages *m)
{
	size_t arrived = 0;

	for (unsigned cycle = 0; cycle < m->cycles; cycle++)
		for (unsigned leaf = 0; leaf < w->o->meshes; leaf++)
			for (unsigned wire = 0; wire < w->o->wires; wire++) {
				int message = channel(w, &w->down, w->o->levels, leaf, cycle)[wire];

				if (message == PLAN_IDLE)
					continue;
				if (m->message[message].to != leaf || m->message[message].cycle != cycle)
					abort();
				m->message[message].wire = wire;
				arrived++;
			}
	if (arrived != m->count)
		abort();
}

static bool walk_tree(const struct walk *w, const unsigned *room, unsigned *mesh)
{
	unsigned levels = w->o->levels;

	begin_climb(w);
	for (unsigned level = levels; level-- > 1;)
		for (unsigned vertex = 0; vertex < 1u << level; vertex++)
			if (!climb_node(w, level, vertex))
				abort();
	for (unsigned level = 0; level < levels; level++)
		for (unsigned child = 0; child < 2u << level; child++) {
			*mesh = child;
			if (!fall_port(w, level, child / 2, child % 2, room))
				return false;
		}
	return true;
}

bool tree_settings(struct messages *m, struct image *image, const struct overlay *o, unsigned *mesh)
{
	struct walk w = { .o = o, .m = m, .image = image };
	unsigned *room = allocate_array(o->wires, sizeof *room);

	for (unsigned wire = 0; wire < o->wires; wire++)
		room[wire] = positions_on(o, wire);
	w.up = channels_new(&w);
	w.down = channels_new(&w);
	bool good = walk_tree(&w, room, mesh);

	if (good)
		end_fall(&w, m);
	free(w.up.message);
	free(w.down.message);
	free(room);
	return good;
}
