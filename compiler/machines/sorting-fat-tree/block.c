/* block.c: the module of a block: the sorter of its words beside rtl-templates/sorting-fat-tree/sorting_block.v. */
#include "machines/sorting-fat-tree/block.h"

#include "leaves/leaf.h"
#include "lower/builder.h"
#include "machines/sorting-fat-tree/node.h"
#include "plan/plan.h"
#include "util/number.h"
#include "util/text.h"

static void add_sorting_block_ports(struct module *m, const struct sorting_shape *s)
{
	module_clock(m);
	module_reset(m);
	module_input(m, "address", s->levels - s->mesh.label_bits, "the label bits that all terminals here share");
	module_input(m, "round", 1, "a round begins");
	module_input(m, "rises", 1, "from then until its words have left");
	module_input(m, "order", 1, "the words are put in order");
	module_input(m, "send", 1, "M bits of this batch are due in the next clock");
	module_input(m, "batch", at_least_1(s->batch_bits), "its number");
	module_output(m, "done", 1, "all words of the batch have left");
	module_output(m, "wish", 1, "a word waits for a round");
	module_output(m, "up", s->mesh_side, "words on their way up");
	module_output(m, "up_start", 1, "M bits are on `up`");
	module_input(m, "down", s->mesh_side, "words on their way down");
	module_input(m, "down_start", 1, "M bits are on `down`");
	module_output(m, "room", 1, "for a wave");
	module_input(m, "step", 1, "to the next level");
	module_input(m, "opens", 1, "to the first level");
	module_input(m, "count_first", 1, "the first bit of what a terminal counts");
	module_output(m, "sum", 1, "words of a level here, lowest bit first");
	module_output(m, "sum_first", 1, "the first bit");
	module_input(m, "prefix", 1, "words of a level left of here");
	module_input(m, "prefix_first", 1, "the first bit");
}

const char *sorting_block_lower(struct design *d, const struct network *net, const struct sorting_shape *s)
{
	const struct sorting_mesh *b = &s->mesh;
	const struct module *there = design_find(d, "block");

	if (there)
		return there->name;
	const char *plan = lower_plan(d, network_plan(net, PLAN_SORTER, s->height));
	struct module *m = design_add(d, copy_string("block"), format_string("A block of %u x %u terminals.\n", s->mesh_side,
									       s->mesh_side));

	add_sorting_block_ports(m, s);
	leaf_ports_add(m, net, s->block);
	sorting_add_sorter(m, d, plan, s->block);
	struct instance *i = module_instance(m, d, "sorting_block", 1, "terminals");

	PARAMETERS(i, { "LABEL_BITS", s->levels }, { "SIDE_BITS", b->side_bits }, { "PAYLOAD_BITS", s->payload_bits },
		   { "BATCH_BITS", s->batch_bits }, { "WAVE", b->wave - 1 }, { "ORDER", b->order },
		   { "WAVE_BITS", digit_bits(larger(b->wave, b->order) + 1) }, { "RING", b->ring }, { "RING_BITS", digit_bits(b->ring + 1) },
		   { "DELAY", sorting_rank_delay(s, s->height) });
	instance_connect_rest(m, d, i);
	return m->name;
}
