/* xgft_path_report.h: paths through an XGFT as text and JSON. */
#ifndef FTC_MACHINES_XGFT_PATH_REPORT_H
#define FTC_MACHINES_XGFT_PATH_REPORT_H

#include <stddef.h>

#include "machines/xgft.h"

struct text;

/* A path's nodes: " (0,3) (1,2) (0,1)", and a newline. */
void xgft_path_print(const struct xgft_path *path, struct text *out);
/* One line: the network, the ends and length of the paths, one or more between the same leaves, and their nodes. */
void xgft_paths_json(const struct spec *spec, const struct xgft_path *paths, size_t count, struct text *out);

#endif
