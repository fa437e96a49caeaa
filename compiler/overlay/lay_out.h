/* lay_out.h: places and routes all meshes together, by static timing over all of them. */
#ifndef FTC_OVERLAY_LAY_OUT_H
#define FTC_OVERLAY_LAY_OUT_H

#include "overlay/compile.h"

/* Fills the tasks' places, hops and control words. False, without a message and with `why`, a fresh string, when conflicts
 * remain. */
bool lay_out(const struct overlay *o, const struct logic *l, const struct partition *p, const struct messages *m,
	     struct mesh_task *tasks, unsigned long seed, unsigned effort, char **why);

#endif
