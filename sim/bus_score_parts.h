/* bus_score_parts.h: the scoreboard of a bus from inside: between bus_score.c, bus_score_slaves.c and bus_score_masters.c. */
#ifndef FTC_SIM_BUS_SCORE_PARTS_H
#define FTC_SIM_BUS_SCORE_PARTS_H

#include "bus_score.h"

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

/* Counts what was performed or answered once too often, as bus_score_wrong() does. */
void score_doubled(struct bus_score *s, uint64_t now, const char *format, ...) __attribute__((format(printf, 3, 4)));
unsigned score_leaf_of_master(const struct bus_score *s, unsigned master);
unsigned score_leaf_of_slave(const struct bus_score *s, unsigned slave);
/* Has the master ports on which reads and writes are not ordered among each other? */
bool score_is_split(const struct bus_score *s, unsigned master);
/* Bijections of 32 bits, each other's inverse. */
uint32_t score_scrambled(uint32_t x);
uint32_t score_unscrambled(uint32_t x);
/* Tells who listens of the word of an access, or of its answer. */
void score_hear(const struct bus_score *s, unsigned master, const struct bus_access *a, bool answer, uint64_t sent, uint64_t arrived);
/* The i-th access under way, the oldest first. */
struct bus_access *score_access(struct under_way *w, unsigned i);
/* The byte of its slave to which an access goes. */
uint32_t score_offset(const struct bus_score *s, const struct bus_access *a);
/* A write of a master is performed, or any access is answered: none of the first `count` writes that it has posted may be left that go
 * to this slave, or with strict order to any. */
void score_check_posted(struct bus_score *s, unsigned master, unsigned count, unsigned slave, uint64_t now);

#endif
