/* slots.c: frame slots of a fat-tree, for model/slots.h.
 *
 * A slot is one pass up the tree and one down. A concentrator is its plan, run on whole messages instead of bits: it
 * passes the same messages as the circuit.
 */
#include <stdlib.h>

#include "machines/fat-tree/fat_tree.h"
#include "model/slot_walk.h"
#include "util/text.h"

static bool below(const struct slot_vertex *v, unsigned leaf)
{
	return leaf - v->first < v->type->leaves;
}

/* Passes the r wires of w->input to the s wires of `output`, through the concentrator or, where the root needs none,
 * straight. Returns the number of messages that pass. */
static unsigned concentrate(struct slot_walk *w, const struct plan *plan, bool up, unsigned from, int *output,
			    unsigned to)
{
	unsigned through = 0;

	if (plan)
		passage_run(w->passage, plan, up, w->input, output);
	for (unsigned i = 0; i < to; i++) {
		if (!plan)
			output[i] = i < from ? w->input[i] : NOBODY;
		through += output[i] != NOBODY;
	}
	return through;
}

/* Acts as a selector: copies a channel's messages to w->input from `at` on, those for a leaf below `v` or (inside
 * false) for one outside. */
static unsigned select_messages(struct slot_walk *w, unsigned at, size_t wires, unsigned count,
				const struct slot_vertex *v, bool inside)
{
	for (unsigned i = 0; i < count; i++) {
		int message = w->wire[wires + i];
		bool mine = message != NOBODY && below(v, w->slot->destination[message]) == inside;

		w->input[at + i] = mine ? message : NOBODY;
	}
	return at + count;
}

static void pass_up(struct slot_walk *w, const struct slot_vertex *v)
{
	unsigned at = 0;

	if (!v->type->node->up || v->type->leaves == w->net->spec->leaves)
		return;
	for (unsigned side = 0; side < v->children; side++) {
		const struct slot_vertex *child = slot_child(w, v, side);

		at = select_messages(w, at, child->up, child->type->capacity, v, false);
	}
	w->slot->up[v->type->level] += concentrate(w, v->type->node->up, true, at, &w->wire[v->up],
						  v->type->capacity);
}

static void pass_down(struct slot_walk *w, const struct slot_vertex *v)
{
	for (unsigned side = 0; side < v->children; side++) {
		const struct slot_vertex *to = slot_child(w, v, side);
		unsigned at = select_messages(w, 0, v->down, v->type->node->parent_wires, to, true);

		if (v->children == 2) {
			const struct slot_vertex *sibling = slot_child(w, v, 1 - side);

			at = select_messages(w, at, sibling->up, sibling->type->capacity, to, true);
		}
		w->slot->down[to->type->level] += concentrate(w, v->type->node->down[side], false, at,
							      &w->wire[to->down], to->type->capacity);
	}
}

static const struct slot_steps steps = { .up = pass_up, .down = pass_down };

static void *new(const struct network *net)
{
	struct slot_walk *w = allocate(sizeof *w);
	size_t most = 0;

	for (size_t i = 0; i < net->node_count; i++) {
		const struct node *node = net->node[i];
		size_t inputs = (size_t)node->child_wires[0] + node->child_wires[1] + node->parent_wires;

		most = inputs > most ? inputs : most;
	}
	slot_walk_init(w, net, &steps, most);
	return w;
}

static void free_walk(void *own)
{
	slot_walk_finish(own);
	free(own);
}

static void play(void *own, struct slot *slot)
{
	slot_walk_play(own, slot);
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

const struct slot_model fat_tree_slots = { work, new, free_walk, play };
