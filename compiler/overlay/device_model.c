/* device_model.c: a device with a loaded image, clock by clock.
 *
 *   elements    value[] holds every register and every gate; a `move` copies one of them, or its complement, to a side
 *   tree        a register on each wire; each node picks by the settings of the cycle whose messages pass it
 */
#include "overlay/device_model.h"

#include <stdlib.h>
#include <string.h>

#include "overlay/element.h"
#include "random.h"
#include "util/text.h"

/* What a side shows next. */
struct move {
	uint32_t to, from;			/* in value[] */
	uint64_t complement;			/* all ones, or 0 */
};
struct gate {
	uint32_t out, x, y;			/* in value[] */
	uint32_t latch;				/* in value[] */
};

/* All nodes of a level. Picks are -1 for none, else an input of the plan. */
struct level_model {
	const struct node *node;
	unsigned nodes;
	int *up;				/* [(cycle * nodes + node) * parent wires + wire] */
	int *down[2];				/* [(cycle * nodes + node) * child wires + wire]; NULL: wires straight from the
						   sibling */
	uint64_t *line;				/* [turn delay][2 nodes][child wires]: the children's wires up of the last clocks */
	unsigned line_at;			/* the oldest */
};

struct device_model {
	const struct overlay *o;
	const struct image *image;
	unsigned elements, border;		/* borders: positions of a mesh */
	uint64_t *value;			/* see place_..() */
	size_t values;
	struct move *move;
	size_t moves;
	uint64_t *next;				/* [move] */
	struct gate *gate;
	size_t gates;
	uint64_t *pin_out;			/* [meshes * pins] */
	uint32_t *pin_side, *pin_border;	/* [meshes * pins] in value[] */
	/* The tree. */
	struct level_model *level;		/* [levels] */
	uint64_t **up, **down;			/* [level 1 .. levels]: [vertex * wires + wire] */
	uint64_t **next_up, **next_down;
	unsigned *played;			/* [L + 2]: cycles of the last clocks, a ring */
	unsigned now;				/* in that ring */
};

/* value[0] is 0; then sides, gates, latches, border registers. */
static uint32_t place_of_side(unsigned e, unsigned k)
{
	return 1 + SIDES * e + k;
}

static uint32_t place_of_gate(const struct device_model *m, unsigned e)
{
	return 1 + SIDES * m->elements + e;
}

static uint32_t place_of_latch(const struct device_model *m, unsigned e)
{
	return 1 + (SIDES + 1) * m->elements + e;
}

static uint32_t place_of_border(const struct device_model *m, unsigned mesh, unsigned b)
{
	return 1 + (SIDES + 2) * m->elements + mesh * m->border + b;
}

static unsigned border_at(const struct device_model *m, unsigned row, unsigned column, unsigned side)
{
	unsigned n = m->o->side, last = n - 1;

	switch ((enum compass)side) {
	case NORTH:
		return column;
	case EAST:
		return n + row;
	case SOUTH:
		return 2 * n + last - column;
	default:
		return 3 * n + last - row;
	}
}

/* What comes in on a side: the neighbour's wire, or a border register. */
static uint32_t comes_in(const struct device_model *m, unsigned mesh, unsigned row, unsigned column, unsigned side)
{
	unsigned n = m->o->side;
	bool inside = side == NORTH ? row > 0 : side == SOUTH ? row + 1 < n : side == WEST ? column > 0 : column + 1 < n;

	if (!inside)
		return place_of_border(m, mesh, border_at(m, row, column, side));
	row = side == NORTH ? row - 1 : side == SOUTH ? row + 1 : row;
	column = side == WEST ? column - 1 : side == EAST ? column + 1 : column;
	return place_of_side(overlay_element(m->o, mesh, row, column), (side + 2) % SIDES);
}

static void add_side(struct device_model *m, unsigned mesh, unsigned row, unsigned column, unsigned k)
{
	unsigned e = overlay_element(m->o, mesh, row, column), choice = element_choice(m->image->control[e], k);
	struct move move = { .to = place_of_side(e, k) };

	if (choice == CHOICE_NOTHING)
		return;
	if (choice < CHOICE_GATE)
		move.from = comes_in(m, mesh, row, column, element_from(k, choice));
	else
		move.from = choice < CHOICE_LATCH ? place_of_gate(m, e) : place_of_latch(m, e);
	if (choice == CHOICE_NOT_GATE || choice == CHOICE_NOT_LATCH)
		move.complement = ~UINT64_C(0);
	m->move = room_for_one(m->move, m->moves, sizeof *m->move);
	m->move[m->moves++] = move;
}

static void add_element(struct device_model *m, unsigned mesh, unsigned row, unsigned column)
{
	unsigned e = overlay_element(m->o, mesh, row, column);
	uint16_t control = m->image->control[e];

	for (unsigned k = 0; k < SIDES; k++)
		add_side(m, mesh, row, column, k);
	m->gate[m->gates++] = (struct gate){
		place_of_gate(m, e), comes_in(m, mesh, row, column, element_operand(control, 0)),
		comes_in(m, mesh, row, column, element_operand(control, 1)), place_of_latch(m, e),
	};
}

static void add_mesh(struct device_model *m, unsigned mesh)
{
	for (unsigned row = 0; row < m->o->side; row++)
		for (unsigned column = 0; column < m->o->side; column++)
			add_element(m, mesh, row, column);
	for (unsigned pin = 0; pin < m->o->pins; pin++) {
		unsigned b = overlay_pin_border(m->o, pin);
		struct overlay_place at = overlay_border(m->o, b);

		m->pin_border[mesh * m->o->pins + pin] = place_of_border(m, mesh, b);
		m->pin_side[mesh * m->o->pins + pin] = place_of_side(overlay_element(m->o, mesh, at.row, at.column), at.side);
	}
}

/* ---- The tree ---- */

/* The wire of `count` that a tree of picks shows with this number. In a layer with an odd count the last wire has no
 * partner, and the setting does not matter to it. */
static unsigned tree_of_picks(unsigned count, unsigned number)
{
	unsigned wires[32], layers = 0, wire = 0;

	for (; count > 1; count = (count + 1) / 2)
		wires[layers++] = count;
	while (layers-- > 0)
		wire = 2 * wire + (2 * wire + 1 < wires[layers] ? number >> layers & 1 : 0);
	return wire;
}

/* The input that an output of a plan shows with these settings, or -1. */
static int picked(const struct device_model *m, const struct plan *plan, struct overlay_ram ram, unsigned cycle,
		  unsigned low, unsigned output)
{
	unsigned wire = output;

	if (plan->kind == PLAN_WIRES)
		return output < plan->inputs ? (int)output : -1;
	for (unsigned stage = plan_stages(plan); stage-- > 0;) {
		struct choice choice = plan_choice(plan, stage, wire);
		unsigned number = 0;

		for (unsigned bit = 0; bit < digit_bits(choice.count); bit++)
			number |= image_get(m->image, ram, cycle, low + choice.setting + bit * choice.step, 1) << bit;
		number = tree_of_picks(choice.count, number);
		wire = choice.wire ? choice.wire[number] : choice.first + number;
	}
	return (int)wire;
}

static int *picks_of(const struct device_model *m, unsigned k, const struct plan *plan, bool down, unsigned low)
{
	unsigned nodes = 1u << k, cycles = m->image->cycles;
	int *pick = allocate_array((size_t)cycles * nodes * plan->outputs, sizeof *pick);

	for (unsigned c = 0; c < cycles; c++)
		for (unsigned v = 0; v < nodes; v++)
			for (unsigned w = 0; w < plan->outputs; w++)
				pick[(c * nodes + v) * plan->outputs + w] =
					picked(m, plan, overlay_node_ram(m->o, k, v, down), c, low, w);
	return pick;
}

static void make_level(struct device_model *m, unsigned k)
{
	struct level_model *level = &m->level[k];
	const struct node *node = network_node(m->o->net, k);

	level->node = node;
	level->nodes = 1u << k;
	level->line = allocate_array((size_t)node->turn_delay * 2 * level->nodes * node->child_wires[0] + 1,
				     sizeof *level->line);
	if (node->up)
		level->up = picks_of(m, k, node->up, false, 0);
	for (unsigned j = 0; j < 2; j++)
		if (node->down[j])
			level->down[j] = picks_of(m, k, node->down[j], true,
						  j > 0 && node->down[0] ? node->down[0]->settings : 0);
}

/* Wires, each way, of all channels of a level. */
static size_t level_wires(const struct device_model *m, unsigned level)
{
	return m->o->net->capacity[level] * ((size_t)1 << level);
}

static uint64_t **channels(const struct device_model *m)
{
	uint64_t **wires = allocate_array(m->o->levels + 1, sizeof *wires);

	for (unsigned k = 1; k <= m->o->levels; k++)
		wires[k] = allocate_array(level_wires(m, k), sizeof **wires);
	return wires;
}

static void make_tree(struct device_model *m)
{
	m->up = channels(m);
	m->down = channels(m);
	m->next_up = channels(m);
	m->next_down = channels(m);
	m->level = allocate_array(m->o->levels + 1, sizeof *m->level);
	m->played = allocate_array(m->o->latency + 2, sizeof *m->played);
	for (unsigned k = 0; k < m->o->levels; k++)
		make_level(m, k);
}

struct device_model *device_model_new(const struct overlay *o, const struct image *image)
{
	struct device_model *m = allocate(sizeof *m);

	*m = (struct device_model){ .o = o, .image = image, .elements = overlay_elements(o), .border = 4 * o->side };
	m->values = place_of_border(m, o->meshes, 0);
	m->value = allocate_array(m->values, sizeof *m->value);
	m->gate = allocate_array(m->elements, sizeof *m->gate);
	m->pin_out = allocate_array(o->meshes * o->pins + 1, sizeof *m->pin_out);
	m->pin_side = allocate_array(o->meshes * o->pins + 1, sizeof *m->pin_side);
	m->pin_border = allocate_array(o->meshes * o->pins + 1, sizeof *m->pin_border);
	for (unsigned mesh = 0; mesh < o->meshes; mesh++)
		add_mesh(m, mesh);
	m->next = allocate_array(m->moves + 1, sizeof *m->next);
	if (o->levels > 0)
		make_tree(m);
	return m;
}

static void free_channels(struct device_model *m, uint64_t **wires)
{
	for (unsigned k = 1; k <= m->o->levels; k++)
		free(wires[k]);
	free(wires);
}

static void free_tree(struct device_model *m)
{
	free_channels(m, m->up);
	free_channels(m, m->down);
	free_channels(m, m->next_up);
	free_channels(m, m->next_down);
	for (unsigned k = 0; k < m->o->levels; k++) {
		free(m->level[k].up);
		free(m->level[k].down[0]);
		free(m->level[k].down[1]);
		free(m->level[k].line);
	}
	free(m->level);
	free(m->played);
}

void device_model_free(struct device_model *m)
{
	if (m->o->levels > 0)
		free_tree(m);
	free(m->value);
	free(m->move);
	free(m->next);
	free(m->gate);
	free(m->pin_out);
	free(m->pin_side);
	free(m->pin_border);
	free(m);
}

/* ---- A clock ---- */

/* The cycle that the leaves played `clocks` ago. */
static unsigned cycle_before(const struct device_model *m, unsigned clocks)
{
	unsigned ring = m->o->latency + 2;

	return m->played[(m->now + ring - clocks) % ring];
}

static void pick_up(struct device_model *m, unsigned k)
{
	const struct level_model *level = &m->level[k];
	unsigned children = 2 * level->node->child_wires[0], wires = level->node->parent_wires;
	const int *pick = level->up + (size_t)cycle_before(m, 1 + m->o->net->up_arrival[k]) * level->nodes * wires;

	for (unsigned v = 0; v < level->nodes; v++)
		for (unsigned w = 0; w < wires; w++, pick++)
			m->next_up[k][v * wires + w] = *pick < 0 ? 0 : m->up[k + 1][v * children + (unsigned)*pick];
}

/* What a node's children sent up, when it comes out of the delay chain. */
static const uint64_t *turning(const struct device_model *m, const struct level_model *level, unsigned k)
{
	size_t channel = (size_t)2 * level->nodes * level->node->child_wires[0];

	return level->node->turn_delay == 0 ? m->up[k + 1] : level->line + level->line_at * channel;
}

static void pick_down(struct device_model *m, unsigned k, unsigned j)
{
	const struct level_model *level = &m->level[k];
	unsigned wires = level->node->child_wires[0], above = level->node->parent_wires;
	const uint64_t *turns = turning(m, level, k);
	const int *pick = level->down[j]
				  + (size_t)cycle_before(m, 1 + m->o->net->down_arrival[k]) * level->nodes * wires;

	for (unsigned v = 0; v < level->nodes; v++)
		for (unsigned w = 0; w < wires; w++, pick++) {
			uint64_t *to = &m->next_down[k + 1][(2 * v + j) * wires + w];

			if (*pick < 0)
				*to = 0;
			else if ((unsigned)*pick < above)
				*to = m->down[k][v * above + (unsigned)*pick];
			else
				*to = turns[(2 * v + 1 - j) * wires + (unsigned)*pick - above];
		}
}

static void clock_line(struct device_model *m, unsigned k)
{
	struct level_model *level = &m->level[k];
	size_t channel = (size_t)2 * level->nodes * level->node->child_wires[0];

	if (level->node->turn_delay == 0)
		return;
	memcpy(level->line + level->line_at * channel, m->up[k + 1], channel * sizeof *level->line);
	level->line_at = (level->line_at + 1) % level->node->turn_delay;
}

/* A root without concentrators is wires, or between two leaves a register. */
static void join_root(const struct device_model *m, uint64_t **from, uint64_t **to)
{
	const struct level_model *root = &m->level[0];
	unsigned wires = root->node->child_wires[0];

	for (unsigned j = 0; j < 2; j++)
		if (!root->down[j])
			memcpy(to[1] + j * wires, from[1] + (1 - j) * wires, wires * sizeof **to);
}

static bool root_is_wires(const struct device_model *m)
{
	return m->level[0].node->down_latency == 0;
}

/* The leaves' registers: what they send next, and what they take. */
static void clock_leaf(struct device_model *m, unsigned leaf, unsigned cycle)
{
	const struct overlay *o = m->o;
	struct overlay_ram up = overlay_leaf_ram(o, leaf, false), down = overlay_leaf_ram(o, leaf, true);
	unsigned arriving = cycle_before(m, 1 + o->latency);

	for (unsigned w = 0; w < o->wires; w++) {
		unsigned sent = image_get(m->image, up, cycle, w * o->up_bits, o->up_bits) * o->wires + w;
		unsigned taken = image_get(m->image, down, arriving, w * o->down_bits, o->down_bits);
		uint64_t *to = &m->next_up[o->levels][leaf * o->wires + w];

		*to = 0;
		if (sent < o->positions) {
			struct overlay_place at = overlay_border(o, overlay_tree_border(o, sent));

			*to = m->value[place_of_side(overlay_element(o, leaf, at.row, at.column), at.side)];
		}
		if (taken > 0 && (taken - 1) * o->wires + w < o->positions)
			m->value[place_of_border(m, leaf, overlay_tree_border(o, (taken - 1) * o->wires + w))] =
				m->down[o->levels][leaf * o->wires + w];
	}
}

static void swap(uint64_t ***a, uint64_t ***b)
{
	uint64_t **old = *a;

	*a = *b;
	*b = old;
}

/* From the registers as they are to the next ones. Border registers are written here, after all have read them. */
static void clock_tree(struct device_model *m, unsigned cycle)
{
	const struct overlay *o = m->o;

	m->played[m->now] = cycle;
	for (unsigned k = 0; k < o->levels; k++) {
		if (m->level[k].up)
			pick_up(m, k);
		for (unsigned j = 0; j < 2; j++)
			if (m->level[k].down[j])
				pick_down(m, k, j);
	}
	for (unsigned leaf = 0; leaf < o->meshes; leaf++)
		clock_leaf(m, leaf, cycle);
	for (unsigned k = 0; k < o->levels; k++)
		clock_line(m, k);
	if (!root_is_wires(m))
		join_root(m, m->up, m->next_down);
	swap(&m->up, &m->next_up);
	swap(&m->down, &m->next_down);
	if (root_is_wires(m))
		join_root(m, m->up, m->down);
	m->now = (m->now + 1) % (o->latency + 2);
}

static void show_gates(struct device_model *m)
{
	for (const struct gate *g = m->gate; g < m->gate + m->gates; g++)
		m->value[g->out] = ~(m->value[g->x] & m->value[g->y]);
}

static void latch_all(struct device_model *m)
{
	for (const struct gate *g = m->gate; g < m->gate + m->gates; g++)
		m->value[g->latch] = m->value[g->out];
	for (unsigned pin = 0; pin < m->o->meshes * m->o->pins; pin++)
		m->pin_out[pin] = m->value[m->pin_side[pin]];
}

void device_model_take(struct device_model *m, const uint64_t *pin_in)
{
	for (unsigned pin = 0; pin < m->o->meshes * m->o->pins; pin++)
		m->value[m->pin_border[pin]] = pin_in[pin];
}

void device_model_clock(struct device_model *m, unsigned cycle, bool step, bool take, const uint64_t *pin_in)
{
	show_gates(m);
	for (size_t i = 0; i < m->moves; i++)
		m->next[i] = m->value[m->move[i].from] ^ m->move[i].complement;
	if (m->o->levels > 0)
		clock_tree(m, cycle);
	if (step)
		latch_all(m);
	for (size_t i = 0; i < m->moves; i++)
		m->value[m->move[i].to] = m->next[i];
	if (take)
		device_model_take(m, pin_in);
}

void device_model_step(struct device_model *m, unsigned length, const uint64_t *next_pin_in)
{
	for (unsigned t = 0; t < length; t++)
		device_model_clock(m, t % m->image->cycles, t + 1 == length, t + 1 == length && next_pin_in, next_pin_in);
}

/* ---- Looking in ---- */

static void scramble_channels(struct device_model *m, uint64_t **wires, struct random *random)
{
	for (unsigned k = 1; k <= m->o->levels; k++)
		for (size_t i = 0; i < level_wires(m, k); i++)
			wires[k][i] = random_next(random);
}

static void scramble_tree(struct device_model *m, struct random *random)
{
	scramble_channels(m, m->up, random);
	scramble_channels(m, m->down, random);
	if (root_is_wires(m))
		join_root(m, m->up, m->down);
	for (unsigned k = 0; k < m->o->levels; k++) {
		const struct node *node = m->level[k].node;

		for (size_t i = 0; i < (size_t)node->turn_delay * 2 * m->level[k].nodes * node->child_wires[0]; i++)
			m->level[k].line[i] = random_next(random);
	}
}

void device_model_scramble(struct device_model *m, struct random *random)
{
	for (size_t i = 0; i < m->moves; i++)
		m->value[m->move[i].to] = random_next(random);
	for (unsigned mesh = 0; mesh < m->o->meshes && m->o->levels > 0; mesh++)
		for (unsigned p = 0; p < m->o->positions; p++)
			m->value[place_of_border(m, mesh, overlay_tree_border(m->o, p))] = random_next(random);
	if (m->o->levels > 0)
		scramble_tree(m, random);
}

const uint64_t *device_model_pins(const struct device_model *m)
{
	return m->pin_out;
}

uint64_t device_model_gate(const struct device_model *m, unsigned e)
{
	return ~(m->value[m->gate[e].x] & m->value[m->gate[e].y]);
}

uint64_t device_model_latch(const struct device_model *m, unsigned e)
{
	return m->value[place_of_latch(m, e)];
}

uint64_t device_model_side(const struct device_model *m, unsigned e, unsigned k)
{
	return m->value[place_of_side(e, k)];
}

void device_model_set_latch(struct device_model *m, unsigned e, uint64_t value)
{
	m->value[place_of_latch(m, e)] = value;
}

uint64_t device_model_border(const struct device_model *m, unsigned mesh, unsigned b)
{
	return m->value[place_of_border(m, mesh, b)];
}

uint64_t device_model_wire(const struct device_model *m, unsigned level, unsigned vertex, bool down, unsigned wire)
{
	return (down ? m->down : m->up)[level][vertex * m->o->net->capacity[level] + wire];
}
