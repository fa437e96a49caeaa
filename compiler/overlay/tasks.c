/* tasks.c: what is to be placed and routed in each mesh: its cells, pads and nets.
 *
 *   logic, partition, messages --pads--> --the literals that its cells and pads read become nets--> struct mesh_task
 */
#include <stdlib.h>

#include "overlay/mesh.h"
#include "util/text.h"

/* Of one literal in one mesh at most one net: a table of all literals, which `mark` says to be of the mesh at hand. */
struct literals {
	size_t inputs, cells;
	unsigned *net, *mark;
};

static size_t literal_number(const struct literals *table, struct literal a)
{
	switch (a.of) {
	case LITERAL_CONSTANT:
		return a.complement;
	case LITERAL_INPUT:
		return 2 + a.index;
	default:
		return 2 + table->inputs + 4 * (size_t)a.index + 2 * (a.of == LITERAL_LATCH) + a.complement;
	}
}

static struct literals literals_start(const struct logic *l)
{
	struct literals table = { .inputs = l->netlist->input_count, .cells = l->cell_count };
	size_t count = 2 + table.inputs + 4 * table.cells;

	table.net = allocate_array(count, sizeof *table.net);
	table.mark = allocate_array(count, sizeof *table.mark);
	return table;
}

static void literals_free(struct literals *table)
{
	free(table->net);
	free(table->mark);
}

/* What the meshes' tasks are made from. */
struct source {
	const struct overlay *o;
	const struct logic *l;
	const struct partition *p;
	const struct messages *m;
	unsigned *in_mesh;			/* [cell]: its number in its mesh */
	struct literals literals;
};

static unsigned add_pad(struct mesh_task *t, struct pad pad)
{
	t->pad = room_for_one(t->pad, t->pads, sizeof *t->pad);
	pad.fixed = -1;
	t->pad[t->pads] = pad;
	return t->pads++;
}

/* The mesh's net of a literal: made when it is asked for first, without a driver. */
static struct mesh_net *net_of(struct source *s, struct mesh_task *t, struct literal a)
{
	size_t number = literal_number(&s->literals, a);

	if (s->literals.mark[number] != t->mesh + 1) {
		s->literals.mark[number] = t->mesh + 1;
		s->literals.net[number] = (unsigned)t->nets;
		t->net = room_for_one(t->net, t->nets, sizeof *t->net);
		t->net[t->nets++] = (struct mesh_net){ .literal = a };
	}
	return &t->net[s->literals.net[number]];
}

static void add_sink(struct mesh_net *net, struct net_end sink)
{
	net->sink = room_for_one(net->sink, net->sink_count, sizeof *net->sink);
	net->sink[net->sink_count++] = sink;
}

static bool same_literal(struct literal a, struct literal b)
{
	return a.of == b.of && a.index == b.index && a.complement == b.complement;
}

static void add_cells(struct source *s, struct mesh_task *t)
{
	for (size_t c = 0; c < s->l->cell_count; c++) {
		const struct cell *cell = &s->l->cell[c];
		unsigned mine = t->cells;

		if (s->p->cell_mesh[c] != t->mesh)
			continue;
		t->cell = room_for_one(t->cell, t->cells, sizeof *t->cell);
		t->cell[t->cells++] = (unsigned)c;
		s->in_mesh[c] = mine;
		if (same_literal(cell->x, cell->y)) {
			add_sink(net_of(s, t, cell->x), (struct net_end){ false, mine, 3 });
		} else {
			add_sink(net_of(s, t, cell->x), (struct net_end){ false, mine, 1 });
			add_sink(net_of(s, t, cell->y), (struct net_end){ false, mine, 2 });
		}
	}
}

/* Every bit of a port has a pin, whether something reads it or not. */
static void add_pins(struct source *s, struct mesh_task *t)
{
	const struct netlist *n = s->l->netlist;

	for (unsigned i = 0; i < n->input_count; i++) {
		struct mesh_net *net = NULL;

		if (s->p->input_mesh[i] != t->mesh)
			continue;
		net = net_of(s, t, (struct literal){ LITERAL_INPUT, i, false });
		net->driver = (struct net_end){ true, add_pad(t, (struct pad){ .in = true, .pin = 1, .port_bit = i }), 0 };
	}
	for (unsigned i = 0; i < n->output_count; i++)
		if (s->p->output_mesh[i] == t->mesh)
			add_sink(net_of(s, t, s->l->output[i]),
				 (struct net_end){ true, add_pad(t, (struct pad){ .pin = 1, .port_bit = i }), 0 });
}

static void add_tree_pads(struct source *s, struct mesh_task *t)
{
	const struct messages *m = s->m;

	for (unsigned i = 0; i < m->traveller_count; i++)
		if (m->traveller[i].mesh == t->mesh)
			add_sink(net_of(s, t, m->traveller[i].literal), (struct net_end){ true,
				 add_pad(t, (struct pad){ .wire = m->traveller[i].wire, .index = i }), 0 });
	for (unsigned i = 0; i < m->count; i++)
		if (m->message[i].to == t->mesh)
			net_of(s, t, m->traveller[m->message[i].traveller].literal)->driver = (struct net_end){ true,
				add_pad(t, (struct pad){ .in = true, .wire = m->message[i].wire, .index = i }), 0 };
}

/* The other nets have pads that drive them. */
static void set_cell_drivers(const struct source *s, struct mesh_task *t)
{
	for (size_t i = 0; i < t->nets; i++) {
		struct literal a = t->net[i].literal;

		if ((a.of == LITERAL_GATE || a.of == LITERAL_LATCH) && s->p->cell_mesh[a.index] == t->mesh)
			t->net[i].driver = (struct net_end){ false, s->in_mesh[a.index], 0 };
	}
}

static void make_task(struct source *s, struct mesh_task *t, unsigned mesh)
{
	unsigned side = s->o->side;

	*t = (struct mesh_task){ .mesh = mesh, .side = side };
	add_cells(s, t);
	add_pins(s, t);
	add_tree_pads(s, t);
	set_cell_drivers(s, t);
	t->row = allocate_array(t->cells + 1, sizeof *t->row);
	t->column = allocate_array(t->cells + 1, sizeof *t->column);
	t->control = allocate_array((size_t)side * side, sizeof *t->control);
	t->hops = allocate_array(mesh_sinks(t) + 1, sizeof *t->hops);
}

struct mesh_task *mesh_tasks_make(const struct overlay *o, const struct logic *l, const struct partition *p,
				  const struct messages *m)
{
	struct source s = { o, l, p, m, allocate_array(l->cell_count + 1, sizeof *s.in_mesh), literals_start(l) };
	struct mesh_task *tasks = allocate_array(o->meshes, sizeof *tasks);

	for (unsigned mesh = 0; mesh < o->meshes; mesh++)
		make_task(&s, &tasks[mesh], mesh);
	literals_free(&s.literals);
	free(s.in_mesh);
	return tasks;
}

static void task_free(struct mesh_task *t)
{
	for (size_t i = 0; i < t->nets; i++)
		free(t->net[i].sink);
	free(t->net);
	free(t->cell);
	free(t->pad);
	free(t->row);
	free(t->column);
	free(t->control);
	free(t->hops);
}

void mesh_tasks_free(struct mesh_task *tasks, unsigned count)
{
	for (unsigned i = 0; i < count; i++)
		task_free(&tasks[i]);
	free(tasks);
}
