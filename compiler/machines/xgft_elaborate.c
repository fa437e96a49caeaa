/* xgft_elaborate.c: extended generalized fat trees as shared subtrees: one type per level. */
#include "machines/xgft.h"
#include "network/network.h"
#include "util/message.h"
#include "util/number.h"
#include "util/text.h"

static struct node *add_node(struct network *net, unsigned l, unsigned routers)
{
	const struct spec *spec = net->spec;
	struct node *node = allocate(sizeof *node);

	node->level = net->levels - l;
	node->routers = routers;
	node->shape = (struct router_shape){ .children = spec->children[l], .link_width = spec->link_width,
					     .parents = l < net->levels ? spec->parents[l + 1] : 0 };
	node->child_wires[0] = node->child_wires[1] = routers * spec->link_width;
	node->parent_wires = routers * node->shape.parents * spec->link_width;
	node->index = (unsigned)net->node_count;
	net->node = reallocate(net->node, (net->node_count + 1) * sizeof(struct node *));
	net->node[net->node_count++] = node;
	return node;
}

static struct subtree *add_subtree(struct network *net, unsigned l, const struct subtree *below, struct node *node)
{
	struct subtree *tree = allocate(sizeof *tree);

	tree->level = net->levels - l;
	tree->leaves = 1;
	tree->users = net->spec->leaves;
	for (unsigned below_it = 1; below_it <= l; below_it++)
		tree->users /= net->spec->children[below_it];
	tree->child = allocate_array(node && node->shape.children > 2 ? node->shape.children : 2, sizeof *tree->child);
	if (node) {
		tree->node = node;
		tree->capacity = node->parent_wires;
		tree->children = node->shape.children;
		tree->digit_bits = digit_bits(tree->children);
		tree->leaves = tree->children * below->leaves;
		for (unsigned j = 0; j < tree->children; j++)
			tree->child[j] = below;
		node->users = tree->users;
	} else {
		tree->capacity = net->spec->connections;
	}
	tree->index = (unsigned)net->subtree_count;
	net->subtree = reallocate(net->subtree, (net->subtree_count + 1) * sizeof(struct subtree *));
	net->subtree[net->subtree_count++] = tree;
	return tree;
}

void xgft_tree_elaborate(struct network *net)
{
	const struct spec *spec = net->spec;
	unsigned routers = 1;

	/* No message climbs to a node whose only child has all leaves below it. */
	net->ends = spec->leaves;
	net->levels = spec->height;
	while (net->levels > 1 && spec->children[net->levels] == 1)
		net->levels--;
	const struct subtree *tree = add_subtree(net, 0, NULL, NULL);

	net->capacity[net->levels] = spec->connections;
	for (unsigned l = 1; l <= net->levels; l++) {
		routers *= spec->parents[l];
		net->children[net->levels - l] = spec->children[l];
		tree = add_subtree(net, l, tree, add_node(net, l, routers));
		net->capacity[tree->level] = tree->capacity;
		net->label_bits += tree->digit_bits;
	}
}

/* ---- What can become hardware ---- */

/* The lowest level whose nodes have too many children for a router; 0: none. */
static unsigned overfull_level(const struct spec *spec)
{
	for (unsigned l = 1; l <= spec->height; l++)
		if (spec->children[l] > ROUTER_MAXIMUM_PORTS)
			return l;
	return 0;
}

static bool leaves_fit(const struct spec *spec)
{
	return spec->connections <= MAXIMUM_CONNECTIONS && xgft_label_bits(spec) <= MAXIMUM_LABEL_BITS;
}

bool xgft_is_buildable(const struct spec *spec)
{
	return overfull_level(spec) == 0 && leaves_fit(spec);
}

bool xgft_require_buildable(const struct spec *spec)
{
	unsigned l = overfull_level(spec);

	if (xgft_is_buildable(spec))
		return true;
	if (l > 0) {
		error("a node of level %u has %u children: expected at most %d", l, spec->children[l],
		      ROUTER_MAXIMUM_PORTS);
		suggest("more levels with fewer children; ftc report and ftc route take any number");
	} else {
		error("a leaf has %u wires and a label of %u bits: expected at most %d and %d", spec->connections,
		      xgft_label_bits(spec), MAXIMUM_CONNECTIONS, MAXIMUM_LABEL_BITS);
	}
	return false;
}

/* The wires of all links up from a level, each way. */
static uint64_t level_wires(const struct spec *spec, unsigned level)
{
	return (uint64_t)spec->level_nodes[level] * spec->parents[level + 1] * spec->link_width;
}

uint64_t xgft_channel_wires(const struct spec *spec)
{
	uint64_t wires = 0;

	for (unsigned l = 0; l < spec->height; l++)
		wires += level_wires(spec, l);
	return wires;
}
