/* map_entry.h: an entry of a bus's map while it is read: between bus_map.c, bus_map_values.c and bus_map_places.c. */
#ifndef FTC_PARSE_MAP_ENTRY_H
#define FTC_PARSE_MAP_ENTRY_H

#include "parse/bus.h"
#include "parse/keys.h"

enum { USUAL_REGION = 4096 };	/* bytes */

/* The keys of an entry of the map, and their names. */
enum map_key { MAP_LEAF, MAP_ROLE, MAP_BASE, MAP_SIZE, MAP_PER_SLAVE, MAP_PORT, MAP_CLOCK, MAP_KEYS };
extern const char *const map_words[];

/* An entry of the map that is being read. */
struct map_entry {
	const struct request *q;
	struct bus *bus;
	const struct document *later;	/* the entries behind it */
	size_t later_count;
	struct place at;		/* where it begins */
	const struct entry *given[MAP_KEYS];
	struct bus_region region;
};

/* The place of the value that the user has given for a key, else that of the entry. */
struct place map_place_of(const struct map_entry *e, enum map_key key);
/* The text of a key's value, which is given. */
const char *map_text_of(const struct map_entry *e, enum map_key key);
/* Reports a value as wrong; `nearest`: a better one, or NULL. False. */
bool map_wrong(const struct map_entry *e, enum map_key key, const char *expected, const char *nearest);
/* The same for a number of bytes. */
bool map_wrong_address(const struct map_entry *e, enum map_key key, const char *expected, uint64_t nearest);

/* Each reads a value into e->region, or the usual one if it is not given. False after a message. */
bool map_read_leaves(struct map_entry *e);
bool map_read_role(struct map_entry *e);
bool map_read_port(struct map_entry *e);
bool map_read_size(struct map_entry *e);
bool map_read_base(struct map_entry *e);	/* once leaves and size are known */
bool map_read_per_slave(struct map_entry *e);
bool map_read_clock(struct map_entry *e);

/* The bytes of all leaves of a region. */
uint64_t bus_span(const struct bus_region *r);
/* Whether two regions share a byte. */
bool bus_overlap(const struct bus_region *a, const struct bus_region *b);
/* Suggests a free place for the region, in a larger address space if this one is full, or a smaller region, or none. False. */
bool map_suggest_place(const struct map_entry *e);

#endif
