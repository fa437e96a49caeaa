/* network.c: from a checked description to a network: common to all families. */
#include "elaborate/network.h"

#include <stdlib.h>

#include "elaborate/fat_tree.h"
#include "util/text.h"

/* Nanoseconds of a path through k elements between two flip-flops, first + k * each, in a half-full device:
 * nextpnr 0.7 on shift registers with one and two LUTs between the stages, and what a network adds to that
 * (docs/benchmarks.md). */
struct speed {
	double first, each;
};

static const struct speed speed[] = {
	[FAMILY_ECP5] = { 1.6, 1.5 },
	[FAMILY_ICE40] = { 1.5, 1.6 },
	[FAMILY_ICE40_UP] = { 2.4, 4.4 },
};

enum { DEFAULT_CLOCK_MHZ = 100, MAXIMUM_SPACING = 16 };

/* The most elements between registers that the wanted clock allows. */
static unsigned choose_spacing(const struct spec *spec)
{
	const struct speed *s = &speed[spec->family];
	unsigned clock = spec->clock_mhz != 0 ? spec->clock_mhz : DEFAULT_CLOCK_MHZ;
	double room = (1000.0 / clock - s->first) / s->each;

	if (spec->elements_between_registers != 0)
		return spec->elements_between_registers;
	return room < 1 ? 1 : room > MAXIMUM_SPACING ? MAXIMUM_SPACING : (unsigned)room;
}

static enum plan_kind wish(enum concentrator_choice choice)
{
	switch (choice) {
	case CONCENTRATOR_BATCHER: return PLAN_BATCHER;
	case CONCENTRATOR_BUTTERFLY: return PLAN_BUTTERFLY;
	case CONCENTRATOR_AUTO: break;
	}
	return PLAN_AUTO;
}

struct network *network_elaborate(const struct spec *spec)
{
	struct network *net = allocate(sizeof *net);

	net->spec = spec;
	net->elements_between_registers = choose_spacing(spec);
	net->plans.spacing = net->elements_between_registers;
	net->plans.lone_flip_flops = spec->family == FAMILY_ECP5;
	net->plans.wish = wish(spec->concentrator);
	if (spec->network == NETWORK_SORTER) {
		net->sorter = plan_sorter(&net->plans, spec->wires);
		net->latency = net->sorter->latency;
		return net;
	}
	net->plans.input_level = 1;	/* the selectors before every concentrator */
	fat_tree_elaborate(net);
	return net;
}

unsigned network_vertices(const struct network *net, unsigned level)
{
	unsigned below = 1u << (net->levels - level);

	return (net->spec->leaves + below - 1) / below;
}

void network_free(struct network *net)
{
	if (net == NULL)
		return;
	for (size_t i = 0; i < net->subtree_count; i++)
		free(net->subtree[i]);
	for (size_t i = 0; i < net->node_count; i++)
		free(net->node[i]);
	plan_library_free(&net->plans);
	free(net->subtree);
	free(net->node);
	free(net);
}
