/* sending.c: the wire on which each traveller leaves its mesh: a colouring, mesh by mesh.
 *
 *   travellers by number of cycles, most first --least used wire that is free in all its cycles--> a wire
 *      none is: exchange two wires along the chain of travellers that are in each other's way
 *      no exchange helps: leave the traveller the cycles in which a wire is free, the others go to a second one
 *
 * Two travellers are in each other's way on a wire if they send in the same cycle.
 */
#include "overlay/wires.h"

#include <stdlib.h>

#include "util/text.h"

enum { NO_WIRE = -1, NOBODY = -1 };

/* The travellers of a mesh. */
struct mesh {
	struct messages *m;
	const struct overlay *o;
	unsigned number;
	unsigned turn;				/* the wire that is looked at first, modulo their number */
	int *at;				/* [wire * cycles + cycle]: the traveller that sends then, or NOBODY */
	unsigned *users;			/* [wire]: travellers */
	bool *in_chain;				/* [traveller] */
	size_t *chain;				/* [travellers]: those of the chain */
	size_t length;
	size_t room;				/* for travellers in the two lists */
};

static int *seat(const struct mesh *s, unsigned wire, unsigned cycle)
{
	return &s->at[wire * s->m->cycles + cycle];
}

static unsigned cycle_of(const struct mesh *s, size_t traveller, unsigned k)
{
	return s->m->message[s->m->traveller[traveller].message[k]].cycle;
}

static bool is_free(const struct mesh *s, unsigned wire, size_t traveller)
{
	for (unsigned k = 0; k < s->m->traveller[traveller].count; k++)
		if (*seat(s, wire, cycle_of(s, traveller, k)) != NOBODY)
			return false;
	return s->users[wire] < positions_on(s->o, wire);
}

static void put(struct mesh *s, size_t traveller, unsigned wire)
{
	for (unsigned k = 0; k < s->m->traveller[traveller].count; k++)
		*seat(s, wire, cycle_of(s, traveller, k)) = (int)traveller;
	s->users[wire]++;
	s->m->traveller[traveller].wire = wire;
}

static void take(struct mesh *s, size_t traveller)
{
	unsigned wire = s->m->traveller[traveller].wire;

	for (unsigned k = 0; k < s->m->traveller[traveller].count; k++)
		*seat(s, wire, cycle_of(s, traveller, k)) = NOBODY;
	s->users[wire]--;
}

/* The wire with the greatest part of its positions free among those that are free for the traveller. */
static int free_wire(const struct mesh *s, size_t traveller)
{
	int best = NO_WIRE;
	unsigned most = 0;

	for (unsigned i = 0; i < s->o->wires; i++) {
		unsigned wire = (i + s->turn) % s->o->wires;
		unsigned left = positions_on(s->o, wire) - s->users[wire];

		if (left > most && is_free(s, wire, traveller)) {
			most = left;
			best = (int)wire;
		}
	}
	return best;
}

static void add_to_chain(struct mesh *s, int traveller)
{
	if (traveller == NOBODY || s->in_chain[traveller])
		return;
	s->in_chain[traveller] = true;
	s->chain[s->length++] = (size_t)traveller;
}

/* All that have to change wires if `seed` does or, without one, those that are in the way of `traveller` on wire `a`. */
static void find_chain(struct mesh *s, size_t traveller, int seed, unsigned a, unsigned b)
{
	s->length = 0;
	add_to_chain(s, seed);
	for (unsigned k = 0; k < s->m->traveller[traveller].count; k++)
		add_to_chain(s, *seat(s, a, cycle_of(s, traveller, k)));
	for (size_t i = 0; i < s->length; i++) {
		unsigned other = s->m->traveller[s->chain[i]].wire == a ? b : a;

		for (unsigned k = 0; k < s->m->traveller[s->chain[i]].count; k++)
			add_to_chain(s, *seat(s, other, cycle_of(s, s->chain[i], k)));
	}
	for (size_t i = 0; i < s->length; i++)
		s->in_chain[s->chain[i]] = false;
}

static void exchange_chain(struct mesh *s, unsigned a, unsigned b)
{
	for (size_t i = 0; i < s->length; i++)
		take(s, s->chain[i]);
	for (size_t i = 0; i < s->length; i++)
		put(s, s->chain[i], s->m->traveller[s->chain[i]].wire == a ? b : a);
}

/* Makes wire `a` free for the traveller by an exchange with `b`, or leaves all as it was. */
static bool try_exchange(struct mesh *s, size_t traveller, int seed, unsigned a, unsigned b)
{
	find_chain(s, traveller, seed, a, b);
	exchange_chain(s, a, b);
	if (is_free(s, a, traveller) && s->users[b] <= positions_on(s->o, b))
		return true;
	exchange_chain(s, a, b);
	return false;
}

/* Likewise, where `a` has too many travellers: one of them begins. */
static bool try_seeds(struct mesh *s, size_t traveller, unsigned a, unsigned b)
{
	for (unsigned cycle = 0; cycle < s->m->cycles; cycle++) {
		int seed = *seat(s, a, cycle);

		if (seed != NOBODY && try_exchange(s, traveller, seed, a, b))
			return true;
	}
	return false;
}

static bool exchange(struct mesh *s, size_t traveller)
{
	for (unsigned a = 0; a < s->o->wires; a++)
		for (unsigned b = 0; b < s->o->wires; b++) {
			if (a == b || (!try_exchange(s, traveller, NOBODY, a, b) && !try_seeds(s, traveller, a, b)))
				continue;
			put(s, traveller, a);
			return true;
		}
	return false;
}

/* The wire with a position left that is free in most cycles of the traveller. */
static int freest_wire(const struct mesh *s, size_t traveller)
{
	int best = NO_WIRE;
	unsigned most = 0;

	for (unsigned wire = 0; wire < s->o->wires; wire++) {
		unsigned count = 0;

		for (unsigned k = 0; k < s->m->traveller[traveller].count; k++)
			count += *seat(s, wire, cycle_of(s, traveller, k)) == NOBODY;
		if (count > most && s->users[wire] < positions_on(s->o, wire)) {
			most = count;
			best = (int)wire;
		}
	}
	return best;
}

/* Room for one more traveller. */
static void make_room(struct mesh *s)
{
	struct messages *m = s->m;

	m->traveller = reallocate(m->traveller, (m->traveller_count + 1) * sizeof *m->traveller);
	if (m->traveller_count < s->room)
		return;
	s->in_chain = reallocate(s->in_chain, 2 * s->room * sizeof *s->in_chain);
	s->chain = reallocate(s->chain, 2 * s->room * sizeof *s->chain);
	for (size_t i = s->room; i < 2 * s->room; i++)
		s->in_chain[i] = false;
	s->room *= 2;
}

/* A second traveller with the same literal takes those messages of the first for which `goes[k]`. */
static size_t part(struct mesh *s, size_t traveller, const bool *goes)
{
	struct messages *m = s->m;
	size_t second = m->traveller_count;
	unsigned kept = 0;

	make_room(s);
	m->traveller_count++;
	struct traveller *t = &m->traveller[traveller], *u = &m->traveller[second];

	*u = (struct traveller){ .literal = t->literal, .mesh = t->mesh, .message = allocate_array(t->count, sizeof *u->message) };
	for (unsigned k = 0; k < t->count; k++) {
		if (goes[k]) {
			m->message[t->message[k]].traveller = (unsigned)second;
			u->message[u->count++] = t->message[k];
		} else {
			t->message[kept++] = t->message[k];
		}
	}
	t->count = kept;
	return second;
}

/* A position sends once in a cycle: a second message of a traveller in one of its cycles goes to another traveller. */
static void part_same_cycles(struct mesh *s, size_t traveller)
{
	unsigned count = s->m->traveller[traveller].count;
	bool goes[OVERLAY_MOST_MESHES] = { false }, any = false;

	for (unsigned k = 0; k < count; k++) {
		for (unsigned before = 0; before < k; before++)
			goes[k] |= cycle_of(s, traveller, before) == cycle_of(s, traveller, k);
		any |= goes[k];
	}
	if (any)
		part(s, traveller, goes);
}

/* What `wire` does not take goes to another traveller. */
static size_t part_for_wire(struct mesh *s, size_t traveller, unsigned wire)
{
	bool goes[OVERLAY_MOST_MESHES];

	for (unsigned k = 0; k < s->m->traveller[traveller].count; k++)
		goes[k] = *seat(s, wire, cycle_of(s, traveller, k)) != NOBODY;
	return part(s, traveller, goes);
}

static bool give_wire(struct mesh *s, size_t traveller)
{
	for (;;) {
		int wire = free_wire(s, traveller);

		if (wire != NO_WIRE) {
			put(s, traveller, (unsigned)wire);
			return true;
		}
		if (exchange(s, traveller))
			return true;
		wire = freest_wire(s, traveller);
		if (wire == NO_WIRE)
			return false;
		size_t second = part_for_wire(s, traveller, (unsigned)wire);

		put(s, traveller, (unsigned)wire);
		traveller = second;
	}
}

/* The travellers of a mesh, those with most cycles first. */
static size_t *order_of(const struct mesh *s, size_t *count)
{
	const struct messages *m = s->m;
	size_t *order = allocate_array(m->traveller_count + 1, sizeof *order);

	*count = 0;
	for (size_t t = 0; t < m->traveller_count; t++) {
		size_t at = *count;

		if (m->traveller[t].mesh != s->number)
			continue;
		for (; at > 0 && m->traveller[order[at - 1]].count < m->traveller[t].count; at--)
			order[at] = order[at - 1];
		order[at] = t;
		++*count;
	}
	return order;
}

static bool colour_mesh(struct mesh *s)
{
	size_t count;
	bool good = true;

	for (unsigned i = 0; i < s->o->wires * s->m->cycles; i++)
		s->at[i] = NOBODY;
	for (unsigned wire = 0; wire < s->o->wires; wire++)
		s->users[wire] = 0;
	/* Those that are parted off come behind, and may be parted again. */
	for (size_t t = 0; t < s->m->traveller_count; t++)
		if (s->m->traveller[t].mesh == s->number)
			part_same_cycles(s, t);
	size_t *order = order_of(s, &count);

	for (size_t i = 0; i < count && good; i++)
		good = give_wire(s, order[i]);
	free(order);
	return good;
}

bool sending_wires(struct messages *m, const struct overlay *o, unsigned turn)
{
	struct mesh s = { .m = m, .o = o, .turn = turn, .room = m->traveller_count + 1 };
	bool good = true;

	s.at = allocate_array((size_t)o->wires * m->cycles, sizeof *s.at);
	s.users = allocate_array(o->wires, sizeof *s.users);
	s.in_chain = allocate_array(s.room, sizeof *s.in_chain);
	s.chain = allocate_array(s.room, sizeof *s.chain);
	for (s.number = 0; s.number < o->meshes && good; s.number++)
		good = colour_mesh(&s);
	free(s.at);
	free(s.users);
	free(s.in_chain);
	free(s.chain);
	return good;
}
