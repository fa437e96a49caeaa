/* bus.h: the parts of the memory-mapped bus (bus.c). */
#ifndef FTC_SHELLS_BUS_H
#define FTC_SHELLS_BUS_H

#include "lower/design.h"
#include "network/network.h"
#include "prove/proof.h"

/* What the bridge at a leaf is, as the parameters of rtl-templates/bus/bus_leaf.v. */
struct bus_leaf {
	bool master, slave, relaxed, posted, lone;
	bool lut_ram;			/* for the table, and the queue; else registers */
	bool block_ram;			/* for the queue */
	unsigned tag_bits, limit_bits, word_bits, places;
	unsigned most;			/* accesses that a master has under way to any slave */
};

/* The bridge at leaf `leaf`, from 0 on; without a role it is neither master nor slave. */
struct bus_leaf bus_leaf_at(const struct network *net, unsigned leaf);

/* Bits of a word in the queue of the slave at leaf `leaf`, with those of its address that it has. */
unsigned bus_queue_bits(const struct network *net, unsigned leaf);

/* Leaves side by side in the map whose labels grow by 1: a block of rtl-templates/bus/bus_decoder.v. */
struct bus_block {
	uint32_t base, label;
	unsigned size_bits, count_bits, limit;
};
/* The blocks of the map, a fresh array; `count` of them. */
struct bus_block *bus_blocks(const struct network *net, unsigned *count);

/* bus_design.c: the module around the network. */
struct design *bus_design(const struct design *network, const struct network *net);

/* bus_bench.c: masters and slaves around that module. */
extern const struct verilog_bench bus_bench;

/* bus_cost.c: estimates of all masters' and slaves' parts of the bridges, of what joins both at a leaf, and of the decoders. */
struct bus_costs {
	struct cost masters, slaves, turns, decoders;
};
struct bus_costs bus_costs(const struct network *net);
/* Of all of these. */
struct cost bus_cost(const struct network *net);

/* bus_storage.c: LUTs, flip-flops, those of them that no LUT stands before, and block RAMs. */
struct bus_size {
	double lut4, ff, alone;
	unsigned rams;
};
/* So many words, of `width` bits each. */
struct bus_size bus_words_in_logic(const struct family *family, unsigned words, unsigned width);
struct bus_size bus_words_in_block_ram(const struct family *family, unsigned words, unsigned width);
/* Whether a queue of so many words is in block RAM: as the spec says, or if that saves more logic than a device has for each of the
 * block RAMs. */
bool bus_queue_in_block_ram(const struct spec *spec, unsigned words, unsigned width);

/* bus_prove.c: the proofs of that module, once for each shape of bridge. */
void bus_prove(struct proofs *list, const struct network *net, const struct design *bus);

#endif
