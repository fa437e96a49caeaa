/* bus_bench.h: drives the masters of a memory-mapped bus with random accesses, is the memory of every slave, and checks each access.
 *
 * The model is a system with a bus (docs/how-to/bus.md): the ports of all masters, and those of all slaves, lie side by side in
 * vectors, which speak the pipelined protocol of that page.
 *
 * What is checked, of every access (bus_score.h): it was performed once, by the slave to which its address belongs, at the right
 * place, with its data and byte enables; the accesses of a master to one slave in the order in which it made them, and with strict order
 * those to all slaves; it was answered once, in order, with what the memory gave to this very access; and by an error if, and only
 * if, its address is not mapped or its memory said so. A read is answered by a number that occurs once: so it is known to which access an answer belongs.
 *
 * Masters and memories at leaves with clocks of their own (clocks.h) go by these. Clocks that are counted are the network's.
 *
 * Clock 0 is the first one after reset. A latency counts from the edge at which a master raises its request to the edge at which
 * it sees the answer: 2 of a memory that is at the master and answers in the next clock.
 */
#ifndef FTC_SIM_BUS_BENCH_H
#define FTC_SIM_BUS_BENCH_H

#include <stdbool.h>
#include <stdint.h>

struct histogram;
struct model;

/* The addresses of a slave. */
struct bus_window {
	uint64_t base, size;		/* bytes */
	unsigned leaf;			/* its number in messages */
};

enum { NO_SLAVE = -1, FENCE = -2 };	/* instead of a slave */

/* Of an access that its slave performs: its request has arrived there, or its answer at the master. */
struct bus_word {
	unsigned master, slave;
	bool answer;
	uint64_t number;		/* of the access among its master's, from 0 */
	uint64_t sent, arrived;		/* clocks: raised, performed, answered */
};

struct bus_bench {
	struct model *model;
	unsigned masters, slaves;
	const unsigned *master_leaf;	/* [masters]: numbers in messages */
	const struct bus_window *slave;	/* [slaves] */
	const int *master_clock, *slave_clock;	/* [masters], [slaves]: the bit of a clock of the leaf's own (clocks.h); -1: the bus's. NULL: all have
					   that */
	const bool *split;		/* [masters]: its reads and its writes are not ordered among each other, and reads are of whole words, as AXI4-Lite
					   has it; NULL: of none */
	/* [masters], [slaves]: names of the rules of its port, the bits of the outputs master_broken and slave_broken; NULL: there are no such
	 * outputs */
	const char *const *const *master_rules, *const *const *slave_rules;
	unsigned address_bits;
	unsigned offset_bits;		/* of slave_adr: bytes of the largest slave */
	bool strict;			/* a master's accesses are performed in its order, whatever the slaves */
	unsigned outstanding;		/* accesses that a master may have under way */
	bool posted;			/* writes may be answered before they are performed */

	bool fenced;			/* an access to the word at `fence` waits for all of its master's others; it is answered by an
					   error if a posted write was since the last one */
	uint32_t fence;

	uint64_t kept_base, kept_span;	/* addresses that mean something else, and bits of an address that do: no access goes there */
	uint32_t kept_bits;

	double reads;			/* share of the accesses that read, 0 .. 1 */
	double unmapped;		/* share of those to addresses that no slave has, if there are such, and of fences */
	double errors;			/* share of the accesses that a memory answers by an error */
	double holds;			/* share of the clocks in which a channel of a port waits, if it may */
	unsigned think;			/* clocks, on average, from the taking of an access to the next request; 0: it is there at once */
	unsigned memory_low, memory_high;	/* clocks that a memory takes beyond the first, drawn for each access */
	int dead;			/* the slave that takes a request and never answers; NO_SLAVE: none. Each access to it must
					   be answered by an error */
	int hot;			/* the slave to which all accesses go; NO_SLAVE: to all alike */
	uint64_t warmup, accesses;	/* answers that are not measured, and answers that are; then no more accesses are made */
	uint64_t patience;		/* clocks without an event behind which it counts as hung; four times as many of one access: as
					   starved */
	uint64_t seed;
	bool show_progress;
	void (*hear)(void *context, const struct bus_word *word);	/* NULL: nobody listens. Both words of an access come with its
					   answer, the request of a posted write when it is performed */
	void *context;
};

/* How a master was served. */
struct bus_service {
	uint64_t answered;		/* in the measured clocks */
	uint64_t waited;		/* clocks of all these */
	uint64_t longest;
};

struct bus_result {
	uint64_t clocks;		/* measured */
	uint64_t all_clocks;		/* from reset until everything was answered */
	uint64_t answered, reads, writes, unmapped, fences, errors;	/* measured: all; of these read, written, unmapped, fences,
					   with an error of a slave */
	uint64_t performed;		/* by slaves, in the whole run */
	uint64_t wrong;			/* answers, or accesses at a slave, that are not as they should be */
	uint64_t lost;			/* accesses without an answer at the end */
	uint64_t doubled;		/* performed, or answered, once too often */
	bool hung;
	struct histogram *latency;	/* of measured accesses */
	struct bus_service *master;	/* [masters] */
};

/* Resets the model and runs. False after a message, for the first thing that was wrong; the result counts all. Free it with
 * bus_result_free(). */
bool bus_bench_run(const struct bus_bench *b, struct bus_result *r);
/* Adds the result of another run of the same system. */
void bus_result_add(struct bus_result *r, const struct bus_result *other, unsigned masters);
void bus_result_free(struct bus_result *r);

#endif
