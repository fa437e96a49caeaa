/* pruned_butterfly.c: Bay's names for the nodes of his pruned butterfly. */
#include "machines/pruned_butterfly.h"

#include "machines/xgft.h"

struct bay_label bay_label(const struct spec *spec, unsigned level, unsigned index)
{
	struct bay_label bay = { .i = spec->height - level, .j = index / xgft_subtree_roots(spec, level) };
	struct xgft_label label;

	xgft_label(spec, level, index, &label);
	for (unsigned t = 0; 2 * t + 1 <= level; t++)
		bay.k |= label.digit[2 * t + 1] << t;
	return bay;
}

void bay_path_print(const struct spec *spec, const struct xgft_path *path, struct text *out)
{
	for (unsigned j = 0; j <= 2 * path->top; j++) {
		struct bay_label bay = bay_label(spec, xgft_path_level(path, j), path->node[j]);

		text_print(out, " <%u,%u,%u>", bay.i, bay.j, bay.k);
	}
	text_add(out, "\n");
}
