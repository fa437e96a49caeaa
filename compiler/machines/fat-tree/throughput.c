/* throughput.c: the throughput of a fat-tree at full uniform load, with every slot drawn anew.
 *
 * Why the recursion is exact. Which messages a concentrator drops depends on the wires that carry them, not on their
 * destinations. Given the number of messages that left a subtree, their destinations are still uniform over the leaves
 * outside; given the number that entered one, uniform over the leaves inside. A message that leaves therefore turns
 * into the sibling with probability (leaves of the sibling) / (leaves outside), independently of the others. A message
 * that enters takes a child in proportion to its leaves. Messages from different sides of a node come from different
 * leaves and have shared no channel: they are independent.
 *
 *   up(v)    = min(cap, up(left) that continue + up(right) that continue)
 *   down(v') = min(cap, down(v) for this child + up(sibling) that turn)
 */
#include "machines/fat-tree/throughput.h"

#include <stdlib.h>

#include "machines/fat-tree/distribution.h"
#include "util/text.h"

struct recursion {
	const struct network *net;
	double leaves;			/* of the whole tree */
	struct distribution *up;	/* by subtree.index: messages on the channel above, upwards */
	double delivered;
	double down[MAXIMUM_LEVELS + 1];	/* total of messages on the down channels of a level */
};

static unsigned lanes_in_use(const struct spec *spec)
{
	return spec->connections < spec->leaves ? spec->connections : spec->leaves - 1;
}

/* Of the messages that leave `from`, those that also leave `whole`, its parent. */
static struct distribution continuing(const struct recursion *r, const struct subtree *from,
				      const struct subtree *whole)
{
	return distribution_thin(&r->up[from->index],
				 (r->leaves - whole->leaves) / (r->leaves - from->leaves));
}

static struct distribution go_up(const struct recursion *r, const struct subtree *v)
{
	struct distribution left, right, both;

	if (!v->node)
		return distribution_constant(lanes_in_use(r->net->spec));
	if (v->leaves == r->net->spec->leaves)
		return distribution_constant(0);
	left = continuing(r, v->child[0], v);
	if (!v->child[1]) {
		distribution_limit(&left, v->capacity);
		return left;
	}
	right = continuing(r, v->child[1], v);
	both = distribution_sum(&left, &right);
	distribution_limit(&both, v->capacity);
	distribution_free(&left);
	distribution_free(&right);
	return both;
}

/* Messages on the channel down to v's child `to`, given `above` messages that come down to v. */
static struct distribution go_down(const struct recursion *r, const struct subtree *v,
				   const struct distribution *above, const struct subtree *to,
				   const struct subtree *sibling)
{
	struct distribution here = distribution_thin(above, (double)to->leaves / v->leaves);

	if (sibling) {
		struct distribution turn = distribution_thin(&r->up[sibling->index],
							     to->leaves / (r->leaves - sibling->leaves));
		struct distribution both = distribution_sum(&here, &turn);

		distribution_free(&here);
		distribution_free(&turn);
		here = both;
	}
	distribution_limit(&here, to->capacity);
	return here;
}

/* Follows `above` messages down into `times` equal vertices of type v. Equal children are followed once; only a path
 * along the right edge differs. Hence O(L^2) calls. */
static void descend(struct recursion *r, const struct subtree *v, const struct distribution *above, double times)
{
	r->down[v->level] += times * distribution_mean(above);
	if (!v->node) {
		r->delivered += times * distribution_mean(above);
		return;
	}
	for (int side = 0; side < 2 && v->child[side]; side++) {
		const struct subtree *to = v->child[side], *sibling = v->child[1 - side];
		bool equal = to == sibling;
		struct distribution here = go_down(r, v, above, to, sibling);

		descend(r, to, &here, equal ? 2 * times : times);
		distribution_free(&here);
		if (equal)
			break;
	}
}

void throughput_fresh(const struct network *net, struct throughput *result)
{
	struct recursion r = {.net = net, .leaves = net->spec->leaves};
	struct distribution nothing = distribution_constant(0);
	double vertices[MAXIMUM_LEVELS + 1] = {0};

	*result = (struct throughput){.offered = lanes_in_use(net->spec)};
	r.up = allocate_array(net->subtree_count, sizeof *r.up);
	for (size_t i = 0; i < net->subtree_count; i++) {
		const struct subtree *v = net->subtree[i];

		r.up[i] = go_up(&r, v);
		vertices[v->level] += v->users;
		result->up[v->level] += v->users * distribution_mean(&r.up[i]);
	}
	descend(&r, network_root(net), &nothing, 1);
	result->accepted = r.delivered / r.leaves;
	for (unsigned k = 0; k <= net->levels; k++) {
		result->up[k] /= vertices[k];
		result->down[k] = r.down[k] / vertices[k];
	}
	for (size_t i = 0; i < net->subtree_count; i++)
		distribution_free(&r.up[i]);
	distribution_free(&nothing);
	free(r.up);
}
