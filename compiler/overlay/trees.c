/* trees.c: the wires of a mesh, and the tree that each net has of them. */
#include "overlay/trees.h"

#include <stdlib.h>
#include <string.h>

#include "overlay/mesh.h"
#include "util/text.h"

/* A twig that is kept: its parent is numbered among those of its net. */
struct kept_twig {
	int wire, parent;
};
struct kept_tree {
	unsigned net;
	unsigned first_twig, twigs, first_sink;
};
struct memory {
	struct kept_tree *tree;			/* [net], the first `trees` in use */
	unsigned trees;
	struct kept_twig *twig;
	unsigned twigs, room;
	int *sink;				/* [sink] the kept twig on which it hung */
	unsigned sinks;
	int *number;				/* of a twig among those of its net, or back; of the room's size */
	unsigned number_room;
};

/* ---- start ------------------------------------------------------------------------------------------------- */

static int neighbour(const struct trees *s, unsigned e, unsigned side)
{
	unsigned row = e / s->side, column = e % s->side, last = s->side - 1;

	switch ((enum compass)side) {
	case NORTH:
		return row > 0 ? (int)(e - s->side) : NO_ELEMENT;
	case EAST:
		return column < last ? (int)e + 1 : NO_ELEMENT;
	case SOUTH:
		return row < last ? (int)(e + s->side) : NO_ELEMENT;
	default:
		return column > 0 ? (int)e - 1 : NO_ELEMENT;
	}
}

static void set_head(struct trees *s, unsigned wire, int element, unsigned side)
{
	s->head[wire] = (struct head){ element, element / (int)s->side, element % (int)s->side, side };
	if (element != NO_ELEMENT)
		s->into[element][side] = (int)wire;
}

static void lay_wires(struct trees *s, const struct overlay *o)
{
	for (unsigned e = 0; e < s->side * s->side; e++)
		for (unsigned k = 0; k < SIDES; k++)
			set_head(s, SIDES * e + k, neighbour(s, e, k), (k + 2) % SIDES);
	for (unsigned b = 0; b < 4 * s->side; b++) {
		struct overlay_place at = overlay_border(o, b);

		set_head(s, s->wires + b, (int)(at.row * s->side + at.column), at.side);
	}
}

void trees_set_sink(struct trees *s, const struct sites *sites, unsigned sink)
{
	struct tree_sink *a = &s->sink[sink];
	struct net_end end = s->t->net[a->net].sink[sink - s->tree[a->net].first_sink];
	const struct body *body = &sites->body[sites_end(sites, end)];
	int element = body->row * (int)s->side + body->column;

	a->row = body->row;
	a->column = body->column;
	a->element = end.is_pad ? NO_ELEMENT : element;
	a->wire = end.is_pad ? SIDES * element + (int)overlay_border(sites->o, body->place).side : NO_WIRE;
}

void trees_set_driver(struct trees *s, const struct sites *sites, unsigned net)
{
	struct tree *tree = &s->tree[net];
	struct net_end driver = s->t->net[net].driver;
	unsigned place;

	tree->root = NO_WIRE;
	tree->element = NO_ELEMENT;
	if (tree->constant)
		return;
	place = sites->body[sites_end(sites, driver)].place;
	if (driver.is_pad)
		tree->root = (int)(s->wires + place);
	else
		tree->element = (int)place;
}

static void add_trees(struct trees *s, const struct sites *sites)
{
	unsigned sinks = 0;

	for (unsigned i = 0; i < s->t->nets; i++) {
		const struct mesh_net *net = &s->t->net[i];

		s->tree[i] = (struct tree){ .first = NO_TWIG, .first_sink = sinks, .sinks = (unsigned)net->sink_count,
					    .constant = net_is_constant(net) };
		trees_set_driver(s, sites, i);
		for (size_t k = 0; k < net->sink_count; k++, sinks++) {
			s->sink[sinks] = (struct tree_sink){ .net = i, .twig = NO_TWIG };
			trees_set_sink(s, sites, sinks);
		}
	}
}

static struct memory *memory_start(const struct trees *s, size_t sinks)
{
	struct memory *m = allocate(sizeof *m);

	m->tree = allocate_array(s->t->nets + 1, sizeof *m->tree);
	m->sink = allocate_array(sinks + 1, sizeof *m->sink);
	return m;
}

void trees_start(struct trees *s, const struct sites *sites)
{
	const struct mesh_task *t = sites->t;
	size_t elements = (size_t)t->side * t->side, sinks = mesh_sinks(t);

	*s = (struct trees){ .t = t, .side = t->side, .wires = (unsigned)(SIDES * elements),
			     .all = (unsigned)(SIDES * elements + 4 * t->side), .free_twig = NO_TWIG };
	s->head = allocate_array(s->all, sizeof *s->head);
	s->into = allocate_array(elements, sizeof *s->into);
	s->tree = allocate_array(t->nets + 1, sizeof *s->tree);
	s->sink = allocate_array(sinks + 1, sizeof *s->sink);
	s->owners = allocate_array(s->all, sizeof *s->owners);
	s->history = allocate_array(s->all, sizeof *s->history);
	s->price = allocate_array(s->all, sizeof *s->price);
	s->memory = memory_start(s, sinks);
	lay_wires(s, sites->o);
	add_trees(s, sites);
	trees_set_pressure(s, 0);
}

void trees_free(struct trees *s)
{
	free(s->head);
	free(s->into);
	free(s->tree);
	free(s->sink);
	free(s->owners);
	free(s->history);
	free(s->price);
	free(s->twig);
	if (s->memory) {
		free(s->memory->tree);
		free(s->memory->twig);
		free(s->memory->sink);
		free(s->memory->number);
	}
	free(s->memory);
	*s = (struct trees){ 0 };
}

/* ---- twigs ------------------------------------------------------------------------------------------------- */

static int new_twig(struct trees *s)
{
	int a = s->free_twig;

	if (a != NO_TWIG) {
		s->free_twig = s->twig[a].next;
		return a;
	}
	s->twig = room_for_one(s->twig, (size_t)s->twigs, sizeof *s->twig);
	return s->twigs++;
}

int trees_add(struct trees *s, unsigned net, int wire, int parent)
{
	struct tree *tree = &s->tree[net];
	int a = new_twig(s);

	s->twig[a] = (struct twig){ wire, parent, tree->first, NO_TWIG, wire < (int)s->wires, 0 };
	if (tree->first != NO_TWIG)
		s->twig[tree->first].previous = a;
	tree->first = a;
	if (parent != NO_TWIG) {
		s->twig[a].delay += s->twig[parent].delay;
		s->twig[parent].uses++;
	}
	s->used++;
	s->charge += s->history[wire];
	s->shared += s->owners[wire]++;
	s->price[wire] += s->pressure;
	return a;
}

static void drop_twig(struct trees *s, struct tree *tree, int a)
{
	struct twig *twig = &s->twig[a];

	if (twig->previous != NO_TWIG)
		s->twig[twig->previous].next = twig->next;
	else
		tree->first = twig->next;
	if (twig->next != NO_TWIG)
		s->twig[twig->next].previous = twig->previous;
	s->used--;
	s->charge -= s->history[twig->wire];
	s->shared -= --s->owners[twig->wire];
	s->price[twig->wire] -= s->pressure;
	twig->next = s->free_twig;
	s->free_twig = a;
}

void trees_drop_sink(struct trees *s, unsigned sink)
{
	struct tree *tree = &s->tree[s->sink[sink].net];
	int a = s->sink[sink].twig;

	s->sink[sink].twig = NO_TWIG;
	while (a != NO_TWIG && --s->twig[a].uses == 0) {
		int parent = s->twig[a].parent;

		drop_twig(s, tree, a);
		a = parent;
	}
}

void trees_drop_net(struct trees *s, unsigned net)
{
	const struct tree *tree = &s->tree[net];

	for (unsigned i = 0; i < tree->sinks; i++)
		trees_drop_sink(s, tree->first_sink + i);
}

unsigned trees_hops(const struct trees *s, unsigned sink)
{
	return s->tree[s->sink[sink].net].constant ? 0 : (unsigned)s->twig[s->sink[sink].twig].delay;
}

/* ---- prices ------------------------------------------------------------------------------------------------ */

static void set_prices(struct trees *s)
{
	s->charge = 0;
	for (unsigned w = 0; w < s->all; w++) {
		s->price[w] = WIRE_COST + s->history[w] + s->pressure * (int)s->owners[w];
		s->charge += (long)s->owners[w] * s->history[w];
	}
}

void trees_set_pressure(struct trees *s, int pressure)
{
	s->pressure = pressure;
	set_prices(s);
}

void trees_remember_conflicts(struct trees *s, int more, int keep)
{
	for (unsigned w = 0; w < s->wires; w++) {
		if (s->owners[w] > 1)
			s->history[w] += more * (int)(s->owners[w] - 1);
		s->history[w] = s->history[w] * keep / 256;
	}
	set_prices(s);
}

long trees_cost(const struct trees *s)
{
	return s->used * WIRE_COST + s->charge + s->pressure * s->shared;
}

unsigned trees_conflicts(const struct trees *s, unsigned *list)
{
	unsigned count = 0;

	for (unsigned w = 0; s->shared > 0 && w < s->wires; w++)
		if (s->owners[w] > 1)
			list[count++] = w;
	return count;
}

/* ---- memory ------------------------------------------------------------------------------------------------ */

/* Room for the number of each twig there is, and of as many more. */
static void make_room(struct trees *s, unsigned more)
{
	struct memory *m = s->memory;
	unsigned wanted = (unsigned)s->twigs + more;

	if (m->number_room < wanted) {
		m->number_room = 2 * wanted;
		m->number = reallocate(m->number, m->number_room * sizeof *m->number);
	}
	if (m->room < m->twigs + wanted) {
		m->room = 2 * (m->twigs + wanted);
		m->twig = reallocate(m->twig, m->room * sizeof *m->twig);
	}
}

static int oldest_twig(const struct trees *s, const struct tree *tree)
{
	int a = tree->first;

	while (a != NO_TWIG && s->twig[a].next != NO_TWIG)
		a = s->twig[a].next;
	return a;
}

static int number_of(const struct memory *m, int twig)
{
	return twig == NO_TWIG ? NO_TWIG : m->number[twig];
}

/* A parent is older than what hangs on it. */
void trees_memorize(struct trees *s, unsigned net)
{
	struct memory *m = s->memory;
	const struct tree *tree = &s->tree[net];
	struct kept_tree *kept = &m->tree[m->trees++];

	make_room(s, 0);
	*kept = (struct kept_tree){ net, m->twigs, 0, m->sinks };
	for (int a = oldest_twig(s, tree); a != NO_TWIG; a = s->twig[a].previous) {
		m->number[a] = (int)kept->twigs++;
		m->twig[m->twigs++] = (struct kept_twig){ s->twig[a].wire, number_of(m, s->twig[a].parent) };
	}
	for (unsigned i = 0; i < tree->sinks; i++)
		m->sink[m->sinks++] = number_of(m, s->sink[tree->first_sink + i].twig);
}

static void restore(struct trees *s, const struct kept_tree *kept)
{
	struct memory *m = s->memory;
	const struct tree *tree = &s->tree[kept->net];

	make_room(s, kept->twigs);
	for (unsigned i = 0; i < kept->twigs; i++) {
		struct kept_twig twig = m->twig[kept->first_twig + i];

		m->number[i] = trees_add(s, kept->net, twig.wire, number_of(m, twig.parent));
	}
	for (unsigned i = 0; i < tree->sinks; i++) {
		int twig = number_of(m, m->sink[kept->first_sink + i]);

		s->sink[tree->first_sink + i].twig = twig;
		if (twig != NO_TWIG)
			s->twig[twig].uses++;
	}
}

void trees_restore(struct trees *s)
{
	for (unsigned i = 0; i < s->memory->trees; i++)
		trees_drop_net(s, s->memory->tree[i].net);
	for (unsigned i = 0; i < s->memory->trees; i++)
		restore(s, &s->memory->tree[i]);
	trees_forget(s);
}

void trees_forget(struct trees *s)
{
	s->memory->trees = s->memory->twigs = s->memory->sinks = 0;
}

/* ---- control words ----------------------------------------------------------------------------------------- */

static void set_choice(const struct trees *s, uint16_t *control, const struct mesh_net *net, const struct twig *twig)
{
	unsigned e = (unsigned)twig->wire / SIDES, k = (unsigned)twig->wire % SIDES, choice = CHOICE_NOTHING;

	if (twig->wire >= (int)s->wires)
		return;
	if (twig->parent != NO_TWIG)
		choice = element_through(k, s->head[s->twig[twig->parent].wire].side);
	else if (!net_is_constant(net))
		choice = (net->literal.of == LITERAL_LATCH ? CHOICE_LATCH : CHOICE_GATE) + net->literal.complement;
	control[e] = element_with_choice(control[e], k, choice);
}

static void set_operands(const struct trees *s, uint16_t *control, struct net_end end, const struct tree_sink *sink)
{
	unsigned side = s->head[s->twig[sink->twig].wire].side;

	for (unsigned which = 0; !end.is_pad && which < 2; which++)
		if (end.operand >> which & 1)
			control[sink->element] = element_with_operand(control[sink->element], which, side);
}

void trees_control(const struct trees *s, uint16_t *control)
{
	memset(control, 0, (size_t)s->side * s->side * sizeof *control);
	for (unsigned i = 0; i < s->t->nets; i++) {
		const struct mesh_net *net = &s->t->net[i];
		const struct tree *tree = &s->tree[i];

		for (int a = tree->first; a != NO_TWIG; a = s->twig[a].next)
			set_choice(s, control, net, &s->twig[a]);
		for (unsigned k = 0; k < tree->sinks; k++)
			set_operands(s, control, net->sink[k], &s->sink[tree->first_sink + k]);
	}
}
