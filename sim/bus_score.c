/* bus_score.c: the scoreboard of a bus.
 *
 * Accesses that are performed are numbered from 1 on, over all slaves. A read is answered by its number, scrambled so that all bits
 * occur: the answer tells the access. A write is found by its data, which are random. */
#include "bus_score.h"

#include <assert.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "util/message.h"
#include "util/text.h"

/* A read that a slave has performed. */
struct performed_read {
	uint64_t number;		/* 0: none, or its answer has come */
	unsigned slave;
	uint32_t offset, select;
	bool fails;			/* it was answered by an error */
	uint64_t clock;
};

struct under_way {
	struct bus_access access[MOST_UNDER_WAY];	/* a ring */
	unsigned first, count;
	uint64_t last[2];		/* with strict order, the number of the last access that was answered; of each kind, see kind_of() */
	struct bus_access posted[MOST_UNDER_WAY];	/* writes that were answered and have not been performed, the oldest first */
	unsigned posted_count;
	bool failed;			/* a write was answered by an error */
	uint64_t made;			/* accesses that the master has offered */
};

struct bus_score {
	const struct bus_bench *b;
	struct bus_result *r;
	struct under_way *master;	/* [masters] */
	uint64_t *last;			/* [master][slave][kind]: the number of the last access that was answered */
	struct performed_read *read;	/* [mask + 1], by number */
	uint64_t mask;
	uint64_t reads_open;		/* in `read` */
	uint64_t all;			/* not answered */
	bool told;			/* the first thing that was wrong */
};

struct bus_score *bus_score_new(const struct bus_bench *b, struct bus_result *r)
{
	struct bus_score *s = allocate(sizeof *s);
	uint64_t room = 1024;

	/* Numbers of what is under way lie near each other, unless an access is much older than others. */
	while (room < 64ull * b->masters * MOST_UNDER_WAY)
		room *= 2;
	*s = (struct bus_score){ .b = b, .r = r, .mask = room - 1 };
	s->master = allocate_array(b->masters, sizeof *s->master);
	s->last = allocate_array((size_t)2 * b->masters * b->slaves, sizeof *s->last);
	s->read = allocate_array(room, sizeof *s->read);
	return s;
}

void bus_score_free(struct bus_score *s)
{
	free(s->master);
	free(s->last);
	free(s->read);
	free(s);
}

static void tell(struct bus_score *s, uint64_t now, const char *what)
{
	if (!s->told)
		error("clock %" PRIu64 ": %s", now, what);
	s->told = true;
}

static void count(struct bus_score *s, uint64_t *counter, uint64_t now, const char *format, va_list list)
{
	char *what = format_list(format, list);

	++*counter;
	tell(s, now, what);
	free(what);
}

void bus_score_wrong(struct bus_score *s, uint64_t now, const char *format, ...)
{
	va_list list;

	va_start(list, format);
	count(s, &s->r->wrong, now, format, list);
	va_end(list);
}

/* Likewise for what was performed or answered once too often. */
static void doubled(struct bus_score *s, uint64_t now, const char *format, ...) __attribute__((format(printf, 3, 4)));

static void doubled(struct bus_score *s, uint64_t now, const char *format, ...)
{
	va_list list;

	va_start(list, format);
	count(s, &s->r->doubled, now, format, list);
	va_end(list);
}

static unsigned leaf_of_master(const struct bus_score *s, unsigned master)
{
	return s->b->master_leaf[master];
}

static unsigned leaf_of_slave(const struct bus_score *s, unsigned slave)
{
	return s->b->slave[slave].leaf;
}

/* Has the master ports on which reads and writes are not ordered among each other? */
static bool is_split(const struct bus_score *s, unsigned master)
{
	return s->b->split && s->b->split[master];
}

/* Accesses of one kind are ordered. */
static unsigned kind_of(const struct bus_score *s, unsigned master, const struct bus_access *a)
{
	return is_split(s, master) && a->write;
}

/* ---- Numbers as data ------------------------------------------------------------------------------------------- */

enum { SCRAMBLE_SHIFT = 15 };
static const uint32_t scramble_factor = 0x9e3779b1, scramble_inverse = 0x0e8b2f51;

/* Bijections of 32 bits, each other's inverse. */
static uint32_t scrambled(uint32_t x)
{
	x *= scramble_factor;
	return x ^ (x >> SCRAMBLE_SHIFT) ^ (x >> 2 * SCRAMBLE_SHIFT);
}

static uint32_t unscrambled(uint32_t x)
{
	return (x ^ (x >> SCRAMBLE_SHIFT)) * scramble_inverse;
}

/* ---- Words, for who listens --------------------------------------------------------------------------------------- */

static void hear(const struct bus_score *s, unsigned master, const struct bus_access *a, bool answer, uint64_t sent, uint64_t arrived)
{
	if (s->b->hear && a->slave >= 0)
		s->b->hear(s->b->context, &(struct bus_word){ master, (unsigned)a->slave, answer, a->number, sent, arrived });
}

/* An access that a slave has performed is answered. */
static void hear_both(const struct bus_score *s, unsigned master, const struct bus_access *a, uint64_t now)
{
	if (a->reached == 0)
		return;
	hear(s, master, a, false, a->raised, a->reached);
	hear(s, master, a, true, a->reached, now);
}

/* ---- What slaves do ---------------------------------------------------------------------------------------------- */

static struct bus_access *access_at(struct under_way *w, unsigned i)
{
	return &w->access[(w->first + i) % MOST_UNDER_WAY];
}

static uint32_t offset_of(const struct bus_score *s, const struct bus_access *a)
{
	return (uint32_t)(a->address - s->b->slave[a->slave].base);
}

static bool is_this(const struct bus_score *s, const struct bus_access *a, unsigned slave, const struct bus_request *q)
{
	return a->slave == (int)slave && a->write == q->write && offset_of(s, a) == q->offset && a->select == q->select
	       && (!q->write || a->data == q->data);
}

/* A write of a master is performed, or any access is answered: none of the first `count` writes that it has posted may be left that go
 * to this slave, or with strict order to any. */
static void check_posted(struct bus_score *s, unsigned master, unsigned count, unsigned slave, uint64_t now)
{
	const struct under_way *w = &s->master[master];

	for (unsigned i = 0; i < count; i++)
		if (s->b->strict || w->posted[i].slave == (int)slave) {
			bus_score_wrong(s, now, "an access of the master at leaf %u was performed before its earlier write to 0x%08x",
					leaf_of_master(s, master), w->posted[i].address);
			return;
		}
}

/* Takes the write that is this one out of those that were answered before. False: it is not there. */
static bool take_posted(struct bus_score *s, unsigned slave, const struct bus_request *q, uint64_t now)
{
	for (unsigned m = 0; m < s->b->masters; m++)
		for (unsigned i = 0; i < s->master[m].posted_count; i++) {
			struct under_way *w = &s->master[m];

			if (!is_this(s, &w->posted[i], slave, q))
				continue;
			check_posted(s, m, i, slave, now);
			hear(s, m, &w->posted[i], false, w->posted[i].raised, now);
			w->failed |= q->fails;
			memmove(&w->posted[i], &w->posted[i + 1], (--w->posted_count - i) * sizeof *w->posted);
			s->all--;
			return true;
		}
	return false;
}

/* The write under way that is this one and has not been performed; `again`: that has. Its master becomes *master. NULL: there is
 * none. */
static struct bus_access *find_write(struct bus_score *s, unsigned slave, const struct bus_request *q, bool again, unsigned *master)
{
	for (unsigned m = 0; m < s->b->masters; m++)
		for (unsigned i = 0; i < s->master[m].count; i++) {
			struct bus_access *a = access_at(&s->master[m], i);

			*master = m;
			if ((a->performed > 0) == again && is_this(s, a, slave, q))
				return a;
		}
	return NULL;
}

static bool is_wanted(struct bus_score *s, unsigned slave, const struct bus_request *q)
{
	for (unsigned m = 0; m < s->b->masters; m++)
		for (unsigned i = 0; i < s->master[m].count; i++)
			if (is_this(s, access_at(&s->master[m], i), slave, q))
				return true;
	return false;
}

static void perform_write(struct bus_score *s, unsigned slave, const struct bus_request *q, uint64_t now)
{
	unsigned master;
	struct bus_access *a = find_write(s, slave, q, false, &master);

	if (a) {
		a->performed = s->r->performed;
		a->reached = now;
		a->failed = q->fails;
		s->master[master].failed |= q->fails;
		check_posted(s, master, s->master[master].posted_count, slave, now);
		return;
	}
	if (take_posted(s, slave, q, now))
		return;
	if (find_write(s, slave, q, true, &master))
		doubled(s, now, "the slave at leaf %u performs a write of 0x%08x to 0x%x twice", leaf_of_slave(s, slave), q->data, q->offset);
	else
		bus_score_wrong(s, now, "the slave at leaf %u is asked to write 0x%08x to 0x%x, bytes 0x%x, which no master has asked for",
				leaf_of_slave(s, slave), q->data, q->offset, q->select);
}

static void perform_read(struct bus_score *s, unsigned slave, const struct bus_request *q, uint64_t now)
{
	struct performed_read *read = &s->read[s->r->performed & s->mask];

	if (!is_wanted(s, slave, q)) {
		bus_score_wrong(s, now, "the slave at leaf %u is asked to read 0x%x, bytes 0x%x, which no master has asked for",
				leaf_of_slave(s, slave), q->offset, q->select);
		return;
	}
	if (read->number > 0)
		doubled(s, now, "a read that the slave at leaf %u performed as number %" PRIu64 " was never answered",
			leaf_of_slave(s, read->slave), read->number);
	s->reads_open += read->number == 0;
	*read = (struct performed_read){ s->r->performed, slave, q->offset, q->select, q->fails, now };
}

uint32_t bus_score_performed(struct bus_score *s, unsigned slave, const struct bus_request *q, uint64_t now)
{
	s->r->performed++;
	if ((int)slave == s->b->dead)
		return 0;
	if (q->write)
		perform_write(s, slave, q, now);
	else
		perform_read(s, slave, q, now);
	return scrambled((uint32_t)s->r->performed);
}

/* ---- What masters get ------------------------------------------------------------------------------------------ */

void bus_score_offered(struct bus_score *s, unsigned master, const struct bus_access *access)
{
	struct under_way *w = &s->master[master];

	assert(w->count < MOST_UNDER_WAY);
	*access_at(w, w->count) = *access;
	access_at(w, w->count++)->number = w->made++;
	s->all++;
}

void bus_score_taken(struct bus_score *s, unsigned master, uint64_t now)
{
	struct under_way *w = &s->master[master];
	struct bus_access *a = access_at(w, w->count - 1);

	if (w->count > s->b->outstanding && !is_split(s, master))
		bus_score_wrong(s, now, "the master at leaf %u has %u accesses under way, and one more is taken",
				leaf_of_master(s, master), w->count - 1);
	a->is_taken = true;
	a->taken = now;
}

static bool is_read_of(const struct bus_score *s, const struct performed_read *read, const struct bus_access *a)
{
	return read->number > 0 && read->slave == (unsigned)a->slave && read->offset == offset_of(s, a) && read->select == a->select;
}

/* The read with this answer. NULL: there is none. */
static struct performed_read *read_of_data(struct bus_score *s, const struct bus_access *a, uint32_t data)
{
	uint32_t low = unscrambled(data);
	struct performed_read *read = &s->read[low & s->mask];

	return is_read_of(s, read, a) && !read->fails && (uint32_t)read->number == low ? read : NULL;
}

/* The first read of the access's place that was answered by an error: it brings no data. NULL: there is none. */
static struct performed_read *read_of_error(struct bus_score *s, const struct bus_access *a)
{
	struct performed_read *first = NULL;

	for (uint64_t i = 0; i <= s->mask; i++)
		if (is_read_of(s, &s->read[i], a) && s->read[i].fails && (!first || s->read[i].number < first->number))
			first = &s->read[i];
	return first;
}

/* The number under which a read with this answer was performed; 0 after a message. */
static uint64_t number_of_read(struct bus_score *s, unsigned master, struct bus_access *a, bool error, uint32_t data, uint64_t now)
{
	struct performed_read *read = error ? read_of_error(s, a) : read_of_data(s, a, data);

	if (read) {
		uint64_t number = read->number;

		read->number = 0;
		a->reached = read->clock;
		s->reads_open--;
		return number;
	}
	bus_score_wrong(s, now, error ? "the master at leaf %u gets an error for 0x%08x, which the slave at leaf %u has"
			: "the master at leaf %u reads at 0x%08x what the slave at leaf %u has not answered to it",
			leaf_of_master(s, master), a->address, leaf_of_slave(s, (unsigned)a->slave));
	return 0;
}

/* Accesses of a master to a slave are performed in its order; with strict order, all of them. */
static void check_order(struct bus_score *s, unsigned master, const struct bus_access *a, uint64_t number, uint64_t now)
{
	struct under_way *w = &s->master[master];
	unsigned kind = kind_of(s, master, a);
	uint64_t *last = &s->last[2 * ((size_t)master * s->b->slaves + (unsigned)a->slave) + kind], least = s->b->strict ? w->last[kind] : *last;

	if (a->write || !is_split(s, master))
		check_posted(s, master, w->posted_count, (unsigned)a->slave, now);
	if (number < least)
		bus_score_wrong(s, now, "the access of the master at leaf %u to 0x%08x was performed before an earlier one",
				leaf_of_master(s, master), a->address);
	*last = number;
	w->last[kind] = number;
}

/* The write is answered, and yet to be performed. */
static void post(struct bus_score *s, unsigned master, const struct bus_access *a, uint64_t now)
{
	struct under_way *w = &s->master[master];

	if (w->posted_count == s->b->outstanding) {
		bus_score_wrong(s, now, "the master at leaf %u has posted %u writes that no slave has performed, and one more",
				leaf_of_master(s, master), w->posted_count);
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
				leaf_of_master(s, master), a->address, leaf_of_slave(s, (unsigned)a->slave));
	else if (!error && a->failed && !s->b->posted)
		bus_score_wrong(s, now, "the master at leaf %u gets no error for 0x%08x, but its slave has answered by one",
				leaf_of_master(s, master), a->address);
	else if (a->performed == 0 && s->b->posted)
		post(s, master, a, now);
	else if (a->performed == 0)
		bus_score_wrong(s, now, "the write of the master at leaf %u to 0x%08x is answered, but no slave has performed it",
				leaf_of_master(s, master), a->address);
	return a->performed;
}

static void check_mapped(struct bus_score *s, unsigned master, struct bus_access *a, bool error, uint32_t data, uint64_t now)
{
	uint64_t number = a->write ? number_of_write(s, master, a, error, now) : number_of_read(s, master, a, error, data, now);

	if (number > 0)
		check_order(s, master, a, number, now);
	hear_both(s, master, a, now);
}

/* The slave never answers: its leaf does. A posted write is told before. */
static void check_dead(struct bus_score *s, unsigned master, const struct bus_access *a, bool error, uint64_t now)
{
	bool posted = a->write && s->b->posted;

	s->master[master].failed |= posted;
	if (!error && !posted)
		bus_score_wrong(s, now, "the master at leaf %u gets no error for 0x%08x, whose slave at leaf %u never answers",
				leaf_of_master(s, master), a->address, leaf_of_slave(s, (unsigned)a->slave));
}

/* All of its master's writes have been performed, and if one of them had an error, it is told now. */
static void check_fence(struct bus_score *s, unsigned master, bool error, uint64_t now)
{
	struct under_way *w = &s->master[master];
	bool failed = s->b->posted && w->failed;

	if (w->posted_count > 0)
		bus_score_wrong(s, now, "a fence of the master at leaf %u is answered, but its write to 0x%08x has not been performed",
				leaf_of_master(s, master), w->posted[0].address);
	if (error != failed)
		bus_score_wrong(s, now, "a fence of the master at leaf %u is answered by %s, but %s of its writes had an error",
				leaf_of_master(s, master), error ? "an error" : "none", failed ? "one" : "none");
	w->failed = false;
}

bool bus_score_answered(struct bus_score *s, unsigned master, bool error, uint32_t data, uint64_t now, struct bus_access *answered)
{
	struct under_way *w = &s->master[master];

	if (w->count == 0 || !access_at(w, 0)->is_taken) {
		doubled(s, now, "the master at leaf %u gets an answer, but has no access under way", leaf_of_master(s, master));
		return false;
	}
	*answered = *access_at(w, 0);
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
		bus_score_wrong(s, now, "the master at leaf %u gets no error for 0x%08x, which is not mapped", leaf_of_master(s, master),
				answered->address);
	return true;
}

unsigned bus_score_open(const struct bus_score *s, unsigned master)
{
	return s->master[master].count;
}

const struct bus_access *bus_score_access(const struct bus_score *s, unsigned master, unsigned i)
{
	return access_at(&s->master[master], i);
}

uint64_t bus_score_all_open(const struct bus_score *s)
{
	return s->all;
}

bool bus_score_failed(const struct bus_score *s, unsigned master)
{
	return s->master[master].failed;
}

void bus_score_end(struct bus_score *s, uint64_t now)
{
	s->r->lost += s->all;
	if (s->all > 0 || s->reads_open == 0)
		return;
	s->r->doubled += s->reads_open;
	tell(s, now, "slaves have performed reads that were never answered");
}
