/* bus_score.h: which accesses of masters are under way, what slaves have performed, and whether the answers are right. */
#ifndef FTC_SIM_BUS_SCORE_H
#define FTC_SIM_BUS_SCORE_H

#include <stdbool.h>
#include <stdint.h>

#include "bus_bench.h"

enum { MOST_UNDER_WAY = 32 };	/* of a master, with the one that it offers */

/* An access of a master. */
struct bus_access {
	bool write;
	int slave;			/* NO_SLAVE: its address is not mapped; or FENCE */
	uint32_t address;		/* as the master says it */
	uint32_t data, select;
	uint64_t raised, taken;		/* clocks; the second one if `is_taken` */
	bool is_taken;			/* serial networks take a word when it has arrived */
	uint64_t performed;		/* a write that has been performed: its number, from 1 on; 0: it has not */
	bool failed;			/* that write: its slave has answered by an error */
	uint64_t number;		/* among its master's, from 0 */
	uint64_t reached;		/* the clock in which its slave performed it; 0: it has not */
};

struct bus_score;

struct bus_score *bus_score_new(const struct bus_bench *b, struct bus_result *r);
void bus_score_free(struct bus_score *s);

/* A master offers an access, and the access that it offers is taken. */
void bus_score_offered(struct bus_score *s, unsigned master, const struct bus_access *access);
void bus_score_taken(struct bus_score *s, unsigned master, uint64_t now);
/* What a slave is asked for, by its port, and whether its memory answers by an error. */
struct bus_request {
	bool write, fails;
	uint32_t offset, data, select;
};
/* A slave performs an access. Returns what its memory answers. */
uint32_t bus_score_performed(struct bus_score *s, unsigned slave, const struct bus_request *q, uint64_t now);
/* A master's oldest access is answered; fills `answered`. False if there is none. */
bool bus_score_answered(struct bus_score *s, unsigned master, bool error, uint32_t data, uint64_t now, struct bus_access *answered);
/* A rule of the ports was broken: a message, if it is the first, and a count. */
void bus_score_wrong(struct bus_score *s, uint64_t now, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* The accesses of a master that are not answered, the one that it offers included; access i of them, the oldest first. */
unsigned bus_score_open(const struct bus_score *s, unsigned master);
const struct bus_access *bus_score_access(const struct bus_score *s, unsigned master, unsigned i);
/* Of all masters. */
uint64_t bus_score_all_open(const struct bus_score *s);
/* Of posted writes: whether one of this master has been answered by an error. */
bool bus_score_failed(const struct bus_score *s, unsigned master);
/* The end of the run: what is not answered is lost, and what was performed and never answered was doubled. */
void bus_score_end(struct bus_score *s, uint64_t now);

#endif
