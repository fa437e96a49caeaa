/* refine.c: placement and routing at once, by simulated annealing on the routed mesh.
 *
 *   move      a cell or pad changes its place, and everything that begins or ends there is routed anew
 *   reroute   a net, or all that share a wire, get new trees where everything stays
 *
 * A move has a limit of costs, drawn beforehand; routing gives up as soon as it must exceed that. Most moves fail, and most
 * of these at once. As long as nets share wires, most moves are about these.
 */
#include "overlay/refiner.h"

#include <stdlib.h>

#include "overlay/mesh.h"
#include "util/text.h"

enum {
	REACH = 3,				/* rows and columns of a move */
	REROUTES = 8,				/* one proposal of so many is to reroute a net */
	LOOK = 64,				/* proposals after which conflicts are listed again */
	SHARPNESS = 10,				/* exponent of criticalities */
	MORE_HISTORY = WIRE_COST, KEEP_HISTORY = 245,	/* of conflicts, with each step */
};
/* Share of proposals that are about conflicts, if there are any. */
static const double FOCUS = 0.6;

/* A net on a wire that others have, too. */
struct conflict {
	unsigned net;
	int wire;
};
struct proposal {
	bool move;
	unsigned body, place;			/* of a move */
	unsigned *net, nets;			/* all whose trees may change, each once */
};

struct refiner {
	struct sites *sites;
	struct trees *s;
	struct router *router;
	const struct mesh_task *t;
	struct random *random;
	unsigned *sinks_first, *sinks_of;	/* of a body */
	unsigned *driven_first, *driven;	/* of a body: nets */
	int *weight;				/* [sink] */
	struct proposal proposal;
	unsigned *stamp, stamps;		/* [net] the last proposal that had it */
	struct conflict *conflict;
	unsigned conflicts, room;
};

/* ---- start ------------------------------------------------------------------------------------------------- */

/* first[owner + 1] counts, becomes where the list of an owner begins. */
static void add_up(unsigned *first, unsigned owners)
{
	for (unsigned i = 0; i < owners; i++)
		first[i + 1] += first[i];
}

static void list_sinks(struct refiner *f)
{
	unsigned bodies = f->sites->bodies, sinks = (unsigned)mesh_sinks(f->t), *at;

	f->sinks_first = allocate_array(bodies + 2, sizeof *f->sinks_first);
	f->sinks_of = allocate_array(sinks + 1, sizeof *f->sinks_of);
	at = allocate_array(sinks + 1, sizeof *at);
	for (unsigned i = 0; i < sinks; i++) {
		const struct tree_sink *sink = &f->s->sink[i];

		at[i] = sites_end(f->sites, f->t->net[sink->net].sink[i - f->s->tree[sink->net].first_sink]);
		f->sinks_first[at[i] + 2]++;
	}
	add_up(f->sinks_first + 1, bodies);
	for (unsigned i = 0; i < sinks; i++)
		f->sinks_of[f->sinks_first[at[i] + 1]++] = i;
	free(at);
}

static void list_driven(struct refiner *f)
{
	unsigned bodies = f->sites->bodies;

	f->driven_first = allocate_array(bodies + 2, sizeof *f->driven_first);
	f->driven = allocate_array(f->t->nets + 1, sizeof *f->driven);
	for (unsigned i = 0; i < f->t->nets; i++)
		if (!f->s->tree[i].constant)
			f->driven_first[sites_end(f->sites, f->t->net[i].driver) + 2]++;
	add_up(f->driven_first + 1, bodies);
	for (unsigned i = 0; i < f->t->nets; i++)
		if (!f->s->tree[i].constant)
			f->driven[f->driven_first[sites_end(f->sites, f->t->net[i].driver) + 1]++] = i;
}

struct refiner *refiner_start(struct sites *sites, struct trees *trees, struct random *random)
{
	struct refiner *f = allocate(sizeof *f);

	*f = (struct refiner){ .sites = sites, .s = trees, .t = sites->t, .random = random };
	trees_start(trees, sites);
	trees_set_pressure(trees, WIRE_COST / 2);
	f->router = router_start(trees);
	f->weight = allocate_array(mesh_sinks(f->t) + 1, sizeof *f->weight);
	f->stamp = allocate_array(f->t->nets + 1, sizeof *f->stamp);
	f->proposal.net = allocate_array(f->t->nets + 1, sizeof *f->proposal.net);
	list_sinks(f);
	list_driven(f);
	router_add_all(f->router, f->weight);
	return f;
}

void refiner_free(struct refiner *f)
{
	trees_free(f->s);
	router_free(f->router);
	free(f->sinks_first);
	free(f->sinks_of);
	free(f->driven_first);
	free(f->driven);
	free(f->weight);
	free(f->stamp);
	free(f->proposal.net);
	free(f->conflict);
	free(f);
}

/* ---- proposals --------------------------------------------------------------------------------------------- */

static void add_net(struct refiner *f, unsigned net)
{
	if (f->stamp[net] == f->stamps)
		return;
	f->stamp[net] = f->stamps;
	f->proposal.net[f->proposal.nets++] = net;
}

static void add_nets_of(struct refiner *f, unsigned body)
{
	for (unsigned i = f->sinks_first[body]; i < f->sinks_first[body + 1]; i++)
		add_net(f, f->s->sink[f->sinks_of[i]].net);
	for (unsigned i = f->driven_first[body]; i < f->driven_first[body + 1]; i++)
		add_net(f, f->driven[i]);
}

static bool propose_move(struct refiner *f, unsigned body)
{
	unsigned place = sites_draw(f->sites, f->random, body, REACH);
	int other = *sites_at(f->sites, body, place);

	if (place == f->sites->body[body].place)
		return false;
	f->proposal.move = true;
	f->proposal.body = body;
	f->proposal.place = place;
	add_nets_of(f, body);
	if (other != NOBODY)
		add_nets_of(f, (unsigned)other);
	return true;
}

static void list_conflicts(struct refiner *f)
{
	f->conflicts = 0;
	for (unsigned i = 0; f->s->shared > 0 && i < f->t->nets; i++)
		for (int a = f->s->tree[i].first; a != NO_TWIG; a = f->s->twig[a].next) {
			if (f->s->owners[f->s->twig[a].wire] < 2)
				continue;
			f->conflict = room_for_one(f->conflict, f->conflicts, sizeof *f->conflict);
			f->conflict[f->conflicts++] = (struct conflict){ i, f->s->twig[a].wire };
		}
}

/* A net in conflict gives way, or all on the wire do. */
static bool propose_to_give_way(struct refiner *f, struct conflict c)
{
	if (random_below(f->random, 2) == 0)
		add_net(f, c.net);
	else
		for (unsigned i = 0; i < f->conflicts; i++)
			if (f->conflict[i].wire == c.wire)
				add_net(f, f->conflict[i].net);
	return true;
}

/* The net's driver, one of its sinks, or a cell at the wire moves; or nothing moves. */
static bool propose_about(struct refiner *f, struct conflict c)
{
	const struct mesh_net *net = &f->t->net[c.net];
	const struct head *head = &f->s->head[c.wire];
	int element = c.wire / SIDES;

	if (f->s->owners[c.wire] < 2)
		return false;
	switch (random_below(f->random, 4)) {
	case 0:
		return propose_to_give_way(f, c);
	case 1:
		return !net_is_constant(net) && propose_move(f, sites_end(f->sites, net->driver));
	case 2:
		return propose_move(f, sites_end(f->sites, net->sink[random_below(f->random, net->sink_count)]));
	default:
		if (random_below(f->random, 2) == 0 && head->element != NO_ELEMENT)
			element = head->element;
		return f->sites->on_element[element] != NOBODY && propose_move(f, (unsigned)f->sites->on_element[element]);
	}
}

static bool propose(struct refiner *f)
{
	f->stamps++;
	f->proposal.nets = 0;
	f->proposal.move = false;
	if (f->conflicts > 0 && random_unit(f->random) < FOCUS)
		return propose_about(f, f->conflict[random_below(f->random, f->conflicts)]);
	if (random_below(f->random, REROUTES) > 0)
		return propose_move(f, (unsigned)random_below(f->random, f->sites->bodies));
	add_net(f, (unsigned)random_below(f->random, f->t->nets));
	return true;
}

/* ---- moves ------------------------------------------------------------------------------------------------- */

static void drop_body(struct refiner *f, unsigned body)
{
	for (unsigned i = f->sinks_first[body]; i < f->sinks_first[body + 1]; i++)
		trees_drop_sink(f->s, f->sinks_of[i]);
	for (unsigned i = f->driven_first[body]; i < f->driven_first[body + 1]; i++)
		trees_drop_net(f->s, f->driven[i]);
}

static void settle_body(struct refiner *f, unsigned body)
{
	for (unsigned i = f->sinks_first[body]; i < f->sinks_first[body + 1]; i++)
		trees_set_sink(f->s, f->sites, f->sinks_of[i]);
	for (unsigned i = f->driven_first[body]; i < f->driven_first[body + 1]; i++)
		trees_set_driver(f->s, f->sites, f->driven[i]);
}

static void exchange(struct refiner *f, unsigned body, unsigned place)
{
	int other = *sites_at(f->sites, body, place);

	sites_exchange(f->sites, body, place);
	settle_body(f, body);
	if (other != NOBODY)
		settle_body(f, (unsigned)other);
}

/* All wires, and the delays of the proposal's nets. */
static long cost(const struct refiner *f)
{
	long sum = trees_cost(f->s);

	for (unsigned i = 0; i < f->proposal.nets; i++) {
		const struct tree *tree = &f->s->tree[f->proposal.net[i]];

		for (unsigned k = tree->first_sink; k < tree->first_sink + tree->sinks; k++)
			if (f->s->sink[k].twig != NO_TWIG)
				sum += (long)f->weight[k] * trees_hops(f->s, k);
	}
	return sum;
}

/* Routes what lies bare, if that costs no more than `limit`. */
static bool route_nets(struct refiner *f, long limit)
{
	for (unsigned i = 0; i < f->proposal.nets; i++) {
		unsigned net = f->proposal.net[i], sinks = f->s->tree[net].sinks;
		const unsigned *order = router_order(f->router, net, f->weight);

		for (unsigned k = 0; k < sinks; k++) {
			int way;

			if (f->s->sink[order[k]].twig != NO_TWIG)
				continue;
			way = router_add(f->router, order[k], f->weight[order[k]], limit < ANY_PRICE ? (int)limit : ANY_PRICE);
			if (way == NO_WAY)
				return false;
			limit -= way;
		}
	}
	return true;
}

/* Takes off what the proposal changes, and moves the bodies. */
static void loosen(struct refiner *f)
{
	const struct proposal *p = &f->proposal;
	int other;

	if (!p->move) {
		for (unsigned i = 0; i < p->nets; i++)
			trees_drop_net(f->s, p->net[i]);
		return;
	}
	other = *sites_at(f->sites, p->body, p->place);
	drop_body(f, p->body);
	if (other != NOBODY)
		drop_body(f, (unsigned)other);
	exchange(f, p->body, p->place);
}

static void try_proposal(struct refiner *f, double temperature)
{
	const struct proposal *p = &f->proposal;
	unsigned from = f->sites->body[p->body].place;
	long limit = cost(f) + (long)(temperature * random_exponential(f->random));

	for (unsigned i = 0; i < p->nets; i++)
		trees_memorize(f->s, p->net[i]);
	loosen(f);
	limit -= cost(f);
	if (limit >= 0 && route_nets(f, limit)) {
		trees_forget(f->s);
		return;
	}
	if (p->move)
		exchange(f, p->body, from);
	trees_restore(f->s);
}

/* As in PathFinder: each net that shares a wire is routed anew, whatever that costs. */
static void negotiate(struct refiner *f)
{
	list_conflicts(f);
	for (unsigned i = 0; i < f->conflicts; i++) {
		if (f->s->owners[f->conflict[i].wire] < 2)
			continue;
		f->proposal.net[0] = f->conflict[i].net;
		f->proposal.nets = 1;
		trees_drop_net(f->s, f->conflict[i].net);
		route_nets(f, ANY_PRICE);
	}
}

long refiner_step(struct refiner *f, const struct heat *heat, const double *criticality)
{
	unsigned long moves = (unsigned long)heat->moves * f->sites->bodies;

	mesh_weigh(f->weight, criticality, mesh_sinks(f->t), heat->timing, SHARPNESS);
	trees_set_pressure(f->s, heat->pressure);
	trees_remember_conflicts(f->s, MORE_HISTORY, KEEP_HISTORY);
	for (unsigned long i = 0; i < moves; i++) {
		if (i % LOOK == 0)
			list_conflicts(f);
		if (propose(f))
			try_proposal(f, heat->temperature);
	}
	negotiate(f);
	return f->s->shared;
}
