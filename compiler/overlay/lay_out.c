/* lay_out.c: all meshes placed and routed together.
 *
 *   placer    cools all meshes, a temperature at a time; timing between, by the distances
 *   refiner   cools them again, routed; timing between, by the wires
 *
 * The best state without conflicts is taken, the one with the shortest step.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "overlay/compile.h"
#include "overlay/mesh.h"
#include "overlay/placer.h"
#include "overlay/refiner.h"
#include "overlay/timing.h"
#include "util/text.h"

/* The heat of the refiner's first step and its last, and how much there is to do for each effort. */
enum { STEPS = 50, PLACER_MOVES = 1, REFINER_MOVES = 6 };
static const struct heat first_heat = { 2 * WIRE_COST, 2 * WIRE_COST, 0.5 * WIRE_COST, 0 };
static const struct heat last_heat = { 0.2 * WIRE_COST, 6 * WIRE_COST, 1 * WIRE_COST, 0 };

struct workplace {
	struct mesh_task *t;
	struct random random;
	struct sites sites;
	struct placer *placer;			/* NULL: it is cold */
	struct trees trees;
	struct refiner *refiner;
	long shared;
};

struct layout_work {
	const struct overlay *o;
	struct workplace *mesh;
	struct timing_graph *timing;
	unsigned **hops;			/* [mesh][sink] of now */
	double **criticality;
	unsigned best_step;			/* of what the tasks hold; 0: nothing yet */
};

static void start(struct layout_work *w, struct mesh_task *tasks, unsigned long seed, unsigned effort)
{
	unsigned meshes = w->o->meshes;

	w->mesh = allocate_array(meshes, sizeof *w->mesh);
	w->hops = allocate_array(meshes, sizeof *w->hops);
	w->criticality = allocate_array(meshes, sizeof *w->criticality);
	for (unsigned i = 0; i < meshes; i++) {
		struct workplace *mesh = &w->mesh[i];
		size_t sinks = mesh_sinks(&tasks[i]);

		mesh->t = &tasks[i];
		random_start(&mesh->random, seed, i);
		sites_start(&mesh->sites, &tasks[i], w->o, &mesh->random);
		mesh->placer = placer_start(&mesh->sites, &mesh->random, PLACER_MOVES * effort);
		w->hops[i] = allocate_array(sinks + 1, sizeof **w->hops);
		w->criticality[i] = allocate_array(sinks + 1, sizeof **w->criticality);
	}
}

static void finish(struct layout_work *w)
{
	for (unsigned i = 0; i < w->o->meshes; i++) {
		if (w->mesh[i].refiner)
			refiner_free(w->mesh[i].refiner);
		sites_free(&w->mesh[i].sites);
		free(w->hops[i]);
		free(w->criticality[i]);
	}
	free(w->mesh);
	free(w->hops);
	free(w->criticality);
	timing_graph_free(w->timing);
}

/* ---- place ------------------------------------------------------------------------------------------------- */

static void place_all(struct layout_work *w)
{
	for (unsigned warm = w->o->meshes; warm > 0;) {
		for (unsigned i = 0; i < w->o->meshes; i++)
			if (w->mesh[i].placer)
				placer_hops(w->mesh[i].placer, w->hops[i]);
		timing_graph_run(w->timing, w->hops, w->criticality);
		for (unsigned i = 0; i < w->o->meshes; i++) {
			struct workplace *mesh = &w->mesh[i];

			if (mesh->placer && !placer_cool(mesh->placer, w->criticality[i])) {
				placer_hops(mesh->placer, w->hops[i]);
				placer_free(mesh->placer);
				mesh->placer = NULL;
				warm--;
			}
		}
	}
}

/* ---- route ------------------------------------------------------------------------------------------------- */

static double between(double first, double last, unsigned step)
{
	return first * pow(last / first, (double)step / (STEPS - 1));
}

static struct heat heat_of(unsigned step, unsigned effort)
{
	const struct heat *a = &first_heat, *b = &last_heat;

	return (struct heat){ between(a->temperature, b->temperature, step), (int)between(a->pressure, b->pressure, step),
			      between(a->timing, b->timing, step), REFINER_MOVES * effort };
}

static void store(const struct layout_work *w)
{
	for (unsigned i = 0; i < w->o->meshes; i++) {
		const struct workplace *mesh = &w->mesh[i];
		struct mesh_task *t = mesh->t;

		for (unsigned c = 0; c < t->cells; c++) {
			t->row[c] = (unsigned)mesh->sites.body[c].row;
			t->column[c] = (unsigned)mesh->sites.body[c].column;
		}
		for (unsigned k = 0; k < t->pads; k++)
			t->pad[k].border = mesh->sites.body[t->cells + k].place;
		memcpy(t->hops, w->hops[i], mesh_sinks(t) * sizeof *t->hops);
		trees_control(&mesh->trees, t->control);
	}
}

/* Times what is routed now, and keeps it if it is the best. How many wires are shared. */
static long judge(struct layout_work *w)
{
	long shared = 0;
	unsigned step;

	for (unsigned i = 0; i < w->o->meshes; i++) {
		size_t sinks = mesh_sinks(w->mesh[i].t);

		for (unsigned k = 0; k < sinks; k++)
			w->hops[i][k] = trees_hops(&w->mesh[i].trees, k);
		shared += w->mesh[i].trees.shared;
	}
	step = timing_graph_run(w->timing, w->hops, w->criticality);
	if (shared == 0 && (w->best_step == 0 || step < w->best_step)) {
		w->best_step = step;
		store(w);
	}
	return shared;
}

static long route_all(struct layout_work *w, unsigned effort)
{
	long shared = 0;

	timing_graph_run(w->timing, w->hops, w->criticality);
	for (unsigned i = 0; i < w->o->meshes; i++)
		w->mesh[i].refiner = refiner_start(&w->mesh[i].sites, &w->mesh[i].trees, &w->mesh[i].random);
	for (unsigned step = 0; step < STEPS; step++) {
		struct heat heat = heat_of(step, effort);

		for (unsigned i = 0; i < w->o->meshes; i++)
			refiner_step(w->mesh[i].refiner, &heat, w->criticality[i]);
		shared = judge(w);
	}
	return shared;
}

bool meshes_lay_out(struct mesh_task *tasks, const struct overlay *o, const struct logic *l, const struct partition *p,
		    const struct messages *m, unsigned long seed, unsigned effort, unsigned *short_by)
{
	struct layout_work w = { .o = o, .timing = timing_graph_make(o, l, p, m, tasks) };

	start(&w, tasks, seed, effort);
	place_all(&w);
	*short_by = (unsigned)route_all(&w, effort);
	if (w.best_step > 0)
		*short_by = 0;
	finish(&w);
	return w.best_step > 0;
}
