/* points.c: what is known of a sorting fat-tree in advance. */
#include "machines/sorting-fat-tree/hardware.h"
#include "machines/sorting-fat-tree/rounds.h"
#include "network/prediction.h"

/* Leaves that always have words send one in each round. */
void sorting_predict(const struct network *net, struct prediction *p)
{
	struct sorting_shape s = sorting_shape(net->spec);
	struct sorting_means m = sorting_play(&s, SORTING_PERMUTATION, SORTING_SEED, 0);

	p->knows_accepted = true;
	p->accepted = net->slot_clocks / m.clocks;
}
