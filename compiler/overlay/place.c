/* place.c: cells get elements and pads get border positions, by simulated annealing.
 *
 * The cost of a net is about the length of its tree, and the distance of each sink from the driver times how critical the
 * sink is. Beyond that, every net spreads its length evenly over its box, and an element where more wires are wanted than a
 * mesh that is well filled has costs the square of the excess: wires need room around dense logic.
 */
#include "overlay/placer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "overlay/mesh.h"
#include "util/text.h"

/* Wires wanted at an element beyond which the excess costs; an element has 4. */
enum { ROOMY = 2 * WIRE_COST };
/* Of the whole cost, distances to critical sinks have this share of what wires have. */
static const double TIMING_SHARE = 0.3;
enum { MOST_TEMPERATURES = 300, MOST_SHARPNESS = 8, MOST_WEIGHT = 64 * WIRE_COST };
/* Cold is a temperature below this share of a net's cost. */
static const double COLD = 0.005;

struct box {
	short top, bottom, left, right;
};
struct placed_net {
	unsigned first, ends;			/* in `end`: the driver, then the sinks; 0 ends: nothing to place for */
	unsigned first_sink;
	long cost;
	struct box box;
};
/* What a net would be after a move. */
struct change {
	unsigned net;
	long cost;
	struct box box;
};

struct placer {
	struct sites *sites;
	const struct mesh_task *t;
	struct random *random;
	struct placed_net *net;
	unsigned *end;				/* bodies */
	unsigned *nets_first, *nets_of;		/* of a body: its nets, each once */
	int *weight;				/* [sink] cost of a wire of distance */
	int *wanted;				/* [element] wires */
	long crowd;				/* the excesses' squares, in WIRE_COST^2 */
	double temperature, reach;
	unsigned stage;
	unsigned long moves;
	unsigned *stamp, stamps;		/* [net] the last move that touched it */
	struct change *change;
	unsigned changes;
};

/* ---- cost -------------------------------------------------------------------------------------------------- */

/* Length of a Steiner tree of so many ends over half the perimeter of its box (Cheng 1994), in 1 / WIRE_COST. */
static int steiner(unsigned ends)
{
	static const short table[] = { 256, 256, 256, 256, 277, 295, 312, 328, 343, 358, 371, 383, 396, 408, 420, 433, 443, 453, 464, 474,
				       484, 494, 503, 512, 522, 531, 539, 547, 555, 564, 572 };
	const unsigned last = sizeof table / sizeof *table - 1;

	return ends <= last ? table[ends] : table[last] + 7 * (int)(ends - last);
}

static long box_length(const struct placed_net *net, struct box box)
{
	return (long)steiner(net->ends) * (box.bottom - box.top + box.right - box.left);
}

static long net_cost(const struct placer *p, const struct placed_net *net, struct box *box)
{
	const unsigned *end = p->end + net->first;
	const struct body *driver = &p->sites->body[end[0]];
	int top = driver->row, bottom = top, left = driver->column, right = left;
	long timing = 0;

	for (unsigned i = 1; i < net->ends; i++) {
		const struct body *b = &p->sites->body[end[i]];

		top = b->row < top ? b->row : top;
		bottom = b->row > bottom ? b->row : bottom;
		left = b->column < left ? b->column : left;
		right = b->column > right ? b->column : right;
		timing += (long)p->weight[net->first_sink + i - 1] * sites_distance(driver, b);
	}
	*box = (struct box){ (short)top, (short)bottom, (short)left, (short)right };
	return box_length(net, *box) + timing;
}

static long square_of_excess(int wanted)
{
	long excess = wanted - ROOMY;

	return excess > 0 ? excess * excess : 0;
}

/* The net wants its wires in the box; sign -1: no longer. */
static void want(struct placer *p, const struct placed_net *net, struct box box, int sign)
{
	int each = sign * (int)(box_length(net, box) / ((box.bottom - box.top + 1) * (box.right - box.left + 1)));
	long crowd = 0;

	for (int row = box.top; row <= box.bottom; row++) {
		int *wanted = p->wanted + row * (int)p->sites->side;

		for (int column = box.left; column <= box.right; column++) {
			crowd -= square_of_excess(wanted[column]);
			wanted[column] += each;
			crowd += square_of_excess(wanted[column]);
		}
	}
	p->crowd += crowd;
}

/* Everything anew: after the weights have changed. The cost without the crowd's. */
static long cost_all(struct placer *p)
{
	long sum = 0;

	memset(p->wanted, 0, (size_t)p->sites->side * p->sites->side * sizeof *p->wanted);
	p->crowd = 0;
	for (size_t i = 0; i < p->t->nets; i++) {
		struct placed_net *net = &p->net[i];

		if (net->ends == 0)
			continue;
		sum += net->cost = net_cost(p, net, &net->box);
		want(p, net, net->box, 1);
	}
	return sum;
}

/* ---- moves ------------------------------------------------------------------------------------------------- */

static void touch(struct placer *p, unsigned body)
{
	for (unsigned i = p->nets_first[body]; i < p->nets_first[body + 1]; i++) {
		unsigned net = p->nets_of[i];

		if (p->stamp[net] == p->stamps)
			continue;
		p->stamp[net] = p->stamps;
		p->change[p->changes++].net = net;
	}
}

static bool same_box(struct box a, struct box b)
{
	return a.top == b.top && a.bottom == b.bottom && a.left == b.left && a.right == b.right;
}

/* The body goes there. What that costs. */
static long move(struct placer *p, unsigned body, unsigned place)
{
	int other = *sites_at(p->sites, body, place);
	long cost = 0, crowd = p->crowd;

	p->stamps++;
	p->changes = 0;
	touch(p, body);
	if (other != NOBODY)
		touch(p, (unsigned)other);
	sites_exchange(p->sites, body, place);
	for (unsigned i = 0; i < p->changes; i++) {
		struct change *change = &p->change[i];
		struct placed_net *net = &p->net[change->net];

		change->cost = net_cost(p, net, &change->box);
		cost += change->cost - net->cost;
		if (!same_box(change->box, net->box)) {
			want(p, net, net->box, -1);
			want(p, net, change->box, 1);
		}
	}
	return cost + (p->crowd - crowd) / WIRE_COST;
}

static void take_back(struct placer *p, unsigned body, unsigned from)
{
	sites_exchange(p->sites, body, from);
	for (unsigned i = 0; i < p->changes; i++) {
		const struct placed_net *net = &p->net[p->change[i].net];

		if (!same_box(p->change[i].box, net->box)) {
			want(p, net, p->change[i].box, -1);
			want(p, net, net->box, 1);
		}
	}
}

/* True, with its change of cost, if a move was made. */
static bool one_move(struct placer *p, long *cost)
{
	unsigned body = (unsigned)random_below(p->random, p->sites->bodies);
	unsigned from = p->sites->body[body].place, to = sites_draw(p->sites, p->random, body, (int)p->reach);

	if (to == from)
		return false;
	*cost = move(p, body, to);
	if (*cost > 0 && (double)*cost > p->temperature * random_exponential(p->random)) {
		take_back(p, body, from);
		return false;
	}
	for (unsigned i = 0; i < p->changes; i++) {
		p->net[p->change[i].net].cost = p->change[i].cost;
		p->net[p->change[i].net].box = p->change[i].box;
	}
	return true;
}

/* ---- temperatures ------------------------------------------------------------------------------------------ */

/* Twenty standard deviations of the cost of a move (Huang, Romeo and Sangiovanni-Vincentelli 1986; Betz and Rose 1997, whose
 * schedule this is). */
static void set_first_temperature(struct placer *p)
{
	double sum = 0, squares = 0, count = p->sites->bodies;

	p->temperature = INFINITY;
	for (unsigned i = 0; i < p->sites->bodies; i++) {
		long cost = 0;

		one_move(p, &cost);
		sum += (double)cost;
		squares += (double)cost * (double)cost;
	}
	p->temperature = 20 * sqrt(fmax(squares / count - sum / count * (sum / count), 0));
}

static void lower_temperature(struct placer *p, double accepted)
{
	double side = p->sites->side;

	p->temperature *= accepted > 0.96 ? 0.5 : accepted > 0.8 ? 0.9 : accepted > 0.15 || p->reach > 1 ? 0.95 : 0.8;
	p->reach = fmin(fmax(p->reach * (1 - 0.44 + accepted), 1), side);
}

/* All distances, each as often as its weight. */
static double weighed_distances(const struct placer *p)
{
	double sum = 0;

	for (size_t i = 0; i < p->t->nets; i++) {
		const struct placed_net *net = &p->net[i];
		const struct body *driver = &p->sites->body[p->end[net->first]];

		for (unsigned k = 1; k < net->ends; k++)
			sum += p->weight[net->first_sink + k - 1] * (double)sites_distance(driver, &p->sites->body[p->end[net->first + k]]);
	}
	return sum;
}

/* Timing matters as much as wires do, and the more to the most critical sinks the colder it is. */
static void weigh(struct placer *p, const double *criticality)
{
	size_t sinks = mesh_sinks(p->t);
	unsigned sharpness = 1 + (unsigned)((MOST_SHARPNESS - 1) * (p->sites->side - p->reach) / p->sites->side);
	double wires, timing;

	memset(p->weight, 0, sinks * sizeof *p->weight);
	if (!criticality)
		return;
	wires = (double)cost_all(p);
	mesh_weigh(p->weight, criticality, sinks, WIRE_COST, sharpness);
	timing = weighed_distances(p);
	if (timing > 0)
		mesh_weigh(p->weight, criticality, sinks, fmin(WIRE_COST * TIMING_SHARE * wires / timing, MOST_WEIGHT), sharpness);
}

bool placer_cool(struct placer *p, const double *criticality)
{
	unsigned long accepted = 0;
	long cost, change;
	double each;

	if (p->sites->bodies == 0)
		return false;
	weigh(p, criticality);
	cost = cost_all(p);
	for (unsigned long i = 0; i < p->moves; i++)
		if (one_move(p, &change)) {
			cost += change;
			accepted++;
		}
	each = (double)cost / (double)(p->t->nets + 1);
	lower_temperature(p, (double)accepted / (double)p->moves);
	return p->temperature > COLD * each && ++p->stage < MOST_TEMPERATURES;
}

/* ---- start ------------------------------------------------------------------------------------------------- */

static void add_nets(struct placer *p)
{
	unsigned ends = 0, sinks = 0;

	p->net = allocate_array(p->t->nets + 1, sizeof *p->net);
	p->end = allocate_array(mesh_sinks(p->t) + p->t->nets + 1, sizeof *p->end);
	for (size_t i = 0; i < p->t->nets; i++) {
		const struct mesh_net *net = &p->t->net[i];

		p->net[i] = (struct placed_net){ .first = ends, .first_sink = sinks };
		if (!net_is_constant(net) && net->sink_count > 0) {
			p->end[ends++] = sites_end(p->sites, net->driver);
			for (size_t k = 0; k < net->sink_count; k++)
				p->end[ends++] = sites_end(p->sites, net->sink[k]);
		}
		p->net[i].ends = ends - p->net[i].first;
		sinks += (unsigned)net->sink_count;
	}
}

/* Counts the nets of each body, each net once (`fill` false), or lists them. */
static void list_nets(struct placer *p, unsigned *last, bool fill)
{
	memset(last, 0, (p->sites->bodies + 1) * sizeof *last);
	for (unsigned i = 0; i < p->t->nets; i++)
		for (unsigned k = 0; k < p->net[i].ends; k++) {
			unsigned body = p->end[p->net[i].first + k];

			if (last[body] == i + 1)
				continue;
			last[body] = i + 1;
			if (fill)
				p->nets_of[p->nets_first[body + 1]++] = i;
			else
				p->nets_first[body + 2]++;
		}
}

static void add_nets_of_bodies(struct placer *p)
{
	unsigned bodies = p->sites->bodies, *last = allocate_array(bodies + 1, sizeof *last);

	p->nets_first = allocate_array(bodies + 2, sizeof *p->nets_first);
	p->nets_of = allocate_array(mesh_sinks(p->t) + p->t->nets + 1, sizeof *p->nets_of);
	list_nets(p, last, false);
	for (unsigned b = 0; b < bodies; b++)
		p->nets_first[b + 2] += p->nets_first[b + 1];
	list_nets(p, last, true);
	free(last);
}

/* Annealing takes more moves a body where there are more bodies: the third root. */
static unsigned third_root(unsigned n)
{
	unsigned root = 1;

	while ((root + 1) * (root + 1) * (root + 1) <= n)
		root++;
	return root;
}

struct placer *placer_start(struct sites *sites, struct random *random, unsigned moves)
{
	struct placer *p = allocate(sizeof *p);
	const struct mesh_task *t = sites->t;

	*p = (struct placer){ .sites = sites, .t = t, .random = random, .reach = sites->side,
			      .moves = (unsigned long)moves * sites->bodies * third_root(sites->bodies) };
	add_nets(p);
	add_nets_of_bodies(p);
	p->weight = allocate_array(mesh_sinks(t) + 1, sizeof *p->weight);
	p->wanted = allocate_array((size_t)sites->side * sites->side, sizeof *p->wanted);
	p->stamp = allocate_array(t->nets + 1, sizeof *p->stamp);
	p->change = allocate_array(t->nets + 1, sizeof *p->change);
	cost_all(p);
	if (sites->bodies > 0)
		set_first_temperature(p);
	return p;
}

void placer_free(struct placer *p)
{
	free(p->net);
	free(p->end);
	free(p->nets_first);
	free(p->nets_of);
	free(p->weight);
	free(p->wanted);
	free(p->stamp);
	free(p->change);
	free(p);
}

void placer_hops(const struct placer *p, unsigned *hops)
{
	for (size_t i = 0; i < p->t->nets; i++)
		for (unsigned k = 0; k < p->t->net[i].sink_count; k++) {
			const unsigned *end = p->end + p->net[i].first;
			bool placed = p->net[i].ends > 0, itself = placed && end[0] == end[k + 1];

			*hops = 0;
			if (placed)
				*hops = (itself ? 4 : (unsigned)sites_distance(&p->sites->body[end[0]], &p->sites->body[end[k + 1]]))
					+ p->t->net[i].sink[k].is_pad;
			hops++;
		}
}
