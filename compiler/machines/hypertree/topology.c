/* topology.c: the nodes and links of hypertrees and ring trees, and which of them are dead. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "machines/hypertree/hypertree.h"

/* Hypertree I: the odd part of m + 1, halved. */
static unsigned bit_of_hypertree_1(unsigned m)
{
	while (m % 2 == 0)
		m /= 2;
	return (m + 1) / 2;
}

/* Hypertree II: the links of levels m and m + 1 come in pairs of bits b and b + 1. One pair begins on each level, at
 * this bit. The paper has no formula; this one gives its Figure 3. */
static unsigned bit_of_hypertree_2(unsigned m)
{
	while (m % 3 != 1)
		m = 2 * m / 3;
	return (2 * m + 1) / 3;
}

void hypertree_link_bits(enum hypertree_kind kind, unsigned level, unsigned bit[MOST_CROSS_PORTS])
{
	bit[0] = bit[1] = 0;
	if (level == 0 || kind > HYPERTREE_2)
		return;
	if (kind == HYPERTREE_1 || level == 1) {
		bit[0] = bit_of_hypertree_1(level);
		return;
	}
	unsigned begins = bit_of_hypertree_2(level), ends = bit_of_hypertree_2(level - 1) + 1;

	bit[0] = begins < ends ? begins : ends;
	bit[1] = begins < ends ? ends : begins;
}

unsigned hypertree_level(unsigned node)
{
	return 31 - (unsigned)__builtin_clz(node);
}

unsigned hypertree_ancestor(unsigned node, unsigned level)
{
	return node >> (hypertree_level(node) - level);
}

bool hypertree_is_unfinished(const struct hypertree *h)
{
	return h->nodes != (2u << h->levels) - 1;
}

/* The node beside `node` in a ring of its level, in the direction of the port; 0: none. */
static unsigned ring_neighbour(enum hypertree_kind kind, unsigned node, enum hypertree_port port)
{
	unsigned m = hypertree_level(node), first = 1u << m, index = node - first;
	bool up = kind == FULL_RING ? port == PORT_CROSS_1 : index % 2;

	if (port == PORT_CROSS_1 && (kind == HALF_RING || m == 1))
		return 0;
	return first + (index + (up ? 1 : first - 1)) % first;
}

static unsigned cross_neighbour(const struct hypertree *h, unsigned node, enum hypertree_port port)
{
	unsigned m = hypertree_level(node), bit = h->link_bit[m][port - PORT_CROSS_0];

	if (m == 0 || h->kind == BINARY_TREE)
		return 0;
	if (h->kind == FULL_RING || h->kind == HALF_RING)
		return ring_neighbour(h->kind, node, port);
	return bit ? node ^ 1u << (m - bit) : 0;
}

unsigned hypertree_neighbour(const struct hypertree *h, unsigned node, enum hypertree_port port)
{
	unsigned other = port == PORT_OWN ? 0 : port == PORT_UP ? node / 2 : port == PORT_LEFT ? 2 * node
			 : port == PORT_RIGHT ? 2 * node + 1 : cross_neighbour(h, node, port);

	return other <= h->nodes ? other : 0;
}

enum hypertree_port hypertree_far_port(const struct hypertree *h, unsigned node, enum hypertree_port port)
{
	if (port == PORT_UP)
		return node % 2 ? PORT_RIGHT : PORT_LEFT;
	if (!hypertree_is_cross(port))
		return PORT_UP;
	if (h->kind != FULL_RING || hypertree_level(node) == 1)
		return port;
	return port == PORT_CROSS_0 ? PORT_CROSS_1 : PORT_CROSS_0;
}

struct hypertree *hypertree_new(enum hypertree_kind kind, unsigned nodes)
{
	static const unsigned cross_ports[] = { [HYPERTREE_1] = 1, [HYPERTREE_2] = 2, [FULL_RING] = 2, [HALF_RING] = 1,
						[BINARY_TREE] = 0 };
	struct hypertree *h = allocate(sizeof *h);

	assert(nodes >= 2 && hypertree_level(nodes) <= MOST_HYPERTREE_LEVELS);
	h->kind = kind;
	h->nodes = nodes;
	h->levels = hypertree_level(nodes);
	h->cross_ports = cross_ports[kind];
	h->ports = 3 + h->cross_ports;
	h->dead_ports = allocate_array(nodes + 1, sizeof *h->dead_ports);
	h->dead_node = allocate_array(nodes + 1, sizeof *h->dead_node);
	for (unsigned m = 1; m <= h->levels; m++)
		hypertree_link_bits(kind, m, h->link_bit[m]);
	hypertree_revive(h);
	return h;
}

void hypertree_free(struct hypertree *h)
{
	free(h->dead_ports);
	free(h->dead_node);
	free(h);
}

void hypertree_revive(struct hypertree *h)
{
	h->any_dead = false;
	memset(h->dead_ports, 0, h->nodes + 1);
	memset(h->dead_node, 0, (h->nodes + 1) * sizeof *h->dead_node);
	for (unsigned x = 1; x <= h->nodes; x++)
		for (enum hypertree_port port = PORT_UP; port < PORT_OWN; port++)
			if (!hypertree_neighbour(h, x, port))
				h->dead_ports[x] |= 1u << port;
}

void hypertree_kill_link(struct hypertree *h, unsigned node, enum hypertree_port port)
{
	unsigned other = hypertree_neighbour(h, node, port);

	h->any_dead = true;
	h->dead_ports[node] |= 1u << port;
	if (other)
		h->dead_ports[other] |= 1u << hypertree_far_port(h, node, port);
}

void hypertree_kill_node(struct hypertree *h, unsigned node)
{
	h->dead_node[node] = true;
	for (enum hypertree_port port = PORT_UP; port < PORT_OWN; port++)
		hypertree_kill_link(h, node, port);
}

enum hypertree_port hypertree_port_to(const struct hypertree *h, unsigned node, unsigned other)
{
	enum hypertree_port port = PORT_UP;

	while (port != PORT_OWN && hypertree_neighbour(h, node, port) != other)
		port++;
	return port;
}

void hypertree_kill(struct hypertree *h, const struct hypertree_part *part)
{
	if (part->other)
		hypertree_kill_link(h, part->node, hypertree_port_to(h, part->node, part->other));
	else
		hypertree_kill_node(h, part->node);
}

/* The links across at one port of the nodes of a level; each has two ends and is listed at the lower. */
static unsigned add_links_across(const struct hypertree *h, unsigned level, enum hypertree_port port,
				 struct hypertree_part *part)
{
	unsigned count = 0;

	for (unsigned x = 1u << level; x < 2u << level && x <= h->nodes; x++) {
		unsigned other = hypertree_neighbour(h, x, port), lower = other < x ? other : x;

		/* A ring's port CROSS_1 lists the link between the last and the first number; its CROSS_0 none. */
		if (other && (h->kind == FULL_RING && level > 1 ? port == PORT_CROSS_1 : lower == x))
			part[count++] = (struct hypertree_part){ lower, lower == x ? other : x };
	}
	return count;
}

unsigned hypertree_parts(const struct hypertree *h, struct hypertree_part part[MOST_HYPERTREE_PARTS])
{
	unsigned count = 0;

	assert(h->nodes <= MOST_HYPERTREE_NODES);
	for (unsigned x = 1; x <= h->nodes; x++)
		part[count++] = (struct hypertree_part){ x, 0 };
	for (unsigned x = 2; x <= h->nodes; x++)
		part[count++] = (struct hypertree_part){ x / 2, x };
	for (unsigned level = 1; level <= h->levels; level++)
		for (enum hypertree_port port = PORT_CROSS_0; port <= PORT_CROSS_1; port++)
			count += add_links_across(h, level, port, &part[count]);
	return count;
}

char *hypertree_part_text(const struct hypertree_part *part)
{
	return part->other ? format_string("link:%u:%u", part->node, part->other) : format_string("node:%u", part->node);
}
