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

static void add_neighbours(const struct hypertree_model *m, unsigned x)
{
	struct model_node *node = &m->node[x];

	for (enum hypertree_port port = PORT_UP; port < PORT_OWN; port++) {
		node->neighbour[port] = hypertree_neighbour(m->h, x, port);
		for (unsigned class = 0; node->neighbour[port] && class < MOST_CLASSES; class++) {
			struct model_node *next = &m->node[node->neighbour[port]];
			unsigned queue = next->queue_of[hypertree_far_port(m->h, x, port)][class];

			node->behind[port][class] = queue == NO_QUEUE ? NULL : &next->queue[queue];
		}
	}
}

/* ---- sets of nodes ---- */

static void wake(struct hypertree_model *m, unsigned x)
{
	m->awake[(x - 1) / 64] |= (uint64_t)1 << (x - 1) % 64;
}

static void wake_all(struct hypertree_model *m)
{
	for (unsigned x = 1; x <= m->h->nodes; x++)
		wake(m, x);
}

/* Calls `act` of the nodes that are awake before the first call. */
static void for_awake(struct hypertree_model *m, void (*act)(struct hypertree_model *m, unsigned x))
{
	uint64_t awake[NODE_WORDS];

	memcpy(awake, m->awake, sizeof awake);
	for (unsigned w = 0; w < NODE_WORDS; w++)
		for (uint64_t set = awake[w]; set; set &= set - 1)
			act(m, w * 64 + (unsigned)__builtin_ctzll(set) + 1);
}

static void note_delivery(struct hypertree_model *m, unsigned x)
{
	m->delivers[(x - 1) / 64] |= (uint64_t)m->node[x].delivered.exists << (x - 1) % 64;
}

/* ---- a model ---- */

struct hypertree_model *hypertree_model_new(const struct hypertree *h, unsigned buffers, unsigned outstanding)
{
	struct hypertree_model *m = allocate(sizeof *m);

	assert(buffers > 0 && buffers <= MOST_BUFFERS && outstanding <= MOST_OUTSTANDING);
	m->h = h;
	m->buffers = buffers;
	m->outstanding = outstanding;
	m->first_frame = 1;
	m->node = allocate_array(h->nodes + 1, sizeof *m->node);
	for (unsigned x = 1; x <= h->nodes; x++) {
		add_queues(h, x, &m->node[x]);
		if (outstanding)
			m->node[x].adapter.answer = allocate_array(h->nodes, sizeof *m->node[x].adapter.answer);
	}
	for (unsigned x = 1; x <= h->nodes; x++)
		add_neighbours(m, x);
	wake_all(m);
	return m;
}

void hypertree_model_free(struct hypertree_model *m)
{
	for (unsigned x = 1; x <= m->h->nodes; x++)
		free(m->node[x].adapter.answer);
	free(m->node);
	free(m);
}

/* ---- clock 0 ---- */

static void pop(struct model_node *node, struct model_queue *q)
{
	node->packets--;
	q->count--;
	memmove(&q->packet[0], &q->packet[1], q->count * sizeof q->packet[0]);
	q->leaves = q->is_routed = false;
}

static void push(struct hypertree_model *m, unsigned x, struct model_queue *q, const struct model_packet *packet)
{
	assert(q->count < m->buffers);
	q->packet[q->count++] = *packet;
	m->node[x].packets++;
	wake(m, x);
}

/* What was granted leaves its queue. */
static void send(struct hypertree_model *m, unsigned x)
{
	struct model_node *node = &m->node[x];

	for (unsigned set = node->passing; set; set &= set - 1)
		node->wire[__builtin_ctz(set)].exists = false;
	for (unsigned set = node->granted; set; set &= set - 1) {
		node->wire[__builtin_ctz(set)] = node->grant[__builtin_ctz(set)];
		node->grant[__builtin_ctz(set)].exists = false;
	}
	node->passing = node->granted;
	node->granted = 0;
	for (unsigned i = 0; i < node->queue_count; i++)
		if (node->queue[i].leaves)
			pop(node, &node->queue[i]);
}

/* ---- trails ---- */

static void begin_trail(struct hypertree_model *m, unsigned x, struct model_packet *packet)
{
	packet->trail = NO_TRAIL;
	if (m->trails && !packet->is_answer)
		packet->trail = trails_begin(m->trails, x - 1, packet->header.destination - 1);
}

static void hop(struct hypertree_model *m, unsigned x, unsigned to, const struct model_packet *packet)
{
	if (m->trails)
		trails_hop(m->trails, packet->trail, &(struct trail_link){
				   trail_vertex(hypertree_level(x), x), trail_vertex(hypertree_level(to), to), 1 }, 0);
}

static void end_trail(struct hypertree_model *m, const struct model_packet *packet, enum trail_end end)
{
	if (m->trails && packet->exists)
		trails_end(m->trails, packet->trail, end);
}

/* The processor, if it lives, sees the room of the frame before. */
static void enter(struct hypertree_model *m, unsigned x)
{
	struct model_node *node = &m->node[x];
	struct model_queue *own = &node->queue[node->queue_count - 1];
	struct model_packet packet = node->offer;

	if (!own->has_room || m->h->dead_node[x] || m->purges || m->frame < m->first_frame)
		return;
	if (m->outstanding)
		packet = model_adapter_enters(m, x);
	else
		node->offer.exists = false;
	if (packet.exists) {
		begin_trail(m, x, &packet);
		push(m, x, own, &packet);
	}
}

static void arrive(struct hypertree_model *m, unsigned x)
{
	struct model_node *node = &m->node[x];
	unsigned links = node->passing & ~(1u << PORT_OWN) & ~node->broken_ports;

	for (; links; links &= links - 1) {
		unsigned port = (unsigned)__builtin_ctz(links);
		const struct model_packet *packet = &node->wire[port];

		hop(m, x, node->neighbour[port], packet);
		push(m, node->neighbour[port], node->behind[port][packet->header.class], packet);
	}
	node->delivered = node->wire[PORT_OWN];
	if (!m->outstanding)
		note_delivery(m, x);
	end_trail(m, &node->delivered, m->outstanding ? TRAIL_REFUSED : TRAIL_ARRIVED);
	enter(m, x);
}

void hypertree_model_begin(struct hypertree_model *m)
{
	memset(m->delivers, 0, sizeof m->delivers);
	for_awake(m, send);
	for (unsigned x = 1; x <= m->h->nodes; x++)
		if (m->node[x].offer.exists)
			wake(m, x);
	for_awake(m, arrive);
}

/* ---- the scan ---- */

static void see_rooms(struct hypertree_model *m, unsigned x)
{
	for (unsigned i = 0; i < m->node[x].queue_count; i++)
		m->node[x].queue[i].has_room = m->node[x].queue[i].count < m->buffers;
}

/* Whether the queue behind an output has room. */
static bool has_room_behind(const struct hypertree_model *m, unsigned x, enum hypertree_port port, unsigned class)
{
	const struct model_node *node = &m->node[x];

	if (port == PORT_OWN)
		return m->outstanding || !node->is_busy;
	return !(node->broken_ports >> port & 1) && node->behind[port][class]->has_room;
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
	node->granted |= 1u << port;
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
	if (!m->outstanding && m->word_ends)
		m->word_ends(m->context, q->packet[0].word);
}

/* The rule says the same of a packet until it leaves, or its header changes. */
static void route(const struct hypertree_model *m, unsigned x, struct model_queue *q)
{
	q->header = q->packet[0].header;
	q->step = hypertree_next(m->h, x, &q->header, m->h->dead_ports[x]);
	q->is_routed = true;
}

static void look_at(struct hypertree_model *m, unsigned x, struct model_queue *q)
{
	if (q->count == 0)
		return;
	if (!q->is_routed)
		route(m, x, q);
	if (q->step.move == MOVE_PORT) {
		try_output(m, x, q, q->step.port, &q->header);
	} else if (q->step.move == MOVE_STAY) {
		q->packet[0].header = q->header;
		q->is_routed = false;
	} else {
		drop(m, &m->node[x], q);
	}
}

/* The node looks at its links' queues, one later in each frame, and then at the processor's, or at that before them. */
static void look_at_all(struct hypertree_model *m, unsigned x)
{
	struct model_node *node = &m->node[x];
	unsigned queues = node->queue_count, own = queues - 1, first = (unsigned)(m->frame % own);
	bool own_first = m->frame % queues == own;

	if (own_first)
		look_at(m, x, &node->queue[own]);
	for (unsigned i = first; i < own; i++)
		look_at(m, x, &node->queue[i]);
	for (unsigned i = 0; i < first; i++)
		look_at(m, x, &node->queue[i]);
	if (!own_first)
		look_at(m, x, &node->queue[own]);
}

/* Nothing is left of a node that sleeps: a lane is free again before the last packet for it has passed. */
static void scan(struct hypertree_model *m, unsigned x)
{
	struct model_node *node = &m->node[x];

	for (enum hypertree_port port = PORT_UP; port < HYPERTREE_PORTS; port++)
		for (unsigned class = 0; class < MOST_CLASSES; class++)
			node->lane[port][class] = (struct model_lane){ node->lane[port][class].has_left, false };
	if (node->packets > 0)
		look_at_all(m, x);
	if (m->outstanding && node->wire[PORT_OWN].exists) {
		model_adapter_takes(m, x, &node->wire[PORT_OWN]);
		note_delivery(m, x);
		end_trail(m, &node->delivered, TRAIL_ARRIVED);
	}
	if (node->packets == 0 && !node->passing && !(m->outstanding && model_adapter_waits(&node->adapter, m->outstanding)))
		m->awake[(x - 1) / 64] &= ~((uint64_t)1 << (x - 1) % 64);
}

void hypertree_model_scan(struct hypertree_model *m)
{
	for_awake(m, see_rooms);
	for_awake(m, scan);
	m->frame++;
	m->purges = false;
}

void hypertree_model_purge(struct hypertree_model *m)
{
	assert(m->outstanding);
	m->purges = true;
	wake_all(m);
	for (unsigned x = 1; x <= m->h->nodes; x++) {
		struct model_node *node = &m->node[x];

		for (unsigned i = 0; i < node->queue_count; i++) {
			struct model_queue *q = &node->queue[i];

			*q = (struct model_queue){ .port = q->port };
		}
		memset(node->lane, 0, sizeof node->lane);
		memset(node->grant, 0, sizeof node->grant);
		node->granted = 0;
		node->packets = 0;
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
		packets += model_adapter_packets(&node->adapter, m->outstanding);
	}
	return packets;
}
