/* slots.c: frame slots of a generalized fat tree, for model/slots.h.
 *
 * A slot is one pass up the tree and one down, as in router_model.c. A router's parts are their plans, run on whole
 * messages: their selectors read the messages' routes, as in rtl-templates/leaf_path.v.
 */
#include <stdlib.h>
#include <string.h>

#include "machines/generalized/dead_links.h"
#include "machines/generalized/elaborate.h"
#include "machines/generalized/generalized.h"
#include "machines/generalized/up_parents.h"
#include "machines/generalized/xgft.h"
#include "model/passage.h"
#include "model/slots.h"
#include "util/text.h"

/* A vertex of the unshared tree. */
struct vertex {
	const struct subtree *type;
	size_t child;		/* where its children's numbers start in pass.child */
	unsigned first;		/* leftmost leaf below */
	size_t up, down;	/* where its channel's wires start in pass.wire */
	size_t turn;		/* and those of the messages that turn here */
};

/* A wire carries the number of a message, or NOBODY. */
struct pass {
	const struct network *net;
	struct vertex *vertex;	/* children before parents; the last one is the root */
	size_t vertex_count;
	size_t *child;
	size_t child_count;
	size_t wire_count;
	int *wire;
	uint8_t *route;		/* by message: net->route_bits bits */
	const uint8_t **next;	/* by message: what is left of it; NULL before the first slot */
	struct passage *passage;
	int *input, *output;	/* of a router's part */
	struct slot *slot;	/* the present one */
};

static unsigned wires_below(const struct node *node)
{
	return node->shape.children * node->shape.link_width;
}

static size_t add_vertex(struct pass *s, const struct subtree *type, unsigned first)
{
	struct vertex v = { .type = type, .child = s->child_count, .first = first };

	s->child_count += type->children;
	for (unsigned j = 0; j < type->children; j++) {
		s->child[v.child + j] = add_vertex(s, type->child[j], first);
		first += type->child[j]->leaves;
	}
	v.up = s->wire_count;
	v.down = v.up + type->capacity;
	v.turn = v.down + type->capacity;
	s->wire_count = v.turn + (type->node ? (size_t)type->node->routers * wires_below(type->node) : 0);
	s->vertex[s->vertex_count] = v;
	return s->vertex_count++;
}

static void *new(const struct network *net)
{
	struct pass *s = allocate(sizeof *s);
	size_t vertices = 0, most = 0;

	for (size_t i = 0; i < net->subtree_count; i++)
		vertices += net->subtree[i]->users;
	for (size_t i = 0; i < net->node_count; i++) {
		const struct router_shape *shape = &net->node[i]->shape;
		size_t wires = (size_t)(shape->children + shape->parents) * shape->link_width;

		most = wires > most ? wires : most;
	}
	s->net = net;
	s->vertex = allocate_array(vertices, sizeof *s->vertex);
	s->child = allocate_array(vertices, sizeof *s->child);
	add_vertex(s, network_root(net), 0);
	s->wire = allocate_array(s->wire_count, sizeof *s->wire);
	s->passage = passage_create(&net->plans);
	s->input = allocate_array(most, sizeof *s->input);
	s->output = allocate_array(most, sizeof *s->output);
	return s;
}

static void free_pass(void *own)
{
	struct pass *s = own;

	free(s->vertex);
	free(s->child);
	free(s->wire);
	free(s->route);
	free(s->next);
	free(s->input);
	free(s->output);
	passage_free(s->passage);
	free(s);
}

static uint8_t *add_digit(uint8_t *to, unsigned digit, unsigned bits)
{
	while (bits-- > 0)
		*to++ = digit >> bits & 1;
	return to;
}

/* Writes the route of a message, from leaf to leaf. */
static void write_route(struct pass *s, size_t message, unsigned source, unsigned lane)
{
	const struct network *net = s->net;
	const struct spec *spec = net->spec;
	struct departure d = { .source = source, .destination = s->slot->destination[message], .lane = lane,
			       .random = (uint16_t)slot_random(s->slot) };
	unsigned top = xgft_turn_level(spec, source, d.destination), beta[MAXIMUM_LEVELS + 1];
	uint8_t *to = s->route + message * net->route_bits;
	struct xgft_label label;

	s->next[message] = to;
	up_parents(spec, &d, beta);
	for (unsigned l = 1; l < top; l++) {
		*to++ = 1;
		if (spec->up_routing != UP_ROUTING_FIRST_FREE)
			to = add_digit(to, beta[l + 1], digit_bits(spec->parents[l + 1]));
	}
	if (top < net->levels)
		*to++ = 0;
	xgft_label(spec, 0, d.destination, &label);
	to = add_digit(to, label.digit[top], generalized_tree_turn_bits(net, top));
	for (unsigned l = top - 1; l > 0; l--)
		to = add_digit(to, label.digit[l], digit_bits(spec->children[l]));
}

static void send(struct pass *s, const struct vertex *leaf)
{
	for (unsigned lane = 0; lane < s->slot->lanes; lane++) {
		size_t message = (size_t)leaf->first * s->slot->lanes + lane;

		if (!s->slot->sent[message])
			continue;
		write_route(s, message, leaf->first, lane);
		s->wire[leaf->up + lane] = (int)message;
	}
}

static void receive(struct pass *s, const struct vertex *leaf)
{
	for (unsigned i = 0; i < leaf->type->capacity; i++)
		if (s->wire[leaf->down + i] != NOBODY)
			s->slot->arrived[s->wire[leaf->down + i]] = true;
}

static unsigned long long count(const int *wire, size_t wires)
{
	unsigned long long messages = 0;

	for (size_t i = 0; i < wires; i++)
		messages += wire[i] != NOBODY;
	return messages;
}

/* What router b of a vertex gets from its children. */
static void gather_children(const struct pass *s, const struct vertex *v, unsigned b, int *to)
{
	unsigned c = v->type->node->shape.link_width;

	for (unsigned j = 0; j < v->type->children; j++) {
		const struct vertex *child = &s->vertex[s->child[v->child + j]];

		memcpy(to + j * c, s->wire + child->up + (size_t)b * c, c * sizeof *to);
	}
}

static void pass_up(struct pass *s, const struct vertex *v)
{
	const struct node *node = v->type->node;
	unsigned rising = node->shape.parents * node->shape.link_width;
	unsigned below = wires_below(node);

	for (unsigned b = 0; b < node->routers; b++) {
		int *turning = s->wire + v->turn + (size_t)b * below;

		gather_children(s, v, b, node->router_up ? s->input : turning);
		if (!node->router_up)
			continue;
		passage_run(s->passage, node->router_up, true, s->input, s->output);
		memcpy(s->wire + v->up + (size_t)b * rising, s->output, rising * sizeof *s->output);
		if (node->shape.children > 1)
			memcpy(turning, s->output + rising, below * sizeof *s->output);
	}
	s->slot->up[v->type->level] += count(s->wire + v->up, v->type->capacity);
}

static void pass_down(struct pass *s, const struct vertex *v)
{
	const struct node *node = v->type->node;
	unsigned c = node->shape.link_width, falling = node->shape.parents * c, below = wires_below(node);

	for (unsigned b = 0; b < node->routers; b++) {
		memcpy(s->input, s->wire + v->down + (size_t)b * falling, falling * sizeof *s->input);
		memcpy(s->input + falling, s->wire + v->turn + (size_t)b * below, below * sizeof *s->input);
		passage_run(s->passage, node->router_down, false, s->input, s->output);
		for (unsigned j = 0; j < v->type->children; j++) {
			const struct vertex *child = &s->vertex[s->child[v->child + j]];
			int *to = s->wire + child->down + (size_t)b * c;

			memcpy(to, s->output + j * c, c * sizeof *to);
			s->slot->down[child->type->level] += count(to, c);
		}
	}
}

static void start(struct pass *s, struct slot *slot)
{
	s->slot = slot;
	if (!s->next) {
		s->next = allocate_array(slot->messages, sizeof *s->next);
		s->route = allocate_array(slot->messages * s->net->route_bits, 1);
		passage_route(s->passage, s->next);
	}
	for (size_t i = 0; i < s->wire_count; i++)
		s->wire[i] = NOBODY;
}

static void play(void *own, struct slot *slot)
{
	struct pass *s = own;

	start(s, slot);
	for (size_t i = 0; i < s->vertex_count; i++) {
		if (s->vertex[i].type->node)
			pass_up(s, &s->vertex[i]);
		else
			send(s, &s->vertex[i]);
	}
	for (size_t i = s->vertex_count; i-- > 0;) {
		if (s->vertex[i].type->node)
			pass_down(s, &s->vertex[i]);
		else
			receive(s, &s->vertex[i]);
	}
}

/* Leaves that try other links with words that failed are not modelled. */
static unsigned long long work(const struct network *net)
{
	struct passage *passage;
	unsigned long long wires = 0;

	if (network_has_detours(net->spec))
		return 0;
	passage = passage_create(&net->plans);
	for (size_t i = 0; i < net->node_count; i++) {
		const struct node *node = net->node[i];
		unsigned long long routers = (unsigned long long)node->users * node->routers;

		wires += routers * wires_below(node);
		wires += routers * passage_work(passage, node->router_down);
		if (node->router_up)
			wires += routers * passage_work(passage, node->router_up);
	}
	passage_free(passage);
	return wires;
}

const struct slot_model generalized_slots = { work, new, free_pass, play };
