/* adapters.c: acknowledged words in the C model: each arrives once and in order, whatever dies and lives again on its
 * way, and whatever the readers do; and nobody waits for ever. */
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

enum { SEED = 11, DRAIN_FRAMES = 20000, SILENT_FRAMES = 5 };

/* Traffic through a model: words of a pair are numbered, from 0. */
struct run {
	struct hypertree *h;
	struct hypertree_model *model;
	struct random random;
	unsigned *sent, *received;	/* [source * (nodes + 1) + destination] */
	unsigned long offered, delivered;
	double load, busy;		/* chances in a frame */
};

static unsigned *of_pair(const struct run *r, unsigned *count, unsigned source, unsigned destination)
{
	return &count[source * (r->h->nodes + 1) + destination];
}

static struct run start(enum hypertree_kind kind, unsigned nodes, unsigned outstanding, bool registers)
{
	struct run r = { .h = hypertree_new(kind, nodes), .load = 1 };
	size_t pairs = (nodes + 1) * (nodes + 1);

	r.h->fault_registers = registers;
	r.model = hypertree_model_new(r.h, USUAL_BUFFERS, outstanding);
	r.sent = allocate_array(pairs, sizeof *r.sent);
	r.received = allocate_array(pairs, sizeof *r.received);
	random_start(&r.random, SEED, (nodes * HYPERTREE_KINDS + kind) * MOST_OUTSTANDING + outstanding);
	return r;
}

static void end(struct run *r)
{
	hypertree_model_free(r->model);
	hypertree_free(r->h);
	free(r->sent);
	free(r->received);
}

/* To any node, itself and dead ones too. */
static void offer(struct run *r)
{
	for (unsigned x = 1; x <= r->h->nodes; x++) {
		struct model_node *node = &r->model->node[x];
		unsigned to = 1 + (unsigned)random_below(&r->random, r->h->nodes);

		node->is_busy = random_unit(&r->random) < r->busy;
		if (node->offer.exists || random_unit(&r->random) >= r->load)
			continue;
		node->offer = model_packet_of(r->h, x, to, (*of_pair(r, r->sent, x, to))++);
		r->offered++;
	}
}

static void receive(struct run *r)
{
	for (unsigned x = 1; x <= r->h->nodes; x++) {
		const struct model_node *node = &r->model->node[x];
		const struct model_packet *word = &node->delivered;

		if (!word->exists)
			continue;
		assert_false(word->is_answer || node->is_busy);
		assert_false(r->h->any_dead && word->header.symmetric);
		assert_int_equal(word->header.destination, x);
		assert_int_equal(word->word, (*of_pair(r, r->received, word->header.source, x))++);
		r->delivered++;
	}
}

static void check_slots(const struct run *r, unsigned x)
{
	const struct model_slot *slot = r->model->node[x].adapter.slot;

	for (unsigned i = 0; i < r->model->outstanding; i++)
		for (unsigned j = 0; j < i; j++)
			if (slot[i].state != SLOT_FREE && slot[j].state != SLOT_FREE)
				assert_int_not_equal(slot[i].packet.header.destination,
						     slot[j].packet.header.destination);
}

static void run_frames(struct run *r, unsigned frames)
{
	for (unsigned f = 0; f < frames; f++) {
		offer(r);
		hypertree_model_frame(r->model);
		receive(r);
		for (unsigned x = 1; x <= r->h->nodes; x++)
			check_slots(r, x);
	}
}

static bool is_offering(const struct run *r)
{
	for (unsigned x = 1; x <= r->h->nodes; x++)
		if (r->model->node[x].offer.exists)
			return true;
	return false;
}

/* With readers that read, all arrives. */
static void drain(struct run *r)
{
	unsigned frames = 0;

	r->load = r->busy = 0;
	while (frames++ < DRAIN_FRAMES && (is_offering(r) || hypertree_model_packets(r->model)))
		run_frames(r, 1);
	run_frames(r, 1);
	assert_int_equal(hypertree_model_packets(r->model), 0);
	assert_int_equal(r->offered, r->delivered);
}

static void every_word_arrives_once_and_in_order(void **state)
{
	static const unsigned nodes[] = { 2, 3, 6, 7, 15, 22, 31 };
	static const double load[] = { 1, 0.2 }, busy[] = { 0, 0.6, 0.95 };

	(void)state;
	for (enum hypertree_kind kind = 0; kind < HYPERTREE_KINDS; kind++)
		for (unsigned i = 0; i < sizeof nodes / sizeof *nodes; i++)
			for (unsigned outstanding = 1; outstanding <= MOST_OUTSTANDING; outstanding++) {
				struct run r = start(kind, nodes[i], outstanding, false);

				r.load = load[outstanding % 2];
				r.busy = busy[(i + outstanding) % 3];
				run_frames(&r, 1000);
				assert_true((r.model->refused > 0) == (r.busy > 0));
				drain(&r);
				assert_int_equal(r.model->dropped, 0);
				assert_true(r.delivered > 10);
				end(&r);
			}
}

/* A part breaks: nothing that is sent over its links arrives. NULL: all pass again. */
static void break_part(const struct run *r, const struct hypertree_part *part)
{
	for (unsigned x = 1; x <= r->h->nodes; x++) {
		r->model->node[x].broken_ports = 0;
		for (enum hypertree_port port = PORT_UP; part && port < PORT_OWN; port++) {
			unsigned other = hypertree_neighbour(r->h, x, port), low = x < other ? x : other;
			bool is_end = x == part->node || other == part->node;

			if (other && (part->other ? low == part->node && x + other - low == part->other : is_end))
				r->model->node[x].broken_ports |= 1u << port;
		}
	}
}

/* A part dies, unnoticed at first, and lives again. */
static void strike(struct run *r, const struct hypertree_part *part)
{
	run_frames(r, 20 + (unsigned)random_below(&r->random, 30));
	break_part(r, part);
	run_frames(r, SILENT_FRAMES);
	break_part(r, NULL);
	hypertree_kill(r->h, part);
	hypertree_model_purge(r->model);
	run_frames(r, 60);
	hypertree_revive(r->h);
	hypertree_model_purge(r->model);
	run_frames(r, 40);
}

static void no_single_fault_loses_a_word(void **state)
{
	struct hypertree_part part[MOST_HYPERTREE_PARTS];

	(void)state;
	for (enum hypertree_kind kind = HYPERTREE_1; kind <= HYPERTREE_2; kind++) {
		struct run all = start(kind, 15, 2, true);
		unsigned parts = hypertree_parts(all.h, part);
		unsigned long delivered = 0;

		for (unsigned i = 0; i < parts; i++)
			for (unsigned outstanding = 1; outstanding <= MOST_OUTSTANDING; outstanding += 3) {
				struct run r = start(kind, 15, outstanding, true);

				r.busy = i % 2 ? 0.3 : 0;
				strike(&r, &part[i]);
				delivered += r.delivered;
				drain(&r);
				end(&r);
			}
		assert_true(delivered > 300ul * parts);
		end(&all);
	}
}

/* While any faults last, words are dropped and wait; after them, everything arrives. */
static void no_set_of_faults_loses_a_word(void **state)
{
	enum { ROUNDS = 300, MOST_FAULTS = 4 };
	static const unsigned nodes[] = { 2, 7, 11, 15, 31 };

	(void)state;
	for (enum hypertree_kind kind = HYPERTREE_1; kind <= HYPERTREE_2; kind++)
		for (unsigned i = 0; i < sizeof nodes / sizeof *nodes; i++) {
			struct hypertree_part part[MOST_HYPERTREE_PARTS];
			struct run r = start(kind, nodes[i], 1 + i % MOST_OUTSTANDING, true);
			unsigned parts = hypertree_parts(r.h, part);

			r.busy = 0.1;
			for (unsigned round = 0; round < ROUNDS; round++) {
				run_frames(&r, (unsigned)random_below(&r.random, 40));
				hypertree_revive(r.h);
				for (unsigned k = (unsigned)random_below(&r.random, MOST_FAULTS + 1); k > 0; k--)
					hypertree_kill(r.h, &part[random_below(&r.random, parts)]);
				hypertree_model_purge(r.model);
			}
			assert_true(nodes[i] == 2 || r.model->dropped > 0);
			hypertree_revive(r.h);
			hypertree_model_purge(r.model);
			drain(&r);
			assert_true(r.delivered > ROUNDS);
			end(&r);
		}
}

/* Nodes 1 and 2 do not read what nodes 14 and 15 send them, again and again. All others go on. */
static void a_reader_that_stops_stops_no_other(void **state)
{
	enum { HALF = 1000, LEAST = 30, FIRST = 3, LAST = 13 };

	(void)state;
	for (enum hypertree_kind kind = HYPERTREE_1; kind <= HYPERTREE_2; kind++) {
		struct run r = start(kind, 15, 1, false);
		unsigned from[LAST + 1] = {0};

		for (unsigned f = 0; f < 2 * HALF; f++) {
			for (unsigned x = 1; x <= 15; x++) {
				struct model_node *node = &r.model->node[x];
				unsigned to = x > LAST ? x - LAST
					      : FIRST + (unsigned)random_below(&r.random, LAST - FIRST + 1);

				node->is_busy = x < FIRST;
				if (!node->offer.exists && x >= FIRST)
					node->offer = model_packet_of(r.h, x, to, (*of_pair(&r, r.sent, x, to))++);
			}
			hypertree_model_frame(r.model);
			for (unsigned x = FIRST; x <= LAST && f >= HALF; x++)
				if (r.model->node[x].delivered.exists)
					from[r.model->node[x].delivered.header.source]++;
			receive(&r);
		}
		assert_true(r.model->refused > HALF / 20);
		for (unsigned x = FIRST; x <= LAST; x++)
			assert_true(from[x] > LEAST);
		end(&r);
	}
}

/* All send to one node, which sends to each of them in turn: it is heard, and so is everybody. */
static void a_crowded_node_sends(void **state)
{
	enum { FRAMES = 3000, LEAST = 20, LEAST_OF_TARGET = 500 };

	(void)state;
	for (enum hypertree_kind kind = HYPERTREE_1; kind <= HYPERTREE_2; kind++)
		for (unsigned target = 1; target <= 15; target++) {
			struct run r = start(kind, 15, MOST_OUTSTANDING, false);
			unsigned to_others = 0, next = target;

			for (unsigned f = 0; f < FRAMES; f++) {
				for (unsigned x = 1; x <= 15; x++) {
					if (r.model->node[x].offer.exists)
						continue;
					next = x == target ? next % 15 + 1 : next;
					unsigned to = x == target ? next : target;

					r.model->node[x].offer = model_packet_of(r.h, x, to, (*of_pair(&r, r.sent, x, to))++);
				}
				hypertree_model_frame(r.model);
				receive(&r);
			}
			for (unsigned x = 1; x <= 15; x++) {
				to_others += *of_pair(&r, r.received, target, x);
				assert_true(*of_pair(&r, r.received, x, target) > LEAST);
			}
			assert_true(to_others > LEAST_OF_TARGET);
			end(&r);
		}
}

/* An answer takes as many links as its word, so about half of the words of lossless mode get through if there are enough
 * under way. */
static void answers_cost_about_half(void **state)
{
	(void)state;
	for (enum hypertree_kind kind = HYPERTREE_1; kind <= HYPERTREE_2; kind++)
		for (unsigned n = 3; n <= 5; n++) {
			struct hypertree *h = hypertree_new(kind, (2u << n) - 1);
			double lossless = hypertree_saturate(h, USUAL_BUFFERS, 0, 1, 1000).accepted, last = 0;

			for (unsigned outstanding = 1; outstanding <= MOST_OUTSTANDING; outstanding++) {
				struct hypertree_throughput t = hypertree_saturate(h, USUAL_BUFFERS, outstanding, 1, 1000);

				assert_true(t.accepted > 0.98 * last && t.least > t.accepted / 2);
				last = t.accepted;
			}
			assert_true(last > 0.4 * lossless && last < 0.55 * lossless);
			hypertree_free(h);
		}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_word_arrives_once_and_in_order),
		cmocka_unit_test(no_single_fault_loses_a_word),
		cmocka_unit_test(no_set_of_faults_loses_a_word),
		cmocka_unit_test(a_reader_that_stops_stops_no_other),
		cmocka_unit_test(a_crowded_node_sends),
		cmocka_unit_test(answers_cost_about_half),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
