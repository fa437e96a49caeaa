/* timing.h: static timing again and again, for placer and router, which ask with every change of the hops.
 *
 * Nets of all meshes are numbered through, mesh after mesh, and so are their sinks.
 */
#ifndef FTC_OVERLAY_TIMING_H
#define FTC_OVERLAY_TIMING_H

#include "overlay/compile.h"

struct timing_graph;

/* Everything must outlive it, and the tasks' nets must stay as they are. */
struct timing_graph *timing_graph_make(const struct overlay *o, const struct logic *l, const struct partition *p,
				       const struct messages *m, const struct mesh_task *tasks);
void timing_graph_free(struct timing_graph *g);
/* The step with these hops, [mesh][sink]. `criticality`, unless NULL, gets that of each sink. */
unsigned timing_graph_run(struct timing_graph *g, unsigned *const *hops, double *const *criticality);

#endif
