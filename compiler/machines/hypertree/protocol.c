/* protocol.c: the protocol of acknowledged words between one sender and one receiver, by a search through all its states.
 *
 * The adapters' contracts, as monitors sends.v, takes.v and replies.v prove them of the hardware, and a network that may lose
 * what it carries at any time; a purge takes everything along, and reaches the sender. The sender has one word under way, or
 * none, so the network carries one word or one answer of theirs, or none. */
#include <string.h>

#include "machines/hypertree/hypertree.h"
#include "util/text.h"

/* What the network carries. */
enum carried { NOTHING, WORD_0, WORD_1, ACCEPTED, REFUSED, CARRIED };

struct exchange {
	unsigned parity;		/* of the number of words accepted, as the sender counts them */
	unsigned ahead;			/* words taken less words accepted: 0 or 1, as long as the claim holds */
	bool under_way;			/* the sender waits for an answer */
	enum carried carried;
};

enum event { SENT, TAKEN, REFUSED_FOR_ROOM, SEEN_AGAIN, ANSWERED, LOST, PURGED, EVENTS };

static const char *const event_text[EVENTS] = {
	[SENT] = "the word is sent", [TAKEN] = "it is taken", [REFUSED_FOR_ROOM] = "it is refused",
	[SEEN_AGAIN] = "it is seen to have come before", [ANSWERED] = "the answer comes", [LOST] = "the network loses it",
	[PURGED] = "a purge",
};

enum { STATES = 2 * 2 * 2 * CARRIED };

static unsigned number_of(const struct exchange *x)
{
	return ((x->carried * 2 + x->under_way) * 2 + x->ahead) * 2 + x->parity;
}

/* What is wrong if it happens now; NULL: nothing. */
static const char *fault_of(const struct exchange *x, enum event e)
{
	if (e == SENT && x->carried != NOTHING)
		return "two packets of theirs are under way at once";
	if (e == TAKEN && x->ahead)
		return "a word is taken twice";
	if (e == ANSWERED && !x->under_way)
		return "an answer comes for no word";
	if (e == ANSWERED && x->carried == ACCEPTED && !x->ahead)
		return "a word is accepted that has not been taken";
	return NULL;
}

/* Can it happen now? Then `x` is what follows, if nothing is wrong. */
static bool happens(struct exchange *x, enum event e, bool numbered)
{
	bool word = x->carried == WORD_0 || x->carried == WORD_1;
	unsigned expected = x->parity ^ x->ahead;	/* of the number of words taken */
	bool repeated = numbered && word && x->carried != (expected ? WORD_1 : WORD_0);

	switch (e) {
	case SENT:
		if (x->under_way)
			return false;
		x->under_way = true;
		x->carried = x->parity ? WORD_1 : WORD_0;
		return true;
	case TAKEN:
	case REFUSED_FOR_ROOM:
		if (!word || repeated)
			return false;
		x->ahead += e == TAKEN;
		x->carried = e == TAKEN ? ACCEPTED : REFUSED;
		return true;
	case SEEN_AGAIN:
		x->carried = repeated ? ACCEPTED : x->carried;
		return repeated;
	case ANSWERED:
		if (x->carried != ACCEPTED && x->carried != REFUSED)
			return false;
		x->under_way = false;
		if (x->carried == ACCEPTED) {
			x->ahead--;
			x->parity ^= 1;
		}
		x->carried = NOTHING;
		return true;
	case LOST:
	case PURGED:
		if (e == LOST && x->carried == NOTHING)
			return false;
		x->carried = NOTHING;
		x->under_way = x->under_way && e == LOST;
		return true;
	case EVENTS: break;
	}
	return false;
}

bool hypertree_protocol_holds(bool numbered, unsigned *states, char **counterexample)
{
	struct exchange queue[STATES] = { { 0 } };
	unsigned came_from[STATES] = { 0 };
	enum event by[STATES] = { SENT };
	bool seen[STATES] = { [0] = true };
	unsigned tail = 1;

	*counterexample = NULL;
	for (unsigned head = 0; head < tail; head++)
		for (enum event e = SENT; e < EVENTS; e++) {
			struct exchange x = queue[head];
			const char *fault = fault_of(&x, e);

			if (!happens(&x, e, numbered))
				continue;
			if (fault) {
				enum event way[STATES];
				unsigned length = 0;
				struct text t = { 0 };

				for (unsigned k = head; k > 0; k = came_from[k])
					way[length++] = by[k];
				while (length > 0)
					text_print(&t, "%s\n", event_text[way[--length]]);
				text_print(&t, "%s: %s\n", event_text[e], fault);
				*counterexample = t.bytes;
				return false;
			}
			if (seen[number_of(&x)])
				continue;
			seen[number_of(&x)] = true;
			came_from[tail] = head;
			by[tail] = e;
			queue[tail++] = x;
		}
	*states = tail;
	return true;
}
