/* area_universal.c: reference trees and load factors of networks. */
#include "universal/area_universal.h"

#include <math.h>
#include <stdlib.h>

#include "network/machine.h"
#include "network/network.h"
#include "traffic.h"
#include "util/message.h"

bool area_universal_start(struct area_universal *u, const struct spec *spec, enum standard reading)
{
	*u = (struct area_universal){ .spec = spec, .reading = reading, .title = copy_string(spec->name) };
	u->has_standard = reference_standard(spec->leaves, reading, &u->standard);
	if (!spec->machine->shape.reference(spec, &u->tree))
		return false;
	u->layout = h_tree_of(&u->tree);
	return true;
}

void area_universal_free(struct area_universal *u)
{
	for (size_t i = 0; i < u->sets; i++)
		free(u->set[i].name);
	free(u->set);
	free(u->title);
	free(u->flow.path);
	network_free(u->network);
}

bool area_universal_measure(struct area_universal *u)
{
	const struct machine *machine = u->spec->machine;

	if (!machine->model.deliver)
		return machine_lacks(u->spec, "model that counts the clocks of a set");
	if (!u->has_standard) {
		error("%s has %u leaves: expected a power of two, for which eta is defined", u->spec->name, u->spec->leaves);
		return suggest("without --loss");
	}
	if (machine->accept && !machine->accept(u->spec))
		return false;
	u->network = network_elaborate(u->spec);
	return true;
}

unsigned area_universal_bits(const struct area_universal *u)
{
	return u->spec->payload_bits + u->network->label_bits;
}

double area_universal_rate(const struct area_universal *u, const struct loaded_set *set)
{
	const struct reference_factor *eta = &set->standard.both;

	if (!set->delivery.clocks)
		return 0;
	return (double)set->delivery.clocks * (double)eta->capacity / ((double)area_universal_bits(u) * (double)eta->load);
}

double area_universal_at2(const struct area_universal *u, const struct loaded_set *set)
{
	double r = area_universal_rate(u, set);

	return r * r * u->layout.area / u->spec->leaves;
}

double area_universal_theorem_9(const struct area_universal *u, const struct loaded_set *set)
{
	const struct reference_factor *f = &set->standard.both;
	double eta = (double)f->load / (double)f->capacity, lg = log2(u->spec->leaves / (eta * eta));

	return set->delivery.clocks && lg >= 1 ? area_universal_at2(u, set) / (lg * lg) : 0;
}

double area_universal_worst(const struct area_universal *u)
{
	double worst = 0;

	for (size_t i = 0; i < u->sets; i++)
		worst = fmax(worst, area_universal_rate(u, &u->set[i]));
	return worst;
}

double area_universal_loss(const struct area_universal *u, double area)
{
	return sqrt(area / u->spec->leaves) * area_universal_worst(u);
}

void area_universal_gamma(struct area_universal *u, unsigned long pairs, unsigned long seed)
{
	struct network_graph graph;

	if (!u->spec->machine->shape.graph)
		return;
	u->spec->machine->shape.graph(u->spec, &graph);
	u->gamma = gamma_measure(&graph, &u->tree, pairs, seed);
	free(graph.edge);
}

bool area_universal_ratios(const struct area_universal *u, double *least, double *most)
{
	*least = INFINITY;
	*most = 0;
	for (unsigned k = 1; k <= u->tree.levels && u->has_standard; k++) {
		unsigned other = reference_capacity_above(&u->standard, u->tree.below[k]);

		if (other > 0) {
			*least = fmin(*least, (double)u->tree.capacity[k] / other);
			*most = fmax(*most, (double)u->tree.capacity[k] / other);
		}
	}
	return *most > 0;
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
	if (u->network)
		u->spec->machine->model.deliver(u->network, set, &new->delivery);
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
		.leaves = leaves, .payload_bits = 1, .seed = seed, .demand.pattern = pattern, .load = 1, .slot_clocks = 1,
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
