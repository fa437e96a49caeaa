/* points.c: the networks of lanes that `ftc explore` compares, and what is known of a network in advance. */
#include "machines/lanes/lanes.h"
#include "network/prediction.h"
#include "network/proposals.h"

#include <stdlib.h>

#include "util/number.h"
#include "util/text.h"

enum { LEAST_WIDTH = 2 };

/* Bits of a wire in the shortest slot, or nearly: there is a switch at each level on the way down, and at each that has
 * fewer parents than children on the way up. The label of the source goes along. */
static unsigned widest(const struct proposals *list, const struct tree_shape *shape)
{
	unsigned stages = shape->height, label = digit_bits(list->ends), slot;

	for (unsigned h = 1; h < shape->height; h++)
		stages += shape->parents[h] < shape->children[h - 1];
	slot = lane_least_slot(stages);
	return (list->payload_bits + label + slot - 1) / slot;
}

/* The shortest slot, and slots of about two and four times as many clocks. */
static void add_tree(struct proposals *list, const struct tree_shape *shape)
{
	unsigned width = widest(list, shape);

	for (unsigned h = 0; h < shape->height; h++)
		if (!is_power_of_2(shape->children[h]))
			return;
	char *name = format_string("xgft-%s-auto", shape->name);

	propose(list, name, "network: xgft\n%slanes: auto\n", shape->lists);
	free(name);
	for (unsigned share = 2; share <= 4 && width / share >= LEAST_WIDTH; share *= 2) {
		unsigned w = (width + share - 1) / share;

		if (w > MAXIMUM_LANES)
			continue;
		name = format_string("xgft-%s-w%u", shape->name, w);
		propose(list, name, "network: xgft\n%slanes: %u\n", shape->lists, w);
		free(name);
	}
}

void lanes_propose(struct proposals *list)
{
	static const unsigned radices[] = { 2, 4, 8, 16, 0 };

	if (list->ends <= MOST_LANE_LEAVES && list->payload_bits >= LEAST_WIDTH)
		propose_trees(list, radices, add_tree);
}

void lanes_predict(const struct network *net, struct prediction *p)
{
	p->knows_accepted = true;
	p->accepted = lane_saturate(net->spec, 1, SATURATED_SEED, SATURATED_SLOTS).accepted;
	predict_latency(net, p);
}
