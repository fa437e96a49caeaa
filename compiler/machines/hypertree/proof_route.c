/* proof_route.c: proofs that a node sends each packet where the rule says (rule.c). */
#include <stdlib.h>
#include <string.h>

#include "lower/builder.h"
#include "machines/hypertree/proof.h"

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

/* The node's number is not of the level. */
static const char *of_other_level(struct parts *parts, unsigned level)
{
	unsigned width = PATH_BITS - level;

	return parts_differ(parts, parts_slice(parts, "address", PATH_BITS, level, width), parts_name(parts, "%u'd1", width));
}

/* When the table says nothing: its bit `valid` is 0, the node or the network is another, or `apart`. */
static const char *elsewhere(struct parts *parts, unsigned valid, unsigned level, unsigned nodes, const char *apart)
{
	const char *row = parts_not(parts, 1, parts_name(parts, "rule[%u]", valid));
	const char *network = parts_differ(parts, "nodes", parts_name(parts, "%u'd%u", PATH_BITS, nodes));

	return parts_any(parts, parts_name(parts, "{%s, %s, %s, %s}", row, of_other_level(parts, level), network, apart));
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
		*other = parts_or(parts, 1, parts_not(parts, 1, "any_dead"), parts_name(parts, "header[%u]", PATH_BITS));
	} else {
		*other = parts_any(parts, parts_name(parts, "{any_dead, detoured, header[%u:%u]}", DETOUR_HEADER_BITS - 1,
						     PATH_BITS + 1));
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
	const char *apart = parts_or(&parts, 1, parts_differ(&parts, "dead", "dead_here"), unlike);
	const char *other = elsewhere(&parts, MOVES_BITS, level, s->h.nodes, apart);

	parts_same_later_unless(&parts, "the packet goes where the rule says", CONTROL_AT,
				parts_name(&parts, "rule[%u:0]", CONTROL_AT - 1), 0, "{drop, stay, out}", other);
	parts_same_later_unless(&parts, "class, forced and detour are as the rule says", CONTROL_BITS,
				parts_name(&parts, "rule[%u:%u]", MOVES_BITS - 1, CONTROL_AT), 0, "control",
				parts_or(&parts, 1, other, parts_not(&parts, 1, parts_name(&parts, "rule[%u]", MOVES_BITS + 1))));
	finish_route(p, c, what, &parts);
	free(row);
}

/* Of the ports that lead nowhere, the route has the last ones. */
static unsigned absent_bits(const struct proving *p, unsigned level)
{
	const struct instance *i = proved_part(p, level, "route");
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
				elsewhere(&parts, HYPERTREE_PORTS + ABSENT_BITS, level, p->h->nodes,
					  parts_differ(&parts, "absent", parts_name(&parts, "rule[%u:%u]",
										    HYPERTREE_PORTS + ABSENT_BITS - 1,
										    HYPERTREE_PORTS + ABSENT_BITS - absent))));
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
	if (begin_part(p, proved_part(p, level, "route"), subject, "rule", &c))
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

	if (begin_part(p, proved_part(p, level, "route"), subject, "rule", &c))
		prove_plain_route(p, level, &c, what);
	free(what);
	free(subject);
}

void prove_route(const struct proving *p, unsigned level)
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

void prove_wraps(const struct proving *p, unsigned level)
{
	char *subject = format_string("wrapping_%u", level);
	char *what = format_string("class of the packets of the nodes of level %u", level);
	unsigned bits = level + PATH_BITS, count = 0;
	const char *bit[2 * PATH_BITS];
	uint16_t *row = allocate_array((size_t)1 << bits, sizeof *row);
	struct parts parts = { 0 };
	struct circuit c;

	if (begin_part(p, proved_part(p, level, "wrapping"), subject, "rule", &c)) {
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
					"wraps", parts_or(&parts, 1, parts_not(&parts, 1, "rule[1]"), of_other_level(&parts, level)));
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
