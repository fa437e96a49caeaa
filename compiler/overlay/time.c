/* time.c: when everything is steady, counted in clocks from the begin of a step; and what that lets the rest wait.
 *
 *   nets in an order in which each comes after those that its driver waits for
 *   --forward: arrivals--> S --backward: when each must have come--> slack of each sink --> criticality = 1 - slack / S
 *
 * Between latches and pins the circuit has no loop, however often a way crosses meshes.
 */
#include "overlay/timing.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "overlay/mesh.h"
#include "util/text.h"

enum { NO_NET = UINT_MAX };
enum { WITHOUT_END = INT_MAX / 2 };

/* Where a net comes from, or where a sink leads to. */
struct point {
	enum { AT_START, AT_GATE, AT_MESSAGE, AT_PIN, AT_TRAVELLER } what;
	unsigned index;				/* of the cell, message, port bit, traveller */
};
struct timed_net {
	struct point from;
	size_t first;				/* sink */
	unsigned sinks;
};
struct timed_sink {
	struct point to;
	int hops;
};
/* The last to reach a gate, pin or traveller. */
struct reached {
	int clock;
	unsigned net;
};

struct timing_graph {
	const struct overlay *o;
	const struct logic *l;
	const struct partition *p;
	const struct messages *m;
	const struct mesh_task *tasks;
	struct timed_net *net;
	struct timed_sink *sink;
	size_t nets, sinks;
	unsigned *order;			/* [ordered] nets */
	size_t ordered;
	unsigned *gate_net;			/* [2 cell + complement] */
	unsigned *message_net;			/* [message] */
	/* Of a run. */
	int *arrival;				/* [net], at its driver */
	struct reached *gate, *traveller, last;	/* last: of all latches and output pins */
	struct point end;			/* what is reached last */
	int *gate_must, *message_must;		/* the latest clock that is early enough */
	int *slack;				/* [sink] clocks that it could come later */
	size_t *mesh_sinks;			/* [mesh] */
};

static struct point net_start(const struct mesh_task *t, const struct mesh_net *net)
{
	if (net_is_constant(net) || (net->driver.is_pad && t->pad[net->driver.index].pin))
		return (struct point){ AT_START, 0 };
	if (net->driver.is_pad)
		return (struct point){ AT_MESSAGE, t->pad[net->driver.index].index };
	if (net->literal.of == LITERAL_LATCH)
		return (struct point){ AT_START, 0 };
	return (struct point){ AT_GATE, net->literal.index };
}

static struct point sink_end(const struct mesh_task *t, struct net_end sink)
{
	if (!sink.is_pad)
		return (struct point){ AT_GATE, t->cell[sink.index] };
	if (t->pad[sink.index].pin)
		return (struct point){ AT_PIN, t->pad[sink.index].port_bit };
	return (struct point){ AT_TRAVELLER, t->pad[sink.index].index };
}

static void add_net(struct timing_graph *g, const struct mesh_task *t, const struct mesh_net *net)
{
	struct timed_net *timed = &g->net[g->nets];

	*timed = (struct timed_net){ net_start(t, net), g->sinks, (unsigned)net->sink_count };
	if (timed->from.what == AT_GATE)
		g->gate_net[2 * (size_t)net->literal.index + net->literal.complement] = (unsigned)g->nets;
	if (timed->from.what == AT_MESSAGE)
		g->message_net[timed->from.index] = (unsigned)g->nets;
	for (size_t i = 0; i < net->sink_count; i++)
		g->sink[g->sinks++] = (struct timed_sink){ sink_end(t, net->sink[i]), 0 };
	g->nets++;
}

static void add_nets(struct timing_graph *g)
{
	size_t nets = 0, sinks = 0;

	for (unsigned mesh = 0; mesh < g->o->meshes; mesh++) {
		nets += g->tasks[mesh].nets;
		sinks += g->mesh_sinks[mesh] = mesh_sinks(&g->tasks[mesh]);
	}
	g->net = allocate_array(nets + 1, sizeof *g->net);
	g->sink = allocate_array(sinks + 1, sizeof *g->sink);
	g->slack = allocate_array(sinks + 1, sizeof *g->slack);
	g->arrival = allocate_array(nets + 1, sizeof *g->arrival);
	g->order = allocate_array(nets + 1, sizeof *g->order);
	for (unsigned mesh = 0; mesh < g->o->meshes; mesh++)
		for (size_t i = 0; i < g->tasks[mesh].nets; i++)
			add_net(g, &g->tasks[mesh], &g->tasks[mesh].net[i]);
}

static void append(struct timing_graph *g, unsigned net)
{
	if (net != NO_NET)
		g->order[g->ordered++] = net;
}

/* One operand more of a gate, or the source of a traveller's messages, is in order. */
static void release(struct timing_graph *g, struct point to, unsigned *waits_for)
{
	if (to.what == AT_GATE && --waits_for[to.index] == 0) {
		append(g, g->gate_net[2 * (size_t)to.index]);
		append(g, g->gate_net[2 * (size_t)to.index + 1]);
	}
	if (to.what == AT_TRAVELLER)
		for (unsigned i = 0; i < g->m->traveller[to.index].count; i++)
			append(g, g->message_net[g->m->traveller[to.index].message[i]]);
}

static void set_order(struct timing_graph *g)
{
	unsigned *waits_for = allocate_array(g->l->cell_count + 1, sizeof *waits_for);

	for (size_t i = 0; i < g->sinks; i++)
		if (g->sink[i].to.what == AT_GATE)
			waits_for[g->sink[i].to.index]++;
	for (unsigned i = 0; i < g->nets; i++)
		if (g->net[i].from.what == AT_START)
			append(g, i);
	for (size_t done = 0; done < g->ordered; done++) {
		const struct timed_net *net = &g->net[g->order[done]];

		for (unsigned i = 0; i < net->sinks; i++)
			release(g, g->sink[net->first + i].to, waits_for);
	}
	free(waits_for);
}

struct timing_graph *timing_graph_make(const struct overlay *o, const struct logic *l, const struct partition *p,
				       const struct messages *m, const struct mesh_task *tasks)
{
	struct timing_graph *g = allocate(sizeof *g);
	size_t cells = l->cell_count + 1;

	*g = (struct timing_graph){ .o = o, .l = l, .p = p, .m = m, .tasks = tasks };
	g->gate_net = allocate_array(2 * cells, sizeof *g->gate_net);
	memset(g->gate_net, 0xff, 2 * cells * sizeof *g->gate_net);
	g->message_net = allocate_array(m->count + 1, sizeof *g->message_net);
	memset(g->message_net, 0xff, (m->count + 1) * sizeof *g->message_net);
	g->gate = allocate_array(cells, sizeof *g->gate);
	g->gate_must = allocate_array(cells, sizeof *g->gate_must);
	g->traveller = allocate_array(m->traveller_count + 1, sizeof *g->traveller);
	g->message_must = allocate_array(m->count + 1, sizeof *g->message_must);
	g->mesh_sinks = allocate_array(o->meshes, sizeof *g->mesh_sinks);
	add_nets(g);
	set_order(g);
	return g;
}

void timing_graph_free(struct timing_graph *g)
{
	free(g->net);
	free(g->sink);
	free(g->arrival);
	free(g->order);
	free(g->gate_net);
	free(g->message_net);
	free(g->gate);
	free(g->gate_must);
	free(g->traveller);
	free(g->message_must);
	free(g->slack);
	free(g->mesh_sinks);
	free(g);
}

/* ---- forward ---- */

/* A message whose border wire is steady at `clock` is sampled in the first clock from there on that plays its cycle. */
static int message_arrival(const struct timing_graph *g, unsigned message)
{
	const struct message *a = &g->m->message[message];
	int d = (int)g->m->cycles, clock = g->traveller[a->traveller].clock;

	return clock + (((int)a->cycle - clock) % d + d) % d + (int)g->o->latency + 2;
}

static int driver_arrival(const struct timing_graph *g, struct point from)
{
	switch (from.what) {
	case AT_GATE:
		return g->gate[from.index].clock;
	case AT_MESSAGE:
		return message_arrival(g, from.index);
	default:
		return 0;
	}
}

static void reach(struct timing_graph *g, struct point to, int clock, unsigned net)
{
	struct reached *there = to.what == AT_GATE ? &g->gate[to.index] : to.what == AT_TRAVELLER ? &g->traveller[to.index] : NULL;

	if (there && (there->net == NO_NET || there->clock < clock))
		*there = (struct reached){ clock, net };
	if ((to.what == AT_PIN || (to.what == AT_GATE && g->l->cell[to.index].latch)) &&
	    (g->last.net == NO_NET || g->last.clock < clock)) {
		g->last = (struct reached){ clock, net };
		g->end = to;
	}
}

static void run_forward(struct timing_graph *g)
{
	for (size_t i = 0; i < g->l->cell_count; i++)
		g->gate[i] = (struct reached){ 0, NO_NET };
	for (size_t i = 0; i < g->m->traveller_count; i++)
		g->traveller[i] = (struct reached){ 0, NO_NET };
	g->last = (struct reached){ 0, NO_NET };
	for (size_t i = 0; i < g->ordered; i++) {
		unsigned net = g->order[i];
		const struct timed_net *timed = &g->net[net];

		g->arrival[net] = driver_arrival(g, timed->from);
		for (unsigned k = 0; k < timed->sinks; k++) {
			const struct timed_sink *sink = &g->sink[timed->first + k];

			reach(g, sink->to, g->arrival[net] + sink->hops, net);
		}
	}
}

/* ---- backward ---- */

/* The latest clock in which a traveller's border wire may become steady. */
static int traveller_must(const struct timing_graph *g, unsigned traveller)
{
	const struct traveller *a = &g->m->traveller[traveller];
	int least = WITHOUT_END, d = (int)g->m->cycles;

	for (unsigned i = 0; i < a->count; i++) {
		int must = g->message_must[a->message[i]] - (int)g->o->latency - 2;

		must -= ((must - (int)g->m->message[a->message[i]].cycle) % d + d) % d;
		least = must < least ? must : least;
	}
	return least;
}

static int sink_must(const struct timing_graph *g, struct point to)
{
	switch (to.what) {
	case AT_GATE:
		return g->gate_must[to.index];
	case AT_TRAVELLER:
		return traveller_must(g, to.index);
	default:
		return g->last.clock;
	}
}

static void lower(int *must, int to)
{
	*must = to < *must ? to : *must;
}

static void run_backward(struct timing_graph *g)
{
	for (size_t i = 0; i < g->l->cell_count; i++)
		g->gate_must[i] = g->l->cell[i].latch ? g->last.clock : WITHOUT_END;
	for (size_t i = 0; i < g->m->count; i++)
		g->message_must[i] = WITHOUT_END;
	for (size_t i = g->ordered; i-- > 0;) {
		const struct timed_net *net = &g->net[g->order[i]];
		int must = WITHOUT_END;

		for (size_t k = net->first; k < net->first + net->sinks; k++) {
			int here = sink_must(g, g->sink[k].to) - g->sink[k].hops;

			g->slack[k] = here - g->arrival[g->order[i]];
			lower(&must, here);
		}
		if (net->from.what == AT_GATE)
			lower(&g->gate_must[net->from.index], must);
		if (net->from.what == AT_MESSAGE)
			lower(&g->message_must[net->from.index], must);
	}
}

static unsigned step_of(const struct timing_graph *g)
{
	unsigned step = (unsigned)g->last.clock + 1;

	return step < OVERLAY_LEAST_STEP ? OVERLAY_LEAST_STEP : step;
}

static void set_hops(struct timing_graph *g, unsigned *const *hops)
{
	size_t flat = 0;

	for (unsigned mesh = 0; mesh < g->o->meshes; mesh++)
		for (size_t i = 0; i < g->mesh_sinks[mesh]; i++)
			g->sink[flat++].hops = (int)hops[mesh][i];
}

static void set_criticality(const struct timing_graph *g, double *const *criticality)
{
	size_t flat = 0;

	for (unsigned mesh = 0; mesh < g->o->meshes; mesh++)
		for (size_t i = 0; i < g->mesh_sinks[mesh]; i++) {
			double c = 1 - (double)g->slack[flat++] / step_of(g);

			criticality[mesh][i] = c < 0 ? 0 : c > 1 ? 1 : c;
		}
}

unsigned timing_graph_run(struct timing_graph *g, unsigned *const *hops, double *const *criticality)
{
	set_hops(g, hops);
	run_forward(g);
	if (criticality) {
		run_backward(g);
		set_criticality(g, criticality);
	}
	return step_of(g);
}

/* ---- the critical way ---- */

static char *pin_name(const char *what, const struct netlist_pin *pin)
{
	return pin->vector ? format_string("%s %s[%u]", what, pin->port, pin->bit) : format_string("%s %s", what, pin->port);
}

static char *cell_name(const struct timing_graph *g, const char *what, unsigned cell)
{
	unsigned mesh = g->p->cell_mesh[cell], i = 0;
	const struct mesh_task *t = &g->tasks[mesh];

	while (t->cell[i] != cell)
		i++;
	return format_string("(%u,%u,%u) %s", mesh, t->row[i], t->column[i], what);
}

static char *latch_name(const struct timing_graph *g, unsigned cell)
{
	unsigned latch = g->l->cell[cell].latch_of;
	char *what = latch == LOGIC_NO_LATCH ? copy_string("latch of a gate")
					     : format_string("latch %s", g->l->netlist->latch[latch].name);
	char *name = cell_name(g, what, cell);

	free(what);
	return name;
}

static char *message_name(const struct timing_graph *g, unsigned message)
{
	const struct message *a = &g->m->message[message];

	return format_string("message from mesh %u to mesh %u in cycle %u", g->m->traveller[a->traveller].mesh, a->to, a->cycle);
}

static char *end_name(const struct timing_graph *g)
{
	if (g->end.what == AT_PIN)
		return pin_name("output", &g->l->netlist->output[g->end.index]);
	return latch_name(g, g->end.index);
}

static char *start_name(const struct timing_graph *g, struct literal a)
{
	switch (a.of) {
	case LITERAL_INPUT:
		return pin_name("input", &g->l->netlist->input[a.index]);
	case LITERAL_LATCH:
		return latch_name(g, a.index);
	default:
		return copy_string("constant");
	}
}

static const struct literal *net_literal(const struct timing_graph *g, size_t net)
{
	unsigned mesh = 0;

	for (; net >= g->tasks[mesh].nets; mesh++)
		net -= g->tasks[mesh].nets;
	return &g->tasks[mesh].net[net].literal;
}

static void add_way(struct timing *t, char *what, int clock)
{
	t->way = room_for_one(t->way, t->ways, sizeof *t->way);
	t->way[t->ways++] = (struct way){ what, (unsigned)clock };
}

/* From its end to its beginning. */
static void follow_back(struct timing *t, const struct timing_graph *g)
{
	struct reached at = g->last;

	if (at.net == NO_NET)
		return;
	add_way(t, end_name(g), at.clock);
	for (;;) {
		struct point from = g->net[at.net].from;

		switch (from.what) {
		case AT_GATE:
			at = g->gate[from.index];
			add_way(t, cell_name(g, "gate", from.index), at.clock);
			break;
		case AT_MESSAGE:
			at = g->traveller[g->m->message[from.index].traveller];
			add_way(t, message_name(g, from.index), message_arrival(g, from.index));
			break;
		default:
			add_way(t, start_name(g, *net_literal(g, at.net)), 0);
			return;
		}
	}
}

static void turn_round(struct timing *t)
{
	for (size_t i = 0; i < t->ways / 2; i++) {
		struct way kept = t->way[i];

		t->way[i] = t->way[t->ways - 1 - i];
		t->way[t->ways - 1 - i] = kept;
	}
}

void timing_make(struct timing *t, const struct overlay *o, const struct logic *l, const struct partition *p,
		 const struct messages *m, const struct mesh_task *tasks)
{
	struct timing_graph *g = timing_graph_make(o, l, p, m, tasks);
	unsigned **hops = allocate_array(o->meshes, sizeof *hops);

	*t = (struct timing){ .criticality = allocate_array(o->meshes, sizeof *t->criticality) };
	for (unsigned mesh = 0; mesh < o->meshes; mesh++) {
		t->criticality[mesh] = allocate_array(mesh_sinks(&tasks[mesh]) + 1, sizeof **t->criticality);
		hops[mesh] = tasks[mesh].hops;
	}
	t->step = timing_graph_run(g, hops, t->criticality);
	follow_back(t, g);
	turn_round(t);
	free(hops);
	timing_graph_free(g);
}

void timing_free(struct timing *t, unsigned meshes)
{
	for (size_t i = 0; i < t->ways; i++)
		free(t->way[i].what);
	free(t->way);
	for (unsigned mesh = 0; t->criticality && mesh < meshes; mesh++)
		free(t->criticality[mesh]);
	free(t->criticality);
	*t = (struct timing){ 0 };
}
