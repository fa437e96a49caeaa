/* logic.c: normalised circuits against the netlists that they are made of.
 *
 *   logic COUNT SEED		random circuits of 1 to 150 gates
 *   logic FILE [TOP]		the circuit of a file; prints its size, ports and flip-flops
 *
 * Netlist and cells are evaluated apart, 64 copies side by side, for STEPS steps of random inputs: every output and every
 * flip-flop must agree in every step. A circuit without flip-flops is evaluated with latches in all gates, too: its outputs
 * are right once its inputs have stood still for as many steps as it has cells. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "overlay/logic.h"
#include "random.h"
#include "util/text.h"

enum { STEPS = 100 };

static const char *why;

static bool wrong(const char *what)
{
	why = what;
	return false;
}

/* ---- random circuits --------------------------------------------------------------------------------------- */

/* Mostly one of the last nets: circuits become deep. */
static unsigned any_net(const struct netlist *n, struct random *r)
{
	unsigned back = (unsigned)random_below(r, 4) ? 10 : n->nets, net;

	if (back > n->nets)
		back = n->nets;
	net = n->nets - 1 - (unsigned)random_below(r, back);
	return net < NET_FIRST && random_below(r, 4) && n->nets > NET_FIRST ? n->nets - 1 : net;
}

/* The gates that files have, and any others of up to three inputs. */
static struct netlist_gate any_gate(struct netlist *n, struct random *r)
{
	static const uint8_t usual[] = { 0x7, 0x8, 0xe, 0x1, 0x6, 0x9, 0x2, 0xb };
	struct netlist_gate gate = { .inputs = 2, .truth = usual[random_below(r, sizeof usual)] };
	uint64_t kind = random_below(r, 10);

	if (kind == 0)
		gate = (struct netlist_gate){ .inputs = 3, .truth = 0xca };
	if (kind == 1)
		gate = (struct netlist_gate){ .inputs = (unsigned)random_below(r, 4), .truth = (uint8_t)random_next(r) };
	for (unsigned k = 0; k < gate.inputs; k++)
		gate.in[k] = any_net(n, r);
	/* Now and then a gate that is there already, with its inputs exchanged. */
	if (kind == 2 && n->gate_count > 0) {
		gate = n->gate[random_below(r, n->gate_count)];
		if (gate.inputs == 2 && (gate.truth >> 1 & 1) == (gate.truth >> 2 & 1)) {
			unsigned first = gate.in[0];

			gate.in[0] = gate.in[1];
			gate.in[1] = first;
		}
	}
	gate.out = n->nets++;
	return gate;
}

static struct netlist_pin any_pin(unsigned net)
{
	return (struct netlist_pin){ .port = copy_string("p"), .net = net };
}

static void make_random(struct netlist *n, uint64_t seed)
{
	struct random r;

	random_start(&r, seed, 0);
	*n = (struct netlist){ .nets = NET_FIRST };
	n->input_count = random_below(&r, 8);
	n->latch_count = random_below(&r, 3) ? random_below(&r, 12) : 0;
	n->gate_count = 0;
	n->output_count = 1 + random_below(&r, 8);
	size_t gates = 1 + random_below(&r, 150);
	n->input = allocate_array(n->input_count + 1, sizeof *n->input);
	n->latch = allocate_array(n->latch_count + 1, sizeof *n->latch);
	n->gate = allocate_array(gates, sizeof *n->gate);
	n->output = allocate_array(n->output_count, sizeof *n->output);
	for (size_t i = 0; i < n->input_count; i++)
		n->input[i] = any_pin(n->nets++);
	for (size_t i = 0; i < n->latch_count; i++)
		n->latch[i].q = n->nets++;
	while (n->gate_count < gates) {
		struct netlist_gate gate = any_gate(n, &r);

		n->gate[n->gate_count++] = gate;
	}
	for (size_t i = 0; i < n->latch_count; i++) {
		struct netlist_latch *latch = &n->latch[i];

		latch->d = i > 0 && random_below(&r, 4) == 0 ? n->latch[i - 1].d : any_net(n, &r);
		latch->initial = random_below(&r, 2);
		latch->open = random_below(&r, 2);
		latch->name = format_string("q%zu", i);
	}
	for (size_t i = 0; i < n->output_count; i++)
		n->output[i] = any_pin(any_net(n, &r));
	n->net_name = allocate_array(n->nets, sizeof *n->net_name);
	logic_choose_initial(n);
}

/* ---- evaluation -------------------------------------------------------------------------------------------- */

/* Sets all nets from inputs and flip-flops. */
static void settle_netlist(const struct netlist *n, uint64_t *net, const uint64_t *in, const uint64_t *q)
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
		settle_netlist(n, net, in, q);
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

/* ---- the test ---------------------------------------------------------------------------------------------- */

static bool check_model(const struct netlist *n, enum logic_model model, uint64_t seed, size_t *cells)
{
	struct logic l;
	bool good;

	logic_make(&l, n, model);
	good = check_logic(&l, model);
	*cells = l.cell_count;
	if (good && model == LOGIC_FLIP_FLOPS)
		good = run(n, &l, 1, seed);
	else if (good && n->latch_count == 0)
		good = run(n, &l, (unsigned)l.cell_count + 1, seed);
	logic_free(&l);
	return good;
}

static bool check_netlist(const struct netlist *n, uint64_t seed, size_t *cells)
{
	return check_model(n, LOGIC_FLIP_FLOPS, seed, cells) && check_model(n, LOGIC_GATES_LATCHED, seed, cells);
}

static int check_random(unsigned long count, uint64_t seed)
{
	unsigned long failed = 0, gates = 0, cells = 0;

	for (unsigned long i = 0; i < count; i++) {
		struct netlist n;
		size_t found;

		make_random(&n, seed + i);
		if (!check_netlist(&n, seed + i, &found)) {
			printf("seed %lu: %s\n", (unsigned long)seed + i, why);
			failed++;
		}
		gates += n.gate_count;
		cells += found;
		netlist_free(&n);
	}
	printf("%lu circuits of %lu gates became %lu cells\n%lu passed, %lu failed\n", count, gates, cells, count - failed, failed);
	return failed > 0;
}

static void print_pins(const char *what, const struct netlist_pin *pin, size_t count)
{
	printf("%s:", what);
	for (size_t i = 0; i < count; i++)
		if (pin[i].vector)
			printf(" %s[%u]", pin[i].port, pin[i].bit);
		else
			printf(" %s", pin[i].port);
	putchar('\n');
}

static void print_latches(const struct logic *l)
{
	static const char *const where[] = { [LATCH_IN_CELL] = "cell", [LATCH_CONSTANT] = "constant", [LATCH_UNUSED] = "unused" };

	for (size_t i = 0; i < l->netlist->latch_count; i++) {
		const struct netlist_latch *latch = &l->netlist->latch[i];

		printf("flip-flop: %s, starts at %d%s, %s", latch->name, latch->initial, latch->open ? " (chosen)" : "",
		       where[l->latch[i].where]);
		if (l->latch[i].where == LATCH_IN_CELL)
			printf(" %u", l->latch[i].cell);
		puts(l->latch[i].complement ? ", complemented" : "");
	}
}

static int check_file(const char *path, const char *top)
{
	struct netlist n;
	struct logic l;
	size_t cells;
	int status;

	if (!netlist_read(&n, path, top, &status))
		return status;
	bool good = check_netlist(&n, 1, &cells);
	logic_make(&l, &n, LOGIC_FLIP_FLOPS);
	printf("%s: %zu gates, %zu flip-flops: %u NANDs, %u inverters%s%s\n", n.name, n.gate_count, n.latch_count,
	       l.gates - l.inverters, l.inverters, good ? "" : ": ", good ? "" : why);
	printf("clock: %s\n", n.clock ? n.clock : "none");
	print_pins("inputs", n.input, n.input_count);
	print_pins("outputs", n.output, n.output_count);
	print_latches(&l);
	logic_free(&l);
	netlist_free(&n);
	return !good;
}

int main(int argc, char **argv)
{
	if (argc == 3 && strspn(argv[1], "0123456789") == strlen(argv[1]))
		return check_random(strtoul(argv[1], NULL, 10), strtoull(argv[2], NULL, 10));
	return argc < 2 ? 2 : check_file(argv[1], argc > 2 ? argv[2] : NULL);
}
