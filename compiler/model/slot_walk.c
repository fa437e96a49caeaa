/* slot_walk.c: a frame slot as one pass up a tree and one down. */
#include "model/slot_walk.h"

#include <stdlib.h>

#include "util/text.h"

static size_t add_vertex(struct slot_walk *w, const struct subtree *type, unsigned first)
{
	struct slot_vertex v = { .type = type, .child = w->child_count, .first = first };

	while (v.children < type->children && type->child[v.children])
		v.children++;
	w->child_count += v.children;
	for (unsigned j = 0; j < v.children; j++) {
		w->child[v.child + j] = add_vertex(w, type->child[j], first);
		first += type->child[j]->leaves;
	}
	v.up = w->wire_count;
	v.down = v.up + type->capacity;
	v.own = v.down + type->capacity;
	w->wire_count = v.own + (w->steps->own ? w->steps->own(type) : 0);
	w->vertex[w->vertex_count] = v;
	return w->vertex_count++;
}

void slot_walk_init(struct slot_walk *w, const struct network *net, const struct slot_steps *steps,
		    size_t most_inputs)
{
	size_t vertices = 0;

	for (size_t i = 0; i < net->subtree_count; i++)
		vertices += net->subtree[i]->users;
	*w = (struct slot_walk){ .net = net, .steps = steps };
	w->vertex = allocate_array(vertices, sizeof *w->vertex);
	w->child = allocate_array(vertices, sizeof *w->child);
	add_vertex(w, network_root(net), 0);
	w->wire = allocate_array(w->wire_count, sizeof *w->wire);
	w->passage = passage_create(&net->plans);
	w->input = allocate_array(most_inputs, sizeof *w->input);
	w->output = allocate_array(most_inputs, sizeof *w->output);
}

void slot_walk_finish(struct slot_walk *w)
{
	free(w->vertex);
	free(w->child);
	free(w->wire);
	free(w->input);
	free(w->output);
	passage_free(w->passage);
}

const struct slot_vertex *slot_child(const struct slot_walk *w, const struct slot_vertex *v, unsigned j)
{
	return &w->vertex[w->child[v->child + j]];
}

static void send(struct slot_walk *w, const struct slot_vertex *leaf)
{
	for (unsigned lane = 0; lane < w->slot->lanes; lane++) {
		size_t message = (size_t)leaf->first * w->slot->lanes + lane;

		if (!w->slot->sent[message])
			continue;
		if (w->steps->send)
			w->steps->send(w, message, leaf->first, lane);
		w->wire[leaf->up + lane] = (int)message;
	}
}

static void receive(struct slot_walk *w, const struct slot_vertex *leaf)
{
	for (unsigned i = 0; i < leaf->type->capacity; i++)
		if (w->wire[leaf->down + i] != NOBODY)
			w->slot->arrived[w->wire[leaf->down + i]] = true;
}

void slot_walk_play(struct slot_walk *w, struct slot *slot)
{
	w->slot = slot;
	for (size_t i = 0; i < w->wire_count; i++)
		w->wire[i] = NOBODY;
	for (size_t i = 0; i < w->vertex_count; i++) {
		if (w->vertex[i].type->node)
			w->steps->up(w, &w->vertex[i]);
		else
			send(w, &w->vertex[i]);
	}
	for (size_t i = w->vertex_count; i-- > 0;) {
		if (w->vertex[i].type->node)
			w->steps->down(w, &w->vertex[i]);
		else
			receive(w, &w->vertex[i]);
	}
}
