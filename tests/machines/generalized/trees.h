/* trees.h: XGFTs for tests, as ftc knows them and as graphs from the definition. */
#ifndef XGFT_TEST_TREES_H
#define XGFT_TEST_TREES_H

#include <stdio.h>
#include <string.h>

#include "graph.h"
#include "machines/pruned_butterfly.h"
#include "machines/xgft.h"
#include "parse/family.h"
#include "parse/shell.h"
#include "parse/spec.h"

/* The spec of XGFT(height; m; w), without the parser. */
static inline struct spec tree_spec(unsigned height, const unsigned *m, const unsigned *w)
{
	struct spec spec = { .height = height, .leaves = 1, .link_width = 1, .source = "test", .family = families, .shell = &no_shell };

	for (unsigned i = 1; i <= height; i++) {
		spec.children[i] = m[i - 1];
		spec.parents[i] = w[i - 1];
		spec.leaves *= m[i - 1];
	}
	spec.connections = spec.parents[1];
	spec.level_nodes[0] = spec.leaves;
	for (unsigned i = 1; i <= height; i++)
		spec.level_nodes[i] = spec.level_nodes[i - 1] / m[i - 1] * w[i - 1];
	return spec;
}

/* The graph of the tree, by definition. */
static inline void tree_graph(const struct spec *spec, struct xgft_graph *x)
{
	xgft_build(x, spec->height, spec->children + 1, spec->parents + 1);
}

/* Reads numbers from *text up to anything else; moves *text behind them. Returns how many. */
static inline unsigned read_numbers(const char **text, unsigned *numbers, unsigned room)
{
	unsigned count = 0;
	int used;

	while (count < room && sscanf(*text, " %u%n", &numbers[count], &used) == 1) {
		*text += used;
		count++;
	}
	return count;
}

/* Reads "m m .. ; w w .." from *text. */
static inline struct spec read_tree(const char **text)
{
	unsigned m[MOST_HEIGHT], w[MOST_HEIGHT], height = read_numbers(text, m, MOST_HEIGHT);

	*text = strchr(*text, ';') + 1;
	read_numbers(text, w, MOST_HEIGHT);
	return tree_spec(height, m, w);
}

/* The number of Bay's node: the inverse of bay_label(). */
static inline unsigned bay_index(const struct spec *spec, struct bay_label bay)
{
	struct xgft_label label = { .level = spec->height - bay.i };

	for (unsigned i = label.level + 1; i <= spec->height; i++)
		label.digit[i] = bay.j >> (i - label.level - 1) & 1;
	for (unsigned t = 0; 2 * t + 1 <= label.level; t++)
		label.digit[2 * t + 1] = bay.k >> t & 1;
	return xgft_index(spec, &label);
}

#endif
