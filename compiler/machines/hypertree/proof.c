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

enum { CELLS_OF_PART = 200, COUNT_BITS = 3, PORT_NUMBER_BITS = 3, DETOUR_HEADER_BITS = 12, CONTROL_BITS = 5 };

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

/* Of a port: "left_crossbar". */
static const struct instance *part_at(const struct proving *p, unsigned level, enum hypertree_port port,
				      const char *part)
{
	char *name = format_string("%s_%s", hypertree_port_name(port), part);
	const struct instance *i = part_of(p, level, name);

	free(name);
	return i;
}

static unsigned long parameter_of(const struct instance *i, const char *name)
{
	size_t k = 0;

	while (strcmp(i->parameter[k].name, name) != 0)
		k++;
	return i->parameter[k].value;
}

/* Appends the instance's parameters, for Yosys. */
static void add_parameters(struct text *t, const struct instance *i)
{
	for (size_t k = 0; k < i->parameter_count; k++) {
		const struct parameter *p = &i->parameter[k];

		text_add(t, k > 0 ? " " : "");
		if (p->width > 0)
			text_print(t, "-chparam %s %u'h%lx", p->name, p->width, p->value);
		else
			text_print(t, "-chparam %s %lu", p->name, p->value);
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
	add_parameters(&parameters, i);
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
	add_parameters(&parameters, i);
	circuit_watches(p->list, &c, "still");
	struct run run = { .monitor = "frames", .parameters = parameters.bytes, .steps = 9, .skip = 8 };

	circuit_prove(p->list, &c, "frames", "the clocks of a node", "each strobe comes in its clock, from any reset on", &run,
		      NULL)->shown[0] = (struct shown){ "parts", "claims that held, of 0 to 6" };
	text_free(&parameters);
	circuit_free(&c);
}

/* ---- the route ----------------------------------------------------------------------------------------------- */

/* The node with that path; 0: there is none. */
static unsigned destination_at(const struct hypertree *h, unsigned path)
{
	unsigned node = 1;

	while (node <= h->nodes && hypertree_path(node) != path)
		node++;
	return node <= h->nodes ? node : 0;
}

/* Row of the table: {mode, path, index of the node in its level}. Value: {valid, absent, out}. */
enum { ABSENT_BITS = PORT_OWN, VALID_ROUTE = 1 << (ABSENT_BITS + HYPERTREE_PORTS) };

static uint16_t route_of(const struct hypertree *h, unsigned level, unsigned row)
{
	unsigned node = (1u << level) + (row & ((1u << level) - 1));
	unsigned destination = destination_at(h, row >> level & ((1u << PATH_BITS) - 1));

	if (node > h->nodes || !destination)
		return 0;
	struct hypertree_packet packet = {
		.destination = destination, .symmetric = h->kind <= HYPERTREE_2 && row >> (level + PATH_BITS),
	};
	struct hypertree_step step = hypertree_next(h, node, &packet, h->dead_ports[node]);
	unsigned absent = h->dead_ports[node] & ((1u << ABSENT_BITS) - 1);

	return (uint16_t)(VALID_ROUTE | absent << HYPERTREE_PORTS | 1u << step.port);
}

/* The proof's counterexample shows node, header and way. */
static void finish_route(const struct proving *p, struct circuit *c, const char *what, struct parts *parts)
{
	struct proof *proof = parts_prove(p->list, c, "rule", what, "every packet goes where the rule says", parts);

	proof->shown[0] = (struct shown){ "address", "bits of the node's number" };
	proof->shown[1] = (struct shown){ "header", "bits of the header" };
	proof->shown[2] = (struct shown){ "out", "ports" };
	circuit_free(c);
}

/* With faults. Row of the table: {detoured, class, forced, detour, path, index of the node in its level}. Value, with what
 * the route must say: {control counts, valid, control, drop, stay, out}. */
enum { FORCED_AT = PATH_BITS + 3, CLASS_AT, DETOURED_AT, DETOUR_ROW_BITS, MOST_DETOUR = 7 };
enum { STAYS = 1 << HYPERTREE_PORTS, DROPS = STAYS << 1, CONTROL_AT = HYPERTREE_PORTS + 2,
	MOVES_BITS = CONTROL_AT + 5, VALID = 1 << MOVES_BITS, CHANGES = VALID << 1 };

/* A state of the network in which a route with fault registers, or with constant faults, is compared with the rule. */
struct route_state {
	struct hypertree h;		/* borrowed; any_dead may differ from the network's */
	unsigned dead;			/* ports that are dead at all nodes of the level, beside h.dead_ports */
};

static unsigned dead_in(const struct route_state *s, unsigned node)
{
	return s->h.dead_ports[node] | s->dead;
}

static uint16_t detour_of(const struct route_state *s, unsigned level, unsigned row)
{
	const struct hypertree *h = &s->h;
	unsigned node = (1u << level) + (row & ((1u << level) - 1)), bits = row >> level;
	struct hypertree_packet packet = { .destination = destination_at(h, bits & ((1u << PATH_BITS) - 1)) };

	if (h->any_dead) {
		packet.detour = bits >> PATH_BITS & MOST_DETOUR;
		packet.forced = bits >> FORCED_AT & 1;
		packet.class = bits >> CLASS_AT & 1;
	} else {
		packet.symmetric = bits >> PATH_BITS & 1;
	}
	if (node > h->nodes || h->dead_node[node] || !packet.destination
	    || packet.detour > (packet.class ? hypertree_level(packet.destination) : 0)
	    || (packet.detour && !hypertree_waypoint(h, &packet)))
		return 0;
	struct hypertree_step step = hypertree_next(h, node, &packet, dead_in(s, node));

	if (h->any_dead && bits >> DETOURED_AT) {
		if (step.move != MOVE_STAY)
			return 0;
		step = hypertree_next(h, node, &packet, dead_in(s, node));
	}
	if (step.move != MOVE_PORT)
		return VALID | (step.move == MOVE_STAY ? STAYS : DROPS);
	return (uint16_t)(VALID | (step.port == PORT_OWN ? 0 : CHANGES) | 1u << step.port
			  | (packet.class << 4 | (unsigned)packet.forced << 3 | packet.detour) << CONTROL_AT);
}

/* The dead ports that a node has. */
static void add_dead_ports(const struct route_state *s, struct parts *parts, const char *const *bit, unsigned level)
{
	uint16_t *dead = allocate_array((size_t)1 << level, sizeof *dead);

	for (unsigned k = 0; k < 1u << level; k++)
		if ((1u << level) + k <= s->h.nodes)
			dead[k] = dead_in(s, (1u << level) + k) & ((1u << PORT_OWN) - 1);
	parts_table(parts, "dead_here", PORT_OWN, bit, level, dead);
	free(dead);
}

/* The bits that choose a row of the table; returns their number. With nothing dead no packet has begun a detour, and with
 * something dead none is symmetric: `other` is when this is not so. */
static unsigned row_bits(const struct route_state *s, struct parts *parts, unsigned level, const char **bit,
			 const char **other)
{
	unsigned count = 0, header_bits = s->h.any_dead ? DETOUR_HEADER_BITS : PATH_BITS + 1;

	for (unsigned k = 0; k < level; k++)
		bit[count++] = parts_name(parts, "address[%u]", k);
	for (unsigned k = 0; k < header_bits; k++)
		if (k != PATH_BITS || !s->h.any_dead)			/* the mode */
			bit[count++] = parts_name(parts, "header[%u]", k);
	if (s->h.any_dead) {
		bit[count++] = "in_class_1";
		bit[count++] = "detoured";
		*other = parts_name(parts, "!any_dead || header[%u]", PATH_BITS);
	} else {
		*other = parts_name(parts, "any_dead || detoured || |header[%u:%u]", DETOUR_HEADER_BITS - 1, PATH_BITS + 1);
	}
	return count;
}

/* A route that leads packets round what is dead, in one state of the network. */
static void prove_detours(const struct proving *p, const struct route_state *s, unsigned level, struct circuit *c,
			  const char *what)
{
	const char *bit[PATH_BITS + DETOUR_ROW_BITS], *unlike;
	struct parts parts = { 0 };

	circuit_reads(c, "packet_path");
	circuit_reads(c, "packet_route");
	parts_port(&parts, false, "address", "address", PATH_BITS);
	parts_port(&parts, false, "nodes", "nodes", PATH_BITS);
	parts_port(&parts, false, "dead", "dead", PORT_OWN);
	parts_port(&parts, false, "any_dead", "any_dead", 1);
	parts_port(&parts, false, "header", "header", DETOUR_HEADER_BITS);
	parts_port(&parts, false, "in_class_1", "in_class_1", 1);
	parts_port(&parts, false, "detoured", "detoured", 1);
	parts_port(&parts, true, "out", "out", HYPERTREE_PORTS);
	parts_port(&parts, true, "stay", "stay", 1);
	parts_port(&parts, true, "drop", "drop", 1);
	parts_port(&parts, true, "control", "control", CONTROL_BITS);
	unsigned bits = row_bits(s, &parts, level, bit, &unlike);
	uint16_t *row = allocate_array((size_t)1 << bits, sizeof *row);
	for (unsigned k = 0; k < 1u << bits; k++)
		row[k] = detour_of(s, level, k);
	parts_table(&parts, "rule", MOVES_BITS + 2, bit, bits, row);
	add_dead_ports(s, &parts, bit, level);
	const char *other = parts_name(&parts, "!rule[%u] || dead != dead_here || address >> %u != 1 || nodes != %u || %s",
				       MOVES_BITS, level, s->h.nodes, unlike);

	parts_same_later_unless(&parts, "the packet goes where the rule says", CONTROL_AT,
				parts_name(&parts, "rule[%u:0]", CONTROL_AT - 1), 0, "{drop, stay, out}", other);
	parts_same_later_unless(&parts, "class, forced and detour are as the rule says", CONTROL_BITS,
				parts_name(&parts, "rule[%u:%u]", MOVES_BITS - 1, CONTROL_AT), 0, "control",
				parts_name(&parts, "%s || !rule[%u]", other, MOVES_BITS + 1));
	finish_route(p, c, what, &parts);
	free(row);
}

/* Of the ports that lead nowhere, the route has the last ones. */
static unsigned absent_bits(const struct proving *p, unsigned level)
{
	const struct instance *i = part_of(p, level, "route");
	size_t k = 0;

	while (strcmp(i->connection[k].port, "absent") != 0)
		k++;
	return bits_width(&i->connection[k].value.term[0]);
}

static void prove_plain_route(const struct proving *p, unsigned level, struct circuit *c, const char *what)
{
	unsigned bits = level + PATH_BITS + 1, count = 0, absent = absent_bits(p, level);
	const char *bit[2 * PATH_BITS + 1];
	uint16_t *row = allocate_array((size_t)1 << bits, sizeof *row);
	struct parts parts = { 0 };

	circuit_reads(c, "packet_path");
	if (p->h->kind == FULL_RING)
		circuit_reads(c, "packet_ring");
	parts_port(&parts, false, "address", "address", PATH_BITS);
	parts_port(&parts, false, "nodes", "nodes", PATH_BITS);
	parts_port(&parts, false, "absent", "absent", absent);
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
				parts_name(&parts, "!rule[%u] || absent != rule[%u:%u] || address >> %u != 1 || nodes != %u",
					   HYPERTREE_PORTS + ABSENT_BITS, HYPERTREE_PORTS + ABSENT_BITS - 1,
					   HYPERTREE_PORTS + ABSENT_BITS - absent, level, p->h->nodes));
	finish_route(p, c, what, &parts);
	free(row);
}

/* One state of a route with detours. `part` ends the proof's name, and `state` what it says. */
static void prove_route_in(const struct proving *p, unsigned level, bool any_dead, unsigned dead, const char *part,
			   const char *state)
{
	struct route_state at = { .h = *p->h, .dead = dead };
	char *subject = format_string("route_%u%s", level, part);
	char *what = format_string("route of the nodes of level %u%s", level, state);
	struct circuit c;

	at.h.any_dead = any_dead;
	if (begin(p, part_of(p, level, "route"), subject, "rule", &c))
		prove_detours(p, &at, level, &c, what);
	free(what);
	free(subject);
}

/* Fault registers: nothing is dead; what is dead is elsewhere; a port is dead. */
static void prove_routes_of_registers(const struct proving *p, unsigned level)
{
	static const struct { const char *part, *state; } dead[PORT_OWN] = {
		[PORT_UP] = { "_dead_0", ", the link up is dead" },
		[PORT_LEFT] = { "_dead_1", ", the link to the left child is dead" },
		[PORT_RIGHT] = { "_dead_2", ", the link to the right child is dead" },
		[PORT_CROSS_0] = { "_dead_3", ", the first link across is dead" },
		[PORT_CROSS_1] = { "_dead_4", ", the second link across is dead" },
	};

	prove_route_in(p, level, false, 0, "", ", nothing is dead");
	prove_route_in(p, level, true, 0, "_round", ", a part elsewhere is dead");
	for (unsigned port = 0; port < PORT_OWN; port++)
		if (!hypertree_is_dead(p->h, 1u << level, port))
			prove_route_in(p, level, true, 1u << port, dead[port].part, dead[port].state);
}

static void prove_route_without_faults(const struct proving *p, unsigned level)
{
	char *subject = format_string("route_%u", level), *what = format_string("route of the nodes of level %u", level);
	struct circuit c;

	if (begin(p, part_of(p, level, "route"), subject, "rule", &c))
		prove_plain_route(p, level, &c, what);
	free(what);
	free(subject);
}

static void prove_route(const struct proving *p, unsigned level)
{
	if (p->h->fault_registers)
		prove_routes_of_registers(p, level);
	else if (hypertree_has_detours(p->h))
		prove_route_in(p, level, true, 0, "", "");
	else
		prove_route_without_faults(p, level);
}

/* ---- full rings ---------------------------------------------------------------------------------------------- */

/* Row of the table: {path, index of the sender in its level}. Value: {valid, wraps}. */
static uint16_t wraps_of(const struct hypertree *h, unsigned level, unsigned row)
{
	unsigned node = (1u << level) + (row & ((1u << level) - 1)), destination = destination_at(h, row >> level);

	return node > h->nodes || !destination ? 0 : 2 | hypertree_packet(h, node, destination).wraps;
}

static void prove_wraps(const struct proving *p, unsigned level)
{
	char *subject = format_string("wrapping_%u", level);
	char *what = format_string("class of the packets of the nodes of level %u", level);
	unsigned bits = level + PATH_BITS, count = 0;
	const char *bit[2 * PATH_BITS];
	uint16_t *row = allocate_array((size_t)1 << bits, sizeof *row);
	struct parts parts = { 0 };
	struct circuit c;

	if (begin(p, part_of(p, level, "wrapping"), subject, "rule", &c)) {
		circuit_reads(&c, "packet_path");
		circuit_reads(&c, "packet_ring");
		parts_port(&parts, false, "address", "address", PATH_BITS);
		parts_port(&parts, false, "path", "path", PATH_BITS);
		parts_port(&parts, true, "wraps", "wraps", 1);
		for (unsigned k = 0; k < level; k++)
			bit[count++] = parts_name(&parts, "address[%u]", k);
		for (unsigned k = 0; k < PATH_BITS; k++)
			bit[count++] = parts_name(&parts, "path[%u]", k);
		for (unsigned k = 0; k < 1u << bits; k++)
			row[k] = wraps_of(p->h, level, k);
		parts_table(&parts, "rule", 2, bit, bits, row);
		parts_same_later_unless(&parts, "class 1 for packets that pass the place where numbers begin again", 1, "rule[0]", 0,
					"wraps", parts_name(&parts, "!rule[1] || address >> %u != 1", level));
		struct proof *proof = parts_prove(p->list, &c, "rule", what, "every packet has the class that the rule says",
						  &parts);

		proof->shown[0] = (struct shown){ "address", "bits of the sender's number" };
		proof->shown[1] = (struct shown){ "path", "bits of the destination's path" };
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
	bool detours = parameter_of(i, "DETOURS");
	char *subject = format_string("scan_%lx_%lx", parameter_of(i, "PORT_OF"), parameter_of(i, "CLASS_OF"));
	char *what = format_string("scan of %lu queues at %lu ports", queues, parameter_of(i, "PORTS"));

	for (unsigned waits = 0; waits < 2; waits++) {
		struct text parameters = { 0 };
		struct circuit c;

		if (!begin(p, i, subject, scan_claims[waits].property, &c))
			continue;
		add_parameters(&parameters, i);
		text_print(&parameters, " -chparam FRAME %u -chparam WAITS %u",
			   hypertree_frame(p->h, p->net->spec->payload_bits), waits);
		circuit_watches(p->list, &c, "still");
		struct run run = { .monitor = "scan", .parameters = parameters.bytes, .steps = 5, .skip = 4,
				   .expose = { "members", "left", "reserved", "open", "frames", "ring", "active",
					       detours ? "of_faults.begun" : NULL, "of_faults.dropped" } };
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

/* ---- input ports --------------------------------------------------------------------------------------------- */

/* A wire for a register of the circuit. */
static void add_register(struct text *wires, struct text *joins, unsigned width, const char *wire, const char *name)
{
	text_print(wires, "    wire [%u:0] %s;\n", width - 1, wire);
	text_print(joins, ",\n        .\\%s (%s)", name, wire);
}

/* Wires for `count` registers, `before`[k]`behind`, and `whole`, the vector of all. */
static void add_registers(struct text *wires, struct text *joins, unsigned width, unsigned count, const char *whole,
			  const char *before, const char *behind)
{
	struct text all = { 0 };

	for (unsigned k = 0; k < count; k++) {
		char *wire = format_string("%s_%u", whole, k), *name = format_string("%s[%u]%s", before, k, behind);

		add_register(wires, joins, width, wire, name);
		free(wire);
		free(name);
	}
	for (unsigned k = count; k-- > 0;)
		text_print(&all, "%s_%u%s", whole, k, k > 0 ? ", " : "");
	text_print(wires, "    wire [%u:0] %s = {%s};\n", width * count - 1, whole, all.bytes);
	text_free(&all);
}

/* The sizes of an input port. */
struct port_sizes {
	unsigned classes, header_bits, buffers, bytes, row_bits, slot_bits, byte_bits, places;
};

static struct port_sizes sizes_of(const struct instance *i)
{
	struct port_sizes s = { .classes = parameter_of(i, "CLASSES"),
				.header_bits = parameter_of(i, "DETOURS") ? DETOUR_HEADER_BITS : BYTE, .buffers = parameter_of(i, "BUFFERS"),
				.bytes = parameter_of(i, "BYTES"), .row_bits = parameter_of(i, "ROW_BITS") };

	s.slot_bits = digit_bits(s.buffers);
	s.byte_bits = digit_bits(s.bytes);
	s.places = s.classes * s.buffers;
	return s;
}

/* Module `proof`: the port with its registers in view, and the monitor. */
static struct text port_with_monitor(const struct circuit *c, const struct instance *i)
{
	static const char *const monitor[] = { "CLASSES", "CLASS_BIT", "DETOURS", "BUFFERS", "BYTES", "FRAME", "ROW_BITS", NULL };
	static const char joined[] = "silent data room read_row write_row wrap copy first head come here there header sent "
				     "out ";
	struct port_sizes s = sizes_of(i);
	struct text t = { 0 }, wires = { 0 }, joins = { 0 }, ports = { 0 };

	for (const char *name = joined; *name; name = strchr(name, ' ') + 1)
		text_print(&ports, ", .%.*s(%.*s)", (int)strcspn(name, " "), name, (int)strcspn(name, " "), name);
	add_register(&wires, &joins, 1, "coming", "coming");
	add_register(&wires, &joins, BYTE, "in", "in");
	add_register(&wires, &joins, s.slot_bits + s.classes - 1, "tail_place", "tail_place");
	add_register(&wires, &joins, s.slot_bits + s.classes - 1, "place", s.classes == 1 ? "one_class.place" :
											    "two_classes.place");
	add_registers(&wires, &joins, s.slot_bits, s.classes, "heads", "queue", ".head_slot");
	add_registers(&wires, &joins, s.slot_bits, s.classes, "tails", "queue", ".tail_slot");
	if (s.buffers > 2)
		add_registers(&wires, &joins, COUNT_BITS, s.classes, "count", "queue", ".four.count");
	else
		text_print(&wires, "    wire [%u:0] count = 0;\n", COUNT_BITS * s.classes - 1);
	add_registers(&wires, &joins, s.header_bits, s.places, "headers", "headers", "");
	add_registers(&wires, &joins, BYTE, s.places << s.byte_bits, "packets", "packets", "");
	text_print(&t, "`default_nettype none\n\nmodule proof (\n    input  wire clk,\n    input  wire rst,\n"
		       "    input  wire [7:0] any_data,\n    input  wire [1:0] any_sent,\n    input  wire follow,\n"
		       "    input  wire [%u:0] any_row,\n    input  wire [%u:0] here,\n    output wire ok,\n"
		       "    output wire [8:0] parts,\n    output wire [6:0] clock_shown\n);\n", s.byte_bits - 1, s.classes - 1);
	text_print(&t, "    wire silent, wrap, copy, first, head, come;\n    wire [7:0] data, out;\n    wire [%u:0] header;\n"
		       "    wire [%u:0] read_row, write_row;\n    wire [%u:0] room, there, sent;\n%s\n", s.header_bits - 1,
		   s.row_bits - 1, s.classes - 1, wires.bytes);
	text_print(&t, "    %s dut (\n        .clk(clk), .absent(1'b0)%s%s\n    );\n\n    queue #(", c->module, ports.bytes,
		   joins.bytes);
	for (const char *const *name = monitor; *name; name++)
		text_print(&t, ".%s(%lu), ", *name, parameter_of(i, *name));
	text_print(&t, ".SLOT_BITS(%u), .BYTE_BITS(%u)) watch (\n        .clk(clk), .rst(rst), .any_data(any_data), "
		       ".any_sent(any_sent), .follow(follow), .any_row(any_row)%s,\n        .heads(heads), .tails(tails), "
		       ".coming(coming), .in(in), .count(count), .tail_place(tail_place), .place(place), .packets(packets),\n"
		       "        .headers(headers), .ok(ok), .parts(parts), .clock_shown(clock_shown)\n    );\nendmodule\n\n"
		       "`default_nettype wire\n", s.slot_bits, s.byte_bits, ports.bytes);
	text_free(&wires);
	text_free(&joins);
	text_free(&ports);
	return t;
}

static void prove_port(const struct proving *p, const struct instance *i)
{
	struct port_sizes s = sizes_of(i);
	char *subject = format_string("port_%u", s.classes);
	char *what = format_string("input port, %u class%s, %u packets in a queue", s.classes, s.classes > 1 ? "es" : "",
				   s.buffers);
	struct circuit c;

	if (begin(p, i, subject, "queue", &c)) {
		struct text verilog = port_with_monitor(&c, i);
		struct run run = { .monitor = "queue", .steps = 4, .skip = 3,
				   .expose = { "coming", "in", "tail_place", "*.place", "*.head_slot", "*.tail_slot",
					       "headers\\[*\\]", "packets\\[*\\]", s.buffers > 2 ? "*.count" : NULL } };

		circuit_watches(p->list, &c, "still");
		struct proof *proof = circuit_prove(p->list, &c, "queue", what,
						    "no packet too many; each leaves in its turn, byte for byte", &run, &verilog);

		proof->shown[0] = (struct shown){ "parts", "claims that held, of 0 to 8" };
		proof->shown[1] = (struct shown){ "clock_shown", "bits of the clock in the frame" };
		circuit_free(&c);
	}
	free(what);
	free(subject);
}

/* ---- output ports -------------------------------------------------------------------------------------------- */

static void prove_crossbar(const struct proving *p, const struct instance *i)
{
	unsigned long inputs = parameter_of(i, "INPUTS"), number = parameter_of(i, "NUMBER");
	bool marks = parameter_of(i, "MARKS"), detours = parameter_of(i, "DETOURS");
	char *subject = format_string("crossbar_%lu_%lu%s%s", inputs, number, marks ? "_down" : "", detours ? "_detours" : "");
	char *what = format_string("output port %lu, of packets from %lu ports%s%s", number, inputs, marks ? ", down" : "",
				   detours ? ", with detours" : "");
	struct text parameters = { 0 };
	struct circuit c;

	if (begin(p, i, subject, "passes", &c)) {
		add_parameters(&parameters, i);
		struct run run = { .monitor = "passes", .parameters = parameters.bytes, .steps = 4, .skip = 3,
				   .expose = { "next", "idle", "next_input", "input_now",
					       detours ? "changes.bits" : NULL } };

		circuit_watches(p->list, &c, "still");
		struct proof *proof = circuit_prove(p->list, &c, "passes", what,
						    "what is granted passes in the next frame, byte for byte, and else nothing",
						    &run, NULL);

		proof->shown[0] = (struct shown){ "parts", "claims that held, of 0 to 3" };
		proof->shown[1] = (struct shown){ "clock_shown", "bits of the clock in the frame" };
		text_free(&parameters);
		circuit_free(&c);
	}
	free(what);
	free(subject);
}

/* ---- links --------------------------------------------------------------------------------------------------- */

/* Appends an instance of a template with all its parameters, up to its connections. */
static void add_instance(struct text *t, const struct proving *p, const struct instance *i, const char *name)
{
	text_print(t, "    %s_%s #(", p->list->prefix, i->module);
	for (size_t k = 0; k < i->parameter_count; k++)
		text_print(t, "%s.%s(%lu)", k > 0 ? ", " : "", i->parameter[k].name, i->parameter[k].value);
	text_print(t, ") %s (\n        ", name);
}

/* Module `proof`: scan, crossbar of output port `number`, and an input port like that at the other end. */
static struct text link_with_monitor(const struct proving *p, const struct circuit *c, const struct instance *scan,
				     const struct instance *crossbar, const struct instance *port, unsigned number)
{
	unsigned queues = parameter_of(scan, "QUEUES"), ports = parameter_of(scan, "PORTS"), lane = 0;
	unsigned classes = parameter_of(port, "CLASSES"), row_bits = parameter_of(port, "ROW_BITS");
	unsigned long inputs = parameter_of(crossbar, "INPUTS");
	bool detours = parameter_of(scan, "DETOURS");
	unsigned header_bits = detours ? DETOUR_HEADER_BITS : BYTE;
	struct text t = { 0 };

	while ((parameter_of(scan, "PORT_OF") >> PORT_NUMBER_BITS * lane & ((1 << PORT_NUMBER_BITS) - 1)) != number)
		lane++;
	text_print(&t, "`default_nettype none\n\nmodule proof (\n    input  wire clk,\n    input  wire rst,\n"
		       "    input  wire [%u:0] any_there,\n    input  wire [%u:0] any_room,\n    input  wire [7:0] any_octet,\n"
		       "    input  wire [1:0] any_sent,\n    input  wire [2:0] way,\n    input  wire stay,\n    input  wire drop,\n"
		       "    input  wire [4:0] changes,\n"
		       "    output wire ok,\n    output wire [1:0] parts,\n    output wire [6:0] clock_shown\n);\n",
		   queues - 1, queues - 1);
	text_print(&t, "    wire silent, wrap, copy, lead, first, head, look, nearly, come, own;\n    wire [4:0] control;\n    wire [7:0] octet, data;\n"
		       "    wire [%u:0] row, read_row, write_row;\n    wire [%u:0] room, there, sent;\n"
		       "    wire [%u:0] rooms;\n    wire [%u:0] granted;\n    wire [2:0] number;\n\n",
		   row_bits - 1, classes - 1, queues - 1, ports - 1);
	text_print(&t, "    %s scan (\n        .clk(clk), .rst(rst), .silent(silent), .row(row), .first(first), .head(head), "
		       ".look(look), .there(any_there),\n        .headers(%u'd0), .room(rooms), .copy(copy), "
		       ".route((%u'd1 << (way < %u ? way : 3'd0)) & {%u{%s}}), .class_1(changes[4]),\n"
		       "        .granted(granted), "
		       ".number(number), .own(own), .here(), .sent(), .header(), .in_class_1(), .detoured(),\n"
		       "        .stay(%s), .drop(%s), .changes(changes), .lost(), .control(control)\n    );\n", c->module,
		   header_bits * ports, ports, ports, ports, detours ? "~(stay | drop)" : "1'b1", detours ? "stay" : "1'b0",
		   detours ? "drop" : "1'b0");
	add_instance(&t, p, crossbar, "crossbar");
	text_print(&t, ".clk(clk), .silent(silent), .absent(1'b0), .copy(copy), .lead(lead), .nearly(nearly), "
		       ".granted(granted[%u]),\n        .number(number), .own(own), .control(control), "
		       ".ins({%lu{octet}}), .out(data)\n    );\n", number, inputs);
	add_instance(&t, p, port, "port");
	text_print(&t, ".clk(clk), .silent(silent), .absent(1'b0), .data(data), .room(room), .read_row(read_row), "
		       ".write_row(write_row),\n        .wrap(wrap), .copy(copy), .first(first), .head(head), .come(come), "
		       ".here(%u'd0), .there(there), .header(),\n        .sent(sent), .out()\n    );\n", classes);
	text_print(&t, "    link #(.QUEUES(%u), .LANE(%u), .CLASSES(%u), .CLASS_BIT(%lu), .BYTES(%lu), .FRAME(%lu), "
		       ".ROW_BITS(%u)) watch (\n        .clk(clk), .rst(rst), .any_room(any_room), .any_octet(any_octet), "
		       ".any_sent(any_sent), .class_1(changes[4]),\n        .silent(silent), .row(row), .read_row(read_row), "
		       ".write_row(write_row), .wrap(wrap), .copy(copy), .lead(lead),\n        .first(first), .head(head), .look(look), "
		       ".nearly(nearly), .come(come), .rooms(rooms), .octet(octet), .sent(sent),\n"
		       "        .granted(granted[%u]), .room(room), .there(there), .data(data), .ok(ok), .parts(parts),\n"
		       "        .clock_shown(clock_shown)\n    );\nendmodule\n\n`default_nettype wire\n",
		   queues, lane, classes, parameter_of(port, "CLASS_BIT"), parameter_of(port, "BYTES"),
		   parameter_of(port, "FRAME"), row_bits, number);
	return t;
}

/* Of output port `number`. (The crossbar's parameter NUMBER is the adapter's place.) */
static void prove_link(const struct proving *p, unsigned level, unsigned number, const struct instance *crossbar,
		       const struct instance *port)
{
	const struct instance *scan = part_of(p, level, "scan");
	unsigned long frame = parameter_of(port, "FRAME");
	char *subject = format_string("link_%lx_%lx_%u", parameter_of(scan, "PORT_OF"), parameter_of(scan, "CLASS_OF"),
				      number);
	char *what = format_string("link from output port %u of %lu", number, parameter_of(scan, "PORTS"));
	struct circuit c;

	if (begin(p, scan, subject, "link", &c)) {
		struct text verilog = link_with_monitor(p, &c, scan, crossbar, port, number);
		struct run run = { .monitor = "link", .steps = 2 * frame + 2, .skip = 2 * frame + 1 };

		text_print(&c.monitors, "read_verilog rtl/%s_%s.v rtl/%s_%s.v\n", p->list->prefix, crossbar->module,
			   p->list->prefix, port->module);
		circuit_watches(p->list, &c, "still");
		struct proof *proof = circuit_prove(p->list, &c, "link", what, "a packet that comes finds room in its queue",
						    &run, &verilog);

		proof->shown[0] = (struct shown){ "clock_shown", "bits of the clock in the frame" };
		circuit_free(&c);
	}
	free(what);
	free(subject);
}

static void prove_ports(const struct proving *p, unsigned level)
{
	enum hypertree_port link[HYPERTREE_PORTS];
	unsigned links = hypertree_node_links(p->h, level, link);

	link[links] = PORT_OWN;
	for (unsigned k = 0; k <= links; k++)
		prove_port(p, part_at(p, level, link[k], "port"));
	for (unsigned k = 0; k <= links; k++)
		prove_crossbar(p, part_at(p, level, link[k], "crossbar"));
	for (unsigned k = 0; k < links; k++)
		prove_link(p, level, k, part_at(p, level, link[k], "crossbar"), part_at(p, level, link[k], "port"));
}

/* ---- adapters ------------------------------------------------------------------------------------------------ */

/* A monitor of an adapter: what its module `proof` is made of. L lanes, P payload bits, R bits of a row, B bits of a place
 * in a slot. There are purges: without them, words have no sequence bits, and nothing is proved here yet. */
struct adapter_monitor {
	const char *name, *claim;
	const char *inputs;		/* of module `proof`, free in every clock */
	const char *wires;		/* between monitor and adapter */
	const char *ports;		/* of the monitor, that are wires or inputs of their names */
	const char *connections;	/* of the adapter's ports */
	const char *registers;		/* of the adapter, for the monitor: names, with a space behind each */
	const char *sequences;		/* of its block `sequences`: likewise */
	const char *ram;		/* of the adapter, "queue", and how its vector is called */
	unsigned parts;			/* of the claim */
};

static const struct adapter_monitor sends_monitor = {
	.name = "sends", .claim = "a word is sent until it is accepted, with its sequence bit, and never twice at once",
	  .inputs = "any_purge, any_comes, any_answer, any_offer, any_room, any_dead, dead, wraps,\n    input  wire [L-1:0] any_lane, "
		    "input wire [7:0] any_data, input wire [6:0] any_goal, any_dest, input wire [3:0] any_row,\n"
		    "    input  wire [P-1:0] any_word,\n",
	  .wires = "    wire silent, first, head, third, look, last, offer, ready, enters_word, taking, new_word, old_word, payload;\n"
		   "    wire gives_word, answer_comes, word_comes;\n    wire [R-1:0] row, write_row;\n"
		   "    wire [7:0] data_out, data_in, kept;\n    wire [P-1:0] word;\n"
		   "    wire [6:0] dest, goal, goal_path, word_destination, path_now, newest;\n"
		   "    wire [L-1:0] pick, due, under_way, turn;\n    wire [7*L-1:0] destinations;\n    wire [(8*L<<B)-1:0] slots;\n",
	  .ports = "any_purge any_comes any_answer any_offer any_lane any_data any_goal any_dest any_row any_word silent row "
		   "write_row first head third look last data_out word dest offer goal goal_path data_in ready slot slots ",
	  .connections = ".any_dead(any_dead), .dead(dead), .room_in(any_room), .wraps(wraps), .s_axis_tdata(word),\n"
			 "        .s_axis_tdest(dest), .s_axis_tvalid(offer), .s_axis_tready(ready), .m_axis_tready(1'b1)",
	  .registers = "enters_word word_destination pick due under_way turn destinations taking new_word old_word payload "
		       "gives_word answer_comes word_comes path_now kept newest ",
	  .sequences = "found from swept is_open frees ", .ram = "slots", .parts = 8,
};

enum { SEQUENCE_PLACES = 128 };

/* Connects each of the names, behind `before`, to the wire of its name. */
static void connect_names(struct text *t, const char *names, const char *before)
{
	for (const char *name = names; *name; name = strchr(name, ' ') + 1) {
		int length = (int)strcspn(name, " ");

		text_print(t, ",\n        .\\%s%.*s (%.*s)", before, length, name, length, name);
	}
}

/* Connects the registers that a RAM is made of to their bits of one vector. */
static void connect_ram(struct text *t, const char *ram, const char *vector, unsigned places, unsigned width)
{
	for (unsigned k = 0; k < places; k++)
		text_print(t, ",\n        .\\%s[%u] (%s[%u:%u])", ram, k, vector, width * (k + 1) - 1, width * k);
}

/* Module `proof`: the adapter with its registers in view, and the monitor. */
static struct text adapter_with_monitor(const struct proving *p, const struct instance *i, const struct adapter_monitor *m,
					const char *module)
{
	unsigned long lanes = parameter_of(i, "LANES"), bits = parameter_of(i, "PAYLOAD_BITS");
	unsigned bytes = (unsigned)(bits + BYTE - 1) / BYTE, place_bits = bytes == 1 ? 1 : digit_bits(bytes);
	struct text t = { 0 };

	text_print(&t, "`default_nettype none\n\nmodule proof #(\n    parameter L = %lu, P = %lu, R = %lu, B = %u\n) (\n"
		       "    input  wire clk, rst, %s    output wire ok,\n    output wire [%u:0] parts,\n"
		       "    output wire [6:0] clock_shown\n);\n%s    wire [6:0] address = 7'd1;\n",
		   lanes, bits, parameter_of(i, "ROW_BITS"), place_bits, m->inputs, m->parts - 1, m->wires);
	text_print(&t, "    wire [L-1:0] slot%s;\n", lanes == 1 ? " = 1'b1" : "");
	text_print(&t, "    wire [1:0] found;\n    wire [6:0] from;\n    wire swept, is_open, frees;\n    wire [%u:0] bits;\n",
		   2 * SEQUENCE_PLACES - 1);
	text_print(&t, "\n    %s dut (\n        .clk(clk), .rst(rst), .silent(silent), .address(address), .nodes(7'd%u), .row(row), "
		       ".write_row(write_row),\n        .first(first), .head(head), .third(third), .look(look), .last(last), "
		       ".data_in(data_in), .data_out(data_out),\n        %s", module, p->h->nodes, m->connections);
	connect_names(&t, m->registers, "");
	if (lanes > 1)
		connect_names(&t, "slot ", "");
	connect_names(&t, m->sequences, "sequences.");
	connect_ram(&t, "sequences.bits", "bits", SEQUENCE_PLACES, 2);
	connect_ram(&t, m->ram, m->ram, (unsigned)lanes << place_bits, BYTE);
	text_print(&t, "\n    );\n    %s_packet_path path (.number(%s), .path(%s_path));\n    %s #(.PAYLOAD_BITS(P), .SEQUENCE(1), "
		       ".FRAME(%u), .ROW_BITS(R)", p->list->prefix, "goal", "goal",
		   m->name, hypertree_frame(p->h, (unsigned)bits));
	text_print(&t, ", .LANES(L), .NODES(%u), .BYTE_BITS(B)", p->h->nodes);
	text_print(&t, ") watch (\n        .clk(clk), .rst(rst)");
	connect_names(&t, m->ports, "");
	connect_names(&t, m->registers, "");
	connect_names(&t, m->sequences, "");
	text_print(&t, ",\n        .bits(bits), .ok(ok), .parts(parts), .clock_shown(clock_shown)\n    );\nendmodule\n\n"
		       "`default_nettype wire\n");
	return t;
}

/* Adds a pattern for each of the names. */
static unsigned expose_names(struct run *run, unsigned count, const char *names, const char *before)
{
	for (const char *name = names; *name; name = strchr(name, ' ') + 1)
		run->expose[count++] = format_string("%s%.*s", before, (int)strcspn(name, " "), name);
	return count;
}

/* Of all nodes at once: LEVEL and SYMMETRIC only decide bit 3 of byte 0, of which no claim speaks. */
static void prove_adapter(const struct proving *p, const struct adapter_monitor *m)
{
	const struct instance *i = part_of(p, 0, "adapter");
	struct circuit c;

	if (!begin(p, i, "adapter", m->name, &c))
		return;
	struct text verilog = adapter_with_monitor(p, i, m, c.module);
	struct run run = { .monitor = m->name, .steps = 3, .skip = 2 };
	unsigned count = expose_names(&run, 0, m->registers, "");

	circuit_reads(&c, "packet_path");
	if (parameter_of(i, "LANES") > 1)
		count = expose_names(&run, count, "slot ", "");
	count = expose_names(&run, expose_names(&run, count, m->sequences, "sequences."), "bits\\[*\\] ", "sequences.");
	run.expose[count] = format_string("%s\\[*\\]", m->ram);
	circuit_watches(p->list, &c, "still");
	circuit_watches(p->list, &c, "beats");
	text_print(&c.monitors, "read_verilog rtl/%s_packet_path.v\n", p->list->prefix);
	struct proof *proof = circuit_prove(p->list, &c, m->name, "adapter of acknowledged words", m->claim, &run, &verilog);

	proof->shown[0] = (struct shown){ "parts", "claims that held" };
	proof->shown[1] = (struct shown){ "clock_shown", "bits of the clock in the frame" };
	for (unsigned k = 0; k <= count; k++)
		free((char *)run.expose[k]);
	circuit_free(&c);
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

	prove_frame(&p);
	for (unsigned level = 0; level <= p.h->levels; level++)
		prove_route(&p, level);
	for (unsigned level = 0; level <= p.h->levels && p.h->kind == FULL_RING; level++)
		prove_wraps(&p, level);
	for (unsigned level = 0; level <= p.h->levels; level++)
		prove_scan(&p, level);
	for (unsigned level = 0; level <= p.h->levels; level++)
		prove_ports(&p, level);
	if (p.h->fault_registers)
		prove_adapter(&p, &sends_monitor);
	prove_dependencies(&p);
	if (p.h->fault_registers)
		prove_single_faults(&p);
	design_free(p.d);
	hypertree_free(p.h);
}
