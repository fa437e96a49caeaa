/* in_band_node.c: a node of Leiserson's fat-tree with heads in front of its concentrators. */
#include <stdlib.h>

#include "machines/in_band.h"
#include "machines/off-line/off_line.h"
#include "util/text.h"

unsigned in_band_port(const struct node *node, bool up, unsigned side)
{
	return (node->child_wires[0] > 0 && (up || side > 0)) + (node->child_wires[1] > 0 && up);
}

/* The wires of the parent, if `above`, then those of some children, in the order of the node's inputs. */
static unsigned collect(const struct node *node, bool above, bool left, bool right, unsigned *in)
{
	unsigned l = node->child_wires[0], r = node->child_wires[1], count = 0;

	for (unsigned i = 0; above && i < node->parent_wires; i++)
		in[count++] = l + r + i;
	for (unsigned i = 0; left && i < l; i++)
		in[count++] = i;
	for (unsigned i = 0; right && i < r; i++)
		in[count++] = l + i;
	return count;
}

static void add_down_port(struct heads *h, const struct node *node, unsigned side, unsigned *in)
{
	unsigned first = node->parent_wires + (side > 0 ? node->child_wires[0] : 0), inputs = collect(node, true, side > 0, side == 0, in);

	heads_port(h, node->down[side], node->down_latency, in, inputs, first, node->child_wires[side],
		   in_band_clears(node).up + 1);
}

struct heads *off_line_heads(const struct node *node)
{
	unsigned below = node->child_wires[0] + node->child_wires[1], all = below + node->parent_wires;
	unsigned *in = allocate_array(all + 1, sizeof *in);

	for (unsigned i = below; i < all; i++)
		in[i] = in_band_clears(node).up;
	struct heads *h = heads_new(all, all, in);

	/* First bits: from the parent 0 is left and 1 is right, from a child 0 turns and 1 goes up. */
	for (unsigned side = 0; side < 2; side++)
		if (node->child_wires[side] > 0)
			add_down_port(h, node, side, in);
	if (node->parent_wires > 0)
		heads_port(h, node->up, node->up_latency, in, collect(node, false, true, true, in), 0, node->parent_wires, 1);
	free(in);
	heads_seal(h);
	return h;
}
