/* model.c: the C model of a hypertree: no packet is lost, doubled or late for no reason, and none waits for ever.
 *
 * The expected throughputs are of another program, which was written to choose the order in which queues are looked at:
 * 20000 frames, two buffers, uniform traffic. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "machines/hypertree/model.h"
#include "random.h"
#include "util/text.h"

enum { FRAMES = 600, DRAIN_FRAMES = 20000, SEED = 7 };

/* Traffic through a model: words of a pair are numbered, from 0. */
struct run {
	struct hypertree *h;
	struct hypertree_model *model;
	struct random random;
	unsigned *sent, *received;	/* [source * (nodes + 1) + destination] */
	unsigned long entered, delivered;
};

static unsigned *of_pair(const struct run *r, unsigned *count, unsigned source, unsigned destination)
{
	return &count[source * (r->h->nodes + 1) + destination];
}

static struct run start(enum hypertree_kind kind, unsigned nodes, unsigned buffers)
{
	struct run r = { .h = hypertree_new(kind, nodes) };
	size_t pairs = (nodes + 1) * (nodes + 1);

	r.model = hypertree_model_new(r.h, buffers, 0);
	r.sent = allocate_array(pairs, sizeof *r.sent);
	r.received = allocate_array(pairs, sizeof *r.received);
	random_start(&r.random, SEED, nodes * HYPERTREE_KINDS + kind);
	return r;
}

static void end(struct run *r)
{
	hypertree_model_free(r->model);
	hypertree_free(r->h);
	free(r->sent);
	free(r->received);
}

/* Nodes that offer nothing offer a packet to any living node but themselves, with that probability. */
static void offer(struct run *r, double load)
{
	for (unsigned x = 1; x <= r->h->nodes; x++) {
		struct model_node *node = &r->model->node[x];
		unsigned to = 1 + (unsigned)random_below(&r->random, r->h->nodes);

		if (node->offer.exists || to == x || r->h->dead_node[x] || r->h->dead_node[to]
		    || random_unit(&r->random) >= load)
			continue;
		node->offer = model_packet_of(r->h, x, to, (*of_pair(r, r->sent, x, to))++);
	}
}

static void receive(struct run *r)
{
	for (unsigned x = 1; x <= r->h->nodes; x++) {
		const struct model_node *node = &r->model->node[x];
		const struct model_packet *packet = &node->wire[PORT_OWN];

		if (!packet->exists)
			continue;
		assert_int_equal(packet->header.destination, x);
		assert_int_equal(packet->word, (*of_pair(r, r->received, packet->header.source, x))++);
		r->delivered++;
	}
}

/* Only members get a reserved lane; who has been passed over without a reservation is a member now. */
static void check_batches(const struct run *r, unsigned x, const bool was_member[MOST_NODE_QUEUES])
{
	const struct model_node *node = &r->model->node[x];

	for (unsigned i = 0; i < node->queue_count; i++) {
		const struct model_queue *q = &node->queue[i];
		struct hypertree_packet header = q->packet[0].header;

		if (q->count == 0) {
			assert_false(q->is_member);
			continue;
		}
		struct hypertree_step step = hypertree_next(r->h, x, &header, r->h->dead_ports[x]);
		const struct model_lane *lane = &node->lane[step.port][header.class];

		assert_true(step.move == MOVE_PORT);
		if (q->leaves)
			assert_true(!q->is_member && (was_member[i] || !lane->is_reserved));
		else
			assert_true(q->is_member ? lane->has_left : lane->is_reserved && !was_member[i]);
	}
}

static void run_frame(struct run *r, double load, double busy)
{
	static bool member[MOST_HYPERTREE_NODES + 1][MOST_NODE_QUEUES];

	offer(r, load);
	for (unsigned x = 1; x <= r->h->nodes; x++) {
		r->model->node[x].is_busy = random_unit(&r->random) < busy;
		r->entered += r->model->node[x].offer.exists;
		for (unsigned i = 0; i < MOST_NODE_QUEUES; i++)
			member[x][i] = r->model->node[x].queue[i].is_member;
	}
	hypertree_model_frame(r->model);
	for (unsigned x = 1; x <= r->h->nodes; x++)
		r->entered -= r->model->node[x].offer.exists;
	receive(r);
	for (unsigned x = 1; x <= r->h->nodes; x++)
		if (!r->h->any_dead)
			check_batches(r, x, member[x]);
	assert_int_equal(r->entered, r->delivered + hypertree_model_packets(r->model));
}

static void drain(struct run *r)
{
	for (unsigned f = 0; f < DRAIN_FRAMES && hypertree_model_packets(r->model); f++)
		run_frame(r, 0, 0);
	run_frame(r, 0, 0);
	assert_int_equal(hypertree_model_packets(r->model), 0);
	assert_int_equal(r->model->dropped, 0);
	assert_int_equal(r->entered, r->delivered);
}

static void every_packet_arrives_once_and_in_order(void **state)
{
	static const unsigned nodes[] = { 2, 3, 5, 6, 7, 12, 15, 22, 31, 45 };
	static const double load[] = { 1, 0.2 }, busy[] = { 0, 0.6 };

	(void)state;
	for (enum hypertree_kind kind = 0; kind < HYPERTREE_KINDS; kind++)
		for (unsigned i = 0; i < sizeof nodes / sizeof *nodes; i++) {
			struct run r = start(kind, nodes[i], i % 3 ? USUAL_BUFFERS : MOST_BUFFERS);

			for (unsigned f = 0; f < FRAMES; f++)
				run_frame(&r, load[i / 2 % 2], busy[i % 2]);
			drain(&r);
			assert_true(r.delivered > FRAMES / 10);
			end(&r);
		}
}

static void every_packet_arrives_around_a_fault(void **state)
{
	struct hypertree_part part[MOST_HYPERTREE_PARTS];

	(void)state;
	for (enum hypertree_kind kind = HYPERTREE_1; kind <= HYPERTREE_2; kind++) {
		struct hypertree *whole = hypertree_new(kind, 15);
		unsigned parts = hypertree_parts(whole, part);

		for (unsigned i = 0; i < parts; i++) {
			struct run r = start(kind, 15, USUAL_BUFFERS);

			hypertree_model_free(r.model);
			hypertree_kill(r.h, &part[i]);
			r.model = hypertree_model_new(r.h, USUAL_BUFFERS, 0);
			for (unsigned f = 0; f < FRAMES / 4; f++)
				run_frame(&r, 1, 0.1);
			drain(&r);
			end(&r);
		}
		hypertree_free(whole);
	}
}

/* One frame to enter, one for each link, and one to be delivered. */
static void a_lone_packet_takes_a_frame_for_each_link(void **state)
{
	(void)state;
	for (enum hypertree_kind kind = 0; kind < HYPERTREE_KINDS; kind++) {
		struct run r = start(kind, 21, USUAL_BUFFERS);

		for (unsigned s = 1; s <= 21; s++)
			for (unsigned t = 1; t <= 21; t++) {
				unsigned frames = 0;

				if (s == t)
					continue;
				hypertree_model_frame(r.model);
				r.model->node[s].offer = model_packet_of(r.h, s, t, 0);
				do {
					hypertree_model_frame(r.model);
					frames++;
				} while (!r.model->node[t].wire[PORT_OWN].exists);
				assert_int_equal(frames, hypertree_route_links(r.h, s, t) + 2);
			}
		end(&r);
	}
}

static void saturated_networks_deliver_what_another_program_says(void **state)
{
	static const struct { enum hypertree_kind kind; unsigned nodes; bool leaves; double accepted; } expected[] = {
		{ HYPERTREE_1, 15, false, 0.4952 }, { HYPERTREE_1, 31, false, 0.3380 },
		{ HYPERTREE_1, 63, false, 0.2147 }, { HYPERTREE_2, 15, false, 0.6294 },
		{ HYPERTREE_2, 31, false, 0.4615 }, { HYPERTREE_2, 63, false, 0.4022 },
		{ HYPERTREE_1, 15, true, 0.6042 }, { HYPERTREE_1, 31, true, 0.5385 },
		{ HYPERTREE_1, 63, true, 0.3402 }, { HYPERTREE_2, 63, true, 0.5188 },
	};

	(void)state;
	for (unsigned i = 0; i < sizeof expected / sizeof *expected; i++) {
		struct hypertree *h = hypertree_new(expected[i].kind, expected[i].nodes);
		unsigned first = expected[i].leaves ? h->nodes / 2 + 1 : 1;
		struct hypertree_throughput t = hypertree_saturate(h, USUAL_BUFFERS, 0, first, 4000);
		double accepted = expected[i].accepted;

		if (t.accepted < 0.98 * accepted || t.accepted > 1.02 * accepted)
			fail_msg("kind %u, %u nodes: %.4f, expected %.4f", expected[i].kind, h->nodes, t.accepted,
				 accepted);
		/* The worst served node has at least a third of the mean, and no packet waits for ever. */
		assert_true(t.least > accepted / 3);
		assert_true(t.least < accepted && t.most > accepted);
		assert_true(t.latency > 1 / accepted && t.longest > t.latency && t.longest < 1000);
		hypertree_free(h);
	}
}

/* Each node always sends to one other node. At least `least` packets of each arrive in the second half of the frames. */
static void send_to_fixed(struct run *r, const unsigned to[16], unsigned frames, unsigned least)
{
	unsigned before[16] = {0};

	for (unsigned f = 0; f < 2 * frames; f++) {
		for (unsigned x = 1; x <= 15; x++)
			if (x != to[x] && !r->model->node[x].offer.exists)
				r->model->node[x].offer = model_packet_of(r->h, x, to[x],
									  (*of_pair(r, r->sent, x, to[x]))++);
		hypertree_model_frame(r->model);
		receive(r);
		for (unsigned x = 1; x <= 15 && f == frames; x++)
			before[x] = *of_pair(r, r->received, x, to[x]);
	}
	for (unsigned x = 1; x <= 15; x++)
		if (x != to[x] && *of_pair(r, r->received, x, to[x]) - before[x] < least)
			fail_msg("kind %u: %u packets from node %u to node %u", r->h->kind,
				 *of_pair(r, r->received, x, to[x]) - before[x], x, to[x]);
}

/* Where each node sends to one other node, at random: shares differ, but each gets one. */
static void nobody_starves(void **state)
{
	enum { PATTERNS = 20, CROWDS = 15, MEASURED = 1000, LEAST = 5 };

	(void)state;
	for (enum hypertree_kind kind = 0; kind < HYPERTREE_KINDS; kind++)
		for (unsigned i = 0; i < PATTERNS + CROWDS; i++) {
			struct run r = start(kind, 15, USUAL_BUFFERS);
			unsigned to[16];

			random_start(&r.random, SEED, i);
			for (unsigned x = 1; x <= 15; x++)
				to[x] = i < CROWDS ? i + 1 : 1 + (unsigned)random_below(&r.random, 15);
			send_to_fixed(&r, to, MEASURED, LEAST);
			end(&r);
		}
}

static void more_buffers_deliver_more(void **state)
{
	double last = 0;

	(void)state;
	for (unsigned buffers = 1; buffers <= MOST_BUFFERS; buffers *= 2) {
		struct hypertree *h = hypertree_new(HYPERTREE_2, 31);
		double accepted = hypertree_saturate(h, buffers, 0, 1, 500).accepted;

		assert_true(accepted > 1.01 * last);
		last = accepted;
		hypertree_free(h);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_packet_arrives_once_and_in_order),
		cmocka_unit_test(every_packet_arrives_around_a_fault),
		cmocka_unit_test(a_lone_packet_takes_a_frame_for_each_link),
		cmocka_unit_test(saturated_networks_deliver_what_another_program_says),
		cmocka_unit_test(nobody_starves),
		cmocka_unit_test(more_buffers_deliver_more),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
