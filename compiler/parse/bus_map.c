/* bus_map.c: reads the map of a bus.
 *
 * In: a list of mappings {leaf, role, base, size, per-slave, port, clock}, or none: all leaves are masters and slaves. Out: regions that do
 * not overlap and whose addresses a decoder tells apart by comparing bits; each leaf has one role; there are masters and slaves. */
#include "parse/map_entry.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "parse/keys.h"
#include "util/message.h"
#include "util/number.h"

/* A master has no memory that others reach. */
static bool refuse_region(const struct map_entry *e)
{
	static const enum map_key keys[] = { MAP_BASE, MAP_SIZE, MAP_PER_SLAVE };

	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
		const struct entry *entry = e->given[keys[i]];

		if (!entry)
			continue;
		error_at(entry->key_at, "%s is given for a master: expected a slave, or both; a master has no memory in the map",
			 map_words[keys[i]]);
		return suggest("role: both; or without %s", map_words[keys[i]]);
	}
	return true;
}

static bool find_keys(struct map_entry *e, const struct document *mapping)
{
	for (size_t i = 0; i < mapping->count; i++) {
		const struct entry *entry = &mapping->entries[i];
		size_t key = 0;

		while (key < MAP_KEYS && strcmp(map_words[key], entry->key) != 0)
			key++;
		if (key < MAP_KEYS) {
			e->given[key] = entry;
			continue;
		}
		const char *nearest = nearest_name(entry->key, map_words, MAP_KEYS);

		error_at(entry->key_at, "unknown key %.60s in the map: expected leaf, role, base, size, per-slave, port or clock", entry->key);
		return nearest && suggest("%s: %s", nearest, entry->is_list ? "[...]" : entry->items[0].text);
	}
	return true;
}

/* "line 5", or what else says where an earlier entry is. A fresh string. */
static char *line_of(const struct bus_region *r)
{
	return r->line ? format_string("line %zu, column %zu", r->line, r->column) : copy_string("an earlier entry");
}

/* A leaf that is to be both is given once, as both. */
static bool refuse_second_role(const struct map_entry *e, const struct bus_region *other)
{
	const struct bus_region *r = &e->region;
	unsigned leaf = larger(r->first, other->first) + e->bus->first_end;
	char *place = line_of(other);

	error_at(map_place_of(e, MAP_LEAF), "leaf %u is %s here, but %s in %s: expected each leaf once", leaf, bus_role_word(r->role),
		 bus_role_word(other->role), place);
	free(place);
	if ((r->role ^ other->role) == BUS_BOTH)
		return suggest("role: both for leaf %u, in one of the two", leaf);
	return suggest("without leaf %u here", leaf);
}

static bool refuse_overlap(const struct map_entry *e, const struct bus_region *other)
{
	const struct bus_region *r = &e->region;
	char *place = line_of(other);

	error_at(map_place_of(e, MAP_BASE), "the region 0x%" PRIx64 " .. 0x%" PRIx64 " overlaps 0x%" PRIx64 " .. 0x%" PRIx64 " of %s: expected"
		 " regions of their own", r->base, r->base + bus_span(r) - 1, other->base, other->base + bus_span(other) - 1, place);
	free(place);
	return map_suggest_place(e);
}

static bool add_region(struct map_entry *e)
{
	struct bus *bus = e->bus;

	for (size_t i = 0; i < bus->region_count; i++) {
		const struct bus_region *other = &bus->region[i];

		if (e->region.first <= other->last && other->first <= e->region.last)
			return refuse_second_role(e, other);
		if (bus_overlap(&e->region, other))
			return refuse_overlap(e, other);
	}
	bus->region = room_for_one(bus->region, bus->region_count, sizeof *bus->region);
	bus->region[bus->region_count++] = e->region;
	return true;
}

static bool read_entry(struct map_entry *e, const struct document *mapping)
{
	if (mapping->count > 0) {
		e->at = mapping->entries[0].key_at;
		e->region.line = e->at.line;
		e->region.column = e->at.column;
	}
	if (!find_keys(e, mapping) || !map_read_leaves(e) || !map_read_role(e) || !map_read_port(e) || !map_read_clock(e))
		return false;
	e->region.per_slave = e->bus->per_slave;
	if (e->region.role == BUS_MASTER)
		return refuse_region(e) && add_region(e);
	return map_read_size(e) && map_read_base(e) && map_read_per_slave(e) && add_region(e);
}

/* All leaves are masters and slaves. */
static bool default_map(const struct request *q, struct bus *bus)
{
	const struct entry *address_bits = given(q, &address_bits_key), *key = given(q, &bus_key);
	struct map_entry e = { .q = q, .bus = bus, .region = { .last = q->spec->leaves - 1, .role = BUS_BOTH, .size = USUAL_REGION,
			       .per_slave = bus->per_slave, .port = bus->protocol, .line = key->key_at.line, .column = key->key_at.column } };
	unsigned bits = bus->address_bits;

	while ((uint64_t)1 << bits < bus_span(&e.region))
		bits++;
	if (bits == bus->address_bits)
		return add_region(&e);
	error_at(address_bits->value_at, "address-bits is %u, and %u leaves have 4K each: expected %u, or a map with smaller sizes",
		 bus->address_bits, q->spec->leaves, bits);
	char *text = format_string("%u", bits);

	suggest_value(address_bits, text);
	free(text);
	return false;
}

/* A master without slaves reaches nothing, and nobody reaches a slave without masters. */
static bool check_roles(const struct request *q, const struct bus *bus)
{
	const struct entry *map = given(q, &bus_map_key);
	unsigned roles = 0;

	for (size_t i = 0; i < bus->region_count; i++)
		roles |= bus->region[i].role;
	if (roles == BUS_BOTH)
		return true;
	error_at(map->value_at, "the map has %ss, but no %s: expected both, or leaves of role both",
		 bus_role_word(roles), bus_role_word(BUS_BOTH & ~roles));
	return suggest("role: both");
}

bool bus_read_map(const struct request *q, struct bus *bus)
{
	const struct entry *map = given(q, &bus_map_key);

	if (!map)
		return default_map(q, bus);
	if (map->mapping_count == 0) {
		error_at(map->value_at, "map is %s: expected a list of leaves with their roles and regions",
			 map->is_list ? "empty" : "no list");
		return suggest("map: [{leaf: %u-%u, role: both, base: 0x0, size: 4K}]", bus->first_end,
			       bus->first_end + q->spec->leaves - 1);
	}
	for (size_t i = 0; i < map->mapping_count; i++) {
		struct map_entry e = { .q = q, .bus = bus, .at = map->value_at, .later = &map->mappings[i + 1],
				       .later_count = map->mapping_count - i - 1 };

		if (!read_entry(&e, &map->mappings[i]))
			return false;
	}
	return check_roles(q, bus);
}
