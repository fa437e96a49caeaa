/* random_circuit.c: random circuits for tests. */
#include "random_circuit.h"

#include <stdio.h>
#include <stdlib.h>

#include "util/text.h"

enum { YOUNG = 24 };

/* A net that exists already: often a young one that nobody reads yet, so that little of the circuit is unused; sometimes
 * any; rarely a constant. */
static unsigned some_net(const struct netlist *n, bool *read, struct random *random)
{
	unsigned fresh = n->nets - NET_FIRST, net;
	uint64_t kind = random_below(random, 64);

	if (kind == 0)
		return (unsigned)random_below(random, 2);
	net = NET_FIRST + (unsigned)random_below(random, fresh);
	if (kind < 48 && fresh > YOUNG)
		net = n->nets - 1 - (unsigned)random_below(random, YOUNG);
	for (unsigned i = 0; kind < 40 && i < fresh && read[net]; i++)
		net = net > NET_FIRST ? net - 1 : n->nets - 1;
	read[net] = true;
	return net;
}

/* Mostly functions that depend on all inputs, as a circuit's own do; now and then any. */
static uint8_t some_function(unsigned inputs, struct random *random)
{
	static const uint8_t of_two[] = { 0x8, 0xe, 0x7, 0x1, 0x6, 0x9, 0x2, 0x4, 0xb, 0xd };

	if (inputs == 2 && random_below(random, 16) > 0)
		return of_two[random_below(random, sizeof of_two)];
	return (uint8_t)(random_next(random) & ((1u << (1u << inputs)) - 1));
}

static struct netlist_pin make_pin(const char *port, unsigned bit, unsigned width, unsigned net)
{
	return (struct netlist_pin){ copy_string(port), bit, width > 1, net };
}

static void add_gate(struct netlist *n, bool *read, struct random *random)
{
	struct netlist_gate *g = &n->gate[n->gate_count++];

	g->inputs = random_below(random, 8) == 0 ? 1 : random_below(random, 6) == 0 ? 3 : 2;
	for (unsigned i = 0; i < g->inputs; i++)
		g->in[i] = some_net(n, read, random);
	g->truth = some_function(g->inputs, random);
	g->out = n->nets++;
}

void random_circuit_make(struct netlist *n, const struct random_circuit *size, struct random *random)
{
	*n = (struct netlist){ .name = copy_string("random"), .source = copy_string("random.blif"), .nets = NET_FIRST };
	n->gate = allocate_array(size->gates + 1, sizeof *n->gate);
	n->latch = allocate_array(size->latches + 1, sizeof *n->latch);
	n->input = allocate_array(size->inputs + 1, sizeof *n->input);
	n->output = allocate_array(size->outputs + 1, sizeof *n->output);
	bool *read = allocate_array(NET_FIRST + size->inputs + size->latches + size->gates + 1, sizeof *read);

	snprintf(n->digest, sizeof n->digest, "%016llx", (unsigned long long)random_next(random));
	for (unsigned i = 0; i < size->inputs; i++)
		n->input[n->input_count++] = make_pin("in", i, size->inputs, n->nets++);
	for (unsigned i = 0; i < size->latches; i++)
		n->latch[n->latch_count++] = (struct netlist_latch){
			.q = n->nets++, .initial = random_below(random, 3) == 0, .name = format_string("state[%u]", i),
		};
	for (unsigned i = 0; i < size->gates; i++)
		add_gate(n, read, random);
	for (unsigned i = 0; i < size->latches; i++) {
		/* Now and then one like the one before. */
		bool twin = i > 0 && random_below(random, 10) == 0;

		n->latch[i].d = twin ? n->latch[i - 1].d : some_net(n, read, random);
	}
	for (unsigned i = 0; i < size->outputs; i++)
		n->output[n->output_count++] = make_pin("out", i, size->outputs, some_net(n, read, random));
	if (size->latches > 0)
		n->clock = copy_string("clk");
	n->net_name = allocate_array(n->nets, sizeof *n->net_name);
	free(read);
}
