/* bus.h: the parts of the memory-mapped bus (bus.c). */
#ifndef FTC_SHELLS_BUS_H
#define FTC_SHELLS_BUS_H

#include "lower/design.h"
#include "network/network.h"
#include "prove/proof.h"

/* What the bridge at a leaf is, as the parameters of rtl-templates/bus/bus_leaf.v. */
struct bus_leaf {
	bool master, slave, relaxed, posted, lone;
	bool users_slave;		/* behind the bridge; without one, `slave` is for the doorbell alone */
	bool bell, atomic;		/* a doorbell; words of the user's slave are changed by single accesses */
	bool lut_ram;			/* for the table, and the queue; else registers */
	bool block_ram;			/* for the queue */
	unsigned tag_bits, limit_bits, word_bits, places;	/* word_bits: of the whole address in a request */
	unsigned slave_bits;		/* of the address that the user's slave gets */
	unsigned most;			/* accesses that a master has under way to any slave */
};

/* The least and the most accesses that a master may have under way to a slave. */
void bus_limits(const struct bus *bus, unsigned *least, unsigned *most);
/* The bridge at leaf `leaf`, from 0 on; without a role it is neither master nor slave. */
struct bus_leaf bus_leaf_at(const struct network *net, unsigned leaf);
/* Accesses that it takes before it answers the first, rounded up to a power of two. */
unsigned bus_entries(const struct bus_leaf *leaf);

/* Leaves side by side in the map whose labels grow by 1: a block of rtl-templates/bus/bus_decoder.v. */
struct bus_block {
	uint32_t base, label;
	unsigned size_bits, count_bits, limit;
};
/* The blocks of the map, a fresh array; `count` of them. */
struct bus_block *bus_blocks(const struct network *net, unsigned *count);

/* bus_design.c: the module around the network. */
struct design *bus_design(const struct design *network, const struct network *net);

/* bus_chain.c: what stands between a bridge and the user's slave. */

/* Whether anything does. */
bool bus_has_chain(const struct bus_leaf *leaf);
/* Joins it to the bridge of leaf `number`, and the doorbell to bits `failed` (none: nothing fails) and `irq`. Returns what the user's
 * slave is to be joined to by the ports slave_*; to be used before another instance is added. */
struct instance *bus_add_chain(struct module *m, struct design *d, const struct network *net, struct instance *bridge,
			       const struct bus_leaf *leaf, unsigned number, struct bits failed, struct bits irq);

/* bus_bench.c: masters and slaves around that module. */
extern const struct verilog_bench bus_bench;

/* bus_cost.c: estimates of all masters' and slaves' parts of the bridges, of what joins both at a leaf, of the decoders,
 * and of what makes other ports of pipelined Wishbone. */
struct bus_costs {
	struct cost masters, slaves, turns, decoders, ports;
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
/* What a leaf reads of a request, and gives back: a doorbell alone has few bits, and nothing reads the address bits that a larger
 * slave has. */
struct bus_read_bits {
	unsigned address, select, data, error;
};
struct bus_read_bits bus_bits_read(const struct network *net, const struct bus_leaf *leaf, unsigned number);
/* The bits that are read of a word in the queue of leaf `number`. */
unsigned bus_queue_bits(const struct network *net, const struct bus_leaf *leaf, unsigned number);
/* Whether a queue of so many words is in block RAM: as the spec says, or if that saves more logic than a device has for each of the
 * block RAMs. */
bool bus_queue_in_block_ram(const struct spec *spec, unsigned words, unsigned width);

/* bus_prove.c: the proofs of that module, once for each shape of bridge. */
void bus_prove(struct proofs *list, const struct network *net, const struct design *bus);

#endif
