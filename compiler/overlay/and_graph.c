/* and_graph.c: structural hashing with the rules of two levels of Brummayer and Biere (2006) that add no node. */
#include "overlay/and_graph.h"

#include <stdint.h>
#include <stdlib.h>

#include "util/text.h"

void and_graph_start(struct and_graph *g, unsigned inputs, unsigned latches, const bool *complemented)
{
	*g = (struct and_graph){ .count = 1 + (size_t)inputs + latches, .inputs = inputs, .latches = latches,
				 .room = 1024, .complemented = complemented };
	size_t room = 1;

	while (room < g->count)		/* as room_for_one() has it */
		room *= 2;
	g->node = allocate_array(room, sizeof *g->node);
	g->slot = allocate_array(g->room, sizeof *g->slot);
}

void and_graph_free(struct and_graph *g)
{
	free(g->node);
	free(g->slot);
	*g = (struct and_graph){ 0 };
}

/* ---- hashing ----------------------------------------------------------------------------------------------- */

static size_t find_slot(const struct and_graph *g, unsigned a, unsigned b)
{
	uint64_t hash = (uint64_t)a << 32 | b;

	hash = (hash ^ hash >> 29) * UINT64_C(0xbf58476d1ce4e5b9);
	size_t slot = (size_t)(hash >> 32) & (g->room - 1);
	while (g->slot[slot] && (g->node[g->slot[slot]].a != a || g->node[g->slot[slot]].b != b))
		slot = (slot + 1) & (g->room - 1);
	return slot;
}

static void double_slots(struct and_graph *g)
{
	g->room *= 2;
	free(g->slot);
	g->slot = allocate_array(g->room, sizeof *g->slot);
	for (size_t i = 1 + (size_t)g->inputs + g->latches; i < g->count; i++)
		g->slot[find_slot(g, g->node[i].a, g->node[i].b)] = (unsigned)i;
}

/* The AND of these operands if it is there already, or EDGE_FALSE. */
static unsigned known_and(const struct and_graph *g, unsigned a, unsigned b)
{
	return edge_of(a < b ? g->slot[find_slot(g, a, b)] : g->slot[find_slot(g, b, a)]);
}

/* The AND of exactly these operands, a < b. */
static unsigned find_and(struct and_graph *g, unsigned a, unsigned b)
{
	if (2 * g->count > g->room)
		double_slots(g);
	size_t slot = find_slot(g, a, b);
	if (!g->slot[slot]) {
		g->node = room_for_one(g->node, g->count, sizeof *g->node);
		g->node[g->count] = (struct and_node){ a, b };
		g->slot[slot] = (unsigned)g->count++;
	}
	return edge_of(g->slot[slot]);
}

/* ---- rules ------------------------------------------------------------------------------------------------- */

/* An edge costs something where it is the complement of an input that nothing else complements. */
static bool is_free(const struct and_graph *g, unsigned edge)
{
	unsigned node = edge_node(edge);

	return !edge_complement(edge) || !and_graph_is_input(g, node) || (g->complemented && g->complemented[node - 1]);
}

static bool reads(const struct and_graph *g, unsigned edge, unsigned operand)
{
	const struct and_node *n = &g->node[edge_node(edge)];

	return and_graph_is_and(g, edge_node(edge)) && (n->a == operand || n->b == operand);
}

/* Whether edge q is 1 only where the edge `operand` is: it is that edge, or an AND with it. */
static bool implies(const struct and_graph *g, unsigned q, unsigned operand)
{
	return q == operand || (!edge_complement(q) && reads(g, q, operand));
}

/* Rules for AND(p, q) where p is an AND. True: *p or *q has become simpler, a constant perhaps. */
static bool simplify_and(const struct and_graph *g, unsigned *p, unsigned *q)
{
	const struct and_node *n = &g->node[edge_node(*p)];

	if (implies(g, *q, n->a ^ 1) || implies(g, *q, n->b ^ 1)) {
		*p = EDGE_FALSE;
		return true;
	}
	if (*q != n->a && *q != n->b)
		return false;
	*q = EDGE_TRUE;
	return true;
}

/* Rules for AND(p, q) where p is the complement of an AND of u and v. */
static bool simplify_nand(const struct and_graph *g, unsigned *p, unsigned *q)
{
	const struct and_node *n = &g->node[edge_node(*p)];

	if (implies(g, *q, n->a ^ 1) || implies(g, *q, n->b ^ 1)) {
		*p = EDGE_TRUE;
		return true;
	}
	if (implies(g, *q, n->a) && is_free(g, n->b ^ 1)) {
		*p = n->b ^ 1;
		return true;
	}
	if (implies(g, *q, n->b) && is_free(g, n->a ^ 1)) {
		*p = n->a ^ 1;
		return true;
	}
	return false;
}

/* Not (u and v) and not (u and not v) is not u. */
static bool resolve(const struct and_graph *g, unsigned *p, unsigned *q)
{
	const struct and_node n = g->node[edge_node(*p)];
	bool other_b = reads(g, *q, n.a) && reads(g, *q, n.b ^ 1), other_a = reads(g, *q, n.b) && reads(g, *q, n.a ^ 1);

	if (!edge_complement(*q) || (!other_a && !other_b))
		return false;
	*p = (other_b ? n.a : n.b) ^ 1;
	*q = EDGE_TRUE;
	return true;
}

static bool simplify(const struct and_graph *g, unsigned *p, unsigned *q)
{
	if (!and_graph_is_and(g, edge_node(*p)))
		return false;
	if (!edge_complement(*p))
		return simplify_and(g, p, q);
	return simplify_nand(g, p, q) || resolve(g, p, q);
}

/* a xor b, of which both do not complement, if it is there already in one of the forms of three ANDs, or EDGE_FALSE. */
static unsigned known_xor(const struct and_graph *g, unsigned a, unsigned b)
{
	unsigned both = known_and(g, a, b), neither = known_and(g, a ^ 1, b ^ 1);
	unsigned only_a = known_and(g, a, b ^ 1), only_b = known_and(g, a ^ 1, b);
	unsigned differ = both && neither ? known_and(g, both ^ 1, neither ^ 1) : EDGE_FALSE;
	unsigned agree = only_a && only_b ? known_and(g, only_a ^ 1, only_b ^ 1) : EDGE_FALSE;

	return differ ? differ : agree ? agree ^ 1 : EDGE_FALSE;
}

/* Whether AND(p, q) is an exclusive or that is there in the other form. */
static bool find_xor(const struct and_graph *g, unsigned p, unsigned q, unsigned *edge)
{
	const struct and_node *n = &g->node[edge_node(p)];

	if (!edge_complement(p) || !edge_complement(q) || !and_graph_is_and(g, edge_node(p)) || !reads(g, q, n->a ^ 1)
	    || !reads(g, q, n->b ^ 1))
		return false;
	*edge = known_xor(g, n->a & ~1u, n->b & ~1u) ^ edge_complement(n->a) ^ edge_complement(n->b);
	return *edge > EDGE_TRUE;
}

unsigned and_graph_both(struct and_graph *g, unsigned a, unsigned b)
{
	unsigned known;

	do {
		if (a > b) {
			unsigned first = b;

			b = a;
			a = first;
		}
		if (a == EDGE_FALSE || a == (b ^ 1))
			return EDGE_FALSE;
		if (a == EDGE_TRUE || a == b)
			return b;
	} while (simplify(g, &a, &b) || simplify(g, &b, &a));
	return find_xor(g, a, b, &known) ? known : find_and(g, a, b);
}

/* ---- functions --------------------------------------------------------------------------------------------- */

static unsigned and_graph_or(struct and_graph *g, unsigned a, unsigned b)
{
	return and_graph_both(g, a ^ 1, b ^ 1) ^ 1;
}

/* Three ANDs read both edges in both polarities. Four read each in one, which is better for inputs. Of the two forms of
 * three that one is better of which a part is there. */
unsigned and_graph_xor(struct and_graph *g, unsigned a, unsigned b)
{
	unsigned odd = edge_complement(a) ^ edge_complement(b), known;

	a &= ~1u;
	b &= ~1u;
	known = known_xor(g, a, b);
	if (known)
		return known ^ odd;
	unsigned both = known_and(g, a, b), neither = known_and(g, a ^ 1, b ^ 1);
	if (!is_free(g, a ^ 1) || !is_free(g, b ^ 1)) {
		both = and_graph_both(g, a, b);
		return and_graph_or(g, and_graph_both(g, a, both ^ 1), and_graph_both(g, b, both ^ 1)) ^ odd;
	}
	if (both || neither)
		return and_graph_or(g, and_graph_both(g, a, b), and_graph_both(g, a ^ 1, b ^ 1)) ^ odd ^ 1;
	return and_graph_or(g, and_graph_both(g, a, b ^ 1), and_graph_both(g, a ^ 1, b)) ^ odd;
}

/* With a branch that is constant, or s itself, one AND does. */
static bool find_half(struct and_graph *g, unsigned s, unsigned if_1, unsigned if_0, unsigned *edge)
{
	if (if_1 == EDGE_TRUE || if_1 == s)
		*edge = and_graph_or(g, s, if_0);
	else if (if_1 == EDGE_FALSE || if_1 == (s ^ 1))
		*edge = and_graph_both(g, s ^ 1, if_0);
	else if (if_0 == EDGE_TRUE || if_0 == (s ^ 1))
		*edge = and_graph_or(g, s ^ 1, if_1);
	else if (if_0 == EDGE_FALSE || if_0 == s)
		*edge = and_graph_both(g, s, if_1);
	else
		return false;
	return true;
}

unsigned and_graph_mux(struct and_graph *g, unsigned s, unsigned if_1, unsigned if_0)
{
	unsigned edge;

	if (if_1 == if_0)
		return if_1;
	if (find_half(g, s, if_1, if_0, &edge))
		return edge;
	if (if_1 == (if_0 ^ 1))
		return and_graph_xor(g, s, if_0);
	return and_graph_or(g, and_graph_both(g, s, if_1), and_graph_both(g, s ^ 1, if_0));
}

/* Of two edges. */
static unsigned function_of_2(struct and_graph *g, unsigned truth, unsigned a, unsigned b)
{
	unsigned if_0 = truth & 1 ? EDGE_TRUE : EDGE_FALSE, if_1 = truth >> 1 & 1 ? EDGE_TRUE : EDGE_FALSE;
	unsigned low = if_0 == if_1 ? if_0 : a ^ (if_0 == EDGE_TRUE);
	unsigned high_0 = truth >> 2 & 1 ? EDGE_TRUE : EDGE_FALSE, high_1 = truth >> 3 & 1 ? EDGE_TRUE : EDGE_FALSE;
	unsigned high = high_0 == high_1 ? high_0 : a ^ (high_0 == EDGE_TRUE);

	return and_graph_mux(g, b, high, low);
}

unsigned and_graph_function(struct and_graph *g, unsigned truth, const unsigned *in, unsigned inputs)
{
	unsigned a = inputs > 0 ? in[0] : EDGE_FALSE, b = inputs > 1 ? in[1] : EDGE_FALSE;
	unsigned low = function_of_2(g, truth & 15, a, b);

	return inputs < 3 ? low : and_graph_mux(g, in[2], function_of_2(g, truth >> 4, a, b), low);
}
