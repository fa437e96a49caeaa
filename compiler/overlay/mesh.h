/* mesh.h: what placer, router and timing share about the task of a mesh.
 *
 * Sinks are numbered through, net after net: that is the index of hops and criticalities. A constant net has no driver:
 * each of its sinks gets a wire in which nothing is.
 */
#ifndef FTC_OVERLAY_MESH_H
#define FTC_OVERLAY_MESH_H

#include "overlay/compile.h"

/* All sinks of a mesh. */
size_t mesh_sinks(const struct mesh_task *t);

static inline bool net_is_constant(const struct mesh_net *net)
{
	return net->literal.of == LITERAL_CONSTANT;
}

#endif
