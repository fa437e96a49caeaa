/* lay_out.c: places and routes all meshes together.
 *
 *   tasks --placers cool side by side; timing of the shortest ways says which sinks matter--> places
 *         --routers, round by round; timing of the ways so far says so--> hops, control words
 *
 * The timing is that of the whole: a way that crosses meshes is as critical in each of them. When no conflict is left, all is
 * routed anew some times with the criticalities of then; the shortest step is kept.
 */
#include "overlay/lay_out.h"

#include <stdlib.h>
#include <string.h>

#include "overlay/mesh.h"
#include "overlay/placer.h"
#include "overlay/router.h"
#include "overlay/timing.h"
#include "util/text.h"

/* Rounds of routers without conflicts that look for shorter ways; those in which conflicts must go. */
enum { REFINE_EACH = 4, ROUNDS = 30, ROUNDS_EACH = 10 };

struct layer {
	const struct overlay *o;
	struct mesh_task *tasks;
	unsigned effort;
	struct timing_graph *timing;
	double **criticality;			/* [mesh][as hops] */
	struct router **router;			/* [mesh] */
};

static void layer_start(struct layer *y)
{
	y->criticality = allocate_array(y->o->meshes, sizeof *y->criticality);
	y->router = allocate_array(y->o->meshes, sizeof *y->router);
	for (unsigned mesh = 0; mesh < y->o->meshes; mesh++)
		y->criticality[mesh] = allocate_array(mesh_sinks(&y->tasks[mesh]) + 1, sizeof **y->criticality);
}

static void layer_free(struct layer *y)
{
	for (unsigned mesh = 0; mesh < y->o->meshes; mesh++) {
		free(y->criticality[mesh]);
		if (y->router[mesh])
			router_free(y->router[mesh]);
	}
	free(y->criticality);
	free(y->router);
	timing_graph_free(y->timing);
}

/* ---- place ------------------------------------------------------------------------------------------------- */

/* Lowers the temperature of all that are not cold. Whether any is left. */
static bool cool_all(struct layer *y, struct placer **placer, bool *cold)
{
	bool warm = false;

	for (unsigned mesh = 0; mesh < y->o->meshes; mesh++) {
		if (cold[mesh])
			continue;
		cold[mesh] = !placer_cool(placer[mesh], y->criticality[mesh]);
		placer_store(placer[mesh]);
		warm |= !cold[mesh];
	}
	return warm;
}

static void place_all(struct layer *y, unsigned long seed)
{
	struct placer **placer = allocate_array(y->o->meshes, sizeof *placer);
	bool *cold = allocate_array(y->o->meshes, sizeof *cold);

	for (unsigned mesh = 0; mesh < y->o->meshes; mesh++)
		placer[mesh] = placer_start(&y->tasks[mesh], y->o, seed * y->o->meshes + mesh, y->effort);
	while (cool_all(y, placer, cold))
		timing_graph_run(y->timing, y->criticality);
	for (unsigned mesh = 0; mesh < y->o->meshes; mesh++)
		placer_free(placer[mesh]);
	free(placer);
	free(cold);
}

/* ---- route ------------------------------------------------------------------------------------------------- */

/* A round of all routers, or of those with conflicts. How many conflicts are left. */
static unsigned route_round(struct layer *y, unsigned *conflicts, bool all)
{
	unsigned sum = 0;

	for (unsigned mesh = 0; mesh < y->o->meshes; mesh++) {
		if (all || conflicts[mesh] > 0)
			conflicts[mesh] = router_round(y->router[mesh], y->criticality[mesh], all);
		router_store_hops(y->router[mesh]);
		sum += conflicts[mesh];
	}
	return sum;
}

/* Rounds until no conflict is left. */
static unsigned settle(struct layer *y, unsigned *conflicts)
{
	unsigned left = route_round(y, conflicts, true);

	for (unsigned i = 0; left > 0 && i < ROUNDS + ROUNDS_EACH * y->effort; i++) {
		timing_graph_run(y->timing, y->criticality);
		left = route_round(y, conflicts, false);
	}
	return left;
}

/* A solution's control words and hops, to come back to. */
struct kept {
	unsigned step;
	uint16_t **control;
	unsigned **hops;
};

static void *copy_of(const void *from, size_t size)
{
	return memcpy(allocate(size + 1), from, size);
}

static void keep(struct layer *y, struct kept *k, unsigned step)
{
	k->step = step;
	for (unsigned mesh = 0; mesh < y->o->meshes; mesh++) {
		const struct mesh_task *t = &y->tasks[mesh];

		router_store(y->router[mesh]);
		free(k->control[mesh]);
		free(k->hops[mesh]);
		k->control[mesh] = copy_of(t->control, (size_t)t->side * t->side * sizeof *t->control);
		k->hops[mesh] = copy_of(t->hops, mesh_sinks(t) * sizeof *t->hops);
	}
}

static void take_kept(struct layer *y, struct kept *k)
{
	for (unsigned mesh = 0; mesh < y->o->meshes; mesh++) {
		struct mesh_task *t = &y->tasks[mesh];

		if (k->control[mesh]) {
			memcpy(t->control, k->control[mesh], (size_t)t->side * t->side * sizeof *t->control);
			memcpy(t->hops, k->hops[mesh], mesh_sinks(t) * sizeof *t->hops);
		}
		free(k->control[mesh]);
		free(k->hops[mesh]);
	}
	free(k->control);
	free(k->hops);
}

static unsigned all_conflicts(const struct layer *y, const unsigned *conflicts, unsigned *worst)
{
	unsigned sum = 0;

	*worst = 0;
	for (unsigned mesh = 0; mesh < y->o->meshes; mesh++) {
		sum += conflicts[mesh];
		if (conflicts[mesh] > conflicts[*worst])
			*worst = mesh;
	}
	return sum;
}

static bool route_all(struct layer *y, char **why)
{
	unsigned *conflicts = allocate_array(y->o->meshes, sizeof *conflicts), worst;
	struct kept k = { 0, allocate_array(y->o->meshes, sizeof *k.control), allocate_array(y->o->meshes, sizeof *k.hops) };
	bool found = false;

	for (unsigned mesh = 0; mesh < y->o->meshes; mesh++)
		y->router[mesh] = router_start(&y->tasks[mesh], y->o);
	for (unsigned i = 0; i < 1 + REFINE_EACH * y->effort; i++) {
		unsigned left = settle(y, conflicts), step = timing_graph_run(y->timing, y->criticality);

		if (left > 0 && !found)
			break;
		if (left == 0 && (!found || step < k.step)) {
			keep(y, &k, step);
			found = true;
		}
		for (unsigned mesh = 0; mesh < y->o->meshes; mesh++)
			router_calm(y->router[mesh]);
	}
	if (!found) {
		unsigned sum = all_conflicts(y, conflicts, &worst);

		*why = format_string("%u wires are wanted twice, most in mesh %u", sum, worst);
	}
	take_kept(y, &k);
	free(conflicts);
	return found;
}

bool lay_out(const struct overlay *o, const struct logic *l, const struct partition *p, const struct messages *m,
	     struct mesh_task *tasks, unsigned long seed, unsigned effort, char **why)
{
	struct layer y = { .o = o, .tasks = tasks, .effort = effort, .timing = timing_graph_make(o, l, p, m, tasks) };

	layer_start(&y);
	place_all(&y, seed);
	timing_graph_run(y.timing, y.criticality);
	bool good = route_all(&y, why);
	layer_free(&y);
	return good;
}
