/* bus_score.c: the scoreboard of a bus.
 *
 * Accesses that are performed are numbered from 1 on, over all slaves. A read is answered by its number, scrambled so that all bits
 * occur: the answer tells the access. A write is found by its data, which are random. */
#include "bus_score_parts.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>

#include "util/message.h"
#include "util/text.h"

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

void score_doubled(struct bus_score *s, uint64_t now, const char *format, ...)
{
	va_list list;

	va_start(list, format);
	count(s, &s->r->doubled, now, format, list);
	va_end(list);
}

unsigned score_leaf_of_master(const struct bus_score *s, unsigned master)
{
	return s->b->master_leaf[master];
}

unsigned score_leaf_of_slave(const struct bus_score *s, unsigned slave)
{
	return s->b->slave[slave].leaf;
}

bool score_is_split(const struct bus_score *s, unsigned master)
{
	return s->b->split && s->b->split[master];
}

struct bus_access *score_access(struct under_way *w, unsigned i)
{
	return &w->access[(w->first + i) % MOST_UNDER_WAY];
}

uint32_t score_offset(const struct bus_score *s, const struct bus_access *a)
{
	return (uint32_t)(a->address - s->b->slave[a->slave].base);
}

void score_check_posted(struct bus_score *s, unsigned master, unsigned count, unsigned slave, uint64_t now)
{
	const struct under_way *w = &s->master[master];

	for (unsigned i = 0; i < count; i++)
		if (s->b->strict || w->posted[i].slave == (int)slave) {
			bus_score_wrong(s, now, "an access of the master at leaf %u was performed before its earlier write to 0x%08x",
					score_leaf_of_master(s, master), w->posted[i].address);
			return;
		}
}

/* ---- Numbers as data ------------------------------------------------------------------------------------------- */

enum { SCRAMBLE_SHIFT = 15 };
static const uint32_t scramble_factor = 0x9e3779b1, scramble_inverse = 0x0e8b2f51;

uint32_t score_scrambled(uint32_t x)
{
	x *= scramble_factor;
	return x ^ (x >> SCRAMBLE_SHIFT) ^ (x >> 2 * SCRAMBLE_SHIFT);
}

uint32_t score_unscrambled(uint32_t x)
{
	return (x ^ (x >> SCRAMBLE_SHIFT)) * scramble_inverse;
}

/* ---- Words, for who listens --------------------------------------------------------------------------------------- */

void score_hear(const struct bus_score *s, unsigned master, const struct bus_access *a, bool answer, uint64_t sent, uint64_t arrived)
{
	if (s->b->hear && a->slave >= 0)
		s->b->hear(s->b->context, &(struct bus_word){ master, (unsigned)a->slave, answer, a->number, sent, arrived });
}

unsigned bus_score_open(const struct bus_score *s, unsigned master)
{
	return s->master[master].count;
}

const struct bus_access *bus_score_access(const struct bus_score *s, unsigned master, unsigned i)
{
	return score_access(&s->master[master], i);
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
