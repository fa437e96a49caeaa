/* model.c: a hypertree in C, frame by frame. */
#include "machines/hypertree/model.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "util/text.h"

/* Of a node, one for each number that a node can have: a RAM that becomes 0 in so many clocks. */
enum { SEQUENCE_BITS = 1 << PATH_BITS };

static void add_queues(const struct hypertree *h, unsigned x, struct model_node *node)
{
	struct node_queue list[MOST_NODE_QUEUES];

	for (enum hypertree_port port = PORT_UP; port < HYPERTREE_PORTS; port++)
		for (unsigned class = 0; class < MOST_CLASSES; class++)
			node->queue_of[port][class] = NO_QUEUE;
	node->queue_count = hypertree_node_queues(h, hypertree_level(x), list);
	for (unsigned i = 0; i < node->queue_count; i++) {
		node->queue[i].port = list[i].port;
		node->queue_of[list[i].port][list[i].class] = i;
	}
}

struct hypertree_model *hypertree_model_new(const struct hypertree *h, unsigned buffers, unsigned lanes)
{
	struct hypertree_model *m = allocate(sizeof *m);

	assert(buffers > 0 && buffers <= MOST_BUFFERS && lanes <= MOST_LANES);
	m->h = h;
	m->buffers = buffers;
	m->lanes = lanes;
	m->first_frame = 1;
	m->node = allocate_array(h->nodes + 1, sizeof *m->node);
	for (unsigned x = 1; x <= h->nodes; x++) {
		add_queues(h, x, &m->node[x]);
		if (lanes)
			m->node[x].adapter.answer = allocate_array(h->nodes, sizeof *m->node[x].adapter.answer);
	}
	return m;
}

void hypertree_model_free(struct hypertree_model *m)
{
	for (unsigned x = 1; x <= m->h->nodes; x++)
		free(m->node[x].adapter.answer);
	free(m->node);
	free(m);
}

static void pop(struct model_queue *q)
{
	q->count--;
	memmove(&q->packet[0], &q->packet[1], q->count * sizeof q->packet[0]);
	q->leaves = false;
}

static void push(const struct hypertree_model *m, struct model_node *node, enum hypertree_port port,
		 const struct model_packet *packet)
{
	struct model_queue *q = &node->queue[node->queue_of[port][packet->header.class]];

	assert(q->count < m->buffers);
	q->packet[q->count++] = *packet;
}

/* What was granted leaves its queue. */
static void send(struct model_node *node)
{
	memcpy(node->wire, node->grant, sizeof node->wire);
	memset(node->grant, 0, sizeof node->grant);
	for (unsigned i = 0; i < node->queue_count; i++)
		if (node->queue[i].leaves)
			pop(&node->queue[i]);
}

/* The processor, if it lives, sees the room of the frame before. */
static void enter(const struct hypertree_model *m, unsigned x)
{
	struct model_node *node = &m->node[x];
	struct model_packet packet = node->offer;

	if (!node->queue[node->queue_count - 1].has_room || m->h->dead_node[x] || m->purges
	    || m->frame < m->first_frame)
		return;
	if (m->lanes)
		packet = model_adapter_enters(m, x);
	else
		node->offer.exists = false;
	if (packet.exists)
		push(m, node, PORT_OWN, &packet);
}

void hypertree_model_begin(struct hypertree_model *m)
{
	for (unsigned x = 1; x <= m->h->nodes; x++)
		send(&m->node[x]);
	for (unsigned x = 1; x <= m->h->nodes; x++) {
		struct model_node *node = &m->node[x];

		for (enum hypertree_port port = PORT_UP; port < PORT_OWN; port++)
			if (node->wire[port].exists && !(node->broken_ports >> port & 1))
				push(m, &m->node[hypertree_neighbour(m->h, x, port)],
				     hypertree_far_port(m->h, x, port), &node->wire[port]);
		node->delivered = node->wire[PORT_OWN];
		enter(m, x);
	}
}

static void see_rooms(struct hypertree_model *m)
{
	for (unsigned x = 1; x <= m->h->nodes; x++)
		for (unsigned i = 0; i < m->node[x].queue_count; i++)
			m->node[x].queue[i].has_room = m->node[x].queue[i].count < m->buffers;
}

/* Whether the queue behind an output has room. */
static bool has_room_behind(const struct hypertree_model *m, unsigned x, enum hypertree_port port, unsigned class)
{
	if (port == PORT_OWN)
		return m->lanes || !m->node[x].is_busy;
	if (m->node[x].broken_ports >> port & 1)
		return false;
	const struct model_node *next = &m->node[hypertree_neighbour(m->h, x, port)];

	return next->queue[next->queue_of[hypertree_far_port(m->h, x, port)][class]].has_room;
}

/* Whether an input port, which is read once in a frame, is read for one of its queues. */
static bool is_read(const struct model_node *node, enum hypertree_port port)
{
	for (unsigned class = 0; class < MOST_CLASSES; class++)
		if (node->queue_of[port][class] != NO_QUEUE && node->queue[node->queue_of[port][class]].leaves)
			return true;
	return false;
}

/* The queue's first packet gets the output, or waits. */
static void try_output(struct hypertree_model *m, unsigned x, struct model_queue *q, enum hypertree_port port,
		       const struct hypertree_packet *header)
{
	struct model_node *node = &m->node[x];
	struct model_lane *lane = &node->lane[port][header->class];

	if (lane->is_reserved && !q->is_member)
		return;
	if (node->grant[port].exists || is_read(node, q->port) || !has_room_behind(m, x, port, header->class)) {
		lane->has_left = q->is_member = true;
		return;
	}
	node->grant[port] = q->packet[0];
	node->grant[port].header = *header;
	q->leaves = true;
	q->is_member = false;
}

/* A drop takes the input port's turn, as a grant does. */
static void drop(struct hypertree_model *m, struct model_node *node, struct model_queue *q)
{
	if (is_read(node, q->port))
		return;
	q->leaves = true;
	node->has_lost = true;
	m->dropped++;
}

static void look_at(struct hypertree_model *m, unsigned x, struct model_queue *q)
{
	if (q->count == 0)
		return;
	struct hypertree_packet header = q->packet[0].header;
	struct hypertree_step step = hypertree_next(m->h, x, &header, m->h->dead_ports[x]);

	if (step.move == MOVE_PORT) {
		try_output(m, x, q, step.port, &header);
	} else if (step.move == MOVE_STAY) {
		q->packet[0].header = header;
	} else {
		drop(m, &m->node[x], q);
	}
}

/* The k-th queue that a node looks at in a frame; the last one is the processor's. */
static unsigned in_turn(unsigned queues, unsigned long frame, unsigned k)
{
	unsigned own = queues - 1;

	if (frame % queues == own)
		return k == 0 ? own : (frame + k - 1) % own;
	return k == own ? own : (frame + k) % own;
}

static void scan(struct hypertree_model *m, unsigned x)
{
	struct model_node *node = &m->node[x];

	for (enum hypertree_port port = PORT_UP; port < HYPERTREE_PORTS; port++)
		for (unsigned class = 0; class < MOST_CLASSES; class++)
			node->lane[port][class] = (struct model_lane){ node->lane[port][class].has_left, false };
	for (unsigned k = 0; k < node->queue_count; k++)
		look_at(m, x, &node->queue[in_turn(node->queue_count, m->frame, k)]);
}

void hypertree_model_scan(struct hypertree_model *m)
{
	see_rooms(m);
	for (unsigned x = 1; x <= m->h->nodes; x++) {
		struct model_node *node = &m->node[x];

		scan(m, x);
		if (m->lanes && node->wire[PORT_OWN].exists)
			model_adapter_takes(m, x, &node->wire[PORT_OWN]);
	}
	m->frame++;
	m->purges = false;
}

void hypertree_model_purge(struct hypertree_model *m)
{
	assert(m->lanes);
	m->purges = true;
	for (unsigned x = 1; x <= m->h->nodes; x++) {
		struct model_node *node = &m->node[x];

		for (unsigned i = 0; i < node->queue_count; i++) {
			struct model_queue *q = &node->queue[i];

			*q = (struct model_queue){ .port = q->port };
		}
		memset(node->lane, 0, sizeof node->lane);
		memset(node->grant, 0, sizeof node->grant);
		model_adapter_purge(&node->adapter);
	}
}

unsigned long hypertree_first_frame(const struct hypertree *h, unsigned payload_bits)
{
	unsigned frame = hypertree_frame(h, payload_bits);

	return h->fault_registers ? 1 + (SEQUENCE_BITS + frame - 1) / frame : 1;
}

void hypertree_model_frame(struct hypertree_model *m)
{
	hypertree_model_begin(m);
	hypertree_model_scan(m);
}

unsigned hypertree_model_packets(const struct hypertree_model *m)
{
	unsigned packets = 0;

	for (unsigned x = 1; x <= m->h->nodes; x++) {
		const struct model_node *node = &m->node[x];

		for (unsigned i = 0; i < node->queue_count; i++)
			packets += node->queue[i].count;
		packets += model_adapter_packets(&node->adapter, m->lanes);
	}
	return packets;
}
