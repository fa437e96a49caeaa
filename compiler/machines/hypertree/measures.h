/* measures.h: distances in a hypertree, and the loads of its links under the rule of routing. */
#ifndef FTC_MACHINES_HYPERTREE_MEASURES_H
#define FTC_MACHINES_HYPERTREE_MEASURES_H

#include "machines/hypertree/graph.h"
#include "machines/hypertree/hypertree.h"

/* The network without its dead links and nodes. Free it with graph_free(). */
struct graph hypertree_graph(const struct hypertree *h);

/* The first of the nodes without a left child; all after it have none either. */
unsigned hypertree_first_leaf(const struct hypertree *h);

/* One packet from each node of first .. K to each other one, by the rule. Loads are of both directions of a link
 * together, by level: the greatest of any link there. */
struct hypertree_traffic {
	unsigned long long sum;			/* of the links on all ways */
	unsigned long long lost;		/* packets that the rule drops; counted nowhere else */
	unsigned longest;			/* way */
	unsigned long long up[MOST_HYPERTREE_LEVELS + 1];	/* [m]: from level m to level m - 1 */
	unsigned long long cross[MOST_HYPERTREE_LEVELS + 1][MOST_CROSS_PORTS];	/* [m][i]: by port CROSS_i, or its
										   other end */
	unsigned long long busiest;		/* link */
	unsigned long long busiest_way;		/* one direction of a link */
};
void hypertree_traffic(const struct hypertree *h, unsigned first, struct hypertree_traffic *traffic);
/* The same if every packet were in plain mode, as the paper prints its algorithm. Without faults. */
void hypertree_plain_traffic(const struct hypertree *h, unsigned first, struct hypertree_traffic *traffic);

#endif
