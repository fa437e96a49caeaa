/* rotor.h: a network of two levels whose root is a switch that turns.
 *
 * As a fat-tree (Leiserson 1985): leaves are in bins, a bin's channel is one word wide each way, and the root joins the bins
 * by a periodic off-line schedule, which needs no memory: source s and bin s - t in turn t. What is decided on-line is only
 * which leaf of a source sends, and whether its queue at the bin has room. rtl-templates/rotor/rotor.v says how.
 */
#ifndef FTC_MACHINES_ROTOR_ROTOR_H
#define FTC_MACHINES_ROTOR_ROTOR_H

#include "network/machine.h"
#include "network/network.h"

struct design;
struct instance;
struct leaf;

enum {
	LEAST_ROTOR_LEAVES = 12, MOST_ROTOR_LEAVES = 1024,
	LEAST_ROTOR_PAYLOAD = 8, MOST_ROTOR_PAYLOAD = 256,
	LEAST_BINS = 4, MOST_BINS = 64,
	/* With fewer a place would be visited again before its word is in the leaf's register: rtl-templates/rotor/rotor_bus.v. */
	LEAST_PLACES = 3,
	/* With four a leaf would be visited by its second bank before it can have taken the word of the first. */
	LEAST_PLACES_OF_TWO_BANKS = 5,
	MOST_QUEUE_WORDS = 64,
	LEAST_STOP_BITS = 8, STOP_BITS = 12, MOST_STOP_BITS = 24,	/* log2 of `stopped-after`; STOP_BITS: the preset */
	/* Favourites go first in one of 2^ROTOR_PREFER_BITS turns of a bin. With 4, senders that never address a leaf that has
	 * stopped keep nine tenths of their rate together, under uniform traffic (docs/explanation/rotor.md); with 1, a word waits an eighth
	 * as long at most. */
	ROTOR_PREFER_BITS = 4,
};

/* Where the words of queues are. */
enum rotor_storage { STORAGE_AUTO, STORAGE_LUT_RAM, STORAGE_BLOCK_RAM };

/* What becomes of words for a leaf that does not read. */
enum rotor_stopped_reader { STOPPED_HOLDS, STOPPED_DROPS };

/* spec->own. */
struct rotor_parameters {
	unsigned bins;			/* a power of 2; 0: auto */
	unsigned banks;			/* of a bin: 1 or 2 */
	unsigned queue_words;		/* rows of a queue: a power of 2; 0: auto */
	enum rotor_storage storage;
	enum rotor_stopped_reader stopped_reader;
	unsigned stopped_after;		/* clocks, a power of 2 */
};
const struct rotor_parameters *rotor_parameters(const struct spec *spec);

/* What follows from the parameters. */
struct rotor_shape {
	unsigned leaves, bins, banks;	/* a bin has as many banks as buses */
	unsigned groups;		/* bins x banks: as many sources, banks of all bins, and buses */
	unsigned places;		/* of a source, and of a bus; of the last place some groups have no leaf */
	unsigned bin_bits, bank_bits, place_bits;
	unsigned queue_bits;		/* log2 of the rows of a queue */
	unsigned part, full_parts;	/* a full queue has taken no word since it came to have so many parts, of so many words each */
	unsigned queue_words;		/* at most: both, multiplied */
	unsigned pointer_bits;		/* of a row of a queue, in LUT RAM one more */
	unsigned to_bits;		/* of a leaf in its bin: {place, bus} */
	unsigned label_bits;		/* of a leaf: {place, bus, bin} */
	unsigned stages;		/* of the rotor: two bits of the turn each */
	unsigned period;		/* clocks between two visits of a queue: odd */
	bool block_ram;
	unsigned stop_bits;		/* log2 of the clocks behind which words for a leaf that took none are thrown away; 0: never */
};
struct rotor_shape rotor_shape(const struct spec *spec);
/* Clocks from the first in which a word is on s_axis, its bin's turn, to the first in which it is on m_axis: at best. */
unsigned rotor_shortest_clocks(const struct rotor_shape *s);
/* Clocks for which a word is on s_axis at most, if all readers take each word at once and its queue does not run empty meanwhile: each
 * leaf of its source is the favourite before it, for as long as it takes a queue to meet the source in a turn of favourites. */
unsigned long rotor_longest_wait(const struct rotor_shape *s);
/* The same if its own reader takes each word at once, whatever the others do: a favourite whose reader has stopped stays it for
 * two ticks. */
unsigned long rotor_longest_wait_beside_stopped(const struct rotor_shape *s);
/* Clocks from a tick to the next: rtl-templates/rotor/rotor_timer.v. */
unsigned long rotor_tick_clocks(const struct rotor_shape *s);
/* Bits of heads and bodies that come to all bins in a clock: those of the port `probe`. */
unsigned rotor_probe_bits(const struct spec *spec);
/* Block RAMs of the whole network: 0 in LUT RAM. */
unsigned long rotor_block_rams(const struct spec *spec);

/* throughput.c: what a rotor carries if all leaves always have a word for another leaf, and always take theirs. */
struct rotor_throughput {
	unsigned long clocks;		/* behind a tenth of them to settle */
	double accepted;		/* words a clock in the whole network */
	double accepted_in_slot;	/* words of a leaf in net->slot_clocks */
	double least, most;		/* of the worst and the best served leaf, .. */
	unsigned least_leaf, most_leaf;	/* .. and which they are */
	unsigned long longest;		/* clocks that a word was on s_axis, at most */
};
enum { ROTOR_SATURATED_CLOCKS = 20000, ROTOR_SATURATED_SEED = 1 };	/* of reports */
struct rotor_throughput rotor_saturate(const struct network *net, uint64_t seed, unsigned long clocks);

/* lower.c: sets the parameters of the template `rotor`. */
void rotor_set(const struct spec *spec, struct instance *i);

/* The machine's entries. */
extern const struct kind rotor_kind;
extern const struct machine rotor_machine;
extern const struct leaf rotor_leaf;
extern const struct key *const rotor_keys[];
/* parameters.c */
bool rotor_read(const struct request *q);
bool rotor_check_rams(const struct network *net, const char *board, unsigned long block_rams);
/* model.c: as struct leaf has it, of rotor_leaf. */
struct model;
struct model *rotor_model(const struct network *net);
void rotor_lower(struct design *d, const struct network *net);
struct cost rotor_cost(const struct network *net);
void rotor_prove(struct proofs *list, const struct network *net);
/* proof_wires.c: a part of it. */
void rotor_prove_wires(struct proofs *list, const struct network *net);
/* points.c */
struct proposals;
struct prediction;
void rotor_propose(struct proposals *list);
void rotor_predict(const struct network *net, struct prediction *p);
int rotor_report(const struct spec *spec, bool files, struct findings *found);
void rotor_draw(const struct network *net, struct output *out);
extern const struct self_test rotor_self_test;

#endif
