/* place.c: cells get elements and pads get border positions, by simulated annealing.
 *
 * Bodies, cells and pads, change places with each other or with an empty place. The cost of a net is about the length of
 * its tree, plus the distance of each sink from the driver times how critical the sink is.
 */
#include "overlay/placer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "overlay/element.h"
#include "overlay/mesh.h"
#include "random.h"
#include "util/text.h"

enum { NOBODY = -1 };

struct body {
	short row, column;
	int place;				/* element, or border position */
};
struct box {
	short top, bottom, left, right;
};
struct placed_net {
	unsigned first;				/* in `end`: the driver, if it has one, then the sinks */
	unsigned ends;
	unsigned first_sink;			/* in `criticality` */
	double weight;
	double cost;
	struct box box;
};

struct placer {
	struct mesh_task *t;
	const struct overlay *o;
	struct random random;
	unsigned side, bodies;
	struct body *body;			/* cells, then pads */
	int *at_element, *at_border[2];		/* body there; border: out, in */
	bool *usable;				/* [element]: may hold a cell */
	struct placed_net *net;
	unsigned *end;				/* bodies */
	unsigned *nets_first, *nets_of;		/* of a body: its nets, each once */
	unsigned **choice;			/* [pad] border positions that it may have */
	unsigned *choices;
	float *sharp;				/* [sink] criticality, sharpened */
	double sharpness, balance;
	double temperature, reach;
	unsigned effort, stage;
	unsigned long moves;			/* at a temperature */
	/* Of a move. */
	unsigned *stamp, stamps;		/* [net] */
	unsigned *touched, touched_count;
	double *new_cost;
	struct box *new_box;
	float *demand, limit;
	double crowd, spread;
};

/* ---- cost ---- */

/* Length of a Steiner tree over half the perimeter of its box (Cheng 1994), for nets of 1, 2, .. ends. */
static double steiner(unsigned ends)
{
	static const float table[] = { 1, 1, 1, 1, 1.0828f, 1.1536f, 1.2206f, 1.2823f, 1.3385f, 1.3991f, 1.4493f, 1.4974f, 1.5455f,
				       1.5937f, 1.6418f, 1.6899f, 1.7304f, 1.7709f, 1.8114f, 1.8519f, 1.8924f, 1.9288f, 1.9652f,
				       2.0015f, 2.0379f, 2.0743f, 2.1061f, 2.1379f, 2.1698f, 2.2016f, 2.2334f };
	const unsigned count = sizeof table / sizeof *table;

	return ends < count ? table[ends] : table[count - 1] + 0.027 * (ends - count + 1);
}

static int distance(const struct body *a, const struct body *b)
{
	return abs(a->row - b->row) + abs(a->column - b->column);
}

static double net_cost(const struct placer *p, const struct placed_net *net, struct box *box)
{
	const unsigned *end = p->end + net->first;
	const struct body *driver = &p->body[end[0]];
	short top = driver->row, bottom = top, left = driver->column, right = left;
	double timing = 0;

	for (unsigned i = 1; i < net->ends; i++) {
		const struct body *b = &p->body[end[i]];

		top = b->row < top ? b->row : top;
		bottom = b->row > bottom ? b->row : bottom;
		left = b->column < left ? b->column : left;
		right = b->column > right ? b->column : right;
		timing += p->sharp[net->first_sink + i - 1] * (double)distance(driver, b);
	}
	*box = (struct box){ top, bottom, left, right };
	return net->weight * steiner(net->ends) * (bottom - top + right - left) + p->balance * timing;
}

static inline float over(const struct placer *p, float demand)
{
	float x = demand - p->limit;

	return x > 0 ? x * x : 0;
}

static void add_box(struct placer *p, const struct placed_net *net, struct box box, float sign)
{
	int h = box.bottom - box.top, w = box.right - box.left;
	float each = sign * (float)steiner(net->ends) * (float)(h + w) / (float)((h + 1) * (w + 1));
	double crowd = 0;

	for (int row = box.top; row <= box.bottom; row++) {
		float *demand = p->demand + row * (int)p->side;

		for (int column = box.left; column <= box.right; column++) {
			float was = demand[column];

			demand[column] = was + each;
			crowd += over(p, was + each) - over(p, was);
		}
	}
	p->crowd += crowd;
}

static bool same_box(struct box a, struct box b)
{
	return a.top == b.top && a.bottom == b.bottom && a.left == b.left && a.right == b.right;
}

/* ---- start ---- */

static void set_body(struct placer *p, unsigned b, int place)
{
	struct body *body = &p->body[b];

	body->place = place;
	if (b < p->t->cells) {
		body->row = (short)(place / (int)p->side);
		body->column = (short)(place % (int)p->side);
		p->at_element[place] = (int)b;
	} else {
		struct overlay_place at = overlay_border(p->o, (unsigned)place);

		body->row = (short)at.row;
		body->column = (short)at.column;
		p->at_border[p->t->pad[b - p->t->cells].in][place] = (int)b;
	}
}

static int *cell_of_place(struct placer *p, unsigned b, int place)
{
	return b < p->t->cells ? &p->at_element[place] : &p->at_border[p->t->pad[b - p->t->cells].in][place];
}

static void set_choices(struct placer *p, unsigned pad)
{
	const struct pad *a = &p->t->pad[pad];
	unsigned most = 4 * p->side;
	unsigned *choice = allocate_array(most, sizeof *choice);

	for (unsigned b = 0; b < most; b++) {
		int pin = overlay_border_pin(p->o, b), position = overlay_border_position(p->o, b);

		if (a->fixed >= 0 ? b == (unsigned)a->fixed
		    : a->pin ? pin >= 0 : position >= 0 && (unsigned)position % p->o->wires == a->wire)
			choice[p->choices[pad]++] = b;
	}
	p->choice[pad] = choice;
}

static unsigned end_body(const struct placer *p, struct net_end end)
{
	return end.is_pad ? p->t->cells + end.index : end.index;
}

static void add_nets(struct placer *p)
{
	unsigned ends = 0, sinks = 0;

	p->net = allocate_array(p->t->nets + 1, sizeof *p->net);
	p->end = allocate_array(mesh_sinks(p->t) + p->t->nets + 1, sizeof *p->end);
	for (size_t i = 0; i < p->t->nets; i++) {
		const struct mesh_net *net = &p->t->net[i];
		struct placed_net *mine = &p->net[i];

		*mine = (struct placed_net){ .first = ends, .first_sink = sinks, .weight = net->weight };
		if (!net_is_constant(net) && net->sink_count > 0) {
			p->end[ends++] = end_body(p, net->driver);
			for (size_t k = 0; k < net->sink_count; k++)
				p->end[ends++] = end_body(p, net->sink[k]);
		}
		mine->ends = ends - mine->first;
		sinks += (unsigned)net->sink_count;
	}
}

/* Bodies get their nets, each once. */
static void add_nets_of(struct placer *p)
{
	unsigned *last = allocate_array(p->bodies + 1, sizeof *last);

	p->nets_first = allocate_array(p->bodies + 2, sizeof *p->nets_first);
	p->nets_of = allocate_array(mesh_sinks(p->t) + p->t->nets + 1, sizeof *p->nets_of);
	for (unsigned pass = 0; pass < 2; pass++) {
		memset(last, 0, (p->bodies + 1) * sizeof *last);
		for (unsigned i = 0; i < p->t->nets; i++)
			for (unsigned k = 0; k < p->net[i].ends; k++) {
				unsigned b = p->end[p->net[i].first + k];

				if (last[b] == i + 1)
					continue;
				last[b] = i + 1;
				if (pass == 0)
					p->nets_first[b + 2]++;
				else
					p->nets_of[p->nets_first[b + 1]++] = i;
			}
		if (pass == 0)
			for (unsigned b = 0; b < p->bodies; b++)
				p->nets_first[b + 2] += p->nets_first[b + 1];
	}
	free(last);
}

static void set_usable(struct placer *p)
{
	unsigned even = 0, n = p->side * p->side;
	const char *mode = getenv("PLACE_ALL");

	for (unsigned e = 0; e < n; e++)
		even += p->usable[e] = (e / p->side + e % p->side) % 2 == 0;
	if (even < p->t->cells || mode)
		memset(p->usable, true, n);
}

static void shuffle(struct placer *p, unsigned *list, unsigned count)
{
	for (unsigned i = count; i > 1; i--) {
		unsigned k = (unsigned)random_below(&p->random, i), kept = list[k];

		list[k] = list[i - 1];
		list[i - 1] = kept;
	}
}

static void scatter_cells(struct placer *p)
{
	unsigned n = p->side * p->side, count = 0, *list = allocate_array(n, sizeof *list);

	for (unsigned e = 0; e < n; e++) {
		p->at_element[e] = NOBODY;
		if (p->usable[e])
			list[count++] = e;
	}
	shuffle(p, list, count);
	for (unsigned c = 0; c < p->t->cells; c++)
		set_body(p, c, (int)list[c]);
	free(list);
}

/* Fixed pads first, then each pad to its first free position. */
static void scatter_pads(struct placer *p)
{
	for (unsigned b = 0; b < 4 * p->side; b++)
		p->at_border[0][b] = p->at_border[1][b] = NOBODY;
	for (unsigned pass = 0; pass < 2; pass++)
		for (unsigned i = 0; i < p->t->pads; i++) {
			unsigned b = p->t->cells + i, k = 0;

			if ((p->t->pad[i].fixed >= 0) != (pass == 0))
				continue;
			while (*cell_of_place(p, b, (int)p->choice[i][k]) != NOBODY)
				k++;
			set_body(p, b, (int)p->choice[i][k]);
		}
}

static double all_costs(struct placer *p)
{
	double sum = 0;

	memset(p->demand, 0, (size_t)p->side * p->side * sizeof *p->demand);
	p->crowd = 0;
	for (size_t i = 0; i < p->t->nets; i++) {
		sum += p->net[i].cost = p->net[i].ends > 1 ? net_cost(p, &p->net[i], &p->net[i].box) : 0;
		if (p->net[i].ends > 1)
			add_box(p, &p->net[i], p->net[i].box, 1);
	}
	return sum;
}

/* ---- moves ---- */

static void touch(struct placer *p, unsigned b)
{
	for (unsigned i = p->nets_first[b]; i < p->nets_first[b + 1]; i++) {
		unsigned net = p->nets_of[i];

		if (p->stamp[net] == p->stamps)
			continue;
		p->stamp[net] = p->stamps;
		p->touched[p->touched_count++] = net;
	}
}

static void exchange(struct placer *p, unsigned b, int to)
{
	int from = p->body[b].place, other = *cell_of_place(p, b, to);

	set_body(p, b, to);
	if (other != NOBODY)
		set_body(p, (unsigned)other, from);
	else
		*cell_of_place(p, b, from) = NOBODY;
}

/* The change of cost if b went there; it has gone there. */
static double try_move(struct placer *p, unsigned b, int to)
{
	int other = *cell_of_place(p, b, to);
	double change = 0, crowd = p->crowd;

	p->stamps++;
	p->touched_count = 0;
	touch(p, b);
	if (other != NOBODY)
		touch(p, (unsigned)other);
	exchange(p, b, to);
	for (unsigned i = 0; i < p->touched_count; i++) {
		struct placed_net *net = &p->net[p->touched[i]];

		p->new_cost[i] = net_cost(p, net, &p->new_box[i]);
		change += p->new_cost[i] - net->cost;
		if (p->spread > 0 && !same_box(p->new_box[i], net->box)) {
			add_box(p, net, net->box, -1);
			add_box(p, net, p->new_box[i], 1);
		}
	}
	return change + p->spread * (p->crowd - crowd);
}

static int near(struct placer *p, int at)
{
	int reach = (int)p->reach, low = at - reach < 0 ? 0 : at - reach;
	int high = at + reach >= (int)p->side ? (int)p->side - 1 : at + reach;

	return low + (int)random_below(&p->random, (uint64_t)(high - low + 1));
}

/* A place for b, not its own; its own: none was found. */
static int draw_place(struct placer *p, unsigned b)
{
	const struct body *body = &p->body[b];

	if (b >= p->t->cells) {
		unsigned pad = b - p->t->cells;
		int to = (int)p->choice[pad][random_below(&p->random, p->choices[pad])], other = *cell_of_place(p, b, to);

		return other != NOBODY && p->t->pad[(unsigned)other - p->t->cells].fixed >= 0 ? body->place : to;
	}
	for (unsigned attempt = 0; attempt < 8; attempt++) {
		int to = near(p, body->row) * (int)p->side + near(p, body->column);

		if (p->usable[to] && to != body->place)
			return to;
	}
	return body->place;
}

static bool one_move(struct placer *p, double *changed)
{
	unsigned b = (unsigned)random_below(&p->random, p->bodies);
	int from = p->body[b].place, to = draw_place(p, b);
	double change;

	if (to == from)
		return false;
	change = try_move(p, b, to);
	if (change > 0 && random_unit(&p->random) >= exp(-change / p->temperature)) {
		exchange(p, b, from);
		for (unsigned i = 0; i < p->touched_count; i++) {
			struct placed_net *net = &p->net[p->touched[i]];

			if (p->spread > 0 && !same_box(p->new_box[i], net->box)) {
				add_box(p, net, p->new_box[i], -1);
				add_box(p, net, net->box, 1);
			}
		}
		return false;
	}
	for (unsigned i = 0; i < p->touched_count; i++) {
		p->net[p->touched[i]].cost = p->new_cost[i];
		p->net[p->touched[i]].box = p->new_box[i];
	}
	*changed += change;
	return true;
}

/* ---- temperatures ---- */

static void first_temperature(struct placer *p)
{
	double sum = 0, squares = 0, changed;
	unsigned count = p->bodies;

	p->temperature = INFINITY;
	for (unsigned i = 0; i < count; i++) {
		changed = 0;
		one_move(p, &changed);
		sum += changed;
		squares += changed * changed;
	}
	p->temperature = 20 * sqrt(fmax(squares / count - sum / count * (sum / count), 0)) + 1e-6;
}

static void lower_temperature(struct placer *p, double accepted)
{
	p->temperature *= accepted > 0.96 ? 0.5 : accepted > 0.8 ? 0.9 : accepted > 0.15 || p->reach > 1 ? 0.95 : 0.8;
	p->reach = fmin(fmax(p->reach * (1 - 0.44 + accepted), 1), p->side);
}

struct placer *placer_start(struct mesh_task *t, const struct overlay *o, unsigned long seed, unsigned effort)
{
	struct placer *p = allocate(sizeof *p);

	*p = (struct placer){ .t = t, .o = o, .side = t->side, .bodies = t->cells + t->pads, .effort = effort };
	random_start(&p->random, seed, t->mesh);
	p->body = allocate_array(p->bodies + 1, sizeof *p->body);
	p->at_element = allocate_array((size_t)p->side * p->side, sizeof *p->at_element);
	p->usable = allocate_array((size_t)p->side * p->side, sizeof *p->usable);
	for (unsigned i = 0; i < 2; i++)
		p->at_border[i] = allocate_array(4 * (size_t)p->side, sizeof *p->at_border[i]);
	p->choice = allocate_array(t->pads + 1, sizeof *p->choice);
	p->choices = allocate_array(t->pads + 1, sizeof *p->choices);
	for (unsigned i = 0; i < t->pads; i++)
		set_choices(p, i);
	p->sharp = allocate_array(mesh_sinks(t) + 1, sizeof *p->sharp);
	p->stamp = allocate_array(t->nets + 1, sizeof *p->stamp);
	p->touched = allocate_array(t->nets + 1, sizeof *p->touched);
	p->new_cost = allocate_array(t->nets + 1, sizeof *p->new_cost);
	p->new_box = allocate_array(t->nets + 1, sizeof *p->new_box);
	p->demand = allocate_array((size_t)p->side * p->side, sizeof *p->demand);
	p->limit = getenv("LIMIT") ? atof(getenv("LIMIT")) : 2.4;
	p->spread = getenv("SPREAD") ? atof(getenv("SPREAD")) : 1;
	add_nets(p);
	add_nets_of(p);
	set_usable(p);
	scatter_cells(p);
	scatter_pads(p);
	all_costs(p);
	p->reach = p->side;
	p->moves = (unsigned long)(effort * pow(p->bodies, 4.0 / 3) + 1);
	if (p->bodies > 0)
		first_temperature(p);
	return p;
}

static void sharpen(struct placer *p, const double *criticality)
{
	double wires = 0, timing = 0, exponent = 1 + 7 * (1 - (p->reach - 1) / fmax(p->side - 1, 1));

	p->balance = 0;
	if (!criticality)
		return;
	for (size_t i = 0, sink = 0; i < p->t->nets; i++) {
		const struct placed_net *net = &p->net[i];

		for (unsigned k = 0; k < p->t->net[i].sink_count; k++, sink++) {
			p->sharp[sink] = (float)pow(criticality[sink], exponent);
			if (net->ends > 1)
				timing += p->sharp[sink] * distance(&p->body[p->end[net->first]], &p->body[p->end[net->first + k + 1]]);
		}
	}
	wires = all_costs(p);
	p->balance = timing > 0 ? (getenv("BAL") ? atof(getenv("BAL")) : 0.5) * wires / timing : 0;
}

bool placer_cool(struct placer *p, const double *criticality)
{
	double cost, changed = 0;
	unsigned long accepted = 0;

	if (p->bodies == 0)
		return false;
	sharpen(p, criticality);
	cost = all_costs(p);
	for (unsigned long i = 0; i < p->moves; i++)
		accepted += one_move(p, &changed);
	cost += changed;
	lower_temperature(p, (double)accepted / p->moves);
	p->stage++;
	if (p->temperature < 0.005 * cost / (p->t->nets + 1) || p->stage > 300) {
		p->temperature = 1e-9;
		for (unsigned long i = 0; i < p->moves; i++)
			one_move(p, &changed);
		return false;
	}
	return true;
}

void placer_store(const struct placer *p)
{
	struct mesh_task *t = p->t;
	size_t sink = 0;

	for (unsigned c = 0; c < t->cells; c++) {
		t->row[c] = (unsigned)p->body[c].row;
		t->column[c] = (unsigned)p->body[c].column;
	}
	for (unsigned i = 0; i < t->pads; i++)
		t->pad[i].border = (unsigned)p->body[t->cells + i].place;
	for (size_t i = 0; i < t->nets; i++)
		for (unsigned k = 0; k < t->net[i].sink_count; k++, sink++) {
			const struct net_end *to = &t->net[i].sink[k];
			const unsigned *end = p->end + p->net[i].first;

			t->hops[sink] = to->is_pad;
			if (p->net[i].ends > 1)
				t->hops[sink] += end[0] == end[k + 1] ? 4 : (unsigned)distance(&p->body[end[0]], &p->body[end[k + 1]]);
		}
}

void placer_free(struct placer *p)
{
	for (unsigned i = 0; i < p->t->pads; i++)
		free(p->choice[i]);
	free(p->choice);
	free(p->choices);
	free(p->body);
	free(p->at_element);
	free(p->usable);
	free(p->at_border[0]);
	free(p->at_border[1]);
	free(p->net);
	free(p->end);
	free(p->nets_first);
	free(p->nets_of);
	free(p->sharp);
	free(p->stamp);
	free(p->touched);
	free(p->new_cost);
	free(p->new_box);
	free(p->demand);
	free(p);
}

void place_mesh(struct mesh_task *t, const struct overlay *o, unsigned long seed, unsigned effort)
{
	struct placer *p = placer_start(t, o, seed, effort);

	while (placer_cool(p, NULL))
		;
	placer_store(p);
	placer_free(p);
}
