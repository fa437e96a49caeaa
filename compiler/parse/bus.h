/* bus.h: the memory-mapped bus over a network: which leaves are masters and slaves, and where the slaves' memories lie.
 *
 * Accesses of masters become words of the network, and so do their answers. What follows from the map by arithmetic alone is
 * here: places of requests, tags, and the bits of a word. docs/how-to/bus.md is the user's page.
 */
#ifndef FTC_PARSE_BUS_H
#define FTC_PARSE_BUS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct entry;
struct key;
struct entry;
struct request;
struct spec;

/* What a port speaks that a master or a slave has. */
enum bus_protocol {
	BUS_WISHBONE,			/* Wishbone B4, pipelined */
	BUS_AXI_LITE,			/* AXI4-Lite */
	BUS_CLASSIC,			/* Wishbone B4, classic */
	BUS_PROTOCOLS
};

/* Which accesses of a master may be under way together. */
enum bus_order {
	BUS_STRICT,			/* those to one slave: another slave waits for all answers */
	BUS_RELAXED,			/* those to any slaves */
};

/* Where the requests to a slave wait. */
enum bus_storage {
	BUS_STORAGE_AUTO,		/* where they cost less of a device */
	BUS_STORAGE_LOGIC,		/* in the RAM that LUTs make; in registers, where they make none */
	BUS_STORAGE_BLOCK_RAM,
};

/* Or-ed. */
enum bus_role { BUS_MASTER = 1, BUS_SLAVE = 2, BUS_BOTH = BUS_MASTER | BUS_SLAVE };

enum {
	MOST_BUS_LEAVES = 1024,
	MOST_OUTSTANDING_ACCESSES = 16,
	LEAST_TIMEOUT = 2, LONGEST_TIMEOUT = 65535,	/* clocks */
	DOORBELL_BYTES = 16, DOORBELL_WORD_BITS = 2, MOST_DOORBELL_BITS = 31, ATOMIC_BITS = 2,
	LEAST_ADDRESS_BITS = 16, MOST_ADDRESS_BITS = 32,
	BUS_DATA_BITS = 32, BUS_WORD_BYTES = 4,
	LEAST_REGION = BUS_WORD_BYTES, MOST_REGION = 1 << 28,	/* bytes */
};

/* Leaves that are mapped by one entry of the map. */
struct bus_region {
	unsigned first, last;		/* leaves, from 0 on */
	enum bus_role role;
	uint64_t base, size;		/* leaf first + i has `size` bytes, a power of two, from base + i * size on; 0, 0: of masters */
	unsigned per_slave;		/* most accesses under way from one master to such a leaf, 1 .. outstanding */
	bool async;			/* such a leaf has a clock of its own */
	enum bus_protocol port;		/* of its masters and slaves */
	size_t line, column;		/* of the entry, or of the key `bus` if there is no map; 0: in an override */
};

struct bus {
	enum bus_protocol protocol;	/* of regions that say nothing else */
	enum bus_order order;
	unsigned outstanding;		/* accesses under way per master, 1 .. MOST_OUTSTANDING_ACCESSES; relaxed: a power of two >= 2 */
	unsigned per_slave;		/* of regions that say nothing else */
	bool posted;			/* writes are acknowledged when the network has taken them */
	enum bus_storage queue_storage;
	unsigned answers;		/* that wait at a slave: 1 or 16 */
	unsigned timeout;		/* clocks in which a slave must answer, at least LEAST_TIMEOUT; 0: any */
	bool fenced;			/* there is a word, at `fence`, that waits for a master's accesses */
	uint32_t fence;
	bool rung;			/* each leaf of the map has a doorbell: four words, at `doorbells` + leaf * DOORBELL_BYTES */
	uint32_t doorbells;
	unsigned doorbell_bits;		/* 1 .. MOST_DOORBELL_BITS */
	bool atomic;			/* each slave's memory is there four times, `atomics` apart: plain, added to, set, cleared */
	uint32_t atomics;		/* a power of two: it and its double are bits that no mapped address has */
	unsigned address_bits;		/* of a byte's address, LEAST_ADDRESS_BITS .. MOST_ADDRESS_BITS */
	unsigned data_bits;		/* BUS_DATA_BITS */
	unsigned first_end;		/* the number of leaf 0 for people */
	/* Each leaf is in at most one. Regions do not overlap. With n leaves, rounded up to a power of two, the base is a multiple of
	 * n * size: a decoder compares bits. */
	struct bus_region *region;
	size_t region_count;
};

/* bus_keys.c: the rows, printed only where there is a bus, and the words of their values. */
extern const char *const bus_words[], *const bus_order_words[];
extern const struct key bus_key, bus_map_key, bus_order_key, bus_outstanding_key, per_slave_key, posted_key, timeout_key,
	fence_key, queue_storage_key, doorbells_key, doorbell_bits_key, atomics_key, address_bits_key, data_bits_key;
#define KEYS_BUS &bus_key, &bus_map_key, &bus_order_key, &bus_outstanding_key, &per_slave_key, &posted_key, &timeout_key, \
	&fence_key, &queue_storage_key, &doorbells_key, &doorbell_bits_key, &atomics_key, &address_bits_key, &data_bits_key

/* bus_read.c */

/* For kinds whose leaves can send messages, once spec->leaves is known and before the payload is used: reads which leaves have
 * clocks of their own (crossing.h) and the bus, and sets the payload's bits if they are not given. `first_end` is the number of leaf 0. False after a message. */
bool bus_read(const struct request *q, unsigned first_end);
/* When the leaf is set: whether this network can carry a bus. False after a message. */
bool bus_check(const struct request *q, bool messages, const char *says);
/* Whether the key `bus` is given, for keys that then mean something else. */
bool bus_is_given(const struct request *q);
/* Whether a key has a meaning with a bus alone. */
bool bus_has_key(const struct key *key);
/* bus_map.c: reads the map into `bus`, whose other members are read. False after a message. */
bool bus_read_map(const struct request *q, struct bus *bus);
/* Reads the address of the fence, which lies beside the map. False after a message. */
bool bus_read_fence(const struct request *q, struct bus *bus);
/* The bytes or the address that a value says: digits, hexadecimal ones behind 0x, or with K, M or G. False: it is none. */
bool bus_bytes_of(const struct entry *entry, uint64_t *value);
/* The region that has this byte, or NULL. */
const struct bus_region *bus_region_at(const struct bus *bus, uint64_t address);
/* bus_bells.c: reads where doorbells lie, and what makes an access atomic, once map and fence are known. False after a message. */
bool bus_read_bells(const struct request *q, struct bus *bus);
bool bus_read_atomics(const struct request *q, struct bus *bus);

/* The bytes of all doorbells, one of each leaf, rounded up to a power of two. */
uint64_t bus_bells_span(const struct spec *spec);
/* The address of the doorbell of a leaf. */
uint64_t bus_bell(const struct spec *spec, unsigned leaf);
/* The bits of an address that say what is done to a word, which no mapped address has; 0: accesses are not atomic. */
uint32_t bus_atomic_mask(const struct bus *bus);

/* bus_storage.c: reads where requests wait. False after a message. */
bool bus_read_storage(const struct request *q, struct bus *bus);

/* bus.c */

/* "4K": bytes as the map has them. A fresh string. */
char *bus_size_text(uint64_t size);
const char *bus_role_word(enum bus_role role);

/* What follows from the map of a spec with a bus. Leaves count from 0. */
bool bus_is_master(const struct spec *spec, unsigned leaf);
bool bus_is_slave(const struct spec *spec, unsigned leaf);
/* Whether requests come to the leaf: it is a slave, or has a doorbell. */
bool bus_serves(const struct spec *spec, unsigned leaf);
/* NULL: the leaf has no role. */
const struct bus_region *bus_region_of(const struct spec *spec, unsigned leaf);
/* Of a slave: the address of its first byte. */
uint64_t bus_base(const struct spec *spec, unsigned leaf);
/* How many there are. */
unsigned bus_masters(const struct spec *spec);
unsigned bus_slaves(const struct spec *spec);
/* What its ports speak, of a leaf with a role; how many masters (BUS_MASTER) or slaves (BUS_SLAVE) have such a port. */
enum bus_protocol bus_port(const struct spec *spec, unsigned leaf);
unsigned bus_port_count(const struct spec *spec, enum bus_role role, enum bus_protocol port);
/* How many ports masters or slaves have; whether some of them are not the bridges' own, which are pipelined Wishbone. */
unsigned bus_ports(const struct spec *spec, enum bus_role role);
bool bus_converts(const struct spec *spec, enum bus_role role);
/* Whether a request is put into registers at this slave's port: its bridge may take it back, which the port does not know. */
bool bus_holds(const struct spec *spec, unsigned leaf);
/* Leaves with a role. */
unsigned bus_roles(const struct spec *spec);
/* The most requests under way to this slave: over all masters, itself included if it is one, the accesses that each may have
 * under way to it. */
unsigned bus_requests(const struct spec *spec, unsigned leaf);
/* Those that its queue holds: the least power of two >= bus_requests(), at least 2. */
unsigned bus_places(const struct spec *spec, unsigned leaf);
/* Bits of the number of a word of BUS_WORD_BYTES in the largest slave, at least 1. */
unsigned bus_word_bits(const struct spec *spec);
/* Of that number as a slave gets it: one that has a doorbell beside it has no fewer than the doorbell. */
unsigned bus_slave_bits(const struct spec *spec);
/* Of the address in a request: what is done, whether it is to the doorbell, and the number of the word. */
unsigned bus_field_bits(const struct spec *spec);
/* Of an access among those of its master; 0 with BUS_STRICT. */
unsigned bus_tag_bits(const struct spec *spec);
/* Answer or request, tag, write, byte enables, the word's number, data. An answer's error is in the place of a byte enable. */
unsigned bus_payload_bits(const struct spec *spec);

struct bus *bus_copy(const struct bus *bus);
/* Accepts NULL. */
void bus_free(struct bus *bus);

#endif
