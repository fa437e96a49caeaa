/* bus_score_masters.c: what masters ask for and get, on the scoreboard of a bus. */
#include "bus_score_parts.h"

#include <assert.h>
#include <inttypes.h>
#include <stddef.h>

/* Accesses of one kind are ordered. */
static unsigned kind_of(const struct bus_score *s, unsigned master, const struct bus_access *a)
{
	return score_is_split(s, master) && a->write;
}

/* An access that a slave has performed is answered. */
static void hear_both(const struct bus_score *s, unsigned master, const struct bus_access *a, uint64_t now)
{
	if (a->reached == 0)
		return;
	score_hear(s, master, a, false, a->raised, a->reached);
	score_hear(s, master, a, true, a->reached, now);
}

void bus_score_offered(struct bus_score *s, unsigned master, const struct bus_access *access)
{
	struct under_way *w = &s->master[master];

	assert(w->count < MOST_UNDER_WAY);
	*score_access(w, w->count) = *access;
	score_access(w, w->count++)->number = w->made++;
	s->all++;
}

void bus_score_taken(struct bus_score *s, unsigned master, uint64_t now)
{
	struct under_way *w = &s->master[master];
	struct bus_access *a = score_access(w, w->count - 1);

	if (w->count > s->b->outstanding && !score_is_split(s, master))
		bus_score_wrong(s, now, "the master at leaf %u has %u accesses under way, and one more is taken",
				score_leaf_of_master(s, master), w->count - 1);
	a->is_taken = true;
	a->taken = now;
}

static bool is_read_of(const struct bus_score *s, const struct performed_read *read, const struct bus_access *a)
{
	return read->number > 0 && read->slave == (unsigned)a->slave && read->offset == score_offset(s, a) && read->select == a->select;
}

/* The read with this answer. NULL: there is none. */
static struct performed_read *read_of_data(struct bus_score *s, const struct bus_access *a, uint32_t data)
{
	uint32_t low = score_unscrambled(data);
	struct performed_read *read = &s->read[low & s->mask];

	return is_read_of(s, read, a) && !read->fails && (uint32_t)read->number == low ? read : NULL;
}

/* The number of the last access of this master that was answered before, with which this one is in order. */
static uint64_t *last_of(struct bus_score *s, unsigned master, const struct bus_access *a)
{
	unsigned kind = kind_of(s, master, a);

	if (s->b->strict)
		return &s->master[master].last[kind];
	return &s->last[2 * ((size_t)master * s->b->slaves + (unsigned)a->slave) + kind];
}

/* A read of the access's place that was answered by an error. It brings no data, so any may be this one that is not out of order; the
 * first of these leaves the others to accesses that are answered later. NULL: there is none. */
static struct performed_read *read_of_error(struct bus_score *s, unsigned master, const struct bus_access *a)
{
	struct performed_read *first = NULL;

	for (uint64_t i = 0; i <= s->mask; i++)
		if (is_read_of(s, &s->read[i], a) && s->read[i].fails && s->read[i].number >= *last_of(s, master, a)
		    && (!first || s->read[i].number < first->number))
			first = &s->read[i];
	return first;
}

/* The number under which a read with this answer was performed; 0 after a message. */
static uint64_t number_of_read(struct bus_score *s, unsigned master, struct bus_access *a, bool error, uint32_t data, uint64_t now)
{
	struct performed_read *read = error ? read_of_error(s, master, a) : read_of_data(s, a, data);

	if (read) {
		uint64_t number = read->number;

		read->number = 0;
		a->reached = read->clock;
		s->reads_open--;
		return number;
	}
	bus_score_wrong(s, now, error ? "the master at leaf %u gets an error for 0x%08x, which the slave at leaf %u has"
			: "the master at leaf %u reads at 0x%08x what the slave at leaf %u has not answered to it",
			score_leaf_of_master(s, master), a->address, score_leaf_of_slave(s, (unsigned)a->slave));
	return 0;
}

/* Accesses of a master to a slave are performed in its order; with strict order, all of them. */
static void check_order(struct bus_score *s, unsigned master, const struct bus_access *a, uint64_t number, bool error, uint64_t now)
{
	struct under_way *w = &s->master[master];
	uint64_t *last = last_of(s, master, a);

	if (a->write || !score_is_split(s, master))
		score_check_posted(s, master, w->posted_count, (unsigned)a->slave, now);
	if (number < *last)
		bus_score_wrong(s, now, "the access of the master at leaf %u to 0x%08x was performed before an earlier one",
				score_leaf_of_master(s, master), a->address);
	/* Which read an error belongs to is a guess. */
	if (a->write || !error)
		*last = number;
}

/* The write is answered, and yet to be performed. */
static void post(struct bus_score *s, unsigned master, const struct bus_access *a, uint64_t now)
{
	struct under_way *w = &s->master[master];

	if (w->posted_count == s->b->outstanding) {
		bus_score_wrong(s, now, "the master at leaf %u has posted %u writes that no slave has performed, and one more",
				score_leaf_of_master(s, master), w->posted_count);
		return;
	}
	w->posted[w->posted_count++] = *a;
	s->all++;
}

/* The number under which a write was performed; 0: it is posted, or a message has been printed. */
static uint64_t number_of_write(struct bus_score *s, unsigned master, const struct bus_access *a, bool error, uint64_t now)
{
	if (error && !a->failed)
		bus_score_wrong(s, now, "the master at leaf %u gets an error for 0x%08x, which the slave at leaf %u has",
				score_leaf_of_master(s, master), a->address, score_leaf_of_slave(s, (unsigned)a->slave));
	else if (!error && a->failed && !s->b->posted)
		bus_score_wrong(s, now, "the master at leaf %u gets no error for 0x%08x, but its slave has answered by one",
				score_leaf_of_master(s, master), a->address);
	else if (a->performed == 0 && s->b->posted)
		post(s, master, a, now);
	else if (a->performed == 0)
		bus_score_wrong(s, now, "the write of the master at leaf %u to 0x%08x is answered, but no slave has performed it",
				score_leaf_of_master(s, master), a->address);
	return a->performed;
}

static void check_mapped(struct bus_score *s, unsigned master, struct bus_access *a, bool error, uint32_t data, uint64_t now)
{
	uint64_t number = a->write ? number_of_write(s, master, a, error, now) : number_of_read(s, master, a, error, data, now);

	if (number > 0)
		check_order(s, master, a, number, error, now);
	hear_both(s, master, a, now);
}

/* The slave never answers: its leaf does. A posted write is told before. */
static void check_dead(struct bus_score *s, unsigned master, const struct bus_access *a, bool error, uint64_t now)
{
	bool posted = a->write && s->b->posted;

	s->master[master].failed |= posted;
	if (!error && !posted)
		bus_score_wrong(s, now, "the master at leaf %u gets no error for 0x%08x, whose slave at leaf %u never answers",
				score_leaf_of_master(s, master), a->address, score_leaf_of_slave(s, (unsigned)a->slave));
}

/* All of its master's writes have been performed, and if one of them had an error, it is told now. */
static void check_fence(struct bus_score *s, unsigned master, bool error, uint64_t now)
{
	struct under_way *w = &s->master[master];
	bool failed = s->b->posted && w->failed;

	if (w->posted_count > 0)
		bus_score_wrong(s, now, "a fence of the master at leaf %u is answered, but its write to 0x%08x has not been performed",
				score_leaf_of_master(s, master), w->posted[0].address);
	if (error != failed)
		bus_score_wrong(s, now, "a fence of the master at leaf %u is answered by %s, but %s of its writes had an error",
				score_leaf_of_master(s, master), error ? "an error" : "none", failed ? "one" : "none");
	w->failed = false;
}

bool bus_score_answered(struct bus_score *s, unsigned master, bool error, uint32_t data, uint64_t now, struct bus_access *answered)
{
	struct under_way *w = &s->master[master];

	if (w->count == 0 || !score_access(w, 0)->is_taken) {
		score_doubled(s, now, "the master at leaf %u gets an answer, but has no access under way", score_leaf_of_master(s, master));
		return false;
	}
	*answered = *score_access(w, 0);
	w->first = (w->first + 1) % MOST_UNDER_WAY;
	w->count--;
	s->all--;
	if (answered->slave == FENCE)
		check_fence(s, master, error, now);
	else if (answered->slave == s->b->dead && answered->slave != NO_SLAVE)
		check_dead(s, master, answered, error, now);
	else if (answered->slave != NO_SLAVE)
		check_mapped(s, master, answered, error, data, now);
	else if (!error)
		bus_score_wrong(s, now, "the master at leaf %u gets no error for 0x%08x, which is not mapped", score_leaf_of_master(s, master),
				answered->address);
	return true;
}
