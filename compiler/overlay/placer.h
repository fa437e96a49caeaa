/* placer.h: the annealing of a mesh by what its wires probably cost, temperature by temperature: so that several meshes cool
 * together, and criticalities follow what they do.
 */
#ifndef FTC_OVERLAY_PLACER_H
#define FTC_OVERLAY_PLACER_H

#include "overlay/sites.h"

struct placer;

/* Moves what is on the sites, which must outlive it. `moves`: at each temperature, for each body. */
struct placer *placer_start(struct sites *sites, struct random *random, unsigned moves);
void placer_free(struct placer *p);
/* Anneals at one temperature and lowers it; `criticality`, [sink] or NULL, says which sinks matter. False: it is cold. */
bool placer_cool(struct placer *p, const double *criticality);
/* What the sinks' hops would be on the shortest ways. */
void placer_hops(const struct placer *p, unsigned *hops);

#endif
