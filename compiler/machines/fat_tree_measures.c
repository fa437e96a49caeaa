/* fat_tree_measures.c: the papers' measures of a fat-tree: bisection, components, volume. */
#include "machines/fat_tree_measures.h"

#include <math.h>
#include <stdlib.h>

#include "machines/fat_tree_common.h"
#include "machines/fat_tree_faults.h"
#include "network/reference.h"
#include "util/message.h"
#include "util/number.h"
#include "util/text.h"

__extension__ typedef unsigned __int128 wide;

/* [i]: wires by which the leaves below subtree i reach the top of its channel: at most those of the channel, and at
 * most those from below. */
static unsigned *all_reaches(const struct network *net)
{
	unsigned *reaches = allocate_array(net->subtree_count, sizeof *reaches);

	for (size_t i = 0; i < net->subtree_count; i++) {
		const struct subtree *v = net->subtree[i];
		unsigned long below = 0;

		for (int side = 0; side < 2 && v->child[side]; side++)
			below += reaches[v->child[side]->index];
		reaches[i] = !v->node || below > v->capacity ? v->capacity : (unsigned)below;
	}
	return reaches;
}

/* Wires that live in the channel above a vertex whose share begins at *dead, which moves behind it; and in *reaches those by
 * which its leaves reach the top of the channel. */
static unsigned living_wires(const struct subtree *v, const uint8_t **dead, unsigned *reaches)
{
	unsigned living = 0, below = 0;

	for (unsigned k = 0; k < v->capacity; k++)
		living += !*(*dead)++;
	for (unsigned j = 0; j < v->children; j++) {
		unsigned part = 0;

		if (v->child[j])
			living_wires(v->child[j], dead, &part);
		below += part;
	}
	*reaches = !v->node || below > living ? living : below;
	return living;
}

/* With dead wires no two subtrees need be equal. */
static struct bisection living_bisection(const struct network *net)
{
	const struct subtree *root = network_root(net);
	uint8_t *dead = allocate_array(fat_tree_wires(root), 1);
	const uint8_t *at = dead + root->capacity;
	unsigned living[2], reaches[2];

	fat_tree_set_dead(net, dead);
	for (int side = 0; side < 2; side++)
		living[side] = living_wires(root->child[side], &at, &reaches[side]);
	free(dead);
	return (struct bisection){ .root = smaller(living[0], living[1]), .min_cut = smaller(reaches[0], reaches[1]) };
}

struct bisection fat_tree_bisection(const struct network *net)
{
	if (net->spec->fault_count > 0)
		return living_bisection(net);

	const struct subtree *root = network_root(net), *left = root->child[0], *right = root->child[1];
	unsigned *reaches = all_reaches(net);
	struct bisection b = {
		.root = smaller(left->capacity, right->capacity),
		.min_cut = smaller(reaches[left->index], reaches[right->index]),
	};

	free(reaches);
	return b;
}

static wide cube(unsigned x)
{
	return (wide)x * x * x;
}

/* Does cap(k) = min(ceil(n / 2^k), ceil(w / 2^(2k/3))) reach `capacity`, as far as n allows? */
static bool wide_enough(unsigned leaves, unsigned level, unsigned w, unsigned capacity)
{
	unsigned below = (leaves + (1u << level) - 1) >> level, wanted = smaller(capacity, below);

	/* ceil(w / 2^(2k/3)) >= wanted  <=>  w^3 > (wanted - 1)^3 4^k */
	return wanted == 0 || cube(w) > cube(wanted - 1) << (2 * level);
}

unsigned universal_root_capacity(const struct spec *spec)
{
	unsigned w = 1;

	if (spec->root_capacity > 0)
		return spec->root_capacity;
	for (unsigned k = 0; k <= spec->levels; k++) {
		unsigned capacity = (spec->capacity[k] + spec->connections - 1) / spec->connections;
		unsigned low = w, high = spec->leaves;

		while (low < high) {
			unsigned middle = low + (high - low) / 2;

			if (wide_enough(spec->leaves, k, middle, capacity))
				high = middle;
			else
				low = middle + 1;
		}
		w = low;
	}
	return w;
}

/* Leiserson's lg: max(1, log2 x). */
static double lg(double x)
{
	return fmax(1, log2(x));
}

struct components fat_tree_components(const struct network *net)
{
	double n = net->spec->leaves, w;
	struct components c = {.root_capacity = universal_root_capacity(net->spec)};

	for (size_t i = 0; i < net->subtree_count; i++)
		c.channel_wires += 2ULL * net->subtree[i]->users * net->subtree[i]->capacity;
	for (size_t i = 0; i < net->node_count; i++) {
		const struct node *node = net->node[i];
		unsigned long long p = node->parent_wires, a = node->child_wires[0], b = node->child_wires[1];
		unsigned long long inputs = (a + b) + (p + a) + (p + b);	/* of its three concentrators */

		c.wires += node->users * 2 * (p + a + b);
		c.selectors += p > 0 ? node->users * 2 * (p + a + b) : 0;
		c.crosspoints += node->users * (p * (a + b) + a * (p + b) + b * (p + a));
		c.partial_crosspoints += node->users * 6 * inputs;
	}
	w = c.root_capacity;
	c.bound = n * lg(w * w * w / (n * n));
	c.volume = fat_tree_volume(net->spec->leaves, c.root_capacity);
	return c;
}

/* A node is one vertex of the graph: paths meet no obstacle in it. */
bool fat_tree_reference(const struct spec *spec, struct reference_tree *tree)
{
	if (spec->fault_count > 0) {
		error("%s has faults: expected a whole network, of which all channels of a depth are alike", spec->name);
		return suggest("--set faults=[]");
	}
	*tree = (struct reference_tree){
		.leaves = spec->leaves, .levels = spec->levels, .gamma_numerator = 1, .gamma_denominator = 1,
		.gamma_by = "full concentrators",
	};
	for (unsigned k = 0; k <= spec->levels; k++) {
		tree->below[k] = 1u << (spec->levels - k);
		tree->capacity[k] = spec->capacity[k];
		tree->nodes[k] = 1;
		tree->wires[k] = 2 * spec->capacity[k];
	}
	return true;
}
