/* closed_loop.c: see closed_loop.h. */
#include "closed_loop.h"

#include <stdlib.h>
#include <string.h>

#include "util/text.h"

/* A request, or its reply. */
struct place {
	uint32_t server;
	uint64_t asked;			/* clock in which the request was created */
};

/* A message of a leaf that is under way. */
struct leg {
	uint64_t number;		/* of its first word */
	uint32_t place, left;		/* words that are not delivered */
};

/* A leaf. */
struct party {
	struct random *random;
	uint64_t asked;			/* requests, in all */
	struct leg *leg;		/* from `begin` to before `count`, by number; the first is under way */
	size_t begin, count;
};

struct closed_loop {
	const struct traffic_parameters *p;
	struct destinations *destinations;
	struct agenda *agenda;
	struct place *place;		/* [leaf * window + k] */
	struct party *party;		/* [leaf] */
};

/* The next request of a place is created after the leaf has thought, if there is one. False: there is none. */
static bool ask(struct closed_loop *l, uint32_t leaf, uint32_t place, uint64_t clock, struct due *due)
{
	const struct loop_demand *loop = &l->p->demand.loop;
	struct party *party = &l->party[leaf];

	clock += random_below(party->random, 2 * (uint64_t)loop->think + 1);
	l->place[place] = (struct place){ destinations_draw(l->destinations, party->random, leaf), clock };
	*due = (struct due){ clock, place };
	return loop->batch > 0 ? party->asked++ < loop->batch : clock < l->p->end;
}

struct closed_loop *closed_loop_create(const struct traffic_parameters *p, struct destinations *destinations, struct agenda *agenda,
				       struct random *const *random)
{
	struct closed_loop *l = allocate(sizeof *l);
	unsigned window = p->demand.loop.window;
	struct due due;

	*l = (struct closed_loop){ .p = p, .destinations = destinations, .agenda = agenda };
	l->place = allocate_array((size_t)p->leaves * window, sizeof *l->place);
	l->party = allocate_array(p->leaves, sizeof *l->party);
	for (uint32_t leaf = 0; leaf < p->leaves; leaf++) {
		l->party[leaf].random = random[leaf];
		for (uint32_t k = 0; k < window && !destinations_none(destinations, leaf); k++)
			if (ask(l, leaf, leaf * window + k, 0, &due))
				agenda_push(agenda, leaf, due);
	}
	return l;
}

void closed_loop_free(struct closed_loop *l)
{
	if (!l)
		return;
	for (uint32_t leaf = 0; leaf < l->p->leaves; leaf++)
		free(l->party[leaf].leg);
	free(l->party);
	free(l->place);
	free(l);
}

/* The leaf that asks. */
static uint32_t client_of(const struct closed_loop *l, uint32_t place)
{
	return place / l->p->demand.loop.window;
}

unsigned closed_loop_begin(struct closed_loop *l, uint32_t leaf, uint32_t place, uint64_t number, uint32_t *destination)
{
	const struct loop_demand *loop = &l->p->demand.loop;
	struct party *party = &l->party[leaf];
	bool asks = client_of(l, place) == leaf;
	unsigned words = asks ? loop->request_words : loop->reply_words;

	*destination = asks ? l->place[place].server : client_of(l, place);
	party->leg = room_for_one(party->leg, party->count, sizeof *party->leg);
	party->leg[party->count++] = (struct leg){ number, place, words };
	return words;
}

uint32_t closed_loop_undo(struct closed_loop *l, uint32_t leaf)
{
	struct party *party = &l->party[leaf];

	return party->leg[--party->count].place;
}

/* The message of this word. */
static struct leg *find_leg(const struct party *party, uint64_t number)
{
	size_t low = party->begin, high = party->count;

	while (high - low > 1) {
		size_t middle = low + (high - low) / 2;

		if (party->leg[middle].number <= number)
			low = middle;
		else
			high = middle;
	}
	return &party->leg[low];
}

/* Forgets what has been delivered, and moves the rest to the front when that is cheap. */
static void forget(struct party *party)
{
	while (party->begin < party->count && party->leg[party->begin].left == 0)
		party->begin++;
	if (2 * party->begin < party->count)
		return;
	memmove(party->leg, party->leg + party->begin, (party->count - party->begin) * sizeof *party->leg);
	party->count -= party->begin;
	party->begin = 0;
}

bool closed_loop_delivered(struct closed_loop *l, uint32_t source, uint64_t number, uint64_t clock, struct round_trip *trip)
{
	struct leg *leg = find_leg(&l->party[source], number);
	uint32_t place = leg->place, client = client_of(l, place);
	struct due due = { clock, place };

	if (--leg->left > 0)
		return false;
	forget(&l->party[source]);
	if (source == client && l->p->demand.loop.reply_words > 0) {
		agenda_release(l->agenda, l->place[place].server, due);
		return false;
	}
	*trip = (struct round_trip){ client, l->place[place].asked };
	if (ask(l, client, place, clock, &due))
		agenda_release(l->agenda, client, due);
	return true;
}
