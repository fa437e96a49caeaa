/* logic.c: a netlist becomes cells: NANDs with latches.
 *
 * An AND of the graph becomes the NAND of a cell, as both polarities of what a cell makes cost nothing. A flip-flop needs
 * a cell whose g is what s takes: that of the NAND in front of it if the polarity fits, else one of its own, which
 * complements. */
#include "overlay/logic.h"

#include <stdlib.h>
#include <string.h>

#include "overlay/and_graph.h"
#include "util/text.h"

const char *const logic_model_names[LOGIC_MODELS] = { "flip-flops", "gates-latched" };

/* Rounds in which equal and constant flip-flops are found: each makes further ones visible. What is left then stays, which
 * only takes more cells. */
enum { MOST_ROUNDS = 32 };

enum { NONE = UINT_MAX };

struct maker {
	const struct netlist *n;
	enum logic_model model;
	struct and_graph g;
	unsigned *net;			/* [net]: its edge */
	unsigned *leaf;			/* [latch]: the edge of its output: a leaf of its own, a constant, or another's */
	unsigned *next;			/* [latch]: the edge that s takes: the flip-flop's input, complemented if s is */
	unsigned *output;		/* [output pin]: edge */
	bool *complemented;		/* [input]: its complement is needed, as far as is known */
	bool *live;			/* [node]: an output depends on it */
};

/* ---- the graph --------------------------------------------------------------------------------------------- */

static void maker_start(struct maker *m, const struct netlist *n, enum logic_model model)
{
	*m = (struct maker){ .n = n, .model = model };
	m->net = allocate_array((size_t)n->nets + 1, sizeof *m->net);
	m->leaf = allocate_array(n->latch_count + 1, sizeof *m->leaf);
	m->next = allocate_array(n->latch_count + 1, sizeof *m->next);
	m->output = allocate_array(n->output_count + 1, sizeof *m->output);
	m->complemented = allocate_array(n->input_count + 1, sizeof *m->complemented);
	for (size_t i = 0; i < n->latch_count; i++)
		m->leaf[i] = edge_of(1 + (unsigned)(n->input_count + i));
}

static void maker_free(struct maker *m)
{
	and_graph_free(&m->g);
	free(m->net);
	free(m->leaf);
	free(m->next);
	free(m->output);
	free(m->complemented);
	free(m->live);
}

/* Makes the graph of the netlist, with the flip-flops as `leaf` has them. */
static void make_graph(struct maker *m)
{
	const struct netlist *n = m->n;

	and_graph_free(&m->g);
	and_graph_start(&m->g, (unsigned)n->input_count, (unsigned)n->latch_count, m->complemented);
	m->net[NET_CONSTANT_0] = EDGE_FALSE;
	m->net[NET_CONSTANT_1] = EDGE_TRUE;
	for (size_t i = 0; i < n->input_count; i++)
		m->net[n->input[i].net] = edge_of(and_graph_input((unsigned)i));
	for (size_t i = 0; i < n->latch_count; i++)
		m->net[n->latch[i].q] = m->leaf[i];
	for (size_t i = 0; i < n->gate_count; i++) {
		const struct netlist_gate *gate = &n->gate[i];
		unsigned in[3] = { 0 };

		for (unsigned k = 0; k < gate->inputs; k++)
			in[k] = m->net[gate->in[k]];
		m->net[gate->out] = and_graph_function(&m->g, gate->truth, in, gate->inputs);
	}
	for (size_t i = 0; i < n->latch_count; i++)
		m->next[i] = m->net[n->latch[i].d] ^ n->latch[i].initial;
	for (size_t i = 0; i < n->output_count; i++)
		m->output[i] = m->net[n->output[i].net];
}

/* ---- equal and constant flip-flops ------------------------------------------------------------------------- */

static bool is_own_leaf(const struct maker *m, size_t latch)
{
	return m->leaf[latch] == edge_of(and_graph_latch(&m->g, (unsigned)latch));
}

/* Whether s, which starts at 0, stays there. */
static bool stays(const struct maker *m, size_t latch)
{
	return m->next[latch] == EDGE_FALSE || m->next[latch] == (m->leaf[latch] ^ m->n->latch[latch].initial);
}

struct sorted_latch {
	unsigned next, latch;
};

static int by_next(const void *a, const void *b)
{
	const struct sorted_latch *left = a, *right = b;

	if (left->next != right->next)
		return left->next < right->next ? -1 : 1;
	return (left->latch > right->latch) - (left->latch < right->latch);
}

/* Two flip-flops whose s take the same are equal, complemented if they start differently. Returns whether there are any. */
static bool merge_equal(struct maker *m)
{
	const struct netlist *n = m->n;
	struct sorted_latch *sorted = allocate_array(n->latch_count + 1, sizeof *sorted);
	size_t count = 0;
	bool found = false;

	for (size_t i = 0; i < n->latch_count; i++)
		if (is_own_leaf(m, i))
			sorted[count++] = (struct sorted_latch){ m->next[i], (unsigned)i };
	qsort(sorted, count, sizeof *sorted, by_next);
	for (size_t i = 1, first = 0; i < count; i++) {
		unsigned latch = sorted[i].latch, of = sorted[first].latch;

		if (sorted[i].next != sorted[first].next) {
			first = i;
			continue;
		}
		m->leaf[latch] = m->leaf[of] ^ n->latch[latch].initial ^ n->latch[of].initial;
		found = true;
	}
	free(sorted);
	return found;
}

static bool find_constants(struct maker *m)
{
	bool found = false;

	for (size_t i = 0; i < m->n->latch_count; i++)
		if (is_own_leaf(m, i) && stays(m, i)) {
			m->leaf[i] = m->n->latch[i].initial ? EDGE_TRUE : EDGE_FALSE;
			found = true;
		}
	return found;
}

/* A leaf may have become another's that has become a constant: no longer than the rounds were. */
static void settle_leaves(struct maker *m)
{
	for (size_t i = 0; i < m->n->latch_count; i++)
		while (and_graph_is_latch(&m->g, edge_node(m->leaf[i]))) {
			size_t of = edge_node(m->leaf[i]) - and_graph_latch(&m->g, 0);

			if (is_own_leaf(m, of))
				break;
			m->leaf[i] = m->leaf[of] ^ edge_complement(m->leaf[i]);
		}
}

static void sweep(struct maker *m)
{
	for (unsigned round = 0; round < MOST_ROUNDS; round++) {
		make_graph(m);
		if (!find_constants(m) && !merge_equal(m))
			return;
		settle_leaves(m);
	}
	make_graph(m);
}

/* ---- what outputs depend on -------------------------------------------------------------------------------- */

/* Nodes yet to be looked at: room for all. */
struct node_stack {
	unsigned *node;
	size_t depth;
};

static void mark(struct maker *m, struct node_stack *s, unsigned edge)
{
	unsigned node = edge_node(edge);

	if (m->live[node])
		return;
	m->live[node] = true;
	s->node[s->depth++] = node;
}

static void mark_live(struct maker *m)
{
	struct node_stack s = { allocate_array(m->g.count, sizeof *s.node), 0 };

	free(m->live);
	m->live = allocate_array(m->g.count, sizeof *m->live);
	for (size_t i = 0; i < m->n->output_count; i++)
		mark(m, &s, m->output[i]);
	while (s.depth > 0) {
		unsigned node = s.node[--s.depth];

		if (and_graph_is_and(&m->g, node)) {
			mark(m, &s, m->g.node[node].a);
			mark(m, &s, m->g.node[node].b);
		} else if (and_graph_is_latch(&m->g, node)) {
			mark(m, &s, m->next[node - and_graph_latch(&m->g, 0)]);
		}
	}
	free(s.node);
}

/* ---- cells ------------------------------------------------------------------------------------------------- */

/* The cells in the making: which one makes what. */
struct cells {
	struct maker *m;
	struct logic *l;
	unsigned *gate;			/* [node]: of an AND: its cell; of an input: the cell of its complement; of the
					   constant: the idle cell, which makes 1 */
	unsigned *latch;		/* [latch]: the cell of s */
	unsigned *held;			/* [cell]: the edge that x and y both have; NONE: the operands of `node` */
	unsigned *node;			/* [cell]: the AND */
};

static unsigned add_cell(struct cells *c, unsigned held, unsigned node)
{
	struct logic *l = c->l;
	size_t i = l->cell_count;

	l->cell = room_for_one(l->cell, i, sizeof *l->cell);
	c->held = room_for_one(c->held, i, sizeof *c->held);
	c->node = room_for_one(c->node, i, sizeof *c->node);
	l->cell[i] = (struct cell){ .latch_of = LOGIC_NO_LATCH };
	c->held[i] = held;
	c->node[i] = node;
	l->cell_count++;
	return (unsigned)i;
}

/* An edge that somebody reads: an input's complement needs a cell. The constant 1 is made by the idle cell. */
static void need(struct cells *c, unsigned edge)
{
	unsigned node = edge_node(edge);

	bool made = and_graph_is_and(&c->m->g, node) || and_graph_is_latch(&c->m->g, node);

	if (edge_complement(edge) && !made && c->gate[node] == NONE)
		c->gate[node] = add_cell(c, edge_of(node), NONE);
}

static bool latch_is_live(const struct maker *m, size_t latch)
{
	return is_own_leaf(m, latch) && m->live[and_graph_latch(&m->g, (unsigned)latch)];
}

/* The cell whose g is this edge, and which has no latch yet; NONE if there is none. Where gates are latched, the latch of a
 * gate is the gate's, but not that of the only idle cell. */
static unsigned cell_for_latch(struct cells *c, unsigned next)
{
	unsigned node = edge_node(next);
	bool own = c->m->model == LOGIC_GATES_LATCHED && node != 0;

	if (!edge_complement(next) || and_graph_is_latch(&c->m->g, node) || own)
		return NONE;
	need(c, next);
	return c->l->cell[c->gate[node]].latch ? NONE : c->gate[node];
}

static void add_latch(struct cells *c, size_t latch)
{
	unsigned next = c->m->next[latch], cell = cell_for_latch(c, next);

	if (cell == NONE) {
		need(c, next ^ 1);
		cell = add_cell(c, next ^ 1, NONE);
	}
	c->latch[latch] = cell;
	c->l->cell[cell].latch = true;
	c->l->cell[cell].latch_of = (unsigned)latch;
	c->l->cell[cell].stored_complement = c->m->n->latch[latch].initial;
}

static void add_cells(struct cells *c)
{
	const struct maker *m = c->m;
	size_t first = and_graph_latch(&m->g, m->g.latches);

	for (size_t i = first; i < m->g.count; i++)
		if (m->live[i]) {
			need(c, m->g.node[i].a);
			need(c, m->g.node[i].b);
			c->gate[i] = add_cell(c, NONE, (unsigned)i);
		}
	for (size_t i = 0; i < m->n->latch_count; i++)
		if (latch_is_live(m, i))
			add_latch(c, i);
	for (size_t i = 0; i < m->n->output_count; i++)
		need(c, m->output[i]);
}

static struct literal literal_of(struct cells *c, unsigned edge)
{
	const struct maker *m = c->m;
	unsigned node = edge_node(edge);
	bool complement = edge_complement(edge);

	if (edge == EDGE_FALSE)
		return (struct literal){ LITERAL_CONSTANT, 0, false };
	if (and_graph_is_latch(&m->g, node)) {
		unsigned latch = node - and_graph_latch(&m->g, 0);

		return (struct literal){ LITERAL_LATCH, c->latch[latch], complement ^ m->n->latch[latch].initial };
	}
	if (and_graph_is_input(&m->g, node) && !complement)
		return (struct literal){ LITERAL_INPUT, node - 1, false };
	return (struct literal){ LITERAL_GATE, c->gate[node], and_graph_is_and(&m->g, node) && !complement };
}

static void mark_read(struct logic *l, struct literal literal)
{
	if (literal.of == LITERAL_GATE)
		l->cell[literal.index].read = true;
}

static bool same_literal(struct literal a, struct literal b)
{
	return a.of == b.of && a.index == b.index && a.complement == b.complement;
}

static void set_literals(struct cells *c)
{
	struct logic *l = c->l;
	const struct maker *m = c->m;

	for (size_t i = 0; i < l->cell_count; i++) {
		struct cell *cell = &l->cell[i];

		cell->x = literal_of(c, c->held[i] == NONE ? m->g.node[c->node[i]].a : c->held[i]);
		cell->y = literal_of(c, c->held[i] == NONE ? m->g.node[c->node[i]].b : c->held[i]);
		mark_read(l, cell->x);
		mark_read(l, cell->y);
		l->gates++;
		l->inverters += same_literal(cell->x, cell->y);
	}
	for (size_t i = 0; i < m->n->output_count; i++) {
		l->output[i] = literal_of(c, m->output[i]);
		mark_read(l, l->output[i]);
	}
}

/* Where the user's flip-flops are. */
static void set_latches(struct cells *c)
{
	const struct maker *m = c->m;

	for (size_t i = 0; i < m->n->latch_count; i++) {
		unsigned node = edge_node(m->leaf[i]);
		struct logic_latch *latch = &c->l->latch[i];

		if (node == 0) {
			*latch = (struct logic_latch){ LATCH_CONSTANT, 0, m->leaf[i] == EDGE_TRUE };
			continue;
		}
		size_t of = node - and_graph_latch(&m->g, 0);
		bool complement = edge_complement(m->leaf[i]) ^ m->n->latch[of].initial;
		*latch = m->live[node] ? (struct logic_latch){ LATCH_IN_CELL, c->latch[of], complement }
				       : (struct logic_latch){ LATCH_UNUSED, 0, false };
	}
}

/* Makes the cells of the graph. The number of cells that complement an input is then known, too. */
static void make_cells(struct maker *m, struct logic *l)
{
	struct cells c = { .m = m, .l = l };

	*l = (struct logic){ .netlist = m->n };
	l->output = allocate_array(m->n->output_count + 1, sizeof *l->output);
	l->latch = allocate_array(m->n->latch_count + 1, sizeof *l->latch);
	mark_live(m);
	c.gate = allocate_array(m->g.count, sizeof *c.gate);
	c.latch = allocate_array(m->n->latch_count + 1, sizeof *c.latch);
	memset(c.gate, 0xff, m->g.count * sizeof *c.gate);
	add_cells(&c);
	set_literals(&c);
	set_latches(&c);
	for (unsigned i = 0; i < m->g.inputs; i++)
		m->complemented[i] = c.gate[and_graph_input(i)] != NONE;
	free(c.gate);
	free(c.latch);
	free(c.held);
	free(c.node);
}

/* ---- models ------------------------------------------------------------------------------------------------ */

static void delay_literal(struct literal *literal)
{
	if (literal->of == LITERAL_GATE)
		literal->of = LITERAL_LATCH;
}

/* Bay's own model: everybody reads the latch behind a gate, which thereby delays by a step, as a flip-flop does. */
static void latch_gates(struct logic *l)
{
	for (size_t i = 0; i < l->cell_count; i++) {
		l->cell[i].latch = true;
		l->cell[i].read = false;
		delay_literal(&l->cell[i].x);
		delay_literal(&l->cell[i].y);
	}
	for (size_t i = 0; i < l->netlist->output_count; i++)
		delay_literal(&l->output[i]);
}

/* Makes the cells once more, and keeps the better ones. */
static void try_again(struct maker *m, struct logic *best)
{
	struct logic again;

	sweep(m);
	make_cells(m, &again);
	if (again.cell_count < best->cell_count) {
		struct logic worse = *best;

		*best = again;
		again = worse;
	}
	logic_free(&again);
}

/* Whether a cell that complements an input pays is not known before all is made: first as if none did, then as if those did
 * that were needed anyway, then all. */
void logic_make(struct logic *l, const struct netlist *n, enum logic_model model)
{
	struct maker m;

	maker_start(&m, n, model);
	sweep(&m);
	make_cells(&m, l);
	try_again(&m, l);
	memset(m.complemented, true, n->input_count);
	try_again(&m, l);
	maker_free(&m);
	if (model == LOGIC_GATES_LATCHED)
		latch_gates(l);
}

/* A cell's NAND in front of a flip-flop fits if s takes the complement of an AND or of an input. */
void logic_choose_initial(struct netlist *n)
{
	struct maker m;

	maker_start(&m, n, LOGIC_FLIP_FLOPS);
	make_graph(&m);
	for (size_t i = 0; i < n->latch_count; i++) {
		unsigned next = m.net[n->latch[i].d];
		bool constant = edge_node(next) == 0, leaf = and_graph_is_latch(&m.g, edge_node(next));

		if (n->latch[i].open)
			n->latch[i].initial = constant ? next == EDGE_TRUE : !leaf && !edge_complement(next);
	}
	maker_free(&m);
}

void logic_free(struct logic *l)
{
	free(l->cell);
	free(l->output);
	free(l->latch);
	*l = (struct logic){ 0 };
}
