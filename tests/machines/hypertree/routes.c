/* routes.c: links, the rule, dependencies and faults of hypertrees, against counts of other programs and against what
 * must hold of all networks.
 *
 *   routes [thorough]
 *
 * `thorough` also tries what takes longer: larger networks with faults, and unfinished ones. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "counts.h"
#include "machines/hypertree/measures.h"

static struct hypertree *full(enum hypertree_kind kind, unsigned levels)
{
	return hypertree_new(kind, (2u << levels) - 1);
}

/* ---- links ------------------------------------------------------------------------------------------------- */

static void link_bits_are_those_of_the_paper(void **state)
{
	FILE *file = open_counts("links.txt");
	unsigned lines = 0;
	char line[256];

	(void)state;
	for (; next_line(file, line); lines++) {
		unsigned m, bit[3] = {0}, found[MOST_CROSS_PORTS];

		assert_true(sscanf(line, "%u : %u | %u %u", &m, &bit[0], &bit[1], &bit[2]) >= 3);
		hypertree_link_bits(HYPERTREE_1, m, found);
		assert_true(found[0] == bit[0] && found[1] == 0);
		hypertree_link_bits(HYPERTREE_2, m, found);
		assert_true(found[0] == bit[1] && found[1] == bit[2]);
	}
	assert_int_equal(lines, 40);
}

/* The far end of the far end is the node itself. A larger network has all links of a smaller one at the same ports. */
static void links_have_two_ends(void **state)
{
	(void)state;
	for (enum hypertree_kind kind = 0; kind < HYPERTREE_KINDS; kind++)
		for (unsigned nodes = 2; nodes < MOST_HYPERTREE_NODES; nodes++) {
			struct hypertree *h = hypertree_new(kind, nodes), *more = hypertree_new(kind, nodes + 1);

			for (unsigned x = 1; x <= nodes; x++)
				for (enum hypertree_port port = PORT_UP; port < PORT_OWN; port++) {
					unsigned y = hypertree_neighbour(h, x, port);
					enum hypertree_port far = hypertree_far_port(h, x, port);

					assert_int_equal(hypertree_is_dead(h, x, port), y == 0);
					if (y == 0)
						continue;
					assert_true(y <= nodes && y != x);
					assert_int_equal(hypertree_neighbour(h, y, far), x);
					assert_int_equal(hypertree_far_port(h, y, far), port);
					assert_int_equal(hypertree_neighbour(more, x, port), y);
				}
			hypertree_free(h);
			hypertree_free(more);
		}
}

static void parts_are_distinct_and_all(void **state)
{
	static const unsigned across[HYPERTREE_KINDS] = { 15, 29, 29, 15, 0 };

	(void)state;
	for (enum hypertree_kind kind = 0; kind < HYPERTREE_KINDS; kind++) {
		struct hypertree_part part[MOST_HYPERTREE_PARTS];
		struct hypertree *h = full(kind, 4);
		unsigned count = hypertree_parts(h, part);

		assert_int_equal(count, 31 + 30 + across[kind]);
		for (unsigned i = 31; i < count; i++) {
			assert_true(part[i].node < part[i].other);
			assert_true(hypertree_port_to(h, part[i].node, part[i].other) != PORT_OWN);
			for (unsigned j = 31; j < i; j++)
				assert_true(part[i].node != part[j].node || part[i].other != part[j].other);
		}
		hypertree_free(h);
	}
}

/* ---- the rule ---------------------------------------------------------------------------------------------- */

/* The links that one packet takes in that mode; asks the rule at each node. */
static unsigned walk(const struct hypertree *h, unsigned source, unsigned target, bool symmetric)
{
	struct hypertree_packet packet = { .source = source, .destination = target, .symmetric = symmetric };
	unsigned links = 0, node = source;

	for (;; links++) {
		struct hypertree_step step = hypertree_next(h, node, &packet, h->dead_ports[node]);

		assert_true(step.move == MOVE_PORT && links < MOST_HOPS);
		if (step.port == PORT_OWN)
			break;
		node = hypertree_neighbour(h, node, step.port);
		assert_true(node != 0);
	}
	assert_int_equal(node, target);
	return links;
}

static unsigned long long sum_of_walks(const struct hypertree *h, bool symmetric)
{
	unsigned long long sum = 0;

	for (unsigned s = 1; s <= h->nodes; s++)
		for (unsigned t = 1; t <= h->nodes; t++)
			sum += walk(h, s, t, symmetric && hypertree_level(s) < hypertree_level(t));
	return sum;
}

/* Hop by hop up to n = 8; larger networks by flows. */
static void sums_are_those_of_other_walks(void **state)
{
	FILE *file = open_counts("sums.txt");
	unsigned lines = 0;
	char line[256];

	(void)state;
	for (; next_line(file, line); lines++) {
		unsigned kind, n;
		unsigned long long sum;
		struct hypertree_traffic traffic;
		char mode[16];

		assert_int_equal(sscanf(line, "%u %15s %u %llu", &kind, mode, &n, &sum), 4);
		bool symmetric = strcmp(mode, "symmetric") == 0;
		struct hypertree *h = full(kind == 1 ? HYPERTREE_1 : HYPERTREE_2, n);

		(symmetric ? hypertree_traffic : hypertree_plain_traffic)(h, 1, &traffic);
		assert_int_equal(traffic.sum, sum);
		if (n <= 8)
			assert_int_equal(sum_of_walks(h, symmetric), sum);
		hypertree_free(h);
	}
	assert_int_equal(lines, 35);
}

/* Shortest distances from a node, by breadth-first search. */
static void search(const struct hypertree *h, unsigned source, int distance[MOST_HYPERTREE_NODES + 1])
{
	unsigned queue[MOST_HYPERTREE_NODES], count = 0;

	memset(distance, -1, (MOST_HYPERTREE_NODES + 1) * sizeof *distance);
	distance[source] = 0;
	queue[count++] = source;
	for (unsigned i = 0; i < count; i++)
		for (enum hypertree_port port = PORT_UP; port < PORT_OWN; port++) {
			unsigned y = hypertree_neighbour(h, queue[i], port);

			if (y == 0 || distance[y] >= 0)
				continue;
			distance[y] = distance[queue[i]] + 1;
			queue[count++] = y;
		}
}

/* The rules of ring trees find shortest ways in full trees. Where the last level lacks nodes, a way may be longer. */
static void rings_go_short_ways(void **state)
{
	(void)state;
	for (enum hypertree_kind kind = FULL_RING; kind <= HALF_RING; kind++)
		for (unsigned nodes = 2; nodes <= MOST_HYPERTREE_NODES; nodes++) {
			struct hypertree *h = hypertree_new(kind, nodes);

			for (unsigned s = 1; s <= h->nodes; s++) {
				int distance[MOST_HYPERTREE_NODES + 1];

				search(h, s, distance);
				for (unsigned t = 1; t <= h->nodes; t++) {
					int links = hypertree_route_links(h, s, t);

					assert_true(links >= distance[t] && links <= distance[t] + 4);
					if (!hypertree_is_unfinished(h))
						assert_int_equal(links, distance[t]);
				}
			}
			hypertree_free(h);
		}
}

/* ---- dependencies ------------------------------------------------------------------------------------------ */

/* Whether each queue of the cycle is behind a port of the node of the one before. */
static void check_cycle(const struct hypertree *h, const struct hypertree_dependencies *d)
{
	for (unsigned i = 0; i < d->cycle_length; i++) {
		const struct hypertree_queue *from = &d->cycle[i], *to = &d->cycle[(i + 1) % d->cycle_length];
		enum hypertree_port port = hypertree_port_to(h, from->node, to->node);

		assert_true(port != PORT_OWN && !hypertree_is_dead(h, from->node, port));
		assert_int_equal(hypertree_far_port(h, from->node, port), to->port);
	}
}

/* True if there is no cycle; checks the one found, and that no packet is dropped. */
static bool is_acyclic(const struct hypertree *h, bool one_class)
{
	struct hypertree_dependencies d;
	bool good = hypertree_depend(h, one_class ? TRIAL_ONE_CLASS : TRIAL_AS_IS, &d);

	assert_int_equal(good, d.cycle_length == 0);
	assert_int_equal(d.lost, 0);
	check_cycle(h, &d);
	hypertree_dependencies_free(&d);
	return good;
}

/* In networks of all sizes every packet arrives, and queues never wait in a circle. With one class fewer they do from
 * that many nodes on, but not in a binary tree. */
static void no_network_locks_up(void **state)
{
	static const unsigned cyclic_from[HYPERTREE_KINDS] = { 7, 12, 7, 10, 1000 };

	(void)state;
	for (enum hypertree_kind kind = 0; kind < HYPERTREE_KINDS; kind++)
		for (unsigned nodes = 2; nodes <= MOST_HYPERTREE_NODES; nodes++) {
			struct hypertree *h = hypertree_new(kind, nodes);

			assert_true(is_acyclic(h, false));
			assert_int_equal(is_acyclic(h, true), nodes < cyclic_from[kind]);
			hypertree_free(h);
		}
}

/* ---- faults ------------------------------------------------------------------------------------------------ */

static unsigned longest_way(const struct hypertree *h)
{
	unsigned longest = 0;

	for (unsigned s = 1; s <= h->nodes; s++)
		for (unsigned t = 1; t <= h->nodes; t++) {
			if (h->dead_node[s] || h->dead_node[t])
				continue;
			int links = hypertree_route_links(h, s, t);

			assert_true(links >= 0);
			longest = (unsigned)links > longest ? (unsigned)links : longest;
		}
	return longest;
}

/* What is found from the ways that faults leave as they are, is what is found from all ways. */
static void check_rest(const struct hypertree *h, const struct hypertree_ways *ways)
{
	struct hypertree_dependencies all, rest;

	assert_int_equal(hypertree_depend(h, TRIAL_AS_IS, &all), hypertree_depend_on_rest(h, ways, &rest));
	assert_int_equal(all.edges, rest.edges);
	assert_int_equal(all.lost, rest.lost);
	hypertree_dependencies_free(&all);
	hypertree_dependencies_free(&rest);
}

/* Any single node or link can die: every other packet arrives, and no queues wait in a circle, for which two classes are
 * necessary. The numbers of faults that make one class cyclic, and of pairs below, are those of another program; packets
 * to dead nodes count. */
static void try_single_faults(enum hypertree_kind kind, unsigned n)
{
	static const unsigned longest[][7] = { { 0, 0, 7, 8, 10, 12, 15 }, { 0, 0, 4, 10, 11, 12, 14 } };
	static const unsigned cyclic[][6] = { { 0, 0, 8, 20, 44, 124 }, { 0, 0, 8, 20, 44, 92 } };
	struct hypertree_part part[MOST_HYPERTREE_PARTS];
	struct hypertree *h = full(kind, n);
	struct hypertree_ways *ways = hypertree_ways_new(h);
	unsigned count = hypertree_parts(h, part), found = 0, with_one = 0;

	for (unsigned i = 0; i < count; i++) {
		hypertree_kill(h, &part[i]);
		unsigned way = longest_way(h);
		check_rest(h, ways);

		found = way > found ? way : found;
		assert_true(is_acyclic(h, false));
		with_one += n <= 5 && !is_acyclic(h, true);
		hypertree_revive(h);
	}
	assert_int_equal(found, longest[kind][n]);
	assert_true(n > 5 || with_one == cyclic[kind][n]);
	hypertree_ways_free(ways);
	hypertree_free(h);
}

static void single_faults_are_survived(void **state)
{
	(void)state;
	for (enum hypertree_kind kind = HYPERTREE_1; kind <= HYPERTREE_2; kind++)
		for (unsigned n = 2; n <= 5; n++)
			try_single_faults(kind, n);
}

static void single_faults_of_127_nodes_are_survived(void **state)
{
	(void)state;
	for (enum hypertree_kind kind = HYPERTREE_1; kind <= HYPERTREE_2; kind++)
		try_single_faults(kind, 6);
}

/* With two faults a packet arrives or is dropped: hypertree_route() ends. Some pairs of faults make a circle. */
static unsigned try_pairs_of_faults(enum hypertree_kind kind, unsigned n)
{
	struct hypertree_part part[MOST_HYPERTREE_PARTS];
	struct hypertree *h = full(kind, n);
	struct hypertree_ways *ways = hypertree_ways_new(h);
	unsigned count = hypertree_parts(h, part), cyclic = 0;

	for (unsigned i = 0; i < count; i++)
		for (unsigned j = 0; j < i; j++) {
			struct hypertree_dependencies d;

			hypertree_kill(h, &part[i]);
			hypertree_kill(h, &part[j]);
			cyclic += !hypertree_depend(h, TRIAL_AS_IS, &d);
			check_rest(h, ways);
			check_cycle(h, &d);
			hypertree_dependencies_free(&d);
			hypertree_revive(h);
		}
	hypertree_ways_free(ways);
	hypertree_free(h);
	return cyclic;
}

static void pairs_of_faults_end(void **state)
{
	(void)state;
	assert_int_equal(try_pairs_of_faults(HYPERTREE_1, 3), 21);
	assert_int_equal(try_pairs_of_faults(HYPERTREE_2, 3), 35);
}

static void pairs_of_faults_of_31_nodes_end(void **state)
{
	(void)state;
	try_pairs_of_faults(HYPERTREE_1, 4);
	try_pairs_of_faults(HYPERTREE_2, 4);
}

/* Follows all packets; counts those that leave a node by the port over which they came, and all of these may. */
static unsigned count_turns(const struct hypertree *h)
{
	unsigned turns = 0;

	for (unsigned source = 1; source <= h->nodes; source++)
		for (unsigned target = 1; target <= h->nodes; target++) {
			struct hypertree_hop hop[MOST_HOPS];
			unsigned hops = hypertree_route(h, source, target, hop);
			enum hypertree_port came = PORT_OWN;

			for (unsigned i = 0; i < hops; i++) {
				enum hypertree_port port = hop[i].step.port;

				if (hop[i].step.move != MOVE_PORT || port == PORT_OWN)
					continue;
				if (port == came) {
					assert_true(hypertree_turns_back(h, hypertree_level(hop[i].node), port));
					turns++;
				}
				came = hypertree_far_port(h, hop[i].node, port);
			}
		}
	return turns;
}

/* With any number of faults, up to an eighth of all parts. */
static void packets_turn_back_where_they_may(void **state)
{
	(void)state;
	for (enum hypertree_kind kind = HYPERTREE_1; kind <= HYPERTREE_2; kind++) {
		struct hypertree_part part[MOST_HYPERTREE_PARTS];
		struct hypertree *h = full(kind, 5);
		unsigned count = hypertree_parts(h, part), turns = 0;
		uint32_t random = 1;

		h->fault_registers = true;
		assert_int_equal(count_turns(h), 0);
		for (unsigned set = 0; set < 100; set++) {
			for (unsigned i = 0; i < 1 + set % (count / 8); i++) {
				random = random * 1664525 + 1013904223;
				hypertree_kill(h, &part[(random >> 16) % count]);
			}
			turns += count_turns(h);
			hypertree_revive(h);
		}
		assert_true(turns > 0);
		assert_false(hypertree_turns_back(h, 4, PORT_LEFT));
		assert_true(hypertree_turns_back(h, 0, PORT_LEFT));
		hypertree_free(h);
	}
}

/* Without a part that cuts nodes off, all single faults of a network of any size are survived. One network is an
 * exception: a hypertree-2 of 6 nodes, in which the waypoint of node 5 is only reached by way of node 5. */
static void unfinished_networks_survive(void **state)
{
	static struct hypertree_survival found;

	(void)state;
	for (enum hypertree_kind kind = HYPERTREE_1; kind <= HYPERTREE_2; kind++)
		for (unsigned nodes = 3; nodes <= 63; nodes++) {
			struct hypertree *h = hypertree_new(kind, nodes);

			hypertree_try_faults(h, true, &found);
			assert_int_equal(found.cycles, 0);
			if (found.cuts == 0)
				assert_int_equal(found.losses, kind == HYPERTREE_2 && nodes == 6 ? 2 : 0);
			/* A last level whose last half-row of links is whole has no bridge. */
			if (kind == HYPERTREE_1) {
				unsigned n = h->levels, row = 2u << (n - h->link_bit[n][0]);

				assert_int_equal(found.cuts == 0, (nodes + 1) % row == 0);
			}
			hypertree_free(h);
		}
}

int main(int argc, char **argv)
{
	const struct CMUnitTest quick[] = {
		cmocka_unit_test(link_bits_are_those_of_the_paper), cmocka_unit_test(links_have_two_ends),
		cmocka_unit_test(parts_are_distinct_and_all), cmocka_unit_test(sums_are_those_of_other_walks),
		cmocka_unit_test(rings_go_short_ways), cmocka_unit_test(no_network_locks_up),
		cmocka_unit_test(single_faults_are_survived), cmocka_unit_test(pairs_of_faults_end),
		cmocka_unit_test(packets_turn_back_where_they_may),
	};
	const struct CMUnitTest thorough[] = {
		cmocka_unit_test(single_faults_of_127_nodes_are_survived),
		cmocka_unit_test(pairs_of_faults_of_31_nodes_end), cmocka_unit_test(unfinished_networks_survive),
	};

	if (argc > 1 && strcmp(argv[1], "thorough") == 0)
		return cmocka_run_group_tests(thorough, NULL, NULL);
	return cmocka_run_group_tests(quick, NULL, NULL);
}
