/* proof.c: proofs of a hypertree, of the Verilog of its nodes. What is to be proved is what node.h says.
 *
 *   frames         the strobes of a node come in their clocks, from any reset on
 *   route          a node sends every packet where the rule says (rule.c), of all nodes of a level
 *                  and the sender on a full ring gives every packet the class that it says
 *   grants         the scan grants as specified: no port twice, nothing without a head and room, reservations
 *   waits          a head waits for two groups of others at most
 *   queue          an input port keeps packets in order and whole
 *   passes         an output port passes what it was granted, and nothing else
 *   link           a packet that comes finds room: scan, output port, link and input port together
 *   sends, takes, replies   an adapter of acknowledged words keeps its side of the protocol, and the protocol suffices
 *   stream         what an adapter shows on m_axis obeys AXI4-Stream
 *   reset          a reset reaches every adapter at once
 *   dependencies   the ways of all pairs never let queues wait for each other in a circle: by search, not by SAT */
#include <stdlib.h>
#include <string.h>

#include "lower/builder.h"
#include "machines/hypertree/proof.h"
#include "prove/catalogue.h"
#include "prove/stream.h"

/* ---- streams ------------------------------------------------------------------------------------------------- */

/* Adapters of all levels differ in bit 3 of byte 0 only: one stands for all. */
static void prove_streams(const struct proving *p)
{
	static const struct stream_proof stream = { 0 };
	const struct instance *i = proved_part(p, 0, "adapter");
	struct circuit c;

	if (!begin_part(p, i, "adapter", "stream", &c))
		return;
	circuit_reads_parts(&c, i->module, NULL);
	prove_stream(p->list, &c, p->d, i->module, "adapter of a node", &stream);
	circuit_free(&c);
	prove_resets(p->list, p->d, i->module);
}

/* ---- dependencies -------------------------------------------------------------------------------------------- */

/* What is wrong: packets that are lost, and a line for each queue of a cycle. */
static char *cycle_text(const struct hypertree_dependencies *d)
{
	struct text t = { 0 };

	if (d->lost > 0)
		text_print(&t, "packets of %u pairs of nodes are dropped\n", d->lost);
	for (unsigned k = 0; k < d->cycle_length; k++)
		text_print(&t, "node %u, from %s, class %u, waits for the next%s\n", d->cycle[k].node,
			   hypertree_port_word(d->cycle[k].port), d->cycle[k].class, k + 1 < d->cycle_length ? "" : ", the first");
	return t.bytes;
}

/* With fault registers: the dependencies with each part dead, one at a time. */
static void prove_single_faults(const struct proving *p)
{
	struct hypertree_part part[MOST_HYPERTREE_PARTS];
	unsigned parts = hypertree_parts(p->h, part), cyclic = 0;
	unsigned long edges = 0;
	struct text cycles = { 0 };
	bool wrong = false;

	hypertree_revive(p->h);
	struct hypertree_ways *ways = hypertree_ways_new(p->h);

	for (unsigned k = 0; k < parts; k++) {
		struct hypertree_dependencies d, turning_back;

		hypertree_kill(p->h, &part[k]);
		if (!hypertree_depend_on_rest(p->h, ways, &d)) {
			char *name = hypertree_part_text(&part[k]), *cycle = cycle_text(&d);

			text_print(&cycles, "%s is dead:\n%s", name, cycle);
			free(name);
			free(cycle);
			cyclic++;
		}
		edges += d.edges;
		wrong = hypertree_depend(p->h, TRIAL_TURNING_BACK, &turning_back) || wrong;
		hypertree_dependencies_free(&d);
		hypertree_dependencies_free(&turning_back);
		hypertree_revive(p->h);
	}
	hypertree_ways_free(ways);
	char *what = format_string("the ways with each of %u parts dead: %lu dependencies in all", parts, edges);

	prove_by_search(p->list, "cycles", "faults", what, "queues never wait for each other in a circle", cyclic == 0,
			cycles.bytes, wrong);
	free(what);
}

static void prove_dependencies(const struct proving *p)
{
	struct hypertree_dependencies as_is, turning_back;
	bool acyclic = hypertree_depend(p->h, TRIAL_AS_IS, &as_is);
	bool wrong = hypertree_depend(p->h, TRIAL_TURNING_BACK, &turning_back);
	char *what = format_string("the ways between all %u nodes: %u dependencies between queues", p->h->nodes, as_is.edges);

	bool holds = acyclic && as_is.lost == 0;

	prove_by_search(p->list, "cycles", "network", what, "every packet arrives, and queues never wait in a circle", holds,
			holds ? NULL : cycle_text(&as_is), wrong);
	hypertree_dependencies_free(&as_is);
	hypertree_dependencies_free(&turning_back);
	free(what);
}

void hypertree_prove(struct proofs *list, const struct network *net)
{
	struct proving p = { .list = list, .net = net, .h = hypertree_of(net->spec), .d = design_lower(net) };

	const struct named_value frame[] = { { "FRAME", hypertree_frame(p.h, net->spec->payload_bits) }, { NULL, 0 } };

	catalogue_prove(list, "frames", &(struct site){ .instance = proved_part(&p, 0, "frame") });
	for (unsigned level = 0; level <= p.h->levels; level++)
		prove_route(&p, level);
	for (unsigned level = 0; level <= p.h->levels && p.h->kind == FULL_RING; level++)
		prove_wraps(&p, level);
	for (unsigned level = 0; level <= p.h->levels; level++)
		catalogue_prove(list, "scan", &(struct site){ .instance = proved_part(&p, level, "scan"), .given = { frame } });
	for (unsigned level = 0; level <= p.h->levels; level++)
		prove_ports(&p, level);
	if (p.h->fault_registers)
		prove_adapters(&p);
	prove_streams(&p);
	prove_dependencies(&p);
	if (p.h->fault_registers)
		prove_single_faults(&p);
	design_free(p.d);
	hypertree_free(p.h);
}
