/* proof.c: proofs of a hypertree, of the Verilog of its nodes. What is to be proved is what node.h says.
 *
 *   frames         the strobes of a node come in their clocks, from any reset on
 *   route          a node sends every packet where the rule says (rule.c), of all nodes of a level
 *   grants         the scan grants as specified: no port twice, nothing without a head and room, reservations
 *   waits          a head waits for two groups of others at most
 *   dependencies   the ways of all pairs never let queues wait for each other in a circle: by search, not by SAT
 *
 * A part of a node is proved once with each set of parameters that it has in some node. */
#include <stdlib.h>
#include <string.h>

#include "lower/builder.h"
#include "machines/hypertree/node.h"
#include "machines/hypertree/words.h"
#include "prove/builder.h"

struct proving {
	struct proofs *list;
	const struct network *net;
	struct hypertree *h;
	struct design *d;
};

enum { ABSENT_BITS = 2, CELLS_OF_PART = 200 };

/* ---- parts of nodes ------------------------------------------------------------------------------------------ */

static const struct instance *part_of(const struct proving *p, unsigned level, const char *name)
{
	char *module = format_string("node_%u", level);
	const struct module *m = design_find(p->d, module);
	size_t i = 0;

	while (strcmp(m->instance[i].name, name) != 0)
		i++;
	free(module);
	return &m->instance[i];
}

static unsigned long parameter_of(const struct instance *i, const char *name)
{
	size_t k = 0;

	while (strcmp(i->parameter[k].name, name) != 0)
		k++;
	return i->parameter[k].value;
}

/* Appends those of the instance's parameters that are in `names`, a list that ends with NULL; NULL: all. */
static void add_parameters(struct text *t, const struct instance *i, const char *const *names)
{
	for (size_t k = 0; k < i->parameter_count; k++) {
		const struct parameter *p = &i->parameter[k];
		bool wanted = !names;

		for (const char *const *name = names; name && *name; name++)
			wanted = wanted || strcmp(*name, p->name) == 0;
		if (wanted && p->width > 0)
			text_print(t, "%s-chparam %s %u'h%lx", t->length > 0 ? " " : "", p->name, p->width, p->value);
		else if (wanted)
			text_print(t, "%s-chparam %s %lu", t->length > 0 ? " " : "", p->name, p->value);
	}
}

/* The part as a circuit, which several nodes share: NULL if it has been proved. */
static bool begin(const struct proving *p, const struct instance *i, const char *subject, const char *property,
		  struct circuit *c)
{
	char *name = format_string("%s_%s", subject, property);
	struct text parameters = { 0 };
	bool known = proofs_have(p->list, name);

	free(name);
	if (known)
		return false;
	*c = circuit_of(p->list, i->module);
	free(c->subject);
	c->subject = copy_string(subject);
	add_parameters(&parameters, i, NULL);
	c->parameters = parameters.bytes;
	c->cells = CELLS_OF_PART;
	return true;
}

/* ---- the frame ----------------------------------------------------------------------------------------------- */

static void prove_frame(const struct proving *p)
{
	const struct instance *i = part_of(p, 0, "frame");
	struct text parameters = { 0 };
	struct circuit c;

	if (!begin(p, i, "frame", "frames", &c))
		return;
	add_parameters(&parameters, i, NULL);
	circuit_watches(p->list, &c, "still");
	struct run run = { .monitor = "frames", .parameters = parameters.bytes, .steps = 9, .skip = 8 };

	circuit_prove(p->list, &c, "frames", "the clocks of a node", "each strobe comes in its clock, from any reset on", &run,
		      NULL)->shown[0] = (struct shown){ "parts", "claims that held, of 0 to 6" };
	text_free(&parameters);
	circuit_free(&c);
}

/* ---- the route ----------------------------------------------------------------------------------------------- */

/* Row of the table: {symmetric, path, index of the node in its level}. Value: {valid, absent, out}. */
static uint16_t route_of(const struct hypertree *h, unsigned level, unsigned row)
{
	unsigned node = (1u << level) + (row & ((1u << level) - 1)), path = row >> level & ((1u << PATH_BITS) - 1);
	unsigned destination = 1;

	while (destination <= h->nodes && hypertree_path(destination) != path)
		destination++;
	if (node > h->nodes || destination > h->nodes)
		return 0;
	struct hypertree_packet packet = { .destination = destination, .symmetric = row >> (level + PATH_BITS) };
	struct hypertree_step step = hypertree_next(h, node, &packet, h->dead_ports[node]);
	unsigned absent = h->dead_ports[node] >> PORT_CROSS_0 & ((1u << ABSENT_BITS) - 1);

	return (uint16_t)((1u << ABSENT_BITS | absent) << HYPERTREE_PORTS | 1u << step.port);
}

static void prove_route(const struct proving *p, unsigned level)
{
	unsigned bits = level + PATH_BITS + (p->h->kind != BINARY_TREE), count = 0;
	const char *bit[2 * PATH_BITS + 1];
	char *subject = format_string("route_%u", level), *what = format_string("route of the nodes of level %u", level);
	uint16_t *row = allocate_array((size_t)1 << bits, sizeof *row);
	struct parts parts = { 0 };
	struct circuit c;

	if (begin(p, part_of(p, level, "route"), subject, "rule", &c)) {
		circuit_reads(&c, "packet_path");
		parts_port(&parts, false, "address", "address", PATH_BITS);
		parts_port(&parts, false, "nodes", "nodes", PATH_BITS);
		parts_port(&parts, false, "absent", "absent", ABSENT_BITS);
		parts_port(&parts, false, "header", "header", BYTE);
		parts_port(&parts, true, "out", "out", HYPERTREE_PORTS);
		for (unsigned k = 0; k < level; k++)
			bit[count++] = parts_name(&parts, "address[%u]", k);
		while (count < bits) {
			bit[count] = parts_name(&parts, "header[%u]", count - level);
			count++;
		}
		for (unsigned k = 0; k < 1u << bits; k++)
			row[k] = route_of(p->h, level, k);
		parts_table(&parts, "rule", HYPERTREE_PORTS + ABSENT_BITS + 1, bit, bits, row);
		parts_same_later_unless(&parts, "the packet goes where the rule says", HYPERTREE_PORTS,
					parts_name(&parts, "rule[%u:0]", HYPERTREE_PORTS - 1), 0, "out",
					parts_name(&parts, "!rule[%u] || absent != rule[%u:%u] || address >> %u != 1 || nodes != %u%s",
						   HYPERTREE_PORTS + ABSENT_BITS, HYPERTREE_PORTS + ABSENT_BITS - 1,
						   HYPERTREE_PORTS, level, p->h->nodes,
						   p->h->kind == BINARY_TREE ? " || header[7]" : ""));
		struct proof *proof = parts_prove(p->list, &c, "rule", what, "every packet goes where the rule says", &parts);

		proof->shown[0] = (struct shown){ "address", "bits of the node's number" };
		proof->shown[1] = (struct shown){ "header", "bits of the header" };
		proof->shown[2] = (struct shown){ "out", "ports" };
		circuit_free(&c);
	}
	free(row);
	free(what);
	free(subject);
}

/* ---- the scan ------------------------------------------------------------------------------------------------ */

static const struct {
	const char *property, *claim;
} scan_claims[] = {
	{ "grants", "grants as specified: once a port, with a head and room, members first" },
	{ "waits", "while a head waits for its lane, another queue gets it at most twice" },
};

static void prove_scan(const struct proving *p, unsigned level)
{
	const struct instance *i = part_of(p, level, "scan");
	unsigned long queues = parameter_of(i, "QUEUES");
	char *subject = format_string("scan_%lx_%lx", parameter_of(i, "PORT_OF"), parameter_of(i, "CLASS_OF"));
	char *what = format_string("scan of %lu queues at %lu ports", queues, parameter_of(i, "PORTS"));

	for (unsigned waits = 0; waits < 2; waits++) {
		struct text parameters = { 0 };
		struct circuit c;

		if (!begin(p, i, subject, scan_claims[waits].property, &c))
			continue;
		add_parameters(&parameters, i, NULL);
		text_print(&parameters, " -chparam FRAME %u -chparam WAITS %u",
			   hypertree_frame(p->h, p->net->spec->payload_bits), waits);
		circuit_watches(p->list, &c, "still");
		struct run run = { .monitor = "scan", .parameters = parameters.bytes, .steps = 5, .skip = 4,
				   .expose = { "members", "left", "reserved", "open", "frames", "ring", "active" } };
		struct proof *proof = circuit_prove(p->list, &c, scan_claims[waits].property, what, scan_claims[waits].claim,
						    &run, NULL);

		proof->shown[0] = (struct shown){ "parts", "claims that held, of 0 to 8" };
		proof->shown[1] = (struct shown){ "clock_shown", "bits of the clock in the frame" };
		text_free(&parameters);
		circuit_free(&c);
	}
	free(what);
	free(subject);
}

/* ---- dependencies -------------------------------------------------------------------------------------------- */

/* A line for each queue of a cycle. */
static char *cycle_text(const struct hypertree_dependencies *d)
{
	struct text t = { 0 };

	for (unsigned k = 0; k < d->cycle_length; k++)
		text_print(&t, "node %u, from %s, class %u, waits for the next%s\n", d->cycle[k].node,
			   hypertree_port_word(d->cycle[k].port), d->cycle[k].class, k + 1 < d->cycle_length ? "" : ", the first");
	return t.bytes;
}

static void prove_dependencies(const struct proving *p)
{
	struct hypertree_dependencies as_is, turning_back;
	bool acyclic = hypertree_depend(p->h, TRIAL_AS_IS, &as_is);
	bool wrong = hypertree_depend(p->h, TRIAL_TURNING_BACK, &turning_back);
	char *what = format_string("the ways between all %u nodes: %u dependencies between queues", p->h->nodes, as_is.edges);

	prove_by_search(p->list, "cycles", "network", what, "queues never wait for each other in a circle",
			acyclic && as_is.lost == 0, acyclic ? NULL : cycle_text(&as_is), wrong);
	hypertree_dependencies_free(&as_is);
	hypertree_dependencies_free(&turning_back);
	free(what);
}

void hypertree_prove(struct proofs *list, const struct network *net)
{
	struct proving p = { .list = list, .net = net, .h = hypertree_of(net->spec), .d = design_lower(net) };

	prove_frame(&p);
	for (unsigned level = 0; level <= p.h->levels; level++)
		prove_route(&p, level);
	for (unsigned level = 0; level <= p.h->levels; level++)
		prove_scan(&p, level);
	prove_dependencies(&p);
	design_free(p.d);
	hypertree_free(p.h);
}
