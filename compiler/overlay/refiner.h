/* refiner.h: placement and routing at once: cells and pads move, and the wires of what has moved are routed anew, at the
 * prices that conflicts have made. What counts is what all wires then cost, not an estimate.
 */
#ifndef FTC_OVERLAY_REFINER_H
#define FTC_OVERLAY_REFINER_H

#include "overlay/sites.h"
#include "overlay/router.h"
#include "overlay/trees.h"

/* Costs are in WIRE_COST (mesh.h). */
struct heat {
	double temperature;
	int pressure;				/* of each pair of nets that shares a wire */
	double timing;				/* of each wire before the most critical sink */
	unsigned moves;				/* for each body */
};

struct refiner;

/* Routes all nets of what is on the sites, which must outlive it, as `trees`, which it starts; conflicts are left. */
struct refiner *refiner_start(struct sites *sites, struct trees *trees, struct random *random);
void refiner_free(struct refiner *f);
/* Makes the moves; criticality[sink]. How many nets share wires afterwards, as pairs. */
long refiner_step(struct refiner *f, const struct heat *heat, const double *criticality);

#endif
