/* xgft.c: labels, indices and neighbours of an extended generalized fat tree. */
#include "machines/xgft.h"

#include "network/graph.h"
#include "plan/plan.h"
#include "util/text.h"

static unsigned product(const unsigned *number, unsigned count)
{
	unsigned all = 1;

	for (unsigned i = 1; i <= count; i++)
		all *= number[i];
	return all;
}

unsigned xgft_subtree_roots(const struct spec *spec, unsigned level)
{
	return product(spec->parents, level);
}

unsigned xgft_subtree_leaves(const struct spec *spec, unsigned level)
{
	return product(spec->children, level);
}

uint32_t xgft_leaf_label(const struct spec *spec, unsigned leaf)
{
	uint32_t label = 0;
	unsigned shift = 0;

	for (unsigned l = 1; l <= spec->height; l++) {
		label |= (uint32_t)(leaf % spec->children[l]) << shift;
		shift += digit_bits(spec->children[l]);
		leaf /= spec->children[l];
	}
	return label;
}

unsigned xgft_label_bits(const struct spec *spec)
{
	unsigned bits = 0;

	for (unsigned l = 1; l <= spec->height; l++)
		bits += digit_bits(spec->children[l]);
	return bits;
}

void xgft_label(const struct spec *spec, unsigned level, unsigned index, struct xgft_label *label)
{
	unsigned roots = xgft_subtree_roots(spec, level);
	unsigned alphas = index / roots, betas = index % roots;

	label->level = level;
	for (unsigned i = level; i >= 1; i--) {
		label->digit[i] = betas % spec->parents[i];
		betas /= spec->parents[i];
	}
	for (unsigned i = level + 1; i <= spec->height; i++) {
		label->digit[i] = alphas % spec->children[i];
		alphas /= spec->children[i];
	}
}

unsigned xgft_index(const struct spec *spec, const struct xgft_label *label)
{
	unsigned index = 0;

	for (unsigned i = spec->height; i > label->level; i--)
		index = index * spec->children[i] + label->digit[i];
	for (unsigned i = 1; i <= label->level; i++)
		index = index * spec->parents[i] + label->digit[i];
	return index;
}

unsigned xgft_parent(const struct spec *spec, unsigned level, unsigned index, unsigned parent)
{
	unsigned roots = xgft_subtree_roots(spec, level), w = spec->parents[level + 1];
	unsigned subtree = index / (spec->children[level + 1] * roots);

	return (subtree * roots + index % roots) * w + parent;
}

unsigned xgft_child(const struct spec *spec, unsigned level, unsigned index, unsigned child)
{
	unsigned w = spec->parents[level], roots = xgft_subtree_roots(spec, level - 1);
	unsigned subtree = index / (roots * w), beta = index % (roots * w) / w;

	return (subtree * spec->children[level] + child) * roots + beta;
}

unsigned long xgft_links(const struct spec *spec, unsigned level)
{
	return (unsigned long)spec->level_nodes[level] * spec->parents[level + 1];
}

unsigned long xgft_all_nodes(const struct spec *spec)
{
	unsigned long nodes = 0;

	for (unsigned l = 0; l <= spec->height; l++)
		nodes += spec->level_nodes[l];
	return nodes;
}

unsigned long xgft_all_links(const struct spec *spec)
{
	unsigned long links = 0;

	for (unsigned l = 0; l < spec->height; l++)
		links += xgft_links(spec, l);
	return links;
}

unsigned xgft_degree(const struct spec *spec, unsigned level)
{
	return (level > 0 ? spec->children[level] : 0) + (level < spec->height ? spec->parents[level + 1] : 0);
}

unsigned xgft_turn_level(const struct spec *spec, unsigned a, unsigned b)
{
	unsigned level = 0;

	while (a != b) {
		level++;
		a /= spec->children[level];
		b /= spec->children[level];
	}
	return level;
}

void xgft_way_betas(const struct spec *spec, unsigned top, unsigned way, unsigned *beta)
{
	for (unsigned l = top; l >= 1; l--) {
		beta[l] = way % spec->parents[l];
		way /= spec->parents[l];
	}
}

void xgft_way_links(const struct spec *spec, unsigned leaf, unsigned top, unsigned way, size_t link[MAXIMUM_LEVELS])
{
	unsigned roots = xgft_subtree_roots(spec, top), index = leaf;
	size_t first = 0;

	for (unsigned level = 0; level < top; level++) {
		roots /= spec->parents[level + 1];
		unsigned beta = way / roots % spec->parents[level + 1];

		link[level] = first + (size_t)index * spec->parents[level + 1] + beta;
		index = xgft_parent(spec, level, index, beta);
		first += xgft_links(spec, level);
	}
}

unsigned xgft_path_links(const struct spec *spec, unsigned a, unsigned b, unsigned top, unsigned way, size_t down,
			 size_t link[2 * MAXIMUM_LEVELS])
{
	xgft_way_links(spec, a, top, way, link);
	xgft_way_links(spec, b, top, way, link + top);
	for (unsigned l = 0; l < top; l++)
		link[top + l] += down;
	return 2 * top;
}

/* Writes the nodes on the way up from `leaf`: the first to node[0], each further one `step` later. */
static void climb(const struct spec *spec, unsigned leaf, unsigned top, const unsigned *beta, unsigned *node, int step)
{
	unsigned index = leaf;

	for (unsigned level = 0; level <= top; level++) {
		*node = index;
		node += step;
		if (level < top)
			index = xgft_parent(spec, level, index, beta[level + 1]);
	}
}

void xgft_path(const struct spec *spec, unsigned source, unsigned destination, unsigned top, const unsigned *beta,
	       struct xgft_path *path)
{
	path->top = top;
	climb(spec, source, top, beta, path->node, 1);
	climb(spec, destination, top, beta, path->node + 2 * top, -1);
}

unsigned xgft_path_level(const struct xgft_path *path, unsigned j)
{
	return j <= path->top ? j : 2 * path->top - j;
}

void xgft_disjoint_path(const struct spec *spec, unsigned source, unsigned destination, unsigned top, unsigned i,
			struct xgft_path *path)
{
	unsigned beta[MAXIMUM_LEVELS + 1] = { [1] = i };

	xgft_path(spec, source, destination, top, beta, path);
}

static void add_numbers(struct text *t, const unsigned *numbers, unsigned count)
{
	for (unsigned i = 0; i < count; i++)
		text_print(t, "%s%u", i ? "," : "", numbers[i]);
}

void xgft_graph(const struct spec *spec, struct network_graph *graph)
{
	unsigned first = 0;		/* node of the level */
	size_t count = 0;

	*graph = (struct network_graph){ .vertices = (unsigned)xgft_all_nodes(spec), .edges = xgft_all_links(spec) };
	graph->edge = allocate_array(graph->edges, sizeof *graph->edge);
	for (unsigned l = 0; l < spec->height; l++) {
		for (unsigned i = 0; i < spec->level_nodes[l]; i++)
			for (unsigned p = 0; p < spec->parents[l + 1]; p++)
				graph->edge[count++] = (struct graph_edge){
					first + i, first + spec->level_nodes[l] + xgft_parent(spec, l, i, p), spec->link_width,
				};
		first += spec->level_nodes[l];
	}
}

char *xgft_name(const struct spec *spec)
{
	struct text t = {0};

	text_print(&t, "XGFT(%u; ", spec->height);
	add_numbers(&t, spec->children + 1, spec->height);
	text_add(&t, "; ");
	add_numbers(&t, spec->parents + 1, spec->height);
	text_add(&t, ")");
	return t.bytes;
}
