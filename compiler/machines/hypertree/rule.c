/* rule.c: the rule by which every node passes a packet on: Goodman and Sequin's, with the detours that survive any
 * single fault.
 *
 * Plain mode is the paper's algorithm: cross where a link brings the number nearer to the goal, otherwise go up, until
 * the goal is below. Symmetric mode is the reverse of the plain way from destination to source. It uses links on the
 * way down, too, and is for packets whose source lies above their destination. */
#include <assert.h>

#include "machines/hypertree/hypertree.h"

enum { FARTHEST_ON_FULL_RING = 3, FARTHEST_ON_HALF_RING = 5, FARTHEST_ABOVE = 2 };

static unsigned bit_of(unsigned node, unsigned bit)
{
	return hypertree_ancestor(node, bit) & 1;
}

static bool is_dead(unsigned dead_ports, enum hypertree_port port)
{
	return dead_ports >> port & 1;
}

static bool is_down(enum hypertree_port port)
{
	return port == PORT_LEFT || port == PORT_RIGHT;
}

static struct hypertree_step go(enum hypertree_port port, enum hypertree_reason reason)
{
	return (struct hypertree_step){ MOVE_PORT, port, reason };
}

static bool is_above(unsigned node, unsigned goal)
{
	unsigned m = hypertree_level(node);

	return m <= hypertree_level(goal) && hypertree_ancestor(goal, m) == node;
}

/* At the goal, or above it. */
static struct hypertree_step go_down(unsigned node, unsigned goal)
{
	if (node == goal)
		return go(PORT_OWN, REASON_ARRIVED);
	return go(bit_of(goal, hypertree_level(node) + 1) ? PORT_RIGHT : PORT_LEFT, REASON_ANCESTOR);
}

static struct hypertree_step plain_on_hypertree(const struct hypertree *h, unsigned node, unsigned goal)
{
	unsigned m = hypertree_level(node), l = hypertree_level(goal);

	for (unsigned i = 0; i < MOST_CROSS_PORTS; i++) {
		unsigned bit = h->link_bit[m][i];

		if (bit && bit <= l && bit_of(node, bit) != bit_of(goal, bit))
			return go(PORT_CROSS_0 + i, REASON_BIT);
	}
	return go(PORT_UP, REASON_NO_BIT);
}

/* The shorter way round while it is short. A goal on a lower level counts as its ancestor. */
static struct hypertree_step plain_on_full_ring(unsigned node, unsigned goal)
{
	unsigned m = hypertree_level(node), places = 1u << m;

	if (m > hypertree_level(goal))
		return go(PORT_UP, REASON_NO_BIT);
	unsigned up = (hypertree_ancestor(goal, m) - node) % places, down = places - up;

	if ((up < down ? up : down) > FARTHEST_ON_FULL_RING)
		return go(PORT_UP, REASON_NO_BIT);
	return go(up <= down && m > 1 ? PORT_CROSS_1 : PORT_CROSS_0, REASON_BIT);
}

/* How many places `to` is ahead of `from`, a node of its level; ahead is where the link across of `node` leads. */
static unsigned places_ahead(unsigned node, unsigned from, unsigned to)
{
	unsigned places = 1u << hypertree_level(from);

	return (node % 2 ? to - from : from - to) % places;
}

/* Of two ways round the shorter one, with at most so many places. */
static bool is_near(unsigned ahead, unsigned most, unsigned level)
{
	return ahead > 0 && ahead <= most && 2 * ahead <= 1u << level;
}

/* Whether the goal is below the node's sibling, on the near side: a child's link across leads there. On level 1 the
 * node's own link leads to its sibling. */
static bool is_beside(unsigned node, unsigned goal, unsigned dead_ports)
{
	unsigned m = hypertree_level(node);

	unsigned there = node % 2 ? 2 * node - 1 : 2 * node + 2;

	return m > 1 && m < hypertree_level(goal) && hypertree_ancestor(goal, m + 1) == there
	       && !is_dead(dead_ports, node % 2 ? PORT_LEFT : PORT_RIGHT);
}

/* A node has a link across in one direction only. With this rule every way on a full tree is a shortest one. */
static struct hypertree_step plain_on_half_ring(unsigned node, unsigned goal, unsigned dead_ports)
{
	unsigned m = hypertree_level(node), l = hypertree_level(goal);

	if (m <= l && is_near(places_ahead(node, node, hypertree_ancestor(goal, m)), FARTHEST_ON_HALF_RING, m))
		return go(PORT_CROSS_0, REASON_BIT);
	if (m == l + 1 && is_near(places_ahead(node, node / 2, goal), FARTHEST_ABOVE, l))
		return go(PORT_CROSS_0, REASON_BIT);
	if (is_beside(node, goal, dead_ports))
		return go(node % 2 ? PORT_LEFT : PORT_RIGHT, REASON_BESIDE);
	return go(PORT_UP, REASON_NO_BIT);
}

static struct hypertree_step plain(const struct hypertree *h, unsigned node, unsigned goal, unsigned dead_ports)
{
	if (is_above(node, goal))
		return go_down(node, goal);
	switch (h->kind) {
	case FULL_RING: return plain_on_full_ring(node, goal);
	case HALF_RING: return plain_on_half_ring(node, goal, dead_ports);
	default: return plain_on_hypertree(h, node, goal);
	}
}

/* Whether a packet to `goal` can flip that bit on level m of its way down. Links of an unfinished last level count only
 * if it is certain that they exist. */
static bool can_flip_on(const struct hypertree *h, unsigned m, unsigned bit, unsigned goal)
{
	if (h->link_bit[m][0] != bit && h->link_bit[m][1] != bit)
		return false;
	if (m < hypertree_level(goal))
		return true;
	return h->kind == HYPERTREE_1 ? (goal ^ 1u << (m - bit)) <= h->nodes
	       : m < h->levels || !hypertree_is_unfinished(h);
}

/* The lowest level on which a packet to `goal` can flip the bit on its way down; 0: none. */
static unsigned deepest(const struct hypertree *h, unsigned bit, unsigned goal)
{
	unsigned m = hypertree_level(goal);

	while (m > 0 && !can_flip_on(h, m, bit, goal))
		m--;
	return m;
}

/* Whether all bits in which the node differs from the goal can be flipped here or further down. */
static bool can_descend(const struct hypertree *h, unsigned node, unsigned goal)
{
	unsigned m = hypertree_level(node);

	if (m > hypertree_level(goal))
		return false;
	for (unsigned bit = 1; bit <= m; bit++)
		if (bit_of(node, bit) != bit_of(goal, bit) && deepest(h, bit, goal) < m)
			return false;
	return true;
}

static struct hypertree_step symmetric(const struct hypertree *h, unsigned node, unsigned goal)
{
	unsigned m = hypertree_level(node);

	if (!can_descend(h, node, goal))
		return go(PORT_UP, REASON_NO_BIT);
	for (unsigned i = MOST_CROSS_PORTS; i-- > 0;) {
		unsigned bit = h->link_bit[m][i];

		if (bit && bit_of(node, bit) != bit_of(goal, bit) && deepest(h, bit, goal) == m)
			return go(PORT_CROSS_0 + i, REASON_TURN);
	}
	return go_down(node, goal);
}

/* The link by which a detour ends: the first link across of the destination's ancestor on the detour's level that the
 * network has, dead or not. */
static enum hypertree_port detour_port(const struct hypertree *h, const struct hypertree_packet *packet)
{
	unsigned ancestor = hypertree_ancestor(packet->destination, packet->detour);

	return hypertree_neighbour(h, ancestor, PORT_CROSS_0) ? PORT_CROSS_0 : PORT_CROSS_1;
}

unsigned hypertree_waypoint(const struct hypertree *h, const struct hypertree_packet *packet)
{
	unsigned ancestor = hypertree_ancestor(packet->destination, packet->detour);

	return hypertree_neighbour(h, ancestor, detour_port(h, packet));
}

bool hypertree_turns_back(const struct hypertree *h, unsigned level, enum hypertree_port port)
{
	if (!hypertree_has_detours(h) || port == PORT_OWN)
		return false;
	if (!is_down(port))
		return true;
	for (unsigned below = level + 1; below <= level + 2; below++) {
		unsigned bit[MOST_CROSS_PORTS];

		hypertree_link_bits(h->kind, below, bit);
		for (unsigned i = 0; i < MOST_CROSS_PORTS; i++)
			if (bit[i] > level)
				return true;
	}
	return false;
}

/* The child is dead, or the way to it: from now on to the waypoint beside it, or beside the next node on the way. */
static struct hypertree_step begin_detour(const struct hypertree *h, unsigned node, struct hypertree_packet *packet)
{
	unsigned below = hypertree_level(node) + 1;

	if (packet->class > 0)
		return (struct hypertree_step){ .move = MOVE_DROP, .reason = REASON_LOST };
	packet->detour = below == hypertree_level(packet->destination) ? below : below + 1;
	packet->class = 1;
	if (!hypertree_waypoint(h, packet))
		return (struct hypertree_step){ .move = MOVE_DROP, .reason = REASON_LOST };
	return (struct hypertree_step){ .move = MOVE_STAY, .reason = REASON_DOWN_DEAD };
}

/* What a node does instead of `step` if that leads nowhere. */
static struct hypertree_step avoid(const struct hypertree *h, unsigned node, struct hypertree_step step,
				   struct hypertree_packet *packet, unsigned dead_ports)
{
	if (hypertree_is_cross(step.port) && is_dead(dead_ports, step.port))
		step = go(PORT_UP, REASON_BIT_DEAD);
	if (!is_dead(dead_ports, step.port))
		return step;
	if (step.port != PORT_UP)
		return begin_detour(h, node, packet);
	for (enum hypertree_port port = PORT_CROSS_0; port <= PORT_CROSS_1; port++)
		if (!is_dead(dead_ports, port)) {
			packet->forced = true;
			return go(port, REASON_UP_DEAD);
		}
	return (struct hypertree_step){ .move = MOVE_DROP, .reason = REASON_LOST };
}

/* Where faults lead a packet whatever its goal: up after a forced crossing, across at a waypoint. */
static bool is_bound(const struct hypertree *h, unsigned node, struct hypertree_packet *packet,
		     struct hypertree_step *step)
{
	if (packet->forced) {
		packet->forced = false;
		*step = go(PORT_UP, REASON_FORCED);
		return true;
	}
	if (!packet->detour || node != hypertree_waypoint(h, packet))
		return false;
	*step = go(detour_port(h, packet), REASON_WAYPOINT);
	packet->detour = 0;
	return true;
}

/* Whether the walk on a full ring from one node of a level to another passes the place where numbers begin again. */
static bool walk_wraps(unsigned from, unsigned to)
{
	struct hypertree_step step = plain_on_full_ring(from, to);

	return step.port == PORT_CROSS_1 ? to < from : to > from && hypertree_level(from) > 1;
}

/* Whether a packet on a full ring passes such a place. It walks on the lowest level on which the way is short. */
static bool wraps(unsigned source, unsigned destination)
{
	unsigned m = hypertree_level(source), l = hypertree_level(destination);

	for (m = m < l ? m : l; m > 0; m--) {
		unsigned from = hypertree_ancestor(source, m), to = hypertree_ancestor(destination, m);

		if (from == to)
			return false;
		if (plain_on_full_ring(from, to).port != PORT_UP)
			return walk_wraps(from, to);
	}
	return false;
}

/* Of the queue behind the port; an adapter has one. With faults: whether a detour has begun. Otherwise 1 is for the links of a level: on a
 * full ring of packets that pass the place where numbers begin again, elsewhere on the way down. */
static unsigned next_class(const struct hypertree *h, enum hypertree_port port, const struct hypertree_packet *packet)
{
	if (port == PORT_OWN || (!h->any_dead && !hypertree_is_cross(port)))
		return 0;
	if (h->any_dead)
		return packet->class;
	return h->kind == FULL_RING ? packet->wraps : h->kind == HALF_RING ? packet->descends : packet->symmetric;
}

struct hypertree_packet hypertree_packet(const struct hypertree *h, unsigned source, unsigned destination)
{
	return (struct hypertree_packet){
		.source = source, .destination = destination,
		.symmetric = !h->any_dead && h->kind <= HYPERTREE_2
			     && hypertree_level(source) < hypertree_level(destination),
		.wraps = h->kind == FULL_RING && wraps(source, destination),
	};
}

struct hypertree_step hypertree_next(const struct hypertree *h, unsigned node, struct hypertree_packet *packet,
				     unsigned dead_ports)
{
	struct hypertree_step step;

	if (is_bound(h, node, packet, &step)) {
		if (is_dead(dead_ports, step.port))
			return (struct hypertree_step){ .move = MOVE_DROP, .reason = REASON_LOST };
	} else {
		unsigned goal = packet->detour ? hypertree_waypoint(h, packet) : packet->destination;

		step = packet->symmetric ? symmetric(h, node, goal) : plain(h, node, goal, dead_ports);
		step = avoid(h, node, step, packet, dead_ports);
	}
	if (step.move != MOVE_PORT)
		return step;
	packet->descends = packet->descends || (h->kind == HALF_RING && !h->any_dead && is_down(step.port));
	packet->class = next_class(h, step.port, packet);
	return step;
}

unsigned hypertree_route(const struct hypertree *h, unsigned source, unsigned destination,
			 struct hypertree_hop hops[MOST_HOPS])
{
	struct hypertree_packet packet = hypertree_packet(h, source, destination);
	unsigned count = 0, node = source;

	for (;;) {
		struct hypertree_step step = hypertree_next(h, node, &packet, h->dead_ports[node]);

		assert(count < MOST_HOPS);
		hops[count++] = (struct hypertree_hop){ node, step, packet };
		if (step.move == MOVE_DROP || (step.move == MOVE_PORT && step.port == PORT_OWN))
			return count;
		if (step.move == MOVE_PORT)
			node = hypertree_neighbour(h, node, step.port);
	}
}

int hypertree_route_links(const struct hypertree *h, unsigned source, unsigned destination)
{
	struct hypertree_hop hops[MOST_HOPS];
	unsigned count = hypertree_route(h, source, destination, hops);
	int links = 0;

	if (hops[count - 1].step.move == MOVE_DROP)
		return -1;
	for (unsigned i = 0; i + 1 < count; i++)
		links += hops[i].step.move == MOVE_PORT;
	return links;
}
