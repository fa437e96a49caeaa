/* adapter.c: adapters of acknowledged words in the C model: slots at the sender, answers at the receiver (node.h). */
#include <assert.h>
#include <string.h>

#include "machines/hypertree/model.h"

static bool is_for(const struct model_slot *slot, unsigned destination)
{
	return slot->state != SLOT_FREE && slot->packet.header.destination == destination;
}

static bool is_under_way(const struct model_adapter *a, unsigned outstanding, unsigned destination)
{
	for (unsigned i = 0; i < outstanding; i++)
		if (is_for(&a->slot[i], destination))
			return true;
	return false;
}

/* The slot whose word enters next; NULL: there is none. A free one waits for the processor's word. */
static struct model_slot *slot_in_turn(struct model_adapter *a, unsigned outstanding, const struct model_packet *offer)
{
	bool fits = offer->exists && !is_under_way(a, outstanding, offer->header.destination);

	for (unsigned i = 0; i < outstanding; i++) {
		struct model_slot *slot = &a->slot[(a->turn + i) % outstanding];

		if (slot->state == SLOT_DUE || (slot->state == SLOT_FREE && fits))
			return slot;
	}
	return NULL;
}

static struct model_packet oldest_answer(struct model_adapter *a)
{
	struct model_packet answer = a->answer[0];

	a->answers--;
	memmove(&a->answer[0], &a->answer[1], a->answers * sizeof *a->answer);
	return answer;
}

/* Parts may have died since the word was sent before. */
static struct model_packet send_word(const struct hypertree_model *m, unsigned x, struct model_slot *slot)
{
	struct model_node *node = &m->node[x];
	struct model_adapter *a = &node->adapter;

	if (slot->state == SLOT_FREE) {
		slot->packet = node->offer;
		node->offer.exists = false;
	}
	slot->state = SLOT_SENT;
	slot->packet.header = hypertree_packet(m->h, x, slot->packet.header.destination);
	slot->packet.sequence = a->sequence[slot->packet.header.destination];
	a->turn = (unsigned)(slot - a->slot + 1) % m->outstanding;
	return slot->packet;
}

struct model_packet model_adapter_enters(const struct hypertree_model *m, unsigned node)
{
	struct model_adapter *a = &m->node[node].adapter;
	struct model_slot *slot = slot_in_turn(a, m->outstanding, &m->node[node].offer);

	if (!slot && a->answers == 0)
		return (struct model_packet){0};
	a->has_answered = a->answers > 0 && (!slot || !a->has_answered);
	return a->has_answered ? oldest_answer(a) : send_word(m, node, slot);
}

static void take_answer(const struct hypertree_model *m, struct model_adapter *a, const struct model_packet *answer)
{
	unsigned from = answer->header.source, i = 0;

	while (i < m->outstanding && !(a->slot[i].state == SLOT_SENT && is_for(&a->slot[i], from)))
		i++;
	assert(i < m->outstanding);
	a->slot[i].state = answer->accepted ? SLOT_FREE : SLOT_DUE;
	if (answer->accepted && m->word_ends)
		m->word_ends(m->context, a->slot[i].packet.word);
	if (answer->accepted && m->h->fault_registers)
		a->sequence[from] = !a->sequence[from];
}

/* A word that comes a second time has been accepted, but a purge has taken the answer along. */
static void take_word(struct hypertree_model *m, unsigned x, const struct model_packet *packet)
{
	struct model_node *node = &m->node[x];
	struct model_adapter *a = &node->adapter;
	unsigned source = packet->header.source;
	bool again = packet->sequence != a->expected[source], accepted = again || !node->is_busy;

	assert(a->answers < m->h->nodes && packet->header.destination == x);
	a->answer[a->answers] = model_packet_of(m->h, x, source, 0);
	a->answer[a->answers].is_answer = true;
	a->answer[a->answers++].accepted = accepted;
	m->refused += !accepted;
	if (again || !accepted)
		return;
	node->delivered = *packet;
	if (m->h->fault_registers)
		a->expected[source] = !a->expected[source];
}

void model_adapter_takes(struct hypertree_model *m, unsigned node, const struct model_packet *packet)
{
	m->node[node].delivered.exists = false;
	if (packet->is_answer)
		take_answer(m, &m->node[node].adapter, packet);
	else
		take_word(m, node, packet);
}

void model_adapter_purge(struct model_adapter *adapter)
{
	adapter->answers = 0;
	for (unsigned i = 0; i < MOST_OUTSTANDING; i++)
		if (adapter->slot[i].state == SLOT_SENT)
			adapter->slot[i].state = SLOT_DUE;
}

bool model_adapter_waits(const struct model_adapter *adapter, unsigned outstanding)
{
	bool waits = adapter->answers > 0;

	for (unsigned i = 0; i < outstanding; i++)
		waits = waits || adapter->slot[i].state == SLOT_DUE;
	return waits;
}

unsigned model_adapter_packets(const struct model_adapter *adapter, unsigned outstanding)
{
	unsigned packets = adapter->answers;

	for (unsigned i = 0; i < outstanding; i++)
		packets += adapter->slot[i].state != SLOT_FREE;
	return packets;
}
