/* fill.h: what is placed and routed becomes the image's control words, settings of leaves, pins and flip-flops. */
#ifndef FTC_OVERLAY_FILL_H
#define FTC_OVERLAY_FILL_H

#include "overlay/compile.h"

/* Completes an image whose nodes' settings messages_make() has set. */
void image_fill(struct image *image, const struct overlay *o, const struct logic *l, enum logic_model model,
		const struct messages *m, const struct mesh_task *tasks, unsigned step);

#endif
