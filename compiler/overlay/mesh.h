/* mesh.h: what placer, router and timing share about the task of a mesh.
 *
 * Sinks are numbered through, net after net: that is the index of hops and criticalities. A constant net has no driver:
 * each of its sinks gets a wire that carries nothing.
 */
#ifndef FTC_OVERLAY_MESH_H
#define FTC_OVERLAY_MESH_H

#include "overlay/compile.h"
#include "random.h"

/* All sinks of a mesh. */
size_t mesh_sinks(const struct mesh_task *t);

static inline bool net_is_constant(const struct mesh_net *net)
{
	return net->literal.of == LITERAL_CONSTANT;
}

/* Costs are whole numbers, so that every machine finds the same: so many for a wire. */
enum { WIRE_COST = 256 };

/* Criticalities as costs of a wire more to each sink: most * c^sharpness. */
void mesh_weigh(int *weight, const double *criticality, size_t sinks, double most, unsigned sharpness);

/* An exponentially distributed number of mean 1, by comparisons alone (von Neumann 1951): no library's logarithm. A change
 * for the worse is taken when it is below temperature times this. */
double random_exponential(struct random *random);

#endif
