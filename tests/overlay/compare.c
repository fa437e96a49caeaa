/* compare.c: evaluates netlists and cells apart, and what logic.h promises of cells. */
#include "compare.h"

#include <stdlib.h>
#include <string.h>

#include "random.h"
#include "util/text.h"

enum { STEPS = 100 };

static const char *why;

static bool wrong(const char *what)
{
	why = what;
	return false;
}

/* ---- evaluation -------------------------------------------------------------------------------------------- */

void compare_settle(const struct netlist *n, uint64_t *net, const uint64_t *in, const uint64_t *q)
{
	net[NET_CONSTANT_0] = 0;
	net[NET_CONSTANT_1] = ~UINT64_C(0);
	for (size_t i = 0; i < n->input_count; i++)
		net[n->input[i].net] = in[i];
	for (size_t i = 0; i < n->latch_count; i++)
		net[n->latch[i].q] = q[i];
	for (size_t i = 0; i < n->gate_count; i++) {
		const struct netlist_gate *g = &n->gate[i];
		uint64_t value = 0;

		for (unsigned row = 0; row < 1u << g->inputs; row++) {
			uint64_t here = g->truth >> row & 1 ? ~UINT64_C(0) : 0;

			for (unsigned k = 0; k < g->inputs; k++)
				here &= row >> k & 1 ? net[g->in[k]] : ~net[g->in[k]];
			value |= here;
		}
		net[g->out] = value;
	}
}

struct cells {
	uint64_t *g, *s;
	bool *settled;
	const uint64_t *in;
};

static uint64_t value_of(const struct cells *c, struct literal literal)
{
	uint64_t value = literal.of == LITERAL_CONSTANT ? 0
			 : literal.of == LITERAL_INPUT ? c->in[literal.index]
			 : literal.of == LITERAL_GATE ? c->g[literal.index] : c->s[literal.index];

	return literal.complement ? ~value : value;
}

static bool is_settled(const struct cells *c, struct literal literal)
{
	return literal.of != LITERAL_GATE || c->settled[literal.index];
}

/* Sets all g. False if they hang on each other in a circle. */
static bool settle_cells(const struct logic *l, struct cells *c)
{
	size_t done = 0, before;

	memset(c->settled, 0, l->cell_count * sizeof *c->settled);
	do {
		before = done;
		for (size_t i = 0; i < l->cell_count; i++) {
			const struct cell *cell = &l->cell[i];

			if (c->settled[i] || !is_settled(c, cell->x) || !is_settled(c, cell->y))
				continue;
			c->g[i] = ~(value_of(c, cell->x) & value_of(c, cell->y));
			c->settled[i] = true;
			done++;
		}
	} while (done < l->cell_count && done > before);
	return done == l->cell_count;
}

static bool compare(const struct netlist *n, const struct logic *l, const uint64_t *net, const struct cells *c)
{
	for (size_t i = 0; i < n->output_count; i++)
		if (net[n->output[i].net] != value_of(c, l->output[i]))
			return wrong("an output differs");
	for (size_t i = 0; i < n->latch_count; i++) {
		const struct logic_latch *latch = &l->latch[i];
		uint64_t value = latch->where == LATCH_CONSTANT ? 0 : c->s[latch->cell];

		if (latch->where != LATCH_UNUSED && net[n->latch[i].q] != (latch->complement ? ~value : value))
			return wrong("a flip-flop differs");
	}
	return true;
}

/* Runs both, and changes the inputs every `still` steps; with `still` above 1 only the last of these steps is compared. */
static bool run(const struct netlist *n, const struct logic *l, unsigned still, uint64_t seed)
{
	uint64_t *net = allocate_array(n->nets, sizeof *net), *q = allocate_array(n->latch_count + 1, sizeof *q);
	uint64_t *in = allocate_array(n->input_count + 1, sizeof *in);
	struct cells c = { allocate_array(l->cell_count + 1, sizeof *c.g), allocate_array(l->cell_count + 1, sizeof *c.s),
			   allocate_array(l->cell_count + 1, sizeof *c.settled), in };
	struct random r;
	bool good = true;

	random_start(&r, seed, 1);
	for (size_t i = 0; i < n->latch_count; i++)
		q[i] = n->latch[i].initial ? ~UINT64_C(0) : 0;
	for (unsigned step = 0; good && step < (still > 1 ? 4 * still : STEPS); step++) {
		for (size_t i = 0; step % still == 0 && i < n->input_count; i++)
			in[i] = random_next(&r);
		compare_settle(n, net, in, q);
		good = settle_cells(l, &c) || wrong("cells hang on each other in a circle");
		if (good && step % still == still - 1)
			good = compare(n, l, net, &c);
		for (size_t i = 0; i < n->latch_count; i++)
			q[i] = net[n->latch[i].d];
		for (size_t i = 0; i < l->cell_count; i++)
			c.s[i] = l->cell[i].latch ? c.g[i] : 0;
	}
	free(net);
	free(q);
	free(in);
	free(c.g);
	free(c.s);
	free(c.settled);
	return good;
}

/* ---- what logic.h promises --------------------------------------------------------------------------------- */

static bool same(struct literal a, struct literal b)
{
	return a.of == b.of && a.index == b.index && a.complement == b.complement;
}

static bool check_literal(const struct logic *l, struct literal literal, bool *read)
{
	if (literal.of == LITERAL_INPUT)
		return (literal.index < l->netlist->input_count && !literal.complement) || wrong("an input is complemented");
	if (literal.of == LITERAL_CONSTANT)
		return (literal.index == 0 && !literal.complement) || wrong("a constant 1");
	if (literal.index >= l->cell_count)
		return wrong("a literal of no cell");
	if (literal.of == LITERAL_LATCH)
		return l->cell[literal.index].latch || wrong("a latch that is none is read");
	read[literal.index] = true;
	return true;
}

static bool check_cells(const struct logic *l, bool *read)
{
	unsigned inverters = 0, idle = 0;

	for (size_t i = 0; i < l->cell_count; i++) {
		const struct cell *cell = &l->cell[i];

		if (!check_literal(l, cell->x, read) || !check_literal(l, cell->y, read))
			return false;
		idle += cell->x.of == LITERAL_CONSTANT;
		inverters += same(cell->x, cell->y);
		if ((cell->x.of == LITERAL_CONSTANT) != (cell->y.of == LITERAL_CONSTANT) || idle > 1)
			return wrong("a constant operand");
		if (!same(cell->x, cell->y) && cell->x.of == cell->y.of && cell->x.index == cell->y.index)
			return wrong("a NAND of a literal and its complement");
	}
	return (l->gates == l->cell_count && l->inverters == inverters) || wrong("the counts are wrong");
}

static bool check_latches(const struct logic *l, enum logic_model model)
{
	const struct netlist *n = l->netlist;

	for (size_t i = 0; i < l->cell_count; i++) {
		const struct cell *cell = &l->cell[i];

		if (model == LOGIC_GATES_LATCHED && !cell->latch)
			return wrong("a gate without a latch");
		if (cell->latch_of == LOGIC_NO_LATCH ? cell->latch && model == LOGIC_FLIP_FLOPS : !cell->latch)
			return wrong("a latch of no flip-flop");
		if (cell->latch_of == LOGIC_NO_LATCH)
			continue;
		const struct logic_latch *latch = &l->latch[cell->latch_of];

		if (cell->latch_of >= n->latch_count || latch->where != LATCH_IN_CELL || latch->cell != i
		    || latch->complement != cell->stored_complement || n->latch[cell->latch_of].initial != cell->stored_complement)
			return wrong("a cell and its flip-flop do not agree");
	}
	return true;
}

static bool check_logic(const struct logic *l, enum logic_model model)
{
	bool *read = allocate_array(l->cell_count + 1, sizeof *read), good = check_cells(l, read) && check_latches(l, model);

	for (size_t i = 0; good && i < l->netlist->output_count; i++)
		good = check_literal(l, l->output[i], read);
	for (size_t i = 0; good && i < l->cell_count; i++)
		good = read[i] == l->cell[i].read || wrong("`read` is wrong");
	for (size_t i = 0; good && i < l->cell_count; i++)
		good = l->cell[i].read || l->cell[i].latch || wrong("a cell that nobody needs");
	free(read);
	return good;
}

/* ---- all ------------------------------------------------------------------------------------------------------ */

static bool check_model(const struct netlist *n, enum logic_model model, uint64_t seed)
{
	struct logic l;
	bool good;

	logic_make(&l, n, model);
	good = check_logic(&l, model);
	if (good && model == LOGIC_FLIP_FLOPS)
		good = run(n, &l, 1, seed);
	else if (good && n->latch_count == 0)
		good = run(n, &l, (unsigned)l.cell_count + 1, seed);
	logic_free(&l);
	return good;
}

const char *compare_logic(const struct netlist *n, uint64_t seed)
{
	return check_model(n, LOGIC_FLIP_FLOPS, seed) && check_model(n, LOGIC_GATES_LATCHED, seed) ? NULL : why;
}
