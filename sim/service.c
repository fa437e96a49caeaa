/* service.c: how a network serves its leaves, one by one. */
#include "service.h"

#include <stdlib.h>

#include "testbench.h"
#include "util/text.h"

/* The number of slots that begin before `clock`: words that are on their ports by then can be sent in them. */
static uint64_t slots_before(const struct service *s, uint64_t clock)
{
	return clock <= s->first_clock ? 0 : (clock - 1 - s->first_clock) / s->slot_clocks + 1;
}

void service_start(struct service *s, const struct testbench *tb)
{
	*s = (struct service){ .leaves = tb->leaves, .slot_clocks = tb->slot_clocks, .first_clock = tb->first_clock };
	s->leaf = allocate_array(tb->leaves, sizeof *s->leaf);
	if (!tb->measured_clocks)
		return;
	s->first_slot = slots_before(s, tb->warmup_clocks);
	s->end_slot = slots_before(s, tb->warmup_clocks + tb->measured_clocks);
}

void service_free(struct service *s)
{
	free(s->leaf);
	*s = (struct service){ 0 };
}

/* The leaf had nothing to send in its slots from the one after its last delivery to the one before `slot`. */
static void note_pause(struct service *s, struct leaf_service *leaf, uint64_t slot)
{
	uint64_t from = leaf->next_slot > s->first_slot ? leaf->next_slot : s->first_slot;

	if (from < (slot < s->end_slot ? slot : s->end_slot))
		leaf->paused = true;
}

void service_offered(struct service *s, const struct message *m, uint64_t clock, bool alone)
{
	if (alone)
		note_pause(s, &s->leaf[m->source], slots_before(s, clock));
}

/* Was `a` delivered before `b`, or found to wait? */
static bool is_earlier(const struct word_service *a, const struct word_service *b)
{
	uint64_t at = a->offered + a->waited, other = b->offered + b->waited;
	bool waits = a->receiver == UINT32_MAX, other_waits = b->receiver == UINT32_MAX;

	/* Behind the deliveries of the clock before, and before those of its own. */
	if (at != other || waits != other_waits)
		return at < other || (at == other && waits);
	return a->receiver < b->receiver;
}

static bool is_more(uint64_t value, uint64_t other, const struct word_service *a, const struct word_service *b)
{
	return value > other || (value == other && b->exists && is_earlier(a, b));
}

void service_merge(struct service *s, const struct service *other)
{
	if (other->most_tried.exists
	    && is_more(other->most_tried.tries, s->most_tried.tries, &other->most_tried, &s->most_tried))
		s->most_tried = other->most_tried;
	if (other->longest_wait.exists
	    && (!s->longest_wait.exists
		|| is_more(other->longest_wait.waited, s->longest_wait.waited, &other->longest_wait, &s->longest_wait)))
		s->longest_wait = other->longest_wait;
}

void service_waited(struct service *s, const struct word_service *word)
{
	struct leaf_service *leaf = &s->leaf[word->source];

	if (word->tries > leaf->most_tries)
		leaf->most_tries = word->tries;
	if (word->waited > leaf->longest_wait)
		leaf->longest_wait = word->waited;
	if (word->tries > s->most_tried.tries)
		s->most_tried = *word;
	if (!s->longest_wait.exists || word->waited > s->longest_wait.waited)
		s->longest_wait = *word;
}

void service_delivered(struct service *s, const struct word_service *word, uint64_t clock, bool measured)
{
	struct leaf_service *leaf = &s->leaf[word->source];

	service_waited(s, word);
	leaf->delivered += measured;
	leaf->next_slot = slots_before(s, clock + 1);
}

void service_ended(struct service *s, const struct word_service *oldest)
{
	if (s->ended)
		return;
	s->ended = true;
	s->waiting = *oldest;
}

void service_closed(struct service *s, uint32_t leaf)
{
	note_pause(s, &s->leaf[leaf], UINT64_MAX);
}

struct served service_summary(const struct service *s)
{
	struct served found = { 0 };

	for (uint32_t i = 0; i < s->leaves && s->first_slot < s->end_slot; i++) {
		const struct leaf_service *leaf = &s->leaf[i];

		if (leaf->delivered > found.most || i == 0) {
			found.most = leaf->delivered;
			found.most_leaf = i;
		}
		if (leaf->paused)
			continue;
		if (leaf->delivered < found.least || !found.waiting) {
			found.least = leaf->delivered;
			found.least_leaf = i;
		}
		found.waiting++;
		found.starved += !leaf->delivered;
	}
	return found;
}

void service_answered(struct service *s, uint32_t leaf, uint64_t clock, bool measured)
{
	s->leaf[leaf].answered += measured;
	s->leaf[leaf].last_answer = clock;
}

struct answered service_answers(const struct service *s)
{
	struct answered a = { 0 };

	for (uint32_t i = 0; i < s->leaves; i++) {
		const struct leaf_service *leaf = &s->leaf[i];

		if (!leaf->asks)
			continue;
		if (a.clients == 0 || leaf->answered < a.least) {
			a.least = leaf->answered;
			a.least_leaf = i;
		}
		if (a.clients == 0 || leaf->answered > a.most) {
			a.most = leaf->answered;
			a.most_leaf = i;
		}
		if (a.clients == 0 || leaf->last_answer < a.first) {
			a.first = leaf->last_answer;
			a.first_leaf = i;
		}
		if (a.clients++ == 0 || leaf->last_answer > a.last) {
			a.last = leaf->last_answer;
			a.last_leaf = i;
		}
		a.all += leaf->answered;
	}
	return a;
}

double served_ratio(const struct served *s)
{
	return s->most ? (double)s->least / (double)s->most : 1;
}
