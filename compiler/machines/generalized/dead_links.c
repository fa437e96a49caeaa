/* dead_links.c: turns faults into bits of the bus that marks dead links for the routers. */
#include "machines/generalized/dead_links.h"

#include <stdlib.h>

#include "machines/spans.h"
#include "machines/xgft.h"
#include "util/text.h"

/* W_l m_l: links from the routers at the top of a subtree to their children. */
static unsigned own_links(const struct spec *spec, unsigned l)
{
	return xgft_subtree_roots(spec, l) * spec->children[l];
}

unsigned network_links(const struct network *net, unsigned l)
{
	unsigned links = 0;

	for (unsigned k = 1; k <= l; k++)
		links = links * net->spec->children[k] + own_links(net->spec, k);
	return links;
}

unsigned network_link(const struct network *net, unsigned l, unsigned index, unsigned child)
{
	const struct spec *spec = net->spec;
	unsigned at = index % xgft_subtree_roots(spec, l) * spec->children[l] + child;
	struct xgft_label label;

	/* The alphas lead to the subtree. */
	xgft_label(spec, l, index, &label);
	for (unsigned k = net->levels; k > l; k--)
		at += own_links(spec, k) + label.digit[k] * network_links(net, k - 1);
	return at;
}

static void add_dead_link(struct dead_links *dead, unsigned bit)
{
	dead->bit = reallocate(dead->bit, (dead->count + 1) * sizeof *dead->bit);
	dead->bit[dead->count++] = bit;
}

/* The link from node (level, index) to its parent number `parent`. */
static void add_link_up(const struct network *net, struct dead_links *dead, unsigned level, unsigned index,
			unsigned parent)
{
	struct xgft_label label;

	if (level >= net->levels)
		return;
	xgft_label(net->spec, level, index, &label);
	add_dead_link(dead, network_link(net, level + 1, xgft_parent(net->spec, level, index, parent), label.digit[level + 1]));
}

static void add_fault(const struct network *net, struct dead_links *dead, const struct fault *f)
{
	if (f->is_link)
		add_link_up(net, dead, f->level, f->index, f->parent);
	else if (f->level == 0)
		for (unsigned p = 0; p < net->spec->parents[1]; p++)
			add_link_up(net, dead, 0, f->index, p);
	else if (f->level <= net->levels)
		for (unsigned j = 0; j < net->spec->children[f->level]; j++)
			add_dead_link(dead, network_link(net, f->level, f->index, j));
}

void network_dead_links(const struct network *net, struct dead_links *dead)
{
	*dead = (struct dead_links){ 0 };
	for (size_t i = 0; i < net->spec->fault_count; i++)
		add_fault(net, dead, &net->spec->faults[i]);
	dead->count = sort_distinct(dead->bit, dead->count);
}

void dead_links_free(struct dead_links *dead)
{
	free(dead->bit);
}

unsigned spanning_tree_root(const struct spec *spec, unsigned level, unsigned tree)
{
	return tree * (xgft_subtree_roots(spec, level) / spec->parents[1]);
}

/* A dead leaf is on all trees; a router's link up is on the router's tree if it is the first one. */
static bool breaks(const struct fault *f, const struct spec *spec, unsigned tree)
{
	if (f->level == 0)
		return !f->is_link || f->parent == tree;
	return f->index % xgft_subtree_roots(spec, f->level) == spanning_tree_root(spec, f->level, tree) && (!f->is_link || f->parent == 0);
}

unsigned intact_spanning_trees(const struct spec *spec)
{
	unsigned intact = 0;

	for (unsigned t = 0; t < spec->parents[1]; t++) {
		size_t i = 0;

		while (i < spec->fault_count && !breaks(&spec->faults[i], spec, t))
			i++;
		intact += i == spec->fault_count;
	}
	return intact;
}
