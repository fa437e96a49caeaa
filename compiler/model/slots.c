/* slots.c: a Monte Carlo simulation of frame slots.
 *
 * In:  a network; every lane of every leaf always has a message for a leaf drawn from all others, or all for one leaf.
 * Out: messages delivered per slot, with the standard error, and how often they were tried.
 */
#include "model/slots.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/delivery.h"
#include "network/leaf.h"
#include "network/machine.h"
#include "schedule/schedule.h"
#include "util/budget.h"
#include "util/text.h"

/* TICK_SLOTS as in rtl-templates/leaves/turn_timer.v. */
enum { BATCHES = 32, MOST_TRIES = 4096, TICK_SLOTS = 15, NONE = -1, SLOTS_APART = 10007 };
static const uint32_t no_message = UINT32_MAX;

/* Who has waited long, and whose turn it is. */
struct turns {
	bool *late, *seen, *held;	/* by message; seen: it was there at a tick; held: not sent until its turn */
	bool *behind;			/* by message: comes behind one that went where another's turn is: waits a slot */
	bool *again;			/* by leaf with one lane: such a word has gone since the last tick */
	unsigned *token;		/* by lane: the leaf that has it */
	int *owner;			/* by lane: the message whose turn the next slot is, or NONE */
	unsigned slots;			/* since the last tick */
};

struct slots {
	const struct network *net;
	const struct slot_run *run;
	void *own;			/* of the machine's slots */
	struct slot slot;
	unsigned *destination;
	uint32_t *path, *sent;
	unsigned *tries;
	bool *pending;			/* by message: it was not delivered and is to be sent again */
	uint64_t random;
	int *first;			/* by leaf: destination of the first message of its queue, or NONE */
	unsigned *lane;			/* by leaf: where all send to one leaf, the lane with the leaf's only message */
	struct turns turns;
	unsigned long tried[MOST_TRIES + 1];	/* [k]: messages that arrived with the k-th try; the last: or later */
	unsigned long *served;		/* by leaf: messages of it that arrived */
	/* Of a set that is sent, else NULL: by leaf, the next message; by message, the one after it; no_message: none. */
	const struct message_set *set;
	uint32_t *head, *next;
	uint32_t *first_word, *word;	/* which ones are first[] and pending[] */
	struct slot_fate *fate;		/* by message of the set, or NULL */
	unsigned long played;		/* slots before the present one */
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

static void turns_start(struct turns *t, size_t messages, unsigned lanes)
{
	t->late = allocate_array(messages, sizeof *t->late);
	t->seen = allocate_array(messages, sizeof *t->seen);
	t->held = allocate_array(messages, sizeof *t->held);
	t->behind = allocate_array(messages, sizeof *t->behind);
	t->again = allocate_array(messages, sizeof *t->again);
	t->token = allocate_array(lanes, sizeof *t->token);
	t->owner = allocate_array(lanes, sizeof *t->owner);
	for (unsigned i = 0; i < lanes; i++)
		t->owner[i] = NONE;
}

static struct slots *slots_create(const struct network *net, const struct slot_run *run)
{
	struct slots *s = allocate(sizeof *s);
	unsigned leaves = net->spec->leaves, connections = net->spec->connections;
	size_t messages;

	s->net = net;
	s->run = run;
	s->own = net->spec->machine->model.slots->new(net);
	s->slot.lanes = connections < leaves ? connections : leaves - 1;
	s->slot.messages = messages = (size_t)leaves * s->slot.lanes;
	s->slot.destination = s->destination = allocate_array(messages, sizeof *s->destination);
	s->slot.sent = s->sent = allocate_array(messages, sizeof *s->sent);
	s->tries = allocate_array(messages, sizeof *s->tries);
	s->slot.arrived_at = allocate_array(messages, sizeof *s->slot.arrived_at);
	for (size_t m = 0; m < messages; m++)
		s->slot.arrived_at[m] = SLOT_LOST;
	s->random = (run->seed + 1) * 0x9e3779b97f4a7c15ULL | 1;
	/* Other seeds meet other random bits. */
	s->slot.clock = net->first_clock + (uint64_t)net->slot_clocks * SLOTS_APART * (run->seed - 1);
	if (net->spec->machine->model.slots->path)
		s->slot.path = s->path = allocate_array(messages, sizeof *s->path);
	s->pending = allocate_array(messages, sizeof *s->pending);
	s->first = allocate_array(leaves, sizeof *s->first);
	for (unsigned i = 0; i < leaves; i++)
		s->first[i] = NONE;
	s->lane = allocate_array(leaves, sizeof *s->lane);
	s->served = allocate_array(leaves, sizeof *s->served);
	turns_start(&s->turns, messages, s->slot.lanes);
	return s;
}

static void slots_free(struct slots *s)
{
	s->net->spec->machine->model.slots->free(s->own);
	free(s->destination);
	free(s->sent);
	free(s->tries);
	free(s->path);
	free(s->slot.arrived_at);
	free(s->pending);
	free(s->first);
	free(s->lane);
	free(s->served);
	free(s->head);
	free(s->next);
	free(s->first_word);
	free(s->word);
	free(s->turns.late);
	free(s->turns.seen);
	free(s->turns.held);
	free(s->turns.behind);
	free(s->turns.again);
	free(s->turns.token);
	free(s->turns.owner);
	free(s);
}

/* Any leaf but `leaf`. */
static int draw_destination(struct slots *s, unsigned leaf)
{
	unsigned destination = random_below(s, s->net->spec->leaves - 1);

	return (int)(destination + (destination >= leaf));
}

static bool waits_for(const struct slots *s, unsigned leaf, unsigned destination)
{
	size_t base = (size_t)leaf * s->slot.lanes;

	for (unsigned i = 0; i < s->slot.lanes; i++)
		if (s->pending[base + i] && s->destination[base + i] == destination)
			return true;
	return false;
}

/* The destination of the leaf's next message of the set; NONE: there is none. */
static int next_of_set(struct slots *s, unsigned leaf)
{
	uint32_t m = s->head[leaf];

	if (m == no_message)
		return NONE;
	s->head[leaf] = s->next[m];
	s->first_word[leaf] = m;
	return (int)s->set->demand[m].destination;
}

/* Gives a free lane a message, unless the first of the queue must wait for one on another lane. */
static void fill_lane(struct slots *s, unsigned leaf, size_t m)
{
	int *first = &s->first[leaf];

	if (*first == NONE)
		*first = s->set ? next_of_set(s, leaf) : s->run->to_one ? 0 : draw_destination(s, leaf);
	if (*first == NONE)
		return;
	while (!s->run->queue && !s->run->to_one && waits_for(s, leaf, (unsigned)*first))
		*first = draw_destination(s, leaf);
	if (waits_for(s, leaf, (unsigned)*first))
		return;
	s->destination[m] = (unsigned)*first;
	s->pending[m] = true;
	if (s->set)
		s->word[m] = s->first_word[leaf];
	*first = NONE;
}

/* If all send to one leaf, a leaf has one word at a time, each on the next lane. */
static bool may_send(const struct slots *s, unsigned leaf, unsigned lane)
{
	return !s->run->to_one || (leaf > 0 && s->lane[leaf] == lane);
}

/* Whether it arrived in the slot that was played last. */
static bool arrived(const struct slots *s, size_t m)
{
	return s->slot.arrived_at[m] != SLOT_LOST;
}

static void send(struct slots *s, size_t m)
{
	unsigned leaf = (unsigned)(m / s->slot.lanes), lane = (unsigned)(m % s->slot.lanes);

	s->sent[s->slot.sent_count++] = (uint32_t)m;
	if (s->path)
		s->path[m] = s->net->spec->machine->model.slots->path(s->own, leaf, lane, s->destination[m],
								(uint16_t)random_bits(s));
}

static void offer(struct slots *s)
{
	s->slot.sent_count = 0;
	for (size_t m = 0; m < s->slot.messages; m++) {
		unsigned leaf = (unsigned)(m / s->slot.lanes);

		if (!s->pending[m] && may_send(s, leaf, (unsigned)(m % s->slot.lanes)))
			fill_lane(s, leaf, m);
		s->slot.arrived_at[m] = SLOT_LOST;
		s->tries[m] += s->pending[m];
		if (s->pending[m] && !s->turns.held[m] && !s->turns.behind[m])
			send(s, m);
	}
	s->slot.up[s->net->levels] += s->slot.sent_count;
}

static unsigned take(struct slots *s)
{
	unsigned taken = 0;

	for (size_t m = 0; m < s->slot.messages; m++) {
		size_t leaf = m / s->slot.lanes;

		if (!arrived(s, m))
			continue;
		s->pending[m] = false;
		s->tried[s->tries[m] < MOST_TRIES ? s->tries[m] : MOST_TRIES]++;
		if (s->fate)
			s->fate[s->word[m]] = (struct slot_fate){ s->played, s->tries[m] };
		s->tries[m] = 0;
		s->served[leaf]++;
		s->lane[leaf] = (s->lane[leaf] + 1) % s->slot.lanes;
		taken++;
	}
	return taken;
}

/* Before a slot: the owner's turn has come. Its token goes on to the next late word, a leaf in a clock. */
static void pass_tokens(struct slots *s)
{
	struct turns *t = &s->turns;
	unsigned leaves = s->net->spec->leaves, lanes = s->slot.lanes;
	unsigned reach = s->net->slot_clocks < leaves ? s->net->slot_clocks : leaves;

	for (unsigned lane = 0; lane < lanes; lane++) {
		if (t->owner[lane] != NONE)
			t->late[t->owner[lane]] = false;
		t->owner[lane] = NONE;
		for (unsigned step = 0; step < reach && t->owner[lane] == NONE; step++) {
			size_t m = (size_t)t->token[lane] * lanes + lane;

			if (s->pending[m] && t->late[m])
				t->owner[lane] = (int)m;
			else
				t->token[lane] = (t->token[lane] + 1) % leaves;
		}
	}
}

/* The message that comes after message m, which has arrived. */
static size_t next_message(const struct slots *s, size_t m)
{
	size_t leaf = m / s->slot.lanes;

	return s->run->to_one ? leaf * s->slot.lanes + s->lane[leaf] : m;
}

/* Message m has gone where another's turn comes next. The one behind it waits a slot; with one lane, it waits for its turn
 * if that is the second time between two ticks. */
static void hold_behind(struct slots *s, size_t m)
{
	struct turns *t = &s->turns;
	size_t next = next_message(s, m);

	t->behind[next] = t->late[next] = true;
	if (s->slot.lanes == 1) {
		t->held[next] = t->again[m];
		t->again[m] = true;
	}
}

/* Words for the leaf that the owner of their lane announces are held until their turn. Who was served with the others
 * announces nothing. */
static void hold(struct slots *s, size_t m)
{
	struct turns *t = &s->turns;
	int owner = t->owner[m % s->slot.lanes];

	if (owner == NONE || arrived(s, (size_t)owner) || (size_t)owner == m
	    || s->destination[m] != s->destination[owner])
		return;
	if (arrived(s, m))
		hold_behind(s, m);
	else
		t->held[m] = t->late[m] = true;
}

/* A word is late when it was there at the tick before. */
static void tick(struct slots *s)
{
	struct turns *t = &s->turns;

	t->slots = (t->slots + 1) % TICK_SLOTS;
	for (size_t m = 0; t->slots == 0 && m < s->slot.messages; m++) {
		t->late[m] |= s->pending[m] && t->seen[m];
		t->again[m] = false;
		t->seen[m] = s->pending[m];
	}
}

/* After a slot. */
static void take_turns(struct slots *s)
{
	struct turns *t = &s->turns;

	for (size_t m = 0; m < s->slot.messages; m++) {
		t->behind[m] = false;
		if (arrived(s, m))
			t->held[m] = t->late[m] = t->seen[m] = false;
	}
	for (unsigned lane = 0; lane < s->slot.lanes; lane++)
		if (t->owner[lane] != NONE)
			t->held[t->owner[lane]] = false;
	for (size_t m = 0; m < s->slot.messages; m++)
		if (s->pending[m] || arrived(s, m))
			hold(s, m);
	tick(s);
}

/* One slot; returns the messages delivered. */
static unsigned long one_slot(struct slots *s)
{
	unsigned long delivered;

	for (size_t m = 0; s->run->forget && m < s->slot.messages; m++)
		s->pending[m] = false;
	offer(s);
	if (s->run->turns)
		pass_tokens(s);
	s->net->spec->machine->model.slots->play(s->own, &s->slot);
	s->slot.clock += s->net->slot_clocks;
	delivered = take(s);
	if (s->run->turns)
		take_turns(s);
	return delivered;
}

/* Mean and standard error of the counted slots. Neighbouring slots are dependent: the error comes from the means of
 * BATCHES runs of slots. */
static void count_slots(struct slots *s, struct throughput *result)
{
	unsigned long slots = s->run->slots, batches = slots < BATCHES || s->run->to_one ? 1 : BATCHES;
	unsigned long each = slots / batches;
	double sum = 0, squares = 0;

	for (unsigned batch = 0; batch < batches; batch++) {
		double delivered = 0;

		for (unsigned long i = 0; i < each; i++)
			delivered += (double)one_slot(s);
		delivered /= (double)each * s->net->spec->leaves;
		sum += delivered;
		squares += delivered * delivered;
	}
	result->slots = each * batches;
	result->accepted = sum / (double)batches;
	if (batches > 1)
		result->error = sqrt(fmax(0, squares / BATCHES - result->accepted * result->accepted) / (BATCHES - 1));
	for (unsigned k = 1; k <= s->net->levels; k++) {
		double channels = (double)network_vertices(s->net, k) * (double)result->slots;

		result->up[k] = (double)s->slot.up[k] / channels;
		result->down[k] = (double)s->slot.down[k] / channels;
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
	unsigned first = s->run->to_one;
	unsigned long least = s->served[first], most = least;

	for (unsigned i = first; i < s->net->spec->leaves; i++) {
		least = s->served[i] < least ? s->served[i] : least;
		most = s->served[i] > most ? s->served[i] : most;
	}
	result->least = least;
	result->fairness = most > 0 ? (double)least / (double)most : 1;
}

enum { SETTING = 5 };			/* steps of the budget, for each wire and slot */

void throughput_slots(const struct network *net, const struct slot_run *run, struct throughput *result)
{
	struct slots *s = slots_create(net, run);
	unsigned long warm_up = run->warm_up ? run->warm_up : run->slots / 4;

	*result = (struct throughput){ .offered = s->slot.lanes };
	budget_spend(SETTING * (uint64_t)(run->slots + warm_up) * net->spec->machine->model.slots->work(net));
	for (unsigned long i = 0; i < warm_up; i++)
		one_slot(s);
	memset(s->slot.up, 0, sizeof s->slot.up);
	memset(s->slot.down, 0, sizeof s->slot.down);
	memset(s->tried, 0, sizeof s->tried);
	memset(s->served, 0, net->spec->leaves * sizeof *s->served);
	count_slots(s, result);
	count_tries(s, result);
	count_served(s, result);
	slots_free(s);
}

/* Chains the messages of each leaf; returns how many there are. */
static size_t queue_set(struct slots *s, const struct message_set *set)
{
	size_t count = 0;

	s->set = set;
	s->first_word = allocate_array(s->net->spec->leaves, sizeof *s->first_word);
	s->word = allocate_array(s->slot.messages, sizeof *s->word);
	s->head = allocate_array(s->net->spec->leaves, sizeof *s->head);
	s->next = allocate_array(set->count + 1, sizeof *s->next);
	memset(s->head, 0xff, s->net->spec->leaves * sizeof *s->head);
	for (size_t i = set->count; i-- > 0;) {
		const struct demand *d = &set->demand[i];

		if (d->source == d->destination)
			continue;
		s->next[i] = s->head[d->source];
		s->head[d->source] = (uint32_t)i;
		count++;
	}
	return count;
}

unsigned long slots_of_set(const struct network *net, const struct message_set *set, bool turns, uint64_t clock, struct slot_fate *fate)
{
	struct slot_run run = { .seed = 1, .queue = true, .turns = turns };
	struct slots *s = slots_create(net, &run);
	size_t left = queue_set(s, set);
	unsigned long slots;

	s->fate = fate;
	if (clock > 0)
		s->slot.clock = clock;
	for (; left > 0; s->played++) {
		budget_spend(SETTING * (uint64_t)net->spec->machine->model.slots->work(net));
		left -= one_slot(s);
	}
	slots = s->played;
	slots_free(s);
	return slots;
}

void slots_deliver(const struct network *net, const struct message_set *set, struct delivery *delivery)
{
	unsigned long slots = slots_of_set(net, set, net->spec->turns && net->spec->leaf->turn_wires, 0, NULL);

	*delivery = (struct delivery){ .unit = "slots", .steps = slots, .clocks = slots * net->slot_clocks };
}
