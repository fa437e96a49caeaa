/* network.c: from a checked description to a network: the part common to all machines. */
#include "network/network.h"

#include <stdlib.h>
#include <string.h>

#include "network/leaf.h"
#include "network/machine.h"
#include "network/prediction.h"
#include "parse/family.h"
#include "parse/keys.h"
#include "parse/kind.h"
#include "util/number.h"
#include "util/limit.h"
#include "util/message.h"

static bool chooses(const struct plan *plan)
{
	return plan && plan_chooses(plan);
}

bool node_chooses(const struct node *node, bool up)
{
	if (up)
		return chooses(node->up) || chooses(node->router_up);
	return chooses(node->down[0]) || chooses(node->down[1]) || chooses(node->router_down);
}

/* Children come before their parents. */
static void find_choices(struct network *net)
{
	for (size_t i = 0; i < net->subtree_count; i++)
		for (int up = 0; up < 2; up++) {
			struct subtree *tree = net->subtree[i];

			tree->chooses[up] = tree->node && node_chooses(tree->node, up);
			for (unsigned j = 0; j < tree->children; j++)
				tree->chooses[up] |= tree->child[j] && tree->child[j]->chooses[up];
		}
}

const struct node *network_node(const struct network *net, unsigned level)
{
	for (size_t i = 0; i < net->node_count; i++)
		if (net->node[i]->level == level)
			return net->node[i];
	return NULL;
}

void predict_latency(const struct network *net, struct prediction *p)
{
	p->knows_latency = true;
	p->latency = net->direct_clocks[net->label_bits] + (net->slot_clocks - 1) / 2.0;
}

/* The times of M bits: up from the leaves, through the root, down again. */
void network_set_arrivals(struct network *net)
{
	unsigned L = net->levels;

	net->up_arrival[L - 1] = 0;
	for (unsigned k = L - 1; k > 0; k--)
		net->up_arrival[k - 1] = net->up_arrival[k] + network_node(net, k)->up_latency;

	/* The outside answers the root's strobe in the same clock. */
	net->down_arrival[0] = net->up_arrival[0] + network_node(net, 0)->up_latency;
	for (unsigned k = 0; k < L; k++)
		net->down_arrival[k + 1] = net->down_arrival[k] + network_node(net, k)->down_latency;
	net->latency = net->down_arrival[L];
}

/* Whether hardware can be made of the spec; false after a message. */
static bool accept(struct spec *spec)
{
	if (!spec->machine->accept || spec->machine->accept(spec))
		return true;
	spec_free(spec);
	return false;
}

bool network_read_spec(struct spec *spec, const char *path, const struct override *overrides, size_t override_count)
{
	return spec_read(spec, path, overrides, override_count) && accept(spec);
}

bool network_read_entries(struct spec *spec, const char *path, const struct document *entries, const char *source)
{
	return spec_read_entries(spec, path, entries, source) && accept(spec);
}

/* For a message that the limit of the analysis does not suffice. */
static void tell_size(const struct spec *spec)
{
	char *largest = key_largest(spec);

	limit_stage("the network", spec->machine->smaller);
	limit_because(largest);
	free(largest);
}

struct network *network_elaborate(const struct spec *spec)
{
	static const enum plan_kind wishes[] = {
		[CONCENTRATOR_AUTO] = PLAN_AUTO, [CONCENTRATOR_BATCHER] = PLAN_BATCHER,
		[CONCENTRATOR_BUTTERFLY] = PLAN_BUTTERFLY, [CONCENTRATOR_PARTIAL] = PLAN_PARTIAL,
	};
	struct network *net = allocate(sizeof *net);

	net->spec = net->own = spec_copy(spec);
	net->elements_between_registers = network_spacing(spec);
	net->plans.spacing = net->elements_between_registers;
	net->plans.lone_flip_flops = spec->family->lone_flip_flops;
	net->plans.unfitted = !spec->family->fitted;
	net->plans.wish = wishes[spec->concentrator];
	tell_size(spec);
	spec->machine->elaborate(net);
	find_choices(net);
	return net;
}

void network_use_plan(struct network *net, const struct plan *plan, unsigned level, unsigned long long times)
{
	if (!plan)
		return;
	net->use = reallocate(net->use, (net->use_count + 1) * sizeof *net->use);
	net->use[net->use_count++] = (struct plan_use){ plan, level, times };
}

const struct plan *network_plan(const struct network *net, enum plan_kind kind, unsigned level)
{
	for (size_t i = 0; i < net->use_count; i++)
		if (net->use[i].level == level && net->use[i].plan->kind == kind)
			return net->use[i].plan;
	return NULL;
}

struct network *network_new(const struct spec *spec)
{
	struct network *net = network_elaborate(spec);

	if (!spec->machine->load || spec->machine->load(net))
		return net;
	network_free(net);
	return NULL;
}

struct network *network_read(const char *path, const struct override *overrides, size_t override_count)
{
	struct network *net;
	struct spec spec;

	if (!network_read_spec(&spec, path, overrides, override_count))
		return NULL;
	net = network_new(&spec);
	spec_free(&spec);
	return net;
}

struct channel_tree channel_tree_of(const struct network *net)
{
	struct channel_tree tree = { .leaves = net->spec->leaves, .levels = net->levels };

	net->spec->machine->shape.channels(net, &tree);
	return tree;
}

unsigned network_level_number(const struct network *net, unsigned level)
{
	return net->spec->machine->shape.levels_from_leaves ? net->levels - level : level;
}

unsigned network_vertices(const struct network *net, unsigned level)
{
	unsigned vertices = 0;

	for (size_t i = 0; i < net->subtree_count; i++)
		if (net->subtree[i]->level == level)
			vertices += net->subtree[i]->users;
	return vertices;
}

unsigned network_address_bits(const struct network *net, unsigned level)
{
	unsigned bits = 0;

	for (unsigned k = 0; k < level; k++)
		bits += digit_bits(net->children[k]);
	return bits;
}

unsigned network_turn_wires(const struct network *net)
{
	return net->spec->leaf->turn_wires ? net->spec->leaf->turn_wires(net) : 0;
}

uint32_t network_label(const struct network *net, unsigned leaf)
{
	uint32_t label = net->levels > 0 ? 0 : leaf + net->spec->machine->first_end;
	unsigned shift = 0;

	for (unsigned k = net->levels; k-- > 0;) {
		label |= (uint32_t)(leaf % net->children[k]) << shift;
		shift += digit_bits(net->children[k]);
		leaf /= net->children[k];
	}
	return label;
}

const char *network_no_model(const struct network *net)
{
	const struct leaf *leaf = net->spec->leaf;

	if (leaf->no_model)
		return leaf->no_model(net);
	return leaf->model ? NULL : "this network has no model in C";
}

unsigned network_way_bits(const struct network *net)
{
	const struct spec *spec = net->spec;
	unsigned bits = larger(1, digit_bits(spec->phase_slots));

	for (unsigned l = 1; spec->phase_slots > 0 && l <= net->levels; l++)
		bits += digit_bits(spec->parents[l]);
	return spec->phase_slots > 0 ? bits : 0;
}

unsigned network_tdest_bits(const struct network *net)
{
	return net->label_bits + (net->spec->external || net->spec->broadcast_every > 0) + network_way_bits(net);
}

unsigned network_group_bits(const struct spec *spec)
{
	return digit_bits(spec->group_count + 1);
}

void network_free(struct network *net)
{
	if (!net)
		return;
	for (size_t i = 0; i < net->subtree_count; i++) {
		free(net->subtree[i]->child);
		free(net->subtree[i]);
	}
	for (size_t i = 0; i < net->node_count; i++)
		free(net->node[i]);
	plan_library_free(&net->plans);
	free(net->dead_ends);
	free(net->use);
	free(net->subtree);
	free(net->node);
	free(net->frame);
	free(net->playback);
	if (net->schedule)
		schedule_file_free(net->schedule);
	free(net->schedule);
	spec_free(net->own);
	free(net->own);
	free(net);
}
