/* settings.c: a file of phases (machines/phases.h) as a schedule: the ways of its messages become headers. */
#include <stdlib.h>

#include "machines/in_band.h"
#include "machines/phased/phased.h"
#include "machines/phases.h"
#include "machines/playback.h"
#include "machines/settings.h"
#include "machines/xgft.h"
#include "network/network.h"
#include "trails.h"
#include "util/text.h"

bool phased_load(struct network *net)
{
	struct phases p;

	if (!net->spec->schedule_path)
		return settings_fit(net);
	if (!schedule_is_there(net) || !phases_read(&p, net->spec->schedule_path, net->spec))
		return false;
	net->schedule = allocate(sizeof *net->schedule);
	*net->schedule = phases_schedule(&p);
	phases_free(&p);
	return settings_fit(net);
}

/* ---- Headers ---- */

struct maker {
	const struct network *net;
	struct settings settings;
	struct heads *router[MAXIMUM_LEVELS + 1];	/* [l] */
	struct trails *trails;
};

/* A message's way: up by beta[l] to level l, at most to `top`. */
struct climb {
	uint32_t source, destination;
	unsigned top, beta[MAXIMUM_LEVELS + 1];
};

static struct climb climb_of(const struct network *net, size_t m)
{
	const struct spec *spec = net->spec;
	const struct demand *d = &net->schedule->set.demand[m];
	struct climb c = { .source = d->source, .destination = d->destination, .top = xgft_turn_level(spec, d->source, d->destination) };

	xgft_way_betas(spec, c.top, net->schedule->way[m], c.beta);
	return c;
}

/* alpha_l of a leaf: which child of its node of level l it is below. */
static unsigned child_of(const struct spec *spec, uint32_t leaf, unsigned l)
{
	return leaf / xgft_subtree_leaves(spec, l - 1) % spec->children[l];
}

/* Appends the code of a router's edge between these ports. */
static void append(const struct maker *mk, unsigned l, unsigned from, unsigned output, struct header *header)
{
	const struct heads *h = mk->router[l];

	header_append(header, heads_find(h, from, h->wires - h->outputs + output)->code, h->wire[from].bits);
}

/* Inputs of a router are its children and parents, outputs its parents and children. */
static void fill_header(const struct maker *mk, const struct climb *c, struct header *header)
{
	const struct spec *spec = mk->net->spec;

	for (unsigned l = 1; l < c->top; l++)
		append(mk, l, child_of(spec, c->source, l), c->beta[l + 1], header);
	for (unsigned l = c->top; l >= 1; l--) {
		unsigned parents = mk->router[l]->inputs - spec->children[l];
		unsigned from = l == c->top ? child_of(spec, c->source, l) : spec->children[l] + c->beta[l + 1];

		append(mk, l, from, parents + child_of(spec, c->destination, l), header);
	}
}

static void tell(const struct maker *mk, const struct climb *c)
{
	uint32_t trail = trails_begin(mk->trails, c->source, c->destination);
	struct xgft_path path;

	xgft_path(mk->net->spec, c->source, c->destination, c->top, c->beta, &path);
	for (unsigned j = 0; j < 2 * path.top; j++)
		trails_hop(mk->trails, trail, &(struct trail_link){ trail_vertex(xgft_path_level(&path, j), path.node[j]),
				   trail_vertex(xgft_path_level(&path, j + 1), path.node[j + 1]), 1 }, 0);
	trails_end(mk->trails, trail, TRAIL_ARRIVED);
}

static void add_message(struct maker *mk, size_t m)
{
	const struct climb c = climb_of(mk->net, m);

	mk->settings.passage[m] = (struct passage_of_message){ c.beta[1], c.beta[1], mk->net->levels - c.top };
	fill_header(mk, &c, &mk->settings.header[m]);
	settings_add_header(&mk->settings, mk->net, mk->net->schedule->schedule.cycle[m], c.source, m);
	if (mk->trails)
		tell(mk, &c);
}

/* Messages are in the order of their slots. */
struct settings phased_settle(const struct network *net, struct trails *trails)
{
	const struct schedule_file *file = net->schedule;
	struct maker mk = { .net = net, .settings = settings_new(net, file->schedule.cycles, file->set.count), .trails = trails };
	size_t m = 0;

	for (unsigned l = 1; l <= net->levels; l++)
		mk.router[l] = phased_router(network_node(net, net->levels - l));
	for (unsigned slot = 0; slot < file->schedule.cycles; slot++) {
		if (trails)
			trails_step(trails, (uint64_t)slot * net->playback->period);
		for (; m < file->set.count && file->schedule.cycle[m] == slot; m++)
			add_message(&mk, m);
	}
	for (unsigned l = 1; l <= net->levels; l++)
		heads_free(mk.router[l]);
	return mk.settings;
}
