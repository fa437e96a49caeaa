/* slots.c: a Monte Carlo simulation of frame slots: throughput with messages that are sent until they arrive.
 *
 * In:  a network; every lane of every leaf always has a message for a leaf drawn from all others.
 * Out: messages delivered per slot, with the standard error.
 * A slot is one pass up the tree and one down. A concentrator is its plan, run on whole messages instead of bits: it
 * passes the same messages as the circuit.
 */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "machines/fat-tree/passage.h"
#include "machines/fat-tree/throughput.h"
#include "util/text.h"

enum { BATCHES = 32, MOST_TRIES = 4096 };

/* A vertex of the unshared tree. */
struct vertex {
	const struct subtree *type;
	int child[2];		/* indices of vertices, NOBODY where there is none */
	unsigned first;		/* leftmost leaf below */
	size_t up, down;	/* where its channel's wires start in slots.wire */
};

/* A wire carries the number of a message (leaf x lanes + lane), or NOBODY. */
struct slots {
	const struct network *net;
	struct vertex *vertex;	/* children before parents; the last one is the root */
	size_t vertex_count;
	size_t wire_count;
	int *wire;
	unsigned lanes;		/* of each leaf that are in use */
	unsigned *destination;	/* by message */
	bool *pending;		/* by message: it was not delivered and is to be sent again */
	unsigned *tries;	/* by message: so far */
	unsigned long tried[MOST_TRIES + 1];	/* [k]: messages that arrived with the k-th try; the last: or later */
	unsigned long *served;	/* by leaf: messages of it that arrived */
	struct passage *passage;
	int *input;		/* of a concentrator */
	uint64_t random;
	unsigned long long up_sum[MAXIMUM_LEVELS + 1], down_sum[MAXIMUM_LEVELS + 1];
};

/* xorshift64*: fast, and the same on every machine. */
static uint32_t random_bits(struct slots *s)
{
	s->random ^= s->random >> 12;
	s->random ^= s->random << 25;
	s->random ^= s->random >> 27;
	return (uint32_t)((s->random * 0x2545f4914f6cdd1dULL) >> 32);
}

static unsigned random_below(struct slots *s, unsigned limit)
{
	return (unsigned)(((uint64_t)random_bits(s) * limit) >> 32);
}

static int add_vertex(struct slots *s, const struct subtree *type, unsigned first)
{
	struct vertex v = {.type = type, .child = {NOBODY, NOBODY}, .first = first};

	for (int side = 0; side < 2 && type->child[side]; side++) {
		v.child[side] = add_vertex(s, type->child[side], first);
		first += type->child[side]->leaves;
	}
	v.up = s->wire_count;
	v.down = s->wire_count + type->capacity;
	s->wire_count += 2 * (size_t)type->capacity;
	s->vertex[s->vertex_count] = v;
	return (int)s->vertex_count++;
}

static struct slots *slots_create(const struct network *net, unsigned long seed)
{
	struct slots *s = allocate(sizeof *s);
	const struct spec *spec = net->spec;
	size_t vertices = 0, most = 0, messages;

	for (size_t i = 0; i < net->subtree_count; i++)
		vertices += net->subtree[i]->users;
	for (size_t i = 0; i < net->node_count; i++) {
		const struct node *node = net->node[i];
		size_t inputs = (size_t)node->child_wires[0] + node->child_wires[1] + node->parent_wires;

		most = inputs > most ? inputs : most;
	}
	s->net = net;
	s->lanes = spec->connections < spec->leaves ? spec->connections : spec->leaves - 1;
	s->vertex = allocate_array(vertices, sizeof *s->vertex);
	add_vertex(s, network_root(net), 0);
	s->wire = allocate_array(s->wire_count, sizeof *s->wire);
	messages = (size_t)spec->leaves * s->lanes;
	s->destination = allocate_array(messages, sizeof *s->destination);
	s->pending = allocate_array(messages, sizeof *s->pending);
	s->tries = allocate_array(messages, sizeof *s->tries);
	s->served = allocate_array(spec->leaves, sizeof *s->served);
	s->passage = passage_create(&net->plans);
	s->input = allocate_array(most, sizeof *s->input);
	s->random = (seed + 1) * 0x9e3779b97f4a7c15ULL | 1;
	return s;
}

static void slots_free(struct slots *s)
{
	free(s->vertex);
	free(s->wire);
	free(s->destination);
	free(s->pending);
	free(s->tries);
	free(s->served);
	passage_free(s->passage);
	free(s->input);
	free(s);
}

static bool below(const struct vertex *v, unsigned leaf)
{
	return leaf - v->first < v->type->leaves;
}

/* Passes the r wires of s->input to the s wires of `output`, through the concentrator or, where the root needs none,
 * straight. Returns the number of messages that pass. */
static unsigned concentrate(struct slots *s, const struct plan *plan, bool up, unsigned from, int *output, unsigned to)
{
	unsigned through = 0;

	if (plan)
		passage_run(s->passage, plan, up, s->input, output);
	for (unsigned i = 0; i < to; i++) {
		if (!plan)
			output[i] = i < from ? s->input[i] : NOBODY;
		through += output[i] != NOBODY;
	}
	return through;
}

/* Acts as a selector: copies a channel's messages to s->input from `at` on, those for a leaf below `v` or (inside
 * false) for one outside. */
static unsigned select_messages(struct slots *s, unsigned at, size_t wires, unsigned count,
				const struct vertex *v, bool inside)
{
	for (unsigned i = 0; i < count; i++) {
		int message = s->wire[wires + i];
		bool mine = message != NOBODY && below(v, s->destination[message]) == inside;

		s->input[at + i] = mine ? message : NOBODY;
	}
	return at + count;
}

static void pass_up(struct slots *s, const struct vertex *v)
{
	unsigned at = 0;

	if (!v->type->node->up || v->type->leaves == s->net->spec->leaves)
		return;
	for (int side = 0; side < 2 && v->child[side] != NOBODY; side++) {
		const struct vertex *child = &s->vertex[v->child[side]];

		at = select_messages(s, at, child->up, child->type->capacity, v, false);
	}
	s->up_sum[v->type->level] += concentrate(s, v->type->node->up, true, at, &s->wire[v->up],
						  v->type->capacity);
}

static void pass_down(struct slots *s, const struct vertex *v)
{
	for (int side = 0; side < 2 && v->child[side] != NOBODY; side++) {
		const struct vertex *to = &s->vertex[v->child[side]];
		unsigned at = select_messages(s, 0, v->down, v->type->node->parent_wires, to, true);

		if (v->child[1 - side] != NOBODY) {
			const struct vertex *sibling = &s->vertex[v->child[1 - side]];

			at = select_messages(s, at, sibling->up, sibling->type->capacity, to, true);
		}
		s->down_sum[to->type->level] += concentrate(s, v->type->node->down[side], false, at, &s->wire[to->down],
							    to->type->capacity);
	}
}

/* A destination for a lane: any leaf but its own and the destinations of the leaf's waiting lanes. */
static unsigned draw_destination(struct slots *s, unsigned leaf, unsigned lane)
{
	unsigned base = leaf * s->lanes, destination;
	bool taken;

	do {
		destination = random_below(s, s->net->spec->leaves - 1);
		destination += destination >= leaf;
		taken = false;
		for (unsigned i = 0; i < s->lanes; i++)
			taken |= i != lane && s->pending[base + i] && s->destination[base + i] == destination;
	} while (taken);
	return destination;
}

static void offer(struct slots *s, const struct vertex *leaf)
{
	for (unsigned lane = 0; lane < s->lanes; lane++) {
		unsigned message = leaf->first * s->lanes + lane;

		if (!s->pending[message])
			s->destination[message] = draw_destination(s, leaf->first, lane);
		s->pending[message] = true;
		s->tries[message]++;
		s->wire[leaf->up + lane] = (int)message;
	}
	s->up_sum[leaf->type->level] += s->lanes;
}

static unsigned take(struct slots *s, const struct vertex *leaf)
{
	unsigned taken = 0;

	for (unsigned i = 0; i < leaf->type->capacity; i++) {
		int message = s->wire[leaf->down + i];

		if (message == NOBODY)
			continue;
		s->pending[message] = false;
		s->tried[s->tries[message] < MOST_TRIES ? s->tries[message] : MOST_TRIES]++;
		s->tries[message] = 0;
		s->served[(unsigned)message / s->lanes]++;
		taken++;
	}
	return taken;
}

/* One slot; returns the messages delivered. */
static unsigned long one_slot(struct slots *s, bool keep)
{
	unsigned long delivered = 0;

	for (size_t i = 0; !keep && i < (size_t)s->net->spec->leaves * s->lanes; i++)
		s->pending[i] = false;
	for (size_t i = 0; i < s->wire_count; i++)
		s->wire[i] = NOBODY;
	for (size_t i = 0; i < s->vertex_count; i++) {
		if (s->vertex[i].type->node)
			pass_up(s, &s->vertex[i]);
		else
			offer(s, &s->vertex[i]);
	}
	for (size_t i = s->vertex_count; i-- > 0;) {
		if (s->vertex[i].type->node)
			pass_down(s, &s->vertex[i]);
		else
			delivered += take(s, &s->vertex[i]);
	}
	return delivered;
}

/* Mean and standard error of the counted slots. Neighbouring slots are dependent: the error comes from the means of
 * BATCHES runs of slots. */
static void count_slots(struct slots *s, bool keep, unsigned long slots, struct throughput *result)
{
	unsigned long each = slots / BATCHES ? slots / BATCHES : 1;
	double sum = 0, squares = 0;

	for (unsigned batch = 0; batch < BATCHES; batch++) {
		double delivered = 0;

		for (unsigned long i = 0; i < each; i++)
			delivered += (double)one_slot(s, keep);
		delivered /= (double)each * s->net->spec->leaves;
		sum += delivered;
		squares += delivered * delivered;
	}
	result->accepted = sum / BATCHES;
	result->error = sqrt(fmax(0, squares / BATCHES - result->accepted * result->accepted) / (BATCHES - 1));
	for (unsigned k = 1; k <= s->net->levels; k++) {
		double channels = (double)network_vertices(s->net, k) * (double)each * BATCHES;

		result->up[k] = (double)s->up_sum[k] / channels;
		result->down[k] = (double)s->down_sum[k] / channels;
	}
}

/* The mean, and how many tries suffice for all messages but one in a thousand. */
static void count_tries(const struct slots *s, struct throughput *result)
{
	unsigned long messages = 0, late;
	double sum = 0;

	for (unsigned k = 1; k <= MOST_TRIES; k++) {
		messages += s->tried[k];
		sum += (double)k * (double)s->tried[k];
	}
	late = messages;
	result->tries = messages > 0 ? sum / (double)messages : 0;
	for (result->most_tries = 0; result->most_tries < MOST_TRIES && late * 1000 > messages;)
		late -= s->tried[++result->most_tries];
}

/* The worst-served leaf against the best-served. */
static void count_served(const struct slots *s, struct throughput *result)
{
	unsigned long least = s->served[0], most = least;

	for (unsigned i = 1; i < s->net->spec->leaves; i++) {
		least = s->served[i] < least ? s->served[i] : least;
		most = s->served[i] > most ? s->served[i] : most;
	}
	result->fairness = most > 0 ? (double)least / (double)most : 1;
}

void throughput_slots(const struct network *net, bool keep, unsigned long slots, unsigned long seed,
		      struct throughput *result)
{
	struct slots *s = slots_create(net, seed);

	*result = (struct throughput){.offered = s->lanes};
	for (unsigned long i = 0; i < slots / 4; i++)
		one_slot(s, keep);
	for (unsigned k = 0; k <= net->levels; k++)
		s->up_sum[k] = s->down_sum[k] = 0;
	memset(s->tried, 0, sizeof s->tried);
	memset(s->served, 0, net->spec->leaves * sizeof *s->served);
	count_slots(s, keep, slots, result);
	count_tries(s, result);
	count_served(s, result);
	slots_free(s);
}

unsigned long long throughput_slot_work(const struct network *net)
{
	struct passage *passage = passage_create(&net->plans);
	unsigned long long work = 0;

	for (size_t i = 0; i < net->node_count; i++) {
		const struct node *node = net->node[i];
		const struct plan *plans[] = {node->up, node->down[0], node->down[1]};

		work += (unsigned long long)node->users * (node->child_wires[0] + node->child_wires[1]);
		for (int j = 0; j < 3; j++)
			if (plans[j])
				work += node->users * passage_work(passage, plans[j]);
	}
	passage_free(passage);
	return work;
}
