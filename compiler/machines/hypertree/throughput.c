/* throughput.c: what a hypertree delivers when every processor always has a packet to send. */
#include <stdlib.h>

#include "machines/hypertree/model.h"
#include "random.h"
#include "util/budget.h"
#include "util/text.h"

enum { SEED = 1, WORK_OF_LOOK = 40 };

struct saturation {
	struct hypertree_model *model;
	struct hypertree_throughput *result;
	struct random random;
	unsigned first;
	unsigned *node;			/* those that send */
	unsigned long *delivered;	/* [node]: packets from it, in the measured frames */
	unsigned long warm_up;
	unsigned long packets;		/* of all nodes */
	unsigned long long frames;	/* that these have taken */
};

/* Every processor offers a packet; its word is the frame in which it is first offered. */
static void offer(struct saturation *s)
{
	for (unsigned i = 0; i < s->result->nodes; i++) {
		struct model_node *node = &s->model->node[s->node[i]];
		unsigned to = (unsigned)random_below(&s->random, s->result->nodes - 1);

		if (!node->offer.exists)
			node->offer = model_packet_of(s->model->h, s->node[i], s->node[to + (to >= i)],
						      (unsigned)s->model->frame);
	}
}

static void note_wait(struct saturation *s, const struct model_packet *packet)
{
	unsigned long waited = s->model->frame - packet->word;

	if (packet->exists && !packet->is_answer && waited > s->result->longest)
		s->result->longest = waited;
}

static void receive(struct saturation *s)
{
	for (unsigned i = 0; i < s->result->nodes; i++) {
		const struct model_packet *packet = &s->model->node[s->node[i]].delivered;

		if (!packet->exists || s->model->frame <= s->warm_up)
			continue;
		note_wait(s, packet);
		s->delivered[packet->header.source]++;
		s->packets++;
		s->frames += s->model->frame - packet->word;
	}
}

/* What is under way at the end has waited, too. */
static void note_left(struct saturation *s)
{
	for (unsigned x = 1; x <= s->model->h->nodes; x++) {
		const struct model_node *node = &s->model->node[x];

		note_wait(s, &node->offer);
		for (unsigned i = 0; i < s->model->outstanding; i++)
			if (node->adapter.slot[i].state == SLOT_DUE)
				note_wait(s, &node->adapter.slot[i].packet);
		for (unsigned q = 0; q < node->queue_count; q++)
			for (unsigned i = 0; i < node->queue[q].count; i++)
				note_wait(s, &node->queue[q].packet[i]);
	}
}

static void rank(struct saturation *s)
{
	struct hypertree_throughput *r = s->result;

	r->least_node = r->most_node = s->node[0];
	for (unsigned i = 1; i < r->nodes; i++) {
		if (s->delivered[s->node[i]] < s->delivered[r->least_node])
			r->least_node = s->node[i];
		if (s->delivered[s->node[i]] > s->delivered[r->most_node])
			r->most_node = s->node[i];
	}
	r->least = (double)s->delivered[r->least_node] / (double)r->frames;
	r->most = (double)s->delivered[r->most_node] / (double)r->frames;
	r->accepted = (double)s->packets / (double)r->frames / r->nodes;
	r->latency = s->packets ? (double)s->frames / (double)s->packets : 0;
}

static void find_senders(struct saturation *s)
{
	const struct hypertree *h = s->model->h;

	s->node = allocate_array(h->nodes, sizeof *s->node);
	for (unsigned x = s->first; x <= h->nodes; x++)
		if (!h->dead_node[x])
			s->node[s->result->nodes++] = x;
}

struct hypertree_throughput hypertree_saturate(const struct hypertree *h, unsigned buffers, unsigned outstanding,
					       unsigned first, unsigned long frames)
{
	struct hypertree_throughput result = { .frames = frames };
	struct saturation s = { hypertree_model_new(h, buffers, outstanding), &result, .first = first,
				.warm_up = frames / 10 };

	random_start(&s.random, SEED, 0);
	find_senders(&s);
	s.delivered = allocate_array(h->nodes + 1, sizeof *s.delivered);
	while (s.model->frame < s.warm_up + frames) {
		budget_spend((unsigned long)h->nodes * hypertree_queues(h) * WORK_OF_LOOK);
		offer(&s);
		hypertree_model_frame(s.model);
		receive(&s);
	}
	note_left(&s);
	rank(&s);
	hypertree_model_free(s.model);
	free(s.delivered);
	free(s.node);
	return result;
}

/* Frames of a packet through an empty network. */
static unsigned long lone_frames(struct hypertree_model *m, unsigned from, unsigned to)
{
	unsigned long begin = m->frame;

	m->node[from].offer = model_packet_of(m->h, from, to, 1);
	do
		hypertree_model_frame(m);
	while (!m->node[to].delivered.exists);
	unsigned long frames = m->frame - begin;

	/* Its answer, and room that is shown again. */
	for (unsigned long k = 0; k <= frames + 2; k++)
		hypertree_model_frame(m);
	budget_spend((2 * frames + 3) * m->h->nodes * hypertree_queues(m->h) * WORK_OF_LOOK / 4);
	return frames;
}

double hypertree_lone_frames(const struct hypertree *h, unsigned buffers, unsigned outstanding)
{
	struct hypertree_model *m = hypertree_model_new(h, buffers, outstanding);
	unsigned long frames = 0, pairs = 0;

	for (unsigned from = 1; from <= h->nodes; from++)
		for (unsigned to = 1; to <= h->nodes; to++)
			if (from != to && !h->dead_node[from] && !h->dead_node[to]) {
				frames += lone_frames(m, from, to);
				pairs++;
			}
	hypertree_model_free(m);
	return (double)frames / (double)pairs;
}
