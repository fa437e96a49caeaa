/* slots.c: frame slots of a fat-tree, for model/slots.h.
 *
 * A slot is one pass up the tree and one down. A concentrator is its plan, run on whole messages instead of bits: it
 * passes the same messages as the circuit.
 */
#include <stdlib.h>

#include "machines/fat-tree/fat_tree.h"
#include "model/passage.h"
#include "model/slots.h"
#include "util/text.h"

/* A vertex of the unshared tree. */
struct vertex {
	const struct subtree *type;
	int child[2];		/* indices of vertices, NOBODY where there is none */
	unsigned first;		/* leftmost leaf below */
	size_t up, down;	/* where its channel's wires start in pass.wire */
};

/* A wire carries the number of a message, or NOBODY. */
struct pass {
	const struct network *net;
	struct vertex *vertex;	/* children before parents; the last one is the root */
	size_t vertex_count;
	size_t wire_count;
	int *wire;
	struct passage *passage;
	int *input;		/* of a concentrator */
	struct slot *slot;	/* the present one */
};

static int add_vertex(struct pass *s, const struct subtree *type, unsigned first)
{
	struct vertex v = {.type = type, .child = {NOBODY, NOBODY}, .first = first};

	for (int side = 0; side < 2 && type->child[side]; side++) {
		v.child[side] = add_vertex(s, type->child[side], first);
		first += type->child[side]->leaves;
	}
	v.up = s->wire_count;
	v.down = s->wire_count + type->capacity;
	s->wire_count += 2 * (size_t)type->capacity;
	s->vertex[s->vertex_count] = v;
	return (int)s->vertex_count++;
}

static void *new(const struct network *net)
{
	struct pass *s = allocate(sizeof *s);
	size_t vertices = 0, most = 0;

	for (size_t i = 0; i < net->subtree_count; i++)
		vertices += net->subtree[i]->users;
	for (size_t i = 0; i < net->node_count; i++) {
		const struct node *node = net->node[i];
		size_t inputs = (size_t)node->child_wires[0] + node->child_wires[1] + node->parent_wires;

		most = inputs > most ? inputs : most;
	}
	s->net = net;
	s->vertex = allocate_array(vertices, sizeof *s->vertex);
	add_vertex(s, network_root(net), 0);
	s->wire = allocate_array(s->wire_count, sizeof *s->wire);
	s->passage = passage_create(&net->plans);
	s->input = allocate_array(most, sizeof *s->input);
	return s;
}

static void free_pass(void *own)
{
	struct pass *s = own;

	free(s->vertex);
	free(s->wire);
	passage_free(s->passage);
	free(s->input);
	free(s);
}

static bool below(const struct vertex *v, unsigned leaf)
{
	return leaf - v->first < v->type->leaves;
}

/* Passes the r wires of s->input to the s wires of `output`, through the concentrator or, where the root needs none,
 * straight. Returns the number of messages that pass. */
static unsigned concentrate(struct pass *s, const struct plan *plan, bool up, unsigned from, int *output, unsigned to)
{
	unsigned through = 0;

	if (plan)
		passage_run(s->passage, plan, up, s->input, output);
	for (unsigned i = 0; i < to; i++) {
		if (!plan)
			output[i] = i < from ? s->input[i] : NOBODY;
		through += output[i] != NOBODY;
	}
	return through;
}

/* Acts as a selector: copies a channel's messages to s->input from `at` on, those for a leaf below `v` or (inside
 * false) for one outside. */
static unsigned select_messages(struct pass *s, unsigned at, size_t wires, unsigned count,
				const struct vertex *v, bool inside)
{
	for (unsigned i = 0; i < count; i++) {
		int message = s->wire[wires + i];
		bool mine = message != NOBODY && below(v, s->slot->destination[message]) == inside;

		s->input[at + i] = mine ? message : NOBODY;
	}
	return at + count;
}

static void pass_up(struct pass *s, const struct vertex *v)
{
	unsigned at = 0;

	if (!v->type->node->up || v->type->leaves == s->net->spec->leaves)
		return;
	for (int side = 0; side < 2 && v->child[side] != NOBODY; side++) {
		const struct vertex *child = &s->vertex[v->child[side]];

		at = select_messages(s, at, child->up, child->type->capacity, v, false);
	}
	s->slot->up[v->type->level] += concentrate(s, v->type->node->up, true, at, &s->wire[v->up],
						  v->type->capacity);
}

static void pass_down(struct pass *s, const struct vertex *v)
{
	for (int side = 0; side < 2 && v->child[side] != NOBODY; side++) {
		const struct vertex *to = &s->vertex[v->child[side]];
		unsigned at = select_messages(s, 0, v->down, v->type->node->parent_wires, to, true);

		if (v->child[1 - side] != NOBODY) {
			const struct vertex *sibling = &s->vertex[v->child[1 - side]];

			at = select_messages(s, at, sibling->up, sibling->type->capacity, to, true);
		}
		s->slot->down[to->type->level] += concentrate(s, v->type->node->down[side], false, at,
							      &s->wire[to->down], to->type->capacity);
	}
}

static void send(struct pass *s, const struct vertex *leaf)
{
	for (unsigned lane = 0; lane < s->slot->lanes; lane++) {
		unsigned message = leaf->first * s->slot->lanes + lane;

		if (s->slot->sent[message])
			s->wire[leaf->up + lane] = (int)message;
	}
}

static void receive(struct pass *s, const struct vertex *leaf)
{
	for (unsigned i = 0; i < leaf->type->capacity; i++)
		if (s->wire[leaf->down + i] != NOBODY)
			s->slot->arrived[s->wire[leaf->down + i]] = true;
}

static void play(void *own, struct slot *slot)
{
	struct pass *s = own;

	s->slot = slot;
	for (size_t i = 0; i < s->wire_count; i++)
		s->wire[i] = NOBODY;
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

static unsigned long long work(const struct network *net)
{
	struct passage *passage = passage_create(&net->plans);
	unsigned long long wires = 0;

	for (size_t i = 0; i < net->node_count; i++) {
		const struct node *node = net->node[i];
		const struct plan *plans[] = {node->up, node->down[0], node->down[1]};

		wires += (unsigned long long)node->users * (node->child_wires[0] + node->child_wires[1]);
		for (int j = 0; j < 3; j++)
			if (plans[j])
				wires += node->users * passage_work(passage, plans[j]);
	}
	passage_free(passage);
	return wires;
}

const struct slot_model fat_tree_slots = { work, new, free_pass, play };
