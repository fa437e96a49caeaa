/* own_top_loops.c: loops of logic without a flip-flop in a user's own top module.
 *
 * A node is a bit of a net, or what lies between the inputs and the outputs of a cell: of bitwise logic nothing, of a sum a node
 * for each place, which leads to the next, of other logic one for all. Bits of a vector may thus depend on each other without
 * being a loop. Flip-flops, memories, the network and cells that Yosys does not know end all ways.
 *
 * The search is that for a way back in depth first; the way stands in `stack`.
 */
#include "fpga/own_top_nets.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_LOOPS = 5, MOST_NAMES = 4 };

struct edge {
	uint32_t to, next;		/* the next edge from the same node; 0: none */
};

struct graph {
	uint32_t *first;		/* the first edge from each node; 0: none */
	size_t nodes;
	struct edge *edge;		/* edge[0] is none */
	size_t edges;
	enum mark { NEW, ON_THE_WAY, DONE, REPORTED } *mark;
};

static void add_edge(struct graph *g, size_t from, size_t to)
{
	g->edge = room_for_one(g->edge, g->edges, sizeof *g->edge);
	g->edge[g->edges] = (struct edge){ (uint32_t)to, g->first[from] };
	g->first[from] = (uint32_t)g->edges++;
}

static size_t add_node(struct graph *g)
{
	g->first = room_for_one(g->first, g->nodes, sizeof *g->first);
	g->first[g->nodes] = 0;
	return g->nodes++;
}

/* An edge between two bits of Yosys' lists, unless one of them is a constant; or from or to a node. */
static void join_bits(struct graph *g, json_t *from, json_t *to)
{
	if (json_is_integer(from) && json_is_integer(to))
		add_edge(g, (size_t)json_integer_value(from), (size_t)json_integer_value(to));
}

static void join_in(struct graph *g, json_t *from, size_t node)
{
	if (json_is_integer(from))
		add_edge(g, (size_t)json_integer_value(from), node);
}

static void join_out(struct graph *g, size_t node, json_t *to)
{
	if (json_is_integer(to))
		add_edge(g, node, (size_t)json_integer_value(to));
}

static bool is_one_of(const char *type, const char *const *types)
{
	while (*types && strcmp(*types, type) != 0)
		types++;
	return *types;
}

static const char *const bitwise[] = { "$not", "$pos", "$and", "$or", "$xor", "$xnor", "$mux", "$pmux", NULL };
static const char *const sums[] = { "$add", "$sub", "$neg", NULL };
static const char *const others[] = {
	"$shl", "$shr", "$sshl", "$sshr", "$shift", "$shiftx", "$lt", "$le", "$eq", "$ne", "$eqx", "$nex", "$ge", "$gt", "$mul",
	"$reduce_and", "$reduce_or", "$reduce_xor", "$reduce_xnor", "$reduce_bool", "$logic_not", "$logic_and", "$logic_or", NULL
};

/* Each bit of the output depends on the same bit of the inputs, and on all of a selecting input S. */
static void add_bitwise(struct graph *g, json_t *connections, json_t *output)
{
	size_t width = json_array_size(output), i;
	const char *port;
	json_t *bits, *bit;

	json_object_foreach(connections, port, bits) {
		bool selects = strcmp(port, "S") == 0;

		json_array_foreach(bits, i, bit) {
			if (bits == output)
				continue;
			for (size_t k = selects ? 0 : i % width; k < (selects ? width : i % width + 1); k++)
				join_bits(g, bit, json_array_get(output, k));
		}
	}
}

/* Each bit depends on the same bit of the inputs and on lower ones; or, unless it is a sum, on all. */
static void add_dependent(struct graph *g, json_t *connections, json_t *output, bool sum)
{
	size_t width = json_array_size(output), first = g->nodes, nodes = sum ? width : 1, i;
	const char *port;
	json_t *bits, *bit;

	for (i = 0; i < nodes; i++)
		add_node(g);
	for (i = 1; i < nodes; i++)
		add_edge(g, first + i - 1, first + i);
	json_object_foreach(connections, port, bits)
		json_array_foreach(bits, i, bit)
			if (bits != output)
				join_in(g, bit, first + (i < nodes ? i : nodes - 1));
	json_array_foreach(output, i, bit)
		join_out(g, first + (i < nodes ? i : nodes - 1), bit);
}

static void add_cells(struct graph *g, json_t *module)
{
	const char *name;
	json_t *cell;

	json_object_foreach(json_object_get(module, "cells"), name, cell) {
		const char *type = json_string_value(json_object_get(cell, "type"));
		json_t *connections = json_object_get(cell, "connections"), *output = json_object_get(connections, "Y");

		if (is_one_of(type, bitwise) && json_array_size(output))
			add_bitwise(g, connections, output);
		else if (is_one_of(type, sums) || is_one_of(type, others))
			add_dependent(g, connections, output, is_one_of(type, sums));
	}
}

/* Warns of the loop stack[from .. to - 1], unless a part of it has been reported. */
static bool report(const struct nets *nets, struct graph *g, const uint32_t *stack, size_t from, size_t to)
{
	const char *listed[MOST_NAMES];
	char *fresh[MOST_NAMES];
	const char *source = NULL;
	size_t count = 0;

	for (size_t i = from; i < to; i++)
		if (g->mark[stack[i]] == REPORTED)
			return false;
	for (size_t i = from; i < to; i++) {
		const struct net_bit *bit = stack[i] < nets->count ? &nets->bit[stack[i]] : NULL;

		g->mark[stack[i]] = REPORTED;
		if (bit && bit->name && count < MOST_NAMES) {
			fresh[count] = net_bit_name(bit);
			listed[count] = fresh[count];
			source = count++ == 0 ? bit->source : source;
		}
	}
	struct text t = {0};
	for (size_t i = 0; i < count; i++)
		text_print(&t, "%s%s", i ? ", " : "", listed[i]);
	warning_at(own_top_place(nets->own, source), "a loop of logic without a flip-flop%s%s: placement may refuse it",
		   count ? ", through " : "", count ? t.bytes : "");
	text_free(&t);
	for (size_t i = 0; i < count; i++)
		free(fresh[i]);
	return true;
}

/* Searches all that is reached from a node. Returns how many loops have been reported. */
static unsigned search(const struct nets *nets, struct graph *g, uint32_t start, uint32_t *stack, uint32_t *next)
{
	size_t depth = 0;
	unsigned found = 0;

	stack[depth++] = start;
	next[start] = g->first[start];
	g->mark[start] = ON_THE_WAY;
	while (depth > 0) {
		uint32_t here = stack[depth - 1], edge = next[here];

		if (!edge) {
			g->mark[here] = g->mark[here] == REPORTED ? REPORTED : DONE;
			depth--;
			continue;
		}
		next[here] = g->edge[edge].next;
		uint32_t to = g->edge[edge].to;
		if (g->mark[to] == NEW) {
			g->mark[to] = ON_THE_WAY;
			next[to] = g->first[to];
			stack[depth++] = to;
		} else if (g->mark[to] == ON_THE_WAY && found < MOST_LOOPS) {
			size_t from = depth;

			while (from > 0 && stack[from - 1] != to)
				from--;
			found += report(nets, g, stack, from - 1, depth);
		}
	}
	return found;
}

void own_top_warn_of_loops(const struct nets *nets)
{
	struct graph g = {0};
	unsigned found = 0;

	g.edge = room_for_one(g.edge, 0, sizeof *g.edge);
	g.edge[g.edges++] = (struct edge){0};
	for (size_t i = 0; i < nets->count; i++)
		add_node(&g);
	add_cells(&g, nets->module);
	uint32_t *stack = allocate_array(g.nodes + 1, sizeof *stack), *next = allocate_array(g.nodes + 1, sizeof *next);
	g.mark = allocate_array(g.nodes + 1, sizeof *g.mark);
	for (size_t i = 0; i < g.nodes && found < MOST_LOOPS; i++)
		if (g.mark[i] == NEW)
			found += search(nets, &g, (uint32_t)i, stack, next);
	free(stack);
	free(next);
	free(g.mark);
	free(g.first);
	free(g.edge);
}
