/* run_ways.c: see run_ways.h. */
#include "simulate/run_ways.h"

#include "leaves/link_end.h"
#include "simulate/delivery_log.h"
#include "simulate/run_trails.h"
#include "trails.h"
#include "util/number.h"

static bool way_of_chip(const struct run_ways *w, unsigned source, unsigned destination, struct word_way *way)
{
	const struct network *net = w->s->network;

	return net->spec->machine->report.way && net->spec->machine->report.way(net, source, destination, way);
}

/* The way between a leaf and the root: the half of one to a leaf below another child of the root. */
static bool way_by_root(const struct run_ways *w, unsigned leaf, struct word_way *way)
{
	unsigned last = w->s->network->ends - 1;
	struct word_way other;

	if (!way_of_chip(w, leaf, last, way) || !way_of_chip(w, leaf, 0, &other))
		return false;
	if (other.count > way->count)
		*way = other;
	return true;
}

static bool has_one_root(const struct run_ways *w)
{
	struct word_way way;

	for (unsigned leaf = 0; leaf < w->s->network->ends; leaf++)
		if (!way_by_root(w, leaf, &way) || way.vertex[way.count / 2].index > 0)
			return false;
	return true;
}

struct run_ways run_ways_of(const struct simulation *s)
{
	struct run_ways w = { .s = s };

	if (simulation_chips(s) == 1)
		return w;
	struct link_shape shape = link_at_root(s->network);
	unsigned clocks = link_frame(s->network->spec, &shape).clocks;

	w.crosses = has_one_root(&w);
	w.cable = quotient_up(s->network->slot_clocks * shape.words, clocks);
	return w;
}

/* Puts a chip's vertices behind those of the first one. */
static void shift(struct word_way *way, unsigned chip, unsigned leaves)
{
	for (unsigned k = 0; k < way->count; k++)
		way->vertex[k].index += chip * leaves;
}

bool run_way(const struct run_ways *w, unsigned source, unsigned destination, struct word_way *way)
{
	unsigned leaves = w->s->network->ends, chip = source / leaves;
	struct word_way down;

	if (destination / leaves == chip) {
		if (!way_of_chip(w, source % leaves, destination % leaves, way))
			return false;
		shift(way, chip, leaves);
		return true;
	}
	if (!w->crosses || !way_by_root(w, source % leaves, way) || !way_by_root(w, destination % leaves, &down))
		return false;
	shift(way, chip, leaves);
	shift(&down, !chip, leaves);
	way->count = way->count / 2 + 1;
	way->vertex[way->count - 1].wires = w->cable;
	for (unsigned k = down.count / 2 + 1; k-- > 0;) {
		way->vertex[way->count] = down.vertex[k];
		way->vertex[way->count++].wires = k > 0 ? down.vertex[k - 1].wires : 0;
	}
	return true;
}

static void add_trail(const struct run_ways *w, const struct logged *l)
{
	struct trails *t = w->s->trails;
	uint32_t trail = trails_begin(t, l->source, l->leaf);
	struct word_way way;

	if (run_way(w, l->source, l->leaf, &way))
		for (unsigned k = 0; k + 1 < way.count; k++)
			trails_hop(t, trail, &(struct trail_link){ trail_vertex(way.vertex[k].level, way.vertex[k].index),
				   trail_vertex(way.vertex[k + 1].level, way.vertex[k + 1].index), way.vertex[k].wires }, 0);
	trails_end(t, trail, TRAIL_ARRIVED);
}

bool run_ways_tell(const struct simulation *s, size_t deliveries)
{
	struct run_ways w = run_ways_of(s);

	if (!s->trails || s->trails->steps > 0 || (!s->answers && simulation_chips(s) == 1) || deliveries == 0)
		return false;
	for (size_t i = 0, slots = 0; i < deliveries; i++) {
		for (; slots * s->network->slot_clocks < s->log->entry[i].delivered; slots++)
			trails_step(s->trails, slots * s->network->slot_clocks);
		add_trail(&w, &s->log->entry[i]);
	}
	trails_sort(s->trails);
	return true;
}
