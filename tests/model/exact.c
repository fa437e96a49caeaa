/* exact.c: random networks: slots on whole messages (model/slots.h) against the C model clock by clock.
 *
 *   exact [networks] [first seed] [slots per network]
 *
 * In every slot random leaves send random messages, in the model as bits: M, route, start bit, and the message's number
 * as payload. What the leaves hear in the model, on which wire, is what the slot must say. Between slots, links die and
 * live again. tests/model/differential.c compares the model with the RTL.
 *
 * A failure prints the parameters, the slot and the message; the same seed repeats it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "leaves/frame.h"
#include "draw.h"
#include "model/node_model.h"
#include "model/slots.h"
#include "network/machine.h"
#include "network_model.h"
#include "networks.h"
#include "util/text.h"

/* ---- Random parameters ---- */

/* Of each level a number from 1 to 4, of the first one at least `least`. */
static char *draw_list(unsigned levels, unsigned least)
{
	struct text t = { 0 };

	for (unsigned l = 0; l < levels; l++) {
		unsigned from = l == 0 ? least : 1;

		text_print(&t, "%s%u", l > 0 ? ", " : "", from + draw(5 - from));
	}
	return t.bytes;
}

static char *draw_capacities(unsigned levels, unsigned connections, bool external)
{
	struct text t = { 0 };

	for (unsigned k = external ? 0 : 1; k < levels; k++) {
		unsigned most = connections << (levels - k);

		text_print(&t, "%u, ", 1 + draw(most < 12 ? most : 12));
	}
	text_print(&t, "%u", connections);
	return t.bytes;
}

static void draw_fat_tree(struct text *yaml)
{
	unsigned n = 2 + draw(draw(8) == 0 ? 40 : 14), levels = 1, connections = 1 + (draw(2) == 0 ? draw(4) : 0);
	bool external = draw(4) == 0;

	while (1u << levels < n)
		levels++;
	text_print(yaml, "network: fat-tree\nleaves: %u\nconnections: %u\nexternal: %s\nconcentrator: %s\n", n, connections,
		   external ? "true" : "false", (const char *[]){ "auto", "batcher", "butterfly" }[draw(3)]);
	if (draw(2) == 0) {
		char *capacities = draw_capacities(levels, connections, external);

		text_print(yaml, "capacities: [%s]\n", capacities);
		free(capacities);
	} else {
		text_print(yaml, "root-capacity: %u\n", 1 + draw(n * connections));
	}
	if (draw(2) == 0)
		text_add(yaml, "fault-registers: true\n");
}

/* One that parts no leaves, where each has `parents` of them; then any, while the network runs. */
static void draw_faults(struct text *yaml, unsigned parents)
{
	if (parents > 1 && draw(2) == 0)
		text_print(yaml, draw(2) == 0 ? "faults: [node:1:%u]\n" : "faults: [link:0:1:%u]\n", draw(parents));
	if (draw(3) == 0)
		text_print(yaml, "fault-registers: true\n");
}

static void draw_general_tree(struct text *yaml)
{
	unsigned kind = draw(5), levels = 1 + draw(3), parents = 2;

	if (kind == 0) {
		text_print(yaml, "network: cm-5\nleaves: %u\n", draw(8) > 0 ? 16 : 64);
	} else if (kind == 1) {
		text_print(yaml, "network: pruned-butterfly\nleaves: %u\n", draw(8) > 0 ? 16 : 64);
	} else if (kind == 2) {
		parents = 1 + draw(3);
		text_print(yaml, "network: gft\nheight: %u\nchildren: %u\nparents: %u\n", levels, 2 + draw(2), parents);
	} else {
		char *children = draw_list(levels, 2), *list = draw_list(levels, 1);

		text_print(yaml, "network: xgft\nchildren: [%s]\nparents: [%s]\n", children, list);
		parents = (unsigned)atoi(list);
		free(children);
		free(list);
	}
	draw_faults(yaml, parents);
	if (kind > 1 && draw(3) == 0)
		text_print(yaml, "link-width: %u\n", 2 + draw(2));
	text_print(yaml, "up-routing: %s\n",
		   (const char *[]){ "destination", "source", "random", "first-free" }[draw(4)]);
}

static char *draw_parameters(void)
{
	struct text yaml = { 0 };

	if (draw(2) == 0)
		draw_fat_tree(&yaml);
	else
		draw_general_tree(&yaml);
	text_print(&yaml, "leaf-interface: wires\nelements-between-registers: %u\nfamily: %s\n", 1 + draw(5),
		   draw(2) == 0 ? "ecp5" : "ice40");
	return yaml.bytes;
}

/* ---- One network ---- */

enum { NUMBER_BITS = 16, MOST_ROUTE = 128 };

struct run {
	const struct network *net;
	struct slot slot;
	void *own;			/* of the slots */
	struct network_model *model;
	unsigned *destination;
	uint32_t *path, *sent;
	uint8_t (*bits)[MOST_ROUTE + NUMBER_BITS + 2];	/* by message: what it is on its wire */
	unsigned length;		/* of these, in clocks */
	size_t *wire;			/* by leaf: where its channel is among the probed wires */
	uint8_t *up, *probed;
	uint8_t **heard;		/* by clock since the slot's beginning: all leaves' wires down */
	uint8_t *idle_root;
	uint8_t *told;			/* the bits that tell which links are dead */
};

/* The leaves' channels in the order of network_model_probe(). */
static size_t find_wires(const struct subtree *tree, size_t at, size_t **leaf)
{
	for (unsigned j = 0; j < tree->children; j++) {
		const struct subtree *child = tree->child[j];

		if (!child)
			continue;
		if (!child->node)
			*(*leaf)++ = at;
		at = find_wires(child, at + child->capacity, leaf);
	}
	return at;
}

static void start(struct run *r, const struct network *net)
{
	unsigned leaves = net->spec->leaves;
	size_t messages = (size_t)leaves * net->spec->connections, *leaf;

	*r = (struct run){ .net = net, .own = net->spec->machine->model.slots->new(net), .model = network_model_new(net) };
	r->slot.lanes = net->spec->connections;
	r->slot.messages = messages;
	r->slot.destination = r->destination = allocate_array(messages, sizeof *r->destination);
	r->slot.path = r->path = allocate_array(messages, sizeof *r->path);
	r->slot.sent = r->sent = allocate_array(messages, sizeof *r->sent);
	r->slot.arrived_at = allocate_array(messages, sizeof *r->slot.arrived_at);
	r->bits = allocate_array(messages, sizeof *r->bits);
	r->length = net->route_bits + 2 + NUMBER_BITS;
	leaf = r->wire = allocate_array(leaves, sizeof *r->wire);
	find_wires(network_root(net), 0, &leaf);
	r->up = allocate_array(messages, 1);
	r->probed = allocate_array(network_model_probe_width(r->model), 1);
	r->heard = allocate_array(net->latency + r->length, sizeof *r->heard);
	for (unsigned k = 0; k < net->latency + r->length; k++)
		r->heard[k] = allocate_array(messages, 1);
	r->idle_root = allocate_array(network_root(net)->capacity + 1, 1);
	r->told = allocate_array(network_model_told_bits(r->model) + 1, 1);
}

static void finish(struct run *r)
{
	r->net->spec->machine->model.slots->free(r->own);
	network_model_free(r->model);
	free(r->destination);
	free(r->path);
	free(r->sent);
	free(r->slot.arrived_at);
	free(r->bits);
	free(r->wire);
	free(r->up);
	free(r->probed);
	for (unsigned k = 0; k < r->net->latency + r->length; k++)
		free(r->heard[k]);
	free(r->heard);
	free(r->idle_root);
	free(r->told);
}

static uint8_t *put(uint8_t *to, uint32_t value, unsigned bits)
{
	while (bits-- > 0)
		*to++ = value >> bits & 1;
	return to;
}

/* docs/reference/protocol.md: a one for each node on the way up, a zero, then where to go at each node on the way down. */
static uint8_t *put_binary_route(const struct run *r, uint8_t *to, unsigned source, unsigned destination)
{
	unsigned peak = 0;

	while (source >> peak != destination >> peak)
		peak++;
	to = put(to, UINT32_MAX, peak - 1);
	if (peak < r->net->levels || r->net->spec->external)
		to = put(to, 0, 1);
	return put(to, destination, peak - 1);
}

/* docs/explanation/generalized-fat-trees.md */
static uint8_t *put_general_route(const struct run *r, uint8_t *to, unsigned source, unsigned destination, uint32_t path)
{
	const struct spec *spec = r->net->spec;
	unsigned digit[MAXIMUM_LEVELS + 1], peak = 0, a = source, b = destination;

	for (unsigned l = 1; l <= r->net->levels; l++) {
		digit[l] = b % spec->children[l];
		peak = a != b ? l : peak;
		a /= spec->children[l];
		b /= spec->children[l];
	}
	for (unsigned l = 1; l < peak; l++) {
		unsigned bits = digit_bits(spec->parents[l + 1]);

		to = put(to, 1, 1);
		if (spec->up_routing != UP_ROUTING_FIRST_FREE)
			to = put(to, path, bits);
		path >>= bits;
	}
	if (peak < r->net->levels)
		to = put(to, 0, 1);
	to = put(to, digit[peak], spec->children[peak] > 2 ? digit_bits(spec->children[peak]) : 0);
	for (unsigned l = peak - 1; l > 0; l--)
		to = put(to, digit[l], digit_bits(spec->children[l]));
	return to;
}

static void write_message(struct run *r, uint32_t m)
{
	unsigned leaf = m / r->slot.lanes;
	uint8_t *to = r->bits[m];

	memset(to, 0, sizeof r->bits[m]);
	to = put(to, 1, 1);
	if (r->net->spec->height > 0)
		put_general_route(r, to, leaf, r->destination[m], r->path[m]);
	else
		put_binary_route(r, to, leaf, r->destination[m]);
	to = put(to + r->net->route_bits, 1, 1);
	put(to, m, NUMBER_BITS);
}

/* A leaf's own path. If it is random, it comes from these bits of the leaf's random word. */
static uint32_t own_path(const struct run *r, uint32_t m, uint16_t random)
{
	unsigned lane = m % r->slot.lanes, leaf = m / r->slot.lanes;
	const struct slot_model *slots = r->net->spec->machine->model.slots;
	uint32_t path = slots->path(r->own, leaf, lane, r->destination[m], random), wish = 0;

	for (unsigned k = 0; k < r->net->frame->path_bits; k++)
		wish |= (uint32_t)(random >> (5 * lane + k) % 16 & 1) << k;
	if (r->net->spec->up_routing == UP_ROUTING_RANDOM)
		assert_int_equal(path, frame_parents(r->net->frame, wish));
	return path;
}

/* Any path, a leaf's own, or one that may name parents that do not exist. */
static uint32_t draw_path(const struct run *r, uint32_t m)
{
	uint32_t wish = draw(UINT32_MAX);

	switch (r->net->spec->machine->model.slots->path ? draw(8) : 0) {
	case 0:
		return wish;
	case 1:
		return own_path(r, m, (uint16_t)wish);
	default:
		return frame_parents(r->net->frame, wish);
	}
}

/* Who sends what. A few leaves are asked for more than others. */
static void draw_slot(struct run *r)
{
	unsigned leaves = r->net->spec->leaves, density = 1 + draw(16), hot = draw(leaves), heat = draw(4);

	r->slot.sent_count = 0;
	for (uint32_t m = 0; m < r->slot.messages; m++) {
		unsigned leaf = m / r->slot.lanes, to = draw(4) < heat ? hot : draw(leaves);

		r->slot.arrived_at[m] = SLOT_LOST;
		if (to == leaf || draw(16) >= density)
			continue;
		r->destination[m] = to;
		r->path[m] = draw_path(r, m);
		r->sent[r->slot.sent_count++] = m;
		write_message(r, m);
	}
}

/* A clock of the model in which `clock` of the present slot is on the leaves' wires; -1: nothing is. */
static void clock_model(struct run *r, int clock, uint8_t *heard)
{
	memset(r->up, 0, r->slot.messages);
	for (size_t i = 0; i < r->slot.sent_count && clock >= 0 && clock < (int)r->length; i++)
		r->up[r->sent[i]] = r->bits[r->sent[i]][clock];
	network_model_set(r->model, r->up, clock == 0, r->net->spec->external ? r->idle_root : NULL);
	if (heard) {
		network_model_probe(r->model, false, r->probed);
		for (unsigned leaf = 0; leaf < r->net->spec->leaves; leaf++)
			memcpy(heard + (size_t)leaf * r->slot.lanes, r->probed + r->wire[leaf], r->slot.lanes);
	}
	network_model_clock(r->model);
	r->slot.clock++;
}

/* The number behind the first one after M. */
static uint32_t heard_number(const struct run *r, size_t wire)
{
	unsigned clock = r->net->latency + 1;
	uint32_t number = 0;

	while (!r->heard[clock][wire])
		clock++;
	for (unsigned k = 1; k <= NUMBER_BITS; k++)
		number = number << 1 | r->heard[clock + k][wire];
	return number;
}

static const char *place(int wire)
{
	static char text[32];

	snprintf(text, sizeof text, "on wire %d", wire);
	return wire == SLOT_LOST ? "nowhere" : text;
}

/* Whether what leaves heard is what the slot says: on each wire, that message, and no other anywhere. */
static bool compare(struct run *r)
{
	int *arrived_at = r->slot.arrived_at;
	bool same = true;

	for (size_t wire = 0; wire < r->slot.messages; wire++) {
		if (!r->heard[r->net->latency][wire])
			continue;
		uint32_t m = heard_number(r, wire);
		unsigned leaf = (unsigned)(wire / r->slot.lanes), lane = (unsigned)(wire % r->slot.lanes);

		if (m >= r->slot.messages || r->destination[m] != leaf || arrived_at[m] != (int)lane) {
			fprintf(stderr, "message %u of leaf %u arrives at leaf %u on wire %u: the slot says %s\n", m,
				m / r->slot.lanes, leaf, lane,
				m < r->slot.messages ? place(arrived_at[m]) : "nothing");
			return false;
		}
		arrived_at[m] = SLOT_LOST;
	}
	for (size_t i = 0; i < r->slot.sent_count; i++)
		if (arrived_at[r->sent[i]] != SLOT_LOST) {
			fprintf(stderr, "message %u does not arrive: the slot says %s\n", r->sent[i],
				place(arrived_at[r->sent[i]]));
			same = false;
		}
	return same;
}

/* Other links are dead from now on: more or fewer. */
static void draw_dead_links(struct run *r)
{
	unsigned one_of = 2 + draw(30);

	for (unsigned i = 0; i < network_model_told_bits(r->model); i++) {
		r->told[i] = draw(one_of) == 0;
		network_model_tell(r->model, i, r->told[i]);
	}
	r->net->spec->machine->model.slots->tell(r->own, r->told);
}

static unsigned long all, sent, arrived;	/* slots, messages */

static bool one_slot(struct run *r)
{
	unsigned wait = draw(4) == 0 ? draw(40) : 0;

	for (unsigned k = 0; k < wait; k++)
		clock_model(r, -1, NULL);
	if (r->net->spec->fault_registers && draw(3) == 0)
		draw_dead_links(r);
	draw_slot(r);
	r->net->spec->machine->model.slots->play(r->own, &r->slot);
	sent += r->slot.sent_count;
	for (size_t i = 0; i < r->slot.sent_count; i++)
		arrived += r->slot.arrived_at[r->sent[i]] != SLOT_LOST;
	for (unsigned k = 0; k < r->net->latency + r->length; k++)
		clock_model(r, (int)k, r->heard[k]);
	return compare(r);
}

/* Runs slots in the network that `yaml` describes, to this clock at least. */
static bool run_network(const char *yaml, unsigned slots, uint64_t clocks)
{
	struct spec spec;
	struct network *net = network_from(&spec, yaml);
	struct run r;
	bool same = true;

	start(&r, net);
	for (unsigned k = 0; (k < slots || r.slot.clock < clocks) && same; k++) {
		same = one_slot(&r);
		all++;
		if (!same)
			fprintf(stderr, "in slot %u of\n%s", k, yaml);
	}
	finish(&r);
	network_done(&spec, net);
	return same;
}

/* Beyond the period of the random bits. */
static bool run_long(void)
{
	enum { PERIOD = (1 << 17) - 1 };

	start_drawing(1);
	return run_network("network: fat-tree\nleaves: 5\ncapacities: [1, 1, 1]\nleaf-interface: wires\n", 1,
			   PERIOD + PERIOD / 4);
}

/* From the reset on, when the random bits have not come down the tree yet. */
static bool run_early(void)
{
	for (uint64_t seed = 1; seed <= 200; seed++) {
		start_drawing(seed);
		if (!run_network(seed % 2 == 0 ? "network: xgft\nchildren: [6]\nparents: [1]\nleaf-interface: wires\n"
					       : "network: fat-tree\nleaves: 8\ncapacities: [1, 1, 1]\n"
						 "leaf-interface: wires\n", 1, 0))
			return false;
	}
	return true;
}

static bool run_random(uint64_t seed, unsigned slots)
{
	char *yaml;
	bool same;

	start_drawing(seed);
	yaml = draw_parameters();
	same = run_network(yaml, slots, 0);
	if (!same)
		fprintf(stderr, "of seed %llu\n", (unsigned long long)seed);
	free(yaml);
	return same;
}

int main(int argc, char **argv)
{
	unsigned networks = argc > 1 ? (unsigned)atoi(argv[1]) : 100;
	uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
	unsigned slots = argc > 3 ? (unsigned)atoi(argv[3]) : 50;

	if (!run_early() || !run_long())
		return 1;
	for (unsigned i = 0; i < networks; i++)
		if (!run_random(seed + i, slots))
			return 1;
	printf("%u networks, %lu slots, %lu messages, of which %lu arrived: as in the model, clock by clock\n", networks + 201,
	       all, sent, arrived);
	return 0;
}
