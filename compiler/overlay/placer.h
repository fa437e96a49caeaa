/* placer.h: the annealing of a mesh, temperature by temperature: so that several meshes cool together and criticalities
 * follow what they do. place_mesh() of compile.h does it for one mesh.
 */
#ifndef FTC_OVERLAY_PLACER_H
#define FTC_OVERLAY_PLACER_H

#include "overlay/compile.h"

struct placer;

/* Begins with a random placement of the task, which must outlive it. effort: 1 .. 10. */
struct placer *placer_start(struct mesh_task *t, const struct overlay *o, unsigned long seed, unsigned effort);
void placer_free(struct placer *p);
/* Anneals at one temperature and lowers it; `criticality`, [as hops] or NULL, says which sinks matter. False: it is cold. */
bool placer_cool(struct placer *p, const double *criticality);
/* Sets the task's places to those of now, and its hops to what the shortest ways would be. */
void placer_store(const struct placer *p);

#endif
