/* bus_map.c: reads the map of a bus.
 *
 * In: a list of mappings {leaf, role, base, size, per-slave, port, clock}, or none: all leaves are masters and slaves. Out: regions that do
 * not overlap and whose addresses a decoder tells apart by comparing bits; each leaf has one role; there are masters and slaves. */
#include "parse/bus.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "parse/crossing.h"
#include "parse/keys.h"
#include "util/message.h"
#include "util/number.h"

enum { USUAL_REGION = 4096, KILO = 1024 };

/* The keys of an entry of the map. */
enum map_key { MAP_LEAF, MAP_ROLE, MAP_BASE, MAP_SIZE, MAP_PER_SLAVE, MAP_PORT, MAP_CLOCK, MAP_KEYS };
static const char *const map_words[] = {
	[MAP_LEAF] = "leaf", [MAP_ROLE] = "role", [MAP_BASE] = "base", [MAP_SIZE] = "size", [MAP_PER_SLAVE] = "per-slave",
	[MAP_PORT] = "port", [MAP_CLOCK] = "clock",
};

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
static struct place place_of(const struct map_entry *e, enum map_key key)
{
	const struct entry *entry = e->given[key];

	return !entry ? e->at : entry->is_list ? entry->value_at : entry->items[0].at;
}

/* The text of a key's value. */
static const char *text_of(const struct map_entry *e, enum map_key key)
{
	return e->given[key]->is_list ? "a list" : e->given[key]->items[0].text;
}

/* Reports a value as wrong; `nearest`: a better one, or NULL. */
static bool wrong(const struct map_entry *e, enum map_key key, const char *expected, const char *nearest)
{
	const char *text = text_of(e, key);

	error_at(place_of(e, key), "%s is %.*s%s: expected %s", map_words[key], SHOWN_BYTES, *text ? text : "empty",
		 strlen(text) > SHOWN_BYTES ? "..." : "", expected);
	return nearest && suggest("%s: %s", map_words[key], nearest);
}

static bool wrong_address(const struct map_entry *e, enum map_key key, const char *expected, uint64_t nearest)
{
	char *text = key == MAP_SIZE ? bus_size_text(nearest) : format_string("0x%" PRIx64, nearest);

	wrong(e, key, expected, text);
	free(text);
	return false;
}

/* ---- Values ---------------------------------------------------------------------------------------------------- */

/* "7" or "4-7". */
static bool split(const char *text, unsigned long *first, unsigned long *last)
{
	const char *dash = strchr(text, '-');
	char *low = format_string("%.*s", dash ? (int)(dash - text) : (int)strlen(text), text);
	bool good = text_to_unsigned(low, first) && text_to_unsigned(dash ? dash + 1 : low, last);

	free(low);
	return good;
}

static bool read_leaves(struct map_entry *e)
{
	unsigned long low = e->bus->first_end, high = low + e->q->spec->leaves - 1, first = low, last = low;

	if (!e->given[MAP_LEAF]) {
		error_at(e->at, "leaf is missing: expected the leaf that this entry of the map is for, or several as %lu-%lu", low, high);
		return suggest("leaf: %lu", low);
	}
	bool formed = !e->given[MAP_LEAF]->is_list && split(text_of(e, MAP_LEAF), &first, &last);

	if (formed && first >= low && last <= high && first <= last) {
		e->region.first = (unsigned)(first - low);
		e->region.last = (unsigned)(last - low);
		return true;
	}
	char *expected = format_string("a leaf from %lu to %lu, or several as %lu-%lu", low, high, low, high), *nearest;

	if (!formed || first < low || first > high)
		nearest = format_string("%lu", formed && first > high ? high : low);
	else
		nearest = last > high ? format_string("%lu-%lu", first, high) : format_string("%lu-%lu", last < low ? low : last, first);
	wrong(e, MAP_LEAF, expected, nearest);
	free(nearest);
	free(expected);
	return false;
}

static bool read_role(struct map_entry *e)
{
	static const char *const words[] = { "master", "slave", "both" };
	static const enum bus_role roles[] = { BUS_MASTER, BUS_SLAVE, BUS_BOTH };
	size_t count = sizeof words / sizeof *words;
	const char *text = e->given[MAP_ROLE] ? text_of(e, MAP_ROLE) : "both", *nearest;

	for (size_t i = 0; i < count; i++)
		if (strcmp(text, words[i]) == 0) {
			e->region.role = roles[i];
			return true;
		}
	nearest = nearest_name(text, words, count);
	return wrong(e, MAP_ROLE, "master, slave or both", nearest ? nearest : "both");
}

static bool read_port(struct map_entry *e)
{
	const char *text = e->given[MAP_PORT] ? text_of(e, MAP_PORT) : bus_words[e->bus->protocol], *nearest;

	for (enum bus_protocol port = 0; port < BUS_PROTOCOLS; port++)
		if (strcmp(text, bus_words[port]) == 0) {
			e->region.port = port;
			return true;
		}
	nearest = likely_name(text, bus_words, BUS_PROTOCOLS);
	return wrong(e, MAP_PORT, "wishbone, axi-lite or wishbone-classic", nearest ? nearest : bus_words[e->bus->protocol]);
}

/* Digits of decimal or, after 0x, hexadecimal numbers, and behind the decimal ones K, M or G. */
bool bus_bytes_of(const struct entry *entry, uint64_t *value)
{
	static const char units[] = "KMG";
	const char *text = entry->is_list ? "" : entry->items[0].text;
	bool hexadecimal = strncmp(text, "0x", 2) == 0 || strncmp(text, "0X", 2) == 0;
	const char *digits = hexadecimal ? text + 2 : text;
	size_t count = strspn(digits, hexadecimal ? "0123456789abcdefABCDEF" : "0123456789");
	const char *rest = digits + count, *unit = *rest && !hexadecimal ? strchr(units, *rest) : NULL;

	if (count == 0 || count > 16 || rest[unit != NULL])
		return false;
	*value = strtoull(digits, NULL, hexadecimal ? 16 : 10);
	for (; unit && unit >= units; unit--) {
		if (*value > UINT64_MAX / KILO)
			return false;
		*value *= KILO;
	}
	return true;
}

static bool read_size(struct map_entry *e)
{
	uint64_t size = USUAL_REGION, nearest = LEAST_REGION;
	bool formed = !e->given[MAP_SIZE] || bus_bytes_of(e->given[MAP_SIZE], &size);

	if (formed && size >= LEAST_REGION && size <= MOST_REGION && is_power_of_2(size)) {
		e->region.size = size;
		return true;
	}
	if (!formed)
		nearest = USUAL_REGION;
	while (formed && nearest < size && nearest < MOST_REGION)
		nearest *= 2;
	return wrong_address(e, MAP_SIZE, "a power of two, from 4 bytes to 256M, for an address is decoded by its upper bits", nearest);
}

static uint64_t span_of(const struct bus_region *r)
{
	return (uint64_t)(r->last - r->first + 1) * r->size;
}

/* What the base is a multiple of. */
static uint64_t alignment_of(const struct bus_region *r)
{
	uint64_t span = r->size;

	while (span < span_of(r))
		span *= 2;
	return span;
}

/* ---- Free places, for suggestions that will be accepted -------------------------------------------------------------- */

/* Where another entry of the map lies, if it is well-formed. */
static bool peek(const struct map_entry *e, const struct document *mapping, struct bus_region *r)
{
	struct map_entry other = { .q = e->q, .bus = e->bus };
	unsigned long first, last;

	for (size_t i = 0; i < mapping->count; i++)
		for (size_t key = 0; key < MAP_KEYS; key++)
			if (strcmp(map_words[key], mapping->entries[i].key) == 0)
				other.given[key] = &mapping->entries[i];
	*r = (struct bus_region){ .size = USUAL_REGION };
	if (!other.given[MAP_LEAF] || other.given[MAP_LEAF]->is_list || !split(text_of(&other, MAP_LEAF), &first, &last) || first > last
	    || last - first >= MOST_BUS_LEAVES)
		return false;
	r->last = (unsigned)(last - first);
	return other.given[MAP_BASE] && bus_bytes_of(other.given[MAP_BASE], &r->base)
	       && (!other.given[MAP_SIZE] || bus_bytes_of(other.given[MAP_SIZE], &r->size)) && r->size <= MOST_REGION;
}

static bool overlap(const struct bus_region *a, const struct bus_region *b)
{
	return a->size > 0 && b->size > 0 && a->base < b->base + span_of(b) && b->base < a->base + span_of(a);
}

/* All that another entry or the fence has. A fresh array. */
static struct bus_region *taken_places(const struct map_entry *e, size_t *count)
{
	const struct entry *fence = given(e->q, &fence_key);
	struct bus_region *taken = allocate_array(e->bus->region_count + e->later_count + 1, sizeof *taken);

	*count = 0;
	for (size_t i = 0; i < e->bus->region_count; i++)
		taken[(*count)++] = e->bus->region[i];
	for (size_t i = 0; i < e->later_count; i++)
		*count += peek(e, &e->later[i], &taken[*count]);
	taken[*count] = (struct bus_region){ .size = BUS_WORD_BYTES };
	*count += fence && bus_bytes_of(fence, &taken[*count].base);
	return taken;
}

/* Whether the region would be accepted there, with so many bits of addresses. */
static bool is_free(const struct bus_region *r, uint64_t base, const struct bus_region *taken, size_t count, unsigned bits)
{
	struct bus_region moved = *r;
	uint64_t space = (uint64_t)1 << bits;

	moved.base = base;
	for (size_t i = 0; i < count; i++)
		if (overlap(&moved, &taken[i]))
			return false;
	return base < space && span_of(r) <= space - base;
}

/* The first free place behind one that is taken, or 0. */
static bool find_place(const struct map_entry *e, unsigned bits, uint64_t *base)
{
	uint64_t align = alignment_of(&e->region), best = UINT64_MAX;
	size_t count;
	struct bus_region *taken = taken_places(e, &count);

	for (size_t i = 0; i <= count; i++) {
		uint64_t end = i < count ? taken[i].base + span_of(&taken[i]) : 0, at = (end + align - 1) / align * align;

		if (at < best && (at > 0 || best == UINT64_MAX) && is_free(&e->region, at, taken, count, bits))
			best = at;
	}
	free(taken);
	*base = best;
	return best != UINT64_MAX;
}

/* The greatest size with which the region is free where it is; 0: none is. */
static uint64_t free_size(const struct map_entry *e)
{
	struct bus_region r = e->region;
	size_t count;
	struct bus_region *taken = taken_places(e, &count);

	while (r.size >= LEAST_REGION && !is_free(&r, r.base, taken, count, e->bus->address_bits))
		r.size /= 2;
	free(taken);
	return r.size >= LEAST_REGION ? r.size : 0;
}

/* Suggests a free place for the region, in a larger address space if this one is full, or a smaller region, or none. */
static bool suggest_place(const struct map_entry *e)
{
	const struct bus_region *r = &e->region;
	unsigned bits = e->bus->address_bits;
	uint64_t base = 0, size = free_size(e);

	while (bits <= MOST_ADDRESS_BITS && !find_place(e, bits, &base))
		bits++;
	if (bits == e->bus->address_bits)
		return suggest("base: 0x%" PRIx64, base);
	if (bits <= MOST_ADDRESS_BITS)
		return suggest("base: 0x%" PRIx64 ", and address-bits: %u", base, bits);
	if (size > 0) {
		char *text = bus_size_text(size);

		suggest("size: %s", text);
		free(text);
		return false;
	}
	if (r->first == r->last)
		return suggest("without leaf %u here", r->first + e->bus->first_end);
	return suggest("without leaves %u-%u here", r->first + e->bus->first_end, r->last + e->bus->first_end);
}

/* The address space is too small. */
static bool refuse_end(const struct map_entry *e)
{
	const struct bus_region *r = &e->region;
	uint64_t space = (uint64_t)1 << e->bus->address_bits, most = (uint64_t)1 << MOST_ADDRESS_BITS, last = r->base + (span_of(r) - 1);
	unsigned bits = e->bus->address_bits;

	error_at(place_of(e, MAP_BASE), "the region 0x%" PRIx64 " .. 0x%" PRIx64 " is not below 0x%" PRIx64 ", the end of an address space of"
		 " %u bits: expected one that is", r->base, last, space, e->bus->address_bits);
	if (r->base >= most || last >= most)
		return suggest_place(e);
	while ((uint64_t)1 << bits <= last)
		bits++;
	return suggest("address-bits: %u", bits);
}

static bool refuse_misaligned(const struct map_entry *e, uint64_t align)
{
	const struct bus_region *r = &e->region;
	char *bytes = bus_size_text(align), *below = format_string("0x%" PRIx64, r->base);
	char *expected = format_string("a multiple of %s, %s", bytes, r->first == r->last ? "the size of the region"
				       : "the size of all regions of this entry, rounded up to a power of two");
	bool is_free_below = free_size(e) == r->size;

	wrong(e, MAP_BASE, expected, is_free_below ? below : NULL);
	free(expected);
	free(below);
	free(bytes);
	return !is_free_below && suggest_place(e);
}

static bool read_base(struct map_entry *e)
{
	uint64_t space = (uint64_t)1 << e->bus->address_bits, align = alignment_of(&e->region), base = 0;

	if (!e->given[MAP_BASE]) {
		error_at(e->at, "base is missing: expected the address of the first byte of %s", e->region.first == e->region.last
			 ? "the slave" : "the first of these slaves");
		return suggest_place(e);
	}
	if (!bus_bytes_of(e->given[MAP_BASE], &base)) {
		wrong(e, MAP_BASE, "an address, as 0x10000000", NULL);
		return suggest_place(e);
	}
	if (base % align != 0) {
		e->region.base = base - base % align;
		return refuse_misaligned(e, align);
	}
	e->region.base = base;
	return (base < space && span_of(&e->region) <= space - base) || refuse_end(e);
}

static bool read_per_slave(struct map_entry *e)
{
	unsigned long number = e->bus->per_slave;

	if (!e->given[MAP_PER_SLAVE] || (!e->given[MAP_PER_SLAVE]->is_list && text_to_unsigned(text_of(e, MAP_PER_SLAVE), &number)
					 && number >= 1 && number <= e->bus->outstanding)) {
		e->region.per_slave = (unsigned)number;
		return true;
	}
	char *expected = format_string("a whole number from 1 to %u, which is outstanding", e->bus->outstanding);
	char *nearest = format_string("%lu", text_nearest_unsigned(text_of(e, MAP_PER_SLAVE), 1, e->bus->outstanding));

	wrong(e, MAP_PER_SLAVE, expected, nearest);
	free(nearest);
	free(expected);
	return false;
}

static bool read_clock(struct map_entry *e)
{
	static const char *const words[] = { "network", "async" };
	const char *text = e->given[MAP_CLOCK] ? text_of(e, MAP_CLOCK) : words[0];

	e->region.async = strcmp(text, words[1]) == 0;
	if (e->region.async)
		crossing_note(e->q->spec, e->given[MAP_CLOCK]->key_at);
	return e->region.async || strcmp(text, words[0]) == 0
	       || wrong(e, MAP_CLOCK, "network, or async: a clock of the leaf's own", words[1]);
}

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

/* ---- Entries --------------------------------------------------------------------------------------------------- */

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

	error_at(place_of(e, MAP_LEAF), "leaf %u is %s here, but %s in %s: expected each leaf once", leaf, bus_role_word(r->role),
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

	error_at(place_of(e, MAP_BASE), "the region 0x%" PRIx64 " .. 0x%" PRIx64 " overlaps 0x%" PRIx64 " .. 0x%" PRIx64 " of %s: expected"
		 " regions of their own", r->base, r->base + span_of(r) - 1, other->base, other->base + span_of(other) - 1, place);
	free(place);
	return suggest_place(e);
}

static bool add_region(struct map_entry *e)
{
	struct bus *bus = e->bus;

	for (size_t i = 0; i < bus->region_count; i++) {
		const struct bus_region *other = &bus->region[i];

		if (e->region.first <= other->last && other->first <= e->region.last)
			return refuse_second_role(e, other);
		if (overlap(&e->region, other))
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
	if (!find_keys(e, mapping) || !read_leaves(e) || !read_role(e) || !read_port(e) || !read_clock(e))
		return false;
	e->region.per_slave = e->bus->per_slave;
	if (e->region.role == BUS_MASTER)
		return refuse_region(e) && add_region(e);
	return read_size(e) && read_base(e) && read_per_slave(e) && add_region(e);
}

/* All leaves are masters and slaves. */
static bool default_map(const struct request *q, struct bus *bus)
{
	const struct entry *address_bits = given(q, &address_bits_key), *key = given(q, &bus_key);
	struct map_entry e = { .q = q, .bus = bus, .region = { .last = q->spec->leaves - 1, .role = BUS_BOTH, .size = USUAL_REGION,
			       .per_slave = bus->per_slave, .port = bus->protocol, .line = key->key_at.line, .column = key->key_at.column } };
	unsigned bits = bus->address_bits;

	while ((uint64_t)1 << bits < span_of(&e.region))
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

/* ---- The fence --------------------------------------------------------------------------------------------------- */

/* The region that has this byte, or NULL. */
const struct bus_region *bus_region_at(const struct bus *bus, uint64_t address)
{
	for (size_t i = 0; i < bus->region_count; i++) {
		const struct bus_region *r = &bus->region[i];

		if (r->role & BUS_SLAVE && address >= r->base && address - r->base < span_of(r))
			return r;
	}
	return NULL;
}

/* The last word that no region has. */
static bool last_free_word(const struct bus *bus, uint64_t *word)
{
	const struct bus_region *r;

	*word = ((uint64_t)1 << bus->address_bits) - BUS_WORD_BYTES;
	while ((r = bus_region_at(bus, *word))) {
		if (r->base == 0)
			return false;
		*word = r->base - BUS_WORD_BYTES;
	}
	return true;
}

bool bus_read_fence(const struct request *q, struct bus *bus)
{
	const struct entry *entry = given(q, &fence_key);
	uint64_t address = 0;

	if (!entry || (entry->count == 1 && !entry->is_list && strcmp(entry->items[0].text, "none") == 0))
		return true;
	if (bus_bytes_of(entry, &address) && address % BUS_WORD_BYTES == 0 && address >> bus->address_bits == 0 && !bus_region_at(bus, address)) {
		bus->fenced = true;
		bus->fence = (uint32_t)address;
		return true;
	}
	char *expected = format_string("none, or the address of a word of 4 bytes below 0x%" PRIx64 " that no region has",
				       (uint64_t)1 << bus->address_bits);
	char *nearest = last_free_word(bus, &address) ? format_string("0x%" PRIx64, address) : copy_string("none");

	refuse_value(entry, expected, nearest);
	free(nearest);
	free(expected);
	return false;
}
