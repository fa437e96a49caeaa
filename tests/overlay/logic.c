/* logic.c: normalised circuits against the netlists that they are made of.
 *
 *   logic COUNT SEED MOST	random circuits of 1 to 150 gates, some of more, which must not take more than MOST cells in all
 *   logic FILE [TOP]		the circuit of a file; prints its size, ports, flip-flops and, if it is small, its functions
 *
 * What is compared: compare.h.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compare.h"
#include "random.h"
#include "util/text.h"

enum { LARGE_EVERY = 500, LARGE = 4000 };

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
	size_t gates = seed % LARGE_EVERY == 0 ? LARGE : 1 + random_below(&r, 150);
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

/* ---- the test ---------------------------------------------------------------------------------------------- */

static size_t cells_of(const struct netlist *n)
{
	struct logic l;

	logic_make(&l, n, LOGIC_FLIP_FLOPS);
	size_t cells = l.cell_count;
	logic_free(&l);
	return cells;
}

static int check_random(unsigned long count, uint64_t seed, unsigned long most)
{
	unsigned long failed = 0, gates = 0, cells = 0;

	for (unsigned long i = 0; i < count; i++) {
		struct netlist n;

		make_random(&n, seed + i);
		const char *why = compare_logic(&n, seed + i);
		if (why) {
			printf("seed %lu: %s\n", (unsigned long)seed + i, why);
			failed++;
		}
		gates += n.gate_count;
		cells += cells_of(&n);
		netlist_free(&n);
	}
	printf("%lu circuits of %lu gates became %lu cells, at most %lu\n%lu passed, %lu failed\n", count, gates, cells, most,
	       count - failed, failed);
	return failed > 0 || cells > most;
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

enum { MOST_VARIABLES = 6 };

/* Prints outputs and next states as truth tables: bit i is the value where variable k, an input or a state, has bit k of i. */
static void print_functions(const struct netlist *n)
{
	static const uint64_t variable[MOST_VARIABLES] = {
		UINT64_C(0xaaaaaaaaaaaaaaaa), UINT64_C(0xcccccccccccccccc), UINT64_C(0xf0f0f0f0f0f0f0f0),
		UINT64_C(0xff00ff00ff00ff00), UINT64_C(0xffff0000ffff0000), UINT64_C(0xffffffff00000000),
	};
	size_t variables = n->input_count + n->latch_count;
	uint64_t *net = allocate_array(n->nets, sizeof *net), mask = 0;

	if (variables <= MOST_VARIABLES) {
		mask = variables == MOST_VARIABLES ? ~UINT64_C(0) : (UINT64_C(1) << (1u << variables)) - 1;
		compare_settle(n, net, variable, variable + n->input_count);
		printf("functions:");
		for (size_t i = 0; i < n->output_count; i++)
			printf(" %llx", (unsigned long long)(net[n->output[i].net] & mask));
		for (size_t i = 0; i < n->latch_count; i++)
			printf(" next %llx", (unsigned long long)(net[n->latch[i].d] & mask));
		putchar('\n');
	}
	free(net);
}

static int check_file(const char *path, const char *top)
{
	struct netlist n;
	struct logic l;
	int status;

	if (!netlist_read(&n, path, top, &status))
		return status;
	const char *why = compare_logic(&n, 1);
	logic_make(&l, &n, LOGIC_FLIP_FLOPS);
	printf("%s: %zu gates, %zu flip-flops: %u NANDs, %u inverters%s%s\n", n.name, n.gate_count, n.latch_count,
	       l.gates - l.inverters, l.inverters, why ? ": " : "", why ? why : "");
	printf("clock: %s\n", n.clock ? n.clock : "none");
	print_pins("inputs", n.input, n.input_count);
	print_pins("outputs", n.output, n.output_count);
	print_latches(&l);
	print_functions(&n);
	logic_free(&l);
	netlist_free(&n);
	return why != NULL;
}

int main(int argc, char **argv)
{
	if (argc == 4)
		return check_random(strtoul(argv[1], NULL, 10), strtoull(argv[2], NULL, 10), strtoul(argv[3], NULL, 10));
	return argc < 2 ? 2 : check_file(argv[1], argc > 2 ? argv[2] : NULL);
}
