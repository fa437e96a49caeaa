/* area_universal.c: reference trees and load factors of networks. */
#include "universal/area_universal.h"

#include <stdlib.h>

#include "network/machine.h"
#include "traffic.h"

bool area_universal_start(struct area_universal *u, const struct spec *spec)
{
	*u = (struct area_universal){ .spec = spec };
	u->has_standard = reference_standard(spec->leaves, &u->standard);
	return spec->machine->reference(spec, &u->tree);
}

void area_universal_free(struct area_universal *u)
{
	for (size_t i = 0; i < u->sets; i++)
		free(u->set[i].name);
	free(u->set);
	free(u->flow.path);
}

void area_universal_add(struct area_universal *u, const char *name, const struct message_set *set)
{
	struct loaded_set *new;

	u->set = room_for_one(u->set, u->sets, sizeof *u->set);
	new = &u->set[u->sets++];
	*new = (struct loaded_set){ .name = copy_string(name), .messages = set->count };
	for (size_t i = 0; i < set->count; i++)
		new->local += set->demand[i].source == set->demand[i].destination;
	reference_load(&u->tree, set, &new->load);
	if (u->has_standard)
		reference_load(&u->standard, set, &new->standard);
}

void area_universal_flow(struct area_universal *u, const uint8_t *side, bool paths)
{
	struct asked_flow *f = &u->flow;
	struct reference_flow flow;

	for (unsigned leaf = 0; leaf < u->spec->leaves; leaf++) {
		f->a += side[leaf] == SIDE_A;
		f->b += side[leaf] == SIDE_B;
	}
	f->size = reference_cut(&u->tree, side);
	if (!paths)
		return;
	reference_flow(&u->tree, side, &flow);
	f->path = butterfly_paths(&u->tree, &flow);
	reference_flow_free(&u->tree, &flow);
}

void area_universal_pattern(unsigned pattern, unsigned leaves, unsigned long seed, struct message_set *set)
{
	struct traffic_parameters p = {
		.leaves = leaves, .payload_bits = 1, .seed = seed, .pattern = pattern, .load = 1, .slot_clocks = 1,
		.end = UINT64_MAX,
	};
	struct traffic *traffic = traffic_create(&p);
	struct message m;

	*set = (struct message_set){ .demand = allocate_array(leaves, sizeof *set->demand) };
	for (uint32_t leaf = 0; leaf < leaves; leaf++)
		if (traffic_next(traffic, leaf, &m))
			set->demand[set->count++] = (struct demand){ m.source, m.destination };
	traffic_free(traffic);
}
