/* measures.c: distances and loads of hypertrees and their rivals against counts that other programs have made. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "counts.h"
#include "machines/hypertree/hamming.h"
#include "machines/hypertree/rivals.h"

static const char *const names[] = { "binary", "half", "full", "cube", "1", "2" };

static enum rival find(const char *name)
{
	unsigned r = 0;

	while (strcmp(names[r], name) != 0)
		assert_true(++r < sizeof names / sizeof *names);
	return r;
}

static void distances_are_those_of_other_searches(void **state)
{
	FILE *file = open_counts("distances.txt");
	char line[256], name[16];
	unsigned lines = 0;

	(void)state;
	for (; next_line(file, line); lines++) {
		unsigned n, nodes, longest, longest_all, ports;
		unsigned long long leaves, all;
		struct rival_count count;

		assert_int_equal(sscanf(line, "%15s %u %u %llu %llu %u %u %u", name, &n, &nodes, &leaves, &all,
					&longest, &longest_all, &ports), 8);
		rival_count(find(name), n, &count);
		assert_int_equal(count.nodes, nodes);
		assert_int_equal(count.between_leaves.sum, leaves);
		assert_int_equal(count.between_all.sum, all);
		assert_int_equal(count.between_leaves.longest, longest);
		assert_int_equal(count.between_all.longest, longest_all);
		assert_int_equal(count.between_all.pairs, (unsigned long long)nodes * nodes);
		assert_true(n < 3 || count.ports == ports);
	}
	assert_int_equal(lines, 60);
}

static void loads_are_those_of_other_counts(void **state)
{
	FILE *file = open_counts("loads.txt");
	char line[256], name[16];
	unsigned lines = 0;

	(void)state;
	for (; next_line(file, line); lines++) {
		unsigned n;
		unsigned long long busiest;
		struct rival_count count;

		assert_int_equal(sscanf(line, "%15s %u %llu", name, &n, &busiest), 3);
		rival_count(find(name), n, &count);
		assert_int_equal(count.traffic.busiest, busiest);
	}
	assert_int_equal(lines, 48);
}

static void table_1_is_the_print(void **state)
{
	FILE *file = open_counts("table-1.txt");
	char line[256];
	unsigned lines = 0;

	(void)state;
	for (; next_line(file, line); lines++) {
		unsigned m, print[4];

		assert_int_equal(sscanf(line, "%u %u %u %u %u", &m, &print[0], &print[1], &print[2], &print[3]), 5);
		for (unsigned i = 0; i < 4; i++)
			assert_int_equal(hamming_worst(i / 2 ? HYPERTREE_2 : HYPERTREE_1, m,
						       i % 2 ? HAMMING_WHOLE : HAMMING_ABOVE), print[i]);
	}
	assert_int_equal(lines, HAMMING_LEVELS);
}

/* The paper's way to choose: on each level, links where the distance is greatest; of equal ones of Hypertree II, which
 * form pairs. */
static void links_are_where_the_distance_is_greatest(void **state)
{
	(void)state;
	for (enum hypertree_kind kind = HYPERTREE_1; kind <= HYPERTREE_2; kind++) {
		for (unsigned m = 1; m <= HAMMING_LEVELS; m++) {
			unsigned distance[HAMMING_LEVELS + 1], bit[MOST_CROSS_PORTS], longer = 0, linked = 0, equal = 0;

			hamming_distances(kind, m, HAMMING_BEFORE, distance);
			hypertree_link_bits(kind, m, bit);
			unsigned least = distance[bit[0]];

			linked = 1 + (bit[1] > 0);
			if (bit[1] && distance[bit[1]] < least)
				least = distance[bit[1]];
			for (unsigned b = 1; b <= m; b++) {
				longer += distance[b] > least;
				equal += distance[b] == least;
			}
			assert_true(longer < linked);
			assert_true(kind == HYPERTREE_2 || equal == 1);
		}
	}
}

static unsigned long long greatest(const struct hypertree_traffic *t, unsigned levels)
{
	unsigned long long most = 0;

	for (unsigned m = 1; m <= levels; m++) {
		most = t->up[m] > most ? t->up[m] : most;
		for (unsigned i = 0; i < MOST_CROSS_PORTS; i++)
			most = t->cross[m][i] > most ? t->cross[m][i] : most;
	}
	return most;
}

/* Packet by packet, without regard to symmetry. */
static void follow(const struct hypertree *h, unsigned first, unsigned long long load[][HYPERTREE_PORTS],
		   unsigned long long *sum)
{
	struct hypertree_hop hops[MOST_HOPS];

	for (unsigned s = first; s <= h->nodes; s++) {
		for (unsigned t = first; t <= h->nodes; t++) {
			unsigned steps = hypertree_route(h, s, t, hops);

			*sum += steps - 1;
			for (unsigned i = 0; i + 1 < steps; i++) {
				enum hypertree_port port = hops[i].step.port;
				unsigned x = hops[i].node, y = hypertree_neighbour(h, x, port);

				load[x][port]++;
				load[y][hypertree_far_port(h, x, port)]++;
			}
		}
	}
}

static void check_traffic(const struct hypertree *h, unsigned first)
{
	unsigned long long load[128][HYPERTREE_PORTS] = {0}, sum = 0;
	struct hypertree_traffic t, expected = {0};

	hypertree_traffic(h, first, &t);
	follow(h, first, load, &sum);
	for (unsigned x = 2; x <= h->nodes; x++) {
		unsigned m = hypertree_level(x);

		expected.up[m] = load[x][PORT_UP] > expected.up[m] ? load[x][PORT_UP] : expected.up[m];
		for (unsigned i = 0; i < MOST_CROSS_PORTS; i++)
			if (load[x][PORT_CROSS_0 + i] > expected.cross[m][i])
				expected.cross[m][i] = load[x][PORT_CROSS_0 + i];
	}
	assert_int_equal(t.sum, sum);
	assert_int_equal(t.lost, 0);
	assert_memory_equal(t.up, expected.up, sizeof t.up);
	assert_memory_equal(t.cross, expected.cross, sizeof t.cross);
	assert_int_equal(t.busiest, greatest(&expected, h->levels));
	assert_true(2 * t.busiest_way >= t.busiest && t.busiest_way <= t.busiest);
}

static void traffic_is_what_packets_make(void **state)
{
	static const unsigned sizes[] = { 2, 3, 5, 7, 12, 15, 22, 31, 40, 63 };

	(void)state;
	for (enum hypertree_kind kind = 0; kind < HYPERTREE_KINDS; kind++) {
		for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++) {
			struct hypertree *h = hypertree_new(kind, sizes[i]);

			check_traffic(h, 1);
			check_traffic(h, hypertree_first_leaf(h));
			hypertree_free(h);
		}
	}
}

/* Hypertrees survive any single fault; a binary tree does not. */
static void traffic_with_faults(void **state)
{
	(void)state;
	for (enum hypertree_kind kind = 0; kind <= HYPERTREE_2; kind++) {
		struct hypertree *h = hypertree_new(kind, 15);
		struct hypertree_traffic whole, faulty;
		struct graph g;

		hypertree_plain_traffic(h, 1, &whole);
		hypertree_kill_link(h, 6, PORT_UP);
		hypertree_traffic(h, 1, &faulty);
		assert_int_equal(faulty.lost, 0);
		assert_true(faulty.sum > whole.sum);
		g = hypertree_graph(h);
		assert_int_equal(graph_distances(&g, 1).pairs, 15 * 15);
		graph_free(&g);
		hypertree_kill_node(h, 2);
		g = hypertree_graph(h);
		assert_int_equal(g.node[2].degree, 0);
		graph_free(&g);
		hypertree_free(h);
	}
	struct hypertree *tree = hypertree_new(BINARY_TREE, 7);
	hypertree_kill_link(tree, 2, PORT_UP);
	struct graph g = hypertree_graph(tree);
	assert_int_equal(graph_distances(&g, 1).pairs, 3 * 3 + 4 * 4);
	graph_free(&g);
	hypertree_free(tree);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(distances_are_those_of_other_searches),
		cmocka_unit_test(loads_are_those_of_other_counts),
		cmocka_unit_test(table_1_is_the_print),
		cmocka_unit_test(links_are_where_the_distance_is_greatest),
		cmocka_unit_test(traffic_is_what_packets_make),
		cmocka_unit_test(traffic_with_faults),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
