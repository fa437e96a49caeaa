/* bus_score_slaves.c: what slaves do, on the scoreboard of a bus. */
#include "bus_score_parts.h"

#include <inttypes.h>
#include <string.h>

static bool is_this(const struct bus_score *s, const struct bus_access *a, unsigned slave, const struct bus_request *q)
{
	return a->slave == (int)slave && a->write == q->write && score_offset(s, a) == q->offset && a->select == q->select
	       && (!q->write || a->data == q->data);
}

/* Takes the write that is this one out of those that were answered before. False: it is not there. */
static bool take_posted(struct bus_score *s, unsigned slave, const struct bus_request *q, uint64_t now)
{
	for (unsigned m = 0; m < s->b->masters; m++)
		for (unsigned i = 0; i < s->master[m].posted_count; i++) {
			struct under_way *w = &s->master[m];

			if (!is_this(s, &w->posted[i], slave, q))
				continue;
			score_check_posted(s, m, i, slave, now);
			score_hear(s, m, &w->posted[i], false, w->posted[i].raised, now);
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
			struct bus_access *a = score_access(&s->master[m], i);

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
			if (is_this(s, score_access(&s->master[m], i), slave, q))
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
		score_check_posted(s, master, s->master[master].posted_count, slave, now);
		return;
	}
	if (take_posted(s, slave, q, now))
		return;
	if (find_write(s, slave, q, true, &master))
		score_doubled(s, now, "the slave at leaf %u performs a write of 0x%08x to 0x%x twice", score_leaf_of_slave(s, slave), q->data, q->offset);
	else
		bus_score_wrong(s, now, "the slave at leaf %u is asked to write 0x%08x to 0x%x, bytes 0x%x, which no master has asked for",
				score_leaf_of_slave(s, slave), q->data, q->offset, q->select);
}

static void perform_read(struct bus_score *s, unsigned slave, const struct bus_request *q, uint64_t now)
{
	struct performed_read *read = &s->read[s->r->performed & s->mask];

	if (!is_wanted(s, slave, q)) {
		bus_score_wrong(s, now, "the slave at leaf %u is asked to read 0x%x, bytes 0x%x, which no master has asked for",
				score_leaf_of_slave(s, slave), q->offset, q->select);
		return;
	}
	if (read->number > 0)
		score_doubled(s, now, "a read that the slave at leaf %u performed as number %" PRIu64 " was never answered",
			score_leaf_of_slave(s, read->slave), read->number);
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
	return score_scrambled((uint32_t)s->r->performed);
}
