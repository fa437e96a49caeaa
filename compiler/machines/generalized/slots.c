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
#include "model/slot_walk.h"
#include "util/text.h"

struct pass {
	struct slot_walk walk;	/* first */
	uint8_t *route;		/* by message: net->route_bits bits */
	const uint8_t **next;	/* by message: what is left of it; NULL before the first slot */
};

static unsigned wires_below(const struct node *node)
{
	return node->shape.children * node->shape.link_width;
}

/* Of the messages that turn here. */
static size_t turning_wires(const struct subtree *type)
{
	return type->node ? (size_t)type->node->routers * wires_below(type->node) : 0;
}

static uint8_t *add_digit(uint8_t *to, unsigned digit, unsigned bits)
{
	while (bits-- > 0)
		*to++ = digit >> bits & 1;
	return to;
}

/* Writes the route of a message, from leaf to leaf. */
static void write_route(struct slot_walk *w, size_t message, unsigned source, unsigned lane)
{
	struct pass *s = (struct pass *)w;
	const struct network *net = w->net;
	const struct spec *spec = net->spec;
	struct departure d = { .source = source, .destination = w->slot->destination[message], .lane = lane,
			       .random = (uint16_t)slot_random(w->slot) };
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

static unsigned long long count(const int *wire, size_t wires)
{
	unsigned long long messages = 0;

	for (size_t i = 0; i < wires; i++)
		messages += wire[i] != NOBODY;
	return messages;
}

/* What router b of a vertex gets from its children. */
static void gather_children(const struct slot_walk *w, const struct slot_vertex *v, unsigned b, int *to)
{
	unsigned c = v->type->node->shape.link_width;

	for (unsigned j = 0; j < v->children; j++) {
		const struct slot_vertex *child = slot_child(w, v, j);

		memcpy(to + j * c, w->wire + child->up + (size_t)b * c, c * sizeof *to);
	}
}

static void pass_up(struct slot_walk *w, const struct slot_vertex *v)
{
	const struct node *node = v->type->node;
	unsigned rising = node->shape.parents * node->shape.link_width;
	unsigned below = wires_below(node);

	for (unsigned b = 0; b < node->routers; b++) {
		int *turning = w->wire + v->own + (size_t)b * below;

		gather_children(w, v, b, node->router_up ? w->input : turning);
		if (!node->router_up)
			continue;
		passage_run(w->passage, node->router_up, true, w->input, w->output);
		memcpy(w->wire + v->up + (size_t)b * rising, w->output, rising * sizeof *w->output);
		if (node->shape.children > 1)
			memcpy(turning, w->output + rising, below * sizeof *w->output);
	}
	w->slot->up[v->type->level] += count(w->wire + v->up, v->type->capacity);
}

static void pass_down(struct slot_walk *w, const struct slot_vertex *v)
{
	const struct node *node = v->type->node;
	unsigned c = node->shape.link_width, falling = node->shape.parents * c, below = wires_below(node);

	for (unsigned b = 0; b < node->routers; b++) {
		memcpy(w->input, w->wire + v->down + (size_t)b * falling, falling * sizeof *w->input);
		memcpy(w->input + falling, w->wire + v->own + (size_t)b * below, below * sizeof *w->input);
		passage_run(w->passage, node->router_down, false, w->input, w->output);
		for (unsigned j = 0; j < v->children; j++) {
			const struct slot_vertex *child = slot_child(w, v, j);
			int *to = w->wire + child->down + (size_t)b * c;

			memcpy(to, w->output + j * c, c * sizeof *to);
			w->slot->down[child->type->level] += count(to, c);
		}
	}
}

static const struct slot_steps steps = { turning_wires, write_route, pass_up, pass_down };

static void *new(const struct network *net)
{
	struct pass *s = allocate(sizeof *s);
	size_t most = 0;

	for (size_t i = 0; i < net->node_count; i++) {
		const struct router_shape *shape = &net->node[i]->shape;
		size_t wires = (size_t)(shape->children + shape->parents) * shape->link_width;

		most = wires > most ? wires : most;
	}
	slot_walk_init(&s->walk, net, &steps, most);
	return s;
}

static void free_pass(void *own)
{
	struct pass *s = own;

	slot_walk_finish(&s->walk);
	free(s->route);
	free(s->next);
	free(s);
}

static void play(void *own, struct slot *slot)
{
	struct pass *s = own;

	if (!s->next) {
		s->next = allocate_array(slot->messages, sizeof *s->next);
		s->route = allocate_array(slot->messages * s->walk.net->route_bits, 1);
		passage_route(s->walk.passage, s->next);
	}
	slot_walk_play(&s->walk, slot);
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
